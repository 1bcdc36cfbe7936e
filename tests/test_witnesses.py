"""The witnesses agree with the three questions, refute what they say, and print in one line."""

import dataclasses

import numpy as np
import pytest
from hypothesis import given, strategies as st
from laws import IRISES

import kernlab_helpers as kh
from kernlab_helpers.witnesses import MetricWitness, PsdWitness

K23 = np.array(  # graph distances of K_{2,3}: a metric whose exponential is no kernel
    [[0, 2, 1, 1, 1], [2, 0, 1, 1, 1], [1, 1, 0, 2, 2], [1, 1, 2, 0, 2], [1, 1, 2, 2, 0]], float
)
seeds = st.integers(0, 10**6)
sizes = st.integers(1, 8)
rtols = st.sampled_from([None, 0.0, 1e-6, 0.5])


def on_a_line(means, variances):
    return kh.Gaussians(np.reshape(means, (-1, 1)), np.reshape(variances, (-1, 1, 1)))


def symmetric(seed, n, power=0.0, shift=0.0):
    A = np.random.default_rng(seed).normal(size=(n, n))
    return (A + A.T + shift * np.eye(n)) * 10.0**power


def one_line(witness):
    text = str(witness)
    assert text.startswith("no")
    assert "\n" not in text
    assert "np.float64" not in text
    return text


# agreement and refutation ------------------------------------------------------------------------


@given(seeds, sizes, rtols, st.floats(-100, 100), st.sampled_from([0.0, 3.0, 6.0]))
def test_psd_witness(seed, n, rtol, power, shift):
    K = symmetric(seed, n, power, shift)
    witness = kh.psd_witness(K, rtol=rtol)
    assert (witness is None) == kh.is_psd(K, rtol=rtol)
    if witness is None:
        return
    c = witness.vector
    assert c.shape == (n,)
    assert np.linalg.norm(c) == pytest.approx(1)
    assert witness.eigenvalue == kh.min_eigenvalue(K) < 0
    assert c @ K @ c == pytest.approx(witness.eigenvalue, abs=1e-13 * np.abs(K).max() * n)
    one_line(witness)


@given(seeds, sizes, rtols, st.floats(-100, 100), st.floats(-10, 10))
def test_cnd_witness(seed, n, rtol, power, constant):
    X = np.random.default_rng(seed).normal(size=(n, 2))
    D2 = ((X[:, None] - X[None]) ** 2).sum(axis=2)
    for M in (D2, D2 + 0.1 * symmetric(seed, n), symmetric(seed, n) + constant):
        M = (M + M.T) * 10.0**power
        witness = kh.cnd_witness(M, rtol=rtol)
        assert (witness is None) == kh.is_cnd(M, rtol=rtol)
        if witness is None or rtol == 0:  # rounding alone may say no there
            continue
        c = witness.vector
        size = np.abs(M).max() * n
        assert np.linalg.norm(c) == pytest.approx(1)
        assert c.sum() == pytest.approx(0, abs=1e-14 * n)
        assert witness.value > 0
        assert c @ M @ c == pytest.approx(witness.value, abs=1e-13 * size)
        basis = np.vstack([np.eye(n - 1), -np.ones(n - 1)])  # no vector with sum 0 does better
        Q = np.linalg.qr(basis)[0]
        largest = np.linalg.eigvalsh(Q.T @ M @ Q)[-1]
        assert witness.value == pytest.approx(largest, rel=1e-9, abs=1e-13 * size)
        one_line(witness)


@given(seeds, sizes, rtols, st.sampled_from(["metric", "whole", "negative", "asymmetric", "raw"]))
def test_metric_witness(seed, n, rtol, kind):
    rng = np.random.default_rng(seed)
    D = rng.integers(-1 if kind == "negative" else 0, 5, size=(n, n)).astype(float)
    if kind == "metric":
        D = rng.uniform(1, 2, size=(n, n))
    if kind != "raw":
        np.fill_diagonal(D, 0)
        D = D if kind == "asymmetric" else np.maximum(D, D.T)
    witness = kh.metric_witness(D, rtol=rtol)
    assert (witness is None) == kh.is_metric(D, rtol=rtol)
    if witness is not None:
        refuted(D, witness, 1e-9 if rtol is None else rtol)
        one_line(witness)


