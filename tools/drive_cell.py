"""Run one slider cell of a stranger, and say what came: `python -P drive_cell.py PROGRAM WAY`.

Runs where `try_slider_cells` has walled it in. WAY is "live", with livepanels, or "original", with
ipywidgets and matplotlib. Every control is driven to its start, its ends and a middle value. What
came is written to came.json: panels, answers, pixels, error.
"""

import ast
import contextlib
import json
import sys
import warnings
from pathlib import Path

import matplotlib as mpl
from IPython.core.interactiveshell import InteractiveShell
from traitlets.config import Config

PLAIN = Config({"HistoryManager": {"enabled": False}, "InteractiveShell": {"colors": "nocolor"}})


def run(program):
    """Execute a program as a notebook would: in a shell, magics and all, with Agg."""
    mpl.use("Agg")
    sys.path.insert(0, "")
    shell = InteractiveShell.instance(config=PLAIN)
    shell.enable_gui = lambda *_: None
    shell.get_parent = dict  # no request of a page is under way
    cell, failed = False, []
    for statement in ast.parse(Path(program).read_text("utf-8")).body:
        code = compile(ast.Module([statement], []), program, "exec")
        cell |= ast.unparse(statement) == repr("the cell")
        try:
            exec(code, shell.user_ns)
        except Exception as error:
            failed.append(error)
            if cell:
                raise failed[0] if isinstance(error, NameError) else error from None


def places(control):
    """Return the values of a live control to which it is driven."""
    if hasattr(control, "steps"):
        return [*control.ends(), control.at(control.steps // 2)]
    return control.edges()


def live():
    """Drive all panels; return what came."""
    from livepanels import live as door
    from livepanels.panels.sending import full_message
    from livepanels.pictures.axes import Base

    answers, pixels, told, empty = 0, False, set(), set()
    for panel in door.panels():
        settings = [panel.values]
        settings += [{**panel.values, n: v} for n, c in panel.controls.items() for v in places(c)]
        for values in settings:
            answer, answers = panel.answer_to(values), answers + 1
            if answer.error:
                return {"error": answer.error, "at": panel.settings_of(values)}
            full_message(answer)
            by_pixels = any(p.original is panel.by_pixels for p in answer.pictures)
            drawn = any(p.s.marks for p in answer.pictures if isinstance(p, Base))
            if not (by_pixels or drawn):
                empty.add(panel.settings_of(values))
            pixels |= by_pixels
        told |= set(panel.told())
    found = {"panels": len(door.panels()), "answers": answers, "pixels": pixels}
    error = ("an empty picture" if empty else "") if answers else "no panel is made"
    return found | {"told": sorted(told), "error": error, "empty": len(empty)}


def original(empty):
    """Drive all widgets that ipywidgets has made; return what came."""
    from ipywidgets.widgets.widget import _instances

    for widget in list(_instances.values()):
        with contextlib.suppress(AttributeError):
            start = widget.value
            if hasattr(widget, "options"):
                values = [value for _, value in widget._options_full][:6]
                values = [] if isinstance(start, tuple) else values
            else:
                values = [widget.min, widget.max, type(start)((widget.min + widget.max) / 2)]
            for value in [*values, start]:
                widget.value = value
    return {"error": "", "empty": len(empty)}


def loud(empty):
    """Let errors in the functions of ipywidgets be raised; note where nothing is drawn."""
    import ipywidgets
    from matplotlib import pyplot

    def update(self, *_):
        values = {w._kwarg: w.get_interact_value() for w in self.kwargs_widgets}
        outside = pyplot.get_fignums()
        self.result = self.f(**values)
        numbers = pyplot.get_fignums()
        if not any(axes.has_data() for n in numbers for axes in pyplot.figure(n).axes):
            empty.add(repr(values))
        for number in set(numbers) - set(outside):
            pyplot.close(number)

    ipywidgets.interactive.update = update
    ipywidgets.Output.__exit__ = lambda *_: False


def main(program, way):
    """Write what came of a program."""
    home = Path.cwd()
    warnings.simplefilter("ignore")
    empty = set()  # where the original draws nothing
    if way == "original":
        loud(empty)
    try:
        with contextlib.redirect_stdout(sys.stderr):
            run(program)
            found = live() if way == "live" else original(empty)
    except BaseException as error:  # a stranger's program may end in whatever way it likes
        found = {"error": f"{type(error).__name__}: {error}"}
    (home / "came.json").write_text(json.dumps(found), "utf-8")


if __name__ == "__main__":
    import matplotlib.pyplot

    main(*sys.argv[1:])
