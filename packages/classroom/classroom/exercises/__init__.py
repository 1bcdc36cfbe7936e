"""Exercises that check themselves: `check`, `hint`, `verdict`, each with a number such as "2.1"."""

from .exercise import Exercise, Verdict, chapter_exercises, check, find, hint, numbers, verdict

__all__ = [
    "Exercise",
    "Verdict",
    "chapter_exercises",
    "check",
    "find",
    "hint",
    "numbers",
    "verdict",
]
