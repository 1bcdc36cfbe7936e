"""Source 000, Ah-Pine: the rows 000-01 to 000-21."""

import numpy as np

import kernlab_helpers as kh

from .case import Outcome, counterexample, is_kernel


def on_one_ray(gamma, t):
    """Return K^t of two points on one ray, lengths 1 and gamma: eq. (9), gamma may be complex."""
    return ((gamma**t + gamma**-t) / 2) ** (-1 / t)


def line(*numbers):
    """Return the linear kernel of numbers."""
    return kh.linear(np.array(numbers, dtype=float)[:, None])


@counterexample("000-01")
def cosine():
    """K(x, y) divided by the square root, for x = (1, 0) and y = (1, 1)."""
    K = kh.linear([[1.0, 0.0], [1.0, 1.0]])
    printed = K[0, 1] / np.sqrt(K[0, 0] * K[0, 1])
    return Outcome(printed, right=K[0, 1] / np.sqrt(K[0, 0] * K[1, 1]))


@counterexample("000-02")
def origin():
    """K⁰(x, x) for x = 0."""
    K = line(0, 1, 2)
    with np.errstate(invalid="ignore"):
        return Outcome(printed=1.0, right=K[0, 0] / np.sqrt(K[0, 0] * K[0, 0]))


@counterexample("000-03")
def new_space():
    """Dimensions of the numbers 1, 2, 4 in feature space, and after K¹."""
    K = line(1, 2, 4)
    rank = np.linalg.matrix_rank
    return Outcome(printed=rank(K, tol=1e-9), right=rank(kh.order_t(K, 1), tol=1e-9))


@counterexample("000-04")
def drop():
    """K¹ of two points on one ray, lengths 1 and 2."""
    return Outcome(printed=0.85, right=on_one_ray(2, 1))


@counterexample("000-05")
def derivative():
    """Slope of the curve t = 1 at γ = 2: by eq. (10), and by a complex step."""
    gamma, t = 2.0, 1.0
    printed = on_one_ray(gamma, t) * (1 - gamma ** (2 * t)) / (1 + gamma ** (2 * t)) / gamma
    return Outcome(printed, right=on_one_ray(gamma + 1e-20j, t).imag / 1e-20)


@counterexample("000-05")
def slope_at_one():
    """Is the slope at γ = 1 negative? (the slope)."""
    slope = on_one_ray(1 + 1e-20j, 1).imag / 1e-20
    return Outcome(printed=True, right=bool(slope < 0), number=slope)


@counterexample("000-06")
def rate():
    """Does t = 10 fall faster than t = 1 from γ = 10⁶ to 10⁸? (the power of γ for t = 10)."""
    one, ten = (np.log10(on_one_ray(1e8, t) / on_one_ray(1e6, t)) / 2 for t in (1, 10))
    return Outcome(printed=True, right=bool(ten < one - 1e-6), number=ten)


@counterexample("000-07")
def equal_features():
    """Is K¹(1, −1) = 1 for K = (xy)², though 1 is not −1? (K¹)."""
    K = kh.order_t(kh.polynomial([[1.0], [-1.0]], degree=2, c=0), 1)
    return Outcome(printed=False, right=bool(np.isclose(K[0, 1], 1)), number=K[0, 1])


@counterexample("000-08")
def chain():
    """Is 1/G above 1/max for a = (1, 1)? (the difference)."""
    a = np.array([1.0, 1.0])
    gap = 1 / np.sqrt(a.prod()) - 1 / a.max()
    return Outcome(printed=True, right=bool(gap > 0), number=gap)


@counterexample("000-09")
def smaller_discs():
    """Is a 3 × 3 matrix of ones PSD if (1, 3) and (3, 1) shrink to 0? (the smallest eigenvalue)."""
    K = np.ones((3, 3))
    K[0, 2] = K[2, 0] = 0
    return is_kernel(K)


@counterexample("000-09")
def theorem_stands():
    """Is K¹ of the numbers 1, 2, 3 PSD although a disc reaches −0.72? (the smallest eigenvalue)."""
    return is_kernel(kh.order_t(line(1, 2, 3), 1))


@counterexample("000-10")
def every_order():
    """Is K^t of 1, 2, 4 PSD for t = ½, 1, 2, 10, ∞? (the smallest eigenvalue of all)."""
    least = min(kh.min_eigenvalue(kh.order_t(line(1, 2, 4), t)) for t in (0.5, 1, 2, 10, np.inf))
    return Outcome(printed=True, right=bool(least > 0), number=least)


def spectra():
    """Return the spectra of K⁰ and K¹ of three points of the plane."""
    K = kh.linear([[-1.0, -1.0], [-1.0, 2.0], [3.0, 3.0]])
    return [np.linalg.eigvalsh(kh.order_t(K, t)) for t in (0, 1)]


