"""The normalization of order t as an inner product of features, and its spectrum.

For points of lengths |x| and |y| the normalization of order t is a cosine times a function of the
difference of two numbers, as homogeneous kernels are:

    K_t(x, y) = cos(x, y) kappa_t(log |x| - log |y|),    kappa_t(u) = cosh(t u)^(-1/t)

With a weight r of length kappa is cosh(t u)^(-r/t) = kappa_{t/r}(r u): order t / r of lengths to
the power r. So the weight needs no theory of its own.
"""

import math
import warnings

import numpy as np
from sklearn.base import BaseEstimator, ClassNamePrefixFeaturesOutMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from .._checks import (
    as_points,
    float_like,
    non_negative,
    positive,
    real_number,
    refuse_huge,
    slices,
    whole_number,
)
from .._chunks import PIECE, by_chunks, check_table, is_lazy, is_on_disk
from .._estimators import numbers_of
from .._spectrum import RANK_RTOL, eigenpairs

__all__ = ["OrderTMap", "order_t_spectrum"]

SMALL_T = 1 / 40  # below, Stirling's series has all digits after five terms
STIRLING = (1 / 12, -1 / 360, 1 / 1260, -1 / 1680, 1 / 1188)
FAR = 1e150  # a frequency where every spectrum is 0 in floating point, and that can be squared
BLOCK = 2**16  # features worked out at a time
BETWEEN = 8  # lengths between two landmarks at which the error is measured
MOST = 513  # of these in all
WORTH_A_WARNING = 1e-6  # an error of lengths outside the range, if it is above that inside


def order_t_spectrum(omega, t, *, weight=1.0):
    """Return the spectrum of the normalization of order t: the transform of its length factor.

    cosh(t u)^(-1/t) = integral rho_t(omega) cos(omega u) domega
    rho_t(omega) = a 2^(a-2) |Gamma(a (1 + i omega) / 2)|^2 / (pi Gamma(a)),    a = 1 / t

    It is above 0 everywhere, which is why order t keeps K positive semi-definite for t > 0
    (Bochner). t = 1 gives sech(pi omega / 2) / 2, t = inf the Cauchy density
    1 / (pi (1 + omega^2)); a small t comes near the normal density of variance t. At t = 0, where
    the length factor is 1, the spectrum would be a point mass, and t = 0 is refused.

    With a weight r the factor is cosh(t u)^(-r/t), and its spectrum rho_{t/r}(omega / r) / r.

    Parameters
    ----------
    omega : float or array
        Frequencies in units of 1 / log |x|, in any shape, finite.
    t : float
        Above 0, inf included.
    weight : float
        The weight r of `order_t`, above 0 and finite.

    Returns
    -------
    float or array
        From 0, in the shape of `omega`; float32 if that came, else float64. It sums to 1. Relative
        error below 1e-12 where the value is above 1e-100.

    Raises
    ------
    ValueError
        For t or the weight not above 0; NaN or infinity in `omega`.

    Notes
    -----
    With Gamma(z + 1) = z Gamma(z) it is the Cauchy density times a factor that tends to 1,

    rho_t = 2^a |Gamma(1 + a (1 + i omega) / 2)|^2 / Gamma(1 + a) / (pi (1 + omega^2)),

    so nothing cancels for large t. For small t the large terms of Stirling's series cancel on
    paper: the normal density is what is left.

    References
    ----------
    The constant is missing in source 000 (ledger 000-10). It is the density of the generalized
    hyperbolic secant law.

    Examples
    --------
    >>> print(order_t_spectrum([0.0, 1.0], 1).round(4))
    [0.5    0.1993]
    >>> print(order_t_spectrum([0.0, 1.0], float("inf")).round(4))
    [0.3183 0.1592]

    In NumPy, the integral back to the length factor at u = 0.7:

    >>> omega, step = np.linspace(-60, 60, 12001, retstep=True)
    >>> integral = np.sum(order_t_spectrum(omega, 2.5) * np.cos(omega * 0.7)) * step
    >>> np.allclose(integral, np.cosh(2.5 * 0.7) ** (-1 / 2.5))
    True
    """
    t = real_number(t, "t")
    if t <= 0:
        raise ValueError(
            f"t is {t:g}; t must be above 0: at 0 the whole spectrum is a point mass at omega = 0, "
            "below 0 there is none"
        )
    r = positive(weight, "weight")
    t = shape_of(t, r)
    omega = float_like(omega, "omega")
    with np.errstate(over="ignore", under="ignore"):  # exp(-inf) is the right 0
        w = np.minimum(np.abs(omega, dtype=np.float64) / r, FAR)
        rho = (near_normal(w, t) if t < SMALL_T else cauchy_times_factor(w, 1 / t)) / r
    return rho.astype(omega.dtype)[()]


