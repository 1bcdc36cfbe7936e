"""Laws of live axes: matplotlib's words, immediate mode, limits without history, two doors."""

import inspect
import json

import numpy as np
import pytest
from hypothesis import given, settings, strategies as st
from matplotlib.figure import Figure as RealFigure
from scenelaws import SceneLaws

from livepanels import (
    Choice,
    NotLive,
    Pick,
    Points,
    Slider,
    Turn,
    live,
    pyplot as plt,
    subplots,
)
from livepanels.panels import LivePanel, registry as registered
from livepanels.panels.panel import content_of
from livepanels.panels.sweep import failures
from livepanels.pictures.axes import Axes, SpaceAxes
from livepanels.pictures.axes.stage import held_ends, rounded_ends
from livepanels.pictures.axes.words import COLORS, role, table, words_of
from livepanels.pictures.scene import widest

X = np.random.default_rng(0).normal(size=(30, 2))
NAMES = np.repeat(["a", "b", "c"], 10)
x = np.linspace(0, 6, 50)


def slider(value=1.0, low=0.0, high=4.0):
    return Slider("k", low, high, value=value)


def marks_of(axes):
    """Return kinds, styles and bytes of what axes show."""
    plot = axes.frame()["plots"][0]
    kinds = {mark["name"]: mark for mark in plot["marks"]}
    return [
        (
            kinds.get(p["mark"], p["mark"]),
            p["extra"],
            {k: a.tobytes() for k, a in p["arrays"].items()},
        )
        for p in axes.parts()
    ]


# Every word ---------------------------------------------------------------------------------------

DRAWN = {
    "lines": [
        lambda a: a.plot(x, np.sin(x), "r--", label="sine"),
        lambda a: a.plot(x, np.column_stack([x, x**2]), label=["one", "two"]),
        lambda a: a.step(x, np.cos(x), where="mid"),
        lambda a: a.vlines([1, 2], 0, [3, 4]),
        lambda a: a.hlines([1, 2], 0, 5, lw=1),
        lambda a: a.axvline(2, read=True),
        lambda a: a.axhline(1, ls=":", label="one"),
        lambda a: a.contour(x, x, np.outer(x, x), levels=[1, 2]),
    ],
    "points": [
        lambda a: a.plot([1, 2], [3, 4], "C1o"),
        lambda a: a.scatter(X, c=NAMES, lit=[0, 3]),
        lambda a: a.scatter(*X.T, c=X[:, 0], s=np.arange(30.0)),
        lambda a: a.scatter(X[:5], ring=True, color="hot", label="rings", names=range(5)),
        lambda a: a.errorbar([1, 2], [3, 4], yerr=[0.5, 1], label="e"),
        lambda a: a.quiver(0, 0, *X[:3].T, names=["u", "v", "w"], bold=True),
        lambda a: a.arrow(0, 0, 1, 2, color="b"),
        lambda a: (a.text(0, 0, "here", free=True), a.text(1, 1, "there")),
        lambda a: a.annotate("peak", (1, 1), xytext=(2, 2), arrowprops={}),
        lambda a: a.ellipses([[0, 0, 2, 1, 0.3], [1, 1, 1, 1, 0]], color=["u", "v"]),
    ],
    "areas": [
        lambda a: a.fill_between(x, np.sin(x), where=np.sin(x) > 0),
        lambda a: a.fill_betweenx(x, np.sin(x), alpha=0.5),
        lambda a: a.fill([0, 1, 1], [0, 0, 1], "b"),
        lambda a: (a.axvspan(1, 2), a.axhspan(3, 4, color="hot")),
        lambda a: a.stackplot(x, x, x**2, labels=["p", "q"]),
        lambda a: a.bar([1, 2, 3], [1, 4, 2]),
        lambda a: a.barh([5, 6], [1, 2]),
        lambda a: a.hist(X[:, 0], bins=5, density=True),
        lambda a: a.boxplot([X[:, 0], X[:, 1]], tick_labels=["u", "v"]),
    ],
    "bars": [lambda a: a.bar(["one", "two"], [1, -2], lit=["two"])],
    "matrix": [lambda a: a.imshow(X[:5], digits=1, names=list("uvwxy"), lit=[(0, 1)])],
    "fields": [
        lambda a: a.imshow(X[:5], extent=(0, 4, 0, 4), alpha=0.5),
        lambda a: a.pcolormesh(x, x, np.outer(x, x), alpha=0.4),
        lambda a: a.contourf(x, x, np.outer(x, x)),
        lambda a: a.contourf(x, x, np.outer(x, x) > 4),
    ],
    "scales": [lambda a: a.set_yscale("cube"), lambda a: a.stem([3.0, 0.5, 0.0, -1.0])],
    "log": [lambda a: a.loglog(x[1:], x[1:] ** 2)],
    "half": [lambda a: a.set_xscale("half"), lambda a: a.plot([0, 1, np.inf], [0, 1, 2])],
}


