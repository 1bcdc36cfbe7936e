"""The tables of data/sets, made from the files of their publishers, with a README of their cards.

`python -m tools.tables FOLDER` reads the publishers' files below the folder, checks them against
its SHA256SUMS, and writes each table, `data/sets/README.md`, and the checksums of the tables in
`catalogue.toml`. With `--check` it writes nothing and says what differs. A cell is copied as it
stands, letter by letter; what is left out or moved is said on the card of the set (`changes` in the
catalogue).
"""

import argparse
import csv
import hashlib
import io
import re
import sys
from dataclasses import dataclass
from pathlib import Path

from kernlab_helpers.datasets._catalogue import catalogue

__all__ = ["SOURCES", "Source", "main", "readme", "shipped", "table"]

ROOT = Path(__file__).resolve().parents[1]
SETS = ROOT / "data" / "sets"
CATALOGUE = ROOT / "kernlab_helpers" / "datasets" / "catalogue.toml"
LABEL = "class"


@dataclass(frozen=True)
class Source:
    """The files of a set, and their layout; columns count from 0, -1 is the last."""

    paths: tuple
    label: int
    left_out: tuple = ()
    delimiter: str | None = None
    lines_above: int = 0


SOURCES = {
    "iris-uci": Source(("iris/iris.data",), label=-1, delimiter=","),
    "ecoli": Source(("ecoli/ecoli.data",), label=-1, left_out=(0,)),
    "yeast": Source(("yeast/yeast.data",), label=-1, left_out=(0,)),
    "segment": Source(
        ("segment/segmentation.data", "segment/segmentation.test"),
        label=0,
        left_out=(3,),
        delimiter=",",
        lines_above=5,
    ),
    "bupa": Source(("bupa/bupa.data",), label=-1, delimiter=","),
    "glass": Source(("glass/glass.data",), label=-1, left_out=(0,), delimiter=","),
    "lymphography": Source(("lymphography/lymphography.data",), label=0, delimiter=","),
    "monks-1-train": Source(("monks/monks-1.train",), label=0, left_out=(-1,)),
    "monks-2-train": Source(("monks/monks-2.train",), label=0, left_out=(-1,)),
    "monks-3-train": Source(("monks/monks-3.train",), label=0, left_out=(-1,)),
    "new-thyroid": Source(("new-thyroid/new-thyroid.data",), label=0, delimiter=","),
    "sonar": Source(("sonar/sonar.all-data",), label=-1, delimiter=","),
}


def shipped():
    """Return the entries of the catalogue that are tables of data/sets, by name."""
    return {name: entry for name, entry in catalogue().items() if entry.reader == "shipped"}


def checksums(folder):
    """Return the sha256 of every file of the folder, by path, as its SHA256SUMS has them."""
    lines = (folder / "SHA256SUMS").read_text("utf-8").splitlines()
    return {path: sha256 for sha256, path in (line.split() for line in lines)}


def rows(source, folder):
    """Yield the cells of every row of a source: first the numbers, then the label."""
    known = checksums(folder)
    for path in source.paths:
        body = (folder / path).read_bytes()
        found = hashlib.sha256(body).hexdigest()
        if found != known[path]:
            raise ValueError(f"{path} has the sha256 {found}; SHA256SUMS has {known[path]}")
        for line in body.decode("utf-8").splitlines()[source.lines_above :]:
            if line.strip():
                cells = [cell.strip() for cell in line.split(source.delimiter)]
                label = source.label % len(cells)
                gone = {label, *(column % len(cells) for column in source.left_out)}
                kept = [cell for column, cell in enumerate(cells) if column not in gone]
                yield [*kept, cells[label]]


def table(name, folder):
    """Return the text of a table: a header of names, then the rows of its source."""
    header = [*shipped()[name].feature_names, LABEL]
    text = io.StringIO()
    out = csv.writer(text, lineterminator="\n")
    out.writerow(header)
    for row in rows(SOURCES[name], folder):
        if len(row) != len(header):
            raise ValueError(f"{name} has a row of {len(row)} cells; its header has {len(header)}")
        out.writerow(row)
    return text.getvalue()


def readme():
    """Return the text of data/sets/README.md: the cards of the tables."""
    parts = [OPENING]
    for name, entry in sorted(shipped().items()):
        card = entry.card
        named = zip(entry.labels, card.target_names, card.counts, strict=True)
        classes = ", ".join(
            f"`{label}` {'' if label == target else f'{target} '}({count})"
            for label, target, count in named
        )
        lines = [
            f"## {name}.csv: {card.title}",
            "",
            f"{card.n} rows, {card.d} features, {card.classes} classes: {classes}.",
            "",
            f"- Cite: {card.citation}.",
            f"- Licence: {card.licence}.",
            f"- Changes: {'; '.join(card.changes)}.",
            *(f"- Trap: {trap}." for trap in card.traps),
        ]
        parts.append("\n".join(lines))
    return "\n\n".join(parts) + "\n"


OPENING = f"""\
# The tables

Data sets of the UCI Machine Learning Repository, each by the makers named below, under the
[Creative Commons Attribution 4.0 International licence](https://creativecommons.org/licenses/by/4.0/)
(CC BY 4.0; [its full text](https://creativecommons.org/licenses/by/4.0/legalcode)). They come as
they are, without warranty. Who passes a table on names its makers, the licence and the changes,
those listed here and any new ones.

Each table has one header of names; its last column, `{LABEL}`, is the label as it stands in the
publisher's file. Every other cell is a number, written as it is there. `kh.load` reads the tables
without a network; this folder is part of the wheel. `python -m tools.tables` wrote it."""


def with_checksum(text, name, sha256):
    """Return the text of the catalogue with the checksum of a table in its place."""
    pattern = rf'(table = "{re.escape(name)}\.csv", sha256 = ")[0-9a-f]*"'
    changed, times = re.subn(pattern, rf'\g<1>{sha256}"', text)
    if times != 1:
        raise ValueError(f"the catalogue has {times} lines for {name}.csv; it must have one")
    return changed


def main(words=None):
    """Write the tables, or say what differs; return the exit code."""
    parser = argparse.ArgumentParser(prog="python -m tools.tables", description=__doc__)
    parser.add_argument("folder", type=Path, help="the publishers' files")
    parser.add_argument("--check", action="store_true", help="write nothing, say what differs")
    asked = parser.parse_args(words)
    if not (asked.folder / "SHA256SUMS").is_file():
        parser.error(f"{asked.folder} has no SHA256SUMS; name the folder of the publishers' files")
    wanted = {SETS / "README.md": readme()}
    listed = CATALOGUE.read_text("utf-8")
    for name in SOURCES:
        text = wanted[SETS / f"{name}.csv"] = table(name, asked.folder)
        listed = with_checksum(listed, name, hashlib.sha256(text.encode()).hexdigest())
    wanted[CATALOGUE] = listed
    old = {path: path.read_text("utf-8") if path.is_file() else None for path in wanted}
    changed = [path for path, text in wanted.items() if old[path] != text]
    for path in changed:
        if not asked.check:
            path.parent.mkdir(exist_ok=True)
            path.write_text(wanted[path], "utf-8", newline="\n")
        print("differs:" if asked.check else "written:", path.relative_to(ROOT))
    return int(asked.check and bool(changed))


if __name__ == "__main__":
    sys.exit(main())
