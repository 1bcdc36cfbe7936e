"""Three questions that are often taken for one, and the repair of a broken kernel matrix.

Is K positive semi-definite (inner products)? Is D2 conditionally negative definite (squared
distances between points)? Is D a metric? A kernel gives a metric, a metric need not give a kernel
(ERRATA 000-13), and numbers that are all at least 0 answer none of them (ERRATA 001-01). Where the
answer is no, the functions of `witnesses` say with which vector, value or triple.
"""

import math
from dataclasses import dataclass

import numpy as np

from ._checks import as_gram, as_square, choice, finite, tolerance

__all__ = ["Repair", "is_cnd", "is_metric", "is_psd", "min_eigenvalue", "repair"]


def min_eigenvalue(K):
    """Smallest eigenvalue of a symmetric matrix.

    lmin = min { c' K c : ||c|| = 1 }

    Parameters
    ----------
    K : (n, n) symmetric matrix.

    Returns
    -------
    float, in the units of K. Rounding is about 1e-16 n times the largest entry: -1e-15 says 0.

    Raises
    ------
    ValueError : K not square, symmetric, finite; an eigenvalue that overflows.

    Examples
    --------
    >>> min_eigenvalue([[0.0, 1.0], [1.0, 0.0]])  # a distance matrix is no kernel matrix
    -1.0
    """
    K, unit = _scaled(as_gram(K))
    with np.errstate(over="ignore"):
        return float(finite(np.linalg.eigvalsh(K)[0] * unit, "the eigenvalues of K"))


def is_psd(K, *, rtol=None):
    """Say whether a matrix is positive semi-definite.

    c' K c >= 0 for all c, or no eigenvalue below 0

    Parameters
    ----------
    K : (n, n) symmetric matrix.
    rtol : eigenvalues down to -rtol times the largest absolute one count as 0; None means 1e-9
        (1e-4 for float32).

    Returns
    -------
    bool

    Raises
    ------
    ValueError : K not square, symmetric, finite; negative rtol.

    Source: the slides (source 004), "positive semidefinite kernel".

    Examples
    --------
    >>> is_psd([[1.0, 0.5], [0.5, 1.0]]), is_psd([[1.0, 2.0], [2.0, 1.0]])
    (True, False)
    """
    K = as_gram(K)
    eigenvalues = np.linalg.eigvalsh(_scaled(K)[0])
    return bool(eigenvalues[0] >= -tolerance(K, rtol, scale=np.abs(eigenvalues).max()))


def is_cnd(D2, *, rtol=None):
    """Say whether a matrix is conditionally negative definite.

    c' D2 c <= 0 for all c with sum(c) = 0, or H D2 H has no eigenvalue above 0, H = I - 11'/n

    With a zero diagonal this holds exactly when D2 holds the squared distances between points of
    a Euclidean space (Schoenberg), and exactly when exp(-a D2) is positive semi-definite for
    every a > 0.

    Parameters
    ----------
    D2 : (n, n) symmetric matrix. For distances D pass D**2.
    rtol : eigenvalues up to rtol times the largest entry of D2, or the largest absolute
        eigenvalue if that is more, count as 0; None means 1e-9 (1e-4 for float32).

    Returns
    -------
    bool

    Raises
    ------
    ValueError : D2 not square, symmetric, finite; negative rtol.

    Source: Schoenberg (1938); Abou-Moustafa et al. (source 001), section 2, with ERRATA 001-02.

    Examples
    --------
    >>> is_cnd([[0.0, 1.0, 4.0], [1.0, 0.0, 1.0], [4.0, 1.0, 0.0]])  # points 0, 1, 2, squared
    True
    >>> is_cnd([[0.0, 1.0, 9.0], [1.0, 0.0, 1.0], [9.0, 1.0, 0.0]])
    False
    """
    D2 = as_gram(D2, "D2")
    A, unit = _centred(D2)
    eigenvalues = np.linalg.eigvalsh(A)
    scale = max(np.abs(eigenvalues).max(), np.abs(D2).max() / unit)
    return bool(eigenvalues[-1] <= tolerance(D2, rtol, scale=scale))


