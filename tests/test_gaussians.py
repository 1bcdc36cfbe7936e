"""Gaussians, local Gaussians, and the seven distances against formulas, integrals and peers."""

import dataclasses
import tracemalloc

import mpmath
import numpy as np
import pytest
from hypothesis import given, strategies as st
from laws import same
from scipy import integrate

import kernlab_helpers as kh
from kernlab_helpers._neighbors import are_nearest
from kernlab_helpers.gaussians import _linalg, _pairs
from kernlab_helpers.gaussians._linalg import eigenvalues

DISTANCES = [
    kh.jeffreys,
    kh.bhattacharyya,
    kh.hellinger,
    kh.riemannian,
    kh.log_euclidean,
    kh.jeffreys_riemannian,
    kh.bhattacharyya_riemannian,
]
each = pytest.mark.parametrize("distance", DISTANCES, ids=lambda f: f.__name__)
seeds = st.integers(0, 10**6)


def random_gaussians(n, d, seed=0, *, condition=100.0, scale=1.0):
    """Turn n diagonal covariances with entries from 1 / condition to 1, at random."""
    rng = np.random.default_rng(seed)
    turns = np.linalg.qr(rng.normal(size=(n, d, d)))[0]
    powers = rng.uniform(-1, 0, size=(n, d))
    if d > 1:
        powers[:, 0], powers[:, -1] = -1, 0
    covariances = (turns * condition ** powers[:, None]) @ turns.swapaxes(1, 2)
    return kh.Gaussians(
        rng.normal(size=(n, d)) * scale, scale**2 * (covariances + covariances.swapaxes(1, 2)) / 2
    )


def joined(G, H):
    return kh.Gaussians(
        np.concatenate([G.means, H.means]), np.concatenate([G.covariances, H.covariances])
    )


# the formulas, one pair at a time, with 60 digits -------------------------------------------------


def logarithm(A):
    values, U = mpmath.eigsy(A)
    return U * mpmath.diag([mpmath.log(x) for x in values]) * U.T


def exact(name, a, A, b, B):
    u, A, B = mpmath.matrix(a - b), mpmath.matrix(A.tolist()), mpmath.matrix(B.tolist())
    Psi, Gamma = A**-1 + B**-1, (A + B) / 2
    by_psi, by_gamma = (u.T * Psi * u)[0], (u.T * Gamma**-1 * u)[0]
    L = mpmath.cholesky(A) ** -1
    S = L * B * L.T
    lambdas = list(mpmath.eigsy((S + S.T) / 2, eigvals_only=True))
    d_r = mpmath.sqrt(sum(mpmath.log(x) ** 2 for x in lambdas))
    d_b = by_gamma / 8 + mpmath.log(mpmath.det(Gamma) ** 2 / mpmath.det(A) / mpmath.det(B)) / 4
    return {
        "jeffreys": by_psi / 2 + sum(x + 1 / x for x in lambdas) / 2 - len(lambdas),
        "bhattacharyya": d_b,
        "hellinger": mpmath.sqrt(2 * (1 - mpmath.exp(-d_b))),
        "riemannian": d_r,
        "log_euclidean": mpmath.norm(logarithm(A) - logarithm(B), 2),
        "jeffreys_riemannian": mpmath.sqrt(by_psi) + d_r,
        "bhattacharyya_riemannian": mpmath.sqrt(by_gamma) + d_r,
    }[name]


def oracle(distance, G, H):
    with mpmath.workdps(60):
        return np.array(
            [
                [
                    float(
                        exact(distance.__name__, *g.means, *g.covariances, *h.means, *h.covariances)
                    )
                    for h in H
                ]
                for g in G
            ]
        )


@each
@pytest.mark.parametrize("d", [1, 2, 3, 6])
def test_formula(distance, d):
    G, H = random_gaussians(3, d, 1), random_gaussians(2, d, 2, scale=3.0)
    np.testing.assert_allclose(distance(G, H), oracle(distance, G, H), rtol=1e-11)


@each
@pytest.mark.parametrize("d", [2, 4])
def test_formula_for_covariances_close_to_singular(distance, d):
    G, H = random_gaussians(2, d, 1, condition=1e12), random_gaussians(2, d, 2, condition=1e12)
    # the least eigenvalue of the matrix as stored is known to 1e-16 * 1e12
    np.testing.assert_allclose(distance(G, H), oracle(distance, G, H), rtol=2e-4)


