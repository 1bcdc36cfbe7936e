"""The class of `run.py bench marks`: who is in it, what is found out about a table, a small run."""

import csv
import importlib.util
from collections import Counter
from pathlib import Path

import pytest

from classroom.marks import wall

BENCHMARKS = Path(__file__).resolve().parents[3] / "benchmarks"
HEAD = "student,2.1,2.2,2.3,2.4,2.5,total,reasons"


@pytest.fixture
def marks(monkeypatch, tmp_path):
    """Load the benchmark with an empty table of its own."""
    monkeypatch.syspath_prepend(str(BENCHMARKS))
    spec = importlib.util.spec_from_file_location("bench_marks", BENCHMARKS / "marks.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    monkeypatch.setattr(module, "RESULTS", tmp_path / "marks.csv")
    return module


def test_a_class_of_500_has_its_shares_and_every_attack(marks):
    class_ = marks.drawn(500)
    counts = Counter(kind for kind, _ in class_.values())
    assert counts == {"right": 300, "blank": 100, "wrong": 75, "hostile": 25}
    assert {name for _, name in class_.values()} == {n for k in marks.KINDS.values() for n in k}
    assert class_ == marks.drawn(500) != dict(zip(class_, sorted(class_.values()), strict=True))


def test_who_has_other_points_than_his_kind_or_is_missing_is_named(marks, tmp_path):
    class_ = {"ada": ("right", "right"), "bob": ("blank", "blank"), "eve": ("wrong", "linear")}
    table = tmp_path / "table.csv"
    table.write_text(f"{HEAD}\nada,1,1,1,1,1,5,\nbob,0,0,0,0,1,1,\n")
    bob, eve = marks.remarks(table, class_)
    assert bob.startswith("bob, ('blank', 'blank'): wanted 0, found")
    assert eve.endswith("wanted 4, found None")


@pytest.mark.slow
@pytest.mark.skipif(not wall.bubblewrap(), reason="bubblewrap cannot build its wall here")
def test_six_students_are_graded_killed_and_gone_on_with(marks):
    assert marks.main(["--students", "6"]) == 0
    with marks.RESULTS.open(encoding="utf-8", newline="") as file:
        (row,) = csv.DictReader(file)
    assert list(row) == marks.HEAD
    assert row["students"] == "6"
    assert row["same table"] == "yes"
    assert float(row["right s"]) > 0
