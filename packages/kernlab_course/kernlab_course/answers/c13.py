"""Exercises of chapter 13: explicit maps."""

import math

import numpy as np

from classroom.exercises.exercise import Exercise

from .laws import not_symmetric


def _histograms(rng):
    """Histograms by hand, with zeros in one and in both, equal and disjoint ones, counts."""
    by_hand = [[[4]], [[0.2], [0.5]], [[0, 3]], [[1, 0], [0, 1]], [[5, 5], [5, 5]]]
    by_hand.append([[2000, 5e-4], [0, 2e-3]])
    by_hand += [[[0.2, 0.3, 0.5], [0.5, 0.4, 0.1]], [[0, 2], [0, 3]], [[0, 0], [1, 2]]]
    sets = [rng.integers(0, 6, shape) for shape in [(2, 3), (3, 2), (4, 3), (5, 4), (3, 6)]]
    sets.append(rng.integers(0, 9, (8, 3)) / 2)
    return [(np.array(X, float),) for X in [*by_hand, *sets]]


def _additive(X, k):
    return np.array([[sum(map(k, x, y)) for y in X] for x in X], float)


def _harmonic(a, b):
    return 2 * a * b / (a + b) if a + b else 0.0


def _gap(a, b):
    return (a - b) ** 2 / (a + b) if a + b else 0.0


def _diagonal_is_no_sum(got, X):
    sums = X.sum(axis=1)
    i = int(np.argmax(np.abs(np.diag(got) - sums)))
    if np.allclose(np.diag(got), sums):
        return ""
    return f"Because k(a, a) = a, entry ({i}, {i}) is the sum of row {i}, {sums[i]:.6g}."


def _amounts(rng):
    """Entries, samples of a spectrum and steps: 0, 1, far from 1, orders 0 to 4."""

    def sech(order, L):
        return np.array([1 / math.cosh(math.pi * j * L) for j in range(order + 1)])

    by_hand = [(1, 1, 0.5), (4, 0, 1), (0, 1, 0.5), (0, 2, 0.7), (0.2, 1, 0.5), (3, 2, 0.4)]
    by_hand += [(2.5, 8, 0.3), (2000, 1, 0.5), (5e-4, 1, 0.5)]
    random = [
        (rng.integers(1, 90) / 10, rng.integers(1, 5), rng.integers(2, 9) / 10) for _ in range(8)
    ]
    return [(float(x), sech(int(n), float(L)), float(L)) for x, n, L in [*by_hand, *random]]


def _map(x, rho, L, *, two=2.0, log=math.log, root=math.sqrt, outside=False, turn=1, sign=1):
    front = 1.0 if outside else x
    parts = [root(front * L * rho[0])]
    for j in range(1, len(rho)):
        angle = j * L * log(x) if x else 0.0
        height = root(two * front * L * rho[j])
        parts += [height * math.cos(angle), sign * height * math.sin(angle)][::turn]
    return np.array(parts)


def _zero_is_not_zero(got, x, rho, L):
    return f"For x = 0 the first feature is {got[0]:.6g}." if x == 0 and np.any(got) else ""


def _length_is_wrong(got, x, rho, L):
    wanted = x * L * (rho[0] + 2 * rho[1:].sum())
    if np.isclose(got @ got, wanted):
        return ""
    return f"It is {got @ got:.6g}, but x L (rho(0) + 2 rho(L) + ...) is {wanted:.6g}."


def _periods(rng):
    """Values of L: 2 pi and others by hand, random ones."""
    by_hand = [0.5, 1.0, 2.0, 2 * math.pi, 4 * math.pi]
    return [(float(L),) for L in [*by_hand, *rng.integers(6, 30, 6) / 10]]


def _no_twin(got, L):
    """Say why an entry is no alias of the entry 1; "" for each of its aliases."""
    if not got > 0:
        return "The entry must be positive."
    angle = L * math.log(got)
    if abs(angle) < 1:
        return f"{got:.6g} is the entry 1, or next to it, and an alias is another one."
    off = (angle + math.pi) % (2 * math.pi) - math.pi
    line = f"From 1 to {got:.6g} the pair of frequency L turns by {math.degrees(off):.3g} degrees."
    return line if abs(off) > 1e-6 else ""


