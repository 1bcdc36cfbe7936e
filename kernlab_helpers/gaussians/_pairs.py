"""All pairs of two sets of Gaussians, in blocks: the arithmetic under the distances.

The pairs lie last, (d, d, pairs), so each step of a matrix algorithm is one array operation over a
block of pairs, and equal numbers take the same path to the last bit. u = mu_j - mu_i throughout.
"""

from typing import NamedTuple

import numpy as np

from ._spectra import eigenvalues

__all__ = [
    "bhattacharyya",
    "bhattacharyya_riemannian",
    "hellinger",
    "jeffreys",
    "jeffreys_riemannian",
    "over_pairs",
    "riemannian",
]

PAIRS = 2**13  # in one block: enough that starting operations costs little, few for the cache
ENTRIES = 2**22  # of the covariances of one block: 32 MB
NARROW = 1e-6  # eigenvalues further apart than this share are found again, from both ends


class Side(NamedTuple):
    """One of the two sets, points last: covariance = L L', L = `factor`."""

    means: np.ndarray  # (d, n)
    covariances: np.ndarray  # (d, d, n)
    factor: np.ndarray  # (d, d, n)
    inverse: np.ndarray  # (d, d, n), of the factor
    log_det: np.ndarray  # (n,), of the covariance

    def part(self, start, stop):
        """Points from `start` to before `stop`."""
        return Side(*(array[..., start:stop] for array in self))


