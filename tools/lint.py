"""Advice on the taste of the chapters: `python3 run.py lint [how names begin]`.

One line a finding: chapter, cell, words. Each is a question to the author, no error: the exit code
is 0. What a reader or a tool relies on is tested (tests/test_notebooks.py).
"""

import ast
import math
import re
import statistics
import sys

import numpy as np

from livepanels import Slider

from . import notebooks
from .book.chapters import UNRECORDED
from .nbval_chapters import is_panel, panel_name, stops_of
from .notation import notation
from .notes import said
from .plans import vote_of
from .steps import steps
from .voice import RANGES, minutes, rejected, voice

__all__ = ["RULES", "findings", "main"]

UNTAUGHT = {"00", "18", "19"}  # to read, not to lecture
MOST = {"cells": (0, 60), "panels": (0, 6), "sections": (12, 20), "steps": (0, 30)}
MOST |= {"minutes": (35, 60)}
WORDS = (20, 120)  # of a note
LINES, MEDIAN = 25, 6  # of a code cell
SAYS = ("what you will be able to do", "minutes", "sources", "# summary")
WORK = {"exercise", "check", "hint", "solution", "solutions-only", "install"}


def tags(cell):
    """Return the tags of a cell."""
    return set(cell.metadata.get("tags", []))


def is_work(cell):
    """Whether a cell is part of an exercise or the installation, or heads exercises or summary."""
    heading = re.match(r"#+ (Exercises?\b|Summary)|### (A )?[Pp]roof\b", cell.source)
    return bool(heading or WORK & tags(cell))


# A rule yields pairs: a cell, or None for the whole chapter; what could be better ----------------


def length(nb, chapter):
    """Count the cells, panels, sections, steps and minutes of one lecture."""
    if chapter in UNTAUGHT:
        return
    shown = steps(nb.cells)
    taught = [step for step in shown if not is_work(step.cells[0])]
    sections = [step for step in taught if step.cells[0].source.startswith("## ")]
    time = re.search(r"\*\*Time\*\*: (\d+) minutes", nb.cells[0].source)
    counts = {
        "cells": sum(not is_work(cell) for step in shown for cell in step.cells),
        "panels": sum(is_panel(cell) for step in taught for cell in step.cells),
        "sections": len(sections),
        "steps": len(taught),
        "minutes": int(time[1]) if time else 0,
    }
    for what, (low, high) in MOST.items():
        if not low <= counts[what] <= high:
            wanted = f"{low} to {high}" if low else f"at most {high}"
            yield None, f"{counts[what]} {what}, better {wanted}"
    for step in sections:
        if step.minutes is None:
            yield step.cells[0], "no minutes beside the heading"


def notes(nb, chapter):
    """Ask each step for a note, neither short nor long, that says what votes to expect."""
    for step in steps(nb.cells):
        if len(step.notes) != 1:
            yield step.cells[0], f"{len(step.notes)} notes, better 1"
            continue
        (note,) = step.notes
        words = said(note.source) or ""
        if not WORDS[0] <= len(words.split()) <= WORDS[1]:
            yield note, f"{len(words.split())} words, better {WORDS[0]} to {WORDS[1]}"
        name, letter = vote_of(step)
        if name and not re.search(rf"[Ee]xpect|\b{letter or 'no letter'}\b", words):
            yield note, "says neither the letter of the vote nor what votes to expect"
        right = re.search(r"\bRight: ([A-F])\b", words)
        if name and right and right[1] != letter:
            yield note, f"right is {right[1]} here, {letter} in the explanation"


def code(nb, chapter):
    """Ask for short code cells."""
    own = [c for c in nb.cells if c.cell_type == "code" and "install" not in tags(c)]
    lines = [len(cell.source.splitlines()) for cell in own]
    if lines and statistics.median(lines) > MEDIAN:
        yield None, f"half of the code cells have {statistics.median(lines):g} lines or more"
    for cell, count in zip(own, lines, strict=True):
        if count > LINES:
            yield cell, f"{count} lines, better at most {LINES}"


