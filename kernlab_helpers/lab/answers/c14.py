"""Exercises of chapter 14: Minkowski's distance, centre, concentration and weights."""

import numpy as np

from ..exercises.exercise import Exercise


def _pairs(rng):
    """Two points and p: by hand, equal ones, negative differences, one coordinate, random."""
    by_hand = [
        ([0, 0], [3, 4], 2),
        ([0, 0], [3, 4], 1),
        ([0, 0], [1, 1], 0.5),
        ([2, 1], [2, 1], 1),
        ([0], [-3], 3),
        ([5, 0, 0], [0, 0, 0], 0.7),
        ([1, 2], [4, -2], 3),
        ([0, 0, 0, 0], [1, -1, 1, -1], 2),
    ]
    random = [
        (rng.integers(-4, 5, d), rng.integers(-4, 5, d), p)
        for d, p in [(2, 0.5), (3, 1), (3, 1.5), (4, 2), (5, 3), (2, 6)]
    ]
    return [(np.array(x, float), np.array(y, float), float(p)) for x, y, p in by_hand + random]


def _distance(x, y, p):
    return float(sum(abs(a - b) ** p for a, b in zip(x, y, strict=True)) ** (1 / p))


def _one_difference(got, x, y, p):
    gaps = np.abs(x - y)
    if np.count_nonzero(gaps) == 1 and not np.isclose(got, gaps.max()):
        return f"Only one coordinate differs, by {gaps.max():g}: that is the distance for every p."
    return ""


def _numbers(rng):
    """Numbers without a tie for the best, and p below 1: by hand, repeated, outliers, random."""
    by_hand = [
        ([7], 0.5),
        ([0, 1, 2, 10], 0.5),
        ([10, 2, 1, 0], 0.5),
        ([5, 5, 9], 0.3),
        ([-4, -3, 0, 8, 9.5], 0.9),
        ([0, 1, 1.5, 100], 0.2),
        ([3, -1, 2.5, 2, 40], 0.7),
        ([0, 0.5, 6, 7.5, 8], 0.5),
    ]
    random = [(np.round(rng.gamma(1, 4, n), 2), p) for n, p in [(5, 0.5), (7, 0.8), (9, 0.3)]]
    return [(np.array(x, float), float(p)) for x, p in by_hand + random]


def _powers(x, c, p):
    return sum(abs(value - c) ** p for value in x)


def _center(x, p):
    return float(min(x, key=lambda c: _powers(x, c, p)))


def _no_data_point(got, x, p):
    return "" if np.any(np.isclose(x, got)) else f"{float(got):.6g} is none of the numbers in x."


def _clouds(rng):
    """Points and p: by hand, equal norms, negative numbers, many columns, random."""
    by_hand = [
        ([[3, 4], [0, 15]], 2),
        ([[1, 0], [0, 1]], 0.5),
        ([[1, 1], [2, 2]], 1),
        ([[-3, 4], [6, -8]], 3),
        ([[2], [3]], 1),
        ([[1], [-2], [4]], 0.5),
        ([[1, 1, 1, 1], [0, 0, 0, 3]], 0.5),
    ]
    random = [(rng.normal(size=(n, d)), p) for n, d, p in [(3, 2, 0.5), (5, 3, 1), (6, 4, 2)]]
    random += [(rng.uniform(size=(8, 20)), p) for p in (0.3, 3)]
    return [(np.array(X, float), float(p)) for X, p in by_hand + random]


def _norms(X, p):
    return np.array([sum(abs(v) ** p for v in row) ** (1 / p) for row in X])


def _relative_variance(X, p):
    return _variation(_norms(X, p))


def _variation(norms):
    return float(norms.std() / norms.mean())


def _equal_norms_vary(got, X, p):
    norms = _norms(X, p)
    if np.allclose(norms, norms[0]) and not np.isclose(got, 0):
        return f"All norms are {norms[0]:.6g}, so nothing varies."
    return ""


def _dispersions(rng):
    """Dispersions, all different, and p on both sides of 1, near it and at it."""
    by_hand = [
        ([1, 4], 2),
        ([1, 4], 0.5),
        ([4, 1], 1),
        ([2, 1], 1.1),
        ([1, 2], 0.9),
        ([3], 1.5),
        ([1, 2, 4], 3),
        ([5, 0.5, 2], 0.3),
        ([0.1, 0.2, 0.3, 0.6], 1.5),
    ]
    random = [(rng.uniform(1, 9, d), p) for d, p in [(3, 0.7), (4, 1), (4, 1.7), (5, 2), (3, 4)]]
    return [(np.array(V, float), float(p)) for V, p in by_hand + random]


def _printed(V, p):
    return np.array([1 / sum((v / u) ** (1 / (p - 1)) for u in V) for v in V])


def _one_hot(V):
    return (V.min() == V).astype(float)


def _weights(V, p):
    return _printed(V, p) if p > 1 else _one_hot(V)


def _sum_is_not_1(got, V, p):
    total = float(np.sum(got))
    return "" if np.isclose(total, 1) else f"They sum to {total:.6g}."


def _wide_feature_wins(got, V, p):
    if got[V.argmin()] < got.max() - 1e-12:
        return f"Feature {int(V.argmin())} has the smallest dispersion and not the largest weight."
    return ""


