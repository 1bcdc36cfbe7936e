"""The specification curve of chapter 17: what it says of a setting, and what it needs."""

import pytest

from kernlab_course import specification_curve
from livepanels import subplots

CHOICES = {"kernel": ["linear", "rbf"], "features": ["raw", "standardized"]}
SPEC = [
    (-2.0, ("rbf", "raw")),
    (-0.5, ("linear", "raw")),
    (0.25, ("linear", "standardized")),
    (3.0, ("rbf", "standardized")),
]


@pytest.mark.parametrize("which", CHOICES)
def test_the_curve_names_the_setting_that_is_lit(which):
    _, (top, rows) = subplots(2, 1)
    told = specification_curve(top, rows, SPEC, which, 3, CHOICES)
    assert told == "rbf, standardized: +3.0 points"


def test_the_form_of_a_gain():
    _, (top, rows) = subplots(2, 1)
    told = specification_curve(top, rows, SPEC, "kernel", 2, CHOICES, "{:+.3f}")
    assert told == "linear, standardized: +0.250"
