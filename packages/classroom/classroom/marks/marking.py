"""The mark of one exercise of one submission: run there, judged here."""

import math
import time
from dataclasses import dataclass, field
from pathlib import Path

from ..exercises import chapter_exercises, find
from ..exercises.exercise import Verdict, judgment
from . import programs
from .remote import Missing, answer_of
from .sandbox import Limits, Sandbox, too_long

__all__ = ["Marker"]

FINAL = ("not attempted", "does not come to an end", "do not end within", "asked for", "not yours")
FINAL += ("seconds together", "the notebook takes")  # no second attempt after a slow one


@dataclass(frozen=True)
class Marker:
    """What is the same for all submissions of one run.

    Parameters
    ----------
    bare : str
        The folder with the package without its judge (`bare.write`).
    seed : int
        Draws the random inputs; no submission gets to know it.
    limits : Limits
        What the process of one answer may use.
    hidden : tuple of str
        Folders that no submission may read.
    """

    bare: str
    seed: int
    limits: Limits = field(default_factory=Limits)
    hidden: tuple[str, ...] = ()

    def mark(self, submission, number, until=math.inf):
        """Return the verdict on one exercise, with what the submission asked for as last line."""
        name = find(number).name
        first = self.attempt(number, programs.needed(submission, number, name), until)
        mentioned = any(name in cell.source for cell in submission.above(number))
        if first.passed or not mentioned or any(sign in " ".join(first.lines) for sign in FINAL):
            return first
        others = [other.name for other in chapter_exercises(find(number).chapter).values()]
        cells = programs.everything(submission, number, name, others)
        second = self.attempt(number, cells, until)
        return second if second.passed else first

    def attempt(self, number, cells, until=math.inf):
        """Run these cells in a process of their own and judge the answer that they leave."""
        exercise = find(number)
        with Sandbox(self.bare, self.limits, self.hidden, until) as sandbox:
            try:
                answer = answer_of(sandbox, cells, exercise.name, exercise.own)
                said = judgment(exercise, answer, self.seed)
            except Missing as missing:
                said = Verdict(False, (f"{number} not yet: {missing}.",))
        if sandbox.over and not said.passed:
            said = Verdict(False, (f"{number} not yet: {sandbox.over}.",))
        if sandbox.asked:
            wanted = ", ".join(sorted(set(sandbox.asked)))
            said = Verdict(said.passed, (*said.lines, f"{number} asked for {wanted}"))
        return said

    def mark_file(self, path, numbers):
        """Return the verdict on each exercise of a notebook file, by number."""
        verdicts, until = {}, time.monotonic() + self.limits.notebook
        try:
            submission = programs.read(Path(path))
        except ValueError as error:
            return dict.fromkeys(numbers, Verdict(False, (str(error),)))
        for number in numbers:
            if time.monotonic() > until:
                words = f"{number} not judged: {too_long(self.limits)}."
                verdicts[number] = Verdict(False, (words,))
            else:
                verdicts[number] = self.mark(submission, number, until)
        return verdicts
