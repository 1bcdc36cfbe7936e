"""A class on one JupyterHub on this computer: 80 students who open a chapter, run it and drag.

`python3 run.py bench hub --students 80` starts JupyterHub with deploy/jupyterhub_config.py, lets
all students come at once, run the chapter and drag its sliders for minutes over websockets; then it
kills a kernel, a student's server and the proxy in the middle of drags. It reports how long servers
took to start, how long answers took, whether the answer for the last place of each drag came, and
what a student weighs: the fall of MemAvailable divided by the students, with RSS and PSS of server
and kernel beside it. The students are simulated in this process, which takes its share of the
cores; their servers, kernels, limits and proxy are real. Linux only; the first use installs
JupyterHub into build/hub. The table is data/results/hub.csv.
"""

import argparse
import asyncio
import csv
import json
import os
import platform
import random
import shutil
import signal
import statistics
import subprocess
import sys
import tempfile
import time
from pathlib import Path

from _hub import (
    ROOT,
    Hub,
    Refused,
    available,
    command,
    cpu_times,
    descendants,
    install,
    program,
    seconds_of,
    sizes,
)
from _student import UNREACHABLE, Gone, Restarted, Student, Unanswered
from tornado.httpclient import AsyncHTTPClient

RESULTS = ROOT / "data" / "results" / "hub.csv"
PACKAGES = ("jupyterhub", "jupyterlab", "jupyter_server", "ipykernel", "numpy")
TROUBLE = (Gone, Restarted, Unanswered, Refused, *UNREACHABLE)
PAUSE = (2.0, 10.0)  # seconds in which a student looks and thinks
DRAG = (1.0, 3.0)
QUIET = 10  # per cent of the cores; where others work, the fall of MemAvailable is theirs, too
PATIENCE = 180  # seconds for what was killed to live again
LEFT_OUT = {"check", "hint", "install"}  # tags of cells that a first run does not need


def cells(chapter):
    """Return (number, source) of the cells that are run."""
    book = json.loads(chapter.read_text("utf-8"))
    return [
        (number, "".join(cell["source"]))
        for number, cell in enumerate(book["cells"])
        if cell["cell_type"] == "code" and not LEFT_OUT & set(cell["metadata"].get("tags", []))
    ]


# The lesson ---------------------------------------------------------------------------------------


async def arrive(student, code, spawned, ran, failures):
    """Start the server of a student, open the chapter, run it."""
    try:
        await student.hub.add(student.name)
        spawned.append(await student.hub.spawn(student.name))
        await student.open()
        ran.append(await student.run(code))
        return student
    except TROUBLE as error:
        failures.append(f"{student.name}: {type(error).__name__}: {error}")
        return None


async def work(student, until, drags, failures):
    """Drag sliders now and then until the time is over."""
    while time.perf_counter() < until:
        await asyncio.sleep(student.chance.uniform(*PAUSE))
        try:
            drags.append(await student.drag(student.chance.uniform(*DRAG)))
        except TROUBLE as error:
            drags.append(False)
            failures.append(f"{student.name}: {type(error).__name__}: {error}")
            if isinstance(error, Gone):
                await student.reconnect()


# What breaks --------------------------------------------------------------------------------------


def processes(hub, student):
    """Return the numbers of a student's server and kernel."""
    ours = descendants(hub.process.pid)
    servers = [n for n in ours if "jupyterhub-singleuser" in command(n) and of(n, student)]
    kernels = [n for n in ours if student.kernel in command(n)]
    return servers[0], kernels[0]


def of(number, student):
    """Whether a process belongs to a student."""
    said = Path(f"/proc/{number}/environ").read_bytes().split(b"\0")
    return f"JUPYTERHUB_USER={student.name}".encode() in said


async def broken(student, number):
    """Kill a process in the middle of a drag; return the seconds until the panel noticed."""
    dragging = asyncio.ensure_future(student.drag(20))
    await asyncio.sleep(1.5)
    os.kill(number, signal.SIGKILL)
    killed = time.perf_counter()
    try:
        await dragging
    except TROUBLE:
        return time.perf_counter() - killed
    raise RuntimeError("the drag went on as if nothing had been killed")


async def lives(student):
    """Try a short drag; say whether the answer for its last place came."""
    try:
        return await student.drag(1.0)
    except TROUBLE:
        return False


async def until_done(again):
    """Do something again and again until it goes well, or for as long as one has patience."""
    began = time.perf_counter()
    while time.perf_counter() - began < PATIENCE:
        try:
            return await again()
        except TROUBLE:
            await asyncio.sleep(1)


