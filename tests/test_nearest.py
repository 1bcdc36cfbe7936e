"""The maps of least error on the rows they are fitted to: against a linear program, and as maps."""

import math
import pickle

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from scipy import sparse
from scipy.optimize import linprog
from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.utils.estimator_checks import parametrize_with_checks

import kernlab_helpers as kh
from kernlab_helpers.homogeneous import _nearest
from kernlab_helpers.homogeneous._arguments import kernel_of

NAMES = ("chi2", "jensen_shannon", "intersection")
PAIRS = ((1.5, 0.7), (math.inf, 0.5), (3, -math.inf), (5, 0.5001))


def histograms(n=40, d=6, seed=0):
    X = np.random.default_rng(seed).dirichlet(np.full(d, 0.5), size=n)
    X[X < 0.02] = 0.0
    return X


def digits():
    X = load_digits().data
    return X / X.sum(axis=1, keepdims=True)


def fitted(X, kernel="chi2", order=1, **settings):
    return kh.ExplicitMap(kernel, order, design="data", **settings).fit(X)


def exact(X, kernel, gamma=1.0):
    """K by loops over the pairs: sum_l (x_l y_l)^(gamma/2) kappa(log x_l - log y_l)."""
    K = np.zeros((len(X), len(X)))
    for i, x in enumerate(X):
        for j, y in enumerate(X):
            both = (x > 0) & (y > 0)
            a, b = x[both], y[both]
            K[i, j] = np.sum((a * b) ** (gamma / 2) * kh.signature(kernel, np.log(a) - np.log(b)))
    return K


def error(model, X):
    phi = model.transform(X)
    return np.abs(phi @ phi.T - exact(X, model.kernel, model.gamma)).max()


def bound(X, kernel, order, period, scale, gamma=1.0):
    """Least error that any weights >= 0 have on X at this period, by a linear program."""
    lower = np.tril_indices(len(X))
    K = exact(X, kernel, gamma)[lower]
    cosines = []
    for j in range(order + 1):
        angle = j * period * np.log(np.where(X > 0, X, 1))
        wave = np.concatenate([np.cos(angle), np.sin(angle)], axis=1)
        wave *= np.tile(X, 2) ** (gamma / 2)
        cosines.append((wave @ wave.T)[lower])
    A = np.stack(cosines, axis=1) / scale
    one = np.ones((len(A), 1))
    found = linprog(
        [0] * (order + 1) + [1],
        A_ub=np.block([[A, -one], [-A, -one]]),
        b_ub=np.concatenate([K, -K]) / scale,
        method="highs",
    )
    assert found.status == 0, found.message
    return found.fun * scale


# the least error --------------------------------------------------------------------------------


SOME = [("chi2", 1.0), ("intersection", 0.5), (PAIRS[2], 1.0)]
REST = [(kernel, g) for kernel in (*NAMES, *PAIRS) for g in (1.0, 2.0, 0.5)]
REST = [pytest.param(*pair, marks=pytest.mark.slow) for pair in REST if pair not in SOME]


@pytest.mark.parametrize(("kernel", "gamma"), SOME + REST)
def test_no_weights_and_no_period_near_have_less_error(kernel, gamma):
    X = histograms()
    model = fitted(X, kernel, 2, gamma=gamma)
    least = error(model, X)
    periods = model.period_ * np.append(np.geomspace(0.5, 2, 9), 1.0)
    bounds = [bound(X, kernel, 2, period, least, gamma) for period in periods]
    assert least <= 1.02 * min(bounds)


@pytest.mark.parametrize("kernel", ["chi2", pytest.param("intersection", marks=pytest.mark.slow)])
def test_amounts_that_hardly_differ_take_a_long_period(kernel):
    X = 1 + 0.2 * np.random.default_rng(0).uniform(size=(30, 4))
    model = fitted(X, kernel)
    periods = np.geomspace(0.1, 30, 40)
    least = min(bound(X, kernel, 1, period, 1e-2) for period in periods)
    assert error(model, X) <= 1.05 * least + 1e-12


