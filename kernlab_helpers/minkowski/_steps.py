"""The steps of Minkowski k-means, each the exact minimum of the cost in what it changes.

cost = sum_i sum_l (w_cl |x_il - m_cl|)^p,  c the cluster of point i

`assign` and `powers` look at one point at a time; `dispersions` and the sums behind the centres are
sums over points. So every step but the medians and the centres for p < 1 can be taken on chunks.
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
    """Return the (k, d) Minkowski centres of the clusters; the old ones are where to begin."""
    return np.array([center(X[labels == c], p, guess=m) for c, m in enumerate(centers)])


def update_means(X, labels, centers):
    """Return the (k, d) means of the clusters in one pass, up to rounding."""
    k = len(centers)
    origin = centers.mean(axis=0)  # far from 0 the sums keep their digits
    sums = np.zeros_like(centers)
    for rows in _blocks(X):
        Z = (labels[rows] == np.arange(k)[:, None]).astype(np.float64)
        sums += Z @ (X[rows] - origin)
    return origin + sums / np.bincount(labels, minlength=k)[:, None]


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


def assign(X, centers, weights, p):
    """Return each point's cluster of least cost, the lowest of those that tie, and that cost.

    cost of point i in cluster c = sum_l (w_cl |x_il - m_cl|)^p
    """
    if p == 2:
        return assign_by_products(X, centers, weights)
    costs = powers(X, centers, weights, p)
    labels = costs.argmin(axis=1)
    return labels, costs[np.arange(len(X)), labels]


def restart_empty(X, labels, costs, centers, weights, first_weights):
    """Begin each empty cluster again at the point of largest cost, in place."""
    for point, empty in fill_empty(labels, costs, len(centers)):
        costs[point] = 0
        centers[empty] = X[point]
        weights[empty] = first_weights


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


def assign_by_products(X, centers, weights):
    """Assign for p = 2 with products of matrices, which are many times as fast.

    sum_l w^2 (x - m)^2 = sum_l w^2 x^2 - 2 sum_l w^2 x m + sum_l w^2 m^2

    says which cluster costs least, but has lost its small digits: the cost itself is then taken
    from differences. Where all clusters weigh alike, the first sum is the same for all: left out.
    """
    origin = centers.mean(axis=0)  # far from 0 the products keep their digits
    m = centers - origin
    w2 = weights**2
    w2_m = w2 * m
    w2_m2 = np.einsum("kl,kl->k", w2_m, m)
    alike = (weights == weights[0]).all()
    weighted = (weights != 1).any()
    labels = np.empty(len(X), dtype=np.intp)
    costs = np.empty(len(X))
    for rows in _blocks(X):
        x = X[rows] - origin
        D = w2_m2 - 2 * (x @ w2_m.T)
        if not alike:
            D += np.square(x) @ w2.T
        labels[rows] = D.argmin(axis=1)
        t = np.subtract(x, m[labels[rows]], out=x)
        if weighted:
            t *= weights[labels[rows]]
        costs[rows] = np.einsum("il,il->i", t, t)
    return labels, costs


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
