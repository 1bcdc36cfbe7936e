"""Two thousand random moves on every panel of a chapter, in the real JupyterLab.

`python3 run.py bench endurance 02_kernel_matrix` opens the chapter, runs it, and moves the controls
and the handles of each panel at random, 60 moves per second. It prints how the kernel and the page
have grown, how long the longest answer took, and whether the last move is what the panel shows.
"""

import argparse
import os
import shutil
import sys
import tempfile
from pathlib import Path

from latency import ROOT, chromium, server

MOVES = """
([panel, moves]) => new Promise((done) => {
  const kinds = "input[type=range], input[type=checkbox], select, .segments [type=radio], .push, "
    + ".lp-hands [tabindex]";
  const arrows = ["ArrowLeft", "ArrowRight", "ArrowUp", "ArrowDown"];
  const inputs = [...panel.querySelectorAll(kinds)];
  if (!inputs.length) return done(0);
  const act = (input, share) => {
    const range = input.type === "range", options = input.options?.length;
    if (input.closest(".lp-hands")) {
      const key = arrows[Math.floor(share * 4)];
      return input.dispatchEvent(new KeyboardEvent("keydown", { key, bubbles: true }));
    }
    if (range) input.value = Math.round(share * input.max);
    else if (options) input.selectedIndex = Math.floor(share * options);
    else return input.click();
    input.dispatchEvent(new Event(range ? "input" : "change", { bubbles: true }));
  };
  let i = 0;
  const timer = setInterval(() => {
    act(inputs[i % inputs.length], i < moves ? Math.random() : 0.25);
    if (i++ < moves + inputs.length) return;
    clearInterval(timer);
    const stopped = performance.now();
    const wait = () => panel.dataset.state === "idle"
      ? done(performance.now() - stopped) : setTimeout(wait, 10);
    setTimeout(wait, 30);
  }, 1000 / 60);
})
"""


def parents(process):
    """Yield the numbers of the processes that began one, up to the first of all; Linux only."""
    while process > 1:
        status = Path(f"/proc/{process}/status").read_text()
        process = int(status.split("PPid:")[1].split()[0])
        yield process


def resident(word):
    """Return megabytes of the largest process begun here whose command line has a word."""
    sizes = [0]
    for place in Path("/proc").glob("[0-9]*"):
        try:
            ours = os.getpid() in parents(int(place.name))
            if ours and word in (place / "cmdline").read_text():
                lines = (place / "status").read_text().split("VmRSS:")
                sizes.append(int(lines[1].split()[0]) / 1024)
        except (OSError, IndexError):
            continue
    return max(sizes)


def sizes(page, session):
    """Return megabytes of the kernel and of the page's live objects, apart from its memory."""
    page.evaluate("livepanels.memory.forget()")
    page.wait_for_timeout(1500)
    session.send("HeapProfiler.collectGarbage")
    return resident("ipykernel_launcher"), page.evaluate(
        "performance.memory.usedJSHeapSize"
    ) / 2**20


def endure(chapter, moves):
    """Move every panel of a chapter; print one line for each."""
    from playwright.sync_api import sync_playwright

    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        home = Path(folder)
        shutil.copy(ROOT / "notebooks" / f"{chapter}.ipynb", home)
        flags = ["--no-sandbox", "--disable-gpu", "--enable-precise-memory-info"]
        browser = playwright.chromium.launch(executable_path=chromium(), args=flags)
        with server(home, nodelay=True) as (address, token):
            page = browser.new_page(viewport={"width": 1500, "height": 1100})
            errors = []
            page.on("pageerror", lambda error: errors.append(str(error)))
            page.goto(f"{address}/lab/tree/{chapter}.ipynb?reset&token={token}")
            page.get_by_text("| Idle").first.wait_for(timeout=60_000)
            page.locator(".lm-MenuBar-item", has_text="Run").first.click()
            page.locator(".lm-Menu-itemLabel", has_text="Run All Cells").first.click()
            page.locator(".livepanel canvas").last.wait_for(timeout=60_000)
            page.wait_for_timeout(8000)
            session = page.context.new_cdp_session(page)
            for panel in page.locator(".livepanel").element_handles():
                panel.scroll_into_view_if_needed()
                page.evaluate(MOVES, [panel, 200])
                before = sizes(page, session)
                wait = page.evaluate(MOVES, [panel, moves])
                grown = [b - a for a, b in zip(before, sizes(page, session), strict=True)]
                said = panel.query_selector(".error").text_content()
                print(
                    f"{chapter}: {moves} moves, kernel {grown[0]:+.1f} MB, "
                    f"page {grown[1]:+.1f} MB, "
                    f"still after {wait:.0f} ms, errors: {said or 'none'} {errors or ''}",
                    flush=True,
                )
        browser.close()


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("chapters", nargs="*", default=["02_kernel_matrix"])
    parser.add_argument("--moves", type=int, default=2000)
    words = parser.parse_args()
    if sys.platform != "linux":
        sys.exit("The kernel's memory is read from /proc: run this on Linux.")
    for name in words.chapters:
        endure(name, words.moves)
