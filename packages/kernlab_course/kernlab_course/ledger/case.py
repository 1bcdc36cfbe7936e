"""A case: one small computation that says what the printed statement gives, and what is right."""

from collections.abc import Callable
from dataclasses import dataclass
from inspect import getdoc

import numpy as np

import kernlab_helpers as kh
from livepanels.pictures.picture import number

__all__ = ["CASES", "Case", "Outcome", "counterexample", "is_kernel", "line", "text"]

CLOSE = 1e-6  # relative: quadratures are this good, and no slip is this small
ZERO = 1e-9  # what is smaller is rounding
DIGITS = 6  # after the point, at most
INDEX = str.maketrans("0123456789", "₀₁₂₃₄₅₆₇₈₉")


@dataclass(frozen=True)
class Outcome:
    """What the printed statement gives, and what is right: numbers, arrays, or True and False.

    ``number`` is what decides between True and False, for instance a smallest eigenvalue.
    ``letter`` is there if the two numbers are indices: with "x" the text of 2 is x₂.
    """

    printed: object
    right: object
    number: float | None = None
    letter: str = ""

    @property
    def differ(self) -> bool:
        """Whether the printed statement and the right one give different things."""
        printed, right = np.asarray(self.printed), np.asarray(self.right)
        if printed.shape != right.shape:
            return True
        return not np.allclose(printed, right, rtol=CLOSE, atol=ZERO, equal_nan=True)


@dataclass(frozen=True)
class Case:
    """A question and the function that answers it anew at every call."""

    row: str
    function: Callable[[], Outcome]

    @property
    def question(self) -> str:
        """What is computed: the first line of the function's docstring, up to "? (name)"."""
        question, mark, name = self._asked()
        return f"{question}?" if mark else name

    @property
    def name(self) -> str:
        """What the number is that decides between yes and no: "Is it so? (name)."."""
        _, mark, name = self._asked()
        return name.removesuffix(")") if mark else ""

    def _asked(self):
        first = (getdoc(self.function) or "").partition("\n")[0].removesuffix(".")
        return first.rpartition("? (")

    def compute(self) -> Outcome:
        """Compute both sides."""
        return self.function()

    def texts(self) -> tuple[str, str]:
        """Compute both sides, and write them in at most four digits."""
        outcome = self.compute()
        printed, right = text(outcome.printed), text(outcome.right)
        if outcome.letter:
            printed, right = (outcome.letter + side.translate(INDEX) for side in (printed, right))
        if outcome.number is not None:
            right += f": {self.name} is {text(outcome.number)}"
        return printed, right

    def line(self) -> str:
        """Compute both sides, and write question and answers in one line."""
        return line(self.question, *self.texts())


CASES: dict[str, list[Case]] = {}


def counterexample(row: str):
    """Register a function without parameters as a case of a row."""

    def register(function):
        CASES.setdefault(row, []).append(Case(row, function))
        return function

    return register


def is_kernel(K) -> Outcome:
    """Compare "K is positive semi-definite", as printed, with its smallest eigenvalue."""
    return Outcome(printed=True, right=bool(kh.is_psd(K)), number=kh.min_eigenvalue(K))


def line(question, printed, right) -> str:
    """Return a question and its two answers as one line of text."""
    mark = "" if question.endswith("?") else ":"
    return f"{question}{mark} as printed {printed}, in fact {right}"


def text(value) -> str:
    """Write a truth, a number or an array; what is only rounding is 0.

    >>> text(True), text(1 / 3), text(-1e-17), text(float("nan")), text([1, 0.5])
    ('yes', '0.3333', '0', 'undefined', '[1, 0.5]')
    """
    if isinstance(value, (bool, np.bool_)):
        return "yes" if value else "no"
    if np.ndim(value):
        return f"[{', '.join(map(text, value))}]"
    return "undefined" if np.isnan(value) else number(round(float(value), DIGITS))
