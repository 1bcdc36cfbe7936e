"""Which positions of its controls a panel is recorded at.

A control with few positions is recorded at all of them. Where the states of all controls are too
many, sliders and hands give way, the longest first and those of whole numbers last; a choice never
does. Ends, start, marks and what a text asks for (``panel.stops``) are kept; a whole number among
these is how many stops the control has at least, for what is to be grabbed. Where the choices
alone are too many, hands and then the last sliders stand still, in gray.
The page's slider counts the recorded stops, so that an arrow key always moves it.
"""

from dataclasses import dataclass, replace
from itertools import product
from math import prod

import numpy as np

from ..panels.controls import Button, Choice, Slider
from ..panels.hands import Points
from .paths import independent, path

__all__ = ["Stops", "left_out", "plan", "stops_of", "widest"]

COMBINATIONS = 20_000  # of stops, many of which may be one state
STRIDE, FAR = 30, 5  # one in so many stops is taken away at a time; while far too many, one in 5
FEW = 3  # a control is not thinned below this,
CROWDED = 2600  # unless there are more states than this: then it stands still, if nobody asks
ALL = "all"  # among the stops that a text asks for: all values, while no other control is moved
PUSHES = 4
LATE = 2  # the weight of points that could no longer move on their own if they gave way
PATH = 125  # positions of a hand: a recorded path; three points have five places each


@dataclass
class Stops:
    """The recorded values of one control, in their order: about `size`, and those of the text."""

    control: object
    size: int
    box: tuple | None = None  # (low, high) of both axes, for points: none is dragged out of it
    asked: tuple = ()  # values that the text asks for
    whole: bool = False  # whether a slider has all its values while nothing else is moved

    def __post_init__(self):
        """Find the values, and the numbers of those that are combined with other controls."""
        self.values = values_at(self.control, self.size, self.box)
        if self.box:
            kept = [value for value in self.values if inside(value, self.box)]
            self.values = with_start(self.control, kept)
        if self.size > 1 and len(self.asked):
            self.values = with_asked(self.control, self.values, self.asked)
        if self.size > 1 and isinstance(self.control, Points) and self.control.add:
            self.values = with_asked(self.control, self.values, less_one(self.control.value))
        combined = self.values
        if self.whole:
            self.values = with_asked(self.control, full(self.control), combined)
        self.grid = [self.values.index(v) for v in combined] if self.whole else range(len(combined))

    @property
    def start(self):
        """Return the number of the stop where the panel starts."""
        first = start_of(self.control)
        return next(i for i, v in enumerate(self.values) if self.control.raw(v) == first)

    @property
    def fixed(self):
        """Return whether the control stands where it starts, as it is recorded nowhere else."""
        return len(self.values) == 1

    @property
    def adds(self):
        """Return whether some stops have more points than the start."""
        return max(map(len, self.values)) > len(self.control.value)

    @property
    def counted(self):
        """Return whether the page's positions are the numbers of the stops."""
        return isinstance(self.control, Slider)

    @property
    def complete(self):
        """Return whether each position of the control is recorded."""
        if isinstance(self.control, Slider):
            return len(self.values) > self.control.steps
        return isinstance(self.control, Choice)

    def raw(self, number):
        """Return the page's position of a stop."""
        return number if self.counted else self.control.raw(self.values[number])

    def drawn_at(self, number):
        """Return where the control is drawn at a stop."""
        return number if self.counted else self.control.describe(self.values[number])["at"]

    def described(self, control):
        """Return what changes in the description of the control."""
        if not self.counted:
            return {"at": self.drawn_at(self.start), "start": self.raw(self.start)}
        ticks = []
        for _, words, raw in control["ticks"]:
            if not self.fixed:
                number = self.values.index(self.control.read(raw))
                ticks.append([number, words, number])
        last = len(self.values) - 1
        return {"steps": last, "at": self.start, "start": self.start, "ticks": ticks}

    def on_page(self):
        """Return what the page needs to find the stop of a position, or of what was typed."""
        combined = {"grid": list(self.grid)} if self.whole else {}
        return combined | {
            "kind": self.control.describe(self.control.value)["kind"],
            "label": self.control.label,
            "start": self.start,
            "raws": [self.raw(number) for number in range(len(self.values))],
            "texts": [self.control.show(value) for value in self.values],
            "complete": self.complete,
        }


