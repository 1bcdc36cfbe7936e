"""The rows of data/errata.toml."""

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from .case import CASES, Case

__all__ = ["KINDS", "SOURCES", "Row", "row", "rows"]

HERE = Path(__file__).resolve()
PLACES = (HERE.parent / "errata.toml", HERE.parents[4] / "data" / "errata.toml")  # wheel, clone
SOURCES = {
    "000": "Ah-Pine, Normalized Kernels as Similarity Indices",
    "001": "Abou-Moustafa et al., Relaxed Exponential Kernels",
    "002": "Aradnia et al., Explicit Kernel Minkowski Weighted K-means",
    "003": "the notebook on normalizing the kernel matrix",
    "004": "the slides after Zaki and Meira",
    "U": "one family behind three of them, found by the course",
    "book": "the book itself, and its experiments",
}
KINDS = {
    "E": "wrong mathematics, or a wrong number",
    "T": "a slip of the pen: the formula is meant right",
    "G": "a gap: the statement is true, its proof is not one",
    "N": "a caveat that a teacher must say",
    "C": "checked, and right",
    "X": "perhaps a fault of our copy of the text",
    "R": "another reading exists, a kinder one: it stands first",
}


@dataclass(frozen=True)
class Row:
    """One row: what is printed where, what is right, and which cells of the book show it."""

    id: str
    source: str
    place: str
    kind: tuple[str, ...]
    printed: str
    right: str
    cells: tuple[str, ...] = ()
    see: tuple[str, ...] = ()
    not_computed: str = ""

    @property
    def cases(self) -> list[Case]:
        """The computations that settle this row: its own, and those of the rows it refers to."""
        return [case for name in (self.id, *self.see) for case in CASES.get(name, [])]

    def __repr__(self):
        """Return the row in words, and what its cases give."""
        head = f"{self.id} ({', '.join(self.kind)}), {self.place}"
        lines = [f"printed: {self.printed}", f"right: {self.right}"]
        lines += [f"case: {line}" for line in self.findings()]
        return "\n    ".join([head, *lines])

    def findings(self) -> list[str]:
        """Compute every case, one line each; or say why there is none."""
        if not self.cases:
            return [f"not computed: {self.not_computed}"]
        return [case.line() for case in self.cases]


@cache
def _read() -> tuple[Row, ...]:
    path = next(place for place in PLACES if place.is_file())
    lists = {"kind", "cells", "see"}
    tables = tomllib.loads(path.read_text(encoding="utf-8"))["row"]
    return tuple(
        Row(**{key: tuple(value) if key in lists else value for key, value in table.items()})
        for table in tables
    )


def rows(source: str = "all", kind: str = "all") -> list[Row]:
    """Return the rows of one source and of one kind, in the order of the ledger.

    >>> [row.id for row in rows("004", "T")]
    ['004-05', '004-07']
    """
    _require("source", source, SOURCES)
    _require("kind", kind, KINDS)
    return [
        row
        for row in _read()
        if source in ("all", row.source) and (kind == "all" or kind in row.kind)
    ]


def row(id: str) -> Row:
    """Return the row of an id such as "000-09"."""
    found = {row.id: row for row in _read()}
    _require("id", id, found, none="")
    return found[id]


def _require(name, value, known, none='"all" or '):
    if value not in known and not (none and value == "all"):
        some = ", ".join(list(known)[:6])
        raise ValueError(f"{name} is {value!r}; it must be {none}one of {some}, ...")
