"""Normalizations of a kernel matrix: what they do to K they do to the points in feature space.

`center` moves the cloud, `unit_variance` and `unit_trace` scale it, `unit_diagonal` pulls every
point onto the unit sphere, `order_t` keeps the lengths in play there; `unit_range` is no operation
on points. K is (n, n), symmetric up to rounding, and the result is symmetric to the last bit.
"""

import math

import numpy as np

from ._checks import (
    as_gram,
    between,
    float_like,
    no_overflow,
    non_negative,
    real_number,
    row_means,
    slices,
    tolerance,
    with_both_lengths,
    with_lengths,
    with_row_means,
)
from .gram import mean, variance

__all__ = [
    "center",
    "order_t",
    "power_mean",
    "unit_diagonal",
    "unit_range",
    "unit_trace",
    "unit_variance",
]

GEOMETRIC = 1e-22  # below it, t gap^2 / 8 vanishes beside 1: the geometric mean to the last digit
BLOCK = 2**15  # means worked out at a time: they stay in the cache of the processor


@no_overflow("entries of the centered K")
def center(K, K_train=None):
    """Move the mean of the points to the origin of feature space.

    K_c[i, j] = <phi(x_i) - mu, phi(x_j) - mu> = K[i, j] - r_i - c_j + m

    with mu the mean of the training points, r the row means of K, c and m the column means and the
    mean of K_train (of K itself where there is none). Distances between points do not change.

    Parameters
    ----------
    K : array of shape (n, n)
        Kernel matrix; with `K_train`, (m, n): new points against training points.
    K_train : array of shape (n, n), optional
        Kernel matrix of the training points.

    Returns
    -------
    array of the shape of K
        In its units; float32 if all came so, else float64. Alone, its rows sum to 0, with rounding
        relative to the largest entry of K.

    Raises
    ------
    ValueError
        For a matrix not square, symmetric or finite; shapes that do not fit; overflow.

    References
    ----------
    The notebook (source 003), centering; new points as in Schoelkopf et al. (1998).

    Examples
    --------
    >>> print(center([[4.0, 1.0], [1.0, 9.0]]))
    [[ 2.75 -2.75]
     [-2.75  2.75]]
    >>> print(center([[2.0, 5.0]], [[4.0, 1.0], [1.0, 9.0]]))  # one new point
    [[-0.25  0.25]]

    In NumPy:

    >>> K = np.array([[4.0, 1.0], [1.0, 9.0]])
    >>> r, c, m = K.mean(axis=1), K.mean(axis=0), K.mean()
    >>> np.allclose(center(K), K - r[:, None] - c + m)
    True
    """
    if K_train is None:
        K, r = with_row_means(K)
        c = r
    else:
        K_train, c = with_row_means(K_train, "K_train")
        K = between(K, None, len(K_train), "one column for each row of K_train")
        r = row_means(K)
    r_i, c_j, m = r[:, None], c, c.dtype.type(mean(c))
    # K - r_i - c_j + m, in an order that is symmetric to the last bit
    return (m / 2 - r_i) + (m / 2 - c_j) + K


@no_overflow("entries of K over the lengths")
def unit_diagonal(K, *, diag_x=None, diag_y=None):
    """Scale every point to length 1 in feature space: the cosine, `order_t` with t = 0.

    K_0[i, j] = K[i, j] / sqrt(K[i, i] K[j, j]) = cos of the angle between phi(x_i), phi(x_j)

    Lengths are lost: on a line, 1 and 10 coincide (ledger 003-11). After `center`, the mean is no
    longer at the origin (ledger 003-09).

    Parameters
    ----------
    K : array of shape (n, n)
        Kernel matrix; with `diag_x` and `diag_y`, (m, n): one set against another.
    diag_x, diag_y : arrays of shape (m,) and (n,), optional
        Squared lengths k(x, x) and k(y, y) of the two sets, both or none.

    Returns
    -------
    array of the shape of K
        No units; float32 if all came so, else float64. Alone, its diagonal is exactly 1.

    Raises
    ------
    ValueError
        For a point of length 0, which has no direction; a negative squared length; K not symmetric
        or finite, or not square without diagonals.

    References
    ----------
    Ah-Pine (source 000), eq. (3) with K(y, y) for the second K(x, y) (ledger 000-01); the notebook
    (source 003), unit diagonal.

    Examples
    --------
    >>> print(unit_diagonal([[4.0, 3.0], [3.0, 9.0]]))
    [[1.  0.5]
     [0.5 1. ]]

    In NumPy:

    >>> K = np.array([[4.0, 3.0], [3.0, 9.0]])
    >>> np.allclose(unit_diagonal(K), K / np.sqrt(np.outer(np.diag(K), np.diag(K))))
    True
    """
    K, x, y = with_both_lengths(K, diag_x, diag_y)
    refuse_the_origin(x, y)
    lengths = geometric_means(x, y)
    K_0 = np.divide(K, lengths, out=lengths)  # K / sqrt(K[i, i] K[j, j])
    return on_the_sphere(K_0, K, x, y)


