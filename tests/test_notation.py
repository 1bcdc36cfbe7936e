"""One notation: the tables of chapter 00 are those of data/notation.toml, a letter has one row."""

from tools import notebooks
from tools.notation import CELL, PAGE, notation, written


def test_the_page_shows_the_tables():
    (cell,) = (cell for cell in notebooks.read(PAGE).cells if cell.id == CELL)
    assert written(cell.source) == cell.source, "python -m tools.notation writes them"
    assert written(cell.source.replace("number of points", "another")) == cell.source


def test_a_letter_has_one_meaning_and_an_exception_is_one():
    letters = " ".join(row.get("letters", "") for row in notation()["meaning"]).split()
    assert sorted(letters) == sorted(set(letters))
    assert {row["letters"] for row in notation()["exception"]} <= set(letters)
