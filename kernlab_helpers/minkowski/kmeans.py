"""k-means with Minkowski's distance, and with weights of features."""

import warnings

import numpy as np
from sklearn.base import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    ClusterMixin,
    TransformerMixin,
)
from sklearn.utils import Bunch
from sklearn.utils.validation import check_is_fitted, validate_data

from .._checks import as_points, choice, finite, flag, no_overflow, non_negative, whole_number
from .._estimators import as_n_clusters, as_random_state, numbers_of
from ._search import COST_RTOL
from ._steps import (
    assign,
    dispersions,
    first_centers,
    restart_empty,
    update_centers,
    update_means,
)
from .distances import as_exponent, minkowski_distances, power_of_two
from .weights import feature_weights

__all__ = ["MinkowskiKMeans"]

MAX_P = 32  # powers of numbers between 1e-9 and 1 stay above the smallest floating-point number
WHY_NO_COST = (
    "features that do not vary within a cluster took all its weight, whatever its points do in the "
    "others; take p > 1 and a floor above 0 (the notes say how large), drop constant columns, or "
    "take weighted=False"
)


class CollapseWarning(UserWarning):
    """The cost of a weighted fit is 0 though points of one cluster differ."""


class MinkowskiKMeans(
    ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator
):
    """k-means with Minkowski's distance of any exponent p, and with weights of features.

    Minimizes over clusters, centres m and weights w

    cost = sum_i sum_l (w_cl |x_il - m_cl|)^p,  c the cluster of point i,  sum_l w_cl = 1, w >= 0

    An iteration takes the Minkowski centres of the clusters, then the weights, then puts every
    point into the cluster of least cost (ties: the lowest). Each step is an exact minimum, so the
    cost never rises, for any p (ERRATA 002-23, chapter 15). An empty cluster gets the point of
    largest cost.

    Parameters
    ----------
    n_clusters : int
        Number k of clusters, from 1 to n.
    p : float
        Exponent above 0, at most 32. 2 is Euclid, 1 the city block. There is no p = inf, for which
        the cost is a sum no more.
    weighted : bool
        True finds weights of features, (k, d), each cluster its own; False sets them to 1.
    n_init : int
        Number of starts; the one that leads to the least cost is kept. A given `init` is one.
    max_iter : int
        The most iterations from one start; n_iter_ = max_iter says it may have been cut.
    tol : float
        An iteration that lowers the cost by no more than tol times the cost is the last.
    random_state : None, int, Generator or RandomState
        What k-means++ draws from; an int draws the same in every fit, the stream of a Generator or
        RandomState moves on.
    floor : float
        At least 0, in units of X. Where weights are found, every cluster counts as if n / k more
        points lay that far from its centre in every feature: 0 takes dispersions as they are.
    init : {"warm", "k-means++"} or array of shape (k, d)
        "warm" is k-means++ and then unweighted k-means with p = 1 or 2, whichever is nearer, until
        it has settled: the paper's section 4.3; "k-means++" is that alone, by the distance for p
        itself; an array holds the centres to begin with.

    Attributes
    ----------
    labels_ : array of shape (n,)
        Cluster of each point; every cluster has at least one point.
    cluster_centers_ : array of shape (k, d)
        Minkowski centres of the clusters.
    feature_weights_ : array of shape (k, d)
        Weights of the features in every cluster.
    inertia_ : float
        The cost of all this, in units of X to the power p.
    history_ : list of Bunch
        One record per iteration of the best start, with `.cost`, `.labels`, `.centers` and
        `.weights`.
    n_iter_ : int
        Its length.
    collapsed_ : bool
        True where weights brought the cost to 0 though points of one cluster differ: see Notes.

    Raises
    ------
    ValueError
        For p out of range; more clusters than points; `init` of the wrong shape; a cost that
        overflows.

    Notes
    -----
    Costs of different p, or weighted and not, are in different units: see `choose_p`.

    For p <= 1 the best weights are one feature per cluster (ERRATA 002-22, chapter 14). A feature
    that does not vary within a cluster takes, together with others of that kind, all the weight,
    for every p; the cluster then costs nothing, whatever its points do elsewhere. A warning tells
    if all clusters do. Where many entries are equal, as zeros are in histograms, take
    weighted=False, or p > 1 and a `floor` of about the range of the features, more as p nears 1:
    their standard deviation is too little. For scikit-learn's digits (range 16, standard deviations
    up to 6.5), p = 2, floors of 4, 6 and 10 or more lead to NMI 0.11, 0.15 and 0.75, that of
    weighted=False; p = 1.2 needs 64. With a floor the cost holds (n / k) times the sum of all
    (w_cl floor)^p more.

    For p other than 2 the clusters depend on the axes: they change when the features are turned,
    though an inner product does not notice (ERRATA 002-16, chapter 14).

    References
    ----------
    Aradnia et al. (source 002), eqs. (20)-(23), after de Amorim and Mirkin (2012); k-means++:
    Arthur and Vassilvitskii (2007).

    Examples
    --------
    >>> X = np.array([[0.0, 5.0], [1.0, 0.0], [0.5, 9.0], [9.0, 4.0], [10.0, 8.0], [9.5, 1.0]])
    >>> model = MinkowskiKMeans(2, p=1.5, random_state=0).fit(X)
    >>> print(model.labels_[0] == model.labels_[1] == model.labels_[2] != model.labels_[3])
    True
    >>> print(model.feature_weights_.round(2)[0])  # the second feature is noise
    [1. 0.]

    In NumPy, the cost:

    >>> m, w = model.cluster_centers_[model.labels_], model.feature_weights_[model.labels_]
    >>> np.allclose(model.inertia_, ((w * np.abs(X - m)) ** 1.5).sum())
    True
    """

    def __init__(
        self,
        n_clusters=8,
        *,
        p=2.0,
        weighted=True,
        n_init=10,
        max_iter=100,
        tol=1e-6,
        random_state=None,
        floor=0.0,
        init="warm",
    ):
        self.n_clusters = n_clusters
        self.p = p
        self.weighted = weighted
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state
        self.floor = floor
        self.init = init

    def fit(self, X, y=None):
        """Cluster points.

        Parameters
        ----------
        X : array of shape (n, d)
            Points.
        y : None
            Ignored.

        Returns
        -------
        MinkowskiKMeans
            The model itself.
        """
        X = self._checked_points(X, reset=True)
        k, p, init = self._checked_settings(X)
        unit = _extent([X] if init is None else [X, init])  # in which no power overflows
        X = X / unit
        V_floor = _dispersion_of_floor(self.floor, unit, len(X), k, p) if self.weighted else 0.0
        limits = {"max_iter": int(self.max_iter), "tol": self.tol}
        starts = self._starts(X, k, p, limits) if init is None else [init / unit]
        best = None
        for centers in starts:
            history = lloyd(X, centers, p, weighted=self.weighted, V_floor=V_floor, **limits)
            if best is None or history[-1].cost < best[-1].cost * (1 - COST_RTOL):
                best = history

        without_cost = self.weighted and best[-1].cost == 0
        different = len(np.unique(X, axis=0)) if without_cost else 0
        self.collapsed_ = different > k
        if self.collapsed_:
            warnings.warn(
                f"the cost is 0 although X has {different} different points for {k} clusters: "
                f"{WHY_NO_COST}",
                CollapseWarning,
                stacklevel=2,
            )
        _rescale(best, unit, p)
        self._unit = unit
        self.history_ = best
        self.n_iter_ = len(best)
        self.labels_ = best[-1].labels
        self.inertia_ = best[-1].cost
        self.cluster_centers_ = best[-1].centers
        self.feature_weights_ = best[-1].weights
        return self

    def predict(self, X):
        """Give the cluster of least cost to new points.

        argmin_c sum_l (w_cl |x_il - m_cl|)^p

        Parameters
        ----------
        X : array of shape (m, d)
            New points.

        Returns
        -------
        array of shape (m,)
            Clusters. For the points of `fit` these are `labels_`, save where the last iteration had
            to fill an empty cluster.

        Raises
        ------
        ValueError
            For X not finite, not of d columns; powers that overflow.
        """
        check_is_fitted(self)
        X = self._checked_points(X) / self._unit
        centers = self.cluster_centers_ / self._unit
        with np.errstate(over="ignore", invalid="ignore"):
            labels, costs = assign(X, centers, self.feature_weights_, as_exponent(self.p))
        finite(costs, "powers of the distances to the centres")
        return labels

    def transform(self, X):
        """Give the weighted Minkowski distances of new points to the centres.

        d[i, c] = (sum_l (w_cl |x_il - m_cl|)^p)^(1/p)

        Parameters
        ----------
        X : array of shape (m, d)
            New points.

        Returns
        -------
        array of shape (m, k)
            Distances. The smallest of each row to the power p, summed, is the cost of `fit`.

        Raises
        ------
        ValueError
            For X not finite, not of d columns; distances that overflow.
        """
        check_is_fitted(self)
        X = self._checked_points(X)
        both = zip(self.cluster_centers_, self.feature_weights_, strict=True)
        return np.hstack([minkowski_distances(X * w, [m * w], p=self.p) for m, w in both])

    @property
    def _n_features_out(self):
        return len(self.cluster_centers_)

    def _starts(self, X, k, p, limits):
        """Yield the first centres of every start."""
        random_state = as_random_state(self.random_state)
        warm = self.init == "warm"
        first_p = (1.0 if p < 1.5 else 2.0) if warm else p
        for _ in range(int(self.n_init)):
            centers = first_centers(X, k, first_p, random_state)
            if warm and (self.weighted or first_p != p):
                centers = lloyd(X, centers, first_p, **limits)[-1].centers
            yield centers

    def _checked_points(self, X, *, reset=False):
        points = as_points(numbers_of(X, "X")).astype(np.float64, copy=False)
        validate_data(self, X, reset=reset, skip_check_array=True)  # names and number of columns
        return points

    def _checked_settings(self, X):
        """Return the number of clusters, p, and the centres given to begin with, None if none."""
        p = as_exponent(self.p)
        if p > MAX_P:
            raise ValueError(
                f"p is {self.p}; p must be at most {MAX_P}: powers beyond leave the range of "
                "floating point, and for p = inf the cost is no sum over points"
            )
        flag(self.weighted, "weighted")
        k = as_n_clusters(self.n_clusters, X)
        whole_number(self.n_init, "n_init")
        whole_number(self.max_iter, "max_iter")
        non_negative(self.tol, "tol")
        non_negative(self.floor, "floor")
        if isinstance(self.init, str):
            choice(self.init, "init", ("warm", "k-means++"))
            return k, p, None
        init = as_points(self.init, "init").astype(np.float64)
        if init.shape != (k, X.shape[1]):
            raise ValueError(
                f"init has shape {init.shape}; init must be 'warm', 'k-means++' or one row "
                f"of features for each cluster, shape ({k}, {X.shape[1]})"
            )
        return k, p, init


