"""On which side of its place a word covers least of what else is drawn."""

import numpy as np

from .scene import BOLD, text_width

__all__ = ["AWAY", "STEPS", "boxes_around", "free_sides"]

AWAY = 16  # pixels from a place to its word: beyond the head of an arrow, and a handle
HEIGHT = 15  # of a line of such words
OUTSIDE = 40  # how much worse a pixel beyond the picture is than one over a point
SIZE = 12

#: Across and down to the words on each side; the front end has the same in points.js.
STEPS = {
    "n": (0, -1),
    "s": (0, 1),
    "e": (1, 0),
    "w": (-1, 0),
    "ne": (0.75, -0.75),
    "nw": (-0.75, -0.75),
    "se": (0.75, 0.75),
    "sw": (-0.75, 0.75),
}


def boxes_around(pixels, reach):
    """Return the boxes [left, top, right, bottom] around pixels (n, 2) that can be seen.

    >>> boxes_around([[10, 20], [np.nan, 0]], 5).tolist()
    [[5.0, 15.0, 15.0, 25.0]]
    """
    pixels = np.asarray(pixels, dtype=float).reshape(-1, 2)
    pixels = pixels[np.isfinite(pixels).all(axis=1)]
    return np.hstack([pixels - reach, pixels + reach])


def free_sides(places, words, boxes, window):
    """Return for each word the side of its place on which it covers least.

    Parameters
    ----------
    places : (k, 2) array
        Pixels that the words name.
    words : list of str
        What is written there.
    boxes : (n, 4) array
        What should not be covered: left, top, right and bottom of each thing.
    window : (left, top, right, bottom)
        Beyond it nothing should stand.

    Examples
    --------
    >>> free_sides([[50, 50]], ["mean"], boxes_around([[50, 30]], 10), (0, 0, 100, 100))
    ['s']
    """
    taken, chosen = np.asarray(boxes, dtype=float).reshape(-1, 4), []
    for place, text in zip(places, words, strict=True):
        found = {side: word_box(place, text, side) for side in STEPS}
        best = min(STEPS, key=lambda side: covered(found[side], taken, window))
        taken = np.vstack([taken, found[best]])
        chosen.append(best)
    return chosen


def word_box(place, text, side):
    """Return where a word stands beside a place."""
    across, down = STEPS[side]
    width = BOLD * text_width(text, SIZE)
    x, y = place[0] + AWAY * across, place[1] + AWAY * down
    left = x - width * (1 - np.sign(across)) / 2
    top = y - HEIGHT * (1 - np.sign(down)) / 2
    return np.array([left, top, left + width, top + HEIGHT])


def covered(box, others, window):
    """Return how many pixels of other things a box covers, and how far it leaves the window."""
    low = np.maximum(box[:2], others[:, :2])
    high = np.minimum(box[2:], others[:, 2:])
    over = np.prod(np.clip(high - low, 0, None), axis=1).sum()
    beyond = np.clip(np.asarray(window[:2]) - box[:2], 0, None).sum()
    beyond += np.clip(box[2:] - np.asarray(window[2:]), 0, None).sum()
    return over + OUTSIDE * beyond
