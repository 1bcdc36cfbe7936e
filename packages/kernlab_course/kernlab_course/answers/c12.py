"""Exercises of chapter 12: clustering with relaxed kernels."""

import warnings
from itertools import permutations

import numpy as np
from scipy.spatial.distance import pdist, squareform

import kernlab_helpers as kh
from classroom.exercises.exercise import Exercise

from .laws import not_symmetric


def _affinities(rng):
    """Affinity matrices with a diagonal: two points, two groups, a chain, a hub, random."""
    by_hand = [
        [[1, 0.5], [0.5, 1]],
        [[1, 4], [4, 1]],
        [[0, 0.25], [0.25, 0]],
        [[1, 0.9, 0.1, 0], [0.9, 1, 0, 0.1], [0.1, 0, 1, 0.9], [0, 0.1, 0.9, 1]],
        [[1, 0.5, 0], [0.5, 1, 0.5], [0, 0.5, 1]],
        [[1, 1, 2], [1, 1, 2], [2, 2, 1]],
        [[1, 2000, 5e-4], [2000, 1, 3], [5e-4, 3, 1]],
    ]
    random = []
    for n in (3, 4, 5, 6, 8):
        A = rng.integers(1, 9, (n, n)) / 8
        random.append((A + A.T) / 2)
    return [(np.array(A, float),) for A in [*by_hand, *random]]


def _normalized(A, kept=False, power=0.5):
    A = A if kept else A - np.diag(np.diag(A))
    degrees = A.sum(axis=1)
    return A / np.outer(degrees, degrees) ** power


def _own_affinity(got, A):
    i = int(np.argmax(np.abs(np.diag(got))))
    if np.allclose(np.diag(got), 0):
        return ""
    return f"Entry ({i}, {i}) is {got[i, i]:.6g}, but no point vouches for itself, so it must be 0."


def _not_top(got, A):
    top = float(np.abs(np.linalg.eigvals(got)).max())
    return "" if np.isclose(top, 1) else f"Its largest eigenvalue is {top:.6g}, but that of L is 1."


def _tables(rng):
    """Square tables of counts, classes by clusters: renamed, tied, an empty cluster, random."""
    by_hand = [
        [[50, 0], [0, 50]],
        [[0, 50], [50, 0]],
        [[10, 40], [30, 20]],
        [[30, 20], [10, 0]],
        [[0, 50, 0], [2, 0, 48], [36, 0, 14]],
        [[5, 5, 0], [9, 0, 1], [9, 0, 1]],
        [[50, 0, 0], [50, 0, 0], [0, 25, 25]],
        [[3]],
        [[4, 3, 0], [3, 0, 0], [0, 0, 1]],
    ]
    random = [rng.integers(0, 20, (k, k)) + np.eye(k, dtype=int) for k in (2, 3, 3, 4, 4)]
    return [(np.array(N),) for N in [*by_hand, *random]]


def _accuracy(N):
    k = range(len(N))
    return float(max(sum(N[u, p[u]] for u in k) for p in permutations(k)) / N.sum())


def _greedy(N):
    left = N.astype(float)
    total = 0.0
    for _ in range(len(N)):
        u, v = np.unravel_index(left.argmax(), left.shape)
        total += left[u, v]
        left[u] = -1
        left[:, v] = -1
    return total / N.sum()


def _perfect(got, N):
    if _accuracy(N) == 1 and not np.isclose(got, 1):
        return "Every cluster holds one class, only under another name, so the accuracy is 1."
    return ""


def _below_chance(got, N):
    if got < 1 / len(N) - 1e-9:
        return f"It is {got:.3g}, but the best of all pairings is never below 1/{len(N)}."
    return ""


def _matrices(rng):
    """Symmetric matrices with negative eigenvalues and without."""
    by_hand = [
        [[0, 1], [1, 0]],
        [[1, 2], [2, 1]],
        [[1, 0.5], [0.5, 1]],
        np.eye(3),
        np.diag([2.0, -1, -1]),
        [[1, 0.9, 0], [0.9, 1, 0.9], [0, 0.9, 1]],
        [[4, 1, -2], [1, 3, 0], [-2, 0, -5]],
        100 * np.diag([1.0, -0.25]),
        [[1, 1], [1, 1]],
        [[2000, 5e-4], [5e-4, -1000]],
    ]
    random = []
    for n in (3, 4, 5, 6, 8):
        A = rng.integers(-5, 6, (n, n))
        random.append(A + A.T + np.diag(np.arange(n)))
    return [(np.array(K, float),) for K in [*by_hand, *random]]


