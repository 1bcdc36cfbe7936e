"""The leading eigenvectors of a matrix, as axes to cluster in."""

import warnings

import numpy as np

from .._checks import RTOL
from .._matrices import with_fixed_signs
from ..mercer import _eigenpairs


def leading_axes(M, n_axes, name, *, above=-np.inf):
    """Return the largest eigenvalues of M, falling, their vectors, and the lowest eigenvalue seen.

    Warns where the next eigenvalue is as large as the last one taken, and larger than `above`:
    which axis is taken, and with it the clusters, is then left to chance.
    """
    values, vectors, lowest = _eigenpairs(M, min(n_axes + 1, len(M)))
    if len(values) > n_axes:
        last, following = values[n_axes - 1 : n_axes + 1]
        if last > above and last - following <= RTOL * np.abs(values).max():
            warnings.warn(
                f"eigenvalues {n_axes} and {n_axes + 1} of {name} are equal, {last:.6g}: {n_axes} "
                "axes, and so the clusters, are not determined; ask for fewer or more",
                UserWarning,
                stacklevel=3,
            )
    return values[:n_axes], with_fixed_signs(vectors[:, :n_axes]), lowest
