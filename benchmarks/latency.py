"""How long from a key press on a slider to changed pixels, in the real JupyterLab.

`python3 run.py bench latency` opens one notebook per technique in headless Chromium, presses an
arrow key on the slider again and again and times each press until the pixels are painted; then it
drags the slider with 60 mouse moves per second, counts the distinct pictures, and takes the time
from the last move to the last change of the pixels. Our panels remember: a first visit goes to a
place at least 3 stops away with the page's memory empty and nothing asked ahead, a visit again to
one that was seen. The echo floor is our own front end answering every press with one cell; it is
pressed in turns with each technique, as the way to the kernel and back is 9 ms in one minute and
16 ms in another. Ratios of one run are what counts, not milliseconds.
"""

import argparse
import contextlib
import csv
import itertools
import json
import os
import platform
import secrets
import socket
import statistics
import subprocess
import sys
import tempfile
import time
import urllib.request
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from _page import Page, started  # noqa: E402

from tools import machines  # noqa: E402

RESULTS = ROOT / "data" / "results" / "latency.csv"
STOCK = "--ServerApp.jpserver_extensions={'livepanels.server': False, 'jupyterlab': True}"

DATA = """
import numpy as np
import kernlab_helpers as kh
from kernlab_course import KernelAndDistance
from livepanels import live, Slider, subplots
X, y = kh.gaussian_clouds(({n} // 3, {n} // 3, {n} - 2 * ({n} // 3)), random_state=0)
def matrices(sigma):
    K = kh.gaussian(X, sigma=sigma)
    return K, kh.distances(K)
"""
FIGURE = """
import matplotlib.pyplot as plt
def draw(sigma):
    fig, axes = plt.subplots(1, 2, figsize=(9, 4))
    for ax, M in zip(axes, matrices(sigma)):
        fig.colorbar(ax.imshow(M, vmin=0, vmax=1.5), ax=ax)
    return fig, axes
"""
PANEL = 'sigma=Slider("sigma", 0.05, 20, value=1, log=True)'
RELAXED = """
iris = kh.load("iris")
Z, species = iris.X[:, :{d}], np.array(iris.target_names)[iris.y]
def relaxed(gamma):
    return kh.relaxed_kernel(kh.local_gaussians(Z, m=10, gamma=gamma), sigma=5)
view = KernelAndDistance(relaxed(1), labels=species)
@live(gamma=Slider("gamma", 0.001, 1, value=0.03, log=True))
def panel(gamma):
    view.show(relaxed(gamma))
"""
# One technique: the cells of its notebook, where its slider is and where its pixels are.
OURS = (".livepanel input[type=range]", ".livepanel canvas")
STOCK_SLIDER = "[role=slider]"
TECHNIQUES = {
    "echo floor": (
        [DATA, f"""
figure, axes = subplots()
@live({PANEL})
def dot(sigma):
    axes.imshow([[37 * np.log(sigma) % 1]], vmin=0, vmax=1)
"""],
        *OURS,
    ),
    "kernlab": (
        [DATA, f"""
view = KernelAndDistance(kh.gaussian(X), labels=y)
@live({PANEL})
def panel(sigma):
    view.show(kh.gaussian(X, sigma=sigma))
"""],
        *OURS,
    ),
    "kernlab, order t": (
        [DATA, """
K = kh.linear(X - X.min() + 1)
view = KernelAndDistance(kh.order_t(K, 1), labels=y, vmin=0, vmax=1, spectrum=True)
@live(t=Slider("order t", 0, np.inf, value=1))
def panel(t):
    view.show(kh.order_t(K, t))
"""],
        *OURS,
    ),
    "kernlab, relaxed, d = 2": ([DATA, RELAXED.replace("{d}", "2")], *OURS),
    "kernlab, relaxed, d = 4": ([DATA, RELAXED.replace("{d}", "4")], *OURS),
    "kernlab scatter": (
        [DATA, f"""
figure, axes = subplots()
@live({PANEL})
def panel(sigma):
    axes.scatter(X[:, :2] * min(sigma, 1) + 0.02 * sigma, c=y)
"""],
        *OURS,
    ),
    "kernlab curves": (
        [DATA, f"""
x = np.linspace(0, 5, 200)
figure, axes = subplots()
@live({PANEL})
def panel(sigma):
    axes.plot(x, np.exp(-((x / sigma) ** 2) / 2), label="gaussian")
    axes.plot(x, np.exp(-x / sigma), label="exponential")
"""],
        *OURS,
    ),
    "kernlab bars": (
        [DATA, f"""
figure, axes = subplots()
@live({PANEL})
def panel(sigma):
    axes.bar([f"x{{i}}" for i in range(12)], kh.gaussian(X[:12], sigma=sigma)[0])
"""],
        *OURS,
    ),
    "kernlab, n = 500": (
        [DATA.replace("{n}", "500"), f"""
view = KernelAndDistance(kh.gaussian(X), labels=y)
@live({PANEL})
def panel(sigma):
    view.show(kh.gaussian(X, sigma=sigma))
"""],
        *OURS,
    ),
    "interact": (
        [DATA, FIGURE, """
import ipywidgets
@ipywidgets.interact(sigma=ipywidgets.FloatLogSlider(1, min=-1.3, max=1.3, step=0.01))
def panel(sigma):
    draw(sigma)
    plt.show()
"""],
        STOCK_SLIDER,
        ".jp-OutputArea-output img",
    ),
    "ipympl": (
        ["%matplotlib widget", DATA, FIGURE, """
import ipywidgets
plt.ioff()
fig, axes = draw(1.0)
slider = ipywidgets.FloatLogSlider(1, min=-1.3, max=1.3, step=0.01)
def moved(change):
    for ax, M in zip(axes, matrices(change.new)):
        ax.images[0].set_data(M)
    fig.canvas.draw_idle()
slider.observe(moved, "value")
ipywidgets.VBox([slider, fig.canvas])
"""],
        STOCK_SLIDER,
        ".jupyter-matplotlib-canvas-div canvas",
    ),
    "mpl-interactions": (
        ["%matplotlib widget", DATA, """
import ipywidgets
import matplotlib.pyplot as plt
import mpl_interactions.ipyplot as iplt
from mpl_interactions.controller import Controls
plt.ioff()
fig, axes = plt.subplots(1, 2, figsize=(9, 4))
controls = Controls(use_ipywidgets=True, sigma=np.geomspace(0.05, 20, 261))
for i, ax in enumerate(axes):
    iplt.imshow(lambda sigma, i=i: matrices(sigma)[i], controls=controls, ax=ax, vmin=0, vmax=1.5)
    fig.colorbar(ax.images[0], ax=ax)
ipywidgets.VBox([controls.vbox, fig.canvas])
"""],
        STOCK_SLIDER,
        ".jupyter-matplotlib-canvas-div canvas",
    ),
}  # fmt: skip

