"""Build the book for the web: `python3 run.py book [chapters]`, into build/book; or for paper."""

import argparse
import sys
import time

from tools import notebooks

from . import paper
from .chapters import ROOT, record_chapters
from .maths import MathsError
from .site import build_pages

BUILD = ROOT / "build"


def main(argv=None):
    """Run the command line; the exit status is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="run.py book", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="how chapters begin, such as 07 (default: all)")
    parser.add_argument("--pdf", action="store_true", help="print them into build/book.pdf instead")
    args = parser.parse_args(argv)
    named = [notebooks.paths_of(name, parser) for name in args.names or [""]]
    paths = sorted({path.resolve() for found in named for path in found})
    began = time.monotonic()
    try:
        if args.pdf:
            made, status = [BUILD / "book.pdf"], paper.print_book(paths, BUILD / "book.pdf")
        else:
            record_chapters(paths, BUILD / "cache")
            status = build_pages(BUILD / "cache", BUILD / "book")
            made = [BUILD / "book" / "index.html", *(BUILD / "book").rglob("*")]
    except (notebooks.NotebookError, MathsError, paper.PaperError) as error:
        print(f"kernlab: {error}", file=sys.stderr)
        return 1
    size = sum(file.stat().st_size for file in set(made) if file.is_file())
    print(f"{made[0]}: {size / 1e6:.1f} MB after {time.monotonic() - began:.0f} s")
    return status or 0


if __name__ == "__main__":
    sys.exit(main())
