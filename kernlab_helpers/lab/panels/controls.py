"""What a student can move: the controls of a live panel, described without any widget.

A control knows its values, how a position of the front end becomes a value, and how a value is
shown. It knows nothing of browsers, so the same description drives the canvas panel, the plain
fallback and the sweep of the tests.
"""

import math
from dataclasses import KW_ONLY, dataclass

__all__ = ["Button", "Choice", "Slider", "Toggle"]

#: Where a parameter of this book tends to break; the sweep of the tests tries those in range.
_EDGE_VALUES = (0.0, 0.5, 1.0, 2.0, math.inf, -math.inf)
_STEPS = 240


@dataclass(frozen=True)
class Slider:
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
    play : bool
        Add a button that moves the slider on by itself: for iterations.
    log : bool
        Equal steps multiply instead of add (needs 0 < low and a finite high).

    Examples
    --------
    >>> t = Slider("order t", 0, math.inf, value=1)
    >>> [t.at(position) for position in (0, 120, 240)]
    [0.0, 1.0, inf]
    """

    label: str
    low: float
    high: float
    _: KW_ONLY
    value: float
    step: float | None = None
    log: bool = False
    play: bool = False

    def __post_init__(self):
        """Refuse a slider that cannot be dragged."""
        label, low, high, value, step = self.label, self.low, self.high, self.value, self.step
        for name, number in {"low": low, "high": high, "value": value}.items():
            if isinstance(number, bool) or not isinstance(number, (int, float)) or number != number:
                raise TypeError(f"Slider {label!r}: {name} must be a number, got {number!r}")
        if not low < high or not low <= value <= high:
            raise ValueError(
                f"Slider {label!r}: needs low < high and low <= value <= high, "
                f"got low = {low}, high = {high}, value = {value}"
            )
        if self.log and not (low > 0 and math.isfinite(high)):
            raise ValueError(f"Slider {label!r}: log=True needs 0 < low and a finite high")
        infinite = math.isinf(low) or math.isinf(high)
        if step is not None and (step <= 0 or self.log or infinite):
            raise ValueError(
                f"Slider {label!r}: step must be positive, and only fits a finite slider "
                f"without log=True, got step = {step}"
            )

    @property
    def whole(self):
        """Whether the values are integers."""
        return all(isinstance(number, int) for number in (self.low, self.high, self.step))

    @property
    def steps(self):
        """Position of the right end; the left end is 0."""
        return round((self.high - self.low) / self.step) if self.step else _STEPS

    def at(self, position):
        """Return the value at a position between 0 and :attr:`steps`."""
        share = position / self.steps
        if share in (0, 1):
            end = self.high if share else self.low
            return end if self.whole else float(end)
        if self.step:
            value = self.low + position * self.step
            return value if self.whole else float(f"{value:.12g}")
        return min(max(float(f"{self._stretch(share):.3g}"), self.low), self.high)

    def _stretch(self, share):
        if self.log:
            return self.low * (self.high / self.low) ** share
        if math.isinf(self.low) and math.isinf(self.high):
            return (2 * share - 1) / (1 - abs(2 * share - 1))
        if math.isinf(self.high):  # the starting value sits in the middle
            return self.low + (self.value - self.low or 1.0) * share / (1 - share)
        if math.isinf(self.low):
            return self.high - (self.high - self.value or 1.0) * (1 - share) / share
        return self.low + (self.high - self.low) * share

    def position(self, value):
        """Return the position whose value is nearest (the inverse of :meth:`at`)."""
        left, right = 0, self.steps
        while right - left > 1:
            middle = (left + right) // 2
            left, right = (middle, right) if self.at(middle) <= value else (left, middle)
        below, above = self.at(left), self.at(right)
        if math.isinf(above):
            return right if math.isinf(value) else left
        return right if above - value < value - below else left

    def read(self, raw):
        """Turn what the front end sent, a position or typed text, into a value."""
        if isinstance(raw, (int, float)) and not isinstance(raw, bool):
            return self.at(min(max(round(raw), 0), self.steps))
        text = str(raw).strip().replace("∞", "inf").replace("−", "-")
        try:
            number = float(text)
        except ValueError:
            raise ValueError(f"{self.label}: '{raw}' is not a number. {self._range()}") from None
        return self.check(number)

    def check(self, value):
        """Return ``value`` as the slider's own kind of number, or say why it does not fit."""
        if not self.low <= value <= self.high:
            raise ValueError(f"{self.label}: {value:g} is out of range. {self._range()}")
        if self.whole and value != int(value):
            raise ValueError(f"{self.label}: {value:g} is not a whole number. {self._range()}")
        return int(value) if self.whole else float(value)

    def _range(self):
        return f"Type a number from {self.show(self.low)} to {self.show(self.high)}."

    def show(self, value):
        """Return the value as the student reads it."""
        return f"{value:.4g}".replace("inf", "∞")

    def edges(self):
        """Return the values at which the sweep tries the panel."""
        inside = [v for v in _EDGE_VALUES if self.low <= v <= self.high]
        inside = [v for v in inside if not self.whole or v == int(v)]
        return list(dict.fromkeys(map(self.check, (self.low, *inside, self.high, self.value))))

    def face(self, value):
        """Return what the front end needs to draw the control at ``value``."""
        at = self.position(value)
        return {"kind": "slider", "steps": self.steps, "at": at, "play": self.play}


