"""Pictures of kernel matrices: their words, their lamp, their spectrum."""

import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scenelaws import SceneLaws, arrays

from kernlab_course import KernelAndDistance, KernelMatrix, matrices
from livepanels import Toggle
from livepanels.panels import LivePanel as Panel

ROOT = Path(__file__).resolve().parents[3]
POINTS = np.random.default_rng(0).normal(size=(30, 2))
GROUPS = np.arange(30) % 3
X = np.arange(1, 9)
INDEFINITE = np.diag([1.0, 1, 1, 1, 1, -1])

MAKE = {
    "kernel and distance": (
        lambda: KernelAndDistance(np.eye(6), spectrum=True),
        [(np.eye(6),), (np.ones((6, 6)),), (INDEFINITE,)],
    ),
    "kernel with groups": (
        lambda: KernelAndDistance(POINTS @ POINTS.T, np.sort(GROUPS)),
        [(POINTS @ POINTS.T,), (np.eye(30),)],
    ),
    "kernel with means": (
        lambda: KernelAndDistance(POINTS @ POINTS.T, np.sort(GROUPS), means=True, numbered=True),
        [(POINTS @ POINTS.T,), (np.eye(30),)],
    ),
    "kernel alone": (
        lambda: KernelMatrix(np.eye(3), digits=2, names=["a", "b", "-6"]),
        [(np.eye(3),), (np.ones((3, 3)),)],
    ),
}


@pytest.fixture(params=MAKE)
def made(request):
    make, shown = MAKE[request.param]
    return make(), shown


class TestScenes(SceneLaws):
    """The pictures of kernel matrices obey the laws of all pictures."""


def test_eigenvalues_fall_and_zeros_are_there():
    view = KernelAndDistance(np.ones((4, 4)), spectrum=True)
    xy = arrays(view, "spectrum", 2)["xy"]
    assert xy[:, 0].tolist() == [1, 2, 3, 4]
    assert xy[0, 1] == pytest.approx(4) and xy[1:, 1].tolist() == [0, 0, 0]
    assert view.frame()["plots"][2]["y"]["kind"] == "cube"


def test_what_is_read_aloud_has_no_tex():
    view = KernelAndDistance(np.eye(2), symbol=r"K / K_{\mathrm{max}}")
    assert view.alts()[0].startswith("K / K_max: ")
    assert "$" not in "".join(view.alts())


def test_indefinite_kernel_is_told_in_words():
    picture = KernelAndDistance(np.eye(2))
    picture.show(np.array([[0.0, 1.0], [1.0, 0.0]]))
    assert picture.readout() == (
        "least eigenvalue -1, rank 2 of 2, a squared distance of -2 (hatched)"
    )
    assert arrays(picture, "matrix", 1)["index"].tolist() == [[1, 0], [0, 1]]
    lamp = picture.lamp()
    assert not lamp and (lamp.short, lamp.good) == ("PSD: no", False)


def test_rounding_does_not_reach_the_readout():
    K = POINTS @ POINTS.T  # rank 2: 28 eigenvalues are rounding noise
    assert KernelAndDistance(K).readout() == "least eigenvalue 0, rank 2 of 30"


def test_no_line_of_the_rank_where_an_eigenvalue_is_negative():
    view = KernelAndDistance(np.eye(2), spectrum=True)
    view.show(np.array([[0.0, 1.0], [1.0, 0.0]]))
    assert [part for part in view.parts() if part["mark"] == "rank"] == []


def test_the_rank_stands_among_the_eigenvalues():
    K = np.outer(X, X)
    view = KernelAndDistance(K, spectrum=True, symbol="K^t")
    (rank,) = [part for part in view.parts() if part["mark"] == "rank"]
    assert rank["extra"] == {"text": "rank 1"}
    assert rank["arrays"]["at"] == [1.5]
    assert view.frame()["plots"][2]["caption"] == "Eigenvalues of $K^t$"


def test_a_kernel_beside_distances_may_carry_its_numbers():
    view = KernelAndDistance(np.eye(3), digits=2)
    assert arrays(view, "matrix", 0)["value"].tolist() == np.eye(3).tolist()
    assert "value" not in arrays(view, "matrix", 1)


