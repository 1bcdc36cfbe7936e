"""A number that is dragged or typed, on a linear, a logarithmic or an infinite scale."""

import math
from dataclasses import dataclass

__all__ = ["Slider"]

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
    value: float
    step: float | None
    log: bool
    play: bool

    def __init__(self, label, low, high, *, value, step=None, log=False, play=False):
        numbers = {"low": low, "high": high, "value": value}
        for name, number in numbers.items():
            if isinstance(number, bool) or not isinstance(number, (int, float)) or number != number:
                raise TypeError(f"Slider {label!r}: {name} must be a number, got {number!r}")
        if not low < high or not low <= value <= high:
            raise ValueError(
                f"Slider {label!r}: needs low < high and low <= value <= high, "
                f"got low = {low}, high = {high}, value = {value}"
            )
        if log and not (low > 0 and math.isfinite(high)):
            raise ValueError(f"Slider {label!r}: log=True needs 0 < low and a finite high")
        infinite = math.isinf(low) or math.isinf(high)
        if step is not None and (step <= 0 or log or infinite):
            raise ValueError(
                f"Slider {label!r}: step must be positive, and only fits a finite slider "
                f"without log=True, got step = {step}"
            )
        rest = {"label": label, "step": step, "log": log, "play": play}
        for name, content in (numbers | rest).items():
            object.__setattr__(self, name, content)

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
        face = {"kind": "slider", "steps": self.steps, "at": self.position(value)}
        return {**face, "play": self.play}
