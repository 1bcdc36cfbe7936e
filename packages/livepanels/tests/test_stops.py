"""The stops of a recording: what a text asks for is one, however few states there may be."""

import math

import numpy as np
import pytest

from livepanels import Button, Choice, Pick, Points, Slider, Turn, subplots
from livepanels.panels.panel import Panel
from livepanels.recording import recorder, stops


@pytest.mark.parametrize("states", [1, 900])
def test_what_is_asked_is_a_stop_however_few_states_there_are(states):
    X = np.array([[1.0, 2.0], [3.0, 1.0], [0.5, 0.5]])
    flat, space = subplots()[1], subplots(space=True)[1]
    flat.set(xlim=(-5, 5), ylim=(-5, 5))

    def asking(t, X, one, view):
        flat.scatter(X)
        space.scatter(np.c_[X, t * X[:, 0]])
        space.view(*view)

    t = Slider("t", 0, math.inf, value=1)
    hands = {"X": Points(X, on=flat), "one": Pick(flat, 0), "view": Turn(space)}
    panel = Panel(asking, {"t": t, **hands})
    panel.stops = {"t": "0.7 100", "X": ["x2 = 1.6, 1.2"], "one": ["2"], "view": ["8, 0"]}
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


@pytest.mark.parametrize("many", [False, True])
def test_what_stands_still_in_a_recording_is_left_out(many):
    names = [str(i) for i in range(90 if many else 2)]
    axes = subplots()[1]
    axes.set(xlim=(-5, 5), ylim=(-5, 5))

    def crowded(X, kind, t, pushes):
        axes.scatter(X)

    hand, kind = Points([[1.0, 2.0], [3.0, 1.0]], on=axes), Choice("kind", names)
    controls = {"X": hand, "kind": kind, "t": Slider("t", 0, 1, value=0), "pushes": Button("more")}
    panel = Panel(crowded, controls)
    panel.stops = {"X": ["x1 = 0.123, 0"], "kind": ["1"], "t": ["0.777"], "pushes": ["2"]}
    values = {"X": np.array([[0.123, 0], [3, 1]]), "kind": "1", "t": 0.777, "pushes": 2}
    still = ["X"] if many else []  # a hand; the one slider always moves
    assert stops.left_out(panel, values) == still
    assert stops.left_out(panel, values | {"t": 0.7771, "pushes": 4}) == [*still, "t", "pushes"]


@pytest.mark.parametrize("more", [False, True])
def test_a_page_offers_to_add_points_only_where_a_stop_has_more_of_them(more):
    axes = subplots()[1]
    axes.set(xlim=(-5, 5), ylim=(-5, 5))

    def adding(X):
        axes.scatter(X)

    panel = Panel(adding, {"X": Points([[1.0, 2.0], [3.0, 1.0]], on=axes, add=True)})
    panel.stops = {"X": ["x3 = 0, 0"] if more else ["x2 = 0, 0"]}
    planned = stops.plan(panel, 9)
    answer = panel.answer_to({"X": planned["X"].values[0]})
    frames = recorder.Frames()
    for frame in answer.frames():
        frames.number(frame)
    values = {"X": planned["X"].values[0]}
    hand = recorder.controls_at(panel, planned, {"X": 0}, answer, values, frames)["controls"]["X"]
    hand = hand["hand"]
    assert (hand["add"], "double-click" in hand["hint"]) == (more, more)


def test_what_a_double_click_takes_away_is_recorded():
    axes = subplots()[1]
    axes.set(xlim=(-5, 5), ylim=(-5, 5))
    start = np.array([[1.0, 2.0], [3.0, 1.0], [0.0, 1.0]])
    values = stops.Stops(Points(start, on=axes, add=True), 9, ((-5, 5), (-5, 5))).values
    fewer = [value.tolist() for value in values if len(value) == 2]
    assert fewer == [np.delete(start, i, axis=0).tolist() for i in range(3)]
