"""Exercises of chapter 7: order t. 7.3 is a proof on paper."""

import math

import numpy as np

from classroom.exercises.exercise import Exercise

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
    """Two sizes and the common part: nested, disjoint and equal sets, both orders, random."""
    by_hand = [(1, 2, 1), (2, 1, 1), (3, 3, 3), (2, 3, 0), (4, 4, 2), (1, 9, 1), (9, 4, 2)]
    sizes = [(int(a), int(b)) for a, b in rng.integers(1, 12, (8, 2))]
    return by_hand + [(a, b, int(rng.integers(0, min(a, b) + 1))) for a, b in sizes]


def _coefficients(a, b, both):
    means = [min(a, b), _harmonic(a, b), math.sqrt(a * b), _arithmetic(a, b), max(a, b)]
    return np.array([both / mean for mean in means])


def _equal_sizes_differ(got, a, b, both):
    if a == b and not np.allclose(got, both / a):
        return f"Two sets of {a} elements: all five are {both}/{a} = {both / a:.6g}."
    return ""


def _not_falling(got, a, b, both):
    steps = np.diff(got)
    if steps.max() <= 1e-12:
        return ""
    i = int(steps.argmax())
    return f"Number {i + 2} is larger than number {i + 1}, but the means grow from left to right."


def _nearest_of_three(points):
    """Which of points 2 and 3 the ruler, the cosine and K^1 call nearer to point 1, as 2 or 3."""
    K = points @ points.T
    apart = np.sum((points - points[0]) ** 2, axis=1)
    likes = -apart, _over(K, _geometric)[0], _over(K, _arithmetic)[0]
    return [None if np.isclose(s[1], s[2], rtol=1e-9) else 2 + int(s[2] > s[1]) for s in likes]


def _geometric(x, y):
    return math.sqrt(x * y)


def _not_lost_by_order_1(points):
    """Say what three points lack whose nearest neighbor K^1 alone should lose, "" if nothing."""
    points = np.asarray(points, dtype=float)
    if np.any(np.sum(points**2, axis=1) == 0):
        return "One of your points is the origin: it has no direction, so there is no cosine."
    names = "the ruler", "the cosine", "K^1"
    for who, found, wanted in zip(names, _nearest_of_three(points), (2, 2, 3), strict=True):
        if found is None:
            return f"For {who}, point 2 and point 3 are equally near to point 1: a tie is no loss."
        if found != wanted:
            return f"For {who}, point {found} is nearer to point 1; wanted is point {wanted}."
    return ""


EXERCISES = (
    Exercise(
        number="7.1",
        title="Order infinity",
        call="my_order_infinity(K)",
        cases=_positive_lengths,
        oracle=lambda K: _over(K, max),
        own=("kernlab_helpers.order_t",),
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
        title="Even order 1 can lose a neighbor",
        call="my_points",
        cases=lambda rng: [()],
        oracle=lambda: np.array([[2.0, 0.0], [1.0, 0.0], [3.2, 0.3]]),
        accepts=_not_lost_by_order_1,
        wrong="these three points are no counterexample",
        won="You have refuted 'order 1 always finds the nearest': it is good, not infallible.",
        hints=(
            "K^1 is 1 minus the squared distance over the sum of the squared lengths. Which point"
            " should be long, and which one short?",
            "Let point 2 be a short one in the very direction of point 1, and point 3 a long one,"
            " a little farther off and a little aside.",
        ),
        slips={
            "point 2 and point 3 are swapped": lambda: np.array([[2.0, 0], [3.2, 0.3], [1.0, 0]]),
            "all three points have one length": lambda: np.array([[1.0, 0], [0.8, 0.6], [0, 1.0]]),
            "it is the cosine that goes astray": lambda: np.array(
                [[5.9, 3], [6.6, 2.9], [6.9, 3.1]]
            ),
        },
    ),
    Exercise(
        number="7.4",
        title="Five coefficients",
        call="my_coefficients(a, b, both)",
        cases=_set_sizes,
        oracle=_coefficients,
        wrong="a coefficient is wrong",
        won="Five famous coefficients are one formula with five means.",
        hints=(
            "All five divide the same number, the size of the common part. Only the mean of a and b"
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
            "these are the means, not the coefficients": lambda a, b, both: (
                _coefficients(a, b, 1) ** -1
            ),
        },
    ),
)
