"""`python3 run.py export nbgrader FOLDER` or `export otter FOLDER`."""

import sys
from pathlib import Path

import nbformat

from . import nbgrader, otter
from .assignment import chapters

KINDS = {"nbgrader": nbgrader, "otter": otter}


def write(kind, folder, names=None):
    """Write the assignments of all chapters, or of those named; return the paths."""
    grader, folder, paths = KINDS[kind], Path(folder), []
    folder.mkdir(parents=True, exist_ok=True)
    for name, text in grader.CONFIGURATION.items():
        (folder / name).write_text(text, "utf-8")
    for name, notebook in chapters():
        if names and name not in names:
            continue
        path = folder / grader.place(name)
        path.parent.mkdir(parents=True, exist_ok=True)
        nbformat.write(grader.convert(notebook, name), path)
        paths.append(path)
    return paths


def main(words):
    """Write what was asked for; return the exit code."""
    if len(words) < 2 or words[0] not in KINDS:
        print(f"kernlab: say run.py export {' or '.join(KINDS)}, and a folder", file=sys.stderr)
        return 1
    print(*write(words[0], words[1], words[2:]), sep="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
