"""Handouts: every chapter for students without its solutions, for lecturers with all of them open.

``python3 run.py handouts [folder]`` writes ``student/`` and ``lecturer/`` below the folder
(``handouts`` if none is named). Both run as the chapters do. The students' folder is complete: with
the wheel, and a requirements file that installs it, and without the lecturer's notes. Beside the
lecturer's version of a chapter lies its plan. With ``--pdf`` each chapter is printed, too.
"""

import re
import subprocess
import sys
from pathlib import Path

import nbformat
from nbconvert.preprocessors import TagRemovePreprocessor

from .notes import is_note, opened
from .plans import plan
from .steps import without_notes

__all__ = ["REQUIREMENTS", "lecturer", "plain_words", "student", "wheel", "write"]

ROOT = Path(__file__).resolve().parents[1]
BOOK = ROOT / "notebooks"
OF_SOLUTIONS = {  # what a chapter says of its folded solutions -> what a handout says
    r"\s+A\s+folded\s+solution\s+follows\s+each\s+check\.": "",
    r"is four cells: the task, (a cell with [^,]*), a check, and a\s+folded\s+solution\.": (
        r"is three cells: the task, \1, and a check."
    ),
    r"- The solution is the closed cell below the check\.[^\n]*\n": "",
    r"\s+Exercise\s+solutions\s+are\s+folded,\s+not\s+hidden\.": "",
    r"ask for a hint, open a solution\.": "ask for a hint.",
    r"take up to two hints,\s+open the solution last\.": "take up to two hints.",
}
REQUIREMENTS = """\
# In this folder: python3 -m pip install -r requirements.txt, then: jupyter lab
./{wheel}[lab]
"""
INSTALL = (
    "**To run this notebook:** once, in a terminal, in this folder, "
    "`python3 -m pip install -r requirements.txt`; then `jupyter lab`."
)


def plain_words(notebook):
    """Return a copy of a notebook whose text says nothing of folded solutions."""
    said = nbformat.from_dict(notebook)
    for cell in said.cells:
        if cell.cell_type == "markdown":
            for words, instead in OF_SOLUTIONS.items():
                cell.source = re.sub(words, instead, cell.source)
    return said


def student(notebook):
    """Return a copy without solutions and lecturer's notes, with a line on how to install it."""
    remove = TagRemovePreprocessor(remove_cell_tags={"solution"})
    without, _ = remove.preprocess(plain_words(notebook), {})
    without.cells = without_notes(without.cells)
    code = [place for place, cell in enumerate(without.cells) if cell.cell_type == "code"]
    line = nbformat.v4.new_markdown_cell(INSTALL, id="how-to-install")
    line.metadata["slideshow"] = {"slide_type": "skip"}
    without.cells.insert(code[0] if code else 0, line)
    return without


def lecturer(notebook):
    """Return a copy of a notebook with every folded cell and every note open."""
    unfolded = nbformat.from_dict(notebook)
    for cell in unfolded.cells:
        cell.metadata.get("jupyter", {}).pop("source_hidden", None)
        if is_note(cell):
            cell.source = opened(cell.source)
    return unfolded


def wheel(folder):
    """Build the wheel of the package into a folder and return its path."""
    words = [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)]
    subprocess.run(words, cwd=ROOT, check=True, capture_output=True)
    return max(Path(folder).glob("kernlab_helpers-*.whl"), key=lambda path: path.stat().st_mtime)


def write(folder, book=BOOK):
    """Write both versions of every chapter below a folder; return the paths."""
    folder = Path(folder).absolute()
    chapters = sorted(Path(book).glob("[0-9][0-9]_*.ipynb"))
    if not chapters:
        raise FileNotFoundError(f"no chapters in {book}")
    paths = []
    for version in (student, lecturer):
        target = folder / version.__name__
        target.mkdir(parents=True, exist_ok=True)
        for chapter in chapters:
            path = target / chapter.name
            nbformat.write(version(nbformat.read(chapter, as_version=4)), path)
            paths.append(path)
    text = REQUIREMENTS.format(wheel=wheel(folder / "student").name)
    (folder / "student" / "requirements.txt").write_text(text, "utf-8")
    for chapter in chapters:
        path = folder / "lecturer" / f"{chapter.stem}_plan.md"
        path.write_text(plan(nbformat.read(chapter, as_version=4)), encoding="utf-8")
        paths.append(path)
    return paths


def main(words):
    """Write the handouts; return the exit code."""
    from tools import paper
    from tools.book.maths import MathsError

    folders = [word for word in words if not word.startswith("-")]
    paths = write(folders[0] if folders else "handouts")
    try:
        paths += paper.print_all(paths) if "--pdf" in words else []
    except (paper.PaperError, MathsError) as error:
        print(f"kernlab: {error}", file=sys.stderr)
        return 1
    print(*paths, sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
