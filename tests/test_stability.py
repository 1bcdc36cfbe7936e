"""The search for numbers that hang on rounding, on small notebooks and small matrices."""

import subprocess
import sys

import nbformat.v4 as v4
import pytest

from tools import notebooks, stability
from tools.stability import Setting, differing, moved, noise, settings, why_not


def said(*texts):
    cells = [v4.new_code_cell(outputs=[v4.new_output("stream", text=text)]) for text in texts]
    for k, cell in enumerate(cells):
        cell.id = f"c{k}"
    return v4.new_notebook(cells=cells)


def test_moved_names_cell_line_and_words():
    stored, fresh = (
        said("rank 3\n", "NMI 0.30, cost 2\nk 4"),
        said("rank 3\n", "NMI 0.35, cost 2\n"),
    )
    assert list(moved(stored, stored)) == []
    assert list(moved(stored, fresh)) == [
        ("c1", "stdout: NMI 0.30, cost 2", "0.30,", "0.35,"),
        ("c1", "stdout: k 4", "k 4", ""),
    ]
    assert list(differing(["a", "b", "c"], ["a", "x", "y", "c"])) == [("b", "x y")]


@pytest.mark.slow
def test_settings_have_different_names_and_those_that_do_not_run_say_why():
    names = [setting.name for setting in settings(2)]
    assert len(set(names)) == len(names) and names[-2:] == ["noise-0", "noise-1"]
    assert why_not(stability.loops("none", [])) == ""
    for running in stability.loops_on()[:1]:
        still_on = Setting("x", {}, stability.loops("x", [running]).first)
        assert "numpy still has the loops" in why_not(still_on)
    assert "the C library computes as ever" in why_not(
        Setting("no tunables", {}, stability.libm([]).first)
    )


@pytest.mark.slow
def test_a_setting_that_is_not_in_force_stops_the_chapter(tmp_path):
    path = tmp_path / "00_a.ipynb"
    cell = v4.new_code_cell("6 * 7")
    path.write_text(notebooks.dumps(v4.new_notebook(cells=[cell])), encoding="utf-8")
    ((cell, _, _, why),) = stability.search(path, Setting("x", {}, "assert False, 'not so'"))
    assert cell == "stopped" and why.endswith("before the first cell: AssertionError: not so")


@pytest.mark.slow
def test_noise_keeps_what_is_exact_and_is_the_same_each_time():
    source = """
import numpy as np
import kernlab_helpers as kh
X = np.array([[0.1, 0.3], [0.7, 0.2], [0.1, 0.9]])
S = 1 + abs(kh.linear(X) / (X @ X.T) - 1).max()
print(1 < S < 1 + 2e-15, np.array_equal(kh.linear(X), kh.linear(X)))
K = kh.gaussian(X)
whole = 10 * X.round()
print(np.array_equal(K, K.T), K.diagonal(), np.array_equal(kh.linear(whole), whole @ whole.T))
print(kh.distances(K).diagonal(), kh.linear([[0.1, 0.0], [0.0, 0.1]])[0, 1])
"""
    command = [sys.executable, "-c", noise(3).first + source]
    done = subprocess.run(command, cwd=notebooks.ROOT, capture_output=True, text=True, check=True)
    assert done.stdout == "True True\nTrue [1. 1. 1.] True\n[0. 0. 0.] 0.0\n"
