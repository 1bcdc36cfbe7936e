"""Exercises of chapter 3: the Mercer map."""

import numpy as np

from classroom.exercises.exercise import Exercise

_IRISES = np.array([[5.9, 3.0], [6.9, 3.1], [6.6, 2.9], [4.6, 3.2], [6.0, 2.2]])


def _sets(rng):
    """Point sets of full rank, with no two eigenvalues and no two largest entries alike."""
    by_hand = [[[2]], [[2], [1]], [[1, 0], [0, 3]], [[2, 1], [1, 1]], [[1], [-2], [0]]]
    by_hand += [[[2, 1], [2, 1], [0, 3]], [[40, 0.02], [0, 0.02]]]
    shapes = [(3, 2), (4, 2), (4, 3), (5, 2), (5, 3), (6, 3), (8, 3)]
    random = [rng.normal(size=shape).round(2) for shape in shapes]
    return [*(np.array(X, float) for X in by_hand), _IRISES, *random]


def _kernels_and_ranks(rng):
    sets = _sets(rng)
    return [(X @ X.T, r) for X in sets for r in range(1, X.shape[1] + 1)]


def _falling(K):
    values, vectors = np.linalg.eigh(K)
    return values[::-1], vectors[:, ::-1]


def _mercer(K, r):
    values, vectors = _falling(K)
    signs = [1 if max(u) > max(-u) else -1 for u in vectors.T[:r]]
    return vectors[:, :r] * signs * np.sqrt(values[:r])


def _gram_is_not_K(got, K, r):
    products = got @ got.T
    if r < np.linalg.matrix_rank(K) or np.allclose(products, K):
        return ""
    i, j = np.unravel_index(np.abs(products - K).argmax(), K.shape)
    words = f"r is the rank, but rows {i + 1} and {j + 1} have the inner product"
    return f"{words} {products[i, j]:.6g}, not {K[i, j]:.6g}."


def _columns_not_orthogonal(got, K, r):
    product = got.T @ got
    off = product - np.diag(np.diag(product))
    if np.abs(off).max() <= 1e-6 * np.abs(K).max():
        return ""
    return f"Two columns have the inner product {off.flat[np.abs(off).argmax()]:.6g}."


def _rising(got, K, r):
    lengths = np.linalg.norm(got, axis=0)
    words = f"The columns have the lengths {', '.join(f'{v:.3g}' for v in lengths)}."
    return words if np.diff(lengths).max(initial=0) > 1e-6 * lengths.max() else ""


def _sign_rule_broken(got, K, r):
    largest = got[np.abs(got).argmax(axis=0), range(r)]
    j = largest.argmin()
    return f"In column {j} it is {largest[j]:.6g}." if largest[j] < 0 else ""


def _scaled(power):
    return lambda K, r: _mercer(K, r) * _falling(K)[0][:r] ** (power - 0.5)


def _kernels_and_fewer(rng):
    """Every r from 1 to n, so that the error is 0 where r reaches the rank."""
    return [(X @ X.T, r) for X in _sets(rng) for r in range(1, len(X) + 1)]


def _error(K, r):
    """Subtract one term after the other, then add up all squared entries."""
    values, vectors = _falling(K)
    rest = np.array(K, float)
    for value, u in zip(values[:r], vectors.T[:r], strict=True):
        rest = rest - value * np.outer(u, u)
    return float(np.sqrt(np.sum(rest**2)))


def _left_out(K, r):
    return _falling(K)[0][r:]


def _not_zero_at_rank(got, K, r):
    rank = np.linalg.matrix_rank(K)
    return f"K has rank {rank}, so with {r} eigenpairs nothing is missing." if r >= rank else ""


def _not_the_one_left(got, K, r):
    if r + 1 != np.linalg.matrix_rank(K):
        return ""
    value = _falling(K)[0][r]
    return f"One positive eigenvalue is left out, {value:.6g}, and it is the whole error."


def _known_and_tables(rng):
    """Known points A, and the inner products of hidden points with them."""
    by_hand = [
        ([[2]], [[3]]),
        ([[1, 0], [0, 1]], [[3, 4]]),
        ([[1, 0], [0, 2]], [[3, 4], [1, -1]]),
        ([[1, 1], [0, 1]], [[1, 2]]),
        ([[0, 1], [1, 0]], [[5, 6], [7, 8], [0, 1]]),
        ([[2, 0.5], [1, 1.5]], [[1, 0.5], [1, 0.5], [2.5, 3]]),
        ([[2000, 0], [0, 5e-4]], [[3, 4]]),
    ]
    known = [
        _IRISES[:2],
        [[2, 1], [1, 3]],
        [[1, 2, 0], [0, 1, 1], [1, 0, 3]],
        [[3, -1], [2, 2]],
        [[0.5, 2], [1.5, -1]],
    ]
    hidden = [_IRISES[2:], [[-1, 2], [0, 5]], rng.integers(-4, 5, (4, 3)), [[1, 1]]]
    hidden.append(rng.integers(-8, 9, (8, 2)) / 2)
    tables = [(A, np.array(H) @ np.array(A).T) for A, H in zip(known, hidden, strict=True)]
    return [(np.array(A, float), np.array(C, float)) for A, C in [*by_hand, *tables]]


def _hidden(A, C):
    inverse = np.linalg.inv(A)
    return np.array([inverse @ row for row in C])


def _wrong_inner_product(got, A, C):
    back = got @ A.T
    i, j = np.unravel_index(np.abs(back - C).argmax(), C.shape)
    return (
        f"Your point {i} has the inner product {back[i, j]:.6g} with known point {j};"
        f" the table says {C[i, j]:.6g}."
    )


