"""What a page costs a reader with a slow line: shifts, paint, bytes, requests, long tasks.

The pages come from a server on this computer that packs them, as public ones do. Chromium holds
them back to the speed of such a line and reads them from the first line to the last.
"""

import gzip
from pathlib import Path

from .lite_check import PATIENCE, Quiet, served

__all__ = ["PAGES", "SCREENS", "loads"]

PAGES = ("index", "02_kernel_matrix", "07_order_t", "14_minkowski")  # of the gate
SCREENS = ((390, 844), (1440, 900))
LINE = {"latency": 40, "downloadThroughput": 5e6 / 8, "uploadThroughput": 1e6 / 8}  # ms, bytes/s
PACKED = (".html", ".css", ".js")
STEP, PACE = 0.8, 600  # of a screen, and so many milliseconds for it: faster than one reads
REST = 2000  # milliseconds before the first step: what is painted later than that is not the page
GAP, SPAN = 1000, 5000  # shifts so near to each other count together, for so long
WATCH = """
window.seen = { shifts: [], tasks: [0], paint: 0 };
const watch = (type, hear) =>
  new PerformanceObserver((list) => list.getEntries().forEach(hear)).observe({ type });
watch("layout-shift", (one) => {
  if (!one.hadRecentInput) seen.shifts.push([one.startTime, one.value]);
});
watch("largest-contentful-paint", ({ startTime }) => { seen.paint = startTime; });
watch("longtask", ({ duration }) => { seen.tasks.push(duration); });

/** Goes on by a share of the screen; returns whether there was more of the page. */
window.step = (share) => {
  const before = scrollY;
  scrollBy({ top: share * innerHeight, behavior: "instant" });
  return scrollY > before;
};
"""


class Packing(Quiet):
    """Serves texts packed."""

    def do_GET(self):
        """Send a text packed, anything else as it is."""
        file = Path(self.translate_path(self.path))
        if file.suffix not in PACKED or not file.is_file():
            return super().do_GET()
        data = gzip.compress(file.read_bytes())
        self.send_response(200)
        self.send_header("Content-Type", self.guess_type(file))
        self.send_header("Content-Encoding", "gzip")
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)
        return None


def loads(browser, folder, pages, screens=SCREENS):
    """Yield what each page costs on each screen, as a row of a table."""
    with served(folder, Packing) as address:
        for name in pages:
            for screen in screens:
                yield load(browser, address, name, screen)


def load(browser, address, name, screen):
    """Load a page on a screen and read it to its end."""
    width, height = screen
    context = browser.new_context(viewport={"width": width, "height": height})
    page = context.new_page()
    page.set_default_timeout(PATIENCE)
    page.add_init_script(WATCH)
    asked, sent = [], []
    page.on("request", lambda request: asked.append(request.url))
    line = context.new_cdp_session(page)
    line.on("Network.loadingFinished", lambda one: sent.append(one["encodedDataLength"]))
    line.send("Network.enable")
    line.send("Network.emulateNetworkConditions", {"offline": False, **LINE})
    page.goto(f"{address}/{name}.html")
    page.wait_for_timeout(REST)
    first, paint = sum(sent), page.evaluate("seen.paint")
    while page.evaluate(f"step({STEP})"):
        page.wait_for_timeout(PACE)
    page.wait_for_load_state("networkidle")
    seen = page.evaluate("seen")
    context.close()
    return {
        "page": name,
        "screen": f"{width} x {height}",
        "shift": f"{shift(seen['shifts']):.3f}",
        "paint ms": round(paint),
        "first kB": round(first / 1000),
        "kB": round(sum(sent) / 1000),
        "requests": len(asked),
        "foreign": sum(not url.startswith((address, "data:", "blob:")) for url in asked),
        "longest task ms": round(max(seen["tasks"])),
        "long tasks": sum(task > 200 for task in seen["tasks"]),
    }


def shift(shifts):
    """Return how far a page shifts at its worst: the sum over shifts that come together.

    Examples
    --------
    >>> shift([[100, 0.02], [900, 0.01], [4000, 0.025]])
    0.03
    """
    worst = total = 0.0
    began = last = -float("inf")
    for time, value in shifts:
        if time - last > GAP or time - began > SPAN:
            began, total = time, 0.0
        last, total = time, total + value
        worst = max(worst, total)
    return worst
