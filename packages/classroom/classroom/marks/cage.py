"""A process of its own for one answer of one submission, with limits, and its end.

What holds where: the file system is closed by Landlock (Linux), the network by `unshare` and by
Landlock, memory by a limit of the system, and time, the number of processes and their memory
together by this side, which ends them all. SECURITY.md says what is and what is not a sandbox.
"""

import contextlib
import functools
import json
import os
import select
import shutil
import signal
import subprocess
import sys
import sysconfig
import tempfile
import time
from dataclasses import dataclass
from pathlib import Path

from .bare import packages
from .inside.locks import landlock

__all__ = ["Cage", "Ended", "Late", "Limits", "walls"]

TICK = 0.1  # seconds between two looks at the processes
PATIENCE = 6  # times the seconds of work: for a busy machine, and for a process that sleeps
LONGEST = 2**28  # bytes of one message
SYSTEM = ("/usr", "/lib", "/lib64", "/bin", "/proc/cpuinfo", "/proc/meminfo")
SYSTEM += tuple(f"/etc/{name}" for name in ("ld.so.cache", "localtime", "fonts"))
DEVICES = ("/dev/null", "/dev/zero", "/dev/urandom", "/dev/random")
PARTS = (["--net"], ["--pid", "--fork", "--kill-child"])  # of unshare: no network; one end for all


class Ended(Exception):
    """The process is gone, or was ended; the text says why."""


class Late(Exception):
    """No answer came in time."""


@dataclass(frozen=True)
class Limits:
    """What one process, with all that it starts, may use."""

    memory: float = 4.0  # GB
    processes: int = 32
    seconds: float = 30.0  # to run the cells; a call of the answer has those of the judge


@functools.cache
def walls():
    """Return the words that start a program in namespaces of its own, as far as is allowed."""
    if not shutil.which("unshare") or not sys.platform.startswith("linux"):
        return []
    words = ["unshare"] if os.geteuid() == 0 else ["unshare", "--map-root-user"]
    for part in PARTS:
        tried = subprocess.run([*words, *part, "true"], capture_output=True).returncode
        words += part if tried == 0 else []
    return words if words[-1].startswith("--") and words[-1] != "--map-root-user" else []


def site():
    """Return the folders that hold the packages of this Python."""
    paths = sysconfig.get_paths()
    return list(dict.fromkeys((paths["purelib"], paths["platlib"])))


def without(root, hidden):
    """Return what below a root may be read, and the folders on the way round what may not."""
    root = Path(os.path.realpath(root))
    inside = [path for path in hidden if path.is_relative_to(root)]
    if not inside:
        return [str(root)], []
    if root in inside or not root.is_dir():
        return [], []
    readable, listable = [], [str(root)]
    for child in root.iterdir():
        more, names = without(child, hidden)
        readable += more
        listable += names
    return readable, listable


@functools.cache
def open_files(hidden):
    """Return the paths that every submission may read: the system, Python, its packages."""
    copies = [Path(folder) / name for folder in site() for name in packages()]
    hidden = [Path(os.path.realpath(path)) for path in (*packages().values(), *copies, *hidden)]
    readable, listable = [], []
    for root in dict.fromkeys((*SYSTEM, sys.base_prefix, *site())):
        more, names = without(root, hidden)
        readable += more
        listable += names
    return readable, listable


