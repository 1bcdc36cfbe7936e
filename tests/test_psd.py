"""Positive semi-definite, conditionally negative definite, metric; and the repair."""

import dataclasses
import itertools

import numpy as np
import pytest
from hypothesis import given, strategies as st
from laws import IRISES

import kernlab_helpers as kh

K23 = np.array(  # graph distances of K_{2,3}: a metric whose exponential is no kernel
    [[0, 2, 1, 1, 1], [2, 0, 1, 1, 1], [1, 1, 0, 2, 2], [1, 1, 2, 0, 2], [1, 1, 2, 2, 0]], float
)


def random_symmetric(seed, n):
    A = np.random.default_rng(seed).normal(size=(n, n))
    return A + A.T


sizes = st.integers(1, 8)
seeds = st.integers(0, 10**6)


# eigenvalues ------------------------------------------------------------------------------------


@given(seeds, sizes)
def test_min_eigenvalue_is_the_least_quadratic_form(seed, n):
    K = random_symmetric(seed, n)
    lmin = kh.min_eigenvalue(K)
    assert type(lmin) is float
    c = np.random.default_rng(seed + 1).normal(size=(200, n))
    forms = np.einsum("ki,ij,kj->k", c, K, c) / (c * c).sum(axis=1)
    assert forms.min() >= lmin - 1e-12
    assert abs(np.linalg.det(K - lmin * np.eye(n))) <= 1e-9 * (1 + np.abs(K).max()) ** n * n


@given(seeds, sizes, st.integers(1, 8), st.floats(-100, 100))
def test_gram_matrices_are_psd_at_every_scale(seed, n, d, power):
    X = np.random.default_rng(seed).normal(size=(n, d)) * 10.0**power
    assert kh.is_psd(X @ X.T)
    assert kh.is_psd(-X @ X.T) is False


def test_is_psd_draws_the_line_at_its_tolerance():
    K = np.diag([1.0, -1e-6])
    assert kh.is_psd(K) is False
    assert kh.is_psd(K, rtol=1e-5) is True
    assert kh.is_psd(np.diag([1.0, -1e-12])) is True
    assert kh.is_psd(np.diag([1.0, -1e-12]), rtol=0) is False
    assert kh.is_psd(np.zeros((3, 3)), rtol=0) is True
    assert kh.is_psd(1e-200 * K) is False


def test_single_precision_gets_its_own_tolerance():
    X = np.random.default_rng(0).normal(size=(60, 2)).astype(np.float32)
    K = kh.gaussian(X, sigma=3.0)
    assert K.dtype == np.float32
    assert kh.is_psd(K)


# conditionally negative definite ----------------------------------------------------------------


@given(seeds, st.integers(2, 8), st.integers(1, 4), st.floats(-6, 6))
def test_squared_distances_are_cnd(seed, n, d, power):
    X = np.random.default_rng(seed).normal(size=(n, d)) * 10.0**power
    D = np.sqrt(((X[:, None] - X[None, :]) ** 2).sum(axis=2))
    assert kh.is_cnd(D**2) is True
    assert kh.is_cnd(D) is True
    assert kh.is_cnd(-(D**2)) is False


@given(seeds, st.integers(2, 6))
def test_is_cnd_agrees_with_the_definition_on_a_basis_of_zero_sums(seed, n):
    D2 = random_symmetric(seed, n)
    np.fill_diagonal(D2, 0)
    basis = np.vstack([np.eye(n - 1), -np.ones(n - 1)])  # columns sum to zero
    expected = np.linalg.eigvalsh(basis.T @ D2 @ basis)[-1] <= 1e-9
    assert kh.is_cnd(D2) == expected


def test_schoenberg_in_both_directions():
    powers = (0.01, 0.1, 1.0, 10.0)
    line = np.abs(np.subtract.outer(np.arange(5.0), np.arange(5.0)))
    assert kh.is_cnd(line)
    assert all(kh.is_psd(np.exp(-a * line)) for a in powers)
    assert not kh.is_cnd(K23)
    assert not all(kh.is_psd(np.exp(-a * K23)) for a in powers)


def test_one_point_is_cnd_whatever_its_diagonal():
    assert kh.is_cnd([[5.0]]) is True


def test_a_large_constant_does_not_matter():
    line = np.subtract.outer(np.arange(5.0), np.arange(5.0)) ** 2
    assert kh.is_cnd(line + 1e6) is True


def test_questions_at_the_top_of_floating_point():
    K = np.array([[1e308, -1.7e308], [-1.7e308, 1e308]])  # eigenvalues -0.7e308 and 2.7e308
    assert kh.is_psd(K) is False
    assert kh.min_eigenvalue(K) == pytest.approx(-0.7e308)
    assert kh.is_cnd(1.7e308 * (1 - np.eye(3))) is True
    assert kh.is_cnd(-1.7e308 * (1 - np.eye(3))) is False
    assert kh.is_metric(1.7e308 * (1 - np.eye(3))) is True
    assert kh.is_metric([[0, 1.7e308, 1.0], [1.7e308, 0, 1.0], [1.0, 1.0, 0]]) is False
    for method in ("clip", "flip", "shift"):
        small = kh.repair(2.0**-900 * K, method=method)
        mended = kh.repair(K, method=method)
        np.testing.assert_allclose(mended.K, 2.0**900 * small.K)
        assert mended.removed == pytest.approx(small.removed)


@given(seeds, sizes, st.sampled_from([-40, -3, 6, 20]))
def test_units_of_a_power_of_two_change_no_digit(seed, n, power):
    K = random_symmetric(seed, n)
    unit = 2.0**power
    assert kh.min_eigenvalue(unit * K) == unit * kh.min_eigenvalue(K)
    even, mended = kh.repair(unit**2 * K), kh.repair(K)
    np.testing.assert_array_equal(even.K, unit**2 * mended.K)
    assert even.removed == mended.removed


