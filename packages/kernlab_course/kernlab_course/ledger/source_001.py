"""Source 001, Abou-Moustafa et al.: the rows 001-01 to 001-27."""

import numpy as np
from scipy.linalg import eigh

import kernlab_helpers as kh

from .case import Outcome, counterexample, is_kernel
from .shapes import K23, STAR, around_zero, detour, exponential, needles, on_a_line


def relaxed(G, distance, sigma=1.0):
    """Return exp(-d / sigma)."""
    return kh.relaxed_kernel(G, distance=distance, sigma=sigma)


def triangle(D):
    """Compare "no detour is shorter", as printed, with the way from point 0 to 2."""
    excess = detour(D)
    return Outcome(printed=True, right=bool(excess <= 1e-9), number=excess)


@counterexample("001-01")
def two_meanings():
    """Is [[0, 1], [1, 0]] ≥ 0 entry by entry, as printed; is it PSD? (the smallest eigenvalue)."""
    return is_kernel(np.array([[0.0, 1.0], [1.0, 0.0]]))


@counterexample("001-02")
def metric_on_five_points():
    """Is 0.8^d, d a metric on 5 points (the graph K₂,₃), a kernel? (the smallest eigenvalue)."""
    return is_kernel(0.8**K23)


@counterexample("001-02")
def semi_metric():
    """Is 0.9^d, d = 1, 1, 9 on three points, a kernel? (the smallest eigenvalue)."""
    return is_kernel(0.9 ** np.array([[0, 1, 9], [1, 0, 1], [9, 1, 0]]))


@counterexample("001-03")
def every_alpha():
    """D: steps in a star. Is exp(−αD²) PSD at α = 1 and 0.2? (the smallest eigenvalue at 0.2)."""
    kernels = [np.exp(-alpha * STAR**2) for alpha in (1.0, 0.2)]
    embeds = kh.is_cnd(STAR**2)
    return Outcome(bool(embeds), bool(all(map(kh.is_psd, kernels))), kh.min_eigenvalue(kernels[1]))


@counterexample("001-03")
def squared_norm():
    """Is the squared distance of 0, 1, 2 a metric? (the way − the detour)."""
    x = np.arange(3.0)
    return triangle(np.subtract.outer(x, x) ** 2)


@counterexample("001-04")
def which_space():
    """Distance of 0 and 2 in the space that K_E = exp(−d) certifies, by Schoenberg."""
    K = kh.exponential([[0.0], [2.0]], sigma=1.0)
    return Outcome(printed=2.0, right=np.sqrt(-np.log(K[0, 1])))


@counterexample("001-05")
def ratio():
    """E_p C(ratio), C = −log, p = (.5, .5), q = (.9, .1)."""
    p, q = np.array([0.5, 0.5]), np.array([0.9, 0.1])
    return Outcome(printed=p @ -np.log(p / q), right=p @ -np.log(q / p))


@counterexample("001-06")
def coins():
    """Is exp(−d_J/5) of coins .5, .9, .999 a kernel? (the smallest eigenvalue)."""
    p = np.array([0.5, 0.9, 0.999])
    odds = np.log(p / (1 - p))
    return is_kernel(exponential(np.subtract.outer(p, p) * np.subtract.outer(odds, odds), 5))


@counterexample("001-07")
def affinity():
    """ρ of N(0, 1) and N(1, 4): exp(−d_B) by eq. (8), and the integral of √(pq)."""
    x = np.linspace(-30, 30, 6001)
    p, q = (np.exp(-((x - m) ** 2) / (2 * v)) / np.sqrt(2 * np.pi * v) for m, v in ((0, 1), (1, 4)))
    d = kh.bhattacharyya(on_a_line((0, 1), (1, 4)))[0, 1]
    return Outcome(printed=np.exp(-d), right=np.trapezoid(np.sqrt(p * q), x))


