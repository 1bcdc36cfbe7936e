"""A class that hands in chapter 02: graded on two cores, and once more with a kill in the middle.

`python3 run.py bench marks --students 500` draws a class by a seed: 60 % right, 20 % blank, 15 %
wrong, 5 % hostile. `python -m classroom.marks --jobs 2` grades it. Another run is killed with its
workers when half of the rows are there, and goes on by `--resume`: both tables must be the same,
byte for byte, no process may be left, and each student must have the points of his kind. Then a
notebook of each name is graded alone. The table is data/results/marks.csv. Other options go to
`grade`: on a busy machine `--notebook-seconds=600`.
"""

import argparse
import csv
import os
import platform
import signal
import subprocess
import sys
import tempfile
import time
from datetime import date
from pathlib import Path
from statistics import mean

import psutil
from _class import KINDS, NAME, RIGHT, SEED, drawn, hand_in
from _experiment import replaced, store, stored, versions

from classroom.marks import bare, wall
from classroom.marks.__main__ import clone
from classroom.marks.marking import Marker
from classroom.marks.sandbox import Limits

RESULTS = Path(__file__).resolve().parents[1] / "data" / "results" / "marks.csv"
HEAD = ["students", "date", "minutes", "minutes after the kill", "same table", "right s", "blank s"]
HEAD += ["wrong s", "hostile s", "load before", "machine"]


def graded(folder, output, *words, kill=None):
    """Grade, or kill once the table has so many lines; return the minutes."""
    began, command = time.monotonic(), [sys.executable, "-m", "classroom.marks", folder]
    command += ["-o", output, "--jobs", "2", "--seed", str(SEED), *words]
    with subprocess.Popen(command, start_new_session=True) as run:
        try:
            while run.poll() is None:
                time.sleep(0.1)
                if kill and output.exists() and output.read_bytes().count(b"\n") >= kill:
                    break
        finally:
            if run.poll() is None:
                os.killpg(run.pid, signal.SIGKILL)
    if run.returncode != (-signal.SIGKILL if kill else 0):
        raise SystemExit(f"classroom.marks ended with {run.returncode}")
    minutes, patience = (time.monotonic() - began) / 60, time.monotonic() + 20
    while outlives(run.pid):
        if time.monotonic() > patience:
            raise SystemExit("an answer outlives the run")
    return minutes


def outlives(pid):
    """Return whether an answer of this run is still there."""
    every = (one.info["cmdline"] for one in psutil.process_iter(["cmdline"]))
    return any(f"{bare.PREFIX}{pid}-" in word for words in every for word in words or ())


def remarks(table, class_):
    """Return in words who has not the points of his kind."""
    with table.open(encoding="utf-8", newline="") as file:
        rows = {row["student"]: row for row in csv.DictReader(file)}
    wanted = {student: KINDS[kind][name][0] for student, (kind, name) in class_.items()}
    return [
        f"{student}, {class_[student]}: wanted {points}, found {rows.get(student)}"
        for student, points in wanted.items()
        if student not in rows or int(rows[student]["total"]) != points
    ]


def seconds(folder, class_):
    """Return kind -> mean seconds of a notebook that is graded alone, one of each name."""
    found = {kind: [] for kind in KINDS}
    with bare.copied() as package:
        marker = Marker(package, SEED, Limits(), (str(folder), *map(str, clone())))
        for (kind, name), student in {which: who for who, which in class_.items()}.items():
            began = time.monotonic()
            marker.mark_file(folder / student / NAME, list(RIGHT))
            found[kind].append(time.monotonic() - began)
            print(f"{kind}, {name}: {found[kind][-1]:.1f} s", flush=True)
    return {f"{kind} s": f"{mean(times):.1f}" for kind, times in found.items()}


def main(words=None):
    """Draw the class, grade it, kill, go on, compare, store."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n\n")[0])
    parser.add_argument("--students", type=int, default=500)
    options, more = parser.parse_known_args(words)
    students = options.students
    class_ = drawn(students)
    walls = "bubblewrap" if wall.bubblewrap() else "Landlock"
    system = f"{platform.system()} {platform.machine()}, {os.cpu_count()} cores"
    row = {"students": students, "date": date.today(), "load before": f"{os.getloadavg()[0]:.1f}"}
    row["machine"] = ", ".join([system, walls, versions(), *more])
    with tempfile.TemporaryDirectory() as place:
        folder, whole, again = Path(place, "class"), Path(place, "whole"), Path(place, "again")
        hand_in(folder, class_)
        row["minutes"] = f"{graded(folder, whole, *more):.1f}"
        graded(folder, again, *more, kill=students // 2)
        row["minutes after the kill"] = f"{graded(folder, again, '--resume', *more):.1f}"
        same = whole.read_bytes() == again.read_bytes()
        row["same table"] = "yes" if same else "no"
        both = [set(table.read_text("utf-8").splitlines()) for table in (whole, again)]
        print(*sorted(both[0] ^ both[1]), *remarks(whole, class_), sep="\n", flush=True)
        row |= seconds(folder, class_)
        if remarks(whole, class_):
            return 1
    print("  ".join(f"{name} {value}" for name, value in row.items()), flush=True)
    new = [[row[name] for name in HEAD]]
    store(RESULTS, HEAD, replaced(stored(RESULTS, HEAD), str(students), new, ()))
    return 0 if same else 1


if __name__ == "__main__":
    sys.exit(main())
