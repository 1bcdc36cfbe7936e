"""Exercises that check themselves, votes before an answer, marks, and a mode for lectures.

A notebook writes `from classroom import check, hint, vote`. The exercises come from a course: a
package that names itself under the entry point group `classroom.courses` (see `courses`).
"""

from .courses import Course, CourseError
from .exercises import Verdict, check, hint, verdict
from .votes import vote

__all__ = ["Course", "CourseError", "Verdict", "check", "hint", "verdict", "vote"]
