"""The ledger as a table on the page, and as text where there is no page."""

from html import escape
from pathlib import Path

from .case import line
from .rows import HERE, Row, rows

__all__ = ["Table", "table"]

HEAD = ("row", "place", "printed", "right", "computed now", "as printed", "in fact", "see")
LEFT = 'style="text-align:left"'  # JupyterLab would set it to the right
WHOLE = 'style="white-space:nowrap"'
FOLDERS = (Path(), HERE.parents[4] / "notebooks")


class Table:
    """Rows of the ledger; every case is computed once, when the table is made."""

    def __init__(self, chosen: list[Row]):
        self.rows = chosen
        self.found = {row.id: [(c.question, *c.texts()) for c in row.cases] for row in chosen}

    def __repr__(self):
        """Return the rows as lines of text."""
        return "\n".join(text for row in self.rows for text in self._lines(row)) or "no such row"

    def _lines(self, row):
        found = self.found[row.id]
        yield f"{row.id} ({', '.join(row.kind)})" + ("" if found else f": {row.not_computed}")
        for texts in found:
            yield f"    {line(*texts)}"

    def _repr_html_(self):
        head = "".join(f"<th {LEFT}>{name}</th>" for name in HEAD)
        body = "\n".join(html for row in self.rows for html in self._html_lines(row))
        return f"<table>\n<thead><tr>{head}</tr></thead>\n<tbody>\n{body}\n</tbody>\n</table>"

    def _html_lines(self, row):
        """Yield one line of the table for each case; what is the same for all spans them."""
        found = self.found[row.id] or [(f"not computed: {row.not_computed}", "", "")]
        for number, texts in enumerate(found):
            span = f' rowspan="{len(found)}"' if len(found) > 1 else ""
            fixed = (
                f"<b {WHOLE}>{row.id}</b><br>{'/'.join(row.kind)}",
                *map(escape, words(row)),
            )
            first = (
                "".join(f"<td {LEFT}{span}>{cell}</td>" for cell in fixed) if number == 0 else ""
            )
            last = f"<td {LEFT}{span}>{links(row)}</td>" if number == 0 else ""
            middle = "".join(f"<td {LEFT}>{escape(cell)}</td>" for cell in texts)
            yield f"<tr>{first}{middle}{last}</tr>"


def words(row):
    """Return place, printed and right of a row."""
    return row.place, row.printed, row.right


def links(row):
    """Return links to the cells of the book that show a row, and the rows it was computed with."""
    shown = [*map(link, row.cells), *row.see]
    return ", ".join(shown) or "&ndash;"


def link(cell):
    """Return a link to a cell, by its id, as JupyterLab understands it; bare text if it is away."""
    chapter = cell[:2]
    files = sorted(path.name for folder in FOLDERS for path in folder.glob(f"{chapter}_*.ipynb"))
    if not files:
        return escape(cell)
    return f'<a href="{files[0]}#cell-id={cell}">{escape(cell)}</a>'


def table(source: str = "all", kind: str = "all") -> Table:
    """Return the rows of one source and one kind, computed anew, as a table.

    >>> table("004", "T")
    004-05 (C, T)
        Inner product of the mapped points x₁ and x₂, and the entry: as printed 50.01, in fact 50.01
        K(x₁, x₂) of an identity kernel, and of the identity map: as printed 0, in fact 50.01
    004-07 (T)
        Is K₁ = 1 + xy linear, with K₁(2, 1) = 2 K₁(1, 1)? as printed yes, in fact no: K₁(2, 1) is 3
    """
    return Table(rows(source, kind))
