"""A form: drop a file or take a data set of the book, then choose columns and label."""

import html

from kernlab_helpers.datasets.loading import list_datasets

from .dropping import drop_zone
from .reading import LARGEST, load_table, read_table, refuse_large

__all__ = ["Form", "form"]

NONE = "(no label)"
EMPTY = "The form is empty: drop another file, or choose a data set."
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

    def refuse(self, error):
        """Leave the form empty, so that nobody works on with the table before.

        Parameters
        ----------
        error : str
            Why there is no table.
        """
        self.table = self.columns = self.label = None
        self.error = error

    def choose(self):
        """Give the points that are chosen.

        Returns
        -------
        Chosen
            For a `Desk`.

        Raises
        ------
        ValueError
            Where the last file could not be read.
        """
        if self.table is None:
            raise ValueError(self.words)
        return self.table.choose(self.columns, label=self.label)

    @property
    def words(self):
        """What is on the form, in words."""
        if self.error:
            return f"{self.error}\n{EMPTY}"
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
        self.file = drop_zone(self.dropped, self.too_large, LARGEST)
        shown = form.table.name if form.table and form.table.name in names else ""
        self.set = w.Dropdown(
            options=["", *names], value=shown, description="or a data set", **wide
        )
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
        table = form.table
        self.columns.options = table.numbers if table else ()
        self.columns.value = tuple(form.columns or table.usual) if table else ()
        self.label.options = [NONE, *table.texts, *table.numbers] if table else [NONE]
        self.label.value = form.label or NONE
        self.message.value = lines(form.words)
        self.busy = False

    def dropped(self, name, content):
        """Read a file that was dropped."""
        self.set.value = ""
        self._try(lambda: read_table(content, name=name))

    def too_large(self, name, size):
        """Say how large a file may be."""
        self.set.value = ""
        self._try(lambda: refuse_large(name, size))

    def picked(self, change):
        """Take a data set of the book."""
        if change["new"]:
            self._try(lambda: load_table(change["new"]))

    def _try(self, read):
        """Take a table, or say why it cannot be read."""
        self.form.touched = True
        try:
            self.form.take(read())
        except Exception as error:  # whatever it is: the old table must not pass for the new one
            self.form.refuse(str(error) or type(error).__name__)
        self.fill()
        self.message.value += f"<b>{html.escape(NEXT)}</b>" if not self.form.error else ""

    def chosen(self, _change):
        """Take other columns or another label."""
        if self.busy or self.form.table is None:
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
