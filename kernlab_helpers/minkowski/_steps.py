"""The steps of Minkowski k-means, each the exact minimum of the cost in what it changes.

cost = sum_i sum_l (w_cl |x_il - m_cl|)^p,  c the cluster of point i

`powers` and `assign` look at one point at a time; `dispersions` and the sums behind the centres are
sums over points. So every step but the medians and the centres for p < 1 can be taken on chunks.
"""

import numpy as np
from sklearn.utils import Bunch

from .._estimators import fill_empty, kmeans_plus_plus
from .centers import center
from .distances import BLOCK, power_of_two
from .weights import feature_weights


def run(X, centers, p, weighted, floor, *, max_iter, tol):
    """Iterate from the given centres until the labels or the cost stay; return the history."""
    k, d = centers.shape
    extra = len(X) / k * floor**p if weighted else 0.0
    fresh = feature_weights(np.full(d, extra), p=p) if weighted else np.ones(d)
    weights = np.full((k, d), 1 / d) if weighted else np.ones((k, d))
    labels, own = assign(X, centers, weights, p)
    begin_empty(X, labels, own, centers, weights, fresh)
    history = []
    for _ in range(max_iter):
        if p == 2 and not weighted:
            centers = update_means(X, labels, centers)
        else:
            centers = update_centers(X, labels, centers, p)
        if weighted:
            weights = feature_weights(dispersions(X, labels, centers, p) + extra, p=p)
        before = labels
        labels, own = assign(X, centers, weights, p)
        begin_empty(X, labels, own, centers, weights, fresh)
        cost = own.sum() + extra * (weights**p).sum()
        if history and cost > history[-1].cost:  # rounding
            break
        history.append(Bunch(cost=cost, labels=labels, centers=centers, weights=weights))
        if np.array_equal(labels, before):
            break
        if len(history) > 1 and history[-2].cost - cost <= tol * history[-2].cost:
            break
    return history


def powers(X, centers, weights, p):
    """Return the (n, k) sums over the features of (w |x - m|)^p."""
    weights = weights**p
    if p == 2:
        return np.concatenate([_squares(x, centers, weights) for x in _blocks(X)])
    found = np.empty((len(X), len(centers)))
    start = 0
    used = [np.flatnonzero(w) if not w.all() else slice(None) for w in weights]
    for x in _blocks(X):
        for c, features in enumerate(used):
            t = x[:, features] - centers[c, features]
            np.abs(t, out=t)
            t **= p
            found[start : start + len(x), c] = t @ weights[c, features]
        start += len(x)
    return found


def assign(X, centers, weights, p):
    """Return each point's cluster of least power, the lowest of those that tie, and that power."""
    if p == 2:
        return _assign_by_squares(X, centers, weights)
    found = powers(X, centers, weights, p)
    labels = found.argmin(axis=1)
    return labels, found[np.arange(len(X)), labels]


def update_centers(X, labels, centers, p):
    """Return the (k, d) Minkowski centres of the clusters; the old ones are where to begin."""
    return np.array([center(X[labels == c], p, start=old) for c, old in enumerate(centers)])


def update_means(X, labels, centers):
    """Return the (k, d) means of the clusters, in one pass."""
    origin = centers.mean(axis=0)  # far from 0 the sums keep their digits
    sums, start = np.zeros_like(centers), 0
    for x in _blocks(X):
        member = labels[start : start + len(x)] == np.arange(len(centers))[:, None]
        sums += member.astype(np.float64) @ (x - origin)
        start += len(x)
    return origin + sums / np.bincount(labels, minlength=len(centers))[:, None]


def dispersions(X, labels, centers, p):
    """Return the (k, d) sums of |x_il - m_cl|^p over the points of each cluster."""
    found = np.zeros_like(centers)
    for c, m in enumerate(centers):
        for x in _blocks(X[labels == c]):
            t = np.abs(x - m)
            t **= p
            found[c] += t.sum(axis=0)
    return found


def begin_empty(X, labels, own, centers, weights, fresh):
    """Begin each empty cluster again at the point of largest cost, with the weights `fresh`."""
    for point, empty in fill_empty(labels, own, len(centers)):
        own[point] = 0
        centers[empty] = X[point]
        weights[empty] = fresh


def seeds(X, n_clusters, p, random_state):
    """Choose k points far from one another (k-means++, Arthur and Vassilvitskii 2007, for any p).

    Each further one is drawn with probability proportional to d^p, d the distance to the nearest so
    far, which is its share of the cost; of 2 + log(k) draws the one that leaves least cost is kept.
    """

    def powers_from(chosen):
        return powers(X, X[chosen], np.ones((len(chosen), X.shape[1])), p).T

    first = random_state.randint(len(X))
    chosen = kmeans_plus_plus(powers_from, first, n_clusters, random_state)
    return X[chosen]


def extent(sets):
    """Return a power of two of about the range of all points: to divide by it costs no digits."""
    high = np.max([X.max(axis=0) for X in sets], axis=0)
    low = np.min([X.min(axis=0) for X in sets], axis=0)
    return power_of_two((high / 2 - low / 2).max())


def _blocks(X):
    step = max(1, BLOCK // X.shape[1])
    return [X[start : start + step] for start in range(0, len(X), step)]


def _squares(x, centers, squared_weights):
    """Expand the (n, k) sums of w^2 (x - m)^2 into products of matrices."""
    origin = centers.mean(axis=0)
    x, m = x - origin, centers - origin
    wm = squared_weights * m
    found = np.square(x) @ squared_weights.T
    found -= 2 * (x @ wm.T)
    found += np.einsum("kl,kl->k", wm, m)
    return np.maximum(found, 0, out=found)


def _assign_by_squares(X, centers, weights):
    """Assign for p = 2: compare expanded squares, then take the least one from differences.

    The expanded square has lost its small digits. Its part that all clusters share is left out.
    """
    origin = centers.mean(axis=0)  # far from 0 the products keep their digits
    m, squared_weights = centers - origin, weights**2
    wm = squared_weights * m
    constants = np.einsum("kl,kl->k", wm, m)
    shared, none = (weights == weights[0]).all(), (weights == 1).all()
    labels, own = [], []
    for x in _blocks(X):
        t = x - origin
        found = constants - 2 * (t @ wm.T)
        if not shared:
            found += np.square(t) @ squared_weights.T
        nearest = found.argmin(axis=1)
        t -= m[nearest]
        if not none:
            t *= weights[nearest]
        labels.append(nearest)
        own.append(np.einsum("il,il->i", t, t))
    return np.concatenate(labels), np.concatenate(own)
