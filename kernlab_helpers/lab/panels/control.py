"""What every control can do: be read from typed text, and stand grey where it does nothing."""

import inspect

__all__ = ["Control"]


class Control:
    """What the kinds of controls have in common."""

    only = None

    def typed(self, text, _now):
        """Return the value that a typed text means; some controls need to know where they stand."""
        return self.read(text)

    def stops(self, n):
        """Return the positions of the first few edges: a recording cannot hold every drag."""
        return [self.raw(value) for value in self.edges()[:n]]

    def off(self, values):
        """Whether the control does nothing while the controls have these values.

        ``only`` takes those controls as parameters that it names.
        """
        if self.only is None:
            return False
        names = inspect.signature(self.only).parameters
        return not self.only(**{name: values[name] for name in names})
