"""What two experiments share: k-means from many starts at once, stability, tests over sets."""

import numpy as np
from scipy import stats
from scipy.linalg import eigh

import kernlab_helpers as kh

SHARE = 0.8  # of the points in a subsample
SUBSAMPLES = 5
SUB_STARTS = 3  # of a subsample, the one of least cost is kept
MAX_ITER = 200


def standardized(X):
    """Return the features with mean 0 and variance 1."""
    return (X - X.mean(axis=0)) / X.std(axis=0)


def part(X, y, most):
    """Return at most so many points, drawn once and for all, without the constant features."""
    if len(X) > most:
        rows = np.sort(np.random.default_rng(0).permutation(len(X))[:most])
        X, y = X[rows], np.unique(y[rows], return_inverse=True)[1]
    return X[:, X.std(axis=0) > 0], y


# ---------------------------------------------------------------------------------- clusters


def draws(k, starts):
    """Return the random numbers that k-means++ uses, for each start; the same for all settings."""
    return np.array([np.random.default_rng(seed).random(k) for seed in range(starts)])


def k_means(E, U):
    """Return labels (starts, n) and costs of Lloyd's k-means on the rows of E from k-means++.

    `U` has a row of random numbers for each start. A cluster that is empty gets the point that is
    farthest from its mean.
    """
    S, k = U.shape
    n = len(E)
    squares = np.square(E).sum(axis=1)
    C = _first_centers(E, U, squares)
    labels = np.full((S, n), -1)
    costs = np.empty(S)
    going = np.arange(S)
    for _ in range(MAX_ITER):
        D2 = _squared(E, C[going], squares)
        new = D2.argmin(axis=2)
        near = np.take_along_axis(D2, new[:, :, None], axis=2)[:, :, 0]
        for s, row in enumerate(new):
            for c in np.flatnonzero(np.bincount(row, minlength=k) == 0):
                far = np.where(np.bincount(row, minlength=k)[row] > 1, near[s], -1).argmax()
                row[far], near[s, far] = c, 0
        costs[going] = near.sum(axis=1)
        moved = (new != labels[going]).any(axis=1)
        labels[going] = new
        going = going[moved]
        if not len(going):
            break
        Z = np.zeros((n, len(going) * k))
        columns = labels[going] + k * np.arange(len(going))[:, None]
        Z[np.arange(n), columns] = 1
        C[going] = (Z.T @ E / Z.sum(axis=0)[:, None]).reshape(len(going), k, -1)
    return labels, costs


def _squared(E, C, squares):
    """Return the squared distances (starts, n, k) of rows and centers."""
    S, k, p = C.shape
    products = (E @ C.reshape(S * k, p).T).reshape(len(E), S, k)
    D2 = squares[:, None, None] - 2 * products + np.square(C).sum(axis=2)
    return np.maximum(D2, 0).transpose(1, 0, 2)


def _first_centers(E, U, squares):
    """Return the centers (starts, k, p) of k-means++."""
    S, k = U.shape
    n = len(E)
    C = np.empty((S, k, E.shape[1]))
    C[:, 0] = E[(U[:, 0] * n).astype(int)]
    near = np.full((S, n), np.inf)
    for c in range(1, k):
        near = np.minimum(near, _squared(E, C[:, c - 1 : c], squares)[:, :, 0])
        sums = near.cumsum(axis=1)
        chosen = (sums < U[:, c, None] * sums[:, -1:]).sum(axis=1)
        C[:, c] = E[np.minimum(chosen, n - 1)]
    return C


def spectral_rows(A, k):
    """Return the rows of length one of Ng, Jordan and Weiss; None if a point has no affinity."""
    A = A.copy()
    np.fill_diagonal(A, 0)
    degrees = A.sum(axis=1)
    if not degrees.all():
        return None
    roots = np.sqrt(degrees)
    n = len(A)
    _, V = eigh(A / roots / roots[:, None], subset_by_index=[n - k, n - 1], overwrite_a=True)
    lengths = np.linalg.norm(V, axis=1, keepdims=True)
    return np.where(lengths > 1e-12, V, 0) / np.where(lengths > 1e-12, lengths, 1)


def kernel_rows(K, k):
    """Return rows whose inner products are K (positive semi-definite up to rounding)."""
    values, V = np.linalg.eigh(K)
    kept = values > 1e-12 * values[-1]
    return V[:, kept] * np.sqrt(values[kept])


def subsamples(n):
    """Return the rows of each subsample, the same for all settings of a set."""
    rng = np.random.default_rng(1)
    return [np.sort(rng.permutation(n)[: round(SHARE * n)]) for _ in range(SUBSAMPLES)]


