"""The first chapter in the real JupyterLab: hands, typed text, sleep, lecture, votes, slow lines.

A test waits for conditions, never for seconds: a panel says in `data-state` whether it is busy.
"""

import functools
import json
import os
import time
import urllib.request
from typing import NamedTuple

import pytest
from browsing import (
    CHAPTERS,
    FLAGS,
    Reader,
    accept,
    add_and_run,
    begin,
    changes,
    drag,
    finish,
    grips,
    jupyterlab,
    keep_picture,
    live_cells,
    load,
    menu,
    new_page,
    save,
    settle,
    steady,
    take,
    until,
    words,
)
from line import Line

from tools import machines

FIRST = CHAPTERS[0]
ADVICE = "Asleep: Run > Run All Above Selected Cell, then this cell"
PLAYED = """
from livepanels import live, Slider, subplots
_, bars = subplots()
bars.set_ylim(0, 99)

@live(step=Slider('step', 0, 99, value=0, step=1, play=True), size=Slider('size', 0, 99, value=1))
def played(step, size):
    bars.bar(['a'], [step])
    return f"a {step:g}, size {size:g}"
"""
LARGE = """
import numpy as np
import kernlab_helpers as kh
from livepanels import live, Slider, subplots
points = np.random.default_rng(0).normal(size=(150, 4))
_, axes = subplots()

@live(large=Slider('large', -3, 3, value=-1))
def matrix(large):
    axes.imshow(kh.gaussian(points, sigma=10 ** -large))
    return f"{large:g}"
"""
WITH_SLIDER = ".livepanel:has(input[type=range])"


def chromium():
    """Return the browser to test with; without one the gate is skipped, loudly, never in CI."""
    found = machines.browser()
    if not found:
        if os.environ.get("CI") == "true":
            pytest.fail(machines.NO_BROWSER)
        pytest.skip(f"THE BROWSER GATE DID NOT RUN: {machines.NO_BROWSER}")
    return found


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """Serve a copy of the chapters; give the port and the token."""
    chromium()
    with jupyterlab(tmp_path_factory.mktemp("lab")) as served:
        yield served


def address(port, token, place=""):
    return f"http://127.0.0.1:{port}/lab{place}?reset&token={token}"


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def reader(lab, browser):
    return Reader(browser, functools.partial(address, *lab))


class Shared:
    """A page with the first chapter for tests that leave it as they found it."""

    page = None


@pytest.fixture(scope="session")
def shared(reader):
    shared = Shared()
    yield shared
    if shared.page:
        reader.close(shared.page, failed=False)


@pytest.fixture
def first(shared, reader, request):
    """Give the first chapter, opened and run once for all tests, and anew after a failure."""
    failures = request.session.testsfailed
    shared.page = shared.page or reader.open(FIRST)
    yield shared.page
    if request.session.testsfailed > failures:
        reader.close(shared.page, failed=True)
        shared.page = None


# One page with the first chapter ------------------------------------------------------------------


@pytest.mark.slow
def test_the_last_value_is_drawn(first):
    """After a hundred quick moves the panel shows what a single move to the end shows."""
    panel = first.locator(WITH_SLIDER).first
    slider = panel.locator("input[type=range]").first
    steps = int(slider.get_attribute("max"))
    slider.evaluate("(slider, at) => gate.move(slider, at)", steps)
    settle(panel)
    alone = words(panel)
    slider.evaluate("s => { for (let i = 0; i < 100; i++) gate.move(s, (i * 37) % s.max); }")
    slider.evaluate("(slider, at) => gate.move(slider, at)", steps)
    settle(panel)
    assert words(panel) == alone
    assert int(slider.input_value()) == steps


def test_wrong_words_are_answered_in_words(first):
    panel = first.locator(WITH_SLIDER).first
    control = panel.locator(".control.slider").first
    typed = control.locator("input[type=text]")
    settle(panel)
    before = panel.locator(".readout").inner_text()
    for text, answer in WRONG.items():
        type_in(typed, text)
        says(control, answer)
        control.locator("input[type=range]").focus()
        settle(panel)
        assert typed.input_value() == text, "the box keeps what was typed"
        assert panel.locator(".readout").inner_text() == before
    for text in ("0,5", "1/2"):
        type_in(typed, text)
        says(control, "")
        settle(panel)
        assert typed.input_value() == text, "a box with the focus is not written to"
        control.locator("input[type=range]").focus()
        assert typed.input_value() == "0.5"
    type_in(typed, "wide")
    says(control, "wide")
    control.locator(".reset").click()
    settle(panel)
    says(control, "")
    assert typed.input_value() == "1"
    assert first.errors == []


WRONG = {
    "wide": "not a number",
    "": "nothing is typed",
    "-3": "out of range",
    "1e999": "too large",
}


def type_in(typed, text):
    """Type something into a box, and press Enter."""
    typed.fill(text)
    typed.press("Enter")


def says(place, text):
    """Wait until what is said below a control has a text, or is empty."""
    says = "([p, text]) => { const said = p.querySelector('.fault').textContent; "
    says += "return text ? said.includes(text) : said === ''; }"
    until(place.page, says, [place.element_handle(), text])