def _negative(K):
    values = np.linalg.eigvalsh(K)
    return float(-values[values < 0].sum() / np.abs(values).sum())


def _no_share(got, K):
    return (
        "" if -1e-12 <= got <= 1 + 1e-12 else f"It is {got:.6g}, but a fraction lies from 0 to 1."
    )


def _clean(got, K):
    if _negative(K) == 0 and abs(got) > 1e-12:
        return "This matrix has no negative eigenvalue, so the fraction is 0."
    return ""


def _no_affinity(got):
    if not np.allclose(got, got.T):
        return not_symmetric(got)
    if not np.allclose(np.diag(got), 1):
        return f"Its diagonal is {np.diag(got).round(3).tolist()}, not 1."
    inside = got.min() >= -1e-9 and got.max() <= 1 + 1e-9
    return "" if inside else f"Its entries go from {got.min():.4g} to {got.max():.4g}."


def _positive(got):
    low = float(np.linalg.eigvalsh(got)[0])
    return (
        "" if low <= -0.2 + 1e-9 else f"Its smallest eigenvalue is {low:.4g}, but -0.2 is wanted."
    )


def _lonely(got):
    degrees = got.sum(axis=1) - 1
    i = int(np.argmin(degrees))
    return "" if degrees[i] > 1e-9 else f"Point {i} has no affinity to any other, so L has no row."


def _not_harmless(got):
    """Return the first thing that a matrix lacks."""
    laws = (_no_affinity, _lonely, _positive, _not_two_groups)
    return next((words for words in (law(got) for law in laws) if words), "")


def _not_two_groups(got):
    second, third = np.linalg.eigvalsh(_normalized(got))[[-2, -3]]
    if second < 0.99 - 1e-9:
        return f"The second eigenvalue of L is {second:.4g}, so the groups leak."
    return "" if third <= 0.9 + 1e-9 else f"The third is {third:.4g}, so there are more than two."


def _clusters(D):
    """Two clusters of exp(-D / sigma), sigma the quantile .1 of the distances."""
    sigma = np.quantile(D[np.triu_indices(len(D), 1)], 0.1)
    return kh.SpectralKMeans(2, random_state=0).fit_predict(np.exp(-D / sigma))


def _bars(gap=4.5):
    """Two groups, side by side, each of two lying bars of ten points, one above the other."""
    bar = np.column_stack([np.linspace(-1.5, 1.5, 10), 0.05 * (-1.0) ** np.arange(10)])
    return np.vstack([bar + np.array([x, y]) for x in (0, gap) for y in (0, 3)])


def _no_loss(X):
    """Say what is missing where K_BR at gamma = v/10 does not lose to the means, m = 5."""
    if len(np.unique(X, axis=0)) < len(X):
        return "Two of the points are equal; wanted are forty different ones."
    truth = np.repeat([0, 1], 20)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")  # ties: the accuracies below tell
        try:
            G = kh.local_gaussians(X, m=5, gamma=1.0)
            v = np.trace(G.covariances, axis1=1, axis2=2).mean() / 2 - 1
            G = kh.local_gaussians(X, m=5, gamma=v / 10)
            tables = squareform(pdist(G.means)), kh.bhattacharyya_riemannian(G)
            means, whole = (kh.accuracy(truth, _clusters(D)) for D in tables)
        except ValueError as error:
            return f"The kernels cannot be computed from these points: {error}"
    told = f"The means reach an accuracy of {means:.2f}, and K_BR one of {whole:.2f}."
    if means < 0.95:
        return f"{told} Already the means do not find your two groups."
    return told if whole > 0.8 else ""


