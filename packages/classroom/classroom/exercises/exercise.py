"""An exercise, where it is found, and what the judge says to an answer in words.

The oracle decides, or `accepts` and `flaw` where many answers are right: an answer passes if it
agrees on every input, and does not call the very function that it should write (`own`). The
properties put a wrong answer into words, and the slips recognize well-known mistakes. The
definitions come from a course (`classroom.courses`), one module a chapter, loaded when first asked
for; `judging.py` calls the answer, `session.py` has what a notebook calls.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

import numpy as np

from .. import courses
from . import judging
from .stub import is_stub
from .wording import describe, label

__all__ = [
    "Exercise",
    "Verdict",
    "chapter_exercises",
    "find",
    "judgment",
    "numbers",
]

MISSING = object()  # no answer was handed over


@dataclass(frozen=True)
class Exercise:
    """What `check` and `hint` know about one exercise.

    Parameters
    ----------
    number : str
        Chapter, dot, running number: "2.1".
    title : str
        A few words, as in the notebook's heading.
    call : str
        How the answer is called, "my_distances(K)"; a bare name asks for a plain value.
    cases : callable
        Takes a seeded random generator, gives the inputs as tuples, small and adversarial ones.
    oracle : callable
        The right result for the inputs of one case; its type and shape are what is wanted.
    wrong : str
        Headline for a wrong value when no property is broken.
    hints : tuple of two str
        First a nudge, then nearly there; never the code.
    properties : dict
        Headline -> `broken(got, *case)`, which gives a sentence with numbers, or "" if it holds.
        Most telling first. They are only asked about answers that the oracle refuses.
    slips : dict
        Sentence -> the well-known wrong answer it describes.
    won : str
        One sentence on what a right answer has won.
    quiet : bool
        Whether a right answer may give no warning, because the task says so.
    accepts : callable, optional
        For a task that many arrays solve ("find a matrix that ..."): `accepts(got, *case)` gives
        "" for one of them, else a sentence on what it lacks. The oracle then gives one example,
        and its shape is wanted.
    flaw : callable, optional
        The same for a value that is no array of one shape: `flaw(value)` checks it as it came.
    own : tuple of str
        Dotted names of the functions, or classes, that the exercise asks to write: a right answer
        that calls one of them, or a folded solution, does not pass.
    """

    number: str
    title: str
    call: str
    cases: Callable[[np.random.Generator], Iterable[tuple]]
    oracle: Callable
    wrong: str
    hints: tuple[str, str]
    properties: dict[str, Callable] = field(default_factory=dict)
    slips: dict[str, Callable] = field(default_factory=dict)
    won: str = ""
    quiet: bool = False
    accepts: Callable[..., str] | None = None
    flaw: Callable[[object], str] | None = None
    own: tuple[str, ...] = ()

    @property
    def name(self) -> str:
        """The name that the student gives to the answer."""
        return self.call.partition("(")[0]

    @property
    def parameters(self) -> tuple[str, ...]:
        """The names of the parameters; none if the answer is a plain value."""
        return tuple(p.strip() for p in self.call.partition("(")[2].rstrip(")").split(",") if p)

    @property
    def is_value(self) -> bool:
        """Whether the answer is a plain value, not a function."""
        return "(" not in self.call

    @property
    def chapter(self) -> int:
        """The chapter that the number begins with."""
        return int(self.number.partition(".")[0])


@dataclass(frozen=True)
class Verdict:
    """What the judge says about one answer.

    Parameters
    ----------
    passed : bool
        Whether the answer is right on every input, and the student's own.
    lines : tuple of str
        The words: a headline, then for a wrong answer the input and the numbers that tell.
    """

    passed: bool
    lines: tuple[str, ...]


def chapter_exercises(chapter: int) -> dict[str, Exercise]:
    """Return the exercises of one chapter by number; none for a chapter without exercises."""
    modules = courses.chapters()
    if chapter not in modules:
        return {}
    module = importlib.import_module(modules[chapter])
    return {exercise.number: exercise for exercise in module.EXERCISES}


def numbers() -> list[str]:
    """Return the numbers of all exercises, in the order of the book.

    >>> numbers()[:2]
    ['0.1', '0.2']
    """
    return [
        number for chapter in sorted(courses.chapters()) for number in chapter_exercises(chapter)
    ]


def find(number: object) -> Exercise:
    """Return the exercise of a number; complain about a number of none."""
    if not isinstance(number, str):
        raise TypeError(
            f"number must be a text such as '2.1', got {type(number).__name__}:"
            ' write it in quotes and first, as in check("2.1", my_function)'
        )
    chapter = number.partition(".")[0]
    known = chapter_exercises(int(chapter)) if chapter.isdecimal() else {}
    if number not in known:
        raise ValueError(f"number {number!r} is not an exercise; there are {', '.join(numbers())}")
    return known[number]


def judgment(exercise: Exercise, answer: object, seed: int = 0) -> Verdict:
    """Judge an answer on the inputs that this seed draws; `check` always takes the seed 0."""
    if answer is Ellipsis or (callable(answer) and is_stub(answer)):
        return Verdict(False, (_not_attempted(exercise),))
    misuse = _misuse(exercise, answer)
    if misuse:
        return Verdict(False, tuple(misuse))
    try:
        n_cases, failure = judging.judge(exercise, answer, seed)
    except judging.NotAttempted:
        return Verdict(False, (_not_attempted(exercise),))
    number = exercise.number
    if failure is not None:
        details = [f"  {detail}" for detail in failure.details]
        return Verdict(False, (f"{number} not yet: {failure.headline}.", *details))
    passed = f"{label(answer)} agrees on {n_cases} inputs."
    if exercise.is_value:
        passed = f"{exercise.name} is right."
    won = (exercise.won,) if exercise.won else ()
    return Verdict(True, (f"{number} passed: {passed}", *won))


def _not_attempted(exercise: Exercise) -> str:
    todo = f"write the body of {exercise.name}"
    if exercise.is_value:
        todo = f"give {exercise.name} a value"
    return (
        f"{exercise.number} not attempted yet: {todo}, run that cell, then this one again."
        f' Stuck? hint("{exercise.number}")'
    )


def _misuse(exercise: Exercise, answer: object) -> list[str]:
    """Return what is wrong with the call of `check` itself; nothing where it is right."""
    number = exercise.number
    right_call = f'check("{number}", {exercise.name})'
    if answer is MISSING:
        return [f"{number} not yet: the answer is missing. Write {right_call}."]
    if exercise.is_value and callable(answer):
        return [f"{number} not yet: a value is wanted, and a function came."]
    if not exercise.is_value and not callable(answer):
        without = "without quotes" if isinstance(answer, str) else "without calling it"
        return [
            f"{number} not yet: hand over the function itself, {without}: {right_call}.",
            f"  What came is {describe(answer)}.",
        ]
    if _is_helper(exercise, answer):
        return [
            f"{number} not yet: {label(answer)} is another function; yours is {exercise.name}.",
            f"  Write its body yourself, then {right_call}.",
        ]
    return []


def _is_helper(exercise: Exercise, answer: object) -> bool:
    """Whether a function has a name that no answer has: it is a helper of the chapter."""
    name = getattr(answer, "__name__", "<")
    has_own_name = hasattr(answer, "__code__") and not name.startswith("<")
    return has_own_name and not name.startswith(("my_", "solution"))