def shape_of(t, r):
    """Return t / r, the order that a weight r leaves for lengths to the power r."""
    with np.errstate(over="ignore"):
        shape = float(np.float64(t) / r)
    if shape == 0 < t:
        raise ValueError(
            f"t over weight is {t:g} / {r:g}, too small for a number; lower the weight"
        )
    return shape


def cauchy_times_factor(w, a):
    """Return 2^a |Gamma(1 + a (1 + i w) / 2)|^2 / Gamma(1 + a) / (pi (1 + w^2)), also for a = 0."""
    from scipy.special import gammaln, loggamma

    log_gamma = loggamma(1 + a / 2 + 0.5j * a * w).real
    factor = np.exp(a * math.log(2) + 2 * log_gamma - gammaln(1 + a))
    return factor / (np.pi * (1 + w**2))


def near_normal(w, t):
    """Return the same by Stirling, log Gamma(z) = (z - 1/2) log z - z + log(2 pi) / 2 + S(1/z).

    exp((log(1 + w^2) / 2 - w atan w) / t + 2 Re S(1/z) - S(t)) / sqrt(2 pi t (1 + w^2)),
    z = (1 + i w) / (2 t)
    """
    exponent = (np.log1p(w**2) / 2 - w * np.arctan(w)) / t
    corrections = 2 * stirling(2 * t / (1 + 1j * w)).real - stirling(t)
    return np.exp(exponent + corrections) / math.sqrt(2 * np.pi * t) / np.sqrt(1 + w**2)


def stirling(r):
    """Return S(r) = r / 12 - r^3 / 360 + ..."""
    return sum(term * r ** (2 * k + 1) for k, term in enumerate(STIRLING))


