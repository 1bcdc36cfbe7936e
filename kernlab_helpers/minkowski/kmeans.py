"""k-means with Minkowski's distance, and with weights of features."""

import warnings

import numpy as np
from sklearn.base import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    ClusterMixin,
    TransformerMixin,
)
from sklearn.utils.validation import check_is_fitted, validate_data

from .._checks import as_points, choice, finite, flag, non_negative, whole_number
from .._estimators import as_random_state
from ._collapse import WHY, collapse
from ._steps import assign, extent, run, seeds
from .distances import as_exponent, minkowski_distances

MAX_P = 32  # powers of numbers between 1e-9 and 1 stay above the smallest floating-point number
COST_RTOL = 1e-12  # relative difference of two costs that may be rounding


class MinkowskiKMeans(
    ClassNamePrefixFeaturesOutMixin, TransformerMixin, ClusterMixin, BaseEstimator
):
    """k-means with Minkowski's distance of any exponent p, and with weights of features.

    Minimizes over clusters, centres m and weights w

    cost = sum_i sum_l (w_cl |x_il - m_cl|)^p,  c the cluster of point i,  sum_l w_cl = 1, w >= 0

    An iteration takes the Minkowski centres of the clusters, then the weights, then puts every
    point into the cluster of least cost (ties: the lowest). Each step is an exact minimum, so the
    cost never rises, for any p (ERRATA 002-23). An empty cluster gets the point of largest cost.

    Parameters
    ----------
    n_clusters : whole number k from 1 to n.
    p : above 0, at most 32. 2 is Euclid, 1 the city block. There is no p = inf, for which the cost
        is a sum no more.
    weighted : True for weights of features, (k, d), each cluster its own; False sets them to 1.
    n_init : number of starts; the one that leads to the least cost is kept. A given `init` is one.
    max_iter : the most iterations from one start; n_iter_ = max_iter says it may have been cut.
    tol : an iteration that lowers the cost by no more than tol times the cost is the last.
    random_state : None, a seed or a numpy RandomState, for k-means++.
    floor : at least 0, in units of X. Where weights are found, every cluster counts as if n / k
        more points lay that far from its centre in every feature: 0 takes dispersions as they are.
    init : "warm", k-means++ and then unweighted k-means with p = 1 or 2, whichever is nearer, until
        it has settled: the paper's section 4.3; "k-means++" alone, by the distance for p itself; or
        (k, d) centres to begin with.

    Attributes
    ----------
    labels_ : (n,) cluster of each point; every cluster has at least one point.
    cluster_centers_ : (k, d).
    feature_weights_ : (k, d).
    inertia_ : float, the cost of all this, in units of X to the power p.
    history_ : list of one record per iteration of the best start, with `.cost`, `.labels`,
        `.centers` and `.weights`.
    n_iter_ : its length.

    Raises
    ------
    ValueError : p out of range; more clusters than points; `init` of the wrong shape; a cost that
        overflows.

    Notes
    -----
    Costs of different p, or weighted and not, are in different units: see `choose_p`.

    For p <= 1 the best weights are one feature per cluster (ERRATA 002-22). A feature that does not
    vary within a cluster takes, together with others of that kind, all the weight, for every p; the
    cluster then costs nothing, whatever its points do elsewhere. A warning tells if all clusters
    do. Where many entries are equal, as zeros are in histograms, take weighted=False, or p > 1 and
    a `floor` of about the range of the features, more as p nears 1: their standard deviation is too
    little. For scikit-learn's digits (range 16, standard deviations up to 6.5), p = 2, floors of 4,
    6 and 10 or more lead to NMI 0.11, 0.15 and 0.75, that of weighted=False; p = 1.2 needs 64. With
    a floor the cost holds (n / k) times the sum of all (w_cl floor)^p more.

    For p other than 2 the clusters depend on the axes: they change when the features are turned,
    though an inner product does not notice (ERRATA 002-16).

    Source: Aradnia et al. (source 002), eqs. (20)-(23), after de Amorim and Mirkin (2012).

    Examples
    --------
    >>> X = [[0.0, 5.0], [1.0, 0.0], [0.5, 9.0], [9.0, 4.0], [10.0, 8.0], [9.5, 1.0]]
    >>> model = MinkowskiKMeans(2, p=1.5, random_state=0).fit(X)
    >>> print(model.labels_[0] == model.labels_[1] == model.labels_[2] != model.labels_[3])
    True
    >>> print(model.feature_weights_.round(2)[0])  # the second feature is noise
    [1. 0.]
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
        """Cluster the rows of X, (n, d); `y` is ignored."""
        self._fit(X)
        if self._collapse:
            warnings.warn(f"{self._collapse}: {WHY}", UserWarning, stacklevel=2)
        return self

    def _fit(self, X):
        """Fit without a warning, for which `_collapse` holds the words or None."""
        X = self._points(X, reset=True)
        p, limits, given = self._check(X)
        self._unit = unit = extent([X] if given is None else [X, given])
        with np.errstate(over="ignore"):
            floor = np.float64(self.floor) / unit
            finite(len(X) * floor**p, "powers of floor")
        X = X / unit
        best = None
        for start in self._starts(X, p, limits) if given is None else [given / unit]:
            history = run(X, start, p, self.weighted, floor, **limits)
            if best is None or history[-1].cost < best[-1].cost * (1 - COST_RTOL):
                best = history
        self._collapse = collapse(X, best[-1].cost, int(self.n_clusters)) if self.weighted else None
        with np.errstate(over="ignore"):
            scale = np.float64(unit) ** p
            for record in best:
                record.cost = float(finite(record.cost * scale, f"costs for p = {p:g}"))
                record.centers = record.centers * unit
        self.history_ = best
        self.n_iter_ = len(best)
        self.labels_, self.inertia_ = best[-1].labels, best[-1].cost
        self.cluster_centers_, self.feature_weights_ = best[-1].centers, best[-1].weights
        return self

    def predict(self, X):
        """Cluster of least cost for new points.

        Parameters
        ----------
        X : (m, d) points.

        Returns
        -------
        (m,) array of clusters. For the points of `fit` these are `labels_`, save where the last
        iteration had to fill an empty cluster.
        """
        check_is_fitted(self)
        X, centers = self._points(X), self.cluster_centers_ / self._unit
        with np.errstate(over="ignore", invalid="ignore"):
            labels, cost = assign(
                X / self._unit, centers, self.feature_weights_, as_exponent(self.p)
            )
        finite(cost, "powers of the distances to the centres")
        return labels

    def transform(self, X):
        """Weighted Minkowski distances of new points to the centres.

        d[i, c] = (sum_l (w_cl |x_il - m_cl|)^p)^(1/p)

        Parameters
        ----------
        X : (m, d) points.

        Returns
        -------
        (m, k) array. Its smallest entry in each row to the power p, summed, is the cost of `fit`.
        """
        check_is_fitted(self)
        X = self._points(X)
        both = zip(self.cluster_centers_, self.feature_weights_, strict=True)
        return np.hstack([minkowski_distances(X * w, [m * w], p=self.p) for m, w in both])

    def _points(self, X, *, reset=False):
        """Check points; scikit-learn's conventions want its own words for some that are none."""
        if type(X) is np.ndarray:
            if X.dtype.kind in "Oc":
                X = validate_data(self, X, dtype=np.float64, ensure_all_finite=False, reset=reset)
            if len(X) and X.size == 0:
                raise ValueError(
                    f"X is empty, shape {X.shape}: 0 feature(s) (shape={X.shape}) while a minimum "
                    "of 1 is required in X"
                )
        points = as_points(X).astype(np.float64, copy=False)
        validate_data(self, X, reset=reset, skip_check_array=True)  # names and number of columns
        return points

    @property
    def _n_features_out(self):
        return len(self.cluster_centers_)

    def _check(self, X):
        """Check the parameters; return p, the limits of a run, and the centres given."""
        p = as_exponent(self.p)
        if p > MAX_P:
            raise ValueError(
                f"p is {self.p}; p must be at most {MAX_P}: powers beyond leave the range of "
                "floating point, and for p = inf the cost is no sum over points"
            )
        flag(self.weighted, "weighted")
        k = whole_number(self.n_clusters, "n_clusters")
        if k > len(X):
            raise ValueError(
                f"n_clusters is {k} but X has n_samples = {len(X)}; every cluster needs a point: "
                "lower n_clusters"
            )
        whole_number(self.n_init, "n_init")
        max_iter, tol = whole_number(self.max_iter, "max_iter"), non_negative(self.tol, "tol")
        limits = {"max_iter": max_iter, "tol": tol}
        non_negative(self.floor, "floor")
        if isinstance(self.init, str):
            choice(self.init, "init", ("warm", "k-means++"))
            return p, limits, None
        centers = as_points(self.init, "init").astype(np.float64)
        if centers.shape != (k, X.shape[1]):
            raise ValueError(
                f"init has shape {centers.shape}; init must be 'warm', 'k-means++' or one row "
                f"of features for each cluster, shape ({k}, {X.shape[1]})"
            )
        return p, limits, centers

    def _starts(self, X, p, limits):
        """Yield the first centres of every start."""
        random_state = as_random_state(self.random_state)
        warm = self.init == "warm"
        first_p = (1.0 if p < 1.5 else 2.0) if warm else p
        for _ in range(int(self.n_init)):
            centers = seeds(X, int(self.n_clusters), first_p, random_state)
            if warm and (self.weighted or first_p != p):
                centers = run(X, centers, first_p, False, 0.0, **limits)[-1].centers
            yield centers
