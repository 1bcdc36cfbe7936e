"""No judge lets a program pass that is almost right, but those that have a reason."""

import csv
from dataclasses import replace

import numpy as np
import pytest

from classroom.exercises import find
from tools import mutants

with mutants.TABLE.open(encoding="utf-8", newline="") as file:
    HEAD, *ROWS = csv.reader(file)
STORED = {row[0]: row for row in ROWS}


@pytest.mark.slow
@pytest.mark.parametrize("number", mutants.numbers())
def test_no_program_survives_without_a_reason(number):
    row = mutants.row(number)
    assert mutants.unexplained(row) == []
    assert row[1] == STORED[number][1]  # the table is of these programs
    # what is killed or the same may hang on a rounding at the judge's seventh digit
    assert abs(int(row[2]) - int(STORED[number][2])) <= 2


def test_each_survivor_has_a_reason_and_each_reason_a_survivor():
    assert tuple(HEAD) == mutants.HEAD
    assert list(STORED) == mutants.numbers()
    assert [words for row in ROWS for words in mutants.unexplained(row)] == []
    survivors = {(row[0], words) for row in ROWS for words in row[-1].split("; ") if words}
    survivors |= {("*", words) for _, words in survivors}
    assert mutants.EXPLAINED.keys() <= survivors


def test_the_counts_of_a_row_add_up():
    for row in ROWS:
        programs, killed, same, survive = map(int, row[1:5])
        assert killed + same + survive == programs > 20
        assert killed > 0


def test_a_survivor_without_a_reason_is_named():
    assert mutants.unexplained(["2.1", "9", "7", "0", "2", "K.T -> K; n > 12"]) == ["K.T -> K"]
    assert mutants.unexplained(["2.1", "9", "9", "0", "0", ""]) == []


def squared(draws):
    """Return an exercise that asks for x squared, on inputs that hang on the seed."""
    numbers = iter(draws)
    return replace(
        find("5.2"),
        number="5.2",
        call="my_square(x)",
        cases=lambda rng: [(1.0,), (float(next(numbers, 3)),)],
        oracle=lambda x: x * x,
        own=(),
        properties={},
        slips={},
    )


@pytest.mark.parametrize(
    ("answer", "draws", "fate"),
    [
        (lambda x: x**3, [2] * 3, "killed"),
        (lambda x: x**2, [2] * 3, "same"),
        (lambda x: x**3, [1] * 3, "survives"),  # the judge's own seeds never tell
        (lambda x: x**3, [2, 2, 1], "survives"),  # some of them do
        (lambda x: 1 / 0, [], "killed"),
    ],
)
def test_the_fate_of_a_program(answer, draws, fate):
    assert mutants.judged(squared(draws), answer) == fate


def test_a_program_without_end_is_killed():
    endless = mutants.program("def f(x):\n    while x:\n        pass", "f")
    assert mutants.judged(squared([]), endless, seeds=(0,)) == "killed"


def test_a_kind_of_inputs_that_never_came_survives():
    exercise = find("17.3")
    assert mutants.never_asked(exercise, "negative")
    assert not mutants.never_asked(exercise, "whole")
    assert not mutants.never_asked(exercise, "n > 12")  # two numbers have no length
    assert not mutants.never_asked(exercise, "9 digits")


CHANGES = {
    "a + b -> a - b": "def f(a, b):\n    return a - b",
    "a + b -> b": "def f(a, b):\n    return b",
    "a + b -> a + a": "def f(a, b):\n    return a + a",
    "return a + b -> nothing": "def f(a, b):\n    pass",
}


def test_each_mutant_has_one_change():
    found = mutants.changed("import math\ndef f(a, b):\n    return a + b\nassert f(1, 2) == 3")
    texts = {words: text.removeprefix("import math\n\n") for text, words in found.items()}
    assert CHANGES.items() <= texts.items()


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("np.sum(a, axis=1)", ["np.sum(a, axis=0)", "np.mean(a, axis=1)", "np.sum(a)"]),
        ("a[:2] < 1", ["a[:3] < 1", "a[:] < 1", "a < 1", "a[:2] <= 1", "a[:2] < 0"]),
        ("a.T @ b.mean()", ["a @ b.mean()", "a.T * b.mean()", "a.T @ b.sum()", "a.T @ b"]),
        ("-a if b else 2", ["a if b else 2", "-a", "2", "-b if b else 2", "-a if b else 4"]),
        ("solve(a, [a, b])", ["solve([a, b], a)", "solve(a, [b, a])", "lstsq(a, [a, b])"]),
        ("'ACGT'", ["'TGCA'"]),
    ],
)
def test_what_a_mutant_changes(before, after):
    found = mutants.changed(f"def f(a, b):\n    return {before}")
    assert {f"def f(a, b):\n    return {text}" for text in after} <= found.keys()


def test_restricted_programs_are_right_elsewhere():
    made = mutants.restricted(lambda X, s: X.sum() * s)
    small, large = np.full((2, 2), 1.5), np.full((3, 13), 1.5)
    assert made["n > 12"](small, 2.0) == 12
    assert made["n > 12"](large, 2.0) == -118
    assert made["negative"](-small, 2.0) == 11
    assert made["inputs cut to whole"](small, 2.5) == 8
    assert made["6 digits"](small, 1 / 3) == 2
    assert made["6 digits"](small, 1.23456789) == 7.40741
    assert mutants.restricted(lambda x: bool(x))["zero"](0.0) is True
