"""Every chapter in the real JupyterLab: it opens, runs, and its sliders move pixels and words."""

import asyncio
import contextlib
import json
import os
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import threading
import time
import urllib.request
from pathlib import Path
from urllib.parse import urlsplit

import pytest

from tools.gates import BROWSERS

ROOT = Path(__file__).resolve().parent.parent
ARTEFACTS = ROOT / "artefacts"
CHAPTERS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]
WITH_SLIDER = ".kernlab-panel:has(input[type=range])"
PIXELS = "panel => [...panel.querySelectorAll('canvas')].map(c => c.toDataURL()).join()"


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
    """Serve a copy of the chapters through run.py; give the address of a chapter."""
    chromium()
    home = tmp_path_factory.mktemp("lab")
    shutil.copytree(ROOT / "notebooks", home / "notebooks")
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex(16)
    environment = os.environ | {
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
    }
    with (home / "server.log").open("w") as log:
        words = ["run.py", "lab", "--no-browser", f"--port={port}", f"--ServerApp.root_dir={home}"]
        words += [
            f"--IdentityProvider.token={token}",
            str(home / "notebooks" / f"{CHAPTERS[0]}.ipynb"),
        ]
        server = subprocess.Popen(
            [sys.executable, *words], cwd=ROOT, env=environment, stdout=log, stderr=log,
            start_new_session=True,
        )  # fmt: skip
    address = f"http://127.0.0.1:{port}"
    try:
        for _ in range(240):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"{address}/api?token={token}", timeout=5).close()
                break
            assert server.poll() is None, (home / "server.log").read_text()
            time.sleep(0.5)
        else:
            pytest.fail("JupyterLab did not answer:\n" + (home / "server.log").read_text())
        yield lambda chapter: f"{address}/lab/tree/notebooks/{chapter}.ipynb?reset&token={token}"
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(30)


@pytest.fixture(scope="session")
def browser():
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        yield browser
        browser.close()


@pytest.fixture
def page(browser):
    """Open a page that remembers what went wrong on its console."""
    page = browser.new_page(viewport={"width": 1500, "height": 1100})
    page.errors = []
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda m: page.errors.append(m.text) if m.type == "error" else None)
    yield page
    page.close()


def live_cells(chapter):
    cells = json.loads((ROOT / "notebooks" / f"{chapter}.ipynb").read_text())["cells"]
    return sum("".join(cell["source"]).count("@live(") for cell in cells)


def menu(page, bar, *items):
    """Choose an item of JupyterLab's menu bar."""
    page.locator(".lm-MenuBar-item", has_text=bar).first.click()
    for item in items:
        page.locator(".lm-Menu-itemLabel", has_text=item).first.click()


def open_and_run(page, address, chapter):
    """Open a chapter, restart its kernel, run every cell, and wait for all of its panels."""
    page.goto(address)
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=60_000)
    page.get_by_text("| Idle").first.wait_for(timeout=60_000)
    # panels of an earlier test may still be alive here: they do not count
    page.evaluate("document.querySelectorAll('.kernlab-panel').forEach(p => p.id = 'before')")
    menu(page, "Kernel", "Restart Kernel and Run All Cells")
    page.locator(".jp-Dialog button.jp-mod-accept").click()
    page.wait_for_function(
        "n => !document.getElementById('before') &&"
        " document.querySelectorAll('.kernlab-panel canvas').length >= n",
        arg=live_cells(chapter),
        timeout=120_000,
    )
    page.wait_for_function(
        "() => ![...document.querySelectorAll('.jp-InputPrompt')]"
        ".some(prompt => prompt.textContent.includes('*'))",
        timeout=120_000,
    )


def words(panel):
    """Return the readout and what stands in the boxes beside the sliders."""
    typed = [box.input_value() for box in panel.locator("input[type=text]").all()]
    return " | ".join([panel.locator(".readout").inner_text(), *typed])


