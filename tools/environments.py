"""Virtual environments for gates: made once, and anew when what they shall hold changes."""

import contextlib
import shutil
import subprocess
import sys
from pathlib import Path

__all__ = ["is_made", "make", "programs", "with_clone"]

ROOT = Path(__file__).resolve().parent.parent


def programs(home):
    """Return the folder of an environment's programs."""
    return home / ("Scripts" if sys.platform == "win32" else "bin")


def is_made(stamp, wanted):
    """Whether the environment around a stamp holds what is wanted."""
    return stamp.is_file() and stamp.read_text("utf-8") == wanted


def make(stamp, wanted, installs, name):
    """Make the environment around a stamp; return in words why that failed, or nothing.

    Parameters
    ----------
    stamp : Path
        A file in the environment's folder; it says what the environment holds.
    wanted : str
        What is written there at the end.
    installs : list of lists
        Words for pip, one list for each time that it is called.
    name : str
        What the environment is for.
    """
    home = stamp.parent
    shutil.rmtree(home, ignore_errors=True)
    pip = [programs(home) / "python", "-m", "pip", "install"]
    pip += ["--quiet", "--disable-pip-version-check"]
    venv = [sys.executable, "-m", "venv", home]
    try:
        for words in (venv, *([*pip, *more] for more in installs)):
            subprocess.run(words, check=True, capture_output=True)
    except subprocess.CalledProcessError as error:
        with contextlib.suppress(OSError):
            shutil.rmtree(home)
        said = (error.stderr or error.stdout or b"").decode(errors="replace").strip()
        return f"{name} could not be installed: {said.splitlines()[-1:] or ''}"
    stamp.write_text(wanted, "utf-8")
    return ""


def with_clone(home, packages, name):
    """Make an environment of packages and this clone, unless it is there; return why not, in words.

    It is made anew when the packages or pyproject.toml change.
    """
    stamp = home / "packages.txt"
    wanted = "\n".join((*packages, (ROOT / "pyproject.toml").read_text("utf-8")))
    if is_made(stamp, wanted):
        return ""
    return make(stamp, wanted, [packages, ["--no-build-isolation", "--editable", str(ROOT)]], name)
