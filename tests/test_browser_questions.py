"""The questions of chapters in the real JupyterLab: nothing is told before a vote, all fits then.

KERNLAB_CHAPTERS names the chapters whose questions are asked, all if it names none.
"""

import re

import pytest
from browsing import CHOSEN, cells_of, live_cells, until
from test_browser import browser, end_kernels, head, lab, reader  # noqa: F401 (fixtures)

pytestmark = pytest.mark.slow

SCREENS = ((1440, 900, 780), (1366, 768, 640))  # and how tall a question with its panel may be
CARD, AGAIN = ".classroom-vote:not(.again)", ".classroom-vote.again"
PRINTED = "details.classroom-printed"
EXPLAIN = re.compile(r"<summary>.*?Explain.*?</summary>(.*)</details>", re.DOTALL)

#: The words of the page that are seen, without code and without the cards, which hold the answers.
SEEN = """() => {
  const lines = [];
  const walker = document.createTreeWalker(gate.notebook().content.node, NodeFilter.SHOW_TEXT);
  for (let text; (text = walker.nextNode()); ) {
    const { parentElement: parent } = text;
    const apart = parent.closest(".cm-editor, .jp-InputPlaceholder, .classroom-vote, style");
    if (!apart && parent.checkVisibility({ visibilityProperty: true })) lines.push(text.data);
  }
  return lines.join(" ").replaceAll("\\u2212", "-").replace(/\\s+/g, " ");
}"""

#: Of each card how far it is from its top to the lower edge of its panel, null where it has none.
HEIGHTS = """() => [...document.querySelectorAll(".classroom-vote:not(.again)")].map((card) => {
  const below = [...document.querySelectorAll(".livepanel, .classroom-vote")]
    .find((one) => card.compareDocumentPosition(one) & Node.DOCUMENT_POSITION_FOLLOWING);
  const bottom = (one) => one.getBoundingClientRect().bottom;
  const panel = below?.matches(".livepanel");
  return panel ? Math.round(bottom(below) - card.getBoundingClientRect().top) : null;
})"""


def spaced(text):
    """Return a text as the page shows it: one space for many, no signs of Markdown."""
    return re.sub(r"\s+", " ", re.sub(r"[*_`]|^\s*-?\s*[A-F]\. ", "", text)).strip()


def told_by(explanation):
    """Return what of an explanation nobody may read before the vote: numbers, sentences."""
    words = re.sub(r"\$.*?\$", "$", explanation, flags=re.DOTALL)
    sentences = [spaced(one) for one in re.split(r"(?<=[.!?])\s", words) if "$" not in one]
    numbers = re.findall(r"(?<![\d.])-?\d+\.\d\d+", explanation)
    return {one for one in sentences if len(one.split()) > 4} | set(numbers)


def secrets_of(chapter):
    """Return what each explanation of a chapter tells that its question does not."""
    texts = ["".join(cell["source"]) for cell in cells_of(chapter)]
    found = [told_by(match[1]) for match in map(EXPLAIN.search, texts) if match]
    questions = " ".join(text for text in texts if "**Predict.**" in text)
    return {one for told in found for one in told if one not in spaced(questions)}


def shows(seen, secret):
    """Return whether a text holds a number as a whole, or a sentence."""
    return re.search(rf"(?<![\d.]){re.escape(secret)}(?!\d)", seen) is not None


@pytest.mark.parametrize("chapter", CHOSEN)
def test_nothing_is_told_before_the_vote_and_all_fits_after_it(chapter, reader):  # noqa: F811
    """Run All opens no answer, a vote its printed lines; question and panel share a screen."""
    page = reader.open(chapter)
    page.evaluate("() => jupyterapp.shell.collapseLeft()")
    until(page, "() => !gate.typesetting()")
    seen = page.evaluate(SEEN)
    assert [one for one in secrets_of(chapter) if shows(seen, one)] == []
    assert not re.search(r"([Tt]he answer is|[Rr]ight is) [A-F]\b", seen)
    cards, printed = page.locator(CARD), page.locator(PRINTED)
    assert cards.count() == page.locator(AGAIN).count() > 0
    assert all(
        cards.nth(i).locator(".answer:not(:empty)").count() > 1 for i in range(cards.count())
    )
    assert printed.evaluate_all("all => all.filter((one) => one.open)") == []
    for i in range(cards.count()):
        cards.nth(i).get_by_role("radio").first.press("a")
    assert (
        printed.evaluate_all("all => all.filter((one) => !one.open).map((one) => one.outerHTML)")
        == []
    )
    lines = [" ".join(one.split()) for one in printed.locator("pre").all_text_contents()]
    assert [one for one in lines if one not in page.evaluate(SEEN)] == [], "now they are seen"
    assert cards.get_by_role("radio").locator("visible=true").count() == 0, "they fold"
    for width, height, tall in SCREENS:
        page.set_viewport_size({"width": width, "height": height})
        until(page, "n => gate.allIdle(n)", live_cells(chapter))
        until(page, "() => gate.still()", polling="raf")
        assert [one for one in page.evaluate(HEIGHTS) if one and one > tall] == [], (width, height)
    assert page.errors == []
    reader.close(page, failed=False)
