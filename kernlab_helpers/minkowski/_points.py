"""The points of a k-means fit, wherever they are: in memory, in a file, on other machines.

`Points` takes the steps of Minkowski k-means, each as totals over chunks of the points; what a step
is stands here once. The classes below say how a total is taken: `InMemory` has one chunk, `Blocks`
reads some rows of a file at a time, `DaskBlocks` lets Dask's scheduler send the work to the chunks.
A total is added in the order of the chunks, so it does not depend on who took part.
"""

import sys
from concurrent.futures import ThreadPoolExecutor
from copy import deepcopy
from functools import cached_property, partial

import numpy as np

from .._checks import slices
from .._chunks import PIECE, cores
from . import _totals as totals
from ._medians import medians
from ._search import newton
from ._steps import origin_of_products, restart_empty, update_centers
from ._waiting import answers
from .centers import out_of_units

CHUNK = 2**21  # numbers of a file that are read at a time
RAW_PIECE = CHUNK  # numbers at a time where digits are counted: the counters are many
FAN = 8  # totals that one task of Dask merges


class Points:
    """The steps of a fit, as totals; a subclass takes these.

    Parameters
    ----------
    X : array of shape (n, d)
        Points, of which nothing but the shape is looked at.
    """

    in_memory = False

    def __init__(self, X):
        self.X = X
        self.n, self.d = X.shape
        self.unit = 1.0  # of the numbers that the steps see
        self.dtype = np.dtype(np.float64)  # of what they compute with
        self.labels = None  # in the form in which the chunks have them

    def look(self):
        """Read all points once: refuse what is no number; return least and largest of features."""
        low, high = self.total(totals.extent, merge=np.maximum, raw=True)
        return -low, high

    @cached_property
    def single(self):
        """Whether the numbers are those of single precision, however they are stored."""
        if self.X.dtype == np.float32:
            return True
        (lost,) = self.total(totals.digits_lost, merge=np.maximum, raw=True)
        return not lost

    def measure_in(self, unit, dtype):
        """Let the steps see the points in this unit, and in this precision."""
        self.unit, self.dtype = unit, dtype

    def _how(self, raw):
        """Return unit, precision and size of the pieces in which points are read."""
        if raw:
            kind = self.X.dtype if self.X.dtype == np.float32 else np.dtype(np.float64)
            return 1.0, kind, RAW_PIECE
        as_they_are = self.unit == 1 and self.dtype == self.X.dtype
        return self.unit, self.dtype, CHUNK if as_they_are else PIECE

    def assign(self, centers, weights, p, *, first_weights, means):
        """Put every point into the cluster where it costs least; begin empty ones again, in place.

        Returns the sum of what the points cost, and how many changed their cluster. With `means`
        the sums behind the means are kept: `centers` then needs no pass of its own.
        """
        labels_before = self.labels
        settings = (centers, weights, p, means)
        self.sizes, cost, self.sums = self.put_in_order(settings)
        if not self.sizes.all():
            self.begin_again(centers, weights, p, first_weights)
            self.sizes, cost, self.sums = self.total(totals.owned, *settings)
        self.origin = origin_of_products(centers, self.dtype)  # about which the sums are
        return cost, self.moved_since(labels_before)

    def begin_again(self, centers, weights, p, first_weights):
        """Begin each empty cluster again at the point of largest cost."""
        many = len(centers) + np.count_nonzero(self.sizes == 0)  # as many may have to stay
        merge = partial(totals.both_farthest, many)
        (far,) = self.total(totals.farthest, centers, weights, p, many, merge=merge)
        costs, places, labels, x = far[:, 0], far[:, 1], far[:, 2].astype(np.intp), far[:, 3:]
        moves = restart_empty(x, labels, costs, centers, weights, first_weights, self.sizes)
        rows = [row for row, _ in moves]
        self.move(places[rows].astype(np.intp), labels[rows])

    def centers(self, old, p, *, means):
        """Return the (k, d) Minkowski centers of the clusters; the old ones are where to begin."""
        if means:
            return self.origin + self.sums / self.sizes[:, None]
        if p == 1:
            return medians(self, self.sizes, self.d) / self.unit
        low, high = self.total(totals.spans, len(old), merge=np.maximum)
        low = -low
        half = high / 2 - low / 2
        varies = half > 0
        if p == 2:  # exact: a feature that does not vary has dispersion 0
            (sums,) = self.total(totals.unit_sums, low, np.where(varies, half, 1))
            u = (sums / self.sizes[:, None])[varies]
        else:
            u = self._newton(old, p, low, half, varies)
        found = low.copy()
        found[varies] = out_of_units(u, low[varies], half[varies])
        return found

    def _newton(self, old, p, low, half, varies):
        """Return the centers of the features that vary, in units of their spans."""
        each = np.flatnonzero(varies)

        def sums(c, rows):
            m = np.zeros(varies.shape)
            unfinished = np.zeros(varies.shape, dtype=bool)
            m.flat[each[rows]] = c
            unfinished.flat[each[rows]] = True
            (found,) = self.total(totals.slope_sums, low, half, m, unfinished, p)
            return found.reshape(3, -1)[:, each[rows]]

        guess = (old[varies] / 2 - low[varies] / 2) / half[varies]
        return newton(sums, p, guess.clip(0, 1))

    def dispersions(self, centers, p):
        """Return the (k, d) sums of |x_il - m_cl|^p over the points of each cluster."""
        (V,) = self.total(totals.dispersions, centers, p)
        return V

    def different(self, most):
        """Return how many points differ from one another, `most` if there are more."""
        (found,) = self.total(totals.distinct, most, merge=partial(totals.both_distinct, most))
        return len(found)


