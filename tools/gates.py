"""Run the gates of the book, one after the other, and count: `python3 run.py test`.

A gate that fails does not stop the others. The last line is the total; the exit code is 0 only if
a test ran and none failed, or --changed had no time left. There are three tiers:

    run.py test             what every change needs (at most 8 minutes on two quiet cores);
                            in the browser one chapter, drawn by the commit
    run.py test --changed   those other gates, for what differs since the merge base with
                            origin/main (else since the last full run), and a sample;
                            --minutes N ends it: what was not reached is named, and a part that
                            has begun is stopped four minutes later
    run.py test --all       everything, and its counts are added to data/results/gates.csv
                            (--all --gate book: one gate of it, to go on where a run was ended)

`--fast` leaves out notebooks and browser. A new gate is a line in the table GATES.
"""

import argparse
import contextlib
import csv
import importlib.util
import os
import random
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from collections.abc import Callable
from dataclasses import dataclass
from datetime import date
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT))

from tools import graders, machines, notebook7, oldest  # noqa: E402

LIMIT = 1200  # seconds; a gate that takes longer counts as hanging, with --all three times that
MINUTES = 15  # of --changed, unless it is told
SAMPLE = 2  # chapters of a gate that nothing has touched
BATCH = 2  # units that are run at once, then the clock is looked at
GENTLE = 15  # seconds for a gate to end by itself before it is killed
GRACE = 240  # seconds after the end of --changed until a part that has begun is stopped
FULL_RUNS = ROOT / "data" / "results" / "gates.csv"
HUNG = -1  # in place of an exit code
DEFAULT, CHANGED, ALL = "", "--changed", "--all"


def missing_browser():
    """Return in words that there is no browser, or nothing."""
    return "" if machines.browser() else machines.NO_BROWSER


def missing_notebook():
    """Return in words that there is no browser or no Notebook 7, or nothing."""
    return missing_browser() or notebook7.missing()


def missing_lite():
    """Return in words what JupyterLite lacks here, or nothing."""
    from jupyterlite_pyodide_kernel.constants import PYODIDE_VERSION

    from tools.book import npm

    try:
        npm.fetch(f"pyodide@{PYODIDE_VERSION}", ROOT / "build" / "cache" / "npm")
    except npm.NpmError as error:
        return str(error).splitlines()[0]
    return missing_browser()


def missing_dask():
    """Return in words that Dask's workers cannot be had, or nothing."""
    if importlib.util.find_spec("distributed"):
        return ""
    return "Dask is not installed: the extra `scale` has it"


def missing_kernel():
    """Return in words that this machine has one BLAS kernel only, or nothing."""
    return "" if machines.plain_setting() else "this machine has one BLAS kernel only"


def one_thread():
    """Return the setting of processes that share the cores, where more threads spin and wait."""
    return machines.ONE_THREAD


# The table ----------------------------------------------------------------------------------------


def chapters():
    """Return the chapters as paths in the repository."""
    return sorted(f"notebooks/{path.name}" for path in (ROOT / "notebooks").glob("*.ipynb"))


def slow_files():
    """Return the files of unit tests that are in part or as a whole marked as slow."""
    files = [*ROOT.glob("tests/test_*.py"), *ROOT.glob("packages/*/tests/test_*.py")]
    found = [path for path in files if "pytest.mark.slow" in path.read_text("utf-8")]
    named = {path.relative_to(ROOT).as_posix() for path in found}
    return sorted(named - set(APART) - {"tests/test_run.py"})


@dataclass(frozen=True)
class Gate:
    """One check: a name, a command, and when how much of it runs.

    The default tier runs it whole, but for tests marked slow; or, if `sample` is a number, so many
    chapters of it. `--changed` runs the rest where something below the places of `about` differs,
    unit by unit, or else the chapters that differ and a sample.
    """

    name: str
    command: str
    places: str = ""  # follow the command
    slow: bool = False  # left out by --fast
    sample: int | None = None
    about: tuple = ()  # where a path begins; the chapters themselves always count
    units: Callable | None = None  # what can be asked for: chapters or files
    missing: Callable = lambda: ""  # says in words what is not there, nothing if all is
    setting: Callable = lambda: {}  # environment variables of its own
    python: Path | None = None  # that of another environment


