"""Heat maps: a matrix as colors, with its numbers where it is small."""

import math

import numpy as np

from .picture import lit_extra, number
from .positions import BLOCK_GAP, BORDER_GAP
from .scene import (
    BOLD,
    Mark,
    Plot,
    Scale,
    number_text,
    part,
    root_scale,
    widest,
)

__all__ = ["Field", "as_table", "blocks", "color_limits", "counted", "entries", "indices"]

BAR = 18  # a color bar and the gap before it
ZERO = 128  # the index of 0 on a signed scale
TABLE = 36  # entries that are read one by one
MANY = 4  # groups whose blocks are told
ROUNDING = {True: 1e-4, False: 1e-9}  # of the largest entry, in 32 bits or in 64: less is 0


def color_limits(M):
    """Return (limits, scale): from 0, or symmetric about 0 where M has entries below rounding.

    What is no number counts for nothing.
    """
    M = np.asarray(M)
    good = M[np.isfinite(M)]
    if not good.size:
        return (0.0, 1.0), "kernel"
    low, high = float(good.min()), float(good.max())
    if low < -ROUNDING[M.dtype == np.float32] * max(-low, high):
        largest = max(-low, high)
        return (-largest, largest), "signed"
    return (0.0, high or 1.0), "kernel"


def indices(matrix, scale, low, high):
    """Return the entries as places on a scale of 255 steps, 1 the low end; 0 lies below it.

    On the scale "signed" the place is that of the signed root, and 128 is exactly 0. What is no
    number (nan) lies on no scale, and infinity at its end.
    """
    places = np.asarray(matrix, dtype=np.float32)
    if not np.isfinite(places).all():
        inside = np.nan_to_num(places, nan=low, posinf=high, neginf=low)
        found = indices(inside, scale, low, high)
        found[np.isnan(places)] = 0
        return found
    if scale == "signed":
        largest = np.float32(max(-low, high) or 1.0)
        places = np.copysign(np.sqrt(np.abs(places) / largest), places)
        places = np.clip(places * np.float32(127) + np.float32(ZERO + 0.5), 1, 255)
        return places.astype(np.uint8)
    places = places - np.float32(low)
    places *= np.float32(254.998 / (high - low) if high > low else 0)
    places += np.float32(1.001)  # a thousandth of a step below the low end may be rounding
    np.clip(places, 0, 255, out=places)
    return places.astype(np.uint8)


def bar_ticks(scale, low, high, height):
    """Return [value, text] of the numbers beside a color bar: its ends, and what fits between."""
    if scale != "signed":
        return [[low, short(low)], [high, short(high)]]
    line = Scale("root", low, high)
    kept = [low, 0.0, high]
    for value, _ in root_scale(low, high, height).ticks:
        gaps = np.abs(line.fraction(kept) - line.fraction(value)) * height
        if gaps.min() >= 20:
            kept.append(value)
    return [[value, short(value)] for value in sorted(kept)]


def short(value):
    """Return a number in at most three digits, as a tick writes it."""
    return number_text(float(f"{value:.3g}"))


