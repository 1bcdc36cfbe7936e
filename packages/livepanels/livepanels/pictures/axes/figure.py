"""Figures: some live axes that are shown together, in rows."""

from typing import Any

import numpy as np

from ..picture import Picture
from ..scene import spoken
from ..sheets import row_of
from .axes import Axes
from .base import Anything, Base, not_live, size_of
from .space import SpaceAxes
from .stage import answering
from .words import QUIET, nearest_first, words_of

__all__ = ["Figure", "subplots"]

WIDEST = 960  # pixels of all axes of a row
KNOWN = ("size", "widths", "figsize", "space", "squeeze", "gridspec_kw", "subplot_kw")
TAKEN = {
    "sharex",
    "sharey",
    "layout",
    "constrained_layout",
    "tight_layout",
    "dpi",
    "num",
    "facecolor",
}


class Figure:
    """Some live axes that are shown together; `subplots` makes it.

    Parameters
    ----------
    rows, columns : int
        How many axes there are.
    size : str, (width, height) or None
        Of one pair of axes, or of all in a row, in pixels.
    widths : tuple
        Shares of the columns.
    space : bool
        Whether the axes are three-dimensional.
    """

    def __init__(self, rows, columns, size, widths, space):
        self.made_as = (rows, columns, size, widths, space)
        self.shape = rows, columns
        self.aside = None  # axes that were placed by hand beside the others in this answer
        kind = SpaceAxes if space else Axes
        self.axes = [kind(one) for _ in range(rows) for one in sizes_of(columns, size, widths)]
        for place, axes in enumerate(self.axes):
            axes.row, axes.figure, axes.place = self.axes, self, place

    def __getattr__(self, name):
        """Refuse a word that live figures do not have."""
        if name.startswith("_"):
            raise AttributeError(name)
        if name in QUIET or name in (
            "subplots_adjust",
            "canvas",
            "set_size_inches",
            "patch",
            "set_dpi",
        ):
            return Anything()
        inner = {"again", "alt", "alts", "readout", "still"}
        words = [w for w in dir(type(self)) if not w.startswith("_") and w not in inner]
        raise not_live("a live figure", name, words)

    def suptitle(self, text, **_):
        """Write a title above the first axes, in the size of titles."""
        self.axes[0].set_title(text)

    def colorbar(self, mark=None, **_):
        """Take the wish for a bar of colors: a matrix has its bar by itself."""
        return Anything()

    def savefig(self, *place, **named):
        """Save the figure as matplotlib draws it; in a live function nothing is saved."""
        if answering() is None:
            self.to_matplotlib().savefig(*place, **named)

    def add_axes(self, *_, **__):
        """Return axes that are placed by hand: they hold a bar of colors, no more."""
        self.aside = Aside()
        return self.aside

    def get_size_inches(self):
        """Return width and height, 100 pixels to the inch."""
        columns = self.shape[1]
        width = sum(axes.pixels[0] for axes in self.axes[:columns])
        return np.array([width, sum(axes.pixels[1] for axes in self.axes[::columns])]) / 100

    def gca(self):
        """Return the first axes."""
        return self.axes[0]

    def to_matplotlib(self, dark=False):
        """Return a figure of matplotlib that shows the same data: for a thesis."""
        from .to_matplotlib import figure_of

        return figure_of(self.axes, self.shape, dark)

    # What the engine asks, as it asks a picture ---------------------------------------------------

    def again(self):
        """Show all axes as they are."""
        for axes in self.axes:
            axes.again()

    def readout(self):
        """Return what the axes show, in one line."""
        return "; ".join(axes.readout() for axes in self.axes)

    def alt(self):
        """Return a text for those who do not see the axes."""
        return ". ".join(self.alts())

    def alts(self):
        """Return such a text for each of the axes."""
        return [spoken(axes.alt()) for axes in self.axes]

    def still(self, dark=False):
        """Return the pixels of all axes."""
        return row_of([axes.still(dark) for axes in self.axes], dark)

    def _repr_mimebundle_(self, **_):
        return Picture.on_page(self)


