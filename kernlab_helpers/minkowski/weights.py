"""Weights of features from their dispersions."""

import numpy as np

from .._checks import float_like
from .distances import as_exponent

__all__ = ["feature_weights"]


def feature_weights(dispersions, *, p):
    """Return the feature weights with the least weighted dispersion, w >= 0 with sum 1.

    w = argmin of sum_v w_v^p V_v:   p > 1:   w_v = 1 / sum_u (V_v / V_u)^(1/(p-1))
                                     p <= 1:  w_v = 1 for the smallest V_v, 0 for the others

    The formula is the minimum for p > 1 only. For p < 1 the sum is concave and the same formula
    gives its maximum along the simplex (ledger 002-22). Features with V = 0 cost nothing and share
    the weight equally, for every p.

    Parameters
    ----------
    dispersions : array of shape (d,) or (k, d)
        V_v = sum_i |x_iv - c_v|^p, at least 0, for every feature; or one such row per cluster.
    p : float
        Exponent above 0; for p = inf, the limit, all features with V > 0 weigh the same.

    Returns
    -------
    array of the shape of `dispersions`
        Each row with sum 1; float32 if `dispersions` is, else float64. Of equal smallest V > 0 the
        first one gets the weight for p <= 1.

    Raises
    ------
    ValueError
        For p not above 0; a negative dispersion.

    References
    ----------
    Aradnia et al. (source 002), eq. (23), for p > 1 with its slip of index put right (ledger
    002-22); the constraint, which eq. (22) leaves out, is ledger 002-21.

    Examples
    --------
    >>> print(feature_weights([1.0, 4.0], p=2))
    [0.8 0.2]
    >>> print(feature_weights([1.0, 4.0], p=0.5))
    [1. 0.]

    In NumPy, for p > 1:

    >>> V, p = np.array([1.0, 4.0, 2.0]), 1.7
    >>> np.allclose(feature_weights(V, p=p), 1 / ((V[:, None] / V) ** (1 / (p - 1))).sum(axis=1))
    True
    """
    V = float_like(dispersions, "dispersions")
    p = as_exponent(p)
    _refuse_what_is_no_dispersion(V)
    smallest = V.min(axis=-1, keepdims=True)
    if p <= 1:
        w = np.zeros_like(V)
        np.put_along_axis(w, V.argmin(axis=-1, keepdims=True), 1, axis=-1)
    else:
        with np.errstate(all="ignore"):  # rows with V = 0 are set below
            w = np.exp(-(np.log(V) - np.log(smallest)) / (p - 1))  # (V / smallest)^(-1/(p-1))
    w = np.where(smallest == 0, V == 0, w).astype(V.dtype, copy=False)
    return w / w.sum(axis=-1, keepdims=True)


def _refuse_what_is_no_dispersion(V):
    if V.ndim not in (1, 2) or V.size == 0:
        raise ValueError(
            f"dispersions has shape {V.shape}; dispersions must be (d,), one for each feature, or "
            "(k, d), one row for each cluster"
        )
    if V.min() < 0:
        raise ValueError(
            f"dispersions holds {V.min():.6g}; a sum of powers is at least 0: see where the "
            "negative value came from"
        )
