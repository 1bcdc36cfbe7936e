"""The course as `classroom` finds it: entry point `kernlab` of the group `classroom.courses`."""

from pathlib import Path

from classroom.courses import Course

__all__ = ["COURSE"]

HERE = Path(__file__).resolve().parent
SETS = HERE.parents[2] / "data" / "sets"  # in a clone; a wheel has them inside
COURSE = Course(
    "kernlab_course.answers",
    packages=("kernlab_helpers", "kernlab_course"),
    folders=(
        ("kernlab_helpers/datasets/sets", SETS),
        ("kernlab_helpers/lab", HERE / "second_edition"),  # notebooks that began before 0.3.0
    ),
)
