"""Exercises of chapter 4: centering."""

import numpy as np

from classroom.exercises.exercise import Exercise

from .laws import not_symmetric
from .samples import kernel_matrices, squared_distances


def _group_gap(K, second):
    """Add up all products of two points, those of one group apart from those across."""
    sizes = len(second) - sum(second), sum(second)
    total = 0.0
    for i, in_i in enumerate(second):
        for j, in_j in enumerate(second):
            share = 1 / (sizes[int(in_i)] * sizes[int(in_j)])
            total += share * K[i, j] * (1 if in_i == in_j else -1)
    return float(total)


def _with_groups(rng):
    """Kernel matrices with two groups: by hand, groups of one, equal means, random."""
    by_hand = [
        ([[4, 2], [2, 9]], [0, 1]),
        ([[0, 0, 0], [0, 1, 5], [0, 5, 25]], [0, 0, 1]),
        ([[1, -1, 0], [-1, 1, 0], [0, 0, 0]], [0, 0, 1]),
        ([[1, 1], [1, 1]], [0, 1]),
    ]
    cases = [(np.array(K, float), np.array(g, bool)) for K, g in by_hand]
    for (K,) in kernel_matrices(rng)[7:]:
        second = np.arange(len(K)) % 3 == 1
        cases.append((K, second if second.any() else np.arange(len(K)) == 0))
    return [(K, second) for K, second in cases if 0 < second.sum() < len(K)]


def _one_each(got, K, second):
    if len(K) > 2:
        return ""
    want = K[0, 0] + K[1, 1] - 2 * K[0, 1]
    return f"One point each: it is their squared distance, {want:g}."


def _negative_gap(got, *case):
    return f"The result is {got:.6g}." if got < -1e-9 else ""


def _blocks(K, second):
    """Return the mean of K within the first group, within the second, and across."""
    first = ~second
    inside = K[np.ix_(first, first)].mean(), K[np.ix_(second, second)].mean()
    return *inside, K[np.ix_(first, second)].mean()


def _center(K):
    """Center by loops."""
    n = len(K)
    mean = sum(map(sum, K)) / n**2
    rows = [sum(row) / n for row in K]
    centered = [[K[i, j] - rows[i] - rows[j] + mean for j in range(n)] for i in range(n)]
    return np.array(centered)


def _rows_do_not_sum_to_0(got, K, *_):
    sums = got.sum(axis=1)
    i = np.argmax(np.abs(sums))
    if np.abs(sums[i]) <= 1e-9 * max(np.abs(K).max(), 1):
        return ""
    return f"Row {i} sums to {sums[i]:.6g}; inner products with centered points sum to 0."


def _distances_change(got, K):
    before = np.add.outer(np.diag(K), np.diag(K)) - K - K.T
    after = np.add.outer(np.diag(got), np.diag(got)) - got - got.T
    i, j = np.unravel_index(np.argmax(np.abs(after - before)), K.shape)
    if np.allclose(before, after):
        return ""
    return f"Points {i} and {j}: squared distance {before[i, j]:.6g}, now {after[i, j]:.6g}."


def _distance_tables(rng):
    """Squared distances: one point, a pair, equal points, far ones, random."""
    line = [[[3]], [[0], [2]], [[0], [1], [5]], [[7], [7], [7]], [[100], [101], [105]]]
    line += [[[0], [0.5]], [[0.5], [1], [2.25]], [[0], [0.02], [50]]]
    plane = [[[0, 0], [3, 4]], [[1, 0], [-1, 0], [0, 1], [0, -1]]]
    random = [rng.integers(-3, 4, (n, d)) for n, d in [(3, 1), (3, 2), (4, 2), (5, 3), (6, 2)]]
    random.append(rng.integers(-6, 7, (8, 2)) / 2)
    return [(squared_distances(np.array(X, float)),) for X in [*line, *plane, *random]]


def _variance(D2):
    return float(sum(map(sum, D2)) / (2 * len(D2) ** 2))


def _pair(got, D2):
    if D2.shape == (2, 2):
        return f"Two points have the mean halfway: the variance is a quarter of {D2[0, 1]:g}."
    return ""


def _nothing_to_vary(got, D2):
    return "All points are in one place." if not D2.any() else ""


def _spoilt():
    """Return two groups of two points that centering hides from the first axis."""
    return np.array([[4.0, 2], [4, -2], [6, 2], [6, -2]])


def _first_axis(points):
    """Return the coordinates on the first axis, and how far ahead it is of the second."""
    _, sizes, axes = np.linalg.svd(points)
    return points @ axes[0], (sizes[0] - sizes[1]) / max(sizes[0], 1e-300)


def _apart(places):
    """Return whether a cut parts the first two places from the last two."""
    scale = 1e-6 * np.abs(places).max()
    first, last = places[:2], places[2:]
    return bool(first.max() + scale < last.min() or last.max() + scale < first.min())


def _not_spoilt(X):
    """Say why centering does not hide the two groups from the first axis; "" if it does."""
    for name, points in (("as they are", X), ("centered", X - X.mean(axis=0))):
        places, ahead = _first_axis(points)
        if ahead < 1e-3:
            return f"The points {name} have two axes of equal size: none of them is the first."
        told = ", ".join(f"{v:.3g}" for v in places)
        if _apart(places) != (name == "as they are"):
            verb = "parts" if name == "centered" else "does not part"
            return f"The first axis of the points {name} {verb} the pairs: {told}."
    return ""


