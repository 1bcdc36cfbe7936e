"""What all live axes have in common: what is set, what is drawn, limits, frame, parts and words.

Immediate mode: in a live function each answer draws from nothing; what was set outside stays. The
page and the still paint the marks as they paint those of any other picture.
"""

import copy
import functools
import inspect
import math
from dataclasses import dataclass, field, replace

import numpy as np

from ..dodging import boxes_around, free_sides
from ..heatmaps import short
from ..picture import Picture, number
from ..positions import Mapping
from ..scene import (
    BOLD,
    Mark as FrameMark,
    Plot,
    Scale,
    limits_part,
    make_scale,
    margins,
    part,
    widest,
)
from .data import DEVIATIONS, bounds_of, wider
from .marks import Mark
from .stage import Held, answering, held_ends
from .words import QUIET, WAY_OUT, NotLive, nearest_first, others, role, words_of

__all__ = ["SIZES", "Anything", "Base", "State", "not_live", "size_of", "word"]

NOTE = 12  # type size of names at the ends of lines
ENDS = 16  # letters of the longest name that stands at the end of a line, unless it is told to
FRAMES = 64  # frames that axes keep: a style that moves makes a new one with each answer
SIZES = {"small": (320, 300), "medium": (440, 380), "wide": (720, 320), "square": (400, 400)}
#: What lies below or above the others, where it is not told: grounds, areas; words on top.
Z = {"regions": -9, "matrix": -5, "area": -1, "texts": 9}
#: Keywords of every word that draws (`**look`), and of those that draw lines (`**line`).
LOOK = {"alpha": 1.0, "label": None, "zorder": None, "words": None}
KEYWORDS = {"look": LOOK, "line": {"linestyle": "-", "linewidth": 2, **LOOK}}


def word(method):
    """Make a method a word: it takes keywords in short form, and refuses those it does not know.

    Its signature names every keyword that it knows, so that an editor completes them.
    """
    signature = inspect.signature(method)
    *parameters, last = signature.parameters.values()
    if last.name == "named":  # it checks them itself
        method.is_word = True
        return method
    if last.kind is inspect.Parameter.VAR_KEYWORD:
        more = KEYWORDS[last.name].items()
        only = inspect.Parameter.KEYWORD_ONLY
        parameters += [inspect.Parameter(name, only, default=value) for name, value in more]
    else:
        parameters.append(last)
    names = [p.name for p in parameters if p.kind is not inspect.Parameter.VAR_POSITIONAL]
    known = frozenset(names)

    @functools.wraps(method)
    def called(self, *values, **named):
        if not known.issuperset(named):
            named = others(method.__name__, names[1:], named, self.ignored)
        return method(self, *values, **named)

    called.is_word = True
    called.__signature__ = signature.replace(parameters=parameters)
    return called


@dataclass
class State:
    """What axes show: what was set, and the marks."""

    size: tuple
    title: str = ""
    labels: dict = field(default_factory=dict)  # by axis
    limits: dict = field(default_factory=dict)
    scales: dict = field(default_factory=dict)
    ticks: dict = field(default_factory=dict)
    inverted: frozenset = frozenset()
    equal: bool = False
    off: bool = False
    grid: bool = True
    legend: str | None = None
    hint: str = ""
    alt: str | None = None
    view: tuple | None = None
    cycle: int = 0
    renamed: dict = field(default_factory=dict)  # labels that legend gave, by mark
    held: Held | None = None
    marks: list = field(default_factory=list)
    found: dict = field(default_factory=dict)  # what was asked of this state, found once

    def copy(self, **changes):
        """Return a state that can be changed without changing this one."""
        new = copy.copy(self)
        for name in ("labels", "limits", "scales", "ticks", "renamed", "marks"):
            setattr(new, name, copy.copy(getattr(self, name)))
        new.found = {}
        vars(new).update(changes)
        return new


