"""Exercises that check themselves: `check`, `hint`, `verdict`, each with a number such as "2.1"."""

from .exercise import Exercise, Verdict, chapter_exercises, find, judgment, numbers
from .session import Session, check, hint, verdict

__all__ = [
    "Exercise",
    "Session",
    "Verdict",
    "chapter_exercises",
    "check",
    "find",
    "hint",
    "judgment",
    "numbers",
    "verdict",
]
