"""Run every gate of the book, one after the other, and count: `python3 run.py test`.

A gate that fails does not stop the others. The last line is the total; the exit code is 0 only if
every gate ran at least one test and none failed.
"""

import contextlib
import os
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import xml.etree.ElementTree as ElementTree
from pathlib import Path
from typing import NamedTuple

ROOT = Path(__file__).resolve().parent.parent
LIMIT = 1200  # seconds; a gate that takes longer counts as hanging
BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")


class Gate(NamedTuple):
    """One check: a name, a Python module with its arguments, the place that it is about."""

    name: str
    command: str
    place: str = "."
    slow: bool = False


PYTEST = "pytest -p no:cacheprovider"
FORM, BROWSER = "tests/test_notebooks.py", "tests/test_browser.py"
GATES = (
    Gate("ruff lint", "ruff check ."),
    Gate("ruff format", "ruff format --check ."),
    Gate("doctests", f"{PYTEST} --doctest-modules kernlab_helpers", "kernlab_helpers"),
    Gate("unit tests", f"{PYTEST} tests --ignore={FORM} --ignore={BROWSER}", "tests"),
    Gate("notebooks, strict nbval", f"{PYTEST} --nbval notebooks", "notebooks", slow=True),
    Gate("notebook form, guard and panel sweep", f"{PYTEST} {FORM}", FORM, slow=True),
    Gate("browser", f"{PYTEST} {BROWSER}", BROWSER, slow=True),
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


def left_out(gate, fast, find=shutil.which, variables=os.environ):
    """Return the result of a gate that cannot or shall not run, None for one that can."""
    if fast and gate.slow:
        return Result(gate.name, 0, 0, 1, remark="LEFT OUT: --fast")
    if not (ROOT / gate.place).exists():
        return Result(gate.name, 0, 1, 0, remark=f"no such gate file: {gate.place}")
    if gate.place == BROWSER and not (
        variables.get("KERNLAB_CHROMIUM") or any(map(find, BROWSERS))
    ):
        must = variables.get("CI", "").lower() in ("1", "true", "yes")
        remark = "NOT RUN: no Chromium found; install one or name it in KERNLAB_CHROMIUM"
        return Result(gate.name, 0, int(must), int(not must), remark=remark)
    return None


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


def run(command):
    """Run a command in a process group of its own; return its exit code, -1 where it hung."""
    process = subprocess.Popen(
        command, cwd=ROOT, stdin=subprocess.DEVNULL, start_new_session=os.name != "nt"
    )
    try:
        return process.wait(LIMIT)
    except subprocess.TimeoutExpired:
        print(f"Stopped: no end after {LIMIT} s.", flush=True)
        return -1
    finally:
        stop(process)


def run_gate(gate, extra, folder):
    """Run one gate and return its result."""
    command, report = [sys.executable, "-m", *gate.command.split()], Path(folder, "report.xml")
    report.unlink(missing_ok=True)
    pytest = gate.command.startswith("pytest")
    if pytest:
        command += [f"--junitxml={report}", *extra]
    began = time.monotonic()
    code = run(command)
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


def interrupt(*_):
    """Treat a polite kill like Ctrl-C, so that no kernel or browser stays behind."""
    raise KeyboardInterrupt


def main(extra):
    """Run the gates; return the exit code."""
    fast = "--fast" in extra
    extra = [word for word in extra if word != "--fast"]
    gates = [gate for gate in GATES if not selects(extra) or gate.command.startswith("pytest")]
    signal.signal(signal.SIGTERM, interrupt)
    results = []
    with tempfile.TemporaryDirectory() as folder:
        for gate in gates:
            print(f"\n=== {gate.name}: {gate.command} {' '.join(extra)}".rstrip(), flush=True)
            result = left_out(gate, fast) or run_gate(gate, extra, folder)
            print(f"=== {gate.name}: {result.seconds:.1f} s  {result.remark}", flush=True)
            results.append(result)
    print("\n" + table(results), flush=True)
    good = not any(r.failed for r in results) and any(r.passed for r in results)
    return 0 if good else 1


if __name__ == "__main__":
    try:
        sys.exit(main(sys.argv[1:]))
    except KeyboardInterrupt:
        print("\nkernlab: stopped.", file=sys.stderr)
        sys.exit(130)
