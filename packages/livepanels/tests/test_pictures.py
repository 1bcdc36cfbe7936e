"""Pictures: scenes that obey their laws, stills that agree with them, honest words and errors."""

import gc
import json
import subprocess
import sys
import weakref

import numpy as np
import pytest
from scenelaws import SceneLaws, arrays, content
from toys import Pair, Stems, bells

from livepanels import pictures, theme
from livepanels.pictures import dodging, draw, scene
from livepanels.pictures.draw_marks import risen
from livepanels.pictures.draw_matrix import below, hatch, scale_table
from livepanels.pictures.heatmaps import indices
from livepanels.pictures.positions import cell_edges, positions, size
from livepanels.pictures.sheets import still_pixels
from livepanels.pictures.stills import RATIO, rgba

RNG = np.random.default_rng(0)
POINTS, SPACE = RNG.normal(size=(30, 2)), RNG.normal(size=(30, 3))
GROUPS = np.arange(30) % 3
X = np.arange(1, 9)
INDEFINITE = np.diag([1.0, 1, 1, 1, 1, -1])

BARE = ([0.5, np.nan], [0.1, np.nan])


def curves(power):
    return {"linear": X**1.0, "power": X**power}


def full_scatter():
    look = {"border": {"dash": "border", "hue": 1}, "rings": {"kind": "ellipses"}}
    look |= {
        "ways": {"kind": "arrows"},
        "crosses": {"kind": "points", "shape": "cross", "hue": "group"},
        "hull": {"kind": "area"},
    }
    view = pictures.Scatter(POINTS, GROUPS, look=look, hint="drag one", recolored=True)
    return view.show(
        POINTS,
        line={"line": [[-9, -9], [9, 9]], "border": POINTS[:4]},
        arrows=POINTS[:3],
        ellipses=bells(POINTS[:5], np.tile(0.04 * np.diag([4.0, 1.0]), (5, 1, 1))),
        regions=np.arange(600).reshape(20, 30) % 3,
        texts={"$x_1$": (0, 0), "mean": (1, 1)},
        marks={
            "rings": [[0, 0, 1, 0.5, 0.2]],
            "ways": POINTS[:2],
            "crosses": POINTS[:3],
            "hull": POINTS[:3],
        },
        colors=np.arange(30) % 3,
        lit=[1, 2],
    )


def clustered_scatter():
    look = {
        "area": {"kind": "area", "hue": 2, "fill": 0.2, "edge": True},
        "centers": {
            "kind": "points",
            "over": True,
            "hue": "group",
            "shape": "cross",
            "labels": list("ABC"),
            "key": "center",
        },
    }
    view = pictures.Scatter(POINTS, GROUPS, recolored=True, look=look)
    marks = {"area": pictures.hull(POINTS[:9]), "centers": POINTS[:2] + 0.1}
    return view.show(POINTS, colors=np.arange(30) % 4, marks=marks)


def full_curves():
    view = pictures.Curves(X, curves(2), ylabel="cost", title="costs")
    bands = {"power": (X**2 - 5.0, X**2 + 5.0)}
    return view.show(curves(2), at=3.5, points=[[2, 9], [5, 30]], bands=bands, lit=[0])


def full_space():
    look = {"walk": {"weight": "main", "text": "way"}, "shapes": {"kind": "ellipses", "hue": 1}}
    view = pictures.Space(SPACE, GROUPS, plane=(1, 1, 1, 0), look=look)
    shapes = {"shapes": np.hstack([SPACE[:4], np.full((4, 3), 0.3)])}
    triangles = RNG.normal(size=(5, 3, 3))
    walk = {"walk": SPACE[:9]}
    return view.show(SPACE, turn=70, lines=walk, facets=triangles, ellipses=shapes, lit=[0])


MAKE = {
    "two matrices": (lambda: Pair(np.eye(6)), [(np.eye(6),), (np.ones((6, 6)),), (INDEFINITE,)]),
    "stems": (lambda: Stems([9.0, 1.0, 0.0, -2.0]), [([1.0, 1.0, 1.0, 0.0],)]),
    "matrix with groups": (
        lambda: pictures.Matrix(POINTS @ POINTS.T, labels=np.sort(GROUPS)),
        [(POINTS @ POINTS.T,), (np.eye(30),)],
    ),
    "matrix with means": (
        lambda: pictures.Matrix(np.eye(3), digits=1, names=["a", "b", "c"], means=True),
        [(np.eye(3),), (np.array([[1, np.nan, 0], [0, 1, 0], [0, 0, 1]]),)],
    ),
    "matrix": (
        lambda: pictures.Matrix(POINTS[:5] @ POINTS[:5].T),
        [(POINTS[:5] @ POINTS[:5].T,), (np.eye(5),)],
    ),
    "matrix with numbers": (
        lambda: pictures.Matrix(-np.eye(3), digits=2, names=["a", "b", "-6"]),
        [(np.eye(3),), (np.ones((3, 3)),)],
    ),
    "oblong matrix": (lambda: pictures.Matrix(np.ones((4, 9))), [(np.ones((4, 9)),)]),
    "scatter": (
        lambda: pictures.Scatter(POINTS, GROUPS, equal=True),
        [(POINTS,), (2 * POINTS,), (POINTS[::-1],)],
    ),
    "scatter with all": (full_scatter, [(POINTS,), (POINTS + 1,)]),
    "clustered scatter": (clustered_scatter, [(POINTS,)]),
    "intervals": (
        lambda: pictures.Intervals(["k-means", "map"], {"a": ([1, 2], [1, 1]), "b": BARE}),
        [({"a": ([2, 1], [0, 1]), "b": BARE},)],
    ),
    "letters": (lambda: pictures.Letters("ACAGCAGTA").show(at=4, length=3), [()]),
    "numbered scatter": (lambda: pictures.Scatter(POINTS[:4], numbered=True), [(POINTS[:4],)]),
    "ghosts and numbers": (
        lambda: pictures.Scatter(POINTS, GROUPS, values=(-1, 1)).show(
            POINTS, ghosts=POINTS + 0.1, values=np.linspace(-1, 1, 30)
        ),
        [(POINTS,), (POINTS + 1,)],
    ),
    "bars": (
        lambda: pictures.Bars(list("ACGT"), [0.4, 0.2, 0.2, 0.2], limit=1),
        [([0.4, 0.2, 0.2, 0.2],), ([1.0, 0, 0, np.nan],)],
    ),
    "bars below zero": (
        lambda: pictures.Bars(["a long name", "another long name"] * 8, RNG.normal(size=16)),
        [(RNG.normal(size=16),)],
    ),
    "bars and a level": (
        lambda: pictures.Bars(list("AB"), [1, 2], level=(1.0, "as far")),
        [([2, 1],)],
    ),
    "curves": (
        lambda: pictures.Curves(X, curves(2), log="y", markers=True),
        [(curves(2),), (curves(3),), (curves(1),)],
    ),
    "curves with all": (full_curves, [(curves(2),)]),
    "space": (full_space, [(SPACE,), (SPACE[::-1],)]),
}


