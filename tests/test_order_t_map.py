"""Order t as an inner product of features, and its spectrum."""

import math
import pickle
import warnings
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from hypothesis import given, strategies as st
from sklearn.base import clone
from sklearn.cluster import KMeans
from sklearn.exceptions import NotFittedError
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

import kernlab_helpers as kh

ORDERS = (0.01, 0.25, 1.0, 4.0, 50.0, math.inf)


def points(n=40, d=3, spread=0.5, seed=0):
    rng = np.random.default_rng(seed)
    return rng.normal(size=(n, d)) * rng.lognormal(sigma=spread, size=(n, 1))


def gap(Z, F, t):
    return np.abs(F @ F.T - kh.order_t(Z @ Z.T, t)).max()


# the spectrum -----------------------------------------------------------------------------------


def formula(omega, t):
    with mpmath.workdps(60):
        a, w = 1 / mpmath.mpf(t), mpmath.mpf(omega)
        gamma = abs(mpmath.gamma(a * mpmath.mpc(1, w) / 2)) ** 2
        return a * mpmath.mpf(2) ** (a - 2) * gamma / (mpmath.pi * mpmath.gamma(a))


@pytest.mark.parametrize(
    "t", [1e-12, 1e-6, 1e-3, 0.0249, 0.025, 0.0251, 0.1, 0.5, 1, 3, 40, 1e4, 1e12]
)
def test_the_spectrum_is_the_formula(t):
    for omega in (0.0, 1e-3 * math.sqrt(t), 0.4 * math.sqrt(t), 3 * math.sqrt(t), 0.7, 1.0, 25.0):
        exact = formula(omega, t)
        value = kh.order_t_spectrum(omega, t)
        if exact > 1e-100:
            assert value == pytest.approx(float(exact), rel=1e-12)
        else:
            assert 0 <= value <= 1.1e-100


@pytest.mark.parametrize("t", [0.05, 0.3, 1, 2.5, 10])
def test_the_spectrum_is_the_transform_of_the_length_factor(t):
    u, step = np.linspace(-60, 60, 60_001, retstep=True)
    factor = np.exp(-np.abs(u) - np.log1p(np.expm1(-2 * t * np.abs(u)) / 2) / t)
    for omega in (0.0, 0.3, 2.0):
        integral = (factor * np.cos(omega * u)).sum() * step / (2 * np.pi)
        assert kh.order_t_spectrum(omega, t) == pytest.approx(integral, abs=3e-7)


@pytest.mark.parametrize("t", [0.05, 0.3, 1, 2.5])
def test_the_length_factor_comes_back_from_the_spectrum(t):
    omega, step = np.linspace(-80, 80, 80_001, retstep=True)
    rho = kh.order_t_spectrum(omega, t)
    assert rho.sum() * step == pytest.approx(1, abs=1e-9)
    for u in (0.4, 2.0):
        M = kh.power_mean(math.exp(2 * u), 1.0, t)  # of two squared lengths, their ratio e^(2 u)
        assert (rho * np.cos(omega * u)).sum() * step == pytest.approx(math.exp(u) / M, abs=1e-9)


def test_limits_of_the_spectrum():
    omega = np.linspace(-5, 5, 101)
    cauchy = 1 / np.pi / (1 + omega**2)
    np.testing.assert_allclose(kh.order_t_spectrum(omega, math.inf), cauchy, rtol=1e-15)
    np.testing.assert_allclose(kh.order_t_spectrum(omega, 1e300), cauchy, rtol=1e-14)
    sech = 1 / np.cosh(np.pi * omega / 2) / 2
    np.testing.assert_allclose(kh.order_t_spectrum(omega, 1), sech, rtol=1e-13)
    for t in (1e-6, 1e-300):
        normal = np.exp(-(omega**2) / 2) / math.sqrt(2 * np.pi * t)
        shrunk = omega * math.sqrt(t)
        np.testing.assert_allclose(kh.order_t_spectrum(shrunk, t), normal, rtol=1e-4)


def test_the_spectrum_keeps_shape_and_precision():
    assert kh.order_t_spectrum(np.zeros((2, 3)), 1).shape == (2, 3)
    assert kh.order_t_spectrum(np.zeros(2, np.float32), 1).dtype == np.float32
    assert np.ndim(kh.order_t_spectrum(0.5, 2)) == 0
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        for t in (1e-300, 0.02, 1, 1e300, math.inf):
            assert 0 <= kh.order_t_spectrum(1e308, t) <= 1e-290
            assert kh.order_t_spectrum(-0.1, t) == kh.order_t_spectrum(0.1, t)


