"""Every row of the audit (ERRATA.md) that the package or a chapter relies on, as a test.

ROWS at the end maps the id of a row to its tests: a new row needs its test and one line there.
"""

import re
from decimal import Decimal
from pathlib import Path

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from laws import IRISES

import kernlab_helpers as kh

ROOT = Path(__file__).resolve().parents[1]
AUDIT = ROOT.parent / "shared" / "ERRATA.md"

TABLE = np.array(  # as printed on the slides
    [
        [43.81, 50.01, 47.64, 36.74, 42.00],
        [50.01, 57.22, 54.53, 41.66, 48.22],
        [47.64, 54.53, 51.97, 39.64, 45.98],
        [36.74, 41.66, 39.64, 31.40, 34.64],
        [42.00, 48.22, 45.98, 34.64, 40.84],
    ]
)


# 004 slides -------------------------------------------------------------------------------------


def test_all_25_entries_of_the_table_are_exact():
    np.testing.assert_allclose(kh.linear(IRISES), TABLE, rtol=1e-15)
    points = [[Decimal(str(value)) for value in row] for row in IRISES]
    for i, j in np.ndindex(5, 5):
        exact = sum(a * b for a, b in zip(points[i], points[j], strict=True))
        assert exact == Decimal(str(TABLE[i, j]))


def test_the_feature_vectors_of_the_slides():
    shares = kh.composition(["ACAGCAGTA"])[0]
    np.testing.assert_allclose(shares, [4 / 9, 2 / 9, 2 / 9, 1 / 9], rtol=1e-15)
    assert shares.round(2).tolist() == [0.44, 0.22, 0.22, 0.11]
    assert kh.quadratic_map([[5.9, 3.0]]).round(2).tolist() == [[34.81, 9.0, 25.03]]


def test_the_five_points_are_rows_of_iris():
    from sklearn.datasets import load_iris

    sepals = load_iris().data[:, :2]
    rows = [61, 52, 58, 47, 62]
    np.testing.assert_array_equal(sepals[rows], IRISES)
    copies = [int((sepals == point).all(axis=1).sum()) for point in IRISES]
    assert [i + 1 for i, count in enumerate(copies) if count > 1] == [1, 2, 5]


def test_the_table_has_rank_two():
    eigenvalues = np.linalg.eigvalsh(TABLE)[::-1]
    assert eigenvalues[0] == pytest.approx(223.95, abs=0.005)
    assert eigenvalues[1] == pytest.approx(1.2876, abs=5e-5)
    np.testing.assert_allclose(eigenvalues[2:], 0, atol=1e-12)
    assert kh.is_psd(TABLE)


def test_two_known_points_give_the_others():
    others = np.linalg.solve(IRISES[:2], TABLE[:2, 2:]).T
    np.testing.assert_allclose(others, IRISES[2:], rtol=1e-11)


def test_the_binomial_sum_begins_at_zero():
    K = kh.polynomial([[1.0]], degree=2, c=1.0)
    assert K[0, 0] == 4  # the printed sum, from k = 1, gives 2 + 1 = 3
    constant = kh.polynomial([[0.0, 0.0]], degree=3, c=2.0)
    assert constant[0, 0] == 2.0**3  # the feature that the printed sum loses


def test_a_smaller_distance_is_not_a_larger_kernel_value():
    K = kh.linear(IRISES)
    D2 = kh.squared_distances(K)
    assert K[0, 1] > K[0, 0]
    assert D2[0, 1:].argmin() + 1 == 2  # the nearest to x1 is x3 ...
    assert D2[0, 2] == pytest.approx(0.50, abs=1e-12)
    assert D2[0, 1] == pytest.approx(1.01, abs=1e-12)
    assert K[0].argmax() == 1  # ... and the largest value is at x2
    length = kh.norms(K)
    cosine = K / np.outer(length, length)
    np.testing.assert_allclose(cosine[0, 1:3], [0.99884, 0.99841], atol=5e-6)
    square = length**2
    order_one = 2 * K / np.add.outer(square, square)
    np.testing.assert_allclose(order_one[0, 1:3], [0.99000, 0.99478], atol=5e-6)


def test_equal_norms_make_the_sentence_true():
    angle = np.array([0.0, 0.3, 1.0, 2.5])
    K = kh.linear(np.column_stack([np.cos(angle), np.sin(angle)]))
    order = np.argsort(kh.squared_distances(K)[0])
    assert (np.diff(K[0, order]) < 0).all()


def test_the_map_from_the_table_is_the_points_turned():
    values, vectors = np.linalg.eigh(TABLE)
    found = vectors[:, -2:] * np.sqrt(values[-2:])  # two coordinates suffice
    np.testing.assert_allclose(found @ found.T, TABLE, rtol=1e-12)
    left, _, right = np.linalg.svd(found.T @ IRISES)
    np.testing.assert_allclose(found @ (left @ right), IRISES, rtol=1e-9)


def test_norm_of_the_mean_and_the_quadratic_inner_product():
    assert kh.mean_squared_norm(TABLE) == pytest.approx(44.2944, abs=1e-10)
    assert kh.mean_squared_norm(TABLE) == pytest.approx((IRISES.mean(axis=0) ** 2).sum())
    phi = kh.quadratic_map(IRISES)
    assert phi[0] @ phi[1] == pytest.approx(2501.0001, rel=1e-14)
    assert kh.polynomial(IRISES, degree=2, c=0)[0, 1] == pytest.approx(2501.0001, rel=1e-14)


# 001 Abou-Moustafa et al. -----------------------------------------------------------------------


