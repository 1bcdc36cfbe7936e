"""What a student can move beside a picture: numbers, choices, switches, buttons.

A control knows its values, how a position of the front end becomes a value, and how a value is
shown. It knows nothing of browsers, so the same description drives the page and the sweep of the
tests. Controls that live on a picture stand in ``hands.py``.

A *position* (``raw``) is what travels and what the page remembers answers by: a step of a slider,
the number of an option, how often a button was pushed. A typed number that no step has is its own
text.
"""

import math
from dataclasses import KW_ONLY, dataclass
from decimal import Decimal
from functools import cached_property
from typing import ClassVar

from .control import Control
from .typed import number_of

__all__ = ["Button", "Choice", "Slider", "Toggle"]

#: Where a parameter tends to break; the sweep of the tests tries those in range.
EDGE_VALUES = (0.0, 0.5, 1.0, 2.0, math.inf, -math.inf)
#: Positions of a slider without a step of its own, beside the left end.
STEPS = 240
#: Numbers between these are shown with all their zeros, as one types them.
LEAST, MOST = 1e-7, 1e9


@dataclass(frozen=True)
class Slider(Control):
    """A number that is dragged or typed.

    Parameters
    ----------
    label : str
        What the student reads beside the slider.
    low, high : int or float
        Ends of the range. An end may be infinite: it is reached at the end of the slider.
    value : int or float
        Where the slider starts, and where a double-click brings it back.
    step : int or float, optional
        Distance of two positions. With integer ends and step the value is an integer.
    log : bool
        Equal steps multiply instead of add (needs 0 < low and a finite high).
    zero : bool
        With ``log``: the left end is 0, and ``low`` is where the range beside it begins.
    play : bool
        Add a button that moves the slider on by itself: for iterations.
    marks : sequence of int or float
        Values worth visiting: a tick stands below each, and the dragged slider stops there.
    only : callable, optional
        Says for which values of other controls this one does anything; else it is grayed.
    hide : bool
        With ``only``: where it does nothing it is not there at all. For panels of many controls.

    Examples
    --------
    >>> t = Slider("order t", 0, math.inf, value=1)
    >>> [t.at(position) for position in (0, 120, 240)]
    [0.0, 1.0, inf]
    >>> sigma = Slider("sigma", 0.1, 10, value=1, only=lambda kernel: kernel == "Gaussian")
    """

    label: str
    low: float
    high: float
    _: KW_ONLY
    value: float
    step: float | None = None
    log: bool = False
    zero: bool = False
    play: bool = False
    marks: tuple = ()
    only: object = None
    hide: bool = False

    def __post_init__(self):
        """Refuse a slider that cannot be dragged."""
        for name in ("low", "high", "value"):
            number = getattr(self, name)
            is_number = isinstance(number, (int, float)) and not isinstance(number, bool)
            if not is_number or math.isnan(number):
                raise TypeError(f"Slider {self.label!r}: {name} must be a number, got {number!r}")
        if not self.low < self.high or not self.low <= self.value <= self.high:
            raise ValueError(
                f"Slider {self.label!r}: needs low < high and low <= value <= high, "
                f"got low = {self.low}, high = {self.high}, value = {self.value}"
            )
        if self.log and not (self.low > 0 and math.isfinite(self.high)):
            raise ValueError(f"Slider {self.label!r}: log=True needs 0 < low and a finite high")
        if self.zero and not self.log:
            raise ValueError(f"Slider {self.label!r}: zero=True is for log=True")
        infinite = math.isinf(self.low) or math.isinf(self.high)
        if self.step is not None and (self.step <= 0 or self.log or infinite):
            raise ValueError(
                f"Slider {self.label!r}: step must be positive, and only fits a finite slider "
                f"without log=True, got step = {self.step}"
            )
        for mark in self.marks:
            self.check(mark)

    @cached_property
    def integer(self):
        """Return whether the values are integers."""
        return all(isinstance(number, int) for number in (self.low, self.high, self.step))

    @property
    def least(self):
        """Return the value at the left end."""
        return 0.0 if self.zero else self.low

    @cached_property
    def steps(self):
        """Return the position of the right end; the left end is 0."""
        return max(1, round((self.high - self.low) / self.step)) if self.step else STEPS

    @cached_property
    def _more(self):
        """Return how many digits beyond the usual ones tell two neighbors apart."""
        size = max(abs(self.low), abs(self.high))
        if self.log or math.isinf(size):
            return 0
        if self.step:
            return max(0, math.ceil(math.log10(size / self.step)) - 3)
        far = math.floor(math.log10(size / (self.high - self.low)))  # a narrow range far from 0
        return far + 1 if far > 0 else 0

    def at(self, position):
        """Return the value at a position between 0 and :attr:`steps`."""
        if position in (0, self.steps):
            end = self.high if position else self.least
            return end if self.integer else float(end)
        if self.step:
            value = self.low + position * self.step
            if abs(value) < 1e-9 * self.step:
                value = 0  # -1 + 20 * 0.05 is 1.1e-16
            return value if self.integer else float(f"{value:.12g}")
        value = float(f"{self._between(position / self.steps):.{3 + self._more}g}")
        return min(max(value, self.low), self.high)

    def _between(self, fraction):
        """Return the value, not rounded, at a fraction of the way from the left to the right."""
        if self.log:
            return self.low * (self.high / self.low) ** fraction
        if math.isinf(self.low) and math.isinf(self.high):
            return (2 * fraction - 1) / (1 - abs(2 * fraction - 1))
        if math.isinf(self.high):  # the starting value sits in the middle
            return self.low + (self.value - self.low or 1.0) * fraction / (1 - fraction)
        if math.isinf(self.low):
            return self.high - (self.high - self.value or 1.0) * (1 - fraction) / fraction
        return self.low + (self.high - self.low) * fraction

    def position(self, value):
        """Return the position whose value is nearest (the inverse of :meth:`at`)."""
        left = 0
        right = self.steps
        while right - left > 1:  # bisection: the values rise with the position
            middle = (left + right) // 2
            if self.at(middle) <= value:
                left = middle
            else:
                right = middle
        below = self.at(left)
        above = self.at(right)
        if math.isinf(above):
            return right if math.isinf(value) else left
        return right if above - value < value - below else left

    def read(self, raw):
        """Turn what the front end sent, a position or typed text, into a value."""
        if isinstance(raw, (int, float)) and not isinstance(raw, bool):
            return self.at(min(max(round(raw), 0), self.steps))
        try:
            return self.check(number_of(str(raw)))
        except ValueError as error:
            words = str(error)
            raise ValueError(
                words if words.endswith(self._range()) else f"{self.label}: {words} {self._range()}"
            ) from None

    def raw(self, value):
        """Return the position of a value, as text where no step of the slider has it."""
        position = self.position(value)
        return position if self.at(position) == value else repr(value)

    def check(self, value):
        """Return ``value`` as the slider's own kind of number, or say why it does not fit."""
        if not self.low <= value <= self.high and not (self.zero and value == 0):
            raise ValueError(f"{self.label}: {value:g} is out of range. {self._range()}")
        if self.integer and value != int(value):
            raise ValueError(f"{self.label}: {value:g} is not a whole number. {self._range()}")
        return int(value) if self.integer else float(value)

    def _range(self):
        first = "0, or " if self.zero else ""
        return f"Type {first}a number from {self.show(self.low)} to {self.show(self.high)}."

    def show(self, value):
        """Return the value as the student reads it."""
        text = f"{value:.{4 + self._more}g}".replace("-inf", "−∞").replace("inf", "∞")
        written_out = "e" in text and LEAST <= abs(value) < MOST
        return f"{Decimal(text):f}" if written_out else text  # 0.00001, not 1e-05

    def ends(self):
        """Return both ends."""
        return [self.check(self.least), self.check(self.high)]

    def edges(self):
        """Return the values at which the sweep tries the panel."""
        inside = [v for v in EDGE_VALUES if self.low <= v <= self.high]
        inside = [v for v in inside if not self.integer or v == int(v)]
        values = [self.check(v) for v in (self.least, *inside, self.high, self.value)]
        return list(dict.fromkeys(values))  # each once

    def describe(self, value):
        """Return what the front end needs to draw the control at ``value``."""
        return {
            "kind": "slider",
            "steps": self.steps,
            "at": self.position(value),
            "play": self.play,
            "hide": self.hide,
            "ticks": self._ticks,
        }

    @cached_property
    def _ticks(self):
        """Return [position, text, raw] of ends and marks, and of the start where there are none.

        The text of one that stands too close to another is left out.
        """
        found = []
        for value in (self.least, self.high, *(self.marks or [self.value])):
            place, text = self.position(value), self.show(value)
            near = any(abs(place - other) < 0.2 * self.steps for other, name, _ in found if name)
            if not near or value in self.marks:
                found.append([place, "" if near else text, self.raw(value)])
        return found


