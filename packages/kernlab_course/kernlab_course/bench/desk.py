"""The bench itself: controls, and pictures of what the lines of a setting make of chosen points."""

import math

import numpy as np

from kernlab_helpers.kernels import linear
from kernlab_helpers.mercer import MercerMap
from kernlab_helpers.normalization import center
from livepanels.panels import Choice, Pick, Slider
from livepanels.pictures.picture import number

from .cautions import warned
from .pictures import Matrices, draw_plane
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
        self.matrices.quiet = True
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
        self._draw(outcome, pair)
        said = [f"{kind}: {sentence}" for kind, sentence in warned(outcome)]
        return "; ".join([*self._numbers(outcome), *self._pair(outcome, pair), *said])

    def _draw(self, outcome, pair):
        """Draw what there is to draw; where no K is, the points."""
        made, y, lit = outcome.made, self.chosen.y, sorted(set(pair))
        if outcome.K is None:
            draw_plane("Points, without a kernel", axes_of(made["X"]), c=y, lit=lit)
            return
        self.matrices.show(outcome.K, lit=[pair], spectrum=outcome.spectrum).again()
        if outcome.labels is not None:
            draw_plane("Clusters", own_axes(outcome), lit=lit, **clusters_of(outcome, y))
        elif "view" in made:
            draw_plane(
                "Classes" if y is not None else "Points", two_columns(made["view"]), c=y, lit=lit
            )

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


def own_axes(outcome):
    """Return the coordinates in which the method found clusters, else those of the centered K."""
    return two_columns(getattr(outcome.made["model"], "embedding_", outcome.made["view"]))


def two_columns(view):
    """Return the first two columns, zeros where there is no second one."""
    return np.pad(view, ((0, 0), (0, 1)))[:, :2]


def clusters_of(outcome, y):
    """Return how points tell their clusters, as keywords of `scatter`.

    Without classes by color and shape. With classes the shape is that of the class, and a cluster
    has the color of the class of which it holds most, as far as no other one holds more of it.
    """
    labels = outcome.labels
    if y is None:
        return {"c": [f"cluster {label + 1:2d}" for label in labels]}
    _, member = np.unique(y, return_inverse=True)
    counts = np.zeros((labels.max() + 1, member.max() + 1), dtype=int)
    np.add.at(counts, (labels, member), 1)
    color = counts.shape[1] + np.arange(len(counts))  # of clusters for which no class is left
    for _ in range(min(counts.shape)):
        cluster, group = np.unravel_index(counts.argmax(), counts.shape)
        color[cluster] = group
        counts[cluster], counts[:, group] = -1, -1
    return {"c": color[labels], "marker": y}


def controls_of(chosen, matrices):
    """Return the controls by the names of `Setting`; sliders that do nothing are not seen."""
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
            "t",
            0,
            math.inf,
            value=1,
            hide=True,
            only=lambda normalization: "order t" in normalization,
        ),
        "sigma": Slider(
            "σ", 0.05, 20, value=1, log=True, hide=True, only=lambda kernel: kernel in has["sigma"]
        ),
        "gamma": Slider(
            "γ",
            0.001,
            10,
            value=0.1,
            log=True,
            hide=True,
            only=lambda kernel: kernel in has["gamma"],
        ),
        "p": Slider(
            "p",
            0.5,
            8,
            value=2,
            step=0.1,
            marks=(1, 2),
            hide=True,
            only=lambda method: "Minkowski" in method,
        ),
        "m": Slider(
            "m",
            2,
            min(40, n - 1),
            value=min(10, n - 1),
            step=1,
            hide=True,
            only=lambda kernel: kernel in has["m"],
        ),
        "pair": Pick(matrices, label="pair"),
    }
