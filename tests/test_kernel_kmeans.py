"""KernelKMeans and KernelPCAKMeans: k-means from the kernel matrix alone."""

import warnings

import numpy as np
import pytest
from hypothesis import given, strategies as st
from sklearn.base import ClusterMixin, is_clusterer
from sklearn.cluster import KMeans
from sklearn.datasets import load_iris, make_circles
from sklearn.decomposition import KernelPCA
from sklearn.exceptions import NotFittedError
from sklearn.utils.estimator_checks import check_clustering, parametrize_with_checks

import kernlab_helpers as kh
from kernlab_helpers._estimators import fill_empty

BOTH = [kh.KernelKMeans, kh.KernelPCAKMeans]
IRIS = load_iris().data


def cost(K, labels):
    """Sum over the points of the squared distance to their mean, by loops."""
    total = 0.0
    for i, c in enumerate(labels):
        members = [j for j in range(len(K)) if labels[j] == c]
        size = len(members)
        total += K[i, i] - 2 * sum(K[i, j] for j in members) / size
        total += sum(K[j, m] for j in members for m in members) / size**2
    return total


def means(X, labels):
    return np.array([X[labels == c].mean(axis=0) for c in range(labels.max() + 1)])


def random_labels(n, k, seed):
    """Labels 0 to k - 1, each at least once."""
    rng = np.random.default_rng(seed)
    return rng.permutation(np.concatenate([np.arange(k), rng.integers(0, k, n - k)]))


@st.composite
def clouds(draw):
    """(X, k): a few points, some of them equal, and k clusters at most."""
    n, d = draw(st.integers(1, 15)), draw(st.integers(1, 4))
    rng = np.random.default_rng(draw(st.integers(0, 10**6)))
    X = rng.normal(size=(n, d)) * draw(st.sampled_from([1e-3, 1.0, 1e4]))
    X = X[rng.integers(0, n, n)] + draw(st.sampled_from([0.0, 5.0]))
    return X, draw(st.integers(1, n))


def kernels_of_iris():
    return {
        "linear": kh.linear(IRIS),
        "polynomial": kh.polynomial(IRIS, degree=2, c=1.0),
        "gaussian": kh.gaussian(IRIS, sigma=1.5),
    }


# conventions ------------------------------------------------------------------------------------


@parametrize_with_checks([estimator() for estimator in BOTH])
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


@pytest.mark.parametrize("estimator", BOTH)
@pytest.mark.parametrize("readonly", [False, True])
def test_scikit_learn_check_of_clusterers(estimator, readonly):
    class OnPoints(ClusterMixin, estimator):  # the check passes points
        def fit(self, X, y=None):
            return super().fit(kh.linear(X))

    check_clustering(estimator.__name__, OnPoints(), readonly_memmap=readonly)
    assert is_clusterer(estimator())


@pytest.mark.parametrize("estimator", BOTH)
def test_any_layout_of_k_gives_the_same_and_k_stays(estimator):
    K = kh.gaussian(IRIS[::5], sigma=1.0)
    before = K.copy()
    model = estimator(3, random_state=0).fit(K)
    wide = np.zeros((len(K), 2 * len(K)))
    wide[:, ::2] = K
    for same in (np.asfortranarray(K), wide[:, ::2], K.tolist()):
        again = estimator(3, random_state=0).fit(same)
        np.testing.assert_array_equal(again.labels_, model.labels_)
        assert again.inertia_ == pytest.approx(model.inertia_, rel=1e-12)
    single = estimator(3, random_state=0).fit(K.astype(np.float32))
    assert single.inertia_ == pytest.approx(model.inertia_, rel=1e-5)
    np.testing.assert_array_equal(K, before)


# agreement --------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", kernels_of_iris())
@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("k", [2, 3, 7])
def test_same_start_same_clusters_as_kmeans_on_the_mercer_features(kernel, seed, k):
    K = kernels_of_iris()[kernel]
    start = random_labels(len(K), k, seed)
    ours = kh.KernelKMeans(k, init=start).fit(K)
    features = kh.MercerMap().fit_transform(K)
    theirs = KMeans(k, init=means(features, start), n_init=1, tol=0, algorithm="lloyd")
    theirs.fit(features)
    np.testing.assert_array_equal(ours.labels_, theirs.labels_)
    assert ours.inertia_ == pytest.approx(theirs.inertia_, rel=1e-12)
    assert ours.n_iter_ == theirs.n_iter_


@pytest.mark.parametrize("seed", range(4))
@pytest.mark.parametrize("k", [1, 3, 10])
def test_same_seed_same_clusters_as_kmeans(seed, k):
    X = IRIS + np.random.default_rng(0).normal(scale=0.01, size=IRIS.shape)  # no ties
    ours = kh.KernelKMeans(k, n_init=5, random_state=seed).fit(kh.linear(X))
    theirs = KMeans(k, n_init=5, random_state=seed, tol=0, algorithm="lloyd").fit(X)
    np.testing.assert_array_equal(ours.labels_, theirs.labels_)
    assert ours.inertia_ == pytest.approx(theirs.inertia_, rel=1e-12)


