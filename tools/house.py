"""Measure the house: lines of code, who imports whom, floors, circles.

    python3 run.py count

A line of code is a line that is no docstring, comment or blank line. A room is a package or a
folder of the top level; inside a package, a module or a folder. An arrow is a room that imports
another, wherever in its files, and it goes back up where HOUSE or FLOORS does not allow it. A
room's floor is one above the highest that it imports. A circle is a set of files, or of rooms, that
import one another.
"""

import ast
import io
import re
import tokenize
from functools import cache
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
HOUSE = {  # each room of the top level: the rooms that it may import
    "kernlab_helpers": (),
    "packages/livepanels/livepanels": (),
    "packages/classroom/classroom": ("livepanels",),
    "packages/kernlab_course/kernlab_course": ("kernlab_helpers", "livepanels", "classroom"),
    "run.py": (),
    "tools": ("kernlab_helpers", "livepanels", "classroom", "kernlab_course", "run.py"),
    "benchmarks": ("kernlab_helpers", "livepanels", "classroom", "kernlab_course", "tools"),
    "deploy": (),
}
FLOORS = {  # inside a package, from the ground up: an import leads down, or from _one to _another
    "kernlab_helpers": (
        {"_checks", "_chunks", "_spectrum", "_neighbors", "_estimators"},
        {"features", "kernels", "gram", "psd", "scores", "datasets", "workers"},
        {"mercer", "normalization", "witnesses", "homogeneous", "gaussians"},
        {"clustering", "minkowski"},
        {"__init__", "lab"},
    ),
    "livepanels": (
        {"front", "pictures", "server"},
        {"panels", "pyplot"},
        {"__init__", "recording", "command"},
    ),
}
NO_CODE = {tokenize.COMMENT, tokenize.NL, tokenize.NEWLINE, tokenize.INDENT, tokenize.DEDENT}
NO_CODE.add(tokenize.ENDMARKER)


@cache
def files():
    """Return {file: folder of HOUSE that holds it}, for every file of code."""
    found = {}
    for top in map(ROOT.joinpath, HOUSE):
        paths = [top] if top.is_file() else sorted(top.rglob("*"))
        kinds = (".py", ".pyi", ".js", ".mjs", ".css")
        found |= {path: top for path in paths if path.suffix in kinds and path.is_file()}
    return {path: top for path, top in found.items() if "node_modules" not in path.parts}


def package_of(path):
    """Return the room of the top level in which a file stands: a package, a folder, or run.py."""
    return files()[path].name


def part_of(path):
    """Return the room inside its package: the module, or the folder for everything inside it."""
    inside = path.relative_to(files()[path]).parts
    return Path(inside[0]).stem if inside else path.name


def code_lines(path):
    """Return how many lines of code a file has: Python by its tokens, the others by their text."""
    text = path.read_text("utf-8")
    if not path.suffix.startswith(".py"):
        text = re.sub(r"^\s*/\*.*?\*/", "", text, flags=re.MULTILINE | re.DOTALL)
        return sum(bool(line.strip()) and line.strip()[:2] != "//" for line in text.splitlines())
    lines = set()
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        if token.type not in NO_CODE:
            lines |= set(range(token.start[0], token.end[0] + 1))
    for node in ast.walk(ast.parse(text)):
        documented = isinstance(node, (ast.Module, ast.ClassDef, ast.FunctionDef))
        if documented and ast.get_docstring(node) is not None:
            lines -= set(range(node.body[0].lineno, node.body[0].end_lineno + 1))
    return len(lines)


@cache
def modules():
    """Return {dotted name: file} of all Python modules; a package's name leads to its __init__."""
    found = {}
    for path, top in files().items():
        if path.suffix == ".py":
            parts = path.relative_to(top.parent).with_suffix("").parts
            found[".".join(parts).removesuffix(".__init__")] = path
    return found


def imported(path):
    """Return the files of the house that a file imports, at its head or inside its functions."""
    text = path.read_text("utf-8")
    if path.suffix != ".py":
        steps = re.findall(r"""(?:\bfrom|\bimport\(?)\s*["'](\.[^"']+)["']""", text)
        return {(path.parent / step).resolve() for step in steps} & set(files()) - {path}
    home = path.relative_to(files()[path].parent).with_suffix("").parts[:-1]
    names = set()
    for node in ast.walk(ast.parse(text)):
        if isinstance(node, ast.Import):
            names |= {(alias.name,) for alias in node.names}
        elif isinstance(node, ast.ImportFrom):
            base = home[: len(home) - node.level + 1] if node.level else ()
            start = ".".join([*base, *filter(None, [node.module])])
            names |= {(f"{start}.{alias.name}", start) for alias in node.names}  # module, or a name
    if not (path.parent / "__init__.py").exists():  # a script finds what stands beside it
        names |= {(".".join([*home, name]),) for choices in names for name in choices}
    leads = (next(filter(modules().get, choices), "") for choices in names)
    return {modules()[name] for name in leads if name} - {path}


