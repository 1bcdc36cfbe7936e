"""Points that do not fit: the same fits and maps from memory, from a file, from a Dask array."""

import itertools
import os
import warnings

import numpy as np
import pytest
from sklearn.datasets import load_digits

import kernlab_helpers as kh
from kernlab_helpers import _chunks
from kernlab_helpers.minkowski import _medians, _points, _steps as steps, _totals, kmeans
from livepanels.panels.sweep import pairwise

EXPONENTS = (1, 1.2, 1.5, 2, 3)
DIGITS = load_digits().data[:400]


def clouds(n=401, d=5):
    """Three clouds whose features have many ties, one of them constant in a cloud."""
    rng = np.random.default_rng(0)
    y = np.sort(rng.integers(0, 3, n))
    X = 3 * rng.normal(size=(3, d))[y] + rng.normal(size=(n, d))
    X[:, 1] = X[:, 1].round(1)
    X[y == 0, 2] = 0.125
    X[:, 3] = rng.integers(-1, 2, n)
    return X


CLOUDS = clouds()
TABLES = {"clouds": CLOUDS, "digits": DIGITS[:, 10:30], "single": CLOUDS.astype(np.float32)}
EMPTY = np.vstack([CLOUDS[:3], [CLOUDS[0] + 100.0], [CLOUDS[0] - 100.0]])  # two begin empty


def combinations(*columns):
    """Return every combination of values; those that no pair of values needs are slow.

    So are those of p = 1.2, whose centers take longest to find.
    """
    needed = set(map(tuple, pairwise([len(column) for column in columns])))
    rows = itertools.product(*(range(len(column)) for column in columns))
    found = []
    for row in rows:
        values = [column[i] for column, i in zip(columns, row, strict=True)]
        quick = row in needed and 1.2 not in values
        found.append(pytest.param(*values, marks=() if quick else pytest.mark.slow))
    return found


def mapped(X, path):
    """Return X as a file that looks like an array."""
    np.save(path / "X.npy", X)
    return np.load(path / "X.npy", mmap_mode="r")


CHUNKINGS = {"one row": 1, "ragged": 77, "one chunk": 10**6}


@pytest.fixture
def chunking(request, monkeypatch):
    """Cut files so, and pieces of chunks too."""
    rows = CHUNKINGS[request.param]
    monkeypatch.setattr(kmeans, "Blocks", lambda X: _points.Blocks(X, rows * X.shape[1]))
    return rows


def dask_array():
    """Return dask.array; skip where it is not installed, fail where everything has to be."""
    try:
        import dask.array
    except ImportError:
        if os.environ.get("CI", "").lower() in ("1", "true", "yes"):
            pytest.fail("dask is missing: the extra `scale` has it")
        pytest.skip("dask is not installed: the extra `scale` has it")
    return dask.array


def fitted(X, **settings):
    with warnings.catch_warnings():
        warnings.filterwarnings("ignore", "the cost is 0")
        return kh.MinkowskiKMeans(len(settings["init"]), tol=0, **settings).fit(X)


def same_fit(one, other, single=False):
    """Labels and iterations are equal; what is measured is equal to rounding."""
    np.testing.assert_array_equal(np.asarray(other.labels_), one.labels_)
    assert other.n_iter_ == one.n_iter_
    rtol = 1e-6 if single else 1e-12
    for record, again in zip(one.history_, other.history_, strict=True):
        assert again.cost == pytest.approx(record.cost, rel=rtol)
        assert again.moved == record.moved
    width = np.ptp(one.cluster_centers_, axis=0).max()
    near = {"rtol": 100 * rtol, "atol": 100 * rtol * width}
    np.testing.assert_allclose(other.cluster_centers_, one.cluster_centers_, **near)
    np.testing.assert_allclose(other.feature_weights_, one.feature_weights_, atol=1e-9)


# the same fit -----------------------------------------------------------------------------------


FLOORS = (None, 0.0, 0.5)  # None: no weights


@pytest.mark.parametrize(
    ("table", "p", "floor", "chunking"),
    combinations(list(TABLES), EXPONENTS, FLOORS, list(CHUNKINGS)),
    indirect=["chunking"],
)
def test_a_file_is_clustered_as_memory_is(table, p, floor, chunking, tmp_path):
    X = TABLES[table][:: 10 if chunking == 1 else 1]
    settings = {"init": X[[0, 10, 20, 30]], "p": p, "max_iter": 3 if chunking == 1 else 20}
    settings |= {"weighted": False} if floor is None else {"floor": floor * np.ptp(X)}
    single = (table, p, floor) == ("single", 2, None)  # computed as it came
    same_fit(fitted(X, **settings), fitted(mapped(X, tmp_path), **settings), single)


