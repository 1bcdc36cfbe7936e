"""Source 002, Aradnia et al.: the rows 002-01 to 002-25."""

import numpy as np

import kernlab_helpers as kh

from .case import Outcome, counterexample

A, B = 0.2, 0.5  # the two amounts of most counterexamples


def of_two(kernel):
    """Return an additive kernel of the two amounts."""
    return kh.additive_kernel([[A]], [[B]], kernel=kernel)[0, 0]


def mean_of_order(p, a=A, b=B):
    """Return the power mean of order p."""
    return ((a**p + b**p) / 2) ** (1 / p)


@counterexample("002-01")
def columns():
    """χ² kernel of .2 and .5: (x − y)²/(x + y), and 2xy/(x + y)."""
    return Outcome(printed=(A - B) ** 2 / (A + B), right=2 * A * B / (A + B))


@counterexample("002-02")
def sum_of_differences():
    """χ² distance² of (.2, .3, .5) and (.5, .4, .1): over x − y, and over x + y."""
    x, y = np.array([0.2, 0.3, 0.5]), np.array([0.5, 0.4, 0.1])
    return Outcome(printed=((x - y) ** 2 / (x - y)).sum(), right=((x - y) ** 2 / (x + y)).sum())


@counterexample("002-03")
def factor_two():
    """Hellinger distance² of .2 and .5: 2(√x − √y)², and k(x,x) + k(y,y) − 2k(x,y)."""
    printed = 2 * (np.sqrt(A) - np.sqrt(B)) ** 2
    return Outcome(printed, right=A + B - 2 * of_two("hellinger"))


@counterexample("002-04")
def amount_under_the_root():
    """JS kernel of .2 and .5 by its map: without x under the square root, and with it."""
    omega = np.linspace(-12, 12, 2401)
    wave = np.cos(omega * np.log(B / A)) * kh.spectrum("jensen_shannon", omega)
    printed = np.trapezoid(wave, omega)
    return Outcome(printed, right=np.sqrt(A * B) * printed)


@counterexample("002-05")
def copied_spectrum():
    """Intersection signature of .2 and .5: by the printed ρ, and by e^(−|λ|/2)."""
    lam, omega = np.log(B / A), np.linspace(-12, 12, 2401)
    rho = 2 / np.log(4) / np.cosh(np.pi * omega) / (1 + 4 * omega**2)
    return Outcome(np.trapezoid(np.cos(omega * lam) * rho, omega), right=np.exp(-abs(lam) / 2))


@counterexample("002-06")
def bars():
    """Intersection signature at λ = −6: e^(−λ/2), and e^(−|λ|/2)."""
    return Outcome(printed=np.exp(6 / 2), right=kh.signature("intersection", -6.0))


@counterexample("002-07")
def rest_of_the_table():
    """χ² signature at 0.7: by the printed formula, and back from its printed spectrum."""
    lam, omega = 0.7, np.linspace(-12, 12, 2401)
    back = np.trapezoid(np.cos(omega * lam) / np.cosh(np.pi * omega), omega)
    return Outcome(printed=1 / np.cosh(lam / 2), right=back)


@counterexample("002-08")
def sampled():
    """k(x, x)/x of the χ² kernel: by the whole spectrum, and by three samples, L = ½."""
    L = 0.5
    return Outcome(printed=1.0, right=L * (1 + 2 / np.cosh(np.pi * L)))


@counterexample("002-09")
def zero():
    """Feature √x cos(½ log x) of x = 0: by the formula, and as it has to be coded."""
    with np.errstate(divide="ignore", invalid="ignore"):
        printed = np.sqrt(0.0) * np.cos(np.log(0.0) / 2)
    return Outcome(printed, right=kh.ExplicitMap().fit_transform([[0.0]])[0, 1])


