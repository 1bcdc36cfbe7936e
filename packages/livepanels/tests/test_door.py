"""The door for notebooks that exist: pyplot and interact on live axes.

The cells below are made in the ways of published notebooks, as they were counted: pyplot only,
a figure made inside the function, no limits, random numbers, a number in the title, print.
"""

import warnings

import ipywidgets as widgets
import numpy as np
import pytest

from livepanels import (
    Choice,
    NotLive,
    Slider,
    Toggle,
    interact,
    interactive,
    interactive_output,
    live,
    pyplot as plt,
    subplots,
)
from livepanels.panels import registry as registered
from livepanels.panels.interacting import control_of
from livepanels.panels.sweep import failures
from livepanels.pictures.axes import SpaceAxes

x = np.linspace(0, 5, 60)


@pytest.fixture(autouse=True)
def registry(monkeypatch):
    monkeypatch.setattr(live, "_panels", {})
    monkeypatch.setattr(registered, "display", lambda shown: None)


def kinds(panel):
    """Return the kinds of the marks of each pair of axes."""
    assert panel.error is None, panel.error
    return [[mark.kind for mark in axes.s.marks] for axes in panel.pictures]


def test_a_cell_of_pyplot_alone():
    @interact(k=(1, 10), kind=["sin", "cos"])
    def wave(k=2, kind="cos"):
        plt.figure(figsize=(8, 4))
        plt.plot(x, getattr(np, kind)(k * x), "r--", lw=2, label=kind)
        plt.axhline(0, color="0.7")
        plt.title(f"k = {k}", fontsize=14)
        plt.xlabel("time")
        plt.ylim(-1.5, 1.5)
        plt.grid(True)
        plt.legend(loc="upper right")
        plt.tight_layout()
        plt.show()

    assert kinds(wave) == [["line", "rule"]]
    assert wave.values == {"k": 2, "kind": "cos"}
    assert wave.remember
    assert wave.readout == "k = 2"
    assert failures(wave) == []


def test_a_cell_with_subplots_and_random_numbers():
    def samples(mean=0.0, size=100):
        fig = plt.figure(figsize=plt.rcParams["figure.figsize"])
        ax = fig.add_subplot(1, 2, 1)
        ax.hist(np.random.normal(mean, 1, size), bins=20, edgecolor="k")  # noqa: NPY002
        plt.subplot(122)
        plt.scatter(*np.random.normal(size=(2, size)), s=10, alpha=0.5)  # noqa: NPY002
        print("mean", mean)

    panel = interact(samples, mean=(-3.0, 3.0), size=widgets.IntSlider(value=50, min=10, max=90))
    assert kinds(panel) == [["area"], ["points"]]
    assert not panel.remember
    assert panel.readout == "mean 0.0"


def test_a_cell_that_reads_limits_and_draws_contours():
    def boundary(slope, ax=None):
        ax = ax or plt.gca()
        ax.scatter(x, np.sin(x), c=(x > 2).astype(int), cmap="autumn", s=50)
        ax.set_xlim(-1, 6)
        (left, right), (low, high) = ax.get_xlim(), ax.get_ylim()
        X, Y = np.meshgrid(np.linspace(left, right, 9), np.linspace(low, high, 9))
        ways = {"levels": [-1, 0, 1], "linestyles": ["--", "-", "--"], "alpha": 0.5}
        ax.contour(X, Y, Y - slope * X, colors="k", **ways)
        ax.scatter(x[:2], x[:2], s=300, linewidth=1, facecolors="none")
        ax.set_xlim(left, right)

    panel = interact(boundary, slope=[-1, 0, 2], ax=widgets.fixed(None))
    assert kinds(panel) == [["points", "line", "points"]]
    assert failures(panel) == []


