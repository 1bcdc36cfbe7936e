"""Why not: the vector, the triple or the entry with which `is_psd`, `is_cnd`, `is_metric` say no.

Each function gives None where the question of the same name is answered with yes, else a witness:
numbers that refute the claim, to be checked by hand, and printed in one line.
"""

from dataclasses import dataclass

import numpy as np

from ._checks import as_gram, as_square, finite, tolerance
from ._matrices import with_fixed_signs
from .psd import _centred, _scaled, is_cnd, is_metric, is_psd, min_eigenvalue

__all__ = [
    "CndWitness",
    "MetricWitness",
    "PsdWitness",
    "cnd_witness",
    "metric_witness",
    "psd_witness",
]

SHOWN = 6  # entries of a vector that a line shows


@dataclass(frozen=True, eq=False)
class PsdWitness:
    """A unit `vector` c, (n,), and c' K c = `eigenvalue`, the least one, which is below 0."""

    eigenvalue: float
    vector: np.ndarray

    def __str__(self):
        """Say it in one line."""
        return (
            f"not positive semi-definite: c' K c = {self.eigenvalue:.3g} < 0, the least "
            f"eigenvalue, for the unit vector {_shown(self.vector)}"
        )


@dataclass(frozen=True, eq=False)
class CndWitness:
    """A unit `vector` c, (n,), whose sum is 0, and c' D2 c = `value`, which is above 0."""

    value: float
    vector: np.ndarray

    def __str__(self):
        """Say it in one line."""
        return (
            f"not conditionally negative definite: c' D2 c = {self.value:.3g} > 0 for the unit "
            f"vector with sum 0 {_shown(self.vector)}"
        )


@dataclass(frozen=True)
class MetricWitness:
    """The axiom that fails worst of its kind, the `points` it fails for, and their distances.

    | `axiom`    | `points`  | `values`                   | fails because          |
    |------------|-----------|----------------------------|------------------------|
    | "diagonal" | (i,)      | (d(i,i),)                  | not 0                  |
    | "positive" | (i, j)    | (d(i,j),)                  | not above 0            |
    | "symmetry" | (i, j)    | (d(i,j), d(j,i))           | not equal              |
    | "triangle" | (i, j, k) | (d(i,j), d(i,k), d(k,j))   | the first > the others |
    """

    axiom: str
    points: tuple
    values: tuple

    def __str__(self):
        """Say it in one line."""
        i, j, k = (*self.points, None, None)[:3]
        first, *others = (f"{value:.6g}" for value in self.values)
        if self.axiom == "diagonal":
            return f"no metric: d({i}, {i}) = {first}, not 0"
        if self.axiom == "positive":
            return f"no metric: d({i}, {j}) = {first}, not above 0, although {i} is not {j}"
        if self.axiom == "symmetry":
            return f"no metric: d({i}, {j}) = {first}, but d({j}, {i}) = {others[0]}"
        detour = f"{' + '.join(others)} = {sum(self.values[1:]):.6g}"
        return f"no metric: d({i}, {j}) = {first} > d({i}, {k}) + d({k}, {j}) = {detour}"


def psd_witness(K, *, rtol=None):
    """Give the vector with which a matrix is not positive semi-definite.

    c' K c = lmin < 0,  ||c|| = 1

    Parameters
    ----------
    K : (n, n) symmetric matrix.
    rtol : as for `is_psd`. With 0, rounding alone may say no; its witness is rounding, too.

    Returns
    -------
    None where `is_psd` says True, else a PsdWitness with `.eigenvalue`, a float, and `.vector`,
    (n,) float64, its largest entry (the first of those that tie) above 0.

    Raises
    ------
    ValueError : K not square, symmetric, finite; negative rtol.

    Source: the slides (source 004), "positive semidefinite kernel"; ERRATA 001-01, 001-02.

    Examples
    --------
    >>> print(psd_witness([[0.0, 1.0], [1.0, 0.0]]))  # a distance matrix is no kernel matrix
    not positive semi-definite: c' K c = -1 < 0, the least eigenvalue, for the unit vector \
c = (0.707, -0.707)
    """
    K = as_gram(K)
    if is_psd(K, rtol=rtol):
        return None
    vectors = np.linalg.eigh(_scaled(K)[0])[1]
    return PsdWitness(min_eigenvalue(K), with_fixed_signs(vectors[:, :1])[:, 0])


