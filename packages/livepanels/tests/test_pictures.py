"""Pictures: scenes that obey their laws, stills that agree with them, honest words and errors."""

import gc
import json
import subprocess
import sys
import weakref

import numpy as np
import pytest
from scenelaws import SceneLaws, arrays
from toys import Pair, Stems, bells

from livepanels import pictures, theme
from livepanels.pictures import dodging, draw, scene
from livepanels.pictures.axes import Axes, SpaceAxes
from livepanels.pictures.draw_matrix import below, hatch, scale_table
from livepanels.pictures.heatmaps import indices
from livepanels.pictures.positions import cell_edges, positions, size
from livepanels.pictures.sheets import still_pixels
from livepanels.pictures.stills import RATIO, rgba

RNG = np.random.default_rng(0)
POINTS, SPACE = RNG.normal(size=(30, 2)), RNG.normal(size=(30, 3))
GROUPS = np.arange(30) % 3
NAMES = np.array(["first", "second", "third"])[GROUPS]
INDEFINITE = np.diag([1.0, 1, 1, 1, 1, -1])


def marks_of(axes):
    """Return the marks of the frame of axes by their names."""
    return {mark["name"]: mark for mark in axes.frame()["plots"][0]["marks"]}


def square(*ends, equal=False):
    """Return axes with such limits."""
    axes = Axes()
    axes.set(xlim=ends[:2], ylim=ends[2:])
    if equal:
        axes.set_aspect("equal")
    return axes


# Laws of scenes ----------------------------------------------------------------------------------

MAKE = {
    "two matrices": (lambda: Pair(np.eye(6)), [(np.eye(6),), (np.ones((6, 6)),), (INDEFINITE,)]),
    "stems": (lambda: Stems([9.0, 1.0, 0.0, -2.0]), [([1.0, 1.0, 1.0, 0.0],)]),
}


@pytest.fixture(params=MAKE)
def made(request):
    make, shown = MAKE[request.param]
    return make(), shown


class TestScenes(SceneLaws):
    """Pictures that only tests make, each told to show several things."""


DRAWN = {
    "matrix with groups": lambda a: a.imshow(POINTS @ POINTS.T, groups=np.sort(NAMES)),
    "matrix with means": lambda a: a.imshow(
        [[1, np.nan, 0], [0, 1, 0], [0, 0, 1]], digits=1, names="abc", means=True
    ),
    "matrix below zero": lambda a: a.imshow(-np.eye(3), digits=2, names=["a", "b", "-6"]),
    "oblong matrix": lambda a: a.imshow(np.ones((4, 9))),
    "equal units": lambda a: (a.scatter(POINTS, c=NAMES), a.set_aspect("equal")),
    "one of each": lambda a: (
        a.regions(np.arange(1800).reshape(20, 30, 3) % 7),
        a.fill(pictures.hull(POINTS[:9]), alpha=0.2),
        a.ellipses(bells(POINTS[:5], np.tile(0.04 * np.diag([4.0, 1.0]), (5, 1, 1)))),
        a.scatter(POINTS, c=np.arange(30) % 4, marker=NAMES, lit=[1, 2]),
        a.scatter(POINTS[:2] + 0.1, marker="x", names="AB", label="center", zorder=2),
        a.quiver(0, 0, *POINTS[:3].T, names=["$x_1$", "b", "c"]),
        a.text(1, 1, "mean", free=True),
    ),
    "ghosts": lambda a: (
        a.scatter(POINTS + 0.1, hollow=True, alpha=0.4),
        a.scatter(POINTS, c=np.linspace(-1, 1, 30), numbered=True),
    ),
    "many bars": lambda a: a.bar(["a long name", "another long name"] * 8, np.arange(-8, 8)),
    "curves": lambda a: (
        a.semilogy([1, 2, 3], [1, 10, 100], marker="o", label="power"),
        a.fill_between([1, 2, 3], [1, 5, 50], [2, 20, 200], color="below"),
    ),
}


@pytest.fixture(params=DRAWN)
def drawn(request):
    axes = Axes()
    axes.set_title(request.param)
    DRAWN[request.param](axes)
    return axes


