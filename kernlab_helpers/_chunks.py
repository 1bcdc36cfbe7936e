"""Arrays that do not fit: how they are told from others, and a row-wise method by chunks.

A memmap is a file that looks like an array; a Dask array is a recipe for chunks that other
processes may make. Dask is not imported here: who hands over its array has it already.
"""

import functools
import os
import sys
import warnings
from collections.abc import Callable
from typing import TypeVar

import numpy as np

from ._checks import as_points, slices
from ._estimators import numbers_of

F = TypeVar("F", bound=Callable)

PIECE = 2**18  # numbers worked on at a time: what is made of a chunk stays near the processor


def is_lazy(X):
    """Tell whether X is a Dask array."""
    return hasattr(X, "to_delayed")


def is_on_disk(X):
    """Tell whether X is a memmap."""
    return isinstance(X, np.memmap)


def check_table(X, name="X"):
    """Refuse what is no (n, d) table of numbers, by its shape and kind: nothing of it is read."""
    if X.ndim == 2 and np.isnan(X.shape).any():
        raise ValueError(
            f"{name} has chunks of unknown size, shape {X.shape}; call {name}.compute_chunk_sizes()"
        )
    like = np.zeros([min(1, length) for length in X.shape], X.dtype)
    as_points(numbers_of(like, name), name)  # says what it is


def by_chunks(method: F) -> F:
    """Decorate a method on rows: of a Dask array it makes one that is computed when it is wanted.

    The rows of a memmap are read some at a time, so that no more of the file is in memory. The
    method must give one row (or one number) for each row, whatever the other rows are.
    """
    name = method.__name__

    @functools.wraps(method)
    def any_array(self, *args, **kwargs):
        X, *_ = [*args, *kwargs.values(), None]  # by its place or by its name
        if is_lazy(X):
            check_table(X)
            return _later(getattr(self, name), X)
        if is_on_disk(X) and X.ndim == 2 and X.size > PIECE:
            return _filled(X, slices(len(X), PIECE // X.shape[1]), getattr(self, name))
        return method(self, *args, **kwargs)

    return any_array


def _later(work, X):
    """Return work(X) as a Dask array with the chunks of rows that X has."""
    X = X.rechunk({1: -1})
    with warnings.catch_warnings():  # of what it says of a row that is none
        warnings.simplefilter("ignore", UserWarning)
        like = work(np.ones((1, X.shape[1]), X.dtype))  # tells columns and dtype
    chunks = X.chunks[:1] if like.ndim == 1 else (X.chunks[0], (like.shape[1],))
    dropped = 1 if like.ndim == 1 else None
    return X.map_blocks(work, meta=like[:0], chunks=chunks, drop_axis=dropped)


def _filled(X, parts, work):
    """Return work(X), one part of the rows after the other."""
    result = None
    for rows in parts:
        some = work(np.asarray(X[rows]))
        if result is None:
            result = np.empty((len(X), *some.shape[1:]), some.dtype)
        result[rows] = some
    return result


def cores():
    """Return the number of cores to use: those that the process may have, at most 4.

    One in the browser, which has no threads.
    """
    if sys.platform == "emscripten":
        return 1
    if hasattr(os, "sched_getaffinity"):
        return min(4, len(os.sched_getaffinity(0)))
    return min(4, os.cpu_count() or 1)