@pytest.mark.slow
@pytest.mark.parametrize("pause", [40, 80, 250])
def test_typed_text_survives_play_and_drags(first, pause):
    """Typed while one slider of the panel plays and another is moved."""
    add_and_run(first, PLAYED)
    play = first.get_by_role("button", name="play step")
    play.wait_for()
    panel = first.locator(".livepanel").last
    settle(panel)
    play.click()
    typed = panel.locator("input[type=text]").nth(1)
    typed.click()
    typed.press("Control+a")
    first.keyboard.type("12,5", delay=pause)
    other = panel.locator("input[type=range]").nth(1)
    other.evaluate("slider => gate.wander(slider, 10, 20)")
    assert typed.input_value() == "12,5"
    typed.press("Enter")
    read = "panel => panel.querySelector('.readout').innerText.includes('size 12.5')"
    until(first, read, panel.element_handle())
    assert typed.input_value() == "12,5"
    play.click()
    settle(panel)
    assert first.errors == []
    remove_cells(first, 1)


def remove_cells(page, count):
    """Delete the last cells of the notebook, which tests have added."""
    page.locator(".jp-Notebook .jp-Cell").last.click(position={"x": 5, "y": 5})
    for _ in range(count):
        page.evaluate("jupyterapp.commands.execute('notebook:delete-cell')")
    until(page, "n => gate.allIdle(n)", live_cells(FIRST))


@pytest.mark.slow
def test_dark_theme(first):
    """The panels follow the theme of the page while it changes, and back; their sizes stay."""
    panel = first.locator(WITH_SLIDER).first
    settle(panel)
    widths = "panel => [...panel.querySelectorAll('canvas')].map((one) => one.clientWidth)"
    before = panel.evaluate(widths)
    bright = "panel => gate.brightness(panel)"
    ink = panel.evaluate(bright)
    menu(first, "Settings", "Theme", "JupyterLab Dark")
    until(first, "([panel, ink]) => gate.brightness(panel) !== ink", [panel.element_handle(), ink])
    keep_picture(panel, f"{FIRST}_dark")
    assert panel.evaluate(widths) == before
    menu(first, "Settings", "Theme", "JupyterLab Light")
    until(first, "([panel, ink]) => gate.brightness(panel) === ink", [panel.element_handle(), ink])
    assert first.errors == []


@pytest.mark.slow
def test_panels_are_accessible(first):
    """No serious finding of axe-core in any panel: labels, roles, contrast."""
    from axe_playwright_python.sync_playwright import Axe

    for i in range(live_cells(FIRST)):
        first.locator(".livepanel").nth(i).evaluate("(panel, i) => panel.id = `axe${i}`", i)
        found = Axe().run(first, context=f"#axe{i}").response["violations"]
        assert not [(f["id"], f["help"]) for f in found if f["impact"] in ("serious", "critical")]


@pytest.mark.slow
def test_a_reloaded_page_brings_its_panels_back(first):
    save(first)
    first.reload()
    finish(first, FIRST)
    panel = first.locator(WITH_SLIDER).first
    slider = panel.locator("input[type=range]").first
    assert changes(panel, lambda: drag(slider, 0.5, 0.9)) == {"words", "pixels"}


@pytest.mark.slow
def test_two_views_of_one_panel(first):
    """A second view of an output shows what the first one shows, and moves it."""
    first.locator(WITH_SLIDER).first.click(button="right", position={"x": 5, "y": 5})
    first.locator(".lm-Menu-itemLabel", has_text="Create New View for Cell Output").click()
    until(first, "n => gate.allIdle(n)", live_cells(FIRST) + 1)
    slider = first.locator(f"{WITH_SLIDER} input[type=range]").first
    slider.focus()
    for _ in range(5):
        first.keyboard.press("ArrowRight")
    until(first, "n => gate.allIdle(n)", live_cells(FIRST) + 1)
    moved = slider.input_value()
    everywhere = [s.input_value() for s in first.locator("input[type=range]").all()]
    assert everywhere.count(moved) == 2, "the panel and its second view stand at the same place"
    first.evaluate("gate.closeOthers()")
    until(first, "n => gate.allIdle(n)", live_cells(FIRST))


@pytest.mark.slow
def test_a_slider_plays(first):
    """The play button moves a slider on by itself; a second push stops it."""
    add_and_run(first, PLAYED)
    button = first.get_by_role("button", name="play step")
    button.wait_for()
    panel = first.locator(".livepanel").last
    slider = panel.locator("input[type=range]").first
    settle(panel)
    button.click()
    until(first, "slider => Number(slider.value) >= 2", slider.element_handle())
    button.click()
    settle(panel)
    stopped = int(slider.input_value())
    assert 2 <= stopped < 99
    assert stopped % 2 == 0, "of 99 steps every second one is played"
    first.evaluate("gate.ticks(3, 400)")  # as many as the slider would have moved
    settle(panel)
    assert int(slider.input_value()) == stopped
    assert f"a {stopped}" in words(panel)
    assert first.errors == []
    remove_cells(first, 1)


