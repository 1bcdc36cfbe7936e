"""A figure of matplotlib that shows the data of live axes: for a thesis, not for the page."""

import numpy as np

from .. import theme

__all__ = ["figure_of"]


def figure_of(axes, shape, dark=False):
    """Return a figure of matplotlib with the data, limits and names of some live axes.

    Parameters
    ----------
    axes : list of Axes
        The axes, row by row.
    shape : tuple of int
        Rows and columns.
    dark : bool
        Whether the colors are those of dark ground.

    Returns
    -------
    matplotlib.figure.Figure
        What a student can change and save as she knows it.
    """
    from matplotlib.figure import Figure

    widths = [one.pixels[0] for one in axes[: shape[1]]]
    size = sum(widths) / 100, sum(one.pixels[1] for one in axes[:: shape[1]]) / 100
    figure = Figure(figsize=size, layout="constrained")
    for number, one in enumerate(axes, 1):
        flat = len(one.dimensions) == 2
        own = figure.add_subplot(*shape, number, **({} if flat else {"projection": "3d"}))
        Replay(own, theme.palette(dark)).draw(one, flat)
    return figure


class Replay:
    """Draws the marks of live axes on axes of matplotlib."""

    def __init__(self, axes, colors):
        self.axes = axes
        self.colors = colors

    def color(self, hue, group=0):
        """Return the color of a role."""
        hue = int(group) if hue == "group" else hue
        if hue in self.colors["scales"]:
            return self.colors["scales"][hue][4]
        return self.colors[hue] if isinstance(hue, str) else self.colors["groups"][hue % 10]

    def draw(self, live, flat):
        """Draw all marks, then limits, scales and names."""
        s = live.s
        for _, mark in live._drawn():
            label = live._label(mark)
            draw = getattr(self, mark.kind.replace("-", "_").removeprefix("space_"), None)
            if draw is not None:
                draw(mark, label)
        for axis, ends in zip(live.dimensions, live._limits(), strict=True):
            kind = s.scales.get(axis, "linear")
            if kind in ("linear", "log"):
                getattr(self.axes, f"set_{axis}scale")(kind)
            if np.isfinite(ends).all() and not live._alone():
                getattr(self.axes, f"set_{axis}lim")(*ends)
            getattr(self.axes, f"set_{axis}label")(s.labels.get(axis, ""))
            if axis in s.ticks:
                at, texts = zip(*s.ticks[axis], strict=True) if s.ticks[axis] else ((), ())
                getattr(self.axes, f"set_{axis}ticks")(at, texts)
        self.axes.set_title(s.title)
        if flat and s.equal:
            self.axes.set_aspect("equal")
        if s.off:
            self.axes.set_axis_off()
        if s.legend and self.axes.get_legend_handles_labels()[0]:
            self.axes.legend()

    def line(self, mark, label):
        """Draw a line."""
        s = mark.style
        dash = {"dashed": "--", "dotted": ":"}.get(s["dash"], "-")
        self.axes.plot(
            *mark.arrays["xy"].T,
            dash,
            color=self.color(s["hue"]),
            label=label,
            lw=theme.weight(s),
            alpha=s.get("alpha"),
        )

    def lines(self, mark, label):
        """Draw a line of space."""
        self.axes.plot(*mark.arrays["xyz"].T, color=self.color(mark.style["hue"]), label=label)

    def points(self, mark, label):
        """Draw points, each with the marker of its group."""
        s, arrays = mark.style, mark.arrays
        xy = arrays.get("xy", arrays.get("xyz"))
        group = arrays.get("group", np.zeros(len(xy), np.uint8))
        shape = arrays.get("shape", group)
        for g, form in sorted(set(zip(group.tolist(), shape.tolist(), strict=True))):
            chosen = (group == g) & (shape == form)
            marker, _ = theme.MARKERS[theme.TOKENS["shapes"][form % 10]]
            color = self.color(s.get("hue", "group"), g)
            face = "none" if s.get("ring") or s.get("hollow") else color
            look = {"facecolor": face, "edgecolor": color}
            if "index" in arrays:
                look = {"c": arrays["index"][chosen], "cmap": "viridis", "vmin": 1, "vmax": 255}
            self.axes.scatter(
                *xy[chosen].T,
                s=(2 * s.get("r", 5.2)) ** 2,
                marker=marker,
                label=label,
                alpha=s.get("alpha"),
                **look,
            )
        for text, place in zip(mark.extra.get("labels", ()), xy, strict=False):
            self.axes.text(*place, f" {text}")

    def area(self, mark, label):
        """Fill each piece of an area."""
        xy = mark.arrays["xy"]
        for piece in np.split(xy, np.flatnonzero(np.isnan(xy[:, 0]))):
            corners = piece[np.isfinite(piece).all(axis=1)]
            if len(corners):
                color = self.color(mark.style["hue"])
                self.axes.fill(*corners.T, color=color, alpha=mark.style["fill"], label=label)
                label = None

    def rule(self, mark, label):
        """Draw a line across the axes."""
        across = self.axes.axvline if mark.style["axis"] == "x" else self.axes.axhline
        across(
            mark.arrays["at"][0],
            color=self.color(mark.style["hue"]),
            lw=theme.weight(mark.style),
            label=label,
        )

    def matrix(self, mark, _label):
        """Draw a matrix with its bar of colors."""
        field = mark.more["field"]
        cmap = {"signed": "RdBu", "distance": "YlOrBr", "grey": "Greys"}.get(field.scale, "GnBu")
        place = {"extent": mark.more["extent"], "origin": "lower"} if mark.more["free"] else {}
        image = self.axes.imshow(
            mark.held, cmap, vmin=field.low, vmax=field.high, aspect="auto", **place
        )
        if not mark.more["free"]:
            self.axes.set_aspect("equal")
            self.axes.figure.colorbar(image, ax=self.axes)

    def bars(self, mark, label):
        """Draw bars with their numbers."""
        values = mark.arrays["value"]
        bars = self.axes.bar(
            range(len(values)),
            values,
            mark.style["width"],
            label=label,
            color=[self.color("below" if v < 0 else mark.style["hue"]) for v in values],
        )
        self.axes.set_xticks(range(len(values)), mark.style["names"])
        if "texts" in mark.extra:
            self.axes.bar_label(bars, mark.extra["texts"])

    def stems(self, mark, label):
        """Draw stems."""
        self.axes.stem(*mark.arrays["xy"].T, label=label)

    def ellipses(self, mark, label):
        """Draw ellipses."""
        from matplotlib.patches import Ellipse

        if mark.kind == "space-ellipses":
            self.facing(mark, label)
            return
        for row in mark.arrays["e"]:
            x, y, a, b, angle = row
            color = self.color(mark.style["hue"])
            self.axes.add_patch(
                Ellipse(
                    (x, y),
                    2 * a,
                    2 * b,
                    angle=np.degrees(angle),
                    alpha=mark.style["fill"],
                    color=color,
                    label=label,
                )
            )

    def facing(self, mark, label):
        """Draw ellipses of space, which face the eye."""
        turn, tilt = np.radians([self.axes.azim, self.axes.elev])
        right = np.array([-np.sin(turn), np.cos(turn), 0])
        up = np.cross(
            [np.cos(tilt) * np.cos(turn), np.cos(tilt) * np.sin(turn), np.sin(tilt)], right
        )
        around = np.linspace(0, 2 * np.pi, 49)
        for x, y, z, a, b, angle in mark.arrays["e"]:
            u, v = a * np.cos(around), b * np.sin(around)
            across = np.outer(u * np.cos(angle) - v * np.sin(angle), right)
            upwards = np.outer(u * np.sin(angle) + v * np.cos(angle), up)
            outline = np.array([x, y, z]) + across + upwards
            self.axes.plot(*outline.T, color=self.color(mark.style["hue"]), label=label)
            label = None

    def arrows(self, mark, label):
        """Draw arrows in units of the data."""
        a = mark.arrays["a"]
        way = (a[:, 2:] - a[:, :2]).T
        self.axes.quiver(
            *a[:, :2].T,
            *way,
            angles="xy",
            scale_units="xy",
            scale=1,
            label=label,
            color=self.color(mark.style["hue"]),
        )
        for text, tip in zip(mark.extra.get("labels", ()), a[:, 2:], strict=False):
            self.axes.text(*tip, text)

    def texts(self, mark, _label):
        """Write words."""
        ha = {"e": "left", "w": "right"}.get(mark.style["at"], "center")
        self.axes.text(
            *mark.arrays["xy"][0],
            mark.extra["texts"][0],
            ha=ha,
            color=self.color(mark.style["hue"]),
        )

    def regions(self, mark, _label):
        """Fill the regions of groups."""
        rings = mark.arrays["rings"]
        ends = np.flatnonzero(np.isnan(rings[:, 0]))
        for piece, group in zip(np.split(rings, ends), mark.arrays["group"], strict=False):
            corners = piece[np.isfinite(piece).all(axis=1)]
            self.axes.fill(
                *corners.T, color=self.color("group", group), alpha=mark.style["fill"], lw=0
            )

    def facets(self, mark, _label):
        """Draw pieces of a surface."""
        from mpl_toolkits.mplot3d.art3d import Poly3DCollection

        if "facets" in mark.arrays:
            color = self.color(mark.style["hue"])
            surface = Poly3DCollection(mark.arrays["facets"], alpha=mark.style["fill"], color=color)
            self.axes.add_collection3d(surface)
