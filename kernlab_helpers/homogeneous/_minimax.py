"""Period and weights of the map whose largest error is least: linear programs, by exchange.

The kernel of a map is (a b)^(gamma/2) times sum_j w_j cos(j L u), u = log(a / b). Its error is

    g(u) |sum_j w_j cos(j L u) - kappa(u)|,    w_j >= 0,  u >= 0

with g(u) = exp(-gamma u / 2), the largest that (a b)^(gamma/2) can be for a and b up to 1; or, for
ratios a / b up to r only and relative to (a b)^(gamma/2), with g = 1 up to u = log r and 0 beyond.
At a given L the best w solve a linear program. The best L comes from a search. (Frequencies that
are no multiples of one L do better still, by what a trial of orders 2 and 3 showed. They would give
up the period, and each would be one more number to search.)
"""

import math
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

import numpy as np

from ._table import KERNELS, Kernel

HIGHEST_ORDER = 32  # above, an answer takes more than seconds
PER_RADIAN = 20  # points u on a radian of the fastest cosine: between them peaks lose 0.1 %
PER_WEIGHT = 100  # and so many at least for a weight: the error has a peak for each, and one more
MOST_POINTS = 10**5
NEAR_0 = np.geomspace(1e-6, 1, 60)  # more points, relative to the last: signatures may peak at 0
LONGEST, SHORTEST = 1e6, 0.1  # periods of the search
SCAN = 1.12  # ratio of neighboring periods in it
PASSED = 0.6  # of the best period: an error that has doubled by there does not come down again
CLOSE = 1e-4  # relative accuracy of the best period
OPTIMAL = 1e-7  # relative to the least error: where the exchange stops
ROUNDING = 1e-14  # relative to kappa(0): errors no larger are rounding
PRICE = 1e-10  # of a weight, a little different for each: no two corners of the program tie


def minimax(kernel, order, *, period=None, gamma=1.0, ratio=None):
    """Return period and weights of least error; the period is chosen unless it is given."""
    problem = Problem(kernel, order, gamma, math.log(ratio) if ratio else None)
    if period is not None:
        return period, problem.at(period)[0]
    known = table().get((id(kernel), order)) if gamma == 1 and ratio is None else None
    return (known[0], known[1].copy()) if known else problem.search()


@dataclass(frozen=True)
class Problem:
    """A signature, the number of cosines beside the constant, and where the error counts."""

    kernel: Kernel
    order: int
    gamma: float = 1.0
    log_ratio: float | None = None

    def at(self, L, E=None):
        """Return the best weights at period L, and their error, which is about `E` or above."""
        u = places(self.order, L, self.last(E / 10 if E else self.rounding))
        g = np.exp(-self.gamma / 2 * u) if self.log_ratio is None else np.ones_like(u)
        cosines = np.cos(np.outer(u, L * np.arange(self.order + 1)))
        return exchange(g[:, np.newaxis] * cosines, g * self.kernel.signature(u))

    def search(self, close=CLOSE):
        """Return the best period, and its weights.

        A long period repeats the signature too soon, every 2 pi / L; a short one cannot follow it.
        The scan begins with a repeat where the error of the constant alone has its end.
        """
        constant, E_0 = replace(self, order=0).at(1.0)
        if self.order == 0 or self.rounding >= E_0:
            return 1.0, np.append(constant, np.zeros(self.order))
        best, least = self.scan(2 * math.pi / self.last(2 * E_0), E_0)
        L = around(best, lambda L: max(self.at(L, least)[1], self.rounding), close)
        return L, self.at(L, least)[0]

    def scan(self, longest, E_0):
        """Return the best of the periods from `longest` down, and its error."""
        longest = min(longest, LONGEST)
        shortest = min(SHORTEST * self.gamma, 1 / self.last(2 * E_0), longest / 2)
        best, least = longest, E_0
        for L in np.exp(np.arange(math.log(longest), math.log(shortest), -math.log(SCAN))):
            error = self.at(L, least)[1]
            if error < least:
                best, least = L, error
            passed = L / best < PASSED and error > 2 * least
            if passed or least <= self.rounding:
                break
        return best, least

    def last(self, E):
        """Return the u beyond which no error is above E: 2 kappa(0) exp(-gamma u / 2) = E."""
        if self.log_ratio is not None:
            return self.log_ratio
        return 2 / self.gamma * math.log(2 * self.kappa_0 / E)

    @property
    def kappa_0(self):
        """The signature at its peak."""
        return float(self.kernel.signature(np.zeros(())))

    @property
    def rounding(self):
        """The error that counts as none."""
        return ROUNDING * self.kappa_0


