"""Assignments for nbgrader and otter: each thing stands where the grader looks for it."""

import ast
import re

import nbformat
import pytest

from classroom import exercises as book
from tools.export import __main__ as program, assignment, nbgrader, otter

CHAPTERS = dict(assignment.chapters())
KINDS = pytest.mark.parametrize("kind", [nbgrader, otter], ids=["nbgrader", "otter"])
EVERY = pytest.mark.parametrize("name", CHAPTERS)


def release(source, begin, end):
    """Return a source as students get it: nothing between the marks of a solution."""
    return re.sub(rf"{begin}.*?{end}", "pass", source, flags=re.DOTALL)


def code(notebook):
    return [cell for cell in notebook.cells if cell.cell_type == "code"]


def numbers(name):
    return list(book.chapter_exercises(int(name[:2])))


def test_every_chapter_with_exercises_is_an_assignment():
    assert [number for name in CHAPTERS for number in numbers(name)] == book.numbers()


@KINDS
@EVERY
def test_each_stub_holds_its_solution_between_the_marks(kind, name):
    notebook = kind.convert(CHAPTERS[name], name)
    answers = [cell.source for cell in code(notebook) if kind.BEGIN in cell.source]
    assert len(answers) == len(numbers(name))
    for number, source in zip(numbers(name), answers, strict=True):
        exercise = book.find(number)
        given = release(source, kind.BEGIN, kind.END)
        ast.parse(given)
        assert exercise.name in given, "the student sees what the answer is called"
        assert source.count(kind.BEGIN) == source.count(kind.END) == 1


@KINDS
@EVERY
def test_a_release_holds_no_solution_and_no_hidden_test(kind, name):
    notebook = kind.convert(CHAPTERS[name], name)
    solved = {number: solution(CHAPTERS[name], number) for number in numbers(name)}
    for cell in notebook.cells:
        given = release(cell.source, kind.BEGIN, kind.END)
        given = re.sub(r"### BEGIN HIDDEN TESTS.*### END HIDDEN TESTS", "", given, flags=re.DOTALL)
        given = "" if given.startswith("# HIDDEN") else given
        assert "earned(" not in given
        assert "solution_" not in given
        if kind.BEGIN in cell.source:
            assert not any(line in given for lines in solved.values() for line in lines)
        assert "solution" not in cell.metadata.get("tags", [])
        assert not cell.get("outputs")


def solution(notebook, number):
    """Return the lines of a solution that say more than its stub."""
    exercise = next(one for one in assignment.exercises(notebook) if one.number == number)
    lines = notebook.cells[exercise.solution].source.split("\n")
    return [line.strip() for line in lines if len(line.strip()) > 25 and "def " not in line]


@EVERY
def test_what_nbgrader_wants_to_know_of_the_cells(name):
    notebook = nbgrader.convert(CHAPTERS[name], name)
    known = [cell.metadata.nbgrader for cell in notebook.cells if "nbgrader" in cell.metadata]
    labels = [about.grade_id for about in known]
    assert len(set(labels)) == len(labels) == 2 * len(numbers(name))
    tests = [cell for cell in code(notebook) if cell.metadata.get("nbgrader", {}).get("grade")]
    for number, cell in zip(numbers(name), tests, strict=True):
        assert cell.metadata.nbgrader.points == 1
        assert cell.metadata.nbgrader.locked
        assert not cell.metadata.nbgrader.solution
        assert f'earned("{number}")' in cell.source
    nbformat.validate(notebook)


@EVERY
def test_what_otter_wants_around_the_cells(name):
    notebook = otter.convert(CHAPTERS[name], name)
    raw = [cell.source for cell in notebook.cells if cell.cell_type == "raw"]
    assert raw[0].startswith("# ASSIGNMENT CONFIG")
    asked = [re.search(r"name: q(\d+_\d+)\npoints: 1", text) for text in raw[1:]]
    assert [match[1].replace("_", ".") for match in asked if match] == numbers(name)
    kinds = ("QUESTION", "SOLUTION", "TESTS")
    order = [f"# {edge} {kind}" for kind in kinds for edge in ("BEGIN", "END")]
    one = [order[0], order[2], order[3], order[4], order[5], order[1]]
    assert [text.split("\n")[0] for text in raw[1:]] == one * len(numbers(name))
    nbformat.validate(notebook)


@EVERY
def test_a_merged_stub_passes_the_judge(name):
    for exercise in assignment.exercises(CHAPTERS[name]):
        text = assignment.answered(CHAPTERS[name], exercise, "# BEGIN", "# END")
        space = {}
        exec("import math\nimport numpy as np\nimport kernlab_helpers as kh\n" + text, space)
        assert book.verdict(exercise.number, space[exercise.name]).passed


def test_a_stub_and_a_solution_that_do_not_fit_are_refused():
    cells = [
        nbformat.v4.new_code_cell("def my_f(x):\n    ...", metadata={"tags": ["exercise"]}),
        nbformat.v4.new_code_cell('check("9.9", my_f)', metadata={"tags": ["check"]}),
        nbformat.v4.new_code_cell("def solution_9_9(y): return y", metadata={"tags": ["solution"]}),
    ]
    notebook = nbformat.v4.new_notebook(cells=cells)
    (exercise,) = assignment.exercises(notebook)
    with pytest.raises(ValueError, match=r"9\.9 have other parameters"):
        assignment.answered(notebook, exercise, "#", "#")


def test_the_command_writes_all_or_those_named(tmp_path, capsys):
    assert program.main(["nbgrader", str(tmp_path / "n"), "02_kernel_matrix"]) == 0
    assert (tmp_path / "n/source/02_kernel_matrix/02_kernel_matrix.ipynb").is_file()
    assert "code_stub" in (tmp_path / "n/nbgrader_config.py").read_text()
    assert program.main(["otter", str(tmp_path / "o")]) == 0
    assert len(list((tmp_path / "o").glob("*/*.ipynb"))) == len(CHAPTERS)
    assert program.main(["canvas", str(tmp_path)]) == 1
    assert "nbgrader or otter" in capsys.readouterr().err
