"""Every public function of the ground floor against every bad input: the error and its words.

A row is (function, arguments, keywords, error, fragments of its message). Each message must name
the argument, what came, and what is wanted.
"""

import math
import re

import numpy as np
import pytest
from scipy.sparse import csr_matrix

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
        ["{} is not symmetric: {}[0, 2] = 0 but {}[2, 0] = 0.5 (the first such", "its transpose"],
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


def MercerMap(K, **settings):
    return kh.MercerMap(**settings).fit(K)


def KernelKMeans(K, n_clusters=2, **settings):
    return kh.KernelKMeans(n_clusters, **settings).fit(K)


def KernelPCAKMeans(K, n_clusters=2, **settings):
    return kh.KernelPCAKMeans(n_clusters, **settings).fit(K)


def SpectralKMeans(A, n_clusters=2, **settings):
    return kh.SpectralKMeans(n_clusters, **settings).fit(A)


def ExplicitMap(X, **settings):
    return kh.ExplicitMap(**settings).fit_transform(X)


def OrderTMap(Z, **settings):
    return kh.OrderTMap(**settings).fit_transform(Z)


def hein_bousquet(X, Y=None, *, alpha=2.0, beta=1.0):
    return kh.hein_bousquet(X, Y, alpha=alpha, beta=beta)


def MinkowskiKMeans(X, n_clusters=2, **settings):
    return kh.MinkowskiKMeans(n_clusters, **settings).fit(X)


def order_t(K, t=1, **diagonals):
    return kh.order_t(K, t, **diagonals)


def choose_p(X, n_clusters=2, *, grid=(1, 2), **settings):
    return kh.choose_p(X, n_clusters, grid=grid, **settings)


# labels: one for each point; {} is the name of the argument
LABELS = [
    ([], ValueError, ["{} has shape (0,)", "must have one dimension", "at least 1"]),
    ([[0], [1]], ValueError, ["{} has shape (2, 1)", "np.ravel"]),
    ("ab", ValueError, ["{} has shape ()"]),
    (None, ValueError, ["{} has shape ()"]),
    (Sparse(), ValueError, ["{} has shape ()"]),
    ([0, math.nan], ValueError, ["{}[1] is nan", "must be finite", "drop"]),
    (np.array([math.inf, 0]), ValueError, ["{}[0] is inf"]),
    (["a", math.nan], TypeError, ["{} holds nan (float)", "all text or all real numbers"]),
    (["a", None], TypeError, ["{} holds None (NoneType)", "drop the points"]),
    ([1, "a"], TypeError, ["{} holds 'a' (str)"]),
    ([[1], [1, 2]], TypeError, ["{} holds [1] (list)"]),
    ([1j, 2j], TypeError, ["{} holds 1j (complex)"]),
    (np.array([1j, 2j]), TypeError, ["{} holds values of type complex128"]),
    (np.ma.masked_array([0, 1], mask=[0, 1]), TypeError, ["{} is a masked array"]),
    (np.array(["2020-01-01"] * 2, dtype="M8[D]"), TypeError, ["{} holds values of type datetime"]),
]


FLAGS = [
    ("x", TypeError, ["{} is 'x' (str)", "must be True or False"]),
    (1, TypeError, ["{} is 1 (int)"]),
    (None, TypeError, ["{} is None"]),
]
NEGATIVE = [
    (
        [[1.0, 0.0], [2.0, -0.5]],
        ValueError,
        ["Negative values in data: {} holds 1", "first at {}[1, 1] (-0.5)", "at least 0"],
    )
]