@counterexample("001-07")
def sign():
    """K_B of N(0, 1) and N(1, 4), by eq. (11): exp(d_B), and exp(−d_B)."""
    d = kh.bhattacharyya(on_a_line((0, 1), (1, 4)))[0, 1]
    return Outcome(printed=np.exp(d), right=np.exp(-d))


@counterexample("001-08")
def jeffreys_kernel():
    """Is exp(−d_J/20) of N(0, 1), N(0, 10), N(0, 100) a kernel? (the smallest eigenvalue)."""
    return is_kernel(relaxed(on_a_line((0, 1), (0, 10), (0, 100)), "jeffreys", 20))


@counterexample("001-08")
def small_sigma():
    """Is exp(−d_J) of four variances e^(0.54 i) a kernel? (the smallest eigenvalue)."""
    return is_kernel(relaxed(on_a_line(*[(0, np.exp(0.54 * i)) for i in range(4)]), "jeffreys", 1))


@counterexample("001-09")
def jeffreys_triangle():
    """Is d_J of N(0, 1), N(1, 1), N(2, 1) a distance in a Hilbert space? (the way − the detour)."""
    return triangle(kh.jeffreys(on_a_line((0, 1), (1, 1), (2, 1))))


@counterexample("001-09")
def bhattacharyya_triangle():
    """And d_B of the same three? (the way − the detour)."""
    return triangle(kh.bhattacharyya(on_a_line((0, 1), (1, 1), (2, 1))))


WIDE = ((-4, 1), (0, 16), (4, 1))


@counterexample("001-10")
def sigma_one():
    """Is ρ = exp(−d_B) of N(−4, 1), N(0, 16), N(4, 1) PSD? (the smallest eigenvalue)."""
    return is_kernel(relaxed(on_a_line(*WIDE), "bhattacharyya"))


@counterexample("001-10")
def sigma_two():
    """Is exp(−d_B/2) of the same three PSD? (the smallest eigenvalue)."""
    return is_kernel(relaxed(on_a_line(*WIDE), "bhattacharyya", 2))


@counterexample("001-10")
def below_one_in_the_plane():
    """Is exp(−d_B/0.8) of 81 Gaussians in the plane PSD? (the smallest eigenvalue)."""
    shapes = [s * np.eye(2) for s in (1 / 3, 1, 3)] + needles(4, *range(0, 180, 30))
    spots = [(x, y) for x in (-1.5, 0, 1.5) for y in (-1.5, 0, 1.5)]
    G = kh.Gaussians([spot for spot in spots for _ in shapes], [*shapes] * 9)
    return is_kernel(relaxed(G, "bhattacharyya", 0.8))


@counterexample("001-11")
def hellinger_kernel():
    """Is exp(−d_H/5) of N(−4, 1), N(0, 16), N(4, 1) a kernel matrix? (the smallest eigenvalue)."""
    return is_kernel(relaxed(on_a_line(*WIDE), "hellinger", 5))


@counterexample("001-12")
def traces():
    """Covariance part of d_J(Σ, Σ) in the plane: tr{…} − p, and ½ tr{…} − p."""
    S = np.array([[2.0, 0.5], [0.5, 1.0]])
    trace = 2 * np.trace(np.linalg.solve(S, S))
    return Outcome(printed=trace - 2, right=trace / 2 - 2)


@counterexample("001-12")
def mean_part():
    """d_J of N(0, 1) and N(1, 1): u'Ψu with the constant ½ that is announced, and d_J."""
    psi = 1 / 1 + 1 / 1
    return Outcome(printed=psi / 2, right=kh.jeffreys(on_a_line((0, 1), (1, 1)))[0, 1])


@counterexample("001-13")
def same_means():
    """d_BR of N(0, 4), N(1, 4), if the means alone fixed it as for N(0, 1), N(1, 1); and it."""
    same, own = (kh.bhattacharyya_riemannian(on_a_line((0, v), (1, v)))[0, 1] for v in (1, 4))
    return Outcome(printed=same, right=own)