def plan(panel, states):
    """Return the stops of each control of a panel, their combinations not many more than asked."""
    stops = widest(panel)
    least = {name: max(FEW, wanted(panel, name)) for name in stops}
    while (share := surplus(stops, states)) > 1:
        weights = {n: weight(s.control, s.size) for n, s in stops.items() if s.size > least[n]}
        if not any(weights.values()):
            break
        longest = max(weights, key=weights.get)
        size = stops[longest].size
        stride = FAR if share > FAR else STRIDE
        fewer = max(least[longest], size - max(1, size // stride))
        stops[longest] = replace(stops[longest], size=fewer)
    for name in first_to_fix(panel.controls):
        if states_of(panel.controls, counts(stops)) <= CROWDED:
            break
        if not wanted(panel, name):
            stops[name] = replace(stops[name], size=1)
    return stops


def left_out(panel, values):
    """Return the names of the controls whose values no recording has beside those of others."""
    fewest = plan(panel, 1)
    raws = {n: [str(s.control.raw(s.values[i])) for i in s.grid] for n, s in fewest.items()}
    return [n for n, c in panel.controls.items() if str(c.raw(values[n])) not in raws[n]]


def widest(panel):
    """Return the stops of a panel's controls where nothing forbids any."""
    controls = panel.controls
    sizes = {n: full_size(c, box_of(panel, c), wanted(panel, n)) for n, c in controls.items()}
    return stops_of(panel, sizes)


def counts(stops):
    """Return how many stops of each control are combined with those of others."""
    return {name: len(stop.grid) for name, stop in stops.items()}


def surplus(stops, states):
    """Return how many times more states stops make than asked, or combinations than there may be.

    More than 1 is too many.
    """
    controls, sizes = {name: stop.control for name, stop in stops.items()}, counts(stops)
    return max(states_of(controls, sizes) / states, prod(sizes.values()) / COMBINATIONS)


def first_to_fix(controls):
    """Return the controls that may stand still: hands, then sliders from the last to the second."""
    sliders = [name for name, control in controls.items() if isinstance(control, Slider)]
    others = (Slider, Button, Choice)
    hands = [name for name, control in controls.items() if not isinstance(control, others)]
    return [*hands, *sliders[:0:-1]]


def asked_of(panel, name):
    """Return the values that a text asks of a panel's control, which are typed in `panel.stops`.

    Choices and buttons have none: of them all is recorded.
    """
    control = panel.controls[name]
    texts = [] if isinstance(control, (Button, Choice)) else panel.stops.get(name, [])
    texts = texts.split() if isinstance(texts, str) else texts
    texts = [text for text in texts if isinstance(text, str) and text != ALL]
    return [control.typed(text, control.value) for text in texts]


def wanted(panel, name):
    """Return how many stops a control shall have at least, 0 where nothing is said."""
    return max((n for n in panel.stops.get(name, ()) if isinstance(n, int)), default=0)


def stops_of(panel, sizes):
    """Return the stops of a panel's controls, as many of each as a number says."""
    return {
        name: Stops(
            control,
            sizes[name],
            box_of(panel, control),
            asked_of(panel, name),
            ALL in panel.stops.get(name, ()) and isinstance(control, Slider),
        )
        for name, control in panel.controls.items()
    }


def box_of(panel, control):
    """Return the limits of both axes of the plot whose points a control drags, else None."""
    hand = control.hand(control.value, panel.pictures) if isinstance(control, Points) else None
    if not hand:
        return None
    picture = next(picture for picture in panel.pictures if picture.id == hand["picture"])
    plot = picture.frame()["plots"][hand["plot"]]
    return tuple((plot[axis]["low"], plot[axis]["high"]) for axis in "xy")


def inside(points, box):
    """Return whether all points lie in a box."""
    low, high = np.transpose(box)
    return bool(((points >= low) & (points <= high)).all())


def states_of(controls, sizes):
    """Return how many states differ: a control that does nothing for a choice is not moved."""
    choices = [name for name, control in controls.items() if isinstance(control, Choice)]
    total = 0
    for chosen in product(*(controls[name].options.values() for name in choices)):
        values = {name: control.value for name, control in controls.items()}
        values |= dict(zip(choices, chosen, strict=True))
        moved = [n for n in controls if n not in choices and not controls[n].off(values)]
        total += prod(sizes[name] for name in moved)
    return total


def full_size(control, box=None, wanted=0):
    """Return how many stops a control has where nothing forbids it."""
    if isinstance(control, Button):
        return max(PUSHES, wanted)
    if isinstance(control, Slider):
        return len(full(control))
    if isinstance(control, Choice):
        return len(control.options)
    return len(path(control, max(PATH, wanted), box))


def full(slider):
    """Return all values of a slider."""
    return values_at(slider, slider.steps + 1)


def weight(control, size):
    """Return how soon a control gives way; 0 for never."""
    if isinstance(control, (Button, Choice)):
        return 0
    if isinstance(control, Slider):
        return size / 4 if control.play or control.integer else size
    return LATE if size <= independent(control) else 2 * size


def values_at(control, size, box=None):
    """Return the values of at most so many stops, beside start and marks."""
    if isinstance(control, Button):
        return list(range(control.value, control.value + size))
    if size == 1:
        return [control.check(control.value)]
    values = [control.read(raw) for raw in path(control, size, box)]
    if not isinstance(control, Slider):
        return with_start(control, values)
    wanted = {control.least, control.high, control.value, *control.marks}
    return sorted({*values, *(control.check(value) for value in wanted)})


def with_asked(control, values, asked):
    """Return values with those that the text asks for, each once: of a slider in their order."""
    if isinstance(control, Slider):
        return sorted({*values, *asked})
    found = {str(control.raw(value)): value for value in [*values, *asked]}
    return list(found.values())


def less_one(points):
    """Return points without one of them, for each: what a double-click takes away."""
    return [np.delete(points, i, axis=0) for i in range(len(points))] if len(points) > 1 else []


def with_start(control, values):
    """Return values with the one where the panel starts."""
    there = any(control.raw(value) == start_of(control) for value in values)
    return values if there else [control.value, *values[: max(len(values) - 1, 1)]]


def start_of(control):
    """Return the position where a control starts."""
    return control.raw(control.check(control.value))  # a slider's 1 is 1.0
