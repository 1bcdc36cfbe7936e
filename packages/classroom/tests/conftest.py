"""A course that the tests of this package make: exercises that are no kernel's, in two chapters."""

import sys

import pytest

from classroom import courses
from classroom.marks import wall

ONE = '''
"""Chapter 1: means."""

from classroom.exercises import Exercise


def cases(rng):
    """Draw lists of numbers; the first two are written by hand."""
    yield ([2.0],)
    yield ([1.0, 2.0, 6.0],)
    for length in (4, 7):
        yield (rng.normal(size=length).tolist(),)


EXERCISES = [
    Exercise(
        number="1.1",
        title="The mean of a list",
        call="my_mean(numbers)",
        cases=cases,
        oracle=lambda numbers: sum(numbers) / len(numbers),
        wrong="this is not the mean",
        hints=("Add the numbers first.", "Divide their sum by how many they are."),
        properties={
            "a mean lies between the least and the largest number": lambda got, numbers: (
                "" if min(numbers) <= got <= max(numbers) else f"{got:g} does not."
            ),
        },
        slips={"this is the middle number": lambda numbers: sorted(numbers)[len(numbers) // 2]},
        won="A mean balances a list.",
    ),
    Exercise(
        number="1.2",
        title="How many days a week has",
        call="my_days",
        cases=lambda rng: [()],
        oracle=lambda: 7,
        wrong="a week has another number of days",
        hints=("Look at a calendar.", "It is the number of dwarfs."),
    ),
]
'''
TWO = '''
"""Chapter 2: none yet."""

EXERCISES = []
'''


@pytest.fixture
def installed(monkeypatch):
    """Install courses, by the names of their entry points, in place of those that are here."""

    def install(**found):
        monkeypatch.setattr(courses, "courses", lambda: found)
        courses.chapters.cache_clear()
        wall.words.cache_clear()
        wall.files_for_landlock.cache_clear()

    yield install
    courses.chapters.cache_clear()
    wall.words.cache_clear()
    wall.files_for_landlock.cache_clear()


@pytest.fixture
def course(tmp_path, monkeypatch):
    """Write the package of the course where Python finds it."""
    folder = tmp_path / "site" / "toy_course"
    answers = folder / "answers"
    answers.mkdir(parents=True)
    (folder / "__init__.py").write_text("UNIT = 1\n")
    (answers / "__init__.py").write_text("")
    (answers / "c01.py").write_text(ONE.lstrip())
    (answers / "c02.py").write_text(TWO.lstrip())
    monkeypatch.syspath_prepend(str(folder.parent))
    yield courses.Course("toy_course.answers", packages=("toy_course",))
    for name in [name for name in sys.modules if name.partition(".")[0] == "toy_course"]:
        del sys.modules[name]


@pytest.fixture
def toy(course, installed):
    """Install the course alone."""
    installed(toy=course)
    return course
