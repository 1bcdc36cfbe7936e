"""Means with their spreads, several series side by side over named things."""

import numpy as np

from .charts import padded
from .picture import Picture, lit_extra, lit_rows, number
from .scene import Mark, Plot, Scale, make_scale, margins, part

__all__ = ["Intervals"]

APART = 0.17  # two series of one name stand so far from each other, in shares of a slot


class Intervals(Picture):
    """For each name a mean and a line of one spread up and down, several series side by side.

    Parameters
    ----------
    names : list of str
        What is compared, from left to right; written at the axis.
    series : dict from name to (means, spreads)
        The first numbers, two arrays of as many values as there are names; NaN where there is
        none. A series has a shape and a color.
    title, ylabel : str
        Stand above the picture and above the upright axis.
    limits : (low, high), optional
        Ends of the axis.

    Examples
    --------
    >>> view = Intervals(["k-means", "kernel"], {"ours": ([0.7, 0.9], [0.1, 0.02])})
    >>> view.readout()
    'ours: k-means 0.7, kernel 0.9'
    """

    inches = (7.2, 3.8)

    def __init__(self, names, series, *, title="", ylabel="", limits=None):
        super().__init__()
        self.names = list(names)
        self.series = list(series)
        self.title = title
        self.ylabel = ylabel
        self.description = f"means and spreads, {title or ylabel}".rstrip(", ")
        self.show(series)
        self.limits = limits or padded(np.concatenate([m for m, _ in self.data[0].values()]), 0.3)

    def accept(self, series, *, lit=None):
        """Keep means and spreads by series; lit are dots, counted series by series."""
        if list(series) != self.series:
            raise ValueError(f"wants the series {self.series}, got {list(series)}")
        kept = {}
        for name, (means, spreads) in series.items():
            pair = np.asarray(means, dtype=float), np.asarray(spreads, dtype=float)
            if any(values.shape != (len(self.names),) for values in pair):
                shapes = [values.shape for values in pair]
                raise ValueError(f"{name}: wants {len(self.names)} means and spreads, got {shapes}")
            kept[name] = pair
        return kept, lit_rows(lit, len(self.series) * len(self.names))

    def across(self, k):
        """Return where the dots of series k stand."""
        return np.arange(len(self.names)) + APART * (k - (len(self.series) - 1) / 2)

    def plots(self):
        """Return one plot, the names at its lower axis."""
        width, height = self.pixels
        y = make_scale("linear", *self.limits, height - 50, self.ylabel, upright=True)
        ticks = tuple(enumerate(self.names))
        x = Scale("linear", -0.5, len(self.names) - 0.5, ticks)
        left, top, right, bottom = margins(x, y)
        spreads = [
            Mark(f"spread {k}", "line", {"hue": k, "weight": "second"})
            for k in range(len(self.series))
        ]
        plot = Plot(
            width=width,
            height=height,
            margins=(left, top, right, bottom),
            caption=self.title or self.ylabel or "means and spreads",
            key=tuple(enumerate(self.series)) if len(self.series) > 1 else (),
            x=x,
            y=y,
            marks=(*spreads, Mark("means", "points", {"r": 5.2, "hue": "group"})),
        )
        return [plot]

    def parts(self):
        """Return the lines of every series, and all dots."""
        series, lit = self.data
        marks, dots = [], []
        for k, (means, spreads) in enumerate(series.values()):
            ends = [means - spreads, means + spreads, np.full_like(means, np.nan)]
            lines = np.stack([np.stack([self.across(k), y], axis=1) for y in ends], axis=1)
            marks.append(part(0, f"spread {k}", xy=lines.reshape(-1, 2)))
            dots.append(np.stack([self.across(k), means], axis=1))
        group = np.repeat(np.arange(len(dots), dtype=np.uint8), len(self.names))
        return [*marks, part(0, "means", lit_extra(lit), xy=np.concatenate(dots), group=group)]

    def news(self):
        """Return all means, unless some are lit: then the panel tells what they are."""
        return "" if self.data[1] else self.readout()

    def readout(self):
        """Return all means."""
        return "; ".join(
            f"{name}: {', '.join(self._pairs(means))}" for name, (means, _) in self.data[0].items()
        )

    def _pairs(self, means):
        pairs = zip(self.names, means, strict=True)
        return [f"{name} {number(mean)}" for name, mean in pairs if np.isfinite(mean)]