def changes(page, panel, action, pixels=True):
    """Tell whether words (and pixels) of a panel change within five seconds of an action."""
    before = panel.evaluate(PIXELS), words(panel)
    action()
    for _ in range(50):
        page.wait_for_timeout(100)
        after = panel.evaluate(PIXELS), words(panel)
        if after[1] != before[1] and (after[0] != before[0] or not pixels):
            return True
    return False


def drag(page, slider, start, end):
    """Drag a slider with the mouse between two shares of its length."""
    slider.scroll_into_view_if_needed()
    box = slider.bounding_box()
    across, height = lambda share: box["x"] + box["width"] * share, box["y"] + box["height"] / 2
    page.mouse.move(across(start), height)
    page.mouse.down()
    for step in range(1, 13):
        page.mouse.move(across(start + (end - start) * step / 12), height)
        page.wait_for_timeout(16)
    page.mouse.up()


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_chapter_is_alive(chapter, lab, page):
    open_and_run(page, lab(chapter), chapter)
    panels = page.locator(".kernlab-panel")
    assert panels.count() == live_cells(chapter) > 0
    assert page.get_by_text("Error displaying widget").count() == 0
    assert page.locator(".jp-OutputArea-output[data-mime-type*='error']").count() == 0
    assert page.locator(".jp-OutputArea-output[data-mime-type*='stderr']").count() == 0
    moved = 0
    for i in range(panels.count()):
        panel = panels.nth(i)
        panel.scroll_into_view_if_needed()
        page.wait_for_function(
            "c => c.width > 0", arg=panel.locator("canvas").first.element_handle()
        )
        for label in panel.locator("canvas").all():
            assert label.get_attribute("aria-label")
        sliders = panel.locator("input[type=range]")
        if sliders.count():
            moved += 1
            slider = sliders.first
            assert changes(page, panel, lambda s=slider: drag(page, s, 0.5, 0.9)), words(panel)
            press = lambda s=slider: s.press("ArrowLeft")  # noqa: E731
            assert changes(page, panel, press, pixels=False), words(panel)
        assert panel.locator(".error").inner_text() == ""
        ARTEFACTS.mkdir(exist_ok=True)
        panel.screenshot(path=ARTEFACTS / f"{chapter}_panel{i + 1}.png")
    assert moved > 0
    assert too_tall(page, chapter) == []
    assert page.errors == []


LECTURE = "from kernlab_helpers.lab import live, theme; theme.lecture(); " + (
    "[panel.set() for panel in live.panels()]"
)


def too_tall(page, chapter):
    """Return the slides that do not fit a projector's screen in lecture mode with code folded."""
    page.set_viewport_size({"width": 1920, "height": 1080})
    add_and_run(page, LECTURE)
    page.locator(".jp-Notebook .jp-Cell").first.click(position={"x": 5, "y": 5})
    page.keyboard.press("Alt+l")
    page.locator(".kernlab-panel.lecture").last.wait_for()
    page.wait_for_timeout(1500)
    room = page.evaluate("document.querySelector('.jp-WindowedPanel-outer').clientHeight")
    cells = json.loads((ROOT / "notebooks" / f"{chapter}.ipynb").read_text())["cells"]
    heights = page.locator(".jp-Notebook .jp-Cell").evaluate_all(
        "cells => cells.map(cell => cell.offsetHeight)"
    )
    page.screenshot(path=ARTEFACTS / f"{chapter}_lecture.png")
    slides = []
    for cell, height in zip(cells, heights, strict=False):
        kind = cell["metadata"]["slideshow"]["slide_type"]
        if kind in ("slide", "subslide"):
            slides.append(["".join(cell["source"])[:60], 0])
        if kind not in ("skip", "notes"):
            slides[-1][1] += height
    return [f"{start!r}: {height} of {room}" for start, height in slides if height > room]


