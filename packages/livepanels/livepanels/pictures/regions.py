"""The plane cut among groups: from the cost of each place in each group to closed borders."""

import numpy as np

__all__ = ["costs_from", "region_rings"]

CORNERS = ((0, 0), (0, 1), (1, 1), (1, 0))  # of a cell, clockwise: down and right of its first node
STRAIGHT = 1e-5  # of a cell's area: what a corner that bends less would span
BLUR = np.array([1, 4, 6, 4, 1]) / 16
CENTER = 2  # kind of a place in a cell; 0 and 1 are places between two nodes of a row or a column


def costs_from(regions):
    """Return costs (h, w, k) as they are; of given groups (h, w) those that make borders smooth.

    Raises
    ------
    ValueError
        If they are neither.
    """
    regions = np.asarray(regions)
    if regions.ndim == 3:
        return regions.astype(float)
    if regions.ndim != 2:
        raise ValueError(f"wants regions of shape (h, w) or (h, w, k), got shape {regions.shape}")
    regions = regions.astype(int)
    return -blurred(regions[..., None] == np.arange(regions.max() + 1))


def blurred(table):
    """Return means over neighbors in the first two directions; straight borders stay straight."""
    for axis in (0, 1) * 2:
        wide = [(0, 0)] * table.ndim
        wide[axis] = (2, 2)
        padded = np.pad(table.astype(float), wide, mode="reflect", reflect_type="odd")
        table = np.apply_along_axis(np.convolve, axis, padded, BLUR, mode="valid")
    return table


def region_rings(costs, x, y):
    """Return the border of each group's region, where its cost is the lowest.

    Between two nodes of the grid costs are taken as straight lines, so that a border is exact where
    the difference of the costs is a linear function: squared distances from centers.

    Parameters
    ----------
    costs : (h, w, k) array
        Cost of each node of a grid in each group.
    x, y : (w,) and (h,) array
        Where the columns and the rows stand.

    Returns
    -------
    corners : (n, 2) array
        Corners of closed rings, a row of NaN after each; the region lies at one side of all.
    group : (m,) array of uint8
        Whose ring each one is.

    Examples
    --------
    >>> x = np.array([0.0, 1, 2, 3])
    >>> corners, group = region_rings(np.stack([x, 2 - x], -1)[None].repeat(2, 0), x, x[:2])
    >>> corners[:4].tolist(), group.tolist()
    ([[1.0, 0.0], [1.0, 1.0], [0.0, 1.0], [0.0, 0.0]], [0, 1])
    """
    label = costs.argmin(axis=2)
    between = np.stack([*crossings_of(costs, label)])
    steps = np.concatenate([steps_inside(label), steps_around(label)])
    places = GridPoints(costs, label, between, x, y)
    rings, groups = [], []
    for group in np.unique(steps[:, 0]).tolist():
        for ring in chained(steps[steps[:, 0] == group, 1:]):
            corners = without_straight(places.at(ring), places.cell)
            rings += [corners, np.full((1, 2), np.nan)]
            groups.append(group)
    return np.concatenate(rings), np.array(groups, dtype=np.uint8)


def crossings_of(costs, label):
    """Yield, for the edges right of and below each node, where on it two groups cost the same."""
    rows, columns = np.indices(label.shape)
    for down, right in ((0, 1), (1, 0)):
        i, j = (np.minimum(k + d, n - 1) for k, d, n in zip(
            (rows, columns), (down, right), label.shape, strict=True))  # fmt: skip
        own, other = label, label[i, j]
        here = costs[rows, columns, other] - costs[rows, columns, own]
        there = costs[i, j, own] - costs[i, j, other]
        with np.errstate(invalid="ignore", divide="ignore"):
            share = here / (here + there)
        yield np.where(np.isfinite(share), share, 0.5)


def steps_inside(label):
    """Return the borders inside the cells: group on the right hand, place, next place.

    Places are numbered 3 * node + kind. Where more than two borders meet in a cell, all lead
    through its middle.
    """
    h, w = label.shape
    node = np.arange(h * w).reshape(h, w)
    around = np.stack([label[i : h - 1 + i, j : w - 1 + j] for i, j in CORNERS], -1).reshape(-1, 4)
    first = node[:-1, :-1].ravel()
    edges = 3 * np.stack([first, first + 1, first + w, first], -1) + [0, 1, 0, 1]
    crossed = around != np.roll(around, -1, axis=1)  # after corner k, on the way to the next
    many = crossed.sum(axis=1) > 2
    found = []
    for k in range(4):
        cells = np.flatnonzero(crossed[:, k])
        later = np.stack([crossed[cells, (k + d) % 4] for d in (1, 2, 3)], -1)
        last = (k + 1 + later.argmax(axis=1)) % 4  # the group between both crossings: one region
        group = around[cells, (k + 1) % 4]
        start, end = edges[cells, last], edges[cells, k]
        middle = 3 * first[cells] + CENTER
        ways = many[cells]
        found.append(np.stack([group, start, np.where(ways, middle, end)], -1))
        found.append(np.stack([group, middle, end], -1)[ways])
    return np.concatenate(found)


