"""Live panels without a browser: values in, messages out, nothing swallowed."""

import io
import itertools
import math
import subprocess
import sys
import threading
import zlib
from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest
from PIL import Image
from toys import Pair

from livepanels import Button, Choice, Slider, Toggle, live, subplots
from livepanels.panels import LivePanel as Panel, panel as engine, registry as registered
from livepanels.panels.halves import mirrored
from livepanels.recording.paths import path

HELLO = {"view": "a", "hello": True, "at": None}


def matrix(sigma, n=12):
    x = np.linspace(0, 3, n)
    return np.exp(-((x[:, None] - x[None]) ** 2) / (2 * sigma**2))


@pytest.fixture
def panel():
    view = Pair(matrix(1.0))

    def width(sigma, flip):
        view.show(matrix(sigma)[:: -1 if flip else 1, :: -1 if flip else 1])
        return f"sigma is {sigma:g}"

    controls = {"sigma": Slider("sigma", 0.1, 10, value=1, log=True), "flip": Toggle("flip")}
    return Panel(width, controls)


def ask(panel, *, typed=None, **at):
    """Ask as a page does; give the answer and its arrays by mark."""
    message, buffer = panel.handle({"view": "a", "at": at, "typed": typed or {}})
    return message, arrays(message, buffer)


def arrays(message, buffer):
    """Lay arrays over the bytes of an answer, as the front end does."""
    found = {}
    for part in message["parts"]:
        for name, (dtype, shape, offset, half) in part.get("arrays", {}).items():
            assert offset % 4 == 0
            size = shape[0] * (shape[0] + 1) // 2 if half else int(np.prod(shape))
            array = np.frombuffer(buffer, dtype, size, offset)
            array = mirrored(array, shape[0]) if half else array.reshape(shape)
            found[part["plot"], part["mark"], name] = array
    return found


@pytest.fixture
def registry(monkeypatch):
    monkeypatch.setattr(live, "_panels", {})
    monkeypatch.setattr(registered, "display", lambda panel: panel._repr_mimebundle_())


def test_a_move_sends_marks_and_words(panel):
    message, buffer = panel.handle(HELLO)
    assert [frame["id"] for frame in message["frames"]] == message["pictures"]
    assert [index.shape for index in arrays(message, buffer).values()] == [(12, 12)] * 2
    message, marks = ask(panel, sigma=240, flip=0)
    assert message["frames"] == []
    assert message["view"] == "a"
    assert message["at"] == {"sigma": 240, "flip": 0}
    assert panel.values["sigma"] == 10.0
    assert message["controls"]["sigma"]["text"] == "10"
    assert "sigma is 10" in message["words"]["readout"]
    assert [array.nbytes for array in marks.values()] == [144, 144]
    assert all("10" in alts[0] for alts in message["words"]["alts"])


def test_what_did_not_change_does_not_travel(panel):
    first, _ = panel.handle(HELLO)
    again, buffer = panel.handle({"view": "a", "at": {}})
    assert all(part["same"] for part in again["parts"])
    assert buffer == b""
    assert [first["number"], again["number"]] == [1, 2], "the page finds out if one is lost"
    lost, buffer = panel.handle(HELLO)
    assert len(arrays(lost, buffer)) == 2
    assert lost["frames"], "... and gets all anew"
    assert lost["number"] == 1


AHEAD = [{"sigma": at, "flip": 0} for at in (121, 122, 123)]


def test_settings_ahead_of_the_hand_come_with_the_answer(panel, monkeypatch):
    monkeypatch.setattr(engine, "QUICK", np.inf)
    panel.handle(HELLO)
    question = {"view": "a", "ask": 7, "at": {"sigma": 120, "flip": 0}, "then": AHEAD}
    (first, [_]), (more, buffers) = panel.replies(question | {"words": False})
    assert first["more"] is True
    assert (more["view"], more["ask"]) == ("a", 7)
    assert [answer["at"] for answer in more["answers"]] == AHEAD
    assert [answer["number"] for answer in more["answers"]] == [3, 4, 5]
    assert all(answer["words"] is None for answer in more["answers"])
    assert panel.positions_of(panel.values)["sigma"] == 120, "the panel stands where the hand is"
    for answer, buffer in zip(more["answers"], buffers, strict=True):
        own, same = ask(panel, **answer["at"])
        assert answer["controls"] == own["controls"]
        for name, array in arrays(answer, buffer).items():
            assert np.array_equal(array, same.get(name, array))


