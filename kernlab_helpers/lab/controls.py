"""What a student can move: the controls of a live panel, described without any widget.

A control knows its values, how a position of the front end becomes a value, and how a value is
shown. It knows nothing of browsers, so the same description drives the canvas panel, the plain
fallback and the sweep of the tests.
"""

from dataclasses import dataclass

from .slider import Slider

__all__ = ["Button", "Choice", "Slider", "Toggle"]


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

    def __init__(self, label, options, value=None):
        table = options if isinstance(options, dict) else {str(o): o for o in options}
        if not table:
            raise ValueError(f"Choice {label!r}: needs at least one option")
        object.__setattr__(self, "label", label)
        object.__setattr__(self, "options", table)
        start = next(iter(table.values())) if value is None else value
        object.__setattr__(self, "value", self.check(start))

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
        return {"kind": "choice", "options": list(self.options), "at": self._index(value)}


@dataclass(frozen=True)
class Toggle:
    """Something that is on or off.

    >>> Toggle("centre").value
    False
    """

    label: str
    value: bool = False

    def check(self, value):
        """Return ``value`` as True or False."""
        return bool(value)

    read = check

    def show(self, value):
        """Return the state in a word."""
        return "on" if value else "off"

    def edges(self):
        """Return both states."""
        return [False, True]

    def face(self, value):
        """Return what the front end needs to draw the control at ``value``."""
        return {"kind": "toggle", "at": bool(value)}


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