def refuted(D, witness, rtol):
    """Check the numbers of a witness, that it is the worst, and that earlier axioms hold."""
    n, slack = len(D), rtol * np.abs(D).max()
    triple = D[:, :, None] - D[:, None, :] - D.T[None]  # i, j, k: d_ij - d_ik - d_kj
    off = ~np.eye(n, dtype=bool)
    worst = {
        "diagonal": (np.abs(np.diagonal(D)).max(), slack),
        "positive": (-D[off].min(initial=np.inf), -5e-324),
        "symmetry": (np.abs(D - D.T).max(), slack),
        "triangle": (triple.max(), slack),
    }
    axioms = list(worst)
    for axiom in axioms[: axioms.index(witness.axiom)]:
        assert worst[axiom][0] <= worst[axiom][1]
    assert worst[witness.axiom][0] > worst[witness.axiom][1]
    i, j, k = (*witness.points, None, None)[:3]
    badness, values = {
        "diagonal": lambda: (abs(D[i, i]), (D[i, i],)),
        "positive": lambda: (-D[i, j], (D[i, j],)),
        "symmetry": lambda: (abs(D[i, j] - D[j, i]), (D[i, j], D[j, i])),
        "triangle": lambda: (triple[i, j, k], (D[i, j], D[i, k], D[k, j])),
    }[witness.axiom]()
    assert badness == pytest.approx(worst[witness.axiom][0], rel=1e-12)
    assert witness.values == values
    assert all(type(point) is int for point in witness.points)
    assert (
        len({i, j, k})
        == {"diagonal": 2, "positive": 3, "symmetry": 3, "triangle": 3}[witness.axiom]
    )


# the counterexamples of the ledger ---------------------------------------------------------------


def test_zero_diagonal_is_not_psd():  # 001-01
    witness = kh.psd_witness([[0, 1], [1, 0]])
    assert witness.eigenvalue == pytest.approx(-1)
    np.testing.assert_allclose(witness.vector, [0.5**0.5, -(0.5**0.5)])


def test_a_metric_whose_exponential_is_no_kernel():  # 001-02: K_{2,3}
    assert kh.metric_witness(K23) is None
    c = kh.cnd_witness(K23)
    np.testing.assert_allclose(c.vector / c.vector[0], [1, 1, -2 / 3, -2 / 3, -2 / 3])
    assert c.value == pytest.approx(0.4)  # (3, 3, -2, -2, -2): c' D c = 12, c' c = 30
    witness = kh.psd_witness(0.8**K23)
    assert witness.eigenvalue == pytest.approx(-0.0255, abs=5e-5)
    np.testing.assert_allclose(witness.vector, [0.539] * 2 + [-0.374] * 3, atol=5e-4)
    assert kh.psd_witness(np.exp(-K23 / 2.88)) is None


def test_a_star_is_not_in_a_euclidean_space():  # 001-03: c = (-3, 1, 1, 1), c' D2 c = 6
    star = 2.0 - 2.0 * np.eye(4)
    star[0, 1:] = star[1:, 0] = 1
    witness = kh.cnd_witness(star**2)
    np.testing.assert_allclose(12**0.5 * witness.vector, [3, -1, -1, -1], atol=1e-12)
    assert witness.value == pytest.approx(6 / 12)


