"""Where exercises come from: one course, none, two, a broken one; each is said in words."""

from importlib import metadata

import numpy as np
import pytest

import classroom
from classroom import CourseError, courses, exercises
from classroom.courses import Course


def my_mean(numbers):
    return sum(numbers) / len(numbers)


def my_sum(numbers):
    return sum(numbers)


def my_middle(numbers):
    return sorted(numbers)[len(numbers) // 2]


def test_an_exercise_that_is_no_kernels_is_judged(toy, capsys):
    session = exercises.Session()
    session.check("1.1", my_mean)
    session.check("1.1", my_sum)
    session.check("1.2", 7)
    assert capsys.readouterr().out.splitlines() == [
        "1.1 passed: my_mean agrees on 4 inputs.",
        "A mean balances a list.",
        "Chapter 1: 1 of 2 done.",
        "1.1 not yet: a mean lies between the least and the largest number.",
        "  for numbers = [1, 2, 6]",
        "  came   9",
        "  wanted 3",
        "  9 does not.",
        "  This exercise asks for my_mean.",
        "Chapter 1: 1 of 2 done.",
        "1.2 passed: my_days is right.",
        "Chapter 1: 2 of 2 done.",
    ]


def test_a_known_slip_has_its_name(toy):
    result = classroom.verdict("1.1", my_middle)
    assert not result.passed
    assert "  It looks as if this is the middle number." in result.lines


def test_two_readers_in_one_process_know_nothing_of_each_other(toy, capsys):
    one, other = exercises.Session(), exercises.Session()
    one.check("1.1", my_mean)
    one.hint("1.1")
    capsys.readouterr()
    other.check("1.1", my_sum)
    other.hint("1.1")
    out = capsys.readouterr().out
    assert "Chapter 1: 0 of 2 done." in out
    assert "Hint 1 of 2 for 1.1: Add the numbers first." in out
    assert one.passed == {"1.1"}


def test_hints_come_one_after_the_other(toy, capsys):
    session = exercises.Session()
    texts = []
    for _ in range(3):
        session.hint("1.2")
        texts.append(capsys.readouterr().out)
    assert "Look at a calendar." in texts[0] and "dwarfs" not in texts[0]
    assert "dwarfs" in texts[1] and "calendar" not in texts[1]
    assert "calendar" in texts[2] and "dwarfs" in texts[2]


def test_a_number_of_no_exercise_names_those_there_are(toy):
    for number in ("1.3", "2.1", "7.1", "mean"):
        with pytest.raises(ValueError, match=r"not an exercise; there are 1\.1, 1\.2$"):
            classroom.verdict(number, my_mean)


def test_answers_are_judged_where_numpy_has_no_matrix(toy, monkeypatch):
    monkeypatch.delattr(np, "matrix")
    assert classroom.verdict("1.1", my_mean).passed


def test_without_a_course_it_is_said(installed):
    installed()
    with pytest.raises(CourseError, match=r"no course is installed.*'classroom\.courses'"):
        classroom.check("1.1", my_mean)
    with pytest.raises(CourseError, match="no course is installed"):
        classroom.hint("1.1")


def test_two_courses_with_one_chapter_are_named(course, installed):
    installed(toy=course, other=course)
    with pytest.raises(CourseError, match="'toy' and 'other' both have exercises of chapter 1"):
        classroom.check("1.1", my_mean)


@pytest.mark.parametrize("answers", ["no_such_course.answers", "toy_course.no_answers", "math"])
def test_answers_that_are_missing_are_named(course, installed, answers):
    installed(toy=Course(answers))
    with pytest.raises(CourseError, match=rf"in the package '{answers}', and that cannot be"):
        classroom.check("1.1", my_mean)


def test_courses_are_found_by_their_entry_points(course, monkeypatch):
    (found,) = metadata.EntryPoints(
        [metadata.EntryPoint("toy", "toy_course.answers:__name__", courses.GROUP)]
    )
    monkeypatch.setattr(metadata, "entry_points", lambda group: [found])
    assert courses.courses.__wrapped__() == {"toy": "toy_course.answers"}


@pytest.mark.parametrize("value", ["no_such_course:COURSE", "toy_course:NONE"])
def test_a_course_that_cannot_be_loaded_is_named(course, monkeypatch, value):
    entry = metadata.EntryPoint("toy", value, courses.GROUP)
    monkeypatch.setattr(metadata, "entry_points", lambda group: [entry])
    with pytest.raises(CourseError, match=rf"the course 'toy' \({value}\) cannot be loaded"):
        courses.courses.__wrapped__()
