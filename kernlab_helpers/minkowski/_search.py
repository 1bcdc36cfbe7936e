"""The two searches for a center: a root for p > 1, the best data point for p < 1.

Both take rows u of numbers between 0 and 1, one row for each coordinate, and weights w (n,).
"""

import numpy as np

from .._checks import slices
from .distances import BLOCK

WIDTH = 1e-13  # a bracket this narrow, as a share of the range of the data, is a solution
STEP = 1e-9  # a Newton step this small: the next one would be lost in rounding
COST_RTOL = 1e-12  # relative difference of two costs that may be rounding
FEW_POWERS = 10**5  # so many cost less than the bounds that spare them: 150 points, 4 features


def slopes(u, w, p, c):
    """Return the sums over points that a step is made of: slope, curvature, size of the slope.

    sum_i w_i sgn(c - u_i) t_i^(p-1),  sum_i w_i t_i^(p-2) / m,  sum_i w_i t_i^(p-1)

    with t_i = |u_i - c| / m, m the largest that |u - c| can be on [0, 1], so that the powers
    neither overflow nor all vanish; the factors p and p - 1 are left out. A point at c itself is
    left out of the curvature, which for p < 2 is infinite there.
    """
    m = np.maximum(c, 1 - c)
    gaps = c[:, None] - u
    gaps /= m[:, None]
    t = np.abs(gaps)
    powers = t ** (p - 1)
    size = powers @ w
    slope = np.copysign(powers, gaps, out=gaps) @ w
    t += np.finfo(float).tiny  # 0 / 0 becomes 0
    powers /= t
    return slope, powers @ w / m, size


class RowSums:
    """The sums of `slopes` for rows of numbers that are in memory."""

    def __init__(self, u, w, p):
        self.u, self.w, self.p = u, w, p
        self.rows = np.arange(len(u))

    def __call__(self, c, rows):
        """Return slope, curvature and size at c of these rows, no more than those of last time."""
        if len(rows) < len(self.rows):
            self.u = self.u[np.searchsorted(self.rows, rows)]
            self.rows = rows
        return slopes(self.u, self.w, self.p, c)


def newton(sums, p, c):
    """Return for every row the root of its slope on [0, 1], from the guesses `c`, 1 < p < inf.

    `sums(c, rows)` gives slope, curvature and size of some rows at c: three sums over the points,
    wherever these are. The slope rises with c, so its sign says on which side the root is. A Newton
    step that leaves the bracket, or is more than half as long as the one before, is replaced by
    halving the bracket.
    """
    found = c.copy()
    unfinished = np.arange(len(c))
    low = np.zeros_like(c)
    high = np.ones_like(c)
    last_step = np.full_like(c, np.inf)
    while unfinished.size:
        slope, curvature, size = sums(c, unfinished)
        low = np.where(slope <= 0, c, low)
        high = np.where(slope >= 0, c, high)
        with np.errstate(all="ignore"):  # no curvature: no Newton step
            step = slope / curvature / (p - 1)
            within = (low <= c - step) & (c - step <= high)
            good = within & (np.abs(step) <= last_step / 2)
        # near a point that holds the root a short step alone says little for p < 2
        done = good & (np.abs(step) <= STEP) & (np.abs(slope) <= 1e-6 * size)
        done |= high - low <= WIDTH
        last_step = np.where(good, np.abs(step), high - low)
        c = np.where(good, c - step, low + (high - low) / 2)
        if done.any():
            found[unfinished[done]] = c[done]
            left = ~done
            unfinished = unfinished[left]
            c = c[left]
            low = low[left]
            high = high[left]
            last_step = last_step[left]
    return found


def best_points(u, w, p):
    """Return the index of the best data point in each row of u, for 0 < p < 1: the least if tied.

    Between neighbors the cost is concave, so its minimum is at a point.
    """
    order = u.argsort(axis=1, kind="stable")
    x = np.take_along_axis(u, order, axis=1)
    w = w[order]
    few = x.size * x.shape[1] <= FEW_POWERS
    costs = costs_of_all(x, w, p) if few else costs_of_some(x, w, p)
    best = costs <= costs.min(axis=1, keepdims=True) * (1 + COST_RTOL)
    return order[np.arange(len(u)), best.argmax(axis=1)]


