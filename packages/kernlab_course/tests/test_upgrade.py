"""`kernlab upgrade`: imports and pictures of the second edition get their names of today."""

import json
import subprocess
import sys
from pathlib import Path

import pytest

from kernlab_course.command import main
from kernlab_course.upgrade import upgrade

OLD = Path(__file__).parent / "data/second_edition_02.json"

# cells of a notebook, what becomes of them
CELLS = {
    "all homes": (
        ["from kernlab_helpers.lab import Slider, check, hint, ledger, live, pictures, vote"],
        [
            "from classroom import check, hint, vote\nfrom kernlab_course import ledger\n"
            "from livepanels import Slider, live, pictures"
        ],
    ),
    "many lines": (
        ["from kernlab_helpers.lab import (\n    Slider as S,\n    check,\n)\nn = 3  # three"],
        ["from classroom import check\nfrom livepanels import Slider as S\nn = 3  # three"],
    ),
    "a folder": (
        ["from kernlab_helpers.lab.bench import load_table, stability\nimport numpy as np"],
        ["from kernlab_course.bench import load_table, stability\nimport numpy as np"],
    ),
    "a kernel's pictures": (
        [
            "from kernlab_helpers.lab import pictures",
            "é = 'ö'; view = pictures.KernelAndDistance(K, labels=é)  # these set the colours",
            "two = pictures.Matrix(K, kernel=True, digits=2)\none = pictures.hull(K)",
            "last = pictures.Matrix(K, digits=2,\n    kernel=True)",
        ],
        [
            "from kernlab_course import KernelAndDistance, KernelMatrix\n"
            "from livepanels import pictures",
            "é = 'ö'; view = KernelAndDistance(K, labels=é)  # these set the colours",
            "two = KernelMatrix(K, digits=2)\none = pictures.hull(K)",
            "last = KernelMatrix(K, digits=2)",
        ],
    ),
    "a shape": (
        [
            "from kernlab_helpers.lab import Pick, Shape, live",
            "@live(A=Shape(first, 'A'), B=Shape(second, pinned=True))\ndef panel(A, B):\n    ...",
        ],
        [
            "from kernlab_course import gaussian_shape\nfrom livepanels import Pick, live",
            "@live(A=gaussian_shape(first, 'A'), B=gaussian_shape(second, pinned=True))\n"
            "def panel(A, B):\n    ...",
        ],
    ),
    "attributes": (
        [
            "import kernlab_helpers as kh",
            "kh.lab.check('2.1', my_distances)\nkh.lab.pictures.hull(X)\nkh.center(K)",
            "kh.lab.pictures.KernelAndDistance(K)",
        ],
        [
            "import kernlab_helpers as kh",
            "import classroom\nimport livepanels\nclassroom.check('2.1', my_distances)\n"
            "livepanels.pictures.hull(X)\nkh.center(K)",
            "from kernlab_course import KernelAndDistance\nKernelAndDistance(K)",
        ],
    ),
    "a module": (
        [
            "import kernlab_helpers.lab as lab\nlab.vote('rank')",
            "from kernlab_helpers import center, lab\nlab.hint('2.1')",
        ],
        [
            "import classroom\nclassroom.vote('rank')",
            "import classroom\nfrom kernlab_helpers import center\nclassroom.hint('2.1')",
        ],
    ),
    "inside": (
        ["try:\n    from kernlab_helpers.lab import check, live\nexcept ImportError:\n    pass"],
        [
            "try:\n    from classroom import check\n    from livepanels import live\n"
            "except ImportError:\n    pass"
        ],
    ),
    "one line": (
        ["import numpy as np; from kernlab_helpers.lab import check, live; n = 1"],
        ["import numpy as np; from classroom import check; from livepanels import live; n = 1"],
    ),
    "magic": (
        ["%matplotlib inline\nfrom kernlab_helpers.lab import check\n!ls"],
        ["%matplotlib inline\nfrom classroom import check\n!ls"],
    ),
    "cell magic": (
        ["%%time\nfrom kernlab_helpers import lab\nlab.check('2.1', f)"],
        ["%%time\nimport classroom\nclassroom.check('2.1', f)"],
    ),
    "of today": (
        ["from livepanels import Shape, pictures\nShape(value, make=f, ellipse=g)"],
        ["from livepanels import Shape, pictures\nShape(value, make=f, ellipse=g)"],
    ),
}


