"""Pictures of matrices: a kernel matrix beside its distances, or one matrix with its numbers."""

import math

import numpy as np

from ..._checks import tolerance
from .picture import Picture, lit_extra, number
from .places import BLOCK_GAP, BORDER_GAP, RING
from .scene import (
    BOLD,
    GAP,
    Mark,
    Plot,
    Scale,
    linear_scale,
    make_scale,
    margins,
    number_text,
    part,
    root_scale,
    widest,
)

__all__ = ["KernelAndDistance", "Matrix", "indices"]

BAR = 18  # a colour bar and the gap before it
ZERO = 128  # the index of 0 on a signed scale


def eigenvalues(K):
    """Return the eigenvalues in rising order, those within rounding of 0 as exactly 0."""
    values = np.linalg.eigvalsh(np.asarray(K, dtype=float))
    values[np.abs(values) <= tolerance(values)] = 0.0
    return values


def spectrum_text(values):
    """Return least eigenvalue and rank, in words that rounding cannot change."""
    return f"least eigenvalue {number(values[0])}, rank {np.count_nonzero(values)} of {len(values)}"


def kernel_limits(K):
    """Return (limits, scale): from 0, or symmetric about 0 where K has negative entries."""
    low = float(np.min(K))
    high = float(np.max(K))
    if low < -tolerance(K):
        largest = max(-low, high)
        return (-largest, largest), "signed"
    return (0.0, high or 1.0), "kernel"


def feature_distances(K):
    """Return distances in feature space, -1 where the square is negative, and the least square.

    d^2(i, j) = K[i, i] + K[j, j] - 2 K[i, j], as in `gram.squared_distances`, which cannot serve
    here: it refuses a negative square, and a K that is not symmetric, with an error. A picture has
    to show just these: a negative square is hatched, not clipped to 0, for it tells that K is no
    kernel (ERRATA 003-07, chapter 2), and some chapters show what a wrong normalization makes of K.
    """
    K_ii, K_jj = np.diagonal(K)[:, None], np.diagonal(K)
    squares = K_ii + K_jj - 2 * K
    least = squares.min()
    distances = np.sqrt(np.maximum(squares, 0))
    rounding = tolerance(K)
    if least < -rounding:
        distances[squares < -rounding] = -1
    return distances, least


