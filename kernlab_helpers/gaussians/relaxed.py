"""Kernels for points that carry their own Gaussian."""

import numpy as np

from .._checks import choice, positive
from .distances import (
    bhattacharyya,
    bhattacharyya_riemannian,
    hellinger,
    jeffreys,
    jeffreys_riemannian,
    log_euclidean,
    riemannian,
)

__all__ = ["relaxed_kernel"]

DISTANCES = {
    "jeffreys": jeffreys,
    "bhattacharyya": bhattacharyya,
    "hellinger": hellinger,
    "riemannian": riemannian,
    "log_euclidean": log_euclidean,
    "jeffreys_riemannian": jeffreys_riemannian,
    "bhattacharyya_riemannian": bhattacharyya_riemannian,
}


def relaxed_kernel(G, H=None, *, distance="bhattacharyya_riemannian", sigma=1.0):
    """Return the exponential kernel of a distance between Gaussians.

    k(A, B) = exp(-d(A, B) / sigma)

    "jeffreys" gives K_J, "hellinger" K_H, "riemannian" K_R, "jeffreys_riemannian" K_JR,
    "bhattacharyya_riemannian" K_BR; "bhattacharyya" with sigma = 1 is the Bhattacharyya kernel rho.
    The paper calls all of them positive semi-definite for every sigma. Right is (ledger):

    - "hellinger": for every sigma (001-11)
    - "bhattacharyya": on a line if and only if sigma <= 1; in d dimensions if and only if
      1/sigma is a whole number or at least d (001-10)
    - "riemannian": on a line for every sigma; from d = 2 on not for all (001-15)
    - "jeffreys": for no sigma (001-08)
    - "jeffreys_riemannian", "bhattacharyya_riemannian": not in general (001-17)
    - "log_euclidean", which the paper does not have: for every sigma

    On the data at hand all may be well: ask `min_eigenvalue`, mend with `repair`.

    Parameters
    ----------
    G : Gaussians
        Set of n Gaussians in d dimensions.
    H : Gaussians, optional
        Set of m Gaussians in d dimensions; None means G.
    distance : {"jeffreys", "bhattacharyya", "hellinger", "riemannian", "log_euclidean", \
"jeffreys_riemannian", "bhattacharyya_riemannian"}
        Name of the distance d.
    sigma : float
        Finite, above 0, in units of the distance.

    Returns
    -------
    array of shape (n, m)
        Values from 0 to 1, float32 if all Gaussians are, else float64. K(G) is exactly symmetric
        with ones on the diagonal, and equals K(G, G) to the last bit.

    Raises
    ------
    TypeError
        For G or H that are no Gaussians.
    ValueError
        For an unknown distance; sigma not above 0; Gaussians of different dimensions; distances
        that overflow.

    References
    ----------
    Abou-Moustafa et al. (source 001), eq. (4), (9)-(11), (17), (18).

    Examples
    --------
    >>> from kernlab_helpers import Gaussians
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(relaxed_kernel(G, distance="bhattacharyya").round(4))
    [[1.     0.8508]
     [0.8508 1.    ]]

    In NumPy:

    >>> K_BR = relaxed_kernel(G, distance="bhattacharyya_riemannian", sigma=2.0)
    >>> np.allclose(K_BR, np.exp(-bhattacharyya_riemannian(G) / 2.0))
    True
    """
    choice(distance, "distance", DISTANCES)
    sigma = positive(sigma, "sigma")
    D = DISTANCES[distance](G, H)
    with np.errstate(over="ignore", under="ignore"):  # an infinite exponent is the right 0
        K = np.exp(-np.divide(D, sigma, dtype=np.float64))  # in float32 a small sigma would be 0
    return K.astype(D.dtype, copy=False)