class Base(Picture):
    """One plot that is told what to draw; `Axes` and `SpaceAxes` have the words that draw.

    Parameters
    ----------
    size : tuple of int
        Preferred width and height in pixels of the page.
    """

    gives_way = True  # where a live function says something, the axes need not
    dimensions = "xy"

    def __init__(self, size=SIZES["medium"]):
        super().__init__()
        self.base = self.s = State(size)
        self.row = [self]  # axes that are shown together
        self.figure, self.place = None, 0
        self.answer = None
        self.ignored = set()
        self._frames = {}

    def __copy__(self):
        """Return axes that go on showing what these show now."""
        new = object.__new__(type(self))
        vars(new).update(vars(self))
        new.s = self.s.copy()
        new.s.found = dict(self.s.found)  # the same state has the same limits, marks, frame
        return new

    def __getattr__(self, name):
        """Refuse a word that live axes do not have."""
        if name.startswith("_") or name == "original":
            raise AttributeError(name)
        if name in QUIET:
            self.ignored.add(f"{name}()")
            return Anything()
        raise not_live("a live Axes", name, words_of(type(self)))

    # State ----------------------------------------------------------------------------------------

    def state(self):
        """Return what is drawn on; the first word of an answer wipes what the last one drew."""
        now = answering()
        if now is None:
            self.answer, self.s = None, self.base
        elif now is not self.answer:
            for axes in self.row:
                axes.wipe(now)
        self.s.found.clear()
        return self.s

    def wipe(self, now):
        """Begin an answer: nothing is drawn yet."""
        self.answer = now
        self.s = self.base.copy(marks=[], cycle=0, held=now.stage.held.get(self))
        self.again()

    def _add(self, kind, arrays, style, *, alpha=1.0, zorder=None, words=None, **more):
        s = self.state()
        if alpha is not None and alpha != 1:
            style["alpha"] = float(alpha)
        z = Z.get(kind, 0) if zorder is None else zorder
        mark = Mark(kind, arrays, style, zorder=z, said=words, **more)
        s.marks.append(mark)
        return mark

    def _color(self, color, usual=None):
        """Return the role of a color; None is the next group, or what is usual."""
        if color is not None or usual is not None:
            return role(color, usual)
        s = self.state()
        s.cycle += 1
        return (s.cycle - 1) % 10

    def _once(self, name, find):
        """Return what a state is asked for many times, found once."""
        found = self.s.found
        if name not in found:
            found[name] = find()
        return found[name]

    # Axes -----------------------------------------------------------------------------------------

    @word
    def set(self, **named):
        """Set several things at once, as ``set(title=..., xlim=(0, 1))``; also alt, hint, size."""
        for name, value in named.items():
            setter = getattr(type(self), f"set_{name}", None)
            if setter is None:
                known = [w.removeprefix("set_") for w in dir(type(self)) if w.startswith("set_")]
                first = ", ".join(nearest_first(name, known))
                raise TypeError(f"set() got {name}=; a live one knows {first}")
            setter(self, *value) if name[1:] == "lim" else setter(self, value)

    @word
    def set_title(self, label):
        """Write a title; it may move from answer to answer."""
        self.state().title = str(label)

    @word
    def set_hint(self, hint):
        """Write beside the title what a hand can do here."""
        self.state().hint = str(hint)

    @word
    def set_alt(self, alt):
        """Say what the axes show, instead of what their marks say."""
        self.state().alt = str(alt)

    @word
    def set_size(self, size):
        """Set the preferred size in pixels, or "small", "medium", "wide", "square"."""
        self.state().size = size_of(size)

    def _set(self, name, axis, value):
        setattr(self.state(), name, {**getattr(self.s, name), axis: value})

    def _set_limits(self, axis, first, second):
        ends = tuple(np.ravel(first if second is None else (first, second)).tolist())
        ends = ends + (None,) * (2 - len(ends))
        if (
            any(end is not None and not isinstance(end, (int, float)) for end in ends)
            or len(ends) > 2
        ):
            raise ValueError(f"{axis}lim is two numbers, got {first!r}, {second!r}")
        if None in ends:  # the other end follows the data
            own = self._bounds()["xyz".index(axis)]
            ends = tuple(o if e is None else e for e, o in zip(ends, own, strict=True))
        if ends[0] == ends[1] or any(math.isnan(end) for end in ends):
            raise ValueError(f"{axis}lim needs two ends that differ, got {ends[0]} and {ends[1]}")
        self._set("limits", axis, tuple(map(float, ends)))

    @word
    def set_xlim(self, left=None, right=None):
        """Set both ends of x."""
        self._set_limits("x", left, right)

    @word
    def set_ylim(self, bottom=None, top=None):
        """Set both ends of y."""
        self._set_limits("y", bottom, top)

    @word
    def set_xlabel(self, xlabel):
        """Name the axis x."""
        self._set("labels", "x", str(xlabel))

    @word
    def set_ylabel(self, ylabel):
        """Name the axis y."""
        self._set("labels", "y", str(ylabel))

    def _set_scale(self, axis, value):
        self._set("scales", axis, "root" if value == "symlog" else value)
        make_scale(self.s.scales[axis], 0.5, 1.0, 100)  # a scale that is none is refused here

    @word
    def set_xscale(self, value):
        """Set the scale of x: "linear", "log", "root", "cube", or "half", which is t / (1 + t)."""
        self._set_scale("x", value)

    @word
    def set_yscale(self, value):
        """Set the scale of y: "linear", "log", "root", "cube", or "half", which is t / (1 + t)."""
        self._set_scale("y", value)

    def _set_ticks(self, axis, ticks, labels):
        ticks = [float(v) for v in ticks]
        texts = [short(v) for v in ticks] if labels is None else [str(v) for v in labels]
        if len(texts) != len(ticks):
            raise ValueError(f"{len(ticks)} ticks of {axis} want as many labels, got {len(texts)}")
        self._set("ticks", axis, tuple(zip(ticks, texts, strict=True)))

    @word
    def set_xticks(self, ticks, labels=None):
        """Set where numbers stand below the axes, and other texts instead of them."""
        self._set_ticks("x", ticks, labels)

    @word
    def set_yticks(self, ticks, labels=None):
        """Set where numbers stand beside the axes, and other texts instead of them."""
        self._set_ticks("y", ticks, labels)

    @word
    def set_xticklabels(self, labels):
        """Set other texts at the ticks of x."""
        self._set_ticks("x", [v for v, _ in self.state().ticks.get("x", ())][: len(labels)], labels)

    @word
    def set_yticklabels(self, labels):
        """Set other texts at the ticks of y."""
        self._set_ticks("y", [v for v, _ in self.state().ticks.get("y", ())][: len(labels)], labels)

    @word
    def set_aspect(self, aspect, adjustable=None, anchor=None, share=False):
        """Make a unit as long on both axes: "equal", or "auto"; the box of a panel stays."""
        self.state().equal = aspect in ("equal", 1)

    @word
    def set_axis_off(self):
        """Draw no ticks and no names of axes."""
        self.state().off = True

    @word
    def invert_xaxis(self):
        """Let x run from right to left."""
        self.state().inverted = self.s.inverted ^ {"x"}

    @word
    def invert_yaxis(self):
        """Let y run downwards."""
        self.state().inverted = self.s.inverted ^ {"y"}

    @word
    def axis(self, arg=None, *, xmin=None, xmax=None, ymin=None, ymax=None):
        """Take "equal", "off", "on", "tight", four ends or some of them; return the four ends."""
        s = self.state()
        if isinstance(arg, str):
            if arg not in ("equal", "image", "square", "scaled", "off", "on", "tight", "auto"):
                raise ValueError(f"axis is 'equal', 'off', 'on', 'tight' or four ends, got {arg!r}")
            s.equal = s.equal or arg in ("equal", "image", "square", "scaled")
            s.off = arg == "off" or (s.off and arg != "on")
        elif isinstance(arg, (bool, np.bool_)):
            s.off = not arg
        elif arg is not None:
            self._set_limits("x", *arg[:2])
            self._set_limits("y", *arg[2:])
        for axis, ends in (("x", (xmin, xmax)), ("y", (ymin, ymax))):
            if ends != (None, None):
                self._set_limits(axis, *ends)
        return (*self.get_xlim(), *self.get_ylim())

    @word
    def grid(self, visible=True):
        """Draw a line at each tick, or none."""
        self.state().grid = visible is not False

    @word
    def legend(self, handles=None, labels=None, *, at=None):
        """Name what has a label: at the ends of lines, or above the axes ("ends", "above")."""
        if at not in (None, "ends", "above"):
            raise ValueError(f"legend(at=) is 'ends' or 'above', got {at!r}")
        s = self.state()
        if labels is None and handles is not None and all(isinstance(v, str) for v in handles):
            handles, labels = [m for m in s.marks if m.kind not in ("texts", "rule")], handles
        marks = [m[0] if isinstance(m, list) else m for m in handles or ()]
        names = labels if labels is not None else [getattr(m, "label", None) for m in marks]
        s.renamed |= {id(mark): str(name) for mark, name in zip(marks, names, strict=False) if name}
        s.legend = at or "best"
        return Anything()

    @word
    def cla(self):
        """Take all marks away."""
        self.state().marks.clear()

    clear = cla

    @word
    def get_xlim(self):
        """Return both ends of x."""
        return self._window()[0]

    @word
    def get_ylim(self):
        """Return both ends of y."""
        return self._window()[1]

    @word
    def get_title(self):
        """Return the title."""
        return self.s.title

    @word
    def get_figure(self):
        """Return the figure whose axes these are."""
        return self.figure

    @word
    def to_matplotlib(self, dark=False):
        """Return a figure of matplotlib that shows the same data: for a thesis."""
        from .to_matplotlib import figure_of

        return figure_of([self], (1, 1), dark)

    # Limits ---------------------------------------------------------------------------------------

    def _bounds(self):
        """Return for each axis the ends that hold all data of the answer, with a margin."""
        return self._once("bounds", self._find_bounds)

    def _find_bounds(self):
        s = self.s
        given = [mark.xy for mark in s.marks if mark.xy is not None]
        rows = np.concatenate(given) if given else np.empty((0, len(self.dimensions)))
        tight = {mark.tight for mark in s.marks}
        found = []
        for i, axis in enumerate(self.dimensions):
            kind = s.scales.get(axis, "linear")
            found.append(
                bounds_of(rows[:, i], kind, "xy" in tight, "foot" in tight and axis == "y")
            )
        return found

    def limits_needed(self):
        """Return for each axis the ends of this answer: those set, else those of its data."""
        found = []
        for i, axis in enumerate(self.dimensions):
            ends = self.s.limits.get(axis)
            found.append(self._bounds()[i] if ends is None else ends)
        return found

    def _limits(self):
        """Return for each axis the ends that are shown: what is held, wider where it must be."""
        return self._once("limits", self._find_limits)

    def _find_limits(self):
        s, held, found = self.s, self.s.held, []
        for i, axis in enumerate(self.dimensions):
            ends = s.limits.get(axis)
            if ends is None:
                ends = self._bounds()[i]
                if held and not held.follow:
                    ends = wider(held.window[i], ends)
            found.append(ends[::-1] if axis in s.inverted else ends)
        return found

    def _window(self):
        """Return for each axis the ends of the frame."""
        s = self.s
        if s.held is None:
            return self._limits()
        found = [s.limits.get(axis, s.held.window[i]) for i, axis in enumerate(self.dimensions)]
        return [
            ends[::-1] if axis in s.inverted else ends
            for axis, ends in zip(self.dimensions, found, strict=True)
        ]

    def _frame_window(self):
        """Return the ends that stand in the frame: held ones, whatever this answer sets."""
        s = self.s
        if s.held is None:
            return self._limits()
        ends = [
            self.base.limits.get(axis, s.held.window[i]) for i, axis in enumerate(self.dimensions)
        ]
        return [
            e[::-1] if axis in s.inverted else e
            for axis, e in zip(self.dimensions, ends, strict=True)
        ]

    @staticmethod
    def hold(answers, follow=False):
        """Return what axes hold, found from some answers of theirs, the start first."""
        first = answers[0]
        window = []
        for i, axis in enumerate(first.dimensions):
            needed = [axes.limits_needed()[i] for axes in answers]
            kind = first.s.scales.get(axis, "linear")
            fixed = axis in first.s.limits or follow or first._is_tight(axis)
            window.append(needed[0] if fixed else held_ends(needed, kind))
        matrices = [[m for m in axes.s.marks if m.kind == "matrix"] for axes in answers]
        colors = []
        for k in range(len(matrices[0])):
            ends = [row[k].more["ends"] for row in matrices if k < len(row)]
            both = ends[:1] if follow else ends
            low, high = min(a for a, _ in both), max(b for _, b in both)
            wide = high - low <= 3 * (ends[0][1] - ends[0][0])
            colors.append((low, high) if wide else ends[0])
        moves = len({axes.s.title for axes in answers}) > 1
        head = first.s.title, first._key(), first._room()
        return Held(tuple(window), follow, *head, tuple(colors), moves)

    def _is_tight(self, axis):
        """Return whether an axis is that of a matrix or of names: then it is as it is."""
        return any(
            m.kind in ("matrix", "regions") or (m.kind == "bars" and axis == "x")
            for m in self.s.marks
        )

    @property
    def needs_edges(self):
        """Return whether limits or colors hang on the data of other answers."""
        s = self.s
        own = any(m.kind == "matrix" and m.more["own"] for m in s.marks)
        numbered = any(letter.isdigit() for letter in s.title)  # a title that may move
        loose = (a for a in self.dimensions if a not in s.limits and not self._is_tight(a))
        return own or numbered or any(loose)

    # What the engine asks -------------------------------------------------------------------------

    @property
    def inches(self):
        """Return the preferred size, 100 pixels to the inch."""
        return tuple(side / 100 for side in self.s.size)

    @property
    def pixels(self):
        """Return the preferred size in pixels."""
        return self.s.size

    def _drawn(self):
        """Return (name, mark) in painting order."""
        return self._once("drawn", self._find_drawn)

    def _find_drawn(self):
        counts, found = {}, []
        for mark in self.s.marks:
            k = counts[mark.kind] = counts.get(mark.kind, -1) + 1
            found.append((f"{mark.kind} {k}", mark))
        return sorted(found, key=lambda pair: pair[1].zorder)

    def _label(self, mark):
        """Return the label of a mark as the legend has it."""
        return self.s.renamed.get(id(mark), mark.label)

    def _at_ends(self):
        """Return whether lines have their names at their ends."""
        if self.s.legend != "best":
            return self.s.legend == "ends"
        names = [self._label(m) or "" for m in self.s.marks if m.kind == "line"]
        return all(len(name.replace("$", "")) <= ENDS for name in names)

    def _key(self):
        """Return what tells groups and marks that have a label."""
        s, found, above = self.s, [], not self._at_ends()
        for mark in s.marks:
            label = self._label(mark)
            if mark.more.get("always"):
                found += mark.key
            elif s.legend and label and mark.kind in ("line", "rule"):
                if above:
                    found.append((0, label, mark.style["hue"]))
            elif s.legend and mark.key:
                found += [(entry[0], label, *entry[2:]) if label else entry for entry in mark.key]
            elif s.legend and label:
                hue = mark.style.get("hue", "ink")
                found.append((0, label, "muted" if hue == "group" else hue))
        return tuple(dict.fromkeys(found))

    def _room(self):
        """Return the pixels that names need at the right."""
        if not (self.s.legend and self._at_ends()):
            return 0
        names = [self._label(m) for m in self.s.marks if m.kind == "line" and self._label(m)]
        return 10 + math.ceil(BOLD * widest(names, NOTE)) if names else 0

    def frame_key(self):
        """Return all on which the frame depends."""
        return self._once("key", self._find_frame_key)

    def _find_frame_key(self):
        s, held = self.s, self.s.held
        head = (held.caption, held.key, held.room) if held else (s.title, self._key(), self._room())
        styles = tuple((name, *mark.style.items()) for name, mark in self._drawn())
        alone = self._alone()
        shape = alone[1].held.shape if alone else None
        window = () if alone else tuple(tuple(map(float, ends)) for ends in self._frame_window())
        axes = [tuple(sorted(one.items())) for one in (s.labels, s.scales, s.ticks)]
        return (
            s.size,
            *head,
            s.hint,
            s.equal,
            s.off,
            s.grid,
            s.inverted,
            *axes,
            window,
            shape,
            self._column_margins() if len(self._column()) > 1 else (),
            styles,
        )

    def frame(self):
        """Return the frame as JSON; the same object wherever nothing in it differs."""
        key = self.frame_key()
        kept = self._frames
        if key not in kept:
            if len(kept) >= FRAMES:
                del kept[next(iter(kept))]
            self._frame = None
            kept[key] = super().frame()
        return kept[key]

    def _alone(self):
        """Return (name, mark) of the matrix that is all there is, without an extent of its own."""
        drawn = self._drawn()
        if len(drawn) != 1 or drawn[0][1].kind != "matrix" or drawn[0][1].more["free"]:
            return None
        return drawn[0]

    def plots(self):
        """Return the one plot."""
        alone = self._alone()
        return [self._matrix_plot(*alone) if alone else self._plot()]

    def _matrix_plot(self, name, mark):
        field, s = mark.more["field"], self.s
        cell = field.cell(mark.held.shape, self.pixels)
        caption = s.held.caption if s.held else s.title
        plot = field.plot(mark.held.shape, cell, caption, s.hint)
        style = plot.marks[0].style | (
            {"alpha": mark.style["alpha"]} if "alpha" in mark.style else {}
        )
        return replace(
            plot,
            marks=(FrameMark(name, "matrix", style),),
            key=s.held.key if s.held else self._key(),
        )

    def _plot(self):
        s, held = self.s, self.s.held
        window = self._frame_window()
        left, right = self._column_margins()
        _, top, _, bottom = self._around()
        around = left, top, right, bottom
        width, height, x, y = self._fitted(window, around)
        return Plot(
            width=width,
            height=height,
            margins=around,
            fit="equal" if s.equal else "free",
            caption=held.caption if held else s.title,
            hint=s.hint,
            key=held.key if held else self._key(),
            x=x,
            y=y,
            grid=s.grid and not s.off,
            marks=self._frame_marks(width - around[0] - around[2]),
        )

    def _around(self):
        """Return the margins that this plot needs by itself."""
        return self._once("around", self._find_around)

    def _find_around(self):
        width, height = self.pixels
        window = self._frame_window()
        room = self.s.held.room if self.s.held else self._room()
        x, y = self._scale("x", window, width - 60), self._scale("y", window, height - 60)
        around = self._margins(x, y, room, width)
        true = self._margins(*self._fitted(window, around)[2:], room, width)
        return max(around[0], true[0]), *around[1:]  # more ticks may fit, with longer numbers

    def _column(self):
        """Return the plots that share the left and right margins, so that their axes line up."""
        if self.figure is None or not self._is_free:
            return [self]
        mates = self.figure.axes[self.place % self.figure.shape[1] :: self.figure.shape[1]]
        return [self, *(axes for axes in mates if axes.place != self.place and axes._is_free)]

    @property
    def _is_free(self):
        """Return whether the plot takes whatever width and height there are."""
        return self.dimensions == "xy" and not (self.s.equal or self.s.off or self._alone())

    def _column_margins(self):
        """Return the left and right margins: the widest of the column."""
        around = [axes._around() for axes in self._column()]
        return tuple(max(one[side] for one in around) for side in (0, 2))

    def _fitted(self, window, around):
        """Return width and height of the plot with such margins, and both scales."""
        (width, height), (left, top, right, bottom) = self.pixels, around
        if self.s.equal:
            spans = [abs(high - low) for low, high in window]
            unit = min((width - left - right) / spans[0], (height - top - bottom) / spans[1])
            width = round(left + right + unit * spans[0])
            height = round(top + bottom + unit * spans[1])
        x = self._scale("x", window, width - left - right)
        return width, height, x, self._scale("y", window, height - top - bottom)

    def _frame_marks(self, across):
        """Return the marks of the frame; the line below bars lies above them."""
        zeros, own = self._zero_marks(), [self._frame_mark(*p, across) for p in self._drawn()]
        return (*zeros, *own) if self.s.equal else (*own, *zeros)

    def _zero_marks(self):
        """Return the lines through 0: where a unit is as long both ways, and below bars."""
        s = self.s
        if s.off:
            return ()
        if s.equal:
            style = {"weight": "thin", "hue": "muted"}
            return tuple(
                FrameMark(f"zero {axis}", "rule", {"axis": axis, **style}) for axis in "xy"
            )
        style = {"axis": "y", "weight": "guide", "hue": "ink"}
        bars = any(mark.kind == "bars" for mark in s.marks)
        return (FrameMark("zero y", "rule", style),) if bars else ()

    def _frame_mark(self, name, mark, across):
        style = dict(mark.style)
        if mark.kind == "matrix":
            field = mark.more["field"]
            style = field.plot(mark.held.shape, 20, "").marks[0].style | {
                "extent": list(mark.more["extent"])
            }
            style |= {"bar": False, "rows": [], "columns": []}
            style |= {k: v for k, v in mark.style.items() if k in ("alpha", "digits")}
        elif mark.kind == "bars":
            style["names"] = list(style["names"])
            style["turned"] = is_turned(style["names"], across)
        return FrameMark(name, mark.kind, style)

    def _margins(self, x, y, room, width):
        """Return left, top, right and bottom of the plot."""
        bars = next((m for m in self.s.marks if m.kind == "bars"), None)
        if bars is None:
            return margins(x, y, right=room)
        left, top, right, bottom = margins(x, y, right=room)
        names = bars.style["names"]
        turned = is_turned(names, width - left - right)
        return left, top, right, bottom + (math.ceil(widest(names)) if turned else 14)

    def _scale(self, axis, window, length):
        s = self.s
        low, high = window[self.dimensions.index(axis)]
        label = s.labels.get(axis, "")
        scale = make_scale(
            s.scales.get(axis, "linear"), low, high, length, label, upright=axis == "y"
        )
        if s.off:
            return Scale(scale.kind, low, high)
        bars = axis == "x" and any(m.kind == "bars" for m in s.marks)
        if axis in s.ticks or bars:
            return Scale(scale.kind, low, high, () if bars else s.ticks[axis], label)
        return scale

    def parts(self):
        """Return what moves: the data of every mark, a title and limits that differ."""
        return self._once("parts", self._find_parts)

    def _find_parts(self):
        s, held = self.s, self.s.held
        ends = self._at_ends() if s.legend else False
        free = self._sides()
        found = []
        for mark in self._zero_marks():
            low, high = sorted(self._limits()["xy".index(mark.style["axis"])])
            if low < 0 < high or (not s.equal and 0 in (low, high)):
                found.append(part(0, mark.name, at=[0.0]))
        for name, mark in self._drawn():
            extra = mark.extra
            label = self._label(mark) if ends else None
            if label and mark.kind in ("line", "rule"):
                extra = extra | {"text": label}
            if mark.more.get("free") and mark.kind == "texts":
                extra = extra | {"sides": [free[name]]}
            arrays = {"xy": self._inside(mark)} if "across" in mark.more else mark.arrays
            found.append(part(0, name, extra, **arrays))
        if held and (s.title, self._key()) != (held.caption, held.key):
            head = {"caption": s.title, "key": [list(entry) for entry in self._key()]}
            found.append(part(0, "head", head))
        if held and not self._alone():
            shown = self._limits()
            if [tuple(map(float, e)) for e in shown] != [
                tuple(map(float, e)) for e in self._frame_window()
            ]:
                width, height = self.pixels
                x, y = self._scale("x", shown, width - 60), self._scale("y", shown, height - 60)
                found.append(limits_part(0, x, y))
        return found

    def _inside(self, mark):
        """Return the corners of a band, those without an end at the edges of the axes."""
        (x0, x1), (y0, y1) = self._limits()
        return np.clip(mark.arrays["xy"], [min(x0, x1), min(y0, y1)], [max(x0, x1), max(y0, y1)])

    def _sides(self):
        """Return on which side of its place each free word covers least, by mark."""
        free = [
            (name, mark)
            for name, mark in self._drawn()
            if mark.kind == "texts" and mark.more["free"]
        ]
        if not free:
            return {}
        mapping = Mapping(self.frame()["plots"][0])
        boxes = []
        for _, mark in self._drawn():
            if mark.kind == "points":
                boxes.append(
                    boxes_around(mapping.pixels(mark.arrays["xy"]), mark.style.get("r", 5))
                )
            elif mark.kind == "arrows":
                share = np.linspace(0, 1, 11)[:, None, None]
                ends = mark.arrays["a"].reshape(-1, 2, 2)
                dots = (1 - share) * ends[:, 0] + share * ends[:, 1]
                boxes.append(boxes_around(mapping.pixels(dots), 6))
        boxes = np.vstack(boxes) if boxes else np.empty((0, 4))
        window = 2, mapping.top, mapping.canvas[0] - 2, mapping.top + mapping.height
        places = mapping.pixels(np.vstack([mark.arrays["xy"] for _, mark in free]))
        words = [mark.extra["texts"][0] for _, mark in free]
        return dict(
            zip([name for name, _ in free], free_sides(places, words, boxes, window), strict=True)
        )

    def shown(self):
        """Return (array, plot, mark) of every array that a hand can take hold of."""
        return [(m.held, 0, name) for name, m in self._drawn() if isinstance(m.held, np.ndarray)]

    def place_of(self, value):
        """Return which mark shows an array, or one Gaussian of a list, and how large."""
        for name, mark in self._drawn():
            if isinstance(mark.held, list) and mark.kind == "ellipses":
                rows = [i for i, one in enumerate(mark.held) if one is value]
                if rows:
                    return {"plot": 0, "mark": name, "rows": rows, "scale": DEVIATIONS}
        return super().place_of(value)

    # Words ----------------------------------------------------------------------------------------

    def news(self):
        """Return what can change: a title that moves, values that are read, bars."""
        s = self.s
        moving = [s.title] if s.held and s.held.moves else []
        bars = [mark.words for mark in s.marks if mark.kind == "bars"]
        return "; ".join([*moving, *self._readings(), *bars])

    def _readings(self):
        """Return the values at upright lines that read them."""
        name, found = self.s.labels.get("x") or "x", []
        for mark in self.s.marks:
            if "read" in mark.more:
                pairs = [(n or "", number(v)) for n, v in mark.more["read"] if not math.isnan(v)]
                values = ", ".join(" ".join(pair).strip() for pair in pairs)
                place = f"at {name} = {number(mark.arrays['at'][0])}"
                found.append(f"{place}: {values}" if values else place)
        return found

    def readout(self):
        """Return what is shown, in one line of words and numbers."""
        return self.news() or "; ".join(self._words()) or "an empty picture"

    def _words(self):
        """Return what the marks say."""
        return [text for text in (mark.words for mark in self.s.marks) if text]

    def alt(self):
        """Return a text for those who do not see the picture."""
        s = self.s
        if s.alt is not None:
            return s.alt
        against = " against ".join(filter(None, (s.labels.get("y"), s.labels.get("x"))))
        head = ", ".join(filter(None, (s.title, against)))
        tables = [m.more["field"].aloud(m.held) for m in s.marks if m.kind == "matrix"]
        words = "; ".join([*self._words(), *self._readings(), *tables])
        return ": ".join(filter(None, (head, words))) or "an empty picture"


def is_turned(names, across):
    """Return whether names are too long to stand side by side below their bars."""
    return widest(names) > across / len(names) - 4


class Anything:
    """Answers to every word and does nothing: for decoration that live axes have no need of."""

    def __getattr__(self, name):
        """Return itself."""
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __getitem__(self, name):
        """Return itself."""
        return self

    def __call__(self, *values, **named):
        """Return itself."""
        return self

    def __iter__(self):
        """Return an iterator over nothing."""
        return iter(())


def not_live(who, name, words):
    """Return the error for a word that is not there."""
    first = ", ".join(nearest_first(name, words))
    return NotLive(f"{who} has no {name}(). It has {first}. {WAY_OUT}")


def size_of(size):
    """Return a size in pixels."""
    if isinstance(size, str):
        if size not in SIZES:
            raise ValueError(f"size is one of {', '.join(SIZES)}, or (width, height), got {size!r}")
        return SIZES[size]
    width, height = size
    return round(width), round(height)