PYTEST = "pytest -p no:cacheprovider -rs"
TWO = "-n 2 --dist loadfile"  # on two cores
CHAPTERS = f"{PYTEST} {TWO} --nbval -p tools.nbval_chapters"
FORM, BROWSER = "tests/test_notebooks.py", "tests/test_browser.py"
ALIVE, BOOK = "tests/test_browser_chapters.py", "tests/test_book_browser.py"
CARDS, ASKED = "tests/test_browser_cards.py", "tests/test_browser_questions.py"
ENGINES, SEVEN = "tests/test_browser_engines.py", "tests/test_browser_notebook7.py"
LITE, GRADERS, WORKERS = "tests/test_lite_site.py", "tests/test_graders.py", "tests/test_workers.py"
APART = (FORM, BROWSER, ALIVE, CARDS, ASKED, ENGINES, SEVEN, BOOK, LITE, GRADERS, WORKERS)
OTHERS = " ".join(f"--ignore={file}" for file in APART)
NO_DOCTESTS = "--ignore=kernlab_helpers/lab.py --ignore-glob=*/second_edition/*"  # refuse imports
IMPORTED = "kernlab_helpers packages/livepanels/livepanels packages/classroom/classroom"
IMPORTED += " packages/kernlab_course/kernlab_course"
NUMBERS = ("kernlab_helpers/", "pyproject.toml", "requirements.lock")
PANELS = ("packages/livepanels/livepanels/", "packages/classroom/classroom/", "tests/brows")
COURSE = ("packages/classroom/classroom/", "packages/kernlab_course/kernlab_course/")
CODE = ("kernlab_helpers/", "packages/", "tests/", "tools/", "benchmarks/", "data/")
PAGES = ("packages/livepanels/livepanels/", "tools/book/", "tests/book", BOOK)
OTHER = ("tests/engines.py", "tests/firefox.py", "tests/webkit.py")  # browsers
GATES = (
    Gate("ruff lint", "ruff check ."),
    Gate("ruff format", "ruff format --check ."),
    Gate("doctests", f"{PYTEST} {TWO} --doctest-modules {NO_DOCTESTS}", IMPORTED),
    Gate(
        "unit tests",
        f"{PYTEST} {TWO} {OTHERS}",
        "tests packages",
        about=CODE,
        units=slow_files,
        setting=one_thread,
    ),
    Gate(
        "workers of Dask",
        PYTEST,
        WORKERS,
        slow=True,
        about=("kernlab_helpers/", WORKERS),
        missing=missing_dask,
    ),
    Gate("form of the chapters", f"{PYTEST} -n 2", FORM, slow=True),
    Gate(
        "chapters: strict nbval, panel sweep",
        CHAPTERS,
        "notebooks",
        slow=True,
        setting=one_thread,
    ),
    Gate(
        "chapters, another BLAS kernel",
        CHAPTERS,
        "notebooks",
        slow=True,
        sample=0,
        about=NUMBERS,
        units=chapters,
        missing=missing_kernel,
        setting=machines.plain_setting,
    ),
    Gate(
        "chapters, oldest packages",
        CHAPTERS,
        "notebooks",
        slow=True,
        sample=0,
        about=(*NUMBERS, *PANELS, *COURSE),
        units=chapters,
        missing=oldest.missing,
        python=oldest.PYTHON,
    ),
    Gate(
        "browser: hands, typing, sleep, lecture",
        PYTEST,
        BROWSER,
        slow=True,
        about=(*PANELS, BROWSER),
        missing=missing_browser,
    ),
    Gate(
        "browser: chapters",
        PYTEST,
        ALIVE,
        slow=True,
        sample=1,
        about=(*PANELS, ALIVE),
        units=chapters,
        missing=missing_browser,
    ),
    Gate(
        "browser: one question",
        PYTEST,
        CARDS,
        slow=True,
        sample=0,
        about=(*PANELS, CARDS),
        missing=missing_browser,
    ),
    Gate(
        "browser: questions",
        PYTEST,
        ASKED,
        slow=True,
        sample=0,
        about=(*PANELS, ASKED),
        units=chapters,
        missing=missing_browser,
    ),
    Gate(
        "browser: Firefox and WebKit",
        PYTEST,
        ENGINES,
        slow=True,
        sample=0,
        about=(*PANELS, *OTHER, ENGINES),
        units=chapters,
        missing=missing_browser,
    ),
    Gate(
        "browser: Notebook 7",
        PYTEST,
        SEVEN,
        slow=True,
        sample=0,
        about=(*PANELS, SEVEN, "tools/notebook7.py"),
        missing=missing_notebook,
    ),
    Gate(
        "book",
        PYTEST,
        BOOK,
        slow=True,
        sample=0,
        about=(*PAGES, *OTHER),
        units=chapters,
        missing=missing_browser,
    ),
    Gate(
        "JupyterLite",
        PYTEST,
        LITE,
        slow=True,
        sample=0,
        about=("kernlab_helpers/", "packages/", "tools/book/lite", "pyproject.toml", LITE),
        missing=missing_lite,
    ),
    Gate(
        "nbgrader and otter",
        f"{PYTEST} -n 2",  # a test of one file on each core
        GRADERS,
        slow=True,
        sample=0,
        about=(*COURSE, "tools/export/", "tools/graders.py", GRADERS),
        units=chapters,
        missing=graders.missing,
    ),
)


