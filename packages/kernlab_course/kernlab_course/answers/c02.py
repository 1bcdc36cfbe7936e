"""Exercises of chapter 2: the kernel matrix."""

from math import comb

import numpy as np

from classroom.exercises.exercise import Exercise

from .laws import diagonal_is_not, is_psd, not_symmetric, reordered, spectrum, when
from .objects import as_array
from .samples import kernel_matrices, points_and_widths, squared_distances, symmetric_matrices


def _kernel_matrices_and_one_broken(rng):
    return [*kernel_matrices(rng), (np.array([[0.0, 1.0], [1.0, 0.0]]),)]


def _distances(K):
    indices = range(len(K))
    return np.array([[K[i, i] + K[j, j] - 2 * K[i, j] for j in indices] for i in indices])


def _negative(got, K):
    if got.min() < -1e-9 and _distances(K).min() >= 0:
        return f"The smallest value is {got.min():.6g}."
    return ""


def _are_roots(got, K):
    return "Leave the root out." if np.allclose(got**2, np.abs(_distances(K))) else ""


def _clipped(got, K):
    want = _distances(K)
    if np.allclose(got, np.maximum(want, 0)) or np.allclose(got, np.abs(want)):
        return "A negative number says that K is no kernel matrix: let it show."
    return ""


def _sums(rng):
    """s, degree and c: each zero or at its smallest, negative s, the slide's (1, 2, 1), random."""
    by_hand = [(0, 1, 1), (0, 2, 3), (2, 1, 0), (3, 2, 0), (5, 0, 2), (4, 1, 2), (1, 2, 1)]
    more = [(-1, 2, 1), (-2, 3, 2), (0.5, 2, 1.5), (2, 3, 0.5), (1.5, 4, 2), (-3, 5, 1)]
    more.append((1200, 2, 5e-4))
    random = [(int(rng.integers(-4, 5)), q, int(rng.integers(1, 4))) for q in (2, 2, 3, 3, 4)]
    return [(float(s), degree, float(c)) for s, degree, c in [*by_hand, *more, *random]]


def _terms(s, degree, c):
    return np.array([comb(degree, j) * c ** (degree - j) * s**j for j in range(degree + 1)])


def _wrong_sum(got, s, degree, c):
    if np.isclose(got.sum(), (s + c) ** degree):
        return ""
    return f"They sum to {got.sum():g}; (s + c)^degree is {(s + c) ** degree:g}."


def _wrong_order(got, s, degree, c):
    right = reordered(got, _terms(s, degree, c))
    return "The order is: from the lowest power of s to the highest." if right else ""


def _no_counterexample(value):
    K, flaw = as_array(value, (3, 3))
    if flaw:
        return flaw
    if not np.allclose(K, K.T):
        return "It is not symmetric."
    if K.diagonal().min() < 0:
        return "A number on its diagonal is negative: the square of a length never is."
    size = np.abs(K).max()
    for i, j in ((0, 1), (0, 2), (1, 2)):
        square, product = K[i, j] ** 2, K[i, i] * K[j, j]
        if square > product + 1e-9 * size**2:
            return (
                f"The pair ({i + 1}, {j + 1}) does not obey: {square:.4g} is above {product:.4g}."
            )
    least = spectrum(K)[0]
    if least >= -1e-6 * size:
        return f"It is PSD: its least eigenvalue is {least + 0:.4g}, up to rounding."
    return ""


def _least_minor(K):
    """Return the least of the determinants of the upper left blocks; rounding counts as 0."""
    unit = K / np.abs(K).max()
    return min(round(np.linalg.det(unit[:k, :k]), 9) for k in range(1, len(K) + 1))


def _gaussian(X, sigma):
    return np.exp(-squared_distances(X) / (2 * sigma**2))


def _lengths(X):
    return np.sqrt(squared_distances(X))


def _out_of_range(got, X, sigma):
    if got.max() > 1 + 1e-9:
        return f"The largest value is {got.max():.6g}."
    return f"The smallest value is {got.min():.6g}." if got.min() < -1e-9 else ""


def _at_sigma(got, X, sigma):
    if np.any(squared_distances(X) == sigma**2):
        return f"Two points at distance sigma have the value exp(-1/2) = {np.exp(-0.5):.4f}."
    return ""


