"""Live panels: a function of a few controls becomes pictures that move under the hand.

How a slider move becomes pixels, in five files:

1. the front end (``panel.js``) sends the slider's position; while one question is under way it
   keeps only the newest position, so nothing queues;
2. :class:`~kernlab_helpers.lab.panel.Panel` (``panel.py``) turns the position into a value
   (``controls.py``) and calls the function of the cell;
3. the function computes and calls ``show`` on its pictures;
4. each picture (``canvas.py``) gives its layers: indices of a matrix or the pixels of one axes;
5. a message carries the layers back and the front end paints them; readout and lamp, which may need
   a spectrum, follow when no newer value waits, and every 200 ms during a drag.

This file puts panels on the page: as a canvas (anywidget), or, where anywidget cannot be imported
or ``KERNLAB_PANEL=plain`` asks for it, as plain ipywidgets with whole pictures, more slowly.
"""

import html
import os
import warnings
from pathlib import Path

from IPython import get_ipython
from IPython.display import display

from .controls import Button, Choice, Slider, Toggle
from .panel import Panel

__all__ = ["Button", "Choice", "LivePanel", "Slider", "Toggle", "live", "panels", "sweep"]

_HERE = Path(__file__).parent
_WIDGET = "application/vnd.jupyter.widget-view+json"
_KEYS = 'data-lm-suppress-shortcuts="true"'  # keys are for the control, not for the notebook
_ROWS = {
    "slider": f"""<div class="control" data-name="{{name}}"><span>{{label}}</span>
        <input type="range" min="0" max="{{steps}}" aria-label="{{label}}" {_KEYS}
         title="drag, use the arrow keys, or double-click to reset">
        <input type="text" aria-label="{{label}}, typed" {_KEYS}>
        <button type="button" class="reset" aria-label="reset {{label}}" {_KEYS}>reset</button>
        {{player}}</div>""",
    "choice": f"""<label class="control" data-name="{{name}}">{{label}}
        <select {_KEYS}>{{listed}}</select></label>""",
    "toggle": f"""<label class="control" data-name="{{name}}">
        <input type="checkbox" {_KEYS}>{{label}}</label>""",
    "button": f"""<div class="control" data-name="{{name}}">
        <button type="button" class="push" {_KEYS}>{{label}}</button></div>""",
}
_PLAYER = f'<button type="button" class="play" aria-label="play {{label}}" {_KEYS}>play</button>'
_PAGE = """<div class="kernlab-panel"><div class="controls">{rows}</div><div class="figures"></div>
    <div class="line" aria-live="polite"><span class="lamp" hidden></span><span class="readout">
    </span><span class="error" role="alert"></span><span class="busy"></span></div></div>"""

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


live.panels, live.sweep = panels, sweep  # lab.live is this function; chapters call lab.live.sweep()


class LivePanel(Panel):
    """A panel that stands on a page: its front end, and for other readers a still picture."""

    widget = None

    def set(self, **values):
        """Move controls to values, as a student would by hand."""
        super().set(**values)
        if self.widget is not None:
            self.widget.refresh()

    def close(self):
        """Take the panel off the page."""
        if self.widget is not None:
            self.widget.close()

    def _repr_mimebundle_(self, **_):
        self.widget = self.widget or _front_end(self)
        view = {"version_major": 2, "version_minor": 0, "model_id": self.widget.model_id}
        return (
            {"image/png": self.still(), "text/plain": self.words, _WIDGET: view},
            {"image/png": {"alt": self.alt}},
        )


def _front_end(panel):
    """Return the widget that draws a panel; its ``refresh`` shows the panel as it is now."""
    if os.environ.get("KERNLAB_PANEL") != "plain":
        try:
            return _canvas(panel)
        except ImportError:
            pass  # anywidget is not installed here: the plain panel needs only ipywidgets
    from .plain import plain_panel

    return plain_panel(panel)


def _canvas(panel):
    import anywidget
    import traitlets

    class CanvasPanel(anywidget.AnyWidget):
        _esm, _css = _HERE / "panel.js", _HERE / "panel.css"
        html = traitlets.Unicode().tag(sync=True)

        def refresh(self):
            self._tell(*panel.message())

        def _tell(self, message, buffers):
            self.send(message, buffers=buffers)

    widget = CanvasPanel(html=_page(panel))
    widget.on_msg(lambda _, question, __: widget._tell(*panel.answer(question)))
    return widget


def _page(panel):
    """Return the controls of a panel, and the empty places below them, as HTML."""
    faces = {name: panel.face(name) for name in panel.controls}
    return _PAGE.format(rows="\n".join(_row(name, **face) for name, face in faces.items()))


def _row(name, *, kind, label, options=(), steps=0, play=False, **_):
    label = html.escape(label)
    listed = "".join(f"<option>{html.escape(option)}</option>" for option in options)
    player = _PLAYER.format(label=label) if play else ""
    return _ROWS[kind].format(name=name, label=label, steps=steps, listed=listed, player=player)


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
