"""What notebooks of the second edition import as `kernlab_helpers.lab`, for a grader's copy alone.

While a submission is judged nothing is drawn, so panels and pictures do nothing; the judge and its
answers are refused, as under their new names.
"""

import sys

import refused

from classroom import Verdict, check, exercises, hint, verdict, vote

__all__ = ["Verdict", "check", "exercises", "hint", "verdict", "vote"]

JUDGE = ("answers", "exercises", "marks")


class Nothing:
    """Whatever is asked of it, it does nothing; as a decorator it gives the function back."""

    def __call__(self, *arguments, **_):
        """Return a function that stands alone, so that `@live(...)` leaves it as it is."""
        alone = len(arguments) == 1 and callable(arguments[0])
        return arguments[0] if alone else self

    def __getattr__(self, name):
        """Return nothing again."""
        if name.startswith("__"):
            raise AttributeError(name)
        return self

    def __iter__(self):
        """Return no things."""
        return iter(())


class Finder:
    """Finds no module, and refuses those of the judge."""

    @staticmethod
    def find_spec(name, *_):
        """Refuse a module of the judge under its old name."""
        package, _, module = name.rpartition(".")
        if package == __name__ and module in JUDGE:
            refused.refuse(name)


sys.meta_path.insert(0, Finder)


def __getattr__(name):
    if name.startswith("__") or name in JUDGE:
        raise AttributeError(name)
    return Nothing()
