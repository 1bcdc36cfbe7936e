"""What is built: the maintainer's folders are in the sdist, not in the wheel; the data in both."""

import json
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


def extension():
    """Yield where the files of JupyterLab's extension go."""
    folder = ROOT / "packages" / "classroom" / "classroom" / "extension"
    for path in folder.rglob("*"):
        if path.is_file():
            yield f"share/jupyter/labextensions/classroom/{path.relative_to(folder).as_posix()}"


@pytest.mark.slow
def test_the_wheel_holds_the_package_and_nothing_of_the_maintainer(built):
    (wheel,) = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    (data,) = (top for top in tops if top.endswith(".data"))
    (info,) = (top for top in tops if top.endswith(".dist-info"))
    assert tops == {"kernlab_helpers", "livepanels", "classroom", "kernlab_course", data, info}
    for name in (
        "kernlab_helpers/__init__.pyi",
        "kernlab_helpers/py.typed",
        "kernlab_helpers/datasets/catalogue.toml",
        "kernlab_helpers/homogeneous/minimax.csv",
        "livepanels/front/main.js",
        "classroom/front/vote.js",
        "kernlab_course/ledger/errata.toml",
    ):
        assert name in names
    assert not [name for name in names if "/tests/" in name]
    shared = {name.split("/data/")[1] for name in names if name.startswith(f"{data}/")}
    assert shared == {
        "share/jupyter/lab/settings/overrides.json",
        *extension(),
        "etc/jupyter/jupyter_server_config.d/livepanels.json",
    }


def test_the_sdist_holds_what_the_gates_need(built):
    (sdist,) = built.glob("*.tar.gz")
    with tarfile.open(sdist) as archive:
        names = [name.partition("/")[2] for name in archive.getnames()]
    for name in (
        "tools/gates.py",
        "tests/test_wheel.py",
        "packages/livepanels/README.md",
        "notebooks/00_start_here.ipynb",
        "run.py",
        "data/sets/README.md",
        "data/sets/ecoli.csv",
    ):
        assert name in names
    assert not [name for name in names if ".venv" in name]


CHAPTERS = "kernlab_course/notebooks"


def test_the_wheel_holds_the_chapters_without_their_outputs_and_stays_small(built):
    (wheel,) = built.glob("*.whl")
    assert wheel.stat().st_size < 3e6
    with zipfile.ZipFile(wheel) as archive:
        names = [name for name in archive.namelist() if name.startswith(f"{CHAPTERS}/")]
        there = {
            name.removeprefix(f"{CHAPTERS}/"): json.loads(archive.read(name)) for name in names
        }
    assert set(there) == {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}
    for name, notebook in there.items():
        ours = json.loads((ROOT / "notebooks" / name).read_text("utf-8"))
        assert [c["source"] for c in notebook["cells"]] == [c["source"] for c in ours["cells"]]
        assert not any(cell.get("outputs") for cell in notebook["cells"])


def test_the_command_of_the_wheel_copies_the_chapters_and_overwrites_none(built, tmp_path):
    (wheel,) = built.glob("*.whl")
    with zipfile.ZipFile(wheel) as archive:
        archive.extractall(tmp_path / "site")
        (points,) = (name for name in archive.namelist() if name.endswith("entry_points.txt"))
        assert "kernlab = kernlab_course.command:main" in archive.read(points).decode()
    variables = os.environ | {"PYTHONPATH": str(tmp_path / "site")}
    words = [sys.executable, "-m", "kernlab_course.command", "copy", "my book"]

    def copy():
        run = subprocess.run(words, cwd=tmp_path, env=variables, capture_output=True, text=True)
        assert run.returncode == 0, run.stderr
        return run.stdout

    chapters = list((ROOT / "notebooks").glob("*.ipynb"))
    assert f"{len(chapters)} chapters copied into my book" in copy()
    mine = tmp_path / "my book" / "02_kernel_matrix.ipynb"
    mine.write_text("mine")
    (tmp_path / "my book" / "00_start_here.ipynb").unlink()
    assert "1 chapters copied" in copy()
    assert mine.read_text() == "mine"


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
    with zipfile.ZipFile(wheel) as archive:
        (fonts,) = (name for name in archive.namelist() if name.endswith("/fonts/OFL.txt"))
        assert b"SIL OPEN FONT LICENSE" in archive.read(fonts)


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
