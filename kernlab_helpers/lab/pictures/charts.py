"""Pictures of points in the plane, of bars and of curves."""

import numpy as np

from .canvas import ArtistLayer, Picture, number
from .theme import MARKERS

__all__ = ["Bars", "Curves", "Scatter"]

STROKES = ("-", "--", "-.", ":")


def group_names(labels, size):
    """Return (names, group number of every point); one group without a name if no labels."""
    if labels is None:
        return [""], np.zeros(size, dtype=int)
    names, groups = np.unique(np.asarray(labels), return_inverse=True)
    return [str(name) for name in names], groups


def group_lines(axes, names, colors):
    """Return one line of markers per group, each with a marker and a colour of its own."""
    lines = []
    for g, name in enumerate(names):
        color = colors[g % len(colors)]
        marker = MARKERS[g % len(MARKERS)]
        lines += axes.plot([], [], marker, ls="", alpha=0.85, label=name, color=color)
    return lines


def add_legend(figure, lines):
    """Name the lines above the axes, unless there is only one."""
    if len(lines) > 1:
        figure.legend(handles=lines, loc="outside upper right", ncols=4)


def padded(values, fraction=0.08):
    """Return limits that leave a margin around the values, a fraction of their range."""
    low = float(np.min(values))
    high = float(np.max(values))
    margin = (high - low) * fraction or 1.0
    return low - margin, high + margin


class Scatter(Picture):
    """Points of the plane, groups told apart by marker and colour.

    Parameters
    ----------
    X : (n, 2) array
        The first points; with their margin they fix the axes unless ``limits`` does.
    labels : (n,) array, optional
        Group of every point.
    names : pair of str
        Names of the two axes.
    title : str
        Stands above the axes.
    limits : ((x0, x1), (y0, y1)), optional
        Ends of the axes.
    equal : bool
        Same scale on both axes, so that distances can be seen.
    numbered : bool
        Write x1, x2, ... beside the points.
    """

    inches = (4.8, 4.3)

    def __init__(
        self,
        X,
        labels=None,
        *,
        names=("x1", "x2"),
        title="",
        limits=None,
        equal=False,
        numbered=False,
    ):
        super().__init__()
        X = np.asarray(X, dtype=float)
        self.names = names
        self.title = title
        self.limits = limits or (padded(X[:, 0]), padded(X[:, 1]))
        self.equal = equal
        self.numbered = numbered
        self.groups, self.member = group_names(labels, len(X))
        plane = f"points in the plane of {names[0]} and {names[1]}"
        self.description = f"{plane}, {title}".rstrip(", ")
        self.show(X)

    def accept(self, X, *, line=None):
        """Keep the points, and the corners (m, 2) of a line to draw through them."""
        X = np.asarray(X, dtype=float)
        if X.ndim != 2 or X.shape[1] != 2 or len(X) != len(self.member):
            raise ValueError(f"wants points of shape ({len(self.member)}, 2), got shape {X.shape}")
        line = np.empty((0, 2)) if line is None else np.asarray(line, dtype=float)
        if line.ndim != 2 or line.shape[1] != 2:
            raise ValueError(f"wants a line of shape (m, 2), got shape {line.shape}")
        return X, line

    def layout(self, figure, colors):
        """Draw the axes, and a legend where there are groups."""
        axes = figure.subplots()
        axes.set(xlim=self.limits[0], ylim=self.limits[1])
        axes.set(xlabel=self.names[0], ylabel=self.names[1], title=self.title)
        if self.equal:
            axes.set_aspect("equal")
        self.markers = group_lines(axes, self.groups, colors)
        self.texts = []
        if self.numbered:
            self.texts = [axes.text(0, 0, f" x{i + 1}") for i in range(len(self.member))]
        add_legend(figure, self.markers)
        (self.line,) = axes.plot([], [], color=axes.title.get_color(), lw=1.5)
        return [ArtistLayer(axes, [self.line, *self.markers, *self.texts])]

    def draw(self, X, line):
        """Move the points and the line."""
        self.line.set_data(*line.T)
        for g, markers in enumerate(self.markers):
            markers.set_data(*X[self.member == g].T)
        if self.numbered:
            for text, point in zip(self.texts, X, strict=True):
                text.set_position(point)

    def readout(self):
        """Return how many points of which groups, or how many if each is its own group."""
        points = f"{len(self.member)} points"
        counts = np.bincount(self.member, minlength=len(self.groups))
        if counts.max() == 1:
            return points
        sizes = [f"{c} {name}" for c, name in zip(counts, self.groups, strict=True) if name]
        return f"{points} ({', '.join(sizes)})" if sizes else points


