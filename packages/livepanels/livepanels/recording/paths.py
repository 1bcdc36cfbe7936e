"""Positions at which a control is recorded: a path, for a recording cannot hold every drag.

`path` is one function for all kinds of controls; ``path.register`` teaches it another kind.
"""

from functools import singledispatch
from itertools import product

import numpy as np

from ..panels.controls import Button, Choice, Slider
from ..panels.hands import NEAR, Pick, Points, Shape, Turn

__all__ = ["path"]

INDEPENDENT = 4  # so many points at most move independently of each other
MOVED = 6  # points that a recording moves
FEWEST = 4  # places of each of them, at least
EDGE = 0.04  # of a picture's side: no point is recorded nearer to its edge
ROOM = 1.2  # half the width of the places where it moves them, in half widths of the points


@singledispatch
def path(control, n, box=None):
    """Return at most n positions of a control that a recording visits.

    Parameters
    ----------
    control : Control
        The control; of a kind that nobody knows, its first few edges are visited.
    n : int
        How many positions there may be; a choice has all its options, however few are asked for.
    box : pair of (low, high), optional
        Limits of both axes: no point leaves them.

    Returns
    -------
    list
        Positions, as ``control.raw`` gives them.

    Examples
    --------
    >>> from livepanels import Slider
    >>> path(Slider("k", 0, 10, value=4, step=1), 3)
    [0, 4, 10]
    """
    return [control.raw(value) for value in control.edges()[:n]]


@path.register
def of_slider(slider: Slider, n, box=None):
    """Return positions at even steps: both ends and the start too."""
    if slider.steps < n:
        return list(range(slider.steps + 1))
    spread = {round(i * slider.steps / (n - 1)) for i in range(n)} if n > 1 else set()
    start = slider.position(slider.value)
    if start in spread:
        return sorted(spread)
    nearest = min(spread - {0, slider.steps}, key=lambda p: abs(p - start), default=start)
    return sorted(spread - {nearest} | {start})


@path.register
def of_choice(choice: Choice, n, box=None):
    """Return the index of every option."""
    return list(range(len(choice.options)))


@path.register
def of_button(button: Button, n, box=None):
    """Return the first few numbers of pushes."""
    return list(range(button.value, button.value + min(n, 3)))


