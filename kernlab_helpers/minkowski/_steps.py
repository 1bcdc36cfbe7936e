"""The steps of Minkowski k-means, each the exact minimum of the cost in what it changes.

cost = sum_i sum_l (w_cl |x_il - m_cl|)^p,  c the cluster of point i

`assign` and `powers` look at one point at a time; `dispersions` and the sums behind the centers are
sums over points. So every step but the medians and the centers for p < 1 can be taken on chunks.
"""

import numpy as np

from .._checks import slices
from .._estimators import fill_empty, kmeans_plus_plus
from .centers import center
from .distances import BLOCK


def first_centers(X, n_clusters, p, random_state):
    """Choose points of X far from one another, by the unweighted distance for p (k-means++)."""

    def powers_from(chosen):
        return powers(X, X[chosen], np.ones((len(chosen), X.shape[1])), p).T

    first = random_state.randint(len(X))
    return X[kmeans_plus_plus(powers_from, first, n_clusters, random_state)]


def update_centers(X, labels, centers, p):
    """Return the (k, d) Minkowski centers of the clusters; the old ones are where to begin."""
    return np.array([center(X[labels == c], p, guess=m) for c, m in enumerate(centers)])


def cluster_sums(X, labels, centers):
    """Return the (k, d) sums of the points of each cluster, about the origin of products."""
    k = len(centers)
    origin = origin_of_products(centers, X.dtype)
    sums = np.zeros(centers.shape)
    for rows in _blocks(X):
        Z = (labels[rows] == np.arange(k)[:, None]).astype(X.dtype)
        sums += Z @ (X[rows] - origin)
    return sums


def dispersions(X, labels, centers, p):
    """Return the (k, d) sums of |x_il - m_cl|^p over the points of each cluster."""
    V = np.zeros_like(centers)
    for c, m in enumerate(centers):
        members = X[labels == c]
        for rows in _blocks(members):
            t = np.abs(members[rows] - m)
            t **= p
            V[c] += t.sum(axis=0)
    return V


def assign(X, centers, weights, p, sums=None):
    """Return each point's cluster of least cost, the lowest of those that tie, and that cost.

    cost of point i in cluster c = sum_l (w_cl |x_il - m_cl|)^p

    To `sums` (k, d) are added the sums of the points of each cluster about the origin of products.
    """
    if p == 2:
        return assign_by_products(X, centers, weights, sums)
    costs = powers(X, centers, weights, p)
    labels = costs.argmin(axis=1)
    return labels, costs[np.arange(len(X)), labels]


def costs_in(X, labels, centers, weights, p):
    """Return what each point costs in its cluster, from differences: sum_l (w_l |x_l - m_l|)^p."""
    costs = np.empty(len(X))
    weighted = (weights != 1).any()
    for rows in _blocks(X):
        t = X[rows] - centers[labels[rows]]
        if weighted:
            t *= weights[labels[rows]]
        if p == 2:
            costs[rows] = np.einsum("il,il->i", t, t)
        else:
            np.abs(t, out=t)
            t **= p
            costs[rows] = t.sum(axis=1)
    return costs


def restart_empty(X, labels, costs, centers, weights, first_weights, sizes=None):
    """Begin each empty cluster again at the point of largest cost, in place.

    X may hold some points only, those that cost most, if `sizes` are those of the whole clusters.
    Returns the pairs (row of X, cluster).
    """
    moves = fill_empty(labels, costs, len(centers), sizes)
    for point, empty in moves:
        costs[point] = 0
        centers[empty] = X[point]
        weights[empty] = first_weights
    return moves


def powers(X, centers, weights, p):
    """Return the (n, k) sums over the features of (w_cl |x_il - m_cl|)^p."""
    D = np.empty((len(X), len(centers)))
    w_p = weights**p
    used = [slice(None) if w.all() else np.flatnonzero(w) for w in w_p]
    for rows in _blocks(X):
        if p == 2:
            D[rows] = _squares(X[rows], centers, w_p)
            continue
        for c, features in enumerate(used):
            t = np.abs(X[rows, features] - centers[c, features])
            t **= p
            D[rows, c] = t @ w_p[c, features]
    return D


