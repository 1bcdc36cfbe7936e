"""The explicit map: which kernel it has, what it loses, and that it keeps scikit-learn's rules."""

import math
from itertools import pairwise

import mpmath
import numpy as np
import pytest
from hypothesis import given, strategies as st
from scipy import sparse
from sklearn.base import clone
from sklearn.datasets import load_digits
from sklearn.exceptions import NotFittedError
from sklearn.kernel_approximation import AdditiveChi2Sampler
from sklearn.neighbors import KNeighborsClassifier
from sklearn.pipeline import make_pipeline
from sklearn.utils.estimator_checks import parametrize_with_checks

import kernlab_helpers as kh
from kernlab_helpers.homogeneous import explicit_map

NAMES = ("chi2", "intersection", "jensen_shannon", "hellinger")
PAIRS = ((1, -1), (2, 2), (1.5, 0.7), (math.inf, 0.5), (math.inf, -2), (3, -math.inf))
EVERY = (*NAMES, *PAIRS)
LAMBDA = np.linspace(0, 60, 6001)


def histograms(n=12, d=5, seed=0):
    X = np.random.default_rng(seed).dirichlet(np.full(d, 0.5), size=n)
    X[X < 0.02] = 0.0
    return X


def inner(X, Y=None, **settings):
    fitted = kh.ExplicitMap(**settings).fit(X)
    phi = fitted.transform(X)
    return phi @ (phi if Y is None else fitted.transform(Y)).T


def error(kernel, order, period=None):
    """Largest error of k(a, b) over the larger of a and b; all of it lies at small ratios."""
    fitted = kh.ExplicitMap(kernel, order, period).fit([[1.0]])
    cosines = np.cos(np.multiply.outer(LAMBDA, fitted.frequencies_)) @ fitted.weights_
    return np.max(np.abs(cosines - kh.signature(kernel, LAMBDA)) * np.exp(-LAMBDA / 2))


@parametrize_with_checks(
    [
        kh.ExplicitMap(),
        kh.ExplicitMap("intersection", order=0, period=0.3, gamma=2.0),
        kh.ExplicitMap((2, -1), order=3),
    ]
)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


# the kernel of the map --------------------------------------------------------------------------


@pytest.mark.parametrize("gamma", [1.0, 0.5, 2.0])
@pytest.mark.parametrize("kernel", EVERY)
def test_features_are_those_of_the_formula(kernel, gamma):
    X = np.array([[0.0, 1.0, 2.5], [1e-3, 7.0, 0.0]])
    L, n = 0.45, 2
    fitted = kh.ExplicitMap(kernel, order=n, period=L, gamma=gamma).fit(X)
    phi = fitted.transform(X)
    assert phi.shape == (2, 3 * (2 * n + 1))
    point_mass = fitted.weights_[0] if math.isinf(kh.spectrum(kernel, 0.0)) else None
    for i, column in np.ndindex(2, 3):
        x = float(X[i, column])
        for j in range(n + 1):
            weight = (1 if j == 0 else 2) * L * float(kh.spectrum(kernel, j * L))
            height = math.sqrt(x**gamma * (point_mass if point_mass and j == 0 else weight))
            phase = j * L * math.log(x) if x else 0.0
            wanted = [height * math.cos(phase), height * math.sin(phase)]
            blocks = [2 * j - 1, 2 * j] if j else [0]
            got = [phi[i, 3 * block + column] for block in blocks]
            np.testing.assert_allclose(got, wanted[: len(got)], rtol=1e-12, atol=1e-14)


@pytest.mark.parametrize("kernel", EVERY)
def test_the_kernel_of_the_map_is_a_sum_of_cosines(kernel):
    X = histograms()
    fitted = kh.ExplicitMap(kernel, order=4).fit(X)
    log = np.log(np.where(X > 0, X, 1.0))
    ratio = log[:, None] - log[None, :]
    cosines = np.cos(np.multiply.outer(ratio, fitted.frequencies_)) @ fitted.weights_
    expected = (np.sqrt(X[:, None] * X[None, :]) * cosines).sum(axis=2)
    np.testing.assert_allclose(inner(X, kernel=kernel, order=4), expected, rtol=0, atol=1e-13)


