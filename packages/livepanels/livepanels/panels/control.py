"""What every control can do: be read from typed text, and stand gray where it does nothing."""

import inspect

__all__ = ["Control"]


class Control:
    """What the kinds of controls have in common."""

    only = None

    def typed(self, text, _now):
        """Return the value that a typed text means; some controls need to know where they stand."""
        return self.read(text)

    def asks(self):
        """Return the names of the controls that ``only`` takes as parameters."""
        return [] if self.only is None else list(inspect.signature(self.only).parameters)

    def ends(self):
        """Return the values between which axes are to hold still, beside the start."""
        return []

    def meet(self, pictures):
        """Learn from the first answer what could not be known before."""

    def off(self, values):
        """Return whether the control does nothing while the controls have these values."""
        return self.only is not None and not self.only(**{n: values[n] for n in self.asks()})
