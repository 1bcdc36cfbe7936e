"""What a kernel matrix alone says about its points: norms, distances, mean, spread.

`K` is an (n, n) symmetric matrix of inner products; the points themselves are never needed. A
negative square means that K belongs to no points at all: it is reported with its numbers. Only
negatives within rounding, RTOL times the largest entry of K, count as 0.
"""

import numpy as np

from ._checks import as_gram, no_overflow, tolerance

__all__ = ["distances", "mean_squared_norm", "norms", "squared_distances", "variance"]


def norms(K):
    """Return the length of every point in feature space.

    ||phi(x_i)|| = sqrt(K[i, i])

    Parameters
    ----------
    K : array of shape (n, n)
        Kernel matrix.

    Returns
    -------
    array of shape (n,)
        Float32 if K is, else float64.

    Raises
    ------
    ValueError
        For a negative diagonal entry, with its place; K not square, symmetric, finite.

    References
    ----------
    The slides (source 004), "norm of a point".

    Examples
    --------
    >>> print(norms([[4.0, 1.0], [1.0, 9.0]]))
    [2. 3.]

    In NumPy:

    >>> K = np.array([[4.0, 1.0], [1.0, 9.0]])
    >>> np.allclose(norms(K), np.sqrt(np.diag(K)))
    True
    """
    K = as_gram(K)
    squares = K.diagonal()
    i = int(squares.argmin())
    return np.sqrt(squares_of(squares, K, f"the squared norm K[{i}, {i}]"))


@no_overflow("squared distances")
def squared_distances(K):
    """Return the squared distances in feature space.

    d^2(i, j) = K[i, i] + K[j, j] - 2 K[i, j]

    Parameters
    ----------
    K : array of shape (n, n)
        Kernel matrix.

    Returns
    -------
    array of shape (n, n)
        Symmetric with a zero diagonal, in the units of K; float32 if K is, else float64.

    Raises
    ------
    ValueError
        For a negative squared distance, with the pair and its value: K is then not positive
        semi-definite. It is not clipped to 0, which would hide that (ledger 003-07).

    References
    ----------
    The slides (source 004), "distance between points"; the notebook (source 003).

    Examples
    --------
    >>> print(squared_distances([[4.0, 1.0], [1.0, 9.0]]))
    [[ 0. 11.]
     [11.  0.]]

    In NumPy:

    >>> K = np.array([[4.0, 1.0], [1.0, 9.0]])
    >>> np.allclose(squared_distances(K), np.diag(K)[:, None] + np.diag(K) - 2 * K)
    True
    """
    K = as_gram(K)
    K_ii, K_jj = K.diagonal()[:, None], K.diagonal()
    D2 = K_ii + K_jj - 2 * K
    i, j = map(int, np.unravel_index(D2.argmin(), D2.shape))
    return squares_of(
        D2, K, f"the squared distance K[{i}, {i}] + K[{j}, {j}] - 2 K[{i}, {j}] of points {i}, {j}"
    )


def distances(K):
    """Return the distances in feature space.

    d(i, j) = sqrt(K[i, i] + K[j, j] - 2 K[i, j])

    Parameters
    ----------
    K : array of shape (n, n)
        Kernel matrix.

    Returns
    -------
    array of shape (n, n)
        Symmetric with a zero diagonal; float32 if K is, else float64.

    Raises
    ------
    ValueError
        As for `squared_distances`.

    Notes
    -----
    Points closer than about 1e-8 times their norm are told apart only roughly: the difference of
    large numbers cancels.

    References
    ----------
    The slides (source 004), "distance between points".

    Examples
    --------
    >>> print(distances([[1.0, 0.5], [0.5, 1.0]]))
    [[0. 1.]
     [1. 0.]]

    In NumPy:

    >>> K = np.array([[4.0, 1.0], [1.0, 9.0]])
    >>> np.allclose(distances(K), np.sqrt(np.diag(K)[:, None] + np.diag(K) - 2 * K))
    True
    """
    return np.sqrt(squared_distances(K))


def mean_squared_norm(K):
    """Return the squared length of the mean of the points in feature space.

    ||mu||^2 = (1/n^2) sum_ij K[i, j]

    Not the mean of the squared lengths, which is the mean of the diagonal.

    Parameters
    ----------
    K : array of shape (n, n)
        Kernel matrix.

    Returns
    -------
    float
        At least 0, in the units of K.

    Raises
    ------
    ValueError
        For a negative mean of all entries: K is not positive semi-definite.

    References
    ----------
    The slides (source 004), eq. (1).

    Examples
    --------
    >>> mean_squared_norm([[4.0, 1.0], [1.0, 9.0]])
    3.75

    In NumPy:

    >>> K = np.array([[4.0, 1.0], [1.0, 9.0]])
    >>> np.allclose(mean_squared_norm(K), K.mean())
    True
    """
    K = as_gram(K)
    return float(squares_of(mean(K), K, "the squared norm of the mean (the mean of all entries)"))


def variance(K):
    """Return the mean squared distance of the points from their mean in feature space.

    s^2 = (1/n) sum_i K[i, i] - (1/n^2) sum_ij K[i, j]

    Divides by n. The answer loses digits as the mean outweighs the spread; center first then.

    Parameters
    ----------
    K : array of shape (n, n)
        Kernel matrix.

    Returns
    -------
    float
        At least 0, in the units of K.

    Raises
    ------
    ValueError
        For a negative variance: K is not positive semi-definite.

    References
    ----------
    The notebook (source 003), unit variance.

    Examples
    --------
    >>> variance([[4.0, 1.0], [1.0, 9.0]])
    2.75

    In NumPy:

    >>> K = np.array([[4.0, 1.0], [1.0, 9.0]])
    >>> np.allclose(variance(K), np.diag(K).mean() - K.mean())
    True
    """
    K = as_gram(K)
    return float(squares_of(mean(K.diagonal()) - mean(K), K, "the variance"))


def mean(values):
    """Return the mean in float64; divided first, so that a sum of large entries cannot overflow."""
    return np.sum(values / values.size, dtype=np.float64)


def squares_of(values, K, what):
    """Return values with rounding below zero lifted to 0; refuse a clearly negative one."""
    lowest = values.min()
    if lowest < -tolerance(K):
        raise ValueError(
            f"{what} is {lowest:.6g}, below 0, so K is not positive semi-definite and belongs to "
            "no points; K must be a matrix of inner products: look at min_eigenvalue(K), or mend "
            "it with repair(K)"
        )
    return np.maximum(values, 0)
