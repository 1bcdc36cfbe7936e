"""Three questions that are often taken for one, and the repair of a broken kernel matrix.

Is K positive semi-definite (inner products)? Is D2 conditionally negative definite (squared
distances between points)? Is D a metric? A kernel gives a metric, a metric need not give a kernel
(ledger 000-13), and numbers that are all at least 0 answer none of them (ledger 001-01). Where the
answer is no, the functions of `witnesses` say with which vector, value or triple.
"""

import math
from dataclasses import dataclass

import numpy as np

from ._checks import as_gram, as_square, choice, finite, tolerance
from ._spectrum import scaled

__all__ = ["Repair", "is_cnd", "is_metric", "is_psd", "min_eigenvalue", "repair"]


def min_eigenvalue(K):
    """Return the smallest eigenvalue of a symmetric matrix.

    lmin = min { c' K c : ||c|| = 1 }

    Parameters
    ----------
    K : array of shape (n, n)
        Symmetric matrix.

    Returns
    -------
    float
        In the units of K. Rounding is about 1e-16 n times the largest entry: -1e-15 says 0.

    Raises
    ------
    ValueError
        For K not square, symmetric, finite; an eigenvalue that overflows.

    Examples
    --------
    >>> min_eigenvalue([[0.0, 1.0], [1.0, 0.0]])  # a distance matrix is no kernel matrix
    -1.0

    In NumPy:

    >>> K = np.array([[0.0, 1.0], [1.0, 0.0]])
    >>> np.allclose(min_eigenvalue(K), np.linalg.eigvalsh(K)[0])
    True
    """
    K, unit = scaled(as_gram(K))
    return in_units(np.linalg.eigvalsh(K)[0], unit, "the eigenvalues of K")


def is_psd(K, *, rtol=None):
    """Say whether a matrix is positive semi-definite.

    c' K c >= 0 for all c, or no eigenvalue below 0

    Parameters
    ----------
    K : array of shape (n, n)
        Symmetric matrix.
    rtol : float, optional
        Eigenvalues down to -rtol times the largest absolute one count as 0; None means 1e-9 (1e-4
        for float32).

    Returns
    -------
    bool
        True if no eigenvalue is below 0.

    Raises
    ------
    ValueError
        For K not square, symmetric, finite; negative rtol.

    References
    ----------
    The slides (source 004), "positive semidefinite kernel".

    Examples
    --------
    >>> is_psd([[1.0, 0.5], [0.5, 1.0]]), is_psd([[1.0, 2.0], [2.0, 1.0]])
    (True, False)

    In NumPy:

    >>> K = np.array([[1.0, 2.0], [2.0, 1.0]])
    >>> bool(np.linalg.eigvalsh(K)[0] >= -1e-9) == is_psd(K)
    True
    """
    K = as_gram(K)
    eigenvalues = np.linalg.eigvalsh(scaled(K)[0])
    return bool(eigenvalues[0] >= -rounding_of(eigenvalues, K, rtol))


def is_cnd(D2, *, rtol=None):
    """Say whether a matrix is conditionally negative definite.

    c' D2 c <= 0 for all c with sum(c) = 0, or H D2 H has no eigenvalue above 0, H = I - 11'/n

    With a zero diagonal this holds exactly when D2 holds the squared distances between points of
    a Euclidean space (Schoenberg), and exactly when exp(-a D2) is positive semi-definite for
    every a > 0.

    Parameters
    ----------
    D2 : array of shape (n, n)
        Symmetric matrix. For distances D pass D**2.
    rtol : float, optional
        Eigenvalues up to rtol times the largest entry of D2, or the largest absolute eigenvalue if
        that is more, count as 0; None means 1e-9 (1e-4 for float32).

    Returns
    -------
    bool
        True if no such form is above 0.

    Raises
    ------
    ValueError
        For D2 not square, symmetric, finite; negative rtol.

    References
    ----------
    Schoenberg (1938); Abou-Moustafa et al. (source 001), section 2, with ledger 001-02.

    Examples
    --------
    >>> is_cnd([[0.0, 1.0, 4.0], [1.0, 0.0, 1.0], [4.0, 1.0, 0.0]])  # points 0, 1, 2, squared
    True
    >>> is_cnd([[0.0, 1.0, 9.0], [1.0, 0.0, 1.0], [9.0, 1.0, 0.0]])
    False

    In NumPy:

    >>> D2 = np.array([[0.0, 1.0, 9.0], [1.0, 0.0, 1.0], [9.0, 1.0, 0.0]])
    >>> H = np.eye(3) - 1 / 3
    >>> bool(np.linalg.eigvalsh(H @ D2 @ H)[-1] <= 1e-9) == is_cnd(D2)
    True
    """
    D2 = as_gram(D2, "D2")
    HDH, unit = centered(D2)
    eigenvalues = np.linalg.eigvalsh(HDH)
    return bool(eigenvalues[-1] <= rounding_of(eigenvalues, D2, rtol, entries_in=unit))


