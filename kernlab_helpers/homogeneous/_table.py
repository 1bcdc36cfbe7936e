"""Table 1 of source 002 as code: four homogeneous kernels, each with its signature and spectrum.

A homogeneous kernel of two numbers a, b >= 0, k(c a, c b) = c k(a, b), is known by its signature
kappa alone,

    k(a, b) = sqrt(a b) kappa(log a - log b),

and positive semi-definite exactly when kappa(lam) = integral rho(omega) cos(omega lam) domega with
a spectrum rho that is nowhere negative (Bochner). The table stands as corrected in ledger 002-01 to
002-07.
"""

import math

import numpy as np

LN2 = math.log(2)


class Kernel:
    """A homogeneous kernel: k(a, b), kappa(lam) for lam >= 0, rho(omega), all for arrays.

    A subclass gives `signature` and `spectrum`, and a plainer `k` where there is one.
    """

    point_mass = 0.0  # of the spectrum at omega = 0: what the signature never falls below

    def k(self, a, b):
        """Return sqrt(a b) kappa(|log a - log b|), which is 0 where a or b is 0."""
        lam = np.abs(log_or_0(a) - log_or_0(b))
        return np.sqrt(a) * np.sqrt(b) * self.signature(lam)

    def signature(self, lam):
        """Return kappa(lam) = k(e^(lam/2), e^(-lam/2))."""
        raise NotImplementedError

    def spectrum(self, omega):
        """Return rho(omega), apart from a point mass at 0."""
        raise NotImplementedError


class Chi2(Kernel):
    """The harmonic mean."""

    def k(self, a, b):
        """Return 2 a b / (a + b) = 2 low / (1 + low / high): a b and a + b may overflow."""
        low, high = np.minimum(a, b), np.maximum(a, b)
        return low * (2 / (1 + ratio(low, high)))

    def signature(self, lam):
        """Return sech(lam / 2)."""
        return sech(lam / 2)

    def spectrum(self, omega):
        """Return sech(pi omega)."""
        return sech(np.pi * omega)


class Intersection(Kernel):
    """The smaller of the two."""

    def k(self, a, b):
        """Return min(a, b)."""
        return np.minimum(a, b)

    def signature(self, lam):
        """Return exp(-lam / 2)."""
        return np.exp(-lam / 2)

    def spectrum(self, omega):
        """Return (2 / pi) / (1 + 4 omega^2)."""
        return 2 / np.pi / (1 + 4 * omega**2)


class JensenShannon(Kernel):
    """The kernel of the Jensen-Shannon divergence."""

    def k(self, a, b):
        """Return (a log2((a + b) / a) + b log2((a + b) / b)) / 2, which is 0 where a or b is 0.

        With r = low / high it is low log2(1 + 1/r) / 2 + high log2(1 + r) / 2.
        """
        low, high = np.minimum(a, b), np.maximum(a, b)
        log_1_over_r = np.abs(log_or_0(a) - log_or_0(b))
        return low * self.over_low(ratio(low, high), log_1_over_r)

    def signature(self, lam):
        """Return (e^u log2(1 + e^(-2u)) + e^(-u) log2(1 + e^(2u))) / 2, u = lam / 2."""
        r = np.exp(-lam)
        return np.exp(-lam / 2) * self.over_low(r, lam)

    def spectrum(self, omega):
        """Return (2 / log 4) sech(pi omega) / (1 + 4 omega^2)."""
        return 2 / math.log(4) * sech(np.pi * omega) / (1 + 4 * omega**2)

    def over_low(self, r, log_1_over_r):
        """Return k(r, 1) / r = (log2(1 + 1/r) + log2(1 + r) / r) / 2; no r is too small."""
        r = np.maximum(r, 1e-300)  # where log(1 + r) / r is 1 already
        log_1_plus_r = np.log1p(r)
        return (log_1_over_r + log_1_plus_r + log_1_plus_r / r) / (2 * LN2)


class Hellinger(Kernel):
    """The geometric mean."""

    point_mass = 1.0

    def k(self, a, b):
        """Return sqrt(a b)."""
        return np.sqrt(a) * np.sqrt(b)

    def signature(self, lam):
        """Return 1."""
        return np.ones_like(lam)

    def spectrum(self, omega):
        """Return 0: all of it is the point mass."""
        return np.zeros_like(omega)


KERNELS = {
    "chi2": Chi2(),
    "intersection": Intersection(),
    "jensen_shannon": JensenShannon(),
    "hellinger": Hellinger(),
}


def sech(x):
    """Return 1 / cosh(x) = 2 e^-|x| / (1 + e^-2|x|): the cosine itself would overflow."""
    shrunk = np.exp(-np.abs(x))
    return 2 * shrunk / (1 + shrunk * shrunk)


def ratio(low, high):
    """Return low / high, and 0 where both are 0."""
    return low / (high + (high == 0))


def log_or_0(x):
    """Return log x, and 0 where x = 0: any number will do there, its weight sqrt(x) is 0."""
    return np.log(x + (x == 0))  # several times faster than a choice by np.where
