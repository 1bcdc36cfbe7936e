"""The sweep: pairs of edges, settings that show two things, and tasks with their solutions."""

import itertools
import re

import numpy as np
import pytest

from livepanels import Button, Choice, Slider, Toggle, solved
from livepanels.panels import LivePanel as Panel
from livepanels.panels.sweep import failures, pairwise, state_of, task_failures


@pytest.mark.parametrize("sizes", [(3,), (2, 2), (5, 3, 4), (6, 6, 5, 2, 3)])
def test_every_pair_occurs(sizes):
    rows = pairwise(list(sizes))
    for a, b in itertools.combinations(range(len(sizes)), 2):
        found = {(row[a], row[b]) for row in rows}
        assert found == set(itertools.product(range(sizes[a]), range(sizes[b])))
    ends = sorted(sizes)[-2:]
    assert len(rows) <= 2 * np.prod(ends) or len(sizes) == 1


def test_a_pair_that_fails_is_found():
    def product(a, b):
        if a == 4 and b:
            raise ValueError("not both")
        return f"{a}"

    panel = Panel(product, {"a": Slider("a", 0, 4, value=1), "b": Toggle("b")})
    assert failures(panel) == ["product, a = 4, b = on: not both"]
    assert panel.values == {"a": 1, "b": False}


def test_a_number_that_is_none_is_found_and_a_determinant_is_a_word():
    panel = Panel(lambda a: f"determinant {a / max(a, 1)}", {"a": Slider("a", 0, 1, value=1)})
    assert failures(panel) == []
    panel = Panel(lambda a: f"x = {np.inf * a if a else np.nan}", {"a": Slider("a", 0, 1, value=1)})
    assert "number that is none" in failures(panel)[0]


def test_a_function_that_draws_at_random_has_to_say_so():
    rng = np.random.default_rng(0)
    controls = {"seed": Button("again")}
    random = Panel(lambda seed: f"{rng.normal()}", controls)
    assert "write @live(..., remember=False)" in failures(random)[0]
    assert failures(Panel(lambda seed: f"{rng.normal()}", controls, remember=False)) == []


def steep(t, sign="up", pushes=0):
    height = t * pushes if sign == "up" else -t * pushes
    return f"height {height:g}{solved(np.bool_(height < -1))}"


def plain(t):
    return f"height {t:g}"


def easy(t):
    return f"height {t:g}{solved(t > 0)}"


STEEP = {"t": "3/2", "sign": "down", "pushes": "2"}


def panel_of(function):
    controls = {"t": Slider("t", 0, 4, value=1), "sign": Choice("sign", ["up", "down"])}
    controls["pushes"] = Button("more")
    return Panel(function, {n: c for n, c in controls.items() if function is steep or n == "t"})


def test_a_task_that_its_solution_solves_is_right():
    panel = panel_of(steep)
    assert task_failures(panel, STEEP) == [] == failures(panel)
    assert state_of(panel, STEEP) == {"t": 1.5, "sign": "down", "pushes": 2}
    assert task_failures(panel_of(plain), None) == []
    assert panel.answer_to(state_of(panel, STEEP)).line.endswith(": height -3; ✓ solved")


@pytest.mark.parametrize(
    ("function", "solution", "words"),
    [
        (steep, None, "steep: solved() is called, but no solution is named beside the cell"),
        (steep, {}, "steep: solved() is called, but no solution is named beside the cell"),
        (plain, {"t": "3"}, "plain: a solution is named, but the function does not call solved()"),
        (steep, STEEP | {"t": "0.1"}, "t = 0.1, sign = down, more = 2, does not solve it"),
        (easy, {"t": "3"}, "easy: its task is solved at the start"),
        (steep, {"t": "much"}, "cannot be typed: t: 'much' is not a number. Type a number"),
        (steep, {"u": "1"}, "steep: its solution cannot be typed: there is no u = 1."),
        (steep, {"sign": "left"}, "steep: its solution cannot be typed: there is no sign = left."),
    ],
)
def test_a_task_that_is_not_right_is_told(function, solution, words):
    (told,) = task_failures(panel_of(function), solution)
    assert words in told


@pytest.mark.parametrize("reached", [1, 0, None, "yes", np.array([True]), 0.5])
def test_only_a_boolean_says_whether_a_task_is_solved(reached):
    with pytest.raises(TypeError, match=re.escape(f"needs True or False, got {reached!r}")):
        solved(reached)
