"""Exercises of chapter 7: order t."""

import math

import numpy as np

from ..exercises.exercise import Exercise
from .laws import diagonal_is_not, not_symmetric
from .samples import kernel_matrices


def _positive_lengths(rng):
    """Kernel matrices of points that all have a length above 0."""
    return [(K,) for (K,) in kernel_matrices(rng) if np.diag(K).min() > 0]


def _over(K, mean):
    squares = np.diag(K)
    means = np.array([[mean(x, y) for y in squares] for x in squares])
    return K / means


def _arithmetic(x, y):
    return (x + y) / 2


def _harmonic(x, y):
    return 2 * x * y / (x + y)


def _above_one(got, K):
    return f"The largest value is {got.max():.6g}." if got.max() > 1 + 1e-9 else ""


def _set_sizes(rng):
    """m, n and the common part: nested, disjoint, equal sets, both orders of the sizes, random."""
    by_hand = [(1, 2, 1), (2, 1, 1), (3, 3, 3), (2, 3, 0), (4, 4, 2), (1, 9, 1), (9, 4, 2)]
    sizes = [(int(m), int(n)) for m, n in rng.integers(1, 12, (8, 2))]
    return by_hand + [(m, n, int(rng.integers(0, min(m, n) + 1))) for m, n in sizes]


def _coefficients(m, n, both):
    means = [min(m, n), _harmonic(m, n), math.sqrt(m * n), _arithmetic(m, n), max(m, n)]
    return np.array([both / mean for mean in means])


def _equal_sizes_differ(got, m, n, both):
    if m == n and not np.allclose(got, both / m):
        return f"Two sets of {m} elements: all five are {both}/{m} = {both / m:.6g}."
    return ""


def _not_falling(got, m, n, both):
    steps = np.diff(got)
    if steps.max() <= 1e-12:
        return ""
    i = int(steps.argmax())
    return f"Number {i + 2} is larger than number {i + 1}, but the means grow from left to right."


EXERCISES = (
    Exercise(
        number="7.1",
        title="Order infinity",
        call="my_order_infinity(K)",
        cases=_positive_lengths,
        oracle=lambda K: _over(K, max),
        wrong="a value of K^infinity is wrong",
        won="You have written the end of the family, where the longer of two points decides alone.",
        hints=(
            "Which entries of K are the squared lengths of point i and point j? Which of the two"
            " divides?",
            "Take the diagonal once as a column and once as a row. np.maximum gives the larger of"
            " the two for every pair; divide K by it.",
        ),
        properties={
            "the diagonal is not 1": diagonal_is_not(1),
            "the matrix is not symmetric": not_symmetric,
            "a value is above 1": _above_one,
        },
        slips={
            "this is the cosine, order 0": lambda K: _over(K, lambda x, y: math.sqrt(x * y)),
            "this is order 1": lambda K: _over(K, _arithmetic),
            "you divide by the smaller one, order minus infinity": lambda K: _over(K, min),
            "the diagonal is used twice as a row: [:, None] makes a column of it": lambda K: (
                K / np.diag(K)
            ),
            "you divide all of K by the largest entry of its diagonal": lambda K: (
                K / np.diag(K).max()
            ),
            "you divide by the length, not by its square": lambda K: _over(
                K, lambda x, y: math.sqrt(max(x, y))
            ),
        },
    ),
    Exercise(
        number="7.2",
        title="Five coefficients",
        call="my_coefficients(m, n, both)",
        cases=_set_sizes,
        oracle=_coefficients,
        wrong="a coefficient is wrong",
        won="Five famous coefficients are one formula with five means.",
        hints=(
            "All five divide the same number, the size of the common part. Only the mean of m and n"
            " changes.",
            "The five means are: the smaller, the harmonic one, the root of the product, half the"
            " sum, the larger.",
        ),
        properties={
            "sets of equal size do not have five equal coefficients": _equal_sizes_differ,
            "the five numbers do not fall from left to right": _not_falling,
        },
        slips={
            "the order is reversed": lambda *s: _coefficients(*s)[::-1],
            "the harmonic mean lacks its 2": lambda *s: _coefficients(*s) * [1, 2, 1, 1, 1],
            "the arithmetic mean is a sum": lambda *s: _coefficients(*s) * [1, 1, 1, 0.5, 1],
            "these are the means, not the coefficients": lambda m, n, both: (
                _coefficients(m, n, 1) ** -1
            ),
        },
    ),
)