@counterexample("002-10")
def sign():
    """d² of .2 and .5, α = 1, β = ½: by eq. (14), and from the kernel."""
    alpha, beta = 1, 0.5
    scale = 2 ** (1 / alpha + 1 / beta) / (2 ** (1 / alpha) - 2 ** (1 / beta))
    printed = scale * (mean_of_order(alpha) - mean_of_order(beta))
    k = kh.hein_bousquet([[A]], [[B]], alpha=alpha, beta=beta)[0, 0]
    return Outcome(printed, right=A + B - 2 * k)


@counterexample("002-11")
def limit():
    """d² of .2 and .5, α = β = 2: by eq. (15), and from the kernel."""
    a, b = A**2, B**2
    inner = a / (a + b) * np.log(2 * a / (a + b)) + b / (b + b) * np.log(2 * b / (a + b))
    k = kh.hein_bousquet([[A]], [[B]], alpha=2, beta=2)[0, 0]
    return Outcome(printed=np.sqrt((a + b) / np.log(2)) * inner, right=A + B - 2 * k)


@counterexample("002-12")
def inside_the_wall():
    """Is β = ¼, α = 1 of 1 and 16 outside, as the range says? (the determinant)."""

    def kernel(a, b, beta=0.25):
        return (a + b - (mean_of_order(1, a, b) - mean_of_order(beta, a, b)) / (1 / 2 - 2**-4)) / 2

    K = np.array([[kernel(a, b) for b in (1.0, 16.0)] for a in (1.0, 16.0)])
    return Outcome(printed=True, right=not kh.is_psd(K), number=np.linalg.det(K))


@counterexample("002-12")
def below_the_range():
    """Is β = −0.3, α = 1 of 1, 4, 16 outside, too? (the smallest eigenvalue)."""
    K = kh.hein_bousquet([[1.0], [4.0], [16.0]], alpha=1, beta=-0.3)
    return Outcome(printed=True, right=not kh.is_psd(K), number=kh.min_eigenvalue(K))


@counterexample("002-13")
def covered():
    """χ² of .2 and .5: by Table 1, and by the family with (1, −1)."""
    family = kh.hein_bousquet([[A]], [[B]], alpha=1, beta=-1)[0, 0]
    return Outcome(printed=of_two("chi2"), right=family)


@counterexample("002-14")
def degree():
    """Factor of the χ² distance d when both amounts are multiplied by 100: 100^γ, γ = ½; and it."""
    d, scaled = (kh.distances(kh.additive_kernel([[c * A], [c * B]]))[0, 1] for c in (1, 100))
    return Outcome(printed=100.0**0.5, right=scaled / d)


@counterexample("002-15")
def tie():
    """Clusters of a point halfway between two centers: by the strict <, and by the lowest index."""
    d = kh.minkowski_distances([[0.0]], [[-1.0], [1.0]], p=2)[0]
    printed = int(d[0] < d[1]) + int(d[1] < d[0])
    return Outcome(printed, right=int(np.sum(np.arange(2) == d.argmin())))


@counterexample("002-16")
def units():
    """Nearest to 1 among 2 and 0.2 in the χ² map, p = ½: as counts, and in tenths."""

    def nearest(scale):
        phi = kh.ExplicitMap("chi2", order=1, period=0.5).fit_transform(
            scale * np.array([[1.0], [2.0], [0.2]])
        )
        return (2.0, 0.2)[kh.minkowski_distances(phi[:1], phi[1:], p=0.5)[0].argmin()]

    return Outcome(printed=nearest(1), right=nearest(10))


@counterexample("002-17")
def triangle():
    """For p = ½ on (0,0), (1,0), (1,1): is d a metric, as printed; is d^p? (way − detour of d)."""
    D = kh.minkowski_distances([[0.0, 0.0], [1.0, 0.0], [1.0, 1.0]], p=0.5)
    excess = D[0, 2] - D[0, 1] - D[1, 2]
    return Outcome(bool(kh.is_metric(D)), right=bool(kh.is_metric(D**0.5)), number=excess)


