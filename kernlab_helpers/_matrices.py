"""Kernel matrices and their diagonals, checked, and worked through block by block.

A block stays in the cache of the processor, a large matrix does not.
"""

import math

import numpy as np

from ._checks import as_gram, as_square, finite, float_like, tolerance

ROWS, COLUMNS = 32, 1024  # of a block
LARGE = 512  # points: from here on, comparing every entry with its mirror image is most of the work


def blocks(m, n):
    """Yield slices of rows that cover (m, n), the size of a block each."""
    step = max(1, ROWS * COLUMNS // n)
    for i in range(0, m, step):
        yield slice(i, min(i + step, m)), slice(0, n)


def upper_blocks(n):
    """Yield slices of rows and columns that cover (n, n) on and above its diagonal."""
    for i in range(0, n, ROWS):
        for j in range(i, n, COLUMNS):
            yield slice(i, min(i + ROWS, n)), slice(j, min(j + COLUMNS, n))


def gram(K, name="K", *, even=False):
    """Return K, finite and symmetric, and the weighted means of its rows.

    As strict as `as_gram`, which is asked only where something is amiss. Weighted means of the rows
    show whether K is finite, and from LARGE points on also, beside those of the columns, whether it
    is symmetric: weights without a pattern leave no asymmetry unseen, `even` ones a balanced one,
    which does not matter where only means are wanted. Smaller matrices are exactly symmetric.
    """
    array = type(K) is np.ndarray and K.dtype in (np.float64, np.float32)
    if not (array and K.ndim == 2 and K.shape[0] == K.shape[1] > 0):
        K = as_square(K, name)
    K = np.ascontiguousarray(K)
    n = len(K)
    weights = np.ones(n) if even else np.random.default_rng(0).uniform(0.5, 1.5, n)
    means = _means(K, weights)
    if not np.isfinite(means).all():
        as_square(K, name)
        finite(means, f"row means of {name}")
    if n >= LARGE:
        gap = np.abs(means - weights / n @ K).max()
        symmetric = gap <= 1e-13 * max(np.abs(K.diagonal()).max(), np.abs(means).max())
    else:
        symmetric = np.array_equal(K, K.T)
    if not symmetric:
        as_gram(K, name)
        K = K / 2 + K.T / 2
        means = _means(K, weights)
    return K, means


def row_means(K):
    """Return the means of the rows in float64."""
    return _means(K, np.ones(K.shape[1]))


def _means(K, weights):
    # contiguous: the same to the last bit, however K lies in memory
    with np.errstate(over="ignore", invalid="ignore"):  # gram finds out why
        return np.ascontiguousarray(K) @ (weights / len(weights))


def by_blocks(operation, K, fill, what, *, mirror=False):
    """Return operation(K, B) for the matrix B whose blocks fill(rows, columns, out) writes.

    With `mirror`, B is symmetric and the half of the result below the diagonal is copied from above
    it. `what` names the entries of the result if they overflow.
    """
    result = np.empty(K.shape, K.dtype)
    room = np.empty(max(ROWS * COLUMNS, K.shape[1]))
    try:
        with np.errstate(over="raise", divide="raise", invalid="raise"):
            for rows, columns in upper_blocks(len(K)) if mirror else blocks(*K.shape):
                block = K[rows, columns]
                B = room[: block.size].reshape(block.shape)
                fill(rows, columns, B)
                out = B if mirror else result[rows, columns]
                operation(block, B, out=out, casting="same_kind")
                if mirror:
                    result[rows, columns], result[columns, rows] = B, B.T
    except FloatingPointError:
        raise ValueError(f"{what} overflow {K.dtype}; divide the data by its size first") from None
    return result


def outer(operation, x, y):
    """Return fill(rows, columns, out), which writes operation(x[i], y[j]) of a block."""
    most = max(ROWS, ROWS * COLUMNS // len(y))  # rows of a block
    tile = np.tile(y, (min(most, len(x)), 1))

    def fill(rows, columns, out):
        out[...] = x[rows, None]  # whole blocks, because operation.outer takes three times as long
        operation(out, tile[: len(out), columns], out=out)

    return fill


def between(K, rows, columns, why):
    """Return a finite kernel matrix between two sets of so many points; `rows` None: any."""
    K = float_like(K, "K")
    if K.ndim != 2 or K.size == 0 or K.shape != (rows or K.shape[0], columns):
        wanted = f"({rows or 'm'}, {columns})"
        raise ValueError(f"K has shape {K.shape}; K must have shape {wanted}: {why}")
    return K


def with_diagonal(K):
    """Return K of `gram` and its diagonal, the squared lengths, in float64."""
    K, _ = gram(K)
    return K, _squared_lengths(K.diagonal(), "K[{0}, {0}]", K)


def with_diagonals(K, diag_x, diag_y):
    """Return K and the squared lengths of its rows and of its columns, one array if not given."""
    if diag_x is None and diag_y is None:
        K = K if hasattr(K, "shape") else float_like(K, "K")
        shape = K.shape
        if len(shape) == 2 and shape[0] != shape[1]:
            raise ValueError(
                f"K has shape {shape}; K must be a square matrix (n, n), or a kernel between two "
                "sets with both diag_x and diag_y: pass k(x, x) of the rows and of the columns"
            )
        K, x = with_diagonal(K)
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
    K = K.astype(np.result_type(K, x, y), copy=False)
    return K, _squared_lengths(x, "diag_x[{}]", x), _squared_lengths(y, "diag_y[{}]", y)


def check_origin(K, x, y, *, direction):
    """Check the points of squared length 0: none if a `direction` is asked of them, else K = 0."""
    x_none, y_none = x == 0, y == 0
    if direction:
        name, none = ("diag_x", x_none) if x_none.any() else ("diag_y", y_none)
        i = none.argmax()
        label = f"K[{i}, {i}]" if x is y else f"{name}[{i}]"
        raise ValueError(
            f"{label} is 0: this point lies at the origin and has no direction ({none.sum()} such "
            "point(s)); every length must be above 0: drop the point, or take order_t with t > 0"
        )
    stray = np.abs(K) * (x_none[:, None] | y_none)
    i, j = map(int, np.unravel_index(stray.argmax(), stray.shape))
    # Cauchy-Schwarz, with rounding for the length that came as 0
    if stray[i, j] > math.sqrt(tolerance(K, scale=1.0)) * max(x.max(), y.max()):
        raise ValueError(
            f"K[{i}, {j}] is {K[i, j]:.6g} but one of its two points has squared length 0; K[{i}, "
            f"{j}] must then be 0: K is not positive semi-definite, see min_eigenvalue(K)"
        )


def with_fixed_signs(vectors):
    """Turn every column so that its largest entry, the first of those that tie, is above 0."""
    sizes = np.abs(vectors)
    largest = (sizes >= (1 - 1e-6) * sizes.max(axis=0)).argmax(axis=0)
    return vectors * np.sign(vectors[largest, np.arange(vectors.shape[1])])


def _squared_lengths(values, label, against):
    """Return values in float64, those below 0 by no more than rounding as 0."""
    i = int(values.argmin())
    if values[i] < 0 and values[i] < -tolerance(against):
        raise ValueError(
            f"{label.format(i)} is {values[i]:.6g}, below 0; a squared length is at least 0, so K "
            "is not positive semi-definite: look at min_eigenvalue(K), or mend it with repair(K)"
        )
    return np.maximum(values, 0, dtype=np.float64)
