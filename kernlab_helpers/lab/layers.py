"""The moving parts of a picture, and how each of them travels.

A matrix sends 8-bit indices of its colours; other artists send the pixels of their axes.
"""

import numpy as np
from matplotlib.transforms import Bbox

__all__ = ["ArtistLayer", "MatrixLayer"]


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
        """Leave the image out of the frame, or put it in."""
        self.image.set_visible(not hidden)

    def refresh(self):
        """Give the matrix to matplotlib, for a still picture."""
        n, m = self.matrix.shape
        self.image.set_data(self.matrix)
        self.image.set_extent((0, m, n, 0))

    def stored(self):
        """Return nothing: a matrix fills its axes, and needs no frame below it."""

    @property
    def box(self):
        """Return left, top, width and height in pixels, counted from the top left."""
        return pixel_box(self.axes, margin=0)

    def palette(self):
        """Return the colour below the scale and 255 colours on it, as RGBA bytes."""
        shares = np.concatenate([[-1.0], np.linspace(0, 1, 255)])
        return self.image.cmap(shares, bytes=True)

    def part(self, _frame):
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
        self.axes, self.artists = axes, list(artists)

    def hide(self, hidden):
        """Leave the artists out of the frame, or put them in."""
        for artist in self.artists:
            artist.set_animated(hidden)

    def refresh(self):
        """Nothing to do: the artists hold their data."""

    @property
    def box(self):
        """Return left, top, width and height in pixels, counted from the top left."""
        return pixel_box(self.axes, margin=3)

    def stored(self):
        """Return the frame below the artists, to draw over again and again."""
        left, top, width, height = self.box
        bottom = self.axes.figure.canvas.get_width_height()[1] - top - height
        return self.axes.figure.canvas.copy_from_bbox(Bbox.from_bounds(left, bottom, width, height))

    def palette(self):
        """Pixels need no table of colours."""

    def part(self, frame):
        """Return the pixels of the axes as (description, bytes)."""
        canvas = self.axes.figure.canvas
        canvas.restore_region(frame)
        for artist in sorted(self.artists, key=lambda artist: artist.get_zorder()):
            self.axes.draw_artist(artist)
        left, top, width, height = self.box
        pixels = np.asarray(canvas.buffer_rgba())[top : top + height, left : left + width]
        return {}, pixels.tobytes()


def pixel_box(axes, margin):
    """Return left, top, width and height of the axes in whole pixels, with a margin around."""
    box, (width, height) = axes.bbox, axes.figure.canvas.get_width_height()
    left, right = max(round(box.x0) - margin, 0), min(round(box.x1) + margin, width)
    top, bottom = (
        max(height - round(box.y1) - margin, 0),
        min(height - round(box.y0) + margin, height),
    )
    return left, top, right - left, bottom - top