def restart(page, item):
    """Restart the kernel through the menu, and wait until it has ended."""
    page.evaluate("gate.watchRestart()")
    menu(page, "Kernel", item)
    accept(page)
    until(page, "() => gate.restarted")


@pytest.mark.slow
def test_a_restarted_kernel_is_told(first):
    """The panels say at once that they sleep, and what to do; done, they live again."""
    panel = first.locator(WITH_SLIDER).first
    shown = words(panel)
    restart(first, "Restart Kernel…")
    until(first, "() => gate.panels().every(gate.asleep)")
    assert panel.get_by_text(ADVICE).is_visible()
    assert panel.locator("input[type=range]").first.is_disabled()
    assert words(panel) == shown, "the last picture and its words stay"
    until(first, "() => gate.connected()")
    menu(first, "Run", "Run All Cells")
    finish(first, FIRST)
    slider = panel.locator("input[type=range]").first
    assert changes(panel, lambda: drag(slider, 0.5, 0.9)) == {"words", "pixels"}


@pytest.mark.slow
def test_restart_and_run_all_during_a_drag(first):
    slider = first.locator(f"{WITH_SLIDER} input[type=range]").first
    first.evaluate("gate.panels().forEach(panel => panel.classList.add('before'))")
    slider.evaluate("slider => { gate.hand = gate.fidget(slider, 20); }")
    restart(first, "Restart Kernel and Run All Cells")
    until(first, "() => !document.querySelector('.before')")
    finish(first, FIRST)
    first.evaluate("clearInterval(gate.hand)")
    panel = first.locator(WITH_SLIDER).first
    slider = panel.locator("input[type=range]").first
    assert changes(panel, lambda: drag(slider, 0.5, 0.2)) == {"words", "pixels"}
    assert first.locator(".livepanel").count() == live_cells(FIRST)


# Hands --------------------------------------------------------------------------------------------


BY_HAND = """
import numpy as np
import kernlab_helpers as kh
from livepanels import Choice, live, Pick, Points, Slider, subplots
X_hand = np.array([[1.0, 1.0], [2.0, 3.0], [4.0, 2.0]])
_, (cloud_hand, gram_hand) = subplots(1, 2)
cloud_hand.set(xlim=(0, 5), ylim=(0, 5), aspect='equal')
for_gaussian = Slider('sigma', 0.1, 10, value=1, log=True, only=lambda kernel: kernel == 'Gaussian')

@live(X=Points(X_hand), pair=Pick(gram_hand, (0, 1)),
      kernel=Choice('kernel', ['Gaussian', 'linear']), sigma=for_gaussian)
def by_hand(X, pair, kernel, sigma):
    cloud_hand.scatter(X, numbered=True)
    K = kh.gaussian(X, sigma=sigma) if kernel == 'Gaussian' else X @ X.T
    gram_hand.imshow(K, digits=2, lit=[pair])
    return f"picked {pair}, x1 {X[0, 0]:.2f}"
"""


def test_hands_on_pictures(first):
    """A point is dragged, moved by keys and typed; an entry is picked; sigma sleeps for linear."""
    add_and_run(first, BY_HAND)
    until(first, "n => gate.allIdle(n)", live_cells(FIRST) + 1)
    panel = first.locator(".livepanel").last
    panel.scroll_into_view_if_needed()
    point, mouse = grips(panel).first, first.mouse
    assert changes(panel, lambda: pull(point)) == {"words", "pixels"}
    point.focus()
    assert changes(panel, lambda: first.keyboard.press("ArrowLeft")) == {"words", "pixels"}
    type_in(panel.locator("input[type=text]").first, "x1 = 0,5, 1/2")
    until(first, "p => gate.words(p).includes('x1 0.50')", panel.element_handle())
    matrix = steady(panel.locator("canvas").nth(1))
    at = matrix["x"] + matrix["width"] * 0.3, matrix["y"] + matrix["height"] * 0.85
    assert changes(panel, lambda: mouse.click(*at)) == {"words", "pixels"}
    assert "picked (2, 0)" in words(panel)
    panel.get_by_role("radio", name="linear").check()
    settle(panel)
    assert panel.locator("input[type=range]").is_disabled()
    assert first.errors == []
    remove_cells(first, 1)


@pytest.mark.slow
def test_keys_walk_over_a_heat_map(first):
    """An answer that comes meanwhile leaves focus and place, and is told at the next key."""
    panel = add_panel(first, LARGE)
    walk, told = panel.get_by_role("application"), panel.locator(".lp-told:not(:empty)")
    walk.press("ArrowRight")
    before = told.inner_text()
    assert before.startswith("row 0, column 1: about 0")
    move = "one => { one.value = one.max; one.dispatchEvent(new Event('input')); }"
    slider = panel.locator("input[type=range]")
    assert changes(panel, lambda: slider.evaluate(move)) == {"words", "pixels"}
    assert told.inner_text() == before
    first.keyboard.press("ArrowDown")
    assert told.inner_text() == "row 1, column 1: about 1"
    first.keyboard.press("Escape")
    assert told.count() == 0
    remove_cells(first, 1)