async def kernel_killed(student, code):
    """Kill a kernel; the student runs everything again."""
    _, kernel = processes(student.hub, student)
    noticed = await broken(student, kernel)
    began = time.perf_counter()
    await until_done(lambda: student.run(code))
    return noticed, await lives(student), time.perf_counter() - began


async def server_killed(student, code):
    """Kill a student's server; the student starts it again from the hub's page."""
    server, _ = processes(student.hub, student)
    noticed = await broken(student, server)
    began = time.perf_counter()

    async def begin_again():
        await student.hub.spawn(student.name)
        await student.open()
        await student.run(code)

    await until_done(begin_again)
    return noticed, await lives(student), time.perf_counter() - began


async def proxy_killed(hub, students):
    """Kill the proxy while all drag; nobody does anything about it."""
    (proxy,) = [n for n in descendants(hub.process.pid) if "configurable-http-proxy" in command(n)]
    dragging = [asyncio.ensure_future(student.drag(20)) for student in students]
    await asyncio.sleep(1.5)
    os.kill(proxy, signal.SIGKILL)
    killed = time.perf_counter()
    found = await asyncio.gather(*dragging, return_exceptions=True)
    noticed = time.perf_counter() - killed
    if not any(isinstance(result, Gone) for result in found):
        raise RuntimeError("no websocket broke with the proxy")
    await asyncio.gather(*(student.reconnect() for student in students), return_exceptions=True)
    alive = await asyncio.gather(*(lives(student) for student in students))
    return noticed, all(alive), time.perf_counter() - killed


# The measure --------------------------------------------------------------------------------------


async def busy(seconds):
    """Return how many per cent of the cores worked in some seconds."""
    before = cpu_times()
    await asyncio.sleep(seconds)
    total, idle = (new - old for new, old in zip(cpu_times(), before, strict=True))
    return 100 * (1 - idle / total)


def weights(hub, students):
    """Return mean megabytes (server RSS, server PSS, kernel RSS, kernel PSS), and their seconds."""
    found = []
    seconds = 0.0
    for student in students:
        server, kernel = processes(hub, student)
        found.append((*sizes(server), *sizes(kernel)))
        seconds += seconds_of(server) + seconds_of(kernel)
    return [statistics.mean(column) for column in zip(*found, strict=True)], seconds


async def lesson(hub, options, chapter):
    """Give one lesson; return the row of the table."""
    AsyncHTTPClient.configure(None, max_clients=4 * options.students + 20)
    await hub.start()
    await asyncio.sleep(5)
    others = await busy(5)
    code = cells(chapter)
    students = []
    for number in range(options.students):
        name = f"student{number:03}"
        home = hub.homes / name / "notebooks"
        home.mkdir(parents=True)
        shutil.copy(chapter, home)
        path = f"notebooks/{chapter.name}"
        students.append(Student(hub, name, path, random.Random(number)))
    before, ours = available(), sizes(os.getpid())[0]
    spawned, ran, failures = [], [], []
    coming = [arrive(student, code, spawned, ran, failures) for student in students]
    here = [student for student in await asyncio.gather(*coming) if student]
    if not here:
        raise RuntimeError("\n".join([*failures, hub.log.read_text()[-3000:]]))
    await asyncio.sleep(5)
    growth = sizes(os.getpid())[0] - ours
    fall = (before - available() - growth) / len(here)
    weight, taken = weights(hub, here)
    row = {
        "edition": options.edition,
        "chapter": chapter.stem,
        "students": options.students,
        "here": len(here),
        "spawn median s": f"{statistics.median(spawned):.1f}",
        "spawn last s": f"{max(spawned):.1f}",
        "run median s": f"{statistics.median(ran):.1f}",
        "run last s": f"{max(ran):.1f}",
        "busy before %": f"{others:.0f}",
        "MB a student": f"{fall:.0f}" if others < QUIET else "",
    }
    names = ("server RSS MB", "server PSS MB", "kernel RSS MB", "kernel PSS MB")
    row |= {name: f"{value:.0f}" for name, value in zip(names, weight, strict=True)}
    say(row)
    if options.minutes:
        row |= await dragged(hub, here, options.minutes, taken, failures)
        row |= await kills(hub, here, code)
    for student in here:
        await student.leave()
    return row | {"machine": machine(hub)}


