"""Pictures of kernel matrices: K beside the distances that it means, or K alone with its lamp."""

import numpy as np

from kernlab_helpers._checks import tolerance
from livepanels import panels  # noqa: F401 (they tell pictures how a page shows them)
from livepanels.pictures.heatmaps import (
    Field,
    as_table,
    blocks,
    color_limits,
    counted,
    entries,
)
from livepanels.pictures.picture import Lamp, Picture, number
from livepanels.pictures.positions import RING
from livepanels.pictures.scene import (
    GAP,
    Mark,
    Plot,
    Scale,
    linear_scale,
    make_scale,
    margins,
    part,
    spoken,
)

__all__ = ["KernelAndDistance", "KernelMatrix", "eigenvalues", "feature_distances"]


def eigenvalues(K):
    """Return the eigenvalues in rising order, those within rounding of 0 as exactly 0."""
    values = np.linalg.eigvalsh(np.asarray(K, dtype=float))
    values[np.abs(values) <= tolerance(values)] = 0.0
    return values


def spectrum_text(values):
    """Return least eigenvalue and rank, in words that rounding cannot change."""
    return f"least eigenvalue {number(values[0])}, rank {np.count_nonzero(values)} of {len(values)}"


def psd_lamp(values):
    """Return the lamp of a matrix with these eigenvalues, in rising order."""
    if values[0] >= 0:
        return Lamp(True, "PSD: yes", "a kernel: no eigenvalue below 0")
    return Lamp(False, "PSD: no", "not a kernel: an eigenvalue below 0")


def feature_distances(K):
    """Return distances in feature space, -1 where the square is negative, and the least square.

    d^2(i, j) = K[i, i] + K[j, j] - 2 K[i, j], as in `gram.squared_distances`, which cannot serve
    here: it refuses a negative square, and a K that is not symmetric, with an error. A picture has
    to show just these: a negative square is hatched, not clipped to 0, for it tells that K is no
    kernel (ledger 003-07), and some chapters show what a wrong normalization makes of K.
    """
    K_ii, K_jj = np.diagonal(K)[:, None], np.diagonal(K)
    squares = K_ii + K_jj - 2 * K
    least = squares.min()
    distances = np.sqrt(np.maximum(squares, 0))
    rounding = tolerance(K)
    if least < -rounding:
        distances[squares < -rounding] = -1
    return distances, least