def _dips():
    """Return a table without a negative entry, whose best copy of rank 2 has one."""
    return np.array([[1, 0.5, 0], [0.5, 1, 0.5], [0, 0.5, 1]])


def _does_not_dip(K):
    """Say what a table lacks to be a kernel matrix that dips below 0 in its copy of rank 2."""
    if not np.allclose(K, K.T):
        return "It is not symmetric."
    if K.min() < 0:
        return f"It has a negative entry already, {K.min():.6g}."
    values, vectors = _falling(K)
    if values[-1] < -1e-10 * values[0]:
        return f"It is not a kernel matrix, because its smallest eigenvalue is {values[-1]:.6g}."
    if values[1] - values[2] < 1e-6 * values[0]:
        return (
            "Its last two eigenvalues are equal, so there is more than one approximation of rank 2."
        )
    copy = (vectors[:, :2] * values[:2]) @ vectors[:, :2].T
    if copy.min() < -1e-3 * K.max():
        return ""
    return f"The lowest entry of its approximation of rank 2 is {copy.min():.3g}."


EXERCISES = (
    Exercise(
        number="3.1",
        title="Points from K",
        call="my_mercer(K, r)",
        cases=_kernels_and_ranks,
        oracle=_mercer,
        own=("kernlab_helpers.MercerMap",),
        wrong="a coordinate is wrong",
        won="From inner products alone you have brought the points back, up to a rotation.",
        hints=(
            "np.linalg.eigh gives the eigenvalues in rising order. Which columns do you want, in"
            " which order, and by what do you multiply each of them?",
            "Reverse the order, keep r columns, and multiply each by the square root of its"
            " eigenvalue. For the sign, look in each column at the entry where np.abs is largest.",
        ),
        properties={
            "the columns are not orthogonal": _columns_not_orthogonal,
            "the columns do not come in the order of the eigenvalues": _rising,
            "the inner products of the rows are not K": _gram_is_not_K,
            "the entry of largest absolute value in a column is negative": _sign_rule_broken,
        },
        slips={
            "the eigenvectors are not scaled": _scaled(0),
            "the eigenvectors are multiplied by the eigenvalue, not by its square root": _scaled(1),
            "the eigenvectors are divided by the square root": _scaled(-0.5),
        },
    ),
    Exercise(
        number="3.2",
        title="What r eigenpairs miss",
        call="my_error(K, r)",
        cases=_kernels_and_fewer,
        oracle=_error,
        wrong="the error has the wrong value",
        won="You know how much of K is lost when only r axes are kept.",
        hints=(
            "K - K_r is the sum of the terms that you left out. Which eigenvalues does it have?",
            "Sort the eigenvalues in falling order, square those after the first r, add them up and"
            " take the square root. You can also build K_r and add up the squares of K - K_r.",
        ),
        properties={
            "r reaches the rank, and the error is not 0": _not_zero_at_rank,
            "the error is not the one eigenvalue that is left out": _not_the_one_left,
        },
        slips={
            "the eigenvalues are added, not their squares": lambda K, r: _left_out(K, r).sum(),
            "the square root was forgotten": lambda K, r: _error(K, r) ** 2,
            "the smallest eigenvalues were kept": lambda K, r: np.sqrt(
                np.sum(_falling(K)[0][: len(K) - r] ** 2)
            ),
            "this is the norm of K_r": lambda K, r: np.sqrt(np.sum(_falling(K)[0][:r] ** 2)),
            "only the largest eigenvalue left out is counted": lambda K, r: (
                _left_out(K, r)[0] if r < len(K) else 0.0
            ),
        },
    ),
    Exercise(
        number="3.3",
        title="An approximation with a negative entry",
        call="my_table",
        cases=lambda rng: [()],
        oracle=_dips,
        accepts=_does_not_dip,
        wrong="this is not such a table",
        won="Fewer eigenpairs can make two points point apart, although in K no two points do.",
        hints=(
            "You take away the term of the smallest eigenvalue. What happens at an entry where this"
            " term is positive and K is 0?",
            "Put ones on the diagonal and 0 in the corners, so that the two outer points have"
            " nothing in common, and let the middle point be like both. How alike may they be?",
        ),
        slips={
            "a table of ones has rank 1, so its approximation misses nothing": lambda: np.ones(
                (3, 3)
            ),
            "the identity has three equal eigenvalues": lambda: np.eye(3),
            "no points have this table, because it has a negative eigenvalue": lambda: np.array(
                [[1.0, 1, 0], [1, 1, 1], [0, 1, 1]]
            ),
        },
    ),
    Exercise(
        number="3.4",
        title="The hidden points",
        call="my_hidden(A, C)",
        cases=_known_and_tables,
        oracle=_hidden,
        wrong="a hidden point is wrong",
        won="Inner products with d known points give a hidden point away.",
        hints=(
            "For one hidden point x the table gives A x = c, d equations with d unknowns. Which"
            " NumPy function solves such a system?",
            "np.linalg.solve takes several right sides at once, but as columns, and your hidden"
            " points stand in the rows of C. Transpose the table before, and the result after.",
        ),
        properties={
            "the hidden points do not have the inner products of the table": _wrong_inner_product,
        },
        slips={
            "the table is multiplied by A, but the system must be solved": lambda A, C: C @ A,
            "the system is solved with the columns of A": lambda A, C: C @ np.linalg.inv(A),
            "the table itself came back": lambda A, C: C,
        },
    ),
)