@path.register
def of_points(points: Points, n, box=None):
    """Return each point in turn on places around the start, in the box.

    Two to four points move independently, if each of them has enough places. A path of few
    positions moves fewer points. Points that a handle moves together are recorded together.
    """
    start = points.value
    found = [points.raw(start)]
    if points.together:
        spread = start - start.mean(axis=0)
        means = grid_around(start, max(n - 1, 1), room_for(spread, box))
        found += [points.raw(points.check(mean + spread)) for mean in means]
        return unique(found)[:n]
    if n >= independent(points) > 1:
        each = int(n ** (1 / len(start)) + 1e-9)  # places of one point, its start among them
        places = [[start[i], *places_of_one(points, i, each - 1, box)] for i in range(len(start))]
        found = [points.raw(points.check(np.array(rows))) for rows in product(*places)]
        return unique(found)[:n]
    count = max(min(len(start), MOVED, (n - 1) // FEWEST), 1)
    each = max((n - 1) // count, 1)
    for i in np.linspace(0, len(start) - 1, count).round().astype(int):
        for place in places_of_one(points, i, each, box):
            moved = start.copy()
            moved[i] = place
            found.append(points.raw(points.check(moved)))
    return unique(found)[:n]


def independent(control):
    """Return how many positions let each of two to four points move on its own, else 1.

    Examples
    --------
    >>> import numpy as np
    >>> from livepanels import Points
    >>> independent(Points(np.eye(2))), independent(Points(np.eye(9)[:, :2]))
    (25, 1)
    """
    n = len(control.value) if isinstance(control, Points) and not control.together else 1
    return (FEWEST + 1) ** n if 1 < n <= INDEPENDENT else 1


@path.register
def of_pick(pick: Pick, n, box=None):
    """Return all positions, or as many as asked for, evenly spread."""
    total = int(np.prod(pick.size))
    flat = np.unique(np.linspace(0, total - 1, min(n, total)).round().astype(int))
    values = [pick.check(np.ravel(np.unravel_index(index, pick.size))) for index in flat]
    return [pick.raw(value) for value in values]


@path.register
def of_turn(turn: Turn, n, box=None):
    """Return turns all around at the tilt of the start."""
    angle, tilt = turn.value
    return [turn.raw(((angle + 360 * i / n) % 360, tilt)) for i in range(n)]


@path.register
def of_shape(shape: Shape, n, box=None):
    """Return the start, then the ellipse moved sideways, stretched along both axes, and turned."""
    x, y, a, b, angle = shape.raw(shape.value)
    half = max((n - 1) // 8, 1)  # so many places on both sides of the start, in three ways
    aside = [u for u in np.linspace(-1, 1, 2 * half + 1) if u]
    turns = np.linspace(0, 180, max(n - 6 * half, 2), endpoint=False)[1:]
    moved = [
        *((x + 2 * a * u, y, a, b, angle) for u in aside),
        *((x, y, a * 4**u, b, angle) for u in aside),
        *((x, y, a, b * 4**u, angle) for u in aside),
        *((x, y, a, b, (angle + turn) % 180) for turn in turns),
    ]
    found = [shape.raw(shape.value), *(shape.raw(shape.read(numbers)) for numbers in moved)]
    return unique(found)[:n]


def places_of_one(points, i, n, box):
    """Return at most n places of one point of a path."""
    if points.along == "circle":
        return circle_around(points.value[i], n, box)
    if points.along == "ray":
        return ray_through(points.value[i], n, box)
    return grid_around(points.value, n, box, points.along)


def grid_around(points, n, box=None, along=None):
    """Return at most n places, row by row, that cover points and some room around them."""
    low, high = points.min(axis=0), points.max(axis=0)
    size = max((high - low).max(), np.abs(points).max())
    middle, reach = (low + high) / 2, ROOM * np.maximum((high - low) / 2, 0.3 * size)
    if box is not None:
        left, right = np.transpose(box)
        reach = np.maximum(reach, 0.3 * (right - left))  # a point at 0 has no size of its own
    ends = np.array([middle - reach, middle + reach])
    if box is not None:
        ends = np.clip(ends, left + EDGE * (right - left), right - EDGE * (right - left))
    side = max(int(np.sqrt(n)), 1)
    columns, rows = {"x": (n, 1), "y": (1, n)}.get(along, (side, side))
    xs = np.linspace(*ends[:, 0], columns)
    ys = np.linspace(*ends[:, 1], rows)
    return np.array([(x, y) for y in ys for x in xs])


def room_for(spread, box):
    """Return the part of a box where the mean of points is while all of them are in it."""
    if box is None:
        return None
    low, high = np.transpose(box)
    ends = np.array([low - spread.min(axis=0), high - spread.max(axis=0)])
    return tuple(zip(*np.sort(ends, axis=0), strict=True))


def circle_around(point, n, box=None):
    """Return at most n places, at even angles, that turn a point around the origin in a box.

    As many angles go around as leave no more than n in the box; as a rule eighths of a turn are
    among them.
    """
    cos_sin = np.array([[point[0], point[1]], [-point[1], point[0]]])
    found = point[None]
    for count in (2, 4, *range(8, 361, 8)):
        angles = 2 * np.pi * np.arange(count) / count
        turned = np.stack([np.cos(angles), np.sin(angles)], axis=1) @ cos_sin
        places = inside(turned.round(9) + 0.0, box)  # 0, not 1e-16
        if len(places) > n:
            break
        found = places
    return found


def ray_through(point, n, box=None):
    """Return at most n places from near the origin through a point to the edge of a box."""
    shares = np.linspace(NEAR, 2, n)
    if box is not None:
        low, high = np.transpose(box)
        ends = np.where(point > 0, high, low)[point != 0] / point[point != 0]
        shares = np.linspace(NEAR, max((1 - EDGE) * ends.min(), 1), n)
    return shares[:, None] * point


def inside(places, box):
    """Return those places that lie in a box; None is the whole plane."""
    if box is None:
        return places
    low, high = np.transpose(box)
    return places[((places >= low) & (places <= high)).all(axis=1)]


def unique(positions):
    """Return positions, each once, in their order."""
    return list({str(position): position for position in positions}.values())
