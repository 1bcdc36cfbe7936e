"""A process behind the wall, with limits, and its end.

`wall` closes files, network and other processes; the limits of the system bound what one process
takes; the number of processes and their memory together are this side's, which ends them all.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
from dataclasses import dataclass
from pathlib import Path

import psutil

from . import wall
from .inside.locks import landlock, prctl

__all__ = ["Limits", "Process", "limit_the_judge"]

JUDGE = 4 * 10**9  # bytes of memory of one judge
WAIT = 6  # seconds for the watch to end what it watches
ENVIRONMENT = ["LANG=C.UTF-8", "PATH=/usr/bin:/bin", "MPLBACKEND=agg"]  # nothing of the grader's
ENVIRONMENT += [f"{name}_NUM_THREADS=1" for name in ("OPENBLAS", "OMP", "MKL")]
FOLDERS = ("HOME", "TMPDIR", "MPLCONFIGDIR", "IPYTHONDIR")


@dataclass(frozen=True)
class Limits:
    """What one answer, with all that it starts, may use."""

    memory: float = 4.0  # GB
    processes: int = 32
    seconds: float = 30.0  # to run the cells; a call of the answer has those of the judge
    exercise: float = 60.0  # for all calls of one answer, by the clock on the wall
    notebook: float = 120.0  # for all that is done with one notebook


class Process:
    """`inside.py` behind the wall, in an empty folder of its own.

    Parameters
    ----------
    bare : path
        The folder that `bare.write` has made.
    limits : Limits
        What it may use.
    hidden : tuple of path
        What it may not read: the submissions, and the clone of the book.
    """

    def __init__(self, bare, limits, hidden):
        self.limits, self.folder = limits, None
        words, package, scratch, self.files = self.place(Path(bare), hidden)
        group = wall.scope(int(limits.memory * 1e9), 4 * limits.processes)
        variables = [*ENVIRONMENT, *(f"{name}={scratch}" for name in FOLDERS)]
        python = [os.path.realpath(sys.executable), "-I", "-S", f"{package}/inside.py"]
        self.process = subprocess.Popen(
            [*group, "env", "-i", *variables, *words, *python, *["watch"] * bool(self.folder)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=subprocess.DEVNULL,
            cwd=self.folder,
            start_new_session=True,
            bufsize=0,
        )
        self.stdin, self.stdout = self.process.stdin, self.process.stdout
        os.set_blocking(self.stdin.fileno(), False)  # nobody must read what is asked

    def place(self, bare, hidden):
        """Return words of the wall, where the package and the folder are, and what else is closed.

        Without a wall the process has a copy of the package, which it may spoil.
        """
        if wall.bubblewrap():
            return wall.words(bare, hidden), wall.PACKAGE, wall.SCRATCH, None
        self.folder = scratch = tempfile.mkdtemp(prefix="submission-", dir=bare.parent)
        if not landlock():
            return [], shutil.copytree(bare, f"{scratch}/package"), scratch, None
        files = wall.files_for_landlock(hidden) | {"writable": [scratch, *wall.DEVICES]}
        return [], bare, scratch, files | {"readable": [*files["readable"], str(bare)]}

    def task(self):
        """Return what the process is told of its wall."""
        limits = {
            "memory": int(self.limits.memory * 1e9),
            "seconds": int(self.limits.seconds + 60),
            "processes": self.limits.processes + threads_of_this_user(),
        }
        return {"path": wall.site(), "limits": limits, "files": self.files}

    def used(self):
        """Return bytes and seconds of the processor of each process here, wall and watch too."""
        found = []
        with contextlib.suppress(psutil.Error):
            first = psutil.Process(self.process.pid)
            for one in (first, *first.children(recursive=True)):
                with contextlib.suppress(psutil.Error):  # it has gone
                    found.append((one.memory_info().rss, sum(one.cpu_times()[:4])))
        return found

    def too_much(self):
        """Return in words of what there is too much: processes, or memory of all together."""
        used = self.used()
        if len(used) > self.limits.processes:
            return f"it started more than {self.limits.processes} processes"
        if sum(memory for memory, _ in used) > self.limits.memory * 1e9:
            return f"it took more than {self.limits.memory:g} GB"
        return ""

    def end(self):
        """End every process: by a kill of the wall, or by the watch, which is asked to."""
        self.process.terminate() if self.folder else self.process.kill()
        with contextlib.suppress(OSError):  # what was still on its way has no reader
            self.stdin.close()
        with contextlib.suppress(subprocess.TimeoutExpired):
            self.process.wait(WAIT)
        with contextlib.suppress(OSError):
            os.killpg(self.process.pid, signal.SIGKILL)
        self.process.wait()

    def close(self):
        """End every process, and forget the files."""
        self.end()
        self.stdout.close()
        if self.folder:  # also folders in folders by the thousand, and such as nobody may list
            for words in (["chmod", "-R", "u+rwx"], ["rm", "-rf"]):
                subprocess.run([*words, self.folder], stderr=subprocess.DEVNULL)


def limit_the_judge():
    """End this process with its parent, and bound its memory: for the workers of `table`.

    Only the soft limit is set, because an answer may be given more.
    """
    import resource

    prctl(1, signal.SIGKILL)
    with contextlib.suppress(ValueError, OSError, AttributeError):  # not on every system
        hard = resource.getrlimit(resource.RLIMIT_AS)[1]
        resource.setrlimit(resource.RLIMIT_AS, (JUDGE, hard))


def threads_of_this_user():
    """Return how many threads belong to this user now; root has no limit."""
    user = os.geteuid()
    if user == 0:
        return 0
    everybody = psutil.process_iter(["uids", "num_threads"])
    mine = (one.info for one in everybody if one.info["uids"] and one.info["uids"].real == user)
    return sum(one["num_threads"] or 0 for one in mine)
