"""Space on paper: everything sorted from far to near, far things faded into the paper."""

import numpy as np
from matplotlib.colors import to_rgba
from matplotlib.lines import Line2D
from matplotlib.patches import Polygon

from . import theme
from .stills import rgba

__all__ = ["draw_space"]

FOG = 0.5  # how much paper is mixed into the farthest things
ALL = 50.0  # so much nearer counts what lies above all: what is lit, lines that are "over"
OVER = 0.3  # how much nearer than it is an ellipse counts: it stands before the surface it lies on
LIGHT = np.array([-0.5, -0.5, 0.7])  # the light comes from the upper left


def draw_space(painter, marks):
    """Draw the marks of a space, piece by piece."""
    base = painter.layer
    pieces = []
    for order, (style, arrays) in enumerate(marks):
        make = MAKERS[style["kind"]]
        for depth, artist in make(painter, style, **arrays):
            pieces.append((-depth, order, artist))
    pieces.sort(key=lambda piece: piece[:2])
    for rank, (_, _, artist) in enumerate(pieces):
        painter.layer = base + 10 * rank / max(len(pieces), 1)
        artist()
    painter.layer = base + 11


def faded(painter, color, depth, style):
    """Return a color as seen through fog."""
    share = FOG * np.clip((depth + 1.2) / 2.4, 0, 1) if style.get("fog") else 0.0
    mixed = rgba(color)[:3] * (1 - share) + rgba(painter.colors["paper"])[:3] * share
    return mixed / 255


def points(painter, style, xyz, group=None, shape=None):
    """Yield (depth, function that draws) of every point and its label."""
    places, depths, near = painter.map.project(xyz)
    places = places + painter.corner
    group = np.zeros(len(xyz), dtype=int) if group is None else group.astype(int)
    shape = group if shape is None else shape.astype(int)
    labels = list(style.get("labels") or []) + [""] * len(xyz)
    for i, place in enumerate(places):
        if np.isfinite(place).all():
            lit = i in style.get("lit", [])
            look = group[i], shape[i], labels[i], lit
            over = 2 * ALL if lit else 0.0
            yield depths[i] - over, one_point(painter, style, place, depths[i], near[i], look)


def one_point(painter, style, place, depth, near, look):
    """Return a function that draws one point."""
    group, shape, label, lit = look
    color = painter.color(style.get("hue", "group"), group)
    marker, factor = theme.MARKERS[theme.TOKENS["shapes"][shape % 10]]
    r = style.get("r", 5.2) * near * (1.3 if lit else 1.0)

    def draw():
        if lit:
            halo = painter.axes.scatter(*place, s=(2 * r + 10) ** 2, lw=1.25)
            halo.set_facecolor(to_rgba(painter.colors["hot"], 0.35))
            halo.set_edgecolor(painter.colors["ink"])
            painter.add(halo)
        if r > 0:
            artist = painter.axes.scatter(
                *place, s=(factor * r) ** 2, marker=marker, lw=0.8 if r > 3.5 else 0.4
            )
            artist.set(facecolor=faded(painter, color, depth, style))
            artist.set(edgecolor=painter.colors["paper"])
            painter.add(artist, style, clip=False)
        if label:
            write_label(painter, label, place, r, style.get("label_at"))

    return draw


def write_label(painter, label, place, r, at):
    """Write a name on a point, beside it, or ("out") on the side away from the middle."""
    if at == "c":
        painter.text(*place, label, 13, "ink", halo=True)
        return
    middle = (painter.left + painter.right) / 2
    way = -1 if at == "out" and place[0] < middle else 1
    side = {"ha": "left" if way > 0 else "right", "weight": "bold"}
    painter.text(place[0] + way * (r + 4), place[1], label, 12, "ink", halo=True, **side)