ADDED = """
import numpy as np
from livepanels import live, Points, subplots
X_added = np.array([[1.0, 1.0], [2.0, 3.0], [4.0, 2.0]])
_, cloud_added = subplots()
cloud_added.set(xlim=(0, 5), ylim=(0, 5), aspect='equal')

@live(X=Points(X_added, add=True))
def added(X):
    cloud_added.scatter(X, numbered=True)
    return f"{len(X)} there, the last at {X[-1, 0]:.1f}"
"""


@pytest.mark.slow
def test_points_are_added_and_removed(first):
    """By a double-click on the plane and on a point, by the keys + and Delete, and typed."""
    panel = add_panel(first, ADDED)
    assert grips(panel).first.get_attribute("aria-label") == "point 1"
    x, y = middle(grips(panel).first)
    first.mouse.dblclick(x + 60, y - 60)
    reads(panel, "4 there")
    first.mouse.dblclick(x, y)
    reads(panel, "3 there")
    assert grips(panel).count() == 3
    grips(panel).nth(2).focus()
    first.keyboard.press("+")
    reads(panel, "4 there")
    grips(panel).nth(3).focus()
    first.keyboard.press("Delete")
    reads(panel, "3 there")
    type_in(panel.locator("input[type=text]"), "x4 = 0,5, 1/2")
    reads(panel, "4 there, the last at 0.5")
    panel.locator(".reset").click()
    reads(panel, "3 there, the last at 4.0")
    assert first.errors == []
    remove_cells(first, 1)


# Lecture mode -------------------------------------------------------------------------------------


def head(page):
    """Return what stands above the step, without the clock."""
    return page.locator(".classroom-head .classroom-number").inner_text()


def place(page):
    """Return all that leaving the lecture mode gives back."""
    return page.evaluate("gate.place()")


def test_one_key_shows_a_step_alone_and_gives_the_page_back(first):
    """Also from a slider; the panels are the same live widgets; nothing runs again."""
    panel = first.locator(WITH_SLIDER).first
    slider = panel.locator("input[type=range]").first
    settle(panel)
    slider.focus()
    slider.press("ArrowRight")
    settle(panel)
    before, said = place(first), words(panel)
    first.keyboard.press("Alt+l")
    there = head(first)
    for gone in (".jp-SideBar", "#jp-menu-panel", ".jp-NotebookPanel-toolbar", ".jp-InputPrompt"):
        assert first.locator(gone).first.is_hidden(), gone
    assert first.evaluate("gate.unseen()") == []
    assert panel.is_visible(), "the step of the slider"
    assert words(panel) == said
    assert changes(panel, lambda: drag(slider, 0.2, 0.8)) == {"words", "pixels"}
    first.keyboard.press("PageDown")
    assert head(first) != there, "a presenter steps while the slider has the focus"
    first.keyboard.press("PageUp")
    assert head(first) == there
    slider.focus()
    assert "words" in changes(panel, lambda: first.keyboard.press("Home")), "the slider's own key"
    assert head(first) == there
    first.keyboard.press("Alt+l")
    until(first, "() => gate.allIdle(gate.panels().length)")
    until(first, "before => JSON.stringify(gate.place()) === JSON.stringify(before)", before)
    assert first.errors == []


@pytest.mark.slow
def test_the_key_again_goes_back_to_where_the_lecture_was(first):
    """Also where the focus was in the active cell, far from what the page shows."""
    first.evaluate("gate.focusLast()")
    first.keyboard.press("Alt+l")
    first.keyboard.press("Home")
    first.keyboard.press("PageDown")
    there = head(first)
    first.keyboard.press("Escape")
    until(first, "() => gate.allIdle(gate.panels().length)")
    until(first, "() => gate.still()", polling="raf")
    first.keyboard.press("Alt+l")
    assert head(first) == there
    first.keyboard.press("Alt+l")
    first.evaluate("gate.activate(0)")
    first.keyboard.press("Alt+l")
    assert head(first).startswith("1 of"), "who has moved begins there"
    first.keyboard.press("Alt+l")
    assert first.errors == []


@pytest.mark.slow
def test_keys_of_the_lecture_mode(first):
    """First and last step, list, black, help, code, a word in the corner; no cell is changed."""
    source = "gate.notebook().content.model.sharedModel.toJSON().cells.length"
    count = first.evaluate(source)
    first.get_by_role("button", name="Lecture").click()
    first.keyboard.press("End")
    last = head(first)
    first.keyboard.press("Home")
    assert head(first) == last.replace(last.split()[0], "1", 1)
    first.keyboard.press("b")
    assert first.locator(".classroom-black").is_visible()
    first.keyboard.press("PageDown")
    assert first.locator(".classroom-black").count() == 0
    assert head(first).startswith("1 of"), "the key lifts the black and does no more"
    first.keyboard.press("?")
    assert first.locator(".classroom-help").is_visible()
    first.keyboard.press("Escape")
    first.keyboard.press("o")
    assert first.locator(".classroom-list li").count() == int(last.split()[0])
    first.keyboard.press("ArrowDown")
    first.keyboard.press("Enter")
    assert head(first).startswith("2 of")
    for key in ("a", "x", "d", "d", "m"):  # keys that change cells outside of the mode
        first.keyboard.press(key)
    first.keyboard.press("c")
    first.keyboard.press("c")
    first.keyboard.press("Escape")
    assert first.locator(".classroom-head").count() == 0
    assert first.evaluate(source) == count
    assert first.errors == []


