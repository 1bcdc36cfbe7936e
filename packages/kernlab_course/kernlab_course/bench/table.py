"""A table of one's own: named columns of numbers or texts, and the points chosen from it."""

import json
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

__all__ = ["Chosen", "Table"]

ROWS = 300  # points on the bench: what a panel answers for in a fifth of a second
COLUMNS = 100  # columns of numbers that are taken if none are named
LEAST = 3  # points that a picture in two dimensions needs
CLASSES = 20  # a text with more values is no label, but a name of each row
SUFFIXES = (".csv", ".tsv", ".txt")
LABELS = ("class", "label", "target", "species", "group", "category", "y")


@dataclass(frozen=True, eq=False, repr=False)
class Table:
    """Hold named columns, and what was understood when they were read.

    Parameters
    ----------
    name : str
        What the table is called.
    columns : dict
        From the name of a column to its cells, (n,): numbers with NaN where one is missing, or
        texts, empty where one is missing.
    source : str
        The line of code that reads this table.
    notes : tuple of str
        What a reader has to know of the reading.
    content : bytes, optional
        The file itself, where it was dropped and may be on no disk.
    """

    name: str
    columns: dict
    source: str = ""
    notes: tuple = ()
    content: bytes | None = None

    def __post_init__(self):
        """Refuse a table that has no points."""
        if len(self) < LEAST:
            raise ValueError(
                f"{self.name} has {plural(len(self), 'row')} below its names; at least {LEAST} are "
                "needed: a row is a point, and one point has no distance to any other"
            )
        if not self.numbers:
            raise ValueError(
                f"{self.name} has no column of numbers, only texts: {listed(self.texts)}; a kernel "
                "of this bench compares numbers: replace each text by a number, or count words"
            )

    def __len__(self):
        """Return the number of rows."""
        return len(next(iter(self.columns.values()), ()))

    def __repr__(self):
        """Say what was understood."""
        sizes = f"{plural(len(self), 'row')}, {plural(len(self.numbers), 'column')} of numbers"
        head = f"{self.name}: {sizes}"
        texts = f", {len(self.texts)} of texts" if self.texts else ""
        label = f"label {self.label!r}" if self.label else "no label"
        return "\n".join([f"{head}{texts}; {label}", *(f"- {note}" for note in self.notes)])

    @property
    def numbers(self):
        """Names of the columns of numbers."""
        return [name for name, cells in self.columns.items() if cells.dtype.kind == "f"]

    @property
    def texts(self):
        """Names of the columns of texts."""
        return [name for name, cells in self.columns.items() if cells.dtype.kind != "f"]

    @property
    def label(self):
        """Name of the column that looks like a label, None if none does.

        The last text with 2 to 20 values, or numbers that are called a class, a label, ...
        """
        for name in reversed(self.texts):
            if 2 <= len(set(self.columns[name]) - {""}) <= CLASSES:
                return name
        for name in self.numbers:
            cells = self.columns[name]
            values = np.unique(cells[~np.isnan(cells)])
            if name.lower() in LABELS and 2 <= len(values) <= CLASSES:
                return name
        return None

    @property
    def usual(self):
        """Names of the columns that are taken if none are named.

        Numbers that vary, at least half of them there, and that are not the label; the first 100.
        """
        return self._usable()[:COLUMNS]

    def _usable(self):
        found, label = [], self.label
        for name in self.numbers:
            cells = self.columns[name]
            there = cells[~np.isnan(cells)]
            varies = len(there) >= len(cells) / 2 and there.min() < there.max()
            if varies and name != label:
                found.append(name)
        return found

    def choose(self, columns=None, *, label="", rows=ROWS):
        """Choose the points: columns, the label, and at most so many rows.

        Parameters
        ----------
        columns : list of str, optional
            Columns of numbers; None takes those of :attr:`usual`.
        label : str or None
            Column that names the class of each row; None for none, "" for :attr:`label`.
        rows : int
            At most so many rows are drawn, at random with seed 0; they are sorted by their label.

        Returns
        -------
        Chosen
            With the points `.X` (n, d), their classes `.y` or None, and `.notes` on what was left
            out.

        Raises
        ------
        ValueError
            For a column that is not there or has no numbers; fewer than three whole rows.
        """
        label = self.label if label == "" else label
        named = self.usual if columns is None else [columns] * isinstance(columns, str) or columns
        self._refuse_unknown(named, label)
        X = np.column_stack([self.columns[name] for name in named])
        y = None if label is None else as_classes(self.columns[label])
        whole = ~np.isnan(X).any(axis=1)
        if y is not None:
            whole &= y != ""
        found = np.flatnonzero(whole)
        notes, drawn = list(self._left_out(columns, named, label, whole)), ""
        if len(found) < LEAST:
            raise ValueError(
                f"{len(found)} of {len(whole)} rows are whole in {listed(named)}; at least {LEAST} "
                "are needed: choose columns with fewer gaps"
            )
        if len(found) > rows:
            drawn = f"{rows} of {len(found):,} rows, drawn at random (seed 0)"
            notes.append(drawn)
            found = np.sort(np.random.default_rng(0).choice(found, rows, replace=False))
        if y is not None:
            found = found[np.argsort(y[found], kind="stable")]
            y = y[found]
        call = self._call(columns, label, rows)
        return Chosen(self, tuple(named), X[found], y, found, tuple(notes), call, drawn)

    def _refuse_unknown(self, named, label):
        if not named:
            raise ValueError(
                f"no column is chosen; choose one or more of {listed(self.numbers)} (one whose "
                "numbers are all equal tells no rows apart)"
            )
        for name in [*named, *([label] if label else [])]:
            if name not in self.columns:
                raise ValueError(
                    f"{self.name} has no column {name!r}; it has {listed(self.columns)}"
                )
        for name in named:
            if name in self.texts:
                raise ValueError(
                    f"column {name!r} is a text, as {self.columns[name][0]!r}; a kernel of this "
                    f"bench compares numbers: choose among {listed(self.numbers)}"
                )

    def _left_out(self, columns, named, label, whole):
        """Yield what a reader has to know of the columns and rows that are not taken."""
        usable = self._usable()
        if columns is None and len(usable) > COLUMNS:
            yield f"the first {COLUMNS} of {len(usable)} columns of numbers; others can be named"
        if columns is None:
            unfit = [name for name in self.numbers if name not in usable and name != label]
            if unfit:
                yield f"left out, as equal in all rows or missing in most: {listed(unfit)}"
        if gaps := int(np.sum(~whole)):
            yield f"{gaps} of {len(whole)} rows left out, for a gap in what is chosen"

    def _call(self, columns, label, rows):
        """Return the call of `choose` as code, without what is the default."""
        words = [] if columns is None else [json.dumps(list(columns), ensure_ascii=False)]
        words += (
            []
            if label == self.label
            else ["label=" + ("None" if label is None else json.dumps(label, ensure_ascii=False))]
        )
        words += [] if rows == ROWS else [f"rows={rows}"]
        return f"choose({', '.join(words)})"


