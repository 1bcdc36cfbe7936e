"""Spectral clustering of a given affinity matrix."""

import numpy as np

from .._checks import flag, tolerance
from .._spectrum import leading_axes
from ._base import MatrixClusterer

__all__ = ["SpectralKMeans"]


class SpectralKMeans(MatrixClusterer):
    """Spectral clustering by Ng, Jordan and Weiss, of a given affinity matrix.

    L = D^(-1/2) A D^(-1/2),  D = diag(A 1)

    The eigenvectors of the k largest eigenvalues of L, side by side, give every point a row; the
    rows are scaled to length one and clustered by k-means.

    Parameters
    ----------
    n_clusters : int
        Number k of clusters, from 1 to n.
    zero_diagonal : bool
        True sets the diagonal of A to 0 first, as Ng, Jordan and Weiss do: no point vouches for
        itself. False keeps it.
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
    embedding_ : array of shape (n, k)
        Rows of length one.
    eigenvalues_ : array of shape (k,)
        The k largest of L, falling; the first is 1.
    cluster_centers_ : array of shape (k, k)
        Means of the clusters there.
    labels_ : array of shape (n,)
        Cluster of each point; every cluster has at least one point.
    inertia_ : float
        The cost of `labels_`: the squared distances of the rows to their means, summed.
    history_ : list of Bunch
        One record per iteration of the best start, with `.cost`, `.labels` and `.centers`.
    n_iter_ : int
        Its length. The last iteration is the one that changed nothing.

    Raises
    ------
    ValueError
        For A not square, symmetric, finite; an affinity below 0; a point with no affinity to any
        other; more clusters than points.

    Notes
    -----
    A need not be positive semi-definite, only its entries at least 0. A warning is given where the
    eigenvalues k and k + 1 of L are equal: then the axes, and so the clusters, are not determined,
    for instance where A falls apart into more than k groups. There is no `predict`: new points
    would change L.

    References
    ----------
    Ng, Jordan and Weiss (2001), On spectral clustering; used by Abou-Moustafa et al. (source 001),
    section 7.

    Examples
    --------
    >>> A = [[1.0, 0.9, 0.1, 0.0], [0.9, 1.0, 0.0, 0.1], [0.1, 0.0, 1.0, 0.9], [0.0, 0.1, 0.9, 1.0]]
    >>> model = SpectralKMeans(2, random_state=0).fit(A)
    >>> print(model.eigenvalues_.round(3), model.labels_[0] == model.labels_[1] != model.labels_[2])
    [1.  0.8] True

    In NumPy, but for the signs of the axes:

    >>> W = A - np.diag(np.diag(A))
    >>> d = W.sum(axis=1)
    >>> lam, V = np.linalg.eigh(W / np.sqrt(np.outer(d, d)))
    >>> rows = V[:, :-3:-1] / np.linalg.norm(V[:, :-3:-1], axis=1, keepdims=True)
    >>> np.allclose(np.abs(model.embedding_), np.abs(rows))
    True
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
        """Cluster the points of an affinity matrix.

        Parameters
        ----------
        A : array of shape (n, n)
            Affinities, at least 0.
        y : None
            Ignored.

        Returns
        -------
        SpectralKMeans
            The model itself.
        """
        A, k = self._checked(A, "A")
        flag(self.zero_diagonal, "zero_diagonal")
        L = normalized_affinity(A, zero_diagonal=self.zero_diagonal)
        self.eigenvalues_, V, _ = leading_axes(L, k, "L")
        self.embedding_ = _unit_rows(V)
        return self._fit_in_axes(k)


def normalized_affinity(A, *, zero_diagonal=True):
    """Return D^(-1/2) A D^(-1/2),  D = diag(A 1)."""
    A = _affinities(A, zero_diagonal)
    degrees = A.sum(axis=1)
    _refuse_lonely_points(degrees, zero_diagonal)
    roots = np.sqrt(degrees)
    return A / roots / roots[:, None]


def _affinities(A, zero_diagonal):
    """Return A in float64, rounding below 0 as 0; refuse affinities below 0."""
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
    return np.maximum(A, 0, out=A)


def _refuse_lonely_points(degrees, zero_diagonal):
    if degrees.all():
        return
    what = " without its diagonal" if zero_diagonal else ""
    raise ValueError(
        f"row {degrees.argmin()} of A sums to 0{what} ({np.sum(degrees == 0)} such row(s), "
        f"n_samples = {len(degrees)}); every point needs an affinity above 0: drop the point or "
        "widen the kernel (a linear kernel has such rows at the origin, often where n_features = 1)"
    )


def _unit_rows(V):
    """Scale rows to length one; those that are 0 up to rounding have no direction and become 0."""
    lengths = np.linalg.norm(V, axis=1, keepdims=True)
    seen = lengths > 1e-12
    return np.where(seen, V, 0) / np.where(seen, lengths, 1)
