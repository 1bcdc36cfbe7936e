"""Homogeneous kernels against loops, scikit-learn and mpmath; signature and spectrum as a pair."""

import math
import subprocess
import sys
from functools import partial

import mpmath
import numpy as np
import pytest
from hypothesis import given, strategies as st
from laws import by_loops, kernel_laws, same
from sklearn.metrics.pairwise import additive_chi2_kernel

import kernlab_helpers as kh

INF = math.inf
NAMES = ("chi2", "intersection", "jensen_shannon", "hellinger")
PAIRS = [  # everywhere in the valid range, its edges, and close to the diagonal alpha = beta
    *((1, 0.5), (1, 1), (INF, 1), (1, -1), (2, 0.5), (1.3, 0.50001), (1, 0.74), (1, 0.76)),
    *((1, 1 - 1e-9), (1, 0.9989), (1, 0.9991), (3, 3), (3, 3 - 1e-5), (3, 2.9), (1e3, 950)),
    *((1e6, 1e6), (1e9, 2.0), (INF, 0.5), (INF, 7), (2, -0.01), (1, -INF), (INF, -3), (40, -40)),
]
SETS = {
    "histograms": np.random.default_rng(0).dirichlet(np.full(4, 0.5), size=9),
    "counts": np.random.default_rng(1).integers(0, 5, size=(8, 3)).astype(float),
    "one number": np.array([[2.0]]),
    "origin": np.zeros((2, 3)),
    "single": np.random.default_rng(2).random((6, 3), dtype=np.float32),
    "small": np.random.default_rng(3).random((5, 2)) * 1e-30,
    "large": np.random.default_rng(4).random((5, 2)) * 1e30,
}
FORMULAS = {  # of two numbers above 0
    "chi2": lambda a, b: 2 / (1 / a + 1 / b),
    "intersection": min,
    "jensen_shannon": lambda a, b: (a * mpmath.log1p(b / a) + b * mpmath.log1p(a / b)) / 2 / LOG2,
    "hellinger": lambda a, b: mpmath.sqrt(a) * mpmath.sqrt(b),
}
LOG2 = mpmath.log(2)


def exact_pair(a, b, alpha, beta):
    """Evaluate eq. (16) from the power means alone, with digits enough for every cancellation."""
    with mpmath.workdps(700):
        a, b, alpha, beta = (mpmath.mpf(value) for value in (a, b, alpha, beta))
        if alpha == beta:
            alpha *= 1 + mpmath.mpf(10) ** -40

        def root(p):  # M_p(1, 0)
            return mpmath.mpf(2) ** (-1 / p) if p > 0 else mpmath.mpf(0)

        def mean(p):
            if mpmath.isinf(p):
                return max(a, b) if p > 0 else min(a, b)
            return ((a**p + b**p) / 2) ** (1 / p)

        def squared_to_origin(x):
            return x * (root(alpha) - root(beta))

        scale = abs(mpmath.mpf(2) ** (-1 / beta) - mpmath.mpf(2) ** (-1 / alpha))
        inside = squared_to_origin(a) + squared_to_origin(b) - (mean(alpha) - mean(beta))
        return float(inside / (2 * scale))


def brute_force(kernel):
    def value(x, y):
        pairs = [(mpmath.mpf(a), mpmath.mpf(b)) for a, b in zip(x, y, strict=True) if a and b]
        return float(mpmath.fsum(FORMULAS[kernel](a, b) for a, b in pairs))

    return by_loops(value)


# kernels ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("points", SETS)
@pytest.mark.parametrize("name", NAMES)
def test_kernel_laws(name, points):
    X = SETS[points]
    oracle = brute_force(name)
    kernel_laws(partial(kh.additive_kernel, kernel=name), X, X[:2] / 2, oracle=oracle)


@pytest.mark.parametrize("name", NAMES)
def test_no_size_is_cut_off(name):
    X = np.array([[5e-324], [1e-310], [1e-200], [3.0], [1e200], [1.7e308]])
    np.testing.assert_allclose(
        kh.additive_kernel(X, kernel=name), brute_force(name)(X, X), rtol=1e-12
    )


