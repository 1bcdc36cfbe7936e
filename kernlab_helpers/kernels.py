"""Kernels between points: functions k(x, y) that are inner products in some feature space.

Each takes `X` (n, d), and `Y` (m, d) where there are two sets, and gives the matrix of k(x_i, y_j).
K(X) is exactly symmetric and equals K(X, X) to the last bit; float32 comes out if all points came
so, else float64. Distances come from differences of coordinates: far from the origin they keep
their digits, equal points are exactly 0 apart. Sizes of entries: 1e-150 to 1e150, to be squared.
"""

import numpy as np

from ._checks import as_pair, as_points, finite, fraction, non_negative, positive, whole_number

__all__ = ["exponential", "gaussian", "linear", "polynomial", "self_tuning", "sigma_quantile"]


def linear(X, Y=None):
    """Linear kernel: the inner product of the points themselves.

    k(x, y) = x . y

    Gives an (n, m) array in squared units of X; positive semi-definite. Source: the slides (source
    004), the table of five irises.

    Parameters
    ----------
    X, Y : (n, d) and (m, d) points; `Y=None` means X.

    Raises
    ------
    ValueError : inner products that overflow (entries beyond 1e154 or so).

    Examples
    --------
    >>> print(linear([[5.9, 3.0], [6.9, 3.1]]).round(2))
    [[43.81 50.01]
     [50.01 57.22]]
    """
    X, Y = as_pair(X, Y)
    return _as_came(_inner(X, Y), X, Y)


def polynomial(X, Y=None, *, degree=2, c=1.0):
    """Polynomial kernel.

    k(x, y) = (x . y + c)^q = sum over k = 0..q of binomial(q, k) c^(q-k) (x . y)^k,  q = `degree`

    The sum begins at k = 0 (the slides begin at 1 and lose the constant c^q, ERRATA 004-03). Its
    feature space holds every monomial of the coordinates up to degree q, weighted; with c = 0 only
    those of degree q exactly.
    Gives an (n, m) array; positive semi-definite. Source: the slides (source 004), "polynomial
    kernel".

    Parameters
    ----------
    X, Y : (n, d) and (m, d) points; `Y=None` means X.
    degree : whole number from 1.
    c : finite number from 0, in squared units of X.

    Raises
    ------
    ValueError : a negative c or a fractional degree (no kernel in general); values that overflow.

    Examples
    --------
    >>> print(polynomial([[1.0, 0.0], [2.0, 1.0]], degree=2, c=1.0))
    [[ 4.  9.]
     [ 9. 36.]]
    """
    X, Y = as_pair(X, Y)
    degree = whole_number(degree, "degree")
    c = non_negative(c, "c")
    K = _inner(X, Y)
    with np.errstate(over="ignore"):
        K += c
        K **= degree
    finite(K, f"values of the polynomial kernel of degree {degree}")
    return _as_came(K, X, Y)


def gaussian(X, Y=None, *, sigma=1.0):
    """Gaussian kernel (RBF).

    k(x, y) = exp(-||x - y||^2 / (2 sigma^2))

    sigma is a distance; scikit-learn's gamma is 1 / (2 sigma^2). As sigma goes to 0 the matrix goes
    to the identity (needles), as it grows to all ones (flat). Gives an (n, m) array, values from 0
    to 1; positive definite for distinct points. Source: Schoenberg (1938); K_G of source 001.

    Parameters
    ----------
    X, Y : (n, d) and (m, d) points; `Y=None` means X.
    sigma : finite, above 0; `sigma_quantile` proposes one.

    Raises
    ------
    ValueError : sigma not above 0; squared distances that overflow.

    Examples
    --------
    >>> print(gaussian([[0.0], [1.0]], sigma=1.0).round(4))
    [[1.     0.6065]
     [0.6065 1.    ]]
    """
    X, Y = as_pair(X, Y)
    sigma = positive(sigma, "sigma")
    K = _squared_distances(X, Y)
    with np.errstate(over="ignore"):  # an infinite exponent is the right 0
        K /= sigma  # in two steps: sigma^2 alone may underflow
        K /= -2 * sigma
    return _as_came(np.exp(K, out=K), X, Y)


def exponential(X, Y=None, *, sigma=1.0):
    """Exponential kernel (Laplacian of the Euclidean norm).

    k(x, y) = exp(-||x - y|| / sigma)

    Gives an (n, m) array, values from 0 to 1; positive definite for distinct points, because
    the norm is conditionally negative definite (ERRATA 001-02). Source: Abou-Moustafa et al.
    (source 001), the kernel K_E of eq. (4).

    Parameters
    ----------
    X, Y : (n, d) and (m, d) points; `Y=None` means X.
    sigma : finite, above 0, in units of X.

    Raises
    ------
    ValueError : sigma not above 0; squared distances that overflow.

    Examples
    --------
    >>> print(exponential([[0.0], [1.0]], sigma=1.0).round(4))
    [[1.     0.3679]
     [0.3679 1.    ]]
    """
    X, Y = as_pair(X, Y)
    sigma = positive(sigma, "sigma")
    K = np.sqrt(_squared_distances(X, Y))
    with np.errstate(over="ignore"):  # an infinite exponent is the right 0
        K /= -sigma
    return _as_came(np.exp(K, out=K), X, Y)


