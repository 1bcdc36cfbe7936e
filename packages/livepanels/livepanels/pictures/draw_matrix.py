"""Colors of matrices and regions, pixel by pixel; a hatch tells what lies below zero."""

import numpy as np

from . import theme
from .stills import RATIO, rgba

__all__ = ["matrix_image", "number_colors", "region_image", "scale_table"]

SEEN = 9  # cells of so many pixels have a line of paper between them


def ramp(stops, places):
    """Return the colors (n, 3) of places from 0 to 1 on a scale of stops."""
    colors = np.array([rgba(stop)[:3] for stop in stops], dtype=float)
    at = np.linspace(0, 1, len(stops))
    channels = [np.interp(places, at, colors[:, c]) for c in range(3)]
    return np.stack(channels, axis=-1).round().astype(np.uint8)


def scale_table(scale, colors):
    """Return the colors (256, 3) of all indices of a matrix."""
    scales = colors["scales"]
    if scale == "signed":
        places = (np.arange(256) - 128) / 127
        warm, cold = ramp(scales["below"], -places), ramp(scales["kernel"], places)
        table = np.where((places < 0)[:, None], warm, cold)
    else:
        table = ramp(scales[scale], (np.arange(256) - 1) / 254)
    nowhere = "plate" if scale == "signed" else "below"  # nothing lies below a signed scale
    table[0] = rgba(colors[nowhere])[:3]
    return table


def below(index, scale):
    """Return which entries are hatched: those below zero or below the scale."""
    return index < 128 if scale == "signed" else index == 0


def matrix_image(index, rows, columns, style, colors):
    """Return a matrix as RGBA pixels, RATIO of them for one on the page.

    Rows and columns are (where cells begin, how long one is); what lies between is clear.
    """
    i, row_inside = cells_of(*rows)
    j, column_inside = cells_of(*columns)
    chosen = index[np.ix_(i, j)]
    image = np.empty((*chosen.shape, 4), dtype=np.uint8)
    image[..., :3] = scale_table(style["scale"], colors)[chosen]
    image[..., 3] = 255 * (row_inside[:, None] & column_inside)
    marked = below(chosen, style["scale"])
    if marked.any():
        lines = marked & hatch(chosen.shape, 45, 5, 1.3)
        bright = is_light(image[..., :3])
        blend(image, lines & bright, rgba("#14171c")[:3], 0.5)
        blend(image, lines & ~bright, rgba("#ffffff")[:3], 0.5)
    return image


def cells_of(starts, length):
    """Return the number of the cell of each pixel along a side, and whether it lies inside."""
    end = starts[-1] + length
    places = (np.arange(max(round(end * RATIO), 1)) + 0.5) / RATIO
    number = np.clip(np.searchsorted(starts, places, side="right") - 1, 0, len(starts) - 1)
    seam = 1.0 if length >= SEEN else 0.0
    return number, places - starts[number] < length - seam + 1e-9


def hatch(shape, angle, period, width):
    """Return which pixels lie on the lines of a hatch."""
    y, x = np.indices(shape) / RATIO
    turn = np.deg2rad(angle)
    across = x * np.sin(turn) + y * np.cos(turn)
    return across % period < width


def blend(image, where, color, share):
    """Mix a color into some pixels."""
    mixed = image[where][:, :3] * (1 - share) + np.asarray(color) * share
    image[where, :3] = mixed.round()


def number_colors(colors):
    """Return black or white for each color (n, 3), whichever is read more easily on it."""
    return np.where(is_light(colors), "#14171c", "#ffffff").tolist()


def is_light(colors):
    """Return which colors (..., 3) are nearer to white than to black for the eye."""
    shares = np.arange(256) / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    return linear[colors] @ (0.2126, 0.7152, 0.0722) > 0.22


def region_image(shape, group, style, colors):
    """Return a plane that one group owns as RGBA pixels: its tint and its hatch."""
    fill = round(255 * style.get("fill", 0.16))
    image = np.empty((*shape, 4), dtype=np.uint8)
    image[:] = [*rgba(colors["groups"][group % 10])[:3], fill]
    if style.get("hatch"):
        lines = hatch(shape, theme.TOKENS["hatches"][group % 10], 9, 1.0)
        image[lines, 3] = min(255, 2 * fill)
    return image