@dataclass(frozen=True)
class Choice:
    """One of a few named things.

    ``options`` is a list (each is shown by its text) or a dictionary from the name that is shown
    to the value that the panel function receives. The first one is chosen at the start.

    >>> Choice("kernel", ["linear", "gaussian"]).value
    'linear'
    """

    label: str
    options: dict
    value: object
    kind = "choice"

    def __init__(self, label, options, value=None):
        table = options if isinstance(options, dict) else {str(o): o for o in options}
        if not table:
            raise ValueError(f"Choice {label!r}: needs at least one option")
        start = next(iter(table.values())) if value is None else value
        self.__dict__.update(label=label, options=table)
        self.__dict__["value"] = self.check(start)

    def check(self, value):
        """Return ``value`` if it is one of the options."""
        if not any(value is option or value == option for option in self.options.values()):
            names = ", ".join(self.options)
            raise ValueError(f"{self.label}: {value!r} is not an option. Choose from: {names}.")
        return value

    def read(self, raw):
        """Turn the index that the front end sent into a value."""
        return list(self.options.values())[int(raw)]

    def _index(self, value):
        return next(i for i, o in enumerate(self.options.values()) if o is value or o == value)

    def show(self, value):
        """Return the name of the option."""
        return list(self.options)[self._index(value)]

    def edges(self):
        """Return every option."""
        return list(self.options.values())

    def face(self, value):
        """Return what the front end needs to draw the control at ``value``."""
        return {"kind": self.kind, "options": list(self.options), "at": self._index(value)}


class Toggle(Choice):
    """Something that is on or off.

    >>> Toggle("centre").value
    False
    """

    kind = "toggle"

    def __init__(self, label, value=False):
        super().__init__(label, {"off": False, "on": True}, bool(value))


@dataclass(frozen=True)
class Button:
    """A push button; the panel function receives how often it was pushed.

    The count starts at 0, so that it serves as the seed of a new sample.

    >>> Button("new sample").value
    0
    """

    label: str
    value: int = 0

    def check(self, value):
        """Return ``value`` as a whole number."""
        if value != int(value) or value < 0:
            raise ValueError(f"{self.label}: {value!r} is not a number of pushes (0, 1, 2, ...)")
        return int(value)

    read = check

    def show(self, value):
        """Return the number of pushes."""
        return str(value)

    def edges(self):
        """Return a few numbers of pushes."""
        return [0, 1, 2]

    def face(self, value):
        """Return what the front end needs to draw the control at ``value``."""
        return {"kind": "button", "at": int(value)}
