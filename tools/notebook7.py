"""Notebook 7 and this clone, in a virtual environment of their own: for the gate that runs it.

`.venv-notebook` is made once and made anew when this version or the project's change.
"""

from pathlib import Path

from .environments import programs, with_clone

__all__ = ["PYTHON", "missing"]

ROOT = Path(__file__).resolve().parent.parent
HOME = ROOT / ".venv-notebook"
PYTHON = programs(HOME) / "python"
PACKAGES = ("notebook>=7.2,<8", "hatchling>=1.27")


def missing():
    """Make the environment where it is not there; return in words why that failed, or nothing."""
    return with_clone(HOME, PACKAGES, "Notebook 7")
