"""Colours, type sizes and line widths of every picture in the book.

One place decides how the book looks: light or dark page, desk or lecture hall. A picture asks
:func:`rc` for its matplotlib settings and never sets a size or a colour of its own.
"""

import os
from dataclasses import dataclass, replace

from matplotlib import colormaps

__all__ = ["MARKERS", "Style", "colors", "lecture", "rc", "style"]

#: Perceptually ordered maps for values that start at zero, a diverging one for signed values.
#: A distance whose square is negative is no distance: green, on no scale.
KERNEL_MAP = colormaps["viridis"]
SIGNED_MAP = colormaps["RdBu_r"]
DISTANCE_MAP = colormaps["magma"].with_extremes(under="#00c853")

#: Groups differ in marker and in colour (Okabe and Ito's palette), never in colour alone.
MARKERS = ("o", "^", "s", "D", "v", "P", "X", "*", "<", ">")
_ON_LIGHT = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#7F6000", "#56B4E9", "#5B3A8E", "#333333")
_ON_DARK = ("#56B4E9", "#E69F00", "#2FD6A5", "#E79BC6", "#F0E442", "#9EC9F0", "#B79CED", "#DDDDDD")


@dataclass(frozen=True)
class Style:
    """How one view wants its pictures: page colour, projector or desk, pixels per CSS pixel."""

    dark: bool = False
    lecture: bool = False
    ratio: float = 1.0

    @property
    def zoom(self):
        """How much larger than at the desk the picture is drawn."""
        return 1.25 if self.lecture else 1.0


_current = Style(lecture=os.environ.get("KERNLAB_LECTURE", "") not in ("", "0"))


def style():
    """Return the style that new pictures start with."""
    return _current


def lecture(on=True):
    """Enlarge type, line widths and pictures for a projector (or go back with ``on=False``).

    Call it in the first cell, or set the environment variable ``KERNLAB_LECTURE=1``. Panels that
    are already on the page follow when their slider moves.

    >>> lecture(); style().lecture
    True
    >>> lecture(on=False); style().lecture
    False
    """
    global _current
    _current = replace(_current, lecture=bool(on))


def colors(dark=False):
    """Return the colours of groups 0, 1, 2, ... on a light or a dark page."""
    return _ON_DARK if dark else _ON_LIGHT


def rc(style):
    """Return the matplotlib settings of a :class:`Style` as a dictionary."""
    ink, page, faint = "#222222", "w", "#cccccc"
    if style.dark:
        ink, page, faint = "#e8e8e8", "#111111", "#555555"
    size = 14.0 if style.lecture else 11.0
    return {
        "axes.edgecolor": ink,
        "axes.facecolor": page,
        "axes.grid": False,
        "axes.labelcolor": ink,
        "axes.linewidth": 0.8 * style.zoom,
        "axes.spines.right": False,
        "axes.spines.top": False,
        "axes.titlelocation": "left",
        "axes.titlesize": size + 1,
        "figure.facecolor": page,
        "font.family": "DejaVu Sans",
        "font.size": size,
        "grid.color": faint,
        "legend.frameon": False,
        "lines.linewidth": 2.0 * style.zoom,
        "lines.markersize": 6.0 * style.zoom,
        "text.color": ink,
        "xtick.color": ink,
        "ytick.color": ink,
        "xtick.labelsize": size - 1,
        "ytick.labelsize": size - 1,
    }