FLOOR = "echo floor"
PACKAGES = ("numpy", "matplotlib", "ipywidgets", "anywidget", "jupyterlab", "ipympl")
PACKAGES += ("mpl-interactions",)
WARM = 5  # presses before those that count

# In the page. All techniques are timed by one clock: from the key press to the end of the last task
# that put pixels on the canvas (or loaded the image) before they were seen to have changed, and to
# the animation frame in which they were seen.
WATCH = """
([slider, target]) => {
  const small = Object.assign(document.createElement("canvas"), { width: 48, height: 24 });
  const context = small.getContext("2d", { willReadFrequently: true });
  const bench = (window.bench = { painted: [], seen: [], frames: 0, last: 0, moved: 0, at: 0 });
  let looking = false;
  const look = () => {
    const element = document.querySelector(target);
    if (!element || !(element.naturalWidth ?? element.width)) return "";
    looking = true;
    context.clearRect(0, 0, 48, 24);
    context.drawImage(element, 0, 0, 48, 24);
    let sum = 0;
    const data = context.getImageData(0, 0, 48, 24).data;
    for (let i = 0; i < data.length; i++) sum = (sum * 31 + data[i]) | 0;
    looking = false;
    return element.tagName === "IMG" ? String(sum) + element.src.length : String(sum);
  };
  const paints = CanvasRenderingContext2D.prototype;
  for (const name of ["putImageData", "drawImage", "fill", "stroke", "fillRect", "fillText"]) {
    const paint = paints[name];
    paints[name] = function (...all) {
      const result = paint.apply(this, all);
      if (!looking && this.canvas.isConnected) bench.at = performance.now();
      return result;
    };
  }
  document.addEventListener("load", () => { bench.at = performance.now(); }, true);
  let before = look(), pressed = null;
  document.addEventListener("keydown", () => {
    before = look();
    pressed = performance.now();
  }, true);
  document.addEventListener("pointermove", () => { bench.moved = performance.now(); }, true);
  const tick = () => {
    const now = look();
    if (now !== "" && now !== before) {
      if (pressed !== null) {
        const seen = performance.now() - pressed;
        bench.painted.push(bench.at > pressed ? bench.at - pressed : seen);
        bench.seen.push(seen);
      }
      pressed = null;
      bench.frames += 1;
      bench.last = performance.now();
      before = now;
    }
    requestAnimationFrame(tick);
  };
  tick();
}
"""
# Memory of the page: emptied, and kept from asking ahead, so that each visit is a first one. In a
# drag it asks ahead as it does for a student.
FORGET = "window.livepanels?.memory?.forget()"
ASK_NO_MORE = "if (window.livepanels?.memory) window.livepanels.memory.has = () => true"
ASK_AGAIN = "if (window.livepanels?.memory) delete window.livepanels.memory.has"
# Where a slider is held, and the left, the width and the middle of its track; of a slider of
# ipywidgets its knob is found, and the track is around that.
TRACK = """
(slider) => {
  const knob = document.querySelector(slider);
  const held = knob.getBoundingClientRect();
  const track = (knob.closest(".noUi-target") ?? knob).getBoundingClientRect();
  return [held.x + held.width / 2, track.x, track.width, track.y + track.height / 2];
}
"""
HITS = "window.livepanels?.memory ? [livepanels.memory.hits, livepanels.memory.misses] : [0, 0]"


