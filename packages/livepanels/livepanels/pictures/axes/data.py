"""Data on its way to marks: bounds, colors of many things, outlines."""

import math
import re

import numpy as np

from ..picture import number
from ..scene import Scale
from .words import COLORS, role

__all__ = [
    "as_columns",
    "bar_limits",
    "between",
    "bounds_of",
    "checked_length",
    "corners_of_bars",
    "ellipses_from",
    "field_of",
    "first_of",
    "format_of",
    "height_at",
    "is_many",
    "joined",
    "members",
    "name_of",
    "on_a_scale",
    "pieces",
    "radius",
    "scale_of",
    "segments",
    "steps",
    "together",
    "value_text",
    "wider",
]

FORMAT = re.compile(r"(C\d|[rgbcmykw])|(--|-\.|-|:)|([o^sDvPX*ph.,+x<>dH])")
DEVIATIONS = 2  # so many standard deviations an ellipse reaches
RADII = ((80, 5.2), (200, 4.4), (500, 3.6), (1500, 2.8), (math.inf, 2.2))


def wider(ends, others):
    """Return the shortest ends that hold both pairs; the order is that of the first."""
    if ends[0] > ends[1]:
        return max(ends[0], *others), min(ends[1], *others)
    return min(ends[0], *others), max(ends[1], *others)


def bounds_of(values, kind, tight, foot):
    """Return the ends that hold some values on a scale, with a margin of 5 %."""
    if kind == "half":
        return 0.0, math.inf
    good = values[np.isfinite(values) & (values > 0 if kind == "log" else True)]
    if not good.size:
        return (0.1, 10.0) if kind == "log" else (0.0, 1.0)
    low, high = float(good.min()), float(good.max())
    if kind == "log":
        return low / 1.3, high * 1.3
    if tight and low < high:
        return low, high
    margin = 0.05 * ((high - low) or max(abs(low), 1.0))
    return (low if foot and low == 0 else low - margin), high + margin


def first_of(*values):
    """Return the first value that is given, None if none is."""
    return next((value for value in values if value is not None), None)


def format_of(fmt):
    """Return color, linestyle and marker of matplotlib's short format, None where it has none.

    >>> format_of("-ro"), format_of("k."), format_of("C1--"), format_of("red")
    (('r', '-', 'o'), ('k', None, '.'), ('C1', '--', None), ('red', None, None))
    """
    found = [None] * 3
    rest = fmt
    while part := FORMAT.match(rest):
        kind = part.lastindex - 1
        if found[kind] is not None:
            break
        found[kind], rest = part[0], rest[part.end() :]
    return (fmt, None, None) if rest else tuple(found)


def name_of(label):
    """Return a label as text, None where matplotlib would not show it."""
    text = "" if label is None else str(label)
    return text if text and not text.startswith("_") else None


def is_many(color, count):
    """Return whether colors are one for each of some things."""
    if color is None or isinstance(color, (str, int, np.integer)) or np.ndim(color) != 1:
        return False
    return len(color) == count and not (count in (3, 4) and np.asarray(color).dtype.kind == "f")


def on_a_scale(color):
    """Return whether colors are numbers on a scale: no names, and not a few whole numbers."""
    values = np.asarray(color)
    if values.dtype.kind != "f":
        return False
    good = values[np.isfinite(values)]
    return not (np.array_equal(good, good.round()) and len(np.unique(good)) <= 10)


def members(color, groups):
    """Return the number of the group, and so of the color, of each thing."""
    values = np.asarray(color)
    if values.dtype.kind in "iufb":
        return values.astype(np.int64).astype(np.uint8)
    if all(name in COLORS or re.fullmatch(r"C\d+", name) for name in groups.names):
        roles = [role(name) for name in groups.names]
        numbers = [r if isinstance(r, int) else {"hot": 9, "below": 6}.get(r, 4) for r in roles]
        return np.array(numbers, np.uint8)[groups.member]
    return groups.member


