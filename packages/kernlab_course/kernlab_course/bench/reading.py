"""Reading a table from a file, and saying in words what it is or why it cannot be read.

The file is read where the notebook's kernel runs; not a byte of it goes anywhere else.
"""

import csv
import io
import json
from pathlib import Path

import numpy as np

from kernlab_helpers.datasets.loading import load

from .separators import NUMBER, SEPARATORS, WITH_COMMA, decimal_comma, rows_of, separator_of
from .table import Table, file_name, listed, plural

__all__ = ["load_table", "read_table"]

LARGEST = 20_000_000  # bytes of a file: some seconds of reading
WIDEST = 50_000  # columns
MOST = 10_000  # rows that are kept of a longer file
LOOK = 200  # lines that separator, decimals and names are found from
MISSING = {"", "na", "n/a", "nan", "null", "none", "?", "-", ".", "inf", "-inf", "+inf"}
BINARY = {
    b"PK": "a zip archive, perhaps a workbook (.xlsx, .ods)",
    b"\xd0\xcf\x11\xe0": "an old workbook (.xls)",
    b"%PDF": "a PDF",
    b"\x1f\x8b": "packed with gzip",
}


def load_table(name):
    """Load a data set of the book as a table; its classes stand in the column "class".

    Parameters
    ----------
    name : str
        One of `kernlab_helpers.list_datasets()`.

    Returns
    -------
    Table
        With the columns of the set and "class".

    Examples
    --------
    >>> load_table("iris").label
    'class'
    """
    found = load(name)
    columns = dict(zip(found.feature_names, found.X.T, strict=True))
    columns["class"] = np.array([str(found.target_names[code]) for code in found.y])
    return Table(name, columns, f'load_table("{name}")')


def read_table(file, *, name=None):
    r"""Read a table: comma, semicolon, tab, bar or spaces between columns, decimal comma or point.

    Parameters
    ----------
    file : str, Path or bytes
        Where the file is, or what is in it.
    name : str, optional
        What it is called, where `file` is its content.

    Returns
    -------
    Table
        Its columns, each of numbers or of texts; `.notes` say what was understood. Of a file with
        more than 10,000 rows so many are drawn at random, with seed 0.

    Raises
    ------
    ValueError
        For what is no table: no text, empty, no row, one row, no numbers; for more than 20 MB or
        50,000 columns. The message says what to do.
    TypeError
        For anything but a path or bytes.

    Examples
    --------
    >>> read_table(b"width;kind\n1,5;a\n2,5;b\n4;a\n", name="leaves.csv")
    leaves.csv: 3 rows, 1 column of numbers, 1 of texts; label 'kind'
    - columns are parted by a semicolon, decimals by a comma
    """
    content, name = content_of(file, name)
    text = as_text(content, name)
    try:
        separator = separator_of(first_lines(text))
        names, rows, notes = kept_rows(io.StringIO(text, newline=""), separator, name)
    except csv.Error as error:
        raise ValueError(
            f"{name} is no table that can be read ({error}); is a quote opened and never closed?"
        ) from None
    comma = decimal_comma(rows[:LOOK], separator)
    notes = [*understood(separator, comma, len(names)), *notes]
    columns = {}
    for i, column in enumerate(unlike(names)):
        columns[column], words = as_column(column, [row[i] for row in rows], comma)
        notes += words
    if separator is None and columns[names[0]].dtype.kind != "f":
        raise ValueError(
            f"{name} begins with {first_lines(text)[0].strip()[:40]!r}: no comma, semicolon, tab, "
            "bar or space parts its lines into equally many cells; save it with one of these"
        )
    dropped = content if isinstance(file, (bytes, bytearray, memoryview)) else None
    path = str(file) if dropped is None else name
    return Table(
        name, columns, f"read_table({json.dumps(path, ensure_ascii=False)})", tuple(notes), dropped
    )


def content_of(file, name):
    """Return the bytes of a file and its name."""
    if isinstance(file, (bytes, bytearray, memoryview)):
        name = file_name(name or "table.csv")
        refuse_large(name, memoryview(file).nbytes)
        return bytes(file), name
    if not isinstance(file, (str, Path)):
        raise TypeError(f"file is a {type(file).__name__}; it must be a path, or bytes")
    path = Path(file)
    if not path.is_file():
        where = "is a folder" if path.is_dir() else "is not there"
        raise ValueError(
            f"{file} {where}; a path begins at the folder of the notebook: {path.name}"
        )
    refuse_large(path.name, path.stat().st_size)
    return path.read_bytes(), name or path.name


def refuse_large(name, size):
    """Refuse a file that would take too long, before it is read."""
    if size > LARGEST:
        raise ValueError(
            f"{name} has {size / 1e6:,.1f} MB, and at most {LARGEST / 1e6:.0f} MB are read; keep "
            "only the columns you need, or some of its rows"
        )


