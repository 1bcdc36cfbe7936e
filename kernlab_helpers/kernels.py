"""Kernels between points: functions k(x, y) that are inner products in some feature space.

Each takes `X` (n, d), and `Y` (m, d) where there are two sets, and gives the matrix of k(x_i, y_j).
K(X) is exactly symmetric and equals K(X, X) to the last bit; float32 comes out if all points came
so, else float64. Distances come from differences of coordinates: far from the origin they keep
their digits, equal points are exactly 0 apart. Sizes of entries: 1e-150 to 1e150, to be squared.
"""

import numpy as np

from ._checks import (
    as_pair,
    as_points,
    finite,
    fraction,
    no_overflow,
    non_negative,
    positive,
    whole_number,
)

__all__ = ["exponential", "gaussian", "linear", "polynomial", "self_tuning", "sigma_quantile"]


@no_overflow("inner products of the points")
def linear(X, Y=None):
    """Return the inner products of the points themselves: the linear kernel.

    k(x, y) = x . y

    Parameters
    ----------
    X : array of shape (n, d)
        Points.
    Y : array of shape (m, d), optional
        A second set of points; None means X.

    Returns
    -------
    array of shape (n, m)
        In squared units of X, positive semi-definite; float32 if all points came so, else float64.

    Raises
    ------
    ValueError
        For inner products that overflow (entries beyond 1e154 or so).

    References
    ----------
    The slides (source 004), the table of five irises.

    Examples
    --------
    >>> print(linear([[5.9, 3.0], [6.9, 3.1]]).round(2))
    [[43.81 50.01]
     [50.01 57.22]]

    In NumPy:

    >>> X = np.array([[5.9, 3.0], [6.9, 3.1]])
    >>> np.allclose(linear(X), X @ X.T)
    True
    """
    X, Y = as_pair(X, Y)
    K = inner_products(X, Y)  # X @ Y.T
    return in_precision_of(X, Y, K)


@no_overflow("values of the polynomial kernel of degree {degree}")
def polynomial(X, Y=None, *, degree=2, c=1.0):
    """Return a power of the inner products and a constant: the polynomial kernel.

    k(x, y) = (x . y + c)^q = sum over k = 0..q of binomial(q, k) c^(q-k) (x . y)^k,  q = `degree`

    The sum begins at k = 0; the slides begin at 1 and lose the constant c^q (ledger 004-03). The
    feature space holds every monomial of the coordinates up to degree q, weighted; with c = 0 only
    those of degree q exactly.

    Parameters
    ----------
    X : array of shape (n, d)
        Points.
    Y : array of shape (m, d), optional
        A second set of points; None means X.
    degree : int
        Whole number q from 1.
    c : float
        Finite, from 0, in squared units of X.

    Returns
    -------
    array of shape (n, m)
        Positive semi-definite; float32 if all points came so, else float64.

    Raises
    ------
    ValueError
        For a negative c or a fractional degree (no kernel in general); values that overflow.

    References
    ----------
    The slides (source 004), "polynomial kernel".

    Examples
    --------
    >>> print(polynomial([[1.0, 0.0], [2.0, 1.0]], degree=2, c=1.0))
    [[ 4.  9.]
     [ 9. 36.]]

    In NumPy:

    >>> X = np.array([[1.0, 0.0], [2.0, 1.0]])
    >>> np.allclose(polynomial(X, degree=3, c=0.5), (X @ X.T + 0.5) ** 3)
    True
    """
    X, Y = as_pair(X, Y)
    q = whole_number(degree, "degree")
    c = non_negative(c, "c")
    K = (inner_products(X, Y) + c) ** q
    return in_precision_of(X, Y, K)


