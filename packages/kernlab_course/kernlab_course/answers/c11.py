"""Exercises of chapter 11: relaxed kernels."""

import math

import numpy as np

from classroom.exercises.exercise import Exercise

from .samples import distance_tables


def _centered(D):
    n = len(D)
    H = np.eye(n) - np.ones((n, n)) / n
    return H @ D @ H


def _worst(D):
    top = float(np.linalg.eigvalsh(_centered(D))[-1])
    return 0.0 if abs(top) < 1e-13 * np.abs(D).max() else top


def _squares_of_a_line(got, D):
    if _worst(D) < 1e-9 * np.abs(D).max() and got > 1e-6:
        return "This table is conditionally negative definite, so no eigenvalue is positive."
    return ""


def _streets(rng):
    """Houses on the left and on the right; never 2 and 2, which has no critical sigma."""
    pairs = [(2, 3), (3, 2), (3, 3), (2, 4), (4, 5), (2, 10), (5, 5), (3, 7), (10, 10), (7, 2)]
    random = [tuple(map(int, rng.integers(3, 40, 2))) for _ in range(3)]
    return [*pairs, (20, 30), *random]


def _wall(left, right):
    # the block of vectors that are constant on each side has the determinant
    # (1 - b) (1 - (left - 1) (right - 1) b) with b = exp(-2 / sigma); all else is 1 - b
    return 2 / math.log((left - 1) * (right - 1))


def _least(variances):
    logs = np.log(variances)
    d = np.cosh(logs[:, None] - logs) - 1
    return float(np.linalg.eigvalsh(np.exp(-d / 3))[0])


def _still_a_kernel(got):
    if got.min() <= 0:
        return f"One of them is {got.min():.6g}, but a variance is positive."
    low = _least(got)
    if low <= -0.001 + 1e-12:
        return ""
    return f"At sigma = 3 the smallest eigenvalue is {low:.5f}. You need -0.001 or lower."


EXERCISES = (
    Exercise(
        number="11.1",
        title="Conditionally negative definite?",
        call="my_worst(D)",
        cases=distance_tables,
        oracle=_worst,
        own=("kernlab_helpers.cnd_witness",),
        wrong="this is not the largest eigenvalue of HDH",
        won="One eigenvalue tells you whether exp(-D/sigma) is a kernel for every sigma.",
        hints=(
            "What does H do to a vector? It takes the mean away, because H = I - 11'/n. You need"
            " it on both sides of D.",
            "np.linalg.eigvalsh sorts from the smallest to the largest eigenvalue, so take the"
            " last one.",
        ),
        properties={"a table that is CND has a positive value": _squares_of_a_line},
        slips={
            "D is not centered": lambda D: np.linalg.eigvalsh(D)[-1],
            "this is the smallest eigenvalue": lambda D: np.linalg.eigvalsh(_centered(D))[0],
            "the sign is reversed, as for a kernel": lambda D: np.linalg.eigvalsh(-_centered(D))[
                -1
            ],
            "this is -HDH/2, whose sign is reversed": lambda D: np.linalg.eigvalsh(
                -_centered(D) / 2
            )[-1],
            "D is squared first": lambda D: _worst(D**2),
        },
    ),
    Exercise(
        number="11.2",
        title="A longer street",
        call="my_wall(left, right)",
        cases=_streets,
        oracle=_wall,
        wrong="this is not the critical sigma",
        won="You know the critical sigma of every street, not only of the one with five houses.",
        hints=(
            "What if a vector has one number on all left houses and one on all right ones? That"
            " leaves a 2 x 2 matrix. When is its determinant 0?",
            "Write b = exp(-2 / sigma) and solve (1 + (left - 1) b)(1 + (right - 1) b) ="
            " left right b. One solution is b = 1, and you want the other one.",
        ),
        slips={
            "all houses are counted, not all but one on each side": lambda p, q: (
                2 / math.log(p * q)
            ),
            "one house too many is taken away": lambda p, q: 2 / math.log(max(p * q - p - q, 1.5)),
            "the houses are added up (2 + 3 - 3 is right by luck): the two sides multiply": (
                lambda p, q: 2 / math.log(p + q - 3)
            ),
            "this is a, not sigma": lambda p, q: math.sqrt(1 / ((p - 1) * (q - 1))),
            "the 2 is lost: two houses of one side are two steps apart": lambda p, q: (
                1 / math.log((p - 1) * (q - 1))
            ),
            "the critical sigma of five houses was taken for all": lambda p, q: 2 / math.log(2),
        },
    ),
    Exercise(
        number="11.3",
        title="Find three that fail",
        call="my_variances",
        cases=lambda rng: [()],
        oracle=lambda: np.array([1.0, 2, 4]),
        accepts=_still_a_kernel,
        wrong="these three do not show a failure",
        won="You have shown that K_J fails at a sigma that the chapter did not try.",
        hints=(
            "What counts? Only the ratios. Far apart the matrix is nearly I, and close together it"
            " is nearly all ones, so look in between.",
            "Take 1, r and r squared, and try r from 1.1 to 5 in a loop.",
        ),
        slips={
            "the three of the chapter are too far apart": lambda: np.array([1, 10, 100]),
            "these are three equal ones": lambda: np.array([1, 1, 1]),
            "these are standard deviations": lambda: np.array([1, 2**0.5, 2]),
            "a mean was written, too": lambda: np.array([[0, 1], [0, 2], [0, 4]]),
            "these are logarithms": lambda: np.array([0, math.log(2), math.log(4)]),
        },
    ),
)
