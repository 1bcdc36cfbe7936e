"""Exercises of chapter 15: k-means, by distances, by a kernel and by Minkowski with weights."""

import functools
import itertools
import warnings

import numpy as np

import kernlab_helpers as kh
from classroom.exercises.exercise import Exercise

from .objects import as_array


def _points_and_centers(rng):
    """Points and centers: on a line, in the plane, with ties, random."""
    by_hand = [
        ([[0], [1], [4]], [[0], [4]]),
        ([[1], [0]], [[0], [2]]),
        ([[0, 0], [3, 3]], [[2, 2], [0, 3]]),
        ([[0, 0], [5, 0], [9, 1]], [[0, 1], [8, 0], [5, 5]]),
        ([[1, 1], [2, 0]], [[0, 0], [2, 2], [0, 2]]),
        ([[0.75], [1.5], [-0.25]], [[0], [1]]),
        ([[1], [2]], [[0.25], [1.75]]),
        ([[1], [2]], [[3], [3]]),
        ([[2000], [5e-4]], [[0], [1500]]),
    ]
    random = [
        (rng.integers(-5, 6, (n, d)), rng.integers(-5, 6, (k, d)))
        for n, d, k in [(4, 2, 2), (5, 3, 3), (6, 2, 4), (8, 4, 3), (3, 1, 2)]
    ]
    return [(np.array(X, float), np.array(M, float)) for X, M in [*by_hand, *random]]


def _powers(X, M, p=2.0):
    return np.array(
        [[sum(abs(a - b) ** p for a, b in zip(x, m, strict=True)) for m in M] for x in X]
    )


def _assign(X, M, p=2.0):
    return np.array([int(np.argmin(row)) for row in _powers(X, M, p)])


def _left_over(got, X, M):
    low, high = np.min(got), np.max(got)
    line = f"The numbers go from {low:g} to {high:g}, those of the centers from 0 to {len(M) - 1}."
    return line if low < 0 or high >= len(M) else ""


def _last_of_ties(X, M):
    return len(M) - 1 - _powers(X, M)[:, ::-1].argmin(axis=1)


def _strict(X, M):
    D = _powers(X, M)
    alone = (D.min(axis=1, keepdims=True) == D).sum(axis=1) == 1
    return np.where(alone, D.argmin(axis=1), -1)


def _kernels_and_labels(rng):
    """Kernel matrices of whole-number points, and labels without an empty cluster."""
    by_hand = [
        ([[0], [2]], [0, 0]),
        ([[0], [2]], [0, 1]),
        ([[1], [3], [8]], [0, 0, 1]),
        ([[1, 0], [0, 1], [4, 4]], [1, 0, 0]),
        ([[1, 2], [3, 4], [5, 0], [2, 2]], [0, 1, 0, 1]),
        ([[0.5, 1], [0.5, 1], [2.5, 0.25]], [0, 1, 1]),
        ([[40, 0.02], [0, 0.02], [1, 1]], [0, 1, 0]),
    ]
    random = [
        (rng.integers(-4, 5, (n, d)), np.arange(n) % k)
        for n, d, k in [(4, 2, 3), (5, 3, 2), (6, 2, 4), (7, 4, 3), (5, 5, 1)]
    ]
    sets = [(np.array(X, float), np.array(labels)) for X, labels in [*by_hand, *random]]
    return [(X @ X.T, labels) for X, labels in sets]


def _kernel_parts(K, labels):
    """Return the terms of eq. (8) by loops: own length, twice the mean row, the mean block."""
    n = len(K)
    k = max(labels) + 1
    own, row, block = np.zeros((3, n, k))
    for c in range(k):
        inside = [j for j in range(n) if labels[j] == c]
        for i in range(n):
            own[i, c] = K[i, i]
            row[i, c] = 2 * sum(K[i, j] for j in inside) / len(inside)
            block[i, c] = sum(K[j, m] for j in inside for m in inside) / len(inside) ** 2
    return own, row, block


def _distances(K, labels):
    own, row, block = _kernel_parts(K, labels)
    return own - row + block


def _sizes(labels):
    return np.bincount(labels).astype(float)


