"""Controls that live on a picture: points to drag, entries to pick, a space to turn, an ellipse.

Their positions are lists of numbers. Each can also be typed, and each finds the marks that the hand
takes hold of by itself: the marks of the picture that shows its value.
"""

import numpy as np

from ..pictures.axes import Base
from ..pictures.picture import Picture
from .control import Control
from .typed import numbers_of

__all__ = ["Pick", "Points", "Shape", "Turn"]

#: Which array of a mark says how many things there are to pick, by the kind of the mark.
COUNTED = {"matrix": "index", "points": "xy", "bars": "value", "stems": "xy", "ellipses": "e"}

NEAR = 0.05  # so much of its way from the origin a point on a ray keeps


def rounded(numbers):
    """Return numbers as short floats, so that a position is the same each time it is visited."""
    return [float(f"{number:.6g}") for number in numbers]


def read_numbers(control, text, count, advice):
    """Return the value of a control at typed numbers; what is wrong ends with the advice."""
    try:
        return control.read(numbers_of(text, count))
    except ValueError as error:
        words = str(error).removeprefix(f"{control.label}: ")
        raise ValueError(f"{control.label}: {words} {advice}") from None


def require_picture(who, picture):
    """Refuse what is no picture."""
    if not isinstance(picture, Picture):
        raise TypeError(f"{who}: needs a picture, got {type(picture).__name__}")


def place_in(pictures, value):
    """Return (picture, place) of the first picture that shows an array, else (None, None)."""
    for picture in pictures:
        place = picture.place_of(value)
        if place is not None:
            return picture, place
    return None, None


