"""run.py and the gate runner: what they say and decide, without building an environment."""

import ast
import errno
import importlib.util
import io
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
import tokenize
import tomllib
from pathlib import Path

import pytest

from tools import gates, machines, oldest

ROOT = Path(__file__).resolve().parent.parent


@pytest.fixture
def run():
    """Return run.py as a fresh module, so that a test may change its names."""
    spec = importlib.util.spec_from_file_location("run", ROOT / "run.py")
    module = importlib.util.module_from_spec(spec)
    spec.loader.exec_module(module)
    return module


# --- run.py: plain words for what is missing ---------------------------------------------------


def test_an_old_python_can_read_the_file_far_enough_to_complain():
    source = (ROOT / "run.py").read_text()
    tree = ast.parse(source, feature_version=(3, 6))
    modules = {n.module for n in ast.walk(tree) if isinstance(n, ast.ImportFrom)}
    modules |= {a.name for n in ast.walk(tree) if isinstance(n, ast.Import) for a in n.names}
    assert "__future__" not in modules  # annotations came with 3.7
    assert {m.split(".")[0] for m in modules} <= set(sys.stdlib_module_names)
    later = {":=", "->"}
    assert not later & {t.string for t in tokenize.generate_tokens(io.StringIO(source).readline)}


def test_old_python_is_told_what_to_do(run):
    with pytest.raises(run.Trouble, match=r"3\.9 is too old.*3\.11 or newer(.|\n)*python\.org"):
        run.check_python((3, 9, 2), which=lambda name: None)
    with pytest.raises(run.Trouble, match=r"type `python3\.13 run\.py lab`"):
        run.check_python((3, 10, 0), which={"python3.12": 1, "python3.13": 1}.get)
    run.check_python((3, 11, 0))
    run.check_python((4, 0, 0))


@pytest.mark.parametrize("lacking", ["venv", "ensurepip"])
def test_missing_venv_names_the_debian_package(run, lacking):
    with pytest.raises(run.Trouble, match="sudo apt install python3-venv"):
        run.check_venv(lambda name: None if name == lacking else "there")
    run.check_venv(lambda name: "there")


@pytest.mark.parametrize("form", [["--port", "{}"], ["--port={}"], ["--ServerApp.port={}"]])
def test_taken_port_is_named_with_a_way_out(run, form):
    with socket.socket() as other:
        other.bind(("127.0.0.1", 0))
        other.listen()
        port = other.getsockname()[1]
        words = ["--no-browser", *(word.format(port) for word in form)]
        with pytest.raises(run.Trouble, match=rf"Port {port} cannot be used(.|\n)*another number"):
            run.check_port(words)
    run.check_port(words)  # free again


def test_port_is_checked_only_when_asked_for(run):
    run.check_port([])
    run.check_port(["--no-browser", "--port"])
    run.check_port(["--port=any"])  # JupyterLab says what it thinks of that
    with pytest.raises(run.Trouble, match="Port 99999"):
        run.check_port(["--port=99999"])


@pytest.mark.parametrize(
    ("printed", "said"),
    [
        ("ERROR: [Errno 28] No space left on device", "disk is full"),
        ("failed to copy file: No space left on device (os error 28)", "disk is full"),
        (str(OSError(errno.ENOSPC, os.strerror(errno.ENOSPC))), "disk is full"),
        ("ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM", "requirements.lock"),
        ("Hash mismatch for `numpy==2.4`", "requirements.lock"),
        ("[Errno -3] Temporary failure in name resolution", "index cannot be reached"),
        ("[Errno 11001] getaddrinfo failed", "index cannot be reached"),
        ("error sending request for url (x)\n cause: dns error", "index cannot be reached"),
        ("Read timed out.\nNo matching distribution found for numpy", "index cannot be reached"),
        (str(PermissionError(errno.EACCES, "x", "/a/b")), "cannot be written"),
        ("No matching distribution found for numpy==9", "Something else went wrong: No matching"),
        ("", "no words"),
    ],
)
def test_failed_installation_is_explained(run, printed, said):
    assert said in run.explain(printed)


def raising(error):
    def function(*_):
        raise error

    return function


