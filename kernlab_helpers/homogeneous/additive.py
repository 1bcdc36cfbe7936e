"""Kernels between histograms that scale with their arguments, and their signatures and spectra.

Each is a sum over the coordinates of a kernel of two amounts a, b >= 0 with k(ca, cb) = c k(a, b),
so that k(a, b) = sqrt(a b) kappa(log a - log b). `ExplicitMap` turns any of them into a few
features. Where a kernel is asked for by name, a pair (alpha, beta) of `hein_bousquet` will do too.
"""

import numpy as np

from .._checks import as_pair, finite, float_like
from ._family import exponents
from ._table import kernel_of, non_negative_entries

__all__ = ["additive_kernel", "hein_bousquet", "signature", "spectrum"]

_TILE = 2**16  # numbers in one temporary array: small enough to stay in the cache


def additive_kernel(X, Y=None, *, kernel="chi2"):
    """Sum over the coordinates of a homogeneous kernel of two amounts.

    k(x, y) = sum_l k(x_l, y_l), with k(a, b) =

        "chi2"              2 a b / (a + b), the harmonic mean
        "intersection"      min(a, b)
        "jensen_shannon"    (a log2((a + b) / a) + b log2((a + b) / b)) / 2
        "hellinger"         sqrt(a b), the geometric mean

    and 0 where a or b is 0. All four are positive semi-definite, with k(x, x) = sum(x). The squared
    distances k(x, x) + k(y, y) - 2 k(x, y) are sum (a - b)^2 / (a + b) for chi-squared,
    sum |a - b| for intersection, sum (sqrt(a) - sqrt(b))^2 for Hellinger. They are 1-homogeneous
    too, the distances themselves 1/2-homogeneous (ERRATA 002-14).

    Parameters
    ----------
    X, Y : (n, d) and (m, d) histograms, entries at least 0, of any size; `Y=None` means X.
    kernel : one of the four names, or a pair (alpha, beta) as for `hein_bousquet`.

    Returns
    -------
    (n, m) array in the units of X; float32 if all points came so, else float64. Exactly symmetric
    for one set. Takes n m d steps, but no table of that size.

    Raises
    ------
    ValueError : negative entries, with their place; an unknown kernel; a sum that overflows.

    Notes
    -----
    Source: Aradnia et al. (source 002), Table 1, where the columns for kernel and distance are
    swapped (ERRATA 002-01 ... 002-06); Vedaldi and Zisserman (2012).

    Examples
    --------
    >>> print(additive_kernel([[0.2, 0.3, 0.5]], [[0.5, 0.4, 0.1]]).round(4))
    [[0.7952]]
    >>> print(additive_kernel([[2.0, 0.0]], [[3.0, 1.0]], kernel="intersection"))
    [[2.]]
    """
    X, Y = as_pair(X, Y)
    non_negative_entries(X, "X")
    non_negative_entries(Y, "Y")
    pairs = kernel_of(kernel).pairs
    left = np.ascontiguousarray(X, dtype=np.float64)
    right = left if Y is X else np.ascontiguousarray(Y, dtype=np.float64)
    with np.errstate(over="ignore"):
        K = _by_tiles(left, right, pairs).astype(np.result_type(X, Y), copy=False)
    return finite(K, "values of the kernel")


def hein_bousquet(X, Y=None, *, alpha, beta):
    """Kernel of the family of Hein and Bousquet, which holds the four with names.

    k(a, b) = (d^2(a, 0) + d^2(b, 0) - d^2(a, b)) / 2,  summed over the coordinates, with

    d^2(a, b) = (M_alpha(a, b) - M_beta(a, b)) / |2^(-1/beta) - 2^(-1/alpha)|

    and M_p(a, b) = ((a^p + b^p) / 2)^(1/p) the power mean. (1, 1/2) is Hellinger, (1, 1)
    Jensen-Shannon, (inf, 1) intersection and (1, -1) a third of chi-squared (ERRATA 002-13).

    Parameters
    ----------
    X, Y : (n, d) and (m, d) histograms, entries at least 0; `Y=None` means X.
    alpha : from 1 to inf.
    beta : from 1/2 to alpha, or negative, -inf included. At beta = alpha the limit is taken: with
        h the entropy in bits of the shares a^beta and b^beta,
        d^2(a, b) = (a^beta + b^beta)^(1/beta) (1 - h). For inf that is max(a, b) unless a = b.

    Returns
    -------
    (n, m) positive semi-definite array in the units of X; float32 if all points came so, else
    float64. For beta > 0 the diagonal is sum(x), for beta < 0 a multiple of it.

    Raises
    ------
    ValueError : 0 < beta < 1/2, where the formula is not a kernel (ERRATA 002-12); beta above
        alpha; alpha = inf with beta = -inf, which is 0/0; beta from -0.001 to 0, where the values
        vanish; negative entries; sums that overflow.

    Notes
    -----
    Source: Hein and Bousquet (2005); source 002, eqs. (14) to (16), with the sign and the limit put
    right (ERRATA 002-10, 002-11). In the notation of (14) the denominator is
    |2^(1/alpha) - 2^(1/beta)|.

    Examples
    --------
    >>> print(hein_bousquet([[0.2]], [[0.5]], alpha=1, beta=0.5).round(4))  # sqrt(0.1)
    [[0.3162]]
    >>> print(hein_bousquet([[0.2]], [[0.5]], alpha=2, beta=2).round(4))
    [[0.2366]]
    """
    return additive_kernel(X, Y, kernel=exponents(alpha, beta))