@pytest.mark.parametrize(
    ("p", "weighted", "chunking"),
    combinations(EXPONENTS, (False, True), list(CHUNKINGS)),
    indirect=["chunking"],
)
def test_empty_clusters_get_the_same_points(p, weighted, chunking, tmp_path):
    X = CLOUDS[:: 10 if chunking == 1 else 1]
    settings = {"init": EMPTY, "p": p, "weighted": weighted, "max_iter": 3, "floor": 0.1}
    in_memory = fitted(X, **settings)
    same_fit(in_memory, fitted(mapped(X, tmp_path), **settings))
    assert np.bincount(in_memory.labels_).min() > 0


@pytest.mark.parametrize("p", EXPONENTS)
def test_the_cost_after_an_outlier_moved_keeps_its_digits(p, tmp_path):
    X = np.vstack([CLOUDS, np.full((1, 5), 1e9)])
    settings = {"init": np.vstack([CLOUDS[:2], [CLOUDS[0] - 1e10]]), "p": p, "weighted": False}
    same_fit(fitted(X, **settings), fitted(mapped(X, tmp_path), **settings))


@pytest.mark.parametrize("weighted", [False, True])
@pytest.mark.parametrize("p", [1, 1.5, 2])
def test_without_init_a_small_file_ends_where_memory_does(p, weighted, tmp_path):
    settings = {"p": p, "weighted": weighted, "floor": 0.5, "n_init": 3, "random_state": 0}
    in_memory = kh.MinkowskiKMeans(4, **settings).fit(CLOUDS)
    chunked = kh.MinkowskiKMeans(4, **settings).fit(mapped(CLOUDS, tmp_path))
    np.testing.assert_array_equal(chunked.labels_, in_memory.labels_)
    assert chunked.inertia_ == pytest.approx(in_memory.inertia_, rel=1e-9)


def test_without_init_a_large_file_begins_with_a_sample(monkeypatch, tmp_path):
    monkeypatch.setattr(kmeans, "SAMPLE", 50)
    X = mapped(DIGITS, tmp_path)
    model = kh.MinkowskiKMeans(3, weighted=False, n_init=2, random_state=0).fit(X)
    again = kh.MinkowskiKMeans(3, weighted=False, n_init=2, random_state=0).fit(X)
    np.testing.assert_array_equal(model.labels_, again.labels_)
    costs = [record.cost for record in model.history_]
    assert all(np.diff(costs) <= 0)
    assert model.n_iter_ > 1  # a sample does not say where all points want it


def test_a_file_is_never_read_whole(monkeypatch, tmp_path):
    X = mapped(np.repeat(CLOUDS, 30, axis=0), tmp_path)
    monkeypatch.setattr(kmeans, "Blocks", lambda X: _points.Blocks(X, 5000))
    largest = []
    before = _points.totals.in_unit

    def seen(x, *args):
        largest.append(len(x))
        return before(x, *args)

    monkeypatch.setattr(_points.totals, "in_unit", seen)
    model = kh.MinkowskiKMeans(3, p=1.5, init=CLOUDS[:3], max_iter=2, floor=0.1).fit(X)
    assert max(largest) == 1000 < len(X)
    assert model.history_[0].labels is None
    assert type(model.labels_) is np.ndarray and model.labels_.dtype == np.intp


# single precision ---------------------------------------------------------------------------------


@pytest.mark.parametrize("far", [0, 1e3, 1e6])
def test_single_precision_has_the_labels_of_double(far):
    rng = np.random.default_rng(3)
    X = (8 * rng.normal(size=(3000, 6)) + far).round(1).astype(np.float32)
    settings = {"init": X[:5], "weighted": False, "max_iter": 4}
    single, double = fitted(X, **settings), fitted(X.astype(np.float64), **settings)
    np.testing.assert_array_equal(single.labels_, double.labels_)
    assert single.n_iter_ == double.n_iter_
    assert single.inertia_ == pytest.approx(double.inertia_, rel=1e-5)
    assert single.cluster_centers_.dtype == np.float64
    np.testing.assert_allclose(
        single.cluster_centers_ - far, double.cluster_centers_ - far, atol=2e-6 * np.ptp(X)
    )


