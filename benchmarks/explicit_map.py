"""The chi-squared map against scikit-learn's AdditiveChi2Sampler: time and error, in one run.

`python3 run.py bench explicit_map` maps 10,000 histograms of 324 numbers, the size of a small HOG,
with three features per number on both sides. Ratios are what counts, not milliseconds.
"""

import statistics
import time
from unittest.mock import patch

import numpy as np
from sklearn.kernel_approximation import AdditiveChi2Sampler

import kernlab_helpers as kh
from kernlab_helpers.homogeneous import explicit_map

N, CELLS, BINS = 10_000, 36, 9
ROUNDS = 15
SAMPLE = 300  # rows whose kernel matrix is compared with the exact one


def histograms(zeros, seed=0):
    """Return N rows of CELLS histograms each, of total 1, a fraction of the entries emptied."""
    rng = np.random.default_rng(seed)
    X = rng.dirichlet(np.ones(BINS), size=(N, CELLS)).reshape(N, CELLS * BINS)
    X[rng.random(X.shape) < zeros] = 0.0
    return X / X.sum(axis=1, keepdims=True)


def seconds(call, X):
    """Return the time of one call."""
    start = time.perf_counter()
    call(X)
    return time.perf_counter() - start


def worst(mapped, exact):
    """Largest absolute error of the kernel of a map, where k(x, x) = 1."""
    return np.abs(mapped @ mapped.T - exact).max()


def main():
    """Print one line per data set."""
    theirs = AdditiveChi2Sampler(sample_steps=2)
    ours = kh.ExplicitMap("chi2", order=1)
    for zeros in (0.0, 0.4):
        X = histograms(zeros)
        calls = [theirs.fit(X).transform, ours.fit(X).transform]
        times = np.array([[seconds(call, X) for call in calls] for _ in range(ROUNDS)])
        with patch.object(explicit_map, "cores", return_value=1):
            alone = min(seconds(calls[1], X) for _ in range(ROUNDS))
        theirs_best, ours_best = times.min(axis=0)
        middle = statistics.median(times[:, 0] / times[:, 1])
        exact = kh.additive_kernel(X[:SAMPLE], kernel="chi2")
        errors = [worst(call(X[:SAMPLE]), exact) for call in calls]
        print(
            f"{zeros:.0%} zeros: {theirs_best / ours_best:.1f} x faster (median {middle:.1f} x, "
            f"one thread {theirs_best / alone:.1f} x); "
            f"{1e3 * theirs_best:.0f} ms against {1e3 * ours_best:.0f} ms; "
            f"largest kernel error {errors[1]:.4f} against {errors[0]:.4f}"
        )


if __name__ == "__main__":
    main()
