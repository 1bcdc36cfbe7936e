"""Sets of Gaussians, checked once so that every distance can rely on them."""

from dataclasses import dataclass

import numpy as np

from .._checks import as_points, float_like, tolerance

__all__ = ["Gaussians", "as_gaussians", "as_symmetric", "first_singular"]


@dataclass(frozen=True, eq=False)
class Gaussians:
    """A set of n Gaussian distributions in d dimensions; its arrays are read-only copies.

    `len(G)` is n, and `G[[0, 2]]`, `G[:5]`, `G[3]` are sets of some of them.

    Parameters
    ----------
    means : array of shape (n, d)
        In units of the data.
    covariances : array of shape (n, d, d)
        Positive definite matrices, in squared units.

    Raises
    ------
    ValueError
        For other shapes; a covariance that is not symmetric or not positive definite, with its
        number and its eigenvalues. Singular up to rounding counts as not positive definite.

    Examples
    --------
    >>> G = Gaussians([[0.0], [2.0]], [[[1.0]], [[4.0]]])
    >>> len(G), G[1].covariances.item()
    (2, 4.0)

    In NumPy, the density of one of them:

    >>> x, mu, Sigma = np.array([1.0]), G.means[1], G.covariances[1]
    >>> form = (x - mu) @ np.linalg.inv(Sigma) @ (x - mu)
    >>> round(float(np.exp(-form / 2) / np.sqrt(np.linalg.det(2 * np.pi * Sigma))), 4)
    0.176
    """

    means: np.ndarray
    covariances: np.ndarray

    def __post_init__(self):
        """Check the arrays, and keep copies."""
        means = as_points(self.means, "means")
        covariances = float_like(self.covariances, "covariances")
        n, d = means.shape
        if covariances.shape != (n, d, d):
            raise ValueError(
                f"covariances has shape {covariances.shape} but means has shape {means.shape}; "
                f"covariances must be {(n, d, d)}, one (d, d) matrix for each mean: for variances "
                "on a line pass np.reshape(variances, (-1, 1, 1))"
            )
        covariances = as_symmetric(covariances)
        singular = first_singular(covariances)
        if singular:
            i, low, high = singular
            raise ValueError(
                f"covariances[{i}] is not positive definite: its eigenvalues go from {low:.3g} to "
                f"{high:.3g}; a Gaussian must vary in every direction: look for too few points or "
                "a constant coordinate, or add gamma * np.eye(d) with gamma > 0"
            )
        dtype = np.result_type(means, covariances)
        for name, array in (("means", means), ("covariances", covariances)):
            kept = np.array(array, dtype=dtype)
            kept.flags.writeable = False
            object.__setattr__(self, name, kept)

    def __len__(self):
        """Return the number of Gaussians."""
        return len(self.means)

    def __getitem__(self, index):
        """Return the set of those at an index, a slice, a list of indices or a mask."""
        keep = np.atleast_1d(np.arange(len(self))[index])
        return Gaussians(self.means[keep], self.covariances[keep])


def as_gaussians(G, H):
    """Return two sets of Gaussians; no `H`, or an equal one, gives `G` twice."""
    for name, value in (("G", G), ("H", G if H is None else H)):
        if not isinstance(value, Gaussians):
            raise TypeError(
                f"{name} is of type {type(value).__name__}; {name} must be Gaussians: make them "
                "with Gaussians(means, covariances) or local_gaussians(X)"
            )
    if H is None:
        return G, G
    dimensions = G.means.shape[1], H.means.shape[1]
    if dimensions[0] != dimensions[1]:
        raise ValueError(
            f"the Gaussians of G have {dimensions[0]} dimensions and those of H {dimensions[1]}; "
            "both must live in the same space"
        )
    same = G.means.dtype == H.means.dtype and all(
        np.array_equal(a, b) for a, b in ((G.means, H.means), (G.covariances, H.covariances))
    )
    return G, G if same else H


def first_singular(covariances):
    """Find a covariance that is not positive definite: its number, least and largest eigenvalue.

    The correlations decide, up to rounding, so that the units of the coordinates do not matter.
    None if all are sound.
    """
    d = covariances.shape[1]
    variances = np.diagonal(covariances, axis1=1, axis2=2).astype(np.float64)
    sound = (variances > 0).all(axis=1)
    sizes = np.sqrt(variances[sound])
    with np.errstate(over="ignore"):
        correlations = covariances[sound] / sizes[:, :, None] / sizes[:, None, :]
    limit = 10 * d * np.finfo(np.float64).eps
    sound[sound] = np.linalg.eigvalsh(correlations.clip(-2, 2))[:, 0] > limit
    if sound.all():
        return None
    i = int(sound.argmin())
    eigenvalues = np.linalg.eigvalsh(covariances[i].astype(np.float64))
    return i, float(eigenvalues[0]), float(eigenvalues[-1])


def as_symmetric(covariances):
    """Make the covariances symmetric to the last bit, if they are so up to rounding."""
    with np.errstate(over="ignore"):
        gap = np.abs(covariances - covariances.swapaxes(1, 2)).max(axis=(1, 2))
    size = np.abs(covariances).max(axis=(1, 2))
    rounding = tolerance(covariances, scale=1.0)
    if (gap > rounding * size).any():
        i = int((gap > rounding * size).argmax())
        raise ValueError(
            f"covariances[{i}] is not symmetric: it differs from its transpose by {gap[i]:.3g}, "
            f"its largest entry is {size[i]:.3g}; a covariance must equal its transpose"
        )
    halves = covariances / 2
    return halves + halves.swapaxes(1, 2)
