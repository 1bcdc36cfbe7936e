"""How long from a key press on a slider to changed pixels, in the real JupyterLab.

`python3 run.py bench latency` opens one notebook per technique in headless Chromium, presses an
arrow key on the slider again and again and times each press until the pixels change; then it drags
the slider with 60 mouse moves per second, counts the distinct pictures, and takes the time from the
last move to the last change of the pixels. The echo floor is our own front end answering every
press with one pixel. Ratios of one run are what counts, not milliseconds.
"""

import argparse
import contextlib
import csv
import json
import os
import platform
import secrets
import shutil
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
RESULTS = ROOT / "data" / "results" / "latency.csv"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
STOCK = "--ServerApp.jpserver_extensions={'kernlab_helpers._server': False, 'jupyterlab': True}"

DATA = """
import numpy as np
import kernlab_helpers as kh
from kernlab_helpers.lab import Slider, live, pictures
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
view = pictures.KernelAndDistance(relaxed(1), labels=species)
@live(gamma=Slider("gamma", 0.001, 1, value=0.03, log=True))
def panel(gamma):
    view.show(relaxed(gamma))
"""
# One technique: the cells of its notebook, where its slider is and where its pixels are.
OURS = (".kernlab-panel input[type=range]", ".kernlab-panel canvas")
STOCK_SLIDER = "[role=slider]"
TECHNIQUES = {
    "echo floor": (
        [DATA, f"""
view = pictures.Matrix(np.zeros((1, 1)), limits=(0.0, 1.0))
@live({PANEL})
def dot(sigma):
    view.show([[37 * np.log(sigma) % 1]])
"""],
        *OURS,
    ),
    "kernlab": (
        [DATA, f"""
view = pictures.KernelAndDistance(kh.gaussian(X), labels=y)
@live({PANEL})
def panel(sigma):
    view.show(kh.gaussian(X, sigma=sigma))
"""],
        *OURS,
    ),
    "kernlab, order t": (
        [DATA, """
K = kh.linear(X - X.min() + 1)
view = pictures.KernelAndDistance(kh.order_t(K, 1), labels=y, limits=(0, 1), spectrum=True)
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
view = pictures.Scatter(X[:, :2], y)
@live({PANEL})
def panel(sigma):
    view.show(X[:, :2] * min(sigma, 1) + 0.02 * sigma)
"""],
        *OURS,
    ),
    "kernlab curves": (
        [DATA, f"""
x = np.linspace(0, 5, 200)
view = pictures.Curves(x, {{"gaussian": np.exp(-x**2 / 2), "exponential": np.exp(-x)}})
@live({PANEL})
def panel(sigma):
    view.show({{"gaussian": np.exp(-((x / sigma) ** 2) / 2), "exponential": np.exp(-x / sigma)}})
"""],
        *OURS,
    ),
    "kernlab bars": (
        [DATA, f"""
view = pictures.Bars([f"x{{i}}" for i in range(12)], np.ones(12))
@live({PANEL})
def panel(sigma):
    view.show(kh.gaussian(X[:12], sigma=sigma)[0])
"""],
        *OURS,
    ),
    "kernlab, n = 500": (
        [DATA.replace("{n}", "500"), f"""
view = pictures.KernelAndDistance(kh.gaussian(X), labels=y)
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

# In the page: a signature of the pixels, watched at every animation frame.
WATCH = """
([slider, target]) => {
  const small = Object.assign(document.createElement("canvas"), { width: 48, height: 24 });
  const context = small.getContext("2d", { willReadFrequently: true });
  const look = () => {
    const element = document.querySelector(target);
    if (!element || !(element.naturalWidth ?? element.width)) return "";
    context.clearRect(0, 0, 48, 24);
    context.drawImage(element, 0, 0, 48, 24);
    let sum = 0;
    const data = context.getImageData(0, 0, 48, 24).data;
    for (let i = 0; i < data.length; i++) sum = (sum * 31 + data[i]) | 0;
    return element.tagName === "IMG" ? String(sum) + element.src.length : String(sum);
  };
  const bench = (window.bench = { times: [], frames: 0, blank: 0, last: 0, moved: 0 });
  let before = look(), pressed = null;
  const press = () => { before = look(); pressed = performance.now(); };
  document.addEventListener("keydown", press, true);
  const moved = () => { bench.moved = performance.now(); };
  document.addEventListener("pointermove", moved, true);
  const tick = () => {
    const now = look();
    if (now === "") bench.blank += 1;
    else if (now !== before) {
      if (pressed !== null) bench.times.push(performance.now() - pressed);
      pressed = null;
      bench.frames += 1;
      bench.last = performance.now();
      before = now;
    }
    bench.timer = requestAnimationFrame(tick);
  };
  tick();
}
"""


def chromium():
    """Return the browser to measure in."""
    found = os.environ.get("KERNLAB_CHROMIUM") or next(
        filter(None, map(shutil.which, BROWSERS)), ""
    )
    return found or sys.exit(
        "No browser found: install Debian's chromium, or set KERNLAB_CHROMIUM."
    )


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


def measure(browser, address, token, name, presses, seconds):
    """Return milliseconds of every press, frames per second of a drag, and the wait after it."""
    _, slider, target = TECHNIQUES[name]
    page = browser.new_page(viewport={"width": 1500, "height": 1100})
    page.goto(f"{address}/lab/tree/{notebook(name)}?reset&token={token}")
    page.locator(".jp-Notebook .jp-Cell").first.wait_for(timeout=60_000)
    page.get_by_text("| Idle").first.wait_for(timeout=60_000)
    page.locator(".lm-MenuBar-item", has_text="Run").first.click()
    page.locator(".lm-Menu-itemLabel", has_text="Run All Cells").first.click()
    page.locator(target).first.wait_for(timeout=45_000)
    page.locator(slider).first.wait_for(timeout=45_000)
    page.wait_for_timeout(2500)
    page.evaluate(WATCH, [slider, target])
    page.locator(slider).first.focus()
    for i in range(presses + 5):
        page.keyboard.press("ArrowLeft" if i // 40 % 2 else "ArrowRight")
        before = page.evaluate("bench.times.length")
        for _ in range(60):
            if page.evaluate("bench.times.length") > before or before > i:
                break
            page.wait_for_timeout(20)
        page.wait_for_timeout(30)
    times = page.evaluate("bench.times")[5:]
    rate, waits = zip(*(drag(page, slider, seconds / 4) for _ in range(4)), strict=True)
    page.close()
    return times, statistics.mean(rate), max(waits)


def drag(page, slider, seconds):
    """Drag with 60 mouse moves per second; return pictures per second, and the wait at the end."""
    box = page.locator(slider).first.bounding_box()
    bar = page.locator(slider).first
    if bar.evaluate("e => e.tagName") != "INPUT":  # the knob; its bar is the parent's parent
        box = bar.evaluate(
            "e => { const b = e.closest('.noUi-target').getBoundingClientRect();"
            " return { x: b.x, y: b.y, width: b.width, height: b.height }; }"
        )
        knob = page.locator(slider).first.bounding_box()
        start = knob["x"] + knob["width"] / 2
    else:
        start = box["x"] + box["width"] / 2
    height = box["y"] + box["height"] / 2
    page.mouse.move(start, height)
    page.mouse.down()
    page.evaluate("bench.frames = 0; bench.start = performance.now()")
    began, steps = time.perf_counter(), round(60 * seconds)
    for i in range(steps):
        share = abs((i / 90) % 2 - 1)
        page.mouse.move(box["x"] + box["width"] * (0.1 + 0.8 * share), height)
        time.sleep(max(0.0, began + (i + 1) / 60 - time.perf_counter()))
    frames = page.evaluate("bench.frames / (performance.now() - bench.start) * 1000")
    page.wait_for_timeout(1500)
    wait = page.evaluate("Math.max(0, bench.last - bench.moved)")
    page.mouse.up()
    page.wait_for_timeout(300)
    return frames, wait


def latency(arguments):
    """Measure every technique; print the table and store it."""
    from playwright.sync_api import sync_playwright

    rows = []
    for nodelay in (True, False):
        names = TECHNIQUES if nodelay else ("echo floor", "kernlab")
        names = [name for name in names if not arguments.only or name in arguments.only]
        with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
            home = Path(folder)
            for name in names:
                write_notebook(home / notebook(name), TECHNIQUES[name][0], arguments.n)
            flags = [
                "--no-sandbox",
                "--disable-gpu",
                "--disable-background-networking",
                "--no-first-run",
            ]
            browser = playwright.chromium.launch(executable_path=chromium(), args=flags)
            with server(home, nodelay) as (address, token):
                for name in names:
                    figures = measure(
                        browser, address, token, name, arguments.presses, arguments.seconds
                    )
                    label = name if nodelay else f"{name}, stock server"
                    rows.append(row(label, *figures, rows))
                    print(
                        "  ".join(f"{key} {value}" for key, value in rows[-1].items()), flush=True
                    )
            browser.close()
    if not arguments.only:
        store(rows, arguments.n)


def row(name, times, rate, wait, rows):
    """Return one row of the table; the first row is the floor."""
    median = statistics.median(times)
    ninety_five = sorted(times)[min(len(times) - 1, round(0.95 * len(times)))]
    floor = float(rows[0]["median ms"]) if rows else median
    return {
        "technique": name,
        "median ms": f"{median:.1f}",
        "95 % ms": f"{ninety_five:.1f}",
        "ratio to floor": f"{median / floor:.2f}",
        "95 % to floor": f"{ninety_five / floor:.2f}",
        "frames per second": f"{rate:.1f}",
        "last picture ms": f"{wait:.0f}",
        "presses": len(times),
    }


def store(rows, n):
    """Write the table with what it was measured on."""
    RESULTS.parent.mkdir(parents=True, exist_ok=True)
    packages = (
        "numpy",
        "matplotlib",
        "ipywidgets",
        "anywidget",
        "jupyterlab",
        "ipympl",
        "mpl-interactions",
    )
    with RESULTS.open("w", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(["n", *rows[0], "machine"])
        versions = []
        for package in packages:
            with contextlib.suppress(PackageNotFoundError):
                versions.append(f"{package} {version(package)}")
        machine = (
            f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, headless Chromium"
        )
        machine += f", Python {platform.python_version()}, {', '.join(versions)}"
        out.writerows([n, *line.values(), machine] for line in rows)


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--n", type=int, default=300, help="points, so matrices of n x n")
    parser.add_argument("--presses", type=int, default=60)
    parser.add_argument("--seconds", type=float, default=4.0, help="length of the drag")
    parser.add_argument("--only", nargs="*", help="techniques to measure; nothing is stored")
    latency(parser.parse_args())
