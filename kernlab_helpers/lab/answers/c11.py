"""Exercises of chapter 11: relaxed kernels."""

import numpy as np

from ..exercises.exercise import Exercise


def _tables(rng):
    """Distance tables: a line, its squares, a long side, K_{2,3}, two points, random."""
    line = np.abs(np.subtract.outer([0.0, 1, 2], [0.0, 1, 2]))
    k23 = [[0, 2, 1, 1, 1], [2, 0, 1, 1, 1], [1, 1, 0, 2, 2], [1, 1, 2, 0, 2], [1, 1, 2, 2, 0]]
    by_hand = [
        [[0, 1], [1, 0]],
        line,
        line**2,
        [[0, 1, 9], [1, 0, 1], [9, 1, 0]],
        [[0, 2, 2], [2, 0, 2], [2, 2, 0]],
        [[0, 3, 5], [3, 0, 1], [5, 1, 0]],
        k23,
        np.square(k23),
    ]
    random = []
    for n in (3, 4, 4, 5, 6):
        upper = np.triu(rng.integers(1, 9, (n, n)), 1)
        random.append(upper + upper.T)
    return [(np.array(D, float),) for D in [*by_hand, *random]]


def _centred(D):
    n = len(D)
    H = np.eye(n) - np.ones((n, n)) / n
    return H @ D @ H


def _worst(D):
    top = float(np.linalg.eigvalsh(_centred(D))[-1])
    return 0.0 if abs(top) < 1e-13 * np.abs(D).max() else top


def _squares_of_a_line(got, D):
    if _worst(D) < 1e-9 * np.abs(D).max() and got > 1e-6:
        return "This table is conditionally negative definite, so no value is above 0."
    return ""


EXERCISES = (
    Exercise(
        number="11.1",
        title="Conditionally negative definite?",
        call="my_worst(D)",
        cases=_tables,
        oracle=_worst,
        wrong="this is not the largest eigenvalue of HDH",
        won="One eigenvalue tells whether exp(-D/sigma) is a kernel for every sigma.",
        hints=(
            "H takes the mean away: H = I - 11'/n. It stands on both sides of D.",
            "np.linalg.eigvalsh sorts from the least to the largest eigenvalue.",
        ),
        properties={"a table that is in order has a value above 0": _squares_of_a_line},
        slips={
            "D is not centered": lambda D: np.linalg.eigvalsh(D)[-1],
            "this is the least eigenvalue": lambda D: np.linalg.eigvalsh(_centred(D))[0],
            "the sign is reversed, as for a kernel": lambda D: np.linalg.eigvalsh(-_centred(D))[-1],
            "this is -HDH/2, whose sign is reversed": lambda D: np.linalg.eigvalsh(
                -_centred(D) / 2
            )[-1],
            "D is squared first": lambda D: _worst(D**2),
        },
    ),
)