def around(best, error_at, close):
    """Return the period of least error within one step of the scan from `best`."""
    from scipy.optimize import minimize_scalar

    found = minimize_scalar(
        lambda log_L: math.log(error_at(math.exp(log_L))),
        bounds=(math.log(best / SCAN), math.log(best * SCAN)),
        method="bounded",
        options={"xatol": close},
    )
    return math.exp(found.x)


def places(order, L, last):
    """Return the u, from 0 to `last`, at which the error is looked at."""
    points = max(PER_RADIAN * last * max(order * L, 1.0), PER_WEIGHT * (order + 1))
    if points > MOST_POINTS and order * L > 1:
        raise ValueError(
            f"order * period is {order * L:g}; with design='minimax' the error is looked at on "
            f"every wave, so it must be at most {MOST_POINTS / PER_RADIAN / last:.3g} here: 0.3 to "
            "1 is a usual period; None finds the best"
        )
    points = min(int(points), MOST_POINTS)
    return np.union1d(np.linspace(0.0, last, points), last * NEAR_0)


def exchange(A, b):
    """Return w >= 0 that minimizes E = max |A w - b|, and E. No entry of A[0] may be below 0.

    The dual simplex method, which is the exchange of Remez with signs: as many constraints as
    unknowns, |A_i w - b_i| = E or w_j = 0, hold as equations. The worst of those that the solution
    breaks comes in, and the one goes whose multiplier is the first to fall to 0, so that none ever
    is below 0. E only grows; where nothing is broken it is the answer.
    """
    m = A.shape[1] + 1
    rows, level = np.eye(m), np.zeros(m)  # rows . (w, E) >= level: w_j >= 0, and from row 0 of A
    rows[-1, :-1], level[-1] = -A[0], -b[0]  # E - (A_0 w - b_0) >= 0
    objective = np.append(PRICE * (1 + 0.618 * np.arange(m - 1) % 1), 1.0)
    rounding = ROUNDING * np.abs(b).max()
    for _ in range(100 * m):
        w_E = np.linalg.solve(rows, level)
        w, E = w_E[:-1], w_E[-1]
        errors = A @ w - b
        i, j = np.abs(errors).argmax(), w.argmin()
        excess = abs(errors[i]) - E
        if max(excess, -w[j]) <= max(OPTIMAL * E, rounding):
            break
        sign = np.sign(errors[i])
        row, bound = np.append(-sign * A[i], 1.0), -sign * b[i]
        if -w[j] > excess:
            row, bound = np.eye(m)[j], 0.0
        multipliers, change = np.linalg.solve(rows.T, np.column_stack([objective, row])).T
        falls = change > 1e-11
        if not falls.any():
            break  # the row is a mixture of the others: it is broken by rounding only
        first = np.full(m, np.inf)
        np.divide(np.maximum(multipliers, 0.0), change, out=first, where=falls)
        out = first.argmin()
        rows[out], level[out] = row, bound
    w = np.maximum(w, 0.0)
    return w, float(np.abs(A @ w - b).max())


@cache
def table():
    """Return (kernel, order) -> (period, weights) of minimax.csv, which tools/minimax.py writes."""
    lines = files(__package__).joinpath("minimax.csv").read_text(encoding="utf-8").splitlines()
    return dict(map(entry, lines[1:]))


def entry(line):
    """Return key and value of one line: kernel, order, largest error, period, weights."""
    name, order, _, period, *weights = line.split(",")
    return (id(KERNELS[name]), int(order)), (float(period), np.array(weights, dtype=np.float64))
