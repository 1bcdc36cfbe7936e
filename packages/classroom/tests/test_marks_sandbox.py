"""The process of one answer: what it does not read, writes too early, or leaves behind."""

import json
import subprocess
import sys
import time
from pathlib import Path

import pytest

from classroom.marks import bare, sandbox
from classroom.marks.marking import Marker

LINUX = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="there is no /proc")
FORGE = """import os, time
def write(text):
    for number in range(3, 20):
        try:
            os.write(number, text)
        except OSError:
            pass
"""
SLEEPS = "def f(x):\n    write({text})\n    time.sleep(60)"
CROWD = """for number in range(12):
    if os.fork() == 0:
        while True:
            write(b" ")
            time.sleep(0.02)
time.sleep(20)"""
MEAN = "def my_mean(numbers):\n    return sum(numbers) / len(numbers)"
SLOW = MEAN.replace("    return", "    import time\n    time.sleep(0.6)\n    return")
JUDGE = """import sys
from classroom.marks import sandbox
if sys.argv[2] == "bare":
    from classroom.marks import wall
    wall.bubblewrap = lambda: False
with sandbox.Sandbox(sys.argv[1], sandbox.Limits()) as one:
    sleep = f"sleep 60; : {sys.argv[1]} asleep"
    one.load([f"def f(x):\\n    import os\\n    os.system({sleep!r})"], "f")
    print("here", flush=True)
    one.ask({"call": [1], "own": []}, 30)"""


@pytest.fixture
def package(toy, tmp_path):
    return str(bare.write(tmp_path / "bare"))


def asked(package, cells, questions, patience=0.4, **limits):
    """Run cells, ask for calls with these inputs, and return what is said at the end."""
    with sandbox.Sandbox(package, sandbox.Limits(**limits)) as one:
        try:
            one.load([FORGE, *cells], "f")
            said = [
                one.ask({"call": [text], "own": []}, patience).get("value") for text in questions
            ]
        except (sandbox.Ended, sandbox.Late) as end:
            said = one.why
            assert isinstance(end, sandbox.Late) or str(end) == said
    return said


def test_a_process_that_does_not_read_is_not_waited_for(package):
    """Finding A2: the question is longer than its pipe."""
    began = time.monotonic()
    forged = SLEEPS.format(text=r"b'{\"value\": 1}\n'")
    assert asked(package, [forged], ["a", "a" * 10**6]) == "it was too slow"
    assert time.monotonic() - began < 20
    assert asked(package, ["def f(x):\n    return len(x)"], ["a", "a" * 10**6]) == [1, 10**6]


def test_no_answer_comes_ahead_of_its_question(package):
    """Finding A2."""
    forged = SLEEPS.format(text=r"b'{\"value\": 1}\n{\"value\": 1}\n'")
    assert asked(package, [forged], "ab") == "its process wrote an answer before it was asked"


@LINUX
def test_a_crowd_that_writes_is_seen(package):
    """Finding A7: the processes are looked after while they write, too."""
    began = time.monotonic()
    assert asked(package, [CROWD], "a", processes=8) == "it started more than 8 processes"
    assert time.monotonic() - began < 15


def test_a_long_line_is_not_read_to_its_end(package):
    """Finding A7: the longest line has 16 MB."""
    forged = SLEEPS.format(text="b'[' * (2**24 + 1)")
    assert asked(package, [forged], "a", patience=5) == "its answer is too long"
    assert sandbox.LONGEST == 2**24


def marks(package, sources, **limits):
    marker = Marker(package, 5, sandbox.Limits(**limits))
    path = Path(package).parent / "01_means.ipynb"
    cells = ({"cell_type": "code", "source": source} for source in sources)
    path.write_text(json.dumps({"cells": list(cells)}))
    verdicts = marker.mark_file(path, ["1.1", "1.2"])
    return [verdict.passed for verdict in verdicts.values()], [
        verdict.lines[0] for verdict in verdicts.values()
    ]


@pytest.mark.slow
def test_all_calls_of_an_exercise_have_their_time(package):
    """Finding B2: an answer that sleeps in each call, and the one below it, which is right."""
    began = time.monotonic()
    passed, lines = marks(package, [SLOW, "my_days = 7"], exercise=1)
    assert passed == [False, True]
    assert lines[0] == "1.1 not yet: its calls take more than 1 seconds together."
    assert time.monotonic() - began < 5, "there is no second attempt"
    assert marks(package, [SLOW, "my_days = 7"])[0] == [True, True]


def test_a_notebook_has_its_time(package):
    """Finding B2."""
    passed, lines = marks(package, [SLOW, "my_days = 7"], notebook=1)
    assert passed == [False, False]
    assert lines[0] == "1.1 not yet: the notebook takes more than 1 seconds."
    assert lines[1] == "1.2 not judged: the notebook takes more than 1 seconds."


@LINUX
@pytest.mark.parametrize("walls", ["walls", "bare"])
def test_no_answer_outlives_the_judge(package, walls):
    """Finding B3a: the judge is killed while an answer runs."""
    words = [sys.executable, "-c", JUDGE, package, walls]
    judge = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
    with judge:
        assert judge.stdout.readline() == "here\n"
        wait_for(lambda: left(package + " asleep"))
        judge.kill()
    wait_for(lambda: not left(package))


def wait_for(what):
    end = time.monotonic() + 20
    while not what():
        assert time.monotonic() < end
        time.sleep(0.05)


def left(words):
    """Return the commands of the processes that hold these words."""
    found = []
    for path in Path("/proc").glob("[0-9]*/cmdline"):
        try:
            found.append(path.read_bytes().decode("utf-8", "replace"))
        except OSError:
            continue
    return [command for command in found if words in command]
