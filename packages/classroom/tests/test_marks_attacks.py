"""Attacks on `grade`: what hostile students hand in changes no mark of the honest ones.

All attacks of `attacks.py` are handed in by one class, with honest students between them. The ten
quick ones stand in the default tier, the others are slow. Without bubblewrap they meet Landlock as
of Linux 5.13 (simulated: this kernel is asked for no more). The variable KERNLAB_WALLS names other
walls to try, `KERNLAB_WALLS="landlock-3 landlock-6 landlock"`, with the attacks that meet the wall.
"""

import contextlib
import functools
import json
import os
import sys
import time
from pathlib import Path

import psutil
import pytest
from attacks import ATTACKS, BEHIND, DAYS, MEAN, QUICK
from test_marks_table import OfToy, hand_in, rows
from test_marks_wall import capped

from classroom.marks import bare, sandbox, table, wall
from classroom.marks.inside import locks
from classroom.marks.inside.wire import decode
from classroom.marks.sandbox import Limits

pytestmark = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="the wall is Linux's")
LIMITS = Limits(memory=0.6, processes=16, seconds=5, exercise=5, notebook=20)
WALLS = os.environ.get("KERNLAB_WALLS", "bubblewrap landlock-1").split()
EACH = 8  # attackers between two honest students
NOT_PROMISED = {"sum of files"}  # without bubblewrap
SECRET = b"a file of the account that grades"


class Watched(OfToy):
    """A marker that notes what each notebook has taken, and what it has left."""

    bubblewrap = True

    def mark_file(self, path, numbers):
        if not self.bubblewrap:
            wall.bubblewrap = lambda: False
        room, began = Path(self.bare).parent, time.monotonic()
        verdicts = super().mark_file(path, numbers)
        seconds = time.monotonic() - began
        noted = {
            "seconds": seconds,
            "processes": left(str(room.parent)),
            "folders": [name for name in os.listdir(room) if name != "bare"],
        }
        name = Path(path).parent.name
        (room.parent / "noted" / f"{name}.json").write_text(json.dumps(noted))
        return verdicts


class WithoutBubblewrap(Watched):
    bubblewrap = False


def left(word):
    """Return the processes behind a wall that a second later are still there."""
    end = time.monotonic() + 1
    while found := [one for one in psutil.pids() if behind(one, word)]:
        if time.monotonic() > end:
            return found
        time.sleep(0.05)
    return []


def behind(pid, word):
    """Whether a process has been started by an answer: by its words, variables, and mounts."""
    for name in ("cmdline", "environ", "mountinfo"):
        try:
            text = Path(f"/proc/{pid}/{name}").read_bytes()
        except OSError:
            continue
        if word.encode() in text:
            return True
    return False


def state(path):
    """Return what an attack could change."""
    found = path.stat()
    kept = (found.st_mode, found.st_uid, found.st_gid, found.st_mtime_ns, found.st_nlink)
    return (*kept, path.read_bytes(), os.listxattr(path))


def prepare(folder, names):
    """Hand in attacks, with honest students between them; return the files that they attack."""
    outside, students = folder / "outside", folder / "class"
    outside.mkdir()
    targets = {}
    for place, name in enumerate(names):
        attack, student = ATTACKS[name], f"{place:03d} {name}"
        targets[name] = target = outside / f"{place:03d}"
        target.write_bytes(SECRET)
        target.chmod(0o600)
        with contextlib.suppress(OSError):  # not on every file system
            os.setxattr(target, "user.mine", b"kept")
        os.utime(target, (1, 1))
        hand_in(students, student, attack.sources(target))
        if attack.raw or not attack.cells:
            (students / student / "01_means.ipynb").write_text(attack.raw)
        if place % EACH == 0:
            hand_in(students, f"{place:03d} a honest", (MEAN, DAYS))
    hand_in(students, "999 honest", (MEAN, DAYS))
    return targets


@functools.cache
def graded(walls, names, folder):
    """Grade a class of these attackers; return its rows, notes, and the files that changed."""
    targets = prepare(folder, names)
    before = {name: state(path) for name, path in targets.items()}
    (folder / "room").mkdir()
    (folder / "noted").mkdir()
    package = bare.write(folder / "room" / "bare")
    if walls.startswith("landlock-"):
        capped(package, int(walls.partition("-")[2]))
    kind = Watched if walls == "bubblewrap" else WithoutBubblewrap
    marker = kind(str(package), 5, LIMITS, (str(folder / "class"),))
    found = table.grade(table.collect(folder / "class"), marker)
    table.write(folder / "marks.csv", found, ["1.1", "1.2"])
    after = {name: state(path) if path.exists() else None for name, path in targets.items()}
    more = len(list((folder / "outside").iterdir())) - len(targets)
    return {
        "rows": rows(folder / "marks.csv"),
        "noted": {path.stem: json.loads(path.read_text()) for path in (folder / "noted").iterdir()},
        "changed": {name for name in targets if before[name] != after[name]},
        "more": more,
    }


