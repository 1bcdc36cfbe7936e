"""Exercises of chapter 0: how an exercise works."""

import numpy as np

from classroom.exercises.exercise import Exercise

from .objects import as_array


def _pairs_of_vectors(rng):
    """Vectors of one to five numbers: by hand, orthogonal, opposite, zero, random."""
    by_hand = [
        ([2], [3]),
        ([1, 0], [0, 1]),
        ([1, 2], [3, -1]),
        ([1, 2], [1, 2]),
        ([1, 2], [-1, -2]),
        ([0, 0], [4, 5]),
        ([0.5, 0.5], [1.5, -2.5]),
        ([100, 1, 1], [100, -1, 0]),
        ([2, 3], [0.5, 1.5]),
        ([1, 2, 3, 4, 5, 6, 7, 8], [1, 0.5, 0, 1, 0, 0, 0, 2.5]),
        ([2000, 1], [3, 5e-4]),
    ]
    random = [rng.integers(-5, 6, (2, d)) for d in (2, 2, 3, 3, 4, 5)]
    return [(np.array(x, float), np.array(y, float)) for x, y in [*by_hand, *random]]


def _inner(x, y):
    return float(sum(a * b for a, b in zip(x, y, strict=True)))


def _not_zero_if_orthogonal(got, x, y):
    return "x and y are orthogonal, so the value is 0." if _inner(x, y) == 0 else ""


def _not_squared_length(got, x, y):
    return f"The squared length of x is {_inner(x, x):g}." if np.array_equal(x, y) else ""


def _sign_lost(got, x, y):
    if _inner(x, y) < 0 < got:
        return "x and y point in opposite directions, so the value is negative."
    return ""


def _cosine(x, y):
    lengths = np.sqrt(_inner(x, x) * _inner(y, y))
    return _inner(x, y) / lengths if lengths else 0.0


def _no_larger(pair):
    pair, flaw = as_array(pair, (2, 2))
    if flaw:
        return flaw
    x, y = pair
    xy, xx, yy = _inner(x, y), _inner(x, x), _inner(y, y)
    if xy > xx:
        return ""
    swapped = " With x and y swapped it would be one." if xy > yy else ""
    return f"K(x, y) = {xy:g} is not larger than K(x, x) = {xx:g}.{swapped}"


EXERCISES = (
    Exercise(
        number="0.1",
        title="A kernel value by hand",
        call="my_value",
        cases=lambda rng: [()],
        oracle=lambda: 1.0,
        wrong="this is not the linear kernel of (1, 2) and (3, -1)",
        won="You have computed a kernel: two points went in, one number came out.",
        hints=(
            "The linear kernel of two points is their inner product: one number.",
            "Multiply the first coordinates, multiply the second coordinates, keep the signs,"
            " and add the two products.",
        ),
        slips={
            "a sign is lost, the coordinates are paired crosswise, or added": lambda: 5.0,
            "only the second coordinates are used": lambda: -2.0,
            "only the first coordinates are used": lambda: 3.0,
            "this is the squared distance": lambda: 13.0,
        },
    ),
    Exercise(
        number="0.2",
        title="The linear kernel of two points",
        call="my_linear(x, y)",
        cases=_pairs_of_vectors,
        oracle=_inner,
        own=("kernlab_helpers.linear",),
        wrong="an inner product has the wrong value",
        won="Every entry of a linear kernel matrix is one call of your function.",
        hints=(
            "It is what you did by hand in 0.1, now for vectors of any length.",
            "NumPy multiplies two arrays entry by entry. What is left is to add the products up;"
            " there is an operator that does both at once.",
        ),
        properties={
            "the value for orthogonal vectors is not 0": _not_zero_if_orthogonal,
            "the value of a vector with itself is not its squared length": _not_squared_length,
            "the sign is lost": _sign_lost,
        },
        slips={
            "the absolute value is taken": lambda x, y: abs(_inner(x, y)),
            "only the first two coordinates are used": lambda x, y: _inner(x[:2], y[:2]),
            "the value is divided by the lengths (the cosine)": _cosine,
            "this is the squared distance": lambda x, y: _inner(x - y, x - y),
            "the mean of the products is taken, not their sum": lambda x, y: _inner(x, y) / len(x),
            "the sums are multiplied, not the coordinates": lambda x, y: x.sum() * y.sum(),
            "the coordinates are added, not multiplied": lambda x, y: (x + y).sum(),
        },
    ),
    Exercise(
        number="0.3",
        title="Find the counterexample",
        call="my_pair",
        cases=lambda rng: [()],
        oracle=lambda: np.array([[1.0, 0.0], [2.0, 0.0]]),
        flaw=_no_larger,
        wrong="this is no counterexample",
        won="A large kernel value need not mean close: chapter 2 makes a lesson of it.",
        hints=(
            "The linear kernel is large for long arrows. Which of the two points may be long?",
            "Fix x with length 1. Let y point in the same direction and be longer.",
        ),
    ),
)