@no_overflow("entries of K over the means of order {t:g}")
def order_t(K, t, *, weight=1.0, diag_x=None, diag_y=None):
    """Normalize by the power mean of order t of the two squared lengths.

    K_t[i, j] = K[i, j] / M_t(K[i, i], K[j, j]),    M_t(a, b) = ((a^t + b^t) / 2)^(1/t)

    t = 0 divides by the geometric mean (the cosine), t = 1 by the arithmetic mean (Dice on sets),
    t = inf by the larger of the two. The larger t, the less alike are points of different length.
    Positive semi-definite for every t >= 0 if K is (theorem 2; proof: ledger U1, U2), and then all
    entries lie between -1 and 1.

    A weight r says how much length counts beside angle, while t says in which shape:

    K_{t,r}[i, j] = cos(angle) cosh(t D)^(-r/t),    D = log |phi(x_i)| - log |phi(x_j)|

    r = 0 is the cosine and r = 1 the normalization above. Positive semi-definite for every r >= 0,
    as it is the normalization of order t / r of the points with their lengths raised to the power
    r. At t = inf the factor is exp(-r |D|); for small t only r t counts, and it is
    exp(-r t D^2 / 2).

    Parameters
    ----------
    K : array of shape (n, n)
        Kernel matrix; with `diag_x` and `diag_y`, (m, n): one set against another.
    t : float
        From 0 to inf. For t < 0 the result is no kernel (ledger 000-12); t is refused.
    weight : float
        The weight r of length, at least 0 and finite.
    diag_x, diag_y : arrays of shape (m,) and (n,), optional
        Squared lengths k(x, x) and k(y, y) of the two sets, both or none.

    Returns
    -------
    array of the shape of K
        No units; float32 if all came so, else float64. Alone, its diagonal is exactly 1. For t > 0
        and weight > 0 a point of length 0 (a square of 0, or below 0 by rounding) has 0 with all
        others. Relative error below 1e-12 for squares from 1e-300 to 1e300, 1e-14 from 1e-4 to 1e4;
        with a weight above 1 that many times more.

    Raises
    ------
    ValueError
        For t below 0 or NaN; a weight below 0, infinite or NaN; a negative squared length; a length
        of 0 for t = 0 or weight = 0, or with an inner product that is not; K not symmetric or
        finite, or not square without diagonals.

    References
    ----------
    Ah-Pine (source 000), eq. (6), in the log form (ledger 000-18). The weight is new: Ah-Pine
    leaves open (section 5) how much length should count beside the angle.

    Examples
    --------
    >>> print(order_t([[1.0, 2.0], [2.0, 4.0]], 1))
    [[1.  0.8]
     [0.8 1. ]]
    >>> print(order_t([[2.0, 4.0]], 1, diag_x=[4.0], diag_y=[1.0, 4.0]))  # a copy of the second
    [[0.8 1. ]]

    In NumPy, where no power overflows:

    >>> K, t = np.array([[1.0, 2.0], [2.0, 4.0]]), 2.5
    >>> a, b = np.diag(K)[:, None], np.diag(K)
    >>> np.allclose(order_t(K, t), K / ((a**t + b**t) / 2) ** (1 / t))
    True
    >>> G, r = np.sqrt(a * b), 0.5  # with a weight: K / G is the cosine
    >>> np.allclose(order_t(K, t, weight=r), K / G * (((a**t + b**t) / 2) ** (1 / t) / G) ** -r)
    True
    """
    t, r = real_number(t, "t"), non_negative(weight, "weight")
    if t < 0:
        raise ValueError(
            f"t is {t:g}; t must be at least 0: below 0 the result is not positive semi-definite; "
            "to see that, divide K by power_mean of its diagonal yourself"
        )
    K, x, y = with_both_lengths(K, diag_x, diag_y)
    if t == 0 or r == 0:
        refuse_the_origin(x, y)
    a, b = off_the_origin(x, y)
    if r == 1 or t == 0:
        M = power_means(a, b, t)  # M_t(K[i, i], K[j, j]) of all pairs
        K_t = np.divide(K, M, out=M)  # K / M, in the memory of M
    else:
        K_t = K / geometric_means(a, b) * length_factors(a, b, t, r)
    return on_the_sphere(K_t, K, x, y)