class Blocks(Points):
    """Points that are read some rows at a time: a memmap, or whatever slices like an array."""

    def __init__(self, X, numbers=CHUNK):
        super().__init__(X)
        self.chunks = list(slices(self.n, numbers // self.d))
        self.where = [(i, rows.start) for i, rows in enumerate(self.chunks)]

    def total(self, f, *args, merge=np.add, raw=False):
        """Return the total of f over all chunks; of the numbers as they are in X if `raw`."""

        def one(i):
            labels = None if self.labels is None else self.labels[i]
            X = self.X[self.chunks[i]]
            return totals.read(f, X, labels, self.where[i], *self._how(raw), args, merge)

        return totals.merged(merge, self._each(one))

    def put_in_order(self, args):
        """Label all points, and return the totals of `assigned`."""

        def one(i):
            X = self.X[self.chunks[i]]
            return totals.label(X, self.where[i], *self._how(False), args)

        labels, sums = zip(*self._each(one), strict=True)
        self.labels = list(labels)
        return totals.merged(np.add, sums)

    def move(self, places, clusters):
        """Put some points into other clusters."""
        self.labels = [
            totals.moved(labels, start, places, clusters)
            for labels, (_, start) in zip(self.labels, self.where, strict=True)
        ]

    def moved_since(self, before):
        """Return how many points are in another cluster than they were."""
        if before is None:
            return self.n
        pairs = zip(self.labels, before, strict=True)
        return sum(int(np.count_nonzero(now != then)) for now, then in pairs)

    def gathered(self, labels):
        """Return labels as the user gets them."""
        return labels[0] if len(labels) == 1 else np.concatenate(labels)

    def rows(self, places):
        """Return some rows of X."""
        return np.asarray(self.X[places])

    def _each(self, one):
        """Return one(i) for every chunk, a few at a time, each with one thread for its products."""
        numbers = range(len(self.chunks))
        if len(self.chunks) == 1 or cores() == 1:
            return [one(i) for i in numbers]
        from threadpoolctl import threadpool_limits

        with threadpool_limits(1), ThreadPoolExecutor(cores()) as pool:
            return list(pool.map(one, numbers))


class InMemory(Blocks):
    """Points in memory: one chunk, whose columns can be worked on one after the other."""

    in_memory = True

    def __init__(self, X):
        super().__init__(X, numbers=X.size)

    def measure_in(self, unit, dtype):
        """Let the steps see the points in this unit, and in this precision."""
        self.X, self.dtype = totals.in_unit(self.X, unit, dtype), dtype

    def centers(self, old, p, *, means):
        """Return the (k, d) Minkowski centers of the clusters; the old ones are where to begin."""
        if means:
            return super().centers(old, p, means=True)
        return update_centers(self.X, self.labels[0], old, p)


class DaskBlocks(Points):
    """Points of a Dask array, whose chunks the active scheduler sends the work to.

    Labels stay with the chunks, in the answers of `totals.label`. They are made from their chunk
    and the centers alone, not from older labels: what a worker takes with it when it dies is one
    task for each chunk to do again.

    A task costs a millisecond or two, whatever it does. So there are few: what reads a chunk is
    fused with what uses it, and totals and moves of a chunk are one task.
    """

    def __init__(self, X):
        import dask

        super().__init__(X.rechunk({1: -1}))
        self.dask = dask
        self.later = partial(dask.delayed, pure=False, traverse=False)
        self.chunks = chunks_of(self.X)
        self.lengths = self.X.chunks[0]
        starts = np.cumsum([0, *self.lengths[:-1]]).tolist()
        self.where = list(enumerate(starts))

    def total(self, f, *args, merge=np.add, raw=False):
        """Return the total of f over all chunks; of the numbers as they are in X if `raw`."""
        read, args = self.later(totals.read_labeled), self.later(deepcopy(args))
        labels = self.labels or [None] * len(self.chunks)
        how = self._how(raw)
        parts = [
            read(f, x, own, where, *how, args, merge)
            for x, own, where in zip(self.chunks, labels, self.where, strict=True)
        ]
        (found,), _ = self._wait([self._tree(parts, merge)])
        return found

    def put_in_order(self, args):
        """Label all points, and return the totals of `assigned`."""
        label, tally = self.later(totals.label), self.later(totals.tally)
        args, how = self.later(deepcopy(args)), self._how(False)  # the arguments change
        done = [
            label(x, where, *how, args) for x, where in zip(self.chunks, self.where, strict=True)
        ]
        pairs = zip(done, self.labels or [None] * len(done), strict=True)
        sums = self._tree([tally(now, before) for now, before in pairs], np.add)
        ((*found, self._moved),), self.labels = self._wait([sums], keep=done)
        return found

    def move(self, places, clusters):
        """Put some points into other clusters."""
        move = self.later(totals.moved_labeled)
        self.labels = [
            move(done, start, places, clusters)
            for done, (_, start) in zip(self.labels, self.where, strict=True)
        ]
        self._moved = None  # not known any more

    def moved_since(self, before):
        """Return how many points are in another cluster than they were."""
        if self._moved is None and before is None:
            return self.n
        if self._moved is None:
            changed = self.later(totals.changed)
            pairs = zip(self.labels, before, strict=True)
            moves = self._tree([changed(now, then) for now, then in pairs], np.add)
            ((self._moved,),), _ = self._wait([moves])
        return self._moved

    def gathered(self, labels):
        """Return labels as the user gets them: a Dask array."""
        import dask.array

        pairs = zip(map(self.later(totals.labels_of), labels), self.lengths, strict=True)
        parts = [dask.array.from_delayed(part, (n,), np.intp) for part, n in pairs]
        return dask.array.concatenate(parts)

    def rows(self, places):
        """Return some rows of X, as they are there."""
        (found,), _ = self._wait([self.X[places]])
        return found

    def _tree(self, parts, merge):
        """Return the total of the parts, merged by tasks of a few each."""
        join = self.later(partial(totals.merged, merge))
        while len(parts) > 1:
            parts = [join(list(parts[i : i + FAN])) for i in range(0, len(parts), FAN)]
        return parts[0]

    def _wait(self, wanted, keep=()):
        """Return the values of what is wanted, and what to keep where it is made."""
        made = self.dask.persist(*wanted, *keep)
        wanted, kept = made[: len(wanted)], list(made[len(wanted) :])
        client = getattr(self.dask.base.get_scheduler(), "__self__", None)
        if client is None:  # the threads of this process
            return self.dask.compute(*wanted), kept
        return answers(client, wanted), kept


def chunks_of(X):
    """Return the chunks of a Dask array: as recipes, where each has one of its own.

    A recipe is followed by the task that uses the chunk; else it would be one or two tasks more.
    Where two chunks use the same thing, or one that workers hold already, Dask has to see it.
    """
    from dask.core import get_dependencies

    chunks = list(X.to_delayed().ravel())
    graph = dict(chunks[0].dask)
    if held_by_workers(X):
        return chunks
    recipes, used = [], set()
    for chunk in chunks:
        own, wanted = {}, [chunk.key]
        while wanted:
            key = wanted.pop()
            if key in used or key not in graph:
                return chunks
            used.add(key)
            own[key] = graph[key]
            wanted += get_dependencies(graph, key)
        recipes.append(totals.Recipe(own, chunk.key))
    return recipes


def held_by_workers(X):
    """Tell whether workers hold what a Dask array is made of, as after `persist`."""
    if "distributed" not in sys.modules:
        return False
    from distributed import futures_of

    return bool(futures_of(X))
