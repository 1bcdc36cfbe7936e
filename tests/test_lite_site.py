"""JupyterLite as it is built, in Chromium without a network: its kernel starts, widgets live.

NumPy comes from Pyodide's own address, which is out of reach here: `run.py lite --check` goes on
from there where there is a network.
"""

import hashlib
import json

import pytest
from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL

from tools import first_cell, machines
from tools.book import lite
from tools.book.lite_check import PURE, Lite, served

WIDGET = """
import anywidget, traitlets

class Count(anywidget.AnyWidget):
    _esm = '''
    export default { render({ model, el }) {
      el.innerHTML = "<button id='alive'></button>";
      const show = () => { el.firstChild.textContent = model.get("n"); };
      el.firstChild.onclick = () => { model.set("n", model.get("n") + 1); model.save_changes(); };
      model.on("change:twice", () => { el.firstChild.title = model.get("twice"); });
      show(); } };
    '''
    n = traitlets.Int(20).tag(sync=True)
    twice = traitlets.Int(0).tag(sync=True)

    @traitlets.observe("n")
    def _double(self, change):
        self.twice = 2 * change.new

Count()
"""
ADD = """async source => {
  const notebook = window.jupyterapp.shell.currentWidget.content;
  notebook.model.sharedModel.insertCell(0, { cell_type: "code", source });
  notebook.activeCellIndex = 0;
  await window.jupyterapp.commands.execute("notebook:run-cell");
}"""


@pytest.fixture(scope="module")
def site(tmp_path_factory):
    folder = tmp_path_factory.mktemp("lite")
    lite.build(folder)
    return folder


@pytest.fixture(scope="module")
def page(site):
    with (
        served(site) as address,
        Lite(machines.browser(), address, "02_kernel_matrix.ipynb", offline=True) as page,
    ):
        yield page


def kernel_settings(site):
    """Return what the site says to its kernel."""
    said = json.loads((site / "jupyter-lite.json").read_text("utf-8"))
    return said["jupyter-config-data"]["litePluginSettings"][lite.KERNEL]


def test_the_site_is_small_and_has_no_source_maps(site):
    files = [path for path in site.rglob("*") if path.is_file()]
    assert not [path for path in files if path.suffix == ".map"]
    assert sum(path.stat().st_size for path in files) < 65e6
    there = {path.name for path in (site / "extensions").iterdir()}
    assert there == {"@jupyter-widgets", "@jupyterlite", "anywidget", "classroom"}


def test_the_kernel_is_named_by_a_relative_address(site):
    said = kernel_settings(site)
    assert said["pyodideUrl"] == "./static/pyodide/pyodide.mjs"
    assert said["disablePyPIFallback"]
    assert all(url.startswith("./") for url in said["pipliteUrls"])


def test_the_list_of_packages_has_our_wheels_as_they_are(site):
    place = site / "static" / "pyodide"
    packages = json.loads((place / "pyodide-lock.json").read_text("utf-8"))["packages"]
    ours = [one for one in packages.values() if "://" not in one["file_name"]]
    assert {"kernlab-helpers", "anywidget", "ipywidgets"} <= {one["name"] for one in ours}
    for one in ours:
        wheel = (place / one["file_name"]).read_bytes()
        assert hashlib.sha256(wheel).hexdigest() == one["sha256"]
    others = [one["file_name"] for one in packages.values() if "://" in one["file_name"]]
    assert all(name.startswith(f"{PYODIDE_CDN_URL}/") for name in others)


def test_the_chapters_are_there(site):
    contents = json.loads((site / "api/contents/notebooks/all.json").read_text("utf-8"))["content"]
    assert "02_kernel_matrix.ipynb" in {one["name"] for one in contents}


def test_the_kernel_computes_and_has_the_wheels_of_the_site(page):
    assert page.ask("print(6 * 7)") == "42"
    assert page.ask(PURE) == "here"


def test_a_widget_is_alive_in_the_page(page):
    page.page.evaluate(ADD, WIDGET)
    button = page.page.locator("#alive")
    button.click()
    page.page.wait_for_function("() => document.querySelector('#alive').title === '42'")


def test_our_package_came_and_lacks_what_the_network_would_bring(page):
    said = page.ask("import kernlab_helpers; kernlab_helpers.linear; print('here')")
    assert said == "here" or "No module named 'numpy'" in said
    assert page.ask("import kernlab_helpers; print(kernlab_helpers.__name__)") == "kernlab_helpers"


def test_a_chapter_finds_its_tables(page):
    place = "../data/results/replicate_000.csv"
    assert page.ask(f"import os; print(os.path.exists({place!r}))") == "True"


def test_the_first_cell_does_nothing_here(page):
    assert page.ask(first_cell.source("")) == ""


def test_no_host_is_asked_but_pyodides(page):
    assert page.refused  # NumPy was wanted
    assert all(url.startswith(f"{PYODIDE_CDN_URL}/") for url in page.refused), page.refused
