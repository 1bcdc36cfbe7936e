"""A JupyterLab, pages in it, and a hand: what the tests in the browser are made of."""

import contextlib
import json
import os
import re
import secrets
import shutil
import signal
import socket
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
ARTEFACTS = ROOT / "artefacts"
CHAPTERS = sorted(path.stem for path in (ROOT / "notebooks").glob("*.ipynb"))
NAMED = [name.removesuffix(".ipynb") for name in os.environ.get("KERNLAB_CHAPTERS", "").split()]
CHOSEN = NAMED or CHAPTERS  # what a gate about every chapter tries, in this order
DESK = {"width": 1500, "height": 1100}
PATIENCE = 180_000  # milliseconds: for a busy machine; nothing waits longer than its condition
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--no-first-run",
]


def free_port():
    """Return a port of this computer on which nobody listens."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


def asking(script, function):
    """Return what a driver shall run: a script, then an async function whose result it gives."""
    say = "(found) => answer([JSON.stringify(found ?? null), null])"
    fail = "(error) => answer([null, String(error)])"
    return f"const answer = arguments[0];\n{script}\n({function})().then({say}, {fail});"


def given(answer):
    """Return the result of what :func:`asking` asked."""
    value, failed = answer
    assert failed is None, failed
    return json.loads(value)


# The server ---------------------------------------------------------------------------------------


@contextlib.contextmanager
def jupyterlab(home, program=(sys.executable, "run.py", "lab")):
    """Serve a copy of the chapters, usually through run.py; give the port and the token."""
    for folder in (
        "notebooks",
        "copies",
        "again",
    ):  # two pages with one chapter would share its kernel
        shutil.copytree(ROOT / "notebooks", home / folder)
    port = free_port()
    token = secrets.token_hex(16)
    environment = os.environ | {
        "JUPYTER_CONFIG_DIR": str(home / "config"),
        "JUPYTERLAB_WORKSPACES_DIR": str(home / "workspaces"),
        "JUPYTERLAB_SETTINGS_DIR": str(home / "settings"),
    }
    words = [
        *program,
        "--no-browser",
        f"--port={port}",
        f"--ServerApp.root_dir={home}",
        f"--IdentityProvider.token={token}",
        "--LabApp.expose_app_in_browser=True",  # so that tests can ask what goes on
        "--JupyterNotebookApp.expose_app_in_browser=True",
        str(home / "notebooks" / f"{CHAPTERS[0]}.ipynb"),
    ]
    log = home / "server.log"
    with log.open("w") as out:
        server = subprocess.Popen(
            words,
            cwd=ROOT,
            env=environment,
            stdout=out,
            stderr=out,
            start_new_session=True,
        )
    try:
        await_answer(f"http://127.0.0.1:{port}/api?token={token}", server, log)
        yield port, token
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.wait(60)


def await_answer(address, server, log):
    """Wait until the server answers; show its log where it ends or never does."""
    end = time.monotonic() + PATIENCE / 1000
    while time.monotonic() < end:
        with contextlib.suppress(OSError):
            urllib.request.urlopen(address, timeout=5).close()
            return
        assert server.poll() is None, log.read_text()
        time.sleep(0.1)
    raise AssertionError("JupyterLab did not answer:\n" + log.read_text())


# Pages --------------------------------------------------------------------------------------------

HERE = re.compile(r"(?:http|ws)://127\.0\.0\.1:|(?:blob|data|about):")  # asks no other computer


def cells_of(chapter):
    """Return the cells of a chapter as they are stored."""
    return json.loads((ROOT / "notebooks" / f"{chapter}.ipynb").read_text())["cells"]


def live_cells(chapter):
    """Return how many panels a chapter shows."""
    code = [cell for cell in cells_of(chapter) if cell["cell_type"] == "code"]
    return sum("".join(cell["source"]).count("@live(") for cell in code)


def new_page(browser):
    """Open a page that remembers what went wrong on its console."""
    page = browser.new_page(viewport=DESK)
    page.set_default_timeout(PATIENCE)
    page.add_init_script(path=Path(__file__).with_name("browsing.js"))
    page.errors, page.abroad = [], []
    page.on("request", lambda r: None if HERE.match(r.url) else page.abroad.append(r.url))
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda m: page.errors.append(m.text) if m.type == "error" else None)
    return page


def load(page, address):
    """Begin to load JupyterLab."""
    page.goto(address, wait_until="commit")


def until(page, condition, arg=None, polling=50):
    """Wait until a condition holds in the page; ask every so many milliseconds, or every frame."""
    from playwright.sync_api import TimeoutError

    try:
        page.wait_for_function(condition, arg=arg, polling=polling)
    except TimeoutError as error:
        seen = page.evaluate("gate.report()")
        said = getattr(page, "errors", [])
        raise AssertionError(f"{error} {condition} {arg}; {seen}; {said}") from None


def begin(page, chapter, folder="notebooks"):
    """Begin to open and run a chapter, once the last one is closed; `finish` waits for it."""
    until(page, "() => !gate.notebook()")
    page.errors.clear()
    page.evaluate("path => { gate.open(path); }", f"{folder}/{chapter}.ipynb")


def finish(page, chapter):
    """Wait until a chapter has run, and all of its cells and panels are there and at rest.

    A busy machine renders the last cells late; until then the page has another last cell.
    """
    until(page, "n => gate.ran(n)", live_cells(chapter))
    until(page, "() => gate.placeholders() === 0")


class Reader:
    """Opens chapters; while one is looked at, the next one opens and runs in a second page.

    A page is used again, but not after a failure. A chapter's kernel ends with its reading. Each
    page has a workspace of its own: what one closes, another that is reloaded must not forget.
    """

    def __init__(self, browser, address):
        self.browser, self.address = browser, address
        self.free, self.begun, self.pages = [], {}, 0

    def begin(self, chapter):
        """Begin to open and run a chapter that will be wanted next."""
        if self.free:
            page = self.free.pop()
        else:
            page = new_page(self.browser)
            self.pages += 1
            load(page, self.address(f"/workspaces/page{self.pages}"))
        begin(page, chapter)
        self.begun[chapter] = page

    def open(self, chapter, after=None):
        """Return a page where a chapter has run; begin with the one that comes after it."""
        if chapter not in self.begun:
            self.begin(chapter)
        page = self.begun.pop(chapter)
        try:
            finish(page, chapter)
        except Exception:
            page.close()
            raise
        if after not in (None, chapter):  # two pages with one chapter would share its kernel
            self.begin(after)
        return page

    def close(self, page, failed):
        """End the kernel of a page and close its chapter, after a failure the page itself."""
        page.evaluate("() => { gate.close(); }")
        if failed:
            page.close()
        else:
            page.set_viewport_size(DESK)
            self.free.append(page)


def menu(page, bar, *items):
    """Choose an item of JupyterLab's menu bar."""
    page.locator(".lm-MenuBar-item", has_text=bar).first.click()
    for item in items:
        page.locator(".lm-Menu-itemLabel", has_text=item).first.click()


