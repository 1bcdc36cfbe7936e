"""The house: imports lead down only, nothing runs in a circle, the helpers stay small."""

import subprocess
import sys
from pathlib import Path

import pytest

from tools import house

ROOT = Path(__file__).resolve().parent.parent
PACKAGES = [Path(folder).name for folder in house.HOUSE]


def test_the_helpers_stay_small():
    own = [path for path in house.files() if house.package_of(path) == "kernlab_helpers"]
    assert 1000 < sum(map(house.code_lines, own)) < 5000


@pytest.mark.parametrize("room", PACKAGES)
def test_each_room_imports_what_it_may(room):
    graph = house.fold(house.imports(), house.package_of)
    assert [arrow for arrow in house.back_up(graph) if arrow[0] == room] == []


@pytest.mark.parametrize("package", house.FLOORS)
def test_inside_a_package_imports_go_down_only(package):
    graph = house.fold(house.inside(package), house.part_of)
    without_a_floor = set(graph) - set().union(*house.FLOORS[package])
    assert not without_a_floor
    assert house.back_up(graph, package) == []


@pytest.mark.parametrize("room", PACKAGES)
def test_nothing_imports_in_a_circle(room):
    files = house.inside(room)
    assert house.circles(house.fold(files, house.part_of)) == []
    assert [sorted(path.name for path in circle) for circle in house.circles(files)] == []


@pytest.mark.slow
def test_each_package_alone_loads_none_that_it_may_not_import():
    """The graph is read from text; this asks Python itself, with every module imported."""
    for room in ("kernlab_helpers", "livepanels"):
        names = [name for name in house.modules() if name.split(".")[0] == room]
        words = [name for name in names if name != "kernlab_helpers.lab"]  # gone; says so
        program = f"import importlib, sys\nfor name in {words}: importlib.import_module(name)\n"
        program += "print(*{name.split('.')[0] for name in sys.modules})"
        done = subprocess.run([sys.executable, "-c", program], cwd=ROOT, capture_output=True)
        assert done.returncode == 0, done.stderr.decode()
        loaded = set(done.stdout.decode().split())
        assert loaded & {"kernlab_helpers", "livepanels", "classroom", "kernlab_course"} == {room}


# the ruler itself ------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "text", "lines"),
    [
        ("a.py", '"""Words."""\n\nx = 1  # why\n\n# a comment\ny = (\n    2\n)\n', 4),
        ("a.py", 'class A:\n    """Words."""\n\n    text = """two\n\nlines"""\n', 4),
        ("a.js", "// words\n/* more\n words */\nlet x; // why\n\n  /** @type */ let y;\n", 2),
        ("a.css", "/* words */\n.a {\n}\n", 2),
    ],
)
def test_lines_of_code(tmp_path, name, text, lines):
    (tmp_path / name).write_text(text)
    assert house.code_lines(tmp_path / name) == lines


DIAMOND = {"top": {"left", "right"}, "left": {"low"}, "right": {"low"}, "low": set()}
RING = {"a": {"b"}, "b": {"c"}, "c": {"a", "low"}, "low": set(), "top": {"a"}}


def test_floors_and_circles():
    assert house.heights(DIAMOND) == {"low": 1, "left": 2, "right": 2, "top": 3}
    assert house.circles(DIAMOND) == []
    assert house.circles(RING) == [{"a", "b", "c"}]
    assert house.heights(RING) == {"low": 1, "a": 2, "b": 2, "c": 2, "top": 3}


def test_what_goes_back_up_is_named():
    assert house.back_up({"livepanels": {"classroom"}, "classroom": {"livepanels"}}) == [
        ("livepanels", "classroom")
    ]
    inner = {"gram": {"clustering", "_checks", "kernels"}, "_checks": {"_spectrum"}}
    up = [("gram", "clustering"), ("gram", "kernels")]
    assert house.back_up(inner, "kernlab_helpers") == up


@pytest.fixture
def small_house(tmp_path, monkeypatch):
    """Put up a house of two packages, in which every way to import occurs once."""
    texts = {
        "low/__init__.py": "",
        "low/ground.py": "import numpy\n",
        "low/rooms/__init__.py": "from .. import ground\n",
        "low/rooms/desk.py": "def f():\n    from ..ground import g\n    from low.rooms import h\n",
        "low/front.js": 'import { a } from "./sheet.js";\nexport { b } from "./sheet.js";\n',
        "low/sheet.js": "",
        "high/script.py": "import beside\nimport low.rooms.desk as d\nimport ground\n",
        "high/beside.py": "",
    }
    for name, text in texts.items():
        (tmp_path / name).parent.mkdir(parents=True, exist_ok=True)
        (tmp_path / name).write_text(text)
    monkeypatch.setattr(house, "ROOT", tmp_path)
    monkeypatch.setattr(house, "HOUSE", {"low": (), "high": ("low",)})
    caches = (house.files, house.modules, house.imports)
    for cached in caches:
        cached.cache_clear()
    yield tmp_path
    for cached in caches:
        cached.cache_clear()


def test_imports_are_found_wherever_they_stand(small_house):
    found = {
        path.relative_to(small_house).as_posix(): sorted(
            other.relative_to(small_house).as_posix() for other in others
        )
        for path, others in house.imports().items()
    }
    assert {name: others for name, others in found.items() if others} == {
        "low/rooms/__init__.py": ["low/ground.py"],
        "low/rooms/desk.py": ["low/ground.py", "low/rooms/__init__.py"],
        "low/front.js": ["low/sheet.js"],
        "high/script.py": ["high/beside.py", "low/rooms/desk.py"],
    }
    assert house.fold(house.imports(), house.package_of) == {"low": set(), "high": {"low"}}


def test_the_report_names_every_room_and_what_is_amiss(small_house):
    (small_house / "low/ground.py").write_text("from high import beside\nfrom .rooms import desk\n")
    text = house.report()
    assert "low imports high" in text
    assert "circle: ground, rooms" in text
    assert "circle: high, low" in text
