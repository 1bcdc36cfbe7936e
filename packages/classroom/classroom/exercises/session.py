"""What a notebook calls, each with the number of an exercise: `check`, `hint`, `verdict`.

What was passed is remembered in the kernel only: no files, no tracking.
"""

from __future__ import annotations

import textwrap
from collections import Counter

from .exercise import MISSING, Verdict, chapter_exercises, find, judgment

__all__ = ["Session", "check", "hint", "verdict"]

WIDTH = 80  # characters of a line of a hint


class Session:
    """What was passed and hinted at so far; a kernel has one, behind `check` and `hint`."""

    def __init__(self) -> None:
        self.passed: set[str] = set()
        self.hints_given: Counter[str] = Counter()

    def check(self, number: str, answer: object = MISSING) -> None:
        """Check the answer to an exercise and print the verdict.

        Parameters
        ----------
        number : str
            The number of the exercise, such as "2.1".
        answer : callable or value
            The function itself (not the result of a call), or the value where a value is asked for.
            A function whose name begins with `solution` is checked, but not counted as done. What
            was passed once stays done.

        Raises
        ------
        TypeError
            For a `number` that is no text.
        ValueError
            For a `number` of no exercise. A wrong answer raises nothing.
        """
        exercise = find(number)
        result = judgment(exercise, answer)
        counted = not getattr(answer, "__name__", "").startswith("solution")
        if counted and result.passed:
            self.passed.add(number)
        print("\n".join([*result.lines, self.progress(exercise.chapter)]))

    def hint(self, number: str) -> None:
        """Print the first hint, at the next call the second; after that both, and where to look.

        Parameters
        ----------
        number : str
            The number of the exercise, such as "2.1".

        Raises
        ------
        TypeError
            For a `number` that is no text.
        ValueError
            For a `number` of no exercise.
        """
        exercise = find(number)
        self.hints_given[number] += 1
        first, second = exercise.hints
        if self.hints_given[number] == 1:
            lines = [f"Hint 1 of 2 for {number}: {first}", f'More? Run hint("{number}") once more.']
        elif self.hints_given[number] == 2:
            lines = [f"Hint 2 of 2 for {number}: {second}"]
        else:
            lines = [
                f"Hint 1 of 2 for {number}: {first}",
                f"Hint 2 of 2 for {number}: {second}",
                "There are no more hints. Where a folded cell follows the check, it holds a"
                " solution: open it, compare, then close it and write your own.",
            ]
        print("\n".join(textwrap.fill(line, WIDTH) for line in lines))

    def progress(self, chapter: int) -> str:
        """Say how many exercises of a chapter are done."""
        known = chapter_exercises(chapter)
        return f"Chapter {chapter}: {len(self.passed & known.keys())} of {len(known)} done."


def verdict(number: str, answer: object) -> Verdict:
    """Judge the answer to an exercise, as `check` does, and return what it prints.

    Nothing is counted as done. The answer runs here, beside the judge: for marks there is
    `python -m classroom.marks`.

    Parameters
    ----------
    number : str
        The number of the exercise, such as "2.1".
    answer : callable or value
        The function itself (not the result of a call), or the value where a value is asked for.

    Returns
    -------
    Verdict
        `passed`, and the `lines` that say why.

    Raises
    ------
    TypeError
        For a `number` that is no text.
    ValueError
        For a `number` of no exercise. A wrong answer raises nothing.

    Examples
    --------
    >>> result = verdict("2.1", lambda K: -K)
    >>> result.passed
    False
    >>> result.lines[0]
    '2.1 not yet: a point has a distance to itself.'
    """
    return judgment(find(number), answer)


_session = Session()
check, hint = _session.check, _session.hint
