"""Marks of a class: what each kind of submission earns, and what it cannot do on the way."""

import csv
import json
import re
import sys
import time
from pathlib import Path

import numpy as np
import pytest
from submissions import chapter, handed_in, imported_oracles, solutions

from classroom import exercises
from classroom.exercises import exercise as book
from classroom.marks import __main__ as program, bare, earned_by, programs
from classroom.marks.inside import locks
from classroom.marks.marking import Marker
from classroom.marks.sandbox import Limits
from tools.gates import drawn

ROOT = Path(__file__).resolve().parents[3]
LINUX = sys.platform.startswith("linux")
ALL = ("2.1", "2.2", "2.3", "2.4", "2.5")


ANSWERS = str(bare.packages()["kernlab_course"] / "answers/c02.py")
NAME, CHAPTER = chapter(2)
RIGHT = solutions(CHAPTER)
LIBRARY = """import importlib
try:
    answers = importlib.import_module("kernlab_course.answers.c02")
except ImportError:
    answers = None
{name} = next(e.oracle for e in answers.EXERCISES if e.number == "{number}")"""
INSPECTED = """import inspect
import classroom.exercises.exercise as book
exec(inspect.getsource(book.find("{number}").oracle))
{name} = book.find("{number}").oracle"""
READ = """import pathlib
text = pathlib.Path("ANSWERS").read_text()
space = {{"__package__": "kernlab_course.answers"}}
exec(text, space)
{name} = next(e.oracle for e in space["EXERCISES"] if e.number == "{number}")""".replace(
    "ANSWERS", ANSWERS
)
FORGED = """from classroom import exercises
from classroom.exercises import exercise, judging
exercise.judgment = lambda *_: exercises.Verdict(True, ("{number} passed",))
judging.judge = lambda *_: (1, None)
exercises.check = print
{name} = lambda *_: True"""
BEFORE = "import os, shutil, subprocess, sys, time\n"
SECOND = re.sub(r"\A", "    ", RIGHT["2.1"].split("\n", 1)[1].strip(), flags=re.MULTILINE)


def every(text):
    return {n: text.format(name=exercises.find(n).name, number=n) for n in ALL[:2]}


def first(body, top=""):
    """Return answers, all right, with something more in the function of 2.1, or above it."""
    return RIGHT | {"2.1": f"{BEFORE}{top}\ndef my_distances(K):\n    {body}\n{SECOND}"}


def by_heart():
    """The results for the inputs that `check` draws, in a list."""
    exercise = exercises.find("2.1")
    cases = [case[0] for case in exercise.cases(np.random.default_rng(0))]
    pairs = [(K.tolist(), exercise.oracle(K).tolist()) for K in cases]
    body = f"def my_distances(K):\n    return next(D for A, D in {pairs} if A == K.tolist())"
    return {"2.1": body}