def test_a_slow_panel_is_asked_for_nothing_ahead(panel, monkeypatch):
    question = {"view": "a", "at": {"sigma": 120, "flip": 0}, "then": AHEAD}
    monkeypatch.setattr(engine, "QUICK", 0)
    [(only, _)] = panel.replies(question)
    assert only["more"] is False
    clock = iter([0, 1, 2, 9])  # it begins, and has answered, one ahead, another
    monkeypatch.setattr(engine, "QUICK", 5)
    monkeypatch.setattr(engine.time, "perf_counter", lambda: next(clock))
    _, (more, _) = panel.replies(question)
    assert len(more["answers"]) == 2


def test_what_fails_ahead_is_told_there_only(monkeypatch):
    view = Pair(matrix(1.0))

    def width(sigma):
        if sigma > 5:
            raise ValueError("too wide")
        view.show(matrix(sigma))

    panel = Panel(width, {"sigma": Slider("sigma", 0.1, 10, value=1, log=True)})
    monkeypatch.setattr(engine, "QUICK", np.inf)
    then = [{"sigma": 240}, {"sigma": 121}]
    (first, _), (more, _) = panel.replies({"view": "a", "at": {"sigma": 120}, "then": then})
    assert first["error"] is None
    assert [answer["error"] for answer in more["answers"]] == ["too wide", None]


def test_what_cannot_be_sent_ahead_is_no_error_of_where_the_hand_is(panel, monkeypatch):
    pack = engine.View.pack

    def failing(view, answer):
        if answer.error is None and answer.settings.startswith("sigma = 10"):
            raise ValueError("too wide")
        return pack(view, answer)

    monkeypatch.setattr(engine, "QUICK", np.inf)
    monkeypatch.setattr(engine.View, "pack", failing)
    question = {"view": "a", "at": {"sigma": 239, "flip": 0}, "then": [{"sigma": 240, "flip": 0}]}
    (first, _), (more, _) = panel.replies(question)
    assert first["error"] is None
    assert [(a["at"]["sigma"], a["error"]) for a in more["answers"]] == [(240, "too wide")]


def test_asking_ahead_is_switched_off_by_one_setting(panel, monkeypatch):
    assert panel.description()["ahead"] is True
    monkeypatch.setenv("LIVEPANELS_AHEAD", "0")
    assert panel.description()["ahead"] is False


def test_a_neighbor_is_answered_while_the_panel_stands(panel):
    panel.handle(HELLO)
    before = panel.words
    ahead, _ = panel.handle({"view": "a", "at": {"sigma": 240}, "ahead": True})
    assert ahead["ahead"] is True
    assert ahead["at"]["sigma"] == 240
    assert "sigma is 10" in ahead["words"]["readout"]
    assert panel.words == before
    assert panel.values["sigma"] == 1
    there, same = ask(panel, has=ahead["number"], sigma=240, flip=0)
    assert not same, "the marks are those of the answer before"
    assert there["words"] == ahead["words"]


def test_a_page_that_painted_from_memory_tells_where_it_stands(panel):
    panel.handle(HELLO)
    moved, _ = panel.handle({"view": "a", "at": {"sigma": 240}, "stand": True})
    assert moved == {"view": "a", "at": {"sigma": 240, "flip": 0}, "moved": True}
    assert panel.values["sigma"] == 10
    assert "sigma is 10" in ask(panel)[0]["words"]["readout"]


def test_an_answer_of_its_own_stays_true(panel):
    """Pictures show something else by now; the answer says what it was asked for."""
    wide = panel.answer_to({"sigma": 10.0, "flip": False})
    narrow = panel.answer_to({"sigma": 0.1, "flip": False})
    wide_bytes = [array.tobytes() for _, p in wide.parts() for array in p["arrays"].values()]
    narrow_bytes = [array.tobytes() for _, p in narrow.parts() for array in p["arrays"].values()]
    assert wide_bytes != narrow_bytes
    assert "sigma is 10" in wide.words()["readout"]
    assert wide.frames() == narrow.frames()


