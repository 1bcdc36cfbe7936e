"""The pictures of the bench: their scales move in round steps, so that any kernel fits."""

import copy
import math

import numpy as np

from livepanels import subplots
from livepanels.pictures.heatmaps import color_limits

from ..matrices import KernelAndDistance

__all__ = ["Matrices", "draw_plane", "round_up"]


def round_up(value):
    """Return the next of 1, 2, 5, 10, 20, ... and their like, not below a number.

    >>> round_up(0.3), round_up(1.0), round_up(7.2), round_up(0.0)
    (0.5, 1.0, 10.0, 1.0)
    """
    if not value > 0:
        return 1.0
    unit = 10.0 ** math.floor(math.log10(value))
    steps = [float(f"{step * unit:.3g}") for step in (1, 2, 5, 10)]
    return next(step for step in steps if step >= value * (1 - 1e-9))


class Matrices(KernelAndDistance):
    """A kernel matrix, its distances and its spectrum, whose scales fit each matrix that comes."""

    def __init__(self, K, labels=None):
        super().__init__(K, labels, spectrum=True)
        self.inches = (6.9, 2.4)
        self.kernel.beside = False  # the names stand above, and beside the plane
        self.show(K)

    def accept(self, K, *, lit=None, spectrum=None):
        """Keep K and its distances, and its eigenvalues if they are known; fit the scales."""
        data = super().accept(K, lit=lit)
        self._eigenvalues = spectrum
        (low, high), scale = color_limits(K)
        high = round_up(max(-low, high))
        self.limits = (-high if low < 0 else 0.0, high)
        self.kernel = with_scale(self.kernel, scale, self.limits)
        self.distance_limit = round_up(data[1].max())
        self.distance = with_scale(self.distance, "distance", (0.0, self.distance_limit))
        return data

    def frame_key(self):
        """Return what the frame depends on: the scales, too."""
        return *super().frame_key(), self.limits, self.distance_limit


def with_scale(field, scale, limits):
    """Return how a matrix is drawn, with another scale of colors."""
    field = copy.copy(field)
    field.scale = scale
    field.low, field.high = limits
    return field


def draw_plane(title, points, **groups):
    """Draw points (n, 2) in a window that moves in round steps; groups as of `scatter`."""
    _, axes = subplots(size=(280, 250))  # so wide that it stands beside the matrices
    axes.set(title=title, xlabel="axis 1", ylabel="axis 2")
    axes.set(xlim=window(points[:, 0]), ylim=window(points[:, 1]))
    axes.scatter(points, **groups)


def window(values):
    """Return round ends that hold some values and 0.

    >>> window([-0.3, 7.2]), window([0.2, 0.9]), window([0, 0])
    ((-0.5, 10.0), (0.0, 1.0), (-1.0, 1.0))
    """
    low, high = min(0.0, np.min(values)), max(0.0, np.max(values))
    ends = -round_up(-low) if low < 0 else 0.0, round_up(high) if high > 0 else 0.0
    return ends if ends[0] < ends[1] else (-1.0, 1.0)
