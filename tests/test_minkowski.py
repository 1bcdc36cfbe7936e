"""Minkowski's distances, centers, weights and concentration, against loops and against laws."""

import math

import mpmath
import numpy as np
import pytest
from hypothesis import given, strategies as st
from laws import IRISES, by_loops, kernel_laws, point_sets, same
from scipy.spatial.distance import cdist
from scipy.stats import skew

import kernlab_helpers as kh
from kernlab_helpers._neighbors import are_nearest
from kernlab_helpers.minkowski import _search, centers

EXPONENTS = (0.3, 0.5, 0.9, 1, 1.01, 1.1, 1.5, 1.7, 2, 3, 10, 60, math.inf)
SETS = point_sets()


# distances --------------------------------------------------------------------------------------


def plain_distance(p):
    def formula(x, y):
        gaps = [mpmath.mpf(abs(a - b)) for a, b in zip(x, y, strict=True)]
        if math.isinf(p):
            return float(max(gaps))
        return float(mpmath.fsum(gap**p for gap in gaps) ** (1 / mpmath.mpf(p)))

    return by_loops(formula)


@pytest.mark.parametrize("name", ["irises", "line", "one point", "copies", "wide", "single", "far"])
@pytest.mark.parametrize("p", [0.5, 1, 1.7, 2, 40, math.inf])
def test_distances_obey_the_laws(name, p):
    kernel_laws(
        lambda X, Y=None: kh.minkowski_distances(X, Y, p=p),
        *SETS[name],
        oracle=plain_distance(p),
        psd=False,
        invariances=("translation", "rotation") if p == 2 else ("translation",),
    )


@given(st.sampled_from(EXPONENTS), st.integers(0, 1000), st.integers(1, 4))
def test_the_power_is_a_metric_for_small_p_and_the_distance_for_large(p, seed, d):
    D = kh.minkowski_distances(np.random.default_rng(seed).normal(size=(9, d)), p=p)
    assert kh.is_metric(D ** min(p, 1))


@pytest.mark.parametrize("p", [5e-324, 1e-300, 1e-16, 1e-12, 1e-5, 0.009])
def test_tiny_exponents_lose_nothing(p):
    line = np.array([[0.0], [1.0], [3.0], [-1e300]])
    np.testing.assert_array_equal(kh.minkowski_distances(line, p=p), np.abs(line - line.T))
    plane = np.array([[0.0, 0.0], [1.0, 0.0], [0.0, 3.0]])
    np.testing.assert_array_equal(kh.minkowski_distances(plane[:1], plane, p=p), [[0, 1, 3]])
    if p > 1e-3:
        same(kh.minkowski_distances(plane, p=p), plain_distance(p)(plane, plane), rtol=1e-13)


@pytest.mark.parametrize("p", EXPONENTS)
@pytest.mark.parametrize("scale", [1e-300, 1e-100, 1.0, 1e100, 1e290])
def test_distances_scale_with_the_points(p, scale):
    same(kh.minkowski_distances(scale * IRISES, p=p), scale * kh.minkowski_distances(IRISES, p=p))


@pytest.mark.parametrize("p", [3, 20, 400, 1e6])
def test_close_points_keep_their_distance_beside_far_ones(p):
    X = np.array([[0.0, 0.0], [3e-30, 4e-30], [0.0, 1e5], [1e5, 0.0]])
    same(kh.minkowski_distances(X, p=p), plain_distance(p)(X, X))


@pytest.mark.parametrize("p", EXPONENTS)
def test_the_smallest_and_the_largest_numbers_side_by_side(p):
    D = kh.minkowski_distances([[1e-300, 0.0], [3e-300, 0.0], [1e300, 0.0]], p=p)
    np.testing.assert_allclose(D[0], [0, 2e-300, 1e300], rtol=1e-12)


def test_distances_fall_as_p_grows_to_the_largest_difference():
    D = [kh.minkowski_distances(IRISES, p=p) for p in (0.5, 1, 2, 5, 500, math.inf)]
    assert (np.diff(D, axis=0) <= 0).all()
    same(D[-2], cdist(IRISES, IRISES, "chebyshev"), rtol=2e-3)


# centers ----------------------------------------------------------------------------------------


