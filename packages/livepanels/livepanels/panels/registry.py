"""`live`: the decorator that makes panels, and the list of those it made in this kernel session."""

from IPython import get_ipython
from IPython.display import display

from .cells import RunningCell
from .page import Advice, LivePanel
from .sweep import failures

__all__ = ["live"]


class Live:
    """Turn a function of some controls into a live panel, shown as the output of its cell.

    The function computes and says what to ``show``; a string that it returns is added to the
    readout. Controls and function parameters have the same names; other names are a TypeError.
    ``live.panels()`` lists the panels of this kernel session, ``live.sweep()`` tries them all.

    Parameters
    ----------
    remember : bool, optional
        False for a function that draws random numbers: the page then asks each time. If it is left
        out, a function that draws on live axes is asked twice at the start.
    glide : bool
        Let points glide from one answer to the next instead of jumping.
    hold : bool
        Axes without limits of their own hold still, at what the start and the ends of the controls
        need; False lets them follow each answer.
    **controls : Slider, Choice, Button, Toggle, Points, Pick, Turn or Shape
        One for each parameter of the function.

    Returns
    -------
    callable
        The decorator; what it returns is the panel.

    Examples
    --------
    ::

        figure, axes = subplots()

        @live(k=Slider("frequency", 1, 10, value=1))
        def wave(k):
            axes.plot(x, np.sin(k * x))
    """

    def __init__(self):
        self._panels = {}
        self._listens = False

    def __call__(self, *, remember=None, glide=False, hold=True, **controls):
        """Return the decorator for a function with one parameter for each control."""

        def decorate(function):
            panel = self.made(function, controls, remember=remember, glide=glide, hold=hold)
            display(panel)
            display(Advice(panel.told()))
            return panel

        return decorate

    def made(self, function, controls, **ways):
        """Return a new panel of this kernel session, which is not shown yet.

        Parameters
        ----------
        function : callable
            As below the decorator.
        controls : dict
            The controls by the names of the function's parameters.
        **ways
            remember, glide and hold.

        Returns
        -------
        LivePanel
            The panel.
        """
        panel = LivePanel(function, controls, **ways)
        self._register(panel)
        return panel

    def panels(self):
        """Return the panels of this kernel session, in the order of their cells.

        Returns
        -------
        list of LivePanel
            One for each name of a function.
        """
        return list(self._panels.values())

    def sweep(self):
        """Try every panel at the edges of its controls, alone and two by two.

        To be called when the whole notebook has run: a later cell may bind a name anew.

        Returns
        -------
        list of str
            The failures, one line each: panel, values, and the error, the warning or the number
            that is none; and panels that show two things for one setting. The panels are left as
            they were.
        """
        return [failure for panel in self.panels() for failure in failures(panel)]

    def _register(self, panel):
        """Replace the panels that an earlier run of the same cell left behind."""
        shell = get_ipython()
        panel.cell = RunningCell()
        for name, old in list(self._panels.items()):
            rerun = panel.cell.replaces(old.cell)
            if rerun or name == panel.name:
                del self._panels[name]
            if rerun:
                old.close()
        self._panels[panel.name] = panel
        if shell and not self._listens:
            self._listens = True
            shell.events.register("pre_run_cell", self._cell_begins)
            shell.events.register("post_run_cell", self._cell_ended)

    def _cell_begins(self, _info):
        """Let pages forget what they remember: a cell may change what a function shows."""
        for panel in self.panels():
            panel.forget()

    def _cell_ended(self, _result):
        """Let pages forget what was answered while the cell ran."""
        for panel in self.panels():
            if panel.answered:
                panel.forget()


live = Live()
