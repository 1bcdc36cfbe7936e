"""How long Minkowski's centers and clusters take, against plain passes over the same data.

`python3 run.py bench minkowski` prints ratios of one run, each beside its limit, and fails if one
is beyond it. A pass is `np.abs(X - c) ** p`, the power of every difference once, as NumPy does it.
The data look like histograms under an explicit map: 10 clusters, 972 features, two fifths zeros.
"""

import argparse
import sys
import time
import tracemalloc
from itertools import pairwise

import numpy as np
from sklearn.cluster import KMeans
from threadpoolctl import threadpool_limits

import kernlab_helpers as kh

P = 1.7
SMALL_P = 0.5  # the center is a data point
CLUSTERS = 10
ITERATIONS = 5


def histograms(n, d, seed=0):
    """Return (n, d) non-negative points in clusters, 40 % of the entries 0."""
    rng = np.random.default_rng(seed)
    prototypes = rng.gamma(0.5, size=(CLUSTERS, d))
    X = prototypes[rng.integers(CLUSTERS, size=n)]
    X *= rng.gamma(2.0, 0.5, size=(n, d))
    X[rng.random((n, d)) < 0.4] = 0
    return X


def seconds(task, repeats=3):
    """Return the least time of a task, which other work disturbs least, and what it returned."""
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        result = task()
        times.append(time.perf_counter() - start)
    return min(times), result


def one_pass(X):
    """Seconds of the power of every difference."""
    c = X.mean(axis=0)
    return seconds(lambda: np.abs(X - c) ** P, 5)[0]


def against_all_points(n, d):
    """Time of the center for p < 1 over that of the plain way: the cost of every data point."""
    X = np.random.default_rng(0).normal(size=(n, d))

    def plain():
        return [x[(np.abs(x[:, None] - x) ** SMALL_P).sum(axis=1).argmin()] for x in X.T]

    theirs, wanted = seconds(plain, 5)
    ours, found = seconds(lambda: kh.minkowski_center(X, p=SMALL_P), 5)
    np.testing.assert_array_equal(found, wanted)
    return ours / theirs


def weighted(X, iterations=ITERATIONS):
    """Seconds per iteration of weighted k-means, and the fitted model."""
    model = kh.MinkowskiKMeans(
        CLUSTERS, p=P, init=X[:CLUSTERS], max_iter=iterations, tol=0.0, floor=0.1
    )
    duration, model = seconds(lambda: model.fit(X))
    return duration / model.n_iter_, model


def report(what, value, unit, limit):
    """Print a measurement beside its limit; return whether it is within."""
    print(f"{what:58} {value:8.2f} {unit}, limit {limit:g}", flush=True)
    return value <= limit


def against_scikit_learn(X):
    """Time of unweighted k-means with p = 2 over scikit-learn's, same start, same iterations."""
    start = X[:CLUSTERS]
    same = {"init": start, "n_init": 1, "max_iter": ITERATIONS, "tol": 0.0}
    peer = KMeans(CLUSTERS, algorithm="lloyd", **same)
    ours = kh.MinkowskiKMeans(CLUSTERS, p=2, weighted=False, **same)
    theirs, peer = seconds(lambda: peer.fit(X))
    mine, ours = seconds(lambda: ours.fit(X))
    assert ours.n_iter_ == peer.n_iter_
    np.testing.assert_allclose(ours.inertia_, peer.inertia_, rtol=1e-9)
    return mine / theirs


def main(words):
    """Measure, print, and return 1 if a ratio is beyond its limit."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--n", type=int, default=10_000, help="points (default 10000)")
    parser.add_argument("--d", type=int, default=972, help="features (default 972)")
    options = parser.parse_args(words)
    X = histograms(options.n, options.d)
    unit = one_pass(X)
    share = float((X == 0).mean())
    print(f"{options.n} x {options.d} points, {share:.0%} zeros; a pass takes {unit:.3f} s")
    good = []

    duration, _ = seconds(lambda: kh.minkowski_center(X, p=P))
    good.append(report(f"minkowski_center, p = {P}", duration / unit, "passes", 20))
    for n, d, limit in ((150, 4, 2), (2000, 10, 0.2)):
        what = f"minkowski_center, p = {SMALL_P}, {n} x {d}, against all points"
        good.append(report(what, against_all_points(n, d), "x", limit))
    duration, model = weighted(X)
    what = f"weighted k-means, p = {P}, k = {CLUSTERS}, one iteration"
    good.append(report(what, duration / unit, "passes", 25))
    costs = [record.cost for record in model.history_]
    assert all(later <= earlier for earlier, later in pairwise(costs))
    tracemalloc.start()
    weighted(X, 2)
    memory = tracemalloc.get_traced_memory()[1] / 2**30
    tracemalloc.stop()
    good.append(report("  its extra memory at the peak", memory, "GiB", 1))
    with threadpool_limits(1):
        ratio = against_scikit_learn(X)
    good.append(report("k-means, p = 2, against scikit-learn on one thread", ratio, "x", 3))
    ratio = against_scikit_learn(X)
    good.append(report("k-means, p = 2, against scikit-learn on all threads", ratio, "x", 3))

    sizes = [options.n // 4, options.n // 2, options.n, 2 * options.n]
    points = histograms(sizes[-1], options.d, seed=1)
    per_point = [weighted(points[:n], 3)[0] / n for n in sizes]
    for n, cost in zip(sizes, per_point, strict=True):
        what = f"time per point and iteration, n = {n}, over n = {sizes[0]}"
        good.append(report(what, cost / per_point[0], "x", 1.5))
    return 0 if all(good) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
