"""The form of a lecturer's note: a text of slide type `notes` at the end of its step, folded."""

import re

from .steps import slide_type

__all__ = ["SUMMARY", "is_note", "opened", "said"]

SUMMARY = "For the lecturer"  # all that a reader sees of a note that is not opened
FORM = re.compile(
    rf"<details(?: open)?>\n<summary>{SUMMARY}</summary>\n\n(.+)\n\n</details>", re.DOTALL
)


def is_note(cell):
    """Whether a cell is a lecturer's note."""
    return slide_type(cell) == "notes"


def said(source):
    r"""Return what a note says, without its fold; None where it has another form.

    >>> said("<details>\n<summary>For the lecturer</summary>\n\nAsk first.\n\n</details>")
    'Ask first.'
    """
    found = FORM.fullmatch(source)
    return found[1] if found else None


def opened(source):
    r"""Return the source of a note that stands open.

    >>> opened("<details>\n<summary>For the lecturer</summary>").split("\n")[0]
    '<details open>'
    """
    return re.sub(r"^<details>", "<details open>", source)
