"""Exercises of chapter 8: order t as a kernel."""

import math

import numpy as np

from classroom.exercises.exercise import Exercise

from .objects import as_array
from .samples import symmetric_matrices

_FLOWERS = ([5.7, 4.4, 1.5, 0.4], [4.4, 3, 1.3, 0.2], [6.7, 3.1, 4.4, 1.4], [4.9, 2.5, 4.5, 1.7])


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
        (0.001, 1000, 300),
        (2, 5, 0.001),
        (1.5, 2.5, 1.5),
        (7.25, 0.5, 2),
        (5e-4, 2e-3, 2),
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


def _order(K, t):
    """K divided by the power mean of its diagonal, for t = -1 and 0."""
    a, b = np.diag(K)[:, None], np.diag(K)
    return K / (2 * a * b / (a + b) if t else np.sqrt(a * b))


def _no_exception(K):
    """Say what K lacks that should stay a kernel at t = -1 by no accident, "" if nothing."""
    K = np.asarray(K, dtype=float)
    if not np.allclose(K, K.T):
        return "It is not symmetric."
    values = np.linalg.eigvalsh(K)
    if values[0] < -1e-10 * np.abs(values).max() or np.diag(K).min() <= 0:
        return f"It is no kernel matrix of points with a length; least eigenvalue {values[0]:.4g}."
    a, b, c = np.sort(np.diag(K))
    if min(b - a, c - b) < 1e-6 * c:
        return "Two of the lengths are equal; wanted are three different ones."
    smallest = np.abs(_order(K, 0)[np.triu_indices(3, 1)]).min()
    if smallest < 0.1:
        return f"A cosine is {smallest:.3g} in size; wanted is 0.1 or more for all three pairs."
    least = np.linalg.eigvalsh(_order(K, -1))[0]
    if least < -1e-10:
        return f"At t = -1 the least eigenvalue is {least:.4g}: not a kernel any more."
    return ""


def _similarities(t, r):
    """cos(angle) cosh(t D)^(-r/t) of the first flower and each other one."""
    (x, *others), found = _FLOWERS, []
    for y in others:
        xy, xx, yy = (
            sum(a * b for a, b in zip(*pair, strict=True)) for pair in ((x, y), (x, x), (y, y))
        )
        apart = abs(math.log(yy / xx)) / 2
        log_cosh = t * apart + math.log1p(math.expm1(-2 * t * apart) / 2) if t < math.inf else 0
        found.append(xy / math.sqrt(xx * yy) * math.exp(-r * (log_cosh / t or apart)))
    return found


def _b_not_first(pair):
    pair, flaw = as_array(pair, (2,), infinite=True)
    if flaw:
        return flaw
    t, r = pair
    if t == np.inf:
        return "At t = inf no weight does it: make the factor flat near 0."
    if t <= 0 or not 0 <= r < np.inf:
        return f"Wanted are t > 0 and a finite r of 0 or more, and yours are t = {t:g}, r = {r:g}."
    found = _similarities(t, r)
    if found[1] > max(found[0], found[2]):
        return ""
    if not max(found):
        return "This weight is so large that nothing is left of the three."
    told = ", ".join(f"{name} {value:.3g}" for name, value in zip("ABC", found, strict=True))
    return f"{'ABC'[int(np.argmax(found))]} is the most similar one: {told}."


EXERCISES = (
    Exercise(
        number="8.1",
        title="Below 0, and still a kernel",
        call="my_kernel",
        cases=lambda rng: [()],
        oracle=lambda: np.array([[1.0, 0.3, 0.4], [0.3, 1.5, 0.4], [0.4, 0.4, 2.0]]),
        accepts=_no_exception,
        wrong="this matrix is no counterexample",
        won="You have refuted 'for t < 0 it is never a kernel': in general it is not, here it is.",
        hints=(
            "What has to be small for the pair of this section: the ratio of the lengths, or the"
            " cosine? Choose both on the safe side.",
            "Take three different numbers such as 1, 1.5 and 2 for the diagonal, and the same small"
            " number, a few tenths, everywhere else.",
        ),
        slips={
            "the three points lie on one ray": lambda: np.outer([1.0, 2, 3], [1.0, 2, 3]),
            "all points have one length": lambda: np.eye(3) / 2 + 0.5,
            "all angles are right": lambda: np.diag([1.0, 2, 3]),
        },
    ),
    Exercise(
        number="8.2",
        title="How far down do the discs reach?",
        call="my_lowest(M)",
        cases=symmetric_matrices,
        oracle=_lowest,
        wrong="this is not the lowest point of the discs",
        won="You can bound the eigenvalues of a matrix without computing one.",
        hints=(
            "The lowest point of one disc is its center minus its radius. Which entries make the"
            " radius?",
            "Sum the absolute values along each row, take away the absolute value of the diagonal"
            " entry, and look for the smallest center minus radius.",
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
        number="8.4",
        title="A mean that does not overflow",
        call="my_mean(a, b, t)",
        cases=_means,
        oracle=_mean,
        own=("kernlab_helpers.power_mean",),
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
    Exercise(
        number="8.5",
        title="Find the weight and the shape",
        call="my_pair",
        cases=lambda rng: [()],
        oracle=lambda: np.array([1.0, 3.5]),
        flaw=_b_not_first,
        wrong="B is not the most similar flower",
        won="The weight alone goes from A to C: it took a shape that is flat near 0 to meet B.",
        hints=(
            "Weight 0 gives you A, and a very large weight gives you C. Keep t = 1, and try some"
            " weights between the two.",
            "For small t only the product r t counts. Try products of 3 or 4.",
        ),
    ),
)
