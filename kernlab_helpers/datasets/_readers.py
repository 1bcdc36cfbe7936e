"""Readers of the data sets: each returns the points X and the labels as they stand in the source.

The catalogue names the reader of each set; a reader gets the paths of the set's files.
"""

import csv
import gzip
import importlib.util
import itertools
from pathlib import Path

import numpy as np

from ._shipped import shipped_table


def shipped(*, table, sha256):
    """Read a table that comes with the book: a header of names, the label in the last column."""
    _, *rows = csv.reader(shipped_table(table, sha256).splitlines())
    cells = np.array(rows)
    return cells[:, :-1].astype(np.float64), cells[:, -1]


def table(*paths, label=-1, drop=(), delimiter=None, header=0):
    """Read text tables, one below the other: a label column, columns to drop, the rest numbers."""
    parts = [
        np.loadtxt(
            path, dtype=str, delimiter=delimiter, skiprows=header, comments=None, encoding="utf-8"
        )
        for path in paths
    ]
    cells = np.concatenate(parts)
    left_out = {column % cells.shape[1] for column in (label, *drop)}
    kept = [column for column in range(cells.shape[1]) if column not in left_out]
    return cells[:, kept].astype(np.float64), cells[:, label]


def sklearn(*, loader, file):
    """Load a set that scikit-learn carries, from its file: importing scikit-learn costs 100 MB."""
    package = Path(importlib.util.find_spec("sklearn").origin).parent
    path = package / "datasets" / "data" / file
    if not path.exists():  # scikit-learn keeps its files elsewhere one day
        from sklearn import datasets

        bunch = getattr(datasets, loader)()
        return bunch.data, bunch.target
    cells = np.loadtxt(path, delimiter=",", skiprows=0 if file.endswith(".gz") else 1)
    return cells[:, :-1], cells[:, -1].astype(int)


def balance_scale():
    """List the 5^4 settings of the balance; the side with the larger torque goes down."""
    X = np.array(list(itertools.product(range(1, 6), repeat=4)))
    left = X[:, 0] * X[:, 1]
    right = X[:, 2] * X[:, 3]
    return X, np.where(left > right, "L", np.where(left < right, "R", "B"))


def monks(*, problem):
    """List the 432 robots; the label says whether the concept of the problem holds."""
    levels = (3, 3, 2, 3, 4, 2)
    X = np.array(list(itertools.product(*(range(1, level + 1) for level in levels))))
    head, body, _, holding, jacket, _ = X.T
    jacket_is_red = jacket == 1
    jacket_is_green = jacket == 3
    jacket_is_blue = jacket == 4
    holds_a_sword = holding == 1
    body_is_octagonal = body == 3
    concepts = {
        1: (head == body) | jacket_is_red,
        2: np.sum(X == 1, axis=1) == 2,
        3: (jacket_is_green & holds_a_sword) | (~jacket_is_blue & ~body_is_octagonal),
    }
    return X, concepts[problem].astype(int)


def idx(images, labels):
    """Read MNIST's own format: big-endian header (16 and 8 bytes), then one byte for each value."""
    with gzip.open(images) as stream:
        pixels = np.frombuffer(stream.read(), dtype=np.uint8, offset=16)
    with gzip.open(labels) as stream:
        y = np.frombuffer(stream.read(), dtype=np.uint8, offset=8)
    return pixels.reshape(len(y), -1), y


def usps(path):
    """Read 256 pixels, row by row, then the digit + 1."""
    from scipy.io import loadmat

    rows = loadmat(path)["usps_all"]
    return rows[:, :-1], rows[:, -1] - 1


def msrc(path, *, key):
    """Read one of the five views; they come in mixed number types."""
    from scipy.io import loadmat

    data = loadmat(path)
    return data[key], data["truth"].ravel()
