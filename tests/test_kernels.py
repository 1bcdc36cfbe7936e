"""Kernels: the laws on every kind of point set, exact values, scales from tiny to huge."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, strategies as st
from laws import IRISES, by_loops, kernel_laws, point_sets, same

import kernlab_helpers as kh

SETS = point_sets()


def dot(x, y):
    return math.fsum(a * b for a, b in zip(x, y, strict=True))


def euclidean(x, y):
    return math.sqrt(math.fsum((a - b) ** 2 for a, b in zip(x, y, strict=True)))


def gaussian_formula(sigma):
    return lambda x, y: math.exp(-(euclidean(x, y) ** 2) / (2 * sigma**2))


def exponential_formula(sigma):
    return lambda x, y: math.exp(-euclidean(x, y) / sigma)


def polynomial_sum(q, c):
    """Evaluate the binomial sum, from k = 0 (ledger 004-03)."""
    return lambda x, y: math.fsum(
        math.comb(q, k) * c ** (q - k) * dot(x, y) ** k for k in range(q + 1)
    )


MOVES = ("translation", "rotation")
KERNELS = {
    "linear": (kh.linear, {}, dot, ("rotation",)),
    "polynomial": (kh.polynomial, {}, polynomial_sum(2, 1.0), ("rotation",)),
    "cubic": (kh.polynomial, {"degree": 3, "c": 0.5}, polynomial_sum(3, 0.5), ("rotation",)),
    "homogeneous": (kh.polynomial, {"degree": 2, "c": 0}, polynomial_sum(2, 0.0), ("rotation",)),
    "gaussian": (kh.gaussian, {}, gaussian_formula(1.0), MOVES),
    "narrow": (kh.gaussian, {"sigma": 0.05}, gaussian_formula(0.05), MOVES),
    "flat": (kh.gaussian, {"sigma": 100.0}, gaussian_formula(100.0), MOVES),
    "exponential": (kh.exponential, {"sigma": 2.0}, exponential_formula(2.0), MOVES),
}


@pytest.mark.parametrize("points", SETS)
@pytest.mark.parametrize("name", KERNELS)
def test_kernel_laws(name, points):
    function, arguments, formula, invariances = KERNELS[name]

    def kernel(X, Y=None):
        return function(X, Y, **arguments)

    kernel_laws(kernel, *SETS[points], oracle=by_loops(formula), invariances=invariances)


def self_tuning_by_loops(neighbor):
    def matrix(X, _):
        X = np.asarray(X, dtype=np.float64)
        d = by_loops(euclidean)(X, X)
        sigma = [sorted(np.delete(row, i))[neighbor - 1] for i, row in enumerate(d)]
        n = len(X)
        return np.array(
            [
                [math.exp(-(d[i, j] ** 2) / (sigma[i] * sigma[j])) for j in range(n)]
                for i in range(n)
            ]
        )

    return matrix


@pytest.mark.parametrize("points", ["irises", "cloud", "line", "wide", "single", "far", "small"])
@pytest.mark.parametrize("neighbor", [1, 3])
def test_self_tuning_laws(points, neighbor):
    def kernel(X):
        return kh.self_tuning(X, neighbor=neighbor)

    kernel_laws(
        kernel,
        SETS[points][0],
        None,
        oracle=self_tuning_by_loops(neighbor),
        psd=False,
        invariances=MOVES,
    )


def test_self_tuning_does_not_know_the_unit():
    X = SETS["cloud"][0]
    same(kh.self_tuning(X * 1e-3), kh.self_tuning(X))


# the values themselves, to 50 digits ------------------------------------------------------------


@pytest.mark.parametrize("x, y", [((5.9, 3.0), (6.9, 3.1)), ((0.0, 1e-9), (0.0, 0.0))])
@pytest.mark.parametrize("sigma", [0.3, 1.0, 20.0])
def test_values_to_the_last_digits(x, y, sigma):
    with mpmath.workdps(50):
        squared = sum((mpmath.mpf(a) - mpmath.mpf(b)) ** 2 for a, b in zip(x, y, strict=True))
        product = sum(mpmath.mpf(a) * mpmath.mpf(b) for a, b in zip(x, y, strict=True))
        s = mpmath.mpf(sigma)
        exact = {
            kh.gaussian: float(mpmath.exp(-squared / (2 * s**2))),
            kh.exponential: float(mpmath.exp(-mpmath.sqrt(squared) / s)),
        }
        cubic = float((product + mpmath.mpf(0.25)) ** 3)
    for kernel, value in exact.items():
        assert kernel([x], [y], sigma=sigma)[0, 0] == pytest.approx(value, rel=4e-15)
    assert kh.polynomial([x], [y], degree=3, c=0.25)[0, 0] == pytest.approx(cubic, rel=4e-15)


def test_the_table_of_the_slides():
    assert kh.linear(IRISES)[0, 1] == pytest.approx(50.01, abs=1e-12)


# far from the origin, copies, extremes ----------------------------------------------------------


def test_data_far_from_the_origin_keep_their_distances():
    X = np.array([[0.0, 0.0], [0.0, 1.0], [3.0, 4.0]])
    np.testing.assert_array_equal(kh.gaussian(X + 1e8), kh.gaussian(X))
    np.testing.assert_array_equal(kh.exponential(X + 1e8), kh.exponential(X))
    assert kh.sigma_quantile(X + 1e8, q=1.0) == 5.0


def test_equal_points_are_exactly_alike():
    rng = np.random.default_rng(3)
    X = np.repeat(rng.normal(size=(20, 7)) * 1e5, 2, axis=0)
    for kernel in (kh.gaussian, kh.exponential):
        K = kernel(X, sigma=1e-3)
        np.testing.assert_array_equal(np.diagonal(K), 1.0)
        np.testing.assert_array_equal(np.diagonal(K[::2, 1::2]), 1.0)
        np.testing.assert_array_equal(np.diagonal(kernel(X[::2], X[1::2], sigma=1e-3)), 1.0)


@pytest.mark.parametrize("kernel", [kh.gaussian, kh.exponential])
@pytest.mark.parametrize("sigma", [5e-324, 1e-200, 1e-20, 1e40, 1e200, 1.7e308])
@pytest.mark.parametrize("dtype", [np.float32, np.float64])
def test_sigma_from_needle_to_flat(kernel, sigma, dtype):
    K = kernel(np.array([[0.0], [1.0], [1e6]], dtype=dtype), sigma=sigma)
    assert K.dtype == dtype
    np.testing.assert_array_equal(K, np.eye(3) if sigma < 1 else np.ones((3, 3)))


def test_homogeneous_degree_two_is_the_quadratic_map():
    X = SETS["cloud"][0]
    phi = kh.quadratic_map(X)
    same(kh.polynomial(X, degree=2, c=0), phi @ phi.T)


def test_a_whole_float_is_a_degree():
    np.testing.assert_array_equal(
        kh.polynomial(IRISES, degree=3.0), kh.polynomial(IRISES, degree=3)
    )


def test_mixed_precision_gives_double():
    X32 = IRISES.astype(np.float32)
    assert kh.linear(X32, IRISES).dtype == np.float64
    assert kh.gaussian(IRISES, X32).dtype == np.float64


@pytest.mark.parametrize("kind", [np.int8, np.uint8, np.int64, np.float16])
def test_other_numbers_become_double(kind):
    X = np.array([[200, 1], [3, 4]]).astype(np.uint8).astype(kind)
    K = kh.gaussian(X, sigma=50)
    assert K.dtype == np.float64
    np.testing.assert_array_equal(K, kh.gaussian(X.astype(float), sigma=50))
    np.testing.assert_array_equal(kh.linear(X), X.astype(float) @ X.T.astype(float))


# sigma_quantile ---------------------------------------------------------------------------------


@given(st.integers(2, 12), st.floats(0, 1), st.integers(0, 1000))
def test_sigma_quantile_counts_each_pair_once(n, q, seed):
    X = np.random.default_rng(seed).normal(size=(n, 2))
    pairs = [euclidean(X[i], X[j]) for i in range(n) for j in range(i)]
    assert kh.sigma_quantile(X, q) == pytest.approx(np.quantile(pairs, q), rel=1e-12)


# ranges -----------------------------------------------------------------------------------------

scales = st.floats(-3, 3).map(lambda power: 10.0**power)
clouds = st.builds(
    lambda n, d, seed, scale: scale * np.random.default_rng(seed).normal(size=(n, d)),
    st.integers(1, 8),
    st.integers(1, 5),
    st.integers(0, 10**6),
    scales,
)


@given(clouds, scales)
def test_radial_kernels_over_all_widths_and_scales(X, sigma):
    for kernel, formula in ((kh.gaussian, gaussian_formula), (kh.exponential, exponential_formula)):
        K = kernel(X, sigma=sigma)
        assert ((K >= 0) & (K <= 1)).all()
        np.testing.assert_array_equal(np.diagonal(K), 1.0)
        assert kh.is_psd(K)
        np.testing.assert_allclose(K, by_loops(formula(sigma))(X, X), rtol=1e-9, atol=1e-300)
        np.testing.assert_allclose(kernel(8 * X, sigma=8 * sigma), K, rtol=1e-13)


@given(clouds, st.integers(1, 8), st.floats(0, 100))
def test_polynomial_over_all_degrees_and_constants(X, degree, c):
    K = kh.polynomial(X, degree=degree, c=c)
    assert kh.is_psd(K)
    exact = by_loops(lambda x, y: (dot(x, y) + c) ** degree)(X, X)
    np.testing.assert_allclose(K, exact, rtol=1e-10, atol=1e-12 * np.abs(exact).max())
    largest = np.abs(K).max()
    terms = [math.comb(degree, k) * c ** (degree - k) for k in range(degree + 1)]
    total = sum(term * kh.linear(X) ** k for k, term in enumerate(terms))
    np.testing.assert_allclose(K, total, rtol=1e-8, atol=1e-8 * largest)
