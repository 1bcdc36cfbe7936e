"""Every chapter in the real JupyterLab: it opens, runs, its panels answer, and it fits.

KERNLAB_CHAPTERS names the chapters to try, all if it names none. The three tests of a chapter
share its page; while they look at it, the next chapter opens and runs.
"""

import pytest
from browsing import (
    CHOSEN,
    cells_of,
    changes,
    drag,
    grips,
    keep_picture,
    live_cells,
    press,
    until,
    words,
)
from test_browser import browser, lab, reader  # noqa: F401 (fixtures)

# the scope brings the tests of one chapter together
every_chapter = pytest.mark.parametrize("chapter", CHOSEN, scope="module")


class Opened:
    """The page of the chapter whose tests run."""

    page = None


@pytest.fixture(scope="module")
def opened():
    return Opened()


def wanted(item):
    """Return the chapter that a test looks at."""
    return item.callspec.params["chapter"]


@pytest.fixture
def page(chapter, opened, reader, request):  # noqa: F811
    """Give a chapter that has run, opened once for its tests, and anew after a failure."""
    items, failures = request.session.items, request.session.testsfailed
    after = [wanted(item) for item in items[items.index(request.node) + 1 :]]
    if opened.page is None:
        opened.page = reader.open(chapter, next((c for c in after if c != chapter), None))
    yield opened.page
    failed = request.session.testsfailed > failures
    if failed or chapter not in after[:1]:
        reader.close(opened.page, failed)
        opened.page = None


@every_chapter
def test_chapter_is_alive(chapter, page):
    panels = page.locator(".livepanel")
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
        elif (hands := grips(panel)).count():
            moved += 1
            keys = ("ArrowUp", "ArrowRight")  # a point may move along one axis only
            pressed = [changes(panel, lambda h=hands.first, k=key: press(h, k)) for key in keys]
            assert "words" in set().union(*pressed), words(panel)
        assert panel.locator(".error").inner_text() == ""
        keep_picture(panel, f"{chapter}_panel{i + 1}")
    assert moved > 0
    assert page.errors == []


SCREENS = ((1440, 900), (1024, 768), (700, 900), (960, 600), (390, 844))
TALL = 780  # pixels that a panel may be tall at 1440 x 900
LOW = ((700, 900), (960, 600))  # where a control and the picture that it moves are seen together


@every_chapter
def test_panels_fit_five_screens(chapter, page):
    """None is too tall, cut or too small."""
    found = []
    page.evaluate("() => jupyterapp.shell.collapseLeft()")
    for width, height in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        until(page, "n => gate.allIdle(n)", live_cells(chapter))
        until(page, "() => gate.still()", polling="raf")
        limit = TALL if width == SCREENS[0][0] else 10_000
        found += [f"{width}: {what}" for what in page.evaluate("n => gate.misfits(n)", limit)]
        if (width, height) in LOW:
            found += [f"{width}: {what}" for what in page.evaluate("gate.apart()")]
        keep_picture(page, f"{chapter}_{width}")
    assert found == []
    assert page.errors == []


PROJECTORS = ((1920, 1080), (1280, 720))


def screens_of(chapter):
    """Return how many screens a chapter has: its slides and what fragments reveal, no appendix."""
    kinds = [cell["metadata"]["slideshow"]["slide_type"] for cell in cells_of(chapter)]
    count, appendix = 0, False
    for kind in kinds:
        if kind in ("slide", "subslide", "skip"):
            appendix = kind == "skip"
        count += not appendix and kind in ("slide", "subslide", "fragment")
    return count


@every_chapter
def test_the_lecture_fits_two_projectors(chapter, page):
    """Screen by screen, in the lecture mode."""
    found = []
    for width, height in PROJECTORS:
        page.set_viewport_size({"width": width, "height": height})
        until(page, "() => !gate.typesetting() && !gate.placeholders()")
        until(page, "() => gate.still()", polling="raf")
        page.keyboard.press("Alt+l")
        screens = page.evaluate("() => gate.lecture()")
        assert len(screens) == screens_of(chapter)
        found += [f"{width}: {s['name']}: {what}" for s in screens for what in s["wrong"]]
        keep_picture(page, f"{chapter}_lecture_{width}")
        page.keyboard.press("Alt+l")
        until(page, "n => gate.allIdle(n)", live_cells(chapter))
    assert found == []
    assert page.errors == []
