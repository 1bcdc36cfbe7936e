"""The book on the web: what is recorded is what the panel shows, in Python and on the page."""

import base64
import inspect
import json
import math
import zlib
from concurrent.futures import ThreadPoolExecutor

import nbformat
import nbformat.v4 as v4
import numpy as np
import pytest
from hypothesis import given, strategies as st
from hypothesis.extra import numpy as hnp
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser
from test_front import TESTS, run_node

import kernlab_helpers as kh
from livepanels import Button, Choice, Pick, Points, Slider, Toggle, Turn, pictures
from livepanels.panels.panel import Panel
from livepanels.panels.sending import sendable
from livepanels.recording import packing, recorder, stops
from tools.book import chapters, conf, pages
from tools.steps import without_notes

CLOUD, LABELS = kh.gaussian_clouds((8, 8, 9), random_state=0)


def matrix_panel():
    """Return a panel with a matrix, a slider to infinity and a picked entry."""
    K = kh.linear(CLOUD) + 1
    view = pictures.KernelAndDistance(kh.order_t(K, 1), labels=LABELS, limits=(-1, 1))

    def order(t, pair):
        view.show(kh.order_t(K, t), lit=[pair])
        return f"entry {pair[0] + 1}, {pair[1] + 1}"

    return Panel(order, {"t": Slider("order t", 0, math.inf, value=1), "pair": Pick(view)})


def points_panel():
    """Return a panel with dragged points, a choice and a slider that only one option uses."""
    X = np.array([[1.0, 2.0], [3.0, 1.0]])
    view = pictures.Scatter(X, limits=((-5, 5), (-5, 5)))

    def drag(X, kernel, sigma, push):
        view.show(X)
        K = kh.linear(X) if kernel == "linear" else kh.gaussian(X, sigma=sigma)
        return f"{K[0, 1]:.3f} after {push}"

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


def test_where_choices_are_too_many_hands_and_the_last_sliders_stand_still():
    view = pictures.Scatter(CLOUD[:, :2])
    many = {f"c{i}": Choice(f"c{i}", list("abcdefgh"[: 6 + i])) for i in range(3)}
    sliders = {"t": Slider("t", 0, 5, value=1), "p": Slider("p", 1, 3, value=2)}
    controls = {**sliders, **many, "one": Pick(view)}

    def crowded(**values):
        view.show(CLOUD[:, :2] * (1 + values["t"]))

    names = list(controls)
    signature = inspect.Signature([
        inspect.Parameter(name, inspect.Parameter.KEYWORD_ONLY) for name in names
    ])  # fmt: skip
    crowded.__signature__ = signature
    planned = stops.plan(Panel(crowded, controls), 200)
    sizes = {name: len(stop.values) for name, stop in planned.items()}
    assert sizes == {"t": 3, "p": 1, "c0": 6, "c1": 7, "c2": 8, "one": 1}
    assert planned["p"].still and planned["p"].values == [2] and not planned["t"].still
    assert planned["p"].described(controls["p"].describe(2))["ticks"] == []


@pytest.mark.parametrize("control", [Toggle("centre"), Choice("kernel", ["a", "b", "c"])])
def test_all_options_are_recorded(control):
    values = stops.values_at(control, 2)
    assert values == list(control.options.values())


@pytest.mark.parametrize("n", [2, 7, 40])
def test_a_recorded_path_of_a_hand_begins_at_the_start(n):
    X = np.array([[1.0, 2.0], [3.0, 1.0], [0.5, 0.5]])
    space = pictures.Space(np.c_[X, X[:, 0]])
    for control in (Points(X), Points(X, along="circle"), Points(X, along="ray"), Turn(space)):
        found = control.stops(n)
        assert 1 <= len(found) <= n
        assert found[0] == control.raw(control.value)
        for raw in found:  # each one is a place where the control can stand
            assert control.raw(control.read(raw)) == raw


BOX = ((-3, 3), (-3, 3))


