"""Pages of the book in Chromium, from the disk, without a network: played is what is live.

The book is built into build/book first, the chapters of this run only: all, or those named in
KERNLAB_CHAPTERS. Live answers come from another kernel than the recordings.
"""

import gzip
import html
import io
import json
import math
import os
import re
import subprocess
import sys
from pathlib import Path
from urllib.parse import quote, unquote

import pytest
from browsing import PATIENCE
from engines import plain
from PIL import Image
from test_browser import browser, chromium  # noqa: F401 (fixtures)

from tools import notebooks
from tools.book import chapters, codes, face, fonts, loading
from tools.book.lite_check import served
from tools.machines import ONE_THREAD

ROOT = Path(__file__).resolve().parent.parent
NAMED = os.environ.get("KERNLAB_CHAPTERS", "").split()
CHAPTERS = [
    path
    for path in sorted((ROOT / "notebooks").glob("*.ipynb"))
    if not NAMED or path.name in NAMED or path.stem in NAMED
]
RECORDED = [path for path in CHAPTERS if path.stem not in chapters.UNRECORDED]
PAGES = ROOT / "build" / "book"
STATES = 20
LIVE = """
import sys
sys.path.append({tests!r})
from booklive import write_answers
write_answers({folder!r}, {said!r}, {count})
"""
WIDTHS = (1440, 1024, 390)
LIMITS = {
    "panel": 2e6,  # bytes of a recording, on the disk
    "packed": 300_000,  # of a page before its first panel, as a server sends it
    "page": 1_000_000,  # of the same on the disk
    "fonts": 150_000,  # of a page, all folds open
    "memory": 200e6,  # bytes in the browser, once a chapter was read to its end
    "shift": 0.1,  # of the page while it comes, as shares of the screen
}


@pytest.fixture(scope="session")
def built():
    """Build the pages of the chapters of this run."""
    words = [sys.executable, "-m", "tools.book", *(path.stem for path in CHAPTERS)]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr
    return PAGES


@pytest.fixture
def page(browser, built):  # noqa: F811
    """Open a page without a network, and note what goes wrong in it."""
    still = {"offline": True, "reduced_motion": "reduce"}  # points jump instead of gliding
    context = browser.new_context(viewport={"width": 1440, "height": 900}, **still)
    page = context.new_page()
    page.set_default_timeout(PATIENCE / 4)
    page.add_init_script(path=ROOT / "tests" / "booking.js")
    page.errors, page.asked = [], set()
    page.on("request", lambda request: page.asked.add(request.url))
    page.on("pageerror", lambda error: page.errors.append(str(error)))
    page.on("console", lambda m: page.errors.append(m.text) if m.type == "error" else None)
    page.on("request", lambda r: page.errors.append(r.url) if is_foreign(r.url) else None)
    yield page
    context.close()


@pytest.fixture
def phone(browser, built):  # noqa: F811
    """Open a page on a phone, whose screen has three dots to a pixel."""
    screen = {"viewport": {"width": 390, "height": 844}, "device_scale_factor": 3}
    touch = {"has_touch": True, "is_mobile": True}
    context = browser.new_context(**screen, **touch, offline=True, reduced_motion="reduce")
    page = context.new_page()
    page.set_default_timeout(PATIENCE / 4)
    yield page
    context.close()


def is_foreign(address):
    """Whether an address is none of the disk and none that the page made itself."""
    return not address.startswith(("file:", "blob:", "data:"))


def open_page(page, name):
    page.goto((PAGES / f"{name}.html").as_uri())


PLAYING = """place => {
  place.scrollIntoView({ block: "nearest", behavior: "instant" });
  return place.dataset.playing;
}"""


def played(page):
    """Yield the places of a page's panels, each on the screen and playing.

    What grows above it while it comes may push it away.
    """
    for place in page.locator("[data-recording]").all():
        place.scroll_into_view_if_needed()
        page.wait_for_function(PLAYING, arg=place.element_handle())
        yield place


