"""What a hostile answer would try first; `done` names what it could do. Runs as a cell."""

import ctypes
import mmap
import os
import resource
import signal
import socket

done = []


def attempt(what, act, *values):
    """Note what can be done."""
    try:
        act(*values)
    except (OSError, AttributeError):
        return
    done.append(what)


def attack(target, pid):
    """Try all."""
    attempt("files of this account can be read", os.open, target, os.O_RDONLY)
    changes = "files of this account can be changed"
    attempt(changes, os.open, target, os.O_WRONLY)
    attempt(changes, os.chmod, target, 0o600)
    attempt(changes, os.utime, target, (0, 0))
    attempt(changes, os.setxattr, target, "user.found", b"")
    attempt(changes, os.open, target, os.O_TRUNC)
    attempt(changes, os.open, target, 3 | os.O_TRUNC)
    attempt(changes, os.truncate, target, 0)
    attempt("the network is open", socket.socket, socket.AF_INET)
    attempt("other processes can be ended", os.kill, pid, signal.SIGKILL)
    others = "limits of other processes can be set"
    attempt(others, resource.prlimit, pid, resource.RLIMIT_CORE, (0, 0))
    memory = "memory can be held that is not counted"
    attempt(memory, os.memfd_create, "held")
    attempt(memory, mmap.mmap, -1, 4096)
    if ctypes.CDLL(None).shmget(0, 4096, 0o1600) >= 0:
        done.append(memory)
