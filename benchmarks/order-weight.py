"""Order t with a weight r of length, (t, r) chosen without labels: sixteen sets.

`python3 run.py bench order-weight` stores `data/results/order_weight.csv`, set after set, and goes
on where it was stopped; names of sets after the command run these anew. Then it writes the
comparisons below to `data/results/order_weight_tests.csv`. Everything is seeded. It took
a few minutes of one core.

All that follows was written before the run (the commit of this file is earlier than the table).

*Sets.* All sets that ship; of the two copies of Iris scikit-learn's, Monks are training and test
robots together. Of a set with more than 400 points 400 are drawn, always the same. Constant
features are left out.

*Settings.* Features standardized and raw. Kernels: `kh.order_t` of the linear kernel with
t = 0.1, 0.3, 1, 3, 10, inf and r = 1/4, 1/2, 1, 2, 4; r = 0, the cosine, which is one setting for
all t; the linear kernel; a Gaussian exp(-d^2 / (2 sigma^2)) with sigma the median distance of the
pairs.

*Method.* Kernel k-means with k the number of classes, from 20 starts of k-means++, the same random
numbers for all settings. The score of a setting is the mean NMI of the 20 starts, times 100.

*Choice without labels.* Stability as in relaxed-means: the mean NMI of the clusters of the whole
set and of those of five subsamples of 80 %. Chosen is the largest (three digits) of the 31 settings
(t, r), the cosine among them. Settings that tie are averaged.

*Primary comparison, one.* Standardized features, (t, r) as chosen minus order 1 (t = 1, r = 1):
Wilcoxon's signed ranks (two-sided, exact, zeros by Pratt) over the sixteen sets at 5 %.

*Secondary, ten, one family with Holm's correction.* (t, r) as chosen minus linear, minus the cosine
and minus the Gaussian, standardized (3); minus all four on raw features (4); standardized, t as
chosen at r = 1 minus order 1 (what t does alone), (t, r) as chosen minus t as chosen at r = 1 (what
the weight adds), and the best (t, r) by labels minus order 1, which is no clustering (3).

*Beside it, without a verdict.* On how many sets the primary gain is clear over starts (paired t
test, Holm over the sets). Added in a later run: the same for the gains over linear, cosine and
Gaussian, and on raw features.

Columns: set, n, features, kernel (order t, linear, Gaussian), t, r; mean and sd of 100 NMI over the
starts; sd of the gain over order 1, linear, cosine and Gaussian from the same start; stable; with:
versions, in a set's first row. In the tests clear above, clear below: sets, over starts.
"""

import sys
from pathlib import Path

import numpy as np
from _experiment import Bar, chosen, replaced, spent, store, stored, versions
from _stable import (
    comparisons,
    draws,
    holm,
    judged,
    kernel_rows,
    most_stable,
    p_over_starts,
    part,
    standardized,
    subsamples,
)
from scipy.spatial.distance import pdist
from threadpoolctl import threadpool_limits

import kernlab_helpers as kh

RESULTS = Path(__file__).resolve().parent.parent / "data" / "results" / "order_weight.csv"
SETS = ("iris", "wine", "glass", "new-thyroid", "bupa", "ecoli", "lymphography", "monks-1")
SETS += ("monks-2", "monks-3", "balance-scale", "yeast", "segment", "wdbc", "sonar", "digits")
MOST = 400  # points
STARTS = 20
LEVEL = 0.05
ORDERS = (0.1, 0.3, 1.0, 3.0, 10.0, np.inf)
WEIGHTS = (0.25, 0.5, 1.0, 2.0, 4.0)
BASES = ("linear", "cosine", "Gaussian")
KEYS = {"order 1": ("order t", "1", "1"), "linear": ("linear", "", "")}
KEYS |= {"cosine": ("cosine", "", "0"), "Gaussian": ("Gaussian", "", "")}
FEATURES = ("standardized", "raw")
SPREADS = ("sd of gain", *(f"sd over {base}" for base in BASES))  # over order 1, and the others
HEAD = ["set", "n", "features", "kernel", "t", "r", "mean", "sd", *SPREADS, "stable", "with"]
TESTS = ["comparison", "features", "against", "sets", "gain", "sd", "above", "below", "p"]
TESTS += ["p Holm", "smallest gain", "clear above", "clear below"]


def points(name):
    """Return points and classes of a set."""
    parts = [f"{name}-train", name] if name.startswith("monks") else [name]
    sets = [kh.load(part) for part in parts]
    X, y = np.vstack([s.X for s in sets]), np.concatenate([s.y for s in sets])
    return part(X, y, MOST)


def kernels(X):
    """Yield (kernel, t, r, matrix); order 1 first, the others are compared with it."""
    K = kh.linear(X)
    yield "order t", 1.0, 1.0, kh.order_t(K, 1.0)
    for t in ORDERS:
        for r in WEIGHTS:
            if (t, r) != (1.0, 1.0):
                yield "order t", t, r, kh.order_t(K, t, weight=r)
    yield "cosine", "", 0.0, kh.order_t(K, 1.0, weight=0.0)
    yield "linear", "", "", K
    far = np.median(pdist(X))
    yield "Gaussian", "", "", np.exp(-kh.squared_distances(K) / (2 * far**2))