@pytest.mark.parametrize("far", [0.0, 2.0**20])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_a_point_between_two_centers_goes_to_the_first(kind, far):
    rng = np.random.default_rng(4)
    half = rng.integers(-8, 9, (200, 7)).astype(float)
    centers = np.vstack([half[0], -half[0], 3 * half[1] + 50]) + far
    half[:, half[0] == 0] = 1
    half -= np.outer(half @ half[0], half[0]) / (half[0] @ half[0])  # as far from both
    X = (half.round() + far).astype(kind)
    labels, costs = steps.assign(X, centers, np.ones((3, 7)), 2)
    exact = ((X.astype(float)[:, None] - centers) ** 2).sum(axis=2)
    np.testing.assert_array_equal(labels, exact.argmin(axis=1))
    assert (exact[:, 0] == exact[:, 1]).sum() > 3
    np.testing.assert_allclose(costs, exact.min(axis=1), rtol=1e-5)


@pytest.mark.parametrize("weights", ["none", "alike", "own"])
@pytest.mark.parametrize("far", [0, 1e6])
@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_products_say_what_differences_say(kind, far, weights):
    rng = np.random.default_rng(6)
    X = (rng.normal(size=(2000, 9)) + far).round(1).astype(kind)
    X[1000:1200] = X[7]  # one point many times
    centers = X[[0, 1, 2, 1, 3, 7]].astype(float)  # 1 and 3 tie wherever they are nearest
    centers[4] = (centers[0] + centers[2]) / 2
    w = {"none": np.ones((6, 9)), "alike": np.tile(rng.random(9), (6, 1))}.get(weights)
    if w is None:
        w = rng.random((6, 9))
        w[3] = w[1]
    labels, costs = steps.assign(X, centers, w, 2)
    np.testing.assert_array_equal(labels, steps.nearest_by_differences(X, centers, w))
    exact = (((X.astype(float)[:, None] - centers) * w) ** 2).sum(axis=2).min(axis=1)
    eps = np.finfo(kind).eps
    np.testing.assert_allclose(costs, exact, rtol=500 * eps, atol=9 * (eps * far) ** 2)
    assert 3 not in labels and 1 in labels
    assert np.ptp(labels[1000:1200]) == 0


def test_sums_of_too_many_products_say_nothing():
    assert np.all(steps.rounding_of_products(np.ones(3, np.float32), 2**23) == np.inf)
    assert np.all(steps.rounding_of_products(np.zeros(3, np.float32), 2) > 0)


@pytest.mark.parametrize("size", [1e-12, 1e12])
def test_single_precision_of_a_wide_range_is_worked_on_in_double(size):
    X = (CLOUDS * size).astype(np.float32)
    settings = {"init": X[:3].astype(float), "weighted": False}
    same_fit(fitted(X.astype(float), **settings), fitted(X, **settings))


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_rounding_is_never_more_than_its_bound(kind):
    rng = np.random.default_rng(5)
    for d in (1, 3, 50, 400):
        X, m = rng.normal(size=(300, d)), rng.normal(size=(6, d))
        x, y = X.astype(kind), m.astype(kind)
        D = (y * y).sum(axis=1) - 2 * (x @ y.T)
        exact = (m**2).sum(axis=1) - 2 * (X @ m.T)
        terms = (x * x).sum(axis=1) + (y * y).sum(axis=1).max()
        room = steps.rounding_of_products(terms, d)
        assert np.all(np.abs((D - D[:, :1]) - (exact - exact[:, :1])).max(axis=1) <= room)


# medians ----------------------------------------------------------------------------------------


@pytest.mark.parametrize("few", [0, 30, 10**6])
@pytest.mark.parametrize("kind", [np.float32, np.float64, np.int16])
def test_medians_by_counting_are_exact(kind, few, monkeypatch):
    monkeypatch.setattr(_medians, "FEW", few)
    rng = np.random.default_rng(1)
    wide = rng.normal(size=(60, 3)) * 10.0 ** rng.integers(-9, 4, (60, 3))
    awkward = np.column_stack([wide, rng.integers(-2, 3, 60), np.zeros(60), -np.abs(wide[:, 0])])
    awkward[::7, 0] = -0.0
    X = awkward.astype(kind)
    for n in (1, 2, 3, 30, 59, 60):
        labels = np.arange(n) % min(n, 3)
        points = _points.Blocks(X[:n], 7 * X.shape[1])
        points.look()
        points.labels = [labels[rows] for rows in points.chunks]
        found = _medians.medians(points, np.bincount(labels), X.shape[1])
        x = X[:n].astype(np.float64)
        wanted = [np.median(x[labels == c], axis=0) for c in range(labels.max() + 1)]
        if kind == np.float32:
            assert points.single
        np.testing.assert_array_equal(found, np.array(wanted))


