"""Pictures: the same pixels after any detour, honest words, and errors that name the shape."""

import numpy as np
import pytest

from kernlab_helpers.lab import pictures, theme

RNG = np.random.default_rng(0)
POINTS, SPACE = RNG.normal(size=(30, 2)), RNG.normal(size=(30, 3))
GROUPS = np.arange(30) % 3
X = np.arange(1, 9)


def curves(power):
    return {"linear": X**1.0, "power": X**power}


MAKE = {
    "kernel and distance": (
        lambda: pictures.KernelAndDistance(np.eye(6), spectrum=True),
        [(np.eye(6),), (np.ones((6, 6)),), (np.diag([1.0, 1, 1, 1, 1, -1]),)],
    ),
    "matrix": (
        lambda: pictures.Matrix(POINTS[:5] @ POINTS[:5].T),
        [(POINTS[:5] @ POINTS[:5].T,), (np.eye(5),)],
    ),
    "matrix with numbers": (
        lambda: pictures.Matrix(np.eye(3), digits=2, names=["a", "b", "c"], kernel=True),
        [(np.eye(3),), (np.ones((3, 3)),)],
    ),
    "scatter": (
        lambda: pictures.Scatter(POINTS, GROUPS, equal=True),
        [(POINTS,), (2 * POINTS,), (POINTS[::-1],)],
    ),
    "scatter with a line": (
        lambda: pictures.Scatter(POINTS).show(POINTS, line=[[-9, -9], [9, 9]]),
        [(POINTS,)],
    ),
    "numbered scatter": (lambda: pictures.Scatter(POINTS[:4], numbered=True), [(POINTS[:4],)]),
    "bars": (
        lambda: pictures.Bars(list("ACGT"), [0.4, 0.2, 0.2, 0.2], limit=1),
        [([0.4, 0.2, 0.2, 0.2],), ([1.0, 0, 0, 0],)],
    ),
    "curves": (
        lambda: pictures.Curves(X, curves(2), log="y", markers=True),
        [(curves(2),), (curves(3),), (curves(1),)],
    ),
}


@pytest.fixture(params=MAKE)
def made(request):
    make, shown = MAKE[request.param]
    return make(), shown


def pixels(picture):
    return [content for _, content in picture.parts()]


@pytest.mark.parametrize("ratio", [1.0, 1.5, 2.0])
def test_no_ghosts(made, ratio):
    """What was shown before leaves nothing behind."""
    picture, shown = made
    picture.prepare(theme.Style(ratio=ratio))
    picture.show(*shown[0])
    first = pixels(picture)
    for data in shown:
        picture.show(*data)
        pixels(picture)
    picture.show(*shown[0])
    assert pixels(picture) == first


def test_a_still_shows_what_the_panel_shows(made):
    picture, shown = made
    picture.prepare(theme.Style())
    for data in shown:
        picture.show(*data)
        still, before = picture.still(), pixels(picture)
        assert still.shape[2] == 4
        assert pixels(picture) == before
        for (part, content), layer in zip(picture.parts(), picture.layers, strict=True):
            left, top, width, height = part["box"]
            if layer.kind == "pixels":
                sent = np.frombuffer(content, np.uint8).reshape(height, width, 4)
                there = still[top : top + height, left : left + width]
                assert (np.abs(sent.astype(int) - there).max(axis=2) > 40).mean() < 0.02


def test_parts_lie_inside_the_picture(made):
    picture, _ = made
    picture.prepare(theme.Style())
    sides, png = picture.frame()
    assert png.startswith(b"\x89PNG")
    for part, content in picture.parts():
        left, top, width, height = part["box"]
        assert 0 <= left < left + width <= sides["width"]
        assert 0 <= top < top + height <= sides["height"]
        size = np.prod(part["shape"]) if part["kind"] == "indices" else 4 * width * height
        assert len(content) == size


def test_alone_it_is_a_picture_with_alt_text(made):
    picture, _ = made
    data, metadata = picture._repr_mimebundle_()
    assert data["image/png"].startswith(b"\x89PNG")
    assert data["text/plain"] in metadata["image/png"]["alt"]
    assert data["text/plain"]


def test_space_turns_and_returns():
    space = pictures.Space(SPACE, GROUPS, plane=(1, 1, 1, 0))
    space.prepare(theme.Style())
    first = pixels(space)
    space.show(turn=120, tilt=80)
    assert pixels(space) != first
    space.show(turn=30, tilt=20)
    assert pixels(space) == first
    assert "turned by 30 degrees" in space.readout()


def test_indefinite_kernel_is_told_in_words():
    picture = pictures.KernelAndDistance(np.eye(2))
    picture.show(np.array([[0.0, 1.0], [1.0, 0.0]]))
    assert picture.readout() == (
        "least eigenvalue -1, rank 2 of 2, a squared distance of -2 (green)"
    )
    picture.prepare(theme.Style())
    assert [c for _, c in picture.parts()][1] == bytes([1, 0, 0, 1])
    assert picture.layers[1].palette()[0] == int.from_bytes(bytes([0, 200, 83, 255]), "little")
    assert picture.lamp() is False


def test_rounding_does_not_reach_the_readout():
    K = POINTS @ POINTS.T  # rank 2: 28 eigenvalues are rounding noise
    assert pictures.KernelAndDistance(K).readout() == "least eigenvalue 0, rank 2 of 30"


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pictures.KernelAndDistance(np.eye(3)).show(np.ones((2, 3))), "square"),
        (lambda: pictures.KernelAndDistance(np.eye(2)).show([[np.nan] * 2] * 2), "not numbers"),
        (lambda: pictures.Scatter(POINTS).show(SPACE), r"\(30, 2\)"),
        (lambda: pictures.Scatter(POINTS).show(POINTS, line=[1, 2]), "a line of shape"),
        (lambda: pictures.Space(SPACE).show(POINTS), r"\(30, 3\)"),
        (lambda: pictures.Bars("AB", [1, 2]).show([1, 2, 3]), "wants 2 values"),
        (lambda: pictures.Curves(X, curves(1)).show({"other": X}), "wants the curves"),
    ],
)
def test_wrong_data(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_bars_light_up_in_colour_hatch_and_words():
    bars = pictures.Bars(["a", "b"], [1.0, 0.5])
    bars.prepare(theme.Style())
    dark = list(bars.parts())
    bars.show([1.0, 0.5], lit=["b"])
    assert bars.readout() == "a 1, *b 0.5*"
    assert [content for _, content in bars.parts()] != [content for _, content in dark]
    with pytest.raises(ValueError, match="lit must name bars"):
        bars.show([1.0, 0.5], lit=["c"])


def test_a_bar_without_a_value_is_empty_and_says_so():
    bars = pictures.Bars(["a", "b"], [1.0, np.nan])
    bars.prepare(theme.Style())
    list(bars.parts())
    assert bars.readout() == "a 1, b none"
    assert [
        (bar.get_height(), text.get_text()) for bar, text in zip(bars.bars, bars.texts, strict=True)
    ] == [(1, "1"), (0, "none")]


def test_points_with_names_of_their_own_are_not_counted():
    X = np.arange(6.0).reshape(3, 2)
    assert pictures.Scatter(X, ["a", "b", "c"]).readout() == "3 points"
    assert pictures.Scatter(X, ["a", "b", "b"]).readout() == "3 points (1 a, 2 b)"
