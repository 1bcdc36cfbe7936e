"""The answer of a submission as the judge sees it: a function called in another process."""

import inspect
import warnings

import numpy as np

from ..exercises import judging
from ..exercises.limit import TooSlow
from .inside.wire import decode, encode
from .sandbox import PATIENCE, Ended, Late

__all__ = ["Missing", "Remote", "answer_of"]


class Missing(Exception):
    """The cells leave nothing to judge; the text says why."""


def answer_of(sandbox, cells, name, own=()):
    """Run cells in a sandbox and return the answer under a name; `own` as in `Exercise`.

    Raises
    ------
    Missing
        Where there is none, with the reason.
    """
    try:
        described = sandbox.load(cells, name)
    except Late:
        raise Missing(f"its cells do not end within {sandbox.limits.seconds:g} seconds") from None
    except Ended as ended:
        raise Missing(str(ended)) from None
    sandbox.asked = asked(described)
    kind = described.get("kind")
    if kind == "function":
        return ... if described.get("stub") else Remote(sandbox, described, own)
    if kind == "value":
        try:
            return decode(described.get("value"))
        except ValueError:
            raise Missing("its value cannot be read") from None
    raise Missing(_stopped(described) or f"nothing in the notebook is called {name}")


def asked(message):
    """Return the names of the judge that a submission has asked for."""
    names = message.get("asked")
    names = names if isinstance(names, list) else []
    return [name[:80] for name in names if isinstance(name, str) and name.isprintable()]


def _stopped(described):
    """Return in words why the last cell that stopped did."""
    errors = described.get("errors")
    if not (isinstance(errors, list) and errors and isinstance(errors[-1], list)):
        return ""
    kind, message, place = [str(part)[:200] for part in (*errors[-1], "", "", "")[1:4]]
    return f"its cell stops with {kind}: {message}" + (f" ({place})" if place else "")


class Remote:
    """A function in another process, with what the judge asks of a function.

    Parameters
    ----------
    sandbox : Sandbox
        The process, with its cells run.
    described : dict
        What the process says of the function.
    own : tuple of str
        What the answer should write, not call. That it calls it, `borrowed`, is said by the process
        itself, from which a hostile program can hide it: it is no promise of the marks.
    """

    patience = (PATIENCE + 1) * judging.SECONDS  # the sandbox has its own clock, which speaks first

    def __init__(self, sandbox, described, own=()):
        self.sandbox, self.own, self.borrowed = sandbox, own, ""
        self.__name__ = str(described.get("name"))[:60]
        self.__globals__ = {}  # no line of this side is the student's
        if described.get("written"):
            self.__code__ = None  # it has been written in Python, and its code is elsewhere
        self.__signature__ = _signature(described.get("parameters"))

    def __call__(self, *case):
        """Call the function there, and do here what it did: result, changes, warnings, errors."""
        question = {"call": [encode(part) for part in case], "own": self.own}
        try:
            said = self.sandbox.call(question, judging.SECONDS)
        except Late:
            raise TooSlow from None
        except Ended as ended:
            raise _error("Ended", str(ended)) from None
        self.sandbox.asked = asked(said) or self.sandbox.asked
        if "error" in said:
            kind, message, place = [str(part) for part in (*said["error"], "", "")[:3]]
            raise _error(kind, message + (f" ({place})" if place else ""))
        borrowed = said.get("borrowed")
        if isinstance(borrowed, str) and borrowed.isprintable():
            self.borrowed = self.borrowed or borrowed[:80]
        for message in said.get("warnings", [])[:20]:
            warnings.warn(str(message), RuntimeWarning, stacklevel=2)
        for place, after in said.get("changed", []):
            if isinstance(case[place], np.ndarray):
                np.copyto(case[place], decode(after))
        return decode(said.get("value"))


def _error(kind, message):
    """Return an exception of that name."""
    if kind == "NotImplementedError":
        return NotImplementedError(message)
    name = kind if kind.isidentifier() else "Exception"
    return type(name, (Exception,), {})(message)


def _signature(parameters):
    """Return the parameters of a function; any, where it does not tell."""
    anything = inspect.Signature([inspect.Parameter("values", inspect.Parameter.VAR_POSITIONAL)])
    try:
        found = [
            inspect.Parameter(name, kind, default=None if given else inspect.Parameter.empty)
            for name, kind, given in parameters
        ]
        return inspect.Signature(found)
    except (TypeError, ValueError):
        return anything
