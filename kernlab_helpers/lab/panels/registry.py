"""The decorator `live`, and the panels that it made in this kernel session."""

import warnings

from IPython import get_ipython
from IPython.display import display

from .page import LivePanel

__all__ = ["live"]

_registry = {}


def live(**controls):
    """Turn a function of some controls into a live panel, shown as the output of its cell.

    The function computes and says what to ``show``; a string that it returns is added to the
    readout. Controls and function parameters have the same names.

    Raises
    ------
    TypeError
        Where the parameters of the function are not the names of the controls.

    Examples
    --------
    ::

        view = pictures.KernelAndDistance(K, labels=y)

        @live(sigma=Slider("sigma", 0.1, 10, value=1, log=True))
        def width(sigma):
            view.show(kh.gaussian(X, sigma=sigma))
    """

    def decorate(function):
        panel = LivePanel(function, controls)
        _register(panel)
        display(panel)
        return panel

    return decorate


def panels():
    """Return the panels of this kernel session, in the order of their cells."""
    return list(_registry.values())


def sweep():
    """Drive every control of every panel through its ends, its start and its edge values.

    Returns a list of failures, one line each: panel, values, and the error, the warning or the
    number that is none. The panels are left as they were.
    """
    return [failure for panel in panels() for failure in _failures(panel)]


live.panels, live.sweep = panels, sweep  # chapters write `@live(...)`, and `live.sweep()`


def _failures(panel):
    start, failures = dict(panel.values), []
    for name, control in panel.controls.items():
        for value in control.edges():
            with warnings.catch_warnings(record=True) as caught:
                warnings.simplefilter("always")
                panel.set(**{**start, name: value})
            words = [panel.error] if panel.error else [str(w.message) for w in caught]
            if not words and "nan" in panel.readout.lower():
                words = [f"the readout has a number that is none: {panel.readout}"]
            failures += [f"{panel.name}, {panel.state}: {word}" for word in words]
    panel.set(**start)
    return failures


def _register(panel):
    """Replace the panels that an earlier run of the same cell left behind."""
    shell = get_ipython()
    parent = shell.get_parent() if shell else {}
    cell = parent.get("metadata", {}).get("cellId")
    request = parent.get("header", {}).get("msg_id")
    for key, old in list(_registry.items()):
        rerun = cell is not None and old.cell == cell and old.request != request
        if rerun or key == panel.name:
            del _registry[key]
        if rerun:
            old.close()
    panel.cell, panel.request = cell, request
    _registry[panel.name] = panel
