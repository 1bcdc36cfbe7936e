"""Every row of the ledger (data/errata.toml) that the package or a chapter relies on, as a test.

ROWS at the end maps the id of a row to its tests: a new row needs its test and one line there.
"""

from decimal import Decimal

import numpy as np
import pytest
from hypothesis import given, strategies as st
from laws import IRISES

import kernlab_helpers as kh
from kernlab_course import ledger
from kernlab_course.ledger.shapes import (
    K23,
    STAR,
    around_zero,
    exponential,
    needles,
    on_a_line,
)

TABLE = np.array(  # as printed on the slides
    [
        [43.81, 50.01, 47.64, 36.74, 42.00],
        [50.01, 57.22, 54.53, 41.66, 48.22],
        [47.64, 54.53, 51.97, 39.64, 45.98],
        [36.74, 41.66, 39.64, 31.40, 34.64],
        [42.00, 48.22, 45.98, 34.64, 40.84],
    ]
)


# 004 slides -------------------------------------------------------------------------------------


def test_all_25_entries_of_the_table_are_exact():
    np.testing.assert_allclose(kh.linear(IRISES), TABLE, rtol=1e-15)
    points = [[Decimal(str(value)) for value in row] for row in IRISES]
    for i, j in np.ndindex(5, 5):
        exact = sum(a * b for a, b in zip(points[i], points[j], strict=True))
        assert exact == Decimal(str(TABLE[i, j]))


def test_the_feature_vectors_of_the_slides():
    shares = kh.composition(["ACAGCAGTA"])[0]
    np.testing.assert_allclose(shares, [4 / 9, 2 / 9, 2 / 9, 1 / 9], rtol=1e-15)
    assert shares.round(2).tolist() == [0.44, 0.22, 0.22, 0.11]
    assert kh.quadratic_map([[5.9, 3.0]]).round(2).tolist() == [[34.81, 9.0, 25.03]]


def test_the_five_points_are_rows_of_iris():
    from sklearn.datasets import load_iris

    sepals = load_iris().data[:, :2]
    rows = [61, 52, 58, 47, 62]
    np.testing.assert_array_equal(sepals[rows], IRISES)
    copies = [int((sepals == point).all(axis=1).sum()) for point in IRISES]
    assert [i + 1 for i, count in enumerate(copies) if count > 1] == [1, 2, 5]


def test_the_table_has_rank_two():
    eigenvalues = np.linalg.eigvalsh(TABLE)[::-1]
    assert eigenvalues[0] == pytest.approx(223.95, abs=0.005)
    assert eigenvalues[1] == pytest.approx(1.2876, abs=5e-5)
    np.testing.assert_allclose(eigenvalues[2:], 0, atol=1e-12)
    assert kh.is_psd(TABLE)


def test_two_known_points_give_the_others():
    others = np.linalg.solve(IRISES[:2], TABLE[:2, 2:]).T
    np.testing.assert_allclose(others, IRISES[2:], rtol=1e-11)


def test_the_binomial_sum_begins_at_zero():
    K = kh.polynomial([[1.0]], degree=2, c=1.0)
    assert K[0, 0] == 4  # the printed sum, from k = 1, gives 2 + 1 = 3
    constant = kh.polynomial([[0.0, 0.0]], degree=3, c=2.0)
    assert constant[0, 0] == 2.0**3  # the feature that the printed sum loses


def test_a_smaller_distance_is_not_a_larger_kernel_value():
    K = kh.linear(IRISES)
    D2 = kh.squared_distances(K)
    assert K[0, 1] > K[0, 0]
    assert D2[0, 1:].argmin() + 1 == 2  # the nearest to x1 is x3 ...
    assert D2[0, 2] == pytest.approx(0.50, abs=1e-12)
    assert D2[0, 1] == pytest.approx(1.01, abs=1e-12)
    assert K[0].argmax() == 1  # ... and the largest value is at x2
    length = kh.norms(K)
    cosine = K / np.outer(length, length)
    np.testing.assert_allclose(cosine[0, 1:3], [0.99884, 0.99841], atol=5e-6)
    square = length**2
    order_one = 2 * K / np.add.outer(square, square)
    np.testing.assert_allclose(order_one[0, 1:3], [0.99000, 0.99478], atol=5e-6)


def test_equal_norms_make_the_sentence_true():
    angle = np.array([0.0, 0.3, 1.0, 2.5])
    K = kh.linear(np.column_stack([np.cos(angle), np.sin(angle)]))
    order = np.argsort(kh.squared_distances(K)[0])
    assert (np.diff(K[0, order]) < 0).all()


def test_the_map_from_the_table_is_the_points_turned():
    found = kh.MercerMap().fit_transform(TABLE)
    assert found.shape == (5, 2)  # two coordinates suffice
    np.testing.assert_allclose(found @ found.T, TABLE, rtol=1e-12)
    left, _, right = np.linalg.svd(found.T @ IRISES)
    np.testing.assert_allclose(found @ (left @ right), IRISES, rtol=1e-9)


def test_norm_of_the_mean_and_the_quadratic_inner_product():
    assert kh.mean_squared_norm(TABLE) == pytest.approx(44.2944, abs=1e-10)
    assert kh.mean_squared_norm(TABLE) == pytest.approx((IRISES.mean(axis=0) ** 2).sum())
    phi = kh.quadratic_map(IRISES)
    assert phi[0] @ phi[1] == pytest.approx(2501.0001, rel=1e-14)
    assert kh.polynomial(IRISES, degree=2, c=0)[0, 1] == pytest.approx(2501.0001, rel=1e-14)


# 001 Abou-Moustafa et al. -----------------------------------------------------------------------


def test_a_distance_matrix_is_no_kernel_matrix():
    D = np.array([[0.0, 1.0], [1.0, 0.0]])
    np.testing.assert_allclose(np.linalg.eigvalsh(D), [-1, 1])
    assert kh.min_eigenvalue(D) == pytest.approx(-1)
    assert kh.is_metric(D)
    assert kh.is_cnd(D)
    assert not kh.is_psd(D)


@given(st.integers(2, 8), st.integers(0, 10**6))
def test_zero_diagonal_is_never_psd_unless_all_is_zero(n, seed):
    D = np.triu(np.random.default_rng(seed).uniform(0, 1, size=(n, n)), 1)
    assert not kh.is_psd(D + D.T)
    assert kh.is_psd(np.zeros((n, n)))


def test_a_metric_whose_exponential_is_no_kernel_beyond_sigma_2_over_ln_2():
    assert kh.is_metric(K23)
    assert not kh.is_cnd(K23)
    wall = 2 / np.log(2)
    assert kh.is_psd(exponential(K23, wall - 1e-3))
    assert not kh.is_psd(exponential(K23, wall + 1e-3))
    for a in (0.3, 0.6, 0.8, 0.9):
        expected = (1 - a**2) ** 4 * (1 - 2 * a**2)
        assert np.linalg.det(a**K23) == pytest.approx(expected, rel=1e-9)
    assert kh.min_eigenvalue(0.8**K23) == pytest.approx(-0.0255, abs=5e-5)


def test_a_semi_metric_has_no_kernel_either():
    D = np.array([[0, 1, 9], [1, 0, 1], [9, 1, 0]])
    assert not kh.is_metric(D)
    assert kh.min_eigenvalue(0.9**D) == pytest.approx(-0.0937, abs=5e-5)


def test_every_alpha_is_needed_for_an_embedding():
    assert kh.is_psd(np.exp(-(STAR**2.0)))
    assert not kh.is_psd(np.exp(-0.2 * STAR**2.0))
    for alpha, psd in ((np.log(2) / 2 + 1e-3, True), (np.log(2) / 2 - 1e-3, False)):
        assert kh.is_psd(np.exp(-alpha * STAR**2)) == psd
    c = np.array([-3, 1, 1, 1])
    assert c @ STAR**2 @ c == 6 and c.sum() == 0
    assert not kh.is_cnd(STAR**2)
    assert not kh.is_metric(np.subtract.outer(range(3), range(3)) ** 2)  # 1 + 1 < 4


def test_which_space_a_kernel_embeds():
    X = np.random.default_rng(0).normal(size=(30, 3)) * 10
    d = kh.distances(kh.linear(X))
    assert kh.is_cnd(d**2)  # K_G for all sigma: the points with their distances
    assert kh.is_cnd(d)  # K_E for all sigma: the points with the roots of their distances
    for kernel in (kh.gaussian, kh.exponential):
        assert kh.distances(kernel(X, sigma=0.1)).max() <= np.sqrt(2) < d.max()


def test_a_divergence_takes_the_ratio_upside_down():
    p, q = np.array([0.5, 0.5]), np.array([0.9, 0.1])
    assert p @ -np.log(p / q) == pytest.approx(-0.511, abs=5e-4)
    assert p @ -np.log(q / p) == pytest.approx(0.511, abs=5e-4)


def test_the_exponential_of_the_jeffreys_divergence_of_coins_is_no_kernel():
    p = np.array([0.5, 0.9, 0.999])
    D = np.subtract.outer(p, p) * np.subtract.outer(np.log(p / (1 - p)), np.log(p / (1 - p)))
    assert kh.min_eigenvalue(exponential(D, 5.0)) == pytest.approx(-0.0146, abs=5e-5)


