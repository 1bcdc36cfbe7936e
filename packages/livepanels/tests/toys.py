"""Pictures and shapes that only tests make: what a course may hand in, without a course."""

from types import SimpleNamespace

import numpy as np

from livepanels.pictures import Lamp, Picture, number
from livepanels.pictures.axes import Axes, SpaceAxes
from livepanels.pictures.heatmaps import Field, entries
from livepanels.pictures.scene import Mark, Plot, Scale, make_scale, margins, part


def bells(means, covariances):
    """Return what a picture takes for Gaussians: anything with means and covariances."""
    means, covariances = np.asarray(means, dtype=float), np.asarray(covariances, dtype=float)
    return SimpleNamespace(means=means, covariances=covariances)


def drawn(word, *data, space=False, **named):
    """Return axes on which one word has drawn; of space where it is said."""
    axes = SpaceAxes() if space else Axes()
    getattr(axes, word)(*data, **named)
    return axes


class Pair(Picture):
    """A symmetric matrix beside 1 minus it, with a lamp: whether no entry is below 0."""

    inches = (8.4, 3.6)
    description = "heat maps of a matrix and of 1 minus it"

    def __init__(self, M):
        super().__init__()
        self.fields = Field("kernel", (0, 1)), Field("distance", (0, 1))
        self.show(M)

    def accept(self, M, *, lit=None):
        """Keep both matrices; lit are entries (i, j)."""
        M = np.asarray(M, dtype=float)
        if not np.isfinite(M).all():
            raise ValueError("the matrix has entries that are not numbers (nan or inf)")
        return M, 1 - M, entries(lit, M.shape)

    def frame_key(self):
        """Return what the frame depends on."""
        return self.inches, self.data[0].shape

    def plots(self):
        """Return both plots."""
        shape = self.data[0].shape
        return [field.plot(shape, field.cell(shape, (380, 360)), "M") for field in self.fields]

    def parts(self):
        """Return both matrices."""
        *matrices, lit = self.data
        return [self.fields[i].part(i, M, lit) for i, M in enumerate(matrices)]

    def readout(self):
        """Return the least entry."""
        return f"least entry {number(self.data[0].min())}"

    def lamp(self):
        """Return whether no entry is below 0."""
        if self.data[0].min() >= 0:
            return Lamp(True, "at least 0: yes", "no entry below 0")
        return Lamp(False, "at least 0: no", "an entry below 0")


class Stems(Picture):
    """Numbers as stems on a cube axis, with a rule: no picture of livepanels draws stems itself."""

    description = "stems"

    def __init__(self, values):
        super().__init__()
        self.count = len(values)
        self.show(values)

    def accept(self, values):
        """Keep the numbers."""
        return np.asarray(values, dtype=float)

    def plots(self):
        """Return one plot."""
        y = make_scale("cube", -4, 10, 300, "", upright=True)
        x = Scale("linear", 0.5, self.count + 0.5, ((1.0, "1"),), "number")
        marks = (
            Mark("zero", "rule", {"axis": "y", "weight": "guide", "hue": "ink"}),
            Mark("last", "rule", {"axis": "x", "weight": "guide", "dash": "dotted"}),
            Mark("stems", "stems", {"r": 4.0, "hue": 0}),
            Mark("words", "texts", {"at": "n", "hue": "ink"}),
        )
        around = margins(x, y)
        return [Plot(width=300, height=340, margins=around, caption="Stems", x=x, y=y, marks=marks)]

    def parts(self):
        """Return the stems, the rules and a word."""
        values = self.data
        xy = np.stack([np.arange(1, self.count + 1), values], axis=1)
        return [
            part(0, "zero", at=[0.0]),
            part(0, "last", {"text": "last"}, at=[self.count - 0.5]),
            part(0, "stems", xy=xy),
            part(0, "words", {"texts": ["least"]}, xy=[[float(values.argmin() + 1), 0.0]]),
        ]

    def readout(self):
        """Return the largest number."""
        return f"largest {number(self.data.max())}"
