"""Exact medians of points that are read in parts: by counting the digits of their bits.

The bits of a floating-point number, read as a whole number, are in the order of the numbers (once
those of negative ones are turned). So a pass counts the first digit, some bits wide, of every
number; the counts say which digit the median begins with. The next pass counts the second digit of
those that begin so, and so on, until the few that are left can be collected and sorted.

No tolerance, no sketch: after all digits only equal numbers are left.
"""

import numpy as np

from ._totals import clusters

FEW = 2**20  # numbers that may be collected
COUNTERS = 2**22  # of which a pass has as many
WIDEST = 11  # bits of a digit: 6 digits of double precision, 3 of single


def medians(points, sizes, d):
    """Return the (k, d) medians of the clusters, of these sizes, in the unit of X."""
    k = len(sizes)
    sizes = np.repeat(sizes[:, None], d, axis=1)
    kind = np.dtype(np.uint32 if points.single else np.uint64)
    bits = 8 * kind.itemsize
    width = min(WIDEST, max(1, int(np.log2(COUNTERS / (k * d)))))

    first = np.zeros((k, d), dtype=kind)  # the digits known of the lower median
    known = 0  # bits of them
    rank = (sizes - 1) // 2  # its place among the numbers that begin so
    inside = sizes  # how many these are
    while known < bits and inside.sum() > FEW:
        w = min(width, bits - known)
        (counts,) = points.total(digit_counts, first, known, w, raw=True)
        upto = counts.cumsum(axis=2)
        digit = (upto <= rank[:, :, None]).sum(axis=2)
        inside = _at(counts, digit)
        rank = rank - (_at(upto, digit) - inside)
        first = (first << kind.type(w)) | digit.astype(kind)
        known += w

    beyond = (sizes % 2 == 0) & (rank + 1 >= inside)  # the upper median does not begin so
    lower = upper = None
    if known == bits:
        lower = upper = numbers_of_keys(first)
    else:
        (found,) = points.total(begin_so, first, known, merge=_both, raw=True)
        found = cell_by_cell(found, k * d)
        at = (inside.cumsum() - inside.ravel()).reshape(k, d) + rank
        lower = found[at]
        upper = found[np.where((sizes % 2 == 0) & ~beyond, at + 1, at)]
    if beyond.any():
        (least,) = points.total(least_beyond, first, known, beyond, merge=np.maximum, raw=True)
        upper = np.where(beyond, -least, upper)
    return lower / 2 + upper / 2


def digit_counts(part, first, known, width):
    """Count the next digit of the numbers that begin like `first`: (k, d, 2^width) counters."""
    k, d = first.shape
    counts = np.zeros((k, d, 1 << width), dtype=np.int64)
    for c, x in clusters(part, k):
        q = keys(x, first.dtype)
        columns = np.broadcast_to(np.arange(d), q.shape)
        if known:
            inside = beginning(q, known) == first[c]
            q, columns = q[inside], columns[inside]
        digit = beginning(q, known + width) & q.dtype.type((1 << width) - 1)
        place = (columns << width) + digit.astype(np.intp)
        counts[c] = np.bincount(place.ravel(), minlength=d << width).reshape(d, -1)
    return (counts,)


def begin_so(part, first, known):
    """Return (place of cluster and feature, number) of all numbers that begin like `first`."""
    k, d = first.shape
    found = [np.empty((0, 2))]
    for c, x in clusters(part, k):
        if known:
            rows, columns = np.nonzero(beginning(keys(x, first.dtype), known) == first[c])
        else:
            rows, columns = np.indices(x.shape).reshape(2, -1)
        found.append(np.column_stack([c * d + columns, x[rows, columns]]))
    return (np.concatenate(found),)


def cell_by_cell(found, cells):
    """Return the numbers of `begin_so`, first those of the first place, each place in order."""
    found = found[found[:, 1].argsort()]
    place = found[:, 0].astype(np.min_scalar_type(cells))  # of a short kind the sort is fast
    return found[place.argsort(kind="stable"), 1]


def least_beyond(part, first, known, wanted):
    """Return -the least number that begins with more than `first`: merged by the maximum.

    `wanted` (k, d) says where it is looked for; elsewhere it is -inf.
    """
    found = np.full(first.shape, -np.inf)
    for c in np.flatnonzero(wanted.any(axis=1)):
        features = np.flatnonzero(wanted[c])
        x = part.x[np.ix_(part.labels == c, features)]
        if len(x):
            more = beginning(keys(x, first.dtype), known) > first[c, features]
            found[c, features] = -np.where(more, x, np.inf).min(axis=0)
    return (found,)


def keys(x, kind):
    """Return whole numbers of the unsigned kind in the order of the numbers x."""
    float_kind = np.float32 if kind == np.uint32 else np.float64
    bits = np.ascontiguousarray(x.astype(float_kind, copy=False) + 0).view(kind)  # no -0
    last = 8 * kind.itemsize - 1
    turned = bits.view(f"i{kind.itemsize}") >> last  # all bits of a negative number, else none
    return bits ^ (turned.view(kind) | kind.type(1 << last))


def numbers_of_keys(q):
    """Return the numbers whose keys these are, in double precision."""
    top = q.dtype.type(1 << (8 * q.itemsize - 1))
    bits = np.where(q & top, q ^ top, ~q)
    return bits.view(np.float32 if q.itemsize == 4 else np.float64).astype(np.float64)


def beginning(q, known):
    """Return the first `known` bits of keys."""
    return q >> q.dtype.type(8 * q.itemsize - known) if known else np.zeros_like(q)


def _at(counts, digit):
    return np.take_along_axis(counts, digit[:, :, None], axis=2)[:, :, 0]


def _both(a, b):
    return np.concatenate([a, b])
