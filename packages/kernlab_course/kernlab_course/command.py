"""The command `kernlab`, for someone who has installed the package, not cloned it.

`kernlab copy FOLDER` writes the chapters into a folder; `kernlab upgrade FILE...` rewrites
notebooks of the second edition.
"""

import argparse
import shutil
import sys
from pathlib import Path

from .upgrade import upgrade

__all__ = ["copy", "main"]

HERE = Path(__file__).resolve().parent
PLACES = (HERE / "notebooks", HERE.parents[2] / "notebooks")  # in the wheel; in a clone


def copy(folder):
    """Copy the chapters into a folder and return their names; files that are there stay.

    Raises
    ------
    FileNotFoundError
        If this installation has no chapters.
    """
    source = next((place for place in PLACES if any(place.glob("*.ipynb"))), None)
    if source is None:
        raise FileNotFoundError(f"no chapters in {PLACES[0]}: install kernlab-helpers again")
    folder = Path(folder)
    folder.mkdir(parents=True, exist_ok=True)
    new = [path for path in sorted(source.glob("*.ipynb")) if not (folder / path.name).exists()]
    for path in new:
        shutil.copyfile(path, folder / path.name)
    return [path.name for path in new]


def main(words=None):
    """Run the command line; return the exit code."""
    parser = argparse.ArgumentParser("kernlab", description="The notebooks of Kernlab.")
    verbs = parser.add_subparsers(dest="verb", required=True)
    verb = verbs.add_parser("copy", help="copy the chapters into a folder")
    verb.add_argument("folder", nargs="?", default="kernlab")
    verb.set_defaults(run=lambda asked: print_copied(asked.folder))
    verb = verbs.add_parser("upgrade", help="give second-edition notebooks the new imports")
    verb.add_argument("files", nargs="+", metavar="FILE", help="a notebook, NAME.ipynb")
    verb.set_defaults(run=lambda asked: print_upgraded(asked.files))
    asked = parser.parse_args(words)
    return asked.run(asked)


def print_copied(folder):
    """Copy the chapters and say so; return the exit code."""
    try:
        names = copy(folder)
    except OSError as error:
        print(f"kernlab: {error}", file=sys.stderr)
        return 1
    print(f"{len(names)} chapters copied into {folder}; what was there has stayed.")
    print(f"Open them: python -m jupyter lab {Path(folder, '00_start_here.ipynb')}")
    return 0


def print_upgraded(files):
    """Upgrade notebooks, each by itself, and say what was done; return the exit code."""
    code = 0
    for file in files:
        try:
            print(upgrade(file))
        except (OSError, ValueError) as error:
            print(f"kernlab: {error}", file=sys.stderr)
            code = 1
    return code


if __name__ == "__main__":
    sys.exit(main())
