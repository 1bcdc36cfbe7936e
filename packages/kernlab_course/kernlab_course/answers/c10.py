"""Exercises of chapter 10: Gaussians and their distances."""

import math

import numpy as np

from classroom.exercises.exercise import Exercise

from .laws import not_symmetric
from .samples import distance_tables


def _neighborhoods(rng):
    """Points with their neighbors, one per row, and gamma: lines, copies, far away, random."""
    by_hand = [
        ([[0], [1]], 0.5),
        ([[0], [1], [-1], [2]], 0),
        ([[1], [1], [1]], 2),
        ([[100], [102]], 0),
        ([[0, 0], [1, 0], [2, 0]], 0.25),
        ([[0, 0], [1, 1], [-1, -1]], 1),
        ([[3, 4], [3, 4]], 1),
        ([[0, 0], [2, 0], [0, 2], [2, 2]], 3),
        ([[0.5, 1], [1.75, 0], [0, 2.5]], 0.5),
        ([[2000, 0], [1000, 5e-4]], 0.5),
    ]
    random = [
        (rng.integers(-3, 4, (m + 1, d)), gamma)
        for m, d, gamma in [(3, 2, 0.1), (4, 2, 2), (5, 3, 0.5), (2, 1, 1), (6, 2, 0), (9, 3, 1.5)]
    ]
    return [(np.array(N, float), float(gamma)) for N, gamma in [*by_hand, *random]]


def _covariance(N, gamma, divisor=-1, center=None):
    center = np.mean(N, axis=0) if center is None else center
    total = sum(np.outer(x - center, x - center) for x in N)
    return total / (len(N) + divisor) + gamma * np.eye(N.shape[1])


def _flat_at_gamma(got, N, gamma):
    if np.ptp(N, axis=0).max() == 0 and not np.allclose(got, gamma * np.eye(N.shape[1])):
        return f"All its points are equal, so only gamma I is left, {gamma:g} on the diagonal."
    return ""


def _pairs_of_gaussians(rng):
    """Means and variances of two Gaussians on a line: equal, shifted, stretched, far, random."""
    by_hand = [(0, 1, 0, 1), (0, 1, 1, 4), (0, 1, 2, 1), (0, 4, 2, 4), (0, 1, 0, 9)]
    by_hand += [
        (0, 9, 0, 1),
        (3, 0.5, 3, 0.5),
        (-1, 2, 4, 3),
        (0, 0.01, 0, 100),
        (0, 5e-4, 1, 2000.0),
    ]
    means = rng.integers(-3, 4, (8, 2))
    variances = rng.choice([0.25, 0.5, 2, 3, 5], (8, 2))
    pairs = zip(means.tolist(), variances.tolist(), strict=True)
    return by_hand + [(a, v, b, w) for (a, b), (v, w) in pairs]


def _rho(a, v, b, w, eighth=8):
    gamma = (v + w) / 2
    return math.sqrt(math.sqrt(v * w) / gamma) * math.exp(-((a - b) ** 2) / (eighth * gamma))


def _not_one(got, a, v, b, w):
    equal = a == b and v == w
    return "The two Gaussians are equal, so the overlap is 1." if equal else ""


def _outside(got, *case):
    return "" if -1e-12 <= got <= 1 + 1e-12 else "An overlap lies between 0 and 1."


def _unequal_means_only(got, a, v, b, w):
    want = math.exp(-((a - b) ** 2) / (8 * v))
    if v == w and not math.isclose(got, want, rel_tol=1e-7):
        return f"Equal variances leave exp(-u^2 / (8 v)), here {want:.6g}."
    return ""


def _gain(D):
    n = range(len(D))
    return float(max(D[i, j] - (D[i, k] + D[k, j]) for i in n for j in n for k in n))


def _negative(got, D):
    return "With k = i the detour is no detour, so 0 is always reached." if got < -1e-12 else ""


def _metric_has_a_gain(got, D):
    if _gain(D) <= 0 and got > 1e-12:
        return "No detour is shorter in this table, so the answer is 0."
    return ""