def steps_around(label):
    """Return the steps along the edge of the plane, clockwise, like those inside the cells."""
    h, w = label.shape
    last = h * w - 1
    top, right = np.arange(w), np.arange(h) * w + w - 1
    way = np.concatenate([top[:-1], right[:-1], last - top[:-1], last - right[:-1]])
    after = np.roll(way, -1)
    corner = np.isin(way, [0, w - 1, last, last - w + 1])
    crossed = label.ravel()[way] != label.ravel()[after]
    kind = np.where(np.abs(after - way) == 1, 0, 1)
    stops = np.stack([np.where(corner, -1 - way, -0.5), 3 * np.minimum(way, after) + kind], -1)
    used = np.stack([corner, crossed], -1).ravel()
    groups = np.stack([label.ravel()[way], label.ravel()[after]], -1).ravel()[used]
    stops = stops.ravel()[used].astype(int)
    return np.stack([groups, stops, np.roll(stops, -1)], -1)


def chained(steps):
    """Yield the closed rings that steps from place to place make."""
    following = {}
    for start, end in steps.tolist():
        following.setdefault(start, []).append(end)
    for start in list(following):
        while following[start]:
            ring, at = [], start
            while not ring or at != start:
                ring.append(at)
                at = following[at].pop()
            yield np.array(ring)


def without_straight(corners, cell):
    """Leave out corners that a ring passes twice in a row, and those at which it does not turn."""
    steps = np.abs(corners - np.roll(corners, 1, axis=0)).max(axis=1)
    corners = corners[steps > STRAIGHT * np.sqrt(cell)]
    before, after = corners - np.roll(corners, 1, axis=0), np.roll(corners, -1, axis=0) - corners
    turn = before[:, 0] * after[:, 1] - before[:, 1] * after[:, 0]
    bent = np.abs(turn) > STRAIGHT * cell
    return corners[bent] if bent.sum() > 2 else corners


class GridPoints:
    """Where the numbered places of a grid lie."""

    def __init__(self, costs, label, between, x, y):
        self.costs, self.label, self.between = costs, label, between
        self.x, self.y = np.asarray(x, dtype=float), np.asarray(y, dtype=float)
        self.cell = abs((self.x[-1] - self.x[0]) * (self.y[-1] - self.y[0]))
        self.cell /= (len(self.x) - 1) * (len(self.y) - 1)

    def at(self, places):
        """Return the points (n, 2) of places; negative ones are nodes themselves."""
        node, kind = np.where(places < 0, -1 - places, places // 3), places % 3
        i, j = np.divmod(node, len(self.x))
        down, right = np.zeros((2, len(places)))
        inside = places >= 0
        row, column = inside & (kind == 0), inside & (kind == 1)
        right[row] = self.between[0, i[row], j[row]]
        down[column] = self.between[1, i[column], j[column]]
        for n in np.flatnonzero(inside & (kind == CENTER)):
            down[n], right[n] = self.meeting(i[n], j[n])
        return np.stack([on_axis(self.x, j + right), on_axis(self.y, i + down)], -1)

    def meeting(self, i, j):
        """Return where in a cell three groups cost the same, if three meet there."""
        groups = np.unique(self.label[i : i + 2, j : j + 2])
        if len(groups) != 3:
            return 0.5, 0.5
        cost = self.costs[i : i + 2, j : j + 2][..., groups]
        gap = cost[..., 1:] - cost[..., :1]
        slopes = np.stack([(gap[1] - gap[0]).mean(axis=0), (gap[:, 1] - gap[:, 0]).mean(axis=0)], 1)
        try:
            away = np.linalg.solve(slopes, -gap.mean(axis=(0, 1)))
        except np.linalg.LinAlgError:
            return 0.5, 0.5
        return np.clip(0.5 + away, 0, 1)


def on_axis(axis, place):
    """Return the values at places counted in steps of the grid."""
    return np.interp(place, np.arange(len(axis)), axis)
