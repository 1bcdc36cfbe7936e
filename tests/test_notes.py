"""A lecturer's note: folded for who reads, and who gets it at all."""

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook

from tools import handouts, notes
from tools.book import chapters, lite, pages, paper
from tools.export import __main__ as export, assignment

WORDS = "Let them vote on $t$ first."
NOTE = f"<details>\n<summary>For the lecturer</summary>\n\n{WORDS}\n\n</details>"
CELLS = [
    ("slide", "# 2 A title"),
    ("notes", NOTE),
    ("slide", "## A task"),
]


def cells(*, with_notes=True):
    """Return the cells of a small chapter."""
    told = [
        new_markdown_cell(source, id=f"c{i}", metadata={"slideshow": {"slide_type": kind}})
        for i, (kind, source) in enumerate(CELLS)
        if with_notes or kind != "notes"
    ]
    hidden = {"tags": ["solution"], "jupyter": {"source_hidden": True}}
    return [
        *told,
        new_code_cell("def my_f(x):\n    ...", id="stub", metadata={"tags": ["exercise"]}),
        new_code_cell('check("2.1", my_f)', id="check", metadata={"tags": ["check"]}),
        new_code_cell("def solution_2_1(x):\n    return x", id="solution", metadata=hidden),
    ]


@pytest.fixture
def book(tmp_path, monkeypatch):
    """Give a folder with one chapter that has a note."""
    folder = tmp_path / "notebooks"
    folder.mkdir()
    nbformat.write(new_notebook(cells=cells()), folder / "02_small.ipynb")
    (tmp_path / "data/results").mkdir(parents=True)
    monkeypatch.setattr(lite, "ROOT", tmp_path)
    return folder


def test_a_note_says_its_words_and_can_stand_open():
    assert notes.said(NOTE) == notes.said(notes.opened(NOTE)) == WORDS
    assert notes.said(WORDS) is None
    assert notes.opened(WORDS) == WORDS
    assert [notes.is_note(cell) for cell in cells()[:3]] == [False, True, False]


def test_students_get_no_notes_and_lecturers_have_them_open():
    chapter = new_notebook(cells=cells())
    assert not any("lecturer" in cell.source for cell in handouts.student(chapter).cells)
    assert notes.opened(NOTE) in [cell.source for cell in handouts.lecturer(chapter).cells]
    assert chapter.cells[1].source == NOTE, "the chapter itself is not touched"


@pytest.mark.parametrize("kind", ["nbgrader", "otter"])
def test_graders_get_no_notes(kind, book, tmp_path, monkeypatch):
    monkeypatch.setattr(export, "chapters", lambda: assignment.chapters(book))
    (path,) = export.write(kind, tmp_path / kind)
    text = path.read_text("utf-8")
    assert "A task" in text
    assert "For the lecturer" not in text


def test_the_page_in_the_browser_and_the_page_that_computes_have_no_notes(book, tmp_path):
    text = pages.Page(book / "02_small.ipynb", {}).source()
    lite.chapters(tmp_path / "files")
    inside = (tmp_path / "files/notebooks/02_small.ipynb").read_text("utf-8")
    for said in (text, inside):
        assert "A task" in said
        assert "For the lecturer" not in said


def test_a_note_asks_for_no_new_recording(book, tmp_path):
    path = book / "02_small.ipynb"
    before = chapters.fingerprint(path)
    nbformat.write(new_notebook(cells=cells(with_notes=False)), path)
    assert chapters.fingerprint(path) == before
    changed = cells()
    changed[-1].source += " + 1"
    nbformat.write(new_notebook(cells=changed), path)
    assert chapters.fingerprint(path) != before


def test_on_paper_a_note_stands_where_it_belongs(monkeypatch):
    monkeypatch.setattr(paper.maths, "typeset", lambda katex, tex, display: f"<i>{tex}</i>")
    for change in (new_notebook, lambda cells: handouts.lecturer(new_notebook(cells=cells))):
        body = paper.Page(change(cells=cells()), None).body()
        assert "<details" not in body
        assert "Explanations" not in body
        place = body.index('<aside class="note">')
        assert body.index("A title") < place < body.index("vote on <i>t</i>") < body.index("A task")
