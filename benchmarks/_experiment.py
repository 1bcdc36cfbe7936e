"""What the experiments share: the sets to run, the stored table, a bar, what a run took."""

import csv
import platform
import sys
import time
from importlib.metadata import version
from pathlib import Path

from kernlab_helpers.datasets.loading import DatasetError

sys.path.insert(0, str(Path(__file__).resolve().parent.parent))

from tools.progress import Bar, clock

__all__ = [
    "Bar",
    "chosen",
    "clock",
    "replaced",
    "run",
    "spent",
    "store",
    "stored",
    "versions",
    "work",
]


def chosen(known, words, load):
    """Return the sets to run: those named by `words`, else all known; one without file is left out.

    `load` raises DatasetError for a set whose file is not on this computer. Ends the program if a
    word names no set, or no set is left.
    """
    unknown = [word for word in words if word not in known]
    if unknown:
        raise SystemExit(f"no set of this experiment: {unknown}; it has {', '.join(known)}")
    there = []
    for name in words or known:
        try:
            load(name)
            there.append(name)
        except DatasetError:
            print(
                f"left out: {name}, whose file is not on this computer (data/README.md says how to "
                "place it); rows that are stored stay as they are",
                flush=True,
            )
    if not there:
        raise SystemExit("no set is left to run")
    return there


def stored(path, head):
    """Return the rows of a table as lists of text; none if it is missing or has another head."""
    if not path.is_file():
        return []
    with path.open(encoding="utf-8", newline="") as file:
        first, *rows = csv.reader(file)
    return rows if first == list(head) else []


def replaced(rows, name, new, order):
    """Return the rows with those of a set (the first column) replaced, the sets in their order."""
    kept = [row for row in rows if row[0] != name]
    new = [[str(cell) for cell in row] for row in new]
    place = {known: i for i, known in enumerate(order)}
    return sorted([*kept, *new], key=lambda row: place.get(row[0], len(place)))


def store(path, head, rows):
    """Write a table, in one go: a run that is stopped leaves the last whole one."""
    part = path.with_suffix(".part")
    with part.open("w", encoding="utf-8", newline="") as file:
        out = csv.writer(file, lineterminator="\n")
        out.writerow(head)
        out.writerows(rows)
    part.replace(path)


def run(path, head, order, names, rows, bar):
    """Renew the rows of some sets in a table, set by set, and say them.

    `rows(name, bar)` yields the rows of a set, the versions in the last column; `order` is that of
    all sets.
    """
    table = stored(path, head)
    for name in names:
        new = list(rows(name, bar))
        table = replaced(table, name, new, order)
        store(path, head, table)
        for row in new:
            bar.say(" ".join(map(str, row[:-1])))
    bar.close()
    print(spent(bar.began), flush=True)


def spent(began):
    """Say how long a run took, and the most memory that it held where the system tells."""
    told = f"it took {clock(time.monotonic() - began)} minutes"
    try:
        import resource
    except ImportError:  # Windows
        return told
    unit = 1 if sys.platform == "darwin" else 1024
    most = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss * unit
    return f"{told} and held at most {most / 1e6:.0f} MB"


def versions():
    """Say what the numbers were computed with."""
    packages = ("numpy", "scipy", "scikit-learn")
    named = (f"{package} {version(package)}" for package in packages)
    return ", ".join([f"Python {platform.python_version()}", *named])


def work(n):
    """Weigh one fit on n points: between the n^2 of the distances and the n^3 of the spectrum."""
    return n**2.5
