"""The maps of least error: against a linear program, and as maps like any other."""

import math
import pickle
import time
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy.optimize import linprog
from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.utils.estimator_checks import parametrize_with_checks

import kernlab_helpers as kh
from kernlab_helpers.homogeneous import _minimax
from kernlab_helpers.homogeneous._arguments import kernel_of
from tools import minimax as tool

NAMES = ("chi2", "jensen_shannon", "intersection")
PAIRS = ((1.5, 0.7), (math.inf, 0.5), (3, -math.inf), (5, 0.5001), (1000, 900))
WANTED = {  # largest errors of orders 1, 2, 3, 5 that a coarse search of periods has reached
    "chi2": {1: 0.0134, 2: 0.0049, 3: 0.0018, 5: 0.0004},
    "jensen_shannon": {1: 0.0048, 2: 0.0018, 3: 0.0006, 5: 0.0001},
    "intersection": {1: 0.0674, 2: 0.0483, 3: 0.0366, 5: 0.0266},
}


def histograms(n=12, d=5, seed=0):
    X = np.random.default_rng(seed).dirichlet(np.full(d, 0.5), size=n)
    X[X < 0.02] = 0.0
    return X


def fitted(kernel="chi2", order=1, **settings):
    return kh.ExplicitMap(kernel, order, design="minimax", **settings).fit([[1.0]])


def error(model, last=None):
    """Largest error of a fitted map, at far more ratios than the search looks at."""
    gamma = model.gamma if model.ratio is None else 0.0
    u = np.linspace(0, last or (math.log(model.ratio) if model.ratio else 70 / gamma), 40_001)
    cosines = np.cos(np.multiply.outer(u, model.frequencies_)) @ model.weights_
    return np.max(np.exp(-gamma * u / 2) * np.abs(cosines - kh.signature(model.kernel, u)))


def bound(kernel, order, period, scale, *, gamma=1.0, ratio=None):
    """Least error that any weights >= 0 have at this period, at some ratios: never above the truth.

    min E scale,  -E <= g (sum_j w_j cos(j L u) - kappa(u)) / scale <= E
    """
    last = math.log(ratio) if ratio else 2 / gamma * math.log(20 / scale)
    u = np.union1d(np.linspace(0, last, 700), last * np.geomspace(1e-4, 1, 30))
    g = np.ones_like(u) if ratio else np.exp(-gamma * u / 2)
    A = np.cos(np.outer(u, period * np.arange(order + 1))) * g[:, None]
    b = g * kh.signature(kernel, u)
    one = np.ones((len(u), 1))
    for unit in (scale, 1e3 * scale):  # far from the best period the first may be too small
        found = linprog(
            [0] * (order + 1) + [1],
            A_ub=np.block([[A / unit, -one], [-A / unit, -one]]),
            b_ub=np.concatenate([b, -b]) / unit,
            method="highs",
        )
        if found.status == 0:
            return found.fun * unit
    raise AssertionError(found.message)


def bound_of_all_periods(kernel, order, near, scale, **where):
    """Least bound of many periods around `near`, finer near to it."""
    ratios = np.union1d(np.geomspace(0.25, 4, 25), np.geomspace(0.9, 1.1, 9))
    return min(bound(kernel, order, near * ratio, scale, **where) for ratio in ratios)


# the exchange -----------------------------------------------------------------------------------


@settings(max_examples=60, deadline=None)
@given(st.integers(1, 60), st.integers(1, 8), st.integers(0, 10**6), st.booleans())
def test_the_exchange_solves_the_linear_program(rows, columns, seed, integers):
    rng = np.random.default_rng(seed)
    A = rng.normal(size=(rows, columns))
    A = np.round(A) if integers else A  # ties
    A[0] = np.abs(A[0])
    b = rng.normal(size=rows)
    w, E = _minimax.exchange(A, b)
    one = np.ones((rows, 1))
    oracle = linprog(
        [0] * columns + [1],
        A_ub=np.block([[A, -one], [-A, -one]]),
        b_ub=np.concatenate([b, -b]),
        bounds=[(0, None)] * columns + [(None, None)],
    )
    assert (w >= 0).all()
    assert pytest.approx(np.abs(A @ w - b).max(), rel=1e-12) == E
    assert pytest.approx(oracle.fun, rel=1e-6, abs=1e-8) == E


@pytest.mark.parametrize("kernel", ["chi2", "intersection"])
def test_the_exchange_ends_at_high_order_too(kernel):
    problem = _minimax.Problem(kernel_of(kernel), 32)
    period = kh.ExplicitMap(kernel, 32).fit([[1.0]]).period_
    sampled = error(kh.ExplicitMap(kernel, 32).fit([[1.0]]))
    assert problem.at(period, sampled)[1] < sampled / 2


