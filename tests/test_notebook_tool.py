"""The notebook tool on small notebooks: canonical form, differences, execution, command line."""

import base64
import copy
import io
import json
import sys

import matplotlib.image
import nbformat
import nbformat.v4 as v4
import numpy as np
import pytest

from tools import notebooks
from tools.notebooks import WIDGET_VIEW, NotebookError, canonical, differences, main


def save(path, *cells, text=None):
    path.write_text(text or notebooks.dumps(v4.new_notebook(cells=list(cells))), encoding="utf-8")
    return path


def ran(source, *outputs):
    return v4.new_code_cell(source, execution_count=7, outputs=list(outputs))


def stream(text, name="stdout"):
    return v4.new_output("stream", name=name, text=text)


def png(array):
    file = io.BytesIO()
    matplotlib.image.imsave(file, array, format="png")
    return base64.b64encode(file.getvalue()).decode()


def picture(array, alt="a map"):
    data = {"text/plain": "rank 3", "image/png": png(array) + "\n", WIDGET_VIEW: {"model_id": "1"}}
    return v4.new_output("display_data", data, metadata={"image/png": {"alt": alt, "date": "now"}})


@pytest.fixture
def messy():
    """Give a notebook with everything that does not belong into git."""
    cell = ran(
        "show()",
        stream("a\n"),
        stream("b\n"),
        picture(np.zeros((2, 3, 3))),
        v4.new_output("execute_result", {"text/plain": "7"}, execution_count=7),
    )
    cell.metadata = nbformat.from_dict(
        {
            "tags": ["check", "check"],
            "collapsed": True,
            "editable": True,
            "execution": {"iopub.status.busy": "2020-01-01"},
            "jupyter": {"source_hidden": True, "outputs_hidden": False},
            "slideshow": {"slide_type": "slide", "other": 1},
        }
    )
    nb = v4.new_notebook()
    nb.cells = [v4.new_markdown_cell("# T"), cell, v4.new_code_cell("later()")]
    nb.metadata = nbformat.from_dict({"widgets": {"state": {}}, "language_info": {"version": "3"}})
    return nb


def test_canonical_keeps_only_what_belongs_into_git(messy):
    nb = canonical(messy)
    _, cell, later = nb.cells
    assert nb.metadata == notebooks.METADATA
    assert cell.metadata == {
        "tags": ["check"],
        "jupyter": {"source_hidden": True},
        "slideshow": {"slide_type": "slide"},
    }
    assert (cell.execution_count, later.execution_count) == (1, None)
    assert [output.output_type for output in cell.outputs] == [
        "stream",
        "display_data",
        "execute_result",
    ]
    assert cell.outputs[0].text == "a\nb\n"
    assert set(cell.outputs[1].data) == {"text/plain", "image/png"}
    assert cell.outputs[1].metadata == {"image/png": {"alt": "a map"}}
    assert cell.outputs[2].execution_count == 1
    nbformat.validate(nb)


def test_canonical_is_a_projection_and_does_not_touch_its_input(messy):
    before = copy.deepcopy(messy)
    once = canonical(messy)
    assert messy == before
    assert notebooks.dumps(canonical(once)) == notebooks.dumps(once)


def test_streams_are_merged_only_with_their_neighbors():
    outputs = [stream("a\n"), stream("w\n", "stderr"), stream("b\n"), stream("c")]
    cell = canonical(v4.new_notebook(cells=[ran("f()", *outputs)])).cells[0]
    assert [(o.name, o.text) for o in cell.outputs] == [
        ("stdout", "a\n"),
        ("stderr", "w\n"),
        ("stdout", "b\nc"),
    ]


def test_editable_false_stays():
    cell = v4.new_markdown_cell("fixed", metadata={"editable": False})
    assert canonical(v4.new_notebook(cells=[cell])).cells[0].metadata == {"editable": False}