def drawn(name):
    axes = Axes()
    for draw in DRAWN[name]:
        draw(axes)
    return axes


@pytest.fixture(params=DRAWN)
def every(request):
    axes = drawn(request.param)
    axes.set(title=f"The words of {request.param}", xlabel="x")
    axes.legend()
    return axes


class TestEveryWord(SceneLaws):
    @pytest.fixture
    def made(self, every):
        return every, []

    def test_the_same_content_is_the_same_bytes(self, every):
        name = every.s.title.split()[-1]
        again = drawn(name)
        again.set(title=every.s.title, xlabel="x")
        again.legend()
        assert marks_of(every) == marks_of(again)

    def test_readers_hear_something(self, every):
        assert every.alt()
        assert every.readout()


@pytest.mark.parametrize("name", [pytest.param(n, marks=pytest.mark.slow) for n in DRAWN])
def test_a_real_figure_can_be_drawn(name):
    axes = drawn(name)
    axes.to_matplotlib().canvas.draw()


def test_a_real_figure_shows_the_same_data():
    figure, axes = subplots()
    axes.plot(x, np.sin(x), label="sine")
    axes.scatter(X)
    axes.set(xlim=(-3, 7), title="Two", ylabel="y")
    real = figure.to_matplotlib().axes[0]
    assert np.array_equal(real.lines[0].get_xydata(), np.column_stack([x, np.sin(x)]))
    assert np.array_equal(real.collections[0].get_offsets(), X)
    assert (real.get_xlim(), real.get_title(), real.get_ylabel()) == ((-3, 7), "Two", "y")


# Keywords -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("word", words_of(Axes))
def test_a_misspelled_keyword_names_the_nearest(word):
    method = getattr(Axes(), word)
    word = method.__name__  # matshow is imshow
    keywords = [
        p.name for p in inspect.signature(method).parameters.values() if p.kind == p.KEYWORD_ONLY
    ]
    for name in keywords:
        with pytest.raises(TypeError, match=rf"{word}\(\) got {name}s?z=; .* knows {name}\b"):
            method(*[x] * 4, **{f"{name}z": 1})


def test_short_forms_and_decoration():
    one, other = Axes(), Axes()
    one.plot(x, x, color="hot", linewidth=3, linestyle="--")
    other.plot(x, x, c="hot", lw=3, ls="--", solid_capstyle="round")
    assert marks_of(one) == marks_of(other)
    assert (one.ignored, other.ignored) == (set(), {"plot(solid_capstyle=)"})


def test_what_is_not_live_names_the_nearest_and_the_way_out():
    figure, axes = subplots()
    with pytest.raises(NotLive, match=r"no violinplot\(\). It has .*plot, .* return its figure"):
        axes.violinplot(x)
    with pytest.raises(NotLive, match="no twinx"):
        plt.twinx()
    with pytest.raises(NotLive, match="no subfigures"):
        figure.subfigures()
    with pytest.raises(TypeError, match=r"subplots\(\) got figsiz=; it knows figsize"):
        subplots(figsiz=(3, 4))
    assert not hasattr(axes, "twiny")