@pytest.fixture(params=MAKE)
def made(request):
    make, shown = MAKE[request.param]
    return make(), shown


class TestScenes(SceneLaws):
    """Every picture of livepanels, and two that only tests make."""


# Laws of scenes ----------------------------------------------------------------------------------


def test_a_new_size_or_shape_is_a_new_frame():
    picture = pictures.Matrix(np.eye(3))
    first = picture.id
    picture.show(np.eye(4))
    assert picture.id != first
    second = picture.id
    picture.inches = (3.0, 3.0)
    assert picture.id != second
    assert picture.frame()["plots"][0]["width"] <= 300


def test_a_live_picture_needs_no_matplotlib():
    code = (
        "import sys, numpy as np\n"
        "from livepanels.pictures import Matrix, Scatter\n"
        "view = Matrix(np.eye(2)); view.frame(), view.parts(), view.readout(), view.alt()\n"
        "assert 'matplotlib' not in sys.modules\n"
        "view.still(); assert 'matplotlib' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_pictures_alone_show_their_still_and_learn_of_the_page_with_the_panels():
    code = (
        "import sys, pytest\n"
        "from livepanels.pictures import Bars\n"
        "bars = Bars(['a'], [1.0])\n"
        "data = bars._repr_mimebundle_()\n"
        "assert data['image/png'][1:4] == b'PNG' and data['text/plain'] == 'a 1'\n"
        "assert 'livepanels.panels' not in sys.modules\n"
        "import livepanels\n"
        "assert set(livepanels.__all__) <= set(dir(livepanels))\n"
        "assert all(getattr(livepanels, name) is not None for name in livepanels.__all__)\n"
        "data, metadata = bars._repr_mimebundle_()\n"
        "assert 'application/vnd.jupyter.widget-view+json' in data\n"
        "with pytest.raises(AttributeError, match='no attribute .sliders.'):\n"
        "    livepanels.sliders\n"
    )
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert run.returncode == 0, run.stderr


# The two readers agree ---------------------------------------------------------------------------


def test_narrow_canvases_keep_the_aspect_of_their_box():
    plot = pictures.Scatter(POINTS, equal=True).frame()["plots"][0]
    left, top, right, bottom = plot["margins"]
    width, height = size(plot, 250)
    before = (plot["width"] - left - right) / (plot["height"] - top - bottom)
    assert np.isclose((width - left - right) / (height - top - bottom), before)
    assert size(plot, 2000) == (plot["width"], plot["height"])


def test_equal_axes_have_equal_units():
    view = pictures.Scatter(POINTS, limits=((-5, 11), (-3, 3)), equal=True)
    view.inches = (7.0, 3.4)
    plot = view.frame()["plots"][0]
    left, top, right, bottom = plot["margins"]
    assert np.isclose(
        (plot["width"] - left - right) / 16, (plot["height"] - top - bottom) / 6, 0.01
    )


# Scales, colors, shapes -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("scale", "values", "wanted"),
    [
        (scene.log_scale(1 / 4, 8, 300), [1 / 4, 8, 2**0.5], [0, 1, 0.5]),
        (scene.root_scale(-9, 9, 300), [-9, 0, 9, 2.25], [0, 0.5, 1, 0.75]),
        (scene.cube_scale(-8, 8, 300), [-8, 0, 1], [0, 0.5, 0.75]),
        (scene.half_scale(0, np.inf, 300), [0, 1, 3, np.inf], [0, 0.5, 0.75, 1]),
        (scene.linear_scale(5, 0, 300), [5, 0, 1], [0, 1, 0.8]),
    ],
)
def test_places_on_scales(scale, values, wanted):
    assert np.allclose(scale.fraction(values), wanted)
    assert scene.Scale.of(json.loads(json.dumps(scale.frame()))) == scale


@pytest.mark.parametrize(
    ("scale", "texts"),
    [
        (scene.log_scale(1 / 4, 8, 300), "1/4 1/2 1 2 4 8"),
        (scene.log_scale(1, 1024, 500), "1 2 4 8 16 32 64 128 256 512 1024"),
        (scene.log_scale(1e-5, 0.1, 300), "10⁻⁵ 10⁻⁴ 10⁻³ 0.01 0.1"),
        (scene.half_scale(0, np.inf, 300), "0 1/4 1/2 1 2 4 8 ∞"),
        (scene.root_scale(-9, 9, 300), "−9 −4 −1 −0.25 0 0.25 1 4 9"),
        (scene.cube_scale(-1, 10, 150), "−1 −0.1 0 0.1 1 10"),
        (scene.linear_scale(0, 1, 300), "0 0.2 0.4 0.6 0.8 1"),
        (scene.linear_scale(0, 180, 400, "angle (degrees)"), "0 30 60 90 120 150 180"),
    ],
)
def test_ticks(scale, texts):
    assert [text for _, text in scale.ticks] == texts.split()


def test_ticks_keep_their_distance():
    for kind in scene.SCALES:
        for high in (0.3, 2.0, 70.0, 1e4, 1e9):
            low = 0.01 if kind == "log" else 0.0
            scale = scene.make_scale(kind, low, high, 300)
            places = np.sort(scale.fraction([value for value, _ in scale.ticks])) * 300
            assert len(places) >= 2, (kind, high)
            assert np.diff(places).min() >= 15, (kind, high)


