"""Names of the notebook that the function of a panel uses, and whether they still mean the same.

A panel lives as long as its notebook; another cell may bind a name of its function anew. That is
allowed, and often meant. Where it ends in an error, the error names what was bound anew. Only the
axes and pictures of a panel stay its own: `figure, axes = subplots()` stands in many cells.
"""

import contextlib
import dis
import inspect
import types

import numpy as np

from ..pictures.axes import Figure
from ..pictures.picture import Picture

__all__ = ["Names"]


class Names:
    """The global names that a function uses, as they were when its panel was made."""

    def __init__(self, function):
        self.space = getattr(function, "__globals__", {})
        self.first = {name: self._now(name) for name in used(function)}
        self.own = {n: self.space[n] for n in self.first if is_drawn_on(self.space[n])}

    @contextlib.contextmanager
    def standing(self):
        """Give a context in which the function draws on its own axes, whatever is called so now."""
        space = self.space
        now = {n: space[n] for n, own in self.own.items() if n in space and space[n] is not own}
        space.update({name: self.own[name] for name in now})
        try:
            yield
        finally:
            space.update({n: other for n, other in now.items() if space.get(n) is self.own[n]})

    def _now(self, name):
        """Return the identity of what a name means now, and words about it."""
        if name not in self.space:
            return None, "nothing"
        value = self.space[name]
        return id(value), kind_of(value)

    def changed(self):
        """Return a sentence on the names that mean something else now; empty if none does."""
        found = []
        for name, (identity, words) in self.first.items():
            now, present = self._now(name)
            if now != identity and present != words:
                found.append(f"{name} was {words} and is now {present}")
        if not found:
            return ""
        return f"Another cell has changed a name of this one: {', '.join(found)}."


def is_drawn_on(value):
    """Whether a value is a picture, axes, a figure, or some of them."""
    some = value if isinstance(value, (list, tuple)) else [value]
    if isinstance(value, np.ndarray) and value.dtype == object:
        some = list(value.flat)
    return len(some) > 0 and all(isinstance(one, (Figure, Picture)) for one in some)


def used(function):
    """Return the global names that a function uses, also through functions of its notebook."""
    space = getattr(function, "__globals__", {})
    found = {}
    waiting = [function]
    while waiting:
        code = getattr(waiting.pop(), "__code__", None)
        for name in names_in(code) if code else ():
            if name in found or name not in space:
                continue
            found[name] = True
            value = inspect.unwrap(space[name]) if callable(space[name]) else None
            if isinstance(value, types.FunctionType) and value.__globals__ is space:
                waiting.append(value)
    return list(found)


def names_in(code):
    """Yield the global names in a piece of code and in those inside it."""
    for step in dis.get_instructions(code):
        if step.opname in ("LOAD_GLOBAL", "LOAD_NAME"):
            yield step.argval
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            yield from names_in(constant)


def kind_of(value):
    """Return what a student calls a value."""
    if isinstance(value, np.ndarray):
        return f"an array of shape {value.shape}"
    if isinstance(value, (bool, int, float, complex, str)):
        text = repr(value)
        return f"{text[:20]}..." if len(text) > 24 else text
    if isinstance(value, types.ModuleType):
        return f"the module {value.__name__}"
    if callable(value) and hasattr(value, "__name__"):
        return f"the function {value.__name__}"
    return f"a {type(value).__name__}"
