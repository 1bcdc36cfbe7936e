"""Where k-means begins: k-means++ in feature space, or labels that are given.

A start is an (n, k) matrix of 0 and 1: the first centre c is the mean of the points with a 1 in
column c.
"""

import numpy as np

from .._checks import choice, float_like
from .._estimators import kmeans_plus_plus as _kmeans_plus_plus


def kmeans_plus_plus(points, n_clusters, random_state):
    """Choose points far from one another as first centres (Arthur and Vassilvitskii 2007).

    Each further centre is drawn with probability proportional to d^2, the squared distance to the
    nearest centre so far; of 2 + log(k) draws the one that leaves the least sum of d^2 is taken.
    Draws its random numbers as scikit-learn does: the same seed gives the same points as there.
    """
    n = len(points.squares)
    first = random_state.choice(n, p=np.full(n, 1 / n))
    chosen = _kmeans_plus_plus(
        lambda chosen: _squared_distances(points, chosen), first, n_clusters, random_state
    )
    Z = np.zeros((n, n_clusters))
    Z[chosen, range(n_clusters)] = 1
    return Z


def members(labels, n_clusters):
    """Return (n, k): 1 where the point is in the cluster, else 0."""
    return (labels[:, None] == np.arange(n_clusters)).astype(np.float64)


def as_labels(labels, n, n_clusters):
    """Check the labels to begin with: (n,) whole numbers, every cluster with a point."""
    if isinstance(labels, str):
        choice(labels, "init", ("k-means++", "an array of labels"))
    labels = float_like(labels, "init")
    wanted = f"init must be {n} labels, whole numbers from 0 to {n_clusters - 1}, or 'k-means++'"
    if labels.shape != (n,):
        raise ValueError(f"init has shape {labels.shape}; {wanted}")
    wrong = (labels != np.rint(labels)) | (labels < 0) | (labels >= n_clusters)
    if wrong.any():
        raise ValueError(f"init[{wrong.argmax()}] is {labels[wrong.argmax()]:g}; {wanted}")
    labels = labels.astype(np.intp)
    empty = np.flatnonzero(np.bincount(labels, minlength=n_clusters) == 0)
    if empty.size:
        raise ValueError(
            f"init puts no point in cluster {empty[0]}, which then has no mean; give each cluster "
            "at least one point, or lower n_clusters"
        )
    return labels


def _squared_distances(points, chosen):
    """Squared distances from the chosen points to all; below 0 (K indefinite) counts as 0."""
    d2 = points.squares[chosen][:, None] + points.squares - 2 * points.rows(chosen)
    return np.maximum(d2, 0)
