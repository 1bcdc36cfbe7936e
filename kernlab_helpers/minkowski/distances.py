"""Distances, and what every module here needs to know about p."""

import math

import numpy as np

from .._checks import as_pair, finite, real_number

BLOCK = 2**16  # numbers worked on at a time: half a megabyte, which stays in the cache
SMALL_P = 0.01  # below, rounding in a sum of powers grows by 1 / p beyond what is allowed


def minkowski_distances(X, Y=None, *, p):
    """Minkowski distances between points.

    d(x, y) = (sum_l |x_l - y_l|^p)^(1/p),  for p = inf the largest |x_l - y_l|

    For p >= 1 a metric. For p < 1 the triangle inequality fails for d and holds for d^p, so take
    the power where a metric is needed (ERRATA 002-17): at p = 1/2 the corners (0, 0), (1, 0),
    (1, 1) have d = 1, 1 and 4 > 1 + 1. For p other than 2, d changes when the axes turn (002-16).

    Parameters
    ----------
    X, Y : (n, d) and (m, d) points; `Y=None` means X.
    p : above 0, inf allowed.

    Returns
    -------
    (n, m) array in the units of X; symmetric with zero diagonal where Y is X.

    Raises
    ------
    ValueError : p not above 0; distances that overflow, as d^(1/p) does for many columns and p
        near 0.

    Source: Aradnia et al. (source 002), eq. (17).

    Examples
    --------
    >>> print(minkowski_distances([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], p=0.5))
    [[0. 1. 4.]
     [1. 0. 1.]
     [4. 1. 0.]]
    """
    X, Y = as_pair(X, Y)
    p = as_exponent(p)
    points = X.astype(np.float64, copy=False)
    others = points if Y is X else Y.astype(np.float64, copy=False)
    with np.errstate(over="ignore", invalid="ignore"):
        if p < SMALL_P:
            D = np.empty((len(points), len(others)))
            _mend(D, range(D.size), points, others, p)
        else:
            D = _by_sums(points, others, p)
        D = D.astype(np.result_type(X, Y), copy=False)
    return finite(D, "Minkowski distances of the points")


def as_exponent(p):
    """Return p as a float above 0; infinity passes."""
    number = real_number(p, "p")
    if number <= 0:
        raise ValueError(f"p is {p}; p must be greater than 0 (infinity is allowed)")
    return number


def power_of_two(size):
    """Return a power of two of about `size`, to divide by without rounding; 1 for 0."""
    return math.ldexp(1.0, min(math.frexp(size)[1], 1023))


def _by_sums(X, Y, p):
    """Take the distances from sums of powers; those whose sum was lost one by one."""
    from scipy.spatial.distance import cdist

    unit = power_of_two(max(np.abs(X).max(), np.abs(Y).max()))
    A = X / unit / 4  # no difference above 1, so that no power overflows
    B = A if Y is X else Y / unit / 4
    D = cdist(A, B, "minkowski", p=p)
    limit = 1e-290 if math.isinf(p) else max(1e-290, 1e-280 ** (1 / p))
    lost = np.flatnonzero(limit > D)
    D *= unit
    D *= 4
    _mend(D, lost, X, Y, p)
    return D


def _mend(D, places, X, Y, p):
    """Set the distances at these places of D, counted along its rows, without loss.

    d = m (sum_l (t_l / m)^p)^(1/p),  m the largest t_l = |x_l - y_l|
    """
    step = max(1, BLOCK // X.shape[1])
    for start in range(0, len(places), step):
        i, j = np.divmod(places[start : start + step], len(Y))
        t = np.abs(X[i] - Y[j])
        most = t.max(axis=1, keepdims=True)
        t /= np.where(most > 0, most, 1)
        D[i, j] = most[:, 0] * (t**p).sum(axis=1) ** (1 / p)
