"""Inner products between points, from a kernel matrix or from coordinates.

All that k-means asks of its points: `squares` (n,), the squared norms; `rows(chosen)` = K[chosen];
`sums(Z)` = K Z, the inner products of all points with the sum of every cluster, Z (n, k) holding 1
where a point is in a cluster, else 0; `rtol`, the rounding that the inner products came with.
"""

import numpy as np

from .._checks import tolerance


class FromKernel:
    """Points known by their (n, n) kernel matrix."""

    def __init__(self, K):
        self.rtol = tolerance(K, scale=1.0)
        self.K = K.astype(np.float64, copy=False)
        self.squares = np.diagonal(self.K).copy()

    def rows(self, chosen):
        """Return K[chosen]."""
        return self.K[chosen]

    def sums(self, Z, before=None):
        """Return K Z; if few points moved since `before` = (Z, K Z), only theirs is computed."""
        if before is not None:
            old_Z, old_sums = before
            moved = np.flatnonzero((old_Z != Z).any(axis=1))
            if 4 * len(moved) < len(Z):
                return old_sums + self.K[moved].T @ (Z[moved] - old_Z[moved])
        return self.K @ Z


class FromCoordinates:
    """Points known by their (n, r) coordinates: K = Y Y' is never formed."""

    def __init__(self, Y):
        self.rtol = tolerance(Y, scale=1.0)
        self.Y = Y
        self.squares = np.einsum("ij,ij->i", Y, Y)

    def rows(self, chosen):
        """Return Y[chosen] Y'."""
        return self.Y[chosen] @ self.Y.T

    def sums(self, Z, before=None):
        """Return Y (Y' Z); r is so small that `before` saves nothing."""
        return self.Y @ (self.Y.T @ Z)
