"""No name that a panel uses is bound again below it: moved later, it would use another thing.

The function of a panel looks its names up when it is called, long after the chapter has run to its
end. What it uses, also through functions of the chapter, is therefore bound once, or at least last
above the panel.
"""

import ast
from pathlib import Path

import pytest

from tools import notebooks

CHAPTERS = sorted((Path(__file__).resolve().parents[1] / "notebooks").glob("*.ipynb"))


def bound(tree):
    """Return the names that a cell binds for the whole chapter; an import again changes none."""
    names = set()
    for node in outside_functions(tree):
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store):
            names.add(node.id)
        elif isinstance(node, ast.FunctionDef | ast.ClassDef):
            names.add(node.name)
    return names


def outside_functions(tree):
    """Yield the nodes of a cell that do not lie in a function or a comprehension."""
    inner = (ast.Lambda, ast.ListComp, ast.SetComp, ast.DictComp, ast.GeneratorExp)
    todo = [tree]
    while todo:
        node = todo.pop()
        yield node
        if isinstance(node, ast.FunctionDef | ast.ClassDef):
            continue
        todo += [child for child in ast.iter_child_nodes(node) if not isinstance(child, inner)]


def used(function):
    """Return the names that a function looks up in the chapter when it is called."""
    inside = {arg.arg for node in ast.walk(function) for arg in arguments(node)}
    inside |= {
        node.id
        for node in ast.walk(function)
        if isinstance(node, ast.Name) and isinstance(node.ctx, ast.Store)
    }
    read = {node.id for part in function.body for node in ast.walk(part) if is_read(node)}
    return read - inside


def arguments(node):
    """Return the parameters of a function."""
    if not isinstance(node, ast.FunctionDef | ast.Lambda):
        return []
    args = node.args
    extra = [arg for arg in (args.vararg, args.kwarg) if arg]
    return [*args.posonlyargs, *args.args, *args.kwonlyargs, *extra]


def is_read(node):
    return isinstance(node, ast.Name) and isinstance(node.ctx, ast.Load)


def is_panel(node):
    """Whether a statement is the function of a panel."""
    calls = getattr(node, "decorator_list", [])
    return any(
        isinstance(call, ast.Call) and getattr(call.func, "id", "") == "live" for call in calls
    )


def rebound(nb):
    """Yield what a panel uses and a later cell binds again, in words."""
    cells = [(cell.id, ast.parse(cell.source)) for cell in nb.cells if cell.cell_type == "code"]
    functions = {}  # those of the chapter, as they are at its end
    for _, tree in cells:
        functions |= {n.name: n for n in tree.body if isinstance(n, ast.FunctionDef)}
    for i, (place, tree) in enumerate(cells):
        for panel in filter(is_panel, tree.body):
            needs = everything(panel, functions)
            for later, below in cells[i + 1 :]:
                for name in sorted(needs & bound(below)):
                    yield f"{place}: {name}, which the panel uses, is bound again in {later}"


def everything(panel, functions):
    """Return the names that a panel uses, and those that the functions it calls use."""
    needs, new = set(), used(panel)
    while new:
        needs |= new
        called = [functions[name] for name in new if name in functions]
        new = set().union(*map(used, called)) - needs
    return needs


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_no_panel_loses_its_names(path):
    assert list(rebound(notebooks.read(path))) == []


# The lint bites -----------------------------------------------------------------------------------

PANEL = """
def helper(x):
    return x * factor

@live(t=Slider("t", 0, 1))
def panel(t):
    shown = [k for k in range(3)]
    view.show(helper(t), shown)
"""


def chapter(*sources):
    import nbformat.v4 as v4

    return v4.new_notebook(cells=[v4.new_code_cell(source) for source in sources])


@pytest.mark.parametrize(
    "later", ["view = 3", "for factor in range(3): pass", "def helper(x): ...", "a, (view, b) = c"]
)
def test_a_name_bound_again_is_found(later):
    assert len(list(rebound(chapter("view = factor = 1", PANEL, later)))) == 1


@pytest.mark.parametrize(
    "later",
    ["shown = k = t = 1", "def other():\n    view = 2", "[view for view in range(3)]", "view"],
)
def test_names_of_its_own_are_not_found(later):
    assert list(rebound(chapter("view = factor = 1", PANEL, later))) == []


def test_what_is_bound_above_may_be_bound_twice():
    assert list(rebound(chapter("view = 1", "view = factor = 2", PANEL))) == []
