"""Fits on workers of Dask, in processes of their own: the same answer, also when one is killed."""

import importlib.util
import os
import signal
import sys

import numpy as np
import pytest

import kernlab_helpers as kh
from kernlab_helpers import workers
from kernlab_helpers.minkowski import _points

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


def test_a_corrupt_chunk_of_a_worker_is_named(client):
    import dask.array as da

    X = cloud()
    X[1234, 2] = np.nan
    with pytest.raises(ValueError, match=r"X\[1234, 2\] is NaN: row 234 of chunk 1"):
        fitted(da.from_array(X, chunks=(1000, 6)), 2)


def test_zarr_from_the_disk(client, tmp_path):
    import dask.array as da
    import zarr

    zarr.save(tmp_path / "X.zarr", cloud())
    as_in_memory(fitted(da.from_zarr(tmp_path / "X.zarr").rechunk((800, 6)), 2), 2)


def test_a_number_of_workers_is_checked():
    with pytest.raises(ValueError, match="n_workers is 0; n_workers must be at least 1"):
        kh.local_cluster(0)
