"""The two searches for a centre: a root for p > 1, the best data point for p < 1.

Both take rows of numbers between 0 and 1, one row for each coordinate.
"""

import numpy as np

from .distances import BLOCK

WIDTH = 1e-13  # a bracket this narrow, as a share of the range of the data, is a solution
STEP = 1e-9  # a Newton step this small: the next one would be lost in rounding
TIE = 1e-12  # relative difference of two costs that may be rounding


def slopes(units, w, p, c):
    """Return the sums over points that a step is made of: slope, curvature, size of the slope.

    sum_i w_i sgn(c - u_i) t_i^(p-1),  sum_i w_i t_i^(p-2) / m,  sum_i w_i t_i^(p-1)

    with t_i = |u_i - c| / m, m the largest that |u - c| can be on [0, 1], so that the powers
    neither overflow nor all vanish; the factors p and p - 1 are left out. A point at c itself is
    left out of the curvature, which for p < 2 is infinite there.
    """
    most = np.maximum(c, 1 - c)
    gaps = c[:, None] - units
    gaps /= most[:, None]
    t = np.abs(gaps)
    powers = t ** (p - 1)
    size = powers @ w
    slope = np.copysign(powers, gaps, out=gaps) @ w
    t += np.finfo(float).tiny  # 0 / 0 becomes 0
    powers /= t
    return slope, powers @ w / most, size


def newton(units, w, p, c):
    """Root of the slope in each row of `units`, from the guesses `c`, for 1 < p < inf.

    The slope rises with c, so its sign says on which side the root is. A Newton step that leaves
    the bracket, or is more than half as long as the one before, is replaced by halving the bracket.
    """
    found = c.copy()
    open_rows = np.arange(len(units))
    low, high, before = np.zeros_like(c), np.ones_like(c), np.full_like(c, np.inf)
    while open_rows.size:
        slope, curvature, size = slopes(units, w, p, c)
        low, high = np.where(slope <= 0, c, low), np.where(slope >= 0, c, high)
        with np.errstate(all="ignore"):  # no curvature: no Newton step
            step = slope / curvature / (p - 1)
            good = (low <= c - step) & (c - step <= high) & (np.abs(step) <= before / 2)
        # near a point that holds the root a short step alone says little for p < 2
        done = good & (np.abs(step) <= STEP) & (np.abs(slope) <= 1e-6 * size)
        before = np.where(good, np.abs(step), high - low)
        c = np.where(good, c - step, low + (high - low) / 2)
        done |= high - low <= WIDTH
        if done.any():
            found[open_rows[done]] = c[done]
            left = ~done
            open_rows, units, c = open_rows[left], units[left], c[left]
            low, high, before = low[left], high[left], before[left]
    return found


def best_points(units, w, p):
    """Index of the best data point in each row, for 0 < p < 1: exact, without trying them all.

    Between neighbours the cost is concave, so its minimum is at a point. On an interval [a, b]
    that holds the points S the other terms are concave, hence

    cost(c) >= min over e in {a, b} of  cost(e) - sum over S of w |x - e|^p

    and by Jensen that sum is at most W |mean of S - e|^p, W the weight of S. Only intervals whose
    bound is no more than the best cost so far are halved. Of equal costs the lowest point wins.
    """
    order = units.argsort(axis=1, kind="stable")
    x, w = np.take_along_axis(units, order, axis=1), w[order]
    n = x.shape[1]
    count = np.arange(n)
    new = np.diff(x, axis=1, prepend=-1.0) > 0
    first = np.maximum.accumulate(np.where(new, count, 0), axis=1)  # of the points equal to this
    ends = np.where(np.roll(new, -1, axis=1), count, n - 1)
    last = np.minimum.accumulate(ends[:, ::-1], axis=1)[:, ::-1]
    weight = np.pad(w.cumsum(axis=1), ((0, 0), (1, 0)))
    moment = np.pad((w * x).cumsum(axis=1), ((0, 0), (1, 0)))

    grid = np.unique(np.linspace(0, n - 1, min(n, 9)).astype(int))
    row = np.repeat(np.arange(len(x)), len(grid))
    at = np.tile(grid, len(x))
    cost = _costs(x, w, p, row, at)
    tried = [(row, at, cost)]
    best = cost.reshape(len(x), -1).min(axis=1)
    inner = at < n - 1
    a, b = (row[inner], at[inner], cost[inner]), (at[at > 0], cost[at > 0])
    row, i, f_i, j, f_j = *a, *b
    while row.size:
        low, high = last[row, i] + 1, first[row, j]  # the points strictly between
        row, i, f_i, j, f_j, low, high = (v[low < high] for v in (row, i, f_i, j, f_j, low, high))
        W = weight[row, high] - weight[row, low]
        mean = (moment[row, high] - moment[row, low]) / W
        bound = np.minimum(
            f_i - W * np.abs(mean - x[row, i]) ** p, f_j - W * np.abs(x[row, j] - mean) ** p
        )
        keep = bound <= best[row] * (1 + TIE)
        row, i, f_i, j, f_j, low, high = (v[keep] for v in (row, i, f_i, j, f_j, low, high))
        middle = (low + high) // 2
        f_m = _costs(x, w, p, row, middle)
        tried.append((row, middle, f_m))
        np.minimum.at(best, row, f_m)
        row, i, f_i = np.tile(row, 2), np.append(i, middle), np.append(f_i, f_m)
        j, f_j = np.append(middle, j), np.append(f_m, f_j)
    row, at, cost = (np.concatenate(column) for column in zip(*tried, strict=True))
    good = cost <= best[row] * (1 + TIE)
    lowest = np.full(len(x), n)
    np.minimum.at(lowest, row[good], at[good])
    return order[np.arange(len(x)), first[np.arange(len(x)), lowest]]


def _costs(x, w, p, row, at):
    """Costs of the points `at` in the rows `row`."""
    costs = np.empty(len(row))
    step = max(1, BLOCK // x.shape[1])
    for start in range(0, len(row), step):
        part = slice(start, start + step)
        r = row[part]
        t = x[r]
        t -= x[r, at[part]][:, None]
        np.abs(t, out=t)
        t **= p
        costs[part] = np.einsum("ij,ij->i", t, w[r])
    return costs