def power_mean(a, b, t):
    """Return the power mean of two numbers, or of two arrays entry by entry.

    M_t(a, b) = ((a^t + b^t) / 2)^(1/t)

    t = -inf min, -1 harmonic, 0 geometric, 1 arithmetic, inf max; it grows with t. As a kernel on
    a, b > 0 it is positive semi-definite if and only if t <= 0 (ledger U1).

    Parameters
    ----------
    a, b : arrays that broadcast
        At least 0, finite.
    t : float
        Any order, -inf and inf included.

    Returns
    -------
    float or array
        In the units of a and b; float32 if both came so, else float64. Relative error below 1e-12
        for a and b from 1e-300 to 1e300, below 1e-14 from 1e-4 to 1e4. Where a or b is 0, so is the
        mean for t <= 0.

    Raises
    ------
    ValueError
        For a negative, infinite or missing number; shapes that do not fit; t NaN.

    Notes
    -----
    Powers fail at t = 100, where a^t overflows, and at t = 1e-17, where a^t is 1. One form serves
    every order: M_t is the larger argument (the smaller one for t < 0) times

    exp(log((1 + exp(-|t| gap)) / 2) / t),    gap = |log a - log b|

    with expm1 and log1p inside. It is the log form of ledger 000-18 measured from one end: nothing
    in it overflows or cancels.

    References
    ----------
    Ah-Pine (source 000), generalized mean, section 2.2.

    Examples
    --------
    >>> print(power_mean([1.0, 1.0], [4.0, 0.0], 0))
    [2. 0.]
    >>> print([round(float(power_mean(1.0, 4.0, t)), 3) for t in (-1, 1, 2, float("inf"))])
    [1.6, 2.5, 2.915, 4.0]

    In NumPy, where no power overflows:

    >>> a, b, t = np.array([1.0, 2.0]), np.array([4.0, 3.0]), 2.5
    >>> np.allclose(power_mean(a, b, t), ((a**t + b**t) / 2) ** (1 / t))
    True
    """
    a, b, t = _from_zero_up(a, "a"), _from_zero_up(b, "b"), real_number(t, "t")
    try:
        low, high = (f(a, b, dtype=np.float64) for f in (np.minimum, np.maximum))
    except ValueError:
        raise ValueError(
            f"a has shape {a.shape} and b has shape {b.shape}; the two must broadcast: make them "
            "equal, or put a new axis into one of them, as in a[:, None]"
        ) from None
    if t == math.inf:
        M = high
    elif t == -math.inf:
        M = low
    elif t == 1:
        M = low / 2 + high / 2
    elif abs(t) < GEOMETRIC:
        M = np.sqrt(low) * np.sqrt(high)
    else:
        end = high if t > 0 else low
        with np.errstate(divide="ignore", invalid="ignore"):  # log 0 = -inf serves as it is
            gap = np.where(end > 0, np.log(high) - np.log(low), 0.0)
        # M = end ((1 + exp(-|t| gap)) / 2)^(1/t): twice its root, for the power may overflow
        root = np.exp(log_share(gap, t) / 2)
        M = end * root * root
    M = np.clip(M, low, high)  # where it lies, also after rounding
    return np.array(M, dtype=np.result_type(a, b))[()]


@no_overflow("entries of the scaled K")
def unit_variance(K):
    """Scale the cloud to variance 1 in feature space.

    K_v[i, j] = K[i, j] / s^2,    s^2 = (1/n) sum_i K[i, i] - (1/n^2) sum_ij K[i, j]

    One number divides all entries: angles and the shape of the cloud stay, the mean is not moved.
    Kernels so scaled can be compared and summed.

    Parameters
    ----------
    K : array of shape (n, n)
        Kernel matrix of points that are not all equal.

    Returns
    -------
    array of shape (n, n)
        No units; float32 if K is, else float64.

    Raises
    ------
    ValueError
        For a variance of 0 within rounding; a negative diagonal entry; K not symmetric, finite,
        positive semi-definite.

    References
    ----------
    The notebook (source 003), text of unit variance, after Kloft et al. (2011); its code computes
    K_ij / sqrt(K_jj) instead (ledger 003-01).

    Examples
    --------
    >>> print(unit_variance([[4.0, 2.0], [2.0, 9.0]]) * 9)  # s^2 = 9/4
    [[16.  8.]
     [ 8. 36.]]

    In NumPy:

    >>> K = np.array([[4.0, 2.0], [2.0, 9.0]])
    >>> np.allclose(unit_variance(K), K / (np.diag(K).mean() - K.mean()))
    True
    """
    K, squares = with_lengths(K)
    s2 = mean(K.diagonal()) - mean(K)
    if s2 <= tolerance(K, scale=squares.max()):
        s2 = variance(K)  # has words of its own for one below 0
        raise ValueError(
            f"the variance of K is {s2:.3g}, 0 within rounding; the points must not all be equal: "
            "look at the data, or center(K) first if the cloud lies far from the origin"
        )
    return K / float(s2)


