"""Whether an answer calls what it should write; found by what runs, whatever it is called there.

Also copied to where submissions run. Who wants to can hide it there, or copy the text of a
function: this tells an honest student, and marks promise no more.
"""

import re
import sys

__all__ = ["Watch"]

SOLUTION = re.compile(r"solution_\d")  # how the folded solutions begin


class Watch:
    """Note the first function that runs in the block, of some and of all folded solutions.

    Parameters
    ----------
    own : tuple of str
        Dotted names that begin with a package, as "kernlab_helpers.power_mean"; the name of a class
        stands for all of its methods.
    answer : callable, optional
        A function that may itself be a folded solution.

    Attributes
    ----------
    found : str
        Its name; "" where none has run.
    """

    def __init__(self, own, answer=None):
        self.own = tuple(own)
        self.packages = {name.partition(".")[0] for name in own}
        self.itself = getattr(answer, "__code__", None)
        self.found = ""

    def __enter__(self):
        """Begin to look at every call of this thread."""
        self.before = sys.getprofile()
        sys.setprofile(self._look)
        return self

    def __exit__(self, *_):
        """Look no more."""
        sys.setprofile(self.before)

    def _look(self, frame, event, _):
        if event != "call" or self.found:
            return
        code = frame.f_code
        package = str(frame.f_globals.get("__name__")).partition(".")[0]
        if SOLUTION.match(code.co_name) and code is not self.itself:
            self.found = code.co_name
        elif package in self.packages:
            path = f"{package}.{code.co_qualname}."
            self.found = next((name for name in self.own if path.startswith(f"{name}.")), "")
