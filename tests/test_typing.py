"""Editors see the package: a type checker passes right calls and names the wrong ones."""

import json
import subprocess
import sys
from importlib.resources import files
from pathlib import Path

import pytest

import kernlab_helpers as kh

CALLS = Path(__file__).parent / "typing" / "calls.py"


@pytest.fixture(scope="module")
def findings():
    words = [sys.executable, "-m", "basedpyright", "--outputjson", "--level", "error"]
    words += ["--pythonpath", sys.executable, str(CALLS)]
    said = subprocess.run(words, capture_output=True, text=True, cwd=CALLS.parents[2]).stdout
    report = json.loads(said)
    assert report["summary"]["filesAnalyzed"] == 1
    return {f["range"]["start"]["line"]: f["message"] for f in report["generalDiagnostics"]}


@pytest.mark.slow
def test_right_calls_pass_and_wrong_ones_are_named(findings):
    lines = CALLS.read_text("utf-8").splitlines()
    wrong = {i for i, line in enumerate(lines) if line.endswith("# wrong")}
    assert set(findings) == wrong, {lines[i]: findings.get(i) for i in set(findings) ^ wrong}


def test_the_stub_and_the_marker_of_types_are_there():
    assert files(kh).joinpath("py.typed").is_file()
    assert files(kh).joinpath("__init__.pyi").is_file()


def test_dir_holds_public_names_only():
    assert set(dir(kh)) == set(kh.__all__)
    assert not [name for name in dir(kh) if name.startswith("_")]
    assert "import_module" not in dir(kh)


def test_help_begins_with_the_chapters_and_their_functions():
    first = kh.__doc__.split("\n\n")
    assert "chapter" in first[2] and "functions" in first[2]
    listed = set(first[2].replace(",", " ").replace(":", " ").split())
    assert set(kh.__all__) <= listed
