"""One chapter as four pages: the book's, nbconvert's, Voila's and marimo's, in headless Chromium.

`python3 run.py bench peers` serves chapter 02 four times on this computer and measures for each
page: bytes that the browser received until a slider moved, seconds from opening the page to the
first picture that a slider changed, and milliseconds from a move to changed pixels afterwards. The
browser reaches this computer only, as in a lecture room without a network. Voila and marimo are
installed into build/peers, in an environment of their own.
"""

import contextlib
import csv
import shutil
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

from latency import ROOT, chromium

sys.path.insert(0, str(ROOT))

from tools import environments
from tools.book.lite_check import served

CHAPTER = "02_kernel_matrix"
PEERS = ROOT / "build" / "peers"
PACKAGES = ("voila==0.5.13", "marimo==0.25.2")
RESULTS = ROOT / "data" / "results" / "peers.csv"
FLAGS = [
    "--no-sandbox",
    "--disable-gpu",
    "--host-resolver-rules=MAP * ~NOTFOUND, EXCLUDE 127.0.0.1",
]
PATIENCE = 120  # seconds for a slider to come
MOVES = 30
WATCH = """
window.peer = {
  frame: () => new Promise(requestAnimationFrame),
  sliders: () => [...document.querySelectorAll("input[type=range]:not(:disabled)")],
  room: (slider) => slider.closest(".livepanel") ?? document.body,
  canvases: (slider) => [...peer.room(slider).querySelectorAll("canvas")],
  seen: (slider) => peer.canvases(slider).map((canvas) => canvas.toDataURL()).join(),

  /** Moves a slider by one stop; gives the milliseconds until its picture is another one. */
  async move(slider, patience) {
    const before = peer.seen(slider);
    const began = performance.now();
    const [at, low, high] = [slider.valueAsNumber, Number(slider.min), Number(slider.max)];
    peer.down = at >= high || (peer.down && at > low);
    slider.value = at + Number(slider.step || 1) * (peer.down ? -1 : 1);
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    while (peer.seen(slider) === before) {
      if (performance.now() - began > patience) return Infinity;
      await peer.frame();
    }
    return performance.now() - began;
  },

  /** Gives the seconds from opening the page to the first picture that a slider changed. */
  async first(seconds) {
    while (performance.now() < 1000 * seconds) {
      for (const slider of peer.sliders()) {
        slider.scrollIntoView({ block: "center" });
        if (await peer.move(slider, 1000) < Infinity) {
          peer.slider = slider;
          return performance.now() / 1000;
        }
      }
      peer.down_the_page();
      await peer.frame();
    }
    return Infinity;
  },

  /** Scrolls on by a screen, at the end back to the top: panels come when they are near. */
  down_the_page() {
    const before = scrollY;
    scrollBy(0, innerHeight);
    if (scrollY === before) scrollTo(0, 0);
  },

  /** Gives the milliseconds of some more moves. */
  async more(count) {
    const times = [];
    for (let i = 0; i < count; i++) {
      times.push(await peer.move(peer.slider, 5000));
      for (let pause = 0; pause < 8; pause++) await peer.frame();
    }
    return times.filter(Number.isFinite);
  },
};
"""


# The pages ----------------------------------------------------------------------------------------


def free_port():
    """Return a port that nobody uses."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        return free.getsockname()[1]


@contextlib.contextmanager
def program_served(words, port, folder):
    """Run a server until it is not needed any more; give its address once it answers."""
    address = f"http://127.0.0.1:{port}"
    with (Path(folder) / "server.log").open("w") as log:
        run = subprocess.Popen(list(map(str, words)), cwd=folder, stdout=log, stderr=log)
        try:
            for _ in range(240):
                with contextlib.suppress(OSError):
                    urllib.request.urlopen(address, timeout=60).close()
                    break
                time.sleep(0.5)
            yield address
        finally:
            run.terminate()
            run.wait()


@contextlib.contextmanager
def book(_folder):
    """Give the address of the book's page, which `run.py book` has built."""
    with served(ROOT / "build" / "book") as address:
        yield f"{address}/{CHAPTER}.html"


