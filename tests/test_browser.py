"""Every chapter in the real JupyterLab: it opens, runs, and its sliders move pixels and words.

A test waits for conditions, never for seconds: a panel says in `data-state` whether it is busy.
"""

import os
import shutil
import time
from typing import NamedTuple

import pytest
from browsing import (
    CHAPTERS,
    FLAGS,
    Reader,
    accept,
    add_and_run,
    begin,
    cells_of,
    changes,
    drag,
    finish,
    jupyterlab,
    keep_picture,
    live_cells,
    load,
    menu,
    new_page,
    settle,
    until,
    words,
)
from line import Line

from tools.gates import BROWSERS

FIRST = CHAPTERS[0]
WITH_SLIDER = ".kernlab-panel:has(input[type=range])"


def chromium():
    """Return the browser to test with; without one the gate is skipped, loudly, never in CI."""
    found = os.environ.get("KERNLAB_CHROMIUM") or next(
        filter(None, map(shutil.which, BROWSERS)), ""
    )
    if not found:
        words = f"no browser found: install Debian's chromium, or one of {', '.join(BROWSERS)}"
        if os.environ.get("CI") == "true":
            pytest.fail(words)
        pytest.skip(f"THE BROWSER GATE DID NOT RUN: {words}")
    return found


@pytest.fixture(scope="session")
def lab(tmp_path_factory):
    """Serve a copy of the chapters; give the port and the token."""
    chromium()
    with jupyterlab(tmp_path_factory.mktemp("lab")) as served:
        yield served


def address(port, token):
    return f"http://127.0.0.1:{port}/lab?reset&token={token}"


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def reader(lab, browser):
    return Reader(browser, address(*lab))


def wanted(item):
    """Return the chapter that a test opens anew, None where there is none."""
    if "first" in item.fixturenames:
        return FIRST
    return item.callspec.params.get("chapter") if hasattr(item, "callspec") else None


@pytest.fixture
def page(chapter, reader, request):
    """Open a chapter that has run, and begin with that of the next test."""
    items, failures = request.session.items, request.session.testsfailed
    following = items[items.index(request.node) + 1 :]
    page = reader.open(chapter, after=wanted(following[0]) if following else None)
    yield page
    reader.close(page, failed=request.session.testsfailed > failures)


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


# Every chapter ------------------------------------------------------------------------------------


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_chapter_is_alive(chapter, page):
    panels = page.locator(".kernlab-panel")
    assert panels.count() == live_cells(chapter) > 0
    assert page.get_by_text("Error displaying widget").count() == 0
    assert page.locator(".jp-OutputArea-output[data-mime-type*='error']").count() == 0
    assert page.locator(".jp-OutputArea-output[data-mime-type*='stderr']").count() == 0
    moved = 0
    for i in range(panels.count()):
        panel = panels.nth(i)
        labels = panel.locator("canvas").evaluate_all("all => all.map(c => c.width && c.ariaLabel)")
        assert labels and all(labels)
        slider = panel.locator("input[type=range]").first
        if slider.count():
            moved += 1
            dragged = changes(panel, lambda s=slider: drag(s, 0.5, 0.9))
            assert dragged == {"words", "pixels"}, words(panel)
            assert "words" in changes(panel, lambda s=slider: s.press("ArrowLeft")), words(panel)
        assert panel.locator(".error").inner_text() == ""
        keep_picture(panel, f"{chapter}_panel{i + 1}")
    assert moved > 0
    assert too_tall(page, chapter) == []
    assert page.errors == []


LECTURE = "from kernlab_helpers.lab import live, theme; theme.lecture(); " + (
    "[panel.set() for panel in live.panels()]"
)


