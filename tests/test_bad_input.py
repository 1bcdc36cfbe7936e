"""Every public function of the ground floor against every bad input: the error and its words.

A row is (function, arguments, keywords, error, fragments of its message). Each message must name
the argument, what came, and what is wanted.
"""

import importlib
import math
import re

import numpy as np
import pytest

import kernlab_helpers as kh

X = np.arange(6.0).reshape(3, 2)
K = np.array([[2.0, 1.0], [1.0, 2.0]])
NAN = np.array([[0.0, 1.0], [math.nan, 2.0]])
INF = np.array([[0.0, 1.0], [1.0, -math.inf]])


class Sparse:
    """Stands for a scipy.sparse matrix: known by its toarray."""

    def toarray(self):
        raise AssertionError("a sparse matrix must not be unfolded silently")


# bad arrays, wherever an array of numbers is taken; {} is the name of the argument
ARRAYS = [
    (NAN, ValueError, ["{} holds 1 value(s)", "first at {}[1, 0] (NaN)", "must be finite", "drop"]),
    (INF, ValueError, ["{}[1, 1] (infinite)", "must be finite"]),
    ([["a", "b"], ["c", "d"]], TypeError, ["{} holds text", "must hold real numbers"]),
    ([[1j, 0], [0, 1]], TypeError, ["{} holds complex numbers", "pass .real"]),
    ([[True, False], [False, True]], TypeError, ["{} holds True and False", ".astype(float)"]),
    ([[1.0, None], [None, 1.0]], TypeError, ["{} holds Python objects", "instance None"]),
    ([[1.0, 2.0], [3.0]], ValueError, ["{} has rows of different lengths"]),
    (Sparse(), TypeError, ["{} is a sparse Sparse", "pass {}.toarray()"]),
    (np.ma.masked_array(K, mask=np.eye(2)), TypeError, ["{} is a masked array", "{}.filled(0.0)"]),
    (np.array([["2020-01-01"]], dtype="M8[D]"), TypeError, ["{} holds values of type datetime64"]),
    (None, TypeError, ["{} is None; {} must hold real numbers"]),
    (..., TypeError, ["{} is Ellipsis"]),
    (K[None], ValueError, ["{} has ", "shape (1, 2, 2)"]),
    (np.empty((0, 0)), ValueError, ["{} ", "shape (0, 0)"]),
]
POINTS = [
    ([1.0, 2.0], ValueError, ["{} has 1 dimension, shape (2,)", "np.reshape({}, (-1, 1))"]),
    ([], ValueError, ["{} is empty, shape (0,)", "at least 1 row"]),
    (np.empty((3, 0)), ValueError, ["{} is empty, shape (3, 0)"]),
    (5.0, ValueError, ["{} has 0 dimensions, shape ()"]),
]
SQUARES = [
    (X, ValueError, ["{} has shape (3, 2)", "must be a square matrix (n, n)"]),
    ([1.0, 2.0], ValueError, ["{} has shape (2,)"]),
    ([], ValueError, ["{} has shape (0,)"]),
]
ASYMMETRIC = [
    (
        [[4.0, 2.0, 0.0], [2.0, 4.0, 3.0], [0.5, 1.0, 4.0]],
        ValueError,
        ["{} is not symmetric: {}[1, 2] = 3 but {}[2, 1] = 1 (the worst pair)", "its transpose"],
    ),
    ([[1.0, 1e308], [-1e308, 1.0]], ValueError, ["{} is not symmetric"]),
]

# bad numbers, wherever one finite number is taken
NUMBERS = [
    (math.nan, ValueError, ["{} is NaN"]),
    ("1", TypeError, ["{} is '1' (str)", "must be one real number"]),
    (None, TypeError, ["{} is None", "must be one real number"]),
    (True, TypeError, ["{} is True (bool)"]),
    ([1.0], TypeError, ["{} is [1.0] (list)"]),
    (np.ones(2), TypeError, ["{} is an array of shape (2,)"]),
    (1j, TypeError, ["{} is 1j (complex)"]),
    (10**400, ValueError, ["{} is too large"]),
    (-1, ValueError, ["{} is -1", "must be"]),
]
UNBOUNDED = [(math.inf, ValueError, ["{} is inf", "must be"])]
ZERO = [(0, ValueError, ["{} is 0", "must be"])]
FRACTIONS = [(1.5, ValueError, ["{} is 1.5", "must be a whole number"])]