@pytest.mark.parametrize("kernel", ["chi2", "jensen_shannon", "hellinger", (1, -1), (2, 2)])
def test_high_order_reaches_the_kernel(kernel):
    X = histograms()
    exact = kh.additive_kernel(X, kernel=kernel)
    np.testing.assert_allclose(inner(X, kernel=kernel, order=200), exact, rtol=0, atol=1e-10)


@pytest.mark.parametrize("kernel", ["chi2", "jensen_shannon", "intersection", (1.5, 0.7)])
def test_the_error_falls_with_the_order(kernel):
    errors = [error(kernel, order) for order in range(8)]
    assert all(after < before for before, after in pairwise(errors))


TABLE = {  # as the docstring has it
    "chi2": {1: 0.037, 2: 0.014, 3: 0.006, 10: 0.0001},
    "jensen_shannon": {1: 0.021, 2: 0.008, 3: 0.003, 10: 0.00004},
    "intersection": {1: 0.155, 2: 0.118, 3: 0.097, 10: 0.046},
}


@pytest.mark.parametrize("kernel", TABLE)
def test_the_errors_in_the_docstring(kernel):
    for order, stated in TABLE[kernel].items():
        digits = 5 if stated < 1e-4 else 4 if stated < 1e-3 else 3
        assert round(error(kernel, order), digits) == stated
        assert f"{stated:.{digits}f}" in kh.ExplicitMap.__doc__


# the default period -----------------------------------------------------------------------------


@pytest.mark.parametrize("order", [0, 1, 2, 10, 300])
@pytest.mark.parametrize("kernel", EVERY)
def test_the_default_period_keeps_the_diagonal(kernel, order):
    X = histograms()
    fitted = kh.ExplicitMap(kernel, order=order).fit(X)
    assert fitted.diagonal_ == pytest.approx(1, abs=1e-11)
    exact = np.diagonal(kh.additive_kernel(X, kernel=kernel))
    np.testing.assert_allclose((fitted.transform(X) ** 2).sum(axis=1), exact, rtol=1e-11)


@pytest.mark.parametrize("kernel", ["chi2", "jensen_shannon", "intersection"])
def test_the_default_period_balances_truncation_and_aliasing(kernel):
    # Poisson: sampling repeats the signature every 2 pi / L; its copies pay for the missing terms
    L = kh.ExplicitMap(kernel, order=2).fit([[1.0]]).period_
    copies = 2 * kh.signature(kernel, 2 * np.pi / L * np.arange(1, 40)).sum()
    samples = kh.spectrum(kernel, L * np.arange(3))
    missing = 1 + copies - L * (2 * samples.sum() - samples[0])
    assert copies == pytest.approx(missing, rel=1e-8)


@pytest.mark.parametrize("kernel", EVERY)
def test_order_zero_is_the_map_of_hellinger(kernel):
    X = histograms()
    root = math.sqrt(kh.signature(kernel, 0.0))
    phi = kh.ExplicitMap(kernel, order=0).fit_transform(X)
    np.testing.assert_allclose(phi, root * np.sqrt(X), rtol=1e-11)


def test_the_hellinger_map_is_exact_and_needs_one_column():
    X = histograms()
    phi = kh.ExplicitMap("hellinger", order=2, period=0.7).fit_transform(X)
    np.testing.assert_array_equal(phi[:, :5], np.sqrt(X))
    np.testing.assert_array_equal(phi[:, 5:], 0.0)


def test_a_repeat_in_log_x_is_not_seen():
    L = 0.5
    for x in (1e-4, 1.0, 3e5):
        pair = [[x], [x * math.exp(2 * math.pi / L)]]
        phi = kh.ExplicitMap(order=3, period=L).fit_transform(pair)
        np.testing.assert_allclose(phi[1], phi[0] * math.exp(math.pi / L), rtol=0, atol=1e-9 * x)


# scale ------------------------------------------------------------------------------------------