@given(st.integers(2, 8), st.integers(0, 10**6))
def test_symmetric_divergences_that_do_give_kernels(n, seed):
    P = np.random.default_rng(seed).dirichlet(np.ones(4), size=n)
    p, q = P[:, None], P[None, :]
    middle = (p + q) / 2
    variation = np.abs(p - q).sum(axis=2)
    jensen_shannon = (p * np.log(p / middle) + q * np.log(q / middle)).sum(axis=2)
    hellinger = np.square(np.sqrt(p) - np.sqrt(q)).sum(axis=2)
    triangular = ((p - q) ** 2 / (p + q)).sum(axis=2)
    for D in (variation, jensen_shannon, hellinger, triangular):
        assert kh.is_cnd((D + D.T) / 2)


def test_values_of_the_distances_and_the_sign_of_bhattacharyya():
    G = on_a_line((0, 1), (1, 4))
    assert kh.jeffreys(G)[0, 1] == pytest.approx(1.75)
    assert kh.bhattacharyya(G)[0, 1] == pytest.approx(0.1616, abs=5e-5)
    rho = kh.relaxed_kernel(G, distance="bhattacharyya")[0, 1]
    assert kh.hellinger(G)[0, 1] == pytest.approx(np.sqrt(2 - 2 * rho))
    assert np.exp(kh.bhattacharyya(G)[0, 1]) == pytest.approx(1.175, abs=5e-4)  # printed (11)
    assert rho < 1


def test_moreno_was_right_the_jeffreys_kernel_is_indefinite():
    G = on_a_line((0, 1), (0, 10), (0, 100))
    np.testing.assert_allclose(kh.jeffreys(G)[[0, 1, 0], [1, 2, 2]], [4.05, 4.05, 49.005])
    K = kh.relaxed_kernel(G, distance="jeffreys", sigma=20)
    assert kh.min_eigenvalue(K) == pytest.approx(-0.1126, abs=5e-5)


@pytest.mark.parametrize(
    ("sigma", "n", "spacing", "least"),
    [(1.0, 4, 0.54, -8.8e-4), (0.5, 5, 0.36, -1.08e-4), (0.25, 25, 0.4, -1.77e-3)],
)
def test_a_smaller_sigma_does_not_save_the_jeffreys_kernel(sigma, n, spacing, least):
    G = on_a_line(*[(0, np.exp(spacing * i)) for i in range(n)])
    np.testing.assert_allclose(
        kh.jeffreys(G)[0], np.cosh(spacing * np.arange(n)) - 1, rtol=1e-12, atol=1e-15
    )
    K = kh.relaxed_kernel(G, distance="jeffreys", sigma=sigma)
    assert kh.min_eigenvalue(K) == pytest.approx(least, rel=5e-3)


def test_three_close_gaussians_break_the_jeffreys_kernel_beyond_sigma_2():
    G = on_a_line(*[(0, np.exp(0.05 * i)) for i in range(3)])
    for sigma, psd in ((1.99, True), (2.01, False)):
        K = kh.relaxed_kernel(G, distance="jeffreys", sigma=sigma)
        assert (kh.min_eigenvalue(K) > 0) == psd


def test_jeffreys_and_bhattacharyya_break_the_triangle_so_nothing_embeds():
    G = on_a_line((0, 1), (1, 1), (2, 1))
    np.testing.assert_allclose(kh.jeffreys(G)[[0, 1, 0], [1, 2, 2]], [1, 1, 4])
    np.testing.assert_allclose(kh.bhattacharyya(G)[[0, 1, 0], [1, 2, 2]], [1 / 8, 1 / 8, 1 / 2])
    assert not kh.is_metric(kh.jeffreys(G))
    assert not kh.is_metric(kh.bhattacharyya(G))


def test_the_wall_at_sigma_1():
    G = on_a_line((-4, 1), (0, 16), (4, 1))
    least = [
        kh.min_eigenvalue(kh.relaxed_kernel(G, distance="bhattacharyya", sigma=sigma))
        for sigma in (1, 2, 5)
    ]
    np.testing.assert_allclose(least[1:], [-0.0322, -0.1544], atol=5e-5)
    assert least[0] > 0
    five = on_a_line((-6, 3), (-2, 2), (0, 15), (2, 2), (6, 3))
    for sigma, psd in ((0.5, True), (1.0, True), (1.05, False)):
        K = kh.relaxed_kernel(five, distance="bhattacharyya", sigma=sigma)
        assert kh.is_psd(K) == psd


def test_the_wall_in_two_dimensions():
    five = around_zero(np.eye(2) / 10, 10 * np.eye(2), *needles(10, 0, 60, 120))
    K = kh.relaxed_kernel(five, distance="bhattacharyya", sigma=5)
    assert kh.min_eigenvalue(K) == pytest.approx(-0.0128, abs=5e-5)
    scalars = [s * np.eye(2) for s in (0.1, 1, 10)]
    nine = around_zero(*scalars, *needles(10, *range(0, 180, 30)))
    K = kh.relaxed_kernel(nine, distance="bhattacharyya", sigma=2)
    assert kh.min_eigenvalue(K) == pytest.approx(-0.0662, abs=5e-5)
    for sigma in (1.0, 0.5, 0.4):  # 1/sigma = 1, 2 and beyond 2
        for G in (five, nine):
            assert kh.is_psd(kh.relaxed_kernel(G, distance="bhattacharyya", sigma=sigma))


@given(st.integers(2, 10), st.integers(0, 10**6), st.sampled_from([0.1, 0.5, 2.0, 20.0]))
def test_hellinger_is_safe_for_every_sigma(n, seed, sigma):
    rng = np.random.default_rng(seed)
    G = on_a_line(*zip(rng.normal(size=n) * 3, np.exp(rng.normal(size=n)), strict=True))
    assert kh.is_cnd(kh.hellinger(G) ** 2)
    assert kh.is_psd(kh.relaxed_kernel(G, distance="hellinger", sigma=sigma))


def test_the_parts_have_factors_that_the_paper_lost():
    C = np.array([[2.0, 0.5], [0.5, 1.0]])
    G, u = kh.Gaussians([[0.0, 0.0], [3.0, 1.0]], [C, C]), np.array([3.0, 1.0])
    by_psi, by_gamma = u @ (2 * np.linalg.inv(C)) @ u, u @ np.linalg.inv(C) @ u
    assert kh.jeffreys(G)[0, 1] == pytest.approx(by_psi / 2)  # printed (12): by_psi
    assert kh.bhattacharyya(G)[0, 1] == pytest.approx(by_gamma / 8)  # printed (12): by_gamma
    traces = np.trace(np.linalg.solve(C, C)) * 2
    assert traces - 2 == pytest.approx(2)  # printed (13) gives d_J(C, C) = p, not 0
    assert kh.jeffreys(around_zero(C))[0, 0] == 0 == pytest.approx(traces / 2 - 2)
    D = np.diag([1.0, 4.0])
    gap = np.log(np.linalg.det((C + D) / 2) / np.sqrt(np.linalg.det(C) * np.linalg.det(D)))
    assert kh.bhattacharyya(around_zero(C, D))[0, 1] == pytest.approx(gap / 2)  # printed: gap


def test_the_part_of_the_means_is_no_function_of_the_means():
    parts = [kh.bhattacharyya_riemannian(on_a_line((0, s), (1, s)))[0, 1] for s in (1, 4)]
    np.testing.assert_allclose(parts, [1, 1 / 2])  # u = 1 in both


def test_the_root_belongs_around_the_trace():
    G = around_zero(np.eye(2), np.diag(np.exp([3.0, 4.0])))
    assert kh.riemannian(G)[0, 1] == pytest.approx(5)
    assert sum(np.sqrt(np.square([3.0, 4.0]))) == 7  # tr{ln^2 A}^(1/2) as printed


def test_four_matrices_that_embed_in_no_hilbert_space():
    D = kh.riemannian(around_zero(np.eye(2), *needles(10, 0, 60, 120)))
    np.testing.assert_allclose(D[0, 1:], 3.2563, atol=5e-5)
    np.testing.assert_allclose(D[1:, 1:][~np.eye(3, dtype=bool)], 6.1151, atol=5e-5)
    c = np.array([-3, 1, 1, 1])
    assert c @ D**2 @ c == pytest.approx(33.5, abs=0.05)
    assert not kh.is_cnd(D**2)
    assert kh.is_metric(D)


def test_fifteen_matrices_whose_riemannian_kernel_is_indefinite():
    scalars = [s * np.eye(2) for s in (1 / 1000, 1, 1000)]
    G = around_zero(*scalars, *needles(1000, *range(0, 180, 15)))
    D = kh.riemannian(G)
    c = np.array([-7, -10, -7, *[2] * 12])
    assert c.sum() == 0
    assert c @ D @ c == pytest.approx(295.2, abs=0.05)
    assert not kh.is_cnd(D)
    least = [
        kh.min_eigenvalue(kh.relaxed_kernel(G, distance="riemannian", sigma=s)) for s in (20, 120)
    ]
    assert least[0] > 0
    assert least[1] == pytest.approx(-0.0043, abs=5e-5)
    assert kh.is_cnd(kh.riemannian(around_zero(*needles(1000, *range(0, 180, 15)))))  # one plane