EXERCISES = (
    Exercise(
        number="12.1",
        title="The normalized affinity",
        call="my_normalized(A)",
        cases=_affinities,
        oracle=_normalized,
        wrong="this is not the normalized affinity",
        won="You have built the matrix that spectral clustering looks at.",
        hints=(
            "Which three steps are these? Set the diagonal to 0 in a copy, take the sums of the"
            " rows, and divide.",
            "Divide entry (i, j) by the square root of degree i times degree j. np.outer gives you"
            " the table of these products.",
        ),
        properties={
            "the matrix is not symmetric": not_symmetric,
            "the diagonal is not 0": _own_affinity,
            "the largest eigenvalue is not 1": _not_top,
        },
        slips={
            "the diagonal was kept": lambda A: _normalized(A, kept=True),
            "rows are divided by their sums, columns are not": lambda A: (
                (A - np.diag(np.diag(A))) / (A.sum(axis=1) - np.diag(A))[:, None]
            ),
            "the square root of the degrees is missing": lambda A: _normalized(A, power=1),
            "the degrees are used twice as a row: [:, None] makes a column of them": lambda A: (
                (A - np.diag(np.diag(A))) / (A.sum(axis=0) - np.diag(A))
            ),
            "the diagonal is deleted after the degrees were taken": lambda A: (
                (A - np.diag(np.diag(A))) / np.sqrt(np.outer(A.sum(axis=1), A.sum(axis=1)))
            ),
        },
    ),
    Exercise(
        number="12.2",
        title="Accuracy under the best pairing",
        call="my_accuracy(N)",
        cases=_tables,
        oracle=_accuracy,
        own=("kernlab_helpers.accuracy",),
        wrong="this is not the accuracy",
        won="Clusters have no names, and your score no longer minds.",
        hints=(
            "Each cluster gets the name of one class, and each name is used once. How many ways are"
            " there for k = 3?",
            "Loop over permutations(range(len(N))), add up N[u, p[u]], and keep the largest sum.",
        ),
        properties={
            "clusters that are right under other names do not score 1": _perfect,
            "the accuracy is below chance": _below_chance,
        },
        slips={
            "cluster v is taken for class v": lambda N: float(np.trace(N) / N.sum()),
            "this is the purity: two clusters may share a name": lambda N: float(
                N.max(axis=0).sum() / N.sum()
            ),
            "each class takes its largest cluster: two classes may share one": lambda N: float(
                N.max(axis=1).sum() / N.sum()
            ),
            "the largest count is taken first, which is not always best": lambda N: float(
                _greedy(N)
            ),
        },
    ),
    Exercise(
        number="12.3",
        title="How indefinite is it?",
        call="my_negative_share(K)",
        cases=_matrices,
        oracle=_negative,
        own=("kernlab_helpers.repair",),
        wrong="this is not the fraction of the negative eigenvalues",
        won="You can say how far a table is from being a kernel, and not only whether it is one.",
        hints=(
            "np.linalg.eigvalsh gives all eigenvalues. Which of them stand above the line, and"
            " which below?",
            "Above the line take the absolute sum of the negative ones, below it the absolute sum"
            " of all.",
        ),
        properties={"this is no fraction": _no_share, "a PSD matrix has a positive value": _clean},
        slips={
            "eigenvalues are counted, not added": lambda K: float(
                np.mean(np.linalg.eigvalsh(K) < 0)
            ),
            "divided by the sum of the positive eigenvalues": lambda K: (
                _negative(K) / (1 - _negative(K))
            ),
            "the sign is reversed": lambda K: -_negative(K),
            "this is the fraction of negative entries": lambda K: float(np.mean(K < 0)),
        },
    ),
    Exercise(
        number="12.4",
        title="Indefinite, with two clean groups",
        call="my_harmless",
        cases=lambda rng: [()],
        oracle=lambda: np.kron(np.eye(2), [[1, 0.9, 0], [0.9, 1, 0.9], [0, 0.9, 1]]),
        accepts=_not_harmless,
        wrong="this matrix is not what was asked",
        won="Spectral clustering needs entries that are not negative, but it needs no kernel.",
        hints=(
            "Can you build one group of three that is not PSD? Put it down twice, with nothing"
            " between the two.",
            "Let two points of a group be very much like a third one, and not at all like each"
            " other.",
        ),
        slips={
            "the two clean groups are PSD": lambda: np.kron(np.eye(2), np.ones((3, 3))),
            "these are six points that stand alone": lambda: np.eye(6),
            "these are three groups": lambda: np.kron(np.eye(3), np.ones((2, 2))),
            "this is one chain": lambda: np.eye(6) + 0.9 * (np.eye(6, k=1) + np.eye(6, k=-1)),
            "some entries are negative": lambda: np.kron(
                np.eye(2), 2 * np.eye(3) - np.ones((3, 3))
            ),
        },
    ),
    Exercise(
        number="12.6",
        title="Where covariances lose",
        call="my_points",
        cases=lambda rng: [()],
        oracle=_bars,
        accepts=_no_loss,
        wrong="here the covariances do not lose",
        won="A covariance makes steps along it cheap. Here they lead to the other group.",
        hints=(
            "A Gaussian with a covariance takes a step along its ellipse for a short one, and one"
            " across it for a long one. Which steps lead to the other group?",
            "Build each group from two lying bars of ten points, one above the other. Then put the"
            " second group beside the first one, so that each bar points to a bar of the other.",
        ),
        slips={
            "the groups are so far apart that nothing can confuse them": lambda: _bars(gap=30),
            "the means do not find the groups either": lambda: _bars(gap=1),
        },
    ),
)