def lloyd(X, centers, p, *, weighted=False, V_floor=0.0, max_iter, tol):
    """Take centres, weights and clusters in turn until clusters or cost stay; return the history.

    cost = sum_i sum_l (w_cl |x_il - m_cl|)^p + V_floor sum_cl w_cl^p,  c the cluster of point i

    Each of the three steps is the minimum of the cost in what it changes.
    """
    k, d = centers.shape
    first_weights = feature_weights(np.full(d, V_floor), p=p) if weighted else np.ones(d)
    weights = np.full((k, d), 1 / d if weighted else 1.0)
    labels, costs = assign(X, centers, weights, p)
    restart_empty(X, labels, costs, centers, weights, first_weights)
    history = []
    for _ in range(max_iter):
        if p == 2 and not weighted:
            centers = update_means(X, labels, centers)
        else:  # exact: a feature that does not vary has dispersion 0
            centers = update_centers(X, labels, centers, p)
        if weighted:
            weights = feature_weights(dispersions(X, labels, centers, p) + V_floor, p=p)
        labels_before = labels
        labels, costs = assign(X, centers, weights, p)
        restart_empty(X, labels, costs, centers, weights, first_weights)
        cost = costs.sum() + V_floor * (weights**p).sum()

        if history and cost > history[-1].cost:  # rounding
            break
        history.append(Bunch(cost=cost, labels=labels, centers=centers, weights=weights))
        if np.array_equal(labels, labels_before):
            break
        if len(history) > 1 and history[-2].cost - cost <= tol * history[-2].cost:
            break
    return history


@no_overflow("powers of floor")
def _dispersion_of_floor(floor, unit, n, k, p):
    """Return the dispersion of n / k points that lie `floor` from their centre."""
    return n / k * (np.float64(floor) / unit) ** p


def _rescale(history, unit, p):
    """Bring the costs and centres of X / unit into the units of X."""
    with np.errstate(over="ignore"):
        power = np.float64(unit) ** p
        for record in history:
            record.cost = float(finite(record.cost * power, f"costs for p = {p:g}"))
            record.centers = record.centers * unit


def _extent(sets):
    """Return a power of two of about the range of all points: to divide by it costs no digits."""
    high = np.max([X.max(axis=0) for X in sets], axis=0)
    low = np.min([X.min(axis=0) for X in sets], axis=0)
    return power_of_two((high / 2 - low / 2).max())
