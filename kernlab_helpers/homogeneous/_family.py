"""The family of Hein and Bousquet: valid exponents, signature, and spectrum by quadrature."""

import math
from dataclasses import dataclass

import numpy as np

from .._checks import real_number, slices
from ._table import LN2, Kernel

LARGE = 1e150  # an exponent that behaves as infinity does, and can still be multiplied
STEP = 0.125  # of the quadrature, in log |u|
BLOCK = 1024  # frequencies worked out at a time


@dataclass(frozen=True)
class HeinBousquet(Kernel):
    """The kernel of the squared metrics of Hein and Bousquet.

    k(a, b) = (d2(a, 0) + d2(b, 0) - d2(a, b)) / 2
    d2(a, b) = (M_alpha(a, b) - M_beta(a, b)) / |2^(-1/beta) - 2^(-1/alpha)|
    M_p(a, b) = ((a^p + b^p) / 2)^(1/p)

    As it stands the formula loses all digits where b is small beside a. `signature` has it for
    a = 1, b = r, with the large terms taken away on paper. Above and below the bar of d2 times
    2^(1/beta), with N_p = 2^(1/p) M_p(1, r) = (1 + r^p)^(1/p) and G = 2^(1/beta - 1/alpha):

    beta > 0:  d2(1, r) = (G N_alpha - N_beta) / (G - 1),  d2(1, 0) = 1,  d2(r, 0) = r, so
               2 k(1, r) = r - (N_alpha - 1) + (N_beta - N_alpha) / (G - 1)
    beta < 0:  d2(1, r) = (G N_alpha - N_beta) / (1 - G),  d2(1, 0) = G / (1 - G),
               d2(r, 0) = r G / (1 - G), so
               2 k(1, r) = (G (r - (N_alpha - 1)) + N_beta) / (1 - G)

    Every difference is now at least 0, so that no digits cancel: for alpha >= 1 N_alpha is at most
    1 + r, and N_p falls as p grows.
    """

    alpha: float
    beta: float

    def signature(self, lam):
        """Return k(1, r) / sqrt(r), r = e^(-lam); lam may be complex with a positive real part."""
        alpha, beta = capped(self.alpha), capped(self.beta)
        if np.isrealobj(lam):
            lam = np.minimum(lam, LARGE)
        sqrt_r = np.exp(-lam / 2)
        E_alpha = excess(lam, alpha)  # (N_alpha - 1) / sqrt(r)
        if beta > 0:  # (r - (N_alpha - 1) + (N_beta - N_alpha) / (G - 1)) / 2, over sqrt(r)
            return (sqrt_r - E_alpha + difference_of_norms(lam, alpha, beta)) / 2
        log_G = LN2 * (1 / beta - 1 / alpha)
        G = math.exp(log_G)
        one_minus_G = -math.expm1(log_G)
        # (G (r - (N_alpha - 1)) + N_beta) / (1 - G) / 2, over sqrt(r)
        return (G * (sqrt_r - E_alpha) + norm_over_sqrt_r(lam, beta)) / one_minus_G / 2

    @property
    def point_mass(self):
        """Mass of the spectrum at omega = 0: what the signature never falls below."""
        C, c = self.slow_part()
        return C if c == 0 else 0.0

    def slow_part(self):
        """Return C, c of the part C exp(-c lam) of the signature, which decays slowly; C = 0: none.

        It is the first term of N_beta - 1 = r^beta / beta + ..., slow for beta from 1/2 to 3/4.
        """
        if not 0.5 <= self.beta < 0.75:
            return 0.0, 1.0
        G_minus_1 = math.expm1(LN2 * (1 / self.beta - 1 / self.alpha))
        return 0.5 / self.beta / G_minus_1, self.beta - 0.5

    def spectrum(self, omega):
        """Return rho(omega) = (1/pi) Re integral kappa(u) exp(i omega u) du, u from 0 to infinity.

        The path is turned by 45 degrees, where the exponential dies out instead of oscillating (the
        signature has no singularity before 90), and runs over x = log |u|, where the trapezoidal
        rule converges exponentially. The slow part has a closed form. Absolute error about 1e-14.
        """
        if self.beta == math.inf:
            raise ValueError(
                "beta is inf, where the kernel jumps at a = b, and such a kernel has no spectrum; "
                "beta must be finite"
            )
        C, c = self.slow_part()
        u = np.exp(np.arange(-42.0, 6.0, STEP) + 0.25j * np.pi)
        kappa_du = (self.signature(u) - C * np.exp(-c * u)) * u * STEP  # du = u dx
        frequencies = np.minimum(np.abs(omega).ravel(), 1e100)
        rho = np.empty_like(frequencies)
        for some in slices(len(rho), BLOCK):
            exp_i_omega_u = np.exp(1j * np.outer(frequencies[some], u))
            rho[some] = (exp_i_omega_u @ kappa_du).real / np.pi
        if c > 0:
            rho += C / np.pi * c / (c**2 + frequencies**2)
        return np.maximum(rho, 0.0).reshape(np.shape(omega))  # rounding: the family is PSD


# With r = e^-lam. All of these hold for complex lam, where NumPy's log1p and expm1 lose digits.


def excess(lam, p):
    """Return (N_p - 1) / sqrt(r) = ((1 + r^p)^(1/p) - 1) / sqrt(r), p >= 1/2, for r down to 0."""
    from scipy.special import expm1, log1p

    r_p = np.exp(-p * lam)
    vanishes = np.abs(r_p) < 1e-30  # (N_p - 1) / r^p is 1 / p there
    growth = expm1(log1p(r_p) / p) / np.where(vanishes, 1.0, r_p)
    return np.exp(-(p - 0.5) * lam) * np.where(vanishes, 1 / p, growth)


def norm_over_sqrt_r(lam, p):
    """Return N_p / sqrt(r) = (1 + r^p)^(1/p) / sqrt(r) = sqrt(r) (1 + r^-p)^(1/p), p < 0."""
    from scipy.special import log1p

    return np.exp(-lam / 2) * np.exp(log1p(np.exp(p * lam)) / p)


def difference_of_norms(lam, alpha, beta):
    """Return (N_beta - N_alpha) / (2^gap - 1) / sqrt(r), gap = 1/beta - 1/alpha, also for gap = 0.

    Where alpha and beta are close the difference would cancel. There it is the integral over 1/p of
    its derivative, by Gauss's two points, and that is exact in the limit.
    """
    gap = (alpha - beta) / alpha / beta
    if alpha - beta > 1e-3 * alpha:
        return (excess(lam, beta) - excess(lam, alpha)) / math.expm1(LN2 * gap)
    middle, half_width = 1 / alpha + gap / 2, gap / math.sqrt(12)
    left = derivative_of_excess(lam, 1 / (middle - half_width))
    right = derivative_of_excess(lam, 1 / (middle + half_width))
    return (left + right) / 2 * (gap / math.expm1(LN2 * gap) if gap else 1 / LN2)


def derivative_of_excess(lam, p):
    """Return the derivative of `excess` by 1/p."""
    from scipy.special import log1p

    r_p = np.exp(-p * lam)
    vanishes = np.abs(r_p) < 1e-30  # log(1 + r^p) / r^p is 1 there
    log = log1p(r_p)
    entropy = np.where(vanishes, 1.0, log / np.where(vanishes, 1.0, r_p)) + p * lam / (1 + r_p)
    return np.exp(-(p - 0.5) * lam) * np.exp(log / p) * entropy


def capped(p):
    """Return an exponent, one that is infinite as a large number."""
    return max(-LARGE, min(p, LARGE))


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
