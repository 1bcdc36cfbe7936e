"""A panel on a page: its front end (anywidget), and a still for readers without a kernel."""

import html
from pathlib import Path

from .panel import Panel

__all__ = ["LivePanel"]

HERE = Path(__file__).parent
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
KEYS = 'data-lm-suppress-shortcuts="true"'  # keys are for the control, not for the notebook


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
        if self.widget is None:
            self.widget = widget_of(self)
        view = {"version_major": 2, "version_minor": 0, "model_id": self.widget.model_id}
        return (
            {"image/png": self.still(), "text/plain": self.words, WIDGET_VIEW: view},
            {"image/png": {"alt": self.alt}},
        )


def widget_of(panel):
    """Return the widget that carries messages between a panel and its front end."""
    import anywidget
    import traitlets

    class PanelWidget(anywidget.AnyWidget):
        _esm = HERE / "panel.js"
        _css = HERE / "panel.css"
        html = traitlets.Unicode().tag(sync=True)

        def refresh(self):
            """Tell every page how the panel stands."""
            reply, buffers = panel.reply()
            self.send(reply, buffers=buffers)

        def answer(self, _widget, message, _buffers):
            """Reply to a message of a page."""
            reply, buffers = panel.handle(message)
            self.send(reply, buffers=buffers)

    widget = PanelWidget(html=page_html(panel))
    widget.on_msg(widget.answer)
    return widget


def page_html(panel):
    """Return the controls of a panel, and the empty places below them, as HTML."""
    makers = {"slider": slider, "choice": choice, "toggle": toggle, "button": button}
    rows = []
    for name in panel.controls:
        control = panel.describe(name)
        rows.append(makers[control["kind"]](name, html.escape(control["label"]), control))
    template = (HERE / "panel.html").read_text(encoding="utf-8")
    return template.replace("<!-- controls -->", "\n".join(rows))


def slider(name, label, control):
    """Return a range to drag, a box to type in, buttons to reset and, where asked for, to play."""
    steps = control["steps"]
    play = f'<button type="button" class="play" aria-label="play {label}" {KEYS}>play</button>'
    return f"""<div class="control" data-name="{name}"><span>{label}</span>
        <input type="range" min="0" max="{steps}" aria-label="{label}" {KEYS}
         title="drag, use the arrow keys, or double-click to reset">
        <input type="text" aria-label="{label}, typed" {KEYS}>
        <button type="button" class="reset" aria-label="reset {label}" {KEYS}>reset</button>
        {play if control["play"] else ""}</div>"""


def choice(name, label, control):
    """Return a list to choose from."""
    options = "".join(f"<option>{html.escape(option)}</option>" for option in control["options"])
    return f"""<label class="control" data-name="{name}">{label}
        <select {KEYS}>{options}</select></label>"""


def toggle(name, label, _control):
    """Return a box to tick."""
    return f"""<label class="control" data-name="{name}">
        <input type="checkbox" {KEYS}>{label}</label>"""


def button(name, label, _control):
    """Return a button to push."""
    return f"""<div class="control" data-name="{name}">
        <button type="button" class="push" {KEYS}>{label}</button></div>"""
