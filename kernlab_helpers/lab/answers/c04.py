"""Exercises of chapter 4: centring."""

import numpy as np

from ..exercises.exercise import Exercise
from .laws import not_symmetric
from .samples import kernel_matrices, squared_distances


def _to_mean(K):
    n = len(K)
    return np.array([K[i, i] - 2 * sum(K[i]) / n + sum(map(sum, K)) / n**2 for i in range(n)])


def _one_place(got, K):
    return "All points are in one place, and so is their mean." if np.ptp(K) == 0 else ""


def _mean_at_origin(got, K):
    if abs(K.sum()) < 1e-12 and K.any():
        return "Here the mean is the origin: the squared lengths are the answer."
    return ""


def _sum_is_wrong(got, K):
    want = sum(_to_mean(K))
    if np.isclose(got.sum(), want):
        return ""
    return f"The values sum to {got.sum():.6g}; n times the variance is {want:.6g}."


def _center_new(K_new, K):
    """Centre by loops: the new points by the training mean, the training points too."""
    n = len(K)
    mean = sum(map(sum, K)) / n**2
    columns = [sum(K[j]) / n for j in range(n)]
    rows = [
        [k - sum(row) / n - c + mean for k, c in zip(row, columns, strict=True)] for row in K_new
    ]
    return np.array(rows)


def _center(K):
    return _center_new(K, K)


def _rows_do_not_sum_to_0(got, K, *_):
    sums = got.sum(axis=1)
    i = np.argmax(np.abs(sums))
    if np.abs(sums[i]) <= 1e-9 * max(np.abs(K).max(), 1):
        return ""
    return f"Row {i} sums to {sums[i]:.6g}; products with centred points sum to 0."


def _distances_change(got, K):
    before = np.add.outer(np.diag(K), np.diag(K)) - K - K.T
    after = np.add.outer(np.diag(got), np.diag(got)) - got - got.T
    i, j = np.unravel_index(np.argmax(np.abs(after - before)), K.shape)
    if np.allclose(before, after):
        return ""
    return f"Points {i} and {j}: squared distance {before[i, j]:.6g}, now {after[i, j]:.6g}."


def _new_and_training(rng):
    """Pairs K_new, K: one new point, the training points again, their mean, the origin, random."""
    line = np.array([[0.0], [1], [5]])
    plane = np.array([[1.0, 0], [0, 1], [-1, -1], [4, 2]])
    by_hand = [
        ([[2.0]], [[3.0]]),
        ([[4.0]], line),
        ([[4.0], [6]], line),
        ([[0.0]], line),
        (line, line),
        ([line.mean(axis=0)], line),
        (plane[:2], plane),
        (plane + 10, plane),
        ([[0.0, 0]], plane),
    ]
    sets = [
        (rng.integers(-3, 4, (m, 2)), rng.integers(-3, 4, (n, 2)))
        for m, n in [(1, 3), (2, 2), (3, 3), (4, 3), (2, 5), (5, 4)]
    ]
    pairs = [(np.array(new, float), np.array(X, float)) for new, X in [*by_hand, *sets]]
    return [(new @ X.T, X @ X.T) for new, X in pairs]


def _training_points_move(got, K_new, K):
    if K_new.shape == K.shape and np.array_equal(K_new, K):
        return "K_new is K here: the result has to be the centred K."
    return ""


def _alone(got, K_new, K):
    if len(K_new) == 1 and np.allclose(got, 0) and np.any(_center_new(K_new, K)):
        return "A single new point, centred by itself, is always at the origin."
    return ""


def _distance_tables(rng):
    """Squared distances: one point, a pair, equal points, far ones, random."""
    line = [[[3]], [[0], [2]], [[0], [1], [5]], [[7], [7], [7]], [[100], [101], [105]]]
    plane = [[[0, 0], [3, 4]], [[1, 0], [-1, 0], [0, 1], [0, -1]]]
    random = [rng.integers(-3, 4, (n, d)) for n, d in [(3, 1), (3, 2), (4, 2), (5, 3), (6, 2)]]
    return [(squared_distances(np.array(X, float)),) for X in [*line, *plane, *random]]


def _variance(D2):
    return float(sum(map(sum, D2)) / (2 * len(D2) ** 2))


def _pair(got, D2):
    if D2.shape == (2, 2):
        return f"Two points have the mean halfway: the variance is a quarter of {D2[0, 1]:g}."
    return ""


def _nothing_to_vary(got, D2):
    return "All points are in one place." if not D2.any() else ""


