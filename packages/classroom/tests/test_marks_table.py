"""The table of a class: whatever one student hands in, the others have their marks in it."""

import csv
import json
import os
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from classroom import courses
from classroom.exercises.exercise import Verdict
from classroom.marks import __main__ as program, table
from classroom.marks.marking import Marker

MEAN = "def my_mean(numbers):\n    return sum(numbers) / len(numbers)"
RIGHT = (MEAN, "my_days = 7")
DIES = (MEAN, "my_days = 7", "dies")
CLASS = """import sys
sys.path.insert(0, sys.argv[1])
import test_marks_table as here
here.program.Marker = here.OfToy
here.install()
sys.exit(here.program.main(sys.argv[2:]))"""


def install():
    """Install the course of these tests in a process of its own."""
    found = {"toy": courses.Course("toy_course.answers", packages=("toy_course",))}
    courses.courses = lambda: found


class OfToy(Marker):
    """A marker whose processes know the course."""

    def mark_file(self, path, numbers):
        install()
        return super().mark_file(path, numbers)


def hand_in(folder, name, sources=RIGHT, file="01_means.ipynb"):
    (folder / name).mkdir(parents=True, exist_ok=True)
    cells = [{"cell_type": "code", "source": source} for source in sources]
    (folder / name / file).write_text(json.dumps({"cells": cells}))


def rows(path):
    with path.open(encoding="utf-8", newline="") as file:
        return {row["student"]: row for row in csv.DictReader(file)}


class OfOneChapter:
    """A marker that needs no process: it dies, or says what it may use, by the file's name."""

    def __init__(self, limit=0):
        self.limit = limit

    def mark_file(self, path, numbers):
        path = Path(path)
        if "dies" in path.read_text():
            time.sleep(0.2)
            os.kill(os.getpid(), signal.SIGKILL)
        if "goes" in path.read_text():
            path.unlink()
        return dict.fromkeys(numbers, Verdict(True, (path.parent.name,)))


class OfMemory:
    """A marker that takes more memory than a judge may have."""

    def mark_file(self, path, numbers):
        if "greedy" in path:
            bytearray(5 * 10**9)
        return dict.fromkeys(numbers, Verdict(True, ("",)))


@pytest.mark.parametrize("jobs", [1, 2, 3])
@pytest.mark.slow
def test_who_ends_the_judge_is_named_and_the_others_have_their_marks(toy, tmp_path, jobs):
    """Finding A6."""
    for name, sources in {"a": RIGHT, "b": DIES, "c": RIGHT, "d": RIGHT, "e": DIES}.items():
        hand_in(tmp_path / "class", name, sources)
    steps = []
    found = table.grade(
        table.collect(tmp_path / "class"), OfOneChapter(), jobs, lambda *step: steps.append(step)
    )
    assert [sum(row.points.values()) for row in found] == [2, 0, 2, 2, 0]
    assert [bool(row.reasons) for row in found] == [False, True, False, False, True]
    assert found[1].reasons == ["NOT JUDGED, look at it: its judge was ended twice"]
    assert steps == [(n, 5) for n in range(1, 6)]


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="limits are Linux's")
def test_the_memory_of_a_judge_is_bounded(toy, tmp_path):
    """Finding A7."""
    hand_in(tmp_path / "class", "greedy")
    hand_in(tmp_path / "class", "honest")
    greedy, honest = table.grade(table.collect(tmp_path / "class"), OfMemory())
    assert greedy.reasons == ["NOT JUDGED, look at it: MemoryError: "]
    assert honest.points == {"1.1": 1, "1.2": 1}


@pytest.mark.slow
def test_every_name_and_every_reason_can_be_written(toy, tmp_path, capsys, monkeypatch):
    """Finding A1: a lone surrogate in an error, a name in Latin-1, beside an honest student."""
    monkeypatch.setattr(program, "Marker", OfToy)
    folder = tmp_path / "class"
    hand_in(folder, "ada")
    hand_in(folder, "eve", (MEAN + "\nraise ValueError('\ud800')", 'my_days = "\ud800"'))
    hand_in(folder, os.fsdecode(b"M\xfcller"))
    hand_in(folder, " =1+1")
    assert program.main([str(folder), "-o", str(tmp_path / "marks.csv"), "--seed", "5"]) == 0
    assert capsys.readouterr().err.startswith("--seed 5 ")
    found = rows(tmp_path / "marks.csv")
    assert {name: row["total"] for name, row in found.items()} == {
        "' =1+1": "2",
        "M\\udcfcller": "2",
        "ada": "2",
        "eve": found["eve"]["total"],
    }
    assert sorted(path.name for path in tmp_path.glob("marks*")) == ["marks.csv"]
    row = table.Row("x\ud800", {"1.1": 0}, ["\r=1+1", "\ud800"])
    table.write(tmp_path / "marks.csv", [row], ["1.1"])
    assert rows(tmp_path / "marks.csv")["x\\ud800"]["reasons"] == "\\r=1+1 | \\ud800"


