"""Try livepanels on strangers' slider cells: `python -m tools.try_slider_cells FOLDER first`.

FOLDER holds the repositories as `slider_cells` wants them, "first" or "second" says which fifty.
A cell and what it uses of its notebook is taken at its commit, its imports are replaced by rule
(`ported`), and it runs behind bubblewrap: without a network, on a file system that cannot be
written, in a folder of its own with the notebook's neighbors, for 60 seconds at most. Written are
outcomes and words, to data/results/strangers.csv; nobody's code.

Outcomes: "whole" (live axes, each control driven to its start, ends and middle, at most three
changed lines; a picture is empty only where the original's is), "pixels" (works, a figure of
matplotlib is shown as pixels), "original" (the cell as it was published fails here as well, with
matplotlib and ipywidgets of today), "no".
`--packages` names a folder with packages that the cells may use besides ours.
"""

import argparse
import ast
import csv
import difflib
import importlib.util
import io
import json
import os
import re
import subprocess
import sys
import tempfile
import warnings
from pathlib import Path

import nbformat

from . import slider_cells as cells
from .measurements import RESULTS, ROOT, stored

__all__ = ["changed_lines", "main", "ported"]

SECONDS, LARGEST, LINES = 60, 5_000_000, 3
PICTURES = re.compile(r"\.(ipynb|png|jpe?g|gif|svg|pdf|html|mp4|pptx?)$", re.IGNORECASE)
DOOR = {"interact", "interactive", "interactive_output"}  # words of ipywidgets that livepanels has
WIDGETS = re.compile(r"(ipywidgets|IPython\.html)(\.widgets)*(\.interaction)?")
MARK = "the cell"  # what stands before may fail, as cells of a notebook may
PYPLOT = ("matplotlib.pyplot", "matplotlib.pylab", "pylab")
OTHER = {"observe": "its slider calls by observe", "own": "words of mpl-interactions"}
AWAY = re.compile("package|a file|wants a")  # reasons that lie in what is not here
COLUMNS = ("fifty", "number", "repository", "outcome", "reason", "changed")


class Port(ast.NodeTransformer):
    """Replaces imports: pyplot, unless it is to stay, and the words of ipywidgets in `DOOR`."""

    def __init__(self, pyplot, tree):
        modules = cells.modules(tree.body).items()
        self.pyplot, self.wanted = pyplot, set()
        self.aliases = {name for name, module in modules if WIDGETS.fullmatch(module)}
        self.used = DOOR & {node.id for node in ast.walk(tree) if isinstance(node, ast.Name)}

    def visit_Import(self, node):
        """Replace ``import matplotlib.pyplot as plt``."""
        new, kept = [], []
        for alias in node.names:
            if self.pyplot and alias.name in PYPLOT and alias.asname:
                new.append(imported("livepanels", [ast.alias("pyplot", alias.asname)]))
            elif alias.name.startswith("IPython.html"):
                kept.append(ast.alias("ipywidgets", alias.asname))
            else:
                kept.append(alias)
        return [*([ast.Import(kept)] if kept else []), *new]

    def visit_ImportFrom(self, node):
        """Replace ``from matplotlib import pyplot as plt``, ``from ipywidgets import interact``."""
        module, names = node.module or "", node.names
        star = names[0].name == "*"
        if self.pyplot and module == "matplotlib" and any(a.name == "pyplot" for a in names):
            ours, others = parted(names, {"pyplot"})
            return [imported("livepanels", ours), *([imported(module, others)] if others else [])]
        if self.pyplot and module in PYPLOT:
            new = imported("livepanels.pyplot", names)  # of pylab's star numpy's names are left
            return [node, new] if star and module != PYPLOT[0] else new
        if not WIDGETS.fullmatch(module) or node.level:
            return node
        ours, others = parted(names, DOOR)
        if star and self.used:
            return [node, imported("livepanels", [ast.alias(name) for name in sorted(self.used)])]
        kept = [imported("ipywidgets", others)] if others else []
        return [*kept, *([imported("livepanels", ours)] if ours else [])]

    def visit_Attribute(self, node):
        """Replace ``widgets.interact`` by ``interact``."""
        root = node.value
        if isinstance(root, ast.Name) and root.id in self.aliases and node.attr in DOOR:
            self.wanted.add(node.attr)
            return ast.copy_location(ast.Name(node.attr, ast.Load()), node)
        return self.generic_visit(node)


def imported(module, names):
    """Return a statement that imports names from a module."""
    return ast.ImportFrom(module, names, 0)


def parted(names, some):
    """Return the aliases of some names, and the others."""
    return [a for a in names if a.name in some], [a for a in names if a.name not in some]