def assign_by_products(X, centers, weights, sums=None):
    """Assign for p = 2 with products of matrices, which are many times as fast.

    sum_l w^2 (x - m)^2 = sum_l w^2 x^2 - 2 sum_l w^2 x m + sum_l w^2 m^2

    says which cluster costs least, but has lost its small digits. So where two clusters are nearer
    to one another than rounding may be, and where the cost is small beside the terms, differences
    are taken. Where all clusters weigh alike, the first sum is the same for all: left out at first.
    Single precision that comes is what the products are in.
    """
    kind = X.dtype
    k, d = centers.shape
    origin = origin_of_products(centers, kind)
    far = origin.any()
    m = (centers - origin).astype(kind)
    w2 = (weights**2).astype(kind)
    minus_2_w2_m = np.ascontiguousarray((-2 * w2 * m).T)  # the fast one of two ways to lie
    w2_m2 = np.einsum("kl,kl,kl->k", w2, m, m)[:, None]
    alike = (weights == weights[0]).all()
    unweighted = alike and (weights[0] == 1).all()
    names = np.arange(k).astype(kind)
    labels = np.empty(len(X), dtype=np.intp)
    costs = np.empty(len(X))
    for rows in _blocks(X):
        x = X[rows] - origin if far else X[rows]
        D = np.ascontiguousarray((x @ minus_2_w2_m).T)  # one row for each cluster
        D += w2_m2
        if alike:
            x2 = np.einsum("il,il->i", x, x) if unweighted else np.square(x) @ w2[0]
            least = D.min(axis=0)
            terms = x2 + w2_m2.max()
            near = least + rounding_of_products(terms, d) >= D
        else:
            x2 = w2 @ np.square(x).T
            D += x2
            room = rounding_of_products(x2 + w2_m2, d) / 2  # of each sum alone
            near = (D + room).min(axis=0) >= D - room
        if np.count_nonzero(near) > len(x):
            close = np.flatnonzero(near.sum(axis=0) > 1)
            label = nearest_by_differences(X[rows][close], centers, weights)
            near[:, close] = label == np.arange(k)[:, None]
        Z = near.astype(kind)  # 1 where a point is in a cluster
        labels[rows] = names @ Z
        if sums is not None:
            sums += Z @ x
        if not alike:
            costs[rows] = costs_in(x, labels[rows], m, weights, 2)
            continue
        costs[rows] = least + x2
        small = rows.start + np.flatnonzero(costs[rows] < terms / 10)
        if small.size:
            costs[small] = costs_in(X[small] - origin, labels[small], m, weights, 2)
    return labels, costs


def origin_of_products(centers, kind):
    """Return the (d,) origin about which products keep their digits: the mean of the centers.

    0, about which nothing needs to be moved, where the mean is near: at most half as far as the
    centers lie from it. The terms of the products are then no more than 9 / 4 times as large.
    """
    origin = centers.mean(axis=0)
    spread = np.square(centers - origin).sum(axis=1).mean()
    if origin @ origin <= spread / 4:
        origin = np.zeros_like(origin)
    return origin.astype(kind)


def rounding_of_products(terms, d):
    """Return what rounding may change in the difference of two sums of d products.

    A rounding changes a number by eps / 2 of it at most. A term of a sum of d products, w^2 x m,
    w^2 m^2 or w^2 x^2 (x and m about the origin), takes no more than d + 5 of them: five to move
    the origin in both factors, to square w, to multiply twice; d to add, in any order, and join the
    others. With 2 |x m| <= x^2 + m^2 and T = `terms`, at least sum_l w^2 (x^2 + m^2), the roundings
    of one expanded sum come to

    (d + 5) eps / 2 sum_l w^2 (x^2 + 2 |x m| + m^2) <= (d + 5) eps T

    and those of two to twice that. n = d + 8 leaves room for the sum that is compared, and
    1 / (1 - 2 n eps) for products of roundings, also in T (Higham, Accuracy and Stability, 3.1).
    The least normal number is for terms so small that they lose digits at the end of the range.
    """
    info = np.finfo(terms.dtype)
    share = 2 * (d + 8) * float(info.eps)
    if share >= 1:
        return np.full_like(terms, np.inf)
    return terms.dtype.type(share / (1 - share)) * terms + info.tiny


def nearest_by_differences(X, centers, weights):
    """Return the cluster of least sum_l w^2 (x - m)^2 for each point, the lowest that ties."""
    t = (X[:, None] - centers) * weights
    return np.einsum("icl,icl->ic", t, t).argmin(axis=1)


def _squares(x, centers, w2):
    """Return the (n, k) sums of w^2 (x - m)^2, expanded as in `assign_by_products`."""
    origin = centers.mean(axis=0)
    x = x - origin
    m = centers - origin
    w2_m = w2 * m
    D = np.square(x) @ w2.T
    D -= 2 * (x @ w2_m.T)
    D += np.einsum("kl,kl->k", w2_m, m)
    return np.maximum(D, 0, out=D)


def _blocks(X):
    """Yield slices of the rows of X that stay in the cache."""
    return slices(len(X), BLOCK // X.shape[1])
