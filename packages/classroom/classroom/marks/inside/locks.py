"""What a process takes away from itself before it runs code that it does not trust.

Limits of the system; a filter of system calls (seccomp); and, where nobody else closes the file
system, Landlock (Linux 5.13 and newer). All hold for root and for all children, for ever.
"""

import contextlib
import ctypes
import os
import platform
import struct
import sys

__all__ = ["close_calls", "close_files", "landlock", "limit", "prctl"]

CREATE, ADD, RESTRICT = 444, 445, 446  # system calls, the same on every processor
EXECUTE, READ_FILE, READ_FOLDER = 1 << 0, 1 << 2, 1 << 3
OF_FILES = EXECUTE | 1 << 1 | READ_FILE | 1 << 14 | 1 << 15  # rights that a file can have
NEW_RIGHTS = {1: 13, 2: 14, 3: 15, 4: 15}  # how many rights each version knows; 16 from the 5th on
NO_NEW_PRIVILEGES, SECCOMP, DIE_WITH_PARENT, KILL = 38, 22, 1, 9
REFUSE, ALLOW, NOT_PERMITTED, NOT_THERE = 0x50000, 0x7FFF0000, 1, 38
LOAD, AND, EQUAL, GREATER, RETURN = 0x20, 0x54, 0x15, 0x35, 0x06  # of the filter's machine
KINDS = {"x86_64": (0xC000003E, 0), "aarch64": (0xC00000B7, 1)}  # of processors: name, column
CALLS = """
    socket 41 198, memfd_create 319 279, memfd_secret 447 447, shmget 29 194, msgget 68 186,
    semget 64 190, mq_open 240 180, chmod 90, fchmod 91 52, fchmodat 268 53, fchmodat2 452 452,
    chown 92, fchown 93 55, lchown 94, fchownat 260 54, utime 132, utimes 235, futimesat 261,
    utimensat 280 88, setxattr 188 5, lsetxattr 189 6, fsetxattr 190 7, removexattr 197 14,
    lremovexattr 198 15, fremovexattr 199 16, setxattrat 463 463, removexattrat 466 466,
    file_setattr 469 469, truncate 76 45, openat2 437 437, kill 62 129, tkill 200 130,
    rt_sigqueueinfo 129 138, rt_tgsigqueueinfo 297 240, pidfd_send_signal 424 424,
    pidfd_open 434 434, pidfd_getfd 438 438, setpriority 141 140, ioprio_set 251 30,
    ptrace 101 117, process_vm_readv 310 270, process_vm_writev 311 271, kcmp 312 272,
    process_madvise 440 440, process_mrelease 448 448, migrate_pages 256 238, move_pages 279 239,
    unshare 272 97, setns 308 268, mount 165 40, umount2 166 39, pivot_root 155 41, chroot 161 51,
    open_tree 428 428, move_mount 429 429, fsopen 430 430, fsconfig 431 431, fsmount 432 432,
    mount_setattr 442 442, bpf 321 280, perf_event_open 298 241, userfaultfd 323 282,
    io_uring_setup 425 425, add_key 248 217, request_key 249 218, keyctl 250 219,
    open_by_handle_at 304 265, fanotify_init 300 262, quotactl 179 60, acct 163 89,
    fallocate 285 47, vmsplice 278 75, splice 275 76, socketpair 53 199, syslog 103 116
"""  # never: name, number on x86_64, number on aarch64
OWN = """
    prlimit64 302 261 0 0, sched_setaffinity 203 122 0 0, sched_setscheduler 144 119 0 0,
    sched_setparam 142 118 0 0, sched_setattr 314 274 0 0, tgkill 234 131 0 own,
    fcntl 72 25 1 0 1 2 3 4 5 6 7 24 25 26 406 408,
    ioctl 16 29 1 5401 802c542a 5413 5421 541b 5450 5451
"""  # only where this argument (its place) is one of these: the process itself, what is harmless
WITH = """
    clone 56 220 0 10000000 10000000, open 2 - 1 203 200, openat 257 56 2 203 200,
    open 2 - 1 3 3, openat 257 56 2 3 3, mmap 9 222 3 21 21, mmap 9 222 3 40000 40000,
    madvise 28 233 2 ffffffff 15
"""  # not where this argument, under this mask, is this: files emptied, memory that nobody counts


def _libc():
    return ctypes.CDLL(None, use_errno=True)


def prctl(option, *values):
    """Set what Linux calls an operation on this process; return whether that could be done."""
    values = (*values, 0, 0, 0, 0)[:4]
    return sys.platform.startswith("linux") and _libc().prctl(option, *values) == 0


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
    prctl(NO_NEW_PRIVILEGES, 1)
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


def close_calls():
    """Refuse the system calls of the lists above; return whether that could be done."""
    if not sys.platform.startswith("linux") or platform.machine() not in KINDS:
        return False
    program = _program(*KINDS[platform.machine()])
    text = ctypes.create_string_buffer(program, len(program))
    found = struct.pack("HP", len(program) // 8, ctypes.addressof(text))
    _libc().capset(struct.pack("Ii", 0x20080522, 0), bytes(24))  # root is without his powers
    return prctl(NO_NEW_PRIVILEGES, 1) and prctl(SECCOMP, 2, found)


def _program(processor, column):
    """Return the filter in the kernel's code: pairs of a question and what follows from a yes."""
    number, refuse = _step(LOAD, 0), _step(RETURN, REFUSE | NOT_PERMITTED)
    steps = [_step(LOAD, 4), _step(EQUAL, processor, 1), _step(RETURN, 0x80000000), number]
    steps += [_step(GREATER, 0x40000000, 0, 1), refuse]  # the same calls by other numbers
    steps += [_step(EQUAL, 435, 0, 1), _step(RETURN, REFUSE | NOT_THERE)]  # clone3: clone is asked
    for call, _ in _rows(CALLS, column):
        steps += [_step(EQUAL, call, 0, 1), refuse]
    for call, (place, *values) in _rows(OWN.replace("own", f"{os.getpid():x}"), column):
        rest = len(values)
        steps += [_step(EQUAL, call, 0, rest + 3), _step(LOAD, 16 + 8 * place)]
        steps += [_step(EQUAL, value, rest - n) for n, value in enumerate(values)]
        steps += [refuse, number]
    for call, (place, mask, value) in _rows(WITH, column):
        steps += [_step(EQUAL, call, 0, 5), _step(LOAD, 16 + 8 * place), _step(AND, mask)]
        steps += [_step(EQUAL, value, 0, 1), refuse, number]
    return b"".join([*steps, _step(RETURN, ALLOW)])


def _step(code, value, yes=0, no=0):
    return struct.pack("=HBBI", code, yes, no, value)


def _rows(table, column):
    """Yield the number of each call that this processor has, and what is said of its arguments."""
    for _, *numbers in map(str.split, table.split(",")):
        if numbers[column : column + 1] not in ([], ["-"]):
            yield int(numbers[column]), [int(word, 16) for word in numbers[2:]]


def limit(memory, seconds, processes):
    """Set the limits of the system: bytes, seconds of the processor, processes of this user."""
    import resource

    limits = {
        "RLIMIT_AS": memory,
        "RLIMIT_CPU": seconds,
        "RLIMIT_NPROC": processes,
        "RLIMIT_FSIZE": 2**27,
        "RLIMIT_NOFILE": 256,
        "RLIMIT_CORE": 0,
    }
    for name, value in limits.items():
        with contextlib.suppress(ValueError, OSError, AttributeError):  # not on every system
            resource.setrlimit(getattr(resource, name), (value, value))
    prctl(DIE_WITH_PARENT, KILL)
