"""Exercises of chapter 5: the unit diagonal."""

import numpy as np

from classroom.exercises.exercise import Exercise

from .laws import diagonal_is_not, not_symmetric
from .samples import kernel_matrices

NONE = 1e-12  # a squared length below this share of the largest counts as 0


def _with_directions(rng):
    """Kernel matrices of points none of which lies at the origin, two of them far from length 1."""
    extreme = [([[1e-6, 5e-2], [5e-2, 1e4]],), ([[100, -5], [-5, 1]],)]
    cases = [case for case in kernel_matrices(rng) if np.all(np.diag(case[0]) > 0)]
    return [*cases, *[(np.array(K, float),) for (K,) in extreme]]


def _cosine(K):
    indices = range(len(K))
    return np.array([[K[i, j] / np.sqrt(K[i, i] * K[j, j]) for j in indices] for i in indices])


def _above_one(got, *case):
    largest = np.abs(got).max()
    return f"One entry is {largest:.6g} in absolute value." if largest > 1 + 1e-9 else ""


def _sign_lost(wanted):
    def broken(got, *case):
        want = wanted(*case)
        lost = np.allclose(got, np.abs(want)) and np.any(want < 0)
        return f"The smallest cosine is {want.min():.6g}." if lost else ""

    return broken


def _pairs(rng):
    """Two vectors with a positive inner product: the smallest case, equal lengths, random."""
    by_hand = [
        ([2], [2]),
        ([1], [3]),
        ([1, 0], [1, 1]),
        ([3, 4], [4, 3]),
        ([1, 1], [2, 2]),
        ([0.1, 0], [0.1, 0.2]),
        ([1, 2, 2], [6, 0, 0]),
        ([10, -1], [1, 1]),
        ([0.5, 1.5], [2.5, 1]),
        ([1, 2, 3, 4, 5, 6, 7, 8], [1, 0, 0.5, 1, 0, 0, 2, 0]),
        ([2000, 0], [1, 5e-4]),
    ]
    random = [(rng.integers(1, 6, d), rng.integers(0, 6, d) + np.eye(d)[0]) for d in (2, 3, 4, 5)]
    return [tuple(np.array(part, float) for part in pair) for pair in [*by_hand, *random]]


def _ratio(x, y):
    inner = float(x @ y)
    printed = [inner / np.sqrt(float(z @ z) * inner) for z in (x, y)]
    return float(printed[0] / printed[1])


def _equal_lengths(got, x, y):
    return "The two vectors have the same length." if np.isclose(x @ x, y @ y) else ""


def _with_origin(rng):
    """Kernel matrices with points at the origin, exactly or within rounding, and without."""
    rounding = np.array([[1, 3e-18, -1], [3e-18, 7e-18, 0], [-1, 0, 1]])
    negative = np.array([[1, 0, -1], [0, -1e-17, 0], [-1, 0, 1]])
    by_hand = [
        [[4, 0], [0, 0]],
        [[0, 0], [0, 9]],
        [[1, 0, -1], [0, 0, 0], [-1, 0, 1]],
        [[0, 0, 0], [0, 4, 1], [0, 1, 1]],
        [[9, 0, 3, 0], [0, 0, 0, 0], [3, 0, 4, 0], [0, 0, 0, 0]],
        rounding,
        [[1e6, 0.2], [0.2, 1e-7]],
        negative,
        [[2e-14, 1e-14], [1e-14, 3e-14]],
        [[1, 3e-6], [3e-6, 2e-11]],
        [[1, 3e-7], [3e-7, 2e-13]],
        [[1, 3e-7], [3e-7, 1e-12]],  # at the border itself, and not below it
    ]
    return [*_with_directions(rng), *[(np.array(K, float),) for K in by_hand]]


def _none(K, share=NONE):
    return np.diag(K) < share * np.diag(K).max()


def _careful(K, share=NONE):
    C = np.eye(len(K))
    none = _none(K, share)
    for i in range(len(K)):
        for j in range(len(K)):
            if i != j:
                product = 1 if none[i] or none[j] else K[i, i] * K[j, j]
                C[i, j] = 0 if none[i] or none[j] else K[i, j] / np.sqrt(product)
    return C


def _with_itself(got, K):
    i = int(np.argmax(_none(K)))
    if not _none(K)[i] or np.isclose(got[i, i], 1):
        return ""
    return f"K[{i}, {i}] = {K[i, i]:.2g} counts as 0. Entry ({i}, {i}) is {got[i, i]:.6g}, not 1."


def _with_others(got, K):
    none = _none(K)
    strays = np.abs(got - np.diag(np.diag(got))) * (none[:, None] | none)
    i, j = map(int, np.unravel_index(np.argmax(strays), strays.shape))
    if strays[i, j] < 1e-12:
        return ""
    k = i if none[i] else j
    return f"K[{k}, {k}] = {K[k, k]:.2g} counts as 0. Entry ({i}, {j}) is {got[i, j]:.3g}, not 0."


def _short_taken_for_none(got, K):
    short = np.diag(K) < 1e-6 * np.diag(K).max()
    if _none(K).any() or not short.any() or not np.allclose(got, np.eye(len(K))):
        return ""
    return "The shorter point is short, but it has a direction."


def _opinions():
    """Return four points of which the first has another best friend by each rule."""
    return np.array([[1, 0], [0.8, 0.5], [5, 4], [0.3, 0]])


def _favorites(X):
    """Return whom distance, product and cosine put next to the first point, clearly."""
    first, others = X[0], X[1:]
    products = others @ first
    rules = {
        "by distance": -np.linalg.norm(others - first, axis=1),
        "by product": products,
        "by cosine": products / np.linalg.norm(others, axis=1) / np.linalg.norm(first),
    }
    found = {}
    for rule, values in rules.items():
        second, best = np.sort(values)[-2:]
        clear = best - second > 1e-6 * np.abs(values).max()
        found[rule] = f"x{values.argmax() + 2}" if clear else "nobody alone"
    return found