@pytest.mark.parametrize("pair", [(1, 0.5), (2, 1), (INF, 3), (2, 2), (1, -2), (INF, -1)])
@pytest.mark.parametrize("points", ["histograms", "counts", "origin", "single"])
def test_laws_of_the_family(points, pair):
    X = SETS[points]
    alpha, beta = pair
    kernel_laws(
        partial(kh.hein_bousquet, alpha=alpha, beta=beta),
        X,
        X[:2] / 2,
        oracle=by_loops(
            lambda x, y: math.fsum(
                exact_pair(a, b, *pair) for a, b in zip(x, y, strict=True) if a and b
            )
        ),
    )


@pytest.mark.parametrize("pair", PAIRS)
def test_family_against_power_means(pair):
    alpha, beta = pair
    for a, b in ((1.0, 1.0), (0.2, 0.5), (1.0, 1.0001), (3.0, 0.001), (1e-9, 2.0)):
        got = kh.hein_bousquet([[a]], [[b]], alpha=alpha, beta=beta)[0, 0]
        assert got == pytest.approx(exact_pair(a, b, alpha, beta), rel=1e-11)


@pytest.mark.parametrize("pair", PAIRS)
def test_family_is_psd(pair):
    X = np.geomspace(1e-4, 1e4, 40)[:, None]
    assert kh.is_psd(kh.hein_bousquet(X, alpha=pair[0], beta=pair[1]))


@given(st.floats(1, 100), st.floats(0, 1), st.integers(0, 10**6))
def test_family_is_psd_and_continuous_everywhere_above_the_wall(alpha, height, seed):
    beta = 0.5 + height * (alpha - 0.5)
    X = np.exp(np.random.default_rng(seed).normal(scale=2, size=(10, 1)))
    K = kh.hein_bousquet(X, alpha=alpha, beta=beta)
    assert kh.is_psd(K)
    np.testing.assert_allclose(np.diagonal(K), X[:, 0], rtol=1e-12)
    same(kh.hein_bousquet(X, alpha=alpha * (1 + 1e-11), beta=beta), K, rtol=1e-8)


@given(st.floats(1, 100), st.floats(-100, -0.01), st.integers(0, 10**6))
def test_family_is_psd_for_every_negative_beta(alpha, beta, seed):
    X = np.exp(np.random.default_rng(seed).normal(scale=2, size=(10, 1)))
    assert kh.is_psd(kh.hein_bousquet(X, alpha=alpha, beta=beta))


def test_limit_at_infinity_is_half_the_intersection_and_half_equality():
    X = np.array([[1.0], [2.0], [2.0], [5.0]])
    half = kh.additive_kernel(X, kernel="intersection") / 2
    K = kh.hein_bousquet(X, alpha=INF, beta=INF)
    np.testing.assert_allclose(K, half + half * (X == X.T), rtol=1e-15)
    same(kh.hein_bousquet(X, alpha=500, beta=500), K)


def test_chi_squared_of_scikit_learn_is_the_squared_distance():
    X, Y = SETS["histograms"], SETS["histograms"][:3] / 3
    K = kh.additive_kernel(X, Y, kernel="chi2")
    sums = np.add.outer(X.sum(axis=1), Y.sum(axis=1))
    np.testing.assert_allclose(sums - 2 * K, -additive_chi2_kernel(X, Y), atol=1e-14)


DISTANCES = {
    "chi2": lambda x, y: sum((x - y) ** 2 / np.where(x + y > 0, x + y, 1)),
    "intersection": lambda x, y: sum(abs(x - y)),
    "hellinger": lambda x, y: sum((np.sqrt(x) - np.sqrt(y)) ** 2),
}


@pytest.mark.parametrize("name", DISTANCES)
def test_the_squared_distance_of_the_same_name(name):
    X = SETS["counts"]
    expected = [[DISTANCES[name](x, y) for y in X] for x in X]
    D2 = kh.squared_distances(kh.additive_kernel(X, kernel=name))
    np.testing.assert_allclose(D2, expected, atol=1e-13)


