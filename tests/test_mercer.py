"""The Mercer map against the points themselves, the full spectrum and scikit-learn's KernelPCA."""

import inspect
from functools import cache

import numpy as np
import pytest
import scipy.sparse.linalg
from hypothesis import given, strategies as st
from laws import IRISES, point_sets, same
from scipy.sparse.linalg import ArpackNoConvergence
from sklearn.base import clone
from sklearn.decomposition import KernelPCA
from sklearn.exceptions import NotFittedError
from sklearn.linear_model import LogisticRegression
from sklearn.model_selection import cross_val_predict
from sklearn.pipeline import make_pipeline
from sklearn.preprocessing import KernelCenterer
from sklearn.utils.estimator_checks import parametrize_with_checks

import kernlab_helpers as kh
from kernlab_helpers import _spectrum

SETS = {name: X.astype(float) for name, (X, _) in point_sets().items() if name != "far"}
seeds = st.integers(0, 10**6)


def circle(n):
    angle = 2 * np.pi * np.arange(n) / n
    return np.column_stack([np.cos(angle), np.sin(angle)])


def cloud(n, d, seed=0):
    return np.random.default_rng(seed).normal(size=(n, d))


def refused(estimator):
    """Return the checks that pass an indefinite matrix, which scikit-learn expects to be taken."""
    return {
        "check_positive_only_tag_during_fit": "K minus its mean has eigenvalues -1467 and 2067",
        "check_estimators_dtypes": "K in float32, or with its decimals cut off, is indefinite",
    }


@parametrize_with_checks(
    [kh.MercerMap(), kh.MercerMap(n_components=1)], expected_failed_checks=refused
)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


# the map ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", [kh.linear, kh.polynomial, kh.gaussian])
@pytest.mark.parametrize("name", SETS)
def test_inner_products_and_distances_are_those_of_k(name, kernel):
    K = kernel(SETS[name])
    phi = kh.MercerMap().fit_transform(K)
    same(phi @ phi.T, K, rtol=1e-9)
    gaps = ((phi[:, None] - phi[None, :]) ** 2).sum(axis=2)
    atol = 4e-12 * len(K) * np.abs(K).max()  # directions left out
    np.testing.assert_allclose(gaps, kh.squared_distances(K), rtol=1e-9, atol=atol)


@given(st.integers(1, 9), st.integers(1, 9), seeds, st.floats(-100, 100))
def test_the_points_come_back_turned(n, d, seed, power):
    X = cloud(n, d, seed) * 10.0**power
    phi = kh.MercerMap().fit_transform(kh.linear(X))
    assert phi.shape == (n, min(n, d))
    left, _, right = np.linalg.svd(phi.T @ X / 10.0 ** (2 * power), full_matrices=False)
    np.testing.assert_allclose(phi @ (left @ right) / 10.0**power, X / 10.0**power, atol=1e-6)


@given(st.integers(2, 9), seeds)
def test_r_axes_give_the_closest_matrix_of_rank_r(n, seed):
    K = kh.gaussian(cloud(n, 2, seed))
    spectrum = np.linalg.eigvalsh(K)[::-1]
    for r in range(1, n):
        mercer_map = kh.MercerMap(r)
        phi = mercer_map.fit_transform(K)
        np.testing.assert_allclose(mercer_map.eigenvalues_, spectrum[: phi.shape[1]], rtol=1e-9)
        assert np.linalg.norm(phi @ phi.T - K, 2) == pytest.approx(spectrum[r], abs=1e-11 * n)


@pytest.mark.parametrize("name", SETS)
def test_eigenvectors_are_orthonormal_falling_and_signed(name):
    K = kh.gaussian(SETS[name])
    fitted = kh.MercerMap().fit(K)
    V, values = fitted.eigenvectors_, fitted.eigenvalues_
    assert (values > 0).all() and (np.diff(values) <= 0).all()
    np.testing.assert_allclose(V.T @ V, np.eye(len(values)), atol=1e-12)
    np.testing.assert_allclose(K @ V, V * values, atol=1e-12 * np.abs(K).max() * len(K))
    assert (V.max(axis=0) >= (1 - 1e-6) * np.abs(V).max(axis=0)).all()


