"""The first cell of every chapter, which installs the package where it is missing.

`python -m tools.first_cell [--check]` writes it into all chapters, from the one setting
``[tool.kernlab] repository`` of pyproject.toml. Where the package is installed, and in JupyterLite,
which loads it at the import, the cell does and prints nothing. It installs a wheel that lies beside
the notebook, else from the repository; never by bare name from an index, where a stranger could
have taken the name.
"""

import argparse
import sys
import tomllib
from pathlib import Path

import nbformat

from tools import notebooks

__all__ = ["TAG", "cell", "chapters", "repository", "source", "with_cell"]

ROOT = Path(__file__).resolve().parents[1]
TAG = "install"
SOURCE = """\
# Where kernlab_helpers is missing (Colab, Kaggle, VS Code), this cell installs it.
try:
    import kernlab_helpers
except ModuleNotFoundError as missing:
    if missing.name != "kernlab_helpers":
        raise
    import glob
    import subprocess
    import sys

    found = glob.glob("kernlab_helpers-*.whl")  # a wheel beside this notebook comes first
"""
FROM = """\
    found.append("kernlab-helpers @ git+{address}")
"""
FROM_NOWHERE = """\
    if not found:
        raise ModuleNotFoundError(
            "kernlab_helpers is not installed, and the book has no public address yet to install "
            "it from: put its wheel, kernlab_helpers-*.whl, beside this notebook, or choose the "
            "Python in .venv that `python3 run.py lab` makes in a clone of the book."
        ) from None
"""
INSTALL = """\
    subprocess.run([sys.executable, "-m", "pip", "install", "--quiet", found[0]], check=True)"""


def repository(project=ROOT / "pyproject.toml"):
    """Return the public address of the book, or no text while it has none."""
    return tomllib.loads(Path(project).read_text("utf-8"))["tool"]["kernlab"]["repository"]


def source(address):
    """Return the source of the cell for a repository, or for none."""
    last = FROM.format(address=address) if address else FROM_NOWHERE
    return SOURCE + last + INSTALL


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