@pytest.mark.parametrize(("t", "weight"), [(0.3, 2.0), (1, 0.4), (2.5, 3.0), (math.inf, 0.7)])
def test_the_spectrum_with_a_weight_is_the_transform_of_its_length_factor(t, weight):
    omega, step = np.linspace(-800, 800, 800_001, retstep=True)
    rho = kh.order_t_spectrum(omega, t, weight=weight)
    for u in (0.0, 0.4, 2.0):  # the factor is the entry of two points in one direction
        factor = kh.order_t(np.outer([1, math.exp(u)], [1, math.exp(u)]), t, weight=weight)[0, 1]
        missing = 2 / 800 if math.isinf(t) else 1e-8  # the Cauchy density has heavy tails
        assert (rho * np.cos(omega * u)).sum() * step == pytest.approx(factor, abs=missing)


@pytest.mark.parametrize("weight", [0, -1, math.inf, math.nan, 1e308])
def test_a_spectrum_needs_a_weight_above_0(weight):
    with pytest.raises(ValueError, match="weight"):
        kh.order_t_spectrum(1.0, 1e-300, weight=weight)


# the map ----------------------------------------------------------------------------------------


@parametrize_with_checks([kh.OrderTMap(), kh.OrderTMap(0), kh.OrderTMap(math.inf, n_landmarks=4)])
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


@pytest.mark.parametrize("t", (0, *ORDERS))
@pytest.mark.parametrize("spread", [0.0, 0.3, 1.0])
def test_near_order_t_as_its_error_says(t, spread):
    Z = points(spread=spread)
    model = kh.OrderTMap(t, n_landmarks=17)
    F = model.fit_transform(Z)
    assert F.shape == (40, 3 * (17 if t else 1))
    assert gap(Z, F, t) <= 1.3 * model.error_ + 1e-10  # measured between landmarks, not everywhere
    np.testing.assert_allclose((F**2).sum(axis=1), 1, rtol=1e-13)
    assert kh.is_psd(F @ F.T)


@pytest.mark.parametrize("t", ORDERS)
@pytest.mark.parametrize("weight", [0, 0.2, 1, 3])
def test_a_weight_is_that_of_order_t(t, weight):
    Z = points(spread=0.4)
    model = kh.OrderTMap(t, n_landmarks=17, weight=weight)
    F = model.fit_transform(Z)
    K = kh.order_t(Z @ Z.T, t, weight=weight)
    assert np.abs(F @ F.T - K).max() <= 1.3 * model.error_ + 1e-10
    assert F.shape == (40, 3 * (17 if weight else 1))


@pytest.mark.parametrize(("t", "N", "wanted"), [(0.25, 9, 1e-4), (1, 9, 0.02), (1, 17, 2e-4)])
def test_errors_reached(t, N, wanted):
    Z = points(300, 8, spread=1.0)
    assert gap(Z, kh.OrderTMap(t, N).fit_transform(Z), t) < wanted


@pytest.mark.parametrize("t", ORDERS)
def test_the_error_falls_with_the_landmarks(t):
    Z = points(spread=1.0)
    errors = [kh.OrderTMap(t, N).fit(Z).error_ for N in (1, 3, 9, 33)]
    for before, after in pairwise(errors):
        assert after < before or after < 1e-9
    if t == math.inf:
        assert errors[-1] > 0.02  # coarse: a corner needs many


def test_order_zero_is_the_cosine():
    Z = points()
    F = kh.OrderTMap(0, n_landmarks=5).fit_transform(Z)
    np.testing.assert_allclose(F, Z / np.linalg.norm(Z, axis=1, keepdims=True), rtol=1e-14)
    np.testing.assert_allclose(F @ F.T, kh.unit_diagonal(Z @ Z.T), rtol=0, atol=1e-14)


@pytest.mark.parametrize("t", (0, *ORDERS))
def test_equal_lengths_leave_the_cosine(t):
    Z = points()
    Z /= np.linalg.norm(Z, axis=1, keepdims=True)
    assert gap(Z, kh.OrderTMap(t).fit_transform(Z), t) < 1e-10


def test_exact_on_landmarks():
    lengths = np.exp(np.linspace(-1, 2, 5))[:, None]
    Z = np.hstack([lengths, np.zeros_like(lengths)])
    for t in ORDERS[1:]:
        assert gap(Z, kh.OrderTMap(t, n_landmarks=5).fit_transform(Z), t) < 1e-9


