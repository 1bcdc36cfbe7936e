"""Recordings: what is recorded is what the panel shows, in Python and on the page."""

import base64
import inspect
import json
import math
import zlib

import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as hnp
from test_front import TESTS, run_node
from toys import Pair

from livepanels import Button, Choice, Pick, Points, Shape, Slider, Toggle, Turn, subplots
from livepanels.panels.control import Control
from livepanels.panels.panel import Panel
from livepanels.panels.sending import sendable
from livepanels.recording import packing, recorder, stops
from livepanels.recording.paths import path

CLOUD = np.random.default_rng(0).normal(size=(25, 2))


def matrix_panel():
    """Return a panel with two matrices, a slider to infinity and a picked entry."""
    apart = np.linalg.norm(CLOUD[:, None] - CLOUD, axis=2)
    view = Pair(np.eye(len(CLOUD)))

    def order(t, pair):
        view.show(1 / (1 + min(t, 1e6) * apart), lit=[pair])
        return f"entry {pair[0] + 1}, {pair[1] + 1}"

    return Panel(order, {"t": Slider("order t", 0, math.inf, value=1), "pair": Pick(view)})


def points_panel():
    """Return a panel with dragged points, a choice and a slider that only one option uses."""
    X = np.array([[1.0, 2.0], [3.0, 1.0]])
    _, view = subplots()
    view.set(xlim=(-5, 5), ylim=(-5, 5))

    def drag(X, kernel, sigma, push):
        view.scatter(X)
        product = X[0] @ X[1] if kernel == "linear" else np.exp(-np.sum((X[0] - X[1]) ** 2) / sigma)
        return f"{product:.3f} after {push}"

    controls = {
        "X": Points(X, on=view),
        "kernel": Choice("kernel", ["linear", "gaussian"]),
        "sigma": Slider("sigma", 0.1, 10, value=1, log=True, only=lambda kernel: kernel[0] == "g"),
        "push": Button("again"),
    }
    return Panel(drag, controls)


PANELS = {"matrix": matrix_panel, "points": points_panel}


# Packing ------------------------------------------------------------------------------------------


@given(
    st.lists(
        hnp.arrays(
            st.sampled_from([np.uint8, np.float32]), hnp.array_shapes(max_dims=3, max_side=5)
        ),
        max_size=8,
    ),
    st.data(),
)
def test_what_is_packed_comes_out_again(arrays, data):
    arrays += [array[:1].repeat(len(array[:1]), 0) for array in arrays if array.ndim == 2]
    names = [data.draw(st.sampled_from(["a", "b", packing.TEXT])) for _ in arrays]
    chunk = packing.packed(list(zip(names, arrays, strict=True)))
    assert packing.unpacked(chunk) == [array.tobytes() for array in arrays]


def test_a_symmetric_matrix_is_stored_by_its_half():
    rng = np.random.default_rng(0)
    half = rng.integers(0, 256, (60, 60), dtype=np.uint8)
    whole = np.maximum(half, half.T)
    assert packing.unpacked(packing.packed([("m", whole)])) == [whole.tobytes()]
    sizes = [len(packing.packed([("m", matrix)])) for matrix in (whole, half)]
    assert sizes[0] < 0.6 * sizes[1]


def test_equal_arrays_are_one_blob():
    blobs = packing.Blobs()
    one = np.arange(6, dtype=np.float32)
    assert blobs.number("a", one) == blobs.number("b", one.copy()) == 0
    assert blobs.number("a", one.reshape(2, 3)) == 1


# Stops --------------------------------------------------------------------------------------------


