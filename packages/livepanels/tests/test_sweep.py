"""The sweep: pairs of edges, and settings that show two things."""

import itertools

import numpy as np
import pytest

from livepanels import Button, Slider, Toggle
from livepanels.panels import LivePanel as Panel
from livepanels.panels.sweep import failures, pairwise


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