@pytest.mark.parametrize("t", (0, *ORDERS))
def test_a_row_of_zeros_maps_to_zeros(t):
    Z = points()
    alone = kh.OrderTMap(t).fit_transform(Z)
    F = kh.OrderTMap(t).fit_transform(np.vstack([Z[:3], np.zeros((1, 3)), Z[3:]]))
    np.testing.assert_array_equal(F[3], 0.0)
    # At small t the landmarks' matrix is near a singular one: its small eigenvalues divide the
    # rounding of another order of sums, 2e-12 on one processor.
    np.testing.assert_allclose(np.delete(F, 3, axis=0), alone, rtol=0, atol=1e-10)
    np.testing.assert_array_equal(kh.OrderTMap(t).fit_transform(np.zeros((3, 2))), 0.0)


@given(st.floats(1e-200, 1e200), st.sampled_from((0.0, *ORDERS)), st.integers(0, 20))
def test_the_size_of_the_data_does_not_count(scale, t, seed):
    Z = points(8, seed=seed)
    F = kh.OrderTMap(t).fit_transform(Z)
    G = kh.OrderTMap(t).fit_transform(scale * Z)
    np.testing.assert_allclose(G @ G.T, F @ F.T, rtol=0, atol=1e-7)


@pytest.mark.parametrize("size", [5e-324, 1e-310, 1e-200, 1e200, 1.7e308])
def test_no_size_overflows(size):
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        F = kh.OrderTMap(1.0).fit_transform([[size, 0.0], [size, size]])
    assert np.isfinite(F).all()
    np.testing.assert_allclose((F**2).sum(axis=1), 1, rtol=1e-12)
    assert F[0] @ F[1] == pytest.approx(2 / 3, abs=1e-9)  # 1 / ((1 + 2) / 2)


@pytest.mark.parametrize("t", [1e-300, 1e-12, 1e12, 1.7e308])
def test_extreme_orders(t):
    Z = points()
    F = kh.OrderTMap(t).fit_transform(Z)
    near = kh.OrderTMap(0 if t < 1 else math.inf).fit_transform(Z)
    np.testing.assert_allclose(F @ F.T, near @ near.T, rtol=0, atol=1e-9)


def test_new_points_in_the_range_and_a_warning_beyond():
    Z = points(200)
    lengths = np.linalg.norm(Z, axis=1)
    model = kh.OrderTMap(1.0, n_landmarks=13).fit(Z)
    inside = Z[:5] / lengths[:5, None] * np.median(lengths)
    both = np.vstack([Z, inside])
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert gap(both, model.transform(both), 1.0) <= 1.3 * model.error_
    longer = inside * np.array([1, 1, 1, 1e3, 2e6])[:, None]
    with pytest.warns(UserWarning, match=r"2 row\(s\) whose log length is .* outside the fitted"):
        F = model.transform(longer)
    np.testing.assert_allclose((F**2).sum(axis=1), 1)
    with pytest.warns(UserWarning, match=r"error of the length factor is up to (0\.[5-9]|1)"):
        model.transform(longer)


def test_precision_layout_and_blocks(monkeypatch):
    Z = points()
    before = Z.copy()
    model = kh.OrderTMap(2.0).fit(Z)
    F = model.transform(Z)
    for layout in (np.asfortranarray(Z), np.repeat(Z, 2, axis=1)[:, ::2], Z.tolist()):
        np.testing.assert_array_equal(model.transform(layout), F)
    single = model.transform(Z.astype(np.float32))
    assert single.dtype == np.float32
    np.testing.assert_allclose(single, F, rtol=0, atol=1e-6)
    monkeypatch.setattr("kernlab_helpers.homogeneous.order_t_map.BLOCK", 50)
    np.testing.assert_allclose(model.transform(Z), F, rtol=0, atol=1e-14)
    np.testing.assert_array_equal(Z, before)


def test_copies_names_and_pipelines():
    model = kh.OrderTMap(t=math.inf, n_landmarks=3)
    assert model.get_params() == {"t": math.inf, "n_landmarks": 3, "weight": 1.0}
    Z = points()
    F = model.fit_transform(Z)
    np.testing.assert_array_equal(clone(model).fit_transform(Z), F)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).transform(Z), F)
    assert len(model.get_feature_names_out()) == 9
    labels = make_pipeline(kh.OrderTMap(), KMeans(2, n_init=1, random_state=0)).fit_predict(Z)
    assert set(labels) == {0, 1}
    with pytest.raises(NotFittedError):
        kh.OrderTMap().transform(Z)


def test_the_errors_in_the_docstring():
    text = " ".join(kh.OrderTMap.__doc__.split())
    Z = [[1.0], [math.exp(4.6)]]
    for t in (0.25, 1, 4, math.inf):
        errors = [kh.OrderTMap(t, N).fit(Z).error_ for N in (5, 9, 17)]
        shown = text.split(f"t = {t} ")[1].split()[:3]
        for error, word in zip(errors, shown, strict=True):
            assert error == pytest.approx(float(word), rel=0.5, abs=1e-10)