@pytest.mark.parametrize("size", [3, 10, 101, 500])
@pytest.mark.parametrize(
    "slider",
    [
        Slider("t", 0, math.inf, value=1),
        Slider("sigma", 0.01, 10, value=0.3, log=True, zero=True, marks=(1, 2.5)),
        Slider("k", 1, 30, value=4, step=1),
    ],
)
def test_ends_start_and_marks_of_a_slider_are_stops(slider, size):
    kept = stops.Stops(slider, size)
    values = kept.values
    assert {slider.least, slider.high, slider.value, *slider.marks} <= set(values)
    assert values == sorted(set(values))
    assert values[kept.start] == slider.value
    described = kept.described(slider.describe(slider.value))
    assert described["steps"] == len(values) - 1
    assert [values[place] for place, _, _ in described["ticks"][:2]] == [slider.least, slider.high]


def test_a_choice_never_gives_way_and_states_stay_few():
    panel = points_panel()
    planned = stops.plan(panel, 300)
    assert len(planned["kernel"].values) == 2
    sizes = {name: len(stop.values) for name, stop in planned.items()}
    assert stops.states_of(panel.controls, sizes) <= 300 + 100  # start and marks come on top
    assert sizes["sigma"] >= stops.FEW


@pytest.mark.slow
def test_where_choices_are_too_many_hands_and_the_last_sliders_stand_still():
    _, view = subplots()
    many = {f"c{i}": Choice(f"c{i}", list("abcdefgh"[: 6 + i])) for i in range(3)}
    sliders = {"t": Slider("t", 0, 5, value=1), "p": Slider("p", 1, 3, value=2)}
    controls = {**sliders, **many, "one": Pick(view, 0)}

    def crowded(**values):
        view.scatter(CLOUD * (1 + values["t"]))

    names = list(controls)
    signature = inspect.Signature([
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names
    ])  # fmt: skip
    crowded.__signature__ = signature
    planned = stops.plan(Panel(crowded, controls), 200)
    sizes = {name: len(stop.values) for name, stop in planned.items()}
    assert sizes == {"t": 3, "p": 1, "c0": 6, "c1": 7, "c2": 8, "one": 1}
    assert planned["p"].fixed and planned["p"].values == [2] and not planned["t"].fixed
    assert planned["p"].described(controls["p"].describe(2))["ticks"] == []


@pytest.mark.parametrize("control", [Toggle("center"), Choice("kernel", ["a", "b", "c"])])
def test_all_options_are_recorded(control):
    values = stops.values_at(control, 2)
    assert values == list(control.options.values())


@pytest.mark.parametrize("n", [2, 7, 40])
def test_a_recorded_path_of_a_hand_begins_at_the_start(n):
    X = np.array([[1.0, 2.0], [3.0, 1.0], [0.5, 0.5]])
    _, space = subplots(space=True)
    for control in (Points(X), Points(X, along="circle"), Points(X, along="ray"), Turn(space)):
        found = path(control, n)
        assert 1 <= len(found) <= n
        assert found[0] == control.raw(control.value)
        for raw in found:  # each one is a place where the control can stand
            assert control.raw(control.read(raw)) == raw


BOX = ((-3, 3), (-3, 3))


@pytest.mark.parametrize("n", [9, 17, 43])
def test_a_point_on_a_circle_is_recorded_all_around(n):
    found = np.array(path(Points([[1.2, 1.6]], along="circle"), n, BOX))[:, 0]
    assert np.allclose(np.hypot(*found.T), 2)
    eighths = [[1.2, 1.6], [-1.6, 1.2], [-1.2, -1.6], [1.6, -1.2], [-0.2 * 2**0.5, 1.4 * 2**0.5]]
    for place in eighths:
        assert np.abs(found - place).sum(axis=1).min() < 1e-4
    axis = Points([[2.0, 0.0]], along="circle")
    texts = [axis.show(axis.read(raw)) for raw in path(axis, n, BOX)]
    assert "0, 2" in texts and "-2, 0" in texts and not any("e-" in text for text in texts)


def test_where_a_circle_leaves_the_picture_its_rest_is_recorded_more_densely():
    found = np.array(path(Points([[8.8, 0.0]], along="circle"), 17, ((0, 9.4), (-3.6, 6.2))))[:, 0]
    degrees = np.sort(np.degrees(np.arctan2(found[:, 1], found[:, 0])))
    assert len(degrees) > 12 and np.ptp(np.diff(degrees)) < 1e-3
    assert degrees[0] < -20 and degrees[-1] > 40