def _pairs(rng):
    """Two entries and exponents: equal entries, named kernels, both orders, random."""
    by_hand = [
        (1, 1, 1, 0.5),
        (1, 4, 1, 0.5),
        (4, 1, 1, 0.5),
        (0.2, 0.5, 2, 1),
        (0.2, 0.5, 3, 0.5),
        (3, 3, 4, 2),
        (0.01, 9, 2, 0.75),
        (2.5, 7.5, 3.5, 1.5),
        (2000, 5e-4, 2, 1),
    ]
    random = []
    for _ in range(6):
        a, b = rng.integers(1, 50) / 10, rng.integers(1, 50) / 10
        alpha, beta = rng.integers(4, 12) / 2, rng.integers(1, 4) / 2
        random.append((a, b, alpha, beta))
    return [tuple(map(float, case)) for case in [*by_hand, *random]]


def _mean(a, b, p):
    return ((a**p + b**p) / 2) ** (1 / p)


def _squared(a, b, alpha, beta):
    return (_mean(a, b, alpha) - _mean(a, b, beta)) / (2 ** (-1 / alpha) - 2 ** (-1 / beta))


def _not_its_own(got, a, b, alpha, beta):
    wrong = a == b and not np.isclose(got, a)
    return f"k({a:g}, {a:g}) = {got:.6g}, wanted {a:g}." if wrong else ""


def _outside_the_bounds(got, a, b, *_):
    top = math.sqrt(a * b)
    wrong = got < 0 or got > top * (1 + 1e-9)
    told = f"It is {got:.6g}, but the square root of ab is {top:.6g} (Cauchy-Schwarz)."
    return told if wrong else ""


