"""MinkowskiKMeans step by step against loops and scikit-learn, and the choice of p."""

import math
import warnings
from itertools import pairwise

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from sklearn.cluster import KMeans
from sklearn.datasets import load_digits, load_iris
from sklearn.exceptions import NotFittedError
from sklearn.utils import Bunch
from sklearn.utils.estimator_checks import parametrize_with_checks

import kernlab_helpers as kh
from kernlab_helpers.minkowski import _steps as steps

EXPONENTS = (0.5, 0.9, 1, 1.1, 1.5, 2, 3, 10)
IRIS, SPECIES = load_iris(return_X_y=True)
DIGITS = load_digits().data[:250]


def loops(X, record, p):
    """(n, k) costs of every point in every cluster, one number at a time."""
    return np.array(
        [
            [
                math.fsum((w * abs(x - m)) ** p for x, m, w in zip(*row, strict=True))
                for row in zip([point] * len(record.centers), *both, strict=True)
            ]
            for both in [(record.centers, record.weights)]
            for point in X
        ]
    )


def falls(model, X):
    """Whether no step raised the cost, the step after the last one included."""
    k, p, labels = model.n_clusters, model.p, model.labels_
    m = np.array([kh.minkowski_center(X[labels == c], p=p) for c in range(k)])
    w, extra, share = np.ones(m.shape), 0.0, 0.0
    if model.weighted:
        if model.floor_form == "relative":
            share = model.floor
        else:
            extra = len(X) / k * model.floor**p
        V = [(np.abs(X[labels == c] - m[c]) ** p).sum(axis=0) for c in range(k)]
        raised = np.array(V) + extra + share * np.mean(V, axis=1, keepdims=True)
        w = kh.feature_weights(raised, p=p)
    counted = (w**p + share * (w**p).mean(axis=1, keepdims=True)) ** (1 / p)
    costs = loops(X, Bunch(centers=m, weights=counted), p)
    after = costs.min(axis=1).sum() + extra * (w**p).sum()
    costs = [record.cost for record in model.history_]
    room = 1e-12 * costs[0] + 1e-30
    return all(b <= a for a, b in pairwise(costs)) and after <= costs[-1] + room


@parametrize_with_checks(
    [
        kh.MinkowskiKMeans(3, n_init=2),
        kh.MinkowskiKMeans(3, n_init=2, p=0.5, weighted=False, init="k-means++"),
        kh.MinkowskiKMeans(2, n_init=1, p=1.5, floor=0.1),
        kh.MinkowskiKMeans(2, n_init=1, p=3, floor=0.5, floor_form="relative"),
    ]
)
def test_scikit_learn_conventions(estimator, check):
    check(estimator)


# every step -------------------------------------------------------------------------------------


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("p", EXPONENTS)
def test_every_step_is_exact_and_the_cost_never_rises(p, weighted):
    start = IRIS[[0, 50, 51, 100]]
    model = kh.MinkowskiKMeans(4, p=p, weighted=weighted, init=start, tol=0).fit(IRIS)
    assert falls(model, IRIS)
    assert model.n_iter_ == len(model.history_) < 100
    first = np.full(start.shape, 0.25 if weighted else 1.0)
    labels = kh.minkowski_distances(IRIS * first[0], start * first[0], p=p).argmin(axis=1)
    for record in model.history_:
        V = np.empty(start.shape)
        for c in range(4):
            members = IRIS[labels == c]
            m = kh.minkowski_center(members, p=p)
            np.testing.assert_allclose(record.centers[c], m, rtol=0, atol=1e-10)
            V[c] = (np.abs(members - m) ** p).sum(axis=0)
        if weighted:
            np.testing.assert_allclose(record.weights, kh.feature_weights(V, p=p), atol=1e-8)
        else:
            np.testing.assert_array_equal(record.weights, 1)
        costs = loops(IRIS, record, p)
        labels = record.labels
        least = costs.min(axis=1)
        np.testing.assert_allclose(costs[np.arange(150), labels], least, rtol=1e-12)
        assert record.cost == pytest.approx(least.sum(), rel=1e-12)
    np.testing.assert_array_equal(model.labels_, labels)
    np.testing.assert_array_equal(model.predict(IRIS), labels)
    np.testing.assert_array_equal(model.cluster_centers_, record.centers)
    np.testing.assert_array_equal(model.feature_weights_, record.weights)
    assert model.inertia_ == record.cost
    distances = model.transform(IRIS)
    np.testing.assert_allclose(distances**p, costs, rtol=1e-10, atol=1e-14 * costs.max())


