"""Nearest neighbours from a table of distances, with a rule for points that are equally far."""

import numpy as np


def are_nearest(D, k, *, rtol=0.0):
    """Say of every entry of D whether it is among the k least of its row.

    Entries that differ from the k-th by no more than this share tie with it; of those that tie, the
    first in the row are taken, so that k are True in every row.
    """
    kth = np.partition(D, k - 1, axis=1)[:, k - 1 : k]
    nearer = kth * (1 - rtol) > D
    tied = ~nearer & (kth * (1 + rtol) >= D)
    places = k - nearer.sum(axis=1, keepdims=True)
    return nearer | (tied & (tied.cumsum(axis=1) <= places))
