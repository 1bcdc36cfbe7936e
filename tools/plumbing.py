"""Count the lines of the chapters' cells by kind, and what an answer of each panel costs.

    python3 run.py plumbing             print the lines of each chapter
    python3 run.py plumbing --store     run the chapters, too, measure every panel, and put all
                                        that into data/results/plumbing.csv

A line that is not blank has the kind of the innermost statement in which it stands.

- draws: shows a picture, calls what begins with show or draw, or a method of a figure or its axes;
- plumbing: makes a home-made picture, sets its inches or its quiet, holds a dictionary of style, or
  binds names that only plumbing reads;
- controls: `@live(...)`, and sliders made beforehand;
- tells: prints, asserts, and what the function of a panel returns;
- rest: exercises, votes, the installation, imports, docstrings;
- mathematics: all else.

In a half drawn cell, which is not folded, draws and plumbing are half of the lines or more.
An answer's milliseconds are the processor's, of the kernel, for one question of the page: each
control goes to its edges, the others at their start; best of eight at each place, median over the
places. The page has all frames. Its bytes are those of the arrays that travel beside the
message, and of the message. What a function remembers itself is remembered, as after a first visit.
Of several runs at one commit the least milliseconds stay.
"""

import ast
import csv
import json
import re
import statistics
import subprocess
import sys

from . import notebooks
from .measurements import RESULTS, stored
from .nbval_chapters import is_panel, name_of, panel_name

__all__ = ["counts", "kinds", "main"]

KINDS = ("mathematics", "plumbing", "draws", "controls", "tells", "rest")
PICTURES = {"Bars", "Curves", "Intervals", "Lamp", "Letters", "Matrix", "Scatter", "Space"}
STYLE = {"hue", "weight", "dash", "kind", "over", "hollow", "recolored", "look"}
SET = {"inches", "quiet", "limits", "look"}
FIGURES = {"subplots", "figure", "gca", "add_subplot"}  # what they return is drawn on
CONTROLS = {"Button", "Choice", "Pick", "Points", "Shape", "Slider", "Toggle", "Turn", "live"}
TAGGED = {"exercise", "check", "hint", "solution", "predict", "explain", "install"}
INNER = ("body", "orelse", "handlers", "finalbody")
MEASURE = """
import json, statistics, time
from livepanels import live
rows = {}
for panel in live.panels():
    start, costs = dict(panel.values), {}
    for name, value in 8 * [(n, v) for n, c in panel.controls.items() for v in c.edges()]:
        at = json.dumps(panel.positions_of(start | {name: value}))
        panel.forget()  # else it would not answer anew where it stands
        began = time.process_time()
        reply, buffer = panel.handle({"view": "page", "at": json.loads(at)})
        cost = 1000 * (time.process_time() - began), len(buffer), len(json.dumps(reply))
        costs.setdefault(at, []).append(cost)
    rows[panel.name] = {
        "ms": round(statistics.median(min(cost)[0] for cost in costs.values()), 2),
        "bytes of arrays": round(statistics.median(c[1] for cost in costs.values() for c in cost)),
        "bytes of message": round(statistics.median(c[2] for cost in costs.values() for c in cost)),
    }
print(json.dumps(rows))
"""


def units(body, live=False):
    """Yield (statement, whether a panel's function holds it); of compound ones what heads them."""
    for node in body:
        inner = [one for part in INNER for one in getattr(node, part, [])]
        panel = live or any(name_of(one) == "live" for one in getattr(node, "decorator_list", []))
        if inner:
            yield from ((part, panel) for part in ast.iter_child_nodes(node) if part not in inner)
            yield from units(inner, panel)
        else:
            yield node, live


def names(node, context):
    """Return the names that a statement reads (ast.Load) or binds (ast.Store)."""
    found = (part for part in ast.walk(node) if isinstance(part, ast.Name))
    return {part.id for part in found if isinstance(part.ctx, context)}


def kind_of(node, live, drawn):
    """Return the kind of one statement; `drawn` are the names of figures and axes."""
    parts = list(ast.walk(node))
    calls = [part for part in parts if isinstance(part, ast.Call)]
    called = {name_of(call) for call in calls}
    drawn = drawn & {name for call in calls for name in names(call.func, ast.Load)}
    put = {p.attr for p in parts if isinstance(p, ast.Attribute) and type(p.ctx) is ast.Store}
    keys = {getattr(k, "value", "") for p in parts if isinstance(p, ast.Dict) for k in p.keys}
    said = isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant)
    if said or isinstance(node, (ast.Import, ast.ImportFrom)):
        return "rest"
    if drawn or FIGURES & called or any(name.startswith(("show", "draw")) for name in called):
        return "draws"
    if (PICTURES & called) | (SET & put) | (STYLE & keys):
        return "plumbing"
    if CONTROLS & called:
        return "controls"
    tells = isinstance(node, ast.Assert) or (live and isinstance(node, ast.Return))
    return "tells" if tells or "print" in called else "mathematics"