def test_a_cell_with_arrows_spines_and_a_legend_with_handles():
    @interact(a=widgets.FloatSlider(value=1.0, min=-4, max=4, step=0.5))
    def combination(a):
        fig, ax = plt.subplots(figsize=(6, 6))
        one = ax.arrow(0, 0, a, 1, head_width=0.2, fc="b", ec="b", length_includes_head=True)
        two = ax.arrow(0, 0, 1, a, head_width=0.2, color="orange")
        ax.spines["top"].set_visible(False)
        ax.set(xlim=[-4, 4], ylim=[-4, 4], xlabel="$x$")
        ax.set_aspect("equal", adjustable="box")
        legend = ax.legend([one, two], ["first", "second"], frameon=False)
        for text in legend.get_texts():
            text.set_color("k")
        fig.savefig("never.png")

    assert kinds(combination) == [["arrows", "arrows"]]
    key = combination.pictures[0].frame()["plots"][0]["key"]
    assert [entry[1] for entry in key] == ["first", "second"]


def test_a_cell_with_filled_contours_and_words():
    def densities(rho=0.5):
        X, Y = np.meshgrid(x, x)
        Z = np.exp(-((X - 2) ** 2) - (Y - 2) ** 2 + rho * (X - 2) * (Y - 2))
        plt.contourf(X, Y, Z, cmap=plt.cm.viridis, alpha=0.6)
        lines = plt.contour(X, Y, Z)
        plt.clabel(lines, inline=1, fontsize=10)
        plt.text(1, 4, r"$\mu$", fontsize=20)
        plt.annotate("peak", xy=(2, 2), xytext=(4, 4), arrowprops={"arrowstyle": "->"})
        plt.colorbar()

    panel = interact(densities, rho=(0.0, 1.0, 0.1))
    assert kinds(panel) == [["matrix", "line", "texts", "arrows", "texts"]]


def test_a_fit_shown_outside_of_live_functions():
    shown = plt.figure()
    plt.plot(x, x**2, "k.", label="data")
    plt.fill_between(x, x, x**2, alpha=0.2)
    assert [mark.kind for mark in shown.gca().s.marks] == ["points", "area"]
    assert plt.gcf().readout()


def test_the_words_of_pyplot_are_closed():
    with pytest.raises(NotLive, match="no violinplot"):
        plt.violinplot(x)
    with pytest.raises(TypeError, match=r"plot\(\) got wigth="):
        plt.plot(x, x, wigth=2)
    assert {"plot", "title", "xlim", "figure"} <= set(dir(plt))
    with plt.xkcd():
        plt.style.use("ggplot")


def test_words_of_pyplot_find_their_axes_when_they_are_called():
    space = {}
    exec("from livepanels.pyplot import *", space)
    line, title = space["plot"], space["title"]
    assert {"subplots", "Circle", "xlabel", "colorbar", "rcParams"} <= set(space)
    assert not {"set", "clear", "regions", "words_of", "style"} & set(space)

    @interact(k=(1, 3))
    def waves(k):
        _, (_, right) = space["subplots"](1, 2)
        line(x, np.sin(k * x))
        title("left")
        plt.sca(right)
        line(x, x)

    assert kinds(waves) == [["line"], ["line"]]
    assert [axes.s.title for axes in waves.pictures] == ["left", ""]


def test_axes_of_space_by_their_projection():
    def cloud(elev=30, azim=30):
        figure = plt.figure(figsize=(5, 4))
        axes = figure.add_subplot(111, projection="3d")
        axes.scatter3D(x, x, x, c=x)
        axes.plot_wireframe(*np.meshgrid(x[:3], x[:4]), np.ones((4, 3)))
        axes.view_init(elev=elev, azim=azim)

    panel = interact(cloud, elev=(-90, 90), azim=(-180, 180))
    assert kinds(panel) == [["space-points", "space-lines"]]
    lines = panel.pictures[0].s.marks[1].arrays["xyz"]
    assert np.isnan(lines).any(axis=1).sum() == 4 + 3
    assert failures(panel) == []
    axes = SpaceAxes()
    formats = {
        "r--": ["space-lines"],
        "k.": ["space-points"],
        "bo-": ["space-points", "space-lines"],
    }
    for form, expected in formats.items():
        before = len(axes.s.marks)
        made = axes.plot(x, x, x, form)
        assert axes.s.marks[before:] == made
        assert [mark.kind for mark in made] == expected, form
    (points,) = axes.plot(x, x, "k", marker="o", ls="", ms=7)
    assert (points.kind, points.style["r"], set(points.arrays["xyz"][:, 2])) == (
        "space-points",
        4.0,
        {0.0},
    )
    axes.set_zlabel("z", size=12)
    with pytest.raises(NotLive, match="polar"):
        plt.subplot(111, polar=True)
    plt.subplots(1, 2)
    with pytest.raises(NotLive, match="in one figure"):
        plt.subplot(1, 2, 2, projection="3d")