def save(page):
    """Save the notebook, and wait for this save: one that began before may end `dirty` first."""
    page.evaluate("() => gate.notebook().context.save()")
    assert page.evaluate("gate.saved()"), "nothing of the panels was saved"


def accept(page):
    """Say yes to the dialog of JupyterLab."""
    page.locator(".jp-Dialog button.jp-mod-accept").click()


def add_and_run(page, source):
    """Add a cell at the end of the notebook and run it."""
    page.locator(".jp-Notebook .jp-Cell").last.click()
    page.keyboard.press("Escape")
    page.keyboard.press("b")
    page.keyboard.press("Enter")
    page.keyboard.insert_text(source)
    page.keyboard.press("Control+Enter")


def keep_picture(of, name):
    """Keep a picture of a page or a part of it, where KERNLAB_ARTEFACTS=1 asks for pictures."""
    if os.environ.get("KERNLAB_ARTEFACTS", "") not in ("", "0"):
        ARTEFACTS.mkdir(exist_ok=True)
        of.screenshot(path=ARTEFACTS / f"{name}.png")


# Panels, and a hand -------------------------------------------------------------------------------


def settle(panel):
    """Wait until a panel shows the answer to everything that it was asked."""
    until(panel.page, "panel => gate.idle(panel)", panel.element_handle())


def words(panel):
    """Return the readout and what stands in the boxes beside the sliders."""
    return panel.evaluate("panel => gate.words(panel)")


def grips(panel):
    """Return the handles on the pictures of a panel, in the order of the Tab key."""
    return panel.locator(".lp-hands [role=slider][tabindex]")


def press(grip, key):
    """Press a key on a handle; once more where its picture was laid out anew just then.

    On a busy machine this may come late, and takes the focus away: the key went nowhere.
    """
    for _ in range(20):
        grip.focus()
        grip.page.keyboard.press(key)
        if grip.evaluate("grip => grip === document.activeElement"):
            return


def changes(panel, action):
    """Tell what an action changes in a panel, once the panel has answered it."""
    settle(panel)
    panel.evaluate("panel => gate.remember(panel)")
    action()
    settle(panel)
    changed = panel.evaluate("panel => gate.changes(panel)")
    return {what for what in changed if changed[what]}


def drag(slider, start, end):
    """Drag a slider with the mouse between two shares of its length."""
    mouse = slider.page.mouse
    x, y, width = take(slider, start)
    mouse.move(x + width * (end - start), y, steps=6)
    mouse.up()


def take(element, share=0.5):
    """Press the mouse on an element, at a share of its width; return where, and how wide it is.

    A formula typeset above it may push it away between the look and the press: then once more.
    """
    mouse = element.page.mouse
    for _ in range(20):
        box = steady(element)
        x, y = box["x"] + box["width"] * share, box["y"] + box["height"] / 2
        mouse.move(x, y)
        mouse.down()
        if element.evaluate("element => element === document.activeElement"):
            return x, y, box["width"]
        mouse.up()
    raise AssertionError(f"the mouse never met {element}: {element.page.evaluate('gate.report()')}")


def steady(element):
    """Bring an element into view; return where it is once it no longer moves."""
    element.scroll_into_view_if_needed()
    element.evaluate("element => gate.steady(element)")
    return element.bounding_box()
