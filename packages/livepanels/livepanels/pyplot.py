"""The words of matplotlib.pyplot on live axes: the door for notebooks that exist.

    from livepanels import pyplot as plt, interact

Each word goes to the axes that were made or chosen last. Inside a live function that is the figure
which it has made itself; another word than these is `NotLive`.
"""

import contextlib
from collections import defaultdict
from contextvars import ContextVar

from IPython.display import display

from .pictures.axes import Axes, NotLive, subplots as _subplots
from .pictures.axes.base import Anything, not_live
from .pictures.axes.stage import answering
from .pictures.axes.words import QUIET, words_of

__all__ = ["figure", "gca", "gcf", "sca", "show", "subplot", "subplot2grid", "subplots"]

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

#: What notebooks ask for and set; only the size of figures is looked up, by themselves.
rcParams = defaultdict(Anything, {"figure.figsize": (6.4, 4.8)})  # matplotlib's name

_current = ContextVar("current", default=(None, None, None))  # answer, figure, axes


def _take(figure, axes):
    _current.set((answering(), figure, axes))
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

    def add_axes(self, *_, **__):
        """Return the axes."""
        return gca()

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


def gca(**_):
    """Return the axes that were made or chosen last."""
    gcf()
    return _now()[1]


def sca(axes):
    """Choose axes."""
    _take(axes.figure, axes)


def subplot(*place, **named):
    """Choose one of several axes: ``subplot(1, 2, 1)`` or ``subplot(121)``."""
    rows, columns, number = map(int, str(place[0])) if len(place) == 1 else place or (1, 1, 1)
    if named.get("projection"):
        raise NotLive("subplot(projection=) is not live; subplots(space=True) makes 3-D axes")
    found, _axes = _now()
    if found is None or isinstance(found, Blank) or found.shape != (rows, columns):
        found, _axes = subplots(rows, columns, figsize=vars(found or Blank()).get("figsize"))
    return _take(found, found.axes[number - 1])


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


def axes(*_, **__):
    """Return the axes."""
    return gca()


def xkcd(*_, **__):
    """Do nothing, also as ``with plt.xkcd():``."""
    return contextlib.nullcontext()


def __getattr__(name):
    """Return a word of the axes."""
    if name.startswith("__"):
        raise AttributeError(name)
    if name == "cm":
        from matplotlib import cm  # colors of its maps are taken to the nearest role

        return cm
    if name in PASSED:
        return Anything()
    word = SET.get(name, name)
    if word not in words_of(Axes):
        raise not_live("livepanels.pyplot", name, __dir__())
    if name in ("xticks", "yticks"):
        return lambda ticks=None, labels=None, **more: (
            getattr(gca(), word)(ticks, labels, **more) if ticks is not None else ([], [])
        )
    return getattr(gca(), word)


def __dir__():
    """Return the words."""
    own = [word for word in words_of(Axes) if not word.startswith(("set_", "get_", "set"))]
    return sorted([*own, *SET, *__all__, "xlim", "ylim", "suptitle", "savefig"])
