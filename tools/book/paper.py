"""Chapters on paper: a PDF of each or of all, printed by Chromium from a page that asks nobody.

Formulas are set by KaTeX before the page is made, code is wrapped, a panel is its stored picture at
the width of the page, and what an Explain folds stands at the end of the chapter.
A lecturer's note, which students do not get, stands in a frame where it belongs.
"""

import html
import re
import subprocess
import tempfile
from pathlib import Path

import nbformat
from nbconvert.filters.markdown_mistune import IPythonRenderer, MarkdownWithMath

from tools import machines
from tools.nbval_chapters import panel_name
from tools.notes import SUMMARY, is_note, said
from tools.steps import without_notes

from . import maths
from .chapters import UNRECORDED
from .codes import address, code

__all__ = ["PaperError", "page", "print_all", "print_book", "print_page"]

ROOT = Path(__file__).resolve().parents[2]
NPM = ROOT / "build" / "cache" / "npm"
STYLE = Path(__file__).with_suffix(".css")
ASKED = re.compile(r"^(# \d+ .+?): (.+)$", re.MULTILINE)  # a title and its question
FOLD = re.compile(r"<details>\s*<summary>(.*?)</summary>(.*?)</details>", re.DOTALL)
SILENT = {"install", "check"}  # cells that say nothing on paper
SECONDS = 300  # to print all chapters
WIDTH = 974  # of a panel on the screen, in pixels: the width of the page


class PaperError(RuntimeError):
    """A page that could not be printed; the text says what is missing."""


class Renderer(IPythonRenderer):
    """Markdown to HTML with the formulas set."""

    def __init__(self, katex):
        super().__init__(escape=False)
        self.katex = katex

    def inline_math(self, body):
        """Set a formula in a line."""
        return maths.typeset(self.katex, body, False)

    def block_math(self, body):
        """Set a formula of its own line."""
        return f'<div class="display">{maths.typeset(self.katex, body, True)}</div>'


class Page:
    """One chapter on its way to paper.

    Parameters
    ----------
    notebook : notebook
        The chapter, with its stored outputs.
    katex : path
        The folder of KaTeX.
    name : str
        Of the chapter, as its page on the web has it.
    """

    def __init__(self, notebook, katex, name=""):
        self.notebook, self.katex, self.name = notebook, katex, name
        self.later = []  # what stands at the end

    def body(self):
        """Return the chapter as HTML, with the explanations at its end."""
        parts = [self.cell(cell) for cell in self.notebook.cells]
        if self.later:
            parts.append("<h2>Explanations</h2>")
            parts += [
                f'<div class="explain"><h3>{number}. {title}</h3>{self.markdown(text)}</div>'
                for number, (title, text) in enumerate(self.later, 1)
            ]
        return "\n".join(part for part in parts if part)

    def cell(self, cell):
        """Return one cell; nothing for what only works on a screen."""
        tags = set(cell.metadata.get("tags", []))
        if is_note(cell):
            return self.note(cell.source)
        if cell.cell_type == "markdown":
            source = ASKED.sub(r"\1\n\n*\2*", cell.source)
            return self.markdown(FOLD.sub(self.put_off, source))
        if cell.cell_type != "code" or tags & SILENT or is_vote(cell):
            return ""
        panel = "@live" in cell.source
        shown = [self.output(output) for output in cell.outputs]
        if panel and self.name not in UNRECORDED:
            shown.append(code(address(), self.name, panel_name(cell.source)))
        plain = not panel and not cell.source.startswith(("import ", "from ", "vote("))
        source = f'<pre class="code">{html.escape(cell.source)}</pre>' if plain else ""
        return "\n".join([source, *filter(None, shown)])

    def note(self, source):
        """Return a lecturer's note, in a frame."""
        words = self.markdown(f"**{SUMMARY}.** {said(source) or source}")
        return f'<aside class="note">{words}</aside>'

    def put_off(self, fold):
        """Keep what is folded for the end, and say where it stands."""
        title = re.sub(r"</?b>|\s*\(open it[^)]*\)", "", fold[1]).strip()
        self.later.append((title, fold[2]))
        return f'<p class="later">{title}: see number {len(self.later)} at the end.</p>'

    def put_with_last(self, lines):
        """Keep printed lines that wait for a vote with the explanation above them."""
        title, text = self.later[-1]
        lines = f'<pre class="output">{html.escape(lines)}</pre>'
        self.later[-1] = title, f"{text}\n\n{lines}"
        return f"<p>What this prints: see number {len(self.later)} at the end.</p>"

    def markdown(self, text):
        """Return Markdown as HTML."""
        return MarkdownWithMath(renderer=Renderer(self.katex)).render(text)

    def output(self, output):
        """Return what a cell has printed or shown."""
        if output.output_type == "stream":
            return f'<pre class="output">{html.escape(output.text)}</pre>'
        data = output.get("data", {})
        if "image/png" in data:
            return self.picture(output)
        if "classroom-printed" in data.get("text/html", "") and self.later:
            return self.put_with_last(data["text/plain"])
        if "text/html" in data:
            return "" if "livepanel-" in data["text/html"] else data["text/html"]
        if "text/markdown" in data:
            return self.markdown(data["text/markdown"])
        text = data.get("text/plain", "")
        return f'<pre class="output">{html.escape(text)}</pre>' if text else ""

    def picture(self, output):
        """Return a stored picture: a panel as wide as the page, others in proportion."""
        notes = output.metadata.get("image/png", {})
        alt = html.escape(notes.get("alt", ""), quote=True)
        share = min(100, round(100 * notes.get("width", WIDTH) / WIDTH))
        source = f"data:image/png;base64,{output.data['image/png'].strip()}"
        return f'<img style="width: {share}%" alt="{alt}" src="{source}">'


