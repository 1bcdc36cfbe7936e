"""`kernlab upgrade FILE...`: a notebook of the second edition gets the imports of the third.

Imports of `kernlab_helpers.lab` become those of `livepanels`, `classroom` and `kernlab_course`; the
pictures that knew kernels get their new names. What cannot be rewritten is named, cell by cell. A
second run finds nothing to do.
"""

import ast
import json
import os
import re
from dataclasses import dataclass, field
from pathlib import Path

__all__ = ["Upgrade", "upgrade"]

LAB = "kernlab_helpers.lab"
HOMES = {
    "classroom": "Verdict check exercises hint marks verdict vote votes",
    "kernlab_course": "answers bench ledger selfcheck",
    "livepanels": "Button Choice Pick Points Shape Slider Toggle Turn live panels pictures theme",
}
HOME = {name: home for home, names in HOMES.items() for name in names.split()}
RENAMED = {  # -> a name of kernlab_course
    f"{LAB}.pictures.KernelAndDistance": "KernelAndDistance",
    f"{LAB}.pictures.heatmaps.KernelAndDistance": "KernelAndDistance",
    f"{LAB}.Shape": "gaussian_shape",
    f"{LAB}.panels.Shape": "gaussian_shape",
}
MATRIX = f"{LAB}.pictures.Matrix"
WIDTH = 88  # characters of a line of imports


@dataclass
class Upgrade:
    """What was done to one notebook.

    Parameters
    ----------
    path : Path
        The notebook.
    rewritten : list of int
        The cells that are new, counted from 1.
    old : dict of int to list of str
        What other cells still use that is gone.
    kept : Path, optional
        Where the notebook stands as it was.
    """

    path: Path
    rewritten: list = field(default_factory=list)
    old: dict = field(default_factory=dict)
    kept: Path | None = None

    def __str__(self):
        """Say it, a line for the notebook and one for each cell to look at."""
        if self.rewritten:
            cells = ", ".join(map(str, self.rewritten))
            lines = [
                f"{self.path}: rewritten: cell {cells} (text cells counted, too)."
                f" As it was: {self.kept.name}."
            ]
        else:
            lines = [f"{self.path}: nothing to rewrite."]
        for cell, names in self.old.items():
            lines.append(f"  cell {cell} still uses {', '.join(names)}: look at it yourself")
        return "\n".join(lines)


def upgrade(path):
    """Rewrite a notebook file, and keep a copy beside it; return the `Upgrade`.

    Raises
    ------
    ValueError
        For what is no notebook.
    OSError
        For a file that cannot be read or written.
    """
    path = Path(path)
    if not path.is_file():
        raise ValueError(f"{path} is {'a folder' if path.is_dir() else 'not there'}, no notebook")
    try:
        notebook = json.loads(path.read_bytes())
        cells = notebook["cells"]
        sources = {
            number: source if isinstance(source := cell["source"], str) else "".join(source)
            for number, cell in enumerate(cells, 1)
            if cell["cell_type"] == "code"
        }
    except (ValueError, TypeError, KeyError) as error:
        raise ValueError(f"{path} is no notebook of today ({type(error).__name__})") from None
    done = Upgrade(path)
    new, done.old = rewritten(sources)
    for number, source in new.items():
        if source != sources[number]:
            done.rewritten.append(number)
            cells[number - 1]["source"] = source.splitlines(keepends=True)
    if done.rewritten:
        done.kept = keep(path)
        fresh = path.with_name(f"{path.name}.new")
        fresh.write_text(json.dumps(notebook, indent=1, ensure_ascii=False) + "\n", "utf-8")
        os.replace(fresh, path)
    return done


def keep(path):
    """Copy a notebook beside itself under a name that is free; return the copy."""
    for number in range(1, 1000):
        mark = "before-upgrade" if number == 1 else f"before-upgrade-{number}"
        copy = path.with_name(f"{path.stem}.{mark}{path.suffix}")
        try:
            with copy.open("xb") as file:
                file.write(path.read_bytes())
            return copy
        except FileExistsError:
            continue
    raise FileExistsError(f"{path} has been kept a thousand times")


