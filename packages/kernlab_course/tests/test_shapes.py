"""Hands of this book: a Gaussian as an ellipse, and the points that chapters tell to type."""

import re
from pathlib import Path

import nbformat
import numpy as np
import pytest

import kernlab_helpers as kh
from kernlab_course import gaussian_shape
from livepanels import Points, subplots
from livepanels.panels import LivePanel as Panel

NOTEBOOKS = Path(__file__).resolve().parents[3] / "notebooks"


def test_shape_is_a_gaussian():
    shape = gaussian_shape(kh.Gaussians([[1.0, 2.0]], [[[4.0, 0.0], [0.0, 1.0]]]))
    assert shape.raw(shape.value) == [1, 2, 2, 1, 0]
    turned = shape.read([1, 2, 2, 1, 30])
    assert isinstance(turned, kh.Gaussians)
    assert shape.raw(turned) == pytest.approx([1, 2, 2, 1, 30])
    with pytest.raises(ValueError, match="longer than 0"):
        shape.read([0, 0, 1, 0, 0])


def test_a_pinned_shape_keeps_its_mean():
    shape = gaussian_shape(kh.Gaussians([[1.0, 2.0]], [np.eye(2)]), pinned=True)
    assert shape.raw(shape.read([5, 5, 2, 1, 30])) == pytest.approx([1, 2, 2, 1, 30])


@pytest.mark.parametrize(
    "value", [None, (0, 0, 2, 1, 30), kh.Gaussians(np.zeros((2, 2)), np.tile(np.eye(2), (2, 1, 1)))]
)
def test_what_is_not_one_gaussian_of_the_plane_is_refused_in_words(value):
    with pytest.raises(ValueError, match="oval: needs one Gaussian in two dimensions"):
        gaussian_shape(value, "oval")


def test_the_hand_finds_its_gaussian_on_a_picture():
    gaussian = kh.Gaussians([[1.0, 2.0]], [np.eye(2)])
    _, axes = subplots()

    def bell(shape):
        axes.ellipses([shape])

    panel = Panel(bell, {"shape": gaussian_shape(gaussian)})
    message, _ = panel.handle({"view": "a", "hello": True, "at": None})
    hand = message["controls"]["shape"]["hand"]
    assert (hand["mark"], hand["rows"], hand["scale"]) == ("ellipses 0", [0], 2)


def test_points_that_a_chapter_tells_to_type_are_accepted():
    chapters = sorted(NOTEBOOKS.glob("*.ipynb"))
    texts = [cell.source for path in chapters for cell in nbformat.read(path, 4).cells]
    advice = [words for text in texts for words in re.findall(r"[Tt]ype `([^`]*[=;][^`]*)`", text)]
    nine = Points(np.zeros((9, 2)))
    assert len(advice) >= 3
    for words in advice:
        nine.typed(words, nine.value)
