"""k-means with Minkowski's distance, and with weights of features."""

import math
import sys
import time
import warnings
from typing import NamedTuple

import numpy as np
from sklearn.base import (
    BaseEstimator,
    ClassNamePrefixFeaturesOutMixin,
    ClusterMixin,
    TransformerMixin,
)
from sklearn.utils import Bunch
from sklearn.utils.random import sample_without_replacement
from sklearn.utils.validation import check_is_fitted, validate_data

from .._checks import (
    MAX_BYTES,
    as_points,
    choice,
    finite,
    flag,
    no_overflow,
    non_negative,
    whole_number,
)
from .._chunks import by_chunks, check_table, is_lazy, is_on_disk
from .._estimators import as_n_clusters, as_random_state, numbers_of
from ._points import Blocks, DaskBlocks, InMemory
from ._search import COST_RTOL
from ._steps import assign, first_centers
from .distances import as_exponent, minkowski_distances, power_of_two
from .weights import feature_weights

__all__ = ["MinkowskiKMeans"]

SAMPLE = 2**14  # points of a sample to begin with, where all are read in chunks
ONCE_IN = 5  # seconds between two words about progress
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

    Minimizes over clusters, centers m and weights w

    cost = sum_i sum_l (w_cl |x_il - m_cl|)^p,  c the cluster of point i,  sum_l w_cl = 1, w >= 0

    An iteration takes the Minkowski centers of the clusters, then the weights, then puts every
    point into the cluster of least cost (ties: the lowest). Each step is an exact minimum, so the
    cost never rises, for any p (ledger 002-23). An empty cluster gets the point of largest cost.

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
        At least 0: keeps weights from running to features that hardly vary. 0 takes dispersions as
        they are.
    floor_form : {"fixed", "relative"}
        "fixed": floor is in units of X, and every cluster counts as if n / k more points lay that
        far from its center in every feature. "relative": a number without units, and to each
        dispersion is added floor times the mean of the dispersions of its cluster.
    init : {"warm", "k-means++"} or array of shape (k, d)
        "warm" is k-means++ and then unweighted k-means with p = 1 or 2, whichever is nearer, until
        it has settled: the paper's section 4.3; "k-means++" is that alone, by the distance for p
        itself; an array holds the centers to begin with.

    Attributes
    ----------
    labels_ : array of shape (n,)
        Cluster of each point; every cluster has at least one point. A Dask array if X was one.
    cluster_centers_ : array of shape (k, d)
        Minkowski centers of the clusters.
    feature_weights_ : array of shape (k, d)
        Weights of the features in every cluster.
    inertia_ : float
        The cost of all this, in units of X to the power p.
    history_ : list of Bunch
        One record per iteration of the best start, with `.cost`, `.labels`, `.centers`, `.weights`
        and `.moved`, how many points changed their cluster. Of a fit by chunks the last record
        alone has labels.
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

    For p <= 1 the best weights are one feature per cluster (ledger 002-22). A feature that does not
    vary within a cluster takes, together with others of that kind, all the weight, for every p; the
    cluster then costs nothing, whatever its points do elsewhere. A warning tells if all clusters
    do. Where many entries are equal, as zeros are in histograms, take weighted=False, or p > 1 and
    a `floor` of about the range of the features, more as p nears 1: their standard deviation is too
    little. For scikit-learn's digits (range 16, standard deviations up to 6.5), p = 2, floors of 4,
    6 and 10 or more lead to NMI 0.11, 0.15 and 0.75, that of weighted=False; p = 1.2 needs 64. With
    a fixed floor the cost holds (n / k) times the sum of all (w_cl floor)^p more.

    A fixed floor weighs less in a large cluster, whose dispersions are sums over more points, than
    in a small one. A relative floor f does not: weights then hang on the shape of a cluster, not on
    its size or its units. Its cost is that above with w_cl^p + f mean_u w_cu^p for w_cl^p, and
    points are put into clusters, and `predict` and `transform` measure, by these.

    For p other than 2 the clusters depend on the axes: they change when the features are turned,
    though an inner product does not notice (ledger 002-16).

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
        floor_form="fixed",
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
        self.floor_form = floor_form
        self.init = init

    def fit(self, X, y=None):
        """Cluster points.

        A memmap or a Dask array is read in chunks, several times in each iteration, and never held
        as a whole; p must then be at least 1. The steps are the same: from the same `init` come the
        same labels. Without one the start is a fit to a sample of 16384 points in memory. Where the
        fit is interrupted the model keeps the best state so far.

        Parameters
        ----------
        X : array of shape (n, d)
            Points; a memmap or a Dask array where they are too many for the memory.
        y : None
            Ignored.

        Returns
        -------
        MinkowskiKMeans
            The model itself.

        Raises
        ------
        ValueError
            For p below 1 where X is read in chunks, and for what the class refuses. A number that
            is none is named by its row, and by its chunk.
        """
        points = self._points(X)
        k, p, init = self._checked_settings(points)
        low, high = points.look()
        unit, precision = self._scale(points.X.dtype, p, _extent(low, high, init))
        points.measure_in(unit, precision)
        if init is not None:
            starts = [Bunch(centers=init / unit, weights=None)]
        elif points.in_memory:
            starts = self._starts(points, k, p)
        else:
            starts = [self._start_from_a_sample(points, k, p, unit)]
        best = Best()
        try:
            self._follow(starts, points, p, unit, best)  # the three steps stand in `lloyd` below
        except KeyboardInterrupt:
            if best.history:
                self._keep(best.history, points, p, unit)
            raise
        history = best.history
        different = 0
        if self.weighted and history[-1].cost == 0:
            different = points.different(points.n if points.in_memory else k + 1)
        self._keep(history, points, p, unit)
        self.collapsed_ = different > k
        if self.collapsed_:
            shown = different if points.in_memory else f"more than {k}"
            warnings.warn(
                f"the cost is 0 although X has {shown} different points for {k} clusters: "
                f"{WHY_NO_COST}",
                CollapseWarning,
                stacklevel=2,
            )
        return self

    def _keep(self, history, points, p, unit):
        """Set what was learned, in the units of X."""
        _rescale(history, unit, p)
        for record in history:
            if record is history[-1] or points.in_memory:
                record.labels = points.gathered(record.labels)
            else:
                record.labels = None
        self._unit = unit
        self.history_ = history
        self.n_iter_ = len(history)
        self.labels_ = history[-1].labels
        self.inertia_ = history[-1].cost
        self.cluster_centers_ = history[-1].centers
        self.feature_weights_ = history[-1].weights

    @by_chunks
    def predict(self, X):
        """Return the cluster of least cost to new points.

        argmin_c sum_l (w_cl |x_il - m_cl|)^p

        Parameters
        ----------
        X : array of shape (m, d)
            New points; a memmap is read by blocks, a Dask array gives one.

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
        X = self._checked_points(X).astype(np.float64, copy=False) / self._unit
        centers = self.cluster_centers_ / self._unit
        with np.errstate(over="ignore", invalid="ignore"):
            labels, costs = assign(X, centers, self._counted_weights(), as_exponent(self.p))
        finite(costs, "powers of the distances to the centers")
        return labels

    @by_chunks
    def transform(self, X):
        """Return the weighted Minkowski distances of new points to the centers.

        d[i, c] = (sum_l (w_cl |x_il - m_cl|)^p)^(1/p)

        With a relative floor by the weights of the notes.

        Parameters
        ----------
        X : array of shape (m, d)
            New points; a memmap is read by blocks, a Dask array gives one.

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
        X = self._checked_points(X).astype(np.float64, copy=False)
        both = zip(self.cluster_centers_, self._counted_weights(), strict=True)
        return np.hstack([minkowski_distances(X * w, [m * w], p=self.p) for m, w in both])

    @property
    def _n_features_out(self):
        return len(self.cluster_centers_)

    def _counted_weights(self):
        """Return the weights by which points are measured."""
        return self._floor.counted(self.feature_weights_, as_exponent(self.p))

    def _scale(self, dtype, p, extent):
        """Return a unit in which no power overflows, and the precision to compute with.

        Single precision that came is enough for p = 2, and is taken as it is: in no other unit.
        """
        enough = p == 2 and not self.weighted and 2.0**-30 < extent < 2.0**30
        if dtype == np.float32 and enough:
            return 1.0, dtype
        return extent, np.dtype(np.float64)

    def _follow(self, starts, points, p, unit, best):
        """Iterate from every start; leave the history of least cost in `best`, whatever happens."""
        self._floor = self._floor_of(unit, points.n, p)
        line = ProgressLine(quiet=points.in_memory)
        for start in starts:
            history = []
            steps = lloyd(
                points, start, p, weighted=self.weighted, floor=self._floor, **self._limits()
            )
            for record in steps:
                if not points.in_memory and history:
                    history[-1].labels = None  # they are many: those of the last are kept
                history.append(record)
                best.running = history
                line.tell(history)
            best.finished, best.running = best.history, None
        line.close()

    def _floor_of(self, unit, n, p):
        """Return what is added to dispersions in units of `unit`."""
        floor = float(self.floor) if self.weighted else 0.0
        if self.floor_form == "relative":
            return Floor(share=floor)
        return Floor(V=_dispersion_of_floor(floor, unit, n, int(self.n_clusters), p))

    def _start_from_a_sample(self, points, k, p, unit):
        """Return the centers and weights at which a fit to some of the points ends."""
        size = min(points.n, max(SAMPLE, 100 * k))
        random_state = as_random_state(self.random_state)
        rows = np.arange(points.n)
        if size < points.n:
            rows = np.sort(sample_without_replacement(points.n, size, random_state=random_state))
        sample = InMemory(points.rows(rows).astype(np.float64) / unit)
        best = Best()
        self._follow(self._starts(sample, k, p), sample, p, unit, best)
        return best.history[-1]

    def _starts(self, points, k, p):
        """Yield the first centers of every start."""
        random_state = as_random_state(self.random_state)
        warm = self.init == "warm"
        first_p = (1.0 if p < 1.5 else 2.0) if warm else p
        for _ in range(int(self.n_init)):
            start = Bunch(centers=first_centers(points.X, k, first_p, random_state), weights=None)
            if warm and (self.weighted or first_p != p):
                *_, last = lloyd(points, start, first_p, **self._limits())
                start.centers = last.centers
            yield start

    def _limits(self):
        return {"max_iter": int(self.max_iter), "tol": self.tol}

    def _points(self, X):
        """Return the points of a fit: in memory, in a file, or wherever Dask has them."""
        if is_lazy(X) or is_on_disk(X):
            check_table(X)
            if as_exponent(self.p) >= 1:
                validate_data(self, X, reset=True, skip_check_array=True)
                return DaskBlocks(X) if is_lazy(X) else Blocks(X)
            if is_lazy(X) or 8 * X.size > MAX_BYTES:
                raise ValueError(
                    f"p is {self.p} and X is read in chunks; for p below 1 a center is the best of "
                    "all data points, which no totals over chunks tell: take p of at least 1, or "
                    "fit a sample in memory and give the rest to predict"
                )
        return InMemory(self._checked_points(X, reset=True))

    def _checked_points(self, X, *, reset=False):
        points = as_points(numbers_of(X, "X"))
        validate_data(self, X, reset=reset, skip_check_array=True)  # names and number of columns
        return points

    def _checked_settings(self, points):
        """Return the number of clusters, p, and the centers given to begin with, None if none."""
        p = as_exponent(self.p)
        if p > MAX_P:
            raise ValueError(
                f"p is {self.p}; p must be at most {MAX_P}: powers beyond leave the range of "
                "floating point, and for p = inf the cost is no sum over points"
            )
        flag(self.weighted, "weighted")
        k = as_n_clusters(self.n_clusters, points.X)
        whole_number(self.n_init, "n_init")
        whole_number(self.max_iter, "max_iter")
        non_negative(self.tol, "tol")
        non_negative(self.floor, "floor")
        choice(self.floor_form, "floor_form", ("fixed", "relative"))
        if isinstance(self.init, str):
            choice(self.init, "init", ("warm", "k-means++"))
            return k, p, None
        init = as_points(self.init, "init").astype(np.float64)
        if init.shape != (k, points.d):
            raise ValueError(
                f"init has shape {init.shape}; init must be 'warm', 'k-means++' or one row "
                f"of features for each cluster, shape ({k}, {points.d})"
            )
        return k, p, init


