"""What hostile students hand in: a table of attacks on `grade`, for `test_marks_attacks`.

Most are the body of the toy course's `my_mean`, which then returns the right mean. Where an attack
can be refused, the body raises an error, so that the point for `my_mean` would say that it has got
through: such an attack may earn one point, that of `my_days`. All are bounded: at most 200
processes, and nothing that would do harm to this machine where a wall gives way.
"""

import platform
import textwrap
from dataclasses import dataclass

from classroom.marks.inside import locks

MEAN = "def my_mean(numbers):\n    return sum(numbers) / len(numbers)"
DAYS = "my_days = 7"


def numbers():
    """Return the numbers of Linux's calls on this machine."""
    column = 1 if platform.machine() == "aarch64" else 0
    rows = (row.split() for row in f"{locks.CALLS},{locks.OWN},{locks.WITH}".split(","))
    return {
        name: int(found[column]) for name, *found in rows if found[column:][:1] not in ([], ["-"])
    }


TOOLS = f"""import ctypes, fcntl, gc, json, mmap, os, resource, signal, struct, sys, time
import numpy as np
CALLS, TARGET = {numbers()}, "<target>"
NUMPY, PARENT = os.path.realpath(np.__file__), os.getppid()
libc = ctypes.CDLL(None, use_errno=True)
def checked(result):
    if result < 0:
        raise OSError(ctypes.get_errno(), os.strerror(ctypes.get_errno()))
    return result
def call(name, *values):
    return checked(libc.syscall(CALLS.get(name, name), *values))
def write(text):
    for number in range(3, 40):
        try:
            os.write(number, text)
        except OSError:
            pass
def say(**message):
    write(json.dumps(message).encode() + b"\\n")
    os._exit(0)
def once():
    return not os.path.exists("here") and not open("here", "w").close()
def child(act):
    if os.fork() == 0:
        try:
            act()
        finally:
            os._exit(0)
def sleep():
    libc.prctl(1, 0)
    os.setsid()
    os.execv("/bin/sh", ["sh", "-c", "sleep 300; : " + TARGET])
"""


@dataclass(frozen=True)
class Attack:
    """An attack: its name, the promise of SECURITY.md, what it may earn, what is handed in."""

    name: str
    promise: str
    may: int
    cells: tuple[str, ...]
    raw: str = ""  # the text of the notebook, where it is none

    def sources(self, target):
        """Return the cells that attack this file."""
        return tuple(cell.replace("<target>", str(target)) for cell in self.cells)


def bodies(promise, may, text):
    """Read attacks that are bodies of `my_mean`: a line `# name`, and the lines below it."""
    for part in text.strip().split("\n# "):
        name, _, body = part.removeprefix("# ").partition("\n")
        body = textwrap.indent(body.strip("\n") or "pass", "    ")
        function = f"def my_mean(numbers):\n{body}\n    return sum(numbers) / len(numbers)"
        yield Attack(name.strip(), promise, may, (TOOLS, function, DAYS))


