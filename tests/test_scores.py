"""Scores against counting by hand, and against scikit-learn."""

import itertools
import math
from collections import Counter

import numpy as np
import pytest
from hypothesis import given, strategies as st
from sklearn.metrics import normalized_mutual_info_score

import kernlab_helpers as kh

SCORES = [kh.nmi, kh.purity, kh.accuracy]
partitions = st.lists(st.tuples(st.integers(0, 3), st.integers(0, 4)), min_size=1, max_size=30)


def entropy(labels):
    n = len(labels)
    return -sum(count / n * math.log(count / n) for count in Counter(labels).values())


def nmi_by_entropies(u, v):
    if entropy(u) == 0 or entropy(v) == 0:
        return float(entropy(u) == entropy(v))
    both = entropy(list(zip(u, v, strict=True)))
    return (entropy(u) + entropy(v) - both) / math.sqrt(entropy(u) * entropy(v))


def purity_by_counting(u, v):
    right = 0
    for cluster in set(v):
        right += max(Counter(a for a, b in zip(u, v, strict=True) if b == cluster).values())
    return right / len(u)


def accuracy_by_trying(u, v):
    """Try every pairing of clusters with classes; spare classes match nothing."""
    clusters = sorted(set(v))
    names = [*sorted(set(u)), *(["nothing"] * len(clusters))]
    pairings = [dict(zip(clusters, p, strict=True)) for p in permutations(names, len(clusters))]
    return max(sum(pair[b] == a for a, b in zip(u, v, strict=True)) for pair in pairings) / len(u)


def permutations(names, length):
    return set(itertools.permutations(names, length))


@given(partitions)
def test_nmi_is_shared_information_over_the_mean_entropy(pairs):
    u, v = zip(*pairs, strict=True)
    assert kh.nmi(u, v) == pytest.approx(nmi_by_entropies(u, v), abs=1e-12)
    peer = normalized_mutual_info_score(u, v, average_method="geometric")
    assert kh.nmi(u, v) == pytest.approx(peer, abs=1e-12)


@given(partitions)
def test_purity_is_that_of_counting(pairs):
    u, v = zip(*pairs, strict=True)
    assert kh.purity(u, v) == purity_by_counting(u, v)


@given(st.lists(st.tuples(st.integers(0, 2), st.integers(0, 3)), min_size=1, max_size=12))
def test_accuracy_is_that_of_the_best_pairing(pairs):
    u, v = zip(*pairs, strict=True)
    assert kh.accuracy(u, v) == accuracy_by_trying(u, v)


@given(partitions, st.permutations(range(5)), st.randoms(use_true_random=False))
def test_names_and_order_do_not_matter(pairs, names, random):
    u, v = zip(*pairs, strict=True)
    shuffled = list(pairs)
    random.shuffle(shuffled)
    mixed, turned = zip(*shuffled, strict=True)
    for score in SCORES:
        assert score(u, [f"cluster {names[b]}" for b in v]) == score(u, v)
        assert score(mixed, turned) == score(u, v)


@given(partitions)
def test_ranges_and_bounds(pairs):
    u, v = zip(*pairs, strict=True)
    assert 0 <= kh.nmi(u, v) <= 1
    assert 0 < kh.accuracy(u, v) <= kh.purity(u, v) <= 1
    assert kh.nmi(u, v) == kh.nmi(v, u)
    assert kh.accuracy(u, v) == kh.accuracy(v, u)
    assert [score(u, u) for score in SCORES] == [1, 1, 1]
    finer = list(zip(u, v, strict=True))
    assert kh.purity(u, [f"{pair}" for pair in finer]) == 1


def test_independent_partitions_share_nothing():
    u, v = np.divmod(np.arange(60), 10)
    assert kh.nmi(u, v) == 0.0


def test_every_kind_of_label_counts_alike():
    u = [2, 0, 1, 2, 0, 1, 2]
    v = [1, 1, 0, 1, 0, 0, 0]
    names = np.array(["a", "b", "c"])[u]
    kinds = (u, tuple(u), np.array(u), np.float32(u), names, names.tolist(), names.astype(object))
    kinds += (names.astype("S1"), [2**60 + label for label in u], np.array(u, dtype=object))
    for score in SCORES:
        assert {score(kind, v) for kind in kinds} == {score(u, v)}
        assert type(score(u, v)) is float
    assert kh.accuracy([True, False], [False, True]) == 1.0


def test_input_stays_as_it_is():
    u, v = np.array([1, 0, 0]), np.array(["b", "a", "a"])
    for array in (u, v):
        array.setflags(write=False)
    assert [score(u, v) for score in SCORES] == [1, 1, 1]


def test_many_points():
    rng = np.random.default_rng(0)
    u, v = rng.integers(0, 50, 10**5), rng.integers(0, 50, 10**5)
    peer = normalized_mutual_info_score(u, v, average_method="geometric")
    assert kh.nmi(u, v) == pytest.approx(peer, rel=1e-9)
    assert kh.nmi(np.arange(3000), np.arange(3000)[::-1]) == 1.0