def _outside_the_room(got):
    if got[:, 1].min() < 1 - 1e-9:
        return f"A variance is {got[:, 1].min():.6g}, and none may be below 1."
    low, high = got[:, 0].min(), got[:, 0].max()
    return (
        "" if low >= -1e-9 and high <= 10 + 1e-9 else f"The means lie from {low:.6g} to {high:.6g}."
    )


def _distance(one, other):
    """Return d_BR of two Gaussians on a line, each a mean and a variance."""
    (a, v), (b, w) = one, other
    return abs(a - b) / math.sqrt((v + w) / 2) + abs(math.log(v / w))


def _saved(got):
    D = np.array([[_distance(one, other) for other in got] for one in got])
    return _gain(D)


def _no_detour(got):
    outside = _outside_the_room(got)
    if outside:
        return outside
    saved = _saved(got)
    if saved >= 1 - 1e-9:
        return ""
    return f"Its best detour saves {saved:.4g}; 1 is wanted.{_paid_twice(got)}"


def _paid_twice(got):
    """Say what the way by the widest costs where its two logarithms are the larger part."""
    first, middle, last = got[np.argsort(got[:, 1], kind="stable")][[0, 2, 1]]
    logs = sum(abs(math.log(end[1] / middle[1])) for end in (first, last))
    detour = _distance(first, middle) + _distance(middle, last)
    if logs <= detour - logs:
        return ""
    return (
        f" By way of the widest it is {detour:.4g}, and {logs:.4g} of that are its two logarithms:"
        " it is too wide."
    )


