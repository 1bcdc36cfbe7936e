"""The first cell of every chapter, which installs the book where it is missing.

`python -m tools.first_cell [--check]` writes it into all chapters, from the one setting
``[tool.kernlab] repository`` of pyproject.toml. Where the book is installed, and in JupyterLite,
which loads it at the import, the cell does and prints nothing. One import stands for the four
packages, as the book's wheel holds them all. The cell installs a wheel that lies beside the
notebook, else from the repository; never by bare name from an index, where a stranger could have
taken the name.
"""

import argparse
import functools
import sys
import tomllib
from pathlib import Path

import nbformat

from tools import notebooks

__all__ = ["TAG", "cell", "chapters", "repository", "source", "with_cell"]

ROOT = Path(__file__).resolve().parents[1]
TAG = "install"
SOURCE = """\
try:  # where the book is missing (Colab, another JupyterLab), this cell installs it
    import kernlab_helpers
except ModuleNotFoundError{missing}:
    import glob

{wheels}    get_ipython().run_line_magic("pip", f"install --quiet {{max(wheels)}}")"""
FROM = """\
    wheels = glob.glob("kernlab_helpers-*.whl") or ["git+{address}"]
"""
FROM_NOWHERE = """\
    if not (wheels := glob.glob("kernlab_helpers-*.whl")):
        raise ImportError("put the wheel kernlab_helpers-*.whl beside this notebook") from missing
"""


PROJECT = ROOT / "pyproject.toml"


@functools.cache
def setting(name, project=PROJECT):
    """Return a setting of the book, below ``[tool.kernlab]`` of its project."""
    return tomllib.loads(Path(project).read_text("utf-8"))["tool"]["kernlab"][name]


def repository():
    """Return the public address of the book, or no text while it has none."""
    return setting("repository")


def source(address):
    """Return the source of the cell for a repository, or for none."""
    if not address:
        return SOURCE.format(missing=" as missing", wheels=FROM_NOWHERE)
    return SOURCE.format(missing="", wheels=FROM.format(address=address))


def cell(chapter, address):
    """Return the cell as a chapter stores it: run, folded, silent."""
    new = nbformat.v4.new_code_cell(source(address), id=f"{chapter[:2]}-{TAG}", execution_count=1)
    new.metadata = nbformat.from_dict({
        "tags": [TAG],
        "slideshow": {"slide_type": "-"},
        "jupyter": {"source_hidden": True},
    })  # fmt: skip
    return new


def with_cell(notebook, chapter, address):
    """Return a notebook with the cell before its first code cell, and no other of its kind."""
    new = nbformat.from_dict(notebook)
    new.cells = [one for one in new.cells if TAG not in one.metadata.get("tags", [])]
    code = [i for i, one in enumerate(new.cells) if one.cell_type == "code"]
    new.cells.insert(code[0] if code else len(new.cells), cell(chapter, address))
    return new


def chapters(folder=ROOT / "notebooks"):
    """Return the paths of all chapters."""
    return sorted(folder.glob("[0-9][0-9]_*.ipynb"))


def main(argv=None):
    """Run the command line; the exit status is 1 if with --check a chapter lacks the cell."""
    parser = argparse.ArgumentParser(prog="tools.first_cell", description=__doc__.split("\n")[0])
    parser.add_argument("--check", action="store_true", help="only compare, write nothing")
    check = parser.parse_args(argv).check
    address, status = repository(), 0
    for path in chapters():
        text = notebooks.dumps(with_cell(notebooks.read(path), path.stem, address))
        if path.read_text("utf-8") == text:
            continue
        print(f"{path.name}: {'its first cell is another' if check else 'written'}")
        if check:
            status = 1
        else:
            path.write_bytes(text.encode())
    return status


if __name__ == "__main__":
    sys.exit(main())
