"""The scene as a still picture, drawn by matplotlib; the front end draws the same on the page.

All artists live on one axes whose coordinates are CSS pixels, so :mod:`.positions` alone decides
where things stand. An artist that shows data carries "number of the plot:name of the mark" as gid.
"""

import functools
import gc

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from . import theme
from .draw_marks import Painter
from .positions import size
from .scene import BOLD, GAP, text_width, with_minus
from .stills import RATIO

__all__ = ["figure_of", "pixels", "strip"]

LINE = 19  # height of a line of caption and key
INCH = 72  # so that a point, matplotlib's unit of type and lines, is a CSS pixel


def matplotlib_settings():
    """Return the matplotlib settings of all stills."""
    return {
        "font.family": "DejaVu Sans",
        "mathtext.fontset": "stix",
        "lines.scale_dashes": False,
        "lines.solid_capstyle": "round",
        "hatch.linewidth": 1.2,
        "path.simplify": False,
    }


def freeing_memory(draw):
    """Collect at once what a drawing leaves behind in rings of references.

    These are megabytes of pixels, which stay until Python looks through all that it has: in the
    kernel of every student of a hub. Here only what is new is looked through.
    """

    @functools.wraps(draw)
    def drawn(*args, **options):
        collecting = gc.isenabled()
        gc.disable()
        try:
            return draw(*args, **options)
        finally:
            gc.collect(0)
            if collecting:
                gc.enable()

    return drawn


@freeing_memory
def pixels(frame, parts, dark=False):
    """Return a picture with its captions and keys as an RGBA array."""
    with matplotlib.rc_context(matplotlib_settings()):
        figure = figure_of(frame, parts, dark)
        figure.canvas.draw()
    return np.array(figure.canvas.buffer_rgba())


@freeing_memory
def strip(lines, width, dark=False):
    """Return lines of text as an RGBA array of that width."""
    colors = theme.palette(dark)
    with matplotlib.rc_context(matplotlib_settings()):
        figure = blank(width, 17 * len(lines) + 12, colors)
        axes = figure.axes[0]
        for i, line in enumerate(lines):
            text = with_minus(plain_text(line))
            axes.text(4, 17 * i + 6, text, va="top", fontsize=12, color=colors["ink"])
        figure.canvas.draw()
    return np.array(figure.canvas.buffer_rgba())


def plain_text(text):
    """Return a text in which a lonely dollar sign is a dollar sign."""
    return text if text.count("$") % 2 == 0 else text.replace("$", r"\$")


def blank(width, height, colors):
    """Return an empty figure whose only axes counts pixels from the top left."""
    figure = Figure(figsize=(width / INCH, height / INCH), dpi=INCH * RATIO)
    FigureCanvasAgg(figure)
    figure.set_facecolor(colors["paper"])
    axes = figure.add_axes((0, 0, 1, 1))
    axes.set(xlim=(0, width), ylim=(height, 0))
    axes.set_axis_off()
    return figure


def figure_of(frame, parts, dark=False):
    """Return the matplotlib figure of a picture: its plots side by side under their captions."""
    colors = theme.palette(dark)
    plots = [with_head(plot, i, parts) for i, plot in enumerate(frame["plots"])]
    sides = [size(plot) for plot in plots]
    heads = [head(plot) for plot in plots]
    widths = [
        max(side[0], *(row[-1][1] for row in rows)) for side, rows in zip(sides, heads, strict=True)
    ]
    above = LINE * max(len(rows) for rows in heads) + 6
    width = sum(widths) + GAP * (len(plots) - 1) + 8
    height = above + max(side[1] for side in sides) + 6
    figure = blank(round(width), round(height), colors)
    left = 4.0
    for number, (plot, rows) in enumerate(zip(plots, heads, strict=True)):
        painter = Painter(figure.axes[0], colors, plot, number, (left, above), parts)
        for line, row in enumerate(rows):
            draw_head(painter, row, left, LINE * line + LINE / 2 + 2)
        painter.draw()
        left += widths[number] + GAP
    figure.axes[0].set(xlim=(0, round(width)), ylim=(round(height), 0))
    return figure


def with_head(plot, number, parts):
    """Return a plot with the caption and the key to which its part "head" has moved."""
    moved = [p["extra"] for p in parts if p["plot"] == number and p["mark"] == "head"]
    return plot | moved[0] if moved else plot


def head(plot):
    """Return the rows above a plot: [(what, right end, left end)], the caption and its key.

    What is a text, (group, name), (group, name, hue) or (group, name, hue, ring); the key goes on
    in new rows where there is no room.
    """
    end = BOLD * text_width(plot["caption"], 12)
    rows = [[(plot["caption"], end, 0.0)]]
    for group, name, *hue in plot["key"]:
        start = rows[-1][-1][1] + 16 if rows[-1] else 0.0
        width = 16 + text_width(name, 12)
        if start + width > plot["width"] and start > 0:
            rows.append([])
            start = 0.0
        rows[-1].append(((group, name, *hue), start + width, start))
    return rows


def draw_head(painter, row, left, y):
    """Write one row of caption and key."""
    for what, _, start in row:
        if isinstance(what, str):
            painter.text(left + start, y, what, 12, "ink", ha="left", weight="bold")
            continue
        group, name, *hue = what
        painter.symbol(left + start + 6, y, 4.6, group, *hue)
        painter.text(left + start + 15, y, name, 12, "ink", ha="left")