def ids(sources, given=None):
    cells = [v4.new_markdown_cell(source) for source in sources]
    for cell, name in zip(cells, given or [None] * len(cells), strict=True):
        cell.pop("id")
        cell |= {} if name is None else {"id": name}
    nb = v4.new_notebook()
    nb.cells = cells
    return [cell.id for cell in canonical(nb, stem="02").cells]


def test_ids_are_kept_if_valid_and_unique():
    found = ids(["a", "b", "c", "d"], ["good-1", "good-1", "not valid", "x" * 65])
    assert found[0] == "good-1"
    assert len(set(found)) == 4
    assert all(name.startswith("02-") for name in found[1:])


def test_made_ids_come_from_the_source_not_from_the_place():
    a, b, again = ids(["a", "b", "a"])
    assert again == f"{a}-2"
    assert ids(["new", "a", "b", "a"])[1:] == [a, b, again]


def test_file_form(tmp_path, messy):
    text = notebooks.dumps(canonical(messy))
    assert text.endswith("}\n") and not text.endswith("\n\n")
    assert text.startswith('{\n "cells": [\n  {\n   "cell_type"')
    path = save(tmp_path / "a.ipynb", text=text)
    assert notebooks.dumps(notebooks.read(path)) == text
    raw = json.loads(text)["cells"][1]
    assert raw["outputs"][0]["text"] == ["a\n", "b\n"] and raw["source"] == ["show()"]


def test_an_inserted_cell_changes_only_its_own_lines(messy):
    old = notebooks.dumps(canonical(messy)).splitlines()
    messy.cells.insert(1, ran("x = 1"))
    new = notebooks.dumps(canonical(messy)).splitlines()
    same = [line for line in new if line in old]
    assert len(new) - len(old) == 10 and len(same) >= len(old)


def test_deviations_name_cell_and_part(tmp_path, messy):
    path = save(tmp_path / "02_a.ipynb", text=notebooks.dumps(messy))
    assert notebooks.deviations(path) == [
        "cell 2 (show()): not canonical: execution_count, metadata, outputs"
    ]
    good = notebooks.dumps(canonical(messy))
    assert notebooks.deviations(save(path, text=good)) == []
    for other in (
        good[:-1],
        good.replace("\n ", "\n  "),
        good.replace('"name": "python"', '"a": 1'),
    ):
        assert ["indent" in line for line in notebooks.deviations(save(path, text=other))] == [True]


@pytest.mark.parametrize("text", ["", "{", "[]", "{}", '{"cells": 3, "nbformat": 4}', '{"a": 1}'])
def test_a_file_that_is_no_notebook(tmp_path, text):
    path = tmp_path / "bad.ipynb"
    path.write_text(text)
    with pytest.raises(NotebookError, match=r"bad\.ipynb is not a notebook of format 4"):
        notebooks.read(path)


# Differences


def compare(old, new):
    pair = [v4.new_notebook(cells=[cell]) for cell in (old, new)]
    return "\n".join(differences(*pair))


def test_equal_outputs_have_no_difference():
    zero, one = np.zeros((2, 3, 3)), np.ones((2, 3, 3))
    assert compare(ran("f()", picture(zero)), ran("f()", picture(one))) == ""
    assert compare(ran("f()", stream("a\nb\n")), ran("f()", stream("a\n"), stream("b\n"))) == ""