@counterexample("000-11")
def each_eigenvalue():
    """Does the middle eigenvalue move toward 1 from t = 0 to 1? (its move)."""
    before, after = (spectrum[1] for spectrum in spectra())
    return Outcome(
        printed=True, right=bool(abs(after - 1) < abs(before - 1)), number=after - before
    )


@counterexample("000-11")
def whole_spectrum():
    """Do all eigenvalues together move toward 1? (the change of the sum of |λ − 1|)."""
    before, after = (np.abs(spectrum - 1).sum() for spectrum in spectra())
    return Outcome(printed=True, right=bool(after < before), number=after - before)


@counterexample("000-12")
def negative_order():
    """Is t = −1 on the numbers 1, 2 to be refused? (the smallest eigenvalue)."""
    K = line(1, 2)
    a = K.diagonal()
    K = K / kh.power_mean(a[:, None], a, -1)
    return Outcome(printed=True, right=not kh.is_psd(K), number=kh.min_eigenvalue(K))


@counterexample("000-13")
def metric_is_not_enough():
    """Off-diagonal −0.6, three points: D is a metric; is K a kernel? (the smallest eigenvalue)."""
    K = 1.6 * np.eye(3) - 0.6
    D = np.sqrt(2 * (1 - K))
    return Outcome(bool(kh.is_metric(D)), right=bool(kh.is_psd(K)), number=kh.min_eigenvalue(K))


@counterexample("000-13")
def root_is_needed():
    """Is 1 − cos at 0°, 45°, 90° a metric without the square root? (the way − the detour)."""
    angles = np.radians([0, 45, 90])
    D = 1 - np.cos(angles[:, None] - angles)
    excess = D[0, 2] - D[0, 1] - D[1, 2]
    return Outcome(printed=False, right=bool(kh.is_metric(D)), number=excess)


@counterexample("000-14")
def self_tuning():
    """Is (12) for 0, 2, 3, 4, 6 with the third neighbor a kernel? (the smallest eigenvalue)."""
    return is_kernel(kh.self_tuning([[0.0], [2.0], [3.0], [4.0], [6.0]], neighbor=3))


@counterexample("000-15")
def axes():
    """Two pairs of equal points: width of the one axis that is kept, uncentered and centered."""
    K = np.kron([[1, 0.5], [0.5, 1]], np.ones((2, 2)))
    printed, right = (np.ptp(kh.MercerMap(1).fit_transform(M)) for M in (K, kh.center(K)))
    return Outcome(printed, right)


@counterexample("000-16")
def shared_information():
    """NMI of five points: by eq. (13), and by entropies."""
    N = np.array([[2.0, 1.0], [0.0, 2.0]])  # points in class u and cluster v
    n, by_class, by_cluster = N.sum(), N.sum(axis=1), N.sum(axis=0)
    shared = sum(
        N[u, v] * np.log(n * N[u, v] / (by_class[u] * by_cluster[v])) for u, v in np.argwhere(N)
    )
    sums = [sizes @ np.log(sizes / n) for sizes in (by_class, by_cluster)]
    return Outcome(
        shared / np.sqrt(sums[0] * sums[1]), right=kh.nmi([0, 0, 0, 1, 1], [0, 0, 1, 1, 1])
    )


@counterexample("000-18")
def overflow():
    """K¹⁰⁰ on one ray, K(x, x) = 10⁴ and K(y, y) = 4·10⁴: by powers, by logarithms."""
    a, b, t = 1e4, 4e4, 100.0
    with np.errstate(over="ignore"):
        printed = np.sqrt(a * b) / np.mean(np.power([a, b], t)) ** (1 / t)
    half = np.log(a / b) / 2
    return Outcome(printed, right=np.exp(-(np.logaddexp(t * half, -t * half) - np.log(2)) / t))


@counterexample("000-19")
def classes_of_yeast():
    """Classes of Yeast: in the paper, and in the table of UCI's file."""
    return Outcome(printed=8, right=len(np.unique(kh.load("yeast").y)))


@counterexample("000-20")
def inner_product_of_the_space():
    """Features φ(x) = K(x, ·) of [[4, 2], [2, 9]]: Euclidean dot product, and ⟨·,·⟩ of F."""
    K = np.array([[4.0, 2.0], [2.0, 9.0]])
    one, two = K
    return Outcome(printed=one @ two, right=one @ np.linalg.solve(K, two))


@counterexample("000-21")
def features_of_segment():
    """Features of Segment: in the paper, and those that vary in the table of UCI's file."""
    X = kh.load("segment").X
    return Outcome(printed=18, right=int(np.count_nonzero(np.ptp(X, axis=0))))


@counterexample("000-21")
def columns_of_segment():
    """Columns of Segment's file: in the paper, and with the constant ones that the card names."""
    segment = kh.load("segment")
    constant = sum("constant column" in change for change in segment.card.changes)
    return Outcome(printed=18, right=segment.X.shape[1] + constant)