def is_metric(D, *, rtol=None):
    """Say whether a matrix holds distances of a metric.

    d(i, i) = 0,  d(i, j) > 0 for i != j,  d(i, j) = d(j, i),  d(i, j) <= d(i, k) + d(k, j)

    Different points at distance 0 (a pseudo-metric) do not pass: drop the copies first.

    Parameters
    ----------
    D : array of shape (n, n)
        Distances, not squared.
    rtol : float, optional
        Zero, equal and less hold up to rtol times the largest entry; None means 1e-9 (1e-4 for
        float32). "> 0" is taken exactly.

    Returns
    -------
    bool
        True if all four hold.

    Raises
    ------
    ValueError
        For D not square or not finite; negative rtol.

    Examples
    --------
    >>> is_metric([[0.0, 1.0, 2.0], [1.0, 0.0, 1.0], [2.0, 1.0, 0.0]])
    True
    >>> is_metric([[0.0, 1.0, 4.0], [1.0, 0.0, 1.0], [4.0, 1.0, 0.0]])  # 4 > 1 + 1
    False

    In NumPy, the triangle inequality for all i, j, k:

    >>> D = np.array([[0.0, 1.0, 4.0], [1.0, 0.0, 1.0], [4.0, 1.0, 0.0]])
    >>> bool((D[:, :, None] <= D[:, None, :] + D.T[None]).all()) == is_metric(D)
    True
    """
    D = as_square(D, "D")
    slack = tolerance(D, rtol)
    apart = ~np.eye(len(D), dtype=bool)
    if np.abs(np.diagonal(D)).max() > slack or (D[apart] <= 0).any():
        return False
    D, unit = scaled(D)
    slack /= unit
    if np.abs(D - D.T).max() > slack:
        return False
    return all((D[:, [k]] + D[k] + slack >= D).all() for k in range(len(D)))  # no n^3 memory


@dataclass(frozen=True, eq=False)
class Repair:
    """A repaired kernel matrix `K` and `removed`, the share of the spectrum that was changed."""

    K: np.ndarray
    removed: float


def repair(K, *, method="clip"):
    """Turn a symmetric matrix into a positive semi-definite one by changing its eigenvalues.

    K = V diag(lam) V'  becomes  V diag(f(lam)) V',  removed = sum |f(lam) - lam| / sum |lam|

    "clip":  f(lam) = max(lam, 0), the nearest positive semi-definite matrix (Frobenius norm)
    "flip":  f(lam) = |lam|
    "shift": f(lam) = lam - lmin, which adds -lmin to the diagonal and leaves the rest of K alone

    A matrix that is positive semi-definite up to rounding comes back unchanged with removed = 0.

    Parameters
    ----------
    K : array of shape (n, n)
        Symmetric matrix.
    method : {"clip", "flip", "shift"}
        What becomes of the eigenvalues.

    Returns
    -------
    Repair
        With `.K`, (n, n), float32 if K is, else float64, and `.removed`, a float: from 0 to 1 for
        clip, to 2 for flip, to n for shift.

    Raises
    ------
    ValueError
        For K not square, symmetric, finite; an unknown method; a repaired K that overflows.

    References
    ----------
    Higham (1988) for clip.

    Examples
    --------
    >>> mended = repair([[1.0, 2.0], [2.0, 1.0]])  # eigenvalues -1 and 3
    >>> print(mended.K.round(6), mended.removed)
    [[1.5 1.5]
     [1.5 1.5]] 0.25

    In NumPy:

    >>> lam, V = np.linalg.eigh(np.array([[1.0, 2.0], [2.0, 1.0]]))
    >>> np.allclose(mended.K, V @ np.diag(np.maximum(lam, 0)) @ V.T)
    True
    """
    K = as_gram(K)
    choice(method, "method", ("clip", "flip", "shift"))
    A, unit = scaled(K)
    lam, V = np.linalg.eigh(A)
    if lam[0] >= -rounding_of(lam, K):
        return Repair(K.copy(), 0.0)
    if method == "shift":
        f_lam = lam - lam[0]
        A[np.diag_indices(len(A))] -= lam[0]
    else:
        f_lam = np.abs(lam) if method == "flip" else np.maximum(lam, 0)
        roots = V * np.sqrt(f_lam)
        A = roots @ roots.T  # V diag(f(lam)) V', symmetric to the last bit
    removed = np.abs(f_lam - lam).sum() / np.abs(lam).sum()
    with np.errstate(over="ignore"):
        A = finite((A * unit).astype(K.dtype), "entries of the repaired K")
    return Repair(A, float(removed))


def centered(D2):
    """Return H D2 H, H = I - 11'/n, in float64 over a number, and that number."""
    A, unit = scaled(D2)
    A -= A.mean(axis=0)
    A -= A.mean(axis=1, keepdims=True)
    return A, unit


def rounding_of(eigenvalues, K, rtol=None, *, entries_in=math.inf):
    """Return how far from 0 an eigenvalue that counts as 0 may lie.

    Relative to the largest eigenvalue, or to the largest entry of K in these units if that is more.
    """
    largest = max(np.abs(eigenvalues).max(), np.abs(K).max() / entries_in)
    return tolerance(K, rtol, scale=largest)


def in_units(value, unit, what):
    """Return a value that was found in units, times the unit; refuse one that overflows."""
    with np.errstate(over="ignore"):
        return float(finite(value * unit, what))