@counterexample("001-14")
def side():
    """Largest entry of Σ₁V − AΣ₂V, and of Σ₁V − Σ₂VA, A the eigenvalues and V the vectors."""
    S1, S2 = np.array([[2.0, 1.0], [1.0, 3.0]]), np.diag([1.0, 2.0])
    values, V = eigh(S1, S2)
    A = np.diag(values)
    return Outcome(np.abs(S1 @ V - A @ S2 @ V).max(), right=np.abs(S1 @ V - S2 @ V @ A).max())


@counterexample("001-15")
def four_matrices():
    """Do I and three needles, q = 10, embed, so that c'D²c ≤ 0? (c'D²c for c = (−3, 1, 1, 1))."""
    D = kh.riemannian(around_zero(np.eye(2), *needles(10, 0, 60, 120)))
    c = np.array([-3, 1, 1, 1])
    return Outcome(printed=True, right=bool(kh.is_cnd(D**2)), number=c @ D**2 @ c)


@counterexample("001-15")
def fifteen_matrices():
    """Is exp(−d_R/120) of three scalars and twelve needles a kernel? (the smallest eigenvalue)."""
    scalars = [s * np.eye(2) for s in (1 / 1000, 1, 1000)]
    G = around_zero(*scalars, *needles(1000, *range(0, 180, 15)))
    return is_kernel(relaxed(G, "riemannian", 120))


@counterexample("001-16")
def wide_detour():
    """Is d_BR of N(0, 1), N(10, 4), N(20, 1) a metric? (the way − the detour)."""
    return triangle(kh.bhattacharyya_riemannian(on_a_line((0, 1), (10, 4), (20, 1))))


@counterexample("001-16")
def wide_detour_jeffreys():
    """And d_JR of the same three? (the way − the detour)."""
    return triangle(kh.jeffreys_riemannian(on_a_line((0, 1), (10, 4), (20, 1))))


@counterexample("001-17")
def kernel_br():
    """Is exp(−d_BR/150) of N(0, 1), N(100, 100), N(200, 1) a kernel? (the smallest eigenvalue)."""
    G = on_a_line((0, 1), (100, 100), (200, 1))
    return is_kernel(relaxed(G, "bhattacharyya_riemannian", 150))


@counterexample("001-17")
def kernel_jr():
    """Is exp(−d_JR/50) of N(0, 1), N(0, 100), N(100, 100) a kernel? (the smallest eigenvalue)."""
    G = on_a_line((0, 1), (0, 100), (100, 100))
    return is_kernel(relaxed(G, "jeffreys_riemannian", 50))


@counterexample("001-18")
def unit_covariances():
    """N(0, 1) and N(3, 1): K_E with the width 1/√2, and K_JR with the width 1."""
    K_E = kh.exponential([[0.0], [3.0]], sigma=1 / np.sqrt(2))[0, 1]
    return Outcome(K_E, right=relaxed(on_a_line((0, 1), (3, 1)), "jeffreys_riemannian", 1)[0, 1])


@counterexample("001-19")
def semi_metric_of_covariances():
    """Is d_B of N(0, 1), N(0, 4), N(0, 16), inside d_H, a metric? (the way − the detour)."""
    found = triangle(kh.bhattacharyya(on_a_line((0, 1), (0, 4), (0, 16))))
    return Outcome(printed=False, right=found.right, number=found.number)


@counterexample("001-19")
def metric_of_covariances():
    """Is d_H of I and three needles, which have equal means, a metric?"""
    D = kh.hellinger(around_zero(np.eye(2), *needles(10, 0, 60, 120)))
    return Outcome(printed=True, right=bool(kh.is_metric(D)))


@counterexample("001-20")
def average():
    """Variance around the fixed center 0 of the neighbors 1, −1, 2: by m − 1, and by m."""
    deviations = np.array([1.0, -1.0, 2.0])
    return Outcome(printed=np.sum(deviations**2) / 2, right=np.mean(deviations**2))


