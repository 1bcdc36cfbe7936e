"""Where the things of a scene stand on the page, in pixels of their canvas.

The front end computes the same in ``positions.js``, ``scales.js`` and ``space.js``;
:func:`positions` is what a test compares both with.
"""

import numpy as np

from .scene import Scale

__all__ = [
    "BLOCK_GAP",
    "BORDER_GAP",
    "RING",
    "Mapping",
    "cell_edges",
    "positions",
    "ringed",
    "size",
    "turned",
]

BLOCK_GAP = 3  # between the blocks of a matrix with groups
BORDER_GAP = 8  # between a matrix and the means at its right and below it
RING = 3.6  # least radius of the ring at a stem without height
DISTANCE = 4.5  # of the eye from the middle of a space, in half sides of its cube
ROOM = 1.45  # half the smaller side of the box shows so many of them


def size(plot, width=None):
    """Return width and height of a plot's canvas where there is room for ``width`` pixels.

    The box of the data keeps its aspect, unless the plot is free; the margins stay as they are.
    """
    if width is None or width >= plot["width"]:
        return plot["width"], plot["height"]
    if plot["fit"] == "free":
        return width, plot["height"]
    left, top, right, bottom = plot["margins"]
    share = (width - left - right) / (plot["width"] - left - right)
    return width, top + bottom + (plot["height"] - top - bottom) * share


class Mapping:
    """From data to pixels of one plot's canvas; ``left``, ``top``, ``width``, ``height``: its box.

    Parameters
    ----------
    plot : dict
        A plot of a frame.
    parts : list of dict
        The parts of this plot: the ones named "limits" and "view" move it.
    width : float, optional
        Width of the canvas, where there is less room than the plot asks for.
    """

    def __init__(self, plot, parts=(), width=None):
        moved = {part["mark"]: part for part in parts}
        self.x = plot["x"] and Scale.of(plot["x"])
        self.y = plot["y"] and Scale.of(plot["y"])
        if "limits" in moved:
            self.x = Scale.of(moved["limits"]["extra"]["x"])
            self.y = Scale.of(moved["limits"]["extra"]["y"])
        left, top, right, bottom = plot["margins"]
        self.canvas = size(plot, width)
        self.left, self.top = left, top
        self.width = self.canvas[0] - left - right
        self.height = self.canvas[1] - top - bottom
        self.equal = plot["fit"] == "equal" and self.x is not None and self.y is not None
        self.angles = None
        if "space" in plot:
            self.angles = np.array([plot["space"]["turn"], plot["space"]["tilt"]], dtype=float)
        if "view" in moved:
            self.angles = moved["view"]["arrays"]["angles"].astype(float)

    @property
    def unit(self):
        """Return the pixels of one unit, where it is as long on both axes."""
        return min(
            self.width / abs(self.x.high - self.x.low), self.height / abs(self.y.high - self.y.low)
        )

    def pixels_x(self, values):
        """Return how far from the left values of x stand."""
        if self.equal:
            middle = (self.x.low + self.x.high) / 2
            side = np.sign(self.x.high - self.x.low)
            return self.left + self.width / 2 + side * self.unit * (np.asarray(values) - middle)
        share = self.x.fraction(values) if self.x else np.asarray(values, dtype=float)
        return self.left + share * self.width

    def pixels_y(self, values):
        """Return how far from the top values of y stand."""
        if self.equal:
            middle = (self.y.low + self.y.high) / 2
            side = np.sign(self.y.high - self.y.low)
            return self.top + self.height / 2 - side * self.unit * (np.asarray(values) - middle)
        share = self.y.fraction(values) if self.y else np.asarray(values, dtype=float)
        return self.top + (1 - share) * self.height

    def pixels(self, points):
        """Return points (n, 2) of the data as pixels (n, 2)."""
        points = np.asarray(points, dtype=float).reshape(-1, 2)
        return np.stack([self.pixels_x(points[:, 0]), self.pixels_y(points[:, 1])], axis=1)

    def box_of(self, style):
        """Return left, top, width and height of a matrix: all of the box, or its own extent."""
        if "extent" not in style:
            return self.left, self.top, self.width, self.height
        x0, x1, y0, y1 = style["extent"]
        left, right = np.sort(self.pixels_x([x0, x1]))
        top, bottom = np.sort(self.pixels_y([y0, y1]))
        return left, top, right - left, bottom - top

    @property
    def half(self):
        """Return the pixels of one unit of a space at its middle."""
        return min(self.width, self.height) / 2 / ROOM

    def ellipse(self, e):
        """Return the outlines (n, 73, 2) of ellipses (n, 5) as pixels."""
        turns = np.linspace(0, 2 * np.pi, 73)
        cx, cy, a, b, angle = (column[:, None] for column in np.asarray(e, dtype=float).T)
        along, across = a * np.cos(turns), b * np.sin(turns)
        x = cx + along * np.cos(angle) - across * np.sin(angle)
        y = cy + along * np.sin(angle) + across * np.cos(angle)
        return self.pixels(np.stack([x, y], axis=2)).reshape(*x.shape, 2)

    def project(self, xyz):
        """Return points (..., 3) of a space as pixels (..., 2), their depth and size."""
        across, up, depth = turned(np.asarray(xyz, dtype=float), *self.angles)
        near = DISTANCE / (DISTANCE + depth)
        x = self.left + self.width / 2 + near * across * self.half
        y = self.top + self.height / 2 - near * up * self.half
        return np.stack([x, y], axis=-1), depth, near