def test_names_that_systems_give_to_copies_are_marked(toy, tmp_path):
    """Finding B4; and A4: links and what is not counted are named."""
    folder = tmp_path / "class"
    for name in ("01_means (1).ipynb", "01_means-Copy1.ipynb", "01_MEANS.IPYNB"):
        hand_in(folder, name, file=name)
    hand_in(folder, "both", ("my_days = 3",), "01_means-Copy1.ipynb")
    hand_in(folder, "both")
    hand_in(folder, "other", file="means.ipynb")
    (folder / "eve").symlink_to("both")
    (folder / "hard").mkdir()
    os.link(folder / "both/01_means.ipynb", folder / "hard/01_means.ipynb")
    found = table.grade(table.collect(folder), OfOneChapter())
    said = {row.student: (sum(row.points.values()), " | ".join(row.reasons)) for row in found}
    assert said["01_means (1).ipynb"] == said["01_means-Copy1.ipynb"] == (2, "")
    assert said["01_MEANS.IPYNB"] == (2, "")
    assert said["both"][0] == said["hard"][0] == 2
    assert "01_means.ipynb counts, not 01_means-Copy1.ipynb" in said["both"][1]
    assert said["hard"][1] == "01_means.ipynb is a hard link: see whose file it is"
    assert said["other"] == (0, "01: no notebook | means.ipynb is not named NN_name.ipynb")
    assert said["eve"] == (0, "01: no notebook | eve is a link, not a folder")


def test_a_folder_is_no_hard_link_and_a_file_that_goes_ends_no_run(toy, tmp_path):
    (tmp_path / "class/ada/01_means.ipynb").mkdir(parents=True)
    hand_in(tmp_path / "class", "bob", ("goes",))
    ada, bob = table.grade(table.collect(tmp_path / "class"), OfOneChapter())
    assert len(ada.reasons) == 1 and "IsADirectoryError" in ada.reasons[0]
    assert bob.reasons == []


@pytest.mark.slow
def test_a_run_that_was_killed_goes_on(toy, tmp_path, capsys, monkeypatch):
    """Finding A1: after a kill in the middle the table is that of one run."""
    monkeypatch.setattr(program, "Marker", OfToy)
    folder, output = tmp_path / "class", tmp_path / "marks.csv"
    for name in "abcd":
        hand_in(folder, name)
    slow = MEAN.replace("    return", "    import time\n    time.sleep(0.7)\n    return")
    hand_in(folder, "c", (slow, "my_days = 8"))
    words = [str(folder), "-o", str(output), "--jobs", "1"]
    place = {"PYTHONPATH": str(tmp_path / "site")}
    command = [sys.executable, "-c", CLASS, str(Path(__file__).parent), *words, "--seed", "7"]
    run = subprocess.Popen(command, env=os.environ | place, stderr=subprocess.DEVNULL)
    end = time.monotonic() + 60
    while not output.exists() or "b" not in rows(output):
        assert time.monotonic() < end
        time.sleep(0.02)
    run.kill()
    run.wait()
    assert "c" not in rows(output)
    text = output.read_text().replace('"b",1,1,2,""', '"b",1,1,2,"kept"')
    output.write_text(text + "c,1\n")  # a row that is not whole
    assert program.main([*words, "--resume", "--seed", "8"]) == 1
    assert "is of another seed: --seed 7" in capsys.readouterr().err
    assert program.main([*words, "--resume"]) == 0
    assert "2 of 4 students are in the table" in capsys.readouterr().err
    found = rows(output)
    assert [row["total"] for row in found.values()] == ["2", "2", "1", "2"]
    assert found["b"]["reasons"] == "kept"
    assert program.main([*words, "--resume"]) == 1
    assert "no run to go on with" in capsys.readouterr().err


@pytest.mark.parametrize("option", ["memory", "seconds", "exercise-seconds", "notebook-seconds"])
@pytest.mark.parametrize("value", ["nan", "inf", "0", "-5", "much"])
def test_a_limit_that_is_no_number_above_0_is_refused(option, value, capsys):
    with pytest.raises(SystemExit):
        program.main(["class", f"--{option}", value])
    assert f"argument --{option}: {value} is no number above 0" in capsys.readouterr().err


@pytest.mark.parametrize("output", ["", "none/marks.csv", "class/ada/01_means.ipynb/marks.csv"])
def test_a_table_that_cannot_be_written_is_refused_before_the_run(
    output, toy, tmp_path, monkeypatch, capsys
):
    monkeypatch.setattr(program.probe, "lacks", lambda *_: [])
    hand_in(tmp_path / "class", "ada")

    def files():
        return sorted(path for path in tmp_path.rglob("*") if "__pycache__" not in path.parts)

    before = files()
    assert program.main([str(tmp_path / "class"), "-o", str(tmp_path / output)]) == 1
    assert "can be no table" in capsys.readouterr().err
    assert files() == before


def test_a_run_of_other_exercises_is_not_gone_on_with(tmp_path):
    table.begin(tmp_path / "marks.csv", ["1.1"])
    with pytest.raises(ValueError, match="is of other exercises: "):
        table.begin(tmp_path / "marks.csv", ["1.1", "1.2"], resume=True)
