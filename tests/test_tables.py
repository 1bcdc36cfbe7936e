"""The tables of data/sets: equal to their publishers' files, licensed, whole, found offline."""

import csv
import hashlib
import re
import shutil
import socket
import sys
from pathlib import Path

import numpy as np
import pytest

from kernlab_helpers import list_datasets, load
from kernlab_helpers.datasets import _shipped
from kernlab_helpers.datasets._fetch import DatasetError
from tools import tables

ROOT = Path(__file__).parent.parent
SETS = ROOT / "data" / "sets"
FILES = ROOT / "tests" / "data" / "publishers"  # the first rows of each file
NAMES = sorted(tables.shipped())
# Typed off PROVENANCE.md once more: files, column of the label, columns that are no features.
LAYOUT = {
    "iris-uci": (["iris/iris.data"], 4, []),
    "ecoli": (["ecoli/ecoli.data"], 8, [0]),
    "yeast": (["yeast/yeast.data"], 9, [0]),
    "segment": (["segment/segmentation.data", "segment/segmentation.test"], 0, [3]),
    "bupa": (["bupa/bupa.data"], 6, []),
    "glass": (["glass/glass.data"], 10, [0]),
    "lymphography": (["lymphography/lymphography.data"], 0, []),
    "monks-1-train": (["monks/monks-1.train"], 0, [7]),
    "monks-2-train": (["monks/monks-2.train"], 0, [7]),
    "monks-3-train": (["monks/monks-3.train"], 0, [7]),
    "new-thyroid": (["new-thyroid/new-thyroid.data"], 0, []),
    "sonar": (["sonar/sonar.all-data"], 60, []),
}


def cells_of(name):
    with (SETS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.reader(file))


def publishers_rows(path):
    """Return the rows of a file: lines with a number after a separator; ";" begins prose."""
    lines = (FILES / path).read_text("utf-8").splitlines()
    lines = [line for line in lines if re.search(r"[,\s]-?\d", line) and line[0] != ";"]
    return [re.split(r"[,\s]+", line.strip()) for line in lines]


def test_the_sets_of_the_issue_are_here_and_no_others():
    assert set(NAMES) == set(LAYOUT) == set(tables.SOURCES)
    assert {path.name for path in SETS.iterdir()} == {"README.md", *(f"{n}.csv" for n in NAMES)}
    assert not {"pima", "usps", "mnist"} & set(NAMES)
    assert not [name for name in NAMES if name.startswith("msrc")]


def test_the_tables_weigh_less_than_a_megabyte():
    assert sum(path.stat().st_size for path in SETS.iterdir()) < 1_000_000


@pytest.mark.parametrize("name", NAMES)
def test_the_header_names_the_features_and_the_class(name):
    header, *rows = cells_of(name)
    data = load(name)
    assert header == [*data.feature_names, "class"]
    assert {len(row) for row in rows} == {len(header)}
    assert len(rows) == data.card.n


@pytest.mark.parametrize("name", NAMES)
def test_a_card_names_makers_licence_and_changes(name):
    card = tables.shipped()[name].card
    assert card.licence.startswith("CC BY 4.0")
    assert re.search(r"doi:10\.24432/C5|no\. 70", card.citation)
    assert card.changes[0].startswith("made from ")
    assert len(card.changes) > 1
    shown = str(load(name))
    assert all(line in shown for line in (card.citation, *card.changes))


def test_the_readme_beside_the_tables_is_made_from_the_cards():
    text = (SETS / "README.md").read_text("utf-8")
    assert text == tables.readme()
    assert "https://creativecommons.org/licenses/by/4.0/" in text
    for name in NAMES:
        card = tables.shipped()[name].card
        assert all(part in text for part in (f"## {name}.csv", card.citation, *card.changes))


def test_the_two_copies_of_iris_differ_in_three_values():
    ours, uci = load("iris"), load("iris-uci")
    assert np.array_equal(ours.y, uci.y)
    assert ours.feature_names == uci.feature_names
    assert ours.target_names == uci.target_names
    places = np.argwhere(ours.X != uci.X) + 1
    assert places.tolist() == [[35, 4], [38, 2], [38, 3]]
    assert uci.X[34].tolist() == [4.9, 3.1, 1.5, 0.1]
    assert uci.X[37].tolist() == [4.9, 3.1, 1.5, 0.1]
    assert ours.X[34].tolist() == [4.9, 3.1, 1.5, 0.2]
    assert ours.X[37].tolist() == [4.9, 3.6, 1.4, 0.1]


# ----------------------------------------------------------------------------- against the source


FIRST = {"segment/segmentation.test": 210}  # the row of the table with a file's first, if not 0


@pytest.fixture
def made(tmp_path, monkeypatch):
    """Write the tables of the first rows into a folder of their own; give that folder."""
    monkeypatch.setattr(tables, "ROOT", tmp_path)
    monkeypatch.setattr(tables, "SETS", tmp_path / "sets")
    monkeypatch.setattr(tables, "CATALOGUE", tmp_path / "catalogue.toml")
    shutil.copy(ROOT / "kernlab_helpers/datasets/catalogue.toml", tmp_path)
    assert tables.main([str(FILES)]) == 0
    return tmp_path