def parts(nb, chapter):
    """Ask what a chapter is for, how long it takes, where it comes from, and for a summary."""
    text = "\n".join(cell.source for cell in nb.cells if cell.cell_type == "markdown").lower()
    yield from ((None, f"nowhere says {words!r}") for words in SAYS if words not in text)


# What the text of a step asks for is recorded ----------------------------------------------------

SYMBOLS = {"sigma": r"\\sigma", "times": r"\\sigma", "gamma": r"\\gamma", "cos": r"\\cos\\theta"}
NUMBERS = {r"\frac12": 0.5, r"\infty": math.inf}
NUMBER = r"(-?\d+\.\d+|-?\d+|\\frac12|\\infty)(?![\d.]*\d|\s*/)"


def recorded(nb, chapter):
    """Find values that a text gives a slider and that are no stops in the cell's metadata."""
    if any(name.startswith(chapter) for name in UNRECORDED):
        return
    for step in steps(nb.cells):
        texts = (c.source for c in step.cells if c.cell_type == "markdown" or "vote(" in c.source)
        text = "\n".join(texts)
        for cell in filter(is_panel, step.cells):
            stops = stops_of([cell]).get(panel_name(cell.source), {})
            for name, slider in sliders_of(cell):
                kept = {slider.least, slider.high, slider.value, *slider.marks}
                kept |= {slider.read(text) for text in stops.get(name, []) if isinstance(text, str)}
                numbers = named(text, SYMBOLS.get(name, name))
                inside = {n for n in numbers if slider.low <= n <= slider.high}
                if inside - kept:
                    yield cell, f"{name}: the text names {sorted(inside - kept)}, no stops yet"


def sliders_of(cell):
    """Yield name and slider of the sliders that a panel is written with."""
    tree = ast.parse(cell.source)
    function = next(n for n in ast.walk(tree) if getattr(n, "name", "") == panel_name(cell.source))
    for keyword in function.decorator_list[0].keywords:
        if called(keyword.value) == "Slider":
            call = keyword.value
            call.keywords = [one for one in call.keywords if one.arg != "only"]
            try:
                yield (
                    keyword.arg,
                    eval(ast.unparse(call), {"Slider": Slider, "math": math, "np": np}),
                )
            except NameError:  # ends that the chapter computes
                continue


def named(text, symbol):
    """Return the numbers that a text gives a symbol, as in "$t = 1$".

    >>> sorted(named(r"at $t = 0.5$, not $t=100$, $at = 3$ or $t = 2 / 3$", "t"))
    [0.5, 100.0]
    """
    found = re.findall(rf"(?<![\w\\_^]){symbol}\$?\s*=\s*\$?{NUMBER}", text)
    return {NUMBERS.get(number) or float(number) for number in found}


# A letter has one meaning ------------------------------------------------------------------------

GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "theta": "θ", "lambda": "λ"}
GREEK |= {"mu": "μ", "rho": "ρ", "sigma": "σ", "phi": "φ", "omega": "ω"}
GREEK |= {"Lambda": "Λ", "Sigma": "Σ", "Delta": "Δ"}
IDLE = {"and", "are", "for", "from", "its", "number", "one", "only", "that", "the", "this", "what"}
IDLE |= {"log", "cos", "exp"}


def letters(nb, chapter):
    """Find letters that mean another thing than data/notation.toml says."""
    table, number = notation(), int(chapter)
    meanings = {
        letter: row for row in table["meaning"] for letter in row.get("letters", "").split()
    }
    excused = {row["letters"] for row in table["exception"] if number in row["chapters"]}
    for cell in nb.cells:
        for letter, words in uses(cell):
            row = meanings.get(letter)
            if not row or letter in excused:
                continue
            if number < min(row["chapters"]):
                yield cell, f"{letter} is {row['says']!r}, from chapter {min(row['chapters'])} on"
            elif content(words) and not content(words) & content(row["says"]):
                yield cell, f"{letter} is {words!r} here, {row['says']!r} in the table"


