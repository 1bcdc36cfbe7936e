"""How matplotlib draws each kind of mark; see :mod:`.draw`."""

import io
import itertools

import numpy as np
from matplotlib import image as plt_image
from matplotlib.collections import LineCollection
from matplotlib.colors import to_rgba
from matplotlib.image import AxesImage
from matplotlib.patches import Polygon, Rectangle
from matplotlib.path import Path
from matplotlib.patheffects import withStroke

from . import theme
from .dodging import AWAY, STEPS
from .draw_matrix import matrix_image, number_colors, region_image, scale_table
from .draw_space import draw_space
from .positions import RING, Mapping, cell_edges, ringed
from .scene import text_width, with_minus
from .stills import RATIO

__all__ = ["Painter"]

SIDES = {  # a label beside its point: direction and alignment
    "e": (1, 0, "left", "center"),
    "w": (-1, 0, "right", "center"),
    "n": (0, -1, "center", "bottom"),
    "s": (0, 1, "center", "top"),
    "c": (0, 0, "center", "center"),
}
MATH = 1.2  # the serif of mathematics looks smaller than other type of the same size
RIMS = (("ink", 4), ("paper", 2))  # around a hot edge: color, and how much wider they are
MIRROR = {"lw": 1.5, "ls": (0, (2, 1.5))}  # the edge of the entry opposite to the lit one
LABEL = 14  # two labels at the ends of curves stand so far apart
TALL_LABEL = 18  # ... where something in them is raised


