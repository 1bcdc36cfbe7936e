"""Exercises of chapter 6: unit variance."""

import numpy as np

from classroom.exercises.exercise import Exercise

from .laws import not_symmetric
from .samples import kernel_matrices


def _variance(K):
    n = len(K)
    return float(sum(K[i, i] for i in range(n)) / n - sum(map(sum, K)) / n**2)


def _unit(K):
    return np.array([[entry / _variance(K) for entry in row] for row in K])


def _spread(rng):
    """Kernel matrices of points that are not all equal."""
    return [(K,) for (K,) in kernel_matrices(rng) if _variance(K) > 1e-9]


def _pairs(rng):
    """Two kernel matrices of the same points, in different units."""
    matrices = [K for (K,) in _spread(rng)]
    pairs = [(K, L) for K in matrices for L in matrices if len(K) == len(L) and K is not L]
    large = matrices[-1], (matrices[-1] + 1) ** 2
    return [(matrices[0], 100 * matrices[0]), *((K, 100.0 * L) for K, L in pairs[::3]), large]


def _one_place(got, K):
    return "All points are in one place." if abs(_variance(K)) < 1e-12 else ""


def _negative(got, K):
    return f"The result is {got:.6g}." if got < -1e-9 else ""


def _same_points(got, K, L):
    if np.allclose(L, 100 * K) and not np.isclose(_variance(got), 1):
        return f"The variance of your sum is {_variance(got):.6g}, not 1."
    return ""


def _harmed():
    """Return three points whose scaled entries belong to no points."""
    return np.array([[1.0, 2], [2, 2], [2, 1]])


def _not_harmed(X):
    """Say why three points do not show that scaling to [0, 1] does harm; "" if they do."""
    K = X @ X.T
    low, high = K.min(), K.max()
    if high - low <= 1e-9 * high:
        return "All entries of K are equal: there is no range to stretch."
    if np.diag(K).min() <= low + 1e-6 * high:
        return f"The smallest entry of K, {low:.4g}, stands on the diagonal, too."
    least = np.linalg.eigvalsh((K - low) / (high - low))[0]
    if least < -1e-6:
        return ""
    return (
        f"The smallest entry is {low:.4g}, and the scaled K is PSD: least eigenvalue {least:.2g}."
    )


EXERCISES = (
    Exercise(
        number="6.1",
        title="The variance from K alone",
        call="my_variance(K)",
        cases=kernel_matrices,
        oracle=_variance,
        own=("kernlab_helpers.variance",),
        wrong="the variance has the wrong value",
        won="One number says how large a cloud is, whatever its unit.",
        hints=(
            "Expand the squared distance from the mean and take the average over all points. Which"
            " two averages of entries of K are left?",
            "The mean squared length is an average over the diagonal. From it take away the squared"
            " length of the mean, an average over all entries.",
        ),
        properties={
            "all points are in one place, but the variance is not 0": _one_place,
            "a variance is negative": _negative,
        },
        slips={
            "this is the mean squared length: the mean is not taken away": (
                lambda K: np.trace(K) / len(K)
            ),
            "the sum of all entries is divided by n, not by n^2": (
                lambda K: np.trace(K) / len(K) - K.sum() / len(K)
            ),
            "this is the squared length of the mean": lambda K: K.mean(),
            "this is the variance of the entries, as numbers": lambda K: K.var(),
            "the trace is not divided by n": lambda K: np.trace(K) - K.mean(),
            "the sum of the squared distances is divided by n - 1, not by n": lambda K: (
                _variance(K) * len(K) / np.float64(len(K) - 1)
            ),
        },
    ),
    Exercise(
        number="6.2",
        title="A fair sum",
        call="my_sum(K, L)",
        cases=_pairs,
        oracle=lambda K, L: (_unit(K) + _unit(L)) / 2,
        wrong="an entry of the sum has the wrong value",
        won="Two sources of knowledge count equally, because neither can shout.",
        hints=(
            "Scale first, add then. Scaling the sum alone leaves the units in.",
            "Divide each matrix by its own variance, add the two, take one half.",
        ),
        properties={
            "the sum is not symmetric": not_symmetric,
            "two clouds of one place and shape give another variance": _same_points,
        },
        slips={
            "the sum was scaled, not its parts: the unit of L decides": lambda K, L: _unit(K + L),
            "the half is missing": lambda K, L: _unit(K) + _unit(L),
            "both were divided by the variance of K": lambda K, L: (K + L) / (2 * _variance(K)),
            "the parts were multiplied, not added": lambda K, L: _unit(K) * _unit(L),
        },
    ),
    Exercise(
        number="6.3",
        title="Zero in the wrong place",
        call="my_points",
        cases=lambda rng: [()],
        oracle=_harmed,
        accepts=_not_harmed,
        wrong="these points do not show it",
        won="A luck that holds for two points need not hold for three.",
        hints=(
            "The smallest entry becomes 0: a right angle. With two points nothing speaks against"
            " it. With three, let two of them be at a right angle after the scaling, and look at"
            " what the third one demands.",
            "Three arrows in one quarter of the plane, the middle one between the others. The"
            " outer two have the smallest product; the middle one is nearly as long as them.",
        ),
        slips={
            "the smallest entry stands on the diagonal": lambda: np.array(
                [[1.0, 0], [2, 0], [3, 0]]
            ),
            "the outer two have product 0 already, nothing is taken away": lambda: np.array(
                [[1.0, 0], [1, 1], [0, 1]]
            ),
            "the smallest entry is below 0, so a constant is added": lambda: np.array(
                [[1.0, 0], [0, 1], [-1, -1]]
            ),
        },
    ),
)
