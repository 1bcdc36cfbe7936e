"""Power means M_t, of two arrays and of every pair from two vectors, exact at every order.

One form serves every order: M_t is the larger argument (the smaller one for t < 0) times

    exp(log((1 + exp(-|t| gap)) / 2) / t),    gap = |log a - log b|

with expm1 and log1p inside. It is the log form of ERRATA 000-18 measured from one end: nothing in
it overflows or cancels, where powers fail at t = 100 (a^t overflows) and at t = 1e-17.
"""

import math

import numpy as np

from ._checks import float_like, real_number
from ._matrices import COLUMNS, ROWS, by_blocks, check_origin, outer

GEOMETRIC = 1e-22  # below it, t gap^2 / 8 vanishes beside 1: the geometric mean to the last digit


def power_mean(a, b, t):
    """Power mean of two numbers, or of two arrays entry by entry.

    M_t(a, b) = ((a^t + b^t) / 2)^(1/t)

    t = -inf min, -1 harmonic, 0 geometric, 1 arithmetic, inf max; it grows with t. As a kernel on
    a, b > 0 it is positive semi-definite if and only if t <= 0 (ERRATA U1).

    Parameters
    ----------
    a, b : numbers or arrays that broadcast, at least 0, finite.
    t : real number, -inf and inf included.

    Returns
    -------
    float or array, in the units of a and b; float32 if both came so, else float64. Relative error
    below 1e-12 for a and b from 1e-300 to 1e300, below 1e-14 from 1e-4 to 1e4. Where a or b is 0,
    so is the mean for t <= 0.

    Raises
    ------
    ValueError : a negative, infinite or missing number; shapes that do not fit; t NaN.

    Source: Ah-Pine (source 000), generalized mean, section 2.2.

    Examples
    --------
    >>> print(power_mean([1.0, 1.0], [4.0, 0.0], 0))
    [2. 0.]
    >>> print([round(float(power_mean(1.0, 4.0, t)), 3) for t in (-1, 1, 2, float("inf"))])
    [1.6, 2.5, 2.915, 4.0]
    """
    a, b = _non_negative(a, "a"), _non_negative(b, "b")
    t = real_number(t, "t")
    try:
        low, high = (f(a, b, dtype=np.float64) for f in (np.minimum, np.maximum))
    except ValueError:
        raise ValueError(
            f"a has shape {a.shape} and b has shape {b.shape}; the two must broadcast: make them "
            "equal, or put a new axis into one of them, as in a[:, None]"
        ) from None
    if t == math.inf:
        mean = high
    elif t == -math.inf:
        mean = low
    elif t == 1:
        mean = low / 2 + high / 2
    elif abs(t) < GEOMETRIC:
        mean = np.sqrt(low) * np.sqrt(high)
    else:
        end = high if t > 0 else low
        with np.errstate(divide="ignore", invalid="ignore"):  # log 0 = -inf serves as it is
            gap = np.where(end > 0, np.log(high) - np.log(low), 0.0)
        root = np.exp(_log_share(gap, t) / 2)  # twice the root: the share itself may overflow
        mean = end * root * root
    mean = np.clip(mean, low, high)  # where it lies, also after rounding
    return np.array(mean, dtype=np.result_type(a, b))[()]


def over_means(K, x, y, t):
    """Return K[i, j] / M_t(x[i], y[j]), t >= 0; `y is x` means one set, with 1 on the diagonal."""
    alone = y is x
    x_none, y_none = x == 0, y == 0
    if x_none.any() or y_none.any():
        check_origin(K, x, y, direction=t == 0)
        size = max(x.max(), y.max()) or 1.0  # stands in for 0: those entries are set below
        x, y = np.where(x_none, size, x), np.where(y_none, size, y)
    what = f"entries of K over the means of order {t:g}"
    mirror = alone and t not in (1, math.inf)  # there, computing both halves is quicker
    result = by_blocks(np.divide, K, pair_means(x, y, t), what, mirror=mirror)
    result[x_none] = 0
    result[:, y_none] = 0
    if alone:
        np.fill_diagonal(result, 1)
    return result


def pair_means(x, y, t):
    """Return fill(rows, columns, out), which writes M_t(x[i], y[j]) of a block; x, y > 0, t >= 0.

    For all pairs at once, logarithms are taken of the two vectors, not of the matrix.
    """
    if t == math.inf:
        return outer(np.maximum, x, y)
    if t == 1:
        return outer(np.add, x / 2, y / 2)
    if t < GEOMETRIC:
        return _geometric(x, y)
    larger, log_ratio = outer(np.maximum, x, y), outer(np.subtract, np.log(x), np.log(y))
    room = np.empty(max(ROWS * COLUMNS, len(y)))

    def fill(rows, columns, out):
        gap = room[: out.size].reshape(out.shape)
        log_ratio(rows, columns, gap)
        share = _log_share(np.abs(gap, out=gap), t)
        np.exp(share, out=share)
        larger(rows, columns, out)
        out *= share

    return fill


def _geometric(x, y):
    least, largest = float(min(x.min(), y.min())), float(max(x.max(), y.max()))
    if least * least < 1e-290 or largest * largest == math.inf:
        return outer(np.multiply, np.sqrt(x), np.sqrt(y))
    product = outer(np.multiply, x, y)

    def fill(rows, columns, out):
        product(rows, columns, out)
        np.sqrt(out, out=out)  # the root of a square is exact: copies of a point get a cosine of 1

    return fill


def _log_share(gap, t):
    """Turn gap = |log a - log b|, in place, into log(M_t / max), for t < 0 into log(M_t / min)."""
    with np.errstate(over="ignore"):  # exp(-inf) is the right 0
        gap *= -abs(t)
    np.expm1(gap, out=gap)
    gap *= 0.5
    np.log1p(gap, out=gap)
    gap *= 1 / t
    return gap


def _non_negative(values, name):
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
