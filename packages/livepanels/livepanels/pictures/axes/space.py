"""Live axes of three-dimensional space, which a hand turns."""

import functools
import itertools

import numpy as np

from ..groups import Groups
from ..picture import lit_extra, lit_rows
from ..scene import Mark as FrameMark, Plot, part
from .base import Base, word
from .data import (
    as_columns,
    ellipses_from,
    first_of,
    format_of,
    is_many,
    members,
    name_of,
    radius,
)
from .words import dash_of, role, weight_of

__all__ = ["SpaceAxes"]

SIDE = 0.76  # half a side of the cube that the data fills: turned, it stays on the canvas
NONE = ("", " ", "none", "None")  # no marker, no line
FLOOR = np.linspace(-SIDE, SIDE, 6)  # where the lines of the floor run


class SpaceAxes(Base):
    """Axes of three-dimensional space; ``subplots(space=True)`` makes them.

    Parameters
    ----------
    size : tuple of int
        Preferred width and height in pixels of the page.

    Examples
    --------
    >>> axes = SpaceAxes()
    >>> axes.scatter(np.eye(3), names=["a", "b", "c"])
    <3 points>
    """

    dimensions = "xyz"

    @word
    def scatter(
        self,
        x,
        y=None,
        z=None,
        s=None,
        c=None,
        *,
        color=None,
        alpha=1.0,
        label=None,
        names=None,
        names_at="e",
        lit=(),
        zorder=None,
        words=None,
    ):
        """Draw points: three arrays (n,), or (n, 3) alone; `c` as for axes of the plane."""
        xyz = rows_of_three("scatter", x, y, z)
        n, color, name = len(xyz), c if c is not None else color, name_of(label)
        arrays, key, groups = {}, (), None
        style = {"r": radius(n) if s is None else float(np.sqrt(s) / 1.75), "fog": True}
        if is_many(color, n):
            groups = Groups(list(color), n)
            style["hue"], arrays["group"] = "group", members(color, groups)
            key = groups.key if np.asarray(color).dtype.kind in "US" else ()
        else:
            style["hue"] = self._color(color)
            arrays["group"] = np.zeros(n, np.uint8)
            key = ((0, name, style["hue"]),) if name else ()
        extra = lit_extra(lit_rows(lit, n))
        if names is not None:
            extra["labels"] = [str(v) for v in names][:n]
            style["label_at"] = names_at
        elif groups is not None and any(groups.labels):
            extra["labels"] = groups.labels
        return self._add(
            "space-points",
            {"xyz": xyz, **arrays},
            style,
            xy=xyz,
            held=x if y is None else None,
            extra=extra,
            alpha=alpha,
            label=name,
            key=key,
            zorder=zorder,
            words=said(n, "point", name, words),
            more={"groups": groups, "always": name is None and bool(key)},
        )

    @word
    def plot(
        self,
        x,
        y=None,
        z=None,
        fmt="",
        *,
        color=None,
        marker=None,
        markersize=None,
        alpha=1.0,
        label=None,
        linestyle=None,
        linewidth=2,
        zorder=None,
        words=None,
    ):
        """Draw a line, three arrays (m,) or corners (m, 3); with a marker points."""
        z, fmt = (None, z) if isinstance(z, str) else (z, fmt)
        hue, dash, dot = format_of(fmt)
        color, dash = first_of(color, hue, "ink"), first_of(linestyle, dash)
        made, dot = [], first_of(marker, dot, "")
        dotted = dot not in NONE
        lined = not dotted if dash is None else dash not in NONE
        if dotted:
            look = {"color": color, "alpha": alpha, "zorder": zorder}
            look |= {} if lined else {"label": label, "words": words}
            s = None if markersize is None else markersize**2
            made.append(self.scatter(x, y, z, s, **look))
        if not lined:
            return made
        xyz, name = rows_of_three("plot", x, y, z), name_of(label)
        style = {
            "hue": role(color),
            "weight": weight_of(linewidth),
            "dash": dash_of(first_of(dash, "-")),
            "fog": True,
        }
        if zorder is not None and zorder > 0:
            style["over"] = True
        line = self._add(
            "space-lines",
            {"xyz": xyz},
            style,
            xy=xyz,
            alpha=alpha,
            label=name,
            zorder=zorder,
            key=((0, name, style["hue"]),) if name else (),
            words=f"line{' ' + name if name else ''}" if words is None else words,
        )
        return [*made, line]

    scatter3D, plot3D = scatter, plot

    @word
    def plot_wireframe(self, X, Y, Z, *, color="ink", alpha=1.0, label=None, linewidth=1.0,
                       words="a surface of wire"):  # fmt: skip
        """Draw the lines of a grid of places."""
        P = np.stack(np.broadcast_arrays(*(np.asarray(v, dtype=float) for v in (X, Y, Z))), axis=2)
        lines = [np.pad(G, ((0, 0), (0, 1), (0, 0)), constant_values=np.nan).reshape(-1, 3)
                 for G in (P, P.transpose(1, 0, 2))]  # fmt: skip
        look = {"color": color, "alpha": alpha, "label": label, "linewidth": linewidth}
        return self.plot(np.vstack(lines), **look, words=words)[0]

    @word
    def facets(self, corners, *, color="muted", alpha=0.2, edge=True, label=None, words=None):
        """Draw pieces of a surface: corners (k, v, 3)."""
        corners = np.asarray(corners, dtype=float)
        if corners.ndim != 3 or corners.shape[2] != 3:
            raise ValueError(f"facets wants corners of shape (k, v, 3), got shape {corners.shape}")
        style = {"hue": role(color), "fill": float(alpha), "edge": edge}
        return self._add(
            "space-facets",
            {"facets": corners},
            style,
            xy=corners.reshape(-1, 3),
            label=name_of(label),
            words=words if words is not None else "a surface",
            zorder=-1,
        )

    @word
    def plot_surface(self, X, Y, Z, *, color="muted", alpha=0.2, label=None, words=None):
        """Draw a surface over a grid of places."""
        P = np.stack(np.broadcast_arrays(*(np.asarray(v, dtype=float) for v in (X, Y, Z))), axis=2)
        corners = np.stack([P[:-1, :-1], P[:-1, 1:], P[1:, 1:], P[1:, :-1]], axis=2)
        return self.facets(
            corners.reshape(-1, 4, 3), color=color, alpha=alpha, label=label, words=words
        )

    @word
    def ellipses(
        self, xyz, e, *, scale=1.0, color="ink", fill=0.3, alpha=1.0, label=None, words=None
    ):
        """Draw ellipses at places (k, 3), as axes of the plane draw them; they face the eye.

        Each place is the middle of one; `scale` makes all of them smaller or larger.
        """
        xyz, rows, name = as_columns("ellipses", xyz, 3), ellipses_from(e), name_of(label)
        if len(xyz) != len(rows):
            raise ValueError(f"ellipses wants a place for each, got {len(xyz)} for {len(rows)}")
        return self._add(
            "space-ellipses",
            {"e": np.column_stack([xyz, scale * rows[:, 2:4], rows[:, 4]])},
            {"hue": role(color), "fill": float(fill)},
            xy=xyz,
            alpha=alpha,
            label=name,
            key=((0, name, role(color), True),) if name else (),
            words=said(len(rows), "ellipse", name, words),
        )

    @word
    def plane(self, a, b, c, d, *, color="muted", alpha=0.2, words="a plane"):
        """Draw the plane a x + b y + c z = d as far as the data reach."""
        style = {"hue": role(color), "fill": float(alpha), "edge": True}
        return self._add(
            "space-facets", {}, style, words=words, zorder=-1, more={"plane": (a, b, c, d)}
        )

    @word
    def text(self, x, y, z, s, *, color="ink", words=None):
        """Write words at a place."""
        xyz = np.array([[x, y, z]], dtype=float)
        style = {"r": 0, "hue": role(color), "label_at": "c"}
        return self._add(
            "space-points",
            {"xyz": xyz, "group": np.zeros(1, np.uint8)},
            style,
            extra={"labels": [str(s)]},
            words=f"“{s}”" if words is None else words,
        )

    @word
    def set_zlim(self, bottom=None, top=None):
        """Set both ends of z."""
        self._set_limits("z", bottom, top)

    @word
    def set_zlabel(self, zlabel):
        """Name the axis z."""
        self._set("labels", "z", str(zlabel))

    @word
    def set_box_aspect(self, aspect=None):
        """Make a unit as long on all axes, if the three numbers are equal."""
        self.state().equal = aspect is not None and len(set(aspect)) == 1

    @word
    def view(self, turn, tilt):
        """Look from where a `Turn` says: turned about the upright axis, tilted; degrees."""
        self.state().view = (float(turn), float(tilt))

    @word
    def view_init(self, elev=20.0, azim=-60.0):
        """Look from an elevation and an azimuth in degrees, as matplotlib has them."""
        self.view(-90.0 - azim, elev)

    @word
    def get_zlim(self):
        """Return both ends of z."""
        return self._window()[2]

    # What the engine asks -------------------------------------------------------------------------

    def _box(self):
        """Return the lowest corner of the data and the lengths of the box."""
        ends = np.array([sorted(pair) for pair in self._frame_window()])
        low, span = ends[:, 0], np.ptp(ends, axis=1)
        if self.s.equal:
            middle, span = low + span / 2, np.full(3, span.max())
            low = middle - span / 2
        return low, span

    def _find_bounds(self):
        s = self.s
        given = [mark.xy for mark in s.marks if mark.xy is not None]
        rows = np.concatenate(given) if given else np.empty((0, 3))
        rows = rows[np.isfinite(rows).all(axis=1)]
        if not len(rows):
            return [(0.0, 1.0)] * 3
        low, high = rows.min(axis=0), rows.max(axis=0)
        flat = np.where(low == high, 0.5, 0.0)
        return [(float(a), float(b)) for a, b in zip(low - flat, high + flat, strict=True)]

    def plots(self):
        """Return one plot without axes: all that turns is a mark."""
        s, held = self.s, self.s.held
        width, height = self.pixels
        labels = [s.labels.get(axis, axis) for axis in "xyz"]
        ends = {"r": 0, "hue": "ink", "label_at": "c", "labels": labels}
        below = [
            FrameMark("floor", "space-lines", {"weight": "thin", "hue": "hair", "under": True}),
            FrameMark("axes", "space-lines", {"weight": "thin", "hue": "ink"}),
        ]
        own = [FrameMark(name, mark.kind, dict(mark.style)) for name, mark in self._drawn()]
        return [
            Plot(
                width=width,
                height=height,
                margins=(4, 4, 4, 4),
                fit="equal",
                caption=held.caption if held else s.title,
                hint=s.hint or "drag to turn",
                key=held.key if held else self._key(),
                grid=False,
                space={"turn": 30.0, "tilt": 20.0, "names": labels},
                marks=(*below, *own, FrameMark("ends", "space-points", ends)),
            )
        ]

    def _find_parts(self):
        s = self.s
        low, span = self._box()

        def scaled(points):
            return SIDE * (2 * (points - low) / span - 1)

        found = [] if s.off else [part(0, "floor", xyz=floor())]
        labels = [s.labels.get(axis, axis) for axis in "xyz"]
        if not s.off and any(labels):
            axes, ends = edges()
            found += [part(0, "axes", xyz=axes), part(0, "ends", xyz=ends)]
        for name, mark in self._drawn():
            if "plane" in mark.more:
                arrays = {"facets": plane_in_box(mark.more["plane"], low, low + span)[None]}
            else:
                arrays = mark.arrays
            moved = {k: scaled(v) if k in ("xyz", "facets") else v for k, v in arrays.items()}
            if "e" in arrays:
                middles, axes, angles = np.split(arrays["e"], [3, 5], axis=1)
                unit = 2 * SIDE / span.max()
                moved["e"] = np.hstack([scaled(middles), unit * axes, angles])
            found.append(part(0, name, mark.extra, **moved))
        turn, tilt = s.view or (30.0, 20.0)
        if s.held and (s.title, self._key()) != (s.held.caption, s.held.key):
            head = {"caption": s.title, "key": [list(entry) for entry in self._key()]}
            found.append(part(0, "head", head))
        return [*found, part(0, "view", angles=[turn, tilt])]


