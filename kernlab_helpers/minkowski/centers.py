"""The center that has the least sum of p-th powers, for many coordinates at once."""

import math

import numpy as np

from .._checks import as_points, float_like, slices
from ._search import COST_RTOL, RowSums, best_points, newton
from .distances import BLOCK, as_exponent

__all__ = ["minkowski_center"]


def minkowski_center(X, *, p, sample_weight=None):
    """Return Minkowski's center: in each coordinate the point with the least sum of p-th powers.

    c_l = argmin over c of sum_i s_i |x_il - c|^p,  s the sample weights

    p = 2 is the mean, p = 1 the median, p = inf the midrange (the limit). For p > 1 the sum is
    convex: Newton's steps on its derivative, bracketed, for all coordinates at once. For p < 1 it
    is concave between neighboring data points, so its minimum is one of these, and the best is
    found exactly (ledger 002-20).

    Parameters
    ----------
    X : array of shape (n, d)
        Points.
    p : float
        Exponent above 0, inf allowed.
    sample_weight : array of shape (n,), optional
        Weights, at least 0 and not all 0; None means equal ones. For p = inf only whether a weight
        is above 0 matters.

    Returns
    -------
    array of shape (d,)
        In the units of X; float32 if X is, else float64. Where several centers are equally good:
        for p = 1 the middle of the interval, as `numpy.median` has it; for p < 1 the smallest.

    Raises
    ------
    ValueError
        For p not above 0; weights of the wrong length, negative, or all zero.

    Notes
    -----
    Right to about 1e-12 times the range of a coordinate, whatever its scale. The cost need not be
    right to that: for p near 1 and weights in a ratio of 1e12 it can be 3 % above the least one, in
    a ratio of 1e15 many times as large.

    For p > 1 this takes 5 to 20 evaluations of the sum (40 as p comes near 1). For p < 1 it takes n
    where points are few, and of many some 20 to 200: bounds rule the others out.

    References
    ----------
    Aradnia et al. (source 002), section 4.1.3 and eq. (21), which proposes an evolutionary search.

    Examples
    --------
    >>> X = [[0.0], [1.0], [2.0], [10.0]]
    >>> [round(float(minkowski_center(X, p=p)[0]), 3) for p in (0.5, 1, 1.5, 2, 3, float("inf"))]
    [1.0, 1.5, 2.099, 3.25, 4.23, 5.0]

    In NumPy, to the width of a grid:

    >>> x, grid, p = np.ravel(X), np.linspace(0, 10, 1001), 1.5
    >>> c = grid[(np.abs(x[:, None] - grid) ** p).sum(axis=0).argmin()]
    >>> np.allclose(minkowski_center(X, p=p), c, atol=0.01)
    True
    """
    X = as_points(X)
    p = as_exponent(p)
    x = X.astype(np.float64, copy=False)
    s = None
    if sample_weight is not None:
        s = _sample_weights(sample_weight, len(X))
        x = x[s > 0]
        s = s[s > 0]
    c = center(x, p, s)  # argmin_c sum_i s_i |x_i - c|^p
    return c.astype(X.dtype, copy=False)


def center(x, p, s=None, guess=None):
    """Return the center of the rows of x, (n, d) float64, coordinate by coordinate.

    s (n,) are weights above 0, None for equal ones; `guess` (d,) is where the search may begin.
    """
    n, d = x.shape
    c = np.empty(d)
    for some in slices(d, BLOCK // n):
        rows = np.ascontiguousarray(x[:, some].T)  # one row for each coordinate
        if math.isinf(p):
            c[some] = midrange(rows)
        elif p == 1:
            c[some] = median(rows, s)
        elif p < 1:
            c[some] = best_data_point(rows, s, p)
        elif p == 2:
            c[some] = mean(rows, s)
        else:  # sum_i s_i sign(c - x_i) |c - x_i|^(p - 1) = 0
            c[some] = zero_of_the_slope(rows, s, p, None if guess is None else guess[some])
    return c


def midrange(rows):
    """Return the middle between the least and the largest number of each row."""
    return rows.min(axis=1) / 2 + rows.max(axis=1) / 2  # halves: a sum might overflow


def median(rows, s):
    """Return the weighted median of each row, the middle where a whole interval is best."""
    n = rows.shape[1]
    if s is None:
        low, high = (n - 1) // 2, n // 2
        rows = np.partition(rows, (low, high), axis=1)
        return rows[:, low] / 2 + rows[:, high] / 2
    order = rows.argsort(axis=1)
    rows = np.take_along_axis(rows, order, axis=1)
    weight = s[order].cumsum(axis=1)
    weight /= weight[:, -1:]
    each = np.arange(len(rows))
    low = (weight < 0.5 - COST_RTOL).sum(axis=1)
    high = (weight <= 0.5 + COST_RTOL).sum(axis=1)
    return rows[each, low] / 2 + rows[each, high] / 2


def best_data_point(rows, s, p):
    """Return, for p < 1, the number of each row with the least sum of powers."""
    units = Units(rows)
    c = rows[:, 0].copy()
    c[units.varies] = rows[units.varies, best_points(units.u, _or_ones(s, rows), p)]
    return c


def mean(rows, s):
    """Return the weighted mean of each row."""
    units = Units(rows)
    w = _or_ones(s, rows)
    return units.back(units.u @ (w / w.sum()))


def zero_of_the_slope(rows, s, p, guess):
    """Return, for p > 1, where the derivative of the sum of powers is 0: by Newton's steps."""
    units = Units(rows)
    w = _or_ones(s, rows)
    if guess is not None:
        c = units.into(guess)
    else:
        c = units.u @ (w / w.sum())  # the mean, which is the center for p = 2
        if p > 2:
            c += (1 - 2 / p) * (0.5 - c)  # toward the midrange, the center for p = inf
    return units.back(newton(RowSums(units.u, w, p), p, c))


class Units:
    """Rows moved and stretched to go from 0 to 1, so that nothing depends on their scale.

    Rows of equal numbers are left out of `u`; `varies` says which are in. Halves are taken first,
    as the range itself may overflow.
    """

    def __init__(self, rows):
        self.low = rows.min(axis=1)
        half = rows.max(axis=1) / 2 - self.low / 2
        self.varies = np.flatnonzero(half > 0)
        self.half = half[self.varies]
        self.u = into_units(rows[self.varies], self.low[self.varies], self.half)

    def into(self, c):
        """Bring one number for each row into units, at least 0 and at most 1."""
        each = c[self.varies, None]
        return into_units(each, self.low[self.varies], self.half)[:, 0].clip(0, 1)

    def back(self, u):
        """Bring one number for each row of `u` back; the number itself for the rows left out."""
        c = self.low.copy()
        c[self.varies] = out_of_units(u, c[self.varies], self.half)
        return c


def into_units(rows, low, half):
    """Return rows of numbers moved and stretched: `low` becomes 0, what is 2 `half` above it 1."""
    u = rows / 2 - low[:, None] / 2
    u /= half[:, None]
    return u


def out_of_units(u, low, half):
    """Return one number for each row, brought back from `into_units`."""
    shift = half * u.clip(0, 1)
    return low + shift + shift


def _or_ones(s, rows):
    return np.ones(rows.shape[1]) if s is None else s


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