EXERCISES = (
    Exercise(
        number="2.1",
        title="Distances from K alone",
        call="my_distances(K)",
        cases=_kernel_matrices_and_one_broken,
        oracle=_distances,
        own=("kernlab_helpers.squared_distances",),
        wrong="a squared distance has the wrong value",
        won="Distances need no coordinates: K alone holds them all.",
        hints=(
            "Expand ||phi(x) - phi(y)||^2. Which three inner products come out, and where in K do"
            " they stand?",
            "The squared norms are the diagonal of K. Add them once as a column and once as a row,"
            " and take the matrix away twice.",
        ),
        properties={
            "a point has a distance to itself": diagonal_is_not(0),
            "the distance matrix is not symmetric": not_symmetric,
            "a squared distance is negative": _negative,
            "these are distances, not squared distances": _are_roots,
            "a negative number is hidden": _clipped,
        },
        slips={
            "the inner product is taken away once, not twice": lambda K: _distances(K) + K,
            "the inner product is added, not taken away": lambda K: _distances(K) + 4 * K,
            "the rows of K are taken for the points": squared_distances,
            "the diagonal is added twice as a row: [:, None] makes a column of it": lambda K: (
                2 * np.diag(K) - 2 * K
            ),
        },
    ),
    Exercise(
        number="2.2",
        title="Is it a kernel matrix?",
        call="my_is_psd(K)",
        cases=symmetric_matrices,
        oracle=is_psd,
        own=("kernlab_helpers.is_psd",),
        wrong="the answer is wrong",
        won="You can tell a kernel matrix from a table that only looks like one.",
        hints=(
            "Signs of entries, the diagonal and the determinant do not decide it. Which numbers"
            " that belong to K do?",
            "Take the smallest eigenvalue (there is a NumPy function for symmetric matrices) and"
            " allow it to be below zero by the rounding that the task names, measured by the"
            " largest absolute eigenvalue.",
        ),
        properties={
            "a matrix passes that is not 0 and has a zero diagonal": when(
                lambda K: not is_psd(K) and not np.diag(K).any()
            ),
            "a matrix passes that has a positive determinant and negative eigenvalues": when(
                lambda K: len(K) == 2 and K.max() <= 0 and np.linalg.det(K) > 0
            ),
            "a matrix passes whose leading minors are not negative, but an eigenvalue is": when(
                lambda K: spectrum(K)[0] < -1e-6 * np.abs(K).max() and _least_minor(K) >= 0
            ),
            "a matrix passes that has a negative eigenvalue and no negative entry": when(
                lambda K: not is_psd(K) and K.min() >= 0
            ),
            "a matrix with negative entries is refused, its eigenvalues are positive": when(
                lambda K: K.min() < 0 and min(spectrum(K)) > 0
            ),
            "a matrix with eigenvalue 0 is refused": when(lambda K: min(spectrum(K)) == 0),
            "a small matrix passes: the rounding allowed does not shrink with K": when(
                lambda K: not is_psd(K) and np.abs(K).max() < 1e-8
            ),
            "a negative eigenvalue that is only rounding is refused": when(
                lambda K: is_psd(K) and min(spectrum(K)) < 0
            ),
            "an eigenvalue passes that is too negative for rounding": when(
                lambda K: not is_psd(K) and spectrum(K)[0] >= -1e-6 * np.abs(spectrum(K)).max()
            ),
        },
    ),
    Exercise(
        number="2.3",
        title="The terms of the polynomial kernel",
        call="my_terms(s, degree, c)",
        cases=_sums,
        oracle=_terms,
        wrong="a term is wrong",
        won="You have opened the polynomial kernel: each degree of features has its own weight.",
        hints=(
            "Which values does j take? Count the terms for degree 2.",
            "There are degree + 1 terms, j = 0 and j = degree among them. Each is a binomial"
            " coefficient times a power of c times a power of s, and the two powers sum to degree.",
        ),
        properties={
            "the terms do not sum to (s + c)^degree": _wrong_sum,
            "the right terms stand in the wrong order": _wrong_order,
        },
        slips={
            "c and s are exchanged": lambda s, q, c: _terms(c, q, s),
            "the binomial coefficients are missing": lambda s, q, c: np.array(
                [c ** (q - j) * s**j for j in range(q + 1)]
            ),
            "the powers of c are missing": lambda s, q, c: _terms(s, q, 1.0),
            "c and s have the same power": lambda s, q, c: _terms(s * c, q, 1.0),
        },
    ),
    Exercise(
        number="2.4",
        title="The Gaussian kernel",
        call="my_gaussian(X, sigma)",
        cases=points_and_widths,
        oracle=_gaussian,
        own=("kernlab_helpers.gaussian",),
        wrong="a kernel value is wrong",
        won="You have inner products in a space of infinitely many features.",
        hints=(
            "First the squared distances of all pairs as a matrix, then the exponential of each"
            " entry. What is divided by what?",
            "The exponent is minus the squared distance over twice the square of sigma. For all"
            " pairs at once, give X one new axis in two places and add the squares over the last.",
        ),
        properties={
            "the kernel of a point with itself is not 1": diagonal_is_not(1),
            "the kernel matrix is not symmetric": not_symmetric,
            "a kernel value is not between 0 and 1": _out_of_range,
            "two points at distance sigma have the wrong value": _at_sigma,
        },
        slips={
            "the 2 in the denominator is missing": lambda X, sigma: _gaussian(X, sigma) ** 2,
            "sigma is not squared": lambda X, sigma: _gaussian(X, np.sqrt(sigma)),
            "the distance is not squared": lambda X, sigma: np.exp(-_lengths(X) / (2 * sigma**2)),
            "neither distance nor sigma is squared": lambda X, s: np.exp(-_lengths(X) / (2 * s)),
            "this is the exponential kernel": lambda X, sigma: np.exp(-_lengths(X) / sigma),
            "sigma multiplies, it does not divide": lambda X, s: np.exp(-squared_distances(X) * s),
            "sigma^2 multiplies (check the brackets)": lambda X, s: _gaussian(X, 1 / s),
        },
    ),
    Exercise(
        number="2.5",
        title="Find the counterexample",
        call="my_table",
        cases=lambda rng: [()],
        oracle=lambda: np.eye(3),
        flaw=_no_counterexample,
        wrong="this is no counterexample",
        won="Pairs do not make a kernel matrix: only all points together do.",
        hints=(
            "Let all three points have length 1. A pair with the value 1 is one place. What must"
            " hold for the third pair if two pairs are one place?",
            "Points 1 and 2 in one place, points 2 and 3 in one place: then 1 and 3 are in one"
            " place, too. Write a table that denies it.",
        ),
    ),
)
