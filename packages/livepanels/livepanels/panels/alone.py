"""A picture by itself on a page: painted by the front end of the panels, so in either theme."""

from ..pictures.picture import Picture
from .page import LivePanel

__all__ = ["Alone", "made"]

#: Called with each picture that is put on a page by itself; a recorder adds itself.
made = []


class Alone(LivePanel):
    """A panel without controls around one picture, as it is shown now."""

    def __init__(self, picture):
        self.picture = picture
        super().__init__(picture.again, {}, remember=True, hold=False)
        for hear in made:
            hear(self)

    @property
    def words(self):
        """Return what the picture shows: what is stored, and what nbval compares."""
        return self.picture.readout()

    @property
    def alt(self):
        """Return a text for those who do not see the picture."""
        return ". ".join(self.picture.alts())

    def still_pixels(self):
        """Return the pixels of the picture; its words stand in no line below."""
        return self.picture.still()


def on_page(picture):
    """Return what a notebook shows of a picture."""
    return Alone(picture)._repr_mimebundle_()


Picture.on_page = staticmethod(on_page)