@given(st.floats(1e-100, 1e100), st.sampled_from(EVERY), st.floats(0.2, 2), st.integers(0, 50))
def test_the_map_is_homogeneous_of_degree_gamma(scale, kernel, gamma, seed):
    X = histograms(6, 4, seed)
    K = inner(X, kernel=kernel, gamma=gamma)
    scaled = inner(scale * X, kernel=kernel, gamma=gamma)
    np.testing.assert_allclose(scaled / scale**gamma, K, rtol=1e-8, atol=1e-10 * K.max())


@pytest.mark.parametrize("x", [5e-324, 1e-310, 1e-200, 1.0, 1e200, 1.7e308])
def test_no_size_is_cut_off(x):
    phi = kh.ExplicitMap("chi2", order=2, period=0.4).fit_transform([[x], [0.0]])
    with mpmath.workdps(30):
        angle = mpmath.mpf(0.8) * mpmath.log(mpmath.mpf(x))
        height = mpmath.sqrt(2 * mpmath.mpf(x) * 0.4 * mpmath.sech(mpmath.pi * 0.8))
        wanted = [float(height * mpmath.cos(angle)), float(height * mpmath.sin(angle))]
    np.testing.assert_allclose(phi[0, 3:], wanted, rtol=1e-11)
    np.testing.assert_array_equal(phi[1], 0.0)


# what comes in and goes out ---------------------------------------------------------------------


@pytest.mark.parametrize("order", [1, 2])
def test_equal_to_scikit_learn_at_its_own_period(order):
    X = load_digits().data[:100] / 16
    theirs = AdditiveChi2Sampler(sample_steps=order + 1, sample_interval=0.5).fit_transform(X)
    ours = kh.ExplicitMap("chi2", order=order, period=0.5).fit_transform(X)
    np.testing.assert_allclose(ours, theirs, rtol=0, atol=1e-14)


def test_the_error_on_digits_is_smaller_than_scikit_learns():
    X = load_digits().data[:300]
    X /= X.sum(axis=1, keepdims=True)
    exact = kh.additive_kernel(X, kernel="chi2")
    theirs = AdditiveChi2Sampler(sample_steps=2).fit_transform(X)
    ours = np.abs(inner(X) - exact).max()
    assert ours < 0.3 * np.abs(theirs @ theirs.T - exact).max()


@pytest.mark.parametrize("make", [sparse.csr_matrix, sparse.csr_array, sparse.csc_array])
def test_sparse_gives_the_same_numbers_sparse(make):
    X = histograms()
    fitted = kh.ExplicitMap("jensen_shannon", order=2).fit(make(X))
    phi = fitted.transform(make(X))
    assert phi.format == "csr"
    assert isinstance(phi, sparse.sparray) == isinstance(make(X), sparse.sparray)
    assert phi.nnz == 5 * np.count_nonzero(X)
    np.testing.assert_array_equal(phi.toarray(), fitted.transform(X))


def test_sparse_entries_given_twice_are_added_and_the_input_stays():
    parts = sparse.csr_array(([1.0, 2.0, 4.0], [0, 0, 1], [0, 2, 3]), shape=(2, 2))
    phi = kh.ExplicitMap().fit(parts).transform(parts)
    assert parts.nnz == 3
    expected = kh.ExplicitMap().fit_transform([[3.0, 0.0], [0.0, 4.0]])
    np.testing.assert_allclose(phi.toarray(), expected, rtol=1e-15)
    empty = sparse.csr_array((3, 2))
    assert kh.ExplicitMap().fit_transform(empty).shape == (3, 6)


def test_blocks_and_threads_change_nothing(monkeypatch):
    X = histograms(64, 7)
    before = X.copy()
    whole = kh.ExplicitMap(order=2).fit_transform(X)
    monkeypatch.setattr(explicit_map, "BLOCK", 20)
    monkeypatch.setattr(explicit_map, "cores", lambda: 1)
    np.testing.assert_array_equal(kh.ExplicitMap(order=2).fit_transform(X), whole)
    monkeypatch.setattr(explicit_map, "cores", lambda: 3)
    np.testing.assert_array_equal(kh.ExplicitMap(order=2).fit_transform(X), whole)
    np.testing.assert_array_equal(X, before)
    X[50, 3] = -1.0
    with pytest.raises(ValueError, match=r"Negative values in data.*X\[50, 3\] \(-1\)"):
        kh.ExplicitMap().fit(before).transform(X)


