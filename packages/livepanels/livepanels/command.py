"""The command `livepanels`, for a notebook of anybody that has panels.

`livepanels record NOTEBOOK -o FOLDER` writes a page on which they play from disk, without a kernel;
`livepanels sweep NOTEBOOK` drives every control to its edges. Both run the notebook first, in a
kernel of its own, and leave the file as it is.
"""

import argparse
import base64
import html
import json
import sys
import tempfile
from pathlib import Path

from .panels import bundle
from .panels.page import WIDGET_VIEW

__all__ = ["main", "record", "sweep"]

HERE = Path(__file__).resolve().parent
PAGE = HERE / "front" / "standalone.js"
MODULE = HERE / "front" / "module.js"
ADVICE = 'class="livepanel-advice"'  # the line that tells how to wake a panel
WATCH = """
from livepanels.recording import recorder as _recorder
_shown = _recorder.watch_pictures()
"""
RECORD = """
import json as _json, pathlib as _pathlib
_facts = _recorder.record_each({folder!r}, {title!r}, _shown)
_pathlib.Path({folder!r}, "facts.json").write_text(_json.dumps(_facts), "utf-8")
"""
SWEEP = """
import json as _json, pathlib as _pathlib
from livepanels import live as _live
_report = {{"panels": len(_live.panels()), "failures": _live.sweep()}}
_pathlib.Path({place!r}).write_text(_json.dumps(_report), "utf-8")
"""


class NotRun(RuntimeError):
    """A notebook that cannot be read or run, in words."""


def run(path, first="", then="", timeout=None):
    """Return a notebook that was run in its folder, between two pieces of code of ours."""
    try:
        import nbformat
        from nbclient import NotebookClient
        from nbclient.exceptions import CellExecutionError
    except ImportError as error:
        raise NotRun(f"this needs nbclient: pip install 'livepanels[record]' ({error})") from error
    path = Path(path)
    try:
        notebook = nbformat.read(path, as_version=4)
    except OSError as error:
        raise NotRun(f"{path}: {error.strerror or error}") from error
    except Exception as error:  # whatever the file holds
        raise NotRun(f"{path} is not a notebook: {str(error).splitlines()[0]}") from error
    ours = [nbformat.v4.new_code_cell(source) for source in (first, then)]
    notebook.cells = [ours[0], *notebook.cells, ours[1]]
    where = {"metadata": {"path": str(path.resolve().parent)}}
    try:
        NotebookClient(notebook, timeout=timeout, resources=where).execute()
    except CellExecutionError as error:
        raise NotRun(f"{path} does not run to its end: {error.ename}: {error.evalue}") from error
    except Exception as error:  # no kernel of this name, a kernel that died, too late
        raise NotRun(f"{path} does not run: {error}") from error
    notebook.cells = notebook.cells[1:-1]
    return notebook


def sweep(path, *, timeout=None):
    """Run a notebook and drive every control of its panels to its edges, two by two.

    Parameters
    ----------
    path : path
        The notebook.
    timeout : float, optional
        Seconds for a cell.

    Returns
    -------
    int, list of str
        How many panels there are, and what fails, one line each.
    """
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "sweep.json")
        run(path, then=SWEEP.format(place=str(place)), timeout=timeout)
        report = json.loads(place.read_text("utf-8"))
    return report["panels"], report["failures"]


def record(path, folder, *, modules=False, timeout=None):
    """Run a notebook and write a page on which its panels play without a kernel.

    Parameters
    ----------
    path : path
        The notebook.
    folder : path
        Is made; the page in it is ``index.html``, and asks no other host.
    modules : bool
        Write each panel as a module for other pages, too, as anywidget defines one (``.mjs``).
    timeout : float, optional
        Seconds for a cell.

    Returns
    -------
    dict
        For each panel and picture its name and either bytes and states, or why it stays a still.
    """
    folder, panels = Path(folder), Path(folder, "panels")
    panels.mkdir(parents=True, exist_ok=True)
    for old in panels.glob("*.*js"):
        old.unlink()
    title = Path(path).stem
    code = RECORD.format(folder=str(panels.resolve()), title=title)
    notebook = run(path, WATCH, code, timeout)
    place = panels / "facts.json"
    facts = json.loads(place.read_text("utf-8"))
    place.unlink()
    for name in (fact["name"] for fact in facts.values() if modules and "bytes" in fact):
        (panels / f"{name}.mjs").write_text(module_of(panels / f"{name}.js"), "utf-8")
    (folder / "index.html").write_text(page_of(notebook, title, facts), "utf-8")
    (folder / "page.js").write_text(bundle.joined(PAGE), "utf-8")
    (folder / "page.css").write_text(f"{bundle.stylesheet()}\n{PAGE_CSS}{code_css()}", "utf-8")
    return facts


def module_of(script):
    """Return a recording as a module that other pages import: `render` puts it into an element."""
    recording = script.read_text("utf-8").removeprefix("livepanels.play(").removesuffix(");\n")
    made = f"{bundle.variable(MODULE.name)}.playing({recording}, {json.dumps(bundle.stylesheet())})"
    return f"{bundle.joined(MODULE)}\nexport default {made};\n"