@pytest.mark.parametrize(
    ("call", "words"),
    [
        (lambda a: a.plot(x, color="hott"), "'hott'; near to it are 'hot'"),
        (lambda a: a.plot(x, x[:-1]), r"one length, got shapes \(50,\) and \(49,\)"),
        (lambda a: a.plot(x, linestyle="~"), "linestyle is one of"),
        (lambda a: a.scatter(X, marker="q"), "marker is one of"),
        (lambda a: a.scatter(X, lit=[30]), "lit names rows from 0 to 29"),
        (lambda a: a.scatter(X, names=["one"]), "one for each of 30"),
        (lambda a: a.scatter(np.eye(3)), r"shape \(n, 2\), got shape \(3, 3\)"),
        (lambda a: a.bar(["u"], [1, 2]), "wants 1 heights"),
        (lambda a: a.bar(["u"], [1], lit="v"), "lit must name bars"),
        (lambda a: a.imshow(x), r"matrix of shape \(n, m\)"),
        (lambda a: a.imshow(X, lit=[(40, 0)]), "lit names an entry"),
        (lambda a: a.quiver([0, 0], 0, [1, 2, 3], 0), "of one shape"),
        (lambda a: a.text(0, 0, "s", ha="up"), "'left', 'center' or 'right'"),
        (lambda a: a.set(xlim=(1, 1)), "two ends that differ"),
        (lambda a: a.set_xscale("cubic"), "a scale is one of"),
        (lambda a: a.axis("round"), "axis is 'equal'"),
        (lambda a: a.legend(at="below"), "'ends' or 'above'"),
        (lambda a: a.set_xticks([1, 2], ["one"]), "2 ticks of x want as many labels"),
        (lambda a: a.contour(x, x, X), "wants values of shape"),
        (lambda a: a.step(x, x, where="up"), "where"),
    ],
)
def test_bad_input_is_told(call, words):
    with pytest.raises(ValueError, match=words):
        call(Axes())


def test_inputs_are_not_modified():
    before = X.copy(), x.copy()
    for name in DRAWN:
        drawn(name)
    assert np.array_equal(before[0], X)
    assert np.array_equal(before[1], x)


def test_every_color_is_a_role():
    roles = {role(name) for name in COLORS} | {role((0.9, 0.1, 0.1)), role("0.4"), role("C12")}
    axes = Axes()
    for one in roles:
        axes.plot(x, color=one)
    axes.still()
    assert role("0.4") == "muted" and role("C12") == 2


# Immediate mode -----------------------------------------------------------------------------------


def test_an_answer_draws_from_nothing_and_what_was_set_outside_stays():
    _, axes = subplots()
    axes.set(title="Outside", xlim=(0, 4))
    axes.plot(x, x)

    def f(k):
        axes.scatter([k], [k])

    panel = LivePanel(f, {"k": slider()})
    (shown,) = panel.pictures
    assert [p["mark"] for p in shown.parts()] == ["points 0"]
    plot = shown.frame()["plots"][0]
    assert plot["caption"] == "Outside" and (plot["x"]["low"], plot["x"]["high"]) == (0, 4)
    before = marks_of(shown)
    panel.set(k=3)
    assert marks_of(shown) == before, "an answer stays true"
    axes.plot(x, x)
    assert marks_of(shown) == before


@pytest.mark.parametrize(
    ("word", "count"),
    [("plot", 2), ("scatter", 2), ("vlines", 3), ("hlines", 3), ("errorbar", 3), ("quiver", 4),
     ("bar", 2), ("barh", 2), ("hist", 1), ("step", 2), ("stem", 2), ("fill_between", 3),
     ("semilogx", 2)],
)  # fmt: skip
def test_nothing_to_draw_is_drawn_as_nothing(word, count):
    axes = subplots()[1]
    named = {} if word == "quiver" else {"label": "those above"}
    getattr(axes, word)(*[np.array([])] * count, **named)
    if word == "plot":
        axes.plot([], [], "o", label="points")
    axes.legend()
    assert axes.readout() is not None
    assert axes.alt()
    assert axes.still().size


def test_axes_that_are_not_drawn_on_are_shown_empty():
    _, (left, right) = subplots(1, 2)

    def f(k):
        right.plot(x, x)
        if k > 2:
            left.plot(x, x)

    panel = LivePanel(f, {"k": slider()})
    assert [len(p.s.marks) for p in panel.pictures] == [0, 1]
    panel.set(k=3)
    assert [len(p.s.marks) for p in panel.pictures] == [1, 1]


def test_a_figure_that_the_function_does_not_ask_for_is_not_there():
    def f(k):
        for _ in range(round(k)):
            _, axes = subplots()
            axes.plot(x, x)

    panel = LivePanel(f, {"k": slider(2.0)})
    assert len(panel.pictures) == 2
    panel.set(k=1)
    assert len(panel.pictures) == 1


