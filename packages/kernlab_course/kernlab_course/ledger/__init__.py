"""Every slip of the five sources, and the smallest case that shows it, computed anew.

``data/errata.toml`` says what is printed, where, and what is right. The functions of `spine`,
`source_000`, ..., `source_004` compute the counterexamples: one function one case, registered by
the id of its row when its module is imported. A row without one says why.

>>> from kernlab_course import ledger
>>> ledger.row("000-01")  # doctest: +NORMALIZE_WHITESPACE
000-01 (T), eq. (3)
    printed: The denominator is √(K(x,x) K(x,y)).
    right: The denominator is √(K(x,x) K(y,y)).
    case: K(x, y) divided by the square root, for x = (1, 0) and y = (1, 1):
    as printed 1, in fact 0.7071
"""

from . import source_000, source_001, source_002, source_003, source_004, spine  # noqa: F401
from .case import Case, Outcome
from .page import Table, table
from .rows import KINDS, SOURCES, Row, row, rows

__all__ = ["KINDS", "SOURCES", "Case", "Outcome", "Row", "Table", "row", "rows", "table"]