def page_of(notebook, title, facts):
    """Return the page of a notebook, its panels in the places of their outputs."""
    try:
        from nbconvert import HTMLExporter
    except ImportError as error:
        raise NotRun(f"this needs nbconvert: pip install 'livepanels[record]' ({error})") from error
    notebook.metadata.pop("widgets", None)  # their state, which no recording needs
    for cell in notebook.cells:
        if cell.cell_type == "code":
            cell.outputs = [one for one in cell.outputs if ADVICE not in html_of(one)]
        for output in cell.get("outputs", []):
            view = output.get("data", {}).get(WIDGET_VIEW)
            if view:
                place = place_of(output, title, facts.get(view["model_id"], {}))
                output.data, output.metadata = {"text/html": place}, {}
    body, _ = HTMLExporter(template_name="basic").from_notebook_node(notebook)
    return PAGE_HTML.format(title=html.escape(title), body=body)


def html_of(output):
    """Return the HTML of an output, or no text."""
    return output.get("data", {}).get("text/html", "")


def place_of(output, title, fact):
    """Return the place of one panel: its still, which its recording replaces."""
    png = output.data.get("image/png", "")
    notes = output.metadata.get("image/png", {})
    width = f' width="{notes["width"]}"' if notes.get("width") else ""
    alt = html.escape(notes.get("alt", ""), quote=True)
    source = f"data:image/png;base64,{base64.b64encode(base64.b64decode(png)).decode()}"
    still = f'<img class="livepanel-still" src="{source}" alt="{alt}"{width}>' if png else ""
    if "bytes" not in fact:
        why = html.escape(fact.get("error", "it needs a kernel"))
        return f'{still}<p class="recorded">This one stands still: {why}</p>'
    name = html.escape(fact["name"], quote=True)
    return (
        f'<div class="livepanel-place" data-panel="{html.escape(title, quote=True)}/{name}" '
        f'data-recording="panels/{name}.js">{still}</div>'
    )


def code_css():
    """Return the colors of code, on light and on dark ground."""
    from pygments.formatters import HtmlFormatter

    light, dark = (HtmlFormatter(style=style) for style in ("default", "monokai"))
    night = dark.get_style_defs(".highlight")
    return f"{light.get_style_defs('.highlight')}\n@media (prefers-color-scheme: dark) {{{night}}}"


PAGE_HTML = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>{title}</title>
<link rel="stylesheet" href="page.css">
</head>
<body>
<main>
{body}
</main>
<script src="page.js"></script>
</body>
</html>
"""
PAGE_CSS = """
:root { color-scheme: light dark; }
body { margin: 0; background: #fff; color: #1b1e24; font: 17px/1.55 system-ui, sans-serif; }
main { box-sizing: border-box; max-width: 60rem; margin: 0 auto; padding: 2rem 1rem 4rem; }
pre { overflow-x: auto; padding: 0.6rem 0.8rem; font-size: 0.85rem; }
img { max-width: 100%; height: auto; }
.livepanel-still { background: #fff; }
.prompt, .anchor-link { display: none; }
.recorded { color: #646b76; font-size: 0.85rem; }
@media (prefers-color-scheme: dark) {
  body { background: #111418; color: #eceef1; }
  a { color: #8ab4f8; }
}
"""


def main(words=None):
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser("livepanels", description="Panels of a notebook of yours.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    verb = verbs.add_parser("record", help="write a page that plays without a kernel")
    verb.add_argument("notebook")
    verb.add_argument("-o", "--output", required=True, metavar="FOLDER", help="of the page")
    verb.add_argument("--modules", action="store_true", help="a module of each panel besides")
    verb.set_defaults(run=print_recorded)
    other = verbs.add_parser("sweep", help="drive every control to its edges")
    other.add_argument("notebook")
    other.set_defaults(run=print_swept)
    for one in (verb, other):
        one.add_argument("--timeout", type=float, metavar="SECONDS", help="for one cell")
    asked = parser.parse_args(words)
    try:
        return asked.run(asked)
    except (NotRun, OSError) as error:
        print(f"livepanels: {error}", file=sys.stderr)
        return 2


def print_recorded(asked):
    """Record a notebook and say what came of each panel; return the exit code."""
    facts = record(
        asked.notebook, asked.output, modules=asked.modules, timeout=asked.timeout
    ).values()
    for fact in facts:
        if "bytes" in fact:
            print(f"{fact['name']}: {fact['states']} states, {fact['bytes'] / 1000:.0f} kB")
        else:
            print(f"{fact['name']} stands still: {fact['error']}")
    print(f"{Path(asked.output, 'index.html')}: {len(facts)} panels and pictures")
    return 0 if facts else 1


def print_swept(asked):
    """Sweep a notebook and print what failed; return the exit code."""
    panels, failures = sweep(asked.notebook, timeout=asked.timeout)
    for failure in failures:
        print(failure)
    print(f"{asked.notebook}: {panels} panels, {len(failures)} failures")
    return 1 if failures or not panels else 0