def rows():
    """Yield the table."""
    kernels = (kh.linear, kh.polynomial, kh.gaussian, kh.exponential)
    of_points = (*kernels, kh.self_tuning, kh.sigma_quantile, kh.quadratic_map)
    of_gram = (kh.norms, kh.squared_distances, kh.distances, kh.mean_squared_norm, kh.variance)
    spectral = (kh.min_eigenvalue, kh.is_psd, kh.psd_witness, kh.repair)
    for function in of_points:
        yield from arrays(function, "X", ARRAYS + POINTS)
    for function in kernels:
        yield from arrays(function, "Y", ARRAYS + POINTS, before=(K,))
        words = ["X has 2 columns and Y has 3", "same columns"]
        yield function, (X, np.ones((2, 3))), {}, ValueError, words
    for function in (*of_gram, *spectral):
        yield from arrays(function, "K", ARRAYS + SQUARES + ASYMMETRIC)
    for function in (kh.is_cnd, kh.cnd_witness):
        yield from arrays(function, "D2", ARRAYS + SQUARES + ASYMMETRIC)
    for function in (kh.is_metric, kh.metric_witness):
        yield from arrays(function, "D", ARRAYS + SQUARES)

    for function in (kh.gaussian, kh.exponential):
        yield from keywords(function, (X,), "sigma", NUMBERS + ZERO + UNBOUNDED)
    yield from keywords(kh.polynomial, (X,), "degree", NUMBERS + ZERO + UNBOUNDED + FRACTIONS)
    yield from keywords(kh.polynomial, (X,), "c", NUMBERS + UNBOUNDED)
    yield from keywords(kh.self_tuning, (X,), "neighbor", NUMBERS + ZERO + UNBOUNDED + FRACTIONS)
    yield from keywords(kh.sigma_quantile, (X,), "q", NUMBERS + UNBOUNDED + [(1.01, *BETWEEN)])
    questions = (kh.is_psd, kh.is_cnd, kh.is_metric)
    for function in (*questions, kh.psd_witness, kh.cnd_witness, kh.metric_witness):
        yield from keywords(function, (K,), "rtol", NUMBERS[:2] + NUMBERS[3:] + UNBOUNDED)
    yield from arrays(MercerMap, "K", ARRAYS + SQUARES + ASYMMETRIC)
    few = NUMBERS[:2] + NUMBERS[3:] + ZERO + UNBOUNDED + FRACTIONS
    yield from keywords(MercerMap, (K,), "n_components", few)
    for function in (KernelKMeans, KernelPCAKMeans, SpectralKMeans):
        name = "A" if function is SpectralKMeans else "K"
        yield from arrays(function, name, ARRAYS + SQUARES + ASYMMETRIC)
        for setting in ("n_clusters", "n_init", "max_iter"):
            yield from keywords(function, (K,), setting, NUMBERS + ZERO + UNBOUNDED + FRACTIONS)
        yield from keywords(function, (K,), "tol", NUMBERS + UNBOUNDED)
        words = ["n_clusters is 3 but", "n_samples = 2", "lower n_clusters"]
        yield function, (K,), {"n_clusters": 3}, ValueError, words
        yield function, (1e307 * K,), {}, ValueError, [f"{name} has entries up to 2e+307", "divide"]
    yield from keywords(KernelPCAKMeans, (K,), "n_components", [*few, (3, *UP_TO_2)])
    yield from keywords(KernelKMeans, (K,), "init", STARTS)
    yield from keywords(KernelPCAKMeans, (K,), "centered", FLAGS)
    yield from keywords(SpectralKMeans, (K,), "zero_diagonal", FLAGS)
    yield from keywords(kh.local_gaussians, (X,), "smooth", FLAGS)
    for function in (kh.nmi, kh.purity, kh.accuracy):
        yield from arrays(function, "labels_true", LABELS, after=([0, 1],))
        yield from arrays(function, "labels_pred", LABELS, before=([0, 1],))
        words = ["labels_true has 3 labels and labels_pred has 2", "one label for each point"]
        yield function, ([0, 1, 1], [0, 1]), {}, ValueError, words
    for function in (kh.additive_kernel, hein_bousquet):
        yield from arrays(function, "X", ARRAYS + POINTS + NEGATIVE)
        yield from arrays(function, "Y", ARRAYS + POINTS + NEGATIVE, before=(K,))
    yield from keywords(hein_bousquet, (K,), "alpha", NUMBERS + ZERO)
    yield from keywords(hein_bousquet, (K,), "beta", NUMBERS[:-1] + ZERO)
    yield from arrays(kh.signature, "lam", ARRAYS[:-2], before=("chi2",))
    yield kh.signature, ("chi2", math.inf), {}, ValueError, ["the first at lam (infinite)"]
    yield from arrays(kh.spectrum, "omega", ARRAYS[:-2], before=("chi2",))
    yield from arrays(ExplicitMap, "X", ARRAYS + POINTS[:2] + POINTS[3:] + NEGATIVE)
    yield from keywords(ExplicitMap, (K,), "order", NUMBERS + UNBOUNDED + FRACTIONS)
    yield from keywords(ExplicitMap, (K,), "gamma", NUMBERS + ZERO + UNBOUNDED)
    yield from keywords(ExplicitMap, (K,), "period", few[: -len(FRACTIONS)])
    for value, error, words in [*few[: -len(FRACTIONS)], (1, ValueError, ["{} is 1; {} must be"])]:
        ratio = {"design": "minimax", "ratio": value}
        yield ExplicitMap, (K,), ratio, error, named(words, "ratio")
    yield from arrays(OrderTMap, "Z", ARRAYS + POINTS)
    yield from keywords(OrderTMap, (K,), "t", NUMBERS)
    yield OrderTMap, (K,), {"t": -0.5}, ValueError, ["t is -0.5", "at least 0", "no features"]
    yield from keywords(OrderTMap, (K,), "n_landmarks", few)
    yield from arrays(kh.order_t_spectrum, "omega", ARRAYS[:-2], after=(1.0,))
    yield from keywords(kh.order_t_spectrum, (K,), "t", NUMBERS + ZERO)
    yield from keywords(kh.order_t_spectrum, (K, 1), "weight", NUMBERS + ZERO + UNBOUNDED)
    yield from keywords(OrderTMap, (K,), "weight", NUMBERS + UNBOUNDED)
    yield from arrays(kh.Gaussians, "means", ARRAYS + POINTS, after=(np.ones((2, 1, 1)),))
    yield from arrays(kh.Gaussians, "covariances", ARRAYS, before=(X[:2],))
    yield from arrays(kh.local_gaussians, "X", ARRAYS + POINTS)
    yield from keywords(
        kh.local_gaussians, (X,), "m", NUMBERS + ZERO + UNBOUNDED + FRACTIONS + [(3, *UP_TO_N)]
    )
    yield from keywords(kh.local_gaussians, (X,), "gamma", NUMBERS + UNBOUNDED)
    yield from keywords(kh.relaxed_kernel, (PAIR,), "sigma", NUMBERS + ZERO + UNBOUNDED)
    for distance in ("jeffrey", "PAIR", "", None, 3, "Gaussians"):
        words = ["distance is ", "must be one of 'jeffreys', 'bhattacharyya', 'hellinger'"]
        yield kh.relaxed_kernel, (PAIR,), {"distance": distance}, ValueError, words
    for function in OF_GAUSSIANS:
        for bad in (None, X, [PAIR], "G"):
            words = [f"is of type {type(bad).__name__}", "must be Gaussians", "local_gaussians(X)"]
            yield function, (bad,), {}, TypeError, ["G " + words[0], *words[1:]]
            if bad is not None:
                yield function, (PAIR, bad), {}, TypeError, ["H " + words[0], *words[1:]]
        words = ["the Gaussians of G have 2 dimensions and those of H 1", "the same space"]
        yield function, (PAIR, FAR), {}, ValueError, words
        if function not in (kh.hellinger, kh.riemannian, kh.log_euclidean, kh.relaxed_kernel):
            yield function, (FAR,), {}, ValueError, ["between the Gaussians overflow float64"]
    yield from minkowski()
    yield from normalizations()
    sequences = (["ACGT"],)
    yield from keywords(kh.composition, sequences, "k", NUMBERS + ZERO + UNBOUNDED + FRACTIONS)
    yield from SPECIAL