def over_pairs(term, G, H):
    """Matrix of term(side, side) over all pairs of two sets of Gaussians.

    Where H is G only the pairs i < j are computed: exactly symmetric, diagonal exactly 0.
    """
    n, m, d = len(G), len(H), G.means.shape[1]
    pairs = max(1, min(PAIRS, ENTRIES // d**2))
    D = np.zeros((n, m))
    with np.errstate(all="ignore"):  # what overflows is refused by the caller
        A = _side(G)
        B = A if H is G else _side(H)
        i = 0
        while i < n:
            start = i if B is A else 0
            rows = max(1, pairs // (m - start))
            for j in range(start, m, pairs):
                block = term(A.part(i, i + rows), B.part(j, j + pairs))
                D[i : i + rows, j : j + pairs] = block
            i += rows
    if B is A:
        D = np.triu(D, 1)
        D += D.T
    return D


def _side(G):
    covariances = np.ascontiguousarray(np.moveaxis(G.covariances, 0, -1), dtype=np.float64)
    S = covariances.copy()
    pivots = _eliminate(S)
    factor, inverse = np.zeros((2, *S.shape))
    for k, root in enumerate(np.sqrt(pivots)):
        factor[k, k] = root
        factor[k + 1 :, k] = S[k + 1 :, k] * root
        inverse[k, k] = 1.0
        inverse[k, :k] -= np.einsum("pn,pqn->qn", factor[k, :k], inverse[:k, :k])
        inverse[k, : k + 1] /= root
    means = np.ascontiguousarray(G.means.T, dtype=np.float64)
    return Side(means, covariances, factor, inverse, np.log(pivots).sum(axis=0))


# ----------------------------------------------------------------------- distances of one block


def jeffreys(A, B):
    """(1/2) u' Psi u + (1/2) tr{...} - d, as a sum of squares, which cannot cancel.

    With L_i^-1 L_j = M: tr{...} - 2 d = ||M||^2 + ||M^-1||^2 - 2 tr(M M^-1) = ||M - M^-T||^2, whose
    lower triangle is that of M and whose upper triangle is that of the same matrix for (j, i).
    """
    total = _means_by_psi(A, B) + _below_diagonal(A, B) + _below_diagonal(B, A).T
    for a, b in zip(_diagonal(A.factor), _diagonal(B.factor), strict=True):
        ratio = b / a[:, None]
        total += np.square(ratio - 1 / ratio)
    return total / 2


def bhattacharyya(A, B):
    """(1/8) u' Gamma^-1 u + (1/2) ln(|Gamma| / sqrt(|Sigma_i| |Sigma_j|))."""
    means, pivots = _means_by_gamma(A, B)
    gap = np.log(pivots).sum(axis=0) - np.add.outer(A.log_det, B.log_det) / 2
    return means / 8 + np.maximum(gap, 0) / 2  # the difference of equal logarithms may round below


def hellinger(A, B):
    """sqrt(2 (1 - rho)), rho = exp(-d_B), right also where rho is almost 1."""
    return np.sqrt(-2 * np.expm1(-bhattacharyya(A, B)))


def riemannian(A, B):
    """sqrt(sum_k ln^2 lambda_k), lambda the eigenvalues of M M', M = L_i^-1 L_j."""
    d, rows, columns = len(A.means), A.means.shape[1], B.means.shape[1]
    if d == 2:
        return _riemannian_plane(*(_entry(A, B, k, q) for k, q in ((0, 0), (1, 0), (1, 1))))
    M = np.empty((d, d, rows, columns))
    for k in range(d):
        for q in range(k + 1):
            M[k, q] = _entry(A, B, k, q)
    logs = _log_eigenvalues(M.reshape(d, d, -1))
    far = np.flatnonzero(~(logs.min(axis=0) - logs.max(axis=0) > np.log(NARROW)))  # and every NaN
    if far.size:
        logs[:, far] = _log_eigenvalues_from_both_ends(A, B, *np.divmod(far, columns))
    return np.sqrt(np.einsum("kp,kp->p", logs, logs)).reshape(rows, columns)


def jeffreys_riemannian(A, B):
    """(u' Psi u)^(1/2) + d_R."""
    return np.sqrt(_means_by_psi(A, B)) + riemannian(A, B)


def bhattacharyya_riemannian(A, B):
    """(u' Gamma^-1 u)^(1/2) + d_R."""
    return np.sqrt(_means_by_gamma(A, B)[0]) + riemannian(A, B)


# ---------------------------------------------------------------------------------------- parts


def _diagonal(M):
    return [M[k, k] for k in range(len(M))]


def _eliminate(S):
    """Gaussian elimination; S (d, d, pairs) keeps pivots on and multipliers below its diagonal."""
    for k in range(len(S)):
        column = S[k + 1 :, k].copy()
        S[k + 1 :, k] /= S[k, k]
        for i in range(k + 1, len(S)):
            S[i, k + 1 : i + 1] -= S[i, k] * column[: i - k]
    return np.array(_diagonal(S))


def _means_by_gamma(A, B):
    """Return u' Gamma^-1 u of every pair, and the pivots of Gamma = (Sigma_i + Sigma_j) / 2."""
    d, rows, columns = len(A.means), A.means.shape[1], B.means.shape[1]
    S = (A.covariances[..., None] + B.covariances[:, :, None]).reshape(d, d, -1)
    S *= 0.5
    pivots = _eliminate(S)
    u = (B.means[:, None] - A.means[..., None]).reshape(d, -1)
    for k in range(d - 1):
        u[k + 1 :] -= S[k + 1 :, k] * u[k]
    total = (u * u / pivots).sum(axis=0)
    return total.reshape(rows, columns), pivots.reshape(d, rows, columns)


def _means_by_psi(A, B):
    """Return u' Psi u of every pair, Psi = Sigma_i^-1 + Sigma_j^-1: two squared lengths L^-1 u."""
    u = B.means[:, None] - A.means[..., None]
    total = np.zeros(u.shape[1:])
    for k in range(len(u)):
        total += np.square(np.einsum("qi,qij->ij", A.inverse[k, : k + 1], u[: k + 1]))
        total += np.square(np.einsum("qj,qij->ij", B.inverse[k, : k + 1], u[: k + 1]))
    return total


def _entry(A, B, k, q):
    """Entry (k, q) of M = L_i^-1 L_j of every pair, k >= q: M is lower triangular."""
    return np.einsum("pi,pj->ij", A.inverse[k, q : k + 1], B.factor[q : k + 1, q])


def _below_diagonal(A, B):
    """Sum of the squares of M = L_i^-1 L_j below its diagonal."""
    d, rows, columns = len(A.means), A.means.shape[1], B.means.shape[1]
    total = np.zeros((rows, columns))
    for k in range(d):
        for q in range(k):
            total += np.square(_entry(A, B, k, q))
    return total


def _riemannian_plane(a, b, c):
    """For d = 2, M = [[a, 0], [b, c]]: ln lambda = mu +- delta, cosh(delta) = ||M||^2 / (2 |M|)."""
    mu = np.log(a * c)
    delta = 2 * np.arcsinh(np.sqrt((np.square(a - c) + np.square(b)) / (a * c)) / 2)
    return np.sqrt(2 * (mu * mu + delta * delta))


def _log_eigenvalues(M):
    """Logarithms of the eigenvalues of M M', M (d, d, pairs) with only its lower triangle set."""
    S = np.empty(M.shape)
    for k in range(len(M)):
        S[k, k:] = np.einsum("qp,iqp->ip", M[k, : k + 1], M[k:, : k + 1])
        S[k + 1 :, k] = S[k, k + 1 :]
    return np.log(eigenvalues(S))


def _log_eigenvalues_from_both_ends(A, B, i, j):
    """Return the same for chosen pairs: the large ones from M, the small ones from its inverse."""
    A, B = (
        (np.moveaxis(side.factor[..., k], -1, 0), np.moveaxis(side.inverse[..., k], -1, 0))
        for side, k in ((A, i), (B, j))
    )
    forth, back = A[1] @ B[0], B[1] @ A[0]
    usable = np.isfinite(forth).all(axis=(1, 2)) & np.isfinite(back).all(axis=(1, 2))
    logs = np.full((len(forth[0]), len(forth)), np.inf)
    large = np.linalg.svd(forth[usable], compute_uv=False)
    small = np.linalg.svd(back[usable], compute_uv=False)[:, ::-1]
    logs[:, usable] = 2 * (np.log(np.maximum(large, 1)) - np.log(np.maximum(small, 1))).T
    return logs
