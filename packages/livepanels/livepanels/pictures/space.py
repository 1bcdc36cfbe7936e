"""Points, lines and facets of three-dimensional space; the front end turns them."""

import functools
import itertools

import numpy as np

from .charts import radius
from .groups import Groups
from .picture import Picture, by_name, lit_extra, lit_rows
from .scene import Mark, Plot, part

__all__ = ["Space"]

SIDE = 0.76  # half a side of the cube that the data fills: turned, it stays on the canvas
FLOOR = np.linspace(-SIDE, SIDE, 6)  # where the lines of the floor run


class Space(Picture):
    """Points of three-dimensional space, seen under an angle that a hand or a slider can turn.

    Parameters
    ----------
    X : (n, 3) array
        The first points; they fix the scale.
    labels : (n,) array, optional
        Group of every point. A group of one has its name beside the point.
    names : three str
        Names of the axes.
    title : str
        Stands above the picture.
    plane : (4,) array, optional
        Draw the plane a x + b y + c z = d, given as (a, b, c, d), as far as the data reach.
    equal : bool
        Same scale on all three axes.
    look : dict, optional
        Styles of "points", "lines", "facets", and of further lines by their names; with the kind
        "ellipses" of ellipses.
    """

    inches = (4.2, 3.8)

    def __init__(
        self,
        X,
        labels=None,
        *,
        names=("x", "y", "z"),
        title="",
        plane=None,
        equal=False,
        look=None,
    ):
        super().__init__()
        X = np.asarray(X, dtype=float)
        self.names = names
        self.title = title
        self.plane = plane
        self.look = look or {}
        self.groups = Groups(labels, len(X))
        self.description = f"points in space over {', '.join(names)}; {title}".rstrip("; ")
        self.low = X.min(axis=0)
        spans = np.ptp(X, axis=0)
        self.span = np.where(spans == 0, 1, spans)
        if equal:
            middle = self.low + spans / 2
            self.span = np.full(3, self.span.max())
            self.low = middle - self.span / 2
        self.show(X)

    def accept(
        self,
        X=None,
        *,
        turn=30.0,
        tilt=20.0,
        lines=None,
        facets=None,
        ellipses=None,
        labels=None,
        lit=None,
    ):
        """Keep the points (the last ones if none are given) and the two angles in degrees.

        Parameters
        ----------
        X : (n, 3) array, optional
            The points.
        turn, tilt : float
            Turned about the upright axis, then seen from above.
        lines : (m, 3) array, or dict from name to such an array, optional
            Lines to draw through their corners; NaN breaks them. Names stand in ``look``.
        facets : (k, v, 3) array, optional
            Pieces of a surface, each with v corners.
        ellipses : dict from name to (k, 6) array, optional
            Ellipses that always face the eye: center, two half axes, angle in radians. Names stand
            in ``look``.
        labels : list of str, optional
            What stands beside each point.
        lit : list of int, optional
            Points to highlight.
        """
        X = self.data[0] if X is None else np.asarray(X, dtype=float)
        size = len(self.groups.member)
        if X.shape != (size, 3):
            raise ValueError(f"wants points of shape ({size}, 3), got shape {X.shape}")
        lines = by_name(lines, "lines")
        lines = {name: np.asarray(corners, dtype=float) for name, corners in lines.items()}
        for name, corners in lines.items():
            if corners.ndim != 2 or corners.shape[1] != 3:
                raise ValueError(f"wants lines of shape (m, 3), got shape {corners.shape}")
            if name != "lines" and name not in self.look:
                raise ValueError(f"wants a look for the line {name!r}: look={{{name!r}: ...}}")
        facets = None if facets is None else np.asarray(facets, dtype=float)
        if facets is not None and (facets.ndim != 3 or facets.shape[2] != 3):
            raise ValueError(f"wants facets of shape (k, v, 3), got shape {facets.shape}")
        extras = {"lines": lines, "facets": facets, "labels": labels, "lit": lit_rows(lit, size)}
        extras["ellipses"] = {
            name: np.asarray(e, dtype=float) for name, e in (ellipses or {}).items()
        }
        for name, e in extras["ellipses"].items():
            if e.ndim != 2 or e.shape[1] != 6:
                raise ValueError(f"wants ellipses of shape (k, 6), got shape {e.shape}")
            if self.look.get(name, {}).get("kind") != "ellipses":
                look = f"look={{{name!r}: {{'kind': 'ellipses'}}}}"
                raise ValueError(f"wants a look for the ellipses {name!r}: {look}")
        return X, float(turn), float(tilt), extras

    def plots(self):
        """Return one plot without axes: all that turns is a mark."""
        width, height = self.pixels
        points = {"r": radius(len(self.groups.member)), "hue": "group", "fog": True}
        points |= {"labels": self.groups.labels, "label_at": "e"}
        surface = {"hue": "muted", "fill": 0.2, "edge": True}
        named = [name for name in self.look if name not in OF_SPACE]
        line = {"weight": "second", "hue": "ink", "fog": True}
        ellipse = {"hue": "ink", "fill": 0.3}
        more = {
            name: ("space-ellipses", ellipse)
            if "kind" in self.look[name]
            else ("space-lines", line)
            for name in named
        }
        styles = {
            "floor": ("space-lines", {"weight": "thin", "hue": "hair", "under": True}),
            "axes": ("space-lines", {"weight": "thin", "hue": "ink"}),
            "plane": ("space-facets", surface),
            "facets": ("space-facets", surface),
            "lines": ("space-lines", line),
            **more,
            "points": ("space-points", points),
            "ends": (
                "space-points",
                {"r": 0, "hue": "ink", "label_at": "c", "labels": list(self.names)},
            ),
        }
        marks = tuple(
            Mark(name, kind, style | without_kind(self.look.get(name, {})))
            for name, (kind, style) in styles.items()
        )
        plot = Plot(
            width=width,
            height=height,
            margins=(4, 4, 4, 4),
            fit="equal",
            caption=self.title or f"{len(self.groups.member)} points in space",
            hint="drag to turn",
            key=self.groups.key,
            grid=False,
            space={"turn": 30.0, "tilt": 20.0, "names": list(self.names)},
            marks=marks,
        )
        return [plot]

    def _scaled(self, points):
        """Return points of the data within a cube about the origin."""
        return SIDE * (2 * (np.asarray(points, dtype=float) - self.low) / self.span - 1)

    def parts(self):
        """Return the points, the axes and what else is in the space, and the angles."""
        X, turn, tilt, extras = self.data
        marks = [part(0, "floor", xyz=floor())]
        if any(self.names):
            axes, ends = edges()
            marks += [part(0, "axes", xyz=axes), part(0, "ends", xyz=ends)]
        if self.plane is not None:
            corners = plane_in_box(self.plane, self.low, self.low + self.span)
            marks.append(part(0, "plane", facets=self._scaled(corners)[None]))
        if extras["facets"] is not None:
            marks.append(part(0, "facets", facets=self._scaled(extras["facets"])))
        for name, corners in extras["lines"].items():
            marks.append(part(0, name, xyz=self._scaled(corners)))
        for name, e in extras["ellipses"].items():
            unit = 2 * SIDE / np.max(self.span)
            scaled = [self._scaled(e[:, :3]), unit * e[:, 3:5], e[:, 5:]]
            marks.append(part(0, name, e=np.hstack(scaled)))
        extra = lit_extra(extras["lit"])
        if extras["labels"] is not None:
            extra["labels"] = list(extras["labels"])
        points = {"xyz": self._scaled(X), "group": self.groups.member}
        return [
            *marks,
            part(0, "points", extra, **points),
            part(0, "view", angles=[turn, tilt]),
        ]

    def shown(self):
        """Return the points."""
        return [(self.data[0], 0, "points")]

    def news(self):
        """Return nothing: a hand that turns the space changes no number."""
        return ""

    def readout(self):
        """Return the angles."""
        _, turn, tilt, _ = self.data
        return f"space turned by {turn:g} degrees, seen from {tilt:g} above"


OF_SPACE = {"floor", "axes", "plane", "facets", "lines", "points", "ends"}


def without_kind(look):
    """Return a style without the kind of its mark."""
    return {name: value for name, value in look.items() if name != "kind"}


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
