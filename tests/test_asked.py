"""What the text of a step asks for is recorded: on the web no panel contradicts its key."""

import ast
import math
import re

import numpy as np
import pytest

from livepanels import Pick, Points, Slider, Turn, pictures
from livepanels.panels.panel import Panel
from livepanels.recording import stops
from tools import notebooks
from tools.book.asked import ASKED
from tools.book.chapters import ROOT, UNRECORDED
from tools.steps import slide_type, without_notes

CHAPTERS = [p for p in sorted((ROOT / "notebooks").glob("*.ipynb")) if p.stem not in UNRECORDED]
SYMBOLS = {"sigma": r"\\sigma", "times": r"\\sigma", "gamma": r"\\gamma", "cos": r"\\cos\\theta"}
NUMBERS = {r"\frac12": 0.5, r"\infty": math.inf}
NUMBER = r"(-?\d+\.\d+|-?\d+|\\frac12|\\infty)(?![\d.]*\d|\s*/)"


def parts_of(cells):
    """Return the cells of each step."""
    parts = [[]]
    for cell in cells:
        if slide_type(cell) in ("slide", "subslide", "skip"):
            parts.append([])
        parts[-1].append(cell)
    return parts


def panels_of(path):
    """Yield each panel of a chapter: its function, as a tree, and the text of its step."""
    for cells in parts_of(without_notes(notebooks.read(path).cells)):
        texts = [c.source for c in cells if c.cell_type == "markdown" or "vote(" in c.source]
        for cell in cells:
            if "@live(" in cell.source:
                functions = [n for n in ast.parse(cell.source).body if hasattr(n, "decorator_list")]
                yield from ((f, "\n".join(texts)) for f in functions if f.decorator_list)


def sliders_of(function):
    """Yield name and slider of the sliders that a panel is written with."""
    for keyword in function.decorator_list[0].keywords:
        call = keyword.value
        if isinstance(call, ast.Call) and call.func.id == "Slider":
            call.keywords = [one for one in call.keywords if one.arg != "only"]
            source = ast.unparse(call)
            yield keyword.arg, eval(source, {"Slider": Slider, "math": math, "np": np})


def named(text, symbol):
    """Return the numbers that a text gives a symbol, as in "$t = 1$".

    >>> sorted(named(r"at $t = 0.5$, not $t=100$ or $t = 2 / 3$", "t"))
    [0.5, 100.0]
    """
    found = re.findall(rf"(?<![\w\\_^]){symbol}\$?\s*=\s*\$?{NUMBER}", text)
    return {NUMBERS.get(number) or float(number) for number in found}


ALL = [(path.stem[:2], *one) for path in CHAPTERS for one in panels_of(path)]


@pytest.mark.parametrize("_, function, text", ALL, ids=[f"{n} {f.name}" for n, f, _ in ALL])
def test_a_value_that_the_text_gives_a_slider_is_a_stop(_, function, text):
    for name, slider in sliders_of(function):
        symbol = SYMBOLS.get(name, name)
        asked = ASKED.get(function.name, {}).get(name, "").split()
        kept = {slider.least, slider.high, slider.value, *slider.marks, *map(slider.read, asked)}
        inside = {n for n in named(text, symbol) if slider.low <= n <= slider.high}
        assert inside <= kept, f"{slider.label}: add {sorted(inside - kept)} to tools/book/asked.py"


def test_all_panels_and_controls_of_which_something_is_asked_are_there():
    controls = {f.name: {a.arg for a in f.args.args} for _, f, _ in ALL}
    for panel, asked in ASKED.items():
        assert set(asked) <= controls[panel], panel


@pytest.mark.parametrize(
    "text, found",
    [
        (r"at $t = 0.5$, not $t=100$ or $t = 2 / 3$", {0.5, 100}),
        (r"$at = 3$, $x_t = 4$; t = -1, $t = \infty$", {-1, math.inf}),
        (r"$t = \frac12$, $t$ = 1.", {0.5, 1}),
    ],
)
def test_numbers_of_a_symbol_are_found(text, found):
    assert named(text, "t") == found


def test_what_is_asked_is_a_stop_however_few_states_there_are(monkeypatch):
    X = np.array([[1.0, 2.0], [3.0, 1.0], [0.5, 0.5]])
    flat, space = pictures.Scatter(X, limits=((-5, 5), (-5, 5))), pictures.Space(np.c_[X, X[:, 0]])

    def asking(t, X, one, view):
        flat.show(X)
        space.show(np.c_[X, t * X[:, 0]], turn=view[0], tilt=view[1])

    t = Slider("t", 0, math.inf, value=1)
    hands = {"X": Points(X, on=flat), "one": Pick(flat), "view": Turn(space)}
    panel = Panel(asking, {"t": t, **hands})
    values = {"t": "0.7 100", "X": ["x2 = 1.6, 1.2"], "one": ["2"], "view": ["8, 0"]}
    monkeypatch.setitem(ASKED, "asking", values)
    for states in (1, 900):
        planned = stops.plan(panel, states)
        assert {0.7, 100} <= set(planned["t"].values)
        assert planned["t"].values == sorted(planned["t"].values)
        assert any(np.array_equal(v, [[1, 2], [1.6, 1.2], [0.5, 0.5]]) for v in planned["X"].values)
        assert 1 in planned["one"].values and (8, 0) in planned["view"].values
        sizes = {name: stop.size for name, stop in planned.items()}
        again = stops.stops_of(panel, sizes)
        assert [len(s.values) for s in again.values()] == [len(s.values) for s in planned.values()]
        raws = [[stop.control.raw(v) for v in stop.values] for stop in planned.values()]
        assert all(len({str(raw) for raw in one}) == len(one) for one in raws)
