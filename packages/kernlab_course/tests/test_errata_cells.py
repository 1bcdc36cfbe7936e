"""Which cell of which chapter shows a row of the ledger: the student sees it computed.

The ledger, data/errata.toml, names the cells. Together with ROWS of test_errata.py: every row of
the five sources, and of the unifications, is a test, a computed cell, or both.
"""

import json
from pathlib import Path

from test_errata import ROWS

from kernlab_course import ledger

NOTEBOOKS = Path(__file__).resolve().parents[3] / "notebooks"
CELLS = {row.id: list(row.cells) for row in ledger.rows() if row.cells}


def test_every_cell_of_the_ledger_is_a_code_cell_of_a_chapter():
    found = {}
    for path in NOTEBOOKS.glob("*.ipynb"):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            found[cell["id"]] = cell["cell_type"]
    for row, cells in CELLS.items():
        assert [found.get(cell) for cell in cells] == ["code"] * len(cells), row


def test_every_row_is_a_test_or_a_cell():
    rows = {row.id for row in ledger.rows()}
    elsewhere = {"000-17", "001-24"}  # the one says: see U1 to U3; the other is bibliography
    elsewhere |= {"000-21", "001-27", "002-25", "004-07"}  # chapter 18 says all
    assert rows - {*ROWS, *CELLS} == elsewhere - {*ROWS, *CELLS}
    assert not elsewhere & set(CELLS)
