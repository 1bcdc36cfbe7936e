"""How k-means grows with the number of points: in memory, from a file, on workers; beside peers.

`python3 run.py bench scaling` fits 10^5, 10^6 and 10^7 points (64 features, 10 clusters, float32 in
a file) the same number of iterations from the same start, and stores CPU and wall time per point
and iteration in data/results/scaling.csv. CPU is that of all processes; every way has one thread of
products. `--n 100000` fits these sizes only, and stores nothing. Ratios are printed beside their
limits; the exit code is 1 if one is beyond it. The file takes 2.6 GB, and is deleted.
"""

import argparse
import contextlib
import importlib.util
import sys
import tempfile
import time
from pathlib import Path
from typing import NamedTuple

import _experiment as experiment
import numpy as np
from sklearn.cluster import KMeans, MiniBatchKMeans
from threadpoolctl import threadpool_limits

import kernlab_helpers as kh

TABLE = Path(__file__).resolve().parent.parent / "data" / "results" / "scaling.csv"
HEAD = ("way", "p", "n", "iterations", "cpu_ns", "wall_ns")
SIZES = (10**5, 10**6, 10**7)
FEATURES, CLUSTERS = 64, 10
EXPONENTS = (1, 1.5, 2, 3)
IN_MEMORY = 2 * 10**6  # more points are fitted from the file only
BLOCK = 10**5  # points that are written, or given to MiniBatchKMeans, at a time


class Row(NamedTuple):
    """One way to fit: its name, its exponent, how many points, what an iteration took of each."""

    way: str
    p: float
    n: int
    iterations: int
    cpu_ns: float
    wall_ns: float


def write_points(path, n):
    """Write n points of ten clouds as float32, a block at a time; return them as a memmap."""
    rng = np.random.default_rng(0)
    means = rng.normal(size=(CLUSTERS, FEATURES))
    shape = (n, FEATURES)
    X = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=shape)
    for start in range(0, n, BLOCK):
        rows = min(BLOCK, n - start)
        X[start : start + rows] = means[rng.integers(0, CLUSTERS, rows)]
        X[start : start + rows] += rng.normal(size=(rows, FEATURES)).astype(np.float32)
    X.flush()
    return np.load(path, mmap_mode="r")


def iterations_for(n):
    """Return how many iterations are measured: fewer of more points."""
    return {10**5: 6, 10**6: 4}.get(n, 2)


def timed(way, p, n, fit, cpu=time.process_time, repeats=1):
    """Return the row of a fit that returns its number of iterations: the least of some repeats."""
    taken = []
    for _ in range(repeats):
        cpu_before, wall_before = cpu(), time.perf_counter()
        iterations = fit()
        each = 1e9 / n / iterations
        wall = time.perf_counter() - wall_before
        taken.append(((cpu() - cpu_before) * each, wall * each, iterations))
    cpu_ns, wall_ns, iterations = min(taken)
    row = Row(way, p, n, iterations, round(cpu_ns, 1), round(wall_ns, 1))
    print(f"{way:28} p = {p:<4g} n = {n:<9} {cpu_ns:8.0f} ns CPU, {wall_ns:8.0f} ns", flush=True)
    return row


def ours(X, p, start):
    """Return a function that fits Minkowski k-means and returns the number of iterations."""
    most = iterations_for(len(X))
    settings = {"p": p, "weighted": False, "init": start, "max_iter": most, "tol": 0}
    return lambda: kh.MinkowskiKMeans(CLUSTERS, **settings).fit(X).n_iter_


def lloyd(X, start):
    """Return a function that fits scikit-learn's KMeans."""
    settings = {"n_init": 1, "max_iter": iterations_for(len(X)), "tol": 0, "algorithm": "lloyd"}
    return lambda: KMeans(CLUSTERS, init=start, **settings).fit(X).n_iter_


def one_epoch(X, start):
    """Return a function that gives every point once to MiniBatchKMeans: it counts as one."""

    def fit():
        model = MiniBatchKMeans(CLUSTERS, init=start, n_init=1)
        for begin in range(0, len(X), BLOCK):
            model.partial_fit(X[begin : begin + BLOCK])
        return 1

    return fit