@pytest.mark.parametrize(
    ("error", "code", "said"),
    [
        (OSError(errno.ENOSPC, "No space left on device"), 1, "disk is full"),
        (PermissionError(errno.EACCES, "Permission denied", "x"), 1, "cannot be written"),
        (KeyboardInterrupt(), 130, "stopped"),
    ],
)
def test_trouble_in_a_verb_ends_without_traceback(run, monkeypatch, capsys, error, code, said):
    monkeypatch.setitem(run.VERBS, "lab", raising(error))
    assert run.main(["lab"]) == code
    assert said in capsys.readouterr().err


def test_help_and_unknown_verb(run, capsys):
    assert run.main([]) == 0
    assert run.main(["--help"]) == 0
    shown = capsys.readouterr().out
    assert all(f"run.py {verb}" in shown for verb in run.VERBS)
    assert run.main(["lob"]) == 1
    told = capsys.readouterr().err
    assert "no `run.py lob`. There are: lab, test, notebooks, book, handouts, lite" in told


def test_missing_lock_is_said(run, monkeypatch, tmp_path, capsys):
    monkeypatch.setattr(run, "LOCK", tmp_path / "requirements.lock")
    assert run.main(["test"]) == 1
    assert "requirements.lock is missing" in capsys.readouterr().err


def test_lock_without_uv_is_said(run, monkeypatch, capsys):
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    assert run.main(["lock"]) == 1
    assert "needs uv" in capsys.readouterr().err


def test_uv_finds_no_wish_of_ours_where_it_installs():
    """It would count a constraint as one more requirement, and refuse it for want of a hash."""
    assert "uv" not in tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["tool"]


def test_lock_that_names_a_host_is_refused(run, monkeypatch, tmp_path):
    lock = tmp_path / "requirements.lock"
    lock.write_text("good==1\n")
    monkeypatch.setattr(run, "LOCK", lock)
    monkeypatch.setattr(run.shutil, "which", lambda name: name)
    monkeypatch.setattr(run, "step", lambda *_: lock.write_text("--index-url https://x\ngood==2\n"))
    with pytest.raises(run.Trouble, match="names a host"):
        run.lock([])
    assert lock.read_text() == "good==1\n"


# --- run.py: the stamp -------------------------------------------------------------------------


@pytest.fixture
def place(run, monkeypatch, tmp_path):
    """Return run.py with a small project of its own, installed by a fake pip."""
    for name in ("requirements.lock", "pyproject.toml", "overrides.json"):
        (tmp_path / name).write_text(name)
    venv = tmp_path / ".venv"
    monkeypatch.setattr(run, "ROOT", tmp_path)
    monkeypatch.setattr(run, "VENV", venv)
    monkeypatch.setattr(run, "LOCK", tmp_path / "requirements.lock")
    monkeypatch.setattr(run, "PROJECT", [tmp_path / "pyproject.toml", tmp_path / "overrides.json"])
    monkeypatch.setattr(run, "STAMP", venv / "stamp.json")
    monkeypatch.setattr(run, "PYTHON", venv / "python")
    monkeypatch.setattr(run, "DISK_MB", 0)
    monkeypatch.setattr(run.shutil, "which", lambda name: None)
    run.steps = []

    def step(title, *command):
        run.steps.append(title[:5])
        if title.startswith("[1/3]"):
            venv.mkdir()
            (venv / "python").write_text("")

    monkeypatch.setattr(run, "step", step)
    return run


ALL = ["[1/3]", "[2/3]", "[3/3]"]


def steps_of(place):
    place.steps.clear()
    place.set_up()
    return place.steps


def test_first_start_installs_and_the_next_does_nothing(place, capsys):
    assert steps_of(place) == ALL
    assert "Ready after" in capsys.readouterr().out
    assert steps_of(place) == []


def test_interrupted_installation_is_done_anew(place, monkeypatch):
    good = place.step
    monkeypatch.setattr(
        place,
        "step",
        lambda title, *c: raising(KeyboardInterrupt())() if "2/3" in title else good(title),
    )
    with pytest.raises(KeyboardInterrupt):
        place.set_up()
    assert not place.STAMP.exists()
    (place.VENV / "left-over").write_text("half a package")
    monkeypatch.setattr(place, "step", good)
    assert steps_of(place) == ALL
    assert not (place.VENV / "left-over").exists()


