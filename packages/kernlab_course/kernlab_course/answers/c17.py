"""Exercises of chapter 17: evidence."""

import math

import numpy as np

from classroom.exercises.exercise import Exercise


def _runs(rng):
    """Scores of two methods: equal means, either one better, unequal numbers of starts."""
    by_hand = [
        ([0.5, 0.7], [0.3, 0.5]),
        ([0.3, 0.5], [0.5, 0.7]),
        ([0.4, 0.6], [0.5, 0.5, 0.5]),
        ([0.6, 0.8, 0.7], [0.1, 0.2]),
        ([0.1, 0.9], [0.2, 0.3, 0.4, 0.5]),
        ([0.66, 0.66, 0.66], [0.4, 0.5]),
        ([1, 0], [0, 0, 1]),
        ([0.3, 0.5], [5e-4, 0.2]),
    ]
    random = [
        (rng.integers(30, 70, a) / 100, rng.integers(20, 80, b) / 100)
        for a, b in [(3, 3), (5, 5), (5, 8), (4, 2), (6, 3), (8, 8)]
    ]
    return [(np.array(a, float), np.array(b, float)) for a, b in [*by_hand, *random]]


def _gain(a, b, noise=lambda a, b: math.sqrt(a.var(ddof=1) / len(a) + b.var(ddof=1) / len(b))):
    return float((a.sum() / len(a) - b.sum() / len(b)) / noise(a, b))


def _equal_means(got, a, b):
    return "The two means are equal here, so the gain is 0." if _no_gain(a, b) else ""


def _no_gain(a, b):
    return math.isclose(a.mean(), b.mean())


def _wrong_sign(got, a, b):
    if not _no_gain(a, b) and got * (a.mean() - b.mean()) < 0:
        return f"The means are {a.mean():.3g} for a and {b.mean():.3g} for b."
    return ""


def _entries(rng):
    """Means, spreads and classes: far inside, at the border, outside; entries of Table 2."""
    by_hand = [
        (93.1, 18.1, 3),
        (62.7, 13.7, 7),
        (90, 30, 2),  # the border for chance 50 is 20, for chance 0 it is 30
        (90, 19, 2),
        (90, 21, 2),
        (75, 25, 2),  # an equality: every run is 50 or 100
        (75, 25.5, 2),
        (90.5, 19.8, 2),
        (95, 20, 4),
        (95, 18, 4),
        (40, 19, 3),
        (99, 6.9, 2),
        (60, 0, 2),
        (84.5, 12, 3),
        (50, 35.4, 4),
        (50, 35.3, 4),
    ]
    random = zip(rng.uniform(55, 99, 8), rng.uniform(2, 30, 8), rng.integers(2, 8, 8), strict=True)
    return [(float(mu), float(sd), int(k)) for mu, sd, k in [*by_hand, *random]]


def _possible(mean, sd, k, low=None):
    low = 100 / k if low is None else low
    return bool((100 - mean) * (mean - low) >= sd**2)


def _needed_run(got, mean, sd, k):
    best = mean + sd**2 / (mean - 100 / k)
    return f"For {k} classes, {mean:.1f} ({sd:.1f}) needs a run of {best:.2f} % or more."


def _plans(rng):
    """Spreads and gains: at a whole number, between two, tiny, so large that 2 starts do."""
    by_hand = [(0.03, 0.01), (0.02, 0.02), (0.5, 1.0), (0.01, 0.1), (0.1, 0.03), (0.05, 0.04)]
    by_hand += [(1.0, 1.0), (5e-4, 2e-4)]
    random = zip(rng.uniform(0.01, 0.2, 6), rng.uniform(0.02, 0.2, 6), strict=True)
    return [(float(sd), float(gain)) for sd, gain in [*by_hand, *random]]


def _starts(sd, gain, factor=8):
    starts = 2
    while factor * sd**2 / starts >= gain**2 * (1 - 1e-12):
        starts += 1
    return starts