def test_indices_of_kernel_values():
    M = np.array([[0.0, 0.5, 1.0], [-0.2, 2.0, -1e-9]])
    assert indices(M, "kernel", 0, 1).tolist() == [[1, 128, 255], [0, 255, 1]]
    assert indices(np.zeros((2, 2)), "kernel", 0, 0).tolist() == [[1, 1], [1, 1]]


def test_indices_of_signed_values_follow_the_root():
    M = np.array([[-9.0, -2.25, 0.0, 2.25, 9.0, 90.0]])
    found = indices(M, "signed", -9, 9)
    assert found.tolist() == [[1, 65, 128, 192, 255, 255]]
    assert below(found, "signed").tolist() == [[True, True, False, False, False, False]]


@pytest.mark.parametrize("dark", [False, True])
def test_colors_of_scales(dark):
    colors = theme.palette(dark)
    for name in ("kernel", "distance"):
        table = scale_table(name, colors)
        assert table[1].tolist() == rgba(colors["scales"][name][0])[:3].tolist()
        assert table[255].tolist() == rgba(colors["scales"][name][-1])[:3].tolist()
    signed = scale_table("signed", colors)
    assert signed[255].tolist() == rgba(colors["scales"]["kernel"][-1])[:3].tolist()
    assert signed[1].tolist() == rgba(colors["scales"]["below"][-1])[:3].tolist()


def test_light_and_dark_have_the_same_roles():
    light, dark = theme.palette(), theme.palette(dark=True)
    assert set(light) == set(dark)
    assert all(len(stops) == 7 for page in (light, dark) for stops in page["scales"].values())
    for page in (light, dark):
        assert len(set(page["groups"])) == len(page["groups"]) == len(theme.TOKENS["shapes"]) == 10
    assert len(set(theme.TOKENS["shapes"])) == 10


def contrast(one, other):
    def light(color):
        shares = rgba(color)[:3] / 255
        linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
        return linear @ (0.2126, 0.7152, 0.0722)

    low, high = sorted((light(one), light(other)))
    return (high + 0.05) / (low + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_words_and_groups_stand_out_from_the_paper(dark):
    colors = theme.palette(dark)
    assert min(contrast(colors[role], colors["paper"]) for role in ("ink", "muted", "hot")) > 4.5
    assert min(contrast(group, colors["paper"]) for group in colors["groups"]) > 1.8
    assert min(map(contrast, colors["groups"], colors["on_groups"])) > 3


def test_gaps_between_blocks():
    starts, cell = cell_edges(4, [["a", 0, 2], ["b", 2, 4]], 103)
    assert cell == 25 and starts.tolist() == [0, 25, 53, 78]
    assert cell_edges(4, None, 100)[0].tolist() == [0, 25, 50, 75]


def test_what_lies_below_zero_is_hatched_in_a_still():
    """Two equal colors would do for one man in twelve: the hatch does for all."""
    good = pictures.Matrix(np.eye(2), limits=(-1, 1)).show(np.full((2, 2), 0.5)).still()
    bad = pictures.Matrix(np.eye(2), limits=(-1, 1)).show(np.full((2, 2), -0.5)).still()
    middle = np.s_[100:140, 120:160]
    assert len(np.unique(good[middle].reshape(-1, 4), axis=0)) == 1
    assert len(np.unique(bad[middle].reshape(-1, 4), axis=0)) == 2
    assert 0.1 < hatch((100, 100), 45, 5, 1.3).mean() < 0.5


def test_the_hatch_of_an_area_has_its_color_in_a_still():
    look = {"strip": {"kind": "area", "hue": "below", "fill": 0.1, "hatch": True, "edge": False}}
    view = pictures.Scatter(POINTS, look=look, limits=((5, 9), (5, 9)))  # all points lie outside
    pixels = view.show(POINTS, marks={"strip": [[5, 5], [9, 5], [9, 9], [5, 9]]}).still()
    inside = pixels[100:-100, 100:-100, :3].astype(int)
    darkest = inside[inside.sum(axis=2) == inside.sum(axis=2).min()][0]
    assert darkest[0] > darkest[1] + 40  # warm, not black


# Words and errors --------------------------------------------------------------------------------


def test_space_turns_and_returns():
    space = pictures.Space(SPACE, GROUPS, plane=(1, 1, 1, 0))
    first = content(space)
    space.show(turn=120, tilt=80)
    assert content(space) != first
    space.show(turn=30, tilt=20)
    assert content(space) == first
    assert "turned by 30 degrees" in space.readout()


def test_nothing_of_a_space_leaves_its_canvas():
    space = pictures.Space(SPACE, names=("a", "b", "c"))
    plot = space.frame()["plots"][0]
    for turn in range(0, 360, 15):
        for tilt in (0, 20, 45, 90):
            space.show(turn=turn, tilt=tilt)
            places = positions(space.frame(), space.parts())
            for mark in ("points", "floor", "axes"):
                inside = places[0, mark][np.isfinite(places[0, mark]).all(axis=1)]
                assert inside.min() >= 0
                assert (inside <= [plot["width"], plot["height"]]).all()


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: pictures.Scatter(POINTS).show(SPACE), r"\(30, 2\)"),
        (lambda: pictures.Scatter(POINTS).show(POINTS, line=[1, 2]), "a line of shape"),
        (lambda: pictures.Scatter(POINTS).show(POINTS, line={"b": POINTS}), "a look for"),
        (lambda: pictures.Scatter(POINTS).show(POINTS, arrows=SPACE), "arrows of shape"),
        (lambda: pictures.Scatter(POINTS).show(POINTS, marks={"a": X}), "kind of the mark 'a'"),
        (
            lambda: pictures.Space(SPACE).show(ellipses={"a": np.ones((2, 6))}),
            "look for the ellipses 'a'",
        ),
        (lambda: pictures.Space(SPACE).show(ellipses={"a": SPACE}), "ellipses of shape"),
        (lambda: pictures.Scatter(POINTS).show(POINTS, ellipses=SPACE), "ellipses of shape"),
        (lambda: pictures.Scatter(POINTS).show(POINTS, regions=X), "regions of shape"),
        (lambda: pictures.Space(SPACE).show(POINTS), r"\(30, 3\)"),
        (lambda: pictures.Space(SPACE).show(lines=POINTS), "lines of shape"),
        (lambda: pictures.Space(SPACE).show(lines={"b": SPACE}), "a look for"),
        (lambda: pictures.Space(SPACE).show(facets=SPACE), "facets of shape"),
        (lambda: pictures.Bars("AB", [1, 2]).show([1, 2, 3]), "wants 2 values"),
        (lambda: pictures.Curves(X, curves(1)).show({"other": X}), "wants the curves"),
        (lambda: pictures.Curves(X, curves(1)).show(curves(1), bands={"b": 1}), "bands must"),
    ],
)
def test_wrong_data(call, words):
    with pytest.raises(ValueError, match=words):
        call()


