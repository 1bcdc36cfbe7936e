"""The pictures of the bench: their scales move in round steps, so that any kernel fits."""

import copy
import math

import numpy as np

from livepanels.pictures.charts import Scatter
from livepanels.pictures.heatmaps import color_limits

from ..matrices import KernelAndDistance

__all__ = ["Matrices", "Plane", "round_up"]


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
        self.inches = (10.0, 2.5)
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
    """Return how a matrix is drawn, with another scale of colours."""
    field = copy.copy(field)
    field.scale = scale
    field.low, field.high = limits
    return field


class Plane(Scatter):
    """Points of the plane whose window moves in round steps."""

    def __init__(self, X, labels=None, *, title=""):
        super().__init__(X, labels, names=("axis 1", "axis 2"), title=title)
        self.inches = (7.2, 2.35)  # so wide that the planes stand below the matrices

    def accept(self, X, **extras):
        """Keep the points, and fit the window."""
        data = super().accept(X, **extras)
        self.limits = tuple((-end, end) for end in map(round_up, np.abs(data[0]).max(axis=0)))
        return data