def gaussian(X, Y=None, *, sigma=1.0):
    """Return the Gaussian kernel (RBF) of the distances.

    k(x, y) = exp(-||x - y||^2 / (2 sigma^2))

    sigma is a distance; scikit-learn's gamma is 1 / (2 sigma^2). As sigma goes to 0 the matrix goes
    to the identity (needles), as it grows to all ones (flat).

    Parameters
    ----------
    X : array of shape (n, d)
        Points.
    Y : array of shape (m, d), optional
        A second set of points; None means X.
    sigma : float
        Finite, above 0, in units of X; `sigma_quantile` proposes one.

    Returns
    -------
    array of shape (n, m)
        Values from 0 to 1, positive definite for distinct points; float32 if all points came so,
        else float64.

    Raises
    ------
    ValueError
        For sigma not above 0; squared distances that overflow.

    References
    ----------
    Schoenberg (1938); K_G of Abou-Moustafa et al. (source 001).

    Examples
    --------
    >>> print(gaussian([[0.0], [1.0]], sigma=1.0).round(4))
    [[1.     0.6065]
     [0.6065 1.    ]]

    In NumPy:

    >>> X, sigma = np.array([[0.0, 0.0], [3.0, 4.0]]), 2.0
    >>> D2 = ((X[:, None] - X) ** 2).sum(axis=2)
    >>> np.allclose(gaussian(X, sigma=sigma), np.exp(-D2 / (2 * sigma**2)))
    True
    """
    X, Y = as_pair(X, Y)
    sigma = positive(sigma, "sigma")
    D2 = squared_euclidean(X, Y)
    K = exp_of_quotient(D2, sigma, -2 * sigma)  # exp(-D2 / (2 sigma^2)): sigma^2 may underflow
    return in_precision_of(X, Y, K)


def exponential(X, Y=None, *, sigma=1.0):
    """Return the exponential kernel of the distances (the Laplacian of the Euclidean norm).

    k(x, y) = exp(-||x - y|| / sigma)

    Parameters
    ----------
    X : array of shape (n, d)
        Points.
    Y : array of shape (m, d), optional
        A second set of points; None means X.
    sigma : float
        Finite, above 0, in units of X.

    Returns
    -------
    array of shape (n, m)
        Values from 0 to 1, positive definite for distinct points, because the norm is conditionally
        negative definite (ledger 001-02); float32 if all points came so, else float64.

    Raises
    ------
    ValueError
        For sigma not above 0; squared distances that overflow.

    References
    ----------
    Abou-Moustafa et al. (source 001), the kernel K_E of eq. (4).

    Examples
    --------
    >>> print(exponential([[0.0], [1.0]], sigma=1.0).round(4))
    [[1.     0.3679]
     [0.3679 1.    ]]

    In NumPy:

    >>> X, sigma = np.array([[0.0, 0.0], [3.0, 4.0]]), 2.0
    >>> D = np.sqrt(((X[:, None] - X) ** 2).sum(axis=2))
    >>> np.allclose(exponential(X, sigma=sigma), np.exp(-D / sigma))
    True
    """
    X, Y = as_pair(X, Y)
    sigma = positive(sigma, "sigma")
    D = np.sqrt(squared_euclidean(X, Y))
    K = exp_of_quotient(D, -sigma)  # exp(-D / sigma)
    return in_precision_of(X, Y, K)


def self_tuning(X, *, neighbor=7):
    """Return the self-tuning affinity, a Gaussian whose width follows the local density.

    a(x_i, x_j) = exp(-||x_i - x_j||^2 / (sigma_i sigma_j))

    with sigma_i the distance from x_i to its nearest neighbor number `neighbor`, x_i not counted.
    Each value depends on the whole set: there is no form for two sets. May be indefinite: the
    exponent is not conditionally negative definite (ledger 000-14), as on 0, 2, 3, 4, 6 with
    neighbor=3. Ask `min_eigenvalue`, use `repair`.

    Parameters
    ----------
    X : array of shape (n, d)
        Points, more than `neighbor`.
    neighbor : int
        Whole number from 1 to n - 1.

    Returns
    -------
    array of shape (n, n)
        Values from 0 to 1; float32 if X is, else float64.

    Raises
    ------
    ValueError
        For too few points; a point with `neighbor` copies of itself, where sigma_i = 0.

    References
    ----------
    Ah-Pine (source 000), eq. (12), after Zelnik-Manor and Perona (2004).

    Examples
    --------
    >>> A = self_tuning([[0.0], [2.0], [3.0], [4.0], [6.0]], neighbor=3)
    >>> print(A[0].round(4))  # sigma = 4, 2, 3, 2, 4
    [1.     0.6065 0.4724 0.1353 0.1054]

    In NumPy:

    >>> x = np.array([0.0, 2.0, 3.0, 4.0, 6.0])
    >>> D = np.abs(x[:, None] - x)
    >>> sigma = np.sort(D, axis=1)[:, 3]
    >>> np.allclose(A, np.exp(-(D**2) / np.outer(sigma, sigma)))
    True
    """
    X = as_points(X)
    neighbor = whole_number(neighbor, "neighbor")
    if neighbor >= len(X):
        raise ValueError(
            f"neighbor is {neighbor} but X has only {len(X)} point(s); neighbor must be at most "
            f"n - 1 = {len(X) - 1}: lower it or bring more points"
        )
    D2 = squared_euclidean(X, X)
    sigma = np.sqrt(np.partition(D2, neighbor, axis=1)[:, neighbor])  # place 0: the point itself
    if not sigma.all():
        raise ValueError(
            f"sigma is 0 for {np.sum(sigma == 0)} point(s), the first X[{sigma.argmin()}]: "
            f"each has at least neighbor = {neighbor} copies of itself; every point needs a "
            "neighbor at a distance above 0: drop the copies or raise neighbor"
        )
    A = exp_of_quotient(D2, -np.outer(sigma, sigma))  # exp(-D2 / (sigma_i sigma_j))
    return in_precision_of(X, X, A)