class Points(Control):
    """Points of a picture, or tips of arrows, that are dragged; the function receives them all.

    Parameters
    ----------
    X : (n, 2) array
        Where the points start.
    label : str
        What the student reads beside the box for typed coordinates.
    on : Picture, optional
        The picture whose points can be dragged; as a rule the one that shows the array.
    rows : sequence of int, optional
        Which points of that picture they are, where it shows more.
    add : bool
        A double-click adds a point, or removes the one below it; so do the keys + and Delete.
    together : bool
        A handle at the mean of the points moves them all.
    along : "x", "y", "circle" or "ray", optional
        Points move along this axis only, their other coordinate stays as it was at the start; or
        around the origin, their distance from it stays; or out and in on the ray from the origin
        through their start.
    only : callable, optional
        Says for which values of other controls this one does anything; else it is grayed.

    Examples
    --------
    >>> points = Points([[0, 0], [1, 2]])
    >>> points.typed("x2 = 0.5, 3", points.value).tolist()
    [[0.0, 0.0], [0.5, 3.0]]
    """

    def __init__(
        self,
        X,
        *,
        label="points",
        on=None,
        rows=None,
        add=False,
        together=False,
        along=None,
        only=None,
    ):
        if along not in (None, "x", "y", "circle", "ray") or (along and add):
            ways = '"x", "y", "circle" or "ray"'
            raise ValueError(f"{label}: along is {ways}, and fits no add=True; got {along!r}")
        self.label = label
        self.add = add
        self.together = together
        self.along = along
        self.value = self._numbers(X)
        self.on = on
        self.rows = None if rows is None else [int(row) for row in rows]
        self.only = only
        if on is not None:
            require_picture("Points(on=)", on)

    def _numbers(self, value):
        """Return a new (n, 2) array of finite numbers."""
        try:
            points = np.array(value, dtype=float)
        except (TypeError, ValueError):
            points = np.empty(0)  # no numbers, or rows of different lengths
        if points.ndim != 2 or points.shape[1] != 2 or not len(points):
            raise ValueError(f"{self.label}: points of the plane are an (n, 2) array")
        if not np.isfinite(points).all():
            raise ValueError(f"{self.label}: a point has a coordinate that is not a number")
        return points

    def check(self, value):
        """Return ``value`` as an (n, 2) array, or say why it is none."""
        points = self._numbers(value)
        if not self.add and len(points) != len(self.value):
            raise ValueError(f"{self.label}: {len(self.value)} points, got {len(points)}")
        if self.along == "circle":
            points = around(points, self.value)
        elif self.along == "ray":
            points = on_ray(points, self.value)
        elif self.along:
            still = "yx".index(self.along)
            points[:, still] = self.value[:, still]
        return points

    read = check

    def raw(self, value):
        """Return the points as a list of pairs."""
        return [rounded(point) for point in value]

    def typed(self, text, now):
        """Return the points with those that were typed, as in ``x3 = 1.2, 0.7; x4 = 0, 1``.

        With ``add`` the number after the last one adds a point.

        Where all points are typed in their order, their coordinates are enough.
        """
        pieces = text.split(";")
        if "=" not in text and len(pieces) == len(now):
            pieces = [f"{self.point_name(i)} = {piece}" for i, piece in enumerate(pieces)]
        for piece in pieces:
            now = self._with_typed(piece, now)
        return now

    def _with_typed(self, text, now):
        """Return the points with one that was typed."""
        names = [self.point_name(i) for i in range(len(now))]
        if self.add:  # one more may be typed, too
            names.append(f"x{len(now) + 1}")
        name, sign, place = text.rpartition("=")
        name = name.strip().lower() if sign or len(now) > 1 else names[0]
        if name not in names:
            last = f" ({names[0]} to {names[-1]})" if len(now) > 1 else ""
            raise ValueError(f"{self.label}: type a point as {names[0]} = 1.2, 0.7{last}.")
        points = [*now.tolist(), *[[0.0, 0.0]] * (names.index(name) == len(now))]
        try:
            points[names.index(name)] = numbers_of(place, 2)
        except ValueError as error:
            raise ValueError(f"{self.label}: {error} Type {name} = 1.2, 0.7.") from None
        return self.check(points)

    def point_name(self, i):
        """Return how a point is called: by its number in the picture, from 1."""
        return f"x{(self.rows[i] if self.rows is not None else i) + 1}"

    def show(self, value):
        """Return which points were moved, in words."""
        if len(value) != len(self.value):
            return f"{len(value)} points"
        near = np.isclose(value, self.value, rtol=1e-5, atol=1e-9)  # positions are short floats
        moved = np.flatnonzero(~near.all(axis=1))
        if len(moved) > 2:
            return f"{len(moved)} moved"
        return "; ".join(self.name(i, value[i]) for i in moved) or "as given"

    def name(self, i, point):
        """Return one point as it is typed."""
        x, y = point
        place = f"{x:.4g}, {y:.4g}"
        return place if len(self.value) == 1 else f"{self.point_name(i)} = {place}"

    def edges(self):
        """Return the start, two points on one place, one far away, and with ``add`` one less."""
        start = self.value
        found = [start]
        low, high = start.min(axis=0), start.max(axis=0)
        for place in (start[-1], high + (high - low)):
            points = start.copy()
            points[0] = place
            found.append(points)
        if self.add and len(start) > 1:
            found.append(start[1:])
        return [self.check(points) for points in found]

    def describe(self, value):
        """Return what the front end needs to draw the control at ``value``."""
        at = self.raw(value)
        return {"kind": "points", "at": at, "add": self.add, "rows": self.rows}

    def hand(self, value, pictures):
        """Return where the hand takes hold: picture, plot, mark and rows."""
        wanted = pictures if self.on is None else [p for p in pictures if same(p, self.on)]
        picture, place = place_in(wanted, value)
        found = wanted[0].first("points") if place is None and wanted and self.on else None
        if found is not None:
            picture, place = wanted[0], {"plot": 0, "mark": found[1]["name"], "rows": self.rows}
        if place is None:
            return None
        rows = place.get("rows") if self.rows is None else self.rows
        rows = list(range(len(value))) if rows is None else [int(row) for row in rows]
        more = {"add": self.add, "together": self.together, "along": self.along}
        more["hint"] = self.hint()
        if self.rows is not None:
            more["labels"] = [f"point {row + 1}" for row in rows]
        return {**place, "picture": picture.id, "rows": rows, **more}

    def hint(self):
        """Return what the caption says that a hand can do."""
        numbered = any(letter.isdigit() for letter in self.label)  # x2, but the origin
        bare = numbered or self.label.startswith("your ")
        one = self.label if bare else f"the {self.label}"
        if len(self.value) > 1:
            plain = self.label == "points" or " " in self.label
            one = "one" if plain else "a " + self.label.removesuffix("s")
        words = f"drag {one}"
        if self.together:
            words += " or the mean"
        return f"{words}; double-click adds or removes one" if self.add else words


