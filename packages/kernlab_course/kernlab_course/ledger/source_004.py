"""Source 004, the slides: the rows 004-01 to 004-07."""

import numpy as np

import kernlab_helpers as kh

from .case import Outcome, counterexample

IRISES = np.array([[5.9, 3.0], [6.9, 3.1], [6.6, 2.9], [4.6, 3.2], [6.0, 2.2]])
TABLE = np.array(  # as printed
    [
        [43.81, 50.01, 47.64, 36.74, 42.00],
        [50.01, 57.22, 54.53, 41.66, 48.22],
        [47.64, 54.53, 51.97, 39.64, 45.98],
        [36.74, 41.66, 39.64, 31.40, 34.64],
        [42.00, 48.22, 45.98, 34.64, 40.84],
    ]
)


@counterexample("004-01")
def entries():
    """Entries of the printed table that the five points give to the last digit."""
    exact = np.isclose(TABLE, kh.linear(IRISES), rtol=1e-14, atol=0)
    return Outcome(printed=TABLE.size, right=int(exact.sum()))


@counterexample("004-02")
def recovered():
    """K(x₃, x₃): in the table, and of the x₃ that x₁, x₂ and the table give by two equations."""
    x3 = np.linalg.solve(IRISES[:2], TABLE[:2, 2])
    return Outcome(printed=TABLE[2, 2], right=x3 @ x3)


@counterexample("004-03")
def binomial():
    """(c + x'y)^q for q = 2 and c = x'y = 1, if the sum starts at k = 1, and at k = 0."""
    terms = [1.0, 2.0, 1.0]  # binomial coefficients of q = 2
    return Outcome(sum(terms[1:]), right=kh.polynomial([[1.0]], degree=2, c=1.0)[0, 0])


@counterexample("004-04")
def nearest():
    """The flower nearest to x₁ by the largest kernel value, and by the distance."""
    K = kh.linear(IRISES)
    return Outcome(
        printed=2 + int(K[0, 1:].argmax()),
        right=2 + int(kh.squared_distances(K)[0, 1:].argmin()),
        letter="x",
    )


@counterexample("004-05")
def mercer_map():
    """Inner product of the mapped points x₁ and x₂, and the entry."""
    phi = kh.MercerMap().fit_transform(TABLE)
    return Outcome(printed=phi[0] @ phi[1], right=TABLE[0, 1])


@counterexample("004-05")
def identity():
    """K(x₁, x₂) of an identity kernel, and of the identity map."""
    one, two = IRISES[:2]
    return Outcome(printed=float(np.array_equal(one, two)), right=one @ two)


@counterexample("004-06")
def norm_of_the_mean():
    """‖μ‖² of the five flowers: the average of the printed K, and from the points."""
    return Outcome(printed=TABLE.mean(), right=np.sum(IRISES.mean(axis=0) ** 2))


@counterexample("004-06")
def quadratic():
    """φ(x₁)·φ(x₂) of the quadratic map: 50.01², and computed."""
    phi = kh.quadratic_map(IRISES[:2])
    return Outcome(printed=50.01**2, right=phi[0] @ phi[1])


@counterexample("004-07")
def linear():
    """Is K₁ = 1 + xy linear, with K₁(2, 1) = 2 K₁(1, 1)? (K₁(2, 1))."""
    one, two = (kh.polynomial([[x]], [[1.0]], degree=1, c=1.0)[0, 0] for x in (1.0, 2.0))
    return Outcome(printed=True, right=bool(np.isclose(two, 2 * one)), number=two)
