"""Seven distances between Gaussians, for all pairs of two sets at once.

With u = mu_j - mu_i, Psi = Sigma_i^-1 + Sigma_j^-1, Gamma = (Sigma_i + Sigma_j) / 2 and lambda_k
the eigenvalues of Sigma_i^-1 Sigma_j. Each function says what the distance of one pair is, A of G
and B of H, and `over_pairs` gives it that of all of them. D(G) is exactly symmetric with an exactly
zero diagonal and equals D(G, G) to the last bit; D(A, A) stays below 1e-6 up to condition numbers
of 1e12.
"""

import numpy as np

from .._checks import finite
from ..kernels import squared_euclidean
from ._pairs import gamma_parts, log_eigenvalues, over_pairs, trace_gap, u_Gamma_u, u_Psi_u
from .sets import as_gaussians

__all__ = [
    "bhattacharyya",
    "bhattacharyya_riemannian",
    "hellinger",
    "jeffreys",
    "jeffreys_riemannian",
    "log_euclidean",
    "riemannian",
]


def jeffreys(G, H=None):
    """Return the Jeffreys divergence, the symmetric Kullback-Leibler divergence.

    d_J = (1/2) u' Psi u + (1/2) sum_k (lambda_k + 1/lambda_k) - d

    with u = mu_j - mu_i, Psi = Sigma_i^-1 + Sigma_j^-1 and lambda_k the eigenvalues of
    Sigma_i^-1 Sigma_j. No metric (the triangle inequality fails), and exp(-d_J / sigma) is a kernel
    for no sigma (ledger 001-08).

    Parameters
    ----------
    G : Gaussians
        Set of n Gaussians in d dimensions.
    H : Gaussians, optional
        Set of m Gaussians in d dimensions; None means G.

    Returns
    -------
    array of shape (n, m)
        No units, from 0 to infinity; float32 if all Gaussians are, else float64. For one set
        exactly symmetric, its diagonal exactly 0.

    Raises
    ------
    TypeError
        For G or H that are no Gaussians.
    ValueError
        For Gaussians of different dimensions; distances that overflow.

    References
    ----------
    Abou-Moustafa et al. (source 001), eq. (7).

    Examples
    --------
    >>> from kernlab_helpers import Gaussians
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(jeffreys(G))
    [[0.   1.75]
     [1.75 0.  ]]

    In NumPy, for one pair:

    >>> u, Psi = G.means[1] - G.means[0], np.linalg.inv(G.covariances).sum(axis=0)
    >>> lam = np.linalg.eigvals(np.linalg.inv(G.covariances[0]) @ G.covariances[1])
    >>> d_J = u @ Psi @ u / 2 + np.sum(lam + 1 / lam) / 2 - len(u)
    >>> np.allclose(jeffreys(G)[0, 1], d_J)
    True
    """

    def d_J(A, B):
        return u_Psi_u(A, B) / 2 + trace_gap(A, B) / 2  # sum_k (lambda_k + 1/lambda_k) - 2 d

    return over_pairs(G, H, d_J)


def bhattacharyya(G, H=None):
    """Return the Bhattacharyya distance, -ln rho with rho the integral of sqrt(p q).

    d_B = (1/8) u' Gamma^-1 u + (1/2) ln(|Gamma| / sqrt(|Sigma_i| |Sigma_j|))

    with u = mu_j - mu_i and Gamma = (Sigma_i + Sigma_j) / 2. No metric; rho = exp(-d_B) is a
    kernel, exp(-d_B / sigma) with sigma > 1 is none (ledger 001-10).

    Parameters
    ----------
    G : Gaussians
        Set of n Gaussians in d dimensions.
    H : Gaussians, optional
        Set of m Gaussians in d dimensions; None means G.

    Returns
    -------
    array of shape (n, m)
        No units, from 0 to infinity; float32 if all Gaussians are, else float64. For one set
        exactly symmetric, its diagonal exactly 0.

    Raises
    ------
    TypeError
        For G or H that are no Gaussians.
    ValueError
        For Gaussians of different dimensions; distances that overflow.

    References
    ----------
    Abou-Moustafa et al. (source 001), eq. (8), its sign in the text mended (ledger 001-07).

    Examples
    --------
    >>> from kernlab_helpers import Gaussians
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(bhattacharyya(G).round(4))
    [[0.     0.1616]
     [0.1616 0.    ]]

    In NumPy, for one pair:

    >>> u, Gamma = G.means[1] - G.means[0], G.covariances.mean(axis=0)
    >>> det_i, det_j = np.linalg.det(G.covariances)
    >>> log_det_gap = np.log(np.linalg.det(Gamma) / np.sqrt(det_i * det_j))
    >>> d_B = u @ np.linalg.inv(Gamma) @ u / 8 + log_det_gap / 2
    >>> np.allclose(bhattacharyya(G)[0, 1], d_B)
    True
    """

    def d_B(A, B):
        mahalanobis, log_det_gap = gamma_parts(A, B)  # u' Gamma^-1 u, ln(|Gamma| / ...)
        return mahalanobis / 8 + log_det_gap / 2

    return over_pairs(G, H, d_B)