def judged(K, y, U, samples, rows=spectral_rows, score=kh.accuracy):
    """Return the scores of the starts in per cent, and the stability; None without clusters.

    Stability: mean NMI, over the subsamples, of the clusters of the whole set (of its starts the
    one of least cost) and of those that the same method finds in the subsample alone, on the points
    of the subsample. It needs no labels.
    """
    k = U.shape[1]
    E = rows(K, k)
    if E is None:
        return None
    labels, costs = k_means(E, U)
    found = np.array([100 * score(y, row) for row in labels])
    whole = labels[costs.argmin()]
    alike = []
    for sample in samples:
        E = rows(K[np.ix_(sample, sample)], k)
        if E is None:
            alike.append(0.0)
            continue
        labels, costs = k_means(E, U[:SUB_STARTS])
        alike.append(kh.nmi(whole[sample], labels[costs.argmin()]))
    return found, float(np.mean(alike))


# ------------------------------------------------------------------------------- tests over sets


def signed_ranks(differences):
    """Return the two-sided p of Wilcoxon's signed ranks: all signs, exact also with ties.

    Differences of 0 are ranked and then left out (Pratt).
    """
    d = np.round(np.asarray(differences, dtype=float), 6)
    ranks = stats.rankdata(np.abs(d))[d != 0]
    if not len(ranks):
        return 1.0
    seen = np.sum(ranks * np.sign(d[d != 0]))
    sums = np.array([0.0])
    for rank in ranks:
        sums = np.concatenate([sums - rank, sums + rank])
    return float(np.mean(np.abs(sums) >= abs(seen) - 1e-9))


def holm(ps):
    """Return Holm's corrected p values, in the order given."""
    ps = np.asarray(ps, dtype=float)
    order = np.argsort(ps, kind="stable")
    raised = np.maximum.accumulate(ps[order] * np.arange(len(ps), 0, -1))
    corrected = np.empty(len(ps))
    corrected[order] = np.minimum(raised, 1)
    return corrected


def smallest_gain(sd, n, power=0.8, level=0.05):
    """Return the true mean gain that a t test of n differences finds with this power."""
    limit = stats.t.ppf(1 - level / 2, n - 1)
    low, high = 0.0, 20.0
    for _ in range(60):  # of the noncentrality
        shift = (low + high) / 2
        found = stats.nct.sf(limit, n - 1, shift) + stats.nct.cdf(-limit, n - 1, shift)
        low, high = (shift, high) if found < power else (low, shift)
    return sd / np.sqrt(n) * shift


def most_stable(cells):
    """Return the cells with the largest stability among those whose kernel is PSD.

    A cell has `stable`, rounded as it is stored, and `lmin`, "0" if the matrix is positive
    semi-definite up to rounding. If none is, the cells whose least eigenvalue lies nearest to 0
    are asked. Several may tie: their results are averaged.
    """
    allowed = [c for c in cells if float(c["lmin"]) == 0]
    if not allowed:
        nearest = max(float(c["lmin"]) for c in cells)
        allowed = [c for c in cells if float(c["lmin"]) == nearest]
    top = max(float(c["stable"]) for c in allowed)
    return [c for c in allowed if float(c["stable"]) == top]


def comparisons(compared):
    """Return the rows of a table of tests over sets, of which the first one is the primary."""
    ps = [signed_ranks(d) for d in compared.values()]
    corrected = ["", *(f"{p:.4f}" for p in holm(ps[1:]))]
    lines = []
    for (key, d), p, p_holm in zip(compared.items(), ps, corrected, strict=True):
        d = np.array(d)
        sd = d.std(ddof=1) if len(d) > 1 else np.nan
        least = smallest_gain(sd, len(d)) if len(d) > 1 else np.nan
        counted = [int((d > 0.005).sum()), int((d < -0.005).sum())]
        numbers = [f"{d.mean():.2f}", f"{sd:.2f}", *counted, f"{p:.4f}", p_holm, f"{least:.2f}"]
        lines.append([*key, len(d), *numbers])
    return lines


def p_over_starts(gain, cells, starts, column="sd of gain"):
    """Return the p of a gain over the starts of a set; settings that tie share their spread."""
    spread = np.sqrt(np.mean([float(c[column]) ** 2 for c in cells]))
    error = spread / np.sqrt(starts)
    t = gain / error if error else np.inf * np.sign(gain) if abs(gain) > 1e-9 else 0.0
    return float(2 * stats.t.sf(abs(t), starts - 1))
