"""Data sets: three generators with a seed, and `load` for the sets of the sources.

`load` makes or borrows what it can (scikit-learn, enumeration) and finds the other sets in the
folder named by the environment variable KERNLAB_DATA, in the user's cache, or in their archive.
"""

from dataclasses import dataclass

import numpy as np

from . import _readers
from ._catalogue import Card, catalogue, entry
from ._fetch import DatasetError, fetch

__all__ = [
    "Card",
    "DataSet",
    "DatasetError",
    "list_datasets",
    "load",
]


@dataclass(frozen=True, eq=False, repr=False)
class DataSet:
    """Points, labels, names and the card of a set; it shows itself as its card."""

    X: np.ndarray
    y: np.ndarray
    feature_names: tuple
    target_names: tuple
    card: Card

    def __repr__(self):
        """Show the card, not the numbers."""
        return repr(self.card)


def list_datasets():
    """Return the names that `load` knows, sorted.

    >>> "iris" in list_datasets()
    True
    """
    return sorted(catalogue())


def load(name):
    """Load a data set by name.

    Parameters
    ----------
    name : str
        One of `list_datasets()`.

    Returns
    -------
    DataSet
        `X` (n, d) float64, `y` (n,) int codes 0 .. k-1 into `target_names`, `feature_names`,
        and `card` with n, d, classes, counts, source, licence and traps. The arrays are fresh:
        they may be changed. Identifiers and constant columns that the card names are left out.

    Raises
    ------
    ValueError
        Unknown name; the message lists the nearest ones.
    DatasetError
        (an OSError) No file, a wrong checksum, no network, a cache that cannot be written; the
        message says how to place the file by hand.

    Notes
    -----
    iris, wine, wdbc and digits come from scikit-learn; balance-scale and the 432 robots of each
    MONK's problem are enumerated. All others are files, looked for in the folder named by the
    environment variable KERNLAB_DATA, then in the user's cache, then in their archive.

    Examples
    --------
    >>> iris = load("iris")
    >>> iris.X.shape, iris.target_names
    ((150, 4), ('setosa', 'versicolor', 'virginica'))
    >>> card = load("balance-scale").card
    >>> card.n, card.d, card.classes, card.counts
    (625, 4, 3, (288, 49, 288))
    """
    found = entry(name)
    paths = [fetch(file) for file in found.files]
    X, raw = getattr(_readers, found.reader)(*paths, **found.options)
    code = {label: i for i, label in enumerate(found.labels)}
    return DataSet(
        X=np.array(X, dtype=np.float64),
        y=np.array([code[label] for label in raw.tolist()]),
        feature_names=found.feature_names,
        target_names=found.card.target_names,
        card=found.card,
    )
