"""Exercises of chapter 14: Minkowski's distance, center, concentration and weights."""

import functools
import itertools
import math

import numpy as np

from classroom.exercises.exercise import Exercise


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
        ([0.5, 2], [1, 0.75], 2),
        ([2000, 5e-4], [0, 0], 1),
        ([1, 2, 3, 4, 5, 6, 7, 8], [0.5, 2, 3, 5, 5, 6, 7, 6.5], 1.5),
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
        return (
            f"Only one coordinate differs, by {gaps.max():g}, so this is the distance for every p."
        )
    return ""


def _lists(rng):
    """Numbers, not sorted: one, an even and an odd count, ties in the middle, random."""
    by_hand = [[7], [4, 1], [0, 10, 2, 1], [3, 3, 9, -5], [5, -1, 2], [2, 8, 2, 2, 0, 8]]
    by_hand.append([2000, 5e-4, 3])
    random = [rng.integers(-9, 10, n) / 2 for n in (5, 6, 8, 9)]
    return [(np.array(x, float),) for x in [*by_hand, *random]]


def _floor(x):
    """Return the smallest and the largest number of x with the smallest sum of distances."""
    sums = np.array([sum(abs(value - c) for value in x) for c in x])
    best = x[sums <= sums.min() + 1e-9]
    return np.array([best.min(), best.max()])


def _not_least(got, x):
    wanted = np.sum(np.abs(x - _floor(x)[0]))
    for end in got:
        if np.sum(np.abs(x - end)) > wanted + 1e-9:
            return f"At {end:g} it is {np.sum(np.abs(x - end)):g}, and {wanted:g} is the smallest."
    return ""


def _too_narrow(got, x):
    low, high = _floor(x)
    beyond = [end for end in (low, high) if not got.min() - 1e-9 <= end <= got.max() + 1e-9]
    return f"For example, {beyond[0]:g} is." if beyond else ""


def _units(rng):
    """Small entries and p for which a unit below 2^20 changes the neighbor, with some room."""
    by_hand = [(0.2, 0.5), (0.3, 1.0), (0.25, 0.5), (0.3, 0.5), (0.35, 1.0)]
    smalls, exponents = rng.integers(15, 45, 60) / 100, rng.choice([0.4, 0.5, 1, 1.5, 3], 60)
    random = zip(smalls, exponents, strict=True)
    found = (case for case in [*by_hand, *random] if _changes(*case))
    return [(float(small), float(p)) for small, p in itertools.islice(found, 9)]


def _apart(small, p, s, first=0):
    """Return the p-th powers of the distances from 1 to 2 and to the small entry, in a unit s."""
    L, rows = 0.5, []
    b = math.sqrt(2 * L / math.cosh(math.pi * L))
    for entry in (1.0, 2.0, small):
        angle = L * math.log(s * entry)
        row = [math.sqrt(L), b * math.cos(angle), b * math.sin(angle)]
        rows.append([math.sqrt(entry) * feature for feature in row[first:]])
    one, *others = rows
    return [sum(abs(x - y) ** p for x, y in zip(one, row, strict=True)) for row in others]


def _order(small, p, s, first=0):
    two, other = _apart(small, p, s, first)
    return two <= other


@functools.cache  # asked for the same few cases again and again
def _unit(small, p, base=2.0, first=0):
    """Return the first power of a base that changes the neighbor, 0 if none below the 60th."""
    at_first = _order(small, p, 1.0, first)
    powers = (base**m for m in range(1, 60))
    return next((s for s in powers if _order(small, p, s, first) != at_first), 0.0)


def _changes(small, p):
    """Whether the neighbor changes below 2^20, and is far from a tie there and at s = 1."""
    s = _unit(small, p)
    if not 0 < s < 2**20:
        return False
    pairs = [_apart(small, p, 1.0), _apart(small, p, s)]
    return all(abs(two / other - 1) > 1e-3 for two, other in pairs)