def test_axes_that_are_placed_by_hand_hold_a_bar_of_colors_and_no_more():
    @interact(k=(1.0, 3.0))
    def field(k):
        figure, axes = plt.subplots()
        shown = axes.pcolormesh(x, x, k * np.outer(x, x))
        place = figure.add_axes([0.95, 0.1, 0.05, 0.8])
        plt.colorbar(shown, cax=place)
        place.set_ylabel("value")

    assert kinds(field) == [["matrix"]]

    def inset(k):
        figure = plt.figure()
        figure.add_axes([0, 0, 1, 1]).plot(x, x)
        figure.add_axes([0.6, 0.6, 0.2, 0.2])
        plt.plot(x, k * x)

    assert (
        "NotLive: a pair of axes that is placed by hand has no plot()"
        in interact(inset, k=(1.0, 3.0)).error
    )


def test_cells_with_stems_patches_and_some_ends():
    def stems(k):
        marker, lines, base = plt.stem(x, k * x)
        plt.setp(lines, "color", plt.getp(marker, "color"))
        plt.setp(base, visible=False)
        plt.axis(xmin=-1, ymax=9)
        plt.subplot(1, 1, 1, xticks=[], frameon=False)
        axes = plt.gca()
        axes.add_artist(plt.Circle((1, 1), 0.5))
        axes.add_patch(plt.Polygon([(0, 0), (1, 0), (0, 1)], color="#cccccc"))
        assert tuple(plt.gcf().get_size_inches()) == (4.4, 3.8)

    panel = interact(stems, k=(1, 2))
    assert kinds(panel) == [["stems", "area", "area"]]
    state = panel.pictures[0].s
    assert (state.limits["x"][0], state.limits["y"][1], state.ticks["x"]) == (-1, 9, ())
    with pytest.raises(NotLive, match="setp"):
        plt.setp(plt.plot(x, x), xdata=x)
    with pytest.raises(TypeError, match="taken apart"):
        _, _ = plt.axhline(0)


def test_interactive_is_shown_where_it_is_displayed(monkeypatch):
    shown = []
    monkeypatch.setattr(registered, "display", shown.append)

    def wave(k):
        plt.plot(x, np.sin(k * x))
        return np.array([k, 1])

    panel = interactive(wave, k=widgets.IntSlider(value=2, min=1, max=4))
    panel.children[-1].layout.height = "350px"
    assert shown == []
    assert panel.readout == "[2 1]"
    assert panel in live.panels()


def test_a_panel_follows_the_widgets_of_interactive_output():
    def wave(k, kind):
        plt.plot(x, getattr(np, kind)(k * x))

    k, kind = widgets.IntSlider(value=2, min=1, max=4), widgets.Dropdown(options=["sin", "cos"])
    panel = interactive_output(wave, {"k": k, "kind": kind})
    panel.clear_output(wait=True)
    k.value, kind.value = 3, "cos"
    assert panel.values == {"k": 3, "kind": "cos"}
    assert kinds(panel) == [["line"]]


def test_show_leaves_a_figure_to_be_shown_as_pixels(monkeypatch):
    import matplotlib.pyplot as mpl

    monkeypatch.setattr(mpl, "show", lambda: mpl.close("all"))  # as the inline backend does
    show = mpl.show

    @interact(k=(1, 3))
    def wave(k):
        mpl.plot(x, k * x)
        mpl.show()

    assert wave.answer.pictures[0].original is wave.by_pixels
    assert mpl.show is show


