"""A folder of submissions becomes a table of marks: one row a student, one column an exercise."""

import concurrent.futures
import csv
import multiprocessing
import re
import sys
import tempfile
import time
from dataclasses import dataclass, field
from pathlib import Path

from ..exercises import chapter_exercises
from ..exercises.exercise import Verdict
from . import bare
from .marking import Marker

__all__ = ["Row", "collect", "grade", "write"]

CHAPTER = re.compile(r"(\d\d)_\w*\.ipynb")
DANGEROUS = ("=", "+", "-", "@", "\t")  # a table program would take them for a formula


@dataclass
class Row:
    """One student: points and words of each exercise."""

    student: str
    points: dict[str, float] = field(default_factory=dict)
    reasons: list[str] = field(default_factory=list)

    def add(self, verdicts):
        """Enter the verdicts on one notebook."""
        for number, said in verdicts.items():
            self.points[number] = int(said.passed)
            remarks = said.lines[:1] if not said.passed else ()
            asked = [line for line in said.lines if line.startswith(f"{number} asked for ")]
            words = "; ".join([*remarks, *asked])
            if words and words not in self.reasons:
                self.reasons.append(words)


def collect(folder):
    """Return the notebooks of each student by chapter; FOLDER/STUDENT/NN_name.ipynb.

    Raises
    ------
    ValueError
        For a folder without any.
    """
    folder, found = Path(folder), {}
    if not folder.is_dir():
        raise ValueError(f"there is no folder {folder}")
    for student in sorted(path for path in folder.iterdir() if path.is_dir()):
        found[student.name] = chapters = {}
        for path in sorted(student.iterdir()):
            match = CHAPTER.fullmatch(path.name)
            if match and chapter_exercises(int(match[1])):
                chapters.setdefault(int(match[1]), []).append(path)
    if not any(found.values()):
        raise ValueError(f"{folder} holds no STUDENT/NN_name.ipynb of a chapter with exercises")
    return found


def grade(folder, marker, jobs=1, tell=lambda done, all_: None):
    """Judge all submissions of a folder.

    Parameters
    ----------
    folder : path
        It holds one folder for each student, with the notebooks.
    marker : Marker
        Limits, seed and place.
    jobs : int
        How many submissions are judged at once, each in a process of its own.
    tell : callable
        Called with how many notebooks are done, and how many there are.

    Returns
    -------
    rows : list of Row
    numbers : list of str
        The exercises of the columns.
    """
    students = collect(folder)
    chapters = sorted({chapter for found in students.values() for chapter in found})
    numbers = {chapter: list(chapter_exercises(chapter)) for chapter in chapters}
    rows = {name: Row(name) for name in students}
    files = [
        (name, chapter, paths[-1])
        for name, all_ in students.items()
        for chapter, paths in all_.items()
    ]
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(jobs, mp_context=spawn) as pool:
        asked = {
            pool.submit(marker.mark_file, str(path), numbers[chapter]): (name, chapter, path)
            for name, chapter, path in files
        }
        verdicts = {}
        for done, future in enumerate(concurrent.futures.as_completed(asked), 1):
            name, chapter, _ = asked[future]
            verdicts[name, chapter] = _result(future, numbers[chapter])
            tell(done, len(files))
    for name, row in rows.items():
        for chapter in chapters:
            _enter(row, chapter, students[name].get(chapter, []), verdicts, numbers[chapter])
    return list(rows.values()), [number for chapter in chapters for number in numbers[chapter]]


def _result(future, numbers):
    """Return the verdicts of one notebook; where the judge itself stopped, that in words."""
    try:
        return future.result()
    except Exception as error:  # one notebook must not cost the others their marks
        words = f"NOT JUDGED, look at it: {type(error).__name__}: {error}"
        return dict.fromkeys(numbers, Verdict(False, (words,)))


def _enter(row, chapter, paths, verdicts, numbers):
    if not paths:
        row.add(dict.fromkeys(numbers, Verdict(False, (f"{chapter:02d}: no notebook",))))
        return
    row.add(verdicts[row.student, chapter])
    if len(paths) > 1:
        names = ", ".join(path.name for path in paths[:-1])
        row.reasons.append(f"{chapter:02d}: {paths[-1].name} counts, not {names}")


def write(path, rows, numbers):
    """Write the table."""
    with Path(path).open("w", encoding="utf-8", newline="") as file:
        table = csv.writer(file)
        table.writerow(["student", *numbers, "total", "reasons"])
        for row in rows:
            points = [row.points[number] for number in numbers]
            table.writerow(
                [_safe(row.student), *points, sum(points), _safe(" | ".join(row.reasons))]
            )


def _safe(text):
    return f"'{text}" if text.startswith(DANGEROUS) else text


class Bar:
    """A bar of progress on the standard error, with the minutes that are left."""

    def __init__(self, stream=sys.stderr):
        self.stream, self.began, self.last = stream, time.monotonic(), -1

    def __call__(self, done, all_):
        """Show how far it is."""
        here = self.stream.isatty()
        percent = 100 * done // all_
        if not here and percent // 10 == self.last // 10:
            return
        self.last = percent
        left = (time.monotonic() - self.began) / done * (all_ - done)
        bar = ("#" * (percent // 4)).ljust(25, ".")
        words = f"[{bar}] {done} of {all_} notebooks, {left / 60:.0f} min left "
        end = "\n" if done == all_ or not here else ""
        print(("\r" if here else "") + words, end=end, file=self.stream, flush=True)


def with_marker(work, seed, limits, hidden):
    """Call `work` with a marker whose folder lives as long as the call."""
    with tempfile.TemporaryDirectory(prefix="kernlab-bare-") as folder:
        return work(Marker(str(bare.write(folder)), seed, limits, tuple(map(str, hidden))))