def normalizations():
    alone = (kh.center, kh.unit_diagonal, kh.unit_variance, kh.unit_trace, kh.unit_range, order_t)
    for function in alone:
        wide = () if function in (kh.unit_diagonal, order_t) else SQUARES[:1]
        yield from arrays(function, "K", ARRAYS + ASYMMETRIC + SQUARES[1:])
        yield from arrays(function, "K", wide)
    indefinite = np.array([[1e-300, 1e200], [1e200, 1e-300]])
    yield kh.unit_trace, (indefinite,), {}, ValueError, ["entries of the scaled K overflow float64"]
    star = 1.5e308 * np.array([[-1.0, 1.0, 1.0], [1.0, 0.0, 0.0], [1.0, 0.0, 0.0]])
    yield kh.center, (star,), {}, ValueError, ["entries of the centered K overflow float64"]
    yield order_t, (indefinite, 2), {}, ValueError, ["over the means of order 2 overflow float64"]

    yield from arrays(kh.center, "K", ARRAYS + SQUARES[1:], after=(np.eye(3),))
    yield from arrays(kh.center, "K_train", ARRAYS[:-4] + ARRAYS[-2:] + ASYMMETRIC, before=(K,))
    words = ["K has shape (2, 2)", "must have shape (m, 3)", "one column for each row of K_train"]
    yield kh.center, (K, np.eye(3)), {}, ValueError, words

    yield from keywords(kh.order_t, (K,), "t", NUMBERS)
    yield from keywords(kh.order_t, (K, 1), "weight", NUMBERS + UNBOUNDED)
    yield kh.order_t, (K, -math.inf), {}, ValueError, ["t is -inf", "at least 0", "power_mean"]
    for value, words in (
        (X, ["K has shape (3, 2)", "square matrix (n, n)", "diag_x and diag_y"]),
        (X.tolist(), ["K has shape (3, 2)", "diag_x and diag_y"]),
        ([[1.0, 0.0], [0.0, -2.0]], ["K[1, 1] is -2, below 0", "repair(K)"]),
        ([[0.0, 1.0], [1.0, 1.0]], ["K[0, 1] is 1 but", "squared length 0", "must then be 0"]),
        ([[0.0, 1.0], [1.0, 0.0]], ["K[0, 1] is 1 but", "min_eigenvalue(K)"]),
    ):
        yield order_t, (value,), {}, ValueError, words
    words = ["K[2, 2] is 0", "no direction (1 such", "drop the point", "order_t with t > 0"]
    yield kh.unit_diagonal, (np.diag([1.0, 2.0, 0.0]),), {}, ValueError, words
    for name, other in (("diag_x", "diag_y"), ("diag_y", "diag_x")):
        ones = {other: [1.0, 1.0]}
        yield order_t, (K,), ones, ValueError, [f"{name} is None but {other} is given"]
        for value, error, words in ARRAYS:
            if value is not None:
                yield order_t, (K,), {name: value, **ones}, error, named(words[:1], name)
        for value, words in (
            (2.0, ["{} has shape ()", "1 dimension"]),
            ([1.0, -1.0], ["{}[1] is -1, below 0"]),
            ([1.0, 0.0], ["] is 2 but", "squared length 0"]),
        ):
            yield order_t, (K,), {name: value, **ones}, ValueError, named(words, name)
        zero = {name: [1.0, 0.0], **ones}
        yield kh.unit_diagonal, (K,), zero, ValueError, [f"{name}[1] is 0"]
    words = ["K has shape (2, 2); K must have shape (3, 2)", "one row for each of diag_x"]
    yield order_t, (K,), {"diag_x": np.ones(3), "diag_y": np.ones(2)}, ValueError, words

    for name, before, after in (("a", (), (1.0, 2)), ("b", (1.0,), (2,))):
        few = [([], ValueError, ["{} is empty, shape (0,)"])]
        few.append(([1.0, -2.0], ValueError, ["{}[1] is -2", "at least 0", "not defined"]))
        few.append((-2, ValueError, ["{} is -2"]))
        few.append((math.nan, ValueError, ["the first at {} (NaN)"]))
        yield from arrays(kh.power_mean, name, ARRAYS[:-2] + few, before, after)
    yield from keywords(kh.power_mean, (1.0, 2.0), "t", NUMBERS[:-1])
    words = ["a has shape (2,) and b has shape (3,)", "must broadcast", "a[:, None]"]
    yield kh.power_mean, (np.ones(2), np.ones(3), 1), {}, ValueError, words

    for value, words in (
        (np.ones((2, 2)), ["the variance of K is 0, 0 within rounding", "must not all be equal"]),
        ([[5.0]], ["the variance of K is 0"]),
        ([[0.0, 1.0], [1.0, 0.0]], ["the variance is -0.5, below 0"]),
        ([[-1.0, -9.0], [-9.0, 1.0]], ["K[0, 0] is -1, below 0"]),
    ):
        yield kh.unit_variance, (value,), {}, ValueError, words
    yield kh.unit_trace, (np.zeros((2, 2)),), {}, ValueError, ["the trace of K is 0", "origin"]
    yield kh.unit_trace, (np.diag([3.0, -1.0]),), {}, ValueError, ["K[1, 1] is -1, below 0"]
    yield kh.unit_range, (np.full((2, 2), 3.0),), {}, ValueError, ["every entry of K is 3"]