def test_a_recording_is_one_loop_over_the_stops(panel):
    stops = [path(control, 3) for control in panel.controls.values()]
    states = list(itertools.product(*stops))
    assert len(states) == 6
    for state in states:
        at = dict(zip(panel.controls, state, strict=True))
        answer = panel.answer_to(panel.values_at(at))
        message, _ = panel.handle({"view": None, "hello": True, "at": at})
        assert message["pictures"] == [frame["id"] for frame in answer.frames()]
        assert message["words"] == answer.words()
        assert [part["mark"] for part in message["parts"]] == [
            part["mark"] for _, part in answer.parts()
        ]


def test_indices_are_the_matrix_on_the_fixed_scale(panel):
    for position in (0, 120, 240):
        panel.handle(HELLO)
        _, marks = ask(panel, sigma=position, flip=0)
        found = (marks[0, "matrix", "index"] - 1.0) / 254
        assert np.abs(found - matrix(panel.values["sigma"])).max() < 1 / 200


def test_reset_and_typed_words(panel):
    message, _ = ask(panel, typed={"sigma": "2,5"}, sigma=120)
    assert panel.values["sigma"] == 2.5
    assert message["at"]["sigma"] == "2.5", "no position of the slider is 2.5"
    wrong, _ = ask(panel, typed={"sigma": "wide"}, sigma="2.5", flip=1)
    assert "wide" in wrong["faults"]["sigma"]
    assert wrong["error"] is None, "the picture is right, the box is wrong"
    assert panel.values == {"sigma": 2.5, "flip": True}
    message, _ = ask(panel, sigma=None)
    assert message["faults"] == {}
    assert panel.values["sigma"] == 1


def test_errors_are_shown_in_words_and_clear(panel):
    view = Pair(matrix(1.0))

    def fragile(sigma):
        if sigma > 5:
            raise ValueError("sigma is too large: take less than 5")
        if sigma > 3:
            undefined  # noqa: B018, F821
        view.show(matrix(sigma))

    panel = Panel(fragile, {"sigma": Slider("sigma", 0.1, 10, value=1, log=True)})
    panel.set(sigma=6)
    assert panel.error == "sigma is too large: take less than 5"
    panel.set(sigma=4)
    assert panel.error.startswith("NameError: name 'undefined' is not defined (line ")
    assert panel.readout.startswith("error: ")
    panel.set(sigma=2)
    assert panel.error is None
    assert "least entry" in panel.readout


def test_a_matrix_of_nan_is_an_error_not_a_picture(panel):
    view = Pair(matrix(1.0))
    panel = Panel(lambda s: view.show(matrix(1.0) * s) and None, {"s": Slider("s", 0, 1, value=1)})
    view_nan = Panel(
        lambda s: view.show(np.full((3, 3), math.nan)) and None, {"s": Slider("s", 0, 1, value=1)}
    )
    assert panel.error is None
    assert "not numbers" in view_nan.error


def test_names_must_agree():
    with pytest.raises(TypeError, match="same names"):
        Panel(lambda sigma: None, {"gamma": Slider("gamma", 0, 1, value=1)})


def keyword_only(*, t):
    return f"t is {t:g}"


def with_default(t, power=2):
    return f"t^p is {t**power:g}"


def any_positions(*t):
    return "never called"


def any_names(**t):
    return "never called"


def by_position(t, /):
    return "never called"


def test_a_parameter_may_be_keyword_only():
    panel = Panel(keyword_only, {"t": Slider("t", 0, 2, value=1)})
    panel.set(t=2)
    assert panel.error is None
    assert panel.words == "t = 2: t is 2"


@pytest.mark.parametrize(
    ("function", "shown"),
    [
        (with_default, "with_default(t, power)"),
        (any_positions, "any_positions(*t)"),
        (any_names, "any_names(**t)"),
        (by_position, "by_position(t, /)"),
    ],
)
def test_a_parameter_that_no_control_can_set_is_answered_in_words(function, shown):
    with pytest.raises(TypeError) as refused:
        Panel(function, {"t": Slider("t", 0, 2, value=1)})
    assert str(refused.value) == (
        f"{shown} and @live(t): give the function one parameter for each control, with the same "
        "names"
    )