def is_metric(D, *, rtol=None):
    """Say whether a matrix holds distances of a metric.

    d(i, i) = 0,  d(i, j) > 0 for i != j,  d(i, j) = d(j, i),  d(i, j) <= d(i, k) + d(k, j)

    Different points at distance 0 (a pseudo-metric) do not pass: drop the copies first.

    Parameters
    ----------
    D : (n, n) matrix of distances, not squared.
    rtol : zero, equal and less hold up to rtol times the largest entry; None means 1e-9 (1e-4
        for float32). "> 0" is taken exactly.

    Returns
    -------
    bool

    Raises
    ------
    ValueError : D not square or not finite; negative rtol.

    Examples
    --------
    >>> is_metric([[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [2.0, 1.0, 0.0]])
    True
    >>> is_metric([[0.0, 1.0, 4.0], [1.0, 0.0, 1.0], [4.0, 1.0, 0.0]])  # 4 > 1 + 1
    False
    """
    D = as_square(D, "D")
    slack = tolerance(D, rtol)
    apart = ~np.eye(len(D), dtype=bool)
    if np.abs(np.diagonal(D)).max() > slack or (D[apart] <= 0).any():
        return False
    D, unit = _scaled(D)
    slack /= unit
    if np.abs(D - D.T).max() > slack:
        return False
    limit = D - slack
    detour = np.empty_like(D)
    for k in range(len(D)):  # n steps of n^2: no n^3 memory
        np.add.outer(D[:, k], D[k], out=detour)
        if (detour < limit).any():
            return False
    return True


@dataclass(frozen=True, eq=False)
class Repair:
    """A repaired kernel matrix `K` and `removed`, the share of the spectrum that was changed."""

    K: np.ndarray
    removed: float


def repair(K, *, method="clip"):
    """Turn a symmetric matrix into a positive semi-definite one by changing its eigenvalues.

    K = V diag(l) V'  becomes  V diag(f(l)) V',  removed = sum |f(l) - l| / sum |l|

    "clip":  f(l) = max(l, 0), the nearest positive semi-definite matrix (Frobenius norm)
    "flip":  f(l) = |l|
    "shift": f(l) = l - lmin, which adds -lmin to the diagonal and leaves the rest of K alone

    A matrix that is positive semi-definite up to rounding comes back unchanged with removed = 0.

    Parameters
    ----------
    K : (n, n) symmetric matrix.
    method : "clip", "flip" or "shift".

    Returns
    -------
    Repair with `.K`, (n, n), float32 if K is, else float64, and `.removed`, a float: from 0 to 1
    for clip, to 2 for flip, to n for shift.

    Raises
    ------
    ValueError : K not square, symmetric, finite; an unknown method; a repaired K that overflows.

    Source: Higham (1988) for clip.

    Examples
    --------
    >>> mended = repair([[1.0, 2.0], [2.0, 1.0]])  # eigenvalues -1 and 3
    >>> print(mended.K.round(6), mended.removed)
    [[1.5 1.5]
     [1.5 1.5]] 0.25
    """
    K = as_gram(K)
    choice(method, "method", ("clip", "flip", "shift"))
    if is_psd(K):
        return Repair(K.copy(), 0.0)
    A, unit = _scaled(K)
    eigenvalues, vectors = np.linalg.eigh(A)
    if method == "shift":
        new = eigenvalues - eigenvalues[0]
        A[np.diag_indices(len(A))] -= eigenvalues[0]
    else:
        new = np.abs(eigenvalues) if method == "flip" else np.maximum(eigenvalues, 0)
        roots = vectors * np.sqrt(new)
        A = roots @ roots.T  # exactly symmetric, as V diag V' is not
    removed = np.abs(new - eigenvalues).sum() / np.abs(eigenvalues).sum()
    with np.errstate(over="ignore"):
        A = finite((A * unit).astype(K.dtype), "entries of the repaired K")
    return Repair(A, float(removed))


def _centred(D2):
    """Return H D2 H, H = I - 11'/n, in float64 over a number, and that number."""
    A, unit = _scaled(D2)
    A -= A.mean(axis=0)
    A -= A.mean(axis=1, keepdims=True)
    return A, unit


def _scaled(K):
    """Return K in float64 over a number about its largest entry, and that number.

    A power of four: neither to divide by it nor by its root costs a digit.
    """
    largest = max(float(K.max()), -float(K.min()))
    unit = math.ldexp(1.0, (math.frexp(largest)[1] - 1) // 2 * 2)
    return np.divide(K, unit, dtype=np.float64), unit
