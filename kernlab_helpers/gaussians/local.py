"""Points that carry their own Gaussian: that of their neighborhood."""

import numpy as np

from .._checks import as_points, finite, flag, no_overflow, non_negative, slices, whole_number
from .._neighbors import nearest
from .sets import Gaussians, as_symmetric, first_singular

__all__ = ["local_gaussians"]

BLOCK = 2**20  # coordinates of neighbors worked out at a time: 8 MB


@no_overflow("covariances of the neighborhoods")
def local_gaussians(X, *, m=10, gamma=1.0, smooth=True):
    """Return for every point the Gaussian of its m nearest neighbors.

    smooth:  mu_i = mean over N_i and x_i,  Sigma_i = (1/m) sum (x - mu_i)(x - mu_i)' + gamma I
    else:    mu_i = x_i,                    Sigma_i = (1/m) sum (x - x_i)(x - x_i)' + gamma I

    where x runs over N_i and x_i. N_i leaves x_i out; of points equally far away, up to rounding,
    the first in order count.

    Parameters
    ----------
    X : array of shape (n, d)
        Points as rows.
    m : int
        Number of neighbors, from 1 to n - 1.
    gamma : float
        Finite, from 0, in squared units of X: added to the variance in every direction. Where it
        outweighs the local variances, all Gaussians are alike (ledger 001-22).
    smooth : bool
        Whether the Gaussian moves to the mean of its neighborhood.

    Returns
    -------
    Gaussians
        A set of n in d dimensions, float32 if X is, else float64.

    Raises
    ------
    ValueError
        For too few points; a neighborhood that is flat, with its point (gamma = 0 needs m at least
        d, more where points are equal, and float32 needs more of it than float64); squares that
        overflow.

    References
    ----------
    Abou-Moustafa et al. (source 001), eq. (2)-(3), and (1) with 1/m where the paper has 1/(m-1)
    (ledger 001-20).

    Examples
    --------
    >>> G = local_gaussians([[0.0], [1.0], [3.0]], m=1, gamma=0.5)
    >>> print(G.means.ravel(), G.covariances.ravel())
    [0.5 0.5 2. ] [1.  1.  2.5]

    In NumPy, for the first point:

    >>> X, m, gamma = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 2.0], [5.0, 5.0]]), 2, 0.5
    >>> near = np.argsort(np.linalg.norm(X - X[0], axis=1))[: m + 1]  # and x_0 itself
    >>> mu = X[near].mean(axis=0)
    >>> Sigma = (X[near] - mu).T @ (X[near] - mu) / m + gamma * np.eye(2)
    >>> G = local_gaussians(X, m=m, gamma=gamma)
    >>> np.allclose(G.means[0], mu) and np.allclose(G.covariances[0], Sigma)
    True
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
    n, d = X.shape
    points = X.astype(np.float64, copy=False)
    N = nearest(points, m)
    mu = np.empty((n, d))
    Sigma = np.empty((n, d, d))
    for rows in slices(n, BLOCK // (m * d)):
        x_i = points[rows, None]
        x = np.concatenate([points[N[rows]], x_i], axis=1)  # N_i and x_i
        shift = (x - x_i).mean(axis=1, keepdims=True) if smooth else 0.0  # mu_i - x_i
        u = (x - x_i) - shift  # x - mu_i, and exactly 0 where all points are copies
        mu[rows] = (x_i + shift)[:, 0]
        Sigma[rows] = u.swapaxes(1, 2) @ u / m + gamma * np.eye(d)
    Sigma = finite(Sigma, "covariances of the neighborhoods").astype(X.dtype, copy=False)
    Sigma = as_symmetric(Sigma)
    refuse_singular(Sigma, m, gamma)
    return Gaussians(mu.astype(X.dtype, copy=False), Sigma)


def refuse_singular(Sigma, m, gamma):
    """Name the first point whose Gaussian does not vary in every direction, if there is one."""
    singular = first_singular(Sigma)
    if singular:
        i, low, high = singular
        raise ValueError(
            f"the Gaussian of X[{i}] is flat: the variance of its neighborhood goes from "
            f"{low:.3g} to {high:.3g} (m = {m} neighbors in d = {Sigma.shape[1]} dimensions, "
            f"gamma = {gamma:g}, {Sigma.dtype}); it must be above 0 in every direction: raise "
            "gamma, raise m to d or more, or drop copies"
        )
