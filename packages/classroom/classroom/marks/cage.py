"""A process of its own for one answer of one submission, with limits, and its end.

What holds where: the file system is closed by Landlock (Linux), the network by `unshare` and by
Landlock, memory by a limit of the system, and time, the number of processes and their memory
together by this side, which ends them all. SECURITY.md says what is and what is not a sandbox.
"""

import contextlib
import ctypes
import functools
import json
import math
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
LONGEST = 2**24  # bytes of one message
JUDGE = 4 * 10**9  # bytes of memory of one judge
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
    exercise: float = 60.0  # for all calls of one answer, by the clock on the wall
    notebook: float = 120.0  # for all that is done with one notebook


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
    until : float
        When (`time.monotonic`) the time of its notebook is over.
    """

    def __init__(self, bare, limits, hidden=(), until=math.inf):
        self.bare, self.limits, self.hidden = Path(bare), limits, tuple(hidden)
        self.until, self.left = until, limits.exercise
        self.buffer, self.asked = bytearray(), []
        self.why = self.over = ""  # why it has been ended; which time was over

    def __enter__(self):
        """Start the process, in an empty folder of its own."""
        become_the_parent_of_orphans()
        self.before = children(os.getpid(), parents_of_all())
        self.scratch = tempfile.mkdtemp(prefix="submission-", dir=self.bare.parent)
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
            bufsize=0,
        )
        os.set_blocking(self.process.stdin.fileno(), False)  # nobody must read what is asked
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

    def call(self, question, seconds):
        """Ask within what is left of the time for all calls."""
        began = time.monotonic()
        try:
            return self.ask(question, seconds, began + self.left)
        finally:
            self.left -= time.monotonic() - began

    def ask(self, message, seconds, until=math.inf):
        """Send one question and return the answer to it; look after the processes meanwhile.

        The seconds are those that the processes work, so that a busy machine costs nobody a mark;
        `until` is a time of the clock on the wall, after which nothing more is waited for.
        """
        if self.why:
            raise Ended(self.why)
        question = json.dumps(message).encode() + b"\n"
        began = looked = time.monotonic()
        worked = self.worked()
        while question or b"\n" not in self.buffer:
            now = time.monotonic()
            self.look_at_the_clock(now, until)
            if now - began > PATIENCE * seconds:
                raise self.late()
            if now - began > seconds and self.worked() - worked > 0.9 * seconds:
                raise self.late()
            if now - looked > TICK:
                self.look_after()
                looked = now
            question = self.exchange(question)
        line, _, self.buffer = self.buffer.partition(b"\n")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise self.ended("its process wrote what is no answer")
        return message

    def look_at_the_clock(self, now, until):
        """End everything where the time of the exercise, or of the notebook, is over."""
        if now > until:
            self.over = f"its calls take more than {self.limits.exercise:g} seconds together"
        if now > self.until:
            self.over = too_long(self.limits)
        if self.over:
            raise self.late()

    def exchange(self, question):
        """Read what there is and write what fits; return what is left to write."""
        inbox, outbox = self.process.stdin.fileno(), self.process.stdout.fileno()
        readable, writable, _ = select.select([outbox], [inbox] if question else [], [], TICK)
        if readable:
            part = os.read(outbox, 2**20)
            self.buffer += part
            if not part:
                raise self.ended("its process came to an end")
            if len(self.buffer) > LONGEST:
                raise self.ended("its answer is too long")
        if question and self.buffer:
            raise self.ended("its process wrote an answer before it was asked")
        if writable:
            try:
                return question[os.write(inbox, question) :]
            except BlockingIOError:  # less fits than was said
                return question
            except OSError:
                raise self.ended("its process came to an end") from None
        return question

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
        self.why = "it was too slow"
        self.end()
        return Late()

    def ended(self, why):
        """End everything and return the exception that says why."""
        self.why = why
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


def too_long(limits):
    """Say that a notebook has had its time."""
    return f"the notebook takes more than {limits.notebook:g} seconds"


@functools.cache
def become_the_parent_of_orphans():
    """Let processes whose parent has ended become children of this one (Linux), to be ended."""
    prctl(36, 1)


def prctl(option, value):
    """Set what Linux calls an operation on this process; nothing elsewhere."""
    if sys.platform.startswith("linux"):
        ctypes.CDLL(None).prctl(option, value, 0, 0, 0)


def limit_the_judge():
    """End this process with its parent, and bound its memory: for the workers of `table`.

    Only the soft limit is set, because an answer may be given more.
    """
    import resource

    prctl(1, signal.SIGKILL)
    with contextlib.suppress(ValueError, OSError, AttributeError):  # not on every system
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (JUDGE, hard))


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