def test_three_gaussians_against_the_jeffreys_kernel():  # 001-08
    G = on_a_line([0, 0, 0], [1, 10, 100])
    witness = kh.psd_witness(kh.relaxed_kernel(G, distance="jeffreys", sigma=20))
    assert witness.eigenvalue == pytest.approx(-0.1126, abs=5e-5)
    assert witness.vector[1] > 0 > max(witness.vector[[0, 2]])
    assert kh.metric_witness(kh.jeffreys(G)).points == (0, 2, 1)


@pytest.mark.parametrize(("distance", "long"), [(kh.jeffreys, 4), (kh.bhattacharyya, 0.5)])
def test_the_triple_that_breaks_the_triangle(distance, long):  # 001-09
    witness = kh.metric_witness(distance(on_a_line([0, 1, 2], [1, 1, 1])))
    assert (witness.axiom, witness.points) == ("triangle", (0, 2, 1))
    assert witness.values == pytest.approx((long, long / 4, long / 4))


def test_a_detour_through_a_wide_gaussian():  # 001-16
    witness = kh.metric_witness(kh.bhattacharyya_riemannian(on_a_line([0, 10, 20], [1, 4, 1])))
    assert witness.points == (0, 2, 1)
    assert witness.values == pytest.approx((20, 7.711, 7.711), abs=5e-4)


# form --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("D", "text"),
    [
        ([[0, 1], [1, -0.5]], "no metric: d(1, 1) = -0.5, not 0"),
        ([[0, 0], [0, 0]], "no metric: d(0, 1) = 0, not above 0, although 0 is not 1"),
        ([[0, 1], [2, 0]], "no metric: d(0, 1) = 1, but d(1, 0) = 2"),
        (
            [[0, 1, 4], [1, 0, 1], [4, 1, 0]],
            "no metric: d(0, 2) = 4 > d(0, 1) + d(1, 2) = 1 + 1 = 2",
        ),
    ],
)
def test_the_line_of_a_metric_witness(D, text):
    assert str(kh.metric_witness(D)) == text


def test_a_long_vector_is_shown_by_its_largest_entries():
    text = str(PsdWitness(-1.0, np.arange(10.0)))
    assert text.endswith("c of 10 entries, the largest c[9] = 9, c[8] = 8, c[7] = 7")


def test_single_precision_layout_and_sign():
    K = kh.exponential(IRISES, sigma=0.5) - 0.9
    for M in (K.astype(np.float32), np.asfortranarray(K), np.repeat(K, 2, axis=1)[:, ::2]):
        before = M.copy()
        psd, cnd = kh.psd_witness(M), kh.cnd_witness(M)
        np.testing.assert_array_equal(M, before)
        for witness, expected in ((psd, kh.psd_witness(K)), (cnd, kh.cnd_witness(K))):
            assert witness.vector.dtype == np.float64
            np.testing.assert_allclose(witness.vector, expected.vector, atol=1e-5)
            assert witness.vector[np.abs(witness.vector).argmax()] > 0


def test_one_point():
    assert kh.cnd_witness([[5.0]]) is None
    assert kh.metric_witness([[0.0]]) is None
    assert kh.psd_witness([[-2.0]]).eigenvalue == -2
    assert kh.metric_witness([[3.0]]) == MetricWitness("diagonal", (0,), (3.0,))


def test_witnesses_are_frozen():
    for witness in (kh.psd_witness([[-1.0]]), kh.cnd_witness(K23), kh.metric_witness([[1.0]])):
        with pytest.raises(dataclasses.FrozenInstanceError):
            setattr(witness, dataclasses.fields(witness)[0].name, 0)


def test_near_the_top_of_float64_a_witness_is_found_without_a_warning():
    far = np.array([[0, 1e308, 1e308], [1e308, 0, 1.7e308], [1e308, 1.7e308, 0]])
    assert kh.metric_witness(far) is None
    far[1, 0] = far[0, 1] = 1e307
    assert kh.metric_witness(far).points == (1, 2, 0)
    assert kh.cnd_witness(1.7e308 * (np.eye(3) - 1)).value == pytest.approx(1.7e308)