@pytest.mark.parametrize("period", [0.3, 0.8, 2.0])
def test_with_a_period_only_the_weights_are_chosen(period):
    X = histograms()
    model = fitted(X, "intersection", 3, period=period)
    assert model.period_ == period
    least = error(model, X)
    assert least <= 1.001 * bound(X, "intersection", 3, period, least)


@pytest.mark.parametrize(
    ("kernel", "order"),
    [
        pytest.param(k, n, marks=pytest.mark.slow if (k, n) != ("chi2", 1) else ())
        for k in NAMES
        for n in (1, 3)
    ],
)
def test_on_other_digits_it_is_nearer_than_the_other_designs(kernel, order):
    X = digits()
    others, X = X[300:], X[:100]
    models = [
        kh.ExplicitMap(kernel, order, design=design).fit(others)
        for design in ("sampled", "minimax", "data")
    ]
    sampled, minimax, data = (error(model, X) for model in models)
    assert 1.3 * data < minimax < sampled


@pytest.mark.parametrize(
    "orders", [[1], pytest.param([2, 3], marks=pytest.mark.slow)], ids=["one", "more"]
)
def test_the_errors_in_the_docstring(orders):
    stated = {
        "chi2": {1: "0.002", 2: "0.0008", 3: "0.00002"},
        "jensen_shannon": {1: "0.0002", 2: "0.0001", 3: "0.000002"},
        "intersection": {1: "0.05", 2: "0.03", 3: "0.03"},
    }
    X = digits()[np.random.default_rng(0).permutation(1797)]
    text = " ".join(kh.ExplicitMap.__doc__.split())
    for kernel, errors in stated.items():
        for order in orders:
            written = errors[order]
            phi = fitted(X[500:], kernel, order).transform(X[:500])
            off = np.abs(phi @ phi.T - kh.additive_kernel(X[:500], kernel=kernel)).max()
            assert f"{off:.{len(written) - 2}f}" == written
        assert " ".join([kernel, *errors.values()]) in text


def test_hellinger_is_exact_and_order_zero_has_one_weight():
    X = histograms()
    assert error(fitted(X, "hellinger", 2), X) < 1e-14
    assert fitted(X, "chi2", 0).weights_.shape == (1,)
    assert error(fitted(X, "chi2", 0), X) <= 1.001 * bound(X, "chi2", 0, 1.0, 1.0)


# laws -------------------------------------------------------------------------------------------


@settings(max_examples=25, deadline=None)
@given(st.integers(4, 30), st.integers(1, 8), st.integers(0, 2), st.integers(0, 10**6))
def test_a_kernel_whatever_the_rows(n, d, order, seed):
    X = histograms(n, d, seed) if d > 1 else np.random.default_rng(seed).uniform(size=(n, 1))
    X[0] = 0.0
    model = fitted(X, "chi2", order)
    phi = model.transform(X)
    assert (model.weights_ >= 0).all()
    assert np.isfinite(model.weights_).all() and 0 < model.period_ < 1e3
    assert kh.is_psd(phi @ phi.T)
    assert not phi[0].any()


@pytest.mark.parametrize("scale", [1e-300, 1e-3, 1e6, 1e300])
def test_the_weights_do_not_hang_on_the_unit(scale):
    X = histograms()
    ours, theirs = fitted(X, order=2), fitted(scale * X, order=2)
    np.testing.assert_allclose(theirs.period_, ours.period_, rtol=2e-3)
    np.testing.assert_allclose(theirs.weights_, ours.weights_, rtol=0.05, atol=1e-3)
    assert error(ours, X) == pytest.approx(error(theirs, X), rel=0.02)