def test_on_a_line_the_riemannian_kernel_is_safe():
    G = on_a_line(*[(0, v) for v in np.exp(np.random.default_rng(0).normal(size=20) * 3)])
    assert kh.is_cnd(kh.riemannian(G))
    assert kh.is_cnd(kh.riemannian(G) ** 2)


def test_the_detour_through_a_wide_gaussian_is_shorter():
    G = on_a_line((0, 1), (10, 4), (20, 1))
    for distance, far, step in (
        (kh.bhattacharyya_riemannian, 20, 7.711),
        (kh.jeffreys_riemannian, 28.28, 12.57),
    ):
        D = distance(G)
        np.testing.assert_allclose(D[[0, 0, 1], [2, 1, 2]], [far, step, step], rtol=5e-4)
        assert D[0, 2] > D[0, 1] + D[1, 2]
        assert not kh.is_metric(D)


def test_the_kernels_with_the_riemannian_distance_are_indefinite():
    K = kh.relaxed_kernel(on_a_line((0, 1), (100, 100), (200, 1)), sigma=150)
    assert kh.min_eigenvalue(K) == pytest.approx(-0.1238, abs=5e-5)
    G = on_a_line((0, 1), (0, 100), (100, 100))
    K = kh.relaxed_kernel(G, distance="jeffreys_riemannian", sigma=50)
    assert kh.min_eigenvalue(K) == pytest.approx(-0.1249, abs=5e-5)


def test_unit_covariances_give_the_exponential_kernel_for_one_of_the_two():
    G = on_a_line((0, 1), (3, 1))
    assert kh.bhattacharyya_riemannian(G)[0, 1] == pytest.approx(3)
    assert kh.jeffreys_riemannian(G)[0, 1] == pytest.approx(3 * np.sqrt(2))


@given(st.integers(0, 10**6))
def test_hellinger_of_covariances_is_a_metric(seed):
    A = np.random.default_rng(seed).normal(size=(6, 2, 3))
    G = around_zero(*(A @ A.swapaxes(1, 2) + 0.01 * np.eye(2)))
    assert kh.is_metric(kh.hellinger(G))


def test_the_average_divides_by_m():
    X = [[0.0], [1.0], [-1.0], [2.0]]
    G = kh.local_gaussians(X, m=3, gamma=0, smooth=False)
    assert G.covariances[0] == 2  # the paper's 1/(m - 1) gives 3
    assert kh.local_gaussians(X, m=1, gamma=0, smooth=False).covariances[0] == 1  # not 1/0


RELAXED = (
    "jeffreys",
    "bhattacharyya",
    "hellinger",
    "riemannian",
    "jeffreys_riemannian",
    "bhattacharyya_riemannian",
)


def iris_kernels(gamma):
    """Return the least eigenvalue of every relaxed kernel of Iris, sigma the median distance."""
    from sklearn.datasets import load_iris

    G = kh.local_gaussians(load_iris().data, m=10, gamma=gamma)
    distances = {name: getattr(kh, name)(G) for name in RELAXED}
    pairs = np.triu_indices(150, 1)
    return {
        name: kh.min_eigenvalue(exponential(D, np.median(D[pairs])))
        for name, D in distances.items()
    }


def test_indefiniteness_appears_as_the_covariances_start_to_matter():
    one, small, least = (iris_kernels(gamma) for gamma in (1.0, 0.01, 0.001))
    assert -0.003 < one["jeffreys"] < -0.0005  # which neighbors tie moves the last digit
    for name, expected in (("jeffreys", -0.92), ("bhattacharyya", -0.92)):
        assert small[name] == pytest.approx(expected, abs=0.01)
    for name, expected in (
        ("jeffreys", -1.7),
        ("bhattacharyya", -1.4),
        ("jeffreys_riemannian", -0.19),
    ):
        assert least[name] == pytest.approx(expected, abs=0.05)
    for kernels in (one, small, least):
        assert kernels["hellinger"] > -1e-12
        assert kernels["riemannian"] > -1e-12


def test_gamma_1_switches_the_local_covariances_off_on_iris():
    from sklearn.datasets import load_iris

    G = kh.local_gaussians(load_iris().data, m=10, gamma=1.0)
    local = G.covariances - np.eye(4)
    assert np.trace(local, axis1=1, axis2=2).mean() / 4 == pytest.approx(0.033, abs=0.001)
    assert np.linalg.eigvalsh(local).max() == pytest.approx(0.33, abs=0.01)
    pairs = np.triu_indices(150, 1)
    between = kh.distances(kh.linear(G.means))[pairs]
    assert kh.riemannian(G)[pairs].mean() == pytest.approx(0.08, abs=0.005)
    assert between.mean() == pytest.approx(2.4, abs=0.1)
    assert np.corrcoef(kh.bhattacharyya_riemannian(G)[pairs], between)[0, 1] > 0.9997
    G = kh.local_gaussians(load_iris().data, m=10, gamma=0.01)
    between = kh.distances(kh.linear(G.means))[pairs]
    assert np.corrcoef(kh.bhattacharyya_riemannian(G)[pairs], between)[0, 1] < 0.96


def test_the_spread_of_table_2_needs_an_almost_perfect_run_on_iris():
    mean, spread, least = 93.1, 18.1, 100 / 3  # three classes of 50: no run is below a third
    best = mean + spread**2 / (mean - least)  # variance <= (best - mean) (mean - least)
    assert best == pytest.approx(98.6, abs=0.05)


# 003 notebook -----------------------------------------------------------------------------------


AB = np.array([[4.0, 2.0], [2.0, 9.0]])
NOTEBOOK = AB / np.sqrt(np.diagonal(AB))  # what its normalise_variance returns


def test_the_code_of_unit_variance_returns_something_else():
    np.testing.assert_allclose(NOTEBOOK, [[2, 2 / 3], [1, 3]])
    assert kh.variance(AB) == 9 / 4
    np.testing.assert_allclose(kh.unit_variance(AB), [[16 / 9, 8 / 9], [8 / 9, 4]])
    half_repaired = NOTEBOOK / np.sqrt(np.diagonal(AB))[:, None]
    np.testing.assert_allclose(half_repaired, [[1, 1 / 3], [1 / 3, 1]])
    np.testing.assert_allclose(half_repaired, kh.unit_diagonal(AB))
    assert kh.variance(half_repaired) == pytest.approx(1 / 3)


def test_the_distances_of_that_code_depend_on_the_direction():
    diagonal = np.diagonal(NOTEBOOK)
    d2 = np.add.outer(diagonal, diagonal) - 2 * NOTEBOOK
    assert d2[0, 1] == pytest.approx(11 / 3)
    assert d2[1, 0] == pytest.approx(3)
    for function in (kh.squared_distances, kh.center, kh.unit_diagonal, kh.unit_trace):
        with pytest.raises(ValueError, match="K is not symmetric"):
            function(NOTEBOOK)


def test_a_point_at_the_mean_has_no_direction():
    K = kh.center(kh.linear([[-1.0], [0.0], [1.0]]))
    with pytest.raises(ValueError, match=r"K\[1, 1\] is 0: this point lies at the origin"):
        kh.unit_diagonal(K)
    assert kh.order_t(K, 1)[1].tolist() == [0, 1, 0]


def test_trace_normalization_is_not_the_unit_diagonal():
    np.testing.assert_allclose(np.diagonal(kh.unit_trace(AB)), [8 / 13, 18 / 13])
    assert np.diagonal(kh.unit_diagonal(AB)).tolist() == [1, 1]


def test_the_range_from_0_to_1_destroys_positive_semi_definiteness():
    K = kh.unit_range(kh.linear([[1.0], [2.0]]))
    np.testing.assert_allclose(K, [[0, 1 / 3], [1 / 3, 1]])
    assert np.linalg.det(K) == pytest.approx(-1 / 9)
    assert not kh.is_psd(K)
    with pytest.raises(ValueError, match="every entry of K is 3; K must not be constant"):
        kh.unit_range(np.full((2, 2), 3.0))


def test_only_the_unit_diagonal_changes_the_picture_of_distances():
    X, _ = kh.gaussian_clouds((4, 5, 6), random_state=0)
    K = kh.linear(X + 1)
    d2 = kh.squared_distances(K)
    np.testing.assert_allclose(kh.squared_distances(kh.center(K)), d2, atol=1e-12)
    np.testing.assert_allclose(kh.squared_distances(kh.unit_variance(K)), d2 / kh.variance(K))
    K_01 = kh.unit_range(K)
    gaps = np.add.outer(np.diagonal(K_01), np.diagonal(K_01)) - 2 * K_01
    np.testing.assert_allclose(gaps, d2 / np.ptp(K), atol=1e-14)
    shape = np.corrcoef(kh.squared_distances(kh.unit_diagonal(K)).ravel(), d2.ravel())
    assert shape[0, 1] < 0.99