def uses(cell):
    """Yield letters and the words beside them: labels of sliders, keywords, "Letters here"."""
    if cell.cell_type == "markdown":
        line = re.search(r"\*\*Letters here\*\*: (.*)", cell.source)
        found = re.findall(r"\$\\?([A-Za-z]+)\$ ([^,.$(]*)", line[1]) if line else []
    else:
        found = in_code(cell.source)
    yield from ((GREEK.get(letter, letter), words) for letter, words in found)


def in_code(source):
    """Yield letters of sliders, keywords of `kh`, parameters of exercises, with words beside."""
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.keyword) and called(node.value) == "Slider":
            words = re.findall(r"[^\W\d_]+", node.value.args[0].value)
            inside = [word for word in words if is_letter(word)]
            letter = node.arg if is_letter(node.arg) else inside[0] if len(inside) == 1 else None
            if letter:
                yield letter, " ".join(word for word in words if word not in inside)
        elif isinstance(node, ast.Call) and ast.unparse(node.func).startswith("kh."):
            yield from ((key.arg, "") for key in node.keywords if is_letter(key.arg or ""))
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("my_"):
            yield from ((arg.arg, "") for arg in node.args.args if is_letter(arg.arg))


def called(node):
    """Return the name of what a call calls, "" for anything else."""
    return getattr(node.func, "id", "") if isinstance(node, ast.Call) else ""


def is_letter(name):
    """Whether a name in code stands for a letter."""
    return len(name) == 1 or name in GREEK


def content(text):
    """Return the words of a text that carry meaning, without a plural's s."""
    text = re.sub(r"\$[^$]*\$|\([^)]*\)", " ", text)
    return {word.removesuffix("s") for word in set(re.findall(r"[a-z]{3,}", text.lower())) - IDLE}


def terms(nb, chapter):
    """Find words of the second edition for which the field has a term."""
    if chapter != "18":
        for word, count, instead in rejected(nb):
            yield None, f"{word!r}, {count} times, better {instead}"


RULES = (length, notes, code, parts, recorded, letters, terms)


def findings(nb, chapter):
    """Yield what could be better in a chapter, named by its two digits: pairs of cell and words."""
    for rule in RULES:
        yield from dict.fromkeys(
            (cell.id if cell else "", words) for cell, words in rule(nb, chapter)
        )


def main(names):
    """Print the advice on all chapters, or on those whose names begin as said."""
    count, voices = 0, {}
    for path in sorted(notebooks.FOLDER.glob("*.ipynb")):
        if not names or path.name.startswith(tuple(names)):
            nb = notebooks.read(path)
            voices[path.stem] = voice(nb), minutes(nb)
            for cell, words in findings(nb, path.name[:2]):
                print(f"{path.stem}{' ' * bool(cell)}{cell}: {words}")
                count += 1
    tell(voices)
    print(f"kernlab: {count} findings; this is advice, none is an error")


def tell(voices):
    """Print the voice of each chapter in 1,000 words, and its minutes."""
    if not voices:
        return
    wanted = [f"{name} {low} to {high}" for name, (_, low, high) in RANGES.items()]
    print(f"\nin 1,000 words ({', '.join(wanted)}); minutes of a lecture and of a lone reader")
    for name, (signs, (lecture, alone)) in voices.items():
        row = "".join(f"{signs[sign]:12.1f}" for sign in RANGES)
        print(f"{name:24}{row}{signs['words']:8} words{lecture:5}{alone:5}")
    means = [
        statistics.mean(
            v[sign] for n, (v, _) in voices.items() if n[:2] != "18" or len(voices) == 1
        )
        for sign in RANGES
    ]
    print(f"{'mean, without 18':24}{''.join(f'{mean:12.1f}' for mean in means)}\n")


if __name__ == "__main__":
    main(sys.argv[1:])
