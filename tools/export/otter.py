"""A chapter as the source of an assignment for `otter assign`."""

from nbformat import from_dict
from nbformat.v4 import new_code_cell, new_raw_cell

from .assignment import POINTS, answered, exercises, hidden_test, plain

__all__ = ["CONFIGURATION", "convert", "place"]

CONFIGURATION = {}
BEGIN, END = "# BEGIN SOLUTION", "# END SOLUTION"
HEAD = """# ASSIGNMENT CONFIG
name: {name}
generate: true
export_cell: false
check_all_cell: false
init_cell: true
requirements: []
solutions_pdf: false
tests:
  files: false
"""


def place(name):
    """Return where a chapter stands in the folder of the course."""
    return f"{name}/{name}.ipynb"


def convert(notebook, name):
    """Return the source of the assignment: each exercise is a question with a hidden test."""
    all_ = exercises(notebook)
    stubs = {exercise.stub: exercise for exercise in all_}
    solutions = {exercise.solution for exercise in all_}
    cells = [new_raw_cell(HEAD.format(name=name), id=f"{name[:2]}-otter")]
    for number, cell in enumerate(from_dict(notebook).cells):
        if number in stubs:
            cells += question(notebook, stubs[number])
        elif number not in solutions:
            cells.append(cell)
    return plain(from_dict({**notebook, "cells": cells}))


def question(notebook, exercise):
    """Return the cells of one question: its stub with the solution, its hidden test."""
    label = exercise.number.replace(".", "-")
    name = f"q{label.replace('-', '_')}"
    answer = from_dict(notebook.cells[exercise.stub])
    answer.source = answered(notebook, exercise, BEGIN, END)
    test = new_code_cell(f"# HIDDEN\n{hidden_test(exercise.number)}", id=f"q{label}-test")
    return [
        mark("BEGIN QUESTION", label, f"\nname: {name}\npoints: {POINTS}\n"),
        mark("BEGIN SOLUTION", label),
        answer,
        mark("END SOLUTION", label),
        mark("BEGIN TESTS", label),
        test,
        mark("END TESTS", label),
        mark("END QUESTION", label),
    ]


def mark(words, label, more=""):
    """Return a raw cell that tells otter what begins or ends."""
    return new_raw_cell(f"# {words}{more}", id=f"q{label}-{words.lower().replace(' ', '-')}")
