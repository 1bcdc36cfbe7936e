"""Fits on workers of Dask, in processes of their own: the same answer, also when one is killed."""

import importlib.util
import os
import signal
import sys

import numpy as np
import pytest

import kernlab_helpers as kh
from kernlab_helpers import workers
from kernlab_helpers.minkowski import _points, _waiting

SECONDS = 60  # that a pass may take here, on a machine under load
pytestmark = pytest.mark.filterwarnings("default")  # those of Dask's own


@pytest.fixture(scope="module")
def client():
    """Return the client of two workers, ended with the tests."""
    if importlib.util.find_spec("distributed") is None:
        must = os.environ.get("CI", "").lower() in ("1", "true", "yes")
        (pytest.fail if must else pytest.skip)("Dask is missing: the extra `scale` has it")
    import dask

    with (
        dask.config.set({"kernlab.pass-timeout": SECONDS}),
        kh.local_cluster(2, memory_limit="1GB") as cluster,
        cluster.get_client() as client,
    ):
        yield client


def cloud(n=4000, d=6):
    rng = np.random.default_rng(0)
    return 2 * rng.normal(size=(4, d))[rng.integers(0, 4, n)] + rng.normal(size=(n, d))


def fitted(X, p):
    init = cloud()[:4]
    model = kh.MinkowskiKMeans(4, p=p, init=init, floor=0.1, max_iter=5, tol=0)
    return model.fit(X)


def as_in_memory(model, p):
    wanted = fitted(cloud(), p)
    np.testing.assert_array_equal(model.labels_.compute(), wanted.labels_)
    assert model.n_iter_ == wanted.n_iter_ == 5
    assert model.inertia_ == pytest.approx(wanted.inertia_, rel=1e-12)
    np.testing.assert_allclose(model.cluster_centers_, wanted.cluster_centers_, atol=1e-10)


def test_the_workers_have_one_thread_and_keep_their_memory(client):
    def setting():
        return {name: os.environ.get(name) for name in (*workers.THREADS, *workers.KEEP)}

    wanted = dict.fromkeys(workers.THREADS, "1") | {k: str(v) for k, v in workers.KEEP.items()}
    told = client.run(setting)
    assert len(told) == 2 and all(each == wanted for each in told.values())
    assert set(client.nthreads().values()) == {1}


@pytest.mark.parametrize("p", [1, 1.5, 2])
def test_workers_fit_as_memory_does(client, p):
    import dask.array as da

    X = da.from_array(cloud(), chunks=(700, 3))
    as_in_memory(fitted(X, p), p)


@pytest.mark.slow
def test_what_workers_hold_is_not_made_again(client):
    import dask.array as da

    def part(x):
        made = kh.workers.__dict__.setdefault("made_for_a_test", [])
        made.append(len(x))
        return x

    held = da.from_array(cloud(), chunks=(700, 6)).map_blocks(part, meta=np.empty((0, 6))).persist()
    for X in (held, held + 0):
        as_in_memory(fitted(X, 2), 2)
    made = client.run(lambda: kh.workers.__dict__.pop("made_for_a_test", []))
    assert sum(map(len, made.values())) == held.numblocks[0]


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="kills by a signal")
@pytest.mark.parametrize("p", [1.5, 2])
def test_a_killed_worker_changes_nothing(client, p, monkeypatch):
    import dask.array as da

    before, calls = _points.DaskBlocks.total, []

    def total(self, *args, **kwargs):
        calls.append(1)
        if len(calls) == 6:  # in the middle: labels and what they hang on are lost with it
            pids = client.run(os.getpid)
            assert os.getpid() not in pids.values()
            os.kill(sorted(pids.values())[0], signal.SIGKILL)
        return before(self, *args, **kwargs)

    monkeypatch.setattr(_points.DaskBlocks, "total", total)
    as_in_memory(fitted(da.from_array(cloud(), chunks=(500, 6)), p), p)
    assert len(calls) > 6
    client.wait_for_workers(2, timeout=SECONDS)


@pytest.mark.slow
def test_a_pass_without_an_answer_ends_in_words(client):
    import dask
    import dask.array as da

    def stuck(x):
        import time

        time.sleep(5)
        return x

    X = da.from_array(cloud(), chunks=(1000, 6)).map_blocks(stuck, dtype=float)
    told = pytest.raises(TimeoutError, match=r"no answer in 0\.2 s.*workers are alive")
    with dask.config.set({"kernlab.pass-timeout": 0.2}), told:
        fitted(X, 2)


def pausing_share(share):
    """Return a function that sets the share of its memory at which a worker pauses."""

    def set_share(dask_worker):
        dask_worker.memory_manager.memory_pause_fraction = share

    return set_share


