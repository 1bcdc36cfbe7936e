"""Draw slider cells of other people's notebooks: `python -m tools.slider_cells FOLDER`.

FOLDER holds one folder OWNER+NAME for each repository, with a git directory in it or one below.
Written are addresses and counts, to data/results/slider_cells.csv; nobody's code.

A slider cell calls or decorates with `interact`, `interactive`, `interactive_output`,
`interact_manual` or mpl-interactions' own words, or observes a slider, and it draws with
matplotlib: itself, or in what it uses of its notebook. Twins, equal but for comments and space,
count once. At most 24 cells are of one owner, so that no author decides; of these 100 are drawn.
The first fifty are worked with; of the second only the addresses are written, so that nobody has
looked at them when the code is done.

Drawn on 2026-11-23 from 476 cells of 38 repositories: APMonitor/pdc 14; AeroPython/Curso_AeroPython
8; AllenDowney/ThinkDSP 11; BMClab/BMC 1; CAChemE/learn 15, stochastic-optimization 3;
GeostatsGuy/DataScienceInteractivePython 109, PythonNumericalDemos 34; NeuromatchAcademy/precourse
25; QuantEcon/QuantEcon.notebooks 4, quantecon-notebooks-python 4;
brian-rose/ClimateModeling_courseware 1; callysto/curriculum-notebooks 7; calpolydatascience/data301
9; clawpack/riemann_book 7; fonnesbeck/Bios8366 4; ipython-books/cookbook-2nd-code 4;
ipython/ipython-in-depth 2; jakevdp/PythonDataScienceHandbook 5, sklearn_tutorial 4;
jckantor/CBE20255 1, CBE30338 19; jupyter-widgets/ipywidgets 2, tutorial 5; kangwonlee/nmisp 5;
ketch/teaching-numerics-with-notebooks 3; kit-cel/lecture-examples 56; mathinmse/mathinmse.github.io
13; mbakker7/exploratory_computing_with_python 13; mpl-extensions/mpl-interactions 58;
osscar-org/quantum-mechanics 9; psychemedia/showntell 2; pynucastro/pynucastro 1;
rossant/euroscipy2014 2; seg/tutorials-2017 4; tirthajyoti/Interactive_Machine_Learning 5,
Machine-Learning-with-Python 1; unpingco/Python-for-Signal-Processing 6.
"""

import ast
import csv
import re
import subprocess
import symtable
import sys
import warnings
from pathlib import Path
from random import Random

import matplotlib.pyplot as plt
import nbformat
import numpy as np
from IPython.core.inputtransformer2 import TransformerManager
from matplotlib.axes import Axes
from matplotlib.figure import Figure
from mpl_toolkits.mplot3d import Axes3D

from .measurements import RESULTS

__all__ = ["draw", "needs", "slider_cells", "used", "words"]

