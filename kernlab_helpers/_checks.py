"""Argument checks, their messages, and the tolerances of the whole package.

Every message names the argument, says what came, what is wanted and what to do. A wrong kind of
thing (text, sparse, complex) is a TypeError, a wrong value or shape a ValueError.
"""

import math
import numbers

import numpy as np

# Rounding allowed, as a share of the largest entry (or eigenvalue) of the matrix at hand.
RTOL = 1e-9
RTOL_FLOAT32 = 1e-4

MAX_BYTES = 2**30  # the largest table of features anything here makes


def tolerance(array, rtol=None, *, scale=None):
    """Return the rounding allowed: `rtol` times `scale`, by default the largest absolute entry."""
    if rtol is None:
        rtol = RTOL_FLOAT32 if np.asarray(array).dtype == np.float32 else RTOL
    if scale is None:
        scale = max(np.max(array, initial=0.0), -np.min(array, initial=0.0))
    return non_negative(rtol, "rtol") * float(scale)


# ------------------------------------------------------------------------------------- numbers


def real_number(value, name):
    """One real number, not NaN, as a float (infinity passes)."""
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
    """One of the texts in `options`; `beside` says what else its caller takes."""
    if not isinstance(value, str) or value not in options:
        listed = ", ".join(repr(option) for option in options) + beside
        raise ValueError(f"{name} is {_shown(value)}; {name} must be one of {listed}")
    return value


def flag(value, name):
    """Refuse all but True and False."""
    if not isinstance(value, (bool, np.bool_)):
        raise TypeError(f"{name} is {_shown(value)}; {name} must be True or False")


# -------------------------------------------------------------------------------------- arrays


def float_like(values, name):
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
    if array.size and not np.isfinite(array).all():
        where = np.argwhere(~np.isfinite(array))
        found = "NaN" if np.isnan(array[tuple(where[0])]) else "infinite"
        place = f"{name}{where[0].tolist() or ''}"
        raise ValueError(
            f"{name} holds {len(where)} value(s) that are NaN or infinite, the first at {place} "
            f"({found}); every value must be finite: drop or fill in those rows"
        )
    return array


def as_points(X, name="X"):
    """Points as the rows of a finite (n, d) array, n and d at least 1."""
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
    """Two sets of points with the same columns; no `Y`, or an equal one, gives `X` twice.

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


def as_square(M, name="K"):
    """Return a finite square (n, n) matrix, n at least 1."""
    array = float_like(M, name)
    if array.ndim != 2 or array.shape[0] != array.shape[1] or array.size == 0:
        raise ValueError(
            f"{name} has shape {array.shape}; {name} must be a square matrix (n, n) with one row "
            f"and one column for each point, n at least 1"
        )
    return array


def as_gram(K, name="K"):
    """Return a finite symmetric matrix; asymmetry beyond rounding is refused, not averaged."""
    K = as_square(K, name)
    worst, i, j = 0.0, 0, 0
    for start in range(0, len(K), 128):  # the upper triangle in blocks: no (n, n) temporaries
        above, below = K[start : start + 128, start:], K[start:, start : start + 128].T
        if np.array_equal(above, below):
            continue
        with np.errstate(over="ignore"):
            gap = np.abs(above - below)
        place = np.unravel_index(gap.argmax(), gap.shape)
        if gap[place] > worst:
            worst, (i, j) = gap[place], sorted(start + int(k) for k in place)
    if worst and worst > tolerance(K):
        raise ValueError(
            f"{name} is not symmetric: {name}[{i}, {j}] = {K[i, j]:.6g} but {name}[{j}, {i}] = "
            f"{K[j, i]:.6g} (the worst pair); {name} must equal its transpose: look for the step "
            f"that broke it"
        )
    return K


# ------------------------------------------------------------------------------------- results


def finite(result, what):
    """Return `result`; refuse one that overflowed to infinity."""
    if not np.isfinite(np.max(result)) or not np.isfinite(np.min(result)):
        raise ValueError(f"{what} overflow {result.dtype}; divide the data by its size first")
    return result


def room(rows, columns, what):
    """Refuse a (rows, columns) result that would take more than MAX_BYTES."""
    size = 8 * rows * columns
    if size > MAX_BYTES:
        raise ValueError(
            f"{what} would have {rows} rows and {columns:.4g} columns, {size / 2**30:.3g} GiB; the "
            f"limit is {MAX_BYTES / 2**30:.3g} GiB: ask for less"
        )


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