def test_a_distance_matrix_is_no_kernel_matrix():
    D = np.array([[0.0, 1.0], [1.0, 0.0]])
    np.testing.assert_allclose(np.linalg.eigvalsh(D), [-1, 1])
    assert kh.min_eigenvalue(D) == pytest.approx(-1)
    assert kh.is_metric(D)
    assert kh.is_cnd(D)
    assert not kh.is_psd(D)


@given(st.integers(2, 8), st.integers(0, 10**6))
def test_zero_diagonal_is_never_psd_unless_all_is_zero(n, seed):
    D = np.triu(np.random.default_rng(seed).uniform(0, 1, size=(n, n)), 1)
    assert not kh.is_psd(D + D.T)
    assert kh.is_psd(np.zeros((n, n)))


# 003 notebook -----------------------------------------------------------------------------------


def test_a_negative_squared_distance_is_reported_not_clipped():
    for function in (kh.squared_distances, kh.distances):
        with pytest.raises(ValueError, match=r"K\[0, 1\] of points 0, 1 is -2, below 0"):
            function([[0.0, 1.0], [1.0, 0.0]])


# 000 Ah-Pine ------------------------------------------------------------------------------------


def test_local_widths_make_the_gaussian_indefinite():
    d2 = np.subtract.outer([0.0, 1.0, 2.0], [0.0, 1.0, 2.0]) ** 2
    sigma = np.array([1.0, 10.0, 1.0])
    assert kh.min_eigenvalue(np.exp(-d2 / np.outer(sigma, sigma))) == pytest.approx(-0.27, abs=5e-3)
    assert not kh.is_cnd(d2 / np.outer(sigma, sigma))


def test_the_self_tuning_kernel_is_indefinite_on_five_numbers():
    X = np.array([[0.0], [2.0], [3.0], [4.0], [6.0]])
    A = kh.self_tuning(X, neighbor=3)
    sigma = np.array([4.0, 2.0, 3.0, 2.0, 4.0])
    expected = np.exp(-(np.subtract.outer(X[:, 0], X[:, 0]) ** 2) / np.outer(sigma, sigma))
    np.testing.assert_allclose(A, expected, rtol=1e-14)
    assert kh.min_eigenvalue(A) == pytest.approx(-0.0280, abs=5e-5)
    assert not kh.is_psd(A)
    assert kh.is_psd(kh.repair(A).K)


def test_the_self_tuning_kernel_happens_to_be_psd_on_iris():
    from sklearn.datasets import load_iris

    assert kh.is_psd(kh.self_tuning(load_iris().data, neighbor=7))


def test_eight_copies_have_no_width():
    rng = np.random.default_rng(0)
    X = np.vstack([np.tile([1e5 / 3, 0.1], (8, 1)), rng.normal(size=(5, 2))])
    with pytest.raises(ValueError, match=r"sigma is 0 for 8 point\(s\), the first X\[0\]"):
        kh.self_tuning(X, neighbor=7)
    assert np.isfinite(kh.self_tuning(X[1:], neighbor=7)).all()  # seven copies: six neighbours at 0


def test_the_psd_repair_of_local_widths():
    X = np.array([0.0, 2.0, 3.0, 4.0, 6.0])
    d2 = np.subtract.outer(X, X) ** 2
    for sigma in ([4.0, 2.0, 3.0, 2.0, 4.0], [1.0, 10.0, 1.0, 10.0, 1.0]):
        squares = np.add.outer(np.square(sigma), np.square(sigma))
        assert kh.is_psd(np.sqrt(2 * np.outer(sigma, sigma) / squares) * np.exp(-2 * d2 / squares))


# the table --------------------------------------------------------------------------------------

ROWS = {
    "000-14": [
        test_local_widths_make_the_gaussian_indefinite,
        test_the_self_tuning_kernel_is_indefinite_on_five_numbers,
        test_the_self_tuning_kernel_happens_to_be_psd_on_iris,
        test_eight_copies_have_no_width,
        test_the_psd_repair_of_local_widths,
    ],
    "001-01": [
        test_a_distance_matrix_is_no_kernel_matrix,
        test_zero_diagonal_is_never_psd_unless_all_is_zero,
    ],
    "003-07": [test_a_negative_squared_distance_is_reported_not_clipped],
    "004-01": [
        test_all_25_entries_of_the_table_are_exact,
        test_the_feature_vectors_of_the_slides,
    ],
    "004-02": [
        test_the_five_points_are_rows_of_iris,
        test_the_table_has_rank_two,
        test_two_known_points_give_the_others,
    ],
    "004-03": [test_the_binomial_sum_begins_at_zero],
    "004-04": [
        test_a_smaller_distance_is_not_a_larger_kernel_value,
        test_equal_norms_make_the_sentence_true,
    ],
    "004-05": [test_the_map_from_the_table_is_the_points_turned],
    "004-06": [test_norm_of_the_mean_and_the_quadratic_inner_product],
}


def test_every_test_here_stands_in_the_table():
    listed = {test for tests in ROWS.values() for test in tests}
    here = {f for name, f in globals().items() if name.startswith("test_")}
    assert here - listed == {
        test_every_test_here_stands_in_the_table,
        test_every_row_of_the_table_stands_in_the_audit,
    }


def test_every_row_of_the_table_stands_in_the_audit():
    if not AUDIT.exists():
        pytest.skip("the audit ../shared/ERRATA.md is not beside this tree")
    rows = set(re.findall(r"^\| (\d{3}-\d{2}) \|", AUDIT.read_text(encoding="utf-8"), re.M))
    assert set(ROWS) <= rows