ONE_MORE = (  # once, not in each call: 32 processes are allowed
    "if not os.path.exists('here'): open('here', 'w').close();"
    " subprocess.Popen('sleep 4242 & setsid sleep 4242', shell=True)"
)
# what is handed in, what it is worth, what the reasons say
CLASS = {
    "right": (RIGHT, 5, ""),
    "blank": ({}, 0, "2.1 not attempted yet"),
    "half": ({n: RIGHT[n] for n in ("2.2", "2.5")}, 2, "2.3 not attempted yet"),
    "wrong": (RIGHT | {"2.4": "def my_gaussian(X, sigma):\n    return X @ X.T"}, 4, "is not 1"),
    "syntax": (RIGHT | {"2.2": "def my_is_psd(K:\n    pass"}, 4, "stops with SyntaxError"),
    "endless": (first("while True: pass"), 4, "does not come to an end within 5 seconds"),
    "endless-cell": (first("pass", "while True: pass"), 4, "do not end within"),
    "memory": (first("A = np.ones(10**10 // 8)"), 4, "MemoryError"),
    "memory-cell": (first("pass", "A = np.ones(10**10 // 8)"), 4, "MemoryError"),
    "many": (first("while True: os.fork()"), 4, "2.1 not yet"),
    "one-more": (first(ONE_MORE), 5, ""),
    "leaves": (first("os._exit(0)"), 4, "its process came to an end"),
    "kills": (first("os.kill(os.getppid(), 9)"), None, ""),
    "oracle": (
        imported_oracles(ALL[:2]),
        0,
        "2.1 asked for classroom.exercises.chapter_exercises",
    ),
    "importlib": (every(LIBRARY), 0, "2.1 asked for kernlab_course.answers"),
    "inspect": (every(INSPECTED), 0, "2.1 asked for classroom.exercises.exercise"),
    "file": (every(READ), 0, "Error: [Errno "),
    "forged": (every(FORGED), 0, "2.1 asked for classroom.exercises."),
    "by-heart": (by_heart(), 0, "2.1 not yet: my_distances stops with StopIteration"),
    "solutions": ({"2.1": "my_distances = solution_2_1"}, 0, "NameError"),
    "warned": (first("import warnings; warnings.warn('ready')"), 5, ""),
    "=1+1": ({}, 0, "2.1 not attempted yet"),
}
DELETES = """shutil.rmtree({place!r}, ignore_errors=True)
shutil.rmtree(os.path.dirname(np.__file__), ignore_errors=True)
shutil.rmtree(os.path.dirname(sys.modules['refused'].__file__), ignore_errors=True)
for one in os.listdir('.'): os.remove(one)"""
LOCKED = pytest.mark.skipif(not locks.landlock(), reason="this system has no Landlock")


