"""Pictures of points in the plane, of bars and of curves."""

import math
from dataclasses import replace

import numpy as np

from . import theme
from .dodging import boxes_around, free_sides
from .groups import Groups
from .heatmaps import indices
from .picture import Picture, by_name, lit_extra, lit_rows, number
from .positions import Mapping
from .regions import costs_from, region_rings
from .scene import (
    BOLD,
    Mark,
    Plot,
    Scale,
    limits_part,
    make_scale,
    margins,
    part,
    text_width,
    widest,
)

__all__ = ["Bars", "Curves", "Scatter"]

NOTE = 12  # type size of names beside points and curves, which are bold
BEHIND = ("muted", "below", "hair", "grid")  # colors of curves that are background
LETTER = np.array([12.0, -12.0])  # pixels from a point to the middle of the letter beside it
DEVIATIONS = 2  # so many standard deviations an ellipse reaches
RADII = ((80, 5.2), (200, 4.4), (500, 3.6), (1500, 2.8), (math.inf, 2.2))


def padded(values, fraction=0.08):
    """Return limits that leave a margin around the values, a fraction of their range."""
    values = np.asarray(values, dtype=float)
    values = values[np.isfinite(values)]
    low = float(np.min(values, initial=np.inf))
    high = float(np.max(values, initial=-np.inf))
    if low > high:
        return 0.0, 1.0
    margin = (high - low) * fraction or 1.0
    return low - margin, high + margin


def radius(count):
    """Return the radius of a point: smaller where there are many, so that none covers others."""
    return next(r for most, r in RADII if count <= most)


