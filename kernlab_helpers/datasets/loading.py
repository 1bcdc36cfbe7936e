"""`load` for the data sets of the sources, and their list.

The sets under CC BY 4.0 come with the book (the folder data/sets, also in the wheel), with
scikit-learn, or are enumerated. The others are found in the folder named by the environment
variable KERNLAB_DATA, in the user's cache, or in their archive.
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
    """Hold points, labels, names and the card of a set; it shows itself as its card.

    Parameters
    ----------
    X : array of shape (n, d)
        Points, float64.
    y : array of shape (n,)
        Class of each point, a code from 0 to k - 1 into `target_names`.
    feature_names : tuple of str
        Names of the columns of `X`.
    target_names : tuple of str
        Names of the classes, in the order of their codes.
    card : Card
        Sizes, source, licence and traps of the set.
    """

    X: np.ndarray
    y: np.ndarray
    feature_names: tuple
    target_names: tuple
    card: Card

    def __repr__(self):
        """Show the card, not the numbers."""
        return repr(self.card)


def list_datasets(*, shipped=False):
    """List the names that `load` knows.

    Parameters
    ----------
    shipped : bool, optional
        Only those that `load` finds on every machine, without a network or a file of your own.

    Returns
    -------
    list of str
        Sorted.

    Examples
    --------
    >>> "iris" in list_datasets(shipped=True)
    True
    >>> "mnist" in list_datasets(), "mnist" in list_datasets(shipped=True)
    (True, False)
    """
    return [name for name in sorted(catalogue()) if not (shipped and entry(name).files)]


def load(name):
    """Load a data set by name.

    Parameters
    ----------
    name : str
        One of `list_datasets()`.

    Returns
    -------
    DataSet
        With `.X` (n, d) float64, `.y` (n,) int codes 0 .. k-1 into `.target_names`,
        `.feature_names`, and `.card` with n, d, classes, counts, source, licence and traps, and
        with citation and changes for the tables that come with the book. The arrays are new in
        each call: they may be changed. Identifiers and constant columns that the card names are
        left out.

    Raises
    ------
    TypeError
        For a name that is no text.
    ValueError
        For an unknown name; the message lists the nearest ones.
    DatasetError
        For a file that is missing or has a wrong checksum, no network, a cache that cannot be
        written (an OSError); the message says how to mend it.

    Notes
    -----
    iris, wine, wdbc and digits come from scikit-learn; balance-scale and the 432 robots of each
    MONK's problem are enumerated. ecoli, yeast, segment, bupa, glass, lymphography, new-thyroid,
    sonar, iris-uci and the training robots of the MONK's problems come with the book. None of
    these needs a network. pima, usps, mnist and msrc-v1 are files, looked for in the folder named
    by the environment variable KERNLAB_DATA, then in the user's cache, then in their archive.

    "iris" holds Fisher's values, "iris-uci" those of the UCI archive: two rows differ.

    Examples
    --------
    >>> iris = load("iris")
    >>> iris.X.shape, iris.target_names
    ((150, 4), ('setosa', 'versicolor', 'virginica'))
    >>> card = load("balance-scale").card
    >>> card.n, card.d, card.classes, card.counts
    (625, 4, 3, (288, 49, 288))

    The two copies of Iris, where they differ:

    >>> uci = load("iris-uci")
    >>> [(int(i), int(j)) for i, j in np.argwhere(uci.X != iris.X)]
    [(34, 3), (37, 1), (37, 2)]
    """
    found = entry(name)
    paths = [fetch(file) for file in found.files]
    read = getattr(_readers, found.reader)
    X, labels = read(*paths, **found.options)
    codes = {label: code for code, label in enumerate(found.labels)}
    return DataSet(
        X=np.array(X, dtype=np.float64),
        y=np.array([codes[label] for label in labels.tolist()]),
        feature_names=found.feature_names,
        target_names=found.card.target_names,
        card=found.card,
    )
