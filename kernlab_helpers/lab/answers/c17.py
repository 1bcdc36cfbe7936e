"""Exercises of chapter 17: evidence."""

import math

import numpy as np

from ..exercises.exercise import Exercise


def _runs(rng):
    """Scores of two methods: equal means, either one better, unequal numbers of starts."""
    by_hand = [
        ([0.5, 0.7], [0.3, 0.5]),
        ([0.3, 0.5], [0.5, 0.7]),
        ([0.4, 0.6], [0.5, 0.5, 0.5]),
        ([0.6, 0.8, 0.7], [0.1, 0.2]),
        ([0.1, 0.9], [0.2, 0.3, 0.4, 0.5]),
        ([0.66, 0.66, 0.66], [0.4, 0.5]),
    ]
    random = [
        (rng.integers(30, 70, a) / 100, rng.integers(20, 80, b) / 100)
        for a, b in [(3, 3), (5, 5), (5, 8), (4, 2), (6, 3), (8, 8)]
    ]
    return [(np.array(a, float), np.array(b, float)) for a, b in [*by_hand, *random]]


def _gain(a, b, noise=lambda a, b: math.sqrt(a.var() / len(a) + b.var() / len(b))):
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
    """Means and spreads of scores, with the lowest score there can be."""
    by_hand = [
        (50, 50, 0),
        (93.1, 18.1, 100 / 3),
        (90, 0, 50),
        (60, 10, 50),
        (0.5, 0.5, 0),
        (84.5, 12.0, 100 / 3),
        (62.7, 13.7, 100 / 7),
    ]
    random = [
        (float(low + up), float(sd), float(low))
        for low, up, sd in zip(
            rng.integers(10, 50, 6), rng.integers(5, 40, 6), rng.integers(1, 20, 6), strict=True
        )
    ]
    return [tuple(map(float, case)) for case in by_hand] + random


def _best_run(mean, sd, low):
    return mean + sd**2 / (mean - low)


def _under_the_mean(got, mean, sd, low):
    return "" if got >= mean - 1e-9 else "The best of some runs is never below their mean."


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
            "Divide each variance by its own number of scores, add the two, take the root, and"
            " divide the difference of the means by it.",
        ),
        properties={
            "two methods with equal means have a gain": _equal_means,
            "the gain has the wrong sign": _wrong_sign,
        },
        slips={
            "the noise is not divided by the number of starts": lambda a, b: _gain(
                a, b, lambda a, b: math.sqrt(a.var() + b.var())
            ),
            "the standard errors are added, not their squares": lambda a, b: _gain(
                a, b, lambda a, b: a.std() / math.sqrt(len(a)) + b.std() / math.sqrt(len(b))
            ),
            "the root is missing": lambda a, b: _gain(
                a, b, lambda a, b: a.var() / len(a) + b.var() / len(b)
            ),
            "the difference is not divided by its noise": lambda a, b: _gain(a, b, lambda a, b: 1),
            "b comes first": lambda a, b: -_gain(a, b),
            "the variances divide by m - 1 (ddof=1); here they divide by m, as np.var does": (
                lambda a, b: _gain(
                    a, b, lambda a, b: math.sqrt(a.var(ddof=1) / len(a) + b.var(ddof=1) / len(b))
                )
            ),
            "the standard deviations stand where variances belong": lambda a, b: _gain(
                a, b, lambda a, b: math.sqrt(a.std() / len(a) + b.std() / len(b))
            ),
        },
    ),
    Exercise(
        number="17.2",
        title="The best run behind a mean and a spread",
        call="my_best_run(mean, sd, low)",
        cases=_entries,
        oracle=_best_run,
        wrong="this is not the least best run",
        won="You can test a printed mean and its spread: some cannot be.",
        hints=(
            "Start with (M - mean)(mean - low) >= sd^2. Which M makes both sides equal?",
            "Divide by (mean - low), then add the mean.",
        ),
        properties={"the best run is below the mean": _under_the_mean},
        slips={
            "the spread is not squared": lambda mean, sd, low: mean + sd / (mean - low),
            "the lowest possible score is left out": lambda mean, sd, low: mean + sd**2 / mean,
            "this is one spread above the mean": lambda mean, sd, low: mean + sd,
        },
    ),
)
