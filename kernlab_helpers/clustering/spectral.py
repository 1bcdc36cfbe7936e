"""Spectral clustering of a given affinity matrix."""

import numpy as np

from .._checks import flag, tolerance
from .._spectrum import leading_axes
from ._base import MatrixClusterer


class SpectralKMeans(MatrixClusterer):
    """Spectral clustering by Ng, Jordan and Weiss, of a given affinity matrix.

    L = D^(-1/2) A D^(-1/2),  D = diag(A 1)

    The eigenvectors of the k largest eigenvalues of L, side by side, give every point a row; the
    rows are scaled to length one and clustered by k-means.

    Parameters
    ----------
    n_clusters : whole number k from 1 to n.
    zero_diagonal : True sets the diagonal of A to 0 first, as Ng, Jordan and Weiss do: no point
        vouches for itself. False keeps it.
    n_init, max_iter, tol, random_state : as for `KernelKMeans`.

    Attributes
    ----------
    embedding_ : (n, k) rows of length one.
    eigenvalues_ : (k,) the k largest of L, falling; the first is 1.
    cluster_centers_ : (k, k) means of the clusters there.
    labels_, inertia_, n_iter_ : as for `KernelKMeans`; the cost is that of the rows.
    history_ : list of one record per iteration, with `.cost`, `.labels` and `.centers`.

    Raises
    ------
    ValueError : A not square, symmetric, finite; an affinity below 0; a point with no affinity to
        any other; more clusters than points.

    Notes
    -----
    A need not be positive semi-definite, only its entries at least 0. A warning is given where the
    eigenvalues k and k + 1 of L are equal: then the axes, and so the clusters, are not determined,
    for instance where A falls apart into more than k groups. There is no `predict`: new points
    would change L.

    Source: Ng, Jordan and Weiss (2001), On spectral clustering; used by Abou-Moustafa et al.
    (source 001), section 7.

    Examples
    --------
    >>> A = [[1.0, 0.9, 0.1, 0.0], [0.9, 1.0, 0.0, 0.1], [0.1, 0.0, 1.0, 0.9], [0.0, 0.1, 0.9, 1.0]]
    >>> model = SpectralKMeans(2, random_state=0).fit(A)
    >>> print(model.eigenvalues_.round(3), model.labels_[0] == model.labels_[1] != model.labels_[2])
    [1.  0.8] True
    """

    def __init__(
        self,
        n_clusters=8,
        *,
        zero_diagonal=True,
        n_init=10,
        max_iter=300,
        tol=0.0,
        random_state=None,
    ):
        self.n_clusters = n_clusters
        self.zero_diagonal = zero_diagonal
        self.n_init = n_init
        self.max_iter = max_iter
        self.tol = tol
        self.random_state = random_state

    def __sklearn_tags__(self):
        """Tell scikit-learn that the entries must be at least 0."""
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        return tags

    def fit(self, A, y=None):
        """Cluster the points of an (n, n) affinity matrix; `y` is ignored."""
        A, k = self._checked(A, "A")
        flag(self.zero_diagonal, "zero_diagonal")
        L = normalized_affinity(A, zero_diagonal=self.zero_diagonal)
        self.eigenvalues_, vectors, _ = leading_axes(L, k, "L")
        self.embedding_ = _unit_rows(vectors)
        return self._run_in_axes(k)


def normalized_affinity(A, *, zero_diagonal=True):
    """Return D^(-1/2) A D^(-1/2); refuse affinities below 0 and points without any."""
    rounding = tolerance(A)
    A = A.astype(np.float64)
    if zero_diagonal:
        np.fill_diagonal(A, 0)
    i, j = np.unravel_index(A.argmin(), A.shape)
    if A[i, j] < -rounding:
        raise ValueError(
            f"Negative values in data: A[{i}, {j}] is {A[i, j]:.6g}, the least of {np.sum(A < 0)} "
            "below 0; an affinity must be at least 0: take a kernel that is, for instance gaussian"
        )
    np.maximum(A, 0, out=A)
    degrees = A.sum(axis=1)
    if not degrees.all():
        raise ValueError(
            f"row {degrees.argmin()} of A sums to 0{' without its diagonal' * bool(zero_diagonal)}"
            f" ({np.sum(degrees == 0)} such row(s), n_samples = {len(A)}); every point needs an "
            "affinity above 0: drop the point or widen the kernel (a linear kernel has such rows "
            "at the origin, often where n_features = 1)"
        )
    roots = np.sqrt(degrees)
    A /= roots
    A /= roots[:, None]
    return A


def _unit_rows(vectors):
    """Rows scaled to length one; rows that are 0 up to rounding have no direction and become 0."""
    lengths = np.linalg.norm(vectors, axis=1, keepdims=True)
    seen = lengths > 1e-12
    return np.where(seen, vectors, 0) / np.where(seen, lengths, 1)