@each
def test_formula_for_almost_equal_gaussians(distance):
    G = random_gaussians(1, 3)
    H = kh.Gaussians(G.means + 1e-7, G.covariances * (1 + 1e-6))
    np.testing.assert_allclose(distance(G, H), oracle(distance, G, H), rtol=1e-3)


# the laws -----------------------------------------------------------------------------------------


@each
@pytest.mark.parametrize("d", [1, 2, 3, 8])
def test_laws(distance, d):
    G, H = random_gaussians(9, d), random_gaussians(5, d, 1)
    D, D_gh = distance(G), distance(G, H)
    assert D.shape == (9, 9) and D_gh.shape == (9, 5) and D.dtype == np.float64
    np.testing.assert_array_equal(D, D.T)
    np.testing.assert_array_equal(np.diagonal(D), 0.0)
    assert (D[~np.eye(9, dtype=bool)] > 0).all()
    np.testing.assert_array_equal(distance(G, G), D)
    np.testing.assert_array_equal(distance(G, G[:]), D)
    same(distance(H, G).T, D_gh)
    same(distance(joined(G, H))[:9, 9:], D_gh)
    order = np.random.default_rng(0).permutation(9)
    same(distance(G[order]), D[np.ix_(order, order)])


@each
def test_single_precision(distance):
    G = random_gaussians(6, 3)
    G32 = kh.Gaussians(G.means.astype(np.float32), G.covariances.astype(np.float32))
    wide = kh.Gaussians(G32.means.astype(float), G32.covariances.astype(float))
    assert distance(G32).dtype == np.float32
    np.testing.assert_array_equal(distance(G32), distance(wide).astype(np.float32))
    assert distance(G32, G).dtype == np.float64


@each
@given(d=st.integers(1, 6), seed=seeds, log_condition=st.floats(0, 12), power=st.floats(-50, 50))
def test_equal_gaussians_are_at_zero_whatever_their_shape(distance, d, seed, log_condition, power):
    G = random_gaussians(3, d, seed, condition=10**log_condition, scale=10**power)
    D = distance(G, G[[0, 2]])
    assert D[0, 0] < 1e-6 and D[2, 1] < 1e-6
    assert np.isfinite(D).all() and (D >= 0).all()


@each
@given(d=st.integers(1, 6), seed=seeds, power=st.floats(0, 2))
def test_change_of_coordinates(distance, d, seed, power):
    G = random_gaussians(4, d, seed)
    rng = np.random.default_rng(seed)
    stretched = 1 if distance is kh.log_euclidean else d  # it sees stretches: one for all axes
    T = np.linalg.qr(rng.normal(size=(d, d)))[0] * 10 ** rng.uniform(-power, power, size=stretched)
    moved = kh.Gaussians(
        G.means @ T.T + rng.normal(size=d), np.array([T @ C @ T.T for C in G.covariances])
    )
    np.testing.assert_allclose(distance(moved), distance(G), rtol=1e-6, atol=1e-7)


@given(d=st.integers(1, 6), seed=seeds)
def test_riemannian_does_not_see_inversion_nor_means(d, seed):
    G = random_gaussians(4, d, seed)
    inverse = kh.Gaussians(G.means * 7, np.linalg.inv(G.covariances))
    same(kh.riemannian(inverse), kh.riemannian(G), rtol=1e-8)


@given(d=st.integers(1, 5), seed=seeds)
def test_log_euclidean_is_riemannian_where_covariances_commute_and_else_at_most_that(d, seed):
    G = random_gaussians(7, d, seed)
    assert (kh.log_euclidean(G) <= kh.riemannian(G) * (1 + 1e-9)).all()
    turned, _ = np.linalg.qr(np.random.default_rng(seed).normal(size=(d, d)))
    diagonals = np.random.default_rng(seed).lognormal(size=(7, 1, d))
    commuting = kh.Gaussians(G.means, turned * diagonals @ turned.T)
    same(kh.log_euclidean(commuting), kh.riemannian(commuting), rtol=1e-8)


@given(d=st.integers(1, 5), seed=seeds)
def test_hellinger_and_riemannian_are_metrics(d, seed):
    G = random_gaussians(7, d, seed)
    assert kh.is_metric(kh.hellinger(G))
    assert kh.is_metric(kh.riemannian(G))
    assert kh.is_metric(kh.log_euclidean(G))
    assert kh.is_cnd(kh.log_euclidean(G) ** 2)
    assert kh.is_cnd(kh.hellinger(G) ** 2)
    assert kh.hellinger(G).max() <= np.sqrt(2)


