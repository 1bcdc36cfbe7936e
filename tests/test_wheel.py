"""What is built: the maintainer's folders are in the sdist, not in the wheel; the data in both."""

import os
import subprocess
import sys
import tarfile
import zipfile
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture(scope="module")
def built(tmp_path_factory):
    folder = tmp_path_factory.mktemp("dist")
    build(ROOT, folder)
    return folder


def build(source, folder, *words):
    words = [sys.executable, "-m", "hatchling", "build", "-d", str(folder), *words]
    subprocess.run(words, cwd=source, check=True, capture_output=True)


def test_the_wheel_holds_the_package_and_nothing_of_the_maintainer(built):
    (wheel,) = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    (data,) = (top for top in tops if top.endswith(".data"))
    (info,) = (top for top in tops if top.endswith(".dist-info"))
    assert tops == {"kernlab_helpers", data, info}
    for name in (
        "__init__.pyi",
        "py.typed",
        "datasets/catalogue.toml",
        "homogeneous/minimax.csv",
        "lab/panels/front/main.js",
    ):
        assert f"kernlab_helpers/{name}" in names
    shared = {name.split("/data/")[1] for name in names if name.startswith(f"{data}/")}
    assert shared == {
        "share/jupyter/lab/settings/overrides.json",
        "share/jupyter/labextensions/kernlab/package.json",
        "share/jupyter/labextensions/kernlab/static/remoteEntry.js",
        "etc/jupyter/jupyter_server_config.d/kernlab.json",
    }


def test_the_sdist_holds_what_the_gates_need(built):
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    for name in (
        "tools/gates.py",
        "tests/test_wheel.py",
        "notebooks/00_start_here.ipynb",
        "run.py",
        "data/sets/README.md",
        "data/sets/ecoli.csv",
    ):
        assert name in names
    assert not [name for name in names if ".venv" in name]


SETS = "kernlab_helpers/datasets/sets"


def test_the_wheel_holds_every_table_and_its_licence(built):
    (wheel,) = built.glob("*.whl")
    here = {path.name: path.read_bytes() for path in (ROOT / "data" / "sets").iterdir()}
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith(f"{SETS}/")]
        there = {name.removeprefix(f"{SETS}/"): archive.read(name) for name in names}
    assert there == here
    assert "README.md" in there
    assert len(there) == 13


def test_a_wheel_made_from_the_sdist_is_the_same(built, tmp_path):
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        archive.extractall(tmp_path, filter="data")
    (source,) = tmp_path.iterdir()
    build(source, tmp_path / "dist", "-t", "wheel")
    (theirs,), (ours,) = (tmp_path / "dist").glob("*.whl"), built.glob("*.whl")
    assert sorted(zipfile.ZipFile(theirs).namelist()) == sorted(zipfile.ZipFile(ours).namelist())


LOAD = """
import socket, sys
def refuse(*args, **kwargs): raise AssertionError("the network was asked")
socket.socket = refuse
import kernlab_helpers as kh
from kernlab_helpers.datasets._catalogue import catalogue
print(kh.__file__)
names = [name for name, entry in catalogue().items() if entry.reader == "shipped"]
print(*(f"{name} {len(kh.load(name).y)}" for name in names), sep="\\n")
"""


def test_load_finds_the_tables_in_the_wheel_far_from_a_clone_and_offline(built, tmp_path):
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
    variables = {k: v for k, v in os.environ.items() if k != "KERNLAB_DATA"}
    variables |= {"PYTHONPATH": str(tmp_path / "site"), "HOME": str(tmp_path)}
    words = [sys.executable, "-c", LOAD]
    run = subprocess.run(words, cwd=tmp_path, env=variables, capture_output=True, text=True)
    place, *sets = run.stdout.splitlines()
    assert place.startswith(str(tmp_path / "site")), run.stderr
    assert len(sets) == 12, run.stderr
    assert {"segment 2310", "iris-uci 150", "monks-3-train 122"} <= set(sets)