# the least error --------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", WANTED)
def test_errors_reached(kernel):
    for order, wanted in WANTED[kernel].items():
        least = error(fitted(kernel, order))
        assert least <= wanted * 1.03  # they are given to two digits
        assert 2.3 * least < error(kh.ExplicitMap(kernel, order).fit([[1.0]]))


@pytest.mark.parametrize("kernel", NAMES)
def test_every_entry_of_the_table_is_near_the_bound_of_a_linear_program(kernel):
    stated = tool.errors(tool.FILE.read_text())
    for order in tool.ORDERS:
        model = fitted(kernel, order)
        least = error(model)
        assert least == pytest.approx(stated[kernel, order], rel=1e-4)
        assert least <= 1.01 * bound(kernel, order, model.period_, least)


@pytest.mark.parametrize(("kernel", "order"), [("chi2", 1), ("jensen_shannon", 3)])
def test_the_table_holds_what_the_tool_finds(kernel, order):
    """One rerun of two entries, to 4 digits of the error and the period, 3 of the weights."""
    held = next(
        row for row in tool.FILE.read_text().splitlines() if row.startswith(f"{kernel},{order},")
    )
    ours, theirs = (
        np.array(row.split(",")[2:], dtype=float) for row in (tool.line(kernel, order), held)
    )
    np.testing.assert_allclose(ours, theirs, rtol=1e-3, atol=1e-4)


@pytest.mark.parametrize(("kernel", "order"), [(k, n) for k in NAMES for n in (1, 2, 4)])
def test_no_other_period_has_less_error(kernel, order):
    model = fitted(kernel, order)
    least = error(model)
    assert least <= 1.01 * bound_of_all_periods(kernel, order, model.period_, least)


@pytest.mark.parametrize("order", [1, pytest.param(3, marks=pytest.mark.slow)])
@pytest.mark.parametrize("kernel", PAIRS)
def test_pairs(kernel, order):
    model = fitted(kernel, order)
    least = error(model)
    assert least <= 1.01 * bound_of_all_periods(kernel, order, model.period_, least)


@pytest.mark.parametrize(
    "log_ratio", [0.5, 6, *(pytest.param(u, marks=pytest.mark.slow) for u in (3, 10, 100))]
)
@pytest.mark.parametrize("kernel", ["chi2", "intersection", (1.5, 0.7)])
def test_ratios_up_to_a_bound(kernel, log_ratio):
    where = {"ratio": math.exp(log_ratio)}
    model = fitted(kernel, 2, **where)
    least = error(model)
    assert least <= 1.01 * bound_of_all_periods(kernel, 2, model.period_, least, **where)


@pytest.mark.parametrize(
    ("kernel", "log_ratio", "wanted"), [("chi2", 3, 0.0055), ("jensen_shannon", 3, 0.001)]
)
def test_errors_reached_at_small_ratios(kernel, log_ratio, wanted):
    assert error(fitted(kernel, ratio=math.exp(log_ratio))) <= wanted
    everywhere = fitted(kernel)
    u = np.linspace(0, log_ratio, 1001)
    cosines = np.cos(np.multiply.outer(u, everywhere.frequencies_)) @ everywhere.weights_
    assert np.abs(cosines - kh.signature(kernel, u)).max() > wanted


@pytest.mark.parametrize("period", [0.2, 0.8, 3.0])
@pytest.mark.parametrize("kernel", ["chi2", "intersection", (3, -1)])
def test_with_a_period_only_the_weights_are_chosen(kernel, period):
    model = fitted(kernel, 3, period=period)
    assert model.period_ == period
    least = error(model)
    assert least <= 1.01 * bound(kernel, 3, period, least)


@pytest.mark.parametrize("gamma", [0.3, 2.0])
def test_the_degree_weighs_the_ratios(gamma):
    model = fitted("chi2", 2, gamma=gamma)
    least = error(model)
    assert least <= 1.01 * bound_of_all_periods("chi2", 2, model.period_, least, gamma=gamma)


def test_the_error_falls_with_the_order():
    for kernel in NAMES:
        errors = [error(fitted(kernel, order)) for order in range(17)]
        assert all(after < before for before, after in pairwise(errors))


@pytest.mark.parametrize("kernel", ["chi2", "jensen_shannon", "intersection"])
def test_less_error_on_digits_than_samples(kernel):
    X = load_digits().data[:200]
    X /= X.sum(axis=1, keepdims=True)
    exact = kh.additive_kernel(X, kernel=kernel)
    for order in (1, 3):
        phi, psi = (
            kh.ExplicitMap(kernel, order, design=design).fit_transform(X)
            for design in ("sampled", "minimax")
        )
        assert np.abs(psi @ psi.T - exact).max() < np.abs(phi @ phi.T - exact).max()