@pytest.mark.parametrize("kind", [np.float32, np.float64])
def test_keys_are_in_the_order_of_the_numbers(kind):
    info = np.finfo(kind)
    x = np.array([info.min, -1, -info.tiny, -info.smallest_subnormal, -0.0, 0, info.tiny, 1, 2e9])
    x = np.append(x, info.max).astype(kind)
    q = _medians.keys(x, np.dtype(np.uint32 if kind == np.float32 else np.uint64))
    assert np.all(np.diff(q[:5].astype(object)) > 0) and np.all(np.diff(q[5:].astype(object)) > 0)
    assert q[4] == q[5]
    np.testing.assert_array_equal(_medians.numbers_of_keys(q), x.astype(np.float64))


# what is refused, and what is left ----------------------------------------------------------------


def test_p_below_1_is_refused_in_words_unless_the_file_is_small(monkeypatch, tmp_path):
    X = mapped(CLOUDS, tmp_path)
    settings = {"init": CLOUDS[:3], "p": 0.5, "weighted": False}
    same_fit(fitted(CLOUDS, **settings), fitted(X, **settings))
    monkeypatch.setattr(kmeans, "MAX_BYTES", 1000)
    with pytest.raises(ValueError, match=r"p is 0\.5 and X is read in chunks.*fit a sample"):
        fitted(X, **settings)


@pytest.mark.parametrize(("value", "word"), [(np.nan, "NaN"), (-np.inf, "infinite")])
def test_a_corrupt_number_is_named_by_chunk_and_row(value, word, monkeypatch, tmp_path):
    monkeypatch.setattr(kmeans, "Blocks", lambda X: _points.Blocks(X, 100 * X.shape[1]))
    X = CLOUDS.copy()
    X[234, 1] = value
    words = rf"X\[234, 1\] is {word}: row 34 of chunk 2; every value must be finite"
    with pytest.raises(ValueError, match=words):
        fitted(mapped(X, tmp_path), init=CLOUDS[:2])


def test_other_tables_are_refused_as_arrays_are(tmp_path):
    with pytest.raises(ValueError, match="X has 1 dimension"):
        kh.MinkowskiKMeans(2).fit(mapped(CLOUDS[0], tmp_path))
    with pytest.raises(ValueError, match="Complex data not supported"):
        kh.MinkowskiKMeans(2).fit(mapped(CLOUDS + 0j, tmp_path))
    with pytest.raises(ValueError, match="n_clusters is 9 but X has n_samples = 4"):
        kh.MinkowskiKMeans(9).fit(mapped(CLOUDS[:4], tmp_path))


@pytest.mark.parametrize("on_disk", [False, True])
def test_an_interrupted_fit_leaves_the_best_state(on_disk, monkeypatch, tmp_path):
    settings = {"init": DIGITS[:10], "p": 1.5, "weighted": False}
    X = mapped(DIGITS, tmp_path) if on_disk else DIGITS
    assert fitted(X, **settings).n_iter_ > 3
    kind = kmeans.Blocks if on_disk else kmeans.InMemory
    before, calls = kind.assign, []

    def assign(self, *args, **kwargs):
        calls.append(1)
        if len(calls) == 4:  # the first comes before the first iteration
            raise KeyboardInterrupt
        return before(self, *args, **kwargs)

    model = kh.MinkowskiKMeans(10, tol=0, **settings)
    with monkeypatch.context() as patch, pytest.raises(KeyboardInterrupt):
        patch.setattr(kind, "assign", assign)
        model.fit(X)
    same_fit(fitted(X, **settings, max_iter=2), model)
    np.testing.assert_array_equal(model.predict(DIGITS), model.labels_)


def test_a_long_fit_tells_how_far_it_is(monkeypatch, capsys, tmp_path):
    X = mapped(DIGITS, tmp_path)
    monkeypatch.setattr(kmeans, "ONCE_IN", 0)
    model = fitted(X, init=DIGITS[:5], weighted=False, max_iter=3)
    said = capsys.readouterr().err.split("\r")
    assert len(said) == 1 + model.n_iter_
    assert said[1].startswith(f"iteration 1: cost {model.history_[0].cost:.6g}"[:18])
    fitted(DIGITS, init=DIGITS[:5], weighted=False, max_iter=3)
    assert capsys.readouterr().err == ""