def test_only_what_changed_travels():
    _, axes = subplots()

    def f(k):
        axes.plot(x, np.sin(x))
        axes.axvline(k)

    panel = LivePanel(f, {"k": slider()})
    panel.handle({"view": "a", "hello": True, "at": None})
    then, buffer = panel.handle({"view": "a", "at": {"k": 40}})
    assert then["frames"] == [] and len(buffer) == 4
    assert [part.get("same", False) for part in then["parts"]] == [True, False]


def test_a_title_moves_without_a_new_frame():
    _, axes = subplots()

    def f(k):
        axes.plot(x, x)
        axes.set_title(f"k = {k:g}")

    panel = LivePanel(f, {"k": slider()})
    frame = panel.pictures[0].frame()
    assert panel.readout == "k = 1"
    panel.set(k=3)
    assert panel.pictures[0].frame() is frame
    assert panel.pictures[0].parts()[-1]["extra"]["caption"] == panel.readout == "k = 3"


# Limits and memory --------------------------------------------------------------------------------


def test_an_area_below_zero_is_told_by_more_than_its_color():
    _, axes = subplots()
    low, usual = axes.fill(X[:3], color="below"), axes.fill(X[:3], color="C1")
    assert low.style["hatch"] and "hatch" not in usual.style
    assert axes.axhspan(-2, -1, color="tomato").style["hatch"]


@pytest.mark.parametrize("high", range(220, 500, 10))
@pytest.mark.parametrize("aspect", ["equal", "auto"])
def test_numbers_beside_the_axes_have_room(high, aspect):
    """Also those of the ticks that fit only once all margins are known."""
    _, axes = subplots(size=(520, high))
    axes.set(xlim=(-4, 1.6), ylim=(-0.8, 4), aspect=aspect)
    axes.plot([-4, 1], [0, 4])
    plot = axes.frame()["plots"][0]
    assert widest(text for _, text in plot["y"]["ticks"]) < plot["margins"][0]


def test_limits_hold_both_ends_if_the_start_fills_a_third():
    assert held_ends([(0, 1), (0, 2.9)]) == (0, 2.9)
    assert held_ends([(0, 1), (0, 3.1)]) == (0, 1)
    assert held_ends([(1, 10), (1, 900)], "log")[1] > 500


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_limits_are_rounded_outwards(low, length):
    ends = rounded_ends(low, low + length)
    least = 1e-9 * (length + abs(low))
    assert ends[0] <= low + least
    assert low + length <= ends[1] + least
    assert ends[1] - ends[0] <= 1.3 * length + least


@settings(max_examples=15)
@given(st.lists(st.floats(0, 4), min_size=1, max_size=4))
def test_answers_never_hang_on_history(visits):
    def f(k):
        _, (left, right) = subplots(1, 2)
        left.plot(x, np.exp(k * x / 3), label=f"exp {k:.1f}")
        left.legend()
        left.set_title(f"k = {k:g}")
        right.imshow(k * X[:4] - 1)
        right.set_title("matrix")

    def shown(panel, k):
        answer = panel.answer_to({"k": k})
        assert answer.error is None
        frames = [{**f, "id": 0} for f in answer.frames()]
        return content_of(answer), json.dumps(frames)

    fresh = LivePanel(f, {"k": slider()})
    used = LivePanel(f, {"k": slider()})
    for k in visits:
        used.set(k=k)
    assert shown(fresh, visits[0]) == shown(used, visits[0])


def test_nothing_is_cut_off_where_an_answer_needs_more():
    _, axes = subplots()

    def f(k):
        axes.plot([0, 1], [0, 100 if 1.9 < k < 2.1 else k])

    panel = LivePanel(f, {"k": slider()})
    frame = panel.pictures[0].frame()
    panel.set(k=2)
    parts = {p["mark"]: p for p in panel.pictures[0].parts()}
    assert parts["limits"]["extra"]["y"]["high"] >= 100
    assert panel.pictures[0].frame() is frame


def test_what_is_set_wins_and_axes_may_follow():
    def following(k):
        _, axes = subplots()
        axes.plot([0, 1], [0, k])

    panel = LivePanel(following, {"k": slider(4.0)}, hold=False)
    panel.set(k=1)
    ends = panel.pictures[0]._limits()[1]
    assert ends[1] < 1.2

    def setting(k):
        _, axes = subplots()
        axes.plot([0, 1], [0, k])
        axes.set_ylim(0, 2)

    panel = LivePanel(setting, {"k": slider(4.0)})
    assert panel.pictures[0]._limits()[1] == (0, 2)


