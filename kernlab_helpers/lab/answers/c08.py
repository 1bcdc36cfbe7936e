"""Exercises of chapter 8: order t as a kernel."""

import math

import numpy as np

from ..exercises.exercise import Exercise
from .samples import symmetric_matrices


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
        number="8.1",
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
        number="8.2",
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