@pytest.mark.parametrize("n", [9, 17, 43])
def test_a_point_on_a_circle_is_recorded_all_around(n):
    found = np.array(Points([[1.2, 1.6]], along="circle").stops(n, BOX))[:, 0]
    assert np.allclose(np.hypot(*found.T), 2)
    eighths = [[1.2, 1.6], [-1.6, 1.2], [-1.2, -1.6], [1.6, -1.2], [-0.2 * 2**0.5, 1.4 * 2**0.5]]
    for place in eighths:
        assert np.abs(found - place).sum(axis=1).min() < 1e-4
    axis = Points([[2.0, 0.0]], along="circle")
    texts = [axis.show(axis.read(raw)) for raw in axis.stops(n, BOX)]
    assert "0, 2" in texts and "-2, 0" in texts and not any("e-" in text for text in texts)


def test_where_a_circle_leaves_the_picture_its_rest_is_recorded_more_densely():
    found = np.array(Points([[8.8, 0.0]], along="circle").stops(17, ((0, 9.4), (-3.6, 6.2))))[:, 0]
    degrees = np.sort(np.degrees(np.arctan2(found[:, 1], found[:, 0])))
    assert len(degrees) > 12 and np.ptp(np.diff(degrees)) < 1e-3
    assert degrees[0] < -20 and degrees[-1] > 40


def test_a_point_on_a_ray_is_recorded_from_near_the_origin_to_the_edge():
    found = np.array(Points([[1.0, 0.5]], along="ray").stops(12, BOX))[:, 0]
    assert len(found) >= 11
    assert np.allclose(found[:, 1], found[:, 0] / 2, atol=1e-5)
    assert found[:, 0].min() < 0.1 and found[:, 0].max() > 2.5


def test_points_with_a_handle_are_recorded_together():
    X = np.array([[1.0, 2.0], [2.0, 1.0], [0.5, 0.5]])
    found = np.array(Points(X, together=True).stops(17, BOX))
    moves = found - X
    assert len(found) == 17 and np.allclose(moves, moves[:, :1], atol=1e-5)
    assert np.abs(found).max() <= 3
    assert np.ptp(found[:, 0], axis=0).min() > 1


@pytest.mark.parametrize("start", [0, 3, 5])
def test_a_thinned_slider_has_as_many_stops_as_asked(start):
    slider = Slider("t", 0, 5, value=start, step=0.01)
    assert len(slider.stops(6)) == 6


def test_no_point_is_dragged_out_of_its_picture():
    X = np.array([[0.5, 2.0], [3.0, 0.1]])
    view = pictures.Scatter(X, limits=((0, 5), (0, 5)))

    def roots(X):
        view.show(X)
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
    arrays = [sendable(array) for _, p in answer.parts() for array in p["arrays"].values()]
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


@pytest.mark.parametrize("name", PANELS)
def test_recorded_is_live(name):
    recording = recorder.record(PANELS[name]())
    fresh = PANELS[name]()
    for places in some_places(recording, 25):
        words, arrays = live_answer(fresh, recording, places)
        message, blobs = state_of(recording, places)
        assert message["words"] == words
        assert [blobs[a[2]] for p in message["parts"] for a in p["arrays"].values()] == arrays


def test_a_recording_is_the_same_each_time():
    assert recorder.script(recorder.record(matrix_panel())) == recorder.script(
        recorder.record(matrix_panel())
    )


def test_an_error_stops_the_recording_and_names_panel_and_values():
    view = pictures.Scatter(CLOUD[:, :2])

    def fragile(p):
        if p > 2:
            raise ValueError("p is too large")
        view.show(CLOUD[:, :2])

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


# Pages --------------------------------------------------------------------------------------------


def test_a_remark_says_what_is_not_there():
    said = {"thinned": [["sigma", 31, 241]], "hands": True}
    text = pages.remark(said)
    assert text.startswith("Recorded: 31 of 241 positions of sigma;")
    assert "jumps to the nearest of some saved places" in text
    assert pages.remark({"thinned": [], "hands": False}) == ""
    still = pages.remark({"thinned": [["sigma", 1, 241]], "hands": False})
    assert still == "What is grey moves where a kernel runs."