# What counts --------------------------------------------------------------------------------------


class Result(NamedTuple):
    """What a gate came to: numbers of tests, seconds, and a remark in words."""

    gate: str
    passed: int
    failed: int
    skipped: int
    seconds: float = 0.0
    remark: str = ""

    def __add__(self, other):
        """Return what two runs of one gate came to together."""
        numbers = [one + two for one, two in zip(self[1:5], other[1:5], strict=True)]
        remarks = dict.fromkeys(filter(None, (self.remark, other.remark)))
        return Result(self.gate, *numbers, "; ".join(remarks))


def counts(report):
    """Return (passed, failed, skipped) of a JUnit XML text, (0, 0, 0) where there is none."""
    try:
        suites = ElementTree.fromstring(report).iter("testsuite")
    except ElementTree.ParseError:
        return 0, 0, 0
    total, failed, skipped = 0, 0, 0
    for suite in suites:
        total += int(suite.get("tests", 0))
        failed += int(suite.get("failures", 0)) + int(suite.get("errors", 0))
        skipped += int(suite.get("skipped", 0))
    return max(total - failed - skipped, 0), failed, skipped


def judge(gate, code, report, seconds, selecting=False):
    """Return the result of a gate from its exit code and its report (None for ruff)."""
    if report is None:
        return Result(gate.name, int(code == 0), int(code != 0), 0, seconds)
    passed, failed, skipped = counts(report)
    if selecting and code == 5:  # pytest: nothing selected
        return Result(gate.name, 0, 0, 0, seconds, "nothing selected")
    if passed + failed == 0:
        return Result(gate.name, 0, 1, skipped, seconds, f"ran no test (exit code {code})")
    remark = "" if failed or code == 0 else f"exit code {code}"
    return Result(gate.name, passed, failed or int(code != 0), skipped, seconds, remark)


def selects(extra):
    """Return whether pytest is asked for some of the tests only; ruff cannot be asked that."""
    return any(word.startswith(("-k", "-m")) for word in extra)


def not_run(gate, parts, asked, variables=os.environ):
    """Return the result of a gate that cannot or shall not run, None for one that can."""
    if asked.fast and gate.slow:
        return Result(gate.name, 0, 0, 1, remark="LEFT OUT: --fast")
    if not parts:
        why = "nothing of it differs" if asked.tier == CHANGED else f"{CHANGED} and {ALL} run it"
        return Result(gate.name, 0, 0, 1, remark=f"LEFT OUT: {why}")
    absent = [place for place in gate.places.split() if not (ROOT / place).exists()]
    if absent:
        return Result(gate.name, 0, 1, 0, remark=f"no such place: {', '.join(absent)}")
    reason = gate.missing()
    if reason:
        must = variables.get("CI", "").lower() in ("1", "true", "yes")
        return Result(gate.name, 0, int(must), int(not must), remark=f"NOT RUN: {reason}")
    return None


# What is chosen -----------------------------------------------------------------------------------


def git(*words):
    """Return what git prints, nothing where it fails or is not there."""
    try:
        done = subprocess.run(["git", *words], cwd=ROOT, capture_output=True, text=True)
    except OSError:
        return ""
    return "" if done.returncode else done.stdout.strip()


def commit():
    """Return the short id of the commit at hand, nothing outside of git."""
    return git("rev-parse", "--short", "HEAD")


def drawn(name, units):
    """Return units in an order that hangs on the commit and a name."""
    return random.Random(f"{commit()} {name}").sample(units, len(units))


def differing():
    """Return in words since when --changed looks, and the paths that differ, None for every one."""
    for name, since in (
        ("the merge base with origin/main", git("merge-base", "HEAD", "origin/main")),
        ("the last full run", last_full_run().split()[-1]),
    ):
        if git("rev-parse", "--verify", "--quiet", f"{since}^{{commit}}"):
            paths = git("diff", "--name-only", since).splitlines()
            paths += git("ls-files", "--others", "--exclude-standard").splitlines()
            if paths or name == "the last full run":
                return f"since {name}, {since[:10]}", paths
    return "there is no commit to compare with", None


