"""Lloyd's iterations on inner products alone, for k-means on a kernel matrix or in its axes.

With Z (n, k), 1 where point i is in cluster c, else 0, and |c| the size of the cluster:

    phi(x_i) . mu_c = (K Z)[i, c] / |c|,    ||mu_c||^2 = (Z' K Z)[c, c] / |c|^2

    ||phi(x_i) - mu_c||^2 = K[i, i] - 2 phi(x_i) . mu_c + ||mu_c||^2

    cost = sum_i ||phi(x_i) - mu_label(i)||^2 = trace(K) - sum_c |c| ||mu_c||^2

Source: Dhillon, Guan and Kulis (2004), Kernel k-means, spectral clustering and normalized cuts,
section 2, with equal weights.
"""

import numpy as np
from sklearn.utils import Bunch

from .._checks import tolerance
from .._estimators import fill_empty, kmeans_plus_plus

MEAN_RTOL = 1e-3  # of the rounding that one inner product may have is left in a mean of many


def lloyd(points, Z, *, max_iter, tol):
    """Assign every point to its nearest mean and take the means again, until the cost stays.

    A step that would raise the cost is not taken. Only an indefinite K makes one beyond rounding.

    Returns `history`, one record per iteration; `mu_mu`, the squared norms of the last means; and
    `indefinite`, None or how K showed that it belongs to no points.
    """
    K_ii = points.K_ii
    trace = K_ii.sum()
    tie = tie_width(points)
    slack = len(K_ii) * tie
    history = []
    indefinite = None
    KZ = points.times(Z)
    sizes, mu_mu = means(Z, KZ)
    for _ in range(max_iter):
        D2 = K_ii[:, None] - 2 * (KZ / sizes) + mu_mu  # ||phi(x_i) - mu_c||^2
        indefinite = indefinite or _negative(D2, tie / MEAN_RTOL)
        labels = nearest_mean(D2, tie)
        fill_empty(labels, D2[np.arange(len(D2)), labels], len(sizes))

        Z_before = Z
        Z = members(labels, len(sizes))
        KZ = points.times(Z, known=(Z_before, KZ))
        sizes, new_mu_mu = means(Z, KZ)
        cost = float(trace - sizes @ new_mu_mu)
        if -slack < cost < 0:
            cost = 0.0
        if history and cost > history[-1].cost:
            if cost > history[-1].cost + slack:
                indefinite = f"a step raises the cost from {history[-1].cost:.6g} to {cost:.6g}"
            break
        history.append(Bunch(cost=cost, labels=labels))
        mu_mu = new_mu_mu
        if len(history) > 1 and history[-2].cost - cost <= tol * abs(history[0].cost):
            break
    return Bunch(history=history, mu_mu=mu_mu, indefinite=indefinite)


def means(Z, KZ):
    """Return the sizes |c| of the clusters and the squared norms of their means.

    ||mu_c||^2 = (Z' K Z)[c, c] / |c|^2
    """
    sizes = Z.sum(axis=0)
    return sizes, np.einsum("ic,ic->c", Z, KZ) / sizes**2


def members(labels, n_clusters):
    """Return Z (n, k): 1 where the point is in the cluster, else 0."""
    return (labels[:, None] == np.arange(n_clusters)).astype(np.float64)


def nearest_mean(D2, tie):
    """Return the column of the least entry of every row, the lowest of those that tie."""
    return (D2.min(axis=1, keepdims=True) + tie >= D2).argmax(axis=1)


def tie_width(points):
    """Return how far apart squared distances may be and still count as equal: rounding."""
    return MEAN_RTOL * points.rtol * np.abs(points.K_ii).max()


def best_of(runs, points):
    """Return the run of least cost, the first of those that tie within rounding.

    It tells that K is indefinite if any of the runs does.
    """
    slack = len(points.K_ii) * tie_width(points)
    best = None
    indefinite = None
    for run in runs:
        indefinite = indefinite or run.indefinite
        if best is None or run.history[-1].cost < best.history[-1].cost - slack:
            best = run
    best.indefinite = indefinite
    return best


def first_members(points, n_clusters, random_state):
    """Choose points far from one another (k-means++) and return Z (n, k), one point per cluster.

    d^2(x_i, x_j) = K[i, i] + K[j, j] - 2 K[i, j];  below 0 (K indefinite) it counts as 0
    """

    def squared_distances_from(chosen):
        D2 = points.K_ii[chosen][:, None] + points.K_ii - 2 * points.rows(chosen)
        return np.maximum(D2, 0)

    n = len(points.K_ii)
    first = random_state.choice(n, p=np.full(n, 1 / n))  # as scikit-learn draws it
    chosen = kmeans_plus_plus(squared_distances_from, first, n_clusters, random_state)
    Z = np.zeros((n, n_clusters))
    Z[chosen, range(n_clusters)] = 1
    return Z


# ------------------------------------------------------------ inner products between the points


class FromKernel:
    """Points known by their (n, n) kernel matrix; `rtol` is the rounding it came with."""

    def __init__(self, K):
        self.rtol = tolerance(K, scale=1.0)
        self.K = K.astype(np.float64, copy=False)
        self.K_ii = np.diagonal(self.K).copy()

    def rows(self, chosen):
        """Return K[chosen]."""
        return self.K[chosen]

    def times(self, Z, known=None):
        """Return K Z; where few points moved since `known` = (Z, K Z), only what they change."""
        if known is not None:
            known_Z, known_KZ = known
            moved = np.flatnonzero((known_Z != Z).any(axis=1))
            if 4 * len(moved) < len(Z):
                return known_KZ + self.K[moved].T @ (Z[moved] - known_Z[moved])
        return self.K @ Z


class FromCoordinates:
    """Points known by their (n, r) coordinates: K = Y Y' is never formed."""

    def __init__(self, Y):
        self.rtol = tolerance(Y, scale=1.0)
        self.Y = Y
        self.K_ii = np.einsum("ij,ij->i", Y, Y)

    def rows(self, chosen):
        """Return K[chosen]."""
        return self.Y[chosen] @ self.Y.T

    def times(self, Z, known=None):
        """Return K Z; r is so small that `known` saves nothing."""
        return self.Y @ (self.Y.T @ Z)


def _negative(D2, rounding):
    """Say which squared distance is below 0 by more than rounding, if one is."""
    if D2.min() >= -rounding:
        return None
    i, c = np.unravel_index(D2.argmin(), D2.shape)
    return f"the squared distance of point {i} to center {c} is {D2[i, c]:.6g}"
