"""nbgrader and otter, in a virtual environment of their own: for the gate that runs them.

`.venv-graders` is made once and made anew when these versions or the project's change; the package
in it is the one of this clone.
"""

import os
import subprocess
from pathlib import Path

from .environments import programs, with_clone

__all__ = ["HOME", "PACKAGES", "missing", "run"]

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv-graders"
PROGRAMS = programs(HOME)
PACKAGES = ("nbgrader==0.9.6", "otter-grader==7.0.0", "hatchling>=1.27")


def missing():
    """Make the environment where it is not there; return in words why that failed, or nothing."""
    return with_clone(HOME, PACKAGES, "nbgrader and otter")


def run(folder, *words):
    """Run a program of that environment in a folder; return what it printed, raise if it failed."""
    path = os.pathsep.join((str(PROGRAMS), os.environ.get("PATH", "")))
    done = subprocess.run(
        [PROGRAMS / "python", "-m", *words],
        cwd=folder,
        env={**os.environ, "PATH": path, "PYTHONPATH": "", "JUPYTER_PREFER_ENV_PATH": "1"},
        capture_output=True,
        text=True,
    )
    if done.returncode:
        raise RuntimeError(f"{' '.join(words)}: {(done.stdout + done.stderr)[-3000:]}")
    return done.stdout + done.stderr