@cache
def imports():
    """Return {file: files that it imports}."""
    return {path: imported(path) for path in files()}


def fold(graph, room_of):
    """Return the graph of rooms, {room: rooms that it imports}, from that of their files."""
    rooms = {room_of(path): set() for path in graph}
    for path, others in graph.items():
        rooms[room_of(path)] |= {room_of(other) for other in others} - {room_of(path)}
    return rooms


def inside(package):
    """Return the graph of the files of one package, its own imports only."""
    own = {path for path in imports() if package_of(path) == package}
    return {path: imports()[path] & own for path in own}


def reach(graph, start):
    """Return everything to which arrows lead from a room, in any number of steps."""
    found, ahead = set(), list(graph[start])
    while ahead:
        if (room := ahead.pop()) not in found:
            found.add(room)
            ahead += graph[room]
    return found


def circles(graph):
    """Return the sets of rooms that import one another."""
    ahead = {room: reach(graph, room) for room in graph}
    found = {frozenset(b for b in ahead[a] if a in ahead[b]) for a in graph if a in ahead[a]}
    return sorted(found, key=sorted)


def heights(graph):
    """Return {room: floor}, from 1 for what imports nothing; a circle is on one floor."""
    ahead = {room: reach(graph, room) for room in graph}
    below = {a: {b for b in ahead[a] if a not in ahead[b]} for a in graph}
    found = {}
    for room in sorted(graph, key=lambda room: len(below[room])):
        found[room] = 1 + max((found[other] for other in below[room]), default=0)
    return found


def back_up(graph, package=None):
    """Return the arrows that HOUSE, or inside a package FLOORS, does not allow."""
    arrows = [(room, other) for room in sorted(graph) for other in sorted(graph[room])]
    if package is None:
        may = {Path(folder).name: allowed for folder, allowed in HOUSE.items()}
        return [(room, other) for room, other in arrows if other not in may[room]]
    floor = {room: at for at, rooms in enumerate(FLOORS.get(package, ())) for room in rooms}
    strict = [(a, b) for a, b in arrows if a in floor and b in floor and not a[0] == b[0] == "_"]
    return [(room, other) for room, other in strict if floor[other] >= floor[room]]


def report():
    """Return what `run.py count` prints."""
    packages = [Path(folder).name for folder in HOUSE]
    lines = ["lines of code", ""]
    for name in packages:
        own = [path for path in files() if package_of(path) == name]
        lines.append(f"{sum(map(code_lines, own)):8,}  {name} ({len(own)} files)")
    lines += ["", f"{'':24}rooms floors arrows back up circles"]
    house = fold(imports(), package_of)
    tables = {"the house": (house, back_up(house))}
    for name in packages:
        if (parts := fold(inside(name), part_of)).keys() - {name}:
            tables[name] = parts, back_up(parts, name)
    for name, (graph, up) in tables.items():
        arrows, floors = sum(map(len, graph.values())), max(heights(graph).values())
        row = (len(graph), floors, arrows, len(up), len(circles(graph)))
        lines.append(
            f"{name:24}" + "".join(f"{n:{w}}" for n, w in zip(row, (5, 7, 7, 8, 8), strict=True))
        )
        lines += [f"    {room} imports {other}" for room, other in up]
        lines += ["    circle: " + ", ".join(sorted(circle)) for circle in circles(graph)]
    lines += ["", f"circles of files: {len(circles(imports()))}"]
    for circle in circles(imports()):
        lines.append("    " + ", ".join(sorted(str(path.relative_to(ROOT)) for path in circle)))
    lines += ["", "who imports whom"]
    lines += [f"    {room}: {', '.join(sorted(house[room])) or 'nothing'}" for room in packages]
    readme = Path(__file__).parents[1].joinpath("README.md").read_bytes()
    lines += ["", f"README.md: {len(readme.splitlines())} lines, {len(readme):,} bytes"]
    return "\n".join(lines)


if __name__ == "__main__":
    print(report())
