"""The arithmetic of the explicit map: cosines and sines of a logarithm, block by block."""

import os
import sys
from concurrent.futures import ThreadPoolExecutor

import numpy as np

from ._table import TINY

BLOCK = 2**16  # numbers mapped at a time: what lies between input and output stays in the cache
SHARE = 2**18  # numbers that a thread takes at a time


def waves(X, frequencies, amplitudes, gamma, look):
    """Return amplitude x^(gamma/2) cos(frequency log x), then sin, for all numbers x of X.

    X is (n, d), at least 0; the first frequency is 0 and has no sine. The result has d columns for
    each wave. `look` sees each block of X first, and may refuse it.
    """
    n, d = X.shape
    out = np.empty((n, d * (2 * len(frequencies) - 1)), dtype=X.dtype)
    rows = max(1, BLOCK // d)

    def fill(start, stop):
        scratch = np.empty((5, min(rows, stop - start), d))
        for i in range(start, stop, rows):
            part = slice(i, min(i + rows, stop))
            look(X[part])
            _fill(X[part], out[part], frequencies, amplitudes, gamma, scratch[:, : part.stop - i])

    shares, cores = X.size // SHARE, _cores()
    if min(shares, cores) < 2:
        fill(0, n)
    else:
        cuts = [n * i // shares for i in range(shares + 1)]
        with ThreadPoolExecutor(cores) as pool:  # NumPy lets go of the interpreter's lock
            list(pool.map(fill, cuts[:-1], cuts[1:]))
    return out


def _fill(X, out, frequencies, amplitudes, gamma, scratch):
    """Write the columns of one block of rows."""
    d = X.shape[1]
    X = X.astype(np.float64, copy=False)
    size, height, log, t, share = scratch
    np.sqrt(X, out=size) if gamma == 1 else np.power(X, gamma / 2, out=size)
    np.multiply(size, amplitudes[0], out=out[:, :d])
    np.maximum(X, TINY, out=log)  # any number does where X is 0: its size is 0
    np.log(log, out=log)
    last = len(frequencies) - 1
    for j in range(1, last + 1):
        if j == last:
            height, t = size, log  # no longer needed: less to hold in the cache
        # cos a = 2 / (1 + t^2) - 1 and sin a = 2 t / (1 + t^2) with t = tan(a / 2): one tangent is
        # cheaper than a cosine and a sine
        np.multiply(log, frequencies[j] / 2, out=t)
        np.tan(t, out=t)
        np.multiply(t, t, out=share)
        share += 1
        np.multiply(size, amplitudes[j], out=height)
        np.divide(height, share, out=share)
        share += share
        np.subtract(share, height, out=out[:, (2 * j - 1) * d : 2 * j * d])
        np.multiply(share, t, out=t)
        np.add(t, 0.0, out=out[:, 2 * j * d : (2 * j + 1) * d])  # 0 has no sign


def _cores():
    """Cores to use: one in the browser, which has no threads."""
    return 1 if sys.platform == "emscripten" else min(4, os.cpu_count() or 1)
