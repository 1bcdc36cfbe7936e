"""The ledger of errata: every row has a case that is computed, or says why it has none."""

import json
import re
import tomllib
from pathlib import Path

import numpy as np
import pytest

from kernlab_course import ledger
from kernlab_course.ledger.case import CASES, Case, Outcome, text

ROOT = Path(__file__).resolve().parents[3]
NOTEBOOKS = ROOT / "notebooks"
ROWS = ledger.rows()
WITHOUT_A_CASE = {"001-24"}  # bibliography

every_row = pytest.mark.parametrize("row", ROWS, ids=lambda row: row.id)
every_case = pytest.mark.parametrize(
    "case",
    [case for cases in CASES.values() for case in cases],
    ids=lambda case: f"{case.row}-{case.function.__name__}",
)


# the rows ---------------------------------------------------------------------------------------


def test_every_row_has_its_own_id_and_the_order_is_that_of_the_sources():
    ids = [row.id for row in ROWS]
    assert ids == sorted(set(ids))
    assert len(ids) == 97
    for row in ROWS:
        assert row.source in ledger.SOURCES
        assert row.source == "book" or row.id.startswith(row.source)


@every_row
def test_a_row_is_whole(row):
    assert row.kind and set(row.kind) <= set(ledger.KINDS)
    for words in (row.place, row.printed, row.right):
        assert words.strip() == words != ""


# the cases --------------------------------------------------------------------------------------


@every_row
def test_a_row_is_computed_or_says_why_not(row):
    assert bool(row.cases) != bool(row.not_computed)
    assert (row.id in WITHOUT_A_CASE) == bool(row.not_computed)
    for other in row.see:
        assert CASES[other]


def test_every_case_belongs_to_a_row():
    assert set(CASES) <= {row.id for row in ROWS}
    functions = [case.function for cases in CASES.values() for case in cases]
    assert len(functions) == len(set(functions))


@every_case
def test_a_case_asks_one_question_and_computes_both_sides(case):
    assert case.question
    assert case.question[-1] not in ".:"
    for side in (outcome := case.compute()).printed, outcome.right:
        assert np.asarray(side).dtype.kind in "bif", side  # computed, not a stored text
    if outcome.number is not None:
        assert np.isfinite(outcome.number)
        assert case.name  # it says what the number is
    assert case.texts() == case.texts()


@pytest.mark.parametrize("row", [row for row in ROWS if row.cases], ids=lambda row: row.id)
def test_what_is_wrong_differs_and_what_is_right_agrees(row):
    differ = [case.compute().differ for case in row.cases]
    kinds = set(row.kind)
    if kinds & {"E", "T", "X"}:
        assert any(differ)
    if kinds & {"C", "G"}:
        assert not all(differ)
    if kinds <= {"E", "T", "X"}:
        assert all(differ)
    if kinds == {"C"}:
        assert not any(differ)


NUMBERS = {  # of the audit, as many digits as it prints
    "000-01": [0.7071], "000-03": [3], "000-04": [0.8], "000-09": [-0.414, 0.0324],
    "000-12": [-0.25], "000-13": [-0.2, 0.414], "000-14": [-0.0280], "000-19": [10],
    "000-21": [18, 19], "001-02": [-0.0255, -0.0937],
    "001-05": [0.511], "001-06": [-0.0146], "001-07": [0.851, 0.851], "001-08": [-0.1126, -0.00088],
    "001-10": [0.2334, -0.0322, -0.0169], "001-14": [0], "001-15": [33.5, -0.0043],
    "001-17": [-0.1238, -0.1249], "001-18": [0.014370], "001-20": [2], "001-21": [-0.92],
    "001-22": [0.9998], "001-27": [4], "002-01": [0.285714], "002-02": [0.4095],
    "002-03": [0.0675], "002-04": [0.3021], "002-05": [0.6325], "002-08": [0.8985],
    "002-10": [0.0675], "002-11": [0.226826], "002-14": [10], "002-16": [0.2],
    "002-18": [1.784], "002-19": [0.022], "002-20": [5], "002-22": [1], "002-24": [11],
    "003-02": [2 / 3], "003-09": [1 / 9], "004-03": [4], "004-04": [3],
    "004-06": [44.2944, 50.01**2],
}  # fmt: skip


@pytest.mark.parametrize("id", NUMBERS)
def test_the_numbers_are_those_of_the_audit(id):
    for case, wanted in zip(ledger.row(id).cases, NUMBERS[id], strict=True):
        outcome = case.compute()
        found = outcome.right if outcome.number is None else outcome.number
        assert found == pytest.approx(wanted, rel=6e-3)


# a case that would be wrong ---------------------------------------------------------------------


def test_an_outcome_tells_a_difference_from_rounding():
    assert Outcome(1.0, 1.1).differ
    assert not Outcome(1.0, 1.0 + 1e-12).differ
    assert Outcome(True, False).differ
    assert Outcome(1.0, float("nan")).differ
    assert not Outcome(float("nan"), float("nan")).differ
    assert Outcome([1.0, 2.0], [[1.0, 2.0]]).differ


def test_words_are_short_and_hide_rounding():
    assert text(np.bool_(False)) == "no"
    assert text(-1e-16) == "0"
    assert text([[2, 2 / 3], [1, 3]]) == "[[2, 0.6667], [1, 3]]"
    assert Case("x", test_words_are_short_and_hide_rounding).question == ""


# the page ---------------------------------------------------------------------------------------


def test_the_filters_choose_by_source_and_kind():
    assert [row.id for row in ledger.rows("000", "G")] == ["000-09", "000-11"]
    assert {row.source for row in ledger.rows("U")} == {"U"}
    assert len(ledger.rows()) == sum(len(ledger.rows(source)) for source in ledger.SOURCES)
    with pytest.raises(ValueError, match="source is '005'; it must be \"all\" or one of 000, 001"):
        ledger.rows("005")
    with pytest.raises(ValueError, match="kind is 'Z'"):
        ledger.table(kind="Z")
    with pytest.raises(ValueError, match="id is 'all'; it must be one of 000-01"):
        ledger.row("all")


def test_the_table_holds_every_row_and_links_to_cells_that_exist():
    table = ledger.table("000")
    page, words = table._repr_html_(), repr(table)
    for row in ledger.rows("000"):
        assert f">{row.id}</b>" in page
        assert row.id in words
    links = re.findall(r'href="([^"]+)"', page)
    assert len(links) == sum(len(row.cells) for row in ledger.rows("000"))
    for link in links:
        file, _, anchor = link.partition("#cell-id=")
        cells = json.loads((NOTEBOOKS / file).read_text("utf-8"))["cells"]
        assert anchor in [cell["id"] for cell in cells]
    assert page.count("<tr>") == 1 + sum(max(1, len(row.cases)) for row in ledger.rows("000"))


def test_what_is_printed_is_text_and_no_tag():
    from kernlab_course.ledger.page import Table
    from kernlab_course.ledger.rows import Row

    odd = Row("U9", "U", "a < b", ("E",), "x<y>", "&", not_computed="<b>")
    page = Table([odd])._repr_html_()
    assert "a &lt; b" in page
    assert "x&lt;y&gt;" in page
    assert "not computed: &lt;b&gt;" in page


def test_the_file_is_where_a_clone_has_it_and_is_toml():
    tables = tomllib.loads((ROOT / "data" / "errata.toml").read_text("utf-8"))["row"]
    assert [table["id"] for table in tables] == [row.id for row in ROWS]
    known = {"id", "source", "place", "kind", "printed", "right", "cells", "see", "not_computed"}
    assert set().union(*tables) == known
