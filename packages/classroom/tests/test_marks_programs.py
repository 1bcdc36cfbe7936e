"""Notebooks that were handed in: each is read in time, and what is right in it is found."""

import json
import os
import time
from pathlib import Path

import pytest

from classroom.marks import programs

ANSWER = "def my_mean(numbers):\n    return sum(numbers) / len(numbers)"
QUOTES = '"' * 3
NAMES = [f"a{n}" for n in range(8_000)]
MANY_NAMES = (  # one statement of 8,000 lines that binds 8,000 names, all of them needed
    f"{', '.join(NAMES)} = {QUOTES}" + "\n" * len(NAMES) + QUOTES,
    f"def all_of_them():\n    return [{', '.join(NAMES)}]",
)


def notebook(*sources, **more):
    cells = [{"cell_type": "code", "source": source, **more} for source in sources]
    return json.dumps({"cells": cells})


def submission(*sources):
    return programs.Submission(tuple(programs.Cell(programs.plain(one)) for one in sources))


@pytest.mark.parametrize(
    "source",
    [
        "\n" * 400_000,
        QUOTES * 200_000,
        (QUOTES + "\\") * 200_000,
        "'\\" * 200_000,
        "\\\n" * 200_000,
        "(\n%" * 200_000,
        "\t%" * 200_000,
        "\n".join(f"a{n} = a{n + 1}" for n in range(6_000)),
    ],
)
def test_the_time_to_read_a_cell_grows_with_its_length(source):
    """Finding A3: no pattern and no round over the cells is quadratic."""
    began = time.monotonic()
    found = programs.needed(submission(source, ANSWER + " + a0"), "1.1", "my_mean")
    assert time.monotonic() - began < 5
    assert found[-1] == ANSWER + " + a0"
    assert (found[0] == source) == source.startswith("a0 = a1")


@pytest.mark.parametrize(
    ("source", "wanted"),
    [
        ("%time x\n  !ls\n%%time", "pass  # %time x\n  pass  # !ls\npass  # %%time"),
        ("big = (\n    7\n    % 5\n)\n%time x", "big = (\n    7\n    % 5\n)\npass  # %time x"),
        ("big = 7 \\\n    % 5\n%time x", "big = 7 \\\n    % 5\npass  # %time x"),
        (
            f"x = {QUOTES}(\n% 5\n{QUOTES}\n%time x",
            f"x = {QUOTES}(\n% 5\n{QUOTES}\npass  # %time x",
        ),
        ("x = '('  # (\n%time x", "x = '('  # (\npass  # %time x"),
    ],
)
def test_only_a_statement_can_be_a_line_for_ipython(source, wanted):
    """Finding B4: a line in brackets that begins with a percent sign is a remainder."""
    assert programs.plain(source) == wanted


def test_a_long_chain_of_attributes_costs_no_other_answer():
    """Finding B4: a.b.b.b with 2,000 parts."""
    found = programs.needed(submission("a" + ".b" * 2_000, ANSWER), "1.1", "my_mean")
    assert found == [ANSWER]


@pytest.mark.parametrize(
    "text",
    [
        notebook(ANSWER),
        "\ufeff" + notebook(ANSWER),
        notebook(ANSWER, metadata={"tags": None}),
        notebook(ANSWER, metadata={"tags": 7}),
        notebook(ANSWER, metadata=None),
    ],
)
def test_odd_forms_of_a_notebook_are_read(text, tmp_path):
    """Finding B4: a mark of the byte order, no tags."""
    path = tmp_path / "01_means.ipynb"
    path.write_text(text, "utf-8")
    assert programs.read(path).cells == (programs.Cell(ANSWER),)


def test_a_statement_that_binds_many_names_is_looked_at_once():
    began = time.monotonic()
    found = programs.needed(submission(*MANY_NAMES, ANSWER + " + all_of_them()"), "1.1", "my_mean")
    assert time.monotonic() - began < 5
    assert found == [*MANY_NAMES, ANSWER + " + all_of_them()"]


def test_the_length_of_the_code_is_asked_before_it_is_read(tmp_path, monkeypatch):
    path = tmp_path / "01_means.ipynb"
    path.write_text(notebook("(" * programs.LONGEST, "("), "utf-8")
    monkeypatch.setattr(programs, "plain", lambda source: pytest.fail("it was read"))
    with pytest.raises(ValueError, match="has more than 1 million letters of code"):
        programs.read(path)


def a_pipe(path):
    os.mkfifo(path)


def a_link(path):
    path.symlink_to("/dev/zero")


def a_large_file(path):
    with path.open("wb") as file:
        file.truncate(programs.LARGEST + 1)


def much_code(path):
    path.write_text(notebook("#" * (programs.LONGEST + 1)))


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
@pytest.mark.parametrize(
    ("make", "said"),
    [
        (a_pipe, "is a folder, pipe or device, not a file"),
        (Path.mkdir, "is a folder, pipe or device, not a file"),
        (a_link, "is a link, not a file"),
        (a_large_file, "has more than 64 MB"),
        (much_code, "has more than 1 million letters of code"),
    ],
)
def test_what_is_no_file_of_a_notebook_is_named_and_not_waited_for(make, said, tmp_path):
    """Finding A4."""
    path = tmp_path / "01_means.ipynb"
    make(path)
    with pytest.raises(ValueError, match=said):
        programs.read(path)


def test_a_notebook_of_very_many_cells_is_refused(tmp_path):
    path = tmp_path / "01_means.ipynb"
    path.write_text(notebook(*["a = 1"] * (programs.MOST + 1)), "utf-8")
    with pytest.raises(ValueError, match="has more than 5000 cells of code"):
        programs.read(path)
    path.write_text(notebook(*["a = 1"] * programs.MOST), "utf-8")
    assert len(programs.read(path).cells) == programs.MOST
