"""Every public docstring: numpydoc's form, the plain formula in NumPy, references that lead."""

import ast
import inspect
import json
import re
from functools import cache
from pathlib import Path

import pytest
from numpydoc.validate import validate

import kernlab_helpers as kh
from kernlab_helpers import lab

ROOT = Path(__file__).resolve().parent.parent
CODES = {
    *(f"PR{i:02}" for i in range(1, 11)),  # parameters
    *(f"RT{i:02}" for i in range(1, 6)),  # returns
    *(f"SS{i:02}" for i in range(3, 7)),  # summary
    "YD01",
}
MATHEMATICS = [f"kernlab_helpers.{name}" for name in kh.__all__ if name != "lab"]
LAB = [f"kernlab_helpers.lab.{name}" for name in lab.__all__ if name not in ("pictures", "theme")]
LAB += [f"livepanels.pictures.{name}" for name in lab.pictures.__all__]


def thing(path):
    value = kh
    for name in path.split(".")[1:]:
        value = getattr(value, name)
    return value


def documented():
    """Yield what a chapter may write: every public name, and the methods of the mathematics."""
    yield from LAB
    yield from ("kernlab_helpers.lab.live.panels", "kernlab_helpers.lab.live.sweep")
    yield "kernlab_helpers.lab.vote.answers"
    for path in MATHEMATICS:
        yield path
        if inspect.isclass(thing(path)):
            for name, member in inspect.getmembers(thing(path), inspect.isfunction):
                if not name.startswith("_") and member.__module__.startswith("kernlab_helpers"):
                    yield f"{path}.{name}"


@pytest.mark.parametrize("path", list(documented()))
def test_numpydoc_finds_nothing(path):
    found = [(code, words) for code, words in validate(path)["errors"] if code in CODES]
    assert found == []


WITHOUT_A_FORMULA = {
    "Gaussians",
    "choose_p",
    "cnd_witness",
    "dna",
    "gaussian_clouds",
    "lab",
    "list_datasets",
    "load",
    "local_cluster",
    "metric_witness",
    "psd_witness",
    "rings",
}


@pytest.mark.parametrize("name", sorted(set(kh.__all__) - WITHOUT_A_FORMULA))
def test_the_plain_formula_stands_in_the_docstring_and_is_run(name):
    text = inspect.getdoc(getattr(kh, name))
    after = text.partition("In NumPy")[2]
    assert after, f"{name} has no 'In NumPy' example"
    assert ">>> " in after


# references ------------------------------------------------------------------------------------

ROW = re.compile(r"\b(?:00[0-4]-\d\d|U\d)\b")


@cache
def chapters_of(row):
    """Return the numbers of the chapters that speak of a row of ERRATA, in text or code."""
    found = set()
    for path in (ROOT / "notebooks").glob("*.ipynb"):
        cells = json.loads(path.read_text("utf-8"))["cells"]
        if any(row in "".join(cell["source"]) for cell in cells):
            found.add(int(path.name[:2]))
    return found


@cache
def shown_in():
    """Return {row: chapters whose cells show it}, as the test of the audit has it."""
    from test_errata_cells import CELLS

    return {row: {int(cell[:2]) for cell in cells} for row, cells in CELLS.items()}


def docstrings():
    """Yield (file, docstring) of every module, class and function of the mathematics."""
    for path in sorted((ROOT / "kernlab_helpers").rglob("*.py")):
        if "lab" in path.relative_to(ROOT / "kernlab_helpers").parts:
            continue
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            documented = isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
            if documented and (text := ast.get_docstring(node)):
                yield f"{path.name}: {getattr(node, 'name', 'module')}", text


@pytest.mark.parametrize(("place", "text"), [pair for pair in docstrings() if ROW.search(pair[1])])
def test_a_reference_to_errata_says_which_chapter_shows_it(place, text):
    text = " ".join(text.split())
    for match in ROW.finditer(text):
        said = re.search(
            r"chapters? (\d+(?:(?:,| and) \d+)*)", text[match.end() : match.end() + 60]
        )
        assert said, f"{place}: {match.group()} names no chapter"
        named = {int(number) for number in re.findall(r"\d+", said.group(1))}
        there = chapters_of(match.group()) | shown_in().get(match.group(), set())
        assert named & there, f"{place}: {match.group()} is in chapters {there}, not {named}"