def clouds():
    rng = np.random.default_rng(3)
    zeros = np.where(rng.random((60, 4)) < 0.4, 0.0, rng.gamma(0.5, size=(60, 4)))
    return {
        "normal": rng.normal(size=(51, 3)),
        "zeros": zeros,
        "two clouds": np.vstack([rng.normal(size=(20, 2)), rng.normal(size=(31, 2)) + 8]),
        "integers": rng.integers(0, 4, size=(40, 5)).astype(float),
        "outlier": np.vstack([rng.normal(size=(30, 2)), [[1e6, -1e6]]]),
        "equal": np.full((7, 2), 1 / 3),
        "one": np.array([[0.1, -0.2]]),
        "pair": np.array([[0.0, 5.0], [1.0, -5.0]]),
    }


CLOUDS = clouds()


def cost(x, w, p, c):
    """Sum of the powers for one coordinate, scaled; the largest gap for p = inf."""
    if math.isinf(p):
        return float(np.abs(x - c).max())
    size = (x.max() - x.min()) or 1.0
    return math.fsum(w * (np.abs(x - c) / size) ** p)


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("p", EXPONENTS)
@pytest.mark.parametrize("name", CLOUDS)
def test_no_other_center_is_better(name, p, weighted):
    X = CLOUDS[name]
    w = np.random.default_rng(0).integers(0 if len(X) > 2 else 1, 4, len(X)) if weighted else None
    found = kh.minkowski_center(X, p=p, sample_weight=w)
    assert found.shape == (X.shape[1],)
    w = np.ones(len(X)) if w is None else w.astype(float)
    for x, c in zip(X[w > 0].T, found, strict=True):
        v = w[w > 0]
        least = cost(x, v, p, c)
        reach = x.max() - x.min()
        steps = reach * np.array([1e-9, 1e-6, 1e-3, 0.1, 0.5])
        others = np.concatenate([x, c + steps, c - steps])
        best = min(cost(x, v, p, other) for other in others)
        assert least <= best * (1 + 1e-12)
        if p < 1:
            assert c in x


@pytest.mark.parametrize("p", [1.05, 1.3, 1.7, 2.5, 7, 40, 3000])
@pytest.mark.parametrize("name", ["normal", "zeros", "two clouds", "integers"])
def test_the_slope_changes_sign_within_rounding_of_the_center(name, p):
    X = CLOUDS[name]
    for x, c in zip(X.T, kh.minkowski_center(X, p=p), strict=True):
        eps = mpmath.mpf(2e-12 * (x.max() - x.min()))

        def slope(at, x=x):
            return mpmath.fsum(mpmath.sign(at - v) * abs(at - v) ** (p - 1) for v in map(float, x))

        assert slope(mpmath.mpf(float(c)) - eps) <= 0 <= slope(mpmath.mpf(float(c)) + eps)


def test_known_centers():
    for name, X in CLOUDS.items():
        close = {"rtol": 1e-13, "atol": 1e-13 * np.abs(X).max(), "err_msg": name}
        np.testing.assert_allclose(kh.minkowski_center(X, p=2), X.mean(axis=0), **close)
        np.testing.assert_array_equal(kh.minkowski_center(X, p=1), np.median(X, axis=0))
        middle = (X.max(axis=0) + X.min(axis=0)) / 2
        np.testing.assert_allclose(kh.minkowski_center(X, p=math.inf), middle, **close)
        reach = np.ptp(X, axis=0).max()
        near = {"rtol": 0, "atol": 0.01 * reach}
        np.testing.assert_allclose(kh.minkowski_center(X, p=2000), middle, **near)
        if len(X) % 2:
            at_one = kh.minkowski_center(X, p=1 + 1e-9)
            np.testing.assert_allclose(at_one, np.median(X, axis=0), rtol=0, atol=1e-9 * reach)


@given(
    st.sampled_from(EXPONENTS),
    st.lists(st.integers(-3, 3), min_size=1, max_size=9),
    st.lists(st.integers(0, 3), min_size=9, max_size=9),
)
def test_a_weight_is_a_number_of_copies(p, values, counts):
    X, w = np.array(values, dtype=float)[:, None], np.array(counts[: len(values)])
    if not w.any():
        w[0] = 1
    copies = kh.minkowski_center(np.repeat(X, w, axis=0), p=p)
    np.testing.assert_allclose(
        kh.minkowski_center(X, p=p, sample_weight=w), copies, rtol=0, atol=1e-11
    )
    np.testing.assert_allclose(
        kh.minkowski_center(X, p=p, sample_weight=w * 1e-200), copies, rtol=0, atol=1e-11
    )


