"""Run every gate of the book, one after the other, and count: `python3 run.py test`.

A gate that fails does not stop the others. The last line is the total; the exit code is 0 only if
every gate ran at least one test and none failed. `--fast` leaves out notebooks and browser; `--all`
runs in full what takes long, of which the default runs a sample, chosen by the commit.
"""

import contextlib
import csv
import importlib.util
import os
import random
import shutil
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

from tools import machines, oldest  # noqa: E402

LIMIT = 1200  # seconds; a gate that takes longer counts as hanging
SAMPLE = 2  # chapters of a gate that takes long
LAST_FULL_RUN = ROOT / "data" / "results" / "gates.csv"
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


def missing_browser(find=shutil.which, variables=os.environ):
    """Return in words that there is no browser, or nothing."""
    if variables.get("KERNLAB_CHROMIUM") or any(map(find, BROWSERS)):
        return ""
    return "no Chromium found; install one or name it in KERNLAB_CHROMIUM"


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


@dataclass(frozen=True)
class Gate:
    """One check: a name, a Python module with its arguments, the place that it is about."""

    name: str
    command: str
    place: str = "."
    slow: bool = False  # left out by --fast
    long: bool = False  # in full with --all only, else a sample of chapters
    missing: Callable = str  # says in words what is not there, nothing if all is
    setting: Callable = dict  # environment variables of its own
    python: Path | None = None  # that of another environment


PYTEST = "pytest -p no:cacheprovider"
TWO = "-n 2 --dist loadfile"  # on two cores
CHAPTERS = f"{PYTEST} {TWO} --nbval -p tools.nbval_chapters"
FORM, BROWSER = "tests/test_notebooks.py", "tests/test_browser.py"
BOOK, LITE = "tests/test_book_browser.py", "tests/test_lite_site.py"
WORKERS = "tests/test_workers.py"
OTHERS = " ".join(f"--ignore={file}" for file in (FORM, BROWSER, BOOK, LITE, WORKERS))
GATES = (
    Gate("ruff lint", "ruff check ."),
    Gate("ruff format", "ruff format --check ."),
    Gate("doctests", f"{PYTEST} --doctest-modules kernlab_helpers", "kernlab_helpers"),
    Gate("unit tests", f"{PYTEST} {TWO} tests {OTHERS}", "tests"),
    Gate("workers of Dask", f"{PYTEST} {WORKERS}", WORKERS, slow=True, missing=missing_dask),
    Gate("form of the chapters", f"{PYTEST} {FORM}", FORM, slow=True),
    Gate("chapters: strict nbval, panel sweep", f"{CHAPTERS} notebooks", "notebooks", slow=True),
    Gate(
        "chapters, another BLAS kernel",
        f"{CHAPTERS} notebooks",
        "notebooks",
        slow=True,
        missing=missing_kernel,
        setting=machines.plain_setting,
    ),
    Gate(
        "chapters, oldest packages",
        f"{CHAPTERS} notebooks",
        "notebooks",
        slow=True,
        long=True,
        missing=oldest.missing,
        python=oldest.PYTHON,
    ),
    Gate("browser", f"{PYTEST} {BROWSER}", BROWSER, slow=True, missing=missing_browser),
    Gate("book", f"{PYTEST} {BOOK}", BOOK, slow=True, long=True, missing=missing_browser),
    Gate("JupyterLite", f"{PYTEST} {LITE}", LITE, slow=True, missing=missing_lite),
)


class Result(NamedTuple):
    """What a gate came to: numbers of tests, seconds, and a remark in words."""

    gate: str
    passed: int
    failed: int
    skipped: int
    seconds: float = 0.0
    remark: str = ""


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


def left_out(gate, fast, variables=os.environ):
    """Return the result of a gate that cannot or shall not run, None for one that can."""
    if fast and gate.slow:
        return Result(gate.name, 0, 0, 1, remark="LEFT OUT: --fast")
    if not (ROOT / gate.place).exists():
        return Result(gate.name, 0, 1, 0, remark=f"no such gate file: {gate.place}")
    reason = gate.missing()
    if reason:
        must = variables.get("CI", "").lower() in ("1", "true", "yes")
        return Result(gate.name, 0, int(must), int(not must), remark=f"NOT RUN: {reason}")
    return None


def commit():
    """Return the short id of the commit at hand, nothing outside of git."""
    words = ["git", "rev-parse", "--short", "HEAD"]
    try:
        return subprocess.run(words, cwd=ROOT, capture_output=True, text=True).stdout.strip()
    except OSError:
        return ""


