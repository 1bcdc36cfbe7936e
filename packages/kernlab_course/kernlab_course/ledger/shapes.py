"""The few Gaussians and distances that the counterexamples of source 001 are made of."""

import numpy as np

import kernlab_helpers as kh

__all__ = ["K23", "STAR", "around_zero", "detour", "exponential", "needles", "on_a_line"]

STAR = np.array([[0, 1, 1, 1], [1, 0, 2, 2], [1, 2, 0, 2], [1, 2, 2, 0]])  # one center, three ends
K23 = np.array(  # graph distances: two points, three points, an edge wherever they differ
    [[0, 2, 1, 1, 1], [2, 0, 1, 1, 1], [1, 1, 0, 2, 2], [1, 1, 2, 0, 2], [1, 1, 2, 2, 0]]
)


def on_a_line(*pairs):
    """Return N(mean, variance) for every pair."""
    means, variances = np.reshape(pairs, (-1, 2, 1)).swapaxes(0, 1).astype(float)
    return kh.Gaussians(means, variances[:, :, None])


def around_zero(*covariances):
    """Return Gaussians of the plane with mean 0."""
    return kh.Gaussians(np.zeros((len(covariances), 2)), covariances)


def needles(q, *degrees):
    """Return the matrices diag(q, 1/q), turned by each angle."""
    turns = np.radians(degrees)
    c, s = np.cos(turns), np.sin(turns)
    along = np.array([[c * c, c * s], [c * s, s * s]]).transpose(2, 0, 1)
    return [*(q * along + (np.eye(2) - along) / q)]


def exponential(D, sigma):
    """Return exp(-D / sigma)."""
    return np.exp(-np.asarray(D) / sigma)


def detour(D):
    """Return by how much the way from point 0 to 2 is longer than the way by point 1."""
    return D[0, 2] - (D[0, 1] + D[1, 2])
