"""The words of live axes: colors, markers, dashes, short forms, and what only decorates.

The words themselves are the methods of `Axes`, their keywords stand in the signatures; what is here
completes that table, and :func:`table` writes it down. The table is closed: a keyword that is not
in it is a `TypeError`, a word that is not in it is `NotLive`.
"""

import difflib
import functools
import inspect
import re

import numpy as np

from .. import theme

__all__ = ["NotLive", "dash_of", "marker_of", "others", "role", "table", "weight_of", "words_of"]

#: Names of colors, and the roles that a page gives them: they stay readable on dark ground.
ROLES = {
    "ink": "ink k black",
    "muted": "muted gray grey dimgray dimgrey slategray tab:gray",
    "hair": "hair lightgray lightgrey silver gainsboro",
    "grid": "grid",
    "paper": "paper w white",
    "hot": "hot r red crimson firebrick tab:red",
    "below": "below tomato orangered",
    "kernel": "kernel",
    "distance": "distance",
    0: "b blue navy steelblue royalblue tab:blue",
    1: "orange darkorange y yellow gold tab:orange",
    2: "c cyan teal turquoise tab:cyan",
    3: "purple indigo tab:purple",
    5: "lightblue skyblue",
    6: "brown tan tab:brown",
    7: "m magenta violet pink tab:pink",
    8: "g green limegreen tab:green",
}
COLORS = {name: role for role, names in ROLES.items() for name in names.split()}
#: Numbers of shapes by matplotlib's markers.
MARKERS = {marker: number for number, marker in enumerate("o^sDvPX*ph")}
MARKERS |= {".": 0, ",": 0, "d": 3, "+": 5, "x": 6, "<": 1, ">": 1, "H": 9}
DASHES = {"-": "", "solid": "", "--": "dashed", "dashed": "dashed"}
DASHES |= dict.fromkeys((":", "dotted", "-.", "dashdot"), "dotted")
#: Up to so many points (1/72 inch) a line has the weight of that name.
WEIGHTS = {"thin": 1.2, "guide": 1.8, "second": 2.6, "main": 5.0, "bold": np.inf}
#: Keywords that are the same as others.
SHORT = {
    "c": "color",
    "colors": "color",
    "lw": "linewidth",
    "linewidths": "linewidth",
    "ls": "linestyle",
    "linestyles": "linestyle",
    "ms": "markersize",
    "fc": "facecolor",
    "facecolors": "facecolor",
    "ec": "edgecolor",
    "edgecolors": "edgecolor",
    "horizontalalignment": "ha",
}
#: Keywords that only decorate, by word: they are taken, and not drawn. Those of "" go with all.
TYPE = (
    "fontsize size fontweight weight fontstyle fontfamily family fontname fontdict rotation va "
    "verticalalignment bbox pad labelpad loc linespacing wrap backgroundcolor style variant "
    "stretch name multialignment ma rotation_mode usetex math_fontfamily"
)
EDGE = "edgecolor linewidth linestyle hatch joinstyle capstyle"
HEAD = "head_width head_length width overhang length_includes_head shape headwidth headlength"
DECORATION = {
    "": "clip_on antialiased aa rasterized picker gid url visible animated snap",
    "plot": "solid_capstyle dash_capstyle markeredgecolor mec markeredgewidth mew markerfacecolor "
    "mfc drawstyle markevery",
    "scatter": "cmap norm plotnonfinite linewidth edgecolor linestyle hatch",
    "bar": f"{EDGE} align log",
    "barh": f"{EDGE} align log",
    "hist": f"{EDGE} histtype rwidth align",
    "boxplot": "notch sym whis patch_artist showfliers boxprops medianprops",
    "errorbar": "capsize capthick elinewidth ecolor barsabove errorevery",
    "fill_between": f"{EDGE} interpolate step",
    "fill_betweenx": f"{EDGE} interpolate step",
    "fill": EDGE,
    "axvspan": EDGE,
    "axhspan": EDGE,
    "stackplot": EDGE,
    "arrow": f"{HEAD} edgecolor linewidth linestyle",
    "quiver": f"{HEAD} scale angles scale_units units pivot linewidth edgecolor",
    "text": TYPE,
    "annotate": f"{TYPE} textcoords xycoords",
    "imshow": "interpolation norm aspect resample",
    "pcolormesh": "shading norm edgecolor linewidth",
    "contour": "cmap norm vmin vmax extend linestyle",
    "contourf": "norm extend alpha hatches color",
    "set_title": f"{TYPE} color ha y",
    "set_xlabel": f"{TYPE} color ha",
    "set_ylabel": f"{TYPE} color ha",
    "set_zlabel": f"{TYPE} color ha",
    "set_xticks": f"{TYPE} minor ha",
    "set_yticks": f"{TYPE} minor ha",
    "set_xticklabels": f"{TYPE} minor ha",
    "set_yticklabels": f"{TYPE} minor ha",
    "set_xlim": "emit auto",
    "set_ylim": "emit auto",
    "set_zlim": "emit auto",
    "set_xscale": "base nonpositive",
    "set_yscale": "base nonpositive",
    "set_aspect": "adjustable anchor share",
    "grid": "which axis color linestyle linewidth alpha zorder",
    "legend": f"{TYPE} ncol ncols frameon fancybox shadow bbox_to_anchor prop title framealpha "
    "handlelength borderpad numpoints scatterpoints markerscale markerfirst borderaxespad "
    "columnspacing handletextpad handleheight labelspacing mode edgecolor facecolor labelcolor "
    "title_fontsize alignment",
}
DECORATION = {word: frozenset(names.split()) for word, names in DECORATION.items()}
#: Words that only decorate, or that live axes have no need of.
QUIET = frozenset(
    {
        *("tick_params", "minorticks_on", "minorticks_off", "set_facecolor", "margins"),
        *("tight_layout", "set_axisbelow", "set_prop_cycle", "autoscale", "autoscale_view"),
        *("relim", "clabel", "get_legend", "locator_params", "ticklabel_format"),
        *("spines", "xaxis", "yaxis", "patch", "set_xbound", "set_ybound"),
    }
)
#: What differs from matplotlib, by word; the others do the same.
DIFFERS = {
    "plot": "a group of lines takes C0, C1, ...; five weights of lines; the label stands at the "
    "end of the line where `legend` finds room",
    "scatter": "`x` alone may be (n, 2); labels as `c` are groups, told by color and shape; "
    "`names`, `numbered`, `ring`, `hollow`, `lit` are ours",
    "hist": "returns counts, edges and the mark",
    "bar": "names as `x`: numbers stand above the bars, those below zero are hatched",
    "fill": "an area in the color `below` is hatched, as is one of `fill_between` and `axvspan`",
    "imshow": "colors run from 0, or are symmetric about 0; the numbers of `digits`, `names` and "
    "blocks of `groups` are ours; the bar of colors comes along",
    "contour": "all levels in one color",
    "contourf": "a few whole numbers are regions of groups, hatched",
    "quiver": "always in units of the data, as matplotlib's `angles='xy', scale=1`",
    "arrow": "a head of its own size",
    "text": "one line; `free=True` puts it where it covers least",
    "legend": "above the axes, or at the ends of lines",
    "grid": "is on unless it is turned off",
    "axvline": "`read=True` puts a dot where each line meets it, and says its value",
    "add_patch": "read as an area",
    "set": "takes `alt`, `hint` and `size`, too",
}
WAY_OUT = "Or draw with matplotlib itself and return its figure: it is shown as pixels."


