"""The sweep: every panel at the edges of its controls, two at a time, as the tests try it."""

import itertools
import re
import warnings

from .controls import Button, Choice
from .panel import content_of
from .sending import full_message
from .tasks import MARK, solved

__all__ = ["failures", "pairwise", "state_of", "task_failures"]


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


def task_failures(panel, solution):
    """Return what is wrong with the task of a panel: solved at its start, or not by its solution.

    The solution has a typed value for each control that it moves, of a choice the name of the
    option; it is None where none is named. A panel without a task neither names nor asks.
    """
    asks = id(solved) in {identity for identity, _ in panel.names.first.values()}
    if not asks and solution is None:
        return []
    if not asks:
        return [f"{panel.name}: a solution is named, but the function does not call solved()"]
    if not solution:
        return [f"{panel.name}: solved() is called, but no solution is named beside the cell"]
    try:
        values = state_of(panel, solution)
    except ValueError as error:
        return [f"{panel.name}: its solution cannot be typed: {error}"]
    found = []
    if MARK in panel.answer_to(state_of(panel, {})).readout:
        found.append(f"{panel.name}: its task is solved at the start")
    if MARK not in panel.answer_to(values).readout:
        found.append(f"{panel.name}: its solution, {panel.settings_of(values)}, does not solve it")
    return found


def state_of(panel, texts):
    """Return the values of a panel's controls with those that were typed, the others at the start.

    Raises
    ------
    ValueError
        If there is no such control, or no such value.
    """
    values = {name: control.value for name, control in panel.controls.items()}
    for name, text in texts.items():
        control = panel.controls.get(name)
        if control is None or (isinstance(control, Choice) and text not in control.options):
            raise ValueError(f"there is no {name} = {text}.")
        if isinstance(control, Choice):
            values[name] = control.options[text]
        elif isinstance(control, Button):
            values[name] = control.check(int(text))
        else:
            values[name] = control.typed(text, control.value)
    return values