def _seen_with_less(got, sd, gain):
    if got < 2:
        return "One start has no spread, so take at least 2."
    least = 2 * math.sqrt(2 * sd**2 / got)
    if got < _starts(sd, gain):
        return f"With {got} starts only gains above {least:.4g} are significant."
    return f"With {got - 1} starts gains above {2 * math.sqrt(2 * sd**2 / (got - 1)):.4g} are."


EXERCISES = (
    Exercise(
        number="17.1",
        title="A gain in units of its noise",
        call="my_gain(a, b)",
        cases=_runs,
        oracle=_gain,
        wrong="the gain has the wrong value",
        won="You measure a gain by the luck of the starts.",
        hints=(
            "Which of the two numbers of starts belongs to which variance?",
            "Divide each variance by its own number of scores, add the two, take the square root,"
            " and divide the difference of the means by it.",
        ),
        properties={
            "two methods with equal means have a gain": _equal_means,
            "the gain has the wrong sign": _wrong_sign,
        },
        slips={
            "the noise is not divided by the number of starts": lambda a, b: _gain(
                a, b, lambda a, b: math.sqrt(a.var(ddof=1) + b.var(ddof=1))
            ),
            "the standard errors are added, not their squares": lambda a, b: _gain(
                a, b, lambda a, b: a.std(ddof=1) / len(a) ** 0.5 + b.std(ddof=1) / len(b) ** 0.5
            ),
            "the square root is missing": lambda a, b: _gain(
                a, b, lambda a, b: a.var(ddof=1) / len(a) + b.var(ddof=1) / len(b)
            ),
            "the difference is not divided by its noise": lambda a, b: _gain(a, b, lambda a, b: 1),
            "b comes first": lambda a, b: -_gain(a, b),
            "np.var divides by m; here variances divide by m - 1 (ddof=1)": (
                lambda a, b: _gain(
                    a, b, lambda a, b: math.sqrt(a.var() / len(a) + b.var() / len(b))
                )
            ),
            "the standard deviations stand where variances belong": lambda a, b: _gain(
                a, b, lambda a, b: math.sqrt(a.std(ddof=1) / len(a) + b.std(ddof=1) / len(b))
            ),
        },
    ),
    Exercise(
        number="17.2",
        title="Is it possible?",
        call="my_verdict(mean, sd, k)",
        cases=_entries,
        oracle=_possible,
        wrong="a pair is judged wrongly",
        won="You can test a printed mean and its spread, because some cannot be.",
        hints=(
            "No run is better than M = 100. What is the lowest accuracy, with k classes?",
            "Put M = 100 and chance into (M - mean)(mean - low), and compare with sd squared.",
        ),
        properties={"a pair is judged wrongly": _needed_run},
        slips={
            "chance is left out: no run is below 100 / k": lambda mean, sd, k: _possible(
                mean, sd, k, low=0
            ),
            "this is one spread above the mean": lambda mean, sd, k: bool(mean + sd <= 100),
            "chance is 100 / k in per cent, not 1 / k": lambda mean, sd, k: _possible(
                mean, sd, k, low=1 / k
            ),
        },
    ),
    Exercise(
        number="17.3",
        title="How many starts?",
        call="my_starts(sd, gain)",
        cases=_plans,
        oracle=_starts,
        wrong="this is not the smallest number of starts",
        won="You can plan an experiment that is able to answer.",
        hints=(
            "How large are two standard errors of the difference, if both methods spread by sd?",
            "2 sqrt(2 sd^2 / m) has to be below the gain. Solve for m, and take the next whole"
            " number above it, but never less than 2.",
        ),
        properties={"not the least number of starts that is enough": _seen_with_less},
        slips={
            "only one of the two methods varies in it": lambda sd, gain: _starts(sd, gain, 4),
            "one standard error is taken, not two": lambda sd, gain: _starts(sd, gain, 2),
            "that many starts are not enough: take the next whole number": lambda sd, gain: max(
                2, _starts(sd, gain) - 1
            ),
        },
    ),
)