@settings(max_examples=60)
@given(
    st.sampled_from(EXPONENTS),
    st.booleans(),
    st.integers(1, 12),
    st.integers(1, 3),
    st.integers(0, 10**6),
    st.sampled_from(["normal", "integers", "equal"]),
)
def test_the_cost_never_rises_and_no_cluster_is_empty(p, weighted, n, d, seed, kind):
    rng = np.random.default_rng(seed)
    X = {
        "normal": rng.normal(size=(n, d)),
        "integers": rng.integers(0, 3, size=(n, d)),
        "equal": np.ones((n, d)),
    }[kind]
    k = int(rng.integers(1, n + 1))
    floor = {"floor": rng.choice([0.0, 0.3]), "floor_form": rng.choice(["fixed", "relative"])}
    model = kh.MinkowskiKMeans(k, p=p, weighted=weighted, n_init=1, random_state=0, **floor)
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "the cost is 0")
        model.fit(X)
    assert falls(model, X)
    assert np.unique(model.labels_).tolist() == list(range(k))
    if weighted:
        np.testing.assert_allclose(model.feature_weights_.sum(axis=1), 1)


@pytest.mark.parametrize("p", EXPONENTS)
@pytest.mark.parametrize(
    ("weighted", "form"), [(False, "fixed"), (True, "fixed"), (True, "relative")]
)  # without weights there is no floor
def test_the_cost_never_rises_on_digits(p, weighted, form):
    settings = {"weighted": weighted, "floor": 4.0, "floor_form": form, "tol": 0}
    model = kh.MinkowskiKMeans(10, p=p, init=DIGITS[:10], **settings)
    assert falls(model.fit(DIGITS), DIGITS)
    assert model.n_iter_ > 1


@pytest.mark.parametrize("seed", range(3))
def test_euclid_without_weights_is_scikit_learn(seed):
    start = DIGITS[np.random.default_rng(seed).choice(len(DIGITS), 10, replace=False)]
    peer = KMeans(10, init=start, n_init=1, tol=0, algorithm="lloyd").fit(DIGITS)
    model = kh.MinkowskiKMeans(10, p=2, weighted=False, init=start, tol=0).fit(DIGITS)
    np.testing.assert_array_equal(model.labels_, peer.labels_)
    np.testing.assert_allclose(model.cluster_centers_, peer.cluster_centers_, atol=1e-12)
    assert model.inertia_ == pytest.approx(peer.inertia_, rel=1e-12)
    assert model.n_iter_ == peer.n_iter_ - 1  # which counts the first assignment
    np.testing.assert_allclose(model.transform(DIGITS), peer.transform(DIGITS), atol=1e-10)


def test_the_units_of_the_features_change_nothing_but_the_units():
    for p in EXPONENTS:
        model = kh.MinkowskiKMeans(3, p=p, n_init=2, random_state=0)
        plain, cost = model.fit_predict(IRIS), model.inertia_
        scale = 2.0 ** (60 / p)
        scale = 2.0 ** round(math.log2(scale))
        np.testing.assert_array_equal(model.fit_predict(scale * IRIS), plain)
        assert model.inertia_ == pytest.approx(scale**p * cost, rel=1e-12)
        model.fit(2.0**-900 * IRIS)
        np.testing.assert_array_equal(model.labels_, plain)
        np.testing.assert_array_equal(model.predict(2.0**-900 * IRIS), plain)


def test_far_from_the_origin_the_digits_are_kept():
    X = np.repeat([[1e8, 0.0], [1e8 + 1, 0.0]], 5, axis=0)
    X[::5, 1] = 0.25
    model = kh.MinkowskiKMeans(2, p=2, weighted=False, random_state=0).fit(X)
    assert model.inertia_ == pytest.approx(2 * (4 * 0.05**2 + 0.2**2), rel=1e-6)


def test_an_empty_cluster_gets_the_point_of_largest_cost():
    X = np.array([[0.0], [1.0], [2.0], [10.0]])
    model = kh.MinkowskiKMeans(2, p=2, weighted=False, init=[[1.0], [500.0]]).fit(X)
    np.testing.assert_array_equal(model.labels_, [0, 0, 0, 1])
    labels, own = np.array([0, 0, 0]), np.array([1.0, 1.0, 0.0])
    points, weights = np.arange(6.0).reshape(3, 2), np.ones((3, 2))
    m = np.zeros((3, 2))
    steps.restart_empty(points, labels, own, m, weights, np.array([0.5, 0.5]))
    np.testing.assert_array_equal(labels, [1, 2, 0])
    np.testing.assert_array_equal(own, 0)
    np.testing.assert_array_equal(m, [[0, 0], [0, 1], [2, 3]])
    np.testing.assert_array_equal(weights, [[1, 1], [0.5, 0.5], [0.5, 0.5]])


