"""Exercises of chapter 16: landmarks, totals that merge, counted digits, the size of a chunk."""

import numpy as np

from classroom.exercises.exercise import Exercise


def _landmarks_and_points(rng):
    """Kernels of landmarks, and of points with them: by hand, Gaussian, linear."""
    by_hand = [
        ([[2]], [[1]]),
        ([[4]], [[2], [6]]),
        ([[2, 0], [0, 1]], [[2, 1]]),
        ([[2, 1], [1, 2]], [[1, 1], [2, 1], [0, 3]]),
        ([[2.5]], [[1], [2]]),
        ([[2000]], [[5e-4], [1]]),
        ([[2, 0.5], [0.5, 1.5]], [[1, 0.5], [1, 0.5], [0.25, 2]]),
    ]
    cases = [(np.array(C, float), np.array(R, float)) for C, R in by_hand]
    for n, m, d in [(2, 2, 3), (3, 2, 2), (4, 3, 3), (2, 4, 5), (5, 3, 4), (8, 3, 2)]:
        L, X = rng.integers(-6, 7, (m, d)) / 2, rng.integers(-6, 7, (n, d)) / 2
        cases.append((L @ L.T + 2.0 * np.eye(m), X @ L.T))
    return cases


def _by_landmarks(C, R):
    """R C^-1 R', by loops."""
    weights = [np.linalg.solve(C, row) for row in R]
    return np.array([[float(sum(row * weight)) for weight in weights] for row in R])


def _negative_diagonal(got, C, R):
    least = np.diag(got).min()
    return f"The smallest entry of the diagonal is {least:.6g}." if least < -1e-9 else ""


def _chunks(rng):
    """Two chunks of numbers as [n, mean, S]: by hand, one number alone, far from 0, random."""
    by_hand = [
        ([1], [3]),
        ([0, 2], [1]),
        ([5], [1, 2, 3]),
        ([4, 4], [4, 4, 4]),
        ([1, 3], [10, 14, 18]),
        ([1e6, 1e6 + 2], [1e6 + 5]),
        ([5e-4], [1e-4, 2e-4]),
    ]
    random = [(rng.integers(-9, 10, n), rng.integers(-9, 10, m)) for n, m in [(2, 5), (4, 3)]]
    random += [
        (rng.integers(-9, 10, n) + 1000, rng.integers(-9, 10, m)) for n, m in [(3, 3), (7, 2)]
    ]
    return [(_kept(a), _kept(b)) for a, b in [*by_hand, *random]]


def _kept(numbers):
    a = np.array(numbers, float)
    return np.array([len(a), a.mean(), np.sum((a - a.mean()) ** 2)])


def _merged(a, b):
    n = a[0] + b[0]
    mean = (a[0] * a[1] + b[0] * b[1]) / n
    around = [part[2] + part[0] * (part[1] - mean) ** 2 for part in (a, b)]
    return np.array([n, mean, sum(around)])


def _with(a, b, place, value):
    """Return the right answer but for one number."""
    merged = _merged(a, b)
    merged[place] = value
    return merged


def _too_small(got, a, b):
    least = a[2] + b[2]
    if got[2] >= least - 1e-9 * max(1, least):
        return ""
    return f"S is {got[2]:.6g}, and those of the two chunks sum to {least:.6g}."


def _outside(got, a, b):
    low, high = min(a[1], b[1]), max(a[1], b[1])
    line = f"The mean is {got[1]:.6g}; those of the chunks are {low:.6g} and {high:.6g}."
    return "" if low - 1e-9 <= got[1] <= high + 1e-9 else line


def _counters(rng):
    """Give counts of digits and a rank: by hand, empty buckets, ends of buckets, random."""
    by_hand = [
        ([1], 0),
        ([1, 1], 1),
        ([2, 3], 2),
        ([0, 4], 0),
        ([3, 0, 2], 3),
        ([3, 0, 2], 2),
        ([0, 0, 5, 1, 4], 5),
        ([2, 2, 2, 2, 2, 2, 2, 2, 2, 2], 9),
    ]
    random = []
    for size in (3, 6, 10, 10):
        counts = rng.integers(0, 6, size)
        counts[0] += 1
        random.append((counts, int(rng.integers(0, counts.sum()))))
    return [(np.array(counts), rank) for counts, rank in [*by_hand, *random]]


