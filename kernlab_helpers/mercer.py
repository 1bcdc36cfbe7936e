"""The Mercer map: features back from a kernel matrix, and new points put among them.

Every positive semi-definite K is a matrix of inner products. Its eigenvectors, scaled by the roots
of the eigenvalues, are points that have these inner products: the original ones up to a rotation.
"""

import inspect

import numpy as np
from scipy.linalg.blas import dsymv
from scipy.sparse.linalg import ArpackError, LinearOperator, eigsh
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted

from ._checks import RTOL, as_gram, as_points, finite, tolerance, whole_number
from ._matrices import with_fixed_signs

__all__ = ["MercerMap"]

# An eigenvalue up to this share of the largest is rounding, not a direction.
RANK_RTOL = 1e-12
RANK_RTOL_FLOAT32 = 1e-5

LANCZOS_FROM = 500  # points: below, all eigenpairs cost no more than a few
LANCZOS_SHARE = 20  # one axis for so many points is few
KRYLOV_STEPS = 30  # with fewer the negative eigenvalues of a self-tuning kernel go unseen
SEED = {"rng": 0} if "rng" in inspect.signature(eigsh).parameters else {}  # from scipy 1.17 on


class MercerMap(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Points whose inner products are a given kernel matrix.

    K = V diag(l) V',  l_1 >= l_2 >= ... > 0
    phi(x_i) = (sqrt(l_1) V[i, 1], sqrt(l_2) V[i, 2], ...)

    so that phi(x_i) . phi(x_j) = K[i, j]. The first r axes give the closest matrix of rank r. A new
    point x is put where its inner products with the old ones fit best (Nystrom):

    phi(x) = (k(x) . V[:, 1] / sqrt(l_1), ...),  k(x) = (K(x, x_1), ..., K(x, x_n))

    K is taken as it is. For kernel PCA centre it first: `center(K)`, and `center(K_new, K)` for new
    points.

    Parameters
    ----------
    n_components : number r of axes, from 1 to n; None means all. Directions whose eigenvalue is
        below 1e-12 (1e-5 for float32) times the largest are rounding and left out: there are then
        fewer than r columns, and none for K = 0.

    Attributes
    ----------
    eigenvalues_ : (r,) falling, all above 0, in the units of K.
    eigenvectors_ : (n, r) unit eigenvectors as columns, V. Sign: the largest entry, the first of
        those that tie, is above 0. Equal eigenvalues leave their vectors free to turn.
    n_features_in_ : n.

    Raises
    ------
    ValueError : K not square, symmetric, finite; not positive semi-definite; more axes than points.

    Notes
    -----
    Few axes of many points (n above 500, r below n / 20) come from Lanczos iterations. The lower
    end of the spectrum is then only probed: a negative eigenvalue that stands apart is seen, one
    hidden among many small ones may not be. `is_psd(K)` sees all.

    Source: the slides (source 004), "Data-specific Mercer kernel map", with ERRATA 004-05; new
    points: Williams and Seeger (2001), Using the Nystrom method to speed up kernel machines.

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
        """Find the axes of an (n, n) kernel matrix; `y` is ignored. Returns the map itself."""
        K = as_gram(_numbers(K, "K"), "K")
        n, r = len(K), self.n_components
        r = n if r is None else whole_number(r, "n_components", high=n)
        values, vectors, lowest = _eigenpairs(K.astype(np.float64, copy=False), r)
        with np.errstate(over="ignore"):  # in single precision
            values = finite(values.astype(K.dtype), "the eigenvalues of K")
        if lowest < -tolerance(K, scale=max(values[0], -lowest)):
            raise ValueError(
                f"K is not positive semi-definite: its least eigenvalue is {lowest:.6g} or below, "
                f"its largest {values[0]:.6g}, so no points have these inner products; look for "
                "the step that broke it, or mend it with repair(K)"
            )
        rtol = RANK_RTOL_FLOAT32 if K.dtype == np.float32 else RANK_RTOL
        kept = values > rtol * values[0]
        self.n_features_in_ = n
        self.eigenvalues_ = values[kept]
        self.eigenvectors_ = with_fixed_signs(vectors[:, kept]).astype(K.dtype)
        return self

    def transform(self, K_new):
        """Put new points among the old ones.

        Parameters
        ----------
        K_new : (m, n) kernel of m new points, rows, with the n points of `fit`, columns.

        Returns
        -------
        (m, r) coordinates; float32 if both matrices are, else float64.

        Raises
        ------
        ValueError : K_new not finite, not of n columns.
        """
        K_new = _against_fitted(self, K_new, "K_new")
        with np.errstate(over="ignore", invalid="ignore"):
            phi = K_new @ (self.eigenvectors_ / np.sqrt(self.eigenvalues_))
        return finite(phi, "the coordinates of the new points") if phi.size else phi

    def fit_transform(self, K, y=None):
        """Fit; return the (n, r) coordinates of the points of K, float32 if K is."""
        self.fit(K)
        return self.eigenvectors_ * np.sqrt(self.eigenvalues_)

    @property
    def _n_features_out(self):
        return len(self.eigenvalues_)


def _against_fitted(model, K, name):
    """Return the checked (m, n) kernel of new points with those of the fit of any model."""
    check_is_fitted(model)
    K, n = as_points(_numbers(K, name), name), model.n_features_in_
    if K.shape[1] != n:
        raise ValueError(
            f"X has {K.shape[1]} features, but {type(model).__name__} is expecting {n} features "
            f"as input: {name} has shape {K.shape} and must be (m, {n}), a row for each new point "
            f"and a column for each of the {n} points of fit"
        )
    return K


def _numbers(K, name):
    """Convert and refuse as scikit-learn's conventions want it, where they go beyond our checks."""
    if not isinstance(K, np.ndarray):
        return K
    if K.dtype.kind == "O":
        return K.astype(np.float64)
    if K.dtype.kind == "c":
        raise ValueError(
            f"Complex data not supported: {name} must hold real numbers; pass .real if the "
            "imaginary part is only rounding"
        )
    if K.ndim == 1:
        raise ValueError(
            f"{name} has 1 dimension, shape {K.shape}; {name} must have 2, a row for each point. "
            f"Reshape your data: np.reshape({name}, (1, -1)) is one row"
        )
    if K.ndim == 2 and len(K) and not K.shape[1]:
        raise ValueError(
            f"{name} is empty, 0 feature(s) (shape={K.shape}) while a minimum of 1 is required: a "
            "column for each point"
        )
    return K


def _eigenpairs(K, r):
    """Return the r largest eigenvalues, falling, their vectors, and the lowest seen.

    Only the lower triangle is read, by both ways.
    """
    few = len(K) > LANCZOS_FROM and r * LANCZOS_SHARE < len(K)
    found = _lanczos(K, r) if few else None
    if found is None:
        values, vectors = np.linalg.eigh(K)
        found = values[::-1][:r], vectors[:, ::-1][:, :r], values[0]
    finite(found[0], "the eigenvalues of K")
    return found


def _lanczos(K, r):
    """Do as `_eigenpairs` without the rest of the spectrum; None where that fails."""
    n = len(K)
    K = np.ascontiguousarray(K).T

    def multiply(v):
        return dsymv(1.0, K, v)  # reads half of K: twice as fast as K @ v

    operator = LinearOperator(K.shape, matvec=multiply, dtype=K.dtype)
    start = np.random.default_rng(0).standard_normal(n)
    try:  # after n / 10 restarts the full solver would be done, too
        values, vectors = eigsh(operator, r, which="LA", v0=start, maxiter=n // 10, **SEED)
    except ArpackError:
        return None
    falling = np.argsort(values)[::-1]
    values, vectors = values[falling], vectors[:, falling]
    if not 0 < values[0] < np.inf:
        return None
    ritz = _ritz_values(multiply, values, vectors)
    if (ritz[-r:] > values[::-1] + RTOL * values[0]).any():
        return None  # an axis was missed
    return values, vectors, ritz[0]


def _ritz_values(multiply, values, vectors):
    """Rising Ritz values of K on the span of its eigenvectors found and a Krylov space beside it.

    Each is a value that v' K v takes for a unit v: one below 0 proves that K is indefinite.
    """
    n, r = vectors.shape
    basis, images = np.empty((2, r + KRYLOV_STEPS, n))
    basis[:r], images[:r] = vectors.T, (vectors * values).T
    new, size = np.random.default_rng(1).standard_normal(n), r
    while size < len(basis):
        for _ in range(2):  # one pass leaves rounding behind
            new -= (basis[:size] @ new) @ basis[:size]
        length = np.linalg.norm(new)
        if length <= RANK_RTOL:
            break  # K takes the span into itself: there is no more to see
        basis[size] = new / length
        images[size] = multiply(basis[size])
        new = images[size] / values[0]
        size += 1
    return np.linalg.eigvalsh(images[:size] @ basis[:size].T)
