"""The best periods and weights of the named homogeneous kernels, for `ExplicitMap`.

`python -m tools.minimax` writes kernlab_helpers/homogeneous/minimax.csv: for every kernel and order
the largest error of k(a, b) for amounts a, b from 0 to 1, the period, and the weights. With
`--check` it writes nothing and says which entries a new search does not confirm.
"""

import argparse
import math
import sys
from pathlib import Path

import numpy as np

from kernlab_helpers.homogeneous._minimax import Problem
from kernlab_helpers.homogeneous._table import KERNELS

__all__ = ["FILE", "ORDERS", "line", "main", "worst"]

ROOT = Path(__file__).resolve().parents[1]
FILE = ROOT / "kernlab_helpers" / "homogeneous" / "minimax.csv"
ORDERS = range(17)
NAMES = ("chi2", "intersection", "jensen_shannon")
CLOSE = 1e-7  # relative accuracy of the periods
SAME = 1e-3  # relative difference of errors that confirms an entry


def worst(kernel, period, weights):
    """Return the largest error of k(a, b), a and b up to 1, at 400,001 ratios up to e^80."""
    u = np.linspace(0.0, 80.0, 400_001)
    sums = sum(w * np.cos(j * period * u) for j, w in enumerate(weights))
    return float(np.max(np.exp(-u / 2) * np.abs(sums - kernel.signature(u))))


def line(name, order):
    """Return the line of one kernel and order."""
    period, weights = Problem(KERNELS[name], order).search(CLOSE)
    numbers = [worst(KERNELS[name], period, weights), period, *weights]
    return ",".join([name, str(order), *(f"{number:.10g}" for number in numbers)])


def errors(text):
    """Return (kernel, order) -> error of all lines."""
    rows = [row.split(",") for row in text.splitlines()[1:]]
    return {(row[0], int(row[1])): float(row[2]) for row in rows}


def main(argv=None):
    """Write the table, or check it."""
    parser = argparse.ArgumentParser(description=__doc__.splitlines()[0])
    parser.add_argument("--check", action="store_true", help="write nothing, compare")
    check = parser.parse_args(argv).check
    lines = [line(name, order) for name in NAMES for order in ORDERS]
    text = "\n".join(["kernel,order,error,period,weights", *lines, ""])
    if not check:
        FILE.write_text(text, encoding="utf-8")
        return 0
    new, old = errors(text), errors(FILE.read_text(encoding="utf-8"))
    differ = [key for key in new if not math.isclose(new[key], old.get(key, 0), rel_tol=SAME)]
    for key in differ:
        print(*key, "is", old.get(key), "in the table, and", new[key], "now")
    return 1 if differ or new.keys() != old.keys() else 0


if __name__ == "__main__":
    sys.exit(main())
