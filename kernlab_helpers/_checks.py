"""Argument checks, their messages, and the tolerances of the whole package.

Every message names the argument, says what came, what is wanted and what to do. A wrong kind of
thing (text, sparse, complex) is a TypeError, a wrong value or shape a ValueError.
"""

import functools
import inspect
import math
import numbers
from collections.abc import Callable
from typing import TypeVar

import numpy as np

F = TypeVar("F", bound=Callable)
F32, F64 = np.dtype(np.float32), np.dtype(np.float64)

# Rounding allowed, as a share of the largest entry (or eigenvalue) of the matrix at hand.
RTOL = 1e-9
RTOL_FLOAT32 = 1e-4

MAX_BYTES = 2**30  # the largest table of features anything here makes
TILE = 128  # rows and columns of a tile of a kernel matrix: 128 kB


def tolerance(array, rtol=None, *, scale=None):
    """Return the rounding allowed: `rtol` times `scale`, by default the largest absolute entry."""
    if rtol is None:
        rtol = RTOL_FLOAT32 if np.asarray(array).dtype == np.float32 else RTOL
    if scale is None:
        scale = max(np.max(array, initial=0.0), -np.min(array, initial=0.0))
    return non_negative(rtol, "rtol") * float(scale)


# ------------------------------------------------------------------------------------- numbers


def real_number(value, name):
    """Return one real number, not NaN, as a float (infinity passes)."""
    if isinstance(value, np.ndarray) and value.ndim == 0:
        value = value[()]
    if isinstance(value, (bool, np.bool_)) or not isinstance(value, numbers.Real):
        raise TypeError(f"{name} is {_shown(value)}; {name} must be one real number")
    try:
        number = float(value)
    except OverflowError:
        raise ValueError(f"{name} is too large for a floating-point number; lower it") from None
    if math.isnan(number):
        raise ValueError(f"{name} is NaN; {name} must be a number: see where the NaN came from")
    return number


def positive(value, name):
    """Return a finite number above zero."""
    number = real_number(value, name)
    if not 0 < number < math.inf:
        raise ValueError(f"{name} is {value}; {name} must be finite and greater than 0")
    return number


def non_negative(value, name):
    """Return a finite number, zero or more."""
    number = real_number(value, name)
    if not 0 <= number < math.inf:
        raise ValueError(f"{name} is {value}; {name} must be finite and at least 0")
    return number


def fraction(value, name):
    """Return a number from 0 to 1, ends included."""
    number = real_number(value, name)
    if not 0 <= number <= 1:
        raise ValueError(f"{name} is {value}; {name} must be between 0 and 1")
    return number


def whole_number(value, name, *, low=1, high=None):
    """Return a whole number from `low` to `high` as an int; 3.0 counts as 3, 1.5 is refused."""
    number = real_number(value, name)
    if not number.is_integer():
        raise ValueError(f"{name} is {value}; {name} must be a whole number")
    number = int(number)
    if number < low or (high is not None and number > high):
        wanted = f"at least {low}" if high is None else f"between {low} and {high}"
        raise ValueError(f"{name} is {value}; {name} must be {wanted}")
    return number


def choice(value, name, options, *, beside=""):
    """Return one of the texts in `options`; `beside` says what else its caller takes."""
    if not isinstance(value, str) or value not in options:
        listed = ", ".join(repr(option) for option in options) + beside
        raise ValueError(f"{name} is {_shown(value)}; {name} must be one of {listed}")
    return value


