"""A bar that shows how far long work is."""

import sys
import time

__all__ = ["Bar", "clock"]

WIDTH = 30  # characters of the bar


class Bar:
    """Show how far long work is, in one line of a terminal; in a file only what it says.

    Parameters
    ----------
    total : float
        All the work there is.
    stream : file, optional
        By default the standard error.
    """

    def __init__(self, total, stream=None):
        self.total, self.done, self.began = total, 0.0, time.monotonic()
        self.stream = stream or sys.stderr
        self.name = ""

    def step(self, work, name):
        """Count some work as done, and say on what."""
        self.done += work
        self.name = name
        self._draw()

    def say(self, text):
        """Print a line above the bar."""
        if self.stream.isatty():
            print("\r\x1b[K", end="", file=self.stream, flush=True)
        print(text, flush=True)
        self._draw()

    def close(self):
        """Leave the line of the bar."""
        if self.stream.isatty():
            print(file=self.stream, flush=True)

    def text(self):
        """Return the bar: share of the work, its name, the time and what is left of it."""
        share = min(self.done / self.total, 1.0)
        seconds = time.monotonic() - self.began
        full = round(WIDTH * share)
        line = f"[{'#' * full}{'.' * (WIDTH - full)}] {share:4.0%}  {self.name}  {clock(seconds)}"
        if 0.02 < share < 1:
            line += f", about {clock(seconds * (1 - share) / share)} left"
        return line

    def _draw(self):
        if self.stream.isatty():
            print(f"\r{self.text()}\x1b[K", end="", file=self.stream, flush=True)


def clock(seconds):
    """Return seconds as minutes and seconds."""
    minutes, rest = divmod(round(seconds), 60)
    return f"{minutes}:{rest:02d}"
