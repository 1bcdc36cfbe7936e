"""How well clusters agree with classes: normalized mutual information, purity, accuracy.

All three read only the table N of counts: N[u, v] points of class u lie in cluster v. The names of
the classes and clusters do not matter.
"""

import math
import numbers

import numpy as np

from ._checks import refuse_huge

__all__ = ["accuracy", "nmi", "purity"]


def nmi(labels_true, labels_pred):
    """Geometric normalized mutual information of two partitions.

    NMI = sum_uv N[u, v] log(n N[u, v] / (N_u N_v))
          / sqrt(sum_u N_u log(N_u / n)  sum_v N_v log(N_v / n))

    0 log 0 counts as 0. One single class (or cluster) has no entropy and makes 0 / 0: NMI is then
    1 if the other partition is a single set, too, and 0 if it is not, as in scikit-learn.

    Parameters
    ----------
    labels_true : (n,) classes, text or numbers.
    labels_pred : (n,) clusters, text or numbers.

    Returns
    -------
    float from 0, independent, to 1, the same partition; the same if the arguments trade places.

    Raises
    ------
    ValueError : labels of different length, empty, not one-dimensional, NaN or infinite.
    TypeError : labels that are neither all text nor all numbers.

    Source: Ah-Pine (source 000), eq. (13), with ERRATA 000-16; Strehl and Ghosh (2002).

    Examples
    --------
    >>> nmi(["a", "a", "b", "b"], [1, 1, 0, 0])
    1.0
    >>> nmi(["a", "a", "b", "b"], [0, 1, 0, 1]), nmi(["a", "a", "b", "b"], [0, 0, 0, 0])
    (0.0, 0.0)
    """
    N = _counts(labels_true, labels_pred)
    n, N_u, N_v = int(N.sum()), N.sum(axis=1), N.sum(axis=0)
    if len(N_u) == 1 or len(N_v) == 1:
        return float(len(N_u) == len(N_v))
    u, v = np.nonzero(N)
    shared = math.fsum(N[u, v] * np.log(n * N[u, v] / (N_u[u] * N_v[v])))  # exact sums, so that
    entropies = [math.fsum(size * np.log(n / size)) for size in (N_u, N_v)]  # no order matters
    return shared / math.sqrt(math.prod(entropies))


def purity(labels_true, labels_pred):
    """Share of points in the commonest class of their cluster.

    purity = (1/n) sum_v max_u N[u, v]

    Never falls when a cluster is split; n clusters of one point each have purity 1.

    Parameters, errors : as for `nmi`.

    Returns
    -------
    float, above 0, up to 1.

    Source: Aradnia et al. (source 002), section 5; Manning, Raghavan and Schuetze (2008), 16.3.

    Examples
    --------
    >>> purity(["a", "a", "a", "b"], [0, 0, 1, 1]), purity([0, 0, 1, 1], ["a", "a", "a", "b"])
    (0.75, 0.75)
    """
    N = _counts(labels_true, labels_pred)
    return float(N.max(axis=0).sum() / N.sum())


def accuracy(labels_true, labels_pred):
    """Share of points whose cluster is paired with their class, under the best pairing.

    accuracy = (1/n) max_m sum_u N[u, m(u)],  m one-to-one (Hungarian method)

    With more clusters than classes (or fewer), those left without a partner count as errors.

    Parameters, errors : as for `nmi`.

    Returns
    -------
    float, above 0, up to 1; at most the purity; the same if the arguments trade places.

    Source: Abou-Moustafa et al. (source 001), section 7; Kuhn (1955).

    Examples
    --------
    >>> accuracy(["a", "a", "b", "b"], [1, 1, 0, 0]), accuracy([0, 0, 0, 0], [0, 1, 2, 3])
    (1.0, 0.25)
    """
    from scipy.optimize import linear_sum_assignment

    N = _counts(labels_true, labels_pred)
    return float(N[linear_sum_assignment(N, maximize=True)].sum() / N.sum())


def _counts(labels_true, labels_pred):
    """Return the (classes, clusters) table of counts."""
    labels = _labels(labels_true, "labels_true"), _labels(labels_pred, "labels_pred")
    if len(labels[0]) != len(labels[1]):
        raise ValueError(
            f"labels_true has {len(labels[0])} labels and labels_pred has {len(labels[1])}; both "
            "must have one label for each point, in the same order"
        )
    (classes, u), (clusters, v) = (np.unique(x, return_inverse=True) for x in labels)
    shape = len(classes), len(clusters)
    refuse_huge(*shape, "the table of classes and clusters")
    return np.bincount(u * shape[1] + v, minlength=shape[0] * shape[1]).reshape(shape)


def _labels(values, name):
    """Return an (n,) array of text or of finite numbers, n at least 1."""
    if isinstance(values, np.ma.MaskedArray):
        raise TypeError(f"{name} is a masked array; {name} must have a label for each point")
    array = np.asarray(values, dtype=getattr(values, "dtype", object))  # a list stays as it is
    if array.ndim != 1 or array.size == 0:
        raise ValueError(
            f"{name} has shape {array.shape}; {name} must have one dimension, a label for each "
            "point, at least 1: for a table of one column pass np.ravel of it"
        )
    if array.dtype.kind == "O":
        kind = str if isinstance(array[0], str) else numbers.Real
        odd = [value for value in array if not isinstance(value, kind)]
        if odd:
            raise TypeError(
                f"{name} holds {odd[0]!r:.40} ({type(odd[0]).__name__}); {name} must be all text "
                "or all real numbers: name every class, or drop the points that have none"
            )
        array = np.array(array.tolist())
    if array.dtype.kind not in "biufUST":
        raise TypeError(
            f"{name} holds values of type {array.dtype}; {name} must be text or real numbers"
        )
    if array.dtype.kind == "f" and not np.isfinite(array).all():
        i = int((~np.isfinite(array)).argmax())
        raise ValueError(
            f"{name}[{i}] is {array[i]}; every label must be finite: name every class, or drop the "
            "points that have none"
        )
    return array