def test_failed_last_step_leaves_no_stamp(place, monkeypatch):
    place.set_up()
    place.PROJECT[0].write_text("changed")
    monkeypatch.setattr(place, "step", raising(place.Trouble("no")))
    with pytest.raises(place.Trouble):
        place.set_up()
    assert place.to_do(place.wanted_stamp()) == "project"


def test_changed_lock_moved_folder_other_python_mean_everything(place, monkeypatch):
    place.set_up()
    place.LOCK.write_text("newer")
    assert steps_of(place) == ALL
    for key in ("python", "place"):
        stamp = json.loads(place.STAMP.read_text())
        place.STAMP.write_text(json.dumps(stamp | {key: "other"}))
        assert steps_of(place) == ALL
    place.PYTHON.unlink()  # what a removed base Python looks like
    assert steps_of(place) == ALL
    for broken in ("", "[]", "null", "{", "[1]"):
        place.STAMP.write_text(broken)
        assert steps_of(place) == ALL


@pytest.mark.parametrize("which", [0, 1])
def test_changed_project_is_reinstalled_alone(place, which):
    place.set_up()
    place.PROJECT[which].write_text("changed")
    assert steps_of(place) == ["[3/3]"]
    assert steps_of(place) == []


def test_full_disk_is_noticed_before_anything_is_made(place, monkeypatch):
    monkeypatch.setattr(place, "DISK_MB", 10**12)
    with pytest.raises(place.Trouble, match="disk is full"):
        place.set_up()
    assert not place.VENV.exists()


def test_step_shows_what_is_printed_and_explains_a_failure(run, capsys):
    run.step("title", sys.executable, "-c", "print('working')")
    assert capsys.readouterr().out == "title\n    working\n"
    with pytest.raises(run.Trouble, match="disk is full"):
        run.step("t", sys.executable, "-c", "import sys; sys.exit('No space left on device')")


def test_children_see_this_book_before_the_user(run, monkeypatch):
    monkeypatch.setenv("PYTHONPATH", "elsewhere")
    monkeypatch.setenv("KERNLAB_DATA", "1")
    environment = run.environment()
    assert "PYTHONPATH" not in environment
    assert environment["KERNLAB_DATA"] == "1"
    assert environment["JUPYTER_PREFER_ENV_PATH"] == "1"


@pytest.mark.parametrize(
    ("words", "page", "root"),
    [
        ([], True, True),
        (["--no-browser"], True, True),
        (["notebooks/02_kernel_matrix.ipynb"], False, True),
        (["--ServerApp.root_dir=/a"], True, False),
    ],
)
def test_lab_opens_the_first_page_unless_told_otherwise(run, monkeypatch, words, page, root):
    monkeypatch.setattr(run, "start", lambda *words: words)
    command = run.lab(words)
    assert command[:2] == ("-m", "jupyterlab")
    assert any("00_start_here" in word for word in command) is page
    assert f"--ServerApp.root_dir={ROOT}" in command if root else str(ROOT) not in str(command)
    assert command[len(command) - len(words) :] == tuple(words)


# --- the gate runner ---------------------------------------------------------------------------

PYTEST_GATE = gates.Gate("laws", "pytest", "tests")


def report(**numbers):
    attributes = " ".join(f'{k}="{v}"' for k, v in numbers.items())
    return f'<?xml version="1.0"?><testsuites><testsuite {attributes}></testsuite></testsuites>'


def test_counts_of_a_report():
    text = report(tests=10, failures=2, errors=1, skipped=3)
    assert gates.counts(text) == (4, 3, 3)
    assert gates.counts("") == (0, 0, 0)
    assert gates.counts("<testsuites>") == (0, 0, 0)  # cut off by a crash


@pytest.mark.parametrize(
    ("code", "text", "selecting", "passed", "failed", "skipped"),
    [
        (0, report(tests=3, failures=0, errors=0, skipped=1), False, 2, 0, 1),
        (1, report(tests=3, failures=1, errors=0, skipped=0), False, 2, 1, 0),
        (5, report(tests=0), False, 0, 1, 0),  # ran nothing
        (0, report(tests=4, failures=0, errors=0, skipped=4), False, 0, 1, 4),  # all skipped
        (5, report(tests=0), True, 0, 0, 0),  # -k chose none of this gate
        (3, "", False, 0, 1, 0),  # pytest crashed
        (-1, report(tests=2, failures=0, errors=0, skipped=0), False, 2, 1, 0),  # hung at the end
        (0, None, False, 1, 0, 0),  # ruff
        (1, None, False, 0, 1, 0),
    ],
)
def test_verdict_on_a_gate(code, text, selecting, passed, failed, skipped):
    result = gates.judge(PYTEST_GATE, code, text, 1.0, selecting)
    assert (result.passed, result.failed, result.skipped) == (passed, failed, skipped)