def chromium():
    """Return the browser to measure in."""
    return machines.browser() or sys.exit(machines.NO_BROWSER)


@contextlib.contextmanager
def server(home, nodelay):
    """Serve a folder with JupyterLab; give the address and the token."""
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        port = free.getsockname()[1]
    token = secrets.token_hex(16)
    words = ["--no-browser", "--allow-root", f"--port={port}", f"--ServerApp.root_dir={home}"]
    words += [f"--IdentityProvider.token={token}"]
    words += [] if nodelay else [STOCK]
    log = (home / "server.log").open("w")
    run = subprocess.Popen([sys.executable, "-m", "jupyterlab", *words], stdout=log, stderr=log)
    try:
        for _ in range(120):
            with contextlib.suppress(OSError):
                urllib.request.urlopen(f"http://127.0.0.1:{port}/api?token={token}").close()
                break
            time.sleep(0.5)
        yield f"http://127.0.0.1:{port}", token
    finally:
        run.terminate()
        run.wait()
        log.close()


def notebook(name):
    """Return the file name of a technique's notebook."""
    return "".join(letter if letter.isalnum() else "_" for letter in name) + ".ipynb"


def write_notebook(path, cells, n):
    """Write a notebook with one technique."""
    cells = [
        {"cell_type": "code", "id": f"c{i}", "metadata": {}, "outputs": [], "execution_count": None,
         "source": cell.strip().replace("{n}", str(n)).replace("{{", "{").replace("}}", "}")}
        for i, cell in enumerate(cells)
    ]  # fmt: skip
    kernel = {"name": "python3", "display_name": "Python 3", "language": "python"}
    book = {"cells": cells, "metadata": {"kernelspec": kernel}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(book))