class OrderTMap(ClassNamePrefixFeaturesOutMixin, TransformerMixin, BaseEstimator):
    """Features whose inner products are near the normalization of order t.

    Z holds features of points, whose kernel is Z Z'. Then F = fit_transform(Z) has

    F F' about order_t(Z Z', t) = cos(z, z') kappa_t(s - s'),   s = log |z|,
    kappa_t(u) = cosh(t u)^(-1/t)

    The cosine is the inner product of the unit features z / |z|. The length factor is one of a
    single number, s: N landmarks l_1 ... l_N, equally spaced from the least s of `fit` to the
    largest, give it a Mercer map,

    phi(s) = (kappa_t(s - l_1), ..., kappa_t(s - l_N)) C^(-1/2),   C_ij = kappa_t(l_i - l_j)

    scaled to length 1, so that the diagonal is exact. F holds all products of the two,
    phi_j(s) z_c / |z|, in N blocks of d columns. No matrix of n points is ever made.

    Parameters
    ----------
    t : float
        From 0 to inf, as in `order_t`. t = 0 needs no landmarks: F has the unit features alone.
    n_landmarks : int
        Number N of landmarks, at least 1.
    weight : float
        The weight of length, as in `order_t`, at least 0; 0 needs no landmarks either.

    Attributes
    ----------
    landmarks_ : array of shape (N,)
        Log lengths l_1 ... l_N; empty for t = 0.
    log_range_ : tuple of two floats
        The least and the largest log length of `fit`.
    error_ : float
        Largest error of the length factor on a grid of the fitted range, eight lengths from one
        landmark to the next. An entry of F F' can be further from that of order_t by a few percent
        of it: 2 were seen.
    n_features_in_ : int
        Number d of columns of Z.

    Raises
    ------
    ValueError
        For t below 0, for which order t is no kernel; a weight below 0 or infinite; n_landmarks
        below 1; Z not finite, with other columns than in `fit`; more features than memory takes.

    Warns
    -----
    UserWarning
        In `transform`, for lengths outside the fitted range, with the error there, where that is
        above `error_` (and 1e-6). Landmarks do not reach far beyond the range: all lengths that lie
        far outside would count as equal. It is a warning, as one test point a little longer than
        any training point should not stop a pipeline.

    Notes
    -----
    A row of zeros has no direction and maps to zeros: 0 with all others, and with itself, where
    `order_t` has 1 on the diagonal (and raises at t = 0).

    `error_` for lengths that spread over two decades (s over 4.6):

        N                5        9        17       33
        t = 0.25         0.0007   2e-07    2e-11    5e-12
        t = 1            0.08     0.003    8e-06    8e-10
        t = 4            0.3      0.1      0.01     0.0003
        t = inf          0.4      0.2      0.1      0.07

    So it falls fast where t times the spread over N is small. At t = inf the length factor
    exp(-|u|) has a corner, and the map stays coarse, as that of the intersection does.

    References
    ----------
    Ah-Pine (source 000), eq. (6), as a product of a cosine and a length factor (ledger U3);
    landmarks: Williams and Seeger (2001), Using the Nystrom method to speed up kernel machines.

    Examples
    --------
    >>> Z = np.array([[1.0, 0.0], [3.0, 3.0], [0.0, 8.0]])
    >>> F = OrderTMap(t=1, n_landmarks=9).fit_transform(Z)
    >>> print(F.shape, (F @ F.T).round(3).tolist())
    (3, 18) [[1.0, 0.316, 0.0], [0.316, 1.0, 0.585], [0.0, 0.585, 1.0]]

    In NumPy, the kernel that is approximated:

    >>> K = Z @ Z.T
    >>> means = (np.diag(K)[:, None] + np.diag(K)) / 2  # the power mean of order 1
    >>> np.allclose(F @ F.T, K / means, atol=1e-3)
    True
    """

    def __init__(self, t=1.0, n_landmarks=9, *, weight=1.0):
        self.t = t
        self.n_landmarks = n_landmarks
        self.weight = weight

    def __sklearn_tags__(self):
        """Tell scikit-learn that single precision stays."""
        tags = super().__sklearn_tags__()
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags

    def fit(self, Z, y=None):
        """Put the landmarks between the least and the largest log length.

        l_1, ..., l_N = linspace(min s, max s, N)

        Parameters
        ----------
        Z : array of shape (n, d)
            Features, of which only the lengths count; a memmap or a Dask array is read by blocks.
        y : None
            Ignored.

        Returns
        -------
        OrderTMap
            The map itself.
        """
        if is_lazy(Z) or is_on_disk(Z):
            check_table(Z, "Z")
            self._check(np.zeros((1, Z.shape[1]), Z.dtype), reset=True)
        else:
            Z = self._check(Z, reset=True)
        self._r = r = non_negative(self.weight, "weight")
        t = order(self.t)
        self._t = shape_of(t, r) if r > 0 else 0.0
        N = whole_number(self.n_landmarks, "n_landmarks")
        refuse_huge(N, max(N, Z.shape[1]), "the landmarks")
        self.log_range_ = low, high = log_range(Z)
        self.landmarks_ = np.linspace(low, high, N) if self._t > 0 else np.empty(0)
        self._root = inverse_root(self._factor(self.landmarks_))
        self.error_ = self._error(np.linspace(low, high, min(BETWEEN * N + 1, MOST)))
        return self

    @by_chunks
    def transform(self, Z):
        """Map the rows of Z.

        F = (phi_1(s) z / |z|, ..., phi_N(s) z / |z|)

        Parameters
        ----------
        Z : array of shape (n, d)
            Features; a memmap is read by blocks, a Dask array gives one.

        Returns
        -------
        array of shape (n, N d), for t = 0 (n, d)
            Features; float32 if Z is, else float64. Rows have length 1, or 0 where Z has.

        Raises
        ------
        ValueError
            For Z not finite or with other columns than in `fit`; a result that is too large.
        """
        check_is_fitted(self)
        Z = self._check(Z, reset=False)
        n, d = Z.shape
        if self._t == 0:
            return units_and_log_lengths(Z)[0].astype(Z.dtype, copy=False)
        N = len(self.landmarks_)
        refuse_huge(n, N * d, "the features")
        F = np.empty((n, N, d), dtype=Z.dtype)
        outside = []
        for rows in slices(n, BLOCK // (N * d)):
            units, s = units_and_log_lengths(Z[rows])
            phi = self._phi(np.where(np.isfinite(s), s, self.log_range_[0]))
            F[rows] = phi[:, :, np.newaxis] * units[:, np.newaxis, :]
            outside.append(self._outside(s))
        self._warn_of(np.concatenate(outside))
        return F.reshape(n, N * d)

    def _phi(self, s):
        """Return phi(s), rows of length 1."""
        phi = self._factor(s, self.landmarks_) @ self._root
        return phi / np.linalg.norm(phi, axis=1, keepdims=True)

    def _factor(self, s, landmarks=None):
        """Return cosh(t u)^(-r/t) = kappa_{t/r}(r u) of the differences u of log lengths."""
        return length_factor(self._r * differences(s, landmarks), self._t)

    def _error(self, s):
        """Return the largest error of the length factor between these log lengths."""
        if self._t == 0:
            return 0.0
        phi = self._phi(s)
        return float(np.abs(phi @ phi.T - self._factor(s)).max())

    def _outside(self, s):
        """Return the finite log lengths that lie outside the fitted range."""
        low, high = self.log_range_
        return s[np.isfinite(s) & ((s < low) | (s > high))]

    def _warn_of(self, outside):
        """Warn of lengths outside, with the error that they bring."""
        if not outside.size:
            return
        ends = np.array([outside.min(), np.median(outside), outside.max()])
        error = self._error(np.concatenate([self.landmarks_, ends]))
        if error <= max(self.error_, WORTH_A_WARNING):
            return
        low, high = self.log_range_
        warnings.warn(
            f"Z has {outside.size} row(s) whose log length is from {outside.min():.3g} to "
            f"{outside.max():.3g}, outside the fitted range from {low:.3g} to {high:.3g}, where "
            f"the error of the length factor is up to {error:.2g} (inside: {self.error_:.2g}); fit "
            "on data that hold the shortest and the longest row",
            UserWarning,
            stacklevel=3,
        )

    def _check(self, Z, *, reset):
        """Return Z as a finite array of points."""
        a_table = getattr(Z, "ndim", None) == 2
        values = as_points(numbers_of(Z, "Z") if a_table else Z, "Z")
        validate_data(self, Z if a_table else values, reset=reset, skip_check_array=True)
        return values

    @property
    def _n_features_out(self):
        return self.n_features_in_ * max(1, len(self.landmarks_))


def order(t):
    """Return t, from 0 to inf."""
    t = real_number(t, "t")
    if t < 0:
        raise ValueError(
            f"t is {t:g}; t must be at least 0: below 0 the result is not positive semi-definite, "
            "so that no features have it"
        )
    return t


def length_factor(u, t):
    """Return kappa_t(u) = cosh(t u)^(-1/t) = exp(-|u| - log((1 + exp(-2 t |u|)) / 2) / t)."""
    u = np.abs(u)
    if t == 0:
        return np.ones_like(u)
    if t == math.inf:
        return np.exp(-u)
    with np.errstate(over="ignore"):  # exp(-inf) is the right 0
        return np.exp(-u - np.log1p(np.expm1(-2 * u * t) / 2) / t)


def log_range(Z):
    """Return the least and the largest log length of the rows, (0, 0) where all are zeros."""
    if is_lazy(Z):
        Z = Z.rechunk({1: -1})
        ends = Z.map_blocks(log_ends, chunks=((1,) * len(Z.chunks[0]), (2,)), dtype=float).compute()
    else:
        parts = slices(len(Z), max(PIECE // max(Z.shape[1], 1), 1))
        ends = np.vstack([log_ends(np.asarray(Z[rows])) for rows in parts])
    low, high = ends[:, 0].min(), ends[:, 1].max()
    return (float(low), float(high)) if low <= high else (0.0, 0.0)


def log_ends(Z):
    """Return the least and the largest finite log length of some rows as one row, none as inf."""
    s = units_and_log_lengths(as_points(Z, "Z"))[1]
    s = s[np.isfinite(s)]
    return np.array([[s.min(initial=np.inf), s.max(initial=-np.inf)]])


def differences(s, landmarks=None):
    """Return s_i - l_j of all pairs; without landmarks s_i - s_j."""
    return np.subtract.outer(s, s if landmarks is None else landmarks)


def inverse_root(C):
    """Return C^(-1/2), of the directions that are no rounding."""
    if not C.size:
        return C
    values, V, _ = eigenpairs(C, len(C))
    kept = values > RANK_RTOL * values[0]
    return (V[:, kept] / np.sqrt(values[kept])) @ V[:, kept].T


def units_and_log_lengths(Z):
    """Return z / |z| and log |z| of every row, 0 and -inf of zeros; no square overflows."""
    largest = np.abs(Z).max(axis=1, keepdims=True).astype(np.float64)
    none = largest == 0
    units = Z / np.where(none, 1.0, largest)
    lengths = np.linalg.norm(units, axis=1, keepdims=True)
    units /= np.where(none, 1.0, lengths)
    with np.errstate(divide="ignore"):  # log 0 = -inf
        s = np.log(largest) + np.where(none, 0.0, np.log(np.where(none, 1.0, lengths)))
    return units, s[:, 0]
