"""The workflows in .github: they can be read, and call what is there (they are not run here)."""

import re
import tomllib
from pathlib import Path

import pytest
import yaml

from tools import gates

ROOT = Path(__file__).resolve().parent.parent
FOLDER = ROOT / ".github" / "workflows"
RUN = (ROOT / "run.py").read_text("utf-8")
every_workflow = pytest.mark.parametrize("name", ["test", "book"])


def workflow(name):
    return yaml.safe_load((FOLDER / f"{name}.yml").read_text("utf-8"))


def steps(name):
    return [step for job in workflow(name)["jobs"].values() for step in job["steps"]]


def commands(name):
    return "\n".join(step["run"] for step in steps(name) if "run" in step)


def test_there_are_no_others():
    assert sorted(path.stem for path in FOLDER.iterdir()) == ["book", "test"]


@every_workflow
def test_every_step_runs_or_uses_one_thing(name):
    for step in steps(name):
        assert ("run" in step) != ("uses" in step), step
        assert re.fullmatch(r"actions/[\w-]+@v\d+", step.get("uses", "actions/checkout@v5"))


@every_workflow
def test_jobs_end_and_may_do_little(name):
    said = workflow(name)
    assert said["permissions"] == {"contents": "read"}
    for job in said["jobs"].values():
        assert "timeout-minutes" in job or "environment" in job
        assert set(job.get("needs", "").split()) <= set(said["jobs"])


@every_workflow
def test_they_call_verbs_modules_and_files_that_are_there(name):
    said = commands(name)
    for verb in re.findall(r"run\.py (\w+)", said):
        assert f'\n    "{verb}":' in RUN
    for module in re.findall(r"-p (tools\.\w+)", said):
        assert (ROOT / f"{module.replace('.', '/')}.py").exists()
    for file in re.findall(r"(?<!build/)\b((?:tests|data)/[\w./]+)", said):
        assert (ROOT / file).exists() or file == "data/results"


def test_every_python_and_system_is_tried():
    matrix = workflow("test")["jobs"]["everywhere"]["strategy"]["matrix"]
    assert matrix["os"] == ["ubuntu-latest", "macos-latest", "windows-latest"]
    assert matrix["python"] == ["3.11", "3.12", "3.13", "3.14"]
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    assert project["requires-python"] == f">={matrix['python'][0]}"


def test_the_chapters_are_compared_as_the_gate_does():
    words = gates.CHAPTERS.replace(f" {gates.TWO}", "").removeprefix("pytest ")
    assert commands("test").count(f"python -m pytest {words} notebooks") == 2  # oldest, newest
    assert "python -m pytest --nbval notebooks" in commands("test")  # a lecturer's


def test_the_book_is_published_as_it_was_built():
    said = workflow("book")["jobs"]
    uploads = [s["with"]["path"] for s in said["build"]["steps"] if "pages" in s.get("uses", "")]
    assert uploads == ["build/book"]
    assert said["deploy"]["permissions"] == {"pages": "write", "id-token": "write"}
