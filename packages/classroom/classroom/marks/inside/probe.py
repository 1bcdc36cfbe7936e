"""What a hostile answer would try first; `tried` names what it could do. Runs as a cell."""

import contextlib
import ctypes
import mmap
import os
import socket

done = []


def attempt(what, act):
    """Note what can be done."""
    with contextlib.suppress(OSError, AttributeError):  # not every system has all of them
        act()
        done.append(what)


def attack(target, pid):
    """Try all, and return what could be done."""
    attempt("files of this account can be read", lambda: os.open(target, os.O_RDONLY))
    for change in (
        lambda: os.open(target, os.O_WRONLY),
        lambda: os.open(target, os.O_TRUNC),
        lambda: os.open(target, 3 | os.O_TRUNC),
        lambda: os.truncate(target, 0),
        lambda: os.chmod(target, 0o600),
        lambda: os.chown(target, os.getuid(), os.getgid()),
        lambda: os.utime(target, (0, 0)),
        lambda: os.setxattr(target, "user.found", b""),
        lambda: os.removexattr(target, "user.mine"),
    ):
        attempt("files of this account can be changed", change)
    attempt("the network is open", lambda: socket.socket(socket.AF_INET))
    attempt("other processes can be ended", lambda: os.kill(pid, 0))  # asks only whether it may
    import resource  # POSIX only, and this file is read on every system

    others = "limits of other processes can be set"
    attempt(others, lambda: resource.prlimit(pid, resource.RLIMIT_CORE, (0, 0)))
    memory = "memory can be held that is not counted"
    attempt(memory, lambda: os.memfd_create("held"))
    attempt(memory, lambda: mmap.mmap(-1, 4096))
    if ctypes.CDLL(None).shmget(0, 4096, 0o1600) >= 0:
        done.append(memory)
    return done