def batches(gate, tier, paths=None):
    """Return what of a gate runs in a tier, in parts: lists of units, or None for the whole.

    With --changed the first units are those that differ; nothing at all is an empty list.
    """
    if tier == ALL or (tier == DEFAULT and gate.sample is None):
        return [None]
    if tier == DEFAULT:
        return [sorted(drawn(gate.name, gate.units())[: gate.sample])] if gate.sample else []
    touched = paths is None or any(path.startswith(gate.about) for path in paths)
    if gate.units is None:
        return [None] if touched else []
    units = sorted(drawn(gate.name, gate.units()), key=lambda unit: unit not in (paths or ()))
    if not touched:
        units = units[: max(SAMPLE, sum(unit in paths for unit in units))]
    return [units[i : i + BATCH] for i in range(0, len(units), BATCH)]


def words_of(gate, units, tier=ALL, extra=()):
    """Return the words of a gate's command for some units, None for the whole."""
    places = gate.places.split()
    words = gate.command.split() + (places if units is None or named(gate) else units)
    if words[0] != "pytest" or selects(extra) or tier == ALL:
        return words
    if tier == DEFAULT:
        return [*words, "-m", "not slow"]
    return [*words, "-m", "slow"] if gate.sample is None else words


def named(gate):
    """Return whether a gate reads in KERNLAB_CHAPTERS, and not on its command line, what to run."""
    return gate.places.endswith(".py")


def setting_of(gate, units):
    """Return the environment of a gate for some units, None for the whole."""
    chosen = " ".join(Path(unit).stem for unit in units or ())
    return gate.setting() | ({"KERNLAB_CHAPTERS": chosen} if chosen and named(gate) else {})


# What runs ----------------------------------------------------------------------------------------


def stop(process):
    """End a process and all its children, gently first, so that pytest closes its kernels."""
    if os.name == "nt":
        subprocess.call(["taskkill", "/F", "/T", "/PID", str(process.pid)])
        return
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        os.killpg(process.pid, signal.SIGINT)  # is ignored by what was started below nohup
        process.wait(GENTLE)
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def run(command, setting=None, limit=LIMIT):
    """Run a command in a process group of its own; return its exit code, HUNG after the limit."""
    variables = os.environ | {"PYTHONPATH": str(ROOT)} | (setting or {})
    variables.pop("PYTHONDONTWRITEBYTECODE", None)  # each of many processes would compile the book
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=variables,
        stdin=subprocess.DEVNULL,
        start_new_session=os.name != "nt",
    )
    try:
        return process.wait(limit)
    except subprocess.TimeoutExpired:
        print(f"Stopped: no end after {limit:.0f} s.", flush=True)
        return HUNG
    finally:
        stop(process)


def run_part(gate, units, tier, extra, folder, end=float("inf")):
    """Run one part of a gate, stop it where the time is over at `end`; return its result."""
    words = words_of(gate, units, tier, extra)
    command = [str(gate.python or sys.executable), "-m", *words]
    report = Path(folder, "report.xml")
    report.unlink(missing_ok=True)
    pytest = words[0] == "pytest"
    if pytest:
        command += [f"--junitxml={report}", *extra]
    print(f"\n=== {gate.name}: {' '.join([*words, *extra])}", flush=True)
    setting = setting_of(gate, units)
    if "KERNLAB_CHAPTERS" in setting:
        print(f"=== {gate.name}: {setting['KERNLAB_CHAPTERS']}", flush=True)
    began = time.monotonic()
    limit = 3 * LIMIT if tier == ALL else LIMIT
    code = run(command, setting, max(min(limit, end - began), 0))
    seconds = time.monotonic() - began
    text = None if not pytest else report.read_text("utf-8") if report.exists() else ""
    if code == HUNG and end - began < limit:
        passed, failed, skipped = counts(text or "")
        return Result(gate.name, passed, failed, skipped + 1, seconds, left(units))
    return judge(gate, code, text, seconds, selects(extra))


def left(*parts):
    """Say in words what of a gate was not run to its end."""
    names = [short(unit) for part in parts for unit in part or ["all of it"]]
    return f"left to {ALL}: {' '.join(names)}"


def short(unit):
    """Return the number of a chapter, the name of a file."""
    return Path(unit).stem.partition("_")[0] if unit.endswith(".ipynb") else Path(unit).stem


