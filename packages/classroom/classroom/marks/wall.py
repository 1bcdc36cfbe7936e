"""The wall around the process of one answer, kept by others where that is possible.

bubblewrap (a program of its own, LGPL 2.0 or newer) gives it a root of its own that cannot be
written, a small folder in memory, and namespaces that end with it; `systemd-run`, where there is
systemd, bounds the memory and the number of all its processes together. Where bubblewrap is not
there or not allowed, `inside.locks` closes the files by Landlock; its filter of system calls is
part of both. SECURITY.md says what holds where; `probe.lacks` finds it out by trying.
"""

import functools
import os
import shutil
import subprocess
import sys
import sysconfig
from pathlib import Path

from .bare import packages

__all__ = ["bubblewrap", "files_for_landlock", "scope", "site", "words"]

SYSTEM = ("/usr", "/lib", "/lib64", "/bin")
SYSTEM += tuple(f"/etc/{name}" for name in ("ld.so.cache", "localtime", "fonts", "alternatives"))
OF_PROC = ("/proc/cpuinfo", "/proc/meminfo")
DEVICES = ("/dev/null", "/dev/urandom", "/dev/random")  # zero is memory that nobody counts
PACKAGE, SCRATCH = "/package", "/submission"  # inside of bubblewrap
FILES = 2**28  # bytes of all files of an answer together
NAMESPACES = f"""--unshare-user --unshare-all --die-with-parent --new-session --cap-drop ALL
    --uid 65534 --gid 65534 --proc /proc --tmpfs /proc/1 --remount-ro /proc/1 --remount-ro /proc
    --symlink {SCRATCH} /dev/shm --size {FILES} --tmpfs {SCRATCH} --chdir {SCRATCH}""".split()
BEGIN = ["bwrap", *NAMESPACES, *(word for one in DEVICES for word in ("--dev-bind", one, one))]


def works(words):
    """Return whether a program can be started with these words before its name."""
    if not sys.platform.startswith("linux") or not shutil.which(words[0]):
        return False
    return subprocess.run([*words, "true"], capture_output=True).returncode == 0


@functools.cache
def bubblewrap():
    """Return whether bubblewrap, 0.7 or newer, can build its wall on this machine."""
    return works([*BEGIN, *binds(SYSTEM)])


@functools.cache
def scope(memory, processes):
    """Return the words that start a program in a control group, none where there is no systemd."""
    words = ["systemd-run", "--scope", "--quiet", "--collect", "-p", f"MemoryMax={memory}"]
    words += ["-p", "MemorySwapMax=0", "-p", f"TasksMax={processes}"]
    words += [] if os.geteuid() == 0 else ["--user"]
    return words if works(words) else []


def binds(paths):
    """Return bubblewrap's words that show paths, where they exist, and let nobody write."""
    return [word for path in paths for word in ("--ro-bind-try", path, path)]


def site():
    """Return the folders that hold the packages of this Python."""
    paths = sysconfig.get_paths()
    return list(dict.fromkeys((paths["purelib"], paths["platlib"])))


def readable():
    """Return the folders of Python and its packages."""
    return {Path(os.path.realpath(path)) for path in (sys.base_prefix, *site())}


def closed(hidden):
    """Return what nobody may read, wherever it lies: these paths, and what has the answers."""
    copies = [Path(folder) / name for folder in site() for name in packages()]
    return {Path(os.path.realpath(path)) for path in (*packages().values(), *copies, *hidden)}


@functools.cache
def words(bare, hidden):
    """Return the words of bubblewrap's wall: what is shown, and empty folders over the rest."""
    shown = readable()
    roots = {Path(os.path.realpath(path)) for path in SYSTEM} | shown
    masks = {path for path in closed(hidden) - shown if path.is_dir()}
    masks = {path for path in masks if any(path.is_relative_to(root) for root in roots)}
    found = [*BEGIN, *binds(SYSTEM), "--ro-bind", str(bare), PACKAGE]
    for path in sorted(shown | masks):  # what lies deeper comes later
        found += ["--tmpfs", str(path)] if path in masks else binds([str(path)])
    return found + [word for path in (*masks, "/") for word in ("--remount-ro", str(path))]


@functools.cache
def files_for_landlock(hidden):
    """Return what may be read, and the folders on the way round what may not: lists of names."""
    paths, listable, hidden = [], [], closed(hidden)
    waiting = [*(Path(os.path.realpath(path)) for path in (*SYSTEM, *OF_PROC)), *readable()]
    while waiting:
        path = waiting.pop()
        if not any(one.is_relative_to(path) for one in hidden):
            paths.append(str(path))
        elif path not in hidden and path.is_dir():
            listable.append(str(path))
            waiting += path.iterdir()
    return {"readable": paths, "listable": listable}
