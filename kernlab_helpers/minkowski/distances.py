"""Minkowski's distances, and what every module here needs to know about p."""

import math

import numpy as np

from .._checks import as_pair, finite, no_overflow, real_number, slices

__all__ = ["minkowski_distances"]

BLOCK = 2**16  # numbers worked on at a time: half a megabyte, which stays in the cache
SMALL_P = 0.01  # below, rounding in a sum of powers grows by 1 / p beyond what is allowed


@no_overflow("Minkowski distances of the points")
def minkowski_distances(X, Y=None, *, p):
    """Return Minkowski's distances between points.

    d(x, y) = (sum_l |x_l - y_l|^p)^(1/p),  for p = inf the largest |x_l - y_l|

    For p >= 1 a metric. For p < 1 the triangle inequality fails for d and holds for d^p, so take
    the power where a metric is needed (ledger 002-17): at p = 1/2 the corners (0, 0), (1, 0),
    (1, 1) have d = 1, 1 and 4 > 1 + 1. For p other than 2, d changes when the axes turn (ledger
    002-16).

    Parameters
    ----------
    X : array of shape (n, d)
        Points.
    Y : array of shape (m, d), optional
        Other points; None means X.
    p : float
        Exponent above 0, inf allowed.

    Returns
    -------
    array of shape (n, m)
        In the units of X; float32 if all came so, else float64. Symmetric with zero diagonal where
        Y is X.

    Raises
    ------
    ValueError
        For p not above 0; distances that overflow, as d^(1/p) does for many columns and p near 0.

    References
    ----------
    Aradnia et al. (source 002), eq. (17).

    Examples
    --------
    >>> print(minkowski_distances([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], p=0.5))
    [[0. 1. 4.]
     [1. 0. 1.]
     [4. 1. 0.]]

    In NumPy, where no power overflows:

    >>> X, p = np.array([[0.0, 0.0], [1.0, 0.0], [1.0, 3.0]]), 1.7
    >>> D = (np.abs(X[:, None] - X) ** p).sum(axis=2) ** (1 / p)
    >>> np.allclose(minkowski_distances(X, p=p), D)
    True
    """
    from scipy.spatial.distance import cdist

    X, Y = as_pair(X, Y)
    p = as_exponent(p)
    x = X.astype(np.float64, copy=False)
    y = x if Y is X else Y.astype(np.float64, copy=False)
    unit = power_of_two(max(np.abs(x).max(), np.abs(y).max()))
    u = x / unit / 4  # no difference of these is above 1, so no power overflows
    v = u if y is x else y / unit / 4
    D = cdist(u, v, "minkowski", p=p)  # (sum_l |u_l - v_l|^p)^(1/p)
    small = np.flatnonzero(exact_above(p) >= D)
    D *= unit
    D *= 4
    for some in slices(len(small), BLOCK // x.shape[1]):
        i, j = np.divmod(small[some], len(y))
        D[i, j] = distances_of_pairs(x[i], y[j], p)
    return finite(D.astype(np.result_type(X, Y), copy=False), "Minkowski distances of the points")


def distances_of_pairs(x, y, p):
    """Return the distance of each row of x to the same row of y, with no digit lost.

    d = m (sum_l (t_l / m)^p)^(1/p),  t_l = |x_l - y_l|,  m the largest t_l
    """
    t = np.abs(x - y)
    m = t.max(axis=1)
    t /= np.where(m > 0, m, 1)[:, None]
    return m * (t**p).sum(axis=1) ** (1 / p)


def exact_above(p):
    """Return the distance, where none is above 1, up to which sums of powers lose digits.

    There the powers underflow. For p near 0 every distance is lost: 1 / p magnifies the rounding.
    """
    if p < SMALL_P:
        return math.inf
    if math.isinf(p):
        return 1e-290
    return max(1e-290, 1e-280 ** (1 / p))


def as_exponent(p):
    """Return p as a float above 0; infinity passes."""
    number = real_number(p, "p")
    if number <= 0:
        raise ValueError(f"p is {p}; p must be greater than 0 (infinity is allowed)")
    return number


def power_of_two(size):
    """Return a power of two of about `size`, to divide by without rounding; 1 for 0."""
    return math.ldexp(1.0, min(math.frexp(size)[1], 1023))
