"""The first cell of a chapter: it installs what is missing, from a place that is ours, or nothing.

An index is never asked for the bare name of the package, which could be a stranger's there.
"""

import re
import subprocess
import sys

import nbformat.v4 as v4
import pytest

from tools import first_cell, notebooks

ADDRESS = "https://example.org/ada/kernels"
SOURCES = {"no address": first_cell.source(""), "an address": first_cell.source(ADDRESS)}
every_source = pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES)


@pytest.fixture
def missing(monkeypatch, tmp_path):
    """Let the package be missing in an empty folder; give the commands that are run."""
    commands = []
    monkeypatch.setitem(sys.modules, "kernlab_helpers", None)
    monkeypatch.setattr(subprocess, "run", lambda words, check: commands.append((words, check)))
    monkeypatch.chdir(tmp_path)
    return commands


def pip(what):
    return [([sys.executable, "-m", "pip", "install", "--quiet", what], True)]


@every_source
def test_it_does_and_prints_nothing_where_the_package_is(source, capsys, monkeypatch):
    monkeypatch.setattr(subprocess, "run", None)
    names = {}
    exec(source, names)
    assert set(names) == {"__builtins__", "kernlab_helpers"}
    assert capsys.readouterr() == ("", "")


def test_without_an_address_it_says_what_is_missing(missing):
    with pytest.raises(
        ModuleNotFoundError, match=r"no public address yet(.|\n)*\.whl(.|\n)*\.venv"
    ):
        exec(SOURCES["no address"], {})
    assert missing == []


def test_it_installs_from_the_address(missing):
    exec(SOURCES["an address"], {})
    assert missing == pip(f"kernlab-helpers @ git+{ADDRESS}")


@every_source
def test_a_wheel_beside_the_notebook_comes_first(source, missing, tmp_path):
    name = "kernlab_helpers-0.1.0-py3-none-any.whl"
    (tmp_path / name).touch()
    (tmp_path / "another-1.0-py3-none-any.whl").touch()
    exec(source, {})
    assert missing == pip(name)


@every_source
def test_what_else_is_missing_is_not_installed(source, missing, monkeypatch, tmp_path):
    monkeypatch.delitem(sys.modules, "kernlab_helpers")
    (tmp_path / "kernlab_helpers.py").write_text("import no_such_package")
    monkeypatch.syspath_prepend(tmp_path)
    with pytest.raises(ModuleNotFoundError, match="no_such_package"):
        exec(source, {})
    assert missing == []


@every_source
def test_it_is_short(source):
    assert len(source.splitlines()) <= 18
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