class Best:
    """The histories of several starts: the best one that has ended, and the one that runs."""

    finished = None
    running = None

    @property
    def history(self):
        """The one of less cost; of equal ones the earlier."""
        if self.running is None:
            return self.finished
        if self.finished is None:
            return self.running
        better = self.running[-1].cost < self.finished[-1].cost * (1 - COST_RTOL)
        return self.running if better else self.finished


class ProgressLine:
    """One line on the standard error, of a fit that takes long."""

    def __init__(self, quiet):
        self.quiet, self.began = quiet, time.monotonic()
        self.told = self.began

    def tell(self, history):
        """Say how far the fit is, once in a while."""
        now = time.monotonic()
        if not self.quiet and now - self.told >= ONCE_IN:
            self.told = now
            last = history[-1]
            text = f"iteration {len(history)}: cost {last.cost:.6g}, {last.moved} points moved, "
            text += f"{now - self.began:.0f} s"
            print(f"\r{text:<72}", end="", file=sys.stderr, flush=True)

    def close(self):
        """Leave the line."""
        if self.told != self.began:
            print(file=sys.stderr)


class Floor(NamedTuple):
    """What is added to the dispersions V_cl of a cluster: V, or a share of their mean."""

    V: float = 0.0
    share: float = 0.0

    def raised(self, dispersions):
        """Return V_cl + V + share mean_u V_cu."""
        return dispersions + self.V + self.share * dispersions.mean(axis=-1, keepdims=True)

    def counted(self, weights, p):
        """Return the weights that points are measured by, (w_cl^p + share mean_u w_cu^p)^(1/p).

        sum_l w_cl^p (V_cl + share mean_u V_cu) = sum_l (w_cl^p + share mean_u w_cu^p) V_cl
        """
        if not self.share:
            return weights
        powers = weights**p
        return (powers + self.share * powers.mean(axis=-1, keepdims=True)) ** (1 / p)

    def cost(self, weights, p):
        """Return what V adds to the cost."""
        return self.V * (weights**p).sum()


