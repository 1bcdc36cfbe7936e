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
    """Return the geometric normalized mutual information of two partitions.

    NMI = sum_uv N[u, v] log(n N[u, v] / (N_u N_v))
          / sqrt(sum_u N_u log(N_u / n)  sum_v N_v log(N_v / n))

    with N_u points in class u, N_v in cluster v, n in all. 0 log 0 counts as 0. One single class
    (or cluster) has no entropy and makes 0 / 0: NMI is then 1 if the other partition is a single
    set, too, and 0 if it is not, as in scikit-learn.

    Parameters
    ----------
    labels_true : array of shape (n,)
        Classes, text or numbers.
    labels_pred : array of shape (n,)
        Clusters, text or numbers.

    Returns
    -------
    float
        From 0, independent, to 1, the same partition; the same if the arguments trade places.

    Raises
    ------
    ValueError
        For labels of different length, empty, not one-dimensional, NaN or infinite.
    TypeError
        For labels that are neither all text nor all numbers.

    References
    ----------
    Ah-Pine (source 000), eq. (13), with ledger 000-16; Strehl and Ghosh (2002).

    Examples
    --------
    >>> nmi(["a", "a", "b", "b"], [1, 1, 0, 0])
    1.0
    >>> nmi(["a", "a", "b", "b"], [0, 1, 0, 1]), nmi(["a", "a", "b", "b"], [0, 0, 0, 0])
    (0.0, 0.0)

    In NumPy, by the relative frequencies P, none of them 0:

    >>> P = np.array([[0.5, 0.125], [0.125, 0.25]])
    >>> p, q = P.sum(axis=1), P.sum(axis=0)
    >>> H_p, H_q = -np.sum(p * np.log(p)), -np.sum(q * np.log(q))
    >>> score = nmi([0, 0, 0, 0, 0, 1, 1, 1], [0, 0, 0, 0, 1, 0, 1, 1])
    >>> np.allclose(score, np.sum(P * np.log(P / np.outer(p, q))) / np.sqrt(H_p * H_q))
    True
    """
    N = counts(labels_true, labels_pred)
    n, N_u, N_v = int(N.sum()), N.sum(axis=1), N.sum(axis=0)
    if len(N_u) == 1 or len(N_v) == 1:
        return float(len(N_u) == len(N_v))
    # fsum rounds once, so that the order of classes and points does not matter
    u, v = np.nonzero(N)
    information = math.fsum(N[u, v] * np.log(n * N[u, v] / (N_u[u] * N_v[v])))
    entropy_u = math.fsum(N_u * np.log(n / N_u))
    entropy_v = math.fsum(N_v * np.log(n / N_v))
    return information / math.sqrt(entropy_u * entropy_v)


def purity(labels_true, labels_pred):
    """Return the fraction of points in the commonest class of their cluster.

    purity = (1/n) sum_v max_u N[u, v]

    Never falls when a cluster is split; n clusters of one point each have purity 1.

    Parameters
    ----------
    labels_true : array of shape (n,)
        Classes, text or numbers.
    labels_pred : array of shape (n,)
        Clusters, text or numbers.

    Returns
    -------
    float
        Above 0, up to 1.

    Raises
    ------
    ValueError
        For labels of different length, empty, not one-dimensional, NaN or infinite.
    TypeError
        For labels that are neither all text nor all numbers.

    References
    ----------
    Aradnia et al. (source 002), section 5; Manning, Raghavan and Schuetze (2008), 16.3.

    Examples
    --------
    >>> purity(["a", "a", "a", "b"], [0, 0, 1, 1]), purity([0, 0, 1, 1], ["a", "a", "a", "b"])
    (0.75, 0.75)

    In NumPy, from the table of counts:

    >>> N = np.array([[2, 1], [0, 1]])
    >>> np.allclose(purity(["a", "a", "a", "b"], [0, 0, 1, 1]), N.max(axis=0).sum() / N.sum())
    True
    """
    N = counts(labels_true, labels_pred)
    return float(N.max(axis=0).sum() / N.sum())


def accuracy(labels_true, labels_pred):
    """Return the fraction of points whose cluster is paired with their class, at best.

    accuracy = (1/n) max_m sum_u N[u, m(u)],  m one-to-one (Hungarian method)

    With more clusters than classes (or fewer), those left without a partner count as errors.

    Parameters
    ----------
    labels_true : array of shape (n,)
        Classes, text or numbers.
    labels_pred : array of shape (n,)
        Clusters, text or numbers.

    Returns
    -------
    float
        Above 0, up to 1; at most the purity; the same if the arguments trade places.

    Raises
    ------
    ValueError
        For labels of different length, empty, not one-dimensional, NaN or infinite.
    TypeError
        For labels that are neither all text nor all numbers.

    References
    ----------
    Abou-Moustafa et al. (source 001), section 7; Kuhn (1955).

    Examples
    --------
    >>> accuracy(["a", "a", "b", "b"], [1, 1, 0, 0]), accuracy([0, 0, 0, 0], [0, 1, 2, 3])
    (1.0, 0.25)

    In NumPy, by trying both pairings of two:

    >>> N = np.array([[2, 1], [0, 1]])
    >>> score = accuracy(["a", "a", "a", "b"], [0, 0, 1, 1])
    >>> np.allclose(score, max(np.trace(N), np.trace(N[:, ::-1])) / N.sum())
    True
    """
    from scipy.optimize import linear_sum_assignment

    N = counts(labels_true, labels_pred)
    best_pairs = linear_sum_assignment(N, maximize=True)
    return float(N[best_pairs].sum() / N.sum())


def counts(labels_true, labels_pred):
    """Return the (classes, clusters) table N: N[u, v] points of class u lie in cluster v."""
    classes, u = np.unique(as_labels(labels_true, "labels_true"), return_inverse=True)
    clusters, v = np.unique(as_labels(labels_pred, "labels_pred"), return_inverse=True)
    if len(u) != len(v):
        raise ValueError(
            f"labels_true has {len(u)} labels and labels_pred has {len(v)}; both must have one "
            "label for each point, in the same order"
        )
    shape = len(classes), len(clusters)
    refuse_huge(*shape, "the table of classes and clusters")
    cells = np.ravel_multi_index((u, v), shape)
    return np.bincount(cells, minlength=math.prod(shape)).reshape(shape)


def as_labels(values, name):
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
        refuse_mixed_kinds(array, name)
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


def refuse_mixed_kinds(array, name):
    """Refuse Python objects that are neither all text nor all real numbers."""
    kind = str if isinstance(array[0], str) else numbers.Real
    odd = [value for value in array if not isinstance(value, kind)]
    if odd:
        raise TypeError(
            f"{name} holds {odd[0]!r:.40} ({type(odd[0]).__name__}); {name} must be all text "
            "or all real numbers: name every class, or drop the points that have none"
        )
