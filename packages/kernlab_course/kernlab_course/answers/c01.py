"""Exercises of chapter 1: features."""

from collections import Counter
from itertools import combinations_with_replacement
from math import comb

import numpy as np

from classroom.exercises.exercise import Exercise

from .laws import reordered
from .objects import as_texts

_LETTERS = "ACGT"


def _sequences(rng):
    """Short sequences, some without all letters; the one of the slides; random ones."""
    by_hand = ["A", "T", "CA", "GC", "TTT", "TGCA", "ACAGCAGTA"]
    random = ["".join(rng.choice(list(_LETTERS), n)) for n in (3, 4, 5, 6, 8, 12, 20)]
    return [(sequence,) for sequence in [*by_hand, *random]]


def _composition(sequence):
    return np.array([sequence.count(letter) / len(sequence) for letter in _LETTERS])


def _sum_is_not_one(got, sequence):
    return "" if np.isclose(got.sum(), 1) else f"They sum to {got.sum():.6g}, not 1."


def _wrong_order(got, sequence):
    return "The order is A, C, G, T." if reordered(got, _composition(sequence)) else ""


def _words(text, length):
    """Return the words of a length with their counts, and how many places there are."""
    places = len(text) - length + 1
    found = Counter(text[i : i + length] for i in range(places))
    return {word: found[word] / places for word in found}


def _no_twins(value):
    texts, flaw = as_texts(value, 2, _LETTERS)
    if flaw:
        return flaw
    first, second = texts
    if first == second:
        return "The two sequences are one and the same."
    if min(len(first), len(second)) < 2:
        return "A sequence of one letter has no word of two letters."
    for length in (1, 2):
        mine, other = _words(first, length), _words(second, length)
        for word in sorted({*mine, *other}):
            shares = mine.get(word, 0.0), other.get(word, 0.0)
            if not np.isclose(*shares):
                return f"The shares of {word} differ: {shares[0]:.4g} and {shares[1]:.4g}."
    return ""


def _dimensions_and_degrees(rng):
    """Small counts, one number at its smallest, counts that overflow a product, random ones."""
    small = [(d, q) for d in range(1, 5) for q in range(5)]
    random = [(int(rng.integers(6, 13)), int(rng.integers(2, 5))) for _ in range(3)]
    return [*small, (20, 5), (5, 20), (500, 2), (100, 4), *random]


def _count(d, q):
    if d * q <= 16:  # count them one by one: letters 1..d, and 0 for the constant
        return len(list(combinations_with_replacement(range(d + 1), q)))
    return comb(d + q, q)


def _constant_forgotten(got, d, q):
    return "Only the constant 1 is left." if q == 0 else ""


def _straight_lines(got, d, q):
    return f"The constant, and one for each of d = {d} coordinates." if q == 1 else ""


def _powers_of_one(got, d, q):
    return f"They are 1, x, ..., up to the power {q}: {q + 1} of them." if d == 1 else ""


def _rings(rng):
    """One point, two on a ring, two rings around the origin in mixed order, random points."""
    cross = np.array([[1, 0], [-1, 0], [0, 1], [0, -1]])
    rings = np.vstack([cross, 3 * cross])
    by_hand = [[[1, 2]], [[-3, 1]], [[1, 2], [-2, 1]], [[0, 0], [0, 2]], rings[rng.permutation(8)]]
    by_hand += [[[1, 2], [1, 2]], [[1500, 5e-4]]]
    random = [rng.integers(-6, 7, (n, 2)) / 2 for n in (2, 3, 3, 5, 8)]
    return [(np.array(X, float),) for X in [*by_hand, *random]]


def _lift(X):
    return np.array([[x1, x2, x1 * x1 + x2 * x2] for x1, x2 in X])


def _points_moved(got, X):
    return "" if np.allclose(got[:, :2], X) else "The first two columns are X itself."


def _ring_not_level(got, X):
    squares = _lift(X)[:, 2]
    for level in np.unique(squares):
        heights = got[squares == level, 2]
        if not np.allclose(heights, heights[0]):
            low, high = heights.min(), heights.max()
            return f"Points at squared distance {level:g} get heights from {low:g} to {high:g}."
    return ""


def _rings_not_apart(got, X):
    squares = _lift(X)[:, 2]
    inner = np.argmin(squares)
    outer = np.argmax(squares)
    if squares[inner] < squares[outer] and np.isclose(got[inner, 2], got[outer, 2]):
        return (
            f"Squared distances {squares[inner]:g} and {squares[outer]:g}"
            f" both get height {got[inner, 2]:g}."
        )
    return ""


