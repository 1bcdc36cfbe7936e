"""The letters of the book, from data/notation.toml; `python -m tools.notation` writes their tables.

They stand in chapter 00, where a reader looks a letter up.
"""

import re
import sys
import tomllib
from pathlib import Path

from tools import notebooks

__all__ = ["CELL", "PAGE", "notation", "written"]

ROOT = Path(__file__).resolve().parents[1]
PAGE, CELL = ROOT / "notebooks" / "00_start_here.ipynb", "00-notation-2"
TABLE = re.compile(r"^\| symbol .*\n\|---.*\n(?:\|.*\n)*", re.MULTILINE)
HEADS = {"meaning": "meaning", "exception": "meaning there, and why"}


def notation():
    """Return the rows of both tables: {"meaning": [...], "exception": [...]}."""
    return tomllib.loads((ROOT / "data" / "notation.toml").read_text("utf-8"))


def written(text):
    """Return the text of the cell with its two tables as they are to be."""
    tables = (table(rows, HEADS[kind]) for kind, rows in notation().items())
    return TABLE.sub(lambda _: next(tables), text)


def table(rows, head):
    """Return rows as a table of Markdown."""
    lines = [f"| symbol | {head} | chapter |", "|---|---|---|"]
    for row in rows:
        chapters = ", ".join(map(str, row["chapters"]))
        lines.append(f"| {row['symbol']} | {row['says']} | {chapters} |")
    return "\n".join(lines) + "\n"


def main():
    """Write the tables into the page."""
    page = notebooks.read(PAGE)
    (cell,) = (cell for cell in page.cells if cell.id == CELL)
    cell.source = written(cell.source)
    PAGE.write_bytes(notebooks.dumps(page).encode())


if __name__ == "__main__":
    sys.exit(main())