def test_the_ends_of_controls_are_not_asked_where_nothing_hangs_on_them():
    asked = []

    def f(k):
        asked.append(k)
        _, (left, right) = subplots(1, 2)
        left.imshow(k * X[:4], vmin=0, vmax=9)
        right.set(xlim=(0, 1), ylim=(0, 9))
        right.plot([0, 1], [0, k])

    LivePanel(f, {"k": slider(2.0)})
    assert set(asked) == {2.0}


def test_a_random_function_is_found_out():
    def noisy(k):
        _, axes = subplots()
        axes.hist(np.random.normal(size=50) + k)  # noqa: NPY002 (as students write it)

    def calm(k):
        _, axes = subplots()
        axes.hist(X[:, 0] + k)

    assert LivePanel(noisy, {"k": slider()}).remember is False
    assert LivePanel(calm, {"k": slider()}).remember is True
    assert LivePanel(noisy, {"k": slider()}, remember=True).remember is True


def test_a_copy_of_what_was_drawn_outside_stays():
    _, axes = subplots()
    axes.plot(x, x)
    axes._repr_mimebundle_()
    assert len(axes.s.marks) == 1


def test_lines_through_zero_come_by_themselves():
    bars, plane = Axes(), Axes()
    bars.bar(["u", "v"], [1, -2])
    plane.scatter(X)
    assert [p["mark"] for p in plane.parts()] == ["points 0"]
    plane.set_aspect("equal")
    assert [p["mark"] for p in plane.parts()] == ["zero x", "zero y", "points 0"]
    assert "zero y" in [p["mark"] for p in bars.parts()]
    plane.axis("off")
    assert [p["mark"] for p in plane.parts()] == ["points 0"]


def test_an_upright_line_reads_what_is_no_background():
    axes = Axes()
    axes.plot(x, x, label="group")
    axes.plot(x, 2 * x, color="ink", label="ink")
    axes.plot(x, 3 * x, color="muted", label="muted")
    axes.plot([0, 4], [1, 1], label="level")
    axes.axvline(3, read=True)
    assert axes.news().startswith("at x = 3: group 3, ink 6")
    assert "muted" not in axes.news()
    dots = next(p for p in axes.parts() if p["mark"] == "points 0")["arrays"]
    assert (dots["xy"][0].tolist(), dots["group"].tolist()) == ([3, 3], [0, 1])


# Hands --------------------------------------------------------------------------------------------


WAYS = {
    "rows": lambda a, P: a.scatter(P),
    "columns": lambda a, P: a.scatter(*P.T),
    "slices": lambda a, P: a.scatter(P[:, 0], P[:, 1]),
    "markers": lambda a, P: a.plot(*P.T, "o"),
    "arrows": lambda a, P: a.quiver(0, 0, *P.T),
}


@pytest.mark.parametrize("way", WAYS)
def test_points_are_found_where_they_are_drawn(way):
    _, axes = subplots()
    panel = LivePanel(lambda P: WAYS[way](axes, P), {"P": Points([[0, 0], [1, 2.0]])})
    hand = panel.controls_at(panel.answer, panel.values)["controls"]["P"]["hand"]
    kind = "arrows" if way == "arrows" else "points"
    assert (hand["mark"], hand["rows"]) == (f"{kind} 0", [0, 1])


def test_an_author_is_told_of_points_that_no_picture_shows():
    _, axes = subplots()
    held = LivePanel(lambda P: axes.quiver(0, 0, *P.T), {"P": Points([[1, 0]])})
    loose = LivePanel(lambda P: axes.quiver(0, 0, *P[0]), {"P": Points([[1, 0]])})  # two numbers
    assert held.told() == [] and len(loose.told()) == 1 and "P is not" in loose.told()[0]


