"""What may import what: the course at most the other three packages of the book."""

import ast
import re
import sys
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[1]
PACKAGE = HOME / "kernlab_course"
BOOK = {"kernlab_helpers", "livepanels", "classroom"}
OTHERS = {"anywidget", "ipywidgets", "lazy_loader", "matplotlib", "numpy", "packaging", "scipy"}
OTHERS |= {"sklearn", "threadpoolctl"}


@pytest.mark.parametrize("path", sorted(PACKAGE.rglob("*.py")), ids=lambda path: path.stem)
def test_the_course_imports_at_most_the_three(path):
    found = set()
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            found |= {alias.name.partition(".")[0] for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and not node.level:
            found.add(node.module.partition(".")[0])
    beside = {"refused"} if path.parent.name == "second_edition" else set()  # in a grader's copy
    assert found - set(sys.stdlib_module_names) - {"kernlab_course"} <= BOOK | OTHERS | beside


def test_the_code_of_the_readme_runs(capsys):
    text = (HOME / "README.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    exec(code, {})
    assert capsys.readouterr().out.startswith("least eigenvalue 0, rank 148 of 150\n")
