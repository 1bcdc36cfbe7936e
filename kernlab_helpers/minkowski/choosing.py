"""Which exponent p to cluster with: by a few labels, or by how stable the clusters are."""

import warnings
from itertools import combinations

import numpy as np
from sklearn.metrics import adjusted_rand_score

from .._checks import as_points, float_like, whole_number
from .._estimators import as_random_state
from ..scores import nmi
from .kmeans import MAX_P, WHY_NO_COST, CollapseWarning, MinkowskiKMeans

__all__ = ["choose_p"]


def choose_p(
    X,
    n_clusters,
    *,
    grid,
    y_labelled=None,
    n_subsets=6,
    random_state=None,
    return_scores=False,
    **parameters,
):
    """Choose the exponent p of `MinkowskiKMeans` from a grid.

    With labels for some points, the paper's way (it reveals 15 % of them): all points are clustered
    with every p, and the p is taken whose clusters agree best with the labels there are, measured
    by the normalized mutual information (geometric).

    Without labels, the p whose clusters are most stable: for every p, k-means is fitted to the same
    random subsets of two thirds of the points, every fit tells the clusters of all points, and the
    score is the mean adjusted Rand index of two such clusterings.

    Parameters
    ----------
    X : array of shape (n, d)
        Points.
    n_clusters : int
        Number of clusters, from 2; two thirds of n at most where there are no labels.
    grid : array of shape (g,)
        The values of p to choose from, above 0, at most 32.
    y_labelled : array of shape (n,), optional
        Whole numbers, -1 for points without a label; at least two classes. None: no labels at all.
    n_subsets : int
        Number of subsets, from 2.
    random_state : None, int, Generator or RandomState
        What seeds are drawn from: every p gets the same subsets and starts. An int draws the same
        in every call, the stream of a Generator or RandomState moves on.
    return_scores : bool
        True also returns the scores.
    **parameters : dict
        Others of `MinkowskiKMeans`, for instance weighted=False.

    Returns
    -------
    p : float
        Of equal scores the first in the grid.
    scores : array of shape (g,)
        With `return_scores` only: one score for each p, at most 1.

    Raises
    ------
    ValueError
        For a grid that is empty or out of range; labels of wrong length or of one class.

    Notes
    -----
    The least cost cannot choose p. The cost is in units of X to the power p: in meters one p wins,
    in millimeters another. Nor can costs be brought to one unit, since the same points have a
    smaller p-norm for larger p. A score must see the labels of the clusters only, as both here do.

    Stability says that the clusters are found again, not that they mean something: a fit of one
    feature that is mostly constant can be stable too. One warning counts the weighted fits that end
    at cost 0, about which `MinkowskiKMeans` warns. In the paper p is tuned on labels while the
    methods it is compared with see none (ledger 002-24).

    References
    ----------
    Aradnia et al. (source 002), sections 4.1.2 and 5.2; stability: Ben-Hur, Elisseeff and Guyon
    (2002).

    Examples
    --------
    >>> rng = np.random.default_rng(0)
    >>> X = np.repeat([[0.0, 0.0], [6.0, 0.0]], 30, axis=0) + rng.uniform(-1, 1, size=(60, 2))
    >>> p, scores = choose_p(X, 2, grid=[1, 2], n_init=2, random_state=0, return_scores=True)
    >>> print(p, scores.round(2))  # p = 1 leaves each cluster one feature, now and then the noise
    2.0 [0.67 1.  ]
    """
    X = as_points(X)
    n_clusters = whole_number(n_clusters, "n_clusters", low=2)
    n_subsets = whole_number(n_subsets, "n_subsets", low=2)
    grid = _as_grid(grid)
    seeds = as_random_state(random_state).randint(2**31 - 1, size=n_subsets)
    collapsed = []  # the p of every fit at cost 0

    def fit(p, points, seed):
        model = MinkowskiKMeans(n_clusters, p=p, random_state=int(seed), **parameters)
        with warnings.catch_warnings():
            warnings.simplefilter("ignore", CollapseWarning)  # one for all fits comes below
            model.fit(points)
        if model.collapsed_:
            collapsed.append(f"{p:g}")
        return model

    if y_labelled is None:
        subsets = _subsets(len(X), n_clusters, seeds)

        def score(p):
            models = [fit(p, X[s], seed) for s, seed in zip(subsets, seeds, strict=True)]
            return stability([model.predict(X) for model in models])
    else:
        known, y = _as_labeled(y_labelled, len(X))

        def score(p):
            return nmi(y, fit(p, X, seeds[0]).labels_[known])

    scores = np.array([score(p) for p in grid])
    if collapsed:
        warnings.warn(
            f"{len(collapsed)} fit(s), with p = {', '.join(dict.fromkeys(collapsed))}, ended at "
            f"cost 0: {WHY_NO_COST}",
            CollapseWarning,
            stacklevel=2,
        )
    p = float(grid[scores.argmax()])
    return (p, scores) if return_scores else p


def stability(clusterings):
    """Return the mean adjusted Rand index of two of the clusterings."""
    return np.mean([adjusted_rand_score(a, b) for a, b in combinations(clusterings, 2)])


def _subsets(n, n_clusters, seeds):
    """Return a random two thirds of the points for each seed."""
    size = 2 * n // 3
    if size < n_clusters:
        raise ValueError(
            f"n_clusters is {n_clusters} but two thirds of the n = {n} points are only {size}; "
            "every cluster of a subset needs a point: lower n_clusters or bring more points"
        )
    return [np.random.RandomState(seed).permutation(n)[:size] for seed in seeds]


def _as_grid(grid):
    grid = float_like(grid, "grid").astype(np.float64)
    if grid.ndim != 1 or grid.size == 0:
        raise ValueError(
            f"grid has shape {grid.shape}; grid must be a list of at least one value of p"
        )
    if grid.min() <= 0 or grid.max() > MAX_P:
        raise ValueError(
            f"grid goes from {grid.min():g} to {grid.max():g}; every p in grid must be above 0 and "
            f"at most {MAX_P}"
        )
    return grid


def _as_labeled(y_labelled, n):
    """Return which points have a label, and these labels."""
    y = float_like(y_labelled, "y_labelled")
    if y.shape != (n,):
        raise ValueError(
            f"y_labelled has shape {y.shape}; y_labelled must hold one entry for each of the {n} "
            "points, -1 where there is no label"
        )
    if (y != np.rint(y)).any():
        raise ValueError("y_labelled holds fractions; labels must be whole numbers, -1 for none")
    known = np.flatnonzero(y != -1)
    classes = len(np.unique(y[known]))
    if classes < 2:
        raise ValueError(
            f"y_labelled has labels of {classes} class(es); agreement needs labeled points of at "
            "least 2 classes: label more points, or leave y_labelled out"
        )
    return known, y[known].astype(np.intp)
