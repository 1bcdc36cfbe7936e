"""`live`: the decorator that makes panels, and the list of those it made in this kernel session."""

import warnings

from IPython import get_ipython
from IPython.display import display

from .page import LivePanel

__all__ = ["live"]


class Live:
    """Turn a function of some controls into a live panel, shown as the output of its cell.

    The function computes and says what to ``show``; a string that it returns is added to the
    readout. Controls and function parameters have the same names; other names are a TypeError.
    ``live.panels()`` lists the panels of this kernel session, ``live.sweep()`` tries them all.

    Parameters
    ----------
    **controls : Slider, Choice, Button or Toggle
        One for each parameter of the function.

    Returns
    -------
    callable
        The decorator; what it returns is the panel.

    Examples
    --------
    ::

        view = pictures.KernelAndDistance(K, labels=y)

        @live(sigma=Slider("sigma", 0.1, 10, value=1, log=True))
        def width(sigma):
            view.show(kh.gaussian(X, sigma=sigma))
    """

    def __init__(self):
        self._panels = {}

    def __call__(self, **controls):
        """Return the decorator for a function with one parameter for each control."""

        def decorate(function):
            panel = LivePanel(function, controls)
            self._register(panel)
            display(panel)
            return panel

        return decorate

    def panels(self):
        """Return the panels of this kernel session, in the order of their cells.

        Returns
        -------
        list of LivePanel
            One for each name of a function.
        """
        return list(self._panels.values())

    def sweep(self):
        """Drive every control of every panel through its ends, its start and its edge values.

        Returns
        -------
        list of str
            The failures, one line each: panel, values, and the error, the warning or the number
            that is none. The panels are left as they were.
        """
        return [failure for panel in self.panels() for failure in _failures(panel)]

    def _register(self, panel):
        """Replace the panels that an earlier run of the same cell left behind."""
        shell = get_ipython()
        parent = shell.get_parent() if shell else {}  # the execute_request that is under way
        panel.cell = parent.get("metadata", {}).get("cellId")
        panel.request = parent.get("header", {}).get("msg_id")
        for name, old in list(self._panels.items()):
            same_cell = panel.cell is not None and old.cell == panel.cell
            rerun = same_cell and old.request != panel.request
            if rerun or name == panel.name:
                del self._panels[name]
            if rerun:
                old.close()
        self._panels[panel.name] = panel


live = Live()


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
