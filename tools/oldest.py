"""The oldest packages that pyproject.toml allows, in a virtual environment of their own.

`.venv-oldest` is made once and made anew when the lower bounds change.
"""

import re
import sys
import tomllib
from pathlib import Path

from .environments import is_made, make, programs

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv-oldest"
STAMP = HOME / "bounds.txt"
PYTHON = programs(HOME) / ("python.exe" if sys.platform == "win32" else "python")
TOOLS = ("hatchling", "nbclient", "nbformat", "nbval", "pytest", "pytest-xdist")


def lower_bounds():
    """Return all requirements, those of `scale` too, as their oldest: ["numpy==2.0", ...]."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    wanted = project["dependencies"] + project["optional-dependencies"]["scale"]
    return [re.sub(r">=([\w.]+).*", r"==\1", text) for text in wanted]


def missing():
    """Make the environment where it is not there; return in words why that failed, or nothing."""
    wanted = "\n".join((*lower_bounds(), (ROOT / "pyproject.toml").read_text("utf-8")))
    if is_made(STAMP, wanted):
        return ""
    if sys.version_info >= (3, 13):
        return "the oldest NumPy allowed has no wheel for this Python; it takes 3.11 or 3.12"
    own = ["--no-deps", "--no-build-isolation", "--editable", str(ROOT)]  # its entry points count
    return make(STAMP, wanted, [[*lower_bounds(), *TOOLS], own], "the oldest packages")