class NotLive(AttributeError):
    """A word of matplotlib that live axes do not have; the message names those they have."""


def nearest_first(name, known):
    """Return names in the order in which they resemble one.

    >>> nearest_first("colour", ["alpha", "label", "color"])
    ['color', 'alpha', 'label']
    """
    likeness = difflib.SequenceMatcher(b=name)

    def unlike(other):
        likeness.set_seq1(other)
        return -likeness.ratio(), other

    return sorted(known, key=unlike)


def others(word, names, given, ignored):
    """Return keywords in short form under their long names.

    Parameters
    ----------
    word : str
        The method that was called.
    names : list of str
        Its parameters.
    given : dict
        The keywords that it was given.
    ignored : set
        Takes the names of decoration.

    Raises
    ------
    TypeError
        If a keyword is not known; the message names those that are, the nearest first.
    """
    found = {}
    quiet = DECORATION[""] | DECORATION.get(word, frozenset())
    for name, value in given.items():
        long = name if name in names else SHORT.get(name, name)
        if long in names:
            found[long] = value
        elif long in quiet or name in quiet:
            ignored.add(f"{word}({name}=)")
        else:
            first = ", ".join(nearest_first(name, names))
            raise TypeError(f"{word}() got {name}=; a live one knows {first}")
    return found


