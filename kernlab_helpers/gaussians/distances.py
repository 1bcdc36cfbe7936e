"""Points that carry their own Gaussian, and six distances between Gaussians, all pairs at once.

With u = mu_i - mu_j, Psi = Sigma_i^-1 + Sigma_j^-1, Gamma = (Sigma_i + Sigma_j) / 2 and lambda_k
the eigenvalues of Sigma_i^-1 Sigma_j. Source: Abou-Moustafa et al. (source 001), equations as
numbered there, mended as in ERRATA. float32 comes out if all Gaussians are float32, else float64.
D(G) is exactly symmetric with an exactly zero diagonal and equals D(G, G) to the last bit; D(A, A)
stays below 1e-6 up to condition numbers of 1e12. Values that overflow are a ValueError.
"""

import numpy as np

from .._checks import finite
from . import _pairs
from .sets import as_gaussians

__all__ = [
    "bhattacharyya",
    "bhattacharyya_riemannian",
    "hellinger",
    "jeffreys",
    "jeffreys_riemannian",
    "riemannian",
]


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
    >>> from kernlab_helpers import Gaussians
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
    >>> from kernlab_helpers import Gaussians
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
    >>> from kernlab_helpers import Gaussians
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
    >>> from kernlab_helpers import Gaussians
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
    >>> from kernlab_helpers import Gaussians
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
    >>> from kernlab_helpers import Gaussians
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
