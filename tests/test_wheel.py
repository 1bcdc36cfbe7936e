"""What is built: the maintainer's folders are in the sdist, not in the wheel."""

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
    words = [sys.executable, "-m", "hatchling", "build", "-d", str(folder)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    return folder


def test_the_wheel_holds_the_package_and_nothing_of_the_maintainer(built):
    (wheel,) = built.glob("*.whl")
    names = zipfile.ZipFile(wheel).namelist()
    tops = {name.split("/")[0] for name in names}
    (data,) = (top for top in tops if top.endswith(".data"))
    (info,) = (top for top in tops if top.endswith(".dist-info"))
    assert tops == {"kernlab_helpers", data, info}
    for name in ("__init__.pyi", "py.typed", "datasets/catalogue.toml", "lab/panels/front/main.js"):
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
    ):
        assert name in names
    assert not [name for name in names if ".venv" in name]