def is_vote(cell):
    """Whether a cell asks for a vote that has its question in the text above."""
    return bool(re.match(r"vote\(\"[\w-]+\"(, letters=\"\w+\")?\)$", cell.source.strip()))


def page(chapters, katex):
    """Return chapters, notebooks by their names, as one HTML page that needs nothing else."""
    style = maths.style_with_faces(katex)
    bodies = (Page(notebook, katex, name).body() for name, notebook in chapters.items())
    body = "\n".join(f"<section>{chapter}</section>" for chapter in bodies)
    head = f'<meta charset="utf-8"><style>{style}\n{STYLE.read_text("utf-8")}</style>'
    return f"<!doctype html><html lang='en'><head>{head}</head><body>{body}</body></html>"


def print_page(text, path):
    """Print a page of HTML into a PDF file."""
    browser = machines.browser()
    if not browser:
        raise PaperError(f"a PDF needs a browser: {machines.NO_BROWSER}")
    with tempfile.TemporaryDirectory() as folder:
        source = Path(folder, "page.html")
        source.write_text(text, "utf-8")
        words = [browser, "--headless", "--no-sandbox", "--disable-gpu", "--no-pdf-header-footer"]
        words += ["--generate-pdf-document-outline", f"--user-data-dir={folder}/profile"]
        words += [f"--print-to-pdf={Path(path).absolute()}"]
        try:
            done = subprocess.run([*words, source.as_uri()], capture_output=True, timeout=SECONDS)
        except subprocess.TimeoutExpired:
            raise PaperError(f"{path}: the browser did not end within {SECONDS} s") from None
    if done.returncode or not Path(path).is_file():
        raise PaperError(f"{path}: {done.stderr.decode(errors='replace')[-300:]}")


def print_all(paths):
    """Print each notebook beside itself; return the paths of the PDF files."""
    katex, printed = maths.fetch_katex(NPM), []
    for path in map(Path, paths):
        if path.suffix != ".ipynb":
            continue
        target = path.with_suffix(".pdf")
        print_page(page({path.stem: nbformat.read(path, as_version=4)}, katex), target)
        printed.append(target)
    return printed


def print_book(paths, target):
    """Print chapters, without the lecturer's notes, into one PDF file with an outline."""
    chapters = {path.stem: nbformat.read(path, as_version=4) for path in paths}
    for chapter in chapters.values():
        chapter.cells = without_notes(chapter.cells)
    print_page(page(chapters, maths.fetch_katex(NPM)), target)
