"""Exercises of chapter 9: order t for clustering."""

import math

import numpy as np

from classroom.exercises.exercise import Exercise

from .laws import diagonal_is_not, not_symmetric
from .samples import squared_distances


def _tables(rng):
    """Tables of counts: equal, independent, merged and split groups, random with zeros."""
    by_hand = [
        [[1, 0], [0, 1]],
        [[5, 0], [0, 3]],
        [[0, 4], [6, 0]],
        [[1, 1], [1, 1]],
        [[2, 4], [3, 6]],
        [[3, 1], [0, 4]],
        [[5, 0], [0, 4], [0, 6]],
        [[4, 2, 0], [0, 0, 5]],
        [[50, 0, 0], [0, 40, 10], [0, 5, 45]],
        [[3, 0, 1, 0, 2, 0, 1, 0], [0, 4, 0, 1, 0, 2, 0, 5]],
        [[1500, 0], [20, 900]],
    ]
    random = [rng.integers(0, 6, shape) for shape in [(2, 2), (2, 3), (3, 3), (4, 3), (3, 5)]]
    for N in random:
        for i in range(max(N.shape)):  # no empty row, no empty column
            N[i % N.shape[0], i % N.shape[1]] += 1
    return [(np.array(N, float),) for N in [*by_hand, *random]]


def _information(N):
    """Mutual information and the two entropies, by loops, in units of n."""
    n = N.sum()
    rows = N.sum(axis=1)
    columns = N.sum(axis=0)
    shared = sum(
        N[u, v] * math.log(n * N[u, v] / (rows[u] * columns[v])) for u, v in np.argwhere(N > 0)
    )
    return shared, *(sum(c * math.log(n / c) for c in counts) for counts in (rows, columns))


def _nmi(N):
    shared, of_rows, of_columns = _information(N)
    return float(shared / math.sqrt(of_rows * of_columns))


def _same_grouping(got, N):
    if np.all((N > 0).sum(axis=0) == 1) and np.all((N > 0).sum(axis=1) == 1):
        return "Every cluster is one whole class here, so the score is 1."
    return ""


def _independent(got, N):
    if np.allclose(N, np.outer(N.sum(axis=1), N.sum(axis=0)) / N.sum()):
        return "Every cluster holds the same mixture of classes here, so the score is 0."
    return ""


def _not_a_share(got, *case):
    low, high = np.min(got), np.max(got)
    if low < -1e-9 or high > 1 + 1e-9:
        return f"There is the value {low if low < -1e-9 else high:.6g}."
    return ""


def _points_and_neighbors(rng):
    """Points and m: lines with uneven gaps, copies of a point, planes, random."""
    by_hand = [
        ([[0], [2], [3], [4], [6]], 3),
        ([[0], [1], [3]], 2),
        ([[0], [1], [10]], 2),
        ([[1], [1], [4], [8]], 3),
        ([[1], [1], [4], [8]], 2),
        ([[0, 0], [3, 4], [6, 8]], 2),
        ([[0, 0], [0, 2], [1, 0], [5, 5]], 2),
        ([[0, 0], [0, 2], [1, 0], [5, 5]], 3),
        ([[0], [5e-4], [1], [1200]], 2),
    ]
    random = [
        (rng.normal(size=(n, d)).round(2), m)
        for n, d, m in [(4, 1, 2), (5, 2, 2), (5, 3, 4), (6, 2, 3), (6, 1, 2), (9, 2, 4)]
    ]
    return [(np.array(X, float), m) for X, m in [*by_hand, *random]]


def _widths(X, m):
    return np.array([math.sqrt(sorted(row)[m]) for row in squared_distances(X)])


def _widths_without_copies(X, m):
    rows = [[v for v in sorted(row) if v > 0] for row in squared_distances(X)]
    return np.array([math.sqrt(row[min(m, len(row)) - 1]) for row in rows])


def _self_tuning(X, m, power=2, widths=_widths):
    widths = widths(X, m)
    return np.exp(-(squared_distances(X) ** (power / 2)) / np.outer(widths, widths))


def _gaps(rng):
    """Gaps between three points of a line: small, middle, large."""
    by_hand = [(1.0,), (0.5,), (0.1,), (2.0,), (0.25,), (1.5,)]
    return [*by_hand, *((float(g),) for g in rng.uniform(0.2, 2, 4).round(3))]


def _border(gap, ends=lambda gap: math.exp(-4 * gap**2), power=2):
    return -(gap**power) / math.log(math.sqrt((1 + ends(gap)) / 2))


