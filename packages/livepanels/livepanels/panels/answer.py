"""What a panel shows at some positions of its controls: frames, parts and words, each apart.

An answer keeps what its pictures showed, so it stays true when they show something else: the page
may ask for words later, or ask for a neighbor ahead of time.
"""

import copy

from ..pictures.scene import spoken

__all__ = ["Answer"]


class Answer:
    """What the function of a panel showed and said for one setting of its controls.

    Parameters
    ----------
    settings : str
        Where the controls stand, in words.
    pictures : list of Picture
        What was shown, in order.
    note : str
        What the function returned, for the readout.
    error : str, optional
        Why there is nothing to show.
    """

    def __init__(self, settings, pictures=(), note="", error=None):
        self.settings = settings
        self.pictures = [kept(picture) for picture in pictures]
        self.note = note
        self.error = error

    def frames(self):
        """Return what stays of each picture."""
        return [picture.frame() for picture in self.pictures]

    def parts(self):
        """Return what moves: (number of the picture, part), in painting order."""
        return [(i, part) for i, picture in enumerate(self.pictures) for part in picture.parts()]

    def words(self):
        """Return readout, lamp and texts for those who do not see the pictures."""
        return {
            "readout": "" if self.error else self.readout,
            "lamp": None if self.error else lamp_on_page(self.lamp),
            "alts": [self.alts(picture) for picture in self.pictures],
        }

    def alts(self, picture):
        """Return a text for each plot of a picture; the first says where the controls stand."""
        first, *others = picture.alts()
        return ["; ".join(filter(None, (spoken(self.settings), first))), *others]

    @property
    def lamp(self):
        """Return the lamp of the first picture that is not good, else the first lamp, or None."""
        lamps = [picture.lamp() for picture in self.pictures]
        return min((lamp for lamp in lamps if lamp is not None), key=bool, default=None)

    @property
    def readout(self):
        """Return what changes in one line of words and numbers, what the cell says first."""
        if self.error is not None:
            return f"error: {self.error}"
        silent = [p for p in self.pictures if p.quiet or (self.note and p.gives_way)]
        news = [picture.news() for picture in self.pictures if picture not in silent]
        texts = [self.note, *news]
        return "; ".join(filter(None, dict.fromkeys(texts)))  # each text once

    @property
    def line(self):
        """Return controls, readout and lamp in words: what is stored, and what nbval compares."""
        lamp = "" if self.lamp is None else f"; {self.lamp.short}"
        return ": ".join(filter(None, [self.settings, self.readout])) + lamp

    @property
    def alt(self):
        """Return one text for those who do not see the pictures."""
        alts = [alt for picture in self.pictures for alt in picture.alts()]
        told = [spoken(f"Live panel, {self.settings}"), *alts, spoken(self.note or "")]
        return ". ".join(filter(None, told))


def lamp_on_page(lamp):
    """Return what a page needs to know of a lamp."""
    return None if lamp is None else {"good": lamp.good, "words": lamp.words}


def kept(picture):
    """Return a picture that goes on showing what this one shows now."""
    picture.frame()  # made once, by the picture itself, not anew by each of its copies
    copied = copy.copy(picture)
    copied.original = getattr(picture, "original", picture)
    return copied