EXERCISES = (
    Exercise(
        number="4.1",
        title="How far apart are two means?",
        call="my_gap(K, second)",
        cases=_with_groups,
        oracle=_group_gap,
        wrong="the squared distance of the means has the wrong value",
        won="Two clouds can be told apart by their means, in a space that nobody has seen.",
        hints=(
            "Expand ||a - b||^2, where a and b are the two means. You get three inner products, and"
            " each is a mean of entries of K. Of which entries?",
            "a . a is the mean of the block of the first group, b . b the mean of the block of the"
            " second, and a . b the mean of the block across. One is K[second][:, ~second].",
        ),
        properties={
            "for two points it is not their squared distance": _one_each,
            "a squared distance is negative": _negative_gap,
        },
        slips={
            "the inner products across are subtracted once, not twice": lambda K, second: float(
                sum(_blocks(K, second)) - 2 * _blocks(K, second)[2]
            ),
            "the blocks are summed, not averaged": lambda K, second: float(
                K[second][:, second].sum()
                + K[~second][:, ~second].sum()
                - 2 * K[~second][:, second].sum()
            ),
            "the square root was taken": lambda K, second: np.sqrt(max(_group_gap(K, second), 0)),
            "the inner products across are added": lambda K, second: float(
                sum(_blocks(K, second)) + _blocks(K, second)[2]
            ),
            "the inner products across are missing": lambda K, second: float(
                sum(_blocks(K, second)[:2])
            ),
        },
    ),
    Exercise(
        number="4.2",
        title="Center a kernel matrix",
        call="my_center(K)",
        cases=kernel_matrices,
        oracle=_center,
        own=("kernlab_helpers.center",),
        wrong="an entry of the centered matrix has the wrong value",
        won="You moved the origin of a space that you cannot enter.",
        hints=(
            "Expand (phi(x_i) - mu) . (phi(x_j) - mu). Which mean stands for each of the three"
            " products with mu?",
            "Subtract the row means twice, once as a column and once as a row. Then you have taken"
            " away too much. By which one number?",
        ),
        properties={
            "the centered matrix is not symmetric": not_symmetric,
            "the distances have changed": _distances_change,
            "the mean is not at the origin": _rows_do_not_sum_to_0,
        },
        slips={
            "the column means are subtracted, the row means are not": lambda K: K - K.mean(axis=0),
            "the row means are subtracted, the column means are not": lambda K: (
                K - K.mean(axis=1)[:, None]
            ),
            "the mean of all entries is not added back": lambda K: (
                K - K.mean(axis=1)[:, None] - K.mean(axis=0)
            ),
            "the mean of all entries is subtracted, not added": lambda K: (
                K - K.mean(axis=1)[:, None] - K.mean(axis=0) - K.mean()
            ),
            "only the mean of all entries is subtracted": lambda K: K - K.mean(),
            "the means are subtracted twice as a row; [:, None] makes a column of them": (
                lambda K: K - 2 * K.mean(axis=1) + K.mean()
            ),
            "the rows are summed, not averaged": lambda K: (
                K - K.sum(axis=1)[:, None] - K.sum(axis=0) + K.sum()
            ),
        },
    ),
    Exercise(
        number="4.3",
        title="The variance from the distances",
        call="my_variance(D2)",
        cases=_distance_tables,
        oracle=_variance,
        own=("kernlab_helpers.variance",),
        wrong="the variance has the wrong value",
        won="The spread needs no mean, because the distances between the points know it already.",
        hints=(
            "Average ||phi(x_i) - phi(x_j)||^2 over all pairs i, j. What comes out, in terms of the"
            " mean of the diagonal of K and the mean of K?",
            "The mean of D2 over all n^2 entries, the zeros of the diagonal among them, is a simple"
            " multiple of the variance. Try the two points 0 and 2.",
        ),
        properties={
            "equal points have a variance": _nothing_to_vary,
            "for two points the value is wrong": _pair,
        },
        slips={
            "every pair is counted twice": lambda D2: D2.mean(),
            "the sum is divided by n, not by n^2": lambda D2: D2.sum() / (2 * len(D2)),
            "the zeros of the diagonal are left out of the count": lambda D2: (
                D2.sum() / (2 * len(D2) * max(len(D2) - 1, 1))
            ),
            "these are the distances, not their squares": lambda D2: np.sqrt(D2).mean() / 2,
            "the square root was taken": lambda D2: np.sqrt(_variance(D2)),
        },
    ),
    Exercise(
        number="4.4",
        title="Where centering spoils it",
        call="my_points",
        cases=lambda rng: [()],
        oracle=_spoilt,
        accepts=_not_spoilt,
        wrong="these are not such points",
        won="Centering is no cure-all: the widest direction need not tell the groups apart.",
        hints=(
            "Far from the origin the first axis points to the mean. So let the groups differ in"
            " that direction. In which direction must they be wide, so that centering loses them?",
            "One group at (4, ...), the other at (6, ...), each with one point up and one down. How"
            " far up must they be, so that up and down is the widest direction without the mean?",
        ),
        slips={
            "not wide enough across, so the centered axis tells the groups apart": lambda: np.array(
                [[4.0, 0.1], [4, -0.1], [6, 0.1], [6, -0.1]]
            ),
            "around the origin centering does nothing": lambda: np.array(
                [[-1.0, 2], [-1, -2], [1, 2], [1, -2]]
            ),
            "the cloud is too wide, so the uncentered axis runs across already": lambda: np.array(
                [[4.0, 20], [4, -20], [6, 20], [6, -20]]
            ),
        },
    ),
)
