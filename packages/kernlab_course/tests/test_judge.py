"""The judge in detail: answers that were judged wrongly, or rightly without a helpful word.

Each answer here was handed in by a reader; what it is called by the judge stays as it is now.
"""

import functools
import itertools
import math
import sys
from fractions import Fraction

import mpmath
import numpy as np
import pytest
from scipy import integrate, optimize
from sklearn.metrics import pairwise

import kernlab_helpers as kh
from classroom import exercises
from classroom.exercises import check, judging


@pytest.fixture(autouse=True)
def fresh_session(monkeypatch):
    monkeypatch.setitem(globals(), "check", exercises.Session().check)
    monkeypatch.setattr(judging, "SECONDS", 1)


def verdict(capsys, number, answer):
    check(number, answer)
    return capsys.readouterr().out


def squares(X):
    return np.sum((X[:, None] - X[None]) ** 2, axis=2)


def values(K):
    return np.linalg.eigvalsh(K)


def psd_within(share, scale=lambda K: np.abs(values(K)).max()):
    return lambda K: bool(values(K)[0] >= -share * scale(K))


def leading_minors(K):
    return bool(all(np.linalg.det(K[:k, :k]) >= -1e-9 for k in range(1, len(K) + 1)))


def careful_cosine(K, share=1e-12, safe=True):
    squared = np.diag(K)
    none = squared < share * squared.max()
    lengths = np.sqrt(np.where(none, 1, squared) if safe else squared)
    C = K / np.outer(lengths, lengths)
    C[none] = 0
    C[:, none] = 0
    np.fill_diagonal(C, 1)
    return C


def border(gap, times=4):
    return -(gap**2) / np.log(np.sqrt((1 + np.exp(-times * gap**2)) / 2))


def self_tuning_without_copies(X, m):
    widths = []
    for row in squares(X):
        others = np.sort(row[row > 0])
        widths.append(np.sqrt(others[min(m, len(others)) - 1]))
    return np.exp(-squares(X) / np.outer(widths, widths))


def by_enumeration(d, q):
    return sum(1 for powers in itertools.product(range(q + 1), repeat=d) if sum(powers) <= q)


def error_by_subtraction(K, r):
    kept = np.sort(values(K))[::-1][:r]
    return np.sqrt(abs(np.sum(K**2) - np.sum(kept**2)))


def variances(a, b, ddof):
    return a.var(ddof=ddof) / len(a) + b.var(ddof=ddof) / len(b)


def features(x, rho, L, sign):
    found = [math.sqrt(x * L * rho[0])]
    for j in range(1, len(rho)):
        angle, height = j * L * math.log(x) if x else 0, math.sqrt(2 * x * L * rho[j])
        found += [height * math.cos(angle), sign * height * math.sin(angle)]
    return found


def accuracy(N):
    places = range(len(N))
    best = max(sum(N[u, p[u]] for u in places) for p in itertools.permutations(places))
    return best / N.sum()


def cost_of_shares(X, labels, M, W, p):
    W /= W.sum(axis=1, keepdims=True)
    return np.sum((W[labels] * np.abs(X - M[labels])) ** p)


def covariance_in_single(N, gamma):
    apart = (N - N.mean(axis=0)).astype(np.float32)
    return apart.T @ apart / np.float32(len(N) - 1) + gamma * np.eye(N.shape[1], dtype=np.float32)


def without_squares(a, b):
    n = a[0] + b[0]
    return np.array([n, (a[0] * a[1] + b[0] * b[1]) / n, 0])


def weights(V, p):
    share = (V.min() / V) ** (1 / (p - 1)) if p > 1 else (V.min() == V) * 1.0
    return share / share.sum()