@contextlib.contextmanager
def nbconvert(folder):
    """Give the address of nbconvert's page, of the chapter as it is stored."""
    words = ["nbconvert", "--to", "html", "--log-level=ERROR", "--output-dir", folder]
    subprocess.run([sys.executable, "-m", *map(str, words), notebook(folder)], check=True)
    with served(folder) as address:
        yield f"{address}/{CHAPTER}.html"


@contextlib.contextmanager
def voila(folder):
    """Give the address of Voila's page: a kernel for each reader."""
    port = free_port()
    words = [python(), "-m", "voila", notebook(folder), f"--port={port}", "--no-browser"]
    with program_served([*words, "--Voila.ip=127.0.0.1"], port, folder) as address:
        yield address


@contextlib.contextmanager
def marimo(folder):
    """Give the address of marimo's page, of the chapter as marimo converts it."""
    script = Path(folder) / "chapter.py"
    converted = [python(), "-m", "marimo", "convert", notebook(folder), "-o", script]
    subprocess.run(list(map(str, converted)), check=True, capture_output=True)
    port = free_port()
    words = [python(), "-m", "marimo", "run", script, "--headless", "--no-token"]
    words += ["--host", "127.0.0.1", "--port", port]
    with program_served(words, port, folder) as address:
        yield address


PAGES = {"the book": book, "nbconvert": nbconvert, "Voila": voila, "marimo": marimo}


def notebook(folder):
    """Return a copy of the chapter in a folder."""
    return shutil.copy(ROOT / "notebooks" / f"{CHAPTER}.ipynb", folder)


def python():
    """Return the Python with Voila, marimo and this package; install them once."""
    stamp, wanted = PEERS / "holds.txt", "\n".join(PACKAGES)
    if not environments.is_made(stamp, wanted):
        installs = [[*PACKAGES, "-e", f"{ROOT}[test]"]]
        why = environments.make(stamp, wanted, installs, "Voila and marimo")
        if why:
            raise SystemExit(why)
    return environments.programs(PEERS) / "python"


# The measure --------------------------------------------------------------------------------------


class Traffic:
    """Counts the bytes that a page receives."""

    def __init__(self, page):
        self.bytes = 0
        self.line = page.context.new_cdp_session(page)
        self.line.send("Network.enable")
        self.line.on("Network.dataReceived", lambda told: self.add(told["dataLength"]))
        self.line.on(
            "Network.webSocketFrameReceived",
            lambda told: self.add(len(told["response"]["payloadData"])),
        )

    def add(self, count):
        """Count some bytes."""
        self.bytes += count


def row(browser, name):
    """Measure one page."""
    with tempfile.TemporaryDirectory() as folder, PAGES[name](folder) as address:
        page = browser.new_page(viewport={"width": 1440, "height": 900})
        page.set_default_timeout(2000 * PATIENCE)
        page.add_init_script(WATCH)
        traffic = Traffic(page)
        page.goto(address, wait_until="commit")
        first = page.evaluate("seconds => peer.first(seconds)", PATIENCE)
        found = {"page": name, "MB": f"{traffic.bytes / 1e6:.2f}", "first move s": "none"}
        if first is not None and first < PATIENCE:
            times = page.evaluate("count => peer.more(count)", MOVES)
            found["first move s"] = f"{first:.1f}"
            found["median ms"] = f"{statistics.median(times):.0f}"
            found["95 % ms"] = f"{statistics.quantiles(times, n=20)[-1]:.0f}"
        page.close()
        return found


def main():
    """Measure, print and store."""
    from playwright.sync_api import sync_playwright

    python()
    found = []
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=chromium(), args=FLAGS)
        for name in sys.argv[1:] or PAGES:
            found.append(row(browser, name))
            print("  ".join(f"{key} {value}" for key, value in found[-1].items()), flush=True)
        browser.close()
    if len(found) < len(PAGES):
        return 0
    with RESULTS.open("w", encoding="utf-8", newline="") as file:
        table = csv.DictWriter(file, list(found[0]), restval="", lineterminator="\n")
        table.writeheader()
        table.writerows(found)
    return 0


if __name__ == "__main__":
    sys.exit(main())
