"""How fast the pages of the book answer: every panel of build/book, in headless Chromium.

`python3 run.py bench book` opens each page from the disk, without a network, and measures for each
panel: bytes of its recording, the time from coming into view to the first picture, from a key
press on its first slider to the end of the task that painted, and the pictures per second while
the slider is dragged with one move per frame. The pages are built before, by `run.py book`.

`python3 run.py bench book --loading` measures what each page costs a reader at 5 Mbit/s;
`--loading index 02_kernel_matrix` prints what these cost, and stores nothing.
"""

import argparse
import csv
import json
import statistics
import sys

from latency import ROOT, chromium

sys.path.insert(0, str(ROOT))

from tools.book import loading

BOOK = ROOT / "build" / "book"
RESULTS = ROOT / "data" / "results"
FLAGS = ["--no-sandbox", "--disable-gpu", "--disable-background-networking"]
PRESSES = 40
MEASURE = """
window.measure = {
  places: () => [...document.querySelectorAll("[data-recording]")],
  range: (place) => place.querySelector("input[type=range]:not(:disabled)"),
  frame: () => new Promise(requestAnimationFrame),

  /** Milliseconds from coming into view to the first picture. */
  async first(place) {
    const began = performance.now();
    place.scrollIntoView({ block: "center" });
    while (!place.dataset.playing) await measure.frame();
    return performance.now() - began;
  },

  /** Milliseconds from a key press to the end of the task that painted, for each press. */
  async presses(place, count) {
    const { view } = place;
    const range = measure.range(place);
    const times = [];
    const show = view.show;
    let painted;
    view.show = (...answer) => { show.apply(view, answer); painted?.(performance.now()); };
    for (let i = 0; i < count; i++) {
      const up = Math.floor((2 * i) / range.max) % 2 === 0;
      range.value = range.valueAsNumber + (up ? 1 : -1);
      const began = performance.now();
      const end = new Promise((resolve) => { painted = resolve; });
      range.dispatchEvent(new Event("input"));
      times.push(await end - began);
      for (let pause = 0; pause < 8; pause++) await measure.frame();
    }
    delete view.show;
    return times;
  },

  /** Pictures per second in a drag over all stops and back, one move per frame. */
  async drag(place) {
    const { view } = place;
    const range = measure.range(place);
    const shown = new Set();
    const show = view.show;
    view.show = (answer, ...more) => { show.call(view, answer, ...more); shown.add(answer); };
    const began = performance.now();
    let moves = 0;
    for (; moves < 90; moves++) {
      const at = Math.round((moves / 89) * range.max);
      if (at !== range.valueAsNumber) {
        range.value = at;
        range.dispatchEvent(new Event("input"));
      }
      await measure.frame();
    }
    const seconds = (performance.now() - began) / 1000;
    delete view.show;
    return [shown.size / seconds, moves / seconds, Math.min(range.max, 89) / seconds];
  },
};
"""


def rows(browser):
    """Yield a row of the table for each panel of the book."""
    for path in sorted(BOOK.glob("[0-9][0-9]_*.html")):
        context = browser.new_context(viewport={"width": 1440, "height": 900}, offline=True)
        page = context.new_page()
        page.add_init_script(MEASURE)
        page.goto(path.as_uri())
        for i in range(page.evaluate("measure.places().length")):
            yield row(page, path.stem, i)
        context.close()


def row(page, chapter, i):
    """Measure one panel."""
    name = page.evaluate("i => measure.places()[i].dataset.panel", i).split("/")[1]
    said = json.loads((ROOT / f"build/cache/{chapter}/{name}.json").read_text("utf-8"))
    first = page.evaluate("i => measure.first(measure.places()[i])", i)
    found = {
        "chapter": chapter,
        "panel": name,
        "states": said["states"],
        "kB": round(said["bytes"] / 1000),
        "first ms": round(first),
    }
    if not page.evaluate("i => Boolean(measure.range(measure.places()[i]))", i):
        return found
    asked = [i, PRESSES]
    times = page.evaluate("([i, n]) => measure.presses(measure.places()[i], n)", asked)
    pictures, frames, possible = page.evaluate("i => measure.drag(measure.places()[i])", i)
    return found | {
        "median ms": f"{statistics.median(times):.1f}",
        "95 % ms": f"{statistics.quantiles(times, n=20)[-1]:.1f}",
        "pictures/s": round(pictures),
        "possible/s": round(possible),
        "frames/s": round(frames),
    }


def slow_rows(browser, named):
    """Yield what pages cost at 5 Mbit/s: on a phone, too, those of the gate and those named."""
    for name in named or sorted(path.stem for path in BOOK.glob("*.html")):
        screens = loading.SCREENS if named or name in loading.PAGES else loading.SCREENS[1:]
        yield from loading.loads(browser, BOOK, [name], screens)


def main():
    """Measure, print and store."""
    from playwright.sync_api import sync_playwright

    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument(
        "--loading", nargs="*", metavar="PAGE", help="pages on a slow line, no panels"
    )
    asked = parser.parse_args()
    if not BOOK.exists():
        print("There is no build/book: type `python3 run.py book` first.", file=sys.stderr)
        return 1
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        slow = asked.loading is not None
        for one in slow_rows(browser, asked.loading) if slow else rows(browser):
            found.append(one)
            print("  ".join(f"{key} {value}" for key, value in one.items()), flush=True)
        browser.close()
    if asked.loading:
        return 0
    names = list(max(found, key=len))
    path = RESULTS / ("book_loading.csv" if slow else "book.csv")
    with path.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, names, restval="", lineterminator="\n")
        table.writeheader()
        table.writerows(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