def rows(name, bar):
    """Yield the rows of a set."""
    X, y = points(name)
    U, samples = draws(int(y.max()) + 1, STARTS), subsamples(len(X))
    told = versions()
    for features in FEATURES:
        results = {}
        for kernel, t, r, K in kernels(standardized(X) if features == "standardized" else X):
            setting = kernel, *(f"{v:g}" if v != "" else "" for v in (t, r))
            results[setting] = judged(K, y, U, samples, rows=kernel_rows, score=kh.nmi)
            bar.step(1, name)
        for setting, (found, stable) in results.items():
            spreads = [np.std(found - results[key][0], ddof=1) for key in KEYS.values()]
            numbers = [found.mean(), found.std(ddof=1), *spreads]
            yield [
                name,
                len(X),
                features,
                *setting,
                *(f"{v:.2f}" for v in numbers),
                f"{stable:.3f}",
                told,
            ]
            told = ""


# ------------------------------------------------------------------------------- what was chosen


def settings(table):
    """Return {(set, features): {(kernel, t, r): row}} of the stored rows."""
    found = {}
    for row in table:
        key = row["kernel"], row["t"], row["r"]
        found.setdefault((row["set"], row["features"]), {})[key] = row | {"lmin": "0"}
    return found


def pick(rows_of, *, weight=None):
    """Return the settings (t, r) chosen without labels; with a weight among those that have it."""
    cells = [
        row
        for (kernel, _, r), row in rows_of.items()
        if kernel in ("order t", "cosine") and (weight is None or r == weight)
    ]
    return most_stable(cells)


def mean(cells):
    """Return the mean score of some settings."""
    return float(np.mean([float(c["mean"]) for c in cells]))


def gains(known, names):
    """Return {(comparison, features, against): gain of each set}; the first is the primary one."""
    z = "standardized"

    def over(features, against):
        rows_of = [known[name, features] for name in names]
        return [mean(pick(r)) - float(r[KEYS[against]]["mean"]) for r in rows_of]

    found = {("(t, r) chosen", z, "order 1"): over(z, "order 1")}
    found |= {("(t, r) chosen", z, base): over(z, base) for base in BASES}
    for base in ("order 1", *BASES):
        found["(t, r) chosen", "raw", base] = over("raw", base)
    own = [known[name, z] for name in names]
    first = [float(r[KEYS["order 1"]]["mean"]) for r in own]
    alone = [mean(pick(r, weight="1")) for r in own]
    both = [mean(pick(r)) for r in own]
    best = [
        max(float(c["mean"]) for (k, *_), c in r.items() if k in ("order t", "cosine")) for r in own
    ]
    found["t chosen at r = 1", z, "order 1"] = np.subtract(alone, first)
    found["(t, r) chosen", z, "t chosen at r = 1"] = np.subtract(both, alone)
    found["best (t, r) by labels", z, "order 1"] = np.subtract(best, first)
    return found


def tests(table):
    """Return the rows of the table of tests, the primary comparison first."""
    known = settings(table)
    names = [name for name in SETS if all((name, f) in known for f in FEATURES)]
    return [[*row, *clear(table, *row[:3])] for row in comparisons(gains(known, names))]


def over_starts(table, features="standardized", against="order 1"):
    """Return for each set the (t, r) chosen, its gain, and the p of that over starts, by Holm."""
    known = settings(table)
    spread = SPREADS[list(KEYS).index(against)]
    found = {}
    for name in SETS:
        if (name, features) in known:
            rows_of = known[name, features]
            picked = pick(rows_of)
            gain = mean(picked) - float(rows_of[KEYS[against]]["mean"])
            found[name] = picked, gain, p_over_starts(gain, picked, STARTS, spread)
    corrected = holm([p for *_, p in found.values()])
    return {
        name: (*rest, p) for (name, (*rest, _)), p in zip(found.items(), corrected, strict=True)
    }


def clear(table, comparison, features, against):
    """Return on how many sets a gain is clear over starts: above 0, below 0; "" if not asked."""
    if comparison != "(t, r) chosen" or against not in KEYS:
        return "", ""
    found = over_starts(table, features, against).values()
    return tuple(sum(p < LEVEL and sign * gain > 0 for _, gain, p in found) for sign in (1, -1))


def verdicts(table):
    """Return what the run found, in lines."""
    lines = [" | ".join(map(str, row)) for row in [TESTS, *tests(table)]]
    for name, (picked, gain, p) in over_starts(table).items():
        told = "; ".join(f"t {c['t'] or 'any'}, r {c['r']}" for c in picked)
        told = f"{told}, stable {picked[0]['stable']}"
        lines.append(f"{name}: gain {gain:+.2f}, p over starts {p:.4f} (Holm): {told}")
    return lines


def main(words=()):
    """Run the sets named, or those that are missing; store both tables, say the verdicts."""
    names = chosen(SETS, words, points)
    table = stored(RESULTS, HEAD)
    if not words:
        names = [name for name in names if name not in {row[0] for row in table}]
    bar = Bar(len(names) * len(FEATURES) * (len(ORDERS) * len(WEIGHTS) + len(BASES)))
    with threadpool_limits(1):
        for name in names:
            new = list(rows(name, bar))
            table = replaced(table, name, new, SETS)
            store(RESULTS, HEAD, table)
            bar.say(f"{name}: {len(new)} rows")
    bar.close()
    table = [dict(zip(HEAD, row, strict=True)) for row in table]
    store(RESULTS.with_name("order_weight_tests.csv"), TESTS, tests(table))
    print("\n".join([*verdicts(table), spent(bar.began)]))


if __name__ == "__main__":
    main(sys.argv[1:])
