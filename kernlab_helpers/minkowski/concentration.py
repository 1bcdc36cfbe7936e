"""How alike all distances become in high dimension: relative variance, contrast, hubs."""

import numpy as np

from .._checks import as_points, finite, whole_number
from .distances import BLOCK, as_exponent, minkowski_distances


def relative_variance(X, *, p):
    """Relative variance of the p-norms of the rows: their standard deviation over their mean.

    RV = sqrt(Var ||x||_p) / E ||x||_p

    Smaller means MORE concentration (source 002 says less, ERRATA 002-19). For independent
    coordinates it falls like d^(-1/2) for every p, p < 1 too: a small p does not save you.

    Parameters
    ----------
    X : (n, d) points; n values stand for the distribution (the variance divides by n).
    p : above 0, inf allowed.

    Returns
    -------
    float, at least 0, without units.

    Raises
    ------
    ValueError : all points at the origin; norms that overflow.

    Source: François, Wertz and Verleysen (2007); Aradnia et al. (source 002), eq. (19).

    Examples
    --------
    >>> round(relative_variance([[3.0, 4.0], [0.0, 15.0]], p=2), 6)
    0.5
    """
    norms = _norms(X, p)
    if not norms.any():
        raise ValueError(
            "X has all its points at the origin, so the mean norm is 0; at least one row must "
            "differ from 0"
        )
    norms /= norms.max()
    return float(norms.std() / norms.mean())


def relative_contrast(X, *, p):
    """Relative contrast of the p-norms of the rows: how much farther away the farthest is.

    RC = (max ||x||_p - min ||x||_p) / min ||x||_p

    seen from the origin: subtract a query point from X first to look from there. Eq. (18) of source
    002 bounds the absolute contrast max - min; its constant depends on the distribution and on p
    (ERRATA 002-18).

    Parameters
    ----------
    X : (n, d) points, none at the origin.
    p : above 0, inf allowed.

    Returns
    -------
    float, at least 0, without units.

    Raises
    ------
    ValueError : a point at the origin; norms, or their ratio, that overflow.

    Source: Aggarwal, Hinneburg and Keim (2001).

    Examples
    --------
    >>> relative_contrast([[3.0, 4.0], [0.0, 15.0]], p=2)
    2.0
    """
    norms = _norms(X, p)
    if not norms.all():
        raise ValueError(
            f"X[{norms.argmin()}] is at the origin, where the contrast divides by 0; every row "
            "must differ from 0: drop it, or the query point if this is one"
        )
    with np.errstate(over="ignore"):
        return float(finite(norms.max() / norms.min(), "ratios of the norms") - 1)


def hubness(X, *, p, k=10):
    """Hubness: skewness of how often a point is among the k nearest neighbours of the others.

    S = E (N - k)^3 / (E (N - k)^2)^(3/2),  N_i = number of points that have i among their k nearest

    The mean of N is k. S far above 0 means a few hubs that are everybody's neighbours, and many
    points that are nobody's, as concentration brings about; near 0 there are none.

    Parameters
    ----------
    X : (n, d) points.
    p : above 0, inf allowed.
    k : whole number from 1 to n - 1. Of equally near points the first ones count.

    Returns
    -------
    float; 0.0 where all N are equal.

    Raises
    ------
    ValueError : k not below n.

    Source: Radovanović, Nanopoulos and Ivanović (2010); Flexer and Schnitzer (2015) choose p by it
    (source 002, section 4.1.2).

    Examples
    --------
    >>> star = [[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]]
    >>> round(hubness(star, p=2, k=1), 3)  # N = 4, 1, 0, 0, 0
    1.291
    """
    X = as_points(X)
    p = as_exponent(p)
    k = whole_number(k, "k")
    n = len(X)
    if k >= n:
        raise ValueError(
            f"k is {k} but X has {n} point(s); k must be at most n - 1 = {n - 1}: lower k or bring "
            "more points"
        )
    counts = np.zeros(n)
    step = max(1, 16 * BLOCK // n)
    for start in range(0, n, step):
        rows = X[start : start + step]
        D = minkowski_distances(rows, X, p=p)
        D[np.arange(len(rows)), np.arange(start, start + len(rows))] = np.inf  # not its own
        kth = np.partition(D, k - 1, axis=1)[:, k - 1 : k]
        near, tied = kth > D, kth == D
        near |= tied & (tied.cumsum(axis=1) <= k - near.sum(axis=1, keepdims=True))
        counts += near.sum(axis=0)
    counts -= k
    spread = np.sqrt(np.mean(counts**2))
    return float(np.mean((counts / spread) ** 3)) if spread else 0.0


def _norms(X, p):
    X = as_points(X).astype(np.float64, copy=False)
    return minkowski_distances(X, np.zeros((1, X.shape[1])), p=p)[:, 0]
