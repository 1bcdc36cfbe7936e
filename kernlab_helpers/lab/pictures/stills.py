"""Still pictures: what a page without a kernel, a printed page or a reader of the file sees."""

import io
import textwrap

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import imsave

__all__ = ["DPI", "png_bytes", "still_pixels"]

DPI = 100
WIDEST = 1050  # pixels of a row of pictures


def png_bytes(pixels):
    """Return an RGBA array as the bytes of a PNG."""
    file = io.BytesIO()
    imsave(file, pixels, format="png", pil_kwargs={"compress_level": 6})
    return file.getvalue()


def still_pixels(stills, text):
    """Return pictures side by side, as many as fit in a row, above a strip of text."""
    rows = []
    room = 0
    for still in stills:
        width = still.shape[1]
        if not rows or width > room:
            rows.append([])
            room = WIDEST
        rows[-1].append(still)
        room -= width
    blocks = [_stack(row, axis=1) for row in rows]
    width = max((block.shape[1] for block in blocks), default=600)
    return _stack([*blocks, _strip(text, width)], axis=0)


def _stack(blocks, axis):
    """Join RGBA arrays along an axis, filling up with white where one is smaller."""
    other = 1 - axis
    size = max(block.shape[other] for block in blocks)
    filled = []
    for block in blocks:
        margins = [(0, 0), (0, 0), (0, 0)]
        margins[other] = (0, size - block.shape[other])
        filled.append(np.pad(block, margins, constant_values=255))
    return np.concatenate(filled, axis=axis)


def _strip(text, width):
    """Return a text, wrapped, as an RGBA array of a given width."""
    lines = []
    for line in text.split("\n"):
        lines += textwrap.wrap(line, width // 7) or [""]
    figure = Figure(figsize=(width / DPI, 0.2 * len(lines) + 0.1), dpi=DPI, facecolor="w")
    canvas = FigureCanvasAgg(figure)
    figure.text(0.01, 0.95, "\n".join(lines), va="top", fontsize=9, family="DejaVu Sans")
    canvas.draw()
    return np.array(canvas.buffer_rgba())[:, :width]
