"""Handouts: no solution for students, nothing folded for lecturers, and both run."""

import nbformat
import pytest

from tools.handouts import lecturer, student, write
from tools.notebooks import execute


def tags(notebook):
    return [tag for cell in notebook.cells for tag in cell.metadata.get("tags", [])]


@pytest.fixture
def chapter():
    hidden = {"tags": ["solution"], "jupyter": {"source_hidden": True}}
    cells = [
        nbformat.v4.new_code_cell("def f(x):\n    ...", metadata={"tags": ["exercise"]}),
        nbformat.v4.new_code_cell("def solution_1_1(x):\n    return x", metadata=hidden),
        nbformat.v4.new_code_cell("print(f(1))"),
    ]
    return nbformat.v4.new_notebook(cells=cells)


def test_students_get_no_solution(chapter):
    assert tags(student(chapter)) == ["exercise"]
    assert len(chapter.cells) == 3, "the chapter itself is not touched"


def test_lecturers_get_all_open(chapter):
    opened = lecturer(chapter)
    assert tags(opened) == ["exercise", "solution"]
    assert not any("source_hidden" in cell.metadata.get("jupyter", {}) for cell in opened.cells)
    assert chapter.cells[1].metadata["jupyter"]["source_hidden"]


def test_both_versions_of_the_book_are_written_and_one_runs(tmp_path):
    paths = write(tmp_path)
    assert {path.parent.name for path in paths} == {"student", "lecturer"}
    for path in paths:
        found = tags(nbformat.read(path, as_version=4))
        exercises = path.name[:2] not in ("18", "19")  # ledger and bench have none
        assert ("exercise" in found) == exercises
        assert ("solution" in found) == (exercises and path.parent.name == "lecturer")
    fresh, _, _ = execute(next(path for path in paths if path.parent.name == "student"))
    assert fresh.cells


def test_an_empty_book_is_told(tmp_path):
    with pytest.raises(FileNotFoundError, match="no chapters"):
        write(tmp_path, tmp_path)
