"""What a panel keeps from answer to answer: its figures, and what its axes hold still.

An answer draws from nothing. It may look at what is kept here, which is found once, when the panel
is made, and never changes with what was asked before: so an answer hangs on its setting alone.
"""

import contextlib
import math
from contextvars import ContextVar
from dataclasses import dataclass

__all__ = ["Held", "Stage", "answering", "held_ends", "rounded_ends"]

#: Axes are held as long as the first picture fills one part of so many.
LOOSE = 3

_now = ContextVar("answering", default=None)  # of this thread or task


@dataclass
class Answering:
    """One answer on its way: whose it is, and how many figures it has asked for."""

    stage: object
    asked: int = 0


def answering():
    """Return the answer that is drawn now, or None outside of panels."""
    return _now.get()


@dataclass(frozen=True)
class Held:
    """What axes hold still: their window, and what stands in the frame.

    Attributes
    ----------
    window : tuple
        Both ends of each axis.
    follow : bool
        Whether axes follow each answer instead.
    caption, key, room : str, tuple, int
        Title, key, and room at the right as they are at the start.
    colors : tuple
        Both ends of the colors of each matrix.
    moves : bool
        Whether the title moves.
    """

    window: tuple
    follow: bool
    caption: str
    key: tuple
    room: int
    colors: tuple
    moves: bool


class Stage:
    """The figures that a live function makes, and what its axes hold."""

    def __init__(self):
        self.figures = []  # made inside the function, in the order of its calls
        self.held = {}  # by axes
        self.always = []  # axes that are shown also where an answer does not draw on them

    @contextlib.contextmanager
    def answer(self):
        """Draw one answer inside the ``with`` block."""
        outer = _now.set(Answering(self))
        try:
            yield
            for axes in self.always:
                axes.state()
        finally:
            _now.reset(outer)

    def figure(self, make, *shape):
        """Return the next figure that the function asks for: that of the last answer."""
        now = _now.get()
        if now.asked == len(self.figures):
            self.figures.append(make(*shape))
        elif self.figures[now.asked].made_as != shape:
            self.figures[now.asked] = make(*shape)
        now.asked += 1
        self.figures[now.asked - 1].aside = None
        return self.figures[now.asked - 1]


def held_ends(ends, kind="linear"):
    """Return what an axis holds: what all settings need, if the first stays large in it.

    Parameters
    ----------
    ends : list of (low, high)
        What each setting needs, the start first.
    kind : str
        Of the scale.

    Examples
    --------
    >>> held_ends([(0, 1), (-1, 1.5)]), held_ends([(0, 1), (-100, 100)])
    ((-1.0, 1.5), (0.0, 1.0))
    """
    first = ends[0]
    all_of = min(low for low, _ in ends), max(high for _, high in ends)
    long, short = length(all_of, kind), length(first, kind)
    return rounded_ends(*(all_of if long <= LOOSE * short else first), kind)


def length(ends, kind):
    """Return how long an axis is between its ends."""
    low, high = ends
    return math.log(high / low) if kind == "log" else high - low


def rounded_ends(low, high, kind="linear"):
    """Return ends rounded outwards to a fortieth of a round length: no last bit moves an axis."""
    if not (math.isfinite(low) and math.isfinite(high) and low < high):
        return low, high
    if kind == "log":
        ends = rounded_ends(math.log10(low), math.log10(high))
        return 10 ** ends[0], 10 ** ends[1]
    unit = 10.0 ** math.floor(math.log10((high - low) / 4)) / 4
    ends = math.floor(low / unit + 1e-9) * unit, math.ceil(high / unit - 1e-9) * unit
    return tuple(float(f"{end:.12g}") + 0.0 for end in ends)
