"""The sweep: every panel at the edges of its controls, two at a time, as the tests try it."""

import itertools
import re
import warnings

from .panel import content_of
from .sending import full_message

__all__ = ["failures", "pairwise"]


def failures(panel):
    """Return what fails at the edges of one panel, which stays where it stands."""
    start = dict(panel.values)
    found = []
    for values in settings_to_try(panel, start):
        where = f"{panel.name}, {panel.settings_of(values)}"
        found += [f"{where}: {text}" for text in complaints(panel, values)]
    if panel.remember:
        found += forgetful(panel, start)
    return found


def settings_to_try(panel, start):
    """Return settings in which each pair of edges of two controls occurs, the start first."""
    names = list(panel.controls)
    edges = [panel.controls[name].edges() for name in names]
    rows = pairwise([len(values) for values in edges])
    chosen = [{n: e[i] for n, e, i in zip(names, edges, row, strict=True)} for row in rows]
    single = [{**start, n: value} for n, e in zip(names, edges, strict=True) for value in e]
    return [start, *single, *(chosen if len(names) > 1 else [])]


def pairwise(sizes):
    """Return rows of indices, in which each pair of indices of two columns occurs once or more.

    Greedy: each row takes, column by column, the index that makes most of the missing pairs.

    Examples
    --------
    >>> len(pairwise([2, 2, 2])), len(pairwise([6, 6, 6])) < 60
    (4, True)
    """
    columns = range(len(sizes))
    missing = {
        (a, i, b, j)
        for a, b in itertools.combinations(columns, 2)
        for i, j in itertools.product(range(sizes[a]), range(sizes[b]))
    }
    rows = []
    while missing:
        a, i, b, j = min(missing)
        row = {a: i, b: j}
        for column in columns:
            if column not in row:
                row[column] = most(column, sizes[column], row, missing)
        missing -= set(pairs(row))
        rows.append([row[column] for column in columns])
    return rows


def most(column, size, row, missing):
    """Return the index of a column that makes most of the missing pairs with a row."""
    gains = [len(missing.intersection(pairs({**row, column: index}))) for index in range(size)]
    return gains.index(max(gains))


def pairs(row):
    """Return the pairs of (column, index) in a row, as they are named in the missing ones."""
    return [(a, row[a], b, row[b]) for a, b in itertools.combinations(sorted(row), 2)]


def complaints(panel, values):
    """Return what is wrong with an answer: an error, warnings, or a readout with nan."""
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        answer = panel.answer_to(values)
        full_message(answer)
        readout = answer.readout
    if answer.error:
        return [answer.error]
    if caught:
        return [str(warning.message) for warning in caught]
    if re.search(r"\bnan\b", readout.lower()):
        return [f"the readout has a number that is none: {readout}"]
    return []


def forgetful(panel, start):
    """Return a failure where one setting, asked for twice, shows two things."""
    edges = {name: control.edges() for name, control in panel.controls.items()}
    places = [start] + [{n: e[i % len(e)] for n, e in edges.items()} for i in (1, -1)]
    first = [content_of(panel.answer_to(values)) for values in places]
    again = [content_of(panel.answer_to(values)) for values in places]
    if first == again:
        return []
    return [f"{panel.name}: one setting shows two things: write @live(..., remember=False)"]
