"""Outlines of sets of points, to be drawn as areas."""

import numpy as np

__all__ = ["hull"]


def hull(X):
    """Return the corners of the convex hull of points of the plane, counterclockwise.

    Parameters
    ----------
    X : (n, 2) array
        The points; of a single one, or of points on a line, the hull has no inside.

    Returns
    -------
    (m, 2) array
        Its corners, each once.

    Examples
    --------
    >>> hull([[0, 0], [2, 0], [1, 1], [0, 2]]).tolist()
    [[0.0, 0.0], [2.0, 0.0], [0.0, 2.0]]
    """
    points = np.unique(np.asarray(X, dtype=float).reshape(-1, 2), axis=0)  # from left to right
    if len(points) < 3:
        return points
    return np.array(half_of(points)[:-1] + half_of(points[::-1])[:-1])


def half_of(points):
    """Return the lower half of the hull of points in the order of one axis (Andrew's chain)."""
    corners = []
    for point in points:
        while len(corners) > 1 and turn(*corners[-2:], point) <= 0:
            corners.pop()
        corners.append(point)
    return corners


def turn(a, b, c):
    """Return above 0 where the way from a by b to c turns left."""
    return (b[0] - a[0]) * (c[1] - a[1]) - (b[1] - a[1]) * (c[0] - a[0])