def asked(*words):
    return gates.arguments(words)[0]


def test_missing_gate_file_fails():
    result = gates.not_run(gates.Gate("x", "pytest", "tests tests/no.py"), [None], asked())
    assert result.failed == 1
    assert result.remark == "no such place: tests/no.py"


def test_a_gate_that_cannot_run_is_skipped_loudly_and_fails_in_ci():
    gate = gates.Gate("x", "pytest", "tests", missing=lambda: "no Chromium found")
    here = gates.not_run(gate, [None], asked(), variables={})
    assert (here.failed, here.skipped) == (0, 1)
    assert here.remark == "NOT RUN: no Chromium found"
    in_ci = gates.not_run(gate, [None], asked(), variables={"CI": "true"})
    assert (in_ci.failed, in_ci.skipped) == (1, 0)
    assert gates.not_run(PYTEST_GATE, [None], asked(), variables={}) is None


def test_a_browser_is_found_on_the_path_or_by_its_name():
    assert machines.browser(find=lambda name: None, variables={}) == ""
    assert machines.browser(find=lambda name: f"/bin/{name}", variables={}) == "/bin/chromium"
    named = {"KERNLAB_CHROMIUM": "/somewhere/chrome"}
    assert machines.browser(find=lambda name: None, variables=named) == "/somewhere/chrome"


def test_fast_leaves_out_notebooks_and_browser_and_says_so():
    for gate in gates.GATES:
        if gate.slow:
            assert "LEFT OUT" in gates.not_run(gate, [None], asked("--fast")).remark
    fast = {gate.name for gate in gates.GATES if not gate.slow}
    assert fast >= {"ruff lint", "ruff format", "doctests", "unit tests"}
    assert not [name for name in fast if "chapter" in name or "browser" in name]


def test_every_test_file_belongs_to_a_gate():
    apart = {gate.places for gate in gates.GATES if gates.named(gate)}
    assert apart == set(gates.APART)
    places = {place for gate in gates.GATES for place in gate.places.split()}
    assert {"tests", "packages", "notebooks"} <= places
    assert all((ROOT / place).exists() for place in places)


def test_every_place_that_a_gate_looks_at_is_there():
    for gate in gates.GATES:
        for place in gate.about:
            folder, _, start = place.rpartition("/")
            assert any(path.name.startswith(start) for path in (ROOT / folder).iterdir()), place


def test_what_the_default_leaves_out_is_in_changed_and_everything_in_all():
    for gate in gates.GATES:
        if gate.sample is not None:
            assert gate.about
        assert gates.batches(gate, gates.ALL) == [None]
        assert "-m" not in gates.words_of(gate, None, gates.ALL)
    law = gates.Gate("x", "pytest", "tests", about=("tests/",))
    assert gates.words_of(law, None, gates.DEFAULT) == ["pytest", "tests", "-m", "not slow"]
    assert gates.words_of(law, None, gates.CHANGED) == ["pytest", "tests", "-m", "slow"]
    assert gates.words_of(law, None, gates.CHANGED, ["-k", "a"]) == ["pytest", "tests"]


NBVAL = gates.Gate(
    "x", "pytest --nbval", "notebooks", sample=3, about=("a/",), units=gates.chapters
)


def test_a_sample_is_chosen_by_the_commit():
    (drawn,) = gates.batches(NBVAL, gates.DEFAULT)
    assert gates.batches(NBVAL, gates.DEFAULT) == [drawn]
    assert len(set(drawn)) == 3
    assert all((ROOT / word).is_file() for word in drawn)
    assert gates.words_of(NBVAL, drawn)[2:] == drawn
    book = gates.Gate("book", "pytest", gates.BOOK, sample=0, units=gates.chapters)
    assert gates.batches(book, gates.DEFAULT) == []
    assert gates.words_of(book, drawn) == ["pytest", gates.BOOK]
    chosen = gates.setting_of(book, drawn)["KERNLAB_CHAPTERS"].split()
    assert [f"notebooks/{name}.ipynb" for name in chosen] == drawn
    assert gates.setting_of(book, None) == {}


