"""How k-means grows with the number of points: in memory, from a file, on workers; beside peers.

`python3 run.py bench scaling` fits 10^5, 10^6 and 10^7 points (64 features, 10 clusters, float32 in
a file) three iterations from the same start, and stores CPU and wall time per point and iteration
in data/results/scaling.csv. CPU is that of all processes, every product has one thread, and the
ways that are compared take turns; the median counts. `--n 100000` fits these sizes only, and stores
nothing. The table of docs/measurements.md and the ratios beside their limits are printed; the exit
code is 1 if a ratio is beyond its limit. The file takes 2.6 GB of build/, and is deleted.

Two cores that work at once may each be slower than one alone, as they share their memory. So what
is compared with memory, which has one thread, has one core; `memmap` has all.

Not measured: p other than 2 at 10^7 in memory, where double precision takes more than most
computers have, and on workers, where it takes too long; dask-ml where 10^6 points say that an
iteration would take more than a minute. dask-ml is installed into build/dask-ml, in an environment
of its own, beside the versions that are here.
"""

import argparse
import contextlib
import importlib.util
import json
import os
import statistics
import subprocess
import sys
import tempfile
import time
from collections.abc import Callable
from importlib.metadata import version
from pathlib import Path
from typing import NamedTuple

import _experiment as experiment
import numpy as np
from sklearn.cluster import KMeans, MiniBatchKMeans
from threadpoolctl import threadpool_limits

import kernlab_helpers as kh
from tools import environments
from tools.measurements import scaling

ROOT = Path(__file__).resolve().parent.parent
TABLE = ROOT / "data" / "results" / "scaling.csv"
BUILD = ROOT / "build"
HEAD = ("way", "p", "n", "iterations", "cpu_ns", "wall_ns")
SIZES = (10**5, 10**6, 10**7)
FEATURES, CLUSTERS, ITERATIONS = 64, 10, 3
EXPONENTS = (1, 1.5, 2, 3)
MANY = 2 * 10**6  # points from which on memory and workers are asked for p = 2 alone
BLOCK = 10**5  # points that are written, or given to MiniBatchKMeans, at a time
DASK_ML, DASK_ML_WAY = "dask-ml==2025.1.0", "dask-ml, workers"
PATIENCE = 60  # seconds that an iteration of dask-ml may take


class Way(NamedTuple):
    """One way to fit: its name, its exponent, a function that fits and returns its iterations."""

    name: str
    p: float
    fit: Callable[[], int]


class Row(NamedTuple):
    """What a way took: of how many points, of each point in an iteration."""

    way: str
    p: float
    n: int
    iterations: int
    cpu_ns: float
    wall_ns: float


# The points ---------------------------------------------------------------------------------------


def write_points(path, n):
    """Write n points of ten clouds as float32, a block at a time; return them as a memmap."""
    rng = np.random.default_rng(0)
    means = rng.normal(size=(CLUSTERS, FEATURES)).astype(np.float32)
    shape = (n, FEATURES)
    X = np.lib.format.open_memmap(path, mode="w+", dtype=np.float32, shape=shape)
    for start in range(0, n, BLOCK):
        rows = min(BLOCK, n - start)
        X[start : start + rows] = means[rng.integers(0, CLUSTERS, rows)]
        X[start : start + rows] += rng.standard_normal((rows, FEATURES), dtype=np.float32)
    X.flush()
    return np.load(path, mmap_mode="r")


