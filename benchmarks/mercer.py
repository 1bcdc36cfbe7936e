"""MercerMap(10) against scikit-learn's KernelPCA(10) with the arpack solver, in one run.

`python3 run.py bench mercer`. Both get the same centered kernel matrix and return the coordinates
of its points; KernelPCA centers once more, as it always does, and MercerMap checks that the matrix
is symmetric and not indefinite. Ratios are what counts, not milliseconds.
"""

import statistics
import time

import numpy as np
from sklearn.decomposition import KernelPCA
from sklearn.preprocessing import KernelCenterer

import kernlab_helpers as kh

AXES = 10
SIZES = {1000: 21, 4000: 9}  # points: rounds
WANTED = 1.2


def kernels(n):
    """Yield the name and the centered matrix of kernels whose spectra fall fast and slowly."""
    X = np.random.default_rng(0).normal(size=(n, 10))
    for name, q in (("wide gaussian", 0.9), ("median gaussian", 0.5), ("narrow gaussian", 0.1)):
        yield name, centered(kh.gaussian(X, sigma=kh.sigma_quantile(X, q)))
    yield "linear", centered(kh.linear(X[:, :5]))


def centered(K):
    """Return K centered, and symmetric to the last bit."""
    K = KernelCenterer().fit_transform(K)
    return (K + K.T) / 2


def timed(model, K):
    """Return the coordinates and the seconds they took."""
    start = time.perf_counter()
    coordinates = model.fit_transform(K)
    return coordinates, time.perf_counter() - start


def compare(name, K, rounds):
    """Print one line: the median ratio of the rounds, and how far the coordinates differ."""
    models = KernelPCA(AXES, kernel="precomputed", eigen_solver="arpack"), kh.MercerMap(AXES)
    theirs, ours = (timed(model, K)[0] for model in models)  # warm
    r = ours.shape[1]
    gap = np.abs(np.abs(theirs[:, :r]) - np.abs(ours)).max() / np.abs(ours).max()
    times = [[timed(model, K)[1] for model in models] for _ in range(rounds)]
    ratio = statistics.median(ours / theirs for theirs, ours in times)
    their_time, our_time = (1e3 * statistics.median(column) for column in zip(*times, strict=True))
    print(
        f"n = {len(K)}, {name:15}: {ratio:.2f} x the time of KernelPCA (wanted: {WANTED} x, "
        f"{'reached' if ratio <= WANTED else 'NOT reached'}); {our_time:.1f} ms against "
        f"{their_time:.1f} ms; {r} axes, coordinates differ by {gap:.0e}"
    )


def main():
    """Compare at every size."""
    for n, rounds in SIZES.items():
        for name, K in kernels(n):
            compare(name, K, rounds)


if __name__ == "__main__":
    main()
