"""The roads of chapter 16 at equal size: how far each is from its kernel.

`python3 run.py bench roads` takes a minute and stores `data/results/roads.csv`; the chapter shows a
part of it, computed again. Names of kernels after the command run these alone.

Judged are 200 digits as 16 shares of ink, with D numbers for each on every road:

- `landmarks`: the Mercer map of D other digits. `length 1`: the same rows divided by their lengths.
- `waves`: random ones, the mean of three draws.
- `sampled`, `minimax`, `data`: the explicit map with its three designs, fitted to the other digits.

Columns: `kernel`, `D`, `road`; `mean error`, the root of the mean squared error of all entries of
K over that of K; `largest error` of any entry; `with`, the versions.
"""

import sys
from pathlib import Path

import numpy as np
from _experiment import Bar, chosen, run, versions

import kernlab_helpers as kh

RESULTS = Path(__file__).resolve().parent.parent / "data" / "results" / "roads.csv"
HEAD = ["kernel", "D", "road", "mean error", "largest error", "with"]
EXPLICIT = ("chi2", "jensen_shannon", "intersection")
DESIGNS = ("sampled", "minimax", "data")
KERNELS = ("Gaussian", "exponential", *EXPLICIT)
SIZES = range(16, 177, 32)  # of an explicit map of order 0 to 5
DRAWS = 3


def digits():
    """Return the digits that are judged, and the others."""
    tiles = kh.load("digits").X.reshape(-1, 4, 2, 4, 2).sum(axis=(2, 4)).reshape(-1, 16)
    shares = tiles / tiles.sum(axis=1, keepdims=True)
    order = np.random.default_rng(0).permutation(len(shares))
    return shares[order[:200]], shares[order[200:]]


def waves(kernel, X, D, sigma, seed):
    """Return random waves of the Gaussian or the exponential kernel."""
    rng = np.random.default_rng(seed)
    W, over = rng.normal(size=(X.shape[1], D)), np.abs(rng.normal(size=D))
    W = W / (1 if kernel == "Gaussian" else over) / sigma
    return np.sqrt(2 / D) * np.cos(X @ W + rng.uniform(0, 2 * np.pi, D))


def formula(kernel, sigma):
    """Return the kernel as a function of one or two sets of points."""
    if kernel == "Gaussian":
        return lambda A, B=None: kh.gaussian(A, B, sigma=sigma)
    if kernel == "exponential":
        return lambda A, B=None: kh.exponential(A, B, sigma=sigma)
    return lambda A, B=None: kh.additive_kernel(A, B, kernel=kernel)


def roads(kernel, D):
    """Yield of each road its name and the features that it gives, one array for each draw."""
    tried, others = digits()
    sigma = kh.sigma_quantile(tried, 0.1)
    k = formula(kernel, sigma)
    F = kh.MercerMap().fit(k(others[:D])).transform(k(tried, others[:D]))
    yield "landmarks", [F]
    yield "length 1", [F / np.linalg.norm(F, axis=1, keepdims=True)]
    if kernel not in EXPLICIT:
        yield "waves", [waves(kernel, tried, D, sigma, seed) for seed in range(DRAWS)]
        return
    for design in DESIGNS:
        made = kh.ExplicitMap(kernel, order=(D // 16 - 1) // 2, design=design).fit(others)
        yield design, [made.transform(tried)]


def rows(kernel, bar):
    """Yield the rows of a kernel."""
    tried, _ = digits()
    K = formula(kernel, kh.sigma_quantile(tried, 0.1))(tried)
    for D in SIZES:
        for road, draws in roads(kernel, D):
            off = [K - F @ F.T for F in draws]
            mean = np.mean([np.linalg.norm(E) for E in off]) / np.linalg.norm(K)
            most = np.mean([np.abs(E).max() for E in off])
            yield [kernel, D, road, f"{mean:.6g}", f"{most:.6g}", versions()]
        bar.step(1, f"{kernel} D = {D}")


def main(words=()):
    """Run the kernels, store the table, print the errors."""
    names = chosen(KERNELS, words, lambda name: None)
    run(RESULTS, HEAD, KERNELS, names, rows, Bar(len(names) * len(SIZES)))


if __name__ == "__main__":
    main(sys.argv[1:])