def test_max_iter_and_tol_end_the_run():
    settings = {"p": 1.5, "init": DIGITS[:10], "floor": 4.0, "tol": 0}
    full = kh.MinkowskiKMeans(10, **settings).fit(DIGITS)
    short = kh.MinkowskiKMeans(10, **settings | {"max_iter": 2}).fit(DIGITS)
    assert short.n_iter_ == 2 < full.n_iter_
    assert [r.cost for r in short.history_] == [r.cost for r in full.history_[:2]]
    np.testing.assert_array_equal(short.predict(DIGITS), short.labels_)
    coarse = kh.MinkowskiKMeans(10, **settings | {"tol": 0.5}).fit(DIGITS)
    assert coarse.n_iter_ == 2


def test_the_best_start_is_kept():
    cloud = kh.gaussian_clouds((20, 20, 20), random_state=0)[0]
    one = [
        kh.MinkowskiKMeans(5, p=1.5, n_init=1, random_state=np.random.RandomState(s)).fit(cloud)
        for s in range(6)
    ]
    many = kh.MinkowskiKMeans(5, p=1.5, n_init=30, random_state=0).fit(cloud)
    assert many.inertia_ <= min(model.inertia_ for model in one) * (1 + 1e-6)


def test_points_beyond_the_range_of_powers_are_refused_not_guessed():
    model = kh.MinkowskiKMeans(2, p=3, n_init=1, random_state=0).fit(IRIS)
    with pytest.raises(ValueError, match="distances to the centers overflow"):
        model.predict(np.full((1, 4), 1e200))
    with pytest.raises(ValueError, match="costs for p = 3 overflow float64"):
        model.fit(1e200 * IRIS)
    with pytest.raises(NotFittedError):
        kh.MinkowskiKMeans().predict(IRIS)