def test_an_emptied_cluster_takes_the_farthest_point_as_in_scikit_learn():
    X = np.array([[0.0], [1.0], [30.5], [10.5], [100.0], [103.0]])
    start = np.array([1, 1, 1, 0, 2, 2])  # both means at 10.5: cluster 1 loses every tie
    ours = kh.KernelKMeans(3, init=start, max_iter=1).fit(kh.linear(X))
    np.testing.assert_array_equal(ours.labels_, [0, 0, 1, 0, 2, 2])
    ours = kh.KernelKMeans(3, init=start).fit(kh.linear(X))
    theirs = KMeans(3, init=means(X, start), n_init=1, tol=0, algorithm="lloyd").fit(X)
    np.testing.assert_array_equal(ours.labels_, theirs.labels_)


def test_rings_come_apart():
    X, y = make_circles(200, factor=0.3, noise=0.05, random_state=0)
    K = kh.gaussian(X, sigma=0.25)
    assert kh.nmi(y, kh.KernelKMeans(2, random_state=0).fit(kh.linear(X)).labels_) < 0.1
    labels = kh.KernelKMeans(2, n_init=20, random_state=0).fit(K).labels_
    assert kh.nmi(y, labels) > 0.3  # not all: a mean in feature space is no ring


# laws -------------------------------------------------------------------------------------------


@given(clouds(), st.integers(0, 10**6))
def test_cost_never_rises_and_every_step_is_lloyds(case, seed):
    X, k = case
    K = X @ X.T
    model = kh.KernelKMeans(k, n_init=2, random_state=seed).fit(K)
    costs = [record.cost for record in model.history_]
    assert (np.diff(costs) <= 0).all()
    assert len(costs) == model.n_iter_
    assert model.inertia_ == costs[-1]
    atol = 1e-12 * np.trace(K)
    for record in model.history_:
        assert np.bincount(record.labels, minlength=k).all()
        assert record.cost == pytest.approx(cost(K, record.labels), rel=1e-9, abs=atol)
    # at the end no point is nearer to another mean
    Z = (model.labels_[:, None] == np.arange(k)) / np.bincount(model.labels_)
    D2 = np.diag(K)[:, None] - 2 * K @ Z + np.diag(Z.T @ K @ Z)
    own = D2[np.arange(len(K)), model.labels_]
    np.testing.assert_allclose(own, D2.min(axis=1), rtol=1e-9, atol=1e-9 * np.trace(K))


@given(clouds(), st.integers(0, 10**6))
def test_order_size_and_place_of_the_points_do_not_matter(case, seed):
    X, k = case
    K = X @ X.T
    start = random_labels(len(K), k, seed)
    order = np.random.default_rng(seed).permutation(len(K))
    model = kh.KernelKMeans(k, init=start).fit(K)
    slack = 1e-9 * np.trace(K)

    def fits(other, factor=1.0):
        assert other.inertia_ == pytest.approx(factor * model.inertia_, rel=1e-6, abs=slack)

    fits(kh.KernelKMeans(k, init=start).fit(4 * K), factor=4)
    if len(np.unique(K, axis=0)) == len(K):  # among copies the first of them moves
        fits(kh.KernelKMeans(k, init=start[order]).fit(K[np.ix_(order, order)]))
    moved = X - X.mean(axis=0)
    fits(kh.KernelKMeans(k, init=start).fit(moved @ moved.T))


def test_one_cluster_costs_the_variance_and_n_clusters_nothing():
    K = kh.gaussian(IRIS[:20:2], sigma=1.0)
    one = kh.KernelKMeans(1).fit(K)
    assert one.inertia_ == pytest.approx(10 * kh.variance(K))
    all_apart = kh.KernelKMeans(10, random_state=0).fit(K)
    assert all_apart.inertia_ == pytest.approx(0, abs=1e-12)
    assert sorted(all_apart.labels_) == list(range(10))


@pytest.mark.parametrize("start", [[0, 1, 1], [1, 0, 0]])
def test_ties_go_to_the_lowest_cluster(start):
    X = [[-2.0], [0.0], [4.0]]  # means at -2 and 2: 0 lies in the middle
    model = kh.KernelKMeans(2, init=start, max_iter=1).fit(kh.linear(X))
    assert model.labels_[1] == 0


def test_equal_points_fill_every_cluster():
    for K in (np.full((5, 5), 7.0), np.zeros((5, 5))):
        for estimator in BOTH:
            model = estimator(3, random_state=0).fit(K)
            assert sorted(np.bincount(model.labels_)) == [1, 1, 3]
            assert model.inertia_ == 0


