"""What is kept of the bench: its code and a report, by buttons below the panel."""

import html
from pathlib import Path

from .report import report
from .table import file_name

__all__ = ["Keep"]

NEEDS = "The buttons need a kernel."


class Keep:
    """Buttons for a panel of a `Desk`: show the code, save it, save a report.

    Files are written where the notebook's kernel runs, beside the notebook.

    Parameters
    ----------
    panel : LivePanel
        Whose controls say what is kept.
    desk : Desk
        What the panel shows.
    folder : str or Path
        Where files are written.
    """

    def __init__(self, panel, desk, folder="."):
        self.panel = panel
        self.desk = desk
        self.folder = Path(folder)
        self._widget = None

    @property
    def code(self):
        """The code for where the panel stands."""
        return self.desk.script(self.panel.values)

    @property
    def stem(self):
        """How the files are called."""
        stem = Path(self.desk.chosen.table.name).stem
        letters = [c if c.isalnum() or c in "-_" else "_" for c in stem]
        return f"{''.join(letters)}_kernlab"

    def save_code(self):
        """Write the code, and beside it a table that was dropped; return the files.

        Returns
        -------
        list of Path
            What was written.
        """
        script = self.folder / f"{self.stem}.py"
        script.write_text(self.code, encoding="utf-8")
        table = self.desk.chosen.table
        file = self.folder / file_name(table.name)
        if table.content is None or file.exists():
            return [script]
        file.write_bytes(table.content)
        return [script, file]

    def save_report(self):
        """Write the report; return the file.

        Returns
        -------
        Path
            What was written.
        """
        desk = self.desk
        outcome = desk.runner.run(desk.setting_of(self.panel.values))
        page = report(outcome, self.panel.pictures, desk.chosen)
        file = self.folder / f"{self.stem}.html"
        file.write_text(page, encoding="utf-8")
        return file

    def _repr_mimebundle_(self, **_):
        """Show the code, and where there is a kernel the buttons."""
        from livepanels.panels.page import view_of

        self._widget = self._widget or self._buttons()
        page = f"{preformatted(self.code)}<small>{NEEDS}</small>"
        return {"text/plain": self.code, "text/html": page, **view_of(self._widget)}

    def _buttons(self):
        """Return the widgets."""
        import ipywidgets

        shown = ipywidgets.HTML(preformatted(self.code))
        message = ipywidgets.HTML()

        def show(_button):
            shown.value = preformatted(self.code)
            message.value = ""

        def save(_button):
            show(_button)
            message.value = written(self.save_code())

        def keep(_button):
            message.value = written([self.save_report()])

        buttons = []
        for text, action in (
            ("Show the code", show),
            ("Save the code", save),
            ("Save report", keep),
        ):
            button = ipywidgets.Button(description=text)
            button.on_click(action)
            buttons.append(button)
        return ipywidgets.VBox([ipywidgets.HBox(buttons), message, shown])


def preformatted(code):
    """Return code as HTML."""
    return f'<pre style="line-height: 1.4; white-space: pre-wrap">{html.escape(code)}</pre>'


def written(files):
    """Return which files were written."""
    return "Written beside the notebook: " + ", ".join(html.escape(file.name) for file in files)