def test_centring_with_column_means_twice_needs_a_symmetric_matrix():
    def notebook(K):
        means = K.mean(axis=0)
        return K - means[:, None] - means + means.mean()

    H = np.eye(2) - 1 / 2
    np.testing.assert_allclose(notebook(AB), H @ AB @ H)
    np.testing.assert_allclose(kh.center(AB), H @ AB @ H)
    np.testing.assert_allclose(notebook(NOTEBOOK), [[2 / 3, -1], [-2 / 3, 1]])
    np.testing.assert_allclose(H @ NOTEBOOK @ H, 5 / 6 * np.array([[1, -1], [-1, 1]]))
    with pytest.raises(ValueError, match=r"K is not symmetric: K\[0, 1\] = 0.666667"):
        kh.center(NOTEBOOK)


def test_centered_and_then_unit_diagonal_is_no_longer_centered():
    K = kh.unit_diagonal(kh.center(kh.linear([[0.0], [1.0], [5.0]])))
    np.testing.assert_allclose(K, [[1, 1, -1], [1, 1, -1], [-1, -1, 1]], rtol=1e-15)
    assert kh.mean_squared_norm(K) == pytest.approx(1 / 9)
    assert np.abs(kh.center(K) - K).max() > 0.1


def test_unit_variance_does_not_center():
    K = kh.unit_variance(AB)
    assert kh.variance(K) == pytest.approx(1)
    assert kh.mean_squared_norm(K) == pytest.approx(kh.mean_squared_norm(AB) / (9 / 4))
    centered = kh.center(AB)
    np.testing.assert_allclose(kh.unit_variance(centered), kh.unit_trace(centered))


def test_length_one_loses_the_lengths():
    K = kh.linear([[1.0], [10.0]])
    np.testing.assert_array_equal(kh.unit_diagonal(K), 1)
    assert kh.order_t(K, 1)[0, 1] == pytest.approx(20 / 101)


def test_a_negative_squared_distance_is_reported_not_clipped():
    for function in (kh.squared_distances, kh.distances):
        with pytest.raises(ValueError, match=r"K\[0, 1\] of points 0, 1 is -2, below 0"):
            function([[0.0, 1.0], [1.0, 0.0]])


# 000 Ah-Pine ------------------------------------------------------------------------------------


def factor(gamma, t):
    """K^t of two points on one ray whose lengths have the ratio gamma."""
    return float(kh.order_t([[1.0, gamma], [gamma, gamma**2]], t)[0, 1])


def test_the_printed_cosine_is_not_symmetric():
    K = kh.linear([[1.0, 0.0], [1.0, 1.0]])
    printed = K / np.sqrt(np.diagonal(K)[:, None] * K)
    assert printed[0, 1] == 1
    assert printed[1, 0] == pytest.approx(0.7071, abs=5e-5)
    assert kh.unit_diagonal(K)[0, 1] == kh.unit_diagonal(K)[1, 0] == pytest.approx(0.5**0.5)


def test_a_point_at_the_origin():
    K = kh.linear([[0.0], [1.0], [2.0]])
    with pytest.raises(ValueError, match=r"K\[0, 0\] is 0"):
        kh.unit_diagonal(K)
    for t in (1e-9, 1, np.inf):
        K_t = kh.order_t(K, t)
        assert K_t[0].tolist() == [1, 0, 0]
        assert kh.is_psd(K_t)
        K_t[0, 0] = 0
        assert kh.is_psd(K_t)


def test_order_t_spans_a_new_space():
    K = kh.linear([[1.0], [2.0], [4.0]])
    np.testing.assert_array_equal(kh.order_t(K, 0), 1)
    K_1 = kh.order_t(K, 1)
    expected = [[1, 4 / 5, 8 / 17], [4 / 5, 1, 4 / 5], [8 / 17, 4 / 5, 1]]
    np.testing.assert_allclose(K_1, expected)
    assert np.linalg.det(K_1) == pytest.approx(0.1009, abs=5e-5)


def test_the_value_under_eq_11_is_four_fifths():
    assert factor(2, 1) == 0.8
    assert factor(2, np.inf) == 0.5
    assert factor(2, 0.7027) == pytest.approx(0.85, abs=5e-5)
    assert factor(1.796, 1) == pytest.approx(0.85, abs=1e-4)


@pytest.mark.parametrize("t", [0.5, 1.0, 3.0])
@pytest.mark.parametrize("gamma", [1.0, 1.5, 4.0])
def test_equations_7_to_11_and_the_derivative(gamma, t):
    assert factor(gamma, t) == pytest.approx(1 / kh.power_mean(gamma, 1 / gamma, t))
    assert factor(gamma, t) == pytest.approx(np.cosh(t * np.log(gamma)) ** (-1 / t))
    assert factor(gamma, np.inf) == pytest.approx(1 / gamma)
    slope = factor(gamma, t) * (1 - gamma ** (2 * t)) / (1 + gamma ** (2 * t)) / gamma
    step = 1e-5
    numeric = (factor(gamma + step, t) - factor(gamma - step, t)) / (2 * step)
    assert numeric == pytest.approx(slope, abs=1e-7)
    assert slope < 0 or (gamma == 1 and slope == 0)


def test_the_rate_is_one_over_gamma_for_every_order():
    for t, constant in ((1, 2), (10, 1.0718), (np.inf, 1)):
        assert 1e6 * factor(1e6, t) == pytest.approx(constant, abs=5e-5)
        assert 1e8 * factor(1e8, t) == pytest.approx(constant, abs=5e-5)


def test_a_similarity_of_one_means_equal_features_not_equal_points():
    K = kh.polynomial([[1.0], [-1.0]], degree=2, c=0)
    assert kh.order_t(K, 1)[0, 1] == 1


def test_the_chain_of_means_is_strict_only_for_different_arguments():
    for a, b in ((1.0, 1.0), (1.0, 2.0)):
        chain = [1 / kh.power_mean(a, b, t) for t in (0, 0.5, 3, np.inf)]
        steps = np.diff(chain)
        assert (steps == 0).all() if a == b else (steps < 0).all()


def test_smaller_discs_do_not_keep_a_matrix_positive():
    assert kh.is_psd(np.ones((3, 3)))
    one_pair = [[1.0, 1.0, 0.0], [1.0, 1.0, 1.0], [0.0, 1.0, 1.0]]
    np.testing.assert_allclose(
        np.linalg.eigvalsh(one_pair), [1 - 2**0.5, 1, 1 + 2**0.5], atol=1e-14
    )
    all_pairs = [[1.0, 0.99, 0.1], [0.99, 1.0, 0.99], [0.1, 0.99, 1.0]]
    assert kh.min_eigenvalue(all_pairs) == pytest.approx(-0.351, abs=5e-4)
    K_1 = kh.order_t(kh.linear([[1.0], [2.0], [3.0]]), 1)
    left_end = (2 - np.abs(K_1).sum(axis=1)).min()  # of the Gershgorin discs
    assert left_end == pytest.approx(-0.72, abs=5e-3)
    assert kh.min_eigenvalue(K_1) == pytest.approx(0.032, abs=5e-4)


def test_order_t_is_psd_and_strictly_so_for_different_lengths():
    rng = np.random.default_rng(0)
    for _ in range(100):
        K = kh.linear(rng.normal(size=(5, 2)) * 10 ** rng.uniform(-1, 1, size=(5, 1)))
        for t in (1e-3, 0.1, 0.5, 1, 2, 10, np.inf):
            assert kh.min_eigenvalue(kh.order_t(K, t)) > -2e-15
    rank_one = kh.linear([[1.0], [2.0], [4.0]])
    for t in (0.1, 0.5, 1, 10, np.inf):
        assert kh.min_eigenvalue(kh.order_t(rank_one, t)) > 1e-6


def test_the_spectrum_closes_on_one_but_not_every_eigenvalue():
    K = kh.linear([[-1.0, -1.0], [-1.0, 2.0], [3.0, 3.0]])
    at_0, at_1 = (np.linalg.eigvalsh(kh.order_t(K, t)) for t in (0, 1))
    np.testing.assert_allclose(at_0, [0, 0.829, 2.171], atol=5e-4)
    np.testing.assert_allclose(at_1, [0.399, 0.811, 1.789], atol=5e-4)


def test_below_order_zero_there_is_no_kernel():
    with pytest.raises(ValueError, match="t is -1; t must be at least 0"):
        kh.order_t(np.eye(2), -1)

    def order(K, t):
        squares = np.diagonal(K)
        return K / kh.power_mean(squares[:, None], squares, t)

    K = order(kh.linear([[1.0], [2.0]]), -1)
    assert K[0, 1] == pytest.approx(5 / 4)
    assert kh.min_eigenvalue(K) == pytest.approx(-1 / 4)
    sets = np.array([[1.0, 0.0, 1.0], [0.0, 1.0, 1.0], [1.0, 1.0, 2.0]])  # {1}, {2}, {1, 2}
    for t, least in ((-1, 1 - 0.75 * 2**0.5), (-np.inf, 1 - 2**0.5)):
        assert order(sets, t).max() <= 1
        assert kh.min_eigenvalue(order(sets, t)) == pytest.approx(least)
    assert kh.is_psd(order(sets, 0))