def around(points, start):
    """Return points as far from the origin as they were at the start, in their new directions."""
    wanted = np.linalg.norm(start, axis=1, keepdims=True)
    lengths = np.linalg.norm(points, axis=1, keepdims=True)
    moved = points * wanted / np.where(lengths > 0, lengths, 1)
    there = np.abs(lengths - wanted) <= 1e-3 * wanted  # as the hand rounds it
    return np.where(lengths > 0, np.where(there, points, moved), start)


def on_ray(points, start):
    """Return points on the rays from the origin through their start, not nearer than NEAR of it."""
    squares = np.sum(start**2, axis=1, keepdims=True)
    share = np.sum(points * start, axis=1, keepdims=True) / np.where(squares > 0, squares, 1)
    moved = np.maximum(share, NEAR) * start
    there = np.abs(moved - points).max(axis=1, keepdims=True) <= 1e-3  # as the hand rounds it
    return np.where(there, points, moved)


def same(picture, other):
    """Return whether two pictures are one, also where one is a copy that keeps what was shown."""
    return getattr(picture, "original", picture) is other


class Pick(Control):
    """An entry of a matrix, a point or a bar that is picked; always one is.

    Parameters
    ----------
    picture : Picture
        Where the hand picks.
    value : int or pair of int, optional
        What is picked at the start, counted from 0: row and column of a matrix, else one number.
        Axes on which nothing is drawn yet need it.
    label : str, optional
        What the student reads beside the box; "entry", "point" or "bar" if left out.
    only : callable, optional
        Says for which values of other controls this one does anything; else it is grayed.
    """

    def __init__(self, picture, value=None, label=None, *, only=None):
        require_picture("Pick(picture)", picture)
        self.on = picture
        self.only = only
        found = pickable(picture)
        if found is None and (value is None or not isinstance(picture, Base)):
            raise ValueError(
                "Pick(picture): this picture has nothing to pick: no matrix, points or bars; axes "
                "on which a live function draws want a start, Pick(axes, (0, 1)) for a matrix"
            )
        pair = np.ndim(value) == 1
        unknown = 0, "", "matrix" if pair else "points", None
        self.plot, self.mark, kind, self.size = found or unknown
        names = {"matrix": "entry", "bars": "bar"}
        self.label = label or names.get(kind, "point")
        if value is None:
            value = (0, min(1, self.size[1] - 1)) if len(self.size) == 2 else 0
        if self.size is None:
            self.value = tuple(map(int, value)) if pair else int(value)
        else:
            self.value = self.check(value)

    def meet(self, pictures):
        """Learn how much there is to pick, where that is drawn first in the panel itself."""
        shown = next((p for p in pictures if same(p, self.on)), None)
        found = None if shown is None else pickable(shown)
        if self.size is None and found is not None and len(found[3]) == np.size(self.value):
            self.size = found[3]
            self.value = self.check(self.value)

    def check(self, value):
        """Return ``value`` as a number, or a pair of numbers, that is there."""
        if self.size is None:
            return value
        places = np.atleast_1d(value)
        whole = places.shape == (len(self.size),) and (places == places.astype(int)).all()
        if not whole or (places < 0).any() or (places >= self.size).any():
            raise ValueError(f"{self.label}: there is no {self.label} {value}. {self._range()}")
        return tuple(int(i) for i in places) if len(self.size) == 2 else int(places[0])

    read = check

    def raw(self, value):
        """Return the pair as a list, or the number."""
        return list(value) if isinstance(value, tuple) else value

    def _range(self):
        if len(self.size) == 2:
            return f"Type row and column, from 1, 1 to {self.size[0]}, {self.size[1]}."
        return f"Type a number from 1 to {self.size[0]}."

    def typed(self, text, _now):
        """Return what a text picks; people count from 1."""
        try:
            numbers = numbers_of(text, np.size(self.value))
        except ValueError as error:
            raise ValueError(f"{self.label}: {error} {self._range()}") from None
        try:
            return self.check([number - 1 for number in numbers])
        except ValueError:  # it counts from 0
            there = f"there is no {self.label} {text.strip()}"
            raise ValueError(f"{self.label}: {there}. {self._range()}") from None

    def show(self, value):
        """Return what is picked, counted from 1."""
        return ", ".join(str(i + 1) for i in np.atleast_1d(value))

    def edges(self):
        """Return the first and the last thing, and the corners of a matrix."""
        if self.size is None:
            return [self.value]
        ends = [size - 1 for size in self.size]
        if len(ends) == 1:
            return list(dict.fromkeys([0, ends[0], self.value]))
        return list(dict.fromkeys([(0, 0), (0, ends[1]), (ends[0], 0), tuple(ends), self.value]))

    def describe(self, value):
        """Return what the front end needs to draw the control at ``value``."""
        return {"kind": "pick", "at": self.raw(value), "size": list(self.size or ())}

    def hand(self, _value, pictures):
        """Return where the hand picks: picture, plot and mark."""
        for picture in pictures:
            if not same(picture, self.on):
                continue
            found = pickable(picture) if isinstance(picture, Base) else (self.plot, self.mark)
            if found is not None:
                place = {"plot": found[0], "mark": found[1], "rows": None}
                article = "an" if self.label[0] in "aeiou" else "a"
                return {"picture": picture.id, **place, "hint": f"point at {article} {self.label}"}
        return None