def costs_of_all(x, w, p):
    """Return the cost of every data point of every row.

    cost[r, i] = sum_j w_rj |x_rj - x_ri|^p
    """
    costs = np.empty_like(x)
    for r, (x_r, w_r) in enumerate(zip(x, w, strict=True)):
        costs[r] = np.abs(x_r[:, None] - x_r) ** p @ w_r
    return costs


def costs_of_some(x, w, p):
    """Return the costs of the points that may be best, inf for the others; the rows of x rise.

    On an interval [a, b] that holds the points S, the terms of all other points are concave, hence

    cost(c) >= min over e in {a, b} of  cost(e) - sum over S of w |x - e|^p

    and by Jensen that sum is at most W |mean of S - e|^p, W the weight of S. Only intervals whose
    bound is no more than the best cost so far are halved. Of equal points one is tried.
    """
    first, last = _runs_of_equals(x)
    weight_before = _sums_before(w)
    moment_before = _sums_before(w * x)
    costs = np.full_like(x, np.inf)

    def points_inside(intervals):
        """Return where S begins and ends, for intervals given by row, left and right place."""
        row, left, right = intervals
        return last[row, left] + 1, first[row, right]

    def bounds(intervals):
        row, left, right = intervals
        start, stop = points_inside(intervals)
        W = weight_before[row, stop] - weight_before[row, start]
        mean = (moment_before[row, stop] - moment_before[row, start]) / W
        from_a = costs[row, left] - W * np.abs(mean - x[row, left]) ** p
        from_b = costs[row, right] - W * np.abs(mean - x[row, right]) ** p
        return np.minimum(from_a, from_b)

    row, at = _first_tries(x)
    costs[row, at] = costs_at(x, w, p, row, at)
    best = costs.min(axis=1)
    side_by_side = row[:-1] == row[1:]
    intervals = np.stack([row[:-1], at[:-1], at[1:]])[:, side_by_side]
    while intervals.size:
        start, stop = points_inside(intervals)
        intervals = intervals[:, start < stop]
        least = best[intervals[0]] * (1 + COST_RTOL)
        intervals = intervals[:, bounds(intervals) <= least]

        row, left, right = intervals
        start, stop = points_inside(intervals)
        middle = (start + stop) // 2
        costs[row, middle] = costs_at(x, w, p, row, middle)
        np.minimum.at(best, row, costs[row, middle])
        intervals = np.hstack([(row, left, middle), (row, middle, right)])
    return costs


def costs_at(x, w, p, row, at):
    """Return the cost of the point x[row, at], for many rows and places; w (r, n) as x."""
    costs = np.empty(len(row))
    for some in slices(len(row), BLOCK // x.shape[1]):
        r = row[some]
        t = np.abs(x[r] - x[r, at[some]][:, None])
        t **= p
        costs[some] = np.einsum("ij,ij->i", t, w[r])
    return costs


def _first_tries(x):
    """Return rows and places of nine points of each row, from its first to its last."""
    rows, n = x.shape
    places = np.unique(np.linspace(0, n - 1, min(n, 9)).astype(int))
    return np.arange(rows).repeat(len(places)), np.tile(places, rows)


def _runs_of_equals(x):
    """Return where the numbers equal to each begin and end, in rows that rise."""
    n = x.shape[1]
    place = np.arange(n)
    begins = np.diff(x, axis=1, prepend=-1.0) > 0
    ends = np.roll(begins, -1, axis=1)
    first = np.maximum.accumulate(np.where(begins, place, 0), axis=1)
    last = np.minimum.accumulate(np.where(ends, place, n - 1)[:, ::-1], axis=1)[:, ::-1]
    return first, last


def _sums_before(values):
    """Return the sum of what stands before each place of a row, and last that of all."""
    return np.pad(values.cumsum(axis=1), ((0, 0), (1, 0)))
