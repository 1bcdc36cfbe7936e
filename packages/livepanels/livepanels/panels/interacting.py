"""`interact`: the door for notebooks with ipywidgets, on live panels."""

import inspect
import math
import textwrap
import warnings
from collections.abc import Iterable, Mapping
from numbers import Integral, Real

import numpy as np

from ..pictures.axes.base import Anything
from .controls import Choice, Slider, Toggle
from .registry import live

__all__ = ["control_of", "interact", "interactive", "interactive_output"]

PARTS = 50  # steps of a slider of numbers that are not whole, where none is given
FEW = 1e-9
LONGEST = 200  # letters of a value that a function returns


def interact(function=None, /, **abbreviations):
    """Turn a function into a live panel, with the abbreviations of ipywidgets' interact.

    Parameters
    ----------
    function : callable, optional
        Draws with `pyplot` or on `subplots`, prints, or returns text. Left out: a decorator.
    **abbreviations
        For each parameter a control of ours, a widget of ipywidgets, or what ipywidgets takes for
        one: a number, (low, high), (low, high, step), True or False, a list, a dictionary, or a
        list of (name, value). Defaults of the function are abbreviations, too, and where they are
        numbers beside an abbreviation they are the start. ``fixed(value)`` is handed on.

    Returns
    -------
    LivePanel or callable
        The panel, or a decorator that makes one.

    Raises
    ------
    TypeError
        If something is no abbreviation, as text that would be typed freely.

    Examples
    --------
    ::

        import livepanels.pyplot as plt
        from livepanels import interact

        @interact(k=(1, 10))
        def wave(k=2):
            plt.plot(x, np.sin(k * x))
    """
    if function is None:
        return lambda below: interact(below, **abbreviations)
    shown, controls = prepared(function, abbreviations)
    return live(**controls)(shown)


def interactive(function, /, **abbreviations):
    """Make a panel as `interact` does, which is shown where it is displayed.

    Parameters
    ----------
    function : callable
        As for `interact`.
    **abbreviations
        As for `interact`.

    Returns
    -------
    LivePanel
        The panel. Sizes that are set on its ``children`` or its ``layout`` change nothing.
    """
    shown, controls = prepared(function, abbreviations)
    panel = live.made(shown, controls)
    panel.children, panel.layout = (Anything(),), Anything()  # of ipywidgets' boxes
    return panel


def interactive_output(function, widgets):
    """Make a panel that follows widgets of ipywidgets, which stand in boxes of one's own.

    Parameters
    ----------
    function : callable
        As for `interact`.
    widgets : dict
        A widget for each parameter. When one moves, the panel moves; it has a control of its own
        for each besides, so that it plays where no kernel answers.

    Returns
    -------
    LivePanel
        The panel, to be displayed.
    """
    panel = interactive(function, **widgets)
    for name, widget in widgets.items():
        if name in panel.controls and hasattr(widget, "observe"):
            widget.observe(lambda change, name=name: panel.set(**{name: change["new"]}), "value")
    panel.clear_output = Anything()  # a panel draws from nothing each time
    return panel


def prepared(function, abbreviations):
    """Return a function for `live`, and its controls."""
    controls, fixed = {}, {}
    for name, parameter in inspect.signature(function).parameters.items():
        default = parameter.default
        given = abbreviations.get(name, default)
        if given is parameter.empty:
            raise TypeError(f"interact: {function.__name__} needs a value or a range for {name}=")
        if type(given).__name__ == "fixed":
            fixed[name] = given.value
            continue
        start = default if name in abbreviations and default is not parameter.empty else None
        controls[name] = control_of(name, given, start)
    for name in abbreviations:
        if name not in controls and name not in fixed:  # as ipywidgets does, but not in silence
            words = f"interact: {function.__name__} has no parameter {name!r}; it is left out"
            warnings.warn(words, stacklevel=3)

    def shown(**values):
        return text_of(function(**values, **fixed))

    shown.__name__ = getattr(function, "__name__", "panel")
    named = [inspect.Parameter(n, inspect.Parameter.KEYWORD_ONLY) for n in controls]
    shown.__signature__ = inspect.Signature(named)
    shown.__wrapped__ = function
    return shown, controls