# a map like any other ---------------------------------------------------------------------------


@parametrize_with_checks([kh.ExplicitMap("intersection", order=2, design="minimax", ratio=50.0)])
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


@pytest.mark.parametrize("kernel", [*NAMES, "hellinger", *PAIRS])
def test_a_kernel_of_the_same_size(kernel):
    X = histograms()
    model = kh.ExplicitMap(kernel, order=2, design="minimax").fit(X)
    phi = model.transform(X)
    assert phi.shape == (12, 25)
    assert (model.weights_ >= 0).all()
    np.testing.assert_allclose(model.frequencies_, model.period_ * np.arange(3))
    assert kh.is_psd(phi @ phi.T)
    diagonal = model.diagonal_ * np.diagonal(kh.additive_kernel(X, kernel="chi2"))
    if isinstance(kernel, str):
        np.testing.assert_allclose((phi**2).sum(axis=1), diagonal, rtol=1e-12)
    single = model.transform(X.astype(np.float32))
    assert single.dtype == np.float32


def test_order_zero_halves_the_range_and_hellinger_is_exact():
    assert error(fitted("hellinger", 2)) < 1e-15
    one = fitted("intersection", 0)  # |w - e^(-u/2)| e^(-u/2): 1 - w at 0, w^2 / 4 at its peak
    assert one.weights_[0] == pytest.approx(2 * math.sqrt(2) - 2, rel=1e-5)
    assert fitted("chi2", 0).weights_.shape == (1,)


@pytest.mark.parametrize("kernel", ["chi2", "intersection", "hellinger", (5, 0.5001)])
@pytest.mark.parametrize("period", [1e-300, 1e-5, 20.0])
def test_any_period_gives_a_finite_map(kernel, period):
    X = np.array([[0.0, 5e-324, 1e-5, 1.0, 1e300]])
    model = kh.ExplicitMap(kernel, order=2, period=period, design="minimax").fit(X)
    assert np.isfinite(model.transform(X)).all()
    assert error(model) <= 1.001 * error(fitted(kernel, 0))


@pytest.mark.parametrize("ratio", [1 + 1e-15, 1 + 1e-9, 1.0001, 1.1, 1e8, 1e300])
@pytest.mark.parametrize("kernel", ["chi2", "intersection", "hellinger", (5, 0.5001)])
def test_any_ratio_gives_a_finite_map(kernel, ratio):
    model = fitted(kernel, 2, ratio=ratio)
    assert np.isfinite(model.weights_).all()
    assert 0 < model.period_ < 1e7
    assert error(model) <= 1.001 * error(fitted(kernel, 0, ratio=ratio)) + 1e-14


@pytest.mark.parametrize("gamma", [1e-3, 0.05, 20.0, 1e4])
def test_any_degree_gives_a_finite_map(gamma):
    model = fitted("chi2", 2, gamma=gamma)
    assert np.isfinite(model.weights_).all()
    assert error(model) <= error(fitted("chi2", 0, gamma=gamma)) + 1e-13


def test_copies_and_fits_are_equal():
    model = kh.ExplicitMap((2, -1), order=3, design="minimax", ratio=40.0)
    assert model.get_params()["design"] == "minimax"
    assert clone(model).get_params() == model.get_params()
    X = histograms()
    phi = model.fit_transform(X)
    np.testing.assert_array_equal(clone(model).fit_transform(X), phi)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).transform(X), phi)


def test_a_fit_does_not_touch_the_table():
    before = fitted("chi2", 2)
    before.weights_[:] = 0.0
    assert (fitted("chi2", 2).weights_ > 0).all()


def test_the_errors_in_the_docstring():
    stated = {
        "chi2": {1: "0.013", 2: "0.005", 3: "0.002", 10: "0.00002"},
        "jensen_shannon": {1: "0.004", 2: "0.002", 3: "0.0005", 10: "0.000004"},
        "intersection": {1: "0.067", 2: "0.048", 3: "0.037", 10: "0.016"},
    }
    for kernel, errors in stated.items():
        for order, text in errors.items():
            digits = len(text) - 2
            assert f"{error(fitted(kernel, order)):.{digits}f}" == text
        numbers = [text for text in errors.values()]
        assert " ".join([kernel, *numbers]) in " ".join(kh.ExplicitMap.__doc__.split())


def test_a_search_takes_milliseconds():
    fitted((1.5, 0.7), 3)
    start = time.process_time()
    fitted((1.6, 0.7), 3)
    assert time.process_time() - start < 1.0  # about 0.03 on a quiet machine
