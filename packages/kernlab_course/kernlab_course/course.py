"""The course as `classroom` finds it: entry point `kernlab` of the group `classroom.courses`."""

from pathlib import Path

from classroom.courses import Course

__all__ = ["COURSE"]

SETS = Path(__file__).resolve().parents[3] / "data" / "sets"  # in a clone; a wheel has them inside
COURSE = Course(
    "kernlab_course.answers",
    packages=("kernlab_helpers", "livepanels", "kernlab_course"),
    folders=(("kernlab_helpers/datasets/sets", SETS),),
)