@pytest.mark.parametrize("Picture", [KernelMatrix, KernelAndDistance])
def test_the_words_of_a_kernel_need_its_spectrum_once(Picture, monkeypatch):
    asked = []
    found = matrices.eigenvalues
    monkeypatch.setattr(matrices, "eigenvalues", lambda K: asked.append(1) or found(K))
    view = Picture(np.eye(6))
    assert view.lamp()
    for say in (view.readout, view.news, view.alt):
        assert say()
    assert len(asked) == 1
    view.show(INDEFINITE)
    assert not view.lamp()
    assert len(asked) == 2


def test_zeros_too_many_for_a_ring_each_are_counted():
    few = KernelAndDistance(np.diag([1.0, 1, 0, 0]), spectrum=True)
    assert "zeros" not in {p["mark"] for p in few.parts()}
    many = KernelAndDistance(np.diag([1.0] * 4 + [0.0] * 146), spectrum=True)
    (zeros,) = (p for p in many.parts() if p["mark"] == "zeros")
    assert zeros["extra"]["texts"] == ["146 zeros"]
    assert zeros["arrays"]["xy"].tolist() == [[77.5, 0.0]]


def test_distances_may_carry_their_numbers():
    view = KernelAndDistance(np.eye(3), digits=0, distance_digits=2)
    assert [plot["marks"][0]["digits"] for plot in view.frame()["plots"]] == [0, 2]


def test_rows_leave_out_the_numbers_that_columns_leave_out():
    view = KernelAndDistance(np.eye(12), np.repeat([0, 1], 6), numbered=True)
    view.inches = (5.0, 2.4)
    for plot in view.frame()["plots"]:
        assert "" in plot["marks"][0]["columns"]
        assert plot["marks"][0]["rows"] == plot["marks"][0]["columns"]


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: KernelAndDistance(np.eye(3)).show(np.ones((2, 3))), "square"),
        (lambda: KernelAndDistance(np.eye(2)).show([[np.nan] * 2] * 2), "not numbers"),
        (lambda: KernelAndDistance(np.zeros((0, 0))), r"got shape \(0, 0\)"),
    ],
)
def test_what_is_no_kernel_matrix_is_refused_in_words(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_the_lamp_of_a_panel_tells_psd_and_not():
    good, bad = np.eye(2), np.array([[0.0, 1.0], [1.0, 0.0]])
    view = KernelAndDistance(good)
    panel = Panel(lambda on: view.show(bad if on else good) and None, {"on": Toggle("broken")})
    assert panel.lamp
    panel.set(on=True)
    assert not panel.lamp
    assert "squared distance of -2" in panel.readout
    assert panel.words.endswith("PSD: no")


BARE = """
import sys
for name in ("jupyterlab", "jupyter_server", "threadpoolctl", "pooch"):
    sys.modules[name] = None
import kernlab_helpers as kh
from kernlab_course import KernelAndDistance
from livepanels import live, Slider
X = kh.load("iris").X
view = KernelAndDistance(kh.gaussian(X))

@live(sigma=Slider("sigma", 0.1, 10, value=1, log=True))
def width(sigma):
    view.show(kh.gaussian(X, sigma=sigma))

_, first = width.handle({"view": "a", "hello": True, "at": None})
reply, moved = width.handle({"view": "a", "at": {"sigma": 240}})
print()
print(width.error, width.values, len(first), len(moved), len(live.sweep()))
"""


def test_a_panel_moves_without_jupyterlab_server_threadpoolctl_and_pooch():
    """As in the browser's Python, which has none of the four."""
    run = subprocess.run([sys.executable, "-c", BARE], capture_output=True, text=True, cwd=ROOT)
    assert run.returncode == 0, run.stderr
    assert run.stdout.splitlines()[-1] == "None {'sigma': 10.0} 22653 22653 0"


@pytest.mark.parametrize("Picture", [KernelMatrix, KernelAndDistance])
def test_size_and_colors_are_said_as_in_matplotlib(Picture):
    view = Picture(np.eye(3), vmin=-1, vmax=2, figsize=(3, 2.5), quiet=True)
    assert (view.limits, view.inches, view.quiet) == ((-1, 2), (3, 2.5), True)
    assert Picture(np.eye(3), vmax=4).limits == (0, 4), "the other end comes from K"
    with pytest.raises(ValueError, match="colors run from vmin to vmax, got 3 and 2"):
        Picture(np.eye(3), vmin=3, vmax=2)