class Field:
    """How one matrix is drawn: its scale of colors and what stands at its edges.

    The names of groups stand above, and beside the rows unless ``beside`` is False.
    """

    def __init__(
        self,
        scale,
        limits,
        *,
        groups=(),
        beside=True,
        rows=(),
        columns=(),
        digits=None,
        means=False,
    ):
        self.scale = scale
        self.means = means
        self.low, self.high = limits
        if scale == "signed":
            self.high = max(-self.low, self.high)
            self.low = -self.high
        self.groups = [list(group) for group in groups]
        self.beside = beside
        self.rows, self.columns = list(rows), list(columns)
        if means and self.rows:
            self.rows, self.columns = [*self.rows, "$r$"], [*self.columns, "$r$"]
        self.digits = digits

    def index(self, matrix):
        """Return the entries as places on the scale."""
        return indices(matrix, self.scale, self.low, self.high)

    @property
    def numbered(self):
        """Return whether numbers stand at both edges: where it is full both leave out the same."""
        return self.rows == self.columns and any(name.isdigit() for name in self.rows)

    def margins(self):
        """Return left, top, right and bottom around the cells."""
        names = [name for name, _, _ in self.groups]
        rows = BOLD * widest(self.rows) + 10 if any(self.rows) else 4  # a lit one is bold
        shapes = 22 + (widest(names) if self.beside else 0) if names else 0
        left = math.ceil(max(rows, shapes))
        top = 18 if names or any(self.columns) else 4
        if names and any(self.columns):  # the shapes of the groups beyond the numbers
            left, top = left + 18, top + 14
        ticks = bar_ticks(self.scale, self.low, self.high, 250)
        return left, top, math.ceil(BAR + 4 + widest(text for _, text in ticks)), 6

    @property
    def gaps(self):
        """Return all gaps between the blocks of one side."""
        return BLOCK_GAP * max(len(self.groups) - 1, 0) + BORDER_GAP * self.means

    def cell(self, shape, room):
        """Return how large a cell can be where there is so much room (w, h)."""
        left, top, right, bottom = self.margins()
        n, m = (size + self.means for size in shape)
        across = (room[0] - left - right - self.gaps) / m
        return min(across, (room[1] - top - bottom - self.gaps) / n)

    def plot(self, shape, cell, caption, hint=""):
        """Return the plot of a matrix of that shape with cells of that size."""
        n, m = (size + self.means for size in shape)
        left, top, right, bottom = self.margins()
        ticks = bar_ticks(self.scale, self.low, self.high, n * cell)
        gaps = self.gaps
        across = widest(self.columns) + 5
        style = {
            "scale": self.scale,
            "low": self.low,
            "high": self.high,
            "root": self.scale == "signed",
            "bar": True,
            "ticks": ticks,
            "groups": self.groups,
            "rows": thinned(self.rows, (across if self.numbered else 12) / cell),
            "columns": thinned(self.columns, across / cell),
        }
        if self.unsaid(style["rows"], style["columns"]):
            style["said"] = [self.rows, self.columns]
        if self.digits is not None:
            style["digits"] = self.digits
        if self.means:
            style["border"] = True
        return Plot(
            width=math.ceil(left + m * cell + gaps + right),
            height=math.ceil(top + n * cell + gaps + bottom),
            margins=(left, top, right, bottom),
            fit="square",
            caption=caption,
            hint=hint,
            x=Scale("linear", 0, m),
            y=Scale("linear", n, 0),
            grid=False,
            marks=(Mark("matrix", "matrix", style),),
        )

    def unsaid(self, *kept):
        """Return whether a name has no room in the picture that is more than its number."""
        pairs = zip((*self.rows, *self.columns), (*kept[0], *kept[1]), strict=True)
        counts = (*range(len(self.rows)), *range(len(self.columns)))
        return any(a != b and a != str(i) for i, (a, b) in zip(counts, pairs, strict=True))

    def part(self, plot, matrix, lit):
        """Return the matrix as a part, with its means at the right and below where wanted."""
        if self.means:
            matrix = bordered(matrix)
            lit = with_means(lit, len(matrix) - 1)
        extra = lit_extra(lit)
        if self.digits is None:
            return part(plot, "matrix", extra, index=self.index(matrix))
        return part(plot, "matrix", extra, index=self.index(matrix), value=matrix)

    def aloud(self, M):
        """Return the entries of a small matrix; the ends of a large one, and means of blocks."""
        finite = np.where(np.isfinite(M), M, np.nan)
        if np.isnan(finite).all():
            return "no numbers"
        top = float(np.nanmax(np.abs(finite))) or 1.0
        digits = 3 - math.floor(math.log10(top)) if self.digits is None else self.digits

        def say(value):
            return number(round(float(value), digits)) if value == value else "none"

        def name(names, i):
            return (names[i] if i < len(names) else "") or str(i)

        if M.size <= TABLE:
            lines = [", ".join(map(say, line)) for line in M]
            return "; ".join(f"row {name(self.rows, i)}: {line}" for i, line in enumerate(lines))
        said = []
        for word, place in (("largest", np.nanargmax), ("smallest", np.nanargmin)):
            i, j = np.unravel_index(place(np.round(finite / top, 6)), M.shape)  # not of rounding
            said.append(f"{word} in row {name(self.rows, i)}, column {name(self.columns, j)}")
        groups = [group for group in self.groups if group[0]] if len(M) == M.shape[1] else []
        for one, (first, a, b) in enumerate(groups if len(groups) <= MANY else ()):
            for second, c, d in groups[one:]:
                block = finite[a:b, c:d]
                if np.isfinite(block).any():
                    said.append(f"mean of {first} with {second} {say(np.nanmean(block))}")
        return "; ".join(said)


def bordered(matrix):
    """Return a matrix with the means of its rows and columns, and in the corner that of all."""
    matrix = np.asarray(matrix, dtype=float)
    wider = np.column_stack([matrix, matrix.mean(axis=1)])
    return np.vstack([wider, wider.mean(axis=0)])


def with_means(lit, last):
    """Return highlighted entries, each with the means of its row and column, and that of all."""
    return [place for i, j in lit for place in ([i, j], [i, last], [last, j], [last, last])]


def blocks(labels):
    """Return [name, start, stop] of the groups of sorted labels; nothing if they are not sorted."""
    if labels is None:
        return []
    names, member = np.unique(np.asarray(labels), return_inverse=True)
    if np.any(np.diff(member) < 0):
        return []
    starts = np.searchsorted(member, np.arange(len(names) + 1)).tolist()
    return [[str(name), starts[g], starts[g + 1]] for g, name in enumerate(names)]


def counted(size, limit=12):
    """Return the numbers 0, 1, ... of rows as names, only some of them where there are many."""
    step = (
        1 if size <= limit else next(s for s in (5, 10, 20, 50, 100, 200, 10**9) if size <= 8 * s)
    )
    return [str(i) if i % step == 0 else "" for i in range(size)]


def thinned(names, apart):
    """Return the names with as many blanks as it takes to be so many rows apart."""
    kept = list(names)
    named = [i for i, name in enumerate(kept) if name]
    gap = min(np.diff(named), default=apart)
    step = math.ceil(apart / gap)
    for order, i in enumerate(named):
        if order % step:
            kept[i] = ""
    return kept


def as_table(M):
    """Return a matrix as numbers, or say why it is none."""
    M = np.asarray(M, dtype=float)
    if M.ndim != 2 or not M.size:
        raise ValueError(f"wants a matrix of shape (n, m), n and m above 0, got shape {M.shape}")
    return M


def entries(lit, shape):
    """Return highlighted entries, given as one pair or many, as lists of two whole numbers."""
    pairs = [] if lit is None else [lit] if np.shape(lit) == (2,) else lit
    found = [[int(i), int(j)] for i, j in pairs]
    for i, j in found:
        if not (0 <= i < shape[0] and 0 <= j < shape[1]):
            raise ValueError(f"lit names an entry ({i}, {j}) of a matrix of shape {shape}")
    return found