def cnd_witness(D2, *, rtol=None):
    """Give the vector with which a matrix is not conditionally negative definite.

    c' D2 c > 0,  sum(c) = 0,  ||c|| = 1,  as large as possible

    Parameters
    ----------
    D2 : (n, n) symmetric matrix. For distances D pass D**2.
    rtol : as for `is_cnd`. With 0, rounding alone may say no; its witness is rounding, too.

    Returns
    -------
    None where `is_cnd` says True, else a CndWitness with `.value`, a float, the largest eigenvalue
    of H D2 H, and `.vector`, (n,) float64, its largest entry (the first of those that tie) above 0.

    Raises
    ------
    ValueError : D2 not square, symmetric, finite; negative rtol.

    Source: Schoenberg (1938); Abou-Moustafa et al. (source 001), section 2, with ERRATA 001-02.

    Examples
    --------
    >>> star = np.array([[0, 1, 1, 1], [1, 0, 2, 2], [1, 2, 0, 2], [1, 2, 2, 0]])
    >>> print(cnd_witness(star**2))  # three friends of one host: no points of a Euclidean space
    not conditionally negative definite: c' D2 c = 0.5 > 0 for the unit vector with sum 0 \
c = (0.866, -0.289, -0.289, -0.289)
    """
    D2 = as_gram(D2, "D2")
    if is_cnd(D2, rtol=rtol):
        return None
    A, unit = _centred(D2)
    with np.errstate(over="ignore"):
        value = float(finite(np.linalg.eigvalsh(A)[-1] * unit, "the value of the witness"))
    A /= np.abs(A).max()
    A -= 1  # the constant vector has eigenvalue 0 in H D2 H; out of the way with it
    vector = with_fixed_signs(np.linalg.eigh(A)[1][:, -1:])[:, 0]
    vector -= vector.mean()  # its sum was 0 up to rounding
    return CndWitness(value, vector / np.linalg.norm(vector))


def metric_witness(D, *, rtol=None):
    """Give the entry, the pair or the triple with which a matrix is no metric.

    d(i, i) = 0,  d(i, j) > 0 for i != j,  d(i, j) = d(j, i),  d(i, j) <= d(i, k) + d(k, j)

    The first of these that fails counts, and of its failures the worst: the largest |d(i, i)|, the
    least d(i, j), the largest |d(i, j) - d(j, i)|, the largest d(i, j) - d(i, k) - d(k, j). Of
    those that tie, one is taken, always the same.

    Parameters
    ----------
    D : (n, n) matrix of distances, not squared.
    rtol : as for `is_metric`.

    Returns
    -------
    None where `is_metric` says True, else a MetricWitness with `.axiom`, `.points`, `.values`.

    Raises
    ------
    ValueError : D not square or not finite; negative rtol.

    Source: Abou-Moustafa et al. (source 001), Preliminaries, with ERRATA 001-09, 001-16.

    Examples
    --------
    >>> print(metric_witness([[0.0, 1.0, 4.0], [1.0, 0.0, 1.0], [4.0, 1.0, 0.0]]))
    no metric: d(0, 2) = 4 > d(0, 1) + d(1, 2) = 1 + 1 = 2
    """
    D = as_square(D, "D")
    if is_metric(D, rtol=rtol):
        return None
    slack = tolerance(D, rtol)
    D = D.astype(np.float64)
    i = int(np.abs(np.diagonal(D)).argmax())
    if abs(D[i, i]) > slack:
        return _failed("diagonal", D, (i, i))
    i, j = _place_of_largest(np.where(np.eye(len(D), dtype=bool), -np.inf, -D))
    if D[i, j] <= 0:
        return _failed("positive", D, (i, j))
    scaled, unit = _scaled(D)
    i, j = _place_of_largest(np.abs(scaled - scaled.T))
    if abs(scaled[i, j] - scaled[j, i]) > slack / unit:
        return _failed("symmetry", D, (i, j), (j, i))
    i, j, k = _worst_triple(scaled)
    return _failed("triangle", D, (i, j), (i, k), (k, j))


def _worst_triple(D):
    """Return (i, j, k) with the largest d(i, j) - d(i, k) - d(k, j), in n steps of n^2."""
    shortest, detour = np.full_like(D, np.inf), np.empty_like(D)
    for k in range(len(D)):
        np.minimum(shortest, np.add.outer(D[:, k], D[k], out=detour), out=shortest)
    i, j = _place_of_largest(D - shortest)
    return i, j, int((D[i] + D[:, j]).argmin())


def _failed(axiom, D, *pairs):
    """Put the points, each once, and the distances of the pairs into a witness."""
    points = tuple(dict.fromkeys(point for pair in pairs for point in pair))
    return MetricWitness(axiom, points, tuple(float(D[pair]) for pair in pairs))


def _place_of_largest(M):
    return tuple(int(i) for i in np.unravel_index(M.argmax(), M.shape))


def _shown(vector):
    """Write a vector, or the largest entries of a long one."""
    if len(vector) <= SHOWN:
        return f"c = ({', '.join(f'{entry:.3g}' for entry in vector)})"
    order = np.argsort(-np.abs(vector), kind="stable")[: SHOWN // 2]
    listed = ", ".join(f"c[{i}] = {vector[i]:.3g}" for i in order)
    return f"c of {len(vector)} entries, the largest {listed}"