@each
def test_blocks_do_not_show(distance, monkeypatch):
    G, H = random_gaussians(17, 3), random_gaussians(11, 3, 1)
    whole = distance(G), distance(G, H)
    for pairs in (1, 7, 40):
        monkeypatch.setattr(_pairs, "PAIRS", pairs)
        D = distance(G)
        np.testing.assert_array_equal(D, D.T)
        same(D, whole[0])
        same(distance(G, H), whole[1])


@pytest.mark.parametrize("distance", DISTANCES[-2:])  # they use every part but the logarithm
def test_memory_grows_with_pairs_only(distance):
    G = random_gaussians(300, 12)
    tracemalloc.start()
    distance(G)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    assert peak < 0.25 * 8 * 300**2 * 12**2


# Gaussians on a line, by integration --------------------------------------------------------------


@pytest.mark.parametrize(("a", "s", "b", "t"), [(0, 1, 1, 4), (-1, 0.3, 1, 0.5), (2, 5, 2, 1)])
def test_integrals(a, s, b, t):
    def log_density(x, mean, variance):
        return -((x - mean) ** 2) / variance / 2 - np.log(2 * np.pi * variance) / 2

    def integral(f):
        return integrate.quad(f, -40, 40, points=[a, b], epsabs=1e-13, limit=500)[0]

    def jeffreys(x):
        p, q = log_density(x, a, s), log_density(x, b, t)
        return (np.exp(p) - np.exp(q)) * (p - q)

    def coefficient(x):
        return np.exp((log_density(x, a, s) + log_density(x, b, t)) / 2)

    def gap(x):
        p, q = log_density(x, a, s), log_density(x, b, t)
        return (np.exp(p / 2) - np.exp(q / 2)) ** 2

    G = kh.Gaussians([[a], [b]], np.reshape([s, t], (2, 1, 1)))
    assert kh.jeffreys(G)[0, 1] == pytest.approx(integral(jeffreys), rel=1e-9)
    assert kh.bhattacharyya(G)[0, 1] == pytest.approx(-np.log(integral(coefficient)), rel=1e-9)
    assert kh.hellinger(G)[0, 1] == pytest.approx(np.sqrt(integral(gap)), rel=1e-9)


# peers --------------------------------------------------------------------------------------------


def centered(n, d):
    return kh.Gaussians(np.zeros((n, d)), random_gaussians(n, d).covariances)


@pytest.mark.parametrize("d", [1, 2, 5])
def test_pyriemann(d):
    why = "pyRiemann, the peer of the distances between covariances, is not installed"
    pairwise = pytest.importorskip("pyriemann.geometry.distance", reason=why).pairwise_distance
    G = centered(8, d)
    peer = {
        name: pairwise(np.array(G.covariances), metric=name)
        for name in ("riemann", "kullback_sym", "logdet", "logeuclid")
    }
    same(kh.riemannian(G), peer["riemann"])
    same(kh.log_euclidean(G), peer["logeuclid"])
    same(kh.jeffreys(G), peer["kullback_sym"], rtol=1e-9)
    same(kh.bhattacharyya(G), peer["logdet"] ** 2 / 2, rtol=1e-9)


@pytest.mark.parametrize("d", [1, 2, 5])
def test_the_same_relations_to_traces_determinants_and_eigenvalues(d):
    from scipy.linalg import eigh

    G = centered(8, d)
    for i, j in np.ndindex(8, 8):
        A, B = G.covariances[i], G.covariances[j]
        kullback = (np.trace(np.linalg.solve(B, A)) + np.trace(np.linalg.solve(A, B))) / 2 - d
        log_det = np.linalg.slogdet((A + B) / 2)[1] - np.linalg.slogdet(A @ B)[1] / 2
        riemann = np.sqrt((np.log(eigh(A, B, eigvals_only=True)) ** 2).sum())
        close = {"rel": 1e-9, "abs": 1e-9}
        assert kh.jeffreys(G)[i, j] == pytest.approx(kullback, **close)
        assert kh.bhattacharyya(G)[i, j] == pytest.approx(log_det / 2, **close)
        assert kh.riemannian(G)[i, j] == pytest.approx(riemann, **close)


# eigenvalues of many matrices ---------------------------------------------------------------------


@given(d=st.integers(1, 12), seed=seeds, power=st.floats(-60, 60))
def test_eigenvalues_agree_with_lapack(d, seed, power):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(40, d, d)) * (rng.random((40, 1, d)) < 0.7)
    A = (A @ A.swapaxes(1, 2) + 1e-3 * np.eye(d)) * 10**power
    found = np.sort(eigenvalues(np.moveaxis(A, 0, -1).copy()), axis=0).T
    expected = np.linalg.eigvalsh(A)
    assert np.abs(found - expected).max() <= 1e-13 * expected.max()


