"""A chapter as a page: panels and pictures in the place of their stills, plumbing folded."""

import ast
import base64
import html
import io
import json
import re

import nbformat
from PIL import Image

from classroom.votes import Question, letters_of
from tools.nbval_chapters import is_panel, name_of, panel_name
from tools.steps import without_notes

from .chapters import UNRECORDED
from .codes import address, code
from .running import run_box

__all__ = ["Page"]

PNG = "image/png"
SLIDERS = "between recorded positions the nearest is shown"
ALONE = "all positions are recorded while no other control is moved, then"
SHARE = '<button type="button" class="share" aria-live="polite">Link to this state</button>'
KERNEL = "This panel works on a table of yours and needs a kernel: open the chapter in JupyterLab."
HANDS = "what is dragged or pointed at jumps to the nearest of some saved places"
STILL = "what is gray moves where a kernel runs"
LINK = re.compile(r"(\d\d_\w+)\.ipynb(?:#cell-id=([\w-]+))?")
OUTSIDE = re.compile(r"\[([^\]]+)\]\(\.\./[^)]*\)")  # a link to a file that is no page
DISPLAYED = re.compile(r"^\$\$.+?\$\$$", re.DOTALL | re.MULTILINE)
SUMMARY = re.compile(r"<summary>(.*\$.*)</summary>")
MINUTES = re.compile(r"^## .*\((\d+) min\)$", re.MULTILINE)
AIMS = re.compile(r"^\*\*What you will be able to do", re.MULTILINE)
QUESTION = re.compile(r"^\*\*The question: (.+?)\*\*$", re.MULTILINE)


class Page:
    """One chapter on its way to the source of a page.

    Parameters
    ----------
    path : Path
        The notebook.
    recordings : dict
        For each panel of the chapter what :func:`recorder.summary` says of its recording.
    """

    def __init__(self, path, recordings):
        self.name = path.stem
        self.notebook = nbformat.read(path, as_version=4)
        self.recordings = recordings
        self.pictures = 0  # that were seen so far
        self.figures = 0  # pictures and panels
        self.files = {}  # contents by their names below the static folder

    def title(self):
        """Return number and name of the chapter, and the question after its colon."""
        first, _, more = self.notebook.cells[0].source.partition("\n")
        number, _, title = first.lstrip("# ").partition(" ")
        if not number.isdigit():
            asked = QUESTION.search(more)
            return str(int(self.name[:2])), first.lstrip("# "), asked[1] if asked else ""
        name, _, question = title.partition(": ")
        return number, name, question

    def minutes(self):
        """Return how long the chapter's steps take."""
        texts = [cell.source for cell in self.notebook.cells if cell.cell_type == "markdown"]
        return sum(int(minutes) for text in texts for minutes in MINUTES.findall(text))

    def source(self):
        """Return the notebook as the page's source."""
        cells = opened(without_notes(self.notebook.cells), run_box(self.name))
        cells = [self.text(cell) if is_text(cell) else self.code(cell) for cell in cells]
        new = nbformat.v4.new_notebook(cells=cells, metadata=self.notebook.metadata)
        return nbformat.writes(new)

    def text(self, cell):
        """Return a cell of text; MyST wants empty lines around formulas and text within tags."""
        cell.metadata = {}
        apart = DISPLAYED.sub(r"\n\g<0>\n", OUTSIDE.sub(r"\1", cell.source))
        cell.source = SUMMARY.sub(r"<summary>\n\n\1\n\n</summary>", apart)
        return cell

    def code(self, cell):
        """Return a cell of code: plumbing is folded, outputs are as the page shows them."""
        vote = vote_of(cell)
        folded, words = fold_of(cell, vote)
        prompt = {"code_prompt_show": words, "code_prompt_hide": words} if words else {}
        tags = [*folded, *(["pictured"] if is_pictured(cell) else [])]
        cell.metadata = nbformat.from_dict({"tags": tags, "mystnb": prompt})
        if is_panel(cell):
            cell.outputs = [as_html(self.panel(cell))]
        elif vote:
            cell.outputs = [as_html(ballot(vote))]
        else:
            cell.outputs = [self.output(one) for one in cell.outputs]
        return cell

    def panel(self, cell):
        """Return the place of a panel: its still, and where its recording is."""
        shown = next(output for output in cell.outputs if PNG in output.get("data", {}))
        return self.place(panel_name(cell.source), shown)

    def place(self, name, shown):
        """Return the figure of what is recorded under a name: its still, and what is not there."""
        self.figures += 1
        number = f"<b>Figure {int(self.name[:2])}.{self.figures}</b>"
        if self.name in UNRECORDED or name not in self.recordings:
            inside, line = self.still(name, shown), KERNEL if self.name in UNRECORDED else ""
        else:
            inside, line = self.played(name, shown), remark(self.recordings[name])
        still = name.startswith("picture-")
        plays = not still and name in self.recordings
        square = code(address(), self.name, name) if plays else ""
        live = '<span class="live">Live</span>' if plays else ""
        wish = shown.metadata.get(PNG, {}).get("width") if still else None
        style = f' style="--wish: {wish}px"' if wish else ""
        said = f'<span class="recorded">{html.escape(line)}</span>' if line else ""
        caption = " ".join(filter(None, (number, live, said, plays and SHARE)))
        return (
            f'<figure class="kernlab-figure"{style}>{inside}'
            f"<figcaption>{square}{caption}</figcaption></figure>"
        )

    def played(self, name, shown):
        """Return the place in which a recording is played instead of its still."""
        return (
            f'<div class="kernlab-place" id="panel-{name}" data-panel="{self.name}/{name}" '
            f'data-recording="_static/chapters/{self.name}/{name}.js" '
            f'data-size="{self.recordings[name]["bytes"] / 1e6:.2g} MB">'
            f"{self.still(name, shown)}</div>"
        )

    def output(self, output):
        """Return an output; pictures are recorded in their order."""
        data = output.get("data", {})
        if PNG in data:
            self.pictures += 1
            return as_html(self.place(f"picture-{self.pictures - 1}", output))
        if "text/html" in data:
            data["text/html"] = LINK.sub(page_link, data["text/html"])
        return output

    def still(self, name, output):
        """Return the still of an output, and keep its bytes for a file of its own."""
        notes = output.metadata.get(PNG, {})
        alt, width = notes.get("alt", ""), notes.get("width")
        pixels, data = Image.open(io.BytesIO(base64.b64decode(output.data[PNG]))), io.BytesIO()
        pixels.save(data, "WEBP", lossless=True)  # the same pixels in half the bytes of a PNG
        file = f"chapters/{self.name}/{name}.webp"
        self.files[file] = data.getvalue()
        height = round(width * pixels.height / pixels.width) if width else None
        size = f' width="{width}" height="{height}"' if width else ""
        return (
            f'<img class="livepanel-still" src="_static/{file}" loading="lazy" '
            f'alt="{html.escape(alt, quote=True)}"{size}>'
        )