def test_empty_clusters_take_the_farthest_points_but_no_last_one():
    D2 = np.array([[9.0, 99, 99, 99], [1.0, 99, 99, 99], [4.0, 99, 99, 99], [99, 99, 50.0, 99]])
    labels = np.array([0, 0, 0, 2])
    fill_empty(labels, D2[np.arange(4), labels], 4)
    np.testing.assert_array_equal(labels, [1, 0, 3, 2])


def test_more_starts_cost_no_more_and_the_first_of_equals_is_kept():
    K = kh.gaussian(IRIS, sigma=0.5)
    costs = [kh.KernelKMeans(6, n_init=m, random_state=1).fit(K).inertia_ for m in (1, 5, 25)]
    assert costs[0] >= costs[1] >= costs[2]
    X = np.array([[0.0], [1.0], [100.0], [101.0]])  # every start ends in the same two clusters
    first = kh.KernelKMeans(2, n_init=1, random_state=3).fit(kh.linear(X))
    many = kh.KernelKMeans(2, n_init=20, random_state=3).fit(kh.linear(X))
    np.testing.assert_array_equal(many.labels_, first.labels_)


def test_tol_and_max_iter_cut_the_run():
    K, start = kh.linear(IRIS), random_labels(150, 3, 2)
    full = kh.KernelKMeans(3, init=start).fit(K)
    costs = np.array([record.cost for record in full.history_])
    assert full.n_iter_ > 4
    cut = kh.KernelKMeans(3, init=start, max_iter=2).fit(K)
    assert [record.cost for record in cut.history_] == costs[:2].tolist()
    loose = kh.KernelKMeans(3, init=start, tol=0.05).fit(K)
    assert loose.n_iter_ == np.argmax(-np.diff(costs) <= 0.05 * costs[0]) + 2 < full.n_iter_


# new points -------------------------------------------------------------------------------------


@pytest.mark.parametrize("estimator", BOTH)
def test_points_of_fit_are_predicted_as_they_were_labeled(estimator):
    K = kh.gaussian(IRIS, sigma=1.0)
    model = estimator(3, random_state=0).fit(K)
    np.testing.assert_array_equal(model.predict(K), model.labels_)


def test_new_points_go_to_the_nearest_mean():
    old, new = IRIS[::2], IRIS[1::2]
    model = kh.KernelKMeans(3, random_state=0).fit(kh.linear(old))
    D2 = ((new[:, None] - means(old, model.labels_)) ** 2).sum(axis=2)
    np.testing.assert_array_equal(model.predict(kh.linear(new, old)), D2.argmin(axis=1))


@pytest.mark.parametrize("estimator", BOTH)
def test_bad_kernels_of_new_points_are_refused(estimator):
    model = estimator(2, random_state=0)
    with pytest.raises(NotFittedError):
        model.predict([[1.0, 2.0]])
    model.fit([[2.0, 0.0], [0.0, 2.0]])
    for bad, words in (
        ([[1.0, np.nan]], r"K\[0, 1\] \(NaN\)"),
        ([[1.0, 2.0, 3.0]], r"K has shape \(1, 3\) and must be \(m, 2\), a row for each new point"),
        ([1.0, 2.0], "K has 1 dimension"),
        (np.empty((0, 2)), "K is empty"),
    ):
        with pytest.raises(ValueError, match=words):
            model.predict(bad)


# kernel PCA -------------------------------------------------------------------------------------


@pytest.mark.parametrize("kernel", kernels_of_iris())
@pytest.mark.parametrize("r", [None, 1, 5])
def test_the_axes_are_those_of_kernel_pca(kernel, r):
    K = kernels_of_iris()[kernel]
    old, new = np.arange(0, 150, 2), np.arange(1, 150, 2)
    train, test = K[np.ix_(old, old)], K[np.ix_(new, old)]
    ours = kh.KernelPCAKMeans(3, n_components=r, random_state=0).fit(train)
    pca = KernelPCA(r or 2, kernel="precomputed", eigen_solver="dense").fit(train)
    theirs = KMeans(3, n_init=10, random_state=0, tol=0).fit(pca.transform(train))
    r = len(ours.eigenvalues_)
    np.testing.assert_allclose(np.abs(ours.embedding_), np.abs(pca.transform(train))[:, :r], 1e-6)
    np.testing.assert_array_equal(ours.labels_, theirs.labels_)
    assert ours.inertia_ == pytest.approx(theirs.inertia_, rel=1e-9)
    np.testing.assert_array_equal(ours.predict(test), theirs.predict(pca.transform(test)))
    mercer = kh.MercerMap(r).fit_transform(kh.center(train))
    np.testing.assert_allclose(ours.embedding_, mercer, rtol=1e-8, atol=1e-10)


