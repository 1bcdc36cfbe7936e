"""A panel on a page: its front end (anywidget), and a still for readers without a kernel."""

import functools
import uuid
from html import escape

from ..pictures.stills import png_bytes, png_metadata
from . import bundle
from .panel import Panel

__all__ = ["ADVICE", "Advice", "LivePanel"]

WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
ADVICE = "Asleep: Run > Run All Above Selected Cell, then this cell"

#: What each panel's model holds of the front end: it takes the rest from one model for all, or, on
#: pages that keep models from each other (marimo), asks its own kernel for it.
STUB = """
const told = (model) => new Promise((resolve) => {
  const listen = (message) => {
    if (!message?.script) return;
    model.off("msg:custom", listen);
    resolve({ get: (name) => message[name] });
  };
  model.on("msg:custom", listen);
  model.send({ front: true });
});
async function front(model) {
  const manager = model.widget_manager;
  const shared = await (manager ? manager.get_model(model.get("front")) : told(model));
  const source = shared.get("script");
  const fronts = ((globalThis.livepanels ??= {}).fronts ??= new Map());
  if (!fronts.has(source)) {
    const address = URL.createObjectURL(new Blob([source], { type: "text/javascript" }));
    fronts.set(source, import(address));
  }
  return [await fronts.get(source), shared];
}
export default {
  initialize({ model }) { // not awaited: anywidget gives a model two seconds, a busy machine more
    const begin = ([module, shared]) => module.default.initialize({ model, shared });
    front(model).then(begin).catch(console.error);
  },
  async render({ model, el }) {
    const [module, shared] = await front(model);
    return module.default.render({ model, el, shared });
  },
};
"""


class LivePanel(Panel):
    """A panel that stands on a page: its front end, and for other readers a still picture."""

    widget = None
    drawn = True  # a still stands beside it; who throws the outputs of cells away needs none

    def set(self, **values):
        """Move controls to values, as a student would by hand."""
        super().set(**values)
        if self.widget is not None:
            self.widget.send({"moved": True, "at": self.positions_of(self.values), "view": None})

    def forget(self):
        """Note that a cell has run: the pages forget what they remember of this panel."""
        super().forget()
        if self.widget is not None:
            self.widget.send({"forget": True})

    def close(self):
        """Take the panel off the page."""
        if self.widget is not None:
            self.widget.close()
            self.widget = None

    def _repr_mimebundle_(self, **_):
        if self.widget is None:
            self.widget = widget_of(self)
        if not self.drawn:
            return {"text/plain": self.words, **view_of(self.widget)}, {}
        pixels = self.still_pixels()
        return (
            {"image/png": png_bytes(pixels), "text/plain": self.words, **view_of(self.widget)},
            {"image/png": png_metadata(pixels, self.alt)},
        )


class Advice:
    """One line below a still: how to wake the panel. Hidden where the panel itself is shown.

    Parameters
    ----------
    told : list of str
        What else an author is told, where the panel is shown, too.
    """

    def __init__(self, told=()):
        self.told = list(told)

    def _repr_mimebundle_(self, **_):
        line = f'<div class="livepanel-advice"><small>{escape(ADVICE, quote=False)}</small></div>'
        line += "".join(f"<div><small>{escape(t, quote=False)}</small></div>" for t in self.told)
        return {"text/html": line, "text/plain": "\n".join([ADVICE, *self.told])}


def view_of(widget):
    """Return what a notebook stores of a widget that it shows."""
    return {WIDGET_VIEW: {"version_major": 2, "version_minor": 0, "model_id": widget.model_id}}


def widget_of(panel):
    """Return the widget that carries messages between a panel and its front end."""
    import traitlets

    class PanelWidget(front_widget()):
        panel = traitlets.Dict().tag(sync=True)
        last = traitlets.Dict().tag(sync=True)

        def answer(self, _widget, message, _buffers):
            """Reply to a message of a page."""
            for reply, buffers in panel.replies(message):
                self.send(reply, buffers=buffers)

    message, buffer = panel.full_message()
    widget = PanelWidget(
        panel=panel.description() | {"advice": ADVICE},
        last={"message": message, "buffer": buffer},
    )
    widget.on_msg(widget.answer)
    return widget


@functools.cache
def front_widget(first=bundle.MAIN, style=bundle.stylesheet):
    """Return the class of widgets that take their front end from the one model for all."""
    import anywidget
    import traitlets

    class FrontWidget(anywidget.AnyWidget):
        _esm = STUB
        front = traitlets.Unicode().tag(sync=True)
        ident = traitlets.Unicode().tag(sync=True)

        def __init__(self, **state):
            ident = uuid.uuid4().hex
            front = front_model(first, style).model_id
            super().__init__(model_id=ident, ident=ident, front=front, **state)

        def _handle_custom_msg(self, content, buffers):
            if content == {"front": True}:
                shared = front_model(first, style)
                self.send({"script": shared.script, "style": shared.style})
            else:
                super()._handle_custom_msg(content, buffers)

    return FrontWidget


@functools.cache
def front_model(first, style):
    """Return the one model that holds a front end for all its widgets of this kernel.

    Its first module is a file that exports `front`; `style` is a function that gives its style
    sheet.
    """
    import ipywidgets
    import traitlets

    class Front(ipywidgets.Widget):
        script = traitlets.Unicode().tag(sync=True)
        style = traitlets.Unicode().tag(sync=True)

    return Front(script=bundle.script(first), style=style())
