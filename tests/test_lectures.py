"""Every chapter is one lecture: its length in cells, panels, sections, steps, minutes; its notes.

A step is a cell tagged slide or subslide, with the cells after it; what begins with a cell tagged
skip is an appendix, or a folded solution, and is not counted. Each step has a lecturer's note.
"""

import re
from pathlib import Path

import nbformat.v4 as v4
import pytest

from tools import notebooks, steps as screens
from tools.notes import is_note, said
from tools.plans import vote_of

CHAPTERS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))
EXEMPT = {"00", "18", "19"}  # to read, not to lecture
WORDS = range(20, 121)  # of a note
WORK = {"exercise", "check", "hint", "solution"}


BEGINS = {"slide", "subslide", "skip"}


def kind(cell):
    return cell.metadata.get("slideshow", {}).get("slide_type", "-")


def steps(nb):
    """Yield the cells of every step that is shown: lists, the first of which begins the step."""
    step = []
    for cell in nb.cells:
        if kind(cell) in ("slide", "subslide", "skip"):
            if step and kind(step[0]) != "skip":
                yield step
            step = []
        step.append(cell)
    if step and kind(step[0]) != "skip":
        yield step


def is_work(cell):
    """Whether a cell is part of an exercise, or the heading of exercises or of the summary."""
    heading = re.match(r"#+ (Exercises?\b|Summary)|### (A )?[Pp]roof\b", cell.source)
    return bool(heading or WORK & set(cell.metadata.get("tags", [])))


def installs(cell):
    """Whether a cell is the first one of every chapter: folded, and no part of the lecture."""
    return "install" in cell.metadata.get("tags", [])


def minutes_of(cell):
    """Return the minutes beside a ## heading, or None."""
    found = re.match(r"## .*\((\d+) min\)$", cell.source.split("\n")[0])
    return int(found.group(1)) if found else None


def wrong(nb):
    """Yield what is not as long as a lecture, in words."""
    taught = [step for step in steps(nb) if not is_work(step[0])]
    counted = (cell for step in steps(nb) for cell in step if kind(cell) != "notes")
    cells = sum(not is_work(cell) and not installs(cell) for cell in counted)
    if cells > 60:
        yield f"cells: {cells}, at most 60"
    panels = sum("@live(" in cell.source for step in taught for cell in step)
    if panels > 6:
        yield f"panels: {panels}, at most 6"
    sections = [step[0] for step in taught if step[0].source.startswith("## ")]
    if not 12 <= len(sections) <= 20:
        yield f"sections: {len(sections)}, wanted 12 to 20"
    if len(taught) > 30:
        yield f"steps: {len(taught)}, at most 30"
    said = re.search(r"\*\*Time\*\*: (\d+) minutes", nb.cells[0].source)
    if not said or not 45 <= int(said.group(1)) <= 60:
        yield "minutes: the title says no time between 45 and 60 minutes"
        return
    untimed = [cell for cell in sections if minutes_of(cell) is None]
    if untimed:
        yield f"minutes: none beside {untimed[0].source[:40]!r}"
    total = sum(minutes_of(step[0]) or 0 for step in steps(nb))  # the summary may have some, too
    if not untimed and total != int(said.group(1)):
        yield f"minutes: {total} beside the sections, {said.group(1)} in the title"


@pytest.mark.parametrize(
    "path", [p for p in CHAPTERS if p.name[:2] not in EXEMPT], ids=lambda path: path.stem
)
def test_a_chapter_is_one_lecture(path):
    assert list(wrong(notebooks.read(path))) == []


def unsaid(nb):
    """Yield what is wrong with the lecturer's notes, in words: each step has one, at its end."""
    found = screens.steps(nb.cells)
    for number, step in enumerate(found, 1):
        where = f"step {number}, {step.title}"
        if len(step.notes) != 1:
            yield f"{where}: {len(step.notes)} notes, wanted 1"
            continue
        (note,) = step.notes
        place = nb.cells.index(note)
        if place + 1 < len(nb.cells) and kind(nb.cells[place + 1]) not in BEGINS:
            yield f"{where}: its note is not its last cell"
        words = said(note.source)
        if words is None or set(note.metadata) != {"slideshow"}:
            yield f"{where}: its note has not the form of a note"
            continue
        if (count := len(words.split())) not in WORDS:
            yield f"{where}: {count} words, wanted {WORDS[0]} to {WORDS[-1]}"
        name, letter = vote_of(step)
        if name and not re.search(rf"[Ee]xpect|\b{letter or 'no letter'}\b", words):
            yield f"{where}: says neither the letter of the vote nor what votes to expect"
        right = re.search(r"\bRight: ([A-F])\b", words)
        if name and right and right[1] != letter:
            yield f"{where}: right is {right[1]} here, {letter} in the explanation"
    if sum(map(is_note, nb.cells)) > sum(len(step.notes) for step in found):
        yield "a note in an appendix, which no lecture shows"


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_every_step_has_a_note(path):
    assert list(unsaid(notebooks.read(path))) == []


