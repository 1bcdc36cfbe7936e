"""The questions of chapters in the real JupyterLab: nothing is told before a vote, all fits then.

KERNLAB_CHAPTERS names the chapters whose questions are asked, all if it names none.
"""

import re

import pytest
from browsing import CHOSEN, live_cells, until
from secrets_told import secrets_of, shows
from test_browser import browser, end_kernels, head, lab, reader  # noqa: F401 (fixtures)

pytestmark = pytest.mark.slow

SCREENS = ((1440, 900, 780), (1366, 768, 640))  # and how tall a question with its panel may be
CARD, AGAIN = ".classroom-vote:not(.again)", ".classroom-vote.again"
PRINTED = "details.classroom-printed"

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