def sample():
    """Return a few chapters, the same ones for the same commit."""
    chapters = sorted(path.name for path in (ROOT / "notebooks").glob("*.ipynb"))
    chosen = random.Random(commit()).sample(chapters, min(SAMPLE, len(chapters)))
    return [f"notebooks/{name}" for name in sorted(chosen)]


def words_of(gate, everything):
    """Return the words of a gate's command; one that takes long gets a sample, unless asked all."""
    words = gate.command.split()
    if gate.long and not everything and "notebooks" in words:
        words = [word for word in words if word != "notebooks"] + sample()
    return words


def setting_of(gate, everything):
    """Return the environment of a gate; the book's gate reads its sample there."""
    chosen = " ".join(Path(name).stem for name in sample())
    return gate.setting() | ({"KERNLAB_CHAPTERS": chosen} if gate.long and not everything else {})


def stop(process):
    """End a process and all its children, gently first, so that pytest closes its kernels."""
    if os.name == "nt":
        subprocess.call(["taskkill", "/F", "/T", "/PID", str(process.pid)])
        return
    with contextlib.suppress(OSError, subprocess.TimeoutExpired):
        os.killpg(process.pid, signal.SIGINT)
        process.wait(15)
    with contextlib.suppress(OSError):
        os.killpg(process.pid, signal.SIGKILL)


def run(command, setting=None):
    """Run a command in a process group of its own; return its exit code, -1 where it hung."""
    process = subprocess.Popen(
        command,
        cwd=ROOT,
        env=os.environ | {"PYTHONPATH": str(ROOT)} | (setting or {}),
        stdin=subprocess.DEVNULL,
        start_new_session=os.name != "nt",
    )
    try:
        return process.wait(LIMIT)
    except subprocess.TimeoutExpired:
        print(f"Stopped: no end after {LIMIT} s.", flush=True)
        return -1
    finally:
        stop(process)


def run_gate(gate, words, extra, folder, everything):
    """Run one gate, a command of these words, and return its result."""
    command = [str(gate.python or sys.executable), "-m", *words]
    report = Path(folder, "report.xml")
    report.unlink(missing_ok=True)
    pytest = words[0] == "pytest"
    if pytest:
        command += [f"--junitxml={report}", *extra]
    began = time.monotonic()
    code = run(command, setting_of(gate, everything))
    seconds = time.monotonic() - began
    text = None if not pytest else report.read_text("utf-8") if report.exists() else ""
    return judge(gate, code, text, seconds, selects(extra))


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
    """Store a full run: date, commit and the counts of every gate."""
    with LAST_FULL_RUN.open("w", encoding="utf-8", newline="") as file:
        rows = csv.writer(file, lineterminator="\n")
        rows.writerow(["date", "commit", "gate", "passed", "failed", "skipped", "seconds"])
        for r in results:
            counted = (r.passed, r.failed, r.skipped, round(r.seconds))
            rows.writerow([date.today().isoformat(), commit(), r.gate, *counted])


def last_full_run():
    """Return in words when everything was run last."""
    if not LAST_FULL_RUN.is_file():
        return "last full run (--all): never"
    with LAST_FULL_RUN.open(encoding="utf-8") as file:
        first = next(csv.DictReader(file))
    return f"last full run (--all): {first['date']}, commit {first['commit']}"


def interrupt(*_):
    """Treat a polite kill like Ctrl-C, so that no kernel or browser stays behind."""
    raise KeyboardInterrupt


def main(extra):
    """Run the gates; return the exit code."""
    fast, everything = "--fast" in extra, "--all" in extra
    extra = [word for word in extra if word not in ("--fast", "--all")]
    gates = [gate for gate in GATES if not selects(extra) or gate.command.startswith("pytest")]
    signal.signal(signal.SIGTERM, interrupt)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for gate in gates:
            words = words_of(gate, everything)
            print(f"\n=== {gate.name}: {' '.join([*words, *extra])}", flush=True)
            result = left_out(gate, fast)
            result = result or run_gate(gate, words, extra, folder, everything)
            if gate.long and not everything and not result.remark:
                result = result._replace(remark=f"a sample; {last_full_run()}")
            print(f"=== {gate.name}: {result.seconds:.1f} s  {result.remark}", flush=True)
            results.append(result)
    print("\n" + table(results), flush=True)
    good = not any(r.failed for r in results) and any(r.passed for r in results)
    if good and everything and not extra:
        keep(results)
    return 0 if good else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print("\nkernlab: stopped.", file=sys.stderr)
        sys.exit(130)
