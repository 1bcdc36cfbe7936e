"""Controls: positions, typed words and values mean the same thing."""

import math

import pytest
from hypothesis import given, strategies as st

from livepanels import Button, Choice, Slider, Toggle

SLIDERS = [
    Slider("order t", 0, math.inf, value=1),
    Slider("order t", -math.inf, math.inf, value=0.0),
    Slider("order t", -math.inf, 0, value=-1),
    Slider("sigma", 0.05, 20, value=1, log=True),
    Slider("angle", 0, 360, value=30),
    Slider("c", 0.0, 2.0, value=1.0, step=0.25),
    Slider("degree q", 1, 6, value=2, step=1),
    Slider("a step that does not fit", 0.0, 1.0, value=0.5, step=0.3),
    Slider("a step beyond the end", 0.0, 1.0, value=0.0, step=5.0),
    Slider("a narrow range", 1000, 1001, value=1000.5),
    Slider("small steps", 1000.0, 1000.001, value=1000.0, step=1e-6),
    Slider("rows", 0, 2000, value=0, step=1),
]


@pytest.mark.parametrize("slider", SLIDERS, ids=lambda s: f"{s.label} {s.low} to {s.high}")
class TestSlider:
    def test_ends_are_reached(self, slider):
        assert slider.at(0) == slider.low
        assert slider.at(slider.steps) == slider.high

    def test_values_rise_with_the_position(self, slider):
        values = [slider.at(position) for position in range(slider.steps + 1)]
        assert values == sorted(values)
        assert all(slider.low <= value <= slider.high for value in values)

    def test_position_is_the_inverse(self, slider):
        for position in range(0, slider.steps + 1):
            assert slider.at(slider.position(slider.at(position))) == slider.at(position)

    def test_what_is_shown_can_be_typed(self, slider):
        for position in range(0, slider.steps + 1, max(1, slider.steps // 10)):
            value = slider.at(position)
            assert slider.read(slider.show(value)) == pytest.approx(value, rel=1e-3)

    def test_edges_are_values(self, slider):
        edges = slider.edges()
        assert {slider.low, slider.high, slider.value} <= set(edges)
        assert [slider.check(edge) for edge in edges] == edges

    @pytest.mark.parametrize("text", ["wide", "", "1 2", "nan"])
    def test_wrong_words_are_answered_in_words(self, slider, text):
        with pytest.raises(ValueError, match="Type a number from"):
            slider.read(text)


@pytest.mark.parametrize(
    "slider",
    [
        Slider("a narrow range", 1000, 1001, value=1000.5),
        Slider("small steps", 1000.0, 1000.001, value=1000.0, step=1e-6),
        Slider("points", 0, 20_000, value=0, step=1),
    ],
    ids=lambda slider: slider.label,
)
def test_neighbors_differ_in_what_is_shown(slider):
    """Though the steps are small beside the numbers; and what is shown is the value."""
    places = range(slider.steps - 200, slider.steps + 1)
    shown = [slider.show(slider.at(place)) for place in places]
    assert len(set(shown)) == len(shown)
    assert [slider.read(text) for text in shown] == [slider.at(place) for place in places]


def test_start_of_an_infinite_slider_is_in_the_middle():
    t = Slider("order t", 0, math.inf, value=1)
    assert t.position(1) == t.steps // 2
    assert t.read("inf") == t.read("∞") == math.inf


def test_whole_numbers_stay_whole():
    q = Slider("degree q", 1, 6, value=2, step=1)
    assert [type(q.at(p)) for p in range(q.steps + 1)] == [int] * 6
    assert type(q.read("3")) is int
    with pytest.raises(ValueError, match="not a whole number"):
        q.read("2.5")


def test_out_of_range_is_refused_not_clipped():
    with pytest.raises(ValueError, match=r"25 is out of range. Type a number from 0.05 to 20"):
        Slider("sigma", 0.05, 20, value=1, log=True).read("25")


@pytest.mark.parametrize(
    ("arguments", "error", "words"),
    [
        (("a", 1, 0, {"value": 0}), ValueError, "low < high"),
        (("a", 0, 1, {"value": 2}), ValueError, "low <= value <= high"),
        (("a", 0, 1, {"value": 0.5, "log": True}), ValueError, "log=True needs"),
        (("a", 1, math.inf, {"value": 2, "log": True}), ValueError, "log=True needs"),
        (("a", 0, 1, {"value": 0, "step": 0}), ValueError, "step"),
        (("a", 0, math.inf, {"value": 0, "step": 1}), ValueError, "step"),
        (("a", "0", 1, {"value": 0}), TypeError, "low must be a number"),
        (("a", 0, math.nan, {"value": 0}), TypeError, "high must be a number"),
    ],
)
def test_wrong_sliders(arguments, error, words):
    *positional, named = arguments
    with pytest.raises(error, match=words):
        Slider(*positional, **named)


@given(st.floats(1e-6, 1e6), st.floats(1.001, 1e6))
def test_log_sliders_of_any_range(low, factor):
    slider = Slider("sigma", low, low * factor, value=low, log=True)
    values = [slider.at(p) for p in range(slider.steps + 1)]
    assert values == sorted(values)


def test_choice_by_list_and_by_name():
    kernel = Choice("kernel", {"linear": abs, "gaussian": max})
    assert kernel.value is abs
    assert kernel.read(1) is max
    assert kernel.show(max) == "gaussian"
    assert kernel.edges() == [abs, max]
    assert Choice("q", [1, 2, 3], value=2).value == 2
    with pytest.raises(ValueError, match="Choose from: linear, gaussian"):
        kernel.check(min)
    with pytest.raises(ValueError, match="at least one"):
        Choice("kernel", [])


def test_toggle_and_button():
    assert Toggle("center").edges() == [False, True]
    assert Toggle("center", True).show(True) == "on"
    assert Button("new sample").read(3) == 3
    with pytest.raises(ValueError, match="number of pushes"):
        Button("new sample").check(-1)


def test_the_left_end_of_a_log_slider_may_be_zero():
    floor = Slider("floor", 0.00001, 0.1, value=0.002, log=True, zero=True)
    values = [floor.at(position) for position in range(floor.steps + 1)]
    assert values[0] == 0 and values[1] > 0.00001 and values == sorted(values)
    assert floor.read("0") == floor.edges()[0] == 0 and floor.raw(0.0) == 0
    assert [text for _, text, _ in floor.describe(0.0)["ticks"]] == ["0", "0.1", "0.002"]
    with pytest.raises(ValueError, match=r"Type 0, or a number from 0\.00001 to 0\.1\."):
        floor.read("0.000001")
    with pytest.raises(ValueError, match="zero=True is for log=True"):
        Slider("a", 0.1, 1, value=0.5, zero=True)


def test_small_and_large_numbers_are_shown_as_they_are_typed():
    gamma = Slider("gamma", 1e-5, 1e6, value=0.00025, log=True)
    assert [gamma.show(v) for v in (1e-5, 2.5e-4, 1e6)] == ["0.00001", "0.00025", "1000000"]
    assert gamma.raw(gamma.read("1,5e-4")) == "0.00015"


def test_values_worth_visiting_have_ticks():
    plain = Slider("p", 0, 10, value=4)
    assert plain.describe(4)["ticks"] == [[0, "0", 0], [240, "10", 240], [96, "4", 96]]
    marked = Slider("p", 0, 10, value=1, marks=(1, 5, 1 / 3))
    assert marked.describe(1)["ticks"][2:] == [
        [24, "", 24],
        [120, "5", 120],
        [8, "", repr(1 / 3)],
    ]
    with pytest.raises(ValueError, match="p: 11 is out of range"):
        Slider("p", 0, 10, value=1, marks=(11,))


def test_a_slider_reaches_exactly_zero():
    cosine = Slider("cos", -1, 1, value=1, step=0.05)
    assert cosine.at(20) == 0
    assert cosine.show(cosine.at(20)) == "0"
