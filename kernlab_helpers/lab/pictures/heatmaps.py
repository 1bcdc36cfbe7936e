"""Pictures of matrices: a kernel matrix beside its distances, or one matrix with its numbers."""

import numpy as np

from ..._checks import tolerance
from .canvas import ArtistLayer, MatrixLayer, Picture, number
from .theme import DISTANCE_MAP, KERNEL_MAP, SIGNED_MAP

__all__ = ["KernelAndDistance", "Matrix"]


def eigenvalues(K):
    """Return the eigenvalues in rising order, those within rounding of 0 as exactly 0."""
    values = np.linalg.eigvalsh(np.asarray(K, dtype=float))
    values[np.abs(values) <= tolerance(values)] = 0.0
    return values


def spectrum_text(values):
    """Return least eigenvalue and rank, in words that rounding cannot change."""
    return f"least eigenvalue {number(values[0])}, rank {np.count_nonzero(values)} of {len(values)}"


def kernel_limits(K):
    """Return (limits, colour map): from 0, or symmetric about 0 where K has negative entries."""
    low = float(np.min(K))
    high = float(np.max(K))
    if low < -tolerance(K):
        largest = max(-low, high)
        return (-largest, largest), SIGNED_MAP
    return (0.0, high or 1.0), KERNEL_MAP


def feature_distances(K):
    """Return distances in feature space, -1 where the square is negative, and the least square.

    d^2(i, j) = K[i, i] + K[j, j] - 2 K[i, j], as in `gram.squared_distances`, which cannot serve
    here: it refuses a negative square, and a K that is not symmetric, with an error. A picture has
    to show just these: a negative square is coloured, not clipped to 0, for it tells that K is no
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


def mark_groups(axes, labels, size):
    """Name the groups at the left edge, with ticks where they meet; without labels, count."""
    axes.tick_params(length=3)
    if labels is None or np.any(np.diff(np.unique(labels, return_inverse=True)[1]) < 0):
        ticks = np.arange(0, size, -(-size // 6))
        axes.set_xticks(ticks + 0.5, [f"{tick:g}" for tick in ticks])
        axes.set_yticks(ticks + 0.5, [f"{tick:g}" for tick in ticks])
        return
    names, starts, counts = np.unique(labels, return_index=True, return_counts=True)
    for axis in (axes.xaxis, axes.yaxis):
        axis.set_ticks([*starts, size], labels=[])
        axis.set_ticks(starts + counts / 2, labels=[str(name) for name in names], minor=True)
    axes.tick_params(which="minor", length=0)


class KernelAndDistance(Picture):
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
        Draw the eigenvalues as a third part, negative ones as crosses.
    """

    def __init__(self, K, labels=None, *, limits=None, distance_limit=None, spectrum=False):
        super().__init__()
        K = np.asarray(K, dtype=float)
        found, self.cmap = kernel_limits(K if limits is None else np.asarray(limits))
        self.limits = limits or found
        self.distance_limit = distance_limit or float(feature_distances(K)[0].max()) or 1.0
        self.labels = labels
        self.size = len(K)
        self.spectrum = spectrum
        self.inches = (9.0, 4.0)
        self.description = "heat maps of the kernel matrix and of the distances in feature space"
        if spectrum:
            self.inches = (11.0, 3.5)
            self.description += ", with the eigenvalues"
        self.show(K)

    def accept(self, K):
        """Keep K, its distances and the least squared distance."""
        K = np.asarray(K)
        if K.ndim != 2 or K.shape[0] != K.shape[1]:
            raise ValueError(f"a kernel matrix is square, got an array of shape {K.shape}")
        if not np.isfinite(K).all():
            raise ValueError("the kernel matrix has entries that are not numbers (nan or inf)")
        self._eigenvalues = None
        return K, *feature_distances(K)

    @property
    def eigenvalues(self):
        """Eigenvalues of the K that is shown, found when they are first asked for."""
        if self._eigenvalues is None:
            self._eigenvalues = eigenvalues(self.data[0])
        return self._eigenvalues

    def layout(self, figure, colors):
        """Draw two heat maps with their colour bars, and the axes of the spectrum."""
        axes = figure.subplots(1, 3 if self.spectrum else 2)
        far = (0, self.distance_limit)
        layers = [
            self._heat_map(axes[0], "kernel matrix K", self.limits, self.cmap),
            self._heat_map(axes[1], "distances in feature space", far, DISTANCE_MAP),
        ]
        if self.spectrum:
            layers.append(self._spectrum(axes[2], colors))
        return layers

    def _heat_map(self, axes, title, limits, cmap):
        layer = MatrixLayer(axes, limits, cmap)
        axes.set(xlim=(0, self.size), ylim=(self.size, 0), title=title, box_aspect=1)
        mark_groups(axes, self.labels, self.size)
        axes.figure.colorbar(layer.image, ax=axes, shrink=0.8)
        return layer

    def _spectrum(self, axes, colors):
        top = self.size * max(map(abs, self.limits))
        axes.set(xlim=(0, self.size + 1), ylim=(1e-11 * top, 2 * top), yscale="log", box_aspect=1)
        axes.set(title="eigenvalues of K", xlabel="a cross marks a negative one")
        (self.positive,) = axes.plot([], [], "o", ms=4, color=colors[0])
        (self.negative,) = axes.plot([], [], "x", ms=6, color=colors[1])
        return ArtistLayer(axes, [self.positive, self.negative])

    def draw(self, K, distances, _least):
        """Hand the matrices to their layers and the eigenvalues to their curve."""
        for layer, M in zip(self.layers, (K, distances), strict=False):
            layer.set(M)
        if self.spectrum:
            values = self.eigenvalues
            places = np.arange(self.size, 0, -1)
            for line, sign in ((self.positive, 1), (self.negative, -1)):
                chosen = sign * values > 0
                line.set_data(places[chosen], np.abs(values[chosen]))

    def readout(self):
        """Return least eigenvalue, rank and, where one is negative, the least squared distance."""
        _, distances, least = self.data
        text = spectrum_text(self.eigenvalues)
        if distances.min() < 0:
            text += f", a squared distance of {number(least)} (green)"
        return text

    def lamp(self):
        """Return whether K is PSD."""
        return bool(self.eigenvalues[0] >= 0)


