"""The book that computes in the page: what goes into the site, and what its Python lacks."""

import hashlib
import subprocess
import sys
import tomllib
import zipfile
from pathlib import Path

import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

from tools.book import browser_python as page, lite, running

ROOT = Path(__file__).resolve().parent.parent
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
COMPILED = {"matplotlib", "numpy", "scipy"}  # by Pyodide, beside what is BROUGHT


# The wheels ---------------------------------------------------------------------------------------


def test_every_wheel_is_pinned_with_a_hash_and_is_that_of_the_lock():
    blocks = [block for block in page.requirements(LOCK).split("\n") if block[:1].isalpha()]
    assert len(blocks) == len(page.PURE) + 1
    assert all("==" in block for block in blocks)
    assert page.requirements(LOCK).count("--hash=sha256:") >= len(blocks)
    for block in blocks[:-1]:
        assert f"\n{block}" in LOCK


def test_a_wheel_that_the_lock_has_not_is_named():
    with pytest.raises(page.WheelError, match="no psygnal for the browser"):
        page.requirements(LOCK.replace("\npsygnal==", "\nanother=="))


def test_what_our_wheel_needs_in_the_page_is_in_the_site_or_at_pyodide():
    project = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]
    needs = [Requirement(words) for words in project["dependencies"]]
    here = {
        canonicalize_name(one.name)
        for one in needs
        if one.marker is None or one.marker.evaluate(page.HERE)
    }
    assert here <= set(page.PURE) | COMPILED
    assert not here & set(page.BROUGHT)


# The list of packages -----------------------------------------------------------------------------


def make_wheel(folder, name, *needs):
    """Write a small wheel."""
    path = folder / f"{name}-1.0-py3-none-any.whl"
    lines = ["Metadata-Version: 2.1", f"Name: {name}", "Version: 1.0"]
    lines += [f"Requires-Dist: {need}" for need in needs]
    with zipfile.ZipFile(path, "w") as archive:
        archive.writestr(f"{name}/__init__.py", "")
        archive.writestr(f"{name}-1.0.dist-info/METADATA", "\n".join(lines) + "\n\nThe text.\n")
    return path


@pytest.fixture
def pyodide():
    """Give a list of packages like Pyodide's."""
    numpy = {"depends": [], "file_name": "numpy-2.whl", "imports": ["numpy"], "name": "numpy"}
    return {"info": {"python": "3.14.2"}, "packages": {"numpy": numpy}}


def test_ours_stand_in_the_list_beside_pyodides(tmp_path, pyodide):
    needs = ("NumPy>=2", "pooch; sys_platform != 'emscripten'", "ipython; extra == 'lab'")
    wheel = make_wheel(tmp_path, "some_name", *needs)
    packages = page.listed(pyodide, [wheel], "https://there", "../../pypi")["packages"]
    assert packages["numpy"]["file_name"] == "https://there/numpy-2.whl"
    ours = packages["some-name"]
    assert ours["depends"] == ["numpy"]
    assert ours["imports"] == ["some_name"]
    assert ours["file_name"] == f"../../pypi/{wheel.name}"
    assert ours["sha256"] == hashlib.sha256(wheel.read_bytes()).hexdigest()
    assert pyodide["packages"]["numpy"]["file_name"] == "numpy-2.whl"  # the list that came stays


def test_a_wheel_is_found_by_each_package_that_it_holds(tmp_path):
    wheel = make_wheel(tmp_path, "some_name")
    with zipfile.ZipFile(wheel, "a") as archive:
        archive.writestr("another/inside.py", "")
        archive.writestr("some_name-1.0.data/data/share/program.js", "")
    assert page.entry(wheel, "..")[1]["imports"] == ["another", "some_name"]


def test_a_wheel_of_ours_takes_the_place_of_pyodides(tmp_path, pyodide):
    wheel = make_wheel(tmp_path, "numpy")
    packages = page.listed(pyodide, [wheel], "https://there", "..")["packages"]
    assert packages["numpy"]["file_name"] == f"../{wheel.name}"


def test_what_is_nowhere_stops_the_build(tmp_path, pyodide):
    wheel = make_wheel(tmp_path, "some_name", "a-stranger")
    with pytest.raises(page.WheelError, match="some-name needs a-stranger"):
        page.listed(pyodide, [wheel], "https://there", "..")


# The site -----------------------------------------------------------------------------------------