class Bars(Picture):
    """One bar per name, with its number above.

    Parameters
    ----------
    names : list of str
        Names of the m bars.
    values : (m,) array
        The first values; NaN where there is none.
    title, ylabel : str
        Stand above the axes and at the upright one.
    limit : float, optional
        Top of the axis (the bottom is 0); else the first values decide.
    """

    inches = (7.0, 3.4)

    def __init__(self, names, values, *, title="", ylabel="", limit=None):
        super().__init__()
        self.names = list(names)
        self.title = title
        self.ylabel = ylabel
        self.limit = limit or 1.15 * float(np.nanmax(values)) or 1.0
        self.description = f"bars, {title}".rstrip(", ")
        self.show(values)

    @property
    def few(self):
        """Whether there is room for a number above every bar, and in the readout."""
        return len(self.names) <= 12

    def accept(self, values, *, lit=()):
        """Keep one value per name, and the names of the highlighted bars."""
        values = np.asarray(values, dtype=float)
        if values.shape != (len(self.names),):
            raise ValueError(f"wants {len(self.names)} values, got shape {values.shape}")
        if not set(lit) <= set(self.names):
            raise ValueError(f"lit must name bars, got {sorted(lit)}; they are {self.names}")
        return values, lit

    def layout(self, figure, colors):
        """Draw the axis and one bar per name."""
        axes = figure.subplots()
        places = np.arange(len(self.names))
        self.bars = axes.bar(places, np.zeros(len(places)), color=colors[0], width=0.75)
        self.texts = [axes.text(x, 0, "", ha="center", va="bottom") for x in places]
        self.plain_color, self.highlight_color = colors[:2]
        turned = max(map(len, self.names)) * len(places) > 70
        axes.set_xticks(places, self.names, rotation=90 if turned else 0)
        axes.set(ylim=(0, self.limit), ylabel=self.ylabel, title=self.title)
        return [ArtistLayer(axes, [*self.bars, *self.texts])]

    def draw(self, values, lit):
        """Set the heights; write the numbers where there is room for them."""
        for name, bar, text, value in zip(self.names, self.bars, self.texts, values, strict=True):
            height = 0 if np.isnan(value) else value
            if name in lit:
                bar.set(height=height, color=self.highlight_color, hatch="//")
            else:
                bar.set(height=height, color=self.plain_color, hatch="")
            text.set(y=height, text=value_text(value, 3) if self.few else "")

    def readout(self):
        """Return the numbers, or the largest one where there are many."""
        values, lit = self.data
        texts = []
        for name, value in zip(self.names, values, strict=True):
            text = f"{name} {value_text(value, 4)}"
            texts.append(f"*{text}*" if name in lit else text)
        if self.few:
            return ", ".join(texts)
        return f"{len(texts)} bars, highest {texts[np.nanargmax(values)]}"


def value_text(value, digits):
    """Return a number, rounded to so many digits after the point, as text."""
    return "none" if np.isnan(value) else number(round(value, digits))


class Curves(Picture):
    """Curves over one x axis, told apart by stroke and colour, with an upright mark.

    Parameters
    ----------
    x : (m,) array
        Where the curves have their values, in rising order.
    curves : dict from name to (m,) array
        The first curves.
    title, xlabel, ylabel : str
        Stand above the axes and at each of them.
    log : str
        Which axes are logarithmic: "", "x", "y" or "xy".
    limits : (low, high), optional
        Ends of the y axis.
    markers : bool
        Mark every value with a dot.
    """

    inches = (5.4, 3.8)

    def __init__(
        self,
        x,
        curves,
        *,
        title="",
        xlabel="",
        ylabel="",
        log="",
        limits=None,
        markers=False,
    ):
        super().__init__()
        self.x = np.asarray(x, dtype=float)
        self.names = list(curves)
        self.title = title
        self.xlabel = xlabel
        self.ylabel = ylabel
        self.log = log
        self.limits = limits
        self.markers = markers
        self.description = f"curves over {xlabel}, {title}".rstrip(", ")
        self.show(curves)

    def accept(self, curves, *, at=None):
        """Keep the curves by name, and where the upright mark stands."""
        if list(curves) != self.names:
            raise ValueError(f"wants the curves {self.names}, got {list(curves)}")
        return {name: np.asarray(y, dtype=float) for name, y in curves.items()}, at

    def layout(self, figure, colors):
        """Draw axes, legend and empty curves."""
        axes = figure.subplots()
        axes.set_xscale("log" if "x" in self.log else "linear")
        axes.set_yscale("log" if "y" in self.log else "linear")
        axes.set(xlabel=self.xlabel, ylabel=self.ylabel, title=self.title)
        self.lines = []
        for i, name in enumerate(self.names):
            stroke = STROKES[i % len(STROKES)]
            color = colors[i % len(colors)]
            marker = MARKERS[i] if self.markers else None
            self.lines += axes.plot([], [], stroke, color=color, label=name, marker=marker)
        axes.set_xlim(self._x_limits())
        axes.set_ylim(self._y_limits())
        self.mark = axes.axvline(self.x[0], color=axes.title.get_color(), lw=1.5, ls=":")
        add_legend(figure, self.lines)
        return [ArtistLayer(axes, [self.mark, *self.lines])]

    def _x_limits(self):
        if "x" in self.log:
            return self.x.min(), self.x.max()
        return padded(self.x, 0.03)

    def _y_limits(self):
        if self.limits is not None:
            return self.limits
        first = np.concatenate(list(self.data[0].values()))
        if "y" in self.log:
            return first[first > 0].min() / 1.5, first.max() * 1.5
        return padded(first)

    def draw(self, curves, at):
        """Move the curves and the mark."""
        for line, y in zip(self.lines, curves.values(), strict=True):
            line.set_data(self.x, y)
        self.mark.set_visible(at is not None)
        if at is not None:
            self.mark.set_xdata([at, at])

    def readout(self):
        """Return the value of every curve at the mark, or its ends."""
        curves, at = self.data
        if at is None:
            ends = [f"{name} from {number(y[0])} to {number(y[-1])}" for name, y in curves.items()]
            return ", ".join(ends)
        values = [f"{name} {number(np.interp(at, self.x, y))}" for name, y in curves.items()]
        return f"at {self.xlabel or 'x'} = {number(at)}: {', '.join(values)}"