def test_a_chapter_that_fails_takes_no_other_with_it(tmp_path, monkeypatch):
    def share(path, folder):
        if path.stem == "02":
            raise ValueError("no")
        (folder / "panel.json").write_text("{}")

    monkeypatch.setattr(chapters, "record_share", share)
    monkeypatch.setattr(chapters, "ProcessPoolExecutor", ThreadPoolExecutor)
    monkeypatch.setattr(chapters, "fingerprint", lambda path: path.stem)
    paths = [tmp_path / f"{number}.ipynb" for number in ("01", "02", "03")]
    done = []
    with pytest.raises(ValueError, match="no"):
        done.extend(chapters.recorded(paths, tmp_path))
    found = [chapters.recordings(path, tmp_path / path.stem) for path in paths]
    assert found == [{"panel": {}}, {}, {"panel": {}}]


def test_kernels_that_share_a_chapter_record_each_panel_once(tmp_path):
    file = tmp_path / "panel.js"
    assert [recorder.is_begun_now(file) for _ in range(3)] == [True, False, False]


@pytest.mark.parametrize("name", sorted(chapters.UNRECORDED))
def test_a_panel_that_is_not_recorded_says_that_it_needs_a_kernel(name):
    page = pages.Page(chapters.ROOT / "notebooks" / f"{name}.ipynb", {})
    shown = page.first_panel()
    assert "needs a kernel" in shown and "livepanel-still" in shown
    assert "data-recording" not in shown


def test_the_name_of_a_panel_is_that_of_its_function():
    source = "def helper(): pass\n\n@live(t=Slider('t', 0, 1, value=0))\ndef width(t):\n    pass"
    assert pages.panel_name(source) == "width"


def leaves(tokens):
    """Yield tokens of Markdown that have none within them."""
    for token in tokens:
        yield from leaves(token.children) if token.children else [token]


@pytest.mark.parametrize(
    "path", sorted((chapters.ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem
)
def test_every_formula_of_a_page_is_set(path):
    """No dollar is left in words or tags as MyST reads them; no line of words begins a list."""
    config = MdParserConfig(enable_extensions=set(conf.myst_enable_extensions))
    myst = create_md_parser(config, RendererHTML)
    page = pages.Page(path, {})
    wrong = []
    for cell in without_notes(page.notebook.cells):
        if cell.cell_type != "markdown":
            continue
        tokens = myst.parse(page.text(cell).source)
        words = [t.content for t in leaves(tokens) if t.type in ("text", "html_block")]
        wrong += [(cell.id, text) for text in words if "$" in text]
        wrong += [
            (cell.id, "1)") for t in tokens if t.type.endswith("list_open") and t.markup == ")"
        ]
    assert wrong == []


@pytest.mark.parametrize(
    "source, tags, words",
    [
        ("dots = pictures.Scatter(X)", ["hide-input"], "The code of the pictures"),
        ("import numpy as np", ["hide-input"], "Imports"),
        ("K = X @ X.T", [], ""),
    ],
)
def test_code_that_only_makes_pictures_is_folded(source, tags, words):
    cell = v4.new_code_cell(source)
    assert pages.fold_of(cell, None) == (tags, words)
    cell.outputs = [nbformat.v4.new_output("stream", text="5 points")]
    assert source.startswith("import") or pages.fold_of(cell, None) == ([], "")


def test_folded_are_numbers_and_no_picture():
    cell = v4.new_code_cell("print(K)", metadata={"jupyter": {"outputs_hidden": True}})
    cell.outputs = [v4.new_output("stream", text="1 2 3")]
    assert pages.fold_of(cell, None) == (["hide-output"], "The numbers")
    cell.outputs += [v4.new_output("display_data", {"image/png": ""})]
    assert pages.fold_of(cell, None) == ([], "")
