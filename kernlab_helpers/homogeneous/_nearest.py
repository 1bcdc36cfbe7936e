"""Period and weights of the map whose kernel matrix, of the rows it is fitted to, errs least.

The kernel matrix of a map is a sum of cosine matrices with weights w_j >= 0,

    sum_j w_j C_j,    C_j[x, y] = sum_l (x_l y_l)^(gamma/2) cos(j L (log x_l - log y_l))

and its largest error is max |sum_j w_j C_j - K| over the entries. At a given L the best w solve a
linear program, that of _minimax.py with pairs of rows in the place of ratios. The best L comes
from a search: cosines that hardly turn within the data, or often, are of no use.
"""

import math

import numpy as np

from ._minimax import ROUNDING, SCAN, around, exchange
from ._table import log_or_0

ROWS = 200  # at most: 20,100 entries of K
WORK = 5e7  # numbers in all pairs of rows: of wide rows there are fewer
SHORTEST, LONGEST = 0.03, 2  # periods of the search, times the spread of the logarithms
CLOSE = 1e-3  # relative accuracy of the best period


def nearest(X, kernel, order, *, period=None, gamma=1.0):
    """Return period and weights of least error on X; the period is chosen unless it is given."""
    roots, log_x = (X / X.max()) ** (gamma / 2), log_or_0(X)
    lower = np.tril_indices(len(X))  # begins with an entry of the diagonal
    K = exact(roots, log_x, kernel)[lower]

    def at(L):
        C = [cosine_matrix(roots, j * L * log_x)[lower] for j in range(order + 1)]
        return exchange(np.stack(C, axis=1), K)

    def error_at(L):
        return max(at(L)[1], ROUNDING * K.max())

    L, s = period, spread(log_x, roots**2)
    if L is None and order > 0 and s > 0:
        steps = np.arange(math.log(SHORTEST), math.log(LONGEST), math.log(SCAN))
        L = around(min(np.exp(steps) / s, key=error_at), error_at, CLOSE)
    L = L or 1.0
    return L, at(L)[0]


def spread(log_x, weights):
    """Return the standard deviation of the logarithms, large amounts weighing more."""
    mean = np.average(log_x, weights=weights)
    return math.sqrt(np.average((log_x - mean) ** 2, weights=weights))


def exact(roots, log_x, kernel):
    """Return sum_l (x_l y_l)^(gamma/2) kappa(log x_l - log y_l) for all pairs of rows."""
    columns = zip(roots, log_x, strict=True)
    return np.stack([kernel.signature(np.abs(log_x - s)) * roots @ r for r, s in columns])


def cosine_matrix(roots, angles):
    """Return sum_l (x_l y_l)^(gamma/2) cos(angle of x_l - angle of y_l) for all pairs of rows."""
    c, s = roots * np.cos(angles), roots * np.sin(angles)
    return c @ c.T + s @ s.T


def spread_rows(n, d, order):
    """Return the places of the rows that count: all, or some evenly spaced."""
    fewest = order + 2
    if n < fewest:
        raise ValueError(
            f'X has {n} {"sample" if n == 1 else "samples"}; design="data" with order {order} '
            f"needs at least {fewest}, as fewer say too little: give more rows, or take "
            'design="minimax", which needs none'
        )
    count = min(n, ROWS, max(fewest, math.isqrt(int(WORK / d))))
    return np.linspace(0, n - 1, count).round().astype(int)