def answers_of(path, folder):
    """Return answers of the panels of a chapter, from a kernel that recorded nothing."""
    said = chapters.recordings(path, chapters.ROOT / "build" / "cache" / path.stem)
    words = {"tests": str(ROOT / "tests"), "folder": str(folder), "said": said, "count": STATES}
    source = LIVE.format(**words)
    notebooks.execute(path, limit=chapters.LIMIT, then=source, environment=ONE_THREAD)
    return json.loads((folder / "answers.json").read_text("utf-8"))


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_played_is_live(path, page, tmp_path):
    answers = answers_of(path, tmp_path)
    open_page(page, path.stem)
    said = chapters.recordings(path, chapters.ROOT / "build" / "cache" / path.stem)
    names = page.evaluate("book.places().map((place) => place.dataset.panel.split('/')[1])")
    assert sorted(names) == sorted(said)
    assert set(answers) <= set(said)
    found = []
    for dark in (False, True):
        page.emulate_media(color_scheme="dark" if dark else "light")
        for name, states in answers.items():
            page.locator(f"#panel-{name}").scroll_into_view_if_needed()
            page.wait_for_function("name => book.playing(name)", arg=name)
            asked = states[: STATES // 4] if dark else states
            found += page.evaluate("([name, all]) => book.differences(name, all)", [name, asked])
    assert found == []
    assert page.errors == []


CUT = "all => all.filter((one) => one.scrollWidth > one.clientWidth).map((one) => one.id)"


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_page_fits_and_is_small(path, page):
    open_page(page, path.stem)
    for width in WIDTHS:
        page.set_viewport_size({"width": width, "height": 844})
        list(played(page))
        page.wait_for_function("() => document.documentElement.scrollWidth <= innerWidth")
        assert page.locator("article > section > section").evaluate_all(CUT) == []
    for file in (PAGES / "_static" / "chapters" / path.stem).glob("*.js"):
        assert file.stat().st_size <= LIMITS["panel"], file.name
    text = (PAGES / f"{path.stem}.html").read_text("utf-8")
    assert "$" not in words_of(text)
    packed, whole = page_size(path, page.asked)
    assert packed <= LIMITS["packed"] and whole <= LIMITS["page"], (packed, whole)
    assert memory(page) <= LIMITS["memory"]
    assert page.errors == []


@pytest.mark.parametrize(
    "name",
    [
        name
        for name in loading.PAGES
        if name == "index" or ROOT / f"notebooks/{name}.ipynb" in CHAPTERS
    ],
)
def test_nothing_jumps_on_a_page_that_comes_slowly(name, browser, built):  # noqa: F811
    """At 5 Mbit/s, read from its first line to its last, on a phone and on a desk.

    A busy machine may paint before the faces of the page are there: then it is tried again.
    """
    for screen in loading.SCREENS:
        tries = (next(loading.loads(browser, PAGES, [name], [screen])) for _ in range(4))
        found = next((row for row in tries if float(row["shift"]) < LIMITS["shift"]), None)
        assert found and found["requests"] > 5 and not found["foreign"], found


def words_of(text):
    """Return the words of a page: no code, no formulas, no votes, which are set on the page."""
    tags = "pre|code|script|style|math|title"
    plain = re.sub(rf"<({tags})\b.*?</\1>", "", text, flags=re.DOTALL)
    plain = re.sub(r'<div class="kernlab-ballot".*?</div>', "", plain, flags=re.DOTALL)
    return re.sub(r"<[^>]*>", "", plain)


def page_size(path, asked):
    """Return the bytes of a page with its first still and no recording, packed and as they are."""
    page = PAGES / f"{path.stem}.html"
    text = page.read_text("utf-8")
    named = re.findall(r'(?:href|src)="([^"?#]+\.(?:css|js))', text)
    named += re.findall(r'src="([^"]+\.webp)', text)[:1]
    fonts = {unquote(one.removeprefix("file://")) for one in asked if one.endswith(".woff2")}
    files = {page, *(PAGES / name for name in named), *map(Path, fonts)}
    assert len(files) > 5
    all_bytes = [file.read_bytes() for file in files]
    return sum(len(gzip.compress(data)) for data in all_bytes), sum(map(len, all_bytes))


def memory(page):
    """Return the bytes that a page holds in the browser: its objects, buffers and canvases."""
    heap = page.context.new_cdp_session(page).send("Runtime.getHeapUsage")
    sides = "[...document.querySelectorAll('canvas')].map((one) => 4 * one.width * one.height)"
    objects = heap["usedSize"] + heap["embedderHeapUsedSize"] + heap["backingStorageSize"]
    return objects + sum(page.evaluate(sides))


@pytest.mark.parametrize("path", CHAPTERS[:1], ids=lambda path: path.stem)
def test_a_picture_is_sharp_on_a_phone(path, phone):
    """On a screen with three dots to a pixel a canvas has nine for each."""
    open_page(phone, path.stem)
    for place in played(phone):
        sides = "all => all.map((one) => [one.width, one.getBoundingClientRect().width])"
        for dots, wide in place.locator("canvas").evaluate_all(sides):
            assert abs(dots - 3 * wide) <= 3


SMALL = """all => all.filter((one) => one.offsetParent).map((one) => {
  const { width, height } = (one.closest("label") ?? one).getBoundingClientRect();
  return [one.outerHTML.slice(0, 90), width, height];
}).filter(([, width, height]) => Math.min(width, height) < 43.9)"""
FINGERS = (
    "button, input, select, details > summary, .headerlink, "
    ".bar :is(a, button, summary), .opening .part a, .next, .foot a"
)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_finger_finds_room(path, phone):
    """What can be pressed is 44 px high and wide, also when the phone is turned.

    No button stands on a line of its own.
    """
    open_page(phone, path.stem)
    list(played(phone))
    for width, height in ((844, 390), (390, 844)):
        phone.set_viewport_size({"width": width, "height": height})
        assert phone.locator(FINGERS).evaluate_all(SMALL) == []
    lonely = """all => all.filter((one) => {
      const middle = (other) => { const { top, height } = other.getBoundingClientRect();
        return top + height / 2; };
      return Math.abs(middle(one) - middle(one.previousElementSibling)) > 20;
    }).map((one) => one.ariaLabel)"""
    assert phone.locator(".livepanel .control > .reset").evaluate_all(lonely) == []


SMALL_SCREENS = ((390, 844), (844, 390), (720, 450))  # the last is 1440 x 900 at 200 %
APART = """async (panels) => {
  const found = [], bar = document.querySelector(".bar").offsetHeight;
  const seen = ({ top, bottom }) => top >= bar - 1 && bottom <= innerHeight + 1;
  for (const panel of panels) {
    const reach = panel.querySelector(".reach");
    for (const figure of panel.querySelectorAll(".lp-figure")) {
      figure.scrollIntoView({ block: "end" });
      scrollBy(0, Math.max(0, reach.getBoundingClientRect().bottom - innerHeight));
      for (let i = 0; i < 3; i++) await new Promise(requestAnimationFrame);
      const [a, b] = [reach, figure].map((one) => one.getBoundingClientRect());
      const free = a.right <= b.left || a.bottom <= b.top + 1;
      const places = `${panel.id}: ${[a.top, a.bottom, b.top, b.bottom]}`;
      if (!seen(a) || !seen(b) || !free) found.push(places);
    }
  }
  return found;
}"""


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_on_a_small_screen_controls_and_words_stay_with_each_picture(path, page):
    open_page(page, path.stem)
    list(played(page))
    for width, height in SMALL_SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        page.wait_for_timeout(300)  # pictures get their new sizes
        assert page.locator("[data-playing]:has(.reach)").evaluate_all(APART) == []


@pytest.mark.parametrize("path", RECORDED[:1], ids=lambda path: path.stem)
def test_in_forced_colors_a_slider_shows_where_it_stands(path, page):
    """Its track and its filled part differ from each other and from the ground."""
    page.emulate_media(forced_colors="active")
    open_page(page, path.stem)
    place = next(one for one in played(page) if one.locator("[type=range]").count())
    slider = place.locator("[type=range]").first
    slider.evaluate("one => one.style.setProperty('--fill', 0.5)")
    with Image.open(io.BytesIO(slider.screenshot())) as image:
        middle = image.height // 2
        row = image.convert("RGB").crop((0, middle, image.width, middle + 1))
    assert len([color for count, color in row.getcolors() if count > 20]) >= 2


COPIED = """async () => {
  const all = [...document.querySelectorAll("article p .katex")];
  const one = all.find((each) => /^[a-z]$/i.test(each.querySelector(".katex-html").textContent));
  getSelection().selectAllChildren(one.closest("p"));
  const twice = one.querySelector(".katex-html").textContent;
  return new RegExp(`\\\\b${twice}\\\\s+${twice}\\\\b`).test(getSelection().toString());
}"""


@pytest.mark.parametrize("path", CHAPTERS[:1], ids=lambda path: path.stem)
def test_another_engine_copies_a_formula_once(path, built, other_engine):
    address = (PAGES / f"{path.stem}.html").as_uri()
    assert other_engine.answer(address, "", COPIED) is False


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_link_of_the_contents_leads_to_its_heading(path, phone):
    """Though the panels before it grow as they are loaded; the contents are closed."""
    open_page(phone, path.stem)
    phone.locator(".contents > summary").tap()
    link = phone.locator(".contents .here a").nth(-2)
    heading = link.get_attribute("href").removeprefix("#")
    link.tap()
    top = "id => document.getElementById(id).getBoundingClientRect().top"
    seen = []
    for _ in range(5):
        phone.wait_for_timeout(300)
        seen.append(phone.evaluate(top, heading))
    assert 0 <= seen[-1] <= 150, seen
    assert not phone.locator(".contents").evaluate("one => one.open")


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_an_address_with_a_panel_opens_at_it_whatever_grows_above(path, page):
    open_page(page, path.stem)
    panel = page.locator("[data-panel][id]").last.get_attribute("id")
    page.goto("about:blank")
    page.goto(f"{(PAGES / path.stem).as_uri()}.html#{panel}")
    page.wait_for_timeout(1500)
    top = page.locator(f"#{panel}").evaluate("one => one.getBoundingClientRect().top")
    assert 0 <= top <= 150


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_page_can_be_printed(path, page):
    """On a sheet of A4 no line of code is cut, explanations stand open, and nothing is to press."""
    page.set_viewport_size({"width": 718, "height": 1000})
    open_page(page, path.stem)
    page.emulate_media(media="print")
    assert (
        page.locator("pre").evaluate_all(
            "all => all.filter((one) => one.scrollWidth > one.clientWidth + 1).length"
        )
        == 0
    )
    explained = page.locator("main details:not(.above-input) > :not(summary)")
    assert all(explained.evaluate_all("all => all.map((one) => one.offsetHeight > 0)"))
    assert page.locator(".kernlab-run:visible, .bar:visible, .skip:visible").count() == 0


PICTURES = """all => all.filter((place) => ![...place.querySelectorAll("img, canvas")]
  .some((one) => one.offsetWidth > 100 && one.offsetHeight > 50)).map((place) => place.id)"""


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_on_paper_each_panel_is_a_picture_and_the_page_is_light(path, page):
    """Also where nobody has scrolled to it, and from a page that is dark."""
    open_page(page, path.stem)
    page.evaluate("() => { document.body.dataset.theme = 'dark'; }")
    paper = "getComputedStyle(document.body).getPropertyValue('--paper').trim()"
    page.emulate_media(media="print")
    assert page.evaluate(paper) == "#fff"  # whatever the theme is
    page.evaluate("() => { dispatchEvent(new Event('beforeprint')); }")
    assert page.locator("[data-recording]").evaluate_all(PICTURES) == []
    assert page.locator("body").get_attribute("data-theme") == "light"
    assert page.evaluate(paper) == "#fff"
    assert page.locator(".livepanel .controls:visible").count() == 0
    page.evaluate("() => { dispatchEvent(new Event('afterprint')); }")
    assert page.locator("body").get_attribute("data-theme") == "dark"
    assert page.errors == []


def test_a_second_recording_has_the_same_bytes(built, tmp_path):
    """In another kernel: of the chapter of this run that is recorded soonest."""
    cache = chapters.ROOT / "build" / "cache"
    said = {path: chapters.recordings(path, cache / path.stem) for path in RECORDED}
    path = min(RECORDED, key=lambda path: sum(one["states"] for one in said[path].values()))
    list(chapters.recorded([path], tmp_path))
    files = sorted(file.name for file in (tmp_path / path.stem).iterdir())
    assert files == sorted(file.name for file in (cache / path.stem).iterdir())
    for name in files:
        first, second = ((where / path.stem / name).read_bytes() for where in (cache, tmp_path))
        assert first == second, name


READ = """async () => {
  for (const one of document.querySelectorAll("pre, .katex-display, table")) {
    one.scrollIntoView();
    for (let i = 0; i < 2; i++) await new Promise(requestAnimationFrame);
  }
}"""  # what is wider than the page is given to the keys as it comes near


@pytest.mark.parametrize("name", ["index", "search", "about", *(path.stem for path in CHAPTERS)])
def test_a_page_is_accessible(name, page):
    """On a desk and on a phone, where more is wider than the page."""
    from axe_playwright_python.sync_playwright import Axe

    open_page(page, name)
    for width in (WIDTHS[0], WIDTHS[-1]):
        page.set_viewport_size({"width": width, "height": 844})
        list(played(page))
        page.evaluate(READ)
        found = Axe().run(page).response["violations"]
        found = [(v["id"], node) for v in found for node in v["nodes"]]
        # axe reads no MathML: a heading of a table that is one formula is empty for it alone
        found = [
            (rule, node["html"][:150])
            for rule, node in found
            if rule != "empty-table-header" or not page.locator(node["target"][0] + " math").count()
        ]
        assert not found


WALKED = re.compile("(row .+, column .+|.+ = .+, .+ = .+): .*[0-9]")


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_controls_are_moved_and_heat_maps_walked_by_keys_alone(path, page):
    open_page(page, path.stem)
    for place in played(page):
        handle = place.element_handle()
        for walk in place.get_by_role("application").all():
            walk.press("ArrowRight")
            assert WALKED.fullmatch(place.locator(".lp-told:not(:empty)").inner_text())
        slider = place.locator("input[type=range]:enabled").first
        if not slider.count():
            continue
        slider.focus()
        stood = []
        for key in ("Home", "End"):
            page.keyboard.press(key)
            idle = "place => place.view.root.dataset.state === 'idle' && !place.view.shown.error"
            page.wait_for_function(idle, arg=handle)
            stood.append(handle.evaluate("place => JSON.stringify(place.view.shown.at)"))
        assert stood[0] != stood[1]
    assert page.errors == []


STOOD = """place => [...place.view.figures.hands.all.values()]
  .filter((hand) => ["points", "shape"].includes(hand.kind) && !hand.own)
  .every((hand) => !hand.figure.patches.has(hand.spec.mark)
    && JSON.stringify(hand.raw) === JSON.stringify(place.view.shown.at[hand.name]))"""


GRIPS = ".lp-grip:visible"
MIDDLES = """all => all.map((one) => one.getBoundingClientRect())
  .map(({ x, y, width, height }) => [x + width / 2, y + height / 2])"""


def drag(place, i, hand):
    """Drag a handle to its farthest place: it stands at a recorded one, and the page stays.

    A handle that shows no places, such as that of a mean, is drawn to all sides.
    """
    idle, held = "place => place.view.root.dataset.state === 'idle'", place.element_handle()
    page, grip = place.page, place.locator(GRIPS).nth(i)
    grip.evaluate("one => one.scrollIntoView({ block: 'center', behavior: 'instant' })")
    before, top = place.evaluate(STANDS), page.evaluate("scrollY")
    ((x, y),) = grip.evaluate_all(MIDDLES)
    hand("down", x, y)
    rings = place.locator(".lp-place").evaluate_all(MIDDLES)
    ways = [max(rings, key=lambda ring: math.dist(ring, (x, y)))] if rings else []
    for to_x, to_y in ways or [(x + 150, y), (x, y - 150), (x - 150, y), (x, y + 150)]:
        for share in (0.25, 0.5, 0.75, 1):
            hand("move", x + share * (to_x - x), y + share * (to_y - y))
        page.wait_for_function(idle, arg=held)
        if place.evaluate(STANDS) != before:
            break
    hand("up", to_x, to_y)
    page.wait_for_function(idle, arg=held)
    assert place.evaluate(STOOD)
    assert place.evaluate(STANDS) != before, (place, i)
    assert page.evaluate("scrollY") == top


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_finger_drags_a_handle_to_a_recorded_place(path, phone):
    open_page(phone, path.stem)
    line = phone.context.new_cdp_session(phone)
    names = {"down": "touchStart", "move": "touchMove", "up": "touchEnd"}

    def finger(kind, x, y):
        points = [] if kind == "up" else [{"x": x, "y": y}]
        line.send("Input.dispatchTouchEvent", {"type": names[kind], "touchPoints": points})

    for place in played(phone):
        if place.locator(GRIPS).count():
            drag(place, 0, finger)


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_what_is_let_go_or_typed_stands_at_a_recorded_place(path, page):
    open_page(page, path.stem)

    def mouse(kind, x, y):
        page.mouse.move(x, y)
        if kind != "move":
            getattr(page.mouse, kind)()

    for place in played(page):
        handle = place.element_handle()
        idle = "place => place.view.root.dataset.state === 'idle'"
        for i in range(place.locator(GRIPS).count()):
            drag(place, i, mouse)
            place.locator(GRIPS).nth(i).press("Home")  # some move only where the others are at home
            page.wait_for_function(idle, arg=handle)
        typed = place.locator(".slider:not(.off) [type=text]")
        if typed.count():
            ticks = place.locator(".slider:not(.off)").first.locator("i")
            if not ticks.nth(1).text_content().replace(".", "").isdigit():
                continue
            typed.first.fill(ticks.nth(1).text_content() + "/1.0371")
            typed.first.press("Enter")
            page.wait_for_function(idle, arg=handle)
            assert "/" not in typed.first.input_value()
    assert page.errors == []


STANDS = "place => place.dataset.playing && JSON.stringify(place.view.shown.at)"
HANDLE = "[type=range]:enabled, [role=slider]:not([tabindex='-1'])"


def push(place, keys):
    """Press keys on a panel until it stands elsewhere; return where."""
    before = place.evaluate(STANDS)
    for key in keys:
        place.locator(HANDLE).first.press(key)
        idle = "place => place.view.root.dataset.state === 'idle'"
        place.page.wait_for_function(idle, arg=place.element_handle())
        if (now := place.evaluate(STANDS)) != before:
            return now
    raise AssertionError(f"no key moves it: {before}")


def test_a_link_opens_a_panel_as_it_stands(page):
    """It leads there from any address; what is moved after it outlives a reload."""
    open_page(page, RECORDED[-1].stem)
    page.evaluate("() => { navigator.clipboard.writeText = async (text) => { copied = text; } }")
    place = next(place for place in played(page) if place.locator(HANDLE).count())
    linked = push(place, ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"])
    place.locator("xpath=ancestor::figure").locator(".share").click()
    page.wait_for_function("() => globalThis.copied")
    link = page.evaluate("copied")
    page.goto("about:blank")
    page.goto(link)
    page.wait_for_function(f"place => ({STANDS})(place)", arg=(here := place.element_handle()))
    assert place.evaluate(STANDS) == linked
    assert here.evaluate("place => place.getBoundingClientRect().top") < 844
    moved = push(place, ["ArrowLeft", "ArrowRight", "ArrowDown", "ArrowUp"])
    page.reload()
    place.scroll_into_view_if_needed()
    page.wait_for_function(f"place => ({STANDS})(place)", arg=place.element_handle())
    assert place.evaluate(STANDS) == moved != linked
    assert page.errors == []


def test_a_report_of_an_error_says_where_it_is(page):
    """Chapter, version, section, cell, the panel as it stands, and the words that were marked."""
    open_page(page, RECORDED[-1].stem)
    place = next(place for place in played(page) if place.locator(HANDLE).count())
    page.evaluate("() => getSelection().selectAllChildren(document.querySelector('article h2'))")
    marked = page.evaluate("() => getSelection().toString().trim()")
    page.locator(".contents > summary").click()
    page.locator("[data-do=report]").click()
    report = page.locator(".report textarea").input_value()
    panel = place.get_attribute("data-panel").split("/")[-1]
    section = page.locator("article section > h2").first.locator("..")
    cell = section.locator("xpath=span[starts-with(@id, 'cell-')]").get_attribute("id")[5:]
    said = ("Kernlab 0.", page.title()[:9], f"Cell: {cell}", f"#panel={panel}@")
    for words in (*said, marked.splitlines()[-1]):
        assert words in report
    page.locator(".report [data-do=copy]").click()
    page.locator(".report").get_by_text("Close").click()
    assert not page.locator(".report").is_visible()
    assert page.errors == []


def test_a_link_without_stops_opens_a_panel_as_it_is_printed(page):
    """Also where the hand of another visit has moved it: codes on paper are such links."""
    open_page(page, RECORDED[-1].stem)
    place = next(place for place in played(page) if place.locator(HANDLE).count())
    first = place.evaluate(STANDS)
    assert push(place, ["ArrowRight", "ArrowLeft", "ArrowUp", "ArrowDown"]) != first
    name = place.get_attribute("data-panel").split("/")[-1]
    page.goto("about:blank")
    page.goto(f"{(PAGES / RECORDED[-1].stem).as_uri()}.html#panel={name}")
    page.wait_for_function(f"place => ({STANDS})(place)", arg=(here := place.element_handle()))
    assert place.evaluate(STANDS) == first
    page.wait_for_function("place => place.getBoundingClientRect().top < 844", arg=here)


SAYS = "place => getComputedStyle(place, '::after').content"


ROOM = """place => { const still = place.querySelector("img");
  return still.clientWidth * still.getAttribute("height") / still.getAttribute("width"); }"""


def test_while_a_recording_comes_its_place_says_how_large_it_is(page):
    page.route("**/_static/chapters/*/*.js", lambda route: None)  # it waits
    open_page(page, RECORDED[-1].stem)
    place = page.locator("[data-recording]").first
    place.scroll_into_view_if_needed()
    page.wait_for_function("place => place.dataset.loading", arg=(here := place.element_handle()))
    assert re.fullmatch(r'"loading, [\d.]+ MB"', place.evaluate(SAYS))
    high = place.evaluate(ROOM)  # as high as the still is at its width on the page
    assert place.bounding_box()["height"] > 0.9 * min(high, 400)
    page.unroute_all()  # lets all go on
    page.wait_for_function("place => place.dataset.playing", arg=here)
    assert place.evaluate(SAYS) == "none"


UNSAID = """all => all.flatMap((one) => [...one.querySelectorAll(".answer math :is(mi, mn)")]
  .filter(({ textContent }) => !one.ariaLabel.includes(textContent))
  .map(({ textContent }) => [one.ariaLabel, textContent]))"""


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_the_name_of_an_answer_has_its_formulas(path, page):
    open_page(page, path.stem)
    answers = page.locator(".classroom-vote [role=radio]")
    assert answers.evaluate_all("all => all.filter((one) => !one.ariaLabel)") == []
    assert answers.evaluate_all(UNSAID) == []


def test_a_vote_outlives_a_reload(page):
    open_page(page, RECORDED[-1].stem)
    vote = page.locator(".classroom-vote:not(.again)").first
    said = vote.locator(".said")
    vote.get_by_role("radio").nth(1).click()
    before = said.inner_text()
    page.reload()
    assert before and said.inner_text() == before
    assert vote.get_by_role("radio").count() == 0, "the answers are folded"


def test_the_first_page_leads_to_all_chapters(page):
    open_page(page, "index")
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        assert page.locator(f".cards a[href^='{path.stem}.html']").count() == 1
    assert page.errors == []


def test_the_panel_of_the_first_page_moves_once_and_is_moved_by_a_hand(browser, built):  # noqa: F811
    """Not where the reader wants no motion: then it stands at the end of its way."""
    at = ".hero input"
    for motion in ("no-preference", "reduce"):
        page = browser.new_page(reduced_motion=motion)
        page.set_default_timeout(PATIENCE / 4)
        open_page(page, "index")
        if motion == "no-preference":
            page.wait_for_function("() => document.querySelector('.hero input').value < 60")
        page.wait_for_function("() => document.querySelector('.hero input').value === '104'")
        says = page.locator(".hero .says").inner_text()
        page.locator(at).focus()
        page.keyboard.press("Home")
        other = "says => document.querySelector('.hero .says').innerText !== says"
        page.wait_for_function(other, arg=says)  # the picture is painted in the next frame
        page.close()


def test_a_chapter_that_was_read_is_marked(page):
    path = CHAPTERS[0]
    open_page(page, path.stem)
    page.locator("[data-ends]").scroll_into_view_if_needed()
    page.wait_for_function("name => localStorage.getItem(`read ${name}`)", arg=path.stem)
    open_page(page, "index")
    assert page.locator(f".cards [data-chapter='{path.stem}'] .read").count() == 1


GLYPHS = """() => {
  for (const fold of document.querySelectorAll("details")) fold.open = true;
  const lines = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
  let text = "";
  while (lines.nextNode()) {
    const { parentElement } = lines.currentNode;
    if (!parentElement.closest("script, style, .katex-mathml")) text += lines.currentNode.data;
  }
  return text;
}"""


WITHOUT_TWINS = """() => {
  const sheet = new CSSStyleSheet();
  sheet.replaceSync(".katex-mathml { display: none !important }");
  document.adoptedStyleSheets.push(sheet);
}"""


@pytest.mark.parametrize("name", ["index", *(path.stem for path in CHAPTERS)])
def test_a_page_is_set_in_the_faces_of_the_book(name, page):
    """What other faces set is what falls back on purpose; formulas' twins are never seen."""
    open_page(page, name)
    text = page.evaluate(GLYPHS)
    page.wait_for_function("() => document.fonts.status === 'loaded'")
    page.evaluate(WITHOUT_TWINS)
    session = page.context.new_cdp_session(page)
    session.send("DOM.enable")
    session.send("CSS.enable")
    root = session.send("DOM.getDocument")["root"]["nodeId"]
    body = session.send("DOM.querySelector", {"nodeId": root, "selector": "body"})["nodeId"]
    used = session.send("CSS.getPlatformFontsForNode", {"nodeId": body})["fonts"]
    other = [(font["familyName"], font["glyphCount"]) for font in used if not font["isCustomFont"]]
    allowed = sum(text.count(one) for one in fonts.FALLS_BACK)
    strange = {one for one in text if ord(one) > 126} - fonts.FALLS_BACK - fonts.HELD
    assert strange == set()
    assert sum(count for _, count in other) <= allowed, other
    sizes = [Path(unquote(one.removeprefix("file://"))).stat().st_size
             for one in page.asked if one.endswith(".woff2")]  # fmt: skip
    assert 0 < sum(sizes) <= LIMITS["fonts"]


def test_every_page_says_first_what_it_may_load(built):
    said = f'<meta http-equiv="Content-Security-Policy" content="{face.POLICY}">'
    pages = {path.stem: path.read_text("utf-8") for path in PAGES.glob("*.html")}
    assert {"index", "about", "search", *(path.stem for path in CHAPTERS)} <= set(pages)
    assert [name for name in pages if said not in pages[name].partition("<link")[0]] == []


#: What no policy of ours allows: a test that sees nothing here would see nothing elsewhere.
FORBIDDEN = """async () => {
  document.head.append(Object.assign(document.createElement("script"), { textContent: "0" }));
}"""


def was_used(used):
    """Whether all sliders that there were moved, and a vote was answered in words."""
    return not used["stayed"] and bool(used["said"])


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_a_page_keeps_to_its_policy(path, page):
    open_page(page, path.stem)
    assert was_used(page.evaluate("book.used()"))
    assert page.evaluate("book.refused") == page.errors == []
    page.evaluate(FORBIDDEN)
    page.wait_for_function("() => book.refused.length")


def test_links_between_pages_lead_somewhere():
    pages = {path.name: path.read_text("utf-8") for path in PAGES.glob("*.html")}
    missing = []
    for name, text in pages.items():
        for link in re.findall(r'(?:href|src)="([^"]+)"', text):
            address, _, anchor = html.unescape(link).partition("#")
            if re.match(r"[a-z]+:", address):
                continue
            target = unquote(address.split("?")[0]) or name
            there = (PAGES / target).exists()
            found = there and (
                target not in pages or not anchor or f'id="{anchor}"' in pages[target]
            )
            missing += [] if found else [f"{name}: {link}"]
    assert missing == []


def test_a_search_finds_a_word_without_a_server(page):
    page.goto((PAGES / "search.html").as_uri() + "?q=Mercer")
    page.wait_for_selector("#search-results li a")
    assert page.locator("#search-results p.context").count() == 0
    assert page.errors == []


FOUND = """01 feature space, features; 02 kernel matrix; 03 Mercer; 04 centering, kernel PCA;
05 unit diagonal, cosine; 06 unit variance; 07 order t; 09 clustering; 10 Gaussian, Bhattacharyya,
triangle inequality; 11 relaxed kernel; 12 relaxed clustering; 13 explicit maps, chi-squared;
14 Minkowski; 15 Minkowski k-means; 16 random Fourier features, scaling; 17 evidence; 18 errata;
19 your data"""


def test_a_search_finds_the_right_chapter_first(page):
    wrong = []
    for line in FOUND.replace("\n", " ").split(";"):
        number, words = line.split(maxsplit=1)
        for word in words.split(", "):
            page.goto((PAGES / "search.html").as_uri() + f"?q={word}")
            first = page.locator("#search-results li a").first.get_attribute("href")
            if not first.startswith(number):
                wrong.append((word, first))
    assert wrong == []


HEADS = re.compile(
    r'<section id="([\w-]+)">\s*(?:<span id="[^"]*"></span>)*<h2>'
    r'(?:<span class="minutes">[^<]*</span>)?(.*?)<a class="headerlink"'
)


def test_a_search_for_the_words_of_a_section_shows_it(page):
    """Among the first five; the short code of a panel, which paper has, leads to the panel."""
    missed = []
    for path in CHAPTERS:
        text = (PAGES / f"{path.stem}.html").read_text("utf-8")
        heads = [(anchor, head) for anchor, head in HEADS.findall(text) if "katex" not in head]
        assert len(heads) > 3
        for anchor, head in heads[1:4]:
            words = html.unescape(re.sub("<[^>]*>", "", head))
            page.goto((PAGES / "search.html").as_uri() + f"?q={quote(words)}")
            page.locator("#search-results li a").nth(0).wait_for()
            page.wait_for_timeout(100)
            links = page.locator("#search-results li a").evaluate_all(
                "all => all.slice(0, 5).map((one) => one.getAttribute('href'))"
            )
            missed += [] if f"{path.stem}.html#{anchor}" in links else [(words, links)]
    assert missed == []
    name = RECORDED[-1].stem
    panel = re.search(r'id="(panel-\w+)"', (PAGES / f"{name}.html").read_text("utf-8"))[1]
    code = codes.short(name, panel.removeprefix("panel-"))
    page.goto((PAGES / "search.html").as_uri() + f"?q={quote(code)}")
    first = page.locator("#search-results li a").first
    assert first.get_attribute("href") == f"{name}.html#{panel}"


def test_from_a_server_it_shows_the_lines_too(built, browser):  # noqa: F811
    """A formula once: what its twin for screen readers says is left out."""
    with served(PAGES) as address:
        page = browser.new_page()
        page.goto(f"{address}/search.html?q=Mercer")
        lines = page.locator("#search-results p.context")
        lines.first.wait_for()
        assert "Mercer" in lines.first.inner_text()
        assert not any("\\" in line for line in lines.all_inner_texts())
        page.close()


# Other engines -----------------------------------------------------------------------------------


#: What every panel of a page says in a few states that no kernel chose: words, texts, verdicts.
SAID = """async () => {
  const found = {};
  for (const place of book.places()) {
    place.scrollIntoView();
    await book.until(() => place.dataset.playing);
    const { controls } = place.view.model.recording;
    for (let i = 0; i < 8; i++) {
      const at = Object.fromEntries(Object.entries(controls).map(([name, { raws }], k) =>
        [name, raws[(7919 * i + 104729 * k) % raws.length]]));
      place.view.go(at);
      await book.until(() => place.view.root.dataset.state === "idle");
      await book.painted();
      const { pixels, ...said } = book.shown(place.view);
      found[`${place.dataset.panel} ${i}`] = said;
    }
  }
  return found;
}"""


TURNS = {  # a panel of the chapter whose verdict turns by the keys of one control or handle
    "02_kernel_matrix": "misread",
    "06_unit_variance": "entries_to_01",
    "08_order_t_kernel": "shrink_one_entry",
    "09_order_t_clustering": "five_points",
    "11_relaxed_kernels": "houses_on_a_street",
    "12_relaxed_clustering": "negative_eigenvalues",
    "13_explicit_maps": "kernel_plane",
}  # in 00, 03, 04 and 07 every value gives a kernel, as it must; 19 is not recorded
VERDICT = re.compile("(?:not )?a kernel: ")
PANEL = "place => place.dataset.panel"


def stops(slider, key, sliders):
    """Yield what a slider or a handle says, from its first stop to the last in a direction.

    The others are where they begin: what a walk has moved does not stand in the way of the next.
    """
    for one in sliders:
        one.press("Home")
    before = None
    while (here := slider.get_attribute("aria-valuetext")) != before:
        yield here
        slider.press(key)
        before = here


def choices(group):
    """Yield what may be chosen, by keys one after the other."""
    for radio in group.get_by_role("radio").all():
        yield radio.aria_snapshot()
        radio.press("ArrowDown")


def turn(place, walk):
    """Return where the verdict turns, from the tree that a screen reader has, or None."""

    def verdict():
        return VERDICT.search(place.aria_snapshot())[0]

    first = None
    for here in walk:
        first = first or verdict()
        if verdict() != first:
            return here
    return None


TURNING = [path for path in RECORDED if path.stem in TURNS]


@pytest.mark.parametrize("path", TURNING, ids=lambda path: path.stem)
def test_roles_names_and_keys_find_where_the_verdict_turns(path, page):
    open_page(page, path.stem)
    place = next(one for one in played(page) if one.evaluate(PANEL).endswith(TURNS[path.stem]))
    keys, sliders = ("ArrowRight", "ArrowUp", "ArrowDown"), place.get_by_role("slider").all()
    walks = [stops(slider, key, sliders) for key in keys for slider in sliders]
    walks += map(choices, place.get_by_role("radiogroup").all())
    assert any(turn(place, walk) for walk in walks)


@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_another_engine_plays_from_a_disk_what_chromium_plays(path, page, other_engine):
    open_page(page, path.stem)
    here = page.evaluate(SAID)
    script = (ROOT / "tests" / "booking.js").read_text("utf-8")
    there = other_engine.answer((PAGES / f"{path.stem}.html").as_uri(), script, SAID)
    assert list(there) == list(here)
    differ = [name for name in here if plain(there[name]) != plain(here[name])]
    assert [(name, here[name], there[name]) for name in differ] == []


@pytest.mark.parametrize("other_engine", ["firefox"], indirect=True)
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_in_firefox_too_a_page_keeps_to_its_policy(path, built, other_engine):
    address = (PAGES / f"{path.stem}.html").as_uri()
    script = (ROOT / "tests" / "booking.js").read_text("utf-8")
    assert was_used(other_engine.answer(address, script, "book.used"))
    other_engine.answer(address, "", FORBIDDEN)
    (only,) = other_engine.refused()  # it tells of all pages since it began, in their order
    assert "inline script" in only


#: What a page refuses while it is used, and then of what no policy of ours allows.
KEPT = """async () => {
  const used = await book.used();
  const refused = [...book.refused];
  let said = "";
  try { eval("0"); } catch (error) { said = error.name; }
  await (FORBIDDEN)();
  await book.until(() => book.refused.some((one) => one.endsWith("inline")));
  return { used, refused, said };
}""".replace("FORBIDDEN", FORBIDDEN)


@pytest.mark.parametrize("other_engine", ["webkit"], indirect=True)
@pytest.mark.parametrize("path", RECORDED, ids=lambda path: path.stem)
def test_in_webkit_too_a_page_keeps_to_its_policy(path, built, other_engine):
    script = (ROOT / "tests" / "booking.js").read_text("utf-8")
    kept = other_engine.answer((PAGES / f"{path.stem}.html").as_uri(), script, KEPT)
    assert was_used(kept["used"])
    assert (kept["refused"], kept["said"]) == ([], "EvalError")


# Without scripts ---------------------------------------------------------------------------------


@pytest.fixture
def unscripted(browser, built):  # noqa: F811
    """Open a page in a browser that runs no script of a page."""
    context = browser.new_context(java_script_enabled=False, offline=True)
    yield context.new_page()
    context.close()


NEEDS_SCRIPTS = ":is(button, input, canvas):visible"
WELL = ":has(> :nth-child({}):last-child)"
MALFORMED = ":is(msub, msup, munder, mover, mfrac, mroot):not({}), :is(msubsup, munderover):not({})"
MALFORMED = MALFORMED.format(WELL.format(2), WELL.format(3))  # formulas of too many or few parts


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_without_scripts_a_page_is_a_good_book(path, unscripted):
    """Stills, formulas and their twins, answers that unfold; nothing waits or does nothing."""
    open_page(unscripted, path.stem)
    main = unscripted.locator("main")
    for place in unscripted.locator("[data-recording]").all():
        place.scroll_into_view_if_needed()
        still = place.locator("img").first
        still.wait_for()
        assert still.evaluate("one => one.decode().then(() => one.offsetWidth > 100)")
    assert main.locator(".katex-html").count() == main.locator("math").count() > 0
    assert main.locator(MALFORMED).count() == 0
    assert "loading" not in unscripted.locator("body").inner_text().lower()
    for fold in main.locator("details").all():
        if fold.is_visible():
            fold.locator("summary").first.click()
            assert fold.locator("xpath=./*[not(self::summary)]").first.is_visible()
    assert unscripted.locator(NEEDS_SCRIPTS).count() == 0


def test_without_scripts_the_first_page_leads_to_a_chapter(unscripted):
    open_page(unscripted, "index")
    assert unscripted.locator(NEEDS_SCRIPTS).count() == 0
    unscripted.locator(".cards a").first.click()
    unscripted.wait_for_url("**/00_*.html")
