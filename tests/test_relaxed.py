"""Exponential kernels of the distances between Gaussians."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from test_gaussians import random_gaussians

import kernlab_helpers as kh
from kernlab_helpers.gaussians.relaxed import DISTANCES

each = pytest.mark.parametrize("distance", DISTANCES)


@each
@pytest.mark.parametrize("sigma", [1e-300, 0.3, 20.0, 1e300])
def test_exponential_of_the_distance(distance, sigma):
    G, H = random_gaussians(6, 3), random_gaussians(4, 3, 1)
    for pair in ((G,), (G, H), (G, G)):
        K = kh.relaxed_kernel(*pair, distance=distance, sigma=sigma)
        with np.errstate(over="ignore", under="ignore"):
            expected = np.exp(-getattr(kh, distance)(*pair) / sigma)
        np.testing.assert_allclose(K, expected, rtol=1e-14)
        assert K.dtype == np.float64
    K = kh.relaxed_kernel(G, distance=distance, sigma=sigma)
    np.testing.assert_array_equal(K, K.T)
    np.testing.assert_array_equal(np.diagonal(K), 1.0)


@each
def test_equal_covariances_leave_a_kernel_of_the_means(distance):
    X = np.random.default_rng(0).normal(size=(8, 3))
    K = kh.relaxed_kernel(kh.Gaussians(X, [np.eye(3)] * 8), distance=distance, sigma=2.0)
    d2 = kh.squared_distances(kh.linear(X))
    expected = {
        "jeffreys": np.exp(-d2 / 2),
        "bhattacharyya": np.exp(-d2 / 16),
        "hellinger": np.exp(-np.sqrt(2 * (1 - np.exp(-d2 / 8))) / 2),
        "riemannian": np.ones((8, 8)),
        "log_euclidean": np.ones((8, 8)),
        "jeffreys_riemannian": np.exp(-np.sqrt(2 * d2) / 2),
        "bhattacharyya_riemannian": np.exp(-np.sqrt(d2) / 2),
    }
    np.testing.assert_allclose(K, expected[distance], rtol=1e-12)
    assert kh.is_psd(K)


def test_the_default_is_bhattacharyya_riemannian():
    G = random_gaussians(4, 2)
    expected = kh.relaxed_kernel(G, distance="bhattacharyya_riemannian", sigma=1.0)
    np.testing.assert_array_equal(kh.relaxed_kernel(G), expected)


@given(st.integers(1, 4), st.integers(0, 10**6), st.floats(-2, 2))
def test_the_kernels_that_are_safe(d, seed, power):
    G = random_gaussians(9, d, seed, condition=1e3)
    sigma = 10.0**power
    assert kh.is_psd(kh.relaxed_kernel(G, distance="hellinger", sigma=sigma))
    assert kh.is_psd(kh.relaxed_kernel(G, distance="log_euclidean", sigma=sigma))
    assert kh.is_psd(kh.relaxed_kernel(G, distance="bhattacharyya", sigma=1.0))
    assert kh.is_psd(kh.relaxed_kernel(G, distance="bhattacharyya", sigma=min(sigma, 1 / d)))
    if d == 1:
        assert kh.is_psd(kh.relaxed_kernel(G, distance="riemannian", sigma=sigma))


def test_gaussians_without_width_give_the_repair_of_self_tuning():
    x, widths = np.array([0.0, 2, 3, 4, 6]), np.array([4.0, 2, 3, 2, 4])
    rho = kh.relaxed_kernel(
        kh.Gaussians(x[:, None], (widths**2 / 8)[:, None, None]), distance="bhattacharyya"
    )
    squares = np.add.outer(widths**2, widths**2)
    d2 = np.subtract.outer(x, x) ** 2
    expected = np.sqrt(2 * np.outer(widths, widths) / squares) * np.exp(-2 * d2 / squares)
    np.testing.assert_allclose(rho, expected, rtol=1e-13)  # ledger 000-14
    assert kh.is_psd(rho)


def test_single_precision():
    G = random_gaussians(5, 2)
    G32 = kh.Gaussians(G.means.astype(np.float32), G.covariances.astype(np.float32))
    K = kh.relaxed_kernel(G32, sigma=3.0)
    assert K.dtype == np.float32
    np.testing.assert_allclose(K, kh.relaxed_kernel(G, sigma=3.0), rtol=1e-5)
    np.testing.assert_array_equal(kh.relaxed_kernel(G32, sigma=1e-300), np.eye(5))