def colors_between(vmin, vmax, K):
    """Return ends and kind of the color scale: those that are given, else those that K asks for."""
    found, _ = color_limits(K)
    ends = found[0] if vmin is None else vmin, found[1] if vmax is None else vmax
    if not ends[0] < ends[1]:
        raise ValueError(f"colors run from vmin to vmax, got {ends[0]:g} and {ends[1]:g}")
    return ends, color_limits(np.asarray(ends))[1]


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
        The first kernel matrix; it fixes both color scales.
    labels : (n,) array, optional
        Groups of the points, sorted; their names stand at the edges.
    vmin, vmax, distance_limit : float, optional
        Ends of the color scale of K, as in matplotlib, and the largest distance on the other scale.
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
    figsize : (width, height), optional
        Inches of the whole picture, as in matplotlib.
    quiet : bool
        Leave its words out of the line below the panel; the lamp stays.
    """

    def __init__(
        self,
        K,
        labels=None,
        *,
        vmin=None,
        vmax=None,
        distance_limit=None,
        spectrum=False,
        means=False,
        numbered=False,
        digits=None,
        distance_digits=None,
        symbol="K",
        figsize=None,
        quiet=False,
    ):
        super().__init__()
        K = as_table(K)
        self.limits, scale = colors_between(vmin, vmax, K)
        self.quiet = quiet
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
        self.inches = figsize or ((10.0, 3.4) if spectrum else (8.4, 3.6))
        self.description = "heat maps of the kernel matrix and of the distances in feature space"
        if spectrum:
            self.description += ", with the eigenvalues"
        self.show(K)

    def accept(self, K, *, lit=None):
        """Keep K, its distances and the least squared distance; lit is an entry (i, j) or many."""
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
                Mark("rank", "rule", {"axis": "x", "weight": "guide", "dash": "dotted"}),
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

    def alts(self):
        """Return a text for K, one for the distances and one for the eigenvalues."""
        K, distances = self.data[:2]
        apart = np.where(distances < 0, np.nan, distances)  # the hatched ones are none
        apart = f"distances in feature space: {self.distance.aloud(apart)}"
        told = [f"{spoken(f'${self.symbol}$')}: {self.readout()}; {self.kernel.aloud(K)}", apart]
        largest = ", ".join(map(number, self.eigenvalues[::-1][:5]))
        return [*told, f"eigenvalues: the largest are {largest}"] if self.spectrum else told

    def lamp(self):
        """Return whether K is positive semidefinite."""
        return psd_lamp(self.eigenvalues)


def number_ticks(size, length):
    """Return ticks for the numbers 1, 2, ... size: the first, and round ones away from it."""
    ticks = linear_scale(0.5, size + 0.5, length, apart=30).ticks
    away = 1 + 24 * size / length
    return ((1.0, "1"), *((v, text) for v, text in ticks if v == round(v) and v >= away))


class KernelMatrix(WithSpectrum):
    """One heat map of a kernel matrix; its words tell the spectrum, its lamp whether it is PSD.

    Parameters
    ----------
    K : (n, n) array
        The first kernel matrix; it fixes the scale of colors.
    title : str
        Stands above the picture.
    names : list of str, optional
        Names of rows and columns.
    labels : (n,) array, optional
        Groups of rows and columns, sorted; their names stand at the edges.
    digits : int, optional
        Write every entry with that many decimals.
    vmin, vmax, figsize, quiet
        As for `KernelAndDistance`.

    Examples
    --------
    >>> KernelMatrix([[2.0, 1.0], [1.0, 2.0]], digits=1).news()
    'least eigenvalue 1, rank 2 of 2'
    """

    def __init__(
        self,
        K,
        *,
        title="",
        names=None,
        labels=None,
        digits=None,
        vmin=None,
        vmax=None,
        figsize=None,
        quiet=False,
    ):
        super().__init__()
        K = as_table(K)
        self.limits, scale = colors_between(vmin, vmax, K)
        self.title, self.quiet = title, quiet
        groups = blocks(labels)
        if names is None:
            names = [] if groups else counted(len(K))
        edges = {"groups": groups, "beside": False, "rows": names, "columns": names}
        self.field = Field(scale, self.limits, **edges, digits=digits)
        self.inches = figsize or (4.2, 3.6)
        self.description = f"heat map, {title}" if title else "heat map"
        self.show(K)

    def accept(self, K, *, lit=None, names=None):
        """Keep K, whose eigenvalues are found when asked for; lit is an entry (i, j) or many."""
        self.forget_spectrum()
        K = as_table(K)
        if names is not None:  # of a matrix of another shape
            self.field.rows = self.field.columns = list(names)
        return K, entries(lit, K.shape)

    def frame_key(self):
        """Return what the frame depends on: a K of another size needs other axes."""
        return self.inches, self.data[0].shape, tuple(self.field.rows)

    def plots(self):
        """Return one plot."""
        K, room = self.data[0], tuple(100 * side for side in self.inches)
        caption = self.title or f"{len(K)} by {len(K)} matrix"
        return [self.field.plot(K.shape, self.field.cell(K.shape, room), caption)]

    def parts(self):
        """Return the matrix."""
        return [self.field.part(0, *self.data)]

    def shown(self):
        """Return the matrix."""
        return [(self.data[0], 0, "matrix")]

    def news(self):
        """Return the spectrum: the size does not change, and entries are seen."""
        return spectrum_text(self.eigenvalues)

    def readout(self):
        """Return size, range and spectrum."""
        K, digits = self.data[0], self.field.digits
        ends = K.min(), K.max()
        low, high = (number(end if digits is None else round(end, digits)) for end in ends)
        return f"{len(K)} x {len(K)}, from {low} to {high}, {self.news()}"

    def alt(self):
        """Return readout, and what the matrix holds."""
        return f"{super().alt()}; {self.field.aloud(self.data[0])}"

    def lamp(self):
        """Return whether K is positive semidefinite."""
        return psd_lamp(self.eigenvalues)