EXERCISES = (
    Exercise(
        number="10.1",
        title="The Gaussian of a neighborhood",
        call="my_covariance(N, gamma)",
        cases=_neighborhoods,
        oracle=_covariance,
        own=("kernlab_helpers.local_gaussians",),
        wrong="the covariance is wrong",
        won="A crowd of neighbors is now one Gaussian: a place and a shape.",
        hints=(
            "First the mean of all rows. What is left of the rows when it is taken away?",
            "A matrix of differences, transposed, times itself; divided by m, which is one less"
            " than the number of rows; and gamma on the diagonal only.",
        ),
        properties={
            "the matrix is not symmetric": not_symmetric,
            "a neighborhood of copies is wrong": _flat_at_gamma,
        },
        slips={
            "you divide by the number of rows, m + 1": lambda N, g: _covariance(N, g, 0),
            "you take the differences to the point, not to the mean": lambda N, g: _covariance(
                N, g, -1, N[0]
            ),
            "gamma is added to every entry": lambda N, g: _covariance(N, 0) + g,
            "the sum is not divided": lambda N, g: (
                _covariance(N, 0) * (len(N) - 1) + g * np.eye(N.shape[1])
            ),
            "gamma is added to every entry, and for one feature to a number, which np.cov gives": (
                lambda N, g: np.cov(N, rowvar=False) + g if N.shape[1] > 1 else math.nan
            ),
            "gamma is divided by m too": lambda N, g: _covariance(N, g / (len(N) - 1)),
            "gamma is left out": lambda N, g: _covariance(N, 0),
            "the rows are taken for coordinates: np.cov wants rowvar=False": lambda N, g: (
                np.cov(N) + g * np.eye(len(N))
            ),
            "the rows are taken for coordinates (np.cov wants rowvar=False), and gamma is left"
            " out": lambda N, g: np.cov(N),
            "one mean of all numbers is taken away, not one per column": lambda N, g: _covariance(
                N, g, -1, np.mean(N)
            ),
        },
    ),
    Exercise(
        number="10.2",
        title="The overlap of two Gaussians",
        call="my_rho(a, v, b, w)",
        cases=_pairs_of_gaussians,
        oracle=_rho,
        own=("kernlab_helpers.bhattacharyya", "kernlab_helpers.hellinger"),
        wrong="the overlap is wrong",
        won="You can say how much two Gaussians overlap, from four numbers.",
        hints=(
            "On a line Gamma is the mean of the two variances, and a determinant is the number"
            " itself.",
            "The first factor is the root of (geometric mean of the variances over their"
            " arithmetic mean). The second is an exponential with u^2 over 8 Gamma.",
        ),
        properties={
            "two equal Gaussians do not have overlap 1": _not_one,
            "the overlap is not between 0 and 1": _outside,
            "two Gaussians of equal variance are wrong": _unequal_means_only,
        },
        slips={
            "this is d_B, not exp(-d_B)": lambda *g: -math.log(_rho(*g)),
            "the sign in the exponent is lost, as in the paper's (11)": lambda *g: 1 / _rho(*g),
            "the 8 is a 4": lambda *g: _rho(*g, 4),
            "the 8 is a 2": lambda *g: _rho(*g, 2),
            "Gamma is the sum, not the mean": lambda *g: _rho(*g, 16) / math.sqrt(2),
            "the 1/2 before the logarithm is lost, as in the paper's (13)": lambda a, v, b, w: (
                _rho(a, v, b, w) * _rho(0, v, 0, w)
            ),
            "u is not squared": lambda a, v, b, w: _rho(math.sqrt(abs(a - b)), v, 0, w),
            "v and w are taken for standard deviations; they are variances": lambda a, v, b, w: (
                _rho(a, v**2, b, w**2)
            ),
            "roots of the variances are taken first": lambda a, v, b, w: _rho(
                a, math.sqrt(v), b, math.sqrt(w)
            ),
            "the factor of the variances is missing": lambda a, v, b, w: math.exp(
                -((a - b) ** 2) / (4 * (v + w))
            ),
        },
    ),
    Exercise(
        number="10.3",
        title="The best detour",
        call="my_gain(D)",
        cases=distance_tables,
        oracle=_gain,
        own=("kernlab_helpers.metric_witness",),
        wrong="this is not the gain of the best detour",
        won="You know whether a table breaks the triangle inequality, and by how much.",
        hints=(
            "Three numbers i, j, k: from i to j directly, or from i to k and on to j. Which"
            " difference is positive when the detour is shorter?",
            "Three loops over range(len(D)) are enough: keep the largest of D[i, j] minus the two"
            " steps.",
        ),
        properties={
            "a gain is negative": _negative,
            "a metric has a gain": _metric_has_a_gain,
        },
        slips={
            "the sign is reversed": lambda D: -_gain(D),
            "only one of the two steps is taken away": lambda D: np.max(D[..., None] - D[:, None]),
            "the squares are compared": lambda D: _gain(D**2),
            "the gains of all detours are added": lambda D: float(
                sum(np.maximum(D - (D[:, [k]] + D[[k]]), 0).sum() for k in range(len(D)))
            ),
            "this says whether, not how much": lambda D: float(_gain(D) > 0),
        },
    ),
    Exercise(
        number="10.4",
        title="Find a detour",
        call="my_detour",
        cases=lambda rng: [()],
        oracle=lambda: np.array([[0.0, 1], [5, 8], [10, 1]]),
        accepts=_no_detour,
        wrong="no detour saves 1",
        won="You hold a proof that d_BR is no metric, found by yourself.",
        hints=(
            "Which Gaussian is near to both ends? Begin with narrow ends at 0 and 10, and something"
            " in the middle.",
            "A wider one in the middle shortens the part of the means and lengthens the logarithm."
            " Try its variance from 1 to 20 in a loop.",
        ),
        slips={
            "the middle one is as narrow as the ends": lambda: np.array([[0, 1], [5, 1], [10, 1]]),
            "this is the road of the chapter, which is too long": lambda: np.array(
                [[0, 1], [10, 4], [20, 1]]
            ),
            "this is half the road of the chapter, with the same variances": lambda: np.array(
                [[0, 1], [5, 4], [10, 1]]
            ),
            "the ends are wide, the middle narrow": lambda: np.array([[0, 8], [5, 1], [10, 8]]),
            "rows and columns are exchanged": lambda: np.array([[0, 5, 10], [1, 8, 1]]),
            "the ends are too narrow": lambda: np.array([[0, 0.5], [5, 8], [10, 0.5]]),
        },
    ),
)