FILES = """
# reads a file
os.open(TARGET, os.O_RDONLY)
# writes a file
os.open(TARGET, os.O_WRONLY)
# adds to a file
os.open(TARGET, os.O_WRONLY | os.O_APPEND)
# empties a file by reading
os.open(TARGET, os.O_RDONLY | os.O_TRUNC)
# empties a file by the third way to open
os.open(TARGET, 3 | os.O_TRUNC)
# empties a file by its name
os.truncate(TARGET, 0)
# opens by openat2
call("openat2", -100, TARGET.encode(), struct.pack("QQQ", os.O_WRONLY, 0, 0), 24)
# opens by io_uring
call("io_uring_setup", 4, bytes(120))
# opens by a handle
call("open_by_handle_at", -100, bytes(64), 0)
# changes a mode
os.chmod(TARGET, 0o644)
# changes a mode by fchmodat2
call("fchmodat2", -100, TARGET.encode(), 0o644, 0)
# changes an owner
os.chown(TARGET, os.getuid(), os.getgid())
# changes a time
os.utime(TARGET, (0, 0))
# sets an attribute
os.setxattr(TARGET, "user.found", b"")
# removes an attribute
os.removexattr(TARGET, "user.mine")
# sets a flag of the file system
flags = ctypes.c_long(0x40)
checked(libc.ioctl(os.open(TARGET, 3), 0x40086602, ctypes.byref(flags)))
# sets a flag by file_setattr
call("file_setattr", -100, TARGET.encode(), bytes(24), 24, 0)
# makes a hard link
os.link(TARGET, "mine")
# makes a link and reads through it
os.path.islink("mine") or os.symlink(TARGET, "mine")
open("mine").read()
# renames a file
os.rename(TARGET, "mine")
# deletes a file
os.unlink(TARGET)
# makes a file beside
os.close(os.open(TARGET + ".new", os.O_CREAT | os.O_WRONLY))
# makes a pipe beside
os.mkfifo(TARGET + ".pipe")
# lists the folder
os.listdir(os.path.dirname(TARGET))
# opens a way and reads by it
place = os.open(os.path.dirname(TARGET), os.O_PATH)
os.open(os.path.basename(TARGET), os.O_RDONLY, dir_fd=place)
# changes the mode of numpy
os.chmod(NUMPY, os.stat(NUMPY).st_mode)
# changes the flags of numpy
flags, file = ctypes.c_long(), os.open(NUMPY, os.O_RDONLY)
checked(libc.ioctl(file, 0x80086601, ctypes.byref(flags)))
checked(libc.ioctl(file, 0x40086602, ctypes.byref(flags)))
# writes into numpy
os.open(NUMPY, os.O_WRONLY)
# writes into the program that asks
os.open(sys.modules["locks"].__file__, os.O_WRONLY)
# takes a lease on numpy
fcntl.fcntl(os.open(NUMPY, os.O_RDONLY), fcntl.F_SETLEASE, fcntl.F_RDLCK)
# asks for signals from a folder
fcntl.fcntl(os.open(os.path.dirname(NUMPY), os.O_RDONLY), fcntl.F_NOTIFY, fcntl.DN_ACCESS)
# mounts
call("mount", b"none", b"/tmp", b"tmpfs", 0, 0)
# mounts by file descriptors
call("open_tree", -100, b"/usr", 1)
# takes a mount away
call("umount2", b"/usr", 2)
# takes another root
call("chroot", b".")
# turns the root round
call("pivot_root", b".", b".")
# makes a namespace of users
call("unshare", 0x10000000)
# starts a process in a namespace of users
if call("clone", 0x10000011, 0, 0, 0, 0) == 0:
    os._exit(0)
# starts a process by clone3
if call(435, struct.pack("QQQQQQQQ", 0x10000000, 0, 0, 0, 17, 0, 0, 0), 64) == 0:
    os._exit(0)
# goes into the namespace of process 1
call("setns", os.open("/proc/1/ns/mnt", os.O_RDONLY), 0)
# opens the settings of the kernel
os.open("/proc/sys/kernel/hostname", os.O_WRONLY)
# sets the flags that root keeps
header, data = struct.pack("Ii", 0x20080522, 0), ctypes.create_string_buffer(24)
checked(libc.capget(header, data))
assert any(data.raw), "no capabilities"
# becomes another user
os.setresuid(4242, 4242, 4242)
# opens a terminal
os.open("/dev/tty", os.O_RDWR)
# makes a terminal
os.open("/dev/ptmx", os.O_RDWR)
# types into a terminal
for number in range(10):
    try:
        fcntl.ioctl(number, 0x5412, b"x")
        break
    except OSError:
        pass
else:
    raise OSError("no terminal")
# reads the log of the kernel
call("syslog", 10, 0, 0)
"""
SOCKETS = """
# speaks TCP
import socket
socket.socket(socket.AF_INET)
# speaks UDP
import socket
socket.socket(socket.AF_INET6, socket.SOCK_DGRAM)
# speaks to this machine
import socket
socket.socket(socket.AF_UNIX)
# speaks to the kernel
import socket
socket.socket(socket.AF_NETLINK, socket.SOCK_RAW)
# speaks to the host of a virtual machine
import socket
socket.socket(40, socket.SOCK_STREAM)
# hands a file over in a pair of sockets
import socket
one, other = socket.socketpair()
socket.send_fds(one, [b"x"], [0])
"""
OTHERS = """
# sets a limit of its parent
resource.prlimit(PARENT, resource.RLIMIT_CPU, resource.prlimit(PARENT, resource.RLIMIT_CPU))
# signals its parent
os.kill(PARENT, signal.SIGCONT)
# signals everybody
os.kill(-1, signal.SIGCONT)
# signals a thread of its parent
call("tgkill", PARENT, PARENT, signal.SIGCONT)
# signals by a queue
call("rt_sigqueueinfo", PARENT, signal.SIGCONT, bytes(128))
# signals by a descriptor
os.pidfd_open(PARENT)
# signals by the owner of a pipe
fcntl.fcntl(os.pipe()[0], fcntl.F_SETOWN, PARENT)
# signals by the chosen signal of a pipe
fcntl.fcntl(os.pipe()[0], fcntl.F_SETSIG, signal.SIGKILL)
# signals by the other owner of a pipe
fcntl.fcntl(os.pipe()[0], 15, struct.pack("ii", 1, PARENT))
# signals by FIOSETOWN
fcntl.ioctl(os.pipe()[0], 0x8901, struct.pack("i", PARENT))
# slows its parent
os.setpriority(os.PRIO_PROCESS, PARENT, 19)
# makes its parent idle
os.sched_setscheduler(PARENT, os.SCHED_IDLE, os.sched_param(0))
# binds its parent to a processor
os.sched_setaffinity(PARENT, os.sched_getaffinity(PARENT))
# makes the files of its parent wait
call("ioprio_set", 1, PARENT, 3 << 13)
# goes before all others
os.sched_setscheduler(0, os.SCHED_FIFO, os.sched_param(1))
# is nicer than nice
os.nice(-5)
# traces its parent
call("ptrace", 0x4206, PARENT, 0, 0)
# reads the memory of its parent
call("process_vm_readv", PARENT, bytes(16), 1, bytes(16), 1, 0)
# opens the memory of its parent
os.open(f"/proc/{PARENT}/mem", os.O_RDWR)
# opens the memory of process 1
os.open("/proc/1/mem", os.O_RDWR)
# lists what its parent has open
os.listdir(f"/proc/{PARENT}/fd")
# opens what its parent has open
os.open(f"/proc/{PARENT}/fd/0", os.O_RDWR)
# reads the environment of process 1
open("/proc/1/environ", "rb").read()
# compares itself with its parent
call("kcmp", os.getpid(), PARENT, 0, 0, 0)
# moves the memory of its parent
call("migrate_pages", PARENT, 0, 0, 0)
# watches the kernel
call("bpf", 0, bytes(72), 72)
# counts events of the kernel
call("perf_event_open", bytes(112), 0, -1, -1, 0)
# keeps a key in the kernel
call("add_key", b"user", b"x", b"x", 1, -3)
# is spared by the kernel
open("/proc/self/oom_score_adj", "w").write("-1000")
# calls as programs of 32 bits do
code = mmap.mmap(-1, 4096, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS, 7)
code.write(b"\\xb8\\x14\\x00\\x00\\x00\\xcd\\x80\\xc3")
place = ctypes.addressof(ctypes.c_char.from_buffer(code))
assert os.uname().machine == "x86_64"
ctypes.CFUNCTYPE(ctypes.c_int)(place)()
# calls by the numbers of x32
call(0x40000000 | CALLS["kill"], PARENT, 18)
"""
MEMORY = """
# holds shared memory that it does not see
memory = mmap.mmap(-1, 2**20)
# holds zeros that it does not see
memory = mmap.mmap(os.open("/dev/zero", os.O_RDWR), 2**20)
# holds a file without a name
os.memfd_create("held")
# holds a secret file
call("memfd_secret", 0)
# holds memory of System V
checked(libc.shmget(0, 4096, 0o1600))
# holds messages of System V
call("msgget", 0, 0o1600)
# holds locks of System V
call("semget", 0, 1, 0o1600)
# holds messages of POSIX
call("mq_open", b"x", os.O_CREAT | os.O_RDWR, 0o600, 0)
# holds pages in pipes
page = ctypes.create_string_buffer(4096)
checked(libc.vmsplice(os.pipe()[1], struct.pack("QQ", ctypes.addressof(page), 4096), 1, 0))
# holds pages of files in pipes
checked(libc.splice(os.open(NUMPY, os.O_RDONLY), None, os.pipe()[1], None, 4096, 0))
# holds huge pages
memory = mmap.mmap(-1, 2**21, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS | 0x40000)
# sends memory away
memory = mmap.mmap(-1, 2**20, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
memory.madvise(21)
# takes memory at once
memory = bytearray(2 * 10**9)
# takes memory by and by
memory = []
for _ in range(40):
    memory.append(np.ones(2**22))
    time.sleep(0.02)
# takes memory in children
def hold():
    memory = np.ones(2**24)
    time.sleep(20)
if once():
    for _ in range(8):
        child(hold)
    time.sleep(4)
# takes memory in children of children
def hold(depth=8):
    memory = np.ones(2**24)
    if depth:
        child(lambda: hold(depth - 1))
    time.sleep(20)
if once():
    child(hold)
    time.sleep(4)
# writes a file of 300 MB
with open("big", "wb") as file:
    for _ in range(300):
        file.write(bytes(10**6))
# writes a file of 300 MB in shared memory
with open("/dev/shm/big", "wb") as file:
    for _ in range(300):
        file.write(bytes(10**6))
# reserves 300 MB on the disk
file = os.open("big", os.O_CREAT | os.O_RDWR)
checked(libc.fallocate(file, 1, ctypes.c_long(0), ctypes.c_long(3 * 10**8)))
# makes a file with holes
os.ftruncate(os.open("holes", os.O_CREAT | os.O_RDWR), 2**40)
# gives itself larger files
resource.setrlimit(resource.RLIMIT_FSIZE, (2**40, 2**40))
# gives itself more memory
resource.setrlimit(resource.RLIMIT_AS, (2**40, 2**40))
# gives itself more time
resource.setrlimit(resource.RLIMIT_CPU, (10**6, 10**6))
"""
SUM_OF_FILES = """
# writes three files
for number in range(3):
    with open(f"big{number}", "wb") as file:
        for _ in range(100):
            file.write(bytes(10**6))
# writes files in two places
for name in ("one", "/dev/shm/two", "three", "/dev/shm/four"):
    with open(name, "wb") as file:
        for _ in range(100):
            file.write(bytes(10**6))
"""
CROWDS = """
# starts forty that sleep
if once():
    for _ in range(40):
        child(lambda: time.sleep(20))
    time.sleep(4)
# leaves forty that have ended
if once():
    for _ in range(40):
        child(lambda: None)
    time.sleep(4)
# starts forty by vfork
import subprocess
if once():
    for _ in range(40):
        subprocess.Popen(["sleep", "20"])
    time.sleep(4)
# starts some that start some
heard, said = os.pipe()
def grow(depth=5):
    os.write(said, b"x")
    if depth:
        child(lambda: grow(depth - 1))
        child(lambda: grow(depth - 1))
    time.sleep(20)
if once():
    child(grow)
    time.sleep(4)
    if len(os.read(heard, 99)) < 40:
        raise OSError("they were not so many")
"""
STAYS = """
# leaves a process
if once():
    child(sleep)
# leaves a grandchild
if once():
    child(lambda: child(sleep))
# leaves one that hears no signal
def deaf():
    for number in signal.valid_signals() - {signal.SIGKILL, signal.SIGSTOP}:
        signal.signal(number, signal.SIG_IGN)
    sleep()
if once():
    child(deaf)
# leaves one that runs away again and again
def run_away():
    os.setsid()
    libc.prctl(1, 0)
    for _ in range(150):
        if os.fork():
            os._exit(0)
        time.sleep(0.01)
    sleep()
if once():
    child(run_away)
# leaves one that takes in orphans
def take_in():
    libc.prctl(36, 1)
    child(lambda: child(sleep))
    sleep()
if once():
    child(take_in)
# leaves one beside itself
if once() and call("clone", 0x00008000 | 17, 0, 0, 0, 0) == 0:
    sleep()
# keeps the pipe of the questions open
for number in range(3, 40):
    try:
        os.set_inheritable(os.open(f"/proc/self/fd/{number}", os.O_WRONLY), True)
    except OSError:
        pass
libc.prctl(1, 0)
if once():
    child(sleep)
# lets the kernel hang its parent up
group, (heard, said) = os.getpgid(0), os.pipe()
def within():
    os.setpgid(0, group)
    os.write(said, b"x")
    time.sleep(3)
def beside():
    os.setpgid(0, 0)
    child(within)
    os.read(heard, 1)
    call("tgkill", os.getppid(), os.getppid(), signal.SIGSTOP)
    time.sleep(0.2)
if once():
    libc.prctl(1, 0)
    child(sleep)
    time.sleep(0.2)
    child(beside)
    time.sleep(0.7)
# leaves thirty threads
import threading
if once():
    for _ in range(30):
        threading.Thread(target=time.sleep, args=(100,)).start()
# ends late
import atexit, threading
atexit.register(time.sleep, 100)
class Late:
    def __del__(self):
        time.sleep(100)
sys.late = Late()
# leaves a thousand files
for number in range(1000 * once()):
    open(f"empty{number}", "w").close()
# leaves folders in folders
for number in range(1100 * once()):
    os.mkdir("d")
    os.chdir("d")
# leaves a folder that nobody may list
if once():
    os.makedirs("closed/deep")
    open("closed/deep/file", "w").close()
    os.umask(0o777)
    os.mkdir("closed/none")
    os.mkdir("none", 0)
    os.umask(0o477)
    os.mkdir("blind")
    os.mkdir("blind/inner")
# fills its pipes
pipes = [os.pipe() for _ in range(50 * once())]
for _, end in pipes:
    os.set_blocking(end, False)
    os.write(end, bytes(2**17))
# starts a program with long arguments
import subprocess
subprocess.run(["true", *["x" * 100_000] * 8], env={"LONG": "x" * 100_000})
# holds a lock on numpy
fcntl.flock(os.open(NUMPY, os.O_RDONLY), fcntl.LOCK_SH)
# looks on at numpy
libc.inotify_add_watch(libc.inotify_init(), os.path.dirname(NUMPY).encode(), 0xFFF)
# waits for the end of its time with a handler
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
signal.signal(signal.SIGTERM, signal.SIG_IGN)
"""
ENDS = """
# ends
os._exit(0)
# ends with a broken memory
ctypes.string_at(0)
# aborts
os.abort()
# ends by a signal of its own
os.kill(os.getpid(), signal.SIGKILL)
# closes all
os.closerange(0, 4096)
# becomes another program
os.execv("/bin/sleep", ["sleep", "60"])
# becomes a program that ends
os.execv("/bin/true", ["true"])
# ends, and its child holds the output
child(lambda: time.sleep(60))
os._exit(0)
# ends as if somebody had asked
sys.exit(0)
# raises what is no exception
raise GeneratorExit
# calls itself
my_mean(numbers)
# recurses in the library
import re
re.compile("(" * 10**6)
"""
WAITS = """
# sleeps
time.sleep(60)
# stops itself
call("tgkill", os.getpid(), os.getpid(), signal.SIGSTOP)
# works for ever
while True:
    pass
# works for ever where nobody can break in
sum(range(10**12))
# works and hears no signal
signal.signal(signal.SIGXCPU, signal.SIG_IGN)
while True:
    pass
# sends half a line
write(b'{"value": 1')
time.sleep(60)
# sends a blank again and again
while True:
    write(b" ")
    time.sleep(0.1)
# sends a long line slowly
while True:
    write(b'"' + b"x" * 10**4)
    time.sleep(0.02)
# lets a child answer half
child(lambda: (write(b'{"value'), time.sleep(60)))
time.sleep(60)
"""
LINES = r"""
# sends nested lists
write(b"[" * 10**6 + b"\n")
# sends nested lists that end
write(b'{"value": ' + b"[" * 900 + b"]" * 900 + b"}\n")
# sends an answer before it is asked
write(b'{"value": 1}\n{"value": 2}\n{"value": 3}\n')
# sends no object
write(b"[1, 2]\n")
# sends bytes that are no text
write(b'{"value": "\xff\xfe"}\n')
# sends a text of two bytes a letter
write('{"value": 1}\n'.encode("utf-16"))
# sends a number with a million digits
write(b'{"value": ' + b"1" * 10**6 + b"}\n")
# sends a number with a million digits as text
say(value=["number", "1" * 10**6])
# sends what is no number
write(b'{"value": NaN}\n')
# sends infinity
write(b'{"value": Infinity}\n')
# sends too large a number
write(b'{"value": 1e999}\n')
# sends the same key twice
write(b'{"value": 1, "value": 2, "error": []}\n')
# sends seventeen megabytes
write(b'{"value": "' + b"x" * 17 * 10**6 + b'"}\n')
# sends sixteen megabytes of objects
write(b'{"value": [' + b"{}," * (5 * 10**6) + b"{}]}\n")
# sends nothing
write(b"\n")
# sends an array of objects
say(value=["array", [1], "O", "gASVAAAA"])
# sends an array of huge letters
say(value=["array", [1], "U536870911", "AAAA"])
# sends an array of a huge shape
say(value=["array", [2**62, 2**62], "f8", ""])
# sends an array of a hundred axes
say(value=["array", [1] * 100, "f8", "AAAAAAAAAAA="])
# sends an array of a kind that is none
say(value=["array", [1], "(" * 10**5, ""])
# sends long numbers of C
say(value=["scalar", "g", "/////////////////////w=="])
# sends a kind that nobody knows
say(value=["__import__", "os"])
# sends a forged loan
say(value=0.0, borrowed="\x1b[2J" * 100, changed=[], warnings=[])
# sends a loan that is no text
say(value=0.0, borrowed=[[]], changed={}, warnings={})
# sends changes that are none
say(value=0.0, changed=[["x", 1], [10**9, 2], 5], warnings=[])
# sends changes of what was asked
say(value=0.0, changed=[[0, [0.0]]], warnings=[])
# sends a megabyte of warnings
say(value=0.0, changed=[], warnings=["x" * 10**6] * 10)
# sends warnings with signs for the terminal
say(value=0.0, changed=[], warnings=["\x1b]0;x\x07", 5, None])
# sends whom it has asked for
say(value=0.0, asked=["\x1b[2J", 5, "x" * 10**6, *["y"] * 10**5])
# sends an error that is none
say(error=5)
# sends an error of a strange name
say(error=["__class__", "x", "y"])
# sends an error of a name as long as a book
say(error=["x" * 10**6, "x" * 10**6, "x" * 10**6])
# sends an error that says that nothing was tried
say(error=["NotImplementedError", "", ""])
# raises an order to a terminal
raise ValueError("\x1b[2J\x9b2J\x07")
# raises a text that turns round
raise ValueError("\u202e" + "\ud800" + "=1+1")
"""
LIES = """
# is equal to everything
class Equal(float):
    __eq__ = __le__ = __ge__ = lambda *_: True
    __sub__ = __rsub__ = __abs__ = lambda *_: 0.0
return Equal(0)
# is an array that lies
class Lie(np.ndarray):
    __array_function__ = __array_ufunc__ = lambda *_, **__: True
return np.zeros(3).view(Lie)
# returns nothing that is a number
return float("nan")
# returns a generator
return (number for number in numbers)
# returns a pickle
return b"cos\\nsystem\\n(S'true'\\ntR."
# returns an object array that holds itself
array = np.empty(1, dtype=object)
array[0] = array
return array
# returns a list that holds itself
found = []
found.append(found)
return found
# returns 100 MB of text
return "x" * 10**8
# returns a list of three million
return [0.0] * 3 * 10**6
# returns a truth
return True
# changes its input
numbers[:] = [0.0] * len(numbers)
return 0.0
# replaces the encoder
import wire
wire.encode = lambda *_: ["number", "1"]
return 0.0
# replaces JSON
json.dumps = lambda *_: '{"value": 0.0, "passed": true}'
return 0.0
# replaces numpy
np.array_equal = np.allclose = np.isclose = lambda *_, **__: True
np.asarray = np.array
return 0.0
# replaces what Python has
import builtins
builtins.abs = builtins.min = builtins.max = lambda *_: 0
builtins.isinstance = lambda *_: True
return 0.0
# replaces the modules of the program
for name in ("refused", "stub", "borrowed", "wire", "locks"):
    sys.modules[name] = type(sys)(name)
sys.modules["stub"].is_stub = lambda *_: False
return 0.0
# replaces the program itself
import __main__
__main__.words = __main__.parameters = lambda *_: None
__main__.Answer.call = lambda *_: {"value": 0.0}
return 0.0
# knows the inputs by heart
return {1: 2.0, 3: 3.0}.get(len(numbers), 0.0)
# answers by the number of its calls
my_mean.calls = getattr(my_mean, "calls", 0) + 1
return (2.0, 3.0)[my_mean.calls % 2]
# asks the clock which case it is
return (2.0, 3.0)[time.time_ns() % 2]
# writes in a thread between its calls
import threading
threading.Thread(target=lambda: (time.sleep(0.01), write(b'{"value": 1}\\n'))).start()
return 0.0
# traces the program
sys.settrace(lambda frame, *_: frame.f_locals.update(value=1.0))
return 0.0
# hears what the program does
sys.addaudithook(lambda *_: write(b'{"value": 1}\\n'))
open("here", "w").close()
return 0.0
# looks for the oracle in frames
frame = sys._getframe()
while frame := frame.f_back:
    for name in ("oracle", "seed", "exercise", "want"):
        if name in frame.f_locals:
            return frame.f_locals[name](numbers)
return 0.0
# looks for the oracle in memory
for one in gc.get_objects():
    if type(one).__name__ == "Exercise" or getattr(one, "__name__", "") == "oracle":
        return one.oracle(numbers)
return 0.0
# looks for the oracle in files
for folder in sys.path:
    for place, _, names in os.walk(os.path.join(folder, "toy_course")):
        for name in names:
            if "oracle=" in open(os.path.join(place, name), errors="replace").read():
                return sum(numbers) / len(numbers)
return 0.0
# imports the answers
from toy_course.answers import c01
return c01.EXERCISES[0].oracle(numbers)
# imports the answers and hides it
import refused
try:
    import classroom.exercises.judging
except ImportError:
    refused.asked.clear()
return 0.0
# imports its own judge
sys.modules["classroom"] = type(sys)("classroom")
from classroom.exercises import judging
judging.judge = lambda *_: (1, None)
return 0.0
"""
CELLS = {  # what is right otherwise is right here, too: name, what it may earn, cells
    "stands in files that Python loads at its start": (
        1,
        TOOLS
        + """
for name in ("sitecustomize.py", "usercustomize.py", "x.pth"):
    open(name, "w").write("import builtins; builtins.days = 7")
os.environ |= {"LD_PRELOAD": "/lib/x.so", "PYTHONPATH": ".", "PYTHONSTARTUP": "sitecustomize.py"}
""",
        MEAN,
        "import builtins\nmy_days = getattr(builtins, 'days', 3)",
    ),
    "describes itself as a value": (
        0,
        f"{TOOLS}{MEAN}\nsay(kind='value', value=2.0)",
        "my_days = 8",
    ),
    "describes itself with nested errors": (
        0,
        f"{TOOLS}{MEAN}\nsay(kind='missing', errors=[eval('[' * 90 + ']' * 90)] * 10**4)",
    ),
    "has a hundred thousand parameters": (
        0,
        f"{TOOLS}{MEAN}\nparameters = [[f'p{{n}}', 1, False] for n in range(10**5)]\n"
        "say(kind='function', parameters=parameters)",
    ),
    "has a name with signs for the terminal": (
        1,
        r"""def my_mean(numbers):
    return 0.0
my_mean.__name__ = "my_\x1b[2J\x07\u202e"
""",
        DAYS,
    ),
    "has a parameter that is no word": (
        0,
        f"{TOOLS}{MEAN}\nsay(kind='function', name=[5], parameters=[['\x1b', 9**99, 5], [None]])",
    ),
    "is no function but called": (
        2,
        "class Mean:\n    def __call__(self, numbers):\n        return sum(numbers) / len(numbers)",
        "my_mean = Mean()",
        DAYS,
    ),
    "holds a lone surrogate": (1, 'raise ValueError("\ud800")', MEAN, 'my_days = "\ud800"'),
    "holds a zero": (2, "x = 1\0", MEAN, DAYS),
    "has a hundred thousand brackets": (2, "x = " + "(" * 10**5, MEAN, DAYS),
    "has a hundred thousand signs": (2, "x = " + "-" * 10**5 + "1", MEAN, DAYS),
    "has a sum of a hundred thousand": (2, "x = 1" + " + 1" * 10**5, MEAN, DAYS),
    "has a name of ten thousand parts": (2, "x = a" + ".b" * 10**4, MEAN, DAYS),
    "has four hundred thousand empty lines": (2, "\n" * 400_000, MEAN, DAYS),
    "has a chain of names": (
        1,  # it does not reach its end, so there is no mean
        "\n".join(f"a{n} = a{n + 1}" for n in range(1600)),
        MEAN + " + 0 * a1",
        DAYS,
    ),
    "binds 16,000 names in 16,000 lines": (
        2,
        ", ".join(f"a{n}" for n in range(16_000)) + ' = """' + "\n" * 16_000 + '"""',
        f"def everything():\n    return [{', '.join(f'a{n}' for n in range(16_000))}]",
        MEAN.replace("    return", "    everything\n    return"),
        DAYS,
    ),
    "has ten thousand cells": (2, *["x = 1"] * 10_000, MEAN, DAYS),
    "prints a hundred megabytes": (
        2,
        "for _ in range(100):\n    print('x' * 10**6)",
        MEAN.replace("    return", "    print('x' * 10**7)\n    return"),
        DAYS,
    ),
    "sleeps in its cells": (1, "import time\ntime.sleep(60)", "my_mean = 5", DAYS),
    "works for ever in its cells": (0, "while True:\n    pass", MEAN + " + x", "my_days = x"),
    "patches its judge": (
        1,
        """import sys
for module in list(sys.modules.values()):
    for name in ("check", "verdict", "judgment", "judge", "mark", "decode"):
        if hasattr(module, name):
            setattr(module, name, lambda *_: True)
""",
        "def my_mean(numbers):\n    return 0.0",
        DAYS,
    ),
}
RAW = {
    "is empty": "",
    "is no JSON": "{" * 10**5,
    "is nested": "[" * 10**5 + "]" * 10**5,
    "is a number": "1e999",
    "has cells that are none": '{"cells": [null, 5, [], {"cell_type": "code", "source": 5}]}',
    "is of the form before": '{"nbformat": 3, "worksheets": [{"cells": [{"input": "x = 7"}]}]}',
}