def test_points_without_groups_may_become_more_or_fewer():
    cloud = pictures.Scatter(POINTS, title="cloud", numbered=True)
    frame = cloud.frame()
    for count in (len(POINTS) - 3, len(POINTS), 2):
        points = arrays(cloud.show(POINTS[:count]), "points")
        assert points["xy"].shape == (count, 2) and points["group"].shape == (count,)
        assert cloud.readout() == f"{count} points"
        assert cloud.frame() is frame
    untitled = pictures.Scatter(POINTS).show(POINTS[:2])
    assert untitled.frame()["plots"][0]["caption"] == "2 points"


def test_another_set_of_points_brings_its_own_groups():
    cloud = pictures.Scatter(POINTS, np.arange(len(POINTS)) % 2, title="cloud")
    frame = cloud.frame()
    cloud.show(POINTS[:5], labels=list("abcab"))
    assert arrays(cloud, "points")["group"].tolist() == [0, 1, 2, 0, 1]
    assert [name for _, name in cloud.frame()["plots"][0]["key"]] == ["a", "b"]  # c stands beside
    assert cloud.frame() is not frame
    with pytest.raises(ValueError, match="wants points of shape"):
        cloud.show(POINTS[:4])
    cloud.show(POINTS, labels=np.arange(len(POINTS)) % 2)
    assert cloud.frame()["plots"] == frame["plots"]


def test_a_matrix_of_another_shape_brings_its_own_names():
    table = pictures.Matrix(np.eye(3), names=["a", "b", "c"], digits=0)
    table.show(np.eye(2), names=["p", "q"], columns=["A", "B"])
    style = table.frame()["plots"][0]["marks"][0]
    assert (style["rows"], style["columns"]) == (["p", "q"], ["A", "B"])
    table.show(np.eye(2), names=["r", "s"])
    style = table.frame()["plots"][0]["marks"][0]
    assert (style["rows"], style["columns"]) == (["r", "s"], ["r", "s"])


def test_bars_light_up_in_the_picture_and_in_words():
    bars = pictures.Bars(["a", "b"], [1.0, 0.5])
    assert arrays(bars, "bars")["lit"].tolist() == [0, 0]
    bars.show([1.0, 0.5], lit=["b"])
    assert bars.readout() == "a 1, b 0.5 (marked)"
    assert arrays(bars, "bars")["lit"].tolist() == [0, 1]
    with pytest.raises(ValueError, match="lit must name bars"):
        bars.show([1.0, 0.5], lit=["c"])


def test_a_bar_without_a_value_is_empty_and_says_so():
    bars = pictures.Bars(["a", "b"], [1.0, np.nan])
    assert bars.readout() == "a 1, b none"
    (part, _) = bars.parts()
    assert part["extra"]["texts"] == ["1", "none"]
    assert np.isnan(part["arrays"]["value"][1])


def test_bars_below_zero_have_room():
    plot = pictures.Bars(["a", "b"], [1.0, -3.0]).frame()["plots"][0]
    assert plot["y"]["low"] < -3 and plot["y"]["high"] > 1


def test_bars_stand_beside_the_level_that_they_are_compared_with():
    bars = pictures.Bars(["a", "b"], [1.0, 3.0], limit=4, level=(2, "even"))
    frame, parts = bars.frame(), bars.parts()
    found = positions(frame, parts)
    (_, low), (_, high) = found[0, "bars"]
    assert np.allclose(found[0, "level"][0][1], (low + high) / 2)
    assert found[0, "name"][0][0] == found[0, "level"][1][0]  # beside the end of the line


def test_the_columns_of_a_matrix_may_have_names_of_their_own():
    view = pictures.Matrix(np.ones((2, 2)), names=["u", "v"], columns=["A", "B"])
    (style,) = view.frame()["plots"][0]["marks"]
    assert (style["rows"], style["columns"]) == (["u", "v"], ["A", "B"])


def test_points_with_names_of_their_own_are_not_counted():
    X = np.arange(6.0).reshape(3, 2)
    assert pictures.Scatter(X, ["a", "b", "c"]).readout() == "3 points"
    assert pictures.Scatter(X, ["a", "b", "b"]).readout() == "3 points (1 a, 2 b)"


def test_a_ring_goes_around_points_and_is_open_in_the_key():
    look = {"wrong": {"kind": "points", "ring": True, "over": True, "r": 9, "key": "wrong"}}
    view = pictures.Scatter(POINTS, GROUPS, look=look)
    (*groups, ring) = view.frame()["plots"][0]["key"]
    assert ring == [0, "wrong", "ink", True]
    assert len(groups) == 3
    solid = view.show(POINTS, marks={"wrong": POINTS[:0]}).still()
    ringed = view.show(POINTS, marks={"wrong": POINTS[:1]}).still()
    changed = np.argwhere((solid != ringed).any(axis=2)) / RATIO
    middle = changed.mean(axis=0)
    assert np.hypot(*(changed - middle).T).min() > 6  # the point itself stays


def test_a_group_of_one_is_named_beside_its_point():
    X = np.arange(8.0).reshape(4, 2)
    plot = pictures.Scatter(X, ["A", "others", "B", "others"]).frame()["plots"][0]
    points = next(mark for mark in plot["marks"] if mark["name"] == "points")
    assert points["labels"] == ["A", "", "B", ""]
    assert plot["key"] == [[2, "others"]]


