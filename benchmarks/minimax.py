"""The map of least error against samples of the spectrum, at equal size, on two sets of digits.

`python3 run.py bench minimax` reads digits, and USPS where its file is (data/README.md), and stores
its table in `data/results/minimax.csv`. It takes three to four minutes. Names of sets after
the command run these alone.

Images are histograms here: pixels over their sum, 500 of them, drawn once. The maps, all with
2 order + 1 features for each pixel:

- `minimax`: `ExplicitMap(design="minimax")`.
- `minimax, ratio 20`: the same with ratio=20. What lies beyond counts nothing to it.
- `data`: `ExplicitMap(design="data")`, fitted to other images of the set (200 of them count).
- `sampled`: `ExplicitMap`, the spectrum at the period that keeps the diagonal.
- `scikit-learn`: AdditiveChi2Sampler with its own sample_interval; it has one up to order 2.
- `VLFeat uniform`, `VLFeat rectangular`: the frequencies, weights and periods of
  vl_homogeneouskernelmap (vl/homkermap.c, read, not run; its table of logarithms, which rounds,
  is left out). Uniform samples the spectrum. Rectangular takes the Fourier coefficients of one
  period of the signature, and passes over those that are not above 0.
- `after Chum`: frequencies that a linear program takes from a grid (_frequencies.py), for chi2 and
  jensen_shannon; the map of least error that has no more features than the others.
- `exact`: all features of the exact kernel (`MercerMap`), to compare with.

Columns: `set`, `n` images of `d` pixels, `kernel`, `order`, `map`, `features`; `bound`, the largest
error of k(a, b) that there is, over the larger of a and b; `largest error` and `rms error` of the
entries of K, whose diagonal is 1 (a sum of pixels, so at most twice the bound); mean and sd
(divisor starts - 1) of the NMI of k-means over 10 starts; mean and sd of the accuracy of a linear
classifier (ridge regression on the classes) over 5 folds; `with`, the versions.
"""

import math
import sys
from functools import cache
from pathlib import Path

import numpy as np
from _experiment import Bar, chosen, run, versions
from _frequencies import least_errors
from sklearn.cluster import KMeans
from sklearn.kernel_approximation import AdditiveChi2Sampler
from sklearn.linear_model import RidgeClassifier
from sklearn.model_selection import StratifiedKFold, cross_val_score

import kernlab_helpers as kh

RESULTS = Path(__file__).resolve().parent.parent / "data" / "results" / "minimax.csv"
SETS = ("digits", "usps")
KERNELS = ("chi2", "jensen_shannon", "intersection")
ORDERS = (1, 2, 3)
IMAGES, STARTS, FOLDS, PENALTY = 500, 10, 5, 0.01
FROM_A_GRID = ("chi2", "jensen_shannon")
INTERVALS = {1: 0.5, 2: 0.4}  # of AdditiveChi2Sampler, by order; `main` compares with itself
HEAD = ["set", "n", "d", "kernel", "order", "map", "features", "bound", "largest error"]
HEAD += ["rms error", "mean NMI", "sd of NMI", "mean accuracy", "sd of accuracy", "with"]
RATIO = 20
PERIODS = {  # of VLFeat's signatures, by window and kernel
    "uniform": {
        "chi2": lambda n: 5.86 * math.sqrt(n) + 3.65,
        "jensen_shannon": lambda n: 6.64 * math.sqrt(n) + 7.24,
        "intersection": lambda n: 2.38 * math.log(n + 0.8) + 5.6,
    },
    "rectangular": {
        "chi2": lambda n: 8.80 * math.sqrt(n + 4.44) - 12.6,
        "jensen_shannon": lambda n: 9.63 * math.sqrt(n + 1.00) - 2.93,
        "intersection": lambda n: 2.00 * math.log(n + 0.99) + 3.52,
    },
}


def histograms(name):
    """Return images of a set as rows of sum 1, in random order, their labels, and other images."""
    data = kh.load(name)
    drawn = np.random.default_rng(0).permutation(len(data.X))
    X = data.X[drawn] - min(data.X.min(), 0.0)
    X /= X.sum(axis=1, keepdims=True)
    return X[:IMAGES], data.y[drawn][:IMAGES], X[IMAGES:]


def maps(kernel, order, others):
    """Yield the name and the fitted map of every way there is, each a map of one column."""
    one = [[1.0]]
    for design in ("minimax", "sampled"):
        yield design, kh.ExplicitMap(kernel, order, design=design).fit(one)
    narrow = kh.ExplicitMap(kernel, order, design="minimax", ratio=RATIO)
    yield f"minimax, ratio {RATIO}", narrow.fit(one)
    yield "data", fitted(kernel, order, others)
    if kernel == "chi2" and order in INTERVALS:
        yield "scikit-learn", kh.ExplicitMap(kernel, order, period=INTERVALS[order]).fit(one)
    for window in PERIODS:
        yield f"VLFeat {window}", vlfeat(kernel, order, window)
    if kernel in FROM_A_GRID:
        yield "after Chum", after_chum(kernel, order)


