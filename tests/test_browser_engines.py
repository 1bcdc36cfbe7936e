"""JupyterLab in Firefox and in WebKitGTK: each panel of a chapter says what it says in Chromium.

KERNLAB_CHAPTERS names the chapters to try, all if it names none.
"""

import itertools
from pathlib import Path

import pytest
from browsing import CHOSEN, live_cells
from engines import plain
from test_browser import address, browser, lab, reader  # noqa: F401 (fixtures)

SCRIPT = Path(__file__).with_name("browsing.js").read_text("utf-8")
number = itertools.count()  # a workspace of its own for each page
RUN = """async () => {
  const until = async (holds) => { while (!holds()) await new Promise(requestAnimationFrame); };
  gate.open("again/%s.ipynb");
  await until(() => gate.ran(%d));
  const said = await (%s)();
  await gate.close();
  return said;
}"""
SAID = """async () => {
  const said = [];
  for (const panel of gate.panels()) {
    for (const slider of panel.querySelectorAll("input[type=range]")) {
      gate.move(slider, Math.round(0.7 * slider.max));
      while (!gate.idle(panel)) await new Promise(requestAnimationFrame);
    }
    const labels = [...panel.querySelectorAll("canvas")].map((canvas) => canvas.ariaLabel);
    said.push([gate.words(panel), ...labels]);
  }
  return said;
}"""


@pytest.mark.parametrize("chapter", CHOSEN)
def test_a_chapter_says_the_same_in_another_engine(chapter, lab, reader, new_engine):  # noqa: F811
    page = reader.open(chapter)
    here = page.evaluate(SAID)
    reader.close(page, failed=False)
    place = address(*lab, f"/workspaces/other{next(number)}")
    there = new_engine.answer(place, SCRIPT, RUN % (chapter, live_cells(chapter), SAID))
    assert len(here) == live_cells(chapter)
    assert [(a, b) for a, b in zip(here, there, strict=True) if plain(a) != plain(b)] == []