# Dask ---------------------------------------------------------------------------------------------


@pytest.fixture
def dask_blocks():
    """Return a function that makes a Dask array; everything is computed in this thread."""
    array = dask_array()
    import dask

    with dask.config.set(scheduler="synchronous"):
        yield lambda X, rows: array.from_array(np.asarray(X), chunks=(rows, 2))


@pytest.mark.parametrize(("table", "p", "floor"), combinations(list(TABLES), EXPONENTS, FLOORS))
def test_a_dask_array_is_clustered_as_memory_is(table, p, floor, dask_blocks):
    X = TABLES[table]
    settings = {"init": X[[0, 30, 60, 90]], "p": p, "max_iter": 3}
    settings |= {"weighted": False} if floor is None else {"floor": floor * np.ptp(X)}
    chunked = fitted(dask_blocks(X, (77, 123, 1, len(X) - 201)), **settings)
    assert hasattr(chunked.labels_, "to_delayed")
    assert chunked.labels_.chunks == ((77, 123, 1, len(X) - 201),)
    assert chunked.labels_.dtype == np.intp
    same_fit(fitted(X, **settings), chunked, (table, p, floor) == ("single", 2, None))


@pytest.mark.parametrize(("rows", "p"), [(1, 1), (1, 1.5), (1, 2), (1000, 3)])
def test_empty_clusters_of_a_dask_array_get_the_same_points(p, rows, dask_blocks):
    few = CLOUDS[::20]
    settings = {"init": EMPTY, "p": p, "max_iter": 2, "floor": 0.1}
    same_fit(fitted(few, **settings), fitted(dask_blocks(few, rows), **settings))


def test_a_chunk_is_read_by_the_task_that_uses_it_unless_chunks_share_something(dask_blocks):
    import dask
    import dask.array as da

    def part(start):
        return CLOUDS[start : start + 30]

    own = [da.from_delayed(dask.delayed(part)(i), (30, CLOUDS.shape[1]), float) for i in (0, 30)]
    settings = {"init": CLOUDS[:3], "p": 2, "weighted": False}
    wanted = fitted(CLOUDS[:60], **settings)
    for X, alone in (
        (da.concatenate(own), True),
        (da.concatenate(own)[::-1][::-1], True),
        (da.concatenate([own[0], own[1]]).rechunk((20, -1)), False),
        (da.from_array(CLOUDS[:60], chunks=(20, -1)).rechunk((25, -1)), False),
    ):
        chunks = _points.chunks_of(X)
        assert all(isinstance(chunk, _totals.Recipe) == alone for chunk in chunks)
        same_fit(wanted, fitted(X, **settings))


def test_a_dask_array_without_init_and_what_is_refused(dask_blocks):
    settings = {"weighted": False, "n_init": 2, "random_state": 0}
    model = kh.MinkowskiKMeans(3, **settings).fit(dask_blocks(CLOUDS, 100))
    in_memory = kh.MinkowskiKMeans(3, **settings).fit(CLOUDS)
    np.testing.assert_array_equal(model.labels_.compute(), in_memory.labels_)
    with pytest.raises(ValueError, match=r"p is 0\.5 and X is read in chunks"):
        kh.MinkowskiKMeans(3, p=0.5).fit(dask_blocks(CLOUDS, 100))
    corrupt = CLOUDS.copy()
    corrupt[203, 4] = np.nan
    with pytest.raises(ValueError, match=r"X\[203, 4\] is NaN: row 3 of chunk 2"):
        kh.MinkowskiKMeans(3).fit(dask_blocks(corrupt, 100))
    unknown = dask_blocks(CLOUDS, 100)
    unknown = unknown[unknown[:, 0] > 0]
    with pytest.raises(ValueError, match=r"chunks of unknown size.*compute_chunk_sizes"):
        kh.MinkowskiKMeans(3).fit(unknown)


def test_dask_is_imported_for_its_arrays_only():
    import subprocess
    import sys

    code = "import numpy as np, sys, kernlab_helpers as kh\n"
    code += "kh.MinkowskiKMeans(2, n_init=1).fit_predict(np.arange(8.0).reshape(4, 2))\n"
    code += "kh.ExplicitMap().fit_transform(np.ones((2, 2)))\n"
    code += "assert not {'dask', 'distributed', 'zarr'} & set(sys.modules)"
    subprocess.run([sys.executable, "-c", code], check=True)