@dataclass(frozen=True)
class Choice(Control):
    """One of a few named things.

    Parameters
    ----------
    label : str
        What the student reads beside the list.
    options : list or dict
        A list (each option is shown by its text), or a dictionary from the name that is shown to
        the value that the panel function receives.
    value : object, optional
        The option that is chosen at the start; None means the first one.
    only : callable, optional
        Says for which values of other controls this one does anything; else it is grayed.

    Examples
    --------
    >>> Choice("kernel", ["linear", "gaussian"]).value
    'linear'
    """

    label: str
    options: dict
    value: object = None
    only: object = None
    kind: ClassVar[str] = "choice"

    def __post_init__(self):
        """Name the options, choose the first one, or refuse a choice that is none."""
        options = self.options
        if not isinstance(options, dict):
            options = {str(option): option for option in options}
        if not options:
            raise ValueError(f"Choice {self.label!r}: needs at least one option")
        object.__setattr__(self, "options", options)  # the way of a frozen dataclass
        if self.value is None:
            object.__setattr__(self, "value", next(iter(options.values())))
        self.check(self.value)

    def check(self, value):
        """Return ``value`` if it is one of the options."""
        if not any(value is option or value == option for option in self.options.values()):
            names = ", ".join(self.options)
            raise ValueError(f"{self.label}: {value!r} is not an option. Choose from: {names}.")
        return value

    def read(self, raw):
        """Turn the index that the front end sent into a value."""
        return list(self.options.values())[int(raw)]

    def raw(self, value):
        """Return the index of the option."""
        return next(i for i, o in enumerate(self.options.values()) if o is value or o == value)

    def show(self, value):
        """Return the name of the option."""
        return list(self.options)[self.raw(value)]

    def edges(self):
        """Return every option."""
        return list(self.options.values())

    ends = edges

    def describe(self, value):
        """Return what the front end needs to draw the control at ``value``."""
        return {"kind": self.kind, "options": list(self.options), "at": self.raw(value)}