def flag(value, name):
    """Return True or False; refuse all else."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is {_shown(value)}; {name} must be True or False")
    return bool(value)


# -------------------------------------------------------------------------------------- arrays


def float_like(values, name, *, finite=True):
    """Return an array of finite real numbers of any shape: float32 if that came, else float64."""
    if hasattr(values, "toarray"):
        raise TypeError(
            f"{name} is a sparse {type(values).__name__}; {name} must be a dense array: "
            f"pass {name}.toarray()"
        )
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(
            f"{name} is a masked array, whose mask would be lost; fill or drop the masked "
            f"entries first, for example {name}.filled(0.0)"
        )
    try:
        array = np.asarray(values)
    except ValueError as error:
        raise ValueError(
            f"{name} has rows of different lengths; all rows must have the same number of entries"
        ) from error
    if array.dtype.kind not in "iuf":
        remedy = "convert or drop the columns that do not"
        if array.dtype.kind == "b":
            remedy = "if 0 and 1 are meant, pass it as .astype(float)"
        if array.dtype.kind == "c":
            remedy = "pass .real if the imaginary part is only rounding"
        raise TypeError(f"{name} {_held(array)}; {name} must hold real numbers: {remedy}")
    if array.dtype != np.float32:
        with np.errstate(over="ignore"):  # a long double too large becomes inf and is refused below
            array = array.astype(np.float64, copy=False)
    if finite:
        refuse_not_finite(array, name)
    return array


def refuse_not_finite(array, name):
    """Name the first entry that is NaN or infinite, if there is one."""
    with np.errstate(over="ignore", invalid="ignore"):  # a sum needs no temporary
        if np.isfinite(array.sum()) or np.isfinite(array).all():
            return
    where = np.argwhere(~np.isfinite(array))
    found = "NaN" if np.isnan(array[tuple(where[0])]) else "infinite"
    place = f"{name}{where[0].tolist() or ''}"
    raise ValueError(
        f"{name} holds {len(where)} value(s) that are NaN or infinite, the first at {place} "
        f"({found}); every value must be finite: drop or fill in those rows"
    )


def as_points(X, name="X"):
    """Return points as the rows of a finite (n, d) array, n and d at least 1."""
    array = float_like(X, name)
    if array.ndim == 1 and array.size:
        raise ValueError(
            f"{name} has 1 dimension, shape {array.shape}; {name} must be (n, d), rows are points. "
            f"Reshape your data: np.reshape({name}, (-1, 1)) is n points, (1, -1) one point"
        )
    if array.size == 0:
        raise ValueError(
            f"{name} is empty, shape {array.shape}; {name} must have at least 1 row and 1 column"
        )
    if array.ndim != 2:
        raise ValueError(
            f"{name} has {array.ndim} dimensions, shape {array.shape}; reshape {name} to (n, d)"
        )
    return array


def as_pair(X, Y, names=("X", "Y")):
    """Return two sets of points with the same columns; no `Y`, or an equal one, gives `X` twice.

    So k(X), k(X, X) and k(X, X.copy()) take one path and agree to the last bit.
    """
    X = as_points(X, names[0])
    if Y is None:
        return X, X
    Y = as_points(Y, names[1])
    if X.dtype == Y.dtype and np.array_equal(X, Y):
        return X, X
    if X.shape[1] != Y.shape[1]:
        raise ValueError(
            f"{names[0]} has {X.shape[1]} columns and {names[1]} has {Y.shape[1]}; both must have "
            "the same columns, in the same order"
        )
    return X, Y


def as_square(M, name="K", *, finite=True):
    """Return a finite square (n, n) matrix, n at least 1, its rows contiguous."""
    array = float_like(M, name, finite=finite)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.size == 0:
        refuse_not_finite(array, name)
        raise ValueError(
            f"{name} has shape {array.shape}; {name} must be a square matrix (n, n) with one row "
            f"and one column for each point, n at least 1"
        )
    return np.ascontiguousarray(array)


def as_gram(K, name="K"):
    """Return a finite, exactly symmetric matrix; asymmetry beyond rounding is refused."""
    return with_row_means(K, name)[0]


def with_row_means(K, name="K"):
    """Return a matrix as `as_gram` does, and the means of its rows, which tell if it is finite."""
    K = as_square(K, name, finite=False)
    means = row_means(K)
    if not np.isfinite(means).all():  # or a sum of finite entries overflows
        refuse_not_finite(K, name)
    if not _equals_its_transpose(K):
        _refuse_asymmetry(K, name)
        K = K / 2 + K.T / 2
        means = row_means(K)
    return K, means


def row_means(K):
    """Return the means of the rows of K."""
    with np.errstate(over="ignore", invalid="ignore"):
        return K @ np.full(K.shape[1], 1 / K.shape[1], dtype=K.dtype)


def _equals_its_transpose(K):
    """Compare by tiles that stay in the cache of the processor: no (n, n) temporaries."""
    tiles = list(slices(len(K), TILE))
    return all(
        np.array_equal(K[rows, columns], K[columns, rows].T)
        for i, rows in enumerate(tiles)
        for columns in tiles[i:]
    )


def _refuse_asymmetry(K, name):
    """Name the first pair of entries that differ by more than rounding, if there is one."""
    limit = tolerance(K)
    for rows in slices(len(K), TILE):
        with np.errstate(over="ignore"):
            strange = np.argwhere(np.abs(K[rows] - K[:, rows].T) > limit)
        if len(strange):
            i, j = int(strange[0, 0]) + rows.start, int(strange[0, 1])
            raise ValueError(
                f"{name} is not symmetric: {name}[{i}, {j}] = {K[i, j]:.6g} but {name}[{j}, {i}] = "
                f"{K[j, i]:.6g} (the first such pair); {name} must equal its transpose: look for "
                "the step that broke it"
            )


def between(K, rows, columns, why):
    """Return a finite kernel matrix between two sets of so many points; `rows` None: any."""
    K = float_like(K, "K")
    if K.ndim != 2 or K.size == 0 or K.shape != (rows or K.shape[0], columns):
        wanted = f"({rows or 'm'}, {columns})"
        raise ValueError(f"K has shape {K.shape}; K must have shape {wanted}: {why}")
    return K


def with_lengths(K):
    """Return a symmetric K and its diagonal, the squared lengths of the points, from 0 up."""
    K = as_gram(K)
    return K, _squared_lengths(K.diagonal(), "K[{0}, {0}]", K)


def with_both_lengths(K, diag_x, diag_y):
    """Return K and the squared lengths of its rows and of its columns, one array if not given."""
    if diag_x is None and diag_y is None:
        K = K if hasattr(K, "shape") else float_like(K, "K")
        if len(K.shape) == 2 and K.shape[0] != K.shape[1]:
            raise ValueError(
                f"K has shape {K.shape}; K must be a square matrix (n, n), or a kernel between two "
                "sets with both diag_x and diag_y: pass k(x, x) of the rows and of the columns"
            )
        K, x = with_lengths(K)
        return K, x, x
    for name, given, other in (("diag_x", diag_x, "diag_y"), ("diag_y", diag_y, "diag_x")):
        if given is None:
            raise ValueError(
                f"{name} is None but {other} is given; a kernel between two sets needs both"
            )
    x, y = float_like(diag_x, "diag_x"), float_like(diag_y, "diag_y")
    for name, squares, kind in (("diag_x", x, "row"), ("diag_y", y, "column")):
        if squares.ndim != 1 or squares.size == 0:
            raise ValueError(
                f"{name} has shape {squares.shape}; {name} must have 1 dimension: k(x, x) for the "
                f"point of each {kind} of K"
            )
    K = between(K, len(x), len(y), "one row for each of diag_x, one column for each of diag_y")
    dtype = np.result_type(K, x, y)
    x, y = _squared_lengths(x, "diag_x[{}]", x), _squared_lengths(y, "diag_y[{}]", y)
    return K.astype(dtype, copy=False), x.astype(dtype), y.astype(dtype)


def _squared_lengths(values, label, against):
    """Return values, those below 0 by no more than rounding as 0."""
    i = int(values.argmin())
    if values[i] < 0 and values[i] < -tolerance(against):
        raise ValueError(
            f"{label.format(i)} is {values[i]:.6g}, below 0; a squared length is at least 0, so K "
            "is not positive semi-definite: look at min_eigenvalue(K), or mend it with repair(K)"
        )
    return np.maximum(values, 0)


# ------------------------------------------------------------------------------------- results


def finite(result, what):
    """Return `result`; refuse one that overflowed to infinity."""
    if not np.isfinite(np.max(result)) or not np.isfinite(np.min(result)):
        raise ValueError(f"{what} overflow {result.dtype}; divide the data by its size first")
    return result


def no_overflow(what: str) -> Callable[[F], F]:
    """Decorate a function in which numbers may overflow: then it raises, and says what overflowed.

    Zero divided by zero and the logarithm of zero raise, too: where they are meant, say so there.
    A product of matrices does not tell: give it to `finite`. `what` may name parameters in braces.
    """

    def decorate(function):
        signature = inspect.signature(function)

        @functools.wraps(function)
        def checked(*args, **kwargs):
            try:
                with np.errstate(over="raise", divide="raise", invalid="raise"):
                    return function(*args, **kwargs)
            except FloatingPointError:
                given = signature.bind(*args, **kwargs)
                given.apply_defaults()
                kinds = {getattr(value, "dtype", None) for value in given.arguments.values()}
                dtype = "float32" if kinds & {F32} and not kinds & {F64} else "float64"
                words = what.format_map(given.arguments)
                raise ValueError(
                    f"{words} overflow {dtype}; divide the data by its size first"
                ) from None

        return checked

    return decorate


def refuse_huge(rows, columns, what):
    """Refuse a (rows, columns) result that would take more than MAX_BYTES."""
    size = 8 * rows * columns
    if size > MAX_BYTES:
        raise ValueError(
            f"{what} would have {rows} rows and {columns:.4g} columns, {size / 2**30:.3g} GiB; the "
            f"limit is {MAX_BYTES / 2**30:.3g} GiB: ask for less"
        )


def slices(n, size):
    """Yield slices of at most `size` that cover 0 to n, to work through a large array."""
    size = max(1, int(size))
    return (slice(start, min(start + size, n)) for start in range(0, n, size))


# --------------------------------------------------------------------------------------- words


def _shown(value):
    """Shorten an unexpected value for a message, with its type."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    text = repr(value)
    text = text if len(text) <= 40 else text[:37] + "..."
    return text if value is None else f"{text} ({type(value).__name__})"


def _held(array):
    if array.dtype.kind == "O" and array.ndim == 0:
        return f"is {_shown(array[()])}"
    if array.dtype.kind == "O":
        first = array.flat[0] if array.size else None
        odd = next((v for v in array.flat if not isinstance(v, numbers.Real)), first)
        return f"holds Python objects, for instance {_shown(odd)}"
    kinds = {"U": "text", "S": "bytes", "T": "text", "c": "complex numbers", "b": "True and False"}
    return f"holds {kinds.get(array.dtype.kind, f'values of type {array.dtype}')}"