def checked_length(name, values, count):
    """Return values that are one for each point, or say how many came."""
    if len(values) < count:
        raise ValueError(f"{name} wants one for each of {count} points, got {len(values)}")
    return list(values)[:count]


def scale_of(cmap, usual):
    """Return the scale of colors that a name means: ours, else what fits the signs."""
    name = getattr(cmap, "name", cmap)
    if name in ("gray", "grey", "Greys", "gray_r", "binary"):
        return "grey"
    return name if name in ("kernel", "signed", "distance") else usual


def field_of(X, Y, Z):
    """Return places and values of a function of the plane; values alone stand at their indices."""
    if Z is None:
        Z = np.asarray(X, dtype=float)
        if Z.ndim != 2:
            raise ValueError(f"wants values of shape (n, m), got shape {Z.shape}")
        return np.arange(Z.shape[1]), np.arange(Z.shape[0]), Z
    X, Y, Z = (np.asarray(a, dtype=float) for a in (X, Y, Z))
    wanted = (Y.shape[0], X.shape[-1])
    if Z.ndim != 2 or Z.shape != wanted:
        raise ValueError(f"wants values of shape {wanted} over x and y, got shape {Z.shape}")
    return X, Y, Z


def pieces(where, count):
    """Return the slices in which a condition holds."""
    if where is None:
        return [slice(0, count)]
    inside = np.concatenate([[0], np.asarray(where, dtype=int), [0]])
    turns = np.flatnonzero(np.diff(inside))
    return [slice(*ends) for ends in turns.reshape(-1, 2)]


def between(x, y1, y2):
    """Return the outline (2 n, 2) of what lies between two curves."""
    return np.concatenate([np.stack([x, y1], axis=1), np.stack([x, y2], axis=1)[::-1]])


def joined(rows):
    """Return several outlines as one array; NaN parts them."""
    gap = np.full((1, 2), np.nan)
    found = [piece for row in rows for piece in (np.asarray(row, dtype=float).reshape(-1, 2), gap)]
    return np.concatenate(found[:-1]) if found else gap


def height_at(xy, at, kind_x="linear", kind_y="linear"):
    """Return where a line, drawn straight from corner to corner, meets an upright line, or nan."""
    x, y = xy.T
    if len(x) == 1 and math.isclose(x[0], at, abs_tol=1e-12):
        return float(y[0])
    rising = len(x) > 1 and (x[1:] >= x[:-1]).all()
    if not rising or not x[0] - 1e-9 * abs(x[0]) <= at <= x[-1] + 1e-9 * abs(x[-1]):
        return math.nan
    j = int(np.clip(np.searchsorted(x, at), 1, len(x) - 1))
    with np.errstate(invalid="ignore", divide="ignore"):
        share = float(Scale(kind_x, x[j - 1], x[j]).fraction(at)) if x[j - 1] < x[j] else 1.0
    if share <= 1e-9 or share >= 1 - 1e-9 or y[j - 1] == y[j]:
        return float(y[j] if share > 0.5 else y[j - 1])
    return float(Scale(kind_y, 0, 1).between(y[j - 1], y[j], share))


def together(word, x, y):
    """Return columns x and y as (n, 2): the very array of which they are columns, if there is one.

    So a hand that moves the rows of ``X`` finds them where ``scatter(*X.T)`` has drawn them.

    >>> X = np.array([[1.0, 2.0], [3.0, 4.0]])
    >>> np.shares_memory(together("scatter", *X.T), X), together("plot", 0, [1, 2]).tolist()
    (True, [[0.0, 1.0], [0.0, 2.0]])
    """
    x, y = np.asarray(x), np.asarray(y)
    if (
        x.ndim == 1
        and x.shape == y.shape
        and x.dtype == y.dtype == float
        and x.strides == y.strides
        and x.base is not None
        and x.base is y.base
        and y.__array_interface__["data"][0] - x.__array_interface__["data"][0] == x.itemsize
    ):
        return np.lib.stride_tricks.as_strided(x, (len(x), 2), (x.strides[0], x.itemsize))
    try:
        x, y = np.broadcast_arrays(
            np.ravel(x).astype(float) if x.ndim else x.astype(float),
            np.ravel(y).astype(float) if y.ndim else y.astype(float),
        )
    except ValueError:
        raise ValueError(
            f"{word} wants x and y of one length, got shapes {x.shape} and {y.shape}"
        ) from None
    return np.column_stack([np.atleast_1d(x), np.atleast_1d(y)])