def rewritten(sources):
    """Return the new sources of code cells by number, and what they still use that is gone."""
    trees = {number: parsed(source) for number, source in sources.items()}
    known, there = {}, set()
    for tree in filter(None, trees.values()):
        for statement in ast.walk(tree):
            known |= names_of_lab(statement)
            there |= names_of_course(statement)
    cells = {number: Cell(tree, known) for number, tree in trees.items() if tree is not None}
    of_course = {name for cell in cells.values() for name in cell.needed} - {*HOMES} - there
    first = first_import(trees)
    new = dict(sources)
    for number, cell in cells.items():
        edits = list(cell.edits)
        for statement in imports(trees[number]):
            lines = new_imports(statement, of_course if statement is first else set())
            if lines is not None:
                edits.append((statement, lines))
        above = [f"import {name}" for name in sorted(cell.needed & {*HOMES})]
        if first is None and of_course & cell.needed:
            above.append(import_line("kernlab_course", of_course & cell.needed))
        magic, text = re.match(
            r"(%%[^\n]*\n)?(.*)", edited(sources[number], edits), re.DOTALL
        ).groups()
        text = (magic or "") + "\n".join([*above, text])
        new[number] = text if parsed(text) is not None else sources[number]
    old = {
        number: [*([LAB] if of_lab(source) else []), *getattr(cells.get(number), "old", ())]
        for number, source in new.items()
    }
    return new, {number: names for number, names in old.items() if names}


def parsed(source):
    """Return the statements of a cell, its lines for IPython aside; None where it is no Python."""
    try:
        return ast.parse(re.sub(r"^(\s*)[%!].*$", r"\1pass", source, flags=re.MULTILINE))
    except (SyntaxError, ValueError):
        return None


def imports(tree):
    """Return the imports of a cell."""
    return [node for node in ast.walk(tree) if isinstance(node, ast.Import | ast.ImportFrom)]


def names_of_lab(statement):
    """Return what an import binds of the old package: name -> what it stands for."""
    found = {}
    if isinstance(statement, ast.Import):
        for alias in statement.names:
            if alias.name == "kernlab_helpers" or alias.name.startswith(LAB):
                whole = alias.name if alias.asname else "kernlab_helpers"
                found[alias.asname or "kernlab_helpers"] = whole
    elif isinstance(statement, ast.ImportFrom):
        module = statement.module or ""
        for alias in statement.names:
            name = alias.asname or alias.name
            if module.startswith(LAB) or (module, alias.name) == ("kernlab_helpers", "lab"):
                found[name] = f"{module}.{alias.name}"
            elif (module, alias.name) == ("livepanels", "pictures"):
                found[name] = f"{LAB}.pictures"
    return found


def names_of_course(statement):
    """Return the names that an import takes from `kernlab_course` already."""
    if isinstance(statement, ast.ImportFrom) and statement.module == "kernlab_course":
        return {alias.name for alias in statement.names}
    return set()


def first_import(trees):
    """Return the first import that new names can stand beside."""
    for tree in filter(None, trees.values()):
        for statement in imports(tree):
            names = names_of_lab(statement)
            if isinstance(statement, ast.ImportFrom) and names:
                return statement
    return None


class Cell(ast.NodeVisitor):
    """The edits of one cell but for its imports: pairs of a node and its new text."""

    def __init__(self, tree, known):
        self.known = known
        self.edits, self.needed, self.old = [], set(), []
        self.visit(tree)

    def path(self, node):
        """Return what a name with its attributes stands for, "" for what is not of the package."""
        if isinstance(node, ast.Name):
            return self.known.get(node.id, "")
        if isinstance(node, ast.Attribute):
            before = self.path(node.value)
            return f"{before}.{node.attr}" if before else ""
        return ""

    def visit_Call(self, node):
        """Turn a matrix that is a kernel's into a KernelMatrix."""
        flag = next((one for one in node.keywords if one.arg == "kernel"), None)
        if flag is None or self.path(node.func) != MATRIX:
            self.generic_visit(node)
        elif isinstance(flag.value, ast.Constant):
            self.edits.append((flag, None))
            if flag.value.value:
                self.rename(node.func, "KernelMatrix")
            for part in (*node.args, *(one for one in node.keywords if one is not flag)):
                self.visit(part)
        else:
            self.old.append("pictures.Matrix(kernel=...)")

    def visit_Attribute(self, node):
        """Write what stands behind `kernlab_helpers.lab.` under its new name."""
        path = self.path(node)
        if path in RENAMED:
            self.rename(node, RENAMED[path])
        elif path.startswith(f"{LAB}.") and self.through_lab(node):
            name, *more = path.removeprefix(f"{LAB}.").split(".")
            if name == "pictures" and more and not is_picture(more[0]):
                self.old.append(f"pictures.{more[0]}")
            elif name in HOME:
                self.needed.add(HOME[name])
                self.edits.append((node, ".".join([HOME[name], name, *more])))
        elif path.startswith(f"{LAB}.pictures.") and not is_picture(path.split(".")[3]):
            self.old.append(path.removeprefix(f"{LAB}."))
        else:
            self.generic_visit(node)

    def visit_Name(self, node):
        """Rename what an import has bound."""
        if isinstance(node.ctx, ast.Load) and self.path(node) in RENAMED:
            self.rename(node, RENAMED[self.path(node)])

    def through_lab(self, node):
        """Whether the path is written with `lab` in it, not with a name that was imported."""
        while isinstance(node, ast.Attribute):
            node = node.value
        return self.path(node) in ("kernlab_helpers", LAB)

    def rename(self, node, name):
        """Write a name of `kernlab_course`."""
        self.edits.append((node, name))
        self.needed.add(name)