def test_precision_and_layout():
    X = histograms()
    fitted = kh.ExplicitMap(order=2).fit(X)
    expected = fitted.transform(X)
    for layout in (np.asfortranarray(X), np.repeat(X, 2, axis=1)[:, ::2], X.tolist()):
        np.testing.assert_array_equal(fitted.transform(layout), expected)
    single = fitted.transform(X.astype(np.float32))
    assert single.dtype == np.float32
    wanted = fitted.transform(X.astype(np.float32).astype(np.float64)).astype(np.float32)
    np.testing.assert_array_equal(single, wanted)
    assert fitted.transform([[1, 0, 2, 0, 3]]).dtype == np.float64


def test_names_of_the_columns():
    fitted = kh.ExplicitMap().fit([[1.0, 2.0]])
    assert fitted.get_feature_names_out(["red", "green"]).tolist() == [
        *("red_cos0", "green_cos0", "red_cos1", "green_cos1", "red_sin1", "green_sin1")
    ]
    plain = kh.ExplicitMap(order=0).fit([[1.0, 2.0]])
    assert plain.get_feature_names_out().tolist() == ["x0_cos0", "x1_cos0"]


def test_in_a_pipeline():
    X, y = load_digits(return_X_y=True)
    model = clone(make_pipeline(kh.ExplicitMap((1, -1)), KNeighborsClassifier(1)))
    assert model.fit(X[:600], y[:600]).score(X[600:900], y[600:900]) > 0.9


# what is refused --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("X", "words"),
    [
        (
            [[1.0, -2.0]],
            r"Negative values in data: X holds 1 of them.* X\[0, 1\] \(-2\)",
        ),
        (np.array([[1.0, math.nan]]), r"first at X\[0, 1\] \(NaN\).*drop"),
        (np.array([[math.inf, 1.0]]), r"first at X\[0, 0\] \(infinite\)"),
        (sparse.csr_array([[0.0, -1.0]]), r"the first at X\[0, 1\] \(-1\)"),
        (sparse.csr_array([[0.0, math.nan]]), r"X.data\[0\] \(NaN\)"),
        ([[1.0, 2.0, 3.0]], "X has 3 features, but ExplicitMap is expecting 2"),
    ],
)
def test_bad_values(X, words):
    fitted = kh.ExplicitMap().fit([[1.0, 2.0]])
    with pytest.raises(ValueError, match=words):
        fitted.transform(X)
    if "features" not in words:
        with pytest.raises(ValueError, match=words):
            kh.ExplicitMap().fit(X)


def test_features_beyond_floating_point():
    for dtype, big in ((np.float64, 1e200), (np.float32, 1e30)):
        X = np.array([[big, 1.0]], dtype=dtype)
        name = np.dtype(dtype).name
        with pytest.raises(ValueError, match=rf"X holds 1e\+.* overflow {name} with gamma = 4"):
            kh.ExplicitMap(gamma=4.0).fit_transform(X)


def test_a_kernel_that_jumps_has_no_map():
    with pytest.raises(ValueError, match="beta is inf, where the kernel jumps"):
        kh.ExplicitMap((math.inf, math.inf)).fit([[1.0]])


@pytest.mark.parametrize("kernel", EVERY)
@pytest.mark.parametrize("period", [1e-300, 1e-5, 20.0, 1e11])
def test_any_period_gives_a_finite_map(kernel, period):
    X = np.array([[0.0, 5e-324, 1e-5, 1.0, 1e300]])
    fitted = kh.ExplicitMap(kernel, order=2, period=period).fit(X)
    assert np.isfinite(fitted.transform(X)).all()
    assert (fitted.weights_ >= 0).all()


def test_not_fitted():
    for method in (kh.ExplicitMap().transform, kh.ExplicitMap().get_feature_names_out):
        with pytest.raises(NotFittedError):
            method([[1.0]])


def test_nothing_maps_to_zeros_without_a_sign():
    phi = kh.ExplicitMap("chi2", order=3).fit_transform([[0.0, 0.0], [0.5, 0.0]])
    assert not np.signbit(phi[phi == 0]).any()
