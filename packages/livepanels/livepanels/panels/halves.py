"""Of a symmetric matrix of bytes the lower half says all: it travels, and it is recorded."""

import functools

import numpy as np

__all__ = ["lower_half", "mirrored", "symmetric_side"]


def symmetric_side(array):
    """Return the side of a symmetric matrix of bytes, 0 for any other array."""
    square = array.ndim == 2 and array.shape[0] == array.shape[1]
    symmetric = square and array.dtype == np.uint8 and np.array_equal(array, array.T)
    return len(array) if symmetric else 0


def lower_half(matrix):
    """Return the entries on and below the diagonal, row by row."""
    return matrix.reshape(-1)[lower_indices(len(matrix))]


@functools.lru_cache(maxsize=8)
def lower_indices(side):
    """Return where the entries on and below the diagonal stand in a matrix that is flat."""
    return np.flatnonzero(np.tri(side, dtype=bool))


def mirrored(half, side):
    """Return the symmetric matrix of a lower half."""
    matrix = np.zeros((side, side), np.uint8)
    matrix.reshape(-1)[lower_indices(side)] = half
    return np.maximum(matrix, matrix.T)
