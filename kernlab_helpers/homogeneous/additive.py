"""Kernels between histograms that scale with their arguments, and their signatures and spectra.

Each is a sum over the coordinates of a kernel of two numbers a, b >= 0 with k(ca, cb) = c k(a, b),
so that k(a, b) = sqrt(a b) kappa(log a - log b). `ExplicitMap` turns any of them into a few
features. Where a kernel is asked for by name, a pair (alpha, beta) of `hein_bousquet` will do too.
"""

import math

import numpy as np

from .._checks import as_pair, float_like, no_overflow, slices
from ..kernels import in_double_precision, in_precision_of
from ._arguments import kernel_of, refuse_negative

__all__ = ["additive_kernel", "hein_bousquet", "signature", "spectrum"]

TILE = 2**16  # numbers in one temporary array: small enough to stay in the cache


@no_overflow("values of the kernel")
def additive_kernel(X, Y=None, *, kernel="chi2"):
    """Return the sum over the coordinates of a homogeneous kernel of two numbers.

    k(x, y) = sum_l k(x_l, y_l), with k(a, b) =

        "chi2"              2 a b / (a + b), the harmonic mean
        "intersection"      min(a, b)
        "jensen_shannon"    (a log2((a + b) / a) + b log2((a + b) / b)) / 2
        "hellinger"         sqrt(a b), the geometric mean

    and 0 where a or b is 0. All four are positive semi-definite, with k(x, x) = sum(x). The squared
    distances k(x, x) + k(y, y) - 2 k(x, y) are sum (a - b)^2 / (a + b) for chi-squared,
    sum |a - b| for intersection, sum (sqrt(a) - sqrt(b))^2 for Hellinger. They are 1-homogeneous
    too, the distances themselves 1/2-homogeneous (ledger 002-14).

    Parameters
    ----------
    X : array of shape (n, d)
        Histograms, entries at least 0, of any size.
    Y : array of shape (m, d), optional
        A second set of histograms; None means X.
    kernel : {"chi2", "intersection", "jensen_shannon", "hellinger"} or (alpha, beta)
        One of the four, or a pair as for `hein_bousquet`.

    Returns
    -------
    array of shape (n, m)
        In the units of X; float32 if all points came so, else float64. Exactly symmetric for one
        set. Takes n m d steps, but no table of that size.

    Raises
    ------
    ValueError
        For negative entries, with their place; an unknown kernel; a sum that overflows.

    References
    ----------
    Aradnia et al. (source 002), Table 1, where the columns for kernel and distance are swapped
    (ledger 002-01 to 002-06); Vedaldi and Zisserman (2012).

    Examples
    --------
    >>> print(additive_kernel([[0.2, 0.3, 0.5]], [[0.5, 0.4, 0.1]]).round(4))
    [[0.7952]]
    >>> print(additive_kernel([[2.0, 0.0]], [[3.0, 1.0]], kernel="intersection"))
    [[2.]]

    In NumPy, where no sum is 0:

    >>> x, y = np.array([0.2, 0.3, 0.5]), np.array([0.5, 0.4, 0.1])
    >>> np.allclose(additive_kernel([x], [y]), np.sum(2 * x * y / (x + y)))
    True
    """
    X, Y = as_pair(X, Y)
    refuse_negative(X, "X")
    refuse_negative(Y, "Y")
    k = kernel_of(kernel).k  # k(a, b): KERNELS in _table.py, HeinBousquet in _family.py
    x, y = in_double_precision(X, Y)
    K = np.empty((len(x), len(y)))
    for i, j in tiles_of(x, y):
        K[i, j] = k(x[i, None], y[None, j]).sum(axis=2)  # sum_l k(x_l, y_l)
        if y is x:
            K[j, i] = K[i, j].T
    return in_precision_of(X, Y, K)


def hein_bousquet(X, Y=None, *, alpha, beta):
    """Return a kernel of the family of Hein and Bousquet, which holds the four with names.

    k(a, b) = (d^2(a, 0) + d^2(b, 0) - d^2(a, b)) / 2,  summed over the coordinates, with

    d^2(a, b) = (M_alpha(a, b) - M_beta(a, b)) / |2^(-1/beta) - 2^(-1/alpha)|

    and M_p(a, b) = ((a^p + b^p) / 2)^(1/p) the power mean. (1, 1/2) is Hellinger, (1, 1)
    Jensen-Shannon, (inf, 1) intersection and (1, -1) a third of chi-squared (ledger 002-13).

    Parameters
    ----------
    X : array of shape (n, d)
        Histograms, entries at least 0, of any size.
    Y : array of shape (m, d), optional
        A second set of histograms; None means X.
    alpha : float
        From 1 to inf.
    beta : float
        From 1/2 to alpha, or negative, -inf included. At beta = alpha the limit is taken: with h
        the entropy in bits of the frequencies a^beta and b^beta over their sum,
        d^2(a, b) = (a^beta + b^beta)^(1/beta) (1 - h). For inf that is max(a, b) unless a = b.

    Returns
    -------
    array of shape (n, m)
        Positive semi-definite, in the units of X; float32 if all points came so, else float64. For
        beta > 0 the diagonal is sum(x), for beta < 0 a multiple of it.

    Raises
    ------
    ValueError
        For 0 < beta < 1/2, where the formula is not a kernel (ledger 002-12); beta above alpha;
        alpha = inf with beta = -inf, which is 0/0; beta from -0.001 to 0, where the values vanish;
        negative entries; sums that overflow.

    Notes
    -----
    As it stands the formula loses all digits where b is small beside a. The class `HeinBousquet`
    has it in the form that is computed, with the steps that lead there.

    References
    ----------
    Hein and Bousquet (2005); source 002, eqs. (14) to (16), with the sign and the limit put right
    (ledger 002-10, 002-11). In the notation of (14) the denominator is |2^(1/alpha) - 2^(1/beta)|.

    Examples
    --------
    >>> print(hein_bousquet([[0.2]], [[0.5]], alpha=1, beta=0.5).round(4))  # sqrt(0.1)
    [[0.3162]]
    >>> print(hein_bousquet([[0.2]], [[0.5]], alpha=2, beta=2).round(4))
    [[0.2366]]

    In NumPy, where little cancels:

    >>> def d2(a, b):
    ...     M_3, M_1 = ((a**3 + b**3) / 2) ** (1 / 3), (a + b) / 2
    ...     return (M_3 - M_1) / abs(2 ** (-1 / 1) - 2 ** (-1 / 3))
    >>> k = (d2(0.2, 0) + d2(0.5, 0) - d2(0.2, 0.5)) / 2
    >>> np.allclose(hein_bousquet([[0.2]], [[0.5]], alpha=3, beta=1), k)
    True
    """
    # k(a, b) = sqrt(a b) kappa(log a - log b), kappa the signature of HeinBousquet in _family.py
    return additive_kernel(X, Y, kernel=(alpha, beta))