def ported(source, pyplot=True):
    """Return a program with its imports replaced, so that livepanels shows it.

    Parameters
    ----------
    source : str
        The program.
    pyplot : bool
        Whether pyplot is replaced, too; else figures are shown as pixels.

    Examples
    --------
    >>> print(ported("import matplotlib.pyplot as p, ipywidgets as w; w.interact(f, k=(0, 1))"))
    import ipywidgets as w
    from livepanels import pyplot as p, interact
    interact(f, k=(0, 1))
    >>> print(ported("from ipywidgets import interact, fixed"))
    from ipywidgets import fixed
    from livepanels import interact
    """
    tree = ast.parse(source)
    port = Port(pyplot, tree)
    tree = port.visit(tree)
    had = {a.asname or a.name for n in ast.walk(tree) if from_us(n) for a in n.names}
    more = [ast.alias(name) for name in sorted(port.wanted - had)]
    if more:
        doors = [n for n in tree.body if from_us(n)]
        last = [i for i, n in enumerate(tree.body) if isinstance(n, (ast.Import, ast.ImportFrom))]
        if doors:
            doors[-1].names += more
        else:
            tree.body.insert(last[-1] + 1 if last else 0, imported("livepanels", more))
    return ast.unparse(ast.fix_missing_locations(tree))


def from_us(node):
    """Return whether a statement imports names from livepanels."""
    return isinstance(node, ast.ImportFrom) and node.module == "livepanels"


def changed_lines(old, new):
    """Return how many lines of a program were changed, added or taken away.

    >>> changed_lines("a" + chr(10) + "b", "a" + chr(10) + "c" + chr(10) + "d")
    2
    """
    texts = [[line for line in text.splitlines() if line.strip()] for text in (old, new)]
    matcher = difflib.SequenceMatcher(None, *texts, autojunk=False)
    blocks = (block[1:] for block in matcher.get_opcodes() if block[0] != "equal")
    return sum(max(b - a, d - c) for a, b, c, d in blocks)


def programs(repository, row):
    """Yield the program of a row, with what the cell uses and then with all before it; its form."""
    text = cells.git(repository, "show", f"{row['commit']}:{row['path']}").decode(errors="replace")
    notebook = nbformat.reads(text, as_version=4)
    found = {number: (b, own) for number, b, own in cells.slider_cells(notebook)}
    before, own = found[int(row["cell"])]
    for statements in (cells.used(before, own)[: -len(own)], filter(not_shown, before)):
        lines = [ast.unparse(s) for s in [*statements, ast.parse(repr(MARK)), *own]]
        kept = (line for line in lines if not re.search("'(matplotlib|system)'|pinfo", line))
        yield ast.unparse(ast.parse("\n".join(kept))), cells.slides(own)


def not_shown(statement):
    """Return whether a statement shows no slider of its own."""
    heads = getattr(statement, "decorator_list", [statement])
    return not cells.shows(
        ast.Module([ast.Expr(h) if h is not statement else h for h in heads], [])
    )


def unpack(repository, row, folder, program):
    """Put the neighbors of a notebook into a folder, and what else of its repository it names."""
    place = str(Path(row["path"]).parent)
    place = "" if place == "." else f"{place}/"
    body = ast.parse(program).body
    roots = {m.split(".")[0] for m in cells.modules(body).values()}
    lost = {r for r in roots if r and importlib.util.find_spec(r) is None}
    files = {Path(f).name: f for f in cells.needs(body)[1] if ":" not in f}
    goals = {}
    listing = cells.git(repository, "ls-tree", "-r", "-l", "-z", row["commit"]).decode()
    for line in filter(None, listing.split("\0")):
        (_, kind, sha, size), name = line.split("\t")[0].split(), line.split("\t", 1)[1]
        parts = Path(name).parts
        module = [i for i, part in enumerate(parts) if part.removesuffix(".py") in lost]
        goal = files.get(parts[-1], "/".join(parts[module[0] :]) if module else "")
        if name.startswith(place) and not PICTURES.search(name):
            goal = name.removeprefix(place)
        if kind == "blob" and goal and size.isdigit() and int(size) < LARGEST:
            goals[folder / goal] = sha
    for path, content in zip(goals, blobs(repository, goals.values()), strict=True):
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_bytes(content)


def blobs(repository, names):
    """Return the contents of some blobs, nothing for one that the snapshot does not have."""
    command = ["git", f"--git-dir={repository}", "cat-file", "--batch"]
    asked = "".join(f"{name}\n" for name in names).encode()
    stream = io.BytesIO(
        subprocess.run(command, input=asked, capture_output=True, check=True).stdout
    )
    found = []
    for _ in names:
        size = stream.readline().split()[-1]
        found.append(stream.read(int(size)) if size.isdigit() else b"")
        stream.read(size.isdigit())
    return found


def drive(program, way, folder, packages):
    """Run a program behind the wall; return what came of it."""
    program = re.sub(r"IPython\.html(\.widgets)*", "ipywidgets", program)  # its name today
    (folder / "slider_cell.py").write_text(program, "utf-8")
    wall = ["bwrap", "--ro-bind", "/", "/", "--dev", "/dev", "--proc", "/proc", "--unshare-all"]
    wall += ["--die-with-parent", "--bind", str(folder), str(folder), "--chdir", str(folder)]
    script = Path(__file__).with_name("drive_cell.py")
    command = [*wall, sys.executable, "-P", str(script), "slider_cell.py", way]
    ours = str(ROOT / "packages/livepanels")  # of this clone, whatever is installed
    paths = os.pathsep.join(filter(None, [ours, packages]))
    environment = {"PATH": os.environ["PATH"], "HOME": str(folder), "PYTHONPATH": paths}
    try:
        (folder / "came.json").unlink(missing_ok=True)
        run = subprocess.run(
            command, capture_output=True, timeout=SECONDS, env=environment, check=False
        )
        return json.loads((folder / "came.json").read_text("utf-8"))
    except subprocess.TimeoutExpired:
        return {"error": f"it takes more than {SECONDS} s"}
    except FileNotFoundError:
        return {"error": f"the program ends with {run.returncode}"}