def test_history_of_the_axes_holds_the_centers():
    model = kh.KernelPCAKMeans(3, random_state=0).fit(kh.gaussian(IRIS))
    assert len(model.history_) == model.n_iter_
    for record in model.history_:
        np.testing.assert_allclose(record.centers, means(model.embedding_, record.labels))
    np.testing.assert_array_equal(model.history_[-1].centers, model.cluster_centers_)


def test_all_axes_and_kernel_kmeans_agree():
    K = kh.gaussian(IRIS[::3], sigma=1.0)
    axes = kh.KernelPCAKMeans(3, n_components=50, random_state=0).fit(K)
    feature_space = kh.KernelKMeans(3, random_state=0).fit(K)
    np.testing.assert_array_equal(axes.labels_, feature_space.labels_)
    assert axes.inertia_ == pytest.approx(feature_space.inertia_, rel=1e-9)


def test_too_few_uncentered_axes_are_warned_about_and_no_others():
    K = kh.gaussian(IRIS[::5])
    with pytest.warns(
        UserWarning, match="2 axes of an uncentered K for 3 clusters.*n_components=3"
    ):
        kh.KernelPCAKMeans(3, centered=False, random_state=0).fit(K)
    kh.KernelPCAKMeans(3, centered=False, n_components=3, random_state=0).fit(K)
    kh.KernelPCAKMeans(3, centered=False, random_state=0).fit(kh.center(K))


def test_equal_eigenvalues_leave_the_axes_undetermined():
    with pytest.warns(UserWarning, match="eigenvalues 1 and 2 of the centered K are equal, 1"):
        kh.KernelPCAKMeans(2, random_state=0).fit(np.eye(4))


# indefinite matrices ----------------------------------------------------------------------------


@given(st.integers(1, 10), st.integers(0, 10**6))
def test_an_indefinite_matrix_ends_too_and_is_not_accused_wrongly(n, seed):
    rng = np.random.default_rng(seed)
    K = rng.normal(size=(n, n))
    K = K + K.T + rng.choice([0.0, 1.0, 5.0, 10.0]) * np.eye(n)
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        model = kh.KernelKMeans(min(3, n), n_init=3, random_state=seed).fit(K)
    assert (np.diff([record.cost for record in model.history_]) <= 0).all()
    assert model.inertia_ == pytest.approx(cost(K, model.labels_), abs=1e-9 * np.abs(K).max() * n)
    assert np.bincount(model.labels_).all()
    if caught:
        assert not kh.is_psd(K)
        assert "K is not positive semi-definite: " in str(caught[0].message)


def test_a_circle_of_rising_costs_is_not_entered():
    K, start = np.array([[2.0, 2.0, 3.0], [2.0, 3.0, 3.0], [3.0, 3.0, 1.0]]), [1, 0, 1]
    labels, seen = np.array(start), []
    for _ in range(6):  # Lloyd's iterations as they stand go round for ever
        Z = (labels[:, None] == np.arange(2)) / np.bincount(labels)
        labels = (np.diag(Z.T @ K @ Z) - 2 * K @ Z).argmin(axis=1)
        seen.append(labels.tolist())
    assert seen[1] == seen[3] == seen[5] != seen[2] == seen[4]
    with pytest.warns(UserWarning, match="K is not positive .*: a step raises the cost from -1 to"):
        model = kh.KernelKMeans(2, init=start).fit(K)
    assert model.inertia_ == cost(K, model.labels_) == -1


def test_axes_of_negative_eigenvalues_are_left_out():
    A = kh.self_tuning([[0.0], [2.0], [3.0], [4.0], [6.0]], neighbor=3)
    with pytest.warns(
        UserWarning, match="not positive semi-definite: K has an eigenvalue of -0.02"
    ):
        model = kh.KernelPCAKMeans(2, centered=False, n_components=5, random_state=0).fit(A)
    assert model.embedding_.shape == (5, 4)
    np.testing.assert_allclose(model.embedding_ @ model.embedding_.T, kh.repair(A).K, atol=1e-12)


@pytest.mark.parametrize("model", [kh.KernelKMeans(2), kh.KernelPCAKMeans(2)])
def test_new_points_beyond_the_range_of_sums_are_refused_not_guessed(model):
    K = kh.linear(np.random.default_rng(0).normal(20, 2, size=(10, 2)))
    model.set_params(random_state=0).fit(K)
    signs = np.where(model.labels_ == 0, -1.0, 1.0)
    with pytest.raises(ValueError, match=r"inner products with the .* overflow float64; divide"):
        model.predict(1.7e308 * signs[None])
    with pytest.raises(ValueError, match="overflow"):
        model.predict(np.full((3, 10), 1.7e308))
