"""What the estimators owe to scikit-learn: its conventions, and steps that several of them take."""

import numpy as np
from sklearn.utils import check_random_state
from sklearn.utils.validation import check_is_fitted

from ._checks import as_points


def as_random_state(seed):
    """Return a RandomState: of None, a seed, a RandomState, a Generator, whose stream moves on."""
    if isinstance(seed, np.random.Generator):
        return np.random.RandomState(seed.bit_generator)
    return check_random_state(seed)


def numbers_of(K, name):
    """Convert and refuse as scikit-learn's conventions want it, where they go beyond our checks."""
    if not isinstance(K, np.ndarray):
        return K
    if K.dtype.kind == "O":
        return K.astype(np.float64)
    if K.dtype.kind == "c":
        raise ValueError(
            f"Complex data not supported: {name} must hold real numbers; pass .real if the "
            "imaginary part is only rounding"
        )
    if K.ndim == 1:
        raise ValueError(
            f"{name} has 1 dimension, shape {K.shape}; {name} must have 2, a row for each point. "
            f"Reshape your data: np.reshape({name}, (1, -1)) is one row"
        )
    if K.ndim == 2 and len(K) and not K.shape[1]:
        raise ValueError(
            f"{name} is empty, 0 feature(s) (shape={K.shape}) while a minimum of 1 is required: a "
            "column for each point"
        )
    return K


def against_fitted(model, K, name):
    """Return the checked (m, n) kernel of new points with those of the fit of any model."""
    check_is_fitted(model)
    K, n = as_points(numbers_of(K, name), name), model.n_features_in_
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
    chosen, near = [first], powers_from([first])[0]
    for _ in range(1, n_clusters):
        targets = random_state.uniform(size=draws) * near.sum()
        candidates = np.searchsorted(near.cumsum(), targets).clip(max=len(near) - 1)
        left = np.minimum(near, powers_from(candidates))
        best = left.sum(axis=1).argmin()
        near = left[best]
        chosen.append(candidates[best])
    return chosen


def fill_empty(labels, costs, n_clusters):
    """Move the point of largest cost into each empty cluster, in place.

    A point alone in its cluster stays there; of equal costs the first point moves. Returns the
    pairs (point, cluster).
    """
    sizes, moves = np.bincount(labels, minlength=n_clusters), []
    for empty in np.flatnonzero(sizes == 0):
        point = np.where(sizes[labels] > 1, costs, -np.inf).argmax()
        sizes[labels[point]] -= 1
        sizes[empty] = 1
        labels[point] = empty
        moves.append((point, empty))
    return moves
