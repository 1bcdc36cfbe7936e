"""A folder of submissions becomes a table of marks: one row a student, one column an exercise."""

import concurrent.futures
import csv
import io
import json
import multiprocessing
import re
import secrets
import stat
import sys
import time
from dataclasses import dataclass, field, replace
from pathlib import Path

from ..exercises import chapter_exercises
from ..exercises.exercise import Verdict
from .process import limit_the_judge

__all__ = ["Row", "begin", "collect", "columns", "grade", "write"]

CHAPTER = re.compile(r"([0-9]{2})_.*\.ipynb", re.IGNORECASE | re.DOTALL)
DANGEROUS = ("=", "+", "-", "@")  # a table program would take them for a formula
LONGEST = 500  # letters of one reason
AGAIN = "NOT JUDGED, look at it: "


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
            words = "; ".join([*remarks, *asked])[:LONGEST]
            if words and words not in self.reasons:
                self.reasons.append(words)


def collect(folder):
    """Return the notebooks of each student by chapter; FOLDER/STUDENT/NN_name.ipynb.

    Under None is what is not counted: in words, for the reasons.

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
        if student.is_symlink():
            chapters[None] = [f"{student.name} is a link, not a folder"]
            continue
        try:
            paths = sorted(student.iterdir())
        except OSError as error:
            chapters[None] = [f"the folder cannot be read ({type(error).__name__})"]
            continue
        for path in paths:
            match = CHAPTER.fullmatch(path.name)
            if match and chapter_exercises(int(match[1])):
                chapters.setdefault(int(match[1]), []).append(path)
            elif not match and path.suffix.lower() == ".ipynb":
                chapters.setdefault(None, []).append(f"{path.name} is not named NN_name.ipynb")
    if not any(set(chapters) - {None} for chapters in found.values()):
        raise ValueError(f"{folder} holds no STUDENT/NN_name.ipynb of a chapter with exercises")
    return found


def columns(students):
    """Return the exercises of the chapters that somebody has handed in."""
    chapters = sorted({one for found in students.values() for one in found if one is not None})
    return {chapter: list(chapter_exercises(chapter)) for chapter in chapters}


def grade(students, marker, jobs=1, tell=lambda done, all_: None, keep=lambda rows: None, kept=()):
    """Judge all submissions of a folder.

    Parameters
    ----------
    students : dict
        What `collect` has found.
    marker : Marker
        Limits, seed and place.
    jobs : int
        How many submissions are judged at once, each in a process of its own.
    tell : callable
        Called with how many notebooks are done, and how many there are.
    keep : callable
        Called with all rows that are whole, whenever there is one more.
    kept : iterable of Row
        Rows of an earlier run, which are not judged again.

    Returns
    -------
    rows : list of Row
    """
    numbers, rows = columns(students), {row.student: row for row in kept}
    files = [
        (name, chapter, paths[-1])
        for name, found in students.items()
        for chapter, paths in found.items()
        if name not in rows and chapter is not None
    ]
    left = {name: set(found) - {None} for name, found in students.items() if name not in rows}
    verdicts = {}

    def enter(name):
        rows[name] = _row(name, students[name], verdicts, numbers)
        keep([rows[one] for one in students if one in rows])

    for name in [name for name, chapters in left.items() if not chapters]:
        enter(name)
    tasks = [(name, chapter, str(path), numbers[chapter]) for name, chapter, path in files]
    for done, (name, chapter, said) in enumerate(_judged(marker, tasks, jobs), 1):
        verdicts[name, chapter] = said
        left[name].discard(chapter)
        if not left[name]:
            enter(name)
        tell(done, len(files))
    return [rows[name] for name in students]


def _judged(marker, tasks, jobs):
    """Yield student, chapter, verdicts of each notebook as it is done.

    Where a judge dies, the notebooks that were under way are judged once more, each alone; with
    whom it dies then, he is blamed.
    """
    waiting, suspects = tasks[::-1], []
    while waiting or suspects:
        alone = bool(suspects)
        left, width = ([suspects.pop()], 1) if alone else (waiting, jobs)
        for task, future in _until_it_breaks(marker, left, width):
            name, chapter, _, numbers = task
            try:
                said = future.result()
            except concurrent.futures.BrokenExecutor:
                if not alone:
                    suspects.append(task)
                    continue
                said = _not_judged(numbers, "its judge was ended twice")
            except Exception as error:  # one notebook must not cost the others their marks
                said = _not_judged(numbers, f"{type(error).__name__}: {error}")
            yield name, chapter, said


def _until_it_breaks(marker, left, width):
    """Judge so many at once of what is left, taken from its end; yield tasks and their futures."""
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(
        width, mp_context=spawn, initializer=limit_the_judge
    ) as pool:
        asked, broken = {}, False
        while asked or (left and not broken):
            while left and len(asked) < width and not broken:
                try:
                    future = pool.submit(marker.mark_file, left[-1][2], left[-1][3])
                except concurrent.futures.BrokenExecutor:
                    broken = True
                else:
                    asked[future] = left.pop()
            done, _ = concurrent.futures.wait(asked, return_when="FIRST_COMPLETED")
            for future in done:
                broken |= isinstance(future.exception(), concurrent.futures.BrokenExecutor)
                yield asked.pop(future), future


def _not_judged(numbers, why):
    return dict.fromkeys(numbers, Verdict(False, (AGAIN + why,)))


def _row(name, found, verdicts, columns_):
    """Return the row of a student all of whose notebooks are judged."""
    row = Row(name)
    for chapter, numbers in columns_.items():
        paths = found.get(chapter)
        if not paths:
            row.add(dict.fromkeys(numbers, Verdict(False, (f"{chapter:02d}: no notebook",))))
            continue
        row.add(verdicts[name, chapter])
        if len(paths) > 1:
            others = ", ".join(path.name for path in paths[:-1])[:LONGEST]
            row.reasons.append(f"{chapter:02d}: {paths[-1].name} counts, not {others}")
        if _hard_link(paths[-1]):
            row.reasons.append(f"{paths[-1].name} is a hard link: see whose file it is")
    row.reasons += found.get(None, [])[:5]
    return row


def _hard_link(path):
    """Whether a file has another name, too; what is no file, or has gone, has none."""
    try:
        found = path.lstat()
    except OSError:
        return False
    return stat.S_ISREG(found.st_mode) and found.st_nlink > 1


def begin(path, numbers, seed=None, resume=False):
    """Note how a run begins; return its seed and the rows that are there already.

    Beside the table lies a note of its seed and exercises, until the table is whole.

    Raises
    ------
    ValueError
        Where there is nothing to go on with, or that is of another seed, or of other exercises.
    """
    note, kept = Path(f"{path}.run"), []
    if Path(path).is_dir() or not note.parent.is_dir():
        raise ValueError(f"{path} can be no table: it is a folder, or lies in none that is there")
    if resume:
        try:
            noted = json.loads(note.read_text("utf-8"))
            was, exercises = noted["seed"], noted["exercises"]
        except (OSError, ValueError, TypeError, LookupError):
            raise ValueError(
                f"no run to go on with: {note} is missing (leave out --resume)"
            ) from None
        if seed not in (None, was):
            raise ValueError(f"{path} is of another seed: --seed {was}")
        if exercises != numbers:
            raise ValueError(f"{path} is of other exercises: {', '.join(map(str, exercises))}")
        seed, kept = was, _read(path, numbers)
    elif seed is None:
        seed = secrets.randbits(63)
    _replace(note, json.dumps({"seed": seed, "exercises": numbers}))
    return seed, kept


def _read(path, numbers):
    """Return the rows of a table that are whole, and judged; the student is as in the table."""
    try:
        with Path(path).open(encoding="utf-8", newline="") as file:
            lines = list(csv.reader(file))
    except FileNotFoundError:
        return []
    except (csv.Error, UnicodeDecodeError):
        raise ValueError(f"{path} is no table of marks") from None
    rows = []
    for line in lines[1:]:
        whole = len(line) == len(numbers) + 3 and set(line[1:-2]) <= {"0", "1"}
        if whole and AGAIN not in line[-1]:
            points = dict(zip(numbers, map(int, line[1:-2]), strict=True))
            rows.append(Row(line[0], points, [line[-1]] if line[-1] else []))
    return rows


def known(rows, students):
    """Return the rows of an earlier run under the names of the students of this one."""
    names = [_safe(name) for name in students]
    there = {row.student: row for row in rows}
    return [
        replace(there[written], student=name)
        for name, written in zip(students, names, strict=True)
        if written in there and names.count(written) == 1
    ]


def write(path, rows, numbers):
    """Write the table: to another file first, so that there is always a whole one."""
    text = io.StringIO(newline="")
    table = csv.writer(text, quoting=csv.QUOTE_NONNUMERIC)  # for tables that split at ;
    table.writerow(["student", *numbers, "total", "reasons"])
    for row in rows:
        points = [row.points[number] for number in numbers]
        table.writerow([_safe(row.student), *points, sum(points), _safe(" | ".join(row.reasons))])
    _replace(Path(path), text.getvalue())


def _replace(path, text):
    """Give a file a new text in one step."""
    new = path.with_name(f"{path.name}.new")
    new.write_text(text, "utf-8", newline="")
    new.replace(path)


def _safe(text):
    """Return a text that every table can hold, and that no table program or terminal obeys."""
    signs = (sign if sign.isprintable() else repr(sign)[1:-1] for sign in text)
    text = "".join(signs).encode("utf-8", "backslashreplace").decode()
    return f"'{text}" if text.lstrip().startswith(DANGEROUS) else text


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