def test_powers_overflow_and_cancel_where_the_log_form_does_not():
    K = np.array([[1e4, 1e4], [1e4, 4e4]])
    with np.errstate(over="ignore"):
        assert ((np.diagonal(K) ** 100.0).mean()) ** 0.01 == np.inf
    assert (np.diagonal(K) ** 1e-17).mean() ** 1e17 == 1
    assert kh.order_t(K, 100)[0, 1] == pytest.approx(0.25 * 2**0.01, rel=1e-14)
    assert kh.order_t(K, 1e-17)[0, 1] == pytest.approx(0.5, rel=1e-14)
    assert kh.power_mean(1e4, 4e4, 1e-17) == pytest.approx(2e4, rel=1e-14)


def test_the_power_mean_is_a_kernel_up_to_order_zero_only():
    a = 10 ** np.random.default_rng(0).uniform(-2, 2, size=12)
    for t in (-np.inf, -5, -1, -0.3, 0):
        assert kh.is_psd(kh.power_mean(a[:, None], a, t))
    for t in (0.01, 0.5, 1, 4, np.inf):
        M = kh.power_mean(np.array([[1.0], [4.0]]), np.array([1.0, 4.0]), t)
        assert np.linalg.det(M) < 0
    M = kh.power_mean(np.array([[1.0], [4.0]]), np.array([1.0, 4.0]), 1)
    assert np.linalg.det(M) == pytest.approx(-2.25)


@pytest.mark.parametrize("s", [0.5, 1.0, 3.0])
def test_the_power_mean_is_a_mixture_of_rank_one_kernels(s):
    from scipy.integrate import quad
    from scipy.special import gamma

    a, b = 0.7, 2.0
    rates = a**-s + b**-s
    integral, _ = quad(lambda v: s * np.exp(-(v**s) * rates), 0, np.inf)  # with u = v^s
    mixture = 2 ** (1 / s) * integral / gamma(1 / s)
    assert mixture == pytest.approx(kh.power_mean(a, b, -s), rel=1e-7)


@given(st.integers(0, 10**6), st.floats(0, 50))
def test_order_t_is_the_kernel_times_a_power_mean_kernel(seed, t):
    K = kh.linear(np.random.default_rng(seed).normal(size=(5, 2)))
    inverse = 1 / np.diagonal(K)
    expected = K * kh.power_mean(inverse[:, None], inverse, -t)
    np.testing.assert_allclose(kh.order_t(K, t), expected, rtol=1e-11)


def test_order_one_is_a_hilbert_matrix():
    half = np.arange(1, 7) - 0.5
    K = np.sqrt(np.outer(half, half))
    i = np.arange(1, 7)
    hilbert = 1 / (np.add.outer(i, i) - 1)
    np.testing.assert_allclose(kh.order_t(K, 1), 2 * K * hilbert)
    assert kh.is_psd(kh.order_t(K, 1))


def test_on_sets_the_orders_have_names_and_kernels_begin_at_zero():
    sets = [set("ab"), set("bc"), set("abcd"), set("d")]
    K = np.array([[float(len(a & b)) for b in sets] for a in sets])
    size = np.diagonal(K)
    a, b = size[:, None], size
    for t, coefficient in (
        (-np.inf, K / np.minimum(a, b)),  # overlap, Simpson
        (-1, (K / a + K / b) / 2),  # Kulczynski
        (0, K / np.sqrt(a * b)),  # Ochiai, cosine
        (1, 2 * K / (a + b)),  # Dice
        (np.inf, K / np.maximum(a, b)),  # Braun-Blanquet
    ):
        np.testing.assert_allclose(K / kh.power_mean(a, b, t), coefficient)
        assert kh.is_psd(coefficient) == (t >= 0)
        if t >= 0:
            np.testing.assert_allclose(kh.order_t(K, t), coefficient)


def test_local_widths_make_the_gaussian_indefinite():
    d2 = np.subtract.outer([0.0, 1.0, 2.0], [0.0, 1.0, 2.0]) ** 2
    sigma = np.array([1.0, 10.0, 1.0])
    assert kh.min_eigenvalue(np.exp(-d2 / np.outer(sigma, sigma))) == pytest.approx(-0.27, abs=5e-3)
    assert not kh.is_cnd(d2 / np.outer(sigma, sigma))


def test_the_self_tuning_kernel_is_indefinite_on_five_numbers():
    X = np.array([[0.0], [2.0], [3.0], [4.0], [6.0]])
    A = kh.self_tuning(X, neighbor=3)
    sigma = np.array([4.0, 2.0, 3.0, 2.0, 4.0])
    expected = np.exp(-(np.subtract.outer(X[:, 0], X[:, 0]) ** 2) / np.outer(sigma, sigma))
    np.testing.assert_allclose(A, expected, rtol=1e-14)
    assert kh.min_eigenvalue(A) == pytest.approx(-0.0280, abs=5e-5)
    assert not kh.is_psd(A)
    assert kh.is_psd(kh.repair(A).K)


def test_the_self_tuning_kernel_happens_to_be_psd_on_iris():
    from sklearn.datasets import load_iris

    assert kh.is_psd(kh.self_tuning(load_iris().data, neighbor=7))


def test_eight_copies_have_no_width():
    rng = np.random.default_rng(0)
    X = np.vstack([np.tile([1e5 / 3, 0.1], (8, 1)), rng.normal(size=(5, 2))])
    with pytest.raises(ValueError, match=r"sigma is 0 for 8 point\(s\), the first X\[0\]"):
        kh.self_tuning(X, neighbor=7)
    assert np.isfinite(kh.self_tuning(X[1:], neighbor=7)).all()  # seven copies: six neighbors at 0


def test_the_psd_repair_of_local_widths():
    X = np.array([0.0, 2.0, 3.0, 4.0, 6.0])
    d2 = np.subtract.outer(X, X) ** 2
    for sigma in ([4.0, 2.0, 3.0, 2.0, 4.0], [1.0, 10.0, 1.0, 10.0, 1.0]):
        squares = np.add.outer(np.square(sigma), np.square(sigma))
        assert kh.is_psd(np.sqrt(2 * np.outer(sigma, sigma) / squares) * np.exp(-2 * d2 / squares))


def test_equation_13_is_shared_information_over_entropies():
    N = np.array([[2, 1], [0, 3]])  # counts of points in class u and cluster v
    n, N_u, N_v = N.sum(), N.sum(axis=1), N.sum(axis=0)
    u, v = np.repeat(np.argwhere(N >= 0), N.ravel(), axis=0).T
    shared = sum(N[i, j] * np.log(n * N[i, j] / (N_u[i] * N_v[j])) for i, j in np.argwhere(N))
    sums = [float(size @ np.log(size / n)) for size in (N_u, N_v)]
    assert sums[0] < 0 and sums[1] < 0  # so the root is of a positive number
    assert kh.nmi(u, v) == pytest.approx(shared / np.sqrt(sums[0] * sums[1]), rel=1e-14)


def test_one_cluster_is_no_zero_divided_by_zero():
    assert kh.nmi(["a", "b"], [0, 0]) == 0.0
    assert kh.nmi(["a", "a"], [0, 0]) == 1.0


def test_k_minus_1_axes_need_a_centered_matrix():
    K = np.kron([[1.0, 0.5], [0.5, 1.0]], np.ones((2, 2)))  # two pairs of equal points
    np.testing.assert_allclose(np.linalg.eigvalsh(K)[::-1], [3, 1, 0, 0], atol=1e-15)
    with pytest.warns(UserWarning, match="1 axes of an uncentered K for 2 clusters"):
        printed = kh.KernelPCAKMeans(2, centered=False, random_state=0).fit(K)
    assert np.ptp(printed.embedding_) < 1e-14  # one axis, the same for all: nothing separated
    fair = kh.KernelPCAKMeans(2, random_state=0).fit(K)
    enough = kh.KernelPCAKMeans(2, centered=False, n_components=2, random_state=0).fit(K)
    for model in (fair, enough):
        assert kh.nmi([0, 0, 1, 1], model.labels_) == 1


@pytest.mark.filterwarnings("ignore:2 axes of an uncentered K")  # as printed
def test_the_gaussian_baseline_on_iris_loses_only_for_want_of_centring():
    from sklearn.datasets import load_iris

    X, y = load_iris(return_X_y=True)
    X = (X - X.mean(axis=0)) / X.std(axis=0)
    kernels = {"gaussian": kh.self_tuning(X), "cosine": kh.order_t(kh.linear(X), 0)}

    def score(kernel, centered):
        models = [
            kh.KernelPCAKMeans(3, centered=centered, n_init=1, random_state=seed)
            for seed in range(30)
        ]
        return np.mean([kh.nmi(y, model.fit_predict(kernels[kernel])) for model in models])

    assert score("gaussian", centered=False) == pytest.approx(0.45, abs=0.03)
    assert score("cosine", centered=False) == pytest.approx(0.655, abs=0.02)
    assert score("gaussian", centered=True) == pytest.approx(0.66, abs=0.03)


