"""Features: turning objects into vectors, so that inner products mean something."""

import math

import numpy as np

from ._checks import as_points, no_overflow, refuse_huge, whole_number

__all__ = ["composition", "quadratic_map"]


def composition(sequences, *, k=1, alphabet="ACGT"):
    """Return the frequency of each word of length `k` in each sequence (k-mers).

    phi_w(s) = (places where w begins in s) / (|s| - k + 1),    w in alphabet^k

    Words overlap and are counted at every place, so every row sums to one. Columns follow the
    order of the letters in `alphabet`: for "ACGT" and k = 2 they are AA, AC, AG, AT, CA, ...

    Parameters
    ----------
    sequences : list of str
        Texts, each at least `k` letters long, with letters of `alphabet` only.
    k : int
        Length of the words, a whole number from 1.
    alphabet : str
        The letters, each once. Upper and lower case are different letters.

    Returns
    -------
    array of shape (n, len(alphabet)**k)
        Float64.

    Raises
    ------
    TypeError
        For one text instead of a list of texts, or an item that is not text.
    ValueError
        For nothing given, a sequence shorter than `k`, a letter outside `alphabet`, or more columns
        than memory should hold.

    References
    ----------
    The DNA example of the slides (source 004), for k = 1.

    Examples
    --------
    >>> print(9 * composition(["ACAGCAGTA"]))
    [[4. 2. 2. 1.]]
    >>> composition(["ACAGCAGTA", "GATTACA"], k=2).shape
    (2, 16)

    In NumPy, for k = 1:

    >>> places = np.array(list("ACAGCAGTA"))[:, None] == list("ACGT")
    >>> np.allclose(composition(["ACAGCAGTA"]), places.mean(axis=0))
    True
    """
    k = whole_number(k, "k")
    letters = letters_of(alphabet)
    sequences = list_of_texts(sequences)
    for i, text in enumerate(sequences):
        if len(text) < k:
            raise ValueError(
                f"sequences[{i}] has {len(text)} letter(s), fewer than k = {k}; every sequence "
                "must hold at least one word: lower k or drop the short sequences"
            )
    # in logarithms first: the whole number itself may be too long to write
    columns = math.inf if k * math.log2(len(letters)) > 1000 else len(letters) ** k
    refuse_huge(len(sequences), columns, f"the words of length k = {k} over {len(letters)} letters")
    phi = np.empty((len(sequences), columns))
    for i, text in enumerate(sequences):
        digits = places_in(letters, text, f"sequences[{i}]", alphabet)
        places = len(text) - k + 1
        word = np.zeros(places, dtype=np.int64)  # at each place: its k letters, read as one number
        for j in range(k):
            word *= len(letters)
            word += digits[j : j + places]
        phi[i] = np.bincount(word, minlength=columns) / places
    return phi


@no_overflow("products of two coordinates of X")
def quadratic_map(X):
    """Map points to all their products of two coordinates.

    phi(x) = (x_1^2, ..., x_d^2, sqrt(2) x_1 x_2, sqrt(2) x_1 x_3, ..., sqrt(2) x_(d-1) x_d)

    so that phi(x) . phi(y) = (x . y)^2: the feature map behind `polynomial(X, degree=2, c=0)`.

    Parameters
    ----------
    X : array of shape (n, d)
        Points.

    Returns
    -------
    array of shape (n, d (d + 1) / 2)
        In squared units of X; float32 if X is, else float64.

    Raises
    ------
    ValueError
        For products that overflow (entries beyond 1e154 or so), a table beyond memory.

    References
    ----------
    The slides (source 004), for d = 2.

    Examples
    --------
    >>> print(quadratic_map([[5.9, 3.0]]).round(2))
    [[34.81  9.   25.03]]

    In NumPy, the kernel of the map:

    >>> X = np.array([[5.9, 3.0], [6.9, 3.1]])
    >>> phi = quadratic_map(X)
    >>> np.allclose(phi @ phi.T, (X @ X.T) ** 2)
    True
    """
    X = as_points(X)
    n, d = X.shape
    refuse_huge(n, d * (d + 1) // 2, "the quadratic map")
    i, j = np.triu_indices(d, k=1)
    sqrt_2 = X.dtype.type(math.sqrt(2))
    return np.hstack([X * X, sqrt_2 * X[:, i] * X[:, j]])


# ------------------------------------------------------------------------------ texts and letters


def list_of_texts(sequences):
    """Return a list of texts, at least one; refuse what is none."""
    if isinstance(sequences, (str, bytes)):
        raise TypeError(
            f"sequences is one {type(sequences).__name__}; sequences must be a list of texts: "
            "for a single sequence pass [sequence]"
        )
    try:
        sequences = list(sequences)
    except TypeError:
        raise TypeError(
            f"sequences is of type {type(sequences).__name__}; sequences must be a list of texts"
        ) from None
    if not sequences:
        raise ValueError("sequences is empty; sequences must hold at least one text")
    for i, text in enumerate(sequences):
        if not isinstance(text, str):
            raise TypeError(
                f"sequences[{i}] is of type {type(text).__name__}; every sequence must be text "
                "(str): decode bytes, drop missing values"
            )
    return sequences


def letters_of(alphabet):
    """Return the code points of an alphabet; refuse one that is empty or repeats a letter."""
    if not isinstance(alphabet, str):
        raise TypeError(
            f"alphabet is of type {type(alphabet).__name__}; alphabet must be one text of letters, "
            'such as "ACGT"'
        )
    if not alphabet or len(set(alphabet)) < len(alphabet):
        raise ValueError(
            f"alphabet is {alphabet!r}; alphabet must name at least one letter, each letter once"
        )
    return code_points(alphabet)


def code_points(text):
    """Return the letters of a text as numbers, as Unicode has them."""
    return np.frombuffer(text.encode("utf-32-le", "surrogatepass"), dtype="<u4")


def places_in(letters, text, name, alphabet):
    """Return the place of each letter of the text in the alphabet, 0 for its first letter."""
    points = code_points(text)
    order = np.argsort(letters)
    found = np.searchsorted(letters, points, sorter=order)
    places = order[np.minimum(found, len(letters) - 1)]
    strange = np.flatnonzero(letters[places] != points)
    if strange.size:
        letter = text[strange[0]]
        remedy = "drop such letters or add them to the alphabet"
        for case in ("upper", "lower"):
            if getattr(letter, case)() in alphabet:
                remedy = "upper and lower case are different letters, so pass "
                remedy += f"[s.{case}() for s in sequences]"
        raise ValueError(
            f"{name} has {letter!r} at position {strange[0]} (counted from 0), {strange.size} such "
            f"letter(s) in all; every letter must be in the alphabet {alphabet!r}: {remedy}"
        )
    return places