@counterexample("002-18")
def constant():
    """C of eq. (18), p = 2, for exponential samples, if it were that of uniform ones; and it."""

    def C(mean, deviation, p=2):
        return 2 / np.sqrt(np.pi) * deviation * mean ** (1 / p - 1) / p

    return Outcome(printed=C(1 / 3, np.sqrt(4 / 45)), right=C(2, np.sqrt(20)))


@counterexample("002-19")
def concentration():
    """RV falls from 10 to 1000 dimensions, p = ½: is the contrast larger there? (RV at 1000)."""
    rng = np.random.default_rng(0)
    few, many = (rng.uniform(size=(500, D)) for D in (10, 1000))
    variance = [kh.relative_variance(X, p=0.5) for X in (few, many)]
    contrast = [kh.relative_contrast(X, p=0.5) for X in (few, many)]
    return Outcome(
        printed=bool(variance[1] < variance[0]),
        right=bool(contrast[1] > contrast[0]),
        number=round(variance[1], 3),
    )


@counterexample("002-20")
def center():
    """Does the center of 0, 1, 2, 10, p = ½, need a search? (the cost at a data point)."""
    X, between = np.array([0.0, 1.0, 2.0, 10.0]), np.linspace(0, 10, 10001)
    least, anywhere = (np.sqrt(np.abs(c[:, None] - X)).sum(axis=1).min() for c in (X, between))
    return Outcome(printed=True, right=bool(anywhere < least - 1e-9), number=least)


@counterexample("002-21")
def no_constraint():
    """Smallest cost of weights for V = (1, 4), p = 2: without a constraint, and with Σw = 1."""
    V = np.array([1.0, 4.0])
    return Outcome(printed=np.zeros(2) ** 2 @ V, right=kh.feature_weights(V, p=2) ** 2 @ V)


def printed_weights(V, p):
    """Return eq. (23), its index put right, for any p."""
    return 1 / ((V[:, None] / V) ** (1 / (p - 1))).sum(axis=1)


@counterexample("002-22")
def weights():
    """Cost of the weights for V = (1, 4), p = ½: by eq. (23), and one-hot."""
    V, p = np.array([1.0, 4.0]), 0.5
    return Outcome(
        printed=printed_weights(V, p) ** p @ V, right=kh.feature_weights(V, p=p) ** p @ V
    )


@counterexample("002-23")
def rise():
    """Said of weights, too: does it fall from equal ones to (23), V = 1, 4, p = ½? (its change)."""
    V, p = np.array([1.0, 4.0]), 0.5
    before, after = np.full(2, 0.5) ** p @ V, printed_weights(V, p) ** p @ V
    return Outcome(printed=True, right=bool(after <= before), number=after - before)


@counterexample("002-23")
def fall():
    """Does it fall at p = 2? (its change)."""
    V, p = np.array([1.0, 4.0]), 2.0
    before, after = np.full(2, 0.5) ** p @ V, printed_weights(V, p) ** p @ V
    return Outcome(printed=True, right=bool(after <= before), number=after - before)


@counterexample("002-24")
def match():
    """Rows of Table 3 where learned and optimal p match: one exception of 12; within 0.3."""
    learned = np.array([1.83, 1.7, 1.7, 1.66, 1.4, 1.4, 1.1, 1.1, 0.9, 1.22, 1.2, 1.3])
    optimal = np.array([1.87, 1.7, 3.1, 1.5, 1.4, 1.2, 1, 0.9, 1.2, 1, 1.1, 1.1])
    return Outcome(printed=11, right=int((np.abs(learned - optimal) <= 0.3 + 1e-9).sum()))


@counterexample("002-25")
def size_of_a_cluster():
    """By how much ten times the points move the first weight, V = (1, 4): fixed floor, relative."""
    V = np.array([1.0, 4.0])

    def moved(floor):
        one, ten = (kh.feature_weights(W + floor(W), p=2)[0] for W in (V, 10 * V))
        return ten - one

    return Outcome(printed=moved(lambda W: 1.0), right=moved(np.mean))