@pytest.mark.slow
def test_notes_on_a_second_window(first):
    first.evaluate("document.activeElement?.blur()")  # Home would be the key of a focused slider
    first.keyboard.press("Alt+l")
    first.keyboard.press("Home")
    with first.expect_popup() as opened:
        first.keyboard.press("n")
    notes = opened.value
    title = first.locator(".classroom-head b").inner_text()
    assert title in notes.inner_text("main") or notes.inner_text("h1")
    notes.keyboard.press("PageDown")
    assert head(first).startswith("2 of"), "keys of the notes drive the lecture"
    assert "Next" in notes.inner_text("main")
    said = notes.inner_text("main")
    assert said.count("Say\n") == 1
    assert "For the lecturer" not in said, "a note is open here"
    assert (
        first.locator("summary", has_text="For the lecturer").locator("visible=true").count() == 0
    )
    fonts = "[...document.fonts].filter(({family}) => family.startsWith('MJX')).length"
    assert notes.evaluate(fonts) > 0, "formulas have their letters"
    first.keyboard.press("Alt+l")
    until(first, "() => !document.querySelector('.classroom-head')")
    assert notes.is_closed()
    assert first.errors == []


@pytest.mark.slow
def test_a_notebook_without_steps_is_left_alone(lab, browser):
    page = new_page(browser)
    load(page, address(*lab, "/workspaces/plain"))
    until(page, "() => window.jupyterapp")
    page.evaluate("gate.plain()")
    until(page, "() => gate.notebook()?.context.isReady")
    page.keyboard.press("Alt+l")
    page.get_by_text("no steps to lecture from").wait_for()
    assert page.get_by_role("button", name="Lecture").count() == 0
    assert page.locator(".classroom-head, .classroom-stage").count() == 0
    assert page.errors == []
    page.close()


# Votes --------------------------------------------------------------------------------------------


VOTE = """
from classroom import vote
vote('browser', 'How large is $K_1$?', '1/2', '4/5', '1')
vote('browser')
"""


@pytest.mark.slow
def test_a_vote_is_said_by_hand_and_by_keys_and_repeated(first):
    """A press and a key say a letter; both places show it; no key reaches the notebook."""
    votes = first.locator(".classroom-vote")
    before = votes.count()  # the chapter has votes of its own
    add_and_run(first, VOTE)
    ask, again = votes.nth(before), votes.nth(before + 1)
    again.wait_for()
    cells = first.locator(".jp-Notebook .jp-Cell").count()
    buttons = ask.get_by_role("radio")
    assert [button.inner_text().split() for button in buttons.all()] == [
        ["A", "1/2"],
        ["B", "4/5"],
        ["C", "1"],
    ]
    assert again.inner_text() == "Your answer was A, B or C?"
    buttons.nth(1).click()
    says_again(first, "You said B. 4/5")
    first.keyboard.press("ArrowDown")
    first.keyboard.press("Enter")
    says_again(first, "You said C. 1")
    first.keyboard.press("a")
    says_again(first, "You said A. 1/2")
    assert ask.locator("[aria-checked=true]").get_attribute("data-letter") == "A"
    assert first.locator(".jp-Notebook .jp-Cell").count() == cells, "keys stay with the vote"
    keep_picture(ask, f"{FIRST}_vote")
    assert first.errors == []
    remove_cells(first, 1)


def add_panel(page, source):
    """Run a panel in a new cell at the end; return it once it is there and at rest."""
    add_and_run(page, source)
    until(page, "n => gate.allIdle(n)", live_cells(FIRST) + 1)
    panel = page.locator(".livepanel").last
    panel.scroll_into_view_if_needed()
    until(page, "() => gate.still()", polling="raf")
    return panel


def reads(panel, text):
    """Wait until a panel says something, and has answered everything."""
    says = "([p, text]) => p.querySelector('.readout').innerText.includes(text) && gate.idle(p)"
    until(panel.page, says, [panel.element_handle(), text])


TURNED = """
import numpy as np
import kernlab_helpers as kh
from kernlab_course import gaussian_shape
from livepanels import live, subplots, Turn
X_turned = np.random.default_rng(0).normal(size=(20, 3))
_, space_turned = subplots(space=True)
_, plane_turned = subplots()
plane_turned.set(xlim=(-5, 5), ylim=(-5, 5), aspect='equal')
start_turned = kh.Gaussians([[0.0, 0.0]], [[[4.0, 0.0], [0.0, 1.0]]])

@live(view=Turn(space_turned, (30, 20)), A=gaussian_shape(start_turned, 'A'))
def turned(view, A):
    space_turned.scatter(X_turned)
    space_turned.view(*view)
    plane_turned.scatter(A.means)
    plane_turned.ellipses([A])
    (a, b), (b, c) = A.covariances[0]
    x, y = A.means[0]
    return f"turn {view[0]:.0f} tilt {view[1]:.0f}; mean {x:.2f}, {y:.2f}; {a:.2f} {b:.2f} {c:.2f}"
"""