@pytest.mark.slow
@pytest.mark.skipif(sys.platform == "win32", reason="memory is told by other numbers")
def test_full_workers_end_a_fit_in_words_and_not_for_good(client, monkeypatch):
    import dask
    import dask.array as da

    monkeypatch.setattr(_waiting, "LOOK", 0.1)
    X = da.from_array(cloud(), chunks=(1000, 6))
    told = pytest.raises(MemoryError, match=r"memory is full.*tcp://.*MB \(disk: .*memory_limit")
    client.run(pausing_share(1e-6))  # more than that each of them has
    try:
        with dask.config.set({"kernlab.full-timeout": 1}), told:
            fitted(X, 2)
    finally:
        client.run(pausing_share(0.8))
    as_in_memory(fitted(X, 2), 2)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="limits the size of files")
def test_a_full_disk_ends_with_the_answer_or_in_words(client, tmp_path):
    import dask
    import dask.array as da

    def limit_files(dask_worker):
        import logging
        import resource

        resource.setrlimit(resource.RLIMIT_FSIZE, (10_000, resource.RLIM_INFINITY))
        dask_worker.said = []
        ear = logging.Handler()
        ear.emit = lambda record: dask_worker.said.append(record.getMessage())
        logging.getLogger("distributed.spill").addHandler(ear)

    few = cloud()[:100]
    settings = {"p": 2, "weighted": False, "init": few[:4], "max_iter": 2, "tol": 0}
    with (
        dask.config.set({"kernlab.full-timeout": 3, "kernlab.pass-timeout": SECONDS}),
        kh.local_cluster(1, memory_limit="300MB", local_directory=str(tmp_path)) as cluster,
        cluster.get_client() as other,
    ):
        other.run(limit_files)
        parts = da.from_array(few, chunks=(10, 6))
        X = parts.map_blocks(np.repeat, 40_000, axis=0, chunks=((400_000,) * 10, (6,))).persist()
        try:  # 192 MB; from 180 on Dask writes to the disk
            model = kh.MinkowskiKMeans(4, **settings).fit(X)
            labels = model.labels_[::40_000].compute()
        except MemoryError as error:
            assert "memory is full and stays full" in str(error)
        else:
            wanted = kh.MinkowskiKMeans(4, **settings).fit(few).labels_
            np.testing.assert_array_equal(labels, wanted)
        (said,) = other.run(lambda dask_worker: dask_worker.said).values()
        assert any("Spill to disk failed" in words for words in said)


@pytest.mark.slow
@pytest.mark.skipif(sys.platform != "linux", reason="reads what Linux tells of a process")
def test_a_worker_needs_less_than_400_megabytes(client, tmp_path):
    import dask.array as da
    import zarr

    def peak():
        with open("/proc/self/status") as told:
            return next(int(line.split()[1]) for line in told if line.startswith("VmHWM")) / 1000

    n, d, rows = 200_000, 64, 50_000
    X = np.random.default_rng(0).normal(size=(n, d)).astype(np.float32)
    file = zarr.create_array(tmp_path / "X.zarr", shape=(n, d), chunks=(rows, d), dtype="f4")
    file[:] = X
    for p in (1, 2):
        settings = {"p": p, "weighted": False, "init": X[:10], "max_iter": 1}
        kh.MinkowskiKMeans(10, **settings).fit(da.from_zarr(file))
    assert max(client.run(peak).values()) < 400


@pytest.mark.slow
@pytest.mark.parametrize("own", [None, "1s"])
def test_a_dead_worker_is_waited_for_unless_you_said_how_long(own, monkeypatch):
    dask = pytest.importorskip("dask")
    distributed = pytest.importorskip("distributed")
    monkeypatch.setattr(distributed, "LocalCluster", lambda **settings: settings)
    with dask.config.set({workers.LOST: own or workers.DEFAULT}):
        assert kh.local_cluster(3)["n_workers"] == 3
        assert dask.config.get(workers.LOST) == (own or workers.AWAY)


@pytest.mark.slow
def test_a_corrupt_chunk_of_a_worker_is_named(client):
    import dask.array as da

    X = cloud()
    X[1234, 2] = np.nan
    with pytest.raises(ValueError, match=r"X\[1234, 2\] is NaN: row 234 of chunk 1"):
        fitted(da.from_array(X, chunks=(1000, 6)), 2)


@pytest.mark.slow
def test_zarr_from_the_disk(client, tmp_path):
    import dask.array as da
    import zarr

    zarr.save(tmp_path / "X.zarr", cloud())
    as_in_memory(fitted(da.from_zarr(tmp_path / "X.zarr").rechunk((800, 6)), 2), 2)


def test_a_number_of_workers_is_checked():
    with pytest.raises(ValueError, match="n_workers is 0; n_workers must be at least 1"):
        kh.local_cluster(0)
