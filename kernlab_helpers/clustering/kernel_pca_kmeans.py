"""k-means in the leading axes of kernel PCA."""

import warnings

import numpy as np

from .._checks import finite, flag, tolerance, whole_number
from .._spectrum import leading_axes, rank_rtol
from ..normalization import center
from ._base import MatrixClusterer
from ._lloyd import nearest


class KernelPCAKMeans(MatrixClusterer):
    """k-means in the leading axes of kernel PCA.

    y_i = (sqrt(l_1) v_1[i], ..., sqrt(l_r) v_r[i]),  l_1 >= l_2 >= ... the eigenvalues of H K H

    with unit eigenvectors v and H = I - 11'/n; then k-means on the y_i. The centres of k clusters
    around the mean of all points span at most k - 1 directions: hence r = k - 1 (Ding and He).

    Parameters
    ----------
    n_clusters : whole number k from 1 to n.
    centered : True centres K first. False takes K as it comes, as source 000 does; K is then either
        centred already or the k - 1 axes are one too few (see Notes), about which a warning is
        given.
    n_components : number of axes r, from 1 to n; None means k - 1 (1 for k = 1).
    n_init, max_iter, tol, random_state : as for `KernelKMeans`.

    Attributes
    ----------
    embedding_ : (n, r) coordinates y_i; fewer columns where H K H has fewer eigenvalues above 0.
    eigenvalues_ : those of the axes, falling.
    cluster_centers_ : (k, r) means of the clusters in the axes.
    labels_, inertia_, n_iter_ : as for `KernelKMeans`; the cost counts in the axes only.
    history_ : list of one record per iteration, with `.cost`, `.labels` and `.centers`.

    Raises
    ------
    ValueError : K not square, symmetric, finite; more clusters or axes than points.

    Notes
    -----
    Uncentred, the first axis of a K of positive entries points to the mean of all points and tells
    no clusters apart: k clusters then need k axes, not k - 1. On Iris the paper's Gaussian baseline
    loses by that alone (ERRATA 000-15).

    An indefinite K belongs to no points. Its axes with eigenvalues below 0 are left out, which for
    the axes taken is the same as `repair(K)`, and a warning says so where such an eigenvalue was
    seen; of a large K only few are computed (as in `MercerMap`).

    Source: Ah-Pine (source 000), section 4.1, with ERRATA 000-15; Ding and He (2004).

    Examples
    --------
    >>> K = [[1.0, 1.0, 0.5, 0.5], [1.0, 1.0, 0.5, 0.5], [0.5, 0.5, 1.0, 1.0], [0.5, 0.5, 1.0, 1.0]]
    >>> model = KernelPCAKMeans(2, random_state=0).fit(K)
    >>> print(model.embedding_.shape, model.labels_[0] == model.labels_[1] != model.labels_[2])
    (4, 1) True
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
        """Cluster the points of an (n, n) kernel matrix; `y` is ignored."""
        K, k = self._checked(K)
        flag(self.centered, "centered")
        axes = max(k - 1, 1)
        if self.n_components is not None:
            axes = whole_number(self.n_components, "n_components", high=len(K))
        self._column_means = K.mean(axis=0, dtype=np.float64)
        uncentred = np.abs(self._column_means).max() > tolerance(K)
        if uncentred and not self.centered and axes < k:
            warnings.warn(
                f"{axes} axes of an uncentred K for {k} clusters: the first axis points to the "
                "mean of all points and tells no clusters apart (ERRATA 000-15); set centered=True "
                f"or n_components={k}",
                UserWarning,
                stacklevel=2,
            )
        self.eigenvalues_, self._vectors = _axes_above_zero(K, axes, self.centered)
        self.embedding_ = self._vectors * np.sqrt(self.eigenvalues_)
        return self._run_in_axes(k)

    def predict(self, K):
        """Nearest centre, in the axes, of new points.

        Parameters
        ----------
        K : (m, n) kernel of m new points, rows, against the n points of `fit`, uncentred as there:
            new points are centred with the mean of the old ones.

        Returns
        -------
        (m,) array of clusters.

        Raises
        ------
        ValueError : K not finite, not of n columns; coordinates that overflow.
        """
        K, C = self._checked_new(K), self.cluster_centers_
        with np.errstate(over="ignore", invalid="ignore"):
            if self.centered:  # as center(K, K_train) does, from what it needs of K_train
                K = K - self._column_means
                K -= K.mean(axis=1, keepdims=True)
            Y = K @ (self._vectors / np.sqrt(self.eigenvalues_))
            D2 = np.einsum("cr,cr->c", C, C) - 2 * Y @ C.T
        return nearest(finite(D2, "inner products with the centres"), self._tie)


def _axes_above_zero(K, n_axes, centered):
    """Return the leading eigenvalues above rounding, and their vectors."""
    size, rtol = np.abs(K).max(), tolerance(K, scale=1.0)
    rank = rank_rtol(K)
    K = K.astype(np.float64, copy=False)
    name = "the centred K" if centered else "K"
    M = center(K) if centered else K
    values, vectors, lowest = leading_axes(M, n_axes, name, above=rank * size)
    largest = max(values[0], -lowest, size)  # centring leaves rounding in the size of K behind
    if lowest < -rtol * largest:
        warnings.warn(
            f"K is not positive semi-definite: {name} has an eigenvalue of {lowest:.6g} beside the "
            f"largest, {values[0]:.6g}; such axes are left out, as repair would do",
            UserWarning,
            stacklevel=3,
        )
    kept = values > rank * largest
    return values[kept], vectors[:, kept]