@pytest.mark.slow
def test_a_space_is_turned_and_an_ellipse_is_shaped(first):
    """Every handle by the mouse and by keys; Home goes back; both can be typed."""
    panel = add_panel(first, TURNED)
    start = "turn 30 tilt 20; mean 0.00, 0.00; 4.00 0.00 1.00"
    reads(panel, start)
    names = grips(panel).evaluate_all("all => all.map(grip => grip.ariaLabel)")
    assert len(names) == 5, names
    for i, name in enumerate(names):
        pulled = changes(panel, lambda i=i: pull(grips(panel).nth(i)))
        assert pulled == {"words", "pixels"}, name
        grips(panel).nth(i).focus()
        assert "words" in changes(panel, lambda: first.keyboard.press("ArrowUp")), name
        first.keyboard.press("Home")
        reads(panel, start)
    turn, shape = panel.locator("input[type=text]").all()
    type_in(turn, "90, 0")
    type_in(shape, "1, −2, 3, 1, 90")
    reads(panel, "turn 90 tilt 0; mean 1.00, -2.00; 1.00 0.00 9.00".replace("-", "\u2212"))
    assert first.errors == []
    remove_cells(first, 1)


def middle(element):
    """Return where the middle of an element is on the page."""
    box = steady(element)
    return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2


def pull(grip):
    """Drag a handle with the mouse, to the right and a little up."""
    x, y, _ = take(grip)
    grip.page.mouse.move(x + 40, y - 25, steps=5)
    grip.page.mouse.up()


GLIDED = """
import numpy as np
from livepanels import Choice, live, subplots
X_glided = np.random.default_rng(0).normal(size=(20, 2))
_, cloud_glided = subplots()
cloud_glided.set(xlim=(-4, 4), ylim=(-4, 4))

@live(glide=True, side=Choice('side', {'left': -1, 'right': 1}))
def glided(side):
    cloud_glided.scatter(side * np.abs(X_glided))
"""


@pytest.mark.slow
def test_points_glide_from_answer_to_answer(first):
    """What is between two answers is seen, but not by a reader who wants no motion."""
    panel = add_panel(first, GLIDED)
    seen = "(panel, i) => gate.pictures(panel, panel.querySelectorAll('[type=radio]')[i % 2])"
    try:
        first.emulate_media(reduced_motion="reduce")
        assert [panel.evaluate(seen, i) for i in (1, 2, 3)] == [2, 2, 2]
        first.emulate_media(reduced_motion="no-preference")
        # a machine that paints no picture in 300 ms cannot show a glide: it may try again
        assert any(panel.evaluate(seen, i) > 2 for i in range(4, 14))
    finally:
        first.emulate_media(reduced_motion=None)
    assert first.errors == []
    remove_cells(first, 1)


def says_again(page, text):
    """Wait until the last vote of the page repeats a text."""
    condition = (
        "text => [...document.querySelectorAll('.classroom-vote')].at(-1).innerText === text"
    )
    until(page, condition, text)


# Memory -------------------------------------------------------------------------------------------


def press(panel, key):
    """Press a key on the slider of a panel, and wait for the answer."""
    panel.locator("input[type=range]").first.press(key)
    settle(panel)


@pytest.mark.slow
def test_a_second_visit_needs_no_kernel(first):
    """What was seen is painted within the task of the key press, without a question."""
    panel = first.locator(WITH_SLIDER).first
    slider = panel.locator("input[type=range]").first
    settle(panel)
    press(panel, "ArrowRight")
    there = words(panel)
    press(panel, "ArrowRight")
    first.evaluate("gate.countQuestions()")
    back = "slider => { slider.stepDown(); slider.dispatchEvent(new Event('input')); "
    back += "return gate.words(slider.closest('.livepanel')); }"
    assert slider.evaluate(back) == there, "painted at once"
    assert first.evaluate("gate.questions.filter(q => !q.ahead && !q.stand)") == []


@pytest.mark.slow
def test_neighbors_are_asked_ahead_when_the_hand_rests(first):
    panel = first.locator(WITH_SLIDER).first
    slider = panel.locator("input[type=range]").first
    slider.evaluate("slider => gate.move(slider, 100)")
    settle(panel)
    until(first, "() => gate.remembers(101) && gate.remembers(99)")


ONWARD = """slider => new Promise((done) => {
  let place = 100;
  const timer = setInterval(() => {
    gate.move(slider, ++place);
    if (place === 120) done(clearInterval(timer));
  }, 25);
})"""


@pytest.mark.slow
def test_a_drag_is_answered_ahead_of_the_hand(first):
    """A question names the stops that come next; a machine that is slow is asked for none."""
    panel = first.locator(WITH_SLIDER).first
    slider = panel.locator("input[type=range]").first
    settle(panel)
    for _ in range(20):
        first.evaluate("livepanels.memory.forget()")
        slider.evaluate(ONWARD)
        settle(panel)
        if first.evaluate("gate.remembers(126)"):  # no neighbor of 120
            break
    else:
        raise AssertionError("nothing was asked ahead in 20 drags")
    there = words(panel)
    press(panel, "ArrowRight")
    first.evaluate("livepanels.memory.forget()")
    press(panel, "ArrowLeft")
    assert words(panel) == there, "asked anew it is the same"