def run_gate(gate, parts, until, go):
    """Run the parts of a gate until a time; return the result, with the names of what was left."""
    result = Result(gate.name, 0, 0, 0)
    for i, units in enumerate(parts):
        if time.monotonic() > until:
            return result + Result(gate.name, 0, 0, int(i == 0), 0, left(*parts[i:]))
        result += go(gate, units)
    return result


def table(results):
    """Return the closing table, with the total as its last line."""
    width = max(len(r.gate) for r in results)
    lines = [f"{'gate':{width}}  passed  failed  skipped  seconds"]
    for r in results:
        row = f"{r.gate:{width}}  {r.passed:6}  {r.failed:6}  {r.skipped:7}  {r.seconds:7.1f}"
        lines.append(f"{row}  {r.remark}".rstrip())
    passed, failed, skipped = (sum(column) for column in list(zip(*results, strict=True))[1:4])
    return "\n".join([*lines, f"kernlab: {passed} passed, {failed} failed, {skipped} skipped"])


def keep(results):
    """Add a full run, or some gates of one, to the earlier: date, commit and counts of each."""
    first = not FULL_RUNS.exists()
    with FULL_RUNS.open("a", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        if first:
            rows.writerow(["date", "commit", "gate", "passed", "failed", "skipped", "seconds"])
        for r in results:
            counted = (r.passed, r.failed, r.skipped, round(r.seconds))
            rows.writerow([date.today().isoformat(), commit(), r.gate, *counted])


def last_full_run():
    """Return date and commit since when every gate has run in full, or "never"."""
    if not FULL_RUNS.is_file():
        return "never"
    with FULL_RUNS.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    newest = {row["gate"]: place for place, row in enumerate(rows)}
    since = rows[min(newest.values())]
    return f"{since['date']} {since['commit']}"


def interrupt(*_):
    """Treat a polite kill like Ctrl-C, so that no kernel or browser stays behind."""
    raise KeyboardInterrupt


def arguments(words):
    """Return what run.py test was asked, and the words that go to pytest."""
    parser = argparse.ArgumentParser(
        prog="run.py test",
        description=__doc__,
        epilog="All other words go to pytest.",
        allow_abbrev=False,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    tier = parser.add_mutually_exclusive_group()
    for word in (CHANGED, ALL):
        tier.add_argument(word, dest="tier", action="store_const", const=word, default=DEFAULT)
    parser.add_argument("--fast", action="store_true")
    parser.add_argument("--gate", default="", help="only gates with this in their name")
    parser.add_argument("--minutes", type=float, default=MINUTES, help="of --changed")
    return parser.parse_known_args(words)


def main(words):
    """Run the gates; return the exit code."""
    asked, extra = arguments(words)
    gates = [gate for gate in GATES if asked.gate in gate.name]
    gates = [gate for gate in gates if not selects(extra) or gate.command.startswith("pytest")]
    if not gates:
        raise SystemExit(f"kernlab: no gate has {asked.gate!r} in its name")
    end, paths = float("inf"), None
    if asked.tier == CHANGED:
        end = time.monotonic() + 60 * asked.minutes
        since, paths = differing()
        print(f"=== {'everything' if paths is None else len(paths)} differs: {since}", flush=True)
        gates = drawn("the order", [gate for gate in gates if gate.about])
        gates.sort(key=lambda gate: not set(OTHER) <= set(gate.about))  # what is last may be left
    signal.signal(signal.SIGTERM, interrupt)
    results, before = [], last_full_run()
    with tempfile.TemporaryDirectory() as folder:

        def go(gate, units):
            return run_part(gate, units, asked.tier, extra, folder, end + GRACE)

        for i, gate in enumerate(gates):
            parts = batches(gate, asked.tier, paths)
            now = time.monotonic()
            result = not_run(gate, parts, asked) if now < end else None
            until = now + (end - now) / (len(gates) - i)  # a fair share of what is left
            result = result or run_gate(gate, parts, until, go)
            print(f"=== {gate.name}: {result.seconds:.1f} s  {result.remark}", flush=True)
            results.append(result)
            if asked.tier == ALL and not extra:
                keep([result])  # what failed, too, with its count, and also if the run is ended
    print(f"\nlast full run ({ALL}): {before}\n{table(results)}", flush=True)
    late = asked.tier == CHANGED and time.monotonic() > end  # what was left is named
    good = not any(r.failed for r in results) and (late or any(r.passed for r in results))
    return 0 if good else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print("\nkernlab: stopped.", file=sys.stderr)
        sys.exit(130)
