"""k-means in feature space, from the kernel matrix alone."""

import warnings

import numpy as np

from .._checks import choice, finite, float_like
from ._base import MatrixClusterer
from ._lloyd import FromKernel, lloyd, members, nearest_mean

__all__ = ["KernelKMeans"]


class KernelKMeans(MatrixClusterer):
    """k-means in feature space, from the kernel matrix alone.

    Minimizes the sum over all points of ||phi(x_i) - mu_c||^2, c the cluster of x_i, where

    ||phi(x_i) - mu_c||^2 = K[i, i] - 2/|c| sum_{j in c} K[i, j] + 1/|c|^2 sum_{j, l in c} K[j, l]

    Lloyd's iterations: every point goes to its nearest mean (ties: the lowest cluster), then the
    means are taken again; the cost never rises. An empty cluster gets the point farthest from its
    mean. With the same start, the same clusters as k-means on the features of a Mercer map.

    Parameters
    ----------
    n_clusters : int
        Number k of clusters, from 1 to n.
    n_init : int
        Number of starts; the one with the least cost is kept. Given labels are one start.
    max_iter : int
        The most iterations from one start; n_iter_ = max_iter says it may have been cut.
    tol : float
        An iteration that lowers the cost by no more than tol times the cost of the first one is the
        last; 0 means until the cost stays the same.
    init : {"k-means++"} or array of shape (n,)
        "k-means++" in feature space, or labels 0 to k - 1 to begin with.
    random_state : None, int, Generator or RandomState
        What k-means++ draws from; an int draws the same in every fit, the stream of a Generator or
        RandomState moves on.

    Attributes
    ----------
    labels_ : array of shape (n,)
        Cluster of each point; every cluster has at least one point.
    inertia_ : float
        The cost of `labels_`, in the units of K.
    history_ : list of Bunch
        One record per iteration of the best start, with `.cost` and `.labels`.
    n_iter_ : int
        Its length. The last iteration is the one that changed nothing.

    Raises
    ------
    ValueError
        For K not square, symmetric, finite; more clusters than points; init that fits neither n nor
        k or leaves a cluster empty.
    TypeError
        For parameters that are no numbers.

    Notes
    -----
    An indefinite K belongs to no points: squared distances below 0 occur, the cost may be negative,
    and a step could raise it, even for ever in a circle (ledger 000-14, 001-21). Such a step is not
    taken, so a run ends here too; its labels are those of the least cost it saw. A warning says
    what was seen. An indefinite K need not show itself: ask `is_psd`, use `repair`.

    References
    ----------
    Dhillon, Guan and Kulis (2004), section 2; k-means++: Arthur and Vassilvitskii (2007).

    Examples
    --------
    >>> from kernlab_helpers import linear
    >>> X = np.array([[0.0], [1.0], [9.0], [10.0]])
    >>> model = KernelKMeans(2, init=[0, 1, 0, 1]).fit(linear(X))
    >>> print(model.labels_, model.inertia_, [record.cost for record in model.history_])
    [0 0 1 1] 1.0 [1.0, 1.0]
    >>> print(model.predict(linear([[7.0]], X)))
    [1]

    In NumPy, the cost on the points themselves:

    >>> mu = np.array([X[model.labels_ == c].mean(axis=0) for c in range(2)])
    >>> np.allclose(model.inertia_, ((X - mu[model.labels_]) ** 2).sum())
    True
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
        """Cluster the points of a kernel matrix.

        Parameters
        ----------
        K : array of shape (n, n)
            Kernel matrix.
        y : None
            Ignored.

        Returns
        -------
        KernelKMeans
            The model itself.
        """
        K, k = self._checked(K)
        points = FromKernel(K)
        if isinstance(self.init, str) and self.init == "k-means++":
            starts = self._starts(points, k)
        else:
            starts = [members(_as_labels(self.init, len(K), k), k)]
        runs = (lloyd(points, Z, max_iter=int(self.max_iter), tol=self.tol) for Z in starts)
        run = self._keep_the_best(runs, points)
        self._mu_mu = run.mu_mu
        if run.indefinite:
            warnings.warn(
                f"K is not positive semi-definite: {run.indefinite}. The run ended at the least "
                "cost it saw, which no points have; repair(K) first for clusters that have a mean",
                UserWarning,
                stacklevel=2,
            )
        return self

    def predict(self, K):
        """Return the cluster with the nearest mean to new points.

        argmin_c ||mu_c||^2 - 2/|c| sum_{j in c} K(x, x_j),  where k(x, x), the same for all c, is
        left out: the kernel of the new points with themselves is not needed

        Parameters
        ----------
        K : array of shape (m, n)
            Kernel of m new points, rows, against the n points of `fit`.

        Returns
        -------
        array of shape (m,)
            Clusters. For the points of `fit` these are `labels_`, save where max_iter or tol cut
            the run and for equal points that fill more clusters than there are places.

        Raises
        ------
        ValueError
            For K not finite, not of n columns; sums that overflow.
        """
        K = self._checked_new(K)
        Z = members(self.labels_, len(self._mu_mu))
        with np.errstate(over="ignore", invalid="ignore"):
            D2 = self._mu_mu - 2 * (K @ Z) / Z.sum(axis=0)
        return nearest_mean(finite(D2, "inner products with the means"), self._tie)


def _as_labels(labels, n, n_clusters):
    """Check the labels to begin with: (n,) whole numbers, every cluster with a point."""
    if isinstance(labels, str):
        choice(labels, "init", ("k-means++", "an array of labels"))
    labels = float_like(labels, "init")
    wanted = f"init must be {n} labels, whole numbers from 0 to {n_clusters - 1}, or 'k-means++'"
    if labels.shape != (n,):
        raise ValueError(f"init has shape {labels.shape}; {wanted}")
    wrong = (labels != np.rint(labels)) | (labels < 0) | (labels >= n_clusters)
    if wrong.any():
        raise ValueError(f"init[{wrong.argmax()}] is {labels[wrong.argmax()]:g}; {wanted}")
    labels = labels.astype(np.intp)
    empty = np.flatnonzero(np.bincount(labels, minlength=n_clusters) == 0)
    if empty.size:
        raise ValueError(
            f"init puts no point in cluster {empty[0]}, which then has no mean; give each cluster "
            "at least one point, or lower n_clusters"
        )
    return labels
