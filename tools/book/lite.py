"""The book that computes in the page: `python3 run.py lite [--check]`, into build/book/lite.

JupyterLite is JupyterLab without a server. Its kernel is Pyodide, a Python for browsers; see
`browser_python.py`. ``--check`` builds nothing: it opens a chapter of the site in a browser.
"""

import argparse
import json
import shutil
import subprocess
import sys
from pathlib import Path

from tools import notebooks
from tools.steps import without_notes

from . import browser_python, npm
from .places import CACHE, LITE, ROOT
from .site import build_pages

__all__ = ["build"]

EXTENSIONS = (  # for the page; others that happen to be installed stay away
    "@jupyter-widgets/jupyterlab-manager",
    "@jupyterlite/pyodide-kernel-extension",
    "anywidget",
    "classroom",
)
KERNEL = "@jupyterlite/pyodide-kernel-extension:kernel"


def main(argv=None):
    """Run the command line; the exit status is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="run.py lite", description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="try the site in a browser")
    parser.add_argument("--chapter", default="00", help="how the chapter to try begins")
    args = parser.parse_args(argv)
    if args.check:
        from . import lite_check

        return lite_check.main(LITE, args.chapter)
    try:
        build(LITE)
    except (npm.NpmError, browser_python.WheelError, subprocess.CalledProcessError) as error:
        print(f"kernlab: {getattr(error, 'stderr', '') or error}", file=sys.stderr)
        return 1
    files = [file for file in LITE.rglob("*") if file.is_file()]
    size = sum(file.stat().st_size for file in files)
    print(f"{LITE / 'index.html'}: {size / 1e6:.1f} MB in {len(files)} files")
    return link_pages()


def link_pages():
    """Let the pages of the book, where they are built, link to it."""
    if not (LITE.parent / "index.html").exists():
        return 0
    return build_pages(CACHE, LITE.parent)


def build(target):
    """Build the site."""
    source = CACHE / "lite"
    shutil.rmtree(source, ignore_errors=True)
    shutil.rmtree(target, ignore_errors=True)
    lay_out(source)
    words = [sys.executable, "-m", "jupyter", "lite", "build", "--debug", "--no-sourcemaps"]
    words += ["--no-unused-shared-packages", f"--lite-dir={source}", f"--output-dir={target}"]
    subprocess.run(words, cwd=source, check=True, capture_output=True, text=True)
    for name in (".jupyterlite.doit.db", "jupyterlite.schema.v0.json"):
        (target / name).unlink(missing_ok=True)


def lay_out(folder):
    """Fill a folder with what JupyterLite makes the site of."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_CDN_URL, PYODIDE_VERSION

    pyodide = npm.fetch(f"pyodide@{PYODIDE_VERSION}", CACHE / "npm")
    browser_python.core(pyodide, folder / "static" / "pyodide")
    wheels = folder / "pypi"
    wheels.mkdir(parents=True)
    pinned = (ROOT / "requirements.lock").read_text("utf-8")
    for wheel in browser_python.fetch_wheels(CACHE / "wheels", pinned):
        shutil.copy(wheel, wheels)
    browser_python.wheel_of(ROOT, wheels)
    lock = browser_python.read(pyodide / "pyodide-lock.json")
    ours = browser_python.listed(lock, sorted(wheels.glob("*.whl")), PYODIDE_CDN_URL, "../../pypi")
    write(folder / "static" / "pyodide" / "pyodide-lock.json", ours)
    shutil.copy(ROOT / "packages/livepanels/livepanels/overrides.json", folder / "overrides.json")
    write(folder / "jupyter_lite_config.json", {"LiteBuildConfig": configuration()})
    write(folder / "jupyter-lite.json", settings())
    chapters(folder / "files")


def chapters(folder):
    """Put the chapters into a folder, and the tables that they read, as a clone has them.

    The lecturer's notes stay behind.
    """
    for place in ("notebooks", "data/results"):
        (folder / place).mkdir(parents=True)
    for path in sorted((ROOT / "notebooks").glob("*.ipynb")):
        chapter = notebooks.read(path)
        chapter.cells = without_notes(chapter.cells)
        (folder / "notebooks" / path.name).write_text(notebooks.dumps(chapter), "utf-8")
    for path in sorted((ROOT / "data/results").glob("*.csv")):
        shutil.copy(path, folder / "data/results")


def configuration():
    """Return how the site is built."""
    places = [place_of(name) for name in EXTENSIONS]
    return {
        "apps": ["lab"],
        "federated_extensions": [str(place) for place in places],
        "ignore_sys_prefix": ["federated_extensions"],
    }


def place_of(extension):
    """Return where an extension is installed; `run.py` sets those of JupyterLite aside."""
    folders = [Path(sys.prefix, "share", name) for name in ("jupyter", "jupyterlite")]
    places = [folder / "labextensions" / extension for folder in folders]
    return next((place for place in places if place.exists()), places[0])


def settings():
    """Return what the site says to JupyterLab: no index of packages stands behind ours."""
    kernel = {"disablePyPIFallback": True}
    data = {"appName": "Kernlab", "litePluginSettings": {KERNEL: kernel}}
    data["exposeAppInBrowser"] = True  # so that a trial can ask what goes on
    return {"jupyter-lite-schema-version": 0, "jupyter-config-data": data}


def write(file, content):
    """Write a file of JSON."""
    file.parent.mkdir(parents=True, exist_ok=True)
    file.write_text(json.dumps(content, indent=1, sort_keys=True) + "\n", "utf-8")


if __name__ == "__main__":
    sys.exit(main())
