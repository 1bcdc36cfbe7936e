"""A time limit for each call of a student's function, in the kernel that runs it."""

import contextlib
import ctypes
import math
import threading
import time

__all__ = ["Limit", "TooSlow"]

TICK = 0.1  # seconds between two looks at the clock


class TooSlow(BaseException):
    """A call has not come to its end in time; no `except Exception` of the call catches it."""


class Limit:
    """Stop calls of this thread that take too long; one other thread watches them all.

    A call is stopped between two steps of Python: an endless loop ends, one long step of compiled
    code (a huge matrix product) is waited for. Without threads (a browser's Python) nothing is
    limited.

    Parameters
    ----------
    seconds : float
        How long one call may take.
    """

    def __init__(self, seconds):
        self.seconds = seconds
        self.caller = threading.get_ident()
        self.end = math.inf  # of the call under way
        self.lock = threading.Lock()
        self.over = threading.Event()

    def __enter__(self):
        """Begin to watch."""
        with contextlib.suppress(RuntimeError):  # no threads here
            threading.Thread(target=self._watch, daemon=True).start()
        return self

    def __exit__(self, *_):
        """End the watch."""
        self.over.set()

    @contextlib.contextmanager
    def call(self):
        """Raise TooSlow in the block that has not come to its end in time."""
        with self.lock:
            self.end = time.monotonic() + self.seconds
        try:
            yield
        finally:
            with self.lock:
                self.end = math.inf

    def _watch(self):
        while not self.over.wait(TICK):
            with self.lock:
                if time.monotonic() > self.end:
                    self.end = math.inf
                    raise_in(self.caller, TooSlow)


def raise_in(thread, kind):
    """Let a thread raise an exception at its next step."""
    ctypes.pythonapi.PyThreadState_SetAsyncExc(ctypes.c_ulong(thread), ctypes.py_object(kind))
