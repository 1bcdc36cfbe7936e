"""The cautions of the bench: each is said where its choice is unsound, not where it is sound."""

import numpy as np
import pytest

from kernlab_course.bench import Setting, Table, load_table
from kernlab_course.bench.cautions import CAUTIONS, cautions
from kernlab_course.bench.running import Runner

IRIS = load_table("iris").choose()
PRINTED = "kernel PCA as printed (Ah-Pine)"
WEIGHTED = "weighted Minkowski k-means"


def table(X, labels=None):
    columns = {f"x{i}": np.array(column, dtype=float) for i, column in enumerate(np.transpose(X))}
    if labels is not None:
        columns["class"] = np.array(labels)
    return Table("made", columns, "made").choose()


def said(words, chosen=IRIS, **choices):
    found = cautions(Runner(chosen).run(Setting(**choices)))
    return [sentence for sentence in found if words in sentence]


SQUARE = table([[0.0, 0.0], [0.0, 1.0], [1.0, 0.0], [1.0, 1.0]])
STILL = table([[0, 1.0], [0, 2.0], [0, 3.5], [9, 1.5], [9, 2.5], [9, 4.0]])

WHERE = {
    "not_psd": (
        "is not PSD",
        IRIS,
        {"kernel": "K_J of local Gaussians"},
        {"kernel": "K_J of local Gaussians", "repair": "clip"},
    ),
    "without_a_mean": (
        "that is not centered",
        IRIS,
        {"kernel": "Gaussian", "method": PRINTED},
        {"kernel": "Gaussian", "method": PRINTED, "normalization": "centered"},
    ),
    "undetermined": (
        "axes not determined",
        SQUARE,
        {"kernel": "linear", "method": "kernel PCA, k-means", "k": 2},
        {"kernel": "linear", "method": "kernel PCA, k-means", "k": 3},
    ),
    "zero_dispersion": (
        "dispersions are zero",
        STILL,
        {"method": WEIGHTED, "k": 2, "p": 1.0},
        {"method": "Minkowski k-means", "k": 2, "p": 1.0},
    ),
    "flat": (
        "so wide that all points look alike",
        IRIS,
        {"kernel": "Gaussian", "sigma": 20.0},
        {"kernel": "Gaussian", "sigma": 1.0},
    ),
    "needles": (
        "so narrow that no point knows another",
        IRIS,
        {"kernel": "Gaussian", "sigma": 0.05},
        {"kernel": "Gaussian", "sigma": 1.0},
    ),
    "no_operation_on_points": (
        "no operation on points",
        IRIS,
        {"normalization": "range 0 to 1"},
        {"normalization": "unit trace"},
    ),
    "moved_again": (
        "the mean has left the origin",
        IRIS,
        {"normalization": "centered, unit diagonal"},
        {"normalization": "centered, unit variance"},
    ),
    "not_of_K": (
        "K does not count",
        IRIS,
        {"method": "k-means"},
        {"method": "kernel k-means"},
    ),
    "refused": (
        "every value must be at least 0",
        IRIS,
        {"kernel": "chi-squared"},
        {"kernel": "chi-squared", "scaling": "0 to 1"},
    ),
}


@pytest.mark.parametrize(("words", "chosen", "unsound", "sound"), WHERE.values(), ids=WHERE)
def test_a_caution_is_said_where_it_is_due_and_only_there(words, chosen, unsound, sound):
    assert len(said(words, chosen, **unsound)) == 1
    assert said(words, chosen, **sound) == []


def test_every_caution_is_tried():
    tried = {"flat_or_needles" if name in ("flat", "needles") else name for name in WHERE}
    assert tried == {caution.__name__ for caution in CAUTIONS}


@pytest.mark.parametrize("p", [0.5, 1.0])
def test_p_at_most_1_is_told_also_without_zero_dispersions(p):
    assert said("one feature alone", method=WEIGHTED, p=p)
    assert not said("one feature alone", method=WEIGHTED, p=1.1)


def test_the_lamp_and_the_caution_agree():
    for kernel in ("linear", "self-tuning", "K_J of local Gaussians", "K_H of local Gaussians"):
        outcome = Runner(IRIS).run(Setting(kernel=kernel))
        least = np.linalg.eigvalsh(outcome.K)[0]
        assert bool([s for s in cautions(outcome) if "not PSD" in s]) == (least < -1e-6)


def test_a_sound_choice_has_no_caution():
    assert cautions(Runner(IRIS).run(Setting(kernel="Gaussian", normalization="centered"))) == []


def test_too_many_columns_for_gaussians_are_refused_before_the_memory_is_gone():
    chosen = table(np.random.default_rng(0).normal(size=(40, 60)))
    assert said(
        "60 columns are too many for local Gaussians", chosen, kernel="K_R of local Gaussians"
    )


def test_too_few_points_for_the_neighbors_are_told():
    assert said("lower m to 3 or less", SQUARE, kernel="self-tuning", m=10, k=2)
    assert said("4 points make no 9 clusters", SQUARE, k=9)