def test_what_differs_comes_first_and_with_a_sample():
    every = gates.chapters()

    def units(*paths):
        return [unit for part in gates.batches(NBVAL, gates.CHANGED, paths) for unit in part]

    assert len(units()) == gates.SAMPLE
    assert units(every[7])[0] == every[7]
    assert set(units(*every[2:6])) == set(every[2:6])
    assert sorted(units("a/b.py")) == every  # what every chapter stands on
    assert units("a/b.py", every[4])[0] == every[4]
    parts = gates.batches(NBVAL, gates.CHANGED, None)  # nothing is known: everything
    assert sorted(unit for part in parts for unit in part) == every
    whole = gates.Gate("lite", "pytest", "tests", sample=0, about=("a/",))
    assert gates.batches(whole, gates.CHANGED, ["b/a/c"]) == []
    assert gates.batches(whole, gates.CHANGED, ["a/c"]) == [None]
    left = gates.not_run(whole, [], asked("--changed"))
    assert (left.skipped, left.remark) == (1, "LEFT OUT: nothing of it differs")


def test_what_the_time_does_not_reach_is_named():
    parts = [["notebooks/1.ipynb", "notebooks/2.ipynb"], ["notebooks/3.ipynb"]]
    begun = []

    def go(gate, units):
        begun.append(units)
        return gates.Result(gate.name, 4, 1, 0, 1.0)

    late = gates.run_gate(NBVAL, parts, 0.0, go)
    assert begun == []
    assert late == gates.Result("x", 0, 0, 1, 0.0, "left to --all: 1 2 3")
    assert gates.run_gate(NBVAL, parts, float("inf"), go) == gates.Result("x", 8, 2, 0, 2.0)

    def last(gate, units):
        time.sleep(0.1)
        return go(gate, units)

    one = gates.run_gate(NBVAL, parts, time.monotonic() + 0.05, last)
    assert one == gates.Result("x", 4, 1, 0, 1.0, "left to --all: 3")


def test_a_part_that_has_begun_ends_with_the_time_and_counts_as_left(tmp_path, monkeypatch):
    monkeypatch.setattr(gates, "ROOT", tmp_path)
    monkeypatch.setattr(gates, "GENTLE", 0.5)
    deaf = "import signal, time\nsignal.signal(signal.SIGINT, signal.SIG_IGN)\ntime.sleep(60)\n"
    (tmp_path / "sleeper.py").write_text(deaf)
    gate = gates.Gate("x", "sleeper")
    began = time.monotonic()
    parts = ["notebooks/1.ipynb"], gates.CHANGED, [], tmp_path
    cut = gates.run_part(gate, *parts, end=began + 0.5)
    assert time.monotonic() - began < 30
    assert (cut.failed, cut.skipped, cut.remark) == (0, 1, "left to --all: 1")
    monkeypatch.setattr(gates, "LIMIT", 0.5)  # what hangs by itself fails, as ever
    assert gates.run_part(gate, *parts, end=began + 60).failed == 1


def test_since_when_a_path_differs(tmp_path, monkeypatch):
    def git(*words):
        subprocess.run(["git", *words], cwd=tmp_path, check=True, capture_output=True)

    def commit(name):
        (tmp_path / name).write_text(name)
        git("add", ".")
        git("-c", "user.name=a", "-c", "user.email=a@b.c", "commit", "-m", name)

    monkeypatch.setattr(gates, "ROOT", tmp_path)
    monkeypatch.setattr(gates, "FULL_RUNS", tmp_path / ".git" / "gates.csv")
    assert gates.commit() == ""  # no repository
    git("init", "-b", "work")
    commit("one")
    assert gates.differing()[1] is None
    first = gates.commit()
    gates.keep([gates.Result("a", 1, 0, 0)])
    assert gates.differing()[1] == []
    commit("two")
    (tmp_path / "three").write_text("not added")
    assert gates.differing() == (f"since the last full run, {first}", ["two", "three"])
    git("branch", "main")
    git("update-ref", "refs/remotes/origin/main", "main")
    assert gates.differing()[1] == ["three"]
    commit("three")
    git("update-ref", "refs/remotes/origin/main", "work")
    assert gates.differing()[1] == ["three", "two"], "the other says nothing: the last full run"
    gates.FULL_RUNS.write_text(gates.FULL_RUNS.read_text().replace(first, "0123456"))
    assert gates.differing()[1] is None