def add_and_run(page, source):
    """Add a cell at the end of the notebook and run it."""
    page.locator(".jp-Notebook .jp-Cell").last.click()
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    page.keyboard.insert_text(source)
    page.keyboard.press("Control+Enter")


def test_the_last_value_is_drawn(lab, page):
    """After a hundred quick moves the panel shows what a single move to the end shows."""
    chapter = CHAPTERS[0]
    open_and_run(page, lab(chapter), chapter)
    panel = page.locator(WITH_SLIDER).first
    slider = panel.locator("input[type=range]").first
    move = "(s, at) => { s.value = at; s.dispatchEvent(new Event('input')); }"
    steps = int(slider.get_attribute("max"))
    slider.evaluate(move, steps)
    page.wait_for_timeout(1500)
    alone = words(panel)
    slider.evaluate(
        "s => { for (let i = 0; i < 100; i++) { s.value = (i * 37) % s.max;"
        " s.dispatchEvent(new Event('input')); } }"
    )
    slider.evaluate(move, steps)
    page.wait_for_timeout(1500)
    assert words(panel) == alone
    assert int(slider.input_value()) == steps


def test_wrong_words_are_answered_in_words(lab, page):
    chapter = CHAPTERS[0]
    open_and_run(page, lab(chapter), chapter)
    panel = page.locator(WITH_SLIDER).first
    typed = panel.locator("input[type=text]").first
    typed.fill("wide")
    typed.press("Enter")
    error = panel.locator(".error").element_handle()
    page.wait_for_function("e => e.textContent.includes('wide')", arg=error)
    panel.get_by_role("button", name="reset").first.click()
    page.wait_for_function("e => e.textContent === ''", arg=error)
    assert page.errors == []


def test_dark_theme(lab, page):
    """The panels follow the theme of the page while it changes."""
    chapter = CHAPTERS[0]
    open_and_run(page, lab(chapter), chapter)
    corner = (
        "() => [...document.querySelector('.kernlab-panel canvas').getContext('2d')"
        ".getImageData(1, 1, 1, 1).data].slice(0, 3).reduce((a, b) => a + b)"
    )
    assert page.evaluate(corner) > 600
    menu(page, "Settings", "Theme", "JupyterLab Dark")
    page.wait_for_function(f"() => ({corner})() < 200")
    ARTEFACTS.mkdir(exist_ok=True)
    page.locator(".kernlab-panel").first.screenshot(path=ARTEFACTS / f"{chapter}_dark.png")
    assert page.errors == []


def test_panels_are_accessible(lab, page):
    """No serious finding of axe-core in any panel: labels, roles, contrast."""
    from axe_playwright_python.sync_playwright import Axe

    chapter = CHAPTERS[0]
    open_and_run(page, lab(chapter), chapter)
    for i in range(live_cells(chapter)):
        page.locator(".kernlab-panel").nth(i).evaluate("(panel, i) => { panel.id = `axe${i}`; }", i)
        found = Axe().run(page, context=f"#axe{i}").response["violations"]
        assert not [(f["id"], f["help"]) for f in found if f["impact"] in ("serious", "critical")]


def test_a_reloaded_page_brings_its_panels_back(lab, page):
    chapter = CHAPTERS[0]
    open_and_run(page, lab(chapter), chapter)
    menu(page, "File", "Save Notebook")
    page.wait_for_timeout(1500)
    page.reload()
    page.wait_for_function(
        "n => document.querySelectorAll('.kernlab-panel canvas').length >= n",
        arg=live_cells(chapter),
        timeout=60_000,
    )
    panel = page.locator(WITH_SLIDER).first
    assert changes(
        page, panel, lambda: drag(page, panel.locator("input[type=range]").first, 0.5, 0.9)
    )