@no_overflow("entries of the scaled K")
def unit_trace(K):
    """Scale the mean squared length of the points to 1: trace normalization.

    K_tr[i, j] = K[i, j] / (tr K / n)

    Not the unit diagonal, which scales every point by itself (ledger 003-04); on a centered K the
    same as `unit_variance`.

    Parameters
    ----------
    K : array of shape (n, n)
        Kernel matrix, not 0.

    Returns
    -------
    array of shape (n, n)
        No units; float32 if K is, else float64.

    Raises
    ------
    ValueError
        For a trace of 0; a negative diagonal entry; K not symmetric or finite.

    References
    ----------
    The notebook (source 003), last formula of unit variance.

    Examples
    --------
    >>> print(unit_trace([[1.0, 1.0], [1.0, 3.0]]))
    [[0.5 0.5]
     [0.5 1.5]]

    In NumPy:

    >>> K = np.array([[1.0, 1.0], [1.0, 3.0]])
    >>> np.allclose(unit_trace(K), K / (np.trace(K) / len(K)))
    True
    """
    K, squares = with_lengths(K)
    trace_over_n = float(mean(squares))
    if trace_over_n == 0:
        raise ValueError("the trace of K is 0: all points lie at the origin; one at least must not")
    return K / trace_over_n


def unit_range(K):
    """Scale the entries to the range from 0 to 1, which is not a normalization of points.

    K_01[i, j] = (K[i, j] - min K) / (max K - min K)

    Good for pictures: distances are only scaled, but subtracting a constant can destroy positive
    semi-definiteness, as in the example of the points 1 and 2 (ledger 003-05).

    Parameters
    ----------
    K : array of shape (n, n)
        Kernel matrix, not constant.

    Returns
    -------
    array of shape (n, n)
        No units; float32 if K is, else float64.

    Raises
    ------
    ValueError
        For a constant K; K not symmetric or finite.

    References
    ----------
    The notebook (source 003), normalise_01.

    Examples
    --------
    >>> print((unit_range([[1.0, 2.0], [2.0, 4.0]]) * 3).round(12))
    [[0. 1.]
     [1. 3.]]

    In NumPy:

    >>> K = np.array([[1.0, 2.0], [2.0, 4.0]])
    >>> np.allclose(unit_range(K), (K - K.min()) / (K.max() - K.min()))
    True
    """
    K = as_gram(K)
    low, high = float(K.min()), float(K.max())
    if low == high:
        raise ValueError(f"every entry of K is {low:g}; K must not be constant: it has no range")
    return (K / 2 - low / 2) / (high / 2 - low / 2)  # halves: the range itself may overflow


# ----------------------------------------------------------------------------- means of all pairs