class Scatter(Picture):
    """Points of the plane, groups told apart by shape and color.

    Parameters
    ----------
    X : (n, 2) array
        The first points; with their margin they fix the axes unless ``limits`` does.
    labels : (n,) array, optional
        Group of every point. A group of one has its name beside the point.
    names : pair of str
        Names of the two axes.
    title : str
        Stands above the picture.
    limits : ((x0, x1), (y0, y1)), optional
        Ends of the axes.
    equal : bool
        Same scale on both axes, so that distances can be seen.
    numbered : bool
        Write 1, 2, ... into the points.
    values : (low, high), optional
        Ends of a scale of colors: ``show(X, values=...)`` then colors the points by numbers, and
        the groups keep their shapes.
    look : dict, optional
        Styles of what else is shown, by name: "line", "arrows", "ellipses", "regions", "texts",
        "points", "ghosts", and the names of further lines; with a "kind" ("arrows", "ellipses",
        "points", "area") of further marks. Those with "over" lie above the points; points may have
        a "shape" ("cross"), "labels", a name in the "key", or be a "ring" around others. Texts with
        "free" stand beside their places, where they cover least.
    hint : str
        What a hand can do here, beside the title.
    recolored : bool
        Colors will not be those of the groups: the key tells their shapes alone.
    ticks : dict, optional
        Names of places on an axis, where its numbers mean nothing: {"x": {"first": 1, ...}}.
    """

    inches = (4.4, 3.8)

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
        values=None,
        look=None,
        hint="",
        recolored=False,
        ticks=None,
    ):
        super().__init__()
        X = np.asarray(X, dtype=float)
        self.ticks = ticks or {}
        self.names = names
        self.title = title
        self.hint = hint
        self.recolored = recolored
        self.values = values
        self.limits = limits or (padded(X[:, 0]), padded(X[:, 1]))
        self.equal = equal
        self.numbered = numbered
        self.look = look or {}
        self.grouped = labels is not None
        self.groups = Groups(labels, len(X))
        plane = f"points in the plane of {names[0]} and {names[1]}"
        self.description = f"{plane}, {title}".rstrip(", ")
        self.show(X)

    def accept(
        self,
        X,
        *,
        line=None,
        arrows=None,
        ellipses=None,
        regions=None,
        texts=None,
        marks=None,
        colors=None,
        ghosts=None,
        values=None,
        lit=None,
        labels=None,
    ):
        """Keep the points, and what else is drawn with them.

        Parameters
        ----------
        X : (n, 2) array
            The points.
        line : (m, 2) array, or dict from name to such an array, optional
            Corners of a line to draw through; NaN breaks it. Further names stand in ``look``.
        arrows : (k, 2) or (k, 4) array, optional
            Tips of arrows from the origin, or their two ends.
        ellipses : Gaussians, list of Gaussians or (k, 5) array, optional
            Gaussians are drawn at two standard deviations; else center, two half axes and the
            angle in radians. As many as there are points: they share the groups. A `Shape` finds
            its Gaussian in a list.
        regions : (h, w, k) array, optional
            Cost of each place of :meth:`grid` in each group: where it is lowest is the group's
            region. Of given groups (h, w) the borders are smooth, but not exact.
        texts : dict from text to (x, y), optional
            Words that stand in the plane.
        marks : dict from name to array, optional
            Further marks of other kinds; names and kinds stand in ``look``.
        colors : (n,) array of int, optional
            Color of every point, where that is not its group; the shape still is.
        ghosts : (n, 2) array, optional
            Where the points were, or might be: hollow ones in pale colors.
        values : (n,) array, optional
            What colors the points, where the picture has a scale for it.
        lit : list of int, optional
            Points to highlight.
        labels : (n,) array, optional
            Group of every point of another set of points, of any size: a new key is shown.
        """
        X = np.asarray(X, dtype=float)
        if labels is not None:
            self.grouped, self.groups = True, Groups(labels, len(labels))
        size = len(self.groups.member)
        if X.ndim != 2 or X.shape[1] != 2 or (self.grouped and len(X) != size):
            raise ValueError(f"wants points of shape ({size}, 2), got shape {X.shape}")
        if len(X) != size:  # a hand may add and remove points where there are no groups
            size = len(X)
            self.groups = Groups(None, size)
        extras = {
            "arrows": None if arrows is None else arrows_from(arrows),
            "ellipses": None if ellipses is None else ellipses_from(ellipses),
            "gaussians": ellipses if isinstance(ellipses, list) else [],
            "regions": None if regions is None else self._regions(regions),
            "texts": texts,
            "marks": self._further(marks),
            "held": {**self._held(line, arrows, marks), "ghosts": ghosts},
            "colors": None if colors is None else np.asarray(colors).astype(np.uint8),
            "ghosts": None if ghosts is None else np.asarray(ghosts, dtype=float),
            "values": None if values is None else np.asarray(values, dtype=float),
            "lit": lit_rows(lit, size),
        }
        return X, self._lines(line), extras

    def _held(self, line, arrows, marks):
        """Return the arrays as the cell gave them, by mark: what a hand can take hold of."""
        return {**(marks or {}), **by_name(line, "line"), "arrows": arrows}

    def _lines(self, line):
        """Return the corners of every line by its name."""
        lines = {name: np.asarray(c, dtype=float) for name, c in by_name(line, "line").items()}
        for name, corners in lines.items():
            if corners.ndim != 2 or corners.shape[1] != 2:
                raise ValueError(f"wants a line of shape (m, 2), got shape {corners.shape}")
            if name != "line" and name not in self.look:
                raise ValueError(f"wants a look for the line {name!r}: look={{{name!r}: ...}}")
        return lines

    def _further(self, marks):
        """Return the arrays of further marks by their names, each as its kind wants it."""
        unknown = [name for name in marks or {} if "kind" not in self.look.get(name, {})]
        if unknown:
            raise ValueError(
                f"wants the kind of the mark {unknown[0]!r}: look={{{unknown[0]!r}: "
                f"{{'kind': 'arrows'}}}}"
            )
        found = {}
        for name, array in (marks or {}).items():
            key, convert = ARRAYS[self.look[name]["kind"]]
            found[name] = {key: convert(array)}
        return found

    def frame_key(self):
        """Return on what the frame depends: how many points, their groups, and the window."""
        window = tuple(float(end) for limits in self.limits for end in limits)
        named = self.groups.labels if any(self.groups.labels) else ()
        groups = self.groups.key, tuple(named)
        return super().frame_key(), self._caption(), self._radius(), window, groups

    def _caption(self):
        return self.title or f"{len(self.groups.member)} points"

    def _radius(self):
        return 10.5 if self.numbered else radius(len(self.groups.member))

    def plots(self):
        """Return one plot with its axes."""
        width, height = self.pixels
        (x0, x1), (y0, y1) = self.limits
        x = make_scale("linear", x0, x1, width - 50, self.names[0])
        y = make_scale("linear", y0, y1, height - 60, self.names[1], upright=True)
        left, top, right, bottom = margins(self._named("x", x), self._named("y", y))
        if self.equal:
            spans = abs(x1 - x0), abs(y1 - y0)
            unit = min((width - left - right) / spans[0], (height - top - bottom) / spans[1])
            width = round(left + right + unit * spans[0])
            height = round(top + bottom + unit * spans[1])
            x = make_scale("linear", x0, x1, width - left - right, self.names[0])
            y = make_scale("linear", y0, y1, height - top - bottom, self.names[1], upright=True)
        x, y = self._named("x", x), self._named("y", y)
        plot = Plot(
            width=width,
            height=height,
            margins=(left, top, right, bottom),
            fit="equal" if self.equal else "free",
            caption=self._caption(),
            hint=self.hint,
            key=self._key(),
            x=x,
            y=y,
            marks=self._marks(),
        )
        return [plot]

    def _named(self, axis, scale):
        """Return the scale with names at places instead of numbers, where the picture has some."""
        if axis not in self.ticks:
            return scale
        return replace(scale, ticks=tuple((v, k) for k, v in self.ticks[axis].items()))

    def _key(self):
        """Return what tells the groups, shape and color or their shapes alone, and other marks."""
        told = [look for look in self.look.values() if "key" in look]
        further = tuple(key_entry(look) for look in told)
        if self.numbered and self.groups.each_its_own:
            return further
        hue = ("muted",) if self.recolored else ()
        return (*((*entry, *hue) for entry in self.groups.key), *further)

    def _marks(self):
        """Return all marks that may be shown, in painting order."""
        named = [name for name in self.look if name not in OF_SCATTER]
        over = [name for name in named if self.look[name].get("over")]
        points = {"r": self._radius(), "hue": "group"}
        if self.numbered:
            points["numbered"] = True
        elif any(self.groups.labels):
            points |= {"labels": self.groups.labels, "label_at": "e"}
        ghosts = {"r": points["r"], "hue": "group", "hollow": True, "alpha": 0.45}
        ghosts["numbered"] = self.numbered and "r" not in self.look.get("ghosts", {})
        styles = {
            "regions": ("regions", {"fill": 0.16, "hatch": True}),
            "zero x": ("rule", {"axis": "x", "weight": "thin", "hue": "muted"}),
            "zero y": ("rule", {"axis": "y", "weight": "thin", "hue": "muted"}),
            "ellipses": usual("ellipses"),
            "line": usual("line"),
            **{name: self._usual(name) for name in named if name not in over},
            "arrows": usual("arrows"),
            "ghosts": ("points", ghosts),
            "points": ("points", points | self._colors()),
            **{name: self._usual(name) for name in over},
            "texts": ("texts", {"hue": "ink", "size": "note", "at": "c"}),
        }
        marks = [
            Mark(
                name,
                kind,
                self._style(style | self.look.get(name, {})),
            )
            for name, (kind, style) in styles.items()
        ]
        return tuple(marks)

    def _style(self, look):
        """Return what the readers need of a look; crosses are thin, so that they hide little."""
        thin = {"thin": True} if look.get("shape") == "cross" else {}
        return {k: v for k, v in look.items() if k not in NO_STYLE} | thin

    def _usual(self, name):
        """Return the kind of a further mark, and the style it has unless its look differs."""
        return usual(self.look[name].get("kind", "line"))

    def _colors(self):
        """Return the style of points that are colored by numbers."""
        if self.values is None:
            return {}
        low, high = self.values
        scale = "signed" if low < 0 else "kernel"
        return {"scale": scale, "low": low, "high": high, "root": scale == "signed"}

    def _indices(self, values):
        """Return the places of numbers on the scale of the points."""
        if values is None or self.values is None:
            return {}
        return {"index": indices(values, self._colors()["scale"], *self.values)}

    def parts(self):
        """Return the points, the lines and what else is shown."""
        X, lines, extras = self.data
        marks = []
        if extras["regions"] is not None:
            rings, group = extras["regions"]
            marks.append(part(0, "regions", rings=rings, group=group))
        for name, (low, high) in zip(("zero x", "zero y"), self.limits, strict=True):
            bare = self.ticks.get(name[-1]) == {}
            if self.equal and not bare and min(low, high) < 0 < max(low, high):
                marks.append(part(0, name, at=[0.0]))
        if extras["ellipses"] is not None:
            marks.append(part(0, "ellipses", e=extras["ellipses"], **self._groups_of(extras)))
        marks += [part(0, name, xy=corners) for name, corners in lines.items()]
        marks += [self._further_part(name, arrays) for name, arrays in extras["marks"].items()]
        if extras["arrows"] is not None:
            marks.append(part(0, "arrows", a=extras["arrows"]))
        if extras["ghosts"] is not None:
            marks.append(part(0, "ghosts", xy=extras["ghosts"], group=self.groups.member))
        marks.append(self._points_part(X, extras))
        if extras["texts"]:
            words, places = zip(*extras["texts"].items(), strict=True)
            sides = self._sides(words, places)
            marks.append(part(0, "texts", {"texts": list(words), **sides}, xy=places))
        return marks

    def _sides(self, words, places):
        """Return on which side of its place each word covers least, where words are free."""
        if not self.look.get("texts", {}).get("free"):
            return {}
        X, _, extras = self.data
        mapping = Mapping(self.frame()["plots"][0])
        r = self._radius()
        seen = [X, *(extras[name] for name in ("ghosts",) if extras[name] is not None)]
        boxes = [boxes_around(mapping.pixels(points), r) for points in seen]
        boxes += [boxes_around(mapping.pixels(dots), 6) for dots in self._shafts()]
        boxes += [boxes_around(mapping.pixels(xy) + LETTER, 8) for xy in self._lettered()]
        window = 2, mapping.top, mapping.canvas[0] - 2, mapping.top + mapping.height
        sides = free_sides(mapping.pixels(places), words, np.vstack(boxes), window)
        return {"sides": sides}

    def _lettered(self):
        """Return the places of further points that have letters."""
        marks = self.data[2]["marks"].items()
        return [arrays["xy"] for name, arrays in marks if "labels" in self.look[name]]

    def _shafts(self):
        """Return dots (11, 2) along every arrow."""
        _, _, extras = self.data
        further = [arrays["a"] for arrays in extras["marks"].values() if "a" in arrays]
        share = np.linspace(0, 1, 11)[:, None]
        for arrows in [extras["arrows"], *further]:
            for x0, y0, x1, y1 in [] if arrows is None else arrows:
                yield (1 - share) * [x0, y0] + share * [x1, y1]

    def _further_part(self, name, arrays):
        """Return a further mark; points of the hue "group" have each a color of its own."""
        look = self.look[name]
        extra = {}
        if look["kind"] == "points":
            count = len(arrays["xy"])
            shape = np.full(count, shape_of(look), dtype=np.uint8)
            arrays = {**arrays, "group": np.arange(count, dtype=np.uint8), "shape": shape}
            extra = {"labels": look["labels"][:count]} if "labels" in look else {}
        return part(0, name, extra, **arrays)

    def _points_part(self, X, extras):
        """Return the points; where colors are given, shapes alone tell the groups."""
        lit = lit_extra(extras["lit"])
        index = self._indices(extras["values"])
        if extras["colors"] is None:
            return part(0, "points", lit, xy=X, group=self.groups.member, **index)
        return part(0, "points", lit, xy=X, group=extras["colors"], shape=self.groups.member)

    def _groups_of(self, extras):
        """Return the groups of the ellipses, where there is one for every point."""
        if len(extras["ellipses"]) != len(self.groups.member) or len(self.groups.names) == 1:
            return {}
        return {"group": self.groups.member}

    def shown(self):
        """Return the points, and the arrays of all other marks that a hand can move."""
        held = self.data[2]["held"].items()
        others = [(array, 0, name) for name, array in held if isinstance(array, np.ndarray)]
        return [(self.data[0], 0, "points"), *others]

    def place_of(self, value):
        """Return which mark shows an array, or one Gaussian of a list, and how large."""
        for i, gaussian in enumerate(self.data[2]["gaussians"]):
            if gaussian is value:
                return {"plot": 0, "mark": "ellipses", "rows": [i], "scale": DEVIATIONS}
        return super().place_of(value)

    def grid(self, count=60):
        """Return places (h, w, 2) all over the plane, from edge to edge, for ``regions``."""
        (x0, x1), (y0, y1) = self.limits
        rows = max(2, round(count * abs(y1 - y0) / abs(x1 - x0))) if self.equal else count
        return np.stack(np.meshgrid(np.linspace(x0, x1, count), np.linspace(y1, y0, rows)), axis=2)

    def _regions(self, regions):
        """Return rings around the regions, and whose they are."""
        costs = costs_from(regions)
        (x0, x1), (y0, y1) = self.limits
        rows, columns = costs.shape[:2]
        return region_rings(costs, np.linspace(x0, x1, columns), np.linspace(y1, y0, rows))

    def news(self):
        """Return nothing: how many points there are does not change."""
        return ""

    def readout(self):
        """Return how many points of which groups, or how many if each is its own group."""
        points = f"{len(self.groups.member)} points"
        if self.groups.each_its_own:
            return points
        pairs = zip(self.groups.counts, self.groups.names, strict=True)
        sizes = [f"{c} {name}" for c, name in pairs if name]
        return f"{points} ({', '.join(sizes)})" if sizes else points


