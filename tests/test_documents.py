"""The documents: the code in the README runs, and the tables are written where their places are."""

import doctest
import re
import textwrap
from pathlib import Path

import pytest

from livepanels import live
from tools import figures, measurements

ROOT = Path(__file__).resolve().parent.parent
VERSION = re.compile(r"Matplotlib v[\d.]+")


def test_the_panel_of_the_readme_lives(tmp_path):
    text = (ROOT / "README.md").read_text("utf-8")
    (block,) = re.findall(
        r"^    import kernlab_helpers.*?\n(?=\n\S)", text, re.DOTALL | re.MULTILINE
    )
    path = tmp_path / "cell.py"
    path.write_text(textwrap.dedent(block), "utf-8")  # a panel reads its source
    names = {}
    exec(compile(path.read_text("utf-8"), path, "exec"), names)
    (panel,) = [value for value in names.values() if value in live.panels()]
    words = {sigma: panel.answer_to({"sigma": sigma}).words() for sigma in (0.05, 1)}
    assert len(set(map(str, words.values()))) == 2


def test_the_example_of_the_helpers_runs_and_prints_what_it_is_about(capsys):
    text = (ROOT / "kernlab_helpers" / "README.md").read_text("utf-8")
    (block,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(block, {})
    kernel, agreement = capsys.readouterr().out.split()
    assert kernel == "True" and float(agreement) > 0.5


def test_what_is_written_twice_is_the_same_and_what_is_outside_stays():
    text = "before\n<!-- table: one -->\nold\n<!-- end -->\nafter\n"
    once = measurements.written(text, {"one": lambda: "new"})
    assert "old" not in once and once.startswith("before\n") and once.endswith("after\n")
    assert measurements.written(once, {"one": lambda: "new"}) == once


def test_a_place_without_a_table_is_named():
    with pytest.raises(KeyError, match="none such"):
        measurements.written("<!-- table: none such -->\n<!-- end -->\n")


def test_every_table_has_a_place_and_every_place_a_table():
    texts = [(ROOT / name).read_text("utf-8") for name in measurements.DOCUMENTS]
    places = [found[2] for text in texts for found in measurements.PLACE.finditer(text)]
    assert sorted(places) == sorted(measurements.TABLES)


@pytest.mark.parametrize("name", measurements.TABLES)
def test_every_table_can_be_written_and_has_no_line_break_in_a_row(name):
    lines = [line for line in measurements.TABLES[name]().splitlines() if line.startswith("|")]
    assert len({line.count("|") for line in lines}) <= 1


def test_the_figures_are_light_named_in_their_document_and_drawn_from_what_is_stored(tmp_path):
    text = (ROOT / "docs" / "new-results.md").read_text("utf-8")
    named = sorted(re.findall(r"!\[[^\]]+\]\((new-results-\d\.svg)\)", text))
    figures.main(tmp_path)
    assert named == sorted(path.name for path in tmp_path.iterdir())
    for name in named:
        there, drawn = ((place / name).read_text("utf-8") for place in (ROOT / "docs", tmp_path))
        assert len(there.encode()) < 60_000
        if VERSION.search(there)[0] == VERSION.search(drawn)[0]:
            assert there == drawn, f"{name} is old: .venv/bin/python -m tools.figures"


def test_the_arithmetic_is_that_of_its_examples():
    found = doctest.testmod(measurements)
    assert found.attempted >= 4 and found.failed == 0


def test_every_test_that_the_page_of_wishes_names_is_there():
    text = (ROOT / "docs" / "wishes.md").read_text("utf-8")
    places = [*ROOT.glob("tests/*.py"), *ROOT.glob("packages/*/tests/**/*.*")]
    files = {
        path.name: path.read_text("utf-8") for path in places if path.suffix in (".py", ".mjs")
    }
    file, found = "", 0
    for words in re.findall(r"`((?:\w|[./:])+)`", text):
        name, _, test = words.partition("::")
        if name.endswith((".py", ".mjs")):
            file = name.split("/")[-1]
            assert file in files, words
        whole = files.get(file, "") if "::" in words else "".join(files.values())
        if (test or name).startswith(("test_", "Test")) and not (test or name).endswith(".py"):
            assert re.search(rf"^(?:def|class) {test or name}\b", whole, re.MULTILINE), words
            found += 1
    assert found > 25
    numbers = re.findall(r"^(?:\*\*|- )(\d+)[.,]", text, re.MULTILINE)
    assert sorted(map(int, numbers)) == list(range(1, 51))
