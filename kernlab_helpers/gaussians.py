"""Points that carry their own Gaussian, and six distances between Gaussians, all pairs at once.

With u = mu_i - mu_j, Psi = Sigma_i^-1 + Sigma_j^-1, Gamma = (Sigma_i + Sigma_j) / 2 and lambda_k
the eigenvalues of Sigma_i^-1 Sigma_j. Source: Abou-Moustafa et al. (source 001), equations as
numbered there, mended as in ERRATA. float32 comes out if all Gaussians are float32, else float64.
D(G) is exactly symmetric with an exactly zero diagonal and equals D(G, G) to the last bit; D(A, A)
stays below 1e-6 up to condition numbers of 1e12. Values that overflow are a ValueError.
"""

import numpy as np

from . import _pairs
from ._checks import as_points, finite, flag, non_negative, whole_number
from ._gaussian_sets import Gaussians, _symmetric, as_gaussians, flat
from ._neighbours import nearest

__all__ = [
    "Gaussians",
    "bhattacharyya",
    "bhattacharyya_riemannian",
    "hellinger",
    "jeffreys",
    "jeffreys_riemannian",
    "local_gaussians",
    "riemannian",
]


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


def jeffreys(G, H=None):
    """Jeffreys divergence, the symmetric Kullback-Leibler divergence.

    d_J = (1/2) u' Psi u + (1/2) sum_k (lambda_k + 1/lambda_k) - d

    Equation (7). No metric (the triangle inequality fails), and exp(-d_J / sigma) is a kernel for
    no sigma (ERRATA 001-08).

    Parameters
    ----------
    G, H : Gaussians, n and m of them in the same dimension; `H=None` means G. Gives (n, m).

    Examples
    --------
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(jeffreys(G))
    [[0.   1.75]
     [1.75 0.  ]]
    """
    return _all_pairs(_pairs.jeffreys, G, H)


def bhattacharyya(G, H=None):
    """Bhattacharyya distance, d_B = -ln rho with rho the integral of sqrt(p q).

    d_B = (1/8) u' Gamma^-1 u + (1/2) ln(|Gamma| / sqrt(|Sigma_i| |Sigma_j|))

    Equation (8), its sign in the text mended (ERRATA 001-07). No metric; rho = exp(-d_B) is a
    kernel, exp(-d_B / sigma) with sigma > 1 is none (ERRATA 001-10).

    Parameters
    ----------
    G, H : Gaussians, n and m of them in the same dimension; `H=None` means G. Gives (n, m).

    Examples
    --------
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(bhattacharyya(G).round(4))
    [[0.     0.1616]
     [0.1616 0.    ]]
    """
    return _all_pairs(_pairs.bhattacharyya, G, H)


def hellinger(G, H=None):
    """Hellinger distance, the distance of sqrt(p) and sqrt(q) as functions.

    d_H = sqrt(2 (1 - rho)),  rho = exp(-d_B)

    From 0 to sqrt(2). A metric that embeds in a Hilbert space, so exp(-d_H / sigma) is a kernel for
    every sigma (ERRATA 001-11).

    Parameters
    ----------
    G, H : Gaussians, n and m of them in the same dimension; `H=None` means G. Gives (n, m).

    Examples
    --------
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(hellinger(G).round(4))
    [[0.     0.5463]
     [0.5463 0.    ]]
    """
    return _all_pairs(_pairs.hellinger, G, H)


def riemannian(G, H=None):
    """Affine-invariant Riemannian distance of the covariances; the means are not looked at.

    d_R = sqrt(sum_k ln^2 lambda_k)

    Equation (16), its square root mended (ERRATA 001-14); Rao's distance is d_R / sqrt(2). A metric
    on covariances; exp(-d_R / sigma) is a kernel for every sigma only if d = 1 (ERRATA 001-15).

    Parameters
    ----------
    G, H : Gaussians, n and m of them in the same dimension; `H=None` means G. Gives (n, m).

    Examples
    --------
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(riemannian(G).round(4))
    [[0.     1.3863]
     [1.3863 0.    ]]
    """
    return _all_pairs(_pairs.riemannian, G, H)


def jeffreys_riemannian(G, H=None):
    """Mean part of the Jeffreys divergence, plus the Riemannian distance.

    d_JR = sqrt(u' Psi u) + d_R

    Of equation (17). No metric, since Psi changes with the pair (ERRATA 001-16), and its
    exponential is not always a kernel (001-17). With both covariances I it is sqrt(2) ||u||
    (001-18).

    Parameters
    ----------
    G, H : Gaussians, n and m of them in the same dimension; `H=None` means G. Gives (n, m).

    Examples
    --------
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(jeffreys_riemannian(G).round(4))
    [[0.     2.5043]
     [2.5043 0.    ]]
    """
    return _all_pairs(_pairs.jeffreys_riemannian, G, H)


def bhattacharyya_riemannian(G, H=None):
    """Mean part of the Bhattacharyya distance, plus the Riemannian distance.

    d_BR = sqrt(u' Gamma^-1 u) + d_R

    Of equation (18). No metric: a detour through a wide Gaussian can be shorter (ERRATA 001-16),
    and its exponential is not always a kernel (001-17). With both covariances I it is ||u||.

    Parameters
    ----------
    G, H : Gaussians, n and m of them in the same dimension; `H=None` means G. Gives (n, m).

    Examples
    --------
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(bhattacharyya_riemannian(G).round(4))
    [[0.     2.0187]
     [2.0187 0.    ]]
    """
    return _all_pairs(_pairs.bhattacharyya_riemannian, G, H)


def _all_pairs(term, G, H):
    G, H = as_gaussians(G, H)
    D = finite(_pairs.over_pairs(term, G, H), "distances between the Gaussians")
    dtype = np.result_type(G.means, H.means)
    with np.errstate(over="ignore"):
        return finite(D.astype(dtype, copy=False), "distances between the Gaussians")