def indices(matrix, scale, low, high):
    """Return the entries as places on a scale of 255 steps, 1 the low end; 0 lies below it.

    On the scale "signed" the place is that of the signed root, and 128 is exactly 0. What is no
    number (nan) lies on no scale.
    """
    places = np.asarray(matrix, dtype=np.float32)
    if np.isnan(places).any():
        found = indices(np.nan_to_num(places, nan=low), scale, low, high)
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
    """Return [value, text] of the numbers beside a colour bar: its ends, and what fits between."""
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
    """How one matrix is drawn: its scale of colours and what stands at its edges.

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
        """Whether numbers stand at both edges: then the same ones are left out where it is full."""
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
        """All gaps between the blocks of one side."""
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

    def part(self, plot, matrix, lit):
        """Return the matrix as a part, with its means at the right and below where wanted."""
        if self.means:
            matrix = bordered(matrix)
            lit = with_means(lit, len(matrix) - 1)
        extra = lit_extra(lit)
        if self.digits is None:
            return part(plot, "matrix", extra, index=self.index(matrix))
        return part(plot, "matrix", extra, index=self.index(matrix), value=matrix)


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


class WithSpectrum(Picture):
    """A picture of a matrix whose eigenvalues its words need, found when they are asked for."""

    _eigenvalues = None

    def forget_spectrum(self):
        """Note that another matrix is shown."""
        self._eigenvalues = None

    @property
    def eigenvalues(self):
        """Eigenvalues of the matrix that is shown."""
        if self._eigenvalues is None:
            self._eigenvalues = eigenvalues(self.data[0])
        return self._eigenvalues


class KernelAndDistance(WithSpectrum):
    """A kernel matrix beside the distances that it means in feature space.

    Parameters
    ----------
    K : (n, n) array
        The first kernel matrix; it fixes both colour scales.
    labels : (n,) array, optional
        Groups of the points, sorted; their names stand at the edges.
    limits, distance_limit : optional
        Ends of the colour scale of K, largest distance on the other scale.
    spectrum : bool
        Draw the eigenvalues as a third part: zeros as rings, negative ones below the line.
    means : bool
        Put the row means at the right of K and below it, and the mean of all into the corner.
    numbered : bool
        Number the points 1, 2, ... at the edges, also where they have groups.
    digits, distance_digits : int, optional
        Write every entry of K, and every distance, with that many decimals.
    symbol : str
        What the matrix is called, as mathematics.
    """

    def __init__(
        self,
        K,
        labels=None,
        *,
        limits=None,
        distance_limit=None,
        spectrum=False,
        means=False,
        numbered=False,
        digits=None,
        distance_digits=None,
        symbol="K",
    ):
        super().__init__()
        K = as_table(K)
        found, scale = kernel_limits(K if limits is None else np.asarray(limits))
        self.limits = limits or found
        self.distance_limit = distance_limit or float(feature_distances(K)[0].max()) or 1.0
        self.size = len(K)
        self.spectrum = spectrum
        self.symbol = symbol
        edges = {"groups": blocks(labels)}
        if not edges["groups"]:
            names = counted(self.size)
            if labels is not None and len(np.unique(labels)) == self.size <= 12:
                names = [str(label) for label in labels]
            edges = {"rows": names, "columns": names}
        elif all(stop - start == 1 for _, start, stop in edges["groups"]):
            names = [name for name, _, _ in edges["groups"]]
            edges = {"rows": names, "columns": names}
        if numbered:
            names = [str(i + 1) for i in range(self.size)]
            named = [["", start, stop] for _, start, stop in edges.get("groups", [])]
            edges = {"groups": named, "rows": names, "columns": names}
        self.kernel = Field(scale, self.limits, **edges, means=means, digits=digits)
        if "groups" in edges:  # they are named beside K
            edges["groups"] = [["", start, stop] for _, start, stop in edges["groups"]]
        far = (0.0, self.distance_limit)
        self.distance = Field("distance", far, **edges, digits=distance_digits)
        self.inches = (10.0, 3.4) if spectrum else (8.4, 3.6)
        self.description = "heat maps of the kernel matrix and of the distances in feature space"
        if spectrum:
            self.description += ", with the eigenvalues"
        self.show(K)

    def accept(self, K, *, lit=None):
        """Keep K, its distances and the least squared distance; lit are entries (i, j)."""
        K = np.asarray(K)
        if K.ndim != 2 or K.shape[0] != K.shape[1]:
            raise ValueError(f"a kernel matrix is square, got an array of shape {K.shape}")
        if not np.isfinite(K).all():
            raise ValueError("the kernel matrix has entries that are not numbers (nan or inf)")
        self.forget_spectrum()
        return K, *feature_distances(K), entries(lit, K.shape)

    def frame_key(self):
        """Return what the frame depends on: a K of another size needs other axes."""
        return self.inches, self.data[0].shape

    def plots(self):
        """Return the plots of K, of the distances and of the spectrum."""
        width, height = (100 * side for side in self.inches)
        spectrum = 0.27 * width if self.spectrum else 0
        shape = self.data[0].shape
        fields = self.kernel, self.distance
        edges = sum(field.margins()[0] + field.margins()[2] for field in fields)
        side = (width - spectrum - GAP * (2 if spectrum else 1) - edges) / 2
        cells = [field.cell(shape, (np.inf, height)) for field in fields]
        cell = min((side - self.kernel.gaps) / (shape[0] + self.kernel.means), *cells)
        plots = [
            self.kernel.plot(shape, cell, self._caption()),
            self.distance.plot(shape, cell, "Distances in feature space"),
        ]
        if self.spectrum:
            plots.append(self._spectrum(shape[0], spectrum, plots[0].height))
        return plots

    def _caption(self):
        if self.kernel.means:
            return f"${self.symbol}$, row means $r$, mean of all"
        return f"Kernel matrix ${self.symbol}$"

    def _spectrum(self, size, width, height):
        top = size * max(map(abs, self.limits))
        low = -max(0.06 * top, *map(abs, self.limits))
        y = make_scale("cube", low, top, height - 46, "", upright=True)
        x = Scale("linear", 0.5, size + 0.5, number_ticks(size, width - 50), "number")
        left, above, right, bottom = margins(x, y)
        apart = (width - left - right) / size
        style = {"r": round(float(np.clip(0.42 * apart, 1.3, 4.5)), 1), "hue": 0}
        return Plot(
            width=round(width),
            height=height,
            margins=(left, above, right, bottom),
            caption=f"Eigenvalues of ${self.symbol}$",
            hint="below 0: no kernel",
            x=x,
            y=y,
            marks=(
                Mark("zero", "rule", {"axis": "y", "weight": "guide", "hue": "ink"}),
                Mark("rank", "rule", {"axis": "x", "weight": "guide", "dash": "twin"}),
                Mark("spectrum", "stems", style),
                Mark("zeros", "texts", {"at": "n", "hue": "ink"}),
            ),
        )

    def parts(self):
        """Return both matrices, and the eigenvalues from the largest to the least."""
        K, distances, _, lit = self.data
        found = [self.kernel.part(0, K, lit), self.distance.part(1, distances, lit)]
        if self.spectrum:
            values = self.eigenvalues[::-1]
            found.append(part(2, "zero", at=[0.0]))
            if values[-1] >= 0:  # a negative one stands behind the zeros: no line parts them
                rank = np.count_nonzero(values)
                found.append(part(2, "rank", {"text": f"rank {rank}"}, at=[rank + 0.5]))
            xy = np.stack([np.arange(1, len(values) + 1), values], axis=1)
            found.append(part(2, "spectrum", xy=xy))
            found += self._zeros(values)
        return found

    def _zeros(self, values):
        """Return how many zeros there are, written above them where not each has a ring."""
        plot = self.frame()["plots"][2]
        apart = (plot["width"] - plot["margins"][0] - plot["margins"][2]) / len(values)
        count = np.count_nonzero(values == 0)
        if not count or apart >= 2 * RING + 2:
            return []
        middle = np.flatnonzero(values == 0).mean() + 1
        at = min(middle, len(values) + 0.5 - 30 / apart)  # further right it would be cut off
        text = f"{count} zeros" if count > 1 else "1 zero"
        return [part(2, "zeros", {"texts": [text]}, xy=[[at, 0.0]])]

    def shown(self):
        """Return K."""
        return [(self.data[0], 0, "matrix")]

    def readout(self):
        """Return least eigenvalue, rank and, where one is negative, the least squared distance."""
        _, distances, least, _ = self.data
        text = spectrum_text(self.eigenvalues)
        if distances.min() < 0:
            text += f", a squared distance of {number(least)} (hatched)"
        return text

    def lamp(self):
        """Return whether K is PSD."""
        return bool(self.eigenvalues[0] >= 0)


def as_table(M):
    """Return a matrix as numbers, or say why it is none."""
    M = np.asarray(M, dtype=float)
    if M.ndim != 2 or not M.size:
        raise ValueError(f"wants a matrix of shape (n, m), n and m above 0, got shape {M.shape}")
    return M


def number_ticks(size, length):
    """Return ticks for the numbers 1, 2, ... size: the first, and round ones away from it."""
    ticks = linear_scale(0.5, size + 0.5, length, apart=30).ticks
    away = 1 + 24 * size / length
    return ((1.0, "1"), *((v, text) for v, text in ticks if v == round(v) and v >= away))


def entries(lit, shape):
    """Return highlighted entries as lists of two whole numbers."""
    found = [[int(i), int(j)] for i, j in ([] if lit is None else lit)]
    for i, j in found:
        if not (0 <= i < shape[0] and 0 <= j < shape[1]):
            raise ValueError(f"lit names an entry ({i}, {j}) of a matrix of shape {shape}")
    return found


class Matrix(WithSpectrum):
    """One heat map; small ones carry their numbers.

    Parameters
    ----------
    M : (n, m) array
        The first matrix; it fixes the colour scale unless ``limits`` does.
    title : str
        Stands above the picture.
    names : list of str, optional
        Names of rows and columns.
    labels : (n,) array, optional
        Groups of rows and columns, sorted: shapes at the edges, names above.
    columns : list of str, optional
        Names of the columns, where they are not those of the rows.
    digits : int, optional
        Write every entry with that many decimals (matrices up to about 12 x 12).
    limits : (low, high), optional
        Ends of the colour scale.
    kernel : bool
        Whether the lamp tells if the matrix is PSD.
    means : bool
        Put the row means at the right and below, and the mean of all into the corner.
    scale : "kernel", "distance" or "signed", optional
        The colours, where they are not to follow from the signs of the entries.
    """

    inches = (4.2, 3.6)

    def __init__(
        self,
        M,
        *,
        title="",
        names=None,
        labels=None,
        columns=None,
        digits=None,
        limits=None,
        kernel=False,
        means=False,
        scale=None,
    ):
        super().__init__()
        M = as_table(M)
        found, fitting = kernel_limits(M if limits is None else np.asarray(limits))
        self.limits = limits or found
        self.title = title
        self.names = names
        self.kernel = kernel
        n, m = M.shape
        groups = blocks(labels)
        numbers = [counted(size) for size in (n, m)] if not groups else ([], [])
        self.field = Field(
            scale or fitting,
            self.limits,
            groups=groups,
            beside=False,
            rows=numbers[0] if names is None else names[:n],
            columns=columns or (numbers[1] if names is None else names[:m]),
            digits=digits,
            means=means,
        )
        self.description = f"heat map, {title}" if title else "heat map"
        self.show(M)

    def accept(self, M, *, lit=None, names=None, columns=None):
        """Keep the matrix as numbers; lit are entries (i, j).

        A matrix of another shape may bring its own names of rows and columns.
        """
        self.forget_spectrum()
        M = as_table(M)
        if names is not None:
            self.field.rows = list(names)
            self.field.columns = list(names if columns is None else columns)
        return M, entries(lit, M.shape)

    def frame_key(self):
        """Return what the frame depends on: a matrix of another shape needs other axes."""
        names = tuple(self.field.rows), tuple(self.field.columns)
        return self.inches, self.data[0].shape, names

    def plots(self):
        """Return one plot."""
        room = tuple(100 * side for side in self.inches)
        n, m = self.data[0].shape
        caption = self.title or f"{n} by {m} matrix"
        return [self.field.plot((n, m), self.field.cell((n, m), room), caption)]

    def parts(self):
        """Return the matrix."""
        M, lit = self.data
        return [self.field.part(0, M, lit)]

    def shown(self):
        """Return the matrix."""
        return [(self.data[0], 0, "matrix")]

    def news(self):
        """Return for a kernel its spectrum: the size does not change, and entries are seen."""
        return spectrum_text(self.eigenvalues) if self.kernel else ""

    def _range(self):
        """Return the least and the largest entry, rounded as they are written."""
        ends = [np.nanmin(self.data[0]), np.nanmax(self.data[0])]
        if self.field.digits is not None:
            ends = [round(end, self.field.digits) for end in ends]
        low, high = map(number, ends)
        return f"from {low} to {high}"

    def readout(self):
        """Return size and range, and for a kernel its spectrum."""
        n, m = self.data[0].shape
        text = f"{n} x {m}, {self._range()}"
        return f"{text}, {self.news()}" if self.kernel else text

    def lamp(self):
        """Return whether the matrix is PSD, where that is the question."""
        return bool(self.eigenvalues[0] >= 0) if self.kernel else None