def table():
    """Return all attacks."""
    for promise, may, text in (
        ("files", 1, FILES),
        ("network", 1, SOCKETS),
        ("other processes", 1, OTHERS),
        ("memory", 1, MEMORY),
        ("sum of files", 1, SUM_OF_FILES),
        ("number of processes", 1, CROWDS),
        ("nothing stays", 2, STAYS),
        ("the run ends", 1, ENDS),
        ("time", 1, WAITS),
        ("messages are data", 1, LINES),
        ("messages are data", 1, LIES),
    ):
        yield from bodies(promise, may, text)
    for name, (may, *cells) in CELLS.items():
        yield Attack(name, "notebooks", may, tuple(cells))
    for name, text in RAW.items():
        yield Attack(name, "notebooks", 0, (), text)


ATTACKS = {attack.name: attack for attack in table()}
BEHIND = tuple(  # the others attack the judge, which is the same behind every wall
    name for name, one in ATTACKS.items() if one.promise not in ("messages are data", "notebooks")
)
QUICK = (
    "reads a file",
    "empties a file by the third way to open",
    "sets a flag of the file system",
    "sets a limit of its parent",
    "opens the memory of its parent",
    "holds shared memory that it does not see",
    "speaks UDP",
    "keeps the pipe of the questions open",
    "sends nested lists",
    "looks for the oracle in frames",
)
