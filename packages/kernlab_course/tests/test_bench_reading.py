"""Reading one's own table: what is understood, what is said, what is refused in which words."""

import numpy as np
import pytest

from kernlab_course.bench import Table, load_table, read_table
from kernlab_course.bench.reading import MOST
from kernlab_course.bench.table import COLUMNS, ROWS

PLAIN = b"a,b,kind\n1,2.5,x\n3,4.5,y\n5,6.5,x\n7,8.5,y\n"


def read(text, name="mine.csv"):
    content = text if isinstance(text, bytes) else text.encode("utf-8")
    return read_table(content, name=name)


@pytest.mark.parametrize("separator", [",", ";", "\t", "|", " "])
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_one_table_however_it_is_written(separator, encoding, end):
    text = "länge,b,kind\n1,2.5,x\n3,4.5,y\n5,6.5,x\n".replace(",", separator).replace("\n", end)
    table = read(text.encode(encoding))
    assert list(table.columns) == ["länge", "b", "kind"]
    assert table.columns["b"].tolist() == [2.5, 4.5, 6.5]
    assert table.label == "kind"


@pytest.mark.parametrize("separator", [";", "\t", "|", " "])
def test_decimal_commas_are_read_and_said(separator):
    rows = ["a b", "1,5 -2", "0,25 3", "1.234,5 4e2"]
    table = read("\n".join(row.replace(" ", separator) for row in rows))
    assert table.columns["a"].tolist() == [1.5, 0.25, 1234.5]
    assert table.columns["b"].tolist() == [-2.0, 3.0, 400.0]
    assert any("decimals by a comma" in note for note in table.notes)


def test_quoted_cells_may_hold_separators_and_ends_of_lines():
    table = read('"name, first",v\n"a, b",1\n"c\nd",2\n"e",3\n')
    assert table.columns["name, first"].tolist() == ["a, b", "c\nd", "e"]
    assert table.columns["v"].tolist() == [1.0, 2.0, 3.0]


def test_names_are_given_where_there_are_none():
    table = read("1,2\n3,4\n5,6\n")
    assert list(table.columns) == ["column 1", "column 2"] and len(table) == 3
    assert any("named by their places" in note for note in table.notes)
    assert list(read("a,a,\n1,2,3\n3,4,5\n4,4,4\n").columns) == ["a", "a (2)", "column 3"]


def test_missing_cells_are_counted_and_their_rows_left_out():
    table = read("a,b,kind\n1,NA,x\n2,3,y\n?,4,x\n5,6,\n7,8,y\n9,1,x\n")
    assert np.isnan(table.columns["a"]).tolist() == [False, False, True, False, False, False]
    assert any("'b': 1 of 6 cells missing" in note for note in table.notes)
    chosen = table.choose(["a", "b"], label="kind")
    assert sorted(chosen.rows.tolist()) == [1, 4, 5]
    assert any("3 of 6 rows left out" in note for note in chosen.notes)


def test_a_few_texts_among_numbers_count_as_missing():
    table = read("a\n" + "1\n2\n" * 10 + "oops\n")
    assert table.numbers == ["a"]
    assert any("1 cell of text count as missing, as 'oops'" in note for note in table.notes)


def test_many_texts_among_numbers_make_a_text():
    table = read("a,b\n1,1\nx,2\ny,3\n2,4\n")
    assert table.texts == ["a"]
    assert any("2 of 4 of its cells are numbers" in note for note in table.notes)


def test_rows_of_another_length_are_left_out_and_the_first_is_named():
    table = read("a,b\n" + "1,2\n" + "3\n" + "5,6\n7,8\n" * 5 + "9,9,9\n")
    assert len(table) == 11
    assert "2 rows left out, for not having 2 cells: the first is row 2, with 1" in table.notes


REFUSED = {
    "empty": (b"", "mine.csv is empty"),
    "blank": (b" \n\n", "mine.csv is empty"),
    "names only": (b"a,b\n", "no row that fits"),
    "one row": (b"a,b\n1,2\n", "has 1 row below its names; at least 3"),
    "texts only": (b"a,b\nx,y\nz,w\nu,v\n", "no column of numbers, only texts: 'a', 'b'"),
    "a separator of its own": (b"a~b\n1~2\n3~4\n5~6\n", "begins with 'a~b': no comma"),
    "a workbook": (b"PK\x03\x04rest", "perhaps a workbook"),
    "an old workbook": (b"\xd0\xcf\x11\xe0", "an old workbook"),
    "a picture": (b"\x89PNG\r\n\0\0", "bytes of 0"),
    "packed": (b"\x1f\x8b\x08", "packed with gzip"),
}