NO_FLOOR = Floor()


def lloyd(points, start, p, *, weighted=False, floor=NO_FLOOR, max_iter, tol):
    """Take centers, weights and clusters in turn until clusters or cost stay; yield each record.

    cost = sum_cl w_cl^p (V_cl + floor),  V_cl = sum over points i of cluster c of |x_il - m_cl|^p

    Each of the three steps is the minimum of the cost in what it changes. `start` has the centers
    to begin with, and weights or None.
    """
    k, d = start.centers.shape
    centers, weights = start.centers.astype(np.float64), np.full((k, d), 1 / d if weighted else 1.0)
    if weighted and start.weights is not None:
        weights = start.weights.copy()
    first = feature_weights(np.full(d, floor.V), p=p) if weighted else np.ones(d)
    again = {"first_weights": floor.counted(first, p), "means": p == 2 and not weighted}
    points.labels = None
    points.assign(centers, floor.counted(weights, p), p, **again)
    cost_before = math.inf
    for _ in range(max_iter):
        centers = points.centers(centers, p, means=again["means"])
        if weighted:
            weights = feature_weights(floor.raised(points.dispersions(centers, p)), p=p)
        else:
            weights = weights.copy()
        counted = floor.counted(weights, p)
        before = counted.copy()
        cost, moved = points.assign(centers, counted, p, **again)
        weights[(counted != before).any(axis=1)] = first  # of clusters that began again
        cost += floor.cost(weights, p)
        if cost > cost_before:  # rounding
            return
        yield Bunch(cost=cost, labels=points.labels, centers=centers, weights=weights, moved=moved)
        if moved == 0 or cost_before - cost <= tol * cost_before < math.inf:
            return
        cost_before = cost


@no_overflow("powers of floor")
def _dispersion_of_floor(floor, unit, n, k, p):
    """Return the dispersion of n / k points that lie `floor` from their center."""
    return n / k * (np.float64(floor) / unit) ** p


def _rescale(history, unit, p):
    """Bring the costs and centers of X / unit into the units of X."""
    with np.errstate(over="ignore"):
        power = np.float64(unit) ** p
        for record in history:
            record.cost = float(finite(record.cost * power, f"costs for p = {p:g}"))
            record.centers = record.centers * unit


def _extent(low, high, init):
    """Return a power of two of about the range of all points: to divide by it costs no digits."""
    if init is not None:
        low, high = np.minimum(low, init.min(axis=0)), np.maximum(high, init.max(axis=0))
    return power_of_two((high / 2 - low / 2).max())
