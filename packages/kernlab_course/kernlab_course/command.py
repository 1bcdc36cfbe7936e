"""`kernlab copy FOLDER`: the chapters for someone who has installed the package, not cloned it."""

import argparse
import shutil
import sys
from pathlib import Path

__all__ = ["copy", "main"]

HERE = Path(__file__).resolve().parent
SHELVES = (HERE / "notebooks", HERE.parents[2] / "notebooks")  # in the wheel; in a clone


def copy(folder):
    """Copy the chapters into a folder and return their names; files that are there stay.

    Raises
    ------
    FileNotFoundError
        If this installation has no chapters.
    """
    shelf = next((place for place in SHELVES if any(place.glob("*.ipynb"))), None)
    if shelf is None:
        raise FileNotFoundError(f"no chapters in {SHELVES[0]}: install kernlab-helpers again")
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    new = [path for path in sorted(shelf.glob("*.ipynb")) if not (folder / path.name).exists()]
    for path in new:
        shutil.copyfile(path, folder / path.name)
    return [path.name for path in new]


def main(words=None):
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser("kernlab", description="The notebooks of Kernlab.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    verb = verbs.add_parser("copy", help="copy the chapters into a folder")
    verb.add_argument("folder", nargs="?", default="kernlab")
    folder = parser.parse_args(words).folder
    try:
        names = copy(folder)
    except OSError as error:
        print(f"kernlab: {error}", file=sys.stderr)
        return 1
    print(f"{len(names)} chapters copied into {folder}; what was there has stayed.")
    print(f"Open them: python -m jupyter lab {Path(folder, '00_start_here.ipynb')}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
