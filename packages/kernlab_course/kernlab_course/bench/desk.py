"""The bench itself: controls, and pictures of what the lines of a setting make of chosen points."""

import math

import numpy as np

from kernlab_helpers.kernels import linear
from kernlab_helpers.mercer import MercerMap
from kernlab_helpers.normalization import center
from livepanels.panels import Choice, Pick, Slider
from livepanels.pictures.picture import number

from .cautions import cautions
from .pictures import Matrices, Plane
from .recipes import KERNELS, METHODS, NORMALIZATIONS, REPAIRS, SCALINGS
from .running import Runner
from .script import Setting, script_of

__all__ = ["Desk"]


class Desk:
    """The book on one table: controls for a panel, and pictures of what they do.

    Parameters
    ----------
    chosen : Chosen
        The points, of `Table.choose`.

    Attributes
    ----------
    controls : dict
        For `live`: all of `Setting`, and `pair`, an entry of K.
    """

    def __init__(self, chosen):
        self.chosen = chosen
        self.runner = Runner(chosen)
        first = self.runner.run(Setting())
        self.matrices = Matrices(first.K, chosen.y)
        view = plane_of(first)
        self.classes = None if chosen.y is None else Plane(view, chosen.y, title="Classes")
        self.clusters = Plane(view, cluster_names(first), title="Clusters")
        self.points = Plane(view, chosen.y, title="Points, without a kernel")
        for picture in (self.matrices, self.classes, self.clusters, self.points):
            if picture is not None:
                picture.quiet = True
        self.controls = controls_of(chosen, self.matrices)

    def show(self, setting, pair):
        """Show a setting, and two points of it.

        Parameters
        ----------
        setting : Setting
            Where the controls stand.
        pair : pair of int
            Row and column of the entry that is picked.

        Returns
        -------
        str
            Numbers and cautions, in one line.
        """
        outcome = self.runner.run(setting)
        for picture in self._shown(outcome, pair):
            picture.again()
        return "; ".join([*self._numbers(outcome), *self._pair(outcome, pair), *warned(outcome)])

    def _shown(self, outcome, pair):
        """Yield the pictures for which there is something to show; where no K is, the points."""
        lit = sorted(set(pair))
        if outcome.K is None:
            yield self.points.show(axes_of(outcome.made["X"]), lit=lit)
            return
        yield self.matrices.show(outcome.K, lit=[pair], spectrum=outcome.spectrum)
        if "view" not in outcome.made:
            return
        view = plane_of(outcome)
        if self.classes is not None:
            yield self.classes.show(view, lit=lit)
        if outcome.labels is not None:
            yield self.clusters.show(view, labels=cluster_names(outcome), lit=lit)

    def _numbers(self, outcome):
        """Yield the numbers of the bench, and how many rows they are of if not of all."""
        if self.chosen.drawn:
            yield self.chosen.drawn
        if outcome.K is not None:
            yield self.matrices.readout()
        names = [name for name in ("NMI", "purity", "stability") if name in outcome.numbers]
        if names:
            yield ", ".join(f"{name} {outcome.numbers[name] + 0.0:.2f}" for name in names)

    def _pair(self, outcome, pair):
        """Yield what is known of the two points that are picked."""
        if outcome.K is None:
            return
        i, j = pair
        rows, y = self.chosen.rows + 1, self.chosen.y
        names = [f"row {rows[a]}" + (f" ({y[a]})" if y is not None else "") for a in (i, j)]
        yield f"{names[0]} and {names[1]}: K {number(outcome.K[i, j])}"

    def setting_of(self, values):
        """Return the setting in the values of a panel."""
        return Setting(**{name: value for name, value in values.items() if name != "pair"})

    def script(self, values):
        """Return the code for the values of a panel."""
        return script_of(self.setting_of(values), self.chosen)


def axes_of(X):
    """Return the coordinates of points along their own two leading axes (principal components)."""
    return two_columns(MercerMap(2).fit_transform(center(linear(X))))


def plane_of(outcome):
    """Return the coordinates of every point along the two leading axes of the centred K."""
    return two_columns(outcome.made["view"])


def two_columns(view):
    """Return two columns, zeros where there is no second axis."""
    missing = 2 - view.shape[1]
    return np.hstack([view, np.zeros((len(view), missing))]) if missing else view


def cluster_names(outcome):
    """Return the names of the clusters of the points."""
    return np.array([f"cluster {label + 1:2d}" for label in outcome.labels])


def warned(outcome):
    """Return the cautions as they stand in the readout."""
    found = cautions(outcome)
    return [f"CAUTION: {sentence}" for sentence in found]


def controls_of(chosen, matrices):
    """Return the controls by the names of `Setting`, those greyed that do nothing."""
    n = len(chosen.X)
    classes = 3 if chosen.y is None else len(np.unique(chosen.y))
    most = min(10, n - 1)
    has = {
        slider: [name for name, kernel in KERNELS.items() if slider in kernel.sliders]
        for slider in ("sigma", "gamma", "m")
    }
    return {
        "scaling": Choice("scaling", list(SCALINGS), "standardized"),
        "kernel": Choice("kernel", list(KERNELS)),
        "repair": Choice("repair", list(REPAIRS)),
        "normalization": Choice("normalization", list(NORMALIZATIONS)),
        "method": Choice("method", list(METHODS)),
        "k": Slider("k", 2, most, value=min(classes, most), step=1),
        "t": Slider(
            "t", 0, math.inf, value=1, only=lambda normalization: "order t" in normalization
        ),
        "sigma": Slider(
            "σ", 0.05, 20, value=1, log=True, only=lambda kernel: kernel in has["sigma"]
        ),
        "gamma": Slider(
            "γ",
            0.001,
            10,
            value=0.1,
            log=True,
            only=lambda kernel: kernel in has["gamma"],
        ),
        "p": Slider(
            "p", 0.5, 8, value=2, step=0.1, marks=(1, 2), only=lambda method: "Minkowski" in method
        ),
        "m": Slider(
            "m",
            2,
            min(40, n - 1),
            value=min(10, n - 1),
            step=1,
            only=lambda kernel: kernel in has["m"],
        ),
        "pair": Pick(matrices, label="pair"),
    }