def test_a_pick_finds_its_mark_in_each_answer():
    _, axes = subplots()

    def f(entry, k):
        axes.imshow(np.outer(x[:4], x[:3]) * k, lit=[entry])

    panel = LivePanel(f, {"entry": Pick(axes, (3, 0)), "k": slider()})
    hand = panel.controls_at(panel.answer, panel.values)["controls"]["entry"]["hand"]
    assert hand["mark"] == "matrix 0"
    assert panel.controls["entry"].size == (4, 3)
    with pytest.raises(ValueError, match="there is no entry"):
        panel.set(entry=(4, 0))
    with pytest.raises(ValueError, match="want a start"):
        Pick(subplots()[1])
    with pytest.raises(ValueError, match="there is no entry"):
        LivePanel(lambda e: axes.imshow(X[:2]), {"e": Pick(axes, (5, 5))})
    assert failures(panel) == []


def test_a_space_is_turned():
    _, axes = subplots(space=True)

    def f(turn, k):
        axes.scatter(k * np.eye(3), c=["u", "v", "w"])
        axes.plane(1, 1, 1, k)
        axes.plot(np.eye(3), color="hot")
        axes.text(0, 0, 0, "origin")
        axes.view(*turn)

    panel = LivePanel(f, {"turn": Turn(axes, (-20, 20)), "k": slider()})
    assert panel.error is None
    view = panel.pictures[0].parts()[-1]
    assert view["arrays"]["angles"].tolist() == [340, 20]
    assert failures(panel) == []
    with pytest.raises(NotLive, match="no imshow"):
        axes.imshow(X)


class TestSpaceAxes(SceneLaws):
    @pytest.fixture
    def made(self):
        axes = SpaceAxes()
        axes.scatter(np.eye(3), names=["one", "two", "three"])
        axes.plot_surface(*np.meshgrid([0.0, 1], [0.0, 1]), np.eye(2))
        axes.ellipses(np.eye(3), [[0, 0, 0.2, 0.1, 0.3]] * 3, scale=0.5, label="oval")
        axes.set(title="Space", xlabel="first")
        return axes, []

    def test_the_same_content_is_the_same_bytes(self, made):
        assert marks_of(made[0]) == marks_of(made[0])


def test_ellipses_of_space_face_the_eye_at_the_scale_of_the_data():
    axes = SpaceAxes()
    axes.set(xlim=(0, 4), ylim=(0, 2), zlim=(0, 1))
    assert "3 ellipses" in repr(axes.ellipses(np.eye(3), [[0, 0, 2, 1, 0.5]] * 3, scale=0.5))
    (e,) = (p["arrays"]["e"] for p in axes.parts() if "e" in p["arrays"])
    cube = 2 * 0.76 / 4  # the longest side of the data fills the cube
    assert np.allclose(e[:, 3:], [1.0 * cube, 0.5 * cube, 0.5])
    assert np.allclose(e[0, :3], 0.76 * np.array([-0.5, -1, -1]))
    outline = np.array(axes.to_matplotlib().axes[0].lines[0].get_data_3d()).T
    far = np.linalg.norm(outline - np.eye(3)[0], axis=1)
    assert np.allclose([far.min(), far.max()], [0.5, 1])
    with pytest.raises(ValueError, match="a place for each, got 1 for 2"):
        axes.ellipses([[0, 0, 0]], [[0, 0, 1, 1, 0]] * 2)


# The way out, and the words of the table ----------------------------------------------------------


def test_a_figure_of_matplotlib_is_shown_as_pixels():
    def f(k):
        figure = RealFigure(figsize=(4, 3))
        axes = figure.subplots()
        axes.plot([0, k])
        axes.set_title("Real")
        return figure

    panel = LivePanel(f, {"k": slider()})
    assert panel.error is None and panel.remember and "pixels" in panel.told()[0]
    (part,) = panel.pictures[0].parts()
    assert part["arrays"]["png"][:4].tobytes() == b"\x89PNG"
    assert panel.still().startswith(b"\x89PNG") and panel.readout == "Real"
    frame = panel.pictures[0].frame()
    panel.set(k=2)
    assert panel.pictures[0].frame() is frame