def is_picture(name):
    """Whether `livepanels.pictures` still has a picture of this name."""
    from livepanels import pictures

    return hasattr(pictures, name)


def new_imports(statement, of_course):
    """Return the lines that stand for an import; None where it stays."""
    if isinstance(statement, ast.Import):
        return without_lab(statement)
    module, wanted = statement.module or "", {}
    of_helpers = module == "kernlab_helpers" and any(one.name == "lab" for one in statement.names)
    if of_helpers or module == LAB or module.startswith(f"{LAB}."):
        for alias in statement.names:
            if of_helpers:
                if alias.name != "lab":
                    wanted.setdefault(module, set()).add(written(alias))
            elif alias.name == "*":
                for home in ("classroom", "livepanels"):
                    wanted.setdefault(home, set()).add("*")
            elif f"{module}.{alias.name}" not in RENAMED:
                part = module.removeprefix(LAB).removeprefix(".")
                home = HOME.get((part or alias.name).partition(".")[0])
                if home is None:
                    return None  # nobody knows it: it is named among what is old
                place = f"{home}.{part}" if part else home
                wanted.setdefault(place, set()).add(written(alias))
    elif not of_course:
        return None
    else:
        wanted[module] = {written(alias) for alias in statement.names}
    if of_course:
        wanted.setdefault("kernlab_course", set()).update(of_course)
    return [import_line(place, names) for place, names in sorted(wanted.items())]


def without_lab(statement):
    """Return an `import` without the modules that are gone; None where it has none."""
    left = [one for one in statement.names if not one.name.startswith(LAB)]
    if len(left) == len(statement.names):
        return None
    if any(one.name.startswith(LAB) and not one.asname for one in statement.names):
        left = left or [ast.alias("kernlab_helpers")]  # the name that `import a.b` binds
    return [f"import {written(one)}" for one in left]


def written(alias):
    """Return an imported name as it stands in an import."""
    return f"{alias.name} as {alias.asname}" if alias.asname else alias.name


def import_line(place, names):
    """Return an import of names, on one line or with one line each."""
    names = sorted(names)
    line = f"from {place} import {', '.join(names)}"
    if len(line) <= WIDTH:
        return line
    return f"from {place} import (\n" + "".join(f"    {name},\n" for name in names) + ")"


def edited(source, edits):
    """Return a source with new texts for nodes; lines stand for a statement, None takes it away."""
    lines = source.encode().splitlines(keepends=True)
    starts = [0]
    for line in lines:
        starts.append(starts[-1] + len(line))
    text = source.encode()
    for node, new in sorted(edits, key=lambda edit: (edit[0].lineno, edit[0].col_offset))[::-1]:
        begin = starts[node.lineno - 1] + node.col_offset
        end = starts[node.end_lineno - 1] + node.end_col_offset
        if new is None:  # an argument, with the comma before or behind it
            before, after = text[:begin].rstrip(), text[end:]
            if before.endswith(b","):
                text = before[:-1] + after
            else:
                text = text[:begin] + after.lstrip().removeprefix(b",").lstrip()
        elif isinstance(new, list):
            there = statement_text(text[:begin], text[end:], new)
            text = text[:begin] + there + text[end:].removeprefix(b"" if there else b"\n")
        else:
            text = text[:begin] + new.encode() + text[end:]
    return text.decode()


def statement_text(before, after, lines):
    """Return lines as deep as the statement that they stand for; `pass` where there are none."""
    lead = before.rpartition(b"\n")[2]
    lines = lines or (["pass"] if lead else [])
    if lead.strip() or re.match(rb"[ \t]*;", after):
        return "; ".join(" ".join(line.split()) for line in lines).encode()
    indent = lead.decode()
    return f"\n{indent}".join("\n".join(lines).split("\n")).encode()


def of_lab(source):
    """Whether a source still speaks of the old package, its comments aside."""
    code = re.sub(r"#.*", "", source)
    return bool(re.search(r"\bkernlab_helpers\.lab\b|\bkernlab_helpers import .*\blab\b", code))
