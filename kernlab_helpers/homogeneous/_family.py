"""The family of Hein and Bousquet: valid exponents, signature, and spectrum by quadrature."""

import math

import numpy as np

from .._checks import real_number

LN2 = math.log(2.0)
LARGE = 1e150  # an exponent that behaves as infinity does, and can still be multiplied


def exponents(alpha, beta):
    """Return valid exponents of the family of Hein and Bousquet; say why others are not."""
    alpha, beta = real_number(alpha, "alpha"), real_number(beta, "beta")
    if alpha < 1:
        raise ValueError(f"alpha is {alpha:g}; alpha must be at least 1, inf included")
    if beta > alpha:
        raise ValueError(
            f"beta is {beta:g}, above alpha = {alpha:g}; beta must be at most alpha: swap the two"
        )
    if 0 < beta < 0.5:
        raise ValueError(
            f"beta is {beta:g}; between 0 and 1/2 there is no kernel: for small b, k(1, b) is "
            "about b^beta, far above sqrt(k(1, 1) k(b, b)) = sqrt(b), which no inner product can "
            "exceed (Cauchy-Schwarz); beta must be at least 1/2, or negative"
        )
    if -1e-3 < beta <= 0:
        raise ValueError(
            f"beta is {beta:g}; from -0.001 to 0 the kernel is 2^(1/beta) times a bounded "
            "function, which vanishes in floating point; beta must be at least 1/2, or at most "
            "-0.001"
        )
    if beta < 0 and 1 / alpha - 1 / beta < 1 / LARGE:
        raise ValueError(
            f"alpha is {alpha:g} and beta is {beta:g}, where the squared metric is |a - b| / 0; "
            "one of the two must be nearer to 0"
        )
    return alpha, beta


# With r = exp(-u), the ratio of the smaller amount to the larger, and P(p) = (1 + r^p)^(1/p) - 1:
#   beta > 0:  kappa = sqrt(1/r) [r - P(alpha) + (P(beta) - P(alpha)) / (2^gap - 1)] / 2,
#              gap = 1/beta - 1/alpha;  every difference is at least 0, so nothing cancels
#   beta < 0:  kappa = sqrt(1/r) [T (r - P(alpha)) + r (1 + r^-beta)^(1/beta)] / (2 - 2 T),
#              T = 2^(1/beta - 1/alpha)


def signature(u, alpha, beta):
    """Signature at u = |lambda|; u may be complex with a positive real part."""
    if np.isrealobj(u):
        u = np.minimum(u, LARGE)
    p = min(alpha, LARGE)
    half = np.exp(-u / 2)
    if beta < 0:
        x = LN2 * (1 / alpha - 1 / beta)
        s = min(-beta, LARGE)
        mean = half * np.exp(-_log1p(np.exp(-s * u)) / s)
        return (np.exp(-x) * (half - _power(u, p)) + mean) / (-2 * np.expm1(-x))
    q = min(beta, LARGE)
    gap = (p - q) / p / q
    if p - q > 1e-3 * p:
        growth = (_power(u, q) - _power(u, p)) / math.expm1(LN2 * gap)
    else:  # the difference would cancel: Gauss's two points integrate the slope instead
        nodes = [1 / p + gap * (0.5 + side / math.sqrt(12)) for side in (-1, 1)]
        step = gap / math.expm1(LN2 * gap) if gap else 1 / LN2
        growth = (_slope(u, 1 / nodes[0]) + _slope(u, 1 / nodes[1])) / 2 * step
    return (half - _power(u, p) + growth) / 2


def _power(u, p):
    """sqrt(1/r) P(p); bounded because p >= 1/2, which is the wall for beta."""
    z = np.exp(-p * u)
    small = np.abs(z) < 1e-30
    rise = _expm1(_log1p(z) / p) / np.where(small, 1.0, z)
    return np.exp(-(p - 0.5) * u) * np.where(small, 1 / p, rise)


def _slope(u, p):
    """Return the derivative of sqrt(1/r) P(p) with respect to 1/p."""
    z = np.exp(-p * u)
    small = np.abs(z) < 1e-30
    log = _log1p(z)
    entropy = np.where(small, 1.0, log / np.where(small, 1.0, z)) + p * u / (1 + z)
    return np.exp(-(p - 0.5) * u) * np.exp(log / p) * entropy


def spike(alpha, beta):
    """Mass of the spectrum at omega = 0: what the signature never falls below."""
    tail, rate = _tail(alpha, beta)
    return tail if rate == 0 else 0.0


def _tail(alpha, beta):
    """Return C, c of the part C exp(-c u) of the signature that decays slowly, for beta < 3/4."""
    if not 0.5 <= beta < 0.75:
        return 0.0, math.inf
    return 0.5 / beta / math.expm1(LN2 * (1 / beta - 1 / alpha)), beta - 0.5


def density(omega, alpha, beta):
    """Spectrum, as 1/pi times the integral of kappa(u) exp(i omega u) over u > 0, real part.

    The path is turned by 45 degrees, where the exponential dies out instead of oscillating (the
    signature has no singularity before 90), and runs over log |u|, where the trapezoidal rule
    converges exponentially. The slow part has a closed form. Absolute error about 1e-14.
    """
    if beta == math.inf:
        raise ValueError(
            "beta is inf, where the kernel jumps at a = b, and such a kernel has no spectrum; beta "
            "must be finite"
        )
    tail, rate = _tail(alpha, beta)
    step = 0.125
    u = np.exp(np.arange(-42.0, 6.0, step) + 0.25j * np.pi)
    weight = (signature(u, alpha, beta) - tail * np.exp(-min(rate, 1.0) * u)) * u * step
    omega = np.abs(np.asarray(omega, dtype=np.float64))
    flat = np.minimum(omega.reshape(-1), 1e100)
    result = np.empty_like(flat)
    for start in range(0, flat.size, 1024):
        block = flat[start : start + 1024]
        result[start : start + 1024] = (np.exp(1j * np.outer(block, u)) @ weight).real / np.pi
    if 0 < rate < 1:
        result += tail * rate / np.pi / (rate * rate + flat * flat)
    return np.maximum(result, 0.0).reshape(omega.shape)  # rounding below 0: the family is PSD


def _log1p(z):
    from scipy.special import log1p  # numpy's loses digits of complex numbers

    return log1p(z)


def _expm1(z):
    from scipy.special import expm1

    return expm1(z)