def text_of(result):
    """Return what a panel shows of a result: a value as text, as a notebook would.

    >>> text_of(np.eye(2)), text_of({"a": 1}), text_of(None)
    ('[[1. 0.] [0. 1.]]', "{'a': 1}", None)
    """
    values = (int, float, complex, tuple, dict, set, np.ndarray, np.generic)
    if not isinstance(result, values) or getattr(result, "dtype", None) == np.dtype(object):
        return result
    return textwrap.shorten(str(result), LONGEST, placeholder=" ...")


def control_of(name, given, start=None):
    """Return the control that an abbreviation of ipywidgets means.

    Parameters
    ----------
    name : str
        Of the parameter.
    given : object
        The abbreviation, or a control or widget itself.
    start : object, optional
        Where the control starts.

    Returns
    -------
    control : Slider, Choice, Toggle or another control
        What live panels have for it.

    Raises
    ------
    TypeError
        If there is none.

    Examples
    --------
    >>> control_of("k", (0, 10)).value, control_of("on", True).value, control_of("x", 2.0).low
    (5, True, -2.0)
    """
    if hasattr(given, "edges") and hasattr(given, "describe"):
        return given
    if hasattr(given, "traits"):
        return of_widget(name, given)
    if isinstance(given, bool):
        return Toggle(name, given)
    if isinstance(given, Real):
        ends = (0, 1) if given == 0 else sorted((-given, 3 * given))
        return slider(name, *ends, None, given)
    if isinstance(given, str):
        raise TypeError(
            f"interact({name}={given!r}): text that is typed freely has no live control"
        )
    if (
        isinstance(given, tuple)
        and len(given) in (2, 3)
        and all(isinstance(v, Real) for v in given)
    ):
        low, high, *step = given
        number = isinstance(start, Real) and math.isfinite(start)  # else left out, as there
        return slider(name, low, high, step[0] if step else None, start if number else None)
    if isinstance(given, Iterable):
        options = dict(given) if isinstance(given, Mapping) else list(given)
        if options and all(isinstance(one, tuple) and len(one) == 2 for one in options):
            options = dict(options)
        known = list(options.values() if isinstance(options, dict) else options)
        return Choice(name, options, start if start in known else None)  # as ipywidgets does
    raise TypeError(
        f"interact({name}={given!r}): wants a range, a list, True or False, or a widget"
    )


def slider(name, low, high, step, value):
    """Return the slider of a range, as ipywidgets makes it: whole numbers keep whole steps."""
    low, high = plain(low), plain(high)
    whole = all(isinstance(v, int) for v in (low, high)) and isinstance(step or 1, Integral)
    step = plain(step) if step else 1 if whole else None
    if value is None:
        value = low + (high - low) // 2 if whole else (low + high) / 2
    value = int(value) if whole else plain(value)  # it may be used as an index
    if step is not None and abs(round((high - low) / step) * step - (high - low)) > FEW:
        high = low + (high - low) // step * step  # the last step that is reached
    return Slider(name, low, high, value=min(max(value, low), high), step=step)


def plain(value):
    """Return a number of NumPy as one of Python."""
    return int(value) if isinstance(value, Integral) else float(value)


def of_widget(name, widget):
    """Return the control that does what a widget of ipywidgets does."""
    label = getattr(widget, "description", "") or name
    kind = type(widget).__name__
    if kind == "FloatLogSlider":
        low, high = widget.base**widget.min, widget.base**widget.max
        return Slider(label, low, high, value=widget.value, log=True)
    if hasattr(widget, "min") and isinstance(widget.value, Real):
        return slider(label, widget.min, widget.max, getattr(widget, "step", None), widget.value)
    if isinstance(widget.value, bool):
        return Toggle(label, widget.value)
    if hasattr(widget, "options") and not isinstance(widget.value, tuple):
        options = widget.options
        pairs = [one if isinstance(one, tuple) else (str(one), one) for one in options]
        pairs = list(options.items()) if isinstance(options, Mapping) else pairs
        return Choice(label, dict(pairs), widget.value)
    raise TypeError(
        f"interact({name}=): {kind} has no live control; a slider, a list, a checkbox has"
    )
