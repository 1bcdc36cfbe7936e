"""A chapter in Notebook 7: its panels answer, and a saved one shows them without a kernel."""

import pytest
from browsing import CHOSEN, cells_of, changes, jupyterlab, live_cells, new_page, save, until, words
from test_browser import browser, chromium  # noqa: F401 (fixtures)

from tools import notebook7


@pytest.fixture(scope="module")
def server(tmp_path_factory):
    chromium()
    program = (notebook7.PYTHON, "-m", "notebook", "--allow-root")
    with jupyterlab(tmp_path_factory.mktemp("notebook7"), program) as served:
        yield served


def opened(browser, server, chapter):  # noqa: F811
    """Return a page with a chapter, as Notebook 7 shows it."""
    port, token = server
    page = new_page(browser)
    page.goto(f"http://127.0.0.1:{port}/notebooks/notebooks/{chapter}.ipynb?token={token}")
    until(page, "() => gate.kernel()?.connectionStatus === 'connected'")
    return page


@pytest.mark.parametrize("chapter", CHOSEN[:1])
def test_a_chapter_runs_is_saved_and_shows_its_panels_again(chapter, browser, server):  # noqa: F811
    count = live_cells(chapter)
    page = opened(browser, server, chapter)
    page.evaluate("() => { jupyterapp.commands.execute('notebook:run-all-cells'); }")
    until(page, "n => gate.ran(n)", count)
    panels = page.locator(".livepanel:has(input[type=range])")
    for i in range(panels.count()):
        slider = panels.nth(i).locator("input[type=range]").first
        end = int(slider.get_attribute("max"))
        moved = changes(
            panels.nth(i), lambda s=slider, e=end: s.evaluate("(s, e) => gate.move(s, e)", e)
        )
        assert moved == {"words", "pixels"}, words(panels.nth(i))
    assert page.get_by_role("button", name="Lecture").count() == 1
    save(page)
    page.evaluate("() => gate.notebook().sessionContext.shutdown()")
    page.close()
    page = opened(browser, server, chapter)
    until(page, "n => gate.panels().length === n && gate.panels().every(gate.asleep)", count)
    assert len(cells_of(chapter)) == page.evaluate("() => gate.notebook().content.widgets.length")