def opened(cells, box):
    """Return the cells of a chapter as its page opens: words, then the picture, then the aims.

    The box that leads to a kernel stands below the aims.
    """
    title, *rest = cells
    found = AIMS.search(title.source)
    begin = found.start() if found else len(title.source)
    aims = nbformat.v4.new_markdown_cell(f"{title.source[begin:]}\n\n{box}", id=f"{title.id}-aims")
    title.source = title.source[:begin]
    headed = [i for i, cell in enumerate(rest) if cell.source.startswith("#") and is_text(cell)]
    first = headed[0] if headed else 0
    hooks = [cell for cell in rest[:first] if is_pictured(cell)]
    others = [cell for cell in rest[:first] if not is_pictured(cell)]
    return [title, *hooks, aims, *others, *rest[first:]]


def is_text(cell):
    """Whether a cell is of text."""
    return cell.cell_type == "markdown"


def is_pictured(cell):
    """Whether a cell shows a picture."""
    return any(PNG in output.get("data", {}) for output in cell.get("outputs", []))


def fold_of(cell, vote):
    """Return the tags that fold a cell, and the words on the fold."""
    tags = cell.metadata.get("tags", [])
    if "install" in tags:
        return ["remove-cell"], ""
    if "solution" in tags:
        return ["hide-cell"], "Solution"
    if "check" in tags:
        return ["hide-cell"], "The check, which answers in JupyterLab"
    if is_panel(cell):
        return ["hide-input", "plumbing"], "The code of this panel"
    if vote:
        return ["remove-input"], ""
    if "exercise" in tags:
        return [], ""
    if cell.metadata.get("jupyter", {}).get("outputs_hidden") and not is_pictured(cell):
        return ["hide-cell", "numbers"], "The numbers"
    if cell.source.startswith(("import ", "from ")):
        return ["hide-input", "plumbing"], "Imports"
    lines = len(cell.source.splitlines())
    return ["hide-input"], f"Code, {lines} lines" if lines > 1 else "Code, one line"


def vote_of(cell):
    """Return the call of vote that a cell consists of, None for any other cell."""
    try:
        calls = [n.value for n in ast.parse(cell.source).body if isinstance(n, ast.Expr)]
    except SyntaxError:  # a line that only IPython reads
        return None
    votes = [c for c in calls if isinstance(c, ast.Call) and name_of(c) == "vote"]
    return votes[0] if len(votes) == 1 == len(cell.outputs) else None


def ballot(call):
    """Return the place of a vote: its words, and what the page needs to make buttons of them."""
    name, *said = [argument.value for argument in call.args]
    letters = {word.arg: word.value.value for word in call.keywords}.get("letters")
    again = not said and letters is None
    vote = Question(name)
    if not again:
        text, answers = (said[0], said[1:]) if said else ("", [])
        vote.ask(text or "", answers, letters_of(answers, letters))
    answers = [f"{k}. {answer}" for k, answer in zip(vote.letters, vote.answers, strict=False)]
    inside = "".join(f"<p>{html.escape(line)}</p>" for line in [vote.text, *answers] if line)
    data = json.dumps(vote.described(again=again), ensure_ascii=False)
    data = html.escape(data, quote=True)
    return f'<div class="kernlab-ballot" data-vote="{data}">{inside}</div>'


def as_html(text):
    """Return an output that shows HTML."""
    return nbformat.v4.new_output("display_data", {"text/html": text})


def remark(said):
    """Return what the reader has to know of a recording, in one line."""
    moved = [(label, kept, count) for label, kept, count in said["thinned"] if kept > 1]
    thin = [f"{kept} of {count} positions of {label}" for label, kept, count in moved]
    words = [f"Recorded: {', '.join(thin)}; {SLIDERS}"] if thin else []
    if said["alone"]:
        fewer = ", ".join(f"{kept} of {label}" for label, kept in said["alone"])
        words.append(f"{ALONE} {fewer}")
    if said["hands"]:
        words.append(HANDS)
    if len(moved) < len(said["thinned"]):
        words.append(STILL)
    return (". ".join(word[0].upper() + word[1:] for word in words) + ".") if words else ""


def page_link(match):
    """Return a link to a notebook as one to its page."""
    name, cell = match.groups()
    return f"{name}.html#cell-{cell}" if cell else f"{name}.html"


def slug(heading):
    """Return the anchor of a heading, as JupyterLab makes it."""
    return heading.replace(" ", "-")