def test_the_script_writes_rows_that_are_here(made):
    for name in NAMES:
        with (made / "sets" / f"{name}.csv").open(encoding="utf-8", newline="") as file:
            header, *rows = csv.reader(file)
        ours_header, *ours = cells_of(name)
        starts = [FIRST.get(path, 0) for path in LAYOUT[name][0]]
        assert header == ours_header
        assert rows == [row for start in starts for row in ours[start : start + 5]]


def test_the_script_tells_what_differs_and_stores_checksums(made, capsys):
    assert tables.main([str(FILES), "--check"]) == 0
    body = (made / "sets" / "glass.csv").read_bytes()
    assert hashlib.sha256(body).hexdigest() in (made / "catalogue.toml").read_text("utf-8")
    (made / "sets" / "glass.csv").write_bytes(body[:-1])
    capsys.readouterr()
    assert tables.main([str(FILES), "--check"]) == 1
    assert capsys.readouterr().out.split() == ["differs:", str(Path("sets", "glass.csv"))]
    assert (made / "sets" / "glass.csv").read_bytes() == body[:-1]


def test_the_tables_are_those_of_the_catalogue():
    for name in NAMES:
        body = (SETS / f"{name}.csv").read_bytes()
        assert hashlib.sha256(body).hexdigest() == tables.shipped()[name].options["sha256"]


@pytest.mark.parametrize("name", NAMES)
def test_the_first_cells_are_the_publishers(name):
    """Read in another way than the script does: text, numbers and labels, row by row."""
    paths, label, dropped = LAYOUT[name]
    _, *ours = cells_of(name)
    data = load(name)
    codes = {raw: code for code, raw in enumerate(tables.shipped()[name].labels)}
    for path in paths:
        theirs = publishers_rows(path)
        assert len(theirs) == 5
        numbers = [[x for j, x in enumerate(row) if j not in (label, *dropped)] for row in theirs]
        labels = [row[label] for row in theirs]
        rows = slice(FIRST.get(path, 0), FIRST.get(path, 0) + 5)
        assert [row[:-1] for row in ours[rows]] == numbers
        assert [row[-1] for row in ours[rows]] == labels
        assert np.array_equal(data.X[rows], np.array(numbers, dtype=float))
        assert data.y[rows].tolist() == [codes[raw] for raw in labels]


@pytest.mark.parametrize("name", NAMES)
def test_what_is_left_out_tells_nothing_of_the_points(name):
    """An identifier is text or counts the rows; else the column is constant."""
    for path in LAYOUT[name][0]:
        rows = publishers_rows(path)
        for column in LAYOUT[name][2]:
            cells = [row[column] for row in rows]
            counts = cells == [str(i) for i in range(1, len(rows) + 1)]
            assert counts or len(set(cells)) == 1 or re.search("[A-Za-z]", cells[0])


def test_the_script_refuses_a_file_that_was_changed(tmp_path):
    (tmp_path / "iris").mkdir()
    (tmp_path / "iris" / "iris.data").write_text("5.1,3.5,1.4,0.2,Iris-setosa\n")
    (tmp_path / "SHA256SUMS").write_text(f"{'0' * 64}  iris/iris.data\n")
    with pytest.raises(ValueError, match=r"iris/iris\.data has the sha256"):
        tables.table("iris-uci", tmp_path)


def test_the_script_says_which_folder_is_none(tmp_path, capsys):
    with pytest.raises(SystemExit):
        tables.main([str(tmp_path)])
    assert "has no SHA256SUMS" in capsys.readouterr().err


# -------------------------------------------------------------------------------- how load finds it


@pytest.mark.parametrize("name", NAMES)
def test_no_network_no_pooch_and_no_folder_are_needed(name, monkeypatch):
    def refuse(*args, **kwargs):
        raise AssertionError("a table that ships asked for the network")

    monkeypatch.setattr(socket, "socket", refuse)
    monkeypatch.setitem(sys.modules, "pooch", None)
    monkeypatch.setenv("KERNLAB_DATA", "/nowhere")
    assert load(name).X.shape == (load(name).card.n, load(name).card.d)


@pytest.fixture
def folder(tmp_path, monkeypatch):
    """A folder that `load` looks into, with one table."""
    monkeypatch.setattr(_shipped, "FOLDERS", (tmp_path / "nowhere", tmp_path))
    (tmp_path / "glass.csv").write_bytes((SETS / "glass.csv").read_bytes())
    return tmp_path


def test_line_ends_do_not_matter(folder):
    body = (folder / "glass.csv").read_bytes()
    (folder / "glass.csv").write_bytes(body.replace(b"\n", b"\r\n"))
    assert load("glass").X.shape == (214, 9)


@pytest.mark.parametrize("change", [lambda b: b[:-9], lambda b: b.replace(b"13.64", b"13.65")])
def test_a_changed_table_is_told(folder, change):
    (folder / "glass.csv").write_bytes(change((folder / "glass.csv").read_bytes()))
    with pytest.raises(DatasetError, match="not the table that came with the book") as caught:
        load("glass")
    assert str(folder / "glass.csv") in str(caught.value)


def test_a_missing_table_is_told_with_every_place(folder):
    with pytest.raises(DatasetError, match=r"ecoli\.csv comes with the book") as caught:
        load("ecoli")
    for place in (folder / "nowhere" / "ecoli.csv", folder / "ecoli.csv"):
        assert str(place) in str(caught.value)


def test_every_name_is_listed():
    assert set(NAMES) <= set(list_datasets())