def lazy(path, n):
    """Return the file as a Dask array, each chunk read where it is worked on."""
    import dask
    import dask.array as da

    def part(start, stop):
        return np.array(np.load(path, mmap_mode="r")[start:stop])

    rows = max(50_000, n // 40)
    cuts = [(start, min(start + rows, n)) for start in range(0, n, rows)]
    parts = [
        da.from_delayed(dask.delayed(part)(a, b), (b - a, FEATURES), np.float32) for a, b in cuts
    ]
    return da.concatenate(parts)


def with_dask(path, n, start, repeats):
    """Return the rows of Dask's threads and of workers, and of dask-ml where it is installed."""
    import dask

    X = lazy(path, n)
    with dask.config.set(scheduler="threads"):
        rows = [timed("Dask, threads", 2, n, ours(X, 2, start), repeats=repeats)]
    with kh.local_cluster(2) as cluster, cluster.get_client() as client:

        def cpu():
            return time.process_time() + sum(client.run(time.process_time).values())

        for p in EXPONENTS:
            rows.append(timed("workers", p, n, ours(X, p, start), cpu, repeats))
        if importlib.util.find_spec("dask_ml"):
            from dask_ml.cluster import KMeans as DaskKMeans

            settings = {"init": start, "max_iter": iterations_for(n), "tol": 0}
            peer = DaskKMeans(CLUSTERS, **settings)
            rows.append(timed("dask-ml", 2, n, lambda: peer.fit(X).n_iter_, cpu, repeats))
    return rows


def measured(n, folder):
    """Return the rows of all ways for n points, in one run."""
    path = Path(folder) / f"{n}.npy"
    X = write_points(path, n)
    start = np.array(X[:CLUSTERS])
    repeats = 3 if n <= 10**5 else 1
    rows = []
    for p in EXPONENTS:
        rows.append(timed("memmap", p, n, ours(X, p, start), repeats=repeats))
    rows.append(timed("MiniBatchKMeans, an epoch", 2, n, one_epoch(X, start), repeats=repeats))
    if n <= IN_MEMORY:
        whole = np.array(X)
        for p in EXPONENTS:
            rows.append(timed("in memory", p, n, ours(whole, p, start), repeats=repeats))
        rows.append(timed("KMeans, lloyd", 2, n, lloyd(whole, start), repeats=repeats))
    if importlib.util.find_spec("distributed"):
        rows += with_dask(path, n, start, repeats)
    del X
    path.unlink()
    return rows


def judged(rows):
    """Print the ratios of CPU times beside their limits; return whether all are within."""
    cpu = {(row.way, row.p, row.n): row.cpu_ns for row in rows}
    sizes = sorted({row.n for row in rows})
    pairs = []
    for n in sizes:
        for p in EXPONENTS:
            limit = 3 if p == 1 else 1.3
            pairs.append((("memmap", p, n), ("in memory", p, n), limit))
            pairs.append((("memmap", p, n), ("memmap", p, sizes[0]), 1.5))
        pairs.append((("in memory", 2, n), ("KMeans, lloyd", 2, n), 1.5))
    pairs.append((("workers", 2, 10**6), ("memmap", 2, 10**6), 1.5))
    good = True
    for one, other, limit in pairs:
        if one != other and one in cpu and other in cpu:
            ratio = cpu[one] / cpu[other]
            good &= ratio <= limit
            words = f"{one[0]} over {other[0]} at {other[2]}, p = {one[1]:g}, n = {one[2]}"
            print(f"{words:64} {ratio:6.2f} x, limit {limit:g}", flush=True)
    return good


def main(words):
    """Measure, print, store; return 1 if a ratio is beyond its limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, nargs="+", default=SIZES, help="numbers of points")
    parser.add_argument("--folder", help="where the file of points is written")
    options = parser.parse_args(words)
    rows = []
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=options.folder))
        stack.enter_context(threadpool_limits(1))
        for n in options.n:
            rows += measured(n, folder)
    good = judged(rows)
    if tuple(options.n) == SIZES:
        experiment.store(TABLE, HEAD, rows)
        print(f"stored in {TABLE.name}; {experiment.versions()}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