class TestAxes(SceneLaws):
    """What several words draw together."""

    @pytest.fixture
    def made(self, drawn):
        return drawn, []

    def test_the_same_content_is_the_same_bytes(self, made):
        """Axes are never told to show: tests of live axes look at their answers."""


def test_a_new_size_or_shape_is_a_new_frame():
    picture = Pair(np.eye(3))
    first = picture.id
    picture.show(np.eye(4))
    assert picture.id != first
    second = picture.id
    picture.inches = (3.0, 3.0)
    assert picture.id != second


def test_live_axes_need_no_matplotlib_until_a_still_is_asked_for():
    code = (
        "import sys, numpy as np\n"
        "from livepanels.pictures.axes import Axes\n"
        "view = Axes(); view.imshow(np.eye(2)); view.scatter([0, 1], [1, 0])\n"
        "view.frame(), view.parts(), view.readout(), view.alt()\n"
        "assert 'matplotlib' not in sys.modules\n"
        "view.still(); assert 'matplotlib' in sys.modules\n"
    )
    subprocess.run([sys.executable, "-c", code], check=True)


def test_pictures_alone_show_their_still_and_learn_of_the_page_with_the_panels():
    code = (
        "import sys, pytest\n"
        "from livepanels.pictures.axes import Axes\n"
        "bars = Axes(); bars.bar(['a'], [1.0])\n"
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
    axes = square(-5, 11, -3, 3, equal=True)
    plot = axes.frame()["plots"][0]
    left, top, right, bottom = plot["margins"]
    wide, high = plot["width"] - left - right, plot["height"] - top - bottom
    assert np.isclose(wide / 16, high / 6, rtol=0.01), "equal units"
    width, height = size(plot, 250)
    assert np.isclose((width - left - right) / (height - top - bottom), wide / high)
    assert size(plot, 2000) == (plot["width"], plot["height"])


def test_what_lies_below_zero_is_hatched_in_a_still():
    """Two equal colors would do for one man in twelve: the hatch does for all."""
    colors = []
    for value in (0.5, -0.5):
        axes = Axes()
        axes.imshow(np.full((2, 2), value), vmin=-1, vmax=1)
        middle = axes.still()[100:140, 120:160].reshape(-1, 4)
        colors.append(len(np.unique(middle, axis=0)))
    assert colors == [1, 2]
    assert 0.1 < hatch((100, 100), 45, 5, 1.3).mean() < 0.5


def test_the_hatch_of_an_area_has_its_color_in_a_still():
    axes = square(5, 9, 5, 9)
    axes.fill([[5, 5], [9, 5], [9, 9], [5, 9]], color="below", alpha=0.1, edge=False)
    inside = axes.still()[100:-100, 100:-100, :3].astype(int)
    darkest = inside[inside.sum(axis=2) == inside.sum(axis=2).min()][0]
    assert darkest[0] > darkest[1] + 40  # warm, not black


def test_a_ring_goes_around_points_and_is_open_in_the_key():
    stills = []
    for count in (0, 1):
        axes = Axes()
        axes.scatter(POINTS, c=NAMES)
        axes.scatter(POINTS[:count], s=300, ring=True, color="ink", label="wrong")
        axes.legend()
        stills.append(axes.still())
    (*groups, ring) = axes.frame()["plots"][0]["key"]
    assert ring == [0, "wrong", "ink", True]
    assert len(groups) == 3
    changed = np.argwhere((stills[0] != stills[1]).any(axis=2)) / RATIO
    assert np.hypot(*(changed - changed.mean(axis=0)).T).min() > 6  # the point itself stays


@pytest.mark.parametrize("collecting", [True, False])
def test_a_still_leaves_no_figure_behind(monkeypatch, collecting):
    left = []
    blank = draw.blank

    def seen(*args):
        figure = blank(*args)
        left.append(weakref.ref(figure))
        return figure

    monkeypatch.setattr(draw, "blank", seen)
    picture = Axes()
    picture.imshow(np.eye(4))
    picture.set_title("$K^t$")
    before = gc.isenabled()
    (gc.enable if collecting else gc.disable)()
    try:
        still_pixels([picture.still()], "a line with $x_1$")
        assert gc.isenabled() == collecting
        assert len(left) == 2 and all(figure() is None for figure in left)
    finally:
        (gc.enable if before else gc.disable)()


def test_a_point_that_is_nowhere_is_left_out_without_a_warning(recwarn):
    places = POINTS.copy()
    places[3] = np.nan
    axes = Axes()
    axes.scatter(places)
    axes.still()
    assert not recwarn.list


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


def test_a_hull_goes_around_all_points():
    corners = pictures.hull(POINTS)
    edges = np.roll(corners, -1, axis=0) - corners
    away = POINTS[:, None] - corners
    assert (edges[:, 0] * away[..., 1] - edges[:, 1] * away[..., 0] >= -1e-12).all()
    assert pictures.hull([[1, 1], [1, 1]]).tolist() == [[1, 1]]
    assert pictures.hull([[0, 0], [1, 1], [2, 2]]).tolist() == [[0, 0], [2, 2]]


def test_an_entry_that_is_no_number_lies_on_no_scale():
    found = indices(np.array([[0.0, np.nan, 1.0]]), "signed", -1, 1)
    assert found.tolist() == [[128, 0, 255]]


def test_words_keep_off_each_other_and_the_edge():
    places, window = [[95, 50], [95, 52]], (0, 0, 100, 100)
    sides = dodging.free_sides(places, ["first", "second"], np.empty((0, 4)), window)
    assert sides[0] != sides[1] and all("e" not in side for side in sides)


# Space -------------------------------------------------------------------------------------------


def test_nothing_of_a_space_leaves_its_canvas():
    space = SpaceAxes()
    space.scatter(SPACE)
    space.set(xlabel="a", ylabel="b", zlabel="c")
    plot = space.frame()["plots"][0]
    for turn in range(0, 360, 15):
        for tilt in (0, 20, 45, 90):
            space.view(turn, tilt)
            places = positions(space.frame(), space.parts())
            for mark in ("space-points 0", "floor", "axes"):
                inside = places[0, mark][np.isfinite(places[0, mark]).all(axis=1)]
                assert inside.min() >= 0
                assert (inside <= [plot["width"], plot["height"]]).all()


def test_the_name_of_a_point_of_space_stands_outwards():
    space = SpaceAxes()
    space.scatter(SPACE[:2], names=["a", "b"], names_at="out")
    figure = draw.figure_of(space.frame(), space.parts())
    texts = {t.get_text(): t for t in figure.axes[0].texts}
    middle = space.frame()["plots"][0]["width"] / 2
    for name in "ab":
        left = texts[name].get_position()[0] < middle
        assert texts[name].get_ha() == ("right" if left else "left")


# Points and words --------------------------------------------------------------------------------


def test_a_hand_finds_its_points():
    flat, space, table = Axes(), SpaceAxes(), Axes()
    flat.scatter(POINTS)
    space.scatter(SPACE)
    table.imshow(INDEFINITE)
    assert flat.place_of(POINTS) == {"plot": 0, "mark": "points 0", "rows": list(range(30))}
    assert flat.place_of(POINTS[4:9:2])["rows"] == [4, 6, 8]
    assert flat.place_of(POINTS.copy()) is None
    assert table.place_of(INDEFINITE)["mark"] == "matrix 0"
    assert space.place_of(SPACE)["mark"] == "space-points 0"
    first = Axes()
    first.scatter(POINTS[:3])
    assert first.place_of(POINTS)["rows"] == [0, 1, 2], "a panel may show the first of them"


def test_a_gaussian_of_a_list_is_found_and_reaches_two_deviations():
    first, second = (bells([[x, 2.0]], [[[4.0, 0], [0, 1]]]) for x in (0.0, 1.0))
    axes = Axes()
    axes.ellipses([first, second])
    assert axes.place_of(second) == {"plot": 0, "mark": "ellipses 0", "rows": [1], "scale": 2}
    assert axes.place_of(bells([[0.0, 0.0]], [np.eye(2)])) is None
    *numbers, angle = arrays(axes, "ellipses 0")["e"][1]
    assert numbers == [1, 2, 4, 2]
    assert abs(np.sin(angle)) < 1e-6


def test_colors_tell_clusters_and_shapes_groups():
    axes = Axes()
    axes.scatter(POINTS, c=np.arange(30) % 4, marker=NAMES)
    points = arrays(axes, "points 0")
    assert (points["group"] == np.arange(30) % 4).all()
    assert (points["shape"] == GROUPS).all()
    assert {entry[2] for entry in axes.frame()["plots"][0]["key"]} == {"muted"}


def test_a_group_of_one_is_named_beside_its_point():
    axes = Axes()
    axes.scatter(np.arange(8.0).reshape(4, 2), c=["A", "others", "B", "others"])
    assert axes.parts()[0]["extra"]["labels"] == ["A", "", "B", ""]
    assert axes.frame()["plots"][0]["key"] == [[2, "others"]]


def test_points_with_names_of_their_own_are_not_counted():
    for names, words in (("abc", "3 points"), ("abb", "3 points (1 a, 2 b)")):
        axes = Axes()
        axes.scatter(np.arange(6.0).reshape(3, 2), c=list(names))
        assert axes.readout() == words


def test_crosses_are_thin_so_that_they_hide_little():
    axes = Axes()
    axes.scatter(POINTS, marker="x")
    axes.scatter(POINTS)
    assert [mark.get("thin") for mark in marks_of(axes).values()] == [True, None]


def test_a_free_word_stands_where_no_point_is():
    corner = np.array([[0.0, 0.5], [0.5, 0.0], [-0.5, 0.0]])
    axes = square(-2, 2, -2, 2)
    axes.scatter(corner, numbered=True)
    axes.arrow(0, 0, 0, 0.5)
    axes.text(0, 0, "origin", free=True)
    (texts,) = (part for part in axes.parts() if part["mark"] == "texts 0")
    assert texts["extra"]["sides"][0] in ("s", "se", "sw")


def test_an_axis_without_meaning_has_no_numbers():
    axes = square(-1, 1, -1, 1, equal=True)
    axes.set_xticks([])
    (plot,) = axes.frame()["plots"]
    assert plot["x"]["ticks"] == []
    assert plot["y"]["ticks"]


def test_names_stand_at_places_of_an_axis():
    axes = Axes()
    axes.scatter(POINTS)
    before = axes.frame()["plots"][0]["y"]["ticks"]
    axes.set_xticks([0, 1], ["plain", "centered"])
    (plot,) = axes.frame()["plots"]
    assert plot["x"]["ticks"] == [[0.0, "plain"], [1.0, "centered"]]
    assert plot["y"]["ticks"] == before
    axes.set_yticks([0.5], ["a long name"])
    assert axes.frame()["plots"][0]["margins"][0] > scene.text_width("a long name")


# Lines and bars ----------------------------------------------------------------------------------

SAMPLES = np.array([0.25, 1.0, 4.0, 9.0])


@pytest.mark.parametrize("x_kind", scene.SCALES)
@pytest.mark.parametrize("y_kind", scene.SCALES)
def test_words_and_dot_of_a_line_agree_on_every_scale(x_kind, y_kind):
    """Between two samples the words say where the drawn line is, and where it is not."""
    heights = {"a": np.array([1.0, 100, 3, 8]), "b": np.array([5.0, 2, np.nan, 1])}
    for at in (0.25, 0.3, 1.0, 2.0, 5.0, 9.0):
        axes = square(0.2, 10, 0.5, 200)
        axes.set(xscale=x_kind, yscale=y_kind)
        for name, y in heights.items():
            axes.plot(SAMPLES, y, label=name)
        axes.axvline(at, read=True)
        found = positions(axes.frame(), axes.parts())
        dots = arrays(axes, "points 0")["xy"][:, 1]
        said = [f"{n} {pictures.number(y)}" for n, y in zip("ab", dots, strict=True) if y == y]
        assert axes.news() == f"at x = {at:g}: {', '.join(said)}"
        for i, (x, y) in enumerate(found[0, "points 0"]):
            line = found[0, f"line {i}"]
            seen = np.interp(x, line[:, 0], line[:, 1])
            assert np.isnan([y, seen]).all() or y == pytest.approx(seen, abs=0.05)


def test_words_and_dot_agree_halfway_up_a_logarithmic_axis():
    for at, words in ((0.5, "at x = 0.5: a 10"), (1 + 1e-12, "at x = 1: a 100"), (2, "at x = 2")):
        axes = Axes()
        axes.semilogy([0, 1], [1.0, 100.0], label="a")
        axes.axvline(at, read=True)
        assert axes.news() == words


def test_a_line_says_how_far_it_goes_beyond_its_ends():
    axes = Axes()
    lines = {"up": [0, 1, 2], "valley": [0, -1, 0], "hill": [1, 2, 1]}
    said = [repr(axes.plot(y, label=name)[0]) for name, y in lines.items()]
    assert said == [
        "<line up from 0 to 2>",
        "<line valley from 0 to 0, least -1>",
        "<line hill from 1 to 1, largest 2>",
    ]


def test_a_bar_without_a_value_is_empty_and_says_so():
    axes = Axes()
    axes.bar(["a", "b"], [1.0, np.nan])
    assert axes.readout() == "a 1, b none"
    (part,) = [part for part in axes.parts() if part["mark"] == "bars 0"]
    assert part["extra"]["texts"] == ["1", "none"]
    assert np.isnan(part["arrays"]["value"][1])


def test_bars_below_zero_have_room_and_may_carry_fractions():
    axes = Axes()
    axes.bar(["a", "b"], [0.25, -3.0], texts=["1/4", "-3"], lit=["b"])
    y = axes.frame()["plots"][0]["y"]
    assert y["low"] < -3 and y["high"] > 0.25
    assert axes.readout() == "a 1/4, b -3 (marked)"
    assert arrays(axes, "bars 0")["lit"].tolist() == [0, 1]


# Matrices ----------------------------------------------------------------------------------------


def test_the_means_of_a_matrix_stand_at_its_edges_and_light_up_with_an_entry():
    axes = Axes()
    axes.imshow([[4.0, 2], [2, 10]], means=True, digits=1, lit=[(0, 1)])
    (part,) = axes.parts()
    assert part["arrays"]["value"].tolist() == [[4, 2, 3], [2, 10, 6], [3, 6, 4.5]]
    assert part["extra"]["lit"] == [[0, 1], [0, 2], [2, 1], [2, 2]]


def test_a_matrix_may_have_names_groups_and_the_colors_of_distances():
    axes = Axes()
    axes.imshow(np.ones((2, 2)), names=["u", "v"], columns=["A", "B"], cmap="distance")
    (mark,) = marks_of(axes).values()
    assert (mark["rows"], mark["columns"], mark["scale"]) == (["u", "v"], ["A", "B"], "distance")
    axes = Axes()
    axes.imshow(np.eye(4), groups=["a", "a", "b", "b"])
    (mark,) = marks_of(axes).values()
    assert mark["groups"] == [["a", 0, 2], ["b", 2, 4]]
    assert not any(mark["rows"])


def test_entries_that_are_no_numbers_do_not_hide_the_others():
    for table, ends in ([[np.nan, 2], [np.inf, 1]], [0, 2]), ([[np.nan, 2], [-4, 1]], [-4, 4]):
        axes = Axes()
        axes.imshow(table)
        (mark,) = marks_of(axes).values()
        assert [mark["low"], mark["high"]] == ends
    axes = Axes()
    axes.imshow(np.full((2, 2), np.nan))
    axes.still()


@pytest.mark.parametrize("word", ["scatter", "imshow"])
def test_what_is_lit_may_be_an_array(word):
    axes, lit = Axes(), np.array([[0, 1]]) if word == "imshow" else np.array([0, 1])
    getattr(axes, word)(np.eye(2), lit=lit)
    (found,) = [part["extra"]["lit"] for part in axes.parts() if "lit" in part["extra"]]
    assert json.loads(json.dumps(found)) == lit.tolist()


# Regions -----------------------------------------------------------------------------------------


def rings_of(axes):
    """Return the corners of each ring of the regions that axes show, with its group."""
    (part,) = [part for part in axes.parts() if part["mark"] == "regions 0"]
    rings, ends = part["arrays"]["rings"], np.isnan(part["arrays"]["rings"][:, 0])
    rows = np.split(rings, np.flatnonzero(ends) + 1)[:-1]
    return [(group, ring[:-1]) for group, ring in zip(part["arrays"]["group"], rows, strict=True)]


def area_of(rings):
    """Return the sum of the areas of rings."""
    found = 0
    for _, ring in rings:
        x, y = ring.T.astype(float)
        found += np.sum(y * np.roll(x, -1) - x * np.roll(y, -1)) / 2
    return found


def costs_of(axes, centers, *count):
    """Return the squared distances of all places from some centers."""
    return np.sum((axes.points_grid(*count)[:, :, None] - np.array(centers)) ** 2, axis=3)


def test_the_places_of_regions_reach_from_edge_to_edge():
    places = square(0, 4, 0, 2, equal=True).points_grid(8)
    assert places.shape == (4, 8, 2)
    np.testing.assert_allclose(places[0, 0], [0, 2])
    np.testing.assert_allclose(places[-1, -1], [4, 0])


def test_borders_between_nearest_centers_are_straight_and_meet_in_one_point():
    axes = square(-1, 1, -1, 1)
    axes.regions(costs_of(axes, [[0.5, 0], [-0.3, 0.4], [-0.3, -0.4]]))
    cut = rings_of(axes)
    assert [group for group, _ in cut] == [0, 1, 2]
    meeting = np.array([0.0, 0.0])  # the same distance from all three
    for _, ring in cut:
        assert len(ring) <= 5  # two straight cuts, and corners of the box
        assert np.linalg.norm(ring - meeting, axis=1).min() < 1e-6


@pytest.mark.parametrize("seed", range(4))
def test_regions_fill_the_plane(seed):
    rng = np.random.default_rng(seed)
    for regions in (rng.integers(0, 3, size=(7, 12)), rng.normal(size=(9, 11, 4))):
        axes = square(0, 4, 0, 2, equal=True)
        axes.regions(regions)
        assert area_of(rings_of(axes)) == pytest.approx(8, abs=1e-4)


def test_regions_fill_the_plane_where_one_ends_in_a_point():
    axes = square(-1.1, 1.1, -0.9, 0.9, equal=True)
    axes.regions(costs_of(axes, [[-0.5, 0.6], [0.0, 0.7], [0.5, 0.6]], 80))  # a long wedge
    assert area_of(rings_of(axes)) == pytest.approx(2.2 * 1.8, abs=1e-4)


def test_the_border_of_two_given_halves_is_nearly_straight():
    axes, way = square(-1, 1, -1, 1), np.array([0.8, 0.6])
    axes.regions(axes.points_grid() @ way > 0.2)
    _, ring = rings_of(axes)[0]
    inside = ring[np.abs(ring).max(axis=1) < 0.95]
    assert np.abs(inside @ way - 0.2).max() < 0.4 * 2 / 59  # of a cell


def test_one_group_may_own_the_plane():
    axes = square(0, 4, 0, 2)
    axes.regions(np.zeros((5, 5), dtype=int))
    ((group, ring),) = rings_of(axes)
    assert group == 0
    assert len(ring) == 4


# Errors ------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda: Axes().scatter(SPACE), r"\(n, 2\), got shape \(30, 3\)"),
        (lambda: Axes().scatter(POINTS, lit=[30]), r"rows from 0 to 29, got \[30\]"),
        (lambda: Axes().ellipses(SPACE), "ellipses of shape"),
        (lambda: Axes().regions(np.arange(9)), "regions of shape"),
        (lambda: Axes().imshow(np.zeros((0, 0))), r"wants a matrix .* got shape \(0, 0\)"),
        (lambda: Axes().imshow([1.0, 2.0]), r"got shape \(2,\)"),
        (lambda: Axes().imshow(np.eye(3), lit=[(3, 0)]), r"an entry \(3, 0\)"),
        (lambda: Axes().bar(["a", "b"], [1, 2, 3]), "wants 2 heights"),
        (lambda: Axes().bar(["a", "b"], [1, 2], lit=["c"]), "lit must name bars"),
        (lambda: SpaceAxes().scatter(POINTS), r"\(n, 3\), got shape"),
        (lambda: SpaceAxes().scatter(SPACE, lit=[-1]), "lit names rows"),
        (lambda: SpaceAxes().facets(SPACE), "corners of shape"),
        (lambda: SpaceAxes().ellipses(SPACE, SPACE), "ellipses of shape"),
    ],
)
def test_what_cannot_be_drawn_is_refused_in_words(call, words):
    with pytest.raises(ValueError, match=words):
        call()
