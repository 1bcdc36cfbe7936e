"""Which character parts the columns of a text, and whether its numbers have a decimal comma."""

import contextlib
import csv
import re
from collections import Counter

__all__ = ["decimal_comma", "rows_of", "separator_of"]

#: In this order: a comma may also be a decimal comma, and a space may stand inside a text.
SEPARATORS = {";": "semicolon", "\t": "tab", "|": "bar", ",": "comma", " ": "space"}
NUMBER = re.compile(r"[+-]?(\d+\.?\d*|\.\d+)([eE][+-]?\d+)?")
WITH_COMMA = re.compile(r"[+-]?(\d{1,3}(\.\d{3})+|\d*),\d+([eE][+-]?\d+)?")


def separator_of(lines):
    """Return the character that parts most lines into equally many cells, None if none does.

    >>> separator_of(["a;b", "1,5;2,5"]), separator_of(["a,b", "1.5,2.5"])
    (';', ',')
    """
    for separator in SEPARATORS:
        with cells_of(sum(map(len, lines))):  # a line without this separator is one cell
            sizes = Counter(len(row) for row in rows_of(lines, separator) if row)
        if not sizes:
            return None
        size, often = sizes.most_common(1)[0]
        if size > 1 and often >= 0.8 * sizes.total():
            return separator
    return None


@contextlib.contextmanager
def cells_of(letters):
    """Let one cell have so many letters in the block; csv has one limit for all."""
    before = csv.field_size_limit()
    csv.field_size_limit(max(before, letters))
    try:
        yield
    finally:
        csv.field_size_limit(before)


def rows_of(lines, separator):
    """Yield the rows of cells in lines of text; with no separator each line is one cell."""
    if separator is None:
        yield from ([line.strip()] if line.strip() else [] for line in lines)
        return
    many = separator == " "  # several spaces are one
    for row in csv.reader(lines, delimiter=separator, skipinitialspace=True):
        cells = [cell.strip() for cell in row]
        yield [cell for cell in cells if cell] if many else cells


def decimal_comma(rows, separator):
    """Whether the numbers in rows of cells have a comma before their decimals.

    >>> decimal_comma([["1,5", "2"], ["0,25", "x"]], ";")
    True
    """
    if separator == ",":
        return False
    cells = [cell for row in rows for cell in row]
    commas = sum(WITH_COMMA.fullmatch(cell) is not None for cell in cells)
    points = sum("." in cell and NUMBER.fullmatch(cell) is not None for cell in cells)
    return commas > points