def test_a_full_run_is_kept_with_date_and_commit(tmp_path, monkeypatch):
    monkeypatch.setattr(gates, "FULL_RUNS", tmp_path / "gates.csv")
    assert gates.last_full_run() == "never"
    monkeypatch.setattr(gates, "commit", lambda: "abc1234")
    gates.keep([gates.Result("a", 5, 0, 1, 2.5)])
    first, row = (tmp_path / "gates.csv").read_text().splitlines()
    assert first == "date,commit,gate,passed,failed,skipped,seconds"
    assert row.endswith(",abc1234,a,5,0,1,2")
    assert gates.last_full_run() == f"{row.split(',')[0]} abc1234"
    monkeypatch.setattr(gates, "commit", lambda: "def5678")
    gates.keep([gates.Result("a", 6, 0, 1, 3.0)])
    kept = (tmp_path / "gates.csv").read_text().splitlines()
    assert kept[:2] == [first, row] and kept[2].endswith(",def5678,a,6,0,1,3")
    assert gates.last_full_run().endswith(" def5678")
    gates.keep([gates.Result("b", 1, 0, 0)])
    monkeypatch.setattr(gates, "commit", lambda: "fed9012")
    gates.keep([gates.Result("a", 6, 0, 1)])  # b has not run since
    assert gates.last_full_run().endswith(" def5678")


@pytest.fixture
def own_signals():
    """Give back what a SIGTERM does; the gates set it for themselves."""
    before = signal.getsignal(signal.SIGTERM)
    yield
    signal.signal(signal.SIGTERM, before)


def test_one_gate_can_be_asked_for(own_signals, monkeypatch):
    with pytest.raises(SystemExit, match="no gate has 'sieve' in its name"):
        gates.main(["--gate", "sieve"])
    asked = []
    monkeypatch.setattr(
        gates,
        "run_part",
        lambda gate, *_: asked.append(gate.name) or gates.Result(gate.name, 1, 0, 0),
    )
    monkeypatch.setattr(gates, "keep", lambda results: asked.append(len(results)))
    assert gates.main(["--all", "--gate", "ruff"]) == 0
    assert asked == ["ruff lint", 1, "ruff format", 1], "each is kept as it ends"


def test_what_tries_other_engines_comes_before_what_the_time_may_not_reach(
    own_signals, monkeypatch
):
    begun = []
    passed = gates.Result("x", 1, 0, 0)
    monkeypatch.setattr(gates, "run_part", lambda gate, *_: begun.append(gate.places) or passed)
    monkeypatch.setattr(gates, "differing", lambda: ("a commit", []))
    monkeypatch.setattr(gates, "not_run", lambda gate, parts, asked: None)
    assert gates.main(["--changed", "--minutes", "9"]) == 0
    assert set(begun[:2]) == {gates.ENGINES, gates.BOOK}


def test_a_changed_tier_that_has_no_time_left_fails_nothing(own_signals, monkeypatch, capsys):
    everything = gates.Gate("late", "ruff 0", about=("tools/",))
    monkeypatch.setattr(gates, "GATES", (everything,))
    monkeypatch.setattr(gates, "differing", lambda: ("a commit", ["tools/gates.py"]))
    assert gates.main(["--changed", "--minutes", "0"]) == 0
    out = capsys.readouterr().out
    assert "left to --all" in out and out.endswith("\nkernlab: 0 passed, 0 failed, 1 skipped\n")
    monkeypatch.setattr(gates, "batches", lambda *_: [])  # nothing to run, but time enough
    assert gates.main(["--changed", "--minutes", "9"]) == 1


@pytest.mark.slow
def test_the_plain_setting_is_really_plainer():
    setting = machines.plain_setting()
    if not setting:
        pytest.skip("this machine has one BLAS kernel only")
    here, there = machines.probe({}), machines.probe(setting)
    assert there["kernels"] != here["kernels"]
    assert there["threads"] == 1
    assert there["loops"] == []


