"""The steps of a chapter, as the lecture mode shows them: read off the slide types of its cells."""

import re
from dataclasses import dataclass, field

__all__ = ["Step", "slide_type", "steps", "without_notes"]


@dataclass
class Step:
    """What is on the screen before the lecturer goes on to the next title.

    Its parts are lists of cells: the first part, and what each fragment reveals.
    """

    title: str
    minutes: int | None
    parts: list = field(default_factory=list)
    notes: list = field(default_factory=list)

    @property
    def cells(self):
        """Return the cells of all parts."""
        return [cell for part in self.parts for cell in part]


def slide_type(cell):
    """Return the slide type of a cell, "-" for none."""
    return cell.metadata.get("slideshow", {}).get("slide_type", "-")


def without_notes(cells):
    """Return the cells that are not the lecturer's own."""
    return [cell for cell in cells if slide_type(cell) != "notes"]


def steps(cells):
    """Return the steps of a chapter; what begins with `skip` is an appendix, and in none."""
    found, step = [], None
    for cell in cells:
        kind = slide_type(cell)
        if kind in ("slide", "subslide"):
            before = found[-1].title if found else ""
            step = Step(heading(cell.source) or before, minutes(cell.source), [[cell]])
            found.append(step)
        elif kind == "skip":
            step = None
        elif step is None:
            continue
        elif kind == "notes":
            step.notes.append(cell)
        elif kind == "fragment":
            step.parts.append([cell])
        else:
            step.parts[-1].append(cell)
    return found


def heading(source):
    """Return the words of a cell's heading without its minutes, "" where it has none.

    >>> heading("## Sigma, from needle to flat (5 min)")
    'Sigma, from needle to flat'
    """
    found = re.match(r"#{1,6}\s+(.*)", source)
    return re.sub(r"\s*\(\d+ min\)\s*$", "", found[1]) if found else ""


def minutes(source):
    """Return the minutes beside a cell's heading, or None.

    >>> minutes("## Sigma, from needle to flat (5 min)")
    5
    """
    found = re.match(r"#{1,6}\s.*\((\d+) min\)\s*(?:\n|$)", source)
    return int(found[1]) if found else None