def iris_gaussians(gamma):
    """Return the local Gaussians of the 150 irises, ten neighbors each."""
    return kh.local_gaussians(kh.load("iris").X, m=10, gamma=gamma)


@counterexample("001-21")
def small_gamma():
    """Is K_J of Iris, γ = 0.01, σ the median distance, a kernel? (the smallest eigenvalue)."""
    D = kh.jeffreys(iris_gaussians(0.01))
    K = exponential(D, np.median(D[np.triu_indices(150, 1)]))
    return Outcome(printed=True, right=bool(kh.is_psd(K)), number=round(kh.min_eigenvalue(K), 2))


@counterexample("001-22")
def large_gamma():
    """Does the smoothing of the means make d_BR on Iris, γ = 1? (the correlation with theirs)."""
    G = iris_gaussians(1.0)
    pairs = np.triu_indices(150, 1)
    means = kh.distances(kh.linear(G.means))[pairs]
    correlation = np.corrcoef(kh.bhattacharyya_riemannian(G)[pairs], means)[0, 1]
    return Outcome(printed=True, right=bool(correlation > 0.99), number=correlation)


@counterexample("001-23")
def own_table():
    """Is K_J of Table 2 better than k-means and SC on Monks-1? (its lead over the better one)."""
    k_means, standard, K_J = 64.6, 66.4, 62.0
    ahead = K_J - max(k_means, standard)
    return Outcome(printed=True, right=bool(ahead > 0), number=ahead)


@counterexample("001-23")
def spread():
    """Spread of K_J on Iris, and the largest for a mean of 93.1 and runs from ⅓ to 98.5 %."""
    mean, low, high = 93.1, 100 / 3, 98.5
    return Outcome(printed=18.1, right=np.sqrt((high - mean) * (mean - low)))  # Bhatia-Davis


@counterexample("001-25")
def inverse():
    """Length of one deviation along the long axis, Σ = diag(4, ¼): by u'Σu, and by u'Σ⁻¹u."""
    S, u = np.diag([4.0, 0.25]), np.array([2.0, 0.0])
    return Outcome(printed=np.sqrt(u @ S @ u), right=np.sqrt(u @ np.linalg.solve(S, u)))


@counterexample("001-26")
def diagonal_matrices():
    """Do four diagonal matrices with d_R lie flat, though their paths bend in the cone?"""
    D = kh.riemannian(around_zero(*(np.diag(d) for d in ([1, 1], [1, 9], [9, 1], [9, 9]))))
    logs = np.log([[1, 1], [1, 9], [9, 1], [9, 9]])
    flat = np.allclose(D, kh.distances(kh.linear(logs)))
    return Outcome(printed=False, right=flat)


@counterexample("001-26")
def turned_matrices():
    """Do I, diag(10, 1/10) at 0, 60, 120° lie flat, so c'D²c ≤ 0? (c'D²c, c = (−3, 1, 1, 1))."""
    D = kh.riemannian(around_zero(np.eye(2), *needles(10, 0, 60, 120)))
    c = np.array([-3, 1, 1, 1])
    return Outcome(printed=False, right=bool(kh.is_cnd(D**2)), number=c @ D**2 @ c)


@counterexample("001-27")
def equal_eigenvalues():
    """Balance-scale, k = 3: axes kept beside the first, and axes of equal eigenvalue."""
    K = kh.gaussian(np.arange(1.0, 6.0)[:, None])  # of one axis: on the grid K is a product
    degree = K.sum(axis=1)
    one = np.linalg.eigvalsh(K / np.sqrt(np.outer(degree, degree)))
    grid = np.sort(np.einsum("i,j,k,l->ijkl", one, one, one, one), axis=None)[::-1]
    return Outcome(printed=2, right=int(np.isclose(grid, grid[1]).sum()))