class Matrix(Picture):
    """One heat map; small ones carry their numbers.

    Parameters
    ----------
    M : (n, m) array
        The first matrix; it fixes the colour scale unless ``limits`` does.
    title : str
        Stands above the axes.
    names : list of str, optional
        Names of rows and columns.
    digits : int, optional
        Write every entry with that many decimals (matrices up to about 12 x 12).
    limits : (low, high), optional
        Ends of the colour scale.
    kernel : bool
        Whether the lamp tells if the matrix is PSD.
    """

    inches = (5.4, 4.4)

    def __init__(self, M, *, title="", names=None, digits=None, limits=None, kernel=False):
        super().__init__()
        M = np.asarray(M, dtype=float)
        found, self.cmap = kernel_limits(M if limits is None else np.asarray(limits))
        self.limits = limits or found
        self.title = title
        self.names = names
        self.digits = digits
        self.kernel = kernel
        self.description = f"heat map, {title}" if title else "heat map"
        self.show(M)

    def accept(self, M):
        """Keep the matrix as numbers."""
        return (np.asarray(M, dtype=float),)

    def layout(self, figure, colors):
        """Draw the heat map; with numbers it is made of artists, else it is a matrix layer."""
        n, m = self.data[0].shape
        axes = figure.subplots()
        if self.digits is None:
            layer = MatrixLayer(axes, self.limits, self.cmap)
            colored = layer.image
        else:
            layer = self._cells_with_numbers(axes, n, m)
            colored = self.cells
        axes.set(xlim=(0, m), ylim=(n, 0), title=self.title, aspect="equal")
        if self.names:
            axes.set_xticks(np.arange(m) + 0.5, self.names[:m])
            axes.set_yticks(np.arange(n) + 0.5, self.names[:n])
            axes.tick_params(length=0)
        else:
            mark_groups(axes, None, n)
        figure.colorbar(colored, ax=axes, shrink=0.8)
        return [layer]

    def _cells_with_numbers(self, axes, n, m):
        low, high = self.limits
        self.cells = axes.pcolormesh(np.zeros((n, m)), cmap=self.cmap, vmin=low, vmax=high)
        self.texts = [
            axes.text(j + 0.5, i + 0.5, "", ha="center", va="center")
            for i in range(n)
            for j in range(m)
        ]
        axes.spines[:].set_visible(False)
        return ArtistLayer(axes, [self.cells, *self.texts])

    def draw(self, M):
        """Colour the cells and write the numbers."""
        if self.digits is None:
            self.layers[0].set(M)
            return
        self.cells.set_array(M)
        shades = self.cells.cmap(self.cells.norm(M))
        bright = shades[..., :3] @ (0.299, 0.587, 0.114) > 0.55
        for text, value, light in zip(self.texts, M.flat, bright.flat, strict=True):
            text.set_text(f"{value:.{self.digits}f}")
            text.set_color("black" if light else "white")

    def readout(self):
        """Return size and range, and for a kernel its spectrum."""
        (M,) = self.data
        ends = [M.min(), M.max()]
        if self.digits is not None:
            ends = [round(end, self.digits) for end in ends]
        low, high = map(number, ends)
        text = f"{M.shape[0]} x {M.shape[1]}, from {low} to {high}"
        return f"{text}, {spectrum_text(eigenvalues(M))}" if self.kernel else text

    def lamp(self):
        """Return whether the matrix is PSD, where that is the question."""
        return bool(eigenvalues(self.data[0])[0] >= 0) if self.kernel else None