class Painter:
    """Draws one plot onto axes that count pixels."""

    def __init__(self, axes, colors, plot, number, corner, parts):
        self.axes = axes
        self.colors = colors
        self.plot = plot
        self.number = number
        self.own = [part for part in parts if part["plot"] == number]
        self.map = Mapping(plot, self.own)
        self.corner = np.array(corner, dtype=float)
        self.left, self.top = self.map.left + corner[0], self.map.top + corner[1]
        self.right, self.bottom = self.left + self.map.width, self.top + self.map.height
        self.layer = 2.0
        self.ends = []  # names at the ends of curves: x, y, text, hue

    def draw(self):
        """Draw the axes, then every mark that has a part, in the order of the frame."""
        self._axes()
        moved = {part["mark"]: part for part in self.own}
        space = []
        for mark in self.plot["marks"]:
            part = moved.get(mark["name"])
            if part is None:
                continue
            self.layer += 1
            style = {**mark, **part["extra"]}
            if mark["kind"].startswith("space-"):
                space.append((style, part["arrays"]))
            else:
                getattr(self, "_" + mark["kind"])(style, **part["arrays"])
        if space:
            draw_space(self, space)
        self._names_at_ends()

    # Tools ------------------------------------------------------------------------------------

    def color(self, hue, group=0):
        """Return the color of a role."""
        if hue == "group":
            hue = int(group)
        if isinstance(hue, str):
            scales = self.colors["scales"]
            return scales[hue][4] if hue in scales else self.colors[hue]
        return self.colors["groups"][hue % len(self.colors["groups"])]

    def at(self, points):
        """Return data as places on the axes."""
        return self.map.pixels(points) + self.corner

    def add(self, artist, style=None, clip=True, over=0):
        """Put an artist on the axes; with a style it shows data of that mark."""
        if style is not None:
            artist.set_gid(f"{self.number}:{style['name']}")
        artist.set_zorder(self.layer)
        self.axes.add_artist(artist)
        if clip:
            box = Rectangle(
                (self.left - over, self.top - over),
                self.map.width + 2 * over,
                self.map.height + 2 * over,
                transform=self.axes.transData,
            )
            artist.set_clip_path(box)
        return artist

    def text(self, x, y, text, size, hue, *, ha="center", va="center", halo=False, **more):
        """Write a text."""
        size *= MATH if text.startswith("$") and text.endswith("$") else 1.0
        effects = [withStroke(linewidth=4, foreground=self.colors["paper"])] if halo else None
        color = hue if str(hue).startswith("#") else self.color(hue)
        return self.axes.text(
            x,
            y,
            with_minus(text),
            fontsize=size,
            color=color,
            ha=ha,
            va="center_baseline" if va == "center" else va,
            path_effects=effects,
            zorder=self.layer + (20 if halo else 0.5),
            **more,
        )

    def lit_edge(self, width=2.5):
        """Return the rims around a hot edge: ground, then ink, for those who see no hue."""
        return [withStroke(linewidth=width + w, foreground=self.colors[c]) for c, w in RIMS]

    def symbol(self, x, y, r, group, hue=None, ring=False):
        """Draw the shape of a group, in its color or in a hue; a ring is open."""
        marker, factor = theme.MARKERS[theme.TOKENS["shapes"][group % 10]]
        color = self.color(int(group) if hue is None else hue)
        self.axes.scatter(
            [x],
            [y],
            s=(factor * r) ** 2,
            marker=marker,
            facecolor="none" if ring else color,
            edgecolor=color,
            lw=2 if ring else 0,
            zorder=9,
        )

    # Axes -------------------------------------------------------------------------------------

    def _axes(self):
        x, y = self.map.x, self.map.y
        thin = {"color": self.colors["grid"], "lw": 1, "zorder": 1}
        for value, text in x.ticks if x else ():
            place = self.map.pixels_x(value) + self.corner[0]
            if self.plot["grid"]:
                self.axes.plot([place, place], [self.top, self.bottom], **thin)
            self.text(place, self.bottom + 5, text, 11, "muted", va="top")
        for value, text in y.ticks if y else ():
            place = self.map.pixels_y(value) + self.corner[1]
            if self.plot["grid"]:
                self.axes.plot([self.left, self.right], [place, place], **thin)
            self.text(self.left - 6, place, text, 11, "muted", ha="right")
        if x and x.label:
            self.text(self.right, self.bottom + 20, x.label, 12, "muted", ha="right", va="top")
        if y and y.label:
            self.text(self.corner[0], self.top - 13, y.label, 12, "muted", ha="left")

    # Marks ------------------------------------------------------------------------------------

    def _matrix(self, style, index, value=None):
        groups = style.get("groups") or []
        border = style.get("border")
        left, top, across, down = self.map.box_of(style)
        left, top = left + self.corner[0], top + self.corner[1]
        tops, height = cell_edges(index.shape[0], groups, down, border)
        lefts, width = cell_edges(index.shape[1], groups, across, border)
        image = matrix_image(index, (tops, height), (lefts, width), style, self.colors)
        artist = self._place_image(image, style, left, top, across, down)
        artist.set_alpha(theme.cover(self.colors, style.get("alpha", 1.0)))
        y, x = top + tops + height / 2, left + lefts + width / 2
        for place, name in zip(y, style.get("rows", []), strict=False):
            self.text(self.left - 6, place, name, 11, "muted", ha="right")
        for place, name in zip(x, style.get("columns", []), strict=False):
            self.text(place, self.top - 9, name, 11, "muted")
        away = 18 if any(style.get("rows", [])) and groups else 0  # names stand between
        self._blocks(groups, (tops, height), (lefts, width), away)
        if value is not None and style.get("digits") is not None:
            self._numbers(style, index, value, x, y, width)
        self._lit_cells(style, index, x, y, width, height)
        self._bar(style)

    def _image(self, style, png):
        """Put a figure of matplotlib where it is shown."""
        pixels = plt_image.imread(io.BytesIO(png.tobytes()))
        self._place_image(pixels, style, self.left, self.top, self.map.width, self.map.height)

    def _place_image(self, image, style, left, top, width, height):
        artist = AxesImage(
            self.axes,
            interpolation="nearest",
            extent=(left, left + width, top + height, top),
            origin="upper",
        )
        artist.set_data(image)
        return self.add(artist, style)

    def _blocks(self, groups, rows, columns, away):
        """Name the groups at the left and on top, by shape, color and word."""
        for g, (name, start, stop) in enumerate(groups):
            y = self.top + (rows[0][start] + rows[0][stop - 1] + rows[1]) / 2
            beside = name if self.map.left > text_width(name) + 18 else ""
            self.text(self.left - 6 - away, y, beside, 11, "muted", ha="right")
            self.symbol(self.left - 14 - away - text_width(beside), y, 4, g)
            x = self.left + (columns[0][start] + columns[0][stop - 1] + columns[1]) / 2
            room = columns[0][stop - 1] + columns[1] - columns[0][start]
            named = text_width(name) + 14 <= room
            above = self.top - 9 - (away and 14)
            self.symbol(x - (text_width(name) / 2 + 3 if named else 0), above, 4, g)
            if named:
                self.text(x + 6, above, name, 11, "muted")

    def _numbers(self, style, index, value, x, y, width):
        """Write every entry on a chip of its color."""
        texts = [f"{v:.{style['digits']}f}" for v in value.ravel()]
        longest = max(text_width(text, 1) for text in texts)
        size = min(13.0, (width - 4) / longest)
        table = scale_table(style["scale"], self.colors)
        inks = number_colors(table[index.ravel()])
        for i, (text, ink) in enumerate(zip(texts, inks, strict=True)):
            place = x[i % len(x)], y[i // len(x)]
            color = "#" + bytes(table[index.ravel()[i]]).hex()
            chip = {"facecolor": color, "lw": 0, "boxstyle": "round,pad=0.15"}
            self.text(*place, without_sign_of_zero(text), size, ink, bbox=chip)

    def _lit_cells(self, style, index, x, y, width, height):
        """Ring the lit entries; frame row and column of the first, ring any mirror dashed."""
        hot = {"fill": False, "edgecolor": self.colors["hot"]}
        for k, (i, j) in enumerate(style.get("lit", [])):
            row = (x[0] - width / 2, y[i] - height / 2), x[-1] - x[0] + width, height
            column = (x[j] - width / 2, y[0] - height / 2), width, y[-1] - y[0] + height
            for corner, across, down in (row, column) if k == 0 else ():
                self.add(Rectangle(corner, across, down, lw=1, alpha=0.5, **hot), clip=False)
            corner = x[j] - width / 2, y[i] - height / 2
            ring = Rectangle(corner, width, height, lw=2.5, **hot)
            ring.set_path_effects(self.lit_edge())
            self.add(ring, clip=False)
            if k == 0 and has_mirror(index, i, j):
                corner = x[i] - width / 2, y[j] - height / 2
                rims = [{"lw": 1.5 + w, "edgecolor": self.colors[c]} for c, w in RIMS]
                for look in (*rims, MIRROR):
                    self.add(Rectangle(corner, width, height, **hot | look), clip=False)

    def _bar(self, style):
        """Draw the color bar with its numbers."""
        if not style.get("bar"):
            return
        left, height = self.right + 8, self.map.height
        index = np.linspace(255, 1, 255).round().astype(np.uint8)[:, None]
        edges = np.arange(255) * height / 255, height / 255
        image = matrix_image(index, edges, (np.zeros(1), 10.0), style, self.colors)
        layer = {"name": f"{style['name']} bar"}
        artist = AxesImage(
            self.axes, interpolation="nearest", extent=(left, left + 10, self.bottom, self.top)
        )
        artist.set_data(image)
        self.add(artist, layer, clip=False)
        low, high = style["low"], style["high"]
        for value, text in style.get("ticks") or [[low, f"{low:g}"], [high, f"{high:g}"]]:
            root = np.sign(value) * np.sqrt(abs(value) / max(high, 1e-300))
            share = (root + 1) / 2 if style.get("root") else (value - low) / ((high - low) or 1)
            place = np.clip(self.bottom - share * height, self.top + 4, self.bottom - 4)
            self.text(left + 14, place, text, 11, "muted", ha="left")

    def _points(self, style, xy, group=None, shape=None, size=None, lit=None, index=None):
        places = self.at(xy)
        count = len(places)
        hue = style.get("hue", "group")
        group = np.zeros(count, dtype=int) if group is None else group.astype(int)
        shape = group if shape is None else shape.astype(int)
        r = np.full(count, float(style.get("r", 5.2))) if size is None else np.asarray(size)
        halos = style.get("lit", []) if lit is None else np.flatnonzero(lit)
        if len(halos):
            halo = {"s": (2 * (r[halos] + 5)) ** 2, "edgecolor": self.colors["ink"]}
            halo |= {"facecolor": to_rgba(self.colors["hot"], 0.35), "lw": 1.25}
            self.add(self.axes.scatter(*places[halos].T, **halo), over=12)
        for g, s in sorted(set(zip(group.tolist(), shape.tolist(), strict=True))):
            chosen = (group == g) & (shape == s) & np.isfinite(places).all(axis=1)
            color = self.color(hue, g)
            if index is not None:
                color = scale_table(style["scale"], self.colors)[index[chosen]] / 255
            self._same_points(style, places[chosen], r[chosen], color, s)
        if style.get("numbered"):
            for i, (place, g) in enumerate(zip(places, group, strict=True)):
                ink = self.colors["on_groups"][g % 10] if hue == "group" else self.colors["paper"]
                ink = self.color(hue, g) if style.get("hollow") else ink
                lower = 1.5 if shape[i] == 1 else 0
                self.text(place[0], place[1] + lower, str(i + 1), 11, ink, weight="bold")
        self._labels(style, places, r, group)

    def _same_points(self, style, places, r, color, shape):
        if style.get("thin"):
            self._thin_crosses(style, places, r, color)
            return
        marker, factor = theme.MARKERS[theme.TOKENS["shapes"][shape % 10]]
        face, rim = color, self.colors["muted" if "scale" in style else "paper"]
        open_ = style.get("hollow") or style.get("ring")
        if open_:
            face, rim = "none" if style.get("ring") else self.colors["paper"], color
        artist = self.axes.scatter(
            *places.T,
            s=(factor * r) ** 2,
            marker=marker,
            facecolor=face,
            edgecolor=rim,
            lw=2 if open_ else 0.5 if np.max(r, initial=0) < 3.5 else 1.0,
            alpha=theme.cover(self.colors, style.get("alpha", 1.0)),
        )
        self.add(artist, style, over=12)

    def _thin_crosses(self, style, places, r, color):
        """Draw crossed strokes with a rim of paper, between which one sees what lies below."""
        for width, hue in ((6, self.colors["paper"]), (3, color)):
            crosses = {"s": (1.7 * r) ** 2, "marker": "x", "lw": width, "color": hue}
            self.add(self.axes.scatter(*places.T, **crosses), style, over=12)

    def _labels(self, style, places, r, group):
        """Write names beside points, on the side where they cover least."""
        labels = style.get("labels") or []
        taken = [(x - q, y - q, x + q, y + q) for (x, y), q in zip(places, r, strict=True)]
        for i, text in enumerate(labels):
            if not text or not np.isfinite(places[i]).all():
                continue
            wanted = style.get("label_at", "e")
            others = taken[:i] + taken[i + 1 :]
            sides = [wanted] if wanted == "c" else [wanted, *(s for s in "ewns" if s != wanted)]
            boxes = {side: self._label_box(places[i], r[i], text, side) for side in sides}
            best = min(sides, key=lambda side: self._covered(boxes[side], others))
            taken.append(boxes[best])
            dx, dy, ha, va = SIDES[best]
            away = r[i] + 5
            x, y = places[i] + away * np.array([dx, dy])
            hue = style.get("hue", "group")
            color = self.colors["ink"] if hue == "group" else self.color(hue)
            color = theme.words_in(self.colors, color)
            self.text(x, y, text, 12, color, ha=ha, va=va, halo=True, weight="bold")

    def _label_box(self, place, r, text, side):
        dx, dy, _, _ = SIDES[side]
        width, height = 1.1 * text_width(text, 12), 14
        x = place[0] + dx * (r + 5 + width / 2)
        y = place[1] + dy * (r + 5 + height / 2)
        return x - width / 2, y - height / 2, x + width / 2, y + height / 2

    def _covered(self, box, others):
        """Return how much of a box lies over others, or outside of the canvas."""
        x0, y0, x1, y1 = box
        boxes = np.array(others).reshape(-1, 4)
        across = np.minimum(x1, boxes[:, 2]) - np.maximum(x0, boxes[:, 0])
        down = np.minimum(y1, boxes[:, 3]) - np.maximum(y0, boxes[:, 1])
        out = max(x1 - self.right - self.plot["margins"][2], self.left - x0, 0)
        out += max(y1 - self.bottom, self.top - y0, 0)
        return np.sum(np.clip(across, 0, None) * np.clip(down, 0, None)) + 20 * out

    def _line(self, style, xy):
        places = self.at(xy)
        color = self.color(style.get("hue", "ink"))
        (artist,) = self.axes.plot(
            *places.T,
            color=color,
            lw=theme.weight(style),
            alpha=theme.cover(self.colors, style.get("alpha", 1.0)),
        )
        if style.get("dash"):
            artist.set_dashes(theme.TOKENS["dashes"][style["dash"]])
            artist.set_dash_capstyle("butt")
        self.add(artist, style, over=2)
        inside = np.isfinite(places).all(axis=1)
        inside &= (places[:, 0] > self.left - 2) & (places[:, 0] < self.right + 2)
        inside &= (places[:, 1] > self.top - 40) & (places[:, 1] < self.bottom + 40)
        if style.get("text") and inside.any():
            x, y = places[inside][-1]
            y = np.clip(y, self.top + 6, self.bottom - 6)
            self.ends.append([x + 6, y, style["text"], theme.words_in(self.colors, color)])

    def _names_at_ends(self):
        """Write the names of curves at their ends, pushed apart where they would meet."""
        self.layer += 1
        gap = TALL_LABEL if any("^" in end[2] for end in self.ends) else LABEL
        ends = sorted(self.ends, key=lambda end: end[1])
        for previous, end in itertools.pairwise(ends):
            end[1] = max(end[1], previous[1] + gap)
        low = self.bottom - 6
        for end in reversed(ends):
            end[1] = min(end[1], low)
            low = end[1] - gap
        for x, y, text, color in ends:
            self.text(x, y, text, 12, color, ha="left", halo=True, weight="bold")

    def _area(self, style, xy):
        color = self.color(style.get("hue", 0))
        corners = self.at(xy)
        broken = np.flatnonzero(~np.isfinite(corners).all(axis=1))
        for piece in np.split(corners, broken):
            places = piece[np.isfinite(piece).all(axis=1)]
            if not len(places):
                continue
            self.add(Polygon(places, facecolor=color, alpha=style.get("fill", 0.2), lw=0), style)
            if style.get("hatch"):  # in the color of the area, as on the page
                lines = {"fill": False, "hatch": "//", "edgecolor": to_rgba(color, 0.5)}
                self.add(Polygon(places, lw=0, **lines))
            if style.get("edge"):
                self.add(Polygon(places, fill=False, edgecolor=color, lw=2))

    def _bars(self, style, value, lit=None):
        slot = self.map.width / len(value)
        half = slot * style.get("width", 0.75) / 2
        ends = self.at(np.stack([np.arange(len(value)), value], axis=1))
        foot = self.map.y.low if self.map.y.kind == "log" else 0.0
        zero = float(self.at([[0.0, foot]])[0, 1])
        lit = np.zeros(len(value)) if lit is None else lit
        texts = style.get("texts") or [""] * len(value)
        for (x, y), text, hot, name in zip(ends, texts, lit, style["names"], strict=True):
            if np.isfinite(y):
                self._one_bar(style, x, half, zero, y, hot)
            self._bar_name(style, x, name, hot)
            y = np.clip(y, self.top + 8, self.bottom - 8) if np.isfinite(y) else zero
            below = y > zero
            size = min(12.0, (slot - 3) / max(text_width(text, 1), 1e-9)) if text else 12
            if size >= 6 and text:
                side = {"va": "top" if below else "bottom"}
                self.text(
                    x,
                    y + (3 if below else -3),
                    without_sign_of_zero(text),
                    size,
                    "ink",
                    halo=True,
                    **side,
                )

    def _one_bar(self, style, x, half, zero, y, hot):
        color = self.color("below" if y > zero else style.get("hue", 0))
        place = (x - half, zero), 2 * half, y - zero
        bar = Rectangle(*place, facecolor=color, edgecolor=self.colors["paper"], lw=0)
        bar.set_hatch("///" if y > zero else None)
        self.add(bar, style)
        if hot:
            edge = Rectangle(*place, fill=False, edgecolor=self.colors["hot"], lw=2.5)
            edge.set_path_effects(self.lit_edge())
            self.add(edge, over=5)
        if y < self.top:  # torn: it goes on above the picture
            zigzag = np.linspace(x - half - 1, x + half + 1, 7)
            heights = self.top + 16 + 4 * (np.arange(7) % 2)
            (tear,) = self.axes.plot(zigzag, heights, color=self.colors["paper"], lw=3)
            self.add(tear)

    def _bar_name(self, style, x, name, hot):
        hue, bold = ("hot", "bold") if hot else ("muted", "normal")
        if style.get("turned"):
            more = {"rotation": 90, "ha": "center", "va": "top", "weight": bold}
            self.axes.text(
                x, self.bottom + 5, name, fontsize=11, color=self.color(hue), zorder=5, **more
            )
        else:
            self.text(x, self.bottom + 5, name, 11, hue, va="top", weight=bold)

    def _stems(self, style, xy):
        places = self.at(xy)
        zero = float(self.at([[0.0, 0.0]])[0, 1])
        r = style.get("r", 4.0)
        below = Rectangle((self.left, zero), self.map.width, self.bottom - zero, lw=0)
        below.set(facecolor=self.colors["below"], alpha=0.07)
        self.add(below)
        values = xy[:, 1]
        for chosen, hue in ((values > 0, "kernel"), (values < 0, "below")):
            stems = [[(x, zero), (x, y)] for x, y in places[chosen]]
            color = self.color(hue) if hue == "kernel" else self.colors["scales"]["below"][4]
            self.add(LineCollection(stems, colors=color, lw=max(1.0, 0.7 * r)))
            mark = "o" if hue == "kernel" else "X"
            more = {"s": (2 * r) ** 2 if hue == "kernel" else (2.6 * r) ** 2, "lw": 0}
            dots = self.axes.scatter(*places[chosen].T, color=color, marker=mark, **more)
            self.add(dots, style, over=6)
        self._zeros(style, places[values == 0], zero, r)

    def _zeros(self, style, places, zero, r):
        """Mark zeros on their line: a dot each, and rings that are large enough to be seen."""
        dots = self.axes.scatter(*places.T, s=min(2 * r, 2.6) ** 2, color=self.colors["ink"], lw=0)
        self.add(dots, style, over=6)
        radius = max(r, RING)
        x = ringed(places[:, 0].tolist(), radius)
        look = {"facecolor": self.colors["paper"], "edgecolor": self.colors["ink"], "lw": 1.2}
        self.add(self.axes.scatter(x, [zero] * len(x), s=(2 * radius) ** 2, **look), over=6)

    def _ellipses(self, style, e, group=None, lit=None):
        outlines = self.map.ellipse(e) + self.corner
        group = np.full(len(e), 255) if group is None else group
        for i, outline in enumerate(outlines):
            color = self.color(style.get("hue", "ink") if group[i] == 255 else int(group[i]))
            self.add(Polygon(outline, facecolor=color, lw=0, alpha=style.get("fill", 0.2)), style)
            if style.get("edge", True):
                hot = lit is not None and lit[i]
                edge = {
                    "edgecolor": self.colors["hot"] if hot else color,
                    "lw": 2.5 if hot else 1.75,
                }
                line = Polygon(outline, fill=False, **edge)
                line.set_path_effects(self.lit_edge() if hot else [])
                self.add(line)

    def _arrows(self, style, a, group=None):
        bold = style.get("weight") == "bold"
        line, length, width = (7, 20, 22) if bold else (2, 10, 9)
        tails, tips = self.at(a[:, :2]), self.at(a[:, 2:])
        for i, (tail, tip) in enumerate(zip(tails, tips, strict=True)):
            color = self.color(style.get("hue", "ink"), 0 if group is None else group[i])
            way = tip - tail
            far = np.hypot(*way)
            if not far > 0:
                continue
            way, head = way / far, min(length, far)
            base, side = tip - head * way, np.array([-way[1], way[0]]) * width / 2 * head / length
            (shaft,) = self.axes.plot(*np.stack([tail, base + way]).T, color=color, lw=line)
            shaft.set_solid_capstyle("butt")
            self.add(shaft, style)
            self.add(Polygon([tip, base + side, base - side], facecolor=color, lw=0), over=12)
        self._names_of_arrows(style, tails, tips)

    def _names_of_arrows(self, style, tails, tips):
        """Write the names of arrows beyond their tips, or at their left where they say so."""
        hue = style.get("hue", "ink")
        away = 18 if style.get("weight") == "bold" else 13
        for text, tail, tip in zip(style.get("labels") or [], tails, tips, strict=False):
            way = (tip - tail) / (np.hypot(*(tip - tail)) or 1)
            left = np.array([way[1], -way[0]])
            x, y = tip + (away * left - 6 * way if style.get("beside") else away * way)
            if np.isfinite(x + y):
                color = "ink" if hue == "group" else hue
                self.text(x, y, text, 13, self.color(color), halo=True, weight="bold")

    def _texts(self, style, xy):
        size = theme.TOKENS["type"][style.get("size", "note")]
        sides = style.get("sides") or [style.get("at", "c")] * len(xy)
        away = AWAY if "sides" in style else 6
        look = {"halo": True, "weight": "bold" if style.get("weight", 400) >= 600 else "normal"}
        for (x, y), text, side in zip(self.at(xy), style["texts"], sides, strict=True):
            across, down = STEPS.get(side, (0, 0))
            look["ha"] = ("right", "center", "left")[round(np.sign(across)) + 1]
            look["va"] = ("bottom", "center", "top")[round(np.sign(down)) + 1]
            x, y = x + away * across, y + away * down
            before = {"left": 0, "center": 0.5, "right": 1}[look["ha"]] * text_width(text, size)
            start, end = self.corner[0] + 2, self.corner[0] + self.map.canvas[0] - 2
            inside = np.clip(x - before, start, max(end - text_width(text, size), start))
            self.text(inside + before, y, text, size, style.get("hue", "ink"), **look)

    def _rule(self, style, at):
        if style["axis"] == "x":
            place = float(self.map.pixels_x(at[0])) + self.corner[0]
            ends = [place, place], [self.bottom, self.top]
        else:
            place = float(self.map.pixels_y(at[0])) + self.corner[1]
            ends = [self.left, self.right], [place, place]
        (artist,) = self.axes.plot(
            *ends, color=self.color(style.get("hue", "ink")), lw=theme.weight(style)
        )
        if style.get("dash"):
            artist.set_dashes(theme.TOKENS["dashes"][style["dash"]])
        self.add(artist, style, over=1)
        if style.get("text"):
            self.text(
                ends[0][1] - 4, ends[1][1] + 9, style["text"], 12, "ink", ha="right", halo=True
            )

    def _regions(self, style, rings, group):
        ends = np.flatnonzero(np.isnan(rings[:, 0]))
        corners = [part[np.isfinite(part[:, 0])] for part in np.split(self.at(rings), ends)[:-1]]
        shape = round(self.map.height * RATIO), round(self.map.width * RATIO)
        for g in np.unique(group).tolist():
            own = [ring for ring, owner in zip(corners, group, strict=True) if owner == g]
            path = Path.make_compound_path(*(Path(ring, closed=True) for ring in map(closed, own)))
            image = region_image(shape, g, style, self.colors)
            box = self.left, self.top, self.map.width, self.map.height
            artist = self._place_image(image, style, *box)
            artist.set_clip_path(path, self.axes.transData)
        lines = LineCollection(list(map(closed, corners)), colors=self.colors["muted"], lw=1)
        self.add(lines, over=-1)  # no line along the edge of the box


def closed(ring):
    """Return a ring with its first corner once more at the end."""
    return np.concatenate([ring, ring[:1]])


def has_mirror(index, i, j):
    """Return whether entry (j, i) says the same as (i, j): rows i and j equal their columns."""
    if index.shape[0] != index.shape[1] or i == j:
        return False
    return all(np.array_equal(index[k], index[:, k]) for k in (i, j))


def without_sign_of_zero(text):
    """Return a number without a minus before zeros only, and with a true minus."""
    return text[1:] if text.startswith("-") and not text.strip("-0.") else text