class Cage:
    """A process that runs the cells of a submission, and calls its answer.

    Parameters
    ----------
    bare : path
        The folder that `bare.write` has made.
    limits : Limits
        What the process may use.
    hidden : tuple of path
        What it may not read: the submissions, and the clone of the book.
    """

    def __init__(self, bare, limits, hidden=()):
        self.bare, self.limits, self.hidden = Path(bare), limits, tuple(hidden)
        self.buffer, self.asked = b"", []

    def __enter__(self):
        """Start the process, in an empty folder of its own."""
        become_the_parent_of_orphans()
        self.before = children(os.getpid(), parents_of_all())
        self.scratch = tempfile.mkdtemp(prefix="submission-")
        self.home = self.bare if landlock() else self.copy()
        program = [sys.executable, "-I", "-S", str(self.home / "inside.py")]
        self.process = subprocess.Popen(
            [*walls(), *program],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.scratch,
            env=self.environment(),
            start_new_session=True,
        )
        return self

    def __exit__(self, *_):
        """End the process and all that it has started, and forget its files."""
        self.end()
        for pipe in (self.process.stdin, self.process.stdout):
            with contextlib.suppress(OSError):  # what was still on its way has no reader
                pipe.close()
        shutil.rmtree(self.scratch, ignore_errors=True)

    def copy(self):
        """Return a copy of the package for this process alone, where it cannot be locked."""
        return Path(shutil.copytree(self.bare, Path(self.scratch) / "package"))

    def environment(self):
        """Return the variables of the process: none of the grader's."""
        threads = dict.fromkeys(("OPENBLAS_NUM_THREADS", "OMP_NUM_THREADS", "MKL_NUM_THREADS"), "1")
        folders = dict.fromkeys(("HOME", "TMPDIR", "MPLCONFIGDIR", "IPYTHONDIR"), self.scratch)
        more = {"PATH": "/usr/bin:/bin", "LANG": "C.UTF-8", "MPLBACKEND": "agg"}
        return threads | folders | more

    def load(self, cells, name):
        """Run cells and return the description of the answer under this name."""
        readable, listable = open_files(self.hidden)
        task = {
            "cells": cells,
            "name": name,
            "path": site(),
            "limits": {
                "memory": int(self.limits.memory * 1e9),
                "seconds": int(self.limits.seconds + 60),
                "processes": self.limits.processes + processes_of_this_user(),
            },
            "files": {
                "readable": [*readable, str(self.home)],
                "listable": listable,
                "writable": [self.scratch, *DEVICES],
            },
        }
        return self.ask(task, self.limits.seconds)

    def ask(self, message, seconds):
        """Send one question and return the answer to it."""
        try:
            self.process.stdin.write(json.dumps(message).encode() + b"\n")
            self.process.stdin.flush()
        except OSError:
            raise self.ended("its process came to an end") from None
        return self.receive(seconds)

    def receive(self, seconds):
        """Return the next message; look after the processes while waiting.

        The seconds are those that the processes work, so that a busy machine costs nobody a mark.
        """
        pipe, began, worked = self.process.stdout.fileno(), time.monotonic(), self.worked()
        while b"\n" not in self.buffer:
            waited = time.monotonic() - began
            if waited > seconds and self.worked() - worked > 0.9 * seconds:
                raise self.late()
            if waited > PATIENCE * seconds:
                raise self.late()
            ready, _, _ = select.select([pipe], [], [], TICK)
            if not ready:
                self.look_after()
                continue
            part = os.read(pipe, 2**20)
            if not part:
                raise self.ended("its process came to an end")
            self.buffer += part
            if len(self.buffer) > LONGEST:
                raise self.ended("its answer is too long")
        line, _, self.buffer = self.buffer.partition(b"\n")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise self.ended("its process wrote what is no answer")
        return message

    def look_after(self):
        """End a crowd of processes, or processes that together take too much memory."""
        pids = self.pids()
        if len(pids) > self.limits.processes:
            raise self.ended(f"it started more than {self.limits.processes} processes")
        if sum(map(memory, pids)) > self.limits.memory * 1e9:
            raise self.ended(f"it took more than {self.limits.memory:g} GB")

    def pids(self):
        """Return all processes of the cage: children of this one that were not there before."""
        parents = parents_of_all()
        found = new = children(os.getpid(), parents) - self.before
        while new:
            new = {child for child, parent in parents.items() if parent in new}
            found = found | new
        return found

    def worked(self):
        """Return the seconds of the processor that the processes have had."""
        return sum(map(processor_seconds, self.pids()))

    def late(self):
        """End everything and return the exception that says that it took too long."""
        self.end()
        return Late()

    def ended(self, why):
        """End everything and return the exception that says why."""
        self.end()
        return Ended(why)

    def end(self):
        """Kill every process of the cage: the group, and what has left it."""
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.kill()
        self.process.wait()
        while left := self.pids():
            for pid in left:
                with contextlib.suppress(OSError):
                    os.kill(pid, signal.SIGKILL)
                with contextlib.suppress(OSError):
                    os.waitpid(pid, os.WNOHANG)
            time.sleep(0.005)


@functools.cache
def become_the_parent_of_orphans():
    """Let processes whose parent has ended become children of this one (Linux), to be ended."""
    if sys.platform.startswith("linux"):
        import ctypes

        set_child_subreaper = 36
        ctypes.CDLL(None).prctl(set_child_subreaper, 1, 0, 0, 0)


def parents_of_all():
    """Return the parent of each process of this machine; nothing where there is no /proc."""
    found = {}
    for entry in Path("/proc").glob("[0-9]*/stat"):
        with contextlib.suppress(OSError, ValueError, IndexError):
            text = entry.read_text("utf-8", "replace")
            found[int(entry.parent.name)] = int(text.rpartition(")")[2].split()[1])
    return found


def children(pid, parents):
    """Return the children of a process."""
    return {child for child, parent in parents.items() if parent == pid}


def memory(pid):
    """Return the bytes that a process holds; 0 for one that has gone."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        pages = int(Path(f"/proc/{pid}/statm").read_text().split()[1])
        return pages * os.sysconf("SC_PAGE_SIZE")
    return 0


def processor_seconds(pid):
    """Return the seconds that a process, with its children that have ended, has worked."""
    with contextlib.suppress(OSError, ValueError, IndexError):
        text = Path(f"/proc/{pid}/stat").read_text("utf-8", "replace")
        ticks = text.rpartition(")")[2].split()[11:15]
        return sum(map(int, ticks)) / os.sysconf("SC_CLK_TCK")
    return 0.0


def processes_of_this_user():
    """Return how many processes (and their threads) belong to this user now; root has no limit."""
    count = 0
    if os.geteuid() == 0:
        return count
    for entry in Path("/proc").glob("[0-9]*/task"):
        with contextlib.suppress(OSError):
            count += len(os.listdir(entry)) if entry.stat().st_uid == os.geteuid() else 0
    return count
