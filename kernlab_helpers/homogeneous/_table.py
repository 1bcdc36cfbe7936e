"""Homogeneous kernels as data: formula, signature and spectrum, one entry per kernel.

A homogeneous kernel of two amounts a, b >= 0 is known by its signature kappa alone,

    k(a, b) = sqrt(a b) kappa(log a - log b),    kappa(lambda) = integral rho(w) cos(w lambda) dw,

and positive semi-definite exactly when its spectrum rho is nowhere negative (Bochner). Beside the
four kernels with names stands the family of Hein and Bousquet, with two exponents.
"""

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial

import numpy as np

from .._checks import choice
from . import _family

LN2 = np.log(2.0)
TINY = 5e-324  # the smallest number above 0: stands in for 0 under a logarithm with weight 0


@dataclass(frozen=True)
class Kernel:
    """One homogeneous kernel: functions of |lambda|, of omega and of two amounts."""

    signature: Callable
    density: Callable  # the spectrum, apart from the spike
    spike: float = 0.0  # mass of the spectrum at omega = 0: what the signature never falls below
    formula: Callable | None = None  # k(a, b), where that is plainer than the signature

    def pairs(self, a, b):
        """k(a, b) for arrays that broadcast; exactly symmetric, 0 where a or b is 0."""
        if self.formula is not None:
            return self.formula(a, b)
        ratio = np.log(np.maximum(a, TINY)) - np.log(np.maximum(b, TINY))
        return np.sqrt(a) * np.sqrt(b) * self.signature(np.abs(ratio))


def kernel_of(kernel):
    """Return the Kernel with this name, or of this pair (alpha, beta)."""
    if not isinstance(kernel, (tuple, list)):
        pair = ", or a pair (alpha, beta)"
        return KERNELS[choice(kernel, "kernel", tuple(KERNELS), beside=pair)]
    if len(kernel) != 2:
        raise ValueError(
            f"kernel has {len(kernel)} entries; kernel must be a name or a pair (alpha, beta)"
        )
    alpha, beta = _family.exponents(*kernel)
    return Kernel(
        signature=partial(_family.signature, alpha=alpha, beta=beta),
        density=partial(_family.density, alpha=alpha, beta=beta),
        spike=_family.spike(alpha, beta),
    )


def non_negative_entries(array, name, place=list):
    """Return `array`; refuse one with an entry below 0, at `place` of its indices."""
    if array.size and array.min() < 0:
        where = np.argwhere(array < 0)
        first = f"{name}{place(where[0].tolist())}"
        raise ValueError(
            f"Negative values in data: {name} holds {len(where)} of them, the first at {first} "
            f"({array[tuple(where[0])]:.6g}); homogeneous kernels compare amounts, so every "
            "value must be at least 0: use counts or shares"
        )
    return array


# Table 1 of source 002, as corrected in ERRATA 002-01 ... 002-07


def _sech(x):
    shrunk = np.exp(-np.abs(x))  # cosh itself would overflow
    return 2 * shrunk / (1 + shrunk * shrunk)


def _harmonic_mean(a, b):
    low, high = np.minimum(a, b), np.maximum(a, b)
    ratio = np.divide(low, high, out=np.zeros_like(high), where=high > 0)
    return low * (2 / (1 + ratio))  # 2ab/(a + b): neither ab nor a + b is formed, to overflow


def _js_signature(u):
    r = np.exp(-u)
    ratio = np.divide(np.log1p(r), r, out=np.ones_like(r), where=r > 0)
    return np.exp(-u / 2) / (2 * LN2) * (u + np.log1p(r) + ratio)


KERNELS = {
    "chi2": Kernel(
        signature=lambda u: _sech(u / 2),
        density=lambda w: _sech(np.pi * w),
        formula=_harmonic_mean,
    ),
    "intersection": Kernel(
        signature=lambda u: np.exp(-u / 2),
        density=lambda w: 2 / np.pi / (1 + 4 * w * w),
        formula=np.minimum,
    ),
    "jensen_shannon": Kernel(
        signature=_js_signature,
        density=lambda w: _sech(np.pi * w) / LN2 / (1 + 4 * w * w),
    ),
    "hellinger": Kernel(
        signature=np.ones_like,
        density=np.zeros_like,
        spike=1.0,
        formula=lambda a, b: np.sqrt(a) * np.sqrt(b),
    ),
}
