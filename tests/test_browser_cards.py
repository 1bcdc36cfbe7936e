"""Question cards in the real JupyterLab, those of one chapter: by hand, by keys, kept.

What the questions of all chapters hide and how much room they take is in test_browser_questions.py.
"""

import json
import re

import nbformat
import pytest
from browsing import (
    DESK,
    add_and_run,
    begin,
    cells_of,
    finish,
    keep_picture,
    live_cells,
    load,
    menu,
    new_page,
    settle,
    until,
)
from test_browser import address, browser, end_kernels, head, lab, reader  # noqa: F401 (fixtures)

from tools import handouts, notebooks

pytestmark = pytest.mark.slow

EXAMPLE = "08_order_t_kernel"
CARD, AGAIN = ".classroom-vote:not(.again)", ".classroom-vote.again"


def says(place, text):
    """Wait until a place begins with a text: the kernel passes on what was said."""
    condition = "([place, text]) => place.innerText.startsWith(text)"
    until(place.page, condition, [place.element_handle(), text])


def question(count):
    """Return the text of the example's count-th question."""
    texts = ["".join(cell["source"]) for cell in cells_of(EXAMPLE)]
    return [text for text in texts if "**Predict.**" in text][count]


def words_of(letter, count):
    """Return the first words of an option of the example's count-th question, before a formula."""
    option = re.search(rf"^- {letter}\. ([^$*\n]*)", question(count), re.MULTILINE)[1]
    return " ".join(option.split()[:2])


def against(letter, count):
    """Return what the count-th explanation of the example says against a letter, to a formula."""
    folds = ["".join(cell["source"]) for cell in cells_of(EXAMPLE)]
    folds = [text for text in folds if "<b>Explain</b>" in text]
    return re.search(rf"\*{letter}\*,? ([^$*.]*)", folds[count])[1].strip()


class Opened:
    """The page with the example, opened and run once for its tests, and anew after a failure."""

    page = None


@pytest.fixture(scope="module")
def opened(reader):  # noqa: F811
    opened = Opened()
    yield opened
    if opened.page:
        reader.close(opened.page, failed=False)


@pytest.fixture
def example(opened, reader, request):  # noqa: F811
    failures = request.session.testsfailed
    opened.page = opened.page or reader.open(EXAMPLE)
    opened.page.evaluate("() => jupyterapp.shell.collapseLeft()")
    yield opened.page
    opened.page.set_viewport_size(DESK)
    if request.session.testsfailed > failures:
        reader.close(opened.page, failed=True)
        opened.page = None


def test_a_lecture_begins_at_the_beginning_and_keeps_the_question_above_the_panel(example):
    """To be run first, while nobody has touched the page."""
    example.keyboard.press("Alt+l")
    assert head(example).startswith("1 of"), "the chapter was just run whole"
    question = example.locator(f"{CARD} .question").first
    panel = example.locator(".livepanel").first
    for size in ({"width": 1920, "height": 1080}, {"width": 1280, "height": 720}):
        example.set_viewport_size(size)
        example.keyboard.press("Home")
        while not panel.is_visible():
            example.keyboard.press("PageDown")
        assert question.is_visible()
        above, below = question.bounding_box(), panel.bounding_box()
        assert above["y"] + above["height"] <= below["y"]
        assert below["y"] + below["height"] <= size["height"]
        keep_picture(example, f"card_lecture_{size['width']}")
    there = head(example)
    example.keyboard.press("Alt+l")
    panel.locator("input[type=range]").first.focus()
    example.keyboard.press("Alt+l")
    assert head(example) == there, "who is somewhere begins there"
    example.keyboard.press("Alt+l")
    assert example.errors == []


def test_a_card_by_hand_and_its_verdict_after_the_first_move(example):
    card, again = example.locator(CARD).first, example.locator(AGAIN).first
    group = card.get_by_role("radiogroup")
    name = group.evaluate(
        "one => document.getElementById(one.getAttribute('aria-labelledby')).innerText"
    )
    asked = re.search(r"\*\*Predict\.\*\* (.*)", question(0))[1]
    assert name.startswith("Predict.") and name.endswith(asked.split()[-1])
    right, wrong = words_of("B", 0), words_of("C", 0)
    heading = re.search(r"^#+ ([^\n(]*)", question(0))[1].strip()
    text = example.locator(".jp-MarkdownCell", has_text=heading)
    assert text.count() == 1
    assert text.get_by_text(right).locator("visible=true").count() == 0, "no answer stands twice"
    keep_picture(example, "card_asked")
    card.get_by_role("radio", name=re.compile("^C")).click()
    assert f"You said C. {wrong}" in card.inner_text() and group.is_hidden()
    says(again, f"You said C. {wrong}")
    panel = example.locator(".livepanel").first
    panel.locator("input[type=range]").first.press("ArrowLeft")
    settle(panel)
    says(again, f"You said C. The answer is B: {right}")
    verdict = again.get_by_role("status").inner_text()
    assert f"C {against('C', 0)}" in verdict and against("D", 0) not in verdict
    keep_picture(example, "card_verdict")
    card.get_by_role("button", name="Change").click()
    assert group.is_visible() and card.get_by_role("radio", checked=True).count() == 1
    card.get_by_role("radio").nth(3).click()
    says(again, "You said D. The answer is B")
    verdict = again.get_by_role("status").inner_text()
    assert against("D", 0) in verdict and against("C", 0) not in verdict
    card.get_by_role("button", name="Change").click()
    card.get_by_role("radio").nth(1).click()
    says(again, f"You said B, and that is the answer: {right}")
    assert example.errors == []


