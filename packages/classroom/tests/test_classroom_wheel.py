"""The wheel of classroom alone: what it holds, and that it judges where no course of ours is."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[1]
COURSE = """
from classroom.exercises import Exercise
EXERCISES = [Exercise("1.1", "A mean", "my_mean(numbers)", lambda rng: [([1.0, 2.0, 6.0],)],
                      lambda numbers: sum(numbers) / len(numbers), "no mean", ("Add.", "Divide."))]
"""
CHECK = """
import classroom
classroom.check("1.1", lambda numbers: sum(numbers) / len(numbers))
classroom.check("1.1", lambda numbers: sum(numbers))
print(classroom.__file__)
"""


@pytest.fixture(scope="module")
def wheel(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(words, cwd=HOME, check=True, capture_output=True)
    (built,) = folder.glob("*.whl")
    return zipfile.ZipFile(built)


def test_the_wheel_holds_the_package_and_what_jupyter_reads(wheel):
    names = set(wheel.namelist())
    here = {
        path.relative_to(HOME).as_posix()
        for path in (HOME / "classroom").rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".pyo")
    }
    (info,) = {name.split("/")[0] for name in names if ".dist-info/" in name}
    data = info.replace(".dist-info", ".data/data/")
    assert {name for name in names if name.startswith("classroom/")} == here
    lecture = "classroom/extension/"
    assert {name.removeprefix(data) for name in names if name.startswith(data)} == {
        f"share/jupyter/labextensions/classroom/{name.removeprefix(lecture)}"
        for name in here
        if name.startswith(lecture)
    }
    assert f"{info}/licenses/LICENSE" in names


def test_what_it_needs_is_what_it_imports(wheel):
    (metadata,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    text = wheel.read(metadata).decode()
    needed = re.findall(r"^Requires-Dist: ([\w-]+)(?!.*extra)", text, re.MULTILINE)
    assert set(needed) == {"ipython", "livepanels", "numpy", "psutil", "traitlets"}


def run(code, *folders):
    """Run code with these folders as the only ones of the book that can be imported."""
    script = f"""
import sys
sys.path[:] = [*{[str(folder) for folder in folders]!r}, *sys.path]
sys.modules.update(dict.fromkeys(["kernlab_helpers", "kernlab_course"]))
from importlib import metadata
found = metadata.entry_points
metadata.entry_points = lambda **kinds: [e for e in found(**kinds) if "kernlab" not in e.value]
{code}"""
    done = subprocess.run(
        [sys.executable, "-c", script], capture_output=True, text=True, cwd=folders[0]
    )
    assert done.returncode == 0, done.stderr
    return done.stdout.splitlines()


def test_a_course_that_is_installed_is_found_and_judged(wheel, tmp_path):
    site = tmp_path / "site"
    wheel.extractall(site)
    info, answers = site / "toy-1.dist-info", site / "toy" / "answers"
    info.mkdir()
    answers.mkdir(parents=True)
    (info / "METADATA").write_text("Metadata-Version: 2.1\nName: toy\nVersion: 1\n")
    (info / "entry_points.txt").write_text("[classroom.courses]\ntoy = toy:COURSE\n")
    (site / "toy/__init__.py").write_text(
        'from classroom import Course\nCOURSE = Course("toy.answers", ("toy",))\n'
    )
    (answers / "__init__.py").write_text("")
    (answers / "c01.py").write_text(COURSE)
    lines = run(CHECK, site)
    assert lines[0] == "1.1 passed: your function agrees on 1 inputs."
    assert "1.1 not yet: no mean." in lines
    assert Path(lines[-1]) == site / "classroom" / "__init__.py"


def test_the_code_of_the_readme_runs_from_the_wheel(wheel, tmp_path):
    wheel.extractall(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", (HOME / "README.md").read_text("utf-8"), re.DOTALL)
    lines = run(code, tmp_path)
    assert lines[0] == "1.1 not yet: this is not the mean."
    assert lines[-1] == "  It looks as if this is the middle number."
