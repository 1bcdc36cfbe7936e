"""Order t without K against landmarks at equal size, on data sets whose lengths differ.

`python3 run.py bench order_t_map` reads digits, USPS and segment, each where its file is
(data/README.md), and wine, and stores its table in `data/results/order_t_map.csv`. It takes half
a minute. Names of sets after the command run these alone.

Both maps are fitted to some points and judged on 500 others (Wine: 89), by the largest and the rms
error of the entries of order_t, whose diagonal is 1. Both give N d numbers for a point:

- `ours`: `OrderTMap`, N landmarks of the log length.
- `Nystroem`: scikit-learn's, on K_t, with N d points drawn at random as landmarks. Where there are
  no more other points than that, it has no row.

Columns: `set`, `n` points judged, of `d` features; `spread` of their log lengths, and how many
of them are `outside` those that ours was fitted to; `t`, `N`, `map`,
`features`; `promised`, the error that the map states beforehand; `largest error`, `rms error`;
`with`, the versions.
"""

import sys
import warnings
from pathlib import Path

import numpy as np
from _experiment import Bar, chosen, run, versions
from sklearn.kernel_approximation import Nystroem

import kernlab_helpers as kh

RESULTS = Path(__file__).resolve().parent.parent / "data" / "results" / "order_t_map.csv"
SETS = ("digits", "usps", "segment", "wine")
TS = (0.25, 1.0, 4.0, np.inf)
LANDMARKS = (5, 9)
JUDGED = 500
HEAD = ["set", "n", "d", "spread", "outside", "t", "N", "map", "features", "promised"]
HEAD += ["largest error", "rms error", "with"]


def halves(name):
    """Return the points that are judged, and the others, in random order."""
    X = kh.load(name).X
    X = X[np.random.default_rng(0).permutation(len(X))]
    n = min(JUDGED, len(X) // 2)
    return X[:n], X[n:]


def order_t(X, Y, t):
    """Return the normalization of order t of X against Y."""
    return kh.order_t(X @ Y.T, t, diag_x=np.sum(X**2, axis=1), diag_y=np.sum(Y**2, axis=1))


def maps(X, others, t, N):
    """Yield of each way its name, the features of X, and the error it states beforehand."""
    ours = kh.OrderTMap(t=t, n_landmarks=N).fit(others)
    with warnings.catch_warnings():  # of a length that is outside the fitted range
        warnings.simplefilter("ignore", UserWarning)
        yield "ours", ours.transform(X), f"{ours.error_:.2g}"
    m = N * X.shape[1]
    if m < len(others):
        theirs = Nystroem(kernel="precomputed", n_components=m, random_state=0)
        theirs.fit(order_t(others[:m], others[:m], t))
        yield "Nystroem", theirs.transform(order_t(X, others[:m], t)), ""


def rows(name, bar):
    """Yield the rows of a set."""
    X, others = halves(name)
    n, d = X.shape
    s, fitted = (np.log(np.linalg.norm(points, axis=1)) for points in (X, others))
    outside = np.sum((s < fitted.min()) | (s > fitted.max()))
    for t in TS:
        K = order_t(X, X, t)
        for N in LANDMARKS:
            for way, F, promised in maps(X, others, t, N):
                gap = np.abs(F @ F.T - K)
                errors = [f"{error:.2g}" for error in (gap.max(), np.sqrt(np.mean(gap**2)))]
                head = [name, n, d, f"{np.ptp(s):.2f}", outside]
                head += [f"{t:g}", N, way, F.shape[1], promised]
                yield [*head, *errors, versions()]
            bar.step((N * d) ** 2, f"{name} t = {t:g}, N = {N}")


def main():
    """Run every set, store the table, print the errors."""
    names = chosen(SETS, sys.argv[1:], kh.load)
    widths = {name: kh.load(name).X.shape[1] for name in names}
    bar = Bar(sum((N * d) ** 2 for d in widths.values() for N in LANDMARKS for _ in TS))
    run(RESULTS, HEAD, SETS, names, rows, bar)


if __name__ == "__main__":
    main()