def sigma_quantile(X, q=0.5):
    """Return a quantile of the distances between different points, a first guess for sigma.

    sigma = quantile_q { ||x_i - x_j|| : i < j }

    Only pairs i < j count: the n zeros of the diagonal would pull the quantile down.

    Parameters
    ----------
    X : array of shape (n, d)
        Points, at least 2.
    q : float
        From 0 (smallest distance) to 1 (largest); 0.5 is the median.

    Returns
    -------
    float
        Above 0, in units of X.

    Raises
    ------
    ValueError
        For one point only; a quantile of 0, because so many points are equal.

    References
    ----------
    Abou-Moustafa et al. (source 001), section 7 and footnote 10.

    Examples
    --------
    >>> sigma_quantile([[0.0], [1.0], [3.0]])
    2.0

    In NumPy:

    >>> x = np.array([0.0, 1.0, 3.0])
    >>> i, j = np.triu_indices(3, k=1)
    >>> np.allclose(sigma_quantile(x[:, None], 0.25), np.quantile(np.abs(x[i] - x[j]), 0.25))
    True
    """
    from scipy.spatial.distance import pdist

    X = as_points(X)
    q = fraction(q, "q")
    if len(X) < 2:
        raise ValueError("X has 1 point; a distance needs at least 2 points: bring more points")
    d = np.sqrt(finite(pdist(X, "sqeuclidean"), "squared distances of X"))  # of pairs i < j
    sigma = float(np.quantile(d, q))
    if sigma == 0:
        raise ValueError(
            f"the quantile q = {q:g} of the distances is 0: {np.sum(d == 0)} of {len(d)} pairs of "
            "points of X are equal; sigma must be above 0: raise q or drop the copies"
        )
    return sigma


# ------------------------------------------------------------------------ what they are made of


def inner_products(X, Y):
    """Return X @ Y.T in float64."""
    X, Y = in_double_precision(X, Y)
    with np.errstate(all="ignore"):  # a product of matrices may flag what is not in its result
        return finite(X @ Y.T, "inner products of the points")


def squared_euclidean(X, Y):
    """Return the squared Euclidean distances in float64, from differences of coordinates."""
    from scipy.spatial.distance import cdist

    return finite(cdist(X, Y, "sqeuclidean"), "squared distances of the points")


def exp_of_quotient(D, *divisors):
    """Return exp(D / divisor / ...) in the memory of D; the exponent may become -inf, exp is 0."""
    with np.errstate(over="ignore"):
        for divisor in divisors:
            D /= divisor
    return np.exp(D, out=D)


def in_double_precision(X, Y):
    """Return both sets in float64, their rows contiguous; one set stays one array.

    So a kernel of one set is exactly symmetric, however its numbers lie in memory.
    """
    left = np.ascontiguousarray(X, dtype=np.float64)
    return left, left if Y is X else np.ascontiguousarray(Y, dtype=np.float64)


def in_precision_of(X, Y, K):
    """Return K in float32 if both sets of points are, else as it is, in float64."""
    return K.astype(np.result_type(X, Y), copy=False)
