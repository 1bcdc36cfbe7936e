"""Eigenvalues and eigenvectors of symmetric matrices: scaled, signed, few or all."""

import inspect
import math
import warnings

import numpy as np

from ._checks import RTOL, finite

# An eigenvalue up to this share of the largest is rounding, not a direction.
RANK_RTOL = 1e-12
RANK_RTOL_FLOAT32 = 1e-5

LANCZOS_FROM = 500  # points: below, all eigenpairs cost no more than a few
LANCZOS_SHARE = 20  # one axis for so many points is few
KRYLOV_STEPS = 30  # with fewer the negative eigenvalues of a self-tuning kernel go unseen


def scaled(K):
    """Return K in float64 over a number about its largest entry, and that number.

    A power of four: neither to divide by it nor by its root costs a digit.
    """
    largest = max(float(K.max()), -float(K.min()))
    unit = math.ldexp(1.0, (math.frexp(largest)[1] - 1) // 2 * 2)
    return np.divide(K, unit, dtype=np.float64), unit


def with_fixed_signs(vectors):
    """Turn every column so that its largest entry, the first of those that tie, is above 0."""
    sizes = np.abs(vectors)
    largest = (sizes >= (1 - 1e-6) * sizes.max(axis=0)).argmax(axis=0)
    return vectors * np.sign(vectors[largest, np.arange(vectors.shape[1])])


def rank_rtol(K):
    """Return the share of the largest eigenvalue up to which one is rounding."""
    return RANK_RTOL_FLOAT32 if K.dtype == np.float32 else RANK_RTOL


def eigenpairs(K, r):
    """Return the r largest eigenvalues, falling, their vectors, and the lowest seen.

    Only the lower triangle is read. Few of a large K come from Lanczos iterations.
    """
    few = len(K) > LANCZOS_FROM and r * LANCZOS_SHARE < len(K)
    found = _lanczos(K, r) if few else None
    if found is None:
        values, vectors = np.linalg.eigh(K)
        found = values[::-1][:r], vectors[:, ::-1][:, :r], values[0]
    finite(found[0], "the eigenvalues of K")
    return found


def leading_axes(M, n_axes, name, *, above=-np.inf):
    """Return the largest eigenvalues of M, falling, their vectors, and the lowest eigenvalue seen.

    Warns where the next eigenvalue is as large as the last one taken, and larger than `above`:
    which axis is taken, and with it the clusters, is then left to chance.
    """
    values, vectors, lowest = eigenpairs(M, min(n_axes + 1, len(M)))
    if len(values) > n_axes:
        last, following = values[n_axes - 1 : n_axes + 1]
        if last > above and last - following <= RTOL * np.abs(values).max():
            warnings.warn(
                f"eigenvalues {n_axes} and {n_axes + 1} of {name} are equal, {last:.6g}: {n_axes} "
                "axes, and so the clusters, are not determined; ask for fewer or more",
                UserWarning,
                stacklevel=3,
            )
    return values[:n_axes], with_fixed_signs(vectors[:, :n_axes]), lowest


def _lanczos(K, r):
    """Do as `eigenpairs` without the rest of the spectrum; None where that fails."""
    from scipy.linalg.blas import dsymv
    from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh

    n = len(K)
    K = np.ascontiguousarray(K).T

    def multiply(v):
        return dsymv(1.0, K, v)  # reads half of K: twice as fast as K @ v

    operator = LinearOperator(K.shape, matvec=multiply, dtype=K.dtype)
    start = np.random.default_rng(0).standard_normal(n)
    seed = {"rng": 0} if "rng" in inspect.signature(eigsh).parameters else {}  # from scipy 1.17 on
    try:  # after n / 10 restarts the full solver would be done, too
        values, vectors = eigsh(operator, r, which="LA", v0=start, maxiter=n // 10, **seed)
    except ArpackError:
        return None
    falling = np.argsort(values)[::-1]
    values, vectors = values[falling], vectors[:, falling]
    if not 0 < values[0] < np.inf:
        return None
    ritz = _ritz_values(multiply, values, vectors)
    if (ritz[-r:] > values[::-1] + RTOL * values[0]).any():
        return None  # an axis was missed
    return values, vectors, ritz[0]


def _ritz_values(multiply, values, vectors):
    """Return rising Ritz values of K on its eigenvectors found and a Krylov space beside them.

    Each is a value that v' K v takes for a unit v: one below 0 proves that K is indefinite.
    """
    n, r = vectors.shape
    basis, images = np.empty((2, r + KRYLOV_STEPS, n))
    basis[:r], images[:r] = vectors.T, (vectors * values).T
    new, size = np.random.default_rng(1).standard_normal(n), r
    while size < len(basis):
        for _ in range(2):  # one pass leaves rounding behind
            new -= (basis[:size] @ new) @ basis[:size]
        length = np.linalg.norm(new)
        if length <= RANK_RTOL:
            break  # K takes the span into itself: there is no more to see
        basis[size] = new / length
        images[size] = multiply(basis[size])
        new = images[size] / values[0]
        size += 1
    return np.linalg.eigvalsh(images[:size] @ basis[:size].T)