@pytest.mark.parametrize(("content", "words"), REFUSED.values(), ids=REFUSED)
def test_what_is_no_table_is_refused_in_words(content, words):
    with pytest.raises(ValueError, match=words.replace("(", r"\(")):
        read(content)


def test_a_path_that_leads_nowhere_is_told(tmp_path):
    with pytest.raises(ValueError, match="is not there"):
        read_table(tmp_path / "none.csv")
    with pytest.raises(ValueError, match="is a folder"):
        read_table(tmp_path)
    with pytest.raises(TypeError, match="file is a int"):
        read_table(3)


def test_a_path_and_its_bytes_are_the_same_table(tmp_path):
    file = tmp_path / "mine.csv"
    file.write_bytes(PLAIN)
    there, dropped = read_table(file), read(PLAIN)
    assert all((there.columns[name] == dropped.columns[name]).all() for name in there.columns)
    assert there.content is None and dropped.content == PLAIN
    assert there.name == dropped.name == "mine.csv"


@pytest.mark.slow
def test_a_million_rows_are_sampled_and_it_is_said():
    row = "1.5,2,x\n2.5,3,y\n"
    table = read(b"a,b,kind\n" + row.encode() * 500_000)
    assert len(table) == MOST
    assert f"1,000,000 rows: {MOST:,} of them were drawn at random (seed 0)" in table.notes
    share = np.mean(table.columns["kind"] == "x")
    assert abs(share - 0.5) < 0.02  # four standard errors of 10,000 draws
    chosen = table.choose()
    assert len(chosen.X) == ROWS
    assert any(f"{ROWS} of 10,000 rows, drawn at random" in note for note in chosen.notes)


def test_each_row_of_a_long_file_has_the_same_chance():
    count = 3 * MOST
    table = read("number\n" + "\n".join(map(str, range(count))))
    kept = table.columns["number"]
    assert len(np.unique(kept)) == MOST
    thirds = np.bincount((kept * 3 // count).astype(int), minlength=3) / MOST
    assert np.abs(thirds - 1 / 3).max() < 0.02


def test_two_thousand_columns_are_cut_to_some_and_it_is_said():
    rng = np.random.default_rng(0)
    names = [f"c{i}" for i in range(2000)]
    rows = [",".join(f"{v:.3f}" for v in rng.normal(size=2000)) for _ in range(5)]
    table = read("\n".join([",".join(names), *rows]))
    assert len(table.numbers) == 2000
    chosen = table.choose()
    assert chosen.columns == tuple(names[:COLUMNS])
    assert any("the first 100 of 2000 columns" in note for note in chosen.notes)
    assert table.choose(names).X.shape == (5, 2000)


def test_columns_that_tell_nothing_are_left_out_and_named():
    table = read("a,still,mostly\n1,5,\n2,5,\n3,5,\n4,5,1\n5,5,2\n")
    assert table.choose().columns == ("a",)
    assert any("'still', 'mostly'" in note for note in table.choose().notes)


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ({"columns": ["nope"]}, "no column 'nope'"),
        ({"columns": ["kind"]}, "column 'kind' is a text"),
        ({"columns": []}, "no column is chosen"),
        ({"label": "nope"}, "no column 'nope'"),
    ],
)
def test_a_choice_that_is_none_is_refused_in_words(arguments, words):
    with pytest.raises(ValueError, match=words):
        read(PLAIN).choose(**arguments)


def test_too_many_gaps_are_told():
    with pytest.raises(ValueError, match="2 of 4 rows are whole"):
        read("a,b\n1,1\n2,\n,3\n4,4\n").choose()


def test_rows_are_sorted_by_their_label_and_keep_their_numbers():
    chosen = read(PLAIN).choose()
    assert chosen.y.tolist() == ["x", "x", "y", "y"]
    assert chosen.rows.tolist() == [0, 2, 1, 3]
    assert chosen.X[:, 0].tolist() == [1, 5, 3, 7]


def test_a_number_may_be_the_label():
    table = read("a,class\n1,0\n2,1\n3,0\n4,1\n")
    assert table.label == "class"
    assert table.choose().y.tolist() == ["0", "0", "1", "1"]
    assert table.choose().columns == ("a",)
    assert table.choose(label=None).y is None


def test_a_data_set_of_the_book_is_a_table():
    table = load_table("wine")
    assert isinstance(table, Table) and len(table) == 178
    assert len(table.numbers) == 13 and table.label == "class"
