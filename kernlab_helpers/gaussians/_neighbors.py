"""Nearest neighbours, with a rule for points that are equally far away."""

import numpy as np

from .._checks import finite

__all__ = ["nearest"]

TIE = 1e-9  # distances that differ by less than this share are equal


def nearest(X, m):
    """Return (n, m) the indices of the m nearest neighbours of every point, itself left out.

    Where the m-th place is shared, up to rounding, the first points in order of X get it: the
    answer then does not depend on the search, nor on the order of the coordinates.
    """
    from scipy.spatial.distance import cdist
    from sklearn.neighbors import NearestNeighbors

    n = len(X)
    with np.errstate(over="ignore"):
        finite(np.square(np.ptp(X, axis=0)).sum(), "squared distances of the points")
    search = NearestNeighbors(n_neighbors=min(m + 1, n - 1), algorithm="kd_tree")
    distances, near = search.fit(X).kneighbors()  # of differences: equal points are 0 apart
    reach, near = distances[:, m - 1], near[:, :m]
    shared = np.flatnonzero(distances[:, -1] <= reach * (1 + TIE)) if m < n - 1 else []
    for start in range(0, len(shared), step := max(1, 2**20 // n)):
        rows = shared[start : start + step]
        apart = cdist(X[rows], X)
        apart[range(len(rows)), rows] = np.inf
        edge = reach[rows, None]
        inside = apart < edge * (1 - TIE)
        ties = ~inside & (apart <= edge * (1 + TIE))
        places = m - inside.sum(axis=1, keepdims=True)
        chosen = inside | (ties & (ties.cumsum(axis=1) <= places))
        near[rows] = np.nonzero(chosen)[1].reshape(-1, m)
    return near
