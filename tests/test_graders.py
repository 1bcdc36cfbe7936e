"""The real nbgrader and the real otter grade each chapter: all right, blank, oracles imported.

A gate of its own, run by `python3 run.py test --all`; `tools/graders.py` makes its environment.
KERNLAB_CHAPTERS names the chapters to run, all if it names none.
"""

import csv
import json
import os
import zipfile

import pytest
import submissions

from classroom import exercises
from tools import graders
from tools.export import __main__ as program, assignment

ALL = [name for name, _ in assignment.chapters()]
NAMES = os.environ.get("KERNLAB_CHAPTERS", "").split() or ALL
EVERY = pytest.mark.parametrize("name", [name for name in ALL if name in NAMES])


@pytest.fixture(scope="module", autouse=True)
def environment():
    assert graders.missing() == ""


def handed_in(name, release):
    """Return what three students make of a release, and the points that each has earned."""
    numbers = list(exercises.chapter_exercises(int(name[:2])))
    _, chapter = submissions.chapter(int(name[:2]))
    answers = submissions.solutions(chapter)
    return {
        "right": (submissions.handed_in(release, answers), len(numbers)),
        "blank": (release, 0),
        "oracle": (submissions.handed_in(release, submissions.imported_oracles(numbers)), 0),
    }


def assert_plain(notebook):
    """The students' version holds neither a solution nor a hidden test."""
    text = "\n".join(submissions.source(cell) for cell in notebook["cells"])
    for sign in ("SOLUTION", "HIDDEN", "earned(", "solution_"):
        assert sign not in text


@EVERY
def test_nbgrader(name, tmp_path):
    program.write("nbgrader", tmp_path, [name])
    graders.run(tmp_path, "nbgrader", "generate_assignment", name)
    release = json.loads((tmp_path / f"release/{name}/{name}.ipynb").read_text("utf-8"))
    assert_plain(release)
    students = handed_in(name, release)
    for student, (notebook, _) in students.items():
        path = tmp_path / "submitted" / student / name / f"{name}.ipynb"
        path.parent.mkdir(parents=True)
        path.write_text(json.dumps(notebook), "utf-8")
    graders.run(tmp_path, "nbgrader", "autograde", name)
    graders.run(tmp_path, "nbgrader", "export")
    graders.run(tmp_path, "nbgrader", "generate_feedback", name)
    with (tmp_path / "grades.csv").open(encoding="utf-8") as file:
        rows = {row["student_id"]: row for row in csv.DictReader(file)}
    found = {student: float(rows[student]["score"]) for student in students}
    assert found == {student: points for student, (_, points) in students.items()}
    assert {float(row["max_score"]) for row in rows.values()} == {students["right"][1]}
    for student in students:
        assert (tmp_path / f"feedback/{student}/{name}/{name}.html").stat().st_size > 1e5


@EVERY
def test_otter(name, tmp_path):
    (source,) = program.write("otter", tmp_path / "source", [name])
    graders.run(tmp_path, "otter", "assign", str(source), "dist")
    release = tmp_path / "dist/student" / f"{name}.ipynb"
    notebook = json.loads(release.read_text("utf-8"))
    assert_plain(notebook)
    (tests,) = (tmp_path / "dist/autograder").glob("*.zip")
    assert zipfile.is_zipfile(tests)
    found, wanted = {}, {}
    for student, (answered, points) in handed_in(name, notebook).items():
        folder = tmp_path / student
        folder.mkdir()
        (folder / f"{name}.ipynb").write_text(json.dumps(answered), "utf-8")
        graders.run(folder, "otter", "run", "-a", str(tests), f"{name}.ipynb")
        results = json.loads((folder / "results.json").read_text("utf-8"))
        found[student] = sum(test.get("score") or 0 for test in results["tests"])
        wanted[student] = points
    assert found == wanted
