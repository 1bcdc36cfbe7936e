"""A copy of the package without the judge: no oracle, no exercise, no table of marks.

Chapters import `check` and `hint`; in the copy they do nothing. Whatever else a submission wants of
the judge is refused and noted.
"""

import shutil
from pathlib import Path

from ..exercises import stub

__all__ = ["JUDGE", "write"]

PACKAGE = Path(__file__).resolve().parents[2]
SETS = PACKAGE.parent / "data" / "sets"  # in a clone; the wheel has them in the package
JUDGE = ("answers", "exercises", "marks")

REFUSED = '''"""Not here: this is the judge's."""

import refused

refused.refuse(__name__)
'''
SILENT = '''"""What chapters take from here: it does nothing while a submission is judged."""

import refused


class Verdict:
    """Nothing that counts."""

    passed, lines = False, ()


def check(*_):
    """Do nothing."""


def hint(*_):
    """Do nothing."""


def verdict(*_):
    """Say nothing."""
    return Verdict()


def __getattr__(name):
    if not name.startswith("__"):
        refused.refuse(f"{__name__}.{name}")
    raise AttributeError(name)
'''


def write(folder):
    """Write the copy, and the program that runs a submission, into a folder; return the folder."""
    folder = Path(folder)
    leave_out = shutil.ignore_patterns("__pycache__", "notebooks", *JUDGE)
    shutil.copytree(PACKAGE, folder / PACKAGE.name, ignore=leave_out)
    for name in JUDGE:
        place = folder / PACKAGE.name / "lab" / name
        place.mkdir()
        text = SILENT if name == "exercises" else REFUSED
        (place / "__init__.py").write_text(text, "utf-8")
        for part in (PACKAGE / "lab" / name).glob("[a-z]*.py"):
            (place / part.name).write_text(REFUSED, "utf-8")
    if SETS.is_dir():
        shutil.copytree(SETS, folder / PACKAGE.name / "datasets" / "sets", dirs_exist_ok=True)
    for source in (*Path(__file__).with_name("inside").glob("[a-z]*.py"), Path(stub.__file__)):
        shutil.copy(source, folder)
    return folder