def rows_of_three(who, x, y, z):
    """Return three arrays, or one of rows, as (n, 3); without z on the ground, where z is 0."""
    if y is None:
        return as_columns(who, x, 3)
    z = 0 if z is None else z
    try:
        return np.column_stack(np.broadcast_arrays(*(np.ravel(v).astype(float) for v in (x, y, z))))
    except ValueError:
        shapes = ", ".join(str(np.shape(v)) for v in (x, y, z))
        raise ValueError(f"{who} wants x, y and z of one length, got shapes {shapes}") from None


def said(count, what, name, words):
    """Return how many things there are, unless other words are given."""
    return (
        f"{count} {what}{'s' * (count != 1)}{' ' + name if name else ''}"
        if words is None
        else words
    )


def plane_in_box(plane, low, high):
    """Return the corners (k, 3), in order, of the piece of a plane (a, b, c, d) inside a box.

    >>> len(plane_in_box((1, 1, 1, 1.5), np.zeros(3), np.ones(3)))
    6
    """
    normal, level = np.array(plane[:3], dtype=float), plane[3]
    corners = low + (high - low) * np.array(list(itertools.product([0, 1], repeat=3)))
    over = corners @ normal - level
    found = []
    for i, j in itertools.combinations(range(8), 2):
        along_an_edge = np.count_nonzero(corners[i] != corners[j]) == 1
        if along_an_edge and min(over[i], over[j]) <= 0 < max(over[i], over[j]):
            share = over[i] / (over[i] - over[j])
            found.append(corners[i] + share * (corners[j] - corners[i]))
    if not found:
        return np.zeros((0, 3))
    off = np.array(found) - np.mean(found, axis=0)
    axes = np.linalg.svd(off)[2][:2]  # two directions inside the plane
    return np.array(found)[np.argsort(np.arctan2(*(off @ axes.T).T))]


@functools.cache
def floor():
    """Return the lines of the floor, broken by NaN."""
    low, gap = np.full(6, -SIDE), np.full((6, 3), np.nan)
    one = np.stack([FLOOR, low, low], axis=1)
    other = np.stack([FLOOR, -low, low], axis=1)
    along = np.stack([one, other, gap], axis=1).reshape(-1, 3)
    return np.concatenate([along, along[:, [1, 0, 2]]])


@functools.cache
def edges():
    """Return the three axes, broken by NaN, and where their names stand."""
    origin = np.full((3, 3), -SIDE)
    ends = origin + 2.1 * SIDE * np.eye(3)
    axes = np.stack([origin, ends, np.full((3, 3), np.nan)], axis=1).reshape(-1, 3)
    return axes, ends + 0.12 * SIDE * np.eye(3)
