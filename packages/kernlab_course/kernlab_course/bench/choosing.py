"""A form: drop a file or take a data set of the book, then choose columns and label."""

import html

from kernlab_helpers.datasets.loading import list_datasets

from .dropping import drop_zone
from .reading import load_table, read_table

__all__ = ["Form", "form"]

NONE = "(no label)"
NEXT = "Now run the cells below: Run > Run Selected Cell and All Below."

_forms = {}  # by what was on them at the start


def form(table="iris"):
    """Give a form; when its cell runs again, the same one with what was dropped or chosen on it.

    Parameters
    ----------
    table : str or Path
        The name of a data set of the book, or a file.

    Returns
    -------
    Form
        To be shown as the last line of a cell.
    """
    known = _forms.get(str(table))
    if known is None or not known.touched:
        _forms[str(table)] = known = Form(table)
    return known


class Form:
    """Drop a CSV file or pick a data set, choose columns and label; `choose()` gives the points.

    The file goes to the kernel of this notebook and nowhere else.

    Parameters
    ----------
    table : Table, str, Path or bytes
        What is on the form at the start: a table, the name of a data set, or a file.
    """

    def __init__(self, table="iris"):
        self._widgets = None
        self.error = ""
        self.touched = False  # by a hand
        if isinstance(table, str) and table in list_datasets():
            table = load_table(table)
        self.take(table if hasattr(table, "columns") else read_table(table))

    def take(self, table):
        """Put another table on the form.

        Parameters
        ----------
        table : Table
            The table.
        """
        self.table = table
        self.columns = None
        self.label = table.label
        self.error = ""

    def choose(self):
        """Give the points that are chosen.

        Returns
        -------
        Chosen
            For a `Desk`.
        """
        return self.table.choose(self.columns, label=self.label)

    @property
    def words(self):
        """What is on the form, in words."""
        if self.error:
            return f"{self.error}\nStill here: {self.table.name}."
        try:
            return f"{self.table!r}\nchosen: {self.choose()!r}"
        except ValueError as error:
            return f"{self.table!r}\n{error}"

    def _repr_mimebundle_(self, **_):
        """Show what was understood, and where there is a kernel the form."""
        from livepanels.panels.page import view_of

        self._widgets = self._widgets or FormWidgets(self)
        page = f"{lines(self.words)}<small>To drop a file here needs a kernel.</small>"
        return {"text/plain": self.words, "text/html": page, **view_of(self._widgets.box)}


class FormWidgets:
    """The widgets of a form, and what they do to it."""

    def __init__(self, form):
        import ipywidgets as w

        self.form = form
        self.busy = False
        wide = {"layout": w.Layout(width="24rem"), "style": {"description_width": "7rem"}}
        names = list_datasets(shipped=True)
        self.file = drop_zone(self.dropped)
        self.set = w.Dropdown(options=["", *names], description="or a data set", **wide)
        self.columns = w.SelectMultiple(description="columns", rows=6, **wide)
        self.label = w.Dropdown(description="label", **wide)
        self.message = w.HTML()
        self.box = w.VBox([self.file, self.set, w.HBox([self.columns, self.label]), self.message])
        self.fill()
        self.set.observe(self.picked, "value")
        self.columns.observe(self.chosen, "value")
        self.label.observe(self.chosen, "value")

    def fill(self):
        """Show the table of the form."""
        form = self.form
        self.busy = True
        self.columns.value = ()  # before there are fewer options than what is chosen
        self.columns.options = form.table.numbers
        self.columns.value = tuple(form.columns or form.table.usual)
        classes = [*form.table.texts, *form.table.numbers]
        self.label.options = [NONE, *classes]
        self.label.value = form.label or NONE
        self.message.value = lines(form.words)
        self.busy = False

    def dropped(self, name, content):
        """Read a file that was dropped."""
        self._try(lambda: read_table(content, name=name))

    def picked(self, change):
        """Take a data set of the book."""
        if change["new"]:
            self._try(lambda: load_table(change["new"]))

    def _try(self, read):
        """Take a table, or say why it cannot be read."""
        self.form.touched = True
        try:
            self.form.take(read())
        except (ValueError, OSError) as error:
            self.form.error = str(error)
        self.fill()
        self.message.value += f"<b>{html.escape(NEXT)}</b>" if not self.form.error else ""

    def chosen(self, _change):
        """Take other columns or another label."""
        if self.busy:
            return
        self.form.touched = True
        usual, named = self.form.table.usual, list(self.columns.value)
        self.form.label = None if self.label.value == NONE else self.label.value
        named = [name for name in named if name != self.form.label]
        self.form.columns = None if named == usual else named
        self.message.value = f"{lines(self.form.words)}<b>{html.escape(NEXT)}</b>"


def lines(text):
    """Return lines of text as HTML."""
    return "".join(f"<div>{html.escape(line)}</div>" for line in text.split("\n"))
