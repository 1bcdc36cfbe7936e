"""Nearest neighbors, with a rule for points that are equally far away."""

import numpy as np

from ._checks import finite, slices

TIE = 1e-9  # distances that differ by less than this share are equal
BLOCK = 2**20  # distances worked out at a time: 8 MB


def nearest(X, m):
    """Return the m nearest neighbors of every point, itself left out, as (n, m) indices.

    Of points equally far away, up to rounding, the first in X count: the answer then does not
    depend on the search, nor on the order of the coordinates.
    """
    from scipy.spatial import KDTree
    from scipy.spatial.distance import cdist

    n = len(X)
    with np.errstate(over="ignore"):
        finite(np.square(np.ptp(X, axis=0)).sum(), "squared distances of the points")
    # the point itself is found, too, at distance 0, and one neighbor more, who may be tied
    distances, found = KDTree(X).query(X, min(m + 2, n))
    tied = np.zeros(n, dtype=bool)
    if m < n - 1:
        tied = distances[:, m + 1] <= distances[:, m] * (1 + TIE)
    near = np.empty((n, m), dtype=np.intp)
    clear = np.flatnonzero(~tied)
    candidates = found[clear, : m + 1]
    near[clear] = candidates[candidates != clear[:, None]].reshape(-1, m)
    tied = np.flatnonzero(tied)
    for rows in slices(len(tied), BLOCK // n):
        points = tied[rows]
        D = cdist(X[points], X)
        D[range(len(points)), points] = np.inf  # itself left out
        near[points] = np.nonzero(are_nearest(D, m, rtol=TIE))[1].reshape(-1, m)
    return near


def are_nearest(D, k, *, rtol=0.0):
    """Mark the k nearest in every row of distances D; of those equally far the first count.

    Entries are equal if they differ from the k-th smallest by no more than `rtol` times that.
    """
    kth = np.partition(D, k - 1, axis=1)[:, k - 1 : k]
    smaller = kth * (1 - rtol) > D
    tied = ~smaller & (kth * (1 + rtol) >= D)
    places = k - smaller.sum(axis=1, keepdims=True)
    return smaller | (tied & (tied.cumsum(axis=1) <= places))