async def dragged(hub, students, minutes, taken, failures):
    """Let all drag for minutes; return how they were answered."""
    drags = []
    bytes_before = sum(student.bytes for student in students)
    until = time.perf_counter() + 60 * minutes
    await asyncio.gather(*(work(student, until, drags, failures) for student in students))
    times = sorted(t for student in students for t in student.times)
    lost = [words for student in students for words in student.lost]
    faults = [words for student in students for words in student.faults]
    _, now = weights(hub, students)
    came = sum(student.bytes for student in students) - bytes_before
    answers = {
        "minutes": f"{minutes:g}",
        "drags": len(drags),
        "last place missed": drags.count(False),
        "answers": len(times),
        "median ms": f"{1000 * statistics.median(times):.0f}",
        "95 % ms": f"{1000 * times[min(len(times) - 1, round(0.95 * len(times)))]:.0f}",
        "worst ms": f"{1000 * times[-1]:.0f}",
        "KB an answer": f"{came / len(times) / 1000:.0f}",
        "core ms an answer": f"{1000 * (now - taken) / len(times):.1f}",
        "failures": len(failures) + len(lost) + len(faults),
    }
    say(answers)
    for words in [*failures, *lost, *faults][:20]:
        print("   ", words, flush=True)
    return answers


async def kills(hub, students, code):
    """Return what became of panels when something was killed: noticed after, lives again after."""
    row = {}
    tries = {
        "kernel": lambda: kernel_killed(students[0], code),
        "server": lambda: server_killed(students[-1], code),
        "proxy": lambda: proxy_killed(hub, students),
    }
    for name, attempt in tries.items():
        try:
            noticed, alive, seconds = await attempt()
        except (RuntimeError, *TROUBLE) as error:
            noticed, alive, seconds = float("nan"), False, float("nan")
            print(f"    {name}: {type(error).__name__}: {error}", flush=True)
        row[f"{name} killed: noticed s"] = f"{noticed:.1f}"
        row[f"{name} killed: lives again s"] = f"{seconds:.1f}" if alive else "no"
    say(row)
    return row


def say(row):
    """Print a part of the row."""
    print("  ".join(f"{name} {value}" for name, value in row.items()), flush=True)


def machine(hub):
    """Return in words what was measured on."""
    asked = f"from importlib.metadata import version as v; print(*(v(p) for p in {PACKAGES}))"
    words = [program("python", hub.tree), "-c", asked]
    versions = subprocess.run(words, capture_output=True, text=True, check=True).stdout.split()
    named = ", ".join(f"{p} {v}" for p, v in zip(PACKAGES, versions, strict=True))
    total = os.sysconf("SC_PAGE_SIZE") * os.sysconf("SC_PHYS_PAGES") / 2**30
    return (
        f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores, {total:.0f} GB, {named}"
    )


def store(row):
    """Write the row into the table, in the place of one of the same kind."""
    kind = ("edition", "chapter", "students")
    rows = []
    if RESULTS.exists():
        with RESULTS.open(encoding="utf-8") as file:
            rows = list(csv.DictReader(file))
    rows = [old for old in rows if any(old[name] != str(row[name]) for name in kind)]
    with RESULTS.open("w", newline="", encoding="utf-8") as file:
        columns = list({name: None for one in [row, *rows] for name in one})
        out = csv.DictWriter(file, columns, lineterminator="\n")
        out.writeheader()
        out.writerows([*rows, row])


def main():
    """Read the command line, give the lesson, keep the row."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--students", type=int, default=80)
    minutes = "how long they drag; 0: memory only"
    parser.add_argument("--minutes", type=float, default=3.0, help=minutes)
    parser.add_argument("--chapter", default="02_kernel_matrix")
    parser.add_argument("--tree", type=Path, default=ROOT, help="another edition of the book")
    parser.add_argument("--edition", default="this", help="its name in the table")
    parser.add_argument("--try", dest="trial", action="store_true", help="store nothing")
    options = parser.parse_args()
    if sys.platform != "linux":
        sys.exit("Memory and processes are read from /proc: run this on Linux.")
    tree = options.tree.resolve()
    install(tree)
    chapter = tree / "notebooks" / f"{options.chapter}.ipynb"
    with tempfile.TemporaryDirectory(ignore_cleanup_errors=True) as folder:
        hub = Hub(Path(folder), tree)
        try:
            row = asyncio.run(lesson(hub, options, chapter))
        finally:
            hub.stop()
            if os.environ.get("KERNLAB_HUB_LOG"):
                shutil.copy(hub.log, os.environ["KERNLAB_HUB_LOG"])
    if not options.trial:
        store(row)


if __name__ == "__main__":
    main()