def test_a_default_gives_way_to_its_control():
    controls = {"t": Slider("t", 0, 2, value=2), "power": Slider("p", 1, 3, value=3, step=1)}
    assert Panel(with_default, controls).note == "t^p is 8"


def test_set_refuses_unknown_controls_and_values(panel):
    with pytest.raises(ValueError, match="has no control 'gamma'"):
        panel.set(gamma=1)
    with pytest.raises(ValueError, match="out of range"):
        panel.set(sigma=1e9)
    assert panel.values["sigma"] == 1


def test_the_words_of_a_picture_s_own_lamp_reach_page_and_stored_line():
    good, bad = np.eye(2), np.array([[0.0, -1.0], [-1.0, 0.0]])
    view, plain = Pair(good), subplots()[1]

    def shown(on):
        plain.bar(["a"], [1.0])
        view.show(bad if on else good)

    panel = Panel(shown, {"on": Toggle("broken")})
    assert panel.lamp and panel.lamp.good
    reply, _ = panel.handle(HELLO)
    assert reply["words"]["lamp"] == {"good": True, "words": "no entry below 0"}
    assert panel.words.endswith("; at least 0: yes")
    panel.set(on=True)
    assert not panel.lamp
    assert ask(panel)[0]["words"]["lamp"] == {"good": False, "words": "an entry below 0"}
    assert panel._repr_mimebundle_()[0]["text/plain"].endswith("; at least 0: no")
    without = Panel(lambda on: plain.bar(["a"], [1.0]) and None, {"on": Toggle("broken")})
    assert without.lamp is None and without.handle(HELLO)[0]["words"]["lamp"] is None


def test_of_several_lamps_the_one_that_is_not_good_is_shown():
    views = [Pair(np.eye(2)), Pair(-np.eye(2)), Pair(np.eye(2))]
    panel = Panel(lambda on: [view.again() for view in views] and None, {"on": Toggle("on")})
    assert panel.lamp.short == "at least 0: no"


def test_words_begin_with_what_the_cell_says_and_leave_out_what_stays():
    _, (points, table) = subplots(1, 2)

    def scaled(k):
        points.scatter(np.eye(2))
        table.imshow(k * np.eye(2))
        return f"k is {k}"

    panel = Panel(scaled, {"k": Slider("k", 1, 3, value=2, step=1)})
    assert panel.words == "k = 2: k is 2"
    assert "2 points" in panel.alt


def test_the_stored_output_has_picture_words_and_alt_text(panel):
    data, metadata = panel._repr_mimebundle_()
    assert data["text/plain"] == panel.words
    assert "heat maps" in metadata["image/png"]["alt"]
    image = Image.open(io.BytesIO(data["image/png"]))
    assert image.width > 800
    assert "application/vnd.jupyter.widget-view+json" in data


def test_a_page_that_keeps_no_models_asks_a_panel_for_the_front_end(panel, monkeypatch):
    sent = []
    panel._repr_mimebundle_()
    monkeypatch.setattr(panel.widget, "send", lambda content, buffers=None: sent.append(content))
    panel.widget._handle_custom_msg({"front": True}, [])
    (front,) = sent
    assert "PanelView" in front["script"]
    assert ".livepanel" in front["style"]


def test_pictures_may_change_with_a_choice():
    a, b = Pair(np.eye(4)), Pair(np.eye(2))
    panel = Panel(
        lambda which: {"a": a, "b": b}[which].again() and None,
        {"which": Choice("pair", ["a", "b"])},
    )
    panel.handle(HELLO)
    assert ask(panel, which=0)[0]["frames"] == []
    assert len(ask(panel, which=1)[0]["frames"]) == 1
    assert ask(panel, which=0)[0]["frames"] == [], "the page has that frame"


def test_a_panel_without_pictures_shows_its_words():
    panel = Panel(lambda pushes: f"pushed {pushes} times", {"pushes": Button("push")})
    message, buffer = panel.handle({**HELLO, "at": {"pushes": 2}})
    assert message["words"]["readout"] == "pushed 2 times"
    assert message["frames"] == message["parts"] == []
    assert buffer == b""
    assert panel._repr_mimebundle_()[0]["text/plain"].endswith("pushed 2 times")


