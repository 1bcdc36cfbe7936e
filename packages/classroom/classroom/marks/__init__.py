"""Marks: submissions run without the judge, and are judged from outside.

`python -m classroom.marks FOLDER` makes the table of a class (`table`); `earned("2.1")` is the
hidden test of the assignments for nbgrader and otter. `bare` writes the package without its
answers, `programs` finds the code of an answer in a notebook, `sandbox` runs it behind a `wall`,
`remote` lets the judge call it there, `marking` puts these together.
"""

import json
import secrets
import subprocess
import sys

__all__ = ["earned", "earned_by"]

ONE = "--one"


def earned(number):
    """Raise an AssertionError with the judge's words unless the cells run so far earn an exercise.

    For the hidden tests of nbgrader and otter: the cells of this kernel are run once more, in a
    process without the judge, and judged from a third one.

    Parameters
    ----------
    number : str
        The number of the exercise, such as "2.1".
    """
    from IPython import get_ipython

    shell = get_ipython()
    cells = [] if shell is None else list(shell.history_manager.input_hist_raw)
    command = [sys.executable, "-I", "-m", __name__, ONE, number]
    run = subprocess.run(command, input=json.dumps(cells), capture_output=True, text=True)
    if run.returncode:
        raise RuntimeError(f"the judge stopped: {run.stderr[-500:]}")
    result = json.loads(run.stdout.splitlines()[-1])
    assert result["passed"], "\n".join(result["lines"])


def earned_by(number, sources):
    """Return the verdict on an exercise of the cells with these sources."""
    from . import bare, programs
    from .marking import Marker

    cells = tuple(programs.Cell(programs.plain(source)) for source in sources)
    with bare.copied() as package:
        result = Marker(package, secrets.randbits(63)).mark(programs.Submission(cells), number)
    return {"passed": result.passed, "lines": result.lines}