SEED, SHARE, FIFTY = 25, 24, 50  # the seed is the number of the issue
INTERACT = {"interact", "interactive", "interact_manual", "interactive_output"}
OWN = {"iplt", "ipyplot", "hyperslicer", "heatmap_slicer", "interactive_plot_factory"}
PATCHES = {"Circle", "Rectangle", "Ellipse", "Polygon", "Arrow", "FancyArrowPatch", "Line2D"}
ARTISTS = {"set_data", "set_xdata", "set_ydata", "set_offsets", "set_array", "set_clim"}
DRAWING = {n for kind in (Axes, Axes3D, Figure, plt) for n in dir(kind) if n[0] != "_"}
DRAWING |= PATCHES | ARTISTS
OTHERS = {n for kind in (np.ndarray, dict, list, str, set) for n in dir(kind)}
MARKS = {"plot", "scatter", "imshow", "hist", "contour", "contourf", "bar", "pcolormesh", "pcolor"}
MARKS |= {"semilogx", "semilogy", "loglog", "errorbar", "stem", "step", "fill", "fill_between"}
MARKS |= {"quiver", "arrow", "annotate", "axvline", "axhline", "vlines", "hlines", "add_patch"}
MARKS |= {"plot_surface", "plot_wireframe", "plot3D", "scatter3D", "contour3D", "eventplot"}
MARKS |= {"stackplot", "hexbin", "violinplot", "fill_betweenx", "hist2d", "polar", "tripcolor"}
MARKS |= {"matshow", "streamplot", "barh", "pie", "boxplot", "text"} | ARTISTS
COMMON = {"numpy", "matplotlib", "mpl_toolkits", "ipywidgets", "IPython", "pylab", "__future__"}
MODULES = {"np", "plt", "pd"}  # nothing is changed by calling these
FILE = r"^(https?://.*|[\w./ -]+\.(csv|txt|npy|npz|dat|xlsx?|png|jpe?g|wav|mat|pkl|json|h5|nc))$"
LICENCES = {  # in the order in which they are looked for
    "MIT": r"\bMIT License|Permission is hereby granted, free of charge",
    "BSD": r"Redistribution and use in source and binary forms",
    "Apache": r"Apache License",
    "GPL": r"GNU (AFFERO |LESSER )?GENERAL PUBLIC LICENSE",
    "CC BY-NC": r"Attribution-?\s*Non-?Commercial|CC[- ]BY-NC",
    "CC BY-SA": r"Attribution-?\s*Share-?Alike|CC[- ]BY-SA",
    "CC BY": r"Creative Commons Attribution|CC[- ]BY|Attribution 4\.0",
    "CC0": r"CC0|public domain",
}


def git(repository, *command):
    """Return what git prints on a repository, as bytes."""
    return subprocess.run(
        ["git", f"--git-dir={repository}", *command], check=True, capture_output=True
    ).stdout


def repositories(folder):
    """Return {owner/name: git directory} of the repositories in a folder."""
    heads = sorted([*folder.glob("*+*/HEAD"), *folder.glob("*+*/*/HEAD")])
    heads += sorted(folder.glob("*+*/*/.git/HEAD"))
    places = {head.relative_to(folder).parts[0].replace("+", "/", 1): head.parent for head in heads}
    return dict(sorted(places.items()))


def licence_of(repository):
    """Return the licences that a repository's own files name, or its readme, or "none"."""
    names = git(repository, "ls-tree", "--name-only", "HEAD").decode().splitlines()
    for pattern, kind in (("(?i)licen[cs]e|copying", ""), ("(?i)readme", " (readme)")):
        found = {}
        for name in sorted(n for n in names if re.match(pattern, n)):
            try:
                text = git(repository, "show", f"HEAD:{name}").decode(errors="replace")
            except subprocess.CalledProcessError:  # a folder of licences
                continue
            known = (key for key, sign in LICENCES.items() if re.search(sign, text))
            found[next(known, "other" if not kind else "none")] = kind
        found.pop("none", None)
        if found:
            return " + ".join(f"{key}{kind}" for key, kind in found.items())
    return "none"


def parsed(source):
    """Return the statements of a cell, magics as IPython takes them; none if it is no Python 3.

    >>> len(parsed("%matplotlib inline" + chr(10) + "x = 1"))
    2
    >>> parsed("print 1")
    []
    """
    try:
        return ast.parse(TransformerManager().transform_cell(source)).body
    except (SyntaxError, ValueError):
        return []


def reads(statement):
    """Return the names that a statement reads and does not make itself.

    >>> sorted(reads(*parsed("y = [x + a for x in data]")))
    ['a', 'data']
    """
    top = symtable.symtable(ast.unparse(statement), "cell", "exec")
    tables, found = [top], set()
    while tables:
        tables += (table := tables.pop()).get_children()
        symbols = [symbol for symbol in table.get_symbols() if symbol.is_referenced()]
        found |= {s.get_name() for s in symbols if s.is_global() or table is top}
    return found