LOSE = """
from livepanels import live
for panel in live.panels():
    for view in panel.views.values():
        view.sent += 1
print("one is lost")
"""


@pytest.mark.slow
def test_an_answer_that_is_lost_on_the_way_is_asked_for_again(first):
    panel = first.locator(WITH_SLIDER).first
    settle(panel)
    press(panel, "ArrowRight")
    there = words(panel)
    press(panel, "ArrowLeft")
    add_and_run(first, LOSE)
    first.locator(".jp-OutputArea-output", has_text="one is lost").wait_for()
    press(panel, "ArrowRight")
    assert words(panel) == there
    remove_cells(first, 1)


MADE_ANEW = """
import numpy as np
from livepanels import live, Slider, subplots
K_memory = np.eye(2)
_, remembered_view = subplots()

@live(s=Slider('s', 0, 9, value=1, step=1))
def remembered(s):
    remembered_view.imshow(s * K_memory, digits=2, vmin=0, vmax=99)
    return f"sum {(s * K_memory).sum():g}"
"""


@pytest.mark.slow
def test_a_cell_that_runs_empties_the_memory(first):
    """K is bound anew in another cell; the slider moved back shows the new K."""
    add_and_run(first, MADE_ANEW)
    until(first, "n => gate.allIdle(n)", live_cells(FIRST) + 1)
    panel = first.locator(".livepanel").last
    press(panel, "ArrowRight")
    press(panel, "ArrowLeft")
    assert "sum 2" in words(panel)
    run_and_forget(first, "K_memory = 2 * np.eye(2)")
    press(panel, "ArrowRight")
    assert "sum 8" in words(panel)
    press(panel, "ArrowLeft")
    assert "sum 4" in words(panel)
    run_and_forget(first, "K_memory = 'five'")
    press(panel, "ArrowRight")
    assert "K_memory was an array of shape (2, 2) and is now 'five'" in panel.inner_text()
    remove_cells(first, 3)


def run_and_forget(page, source):
    """Run a cell; wait until it has run, and the page has forgotten what it remembered."""
    page.evaluate("gate.watchMemory()")
    add_and_run(page, source)
    until(page, "n => gate.forgotten.size === n && gate.connected()", live_cells(FIRST) + 1)


@pytest.mark.slow
def test_a_slider_says_its_name_its_value_and_what_came_of_it(first):
    """What a screen reader is given: label and value at the slider, then the line of words."""
    panel = first.locator(WITH_SLIDER).first
    slider = panel.locator("input[type=range]").first
    settle(panel)
    press(panel, "Home")
    name, value, live = slider.evaluate(HEARD)
    typed = panel.locator(".control.slider input[type=text]").first
    assert name and value == typed.input_value().replace("\u2212", "-")
    assert live == "polite" and panel.locator(".readout").inner_text()
    alts = panel.locator("canvas").evaluate_all("all => all.map((one) => one.ariaLabel)")
    press(panel, "End")
    assert slider.evaluate(HEARD)[1] != value
    assert panel.locator("canvas").evaluate_all("all => all.map((one) => one.ariaLabel)") != alts


HEARD = """(slider) => {
  const line = slider.closest(".livepanel").querySelector(".readout").closest("[aria-live]");
  return [slider.ariaLabel, slider.ariaValueText.replace("\\u2212", "-"), line?.ariaLive];
}"""


def test_jupyterlab_asks_no_foreign_host(first):
    """From the first byte of the page on, whatever the tests above have done with it."""
    assert first.abroad == []


# Asleep -------------------------------------------------------------------------------------------


def end_kernels(port, token):
    """End all kernels of the server but those of pages that are open, as a night does."""

    def ask(path="", method="GET"):
        where = f"http://127.0.0.1:{port}/api/kernels{path}?token={token}"
        with urllib.request.urlopen(urllib.request.Request(where, method=method)) as answer:
            return json.loads(answer.read() or "null")

    for kernel in ask():
        if kernel["connections"] == 0:
            ask(f"/{kernel['id']}", "DELETE")


