"""Still pictures: what a page without a kernel, a printed page or a reader of the file sees."""

import io
import textwrap

import numpy as np
from matplotlib.backends.backend_agg import FigureCanvasAgg
from matplotlib.figure import Figure
from matplotlib.image import imsave

__all__ = ["DPI", "png_bytes", "still_pixels"]

DPI = 100


def png_bytes(pixels):
    """Return an RGBA array as the bytes of a PNG."""
    file = io.BytesIO()
    imsave(file, pixels, format="png", pil_kwargs={"compress_level": 6})
    return file.getvalue()


def still_pixels(stills, words):
    """Return pictures side by side, as many as fit in a row, above a strip of words."""
    rows, widest = [[]], 1050
    for still in stills:
        if rows[-1] and sum(s.shape[1] for s in rows[-1]) + still.shape[1] > widest:
            rows.append([])
        rows[-1].append(still)
    blocks = [_stack(row, axis=1) for row in rows if row]
    width = max((block.shape[1] for block in blocks), default=600)
    return _stack([*blocks, _strip(words, width)], axis=0)


def _stack(blocks, axis):
    """Join RGBA arrays along an axis, filling up with white where one is smaller."""
    other = 1 - axis
    size = max(block.shape[other] for block in blocks)
    missing = [[(0, 0), (0, 0), (0, 0)] for _ in blocks]
    for pad, block in zip(missing, blocks, strict=True):
        pad[other] = (0, size - block.shape[other])
    pairs = zip(blocks, missing, strict=True)
    return np.concatenate([np.pad(b, m, constant_values=255) for b, m in pairs], axis=axis)


def _strip(words, width):
    """Return words, wrapped, as an RGBA array of a given width."""
    lines = [part for line in words.split("\n") for part in textwrap.wrap(line, width // 7) or [""]]
    figure = Figure(figsize=(width / DPI, 0.2 * len(lines) + 0.1), dpi=DPI, facecolor="w")
    canvas = FigureCanvasAgg(figure)
    figure.text(0.01, 0.95, "\n".join(lines), va="top", fontsize=9, family="DejaVu Sans")
    canvas.draw()
    return np.array(canvas.buffer_rgba())[:, :width]
