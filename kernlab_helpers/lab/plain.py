"""The panel for a page without anywidget: plain ipywidgets, and whole pictures through an Image."""

import html

import ipywidgets

__all__ = ["plain_panel"]


def plain_panel(panel):
    """Return the widget that draws a panel; its ``refresh`` shows the panel as it is now."""
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
        box = ipywidgets.Checkbox(bool(face["at"]), description=label)
        box.observe(lambda change: moved(change.new), "value")
        return [box]

    rows = [ipywidgets.HBox(row(name)) for name in panel.controls]
    widget = PlainPanel([*rows, image, line])
    widget.refresh()
    return widget
