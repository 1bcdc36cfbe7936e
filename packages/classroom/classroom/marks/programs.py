"""From a notebook that was handed in to the code that one exercise needs.

What counts is what a student sees: the answer as it stands at its check, after the cells above.
First only the statements run that the answer is built from, its own cells as a whole; where that
does not pass, all cells above do. Checks, solutions, votes and the installing cell never run.
"""

import ast
import json
import re
from dataclasses import dataclass

__all__ = ["Cell", "Submission", "everything", "needed", "read"]

LEFT_OUT = {"check", "solution", "install", "predict", "explain", "hint"}
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
OF_THE_COURSE = {"check", "hint", "verdict", "vote", "earned", "print", "display"}


@dataclass(frozen=True)
class Cell:
    """One code cell: its text and its tags."""

    source: str
    tags: frozenset = frozenset()

    @property
    def tree(self):
        """The statements of the cell; None where it is no Python."""
        try:
            return ast.parse(self.source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None

    @property
    def left_out(self):
        """Whether the cell is the course's, and never runs."""
        return bool(self.tags & LEFT_OUT) or re.match(r"\s*(check|hint|vote|earned)\(", self.source)


@dataclass(frozen=True)
class Submission:
    """The code cells of one notebook, in their order."""

    cells: tuple[Cell, ...]

    def above(self, number):
        """Return the cells above the check of an exercise; all where its check is gone."""
        sign = re.compile(rf"^\s*check\(\s*[\"']{re.escape(number)}[\"']", re.MULTILINE)
        for place, cell in enumerate(self.cells):
            if sign.search(cell.source):
                return self.cells[:place]
        return self.cells


def read(path):
    """Return the submission in a file.

    Raises
    ------
    ValueError
        For a file that is no notebook.
    """
    try:
        cells = json.loads(path.read_text("utf-8"))["cells"]
        found = [_cell(cell) for cell in cells if cell["cell_type"] == "code"]
    except (OSError, ValueError, TypeError, KeyError, AttributeError, RecursionError) as error:
        raise ValueError(f"{path.name} is no notebook ({type(error).__name__})") from None
    return Submission(tuple(found))


def _cell(cell):
    source = cell["source"]
    text = source if isinstance(source, str) else "".join(source)
    tags = cell.get("metadata", {}).get("tags", [])
    return Cell(plain(text), frozenset(tag for tag in tags if isinstance(tag, str)))


def plain(source):
    """Return a source with its lines for IPython (%time, !ls) as comments."""
    return re.sub(r"^(\s*)([%!])", r"\1pass  # \2", source, flags=re.MULTILINE)


def everything(submission, number, name, others=()):
    """Return the sources of all cells above a check.

    Of the other exercises' cells only those that the answer needs.
    """
    wanted = set(needed_places(submission, number, name))
    above = submission.above(number)
    return [
        cell.source
        for place, cell in enumerate(above)
        if not cell.left_out and (place in wanted or not binds(cell) & set(others) - {name})
    ]


def needed(submission, number, name):
    """Return the sources that an answer is built from; other statements are empty lines."""
    above = submission.above(number)
    return [
        kept(above[place], lines)
        for place, lines in needed_places(submission, number, name).items()
    ]


def needed_places(submission, number, name):
    """Return the lines that are needed of each cell, by its place; None for a whole cell."""
    above, places, names = submission.above(number), {}, {name}
    while True:
        before = len(names), sum(len(lines or ()) for lines in places.values()), len(places)
        for place, cell in enumerate(above):
            if not cell.left_out:
                _look(place, cell, name, names, places)
        if before == (len(names), sum(len(lines or ()) for lines in places.values()), len(places)):
            return dict(sorted(places.items()))


def _look(place, cell, name, names, places):
    """Add what one cell has of the names, and the names that this needs."""
    if cell.tree is None:
        if re.search(rf"\b{re.escape(name)}\b", cell.source):
            places[place] = None
        return
    whole = name in binds(cell)
    for statement in cell.tree.body:
        if whole or touches(statement, names):
            names |= loads(statement)
            if whole:
                places[place] = None
            else:
                places.setdefault(place, set()).update(lines_of(statement))


def kept(cell, lines):
    """Return the source of a cell with only these lines; the others are empty."""
    if lines is None:
        return cell.source
    texts = enumerate(cell.source.split("\n"), 1)
    return "\n".join(text if number in lines else "" for number, text in texts)


def lines_of(statement):
    """Return the numbers of the lines of a statement, decorators among them."""
    decorators = getattr(statement, "decorator_list", [])
    first = min([statement.lineno, *(one.lineno for one in decorators)])
    return range(first, statement.end_lineno + 1)


def loads(statement):
    """Return the names that a statement reads from outside of it."""
    found = set()
    for node in outer(statement):
        if isinstance(node, ast.Name):
            found.add(node.id)
        elif isinstance(node, FUNCTIONS):
            found |= loads_of_function(node)
    return found


def loads_of_function(function):
    """Return the names that a function reads and does not make itself."""
    nodes = [node for child in ast.iter_child_nodes(function) for node in ast.walk(child)]
    own = {node.arg for node in nodes if isinstance(node, ast.arg)}
    for node in nodes:
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            own.add(node.id)
    shared = {name for node in nodes if isinstance(node, ast.Global) for name in node.names}
    return {node.id for node in nodes if isinstance(node, ast.Name)} - (own - shared)


def outer(statement):
    """Yield the nodes of a statement that are not inside of a function."""
    yield statement
    if not isinstance(statement, FUNCTIONS):
        for child in ast.iter_child_nodes(statement):
            yield from outer(child)


def binds(cell):
    """Return the names that a cell gives a value to."""
    tree = cell.tree
    return set() if tree is None else {name for one in tree.body for name in stores(one)}


def stores(statement):
    """Return the names that a statement gives a value to, or changes a part of."""
    found = set()
    for node in outer(statement):
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            found.add(node.name)
        elif isinstance(node, ast.alias):
            found.add((node.asname or node.name).partition(".")[0])
        elif isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store | ast.Del):
            found.add(node.id)
        elif isinstance(node, ast.Attribute | ast.Subscript) and isinstance(node.ctx, ast.Store):
            found.add(root(node))
    return found


def touches(statement, names):
    """Whether a statement makes or may change one of the names."""
    if stores(statement) & {*names, "*"}:
        return True
    if not (isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call)):
        return False
    call = statement.value
    if root(call.func) in OF_THE_COURSE:
        return False
    handed = {one.id for one in call.args if isinstance(one, ast.Name)}
    receiver = root(call.func) if isinstance(call.func, ast.Attribute) else ""
    return bool({receiver, *handed} & names)


def root(node):
    """Return the name that an expression such as a.b[c].d begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
