"""Features: word distributions by brute force, the quadratic map against its kernel."""

import itertools

import numpy as np
import pytest
from hypothesis import given, strategies as st
from laws import IRISES, same

import kernlab_helpers as kh


def by_counting(text, k, alphabet):
    words = ["".join(letters) for letters in itertools.product(alphabet, repeat=k)]
    places = [text[i : i + k] for i in range(len(text) - k + 1)]
    return [places.count(word) / len(places) for word in words]


@given(
    st.lists(st.text("ACGT", min_size=3, max_size=40), min_size=1, max_size=5),
    st.integers(1, 3),
)
def test_composition_counts_words(sequences, k):
    table = kh.composition(sequences, k=k)
    assert table.shape == (len(sequences), 4**k)
    assert table.dtype == np.float64
    np.testing.assert_allclose(table.sum(axis=1), 1.0, rtol=1e-12)
    np.testing.assert_array_equal(table, [by_counting(text, k, "ACGT") for text in sequences])


@pytest.mark.parametrize("alphabet", ["TGCA", "acgt", "A", "01", "αβγ", "abc\U0001f9ec"])
@pytest.mark.parametrize("k", [1, 2, 3])
def test_columns_follow_the_alphabet(alphabet, k):
    text = (alphabet * 5)[:11]
    expected = [by_counting(text, k, alphabet)]
    np.testing.assert_array_equal(kh.composition([text], k=k, alphabet=alphabet), expected)


def test_words_as_long_as_the_sequence():
    table = kh.composition(["ACG"], k=3)
    assert table[0].nonzero()[0].tolist() == [0 * 16 + 1 * 4 + 2]


@pytest.mark.parametrize("container", [list, tuple, np.array, iter])
def test_composition_takes_any_collection_of_texts(container):
    table = kh.composition(container(["ACAGCAGTA", "TTTT"]))
    same(table, np.array([[4, 2, 2, 1], [0, 0, 0, 9]]) / 9)


def test_words_of_lengths_one_to_k_are_stacked():
    table = np.hstack([kh.composition(["ACAGCAGTA"], k=k) for k in (1, 2, 3)])
    assert table.shape == (1, 4 + 16 + 64)


def test_quadratic_map_of_the_slides():
    np.testing.assert_allclose(
        kh.quadratic_map([[5.9, 3.0]]), [[34.81, 9, 5.9 * 3 * 2**0.5]], rtol=1e-14
    )


def test_squares_come_first_then_pairs():
    x = [2.0, 3.0, 5.0, 7.0]
    pairs = [2**0.5 * a * b for a, b in itertools.combinations(x, 2)]
    np.testing.assert_allclose(kh.quadratic_map([x]), [[4, 9, 25, 49, *pairs]], rtol=1e-14)


@given(st.integers(1, 6), st.integers(1, 6), st.integers(0, 1000), st.floats(-3, 3))
def test_inner_products_of_the_map_are_squared(n, d, seed, power):
    X = 10.0**power * np.random.default_rng(seed).normal(size=(n, d))
    phi = kh.quadratic_map(X)
    assert phi.shape == (n, d * (d + 1) // 2)
    same(phi @ phi.T, (X @ X.T) ** 2)


def test_quadratic_map_leaves_its_input_and_keeps_its_precision():
    X = IRISES.astype(np.float32)
    X.setflags(write=False)
    assert kh.quadratic_map(X).dtype == np.float32
    assert kh.quadratic_map(IRISES[::2, ::-1]).dtype == np.float64
    same(kh.quadratic_map(X), kh.quadratic_map(IRISES).astype(np.float32), rtol=1e-6)