class Toggle(Choice):
    """Something that is on or off.

    Parameters
    ----------
    label : str
        What the student reads beside the switch.
    value : bool
        Whether it is on at the start.
    only : callable, optional
        Says for which values of other controls this one does anything; else it is grayed.

    Examples
    --------
    >>> Toggle("center").value
    False
    """

    kind = "toggle"

    def __init__(self, label, value=False, *, only=None):
        super().__init__(label, {"off": False, "on": True}, bool(value), only)


@dataclass(frozen=True)
class Button(Control):
    """A push button; the panel function receives how often it was pushed.

    Parameters
    ----------
    label : str
        What the student reads on the button.
    value : int
        The count at the start; it serves as the seed of a new sample.
    only : callable, optional
        Says for which values of other controls this one does anything; else it is grayed.

    Examples
    --------
    >>> Button("new sample").value
    0
    """

    label: str
    value: int = 0
    only: object = None

    def check(self, value):
        """Return ``value`` as a whole number."""
        if value != int(value) or value < 0:
            raise ValueError(f"{self.label}: {value!r} is not a number of pushes (0, 1, 2, ...)")
        return int(value)

    read = check

    def raw(self, value):
        """Return the number of pushes."""
        return int(value)

    def show(self, value):
        """Return the number of pushes."""
        return str(value)

    def edges(self):
        """Return a few numbers of pushes."""
        return [0, 1, 2]

    def describe(self, value):
        """Return what the front end needs to draw the control at ``value``."""
        return {"kind": "button", "at": int(value)}
