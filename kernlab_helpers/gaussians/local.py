"""Points that carry their own Gaussian: that of their neighbourhood."""

import numpy as np

from .._checks import as_points, finite, flag, non_negative, whole_number
from ._neighbors import nearest
from .sets import Gaussians, _symmetric, flat

__all__ = ["local_gaussians"]


def local_gaussians(X, *, m=10, gamma=1.0, smooth=True):
    """Give every point the Gaussian of its m nearest neighbours.

    smooth:  mu_i = mean over N_i and x_i,  Sigma_i = (1/m) sum (x - mu_i)(x - mu_i)' + gamma I
    else:    mu_i = x_i,                    Sigma_i = (1/m) sum (x - x_i)(x - x_i)' + gamma I

    Equations (2)-(3), and (1) with 1/m where the paper has 1/(m-1) (ERRATA 001-20). N_i leaves x_i
    out; of points equally far away, up to rounding, the first in order count. Gives Gaussians.

    Parameters
    ----------
    X : (n, d) points.
    m : whole number from 1 to n - 1.
    gamma : finite, from 0, in squared units of X: added to the variance in every direction. Where
        it outweighs the local variances, all Gaussians are alike (ERRATA 001-22).
    smooth : whether the Gaussian moves to the mean of its neighbourhood.

    Raises
    ------
    ValueError : too few points; a neighbourhood that is flat, with its point (gamma = 0 needs m at
        least d, more where points are equal, and float32 needs more of it than float64); squares
        that overflow.

    Examples
    --------
    >>> G = local_gaussians([[0.0], [1.0], [3.0]], m=1, gamma=0.5)
    >>> print(G.means.ravel(), G.covariances.ravel())
    [0.5 0.5 2. ] [1.  1.  2.5]
    """
    X = as_points(X)
    m = whole_number(m, "m")
    gamma = non_negative(gamma, "gamma")
    flag(smooth, "smooth")
    if m >= len(X):
        raise ValueError(
            f"m is {m} but X has only {len(X)} point(s); m must be at most n - 1 = {len(X) - 1}: "
            "lower it or bring more points"
        )
    points = X.astype(np.float64, copy=False)
    n, d = X.shape
    near = nearest(points, m)
    means, covariances = points.copy(), np.empty((n, d, d))
    step = max(1, 2**20 // (m * d))
    with np.errstate(over="ignore", invalid="ignore"):
        for start in range(0, n, step):
            rows = slice(start, start + step)
            apart = points[near[rows]] - points[rows, None]
            if smooth:
                shift = apart.sum(axis=1, keepdims=True) / (m + 1)
                means[rows] += shift[:, 0]
                apart = np.concatenate([apart - shift, -shift], axis=1)
            covariances[rows] = apart.swapaxes(1, 2) @ apart / m
        covariances[:, range(d), range(d)] += gamma
        covariances = covariances.astype(X.dtype, copy=False)
    covariances = _symmetric(finite(covariances, "covariances of the neighbourhoods"))
    found = flat(covariances)
    if found:
        i, low, high = found
        raise ValueError(
            f"the Gaussian of X[{i}] is flat: the variance of its neighbourhood goes from "
            f"{low:.3g} to {high:.3g} (m = {m} neighbours in d = {d} dimensions, gamma = "
            f"{gamma:g}, {X.dtype}); it must be above 0 in every direction: raise gamma, raise m "
            "to d or more, or drop copies"
        )
    return Gaussians(means.astype(X.dtype), covariances)
