"""A matplotlib figure of which only the content moves.

A :class:`Picture` has a *frame* (axes, labels, colour bars), drawn once, and *layers*, which are
all that travels when a slider moves:

- a matrix layer sends its n x m entries as 8-bit indices; the browser colours and enlarges them;
- an artist layer (points, curves, bars) sends the pixels of its axes, drawn over the stored frame.

A subclass says in ``layout`` what is on the figure and in ``draw`` where its data goes.
"""

import contextlib

import matplotlib
import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.transforms import Bbox

from . import theme
from .stills import DPI, png_bytes

__all__ = ["ArtistLayer", "MatrixLayer", "Picture", "number", "recording"]

_recorder = None


@contextlib.contextmanager
def recording():
    """Collect the pictures on which ``show`` is called inside the ``with`` block."""
    global _recorder
    outer = _recorder
    _recorder = []
    try:
        yield _recorder
    finally:
        _recorder = outer


def number(value):
    """Return a number in at most four digits, the same on every machine."""
    return f"{float(value) or 0.0:.4g}"  # `or 0.0`: no negative zero


class Picture:
    """A figure with a fixed frame and moving layers; see the module's text."""

    inches = (6.0, 4.0)
    description = "a picture"

    def __init__(self):
        self.data = None
        self.figure = None
        self.style = None
        self.layers = []

    # What a subclass says -----------------------------------------------------------------

    def layout(self, figure, colors):
        """Put axes and artists on the figure; return the list of layers."""
        raise NotImplementedError

    def draw(self, *data):
        """Put the data into the artists."""
        raise NotImplementedError

    def readout(self):
        """Return what is shown, in one line of words and numbers."""
        return ""

    def alt(self):
        """Return a text for those who do not see the picture."""
        return f"{self.description}: {self.readout()}"

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
        width, height = self.inches
        with matplotlib.rc_context(theme.rc(style)):
            self.figure = Figure(
                figsize=(style.zoom * width, style.zoom * height), dpi=DPI * style.ratio
            )
            FigureCanvasAgg(self.figure)
            self.figure.set_layout_engine("constrained")
            self.layers = self.layout(self.figure, theme.colors(style.dark))
            self.draw(*self.data)
            self._hide(True)
            self.figure.draw_without_rendering()  # places the axes, which then stay there
            self.figure.set_layout_engine("none")
            self.figure.canvas.draw()
        self.style = style
        self.backgrounds = [layer.background() for layer in self.layers]

    def frame(self):
        """Return the frame without its content as (description, PNG bytes)."""
        self.figure.canvas.draw()
        width, height = self.figure.canvas.get_width_height()
        sides = {
            "width": width,
            "height": height,
            "css": width / self.style.ratio,
            "palettes": [layer.palette() for layer in self.layers],
        }
        pixels = np.asarray(self.figure.canvas.buffer_rgba())
        return sides, png_bytes(pixels)

    def parts(self):
        """Yield every layer as (description, bytes)."""
        self.draw(*self.data)
        for i, (layer, background) in enumerate(zip(self.layers, self.backgrounds, strict=True)):
            extra, content = layer.part(background)
            yield {**extra, "kind": layer.kind, "layer": i, "box": layer.box}, content

    def still(self):
        """Return the pixels of the whole picture on a light page, as an RGBA array."""
        before = self.style
        light = theme.Style(lecture=theme.style().lecture)
        self.prepare(light)
        self.draw(*self.data)
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


class MatrixLayer:
    """A heat map whose colour scale stays fixed: 8-bit indices and a table of 256 colours.

    Index 0 is for entries below the scale, where the colour map has a colour of its own for them.
    """

    kind = "indices"

    def __init__(self, axes, limits, cmap):
        self.low, self.high = limits
        self.image = axes.imshow([[0.0]], cmap=cmap, vmin=self.low, vmax=self.high, aspect="auto")
        self.image.set_interpolation("nearest")
        axes.spines[:].set_visible(False)
        self.axes = axes

    def set(self, matrix):
        """Take the entries of a new matrix."""
        self.matrix = matrix

    def hide(self, hidden):
        """Leave the image out of the frame, or put it in for a still picture."""
        self.image.set_visible(not hidden)
        if not hidden:
            n, m = self.matrix.shape
            self.image.set(data=self.matrix, extent=(0, m, n, 0))

    def background(self):
        """Return nothing: a matrix fills its axes, and covers what lies below."""

    @property
    def box(self):
        """Return left, top, width and height in pixels, counted from the top left."""
        return pixel_box(self.axes, margin=0)

    def palette(self):
        """Return the colour below the scale and 255 colours on it, each as one number."""
        places = np.concatenate([[-1.0], np.linspace(0, 1, 255)])
        return self.image.cmap(places, bytes=True).view("<u4").ravel().tolist()

    def part(self, _background):
        """Return the matrix as (description, bytes)."""
        scale = 254.999 / (self.high - self.low) if self.high > self.low else 0.0
        indices = np.asarray(self.matrix, dtype=np.float32) - np.float32(self.low)
        indices *= np.float32(scale)
        indices += np.float32(1)
        np.clip(indices, 0, 255, out=indices)
        return {"shape": self.matrix.shape}, indices.astype(np.uint8).tobytes()


class ArtistLayer:
    """Artists of one axes that move: drawn over the stored frame, sent as its pixels."""

    kind = "pixels"

    def __init__(self, axes, artists):
        self.axes = axes
        self.artists = list(artists)

    def hide(self, hidden):
        """Leave the artists out of the frame, or put them in."""
        for artist in self.artists:
            artist.set_animated(hidden)

    @property
    def box(self):
        """Return left, top, width and height in pixels, counted from the top left."""
        return pixel_box(self.axes, margin=3)

    def background(self):
        """Return the frame below the artists, to draw over again and again."""
        left, top, width, height = self.box
        canvas = self.axes.figure.canvas
        bottom = canvas.get_width_height()[1] - top - height
        return canvas.copy_from_bbox(Bbox.from_bounds(left, bottom, width, height))

    def palette(self):
        """Return nothing: pixels need no table of colours."""

    def part(self, background):
        """Return the pixels of the axes as (description, bytes)."""
        canvas = self.axes.figure.canvas
        canvas.restore_region(background)
        for artist in sorted(self.artists, key=lambda artist: artist.get_zorder()):
            self.axes.draw_artist(artist)
        left, top, width, height = self.box
        pixels = np.asarray(canvas.buffer_rgba())[top : top + height, left : left + width]
        return {}, pixels.tobytes()


def pixel_box(axes, margin):
    """Return left, top, width and height of the axes in whole pixels, with a margin around."""
    box = axes.bbox  # counted from the bottom
    width, height = axes.figure.canvas.get_width_height()
    left = max(round(box.x0) - margin, 0)
    right = min(round(box.x1) + margin, width)
    top = max(height - round(box.y1) - margin, 0)
    bottom = min(height - round(box.y0) + margin, height)
    return left, top, right - left, bottom - top