def pickable(picture):
    """Return plot, mark, kind and size of the first mark whose things can be picked, or None."""
    found = picture.first(*COUNTED)
    if found is None:
        return None
    plot, mark, part = found
    kind = mark["kind"]
    shape = part["arrays"][COUNTED[kind]].shape
    if mark.get("border"):  # the means at the edges are no entries
        shape = tuple(size - 1 for size in shape)
    return plot, mark["name"], kind, shape[: 2 if kind == "matrix" else 1]


class Turn(Control):
    """The direction from which a three-dimensional picture is seen; the function receives it, too.

    Parameters
    ----------
    space : Picture
        The picture that is turned by dragging.
    value : pair of float, optional
        Turn and tilt in degrees at the start; None takes those of the picture.
    label : str
        What the student reads beside the box.
    only : callable, optional
        Says for which values of other controls this one does anything; else it is grayed.
    """

    def __init__(self, space, value=None, label="turn, tilt", *, only=None):
        require_picture("Turn(space)", space)
        self.on = space
        self.label = label
        self.only = only
        plots = space.frame()["plots"]
        self.plot = next((i for i, plot in enumerate(plots) if plot.get("space")), None)
        if self.plot is None:
            flat = "this picture is flat; subplots(space=True) makes axes that can be turned"
            raise ValueError(f"Turn(space): {flat}")
        first = plots[self.plot]["space"]
        self.value = self.check((first["turn"], first["tilt"]) if value is None else value)

    def check(self, value):
        """Return turn and tilt as two numbers: any turn, a tilt from -90 to 90 degrees."""
        try:
            turn, tilt = (float(angle) for angle in value)
        except (TypeError, ValueError):
            raise ValueError(f"{self.label}: needs two angles in degrees, got {value!r}") from None
        if not -90 <= tilt <= 90:
            raise ValueError(f"{self.label}: a tilt goes from -90 to 90 degrees, got {tilt:g}")
        if not np.isfinite(turn):
            raise ValueError(f"{self.label}: a turn is a number of degrees, got {turn:g}")
        return turn % 360, tilt

    read = check

    def raw(self, value):
        """Return the two angles as a list."""
        return rounded(value)

    def typed(self, text, _now):
        """Return the angles that were typed, as in ``30, 20``."""
        return read_numbers(self, text, 2, "Type two angles: 30, 20.")

    def show(self, value):
        """Return the two angles in degrees."""
        return f"{value[0]:.4g}, {value[1]:.4g}"

    def edges(self):
        """Return the start, a look from above, from the side, and from behind."""
        return list(dict.fromkeys([self.value, (0.0, 90.0), (90.0, 0.0), (180.0, -20.0)]))

    def describe(self, value):
        """Return what the front end needs to draw the control at ``value``."""
        return {"kind": "turn", "at": self.raw(value)}

    def hand(self, _value, pictures):
        """Return where the hand turns: picture and plot."""
        for picture in pictures:
            if same(picture, self.on):
                return {"picture": picture.id, "plot": self.plot, "mark": None, "rows": None}
        return None