def _negative(got, *case):
    low = np.min(got)
    return f"The smallest entry is {low:.6g}." if low < -1e-9 else ""


def _own_mean(got, K, labels):
    for c, size in enumerate(_sizes(labels)):
        i = int(np.argmax(labels == c))
        if size == 1 and abs(got[i, c]) > 1e-9 * max(1, np.abs(K).max()):
            return f"Point {i} is alone in cluster {c}, and its distance there is {got[i, c]:.6g}."
    return ""


def _models(rng):
    """Points, labels, centers, weights and p: on the center, one cluster, random."""
    by_hand = [
        ([[1, 2]], [0], [[1, 2]], [[0.5, 0.5]], 2.0),
        ([[3, 0]], [0], [[0, 0]], [[1, 0]], 3.0),
        ([[3, -4]], [0], [[0, 0]], [[0.5, 0.5]], 1.0),
        ([[4, 9]], [0], [[0, 0]], [[0.25, 0.75]], 0.5),
        ([[1, 5], [7, 2]], [1, 0], [[6, 6], [0, 3]], [[0.5, 0.5], [0.25, 0.75]], 2.0),
        ([[1, 5], [7, 2]], [1, 0], [[6, 6], [0, 3]], [[0.5, 1.5], [0.25, 0.25]], 2.0),
        ([[0.5, 2.75]], [0], [[2, 1]], [[0.5, 0.5]], 2.0),
        ([[2000, 5e-4], [2000, 5e-4]], [0, 0], [[1, 2]], [[0.5, 0.5]], 1.0),
    ]
    random = [
        (
            rng.integers(-5, 6, (n, d)),
            rng.permutation(np.arange(n) % k),
            rng.integers(-5, 6, (k, d)) / 2,
            rng.dirichlet(np.ones(d), k).round(2),
            p,
        )
        for n, d, k, p in [
            (3, 2, 2, 1.5),
            (4, 3, 2, 3.0),
            (5, 2, 3, 1.0),
            (6, 4, 2, 2.0),
            (8, 2, 3, 2.5),
        ]
    ]
    return [
        (np.array(X, float), np.array(labels), np.array(M, float), np.array(W, float), p)
        for X, labels, M, W, p in [*by_hand, *random]
    ]


def _cost(X, labels, M, W, p, of_weight=None):
    power = p if of_weight is None else of_weight
    total = 0.0
    for x, c in zip(X, labels, strict=True):
        total += sum(w**power * abs(a - m) ** p for a, m, w in zip(x, M[c], W[c], strict=True))
    return float(total)


def _clouds(rng):
    """Points on which 2-means has several ends: a wide rectangle, lines, random ones."""
    by_hand = [[[0, 0], [0, 1], [3, 0], [3, 1]], [[0], [2.5], [4]]]
    by_hand.append([[1.5, 0], [5.5, 5.5], [5, 6], [4.5, 2.5]])  # only squared lengths tell
    by_hand.append([[0, 0], [0, 5e-4], [1500, 0], [1500, 5e-4]])
    random = (rng.normal(0, 3, (n, 2)).round(3) for n in itertools.cycle((4, 5, 7)))
    clouds = (np.array(X, float) for X in itertools.chain(by_hand, random))
    several = (X for X in clouds if _has_several_ends(X) and _ends_of(X) == _ends_of(X, 12))
    return [(X,) for X in itertools.islice(several, 11)]


def _final_cost(X, i, j, rounds=8):
    """Return the cost of 2-means that starts at the rows i and j, after so many rounds."""
    M = X[[i, j]]
    for _ in range(rounds):
        labels = np.sum((X[:, None] - M) ** 2, axis=2).argmin(axis=1)
        M = np.array([X[labels == c].mean(axis=0) for c in range(2)])
    return float(np.sum((X[:, None] - M) ** 2, axis=2).min(axis=1).sum())


@functools.lru_cache(maxsize=100)  # asked for the same few clouds again and again
def _ends(rows, rounds=8):
    """Return the cost after so many rounds from each pair of rows, by the pair."""
    X = np.array(rows)
    return {
        pair: _final_cost(X, *pair, rounds) for pair in itertools.combinations(range(len(X)), 2)
    }