def test_a_point_on_a_ray_is_recorded_from_near_the_origin_to_the_edge():
    found = np.array(path(Points([[1.0, 0.5]], along="ray"), 12, BOX))[:, 0]
    assert len(found) >= 11
    assert np.allclose(found[:, 1], found[:, 0] / 2, atol=1e-5)
    assert found[:, 0].min() < 0.1 and found[:, 0].max() > 2.5


def test_points_with_a_handle_are_recorded_together():
    X = np.array([[1.0, 2.0], [2.0, 1.0], [0.5, 0.5]])
    found = np.array(path(Points(X, together=True), 17, BOX))
    moves = found - X
    assert len(found) == 17 and np.allclose(moves, moves[:, :1], atol=1e-5)
    assert np.abs(found).max() <= 3
    assert np.ptp(found[:, 0], axis=0).min() > 1


@pytest.mark.parametrize("start", [0, 3, 5])
def test_a_thinned_slider_has_as_many_stops_as_asked(start):
    slider = Slider("t", 0, 5, value=start, step=0.01)
    assert len(path(slider, 6)) == 6


def test_no_point_is_dragged_out_of_its_picture():
    X = np.array([[0.5, 2.0], [3.0, 0.1]])
    _, view = subplots()
    view.set(xlim=(0, 5), ylim=(0, 5))

    def roots(X):
        view.scatter(X)
        assert X.min() >= 0

    panel = Panel(roots, {"X": Points(X, on=view)})
    alone = Panel(roots, {"X": Points([[0.0, 0.0]], on=view)})
    assert len(stops.plan(alone, 30)["X"].values) > 4
    outside = Panel(roots, {"X": Points(X + 9, on=view)})
    with pytest.raises(recorder.RecordingError, match="no place of X is inside its picture"):
        recorder.record(outside)
    for most, least in [(100, 20), (6, 4)]:
        values = stops.plan(panel, most)["X"].values
        assert len(values) >= least
        assert np.min(values) >= 0 and np.max(values) <= 5


# Recordings ---------------------------------------------------------------------------------------


def live_answer(panel, recording, places):
    """Return words and arrays of a live panel at the stops of a recording."""
    kept = stops.stops_of(panel, recording["sizes"])
    seen = recorder.without_idle(panel, kept, places)
    values = {name: stop.values[i] for (name, stop), i in zip(kept.items(), seen, strict=True)}
    answer = panel.answer_to(values)
    parts = packing.coarse(answer.parts())
    arrays = [sendable(array) for _, p in parts for array in p["arrays"].values()]
    return answer.words(), [array.tobytes() for array in arrays]


def state_of(recording, places):
    """Return the recorded message at some stops, and the blobs of a recording."""
    lengths = [len(control["raws"]) for control in recording["controls"].values()]
    blobs = [
        blob for chunk in recording["chunks"] for blob in packing.unpacked(base64.b64decode(chunk))
    ]
    number = recording["states"][int(np.ravel_multi_index(places, lengths))]
    return json.loads(blobs[number]), blobs


def some_places(recording, count):
    """Return some states of a recording."""
    lengths = [len(control["raws"]) for control in recording["controls"].values()]
    rng = np.random.default_rng(1)
    return [tuple(int(rng.integers(n)) for n in lengths) for _ in range(count)]


@pytest.mark.parametrize("name", [pytest.param("matrix", marks=pytest.mark.slow), "points"])
def test_recorded_is_live(name):
    recording = recorder.record(PANELS[name]())
    fresh = PANELS[name]()
    for places in some_places(recording, 25):
        words, arrays = live_answer(fresh, recording, places)
        message, blobs = state_of(recording, places)
        assert message["words"] == words
        assert [blobs[a[2]] for p in message["parts"] for a in p["arrays"].values()] == arrays