def test_kernel_kmeans_takes_the_indefinite_affinity_and_says_so():
    d2 = np.subtract.outer([0.0, 1.0, 2.0], [0.0, 1.0, 2.0]) ** 2
    A = np.exp(-d2 / np.outer([1.0, 10.0, 1.0], [1.0, 10.0, 1.0]))
    with pytest.warns(UserWarning, match="K is not positive semi-definite: the squared distance"):
        model = kh.KernelKMeans(1).fit(A)
    assert (np.diff([record.cost for record in model.history_]) <= 0).all()
    kh.KernelKMeans(1).fit(kh.repair(A).K)  # quiet


# 002 Aradnia et al. -----------------------------------------------------------------------------

A, B = 0.2, 0.5  # the two amounts of most counterexamples


def of_two(kernel, a=A, b=B):
    return kh.additive_kernel([[a]], [[b]], kernel=kernel)[0, 0]


def of_family(alpha, beta, a=A, b=B):
    return kh.hein_bousquet([[a]], [[b]], alpha=alpha, beta=beta)[0, 0]


def mean_of_order(p):
    return ((A**p + B**p) / 2) ** (1 / p)


def test_the_columns_of_table_1_are_swapped():
    expected = {
        "chi2": (0.285714, 0.128571),
        "jensen_shannon": (0.302092, 0.095816),
        "intersection": (0.2, 0.3),
        "hellinger": (0.316228, 0.067544),
    }
    for kernel, (value, squared) in expected.items():
        assert of_two(kernel) == pytest.approx(value, abs=5e-7)
        assert A + B - 2 * of_two(kernel) == pytest.approx(squared, abs=5e-7)
        assert of_two(kernel, A, A) == pytest.approx(A)  # a distance is 0 there


def test_the_chi_squared_distance_divides_by_the_sum():
    x, y = np.array([0.2, 0.3, 0.5]), np.array([0.5, 0.4, 0.1])
    K = kh.additive_kernel([x, y], kernel="chi2")
    assert kh.squared_distances(K)[0, 1] == pytest.approx(0.4095, abs=5e-5)
    assert ((x - y) ** 2 / (x - y)).sum() == pytest.approx(0, abs=1e-15)  # as printed


def test_the_hellinger_distance_has_no_factor_two():
    squared = (np.sqrt(A) - np.sqrt(B)) ** 2
    assert A + B - 2 * of_two("hellinger") == pytest.approx(squared)
    assert squared == pytest.approx(0.0675, abs=5e-5)
    assert 2 * squared == pytest.approx(0.1351, abs=5e-5)  # as printed


def test_the_jensen_shannon_map_needs_the_amount_under_the_root():
    phi = kh.ExplicitMap("jensen_shannon", order=20).fit_transform([[A], [B]])
    assert phi[0] @ phi[1] == pytest.approx(0.3021, abs=5e-5)
    printed = phi / np.sqrt([[A], [B]])
    assert printed[0] @ printed[1] == pytest.approx(0.9553, abs=5e-5)
    assert of_two("jensen_shannon", 10 * A, 10 * B) == pytest.approx(10 * 0.302092, abs=5e-6)


def test_the_intersection_has_a_spectrum_of_its_own():
    omega = np.linspace(0, 2000, 400_001)
    wave = np.cos(omega * np.log(B / A))
    own, printed = (
        np.trapezoid(2 * kh.spectrum(kernel, omega) * wave, omega)
        for kernel in ("intersection", "jensen_shannon")
    )
    assert own == pytest.approx(0.6325, abs=1e-4)
    assert own == pytest.approx(kh.signature("intersection", np.log(B / A)), abs=1e-4)
    assert printed == pytest.approx(0.9553, abs=5e-5)


def test_the_intersection_needs_its_bars():
    assert kh.signature("intersection", -6.0) == kh.signature("intersection", 6.0) < 1
    assert np.exp(6.0 / 2) > 20  # as printed, the signature at -6
    D2 = kh.squared_distances(kh.additive_kernel([[A, B], [B, A]], kernel="intersection"))
    assert D2[0, 1] == pytest.approx(0.6)  # without the bars, 0


def test_the_rest_of_table_1():
    lam = np.array([0.0, 0.7, -2.5])
    half = np.exp(lam / 2)
    shannon = half * np.log2(1 + half**-2) + np.log2(1 + half**2) / half
    for kernel, expected in (("chi2", 1 / np.cosh(lam / 2)), ("jensen_shannon", shannon / 2)):
        np.testing.assert_allclose(kh.signature(kernel, lam), expected, rtol=1e-13)
        omega = np.linspace(-12, 12, 4001)  # eq. (13) back again; both signs of omega agree
        waves = np.exp(1j * np.outer(lam, omega)) * kh.spectrum(kernel, omega)
        np.testing.assert_allclose(np.trapezoid(waves, omega), expected, rtol=0, atol=1e-12)
    assert kh.spectrum("jensen_shannon", 0.0) == pytest.approx(2 / np.log(4))  # natural logarithm


def test_a_finite_map_truncates_and_aliases():
    lam = np.linspace(0, 3, 3001)

    def worst(kernel, order, repeat):
        fitted = kh.ExplicitMap(kernel, order, period=2 * np.pi / repeat).fit([[1.0]])
        kappa = np.cos(np.outer(lam, fitted.frequencies_)) @ fitted.weights_
        return np.abs(kappa - kh.signature(kernel, lam)).max(), fitted.diagonal_

    orders = np.array([1, 3, 10])
    repeats = {  # of VLFeat
        "chi2": (5.86 * np.sqrt(orders) + 3.65, [0.106, 0.013, 0.0002]),
        "jensen_shannon": (6.64 * np.sqrt(orders) + 7.24, [0.074, 0.008, 0.0001]),
        "intersection": (2.38 * np.log(orders + 0.8) + 5.6, [0.159, 0.100, 0.047]),
    }
    for kernel, (lengths, errors) in repeats.items():
        found = [worst(kernel, n, repeat)[0] for n, repeat in zip(orders, lengths, strict=True)]
        np.testing.assert_allclose(found, errors, rtol=0.01, atol=5e-4)
    assert worst("chi2", 1, 4 * np.pi) == pytest.approx((0.103, 0.8985), abs=5e-4)  # scikit-learn


def test_amounts_are_not_negative_and_zero_maps_to_zero():
    with pytest.raises(ValueError, match="Negative values in data"):
        of_two("chi2", 1.0, -1.0)  # 2ab / (a + b) is -2 / 0
    np.testing.assert_array_equal(kh.ExplicitMap().fit_transform([[0.0]]), 0.0)
    for kernel in ("chi2", "intersection", "jensen_shannon", "hellinger", (2, 1)):
        assert of_two(kernel, 0.0, B) == of_two(kernel, 0.0, 0.0) == 0


def test_the_metric_of_hein_and_bousquet_has_the_other_sign():
    def printed(alpha, beta):
        return (mean_of_order(alpha) - mean_of_order(beta)) * (
            2 ** (1 / alpha + 1 / beta) / (2 ** (1 / alpha) - 2 ** (1 / beta))
        )

    assert printed(1, 0.5) == pytest.approx(-0.0675, abs=5e-5)
    assert A + B - 2 * of_family(1, 0.5) == pytest.approx(-printed(1, 0.5))
    assert (max(A, B) - mean_of_order(1)) * 2 / (1 - 2) == pytest.approx(-0.3)
    assert A + B - 2 * of_family(np.inf, 1) == pytest.approx(0.3)
    assert printed(1, -1) > 0  # for beta below 0 it is right
    wrong = [printed(1, 0.5)] + [  # of (a, b), (a, 0) and (b, 0): M_1 = a/2, M_(1/2) = a/4
        (x / 2 - x / 4) * 2**3 / (2 - 4) for x in (A, B)
    ]
    assert (wrong[1] + wrong[2] - wrong[0]) / 2 == pytest.approx(-np.sqrt(A * B))


def test_the_limit_alpha_equal_to_beta():
    a, b = A**2, B**2
    right = A + B - 2 * of_family(2, 2)
    assert right == pytest.approx(0.226826, abs=5e-7)
    assert A + B - 2 * of_family(2.0001, 1.9999) == pytest.approx(right, rel=1e-6)
    first = a / (a + b) * np.log(2 * a / (a + b))
    second = np.log(2 * b / (a + b))
    front = np.sqrt((a + b) / np.log(2))
    assert front * (first + b / (b + b) * second) == pytest.approx(0.061273, abs=5e-7)
    assert front * (first + b / (a + b) * second) == pytest.approx(0.188845, abs=5e-7)
    assert np.sqrt(a + b) / np.log(2) * (first + b / (a + b) * second) == pytest.approx(right)


