"""The words of matplotlib.pyplot on live axes: the door for notebooks that exist.

    from livepanels import pyplot as plt, interact

Each word goes to the axes that were made or chosen last. Inside a live function that is the figure
which it has made itself; another word than these is `NotLive`.
"""

import contextlib
import functools
from collections import defaultdict
from contextvars import ContextVar

import numpy as np
from IPython.display import display

from .pictures.axes import Axes, NotLive, SpaceAxes, subplots as _subplots
from .pictures.axes.base import Anything, not_live
from .pictures.axes.stage import answering
from .pictures.axes.words import QUIET, words_of

OWN = ["figure", "gca", "gcf", "getp", "savefig", "sca", "setp", "show", "subplot", "subplot2grid"]
OWN += ["axes", "subplots", "suptitle", "xkcd", "xlim", "ylim"]

#: Words of pyplot that axes have under another name.
SET = {word: f"set_{word}" for word in ("title", "xlabel", "ylabel", "xticks", "yticks")}
SET |= {"xscale": "set_xscale", "yscale": "set_yscale", "clf": "cla"}
#: Words that do nothing here.
PASSED = QUIET | frozenset(
    {
        *("tight_layout", "subplots_adjust", "figtext", "close", "draw", "pause", "ion", "ioff"),
        *("clim", "colorbar", "get_cmap", "set_cmap", "rc", "style"),
        *("tick_params", "minorticks_on", "margins", "locator_params", "ticklabel_format"),
    }
)
#: Shapes that pyplot has under their own names, for `add_patch`.
PATCHES = ("Arrow", "Circle", "Polygon", "Rectangle")
#: Where ticks stand and what they say, for `set_major_locator`, which is taken and not drawn.
TICKERS = ("FixedLocator", "IndexLocator", "LinearLocator", "LogLocator", "MaxNLocator")
TICKERS += ("MultipleLocator", "NullLocator", "FixedFormatter", "FormatStrFormatter")
TICKERS += ("FuncFormatter", "NullFormatter", "ScalarFormatter")
#: Words of axes that pyplot has not, though they begin with no "set_".
NOT_HERE = {"add_artist", "add_patch", "clear", "ellipses", "invert_xaxis", "invert_yaxis"}
NOT_HERE |= {"points_grid", "regions", "set", "to_matplotlib"}
#: Keywords of axes that only decorate.
LOOKS = frozenset({"sharex", "sharey", "frameon", "frame_on", "facecolor", "label"})
#: What `setp` may set in silence.
DECORATED = {"color", "c", "linestyle", "ls", "linewidth", "lw", "visible", "fontsize", "size"}
DECORATED |= {"rotation", "ha", "va", "fontweight", "weight", "alpha", "markersize", "ms"}
DECORATED |= {"marker", "zorder"}

#: What notebooks ask for and set; only the size of figures is looked up, by themselves.
rcParams = defaultdict(Anything, {"figure.figsize": (6.4, 4.8)})  # matplotlib's name

_current = ContextVar("current", default=(None, None, None))  # answer, figure, axes


def _take(figure, axes):
    _current.set((answering(), figure, axes))
    if axes is not None:
        figure.aside = None
    return axes


def _now():
    """Return figure and axes that were made last in this answer, or outside of answers."""
    answer, figure, axes = _current.get()
    return (figure, axes) if answer is answering() else (None, None)


def subplots(nrows=1, ncols=1, **named):
    """Return a figure and its live axes; see `livepanels.subplots`."""
    figure, axes = _subplots(nrows, ncols, **named)
    _take(figure, figure.axes[0])
    return figure, axes


class Blank:
    """A figure that has no axes yet: the first word that needs some makes them."""

    def __init__(self, figsize=None):
        self.figsize = figsize

    def add_subplot(self, *place, **named):
        """Choose one of several axes."""
        return subplot(*place, **named)

    def subplots(self, nrows=1, ncols=1, **named):
        """Return axes of this figure."""
        return subplots(nrows, ncols, figsize=self.figsize, **named)[1]

    def add_axes(self, *_, **named):
        """Return the first axes; axes that are placed by hand besides only hold a bar of colors."""
        found, _axes = _now()
        return subplot(**named) if found is self or found is None else found.add_axes()

    def gca(self, **named):
        """Return the axes that were made or chosen last."""
        return gca(**named)

    def __getattr__(self, name):
        """Return what a figure with axes has."""
        if name.startswith("_"):
            raise AttributeError(name)
        return getattr(gcf(), name)


def figure(num=None, figsize=None, **_):
    """Return a new figure; its axes are made by the first word that needs them."""
    made = Blank(figsize)
    _take(made, None)
    return made


def gcf():
    """Return the figure that was made last."""
    found, _axes = _now()
    if found is None or isinstance(found, Blank):
        found, _axes = subplots(figsize=found and found.figsize)
    return found


def gca(**named):
    """Return the axes that were made or chosen last."""
    if named:
        return subplot(**named)
    figure = gcf()
    return figure.aside or _now()[1]


def sca(axes):
    """Choose axes."""
    _take(axes.figure, axes)


