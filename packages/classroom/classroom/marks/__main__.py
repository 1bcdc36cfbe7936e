"""`python -m classroom.marks FOLDER`: a folder of submissions becomes a table of marks.

FOLDER/STUDENT/NN_name.ipynb goes in; one row a student comes out: student, one column an exercise,
total, reasons. Each answer runs in a process of its own without the judge; SECURITY.md says how
far this is a sandbox.
"""

import argparse
import json
import math
import os
import sys

from ..courses import CourseError
from . import ONE, bare, earned_by, probe, table, wall
from .marking import Marker
from .sandbox import Limits


def parser():
    """Return the reader of the command line."""
    words = argparse.ArgumentParser("classroom.marks", description=__doc__.partition("\n")[0])
    words.add_argument("folder", help="it holds STUDENT/NN_name.ipynb")
    words.add_argument("-o", "--output", default="marks.csv", help="the table (marks.csv)")
    words.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="notebooks at once")
    words.add_argument("--seed", type=int, help="that of an earlier run, to repeat it")
    words.add_argument("--resume", action="store_true", help="go on where a run was ended")
    words.add_argument("--memory", type=positive, default=Limits.memory, help="GB for one answer")
    words.add_argument(
        "--seconds", type=positive, default=Limits.seconds, help="for the cells above"
    )
    words.add_argument(
        "--exercise-seconds",
        type=positive,
        default=Limits.exercise,
        help="for all calls of an answer",
    )
    words.add_argument(
        "--notebook-seconds", type=positive, default=Limits.notebook, help="for a whole notebook"
    )
    words.add_argument(
        "--without-walls", action="store_true", help="grade also where submissions can do harm"
    )
    return words


def positive(text):
    """Return the number in a text, which is more than 0 and not infinite."""
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not 0 < number < math.inf:
        raise argparse.ArgumentTypeError(f"{text} is no number above 0")
    return number


def refuse(lacks):
    """Return in words why this machine does not grade."""
    return (
        f"here a submission could do harm: {'; '.join(lacks)}. Install bubblewrap (apt install"
        " bubblewrap) or grade in a container (docs/marks.md); --without-walls grades all the same"
    )


def held(lacks):
    """Return in words what holds on this machine."""
    if lacks:
        return f"WITHOUT WALLS: {'; '.join(lacks)}."
    if wall.bubblewrap():
        return "The walls hold."
    return "The walls hold, but nothing bounds the sum of an answer's files (no bubblewrap)."


def main(words):
    """Grade a folder; return the exit code."""
    if words[:1] == [ONE]:
        print(json.dumps(earned_by(words[1], json.load(sys.stdin))))
        return 0
    if os.name == "nt":
        print("classroom: grading needs Linux or macOS (on Windows: WSL)", file=sys.stderr)
        return 1
    asked = parser().parse_args(words)
    limits = Limits(
        memory=asked.memory,
        seconds=asked.seconds,
        exercise=asked.exercise_seconds,
        notebook=asked.notebook_seconds,
    )
    try:
        students = table.collect(asked.folder)
        numbers = [number for chapter in table.columns(students).values() for number in chapter]
        hidden = (os.path.abspath(asked.folder), *map(str, clone()))
        with bare.copied() as package:
            lacks = probe.lacks(package, hidden)
            if lacks and not asked.without_walls:
                raise ValueError(refuse(lacks))
            seed, rows = table.begin(asked.output, numbers, asked.seed, asked.resume)
            kept = table.known(rows, students)
            print(f"--seed {seed} repeats this run, --resume goes on with it.", file=sys.stderr)
            if kept:
                print(f"{len(kept)} of {len(students)} students are in the table.", file=sys.stderr)
            print(
                f"An answer has {limits.exercise:g} seconds for all its calls, a notebook"
                f" {limits.notebook:g} (--exercise-seconds, --notebook-seconds).",
                held(lacks),
                sep="\n",
                file=sys.stderr,
            )

            def keep(rows):
                table.write(asked.output, rows, numbers)

            marker = Marker(package, seed, limits, hidden)
            rows = table.grade(students, marker, max(asked.jobs, 1), table.Bar(), keep, kept)
        keep(rows)
        os.remove(f"{asked.output}.run")
    except (ValueError, OSError, CourseError) as error:
        print(f"classroom: {error}", file=sys.stderr)
        return 1
    print(f"{len(rows)} students, {len(numbers)} exercises: {asked.output} (--seed {seed})")
    return 0


def clone():
    """Return the folders around the packages that belong to a clone of a course."""
    around = [parent for place in bare.packages().values() for parent in place.parents]
    return [place for place in dict.fromkeys(around) if (place / "pyproject.toml").is_file()]


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
