"""How every picture looks: colors with a meaning, shapes, line weights, type sizes.

All of it stands in ``tokens.json``, which the front end reads, too. A picture never names a
color, only a role: "ink", "muted", the number of a group, a place on the scale of kernel values.
"""

import json
from pathlib import Path

__all__ = ["MARKERS", "TOKENS", "contrast", "cover", "palette", "weight", "words_in"]

READ = 4.5  # contrast that small words need
DARKER = (0.2, 0.35, 0.5, 0.65, 0.8, 1.0)

#: Colors (light and dark), shapes, hatches, weights, dashes and type sizes.
TOKENS = json.loads((Path(__file__).parent / "tokens.json").read_text(encoding="utf-8"))

#: Marker of matplotlib and its size, for equal areas of all shapes.
MARKERS = {
    "circle": ("o", 2.0),
    "triangle": ("^", 2.45),
    "square": ("s", 1.84),
    "diamond": ("D", 1.81),
    "triangle-down": ("v", 2.45),
    "plus": ("P", 2.4),
    "cross": ("X", 2.4),
    "star": ("*", 2.9),
    "pentagon": ("p", 2.2),
    "hexagon": ("h", 2.2),
}


def palette(dark=False):
    """Return the colors of a light or a dark page by their roles.

    >>> palette()["ink"], palette(dark=True)["ink"]
    ('#1b1e24', '#eceef1')
    """
    return TOKENS["dark" if dark else "light"]


def luminance(color):
    """Return how bright a color #rrggbb looks, 0 to 1."""
    shares = (int(color[i : i + 2], 16) / 255 for i in (1, 3, 5))
    linear = [v / 12.92 if v <= 0.04045 else ((v + 0.055) / 1.055) ** 2.4 for v in shares]
    return 0.2126 * linear[0] + 0.7152 * linear[1] + 0.0722 * linear[2]


def contrast(one, other):
    """Return the contrast of two colors, 1 to 21.

    >>> contrast("#ffffff", "#000000")
    21.0
    """
    low, high = sorted((luminance(one), luminance(other)))
    return (high + 0.05) / (low + 0.05)


def blend(start, end, share):
    """Return a color between two; 0 gives the first."""
    pairs = [(int(start[i : i + 2], 16), int(end[i : i + 2], 16)) for i in (1, 3, 5)]
    return "#" + "".join(f"{int(v + (w - v) * share + 0.5):02x}" for v, w in pairs)


def words_in(colors, color):
    """Return the color of words that belong to a mark: as much ink in it as reading needs.

    >>> words_in(palette(), palette()["groups"][4]) == palette()["groups"][4]
    False
    """
    mixed = [blend(color, colors["ink"], share) for share in DARKER]
    return next((c for c in mixed if contrast(c, colors["ground"]) >= READ), colors["ink"])


def cover(colors, alpha):
    """Return how much a pale mark covers: more on dark ground, where it would be lost.

    >>> cover(palette(), 0.5), cover(palette(dark=True), 0.25)
    (0.5, 0.5)
    """
    return alpha if luminance(colors["ground"]) > 0.2 else alpha**0.5


def weight(style):
    """Return the width of a line in pixels."""
    return TOKENS["weights"][style.get("weight", "guide")]