def test_a_panel_keeps_its_own_axes_when_a_later_cell_calls_others_so():
    space = {"np": np}
    exec("from livepanels import subplots\nfigure, axes = subplots(1, 2)\nscale = 1", space)
    exec("def wave(k):\n    axes[0].plot([0, 1], [0, scale * k])", space)
    panel = LivePanel(space["wave"], {"k": Slider("k", 0, 1, value=1)})
    before, own = panel.answer.words(), space["axes"]
    exec("figure, axes = subplots(1, 2)\nscale = 3", space)
    later = space["axes"]
    panel.set(k=1)
    assert panel.answer.pictures[0].original is own[0]
    assert panel.answer.words() != before, "other names mean what they mean now"
    assert space["axes"] is later
    exec("def wave(k):\n    global axes\n    axes = None", space)
    LivePanel(space["wave"], {"k": Slider("k", 0, 1, value=1)})
    assert space["axes"] is None, "what the function itself binds stays"


def test_what_is_printed_goes_to_the_words():
    def f(k):
        _, axes = subplots()
        axes.plot(x, k * x)
        print("slope", k)
        print("and more")

    assert LivePanel(f, {"k": slider()}).readout == "slope 1.0; and more"


def test_the_table_of_words_has_them_all():
    for kind in (Axes, SpaceAxes):
        assert [line.split("`")[1] for line in table(kind).splitlines()[2:]] == sorted(
            words_of(kind)
        )


def test_live_needs_no_more_than_a_function_that_draws(monkeypatch):
    monkeypatch.setattr(live, "_panels", {})
    shown = []
    monkeypatch.setattr(registered, "display", shown.append)
    _, axes = subplots()

    @live(k=slider(), kind=Choice("kind", ["sin", "cos"]))
    def waves(k, kind):
        axes.plot(x, getattr(np, kind)(k * x))
        axes.tick_params(labelsize=8)

    assert shown[0] is waves and waves.error is None
    assert "not drawn: tick_params()" in shown[1]._repr_mimebundle_()["text/plain"]


@pytest.mark.parametrize("word", ["contour", "contourf"])
def test_a_row_is_no_function_of_the_plane(word):
    _, axes = subplots()
    with pytest.raises(ValueError, match="wants values of shape"):
        getattr(axes, word)(np.zeros(3))


def test_plots_below_each_other_line_up():
    """Their left and right margins are the widest of the column, while each keeps its own width."""
    _, (above, below) = subplots(2, 1, size="medium")
    above.plot([0, 1], [0, 1])
    below.plot([0, 1], [0, 1])
    below.set_yticks([0, 1], ["a name of some length", "short"])
    one, other = above.plots()[0], below.plots()[0]
    assert (one.margins[0], one.margins[2]) == (other.margins[0], other.margins[2])
    _, axes = subplots(1, 1, size="medium")
    axes.plot([0, 1], [0, 1])
    assert axes.plots()[0].margins[0] < one.margins[0]
    below.set(aspect="equal")  # a plot of a fixed shape lines up with nothing
    assert above.plots()[0].margins[0] < one.margins[0]


def test_a_matrix_is_read_aloud():
    _, (small, large) = subplots(1, 2)
    small.imshow([[1, 0.5], [0.25, 2]], digits=1, names=["a", "b"])
    K = np.kron([[4.0, 1], [1, 3]], np.ones((5, 5)))
    K[7, 2] = -1
    large.imshow(K, groups=["one"] * 5 + ["two"] * 5)
    assert small.alt() == "2 x 2, from 0.2 to 2; row a: 1, 0.5; row b: 0.2, 2"
    assert large.alt().endswith(
        "largest in row 0, column 0; smallest in row 7, column 2; "
        "mean of one with one 4; mean of one with two 1; mean of two with two 3"
    )


@pytest.mark.parametrize(("first", "told"), [(0, False), (1, True)])
def test_names_that_have_no_room_travel_where_they_are_more_than_a_count(first, told):
    """Who walks over the matrix by keys hears them all."""
    axes = Axes()
    axes.imshow(np.eye(60), names=range(first, first + 60))
    style = axes.plots()[0].marks[0].style
    assert "" in style["rows"]
    assert ("said" in style) is told
    assert not told or style["said"][0][1] == "2"


def test_no_tex_is_read_aloud():
    _, axes = subplots()
    axes.set(title="$K_{BR}$ and $\\sqrt{x^2}$", ylabel="$e^{-\\Sigma}$")
    panel = LivePanel(lambda k: axes.plot(x, x), {"k": slider()})
    for said in panel.answer.alt, panel.answer.words()["alts"][0][0]:
        assert "K_BR and √x^2" in said and "e^(-Σ)" in said and "$" not in said