def lazy(path):
    """Return the file as a Dask array, each chunk read where it is worked on."""
    import dask
    import dask.array as da

    def part(start, stop):
        return np.array(np.load(path, mmap_mode="r")[start:stop])

    n = len(np.load(path, mmap_mode="r"))
    rows = min(250_000, n // 2)  # 64 MB: much beside what a task costs
    cuts = [(start, min(start + rows, n)) for start in range(0, n, rows)]
    parts = [
        da.from_delayed(dask.delayed(part)(a, b), (b - a, FEATURES), np.float32) for a, b in cuts
    ]
    return da.concatenate(parts)


# The ways -----------------------------------------------------------------------------------------


def ours(X, p, start):
    """Return a function that fits Minkowski k-means and returns the number of iterations."""
    settings = {"p": p, "weighted": False, "init": start, "max_iter": ITERATIONS, "tol": 0}
    return lambda: kh.MinkowskiKMeans(CLUSTERS, **settings).fit(X).n_iter_


def on_one_core(fit):
    """Return the fit with one core to use, where the system lets a process choose."""

    def alone():
        every = os.sched_getaffinity(0)
        os.sched_setaffinity(0, {max(every)})
        try:
            return fit()
        finally:
            os.sched_setaffinity(0, every)

    return alone if hasattr(os, "sched_setaffinity") else fit


def lloyd(X, start):
    """Return a function that fits scikit-learn's KMeans."""
    settings = {"n_init": 1, "max_iter": ITERATIONS, "tol": 0, "algorithm": "lloyd"}
    return lambda: KMeans(CLUSTERS, init=start, **settings).fit(X).n_iter_


def one_epoch(X, start):
    """Return a function that gives every point once to MiniBatchKMeans: it counts as one."""

    def fit():
        model = MiniBatchKMeans(CLUSTERS, init=start, n_init=1)
        for begin in range(0, len(X), BLOCK):
            model.partial_fit(X[begin : begin + BLOCK])
        return 1

    return fit


def in_this_process(X, p, start):
    """Return the ways that need no Dask, for one exponent."""
    ways = [Way("memmap", p, ours(X, p, start))]
    if p == 2 or len(X) <= MANY:
        whole = np.array(X)
        ways.append(Way("memmap, one core", p, on_one_core(ours(X, p, start))))
        ways.append(Way("in memory", p, on_one_core(ours(whole, p, start))))
    if p == 2:
        ways.append(Way("KMeans, lloyd", p, on_one_core(lloyd(whole, start))))
        ways.append(Way("MiniBatchKMeans, an epoch", p, on_one_core(one_epoch(X, start))))
    return ways


# The measure --------------------------------------------------------------------------------------


def in_turns(ways, n, repeats, cpu=time.process_time):
    """Return a row for each way: medians of some repeats, in which the ways take turns."""
    taken = [[] for _ in ways]
    for _ in range(repeats):
        for way, times in zip(ways, taken, strict=True):
            times.append(timed(way.fit, cpu))
    return [row(way.name, way.p, n, times) for way, times in zip(ways, taken, strict=True)]


def timed(fit, cpu):
    """Return the iterations of a fit, and what it took: CPU and wall seconds."""
    cpu_before, wall_before = cpu(), time.perf_counter()
    iterations = fit()
    wall = time.perf_counter() - wall_before
    return iterations, cpu() - cpu_before, wall


def row(name, p, n, times):
    """Return the row of (iterations, CPU seconds, wall seconds) of some repeats, and print it."""
    iterations = times[0][0]
    each = 1e9 / n / iterations
    cpu_ns, wall_ns = (round(each * statistics.median(t[i] for t in times), 1) for i in (1, 2))
    print(f"{name:28} p = {p:<4g} n = {n:<9} {cpu_ns:8.0f} ns CPU, {wall_ns:8.0f} ns", flush=True)
    return Row(name, p, n, iterations, cpu_ns, wall_ns)


@contextlib.contextmanager
def cluster():
    """Start two workers; give the clock of the CPU time that they and this process take."""
    with kh.local_cluster(2) as workers, workers.get_client() as client:
        yield lambda: time.process_time() + sum(client.run(time.process_time).values())


def with_dask(path, n, start, repeats):
    """Return the rows of Dask's threads and of workers."""
    import dask

    X = lazy(path)
    with dask.config.set(scheduler="threads"):
        rows = in_turns([Way("Dask, threads", 2, ours(X, 2, start))], n, repeats)
    ways = [Way("workers", p, ours(X, p, start)) for p in EXPONENTS if p == 2 or n <= MANY]
    with cluster() as cpu:
        return rows + in_turns(ways, n, repeats, cpu)


def python_of_dask_ml():
    """Return the Python of an environment with dask-ml; None, and a word why, if there is none."""
    stamp = BUILD / "dask-ml" / "holds.txt"
    here = ("numpy", "scipy", "scikit-learn", "dask", "distributed")
    packages = [DASK_ML, *(f"{name}=={version(name)}" for name in here)]
    wanted = "\n".join(packages)
    if not environments.is_made(stamp, wanted):
        why = environments.make(stamp, wanted, [[*packages, "-e", ROOT]], "dask-ml")
        if why:
            print(f"left out: {why}", flush=True)
            return None
    return environments.programs(stamp.parent) / "python"


def dask_ml_there(python, path, n, repeats):
    """Return the row of dask-ml, measured by the Python that has it; none where it fails."""
    words = [python, __file__, "--dask-ml", path, "--repeats", str(repeats)]
    run = subprocess.run(words, stdout=subprocess.PIPE, text=True)
    if run.returncode:
        print(f"left out: {DASK_ML_WAY} at {n}, exit code {run.returncode}", flush=True)
        return []
    return [row(DASK_ML_WAY, 2, n, json.loads(run.stdout.splitlines()[-1]))]


def dask_ml_here(path, repeats):
    """Fit dask-ml's k-means in this process; print what it took."""
    from dask_ml.cluster import KMeans as DaskKMeans

    start = np.array(np.load(path, mmap_mode="r")[:CLUSTERS])
    X = lazy(path)

    def fit():
        return int(DaskKMeans(CLUSTERS, init=start, max_iter=ITERATIONS, tol=0).fit(X).n_iter_)

    with threadpool_limits(1), cluster() as cpu:
        print(json.dumps([timed(fit, cpu) for _ in range(repeats)]))


def measured(n, folder, before):
    """Return the rows of all ways for n points; `before` are those of fewer points."""
    path = Path(folder) / f"{n}.npy"
    X = write_points(path, n)
    start = np.array(X[:CLUSTERS])
    rows = []
    for p in EXPONENTS:
        repeats = 3 if n <= 10**5 or (p == 2 and n <= MANY) else 1
        rows += in_turns(in_this_process(X, p, start), n, repeats)
    if importlib.util.find_spec("distributed"):
        repeats = 3 if n <= 10**5 else 1
        rows += with_dask(path, n, start, repeats)
        *_, last = [0, *(row.wall_ns for row in before if row.way == DASK_ML_WAY)]
        python = python_of_dask_ml() if last * n <= PATIENCE * 1e9 else None
        if python:
            rows += dask_ml_there(python, path, n, repeats)
    del X
    path.unlink()
    return rows


# What comes out -----------------------------------------------------------------------------------


def judged(rows):
    """Print the ratios of CPU times beside their limits; return whether all are within."""
    cpu = {(row.way, row.p, row.n): row.cpu_ns for row in rows}
    sizes = sorted({row.n for row in rows})
    pairs = []
    for n in sizes:
        for p in EXPONENTS:
            limit = 3 if p == 1 else 1.3
            pairs.append((("memmap, one core", p, n), ("in memory", p, n), limit))
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


def table(rows):
    """Return the rows as the documents show them."""
    return scaling([dict(zip(HEAD, map(str, row), strict=True)) for row in rows])


def main(words):
    """Measure, print, store; return 1 if a ratio is beyond its limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, nargs="+", default=SIZES, help="numbers of points")
    parser.add_argument("--folder", default=BUILD, help="where the file of points is written")
    parser.add_argument("--dask-ml", help=argparse.SUPPRESS)
    parser.add_argument("--repeats", type=int, default=1, help=argparse.SUPPRESS)
    options = parser.parse_args(words)
    if options.dask_ml:
        dask_ml_here(options.dask_ml, options.repeats)
        return 0
    Path(options.folder).mkdir(exist_ok=True)
    rows = []
    with contextlib.ExitStack() as stack:
        folder = stack.enter_context(tempfile.TemporaryDirectory(dir=options.folder))
        stack.enter_context(threadpool_limits(1))
        for n in options.n:
            rows += measured(n, folder, rows)
    print(table(rows), flush=True)
    good = judged(rows)
    if tuple(options.n) == SIZES:
        experiment.store(TABLE, HEAD, rows)
        print(f"stored in {TABLE.name}; {experiment.versions()}", flush=True)
    return 0 if good else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
