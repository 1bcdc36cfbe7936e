"""Live panels without a browser: values in, messages out, nothing swallowed."""

import io
import math
import os
import subprocess
import sys
import zlib
from pathlib import Path

import numpy as np
import pytest
from PIL import Image

from kernlab_helpers.lab import Button, Choice, Slider, Toggle, live, pictures, theme
from kernlab_helpers.lab.panels import LivePanel as Panel
from kernlab_helpers.lab.panels import registry as registered

ROOT = Path(__file__).resolve().parent.parent
HELLO = {"hello": {"dark": False, "ratio": 1.0}, "view": "a"}


def matrix(sigma, n=12):
    x = np.linspace(0, 3, n)
    return np.exp(-((x[:, None] - x[None]) ** 2) / (2 * sigma**2))


@pytest.fixture
def panel():
    view = pictures.KernelAndDistance(matrix(1.0))

    def width(sigma, flip):
        view.show(matrix(sigma)[:: -1 if flip else 1, :: -1 if flip else 1])
        return f"sigma is {sigma:g}"

    controls = {"sigma": Slider("sigma", 0.1, 10, value=1, log=True), "flip": Toggle("flip")}
    return Panel(width, controls)


@pytest.fixture
def registry(monkeypatch):
    monkeypatch.setattr(live, "_panels", {})
    monkeypatch.setattr(registered, "display", lambda panel: panel._repr_mimebundle_())


def test_a_move_sends_layers_and_words(panel):
    message, buffers = panel.handle(HELLO)
    assert len(message["frames"]) == 1
    assert [part["kind"] for part in message["parts"]] == ["indices", "indices"]
    assert len(buffers) == 1 + len(message["parts"])
    message, buffers = panel.handle({"change": {"sigma": 240}, "view": "a", "numbers": True})
    assert message["frames"] is None
    assert message["view"] == "a"
    assert panel.values["sigma"] == 10.0
    assert message["controls"]["sigma"]["text"] == "10"
    assert "sigma is 10" in message["numbers"]["readout"]
    assert [len(b) for b in buffers] == [144, 144]
    assert all(str(panel.values["sigma"])[:2] in alt for alt in message["numbers"]["alts"])


def test_indices_are_the_matrix_on_the_fixed_scale(panel):
    panel.handle(HELLO)
    for sigma in (0.1, 1.0, 10.0):
        panel.set(sigma=sigma)
        _, buffers = panel.reply()
        found = (np.frombuffer(buffers[0], np.uint8).reshape(12, 12) - 1.0) / 254
        assert np.abs(found - matrix(panel.values["sigma"])).max() < 1 / 200


def test_reset_and_typed_words(panel):
    panel.handle({"change": {"sigma": "2.5"}})
    assert panel.values["sigma"] == 2.5
    message, _ = panel.handle({"change": {"sigma": "wide"}})
    assert "wide" in message["error"]
    assert panel.values["sigma"] == 2.5
    message, _ = panel.handle({"change": {"sigma": None}})
    assert message["error"] is None
    assert panel.values["sigma"] == 1


def test_errors_are_shown_in_words_and_clear(panel):
    view = pictures.KernelAndDistance(matrix(1.0))

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
    assert "least eigenvalue" in panel.readout


def test_a_matrix_of_nan_is_an_error_not_a_picture(panel):
    view = pictures.KernelAndDistance(matrix(1.0))
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


def test_lamp_tells_psd_and_not():
    good, bad = np.eye(2), np.array([[0.0, 1.0], [1.0, 0.0]])
    view = pictures.KernelAndDistance(good)
    panel = Panel(lambda on: view.show(bad if on else good) and None, {"on": Toggle("broken")})
    assert panel.lamp is True
    panel.set(on=True)
    assert panel.lamp is False
    assert "squared distance of -2" in panel.readout
    assert panel.words.endswith("PSD: no")


def test_the_stored_output_has_picture_words_and_alt_text(panel):
    data, metadata = panel._repr_mimebundle_()
    assert data["text/plain"] == panel.words
    assert "heat maps" in metadata["image/png"]["alt"]
    image = Image.open(io.BytesIO(data["image/png"]))
    assert image.width > 800
    assert "application/vnd.jupyter.widget-view+json" in data


def test_the_page_changes_its_style(panel):
    light, _ = panel.handle(HELLO)
    dark, buffers = panel.handle({"hello": {"dark": True, "ratio": 2.0}})
    assert dark["frames"][0]["width"] == 2 * light["frames"][0]["width"]
    frame = np.asarray(Image.open(io.BytesIO(buffers[0])))
    assert frame[0, 0, :3].max() < 60
    try:
        theme.lecture()
        lecture, _ = panel.handle({"change": {"flip": True}})
        assert lecture["lecture"]
        assert lecture["frames"][0]["css"] > dark["frames"][0]["css"]
    finally:
        theme.lecture(on=False)
    assert panel.reply()[0]["frames"]
    assert panel.reply()[0]["frames"] is None