FOLDERS = {}


@pytest.fixture
def outcome(request, tmp_path_factory):
    """Return what came of a class: the first who asks lets it be graded."""

    def of(walls, names):
        if (walls, names) not in FOLDERS:
            request.getfixturevalue("toy")
            FOLDERS[walls, names] = tmp_path_factory.mktemp("attacks")
        return graded(walls, names, FOLDERS[walls, names])

    return of


def skip_where_it_is_not(walls):
    if walls == "bubblewrap" and not wall.bubblewrap():
        pytest.skip("bubblewrap is not to be had here")
    if walls != "bubblewrap" and not locks.landlock():
        pytest.skip("this system has no Landlock")


def check_attack(found, name, walls):
    """Hold the row of an attack, and what it has left, against what is promised."""
    attack = ATTACKS[name]
    (student,) = (one for one in found["rows"] if one[4:] == name)
    row, noted = found["rows"][student], found["noted"].get(student)
    may = 2 if walls != "bubblewrap" and attack.promise in NOT_PROMISED else attack.may
    assert noted, "its judge was ended"
    assert int(row["total"]) <= may, row
    assert row["reasons"].isprintable(), row
    assert name not in found["changed"]
    assert not noted["processes"]
    assert not noted["folders"]
    assert noted["seconds"] < LIMITS.notebook + 10


def check_honest(found, names):
    """Hold the rows of the honest against what they have earned."""
    honest = {name: row for name, row in found["rows"].items() if name.endswith("honest")}
    assert len(honest) == (len(names) + EACH - 1) // EACH + 1
    assert {name: row["total"] for name, row in honest.items()} == dict.fromkeys(honest, "2")
    assert len(found["rows"]) == len(honest) + len(names)
    assert found["more"] == 0, "files beside the targets"


def attackers(walls):
    """Return who attacks these walls in the slow tier."""
    return tuple(ATTACKS) if walls in ("bubblewrap", "landlock-1") else BEHIND


@pytest.mark.parametrize("name", QUICK)
def test_a_quick_attack_gets_nothing(outcome, name):
    skip_where_it_is_not("bubblewrap")
    check_attack(outcome("bubblewrap", QUICK), name, "bubblewrap")


def test_the_honest_beside_quick_attacks_have_their_marks(outcome):
    skip_where_it_is_not("bubblewrap")
    check_honest(outcome("bubblewrap", QUICK), QUICK)


@pytest.mark.slow
@pytest.mark.parametrize(
    ("walls", "name"), [(walls, name) for walls in WALLS for name in attackers(walls)]
)
def test_an_attack_gets_nothing(outcome, walls, name):
    skip_where_it_is_not(walls)
    check_attack(outcome(walls, attackers(walls)), name, walls)


@pytest.mark.slow
@pytest.mark.parametrize("walls", WALLS)
def test_the_honest_have_their_marks(outcome, walls):
    skip_where_it_is_not(walls)
    check_honest(outcome(walls, attackers(walls)), attackers(walls))


def test_every_attack_has_a_name_of_its_own():
    assert len(ATTACKS) >= 108, "64 and 4 of the first attack, and forty more"
    assert len({attack.cells or attack.raw for attack in ATTACKS.values()}) == len(ATTACKS)


def test_who_answers_at_once_is_looked_after_too(toy, tmp_path):
    """Each answer comes sooner than the judge would look."""
    crowd = """import os, time
def f(x):
    if x == 0:
        for number in range(12):
            if os.fork() == 0:
                time.sleep(30)
                os._exit(0)
    time.sleep(0.02)"""
    with sandbox.Sandbox(bare.write(tmp_path / "bare"), Limits(processes=8)) as one:
        one.load([crowd], "f")
        with pytest.raises(sandbox.Ended, match="it started more than 8 processes"):
            for number in range(100):
                one.call({"call": [number], "own": []}, 5)


def test_no_reason_gives_orders_to_a_terminal(tmp_path):
    row = table.Row("x", {"1.1": 0}, ["1.1 not yet: my_mean stops with ValueError: \x1b[2J\x9b2J"])
    table.write(tmp_path / "marks.csv", [row], ["1.1"])
    assert rows(tmp_path / "marks.csv")["x"]["reasons"].isprintable()


def test_the_judge_does_not_read_long_types():
    """A type of four megabytes takes NumPy 20 seconds, for which nobody looks at the clock."""
    began = time.monotonic()
    with pytest.raises(ValueError, match="no value can be read"):
        decode(["array", [1], "i1," * 30_000, ""])
    assert time.monotonic() - began < 2