@pytest.mark.parametrize(
    ("old", "new", "words"),
    [
        ([stream("a\n41\n")], [stream("a\n42\n")], ["stored stdout: 41", "fresh  stdout: 42"]),
        ([], [stream("42\n")], ["fresh  stdout: 42"]),
        ([stream("42\n")], [], ["stored stdout: 42"]),
        ([stream("42\n")], [stream("42\n", "stderr")], ["fresh  stderr: 42"]),
        ([stream("42")], [stream("42\n")], ["fresh  stdout: "]),
        (
            [v4.new_output("display_data", {"text/plain": "rank 3"})],
            [picture(np.zeros((1, 1, 3)))],
            ["fresh  image/png", "fresh  image/png alt: a map"],
        ),
        (
            [picture(np.zeros((1, 1, 3)), alt="rank 2")],
            [picture(np.zeros((1, 1, 3)), alt="rank 3")],
            ["stored image/png alt: rank 2", "fresh  image/png alt: rank 3"],
        ),
        (
            [v4.new_output("display_data", {"text/html": "<b>1</b>"})],
            [v4.new_output("display_data", {"text/html": "<b>2</b>"})],
            ["stored text/html: <b>1</b>"],
        ),
    ],
)
def test_differences_show_both_sides(old, new, words):
    said = compare(ran("\nf(x)\ng(x)", *old), ran("\nf(x)\ng(x)", *new))
    assert said.startswith("cell 1 (f(x)): outputs differ")
    assert all(word in said for word in words), said
    assert "stdout: a" not in said  # equal lines are not repeated


def test_an_unexecuted_cell_is_a_difference():
    assert "never executed" in compare(v4.new_code_cell("f()"), ran("f()"))


def test_only_runs_of_the_same_cells_are_compared():
    with pytest.raises(ValueError, match="different cells"):
        compare(ran("f()"), ran("g()"))


def test_problems_are_warnings_and_empty_cells():
    cells = [v4.new_markdown_cell(""), ran("f()", stream("Warning: x\n", "stderr")), ran(" ")]
    assert notebooks.problems(v4.new_notebook(cells=cells)) == [
        "cell 3 (empty): delete this empty cell",
        "cell 2 (f()): writes to stderr: Warning: x",
    ]


def test_a_picture_that_fails_is_a_problem_though_its_cell_went_on():
    failed = v4.new_output("error", ename="IndexError", evalue="out of bounds", traceback=[])
    assert notebooks.problems(v4.new_notebook(cells=[ran("view", failed)])) == [
        "cell 1 (view): shows IndexError: out of bounds"
    ]


@pytest.mark.parametrize(
    ("level", "alt", "kept"), [(0.505, "a map", True), (0.9, "a map", False), (0.505, "b", False)]
)
def test_a_stored_picture_stays_unless_text_or_pixels_change(level, alt, kept):
    grey = np.full((2, 2, 3), 0.5)
    stored = v4.new_notebook(cells=[ran("f()", picture(grey))])
    fresh = canonical(v4.new_notebook(cells=[ran("f()", picture(grey - 0.5 + level, alt=alt))]))
    notebooks._keep_pictures(stored, fresh)
    assert (fresh.cells[0].outputs[0].data["image/png"] == png(grey)) is kept


# Execution, in real kernels


def test_execute_in_the_folder_with_the_settings_of_the_book(tmp_path, monkeypatch):
    source = """
import os, sys, kernlab_helpers, matplotlib
print(os.path.samefile(os.getcwd(), FOLDER), os.environ["PYTHONHASHSEED"], sys.prefix == PREFIX)
print(matplotlib.get_backend().lower())
os.path.samefile(kernlab_helpers.__path__[0], PACKAGE)
"""
    package = str(notebooks.ROOT / "kernlab_helpers")
    facts = f"FOLDER, PREFIX, PACKAGE = {str(tmp_path)!r}, {sys.prefix!r}, {package!r}"
    path = save(tmp_path / "03_a.ipynb", v4.new_markdown_cell("# T"), ran(facts), ran(source))
    before = path.read_bytes()
    fresh, seconds, said = notebooks.execute(path, then="print(PACKAGE == FOLDER)\n1 + 1")
    assert path.read_bytes() == before
    assert [o.get("text") or o.data["text/plain"] for o in fresh.cells[2].outputs] == [
        "True 0 True\nagg\n",
        "True",
    ]
    assert len(fresh.cells) == 3
    assert [o.get("text") or o.data["text/plain"] for o in said] == ["False\n", "2"]
    assert 0 < seconds < 60


