"""Handouts: every chapter for students without its solutions, for lecturers with all of them open.

``python3 run.py handouts [folder]`` writes ``student/`` and ``lecturer/`` below the folder
(``handouts`` if none is named). Both run as the chapters do. The lecturer's notes are not in the
students' version; beside the lecturer's version of a chapter lies its plan.
"""

import sys
from pathlib import Path

import nbformat
from nbconvert.preprocessors import TagRemovePreprocessor

from .plans import plan
from .steps import without_notes

__all__ = ["lecturer", "student", "write"]

BOOK = Path(__file__).resolve().parents[1] / "notebooks"


def student(notebook):
    """Return a copy of a notebook without the cells tagged `solution` and the lecturer's notes."""
    remove = TagRemovePreprocessor(remove_cell_tags={"solution"})
    without, _ = remove.preprocess(nbformat.from_dict(notebook), {})
    without.cells = without_notes(without.cells)
    return without


def lecturer(notebook):
    """Return a copy of a notebook with every folded cell open."""
    opened = nbformat.from_dict(notebook)
    for cell in opened.cells:
        cell.metadata.get("jupyter", {}).pop("source_hidden", None)
    return opened


def write(folder, book=BOOK):
    """Write both versions of every chapter below a folder; return the paths."""
    chapters = sorted(Path(book).glob("[0-9][0-9]_*.ipynb"))
    if not chapters:
        raise FileNotFoundError(f"no chapters in {book}")
    paths = []
    for version in (student, lecturer):
        target = Path(folder) / version.__name__
        target.mkdir(parents=True, exist_ok=True)
        for chapter in chapters:
            path = target / chapter.name
            nbformat.write(version(nbformat.read(chapter, as_version=4)), path)
            paths.append(path)
    for chapter in chapters:
        path = Path(folder) / "lecturer" / f"{chapter.stem}_plan.md"
        path.write_text(plan(nbformat.read(chapter, as_version=4)), encoding="utf-8")
        paths.append(path)
    return paths


if __name__ == "__main__":
    folder = sys.argv[1] if len(sys.argv) > 1 else "handouts"
    print(*write(folder), sep="\n")