@pytest.mark.slow
def test_closed_killed_and_opened_again(lab, browser):
    """A saved notebook shows its last pictures and words without a kernel, twice over."""
    page = new_page(browser)
    load(page, address(*lab))
    begin(page, FIRST, folder="again")
    finish(page, FIRST)
    panel = page.locator(WITH_SLIDER).first
    slider = panel.locator("input[type=range]").first
    drag(slider, 0.5, 0.7)
    settle(panel)
    page.evaluate("gate.ticks(3, 200)")  # the hand rests: the model keeps the picture
    shown = words(panel)
    count = live_cells(FIRST)
    save(page)
    models = sorted(page.evaluate("gate.saved()").split())
    for _ in range(2):
        save(page)
        assert sorted(page.evaluate("gate.saved()").split()) == models, "a model was lost"
        page.goto("about:blank")
        end_kernels(*lab)
        load(page, address(*lab, f"/tree/again/{FIRST}.ipynb"))
        until(page, "n => gate.panels().length === n && gate.panels().every(gate.asleep)", count)
        assert words(panel) == shown
        assert page.get_by_text("Error displaying widget").count() == 0
        assert panel.get_by_text(ADVICE).is_visible()
        assert slider.is_disabled()
        keep_picture(panel, f"{FIRST}_asleep")
        until(page, "() => gate.connected()")
    menu(page, "Run", "Run All Cells")
    finish(page, FIRST)
    assert changes(panel, lambda: drag(slider, 0.5, 0.9)) == {"words", "pixels"}
    save(page)
    page.goto("about:blank")
    end_kernels(*lab)
    load(page, address(*lab))
    page.evaluate("gate.muteKernel()")
    path = f"again/{FIRST}.ipynb"
    page.evaluate("path => { jupyterapp.commands.execute('docmanager:open', { path }); }", path)
    until(page, "n => gate.panels().length === n && gate.panels().every(gate.asleep)", count)
    page.close()


# A line that is slow, or cut ----------------------------------------------------------------------


@pytest.fixture(scope="module")
def line(lab):
    """Lay a line to the server."""
    port, _ = lab
    line = Line(port)
    yield line
    line.close()


class Talk(NamedTuple):
    """A question of a panel, or the answer to it, as it came over the line."""

    kind: str
    size: int
    picture: bool
    packed: bool


def listen(page):
    """Keep what the panels of a page ask and get, in the order of the line."""
    page.talk = []

    def hear(kind, data, sign):
        if sign in data:
            page.talk.append(Talk(kind, len(data), b'"index"' in data, b'"packed"' in data))

    def opened(socket):
        if "channels" in socket.url:
            socket.on("framesent", lambda data: hear("question", data, b'"view"'))
            socket.on("framereceived", lambda data: hear("answer", data, b'"controls"'))

    page.on("websocket", opened)


@pytest.fixture(scope="module")
def distant(line, lab, browser):
    """Open a copy of the first chapter through the line."""
    page = new_page(browser)
    listen(page)
    load(page, address(line.here, lab[1]))
    begin(page, FIRST, folder="copies")
    finish(page, FIRST)
    yield page
    page.close()


def sizes(talk, packed):
    """Return how many bytes the answers with pictures had."""
    return [said.size for said in talk if said.picture and said.packed == packed]


@pytest.mark.slow
def test_a_slow_line_gets_fewer_and_smaller_messages(line, distant):
    """At 300 ms there and back nothing queues: one question at a time, in fewer bytes."""
    add_and_run(distant, LARGE)
    panel = distant.locator(".livepanel", has_text="large")
    panel.wait_for()
    slider = panel.locator("input[type=range]").first
    settle(panel)
    distant.talk.clear()
    for _ in range(20):
        distant.evaluate("livepanels.memory.forget()")
        slider.evaluate("slider => gate.wander(slider, 5, 100)")
        settle(panel)
        if sizes(distant.talk, packed=False):  # a busy machine is a slow line, too
            break
    whole, line.delay = max(sizes(distant.talk, packed=False)), 0.15
    distant.evaluate("livepanels.memory.forget()")
    slider.evaluate("slider => gate.wander(slider, 5, 100)")
    settle(panel)
    distant.evaluate("livepanels.memory.forget()")
    distant.talk.clear()
    began = time.monotonic()
    slider.evaluate("slider => gate.wander(slider, 100, 20)")
    settle(panel)
    seconds = time.monotonic() - began
    kinds = [said.kind for said in distant.talk]
    assert kinds == ["question", "answer"] * (len(kinds) // 2), "one question at a time"
    assert 2 <= kinds.count("question") <= 1 + seconds / 0.3
    assert not sizes(distant.talk, packed=False)
    packed = sizes(distant.talk, packed=True)
    assert max(packed) < whole
    assert min(packed) < 0.5 * whole, "the last matrix is nearly the identity"
    slow = words(panel)
    line.delay = 0.0
    distant.evaluate("livepanels.memory.forget()")
    slider.evaluate("slider => gate.wander(slider, 0, 10)")
    settle(panel)
    assert words(panel) == slow
    assert distant.errors == []


@pytest.mark.slow
def test_a_lost_connection_is_told_and_mended(line, distant):
    """A panel says that no answer came; later what the student moved last is what counts."""
    line.delay = 0.0
    panel = distant.locator(WITH_SLIDER).first
    slider = panel.locator("input[type=range]").first
    settle(panel)
    distant.evaluate("() => livepanels.memory.forget()")  # what is remembered needs no connection
    line.cut()
    drag(slider, 0.5, 0.9)
    panel.get_by_text("connection is lost").wait_for()
    at = int(slider.input_value()) - 1
    slider.evaluate("(slider, at) => gate.move(slider, at)", at)
    line.alive = True
    distant.evaluate("() => { jupyterapp.commands.execute('kernelmenu:reconnect-to-kernel'); }")
    until(distant, "() => gate.reconnected()")
    settle(panel)
    assert int(slider.input_value()) == at
    assert changes(panel, lambda: drag(slider, 0.9, 0.3)) == {"words", "pixels"}
