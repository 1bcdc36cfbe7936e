"""A panel on a page: its front end (anywidget), and a still for readers without a kernel."""

import html
from pathlib import Path

from .panel import Panel

__all__ = ["LivePanel"]

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
        self.widget = self.widget or _canvas(self)
        view = {"version_major": 2, "version_minor": 0, "model_id": self.widget.model_id}
        return (
            {"image/png": self.still(), "text/plain": self.words, _WIDGET: view},
            {"image/png": {"alt": self.alt}},
        )


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
