"""A chapter as the source of an assignment for nbgrader, and the settings that the course needs."""

from nbformat import from_dict
from nbformat.v4 import new_code_cell

from .assignment import POINTS, answered, exercises, hidden_test, plain

__all__ = ["CONFIGURATION", "convert", "place"]

CONFIGURATION = {
    "nbgrader_config.py": '''"""Settings of nbgrader for the chapters of Kernlab."""

c = get_config()  # noqa: F821 (nbgrader hands it in)
c.ClearSolutions.code_stub = {"python": "# Write your answer here."}
c.ExecutePreprocessor.timeout = 300  # seconds for a cell; a hidden test runs the cells once more
c.ClearSolutions.enforce_metadata = False
'''
}
BEGIN, END = "### BEGIN SOLUTION", "### END SOLUTION"


def place(name):
    """Return where a chapter stands in the folder of the course."""
    return f"source/{name}/{name}.ipynb"


def convert(notebook, name):
    """Return the source of the assignment: a solution in each stub, a hidden test below it."""
    source = from_dict(notebook)
    for exercise in exercises(notebook):
        stub = source.cells[exercise.stub]
        stub.source = answered(notebook, exercise, BEGIN, END)
        label = exercise.number.replace(".", "-")
        stub.metadata.nbgrader = about(f"answer-{label}", solution=True)
        source.cells[exercise.solution] = test(exercise, label, name)
    return plain(source)


def test(exercise, label, name):
    """Return the locked cell that is worth the points of an exercise."""
    text = (
        f'"""Marks for exercise {exercise.number}."""\n\n### BEGIN HIDDEN TESTS\n'
        f"{hidden_test(exercise.number)}\n### END HIDDEN TESTS"
    )
    cell = new_code_cell(text, id=f"{name[:2]}-marks-{label}")
    cell.metadata.nbgrader = about(f"test-{label}", grade=True, locked=True, points=POINTS)
    return cell


def about(label, grade=False, solution=False, locked=False, **more):
    """Return what nbgrader wants to know of a cell."""
    kinds = {"grade": grade, "solution": solution, "locked": locked, "task": False}
    return {"schema_version": 3, "grade_id": label, **kinds, **more}