def _rises_or_falls(got, gap):
    """Say on which side of the border the width is, by the least eigenvalue there."""
    points, widths = np.array([-gap, 0, gap]), np.array([1, max(float(got), 1e-9), 1])
    table = np.exp(-((points[:, None] - points) ** 2) / np.outer(widths, widths))
    least = np.linalg.eigvalsh(table)[0]
    if least < -1e-6:
        return f"At this width the least eigenvalue is {least:.4f}: it is too wide."
    if least > 1e-6:
        return f"At this width the least eigenvalue is {least:.4f}: wider ones are PSD, too."
    return ""


EXERCISES = (
    Exercise(
        number="9.1",
        title="NMI from a table",
        call="my_nmi(N)",
        cases=_tables,
        oracle=_nmi,
        own=("kernlab_helpers.nmi",),
        wrong="the score has the wrong value",
        won="You can compare two groupings, whatever the names of the groups.",
        hints=(
            "Compute the sums of the rows, of the columns and of everything first. Which pairs of u"
            " and v may enter the upper sum if 0 log 0 counts as 0?",
            "Choose the positive entries with a mask. np.outer gives the table of all products of"
            " row and column sums, and the mask picks from it, too.",
        ),
        properties={
            "two equal groupings do not get the score 1": _same_grouping,
            "independent groupings do not get the score 0": _independent,
            "the score is not between 0 and 1": _not_a_share,
        },
        slips={
            "the upper sum is not divided by anything": lambda N: _information(N)[0],
            "you divide by the mean of the two sums, not by the root of their product": lambda N: (
                2 * _information(N)[0] / sum(_information(N)[1:])
            ),
            "you divide by the larger sum": lambda N: _information(N)[0] / max(_information(N)[1:]),
            "you divide by the product, without the root": lambda N: (
                _information(N)[0] / math.prod(_information(N)[1:])
            ),
            "this is the share of points in the largest class of their cluster": lambda N: (
                N.max(axis=0).sum() / N.sum()
            ),
        },
    ),
    Exercise(
        number="9.2",
        title="Self-tuning affinity",
        call="my_self_tuning(X, m)",
        cases=_points_and_neighbors,
        oracle=_self_tuning,
        own=("kernlab_helpers.self_tuning",),
        wrong="an affinity has the wrong value",
        won="Each point now measures distance by its own neighborhood.",
        hints=(
            "Sort each row of the table of distances. What stands in place 0 of every sorted row?",
            "Place m of the sorted row is the m-th neighbor, because place 0 is the point itself."
            " np.outer(sigma, sigma) holds all products of two widths.",
        ),
        properties={
            "the affinity of a point with itself is not 1": diagonal_is_not(1),
            "the matrix is not symmetric": not_symmetric,
            "an affinity is not between 0 and 1": _not_a_share,
        },
        slips={
            "a point is counted as its own neighbor": lambda X, m: _self_tuning(X, m - 1),
            "you take one neighbor too far": lambda X, m: _self_tuning(X, min(m + 1, len(X) - 1)),
            "the distance is not squared": lambda X, m: _self_tuning(X, m, power=1),
            "there is a 2 in the denominator": lambda X, m: np.sqrt(_self_tuning(X, m)),
            "copies of a point are not counted as its neighbors": lambda X, m: _self_tuning(
                X, m, widths=_widths_without_copies
            ),
            "both widths are those of the row": lambda X, m: np.exp(
                -squared_distances(X) / _widths(X, m)[:, None] ** 2
            ),
            "the widths are squared distances": lambda X, m: np.exp(
                -squared_distances(X) / np.outer(_widths(X, m), _widths(X, m)) ** 2
            ),
        },
    ),
    Exercise(
        number="9.3",
        title="The border",
        call="my_border(gap)",
        cases=_gaps,
        oracle=_border,
        wrong="this is not the border",
        won="Every wider middle point is a counterexample, because the matrix is then not PSD.",
        hints=(
            "Put the two ends into (12) first. How far apart are they, and what are their widths?",
            "At the border 2 a^2 = 1 + b. Take the logarithm of a = exp(-gap^2 / width).",
        ),
        properties={"the matrix there is not at the border of PSD": _rises_or_falls},
        slips={
            "the ends are 2 gap apart, not gap": lambda gap: _border(
                gap, ends=lambda gap: math.exp(-(gap**2))
            ),
            "the distance of the ends is squared as a whole: (2 gap)^2 = 4 gap^2": lambda gap: (
                _border(gap, ends=lambda gap: math.exp(-2 * gap**2))
            ),
            "the ends are left out; they have an affinity, too": lambda gap: _border(
                gap, ends=lambda gap: 0
            ),
            "the root is missing: a is the root of (1 + b) / 2": lambda gap: _border(gap) / 2,
            "the gap is not squared": lambda gap: _border(gap, power=1),
            "the sign is wrong: the logarithm of a is negative": lambda gap: -_border(gap),
        },
    ),
)