def test_error_names_notebook_cell_and_line(tmp_path):
    bad = v4.new_code_cell("x = 0\n1 / x")
    path = save(tmp_path / "03_a.ipynb", v4.new_markdown_cell("# T"), bad)
    where = r"03_a.ipynb, cell 2 \(x = 0\): ZeroDivisionError: division by zero"
    with pytest.raises(NotebookError, match=where):
        notebooks.execute(path)


def test_what_runs_before_sets_the_scene_and_errors_can_be_kept(tmp_path):
    cells = [v4.new_code_cell(source) for source in ("1 / x", "import os\nos.environ['A_MACHINE']")]
    path = save(tmp_path / "03_a.ipynb", *cells)
    fresh, _, _ = notebooks.execute(path, first="x = 0", environment={"A_MACHINE": "b"}, go_on=True)
    assert [[*notebooks.lines(cell)] for cell in fresh.cells] == [
        ["error: ZeroDivisionError: division by zero"],
        ["text/plain: 'b'"],
    ]
    with pytest.raises(NotebookError, match="before the first cell: NameError"):
        notebooks.execute(path, first="y", go_on=True)


def test_a_notebook_that_takes_too_long_is_stopped(tmp_path):
    path = save(tmp_path / "03_a.ipynb", v4.new_code_cell("import time\ntime.sleep(600)"))
    with pytest.raises(NotebookError, match=r"cell 1 \(import time\): not ready after 2 s"):
        notebooks.execute(path, limit=2)


def test_a_kernel_that_dies(tmp_path):
    path = save(tmp_path / "03_a.ipynb", v4.new_code_cell("import os\nos._exit(1)"))
    with pytest.raises(NotebookError, match=r"cell 1 \(import os\): the kernel died"):
        notebooks.execute(path)


@pytest.mark.slow
def test_command_line_from_draft_to_green_and_back(tmp_path, capsys):
    path = save(tmp_path / "02_a.ipynb", v4.new_code_cell("print(6 * 7)"))
    assert main([str(path)]) == 0
    good = path.read_text(encoding="utf-8")
    assert main(["--check", str(path)]) == 0
    assert path.read_text(encoding="utf-8") == good
    assert capsys.readouterr().out.count("good") == 2

    save(path, text=good.replace("42\\n", "41\\n"))
    assert main(["--check", str(path)]) == 1
    said = capsys.readouterr().out
    assert "02_a.ipynb" in said and "WRONG" in said and "cell 1 (print(6 * 7))" in said
    assert "stored stdout: 41" in said and "fresh  stdout: 42" in said


def test_a_notebook_that_warns_is_not_written(tmp_path, capsys):
    path = save(tmp_path / "02_a.ipynb", v4.new_code_cell("import warnings\nwarnings.warn('old')"))
    before = path.read_bytes()
    assert main([str(path)]) == 1
    assert path.read_bytes() == before
    assert "cell 1 (import warnings): writes to stderr" in capsys.readouterr().out


@pytest.mark.slow
def test_command_line_goes_on_after_a_failure(tmp_path, capsys, monkeypatch):
    monkeypatch.setattr(notebooks, "FOLDER", tmp_path)
    save(tmp_path / "01_bad.ipynb", text="{")
    save(tmp_path / "02_empty.ipynb", text=notebooks.dumps(canonical(v4.new_notebook())))
    assert main(["--check"]) == 1
    said = capsys.readouterr().out
    assert "01_bad.ipynb: 0.0 s, WRONG" in said and "02_empty.ipynb" in said
    assert main(["--check", "02"]) == 0
    assert main(["--check", "--limit", "0", "02"]) == 1
    assert "allowed are 0 s" in capsys.readouterr().out


@pytest.mark.parametrize("names", [[], ["07"]])
def test_no_such_notebook(tmp_path, capsys, monkeypatch, names):
    monkeypatch.setattr(notebooks, "FOLDER", tmp_path)
    with pytest.raises(SystemExit) as stop:
        main(names)
    assert stop.value.code != 0
    assert "no notebook" in capsys.readouterr().err