def test_dots_stand_on_the_drawn_curves():
    view = pictures.Curves([1, 10, 100], {"a": [1, 10, 1000], "b": [1, 2, 3]}, log="xy")
    view.show({"a": [1, 10, 1000], "b": [1, 2, 3]}, at=10**1.5)
    frame, parts = view.frame(), view.parts()
    here = positions(frame, parts)[0, "here"]
    ends = positions(frame, parts)[0, "curve 0"][1:]
    assert np.allclose(here[0], ends.mean(axis=0), atol=0.1)
    view.show({"a": [1, 10, 1000], "b": [1, 2, 3]}, at=500)
    assert np.isnan(arrays(view, "here")["xy"][:, 1]).all()


SAMPLES = [0.25, 1.0, 4.0, 9.0]


@pytest.mark.parametrize("x_kind", scene.SCALES)
@pytest.mark.parametrize("y_kind", scene.SCALES)
def test_words_and_dot_of_a_curve_agree_on_every_scale(x_kind, y_kind):
    """Between two samples the words say where the drawn line is, and where it is not."""
    heights = {"a": np.array([1.0, 100, 3, 8]), "b": np.array([5.0, 2, np.nan, 1])}
    scales = {"x": x_kind, "y": y_kind}
    view = pictures.Curves(SAMPLES, heights, scales=scales, limits=(0.5, 200))
    for at in (0.25, 0.3, 1.0, 2.0, 5.0, 9.0):
        view.show(heights, at=at)
        found = positions(view.frame(), view.parts())
        dots = arrays(view, "here")["xy"][:, 1]
        words = [
            f"{name} {pictures.number(y)}" for name, y in zip("ab", dots, strict=True) if y == y
        ]
        assert view.readout() == f"at x = {at:g}: {', '.join(words)}"
        for i, (x, y) in enumerate(found[0, "here"]):
            line = found[0, f"curve {i}"]
            drawn = np.interp(x, line[:, 0], line[:, 1])
            assert np.isnan([y, drawn]).all() or y == pytest.approx(drawn, abs=0.05)


def test_words_and_dot_agree_halfway_up_a_logarithmic_axis():
    steep = {"a": [1.0, 100.0]}
    view = pictures.Curves([0, 1], steep, log="y").show(steep, at=0.5)
    assert arrays(view, "here")["xy"][0, 1] == pytest.approx(10)
    assert view.readout() == "at x = 0.5: a 10"
    assert view.show(steep, at=1 + 1e-12).readout() == "at x = 1: a 100"  # as sliders round it
    assert view.show(steep, at=2).readout() == "at x = 2"  # the line ends before


def test_no_order_of_questions_moves_a_curve():
    """Frame, parts and words may be asked for in any order, also at another size."""
    first, second = (pictures.Curves(X, curves(2), log="y", title="t") for _ in range(2))
    for view in (first, second):
        view.show(curves(2), at=3.5, limits=(1, 50))
    before = content(first), first.readout()
    second.frame()
    assert (content(second), second.readout()) == before
    second.inches = (3.0, 2.0)
    limits = next(part for part in second.parts() if part["mark"] == "limits")
    assert limits["extra"]["x"] == second.frame()["plots"][0]["x"]


def test_a_curve_of_the_background_has_no_dot():
    view = pictures.Curves(X, curves(2), look={"power": {"hue": "muted"}}).show(curves(2), at=3)
    assert np.isnan(arrays(view, "here")["xy"][:, 1]).tolist() == [False, True]


def test_a_band_may_have_a_look_of_its_own():
    look = {"power": {"weight": "thin", "band": {"hatch": True}}}
    view = pictures.Curves(X, curves(2), look=look)
    marks = {mark["name"]: mark for mark in view.frame()["plots"][0]["marks"]}
    assert marks["band 1"]["hatch"] and "hatch" not in marks["band 0"]
    assert marks["curve 1"]["weight"] == "thin" and "band" not in marks["curve 1"]


def test_curves_may_move_their_axis():
    view = pictures.Curves(X, curves(2), ylabel="cost").show(curves(2), limits=(-1, 100))
    frame, parts = view.frame(), view.parts()
    assert frame is view.show(curves(2)).frame()
    limits = next(part for part in parts if part["mark"] == "limits")
    assert limits["arrays"]["at"][2:].tolist() == [-1, 100]
    assert limits["extra"]["y"]["ticks"][-1] == [100, "100"]
    moved, fixed = positions(frame, parts), positions(frame, view.parts())
    assert not np.allclose(moved[0, "curve 1"], fixed[0, "curve 1"])
    assert (0, "zero") in moved


def test_ellipses_of_gaussians_reach_two_deviations():
    G = bells([[1.0, 2.0]], [[[4.0, 0.0], [0.0, 1.0]]])
    view = pictures.Scatter(POINTS).show(POINTS, ellipses=G)
    cx, cy, a, b, angle = arrays(view, "ellipses")["e"][0]
    assert (cx, cy, a, b) == (1, 2, 4, 2)
    assert abs(np.sin(angle)) < 1e-6


def test_colors_tell_clusters_and_shapes_groups():
    view = clustered_scatter()
    points, centers = arrays(view, "points"), arrays(view, "centers")
    assert (points["group"] == np.arange(30) % 4).all()
    assert (points["shape"] == view.groups.member).all()
    assert centers["shape"].tolist() == [6, 6] and centers["group"].tolist() == [0, 1]
    key = view.frame()["plots"][0]["key"]
    assert {entry[2] for entry in key} == {"muted"} and key[-1][:2] == [6, "center"]
    assert view.place_of(view.data[2]["held"]["centers"])["mark"] == "centers"


def test_a_panel_may_show_the_first_points_of_a_hand():
    X = POINTS.copy()
    view = pictures.Scatter(X[:3])
    assert view.show(X[:3]).place_of(X)["rows"] == [0, 1, 2]


def test_a_hull_goes_around_all_points():
    corners = pictures.hull(POINTS)
    edges = np.roll(corners, -1, axis=0) - corners
    away = POINTS[:, None] - corners
    assert (edges[:, 0] * away[..., 1] - edges[:, 1] * away[..., 0] >= -1e-12).all()
    assert pictures.hull([[1, 1], [1, 1]]).tolist() == [[1, 1]]
    assert pictures.hull([[0, 0], [1, 1], [2, 2]]).tolist() == [[0, 0], [2, 2]]


