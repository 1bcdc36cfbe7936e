"""Inputs that several exercises are checked on: small, adversarial, random with a fixed seed."""

import numpy as np


def kernel_matrices(rng):
    """Kernel matrices: by hand, repeated, opposite and far points, polynomial, Gaussian, tiny."""
    by_hand = [
        [[4]],
        [[2, 1], [1, 3]],
        [[1, 0], [0, 1]],
        [[1, -1], [-1, 1]],
        [[4, 4], [4, 4]],
        [[0, 0], [0, 9]],
        [[4, 2], [2, 1]],
    ]
    sets = [rng.integers(-3, 4, (n, d)) for n in (2, 3, 3, 4, 5) for d in (1, 2)]
    products = [X @ X.T for X in sets]
    far = (sets[4] + 100) @ (sets[4] + 100).T
    square = [(products[5] + 1) ** 2, np.exp(-squared_distances(sets[7]) / 8)]
    small = [[4e-4, 2e-4], [2e-4, 9e-4]]
    seven = rng.integers(-6, 7, (7, 2)) / 2
    return [
        (np.array(K, float),) for K in [*by_hand, *products, far, *square, small, seven @ seven.T]
    ]


def symmetric_matrices(rng):
    """Matrices that look positive and are not, and the other way round, at every scale."""
    rounding = np.diag([1.0, 0.0]) - 1e-13 * np.eye(2)
    by_hand = [
        [[2]],
        [[0]],
        [[-1]],
        [[-1e-9]],
        [[2, 1], [1, 3]],
        [[0, 1], [1, 0]],
        [[2, -1], [-1, 2]],
        [[1, 2], [2, 1]],
        [[-1, 0], [0, -2]],
        [[5, 0], [0, -1]],
        [[4, 2], [2, 1]],
        rounding,
        1e9 * rounding,
        [[1, 0], [0, -1e-7]],
        [[1, 0], [0, -3e-10]],
        [[1, 0], [0, -3e-11]],
        ones_and(-3e-10),
        [[0, 0], [0, -1]],
        [[0, 0, 0], [0, 1, 2], [0, 2, 1]],
        1e-9 * np.array([[1, -2], [-2, 1]]),
        1e9 * np.array([[1, 2], [2, 1]]),
        [[1, 1, 0], [1, 1, 1], [0, 1, 1]],
    ]
    sets = [rng.integers(-3, 4, (n, d)) for n, d in [(3, 1), (3, 2), (4, 2), (5, 1), (5, 3)]]
    sets.append(rng.integers(-6, 7, (7, 2)) / 2)
    mirrored = [X @ X.T - 0.5 * np.diag(np.sum(X**2, axis=1)) for X in [*sets[1:3], sets[-1]]]
    return [(np.array(K, float),) for K in [*by_hand, *(X @ X.T for X in sets), *mirrored]]


def ones_and(value):
    """Ones, whose eigenvalue 4 is no entry, and beside them one more eigenvalue."""
    K = np.ones((5, 5))
    K[4] = K[:, 4] = 0
    K[4, 4] = value
    return K


def points_and_widths(rng):
    """Points and sigma: one point, a pair at distance sigma, repeated and far ones, random."""
    by_hand = [
        ([[1, 2]], 2),
        ([[0], [2]], 2),
        ([[0], [1]], 1),
        ([[0], [3]], 1.5),
        ([[0, 0], [3, 4]], 5),
        ([[1, 1], [1, 1]], 0.5),
        ([[0, 0], [30, 40]], 1),
        ([[100, 100], [101, 102]], 2),
        ([[0, 1, 2], [2, 1, 0]], 4),
        ([[0.5], [2]], 2),
        ([[5e-4], [1200]], 900),
    ]
    random = [
        (rng.integers(-3, 4, (n, d)), sigma)
        for n, d, sigma in [(2, 2, 0.5), (3, 1, 2), (3, 2, 3), (4, 3, 2), (5, 2, 20), (6, 2, 1.5)]
    ]
    random.append((rng.integers(-6, 7, (8, 2)) / 2, 2.5))
    return [(np.array(X, float), float(sigma)) for X, sigma in [*by_hand, *random]]


def squared_distances(X):
    """Squared distances of the rows of X, by loops."""
    return np.array([[sum((a - b) ** 2 for a, b in zip(x, y, strict=True)) for y in X] for x in X])


def distance_tables(rng):
    """Distance tables: a line, its squares, a long side, K_{2,3}, copies, far ones, random."""
    line = np.abs(np.subtract.outer([0.0, 1, 2], [0.0, 1, 2]))
    k23 = [[0, 2, 1, 1, 1], [2, 0, 1, 1, 1], [1, 1, 0, 2, 2], [1, 1, 2, 0, 2], [1, 1, 2, 2, 0]]
    by_hand = [
        [[0, 1], [1, 0]],
        line,
        line**2,
        [[0, 1, 9], [1, 0, 1], [9, 1, 0]],
        [[0, 2, 2], [2, 0, 2], [2, 2, 0]],
        [[0, 3, 5], [3, 0, 1], [5, 1, 0]],
        [[0, 1, 2, 1], [1, 0, 1, 2], [2, 1, 0, 1], [1, 2, 1, 0]],
        k23,
        np.square(k23),
        [[0, 0.5, 2.5], [0.5, 0, 1.25], [2.5, 1.25, 0]],
        [[0, 5e-4, 3000], [5e-4, 0, 3000], [3000, 3000, 0]],
    ]
    random = []
    for n, unit in [(3, 1), (4, 1), (4, 1), (5, 1), (6, 1), (8, 4)]:
        upper = np.triu(rng.integers(1, 9, (n, n)), 1) / unit
        random.append(upper + upper.T)
    return [(np.array(D, float),) for D in [*by_hand, *random]]