def rows():
    """Yield the table."""
    kernels = (kh.linear, kh.polynomial, kh.gaussian, kh.exponential)
    of_points = (*kernels, kh.self_tuning, kh.sigma_quantile, kh.quadratic_map)
    of_gram = (kh.norms, kh.squared_distances, kh.distances, kh.mean_squared_norm, kh.variance)
    spectral = (kh.min_eigenvalue, kh.is_psd, kh.repair)
    for function in of_points:
        yield from arrays(function, "X", ARRAYS + POINTS)
    for function in kernels:
        yield from arrays(function, "Y", ARRAYS + POINTS, before=(K,))
        words = ["X has 2 columns and Y has 3", "same columns"]
        yield function, (X, np.ones((2, 3))), {}, ValueError, words
    for function in (*of_gram, *spectral):
        yield from arrays(function, "K", ARRAYS + SQUARES + ASYMMETRIC)
    yield from arrays(kh.is_cnd, "D2", ARRAYS + SQUARES + ASYMMETRIC)
    yield from arrays(kh.is_metric, "D", ARRAYS + SQUARES)

    for function in (kh.gaussian, kh.exponential):
        yield from keywords(function, (X,), "sigma", NUMBERS + ZERO + UNBOUNDED)
    yield from keywords(kh.polynomial, (X,), "degree", NUMBERS + ZERO + UNBOUNDED + FRACTIONS)
    yield from keywords(kh.polynomial, (X,), "c", NUMBERS + UNBOUNDED)
    yield from keywords(kh.self_tuning, (X,), "neighbor", NUMBERS + ZERO + UNBOUNDED + FRACTIONS)
    yield from keywords(kh.sigma_quantile, (X,), "q", NUMBERS + UNBOUNDED + [(1.01, *BETWEEN)])
    for function in (kh.is_psd, kh.is_cnd, kh.is_metric):
        yield from keywords(function, (K,), "rtol", NUMBERS[:2] + NUMBERS[3:] + UNBOUNDED)
    sequences = (["ACGT"],)
    yield from keywords(kh.composition, sequences, "k", NUMBERS + ZERO + UNBOUNDED + FRACTIONS)
    yield from SPECIAL


def arrays(function, name, bad, before=()):
    for value, error, words in bad:
        if name == "Y" and value is None:
            continue  # Y=None means X
        yield function, (*before, value), {}, error, named(words, name)


def named(words, name):
    return [word.replace("{}", name) for word in words]


def keywords(function, before, name, bad):
    for value, error, words in bad:
        yield function, before, {name: value}, error, named(words, name)


