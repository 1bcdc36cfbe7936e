"""Exercises of chapter 7: order t."""

import math

import numpy as np

from ..exercises.exercise import Exercise
from .laws import diagonal_is_not, not_symmetric
from .samples import kernel_matrices, symmetric_matrices


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


def _lowest(M):
    others = [sum(abs(v) for j, v in enumerate(row) if j != i) for i, row in enumerate(M)]
    return float(min(M[i, i] - radius for i, radius in enumerate(others)))


def _above_an_eigenvalue(got, M):
    least = np.linalg.eigvalsh(M)[0]
    scale = np.abs(M).max()
    if got > least + 1e-9 * scale:
        return f"There is an eigenvalue below it: {least:.6g}."
    return ""


def _diagonal_matrix(got, M):
    if not np.any(M - np.diag(np.diag(M))):
        return f"All radii are 0 here, so it is the least diagonal entry, {np.diag(M).min():g}."
    return ""


def _means(rng):
    """Pairs and orders: equal numbers, both orders, small and huge orders, far numbers, random."""
    by_hand = [
        (1, 4, 1),
        (4, 1, 1),
        (3, 3, 2),
        (1, 7, 2),
        (9, 4, 0.5),
        (1e4, 1e4, 1000),
        (1e4, 2e4, 1000),
        (0.02, 0.01, 1000),
        (1000, 0.001, 300),
        (2, 5, 0.001),
    ]
    random = [(*rng.integers(1, 20, 2), rng.integers(1, 12) / 2) for _ in range(8)]
    return [(float(a), float(b), float(t)) for a, b, t in by_hand + random]


def _mean(a, b, t):
    low, high = sorted((a, b))
    share = math.log1p(math.expm1(t * (math.log(low) - math.log(high))) / 2) / t
    return high * math.exp(share)


def _outside(got, a, b, t):
    low, high = sorted((a, b))
    if got < low * (1 - 1e-9) or got > high * (1 + 1e-9):
        return f"It has to lie between {low:g} and {high:g}."
    return ""


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
    Exercise(
        number="7.3",
        title="How far down do the discs reach?",
        call="my_lowest(M)",
        cases=symmetric_matrices,
        oracle=_lowest,
        wrong="this is not the lowest point of the discs",
        won="You can bound the eigenvalues of a matrix without computing one.",
        hints=(
            "The lowest point of one disc is its centre minus its radius. Which entries make the"
            " radius?",
            "Sum the absolute values along each row, take away the absolute value of the diagonal"
            " entry, and look for the smallest centre minus radius.",
        ),
        properties={
            "a matrix with zeros off the diagonal is wrong": _diagonal_matrix,
            "the discs do not cover the eigenvalues": _above_an_eigenvalue,
        },
        slips={
            "the radius lacks the absolute values": lambda M: (
                2 * np.diag(M) - np.sum(M, axis=1)
            ).min(),
            "the diagonal entry is part of the radius": lambda M: (
                np.diag(M) - np.sum(np.abs(M), axis=1)
            ).min(),
            "this is the least eigenvalue": lambda M: np.linalg.eigvalsh(M)[0],
            "this is the highest point of the discs": lambda M: -_lowest(-M),
        },
    ),
    Exercise(
        number="7.4",
        title="A mean that does not overflow",
        call="my_mean(a, b, t)",
        cases=_means,
        oracle=_mean,
        wrong="the mean has the wrong value",
        won="Your mean is right where the plain formula only gives inf.",
        hints=(
            "Divide both numbers by the larger one first: M_t(c a, c b) = c M_t(a, b).",
            "With the larger number in front, the bracket holds 1 and the power of a ratio that is"
            " at most 1. The 2 stays inside the bracket.",
        ),
        properties={"the mean is not between the two numbers": _outside},
        slips={
            "this is the arithmetic mean for every t": lambda a, b, t: (a + b) / 2,
            "this is the larger number for every t": lambda a, b, t: max(a, b),
            "this is the geometric mean for every t": lambda a, b, t: math.sqrt(a * b),
            "the 2 is missing in the bracket": lambda a, b, t: _mean(a, b, t) * 2 ** min(1 / t, 99),
            "the root 1/t is missing": lambda a, b, t: (
                max(a, b) * (1 + (min(a, b) / max(a, b)) ** t) / 2
            ),
        },
    ),
)