def test_eigenvalues_of_matrices_that_fall_apart():
    whole = np.array([[2.0, 1, 0, 0], [1, 2, 0, 0], [0, 0, 5, 2], [0, 0, 2, 2]])
    cases = [
        np.eye(4),
        np.eye(4) + 1e-160,  # squares of which are not normal numbers
        np.diag([4.0, 3, 2, 1]),
        whole,
        whole[::-1, ::-1],
        np.ones((4, 4)) + np.eye(4),
    ]
    found = np.sort(eigenvalues(np.stack(cases, axis=-1)), axis=0).T
    np.testing.assert_allclose(found, np.linalg.eigvalsh(cases), atol=1e-14)


@given(d=st.integers(3, 9), seed=seeds, power=st.floats(-16, 0))
def test_eigenvalues_close_together(d, seed, power):
    rng = np.random.default_rng(seed)
    lam = 1 + 10**power * rng.integers(0, 3, size=(40, d))
    Q = np.linalg.qr(rng.normal(size=(40, d, d)))[0]
    A = (Q * lam[:, None]) @ Q.swapaxes(1, 2)
    found = np.sort(eigenvalues(np.moveaxis(A, 0, -1).copy()), axis=0).T
    assert np.abs(found - np.sort(lam)).max() <= 1e-13


def test_eigenvalues_that_do_not_settle_are_found_by_other_means(monkeypatch):
    G = random_gaussians(9, 5)
    expected = kh.riemannian(G)
    monkeypatch.setattr(_linalg, "STEPS", 1)
    same(kh.riemannian(G), expected)


def test_riemannian_of_matrices_far_apart():
    small, large = 1e-120 * np.eye(3), 1e120 * np.eye(3)
    G = kh.Gaussians(np.zeros((2, 3)), [small, large])
    assert kh.riemannian(G)[0, 1] == pytest.approx(np.sqrt(3) * 240 * np.log(10), rel=1e-12)
    q = np.array([1e12, 1.0, 1e-12])
    G = kh.Gaussians(np.zeros((2, 3)), [np.diag(q), np.diag(1 / q)])
    assert kh.riemannian(G)[0, 1] == pytest.approx(np.sqrt(2) * np.log(1e24), rel=1e-12)


# sets of Gaussians --------------------------------------------------------------------------------


def test_gaussians_are_frozen_copies():
    means, covariances = np.zeros((2, 2)), np.array([np.eye(2)] * 2)
    G = kh.Gaussians(means, covariances)
    means[0] = covariances[0] = 7
    np.testing.assert_array_equal(G.means, 0)
    np.testing.assert_array_equal(G.covariances, [np.eye(2)] * 2)
    with pytest.raises(ValueError, match="read-only"):
        G.means[0] = 1
    with pytest.raises(dataclasses.FrozenInstanceError):
        G.means = means


def test_gaussians_have_length_and_parts():
    G = random_gaussians(5, 2)
    assert len(G) == 5
    np.testing.assert_array_equal(G[1:3].means, G.means[1:3])
    np.testing.assert_array_equal(G[[4, 0]].covariances, G.covariances[[4, 0]])
    np.testing.assert_array_equal(G[np.array([True, False] * 2 + [True])].means, G.means[::2])
    assert len(G[-1]) == 1
    assert [len(g) for g in G] == [1] * 5


def test_covariances_in_very_different_units_are_sound():
    assert len(kh.Gaussians([[0.0, 0.0]], [np.diag([1e-30, 1e30])])) == 1


@given(d=st.integers(2, 10), rank=st.integers(1, 9), seed=seeds, power=st.floats(0, 6))
def test_flat_covariances_are_found(d, rank, seed, power):
    A = np.random.default_rng(seed).normal(size=(d, min(rank, d - 1)))
    units = 10 ** np.random.default_rng(seed + 1).uniform(-power, power, size=d)
    C = A @ A.T * np.outer(units, units)
    with pytest.raises(ValueError, match=r"covariances\[1\] is not positive definite"):
        kh.Gaussians(np.zeros((3, d)), [np.eye(d), C, C])


# local Gaussians ----------------------------------------------------------------------------------


