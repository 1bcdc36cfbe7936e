"""Running the lines of a setting on chosen points, part by part; what was run is remembered."""

import contextlib
import functools
import warnings
from collections import OrderedDict
from dataclasses import dataclass, field

import numpy as np

from kernlab_helpers import scores

from ..matrices import eigenvalues
from .recipes import KERNELS, METHODS
from .script import PARTS, Setting, imports_of, parts_of
from .stability import stability

__all__ = ["Outcome", "Runner"]

KEPT = 24  # parts that are remembered: a drag of t does not find the distances anew
GAUSSIAN_COLUMNS = 30  # a covariance has as many numbers as columns squared, for every point


@dataclass(frozen=True)
class Outcome:
    """Hold what the lines made, as far as they ran.

    Parameters
    ----------
    setting : Setting
        Where the controls stood.
    made : dict
        The names that the lines have made: X, K, view, model, ...
    plain : array of shape (n, n), optional
        K before it was repaired and normalized.
    spectrum : array of shape (n,), optional
        Eigenvalues of K as it is shown, rising.
    refused : str
        Why the next part could not run, in words; empty if all did.
    remarks : tuple of str
        What was warned of.
    numbers : dict
        From the name of a number of the bench to the number.
    """

    setting: Setting
    made: dict
    plain: np.ndarray | None = None
    spectrum: np.ndarray | None = None
    refused: str = ""
    remarks: tuple = ()
    numbers: dict = field(default_factory=dict)

    @property
    def K(self):
        """The matrix as it is shown, None where there is none."""
        return self.made.get("K") if "matrix" in self.made["parts"] else None

    @property
    def labels(self):
        """Clusters of the points, numbered as they are met first, None where there are none."""
        if "model" not in self.made:
            return None
        labels = self.made["model"].labels_
        _, first, member = np.unique(labels, return_index=True, return_inverse=True)
        return np.argsort(np.argsort(first))[member]


class Runner:
    """Run settings on chosen points.

    Parameters
    ----------
    chosen : Chosen
        The points.
    """

    def __init__(self, chosen):
        self.chosen = chosen
        self.kept = OrderedDict()  # parts by their lines, whole outcomes by their settings

    def run(self, setting):
        """Run a setting.

        Parameters
        ----------
        setting : Setting
            Where the controls stand.

        Returns
        -------
        Outcome
            What was made; a part that refuses ends it, in words.
        """
        if setting not in self.kept:
            with one_thread():
                return self._remembered(setting, lambda: self._run(setting))
        return self._remembered(setting, None)

    def _run(self, setting):
        """Run the parts of a setting in their order."""
        made, plain, remarks, before, done = {"data": self.chosen}, None, (), (), []
        lines = parts_of(setting)
        for part in PARTS:
            refused = refusal(setting, part, self.chosen)
            if not refused:
                used = (*before, *lines[part])
                made, more, refused = self._remembered(
                    (part, used), lambda part=part, made=made: execute(lines[part], made)
                )
                remarks += more
                before = before if part == "view" else used  # clusters do not hang on the view
            if refused:
                break
            done.append(part)
            plain = made["K"] if part == "kernel" else plain
        made = {**made, "parts": done}
        spectrum = eigenvalues(made["K"]) if "matrix" in done else None
        numbers = self._numbers(setting, made, spectrum)
        return Outcome(setting, made, plain, spectrum, refused, remarks, numbers)

    def _remembered(self, key, make):
        """Return what was made for a key, or make it."""
        if key not in self.kept:
            self.kept[key] = make()
            while len(self.kept) > KEPT:
                self.kept.popitem(last=False)
        self.kept.move_to_end(key)
        return self.kept[key]

    def _numbers(self, setting, made, spectrum):
        """Return least eigenvalue, NMI, purity and stability, which the script prints, too."""
        numbers, y = {}, self.chosen.y
        if spectrum is not None:
            numbers["least eigenvalue"] = float(spectrum[0])
        if "clusters" in made["parts"]:
            model = made["model"]
            numbers["stability"] = stability(model, made[METHODS[setting.method].of])
            if y is not None:
                numbers["NMI"] = scores.nmi(y, model.labels_)
                numbers["purity"] = scores.purity(y, model.labels_)
        return numbers


def execute(lines, made):
    """Return what some lines of code make, what they warned of, and why they refuse."""
    import kernlab_helpers as kh

    space = {"kh": kh, **made}
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            exec("\n".join([*imports_of(lines), *lines]), space)  # the lines of recipes.py
        except ValueError as error:
            return made, (), str(error)
    del space["__builtins__"]
    return space, tuple(dict.fromkeys(str(warning.message) for warning in caught)), ""


@functools.cache
def threads():
    """Return what limits the threads of this process, None where it has none."""
    try:
        import sklearn.cluster  # noqa: F401 (brings threads of its own)
        from threadpoolctl import ThreadpoolController
    except ImportError:  # a browser's Python
        return None
    return ThreadpoolController()


def one_thread():
    """Return a context in which nothing is split among threads, which wait longer than they work.

    Five starts of scikit-learn's k-means on 300 points take 6 ms with one thread, 240 with two.
    """
    controller = threads()
    return controller.limit(limits=1) if controller else contextlib.nullcontext()


def refusal(setting, part, chosen):
    """Return why a part cannot run, where its lines would not say so themselves."""
    n, d = chosen.X.shape
    kernel = KERNELS[setting.kernel]
    if part == "kernel" and "gamma" in kernel.sliders and d > GAUSSIAN_COLUMNS:
        return (
            f"{d} columns are too many for local Gaussians: each of {n} points would carry {d} x "
            f"{d} numbers; choose at most {GAUSSIAN_COLUMNS} columns"
        )
    if part == "kernel" and "m" in kernel.sliders and setting.m >= n:
        return f"{n} points have no {setting.m} neighbors each: lower m to {n - 1} or less"
    if part == "clusters" and setting.k > n:
        return f"{n} points make no {setting.k} clusters"
    if part == "clusters" and METHODS[setting.method].of == "Y" and not kernel.histograms:
        return (
            "an explicit map is that of a homogeneous kernel: take chi-squared, intersection, "
            "Jensen-Shannon or Hellinger"
        )
    return ""
