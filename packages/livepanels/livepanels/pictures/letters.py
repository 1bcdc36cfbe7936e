"""The letters of a sequence in a row, with a window that slides over them."""

import numpy as np

from .picture import Picture
from .scene import Mark, Plot, Scale, part

__all__ = ["Letters"]

SLOT = 44  # pixels from one letter to the next, where there is room
WIDEST = 960


class Letters(Picture):
    """A sequence, letter by letter, and a window over some neighbors.

    Parameters
    ----------
    sequence : str
        The letters.
    title : str
        Stands above the picture.

    Examples
    --------
    >>> Letters("ACAG").show(at=1, length=2).readout()
    'CA at place 2'
    """

    def __init__(self, sequence, title=""):
        super().__init__()
        self.sequence = sequence
        self.title = title
        width = min(20 + SLOT * len(sequence), WIDEST)
        self.inches = (width / 100, 0.92)
        self.description = f"the letters {sequence} in a row"
        self.show()

    def accept(self, *, at=0, length=1):
        """Keep the window: its first letter, counted from 0, and how many letters it shows."""
        if not 0 <= at <= at + length <= len(self.sequence):
            raise ValueError(f"no window of {length} letters begins at place {at + 1}")
        return int(at), int(length)

    @property
    def word(self):
        """Return the letters in the window."""
        at, length = self.data
        return self.sequence[at : at + length]

    def plots(self):
        """Return one plot with the places below the letters."""
        width, height = self.pixels
        count = len(self.sequence)
        ticks = tuple((i, str(i)) for i in range(1, count + 1))
        plot = Plot(
            width=width,
            height=height,
            margins=(8, 8, 8, 22),
            caption=self.title,
            x=Scale("linear", 0.5, count + 0.5, ticks),
            grid=False,
            marks=(
                Mark("again", "line", {"hue": "muted", "weight": "guide", "dash": "twin"}),
                Mark("window", "area", {"hue": "hot", "fill": 0.12, "edge": True}),
                Mark("letters", "texts", {"hue": "ink", "size": "math", "at": "c"}),
                Mark("places", "points", {"r": 0, "hue": "ink"}),
            ),
        )
        return [plot]

    def parts(self):
        """Return letters, window, and where else the word of the window begins."""
        at, length = self.data
        count = len(self.sequence)
        places = np.stack([np.arange(1, count + 1), np.full(count, 0.5)], axis=1)
        others = [i for i in range(count) if i != at and self.sequence[i:].startswith(self.word)]
        frames = [np.vstack([corners(i, length), [[np.nan, np.nan]]]) for i in others if length]
        marks = [part(0, "again", xy=np.concatenate(frames))] if frames else []
        return [
            *marks,
            part(0, "window", xy=corners(at, length)),
            part(0, "letters", {"texts": list(self.sequence)}, xy=places),
            part(0, "places", xy=places),
        ]

    def readout(self):
        """Return the word in the window, and where it begins."""
        return f"{self.word} at place {self.data[0] + 1}"


def corners(at, length):
    """Return the outline (5, 2) of a window."""
    left, right = at + 0.56, at + length + 0.44
    return np.array([[left, 0], [right, 0], [right, 1], [left, 1], [left, 0]], dtype=float)
