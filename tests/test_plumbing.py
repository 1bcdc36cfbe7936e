"""What the counts of the chapters and the draw of slider cells promise."""

import ast

import nbformat

from tools import measurements, notebooks, plumbing, slider_cells, try_slider_cells

CELL = """
import numpy as np
square = (0, 1), (0, 1)
look = {"line": {"hue": "hot"}}
plane = pictures.Scatter(X, limits=square,
                         look=look)  # fmt: skip
plane.inches = (4, 3)
n = len(X)
print(n)

@live(t=Slider("t", 0, 1))
def move(t):
    Y = t * X
    plane.show(Y)
    return f"t = {t}"
"""
KINDS = "rest plumbing plumbing plumbing plumbing plumbing mathematics tells controls mathematics"
KINDS += " mathematics draws tells"
NEW = """
fig, (left, right) = subplots(1, 2)
@live(t=Slider("t", 0, 1))
def move(t):
    Y = t * X
    left.scatter(*Y.T,
                 color="hot")
    right.set(title="t")
"""


def chapter(*sources):
    """Return a notebook of some code cells."""
    return nbformat.v4.new_notebook(cells=[nbformat.v4.new_code_cell(text) for text in sources])


def test_each_line_has_its_kind():
    ((_, said),) = plumbing.kinds(chapter(CELL))
    assert said == KINDS.split()
    ((_, said),) = plumbing.kinds(chapter(NEW))
    assert said == ["draws", "controls", "mathematics", "mathematics", "draws", "draws", "draws"]


def test_a_name_that_mathematics_reads_is_no_plumbing():
    kinds = plumbing.kinds(chapter(CELL, "print(square)"))
    assert kinds[0][1][1] == "mathematics"


def test_every_line_of_a_chapter_is_counted_once():
    for path in sorted(notebooks.FOLDER.glob("0[14]_*.ipynb")):
        rows = plumbing.kinds(notebooks.read(path))
        lines = [line for cell, _ in rows for line in cell.source.splitlines() if line.strip()]
        count = plumbing.counts(rows)
        assert count["lines"] == len(lines) == sum(count[kind] for kind in plumbing.KINDS)


def test_a_slider_cell_is_found_with_what_it_uses():
    notebook = chapter(
        "%matplotlib inline\nimport numpy as np\nimport matplotlib.pyplot as plt",
        "def curve(x, a):\n    return a * x\ndef other():\n    plt.pie([1])",
        "import pandas as pd\ndata = pd.read_csv('data/points.csv')",
        "x = np.arange(5)\nfig, ax = plt.subplots()\nax.set_xlim(0, 1)",
        "@interact(a=(0, 1))\ndef f(a):\n    ax.plot(x, curve(x, a))",
        "interact(print, a=(0, 1))",  # draws nothing
        "plt.plot(x)",  # has no slider
    )
    ((number, before, own),) = slider_cells.slider_cells(notebook)
    whole = slider_cells.used(before, own)
    assert number == 4
    assert slider_cells.words(whole) == {"plot": 1, "set_xlim": 1, "subplots": 1}
    names = [node.name for node in whole if isinstance(node, ast.FunctionDef)]
    assert names == ["curve", "f"]
    assert slider_cells.needs(whole) == ([], [])
    data = slider_cells.used(before, ast.parse("data.plot()").body)
    assert slider_cells.needs(data) == (["pandas"], ["data/points.csv"])


def test_no_owner_decides():
    cells = [("much", i) for i in range(1000)] + [(f"owner {i % 30}", -i) for i in range(1, 300)]
    drawn = slider_cells.draw(cells)
    assert len(set(drawn)) == 100
    assert sum(cell >= 0 for cell in drawn) <= slider_cells.SHARE
    assert slider_cells.draw(cells) == drawn != slider_cells.draw(cells, seed=1)


def test_of_the_second_fifty_only_the_address_is_known():
    rows = measurements.stored("slider_cells")
    assert len(rows) == 100
    for row in rows:
        hidden = [row[key] for key in ("form", "lines", "whole", "words", "packages", "files")]
        assert any(hidden) == (row["fifty"] == "first")


def test_each_slider_cell_has_one_outcome_with_a_reason():
    rows, tried = measurements.stored("slider_cells"), measurements.stored("strangers")
    for row, found in zip(rows, tried, strict=True):
        assert all(row[key] == found[key] for key in ("fifty", "number", "repository"))
        assert found["outcome"] in measurements.OUTCOMES
        assert bool(found["reason"]) == (found["outcome"] != "whole")
        if found["outcome"] in ("whole", "pixels"):
            assert int(found["changed"]) <= try_slider_cells.LINES


def test_imports_of_a_cell_are_replaced_by_rule():
    source = """
import ipywidgets as widgets, numpy as np
from IPython.html.widgets import interactive, fixed
from pylab import *
import matplotlib.pyplot as plt

@widgets.interact(a=widgets.IntSlider())
def f(a):
    plt.plot(a)
"""
    live = try_slider_cells.ported(source)
    assert live.splitlines()[:7] == [
        "import ipywidgets as widgets, numpy as np",
        "from ipywidgets import fixed",
        "from livepanels import interactive",
        "from pylab import *",
        "from livepanels.pyplot import *",
        "from livepanels import pyplot as plt, interact",
        "",
    ]
    assert "@interact(a=widgets.IntSlider())" in live
    assert try_slider_cells.changed_lines(source, live) == 5
    pixels = try_slider_cells.ported(source, pyplot=False)
    assert "import matplotlib.pyplot as plt" in pixels
    assert "from pylab import *" in pixels
    assert "livepanels.pyplot" not in pixels