EXERCISES = (
    Exercise(
        number="4.1",
        title="The distance to the mean",
        call="my_distances_to_mean(K)",
        cases=kernel_matrices,
        oracle=_to_mean,
        wrong="a squared distance to the mean has the wrong value",
        won="You know how far each point is from a mean that has no coordinates.",
        hints=(
            "Expand ||phi(x_i) - mu||^2. Three inner products come out: which of them are a mean of"
            " entries of K?",
            "The product of point i with the mean is the mean of row i, and it comes twice. The"
            " squared length of the mean is the mean of all entries, and it is the same for all i.",
        ),
        properties={
            "the points are in one place, but not every distance is 0": _one_place,
            "the mean is the origin, but the squared lengths do not come out": _mean_at_origin,
            "the mean of the squared distances is not the variance": _sum_is_wrong,
        },
        slips={
            "the mean of the row is taken away once, not twice": lambda K: (
                np.diag(K) - K.mean(axis=1) + K.mean()
            ),
            "the squared length of the mean is missing": lambda K: np.diag(K) - 2 * K.mean(axis=1),
            "the squared length of the mean is taken away, not added": lambda K: (
                np.diag(K) - 2 * K.mean(axis=1) - K.mean()
            ),
            "the products with the mean are missing": lambda K: np.diag(K) + K.mean(),
            "only the squared length of the mean is taken away": lambda K: np.diag(K) - K.mean(),
            "the root was taken": lambda K: np.sqrt(np.maximum(_to_mean(K), 0)),
        },
    ),
    Exercise(
        number="4.2",
        title="Centre a kernel matrix",
        call="my_center(K)",
        cases=kernel_matrices,
        oracle=_center,
        wrong="an entry of the centred matrix has the wrong value",
        won="You moved the origin of a space that you cannot enter.",
        hints=(
            "Expand (phi(x_i) - mu) . (phi(x_j) - mu). Which mean stands for each of the three"
            " products with mu?",
            "Take the row means away twice, once as a column and once as a row. Then too much is"
            " gone: by which one number?",
        ),
        properties={
            "the centred matrix is not symmetric": not_symmetric,
            "the distances have changed": _distances_change,
            "the mean is not at the origin": _rows_do_not_sum_to_0,
        },
        slips={
            "the means of the columns are taken away, those of the rows are not": lambda K: (
                K - K.mean(axis=0)
            ),
            "the means of the rows are taken away, those of the columns are not": lambda K: (
                K - K.mean(axis=1)[:, None]
            ),
            "the mean of all entries is not added back": lambda K: (
                K - K.mean(axis=1)[:, None] - K.mean(axis=0)
            ),
            "the mean of all entries is taken away, not added": lambda K: (
                K - K.mean(axis=1)[:, None] - K.mean(axis=0) - K.mean()
            ),
            "only the mean of all entries is taken away": lambda K: K - K.mean(),
            "the means are taken away twice as a row: [:, None] makes a column of them": (
                lambda K: K - 2 * K.mean(axis=1) + K.mean()
            ),
            "the rows are summed, not averaged": lambda K: (
                K - K.sum(axis=1)[:, None] - K.sum(axis=0) + K.sum()
            ),
        },
    ),
    Exercise(
        number="4.3",
        title="Centre new points",
        call="my_center_new(K_new, K)",
        cases=_new_and_training,
        oracle=_center_new,
        wrong="an entry has the wrong value",
        won="New points are moved as the old ones were, by the mean of the training points.",
        hints=(
            "Expand (phi(z_i) - mu) . (phi(x_j) - mu), mu the mean of the training points. Which of"
            " the four products stand in K_new, and which in K?",
            "The new point times mu is the mean of its row of K_new. The other two, the training"
            " point times mu and mu times mu, are means of K.",
        ),
        properties={
            "the new points were centred by their own mean": _alone,
            "training points, given as new ones, come out elsewhere": _training_points_move,
            "the training points are not centred": _rows_do_not_sum_to_0,
        },
        slips={
            "the new points were moved by their own mean": lambda K_new, K: (
                K_new - K_new.mean(axis=1)[:, None] - K_new.mean(axis=0) + K_new.mean()
            ),
            "the mean of all entries is that of K_new, not of K": lambda K_new, K: (
                K_new - K_new.mean(axis=1)[:, None] - K.mean(axis=0) + K_new.mean()
            ),
            "the column means are those of K_new, not of K": lambda K_new, K: (
                K_new - K_new.mean(axis=1)[:, None] - K_new.mean(axis=0) + K.mean()
            ),
            "the mean of all entries is not added back": lambda K_new, K: (
                K_new - K_new.mean(axis=1)[:, None] - K.mean(axis=0)
            ),
            "only the new points were moved": lambda K_new, K: K_new - K.mean(axis=0),
            "only the training points were moved": lambda K_new, K: (
                K_new - K_new.mean(axis=1)[:, None]
            ),
        },
    ),
    Exercise(
        number="4.4",
        title="The variance from the distances",
        call="my_variance(D2)",
        cases=_distance_tables,
        oracle=_variance,
        wrong="the variance has the wrong value",
        won="Spread needs no mean: the distances between the points know it already.",
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
            "the root was taken": lambda D2: np.sqrt(_variance(D2)),
        },
    ),
)
