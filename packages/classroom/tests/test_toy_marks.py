"""Marks of a course that knows no kernels: judged outside, run without the answers."""

import json
import sys

import pytest

from classroom import CourseError
from classroom.courses import Course
from classroom.marks import __main__ as program, bare, programs, table
from classroom.marks.marking import Marker
from classroom.marks.sandbox import Limits

MEAN = "def my_mean(numbers):\n    return sum(numbers) / len(numbers)"


@pytest.fixture
def mark(toy, tmp_path):
    marker = Marker(str(bare.write(tmp_path / "bare")), 5, Limits())

    def verdict(number, *sources):
        cells = tuple(programs.Cell(source) for source in sources)
        return marker.mark(programs.Submission(cells), number)

    return verdict


def test_a_submission_is_judged(mark):
    assert mark("1.1", "from classroom import check", MEAN).passed
    assert mark("1.1", "import toy_course", MEAN + " * toy_course.UNIT").passed
    assert mark("1.2", "my_days = 7").passed
    wrong = mark("1.1", MEAN.replace("/ len", "* len"))
    assert "a mean lies between the least and the largest number" in wrong.lines[0]
    assert "not attempted" in mark("1.1", "def my_mean(numbers):\n    ...").lines[0]


@pytest.mark.parametrize(
    ("wanted", "refused"),
    [
        ("toy_course.answers.c01", "toy_course.answers"),
        ("classroom.exercises.judging", "classroom.exercises.judging"),
        ("classroom.marks", "classroom.marks"),
    ],
)
def test_the_judge_and_the_answers_are_refused(mark, wanted, refused):
    result = mark("1.1", f"import {wanted}\n{MEAN}")
    assert not result.passed
    assert f"1.1 asked for {refused}" in result.lines


def test_a_course_whose_package_is_missing_is_named(course, installed, tmp_path):
    installed(toy=Course(course.answers, packages=("toy_course", "no_such_package")))
    with pytest.raises(CourseError, match="names the package 'no_such_package'"):
        bare.write(tmp_path)


def test_a_grade_without_a_course_says_so(installed, tmp_path, capsys):
    installed()
    student = tmp_path / "class" / "ann"
    student.mkdir(parents=True)
    (student / "01_means.ipynb").write_text(json.dumps({"cells": []}))
    assert program.main([str(tmp_path / "class"), "-o", str(tmp_path / "m.csv")]) == 1
    assert "no course is installed" in capsys.readouterr().err
    assert not (tmp_path / "m.csv").exists()


def test_the_bar_says_how_far_it_is(capsys):
    bar = table.Bar(sys.stderr)
    for done in range(1, 501):
        bar(done, 500)
    lines = capsys.readouterr().err.splitlines()
    assert len(lines) <= 12
    assert lines[-1].startswith("[#########################] 500 of 500 notebooks")
