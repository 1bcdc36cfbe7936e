"""The first cell of a chapter: it installs what is missing, from a place that is ours, or nothing.

An index is never asked for the bare name of the package, which could be a stranger's there.
"""

import re
import sys
from types import SimpleNamespace

import nbformat.v4 as v4
import pytest

from tools import first_cell, notebooks

ADDRESS = "https://example.org/ada/kernels"
SOURCES = {"no address": first_cell.source(""), "an address": first_cell.source(ADDRESS)}
every_source = pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)


@pytest.fixture
def run(monkeypatch, tmp_path):
    """Give what runs a cell in an empty folder, as IPython does, and returns its magics."""
    monkeypatch.chdir(tmp_path)

    def run(source):
        magics = []
        shell = SimpleNamespace(run_line_magic=lambda *words: magics.append(words))
        exec(source, {"get_ipython": lambda: shell})
        return magics

    return run


@pytest.fixture
def missing(monkeypatch):
    """Let the package be missing."""
    monkeypatch.setitem(sys.modules, "kernlab_helpers", None)


@every_source
def test_it_does_and_prints_nothing_where_the_book_is(source, capsys):
    names = {}
    exec(source, names)
    assert set(names) == {"__builtins__", "kernlab_helpers"}
    assert capsys.readouterr() == ("", "")


def test_without_an_address_it_says_what_to_do(run, missing):
    with pytest.raises(ImportError, match=r"put the wheel kernlab_helpers-\*\.whl beside"):
        run(SOURCES["no address"])


def test_it_installs_from_the_address(run, missing):
    assert run(SOURCES["an address"]) == [("pip", f"install --quiet git+{ADDRESS}")]


@every_source
def test_the_newest_wheel_beside_the_notebook_comes_first(source, run, missing, tmp_path):
    for name in ("kernlab_helpers-0.1.0", "kernlab_helpers-0.2.0", "another-1.0"):
        (tmp_path / f"{name}-py3-none-any.whl").touch()
    assert run(source) == [("pip", "install --quiet kernlab_helpers-0.2.0-py3-none-any.whl")]


def test_what_else_is_missing_is_named(run, monkeypatch, tmp_path):
    monkeypatch.delitem(sys.modules, "kernlab_helpers", raising=False)
    (tmp_path / "kernlab_helpers.py").write_text("import no_such_package")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ImportError) as found:
        run(SOURCES["no address"])
    assert found.value.__cause__.name == "no_such_package"


@every_source
def test_it_is_short(source):
    assert len(source.splitlines()) <= 8
    assert max(map(len, source.splitlines())) <= 100


def test_the_tool_writes_it_before_the_first_code_and_only_once():
    cells = [v4.new_markdown_cell("# T"), v4.new_markdown_cell("a"), v4.new_code_cell("1 + 1")]
    once = first_cell.with_cell(v4.new_notebook(cells=cells), "02_x", "")
    assert [cell.cell_type for cell in once.cells] == ["markdown", "markdown", "code", "code"]
    assert once.cells[2].source == SOURCES["no address"]
    again = first_cell.with_cell(once, "02_x", ADDRESS)
    assert [cell.source for cell in again.cells][2:] == [SOURCES["an address"], "1 + 1"]
    assert notebooks.canonical(again).cells[2] == again.cells[2]


def test_the_setting_is_empty_or_an_address():
    assert re.fullmatch(r"(https://[\w.-]+/[\w./-]+)?", first_cell.repository())


@pytest.mark.parametrize("path", first_cell.chapters(), ids=lambda path: path.stem)
def test_every_chapter_begins_with_it(path):
    stored = notebooks.read(path)
    wanted = first_cell.with_cell(stored, path.stem, first_cell.repository())
    assert wanted == stored, "python -m tools.first_cell writes it"
