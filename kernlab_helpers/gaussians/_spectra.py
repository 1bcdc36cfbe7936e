"""Eigenvalues of thousands of small symmetric matrices at once.

LAPACK takes one matrix after another and spends most of its time on starting. Here the matrices
lie last, (d, d, pairs): each step of the textbook algorithm is one array operation for all of them.
"""

import numpy as np

__all__ = ["eigenvalues"]

SETTLED = 1e-20  # a squared off-diagonal entry, as a share of the two entries beside it
SWEEPS = 60  # three are usual
FLOOR = 1e-200  # of a squared off-diagonal entry of a matrix of trace 1
MISS = 3e-16  # shifts stay clear of an eigenvalue by as much, where a hit would be 0 / 0


def eigenvalues(S):
    """Eigenvalues of S[:, :, p], unsorted, as (d, pairs); S is overwritten.

    For positive definite matrices; rounding is about 1e-16 times the largest eigenvalue of each.
    A matrix that leaves the range of floating point, or does not settle, gives NaN.
    """
    with np.errstate(all="ignore"):
        scale = sum(S[k, k] for k in range(len(S)))
        S /= scale
        diagonal, squares = _tridiagonal(S)
        for k in range(len(diagonal) - 2):
            _settle(diagonal[k:], squares[k:])
        if len(diagonal) > 1:
            _close(diagonal, squares)
        return diagonal * scale


def _tridiagonal(S):
    """Diagonal and squared off-diagonal after Householder reflections, last row first.

    S is overwritten. Last first, because the small entries tend to be there: fewer sweeps.
    """
    d = len(S)
    diagonal = np.empty((d, S.shape[2]))
    squares = np.full((d - 1, S.shape[2]), FLOOR)
    for k in range(d - 1):
        diagonal[-1 - k] = S[k, k]
        v = S[k + 1 :, k].copy()
        square = np.einsum("ip,ip->p", v, v)
        np.maximum(square, FLOOR, out=squares[-1 - k])
        if k == d - 2:
            break
        step = np.copysign(np.sqrt(square), v[0])
        half = square + step * v[0]  # |v|^2 / 2 once the next line has made v the mirror
        v[0] += step
        half[half == 0] = 1.0  # nothing to reflect
        rest = S[k + 1 :, k + 1 :]
        w = np.einsum("ijp,jp->ip", rest, v) / half
        w -= np.einsum("ip,ip->p", w, v) / (2 * half) * v
        for i in range(len(v)):
            rest[i, i:] -= v[i] * w[i:]
            rest[i, i:] -= w[i] * v[i:]
            rest[i + 1 :, i] = rest[i, i + 1 :]
    diagonal[0] = S[-1, -1]
    return diagonal, squares


def _settle(diagonal, squares):
    """Sweep until the first entry of every diagonal is an eigenvalue; both arrays change."""
    for _ in range(SWEEPS):
        busy = squares[0] > SETTLED * np.abs(diagonal[0] * diagonal[1])
        count = np.count_nonzero(busy)
        if count == 0:
            return
        if 8 * count < busy.size:  # go on with the few that need it
            few = np.flatnonzero(busy)
            parts = diagonal[:, few], squares[:, few]
            _settle(*parts)
            diagonal[:, few], squares[:, few] = parts
            return
        _sweep(diagonal, squares)
    diagonal[0, busy] = np.nan


def _sweep(diagonal, squares):
    """One QL step without square roots (Pal, Walker and Kahan), as in LAPACK's dsterf."""
    root = np.sqrt(squares[0])
    slope = (diagonal[1] - diagonal[0]) / (2 * root)
    shift = diagonal[0] - root / (slope + np.copysign(np.sqrt(slope * slope + 1), slope))
    shift -= MISS
    diagonal -= shift
    gamma, cosine, sine, r = diagonal[-1].copy(), *np.empty((3, *shift.shape))
    p = gamma * gamma
    last = len(squares) - 1
    for i in range(last, -1, -1):  # in place, so that the arrays stay in the cache
        np.add(p, squares[i], out=r)
        if i < last:
            np.multiply(sine, r, out=squares[i + 1])
        np.divide(p, r, out=cosine)
        np.divide(squares[i], r, out=sine)
        np.add(gamma, diagonal[i], out=diagonal[i + 1])
        gamma *= sine
        np.multiply(cosine, diagonal[i], out=p)
        np.subtract(p, gamma, out=gamma)
        diagonal[i + 1] -= gamma
        np.multiply(gamma, gamma, out=p)
        p /= cosine
    np.multiply(sine, p, out=squares[0])
    np.maximum(squares, FLOOR, out=squares)
    diagonal[0] = gamma
    diagonal += shift


def _close(diagonal, squares):
    """Eigenvalues of the last two rows, by the formula for 2 x 2."""
    middle, half = (diagonal[-2] + diagonal[-1]) / 2, (diagonal[-2] - diagonal[-1]) / 2
    root = np.sqrt(half * half + squares[-1])
    diagonal[-2], diagonal[-1] = middle - root, middle + root