def self_tuning(X, *, neighbor=7):
    """Self-tuning affinity, a Gaussian whose width follows the local density.

    a(x_i, x_j) = exp(-||x_i - x_j||^2 / (sigma_i sigma_j))

    with sigma_i the distance from x_i to its nearest neighbour number `neighbor`, x_i not counted.
    May be indefinite: the exponent is not conditionally negative definite (ERRATA 000-14), as on
    0, 2, 3, 4, 6 with neighbor=3. Ask `min_eigenvalue`, use `repair`. Gives an (n, n) array, values
    from 0 to 1, each depending on the whole set: there is no form for two sets. Source: Ah-Pine
    (source 000), eq. (12), after Zelnik-Manor and Perona (2004).

    Parameters
    ----------
    X : (n, d) points, n above `neighbor`.
    neighbor : whole number from 1 to n - 1.

    Raises
    ------
    ValueError : too few points; a point with `neighbor` copies of itself, where sigma_i = 0.

    Examples
    --------
    >>> A = self_tuning([[0.0], [2.0], [3.0], [4.0], [6.0]], neighbor=3)
    >>> print(A[0].round(4))  # sigma = 4, 2, 3, 2, 4
    [1.     0.6065 0.4724 0.1353 0.1054]
    """
    X = as_points(X)
    neighbor = whole_number(neighbor, "neighbor")
    if neighbor >= len(X):
        raise ValueError(
            f"neighbor is {neighbor} but X has only {len(X)} point(s); neighbor must be at most "
            f"n - 1 = {len(X) - 1}: lower it or bring more points"
        )
    K = _squared_distances(X, X)
    sigma = np.sqrt(np.partition(K, neighbor, axis=1)[:, neighbor])  # place 0 is the point itself
    if not sigma.all():
        raise ValueError(
            f"sigma is 0 for {np.sum(sigma == 0)} point(s), the first X[{sigma.argmin()}]: "
            f"each has at least neighbor = {neighbor} copies of itself; every point needs a "
            "neighbour at a distance above 0: drop the copies or raise neighbor"
        )
    with np.errstate(over="ignore"):  # an infinite exponent is the right 0
        K /= -np.outer(sigma, sigma)
    return _as_came(np.exp(K, out=K), X, X)


def sigma_quantile(X, q=0.5):
    """Quantile of the distances between different points, a first guess for sigma.

    sigma = quantile_q { ||x_i - x_j|| : i < j }

    Only pairs i < j count: the n zeros of the diagonal would pull the quantile down. Gives a float,
    in units of X, above 0. Source: Abou-Moustafa et al. (source 001), section 7 and footnote 10.

    Parameters
    ----------
    X : (n, d) points, n at least 2.
    q : from 0 (smallest distance) to 1 (largest); 0.5 is the median.

    Raises
    ------
    ValueError : one point only; a quantile of 0, because so many points are equal.

    Examples
    --------
    >>> sigma_quantile([[0.0], [1.0], [3.0]])
    2.0
    """
    from scipy.spatial.distance import pdist

    X = as_points(X)
    q = fraction(q, "q")
    if len(X) < 2:
        raise ValueError("X has 1 point; a distance needs at least 2 points: bring more points")
    d = np.sqrt(finite(pdist(X, "sqeuclidean"), "squared distances of X"))
    sigma = float(np.quantile(d, q))
    if sigma == 0:
        raise ValueError(
            f"the quantile q = {q:g} of the distances is 0: {np.sum(d == 0)} of {len(d)} pairs of "
            "points of X are equal; sigma must be above 0: raise q or drop the copies"
        )
    return sigma


def _inner(X, Y):
    """Inner products in float64."""
    left = np.ascontiguousarray(X, dtype=np.float64)  # one buffer twice: exactly symmetric
    right = left if Y is X else np.ascontiguousarray(Y, dtype=np.float64)
    with np.errstate(over="ignore", invalid="ignore"):
        return finite(left @ right.T, "inner products of the points")


def _squared_distances(X, Y):
    """Squared Euclidean distances in float64, from differences of coordinates."""
    from scipy.spatial.distance import cdist

    return finite(cdist(X, Y, "sqeuclidean"), "squared distances of the points")


def _as_came(K, X, Y):
    """Return K in float32 if the points came so."""
    if np.result_type(X, Y) == np.float64:
        return K
    with np.errstate(over="ignore"):
        return finite(K.astype(np.float32), "values of the kernel")