@dataclass(frozen=True, eq=False, repr=False)
class Chosen:
    """Hold the points chosen from a table.

    Parameters
    ----------
    table : Table
        Where they come from.
    columns : tuple of str
        Names of the columns.
    X : array of shape (n, d)
        The points.
    y : array of shape (n,) or None
        Their classes, sorted, as texts.
    rows : array of shape (n,)
        Which rows of the table they are, counted from 0.
    notes : tuple of str
        What was left out.
    call : str
        The call of `Table.choose` that chose them.
    drawn : str
        How many of how many rows were drawn, where not all were.
    """

    table: Table
    columns: tuple
    X: np.ndarray
    y: np.ndarray | None
    rows: np.ndarray
    notes: tuple = field(default=())
    call: str = "choose()"
    drawn: str = ""

    def __repr__(self):
        """Say how many points there are, and what was left out."""
        n, d = self.X.shape
        classes = "no label" if self.y is None else f"{len(np.unique(self.y))} classes"
        names = listed(self.columns)
        head = f"{n} points in {plural(d, 'column')} ({names}), {classes}"
        return "\n".join([head, *(f"- {note}" for note in self.notes)])

    @property
    def source(self):
        """The line of code that reads the table and chooses the points."""
        return f"{self.table.source}.{self.call}"


def as_classes(cells):
    """Return labels as texts, whole numbers without a point; empty where one is missing."""
    if cells.dtype.kind != "f":
        return cells
    texts = ["" if np.isnan(value) else f"{value:g}" for value in cells]
    return np.array(texts, dtype=str)


def file_name(name):
    """Return how a table is called as a file: no name of a table is that of a program.

    >>> file_name("leaves.csv"), file_name("../random.py")
    ('leaves.csv', 'random.py.csv')
    """
    path = Path(name)
    return path.name if path.suffix.lower() in SUFFIXES else f"{path.name}.csv"


def plural(count, what):
    """Return a number of things in words.

    >>> plural(1, "row"), plural(2, "row")
    ('1 row', '2 rows')
    """
    return f"{count:,} {what}" if count == 1 else f"{count:,} {what}s"


def listed(names, most=6):
    """Return some names in words.

    >>> listed("abc"), listed("abcdefghi", most=3)
    ("'a', 'b', 'c'", "'a', 'b', 'c' and 6 more")
    """
    names = [repr(text if len(text) <= 60 else f"{text[:57]}...") for text in map(str, names)]
    more = f" and {len(names) - most} more" if len(names) > most else ""
    return (", ".join(names[:most]) or "none") + more
