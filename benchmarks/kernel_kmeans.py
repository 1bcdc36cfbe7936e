"""Our KernelKMeans against tslearn's, on the same precomputed kernel matrix from the same starts.

`python3 run.py bench kernel_kmeans`. tslearn always starts from labels drawn by its random_state:
the same draw, made here, is our `init`. A start that tslearn drops, because a cluster fell empty,
is not counted. tslearn leaves the squared norm of the means out of the distances (takes it for 1),
so that its further steps may differ from ours: whole fits and single iterations are both compared,
in one thread, the faster of three fits in turn. Ratios of one run count, not milliseconds.
"""

import statistics
import sys
import time
import warnings

import numpy as np
from threadpoolctl import threadpool_limits

import kernlab_helpers as kh

CLUSTERS = 8
SIZES = {1000: 9, 4000: 4}  # points: starts
WANTED = 3.0


def theirs_and_ours(tslearn, K, seed):
    """Fit both from the same labels; return ((model, seconds), (model, seconds)), or None."""
    draw = np.random.RandomState(seed)
    labels = draw.randint(CLUSTERS, size=len(K))
    if dropped(tslearn, K, seed, next_number=draw.randint(2**31)):
        return None
    models = (
        tslearn(CLUSTERS, kernel="precomputed", max_iter=300, random_state=seed),
        kh.KernelKMeans(CLUSTERS, init=labels),
    )
    seconds = [[], []]
    for _ in range(3):
        for model, times in zip(models, seconds, strict=True):
            start = time.perf_counter()
            model.fit(K)
            times.append(time.perf_counter() - start)
    return tuple(zip(models, map(min, seconds), strict=True))


def dropped(tslearn, K, seed, next_number):
    """Say whether tslearn drew more labels than the first ones."""
    state = np.random.RandomState(seed)
    tslearn(CLUSTERS, kernel="precomputed", max_iter=300, random_state=state).fit(K)
    return state.randint(2**31) != next_number


def compare(tslearn, n, starts):
    """Print the table of one size; return the ratios of whole fits and of single iterations."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(n, 10)) + 2 * rng.normal(size=(CLUSTERS, 10))[rng.integers(0, CLUSTERS, n)]
    K = kh.gaussian(X, sigma=kh.sigma_quantile(X))
    print(f"\nn = {n}, k = {CLUSTERS}: milliseconds, iterations, cost")
    fits, steps, seed = [], [], 0
    while len(fits) < starts:
        seed += 1
        pair = theirs_and_ours(tslearn, K, seed)
        if pair is None:
            continue
        line = f"  start {seed:2d}:"
        for name, (model, seconds) in zip(("tslearn", "kernlab"), pair, strict=True):
            # one step on from the labels of either: what tslearn calls inertia is not the cost
            cost = kh.KernelKMeans(CLUSTERS, init=model.labels_, max_iter=1).fit(K).inertia_
            line += f"  {name} {1e3 * seconds:8.1f} {model.n_iter_:3d} {cost:9.3f}"
        (their_model, their_time), (our_model, our_time) = pair
        fits.append(their_time / our_time)
        steps.append(fits[-1] * our_model.n_iter_ / their_model.n_iter_)
        print(f"{line}  ratio {fits[-1]:.1f}")
    fit, step = statistics.median(fits), statistics.median(steps)
    verdict = "reached" if fit >= WANTED else "NOT reached"
    print(f"  median ratio: whole fit {fit:.1f}, one iteration {step:.1f}; {WANTED} is {verdict}")


def main():
    """Compare at every size."""
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # no h5py; kernel rows taken for short time series
        try:
            from tslearn.clustering import KernelKMeans
        except ImportError:
            print("tslearn is not installed, so there is nothing to compare with: install it with")
            print(
                "`python -m pip install tslearn` in the environment that runs this, and try again."
            )
            return 1
        with threadpool_limits(1):
            for n, starts in SIZES.items():
                compare(KernelKMeans, n, starts)
    return 0


if __name__ == "__main__":
    sys.exit(main())