def test_a_restarted_kernel_is_told(lab, page):
    chapter = CHAPTERS[0]
    open_and_run(page, lab(chapter), chapter)
    page.wait_for_timeout(2000)  # let the widget manager settle
    menu(page, "Kernel", "Restart Kernel…")
    page.locator(".jp-Dialog button.jp-mod-accept").click()
    page.get_by_text("| Idle").first.wait_for(timeout=60_000)
    page.wait_for_timeout(2000)
    panel = page.locator(WITH_SLIDER).first
    drag(page, panel.locator("input[type=range]").first, 0.5, 0.9)
    panel.get_by_text("restarted").wait_for(timeout=30_000)


def test_two_views_of_one_panel(lab, page):
    """A second view of an output shows what the first one shows, and moves it."""
    chapter = CHAPTERS[0]
    open_and_run(page, lab(chapter), chapter)
    page.locator(WITH_SLIDER).first.click(button="right", position={"x": 5, "y": 5})
    page.locator(".lm-Menu-itemLabel", has_text="Create New View for Cell Output").click()
    page.wait_for_function(
        "n => document.querySelectorAll('.kernlab-panel canvas').length > n",
        arg=live_cells(chapter),
        timeout=30_000,
    )
    slider = page.locator(f"{WITH_SLIDER} input[type=range]").first
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    page.wait_for_timeout(1500)
    moved = slider.input_value()
    everywhere = [s.input_value() for s in page.locator("input[type=range]").all()]
    assert everywhere.count(moved) == 2, "the panel and its second view stand at the same place"


class Line:
    """A line between the page and the server that can get slow, and be cut."""

    def __init__(self, port):
        self.port, self.delay, self.alive, self.ends = port, 0.0, True, set()
        self.loop, self.laid = asyncio.new_event_loop(), threading.Event()
        self.thread = threading.Thread(target=self.loop.run_until_complete, args=(self.lay(),))
        self.thread.start()
        assert self.laid.wait(10)

    async def lay(self):
        self.over = asyncio.Event()
        server = await asyncio.start_server(self.serve, "127.0.0.1", 0)
        self.here = server.sockets[0].getsockname()[1]
        self.laid.set()
        await self.over.wait()
        server.close()
        self.cut()
        await asyncio.sleep(0.5)  # the open ends close

    async def serve(self, reader, writer):
        if not self.alive:
            return writer.close()
        there, back = await asyncio.open_connection("127.0.0.1", self.port)
        self.ends |= {writer, back}
        await asyncio.gather(self.pump(reader, back), self.pump(there, writer))

    async def pump(self, reader, writer):
        with contextlib.suppress(OSError):
            while data := await reader.read(1 << 16):
                await asyncio.sleep(self.delay)
                writer.write(data)
                await writer.drain()
        self.ends.discard(writer)
        writer.close()

    def cut(self):
        """Cut every connection; new ones are refused until `alive` is True again."""
        self.alive = False
        for end in list(self.ends):
            end.transport.abort()

    def tell(self, action):
        self.loop.call_soon_threadsafe(action)


@pytest.fixture
def line(lab):
    """Lay a line to the server; `line.address(chapter)` leads through it."""
    line = Line(urlsplit(lab(CHAPTERS[0])).port)
    line.address = lambda chapter: lab(chapter).replace(f":{line.port}", f":{line.here}")
    yield line
    line.tell(line.over.set)
    line.thread.join(10)
    line.loop.close()


MOVE = """([slider, moves, pause]) => new Promise((done) => {
  let i = 0;
  const timer = setInterval(() => {
    slider.value = i < moves ? (i * 37) % slider.max : slider.max;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    if (i++ === moves) { clearInterval(timer); done(); }
  }, pause);
})"""


