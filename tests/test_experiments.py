"""The experiments of sources 000 and 001 run on a computer that has only what ships."""

import csv
import importlib.util
import io
from pathlib import Path

import numpy as np
import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def experiment(monkeypatch, tmp_path):
    """Return a function that loads a program of benchmarks/ with an empty table of its own."""
    monkeypatch.syspath_prepend(str(ROOT / "benchmarks"))
    monkeypatch.delenv("KERNLAB_DATA", raising=False)
    pooch = pytest.importorskip("pooch")
    monkeypatch.setattr(pooch, "os_cache", lambda project: tmp_path / "cache")

    def program(name):
        spec = importlib.util.spec_from_file_location(name, ROOT / "benchmarks" / f"{name}.py")
        module = importlib.util.module_from_spec(spec)
        spec.loader.exec_module(module)
        if hasattr(module, "RESULTS"):
            monkeypatch.setattr(module, "RESULTS", tmp_path / "results.csv")
        return module

    return program


@pytest.fixture
def shared(experiment):
    return experiment("_experiment")


def read(path):
    with path.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


class Terminal(io.StringIO):
    def isatty(self):
        return True


# ------------------------------------------------------------------------------------- the parts


def test_every_set_of_the_two_experiments_but_pima_is_there(experiment, capsys):
    for name in ("replicate-000", "replicate-001"):
        program = experiment(name)
        sets, load = (
            (program.SETS, program.kh.load)
            if name == "replicate-000"
            else (program.TABLE_2, program.points)
        )
        assert program.chosen(sets, (), load) == [s for s in sets if s != "pima"]
        assert "left out: pima" in capsys.readouterr().out


def test_a_word_that_names_no_set_is_told(shared):
    with pytest.raises(SystemExit, match=r"no set of this experiment: \['irsi'\]; it has iris, w"):
        shared.chosen(["iris", "wine"], ["iris", "irsi"], lambda name: None)


def test_the_bar_fills_as_the_work_is_done(shared, capsys):
    stream = Terminal()
    bar = shared.Bar(4, stream)
    bar.step(1, "iris")
    assert bar.text().startswith(f"[{'#' * 8}{'.' * 22}]  25%  iris  0:0")
    assert "left" in bar.text()
    bar.say("iris: 150 points")
    bar.step(3, "wine")
    assert f"[{'#' * 30}] 100%  wine" in stream.getvalue()
    assert "left" not in bar.text()
    assert capsys.readouterr().out == "iris: 150 points\n"
    assert shared.clock(125.4) == "2:05"


def test_a_file_gets_no_bar(shared):
    stream = io.StringIO()
    bar = shared.Bar(1, stream)
    bar.step(1, "iris")
    bar.close()
    assert stream.getvalue() == ""


def test_rows_of_a_set_take_the_place_of_its_old_ones(shared, tmp_path):
    head, order = ["set", "score"], ["a", "b", "c"]
    rows = shared.replaced([["c", "1"], ["b", "2"], ["b", "3"]], "b", [["b", 4]], order)
    assert rows == [["b", "4"], ["c", "1"]]
    assert shared.replaced(rows, "a", [["a", 0.5]], order)[0] == ["a", "0.5"]
    path = tmp_path / "table.csv"
    assert shared.stored(path, head) == []
    shared.store(path, head, rows)
    assert shared.stored(path, head) == rows
    assert shared.stored(path, ["set", "other"]) == []  # a table of another form is made anew
    assert [p.name for p in tmp_path.iterdir() if p.is_file()] == ["table.csv"]


# --------------------------------------------------------------------------------- the smoke runs


def test_replicate_000_runs_without_pima_and_keeps_its_stored_rows(experiment, monkeypatch, capsys):
    program = experiment("replicate-000")
    before = program.stored(ROOT / "data" / "results" / "replicate_000.csv", program.HEAD)
    pima = [[*row[:-1], "an old run"] for row in before if row[0] == "pima"]
    program.store(program.RESULTS, program.HEAD, pima)
    monkeypatch.setattr(program, "SETS", {"iris": 3, "pima": 2})
    monkeypatch.setattr(program, "SEEDS", range(2))
    program.main()
    iris = program.stored(program.RESULTS, program.HEAD)[: -len(pima)]
    assert program.stored(program.RESULTS, program.HEAD) == [*iris, *pima]
    assert {row[0] for row in iris} == {"iris"}
    assert len(iris) == len(program.AXES) * len(program.STARTS) * program.FITS
    said = capsys.readouterr().out
    assert "left out: pima" in said
    assert "iris: 150 points, 3 clusters" in said
    assert "not above the RBF" in said
    assert "of 16" in said
    table = [dict(zip(program.HEAD, row, strict=True)) for row in iris]
    assert "of 8" in program.verdicts(table)[0]
    over = {row["t"]: row["sd over cosine"] for row in table if row["kernel"] == "linear"}
    assert over["0"] == "" and float(over["1"]) >= 0  # paired: start by start


def test_replicate_001_runs_one_set(experiment, monkeypatch, capsys):
    program = experiment("replicate-001")
    monkeypatch.setattr(program, "STARTS", 2)
    monkeypatch.setattr(program, "QUANTILES", (0.5,))
    monkeypatch.setattr(program, "MORE_M", (5,))
    done = []
    step = program.Bar.step
    monkeypatch.setattr(program.Bar, "step", lambda *words: done.append(words[1]) or step(*words))
    program.main(["iris"])
    rows = read(program.RESULTS)
    assert {row["kernel"] for row in rows} == {"k-means", "K_E", *program.RELAXED}
    assert len(rows) == 2 * (1 + 1 + 2 * len(program.RELAXED))
    assert np.sum(done) == pytest.approx(program.work_of("iris"))  # the bar ends at 100 %
    said = capsys.readouterr().out
    assert "of 1; mean" in said
    assert "k-means, by scaling alone: iris" in said


def test_the_stored_tables_have_the_heads_of_the_programs(experiment, shared):
    for name, head in (("replicate-000", "HEAD"), ("replicate-001", "COLUMNS")):
        path = ROOT / "data" / "results" / f"{name.replace('-', '_')}.csv"
        assert shared.stored(path, getattr(experiment(name), head)), name
