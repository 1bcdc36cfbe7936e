"""Source 003, the notebook on normalizing the kernel matrix: the rows 003-01 to 003-11."""

import numpy as np

import kernlab_helpers as kh

from .case import Outcome, counterexample, is_kernel

AB = np.array([[4.0, 2.0], [2.0, 9.0]])


def by_the_code(K):
    """Return what the notebook's normalise_variance returns: its second line forgets the first."""
    return K / np.sqrt(K.diagonal())


def by_column_means(K):
    """Return what the notebook's center returns: the column means, taken away twice."""
    means = K.mean(axis=0)
    return K - means[:, None] - means + means.mean()


def squares(K):
    """Return K_ii + K_jj - 2 K_ij, also where that is no squared distance."""
    return K.diagonal()[:, None] + K.diagonal() - 2 * K


@counterexample("003-01")
def unit_variance():
    """Unit variance of [[4, 2], [2, 9]]: by the code, and K/s²."""
    return Outcome(printed=by_the_code(AB), right=kh.unit_variance(AB))


@counterexample("003-01")
def half_repaired():
    """Variance after the code with its first mistake repaired, and after K/s²."""
    repaired = by_the_code(AB) / np.sqrt(AB.diagonal())[:, None]
    return Outcome(printed=kh.variance(repaired), right=kh.variance(kh.unit_variance(AB)))


@counterexample("003-02")
def there_and_back():
    """Is the way there as long as the way back, by that code? (d₁₂² − d₂₁²)."""
    D2 = squares(by_the_code(AB))
    return Outcome(True, right=bool(np.isclose(D2[0, 1], D2[1, 0])), number=D2[0, 1] - D2[1, 0])


@counterexample("003-03")
def no_direction():
    """Diagonal entry of the middle of −1, 0, 1 after centering and unit diagonal."""
    K = kh.center(kh.linear([[-1.0], [0.0], [1.0]]))
    with np.errstate(invalid="ignore"):
        return Outcome(printed=1.0, right=K[1, 1] / np.sqrt(K[1, 1] * K[1, 1]))


@counterexample("003-04")
def trace():
    """Diagonal after "trace normalisation" of [[4, 2], [2, 9]]: ones, and by its own formula."""
    return Outcome(kh.unit_diagonal(AB).diagonal(), right=kh.unit_trace(AB).diagonal())


@counterexample("003-05")
def unit_range():
    """Is the kernel of 1, 2, scaled to [0, 1], a kernel? (the smallest eigenvalue)."""
    return is_kernel(kh.unit_range(kh.linear([[1.0], [2.0]])))


def three_points():
    """Return the linear kernel of three points of the plane."""
    return kh.linear([[1.0, 0.0], [2.0, 1.0], [0.0, 3.0]])


def rescaled(D2):
    """Whether squared distances are one multiple of the true ones, and how far they are not."""
    pairs = np.triu_indices(3, 1)
    ratio = D2[pairs] / kh.squared_distances(three_points())[pairs]
    return bool(np.isclose(np.ptp(ratio), 0)), np.ptp(ratio)


@counterexample("003-06")
def fifth_picture():
    """Are the fifth picture's distances, by its code, only rescaled? (the spread of the ratio)."""
    right, spread = rescaled(squares(by_the_code(three_points())))
    return Outcome(printed=True, right=right, number=spread)


@counterexample("003-06")
def fifth_formula():
    """Are they by the formula of the text, K/s²? (the spread of the ratio)."""
    right, spread = rescaled(squares(kh.unit_variance(three_points())))
    return Outcome(printed=True, right=right, number=spread)


@counterexample("003-07")
def clipped():
    """Squared distance in [[0, 1], [1, 0]]: shown, and K₁₁ + K₂₂ − 2K₁₂."""
    D2 = squares(np.array([[0.0, 1.0], [1.0, 0.0]]))
    return Outcome(printed=max(D2[0, 1], 0.0), right=D2[0, 1])


@counterexample("003-08")
def symmetric():
    """Centered [[4, 2], [2, 9]]: by the code, and HKH."""
    return Outcome(printed=by_column_means(AB), right=kh.center(AB))


@counterexample("003-08")
def not_symmetric():
    """Centered [[2, ⅔], [1, 3]], not symmetric: by the code, and HKH."""
    K, H = by_the_code(AB), np.eye(2) - 1 / 2
    return Outcome(printed=by_column_means(K), right=H @ K @ H)


@counterexample("003-09")
def order():
    """Mean entry of "Centered and diagonal all ones" for 0, 1, 5."""
    K = kh.unit_diagonal(kh.center(kh.linear([[0.0], [1.0], [5.0]])))
    return Outcome(printed=0.0, right=K.mean())


@counterexample("003-10")
def text_of_unit_variance():
    """Variance of K/s²: as promised, and found."""
    s2 = AB.diagonal().mean() - AB.mean()
    return Outcome(printed=1.0, right=kh.variance(AB / s2))


@counterexample("003-11")
def lost_lengths():
    """Distance of 1 and 10: after length 1, and before."""
    K = kh.linear([[1.0], [10.0]])
    return Outcome(kh.distances(kh.unit_diagonal(K))[0, 1], right=kh.distances(K)[0, 1])
