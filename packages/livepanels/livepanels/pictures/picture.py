"""What all pictures have in common.

A :class:`Picture` is made once and told what to ``show``. What it shows is a scene: the *frame*
(plots with their scales and marks), which stays, and the *parts* (small arrays), which move. The
front end and matplotlib draw the scene, ``readout`` and ``alt`` say it in words.
"""

import contextlib
import itertools
from contextvars import ContextVar
from dataclasses import dataclass

import numpy as np

from .scene import spoken, without_e

__all__ = ["Lamp", "Picture", "collected", "number"]

_ids = itertools.count(1)
_collected = ContextVar("collected", default=None)  # of this thread or task: panels never mix


@contextlib.contextmanager
def collected():
    """Collect the pictures on which ``show`` is called inside the ``with`` block."""
    outer = _collected.set([])
    try:
        yield _collected.get()
    finally:
        _collected.reset(outer)


def number(value):
    """Return a number in at most four digits, the same on every machine.

    Parameters
    ----------
    value : float
        The number.

    Returns
    -------
    str
        Its text; a very large or small one with a power of ten. The minus is that of the
        keyboard, as in all words of a panel; who shows them sets the true one.

    Examples
    --------
    >>> number(-0.0), number(0.25), number(12345678), number(3e-69), number(-1e-5)
    ('0', '0.25', '1.235·10⁷', '3·10⁻⁶⁹', '-10⁻⁵')
    """
    return without_e(f"{float(value) or 0.0:.4g}")  # `or 0.0`: no negative zero


@dataclass(frozen=True)
class Lamp:
    """A verdict on what a picture shows, as a lamp beside the readout; true where it is good.

    Parameters
    ----------
    good : bool
        Whether the lamp is green.
    short : str
        The verdict in the line of text that a notebook stores.
    words : str
        The verdict on the page.
    """

    good: bool
    short: str
    words: str

    def __bool__(self):
        """Return whether it is good."""
        return self.good


class Picture:
    """A scene with a fixed frame and moving parts; see the module's text.

    A cell may set ``inches``, the preferred size of the whole picture, 100 pixels to the inch, and
    ``quiet``, where the words of a panel need not say what the picture shows. One that
    ``gives_way`` is quiet where the function of the panel says something itself.
    """

    inches = (6.0, 4.0)
    quiet = False
    gives_way = False
    on_page = None  # how a page shows a picture; `livepanels.panels` says it
    description = "a picture"

    def __init__(self):
        self.data = None
        self._frame = None
        self._frame_key = None

    # What a subclass says -----------------------------------------------------------------

    def plots(self):
        """Return the plots of the frame, from left to right."""
        raise NotImplementedError

    def parts(self):
        """Return what moves: a list of parts, see :func:`.scene.part`."""
        raise NotImplementedError

    def shown(self):
        """Return (array, plot, mark) of every array that ``show`` received and a hand can move."""
        return []

    def readout(self):
        """Return what is shown, in one line of words and numbers."""
        return ""

    def news(self):
        """Return of the readout what can change: what stays is said by caption and key."""
        return self.readout()

    def alt(self):
        """Return a text for those who do not see the picture."""
        return f"{self.description}: {self.readout()}"

    def alts(self):
        """Return such a text for each plot, or for the first ones, as it is read aloud."""
        return [spoken(self.alt())]

    def lamp(self):
        """Return a `Lamp` where there is a verdict on what is shown, else None."""

    # What everybody calls -----------------------------------------------------------------

    def show(self, *data, **named):
        """Show new data."""
        self.data = self.accept(*data, **named)
        return self.again()

    def again(self):
        """Show what is shown already."""
        pictures = _collected.get()
        if pictures is not None and self not in pictures:
            pictures.append(self)
        return self

    def accept(self, *data):
        """Check the data that ``show`` received; return what parts and readout need."""
        return data

    def frame(self):
        """Return the frame as JSON; the same object as long as nothing in it changes."""
        key = self.frame_key()
        if self._frame is None or key != self._frame_key:
            plots = [plot.frame() for plot in self.plots()]
            self._frame = {"id": next(_ids), "plots": plots}
            self._frame_key = key
        return self._frame

    def frame_key(self):
        """Return on what the frame depends, besides what the picture was made of."""
        return self.inches

    @property
    def pixels(self):
        """Return the preferred width and height of the whole picture in pixels of the page."""
        return tuple(round(100 * side) for side in self.inches)

    @property
    def id(self):
        """Return the number of the frame."""
        return self.frame()["id"]

    def first(self, *kinds):
        """Return (number of the plot, mark, part) of the first mark of some kinds, or None."""
        plots = self.frame()["plots"]
        marks = {(i, m["name"]): m for i, plot in enumerate(plots) for m in plot["marks"]}
        for part in self.parts():
            mark = marks.get((part["plot"], part["mark"]), {})
            if mark.get("kind") in kinds:
                return part["plot"], mark, part
        return None

    def place_of(self, value):
        """Return which mark shows an array, and in which rows, or None.

        The array is the very one that was shown, or some of its rows sharing its memory.
        """
        for array, plot, mark in self.shown():
            rows = rows_of(value, array)
            if rows is not None:
                return {"plot": plot, "mark": mark, "rows": rows}
        return None

    def still(self, dark=False):
        """Return the pixels of the whole picture with its captions, as an RGBA array."""
        from .draw import pixels  # matplotlib is needed for stills only

        return pixels(self.frame(), self.parts(), dark=dark)

    def _repr_mimebundle_(self, **_):
        if Picture.on_page is not None:
            return Picture.on_page(self)
        from .stills import png_bytes

        return {"image/png": png_bytes(self.still()), "text/plain": self.readout()}


def lit_rows(lit, count):
    """Return what is to be highlighted, a list or an array of row numbers, as whole numbers."""
    rows = [int(i) for i in ([] if lit is None else lit)]
    if rows and not 0 <= min(rows) <= max(rows) < count:
        raise ValueError(f"lit names rows from 0 to {count - 1}, got {rows}")
    return rows


def lit_extra(lit):
    """Return what a part says of highlighted rows: nothing if there is none."""
    return {"lit": lit} if lit else {}


def rows_of(value, array):
    """Return the numbers of the rows of an array that a value consists of, None if it does not.

    An array that is the beginning of the value has them all.
    """
    if value is array:
        return list(range(len(array)))
    if not (isinstance(value, np.ndarray) and isinstance(array, np.ndarray)):
        return None
    if value.dtype != array.dtype or value.ndim != array.ndim or not np.shares_memory(value, array):
        return None
    stride = array.strides[0]
    offset = value.ctypes.data - array.ctypes.data
    if value.shape[1:] != array.shape[1:] or offset % stride or value.strides[0] % stride:
        return None
    first, step = offset // stride, value.strides[0] // stride
    rows = [first + step * i for i in range(len(value))]
    return [row for row in rows if row < len(array)]  # a panel may show the first of them only