# metrics ----------------------------------------------------------------------------------------


def metric_by_loops(D):
    n = len(D)
    return all(D[i, i] == 0 for i in range(n)) and all(
        D[i, j] == D[j, i] and (i == j or D[i, j] > 0) and D[i, j] <= D[i, k] + D[k, j]
        for i, j, k in itertools.product(range(n), repeat=3)
    )


@given(seeds, st.integers(1, 6))
def test_is_metric_agrees_with_all_triples(seed, n):
    D = np.random.default_rng(seed).integers(0, 4, size=(n, n)).astype(float)
    D = np.maximum(D, D.T)
    np.fill_diagonal(D, 0)
    assert kh.is_metric(D) == metric_by_loops(D)


@given(seeds, st.integers(3, 6))
def test_random_numbers_from_one_to_two_are_always_a_metric(seed, n):
    D = np.random.default_rng(seed).uniform(1, 2, size=(n, n))
    D = np.triu(D, 1) + np.triu(D, 1).T
    assert kh.is_metric(D)
    D[0, 2] = D[2, 0] = D[0, 1] + D[1, 2] + 0.001
    assert not kh.is_metric(D)


@pytest.mark.parametrize(
    "D",
    [
        [[1.0, 1.0], [1.0, 0.0]],
        [[0.0, 0.0], [0.0, 0.0]],
        [[0.0, -1.0], [-1.0, 0.0]],
        [[0.0, 1.0], [2.0, 0.0]],
    ],
    ids=["diagonal", "pseudo-metric", "negative", "asymmetric"],
)
def test_not_a_metric(D):
    assert kh.is_metric(D) is False


def test_rounding_does_not_break_the_triangle():
    x = np.array([0.0, 0.1, 0.3, 0.7, 1e3])
    assert kh.is_metric(np.abs(np.subtract.outer(x, x))) is True
    assert kh.is_metric([[0.0]]) is True


def test_a_kernel_gives_a_metric():
    assert kh.is_metric(kh.distances(kh.gaussian(IRISES)))


# repair -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("method", ["clip", "flip", "shift"])
@given(seed=seeds, n=sizes, power=st.floats(-50, 50))
def test_repair_gives_a_kernel_matrix(method, seed, n, power):
    K = random_symmetric(seed, n) * 10.0**power
    before = K.copy()
    mended = kh.repair(K, method=method)
    np.testing.assert_array_equal(K, before)
    np.testing.assert_array_equal(mended.K, mended.K.T)
    assert kh.is_psd(mended.K)
    values = np.linalg.eigvalsh(K)
    new = {"clip": np.maximum(values, 0), "flip": np.abs(values), "shift": values - values[0]}
    expected = np.sort(new[method]) if values[0] < 0 else values
    np.testing.assert_allclose(
        np.linalg.eigvalsh(mended.K), expected, rtol=1e-9, atol=1e-12 * np.abs(values).max()
    )
    share = np.abs(new[method] - values).sum() / np.abs(values).sum() if values[0] < 0 else 0.0
    assert mended.removed == pytest.approx(share, rel=1e-9)
    again = kh.repair(mended.K, method=method)
    np.testing.assert_array_equal(again.K, mended.K)
    assert again.removed == 0.0


@given(seeds, st.integers(2, 6))
def test_clip_is_nearest(seed, n):
    K = random_symmetric(seed, n)
    gap = {m: np.linalg.norm(kh.repair(K, method=m).K - K) for m in ("clip", "flip", "shift")}
    assert gap["clip"] <= min(gap["flip"], gap["shift"]) + 1e-12
    B = np.random.default_rng(seed).normal(size=(20, n, n))
    others = kh.repair(K).K + 0.1 * B @ B.transpose(0, 2, 1)
    assert all(gap["clip"] <= np.linalg.norm(other - K) + 1e-12 for other in others)


def test_shift_touches_the_diagonal_only():
    K = np.array([[0.0, 1.0, 0.2], [1.0, 0.0, 0.3], [0.2, 0.3, 0.0]])
    mended = kh.repair(K, method="shift").K
    off = ~np.eye(3, dtype=bool)
    np.testing.assert_array_equal(mended[off], K[off])
    np.testing.assert_allclose(np.diagonal(mended), -kh.min_eigenvalue(K), rtol=1e-14)


def test_a_sound_matrix_comes_back_as_a_copy():
    K = kh.gaussian(IRISES)
    mended = kh.repair(K)
    np.testing.assert_array_equal(mended.K, K)
    assert mended.K is not K
    assert mended.removed == 0.0


def test_repair_result_is_frozen_and_keeps_single_precision():
    mended = kh.repair(np.array([[0, 1], [1, 0]], dtype=np.float32))
    assert mended.K.dtype == np.float32
    assert mended.removed == 0.5
    with pytest.raises(dataclasses.FrozenInstanceError):
        mended.removed = 0.0


@pytest.mark.parametrize("function", [kh.min_eigenvalue, kh.is_psd, kh.is_cnd, kh.is_metric])
def test_layout_and_input(function):
    M = kh.distances(kh.linear(IRISES))
    frozen = np.repeat(M, 2, axis=1)[:, ::2]
    frozen.setflags(write=False)
    assert function(frozen) == pytest.approx(function(M), rel=1e-12)
    assert function(M.tolist()) == function(M)
    assert function(M.astype(np.float32)) == pytest.approx(function(M), rel=1e-5)
