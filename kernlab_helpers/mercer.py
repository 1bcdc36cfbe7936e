"""The Mercer map: features back from a kernel matrix, and new points put among them.

Every positive semi-definite K is a matrix of inner products. Its eigenvectors, scaled by the roots
of the eigenvalues, are points that have these inner products: the original ones up to a rotation.
"""

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin

from ._checks import as_gram, finite, no_overflow, tolerance, whole_number
from ._chunks import by_chunks
from ._estimators import against_fitted, numbers_of
from ._spectrum import eigenpairs, rank_rtol, with_fixed_signs

__all__ = ["MercerMap"]


class MercerMap(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Points whose inner products are a given kernel matrix.

    K = V diag(lam) V',  lam_1 >= lam_2 >= ... > 0
    phi(x_i) = (sqrt(lam_1) V[i, 1], sqrt(lam_2) V[i, 2], ...)

    so that phi(x_i) . phi(x_j) = K[i, j]. The first r axes give the closest matrix of rank r. A new
    point x is put where its inner products with the old ones fit best (Nystrom):

    phi(x) = (k(x) . V[:, 1] / sqrt(lam_1), ...),  k(x) = (K(x, x_1), ..., K(x, x_n))

    K is taken as it is. For kernel PCA center it first: `center(K)`, and `center(K_new, K)` for new
    points.

    Parameters
    ----------
    n_components : int, optional
        Number r of axes, from 1 to n; None means all. Directions whose eigenvalue is below 1e-12
        (1e-5 for float32) times the largest are rounding and left out: there are then fewer than r
        columns, and none for K = 0.

    Attributes
    ----------
    eigenvalues_ : array of shape (r,)
        Falling, all above 0, in the units of K.
    eigenvectors_ : array of shape (n, r)
        Unit eigenvectors as columns, V. Sign: the largest entry, the first of those that tie, is
        above 0. Equal eigenvalues leave their vectors free to turn.
    n_features_in_ : int
        Number n of points.

    Raises
    ------
    ValueError
        For K not square, symmetric, finite; not positive semi-definite; more axes than points.

    Notes
    -----
    Few axes of many points (n above 500, r below n / 20) come from Lanczos iterations. The lower
    end of the spectrum is then only probed: a negative eigenvalue that stands apart is seen, one
    hidden among many small ones may not be. `is_psd(K)` sees all.

    References
    ----------
    The slides (source 004), "Data-specific Mercer kernel map", with ledger 004-05; new points:
    Williams and Seeger (2001), Using the Nystrom method to speed up kernel machines.

    Examples
    --------
    >>> mercer = MercerMap()
    >>> K = [[4.0, 0.0, 2.0], [0.0, 1.0, 1.0], [2.0, 1.0, 2.0]]  # of (2, 0), (0, 1), (1, 1)
    >>> phi = mercer.fit_transform(K)
    >>> print(phi.shape, mercer.eigenvalues_.round(3))
    (3, 2) [5.303 1.697]
    >>> print((phi @ phi.T).round(6) + 0.0)
    [[4. 0. 2.]
     [0. 1. 1.]
     [2. 1. 2.]]
    >>> new = mercer.transform([[2.0, 0.0, 1.0]])  # of (1, 0), half of the first point
    >>> print(np.allclose(new, phi[0] / 2))
    True

    In NumPy, but for the sign of each axis:

    >>> lam, V = np.linalg.eigh(K)
    >>> np.allclose(np.abs(phi[:, 0]), np.abs(V[:, -1] * np.sqrt(lam[-1])))
    True
    """

    def __init__(self, n_components=None):
        self.n_components = n_components

    def __sklearn_tags__(self):
        """Tell scikit-learn that rows and columns of K are the same points."""
        tags = super().__sklearn_tags__()
        tags.input_tags.pairwise = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags

    def fit(self, K, y=None):
        """Find the axes of a kernel matrix.

        Parameters
        ----------
        K : array of shape (n, n)
            Kernel matrix.
        y : None
            Ignored.

        Returns
        -------
        MercerMap
            The map itself.
        """
        K = as_gram(numbers_of(K, "K"), "K")
        n, r = len(K), self.n_components
        r = n if r is None else whole_number(r, "n_components", high=n)
        lam, V, lowest = eigenpairs(K.astype(np.float64, copy=False), r)
        with np.errstate(over="ignore"):  # in single precision
            lam = finite(lam.astype(K.dtype), "the eigenvalues of K")
        if lowest < -tolerance(K, scale=max(lam[0], -lowest)):
            raise ValueError(
                f"K is not positive semi-definite: its least eigenvalue is {lowest:.6g} or below, "
                f"its largest {lam[0]:.6g}, so no points have these inner products; look for the "
                "step that broke it, or mend it with repair(K)"
            )
        kept = lam > rank_rtol(K) * lam[0]
        self.n_features_in_ = n
        self.eigenvalues_ = lam[kept]
        self.eigenvectors_ = with_fixed_signs(V[:, kept]).astype(K.dtype)
        return self

    @by_chunks
    @no_overflow("the coordinates of the new points")
    def transform(self, K_new):
        """Put new points among the old ones.

        phi(x) = (k(x) . V[:, 1] / sqrt(lam_1), ...)

        Parameters
        ----------
        K_new : array of shape (m, n)
            Kernel of m new points, rows, with the n points of `fit`, columns; a memmap is read by
            blocks, a Dask array gives one.

        Returns
        -------
        array of shape (m, r)
            Coordinates; float32 if both matrices are, else float64.

        Raises
        ------
        ValueError
            For K_new not finite, not of n columns.
        """
        K_new = against_fitted(self, K_new, "K_new")
        return K_new @ (self.eigenvectors_ / np.sqrt(self.eigenvalues_))

    def fit_transform(self, K, y=None):
        """Find the axes of a kernel matrix and the points.

        phi(x_i) = (sqrt(lam_1) V[i, 1], sqrt(lam_2) V[i, 2], ...)

        Parameters
        ----------
        K : array of shape (n, n)
            Kernel matrix.
        y : None
            Ignored.

        Returns
        -------
        array of shape (n, r)
            Coordinates of the points of K; float32 if K is, else float64.
        """
        self.fit(K)
        return self.eigenvectors_ * np.sqrt(self.eigenvalues_)

    @property
    def _n_features_out(self):
        return len(self.eigenvalues_)
