"""A copy of a course without the judge: no oracle, no exercise, no table of marks.

Chapters import `check` and `hint`; in the copy they do nothing. Whatever else a submission wants of
the judge is refused and noted.
"""

import contextlib
import importlib.util
import os
import shutil
import tempfile
from pathlib import Path

import psutil

from .. import courses
from ..exercises import borrowed, stub

__all__ = ["copied", "packages", "write"]

CLASSROOM = Path(__file__).resolve().parents[1]

PREFIX = "classroom-bare-"

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


def packages():
    """Return the folders of the packages that the notebooks of the courses import."""
    names = [name for course in courses.courses().values() for name in course.packages]
    found = {name: folder_of(name) for name in dict.fromkeys(["livepanels", *names])}
    return {"classroom": CLASSROOM} | found


def folder_of(name):
    """Return the folder of a package, which is not imported."""
    spec = importlib.util.find_spec(name)
    if spec is None or spec.origin is None:
        raise courses.CourseError(f"a course names the package {name!r}, which is not installed")
    return Path(spec.origin).resolve().parent


def judge():
    """Return the packages that no submission may have, by their dotted names."""
    answers = [course.answers for course in courses.courses().values()]
    return ["classroom.exercises", "classroom.marks", *answers]


def write(folder):
    """Write the copy, and the program that runs a submission, into a folder; return the folder."""
    folder = Path(folder)
    for name, place in packages().items():
        ignored = shutil.ignore_patterns("__pycache__", "notebooks")
        shutil.copytree(place, folder / name, ignore=ignored)
    for name in judge():
        place = folder.joinpath(*name.split("."))
        modules = [path.name for path in place.glob("[a-z]*.py")]
        shutil.rmtree(place)
        place.mkdir()
        text = SILENT if name == "classroom.exercises" else REFUSED
        (place / "__init__.py").write_text(text, "utf-8")
        for module in modules:
            (place / module).write_text(REFUSED, "utf-8")
    for place, source in (pair for course in courses.courses().values() for pair in course.folders):
        if source.is_dir():
            shutil.copytree(source, folder / place, dirs_exist_ok=True)
    inside = Path(__file__).with_name("inside").glob("[a-z]*.py")
    for source in (*inside, Path(stub.__file__), Path(borrowed.__file__)):
        shutil.copy(source, folder)
    return folder


@contextlib.contextmanager
def copied():
    """Give the folder of a copy that lives as long as the block; those of killed runs go first."""
    for old in Path(tempfile.gettempdir()).glob(f"{PREFIX}*-*"):
        pid = old.name.removeprefix(PREFIX).partition("-")[0]
        if pid.isdigit() and not psutil.pid_exists(int(pid)):
            shutil.rmtree(old, ignore_errors=True)
    with tempfile.TemporaryDirectory(prefix=f"{PREFIX}{os.getpid()}-") as folder:
        yield write(Path(folder) / "bare")