def minkowski():
    with_p = (
        kh.minkowski_distances,
        kh.minkowski_center,
        kh.relative_variance,
        kh.relative_contrast,
        kh.hubness,
    )
    for function in with_p:
        for value, error, words in ARRAYS + POINTS:
            yield function, (value,), {"p": 2}, error, named(words, "X")
        yield from keywords(function, (X + 1,), "p", NUMBERS + ZERO)
    for value, error, words in (ARRAYS + POINTS)[:10]:
        yield kh.minkowski_distances, (K, value), {"p": 2}, error, named(words, "Y")
    words = ["X has 2 columns and Y has 3", "same columns"]
    yield kh.minkowski_distances, (X, np.ones((2, 3))), {"p": 2}, ValueError, words
    for value, error, words in ARRAYS[:9]:
        p_and = {"p": 2, "sample_weight": value}
        yield kh.minkowski_center, (K,), p_and, error, named(words, "sample_weight")
    for value, words in (
        ([1.0], ["sample_weight has shape (1,)", "2 points", "shape (2,)"]),
        ([0.0, 0.0], ["sample_weight lies between 0 and 0", "one above 0"]),
        ([-1.0, 1.0], ["sample_weight lies between -1 and 1", "at least 0"]),
    ):
        yield kh.minkowski_center, (K,), {"p": 2, "sample_weight": value}, ValueError, words
    for value, error, words in ARRAYS:
        yield kh.feature_weights, (value,), {"p": 2}, error, named(words, "dispersions")
    yield from keywords(kh.feature_weights, ([1.0, 2.0],), "p", NUMBERS + ZERO)
    words = ["dispersions holds -2", "at least 0"]
    yield kh.feature_weights, ([1.0, -2.0],), {"p": 2}, ValueError, words
    for value in ([], 5.0):
        words = ["dispersions has shape (", "must be (d,)"]
        yield kh.feature_weights, (value,), {"p": 2}, ValueError, words
    bad = NUMBERS + ZERO + UNBOUNDED + FRACTIONS
    for value, error, words in [*bad, (3, ValueError, ["{} is 3 but X has 3 point(s)", "n - 1"])]:
        yield kh.hubness, (X,), {"p": 2, "k": value}, error, named(words, "k")
    words = ["X has all its points at the origin", "must differ from 0"]
    yield kh.relative_variance, (np.zeros((2, 2)),), {"p": 2}, ValueError, words
    words = ["X[1] is at the origin", "must differ from 0", "drop it"]
    yield kh.relative_contrast, ([[1.0], [0.0]],), {"p": 2}, ValueError, words
    words = ["ratios of the norms overflow float64"]
    yield kh.relative_contrast, ([[1e-300], [1e300]],), {"p": 2}, ValueError, words
    words = ["Minkowski distances of the points overflow float64", "divide the data"]
    yield kh.minkowski_distances, (np.eye(2),), {"p": 1e-4}, ValueError, words
    yield kh.minkowski_distances, ([[1.7e308], [-1.7e308]],), {"p": 2}, ValueError, words

    for function in (MinkowskiKMeans, choose_p):
        yield from arrays(function, "X", ARRAYS + POINTS)
        for setting in ("n_clusters", "n_init", "max_iter"):
            yield from keywords(function, (X,), setting, NUMBERS + ZERO + UNBOUNDED + FRACTIONS)
        for setting in ("tol", "floor"):
            yield from keywords(function, (X,), setting, NUMBERS + UNBOUNDED)
        words = ["floor_form is 'soft'", "'fixed'", "'relative'"]
        yield function, (X,), {"floor_form": "soft"}, ValueError, words
        words = ["floor overflow float64"]
        yield function, (X,), {"floor": 1e300}, ValueError, [f"powers of {words[0]}"]
        yield from keywords(function, (X,), "weighted", FLAGS)
        yield from keywords(function, (X,), "init", CENTERS)
    yield from keywords(MinkowskiKMeans, (X,), "p", NUMBERS + ZERO)
    for p in (33, math.inf):
        yield MinkowskiKMeans, (X,), {"p": p}, ValueError, [f"p is {p}", "at most 32"]
    words = ["n_clusters is 4 but X has n_samples = 3", "lower n_clusters"]
    yield MinkowskiKMeans, (X,), {"n_clusters": 4}, ValueError, words
    words = ["costs for p = 3 overflow float64", "divide the data"]
    yield MinkowskiKMeans, (1e200 * X,), {"p": 3}, ValueError, words
    words = ["n_clusters is 3 but two thirds of the n = 3 points are only 2", "lower n_clusters"]
    yield choose_p, (X,), {"n_clusters": 3}, ValueError, words
    yield choose_p, (X,), {"n_clusters": 1}, ValueError, ["n_clusters is 1", "at least 2"]
    yield from keywords(choose_p, (X,), "n_subsets", NUMBERS + ZERO + UNBOUNDED + FRACTIONS)
    yield from keywords(choose_p, (X,), "grid", GRIDS)
    yield from keywords(choose_p, (X,), "y_labelled", SHOWN)


