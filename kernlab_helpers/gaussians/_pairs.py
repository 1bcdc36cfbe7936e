"""All pairs of two sets of Gaussians, in blocks, and the parts of which the distances are made.

In a block A holds rows, its arrays (..., rows, 1), and B columns, (..., 1, columns): B.mu - A.mu
is then u of every pair, (d, rows, columns). What reads as of one pair is computed for all of them.
"""

from typing import NamedTuple

import numpy as np

from .._checks import finite, slices
from ._linalg import (
    cholesky,
    dot,
    eigenvalues,
    ldl,
    lower_entry,
    lower_gram,
    lower_inverse,
    lower_product,
)
from .sets import as_gaussians

PAIRS = 2**13  # of a block: enough that starting an operation costs little beside it
ENTRIES = 2**22  # of the covariances of a block: 32 MB
WIDE = np.log(1e6)  # where ln lambda_k lie further apart, the least ones have lost digits


class Block(NamedTuple):
    """Gaussians, which lie last in every array, and the factors of their covariances."""

    mu: np.ndarray  # (d, ...)
    Sigma: np.ndarray  # (d, d, ...), Sigma = L L'
    L: np.ndarray
    L_inverse: np.ndarray
    log_det: np.ndarray  # (...), ln |Sigma|

    def at(self, *index):
        """Return the Gaussians at an index; None makes a new axis."""
        return Block(*(array[(..., *index)] for array in self))


def over_pairs(G, H, distance):
    """Return the matrix of distance(A, B) over all pairs of two sets of Gaussians.

    Where H is G only the pairs i < j are computed: exactly symmetric, diagonal exactly 0.
    """
    G, H = as_gaussians(G, H)
    D = np.zeros((len(G), len(H)))
    with np.errstate(all="ignore"):  # what overflows is refused below
        A = factored(G)
        B = A if H is G else factored(H)
        for rows, columns in blocks(G, H):
            D[rows, columns] = distance(A.at(rows, None), B.at(None, columns))
        if H is G:
            D = np.triu(D, 1)
            D += D.T
        D = D.astype(np.result_type(G.means, H.means), copy=False)
    return finite(D, "distances between the Gaussians")


def factored(G):
    """Return a set of Gaussians as one block."""
    mu = np.ascontiguousarray(G.means.T, dtype=np.float64)
    Sigma = np.ascontiguousarray(np.moveaxis(G.covariances, 0, -1), dtype=np.float64)
    L, log_det = cholesky(Sigma.copy())
    return Block(mu, Sigma, L, lower_inverse(L), log_det)


def blocks(G, H):
    """Yield the rows and the columns of each block; where H is G, from the diagonal on."""
    n, d = G.means.shape
    m = len(H)
    pairs = min(PAIRS, ENTRIES // d**2)
    start = 0
    while start < n:
        first = start if H is G else 0
        height = max(1, pairs // (m - first))
        rows = slice(start, min(start + height, n))
        for columns in slices(m - first, pairs):
            yield rows, slice(first + columns.start, first + columns.stop)
        start = rows.stop


# ------------------------------------------------------------------------- parts of the distances


def u_Psi_u(A, B):
    """Return u' Psi u, Psi = Sigma_i^-1 + Sigma_j^-1, as |L_i^-1 u|^2 + |L_j^-1 u|^2."""
    u = B.mu - A.mu
    total = 0.0
    for k in range(len(u)):
        total += np.square(dot(A.L_inverse[k, : k + 1], u[: k + 1]))
        total += np.square(dot(B.L_inverse[k, : k + 1], u[: k + 1]))
    return total


def u_Gamma_u(A, B):
    """Return u' Gamma^-1 u, Gamma = (Sigma_i + Sigma_j) / 2."""
    return eliminate_Gamma(A, B)[0]


def gamma_parts(A, B):
    """Return u' Gamma^-1 u and ln(|Gamma| / sqrt(|Sigma_i| |Sigma_j|))."""
    form, pivots = eliminate_Gamma(A, B)
    log_det_gap = np.log(pivots).sum(axis=0) - (A.log_det + B.log_det) / 2
    return form, np.maximum(log_det_gap, 0)  # below 0 only by rounding


def eliminate_Gamma(A, B):
    """Return u' Gamma^-1 u, and the pivots of Gamma, whose product is |Gamma|."""
    u = B.mu - A.mu
    Gamma = A.Sigma + B.Sigma
    Gamma /= 2
    L, pivots = ldl(Gamma)
    for k in range(len(u)):  # solve L v = u, v in the memory of u
        u[k + 1 :] -= L[k + 1 :, k] * u[k]
    return np.sum(u * u / pivots, axis=0), pivots


def trace_gap(A, B):
    """Return tr(Sigma_i^-1 Sigma_j) + tr(Sigma_j^-1 Sigma_i) - 2 d, without cancellation.

    With M = L_i^-1 L_j it is ||M||^2 + ||M^-1||^2 - 2 tr(M M^-1) = ||M - M^-T||^2: squares of M
    below the diagonal, of M^-1 = L_j^-1 L_i below the diagonal, and of the differences on it.
    """
    gap = 0.0
    for k in range(len(A.mu)):
        for q in range(k):
            gap += np.square(lower_entry(A.L_inverse, B.L, k, q))
            gap += np.square(lower_entry(B.L_inverse, A.L, k, q))
        ratio = B.L[k, k] / A.L[k, k]
        gap += np.square(ratio - 1 / ratio)
    return gap


def log_eigenvalues(A, B):
    """Return ln lambda_k, (d, rows, columns), lambda_k the eigenvalues of Sigma_i^-1 Sigma_j.

    They are the eigenvalues of M M', M = L_i^-1 L_j. Rounding is 1e-16 times the largest: where
    they lie far apart they are found from both ends.
    """
    M = lower_product(A.L_inverse, B.L)
    if len(M) == 2:
        return log_eigenvalues_of_two(M)
    logs = np.log(eigenvalues(lower_gram(M)))
    wide = ~(logs.max(axis=0) - logs.min(axis=0) < WIDE)  # and every NaN
    if wide.any():
        i, j = np.nonzero(wide)
        logs[:, wide] = log_eigenvalues_from_both_ends(A.at(i, 0), B.at(0, j))
    return logs


def log_eigenvalues_of_two(M):
    """Return ln lambda = mu +- delta of M = [[a, 0], [b, c]], cosh(delta) = ||M||^2 / (2 |M|)."""
    a, b, c = M[0, 0], M[1, 0], M[1, 1]
    mu = np.log(a * c)
    delta = 2 * np.arcsinh(np.sqrt((np.square(a - c) + np.square(b)) / (a * c)) / 2)
    return np.array([mu + delta, mu - delta])


def log_eigenvalues_from_both_ends(A, B):
    """Return the same for a list of pairs: lambda_k above 1 from M, below 1 from M^-1."""
    M = np.tril(np.moveaxis(lower_product(A.L_inverse, B.L), -1, 0))
    M_inverse = np.tril(np.moveaxis(lower_product(B.L_inverse, A.L), -1, 0))
    usable = np.isfinite(M).all(axis=(1, 2)) & np.isfinite(M_inverse).all(axis=(1, 2))
    large = np.linalg.svd(M[usable], compute_uv=False)
    small = np.linalg.svd(M_inverse[usable], compute_uv=False)[:, ::-1]
    logs = np.full((len(M), M.shape[1]), np.inf)
    logs[usable] = 2 * (np.log(np.maximum(large, 1)) - np.log(np.maximum(small, 1)))
    return logs.T
