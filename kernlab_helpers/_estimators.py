"""What the estimators owe to scikit-learn: its conventions, and steps that several of them take."""

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from ._checks import as_points, whole_number


def as_random_state(seed):
    """Return a RandomState: of None, a seed, a RandomState, a Generator, whose stream moves on."""
    if isinstance(seed, np.random.Generator):
        return np.random.RandomState(seed.bit_generator)
    return check_random_state(seed)


def as_n_clusters(value, X, name="X"):
    """Return a number of clusters that leaves each of them a point of X."""
    k = whole_number(value, "n_clusters")
    if k > len(X):
        raise ValueError(
            f"n_clusters is {k} but {name} has n_samples = {len(X)}; every cluster needs a point: "
            "lower n_clusters"
        )
    return k


def numbers_of(X, name):
    """Convert and refuse as scikit-learn's conventions want it, where they go beyond our checks."""
    if not isinstance(X, np.ndarray):
        return X
    if X.dtype.kind == "O":
        return X.astype(np.float64)
    if X.dtype.kind == "c":
        raise ValueError(
            f"Complex data not supported: {name} must hold real numbers; pass .real if the "
            "imaginary part is only rounding"
        )
    if X.ndim == 2 and len(X) and not X.shape[1]:
        raise ValueError(
            f"{name} is empty, shape {X.shape}: 0 feature(s) (shape={X.shape}) while a minimum of "
            "1 is required: at least 1 column"
        )
    return X


def against_fitted(model, K, name):
    """Return the checked (m, n) kernel of new points with those of the fit of any model."""
    check_is_fitted(model)
    K = as_points(numbers_of(K, name), name)
    n = model.n_features_in_
    if K.shape[1] != n:
        raise ValueError(
            f"X has {K.shape[1]} features, but {type(model).__name__} is expecting {n} features "
            f"as input: {name} has shape {K.shape} and must be (m, {n}), a row for each new point "
            f"and a column for each of the {n} points of fit"
        )
    return K


def kmeans_plus_plus(powers_from, first, n_clusters, random_state):
    """Choose k points far from one another (k-means++, Arthur and Vassilvitskii 2007).

    Each further one is drawn with probability proportional to d^p, d the distance to the nearest so
    far, which is its share of the cost; of 2 + log(k) draws the one that leaves least cost is kept.
    `powers_from(chosen)` gives d^p from the chosen points, rows, to all points, columns. Random
    numbers are drawn as in scikit-learn: the same seed and first point, the same points as there.
    """
    draws = 2 + int(np.log(n_clusters))
    chosen = [first]
    d_p = powers_from([first])[0]
    for _ in range(1, n_clusters):
        targets = random_state.uniform(size=draws) * d_p.sum()
        candidates = np.searchsorted(d_p.cumsum(), targets).clip(max=len(d_p) - 1)
        left = np.minimum(d_p, powers_from(candidates))
        best = left.sum(axis=1).argmin()
        d_p = left[best]
        chosen.append(candidates[best])
    return chosen


def fill_empty(labels, costs, n_clusters, sizes=None):
    """Move the point of largest cost into each empty cluster, in place.

    A point alone in its cluster stays there; of equal costs the first point moves. Where these are
    not all the points, `sizes` holds how many each cluster has. Returns the pairs (point, cluster).
    """
    if sizes is None:
        sizes = np.bincount(labels, minlength=n_clusters)
    sizes = sizes.copy()
    moves = []
    for empty in np.flatnonzero(sizes == 0):
        point = np.where(sizes[labels] > 1, costs, -np.inf).argmax()
        sizes[labels[point]] -= 1
        sizes[empty] = 1
        labels[point] = empty
        moves.append((point, empty))
    return moves
