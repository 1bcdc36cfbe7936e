"""Still pictures: what a page without a kernel, a printed page or a reader of the file sees."""

import io
import textwrap

import numpy as np

__all__ = ["RATIO", "png_bytes", "png_metadata", "still_pixels"]

RATIO = 2  # pixels of a still for one pixel on the page, so that it is sharp in print
WIDEST = 1000  # of a row of pictures on the page


def png_bytes(pixels):
    """Return an RGBA array as the bytes of a PNG."""
    from matplotlib.image import imsave  # stills only: a live panel does without matplotlib

    file = io.BytesIO()
    imsave(file, pixels, format="png", pil_kwargs={"compress_level": 6})
    return file.getvalue()


def png_metadata(pixels, alt):
    """Return what a notebook has to know of a still: its width on the page and its words."""
    return {"alt": alt, "width": pixels.shape[1] // RATIO}


def still_pixels(stills, text, dark=False):
    """Return pictures side by side, as many as fit in a row, above a strip of text."""
    from . import theme

    paper = rgba(theme.palette(dark)["paper"])
    rows = []
    room = 0
    for still in stills:
        width = still.shape[1]
        if not rows or width > room:
            rows.append([])
            room = WIDEST * RATIO
        rows[-1].append(still)
        room -= width
    blocks = [_stack(row, 1, paper) for row in rows]
    width = max((block.shape[1] for block in blocks), default=600 * RATIO)
    return _stack([*blocks, _strip(text, width, dark)], 0, paper)


def rgba(color):
    """Return a colour like #a1b2c3 as four numbers up to 255.

    >>> rgba("#ff8000").tolist()
    [255, 128, 0, 255]
    """
    return np.array([*bytes.fromhex(color[1:]), 255], dtype=np.uint8)


def _stack(blocks, axis, paper):
    """Join RGBA arrays along an axis, filling up with paper where one is smaller."""
    other = 1 - axis
    size = max(block.shape[other] for block in blocks)
    filled = []
    for block in blocks:
        shape = list(block.shape)
        shape[other] = size
        sheet = np.empty(shape, dtype=np.uint8)
        sheet[:] = paper
        sheet[: block.shape[0], : block.shape[1]] = block
        filled.append(sheet)
    return np.concatenate(filled, axis=axis)


def _strip(text, width, dark):
    """Return a text, wrapped, as an RGBA array of a given width."""
    from .draw import strip

    lines = []
    for line in text.split("\n"):
        lines += textwrap.wrap(line, max(int(width / RATIO / 7.2), 20)) or [""]
    return strip(lines, width / RATIO, dark)