def _digit(counts, rank):
    for digit, count in enumerate(counts):
        if rank < count:
            return np.array([digit, rank])
        rank -= count
    raise ValueError("no number has this rank")


def _empty_bucket(got, counts, rank):
    digit = round(float(got[0]))
    if not 0 <= digit < len(counts):
        return f"The digit is {got[0]:g}; digits go from 0 to {len(counts) - 1}."
    return "" if counts[digit] else f"No number has the digit {digit}."


def _beyond_bucket(got, counts, rank):
    count = counts[round(float(got[0]))]
    if 0 <= got[1] < count:
        return ""
    return f"The rank inside is {got[1]:g}, and {count} numbers have this digit."


def _computers(rng):
    """Bytes, workers, features and clusters: by hand, too little memory, random."""
    by_hand = [
        (1000, 1, 1, 1),
        (100, 1, 2, 1),
        (40, 1, 2, 3),
        (1000, 2, 1, 1),
        (10_000, 4, 3, 5),
        (500, 8, 4, 2),
        (8_000_000, 2, 64, 10),
        (76, 1, 1, 1),  # 3 rows and the totals, to the last byte
        (152, 2, 1, 1),
        (16, 1, 1, 1),
    ]
    random = [
        tuple(
            int(rng.integers(low, high)) for low, high in [(10**4, 10**6), (1, 9), (1, 40), (1, 20)]
        )
        for _ in range(5)
    ]
    return [*by_hand, *random]