def test_intervals_reach_one_spread_up_and_down():
    view = pictures.Intervals(["x", "y"], {"ours": ([3, 5], [1, 2]), "theirs": BARE})
    xy = arrays(view, "spread 0")["xy"].reshape(2, 3, 2)
    assert xy[:, :2, 1].tolist() == [[2, 4], [3, 7]] and np.isnan(xy[:, 2, 1]).all()
    assert view.readout() == "ours: x 3, y 5; theirs: x 0.5"
    with pytest.raises(ValueError, match="2 means and spreads"):
        view.show({"ours": ([1], [1]), "theirs": BARE})


def test_a_hand_finds_its_points():
    view = pictures.Scatter(POINTS)
    assert view.place_of(POINTS) == {"plot": 0, "mark": "points", "rows": list(range(30))}
    assert view.place_of(POINTS[4:9:2])["rows"] == [4, 6, 8]
    assert view.place_of(POINTS.copy()) is None
    assert pictures.Matrix(INDEFINITE).place_of(INDEFINITE)["mark"] == "matrix"
    assert pictures.Space(SPACE).place_of(SPACE)["mark"] == "points"


def test_colors_of_points_leave_their_shapes():
    view = pictures.Scatter(POINTS, GROUPS, recolored=True)
    view.show(POINTS, colors=np.full(30, 2))
    (points,) = [part for part in view.parts() if part["mark"] == "points"]
    assert set(points["arrays"]["group"]) == {2}
    np.testing.assert_array_equal(points["arrays"]["shape"], view.groups.member)
    assert {hue for _, _, hue in view.frame()["plots"][0]["key"]} == {"muted"}


def test_the_places_of_regions_reach_from_edge_to_edge():
    view = pictures.Scatter(POINTS, limits=((0, 4), (0, 2)), equal=True)
    places = view.grid(8)
    assert places.shape == (4, 8, 2)
    np.testing.assert_allclose(places[0, 0], [0, 2])
    np.testing.assert_allclose(places[-1, -1], [4, 0])


def rings_of(view):
    """Return the corners of each ring of the regions that a scatter shows, with its group."""
    (part,) = [part for part in view.parts() if part["mark"] == "regions"]
    rings, ends = part["arrays"]["rings"], np.isnan(part["arrays"]["rings"][:, 0])
    rows = np.split(rings, np.flatnonzero(ends) + 1)[:-1]
    return [(group, ring[:-1]) for group, ring in zip(part["arrays"]["group"], rows, strict=True)]


def test_borders_between_nearest_centers_are_straight_and_meet_in_one_point():
    view = pictures.Scatter(POINTS, limits=((-1, 1), (-1, 1)))
    centers = np.array([[0.5, 0], [-0.3, 0.4], [-0.3, -0.4]])
    costs = np.sum((view.grid()[:, :, None] - centers) ** 2, axis=3)
    cut = rings_of(view.show(POINTS, regions=costs))
    assert [group for group, _ in cut] == [0, 1, 2]
    meeting = np.array([0.0, 0.0])  # the same distance from all three
    for _, ring in cut:
        assert len(ring) <= 5  # two straight cuts, and corners of the box
        assert np.linalg.norm(ring - meeting, axis=1).min() < 1e-6


@pytest.mark.parametrize("seed", range(4))
def test_regions_fill_the_plane(seed):
    rng = np.random.default_rng(seed)
    view = pictures.Scatter(POINTS, limits=((0, 4), (0, 2)), equal=True)
    for regions in (rng.integers(0, 3, size=(7, 12)), rng.normal(size=(9, 11, 4))):
        area = 0
        for _, ring in rings_of(view.show(POINTS, regions=regions)):
            x, y = ring.T.astype(float)
            area += np.sum(y * np.roll(x, -1) - x * np.roll(y, -1)) / 2
        assert area == pytest.approx(8, abs=1e-4)


def test_regions_fill_the_plane_where_one_ends_in_a_point():
    view = pictures.Scatter(POINTS, limits=((-1.1, 1.1), (-0.9, 0.9)), equal=True)
    centers = np.array([[-0.5, 0.6], [0.0, 0.7], [0.5, 0.6]])  # the middle one's is a long wedge
    costs = np.sum((view.grid(80)[:, :, None] - centers) ** 2, axis=3)
    area = 0
    for _, ring in rings_of(view.show(POINTS, regions=costs)):
        x, y = ring.T.astype(float)
        area += np.sum(y * np.roll(x, -1) - x * np.roll(y, -1)) / 2
    assert area == pytest.approx(2.2 * 1.8, abs=1e-4)


def test_an_axis_without_meaning_has_no_numbers_and_no_line_at_zero():
    view = pictures.Scatter(POINTS, limits=((-1, 1), (-1, 1)), equal=True, ticks={"x": {}})
    (plot,) = view.frame()["plots"]
    assert plot["x"]["ticks"] == []
    assert plot["y"]["ticks"]
    shown = [part["mark"] for part in view.parts()]
    assert "zero y" in shown
    assert "zero x" not in shown


def test_a_free_word_keeps_off_the_letter_of_a_mark():
    look = {
        "center": {"kind": "points", "over": True, "shape": "cross", "labels": ["A"]},
        "texts": {"free": True},
    }
    view = pictures.Scatter(POINTS, look=look, limits=((0, 4), (0, 4)))
    for place in ([2.0, 2.0], [3.8, 2.0]):
        view.show(POINTS * 0, marks={"center": [place]}, texts={"50 setosa": place})
        (words,) = [part for part in view.parts() if part["mark"] == "texts"]
        assert words["extra"]["sides"][0] not in ("n", "ne", "e")