def hellinger(G, H=None):
    """Return the Hellinger distance, the distance of sqrt(p) and sqrt(q) as functions.

    d_H = sqrt(2 (1 - rho)),  rho = exp(-d_B)

    with d_B the Bhattacharyya distance. A metric that embeds in a Hilbert space, so exp(-d_H /
    sigma) is a kernel for every sigma (ledger 001-11).

    Parameters
    ----------
    G : Gaussians
        Set of n Gaussians in d dimensions.
    H : Gaussians, optional
        Set of m Gaussians in d dimensions; None means G.

    Returns
    -------
    array of shape (n, m)
        No units, from 0 to sqrt(2); float32 if all Gaussians are, else float64. For one set exactly
        symmetric, its diagonal exactly 0.

    Raises
    ------
    TypeError
        For G or H that are no Gaussians.
    ValueError
        For Gaussians of different dimensions.

    References
    ----------
    Abou-Moustafa et al. (source 001), eq. (11), the sign of d_B mended (ledger 001-07).

    Examples
    --------
    >>> from kernlab_helpers import Gaussians
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(hellinger(G).round(4))
    [[0.     0.5463]
     [0.5463 0.    ]]

    In NumPy:

    >>> rho = np.exp(-bhattacharyya(G))
    >>> np.allclose(hellinger(G), np.sqrt(2 * (1 - rho)))
    True
    """

    def d_H(A, B):
        mahalanobis, log_det_gap = gamma_parts(A, B)
        d_B = mahalanobis / 8 + log_det_gap / 2
        return np.sqrt(-2 * np.expm1(-d_B))  # sqrt(2 (1 - rho)), right also where rho is almost 1

    return over_pairs(G, H, d_H)


def riemannian(G, H=None):
    """Return the affine-invariant Riemannian distance of the covariances.

    d_R = sqrt(sum_k ln^2 lambda_k)

    with lambda_k the eigenvalues of Sigma_i^-1 Sigma_j; the means are not looked at. A metric on
    covariances; exp(-d_R / sigma) is a kernel for every sigma only if d = 1 (ledger 001-15).

    Parameters
    ----------
    G : Gaussians
        Set of n Gaussians in d dimensions.
    H : Gaussians, optional
        Set of m Gaussians in d dimensions; None means G.

    Returns
    -------
    array of shape (n, m)
        No units, from 0 to infinity; float32 if all Gaussians are, else float64. For one set
        exactly symmetric, its diagonal exactly 0.

    Raises
    ------
    TypeError
        For G or H that are no Gaussians.
    ValueError
        For Gaussians of different dimensions; distances that overflow.

    References
    ----------
    Abou-Moustafa et al. (source 001), eq. (16), its square root mended (ledger 001-14); Rao's
    distance is d_R / sqrt(2).

    Examples
    --------
    >>> from kernlab_helpers import Gaussians
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(riemannian(G).round(4))
    [[0.     1.3863]
     [1.3863 0.    ]]

    In NumPy, for one pair:

    >>> Sigma_i, Sigma_j = G.covariances
    >>> lam = np.linalg.eigvals(np.linalg.inv(Sigma_i) @ Sigma_j)
    >>> np.allclose(riemannian(G)[0, 1], np.sqrt(np.sum(np.log(lam) ** 2)))
    True
    """

    def d_R(A, B):
        return np.sqrt(np.sum(log_eigenvalues(A, B) ** 2, axis=0))

    return over_pairs(G, H, d_R)


def log_euclidean(G, H=None):
    """Return the log-Euclidean distance of the covariances: that of their logarithms.

    d_LE = ||log Sigma_i - log Sigma_j||_F

    with the matrix logarithm, log(U diag(lambda) U') = U diag(log lambda) U'. It is the distance of
    points in a Euclidean space, so a metric, and exp(-d_LE / sigma) and exp(-d_LE^2 / sigma) are
    kernels for every sigma. It is at most `riemannian`, and that where the covariances commute or
    live on a line. Unlike `riemannian` it changes when axes are stretched differently, not when
    they are turned. The means do not count.

    Parameters
    ----------
    G : Gaussians
        Set of n Gaussians in d dimensions.
    H : Gaussians, optional
        Set of m Gaussians in d dimensions; None means G.

    Returns
    -------
    array of shape (n, m)
        No units, from 0 to infinity; float32 if all Gaussians are, else float64. For one set
        exactly symmetric, its diagonal exactly 0.

    Raises
    ------
    TypeError
        For G or H that are no Gaussians.
    ValueError
        For Gaussians of different dimensions; distances that overflow.

    References
    ----------
    Arsigny, Fillard, Pennec and Ayache (2007), Geometric means in a novel vector space structure on
    symmetric positive-definite matrices. In none of the book's sources.

    Examples
    --------
    >>> from kernlab_helpers import Gaussians
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(log_euclidean(G).round(4))
    [[0.     1.3863]
     [1.3863 0.    ]]

    In NumPy, for one pair:

    >>> logs = [U * np.log(lam) @ U.T for lam, U in map(np.linalg.eigh, G.covariances)]
    >>> np.allclose(log_euclidean(G)[0, 1], np.linalg.norm(logs[0] - logs[1]))
    True
    """
    G, H = as_gaussians(G, H)
    logs_i = logarithms(G)
    logs_j = logs_i if H is G else logarithms(H)
    D = np.sqrt(squared_euclidean(logs_i, logs_j))
    return D.astype(np.result_type(G.means, H.means), copy=False)