def too_tall(page, chapter):
    """Return the slides that do not fit a projector's screen in lecture mode with code folded."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    page.evaluate("code => gate.tell(code)", LECTURE)
    until(page, "() => gate.told")
    assert page.evaluate("gate.told") == "ok"
    page.locator(".jp-Notebook .jp-Cell").first.click(position={"x": 5, "y": 5})
    page.keyboard.press("Alt+l")
    until(page, "n => gate.inLecture(n)", live_cells(chapter))
    until(page, "() => gate.still()", polling="raf")
    heights, room = page.evaluate("[gate.heights, gate.room()]")
    keep_picture(page, f"{chapter}_lecture")
    slides = []
    for cell, height in zip(cells_of(chapter), heights, strict=True):
        kind = cell["metadata"]["slideshow"]["slide_type"]
        if kind in ("slide", "subslide"):
            slides.append(["".join(cell["source"])[:60], 0])
        if kind not in ("skip", "notes"):
            slides[-1][1] += height
    return [f"{start!r}: {height} of {room}" for start, height in slides if height > room]


# One page with the first chapter ------------------------------------------------------------------


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
    typed = panel.locator("input[type=text]").first
    typed.fill("wide")
    typed.press("Enter")
    settle(panel)
    assert "wide" in panel.locator(".error").inner_text()
    panel.get_by_role("button", name="reset").first.click()
    settle(panel)
    assert panel.locator(".error").inner_text() == ""
    assert first.errors == []


def test_dark_theme(first):
    """The panels follow the theme of the page while it changes, and back."""
    corner = (
        "[...document.querySelector('.kernlab-panel canvas').getContext('2d')"
        ".getImageData(1, 1, 1, 1).data].slice(0, 3).reduce((a, b) => a + b)"
    )
    assert first.evaluate(corner) > 600
    menu(first, "Settings", "Theme", "JupyterLab Dark")
    until(first, f"() => {corner} < 200")
    keep_picture(first.locator(".kernlab-panel").first, f"{FIRST}_dark")
    menu(first, "Settings", "Theme", "JupyterLab Light")
    until(first, f"() => {corner} > 600")
    assert first.errors == []


def test_panels_are_accessible(first):
    """No serious finding of axe-core in any panel: labels, roles, contrast."""
    from axe_playwright_python.sync_playwright import Axe

    for i in range(live_cells(FIRST)):
        first.locator(".kernlab-panel").nth(i).evaluate("(panel, i) => panel.id = `axe${i}`", i)
        found = Axe().run(first, context=f"#axe{i}").response["violations"]
        assert not [(f["id"], f["help"]) for f in found if f["impact"] in ("serious", "critical")]


def test_a_reloaded_page_brings_its_panels_back(first):
    menu(first, "File", "Save Notebook")
    until(first, "() => !gate.notebook().context.model.dirty")
    first.reload()
    finish(first, FIRST)
    panel = first.locator(WITH_SLIDER).first
    slider = panel.locator("input[type=range]").first
    assert changes(panel, lambda: drag(slider, 0.5, 0.9)) == {"words", "pixels"}


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


def test_a_slider_plays(first):
    """The play button moves a slider on by itself; a second push stops it."""
    cell = (
        "from kernlab_helpers.lab import Slider, live, pictures\n"
        "bars = pictures.Bars(['a'], [1.0], limit=99)\n\n\n"
        "@live(step=Slider('step', 0, 99, value=0, step=1, play=True))\n"
        "def played(step):\n    bars.show([step])\n"
    )
    add_and_run(first, cell)
    button = first.get_by_role("button", name="play step")
    button.wait_for()
    panel = first.locator(".kernlab-panel").last
    slider = panel.locator("input[type=range]")
    settle(panel)
    button.click()
    until(first, "slider => Number(slider.value) >= 2", slider.element_handle())
    button.click()
    settle(panel)
    stopped = int(slider.input_value())
    assert 2 <= stopped < 99
    first.evaluate("gate.ticks(3, 400)")  # as many as the slider would have moved
    settle(panel)
    assert int(slider.input_value()) == stopped
    assert f"a {stopped}" in words(panel)
    assert first.errors == []
    first.evaluate("jupyterapp.commands.execute('notebook:delete-cell')")
    until(first, "n => gate.allIdle(n)", live_cells(FIRST))


def restart(page, item):
    """Restart the kernel through the menu, and wait until it has ended."""
    page.evaluate("gate.watchRestart()")
    menu(page, "Kernel", item)
    accept(page)
    until(page, "() => gate.restarted")


def test_a_restarted_kernel_is_told(first):
    """The panel says that it has no answer, and what to do; done, it lives again."""
    panel = first.locator(WITH_SLIDER).first
    restart(first, "Restart Kernel…")
    until(first, "() => gate.connected()")
    drag(panel.locator("input[type=range]").first, 0.5, 0.9)
    panel.get_by_text("restarted").wait_for()
    menu(first, "Run", "Run All Cells")
    finish(first, FIRST)
    slider = panel.locator("input[type=range]").first
    assert changes(panel, lambda: drag(slider, 0.5, 0.9)) == {"words", "pixels"}


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
    assert first.locator(".kernlab-panel").count() == live_cells(FIRST)


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
            page.talk.append(Talk(kind, len(data), b'"shape"' in data, b'"packed"' in data))

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


def test_a_slow_line_gets_fewer_and_smaller_messages(line, distant):
    """At 300 ms there and back nothing queues: one question at a time, in fewer bytes."""
    panel = distant.locator(WITH_SLIDER).last  # all irises: two matrices of 150 x 150
    slider = panel.locator("input[type=range]").first
    settle(panel)
    distant.talk.clear()
    for _ in range(20):
        slider.evaluate("slider => gate.wander(slider, 5, 100)")
        settle(panel)
        if sizes(distant.talk, packed=False):  # a busy machine is a slow line, too
            break
    whole, line.delay = max(sizes(distant.talk, packed=False)), 0.15
    slider.evaluate("slider => gate.wander(slider, 5, 100)")
    settle(panel)
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
    assert min(packed) < 0.5 * whole, "the last picture is nearly of one colour"
    slow = words(panel)
    line.delay = 0.0
    slider.evaluate("slider => gate.wander(slider, 0, 10)")
    settle(panel)
    assert words(panel) == slow
    assert distant.errors == []


def test_a_lost_connection_is_told_and_mended(line, distant):
    """A panel says that no answer came; later what the student moved last is what counts."""
    line.delay = 0.0
    panel = distant.locator(WITH_SLIDER).first
    slider = panel.locator("input[type=range]").first
    settle(panel)
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
