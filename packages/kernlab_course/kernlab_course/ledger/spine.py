"""Rows U1 to U6: the power means behind order t, homogeneous kernels, sets and Gaussians."""

import numpy as np

import kernlab_helpers as kh

from .case import Outcome, counterexample, is_kernel
from .shapes import on_a_line


def means(a, t):
    """Return M_t of all pairs of numbers."""
    a = np.asarray(a, dtype=float)
    return kh.power_mean(a[:, None], a, t)


@counterexample("U1")
def below_zero():
    """Is M₋₁ of 1, 4, 9 a kernel matrix? (the smallest eigenvalue)."""
    return is_kernel(means([1, 4, 9], -1))


@counterexample("U1")
def above_zero():
    """Is M₁ of 1 and 4 no kernel? (the determinant)."""
    M = means([1, 4], 1)
    return Outcome(printed=True, right=not kh.is_psd(M), number=np.linalg.det(M))


@counterexample("U1")
def mixture():
    """M₋₂(1, 4), and its mixture of rank-one kernels, integrated."""
    a, b, s = 1.0, 4.0, 2.0
    v = np.linspace(0, 12, 4001)  # u = v^s
    front = 2 ** (1 / s) * s / np.sqrt(np.pi)  # Gamma(1/2) is the root of pi
    integral = np.trapezoid(np.exp(-(v**s) * a**-s) * np.exp(-(v**s) * b**-s), v)
    return Outcome(printed=kh.power_mean(a, b, -s), right=front * integral)


@counterexample("U2")
def schur():
    """K¹(x, y) for x = (1, 0), y = (1, 1): by 2K/(a + b), and as K · M₋₁(1/a, 1/b)."""
    K, a, b = 1.0, 1.0, 2.0
    return Outcome(printed=2 * K / (a + b), right=K * kh.power_mean(1 / a, 1 / b, -1))


@counterexample("U3")
def chi2_signature():
    """K¹(1, 2), and cosine times the χ² signature of log 4."""
    K = kh.order_t(kh.linear([[1.0], [2.0]]), 1)
    return Outcome(printed=K[0, 1], right=1 * kh.signature("chi2", np.log(4)))


@counterexample("U3")
def intersection_signature():
    """K^∞(1, 2), and cosine times the intersection's signature of log 4."""
    K = kh.order_t(kh.linear([[1.0], [2.0]]), np.inf)
    return Outcome(printed=K[0, 1], right=1 * kh.signature("intersection", np.log(4)))


@counterexample("U4")
def zero_means():
    """K_B of N(0, 1) and N(0, 4), and the square root of sech(½ log 4)."""
    rho = kh.relaxed_kernel(on_a_line((0, 1), (0, 4)), distance="bhattacharyya")[0, 1]
    return Outcome(printed=rho, right=np.cosh(np.log(4) / 2) ** -0.5)


@counterexample("U4")
def repaired_widths():
    """K_B of N(0, 4²/8) and N(2, 2²/8), and the repaired self-tuning kernel, σ = 4 and 2."""
    rho = kh.relaxed_kernel(on_a_line((0, 16 / 8), (2, 4 / 8)), distance="bhattacharyya")[0, 1]
    squares = 4**2 + 2**2
    return Outcome(printed=rho, right=np.sqrt(2 * 4 * 2 / squares) * np.exp(-2 * 2**2 / squares))


def sets():
    """Return the intersections of {1}, {2} and {1, 2}."""
    return np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 2.0]])


@counterexample("U5")
def dice():
    """K¹({1}, {1, 2}), and Dice: twice the shared, over both sizes."""
    shared, sizes = 1, (1, 2)
    return Outcome(printed=kh.order_t(sets(), 1)[0, 2], right=2 * shared / sum(sizes))


@counterexample("U5")
def kulczynski():
    """Is order −1 on {1}, {2}, {1, 2} (Kulczyński) no kernel? (the smallest eigenvalue)."""
    K = sets() / means(sets().diagonal(), -1)
    return Outcome(printed=True, right=not kh.is_psd(K), number=kh.min_eigenvalue(K))


@counterexample("U6")
def hilbert():
    """K¹ of K_ij = √(ij), i and j of ½, 3/2, 5/2; and 2√(ij) times the Hilbert matrix."""
    half, i = np.arange(1, 4) - 0.5, np.arange(1, 4)
    K = np.sqrt(np.outer(half, half))
    return Outcome(printed=kh.order_t(K, 1), right=2 * K / (np.add.outer(i, i) - 1))