BETWEEN = (ValueError, ["{} is 1.01", "between 0 and 1"])
HUGE = np.array([[1e200, 0.0], [0.0, 1.0]])
SPECIAL = [
    # values that leave the range of floating point
    (kh.linear, (HUGE,), {}, ValueError, ["inner products of the points overflow float64"]),
    (kh.linear, (np.float32(X * 1e25),), {}, ValueError, ["overflow float32", "divide the data"]),
    (kh.gaussian, (HUGE,), {}, ValueError, ["squared distances of the points overflow"]),
    (kh.exponential, (HUGE,), {}, ValueError, ["squared distances of the points overflow"]),
    (kh.self_tuning, (HUGE,), {"neighbor": 1}, ValueError, ["squared distances of the points"]),
    (kh.sigma_quantile, (HUGE,), {}, ValueError, ["squared distances of X overflow"]),
    (kh.quadratic_map, (HUGE,), {}, ValueError, ["products of two coordinates of X overflow"]),
    (
        kh.polynomial,
        (X,),
        {"degree": 500},
        ValueError,
        ["polynomial kernel of degree 500 overflow"],
    ),
    (
        kh.polynomial,
        ([[-1e9, 1.0], [1e9, 1.0]],),
        {"degree": 33},
        ValueError,
        ["degree 33 overflow"],
    ),
    (kh.quadratic_map, (np.ones((1, 20000)),), {}, ValueError, ["2e+08 columns", "limit is 1 GiB"]),
    (kh.squared_distances, ([[1e308, -1e308], [-1e308, 1e308]],), {}, ValueError, ["overflow"]),
    # too few points, too many copies
    (
        kh.self_tuning,
        (X,),
        {"neighbor": 3},
        ValueError,
        ["neighbor is 3 but X has only 3", "n - 1 = 2"],
    ),
    (kh.self_tuning, (X[:1],), {"neighbor": 1}, ValueError, ["X has only 1 point(s)"]),
    (
        kh.self_tuning,
        (np.zeros((9, 2)),),
        {},
        ValueError,
        ["sigma is 0 for 9 point(s), the first X[0]", "neighbor = 7 copies", "raise neighbor"],
    ),
    (kh.sigma_quantile, (X[:1],), {}, ValueError, ["X has 1 point", "at least 2"]),
    (
        kh.sigma_quantile,
        ([[0.0], [0.0], [0.0], [1.0]],),
        {"q": 0.25},
        ValueError,
        ["quantile q = 0.25 of the distances is 0: 3 of 6 pairs", "raise q"],
    ),
    # matrices of no points
    (
        kh.norms,
        ([[1.0, 0.0], [0.0, -4.0]],),
        {},
        ValueError,
        ["squared norm K[1, 1] is -4", "repair(K)"],
    ),
    (
        kh.squared_distances,
        ([[1.0, 0.0, 0.0], [0.0, 1.0, 3.0], [0.0, 3.0, 1.0]],),
        {},
        ValueError,
        ["K[1, 1] + K[2, 2] - 2 K[1, 2] of points 1, 2 is -4", "not positive semi-definite"],
    ),
    (kh.distances, ([[0.0, 1.0], [1.0, 0.0]],), {}, ValueError, ["of points 0, 1 is -2, below 0"]),
    (
        kh.mean_squared_norm,
        ([[1.0, -3.0], [-3.0, 1.0]],),
        {},
        ValueError,
        ["norm of the mean", "-1"],
    ),
    (kh.variance, ([[0.0, 1.0], [1.0, 0.0]],), {}, ValueError, ["the variance is -0.5, below 0"]),
    (
        kh.repair,
        (K,),
        {"method": "cut"},
        ValueError,
        ["method is 'cut'", "'clip', 'flip', 'shift'"],
    ),
    (kh.repair, (K,), {"method": None}, ValueError, ["method is None", "must be one of 'clip'"]),
    # sequences
    (kh.composition, ("ACGT",), {}, TypeError, ["sequences is one str", "pass [sequence]"]),
    (kh.composition, (b"ACGT",), {}, TypeError, ["sequences is one bytes"]),
    (kh.composition, (None,), {}, TypeError, ["sequences is of type NoneType", "list of texts"]),
    (kh.composition, ([],), {}, ValueError, ["sequences is empty"]),
    (kh.composition, (["ACGT", ""],), {}, ValueError, ["sequences[1] has 0 letter(s)", "k = 1"]),
    (
        kh.composition,
        (["ACG"],),
        {"k": 4},
        ValueError,
        ["sequences[0] has 3 letter(s)", "k = 4", "lower k"],
    ),
    (kh.composition, (["ACGT", math.nan],), {}, TypeError, ["sequences[1] is of type float"]),
    (kh.composition, ([b"ACGT"],), {}, TypeError, ["sequences[0] is of type bytes", "decode"]),
    (
        kh.composition,
        (["ACGT", "ACxNGN"],),
        {},
        ValueError,
        ["sequences[1] has 'x' at position 2", "3 such letter(s)", "'ACGT'", "drop such letters"],
    ),
    (
        kh.composition,
        (["acgt"],),
        {},
        ValueError,
        ["sequences[0] has 'a' at position 0", "s.upper()"],
    ),
    (
        kh.composition,
        (["ACGT" * 10],),
        {"k": 30},
        ValueError,
        ["length k = 30 over 4 letters", "1.153e+18 columns", "limit is 1 GiB"],
    ),
    (kh.composition, (["ACGT" * 999],), {"k": 2000}, ValueError, ["inf columns", "ask for less"]),
    (
        kh.composition,
        (["A"],),
        {"alphabet": ""},
        ValueError,
        ["alphabet is ''", "at least one letter"],
    ),
    (
        kh.composition,
        (["A"],),
        {"alphabet": "AAC"},
        ValueError,
        ["alphabet is 'AAC'", "each letter once"],
    ),
    (kh.composition, (["A"],), {"alphabet": list("AC")}, TypeError, ["alphabet is of type list"]),
]

TABLE = list(rows())


@pytest.mark.parametrize(
    "row", TABLE, ids=[f"{row[0].__name__}-{i}" for i, row in enumerate(TABLE)]
)
def test_bad_input(row):
    function, arguments, named_arguments, error, words = row
    with pytest.raises(error) as caught:
        function(*arguments, **named_arguments)
    message = str(caught.value)
    assert type(caught.value) is error
    for word in words:
        assert word in message
    assert len(message) < 400
    assert not re.search(r"[{}]|np\.float64|\.\s*$", message)


def test_every_function_of_the_ground_floor_is_in_the_table():
    modules = ("features", "kernels", "gram", "psd")
    names = {n for m in modules for n in importlib.import_module(f"kernlab_helpers.{m}").__all__}
    assert names - {"Repair"} == {row[0].__name__ for row in TABLE}


def test_unknown_name():
    with pytest.raises(AttributeError, match="no attribute 'gausian'"):
        kh.gausian  # noqa: B018
