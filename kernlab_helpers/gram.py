"""What a kernel matrix alone says about its points: norms, distances, mean, spread.

`K` is an (n, n) symmetric matrix of inner products; the points themselves are never needed. A
negative square means that K belongs to no points at all: it is reported with its numbers. Only
negatives within rounding, RTOL times the largest entry of K, count as 0.
"""

import numpy as np

from ._checks import as_gram, finite, tolerance

__all__ = ["distances", "mean_squared_norm", "norms", "squared_distances", "variance"]


def norms(K):
    """Length of every point in feature space.

    ||phi(x_i)|| = sqrt(K[i, i])

    Parameters
    ----------
    K : (n, n) kernel matrix.

    Returns
    -------
    (n,) array; float32 if K is, else float64.

    Raises
    ------
    ValueError : a negative diagonal entry, with its place; K not square, symmetric, finite.

    Source: the slides (source 004), "norm of a point".

    Examples
    --------
    >>> print(norms([[4.0, 1.0], [1.0, 9.0]]))
    [2. 3.]
    """
    K = as_gram(K)
    squares = np.diagonal(K)
    i = int(squares.argmin())
    return np.sqrt(_squares(squares, K, f"the squared norm K[{i}, {i}]"))


def squared_distances(K):
    """Squared distances in feature space.

    d^2(i, j) = K[i, i] + K[j, j] - 2 K[i, j]

    Parameters
    ----------
    K : (n, n) kernel matrix.

    Returns
    -------
    (n, n) symmetric array with zero diagonal, in the units of K; float32 if K is, else float64.

    Raises
    ------
    ValueError : a negative squared distance, with the pair and its value: K is then not positive
        semi-definite. It is not clipped to 0, which would hide that (ERRATA 003-07).

    Source: the slides (source 004), "distance between points"; notebook (source 003).

    Examples
    --------
    >>> print(squared_distances([[4.0, 1.0], [1.0, 9.0]]))
    [[ 0. 11.]
     [11.  0.]]
    """
    K = as_gram(K)
    diagonal = np.diagonal(K)
    with np.errstate(over="ignore", invalid="ignore"):
        D2 = np.add.outer(diagonal, diagonal)
        D2 -= K
        D2 -= K.T  # K + K' rather than 2 K: symmetric even where K is so only up to rounding
    finite(D2, "squared distances")
    i, j = map(int, np.unravel_index(D2.argmin(), D2.shape))
    return _squares(
        D2, K, f"the squared distance K[{i}, {i}] + K[{j}, {j}] - 2 K[{i}, {j}] of points {i}, {j}"
    )


def distances(K):
    """Distances in feature space.

    d(i, j) = sqrt(K[i, i] + K[j, j] - 2 K[i, j])

    Parameters, limits and errors as for `squared_distances`. Points closer than about
    1e-8 times their norm are told apart only roughly: the difference of large numbers cancels.

    Returns
    -------
    (n, n) symmetric array with zero diagonal; float32 if K is, else float64.

    Source: the slides (source 004), "distance between points".

    Examples
    --------
    >>> print(distances([[1.0, 0.5], [0.5, 1.0]]))
    [[0. 1.]
     [1. 0.]]
    """
    D2 = squared_distances(K)
    return np.sqrt(D2, out=D2)


def mean_squared_norm(K):
    """Squared length of the mean of the points in feature space.

    ||mu||^2 = (1/n^2) sum_ij K[i, j]

    Not the mean of the squared lengths, which is the mean of the diagonal.

    Parameters
    ----------
    K : (n, n) kernel matrix.

    Returns
    -------
    float, at least 0, in the units of K.

    Raises
    ------
    ValueError : a negative mean of all entries: K is not positive semi-definite.

    Source: the slides (source 004), eq. (1).

    Examples
    --------
    >>> mean_squared_norm([[4.0, 1.0], [1.0, 9.0]])
    3.75
    """
    K = as_gram(K)
    return float(_squares(_mean(K), K, "the squared norm of the mean (the mean of all entries)"))


def variance(K):
    """Mean squared distance of the points from their mean in feature space.

    s^2 = (1/n) sum_i K[i, i] - (1/n^2) sum_ij K[i, j]

    Divides by n. The answer loses digits as the mean outweighs the spread; centre first then.

    Parameters
    ----------
    K : (n, n) kernel matrix.

    Returns
    -------
    float, at least 0, in the units of K.

    Raises
    ------
    ValueError : a negative variance: K is not positive semi-definite.

    Source: the notebook (source 003), unit variance; ERRATA, rule 7 for the helper package.

    Examples
    --------
    >>> variance([[4.0, 1.0], [1.0, 9.0]])
    2.75
    """
    K = as_gram(K)
    return float(_squares(_mean(np.diagonal(K)) - _mean(K), K, "the variance"))


def _mean(values):
    # divided first, so that the sum of large entries cannot overflow
    return np.sum(values / values.size, dtype=np.float64)


def _squares(values, K, what):
    """Return values with rounding below zero lifted to 0; refuse a clearly negative one."""
    lowest = values.min()
    if lowest < -tolerance(K):
        raise ValueError(
            f"{what} is {lowest:.6g}, below 0, so K is not positive semi-definite and belongs to "
            "no points; K must be a matrix of inner products: look at min_eigenvalue(K), or mend "
            "it with repair(K)"
        )
    return np.maximum(values, 0)