def test_names_stand_at_places_of_an_axis():
    view = pictures.Scatter(POINTS, ticks={"x": {"plain": 0.0, "centered": 1.0}})
    (plot,) = view.frame()["plots"]
    assert plot["x"]["ticks"] == [[0.0, "plain"], [1.0, "centered"]]
    assert plot["y"]["ticks"] == pictures.Scatter(POINTS).frame()["plots"][0]["y"]["ticks"]
    view = pictures.Scatter(POINTS, ticks={"y": {"a long name": 0.5}})
    left = view.frame()["plots"][0]["margins"][0]
    assert left > scene.text_width("a long name")


def test_crosses_are_thin_so_that_they_hide_little():
    look = {
        "centers": {"kind": "points", "shape": "cross", "over": True},
        "others": {"kind": "points"},
    }
    marks = pictures.Scatter(POINTS, look=look).frame()["plots"][0]["marks"]
    assert {mark["name"] for mark in marks if mark.get("thin")} == {"centers"}


def test_names_on_top_of_curves_take_no_room_beside_them_and_do_not_meet():
    look = {name: {"name_at": "top"} for name in ("one", "other")}
    names = dict.fromkeys(look, np.sin(X))
    wide = pictures.Curves(X, names, title="t", look=look).frame()["plots"][0]["margins"]
    assert wide[2] < pictures.Curves(X, names, title="t").frame()["plots"][0]["margins"][2]
    placed = risen([[50, 80, "one", 0], [60, 80, "other", 0], [300, 80, "third", 0]])
    assert [y for _, y, _, _ in placed] == [80, 66, 80]


def test_a_curve_says_how_far_it_goes_beyond_its_ends():
    x = np.arange(3)
    curves = {"up": [0, 1, 2], "valley": [0, -1, 0], "hill": [1, 2, 1]}
    words = pictures.Curves(x, {name: np.array(y) for name, y in curves.items()}).readout()
    assert words == "up from 0 to 2, valley from 0 to 0, least -1, hill from 1 to 1, largest 2"


def test_the_border_of_two_given_halves_is_nearly_straight():
    view = pictures.Scatter(POINTS, limits=((-1, 1), (-1, 1)))
    way = np.array([0.8, 0.6])
    _, ring = rings_of(view.show(POINTS, regions=view.grid() @ way > 0.2))[0]
    inside = ring[np.abs(ring).max(axis=1) < 0.95]
    assert np.abs(inside @ way - 0.2).max() < 0.4 * 2 / 59  # of a cell


def test_one_group_may_own_the_plane():
    view = pictures.Scatter(POINTS, limits=((0, 4), (0, 2)))
    (one,) = rings_of(view.show(POINTS, regions=np.zeros((5, 5), dtype=int)))
    assert one[0] == 0
    assert len(one[1]) == 4


def test_a_gaussian_of_a_list_is_found():
    first, second = (bells([[x, 0.0]], [np.eye(2)]) for x in (0.0, 1.0))
    view = pictures.Scatter(POINTS).show(POINTS, ellipses=[first, second])
    assert view.place_of(second) == {"plot": 0, "mark": "ellipses", "rows": [1], "scale": 2}
    assert view.place_of(bells([[0.0, 0.0]], [np.eye(2)])) is None


# Means, ghosts and numbers as colors ------------------------------------------------------------


def test_the_means_of_a_matrix_stand_at_its_edges_and_light_up_with_an_entry():
    K = np.array([[4.0, 2], [2, 10]])
    view = pictures.Matrix(K, means=True, digits=1)
    part = view.show(K, lit=[(0, 1)]).parts()[0]
    assert part["arrays"]["value"].tolist() == [[4, 2, 3], [2, 10, 6], [3, 6, 4.5]]
    assert part["extra"]["lit"] == [[0, 1], [0, 2], [2, 1], [2, 2]]


def test_an_entry_that_is_no_number_lies_on_no_scale():
    found = indices(np.array([[0.0, np.nan, 1.0]]), "signed", -1, 1)
    assert found.tolist() == [[128, 0, 255]]


def test_ghosts_can_be_dragged_and_numbers_color_points():
    view = pictures.Scatter(POINTS, GROUPS, values=(-1, 1))
    start = POINTS + 1
    view.show(POINTS, ghosts=start, values=np.linspace(-1, 1, 30))
    assert view.place_of(start) == {"plot": 0, "mark": "ghosts", "rows": list(range(30))}
    assert arrays(view, "points")["index"][[0, -1]].tolist() == [1, 255]


def test_a_curve_that_has_no_value_is_not_read_out():
    view = pictures.Curves(X, {"a": X, "b": np.full(X.shape, np.nan)}, xlabel="t", limits=(0, 9))
    assert view.show({"a": X, "b": np.nan * X}, at=X[1]).readout() == f"at t = {X[1]:g}: a {X[1]:g}"
    assert "points" in pictures.Curves(X, {"a": X}, look={"points": {"r": 9}}).look


def test_a_point_that_is_nowhere_is_left_out_without_a_warning(recwarn):
    places = POINTS.copy()
    places[3] = np.nan
    pictures.Scatter(POINTS).show(places).still()
    assert not recwarn.list


def test_a_window_slides_over_letters_and_finds_the_word_again():
    view = pictures.Letters("ACAGCAGTA").show(at=1, length=3)
    assert view.readout() == "CAG at place 2"
    assert arrays(view, "window")["xy"][:, 0].tolist() == pytest.approx(
        [1.56, 4.44, 4.44, 1.56, 1.56]
    )
    assert np.nanmin(arrays(view, "again")["xy"][:, 0]) == pytest.approx(4.56)
    with pytest.raises(ValueError, match="place 8"):
        view.show(at=7, length=3)


def test_a_matrix_of_distances_may_have_their_colors():
    view = pictures.Matrix(np.eye(3), scale="distance")
    (mark,) = view.frame()["plots"][0]["marks"]
    assert mark["scale"] == "distance"