# number, answer, what the verdict must say
WRONG = [
    ("16.1", lambda C, R: R / C[0, 0] @ R.T, "an entry has the wrong value"),
    ("16.2", lambda a, b: without_squares(a, b), "S is smaller than those"),
    ("16.2", lambda a, b: [a[0] + b[0], a[1] + b[1], a[2] + b[2]], "lie between those of the"),
    ("16.3", lambda counts, rank: [np.searchsorted(np.cumsum(counts), rank), 0], "nobody has"),
    ("16.3", lambda counts, rank: [np.sum(np.cumsum(counts) <= rank), rank], "rank is not one"),
    ("16.4", lambda memory, workers, d, k: memory // (12 * workers * d), "these rows do not fit"),
    ("16.4", lambda memory, workers, d, k: memory / workers / (12 * d + 8), "no whole number"),
    ("2.2", lambda K: leading_minors(K), "leading minors are not negative, but an eigenvalue is"),
    ("2.2", psd_within(1e-8), "too negative for rounding"),
    ("2.2", psd_within(1e-9), "too negative for rounding"),
    ("2.2", psd_within(1e-12), "only rounding is refused"),
    ("2.2", psd_within(1e-10, lambda K: np.abs(K).max()), "only rounding is refused"),
    ("5.4", lambda K: careful_cosine(K, 1e-10), "a short point is taken for the origin"),
    ("5.4", lambda K: careful_cosine(K, 1e-14), "at the origin is not 0 with another"),
    ("5.4", lambda K: careful_cosine(K, safe=False), "warns: invalid value encountered in divide"),
    ("5.4", lambda K: careful_cosine(K, safe=False), "0 was divided by 0."),
    ("9.2", lambda X, m: self_tuning_without_copies(X, m), "copies of a point are not counted"),
    ("1.4", lambda d, q: by_enumeration(d, q), "does not come to an end within 1 seconds"),
    ("1.4", lambda d, q: by_enumeration(d, q), "for d = 20, q = 5"),
    ("1.4", lambda d, q: by_enumeration(d, q), "Count, do not list."),
    ("3.2", lambda K, r: error_by_subtraction(K, r), "digits only"),
    ("3.2", lambda K, r: error_by_subtraction(K, r), "wanted 0 (up to rounding)"),
    ("3.2", lambda K, r: error_by_subtraction(K, r), "a small difference of two large numbers"),
    ("0.2", lambda x, y: 1.000002 * (x @ y), "is right to 5 digits only"),
    ("0.2", lambda x, y: 1.000002 * (x @ y), "a rounded constant (1.414 for a root)"),
    ("9.3", lambda gap: -border(gap), "sign is wrong"),
    ("9.3", lambda gap: border(gap) / 2, "the root is missing"),
    ("9.3", lambda gap: -(gap**2) / np.log(np.sqrt(0.5)), "the ends are left out"),
    ("9.3", lambda gap: border(gap, 1), "the ends are 2 gap apart"),
    ("9.3", lambda gap: 100.0, "too wide"),
    ("9.3", lambda gap: 0.1 * gap**2, "wider ones are PSD"),
    ("17.1", lambda a, b: (a.mean() - b.mean()) / np.sqrt(variances(a, b, 0)), "(ddof=1)"),
    ("17.2", lambda mean, sd, k: (100 - mean) * mean >= sd**2, "chance is left out"),
    ("17.2", lambda mean, sd, k: mean + sd <= 100, "one spread above the mean"),
    ("17.2", lambda mean, sd, k: (100 - mean) * (mean - 100 / k) >= sd, "needs a run of"),
    ("17.3", lambda sd, gain: max(2, int(4 * sd**2 / gain**2) + 1), "only one of the two"),
    ("17.3", lambda sd, gain: max(2, int(2 * sd**2 / gain**2) + 1), "one standard error"),
    ("17.3", lambda sd, gain: 2, "only gains above"),
    ("17.3", lambda sd, gain: 1000, "starts gains above"),
    ("6.1", lambda K: (np.trace(K) - K.sum() / len(K)) / (len(K) - 1), "by n - 1, not by n"),
    ("2.1", lambda K: abs(np.diag(K)[:, None] + np.diag(K) - 2 * K), "a negative number is hidden"),
    ("0.1", [1], "your value is a list of 1 number, wanted is one number"),
    ("0.1", True, "your value is True, wanted is one number"),
    ("0.1", 1 + 0j, "complex numbers, wanted are real ones"),
    ("2.1", lambda K: np.asmatrix(np.diag(K)), "np.asarray makes one"),
    ("10.1", lambda N, g: covariance_in_single(N, g), "digits only"),
    ("10.1", lambda N, g: covariance_in_single(N, g), "float32: compute in float64"),
    ("14.4", lambda V, p: weights(V, p) * (1 + 7e-7 * np.sign(V - V.mean())), "6 digits only"),
    ("14.4", lambda V, p: weights(V, p) * (1 + 7e-7 * np.sign(V - V.mean())), "a search for"),
    ("14.1", lambda x, y, p: np.sum((x - y) ** p) ** (1 / p), "the absolute values are missing"),
    ("14.1", lambda x, y, p: np.sum((x - y) ** p) ** (1 / p), "root of a negative number"),
    ("14.1", lambda x, y, p: sum(float(d) ** p for d in x - y) ** (1 / p), "not whole is complex"),
    ("14.1", lambda x, y, p: np.sum(np.abs(x - y) ** p) ** 1 / p, "** 1 / p has no brackets"),
    ("13.3", lambda L: 2 * math.pi / L, "this is log(x), not x"),
    ("15.3", lambda X: [[0, 0], [0, 1]], "A start has two different rows."),
    ("15.3", lambda X: [[0, 0.5], [0, 1]], "whole numbers from 0 to"),
    ("15.3", lambda X: [[-1, 0], [0, 1]], "whole numbers from 0 to"),
    ("15.3", lambda X: [min(ends(X), key=ends(X).get)], "wanted is an array of shape (2, 2)"),
    ("15.3", lambda X: sorted(ends(X), key=ends(X).get)[:-3:-1], "The first start ends at"),
    ("15.3", lambda X: [min(ends(X), key=ends(X).get)] * 2, "both starts are the same"),
    ("13.3", lambda L: math.exp(math.pi / L), "its features point elsewhere"),
    ("13.3", lambda L: math.exp(3 * math.pi / L), "180 degrees."),
    ("13.3", lambda L: 1.0, "an alias is another one"),
    ("13.3", lambda L: 1 + 1e-8 / L, "or next to it"),
    ("13.3", lambda L: -math.exp(2 * math.pi / L), "The entry must be positive."),
    ("14.2", lambda x: [np.median(x), np.median(x)], "twice the median"),
    ("14.2", lambda x: [x.min(), x.max()], "the sum at one end is not the smallest"),
    ("14.2", lambda x: x[[(len(x) - 1) // 2, len(x) // 2]], "x is not sorted first"),
    ("14.3", lambda small, p: 1, "as at s = 1"),
    ("14.3", lambda small, p: 0, "A scale is a positive number"),
    ("14.3", lambda small, p: tie(small, p), "this is a tie"),
    ("14.3", lambda small, p: math.log2(new_unit(small, p)), "this is m, and the scale is 2^m"),
    ("13.1", lambda X: np.sum(2 * X[:, None] * X / (X[:, None] + X), axis=2), "divided by 0."),
    ("13.2", lambda x, rho, L: features(x, rho, L, -1), "the sines have the minus of (12)"),
    ("12.2", lambda N: round(accuracy(N), 3), "is rounded to 3 digits after the point"),
    ("15.2", lambda *case: cost_of_shares(*case), "changes its input W"),
    ("15.2", lambda X, b, M, W, p: cost_of_shares(X, b, M, W.copy(), p), "divided by their sums"),
    ("15.2", lambda X, b, M, W, p: np.sum((W * abs(X - M[b])) ** p), "M[labels] has one row for"),
    ("2.1", lambda K: np.diag(K) + np.diag(K) - 2 * K, "[:, None] makes a column"),
    ("4.2", lambda K: K - K.mean(axis=1) - K.mean(axis=1) + K.mean(), "[:, None] makes a column"),
    ("5.1", lambda K: K / np.sqrt(np.diag(K)) / np.sqrt(np.diag(K)), "[:, None] makes a column"),
    ("7.1", lambda K: K / np.maximum(np.diag(K), np.diag(K)), "[:, None] makes a column"),
    ("7.1", lambda K: K / max(np.diag(K)[:, None], np.diag(K)), "there are np.maximum"),
    ("12.1", lambda A: (A - np.diag(np.diag(A))) / A.sum(axis=0), "the matrix is not symmetric"),
    ("1.3", lambda X: np.hstack([X, np.sum(X**2, axis=1)]), "v[:, None] is one"),
    ("10.1", lambda N, g: np.cov(N), "one row for each row of N; wanted is one for each column"),
    ("10.1", lambda N, g: np.cov(N), "np.cov wants rowvar=False"),
    ("10.1", lambda N, g: np.cov(N) + g * np.eye(N.shape[1]), "Two arrays do not fit"),
    ("15.1", lambda X, M: squares_to(X, M).argmin(axis=0), "axis=1 runs over the centers"),
    ("15.1", lambda X, M: squares_to(X, M).argmin(axis=0), "wanted is one for each row of X"),
    ("0.2", lambda x, y: sys.exit(), "your function stops with SystemExit"),
    ("0.2", lambda x, y: endless(x, y), "within 1 seconds"),
    ("0.2", lambda x, y: recursive(x, y), "a case in which it does not"),
    ("7.4", lambda a, b, both: [both / min(a, b), *[math.nan] * 4], "holds nan"),
    ("7.4", lambda *sizes: with_one_more(3, sizes), "do not have five equal coefficients"),
    ("7.4", lambda *sizes: with_one_more(1, sizes), "do not have five equal coefficients"),
    ("7.2", [[2, 0], [1, 0], [0, 0]], "One of your points is the origin"),
    ("7.2", [[1, 0], [2, 0], [3, 0]], "a tie is no loss"),
    ("7.2", [[2, 0], [1, 0]], "wanted is an array of shape (3, 2)"),
    ("8.1", np.diag([1, 2, -3]), "It is no kernel matrix of points with a length"),
    ("8.1", np.triu(np.ones((3, 3))), "It is not symmetric"),
    ("8.1", np.outer([1, 2, 3], [1, 2, 3]), "At t = -1 the least eigenvalue is -0.6826"),
    ("8.4", lambda a, b, t: ((a**t + b**t) / 2) ** (1 / t), "stops with OverflowError"),
    ("8.4", lambda a, b, t: a * ((1 + (b / a) ** t) / 2) ** (1 / t), "stops with OverflowError"),
    ("10.2", lambda a, v, b, w: overlap(a, v**2, b, w**2), "they are variances"),
    ("11.3", [1, -2, 4], "do not show a failure"),
    ("8.4", lambda a, b, t: np.mean([a, b] ** np.float64(t)) ** (1 / t), "It has to lie between"),
    ("0.2", lambda x, y: x.__iadd__(y).sum(), "changes its input x"),
    ("4.2", lambda K: np.subtract(K, K.mean(), out=K), "changes its input K"),
    ("12.3", lambda K: 0 * math.sqrt(np.diag(K)), "math.sqrt, math.exp and float take one number"),
]


def with_one_more(place, sizes):
    """Five coefficients, one of them Jaccard's or the first one of Kulczynski."""
    m, n, both = sizes
    five = [float(value) for value in fractions(m, n, both)]
    rest = m + n - (1 if place == 3 else 2) * both
    five[place] = both / rest if rest else 9.0
    return five


def distances_in_unit(small, p, s):
    """Return the distances of the amount 1 from 2 and from the small one, in a unit s."""
    L, rho = 0.5, np.array([1, 1 / math.cosh(math.pi / 2)])
    one, two, other = (np.array(features(s * amount, rho, L, 1)) for amount in (1, 2, small))
    return np.array([np.sum(np.abs(one - row) ** p) ** (1 / p) for row in (two, other)])


def new_unit(small, p, step=2.0):
    """Return the first power of a step that changes the neighbor of the amount 1."""
    first = distances_in_unit(small, p, 1.0).argmin()
    units = (step**m for m in range(1, 400))
    return next(s for s in units if distances_in_unit(small, p, s).argmin() != first)


def tie(small, p):
    """Return a unit, up to rounding, in which both are equally near."""
    high, first = math.log(new_unit(small, p)), distances_in_unit(small, p, 1.0).argmin()
    low = high - math.log(2)
    for _ in range(60):
        middle = (low + high) / 2
        same = distances_in_unit(small, p, math.exp(middle)).argmin() == first
        low, high = (middle, high) if same else (low, middle)
    return math.exp(high)


def ends(X):
    """Return the cost at the end of 2-means for each pair of rows to start from."""
    costs = {}
    for pair in itertools.combinations(range(len(X)), 2):
        M = X[list(pair)]
        for _ in range(20):
            near = squares_to(X, M).argmin(axis=1)
            M = np.array([X[near == c].mean(axis=0) for c in range(2)])
        costs[pair] = squares_to(X, M).min(axis=1).sum()
    return costs


def better_and_worse(X):
    """Return all pairs of starts of which the first ends at a clearly lower cost."""
    pairs = itertools.permutations(ends(X).items(), 2)
    return [[one, two] for (one, low), (two, high) in pairs if low < high * (1 - 1e-5)]


def squares_to(X, M):
    return np.sum((X[:, None] - M) ** 2, axis=2)


def endless(x, y):
    while True:
        pass


def recursive(x, y):
    return recursive(x, y)


@pytest.mark.parametrize(("number", "answer", "said"), WRONG)
def test_wrong_answers_are_refused_with_a_reason(capsys, number, answer, said):
    out = verdict(capsys, number, answer)
    assert out.startswith(f"{number} not yet: ")
    assert said in out
    assert len(out.splitlines()) <= 8


def jittered_cholesky(K):
    try:
        np.linalg.cholesky(K + 1e-10 * (np.abs(values(K)).max() or 1) * np.eye(len(K)))
    except np.linalg.LinAlgError:
        return False
    return True


def overlap_by_integration(a, v, b, w):
    def height(x):
        power = -((x - a) ** 2) / (4 * v) - (x - b) ** 2 / (4 * w)
        return math.exp(power) / math.sqrt(2 * math.pi * math.sqrt(v * w))

    middle = (a * w + b * v) / (v + w)
    reach = 30 * math.sqrt(v * w / (v + w))
    span = (middle - reach, middle + reach)
    return integrate.quad(height, *span, points=[middle], epsabs=0, epsrel=1e-11)[0]


def assigned(N):
    rows, columns = optimize.linear_sum_assignment(-N)
    return N[rows, columns].sum() / N.sum()


def inner(x, y, scale=1):
    print(x, y)
    return [scale * sum(a * b for a, b in zip(x, y, strict=True))][0]


def power_mean(a, b, t):
    a, b, t = map(mpmath.mpf, (a, b, t))
    return ((a**t + b**t) / 2) ** (1 / t)


def overlap(a, v, b, w):
    middle = mpmath.mpf(v + w) / 2
    return mpmath.sqrt(mpmath.sqrt(v * w) / middle) * mpmath.exp(-((a - b) ** 2) / (8 * middle))


def fractions(m, n, both):
    means = [min(m, n), Fraction(2 * m * n, m + n), math.sqrt(m * n), Fraction(m + n, 2), max(m, n)]
    return [both / mean for mean in means]


RIGHT = [
    ("0.1", np.float32(1)),
    ("0.1", np.array(1)),
    ("0.1", Fraction(1)),
    ("0.2", np.dot),
    ("0.2", functools.partial(inner, scale=1)),
    ("0.2", lambda x, y: inner(x, y)),
    ("0.2", lambda x, y, scale=1: np.array(inner(x, y, scale))),
    ("1.1", lambda s: tuple(s.count(a) / len(s) for a in "ACGT")),
    (
        "2.1",
        lambda K: [[K[i, i] + K[j, j] - 2 * K[i, j] for j in range(len(K))] for i in range(len(K))],
    ),
    ("2.3", lambda s, q, c: [math.comb(q, j) * c ** (q - j) * s**j for j in range(q + 1)]),
    ("2.2", psd_within(1e-10)),
    ("2.2", lambda K: jittered_cholesky(K)),
    ("5.4", lambda K: careful_cosine(K)),
    ("7.4", lambda *sizes: fractions(*sizes)),
    ("8.4", lambda *case: power_mean(*case)),
    (
        "10.1",
        lambda N, g: np.cov(N, rowvar=False).reshape(2 * N.shape[1:]) + g * np.eye(N.shape[1]),
    ),
    ("10.2", lambda *case: overlap(*case)),
    ("10.2", lambda *case: overlap_by_integration(*case)),
    ("12.2", lambda N: assigned(N)),
    ("12.3", lambda K: (np.abs(e := np.linalg.eigvals(K)).sum() - e.sum()) / 2 / np.abs(e).sum()),
    ("13.1", lambda X: (np.add.outer(*[X.sum(axis=1)] * 2) + pairwise.additive_chi2_kernel(X)) / 2),
    ("13.2", lambda x, rho, L: features(x, rho, L, 1)),
    ("13.3", lambda L: Fraction(math.exp(2 * math.pi / L))),
    ("13.3", lambda L: math.exp(4 * math.pi / L)),  # any twin passes, not the smallest alone
    ("13.3", lambda L: math.exp(-2 * math.pi / L)),
    ("13.3", lambda L: math.exp(-14 * math.pi / L)),
    ("14.3", lambda small, p: new_unit(small, p)),
    ("14.3", lambda small, p: new_unit(small, p, step=1.1)),
    ("14.3", lambda small, p: new_unit(small, p, step=0.5)),
    ("15.3", lambda X: better_and_worse(X)[0]),
    ("15.3", lambda X: better_and_worse(X)[-1]),
    ("15.3", lambda X: np.array(better_and_worse(X)[len(better_and_worse(X)) // 2])[:, ::-1]),
    ("14.1", lambda x, y, p: np.linalg.norm(x - y, ord=p)),
    ("14.4", lambda V, p: weights(V, p).tolist()),
]


@pytest.mark.parametrize(("number", "answer"), RIGHT)
def test_right_answers_of_any_form_pass(capsys, number, answer):
    out = verdict(capsys, number, answer)
    assert out.startswith(f"{number} passed: ")
    assert find(number).won in out.splitlines()


def find(number):
    return exercises.chapter_exercises(int(number.partition(".")[0]))[number]


def test_every_exercise_says_in_one_line_what_was_won():
    won = [find(number).won for number in exercises.numbers()]
    assert all(20 < len(sentence) <= 90 and sentence.endswith(".") for sentence in won)
    assert len(set(won)) == len(won)


@pytest.mark.parametrize(
    ("number", "helper"), [("4.2", kh.center), ("2.1", squares), ("12.3", leading_minors)]
)
def test_a_helper_of_the_chapter_is_no_answer(capsys, number, helper):
    out = verdict(capsys, number, helper)
    name = find(number).name
    assert f"{number} not yet: {helper.__name__} is another function; yours is {name}." in out
    assert f'check("{number}", {name})' in out


def test_a_helper_under_a_new_name_is_still_a_helper(capsys):
    my_center = kh.center
    assert "center is another function" in verdict(capsys, "4.2", my_center)


def test_what_was_solved_stays_solved(capsys):
    assert "Chapter 0: 1 of 3 done." in verdict(capsys, "0.2", lambda x, y: x @ y)
    assert "Chapter 0: 1 of 3 done." in verdict(capsys, "0.2", lambda x, y: x + y)


def test_parameters_are_not_counted_where_the_body_stops(capsys):
    out = verdict(capsys, "15.2", lambda X, labels, M, W, p: 1 / 0)
    assert "ZeroDivisionError" in out
    assert "never used" not in out


def test_a_search_that_catches_everything_is_stopped(capsys):
    def my_linear(x, y):
        while True:
            try:
                y = y + 0 * x
            except Exception:
                return 0

    assert "within 1 seconds" in verdict(capsys, "0.2", my_linear)


def test_an_interrupt_of_the_student_ends_the_check():
    def my_linear(x, y):
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        check("0.2", my_linear)


def test_warnings_matter_where_the_task_forbids_them(capsys):
    def noisy(x, y):
        np.log(np.zeros(1))
        return x @ y

    assert "0.2 passed" in verdict(capsys, "0.2", lambda x, y: noisy(x, y))
    assert [n for n in exercises.numbers() if find(n).quiet] == ["5.4"]