def arrays(function, name, bad, before=(), after=()):
    for value, error, words in bad:
        if name == "Y" and value is None:
            continue  # Y=None means X
        yield function, (*before, value, *after), {}, error, named(words, name)


def named(words, name):
    return [word.replace("{}", name) for word in words]


def keywords(function, before, name, bad):
    for value, error, words in bad:
        yield function, before, {name: value}, error, named(words, name)


BETWEEN = (ValueError, ["{} is 1.01", "between 0 and 1"])
UP_TO_N = (ValueError, ["m is 3 but X has only 3", "n - 1 = 2", "lower it"])
PAIR = kh.Gaussians(K, [np.eye(2)] * 2)
FAR = kh.Gaussians([[1e300], [-1e300]], np.full((2, 1, 1), 1e-300))
OF_GAUSSIANS = (
    kh.jeffreys,
    kh.bhattacharyya,
    kh.hellinger,
    kh.riemannian,
    kh.log_euclidean,
    kh.jeffreys_riemannian,
    kh.bhattacharyya_riemannian,
    kh.relaxed_kernel,
)
UP_TO_2 = (ValueError, ["{} is 3", "between 1 and 2"])
STARTS = [
    ("random", ValueError, ["{} is 'random' (str)", "'k-means++'"]),
    (None, TypeError, ["{} is None"]),
    ([0, math.nan], ValueError, ["{}[1] (NaN)"]),
    ([0, 1, 1], ValueError, ["{} has shape (3,)", "must be 2 labels", "from 0 to 1"]),
    ([0, 2], ValueError, ["{}[1] is 2", "whole numbers from 0 to 1"]),
    ([-1, 1], ValueError, ["{}[0] is -1", "from 0 to 1"]),
    ([0, 0.5], ValueError, ["{}[1] is 0.5", "whole numbers"]),
    ([0, 0], ValueError, ["{} puts no point in cluster 1", "lower n_clusters"]),
]
CENTERS = [
    ("random", ValueError, ["{} is 'random' (str)", "'warm', 'k-means++'"]),
    (None, TypeError, ["{} is None"]),
    ([[0.0, math.nan], [0.0, 0.0]], ValueError, ["{}[0, 1] (NaN)"]),
    (X, ValueError, ["{} has shape (3, 2)", "shape (2, 2)"]),
    ([[0.0], [1.0]], ValueError, ["{} has shape (2, 1)", "shape (2, 2)"]),
]
GRIDS = [
    ([], ValueError, ["{} has shape (0,)", "at least one value of p"]),
    (2, ValueError, ["{} has shape ()"]),
    ([1, 0], ValueError, ["{} goes from 0 to 1", "above 0"]),
    ([1, 33], ValueError, ["{} goes from 1 to 33", "at most 32"]),
    ([1, math.inf], ValueError, ["{}[1] (infinite)"]),
    ([1, math.nan], ValueError, ["{}[1] (NaN)"]),
    (["1"], TypeError, ["{} holds text"]),
    (None, TypeError, ["{} is None"]),
]
SHOWN = [
    ([0, 1], ValueError, ["{} has shape (2,)", "each of the 3 points", "-1 where"]),
    ([0, 1, 0.5], ValueError, ["{} holds fractions", "whole numbers"]),
    ([0, 0, -1], ValueError, ["{} has labels of 1 class(es)", "at least 2"]),
    ([-1, -1, -1], ValueError, ["{} has labels of 0 class(es)"]),
    ([0, 1, math.nan], ValueError, ["{}[2] (NaN)"]),
    (["a", "b", "c"], TypeError, ["{} holds text"]),
]
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
    # Gaussians that are none
    (
        kh.Gaussians,
        (X, [np.eye(2)] * 2),
        {},
        ValueError,
        ["covariances has shape (2, 2, 2) but means has shape (3, 2)", "must be (3, 2, 2)"],
    ),
    (
        kh.Gaussians,
        ([[0.0], [1.0]], [1.0, 2.0]),
        {},
        ValueError,
        ["covariances has shape (2,)", "np.reshape(variances, (-1, 1, 1))"],
    ),
    (
        kh.Gaussians,
        (K, [np.eye(2), [[1.0, 0.5], [0.4, 1.0]]]),
        {},
        ValueError,
        ["covariances[1] is not symmetric", "by 0.1", "equal its transpose"],
    ),
    (
        kh.Gaussians,
        (K, [np.eye(2), [[1.0, 1e308], [-1e308, 1.0]]]),
        {},
        ValueError,
        ["covariances[1] is not symmetric"],
    ),
    (
        kh.Gaussians,
        (K, [np.eye(2), [[1.0, 2.0], [2.0, 1.0]]]),
        {},
        ValueError,
        ["covariances[1] is not positive definite", "from -1 to 3", "gamma * np.eye(d)"],
    ),
    (
        kh.Gaussians,
        (K, [np.zeros((2, 2)), np.eye(2)]),
        {},
        ValueError,
        ["covariances[0] is not positive definite", "from 0 to 0"],
    ),
    (
        kh.Gaussians,
        ([[0.0, 0.0]], [[[-1.0, 0.0], [0.0, 1.0]]]),
        {},
        ValueError,
        ["covariances[0] is not positive definite", "from -1 to 1"],
    ),
    (
        kh.Gaussians,
        ([[0.0, 0.0]], [[[1e-300, 1e300], [1e300, 1e-300]]]),
        {},
        ValueError,
        ["covariances[0] is not positive definite"],
    ),
    (
        kh.local_gaussians,
        (np.vstack([np.eye(3), np.eye(3)]),),
        {"m": 1, "gamma": 0},
        ValueError,
        ["the Gaussian of X[0] is flat", "goes from 0 to 0", "m = 1", "d = 3", "raise gamma"],
    ),
    (
        kh.local_gaussians,
        (X,),
        {"m": 2, "gamma": 0.0},
        ValueError,
        ["the Gaussian of X[0] is flat", "raise m to d or more, or drop copies"],
    ),
    (
        kh.local_gaussians,
        (HUGE,),
        {"m": 1},
        ValueError,
        ["squared distances of the points overflow float64"],
    ),
    (
        kh.local_gaussians,
        (np.float32(X * 1e25),),
        {"m": 1},
        ValueError,
        ["covariances of the neighborhoods overflow float32"],
    ),
    (
        kh.local_gaussians,
        (np.float32([[0.0, 0.0], [1.0, 1.0], [2.0, 2.0], [3.0, 3.0]]),),
        {"m": 3, "gamma": 1e-9},
        ValueError,
        ["the Gaussian of X[0] is flat", "m = 3", "gamma = 1e-09, float32", "raise gamma"],
    ),
    (kh.local_gaussians, (X[:1],), {"m": 1}, ValueError, ["m is 1 but X has only 1 point(s)"]),
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
        MercerMap,
        ([[1.0, 2.0], [2.0, 1.0]],),
        {},
        ValueError,
        ["K is not positive semi-definite: its least eigenvalue is -1", "repair(K)"],
    ),
    (MercerMap, (K,), {"n_components": 3}, ValueError, ["n_components is 3", "between 1 and 2"]),
    (MercerMap, (np.full((2, 2), 1e308),), {}, ValueError, ["eigenvalues of K overflow float64"]),
    (
        MercerMap,
        (np.full((2, 2), 3e38, np.float32),),
        {},
        ValueError,
        ["eigenvalues of K overflow float32"],
    ),
    # affinities
    (
        SpectralKMeans,
        ([[1.0, 0.5, 0.5], [0.5, 1.0, -0.25], [0.5, -0.25, 1.0]],),
        {},
        ValueError,
        ["A[1, 2] is -0.25, the least of 2 below 0", "must be at least 0"],
    ),
    (
        SpectralKMeans,
        ([[1.0, 0.5, 0.0], [0.5, 1.0, 0.0], [0.0, 0.0, 1.0]],),
        {},
        ValueError,
        ["row 2 of A sums to 0 without its diagonal (1 such row(s)", "drop the point"],
    ),
    (
        SpectralKMeans,
        ([[0.0, 0.0], [0.0, 1.0]],),
        {"zero_diagonal": False},
        ValueError,
        ["row 0 of A sums to 0 (1 such"],
    ),
    (kh.nmi, (range(20000), range(20000)), {}, ValueError, ["table of classes", "ask for less"]),
    (
        kh.repair,
        (K,),
        {"method": "cut"},
        ValueError,
        ["method is 'cut'", "'clip', 'flip', 'shift'"],
    ),
    (kh.repair, (K,), {"method": None}, ValueError, ["method is None", "must be one of 'clip'"]),
    *(
        (kh.repair, (TOP,), {"method": "flip"}, ValueError, ["entries of the repaired K overflow"])
        for TOP in (
            np.array([[1.7e308, 1.7e308], [1.7e308, -1.7e308]]),
            np.array([[3.4e38, 3.4e38], [3.4e38, -3.4e38]], np.float32),
        )
    ),
    (
        kh.min_eigenvalue,
        (np.full((3, 3), -1.7e308),),
        {},
        ValueError,
        ["eigenvalues of K overflow"],
    ),
    # homogeneous kernels
    (kh.additive_kernel, (K,), {"kernel": "rbf"}, ValueError, ["kernel is 'rbf' (str)", "'chi2'"]),
    (kh.additive_kernel, (K,), {"kernel": None}, ValueError, ["kernel is None", "must be one of"]),
    (kh.additive_kernel, (K,), {"kernel": (1,)}, ValueError, ["kernel has 1 entries", "a pair"]),
    (kh.additive_kernel, (K,), {"kernel": ("a", 1)}, TypeError, ["alpha is 'a' (str)"]),
    (kh.additive_kernel, (np.full((1, 9), 1e308),), {}, ValueError, ["of the kernel overflow"]),
    (
        kh.additive_kernel,
        (np.full((1, 9), 3e38, np.float32),),
        {},
        ValueError,
        ["overflow float32"],
    ),
    (kh.signature, ("rbf", 1.0), {}, ValueError, ["kernel is 'rbf'"]),
    (kh.spectrum, ("rbf", 1.0), {}, ValueError, ["kernel is 'rbf'"]),
    (kh.spectrum, ((2, 0.3), 1.0), {}, ValueError, ["beta is 0.3; between 0 and 1/2"]),
    (kh.spectrum, ((math.inf, math.inf), 1.0), {}, ValueError, ["beta is inf", "no spectrum"]),
    (hein_bousquet, (K,), {"alpha": 0.9, "beta": 0.5}, ValueError, ["alpha is 0.9", "at least 1"]),
    (hein_bousquet, (K,), {"beta": 3}, ValueError, ["beta is 3, above alpha = 2", "swap the two"]),
    (hein_bousquet, (K,), {"beta": 0.499}, ValueError, ["beta is 0.499", "Cauchy-Schwarz"]),
    (hein_bousquet, (K,), {"beta": -1e-4}, ValueError, ["beta is -0.0001", "vanishes"]),
    (
        hein_bousquet,
        (K,),
        {"alpha": math.inf, "beta": -math.inf},
        ValueError,
        ["alpha is inf and beta is -inf", "|a - b| / 0", "nearer to 0"],
    ),
    (ExplicitMap, (K,), {"kernel": "rbf"}, ValueError, ["kernel is 'rbf'", "'intersection'"]),
    (ExplicitMap, (K,), {"kernel": "rbf"}, ValueError, ["'hellinger', or a pair (alpha, beta)"]),
    (
        ExplicitMap,
        (csr_matrix([[0.0, 1.0], [0.0, 0.0], [2.0, -3.0]]),),
        {},
        ValueError,
        ["Negative values in data: X holds 1", "first at X[2, 1] (-3)"],
    ),
    *(
        (function, (np.ones(3),), {}, ValueError, ["X has 1 dimension, shape (3,)", "(n, d)"])
        for function in (ExplicitMap, MinkowskiKMeans)
    ),
    (ExplicitMap, (K,), {"kernel": (2, 0.3)}, ValueError, ["beta is 0.3"]),
    (ExplicitMap, (K,), {"period": 1e13}, ValueError, ["period is 1e+13", "0.3 to 1 is usual"]),
    (ExplicitMap, (K,), {"order": 1e9}, ValueError, ["features of one point", "limit is 1 GiB"]),
    (ExplicitMap, (K,), {"design": "Minimax"}, ValueError, ["design is 'Minimax'", "'sampled'"]),
    (ExplicitMap, (K,), {"design": None}, ValueError, ["design is None", "'minimax'"]),
    (ExplicitMap, (K,), {"ratio": 3}, ValueError, ["ratio is 3 but design is", "leave ratio"]),
    (ExplicitMap, (K,), {"design": "data", "ratio": 3}, ValueError, ["ratio is 3", '"data"']),
    (ExplicitMap, (K,), {"design": "data", "order": 33}, ValueError, ["order is 33", "at most 32"]),
    (
        ExplicitMap,
        (K[:2],),
        {"design": "data"},
        ValueError,
        ["X has 2 samples", "needs at least 3", '"minimax"'],
    ),
    (ExplicitMap, (np.zeros((4, 2)),), {"design": "data"}, ValueError, ["X has zeros alone"]),
    *(
        (ExplicitMap, (K,), {"design": "minimax", name: value}, ValueError, words)
        for name, value, words in (
            ("order", 33, ["order is 33", "at most 32", '"sampled" takes any']),
            ("period", 1e6, ["order * period is 1e+06", "must be at most", "None finds the best"]),
            ("kernel", (math.inf, math.inf), ["beta is inf", "jumps"]),
        )
    ),
    (kh.local_cluster, (0,), {}, ValueError, ["n_workers is 0", "at least 1"]),
    (kh.local_cluster, ("two",), {}, TypeError, ["n_workers is 'two'", "one real number"]),
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


def test_every_public_name_is_in_the_table():
    elsewhere = {"dna", "gaussian_clouds", "lab", "list_datasets", "load", "rings"}  # test_datasets
    assert set(kh.__all__) - elsewhere == {row[0].__name__ for row in TABLE}


def test_unknown_name():
    with pytest.raises(AttributeError, match="No kernlab_helpers attribute gausian"):
        kh.gausian  # noqa: B018
