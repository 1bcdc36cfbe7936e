"""Normalizations of a kernel matrix: what they do to K they do to the points in feature space.

`center` moves the cloud, `unit_variance` and `unit_trace` scale it, `unit_diagonal` pulls every
point onto the unit sphere, `order_t` keeps the lengths in play there; `unit_range` is no operation
on points. K is (n, n), symmetric up to rounding; an exactly symmetric K stays exactly symmetric.
Work goes block by block: beside the result, no other (n, n) array is made.
"""

import numpy as np

from ._checks import finite, real_number, tolerance
from ._matrices import between, by_blocks, gram, outer, row_means, with_diagonal, with_diagonals
from ._power_mean import over_means, power_mean
from .gram import variance

__all__ = [
    "center",
    "order_t",
    "power_mean",
    "unit_diagonal",
    "unit_range",
    "unit_trace",
    "unit_variance",
]


def center(K, K_train=None):
    """Move the mean of the points to the origin of feature space.

    K_c[i, j] = <phi(x_i) - mu, phi(x_j) - mu> = K[i, j] - r_i - c_j + m

    with mu the mean of the training points, r the row means of K, c and m the column means and the
    mean of K_train (of K itself where there is none). Distances between points do not change.

    Parameters
    ----------
    K : (n, n) kernel matrix; with `K_train`, (m, n): new points against training points.
    K_train : (n, n) kernel matrix of the training points.

    Returns
    -------
    array of the shape of K, in its units; float32 if all came so, else float64. Alone, its rows sum
    to 0, with rounding relative to the largest entry of K.

    Raises
    ------
    ValueError : a matrix not square, symmetric or finite; shapes that do not fit; overflow. From
        512 points on, asymmetry is looked for in the means only: the formula is right if r = c.

    Source: the notebook (source 003), centering; new points as in Schoelkopf et al. (1998).

    Examples
    --------
    >>> print(center([[4.0, 1.0], [1.0, 9.0]]))
    [[ 2.75 -2.75]
     [-2.75  2.75]]
    >>> print(center([[2.0, 5.0]], [[4.0, 1.0], [1.0, 9.0]]))  # one new point
    [[-0.25  0.25]]
    """
    if K_train is None:
        K, means = gram(K, even=True)
        rows = columns = means - _mean(means) / 2
    else:
        K_train, means = gram(K_train, "K_train", even=True)
        K = between(K, None, len(K_train), "one column for each row of K_train")
        K = K.astype(np.result_type(K, K_train), copy=False)
        rows, columns = row_means(K) - _mean(means) / 2, means - _mean(means) / 2
    return by_blocks(np.subtract, K, outer(np.add, rows, columns), "entries of the centred K")


def unit_diagonal(K, *, diag_x=None, diag_y=None):
    """Scale every point to length 1 in feature space: the cosine, `order_t` with t = 0.

    K_0[i, j] = K[i, j] / sqrt(K[i, i] K[j, j]) = cos of the angle between phi(x_i), phi(x_j)

    Lengths are lost: on a line, 1 and 10 coincide (ERRATA 003-11). After `center`, the mean is no
    longer at the origin (003-09).

    Parameters, returns and errors as for `order_t`; a point of length 0 has no direction: refused.

    Source: Ah-Pine (source 000), eq. (3) with K(y, y) for the second K(x, y) (ERRATA 000-01);
    notebook (source 003), unit diagonal.

    Examples
    --------
    >>> print(unit_diagonal([[4.0, 3.0], [3.0, 9.0]]))
    [[1.  0.5]
     [0.5 1. ]]
    """
    return order_t(K, 0, diag_x=diag_x, diag_y=diag_y)


def order_t(K, t, *, diag_x=None, diag_y=None):
    """Normalize by the power mean of order t of the two squared lengths.

    K_t[i, j] = K[i, j] / M_t(K[i, i], K[j, j]),    M_t(a, b) = ((a^t + b^t) / 2)^(1/t)

    t = 0 divides by the geometric mean (the cosine), t = 1 by the arithmetic mean (Dice on sets),
    t = inf by the larger of the two. The larger t, the less alike are points of different length.
    Positive semi-definite for every t >= 0 if K is (theorem 2; proof: ERRATA U1, U2), and then all
    entries lie between -1 and 1.

    Parameters
    ----------
    K : (n, n) kernel matrix; with `diag_x` and `diag_y`, (m, n): one set against another.
    t : from 0 to inf. For t < 0 the result is no kernel (ERRATA 000-12) and t is refused.
    diag_x, diag_y : (m,) and (n,) squared lengths k(x, x) and k(y, y) of the sets, both or none.

    Returns
    -------
    array of the shape of K, no units; float32 if all came so, else float64. Alone, its diagonal is
    exactly 1. For t > 0 a point of length 0 (a square of 0, or below 0 by rounding) has 0 with all
    others. Relative error below 1e-12 for squares from 1e-300 to 1e300, 1e-14 from 1e-4 to 1e4.

    Raises
    ------
    ValueError : t below 0 or NaN; a negative squared length; a length of 0 for t = 0, or with an
        inner product that is not; K not symmetric or finite, or not square without diagonals.

    Source: Ah-Pine (source 000), eq. (6), in the log form (ERRATA 000-18).

    Examples
    --------
    >>> print(order_t([[1.0, 2.0], [2.0, 4.0]], 1))
    [[1.  0.8]
     [0.8 1. ]]
    >>> print(order_t([[2.0, 4.0]], 1, diag_x=[4.0], diag_y=[1.0, 4.0]))  # a copy of the second
    [[0.8 1. ]]
    """
    t = real_number(t, "t")
    if t < 0:
        raise ValueError(
            f"t is {t:g}; t must be at least 0: below 0 the result is not positive semi-definite; "
            "to see that, divide K by power_mean of its diagonal yourself"
        )
    K, x, y = with_diagonals(K, diag_x, diag_y)
    return over_means(K, x, y, t)


