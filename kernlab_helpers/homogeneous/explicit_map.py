"""Finite feature maps of homogeneous kernels: a few cosines of the logarithm."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
from scipy import sparse
from scipy.optimize import brentq
from sklearn.base import BaseEstimator, OneToOneFeatureMixin, TransformerMixin
from sklearn.utils.validation import check_is_fitted, validate_data

from .._checks import as_points, choice, float_like, positive, refuse_huge, slices, whole_number
from .._chunks import by_chunks, check_table, cores, is_lazy, is_on_disk
from .._estimators import numbers_of
from ._arguments import kernel_of, refuse_negative
from ._minimax import HIGHEST_ORDER, minimax
from ._nearest import nearest, spread_rows
from ._table import log_or_0

__all__ = ["ExplicitMap"]

KEPT = 1 - 1e-12  # fraction of the diagonal that the default period keeps
HIGHEST = 1e12  # frequency
BLOCK = 2**15  # numbers mapped at a time: what lies between input and output stays in the cache
FEW = 8  # blocks that are not worth a second core


class ExplicitMap(OneToOneFeatureMixin, TransformerMixin, BaseEstimator):
    """Map that turns a homogeneous kernel into an inner product of a few features.

    k(x, y) = sum_l (x_l y_l)^(gamma/2) kappa(log x_l - log y_l) is about phi(x) . phi(y), where phi
    gives each coordinate x_l the 2 n + 1 numbers, n = `order`,

        sqrt(x_l^gamma L rho(0))
        sqrt(2 x_l^gamma L rho(j L)) cos(j L log x_l),  the same with sin,    j = 1 ... n

    and 0 where x_l = 0. rho is the `spectrum`, sampled at the multiples of its period L. The kernel
    of the map is then (x y)^(gamma/2) times sum_j weights_[j] cos(j L log(x / y)): cut off after n
    terms (truncation) and repeating itself in log x every 2 pi / L (aliasing).

    That is the design of the paper, "sampled". The design "minimax" keeps the form, the size and
    the speed, and puts other numbers in the place of L rho(0), 2 L rho(j L): the weights >= 0, and
    the period, that make the largest error of k(a, b) over all amounts a, b from 0 to 1 least.
    Weights that are not negative keep the kernel positive semi-definite.

    The design "data" asks the same of the rows it is fitted to: the largest error of an entry of
    their kernel matrix. That is a sum over the coordinates, in which errors cancel, so far more can
    be had; nothing is promised of rows that are unlike these.

    Parameters
    ----------
    kernel : {"chi2", "intersection", "jensen_shannon", "hellinger"} or (alpha, beta)
        One of the four, or a pair as for `hein_bousquet`, whose spectrum is integrated numerically.
    order : int
        Whole number n from 0. The map of order 0 is that of Hellinger for every kernel.
    period : float, optional
        L above 0, in units of 1 / log x; scikit-learn calls it sample_interval. None means the L at
        which aliasing adds to the diagonal what truncation takes from it, so that
        phi(x) . phi(x) = k(x, x) at every order; for the others, the L of least error. A given one
        leaves only the weights to them.
    gamma : float
        Degree of homogeneity, above 0: phi(c x) . phi(c y) = c^gamma phi(x) . phi(y), exactly. At 1
        it is the kernel itself; above, large entries weigh more.
    design : {"sampled", "minimax", "data"}
        Where the weights come from: the spectrum, all amounts from 0 to 1, or the rows of `fit`, of
        which 200 at most count, evenly spaced (fewer of more than 1250 columns). The last two take
        an order up to 32.
    ratio : float, optional
        Number r above 1, only for "minimax": the error counts where a / b is from 1 / r to r, and
        relative to (a b)^(gamma/2). None means all amounts from 0 to 1, and the error as it is.

    Attributes
    ----------
    period_ : float
        L.
    frequencies_ : array of shape (n + 1,)
        The frequencies 0, L, ..., n L.
    weights_ : array of shape (n + 1,)
        The weight of each cosine in the kernel of the map, at least 0: L rho(0), then 2 L rho(j L),
        or those of least error.
    diagonal_ : float
        The ratio phi(x) . phi(x) / k(x, x), the same for all x: how much of the diagonal is kept.
    n_features_in_ : int
        Number d of columns of X.

    Raises
    ------
    ValueError
        For negative, infinite or missing values; an unknown kernel or design; order below 0, period
        or gamma not above 0, ratio not above 1 or without minimax; minimax or data with an order
        above 32; minimax with a period of more waves than can be looked at; data with fewer than
        order + 2 rows, or zeros alone.

    Notes
    -----
    What is lost with the default period, as the largest error of k(a, b) for any a, b from 0 up,
    over the larger of a and b:

        order               1       2       3       10
        chi2                0.037   0.014   0.006   0.0001
        jensen_shannon      0.021   0.008   0.003   0.00004
        intersection        0.155   0.118   0.097   0.046

    and with design="minimax"

        chi2                0.013   0.005   0.002   0.00002
        jensen_shannon      0.004   0.002   0.0005  0.000004
        intersection        0.067   0.048   0.037   0.016

    Minimax spreads the error evenly, over the diagonal too: phi(x) . phi(x) is short of k(x, x), or
    beyond it, by that much of it (`diagonal_`). Its numbers come from a table for the named kernels
    up to order 16, else from a search of milliseconds (order 1 to 5) to seconds (order 32).

    What the design "data" loses hangs on the data. On 500 digits of scikit-learn, as histograms,
    fitted to other digits, the largest errors of orders 1, 2, 3 are

        chi2                0.002   0.0008  0.00002
        jensen_shannon      0.0002  0.0001  0.000002
        intersection        0.05    0.03    0.03

    Its search takes a tenth of a second, some seconds for order 32 or very wide rows.

    The spectrum of the intersection falls only like 1 / omega^2, so its map stays coarse; so are
    those of alpha = inf and of beta just above 1/2, where the spectrum has a peak at 0 that few
    samples cannot show (at 1/2 itself it is a point mass, known and exact). Shorter periods, such
    as scikit-learn's, lose part of the diagonal instead: 10 % for chi2 at L = 0.5, order 1.

    Columns stand in blocks of d, as in scikit-learn's AdditiveChi2Sampler, to which the chi-squared
    map of order n and period L is equal for sample_steps = n + 1, sample_interval = L. A dense X
    gives a dense array, a sparse X a sparse CSR matrix or array of the same kind. float32 stays
    float32, computed in float64.

    References
    ----------
    Vedaldi and Zisserman (2012), Efficient additive kernels via explicit feature maps; source 002,
    eqs. (9) to (13), with ledger 002-04, 002-05, 002-08 and 002-09. Minimax follows Chum (2015),
    Low dimensional explicit feature maps, who casts the choice of frequencies and weights as a
    linear program that weighs the quality of a map against its size. Ours are the error over all
    amounts at a fixed size, the search of the period, and the exchange that stands in for the
    program.

    Examples
    --------
    >>> X = [[0.2, 0.8], [0.5, 0.5]]
    >>> phi = ExplicitMap("chi2", order=3).fit_transform(X)
    >>> print(phi.shape, (phi @ phi.T).round(2).tolist())
    (2, 14) [[1.0, 0.91], [0.91, 1.0]]
    >>> ExplicitMap("chi2", design="minimax").fit(X).weights_.round(4)  # of 1 and of cos(L log x)
    array([0.5436, 0.4438])

    What each design loses of one kernel matrix:

    >>> from kernlab_helpers import additive_kernel
    >>> X = np.random.default_rng(0).dirichlet(np.ones(6), size=100)  # rows of sum 1
    >>> K = additive_kernel(X)
    >>> for design in ("sampled", "minimax", "data"):
    ...     F = ExplicitMap("chi2", design=design).fit_transform(X)
    ...     print(f"{design:8} {np.abs(F @ F.T - K).max():.3f}")
    sampled  0.063
    minimax  0.020
    data     0.014

    In NumPy, order 1, for the column x:

    >>> x, L = np.array([0.2, 0.5]), 0.8
    >>> height = np.sqrt(2 * x * L / np.cosh(np.pi * L))
    >>> wave = height * np.cos(L * np.log(x)), height * np.sin(L * np.log(x))
    >>> by_hand = np.stack([np.sqrt(x * L), *wave], axis=1)
    >>> np.allclose(ExplicitMap("chi2", order=1, period=L).fit_transform(x[:, None]), by_hand)
    True
    """

    def __init__(
        self, kernel="chi2", order=1, period=None, gamma=1.0, design="sampled", ratio=None
    ):
        self.kernel = kernel
        self.order = order
        self.period = period
        self.gamma = gamma
        self.design = design
        self.ratio = ratio

    def __sklearn_tags__(self):
        """Tell scikit-learn that negative input is refused and sparse input taken."""
        tags = super().__sklearn_tags__()
        tags.input_tags.positive_only = True
        tags.input_tags.sparse = True
        tags.transformer_tags.preserves_dtype = ["float64", "float32"]
        return tags

    def fit(self, X, y=None):
        """Sample the spectrum, or find the weights of least error.

        weights_ = L rho(0), 2 L rho(L), ..., 2 L rho(n L)   or, with g(u) = exp(-gamma u / 2),
        weights_ = argmin over w >= 0 of max_u g(u) |sum_j w_j cos(j L u) - kappa(u)|
        weights_ = argmin over w >= 0 of max_xy |phi(x) . phi(y) - k(x, y)|, x, y some rows of X

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)
            Histograms, of which only the number of columns counts; to "data" up to 200 rows, evenly
            spaced. Of a memmap or a Dask array these alone are read and checked.
        y : None
            Ignored.

        Returns
        -------
        ExplicitMap
            The map itself.
        """
        X = self._check(X, reset=True)
        kernel = kernel_of(self.kernel)
        order = whole_number(self.order, "order", low=0)
        refuse_huge(1, (2 * order + 1) * self.n_features_in_, "the features of one point")
        positive(self.gamma, "gamma")
        design = choice(self.design, "design", ("sampled", "minimax", "data"))
        self._check_design(design, kernel, order)
        if design == "data":
            L, weights = self._nearest(kernel, order, X)
        else:
            L, weights = (self._sampled if design == "sampled" else self._minimax)(kernel, order)
        self.period_ = L
        self.frequencies_ = L * np.arange(order + 1)
        self.weights_ = weights
        self.diagonal_ = float(self.weights_.sum() / kernel.signature(np.zeros(())))
        return self

    @by_chunks
    def transform(self, X):
        """Map the rows of X.

        sqrt(x^gamma L rho(0)),  sqrt(2 x^gamma L rho(j L)) cos(j L log x),  the same with sin

        Parameters
        ----------
        X : array or sparse matrix of shape (n, d)
            Histograms, entries at least 0; a memmap is read by blocks, a Dask array gives one.

        Returns
        -------
        array or sparse matrix of shape (n, d (2 order + 1))
            Features, dense or sparse as X is; float32 if X is, else float64.

        Raises
        ------
        ValueError
            For negative, infinite or missing values; another number of columns than in `fit`;
            values beyond floating point, which only gamma above 1 can give.
        """
        check_is_fitted(self)
        X = self._check(X, reset=False)
        if not sparse.issparse(X):
            return self._features(X)
        columns = self._features(X.data[:, np.newaxis]).T  # each stored number as a point
        parts = [type(X)((column, X.indices, X.indptr), shape=X.shape) for column in columns]
        return sparse.hstack(parts, format="csr")

    def get_feature_names_out(self, input_features=None):
        """Return the names of the columns, x0_cos0, x1_cos0, ..., x0_cos1, ..., x0_sin1, ...

        Parameters
        ----------
        input_features : list of str, optional
            Names of the columns of X; None means those of `fit`, or x0, x1, ...

        Returns
        -------
        array of shape (d (2 order + 1),)
            Names, one for each column of `transform`.
        """
        check_is_fitted(self)
        names = super().get_feature_names_out(input_features)  # of the columns of X
        functions = ["cos0"]
        for j in range(1, len(self.weights_)):
            functions += [f"cos{j}", f"sin{j}"]
        return np.array([f"{name}_{function}" for function in functions for name in names], object)

    def _period(self, order):
        """Return the period that was given, checked; None if none was."""
        if self.period is None:
            return None
        period = positive(self.period, "period")
        if period > HIGHEST / (order + 1):
            raise ValueError(
                f"period is {period:g}; the angle order * period * log(x) then has no digits left; "
                f"period must be below {HIGHEST:g} / (order + 1): 0.3 to 1 is usual"
            )
        return period

    def _check_design(self, design, kernel, order):
        """Refuse what a design cannot do."""
        if self.ratio is not None and design != "minimax":
            raise ValueError(
                f'ratio is {self.ratio} but design is "{design}", which knows no ratio; '
                'leave ratio at None, or take design="minimax"'
            )
        if design == "sampled":
            return
        if order > HIGHEST_ORDER:
            raise ValueError(
                f'order is {order}; with design="{design}" order must be at most {HIGHEST_ORDER}, '
                'as the search grows slow: "sampled" takes any'
            )
        kernel.spectrum(np.zeros(1))  # raises for a kernel that jumps, which no map can follow

    def _sampled(self, kernel, order):
        """Return the period and the samples of the spectrum at its multiples, both signs."""
        L = self._period(order) or balanced_period(kernel, order)
        weights = L * both_signs(kernel.spectrum(L * np.arange(order + 1)))
        weights[0] += kernel.point_mass
        return L, weights

    def _minimax(self, kernel, order):
        """Return the period and the weights of least error for all amounts."""
        if self.ratio is not None and positive(self.ratio, "ratio") <= 1:
            raise ValueError(
                f"ratio is {self.ratio}; ratio must be above 1: it is the largest a / b that counts"
            )
        L = self._period(order)
        return minimax(kernel, order, period=L, gamma=self.gamma, ratio=self.ratio)

    def _nearest(self, kernel, order, X):
        """Return the period and the weights of least error on some rows of X."""
        places = spread_rows(*X.shape, order)
        name = "X" if len(places) == X.shape[0] else "what counts of X"
        X = X[places]
        X = X.toarray() if sparse.issparse(X) else as_points(np.asarray(X), name)
        refuse_negative(X, name)
        if not np.max(X, initial=0.0) > 0:
            raise ValueError(
                'X has zeros alone in the rows that count; design="data" needs amounts above 0; '
                'design="minimax" needs no rows'
            )
        X = X.astype(np.float64, copy=False)
        return nearest(X, kernel, order, period=self._period(order), gamma=self.gamma)

    def _features(self, X):
        """Return the features of a dense X, some rows at a time."""
        amplitudes = np.sqrt(self.weights_)  # sqrt(L rho(0)), sqrt(2 L rho(j L))
        self._refuse_overflow(X, amplitudes.max())
        n, d = X.shape
        m = 2 * len(amplitudes) - 1
        phi = np.empty((n, m, d), dtype=X.dtype)

        def map_rows(rows):
            x = X[rows].astype(np.float64, copy=False)
            root = x ** (self.gamma / 2)
            log_x = log_or_0(x)
            phi[rows, 0] = amplitudes[0] * root  # sqrt(L rho(0) x^gamma)
            for j in range(1, len(amplitudes)):
                height = amplitudes[j] * root  # sqrt(2 L rho(j L) x^gamma)
                angle = self.frequencies_[j] * log_x  # j L log x
                phi[rows, 2 * j - 1], phi[rows, 2 * j] = times_cos_and_sin(height, angle)

        on_all_cores(map_rows, slices(n, BLOCK // d))
        return phi.reshape(n, m * d)

    def _check(self, X, *, reset):
        """Return X as an array, or as a CSR matrix, of finite numbers that are at least 0.

        Of a Dask array, and of a memmap to fit, nothing is known but the shape.
        """
        if is_lazy(X) or (reset and is_on_disk(X)):
            check_table(X)
            validate_data(self, X, reset=reset, skip_check_array=True)
            return X
        if sparse.issparse(X):
            kinds = (np.float64, np.float32)
            X = validate_data(
                self, X, reset=reset, accept_sparse="csr", dtype=kinds, ensure_all_finite=False
            )
            float_like(X.data, "X.data")
            refuse_negative(X.data, "X", lambda place: place_in_csr(X, place[0]))
            if not X.has_canonical_format:
                X = X.copy()
                X.sum_duplicates()
            return X
        a_table = getattr(X, "ndim", None) == 2  # what is none is refused in words of `as_points`
        values = as_points(numbers_of(X, "X") if a_table else X)
        validate_data(self, X, reset=reset, skip_check_array=True)  # names and number of columns
        refuse_negative(values, "X")
        return values

    def _refuse_overflow(self, X, amplitude):
        """Refuse an X with features beyond floating point."""
        x = np.max(X, initial=0.0)
        with np.errstate(over="ignore"):
            largest = amplitude * np.float64(x) ** (self.gamma / 2)
        if largest > np.finfo(X.dtype).max:
            raise ValueError(
                f"X holds {x:.6g}, whose features overflow {X.dtype} with gamma = {self.gamma}; "
                "lower gamma or divide X by its size first"
            )


def times_cos_and_sin(height, angle):
    """Return height cos(angle) and height sin(angle).

    With t = tan(angle / 2), cos = 2 / (1 + t^2) - 1 and sin = 2 t / (1 + t^2): one tangent costs
    far less than a cosine and a sine.
    """
    t = np.tan(angle / 2)
    height_one_plus_cos = 2 * height / (1 + t * t)
    return height_one_plus_cos - height, height_one_plus_cos * t


def balanced_period(kernel, order):
    """Return the least period L at which the map keeps the diagonal: sum of the weights = kappa(0).

    A point mass is kept at any period and counts on neither side.
    """
    kappa_0 = float(kernel.signature(np.zeros(()))) - kernel.point_mass
    if kappa_0 <= 0:
        return 1.0  # the point mass is all there is

    def surplus(L):
        rho = kernel.spectrum(L * np.arange(order + 1))
        return L * both_signs(rho).sum() / kappa_0 - KEPT

    # no sample exceeds rho(0): too short a period loses for certain, too long a one gains
    high = kappa_0 / float(kernel.spectrum(np.zeros(())))
    return brentq(surplus, 0.9 * high / (2 * order + 1), high, xtol=1e-12 * high)


def both_signs(rho):
    """Return rho(0), 2 rho(L), ..., 2 rho(n L): every frequency but 0 stands for -j L as well."""
    rho = 2 * rho
    rho[0] /= 2
    return rho


def place_in_csr(X, k):
    """Return row and column of the stored number k of a CSR matrix."""
    return [int(X.indptr.searchsorted(k, side="right")) - 1, int(X.indices[k])]


def on_all_cores(work, parts):
    """Call work(part) for all parts, a few at a time: NumPy lets go of the interpreter's lock."""
    parts = list(parts)
    if cores() == 1 or len(parts) < FEW:
        for part in parts:
            work(part)
    else:
        with ThreadPoolExecutor(cores()) as pool:
            list(pool.map(work, parts))