OF_SCATTER = {
    "regions",
    "zero x",
    "zero y",
    "ellipses",
    "line",
    "arrows",
    "ghosts",
    "points",
    "texts",
}


#: What a look says of a mark besides its style.
NO_STYLE = {"kind", "over", "shape", "key", "free"}


def shape_of(look):
    """Return the number of the shape that a look names; a circle if it names none."""
    return theme.TOKENS["shapes"].index(look.get("shape", "circle"))


def key_entry(look):
    """Return what the key says of a further mark: shape, name, color, and whether it is open."""
    opened = (True,) if look.get("ring") or look.get("hollow") else ()
    return (shape_of(look), look["key"], key_hue(look), *opened)


def key_hue(look):
    """Return the color of a further mark in the key: that of a role, else a quiet one."""
    hue = look.get("hue", "ink")
    return hue if isinstance(hue, str) and hue != "group" else "muted"


def arrows_from(arrows):
    """Return arrows as (k, 4): their two ends."""
    arrows = np.asarray(arrows, dtype=float)
    if arrows.ndim != 2 or arrows.shape[1] not in (2, 4):
        raise ValueError(f"wants arrows of shape (k, 2) or (k, 4), got shape {arrows.shape}")
    return arrows if arrows.shape[1] == 4 else np.hstack([np.zeros_like(arrows), arrows])


