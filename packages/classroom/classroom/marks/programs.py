"""From a notebook that was handed in to the code that one exercise needs.

What counts is what a student sees: the answer as it stands at its check, after the cells above.
First only the statements run that the answer is built from, its own cells as a whole; where that
does not pass, all cells above do. Checks, solutions, votes and the installing cell never run.
"""

import ast
import functools
import json
import re
import stat
from dataclasses import dataclass

__all__ = ["Cell", "Submission", "everything", "needed", "read"]

LEFT_OUT = {"check", "solution", "install", "predict", "explain", "hint"}
FUNCTIONS = ast.FunctionDef | ast.AsyncFunctionDef | ast.Lambda
OF_THE_COURSE = {"check", "hint", "verdict", "vote", "earned", "print", "display"}
LARGEST = 2**26  # bytes of a notebook, with its outputs
LONGEST = 2**20  # letters of all its code: a chapter has 30,000, a million take up to a minute
MOST = 5000  # cells of code
MARKS = r"""
    ('{3}|"{3})(?:[^\\]|\\.?)*?(?:\1|\Z)  # a long text, also without an end
    | '(?:[^'\\\n]|\\.?)*'? | "(?:[^"\\\n]|\\.?)*"? | \#[^\n]*
    | \\\n[ \t]*[%!]? | [()\[\]{}] | ^[ \t]*[%!]
"""  # what tells where a statement begins; each part is read once, whatever it holds


@dataclass(frozen=True)
class Cell:
    """One code cell: its text and its tags."""

    source: str
    tags: frozenset = frozenset()

    @functools.cached_property
    def tree(self):
        """The statements of the cell; None where it is no Python."""
        try:
            return ast.parse(self.source)
        except (SyntaxError, ValueError, RecursionError, MemoryError):
            return None

    @functools.cached_property
    def facts(self):
        """What is asked about each statement of the cell: lines, names that call for it, needs."""
        statements = [] if self.tree is None else self.tree.body
        return [(lines_of(one), triggers(one), loads(one)) for one in statements]

    @functools.cached_property
    def binds(self):
        """The names that the cell gives a value to."""
        statements = [] if self.tree is None else self.tree.body
        return {name for one in statements for name in stores(one)}

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
        sign = re.compile(rf"^[ \t]*check\(\s*[\"']{re.escape(number)}[\"']", re.MULTILINE)
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
        found = path.lstat()
        if not stat.S_ISREG(found.st_mode):
            kind = "link" if stat.S_ISLNK(found.st_mode) else "folder, pipe or device"
            raise ValueError(f"{path.name} is a {kind}, not a file")
        if found.st_size > LARGEST:
            raise ValueError(f"{path.name} has more than {LARGEST >> 20} MB")
        texts = _texts(path)
    except OSError as error:
        raise ValueError(f"{path.name} cannot be read ({type(error).__name__})") from None
    if len(texts) > MOST:
        raise ValueError(f"{path.name} has more than {MOST} cells of code")
    if sum(len(source) for source, _ in texts) > LONGEST:
        raise ValueError(f"{path.name} has more than {LONGEST >> 20} million letters of code")
    return Submission(tuple(Cell(plain(source), tags) for source, tags in texts))


def _texts(path):
    """Return the source of each code cell as it stands in the file, and its tags."""
    try:
        cells = json.loads(path.read_text("utf-8-sig"))["cells"]
        return [_text(cell) for cell in cells if cell["cell_type"] == "code"]
    except (ValueError, LookupError, TypeError, AttributeError, RecursionError, MemoryError) as no:
        raise ValueError(f"{path.name} is no notebook ({type(no).__name__})") from None


def _text(cell):
    source = cell["source"]
    text = source if isinstance(source, str) else "".join(source)
    tags = (cell.get("metadata") or {}).get("tags")
    tags = tags if isinstance(tags, list) else []
    return text, frozenset(tag for tag in tags if isinstance(tag, str))


def plain(source):
    """Return a source with its lines for IPython (%time, !ls) as comments."""
    depth = 0

    def comment(found):
        nonlocal depth
        part = found[0]
        depth = max(depth + (part in "([{") - (part in ")]}"), 0)
        begins = not depth and part[-1] in "%!" and not part[:-1].strip(" \t")
        return f"{part[:-1]}pass  # {part[-1]}" if begins else part

    return re.sub(MARKS, comment, source, flags=re.MULTILINE | re.DOTALL | re.VERBOSE)


def everything(submission, number, name, others=()):
    """Return the sources of all cells above a check.

    Of the other exercises' cells only those that the answer needs.
    """
    wanted = set(needed_places(submission, number, name))
    above = submission.above(number)
    return [
        cell.source
        for place, cell in enumerate(above)
        if not cell.left_out and (place in wanted or not cell.binds & set(others) - {name})
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
    places, known, waiting, wanting, done = {}, {name, "*"}, [name, "*"], {}, set()
    for place, cell in enumerate(submission.above(number)):
        if cell.left_out:
            continue
        if name in cell.binds or (cell.tree is None and mentions(cell, name)):
            places[place] = None
            waiting += {need for _, _, needs in cell.facts for need in needs}
        for fact in cell.facts:
            for trigger in fact[1]:
                wanting.setdefault(trigger, []).append((place, fact))
    while waiting:
        for place, fact in wanting.pop(waiting.pop(), ()):
            if id(fact) in done:  # a statement that binds many names is asked for by each
                continue
            done.add(id(fact))
            lines, _, needs = fact
            if places.setdefault(place, set()) is not None:
                places[place].update(lines)
            waiting += needs - known
            known |= needs
    return dict(sorted(places.items()))


def mentions(cell, name):
    """Whether a name stands somewhere in a cell."""
    return re.search(rf"\b{re.escape(name)}\b", cell.source)


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
    waiting = [statement]
    while waiting:  # no recursion: a.b.c may have thousands of parts
        node = waiting.pop()
        yield node
        if not isinstance(node, FUNCTIONS):
            waiting += ast.iter_child_nodes(node)


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


def triggers(statement):
    """Return the names that a statement makes or may change; a star where it imports all."""
    found = stores(statement)
    if isinstance(statement, ast.Expr) and isinstance(statement.value, ast.Call):
        call = statement.value
        if root(call.func) not in OF_THE_COURSE:
            found |= {one.id for one in call.args if isinstance(one, ast.Name)}
            found |= {root(call.func)} if isinstance(call.func, ast.Attribute) else set()
    return found


def root(node):
    """Return the name that an expression such as a.b[c].d begins with."""
    while isinstance(node, ast.Attribute | ast.Subscript | ast.Call):
        node = node.func if isinstance(node, ast.Call) else node.value
    return node.id if isinstance(node, ast.Name) else ""
