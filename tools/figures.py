"""The three figures of docs/new-results.md, drawn from formulas and from the stored tables.

`.venv/bin/python -m tools.figures` writes docs/new-results-1.svg, -2.svg and -3.svg.
"""

import sys
from pathlib import Path

import matplotlib as mpl
import numpy as np
from matplotlib.figure import Figure

from .measurements import ROOT, stored

STYLE = {
    "svg.fonttype": "none",  # letters stay letters: light, and a reader can search them
    "svg.hashsalt": "kernlab",  # the same picture twice is the same file
    "font.family": "sans-serif",
    "font.size": 9,
    "axes.spines.top": False,
    "axes.spines.right": False,
    "legend.frameon": False,
    "axes.prop_cycle": mpl.cycler(
        color=["#0072b2", "#d55e00", "#009e73", "#cc79a7", "#56b4e9", "#444444"]
    ),
}
MARKS = "osD^vP"


def panels(count):
    """Return a figure, and its axes side by side."""
    figure = Figure(figsize=(4.4 * count, 2.2), layout="constrained")
    return figure, figure.subplots(1, count, squeeze=False)[0]


def beside(axes):
    """Write the names of the curves to the right of them."""
    axes.legend(loc="center left", bbox_to_anchor=(1, 0.5))


def length_factor():
    """Draw cosh(t D)^(-r / t): for one weight and several t, and for one t and several weights."""
    figure, (shapes, weights) = panels(2)
    D = np.linspace(-3, 3, 121)
    for t in (0.1, 1, 10):
        shapes.plot(D, np.cosh(t * D) ** (-1 / t), label=f"t = {t:g}")
    shapes.plot(D, np.exp(-np.abs(D)), ":", label="t = ∞")
    for r in (0, 0.25, 1, 4):
        weights.plot(D, np.cosh(D) ** -r, label=f"r = {r:g}")
    shapes.set(title="r = 1: t sets the shape", ylabel="length factor")
    weights.set(title="t = 1: r sets the weight")
    for axes in (shapes, weights):
        axes.set(xlabel="D, difference of the log-lengths", ylim=(0, 1.05))
        beside(axes)
    return figure


def gains_of_relaxed():
    """Return gamma -> features -> the gains of K_BR over its control: a mean for each set."""
    rows = stored("relaxed_means")
    quantiles = ("0.1", "0.5")

    def mean(row):
        return np.mean([float(row[f"mean {q}"]) for q in quantiles])

    control = {(r["set"], r["features"], r["m"]): mean(r) for r in rows if r["kernel"] == "means"}
    found = {}
    for r in rows:
        if r["kernel"] == "K_BR":
            gain = mean(r) - control[r["set"], r["features"], r["m"]]
            sets = found.setdefault(r["gamma"], {}).setdefault(r["features"], {})
            sets.setdefault(r["set"], []).append(gain)
    return {
        gamma: {
            features: [np.mean(gains) for gains in sets.values()] for features, sets in of.items()
        }
        for gamma, of in found.items()
    }


def relaxed_means():
    """Draw the mean gain of K_BR over the smoothed means against gamma."""
    figure, (axes,) = panels(1)
    found = gains_of_relaxed()
    places = np.arange(len(found))
    for shift, features in ((-0.06, "standardized"), (0.06, "raw")):
        gains = np.array([of[features] for of in found.values()])
        error = gains.std(axis=1, ddof=1) / np.sqrt(gains.shape[1])
        axes.errorbar(places + shift, gains.mean(axis=1), error, fmt="o", label=features)
    axes.axhline(0, color="#444444", linewidth=0.8)
    axes.set(xlabel="γ (v: mean local variance)", ylabel="mean gain (points)")
    axes.set_xticks(places, list(found))
    beside(axes)
    return figure


def floors():
    """Draw NMI and the largest weight against p for each form, on the chi-squared map."""
    figure, (scores, weights) = panels(2)
    rows = [row for row in stored("floors") if row["set"] == "chi2 map"]
    for form, mark in zip(dict.fromkeys(row["form"] for row in rows), MARKS, strict=True):
        own = [row for row in rows if row["form"] == form]
        p = [float(row["p"]) for row in own]
        style = {"label": form, "marker": mark, "markersize": 4, "linewidth": 1}
        scores.plot(p, [float(row["mean NMI"]) for row in own], **style)
        if form == "unweighted":
            weights.plot([], [], **style)
        else:
            weights.plot(p, [float(row["largest weight"]) for row in own], **style)
    scores.set(ylabel="NMI", ylim=(0, 0.8))
    weights.set(ylabel="largest of all weights", ylim=(0, None))
    for axes in (scores, weights):
        axes.set(xlabel="p")
    beside(weights)
    return figure


FIGURES = {"1": length_factor, "2": relaxed_means, "3": floors}


def main(folder=ROOT / "docs"):
    """Write the figures."""
    with mpl.rc_context(STYLE):
        for number, draw in FIGURES.items():
            path = Path(folder) / f"new-results-{number}.svg"
            draw().savefig(path, metadata={"Date": None})
            print(f"{path.name}: {path.stat().st_size / 1000:.0f} kB")
    return 0


if __name__ == "__main__":
    sys.exit(main())