def test_neither_on_the_order_of_rows_and_columns():
    X = histograms()
    rng = np.random.default_rng(1)
    turned = X[rng.permutation(len(X))][:, rng.permutation(X.shape[1])]
    assert error(fitted(turned, order=2), X) == pytest.approx(
        error(fitted(X, order=2), X), rel=0.02
    )


def test_the_cosine_matrix_and_the_kernel_are_those_of_loops():
    X = histograms(8)
    np.testing.assert_allclose(
        _nearest.exact(X**0.5, _nearest.log_or_0(X), kernel_of("chi2")),
        kh.additive_kernel(X),
        rtol=1e-12,
    )
    angles = 0.7 * _nearest.log_or_0(X)
    wanted = [
        [np.sum(np.sqrt(x * y) * np.cos(a - b)) for y, b in zip(X, angles, strict=True)]
        for x, a in zip(X, angles, strict=True)
    ]
    np.testing.assert_allclose(_nearest.cosine_matrix(X**0.5, angles), wanted, atol=1e-15)


def test_two_hundred_rows_count_evenly_spaced():
    X = histograms(1000)
    rows = _nearest.spread_rows(1000, 6, 2)
    assert len(rows) == 200 and rows[0] == 0 and rows[-1] == 999
    assert set(np.diff(rows)) <= {5, 6}
    some, whole = fitted(X[rows]), fitted(X)
    np.testing.assert_array_equal(some.weights_, whole.weights_)
    wide = _nearest.spread_rows(1000, 10**6, 2)
    assert len(wide) == 7  # as 50 million numbers in all pairs are the limit
    assert len(_nearest.spread_rows(1000, 10**9, 5)) == 7  # but order + 2 at least


# a map like any other ---------------------------------------------------------------------------


@parametrize_with_checks([kh.ExplicitMap("chi2", order=1, design="data")])
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


@pytest.mark.parametrize("kind", ["csr", "memmap", "dask", "float32"])
def test_rows_wherever_they_are(kind, tmp_path):
    X = histograms(300)
    expected = fitted(X, order=2)
    if kind == "csr":
        other = sparse.csr_matrix(X)
    elif kind == "float32":
        other = X.astype(np.float32)
    elif kind == "memmap":
        np.save(tmp_path / "X.npy", X)
        other = np.load(tmp_path / "X.npy", mmap_mode="r")
    else:
        other = pytest.importorskip("dask.array").from_array(X, chunks=(70, 6))
    model = fitted(other, order=2)
    exactly = 1e-3 if kind == "float32" else 1e-12
    np.testing.assert_allclose(model.period_, expected.period_, rtol=exactly)
    np.testing.assert_allclose(model.weights_, expected.weights_, rtol=10 * exactly, atol=exactly)


def test_the_rows_of_a_dask_array_are_checked_too():
    array = pytest.importorskip("dask.array")
    X = histograms(10)
    X[3, 0] = -1.0
    with pytest.raises(ValueError, match=r"Negative values in data: X .*X\[3, 0\]"):
        fitted(array.from_array(X, chunks=(5, 6)))
    with pytest.raises(ValueError, match="what counts of X"):
        fitted(array.from_array(np.tile(X, (100, 1)), chunks=(50, 6)))


def test_of_a_memmap_only_the_rows_that_count_are_looked_at(tmp_path):
    X = histograms(1000)
    X[1] = -1.0  # the second row does not count
    np.save(tmp_path / "X.npy", X)
    on_disk = np.load(tmp_path / "X.npy", mmap_mode="r")
    model = fitted(on_disk)
    with pytest.raises(ValueError, match="Negative values in data"):
        model.transform(on_disk)


def test_copies_and_fits_are_equal():
    model = kh.ExplicitMap((2, -1), order=3, design="data")
    X = histograms()
    before = X.copy()
    phi = model.fit_transform(X)
    np.testing.assert_array_equal(X, before)
    np.testing.assert_array_equal(clone(model).fit_transform(X), phi)
    np.testing.assert_array_equal(pickle.loads(pickle.dumps(model)).transform(X), phi)
