"""Build the book for the web: `python3 run.py book [chapters]`, into build/book."""

import argparse
import sys
import time

from tools import notebooks

from .chapters import ROOT, record_chapters
from .maths import MathsError
from .site import build_pages

BUILD = ROOT / "build"


def main(argv=None):
    """Run the command line; the exit status is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="run.py book", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="how chapters begin, such as 07 (default: all)")
    args = parser.parse_args(argv)
    named = [notebooks.paths_of(name, parser) for name in args.names or [""]]
    paths = sorted({path.resolve() for found in named for path in found})
    began = time.monotonic()
    try:
        record_chapters(paths, BUILD / "cache")
        status = build_pages(BUILD / "cache", BUILD / "book")
    except (notebooks.NotebookError, MathsError) as error:
        print(f"kernlab: {error}", file=sys.stderr)
        return 1
    size = sum(file.stat().st_size for file in (BUILD / "book").rglob("*") if file.is_file())
    seconds = time.monotonic() - began
    print(f"{BUILD / 'book' / 'index.html'}: {size / 1e6:.1f} MB after {seconds:.0f} s")
    return status


if __name__ == "__main__":
    sys.exit(main())