@pytest.mark.parametrize(
    ("given", "kind", "start"),
    [
        (3, Slider, 3),
        (-2.0, Slider, -2.0),
        ((0, 10), Slider, 5),
        ((0.0, 1.0, 0.25), Slider, 0.5),
        (True, Toggle, True),
        (["u", "v"], Choice, "u"),
        ({"one": 1, "two": 2}, Choice, 1),
        ([("one", 1), ("two", 2)], Choice, 1),
        (widgets.IntSlider(value=4, min=1, max=9), Slider, 4),
        (widgets.FloatLogSlider(value=10, min=-2, max=3), Slider, 10.0),
        (widgets.Dropdown(options=["u", "v"], value="v"), Choice, "v"),
        (widgets.Checkbox(value=True), Toggle, True),
        (Slider("own", 0, 1, value=0.5), Slider, 0.5),
    ],
)
def test_abbreviations_mean_what_ipywidgets_means(given, kind, start):
    control = control_of("k", given)
    assert type(control) is kind
    assert control.value == start


def test_a_default_that_is_no_option_is_left_out_as_ipywidgets_does():
    def f(color="b", name="two"):
        plt.plot(x, x, color=color, label=name)

    panel = interact(f, color=["red", "blue"], name={"one": "one", "two": "two"})
    assert panel.values == {"color": "red", "name": "two"}
    assert failures(panel) == []


@pytest.mark.parametrize(
    ("given", "default"),
    [((0, 10), 99), ((0, 10), 2.5), ((0, 10), 3.0), ((0, 10), "b"), ((0.0, 1.0), [1])],
)
def test_a_default_beside_a_range_is_taken_as_ipywidgets_takes_it(given, default):
    def f(k=default):
        return str(k)

    theirs = widgets.interactive(f, k=given).children[0].value
    ours = interactive(f, k=given).values["k"]
    assert (ours, type(ours)) == (theirs, type(theirs))


def test_what_is_drawn_already_is_not_changed():
    (line,) = plt.plot(x, x)
    panel = interact(lambda k: line.set_ydata(k * x), k=(1, 3))
    assert panel.error.startswith("NotLive: a mark has no set_ydata()")
    assert not hasattr(line, "set_data")
    assert not hasattr(line, "axes")


def test_locators_and_formatters_are_taken():
    axes = plt.gca()
    axes.xaxis.set_major_locator(plt.NullLocator())
    axes.yaxis.set_major_formatter(plt.FuncFormatter(lambda v, _: f"{v} m"))
    assert {"xaxis()", "yaxis()"} <= axes.ignored


def test_words_on_the_room_of_a_figure_are_heard_and_the_panel_keeps_its_own():
    figure, axes = plt.subplots()
    figure.suptitle("above", size=20)
    axes.set_aspect("equal", "box")
    assert (axes.s.title, axes.s.equal) == ("above", True)


def test_abbreviations_that_mean_nothing():
    def f(k, j=1):
        plt.plot(x, k * x + j)

    with pytest.raises(TypeError, match="typed freely"):
        interact(f, k="text")
    with pytest.raises(TypeError, match="needs a value or a range for k="):
        interact(f)
    with pytest.raises(TypeError, match="wants a range"):
        interact(f, k=object())
    with pytest.warns(UserWarning, match="no parameter 'm'"):
        interact(f, k=2, m=3)
    with warnings.catch_warnings():
        warnings.simplefilter("error")
        assert set(interact(f, k=2).controls) == {"k", "j"}


def test_both_doors_leave_the_same_marks():
    def by_pyplot(k):
        plt.figure(figsize=(4.4, 3.8))
        plt.scatter(x, k * x, c="r", label="dots")
        plt.title("Same")

    def by_axes(k):
        _, axes = subplots(figsize=(4.4, 3.8))
        axes.scatter(x, k * x, color="hot", label="dots")
        axes.set_title("Same")

    one, other = (interact(f, k=(0.0, 2.0)) for f in (by_pyplot, by_axes))
    assert kinds(one) == kinds(other)
    for a, b in zip(one.answer.parts(), other.answer.parts(), strict=True):
        assert {k: v.tobytes() for k, v in a[1]["arrays"].items()} == {
            k: v.tobytes() for k, v in b[1]["arrays"].items()
        }
    frames = [{**panel.pictures[0].frame(), "id": 0} for panel in (one, other)]
    assert frames[0] == frames[1]


def test_pyplot_is_imported_as_matplotlib_is():
    import livepanels.pyplot as imported

    assert imported is plt