def test_registry_and_sweep(registry):
    @live(sigma=Slider("sigma", 0.0, 4.0, value=1.0))
    def fine(sigma):
        return f"{sigma:g}"

    @live(sigma=Slider("sigma", 0.0, 4.0, value=1.0))
    def broken(sigma):
        if sigma == 2:
            raise ValueError("two is too much")
        np.log(np.float64(sigma))
        return f"{sigma:g}"

    assert [panel.name for panel in live.panels()] == ["fine", "broken"]
    assert live.panels()[0] is fine
    failures = live.sweep()
    assert len(failures) == 2
    assert "sigma = 0: divide by zero" in failures[0]
    assert failures[1] == "broken, sigma = 2: two is too much"
    assert broken.values == {"sigma": 1.0}


def test_words_may_come_later_than_marks(panel):
    panel.handle(HELLO)
    message, buffer = panel.handle({"view": "a", "at": {"sigma": 10}, "words": False})
    assert message["words"] is None
    assert len(buffer) == 80 + 78  # halves of two matrices of 12 points
    message, buffer = panel.handle({"view": "a", "at": {"sigma": 10}, "words": True})
    assert buffer == b""
    assert "sigma is" in message["words"]["readout"]


def test_a_picture_that_cannot_be_drawn_is_answered_in_words():
    class Broken(Pair):
        def parts(self):
            if self.data[0].min() < 0:
                raise RuntimeError("no such entry")
            return super().parts()

    pair = Broken(np.eye(2))
    controls = {"top": Slider("top", 0, 2, value=1)}
    panel = Panel(lambda top: pair.show(np.full((2, 2), 1.5 - top)), controls)
    assert panel.handle(HELLO)[0]["error"] is None
    message, marks = ask(panel, top=240)
    assert message["error"].startswith("RuntimeError: no such entry")
    assert message["view"] == "a"
    assert not marks
    message, _ = ask(panel, top=0)
    assert message["error"] is None
    assert message["frames"]


def test_what_a_panel_function_returns():
    axes = subplots()[1]
    controls = {"top": Slider("top", 0, 2, value=1)}
    assert Panel(lambda top: axes.plot([0, top]), controls).error is None
    assert "returns text or nothing, got int" in Panel(lambda top: 3, controls).error


def test_words_have_powers_of_ten_as_people_write_them():
    controls = {"top": Slider("top", 1e-5, 2, value=1e-5)}
    assert Panel(lambda top: f"cost {top:g} or -{top / 4:.3g}", controls).words == (
        "top = 0.00001: cost 10⁻⁵ or -2.5·10⁻⁶"
    )


def test_a_slow_line_gets_the_same_bytes_packed(panel):
    panel.handle(HELLO)
    plain, there = panel.handle({"view": "a", "at": {"sigma": 200}})
    panel.handle({"view": "a", "at": {"sigma": 100}})
    packed, sent = panel.handle({"view": "a", "at": {"sigma": 200}, "slow": True})
    assert "packed" not in plain
    assert packed["packed"] is True
    assert zlib.decompress(sent) == there
    assert len(sent) < len(there)


def test_a_name_bound_anew_is_named_in_the_error():
    space = {"K": np.eye(3), "view": subplots()[1], "scaled": None}
    exec("def scaled(s):\n    return K.copy() * s", space)
    exec("def shrink(s):\n    view.imshow(scaled(s))", space)
    panel = Panel(space["shrink"], {"s": Slider("s", 0, 1, value=1)})
    assert panel.error is None
    space["K"] = 5
    panel.set(s=0.5)
    assert "K was an array of shape (3, 3) and is now 5" in panel.error
    assert "AttributeError" in panel.error
    space["K"] = 2 * np.eye(3)
    panel.set(s=0.5)
    assert panel.error is None, "another array will do"


def test_a_control_that_asks_for_another_that_is_not_there_is_refused():
    a = Slider("a", 0, 1, value=0, only=lambda kernal: kernal)
    with pytest.raises(
        TypeError, match="a: only= has the parameter 'kernal', but the controls are a"
    ):
        Panel(lambda a: None, {"a": a})