def _same_neighbor(got, small, p):
    """Say why a scale is no counterexample; "" for each one in which the neighbor is another."""
    if not got > 0:
        return f"A scale is a positive number, and yours is {got:g}."
    two, other = _apart(small, p, float(got))
    if abs(two - other) <= 1e-9 * other:
        return f"At s = {got:g} both are equally near, and this is a tie."
    same = (two < other) == _order(small, p, 1.0)
    which = "2" if two < other else f"{small:g}"
    return f"At s = {got:g} the nearest is {which}, as at s = 1." if same else ""


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
        ([2000, 5e-4, 0.01], 3),
    ]
    random = [(rng.uniform(1, 9, d), p) for d, p in [(3, 0.7), (4, 1), (4, 1.7), (5, 2), (3, 4)]]
    random += [(rng.uniform(1, 9, 8), p) for p in (0.8, 2.5)]
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
        own=("kernlab_helpers.minkowski_distances",),
        wrong="the distance is wrong",
        won="You have one function that measures distance for every positive p.",
        hints=(
            "Which four steps does the formula take? The size of each difference, a power, the"
            " sum, and one more that brings back the unit of the coordinates.",
            "Raise the absolute differences to the power p, add them up, and raise the sum to the"
            " power 1/p.",
        ),
        properties={
            "the distance is wrong where only one coordinate differs": _one_difference,
        },
        slips={
            "the root 1/p is missing": lambda x, y, p: np.sum(np.abs(x - y) ** p),
            "this is the Euclidean distance for every p": lambda x, y, p: np.linalg.norm(x - y),
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
        title="All medians",
        call="my_floor(x)",
        cases=_lists,
        oracle=_floor,
        wrong="an end of the interval is wrong",
        won="At p = 1 you know every best center, and not only the one that np.median names.",
        hints=(
            "Move c a little to the right. Each point on its left costs more, and each one on its"
            " right costs less. When does the sum stay the same?",
            "Sort the numbers. With an odd count the middle one is both ends, and with an even"
            " count the ends are the two numbers in the middle.",
        ),
        properties={
            "the sum at one end is not the smallest": _not_least,
            "a number beyond that interval is as good": _too_narrow,
        },
        slips={
            "these are twice the median, one number of the interval": lambda x: np.full(
                2, np.median(x)
            ),
            "these are the ends of the data": lambda x: np.array([x.min(), x.max()]),
            "x is not sorted first": lambda x: x[[(len(x) - 1) // 2, len(x) // 2]],
            "these are twice the mean": lambda x: np.full(2, x.mean()),
            "you took the quarters, not the middle": lambda x: np.quantile(x, [0.25, 0.75]),
        },
    ),
    Exercise(
        number="14.3",
        title="A unit that changes the neighbor",
        call="my_unit(small, p)",
        cases=_units,
        oracle=_unit,
        accepts=_same_neighbor,
        wrong="at this scale the neighbor is the same",
        won="You have shown that for this p the neighbor is not a property of the kernel.",
        hints=(
            "What does the nearest entry look like at one scale s? Write a function that maps s"
            " times the three entries and compares two distances. Ask it for s = 1, then for 2,"
            " 4, 8, and so on.",
            "kh.ExplicitMap with order=1 and period=0.5 makes the rows, kh.minkowski_distances"
            " measures them, and argmin says which is nearer. Return the first s that differs.",
        ),
        slips={
            "this is m, and the scale is 2^m": lambda small, p: math.log2(_unit(small, p)),
            "you stopped one scale before the change": lambda small, p: _unit(small, p) / 2,
            "s = 1 is the scale that the others are compared with": lambda small, p: 1.0,
            "the first feature is left out: it does not turn, but it counts": lambda small, p: (
                _unit(small, p, first=1)
            ),
        },
    ),
    Exercise(
        number="14.4",
        title="Weights for every p",
        call="my_weights(V, p)",
        cases=_dispersions,
        oracle=_weights,
        own=("kernlab_helpers.feature_weights",),
        wrong="a weight is wrong",
        won="Tight features weigh more, and you know how much more for every p.",
        hints=(
            "Which p have no formula? There are two cases, and p = 1 belongs to the one without.",
            "Above 1 take eq. 23, and up to 1 give all the weight to the smallest dispersion. For"
            " eq. 23 you can raise V to the power -1/(p - 1) and divide by the sum.",
        ),
        properties={
            "the weights do not sum to 1": _sum_is_not_1,
            "the tightest feature does not have the largest weight": _wide_feature_wins,
        },
        slips={
            "you use eq. 23 for p < 1, too": lambda V, p: _printed(V, p) if p != 1 else _one_hot(V),
            "the tightest feature takes all for every p": lambda V, p: _one_hot(V),
            "all features weigh the same": lambda V, p: np.full(len(V), 1 / len(V)),
            "you weigh by 1/V for every p": lambda V, p: (1 / V) / np.sum(1 / V),
            "the weights are not divided by their sum": lambda V, p: (
                V ** (-1 / (p - 1)) if p > 1 else _one_hot(V)
            ),
        },
    ),
)
