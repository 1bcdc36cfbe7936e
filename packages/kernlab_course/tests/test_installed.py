"""The book's wheel far from a clone: it grades, and its files are those of the small wheels."""

import csv
import json
import os
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest
from submissions import ROOT, chapter, handed_in, solutions

SMALL = ("livepanels", "classroom")


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    """Build the wheel of the book and the small ones; return them by name."""
    found = {}
    for name in ("book", *SMALL):
        folder = tmp_path_factory.mktemp(name)
        words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
        source = ROOT if name == "book" else ROOT / "packages" / name
        subprocess.run(words, cwd=source, check=True, capture_output=True)
        (wheel,) = folder.glob("*.whl")
        found[name] = zipfile.ZipFile(wheel)
    return found


def files(wheel):
    """Return what a wheel installs: place -> bytes, without what tells of the wheel itself."""
    return {
        name.partition(".data/data/")[2] or name: wheel.read(name)
        for name in wheel.namelist()
        if ".dist-info/" not in name
    }


@pytest.mark.parametrize("name", SMALL)
def test_the_book_and_a_small_wheel_hold_the_same_files(built, name):
    """So that both, installed one over the other, leave the same files."""
    small, book = files(built[name]), files(built["book"])
    assert small
    assert {place: book.get(place) for place in small} == small


@pytest.mark.slow
def test_an_installed_wheel_grades(built, tmp_path):
    site, folder = tmp_path / "site", tmp_path / "class"
    built["book"].extractall(site)
    name, notebook = chapter(2)
    right = solutions(notebook)
    for student, answers in {"ann": right, "bob": {"2.2": right["2.2"]}, "cay": {}}.items():
        (folder / student).mkdir(parents=True)
        text = json.dumps(handed_in(notebook, answers))
        (folder / student / name).write_text(text, "utf-8")
    words = [sys.executable, "-m", "classroom.marks", str(folder), "-o", "marks.csv", "--jobs", "2"]
    variables = os.environ | {"PYTHONPATH": str(site)}
    run = subprocess.run(words, cwd=tmp_path, env=variables, capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    with (tmp_path / "marks.csv").open(encoding="utf-8", newline="") as file:
        totals = {row["student"]: row["total"] for row in csv.DictReader(file)}
    assert totals == {"ann": "5", "bob": "1", "cay": "0"}
    where = [sys.executable, "-c", "import classroom; print(classroom.__file__)"]
    run = subprocess.run(where, cwd=tmp_path, env=variables, capture_output=True, text=True)
    assert Path(run.stdout.strip()).is_relative_to(site)
