"""What a process takes away from itself before it runs code that it does not trust.

Limits of the system on memory, seconds of the processor, sizes of files, number of processes; and
Landlock (Linux 5.13 and newer), which closes the file system but for what is named. Landlock and
the limit on memory hold for root, too.
"""

import contextlib
import ctypes
import os
import struct
import sys

__all__ = ["close_files", "landlock", "limit"]

CREATE, ADD, RESTRICT = 444, 445, 446  # system calls, the same on every processor
EXECUTE, READ_FILE, READ_FOLDER = 1 << 0, 1 << 2, 1 << 3
OF_FILES = EXECUTE | 1 << 1 | READ_FILE | 1 << 14 | 1 << 15  # rights that a file can have
NEW_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many rights each version knows; 16 from the 5th on
NO_NEW_PRIVILEGES, DIE_WITH_PARENT, KILL = 38, 1, 9


def _libc():
    return ctypes.CDLL(None, use_errno=True)


def landlock():
    """Return the version of Landlock that this system has, 0 where it has none."""
    if not sys.platform.startswith("linux"):
        return 0
    return max(_libc().syscall(CREATE, None, ctypes.c_size_t(0), 1), 0)


def close_files(readable, listable, writable):
    """Close the file system of this process and its children; return whether that could be done.

    Parameters
    ----------
    readable, listable, writable : list of str
        Files and folders, with all below them, that may be read and executed; folders of which
        the names may be listed; folders in which everything may be done.
    """
    version = landlock()
    if not version:
        return False
    libc, rights = _libc(), (1 << NEW_RIGHTS.get(version, 16)) - 1
    wanted = [rights, 3 if version > 3 else 0, 3 if version > 5 else 0]  # files, network, signals
    attributes = (ctypes.c_uint64 * 3)(*wanted)
    size = 8 if version < 4 else 16 if version < 6 else 24
    rules = libc.syscall(CREATE, attributes, ctypes.c_size_t(size), 0)
    if rules < 0:
        return False
    for paths, right in (
        (readable, EXECUTE | READ_FILE | READ_FOLDER),
        (listable, READ_FOLDER),
        (writable, rights),
    ):
        for path in paths:
            _allow(libc, rules, path, right)
    libc.prctl(NO_NEW_PRIVILEGES, 1, 0, 0, 0)
    done = libc.syscall(RESTRICT, rules, 0) == 0
    os.close(rules)
    return done


def _allow(libc, rules, path, rights):
    try:
        place = os.open(path, os.O_PATH | os.O_CLOEXEC)
    except OSError:  # not on this system
        return
    rule = struct.pack("=Qi", rights if os.path.isdir(path) else rights & OF_FILES, place)
    libc.syscall(ADD, rules, 1, rule, 0)
    os.close(place)


def limit(memory, seconds, processes):
    """Set the limits of the system: bytes, seconds of the processor, processes of this user."""
    import resource

    limits = {
        "RLIMIT_AS": memory,
        "RLIMIT_CPU": seconds,
        "RLIMIT_NPROC": processes,
        "RLIMIT_FSIZE": 2**27,
        "RLIMIT_CORE": 0,
    }
    for name, value in limits.items():
        with contextlib.suppress(ValueError, OSError, AttributeError):  # not on every system
            resource.setrlimit(getattr(resource, name), (value, value))
    if sys.platform.startswith("linux"):
        _libc().prctl(DIE_WITH_PARENT, KILL, 0, 0, 0)