def _ends_of(X, rounds=8):
    return _ends(tuple(map(tuple, X.tolist())), rounds)


def _has_several_ends(X):
    """Whether some start ends well above the least cost."""
    costs = _ends_of(X).values()
    return max(costs) > 1.001 * min(costs)


def _starts(X, rounds=8):
    """Return the starts with the least and with the largest cost after so many rounds."""
    costs = _ends_of(X, rounds)
    return np.array([min(costs, key=costs.get), max(costs, key=costs.get)], dtype=float)


def _equal_ends(got, X):
    """Say why two starts are no counterexample; "" for all that end at different costs."""
    rows = np.round(got).astype(int)
    if np.abs(got - rows).max() > 1e-9 or rows.min() < 0 or rows.max() >= len(X):
        return f"The numbers of rows are whole numbers from 0 to {len(X) - 1}."
    if np.any(rows[:, 0] == rows[:, 1]):
        return "A start has two different rows."
    first, second = (_ends_of(X)[tuple(sorted(pair))] for pair in rows.tolist())
    if first < second * (1 - 1e-6):
        return ""
    return f"The first start ends at the cost {first:.6g}, the second at {second:.6g}."


def _flat_columns(columns=20, seed=0):
    """Two clouds of 30 points, 2 apart in two features, and columns that hardly vary."""
    rng = np.random.default_rng(seed)
    clouds = rng.normal(size=(60, 2)) + 2 * np.repeat([0, 1], 30)[:, None]
    return np.hstack([clouds, 0.05 * rng.normal(size=(60, columns))])


def _no_collapse(X):
    """Say what is missing where the fixed form does not collapse while the relative one holds."""
    X, flaw = as_array(X, (60, "d"))
    if flaw:
        return flaw
    if not 1 <= X.shape[1] <= 100:
        return f"It has {X.shape[1]} columns, wanted are 1 to 100."
    largest, right = {}, {}
    spread = np.sqrt(X.var(axis=0).mean())
    for form, floor in (("fixed", spread), ("relative", 1.0)):
        model = kh.MinkowskiKMeans(2, p=1.5, floor=floor, floor_form=form, n_init=1)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")
            found = [model.set_params(random_state=s).fit_predict(X) for s in range(3)]
        largest[form] = min(np.bincount(labels).max() for labels in found)
        right[form] = min(kh.accuracy(np.repeat([0, 1], 30), labels) for labels in found)
    if largest["fixed"] < 54:
        return f"With the fixed floor the largest cluster has {largest['fixed']} points, not 54."
    if right["relative"] < 0.8:
        return f"The relative floor finds only {right['relative']:.0%} of your two groups."
    return ""