def as_columns(word, array, count):
    """Return an array of shape (n, count), or say what came."""
    array = np.asarray(array)
    if array.dtype != float:
        array = array.astype(float)
    if array.ndim != 2 or array.shape[1] != count:
        raise ValueError(f"{word} wants an array of shape (n, {count}), got shape {array.shape}")
    return array


def segments(at, low, high, upright):
    """Return the corners (3 n, 2) of straight pieces; NaN parts them."""
    at, low, high = np.broadcast_arrays(*(np.ravel(v).astype(float) for v in (at, low, high)))
    along = np.stack([low, high, np.full(len(at), np.nan)], axis=1).ravel()
    across = np.repeat(at, 3)
    return np.column_stack([across, along] if upright else [along, across])


def steps(x, y, where):
    """Return the corners of a staircase, as matplotlib's step has it.

    >>> steps([0, 1], [5, 7], "pre").tolist()
    [[0.0, 5.0], [0.0, 7.0], [1.0, 7.0]]
    """
    if where not in ("pre", "post", "mid"):
        raise ValueError(f"step(where=) is 'pre', 'post' or 'mid', got {where!r}")
    x, y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
    if where == "mid":
        middles = np.repeat((x[1:] + x[:-1]) / 2, 2)
        return np.column_stack([np.concatenate([x[:1], middles, x[-1:]]), np.repeat(y, 2)])
    if where == "post":
        return np.column_stack([np.repeat(x, 2)[1:], np.repeat(y, 2)[:-1]])
    return np.column_stack([np.repeat(x, 2)[:-1], np.repeat(y, 2)[1:]])


def corners_of_bars(left, right, foot, top):
    """Return the corners (5 n, 2) of rectangles; NaN parts them."""
    left, right, foot, top = np.broadcast_arrays(left, right, foot, top)
    none = np.full(len(left), np.nan)
    x = np.stack([left, left, right, right, none], axis=1).ravel()
    y = np.stack([foot, top, top, foot, none], axis=1).ravel()
    return np.column_stack([x, y])


def radius(count):
    """Return the radius of a point: smaller where there are many, so that none covers others."""
    return next(r for most, r in RADII if count <= most)


def bar_limits(values):
    """Return the ends of an axis for bars: 0, and some room above and below them."""
    values = np.asarray(values, dtype=float)
    values = values[np.isfinite(values)]
    low = 1.15 * float(np.min(values, initial=0.0))
    high = 1.15 * float(np.max(values, initial=0.0))
    return (low, high) if low < high else (0.0, 1.0)


def value_text(value, digits):
    """Return a number, rounded to so many digits after the point, as text."""
    return "none" if np.isnan(value) else number(round(value, digits))


def ellipses_from(ellipses):
    """Return ellipses as (k, 5): center, two half axes, angle; Gaussians at two deviations."""
    if isinstance(ellipses, list) and all(hasattr(one, "covariances") for one in ellipses):
        return np.concatenate([ellipses_from(one) for one in ellipses])
    if not hasattr(ellipses, "covariances"):
        ellipses = np.asarray(ellipses, dtype=float)
        if ellipses.ndim != 2 or ellipses.shape[1] != 5:
            raise ValueError(f"wants ellipses of shape (k, 5), got shape {ellipses.shape}")
        return ellipses
    values, vectors = np.linalg.eigh(ellipses.covariances)
    axes = DEVIATIONS * np.sqrt(np.maximum(values, 0))
    angles = np.arctan2(vectors[:, 1, 1], vectors[:, 0, 1])
    return np.column_stack([ellipses.means, axes[:, 1], axes[:, 0], angles])