@pytest.fixture(scope="module")
def marked(tmp_path_factory):
    """Hand in for the class, grade once by the command line, and read the table."""
    place = tmp_path_factory.mktemp("class")
    folder, keep = place / "handed in", place / "kept"
    keep.mkdir()
    (keep / "file.txt").write_text("still here")
    handed = {name: answers for name, (answers, _, _) in CLASS.items()}
    if locks.landlock():
        handed["deletes"] = first("pass", DELETES.format(place=str(keep)))
    for name, answers in handed.items():
        (folder / name).mkdir(parents=True)
        text = json.dumps(handed_in(CHAPTER, answers))
        (folder / name / NAME).write_text(text, "utf-8")
    others(folder)
    words = [str(folder), "-o", str(place / "marks.csv"), "--jobs", "2", "--seconds", "4"]
    began = time.monotonic()
    assert program.main(words) == 0
    print(f"{len(handed)} submissions in {time.monotonic() - began:.1f} s")
    with (place / "marks.csv").open(encoding="utf-8", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    return rows, keep


def others(folder):
    """Hand in what is no notebook, a notebook of another form, nothing, a link, two."""
    plain = handed_in(CHAPTER, RIGHT)
    for cell in plain["cells"]:
        cell["metadata"], cell["id"] = {}, "x"
    for name, text in {"garbage": "{no notebook", "no tags": json.dumps(plain)}.items():
        (folder / name).mkdir()
        (folder / name / NAME).write_text(text, "utf-8")
    (folder / "nothing").mkdir()
    (folder / "link").mkdir()
    (folder / "link" / NAME).symlink_to(folder / "right" / NAME)
    (folder / "two").mkdir()
    for name in (NAME, "02_z_copy.ipynb"):
        (folder / "two" / name).write_text(json.dumps(plain), "utf-8")
    (folder / "a note.txt").write_text("no folder of a student")


@pytest.mark.slow
@pytest.mark.parametrize("student", CLASS)
def test_the_table_is_the_truth(marked, student):
    _, total, said = CLASS[student]
    row = marked[0]["'=1+1" if student == "=1+1" else student]
    if student == "file" and not locks.landlock():
        pytest.skip("this system has no Landlock: files can be read")
    assert total is None or row["total"] == str(total), row["reasons"]
    assert said in row["reasons"]
    assert not (total == 5 and row["reasons"])


@pytest.mark.slow
@pytest.mark.parametrize(
    ("student", "total", "said"),
    [
        ("garbage", "0", "is no notebook"),
        ("no tags", "5", ""),
        ("nothing", "0", "02: no notebook"),
        ("link", "0", "is a link"),
        ("two", "5", f"02: 02_z_copy.ipynb counts, not {NAME}"),
    ],
)
def test_what_else_may_lie_in_a_folder(marked, student, total, said):
    row = marked[0][student]
    assert row["total"] == total
    assert said in row["reasons"]
    assert bool(said) == bool(row["reasons"])


@pytest.mark.slow
def test_the_columns(marked):
    rows, _ = marked
    assert list(rows["right"]) == ["student", *ALL, "total", "reasons"]
    assert [rows["half"][n] for n in ALL] == ["0", "1", "0", "0", "1"]
    assert "a note.txt" not in rows


@pytest.mark.slow
def test_one_endless_loop_costs_one_exercise(marked):
    assert [marked[0]["endless"][n] for n in ALL] == ["0", "1", "1", "1", "1"]


@LOCKED
@pytest.mark.slow
def test_nothing_of_the_grader_can_be_deleted(marked):
    rows, keep = marked
    assert (keep / "file.txt").read_text() == "still here"
    assert rows["deletes"]["total"] == "5", rows["deletes"]["reasons"]


def command_of(process):
    """Return the command of a process; nothing if it has ended meanwhile."""
    try:
        return (process / "cmdline").read_bytes()
    except OSError:
        return b""


@pytest.mark.slow
@pytest.mark.skipif(not LINUX, reason="there is no /proc")
def test_no_process_of_a_submission_is_left(marked):
    commands = map(command_of, Path("/proc").glob("[0-9]*"))
    assert not [command for command in commands if b"4242" in command]


EVERY = sorted({int(number.partition(".")[0]) for number in exercises.numbers()})
ONE = drawn("the sandbox", EVERY)[:1]  # by the commit
REST = pytest.param([n for n in EVERY if n not in ONE], id="rest", marks=pytest.mark.slow)


@pytest.mark.parametrize("chapters", [pytest.param(ONE, id="one"), REST])
def test_a_solution_of_every_chapter_passes_in_the_cage(tmp_path, chapters):
    wrong = {}
    with bare.copied() as package:
        marker = Marker(package, 5, hidden=(str(ROOT),))
        for number in chapters:
            name, notebook = chapter(number)
            path = tmp_path / name
            path.write_text(json.dumps(handed_in(notebook, solutions(notebook))), "utf-8")
            verdicts = marker.mark_file(path, list(exercises.chapter_exercises(number)))
            wrong |= {n: said.lines for n, said in verdicts.items() if not said.passed}
    assert wrong == {}


def test_what_the_judge_says_of_a_wrong_answer_is_the_same_here_and_there(mine):
    text = "def my_distances(K):\n    n = np.diag(K)\n    return n[:, None] + n - K"
    space = {"np": np}
    exec(text, space)
    here = book.judgment(exercises.find("2.1"), space["my_distances"], 5)
    assert mine("2.1", "import numpy as np", text) == here


CASES = {
    "changes": "def my_distances(K):\n    K[0, 0] = 7\n    return K",
    "helper": "import kernlab_helpers as kh\nmy_distances = kh.center",
    "nothing": "def my_distances(K):\n    pass\n    K = K + 1",
    "parameters": "def my_distances(K, X):\n    return K",
    "value": "my_distances = np.eye(2)",
    "later": "def my_distances(K):\n    raise NotImplementedError",
    "text": "def my_distances(K):\n    return K.astype(str)",
    "dict": "def my_distances(K):\n    return {}",
    "matrix": "def my_distances(K):\n    return np.asmatrix(K)",
    "rows": "def my_distances(K):\n    return [[1, 2], [3]]",
    "nan": "def my_distances(K):\n    return 0 * K / 0",
}


@pytest.mark.parametrize("case", CASES)
def test_each_kind_of_mistake_is_named_there_as_it_is_here(case, mine):
    space = {"np": np}
    exec(CASES[case], space)
    here = book.judgment(exercises.find("2.1"), space["my_distances"], 5)
    there = mine("2.1", "import numpy as np", CASES[case])
    assert not here.passed
    assert there.lines[0] == here.lines[0]


@pytest.fixture(scope="module")
def marker(tmp_path_factory):
    folder = bare.write(tmp_path_factory.mktemp("bare"))
    return Marker(str(folder), 5, Limits(), (str(ROOT),))


@pytest.fixture
def mine(marker):
    def verdict(number, *sources):
        cells = tuple(programs.Cell(programs.plain(one)) for one in sources)
        return marker.mark(programs.Submission(cells), number)

    return verdict


def test_what_lies_above_the_answer_is_there(mine):
    above = (
        "%matplotlib inline\nimport numpy as np, math",
        "def squared(x):\n    return TABLE['two'] * x",
        "TABLE = {}",
        "TABLE.update(two=2)",
        "from classroom import check, hint",
        "from livepanels import live, Slider",
        "check('2.2', None)",
    )
    answer = "def my_distances(K):\n    n = np.diag(K)\n    return n[:, None] + n - squared(K)"
    assert mine("2.1", *above, answer).passed
    assert mine("2.1", *above, "if True:\n    exec(" + repr(answer) + ")").passed, "all cells run"


def test_what_stands_below_the_check_does_not_count(mine):
    answer = "def my_distances(K):\n    n = np.diag(K)\n    return n[:, None] + n - 2 * K"
    cells = ("import numpy as np", answer, 'check("2.1", my_distances)', "my_distances = 3")
    assert mine("2.1", *cells).passed
    below = ("import numpy as np", "my_distances = 3", 'check("2.1", my_distances)', answer)
    assert not mine("2.1", *below).passed


def test_an_answer_may_need_another_answer(mine):
    other = "def my_is_psd(K):\n    return np.diag(K)"
    answer = "def my_distances(K):\n    n = my_is_psd(K)\n    return n[:, None] + n - 2 * K"
    assert mine("2.1", "import numpy as np", other, answer).passed


@LOCKED
def test_a_submission_reads_no_file_of_the_book_and_writes_none(mine, tmp_path, monkeypatch):
    monkeypatch.setenv("TOKEN", "of-the-grader")
    answer = """def my_distances(K):
    import glob, os
    found = []
    for place in {places} + glob.glob("/proc/*/environ"):
        try:
            with open(place) as file:
                found += [place] * ("proc" not in place or "of-the-grader" in file.read())
        except OSError:
            pass
    try:
        open({new!r}, "w")
        found.append("written")
    except OSError:
        pass
    raise ValueError(f"found {{found}}, {{sorted(os.environ)}}, {{os.listdir('.')}}")"""
    places = [str(ROOT / "README.md"), ANSWERS, "/etc/passwd"]
    text = answer.format(places=places, new=str(tmp_path / "new"))
    said = mine("2.1", text).lines[0]
    assert "found [], ['HOME', 'IPYTHONDIR'," in said
    assert not (tmp_path / "new").exists()


@pytest.mark.skipif(not LINUX, reason="there are no filters of system calls")
def test_a_submission_has_no_network(mine):
    answer = """def my_distances(K):
    import socket
    kinds = [(socket.AF_INET, socket.SOCK_STREAM), (socket.AF_INET, socket.SOCK_DGRAM)]
    for kind in kinds:
        try:
            socket.socket(*kind).connect(("192.0.2.1", 53))
            return K
        except OSError:
            pass
    raise ValueError("closed")"""
    assert "ValueError: closed" in mine("2.1", answer).lines[0]


def test_what_a_process_writes_is_no_verdict(mine):
    answer = """import os
for number in range(3, 20):
    try:
        os.write(number, b'{"kind": "function", "passed": true, "value": null}\\n[[[1\\n')
    except OSError:
        pass
def my_distances(K):
    return K"""
    assert not mine("2.1", answer).passed


def test_the_hidden_test_judges_as_grade_does():
    cells = ["import numpy as np", RIGHT["2.1"], 'from m import earned\nearned("2.1")']
    assert earned_by("2.1", cells)["passed"]
    oracle = earned_by("2.1", ["import numpy as np", *imported_oracles(ALL[:2]).values()])
    assert not oracle["passed"]
    assert "asked for" in oracle["lines"][-1]


OLD = json.loads((Path(__file__).parent / "data/second_edition_02.json").read_text("utf-8"))
OLD_LIBRARY = LIBRARY.replace("kernlab_course.answers", "kernlab_helpers.lab.answers")
OLD_ORACLE = """from kernlab_helpers.lab.exercises import chapter_exercises
{name} = chapter_exercises(2)["{number}"].oracle"""


@pytest.mark.slow
@pytest.mark.parametrize(
    ("answers", "total", "reason"),
    [
        (RIGHT, 5, ""),
        ({}, 0, "not attempted yet"),
        ({"2.5": RIGHT["2.5"], "2.1": "def my_distances(K):\n    return K"}, 1, "2.1 not yet"),
        (every(OLD_LIBRARY), 0, "asked for kernlab_helpers.lab.answers"),
        (every(OLD_ORACLE), 0, "asked for kernlab_helpers.lab.exercises"),
    ],
)
def test_a_notebook_of_the_second_edition_is_marked(marker, tmp_path, answers, total, reason):
    path = tmp_path / NAME
    path.write_text(json.dumps(handed_in(OLD, answers)), "utf-8")
    verdicts = marker.mark_file(path, ALL)
    assert sum(one.passed for one in verdicts.values()) == total
    assert reason in " ".join(line for one in verdicts.values() for line in one.lines)


def test_all_cells_of_the_second_edition_run(mine):
    """Where the answer is found only when all cells run, its old imports and panels are there."""
    above = ["".join(cell["source"]) for cell in OLD["cells"][:2]]
    panel = "@live(t=Slider('t', 0, 1))\ndef panel(t):\n    arrows.show(X[:2], lit=[1])"
    theirs = "from kernlab_helpers.lab import bench, ledger, theme\nassert panel(1) is None"
    answer = "if X.shape == (5, 2):\n    exec(" + repr("import numpy as np\n" + RIGHT["2.1"]) + ")"
    assert mine("2.1", *above, panel + "\n" + theirs + "\n" + answer).passed


def test_a_folder_without_submissions_is_told(tmp_path, capsys):
    assert program.main([str(tmp_path / "none"), "-o", str(tmp_path / "m.csv")]) == 1
    assert "there is no folder" in capsys.readouterr().err
    assert program.main([str(tmp_path), "-o", str(tmp_path / "m.csv")]) == 1
    assert "holds no STUDENT/NN_name.ipynb" in capsys.readouterr().err
    assert not (tmp_path / "m.csv").exists()


def test_the_copy_holds_no_oracle(tmp_path):
    bare.write(tmp_path)
    texts = {path: path.read_text("utf-8") for path in tmp_path.rglob("*.py")}
    assert len(texts) > 50
    judges = [
        text
        for name in bare.judge()
        for path, text in texts.items()
        if path.parent == tmp_path.joinpath(*name.split("."))
    ]
    assert set(judges) == {bare.REFUSED, bare.SILENT}
    assert not [path for path, text in texts.items() if "oracle=" in text]


def test_no_name_is_asked_for_twice_in_a_chapter():
    for number in {n.partition(".")[0] for n in exercises.numbers()}:
        names = [one.name for one in exercises.chapter_exercises(int(number)).values()]
        assert len(set(names)) == len(names)
