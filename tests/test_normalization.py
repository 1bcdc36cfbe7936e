"""Normalizations against the points themselves, mpmath, loops and scikit-learn."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, strategies as st
from laws import IRISES, by_loops, point_sets, same
from sklearn.preprocessing import KernelCenterer

import kernlab_helpers as kh
from kernlab_helpers import _checks, normalization

ORDERS = (0, 1e-300, 1e-3, 0.3, 1, 2, 10, 1e3, math.inf)
SETS = {name: X.astype(float) for name, (X, _) in point_sets().items() if name != "far"}
AWAY = {name: X for name, X in SETS.items() if name != "origin"}  # cosines need lengths above 0

seeds = st.integers(0, 10**6)
orders = st.floats(-8, 3).map(lambda power: 10.0**power) | st.sampled_from([0.0, math.inf])


def cloud(seed, n=None):
    """Points of very different length, some of them on one line."""
    rng = np.random.default_rng(seed)
    n = n or rng.integers(2, 12)
    return rng.normal(size=(n, rng.integers(1, 5))) * 10 ** rng.uniform(-2, 2, size=(n, 1))


def exact_mean(a, b, t):
    """M_t(a, b) in mpmath, from the definition."""
    if abs(t) > 1e50:  # within 2^(1/t), which is 1 to 50 digits
        return mpmath.mpf(max(a, b) if t > 0 else min(a, b))
    digits = 30 - int(math.log10(abs(t))) if 0 < abs(t) < 1 else 30
    with mpmath.workdps(digits):
        if t == 0:
            return mpmath.sqrt(mpmath.mpf(a) * b)
        t = mpmath.mpf(t)
        return ((mpmath.mpf(a) ** t + mpmath.mpf(b) ** t) / 2) ** (1 / t)


def error(value, exact):
    return abs(float((mpmath.mpf(float(value)) - exact) / exact))


# power_mean -------------------------------------------------------------------------------------

SIZES = (1e-300, 1e-150, 1e-9, 1.0, 1.0 + 1e-9, 3.0, 1e5, 1e150, 1e300)
SCALES = (1e-300, 1e-100, 9.9e-23, 1.1e-22, 1e-17, 1e-9, 1e-3, 0.05, 0.5)
SCALES += (1.0, math.nextafter(1, 2), 2.0, 17.0, 100.0, 1e5, 1e17, 1e308, math.inf)


@pytest.mark.parametrize("t", SCALES)
def test_mean_and_kernel_agree_with_mpmath_at_all_sizes(t):
    a, b = np.meshgrid(SIZES, SIZES)
    means = {sign: kh.power_mean(a, b, sign * t) for sign in (1, -1)}
    K = 0.5 * np.sqrt(a) * np.sqrt(b)
    np.fill_diagonal(K, SIZES)
    alone, two = kh.order_t(K, t), kh.order_t(K, t, diag_x=SIZES, diag_y=SIZES)
    for i, j in np.ndindex(K.shape):
        for sign, mean in means.items():
            assert error(mean[i, j], exact_mean(a[i, j], b[i, j], sign * t)) < 1e-12
        expected = mpmath.mpf(K[i, j]) / exact_mean(a[i, j], b[i, j], t)
        assert error(alone[i, j], expected) < 1e-12
        assert error(two[i, j], expected) < 1e-12


@pytest.mark.parametrize("t", [0, 1e-300, 1e-12, 1e-5, 0.01, 0.06, 0.3, 1, 2, 9.5, 200, math.inf])
def test_mean_and_kernel_have_14_digits_at_ordinary_sizes(t):
    x, y = 10 ** np.random.default_rng(0).uniform(-4, 4, size=(2, 16))
    means = {sign: kh.power_mean(x[:, None], y, sign * t) for sign in (1, -1)}
    K = kh.order_t(np.ones((16, 16)), t, diag_x=x, diag_y=y)
    for i, j in np.ndindex(K.shape):
        for sign, mean in means.items():
            assert error(mean[i, j], exact_mean(x[i], y[j], sign * t)) < 1e-14
        assert error(K[i, j], 1 / exact_mean(x[i], y[j], t)) < 1e-14


positive = st.floats(1e-300, 1e300)
any_order = st.floats(-1e308, 1e308) | st.floats(-3, 3) | st.sampled_from([-math.inf, math.inf])


@given(positive, positive, any_order, any_order)
def test_a_mean_lies_between_grows_with_t_and_scales(a, b, t, u):
    mean = kh.power_mean(a, b, t)
    assert type(mean) is np.float64
    assert min(a, b) <= mean <= max(a, b)
    assert mean == kh.power_mean(b, a, t)
    assert kh.power_mean(a, a, t) == a
    assert kh.power_mean(a, b, min(t, u)) <= kh.power_mean(a, b, max(t, u)) * (1 + 1e-12)
    c = 2.0 ** -math.frexp(max(a, b))[1]
    if min(a, b) * c > 1e-300:
        assert kh.power_mean(c * a, c * b, t) == pytest.approx(c * mean, rel=1e-12)
    assert kh.power_mean(1 / a, 1 / b, -t) == pytest.approx(1 / mean, rel=1e-12)


def test_mean_of_zero():
    assert kh.power_mean(0, 0, 3) == 0
    for t in (-math.inf, -5, -1e-300, 0):
        assert kh.power_mean(0, 7.0, t) == 0
    assert kh.power_mean(0, 8.0, 1) == 4
    assert kh.power_mean(8.0, 0, 0.5) == pytest.approx(2, rel=1e-15)
    assert kh.power_mean(0, 8.0, 1e-4) == 0  # 8 / 2^10000
    assert kh.power_mean(0, 8.0, math.inf) == 8


def test_mean_at_the_ends_of_floating_point():
    ends = np.array([5e-324, 2.3e-308, 1.7e308])
    for t in (-math.inf, -1e308, -1, -1e-5, 0, 1e-5, 1, 1e308, math.inf):
        mean = kh.power_mean(ends[:, None], ends, t)
        assert (np.minimum.outer(ends, ends) <= mean).all()
        assert (mean <= np.maximum.outer(ends, ends)).all()


def test_mean_broadcasts_and_keeps_single_precision():
    a, b = np.float32([[1], [2]]), np.float32([3, 4, 5])
    mean = kh.power_mean(a, b, 2)
    assert mean.shape == (2, 3)
    assert mean.dtype == np.float32
    np.testing.assert_allclose(mean, np.sqrt((a**2 + b**2) / 2), rtol=1e-6)
    assert kh.power_mean(a, b.astype(float), 2).dtype == np.float64


# order_t and unit_diagonal ----------------------------------------------------------------------


@pytest.mark.parametrize("t", ORDERS)
@pytest.mark.parametrize("name", AWAY)
def test_order_t_is_a_kernel_on_the_sphere(name, t):
    K = kh.linear(AWAY[name])
    K_t = kh.order_t(K, t)
    squares = [float(x @ x) for x in AWAY[name]]
    with mpmath.workdps(350):
        means = by_loops(lambda x, y: exact_mean(x[0], y[0], t))(
            *[np.reshape(squares, (-1, 1))] * 2
        )
    same(K_t, K / means, rtol=1e-10)
    np.testing.assert_array_equal(K_t, K_t.T)  # property 3
    np.testing.assert_array_equal(np.diagonal(K_t), 1)  # property 2
    assert np.abs(K_t).max() <= 1 + 1e-15  # property 1
    assert kh.is_psd(K_t)


@given(seeds, orders, orders)
def test_properties_of_similarity(seed, t, u):
    K = kh.linear(cloud(seed))
    low, high = kh.order_t(K, min(t, u)), kh.order_t(K, max(t, u))
    np.testing.assert_array_equal(np.sign(low), np.sign(high))  # property 5
    assert (np.abs(high) <= np.abs(low) * (1 + 1e-12)).all()  # 6 and 7
    assert np.abs(low).max() <= 1 + 1e-12  # 1
    equal = kh.squared_distances(K) == 0  # 4, where points with one phi count as equal
    np.testing.assert_allclose(high[equal], 1, rtol=1e-12)


def test_only_equal_lengths_reach_one():
    X = np.array([[1.0], [1.0], [2.0], [-1.0]])
    expected = np.array([1, 1, 0, 0], dtype=bool)
    for t in (1e-6, 0.3, 1, 2, math.inf):
        np.testing.assert_array_equal(kh.order_t(kh.linear(X), t)[0] == 1, expected)


@given(seeds, orders)
def test_psd_for_every_order(seed, t):
    assert kh.min_eigenvalue(kh.order_t(kh.linear(cloud(seed)), t)) > -1e-13


@given(seeds, orders, orders)
def test_spectra_are_majorized_as_t_grows(seed, t, u):
    K = kh.linear(cloud(seed))
    lower, higher = (np.linalg.eigvalsh(kh.order_t(K, v))[::-1] for v in sorted((t, u)))
    assert (np.cumsum(higher) <= np.cumsum(lower) + 1e-12 * len(K)).all()
    assert higher.sum() == pytest.approx(lower.sum(), rel=1e-12)
    assert np.abs(higher - 1).sum() <= np.abs(lower - 1).sum() + 1e-12 * len(K)


@pytest.mark.parametrize("name", AWAY)
def test_limits_of_the_order(name):
    K = kh.linear(AWAY[name])
    squares = np.diagonal(K)
    np.testing.assert_array_equal(kh.order_t(K, 0), kh.unit_diagonal(K))
    same(kh.unit_diagonal(K), K / np.sqrt(np.outer(squares, squares)), rtol=1e-14)
    same(kh.order_t(K, math.inf), K / np.maximum.outer(squares, squares), rtol=1e-15)
    same(kh.order_t(K, 1), 2 * K / np.add.outer(squares, squares), rtol=1e-14)


@pytest.mark.parametrize(
    ("t", "u"), [(0, 1e-300), (9.99e-23, 1e-22), (1, math.nextafter(1, 2)), (1e308, math.inf)]
)
def test_the_forms_meet_where_one_takes_over(t, u):
    K = kh.linear(cloud(1, n=40))
    np.testing.assert_allclose(kh.order_t(K, t), kh.order_t(K, u), rtol=1e-14)
    x = np.diagonal(K)
    left, right = (kh.power_mean(x[:, None], x, s) for s in (t, u))
    np.testing.assert_allclose(left, right, rtol=1e-14)


@pytest.mark.parametrize("squares", [[1e-160, 1e-130, 1e140], [1e-140, 1e10, 1e160]])
def test_the_cosine_beyond_the_squares_of_floating_point(squares):
    squares = np.array(squares)
    K = 0.5 * np.outer(np.sqrt(squares), np.sqrt(squares))
    np.fill_diagonal(K, squares)
    expected = np.full((3, 3), 0.5)
    np.fill_diagonal(expected, 1)
    np.testing.assert_allclose(kh.unit_diagonal(K), expected, rtol=1e-14)


@given(seeds, orders, st.floats(-200, 200))
def test_units_do_not_matter(seed, t, power):
    K = kh.linear(cloud(seed))
    np.testing.assert_allclose(
        kh.order_t(K * 10.0**power, t), kh.order_t(K, t), rtol=1e-11, atol=1e-300
    )


@given(seeds, orders)
def test_the_length_factor_is_a_sech(seed, t):
    """Eqs (7) and (9): K^t = cos(angle) cosh(t D)^(-1/t), D the difference of the log-norms."""
    K = kh.linear(cloud(seed))
    D = np.subtract.outer(*[np.log(kh.norms(K))] * 2)
    if 0 < t < math.inf:
        with np.errstate(over="ignore"):
            log_cosh = np.where(np.abs(t * D) < 20, np.log(np.cosh(t * D)), abs(t * D) - np.log(2))
        expected = kh.unit_diagonal(K) * np.exp(-log_cosh / t)
        np.testing.assert_allclose(kh.order_t(K, t), expected, rtol=1e-7)


def test_sets_give_the_named_coefficients():
    sets = [set("abcdef"), set("abc"), set("cdxyz"), set("a")]
    K = np.array([[float(len(a & b)) for b in sets] for a in sets])
    named = {
        0: lambda a, b, both: both / math.sqrt(a * b),  # Ochiai
        1: lambda a, b, both: 2 * both / (a + b),  # Dice
        math.inf: lambda a, b, both: both / max(a, b),  # Braun-Blanquet
    }
    for t, formula in named.items():
        expected = [[formula(len(a), len(b), len(a & b)) for b in sets] for a in sets]
        np.testing.assert_allclose(kh.order_t(K, t), expected, rtol=1e-15)
        assert kh.is_psd(kh.order_t(K, t))


@pytest.mark.parametrize("t", ORDERS)
def test_two_sets_give_a_corner_of_both_together(t):
    X, Y = cloud(3, n=7), np.random.default_rng(4).normal(size=(5, 2)) @ np.ones((2, 1))
    X = X[:, :1]
    both = kh.linear(np.vstack([X, Y]))
    squares = np.diagonal(both)
    corner = kh.order_t(kh.linear(X, Y), t, diag_x=squares[:7], diag_y=squares[7:])
    np.testing.assert_allclose(corner, kh.order_t(both, t)[:7, 7:], rtol=1e-14)
    alone = kh.order_t(both, t, diag_x=squares, diag_y=squares)
    np.testing.assert_allclose(alone, kh.order_t(both, t), rtol=1e-14)
    if t == 0:
        cosines = kh.unit_diagonal(kh.linear(X, Y), diag_x=squares[:7], diag_y=squares[7:])
        np.testing.assert_array_equal(cosines, corner)


def test_a_point_of_length_zero():
    X = np.array([[0.0, 0.0], [1.0, 2.0], [0.0, 0.0], [2.0, 1.0]])
    K = kh.linear(X)
    for t in (1e-300, 0.5, 1, 1e308, math.inf):
        K_t = kh.order_t(K, t)
        np.testing.assert_array_equal(np.diagonal(K_t), 1)
        np.testing.assert_array_equal(K_t[[0, 2]], np.eye(4)[[0, 2]])
        np.testing.assert_array_equal(K_t, K_t.T)
        assert kh.is_psd(K_t)
        rest = np.ix_([1, 3], [1, 3])
        np.testing.assert_array_equal(K_t[rest], kh.order_t(K[rest], t))
        corner = kh.order_t(K[:2], t, diag_x=[0.0, 5.0], diag_y=np.diagonal(K))
        np.testing.assert_array_equal(corner[0], 0)
        np.testing.assert_allclose(corner[1, [1, 3]], K_t[1, [1, 3]], rtol=1e-15)
        np.testing.assert_array_equal(kh.order_t(np.zeros((2, 2)), t), np.eye(2))


def test_a_length_below_zero_by_rounding_counts_as_zero():
    K = np.array([[-1e-12, 1e-8, 0.0], [1e-8, 1.0, 0.5], [0.0, 0.5, 1.0]])
    np.testing.assert_array_equal(kh.order_t(K, 1)[0], [1, 0, 0])
    with pytest.raises(ValueError, match=r"K\[0, 0\] is 0"):
        kh.unit_diagonal(K)
    centered = kh.center(kh.linear(np.array([[0.1], [0.2], [0.3]])))
    assert centered[1, 1] == pytest.approx(0, abs=1e-16)


# the weight of length ---------------------------------------------------------------------------

weights = st.floats(-6, 4).map(lambda power: 10.0**power) | st.sampled_from([0.0, 1.0])


def exact_entry(k, a, b, t, r):
    """cos(angle) cosh(t D)^(-r/t) in mpmath, from the definition; D = |log a - log b| / 2."""
    with mpmath.workdps(400):
        a, b, r = mpmath.mpf(a), mpmath.mpf(b), mpmath.mpf(r)
        D = abs(mpmath.log(a) - mpmath.log(b)) / 2
        cosine = mpmath.mpf(k) / mpmath.sqrt(a * b)
        if t == 0:
            return cosine
        if math.isinf(t):
            return cosine * mpmath.exp(-r * D)
        t = mpmath.mpf(t)
        return cosine * mpmath.cosh(t * D) ** (-r / t)


@pytest.mark.parametrize("t", (0, 1e-150, 1e-9, 0.04, 1, 2.5, 30, 1e6, math.inf))
@pytest.mark.parametrize("r", (0, 1e-9, 0.3, 0.999, 1, 2, 40))
def test_a_weight_is_the_formula(t, r):
    X = np.array([[1.0, 0.5], [1.0, 0.6], [3.0, -1.0], [-200.0, 10.0], [1e-5, 2e-5]])
    K = kh.linear(X)
    found = kh.order_t(K, t, weight=r)
    for i in range(5):
        for j in range(i):
            exact = exact_entry(K[i, j], K[i, i], K[j, j], t, r)
            if abs(exact) > 1e-290:
                assert error(found[i, j], exact) < 1e-13 * max(1, r)


@given(seeds, orders, weights)
def test_a_weight_keeps_a_kernel_on_the_sphere(seed, t, r):
    K_tr = kh.order_t(kh.linear(cloud(seed)), t, weight=r)
    assert kh.min_eigenvalue(K_tr) > -1e-12
    np.testing.assert_array_equal(np.diagonal(K_tr), 1)
    np.testing.assert_array_equal(K_tr, K_tr.T)
    assert np.abs(K_tr).max() <= 1 + 1e-12


@given(seeds, st.floats(0.01, 50), st.floats(0.01, 20))
def test_a_weight_is_order_t_over_r_of_lengths_to_the_power_r(seed, t, r):
    X = cloud(seed)
    lengths = np.linalg.norm(X, axis=1, keepdims=True)
    stretched = kh.linear(X / lengths * lengths**r)
    weighted = kh.order_t(kh.linear(X), t, weight=r)
    np.testing.assert_allclose(weighted, kh.order_t(stretched, t / r), rtol=1e-10, atol=1e-300)


@given(seeds, orders.filter(lambda t: t > 0), weights, weights)
def test_length_factors_multiply_as_weights_add(seed, t, r, q):
    lengths = np.abs(cloud(seed)[:, 0]) + 1e-9
    K = np.outer(lengths, lengths)  # one direction: the cosine is 1
    first, second, both = (kh.order_t(K, t, weight=w) for w in (r, q, r + q))
    np.testing.assert_allclose(first * second, both, rtol=1e-10 * max(1, r + q), atol=1e-290)
    assert (both <= first * (1 + 1e-12)).all(), "more weight, less alike"


@pytest.mark.parametrize("name", AWAY)
def test_limits_of_the_weight(name):
    K = kh.linear(AWAY[name])
    cosine, D = kh.unit_diagonal(K), np.log(np.diagonal(K)) / 2
    D = np.subtract.outer(D, D)
    for t in ORDERS:
        np.testing.assert_array_equal(kh.order_t(K, t, weight=1), kh.order_t(K, t))
        same(kh.order_t(K, t, weight=0), cosine, rtol=1e-15)
        same(kh.order_t(K, t, weight=1 + 1e-15), kh.order_t(K, t), rtol=1e-12)
    same(kh.order_t(K, 0, weight=7), cosine, rtol=1e-15)
    for r in (0.3, 5):
        same(kh.order_t(K, math.inf, weight=r), cosine * np.exp(-r * np.abs(D)), rtol=1e-13)
    for t in (1e-6, 1e-150):  # r = c / t: a Gaussian in the log-length
        gaussian = cosine * np.exp(-3 * D**2 / 2)
        np.testing.assert_allclose(kh.order_t(K, t, weight=3 / t), gaussian, rtol=1e-6, atol=1e-100)


def test_a_weight_between_two_sets_in_single_precision_and_at_the_origin():
    X = cloud(3, n=9)
    both = kh.linear(X)
    squares = np.diagonal(both)
    corner = kh.order_t(both[:4, 4:], 2, weight=0.5, diag_x=squares[:4], diag_y=squares[4:])
    np.testing.assert_allclose(corner, kh.order_t(both, 2, weight=0.5)[:4, 4:], rtol=1e-14)
    single = kh.order_t(both.astype(np.float32), 2, weight=0.5)
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, kh.order_t(both, 2, weight=0.5), rtol=1e-3, atol=1e-6)
    K = np.diag([4.0, 0.0])
    np.testing.assert_array_equal(kh.order_t(K, 1, weight=2), np.eye(2))
    with pytest.raises(ValueError, match=r"K\[1, 1\] is 0"):
        kh.order_t(K, 1, weight=0)
    before = both.copy()
    kh.order_t(both, 0.5, weight=3)
    np.testing.assert_array_equal(both, before)


# center -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SETS)
def test_centring_moves_the_mean_to_the_origin(name):
    X = SETS[name]
    K = kh.polynomial(X, degree=2, c=1)
    phi = np.hstack([kh.quadratic_map(X), math.sqrt(2) * X, np.ones((len(X), 1))])
    moved = phi - phi.mean(axis=0)
    scale = np.abs(K).max()
    K_c = kh.center(K)
    np.testing.assert_allclose(K_c, moved @ moved.T, rtol=1e-9, atol=1e-14 * scale)
    np.testing.assert_array_equal(K_c, K_c.T)
    np.testing.assert_allclose(K_c.sum(axis=0), 0, atol=1e-14 * scale * len(K))
    np.testing.assert_allclose(K_c, KernelCenterer().fit_transform(K), atol=1e-14 * scale)
    np.testing.assert_allclose(kh.center(K_c), K_c, atol=1e-15 * scale)
    np.testing.assert_allclose(
        kh.squared_distances(K_c), kh.squared_distances(K), rtol=1e-9, atol=1e-14 * scale
    )
    assert kh.min_eigenvalue(K_c) > -1e-14 * scale * len(K)
    assert kh.variance(K_c) == pytest.approx(kh.variance(K), abs=1e-13 * scale)


@pytest.mark.parametrize("name", SETS)
def test_new_points_are_centered_with_the_mean_of_the_training_points(name):
    X, Y = (points.astype(float) for points in point_sets()[name])
    K, K_new = kh.linear(X), kh.linear(Y, X)
    mean, scale = X.mean(axis=0), max(np.abs(K).max(), np.abs(K_new).max())
    new = kh.center(K_new, K)
    np.testing.assert_allclose(new, (Y - mean) @ (X - mean).T, atol=1e-14 * scale)
    np.testing.assert_allclose(new, KernelCenterer().fit(K).transform(K_new), atol=1e-14 * scale)
    np.testing.assert_array_equal(kh.center(K, K), kh.center(K))
    np.testing.assert_allclose(kh.center(K[:1], K), kh.center(K)[:1], atol=1e-15 * scale)


def test_centring_squared_distances_is_classical_scaling():
    D2 = kh.squared_distances(kh.linear(IRISES))  # no kernel, and centered all the same
    np.testing.assert_allclose(kh.center(-D2 / 2), kh.center(kh.linear(IRISES)), atol=1e-13)


@given(seeds, st.floats(-50, 50))
def test_centring_does_not_see_a_translation(seed, shift):
    X = np.random.default_rng(seed).normal(size=(6, 3))
    tolerance = 1e-14 * (1 + shift**2)
    np.testing.assert_allclose(
        kh.center(kh.linear(X + shift)), kh.center(kh.linear(X)), atol=tolerance
    )


def test_a_new_point_alone_keeps_single_precision_only_if_all_came_so():
    K = np.float32(kh.linear(IRISES))
    assert kh.center(K[:2], K).dtype == np.float32
    assert kh.center(K[:2].astype(float), K).dtype == np.float64
    assert kh.center(K[:2], K.astype(float)).dtype == np.float64


# unit_variance, unit_trace, unit_range ----------------------------------------------------------


@given(seeds, st.floats(-100, 100))
def test_unit_variance_scales_and_nothing_else(seed, power):
    K = kh.linear(np.random.default_rng(seed).normal(size=(6, 3)))
    K_v = kh.unit_variance(K * 10.0**power)
    assert kh.variance(K_v) == pytest.approx(1, rel=1e-12)
    np.testing.assert_allclose(K_v, K / kh.variance(K), rtol=1e-12)
    np.testing.assert_allclose(kh.unit_variance(kh.center(K)), kh.center(K_v), atol=1e-12)
    np.testing.assert_allclose(kh.unit_diagonal(K_v), kh.unit_diagonal(K), rtol=1e-12)


@given(seeds)
def test_unit_trace_is_a_mean_squared_length_of_one(seed):
    K = kh.linear(np.random.default_rng(seed).normal(size=(6, 3)))
    K_tr = kh.unit_trace(K)
    assert np.mean(kh.norms(K_tr) ** 2) == pytest.approx(1, rel=1e-14)
    np.testing.assert_allclose(K_tr, 6 * K / np.trace(K), rtol=1e-14)
    centered = kh.center(K)
    np.testing.assert_allclose(kh.unit_trace(centered), kh.unit_variance(centered), atol=1e-13)


@given(seeds)
def test_unit_range_reaches_both_ends_and_scales_distances(seed):
    K = kh.linear(np.random.default_rng(seed).normal(size=(6, 3)))
    K_01 = kh.unit_range(K)
    assert (K_01.min(), K_01.max()) == (0, 1)
    np.testing.assert_array_equal(np.argsort(K_01, axis=None), np.argsort(K, axis=None))
    scaled = kh.squared_distances(K) / (K.max() - K.min())
    gaps = np.add.outer(*[np.diagonal(K_01)] * 2) - 2 * K_01
    np.testing.assert_allclose(gaps, scaled, atol=1e-13)


def test_one_point():
    assert kh.center([[5.0]]).tolist() == [[0.0]]
    assert kh.center([[5.0], [7.0]], [[2.0]]).tolist() == [[0.0], [0.0]]  # the mean is the point
    for t in (0, 0.5, 1, math.inf):
        assert kh.order_t([[5.0]], t).tolist() == [[1.0]]
    assert kh.unit_trace([[5.0]]).tolist() == [[1.0]]


# all of them ------------------------------------------------------------------------------------

ALL = {
    "center": kh.center,
    "unit_diagonal": kh.unit_diagonal,
    "unit_variance": kh.unit_variance,
    "unit_trace": kh.unit_trace,
    "unit_range": kh.unit_range,
    **{f"order {t:g}": lambda K, t=t: kh.order_t(K, t) for t in (1e-17, 0.4, 1, math.inf)},
}


@pytest.mark.parametrize("name", ALL)
def test_precision_layout_and_input(name):
    function, K = ALL[name], kh.polynomial(cloud(5, n=9), degree=2)
    before, expected = K.copy(), ALL[name](K)
    assert expected.dtype == np.float64
    frozen = np.repeat(K, 2, axis=1)[:, ::2]
    frozen.setflags(write=False)
    for other in (frozen, np.asfortranarray(K), K.tolist(), K[::-1, ::-1].copy()[::-1, ::-1]):
        np.testing.assert_array_equal(function(other), expected)
    order = np.random.default_rng(0).permutation(9)
    turned = function(K[np.ix_(order, order)])
    same(turned, expected[np.ix_(order, order)], rtol=1e-12)
    single = function(K.astype(np.float32))
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, expected, rtol=1e-4, atol=1e-5 * np.abs(expected).max())
    np.testing.assert_array_equal(single, single.T)
    whole = np.array([[4, 1], [1, 9]])
    np.testing.assert_array_equal(function(whole), function(whole.astype(float)))
    np.testing.assert_array_equal(K, before)


@pytest.mark.parametrize("name", ALL)
def test_asymmetry_within_rounding_does_not_survive(name):
    K = kh.linear(np.random.default_rng(0).normal(size=(70, 3)) + 1)
    noisy = K * (1 + 1e-15 * np.random.default_rng(1).normal(size=K.shape))
    assert not np.array_equal(noisy, noisy.T)
    result = ALL[name](noisy)
    np.testing.assert_array_equal(result, result.T)
    same(result, ALL[name](K), rtol=1e-10)


@pytest.mark.parametrize("name", ALL)
@pytest.mark.parametrize("size", [1, 3, 7, 40, 1000])
def test_blocks_do_not_show(name, size, monkeypatch):
    K = kh.linear(cloud(2, n=23))
    expected = ALL[name](K)
    monkeypatch.setattr(_checks, "TILE", size)
    monkeypatch.setattr(normalization, "BLOCK", size)
    np.testing.assert_array_equal(ALL[name](K), expected)
    stray = K.copy()
    stray[20, 1] *= 2
    with pytest.raises(ValueError, match=r"K is not symmetric: K\[1, 20\]"):
        ALL[name](stray)


def test_entries_that_overflow_a_sum_are_no_reason_to_refuse():
    K = 1e308 * ((np.eye(4) + 1) / 2)
    expected = {name: ALL[name](K / 2**1000) for name in ALL}
    for name, function in ALL.items():
        scale = 2.0**1000 if name == "center" else 1
        np.testing.assert_allclose(function(K), scale * expected[name], rtol=1e-14)
    wide = np.array([[1e308, -1e308], [-1e308, 1e308]])
    assert kh.unit_range(wide).tolist() == [[1, 0], [0, 1]]