def unit_variance(K):
    """Scale the cloud to variance 1 in feature space.

    K_v[i, j] = K[i, j] / s^2,    s^2 = (1/n) sum_i K[i, i] - (1/n^2) sum_ij K[i, j]

    One number divides all entries: angles and the shape of the cloud stay, the mean is not moved.
    Kernels so scaled can be compared and summed. Gives an (n, n) array without units.

    Parameters
    ----------
    K : (n, n) kernel matrix of points that are not all equal.

    Raises
    ------
    ValueError : variance 0 within rounding; a negative diagonal entry; K not symmetric, finite,
        positive semi-definite.

    Source: the notebook (source 003), text of unit variance, after Kloft et al. (2011); its code
    computes K_ij / sqrt(K_jj) instead (ERRATA 003-01).

    Examples
    --------
    >>> print(unit_variance([[4.0, 2.0], [2.0, 9.0]]) * 9)  # s^2 = 9/4
    [[16.  8.]
     [ 8. 36.]]
    """
    K, _ = with_diagonal(K)  # refuses squared lengths below 0
    squares = K.diagonal()
    s2 = _mean(squares) - _mean(row_means(K))
    if s2 <= tolerance(K, scale=np.abs(squares).max()):
        s2 = variance(K)  # has words of its own for one below 0
        raise ValueError(
            f"the variance of K is {s2:.3g}, 0 within rounding; the points must not all be equal: "
            "look at the data, or center(K) first if the cloud lies far from the origin"
        )
    return _over(K, s2)


def unit_trace(K):
    """Scale the mean squared length of the points to 1: trace normalization.

    K_tr[i, j] = K[i, j] / (tr K / n)

    Not the unit diagonal, which scales every point by itself (ERRATA 003-04); on a centred K the
    same as `unit_variance`. Gives an (n, n) array without units.

    Parameters
    ----------
    K : (n, n) kernel matrix, not 0.

    Raises
    ------
    ValueError : trace 0; a negative diagonal entry; K not symmetric or finite.

    Source: the notebook (source 003), last formula of unit variance.

    Examples
    --------
    >>> print(unit_trace([[1.0, 1.0], [1.0, 3.0]]))
    [[0.5 0.5]
     [0.5 1.5]]
    """
    K, squares = with_diagonal(K)
    mean = _mean(squares)
    if mean == 0:
        raise ValueError("the trace of K is 0: all points lie at the origin; one at least must not")
    return _over(K, mean)


def unit_range(K):
    """Scale the entries to the range from 0 to 1. Not a kernel normalization: see below.

    K_01[i, j] = (K[i, j] - min K) / (max K - min K)

    Good for pictures: distances are only scaled, but subtracting a constant can destroy positive
    semi-definiteness, as in the example of the points 1 and 2 (ERRATA 003-05).

    Parameters
    ----------
    K : (n, n) kernel matrix, not constant.

    Raises
    ------
    ValueError : a constant K; K not symmetric or finite.

    Source: the notebook (source 003), normalise_01.

    Examples
    --------
    >>> print((unit_range([[1.0, 2.0], [2.0, 4.0]]) * 3).round(12))
    [[0. 1.]
     [1. 3.]]
    """
    K, _ = gram(K)
    low, high = float(K.min()), float(K.max())
    if low == high:
        raise ValueError(f"every entry of K is {low:g}; K must not be constant: it has no range")
    K = K / 2 - low / 2  # halves, because the range itself may overflow
    K /= high / 2 - low / 2
    return K


def _mean(values):
    # divided first, so that the sum of large numbers cannot overflow
    return float((values / len(values)).sum(dtype=np.float64))


def _over(K, number):
    with np.errstate(over="ignore"):
        return finite(K / number, "entries of the scaled K")