def as_text(content, name):
    """Return bytes as text, or say what they are instead."""
    for start, what in BINARY.items():
        if content.startswith(start):
            raise ValueError(
                f"{name} is {what}, no text; save it as CSV (in a spreadsheet: File > Save as)"
            )
    if content.startswith((b"\xff\xfe", b"\xfe\xff")):
        text = content.decode("utf-16", errors="replace")
    else:
        try:
            text = content.decode("utf-8-sig")
        except UnicodeDecodeError:  # an older Windows
            text = content.decode("cp1252", errors="replace")
    if "\0" in text:
        raise ValueError(f"{name} is no text: it has bytes of 0; save the table as CSV")
    if not text.strip():
        raise ValueError(f"{name} is empty; a table has a line of names and a line for each row")
    return text


def first_lines(text):
    """Return the first lines that are not empty."""
    lines = (line for line in io.StringIO(text, newline="") if line.strip())
    return [line for line, _ in zip(lines, range(LOOK), strict=False)]


def kept_rows(lines, separator, name):
    """Return names, the rows that are kept, and notes on the others.

    Rows beyond so many are kept or replaced by chance, each with the same chance (algorithm R).
    """
    rows, notes, odd, first_odd = [], [], 0, None
    rng = np.random.default_rng(0)
    cells = (row for row in rows_of(lines, separator) if any(row))
    head = next(cells)
    if len(head) > WIDEST:
        raise ValueError(
            f"{name} has {len(head):,} columns, and at most {WIDEST:,} are read; keep those you "
            "need"
        )
    named = not any(is_number(cell) for cell in head if cell)
    names = head if named else [f"column {i + 1}" for i in range(len(head))]
    seen = 0
    for number, row in enumerate(cells if named else chain_first(head, cells), 1):
        if len(row) != len(names):
            odd, first_odd = odd + 1, first_odd or (number, len(row))
            continue
        place = seen if seen < MOST else int(rng.integers(seen + 1))
        seen += 1
        if place < len(rows):
            rows[place] = row
        elif place < MOST:
            rows.append(row)
    if odd:
        number, size = first_odd
        notes.append(
            f"{plural(odd, 'row')} left out, for not having {len(names)} cells: the first is row "
            f"{number}, with {size}"
        )
    if not rows:
        raise ValueError(
            f"{name} has no row that fits its {len(names)} names; look at its first lines"
        )
    if seen > MOST:
        notes.append(f"{seen:,} rows: {MOST:,} of them were drawn at random (seed 0)")
    if not named:
        notes.append("the first line has numbers: the columns are named by their places")
    return names, rows, notes


def chain_first(first, rest):
    """Yield the first thing, then the rest."""
    yield first
    yield from rest


def understood(separator, comma, count):
    """Yield a note on separator and decimals where they are not the usual ones."""
    if separator is None:
        yield (
            "only one column: no comma, semicolon, tab, bar or space parts the lines into equally "
            "many cells"
        )
    elif separator != "," or comma:
        decimals = ", decimals by a comma" if comma else ""
        yield f"columns are parted by a {SEPARATORS[separator]}{decimals}"


def unlike(names):
    """Yield names, the empty ones by their places, a second one of the same name with a number."""
    seen = {}
    for i, name in enumerate(names, 1):
        name = name or f"column {i}"
        seen[name] = seen.get(name, 0) + 1
        yield name if seen[name] == 1 else f"{name} ({seen[name]})"


def is_number(cell):
    """Whether a cell is a number, with a point or a comma before its decimals."""
    return NUMBER.fullmatch(cell) is not None or WITH_COMMA.fullmatch(cell) is not None


def number_of(cell, comma):
    """Return a cell as a number, NaN if it is missing, None if it is a text."""
    if cell.lower() in MISSING:
        return np.nan
    if comma and WITH_COMMA.fullmatch(cell):
        cell = cell.replace(".", "").replace(",", ".")
    return float(cell) if NUMBER.fullmatch(cell) else None


def as_column(name, cells, comma):
    """Return the cells as numbers or texts, and notes.

    A column is numbers if nine of ten cells that are there are.
    """
    numbers = [number_of(cell, comma) for cell in cells]
    texts = [cell for cell, number in zip(cells, numbers, strict=True) if number is None]
    gaps = sum(number is not None and np.isnan(number) for number in numbers)
    there = len(cells) - gaps
    if there and len(texts) > 0.1 * there:
        empty = [cell if cell.lower() not in MISSING else "" for cell in cells]
        notes = []
        if any(map(is_number, cells)) and len(texts) < there:
            share = f"{there - len(texts)} of {there}"
            notes = [f"column {name!r} is a text, though {share} of its cells are numbers"]
        return np.array(empty, dtype=str), notes
    column = np.array([np.nan if number is None else number for number in numbers])
    column[~np.isfinite(column)] = np.nan
    notes = []
    if texts:
        notes.append(
            f"column {name!r}: {plural(len(texts), 'cell')} of text count as missing, as "
            f"{listed(texts, 1)}"
        )
    if gaps:
        notes.append(f"column {name!r}: {gaps} of {len(cells)} cells missing")
    return column, notes