def _agree(X):
    """Say whose opinion is not the one that is asked for; "" where all three are."""
    if np.any(np.linalg.norm(X, axis=1) == 0):
        return "A point lies at the origin and has no cosine."
    wanted = {"by distance": "x2", "by product": "x3", "by cosine": "x4"}
    found = _favorites(X)
    for rule, who in wanted.items():
        if found[rule] != who:
            return f"Nearest to x1 {rule} is {found[rule]}, not {who}."
    return ""


EXERCISES = (
    Exercise(
        number="5.1",
        title="The cosine from K",
        call="my_cosine(K)",
        cases=_with_directions,
        oracle=_cosine,
        own=("kernlab_helpers.unit_diagonal", "kernlab_helpers.order_t"),
        wrong="a cosine has the wrong value",
        won="You compare directions only: long and short points weigh the same now.",
        hints=(
            "Each entry is divided by two lengths. Where in K do you find the squared lengths?",
            "Take the square root of the diagonal. The outer product of these lengths with"
            " themselves is the matrix to divide by, entry by entry.",
        ),
        properties={
            "the result is not symmetric": not_symmetric,
            "the cosine of a point with itself is not 1": diagonal_is_not(1),
            "the sign is lost": _sign_lost(_cosine),
            "a cosine is larger than 1": _above_one,
        },
        slips={
            "the square root is missing: squared lengths divide, not lengths": lambda K: (
                K / np.outer(np.diag(K), np.diag(K))
            ),
            "each row is divided by its own diagonal entry": lambda K: K / np.diag(K)[:, None],
            "each column is divided by its own diagonal entry: [:, None] makes a column of"
            " a row": lambda K: K / np.diag(K),
            "each row is divided by one length only": lambda K: K / np.sqrt(np.diag(K))[:, None],
            "each column is divided by one length only: [:, None] makes a column of a row": (
                lambda K: K / np.sqrt(np.diag(K))
            ),
            "this is the trace normalization": lambda K: K * len(K) / np.trace(K),
            "the mean of the two squared lengths divides: that is order 1 of chapter 7": lambda K: (
                2 * K / (np.diag(K)[:, None] + np.diag(K))
            ),
        },
    ),
    Exercise(
        number="5.2",
        title="How wrong is the printed formula?",
        call="my_ratio(x, y)",
        cases=_pairs,
        oracle=_ratio,
        wrong="the ratio has the wrong value",
        won="The two printed values differ by the ratio of the two lengths.",
        hints=(
            "Write both fractions down and divide. Which factors stand both above and below?",
            "All inner products of x with y cancel, so only the two lengths are left. Which of"
            " them stands above?",
        ),
        properties={"the two values are equal here, so the ratio is 1": _equal_lengths},
        slips={
            "the ratio is upside down": lambda x, y: 1 / _ratio(x, y),
            "these are squared lengths: the square root is missing": lambda x, y: _ratio(x, y) ** 2,
            "these are squared lengths, upside down": lambda x, y: _ratio(x, y) ** -2,
            "this is the printed value of (x, y) alone": lambda x, y: np.sqrt(x @ y / (x @ x)),
            "this is the cosine": lambda x, y: x @ y / np.sqrt((x @ x) * (y @ y)),
        },
    ),
    Exercise(
        number="5.3",
        title="Three opinions",
        call="my_points",
        cases=lambda rng: [()],
        oracle=_opinions,
        accepts=_agree,
        wrong="the three rules do not name x2, x3 and x4",
        won="Nearest, largest inner product, smallest angle: three questions and three answers.",
        hints=(
            "Begin with x1 = (1, 0). The inner product is then the first coordinate, and the cosine"
            " asks for the direction only. Which of the others should be long, and which short?",
            "Put x3 far away, in about the direction of x1, but not quite. Put x4 exactly in its"
            " direction, and very short. Then x2 stands beside x1.",
        ),
        slips={
            "one point is the nearest by every rule": lambda: np.array(
                [[1.0, 0], [1.1, 0], [0, 1], [-1, 0]]
            ),
            "all lengths are equal, so the three rules agree": lambda: np.array(
                [[1.0, 0], [0.8, 0.6], [0, 1], [-1, 0]]
            ),
            "inner product and distance have changed places": lambda: _opinions()[[0, 2, 1, 3]],
        },
    ),
    Exercise(
        number="5.4",
        title="A point at the origin",
        call="my_careful_cosine(K)",
        cases=_with_origin,
        oracle=_careful,
        quiet=True,
        own=("kernlab_helpers.unit_diagonal", "kernlab_helpers.order_t"),
        wrong="a cosine has the wrong value",
        won="Your cosine gives a number for every input, even where there is no direction.",
        hints=(
            "First find out which points count as being at the origin. By which number must you"
            " never divide? Put a harmless one in its place.",
            "Divide by 1 where the squared length counts as 0, then write 0 into the rows and"
            " columns of these points, and at the end 1 into the whole diagonal.",
        ),
        properties={
            "a point at the origin is not 1 with itself": _with_itself,
            "a point at the origin is not 0 with another": _with_others,
            "the result is not symmetric": not_symmetric,
            "a short point is taken for the origin": _short_taken_for_none,
            "the sign is lost": _sign_lost(_careful),
        },
        slips={
            "a point at the origin got 0 with itself": lambda K: _careful(K) - np.diag(_none(K)),
            "all points were taken for the origin": lambda K: np.eye(len(K)),
            "only an exact 0 or less counts": lambda K: _careful(K, share=1e-300),
        },
    ),
)