def logarithms(G):
    """Return log Sigma of each Gaussian as a row of d^2 entries.

    With Sigma = L L' and L = U diag(s) V' it is U diag(2 log s) U'; s of L keeps twice the digits.
    """
    L = np.linalg.cholesky(G.covariances.astype(np.float64))
    U, s, _ = np.linalg.svd(L)
    logs = (U * (2 * np.log(s))[:, None, :]) @ U.swapaxes(1, 2)
    return finite(logs.reshape(len(L), -1), "logarithms of the covariances")


def jeffreys_riemannian(G, H=None):
    """Return the mean part of the Jeffreys divergence, plus the Riemannian distance.

    d_JR = sqrt(u' Psi u) + d_R

    with u = mu_j - mu_i and Psi = Sigma_i^-1 + Sigma_j^-1. No metric, since Psi changes with the
    pair (ledger 001-16), and its exponential is not always a kernel (001-17). With both covariances
    I it is sqrt(2) ||u|| (001-18).

    Parameters
    ----------
    G : Gaussians
        Set of n Gaussians in d dimensions.
    H : Gaussians, optional
        Set of m Gaussians in d dimensions; None means G.

    Returns
    -------
    array of shape (n, m)
        No units, from 0 to infinity; float32 if all Gaussians are, else float64. For one set
        exactly symmetric, its diagonal exactly 0.

    Raises
    ------
    TypeError
        For G or H that are no Gaussians.
    ValueError
        For Gaussians of different dimensions; distances that overflow.

    References
    ----------
    Abou-Moustafa et al. (source 001), eq. (17).

    Examples
    --------
    >>> from kernlab_helpers import Gaussians
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(jeffreys_riemannian(G).round(4))
    [[0.     2.5043]
     [2.5043 0.    ]]

    In NumPy, for one pair:

    >>> u, Psi = G.means[1] - G.means[0], np.linalg.inv(G.covariances).sum(axis=0)
    >>> d_JR = np.sqrt(u @ Psi @ u) + riemannian(G)[0, 1]
    >>> np.allclose(jeffreys_riemannian(G)[0, 1], d_JR)
    True
    """

    def d_JR(A, B):
        d_R = np.sqrt(np.sum(log_eigenvalues(A, B) ** 2, axis=0))
        return np.sqrt(u_Psi_u(A, B)) + d_R

    return over_pairs(G, H, d_JR)


def bhattacharyya_riemannian(G, H=None):
    """Return the mean part of the Bhattacharyya distance, plus the Riemannian distance.

    d_BR = sqrt(u' Gamma^-1 u) + d_R

    with u = mu_j - mu_i and Gamma = (Sigma_i + Sigma_j) / 2. No metric: a detour through a wide
    Gaussian can be shorter (ledger 001-16), and its exponential is not always a kernel (001-17).
    With both covariances I it is ||u||.

    Parameters
    ----------
    G : Gaussians
        Set of n Gaussians in d dimensions.
    H : Gaussians, optional
        Set of m Gaussians in d dimensions; None means G.

    Returns
    -------
    array of shape (n, m)
        No units, from 0 to infinity; float32 if all Gaussians are, else float64. For one set
        exactly symmetric, its diagonal exactly 0.

    Raises
    ------
    TypeError
        For G or H that are no Gaussians.
    ValueError
        For Gaussians of different dimensions; distances that overflow.

    References
    ----------
    Abou-Moustafa et al. (source 001), eq. (18).

    Examples
    --------
    >>> from kernlab_helpers import Gaussians
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(bhattacharyya_riemannian(G).round(4))
    [[0.     2.0187]
     [2.0187 0.    ]]

    In NumPy, for one pair:

    >>> u, Gamma = G.means[1] - G.means[0], G.covariances.mean(axis=0)
    >>> d_BR = np.sqrt(u @ np.linalg.inv(Gamma) @ u) + riemannian(G)[0, 1]
    >>> np.allclose(bhattacharyya_riemannian(G)[0, 1], d_BR)
    True
    """

    def d_BR(A, B):
        d_R = np.sqrt(np.sum(log_eigenvalues(A, B) ** 2, axis=0))
        return np.sqrt(u_Gamma_u(A, B)) + d_R

    return over_pairs(G, H, d_BR)