@pytest.mark.parametrize("p", EXPONENTS)
@pytest.mark.parametrize("scale", [2.0**-1000, 2.0**-50, 2.0**900])
def test_centers_go_with_the_data(p, scale):
    X = np.round(CLOUDS["normal"] * 64) / 64
    c = kh.minkowski_center(X, p=p)
    np.testing.assert_array_equal(kh.minkowski_center(scale * X, p=p), scale * c)
    np.testing.assert_allclose(kh.minkowski_center(X + 1024, p=p), c + 1024, rtol=1e-14)
    np.testing.assert_allclose(kh.minkowski_center(-X, p=p), -c, rtol=0, atol=1e-12)
    np.testing.assert_allclose(kh.minkowski_center(X[::-1], p=p), c, rtol=0, atol=1e-12)


def test_centers_at_the_ends_of_floating_point():
    X = np.array([[-1.7e308, 5e-324], [1.7e308, 0.0], [1.7e308, 0.0]])
    for p in EXPONENTS:
        c = kh.minkowski_center(X, p=p)
        assert np.isfinite(c).all()
        assert X[0, 0] <= c[0] <= X[1, 0]
        assert 0 <= c[1] <= 5e-324


def test_precision_comes_out_as_it_came_in():
    X = CLOUDS["normal"].astype(np.float32)
    before = X.copy()
    for p in EXPONENTS:
        c = kh.minkowski_center(X, p=p)
        assert c.dtype == np.float32
        np.testing.assert_array_equal(c, kh.minkowski_center(X.astype(float), p=p).astype("f4"))
    np.testing.assert_array_equal(X, before)
    assert kh.minkowski_center([[1], [2]], p=2).dtype == np.float64


@pytest.mark.parametrize("p", [0.5, 1, 1.7, 3])
def test_the_size_of_a_block_changes_nothing(p, monkeypatch):
    X = CLOUDS["zeros"]
    whole = kh.minkowski_center(X, p=p)
    monkeypatch.setattr(centers, "BLOCK", 1)
    monkeypatch.setattr(_search, "BLOCK", 1)
    monkeypatch.setattr(_search, "FEW_POWERS", 0)
    np.testing.assert_allclose(kh.minkowski_center(X, p=p), whole, rtol=1e-13)


def test_few_points_need_be_tried(monkeypatch):
    tried, costs_at = [], _search.costs_at
    monkeypatch.setattr(_search, "costs_at", lambda *a: tried.append(len(a[3])) or costs_at(*a))
    x = np.random.default_rng(0).normal(size=4000)
    c = kh.minkowski_center(x[:, None], p=0.5)
    assert sum(tried) < 200  # of 4000
    assert c[0] == x[np.sqrt(np.abs(x[:, None] - x)).sum(axis=1).argmin()]


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("p", [0.01, 0.3, 0.5, 0.9, 0.999])
@pytest.mark.parametrize("name", CLOUDS)
def test_bounds_find_the_point_that_trying_all_finds(name, p, weighted, monkeypatch):
    X = CLOUDS[name]
    w = np.random.default_rng(1).integers(1, 4, len(X)) if weighted else None
    monkeypatch.setattr(_search, "FEW_POWERS", math.inf)
    all_tried = kh.minkowski_center(X, p=p, sample_weight=w)
    monkeypatch.setattr(_search, "FEW_POWERS", 0)
    np.testing.assert_array_equal(kh.minkowski_center(X, p=p, sample_weight=w), all_tried)


@pytest.mark.parametrize("few", [0, math.inf])
@pytest.mark.parametrize("p", [0.2, 0.5, 0.9])
def test_of_equally_good_points_the_least_is_the_center(p, few, monkeypatch):
    monkeypatch.setattr(_search, "FEW_POWERS", few)
    assert kh.minkowski_center(CLOUDS["pair"], p=p).tolist() == [0.0, -5.0]
    mirrored = np.array([[7.0], [2.0], [9.0], [1.0], [8.0], [3.0]])  # 3 and 7, at least, tie
    costs = (np.abs(mirrored - mirrored.T) ** p).sum(axis=1)
    tied = mirrored[costs < costs.min() * (1 + 1e-12)]
    assert len(tied) > 1
    assert kh.minkowski_center(mirrored, p=p) == tied.min()