def test_the_oldest_packages_are_the_lower_bounds():
    bounds = oldest.lower_bounds()
    assert "numpy==2.0" in bounds
    assert all("==" in bound and ";" not in bound for bound in bounds)


def test_table_ends_with_the_plain_total():
    results = [
        gates.Result("a", 5, 0, 1, 2.5),
        gates.Result("long name", 0, 2, 0, 1.0, "ran no test"),
    ]
    lines = gates.table(results).splitlines()
    assert lines[-1] == "kernlab: 5 passed, 2 failed, 1 skipped"
    assert lines[2].endswith("ran no test")
    assert len(lines) == 4


def fake_gates(monkeypatch, *codes):
    monkeypatch.setattr(gates, "GATES", tuple(gates.Gate(f"gate {c}", f"ruff {c}") for c in codes))
    monkeypatch.setattr(gates, "run", lambda command, *_: int(command[-1]))


def test_a_failing_gate_stops_no_other_and_fails_the_whole(own_signals, monkeypatch, capsys):
    fake_gates(monkeypatch, 0, 1, 0)
    assert gates.main([]) == 1
    assert capsys.readouterr().out.endswith("\nkernlab: 2 passed, 1 failed, 0 skipped\n")
    fake_gates(monkeypatch, 0, 0)
    assert gates.main([]) == 0


@pytest.mark.skipif(os.name == "nt", reason="process groups of POSIX")
def test_stopping_ends_the_children_too(tmp_path):
    child = "import time; time.sleep(60)"
    note = tmp_path / "child"
    script = (
        "import pathlib, subprocess, sys, time\n"
        f"child = subprocess.Popen([sys.executable, '-c', {child!r}])\n"
        f"pathlib.Path({str(note)!r}).write_text(str(child.pid))\n"
        "time.sleep(60)\n"
    )
    process = subprocess.Popen(
        [sys.executable, "-c", script], start_new_session=True, stderr=subprocess.DEVNULL
    )
    for _ in range(200):
        if note.exists() and note.read_text():
            break
        time.sleep(0.05)
    gates.stop(process)
    assert process.wait(5) != 0
    for _ in range(100):  # the orphan is reaped by the system, in its own time
        status = Path(f"/proc/{note.read_text()}/stat")
        if not status.exists() or status.read_text().split()[2] == "Z":
            break
        time.sleep(0.05)
    else:
        pytest.fail("the child is still running")


def test_the_kernel_of_the_page_is_not_loaded_by_jupyterlab(run, tmp_path, monkeypatch):
    monkeypatch.setattr(run, "VENV", tmp_path)
    found = tmp_path / "share/jupyter/labextensions/@jupyterlite/kernel"
    for _ in range(2):  # an installation may bring it again
        found.mkdir(parents=True)
        run.set_aside()
        run.set_aside()
        assert not found.parent.exists()
        assert (tmp_path / "share/jupyterlite/labextensions/@jupyterlite/kernel").is_dir()


@pytest.mark.skipif(os.name == "nt", reason="a script for bash")
@pytest.mark.parametrize("failing", ["", "test", "--changed"])
def test_the_script_for_a_bare_machine_runs_both_tiers_and_adds_them_up(tmp_path, failing):
    (tmp_path / ".ci").mkdir()
    shutil.copy(ROOT / ".ci" / "run", tmp_path / ".ci" / "run")
    (tmp_path / "run.py").write_text(
        "import sys\n"
        "last = sys.argv[2] if sys.argv[2:] else sys.argv[1]\n"
        f"bad = int(last == {failing!r})\n"
        "print(sys.argv, f'kernlab: 5 passed, {bad} failed, 1 skipped', sep='\\n')\n"
        "sys.exit(bad)\n"
    )
    done = subprocess.run(
        ["bash", tmp_path / ".ci" / "run"],
        env=os.environ | {"KERNLAB_CHROMIUM": shutil.which("true")},
        capture_output=True,
        text=True,
    )
    bad = int(bool(failing))
    assert done.returncode == bad, done.stderr
    assert done.stdout.endswith(f"\nkernlab: 10 passed, {bad} failed, 2 skipped\n")
    assert "'--changed', '--minutes', '20'" in done.stdout
