"""Linear algebra for thousands of small matrices at once.

The matrices lie last: S[k, q] holds the entries (k, q) of all of them, so each step of a textbook
algorithm is one array operation, and equal matrices give equal numbers, to the last bit. LAPACK
takes one matrix after another and spends most of its time on starting: for eigenvalues three times
as long at d = 4, 1.8 times at d = 8, where it would cost `riemannian` the lead over pyRiemann
(benchmarks/gaussians.py), and as long at d = 18.
"""

import numpy as np

SETTLED = 1e-31  # an off-diagonal entry, squared, over the two diagonal ones beside it: rounding
STEPS = 60  # three are usual
TINY = 1e-200  # lost beside the squares of a matrix of trace 1, but no 0 / 0


def dot(u, v):
    """Return the inner products of vectors u[:, ...] and v[:, ...]."""
    return np.einsum("k...,k...->...", u, v)


# ------------------------------------------------------------------------------ triangular factors


def ldl(S):
    """Return L and the pivots, S = L diag(pivots) L', L[k, k] = 1, by Gaussian elimination.

    S is overwritten by L, of which only what lies below the diagonal is set.
    """
    d = len(S)
    for k in range(d):
        column = S[k + 1 :, k].copy()
        S[k + 1 :, k] /= S[k, k]
        for i in range(k + 1, d):
            S[i, k + 1 : i + 1] -= S[i, k] * column[: i - k]
    return S, S[range(d), range(d)]


def cholesky(S):
    """Return L with S = L L', lower triangular, and ln |S|; S is overwritten."""
    unit_L, pivots = ldl(S)
    L = np.zeros(S.shape)
    for k, root in enumerate(np.sqrt(pivots)):
        L[k, k] = root
        L[k + 1 :, k] = unit_L[k + 1 :, k] * root
    return L, np.log(pivots).sum(axis=0)


def lower_inverse(L):
    """Return the inverse of lower triangular L, by forward substitution."""
    inverse = np.zeros(L.shape)
    for k in range(len(L)):
        inverse[k, k] = 1
        for q in range(k):
            inverse[k, q] = -dot(L[k, q:k], inverse[q:k, q])
        inverse[k] /= L[k, k]
    return inverse


def lower_entry(L, M, k, q):
    """Return the entries (k, q) of L M, both lower triangular, k >= q."""
    return dot(L[k, q : k + 1], M[q : k + 1, q])


def lower_product(L, M):
    """Return L M, both lower triangular; what lies above the diagonal is not set."""
    product = np.empty(np.broadcast_shapes(L.shape, M.shape))
    for k in range(len(L)):
        for q in range(k + 1):
            product[k, q] = lower_entry(L, M, k, q)
    return product


def lower_gram(M):
    """Return M M', M lower triangular, in the memory of M."""
    for k in reversed(range(len(M))):  # what lies right of column k is not needed any more
        row = np.einsum("q...,iq...->i...", M[k, : k + 1], M[k:, : k + 1])
        M[k, k:] = row
        M[k:, k] = row
    return M


# ------------------------------------------------------------------------------------- eigenvalues


def eigenvalues(S):
    """Return the eigenvalues of positive definite S, not sorted, (d, ...); S is overwritten.

    Householder reflections make S tridiagonal, QR steps then make it diagonal, from the last row
    up. Rounding is about 1e-16 times the largest eigenvalue of each matrix. One that leaves the
    range of floating point, or does not settle, gives NaN.
    """
    with np.errstate(all="ignore"):
        trace = np.trace(S)
        S /= trace
        diagonal, squares = tridiagonal(S)
        for rows in range(len(S), 1, -1):
            settle_last(diagonal[:rows], squares[: rows - 1])
        return diagonal * trace


def tridiagonal(S):
    """Return the diagonal, and the squares beside it, of a tridiagonal Q S Q'; S is overwritten."""
    d = len(S)
    squares = np.empty((d - 1, *S.shape[2:]))
    for k in range(d - 1):
        v = S[k + 1 :, k].copy()
        squares[k] = dot(v, v)
        length = np.sqrt(squares[k])
        half = squares[k] + length * np.abs(v[0])
        v[0] += np.copysign(length, v[0])  # I - v v' / half is the reflection, |v|^2 = 2 half
        half[half < TINY] = np.inf  # w = 0: there is nothing to reflect
        rest = S[k + 1 :, k + 1 :]
        w = np.einsum("ij...,j...->i...", rest, v) / half
        w -= dot(w, v) / (2 * half) * v
        for i in range(len(v)):
            rest[i] -= v[i] * w + w[i] * v
    return S[range(d), range(d)], squares


def settle_last(diagonal, squares):
    """Take QR steps until the last entry of each diagonal is an eigenvalue; both arrays change."""
    for _ in range(STEPS):
        left = squares[-1] > SETTLED * np.abs(diagonal[-2] * diagonal[-1])
        count = np.count_nonzero(left)
        if count == 0:
            return
        if 8 * count < left.size:  # go on with the few that need it
            few = diagonal[:, left], squares[:, left]
            settle_last(*few)
            diagonal[:, left], squares[:, left] = few
            return
        qr_step(diagonal, squares)
    diagonal[-1, left] = np.nan


def qr_step(diagonal, squares):
    """Take one QR step without square roots (Pal, Walker and Kahan), as in LAPACK's dsterf.

    The shift is Wilkinson's, the eigenvalue of the last two rows that is closer to the last entry.
    """
    half = (diagonal[-1] - diagonal[-2]) / 2
    shift = diagonal[-1] - half + np.copysign(np.sqrt(half * half + squares[-1]), half)
    diagonal -= shift
    gamma = diagonal[0].copy()
    p = gamma * gamma + TINY
    sine2 = 0.0
    for k in range(len(squares)):
        r = p + squares[k]
        if k > 0:
            squares[k - 1] = sine2 * r
        cosine2 = p / r
        sine2 = squares[k] / r
        following = cosine2 * diagonal[k + 1] - sine2 * gamma
        diagonal[k] = gamma + (diagonal[k + 1] - following)
        gamma = following
        p = (gamma * gamma + TINY) / cosine2
    squares[-1] = sine2 * p
    diagonal[-1] = gamma
    diagonal += shift
