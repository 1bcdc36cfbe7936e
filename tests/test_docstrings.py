"""Every public docstring: numpydoc's form, the plain formula in NumPy, references that lead."""

import ast
import inspect
import re
import tomllib
from pathlib import Path

import pytest
from numpydoc.validate import validate

import classroom
import kernlab_helpers as kh
import livepanels

ROOT = Path(__file__).resolve().parent.parent
CODES = {
    *(f"PR{i:02}" for i in range(1, 11)),  # parameters
    *(f"RT{i:02}" for i in range(1, 6)),  # returns
    *(f"SS{i:02}" for i in range(3, 7)),  # summary
    "YD01",
}


def documented():
    """Yield what a chapter may write: every public name, and the methods of the mathematics."""
    for package in (livepanels, livepanels.pictures, classroom):
        for name in package.__all__:
            if not inspect.ismodule(getattr(package, name)):
                yield f"{package.__name__}.{name}"
    yield from ("livepanels.live.panels", "livepanels.live.sweep", "classroom.vote.answers")
    yield "kernlab_course.KernelAndDistance"
    for name in kh.__all__:
        thing = getattr(kh, name)
        yield f"kernlab_helpers.{name}"
        if inspect.isclass(thing):
            for method, member in inspect.getmembers(thing, inspect.isfunction):
                if not method.startswith("_") and member.__module__.startswith("kernlab_helpers"):
                    yield f"kernlab_helpers.{name}.{method}"


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


def test_a_reference_to_errata_is_a_row_of_the_ledger():
    rows = tomllib.loads((ROOT / "data/errata.toml").read_text("utf-8"))["row"]
    named = {}
    for path in sorted((ROOT / "kernlab_helpers").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.Module | ast.ClassDef | ast.FunctionDef):
                found = re.findall(r"\b(?:00[0-4]-\d\d|U\d)\b", ast.get_docstring(node) or "")
                named |= dict.fromkeys(found, path.name)
    assert len(named) > 30
    assert {row: named[row] for row in set(named) - {row["id"] for row in rows}} == {}