def turned(xyz, turn, tilt):
    """Return how far right, up and away points of a space lie when it is turned and tilted."""
    x, y, z = np.moveaxis(xyz, -1, 0)
    turn, tilt = np.deg2rad([turn, tilt])
    across = x * np.cos(turn) - y * np.sin(turn)
    away = x * np.sin(turn) + y * np.cos(turn)
    up = z * np.cos(tilt) + away * np.sin(tilt)
    return across, up, away * np.cos(tilt) - z * np.sin(tilt)


def ringed(pixels, radius):
    """Return which of some rising pixels can have a ring: all, or so many as do not overlap.

    >>> ringed([0.0, 4.0, 10.0, 21.0], radius=4)
    [0.0, 10.0, 21.0]
    """
    kept = []
    for x in pixels:
        if not kept or x - kept[-1] >= 2 * radius + 2:
            kept.append(x)
    return kept


def cell_edges(count, groups, length, border=False):
    """Return where the cells of one side of a matrix begin, and how long a cell is.

    Groups are [name, start, stop]; between two of them there is a gap, and a wider one before the
    last cell where that is a border.
    """
    starts = [start for _, start, _ in groups or []]
    gaps = BLOCK_GAP * max(len(starts) - 1, 0) + BORDER_GAP * bool(border)
    cell = (length - gaps) / count
    block = np.searchsorted(starts, np.arange(count), side="right") - 1 if starts else 0
    edges = np.arange(count) * cell + BLOCK_GAP * np.maximum(block, 0)
    if border:
        edges[-1] += BORDER_GAP
    return edges, cell


def positions(frame, parts, width=None):
    """Return where the points of every mark lie.

    Parameters
    ----------
    frame, parts : dict, list of dict
        As :class:`~livepanels.pictures.Picture` gives them.
    width : float, optional
        Room for one canvas, if less than it asks for.

    Returns
    -------
    dict
        From (number of the plot, name of the mark) to pixels (n, 2): points and corners of lines;
        ends of bars and stems; for each ellipse its center and the ends of its axes a and b; tail
        and tip of each arrow; both ends of a rule (left or bottom first); the centers of the four
        cells in the corners of a matrix, row by row.
    """
    found = {}
    for number, plot in enumerate(frame["plots"]):
        own = [part for part in parts if part["plot"] == number]
        mapping = Mapping(plot, own, width)
        kinds = {mark["name"]: mark for mark in plot["marks"]}
        for part in own:
            if part["mark"] in kinds:
                mark = {**kinds[part["mark"]], **part["extra"]}
                found[number, part["mark"]] = _mark_positions(mark, part["arrays"], mapping)
    return found


def _mark_positions(mark, arrays, mapping):
    """Return the pixels (n, 2) of one mark."""
    kind = mark["kind"]
    if kind in ("points", "line", "area", "texts", "stems"):
        return mapping.pixels(arrays["xy"])
    if kind == "bars":
        values = arrays["value"]
        places = np.arange(len(values))
        return mapping.pixels(np.stack([places, values], axis=1))
    if kind == "ellipses":
        outlines = mapping.ellipse(arrays["e"])
        centers = mapping.pixels(arrays["e"][:, :2])
        return np.stack([centers, outlines[:, 0], outlines[:, 18]], axis=1).reshape(-1, 2)
    if kind == "arrows":
        return mapping.pixels(arrays["a"].reshape(-1, 2))
    if kind == "image":
        return np.array([[mapping.left, mapping.top]])
    if kind == "rule":
        return _rule_positions(mark, arrays["at"], mapping)
    if kind == "matrix":
        return _cell_positions(mark, arrays["index"].shape, mapping)
    if kind == "regions":
        return mapping.pixels(arrays["rings"])
    if kind == "space-ellipses":
        return mapping.project(arrays["e"][:, :3])[0]
    name = {"space-points": "xyz", "space-lines": "xyz", "space-facets": "facets"}[kind]
    return mapping.project(arrays[name])[0].reshape(-1, 2)


def _rule_positions(mark, at, mapping):
    right, bottom = mapping.left + mapping.width, mapping.top + mapping.height
    if mark["axis"] == "x":
        x = float(mapping.pixels_x(at[0]))
        return np.array([[x, bottom], [x, mapping.top]])
    y = float(mapping.pixels_y(at[0]))
    return np.array([[mapping.left, y], [right, y]])


def _cell_positions(mark, shape, mapping):
    """Return the centers of the cells in the four corners."""
    edges = mark.get("groups"), mark.get("border")
    left, top, across, down = mapping.box_of(mark)
    tops, height = cell_edges(shape[0], edges[0], down, edges[1])
    lefts, width = cell_edges(shape[1], edges[0], across, edges[1])
    x = left + lefts[[0, -1]] + width / 2
    y = top + tops[[0, -1]] + height / 2
    return np.array([(across, down) for down in y for across in x])