def subplot(*place, projection=None, polar=False, **named):
    """Choose one of several axes: ``subplot(1, 2, 1)``, ``subplot(121)``, or a part of a grid.

    ``projection="3d"`` makes all axes of the figure three-dimensional.
    """
    if polar or projection not in (None, "rectilinear", "3d"):
        raise NotLive(f"subplot(projection={projection or 'polar'!r}) is not live; '3d' is")
    rows, columns, number = numbers_of(*place)
    space, (found, _axes) = projection == "3d", _now()
    if found is None or isinstance(found, Blank) or found.shape != (rows, columns):
        size = vars(found or Blank()).get("figsize")
        found, _axes = subplots(rows, columns, figsize=size, space=space)
    elif space == isinstance(found.axes[0], Axes) and (space or place):
        raise NotLive("axes of the plane and of space in one figure are not live")
    chosen = found.axes[number - 1]
    setters = {name: value for name, value in named.items() if name not in LOOKS}
    if setters:
        chosen.set(**setters)
    return _take(found, chosen)


def numbers_of(*place):
    """Return rows, columns and number of the place of axes; what it spans is not drawn.

    >>> numbers_of(121), numbers_of(2, 3, 4), numbers_of()
    ((1, 2, 1), (2, 3, 4), (1, 1, 1))
    """
    if len(place) == 1 and hasattr(place[0], "get_geometry"):  # of a GridSpec
        rows, columns, first, _last = place[0].get_geometry()
        return rows, columns, first + 1
    rows, columns, number = map(int, str(place[0])) if len(place) == 1 else place or (1, 1, 1)
    return rows, columns, number[0] if isinstance(number, tuple) else number


def subplot2grid(shape, loc, rowspan=1, colspan=1, **_):
    """Choose one of several axes by its row and column; what it spans is not drawn."""
    return subplot(*shape, loc[0] * shape[1] + loc[1] + 1)


def show(*_, **__):
    """Show the figure; a live function shows its figures by itself."""
    if answering() is None and _now()[1] is not None:
        display(_now()[0])
        _current.set((None, None, None))


def xlim(*ends, **named):
    """Set both ends of x, or return them."""
    return gca().set_xlim(*ends, **named) if ends or named else gca().get_xlim()


def ylim(*ends, **named):
    """Set both ends of y, or return them."""
    return gca().set_ylim(*ends, **named) if ends or named else gca().get_ylim()


def suptitle(text, **_):
    """Write a title above the figure."""
    gcf().suptitle(text)


def savefig(*place, **named):
    """Save the figure as matplotlib draws it; in a live function nothing is saved."""
    gcf().savefig(*place, **named)


def axes(*place, **named):
    """Return the axes; with a place or a projection, those of a new figure."""
    return gcf().add_axes() if place and _now()[1] else gca(**named)


def setp(thing, *pairs, **named):
    """Set what axes can set; of marks the look stays, and what would change more is refused."""
    named |= dict(zip(pairs[::2], pairs[1::2], strict=True))
    some = [thing] if np.ndim(thing) == 0 else np.ravel(np.array(thing, dtype=object))
    for one in some:
        if isinstance(one, (Axes, SpaceAxes)):
            one.set(**named)
        elif refused := set(named) - DECORATED:
            raise NotLive(f"setp({min(refused)}=) is not live: draw with it")
        else:
            gca().ignored.add("setp()")


def getp(*_, **__):
    """Take the question for a look."""
    return Anything()


def xkcd(*_, **__):
    """Do nothing, also as ``with plt.xkcd():``."""
    return contextlib.nullcontext()


def __getattr__(name):
    """Return a word, as a function of the axes that are the current ones when it is called."""
    if name.startswith("__") and name != "__all__":
        raise AttributeError(name)
    if name == "__all__":
        return sorted({*__dir__(), *PASSED - {"style", "rc"}})
    if name == "cm":
        from matplotlib import cm  # colors of its maps are taken to the nearest role

        return cm
    if name == "GridSpec":
        from matplotlib.gridspec import GridSpec

        return GridSpec
    if name in PATCHES:
        from matplotlib import patches

        return getattr(patches, name)
    if name in TICKERS:
        from matplotlib import ticker

        return getattr(ticker, name)
    return Anything() if name in PASSED else _word_of_axes(name)


@functools.cache
def _word_of_axes(name):
    """Return the function for a word of the axes."""
    word = SET.get(name, name)
    if word not in words_of(Axes) | words_of(SpaceAxes):
        raise not_live("livepanels.pyplot", name, __dir__())

    @functools.wraps(getattr(Axes, word, None) or getattr(SpaceAxes, word))
    def called(*values, **named):
        if name in ("xticks", "yticks") and not (values or "ticks" in named):
            return [], []
        return getattr(gca(), word)(*values, **named)

    return called


def __dir__():
    """Return the words."""
    own = {word for word in words_of(Axes) if not word.startswith(("set_", "get_"))} - NOT_HERE
    return sorted([*own, *SET, *OWN, *PATCHES, *TICKERS, "GridSpec", "rcParams"])
