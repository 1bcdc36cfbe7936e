"""How long the normalizations take, as ratios to copying the matrix once.

`python3 run.py bench normalization` prints one table; nothing is stored. Every round times the copy
and all candidates one after the other, so that a slow moment of the machine hits them alike.
"""

import argparse
import statistics
import time
import tracemalloc

import numpy as np
from sklearn.preprocessing import KernelCenterer

import kernlab_helpers as kh

ORDERS = (0, 1e-10, 0.01, 0.3, 1, 2, 10, float("inf"))


def candidates():
    """Yield (name, function of K, limit in copies of K or None)."""
    yield "K.copy()", np.copy, None
    yield "center", kh.center, 3
    yield "KernelCenterer", lambda K: KernelCenterer().fit_transform(K), None
    for t in ORDERS:
        yield f"order_t, t = {t:g}", lambda K, t=t: kh.order_t(K, t), 4 if t in (1, np.inf) else 12


def seconds(function, K):
    """Time one call."""
    start = time.perf_counter()
    function(K)
    return time.perf_counter() - start


def extra_memory(function, K):
    """Return the peak memory of one call in matrices of the size of K, its result counted."""
    tracemalloc.start()
    function(K)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak / K.nbytes


def main():
    """Print the table for every size asked for."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("--sizes", type=int, nargs="+", default=[1000, 4000])
    parser.add_argument("--rounds", type=int, default=15)
    words = parser.parse_args()
    for n in words.sizes:
        X = np.random.default_rng(0).normal(size=(n, 10)) * 2 + 1
        K = kh.linear(X)
        table = list(candidates())
        for _, function, _ in table:
            function(K)
        rounds = [[seconds(f, K) for _, f, _ in table] for _ in range(words.rounds)]
        times = [statistics.median(column) for column in zip(*rounds, strict=True)]
        diagonal = np.diagonal(K)
        print(f"\nn = {n}, squared lengths {diagonal.min():.3g} to {diagonal.max():.3g}")
        print(f"{'':22}{'ms':>9}{'copies':>9}{'limit':>7}{'memory':>8}")
        for (name, function, limit), median in zip(table, times, strict=True):
            ratio, memory = median / times[0], extra_memory(function, K)
            print(f"{name:22}{1e3 * median:9.2f}{ratio:9.2f}{limit or '':>7}{memory:8.2f}")
        print(f"KernelCenterer takes {times[2] / times[1]:.1f} x the time of center, limit 1.5")


if __name__ == "__main__":
    main()