def test_no_index_stands_behind_the_wheels_of_the_site():
    plugins = lite.settings()["jupyter-config-data"]["litePluginSettings"]
    assert plugins[lite.KERNEL] == {"disablePyPIFallback": True}


def test_chapters_find_their_tables_in_the_site(tmp_path):
    lite.chapters(tmp_path)
    here = {path.name for path in (ROOT / "notebooks").glob("*.ipynb")}
    assert {path.name for path in (tmp_path / "notebooks").iterdir()} == here
    assert (tmp_path / "data/results/replicate_000.csv").exists()


# Run it -------------------------------------------------------------------------------------------


def test_places_are_named_where_they_are():
    assert running.places("07_order_t", lite=False, address="") == []
    (lite_only,) = running.places("07_order_t", lite=True, address="")
    assert lite_only[:2] == ("JupyterLite", "lite/lab/index.html?path=notebooks/07_order_t.ipynb")
    found = running.places("07_order_t", lite=True, address="https://github.com/ada/kernels")
    addresses = {name: where for name, where, _ in found}
    assert list(addresses) == ["JupyterLite", "Binder", "Colab"]
    assert "/gh/ada/kernels/HEAD?" in addresses["Binder"]
    assert "/ada/kernels/blob/main/notebooks/07_order_t.ipynb" in addresses["Colab"]


def test_without_an_address_the_page_says_what_is_missing():
    assert "no public address" in running.box([], public=False)
    assert "no public address" not in running.box([], public=True)
    assert "\n\n" not in running.run_box("07_order_t")  # it would end the block of HTML


# A Python as poor as the browser's ----------------------------------------------------------------

POOR = """
import sys, threading

LACKING = set({lacking!r})


class Lacking:
    def find_spec(self, name, path=None, target=None):
        if name.split(".")[0] in LACKING:
            raise ModuleNotFoundError(f"No module named {{name!r}}", name=name)


def no_thread(self):
    raise RuntimeError("can't start new thread")


threading.Thread.start = no_thread
for name in [name for name in sys.modules if name.split(".")[0] in LACKING]:
    del sys.modules[name]
sys.meta_path.insert(0, Lacking())
{work}
"""
NOWHERE = (  # in a browser: our dependencies, what Jupyter has here, and parts of the library
    *("pooch", "jupyter_server", "jupyterlab", "ipykernel", "jupyter_client", "tornado", "zmq"),
    *("psutil", "requests", "platformdirs", "nbformat", "nbclient", "debugpy", "hatchling"),
    *("jupyterlab_widgets", "widgetsnbextension", "_multiprocessing", "curses", "fcntl"),
    *("resource", "termios", "tkinter", "grp", "syslog", "venv", "ensurepip"),
)
IMPORT = "import kernlab_helpers, livepanels, classroom, kernlab_course; print('here')"
PANEL = """
import kernlab_helpers as kh
from classroom import check
from kernlab_course import KernelAndDistance
from livepanels import live, Slider

K = kh.linear(kh.load("iris").X[:9])
view = KernelAndDistance(kh.order_t(K, 1))

@live(t=Slider("order t", 0, 2, value=1))
def panel(t):
    view.show(kh.order_t(K, t))
    return f"t is {t:g}"

check("2.1", lambda K: 1)
assert not live.sweep(), live.sweep()
print("here")
"""


def in_a_poor_python(work, lacking):
    """Run Python where modules and threads are missing; return what it prints."""
    words = [sys.executable, "-c", POOR.format(work=work, lacking=tuple(lacking))]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    return done.stdout + done.stderr


EVERYTHING = (*NOWHERE, "sklearn", "threadpoolctl", "joblib", "matplotlib", "scipy", "PIL")


def test_the_package_imports_where_all_that_can_be_missing_is():
    assert in_a_poor_python(IMPORT, EVERYTHING).endswith("here\n")


def test_a_panel_and_a_check_run_on_what_the_browser_has():
    assert in_a_poor_python(PANEL, (*NOWHERE, "threadpoolctl")).endswith("here\n")


def test_the_poor_python_is_poor():
    for name in ("sklearn", "threadpoolctl", "pooch", "matplotlib"):
        assert "ModuleNotFoundError" in in_a_poor_python(f"import {name}", EVERYTHING)
    thread = "import threading; threading.Thread().start()"
    assert "RuntimeError" in in_a_poor_python(thread, ())
