"""A pytest plugin beside nbval: what else a chapter shows while its kernel is alive.

`pytest --nbval -p tools.nbval_chapters notebooks` runs every chapter once, as nbval does, cell by
cell against the stored outputs. After the last cell of a notebook come three tests in the same
kernel: the outputs that nbval does not look at, the time, and the sweep of all live panels, whose
tasks are open where they start, and solved where the cell's metadata says.
"""

import ast
import json
import re
import tempfile
from pathlib import Path
from queue import Empty

import nbformat
import pytest
from nbval.plugin import IPyNbCell, IPyNbFile

from tools import notebooks

LIMIT = 60  # seconds of the processor for a chapter: a busy machine takes no more of them
SWEEP_LIMIT = 1500  # seconds of the clock for the sweep of its panels: only to find one that hangs
SWEEP = """
import json as _json, pathlib as _pathlib, warnings as _warnings
from livepanels import live as _live
from livepanels.panels.sweep import state_of as _state_of, task_failures as _task_failures
from livepanels.recording.stops import asked_of as _asked_of, left_out as _left_out
with _warnings.catch_warnings(record=True) as _warned:
    _warnings.simplefilter("always")
    _failures = [str(failure) for failure in _live.sweep()]
_failures += [str(warning.message) for warning in _warned]
for _panel in _live.panels():  # what the recordings are asked for can be typed
    _panel.stops = {stops!r}.get(_panel.name, {{}})
    for _name in _panel.stops:
        try:
            _asked_of(_panel, _name)
        except (KeyError, ValueError) as _error:
            _failures.append(f"stops of {{_panel.name}}, {{_name}}: {{_error}}")
    _solution = {solutions!r}.get(_panel.name)
    _found = _task_failures(_panel, _solution)
    if _solution and not _found and not _failures:  # a recording cannot be planned with wrong stops
        _names = _left_out(_panel, _state_of(_panel, _solution))
        _found = [f"{{_panel.name}}: no recording has the {{n}} of its solution" for n in _names]
    _failures += _found
_report = {{"panels": len(_live.panels()), "failures": _failures}}
_pathlib.Path({place!r}).write_text(_json.dumps(_report))
"""


TIMES = """
import os as _os, pathlib as _pathlib
_pathlib.Path({place!r}).write_text(str(sum(_os.times()[:4])))
"""


def is_panel(cell):
    """Return whether a cell makes a live panel."""
    live = re.search(r"^@(?:\w+\.)?live\(", cell.source, re.MULTILINE)
    return cell.cell_type == "code" and live is not None


def panel_name(source):
    """Return the name of the function below @live."""
    functions = [node for node in ast.parse(source).body if isinstance(node, ast.FunctionDef)]
    return next(node.name for node in functions if "live" in map(name_of, node.decorator_list))


def name_of(node):
    """Return the name that a call calls."""
    called = node.func if isinstance(node, ast.Call) else node
    return getattr(called, "id", getattr(called, "attr", ""))


def stops_of(cells):
    """Return the values that texts ask for, those of solutions too, by names of panel and control.

    They stand in the metadata of the panel's cell, as a reader types them; a whole number is how
    many values of the control a recording has at least.
    """
    found = {}
    for name, said in said_of(cells).items():
        found[name] = {control: [text] for control, text in said.get("solution", {}).items()}
        for control, texts in said.get("stops", {}).items():
            listed = texts.split() if isinstance(texts, str) else texts
            found[name][control] = [*listed, *found[name].get(control, [])]
    return {name: stops for name, stops in found.items() if stops}


def solutions_of(cells):
    """Return the solutions of tasks, a typed value for each control, by the names of panels."""
    said = said_of(cells)
    return {name: dict(one["solution"]) for name, one in said.items() if "solution" in one}


def said_of(cells):
    """Return what the metadata of each panel's cell says to us, by the names of the panels."""
    return {panel_name(c.source): c.metadata.get("livepanels", {}) for c in filter(is_panel, cells)}


def run_in_kernel(kernel, source, limit):
    """Run source in a running kernel and wait for its end."""
    message = kernel.execute_cell_input(source, allow_stdin=False)
    kernel.await_reply(message, timeout=limit)
    kernel.await_idle(message, timeout=limit)


def sweep(kernel, cells):
    """Drive every panel of a running kernel, type the stops that are asked of it, try its task.

    Return the number of panels and the list of failures.
    """
    cells = list(cells)
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "sweep.json")
        asked = {"stops": stops_of(cells), "solutions": solutions_of(cells)}
        try:
            run_in_kernel(kernel, SWEEP.format(**asked, place=str(place)), SWEEP_LIMIT)
            report = json.loads(place.read_text("utf-8"))
        except Empty:
            return 0, [f"no end of the sweep after {SWEEP_LIMIT} s"]
        except FileNotFoundError:
            return 0, ["the sweep itself stopped with an error"]
    return report["panels"], report["failures"]


def processor_seconds(kernel):
    """Return how long a running kernel, and what it has started and ended, has worked."""
    with tempfile.TemporaryDirectory() as folder:
        place = Path(folder, "times")
        run_in_kernel(kernel, TIMES.format(place=str(place)), SWEEP_LIMIT)
        return float(place.read_text("utf-8"))


def fail_with(found):
    """Fail with a list of what is wrong, if there is any."""
    if found:
        pytest.fail("\n".join(found), pytrace=False)


class ChapterItem(pytest.Item):
    """A test of a whole chapter, after its cells, in the same kernel."""

    def __init__(self, name, parent, cells):
        super().__init__(name, parent)
        self.cells = cells

    def reportinfo(self):
        """Say where this is."""
        return self.path, 0, f"{self.path.name}::{self.name}"


class OtherOutputs(ChapterItem):
    """Alternative texts, warnings, execution: outputs that nbval does not compare."""

    def runtest(self):
        """Compare with the stored notebook."""
        stored = notebooks.read(self.path)
        fresh = nbformat.from_dict(stored)
        code = [cell for cell in fresh.cells if cell.cell_type == "code"]
        for cell, item in zip(code, self.cells, strict=True):
            cell.outputs = item.test_outputs or []
        fail_with(notebooks.differences(stored, fresh) + notebooks.problems(fresh))


class Minutes(ChapterItem):
    """The time that the cells have worked."""

    def runtest(self):
        """Refuse a chapter that takes too long."""
        seconds = processor_seconds(self.parent.kernel)
        fail_with([f"took {seconds:.0f} s, allowed are {LIMIT}"] if seconds >= LIMIT else [])


class PanelSweep(ChapterItem):
    """Every control of every panel, driven through its edges."""

    def runtest(self):
        """Sweep after the whole chapter has run."""
        panels, failures = sweep(self.parent.kernel, [item.cell for item in self.cells])
        wanted = sum(is_panel(item.cell) for item in self.cells)
        if not panels == wanted > 0:
            failures.append(f"{panels} panels are alive, {wanted} cells make one")
        fail_with(failures)


def pytest_collection_modifyitems(items):
    """Add the tests of a chapter behind its last cell."""
    chapters = {}
    for item in items:
        if isinstance(item, IPyNbCell):
            chapters.setdefault(item.parent, []).append(item)
    for chapter, cells in chapters.items():
        assert isinstance(chapter, IPyNbFile)
        behind = items.index(cells[-1]) + 1
        items[behind:behind] = [
            kind.from_parent(chapter, name=name, cells=cells)
            for name, kind in (
                ("other outputs", OtherOutputs),
                ("within a minute", Minutes),
                ("panel sweep", PanelSweep),
            )
        ]