EXERCISES = (
    Exercise(
        number="15.1",
        title="Assign",
        call="my_assign(X, M)",
        cases=_points_and_centers,
        oracle=_assign,
        wrong="a point is in the wrong cluster",
        won="You have written the first half of k-means.",
        hints=(
            "Which number would you have to know for every point and every center? Put them in a"
            " table with one row for each point, one column for each center, and the sum of the"
            " squared differences as the entry.",
            "X[:, None] - M has the shape (n, k, d). Square it, sum over the last axis, and take"
            " argmin over the centers; of equal values argmin gives the first.",
        ),
        properties={"a number is not that of a center": _left_over},
        slips={
            "of equal distances the last center wins": _last_of_ties,
            "a point between two centers gets no cluster": _strict,
            "you add differences, not their squares": lambda X, M: _assign(X, M, 1.0),
            "you took the farthest center": lambda X, M: _powers(X, M).argmax(axis=1),
            "argmin runs over the points, the rows; axis=1 runs over the centers": lambda X, M: (
                _powers(X, M).argmin(axis=0)
            ),
        },
    ),
    Exercise(
        number="15.2",
        title="The cost",
        call="my_cost(X, labels, M, W, p)",
        cases=_models,
        oracle=_cost,
        wrong="the cost has the wrong value",
        won="You have the number that the algorithm lowers step by step.",
        hints=(
            "Which center and which weights belong to each point? M[labels] gives each point the"
            " center of its cluster, and W[labels] its weights.",
            "Multiply the absolute differences by the weights, take the power p of the products,"
            " and then sum everything.",
        ),
        properties={"the cost is negative": _negative},
        slips={
            "the weight does not get the power p": lambda X, labels, M, W, p: _cost(
                X, labels, M, W, p, of_weight=1
            ),
            "the weights are left out": lambda X, labels, M, W, p: _cost(
                X, labels, M, np.ones_like(W), p
            ),
            "you sum over the features before you take the power": lambda X, labels, M, W, p: float(
                np.sum(np.sum(W[labels] * np.abs(X - M[labels]), axis=1) ** p)
            ),
            "you took the p-th root at the end": lambda *case: _cost(*case) ** (1 / case[-1]),
            "you took the mean over the points": lambda *case: _cost(*case) / len(case[0]),
            "the weights are divided by their sums first": lambda X, labels, M, W, p: _cost(
                X, labels, M, W / W.sum(axis=1, keepdims=True), p
            ),
        },
    ),
    Exercise(
        number="15.3",
        title="Starts that end badly",
        call="my_starts(X)",
        cases=_clouds,
        oracle=_starts,
        accepts=_equal_ends,
        wrong="the first start does not end at a lower cost than the second",
        won="Your second start ends above the smallest cost, so k-means finds a minimum only.",
        hints=(
            "How many starts are there? Two loops give all pairs of rows. Run 2-means from each"
            " pair to its end and keep the cost. Which two pairs belong in the answer?",
            "The two rows are the first centers. Assign by argmin of the squared distances, then"
            " take means, and do this 8 times. If you keep the costs in a dict by their pair,"
            " min(costs, key=costs.get) is a pair.",
        ),
        slips={
            "the better start stands second": lambda X: _starts(X)[::-1],
            "you compared the costs before a center has moved": lambda X: _starts(X, 0),
            "both starts are the same": lambda X: _starts(X)[[0, 0]],
            "the rows are counted from 1": lambda X: _starts(X) + 1,
        },
    ),
    Exercise(
        number="15.4",
        title="Distances to means, by the kernel alone",
        call="my_distances(K, labels)",
        cases=_kernels_and_labels,
        oracle=_distances,
        own=("kernlab_helpers.KernelKMeans",),
        wrong="a squared distance has the wrong value",
        won="k-means now runs where only a kernel is known, and no coordinates are.",
        hints=(
            "Which entries of K does each of the three terms need? They are K[i, i], twice the mean"
            " of row i over the cluster, and the mean of the cluster's own block of K.",
            "For one cluster with the indices m take np.diag(K) - 2 * K[:, m].mean(axis=1) +"
            " K[np.ix_(m, m)].mean(), and put the columns of all clusters side by side.",
        ),
        properties={
            "a squared distance is negative": _negative,
            "a point alone in its cluster is not at distance 0": _own_mean,
        },
        slips={
            "the last term is missing": lambda *case: np.subtract(*_kernel_parts(*case)[:2]),
            "the factor 2 is missing": lambda K, labels: (
                _distances(K, labels) + _kernel_parts(K, labels)[1] / 2
            ),
            "the last term is divided by the size, not by its square": lambda K, labels: (
                _distances(K, labels) + _kernel_parts(K, labels)[2] * (_sizes(labels) - 1)
            ),
            "the last term holds K[i, l], as eq. 8 is printed, not K[j, l]": lambda K, labels: (
                np.subtract(*_kernel_parts(K, labels)[:2]) + _kernel_parts(K, labels)[1] / 2
            ),
            "these are not squared": lambda *case: np.sqrt(np.maximum(_distances(*case), 0)),
        },
    ),
    Exercise(
        number="15.5",
        title="Build a collapse",
        call="my_points",
        cases=lambda rng: [()],
        oracle=_flat_columns,
        flaw=_no_collapse,
        wrong="this data set does not collapse as wanted",
        won="It collapses with a fixed floor, and not with one that follows the cluster.",
        hints=(
            "Take two clouds that lie near each other. Which columns would give a large cluster"
            " nearly all of its weight for nothing?",
            "Let the clouds have standard deviation 1 and lie 2 apart, and put some twenty columns"
            " beside them that hardly vary. Draw again if it does not collapse.",
        ),
    ),
)
