"""Exercises that check themselves: `check("2.1", my_distances)`, `hint("2.1")`."""

from .exercise import Exercise, chapter_exercises, check, hint, numbers

__all__ = ["Exercise", "chapter_exercises", "check", "hint", "numbers"]
