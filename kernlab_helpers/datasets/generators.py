"""Points and texts drawn at random, with a seed: clouds, rings, DNA."""

import math
import numbers

import numpy as np

from .._checks import as_points, float_like, non_negative, whole_number

__all__ = ["dna", "gaussian_clouds", "rings"]

CLOUD_CENTERS = ((1.0, 1.0, 1.0), (0.0, 0.0, math.sqrt(3.0)), (0.0, 0.0, 0.0))
# P(A), P(A or C), P(A or C or G) of the three kinds of sequences.
CUMULATIVE = np.array([[0.35, 0.5, 0.65], [0.15, 0.5, 0.85], [0.15, 0.5, 0.85]])


def gaussian_clouds(sizes=(10, 15, 25), *, centers=CLOUD_CENTERS, width=0.3, random_state=None):
    """Draw clouds of points with a Gaussian spread; by default the three clouds of source 003.

    x = centers[y] + width * e,    e ~ N(0, I)

    Parameters
    ----------
    sizes : sequence of int
        Points in each of the k clouds.
    centers : array of shape (k, d)
        By default (1, 1, 1), (0, 0, sqrt 3) and the origin: two norms sqrt 3, one norm 0.
    width : float
        Standard deviation of every coordinate; 0 puts the points on their centers.
    random_state : None, int, Generator or RandomState
        None draws anew each time, an int the same each time; the stream of the others moves on.

    Returns
    -------
    X : array of shape (sum(sizes), d)
        Points.
    y : array of shape (sum(sizes),)
        The cloud of each point, in order.

    Raises
    ------
    TypeError
        For an argument of the wrong kind.
    ValueError
        For a size below 1; not one size for each center; centers not finite; negative width.

    References
    ----------
    The notebook (source 003), its three clouds.

    Examples
    --------
    >>> X, y = gaussian_clouds(random_state=0)
    >>> X.shape, np.bincount(y)
    ((50, 3), array([10, 15, 25]))

    In NumPy:

    >>> e = np.random.default_rng(0).standard_normal((50, 3))
    >>> np.allclose(X, np.array(CLOUD_CENTERS)[y] + 0.3 * e)
    True
    """
    centers = as_points(centers, "centers")
    y = _labels(sizes, centers, "centers")
    width = non_negative(width, "width")
    noise = _generator(random_state).standard_normal((len(y), centers.shape[1]))
    return centers[y] + width * noise, y


def rings(sizes=(50, 50), *, radii=(1.0, 2.0), noise=0.05, random_state=None):
    """Draw concentric rings in the plane: no line separates them, x1^2 + x2^2 does.

    x = radii[y] (cos a, sin a) + noise * e,    a uniform in [0, 2 pi),  e ~ N(0, I)

    Parameters
    ----------
    sizes : sequence of int
        Points on each of the k rings.
    radii : sequence of float
        One for each ring, zero or more.
    noise : float
        Standard deviation added to each coordinate.
    random_state : None, int, Generator or RandomState
        None draws anew each time, an int the same each time; the stream of the others moves on.

    Returns
    -------
    X : array of shape (sum(sizes), 2)
        Points.
    y : array of shape (sum(sizes),)
        The ring of each point, in order.

    Raises
    ------
    TypeError
        For an argument of the wrong kind.
    ValueError
        For a size below 1; not one size for each radius; a negative radius or noise.

    Examples
    --------
    >>> X, y = rings((3, 4), noise=0)
    >>> np.round(np.linalg.norm(X, axis=1), 6)
    array([1., 1., 1., 2., 2., 2., 2.])

    In NumPy:

    >>> X, y = rings((3, 4), noise=0, random_state=0)
    >>> a = 2 * np.pi * np.random.default_rng(0).random(7)
    >>> np.allclose(X, np.transpose([np.cos(a), np.sin(a)]) * np.array([1.0, 2.0])[y, None])
    True
    """
    radii = float_like(radii, "radii")
    if radii.ndim != 1 or np.any(radii < 0):
        raise ValueError(f"radii is {radii}; radii must be a list of numbers, each at least 0")
    y = _labels(sizes, radii, "radii")
    noise = non_negative(noise, "noise")
    random = _generator(random_state)
    angle = 2 * np.pi * random.random(len(y))
    circles = radii[y, None] * np.column_stack([np.cos(angle), np.sin(angle)])
    return circles + noise * random.standard_normal((len(y), 2)), y


def dna(n_per_class=20, *, length=100, random_state=None):
    """Draw DNA sequences of three kinds, told apart by words of one and of two letters.

    0: letters drawn one by one, rich in A and T (35 % each; C and G 15 % each).
    1: the same, rich in C and G (35 % each).
    2: letters as frequent as in kind 1, but with probability 0.6 a letter is the complement of
       the one before it (A-T, C-G), so the words CG, GC, AT and TA are frequent.

    Word counts with k = 1 separate kind 0 from the others and cannot separate 1 from 2, whose
    letter probabilities are equal; k = 2 separates all three.

    Parameters
    ----------
    n_per_class : int
        Sequences of each kind, at least 1.
    length : int
        Letters in each sequence, at least 1; short sequences overlap more.
    random_state : None, int, Generator or RandomState
        None draws anew each time, an int the same each time; the stream of the others moves on.

    Returns
    -------
    sequences : list of str
        3 * n_per_class texts over A, C, G and T.
    y : array of shape (3 * n_per_class,)
        The kind of each sequence, in order.

    Raises
    ------
    TypeError
        For an argument of the wrong kind.
    ValueError
        For a number that is not whole or below 1.

    Examples
    --------
    >>> sequences, y = dna(2, length=12)
    >>> len(sequences), len(sequences[0]), y
    (6, 12, array([0, 0, 1, 1, 2, 2]))
    """
    n = whole_number(n_per_class, "n_per_class")
    length = whole_number(length, "length")
    random = _generator(random_state)
    y = np.repeat(np.arange(3), n)
    letters = np.array(list("ACGT"))  # the complement of letter i is letter 3 - i
    cumulative = CUMULATIVE[y, None]
    codes = np.sum(random.random((3 * n, length, 1)) >= cumulative, axis=2)
    # The complement has the same probability, so following it keeps the letter frequencies.
    follows = (random.random((3 * n, length)) < 0.6) & (y == 2)[:, None]
    for j in range(1, length):
        codes[:, j] = np.where(follows[:, j], 3 - codes[:, j - 1], codes[:, j])
    return ["".join(row) for row in letters[codes]], y


def _labels(sizes, groups, name):
    """Repeat 0, 1, ... as often as `sizes` says; there is one size for each of `groups`."""
    try:
        counts = [whole_number(size, "sizes") for size in sizes]
    except TypeError as error:
        raise TypeError(f"sizes is {sizes!r}; sizes must be a list of whole numbers") from error
    if len(counts) != len(groups):
        raise ValueError(
            f"sizes has {len(counts)} entries and {name} has {len(groups)}; both must have one "
            "for each group"
        )
    return np.repeat(np.arange(len(counts)), counts)


def _generator(seed):
    """Return a Generator: of None, a seed, a Generator, a RandomState, whose stream moves on."""
    if isinstance(seed, np.random.RandomState):
        return np.random.Generator(seed._bit_generator)
    if seed is None or isinstance(seed, np.random.Generator):
        return np.random.default_rng(seed)
    if isinstance(seed, bool) or not isinstance(seed, numbers.Integral):
        raise TypeError(
            f"random_state is {seed!r}; random_state must be None, a whole number, a "
            "numpy.random.Generator or a numpy.random.RandomState"
        )
    return np.random.default_rng(whole_number(seed, "random_state", low=0))