def usual(kind):
    """Return a kind of marks with the style that those have unless a look says otherwise."""
    return kind, {
        "line": {"weight": "guide", "hue": "ink"},
        "arrows": {"weight": "thin", "hue": "ink"},
        "ellipses": {"fill": 0.2, "edge": True, "hue": "ink"},
        "points": {"r": 5.2, "hue": "ink"},
        "area": {"fill": 0.16, "hue": "muted", "edge": True},
    }[kind]


def ellipses_from(ellipses):
    """Return ellipses as (k, 5): center, two half axes, angle; Gaussians at two deviations."""
    if isinstance(ellipses, list) and all(hasattr(one, "covariances") for one in ellipses):
        return np.concatenate([ellipses_from(one) for one in ellipses])
    if not hasattr(ellipses, "covariances"):
        ellipses = np.asarray(ellipses, dtype=float)
        if ellipses.ndim != 2 or ellipses.shape[1] != 5:
            raise ValueError(f"wants ellipses of shape (k, 5), got shape {ellipses.shape}")
        return ellipses
    values, vectors = np.linalg.eigh(ellipses.covariances)
    axes = DEVIATIONS * np.sqrt(np.maximum(values, 0))
    angles = np.arctan2(vectors[:, 1, 1], vectors[:, 0, 1])
    return np.column_stack([ellipses.means, axes[:, 1], axes[:, 0], angles])


