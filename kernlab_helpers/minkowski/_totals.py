"""What Minkowski k-means asks of its points, as totals over the parts that they come in.

Each function takes a part, some rows of the points with their labels, and returns a tuple. What
several parts return is merged entry by entry: added, or the larger one, or the best rows. So parts
may be of any size, and lie on any machine. Numbers are in the unit of the fit unless said.
"""

from typing import NamedTuple

import numpy as np

from .._checks import slices
from . import _steps as steps
from ._search import slopes
from .centers import into_units


class Part(NamedTuple):
    """Some rows of the points: their labels, and where they stand."""

    x: np.ndarray
    labels: np.ndarray
    start: int  # the row of all points that is the first here
    chunk: int  # the number of the chunk
    place: int  # the row of this chunk that is the first here


class Recipe:
    """How Dask makes a chunk: a graph of tasks, and the key of the chunk in it."""

    def __init__(self, graph, key):
        self.graph, self.key = graph, key

    def made(self):
        """Return the chunk."""
        from dask import get

        return get(self.graph, self.key)


def read(f, x, labels, where, unit, dtype, piece, args, merge):
    """Return f of a chunk, piece by piece; `where` is its number and its first row."""
    chunk, start = where
    x = x.made() if isinstance(x, Recipe) else x
    found = None
    for rows in slices(len(x), piece // x.shape[1]):
        own = None if labels is None else labels[rows]
        part = Part(in_unit(x[rows], unit, dtype), own, start + rows.start, chunk, rows.start)
        new = f(part, *args)
        found = new if found is None else merged(merge, (found, new))
    return found


def label(x, where, unit, dtype, piece, args):
    """Return the labels of a chunk and the totals of `assigned`."""
    labels = []

    def keep_labels(part, *args):
        new, *sums = assigned(part, *args)
        labels.append(new)
        return tuple(sums)

    sums = read(keep_labels, x, None, where, unit, dtype, piece, args, np.add)
    return np.concatenate(labels), sums


# ------------------------------------------------------- what stays with a chunk: answers of label


def labels_of(done):
    """Return the labels of an answer of `label`; None if there is none."""
    return None if done is None else done[0]


def read_labeled(f, x, done, *how):
    """Return what `read` does, of a chunk with its answer of `label`."""
    return read(f, x, labels_of(done), *how)


def moved_labeled(done, start, places, clusters):
    """Return an answer of `label` with some points put into other clusters: without totals."""
    return moved(labels_of(done), start, places, clusters), None


def tally(done, before):
    """Return the totals of an answer of `label`, and how many of its labels are other ones."""
    return *done[1], *changed(done, before)


def changed(done, before):
    """Return how many labels are other ones than before: all where there were none."""
    labels = labels_of(done)
    return (len(labels) if before is None else int(np.count_nonzero(labels != labels_of(before))),)


# ------------------------------------------------------------------------------- pieces and merging


def in_unit(x, unit, dtype):
    """Return numbers of X in the unit of the fit."""
    x = np.asarray(x)
    if unit == 1:
        return x.astype(dtype, copy=False)
    return np.divide(x, unit, dtype=dtype, casting="same_kind")


def merged(merge, results):
    """Merge the tuples of several parts entry by entry, in their order."""
    first, *others = results
    for other in others:
        first = tuple(merge(a, b) for a, b in zip(first, other, strict=True))
    return first


# -------------------------------------------------------------------------------- once, at first


def extent(part):
    """Return -least and largest number of each feature: merged by the maximum.

    A number that is none is refused here, before the fit begins.
    """
    x = part.x
    low, high = x.min(axis=0), x.max(axis=0)
    if not np.isfinite([low, high]).all():
        row, column = np.argwhere(~np.isfinite(x))[0]
        found = "NaN" if np.isnan(x[row, column]) else "infinite"
        raise ValueError(
            f"X[{part.start + row}, {column}] is {found}: row {part.place + row} of chunk "
            f"{part.chunk}; every value must be finite: drop or fill in such rows"
        )
    return -low.astype(np.float64), high.astype(np.float64)


def digits_lost(part):
    """Return 1 where single precision would lose digits of a number, else 0."""
    with np.errstate(over="ignore"):
        return (np.array(float((part.x != part.x.astype(np.float32)).any())),)


def distinct(part, most):
    """Return the different points, `most` at the most: merged by `both_distinct`."""
    return (np.unique(part.x, axis=0)[:most],)


def both_distinct(most, a, b):
    """Return the different ones of two sets of points, `most` at the most."""
    return np.unique(np.concatenate([a, b]), axis=0)[:most]


# ----------------------------------------------------------------------------- assigning points


def assigned(part, centers, weights, p, means):
    """Return new labels; sizes and cost of the clusters; for means also sums of the points."""
    sums = np.zeros(centers.shape) if means else None
    labels, own = steps.assign(part.x, centers, weights, p, sums)
    sizes = np.bincount(labels, minlength=len(centers))
    return labels, sizes, own.sum(), sums if means else np.zeros(())


def owned(part, centers, weights, p, means):
    """Return sizes, cost and sums as `assigned` does, for the labels that there are."""
    own = steps.costs_in(part.x, part.labels, centers, weights, p)
    sizes = np.bincount(part.labels, minlength=len(centers))
    sums = steps.cluster_sums(part.x, part.labels, centers) if means else np.zeros(())
    return sizes, own.sum(), sums


def farthest(part, centers, weights, p, many):
    """Return (cost, place, cluster, x) of the points that cost most, merged by `both_farthest`."""
    own = steps.costs_in(part.x, part.labels, centers, weights, p)
    rows = (-own).argsort(kind="stable")[:many]
    return (np.column_stack([own[rows], part.start + rows, part.labels[rows], part.x[rows]]),)


def both_farthest(many, a, b):
    """Return the rows of largest cost in two sets, the first of those that tie."""
    rows = np.concatenate([a, b])
    return rows[np.lexsort((rows[:, 1], -rows[:, 0]))[:many]]


def moved(labels, start, places, clusters):
    """Return the labels of a chunk with some points put into other clusters."""
    labels = labels.copy()
    here = (start <= places) & (places < start + len(labels))
    labels[places[here] - start] = clusters[here]
    return labels


# ------------------------------------------------------------------------- centers and weights


def spans(part, k):
    """Return -least and largest number of each feature in every cluster: merged by the maximum."""
    low, high = np.full((2, k, part.x.shape[1]), -np.inf)
    for c, x in clusters(part, k):
        low[c], high[c] = -x.min(axis=0), x.max(axis=0)
    return low, high


def unit_sums(part, low, half):
    """Return the sums of the numbers of every cluster, each brought to 0 ... 1 of its span."""
    sums = np.zeros_like(low)
    for c, x in clusters(part, len(low)):
        sums[c] = into_units(x.T, low[c], half[c]).sum(axis=1)
    return (sums,)


def slope_sums(part, low, half, m, unfinished, p):
    """Return what a step of Newton needs at m, as `slopes` has it, for every cluster and feature.

    m is in units of the span, from 0 to 1; what is not `unfinished` is left 0.
    """
    found = np.zeros((3, *m.shape))
    for c, x in clusters(part, len(m)):
        some = np.flatnonzero(unfinished[c])
        if some.size:
            rows = x.T if some.size == x.shape[1] else x[:, some].T
            u = into_units(rows, low[c, some], half[c, some])
            found[:, c, some] = slopes(u, np.ones(len(x)), p, m[c, some])
    return (found,)


def dispersions(part, centers, p):
    """Return the sums of |x - m|^p for every cluster and feature."""
    return (steps.dispersions(part.x, part.labels, centers, p),)


def clusters(part, k):
    """Yield the number and the points of every cluster that has some here."""
    for c in range(k):
        x = part.x[part.labels == c]
        if len(x):
            yield c, x