def measure(port, address, token, name, presses, seconds):
    """Return what a technique does on first visits and on visits to what was seen before."""
    _, slider, _ = TECHNIQUES[name]
    floor = ready(port, address, token, FLOOR)
    page = floor if name == FLOOR else ready(port, address, token, name)
    remembers = page.evaluate("Boolean(window.livepanels?.memory)")
    first, beside = [], []
    for i, place in enumerate(places(WARM + presses)):
        if page is not floor:
            beside.append(press(floor, OURS[0], place, forget=True))
        first.append(press(page, slider, place if remembers else None, forget=True))
        if i == WARM - 1:
            first, beside = [], []
    page.to_front()
    page.evaluate(FORGET)
    page.evaluate(ASK_AGAIN)
    first_drag, wait = drag(page, slider, seconds)
    page.evaluate(ASK_NO_MORE)
    again, drag_again = first, first_drag
    if remembers:
        for place in (100, 101):
            press(page, slider, place, forget=False)
        again = [press(page, slider, 100 + i % 2, forget=False) for i in range(presses)]
        for _ in range(4):  # a place that one pass skipped is seen in another
            drag(page, slider, seconds)
        page.evaluate("livepanels.memory.hits = livepanels.memory.misses = 0")
        drag_again, _ = drag(page, slider, seconds)
    hits, misses = page.evaluate(HITS)
    for each in {floor, page}:
        each.close()
    return {
        "first": first,
        "floor": beside or first,
        "again": again,
        "first drag": first_drag,
        "drag again": drag_again,
        "wait": wait,
        "hit rate": hits / (hits + misses) if remembers else None,
    }


def ready(port, address, token, name):
    """Open the notebook of a technique, watched, its slider in focus, with nothing asked ahead."""
    _, slider, target = TECHNIQUES[name]
    opened(port, address, token, name)
    page = Page(port, f"/{notebook(name)}")
    page.to_front()
    page.evaluate(WATCH, [slider, target])
    page.evaluate(f"document.querySelector({json.dumps(slider)}).focus()")
    page.evaluate(ASK_NO_MORE)
    return page


def opened(port, address, token, name):
    """Open the notebook of a technique and run it."""
    from playwright.sync_api import sync_playwright

    _, slider, target = TECHNIQUES[name]
    with sync_playwright() as playwright:
        browser = playwright.chromium.connect_over_cdp(f"http://127.0.0.1:{port}")
        page = browser.contexts[0].new_page()
        page.goto(f"{address}/lab/tree/{notebook(name)}?reset&token={token}")
        page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=60_000)
        page.get_by_text("| Idle").first.wait_for(timeout=60_000)
        page.locator(".lm-MenuBar-item", has_text="Run").first.click()
        page.locator(".lm-Menu-itemLabel", has_text="Run All Cells").first.click()
        page.locator(target).first.wait_for(timeout=45_000)
        page.locator(slider).first.wait_for(timeout=45_000)
        page.wait_for_timeout(2500)


def places(presses):
    """Yield stops of a slider of 240, each at least 3 away from the one before."""
    return itertools.islice((5 + 67 * i % 229 for i in itertools.count()), presses)


def press(page, slider, place, forget):
    """Press an arrow key, which brings the slider to a place; return (painted, seen) in ms.

    Sliders of others have no memory: theirs is moved by one step, back and forth.
    """
    page.to_front()
    if forget:
        page.evaluate(FORGET)
    count = page.evaluate("bench.seen.length")
    if place is None:
        key = "ArrowLeft" if count // 40 % 2 else "ArrowRight"
    else:
        key = "ArrowRight"
        page.evaluate(
            "(s, value) => { document.querySelector(s).value = value; }", slider, place - 1
        )
    page.press(key)
    for _ in range(100):
        if page.evaluate("bench.seen.length") > count:
            break
        time.sleep(0.02)
    time.sleep(0.06)
    return page.evaluate("[bench.painted.at(-1), bench.seen.at(-1)]")