def lines(painter, style, xyz):
    """Yield (depth, function that draws) of every segment."""
    places, depths, near = painter.map.project(xyz)
    places = places + painter.corner
    color = painter.color(style.get("hue", "ink"))
    over = ALL if style.get("over") else -ALL if style.get("under") else 0.0
    for i in range(len(places) - 1):
        pair = places[i : i + 2]
        if np.isfinite(pair).all():
            depth = depths[i : i + 2].mean()
            yield depth - over, segment(painter, style, pair, depth, near[i], color)
    last = places[np.isfinite(places).all(axis=1)][-1:]
    if style.get("text") and len(last):
        yield -np.inf, name_at(painter, style["text"], *last[0], color)


def name_at(painter, text, x, y, color):
    """Return a function that writes the name of a line at its end, over everything."""
    return lambda: painter.text(x + 8, y, text, 12, color, ha="left", halo=True, weight="bold")


def segment(painter, style, pair, depth, near, color):
    """Return a function that draws one segment, which cuts the lines behind it."""
    width = theme.weight(style) * near

    def draw():
        ink, paper = faded(painter, color, depth, style), painter.colors["paper"]
        if width >= 1.8:
            look = {"lw": width + 4, "color": paper, "alpha": 0.75, "solid_capstyle": "butt"}
            painter.add(Line2D(*pair.T, **look), clip=False)
        artist = Line2D(*pair.T, lw=width, color=ink, solid_capstyle="round")
        painter.add(artist, style, clip=False)
        artist.set_zorder(painter.layer + 1e-3)

    return draw


def facets(painter, style, facets, shade=None):
    """Yield (depth, function that draws) of every facet."""
    places, depths, _ = painter.map.project(facets)
    places = places + painter.corner
    color = painter.color(style.get("hue", "muted"))
    light = lambert(facets) if shade is None else shade
    for outline, depth, bright in zip(places, depths.mean(axis=1), light, strict=True):
        if np.isfinite(outline).all():
            yield depth, facet(painter, style, outline, color, float(bright))


def facet(painter, style, outline, color, bright):
    """Return a function that draws one facet."""
    paper = rgba(painter.colors["paper"])[:3]
    mixed = (rgba(color)[:3] * (1 - 0.5 * bright) + paper * 0.5 * bright) / 255

    def draw():
        alpha = style.get("fill", 0.2)
        painter.add(Polygon(outline, facecolor=mixed, alpha=alpha, lw=0), style, clip=False)
        if style.get("edge"):
            painter.add(Polygon(outline, fill=False, edgecolor=mixed, lw=0.8), clip=False)

    return draw


def ellipses(painter, style, e):
    """Yield (depth, function that draws) of every ellipse; it faces the eye."""
    places, depths, near = painter.map.project(e[:, :3])
    turns = np.linspace(0, 2 * np.pi, 48, endpoint=False)
    for i, place in enumerate(places + painter.corner):
        if np.isfinite(e[i]).all():
            a, b, angle = e[i, 3:]
            u, v = a * np.cos(turns), b * np.sin(turns)
            x = u * np.cos(angle) - v * np.sin(angle)
            y = u * np.sin(angle) + v * np.cos(angle)
            outline = place + painter.map.half * near[i] * np.stack([x, -y], axis=1)
            yield depths[i] - OVER, one_ellipse(painter, style, outline)


def one_ellipse(painter, style, outline):
    """Return a function that draws one ellipse."""
    color = painter.color(style.get("hue", "ink"))

    def draw():
        painter.add(Polygon(outline, facecolor=painter.colors["paper"], alpha=0.7, lw=0))
        face = {"facecolor": color, "alpha": style.get("fill", 0.3), "lw": 0}
        painter.add(Polygon(outline, **face), style, clip=False)
        painter.add(Polygon(outline, fill=False, edgecolor=color, lw=1.75), clip=False)

    return draw


MAKERS = {
    "space-points": points,
    "space-lines": lines,
    "space-facets": facets,
    "space-ellipses": ellipses,
}


def lambert(facets):
    """Return how much light each facet gets, from 0 to 1."""
    normals = np.cross(facets[:, 1] - facets[:, 0], facets[:, 2] - facets[:, 0])
    lengths = np.linalg.norm(normals, axis=1)
    lengths[lengths == 0] = 1
    return np.abs(normals @ LIGHT) / lengths / np.linalg.norm(LIGHT)