def notebook(path, sources):
    cells = [
        {"cell_type": "markdown", "id": "m", "metadata": {}, "source": "# kernlab_helpers.lab"}
    ]
    cells += [
        {
            "cell_type": "code",
            "execution_count": None,
            "id": f"c{place}",
            "metadata": {},
            "outputs": [],
            "source": source,
        }
        for place, source in enumerate(sources)
    ]
    whole = {"cells": cells, "metadata": {"mine": "é"}, "nbformat": 4, "nbformat_minor": 5}
    path.write_text(json.dumps(whole), "utf-8")
    return path


def sources(path):
    cells = json.loads(path.read_text("utf-8"))["cells"]
    return ["".join(cell["source"]) for cell in cells if cell["cell_type"] == "code"]


@pytest.mark.parametrize("case", CELLS)
def test_cells_get_the_names_of_today_and_a_second_run_finds_nothing(case, tmp_path):
    before, after = CELLS[case]
    path = notebook(tmp_path / "mine.ipynb", before)
    done = upgrade(path)
    assert sources(path) == after
    assert done.rewritten == [
        place for place, pair in enumerate(zip(before, after, strict=True), 2) if len({*pair}) > 1
    ]
    assert not done.old
    text = path.read_text("utf-8")
    assert not upgrade(path).rewritten
    assert path.read_text("utf-8") == text


@pytest.mark.parametrize(
    ("source", "named"),
    [
        ("from kernlab_helpers.lab import nobody", "kernlab_helpers.lab"),
        ("x = !ls\nfrom kernlab_helpers.lab import check", "kernlab_helpers.lab"),
        ("name = 'kernlab_helpers.lab.answers'", "kernlab_helpers.lab"),
        (
            "from livepanels import pictures\npictures.Matrix(K, kernel=flag)",
            "pictures.Matrix(kernel=...)",
        ),
        ("from livepanels import pictures\npictures.Scatter(X)", "pictures.Scatter"),
        ("from livepanels import pictures\npictures.Matrix(X)", "pictures.Matrix"),
        ("import kernlab_helpers as kh\nkh.lab.pictures.Bars(names, K)", "pictures.Bars"),
    ],
)
def test_what_cannot_be_rewritten_is_named(source, named, tmp_path, capsys):
    path = notebook(tmp_path / "mine.ipynb", [source])
    before = path.read_bytes()
    assert main(["upgrade", str(path)]) == 0
    assert f"cell 2 still uses {named}: look at it yourself" in capsys.readouterr().out
    assert path.read_bytes() == before
    assert [file.name for file in tmp_path.iterdir()] == ["mine.ipynb"]


def test_a_copy_is_kept_and_none_overwritten(tmp_path, capsys):
    first = tmp_path / "mine.before-upgrade.ipynb"
    first.write_text("an older copy")
    path = notebook(tmp_path / "mine.ipynb", ["from kernlab_helpers.lab import check"])
    before = path.read_bytes()
    assert main(["upgrade", str(path)]) == 0
    second = tmp_path / "mine.before-upgrade-2.ipynb"
    assert first.read_text() == "an older copy"
    assert second.read_bytes() == before
    assert (
        f"rewritten: cell 2 (text cells counted, too). As it was: {second.name}."
        in capsys.readouterr().out
    )
    assert json.loads(path.read_text("utf-8"))["metadata"] == {"mine": "é"}
    assert len(list(tmp_path.iterdir())) == 3


def test_cells_of_the_second_edition_run_when_upgraded(tmp_path):
    path = tmp_path / "02_kernel_matrix.ipynb"
    path.write_text(OLD.read_text("utf-8"), "utf-8")
    upgrade(path)
    code = "\n".join([sources(path)[0], "print(KernelAndDistance(np.eye(3)).readout())"])
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True)
    assert "rank 3 of 3" in run.stdout, run.stderr


@pytest.mark.parametrize(
    ("content", "words"),
    [
        (None, "is not there, no notebook"),
        ("folder", "is a folder, no notebook"),
        ("{no notebook", "is no notebook"),
        ("[]", "is no notebook"),
        ('{"cells": [], "metadata": {"é": 1}}', "is no notebook"),  # not in UTF-8
        ('{"worksheets": []}', "is no notebook"),
        ('{"cells": [{"cell_type": "code"}]}', "is no notebook"),
    ],
)
def test_what_is_no_notebook_is_said_and_the_others_are_done(content, words, tmp_path, capsys):
    path = tmp_path / "bad.ipynb"
    if content == "folder":
        path.mkdir()
    elif content is not None:
        path.write_bytes(content.encode("latin-1"))
    good = notebook(tmp_path / "good.ipynb", ["from kernlab_helpers.lab import check"])
    assert main(["upgrade", str(path), str(good)]) == 1
    assert words in capsys.readouterr().err
    assert sources(good) == ["from classroom import check"]
