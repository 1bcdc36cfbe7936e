"""The plan of a lecture on one page: steps, minutes, votes and their right letters."""

import re

from .steps import steps

__all__ = ["plan"]

VOTE = re.compile(r'vote\("([^"]+)",')
SUMMARY = re.compile(r"<summary>.*?</summary>", re.DOTALL)
LETTER = re.compile(r"\*\*([A-F])\b")


def plan(notebook):
    """Return the plan of a chapter as Markdown."""
    found = steps(notebook.cells)
    total = sum(step.minutes or 0 for step in found)
    rows = [row(number, step, begins(found, number)) for number, step in enumerate(found, 1)]
    return "\n".join(
        [
            f"# {found[0].title}",
            "",
            f"{len(found)} steps, {total} minutes. *At*: the minute at which a step begins.",
            "",
            "| step | title | minutes | at | keys | vote | right |",
            "|---:|---|---:|---:|---:|---|---|",
            *rows,
            "",
        ]
    )


def begins(found, number):
    """Return the minute at which a step begins, None for one that has no minutes of its own."""
    if found[number - 1].minutes is None:
        return None
    return sum(step.minutes or 0 for step in found[: number - 1])


def row(number, step, at):
    """Return the line of one step."""
    name, letter = vote_of(step)
    cells = [number, step.title, step.minutes, at, len(step.parts), name, letter]
    return "| " + " | ".join("" if cell is None else escaped(str(cell)) for cell in cells) + " |"


def escaped(text):
    """Return words for a cell of a table."""
    return text.replace("|", "\\|")


def vote_of(step):
    """Return the name of a step's vote and its right letter, "" where there is none."""
    names = [match[1] for cell in step.cells if (match := VOTE.search(cell.source))]
    letters = [
        match[1]
        for cell in step.cells
        if "explain" in cell.metadata.get("tags", []) and cell.cell_type == "markdown"
        if (match := LETTER.search(SUMMARY.sub("", cell.source)))
    ]
    return names[0] if names else "", letters[0] if names and letters else ""