def signature(kernel, lam):
    """Return the signature of a homogeneous kernel: its value at two numbers whose product is 1.

    kappa(lambda) = k(e^(lambda/2), e^(-lambda/2)),  so  k(a, b) = sqrt(a b) kappa(log a - log b)

        "chi2"              sech(lambda / 2)
        "intersection"      exp(-|lambda| / 2)
        "jensen_shannon"    (e^u log2(1 + e^-2u) + e^-u log2(1 + e^2u)) / 2,  u = lambda / 2
        "hellinger"         1

    The chi-squared signature is the factor by which the normalization of order t = 1 shrinks a
    cosine, 2 r / (1 + r^2) for norms of ratio r = e^(lambda/2); the intersection's is that of
    t = inf (ledger U3).

    Parameters
    ----------
    kernel : {"chi2", "intersection", "jensen_shannon", "hellinger"} or (alpha, beta)
        One of the four, or a pair as for `hein_bousquet`.
    lam : float or array
        The differences log a - log b, in any shape, finite.

    Returns
    -------
    float or array
        Above 0, in the shape of `lam`; float32 if that came, else float64.

    Raises
    ------
    ValueError
        For an unknown kernel, an invalid pair; NaN or infinity.

    References
    ----------
    Source 002, eq. (11) and Table 1 (ledger 002-06, 002-07).

    Examples
    --------
    >>> print(signature("chi2", [0.0, 2.0, -2.0]).round(4))
    [1.     0.6481 0.6481]

    In NumPy:

    >>> np.allclose(signature("chi2", 2.0), 1 / np.cosh(2.0 / 2))
    True
    """
    lam = float_like(lam, "lam")
    kappa = kernel_of(kernel).signature  # KERNELS in _table.py, HeinBousquet in _family.py
    return kappa(np.abs(lam, dtype=np.float64)).astype(lam.dtype)[()]


def spectrum(kernel, omega):
    """Return the spectrum of a homogeneous kernel: the Fourier transform of its signature.

    rho(omega) = (1 / (2 pi)) integral kappa(lambda) cos(omega lambda) dlambda

        "chi2"              sech(pi omega)
        "intersection"      (2 / pi) / (1 + 4 omega^2)
        "jensen_shannon"    (2 / log 4) sech(pi omega) / (1 + 4 omega^2)
        "hellinger"         a point mass at 0: inf there, 0 elsewhere

    It is nowhere negative, which is why each is a kernel (Bochner).

    Parameters
    ----------
    kernel : {"chi2", "intersection", "jensen_shannon", "hellinger"} or (alpha, beta)
        One of the four, or a pair as for `hein_bousquet`: its spectrum is integrated numerically,
        with an absolute error about 1e-14. Where beta = 1/2 it has a point mass at 0 as well, and
        the value there is inf.
    omega : float or array
        Frequencies in units of 1 / log x, in any shape, finite.

    Returns
    -------
    float or array
        From 0, in the shape of `omega`; float32 if that came, else float64.

    Raises
    ------
    ValueError
        For an unknown kernel, an invalid pair; NaN or infinity; beta = inf, where the kernel jumps.

    References
    ----------
    Source 002, eq. (13) and Table 1, where the intersection's is misprinted (ledger 002-05).

    Examples
    --------
    >>> print(spectrum("intersection", [0.0, 0.5]).round(4))
    [0.6366 0.3183]
    >>> print(spectrum((1, 1), 0.5).round(4), spectrum("jensen_shannon", 0.5).round(4))
    0.2875 0.2875

    In NumPy, the integral from a signature:

    >>> lam, step = np.linspace(-80, 80, 16001, retstep=True)
    >>> integral = np.sum(signature("chi2", lam) * np.cos(0.5 * lam)) * step
    >>> np.allclose(spectrum("chi2", 0.5), integral / (2 * np.pi))
    True
    """
    omega = float_like(omega, "omega")
    known = kernel_of(kernel)
    with np.errstate(over="ignore"):  # the square of a huge frequency: the value is 0
        rho = known.spectrum(omega.astype(np.float64))  # KERNELS, HeinBousquet
    if known.point_mass:
        rho = np.where(omega == 0, np.inf, rho)
    return rho.astype(omega.dtype)[()]


def tiles_of(X, Y):
    """Yield pairs of slices that cover all pairs of rows; of one set, those on one side suffice."""
    edge = math.sqrt(TILE / X.shape[1])
    for i in slices(len(X), edge):
        for j in slices(len(Y), edge):
            if Y is not X or j.start >= i.start:
                yield i, j