def fitted(kernel, order, others):
    """Return the map with the weights that are best for other images."""
    model = kh.ExplicitMap(kernel, order).fit([[1.0]])
    best = kh.ExplicitMap(kernel, order, design="data").fit(others)
    model.frequencies_, model.weights_ = best.frequencies_, best.weights_
    return model


def vlfeat(kernel, order, window):
    """Return the map of VLFeat."""
    period = max(PERIODS[window][kernel](order), 1.0)
    L = 2 * math.pi / period
    model = kh.ExplicitMap(kernel, order, period=L).fit([[1.0]])
    if window == "rectangular":
        steps = np.arange(4 * order + 4)
        rho = coefficients(kernel, period, steps)
        some = kept(rho, order)
        model.frequencies_ = L * steps[some]
        model.weights_ = L * np.maximum(rho[some], 0) * np.where(steps[some] > 0, 2, 1)
    return model


def after_chum(kernel, order):
    """Return the map whose frequencies a linear program chose, as large at most as the others."""
    model = kh.ExplicitMap(kernel, order).fit([[1.0]])
    found = frequencies_of(kernel)
    _, frequencies, weights = min(
        (found[count] for count in found if count <= 2 * order + 1), key=lambda one: one[0]
    )
    if frequencies[0] > 0:  # the constant is a feature of every map here
        frequencies, weights = np.append(0, frequencies), np.append(0, weights)
    model.frequencies_, model.weights_ = frequencies, weights
    return model


@cache
def frequencies_of(kernel):
    """Return the maps of all sizes: the program takes half a minute."""
    return least_errors(kernel)


def coefficients(kernel, period, steps):
    """Return (1 / (2 pi)) integral of kappa(u) cos(j L u) over one period about 0."""
    u, step = np.linspace(0, period / 2, 20_001, retstep=True)
    kappa = kh.signature(kernel, u) * step / np.pi
    kappa[[0, -1]] /= 2
    return np.cos(2 * np.pi / period * np.outer(steps, u)) @ kappa


def kept(rho, order):
    """Return the places of the order + 1 coefficients that VLFeat takes."""
    places, j = [], 0
    while len(places) <= order:
        if rho[j] > 0 or j + 1 >= 3 * len(places):
            places.append(j)
        j += 1
    return np.array(places)


def bound(model):
    """Return the largest error of k(a, b) for amounts from 0 to 1."""
    u = np.linspace(0, 60, 60_001)
    cosines = np.cos(np.outer(u, model.frequencies_)) @ model.weights_
    return np.max(np.exp(-u / 2) * np.abs(cosines - kh.signature(model.kernel, u)))


def scores(F, y):
    """Return mean and sd of the NMI of k-means, and of the accuracy of a linear classifier."""
    k = len(np.unique(y))
    fits = (KMeans(k, n_init=1, random_state=start).fit(F) for start in range(STARTS))
    nmi = [kh.nmi(y, model.labels_) for model in fits]
    folds = StratifiedKFold(FOLDS, shuffle=True, random_state=0)
    right = cross_val_score(RidgeClassifier(alpha=PENALTY), F, y, cv=folds)
    return [np.mean(nmi), np.std(nmi, ddof=1), np.mean(right), np.std(right, ddof=1)]


def rows(name, bar):
    """Yield the rows of a set."""
    X, y, others = histograms(name)
    n, d = X.shape
    for kernel in KERNELS:
        K = kh.additive_kernel(X, kernel=kernel)
        exact = [f"{score:.4f}" for score in scores(kh.MercerMap().fit_transform(K), y)]
        yield [name, n, d, kernel, "", "exact", "", 0, 0, 0, *exact, versions()]
        for order in ORDERS:
            for way, model in maps(kernel, order, others):
                phi = features(model, X)
                gap = np.abs(phi @ phi.T - K)
                errors = bound(model), gap.max(), math.sqrt(np.mean(gap**2))
                numbers = [f"{error:.3g}" for error in errors]
                numbers += [f"{score:.4f}" for score in scores(phi, y)]
                yield [name, n, d, kernel, order, way, phi.shape[1], *numbers, versions()]
            bar.step(d, f"{name} {kernel} {order}")


def features(model, X):
    """Return the features of X by a map that was fitted to one column."""
    columns = model.transform(X.reshape(-1, 1))  # every number is a point
    return columns.reshape(len(X), -1)


def check_intervals():
    """End the program if scikit-learn takes other intervals than we say."""
    x = np.linspace(0, 1, 50)[:, np.newaxis]
    for order, interval in INTERVALS.items():
        theirs = AdditiveChi2Sampler(sample_steps=order + 1).fit_transform(x)
        ours = kh.ExplicitMap("chi2", order, period=interval).fit_transform(x)
        if not np.allclose(theirs, ours):
            raise SystemExit(f"scikit-learn's interval for order {order} is not {interval}")


def main():
    """Run every set, store the table, print the largest errors."""
    check_intervals()
    names = chosen(SETS, sys.argv[1:], kh.load)
    total = sum(kh.load(name).X.shape[1] for name in names) * len(KERNELS) * len(ORDERS)
    bar = Bar(total)
    run(RESULTS, HEAD, SETS, names, rows, bar)


if __name__ == "__main__":
    main()
