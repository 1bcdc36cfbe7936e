"""Handouts: every chapter for students without its solutions, for lecturers with all of them open.

``python3 run.py handouts [folder]`` writes ``student/`` and ``lecturer/`` below the folder
(``handouts`` if none is named). Both run as the chapters do. The students' folder is complete: with
the wheel, and a requirements file that installs it, and without the lecturer's notes. Beside the
lecturer's version of a chapter lies its plan. With ``--pdf`` each chapter is printed, too.
"""

import subprocess
import sys
from pathlib import Path

import nbformat

from .notes import is_note, opened
from .plans import plan
from .steps import without_notes

__all__ = ["OF_SOLUTIONS", "REQUIREMENTS", "lecturer", "student", "wheel", "without", "write"]

ROOT = Path(__file__).resolve().parents[1]
BOOK = ROOT / "notebooks"
OF_SOLUTIONS = "solutions-only"  # the tag of a cell that speaks of the folded solutions
REQUIREMENTS = """\
# In this folder: python3 -m pip install -r requirements.txt, then: jupyter lab
./{wheel}[lab]
"""
INSTALL = (
    "**To run this notebook:** once, in a terminal, in this folder, "
    "`python3 -m pip install -r requirements.txt`; then `jupyter lab`."
)


def without(notebook, *tags):
    """Return a copy of a notebook without the cells that have one of some tags, and its votes."""
    new = nbformat.from_dict(notebook)
    new.metadata.pop("widgets", None)  # what somebody said stands in their state
    new.cells = [cell for cell in new.cells if not set(tags) & set(cell.metadata.get("tags", []))]
    return new


def student(notebook):
    """Return a copy without solutions and lecturer's notes, with a line on how to install it."""
    new = without(notebook, "solution", OF_SOLUTIONS)
    new.cells = without_notes(new.cells)
    code = [place for place, cell in enumerate(new.cells) if cell.cell_type == "code"]
    line = nbformat.v4.new_markdown_cell(INSTALL, id="how-to-install")
    line.metadata["slideshow"] = {"slide_type": "skip"}
    new.cells.insert(code[0] if code else 0, line)
    return new


def lecturer(notebook):
    """Return a copy of a notebook with every folded cell and every note open."""
    unfolded = without(notebook)
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
    from tools.book import paper
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
