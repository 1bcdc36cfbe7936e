"""What every grader needs of a chapter: its exercises, each with stub, check and solution."""

import ast
import re
import textwrap
from dataclasses import dataclass
from pathlib import Path

import nbformat

from tools import handouts
from tools.steps import without_notes

__all__ = [
    "BOOK",
    "POINTS",
    "Exercise",
    "answered",
    "chapters",
    "exercises",
    "hidden_test",
    "plain",
]

BOOK = Path(__file__).resolve().parents[2] / "notebooks"
POINTS = 1  # for each exercise
CHECK = re.compile(r"^check\(\"([\d.]+)\", (\w+)\)", re.MULTILINE)


@dataclass(frozen=True)
class Exercise:
    """One exercise of a chapter: its number, the name of its answer, the places of its cells."""

    number: str
    name: str
    stub: int
    check: int
    solution: int


def tags(cell):
    """Return the tags of a cell."""
    return cell.metadata.get("tags", [])


def exercises(notebook):
    """Return the exercises of a chapter; the stub is the last code cell of that tag above."""
    found, stub, asked = [], None, None
    for place, cell in enumerate(notebook.cells):
        if cell.cell_type == "code" and "exercise" in tags(cell):
            stub = place
        if "check" in tags(cell):
            asked = place, *CHECK.search(cell.source).groups()
        if "solution" in tags(cell):
            check, number, name = asked
            found.append(Exercise(number, name, stub, check, place))
    return found


def answered(notebook, exercise, begin, end):
    """Return the stub with its solution between two marks."""
    stub, solution = (notebook.cells[place].source for place in (exercise.stub, exercise.solution))
    solution = re.sub(r"\bsolution_\d+_\d+\b", exercise.name, solution)
    if not isinstance(ast.parse(stub).body[-1], ast.FunctionDef):
        return f"{stub}\n{begin}\n{solution}\n{end}"
    head, separator, rest = stub.rpartition("...")
    if rest.strip() or not separator:
        raise ValueError(f"the stub of exercise {exercise.number} does not end with three dots")
    inside = textwrap.indent("\n".join([begin, *body(stub, solution, exercise), end]), "    ")
    return f"{head.rstrip()}\n{inside}"


def body(stub, solution, exercise):
    """Return the lines of the solution's function, with what it imports above it."""
    *above, function = [one for one in ast.parse(solution).body if not isinstance(one, ast.Assert)]
    wanted, given = (
        [one.arg for one in tree.args.args] for tree in (ast.parse(stub).body[-1], function)
    )
    if wanted != given:
        raise ValueError(f"stub and solution of exercise {exercise.number} have other parameters")
    lines = solution.split("\n")
    first, last = function.body[0].lineno - 1, function.end_lineno
    inner = textwrap.dedent("\n".join(lines[first:last])).split("\n")
    return [*(ast.unparse(one) for one in above), *inner]


def hidden_test(number):
    """Return the statements of a hidden test: nothing happens, or an error with the reason."""
    return f'from classroom.marks import earned\n\nearned("{number}")'


def chapters(book=BOOK):
    """Yield the name and the notebook of each chapter with exercises, as students get it.

    With its solutions, of which the grader makes something, and without the lecturer's notes.
    """
    for path in sorted(Path(book).glob("[0-9][0-9]_*.ipynb")):
        notebook = nbformat.read(path, as_version=4)
        if exercises(notebook):
            notebook.cells = without_notes(notebook.cells)
            yield path.stem, handouts.without(notebook, handouts.OF_SOLUTIONS)


def plain(notebook):
    """Forget all outputs of a notebook: the grader makes its own."""
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs, cell.execution_count = [], None
    return notebook