class Aside(Anything):
    """Axes that are placed by hand beside others; the bar of colors needs none."""

    def __getattr__(self, name):
        """Refuse a word that draws."""
        if name in words_of(Axes) and name not in words_of(Base):
            raise not_live("a pair of axes that is placed by hand", name, ["subplots"])
        return super().__getattr__(name)


def sizes_of(columns, size, widths):
    """Return the sizes of the axes of a row."""
    one = size_of(size if isinstance(size, str) else "medium")
    if not isinstance(size, str) and size is not None:
        all_of = size_of(size)
    else:
        all_of = one[0] * columns, one[1]
        if size is None and columns > 1:
            all_of = WIDEST, {2: 360}.get(columns, 330)
    width = min(all_of[0], WIDEST)
    shares = np.array(widths if widths is not None else [1.0] * columns, dtype=float)
    return [(round(width * share), all_of[1]) for share in shares / shares.sum()]


def subplots(
    nrows=1,
    ncols=1,
    *,
    size=None,
    widths=None,
    figsize=None,
    space=False,
    squeeze=True,
    gridspec_kw=None,
    subplot_kw=None,
    **other,
) -> "tuple[Figure, Any]":
    """Return a figure and its live axes, as matplotlib's subplots does.

    What is drawn on the axes outside of a live function is a picture that stays. A function below
    `@live` draws from nothing each time; called inside such a function, `subplots` returns the axes
    that it returned in the last answer.

    Parameters
    ----------
    nrows, ncols : int
        How many rows and columns of axes.
    size : str or pair of int, optional
        "small", "medium", "wide" or "square" for each axes, or width and height of a row in pixels.
    widths : sequence of float, optional
        Shares of the columns.
    figsize : pair of float, optional
        Width and height in inches, as matplotlib has them; at most 9.6 inches are used.
    space : bool
        Three-dimensional axes.
    squeeze : bool
        Leave out directions with one row or column, down to the axes alone.
    gridspec_kw, subplot_kw : dict, optional
        As for matplotlib: "width_ratios", and the projection "3d".
    **other
        What matplotlib knows, and live figures have no need of: sharex, dpi, layout, ...

    Returns
    -------
    figure : Figure
        Shows all its axes as the output of a cell.
    axes : Axes or array of Axes
        What is drawn on.

    Raises
    ------
    TypeError
        If a keyword is not known.
    ValueError
        If there are not as many widths as columns.

    Examples
    --------
    >>> figure, (left, right) = subplots(1, 2)
    >>> left.scatter([0, 1], [1, 3])
    <2 points>
    """
    for name in other:
        if name not in TAKEN:
            known = [
                "size",
                "widths",
                "figsize",
                "space",
                "squeeze",
                "gridspec_kw",
                "subplot_kw",
                "sharex",
                "sharey",
            ]
            raise TypeError(
                f"subplots() got {name}=; it knows {', '.join(nearest_first(name, known))}"
            )
    widths = (gridspec_kw or {}).get("width_ratios", widths)
    if widths is not None and len(widths) != ncols:
        raise ValueError(f"subplots wants {ncols} widths, one for each column, got {len(widths)}")
    projection = (subplot_kw or {}).get("projection")
    space = space or projection == "3d"
    if projection not in (None, "3d", "rectilinear"):
        raise not_live("a live figure", f"axes with the projection {projection}", ["space=True"])
    if figsize is not None:
        shrink = min(1.0, WIDEST / 100 / figsize[0])
        high = min(max(100 * figsize[1] * shrink / nrows, 220), 500)
        size = round(100 * figsize[0] * shrink), round(high)
    shape = nrows, ncols, size, None if widths is None else tuple(widths), bool(space)
    now = answering()
    figure = Figure(*shape) if now is None else now.stage.figure(Figure, *shape)
    if now is not None:
        for axes in figure.axes:
            axes.state()  # all of them are shown, also those that stay empty
    axes = np.empty((nrows, ncols), dtype=object)
    axes.ravel()[:] = figure.axes
    if not squeeze:
        return figure, axes
    return figure, axes.squeeze() if axes.size > 1 else axes[0, 0]