EXERCISES = (
    Exercise(
        number="13.1",
        title="Chi-squared for histograms",
        call="my_chi2(X)",
        cases=_histograms,
        oracle=lambda X: _additive(X, _harmonic),
        own=("kernlab_helpers.additive_kernel",),
        wrong="a value of the kernel is wrong",
        won="Your kernel compares histograms as chi-squared does, so a rare bin counts, too.",
        hints=(
            "Which pairs of rows meet? Make the product and the sum of the entries for all of them"
            " at once, with shape (n, n, d), and add over the last axis.",
            "X[:, None] * X is the product. Where the sum is 0 the product is 0, too, so you can"
            " divide by any other number there. np.where helps.",
        ),
        properties={
            "the matrix is not symmetric": not_symmetric,
            "the kernel of a histogram with itself is not its sum": _diagonal_is_no_sum,
        },
        slips={
            "this is the squared distance, not the kernel": lambda X: _additive(X, _gap),
            "the bins where both entries are 0 are divided like the others": lambda X: np.sum(
                2 * X[:, None] * X / (X[:, None] + X), axis=2
            ),
            "the 2 is missing": lambda X: _additive(X, _harmonic) / 2,
            "this is the linear kernel": lambda X: X @ X.T,
            "this is the intersection kernel": lambda X: _additive(X, min),
            "the formula is for entries, not for whole rows": lambda X: (
                2 * X @ X.T / np.maximum(X.sum(axis=1)[:, None] + X.sum(axis=1), 1e-9)
            ),
            "this is Hellinger's kernel": lambda X: np.sqrt(X) @ np.sqrt(X).T,
        },
    ),
    Exercise(
        number="13.2",
        title="The map of one entry",
        call="my_map(x, rho, L)",
        cases=_amounts,
        oracle=_map,
        own=("kernlab_helpers.ExplicitMap",),
        wrong="a feature is wrong",
        won="The kernel has become a short list of features, which is what linear methods need.",
        hints=(
            "Which feature has no cosine and no 2? Each sample after the first gives two features"
            " of the same height. And what will you do about log(0)?",
            "The height is the square root of 2 x L rho[j], and the angle is j L log(x). For x = 0"
            " every height is 0, so you can take any angle.",
        ),
        properties={
            "0 does not go to zeros": _zero_is_not_zero,
            "the squared length of the features is wrong": _length_is_wrong,
        },
        slips={
            "x is missing under the square root, the misprint of Table 1": lambda x, rho, L: _map(
                x, rho, L, outside=True
            ),
            "the 2 for the two signs of the frequency is missing": lambda x, rho, L: _map(
                x, rho, L, two=1.0
            ),
            "the step L is missing under the square root": lambda x, rho, L: (
                _map(x, rho, L) / math.sqrt(L)
            ),
            "the square root is missing": lambda x, rho, L: _map(x, rho, L, root=float),
            "the angle has a logarithm of another base": lambda x, rho, L: _map(
                x, rho, L, log=math.log10
            ),
            "the angle has x where log(x) belongs": lambda x, rho, L: _map(x, rho, L, log=float),
            "the step L is missing in the angle": lambda x, rho, L: (
                _map(x, rho, 1.0) * math.sqrt(L)
            ),
            "the sines have the minus of (12): the kernel is the same, but here they have a"
            " plus": lambda x, rho, L: _map(x, rho, L, sign=-1),
            "the sines stand before the cosines": lambda x, rho, L: _map(x, rho, L, turn=-1),
            "all cosines stand before all sines": lambda x, rho, L: np.concatenate(
                [_map(x, rho, L)[:1], _map(x, rho, L)[1::2], _map(x, rho, L)[2::2]]
            ),
        },
    ),
    Exercise(
        number="13.3",
        title="Two entries, one direction",
        call="my_twin(L)",
        cases=_periods,
        oracle=lambda L: math.exp(2 * math.pi / L),
        accepts=_no_twin,
        wrong="its features point elsewhere, or it is the entry 1",
        won="You have found an alias: two entries far apart that look alike to the finite map.",
        hints=(
            "When do the features of x and of 1 have the same direction? All cosines and sines of"
            " j L log(x) must be those of the angle 0.",
            "Look at j = 1, which decides. L log(x) must be a full turn, 2 pi, or several of them."
            " Solve for x.",
        ),
        slips={
            "this is log(x), not x": lambda L: 2 * math.pi / L,
            "after half a turn the features point elsewhere": lambda L: math.exp(math.pi / L),
            "the step L multiplies": lambda L: math.exp(2 * math.pi * L),
            "this is the same entry, and an alias is another one": lambda L: 1.0,
            "the logarithm of the map is the natural one": lambda L: 10 ** (2 * math.pi / L),
        },
    ),
    Exercise(
        number="13.4",
        title="The repaired kernel",
        call="my_family(a, b, alpha, beta)",
        cases=_pairs,
        oracle=lambda a, b, alpha, beta: (a + b - _squared(a, b, alpha, beta)) / 2,
        own=("kernlab_helpers.hein_bousquet", "kernlab_helpers.additive_kernel"),
        wrong="the kernel has the wrong value",
        won="One formula with two exponents gives you a whole family of kernels for histograms.",
        hints=(
            "Which three squared distances does the kernel need? Compute the two power means first,"
            " then the squared distance, then the kernel.",
            "The larger power mean belongs to alpha. Divide the difference by 2^(-1/alpha) -"
            " 2^(-1/beta), which is positive here. Then k is half of a + b - d^2.",
        ),
        properties={
            "the kernel of an entry with itself is not the entry": _not_its_own,
            "the value is not between 0 and the square root of ab": _outside_the_bounds,
        },
        slips={
            "this is the squared distance": _squared,
            "the sign of the squared distance is the printed one": lambda a, b, *pair: (
                (a + b + _squared(a, b, *pair)) / 2
            ),
            "the squared distance is not divided": lambda a, b, alpha, beta: (
                (a + b - _mean(a, b, alpha) + _mean(a, b, beta)) / 2
            ),
            "the 1/2 in front is missing": lambda a, b, *pair: a + b - _squared(a, b, *pair),
        },
    ),
)