EXERCISES = (
    Exercise(
        number="1.1",
        title="The composition of a sequence",
        call="my_composition(sequence)",
        cases=_sequences,
        oracle=_composition,
        own=("kernlab_helpers.composition",),
        wrong="a share is wrong",
        won="A text of any length is now a point in space, so texts can be compared.",
        hints=(
            "How often does each of the four letters occur, and how long is the sequence?",
            "Go through the letters A, C, G, T in this order, also those that do not occur. A text"
            " can count a letter in itself; divide each count by the length of the text.",
        ),
        properties={
            "the right shares stand in the wrong order": _wrong_order,
            "the four shares do not sum to 1": _sum_is_not_one,
        },
        slips={
            "these are counts, not shares": lambda s: _composition(s) * len(s),
            "the counts are divided by 4, not by the length": lambda s: (
                _composition(s) * len(s) / 4
            ),
            "the counts are divided by the number of different letters": lambda s: (
                _composition(s) * len(s) / len(set(s))
            ),
            "the result is scaled to length 1": lambda s: (
                _composition(s) / np.linalg.norm(_composition(s))
            ),
            "the largest share is scaled to 1": lambda s: _composition(s) / _composition(s).max(),
            "letters are marked as present, not counted": lambda s: _composition(s) > 0,
        },
    ),
    Exercise(
        number="1.2",
        title="Find the counterexample",
        call="my_twins",
        cases=lambda rng: [()],
        oracle=lambda: 0.0,
        flaw=_no_twins,
        wrong="this is no counterexample",
        won="Every feature map forgets something: two sequences, one vector.",
        hints=(
            "A pair of letters is a step from one letter to the next. A walk and another walk may"
            " take the same steps in another order.",
            "Start and end at the same letter, and go out and back twice: first to one letter, then"
            " to another one. In which order?",
        ),
    ),
    Exercise(
        number="1.3",
        title="Lift the rings",
        call="my_lift(X)",
        cases=_rings,
        oracle=_lift,
        wrong="the third column is not the squared distance from the origin",
        won="Two rings that no line could part are now parted by a plane.",
        hints=(
            "A ring around the origin must become level: what is equal for all its points?",
            "Keep the two columns and append a third: the sum of the squares of each row. Mind the"
            " shape: a column has shape (n, 1), or use a function that stacks columns.",
        ),
        properties={
            "the points have moved in the plane": _points_moved,
            "points of one ring do not get the same height": _ring_not_level,
            "points of two rings get the same height": _rings_not_apart,
        },
        slips={
            "the height is the distance, not its square": lambda X: np.column_stack(
                [X, np.sqrt(_lift(X)[:, 2])]
            ),
            "the height is the product of the coordinates": lambda X: np.column_stack(
                [X, X[:, 0] * X[:, 1]]
            ),
            "the coordinates are added before they are squared": lambda X: np.column_stack(
                [X, X.sum(axis=1) ** 2]
            ),
            "the coordinates are not squared": lambda X: np.column_stack([X, X.sum(axis=1)]),
        },
    ),
    Exercise(
        number="1.4",
        title="How many features?",
        call="my_feature_count(d, q)",
        cases=_dimensions_and_degrees,
        oracle=lambda d, q: float(_count(d, q)),
        wrong="the count is wrong",
        won="You can say before you compute whether a polynomial map fits into memory.",
        hints=(
            "List them for d = 2 and q = 2: 1, x1, x2, x1^2, x1 x2, x2^2. The order of the factors"
            " does not matter, and the constant counts.",
            "Let the constant be one more letter that fills up to exactly q factors. Then q factors"
            " are chosen from d + 1 letters, with repetition: one binomial coefficient.",
        ),
        properties={
            "for q = 0 there is exactly one monomial": _constant_forgotten,
            "for q = 1 there are d + 1 monomials": _straight_lines,
            "for d = 1 there are q + 1 monomials": _powers_of_one,
        },
        slips={
            "only degree exactly q is counted": lambda d, q: comb(d + q - 1, q),
            "the constant is not counted": lambda d, q: comb(d + q, q) - 1,
            "x1 x2 and x2 x1 are counted as two": lambda d, q: float(
                sum(d**k for k in range(q + 1))
            ),
            "products of q coordinates are counted with their order": lambda d, q: float(d**q),
            "each coordinate has its own power up to q": lambda d, q: float((q + 1) ** d),
            "no coordinate may come twice": lambda d, q: comb(d, q),
            "no coordinate may come twice (up to q of them)": lambda d, q: sum(
                comb(d, k) for k in range(q + 1)
            ),
        },
    ),
)