def signature(kernel, lam):
    """Signature of a homogeneous kernel: its value at two amounts whose product is 1.

    kappa(lambda) = k(e^(lambda/2), e^(-lambda/2)),  so  k(a, b) = sqrt(a b) kappa(log a - log b)

        "chi2"              sech(lambda / 2)
        "intersection"      exp(-|lambda| / 2)
        "jensen_shannon"    (e^u log2(1 + e^-2u) + e^-u log2(1 + e^2u)) / 2,  u = lambda / 2
        "hellinger"         1

    The chi-squared signature is the factor by which the normalization of order t = 1 shrinks a
    cosine, 2 r / (1 + r^2) for norms of ratio r = e^(lambda/2); the intersection's is that of
    t = inf (ERRATA U3).

    Parameters
    ----------
    kernel : one of the four names, or a pair (alpha, beta) as for `hein_bousquet`.
    lam : log a - log b, a number or an array of any shape, finite.

    Returns
    -------
    Values above 0 in the shape of `lam`; float32 if that came, else float64.

    Raises
    ------
    ValueError : an unknown kernel, an invalid pair; NaN or infinity.

    Source: source 002, eq. (11) and Table 1 (ERRATA 002-06, 002-07).

    Examples
    --------
    >>> print(signature("chi2", [0.0, 2.0, -2.0]).round(4))
    [1.     0.6481 0.6481]
    """
    lam = float_like(lam, "lam")
    values = kernel_of(kernel).signature(np.abs(lam.astype(np.float64)))
    return values.astype(lam.dtype)[()]


def spectrum(kernel, omega):
    """Spectrum of a homogeneous kernel: the Fourier transform of its signature.

    rho(omega) = (1 / (2 pi)) integral kappa(lambda) cos(omega lambda) dlambda

        "chi2"              sech(pi omega)
        "intersection"      (2 / pi) / (1 + 4 omega^2)
        "jensen_shannon"    (2 / log 4) sech(pi omega) / (1 + 4 omega^2)
        "hellinger"         a point mass at 0: inf there, 0 elsewhere

    It is nowhere negative, which is why each is a kernel (Bochner). For a pair (alpha, beta) it is
    integrated numerically, with an absolute error about 1e-14; where beta = 1/2 the spectrum has a
    point mass at 0 as well, and the value there is inf.

    Parameters
    ----------
    kernel : one of the four names, or a pair (alpha, beta) as for `hein_bousquet`.
    omega : frequency in units of 1 / log x, a number or an array of any shape, finite.

    Returns
    -------
    Values from 0 in the shape of `omega`; float32 if that came, else float64.

    Raises
    ------
    ValueError : an unknown kernel, an invalid pair; NaN or infinity.

    Source: source 002, eq. (13) and Table 1, where the intersection's is misprinted
    (ERRATA 002-05).

    Examples
    --------
    >>> print(spectrum("intersection", [0.0, 0.5]).round(4))
    [0.6366 0.3183]
    >>> print(spectrum((1, 1), 0.5).round(4), spectrum("jensen_shannon", 0.5).round(4))
    0.2875 0.2875
    """
    omega = float_like(omega, "omega")
    known = kernel_of(kernel)
    with np.errstate(over="ignore"):  # the square of a huge frequency: the value is 0
        values = known.density(omega.astype(np.float64))
    if known.spike:
        values = np.where(omega == 0, np.inf, values)
    return values.astype(omega.dtype)[()]


def _by_tiles(X, Y, pairs):
    """Sum pairs(x_l, y_l) over l for all rows, a square of rows at a time; half where Y is X."""
    K = np.empty((len(X), len(Y)))
    edge = max(1, int((_TILE / X.shape[1]) ** 0.5))
    for i in range(0, len(X), edge):
        for j in range(i if Y is X else 0, len(Y), edge):
            tile = pairs(X[i : i + edge, None], Y[None, j : j + edge]).sum(axis=2)
            K[i : i + edge, j : j + edge] = tile
            if Y is X:
                K[j : j + edge, i : i + edge] = tile.T
    return K
