"""Kernels for points that carry their own Gaussian."""

import numpy as np

from .._checks import choice, positive
from . import distances as gaussians

__all__ = ["relaxed_kernel"]

DISTANCES = (
    "jeffreys",
    "bhattacharyya",
    "hellinger",
    "riemannian",
    "jeffreys_riemannian",
    "bhattacharyya_riemannian",
)


def relaxed_kernel(G, H=None, *, distance="bhattacharyya_riemannian", sigma=1.0):
    """Exponential kernel of a distance between Gaussians.

    k(A, B) = exp(-d(A, B) / sigma)

    "jeffreys" gives K_J, "hellinger" K_H, "riemannian" K_R, "jeffreys_riemannian" K_JR,
    "bhattacharyya_riemannian" K_BR; "bhattacharyya" with sigma = 1 is the Bhattacharyya kernel rho.
    The paper calls all of them positive semi-definite. They are not (ERRATA, in brackets):

    - "hellinger": for every sigma (001-11)
    - "bhattacharyya": on a line if and only if sigma <= 1; in d dimensions if and only if
      1/sigma is a whole number or at least d (001-10)
    - "riemannian": on a line for every sigma; from d = 2 on not for all (001-15)
    - "jeffreys": for no sigma (001-08)
    - "jeffreys_riemannian", "bhattacharyya_riemannian": not in general (001-17)

    On the data at hand all may be well: ask `min_eigenvalue`, mend with `repair`.

    Parameters
    ----------
    G, H : Gaussians, n and m of them in the same dimension; `H=None` means G.
    distance : one of the six names above.
    sigma : finite, above 0, in units of the distance.

    Returns
    -------
    (n, m) array, values from 0 to 1, float32 if all Gaussians are, else float64. K(G) is exactly
    symmetric with ones on the diagonal, and equals K(G, G) to the last bit.

    Raises
    ------
    TypeError, ValueError : no Gaussians; an unknown distance; sigma not above 0.

    Source: Abou-Moustafa et al. (source 001), equations (4), (9)-(11), (17), (18).

    Examples
    --------
    >>> from kernlab_helpers import Gaussians
    >>> G = Gaussians([[0.0], [1.0]], [[[1.0]], [[4.0]]])
    >>> print(relaxed_kernel(G, distance="bhattacharyya").round(4))
    [[1.     0.8508]
     [0.8508 1.    ]]
    """
    choice(distance, "distance", DISTANCES)
    sigma = positive(sigma, "sigma")
    K = getattr(gaussians, distance)(G, H)
    with np.errstate(over="ignore", under="ignore"):  # an infinite exponent is the right 0
        K /= -sigma
        return np.exp(K, out=K)