def local_by_loops(X, m, gamma, smooth):
    means, covariances = [], []
    for i, x in enumerate(X):
        far = [(round(float(np.sum((y - x) ** 2)), 9), j) for j, y in enumerate(X) if j != i]
        near = [X[j] for _, j in sorted(far)[:m]]
        if smooth:
            near.append(x)
        center = sum(near) / (m + 1) if smooth else x
        means.append(center)
        outer = sum(np.outer(y - center, y - center) for y in near) / m
        covariances.append(outer + gamma * np.eye(len(x)))
    return np.array(means), np.array(covariances)


CLOUD = np.random.default_rng(3).normal(size=(25, 3))
GRID = np.array([[0.1 * i, 0.1 * j] for i in range(6) for j in range(5)])  # ties everywhere
POINTS = {
    "cloud": CLOUD,
    "grid": GRID,
    "copies": np.repeat(CLOUD[:5], 4, axis=0),
    "line": np.arange(8.0)[:, None],
    "wide": np.random.default_rng(4).normal(size=(12, 20)),
}


@pytest.mark.parametrize("name", POINTS)
@pytest.mark.parametrize("m", [1, 2, 5, "all"])
@pytest.mark.parametrize("smooth", [True, False])
def test_local_gaussians(name, m, smooth):
    X = POINTS[name]
    m = len(X) - 1 if m == "all" else m
    before = X.copy()
    G = kh.local_gaussians(X, m=m, gamma=0.2, smooth=smooth)
    means, covariances = local_by_loops(X, m, 0.2, smooth)
    np.testing.assert_allclose(G.means, means, atol=1e-12)
    np.testing.assert_allclose(G.covariances, covariances, atol=1e-12)
    np.testing.assert_array_equal(X, before)


@pytest.mark.parametrize("k", [1, 3, 8])
def test_of_equally_near_points_the_first_count(k):
    D = np.random.default_rng(0).integers(0, 4, size=(50, 8)).astype(float)
    expected = np.argsort(D, axis=1, kind="stable")[:, :k]
    for marked in (are_nearest(D, k), are_nearest(D * (1 + 1e-12 * np.arange(8)), k, rtol=1e-9)):
        np.testing.assert_array_equal(np.nonzero(marked)[1].reshape(50, k), np.sort(expected))


def test_ties_do_not_depend_on_the_order_of_the_coordinates():
    for m in range(1, 10):
        G, H = (kh.local_gaussians(X, m=m) for X in (GRID, GRID[:, ::-1].copy()))
        np.testing.assert_allclose(H.means, G.means[:, ::-1], atol=1e-12)


def test_gamma_widens_every_direction_and_moves_nothing():
    G, H = (kh.local_gaussians(CLOUD, gamma=gamma) for gamma in (0.0, 2.5))
    np.testing.assert_array_equal(G.means, H.means)
    np.testing.assert_allclose(H.covariances - G.covariances, [2.5 * np.eye(3)] * 25, atol=1e-12)


def test_local_gaussians_move_with_the_points():
    turn = np.linalg.qr(np.random.default_rng(0).normal(size=(3, 3)))[0]
    G, H = kh.local_gaussians(CLOUD), kh.local_gaussians(CLOUD @ turn.T + 5.0)
    np.testing.assert_allclose(H.means, G.means @ turn.T + 5.0, atol=1e-12)
    np.testing.assert_allclose(H.covariances, turn @ G.covariances @ turn.T, atol=1e-12)


def test_local_gaussians_keep_precision_and_accept_lists():
    G = kh.local_gaussians(CLOUD.astype(np.float32))
    assert G.means.dtype == G.covariances.dtype == np.float32
    np.testing.assert_array_equal(
        kh.local_gaussians(CLOUD.tolist()).means, kh.local_gaussians(CLOUD).means
    )


@pytest.mark.parametrize("m", [1, 2, 4])
@pytest.mark.parametrize("smooth", [True, False])
def test_too_few_neighbors_without_gamma_name_the_point(m, smooth):
    X = np.random.default_rng(5).normal(size=(30, 5))
    with pytest.raises(ValueError, match=r"Gaussian of X\[0\] is flat.*raise gamma"):
        kh.local_gaussians(X, m=m, gamma=0.0, smooth=smooth)
    assert len(kh.local_gaussians(X, m=6, gamma=0.0, smooth=smooth)) == 30


def test_copies_without_gamma_name_the_point():
    X = np.vstack([CLOUD, np.tile(CLOUD[7] + 9.0, (8, 1))])
    with pytest.raises(ValueError, match=r"Gaussian of X\[25\] is flat"):
        kh.local_gaussians(X, m=6, gamma=0.0)
