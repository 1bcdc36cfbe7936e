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

    Parameters
    ----------
    **controls : Slider, Choice, Button or Toggle
        One for each parameter of the function.

    Returns
    -------
    callable
        The decorator; what it returns is the panel.

    Raises
    ------
    TypeError
        For a function whose parameters are not the names of the controls.

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

    Returns
    -------
    list of str
        The failures, one line each: panel, values, and the error, the warning or the number that
        is none. The panels are left as they were.
    """
    return [failure for panel in panels() for failure in _failures(panel)]


# Chapters write `@live(...)`, and tests `live.sweep()`.
live.panels = panels
live.sweep = sweep


def _failures(panel):
    """Return what fails at the edges of one panel, which is left as it was."""
    start = dict(panel.values)
    failures = []
    for name, control in panel.controls.items():
        for value in control.edges():
            for complaint in _complaints(panel, {**start, name: value}):
                failures.append(f"{panel.name}, {panel.settings}: {complaint}")
    panel.set(**start)
    return failures


def _complaints(panel, values):
    """Set a panel to values; return its error, the warnings, or a readout with nan."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        panel.set(**values)
    if panel.error:
        return [panel.error]
    if caught:
        return [str(warning.message) for warning in caught]
    if "nan" in panel.readout.lower():
        return [f"the readout has a number that is none: {panel.readout}"]
    return []


def _register(panel):
    """Replace the panels that an earlier run of the same cell left behind."""
    shell = get_ipython()
    parent = shell.get_parent() if shell else {}  # the execute_request that is under way
    panel.cell = parent.get("metadata", {}).get("cellId")
    panel.request = parent.get("header", {}).get("msg_id")
    for name, old in list(_registry.items()):
        same_cell = panel.cell is not None and old.cell == panel.cell
        rerun = same_cell and old.request != panel.request
        if rerun or name == panel.name:
            del _registry[name]
        if rerun:
            old.close()
    _registry[panel.name] = panel
