"""The wheel of livepanels alone: what it holds, and that it works where nothing else is."""

import re
import subprocess
import sys
import zipfile
from pathlib import Path

import pytest

HOME = Path(__file__).resolve().parents[1]


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
        for path in (HOME / "livepanels").rglob("*")
        if path.is_file() and path.suffix not in (".pyc", ".pyo")
    }
    (info,) = {name.split("/")[0] for name in names if ".dist-info/" in name}
    data = info.replace(".dist-info", ".data/data")
    assert {name for name in names if name.startswith("livepanels/")} == here
    assert {name for name in names if name.startswith(data)} == {
        f"{data}/share/jupyter/lab/settings/overrides.json",
        f"{data}/etc/jupyter/jupyter_server_config.d/livepanels.json",
    }
    assert f"{info}/licenses/LICENSE" in names


def test_what_it_needs_is_what_it_imports(wheel):
    (metadata,) = (name for name in wheel.namelist() if name.endswith(".dist-info/METADATA"))
    text = wheel.read(metadata).decode()
    needed = re.findall(r"^Requires-Dist: ([\w-]+)(?!.*extra)", text, re.MULTILINE)
    assert set(needed) == {"anywidget", "ipywidgets", "matplotlib", "numpy", "threadpoolctl"}


def test_the_code_of_the_readme_runs_from_the_wheel_alone(wheel, tmp_path):
    """Without this clone: nothing of the book can be imported, and a panel of curves answers."""
    wheel.extractall(tmp_path)
    (code,) = re.findall(r"```python\n(.*?)```", (HOME / "README.md").read_text("utf-8"), re.DOTALL)
    refused = ("kernlab_helpers", "kernlab_course", "classroom", "tools")
    script = f"""
import sys
sys.path[:] = [{str(tmp_path)!r}, *(p for p in sys.path if {str(HOME)!r} not in p)]
sys.modules.update(dict.fromkeys({refused!r}))
{code}
import livepanels
print()
print(livepanels.__file__)
print(waves.words, live.sweep())
"""
    run = subprocess.run(
        [sys.executable, "-c", script], cwd=tmp_path, capture_output=True, text=True
    )
    assert run.returncode == 0, run.stderr
    place, words = run.stdout.splitlines()[-2:]
    assert place.startswith(str(tmp_path))
    assert words == "frequency ratio = 2, x = 3: at x = 3: sum -0.138 []"
