"""Minkowski's distances, centres and feature weights, and what high dimension does to them.

The exponent p is above 0. p = 2 is Euclid, p = 1 the city block, p = inf the largest difference.
For p < 1 the distance d breaks the triangle inequality, but its power d^p keeps it.
"""

from .centers import minkowski_center
from .concentration import hubness, relative_contrast, relative_variance
from .distances import minkowski_distances
from .weights import feature_weights

__all__ = [
    "feature_weights",
    "hubness",
    "minkowski_center",
    "minkowski_distances",
    "relative_contrast",
    "relative_variance",
]