def test_pictures_may_change_with_a_choice():
    a, b = (pictures.Bars(list(names), np.ones(len(names))) for names in ("ACGT", "XY"))
    panel = Panel(
        lambda which: {"a": a, "b": b}[which].show(np.ones({"a": 4, "b": 2}[which])) and None,
        {"which": Choice("bars", ["a", "b"])},
    )
    panel.handle(HELLO)
    assert panel.handle({"change": {"which": 0}})[0]["frames"] is None
    assert panel.handle({"change": {"which": 1}})[0]["frames"]


def test_a_panel_without_pictures_shows_its_words():
    panel = Panel(lambda pushes: f"pushed {pushes} times", {"pushes": Button("push")})
    message, buffers = panel.handle({**HELLO, "change": {"pushes": 2}, "numbers": True})
    assert message["numbers"]["readout"] == "pushed 2 times"
    assert message["frames"] == buffers == []
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


def test_numbers_may_come_later_than_pixels(panel):
    panel.handle(HELLO)
    message, buffers = panel.handle({"change": {"sigma": 10}, "numbers": False})
    assert "numbers" not in message
    assert len(buffers) == 2
    message, buffers = panel.handle({"numbers": True})
    assert "parts" not in message
    assert buffers == []
    assert "sigma is" in message["numbers"]["readout"]


def test_a_picture_that_cannot_be_drawn_is_answered_in_words():
    class Broken(pictures.Bars):
        def draw(self, values, lit):
            if values.max() > 1:
                raise RuntimeError("no such bar")
            super().draw(values, lit)

    bars = Broken(["a", "b"], [1.0, 0.5])
    panel = Panel(lambda top: bars.show([top, 0.5]), {"top": Slider("top", 0, 2, value=1)})
    assert panel.handle(HELLO)[0]["error"] is None
    message, buffers = panel.handle({"change": {"top": 240}, "view": "a"})
    assert message["error"].startswith("RuntimeError: no such bar")
    assert message["view"] == "a"
    assert buffers == []
    message, _ = panel.handle({"change": {"top": 0}})
    assert message["error"] is None
    assert message["frames"]


def test_what_a_panel_function_returns():
    view = pictures.Bars(["a"], [1.0])
    controls = {"top": Slider("top", 0, 2, value=1)}
    assert Panel(lambda top: view.show([top]), controls).error is None
    assert "returns text or nothing, got int" in Panel(lambda top: 3, controls).error


def test_a_slow_line_gets_the_same_pixels_packed(panel):
    panel.handle(HELLO)
    plain, there = panel.handle({"change": {"sigma": 200}})
    packed, sent = panel.handle({"change": {"sigma": 200}, "slow": True})
    assert "packed" not in plain
    assert packed["packed"] is True
    assert [zlib.decompress(buffer) for buffer in sent] == there
    assert sum(map(len, sent)) < sum(map(len, there))


def test_a_slider_for_iterations_can_play():
    assert Slider("iteration", 0, 9, value=0, step=1, play=True).describe(0)["play"] is True
    assert Slider("sigma", 0, 9, value=0).describe(0)["play"] is False


BARE = """
import sys
for name in ("jupyterlab", "jupyter_server", "threadpoolctl", "pooch"):
    sys.modules[name] = None
import kernlab_helpers as kh
from kernlab_helpers.lab import Slider, live, pictures
X = kh.load("iris").X
view = pictures.KernelAndDistance(kh.gaussian(X))

@live(sigma=Slider("sigma", 0.1, 10, value=1, log=True))
def width(sigma):
    view.show(kh.gaussian(X, sigma=sigma))

_, buffers = width.handle({"hello": {"dark": False, "ratio": 1.0}})
reply, moved = width.handle({"change": {"sigma": 240}, "numbers": True})
print()
print(width.error, width.values, len(buffers), [len(b) for b in moved], len(live.sweep()))
"""


def test_a_panel_moves_without_jupyterlab_server_threadpoolctl_and_pooch():
    """As in the browser's Python, which has none of the four."""
    run = subprocess.run(
        [sys.executable, "-c", BARE],
        capture_output=True,
        text=True,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)},
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "None {'sigma': 10.0} 3 [22500, 22500] 0"


def test_blas_has_one_thread_while_a_message_is_handled(panel, monkeypatch):
    threadpoolctl = pytest.importorskip("threadpoolctl")
    counted = []

    def count():
        pools = threadpoolctl.threadpool_info()
        counted.extend(pool["num_threads"] for pool in pools if pool["user_api"] == "blas")

    monkeypatch.setattr(panel, "function", lambda sigma, flip: count())
    panel.handle({"change": {"flip": True}})
    assert counted
    assert set(counted) == {1}
