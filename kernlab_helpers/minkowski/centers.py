"""The centre that has the least sum of p-th powers, for many coordinates at once.

Each coordinate is a problem of its own. A block of them is turned into the rows of a small array
that stays in the cache; every step of the search then works on all rows that are not done yet.
"""

import math

import numpy as np

from .._checks import as_points, float_like
from ._search import TIE, best_points, newton
from .distances import BLOCK, as_exponent


def minkowski_center(X, *, p, sample_weight=None):
    """Minkowski centre: coordinate by coordinate, the point with the least sum of p-th powers.

    c_l = argmin over c of sum_i s_i |x_il - c|^p,  s the sample weights

    p = 2 is the mean, p = 1 the median, p = inf the midrange (the limit). For p > 1 the sum is
    convex: Newton's steps on its derivative, bracketed, for all coordinates at once. For p < 1 it
    is concave between neighbouring data points, so its minimum is one of these: the best is found
    exactly, most others being ruled out by bounds (ERRATA 002-20).

    Parameters
    ----------
    X : (n, d) points.
    p : above 0, inf allowed.
    sample_weight : (n,) finite, at least 0, not all 0; None for equal weights. For p = inf only
        whether a weight is above 0 matters.

    Returns
    -------
    (d,) array. Where several centres are equally good: for p = 1 the middle of the interval, as
    `numpy.median` has it; for p < 1 the smallest.

    Raises
    ------
    ValueError : p not above 0; weights of the wrong length, negative, or all zero.

    Notes
    -----
    Right to about 1e-12 times the range of a coordinate, whatever its scale. The cost need not be
    right to that: for p near 1 and weights in a ratio of 1e12 it can be 3 % above the least one, in
    a ratio of 1e15 many times as large.

    For p > 1 this takes 5 to 20 evaluations of the sum (40 as p comes near 1), for p < 1 some 20 to
    200 where trying every point takes n.

    Source: Aradnia et al. (source 002), section 4.1.3 and eq. (21), which proposes an evolutionary
    search.

    Examples
    --------
    >>> X = [[0.0], [1.0], [2.0], [10.0]]
    >>> [round(float(minkowski_center(X, p=p)[0]), 3) for p in (0.5, 1, 1.5, 2, 3, float("inf"))]
    [1.0, 1.5, 2.099, 3.25, 4.23, 5.0]
    """
    X = as_points(X)
    p = as_exponent(p)
    points = X.astype(np.float64, copy=False)
    weights = None
    if sample_weight is not None:
        weights = _sample_weights(sample_weight, len(X))
        points, weights = points[weights > 0], weights[weights > 0]
    return center(points, p, weights).astype(X.dtype, copy=False)


def center(X, p, weights=None, start=None):
    """Return the (d,) centre of the rows of X, (n, d) float64.

    `weights` (n,) are above 0, None for equal ones; `start` (d,) is a guess, for p > 1 only.
    """
    n, d = X.shape
    width = max(1, BLOCK // n)
    found = np.empty(d)
    for first in range(0, d, width):
        part = slice(first, first + width)
        guess = None if start is None else start[part]
        found[part] = _block_center(np.ascontiguousarray(X[:, part].T), p, weights, guess)
    return found


def _block_center(rows, p, weights, guess):
    low, high = rows.min(axis=1), rows.max(axis=1)
    if math.isinf(p):
        return low / 2 + high / 2  # halves first: a sum might overflow
    if p == 1:
        return _median(rows, weights)
    half = high / 2 - low / 2
    spread = np.flatnonzero(half > 0)
    if not spread.size:
        return low
    rows, half, base = rows[spread], half[spread, None], low[spread, None]
    units = (rows / 2 - base / 2) / half  # from 0 to 1, so that nothing depends on the scale
    w = np.ones(units.shape[1]) if weights is None else weights
    if p < 1:
        best = best_points(units, w, p)
        low[spread] = np.take_along_axis(rows, best[:, None], axis=1)[:, 0]
        return low
    c = units @ (w / w.sum())  # p = 2: the mean
    if p != 2:
        if guess is not None:
            c = ((guess[spread] / 2 - base[:, 0] / 2) / half[:, 0]).clip(0, 1)
        elif p > 2:
            c += (1 - 2 / p) * (0.5 - c)  # towards the midrange
        c = newton(units, w, p, c)
    shift = half[:, 0] * c.clip(0, 1)
    low[spread] += shift
    low[spread] += shift
    return low


def _median(rows, weights):
    """Weighted median; the middle of the two where a whole interval is best."""
    n = rows.shape[1]
    if weights is None:
        rows = np.partition(rows, ((n - 1) // 2, n // 2), axis=1)
        return rows[:, (n - 1) // 2] / 2 + rows[:, n // 2] / 2
    order = rows.argsort(axis=1)
    rows = np.take_along_axis(rows, order, axis=1)
    share = weights[order].cumsum(axis=1)
    share /= share[:, -1:]
    lower, upper = (share < 0.5 - TIE).sum(axis=1), (share <= 0.5 + TIE).sum(axis=1)
    each = np.arange(len(rows))
    return rows[each, lower] / 2 + rows[each, upper] / 2


def _sample_weights(values, n):
    weights = float_like(values, "sample_weight").astype(np.float64)
    if weights.shape != (n,):
        raise ValueError(
            f"sample_weight has shape {weights.shape}; sample_weight must hold one weight for each "
            f"of the {n} points, shape ({n},)"
        )
    if weights.min() < 0 or not weights.any():
        raise ValueError(
            f"sample_weight lies between {weights.min():g} and {weights.max():g}; every weight "
            "must be at least 0 and one above 0"
        )
    return weights / weights.max()