class Shape(Control):
    """An ellipse with handles: its middle, two half axes and their angle.

    Parameters
    ----------
    value : sequence of five float, or another object
        Where the ellipse starts: x and y of the middle, both half axes, and the angle of the first
        one in degrees.
    label : str
        What the student reads beside the box.
    make, ellipse : callable, optional
        For a function that is to receive an object of its own instead of five numbers, and for
        ``value`` to be one: ``make(x, y, a, b, angle)`` makes it, ``ellipse(object)`` gives the
        five numbers, and raises a ValueError for what is no such object.
    pinned : bool
        The middle stays: only axes and angle have handles.
    only : callable, optional
        Says for which values of other controls this one does anything; else it is grayed.

    Examples
    --------
    >>> oval = Shape((0, 0, 2, 1, 30))
    >>> oval.typed("0, 0, 2, 1, 45", oval.value)
    (0.0, 0.0, 2.0, 1.0, 45.0)
    """

    names = "mean x, mean y, axis a, axis b, angle"

    def __init__(self, value, label="shape", *, make=None, ellipse=None, pinned=False, only=None):
        self.label = label
        self.make = make or five_numbers
        self.ellipse = ellipse or five_numbers
        self.pinned = pinned
        self.only = only
        self.value = self.check(value)

    def check(self, value):
        """Return ``value``, after asking it for its ellipse."""
        try:
            numbers = self.ellipse(value)
        except (TypeError, ValueError) as error:
            raise ValueError(f"{self.label}: {error}") from None
        if self.ellipse is five_numbers:
            self._require_axes(*numbers[2:4])
            return numbers
        return value

    def _require_axes(self, a, b):
        """Refuse an ellipse without extent."""
        if not (a > 0 and b > 0):
            raise ValueError(f"{self.label}: both axes are longer than 0, got {a:g} and {b:g}.")

    def read(self, raw):
        """Turn middle, half axes and angle in degrees into what the function receives."""
        x, y, a, b, angle = (float(number) for number in raw)
        if self.pinned:
            x, y = self.ellipse(self.value)[:2]
        self._require_axes(a, b)
        return self.make(x, y, a, b, angle)

    def raw(self, value):
        """Return middle, half axes and angle."""
        x, y, a, b, angle = self.ellipse(value)
        return rounded([x, y, a, b, 0.0 if np.isclose(a, b) else angle % 180])  # a circle has none

    def typed(self, text, _now):
        """Return the shape of five typed numbers."""
        return read_numbers(self, text, 5, f"Type five numbers: {self.names}.")

    def show(self, value):
        """Return mean, axes and angle."""
        x, y, a, b, angle = self.raw(value)
        return f"{x:.4g}, {y:.4g}, {a:.4g}, {b:.4g}, {angle:.4g}"

    def edges(self):
        """Return the start, a circle, a needle, and one far away."""
        x, y, a, b, angle = self.raw(self.value)
        places = [(x, y, a, a, 0), (x, y, a, a / 50, angle), (x + 20 * a, y, a, b, angle)]
        return [self.value, *(self.read(place) for place in places)]

    def describe(self, value):
        """Return what the front end needs to draw the control at ``value``."""
        return {"kind": "shape", "at": self.raw(value)}

    def hand(self, value, pictures):
        """Return where the hand takes hold: picture, plot, mark and row of the ellipse."""
        picture, place = place_in(pictures, value)
        if place is None and hasattr(value, "means"):  # shown by its middle alone
            picture, place = place_in(pictures, value.means)
        if place is None:
            return None
        rows = place.get("rows")
        rows = [0] if rows is None else list(rows)
        words = "drag the squares, the knob" if self.pinned else "drag middle, squares, knob"
        more = {"pinned": self.pinned, "hint": words}
        return {**place, "picture": picture.id, "rows": rows, **more}


def five_numbers(*numbers):
    """Return five finite numbers as a tuple; they come one by one, or as one sequence."""
    given = numbers if len(numbers) > 1 else numbers[0]
    try:
        found = tuple(float(number) for number in given)
    except (TypeError, ValueError):
        found = ()
    if len(found) != 5 or not np.isfinite(found).all():
        raise ValueError(f"an ellipse is five numbers ({Shape.names}), got {given!r}")
    return found