@given(st.sampled_from([*NAMES, (2, 1), (3, -1)]), st.floats(1e-150, 1e150), st.integers(0, 999))
def test_kernels_scale_with_the_data(kernel, scale, seed):
    X = np.random.default_rng(seed).random((5, 3))
    K = kh.additive_kernel(X, kernel=kernel)
    same(kh.additive_kernel(scale * X, kernel=kernel) / scale, K, rtol=1e-9)


@pytest.mark.parametrize("name", NAMES)
def test_whole_counts_and_equal_histograms_are_exact(name):
    X = SETS["counts"]
    np.testing.assert_allclose(
        np.diagonal(kh.additive_kernel(X, kernel=name)), X.sum(axis=1), 4e-16
    )
    minima = np.minimum(X[:, None], X[None, :]).sum(axis=2)
    np.testing.assert_array_equal(kh.additive_kernel(X, kernel="intersection"), minima)


@pytest.mark.parametrize("kernel", [*NAMES, (2, -1)])
def test_tiles_change_nothing(kernel, monkeypatch):
    X, Y = SETS["histograms"], SETS["histograms"][:5] / 2
    whole, square = kh.additive_kernel(X, Y, kernel=kernel), kh.additive_kernel(X, kernel=kernel)
    monkeypatch.setattr("kernlab_helpers.homogeneous.additive.TILE", 30)
    np.testing.assert_array_equal(kh.additive_kernel(X, Y, kernel=kernel), whole)
    np.testing.assert_array_equal(kh.additive_kernel(X, kernel=kernel), square)


# signature and spectrum -------------------------------------------------------------------------

LAMBDA = [0.0, 1e-12, 0.3, -1.0, 5.0, -40.0, 700.0, 1400.0]


@pytest.mark.parametrize("name", NAMES)
def test_signature_is_the_kernel_at_reciprocal_numbers(name):
    with mpmath.workdps(1300):
        for lam in LAMBDA:
            a = mpmath.exp(mpmath.mpf(lam) / 2)
            expected = float(FORMULAS[name](a, 1 / a))
            assert kh.signature(name, lam) == pytest.approx(expected, rel=1e-12)


@pytest.mark.parametrize("pair", PAIRS)
def test_signature_of_the_family(pair):
    for lam in (0.0, 1e-9, 0.3, -1.0, 5.0, 40.0):
        a = math.exp(lam / 2)
        expected = exact_pair(a, 1 / mpmath.mpf(a), *pair)
        assert kh.signature(pair, 2 * math.log(a)) == pytest.approx(expected, rel=1e-10)


@pytest.mark.parametrize("kernel", [*NAMES, *PAIRS, (INF, INF)])
def test_signature_at_the_ends_of_the_number_line(kernel):
    ends = np.array([1e4, 1e100, 1.7e308])
    values = kh.signature(kernel, ends)
    assert (values >= 0).all() and (np.diff(values) <= 0).all()
    np.testing.assert_array_equal(kh.signature(kernel, -ends), values)


@given(st.sampled_from(NAMES), st.floats(1e-9, 1e9), st.floats(1e-9, 1e9))
def test_kernel_from_its_signature(name, a, b):
    value = kh.additive_kernel([[a]], [[b]], kernel=name)[0, 0]
    kappa = kh.signature(name, math.log(a) - math.log(b))
    assert value == pytest.approx(math.sqrt(a) * math.sqrt(b) * kappa, rel=1e-12)


CLOSED = {(1, -1): ("chi2", 1 / 3), (1, 1): ("jensen_shannon", 1), (INF, 1): ("intersection", 1)}
CLOSED |= {(1, 0.5): ("hellinger", 1)}


