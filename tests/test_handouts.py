"""Handouts: no solution for students, nothing folded for lecturers, and both run."""

import json
import re
import subprocess
from pathlib import Path

import nbformat
import pytest

from tools.book import npm
from tools.handouts import BOOK, INSTALL, lecturer, student, write
from tools.notebooks import execute
from tools.plans import plan
from tools.steps import slide_type, steps

ROOT = Path(__file__).resolve().parents[1]
READER = ROOT / "packages/classroom/tests/front/steps.mjs"


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
    assert not any("solution" in cell.source for cell in student(chapter).cells)
    assert len(chapter.cells) == 3, "the chapter itself is not touched"


def test_lecturers_get_all_open(chapter):
    opened = lecturer(chapter)
    assert tags(opened) == ["exercise", "solution"]
    assert not any("source_hidden" in cell.metadata.get("jupyter", {}) for cell in opened.cells)
    assert chapter.cells[1].metadata["jupyter"]["source_hidden"]


CHAPTERS = sorted(BOOK.glob("[0-9][0-9]_*.ipynb"))


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_students_read_nothing_of_solutions_that_they_do_not_have(path):
    handout = student(nbformat.read(path, as_version=4))
    words = [cell.source for cell in handout.cells if cell.cell_type == "markdown"]
    assert not any("For the lecturer" in text for text in words)
    assert not [text for text in words if re.search(r"(?i)\bsolutions?\b|closed cell", text)]
    assert words.count(INSTALL) == 1
    first = next(cell for cell in handout.cells if cell.cell_type == "code")
    before = handout.cells[handout.cells.index(first) - 1]
    assert before.source == INSTALL, "the line stands above the first cell that needs it"


def test_what_speaks_of_solutions_is_for_those_who_have_them(chapter):
    words = nbformat.v4.new_markdown_cell("Open it last.", metadata={"tags": ["solutions-only"]})
    chapter.cells.insert(1, words)
    assert words.source not in [cell.source for cell in student(chapter).cells]
    assert words.source in [cell.source for cell in lecturer(chapter).cells]


@pytest.fixture(scope="module")
def written(tmp_path_factory):
    folder = tmp_path_factory.mktemp("handouts")
    return folder, write(folder)


@pytest.mark.slow
def test_both_versions_of_the_book_are_written_and_one_runs(written):
    _, paths = written
    assert {path.parent.name for path in paths} == {"student", "lecturer"}
    for path in paths:
        if path.suffix == ".md":
            continue
        found = tags(nbformat.read(path, as_version=4))
        exercises = path.name[:2] not in ("18", "19")  # ledger and bench have none
        assert ("exercise" in found) == exercises
        assert ("solution" in found) == (exercises and path.parent.name == "lecturer")
    fresh, _, _ = execute(next(path for path in paths if path.parent.name == "student"))
    assert fresh.cells


def test_the_folder_of_the_students_holds_what_they_install(written):
    folder, _ = written
    remark, line = (folder / "student" / "requirements.txt").read_text().splitlines()
    assert remark.startswith("# In this folder: python3 -m pip install -r requirements.txt")
    match = re.fullmatch(r"\./(kernlab_helpers-.*-py3-none-any\.whl)\[lab\]", line)
    assert (folder / "student" / match[1]).is_file()


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_plan_has_every_step_the_minutes_of_the_title_and_a_letter_for_every_vote(path):
    notebook = nbformat.read(path, as_version=4)
    table = [line.split(" | ") for line in plan(notebook).splitlines() if line[:2] == "| "]
    rows = [cells for cells in table if cells[0].strip("| ").isdigit()]
    assert len(rows) == len(steps(notebook.cells))
    said = re.search(r"\*\*Time\*\*: (\d+) minutes", notebook.cells[0].source)
    if said and path.name[:2] not in ("00", "18", "19"):
        assert sum(int(cells[2] or 0) for cells in rows) == int(said[1])
    for cells in rows:
        assert not cells[5] or cells[6].strip("| ") in "ABCDEF", cells


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_page_and_the_tools_read_the_same_steps(path):
    notebook = nbformat.read(path, as_version=4)
    asked = [{"kind": slide_type(cell), "source": cell.source} for cell in notebook.cells]
    place = {cell.id: i for i, cell in enumerate(notebook.cells)}
    ours = [
        [step.title, [[place[cell.id] for cell in part] for part in step.parts]]
        for step in steps(notebook.cells)
    ]
    theirs = subprocess.run(
        [npm.node(), READER], input=json.dumps(asked), check=True, capture_output=True, text=True
    )
    assert json.loads(theirs.stdout) == ours


def test_an_empty_book_is_told(tmp_path):
    with pytest.raises(FileNotFoundError, match="no chapters"):
        write(tmp_path, tmp_path)