def test_there_is_a_wall_at_one_half():
    def kernel(a, b, beta=0.25):  # eq. (16) with alpha = 1, which the package refuses
        mean = ((a**beta + b**beta) / 2) ** (1 / beta)
        scale = 0.5 - 2 ** (-1 / beta)
        return (a + b - ((a + b) / 2 - mean) / scale) / 2

    K = [[kernel(a, b) for b in (1.0, 16.0)] for a in (1.0, 16.0)]
    np.testing.assert_allclose(K, [[1, 32 / 7], [32 / 7, 16]])
    assert np.linalg.det(K) == pytest.approx(-4.898, abs=5e-4)
    with pytest.raises(ValueError, match=r"beta is 0\.25; between 0 and 1/2 there is no kernel"):
        of_family(1, 0.25)
    tiny = 1e-12
    assert kernel(1, tiny) > 100 * np.sqrt(tiny)  # above Cauchy-Schwarz
    X = np.geomspace(1e-6, 1e6, 30)[:, None]
    for alpha, beta in ((1, 0.5), (5, 0.5), (1, -0.3), (np.inf, -0.1), (2, -np.inf)):
        assert kh.is_psd(kh.hein_bousquet(X, alpha=alpha, beta=beta))  # the range is not sharp
    with pytest.raises(ValueError, match="alpha is inf and beta is -inf"):
        of_family(np.inf, -np.inf)


def test_the_family_covers_table_1_up_to_a_factor():
    assert of_family(1, 0.5) == pytest.approx(np.sqrt(A * B))
    assert of_family(1, 1) == pytest.approx(of_two("jensen_shannon"))
    assert of_family(np.inf, 1) == pytest.approx(min(A, B))
    assert of_family(1, -1) == pytest.approx(of_two("chi2") / 3)


def test_the_metric_is_homogeneous_of_degree_one_half():
    K = kh.hein_bousquet([[A], [B]], alpha=3, beta=0.7)
    scaled = kh.hein_bousquet([[100 * A], [100 * B]], alpha=3, beta=0.7)
    np.testing.assert_allclose(kh.squared_distances(scaled), 100 * kh.squared_distances(K))
    np.testing.assert_allclose(kh.distances(scaled), 10 * kh.distances(K))


def test_one_family_behind_norm_factors_and_signatures():
    means = {"hellinger": np.sqrt(A * B), "chi2": mean_of_order(-1), "intersection": min(A, B)}
    for kernel, mean in means.items():
        assert of_two(kernel) == pytest.approx(mean)
    K = kh.linear(IRISES)
    square = np.diagonal(K)
    cosine = K / np.sqrt(np.outer(square, square))
    lam = np.log(square[:, None] / square[None, :])  # twice the Delta of the row
    order_one = 2 * K / np.add.outer(square, square)
    np.testing.assert_allclose(cosine * kh.signature("chi2", lam), order_one, rtol=1e-13)
    order_inf = K / np.maximum.outer(square, square)
    np.testing.assert_allclose(cosine * kh.signature("intersection", lam), order_inf, rtol=1e-13)
    phi = kh.ExplicitMap("chi2", order=12).fit_transform(square[:, None])  # a finite map of K^1
    factor = phi @ phi.T / np.sqrt(np.outer(square, square))
    np.testing.assert_allclose(cosine * factor, order_one, rtol=1e-4)


def test_an_equidistant_point_gets_a_cluster_too():
    X = np.array([[-1.0], [0.0], [1.0]])
    strict = np.array([[d < e, e < d] for d, e in kh.minkowski_distances(X, X[[0, 2]], p=2)])
    assert strict[1].tolist() == [False, False]  # the printed (1): in no cluster
    model = kh.MinkowskiKMeans(2, weighted=False, init=X[[0, 2]], max_iter=1).fit(X)
    assert model.labels_.tolist() == [0, 0, 1]


def test_the_units_change_the_nearest_point_in_the_map_unless_p_is_2():
    def nearest(p, others, scale):
        counts = scale * np.array([[1.0], *[[other] for other in others]])
        phi = kh.ExplicitMap("chi2", order=1, period=0.5).fit_transform(counts)
        d = kh.minkowski_distances(phi[:1], phi[1:], p=p)[0] / np.sqrt(scale)
        return others[d.argmin()], d

    near, d = nearest(0.5, (2, 0.2), 1)
    np.testing.assert_allclose(d, [2.40, 3.01], atol=6e-3)
    assert near == 2
    near, d = nearest(0.5, (2, 0.2), 10)
    np.testing.assert_allclose(d, [2.37, 1.99], atol=6e-3)
    assert near == 0.2
    assert [nearest(1, (2, 0.3), scale)[0] for scale in (1, 10)] == [2, 0.3]
    for others in ((2, 0.2), (2, 0.3)):
        np.testing.assert_allclose(nearest(2, others, 1)[1], nearest(2, others, 10)[1], rtol=1e-12)


def test_below_1_the_power_is_the_metric():
    D = kh.minkowski_distances([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], p=0.5)
    np.testing.assert_allclose(D, [[0, 1, 4], [1, 0, 1], [4, 1, 0]], rtol=1e-14)
    assert not kh.is_metric(D)
    assert kh.is_metric(np.sqrt(D))
    assert np.sqrt(D)[0, 2] == pytest.approx(2)


def test_the_constant_of_the_contrast_depends_on_the_distribution():
    rng = np.random.default_rng(0)
    D, p = 1000, 2
    for draw, mean, sd, printed in (
        (rng.uniform, 1 / 3, np.sqrt(4 / 45), 0.291),
        (rng.exponential, 2, np.sqrt(20), 1.784),
    ):
        constant = 2 / np.sqrt(np.pi) * sd * mean ** (1 / p - 1) / p
        assert constant == pytest.approx(printed, abs=5e-4)
        norms = kh.minkowski_distances(draw(size=(2000, D)), np.zeros((1, D)), p=p)[:, 0]
        gaps = np.abs(norms[::2] - norms[1::2]) / D ** (1 / p - 1 / 2)  # (18) with N = 2
        assert gaps.mean() == pytest.approx(constant, rel=0.1)


def test_a_smaller_relative_variance_is_more_concentration_for_every_p():
    rng = np.random.default_rng(0)
    for p in (0.5, 1, 2):
        few, many = (rng.uniform(size=(2000, D)) for D in (10, 1000))
        ratio = kh.relative_variance(few, p=p) / kh.relative_variance(many, p=p)
        assert ratio == pytest.approx(10, rel=0.1)
        assert kh.relative_contrast(few, p=p) > 3 * kh.relative_contrast(many, p=p)
        if p == 0.5:
            assert kh.relative_variance(few, p=p) == pytest.approx(0.22, abs=0.01)
            assert kh.relative_variance(many, p=p) == pytest.approx(0.022, abs=0.001)


def test_below_1_the_centre_is_a_data_point():
    X = np.array([0.0, 1.0, 2.0, 10.0])
    costs = np.sqrt(np.abs(X[:, None] - X)).sum(axis=1)
    np.testing.assert_allclose(costs, [5.576, 5, 5.243, 8.991], atol=5e-4)
    assert kh.minkowski_center(X[:, None], p=0.5) == [1.0]
    assert np.sqrt(np.abs(X - X.mean())).sum() == pytest.approx(7.019, abs=5e-4)


def test_weights_without_a_constraint_would_be_zero():
    model = kh.MinkowskiKMeans(2, p=1.5, random_state=0).fit(IRISES)
    np.testing.assert_allclose(model.feature_weights_.sum(axis=1), 1, rtol=1e-14)
    assert (model.feature_weights_ >= 0).all()


def printed_weights(V, p):
    """Equation (23), its index put right, used for any p."""
    return 1 / ((V[:, None] / V) ** (1 / (p - 1))).sum(axis=1)


def test_the_formula_of_the_weights_is_the_maximum_below_1():
    V = np.array([1.0, 4.0])
    wrong, right = printed_weights(V, 0.5), kh.feature_weights(V, p=0.5)
    np.testing.assert_allclose(wrong, [1 / 17, 16 / 17])
    np.testing.assert_array_equal(right, [1, 0])
    weights = (wrong, np.full(2, 0.5), right)
    costs = [float(np.sqrt(w) @ V) for w in weights]
    np.testing.assert_allclose(costs, [4.123, 3.536, 1], atol=5e-4)
    along = np.linspace(0, 1, 1001)
    assert costs[0] >= (np.sqrt(along) * V[0] + np.sqrt(1 - along) * V[1]).max() - 1e-6
    V = np.array([1.0, 2.0])
    wrong, right = printed_weights(V, 0.9), kh.feature_weights(V, p=1.1)
    assert wrong[1] / wrong[0] == pytest.approx(1024)
    assert right[0] / right[1] == pytest.approx(1024)
    np.testing.assert_array_equal(kh.feature_weights([0.0, 1.0, 0.0], p=2), [0.5, 0, 0.5])


@pytest.mark.parametrize("p", [0.5, 0.9, 1.5])
def test_the_cost_falls_with_exact_steps_and_rises_with_the_formula(p):
    from sklearn.datasets import load_iris

    X = load_iris().data
    model = kh.MinkowskiKMeans(3, p=p, init=X[[0, 50, 100]], tol=0).fit(X)
    costs = [record.cost for record in model.history_]
    assert len(costs) > 1
    assert (np.diff(costs) <= 0).all()
    members = X[model.labels_ == 0]
    V = (np.abs(members - kh.minkowski_center(members, p=p)) ** p).sum(axis=0)
    rise = (printed_weights(V, p) ** p) @ V - (np.full(4, 0.25) ** p) @ V
    assert (rise > 0) == (p < 1)


