"""The self-check of notebook 00, and the parts of that notebook that name other files."""

import getpass
import platform
import re
import subprocess
import sys
from email.message import Message
from importlib import metadata
from pathlib import Path

import numpy as np
import pytest
from matplotlib import font_manager

from kernlab_course import selfcheck
from tools import notebooks

ROOT = Path(__file__).resolve().parents[3]
START = ROOT / "notebooks" / "00_start_here.ipynb"


@pytest.fixture
def installed(monkeypatch):
    """Give a function that sets what is required and which versions are here."""

    def put(required, here, python=">=3.11"):
        message = Message()
        message["Requires-Python"] = python
        for requirement in required:
            message["Requires-Dist"] = requirement

        def version(name):
            if name not in here:
                raise metadata.PackageNotFoundError(name)
            return here[name]

        monkeypatch.setattr(metadata, "metadata", lambda name: message)
        monkeypatch.setattr(metadata, "version", version)

    return put


def test_nothing_is_wrong_here():
    assert selfcheck.problems() == []


def test_a_good_verdict_has_no_version_in_it():
    assert selfcheck.verdict() == "Self-check: everything this book needs is here."
    assert not re.search(r"\d", selfcheck.verdict())


def test_report_names_every_package_with_its_version_and_nobody():
    lines = selfcheck.report()
    assert f"numpy {np.__version__} (2.0 or newer)" in lines
    names = {line.split()[0] for line in lines}
    assert names >= {"Kernlab", "Python", "jupyterlab", "anywidget", "scikit-learn", "font"}
    assert platform.node() not in " ".join(lines).split()
    assert getpass.getuser() not in " ".join(lines).split()


@pytest.mark.parametrize("version", ["2.0", "2.0.0", "2.1rc1", "3.0.dev0+g123", "10.0"])
def test_new_enough(installed, version):
    installed(["numpy>=2.0"], {"numpy": version})
    assert selfcheck.problems() == []


def test_too_old(installed):
    installed(["numpy>=2.0", "scipy>=1.13"], {"numpy": "1.26.4", "scipy": "1.9.3"})
    assert selfcheck.problems() == [
        "numpy 1.26.4 is here, and the book needs 2.0 or newer.",
        "scipy 1.9.3 is here, and the book needs 1.13 or newer.",
    ]


@pytest.mark.parametrize("here", [{}, {"pooch": None}], ids=["absent", "half removed"])
def test_missing(installed, here):
    installed(["pooch>=1.8.2"], here)
    assert selfcheck.problems() == ["pooch is not installed; the book needs 1.8.2 or newer."]
    assert "pooch missing (1.8.2 or newer)" in selfcheck.report()


def test_old_python(installed):
    installed([], {}, python=">=99.1")
    assert selfcheck.problems()[0].endswith("is here, and the book needs 99.1 or newer.")


def test_every_trouble_is_told_with_what_to_do(installed):
    installed(["numpy>=2.0", "pooch"], {"numpy": "1.0"})
    first, *told, cure = selfcheck.verdict().split("\n")
    assert first == "Self-check: something is amiss."
    assert told == selfcheck.problems() and len(told) == 2
    assert "any version" in told[1]
    assert "python3 run.py lab" in cure


def test_requirements_of_other_systems_and_of_the_tests_do_not_count(installed):
    installed(['pytest>=8; extra == "test"', 'pooch; sys_platform == "moon"'], {})
    assert selfcheck.problems() == []


@pytest.mark.parametrize(
    ("here", "told"),
    [
        ({}, []),
        ({"jupyterlab": "4.3"}, []),
        ({"jupyterlab": "3.6"}, ["jupyterlab 3.6 is here, and the book needs 4.2.5 or newer."]),
    ],
    ids=["absent", "new", "old"],
)
def test_jupyterlab_is_looked_at_where_it_is_here(installed, here, told):
    installed(['jupyterlab>=4.2.5; extra == "lab"'], here)
    assert selfcheck.problems() == told
    assert ("jupyterlab" in " ".join(selfcheck.report())) == bool(here)


def test_without_installation_the_source_tree_says_what_is_needed(monkeypatch):
    def absent(name):
        raise metadata.PackageNotFoundError(name)

    monkeypatch.setattr(metadata, "metadata", absent)
    python, required = selfcheck._required()
    assert python == ">=3.11"
    assert "numpy>=2.0" in required
    assert 'jupyterlab>=4.2.5,<5; extra == "lab"' in required
    monkeypatch.setattr(selfcheck, "_PYPROJECT", Path("nowhere"))
    with pytest.raises(RuntimeError, match=r"not installed.*run\.py lab"):
        selfcheck.problems()


def test_font_not_found(monkeypatch):
    monkeypatch.setattr(selfcheck, "_FONT", "No Such Font")
    assert selfcheck.problems() == ["The font No Such Font is not found; it comes with matplotlib."]


def test_font_without_greek(monkeypatch):
    monkeypatch.setattr(selfcheck, "_SIGNS", "φ一")  # DejaVu Sans has no Chinese
    assert selfcheck.problems() == ["The font DejaVu Sans is without the signs 一."]


def test_no_matplotlib(monkeypatch):
    monkeypatch.setitem(sys.modules, "matplotlib", None)
    assert "matplotlib is missing" in selfcheck.problems()[-1]
    assert font_manager  # the real one was there all the time


def test_import_is_light():
    code = (
        "import sys, importlib.util as u\n"
        f"spec = u.spec_from_file_location('s', {selfcheck.__file__!r})\n"
        "m = u.module_from_spec(spec); spec.loader.exec_module(m)\n"
        "print([n for n in ('matplotlib', 'packaging', 'numpy') if n in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


# Notebook 00


def map_rows():
    text = "\n".join(cell.source for cell in notebooks.read(START).cells)
    return re.findall(r"^\| *(\d\d) *\| *(.+?) *\| *(.+?) *\|", text, re.MULTILINE)


def test_the_chapter_map_has_all_twenty_chapters():
    assert [number for number, _, _ in map_rows()] == [f"{i:02}" for i in range(20)]


def test_the_chapter_map_links_every_notebook_that_is_there():
    there = {path.stem[:2]: path.name for path in START.parent.glob("[0-9][0-9]_*.ipynb")}
    for number, name, _ in map_rows():
        if number in there:
            assert f"({there[number]})" in name, f"link chapter {number} in the map of 00"
        else:
            assert "to come" in name, f"mark chapter {number} as to come in the map of 00"
