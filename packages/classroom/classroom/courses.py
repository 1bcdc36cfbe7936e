"""Where exercises come from: courses that are installed beside this package.

A course names itself in its pyproject.toml::

    [project.entry-points."classroom.courses"]
    my_course = "my_course.course:COURSE"

and `COURSE = Course("my_course.answers", packages=("my_course",))`. Its answers are a package with
one module a chapter, ``c00``, ``c01``, ..., each with a list ``EXERCISES``. A module is imported
when the first of its exercises is asked for.
"""

from __future__ import annotations

import functools
import importlib
import pkgutil
from dataclasses import dataclass
from importlib import metadata
from pathlib import Path

__all__ = ["GROUP", "Course", "CourseError", "chapters", "courses"]

GROUP = "classroom.courses"


class CourseError(LookupError):
    """No course is installed, one of them is broken, or two have the same chapter."""


@dataclass(frozen=True)
class Course:
    """A set of exercises that `check`, `hint` and `grade` find.

    Parameters
    ----------
    answers : str
        The package with the modules ``c00``, ``c01``, ...; a submission that is graded never sees
        it.
    packages : tuple of str
        The packages that its notebooks import besides `classroom` and `livepanels`: a submission
        gets a copy.
    folders : tuple of (str, path)
        What that copy needs besides: where in the copy, and the folder, which may be missing.
    """

    answers: str
    packages: tuple[str, ...] = ()
    folders: tuple[tuple[str, Path], ...] = ()

    def modules(self) -> dict[int, str]:
        """Return the name of the module of each chapter."""
        try:
            places = importlib.import_module(self.answers).__path__
        except (ImportError, AttributeError) as error:
            raise CourseError(
                f"the answers of a course are to be in the package {self.answers!r}, and that"
                f" cannot be imported ({error}): install the course again, or uninstall it"
            ) from error
        names = (module.name for module in pkgutil.iter_modules(places))
        found = sorted(int(name[1:]) for name in names if name[0] == "c" and name[1:].isdigit())
        return {chapter: f"{self.answers}.c{chapter:02d}" for chapter in found}


@functools.cache
def courses() -> dict[str, Course]:
    """Return the installed courses by the names of their entry points.

    Raises
    ------
    CourseError
        Where one of them cannot be loaded.
    """
    found = {}
    for entry in metadata.entry_points(group=GROUP):
        try:
            found[entry.name] = entry.load()
        except (ImportError, AttributeError) as error:
            raise CourseError(
                f"the course {entry.name!r} ({entry.value}) cannot be loaded ({error}):"
                " install it again, or uninstall it"
            ) from error
    return found


@functools.cache
def chapters() -> dict[int, str]:
    """Return the module with the exercises of each chapter.

    Raises
    ------
    CourseError
        Where no course is installed, one cannot be imported, or two have the same chapter.
    """
    if not courses():
        raise CourseError(
            "no course is installed, so there are no exercises: install the package of the course,"
            f" which names itself under the entry point group {GROUP!r}"
        )
    owners: dict[int, str] = {}
    modules: dict[int, str] = {}
    for name, course in courses().items():
        for chapter, module in course.modules().items():
            if chapter in owners:
                raise CourseError(
                    f"the courses {owners[chapter]!r} and {name!r} both have exercises of chapter"
                    f" {chapter}: check cannot tell which are meant; uninstall one of them"
                )
            owners[chapter], modules[chapter] = name, module
    return modules