def _rows(memory, workers, d, k, *, each=None, totals=None, shared=True):
    """Return the number of rows in exact whole numbers."""
    each = 12 * d + 8 if each is None else each
    totals = 8 * k * (d + 1) if totals is None else totals
    many = workers if shared else 1
    return max(0, (memory - many * totals) // (many * each))


def _negative_rows(got, *case):
    return f"It is {float(got):g}." if got < 0 else ""


def _no_whole_number(got, *case):
    return f"It is {float(got):g}." if float(got) != round(float(got)) else ""


def _too_much(got, memory, workers, d, k):
    needed = workers * (float(got) * (12 * d + 8) + 8 * k * (d + 1))
    if got <= 0 or needed <= memory:
        return ""
    return f"{float(got):g} rows need {needed:g} bytes in all, and there are {memory}."


EXERCISES = (
    Exercise(
        number="16.1",
        title="Landmarks by hand",
        call="my_landmarks(C, R)",
        cases=_landmarks_and_points,
        oracle=_by_landmarks,
        wrong="an entry has the wrong value",
        won="You know n points by m columns, and R needed nothing of size n times n.",
        hints=(
            "Which matrix is small, and can be inverted? What are the shapes of the three factors?",
            "Solve C Y = R' for Y, which has the shape (m, n), with np.linalg.solve. Then multiply"
            " by R from the left.",
        ),
        properties={"a diagonal entry is negative": _negative_diagonal},
        slips={
            "C is not inverted": lambda C, R: R @ C @ R.T,
            "C is left out": lambda C, R: R @ R.T,
            "the entries of C are inverted, not the matrix": lambda C, R: R @ (1 / C) @ R.T,
            "the entries of C are inverted where they are not 0, not the matrix": lambda C, R: (
                R @ np.where(C, 1 / np.where(C, C, 1), 0) @ R.T
            ),
            "these are weights of the landmarks: the last factor is missing": lambda C, R: (
                np.linalg.solve(C, R.T).T
            ),
            "C is inverted twice": lambda C, R: R @ np.linalg.inv(C @ C) @ R.T,
        },
    ),
    Exercise(
        number="16.2",
        title="Merge two variances",
        call="my_merge(a, b)",
        cases=_chunks,
        oracle=_merged,
        wrong="a total has the wrong value",
        won="Mean and variance of any number of chunks come from one pass, with all their digits.",
        hints=(
            "Which chunk should count more in the mean of both? And by how much does a sum of"
            " squares grow around another point than its mean? See step 2 of the proof in chapter"
            " 15.",
            "Let D be the distance of the two means. Then S = S_a + S_b + D^2 n_a n_b / n, and the"
            " mean moves from that of a toward that of b by D n_b / n.",
        ),
        properties={
            "the mean does not lie between those of the chunks": _outside,
            "S is smaller than those of the two chunks together": _too_small,
        },
        slips={
            "the two means count alike, however many numbers are behind each": lambda a, b: _with(
                a, b, 1, (a[1] + b[1]) / 2
            ),
            "the two means count alike, and S is only added": lambda a, b: np.array(
                [a[0] + b[0], (a[1] + b[1]) / 2, a[2] + b[2]]
            ),
            "S is only added: that the means differ is left out": lambda a, b: _with(
                a, b, 2, a[2] + b[2]
            ),
            "the distance of the means is not squared": lambda a, b: _with(
                a, b, 2, a[2] + b[2] + abs(b[1] - a[1]) * a[0] * b[0] / (a[0] + b[0])
            ),
            "the last number is the variance, not S": lambda a, b: _with(
                a, b, 2, _merged(a, b)[2] / (a[0] + b[0])
            ),
            "the three numbers are only added": lambda a, b: a + b,
            "the square of the distance of the means is not divided by n": lambda a, b: _with(
                a, b, 2, a[2] + b[2] + (b[1] - a[1]) ** 2 * a[0] * b[0]
            ),
        },
    ),
    Exercise(
        number="16.3",
        title="One pass",
        call="my_digit(counts, rank)",
        cases=_counters,
        oracle=_digit,
        wrong="digit or rank is wrong",
        won="Do this eight times, and you have the median of as many numbers as you like.",
        hints=(
            "Add the counts up from the left (np.cumsum). Where does the sum pass the rank?",
            "The digit is the number of sums that are not above the rank. From the rank take away"
            " the number of those that have a smaller digit.",
        ),
        properties={
            "nobody has this digit": _empty_bucket,
            "the rank is not one among the numbers of this digit": _beyond_bucket,
        },
        slips={
            "ranks begin at 0: a sum equal to the rank does not reach it": lambda counts, rank: (
                _digit(counts, max(0, rank - 1))
            ),
            "the rank inside is still the rank among all": lambda counts, rank: np.array(
                [_digit(counts, rank)[0], rank]
            ),
            "you took the digit that is most frequent": lambda counts, rank: np.array(
                [np.argmax(counts), _digit(counts, rank)[1]]
            ),
            "the rank inside begins at 1": lambda counts, rank: np.add(
                _digit(counts, rank), [0, 1]
            ),
            "you counted from the largest digit down": lambda counts, rank: np.array(
                [
                    len(counts) - 1 - _digit(counts[::-1], rank)[0],
                    _digit(counts[::-1], rank)[1],
                ]
            ),
        },
    ),
    Exercise(
        number="16.4",
        title="Find the chunk size",
        call="my_rows(memory, workers, d, k)",
        cases=_computers,
        oracle=_rows,
        wrong="the number of rows is wrong",
        won="You can size the chunks of a fit before it runs out of memory.",
        hints=(
            "How many bytes does one row take in one worker, and what does a worker hold that does"
            " not grow with the rows?",
            "A worker has memory / workers bytes. Take the totals away, divide by the bytes of a"
            " row, 4 d + 8 d + 8, and round down. If the result is negative, the answer is 0.",
        ),
        properties={
            "a chunk has no negative number of rows": _negative_rows,
            "the number of rows is no whole number": _no_whole_number,
            "these rows do not fit": _too_much,
        },
        slips={
            "the copy in double precision is left out": lambda memory, workers, d, k: _rows(
                memory, workers, d, k, each=4 * d + 8
            ),
            "the labels are left out": lambda memory, workers, d, k: _rows(
                memory, workers, d, k, each=12 * d
            ),
            "the totals are left out": lambda memory, workers, d, k: _rows(
                memory, workers, d, k, totals=0
            ),
            "each worker takes all of the memory": lambda memory, workers, d, k: _rows(
                memory, workers, d, k, shared=False
            ),
            "the chunk as it was read is left out": lambda memory, workers, d, k: _rows(
                memory, workers, d, k, each=8 * d + 8
            ),
            "the sizes of the clusters are left out": lambda memory, workers, d, k: _rows(
                memory, workers, d, k, totals=8 * k * d
            ),
        },
    ),
)
