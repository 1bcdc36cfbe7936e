"""What the bench refuses, and how: long lines, large files, programs that are called tables."""

import csv

import numpy as np
import pytest

from kernlab_course import bench
from kernlab_course.bench import Setting, read_table, reading
from kernlab_course.bench.desk import Desk
from kernlab_course.bench.script import script_of
from livepanels.panels.panel import Panel

CSV = b"a;b;kind\n1,5;2;x\n2,5;1;y\n3,5;7;x\n4,5;2;y\n"


def drop(form, name, content):
    """Do what the page does with a file."""
    form._repr_mimebundle_()
    message = {"name": name, "part": 0, "parts": 1}
    form._widgets.file._handle_custom_msg(message, [memoryview(content)])


def test_a_line_longer_than_a_cell_of_csv_may_be_is_read():
    names = [f"ENSG{i:011d}" for i in range(20_000)]
    rows = np.random.default_rng(0).integers(0, 9, (6, len(names)))
    lines = [",".join(names), *(",".join(map(str, row)) for row in rows)]
    assert len(lines[0]) > 131_072
    table = read_table("\n".join(lines).encode(), name="genes.csv")
    assert len(table) == 6 and table.numbers == names
    assert np.array_equal(np.column_stack(list(table.columns.values())), rows)


def test_a_long_text_and_a_quote_that_is_never_closed_are_told():
    with pytest.raises(ValueError, match="has no row that fits"):
        read_table(b"a" * 200_000, name="long.csv")
    start = b"a,b\n" + b"1,2\n" * 30 + b'3,"4\n'
    with pytest.raises(ValueError, match="is a quote opened and never closed"):
        read_table(start + b"5,6\n" * 99_999, name="quote.csv")
    table = read_table(start + b"5,6\n" * 999, name="quote.csv")
    assert len(table) == 31 and all(len(note) < 200 for note in table.notes)


def test_reading_leaves_the_limit_of_csv_as_it_was():
    before = csv.field_size_limit()
    read_table(CSV, name="mine.csv")
    assert csv.field_size_limit() == before


def test_what_csv_itself_refuses_is_refused_in_words(monkeypatch):
    def broken(*_arguments, **_words):
        raise csv.Error("a reason of its own")

    monkeypatch.setattr(csv, "reader", broken)
    with pytest.raises(ValueError, match=r"mine.csv is no table that can be read .a reason of"):
        read_table(CSV, name="mine.csv")


def test_a_large_file_is_refused_before_it_is_read(tmp_path):
    file = tmp_path / "large.csv"
    with file.open("wb") as stream:
        stream.truncate(31_400_000)  # it takes no place, and would be no text
    words = r"large.csv has 31\.4 MB, and at most 20 MB are read; keep only the columns"
    with pytest.raises(ValueError, match=words):
        read_table(file)
    with pytest.raises(ValueError, match=words):
        read_table(bytes(31_400_000), name="large.csv")


def test_a_page_does_not_send_a_large_file_and_the_form_says_why():
    form = bench.Form("iris")
    form._repr_mimebundle_()
    zone = form._widgets.file
    assert f"const LARGEST = {reading.LARGEST};" in zone._esm
    zone._handle_custom_msg({"name": "l.csv", "size": 31_400_000, "part": 0, "parts": 0}, [])
    assert "l.csv has 31.4 MB" in form._widgets.message.value
    with pytest.raises(ValueError, match="at most 20 MB"):
        form.choose()


def test_too_many_columns_are_refused():
    head = ",".join(f"c{i}" for i in range(60_000))
    with pytest.raises(ValueError, match="60,000 columns, and at most 50,000"):
        read_table(f"{head}\n{head}\n".encode(), name="wide.csv")


@pytest.mark.parametrize("error", [ValueError("no"), csv.Error("odd"), MemoryError(), KeyError(1)])
def test_after_a_refusal_of_any_kind_the_form_shows_no_other_table(monkeypatch, error):
    form = bench.Form("iris")
    form._repr_mimebundle_()
    assert len(form._widgets.columns.options) == 4

    def broken(*_arguments, **_words):
        raise error

    with monkeypatch.context() as broken_reading:
        broken_reading.setattr("kernlab_course.bench.choosing.read_table", broken)
        drop(form, "mine.csv", CSV)
    assert form.table is None and form._widgets.columns.options == ()
    assert "iris" not in form.words and "The form is empty" in form.words
    assert "Now run the cells below" not in form._widgets.message.value
    with pytest.raises(ValueError, match="The form is empty"):
        form.choose()
    form._widgets.set.value = "iris"  # the set that was there before
    assert len(form.choose().X) == 150
    drop(form, "mine.csv", CSV)
    form._widgets.set.value = "iris"
    assert form.table.name == "iris", "a set can be chosen again after a file"


@pytest.mark.parametrize(
    ("name", "kept"),
    [
        ("random.py", "random.py.csv"),
        ("../numpy.PY", "numpy.PY.csv"),
        ("sitecustomize.pyc", "sitecustomize.pyc.csv"),
        ("kernlab_helpers", "kernlab_helpers.csv"),
        ("mine.csv", "mine.csv"),
        ("MINE.TXT", "MINE.TXT"),
        ("mine.tsv", "mine.tsv"),
        ("iris.data", "iris.data.csv"),
        (".csv", ".csv.csv"),
        ("", "table.csv"),
    ],
)
def test_a_kept_file_is_a_table_by_its_name(tmp_path, name, kept):
    table = read_table(CSV, name=name)
    desk = Desk(table.choose())

    def my_table(scaling, kernel, repair, normalization, method, k, t, sigma, gamma, p, m, pair):
        place = Setting(scaling, kernel, repair, normalization, method, k, t, sigma, gamma, p, m)
        return desk.show(place, pair)

    keep = bench.Keep(Panel(my_table, desk.controls), desk, tmp_path)
    script, file = keep.save_code()
    assert {path.name for path in tmp_path.iterdir()} == {script.name, kept}
    assert file.read_bytes() == CSV
    assert f'read_table("{kept}")' in script.read_text("utf-8")
    assert script.name.endswith("_kernlab.py")


@pytest.mark.parametrize("name", ["a[", 'a["', "a[]", "a(["])
@pytest.mark.parametrize("first", ["]", '], "x', '["', '"]', "[["])
def test_brackets_in_the_name_of_a_file_and_of_a_column_break_no_script(
    tmp_path, monkeypatch, name, first
):
    monkeypatch.chdir(tmp_path)
    names = [f"{first} {i} which is a long name for a column" for i in range(6)]
    head = ";".join('"' + text.replace('"', '""') + '"' for text in names)
    rows = [";".join(map(str, row)) for row in np.random.default_rng(0).normal(size=(9, 6))]
    content = "\n".join([head, *rows]).encode()
    table = read_table(content, name=name)
    (tmp_path / table.name).write_bytes(content)
    chosen = table.choose(names[::-1])
    script, space = script_of(Setting(), chosen), {}
    assert max(map(len, script.split("\n"))) <= 100
    exec(compile(script, "script", "exec"), space)
    assert space["data"].columns == tuple(names[::-1])
