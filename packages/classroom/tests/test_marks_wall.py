"""The wall: what is promised holds, with bubblewrap and without, and `grade` says where not."""

import re
import sys
from pathlib import Path

import pytest
from test_marks_table import OfToy, hand_in

from classroom.marks import __main__ as program, bare, probe, process, wall
from classroom.marks.inside import locks

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the wall is Linux's")
BUBBLEWRAP = pytest.mark.skipif(not wall.bubblewrap(), reason="bubblewrap is not to be had here")
LANDLOCK = pytest.mark.skipif(not locks.landlock(), reason="this system has no Landlock")


@pytest.fixture
def package(toy, tmp_path):
    return bare.write(tmp_path / "bare")


@pytest.fixture
def without_bubblewrap(monkeypatch):
    monkeypatch.setattr(wall, "bubblewrap", lambda: False)


def capped(package, version):
    """Let answers ask Landlock for no more than this version of it gives: this is simulated."""
    path = Path(package) / "locks.py"
    text = path.read_text("utf-8")
    line = re.search(r"return (max\(.*, 0\))", text)
    path.write_text(text.replace(line[0], f"return min({version}, {line[1]})"), "utf-8")


@BUBBLEWRAP
def test_bubblewrap_holds(package):
    assert probe.lacks(package) == []


@LANDLOCK
@pytest.mark.parametrize("version", [1, 2, 3, 6, 99])
def test_landlock_and_the_filter_hold(package, without_bubblewrap, version):
    """Findings A5 and A6, which need no more than version 1."""
    if version < 99:
        capped(package, version)
    assert probe.lacks(package) == []


@LANDLOCK
def test_the_filter_alone_leaves_files_open_and_landlock_alone_more(
    package, without_bubblewrap, monkeypatch
):
    monkeypatch.setattr(process, "landlock", lambda: 0)
    files = {"files of this account can be read", "files of this account can be changed"}
    assert set(probe.lacks(package)) == files
    monkeypatch.undo()
    monkeypatch.setattr(wall, "bubblewrap", lambda: False)
    capped(package, 1)
    path = Path(package) / "inside.py"
    path.write_text(path.read_text("utf-8").replace("    locks.close_calls()\n", ""), "utf-8")
    assert len(probe.lacks(package)) >= 4


def test_grade_refuses_where_the_wall_does_not_hold(toy, tmp_path, monkeypatch, capsys):
    monkeypatch.setattr(program, "Marker", OfToy)
    monkeypatch.setattr(program.probe, "lacks", lambda *_: ["the network is open"])
    hand_in(tmp_path / "class", "ada")
    words = [str(tmp_path / "class"), "-o", str(tmp_path / "marks.csv")]
    assert program.main(words) == 1
    assert "the network is open" in capsys.readouterr().err
    assert not list(tmp_path.glob("marks*"))
    assert program.main([*words, "--without-walls"]) == 0
    assert "WITHOUT WALLS: the network is open" in capsys.readouterr().err
    assert '"ada",1,1,2' in (tmp_path / "marks.csv").read_text()


ALONE = {  # a call that the filter does not refuse, and what an answer can do then
    "chown 92, fchown 93 55, lchown 94, fchownat 260 54,": "files of this account can be changed",
    "removexattr 197 14,": "files of this account can be changed",
    "kill 62 129,": "other processes can be ended",
}


@LANDLOCK
@pytest.mark.parametrize("calls", ALONE)
def test_each_call_that_the_filter_forgets_is_found(package, without_bubblewrap, calls):
    capped(package, 1)
    path = Path(package) / "locks.py"
    text = path.read_text("utf-8")
    assert calls in text
    path.write_text(text.replace(calls, ""), "utf-8")
    assert probe.lacks(package) == [ALONE[calls]]


def test_an_attack_that_breaks_off_has_proved_nothing(package, monkeypatch, tmp_path):
    monkeypatch.setattr(probe, "ATTACK", tmp_path / "probe.py")
    probe.ATTACK.write_text("done = []\n", "utf-8")
    assert probe.lacks(package) == ["nothing could be tried"]


@pytest.mark.parametrize(
    ("bubblewrap", "lacks", "said"),
    [
        (True, [], "The walls hold."),
        (False, [], "nothing bounds the sum of an answer's files"),
        (False, ["the network is open"], "WITHOUT WALLS: the network is open"),
    ],
)
def test_what_holds_is_said(bubblewrap, lacks, said, monkeypatch):
    monkeypatch.setattr(wall, "bubblewrap", lambda: bubblewrap)
    assert said in program.held(lacks)


HEADERS = {  # where Debian's linux-libc-dev keeps the numbers
    0: "/usr/include/x86_64-linux-gnu/asm/unistd_64.h",
    1: "/usr/include/asm-generic/unistd.h",
}


@pytest.mark.parametrize("column", HEADERS)
def test_the_numbers_of_the_calls_are_those_of_linux(column):
    path = Path(HEADERS[column])
    if not path.exists():
        pytest.skip("linux-libc-dev is not installed")
    text = path.read_text()
    known = dict(re.findall(r"#define __NR(?:3264)?_(\w+)\s+(\d+)", text))
    rows = [line.split() for line in f"{locks.CALLS},{locks.OWN},{locks.WITH}".split(",")]
    for name, *numbers in rows:
        mine = numbers[column] if len(numbers) > column else "-"
        assert mine in ("-", known.get(name, mine)), name
        assert mine != "-" or name not in known, name


def test_copies_of_killed_runs_are_removed(toy, tmp_path, monkeypatch):
    monkeypatch.setattr(bare.tempfile, "tempdir", str(tmp_path))
    for name in ("4999999-a", "1-b", "x-c"):
        (tmp_path / f"{bare.PREFIX}{name}").mkdir()
    with bare.copied() as folder:
        assert (folder / "inside.py").is_file()
    left = sorted(path.name for path in tmp_path.glob(f"{bare.PREFIX}*"))
    assert left == [f"{bare.PREFIX}1-b", f"{bare.PREFIX}x-c"]