def test_the_learned_p_is_the_optimal_one_in_2_of_12_rows():
    learned = [1.83, 1.7, 1.7, 1.66, 1.4, 1.4, 1.1, 1.1, 0.9, 1.22, 1.2, 1.3]  # Table 3
    optimal = [1.87, 1.7, 3.1, 1.5, 1.4, 1.2, 1, 0.9, 1.2, 1, 1.1, 1.1]
    assert sum(a == b for a, b in zip(learned, optimal, strict=True)) == 2
    V = np.array([1.0, 2.0, 3.0])
    for p in {*learned, *optimal}:
        if p == 1:
            continue  # (23) has no value there
        assert (printed_weights(V, p).argmax() == 0) == (p > 1)
        assert kh.feature_weights(V, p=p).argmax() == 0


# the table --------------------------------------------------------------------------------------

ROWS = {
    "000-01": [test_the_printed_cosine_is_not_symmetric],
    "000-02": [test_a_point_at_the_origin],
    "000-03": [test_order_t_spans_a_new_space],
    "000-04": [test_the_value_under_eq_11_is_four_fifths],
    "000-05": [test_equations_7_to_11_and_the_derivative],
    "000-06": [test_the_rate_is_one_over_gamma_for_every_order],
    "000-07": [test_a_similarity_of_one_means_equal_features_not_equal_points],
    "000-08": [test_the_chain_of_means_is_strict_only_for_different_arguments],
    "000-09": [test_smaller_discs_do_not_keep_a_matrix_positive],
    "000-10": [test_order_t_is_psd_and_strictly_so_for_different_lengths],
    "000-11": [test_the_spectrum_closes_on_one_but_not_every_eigenvalue],
    "000-12": [test_below_order_zero_there_is_no_kernel],
    "000-14": [
        test_local_widths_make_the_gaussian_indefinite,
        test_the_self_tuning_kernel_is_indefinite_on_five_numbers,
        test_the_self_tuning_kernel_happens_to_be_psd_on_iris,
        test_eight_copies_have_no_width,
        test_the_psd_repair_of_local_widths,
        test_kernel_kmeans_takes_the_indefinite_affinity_and_says_so,
    ],
    "000-15": [
        test_k_minus_1_axes_need_a_centered_matrix,
        test_the_gaussian_baseline_on_iris_loses_only_for_want_of_centring,
    ],
    "000-16": [
        test_equation_13_is_shared_information_over_entropies,
        test_one_cluster_is_no_zero_divided_by_zero,
    ],
    "000-18": [test_powers_overflow_and_cancel_where_the_log_form_does_not],
    "001-01": [
        test_a_distance_matrix_is_no_kernel_matrix,
        test_zero_diagonal_is_never_psd_unless_all_is_zero,
    ],
    "001-02": [
        test_a_metric_whose_exponential_is_no_kernel_beyond_sigma_2_over_ln_2,
        test_a_semi_metric_has_no_kernel_either,
    ],
    "001-03": [test_every_alpha_is_needed_for_an_embedding],
    "001-04": [test_which_space_a_kernel_embeds],
    "001-05": [test_a_divergence_takes_the_ratio_upside_down],
    "001-06": [
        test_the_exponential_of_the_jeffreys_divergence_of_coins_is_no_kernel,
        test_symmetric_divergences_that_do_give_kernels,
    ],
    "001-07": [test_values_of_the_distances_and_the_sign_of_bhattacharyya],
    "001-08": [
        test_moreno_was_right_the_jeffreys_kernel_is_indefinite,
        test_a_smaller_sigma_does_not_save_the_jeffreys_kernel,
        test_three_close_gaussians_break_the_jeffreys_kernel_beyond_sigma_2,
    ],
    "001-09": [test_jeffreys_and_bhattacharyya_break_the_triangle_so_nothing_embeds],
    "001-10": [test_the_wall_at_sigma_1, test_the_wall_in_two_dimensions],
    "001-11": [test_hellinger_is_safe_for_every_sigma],
    "001-12": [test_the_parts_have_factors_that_the_paper_lost],
    "001-13": [test_the_part_of_the_means_is_no_function_of_the_means],
    "001-14": [test_the_root_belongs_around_the_trace],
    "001-15": [
        test_four_matrices_that_embed_in_no_hilbert_space,
        test_fifteen_matrices_whose_riemannian_kernel_is_indefinite,
        test_on_a_line_the_riemannian_kernel_is_safe,
    ],
    "001-16": [test_the_detour_through_a_wide_gaussian_is_shorter],
    "001-17": [test_the_kernels_with_the_riemannian_distance_are_indefinite],
    "001-18": [test_unit_covariances_give_the_exponential_kernel_for_one_of_the_two],
    "001-19": [test_hellinger_of_covariances_is_a_metric],
    "001-20": [test_the_average_divides_by_m],
    "001-21": [test_indefiniteness_appears_as_the_covariances_start_to_matter],
    "001-22": [test_gamma_1_switches_the_local_covariances_off_on_iris],
    "001-23": [test_the_spread_of_table_2_needs_an_almost_perfect_run_on_iris],
    "002-01": [test_the_columns_of_table_1_are_swapped],
    "002-02": [test_the_chi_squared_distance_divides_by_the_sum],
    "002-03": [test_the_hellinger_distance_has_no_factor_two],
    "002-04": [test_the_jensen_shannon_map_needs_the_amount_under_the_root],
    "002-05": [test_the_intersection_has_a_spectrum_of_its_own],
    "002-06": [test_the_intersection_needs_its_bars],
    "002-07": [test_the_rest_of_table_1],
    "002-08": [test_a_finite_map_truncates_and_aliases],
    "002-09": [test_amounts_are_not_negative_and_zero_maps_to_zero],
    "002-10": [test_the_metric_of_hein_and_bousquet_has_the_other_sign],
    "002-11": [test_the_limit_alpha_equal_to_beta],
    "002-12": [test_there_is_a_wall_at_one_half],
    "002-13": [test_the_family_covers_table_1_up_to_a_factor],
    "002-14": [test_the_metric_is_homogeneous_of_degree_one_half],
    "002-15": [test_an_equidistant_point_gets_a_cluster_too],
    "002-16": [test_the_units_change_the_nearest_point_in_the_map_unless_p_is_2],
    "002-17": [test_below_1_the_power_is_the_metric],
    "002-18": [test_the_constant_of_the_contrast_depends_on_the_distribution],
    "002-19": [test_a_smaller_relative_variance_is_more_concentration_for_every_p],
    "002-20": [test_below_1_the_centre_is_a_data_point],
    "002-21": [test_weights_without_a_constraint_would_be_zero],
    "002-22": [test_the_formula_of_the_weights_is_the_maximum_below_1],
    "002-23": [test_the_cost_falls_with_exact_steps_and_rises_with_the_formula],
    "002-24": [test_the_learned_p_is_the_optimal_one_in_2_of_12_rows],
    "003-01": [test_the_code_of_unit_variance_returns_something_else],
    "003-02": [test_the_distances_of_that_code_depend_on_the_direction],
    "003-03": [test_a_point_at_the_mean_has_no_direction],
    "003-04": [test_trace_normalization_is_not_the_unit_diagonal],
    "003-05": [test_the_range_from_0_to_1_destroys_positive_semi_definiteness],
    "003-06": [test_only_the_unit_diagonal_changes_the_picture_of_distances],
    "003-07": [test_a_negative_squared_distance_is_reported_not_clipped],
    "003-08": [test_centring_with_column_means_twice_needs_a_symmetric_matrix],
    "003-09": [test_centered_and_then_unit_diagonal_is_no_longer_centered],
    "003-10": [test_unit_variance_does_not_center],
    "003-11": [test_length_one_loses_the_lengths],
    "004-01": [
        test_all_25_entries_of_the_table_are_exact,
        test_the_feature_vectors_of_the_slides,
    ],
    "004-02": [
        test_the_five_points_are_rows_of_iris,
        test_the_table_has_rank_two,
        test_two_known_points_give_the_others,
    ],
    "004-03": [test_the_binomial_sum_begins_at_zero],
    "004-04": [
        test_a_smaller_distance_is_not_a_larger_kernel_value,
        test_equal_norms_make_the_sentence_true,
    ],
    "004-05": [test_the_map_from_the_table_is_the_points_turned],
    "004-06": [test_norm_of_the_mean_and_the_quadratic_inner_product],
    "U1": [
        test_the_power_mean_is_a_kernel_up_to_order_zero_only,
        test_the_power_mean_is_a_mixture_of_rank_one_kernels,
    ],
    "U2": [test_order_t_is_the_kernel_times_a_power_mean_kernel],
    "U3": [test_one_family_behind_norm_factors_and_signatures],
    "U5": [test_on_sets_the_orders_have_names_and_kernels_begin_at_zero],
    "U6": [test_order_one_is_a_hilbert_matrix],
}


def test_every_test_here_stands_in_the_table():
    listed = {test for tests in ROWS.values() for test in tests}
    here = {f for name, f in globals().items() if name.startswith("test_")}
    assert here - listed == {
        test_every_test_here_stands_in_the_table,
        test_every_row_of_the_table_stands_in_the_ledger,
    }


def test_every_row_of_the_table_stands_in_the_ledger():
    assert set(ROWS) <= {row.id for row in ledger.rows()}
