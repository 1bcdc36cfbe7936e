"""Norm, distance, mean and variance from a kernel matrix, against the features themselves."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from laws import IRISES, point_sets, same

import kernlab_helpers as kh

SETS = {name: X for name, (X, _) in point_sets().items() if name != "far"}


@pytest.mark.parametrize("name", SETS)
def test_a_kernel_matrix_knows_its_points(name):
    phi = kh.quadratic_map(SETS[name].astype(np.float64))
    K = kh.polynomial(SETS[name].astype(np.float64), degree=2, c=0)
    gaps = phi[:, None] - phi[None, :]
    scale = np.abs(K).max()
    mean = phi.mean(axis=0)
    close = {"rtol": 1e-10, "atol": 1e-13 * scale}
    np.testing.assert_allclose(kh.norms(K), np.linalg.norm(phi, axis=1), rtol=1e-12)
    np.testing.assert_allclose(kh.squared_distances(K), (gaps**2).sum(axis=2), **close)
    np.testing.assert_allclose(kh.mean_squared_norm(K), mean @ mean, **close)
    np.testing.assert_allclose(kh.variance(K), ((phi - mean) ** 2).sum(axis=1).mean(), **close)


@given(st.integers(1, 8), st.integers(1, 8), st.integers(0, 1000), st.floats(-100, 100))
def test_distances_of_a_gram_matrix(n, d, seed, power):
    X = np.random.default_rng(seed).normal(size=(n, d)) * 10.0**power
    K = kh.linear(X)
    D2 = kh.squared_distances(K)
    np.testing.assert_array_equal(D2, D2.T)
    np.testing.assert_array_equal(np.diagonal(D2), 0.0)
    np.testing.assert_array_equal(kh.distances(K), np.sqrt(D2))
    same(D2 + 0.0, ((X[:, None] - X[None, :]) ** 2).sum(axis=2), rtol=1e-10)
    assert kh.is_cnd(D2)


@given(st.integers(2, 8), st.integers(0, 1000))
def test_variance_is_half_the_mean_squared_distance(n, seed):
    K = kh.gaussian(np.random.default_rng(seed).normal(size=(n, 2)))
    assert kh.variance(K) == pytest.approx(kh.squared_distances(K).mean() / 2, rel=1e-12)


def test_distances_do_not_see_a_translation_of_the_features():
    K = kh.linear(IRISES)
    shifted = kh.linear(IRISES + np.array([10.0, -3.0]))
    np.testing.assert_allclose(kh.squared_distances(shifted), kh.squared_distances(K), atol=1e-12)


def test_rounding_below_zero_counts_as_zero():
    K = np.array([[1.0, 1.0 + 1e-13], [1.0 + 1e-13, 1.0]])
    np.testing.assert_array_equal(kh.squared_distances(K), 0.0)
    assert kh.variance(K) == 0.0
    assert kh.norms([[-1e-13, 0.0], [0.0, 1.0]])[0] == 0.0


def test_rounding_asymmetry_is_accepted_and_leaves_symmetric_distances():
    K = kh.linear(IRISES)
    K[0, 1] += 1e-12
    D2 = kh.squared_distances(K)
    np.testing.assert_array_equal(D2, D2.T)


def test_one_point():
    assert kh.norms([[9.0]]).tolist() == [3.0]
    assert kh.distances([[9.0]]).tolist() == [[0.0]]
    assert kh.mean_squared_norm([[9.0]]) == 9.0
    assert kh.variance([[9.0]]) == 0.0
    assert kh.norms([[0.0]]).tolist() == [0.0]


FUNCTIONS = [kh.norms, kh.squared_distances, kh.distances, kh.mean_squared_norm, kh.variance]


@pytest.mark.parametrize("function", FUNCTIONS)
def test_precision_layout_and_input(function):
    K = kh.gaussian(IRISES)
    expected = function(K)
    frozen = np.repeat(K, 2, axis=1)[:, ::2]
    frozen.setflags(write=False)
    np.testing.assert_array_equal(function(frozen), expected)
    np.testing.assert_array_equal(function(K.tolist()), expected)
    K32 = K.astype(np.float32)
    single = function(K32)
    np.testing.assert_allclose(single, expected, rtol=1e-5, atol=1e-3)
    if isinstance(single, np.ndarray):
        assert single.dtype == np.float32
    else:
        assert type(single) is float
    np.testing.assert_array_equal(K, kh.gaussian(IRISES))


def test_large_entries_do_not_overflow_the_mean():
    K = np.full((3, 3), 1e308)
    assert kh.mean_squared_norm(K) == pytest.approx(1e308, rel=1e-14)
    assert kh.variance(K) == pytest.approx(0.0, abs=1e294)
