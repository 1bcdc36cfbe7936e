"""The words that draw on live axes of the plane: matplotlib's, and some of ours."""

import math

import numpy as np

from ..groups import Groups
from ..heatmaps import Field, blocks, color_limits, counted, entries, indices
from ..picture import lit_extra, lit_rows, number
from ..regions import costs_from, region_rings
from .base import Base, word
from .data import (
    as_columns,
    bar_limits,
    between,
    checked_length,
    corners_of_bars,
    ellipses_from,
    field_of,
    first_of,
    format_of,
    height_at,
    is_many,
    joined,
    members,
    name_of,
    on_a_scale,
    pieces,
    radius,
    scale_of,
    segments,
    steps,
    together,
    value_text,
)
from .words import COLORS, dash_of, marker_of, role, weight_of

__all__ = ["Axes"]

SIDES = {"left": "e", "right": "w", "center": "c", "middle": "c"}
BEHIND = ("muted", "below", "hair", "grid")  # colors of lines that are background
FEW = 12  # so many bars have their numbers above


class Axes(Base):
    """One plot that is told what to draw with matplotlib's words; `subplots` makes it.

    Every word knows alpha, label, zorder and words (what it says to those who do not see it).

    Parameters
    ----------
    size : tuple of int
        Preferred width and height in pixels of the page.

    Raises
    ------
    NotLive
        Where a word of matplotlib is asked for that live axes do not have.

    Examples
    --------
    >>> axes = Axes()
    >>> axes.plot([0, 1, 2], [0, 1, 4], label="square")
    [<line square from 0 to 4>]
    >>> axes.plot([0, 1], colour="red")
    Traceback (most recent call last):
        ...
    TypeError: plot() got colour=; a live one knows color, ...
    """

    # Lines and points -----------------------------------------------------------------------------

    @word
    def plot(self, x, *more, color=None, marker=None, markersize=8, lit=(), **line):
        """Draw lines, or with a marker points; a column of y is a line, nan breaks it."""
        made, rows, label = [], [x, *more], line.pop("label", None)
        linestyle, width = line.pop("linestyle", None), line.pop("linewidth", 2)
        while rows:
            ys = rows.pop(0)
            xs = None
            if rows and not isinstance(rows[0], str):
                xs, ys = ys, rows.pop(0)
            fmt = rows.pop(0) if rows and isinstance(rows[0], str) else ""
            hue, dash, dot = format_of(fmt)
            dash = dash if linestyle is None else linestyle
            dot = dot if marker is None else marker
            dotted = dot not in (None, "", " ", "None")
            lined = dash not in ("", " ", "none", "None") if dash is not None else not dotted
            columns = np.asarray(ys).T if np.ndim(ys) == 2 else [ys]
            names = label if isinstance(label, (list, tuple)) else [label] * len(columns)
            for column, name in zip(columns, names, strict=True):
                places = np.arange(len(column)) if xs is None else xs
                xy, name = together("plot", places, column), name_of(name)
                own = self._color(hue if color is None else color)
                shown = {"xy": xy, "held": xy, **line}
                if lined:
                    style = {"hue": own, "weight": weight_of(width), "dash": dash_of(dash or "-")}
                    made.append(self._add("line", {"xy": xy}, style, label=name, **shown))
                if dotted:
                    kind = marker_of(dot)
                    shape = np.full(len(xy), kind, np.uint8)
                    style = {"hue": own, "r": markersize / 2 + 0.6}
                    style |= {"thin": True} if dot in "x+" else {}
                    shown["extra"] = lit_extra(lit_rows(lit, len(xy)))
                    shown["label"] = None if lined else name
                    shown["key"] = () if lined or not name else ((kind, name, own),)
                    made.append(self._add("points", {"xy": xy, "shape": shape}, style, **shown))
        return made

    @word
    def scatter(
        self,
        x,
        y=None,
        s=None,
        c=None,
        marker=None,
        *,
        color=None,
        facecolor=None,
        vmin=None,
        vmax=None,
        names=None,
        names_at="e",
        numbered=False,
        ring=False,
        hollow=False,
        lit=(),
        **look,
    ):
        """Draw points: (n,) and (n,), or (n, 2) alone.

        `c` is one color, or for every point its group, told by color and shape, or its number on a
        scale from vmin to vmax; labels as `marker` tell groups by shape alone.
        """
        xy = as_columns("scatter", x, 2) if y is None else together("scatter", x, y)
        n, extra = len(xy), lit_extra(lit_rows(lit, len(xy)))
        if isinstance(facecolor, str) and facecolor == "none":
            ring, facecolor = True, None
        color = first_of(c, color, facecolor)
        ways = {"ring": ring, "hollow": hollow, "numbered": numbered}
        arrays, style = {"xy": xy}, {name: True for name, on in ways.items() if on}
        if np.ndim(s):
            arrays["size"] = np.clip(np.sqrt(np.broadcast_to(s, n)) / 1.75, 0, 255)
        else:
            style["r"] = 10.5 if numbered else radius(n) if s is None else math.sqrt(s) / 1.75
        shape, groups, key = 0, None, ()
        if isinstance(marker, str):
            shape = marker_of(marker)
            arrays["shape"] = np.full(n, shape, np.uint8)
            style |= {"thin": True} if marker in "x+" else {}
        elif marker is not None:
            groups = Groups(checked_length("marker", marker, n), n)
            arrays["shape"], key = groups.member, tuple((*e, "muted") for e in groups.key)
        if not is_many(color, n):
            style["hue"] = self._color(color if np.ndim(color) != 2 else np.asarray(color)[0])
        elif on_a_scale(color):
            low = float(np.nanmin(color)) if vmin is None else float(vmin)
            high = float(np.nanmax(color)) if vmax is None else float(vmax)
            scale = "signed" if low < 0 < high else "kernel"
            arrays["index"] = indices(np.asarray(color, dtype=float), scale, low, high)
            style |= {"scale": scale, "low": low, "high": high, "root": scale == "signed"}
        else:
            found = Groups(checked_length("c", color, n), n)
            style["hue"], arrays["group"] = "group", members(color, found)
            named = any(name not in COLORS for name in found.names)
            if np.asarray(color).dtype.kind in "US" and named and groups is None:
                key = () if numbered else found.key
            groups = groups or found
        name = name_of(look.pop("label", None))
        more = {"groups": groups, "always": bool(key) and name is None}
        if name:
            hue = "muted" if style.get("hue", "group") == "group" else style["hue"]
            key = (*key, (shape, name, hue, *((True,) if ring or hollow else ())))
        if names is not None:
            extra["labels"] = [str(v) for v in checked_length("names", names, n)]
        elif groups is not None and any(groups.labels) and not numbered:
            extra["labels"] = groups.labels
        if "labels" in extra:
            style["label_at"] = names_at
        held = np.asarray(x) if y is None else xy
        shown = {"xy": xy, "held": held, "extra": extra, "label": name, "key": key, "more": more}
        return self._add("points", arrays, style, **shown, **look)

    @word
    def step(self, x, y, *fmt, where="pre", color=None, **line):
        """Draw a staircase."""
        return self.plot(*steps(x, y, where).T, *fmt, color=color, **line)

    @word
    def semilogx(self, x, *more, color=None, marker=None, markersize=8, **line):
        """Draw lines as plot does; x on a logarithmic scale."""
        self.set_xscale("log")
        return self.plot(x, *more, color=color, marker=marker, markersize=markersize, **line)

    @word
    def semilogy(self, x, *more, color=None, marker=None, markersize=8, **line):
        """Draw lines as plot does; y on a logarithmic scale."""
        self.set_yscale("log")
        return self.plot(x, *more, color=color, marker=marker, markersize=markersize, **line)

    @word
    def loglog(self, x, *more, color=None, marker=None, markersize=8, **line):
        """Draw lines as plot does, on logarithmic scales."""
        self.set_yscale("log")
        return self.semilogx(x, *more, color=color, marker=marker, markersize=markersize, **line)

    @word
    def stem(self, x, y=None, *, color="kernel", markersize=8, **look):
        """Draw a stem from 0 to each value; negative ones are hatched, zeros are rings."""
        x, y = (np.arange(1, len(x) + 1), x) if y is None else (x, y)
        xy, name = together("stem", x, y), name_of(look.pop("label", None))
        style = {"r": markersize / 2, "hue": role(color)}
        from_zero = np.vstack([xy, [[np.nan, 0.0]]])
        shown = {"xy": from_zero, "held": np.asarray(y), "label": name}
        return self._add("stems", {"xy": xy}, style, **shown, **look)

    @word
    def vlines(self, x, ymin, ymax, *, color=0, **line):
        """Draw upright lines between two heights."""
        return self.plot(*segments(x, ymin, ymax, upright=True).T, color=color, **line)[0]

    @word
    def hlines(self, y, xmin, xmax, *, color=0, **line):
        """Draw level lines between two places."""
        return self.plot(*segments(y, xmin, xmax, upright=False).T, color=color, **line)[0]

    @word
    def axvline(self, x=0, *, color=None, read=False, **line):
        """Draw an upright line across the axes; `read`: a dot where each line meets it."""
        more = {"read": self._read(float(x))} if read else {}
        return self._rule("x", float(x), color, more, **line)

    @word
    def axhline(self, y=0, *, color=None, **line):
        """Draw a level line across the axes."""
        return self._rule("y", float(y), color, {}, **line)

    def _rule(self, axis, at, color, more, linestyle="-", linewidth=1.5, label=None, **look):
        style = {"axis": axis, "hue": self._color(color, 0), "weight": weight_of(linewidth)}
        style["dash"] = dash_of(linestyle)
        place = np.array([[at, np.nan] if axis == "x" else [np.nan, at]])
        shown = {"xy": place, "label": name_of(label), "more": more}
        return self._add("rule", {"at": [at]}, style, **shown, **look)

    def _read(self, at):
        """Draw a dot where each line meets an upright line; return (name, height) of each.

        Lines in the color of a role have a height, but no dot; what is background has neither.
        """
        found = [m for m in self.state().marks if m.kind == "line" and m.style["hue"] not in BEHIND]
        scales = [self.s.scales.get(axis, "linear") for axis in self.dimensions]
        heights = [height_at(mark.arrays["xy"], at, *scales) for mark in found]
        pairs = list(zip(found, heights, strict=True))
        dots = [(m.style["hue"], h) for m, h in pairs if not isinstance(m.style["hue"], str)]
        xy = np.array([[at, height] for _, height in dots]).reshape(-1, 2)
        group = np.array([hue for hue, _ in dots], np.uint8)
        style = {"r": 4.5, "hue": "group"}
        self._add("points", {"xy": xy, "group": group}, style, words="", zorder=1)
        return [(mark.label, height) for mark, height in pairs]

    # Areas and bars -------------------------------------------------------------------------------

    def _area(
        self, corners, color, *, edge=False, fill=0.3, tight="", alpha=None, label=None, **look
    ):
        name, hue = name_of(label), self._color(color)
        style = {"hue": hue, "fill": fill if alpha is None else float(alpha), "edge": edge}
        style |= {"hatch": True} if hue == "below" else {}  # never told by color alone
        look.setdefault("xy", corners)
        shown = {"held": corners, "label": name, "tight": tight}
        shown["key"] = ((2, name, hue),) if name else ()
        return self._add("area", {"xy": corners}, style, **shown, **look)

    @word
    def fill_between(self, x, y1, y2=0.0, where=None, *, color=None, facecolor=None, **look):
        """Fill between two curves over x."""
        x, y1, y2 = np.broadcast_arrays(np.asarray(x, dtype=float), y1, y2)
        outlines = [between(x[p], y1[p], y2[p]) for p in pieces(where, len(x))]
        return self._area(joined(outlines), first_of(color, facecolor), **look)

    @word
    def fill_betweenx(self, y, x1, x2=0.0, where=None, *, color=None, facecolor=None, **look):
        """Fill between two curves over y."""
        y, x1, x2 = np.broadcast_arrays(np.asarray(y, dtype=float), x1, x2)
        outlines = [between(y[p], x1[p], x2[p])[:, ::-1] for p in pieces(where, len(y))]
        return self._area(joined(outlines), first_of(color, facecolor), **look)

    @word
    def fill(self, x, y=None, fmt=None, *, color=None, facecolor=None, edge=True, **look):
        """Fill a polygon: x and y of its corners, or corners (n, 2) alone."""
        xy = as_columns("fill", x, 2) if y is None else together("fill", x, y)
        color = first_of(color, facecolor, fmt)
        return self._area(xy, color, edge=edge, **look)

    @word
    def axvspan(self, xmin, xmax, *, color=None, facecolor=None, **look):
        """Fill an upright band across the axes."""
        return self._span((xmin, xmax), (-math.inf, math.inf), color, facecolor, **look)

    @word
    def axhspan(self, ymin, ymax, *, color=None, facecolor=None, **look):
        """Fill a level band across the axes."""
        return self._span((-math.inf, math.inf), (ymin, ymax), color, facecolor, **look)

    def _span(self, x, y, color, facecolor, **look):
        xy = np.array([[x[0], y[0]], [x[0], y[1]], [x[1], y[1]], [x[1], y[0]]], dtype=float)
        look |= {"xy": np.where(np.isinf(xy), np.nan, xy), "more": {"across": True}}
        look.setdefault("zorder", -2)
        return self._area(xy, first_of(color, facecolor), fill=0.2, **look)

    @word
    def stackplot(self, x, *ys, labels=(), colors=None, **look):
        """Fill between sums of curves, one band for each."""
        rows = np.vstack([np.atleast_2d(np.asarray(y, dtype=float)) for y in ys])
        sums = np.vstack([np.zeros((1, rows.shape[1])), np.cumsum(rows, axis=0)])
        names, hues = [*labels, *[None] * len(rows)], colors or [None] * len(rows)
        x = np.asarray(x, dtype=float)
        return [
            self._area(between(x, high, low), hue, edge=True, fill=0.35, **look | {"label": name})
            for low, high, name, hue in zip(sums, sums[1:], names, hues, strict=False)
        ]

    @word
    def bar(self, x, height, width=0.8, bottom=0.0, *, color=None, facecolor=None, texts=None,
            lit=(), **look):  # fmt: skip
        """Draw bars: over names with their numbers above, or over numbers as a histogram's."""
        height = np.atleast_1d(np.asarray(height, dtype=float))
        color, names = first_of(color, facecolor), list(np.atleast_1d(x))
        if not names or not isinstance(names[0], str):
            left = np.asarray(x, dtype=float) - np.asarray(width) / 2
            corners = corners_of_bars(left, left + width, bottom, bottom + height)
            name = f" {look['label']}" if look.get("label") else ""
            highest = f", highest {number(height.max())}" if names else ""
            look.setdefault("words", f"{len(height)} bars{name}{highest}")
            return self._area(corners, color, edge=True, fill=0.75, tight="foot", **look)
        if height.shape != (len(names),):
            raise ValueError(f"bar wants {len(names)} heights, got shape {height.shape}")
        lit = [lit] if isinstance(lit, str) else list(lit)
        if not set(lit) <= set(names):
            raise ValueError(f"lit must name bars, got {sorted(lit)}; they are {names}")
        few = len(names) <= FEW
        texts = [value_text(v, 3) for v in height] if texts is None and few else texts
        style = {"names": tuple(map(str, names)), "hue": role(color, 0), "width": float(width)}
        style["digits"] = 3 if few else None
        marked = np.array([name in lit for name in names], np.uint8)
        low, high = bar_limits(height)
        ends = np.array([[-0.5, low], [len(names) - 0.5, high]])
        shown = {"xy": ends, "held": height, "label": name_of(look.pop("label", None))}
        shown |= {"extra": {} if texts is None else {"texts": list(map(str, texts))}}
        arrays = {"value": height, "lit": marked}
        return self._add("bars", arrays, style, tight="xy", **shown, **look)

    @word
    def barh(self, y, width, height=0.8, left=0.0, *, color=None, facecolor=None, **look):
        """Draw level bars; names of y stand at the axis."""
        width, y = np.atleast_1d(np.asarray(width, dtype=float)), np.atleast_1d(y)
        if y.dtype.kind in "UO":
            self.set_yticks(range(len(y)), list(y))
            y = np.arange(len(y))
        low = y - height / 2
        corners = corners_of_bars(low, low + height, left, left + width)[:, ::-1]
        longest = f", longest {number(width.max())}" if len(y) else ""
        look.setdefault("words", f"{len(y)} bars{longest}")
        color = first_of(color, facecolor)
        return self._area(corners, color, edge=True, fill=0.75, **look)

    @word
    def hist(self, x, bins=10, range=None, *, density=False, cumulative=False, weights=None,
             color=None, facecolor=None, **look):  # fmt: skip
        """Draw how many values lie in each bin; return counts, edges and the mark."""
        counts, edges = np.histogram(np.ravel(x), bins, range, density=density, weights=weights)
        if cumulative:
            counts = np.cumsum(counts * np.diff(edges) if density else counts)
        middles, widths = (edges[1:] + edges[:-1]) / 2, np.diff(edges)
        color = first_of(color, facecolor)
        return counts, edges, self.bar(middles, counts, widths, color=color, **look)

    @word
    def boxplot(self, x, *, positions=None, labels=None, tick_labels=None, color=0, **look):
        """Draw the quartiles of some samples, whiskers of 1.5 box heights, and what lies beyond."""
        rows = [np.asarray(v, dtype=float) for v in (x if np.ndim(x[0]) else [x])]
        places = np.arange(1, len(rows) + 1) if positions is None else np.asarray(positions)
        made = []
        for at, v in zip(places, rows, strict=True):
            low, middle, high = np.percentile(v, [25, 50, 75])
            inside = v[(v >= 2.5 * low - 1.5 * high) & (v <= 2.5 * high - 1.5 * low)]
            said = f"quartiles {number(low)}, {number(middle)}, {number(high)}"
            box = corners_of_bars([at - 0.25], [at + 0.25], low, high)
            made.append(self._area(box, color, edge=True, **{"words": said} | look))
            whiskers = [at] * 5, [inside.min(), low, np.nan, high, inside.max()]
            self.plot(*whiskers, color=color, linewidth=1.5, words="")
            self.plot([at - 0.25, at + 0.25], [middle] * 2, color="ink", words="")
            beyond = np.setdiff1d(v, inside)
            if len(beyond):
                self.scatter(np.full(len(beyond), at), beyond, c=color, hollow=True)
        names = tick_labels if tick_labels is not None else labels
        if names is not None:
            self.set_xticks(places, names)
        return made

    @word
    def errorbar(self, x, y, yerr=None, xerr=None, fmt="o", *, color=None, markersize=8, **line):
        """Draw points with a line of one error up and down, or left and right."""
        hue = self._color(color)
        x, y = (np.atleast_1d(np.asarray(v, dtype=float)) for v in (x, y))
        for error, at, along, upright in ((yerr, x, y, True), (xerr, y, x, False)):
            if error is not None:
                low, high = np.broadcast_to(error, (2, len(along)))
                ends = segments(at, along - low, along + high, upright)
                self.plot(*ends.T, color=hue, words="")
        return self.plot(x, y, fmt, color=hue, markersize=markersize, **line)

    @word
    def add_patch(self, patch):
        """Draw a patch of matplotlib as an area."""
        try:
            path = patch.get_patch_transform().transform_path(patch.get_path())
            face, rim = patch.get_facecolor(), patch.get_edgecolor()
        except AttributeError:
            kind = type(patch).__name__
            raise TypeError(f"add_patch wants a patch of matplotlib, got {kind}") from None
        open_ = not face[3]
        corners, label = joined(path.to_polygons()), patch.get_label()
        color = (rim if open_ else face)[:3]
        return self._area(corners, color, edge=open_, alpha=face[3], label=label)

    add_artist = add_patch

    # Arrows and words -----------------------------------------------------------------------------

    @word
    def quiver(
        self, x, y, u, v, c=None, *, color=None, names=None, bold=False, beside=False, **look
    ):
        """Draw arrows from (x, y) by (u, v), in units of the data; `names` stand at their tips."""
        at_zero = np.ndim(x) == np.ndim(y) == 0 and x == y == 0
        tips = together("quiver", u, v) if at_zero else None  # what a hand takes hold of
        try:
            x, y, u, v = (np.ravel(b).astype(float) for b in np.broadcast_arrays(x, y, u, v))
        except ValueError:
            shapes = ", ".join(str(np.shape(b)) for b in (x, y, u, v))
            raise ValueError(f"quiver wants x, y, u, v of one shape, got {shapes}") from None
        a, color = np.stack([x, y, x + u, y + v], axis=1), first_of(c, color)
        style, arrays = {"weight": "bold" if bold else "thin"}, {"a": a}
        style |= {"beside": True} if beside else {}
        many = is_many(color, len(a))
        if many and not on_a_scale(color):
            style["hue"] = "group"
            arrays["group"] = members(color, Groups(np.asarray(color), len(a)))
        else:
            style["hue"] = role(None if many else color)
        names = () if names is None else checked_length("names", names, len(a))
        name = name_of(look.pop("label", None))
        shown = {"xy": a.reshape(-1, 2), "held": tips, "label": name}
        shown["extra"] = {"labels": [str(text) for text in names]} if names else {}
        shown["key"] = ((1, name, style["hue"]),) if name and style["hue"] != "group" else ()
        return self._add("arrows", arrays, style, **shown, **look)

    @word
    def arrow(self, x, y, dx, dy, *, color=None, facecolor=None, **look):
        """Draw one arrow from (x, y) by (dx, dy)."""
        return self.quiver(x, y, dx, dy, color=first_of(color, facecolor), **look)

    @word
    def text(self, x, y, s, *, ha="left", color=None, weight=None, free=False, **look):
        """Write words at a place; `free`: beside it, where they cover least."""
        if ha not in SIDES:
            raise ValueError(f"text(ha=) is 'left', 'center' or 'right', got {ha!r}")
        place = np.array([[float(np.ravel(x)[0]), float(np.ravel(y)[0])]])
        style = {"hue": role(color), "size": "note", "at": SIDES[ha]}
        style |= {"weight": 600} if weight == "bold" else {}
        look.pop("label", None)
        shown = {"extra": {"texts": [" ".join(str(s).split())]}, "more": {"free": free}}
        return self._add("texts", {"xy": place}, style, **shown, **look)

    @word
    def annotate(self, text, xy, xytext=None, *, arrowprops=None, ha="left", color=None, **look):
        """Write words at a place, or elsewhere with an arrow to it."""
        at = np.asarray(xy if xytext is None else xytext, dtype=float)
        if arrowprops is not None and xytext is not None:
            way = np.asarray(xy, dtype=float) - at
            self.quiver(*at, *way, color="muted" if color is None else color, words="")
        return self.text(*at, text, ha=ha, color=color, **look) if text else None

    # Matrices, fields, regions --------------------------------------------------------------------

    @word
    def imshow(
        self,
        X,
        cmap=None,
        *,
        vmin=None,
        vmax=None,
        origin="upper",
        extent=None,
        names=None,
        columns=None,
        groups=None,
        digits=None,
        means=False,
        lit=(),
        **look,
    ):
        """Draw a matrix: names of rows (and columns), blocks of groups, digits in its cells."""
        Z = np.asarray(X, dtype=float)
        if Z.ndim != 2 or not Z.size:
            raise ValueError(
                f"imshow wants a matrix of shape (n, m), n and m above 0, got shape {Z.shape}; a "
                f"picture of red, green and blue is not live"
            )
        own, usual = color_limits(Z)
        ends = self._held_colors() or own
        low, high = (e if v is None else float(v) for e, v in zip(ends, (vmin, vmax), strict=True))
        usual = "signed" if low < 0 < high else usual if vmin is vmax is None else "kernel"
        rows = [str(v) for v in names[: len(Z)]] if names is not None else ()
        over = [str(v) for v in columns] if columns is not None else rows[: Z.shape[1]]
        if names is groups is None:
            rows, over = counted(len(Z)), over or counted(Z.shape[1])
        field = Field(
            scale_of(cmap, usual),
            (low, high),
            groups=blocks(groups),
            beside=False,
            rows=rows,
            columns=over,
            digits=digits,
            means=means,
        )
        lit = entries(lit, Z.shape)
        upwards = origin == "lower"
        made = field.part(0, Z[::-1] if upwards else Z, lit)
        edges = tuple(map(tuple, field.groups)), tuple(field.rows), tuple(field.columns), means
        style = {"colors": (field.scale, field.low, field.high), "edges": edges, "digits": digits}
        h, w = Z.shape
        x0, x1, y0, y1 = extent if extent is not None else (-0.5, w - 0.5, -0.5, h - 0.5)
        more = {"field": field, "free": extent is not None or upwards, "ends": own}
        more |= {"own": vmin is None or vmax is None, "extent": tuple(map(float, (x0, x1, y0, y1)))}
        shown = {"xy": np.array([[x0, y0], [x1, y1]], dtype=float), "extra": made["extra"]}
        shown |= {"held": Z, "more": more, "label": name_of(look.pop("label", None))}
        return self._add("matrix", made["arrays"], style, tight="xy", **shown, **look)

    matshow = imshow

    def _held_colors(self):
        """Return the ends of colors that the next matrix holds, or None."""
        s = self.state()
        count = sum(mark.kind == "matrix" for mark in s.marks)
        return s.held.colors[count] if s.held and count < len(s.held.colors) else None

    @word
    def pcolormesh(self, X, Y=None, C=None, *, cmap=None, vmin=None, vmax=None, **look):
        """Draw a matrix over places x and y."""
        extent, C = (None, X) if C is None else ((np.min(X), np.max(X), np.min(Y), np.max(Y)), C)
        ends = {"vmin": vmin, "vmax": vmax, "origin": "lower"}
        return self.imshow(C, cmap, extent=extent, **ends, **look)

    pcolor = pcolormesh

    @word
    def contour(self, X, Y=None, Z=None, levels=8, *, color="muted", **line):
        """Draw lines where a function of the plane has some values."""
        from contourpy import contour_generator  # comes with matplotlib; only this word needs it

        X, Y, Z = field_of(X, Y, Z)
        if np.ndim(levels) == 0:
            levels = np.linspace(Z.min(), Z.max(), levels + 2)[1:-1]
        maker = contour_generator(X, Y, Z)
        rows = [found for level in levels for found in maker.lines(float(level))]
        line = {"linewidth": 1.5, "words": f"{len(levels)} contours"} | line
        if not isinstance(line.get("linestyle", "-"), str):  # one for each level
            line["linestyle"] = "-"
        color = color if isinstance(color, str) else "muted"
        return self.plot(*joined(rows).T, color=color, **line)[0]

    @word
    def contourf(self, X, Y=None, Z=None, levels=8, *, cmap=None, vmin=None, vmax=None, **look):
        """Fill between the lines of contour; a few whole numbers are regions of groups."""
        X, Y, Z = field_of(X, Y, Z)
        kinds = np.unique(Z)
        if len(kinds) <= 10 and np.array_equal(kinds, kinds.round()):
            costs = np.stack([kind != Z for kind in kinds], axis=2).astype(float)
            return self.regions(costs, np.atleast_2d(X)[0], Y[:, 0] if Y.ndim == 2 else Y, **look)
        low, high = float(Z.min()), float(Z.max())
        edges = np.sort(levels) if np.ndim(levels) else np.linspace(low, high, levels + 1)
        middles = (edges[1:] + edges[:-1]) / 2
        bands = middles[np.clip(np.digitize(Z, edges) - 1, 0, len(middles) - 1)]
        ends = {"vmin": low if vmin is None else vmin, "vmax": high if vmax is None else vmax}
        return self.pcolormesh(X, Y, bands, cmap=cmap, **ends, **look)

    @word
    def regions(self, costs, x=None, y=None, **look):
        """Draw to which of k groups each place belongs: that of the lowest of its costs (h, w, k).

        x and y say where columns and rows stand; else the costs are those of `points_grid`.
        """
        costs = costs_from(costs)
        if x is None:
            (x0, x1), (y0, y1) = self._window()
            x, y = np.linspace(x0, x1, costs.shape[1]), np.linspace(y1, y0, costs.shape[0])
        rings, group = region_rings(costs, x, y)
        ends = np.array([[np.min(x), np.min(y)], [np.max(x), np.max(y)]], dtype=float)
        style, look = {"fill": 0.16, "hatch": True}, {"xy": ends, "tight": "xy", **look}
        look.pop("label", None)
        return self._add("regions", {"rings": rings, "group": group}, style, **look)

    @word
    def points_grid(self, count=60):
        """Return places (h, w, 2) all over the axes, for the costs of `regions`."""
        (x0, x1), (y0, y1) = self._window()
        rows = max(2, round(count * abs(y1 - y0) / abs(x1 - x0))) if self.s.equal else count
        return np.stack(np.meshgrid(np.linspace(x0, x1, count), np.linspace(y1, y0, rows)), axis=2)

    @word
    def ellipses(self, e, *, color=None, fill=0.2, lit=(), **look):
        """Draw ellipses (k, 5): center, half axes, angle in radians; Gaussians at 2 deviations."""
        rows = ellipses_from(e)
        style, arrays = {"fill": float(fill), "edge": True, "hue": "group"}, {"e": rows}
        if is_many(color, len(rows)):
            arrays["group"] = members(color, Groups(np.asarray(color), len(rows)))
        else:
            style["hue"] = role(color)
        if lit_rows(lit, len(rows)):
            arrays["lit"] = np.isin(np.arange(len(rows)), lit).astype(np.uint8)
        middle, reach = rows[:, :2], rows[:, 2:4].max(axis=1, initial=0)[:, None]
        name, hue = name_of(look.pop("label", None)), style["hue"]
        key = ((0, name, "muted" if hue == "group" else hue, True),) if name else ()
        shown = {"xy": np.vstack([middle - reach, middle + reach]), "held": e, "label": name}
        return self._add("ellipses", arrays, style, key=key, **shown, **look)