def test_the_cores_are_those_that_the_process_may_use():
    if not hasattr(os, "sched_setaffinity"):
        pytest.skip("this system does not let a process choose its cores")
    every = os.sched_getaffinity(0)
    try:
        os.sched_setaffinity(0, {min(every)})
        assert _chunks.cores() == 1
    finally:
        os.sched_setaffinity(0, every)
    assert _chunks.cores() == min(4, len(every))


# row by row ---------------------------------------------------------------------------------------


def row_methods():
    """Yield a name, a fitted model, the name of its method and what goes in."""
    positive = np.abs(CLOUDS)
    for kind in (np.float64, np.float32):
        yield kh.ExplicitMap("chi2", order=2).fit(positive), "transform", positive.astype(kind)
        K = kh.gaussian(CLOUDS, CLOUDS[:20], sigma=3.0).astype(kind)
        yield kh.MercerMap(7).fit(K[:20]), "transform", K
        yield kh.OrderTMap(t=2.0).fit(CLOUDS), "transform", CLOUDS.astype(kind)
    for p in (0.5, 1, 1.5, 2):
        model = kh.MinkowskiKMeans(3, p=p, n_init=1, floor=0.5, random_state=0).fit(CLOUDS)
        yield model, "predict", CLOUDS
        yield model, "transform", CLOUDS


ROW_METHODS = list(row_methods())
NAMES = [f"{type(m).__name__}-{getattr(m, 'p', X.dtype)}-{n}" for m, n, X in ROW_METHODS]


@pytest.mark.parametrize(("model", "name", "X"), ROW_METHODS, ids=NAMES)
def test_maps_of_a_file_go_block_by_block(model, name, X, monkeypatch, tmp_path):
    monkeypatch.setattr(_chunks, "PIECE", 60 * X.shape[1])
    wanted = getattr(model, name)(X)
    found = getattr(model, name)(mapped(X, tmp_path))
    assert found.dtype == wanted.dtype and type(found) is np.ndarray
    np.testing.assert_allclose(found, wanted, rtol=1e-12 if X.dtype == float else 1e-6)
    with pytest.raises(ValueError, match=r"X has 1 features, but .* is expecting"):
        getattr(model, name)(mapped(X[:, :1], tmp_path))


@pytest.mark.parametrize(("model", "name", "X"), ROW_METHODS, ids=NAMES)
def test_maps_of_a_dask_array_are_computed_when_they_are_wanted(model, name, X, dask_blocks):
    wanted = getattr(model, name)(X)
    later = getattr(model, name)(dask_blocks(X, (200, 1, len(X) - 201)))
    assert later.shape == wanted.shape and later.dtype == wanted.dtype
    found = later.compute()
    assert found.dtype == wanted.dtype
    np.testing.assert_allclose(found, wanted, rtol=1e-12 if X.dtype == float else 1e-6)
    with pytest.raises(ValueError, match=r"X has 1 features, but .* is expecting"):
        getattr(model, name)(dask_blocks(X[:, :1], 100))
    corrupt = X.copy()
    corrupt[150, 1] = np.nan
    with pytest.raises(ValueError, match="NaN"):
        getattr(model, name)(dask_blocks(corrupt, 100)).compute()


def test_an_explicit_map_is_fitted_to_the_shape_of_a_dask_array(dask_blocks):
    X = dask_blocks(np.abs(CLOUDS), 100)
    phi = kh.ExplicitMap(order=3).fit_transform(X)
    np.testing.assert_array_equal(phi, kh.ExplicitMap(order=3).fit_transform(np.abs(CLOUDS)))
    model = kh.MinkowskiKMeans(3, weighted=False, init=phi[:3].compute()).fit(phi)  # never stored
    assert model.labels_.shape == (len(CLOUDS),)


def test_the_order_t_map_is_fitted_to_the_lengths_of_all_chunks(dask_blocks, tmp_path):
    wanted = kh.OrderTMap(t=2.0).fit(CLOUDS)
    for Z in (dask_blocks(CLOUDS, 100), mapped(CLOUDS, tmp_path)):
        found = kh.OrderTMap(t=2.0).fit(Z)
        assert found.log_range_ == wanted.log_range_
        assert found.n_features_in_ == CLOUDS.shape[1]