def role(color, usual="ink"):
    """Return the role of a color: its name, or the number of a group.

    Parameters
    ----------
    color : str, int, sequence of three numbers or None
        A role ("ink", "muted", "hot", ...), the number of a group, or a color of matplotlib, which
        is taken to the nearest role.
    usual : str or int
        What None means.

    Raises
    ------
    ValueError
        If it is no color.

    Examples
    --------
    >>> role("red"), role("C3"), role("#1b1e24"), role(None)
    ('hot', 3, 'ink', 'ink')
    """
    if color is None:
        return usual
    if isinstance(color, (int, np.integer)):
        return int(color) % 10
    if isinstance(color, str):
        return named_role(color)
    return nearest_role(tuple(np.ravel(color)[:3].astype(float)))


@functools.lru_cache(maxsize=256)
def named_role(color):
    """Return the role of a color that has a name."""
    if color in COLORS:
        return COLORS[color]
    if re.fullmatch(r"C\d+", color):
        return int(color[1:]) % 10
    if re.fullmatch(r"[01]?\.\d+|[01]", color):
        return nearest_role((float(color),) * 3)
    if re.fullmatch("#[0-9a-fA-F]{6}", color):
        return nearest_role(tuple(part / 255 for part in bytes.fromhex(color[1:])))
    names = ", ".join(map(repr, nearest_first(color, COLORS)[:3]))
    raise ValueError(
        f"color is a role, a name of matplotlib, 'C0', '#rrggbb' or a group's number, got "
        f"{color!r}; near to it are {names}"
    )


@functools.lru_cache(maxsize=256)
def nearest_role(rgb):
    """Return the role whose color on light ground is nearest to three shares."""
    if len(rgb) != 3:
        raise ValueError(f"color wants three shares of red, green and blue, got {rgb}")
    if np.ptp(rgb) < 0.08:
        return "ink" if rgb[0] < 0.3 else "muted" if rgb[0] < 0.66 else "hair"
    light = theme.palette()
    known = {**dict(enumerate(light["groups"])), "hot": light["hot"], "below": light["below"]}
    shares = {k: np.frombuffer(bytes.fromhex(v[1:]), np.uint8) / 255 for k, v in known.items()}
    return min(shares, key=lambda k: np.sum((shares[k] - rgb) ** 2))


def marker_of(marker):
    """Return the number of the shape of a marker."""
    if not isinstance(marker, str) or marker not in MARKERS:
        raise ValueError(f"marker is one of {' '.join(MARKERS)}, got {marker!r}")
    return MARKERS[marker]


def dash_of(linestyle):
    """Return the name of a dash; one in lengths of strokes and gaps is dashed."""
    if isinstance(linestyle, tuple):
        return "dashed" if linestyle[1] else ""
    if not isinstance(linestyle, str) or linestyle not in DASHES:
        raise ValueError(f"linestyle is one of {' '.join(map(repr, DASHES))}, got {linestyle!r}")
    return DASHES[linestyle]


def weight_of(linewidth):
    """Return the name of the weight that is nearest to a width in points."""
    return next(name for name, most in WEIGHTS.items() if linewidth <= most)


def words_of(kind):
    """Return the words of a class of axes, {word: method}."""
    found = {name: getattr(kind, name) for name in dir(kind) if not name.startswith("_")}
    return {name: method for name, method in found.items() if hasattr(method, "is_word")}


def table(kind):
    """Return the words of a class of axes, their keywords and what differs, in Markdown."""
    rows = ["| word | arguments and keywords | what differs from matplotlib |", "|---|---|---|"]
    for word, method in sorted(words_of(kind).items()):
        parameters = list(inspect.signature(method).parameters)[1:]
        rows.append(f"| `{word}` | {', '.join(parameters)} | {DIFFERS.get(word, '')} |")
    return "\n".join(rows) + "\n"
