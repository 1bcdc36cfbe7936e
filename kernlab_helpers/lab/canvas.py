"""A matplotlib figure of which only the content moves.

A :class:`Picture` has a *frame* (axes, labels, colour bars), drawn once, and *layers*, which are
all that travels when a slider moves:

- a matrix layer sends its n x m entries as 8-bit indices; the browser colours and enlarges them;
- an artist layer (points, curves, bars) sends the pixels of its axes, drawn over the stored frame.

A subclass says in ``layout`` what is on the figure and in ``draw`` where its data goes.
"""

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure

from . import theme
from .stills import DPI, png_bytes

__all__ = ["Picture", "recording"]

_recorder = None


class recording:
    """Collect the pictures on which ``show`` is called inside the ``with`` block."""

    def __enter__(self):
        """Start a list; the outer one, if any, waits."""
        global _recorder
        self.outer, _recorder = _recorder, []
        return _recorder

    def __exit__(self, *_):
        """Give the outer list back."""
        global _recorder
        _recorder = self.outer


class Picture:
    """A figure with a fixed frame and moving layers; see the module's text."""

    inches = (6.0, 4.0)

    def __init__(self):
        self.data, self.figure, self.style, self.layers = None, None, None, []

    # What a subclass says -----------------------------------------------------------------

    def layout(self, figure, colors):
        """Put axes and artists on the figure; return the list of layers."""
        raise NotImplementedError

    def draw(self, *data):
        """Put the data into the artists."""
        raise NotImplementedError

    what = "a picture"

    def readout(self):
        """Return what is shown, in one line of words and numbers."""
        return ""

    def alt(self):
        """Return a text for those who do not see the picture."""
        return f"{self.what}: {self.readout()}"

    def lamp(self):
        """Return True or False where a lamp shows if K is PSD, else None."""

    # What everybody calls -----------------------------------------------------------------

    def show(self, *data, **named):
        """Show new data."""
        self.data = self.accept(*data, **named)
        if _recorder is not None and self not in _recorder:
            _recorder.append(self)
        return self

    def accept(self, *data):
        """Check the data that ``show`` received; return what ``draw`` and ``readout`` need."""
        return data

    def prepare(self, style):
        """Build the figure for a style, unless it stands already."""
        if style == self.style:
            return
        with matplotlib.rc_context(theme.rc(style)):
            width, height = (style.zoom * side for side in self.inches)
            self.figure = Figure(figsize=(width, height), dpi=DPI * style.ratio)
            FigureCanvasAgg(self.figure)
            self.figure.set_layout_engine("constrained")
            self.layers = self.layout(self.figure, theme.colors(style.dark))
            self.draw(*self.data)
            self._hide(True)
            self.figure.draw_without_rendering()
            self.figure.set_layout_engine("none")
            self.figure.canvas.draw()
        self.style = style
        self.frames = [layer.stored() for layer in self.layers]

    def frame(self):
        """Return the frame without its content as (description, PNG bytes)."""
        self.figure.canvas.draw()
        width, height = self.figure.canvas.get_width_height()
        tables = [layer.palette() for layer in self.layers]
        sides = {
            "width": width,
            "height": height,
            "css": width / self.style.ratio,
            "palettes": [None if table is None else table.ravel().tolist() for table in tables],
        }
        pixels = np.asarray(self.figure.canvas.buffer_rgba())
        return sides, png_bytes(pixels)

    def parts(self):
        """Yield every layer as (description, bytes)."""
        self.draw(*self.data)
        for i, (layer, frame) in enumerate(zip(self.layers, self.frames, strict=True)):
            what, content = layer.part(frame)
            yield {**what, "kind": layer.kind, "layer": i, "box": layer.box}, content

    def still(self):
        """Return the pixels of the whole picture on a light page, as an RGBA array."""
        before, light = self.style, theme.Style(lecture=theme.style().lecture)
        self.prepare(light)
        self.draw(*self.data)
        for layer in self.layers:
            layer.refresh()
        self._hide(False)
        self.figure.canvas.draw()
        pixels = np.array(self.figure.canvas.buffer_rgba())
        self._hide(True)
        if before not in (None, light):
            self.prepare(before)
        return pixels

    def _hide(self, hidden):
        for layer in self.layers:
            layer.hide(hidden)

    def _repr_mimebundle_(self, **_):
        return (
            {"image/png": png_bytes(self.still()), "text/plain": self.readout()},
            {"image/png": {"alt": self.alt()}},
        )
