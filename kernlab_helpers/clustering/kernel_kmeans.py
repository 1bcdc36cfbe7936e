"""k-means in feature space, from the kernel matrix alone."""

import warnings

import numpy as np

from .._checks import finite
from ._base import MatrixClusterer
from ._inner_products import FromKernel
from ._lloyd import nearest
from ._starts import as_labels, members


class KernelKMeans(MatrixClusterer):
    """k-means in feature space, from the kernel matrix alone.

    Minimizes the sum over all points of ||phi(x_i) - mu_c||^2, c the cluster of x_i, where

    ||phi(x_i) - mu_c||^2 = K[i, i] - 2/|c| sum_{j in c} K[i, j] + 1/|c|^2 sum_{j, l in c} K[j, l]

    Lloyd's iterations: every point goes to its nearest mean (ties: the lowest cluster), then the
    means are taken again; the cost never rises. An empty cluster gets the point farthest from its
    mean. With the same start, the same clusters as k-means on the features of a Mercer map.

    Parameters
    ----------
    n_clusters : whole number k from 1 to n.
    n_init : number of starts; the one with the least cost is kept. Given labels are one start.
    max_iter : the most iterations from one start; n_iter_ = max_iter says it may have been cut.
    tol : an iteration that lowers the cost by no more than tol times the cost of the first one
        is the last; 0 means until the cost stays the same.
    init : "k-means++" in feature space, or an (n,) array of labels 0 to k - 1 to begin with.
    random_state : None, a seed or a numpy RandomState, for k-means++.

    Attributes
    ----------
    labels_ : (n,) cluster of each point; every cluster has at least one point.
    inertia_ : float, the cost of `labels_`, in the units of K.
    history_ : list of one record per iteration of the best start, with `.cost` and `.labels`.
    n_iter_ : its length. The last iteration is the one that changed nothing.

    Raises
    ------
    ValueError : K not square, symmetric, finite; more clusters than points; init that fits neither
        n nor k or leaves a cluster empty. TypeError : parameters that are no numbers.

    Notes
    -----
    An indefinite K belongs to no points: squared distances below 0 occur, the cost may be negative,
    and a step could raise it, even for ever in a circle (ERRATA 000-14, 001-21). Such a step is not
    taken, so a run ends here too; its labels are those of the least cost it saw. A warning says
    what was seen. An indefinite K need not show itself: ask `is_psd`, use `repair`.

    Source: Dhillon, Guan and Kulis (2004), section 2; k-means++: Arthur and Vassilvitskii (2007).

    Examples
    --------
    >>> from kernlab_helpers import linear
    >>> K = linear([[0.0], [1.0], [9.0], [10.0]])
    >>> model = KernelKMeans(2, init=[0, 1, 0, 1]).fit(K)
    >>> print(model.labels_, model.inertia_, [record.cost for record in model.history_])
    [0 0 1 1] 1.0 [1.0, 1.0]
    >>> print(model.predict(linear([[7.0]], [[0.0], [1.0], [9.0], [10.0]])))
    [1]
    """

    def __init__(
        self, n_clusters=8, *, n_init=10, max_iter=300, tol=0.0, init="k-means++", random_state=None
    ):
        self.n_clusters = n_clusters
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.init = init
        self.random_state = random_state

    def fit(self, K, y=None):
        """Cluster the points of an (n, n) kernel matrix; `y` is ignored."""
        K, k = self._checked(K)
        starts = None
        if not (isinstance(self.init, str) and self.init == "k-means++"):
            starts = [members(as_labels(self.init, len(K), k), k)]
        run = self._run(FromKernel(K), k, starts)
        self._square_means = run.square_means
        if run.indefinite:
            warnings.warn(
                f"K is not positive semi-definite: {run.indefinite}. The run ended at the least "
                "cost it saw, which no points have; repair(K) first for clusters that have a mean",
                UserWarning,
                stacklevel=2,
            )
        return self

    def predict(self, K):
        """Nearest mean of new points.

        argmin_c ||mu_c||^2 - 2 <phi(x), mu_c>,  where k(x, x), the same for all c, is left out

        so the kernel of the new points with themselves is not needed.

        Parameters
        ----------
        K : (m, n) kernel of m new points, rows, against the n points of `fit`.

        Returns
        -------
        (m,) array of clusters. For the points of `fit` these are `labels_`, save where max_iter or
        tol cut the run and for equal points that fill more clusters than there are places.

        Raises
        ------
        ValueError : K not finite, not of n columns; sums that overflow.
        """
        K = self._checked_new(K)
        Z = members(self.labels_, len(self._square_means))
        with np.errstate(over="ignore", invalid="ignore"):
            D2 = self._square_means - 2 * (K @ Z) / Z.sum(axis=0)
        return nearest(finite(D2, "inner products with the means"), self._tie)
