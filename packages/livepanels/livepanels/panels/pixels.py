"""The way out: a figure of matplotlib that a live function returns, shown as pixels."""

import contextlib
import io
import sys

import numpy as np

from ..pictures.picture import Picture
from ..pictures.scene import Mark, Plot, part

__all__ = ["Pixels"]

WIDEST = 960  # pixels of the page
SHARP = 1200  # pixels of the longer side of what is sent, at most


class Pixels(Picture):
    """A picture that matplotlib has drawn: slower than marks, without hands, on light ground."""

    description = "a figure of matplotlib"
    gives_way = True

    def __init__(self):
        super().__init__()
        self.data = None

    def take(self, result):
        """Show a figure that a function returned, or left open in pyplot; return whether it did."""
        figure = getattr(result, "figure", result)
        pyplot = sys.modules.get("matplotlib.pyplot")
        if not is_figure(figure):
            open_ones = pyplot.get_fignums() if pyplot else []
            if not open_ones:
                return False
            figure = pyplot.figure(open_ones[-1])
        self.show(figure)
        if pyplot:
            pyplot.close("all")
        return is_figure(getattr(result, "figure", result))

    @contextlib.contextmanager
    def open_figures(self):
        """Give a context in which ``plt.show()`` leaves figures open: a notebook's closes them."""
        pyplot = sys.modules.get("matplotlib.pyplot")
        show = getattr(pyplot, "show", None)
        if pyplot:
            pyplot.show = lambda *_, **__: None
        try:
            yield
        finally:
            if pyplot:
                pyplot.show = show

    def accept(self, figure):
        """Draw the figure; return its PNG, its size in pixels and its words."""
        width, height = figure.get_size_inches()
        file = io.BytesIO()
        metadata = {"Software": None}  # no version: equal figures are equal bytes
        figure.savefig(file, format="png", dpi=SHARP / max(width, height, 1), metadata=metadata)
        size = min(100 * width, WIDEST)
        titles = [axes.get_title() for axes in figure.axes]
        png = np.frombuffer(file.getvalue(), np.uint8)
        return png, (round(size), round(size * height / width)), ", ".join(filter(None, titles))

    @property
    def inches(self):
        """Return the size, 100 pixels to the inch."""
        return tuple(side / 100 for side in self.data[1])

    def plots(self):
        """Return one plot without axes."""
        width, height = self.data[1]
        marks = (Mark("image", "image"),)
        return [Plot(width, height, (0, 0, 0, 0), fit="equal", grid=False, marks=marks)]

    def parts(self):
        """Return the PNG."""
        return [part(0, "image", png=self.data[0])]

    def readout(self):
        """Return the titles."""
        return self.data[2]

    def alt(self):
        """Return what is known of the figure."""
        return ": ".join(filter(None, (self.description, self.data[2])))


def is_figure(thing):
    """Return whether something is a figure of matplotlib."""
    return hasattr(thing, "savefig") and hasattr(thing, "get_size_inches")
