"""What stands between a panel and the browser: one canvas widget, or plain ipywidgets.

The canvas widget (``panel.js``) is fast. The plain one sends whole pictures through an Image
widget: it is what a reader gets where anywidget cannot be imported, or who asks for it with the
environment variable ``KERNLAB_PANEL=plain``. Both ask :meth:`Panel.answer` the same questions.
"""

import os
from pathlib import Path

__all__ = ["front_end"]

_HERE = Path(__file__).parent


def front_end(panel):
    """Return the widget that draws a panel; its ``refresh`` shows the panel as it is now."""
    if os.environ.get("KERNLAB_PANEL") != "plain":
        try:
            return _canvas(panel)
        except ImportError:
            pass  # anywidget is not installed here: the plain panel needs only ipywidgets
    return _plain(panel)


def _canvas(panel):
    import anywidget
    import traitlets

    class CanvasPanel(anywidget.AnyWidget):
        _esm = "\n".join((_HERE / file).read_text("utf-8") for file in ("controls.js", "panel.js"))
        _css = (_HERE / "panel.css").read_text("utf-8")
        controls = traitlets.Dict().tag(sync=True)

        def refresh(self):
            self._tell(*panel.message())

        def _tell(self, message, buffers):
            self.send(message, buffers=buffers)

    widget = CanvasPanel(controls={name: panel.face(name) for name in panel.controls})
    widget.on_msg(lambda _, question, __: widget._tell(*panel.answer(question)))
    return widget


def _plain(panel):
    import html

    import ipywidgets

    image, line = ipywidgets.Image(format="png"), ipywidgets.HTML()

    class PlainPanel(ipywidgets.VBox):
        def refresh(self):
            image.value = panel.still()
            line.value = html.escape(panel.words)

    def row(name):
        face, label = panel.face(name), panel.controls[name].label

        def moved(change):
            panel.answer({"change": {name: change}})
            widget.refresh()

        if face["kind"] == "button":
            button = ipywidgets.Button(description=label)
            button.on_click(lambda _: moved(panel.values[name] + 1))
            return [button]
        if face["kind"] == "slider":
            slider = ipywidgets.IntSlider(face["at"], 0, face["steps"], readout=False)
            typed = ipywidgets.Text(face["text"], continuous_update=False)
            slider.description, typed.layout.width = label, "7em"

            def dragged(change):
                moved(change.new)
                typed.value = panel.face(name)["text"]

            slider.observe(dragged, "value")

            def written(change):
                if change.new != panel.face(name)["text"]:  # else the slider wrote it: done already
                    moved(change.new)

            typed.observe(written, "value")
            return [slider, typed]
        if face["kind"] == "choice":
            box = ipywidgets.Dropdown(options=face["options"], description=label)
            box.index = face["at"]
            box.observe(lambda change: moved(change.new), "index")
            return [box]
        box = ipywidgets.Checkbox(face["at"], description=label)
        box.observe(lambda change: moved(change.new), "value")
        return [box]

    rows = [ipywidgets.HBox(row(name)) for name in panel.controls]
    widget = PlainPanel([*rows, image, line])
    widget.refresh()
    return widget