def corners_from(corners):
    """Return points or corners as (m, 2)."""
    corners = np.asarray(corners, dtype=float)
    if corners.ndim != 2 or corners.shape[1] != 2:
        raise ValueError(f"wants points of shape (m, 2), got shape {corners.shape}")
    return corners


#: The array of a further mark, by its kind, and what makes it of what a cell gives.
ARRAYS = {
    "line": ("xy", corners_from),
    "points": ("xy", corners_from),
    "area": ("xy", corners_from),
    "arrows": ("a", arrows_from),
    "ellipses": ("e", ellipses_from),
}


class Bars(Picture):
    """One bar per name, with its number above; negative bars hang below the zero line.

    Parameters
    ----------
    names : list of str
        Names of the m bars.
    values : (m,) array
        The first values; NaN where there is none.
    title, ylabel : str
        Stand above the picture and above the upright axis.
    limit : float or (low, high), optional
        Top of the axis, or both ends; else the first values decide.
    log : bool
        A logarithmic axis; its ends are needed as ``limit``.
    level : (float, str), optional
        A height that the bars are to be compared with, and its name: a dashed line.
    """

    inches = (5.8, 3.2)

    def __init__(self, names, values, *, title="", ylabel="", limit=None, log=False, level=None):
        super().__init__()
        if log and (np.ndim(limit) == 0 or not min(limit) > 0):
            raise ValueError(f"a logarithmic axis wants limit=(low, high) above 0, got {limit}")
        self.names = list(names)
        self.log = log
        self.title = title
        self.ylabel = ylabel
        self.limits = bar_limits(values) if limit is None or limit == 0 else limit
        if np.ndim(self.limits) == 0:
            self.limits = (0.0, self.limits)
        self.level = level
        self.description = f"bars, {title}".rstrip(", ")
        self.show(values)

    @property
    def few(self):
        """Return whether there is room for a number above every bar, and in the readout."""
        return len(self.names) <= 12

    def accept(self, values, *, lit=(), texts=None):
        """Keep one value per name, the names of the highlighted bars, and what stands above all.

        Parameters
        ----------
        values : (m,) array
            The heights.
        lit : list of str
            Names of the highlighted bars.
        texts : list of str, optional
            Written above the bars instead of their numbers.
        """
        values = np.asarray(values, dtype=float)
        if values.shape != (len(self.names),):
            raise ValueError(f"wants {len(self.names)} values, got shape {values.shape}")
        if not set(lit) <= set(self.names):
            raise ValueError(f"lit must name bars, got {sorted(lit)}; they are {self.names}")
        return values, lit, texts

    def plots(self):
        """Return one plot with its upright axis and room for the names."""
        width, height = self.pixels
        count = len(self.names)
        kind = "log" if self.log else "linear"
        y = make_scale(kind, *self.limits, height - 50, self.ylabel, upright=True)
        x = Scale("linear", -0.5, count - 0.5)
        beside = 10 + math.ceil(BOLD * text_width(self.level[1], NOTE)) if self.level else 0
        left, top, right, _ = margins(x, y, right=beside)
        room = (width - left - right) / count
        turned = widest(self.names) > room - 4
        bottom = 8 + (math.ceil(widest(self.names)) if turned else 14)
        style = {
            "names": self.names,
            "hue": 0,
            "digits": 3 if self.few else None,
            "width": 0.75,
            "turned": turned,
        }
        rule = {"axis": "y", "weight": "guide", "hue": "ink"}
        marks = [Mark("bars", "bars", style), Mark("zero", "rule", rule)]
        if self.level:  # behind the bars, whose numbers may stand on it
            marks.insert(0, Mark("level", "rule", rule | {"dash": "border"}))
            marks.append(Mark("name", "texts", {"at": "e", "weight": 600}))
        plot = Plot(
            width=width,
            height=height,
            margins=(left, top, right, bottom),
            caption=self.title or self.ylabel or f"{count} bars",
            x=x,
            y=y if self.title else Scale(y.kind, y.low, y.high, y.ticks),
            marks=tuple(marks),
        )
        return [plot]

    def parts(self):
        """Return the heights, which bars are lit, and the numbers above them."""
        values, lit, texts = self.data
        lit = np.array([name in lit for name in self.names], dtype=np.uint8)
        if texts is None and self.few:
            texts = [value_text(value, 3) for value in values]
        texts = {} if texts is None else {"texts": list(texts)}
        foot = self.limits[0] if self.log else 0.0
        marks = [part(0, "bars", texts, value=values, lit=lit), part(0, "zero", at=[foot])]
        if self.level:
            height, name = self.level
            marks.append(part(0, "level", at=[height]))
            marks.append(part(0, "name", {"texts": [name]}, xy=[[len(values) - 0.5, height]]))
        return marks

    def shown(self):
        """Return the values."""
        return [(self.data[0], 0, "bars")]

    def readout(self):
        """Return the numbers, or the largest one where there are many."""
        values, lit, texts = self.data
        texts = texts or [value_text(value, 4) for value in values]
        pairs = zip(self.names, texts, strict=True)
        texts = [f"{name} {text}" for name, text in pairs]
        if not self.few:
            return f"highest of {len(texts)} bars: {texts[np.nanargmax(values)]}"
        marked = zip(self.names, texts, strict=True)
        return ", ".join(f"{text} (marked)" if name in lit else text for name, text in marked)


