"""Lloyd's iterations on inner products alone, shared by the estimators on a matrix.

With Z (n, k), 1 where point i is in cluster c, else 0, and |c| the size of the cluster:

    phi(x_i) . mu_c = (K Z)[i, c] / |c|,    ||mu_c||^2 = (Z' K Z)[c, c] / |c|^2

    ||phi(x_i) - mu_c||^2 = K[i, i] - 2 phi(x_i) . mu_c + ||mu_c||^2

    cost = sum_i ||phi(x_i) - mu_label(i)||^2 = trace(K) - sum_c |c| ||mu_c||^2

Source: Dhillon, Guan and Kulis (2004), Kernel k-means, spectral clustering and normalized cuts,
section 2, with equal weights.
"""

from dataclasses import dataclass

import numpy as np
from sklearn.utils import Bunch

from .._estimators import fill_empty
from ._starts import members

TIE_SHARE = 1e-3  # of the rounding that one inner product may have is left in a mean of many


@dataclass
class Run:
    """What one start led to; `indefinite` says how it showed that K belongs to no points."""

    history: list
    square_means: np.ndarray
    indefinite: str | None = None

    @property
    def cost(self):
        """The cost at the end."""
        return self.history[-1].cost


def best_run(points, starts, *, max_iter, tol):
    """Run from every start; return the run of least cost, the first of those that tie.

    Costs and distances apart by rounding tie, so that labels do not hang on the last bit.
    """
    slack = len(points.squares) * tie_width(points)
    best, indefinite = None, None
    for Z in starts:
        run = lloyd(points, Z, max_iter=max_iter, tol=tol)
        indefinite = indefinite or run.indefinite
        if best is None or run.cost < best.cost - slack:
            best = run
    best.indefinite = indefinite
    return best


def lloyd(points, Z, *, max_iter, tol):
    """Assign every point to its nearest mean and take the means again, until the cost stays.

    A step that would raise the cost is not taken. Only an indefinite K makes one beyond rounding.
    """
    squares, tie = points.squares, tie_width(points)
    total, slack = squares.sum(), len(squares) * tie
    history, indefinite = [], None
    sums = points.sums(Z)
    means, square_means, _ = _means(sums, Z)
    for _ in range(max_iter):
        D2 = squares[:, None] - 2 * means + square_means
        indefinite = indefinite or _negative(D2, tie / TIE_SHARE)
        labels = nearest(D2, tie)
        fill_empty(labels, D2[np.arange(len(D2)), labels], D2.shape[1])
        before, Z = (Z, sums), members(labels, Z.shape[1])
        sums = points.sums(Z, before)
        means, new_square_means, sizes = _means(sums, Z)
        cost = float(total - sizes @ new_square_means)
        if -slack < cost < 0:
            cost = 0.0
        if history and cost > history[-1].cost:
            if cost > history[-1].cost + slack:
                indefinite = f"a step raises the cost from {history[-1].cost:.6g} to {cost:.6g}"
            break
        history.append(Bunch(cost=cost, labels=labels))
        square_means = new_square_means
        if len(history) > 1 and history[-2].cost - cost <= tol * abs(history[0].cost):
            break
    return Run(history, square_means, indefinite)


def tie_width(points):
    """Squared distances no farther apart than this are equal."""
    return TIE_SHARE * points.rtol * np.abs(points.squares).max()


def nearest(D2, tie):
    """Return the column of the least entry of every row, the lowest of those that tie."""
    return (D2.min(axis=1, keepdims=True) + tie >= D2).argmax(axis=1)


def _means(sums, Z):
    """Inner products of points with means, squared norms of the means, sizes of the clusters."""
    sizes = Z.sum(axis=0)
    return sums / sizes, np.einsum("ic,ic->c", Z, sums) / sizes**2, sizes


def _negative(D2, rounding):
    """Say which squared distance is below 0 by more than rounding, if one is."""
    if D2.min() >= -rounding:
        return None
    i, c = np.unravel_index(D2.argmin(), D2.shape)
    return f"the squared distance of point {i} to centre {c} is {D2[i, c]:.6g}"