# starts -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("p", [0.5, 1, 1.7, 2, 5])
def test_the_first_centers_are_points_of_every_cloud(p):
    rng = np.random.default_rng(0)
    X = np.repeat(rng.permutation(8)[:, None] * [1e8, 0.0], 15, axis=0) + rng.random((120, 2))
    for seed in range(5):
        found = steps.first_centers(X, 8, p, np.random.RandomState(seed))
        assert len(np.unique(found // 1e8, axis=0)) == 8
        assert (found[:, None] == X).all(axis=2).any(axis=1).all()


@pytest.mark.parametrize(("p", "near"), [(0.5, 1), (1.1, 1), (1.7, 2), (2, 2), (3, 2)])
def test_the_warm_start_is_unweighted_clusters_of_p_1_or_2(p, near):
    one = {"n_init": 1, "random_state": 0}
    before = kh.MinkowskiKMeans(3, p=near, weighted=False, init="k-means++", **one).fit(IRIS)
    after = kh.MinkowskiKMeans(3, p=p, init=before.cluster_centers_).fit(IRIS)
    warm = kh.MinkowskiKMeans(3, p=p, **one).fit(IRIS)
    np.testing.assert_array_equal(warm.labels_, after.labels_)
    assert warm.n_iter_ == after.n_iter_


# on chunks --------------------------------------------------------------------------------------


@pytest.mark.parametrize("p", [0.5, 1, 1.7, 2])
def test_statistics_are_sums_over_chunks(p, monkeypatch):
    rng = np.random.default_rng(0)
    m, w = IRIS[[0, 60, 120]], rng.dirichlet(np.ones(4), size=3)
    w[0] = [0, 0.5, 0.5, 0]
    labels, own = steps.assign(IRIS, m, w, p)
    np.testing.assert_array_equal(steps.powers(IRIS, m, w, p).argmin(axis=1), labels)
    whole = steps.dispersions(IRIS, labels, m, p)
    chunks = np.array_split(np.arange(150), 4)
    parts = [steps.assign(IRIS[i], m, w, p) for i in chunks]
    np.testing.assert_array_equal(np.concatenate([part[0] for part in parts]), labels)
    np.testing.assert_allclose(sum(part[1].sum() for part in parts), own.sum(), rtol=1e-13)
    sums = sum(steps.dispersions(IRIS[i], labels[i], m, p) for i in chunks)
    np.testing.assert_allclose(sums, whole, rtol=1e-13)
    monkeypatch.setattr(steps, "BLOCK", 30)
    np.testing.assert_allclose(steps.assign(IRIS, m, w, p)[1], own, rtol=1e-13)
    np.testing.assert_allclose(steps.dispersions(IRIS, labels, m, p), whole, rtol=1e-13)
    means = [IRIS[labels == c].mean(axis=0) for c in range(3)]
    sums = steps.cluster_sums(IRIS, labels, m) / np.bincount(labels)[:, None]
    np.testing.assert_allclose(m.mean(axis=0) + sums, means, rtol=1e-13)


# what it is for ---------------------------------------------------------------------------------


def noisy(seed=0):
    """Three clouds in six features, and six features of noise over the same range."""
    rng = np.random.default_rng(seed)
    y = np.repeat([0, 1, 2], 40)
    signal = 3 * rng.normal(size=(3, 6))[y] + rng.normal(size=(120, 6))
    noise = rng.uniform(signal.min(), signal.max(), size=(120, 6))
    return np.hstack([signal, noise]), y


@pytest.mark.parametrize("p", [2, 3])
def test_weights_find_the_features_among_noise(p):
    X, y = noisy()
    plain = kh.MinkowskiKMeans(3, p=p, weighted=False, random_state=0).fit(X)
    model = kh.MinkowskiKMeans(3, p=p, random_state=0).fit(X)
    assert kh.nmi(y, plain.labels_) < 0.6 < 0.95 < kh.nmi(y, model.labels_)
    assert model.feature_weights_[:, :6].min() > model.feature_weights_[:, 6:].max()


RELATIVE = {"floor_form": "relative", "n_init": 1, "random_state": 0}


@given(st.floats(1.05, 6), st.floats(0.01, 5), st.integers(2, 9), st.integers(0, 10**6))
def test_weights_of_a_relative_floor_hang_on_shape_not_on_size_or_units(p, floor, times, seed):
    X = np.random.default_rng(seed).normal(size=(12, 3)) * [1, 2, 5]
    model = kh.MinkowskiKMeans(1, p=p, floor=floor, **RELATIVE)
    w = model.fit(X).feature_weights_
    np.testing.assert_allclose(model.fit(np.tile(X, (times, 1))).feature_weights_, w, rtol=1e-6)
    np.testing.assert_allclose(model.fit(1e-3 * X).feature_weights_, w, rtol=1e-6)
    V = (np.abs(X - kh.minkowski_center(X, p=p)) ** p).sum(axis=0)
    np.testing.assert_allclose(w[0], kh.feature_weights(V + floor * V.mean(), p=p), rtol=1e-6)


def test_a_fixed_floor_weighs_less_in_a_larger_cluster():
    X = np.random.default_rng(0).normal(size=(30, 2)) * [1, 3]
    far = np.vstack([X, 1000 + np.tile(X, (9, 1))])  # one shape twice, 30 and 270 points
    init = np.array([[0.0, 0.0], [1000.0, 1000.0]])
    small, large = (
        kh.MinkowskiKMeans(2, p=1.5, floor=2.0, floor_form=form, init=init, n_init=1).fit(far)
        for form in ("fixed", "relative")
    )
    gap = np.abs(np.diff(small.feature_weights_, axis=0)).max()
    assert gap > 0.05 > 1e-9 > np.abs(np.diff(large.feature_weights_, axis=0)).max()


@pytest.mark.parametrize("p", [0.7, 1.0, 1.5, 2.0, 4.0])
def test_new_points_are_measured_as_those_of_the_fit(p):
    model = kh.MinkowskiKMeans(10, p=p, floor=0.5, **RELATIVE).fit(DIGITS)
    np.testing.assert_array_equal(model.predict(DIGITS), model.labels_)
    least = model.transform(DIGITS).min(axis=1)
    assert (least**p).sum() == pytest.approx(model.inertia_, rel=1e-9)
    assert not model.collapsed_


def test_a_relative_floor_in_chunks_is_that_in_memory(tmp_path):
    np.save(tmp_path / "digits.npy", DIGITS)
    on_disk = np.load(tmp_path / "digits.npy", mmap_mode="r")
    settings = {"p": 1.5, "floor": 0.5, "floor_form": "relative", "init": DIGITS[:10], "tol": 0}
    near, far = (kh.MinkowskiKMeans(10, **settings).fit(X) for X in (DIGITS, on_disk))
    np.testing.assert_array_equal(near.labels_, far.labels_)
    np.testing.assert_allclose(near.feature_weights_, far.feature_weights_, rtol=1e-9)


def test_a_relative_floor_of_nothing_is_no_floor():
    first = {"p": 1.5, "init": DIGITS[:10], "n_init": 1}
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "the cost is 0")
        none, relative = (
            kh.MinkowskiKMeans(10, floor_form=form, **first).fit(DIGITS)
            for form in ("fixed", "relative")
        )
    np.testing.assert_array_equal(none.labels_, relative.labels_)
    np.testing.assert_array_equal(none.feature_weights_, relative.feature_weights_)


def test_zero_dispersions_take_all_and_a_floor_takes_them_back():
    X, y = load_digits(return_X_y=True)
    X, y = X[:400], y[:400]
    with pytest.warns(UserWarning, match="cost is 0 although X has 400 different points for 10"):
        taken = kh.MinkowskiKMeans(10, p=2, n_init=1, random_state=0).fit(X)
    assert taken.inertia_ == 0
    assert kh.nmi(y, taken.labels_) < 0.4
    back = kh.MinkowskiKMeans(10, p=2, n_init=1, floor=16.0, random_state=0).fit(X)
    assert kh.nmi(y, back.labels_) > 0.6
    added = 400 / 10 * ((16 * back.feature_weights_) ** 2).sum()
    assert back.inertia_ == pytest.approx((back.transform(X).min(axis=1) ** 2).sum() + added)


COLLAPSING = np.c_[np.repeat([0.0, 50.0], 20) + np.arange(40) / 40, np.ones(40)]


@pytest.mark.parametrize("p", [0.5, 1.5, 2])
def test_a_constant_column_that_takes_all_the_weight_is_told_once(p):
    model = kh.MinkowskiKMeans(2, p=p, random_state=0)
    with pytest.warns(UserWarning, match="do not vary.*floor above 0.*constant columns") as told:
        model.fit(COLLAPSING)
    assert len(told) == 1 and told[0].filename == __file__ and model.inertia_ == 0
    assert model.collapsed_ is True
    for quiet in ({"weighted": False}, {"floor": 1.0}):  # warnings are errors here
        other = kh.MinkowskiKMeans(2, p=p, random_state=0, **quiet).fit(COLLAPSING)
        assert other.collapsed_ is False
    model.fit(COLLAPSING[:, :1])
    model.fit(np.repeat([[0.0, 1.0], [1.0, 1.0]], 5, axis=0))  # cost 0, and rightly so
    model.fit(2.0**-900 * IRIS)  # the cost underflows in the units of X only


def test_choose_p_tells_once_of_fits_at_cost_0():
    given = {"grid": [0.5, 2], "n_subsets": 3, "n_init": 1, "random_state": 0}
    for shown, fits in ((None, 6), (np.repeat([0, 1], 20), 2)):
        with pytest.warns(
            UserWarning, match=rf"{fits} fit\(s\), with p = 0.5, 2, ended at"
        ) as told:
            kh.choose_p(COLLAPSING, 2, y_labelled=shown, **given)
        assert len(told) == 1 and told[0].filename == __file__


# choice of p ------------------------------------------------------------------------------------


def test_labels_choose_the_p_that_agrees_with_them():
    X, y = noisy()
    shown = np.where(np.random.default_rng(0).random(120) < 0.15, y, -1)
    grid = [0.5, 1, 1.5, 2, 3]
    given = {"grid": grid, "y_labelled": shown, "n_init": 5, "random_state": 0}
    p, scores = kh.choose_p(X, 3, **given, return_scores=True)
    assert p == grid[scores.argmax()] == kh.choose_p(X, 3, **given)
    assert type(p) is float
    model = kh.MinkowskiKMeans(3, p=p, n_init=5, random_state=0).fit(X)
    assert kh.nmi(y, model.labels_) > 0.8
    known = shown >= 0
    seed = int(np.random.RandomState(0).randint(2**31 - 1, size=6)[0])
    for q, score in zip(grid, scores, strict=True):
        labels = kh.MinkowskiKMeans(3, p=q, n_init=5, random_state=seed).fit(X).labels_
        assert score == pytest.approx(kh.nmi(y[known], labels[known]))


def test_without_labels_the_stable_p_is_chosen_whatever_the_units():
    X, _ = noisy()
    settings = {"grid": [0.5, 1, 2, 3], "n_init": 5, "random_state": 0, "return_scores": True}
    p, scores = kh.choose_p(X, 3, **settings)
    assert p in (2, 3)
    assert scores.max() > 0.8 > 0.4 > scores[0]
    np.testing.assert_array_equal(kh.choose_p(1024 * X, 3, **settings)[1], scores)


def test_costs_cannot_choose_p():
    def best(X):
        fits = [kh.MinkowskiKMeans(3, p=p, random_state=0, n_init=1).fit(X) for p in (1, 2, 3)]
        return np.argmin([model.inertia_ for model in fits])

    assert best(IRIS) != best(1000 * IRIS)  # centimeters, then hundredths of a millimeter