def kinds(nb):
    """Return [(cell, the kind of each line that is not blank)] for the code cells of a chapter."""
    cells = [cell for cell in nb.cells if cell.cell_type == "code"]
    own = [cell for cell in cells if not TAGGED & set(cell.metadata.get("tags", []))]
    said = {cell.id: list(units(ast.parse(cell.source).body)) for cell in own}
    found = [unit for statements in said.values() for unit in statements]
    figures = [node for node, _ in found if FIGURES & {name_of(part) for part in ast.walk(node)}]
    drawn = {"ax", "axs", "fig"} | {name for node in figures for name in names(node, ast.Store)}
    kind, before = {node: kind_of(node, live, drawn) for node, live in found}, None
    while before != kind:  # what only plumbing reads is plumbing, too, and so on
        before, readers = dict(kind), {}
        for reader in kind:
            for name in names(reader, ast.Load):
                readers.setdefault(name, set()).add(kind[reader])
        for node in kind:
            read_by = [readers.get(name) for name in names(node, ast.Store)]
            if isinstance(node, ast.Assign) and read_by == [{"plumbing"}] * (len(read_by) or 1):
                kind[node] = "plumbing"
    rows = []
    for cell in cells:
        of = {}
        for node, _ in (pair for pair in said.get(cell.id, ()) if hasattr(pair[0], "lineno")):
            of |= dict.fromkeys(range(node.lineno, node.end_lineno + 1), kind[node])
        usual, text = "mathematics" if cell in own else "rest", cell.source.splitlines()
        rows.append((cell, [of.get(at, usual) for at, line in enumerate(text, 1) if line.strip()]))
    return rows


def counts(rows):
    """Return what is counted of cells: pairs of a cell and the kinds of its lines."""
    lines = [kind for _, said in rows for kind in said]
    skips = [cell.source.count("# fmt: skip") for cell, _ in rows]
    folded = [bool(cell.metadata.get("jupyter", {}).get("source_hidden")) for cell, _ in rows]
    opened = [said for (_, said), hidden in zip(rows, folded, strict=True) if said and not hidden]
    drawn = [sum(kind in ("draws", "plumbing") for kind in said) / len(said) for said in opened]
    live = [len(said) for cell, said in rows if is_panel(cell)]
    more = {"fmt skip": sum(skips), "cells with fmt skip": sum(map(bool, skips))}
    more["look"] = sum(len(re.findall(r"\blook=", cell.source)) for cell, _ in rows)
    more |= {"folded": sum(folded), "half drawn": sum(share >= 0.5 for share in drawn)}
    more |= {"live cells": len(live), "lines of a live cell": statistics.median(live or [0])}
    return {"lines": len(lines)} | {kind: lines.count(kind) for kind in KINDS} | more


def main(words):
    """Print the counts of each chapter; to --store, measure the panels, too, and keep all rows."""
    store, rows, everything = words == ["--store"], [], []
    for path in sorted(notebooks.FOLDER.glob("*.ipynb")):
        chapter, found = {"chapter": path.stem[:2], "panel": ""}, kinds(notebooks.read(path))
        everything += found
        rows.append(chapter | counts(found))
        print(rows[-1], flush=True)
        fresh = notebooks.execute(path, then=MEASURE, limit=600) if store else None
        for cell, said in (pair for pair in found if store and is_panel(pair[0])):
            name = panel_name(cell.source)
            cost = json.loads(fresh[2][-1].text)[name]
            rows.append(chapter | {"panel": name} | counts([(cell, said)]) | cost)
    rows.append({"chapter": "all", "panel": ""} | counts(everything))
    print(rows[-1])
    if store:
        git = ["git", "-C", str(notebooks.ROOT), "rev-parse", "--short", "HEAD"]
        commit = subprocess.run(git, capture_output=True, text=True, check=True).stdout.strip()
        table = RESULTS / "plumbing.csv"  # rows of other commits stay: what was before and after
        kept = [row for row in stored("plumbing") if row["commit"] != commit]
        again = [row for row in stored("plumbing") if row["commit"] == commit and row["ms"]]
        least = {row["chapter"] + row["panel"]: float(row["ms"]) for row in again}
        for row in (row for row in rows if "ms" in row):  # a busy machine adds time, it never saves
            row["ms"] = min(row["ms"], least.get(row["chapter"] + row["panel"], row["ms"]))
        with table.open("w", encoding="utf-8", newline="") as file:
            writer = csv.DictWriter(
                file, ["commit", *{k: 0 for row in rows for k in row}], lineterminator="\n"
            )
            writer.writeheader()
            writer.writerows(kept + [{"commit": commit} | row for row in rows])


if __name__ == "__main__":
    main(sys.argv[1:])