def power_means(x, y, t):
    """Return M_t(x[i], y[j]) for all pairs, t >= 0; `y is x` means one set, a symmetric matrix.

    ((a^t + b^t) / 2)^(1/t) = max(a, b) ((1 + exp(-t gap)) / 2)^(1/t),  gap = |log a - log b|

    As `power_mean`, with the logarithms taken of the two vectors, not of the matrix.
    """
    if t == math.inf:
        return np.maximum.outer(x, y)
    if t == 1:
        return np.add.outer(x / 2, y / 2)
    if t < GEOMETRIC:
        return geometric_means(x, y)
    log_x, log_y = np.log(x), np.log(y)
    M = np.empty((len(x), len(y)), np.result_type(x, y))
    for rows in slices(len(x), BLOCK // len(y)):
        start = rows.start if y is x else 0  # of one set half the pairs are enough
        gap = np.abs(np.subtract.outer(log_x[rows], log_y[start:]))
        share = np.exp(log_share(gap, t))  # ((1 + exp(-t gap)) / 2)^(1/t)
        M[rows, start:] = np.maximum.outer(x[rows], y[start:]) * share
        if y is x:
            M[start:, rows] = M[rows, start:].T
    return M


def length_factors(x, y, t, r):
    """Return cosh(t D)^(-r/t), D = |log x[i] - log y[j]| / 2, for all pairs; t = inf: exp(-r D).

    With u = t D it is exp(-r D g(u)), g(u) = log(cosh u) / u, which goes from u / 2 to 1.
    """
    D = np.abs(np.subtract.outer(np.log(x), np.log(y))) / 2
    with np.errstate(over="ignore", invalid="ignore"):
        u = np.where(D > 0, t * D, 0.0)
        near = np.log1p(2 * np.sinh(np.minimum(u, 1) / 2) ** 2)  # log cosh u, where u <= 1
        far = u - math.log(2) + np.log1p(np.exp(-2 * u))
        g = np.where(u < 1e-100, u / 2, np.where(u <= 1, near, far) / np.where(u > 0, u, 1))
        g = np.where(np.isinf(u), 1.0, g)
        return np.exp(-r * (D * g)).astype(np.result_type(x, y), copy=False)


def geometric_means(x, y):
    """Return sqrt(x[i] y[j]) for all pairs, where the product overflows as a product of roots."""
    least, largest = float(min(x.min(), y.min())), float(max(x.max(), y.max()))
    ends = np.finfo(x.dtype)
    if ends.tiny < least * least and largest * largest < ends.max:
        products = np.multiply.outer(x, y)
        return np.sqrt(products, out=products)  # the root of a square is exact: copies get 1
    return np.multiply.outer(np.sqrt(x), np.sqrt(y))


def log_share(gap, t):
    """Return log(M_t / max), for t < 0 log(M_t / min), in the memory of gap = |log a - log b|.

    log((1 + exp(-|t| gap)) / 2) / t = log1p(expm1(-|t| gap) / 2) / t
    """
    with np.errstate(over="ignore"):  # exp(-inf) is the right 0
        gap *= -abs(t)
    np.expm1(gap, out=gap)
    gap *= 0.5
    np.log1p(gap, out=gap)
    gap *= 1 / t
    return gap


# --------------------------------------------------------------------------- points at the origin


def refuse_the_origin(x, y):
    """Refuse points of length 0, of which a direction is asked."""
    none = x == 0 if (x == 0).any() else y == 0
    if none.any():
        name = "diag_x" if (x == 0).any() else "diag_y"
        i = none.argmax()
        label = f"K[{i}, {i}]" if x is y else f"{name}[{i}]"
        raise ValueError(
            f"{label} is 0: this point lies at the origin and has no direction ({none.sum()} such "
            "point(s)); every length must be above 0: drop the point, or take order_t with t > 0"
        )


def off_the_origin(x, y):
    """Return the squared lengths, one that is 0 as large as any: there K / M is 0 all the same."""
    largest = max(x.max(), y.max()) or 1
    x_off = np.where(x > 0, x, largest)
    return x_off, x_off if y is x else np.where(y > 0, y, largest)


def on_the_sphere(K_t, K, x, y):
    """Return K_t with 1 on the diagonal of one set, and 0 between points of length 0 and others.

    Such points are refused where K is not 0: no points have these inner products.
    """
    x_none, y_none = x == 0, y == 0
    if x_none.any() or y_none.any():
        stray = np.abs(K) * (x_none[:, None] | y_none)
        i, j = map(int, np.unravel_index(stray.argmax(), stray.shape))
        # Cauchy-Schwarz, with rounding for the length that came as 0
        if stray[i, j] > math.sqrt(tolerance(K, scale=1.0)) * max(x.max(), y.max()):
            raise ValueError(
                f"K[{i}, {j}] is {K[i, j]:.6g} but one of its two points has squared length 0; "
                f"K[{i}, {j}] must then be 0: K is not positive semi-definite, see "
                "min_eigenvalue(K)"
            )
        K_t[x_none] = 0
        K_t[:, y_none] = 0
    if y is x:
        np.fill_diagonal(K_t, 1)
    return K_t


def _from_zero_up(values, name):
    array = float_like(values, name)
    if array.size == 0:
        raise ValueError(f"{name} is empty, shape {array.shape}; {name} must hold a number")
    if array.min() < 0:
        place = ", ".join(str(i) for i in np.unravel_index(array.argmin(), array.shape))
        where = f"{name}[{place}]" if place else name
        raise ValueError(
            f"{where} is {array.min():.6g}; {name} must be at least 0: the power mean of negative "
            "numbers is not defined"
        )
    return array
