"""The command: a notebook of anybody becomes a page that plays, or is driven to its edges."""

import json
import re
from pathlib import Path

import pytest

nbformat = pytest.importorskip("nbformat")
pytest.importorskip("nbclient")
pytest.importorskip("nbconvert")

from test_front import run_node  # noqa: E402

from livepanels import command  # noqa: E402

WAVES = """
import numpy as np
from livepanels import Slider, interact, live, subplots
x = np.linspace(0, 10, 50)
figure, axes = subplots()

@live(k=Slider("frequency", 1, 3, value=2, step=1))
def waves(k):
    axes.plot(x, np.sin(k * x))
"""
NOISE = """
@interact(n=(1, 3))
def noise(n=2):
    axes.plot(np.random.normal(size=n + 5))
"""
STILL = """
figure, axes = subplots()
axes.plot(x, x)
figure
"""
BREAKS = """
@live(k=Slider("k", 0, 2, value=2, step=1))
def reciprocal(k):
    axes.plot(x, x + 1 // k)
"""


def notebook(folder, *sources):
    """Write a notebook of some cells of code; return its path."""
    cells = [nbformat.v4.new_code_cell(source.strip()) for source in sources]
    text = nbformat.v4.new_markdown_cell("# Strange & new")
    path = folder / "mine.ipynb"
    path.write_text(nbformat.writes(nbformat.v4.new_notebook(cells=[text, *cells])), "utf-8")
    return path


@pytest.fixture(scope="module")
def recorded(tmp_path_factory):
    folder = tmp_path_factory.mktemp("recorded")
    path = notebook(folder, WAVES, NOISE, STILL)
    before = path.read_bytes()
    facts = command.record(path, folder / "page", modules=True)
    assert path.read_bytes() == before, "the notebook is left as it is"
    return folder / "page", {fact["name"]: fact for fact in facts.values()}


def test_what_can_be_recorded_is_and_the_page_asks_no_other_host(recorded):
    folder, facts = recorded
    assert facts["waves"]["states"] == 3
    assert "at random" in facts["noise"]["error"]
    page = (folder / "index.html").read_text("utf-8")
    assert [folder / where for where in re.findall('data-recording="(.*?)"', page)] == [
        folder / "panels/waves.js",
        folder / "panels/picture-0.js",
    ]
    assert page.count("livepanel-still") == 3, "each has its still"
    assert "Strange &amp; new" in page and "Asleep" not in page
    for text in (page, (folder / "page.css").read_text("utf-8")):
        assert not re.search("(?:src|href)=.(?:https?:)?//|@import|url\\(.?http", text)


def test_a_module_of_a_recording_renders_by_itself(recorded, tmp_path):
    module = recorded[0] / "panels/waves.mjs"
    script = tmp_path / "calls.mjs"
    script.write_text(
        "globalThis.document = { body: {} };\n"
        f"const {{ default: made }} = await import({json.dumps(module.as_uri())});\n"
        "console.log(typeof made.render);\n"
    )
    assert run_node(script).strip() == "function"


@pytest.mark.slow
def test_a_sweep_tells_what_fails_at_an_edge(tmp_path):
    panels, failures = command.sweep(notebook(tmp_path, WAVES, BREAKS))
    assert panels == 2
    assert failures and all("reciprocal" in line for line in failures)


@pytest.mark.parametrize(
    ("write", "words"),
    [
        (lambda folder: folder / "none.ipynb", "No such file"),
        (lambda _: __file__, "is not a notebook"),
        (lambda folder: notebook(folder, "1 / 0"), "ZeroDivisionError"),
    ],
)
def test_what_does_not_run_is_said_in_a_line(write, words, tmp_path, capsys):
    assert command.main(["sweep", str(write(tmp_path))]) == 2
    said = capsys.readouterr().err
    assert words in said and said.count("\n") == 1


def test_a_notebook_without_panels_is_told(tmp_path, capsys):
    assert command.main(["sweep", str(notebook(tmp_path, "x = 1"))]) == 1
    assert "0 panels" in capsys.readouterr().out


@pytest.mark.slow
def test_the_gallery_survives_its_edges():
    gallery = Path(__file__).resolve().parents[1] / "examples" / "gallery.ipynb"
    assert command.sweep(gallery) == (12, [])