@pytest.mark.slow
def test_a_recording_is_the_same_each_time():
    assert recorder.script(recorder.record(matrix_panel())) == recorder.script(
        recorder.record(matrix_panel())
    )


def test_an_error_stops_the_recording_and_names_panel_and_values():
    _, view = subplots()

    def fragile(p):
        if p > 2:
            raise ValueError("p is too large")
        view.scatter(CLOUD)

    panel = Panel(fragile, {"p": Slider("p", 1, 3, value=1)})
    with pytest.raises(recorder.RecordingError, match=r"fragile, p = 2.*: p is too large"):
        recorder.record(panel)


@pytest.mark.parametrize("name", PANELS)
def test_the_page_answers_what_was_recorded(name):
    recording = recorder.record(PANELS[name]())
    lengths = [len(control["raws"]) for control in recording["controls"].values()]
    places = some_places(recording, 12)
    asked = [
        {
            key: control["raws"][i]
            for (key, control), i in zip(recording["controls"].items(), place, strict=True)
        }
        for place in places
    ]
    task = json.dumps({"recording": recording, "asked": asked})
    answers = json.loads(run_node(str(TESTS / "recorded.mjs"), text=task))
    assert math.prod(lengths) == len(recording["states"])
    for answer, place in zip(answers, places, strict=True):
        message, blobs = state_of(recording, place)
        assert answer["words"] == message["words"]
        wanted = [zlib.crc32(blobs[a[2]]) for p in message["parts"] for a in p["arrays"].values()]
        found = [zlib.crc32(bytes(data)) for data in answer["arrays"]]
        assert found == wanted


def test_a_slider_with_all_stops_has_them_while_it_moves_alone_and_never_sticks():
    _, view = subplots()

    def two(t, s):
        view.scatter(CLOUD * (1 + t))
        return f"{t} {s}"

    t, s = Slider("t", 0, math.inf, value=1), Slider("s", 0, 900, value=0, step=1)
    panel = Panel(two, {"t": t, "s": s})
    panel.stops = {"t": ["all", 7]}
    recording = recorder.record(panel)
    control = recording["controls"]["t"]
    raws, grid, later = control["raws"], control["grid"], {"s": 9}
    assert len(raws) == len(control["alone"]) > 200 > len(grid)
    alone = [{"t": raw, "s": 0} for raw in raws]
    onward = [later, *({"t": stop + 1, **later} for stop in grid[:-1])]
    back = [{"t": stop - 1, **later} for stop in grid[:0:-1]]
    task = json.dumps({"recording": recording, "asked": [*alone, {"t": 0}, *onward, *back]})
    answers = json.loads(run_node(str(TESTS / "recorded.mjs"), text=task))
    said = [answer["words"]["readout"].split() for answer in answers]
    values = [str(value) for value in stops.stops_of(panel, recording["sizes"])["t"].values]
    n = len(raws)
    assert [line[0] for line in said[:n]] == values and {line[1] for line in said[:n]} == {"0"}
    walk = [values[stop] for stop in grid]
    assert [line[0] for line in said[n + 1 :]] == [*walk, *walk[-2::-1]]
    assert {line[1] for line in said[n + 1 :]} == {said[-1][1]} != {"0"}


def test_kernels_that_share_a_chapter_record_each_panel_once(tmp_path):
    file = tmp_path / "panel.js"
    assert [recorder.is_begun_now(file) for _ in range(3)] == [True, False, False]


def test_a_recorded_shape_moves_stretches_and_turns():
    oval = Shape((0, 0, 2, 1, 30))
    found = np.array(path(oval, 13))
    assert found[0].tolist() == [0, 0, 2, 1, 30] and 9 < len(found) <= 13
    assert {column for column in range(5) if np.ptp(found[:, column])} == {0, 2, 3, 4}


def test_a_control_of_another_kind_is_recorded_at_its_edges():
    class Dial(Control):
        value = 0

        def edges(self):
            return [0, 90, 180, 270]

        def raw(self, value):
            return value

    assert path(Dial(), 3) == [0, 90, 180]
