"""The oldest packages that pyproject.toml allows, in a virtual environment of their own.

`.venv-oldest` is made once and made anew when the lower bounds change.
"""

import contextlib
import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv-oldest"
STAMP = HOME / "bounds.txt"
PYTHON = HOME / ("Scripts/python.exe" if sys.platform == "win32" else "bin/python")
TOOLS = ("nbclient", "nbformat", "nbval", "pytest", "pytest-xdist")


def lower_bounds():
    """Return every requirement of the package as its oldest version: ["numpy==2.0", ...]."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    return [re.sub(r">=([\w.]+).*", r"==\1", text) for text in project["dependencies"]]


def missing():
    """Make the environment where it is not there; return in words why that failed, or nothing."""
    wanted = "\n".join(lower_bounds())
    if STAMP.is_file() and STAMP.read_text("utf-8") == wanted:
        return ""
    if sys.version_info >= (3, 13):
        return "the oldest NumPy allowed has no wheel for this Python; it takes 3.11 or 3.12"
    shutil.rmtree(HOME, ignore_errors=True)
    pip = [PYTHON, "-m", "pip", "install", "--quiet", "--disable-pip-version-check"]
    try:
        subprocess.run([sys.executable, "-m", "venv", HOME], check=True, capture_output=True)
        subprocess.run([*pip, *lower_bounds(), *TOOLS], check=True, capture_output=True)
    except subprocess.CalledProcessError as error:
        with contextlib.suppress(OSError):
            shutil.rmtree(HOME)
        said = (error.stderr or error.stdout or b"").decode(errors="replace").strip()
        return f"the oldest packages could not be installed: {said.splitlines()[-1:] or ''}"
    STAMP.write_text(wanted, "utf-8")
    return ""