EXERCISES = (
    Exercise(
        number="14.1",
        title="Minkowski's distance",
        call="my_distance(x, y, p)",
        cases=_pairs,
        oracle=_distance,
        wrong="the distance is wrong",
        won="One function measures distance for every p above 0.",
        hints=(
            "Three steps: size of each difference, power, sum. Then one more, which brings back"
            " the unit of the coordinates.",
            "Raise the absolute differences to the power p, add them up, and raise the sum to the"
            " power 1/p.",
        ),
        properties={
            "the distance is wrong where only one coordinate differs": _one_difference,
        },
        slips={
            "the root 1/p is missing": lambda x, y, p: np.sum(np.abs(x - y) ** p),
            "this is Euclid's distance for every p": lambda x, y, p: np.linalg.norm(x - y),
            "the absolute values are missing": lambda x, y, p: np.sum((x - y) ** p) ** (1 / p),
            "** 1 / p has no brackets: the power 1 comes first, then the division by p": (
                lambda x, y, p: np.sum(np.abs(x - y) ** p) / p
            ),
            "the root is the square root for every p": lambda x, y, p: (
                np.sum(np.abs(x - y) ** p) ** 0.5
            ),
            "you take the mean, not the sum": lambda x, y, p: (
                np.mean(np.abs(x - y) ** p) ** (1 / p)
            ),
        },
    ),
    Exercise(
        number="14.2",
        title="The centre below 1",
        call="my_center(x, p)",
        cases=_numbers,
        oracle=_center,
        wrong="another number in x costs less",
        won="Below p = 1 the search is short: only the data points can be the centre.",
        hints=(
            "Which numbers can be the lowest point of a curve that bends down everywhere between"
            " the data?",
            "Compute the cost of every number in x, and return the number whose cost is smallest"
            " (not its place, not its cost).",
        ),
        properties={"the centre is not a data point": _no_data_point},
        slips={
            "this is the mean": lambda x, p: np.mean(x),
            "this is the median": lambda x, p: np.median(x),
            "this is the place of the number, not the number": lambda x, p: float(
                np.argmin([_powers(x, c, p) for c in x])
            ),
            "this is the least cost, not the centre": lambda x, p: min(_powers(x, c, p) for c in x),
            "this is the number that costs most": lambda x, p: max(
                x, key=lambda c: _powers(x, c, p)
            ),
        },
    ),
    Exercise(
        number="14.3",
        title="Relative variance",
        call="my_relative_variance(X, p)",
        cases=_clouds,
        oracle=_relative_variance,
        wrong="the relative variance is wrong",
        won="You can measure how alike all lengths become when the dimension grows.",
        hints=(
            "First one norm for each row. Then two numbers of these norms, and their ratio.",
            "Take absolute values before the power, and the root 1/p after the sum. Above the line"
            " stands the standard deviation of the norms, below it their mean.",
        ),
        properties={"equal norms do not give 0": _equal_norms_vary},
        slips={
            "this is the variance over the mean; take its root": lambda X, p: (
                _norms(X, p).var() / _norms(X, p).mean()
            ),
            "the root 1/p of the norms is missing": lambda X, p: _relative_variance(
                _norms(X, p)[:, None] ** p, 1
            ),
            "the variance divides by n - 1 (ddof=1), not by n": lambda X, p: (
                _norms(X, p).std(ddof=1) / _norms(X, p).mean()
            ),
            "the absolute values are missing": lambda X, p: _variation(
                np.sum(X**p, axis=1) ** (1 / p)
            ),
            "the fraction is upside down": lambda X, p: (
                _norms(X, p).mean() / (_norms(X, p).std() or 1)
            ),
            "you do not divide by the mean": lambda X, p: _norms(X, p).std(),
            "this is Euclid's norm for every p": lambda X, p: _relative_variance(X, 2),
            "these are norms of the columns": lambda X, p: _relative_variance(X.T, p),
        },
    ),
    Exercise(
        number="14.4",
        title="Weights for every p",
        call="my_weights(V, p)",
        cases=_dispersions,
        oracle=_weights,
        wrong="a weight is wrong",
        won="Tight features weigh more, and you know how much more for every p.",
        hints=(
            "There are two cases, and p = 1 belongs to the one without a formula.",
            "Above 1: eq. (23). Up to 1: all the weight for the smallest dispersion. For (23) it is"
            " enough to raise V to the power -1/(p - 1) and to divide by the sum.",
        ),
        properties={
            "the weights do not sum to 1": _sum_is_not_1,
            "the tightest feature has not the largest weight": _wide_feature_wins,
        },
        slips={
            "you use eq. (23) for p < 1 too": lambda V, p: (
                _printed(V, p) if p != 1 else _one_hot(V)
            ),
            "the tightest feature takes all for every p": lambda V, p: _one_hot(V),
            "all features weigh the same": lambda V, p: np.full(len(V), 1 / len(V)),
            "you weigh by 1/V for every p": lambda V, p: (1 / V) / np.sum(1 / V),
            "the weights are not divided by their sum": lambda V, p: (
                V ** (-1 / (p - 1)) if p > 1 else _one_hot(V)
            ),
        },
    ),
)
