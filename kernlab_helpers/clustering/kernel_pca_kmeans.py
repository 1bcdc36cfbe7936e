"""k-means in the leading axes of kernel PCA."""

import warnings

import numpy as np

from .._checks import finite, flag, tolerance, whole_number
from .._spectrum import leading_axes, rank_rtol
from ..normalization import center
from ._base import MatrixClusterer
from ._lloyd import nearest_mean

__all__ = ["KernelPCAKMeans"]


class KernelPCAKMeans(MatrixClusterer):
    """k-means in the leading axes of kernel PCA.

    y_i = (sqrt(l_1) v_1[i], ..., sqrt(l_r) v_r[i]),  l_1 >= l_2 >= ... the eigenvalues of H K H

    with unit eigenvectors v and H = I - 11'/n; then k-means on the y_i. The centers of k clusters
    around the mean of all points span at most k - 1 directions: hence r = k - 1 (Ding and He).

    Parameters
    ----------
    n_clusters : int
        Number k of clusters, from 1 to n.
    centered : bool
        True centers K first. False takes K as it comes, as source 000 does; K is then either
        centered already or the k - 1 axes are one too few (see Notes), about which a warning is
        given.
    n_components : int, optional
        Number of axes r, from 1 to n; None means k - 1 (1 for k = 1).
    n_init : int
        Number of starts; the one with the least cost is kept.
    max_iter : int
        The most iterations from one start; n_iter_ = max_iter says it may have been cut.
    tol : float
        An iteration that lowers the cost by no more than tol times the cost of the first one is the
        last; 0 means until the cost stays the same.
    random_state : None, int, Generator or RandomState
        What k-means++ draws from; an int draws the same in every fit, the stream of a Generator or
        RandomState moves on.

    Attributes
    ----------
    embedding_ : array of shape (n, r)
        Coordinates y_i; fewer columns where H K H has fewer eigenvalues above 0.
    eigenvalues_ : array of shape (r,)
        Those of the axes, falling.
    cluster_centers_ : array of shape (k, r)
        Means of the clusters in the axes.
    labels_ : array of shape (n,)
        Cluster of each point; every cluster has at least one point.
    inertia_ : float
        The cost of `labels_`, which counts in the axes only, in the units of K.
    history_ : list of Bunch
        One record per iteration of the best start, with `.cost`, `.labels` and `.centers`.
    n_iter_ : int
        Its length. The last iteration is the one that changed nothing.

    Raises
    ------
    ValueError
        For K not square, symmetric, finite; more clusters or axes than points.

    Notes
    -----
    Uncentered, the first axis of a K of positive entries points to the mean of all points and tells
    no clusters apart: k clusters then need k axes, not k - 1. On Iris the paper's Gaussian baseline
    loses by that alone (ledger 000-15).

    An indefinite K belongs to no points. Its axes with eigenvalues below 0 are left out, which for
    the axes taken is the same as `repair(K)`, and a warning says so where such an eigenvalue was
    seen; of a large K only few are computed (as in `MercerMap`).

    References
    ----------
    Ah-Pine (source 000), section 4.1, with ledger 000-15; Ding and He (2004).

    Examples
    --------
    >>> K = [[1.0, 1.0, 0.5, 0.5], [1.0, 1.0, 0.5, 0.5], [0.5, 0.5, 1.0, 1.0], [0.5, 0.5, 1.0, 1.0]]
    >>> model = KernelPCAKMeans(2, random_state=0).fit(K)
    >>> print(model.embedding_.shape, model.labels_[0] == model.labels_[1] != model.labels_[2])
    (4, 1) True

    In NumPy, but for the sign of the axis:

    >>> H = np.eye(4) - 1 / 4
    >>> lam, V = np.linalg.eigh(H @ K @ H)
    >>> np.allclose(np.abs(model.embedding_[:, 0]), np.abs(np.sqrt(lam[-1]) * V[:, -1]))
    True
    """

    def __init__(
        self,
        n_clusters=8,
        *,
        centered=True,
        n_components=None,
        n_init=10,
        max_iter=300,
        tol=0.0,
        random_state=None,
    ):
        self.n_clusters = n_clusters
        self.centered = centered
        self.n_components = n_components
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
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
        KernelPCAKMeans
            The model itself.
        """
        K, k = self._checked(K)
        flag(self.centered, "centered")
        r = max(k - 1, 1)
        if self.n_components is not None:
            r = whole_number(self.n_components, "n_components", high=len(K))
        self._column_means = K.mean(axis=0, dtype=np.float64)
        if r < k and not self.centered:
            self._warn_of_a_lost_axis(K, k, r)

        HKH = K.astype(np.float64, copy=False)
        if self.centered:
            HKH = center(HKH)
        lam, V = self._axes_above_zero(HKH, r, K)
        self.eigenvalues_ = lam
        self._vectors = V
        self.embedding_ = V * np.sqrt(lam)
        return self._fit_in_axes(k)

    def predict(self, K):
        """Return the cluster with the nearest center, in the axes, to new points.

        y = (k(x) . v_1 / sqrt(l_1), ..., k(x) . v_r / sqrt(l_r)),  k(x) the centered row of K

        Parameters
        ----------
        K : array of shape (m, n)
            Kernel of m new points, rows, against the n points of `fit`, uncentered as there: new
            points are centered with the mean of the old ones.

        Returns
        -------
        array of shape (m,)
            Clusters.

        Raises
        ------
        ValueError
            For K not finite, not of n columns; coordinates that overflow.
        """
        K = self._checked_new(K)
        C = self.cluster_centers_
        with np.errstate(over="ignore", invalid="ignore"):
            if self.centered:  # as center(K, K_train) does, from what it needs of K_train
                K = K - self._column_means
                K -= K.mean(axis=1, keepdims=True)
            Y = K @ (self._vectors / np.sqrt(self.eigenvalues_))
            D2 = np.einsum("cr,cr->c", C, C) - 2 * Y @ C.T  # but for ||y||^2, the same for all c
        return nearest_mean(finite(D2, "inner products with the centers"), self._tie)

    def _axes_above_zero(self, HKH, r, K):
        """Return the leading eigenvalues above rounding, and their vectors."""
        name = "the centered K" if self.centered else "K"
        entry = np.abs(K).max()
        lam, V, lowest = leading_axes(HKH, r, name, above=rank_rtol(K) * entry)
        largest = max(lam[0], -lowest, entry)  # centering leaves rounding in the size of K behind
        if lowest < -tolerance(K, scale=largest):
            warnings.warn(
                f"K is not positive semi-definite: {name} has an eigenvalue of {lowest:.6g} beside "
                f"the largest, {lam[0]:.6g}; such axes are left out, as repair would do",
                UserWarning,
                stacklevel=3,
            )
        kept = lam > rank_rtol(K) * largest
        return lam[kept], V[:, kept]

    def _warn_of_a_lost_axis(self, K, k, r):
        if np.abs(self._column_means).max() > tolerance(K):
            warnings.warn(
                f"{r} axes of an uncentered K for {k} clusters: the first axis points to the mean "
                "of all points and tells no clusters apart (ledger 000-15); set centered=True or "
                f"n_components={k}",
                UserWarning,
                stacklevel=3,
            )
