"""A picture by itself on a page: painted by the front end of the panels, so in either theme."""

from .page import LivePanel

__all__ = ["Alone"]


class Alone(LivePanel):
    """A panel without controls around one picture, as it is shown now."""

    def __init__(self, picture):
        self.picture = picture
        super().__init__(picture.again, {})

    @property
    def words(self):
        """Return what the picture shows: what is stored, and what nbval compares."""
        return self.picture.readout()

    @property
    def alt(self):
        """Return a text for those who do not see the picture."""
        return self.picture.alt()

    def still_pixels(self):
        """Return the pixels of the picture; its words stand in no line below."""
        return self.picture.still()