# The rule bites -----------------------------------------------------------------------------------


def cell(source, slide="-", *tags, code=False):
    new = (v4.new_code_cell if code else v4.new_markdown_cell)(source)
    new.metadata |= {"slideshow": {"slide_type": slide}, "tags": list(tags)}
    return new


def lecture(sections=15, minutes=3, time=45, more=()):
    title = cell(f"# T\n\n**Time**: {time} minutes", "slide")
    parts = [cell(f"## Part {i} ({minutes} min)", "slide") for i in range(sections)]
    return v4.new_notebook(cells=[title, *parts, *more, cell("## Summary", "slide")])


def test_a_good_lecture_passes():
    appendix = [cell("## More", "skip"), *(cell("text") for _ in range(70))]
    work = [cell("### Exercise 2.1: one", "subslide"), cell("...", "-", "exercise", code=True)]
    folded = [cell("def solution_2_1(): ...", "skip", "solution", code=True)]
    notes = [cell("Say it.", "notes") for _ in range(30)]
    assert list(wrong(lecture(more=[*notes, *appendix, *work, *folded]))) == []


@pytest.mark.parametrize(
    ("nb", "words"),
    [
        (lecture(more=[cell("text") for _ in range(60)]), "cells: 76"),
        (lecture(more=[cell("@live(t=1)", code=True) for _ in range(7)]), "panels: 7"),
        (lecture(sections=11, minutes=5, time=55), "sections: 11"),
        (lecture(more=[cell("a", "subslide") for _ in range(15)]), "steps: 31"),
        (lecture(time=90), "between 45 and 60"),
        (lecture(time=46), "45 beside the sections, 46 in the title"),
        (lecture(more=[cell("## Late", "slide")]), "none beside '## Late'"),
    ],
)
def test_the_rule_bites(nb, words):
    assert any(words in text for text in wrong(nb))


# The rule for notes bites -------------------------------------------------------------------------

SAID = "Ask the room first. " * 6


def note(text=SAID):
    return cell(f"<details>\n<summary>For the lecturer</summary>\n\n{text}\n\n</details>", "notes")


def noted(*more):
    ballot = [cell('vote("x", letters="AB")', "-", code=True), cell("**B.** So.", "-", "explain")]
    cells = [cell("# T", "slide"), note(), cell("## Vote", "slide"), *ballot, *more]
    for one in cells:
        if not one.metadata["tags"]:
            del one.metadata["tags"]
    return v4.new_notebook(cells=cells)


def test_a_chapter_with_good_notes_passes():
    assert list(unsaid(noted(note(f"{SAID}Expect A.")))) == []
    appendix = cell("## More", "skip")
    assert list(unsaid(noted(note(f"{SAID}Right is B."), appendix))) == []


@pytest.mark.parametrize(
    ("nb", "words"),
    [
        (noted(), "step 2, Vote: 0 notes"),
        (noted(note(), note()), "step 2, Vote: 2 notes"),
        (noted(note(f"{SAID}Expect A."), cell("text")), "not its last cell"),
        (noted(cell(SAID, "notes")), "not the form"),
        (noted(note("Expect A.")), "2 words"),
        (noted(note("Expect A. " * 61)), "122 words"),
        (noted(note()), "neither the letter"),
        (noted(note(f"{SAID}Right: A.")), "right is A here, B in the explanation"),
        (noted(note(f"{SAID}B."), cell("## More", "skip"), note()), "in an appendix"),
    ],
)
def test_the_rule_for_notes_bites(nb, words):
    assert any(words in text for text in unsaid(nb))