@pytest.mark.parametrize("d", [1, 3])
def test_all_points_are_tried_where_they_are_few(d, monkeypatch):
    ways, some = [], _search.costs_of_some
    monkeypatch.setattr(_search, "costs_of_some", lambda *a: ways.append("bounds") or some(*a))
    n = math.isqrt(_search.FEW_POWERS // d)
    X = np.random.default_rng(0).normal(size=(n + 1, d)).round(2)  # some are equal
    for few, used in ((X[:-1], []), (X, ["bounds"])):
        costs = (np.abs(few[:, None] - few) ** 0.7).sum(axis=1)
        c = kh.minkowski_center(few, p=0.7)
        assert ways == used
        np.testing.assert_array_equal(c, few[costs.argmin(axis=0), np.arange(d)])


def test_slopes_are_sums_over_points():
    rng = np.random.default_rng(0)
    units, w, c = rng.random((3, 10)), rng.random(10), rng.random(3)
    whole = _search.slopes(units, w, 1.7, c)
    parts = [_search.slopes(units[:, i], w[i], 1.7, c) for i in (slice(4), slice(4, 10))]
    np.testing.assert_allclose(np.add(*parts), whole, rtol=1e-13)


# weights ----------------------------------------------------------------------------------------


@given(
    st.sampled_from((0.1, 0.9, 1, 1.001, 1.5, 2, 5, 30)),
    st.lists(st.floats(0, 1e6), min_size=1, max_size=6),
    st.integers(0, 10**6),
)
def test_no_other_weights_are_better(p, V, seed):
    V = np.array(V)
    w = kh.feature_weights(V, p=p)
    assert w.sum() == pytest.approx(1, abs=1e-12)
    assert (w >= 0).all()
    least = (w**p) @ V
    rng = np.random.default_rng(seed)
    others = np.vstack([rng.dirichlet(np.full(len(V), 0.3), size=50), np.eye(len(V)), w])
    others[-1] = 0.99 * w + 0.01 / len(V)
    assert least <= ((others**p) @ V).min() * (1 + 1e-9) + 1e-300


def test_weights_by_the_formula_and_by_rows():
    V = np.array([[1.0, 4.0, 2.0], [3.0, 3.0, 3.0]])
    for p in (1.1, 1.7, 2, 4):
        plain = 1 / ((V[:, :, None] / V[:, None, :]) ** (1 / (p - 1))).sum(axis=2)
        np.testing.assert_allclose(kh.feature_weights(V, p=p), plain, rtol=1e-12)
        np.testing.assert_allclose(kh.feature_weights(V[0], p=p), plain[0], rtol=1e-12)
        same(kh.feature_weights(1e300 * V, p=p), plain)
        same(kh.feature_weights(1e-300 * V, p=p), plain)
    for p in (0.2, 1, 1 + 1e-15):
        np.testing.assert_array_equal(kh.feature_weights(V[0], p=p), [1, 0, 0])
    np.testing.assert_array_equal(kh.feature_weights(V[1], p=0.5), [1, 0, 0])  # a tie: the first
    np.testing.assert_allclose(kh.feature_weights(V[0], p=math.inf), 1 / 3)
    assert kh.feature_weights(np.float32(V), p=1.5).dtype == np.float32


@pytest.mark.parametrize("p", [0.5, 1, 1.5, 2, math.inf])
def test_features_without_dispersion_share_the_weight(p):
    V = [[0.0, 1.0, 0.0], [0.0, 0.0, 0.0]]
    w = kh.feature_weights(V, p=p)
    np.testing.assert_allclose(w, [[0.5, 0, 0.5], [1 / 3, 1 / 3, 1 / 3]], rtol=1e-15)


# the two results on collapse (docs/new-results.md, 3)

SHAPES = st.lists(st.floats(0, 1e3), min_size=1, max_size=6).map(np.array)
POWERS = st.floats(1.05, 6)
CONSTANTS = st.floats(1e-3, 1e3)


@given(SHAPES, POWERS, CONSTANTS, CONSTANTS)
def test_a_larger_constant_raises_the_unraised_cost_and_lowers_the_sum_of_powers(v, p, g, h):
    a, b = (kh.feature_weights(v + x, p=p) ** p for x in sorted((g, h)))
    assert a @ v <= b @ v * (1 + 1e-9)
    assert b.sum() <= a.sum() * (1 + 1e-12)


@given(SHAPES, POWERS, st.floats(0.01, 100), st.integers(1, 50), st.integers(1, 50))
def test_a_fixed_constant_favors_the_larger_cluster_of_a_shape_and_a_relative_one_none(
    v, p, constant, n, m
):
    small, large = sorted((n, m))
    fixed = [kh.feature_weights(size * v + constant, p=p) ** p @ v for size in (small, large)]
    assert fixed[1] <= fixed[0] * (1 + 1e-9)
    relative = [kh.feature_weights(size * (v + v.mean()), p=p) for size in (small, large)]
    np.testing.assert_allclose(relative[1], relative[0], rtol=1e-9)


@given(
    st.lists(st.floats(1e-3, 1e3), min_size=1, max_size=6).map(np.array), POWERS, st.floats(0.01, 5)
)
def test_relative_weights_are_those_of_60_digits_and_share_their_cost_with_the_points(V, p, share):
    w = kh.feature_weights(V + share * V.mean(), p=p)
    with mpmath.workdps(60):
        own = [mpmath.mpf(x) for x in V]
        f, power = mpmath.mpf(share), mpmath.mpf(p)
        raised = [x + f * mpmath.fsum(own) / len(own) for x in own]
        parts = [x ** (-1 / (power - 1)) for x in raised]
        exact = [part / mpmath.fsum(parts) for part in parts]
        np.testing.assert_allclose(w, [float(x) for x in exact], rtol=0, atol=1e-12)
        powers = [x**power for x in exact]
        counted = [x + f * mpmath.fsum(powers) / len(powers) for x in powers]
        cost = mpmath.fdot(powers, raised)
        assert abs(cost - mpmath.fdot(counted, own)) <= mpmath.mpf(10) ** -45 * cost


# concentration ----------------------------------------------------------------------------------


@pytest.mark.parametrize("p", [0.5, 1, 2, 9, math.inf])
def test_variance_and_contrast_of_the_norms(p):
    X = CLOUDS["normal"]
    norms = plain_distance(p)(X, np.zeros((1, 3)))[:, 0]
    assert kh.relative_variance(X, p=p) == pytest.approx(norms.std() / norms.mean())
    assert kh.relative_contrast(X, p=p) == pytest.approx(norms.max() / norms.min() - 1)
    for scale in (-1e-150, 1e150):
        assert kh.relative_variance(scale * X, p=p) == pytest.approx(kh.relative_variance(X, p=p))
        assert kh.relative_contrast(scale * X, p=p) == pytest.approx(kh.relative_contrast(X, p=p))
    assert type(kh.relative_variance(X, p=p)) is type(kh.relative_contrast(X, p=p)) is float
    assert kh.relative_variance(np.float32(X * 1e30), p=p) == pytest.approx(
        kh.relative_variance(X, p=p), rel=1e-6
    )


@given(st.sampled_from((0.5, 1, 2, math.inf)), st.integers(2, 12), st.integers(0, 1000))
def test_hubness_by_loops(p, n, seed):
    X = np.random.default_rng(seed).integers(0, 3, size=(n, 2))  # ties
    D = kh.minkowski_distances(X, p=p)
    k = 1 + seed % (n - 1)
    counts = [0] * n
    for i in range(n):
        others = sorted((D[i, j], j) for j in range(n) if j != i)
        for _, j in others[:k]:
            counts[j] += 1
    expected = skew(counts) if len(set(counts)) > 1 else 0.0
    assert kh.hubness(X, p=p, k=k) == pytest.approx(expected, abs=1e-12)


@given(st.integers(2, 9), st.integers(0, 1000), st.sampled_from([0.0, 0.1, 0.3]))
def test_of_those_equally_near_the_first_are_taken(n, seed, rtol):
    rng = np.random.default_rng(seed)
    k = 1 + n // 2
    D = rng.integers(20, 40, size=(3, n)) / 20  # steps of 0.05: some are equal, some nearly
    for distances, nearest in zip(D, are_nearest(D, k, rtol=rtol), strict=True):
        kth = sorted(distances)[k - 1]
        surely = [j for j in range(n) if distances[j] < kth * (1 - rtol)]
        tied = [j for j in range(n) if kth * (1 - rtol) <= distances[j] <= kth * (1 + rtol)]
        assert np.flatnonzero(nearest).tolist() == sorted(surely + tied[: k - len(surely)])


def test_hubness_in_blocks_grows_with_the_dimension(monkeypatch):
    rng = np.random.default_rng(0)
    low, high = (kh.hubness(rng.normal(size=(300, d)), p=2) for d in (2, 200))
    assert low < 0.5 < 1.5 < high
    X = rng.normal(size=(40, 3))
    whole = kh.hubness(X, p=2, k=5)
    monkeypatch.setattr("kernlab_helpers.minkowski.concentration.BLOCK", 1)
    assert kh.hubness(X, p=2, k=5) == whole