@pytest.mark.parametrize("pair", CLOSED)
def test_the_family_holds_the_four(pair):
    name, factor = CLOSED[pair]
    X = SETS["histograms"]
    K = kh.hein_bousquet(X, alpha=pair[0], beta=pair[1])
    same(K, factor * kh.additive_kernel(X, kernel=name), rtol=1e-13)
    omega = np.array([0.01, 0.3, 1.0, 4.0, 30.0, 1e6])
    expected = factor * kh.spectrum(name, omega)
    np.testing.assert_allclose(kh.spectrum(pair, omega), expected, rtol=0, atol=2e-15)


@pytest.mark.parametrize("name", ["chi2", "intersection", "jensen_shannon"])
def test_spectrum_is_the_fourier_transform_of_the_signature(name):
    def signature(lam):
        a = mpmath.exp(lam / 2)
        return FORMULAS[name](a, 1 / a)

    for omega in (0.0, 0.2, 1.0):
        points = mpmath.linspace(0, 80, 41)
        half = mpmath.quad(lambda lam, w=omega: signature(lam) * mpmath.cos(w * lam), points)
        assert kh.spectrum(name, omega) == pytest.approx(float(half / mpmath.pi), rel=1e-12)


@pytest.mark.parametrize("pair", [(2, 2), (1, 0.8), (1.5, 0.6), (INF, 2), (30, 9), (2, -2)])
def test_spectrum_of_the_family_by_plain_quadrature(pair):
    node, weight = np.polynomial.legendre.leggauss(20)
    lam = (np.arange(0, 400, 0.5)[:, None] + 0.25 * (node + 1)).ravel()
    weight = 0.25 * np.tile(weight, 800)
    kappa = kh.signature(pair, lam)
    for omega in (0.0, 0.1, 0.7, 3.0):
        expected = (weight * kappa * np.cos(omega * lam)).sum() / np.pi
        assert kh.spectrum(pair, omega) == pytest.approx(expected, abs=1e-9)


@pytest.mark.parametrize("kernel", ["chi2", "intersection", "jensen_shannon", *PAIRS])
def test_spectrum_gives_the_signature_back_and_is_never_negative(kernel):
    grid = np.exp(np.linspace(-60, 21, 8001))  # frequencies, evenly in the logarithm
    rho = kh.spectrum(kernel, grid)
    assert (rho >= 0).all()
    mass = np.trapezoid(2 * rho * grid, np.log(grid))
    point_mass = kh.signature(kernel, 1.7e308)  # what the signature never falls below
    assert mass + point_mass == pytest.approx(kh.signature(kernel, 0.0), rel=1e-6)
    assert math.isinf(kh.spectrum(kernel, 0.0)) == (point_mass > 0)


def test_spectrum_of_hellinger_is_a_point_mass():
    assert kh.spectrum("hellinger", [0.0, 1e-300, -2.0]).tolist() == [INF, 0.0, 0.0]


@pytest.mark.parametrize("function", [kh.signature, kh.spectrum])
@pytest.mark.parametrize("kernel", ["chi2", "jensen_shannon", (2, 1)])
def test_shape_and_precision(function, kernel):
    grid = np.linspace(-3, 3, 12).reshape(3, 4)
    before = grid.copy()
    values = function(kernel, grid)
    assert values.shape == (3, 4) and values.dtype == np.float64
    np.testing.assert_array_equal(grid, before)
    np.testing.assert_allclose(function(kernel, -grid), values, rtol=1e-13)
    assert function(kernel, 1) == function(kernel, [1.0])[0]
    assert np.ndim(function(kernel, 1)) == 0
    assert function(kernel, grid.astype(np.float32)).dtype == np.float32
    huge = function(kernel, [1e300, 1.7e308])
    assert (np.abs(huge) < 1e-30).all()


def test_scikit_learn_is_not_loaded_for_a_kernel():
    code = (
        "import sys, kernlab_helpers as kh; kh.additive_kernel([[1.0]]); kh.spectrum('chi2', 1.0); "
        "assert 'sklearn' not in sys.modules and 'scipy' not in sys.modules; "
        "kh.ExplicitMap; assert 'sklearn' in sys.modules"
    )
    subprocess.run([sys.executable, "-c", code], check=True)