@pytest.mark.parametrize(
    ("view", "data"),
    [
        (pictures.Scatter(POINTS), (POINTS,)),
        (pictures.Space(SPACE), (SPACE,)),
        (pictures.Matrix(np.eye(3)), (np.eye(3),)),
        (pictures.Intervals(["a", "b"], {"ours": BARE}), ({"ours": BARE},)),
    ],
    ids=lambda one: type(one).__name__,
)
def test_what_is_lit_may_be_an_array(view, data):
    matrix = isinstance(view, pictures.Matrix)
    view.show(*data, lit=np.array([[0, 1]]) if matrix else np.array([0, 1]))
    (lit,) = [part["extra"]["lit"] for part in view.parts() if "lit" in part["extra"]]
    assert json.dumps(lit) == ("[[0, 1]]" if matrix else "[0, 1]")


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: pictures.Matrix(np.zeros((0, 0))), r"wants a matrix .* got shape \(0, 0\)"),
        (lambda: pictures.Matrix([1.0, 2.0]), r"got shape \(2,\)"),
        (lambda: pictures.Matrix(np.eye(3)).show(np.eye(3), lit=[(3, 0)]), r"an entry \(3, 0\)"),
        (lambda: pictures.Scatter(POINTS).show(POINTS, lit=[30]), r"rows from 0 to 29, got \[30\]"),
        (lambda: pictures.Space(SPACE).show(SPACE, lit=[-1]), r"rows from 0 to 29, got \[-1\]"),
        (lambda: pictures.Curves(X, {}), "one curve or more"),
        (lambda: pictures.Curves(X, {"a": -1.0 * X}, log="y"), "needs a value above 0"),
        (lambda: pictures.Curves(X, curves(1), scales={"x": "cubic"}), "a scale is one of linear"),
    ],
)
def test_a_picture_that_cannot_be_is_refused_in_words(make, words):
    with pytest.raises(ValueError, match=words):
        make()


def test_the_dots_of_a_curve_have_its_color():
    both = {"first": X**1.0, "second": X**2.0}
    view = pictures.Curves(X, both, look={"first": {"hue": 1}, "second": {"hue": 0}}, markers=True)
    (here,) = [part for part in view.show(both, at=3).parts() if part["mark"] == "here"]
    assert here["arrays"]["group"].tolist() == [1, 0]
    styles = {mark["name"]: mark for mark in view.frame()["plots"][0]["marks"]}
    for i, hue in enumerate((1, 0)):
        assert {styles[f"{kind} {i}"]["hue"] for kind in ("curve", "dots", "band")} == {hue}


def test_bars_may_carry_fractions():
    bars = pictures.Bars(["a", "b"], [0.25, 0.75]).show([0.25, 0.75], texts=["1/4", "3/4"])
    assert bars.parts()[0]["extra"]["texts"] == ["1/4", "3/4"]
    assert bars.readout() == "a 1/4, b 3/4"


def test_a_level_among_curves_has_no_dot():
    view = pictures.Curves([0.0, 1], {"a": [0, 1], "top": [1, 1]}, look={"top": {"dot": False}})
    dots = arrays(view.show({"a": [0, 1], "top": [1, 1]}, at=0.5), "here")["xy"]
    assert dots[0].tolist() == [0.5, 0.5] and np.isnan(dots[1, 1])


def test_the_name_of_a_point_of_space_stands_outwards():
    space = pictures.Space(SPACE[:2], ["a", "b"], look={"points": {"label_at": "out"}})
    figure = draw.figure_of(space.frame(), space.parts())
    texts = {t.get_text(): t for t in figure.axes[0].texts}
    middle = space.frame()["plots"][0]["width"] / 2
    for name in "ab":
        left = texts[name].get_position()[0] < middle
        assert texts[name].get_ha() == ("right" if left else "left")


def test_a_free_word_stands_where_no_point_is():
    look = {"texts": {"free": True}}
    corner = [[0.0, 0.5], [0.5, 0.0], [-0.5, 0.0]]
    view = pictures.Scatter(corner, numbered=True, limits=((-2, 2), (-2, 2)), look=look)
    view.show(corner, texts={"origin": (0, 0)}, arrows=[[0.0, 0.5]])
    (texts,) = (part for part in view.parts() if part["mark"] == "texts")
    assert texts["extra"]["sides"][0] in ("s", "se", "sw")
    assert "sides" not in view.show(corner).parts()[-1]["extra"]


def test_words_keep_off_each_other_and_the_edge():
    places, window = [[95, 50], [95, 52]], (0, 0, 100, 100)
    sides = dodging.free_sides(places, ["first", "second"], np.empty((0, 4)), window)
    assert sides[0] != sides[1] and all("e" not in side for side in sides)


def test_ghosts_of_numbered_points_have_their_numbers():
    marks = {mark.name: mark.style for mark in pictures.Scatter(POINTS, numbered=True)._marks()}
    assert marks["ghosts"]["numbered"]
    small = pictures.Scatter(POINTS, numbered=True, look={"ghosts": {"r": 5}})
    assert not {mark.name: mark.style for mark in small._marks()}["ghosts"]["numbered"]


def test_a_matrix_may_have_groups():
    view = pictures.Matrix(np.eye(4), labels=["a", "a", "b", "b"])
    (plot,) = view.frame()["plots"]
    assert plot["marks"][0]["groups"] == [["a", 0, 2], ["b", 2, 4]]
    assert not any(plot["marks"][0]["rows"]) and plot["margins"][0] == 22


def test_bars_on_a_logarithmic_axis_stand_on_its_foot():
    view = pictures.Bars(["1", "2"], [10, 0.01], limit=(1e-3, 100), log=True)
    assert view.frame()["plots"][0]["y"]["kind"] == "log"
    assert view.parts()[1]["arrays"]["at"] == np.float32(1e-3)
    assert view.still().any()
    with pytest.raises(ValueError, match="above 0"):
        pictures.Bars(["1"], [1], limit=2, log=True)


@pytest.mark.parametrize("collecting", [True, False])
def test_a_still_leaves_no_figure_behind(monkeypatch, collecting):
    left = []
    blank = draw.blank

    def seen(*args):
        figure = blank(*args)
        left.append(weakref.ref(figure))
        return figure

    monkeypatch.setattr(draw, "blank", seen)
    picture = pictures.Matrix(np.eye(4), title="$K^t$")
    before = gc.isenabled()
    (gc.enable if collecting else gc.disable)()
    try:
        still_pixels([picture.still()], "a line with $x_1$")
        assert gc.isenabled() == collecting
        assert len(left) == 2 and all(figure() is None for figure in left)
    finally:
        (gc.enable if before else gc.disable)()