def test_a_control_that_does_nothing_is_off():
    width = Slider("sigma", 0, 4, value=1, only=lambda kernel: kernel == "Gaussian")
    kernels = Choice("kernel", ["linear", "Gaussian"])
    panel = Panel(lambda kernel, sigma: f"{kernel} {sigma}", {"kernel": kernels, "sigma": width})
    assert panel.handle(HELLO)[0]["controls"]["sigma"]["off"] is True
    assert ask(panel, kernel=1)[0]["controls"]["sigma"]["off"] is False


def test_a_control_that_does_nothing_may_be_out_of_sight():
    assert Slider("s", 0, 1, value=0, only=lambda k: k, hide=True).describe(0)["hide"] is True
    assert Slider("s", 0, 1, value=0, only=lambda k: k).describe(0)["hide"] is False


def test_a_cell_that_runs_makes_the_panel_ask_its_function_again():
    found = []
    panel = Panel(lambda s: found.append(s), {"s": Slider("s", 0, 1, value=1)})
    panel.handle(HELLO)
    panel.handle(HELLO)
    assert len(found) == 1
    panel.forget()
    panel.handle(HELLO)
    assert len(found) == 2


def test_a_slider_for_iterations_can_play():
    assert Slider("iteration", 0, 9, value=0, step=1, play=True).describe(0)["play"] is True
    assert Slider("sigma", 0, 9, value=0).describe(0)["play"] is False


BARE = """
import sys
for name in ("jupyterlab", "jupyter_server", "threadpoolctl"):
    sys.modules[name] = None
import numpy as np
from livepanels import live, Slider, subplots
x = np.linspace(0, 3, 150)
_, axes = subplots()

@live(sigma=Slider("sigma", 0.1, 10, value=1, log=True))
def width(sigma):
    axes.imshow(np.exp(-((x[:, None] - x) / sigma) ** 2))

_, first = width.handle({"view": "a", "hello": True, "at": None})
reply, moved = width.handle({"view": "a", "at": {"sigma": 240}})
print()
print(width.error, width.values, len(first), len(moved), len(live.sweep()))
"""


def test_a_panel_moves_without_jupyterlab_server_and_threadpoolctl():
    """As in the browser's Python, which has none of the three."""
    run = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "None {'sigma': 10.0} 11325 11325 0"


def test_blas_has_one_thread_while_a_message_is_handled(panel, monkeypatch):
    threadpoolctl = pytest.importorskip("threadpoolctl")
    counted = []

    def count():
        pools = threadpoolctl.threadpool_info()
        counted.extend(pool["num_threads"] for pool in pools if pool["user_api"] == "blas")

    monkeypatch.setattr(panel, "function", lambda sigma, flip: count())
    ask(panel, flip=1)
    assert counted
    assert set(counted) == {1}


def test_panels_that_answer_at_the_same_time_do_not_mix_their_pictures():
    """As on a server with threads: each answer has the pictures of its own function."""
    both = threading.Barrier(2, timeout=20)

    def maker(name):
        axes = subplots()[1]
        axes.set_ylim(0, 1)  # so that the ends of k are not asked

        def shown(k):
            axes.bar([name], [float(k)])
            if k:
                both.wait()
                axes.bar([name], [float(k)])
                both.wait()

        return Panel(shown, {"k": Slider("k", 0, 1, value=0, step=1)})

    panels = [maker(name) for name in "ab"]
    with ThreadPoolExecutor(2) as pool:
        answers = list(pool.map(lambda panel: panel.answer_to({"k": 1}), panels))
    assert [answer.error for answer in answers] == [None, None]
    assert [answer.pictures[0].readout()[:2] for answer in answers] == ["a ", "b "]


def test_a_quiet_picture_is_shown_and_not_read_out():
    pair = Pair(np.eye(2))
    pair.quiet = True

    @live(t=Slider("t", 0, 1, value=0))
    def quiet_panel(t):
        pair.show(np.full((2, 2), t))
        return "all"

    panel = live.panels()[-1]
    assert panel.readout == "all"
    assert "least entry 0" in panel.alt