def changes(statement):
    """Return (names that a statement makes anew, names whose objects it may change)."""
    if isinstance(statement, (ast.FunctionDef, ast.ClassDef)):
        return {statement.name}, set()
    if isinstance(statement, (ast.Import, ast.ImportFrom)):
        return {(a.asname or a.name).split(".")[0] for a in statement.names}, set()
    stored = [n for n in ast.walk(statement) if isinstance(getattr(n, "ctx", None), ast.Store)]
    made = {node.id for node in stored if isinstance(node, ast.Name)}
    call = getattr(statement, "value", None) if isinstance(statement, ast.Expr) else None
    if isinstance(getattr(call, "func", None), ast.Attribute) and not shows(statement):
        stored = [call.func]
    roots = {n.id for node in stored for n in ast.walk(node) if isinstance(n, ast.Name)}
    return (made, roots - made) if isinstance(statement, ast.Assign) else (set(), made | roots)


def used(before, cell):
    """Return the statements of earlier cells that a cell uses, in their order, then its own.

    Names are followed to the statement that makes them, and to those on the way that may change
    what they stand for, as ``x[0] = 1`` or ``ax.set_xlim(0, 1)``; a seed and ``import *`` count.
    """
    wanted, kept = set(), []
    for back, statement in enumerate(reversed([*before, *cell])):
        made, changed = changes(statement)
        star = isinstance(statement, ast.ImportFrom) and statement.names[0].name == "*"
        seed = changed and "seed" in ast.unparse(statement)
        if back < len(cell) or (made | changed - MODULES) & wanted or star or seed:
            kept.append(statement)
            wanted = (wanted - made) | reads(statement)
    return kept[::-1]


def called(statements):
    """Yield (root name or "", last name) of everything called or named with a dot."""
    for node in (n for statement in statements for n in ast.walk(statement)):
        if isinstance(node, (ast.Attribute, ast.Name)):
            inner = node
            while isinstance(inner, (ast.Attribute, ast.Call, ast.Subscript)):
                inner = getattr(inner, "value", getattr(inner, "func", None))
            yield getattr(inner, "id", ""), getattr(node, "attr", getattr(node, "id", ""))


def shows(statement):
    """Return whether a statement shows a slider of its own, so that no other cell needs it."""
    return any(name in INTERACT | OWN | {"show", "display"} for _, name in called([statement]))


def slides(cell):
    """Return by which words a cell makes a slider: "interact", "observe", "own", or ""."""
    found = set(called(cell))
    if any(root in OWN for root, _ in found):
        return "own"
    if any(name in INTERACT for _, name in found):
        return "interact"
    sliders = any("Slider" in name for _, name in found)
    return "observe" if sliders and any(name == "observe" for _, name in found) else ""


def modules(statements):
    """Return {name in the code: module} of what some statements import."""
    found = {}
    for node in (n for statement in statements for n in ast.walk(statement)):
        if isinstance(node, ast.Import):
            found |= {(a.asname or a.name.split(".")[0]): a.name for a in node.names}
        elif isinstance(node, ast.ImportFrom):
            place = "." * node.level + (node.module or "")
            plots = re.match("pylab|matplotlib", place)  # of `import *` only these matter
            found |= {(a.asname or a.name): place for a in node.names if a.name != "*" or plots}
    return found


def words(statements):
    """Return {word of matplotlib: how often} in some statements.

    >>> words(parsed("fig, ax = plt.subplots(); ax.plot(x); np.hist(x); rows.clear()"))
    {'plot': 1, 'subplots': 1}
    """
    origin = modules(statements)
    counts = {}
    for node in (n for statement in statements for n in ast.walk(statement)):
        if not isinstance(node, ast.Call):
            continue
        ((root, name), *_) = called([ast.Expr(node.func)])
        foreign = root == "np" or origin.get(root, "matplotlib").split(".")[0] not in (
            "matplotlib",
            "mpl_toolkits",
            "pylab",
            "mpl_interactions",
        )
        bare = isinstance(node.func, ast.Name) and "matplotlib" not in origin.get(root, "")
        bare = bare and "*" not in origin
        unclear = name in OTHERS and not re.match("plt|ax|fig|sub|pl|py", root or "")
        if name in DRAWING and not (foreign or bare or unclear):
            counts[name] = counts.get(name, 0) + 1
    return dict(sorted(counts.items()))


