"""Sheets: several stills of a panel side by side, above a strip of its words."""

import textwrap

import numpy as np

from . import theme
from .stills import RATIO, rgba

__all__ = ["row_of", "still_pixels"]

WIDEST = 1000  # of a row of pictures on the page


def still_pixels(stills, text, dark=False):
    """Return pictures side by side, as many as fit in a row, above a strip of text."""
    paper = rgba(theme.palette(dark)["paper"])
    blocks = rows_of(stills, paper)
    width = max((block.shape[1] for block in blocks), default=600 * RATIO)
    return stack([*blocks, text_block(text, width, dark)], 0, paper)


def row_of(stills, dark=False):
    """Return pictures side by side, as many as fit in a row."""
    paper = rgba(theme.palette(dark)["paper"])
    return stack(rows_of(stills, paper), 0, paper)


def rows_of(stills, paper):
    """Return rows of pictures, each as wide as a page."""
    rows = []
    room = 0
    for still in stills:
        width = still.shape[1]
        if not rows or width > room:
            rows.append([])
            room = WIDEST * RATIO
        rows[-1].append(still)
        room -= width
    return [stack(row, 1, paper) for row in rows]


def stack(blocks, axis, paper):
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


def text_block(text, width, dark):
    """Return a text, wrapped, as an RGBA array of a given width."""
    from .draw import strip  # matplotlib is needed for stills only

    lines = []
    for line in text.split("\n"):
        lines += textwrap.wrap(line, max(int(width / RATIO / 7.2), 20)) or [""]
    return strip(lines, width / RATIO, dark)
