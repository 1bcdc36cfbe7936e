"""SpectralKMeans: Ng, Jordan and Weiss on a given affinity matrix."""

import numpy as np
import pytest
from hypothesis import given, strategies as st
from sklearn.base import ClusterMixin, is_clusterer
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris, make_circles
from sklearn.utils.estimator_checks import check_clustering, parametrize_with_checks

import kernlab_helpers as kh

IRIS = load_iris().data
RINGS, RING = make_circles(120, factor=0.4, noise=0.04, random_state=0)


def same_partition(one, other):
    return len(set(zip(one, other, strict=True))) == len(set(one)) == len(set(other))


@parametrize_with_checks([kh.SpectralKMeans()])
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


@pytest.mark.parametrize("readonly", [False, True])
def test_scikit_learn_check_of_clusterers(readonly):
    class OnPoints(ClusterMixin, kh.SpectralKMeans):  # the check passes points
        def fit(self, X, y=None):
            return super().fit(kh.gaussian(X))

    check_clustering("SpectralKMeans", OnPoints(), readonly_memmap=readonly)
    assert is_clusterer(kh.SpectralKMeans())


@pytest.mark.parametrize("zero_diagonal", [True, False])
@pytest.mark.parametrize("k", [2, 3, 5])
def test_the_recipe_of_ng_jordan_and_weiss_step_by_step(zero_diagonal, k):
    A = kh.gaussian(IRIS, sigma=1.0)
    before = A.copy()
    model = kh.SpectralKMeans(k, zero_diagonal=zero_diagonal, random_state=0).fit(A)
    np.testing.assert_array_equal(A, before)
    W = A - np.diag(np.diag(A)) * zero_diagonal
    D = np.diag(1 / np.sqrt(W.sum(axis=1)))
    values, vectors = np.linalg.eigh(D @ W @ D)
    top = vectors[:, : -k - 1 : -1]
    rows = top / np.sqrt((top**2).sum(axis=1, keepdims=True))
    np.testing.assert_allclose(model.eigenvalues_, values[: -k - 1 : -1], rtol=1e-12)
    assert model.eigenvalues_[0] == pytest.approx(1, rel=1e-12)
    np.testing.assert_allclose(np.abs(model.embedding_), np.abs(rows), atol=1e-9)
    np.testing.assert_allclose(np.linalg.norm(model.embedding_, axis=1), 1, rtol=1e-14)
    theirs = KMeans(k, n_init=10, random_state=0, tol=0).fit(model.embedding_)
    np.testing.assert_array_equal(model.labels_, theirs.labels_)
    assert model.inertia_ == pytest.approx(theirs.inertia_, rel=1e-9)


def test_few_axes_of_many_points_are_those_of_the_full_spectrum():
    X, y = make_circles(700, factor=0.3, noise=0.03, random_state=0)
    A = kh.gaussian(X, sigma=0.1)
    model = kh.SpectralKMeans(2, random_state=0).fit(A)
    np.fill_diagonal(A, 0)
    roots = np.sqrt(A.sum(axis=1))
    values = np.linalg.eigvalsh(A / np.outer(roots, roots))
    np.testing.assert_allclose(model.eigenvalues_, values[:-3:-1], rtol=1e-9)
    assert same_partition(model.labels_, y)


def test_rings_come_apart():
    model = kh.SpectralKMeans(2, random_state=0).fit(kh.gaussian(RINGS, sigma=0.1))
    assert same_partition(model.labels_, RING)


@pytest.mark.parametrize("sizes", [(2, 2), (3, 4, 5), (2, 9, 4, 3)])
def test_groups_without_affinity_between_them_are_found_exactly(sizes):
    y = np.repeat(np.arange(len(sizes)), sizes)
    A = (y[:, None] == y) * np.random.default_rng(0).uniform(0.1, 1, size=(len(y), len(y)))
    model = kh.SpectralKMeans(len(sizes), random_state=0).fit(A + A.T)
    np.testing.assert_allclose(model.eigenvalues_, 1, rtol=1e-12)
    assert same_partition(model.labels_, y)
    assert model.inertia_ == pytest.approx(0, abs=1e-12)


@given(st.integers(3, 15), st.integers(1, 3), st.integers(0, 10**6))
def test_scale_order_and_history(n, k, seed):
    rng = np.random.default_rng(seed)
    A = kh.gaussian(rng.normal(size=(n, 2)), sigma=1.0)
    model = kh.SpectralKMeans(k, random_state=seed).fit(A)
    larger = kh.SpectralKMeans(k, random_state=seed).fit(1024 * A)
    np.testing.assert_array_equal(larger.labels_, model.labels_)
    order = rng.permutation(n)
    turned = kh.SpectralKMeans(k, random_state=seed).fit(A[np.ix_(order, order)])
    np.testing.assert_allclose(turned.eigenvalues_, model.eigenvalues_, rtol=1e-9, atol=1e-12)
    costs = [record.cost for record in model.history_]
    assert (np.diff(costs) <= 0).all()
    assert model.inertia_ == costs[-1]
    assert len(costs) == model.n_iter_
    for record in model.history_:
        centers = [model.embedding_[record.labels == c].mean(axis=0) for c in range(k)]
        np.testing.assert_allclose(record.centers, centers, atol=1e-12)
        left = ((model.embedding_ - record.centers[record.labels]) ** 2).sum()
        assert record.cost == pytest.approx(left, rel=1e-9, abs=1e-12)


def test_an_indefinite_affinity_is_taken():
    A = kh.self_tuning([[0.0], [2.0], [3.0], [4.0], [6.0]], neighbor=3)
    assert not kh.is_psd(A)
    assert kh.SpectralKMeans(2, zero_diagonal=False, random_state=0).fit(A).embedding_.shape == (
        5,
        2,
    )


def test_undetermined_axes_are_warned_about():
    apart = np.kron(np.eye(3), [[1.0, 0.5], [0.5, 1.0]])  # three groups, two clusters asked for
    with pytest.warns(UserWarning, match="eigenvalues 2 and 3 of L are equal, 1: 2 axes"):
        model = kh.SpectralKMeans(2, random_state=0).fit(apart)
    assert np.isfinite(model.embedding_).all()


def test_tiny_affinities_still_count():
    A = np.array([[1.0, 1e-300, 0.0], [1e-300, 1.0, 1e-320], [0.0, 1e-320, 1.0]])
    assert np.isfinite(kh.SpectralKMeans(2, random_state=0).fit(A).embedding_).all()