def test_of_equally_large_entries_the_first_is_positive():
    V = kh.MercerMap().fit([[2.0, -1.0], [-1.0, 2.0]]).eigenvectors_
    np.testing.assert_allclose(V, np.sqrt(0.5) * np.array([[1, 1], [-1, 1]]), rtol=1e-14)
    noisy = np.array([[-1.0, -2.0], [1.0 + 1e-12, 1.0]])
    np.testing.assert_array_equal(_spectrum.with_fixed_signs(noisy), -noisy)


def test_the_order_of_the_points_does_not_matter():
    X = cloud(12, 2)
    order = np.random.default_rng(1).permutation(12)
    phi = kh.MercerMap(3).fit_transform(kh.gaussian(X))
    same(kh.MercerMap(3).fit_transform(kh.gaussian(X[order])), phi[order], rtol=1e-9)


@pytest.mark.parametrize("n", [30, 600])
def test_the_same_matrix_gives_the_same_bits(n):
    blocks = np.kron(np.eye(3), np.ones((n // 3, n // 3)))
    kernels = [kh.gaussian(cloud(n, 3)), kh.gaussian(circle(n)), kh.linear(cloud(n, 2)), blocks]
    if (
        "rng" in inspect.signature(scipy.sparse.linalg.eigsh).parameters
    ):  # an older scipy draws further starting vectors as it likes
        kernels.append(np.eye(n))
    for K in kernels:
        first, second = (kh.MercerMap(3).fit(K.copy()) for _ in range(2))
        np.testing.assert_array_equal(first.eigenvectors_, second.eigenvectors_)
        np.testing.assert_array_equal(first.eigenvalues_, second.eigenvalues_)


# rank -------------------------------------------------------------------------------------------


@pytest.mark.parametrize(("n", "r"), [(20, None), (20, 10), (600, 10)])
@pytest.mark.parametrize("scale", [1e-300, 1.0, 1e300])
def test_directions_of_rounding_are_left_out(n, r, scale):
    K = scale * kh.linear(cloud(n, 3))
    assert kh.MercerMap(r).fit_transform(K).shape == (n, 3)
    assert kh.MercerMap(2).fit_transform(K).shape == (n, 2)


def test_the_line_between_rounding_and_a_direction_is_relative():
    for scale in (1e-6, 1.0, 1e6):
        assert len(kh.MercerMap().fit(scale * np.diag([1.0, 1e-11])).eigenvalues_) == 2
        assert len(kh.MercerMap().fit(scale * np.diag([1.0, 1e-13])).eigenvalues_) == 1


@pytest.mark.parametrize("n", [1, 3, 600])
def test_points_all_at_the_origin_have_no_axes(n):
    fitted = kh.MercerMap(1).fit(np.zeros((n, n)))
    assert fitted.eigenvectors_.shape == (n, 0)
    assert fitted.transform(np.zeros((2, n))).shape == (2, 0)


def test_one_point():
    np.testing.assert_array_equal(kh.MercerMap().fit_transform([[9.0]]), [[3.0]])


# new points -------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", SETS)
def test_old_points_stay_where_they_are(name):
    K = kh.gaussian(SETS[name])
    fitted = kh.MercerMap()
    phi = fitted.fit_transform(K)
    np.testing.assert_allclose(fitted.transform(K), phi, atol=1e-8)


@given(seeds)
def test_new_points_have_the_inner_products_they_came_with(seed):
    X, new = cloud(8, 3, seed), cloud(5, 3, seed + 1)
    fitted = kh.MercerMap()
    phi = fitted.fit_transform(kh.linear(X))
    phi_new = fitted.transform(kh.linear(new, X))
    same(phi_new @ phi.T, kh.linear(new, X), rtol=1e-8)
    same(phi_new @ phi_new.T, kh.linear(new), rtol=1e-8)  # X spans the space of new


def test_a_new_point_beside_the_span_is_projected_onto_it():
    fitted = kh.MercerMap().fit(kh.linear([[2.0, 0.0]]))
    np.testing.assert_allclose(fitted.transform(kh.linear([[1.0, 5.0]], [[2.0, 0.0]])), [[1.0]])


@pytest.mark.parametrize("n", [40, 600])
def test_centered_it_is_kernel_pca(n):
    X, new = cloud(n, 3), cloud(10, 3, seed=1)
    K, K_new = kh.gaussian(X), kh.gaussian(new, X)
    center, pca = KernelCenterer().fit(K), KernelPCA(4, kernel="precomputed").fit(K)
    fitted = kh.MercerMap(4)
    phi = fitted.fit_transform(center.transform(K))
    np.testing.assert_allclose(fitted.eigenvalues_, pca.eigenvalues_, rtol=1e-10)
    signs = np.sign((phi * pca.transform(K)).sum(axis=0))
    np.testing.assert_allclose(phi, signs * pca.transform(K), atol=1e-10)
    np.testing.assert_allclose(
        fitted.transform(center.transform(K_new)), signs * pca.transform(K_new), atol=1e-10
    )


# a few axes of many points ----------------------------------------------------------------------

LARGE = {
    "cloud": kh.gaussian(cloud(600, 3)),
    "pairs of equal eigenvalues": kh.gaussian(circle(600)),
    "four equal blocks": np.kron(np.eye(4), np.ones((150, 150))),
    "low rank": kh.linear(cloud(600, 3)),
    "isolated points": kh.gaussian(cloud(600, 5), sigma=0.1),
    "identity": np.eye(600),
    "almost the identity": np.eye(600) + 1e-9 * kh.gaussian(cloud(600, 2)),
    "one point in one place": np.ones((600, 600)),
    "large numbers": 1e300 * kh.gaussian(cloud(600, 3)),
}


@cache
def spectrum_of(name):
    return np.linalg.eigvalsh(LARGE[name])[::-1]


@pytest.mark.parametrize("r", [1, 2, 10])
@pytest.mark.parametrize("name", LARGE)
def test_few_axes_are_the_first_of_all(name, r):
    K = LARGE[name]
    fitted = kh.MercerMap(r).fit(K)
    V, values = fitted.eigenvectors_, fitted.eigenvalues_
    spectrum = spectrum_of(name)[:r]
    same(values, spectrum[spectrum > 1e-12 * spectrum[0]], rtol=1e-12)
    np.testing.assert_allclose(V.T @ V, np.eye(len(values)), atol=1e-12)
    np.testing.assert_allclose((K @ V) / values[0], V * (values / values[0]), atol=1e-11)


@pytest.mark.parametrize("name", [name for name in LARGE if name != "almost the identity"])
def test_few_axes_never_cost_a_full_spectrum(monkeypatch, name):
    monkeypatch.setattr(np.linalg, "eigh", None)
    for r in (1, 2, 10):
        assert 1 <= len(kh.MercerMap(r).fit(LARGE[name]).eigenvalues_) <= r


def test_the_layout_in_memory_does_not_change_few_axes():
    K = LARGE["cloud"]
    expected = kh.MercerMap(3).fit_transform(K)
    for layout in (np.asfortranarray(K), np.repeat(K, 2, axis=1)[:, ::2]):
        np.testing.assert_array_equal(kh.MercerMap(3).fit_transform(layout), expected)


def missing(eigsh):
    """Return a solver that overlooks the second axis."""

    def solver(K, r, **options):
        values, vectors = eigsh(K, r + 1, **options)
        kept = np.argsort(values)[::-1][[0, *range(2, r + 1)]]
        return values[kept], vectors[:, kept]

    return solver


def failing(eigsh):
    def solver(*args, **options):
        raise ArpackNoConvergence("No convergence", np.empty(0), np.empty((600, 0)))

    return solver


@pytest.mark.parametrize("fault", [pytest.param(missing, marks=pytest.mark.slow), failing])
def test_the_full_solver_steps_in(monkeypatch, fault):
    eigsh = scipy.sparse.linalg.eigsh
    monkeypatch.setattr(scipy.sparse.linalg, "eigsh", fault(eigsh))
    assert _spectrum._lanczos(LARGE["cloud"], 3) is None
    values = kh.MercerMap(3).fit(LARGE["cloud"]).eigenvalues_
    np.testing.assert_allclose(values, spectrum_of("cloud")[:3], rtol=1e-12)


# matrices of no points --------------------------------------------------------------------------


WIDE = pytest.param(600, 10, marks=pytest.mark.slow)


@pytest.mark.parametrize(("n", "r"), [(40, None), (40, 1), (600, 1), WIDE])
def test_an_indefinite_matrix_is_refused(n, r):
    X = cloud(n, 2)
    D = kh.distances(kh.linear(X))
    turn, _ = np.linalg.qr(cloud(n, n))
    one_negative = (turn * np.r_[-0.01, np.linspace(0, 1, n - 1)]) @ turn.T
    for K in (D, kh.self_tuning(X), one_negative, -np.eye(n), -kh.linear(X), np.tanh(X @ X.T - 1)):
        with pytest.raises(ValueError, match=r"K is not positive semi-definite: its least eig"):
            kh.MercerMap(r).fit((K + K.T) / 2)


def test_the_line_of_refusal_is_that_of_is_psd():
    for least, dtype in ((-1e-10, float), (-1e-8, float), (-5e-5, np.float32), (-2e-4, np.float32)):
        K = np.diag([1.0, least]).astype(dtype)
        if kh.is_psd(K):
            assert kh.MercerMap().fit_transform(K).shape == (2, 1)
        else:
            with pytest.raises(ValueError, match="not positive semi-definite"):
                kh.MercerMap().fit(K)
    mended = kh.repair(np.diag([1.0, -1e-4])).K
    assert kh.MercerMap().fit_transform(mended).shape == (2, 1)


# input and conventions --------------------------------------------------------------------------


@pytest.mark.parametrize("n", [30, 600])
def test_single_precision(n):
    K = kh.gaussian(cloud(n, 2))
    K32 = K.astype(np.float32)
    fitted = kh.MercerMap(3).fit(K32)
    phi = fitted.fit_transform(K32)
    assert {phi.dtype, fitted.eigenvalues_.dtype, fitted.eigenvectors_.dtype} == {K32.dtype}
    assert fitted.transform(K32).dtype == np.float32
    assert fitted.transform(K).dtype == np.float64
    np.testing.assert_allclose(phi, kh.MercerMap(3).fit_transform(K), atol=1e-5)
    assert len(kh.MercerMap().fit(kh.linear(cloud(n, 2)).astype(np.float32)).eigenvalues_) == 2


def test_input_stays_as_it_is():
    K = kh.gaussian(IRISES)
    K.setflags(write=False)
    fitted = kh.MercerMap(2).fit(K)
    np.testing.assert_array_equal(fitted.transform(K), fitted.transform(K.tolist()))
    np.testing.assert_array_equal(K, kh.gaussian(IRISES))


def test_transform_says_what_is_wrong_with_new_points():
    with pytest.raises(NotFittedError):
        kh.MercerMap().transform(np.eye(2))
    fitted = kh.MercerMap().fit(kh.gaussian(IRISES))
    for K_new, words in (
        (np.ones((5, 2)), r"K_new has shape \(5, 2\) and must be \(m, 5\)"),
        (np.full((1, 5), np.nan), r"K_new holds 5 value\(s\).*first at K_new\[0, 0\] \(NaN\)"),
        (np.ones(5), "Reshape your data"),
        (np.full((1, 5), 1e308), "coordinates of the new points overflow float64"),
    ):
        with pytest.raises(ValueError, match=words):
            fitted.transform(K_new)
    with pytest.raises(TypeError, match="K_new holds text"):
        fitted.transform([["a"] * 5])


def test_names_and_parameters():
    fitted = kh.MercerMap(n_components=2).fit(kh.gaussian(IRISES))
    assert fitted.get_feature_names_out().tolist() == ["mercermap0", "mercermap1"]
    assert clone(fitted).get_params() == {"n_components": 2}
    assert fitted.n_features_in_ == 5


def test_cross_validation_cuts_rows_and_columns():
    X, y = kh.rings(random_state=0)
    K = kh.polynomial(X, degree=2)
    model = make_pipeline(kh.MercerMap(), LogisticRegression())
    assert kh.accuracy(y, cross_val_predict(model, K, y, cv=5)) > 0.95
