"""How alike all distances become in high dimension: relative variance, contrast, hubs."""

import numpy as np

from .._checks import as_points, finite, slices, whole_number
from .._neighbors import are_nearest
from .distances import BLOCK, as_exponent, minkowski_distances

__all__ = ["hubness", "relative_contrast", "relative_variance"]


def relative_variance(X, *, p):
    """Return the standard deviation of the p-norms of the rows over their mean: relative variance.

    RV = sqrt(Var ||x||_p) / E ||x||_p

    Smaller means MORE concentration (source 002 says less, ledger 002-19). For independent
    coordinates it falls like d^(-1/2) for every p, p < 1 too: a small p does not save you.

    Parameters
    ----------
    X : array of shape (n, d)
        Points; n values stand for the distribution (the variance divides by n).
    p : float
        Exponent above 0, inf allowed.

    Returns
    -------
    float
        At least 0, without units.

    Raises
    ------
    ValueError
        For all points at the origin; norms that overflow.

    References
    ----------
    François, Wertz and Verleysen (2007); Aradnia et al. (source 002), eq. (19).

    Examples
    --------
    >>> round(relative_variance([[3.0, 4.0], [0.0, 15.0]], p=2), 6)
    0.5

    In NumPy, where no power overflows:

    >>> X, p = np.array([[3.0, 4.0], [0.0, 15.0]]), 0.5
    >>> norms = (np.abs(X) ** p).sum(axis=1) ** (1 / p)
    >>> np.allclose(relative_variance(X, p=p), norms.std() / norms.mean())
    True
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
    """Return the relative contrast of the p-norms of the rows: how much farther the farthest is.

    RC = (max ||x||_p - min ||x||_p) / min ||x||_p

    seen from the origin: subtract a query point from X first to look from there. Eq. (18) of source
    002 bounds the absolute contrast max - min; its constant depends on the distribution and on p
    (ledger 002-18).

    Parameters
    ----------
    X : array of shape (n, d)
        Points, none at the origin.
    p : float
        Exponent above 0, inf allowed.

    Returns
    -------
    float
        At least 0, without units.

    Raises
    ------
    ValueError
        For a point at the origin; norms, or their ratio, that overflow.

    References
    ----------
    Aggarwal, Hinneburg and Keim (2001).

    Examples
    --------
    >>> relative_contrast([[3.0, 4.0], [0.0, 15.0]], p=2)
    2.0

    In NumPy, where no power overflows:

    >>> X, p = np.array([[3.0, 4.0], [0.0, 15.0]]), 0.5
    >>> norms = (np.abs(X) ** p).sum(axis=1) ** (1 / p)
    >>> np.allclose(relative_contrast(X, p=p), (norms.max() - norms.min()) / norms.min())
    True
    """
    norms = _norms(X, p)
    if not norms.all():
        raise ValueError(
            f"X[{norms.argmin()}] is at the origin, where the contrast divides by 0; every row "
            "must differ from 0: drop it, or the query point if this is one"
        )
    with np.errstate(over="ignore"):
        ratio = finite(norms.max() / norms.min(), "ratios of the norms")
    return float(ratio - 1)  # (max - min) / min


def hubness(X, *, p, k=10):
    """Return the skewness of how often a point is among the k nearest neighbors of the others.

    S = E (N - k)^3 / (E (N - k)^2)^(3/2),  N_i = number of points that have i among their k nearest

    The mean of N is k. S far above 0 means a few hubs that are everybody's neighbors, and many
    points that are nobody's, as concentration brings about; near 0 there are none.

    Parameters
    ----------
    X : array of shape (n, d)
        Points.
    p : float
        Exponent above 0, inf allowed.
    k : int
        Number of neighbors, from 1 to n - 1. Of equally near points the first ones count.

    Returns
    -------
    float
        No units; 0.0 where all N are equal.

    Raises
    ------
    ValueError
        For k not below n.

    References
    ----------
    Radovanović, Nanopoulos and Ivanović (2010); Flexer and Schnitzer (2015) choose p by it (source
    002, section 4.1.2).

    Examples
    --------
    >>> star = np.array([[0.0, 0.0], [1.0, 0.0], [-1.0, 0.0], [0.0, 1.0], [0.0, -1.0]])
    >>> round(hubness(star, p=2, k=1), 3)  # N = 4, 1, 0, 0, 0
    1.291

    In NumPy:

    >>> D = minkowski_distances(star, p=2) + np.diag(np.full(5, np.inf))
    >>> N = np.bincount(D.argmin(axis=1), minlength=5)
    >>> np.allclose(hubness(star, p=2, k=1), np.mean((N - 1) ** 3) / np.mean((N - 1) ** 2) ** 1.5)
    True
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
    N = np.zeros(n)
    for rows in slices(n, 16 * BLOCK // n):
        D = minkowski_distances(X[rows], X, p=p)
        np.fill_diagonal(D[:, rows], np.inf)  # no point is its own neighbor
        N += are_nearest(D, k).sum(axis=0)
    deviation = N - k
    spread = np.sqrt(np.mean(deviation**2))
    return float(np.mean((deviation / spread) ** 3)) if spread else 0.0


def _norms(X, p):
    X = as_points(X).astype(np.float64, copy=False)
    return minkowski_distances(X, np.zeros((1, X.shape[1])), p=p)[:, 0]
