"""Groups of points: their names, who belongs to which, and what the key says."""

import numpy as np

__all__ = ["Groups"]

FEW = 12  # so many points may be named each beside itself


class Groups:
    """Groups in the order of their names; number g has a color and a shape of its own.

    Attributes
    ----------
    names : list of str
        One name per group, an empty one where there are no labels.
    member : (n,) array of uint8
        Group of every point.
    key : tuple
        (group, name) of all groups that a reader has to be told.
    labels : list of str
        What stands beside each point: the name of a group of one, else nothing.
    """

    def __init__(self, labels, size):
        self.names = [""]
        self.member = np.zeros(size, dtype=np.uint8)
        if labels is not None:
            names, member = np.unique(np.asarray(labels), return_inverse=True)
            self.names = [str(name) for name in names]
            self.member = member.astype(np.uint8)
        self.counts = np.bincount(self.member, minlength=len(self.names))
        alone = self.counts == 1
        if alone.sum() > FEW or labels is None:
            alone = np.zeros(len(self.names), dtype=bool)
        self.labels = [self.names[g] if alone[g] else "" for g in self.member]
        listed = [(g, name) for g, name in enumerate(self.names) if name and not alone[g]]
        self.key = tuple(listed) if len(self.names) > 1 else ()

    @property
    def each_its_own(self):
        """Return whether every point is a group of its own."""
        return self.counts.max() == 1