def drag(page, slider, seconds):
    """Drag once across with 60 moves per second; return pictures per second, and the wait after."""
    start, left, width, height = page.evaluate(TRACK, slider)
    page.mouse("Moved", start, height)
    page.mouse("Pressed", start, height)
    page.evaluate("bench.frames = 0; bench.start = performance.now()")
    began, steps = time.perf_counter(), round(60 * seconds)
    for i in range(steps):
        page.mouse("Moved", left + width * (0.1 + 0.8 * i / steps), height)
        time.sleep(max(0.0, began + (i + 1) / 60 - time.perf_counter()))
    frames = page.evaluate("bench.frames / (performance.now() - bench.start) * 1000")
    time.sleep(1.5)
    wait = page.evaluate("Math.max(0, bench.last - bench.moved)")
    page.mouse("Released", left + width * 0.9, height)
    time.sleep(0.3)
    return frames, wait


def latency(arguments):
    """Measure every technique; print the table and store it."""
    rows = []
    for nodelay in (True, False):
        names = TECHNIQUES if nodelay else (FLOOR, "kernlab")
        names = [name for name in names if not arguments.only or name in arguments.only]
        with tempfile.TemporaryDirectory() as folder, started(chromium()) as port:
            home = Path(folder)
            for name in {FLOOR, *names}:
                write_notebook(home / notebook(name), TECHNIQUES[name][0], arguments.n)
            with server(home, nodelay) as (address, token):
                for name in names:
                    asked = (arguments.presses, arguments.seconds)
                    figures = measure(port, address, token, name, *asked)
                    rows.append(row(name if nodelay else f"{name}, stock server", figures))
                    words = "  ".join(f"{key} {value}" for key, value in rows[-1].items())
                    print(words, flush=True)
    store(rows, arguments.n)


def row(name, figures):
    """Return one row of the table."""
    first = spread([painted for painted, _ in figures["first"]])
    again = spread([painted for painted, _ in figures["again"]])
    frame, _ = spread([seen for _, seen in figures["first"]])
    floor, _ = spread([painted for painted, _ in figures["floor"]])
    hits = figures["hit rate"]
    return {
        "technique": name,
        "first ms": f"{first[0]:.1f}",
        "95 % ms": f"{first[1]:.1f}",
        "floor ms": f"{floor:.1f}",
        "to floor": f"{first[0] / floor:.2f}",
        "95 % to floor": f"{first[1] / floor:.2f}",
        "frame ms": f"{frame:.1f}",
        "again ms": f"{again[0]:.1f}",
        "again 95 % ms": f"{again[1]:.1f}",
        "first drag pictures/s": f"{figures['first drag']:.1f}",
        "drag again pictures/s": f"{figures['drag again']:.1f}",
        "hit rate": "" if hits is None else f"{hits:.2f}",
        "last picture ms": f"{figures['wait']:.0f}",
        "presses": len(figures["first"]),
    }


def spread(times):
    """Return the median and the time that 95 of 100 keep."""
    return statistics.median(times), sorted(times)[min(len(times) - 1, round(0.95 * len(times)))]


def store(rows, n):
    """Write the table; where some techniques were measured only, the other rows stay.

    Each row has a floor of its own, pressed in turns with it, and what it was measured on.
    """
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    rows = [{"n": str(n), **row, "machine": machine()} for row in rows]
    kept = {row["technique"]: row for row in [*stored(), *rows]}
    with RESULTS.open("w", encoding="utf-8", newline="") as file:
        out = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        out.writeheader()
        out.writerows(kept.values())


def stored():
    """Return the rows of the table as it is, none where there is no table."""
    if not RESULTS.exists():
        return []
    with RESULTS.open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def machine():
    """Return what a row was measured on, in words."""
    versions = []
    for package in PACKAGES:
        with contextlib.suppress(PackageNotFoundError):
            versions.append(f"{package} {version(package)}")
    words = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, headless Chromium"
    return f"{words}, Python {platform.python_version()}, {', '.join(versions)}"


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--n", type=int, default=300, help="points, so matrices of n x n")
    parser.add_argument("--presses", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=4.0, help="length of the drag")
    parser.add_argument("--only", nargs="*", help="techniques to measure; other rows stay")
    latency(parser.parse_args())