def reason_of(error):
    """Return the error in the words of the table.

    >>> reason_of("NotLive: a live Axes has no twinx(). It has ...")
    'NotLive: twinx'
    >>> reason_of("ModuleNotFoundError: No module named 'shap'")
    'package shap is not installed here'
    >>> reason_of("ImportError: cannot import name 'a' from 'b' (/home/me/b.py)")
    "ImportError: cannot import name 'a' from 'b'"
    """
    patterns = {
        r"NotLive: .*? has no (\S+?)\(\)": "NotLive: {}",
        r"No module named '(\w+)'": "package {} is not installed here",
        r"FileNotFoundError: (.*)|No such file or directory: (.*)": "a file is missing: {}",
        r"URLError|ConnectionError|Name or service|name resolution|Max retries": "wants a network",
    }
    for pattern, words in patterns.items():
        if found := re.search(pattern, error):
            return words.format(*[g for g in found.groups() if g] or [""])[:90]
    return " ".join(re.sub(r" \((line \d+ of the cell\)|/.*)", "", error).split())[:90]


def outcome(repository, row, packages):
    """Return outcome, reason and number of changed lines of a row."""
    first = None
    for program, form in programs(repository, row):
        with tempfile.TemporaryDirectory() as name:
            unpack(repository, row, folder := Path(name), program)
            found = attempt(program, form, folder, packages)
        first = first or found
        if found[0] != "original" or found[1].startswith("it takes"):
            return found  # else all that stands before the cell may help
    return first


def attempt(program, form, folder, packages, again=True):
    """Return outcome, reason and number of changed lines of a program."""

    def tried(pyplot):
        new = ported(program, pyplot)
        return drive(new, "live", folder, packages), changed_lines(program, new)

    def wrong(found):  # where the original draws nothing, neither need we
        right = found.get("empty") and found["empty"] == was.get("empty")
        return "" if right else found.get("error", "")

    if form in OTHER:
        return "no", OTHER[form], ""
    was, (found, lines) = {}, tried(pyplot=True)
    pixels = found.get("pixels")
    if pixels or wrong(found):
        was = drive(program, "original", folder, packages)
    before, why = was.get("error", ""), wrong(found)
    if not why and not pixels:
        return ("whole", "", lines) if lines <= LINES else ("no", f"{lines} lines", lines)
    missing = re.match(r"NameError: name '(\w+)'", before)
    if again and missing and missing[1] in vars(importlib.import_module("pylab")):
        program = f"from pylab import *\n{program}"  # it was written for `ipython --pylab`
        return attempt(program, form, folder, packages, again=False)
    if before:
        words = reason_of(before)
        return "no" if AWAY.match(words) else "original", words, lines
    if pixels and not why and lines <= LINES:
        return "pixels", "another module draws", lines
    why = why or "another module draws"
    shown, fewer = tried(pyplot=False)
    return ("no" if wrong(shown) or fewer > LINES else "pixels"), reason_of(why), fewer


def main(words=None):
    """Try one fifty, or some of it, and write its rows."""
    parser = argparse.ArgumentParser(prog="python -m tools.try_slider_cells")
    parser.add_argument("folder", type=Path)
    parser.add_argument("fifty", choices=("first", "second"))
    parser.add_argument("--packages", default="", help="a folder of more packages")
    parser.add_argument("--only", type=int, nargs="*", help="numbers to try; other rows stay")
    asked = parser.parse_args(words)
    warnings.simplefilter("ignore")  # of strangers' notebooks
    sys.path += [asked.packages] if asked.packages else []
    places = cells.repositories(asked.folder)
    rows = []
    for row in stored("slider_cells"):
        if row["fifty"] != asked.fifty or (asked.only and int(row["number"]) not in asked.only):
            continue
        if row["repository"] not in places:
            found = "no", "the repository could not be had", ""
        else:
            found = outcome(places[row["repository"]], row, asked.packages)
        values = (*(row[key] for key in COLUMNS[:3]), *found)
        rows.append(dict(zip(COLUMNS, values, strict=True)))
        print(row["number"], row["repository"], *found, flush=True)
    path, tried = RESULTS / "strangers.csv", {(row["fifty"], row["number"]) for row in rows}
    kept = stored("strangers") if path.exists() else []
    kept = [row for row in kept if (row["fifty"], row["number"]) not in tried]
    with path.open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, COLUMNS, lineterminator="\n")
        writer.writeheader()
        writer.writerows(sorted([*kept, *rows], key=lambda r: (r["fifty"], int(r["number"]))))


if __name__ == "__main__":
    main()