def test_a_card_by_keys(example):
    """Arrows go through the answers, letters vote, S shows without a vote; no cell is changed."""
    count = example.locator(".jp-Notebook .jp-Cell").count()
    card, again = example.locator(CARD).nth(1), example.locator(AGAIN).nth(1)
    card.get_by_role("radio").first.focus()
    example.keyboard.press("ArrowDown")
    example.keyboard.press("ArrowDown")
    assert card.get_attribute("data-said") == "", "an arrow does not vote"
    example.keyboard.press("Enter")
    assert card.get_attribute("data-said") == "C"
    example.keyboard.press("d")
    assert card.get_attribute("data-said") == "D"
    example.keyboard.press("ArrowUp")
    assert card.get_by_role("radio", name=re.compile("^C")).is_visible(), (
        "an arrow opens them again"
    )
    assert example.evaluate("document.activeElement.dataset.letter") == "C"
    example.keyboard.press("s")
    assert "without a vote" in card.inner_text()
    says(again, f"The answer is B: {words_of('B', 1)}")
    answers = "from classroom import vote; print(vote.answers()['one entry'] == '')"
    add_and_run(example, answers)
    example.locator(".jp-OutputArea").get_by_text("True", exact=True).wait_for()
    assert example.locator(".jp-Notebook .jp-Cell").count() == count + 1, "keys stay with the card"
    assert example.errors == []


def test_a_card_at_twice_the_size_and_on_a_phone(example):
    card = example.locator(CARD).nth(2)
    wide = (
        "one => [one, ...one.querySelectorAll('*')].filter((a) => a.scrollWidth > a.clientWidth + 1"
    )
    wide += " && getComputedStyle(a).display !== 'inline' && !a.closest('mjx-container')).length"
    for size in ({"width": 683, "height": 384}, {"width": 390, "height": 844}):
        example.set_viewport_size(size)
        until(example, "() => gate.still()", polling="raf")
        card.scroll_into_view_if_needed()
        assert card.evaluate(wide) == 0, size
        keep_picture(example, f"card_{size['width']}")
    assert example.errors == []


def test_notes_are_not_in_the_notebook_and_no_stop_on_the_way(example):
    notes = example.locator("summary", has_text="For the lecturer")
    assert notes.count() > 10 and notes.locator("visible=true").count() == 0
    example.evaluate("gate.activate(2)")
    example.keyboard.press("Escape")
    example.keyboard.press("Shift+Enter")
    example.keyboard.press("Shift+Enter")
    until(example, "() => gate.connected()")
    kind = "gate.notebook().content.activeCell.model.getMetadata('slideshow').slide_type"
    assert example.evaluate(kind) == "slide", "over the note, to the next step"
    example.keyboard.press("ArrowUp")
    assert example.evaluate(kind) == "-"
    example.evaluate("gate.notebook().content.node.querySelector('a[href], summary').focus()")
    for _ in range(40):
        example.keyboard.press("Tab")
        assert not example.evaluate("Boolean(document.activeElement.closest('.classroom-note'))")
    menu(example, "View", "Lecturer's Notes")
    assert notes.locator("visible=true").count() == notes.count()
    menu(example, "View", "Lecturer's Notes")
    assert example.errors == []


def test_a_vote_outlives_the_kernel_and_no_output_knows_of_it(lab, browser):  # noqa: F811
    """Saved, closed, killed and opened: the letter is there, and the next kernel hears it."""
    page = new_page(browser)
    load(page, address(*lab))
    begin(page, EXAMPLE, folder="again")
    finish(page, EXAMPLE)
    page.locator(CARD).first.get_by_role("radio").first.press("d")
    page.evaluate("() => jupyterapp.commands.execute('docmanager:save')")
    file = f"/api/contents/again/{EXAMPLE}.ipynb?token={lab[1]}"
    stored = "async file => JSON.stringify((await (await fetch(file)).json()).content)"
    until(page, f"async file => /said.{{2,7}}D/.test(await ({stored})(file))", file, polling=500)
    saved = nbformat.from_dict(json.loads(page.evaluate(stored, file)))
    assert '"said":"D"' in json.dumps(saved.metadata.widgets).replace(" ", "")
    without = [notebooks.canonical(saved), handouts.student(saved), handouts.lecturer(saved)]
    assert not any('"said"' in json.dumps(one) for one in [saved.cells, *without])
    page.goto("about:blank")
    end_kernels(*lab)
    load(page, address(*lab, f"/tree/again/{EXAMPLE}.ipynb"))
    card = page.locator(CARD).first
    until(
        page,
        "n => gate.panels().length === n && gate.panels().every(gate.asleep)",
        live_cells(EXAMPLE),
    )
    assert card.get_attribute("data-said") == "D"
    until(page, "() => gate.connected()")
    menu(page, "Run", "Run All Cells")
    finish(page, EXAMPLE)
    assert card.get_attribute("data-said") == "D"
    add_and_run(page, "print('said', vote.answers()['two points'])")
    page.get_by_text("said D", exact=True).wait_for()
    page.close()