def course(y):
    """Return where a curve begins and ends, and how far it goes beyond both.

    >>> course([0.0, -1.0, 0.0]), course([1.0, 2.0])
    ('from 0 to 0, least -1', 'from 1 to 2')
    """
    ends = [number(y[0]), number(y[-1])]
    beyond = {"least": np.nanmin(y), "largest": np.nanmax(y)}
    words = [f"{word} {number(value)}" for word, value in beyond.items()]
    new = [text for text in words if text.split()[1] not in ends]
    return ", ".join([f"from {ends[0]} to {ends[1]}", *new])


def bar_limits(values):
    """Return the ends of an axis for bars: 0, and some room above and below them."""
    values = np.asarray(values, dtype=float)
    values = values[np.isfinite(values)]
    low = 1.15 * float(np.min(values, initial=0.0))
    high = 1.15 * float(np.max(values, initial=0.0))
    return (low, high) if low < high else (0.0, 1.0)


def value_text(value, digits):
    """Return a number, rounded to so many digits after the point, as text."""
    return "none" if np.isnan(value) else number(round(value, digits))


class Curves(Picture):
    """Curves over one x axis, each named at its end, with an upright mark.

    Parameters
    ----------
    x : (m,) array
        Where the curves have their values, in rising order.
    curves : dict from name to (m,) array
        The first curves.
    title, xlabel, ylabel : str
        Stand above the picture and at each axis.
    log : str
        Which axes are logarithmic: "", "x", "y" or "xy".
    limits : (low, high), optional
        Ends of the y axis.
    markers : bool
        Mark every value with a dot.
    scales : dict, optional
        Other scales: {"x": "half"} is t / (1 + t), {"y": "cube"} and "root" are signed roots.
    look : dict, optional
        Styles of curves by their names, and of "points". A curve with "name_at": "top" has its name
        above its highest point; with "dot": False it has no dot where the upright mark meets it; a
        "band" is the style of what is filled behind it.
    """

    inches = (5.4, 3.4)

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
        scales=None,
        look=None,
    ):
        super().__init__()
        if not curves:
            raise ValueError("wants one curve or more, got none")
        self.x = np.asarray(x, dtype=float)
        self.names = list(curves)
        self.title = title
        self.xlabel = xlabel
        self.ylabel = ylabel
        self.kinds = {axis: "log" if axis in log else "linear" for axis in "xy"} | (scales or {})
        self.markers = markers
        self.look = look or {}
        self.description = f"curves over {xlabel}, {title}".rstrip(", ")
        self.show(curves)
        self.limits = limits or self._y_limits()
        self._axes()  # a scale that cannot be is refused now, not when the picture is asked for

    def accept(self, curves, *, at=None, points=None, bands=None, limits=None, lit=None):
        """Keep the curves by name, and what stands beside them.

        Parameters
        ----------
        curves : dict from name to (m,) array
            The curves.
        at : float, optional
            Where the upright mark stands.
        points : (k, 2) array, optional
            Dots of their own.
        bands : dict from name to (low, high), optional
            What is filled behind a curve, between two arrays (m,).
        limits : (low, high), optional
            Other ends of the y axis than those of the frame.
        lit : list of int, optional
            Dots to highlight.
        """
        if list(curves) != self.names:
            raise ValueError(f"wants the curves {self.names}, got {list(curves)}")
        if not set(bands or {}) <= set(self.names):
            raise ValueError(f"bands must name curves, got {list(bands)}; they are {self.names}")
        curves = {name: np.asarray(y, dtype=float) for name, y in curves.items()}
        extras = {"points": points, "bands": bands or {}, "limits": limits}
        return curves, at, extras | {"lit": lit_rows(lit, 0 if points is None else len(points))}

    def _scale(self, axis, low, high, length):
        label = self.xlabel if axis == "x" else self.ylabel
        return make_scale(self.kinds[axis], low, high, length, label, upright=axis == "y")

    def _x_limits(self):
        if self.kinds["x"] != "linear":
            return float(self.x.min()), float(self.x.max())
        return padded(self.x, 0.03)

    def _y_limits(self):
        first = np.concatenate([np.atleast_1d(y) for y in self.data[0].values()])
        if self.kinds["y"] == "log" and not (first > 0).any():
            raise ValueError("a logarithmic y axis needs a value above 0, or limits")
        if self.kinds["y"] == "log":
            return float(first[first > 0].min() / 1.5), float(first.max() * 1.5)
        return padded(first)

    def plots(self):
        """Return one plot with its axes, and at its right the room for the names."""
        width, height = self.pixels
        x, y, around = self._axes()
        plot = Plot(
            width=width,
            height=height,
            margins=around,
            caption=self.title or self._caption(),
            x=x,
            y=y,
            marks=self._marks(),
        )
        return [plot]

    @property
    def _named(self):
        """Return whether the curves have their names beside them."""
        return len(self.names) > 1 or not (self.title or self.ylabel)

    def _axes(self):
        """Return both scales and the margins, as limits, names and size have them."""
        width, height = self.pixels
        beside = [name for name in self.names if "name_at" not in self.look.get(name, {})]
        right = 10 + math.ceil(BOLD * widest(beside, NOTE)) if self._named and beside else 0
        y = self._scale("y", *self.limits, height - 60)
        x = self._scale("x", *self._x_limits(), width)
        around = margins(x, y, right=right)
        x = self._scale("x", *self._x_limits(), width - around[0] - around[2])
        if not self.title:  # the caption says what y is
            y = replace(y, label="")
            around = margins(x, y, right=right)
        return x, y, around

    def _caption(self):
        """Return what is drawn against what, for a picture without a title."""
        what = self.ylabel or (" and ".join(self.names) if len(self.names) < 3 else "curves")
        return f"{what} against {self.xlabel or 'x'}"

    def _marks(self):
        """Return bands, the zero line, the upright mark, the curves and their dots."""
        thin = {"weight": "guide", "hue": "ink"}
        filled = {"fill": 0.16, "edge": False}
        bands = [
            Mark(f"band {i}", "area", {"hue": self._hue(i)} | filled | self._look(name, "band"))
            for i, name in enumerate(self.names)
        ]
        rules = [
            Mark("zero", "rule", {"axis": "y", **thin}),
            Mark("at", "rule", {"axis": "x", "dash": "twin", **thin}),
        ]
        curves = []
        for i, name in enumerate(self.names):
            style = {
                "hue": self._hue(i),
                "weight": "second" if i else "main",
                "dash": ("", "border", "twin")[i % 3],
                "text": name if self._named else "",
            }
            curves.append(Mark(f"curve {i}", "line", style | self._look(name)))
        dots = [
            Mark(f"dots {i}", "points", {"r": 3.6, "hue": self._hue(i)})
            for i in range(len(self.names) if self.markers else 0)
        ]
        here = [
            Mark("here", "points", {"r": 4.5, "hue": "group"}),
            Mark("points", "points", {"r": 5.2, "hue": "ink"} | self.look.get("points", {})),
        ]
        return (*bands, *rules, *curves, *dots, *here)

    def _look(self, name, of=None):
        """Return the style that the look names for a curve, or for its band."""
        look = self.look.get(name, {})
        return (
            look.get(of, {}) if of else {k: v for k, v in look.items() if k not in ("band", "dot")}
        )

    def _hue(self, i):
        """Return the color of a curve, its band and its dots: ink if it is the only one."""
        usual_hue = i if len(self.names) > 1 else "ink"
        return self.look.get(self.names[i], {}).get("hue", usual_hue)

    def parts(self):
        """Return the curves, the mark and its dots."""
        curves, at, extras = self.data
        low, high = extras["limits"] or self.limits
        marks = []
        if extras["limits"]:
            plot = self.frame()["plots"][0]
            y = make_scale(self.kinds["y"], low, high, 100 * self.inches[1] - 60, upright=True)
            y = replace(y, label=plot["y"]["label"])
            marks.append(limits_part(0, Scale.of(plot["x"]), y))
        if low < 0 < high:
            marks.append(part(0, "zero", at=[0.0]))
        for name, (low, high) in extras["bands"].items():
            outline = [np.stack([self.x, low], axis=1), np.stack([self.x, high], axis=1)[::-1]]
            marks.append(part(0, f"band {self.names.index(name)}", xy=np.concatenate(outline)))
        for i, y in enumerate(curves.values()):
            xy = np.stack([self.x, y], axis=1)
            marks.append(part(0, f"curve {i}", xy=xy))
            if self.markers:
                shape = np.full(len(xy), i, dtype=np.uint8)
                marks.append(part(0, f"dots {i}", xy=xy, shape=shape))
        if at is not None:
            heights = [[at, self._dot(name, y, at)] for name, y in curves.items()]
            hues = [self._hue(i) for i in range(len(heights))]
            group = [i if isinstance(hue, str) else hue for i, hue in enumerate(hues)]
            group = np.array(group, dtype=np.uint8)
            marks.append(part(0, "at", at=[at]))
            marks.append(part(0, "here", xy=heights, group=group))
        if extras["points"] is not None:
            marks.append(part(0, "points", lit_extra(extras["lit"]), xy=extras["points"]))
        return marks

    def _dot(self, name, y, at):
        """Return where the dot of a curve stands: one that is background has none."""
        look = self.look.get(name, {})
        dotted = look.get("dot", look.get("hue") not in BEHIND)
        return self._height(y, at) if dotted else np.nan

    def _height(self, y, at):
        """Return where a curve, drawn straight from value to value, meets the upright mark."""
        ends = self.x[0], self.x[-1]
        at = next((end for end in ends if math.isclose(at, end, rel_tol=1e-9)), at)
        if not ends[0] <= at <= ends[1]:
            return np.nan
        i = int(np.clip(np.searchsorted(self.x, at) - 1, 0, max(len(self.x) - 2, 0)))
        j = min(i + 1, len(self.x) - 1)
        x_i, x_j = self.x[[i, j]]
        share = Scale(self.kinds["x"], x_i, x_j).fraction(at) if x_i < x_j else 0.0
        if y[i] == y[j] or share in (0.0, 1.0):
            return y[j] if share == 1.0 else y[i]
        return Scale(self.kinds["y"], *self.limits).between(y[i], y[j], share)

    def shown(self):
        """Return the dots."""
        points = self.data[2]["points"]
        return [] if points is None else [(points, 0, "points")]

    def news(self):
        """Return the values at the mark; without one the curves speak for themselves."""
        return "" if self.data[1] is None else self.readout()

    def readout(self):
        """Return the value of every curve at the mark, where it has one, or its course."""
        curves, at, _ = self.data
        if at is None:
            return ", ".join(f"{name} {course(y)}" for name, y in curves.items())
        values = {name: self._height(y, at) for name, y in curves.items()}
        texts = [f"{name} {number(y)}" for name, y in values.items() if not np.isnan(y)]
        place = f"at {self.xlabel or 'x'} = {number(at)}"
        return f"{place}: {', '.join(texts)}" if texts else place