def needs(statements):
    """Return the packages and the files that some statements want, beside the usual ones."""
    roots = {m.split(".")[0] or m for m in modules(statements).values()}
    packages = sorted(roots - COMMON - set(sys.stdlib_module_names))
    texts = (n.value for s in statements for n in ast.walk(s) if isinstance(n, ast.Constant))
    files = sorted({t for t in texts if isinstance(t, str) and re.match(FILE, t)})
    return packages, files


def slider_cells(notebook):
    """Yield (number of the cell, statements before it, its statements) for each slider cell."""
    before = []
    for number, cell in enumerate(notebook.cells):
        if cell.cell_type == "code":
            if slides(own := parsed(cell.source)) and MARKS & set(words(used(before, own))):
                yield number, before, own
            before = before + own


def read(repository):
    """Yield (path, notebook) of a repository's newest commit, if its text has the words."""
    listing = git(repository, "ls-tree", "-r", "--name-only", "-z", "HEAD").decode().split("\0")
    for path in sorted(p for p in listing if p.endswith(".ipynb") and ".ipynb_check" not in p):
        try:
            text = git(repository, "show", f"HEAD:{path}").decode(errors="replace")
            if re.search("|".join(INTERACT | OWN | {"Slider"}), text):
                yield path, nbformat.reads(text, as_version=4)
        except Exception:  # a blob is not there, or whatever is wrong with a stranger's file
            print(f"not read: {path}")


def draw(cells, seed=SEED):
    """Return 100 cells at random, of pairs (owner, cell): at most 24 of each owner.

    >>> drawn = draw([(i % 7, i) for i in range(700)])
    >>> len(set(drawn)), draw([(i % 7, i) for i in range(700)]) == drawn
    (100, True)
    """
    cells = list(cells)
    chance, count, share = Random(seed), {}, []
    for owner, cell in chance.sample(cells, len(cells)):
        count[owner] = count.get(owner, 0) + 1
        share += [cell] if count[owner] <= SHARE else []
    return chance.sample(share, 2 * FIFTY)


def gathered(folder):
    """Return {text: address and statements} of all different slider cells below a folder."""
    cells = {}
    for name, repository in repositories(folder).items():
        commit = git(repository, "rev-parse", "HEAD").decode().strip()
        licence, known = licence_of(repository), len(cells)
        for path, notebook in read(repository):
            for number, before, own in slider_cells(notebook):
                row = {"repository": name, "commit": commit, "path": path, "cell": number}
                text = "\n".join(map(ast.unparse, own))
                cells.setdefault(text, (row | {"licence": licence}, before, own))
        if len(cells) > known:
            print(f"{len(cells) - known:4} {name} ({licence})", flush=True)
    return cells


def main(folder):
    """Draw from a folder of repositories, and write the table."""
    warnings.simplefilter("ignore")  # of strangers' notebooks
    cells = gathered(Path(folder))
    drawn = draw((row["repository"].split("/")[0], text) for text, (row, *_) in cells.items())
    rows = []
    for place, text in enumerate(drawn):
        row, before, own = cells[text]
        row |= {"fifty": "second" if place >= FIFTY else "first", "number": place % FIFTY + 1}
        row |= dict.fromkeys(("form", "lines", "whole", "words", "packages", "files"), "")
        if place < FIFTY:
            whole = used(before, own)
            packages, files = needs(whole)
            row |= {"form": slides(own), "lines": len(text.splitlines())}
            row["whole"] = sum(len(ast.unparse(s).splitlines()) for s in whole)
            row["words"] = " ".join(f"{word}:{count}" for word, count in words(whole).items())
            row |= {"packages": " ".join(packages), "files": " ".join(files)}
        rows.append(row)
    with (RESULTS / "slider_cells.csv").open("w", encoding="utf-8", newline="") as file:
        writer = csv.DictWriter(file, list(rows[0]), lineterminator="\n")
        writer.writeheader()
        writer.writerows(rows)
    print(f"{len(rows)} of {len(cells)} cells drawn")


if __name__ == "__main__":
    main(sys.argv[1])