def test_a_slow_line_gets_fewer_and_smaller_messages(line, page):
    """At 300 ms there and back nothing queues: the last value is there after one or two answers."""
    asked, pictures = [], []  # sizes of the answers with pictures

    def listen(socket):
        if "channels" in socket.url:
            socket.on("framesent", lambda data: asked.append(b"comm_msg" in data))
            socket.on(
                "framereceived", lambda data: b'"shape"' in data and pictures.append(len(data))
            )

    page.on("websocket", listen)
    chapter = CHAPTERS[0]
    open_and_run(page, line.address(chapter), chapter)
    panel = page.locator(WITH_SLIDER).last  # all irises: two matrices of 150 x 150
    slider = panel.locator("input[type=range]").first.element_handle()
    page.wait_for_timeout(1500)
    pictures.clear()
    page.evaluate(MOVE, [slider, 5, 100])
    page.wait_for_timeout(1000)
    whole, line.delay = max(pictures), 0.15
    page.evaluate(MOVE, [slider, 5, 100])
    page.wait_for_timeout(2000)
    asked.clear()
    pictures.clear()
    page.evaluate(MOVE, [slider, 100, 20])
    page.wait_for_timeout(1500)
    assert max(pictures) < whole
    assert min(pictures) < 0.5 * whole, "the last picture is nearly of one colour"
    assert sum(asked) <= 14, "one question at a time"
    slow = words(panel)
    line.delay = 0.0
    page.evaluate(MOVE, [slider, 0, 10])
    page.wait_for_timeout(1500)
    assert words(panel) == slow
    assert page.errors == []


def test_a_lost_connection_is_told_and_mended(line, page):
    chapter = CHAPTERS[0]
    open_and_run(page, line.address(chapter), chapter)
    panel = page.locator(WITH_SLIDER).first
    slider = panel.locator("input[type=range]").first
    page.wait_for_timeout(1500)
    line.tell(line.cut)
    drag(page, slider, 0.5, 0.9)
    panel.get_by_text("connection is lost").wait_for(timeout=20_000)
    line.alive = True
    for _ in range(40):
        dialog = page.locator(".jp-Dialog button.jp-mod-accept")
        if dialog.count():
            dialog.first.click()
        if changes(page, panel, lambda: drag(page, slider, 0.9, 0.3)):
            break
    else:
        pytest.fail("the panel did not come back")


def test_restart_and_run_all_during_a_drag(lab, page):
    chapter = CHAPTERS[0]
    open_and_run(page, lab(chapter), chapter)
    slider = page.locator(f"{WITH_SLIDER} input[type=range]").first.element_handle()
    page.evaluate(f"(words) => {{ ({MOVE})(words); }}", [slider, 400, 20])
    menu(page, "Kernel", "Restart Kernel and Run All Cells")
    page.locator(".jp-Dialog button.jp-mod-accept").click()
    page.wait_for_timeout(9000)  # more than the hand moves
    panel = page.locator(WITH_SLIDER).first
    assert panel.locator("canvas").count() > 0
    move = lambda: drag(page, panel.locator("input[type=range]").first, 0.5, 0.2)  # noqa: E731
    assert changes(page, panel, move), words(panel)
    assert page.locator(".kernlab-panel").count() == live_cells(chapter)


def test_a_slider_plays(lab, page):
    """The play button moves a slider on by itself; a second push stops it."""
    chapter = CHAPTERS[0]
    open_and_run(page, lab(chapter), chapter)
    cell = (
        "from kernlab_helpers.lab import Slider, live, pictures\n"
        "bars = pictures.Bars(['a'], [1.0], limit=9)\n\n\n"
        "@live(step=Slider('step', 0, 9, value=0, step=1, play=True))\n"
        "def played(step):\n    bars.show([step])\n"
    )
    add_and_run(page, cell)
    button = page.get_by_role("button", name="play step")
    button.wait_for(timeout=20_000)
    slider = page.locator(".kernlab-panel").last.locator("input[type=range]")
    button.click()
    page.wait_for_timeout(1500)
    button.click()
    stopped = int(slider.input_value())
    assert 2 <= stopped <= 5
    page.wait_for_timeout(1000)
    assert int(slider.input_value()) == stopped
    assert "a " + str(stopped) in words(page.locator(".kernlab-panel").last)
    assert page.errors == []
