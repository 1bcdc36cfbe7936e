"""Why not: the vector, the triple or the entry with which `is_psd`, `is_cnd`, `is_metric` say no.

Each function gives None where the question of the same name is answered with yes, else a witness:
numbers that refute the claim, to be checked by hand, and printed in one line.
"""

from dataclasses import dataclass

import numpy as np

from ._checks import as_gram, as_square, tolerance
from ._spectrum import scaled, with_fixed_signs
from .psd import centered, in_units, is_metric, rounding_of

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
    """Return the vector with which a matrix is not positive semi-definite.

    c' K c = lmin < 0,  ||c|| = 1

    Parameters
    ----------
    K : array of shape (n, n)
        Symmetric matrix.
    rtol : float, optional
        As for `is_psd`. With 0, rounding alone may say no; its witness is rounding, too.

    Returns
    -------
    PsdWitness or None
        None where `is_psd` says True, else a witness with `.eigenvalue`, a float, and `.vector`,
        (n,) float64, its largest entry (the first of those that tie) above 0.

    Raises
    ------
    ValueError
        For K not square, symmetric, finite; negative rtol.

    References
    ----------
    The slides (source 004), "positive semidefinite kernel"; ledger 001-01 and 001-02.

    Examples
    --------
    >>> print(psd_witness([[0.0, 1.0], [1.0, 0.0]]))  # a distance matrix is no kernel matrix
    not positive semi-definite: c' K c = -1 < 0, the least eigenvalue, for the unit vector \
c = (0.707, -0.707)
    """
    K = as_gram(K)
    A, unit = scaled(K)
    eigenvalues = np.linalg.eigvalsh(A)
    if eigenvalues[0] >= -rounding_of(eigenvalues, K, rtol):
        return None
    lmin = in_units(eigenvalues[0], unit, "the eigenvalues of K")
    return PsdWitness(lmin, _vector(A, 0))


def cnd_witness(D2, *, rtol=None):
    """Return the vector with which a matrix is not conditionally negative definite.

    c' D2 c > 0,  sum(c) = 0,  ||c|| = 1,  as large as possible

    Parameters
    ----------
    D2 : array of shape (n, n)
        Symmetric matrix. For distances D pass D**2.
    rtol : float, optional
        As for `is_cnd`. With 0, rounding alone may say no; its witness is rounding, too.

    Returns
    -------
    CndWitness or None
        None where `is_cnd` says True, else a witness with `.value`, a float, the largest eigenvalue
        of H D2 H, and `.vector`, (n,) float64, its largest entry (the first of those that tie)
        above 0.

    Raises
    ------
    ValueError
        For D2 not square, symmetric, finite; negative rtol.

    References
    ----------
    Schoenberg (1938); Abou-Moustafa et al. (source 001), section 2, with ledger 001-02.

    Examples
    --------
    >>> star = np.array([[0, 1, 1, 1], [1, 0, 2, 2], [1, 2, 0, 2], [1, 2, 2, 0]])
    >>> print(cnd_witness(star**2))  # three friends of one host: no points of a Euclidean space
    not conditionally negative definite: c' D2 c = 0.5 > 0 for the unit vector with sum 0 \
c = (0.866, -0.289, -0.289, -0.289)
    """
    D2 = as_gram(D2, "D2")
    A, unit = centered(D2)
    eigenvalues = np.linalg.eigvalsh(A)
    if eigenvalues[-1] <= rounding_of(eigenvalues, D2, rtol, entries_in=unit):
        return None
    value = in_units(eigenvalues[-1], unit, "the value of the witness")
    # the constant vector has eigenvalue 0 in H D2 H; out of the way with it
    vector = _vector(A / np.abs(A).max() - 1, len(A) - 1)
    vector -= vector.mean()  # its sum was 0 up to rounding
    return CndWitness(value, vector / np.linalg.norm(vector))


def metric_witness(D, *, rtol=None):
    """Return the entry, the pair or the triple with which a matrix is no metric.

    d(i, i) = 0,  d(i, j) > 0 for i != j,  d(i, j) = d(j, i),  d(i, j) <= d(i, k) + d(k, j)

    The first of these that fails counts, and of its failures the worst: the largest |d(i, i)|, the
    least d(i, j), the largest |d(i, j) - d(j, i)|, the largest d(i, j) - d(i, k) - d(k, j). Of
    those that tie, one is taken, always the same.

    Parameters
    ----------
    D : array of shape (n, n)
        Distances, not squared.
    rtol : float, optional
        As for `is_metric`.

    Returns
    -------
    MetricWitness or None
        None where `is_metric` says True, else a witness with `.axiom`, `.points`, `.values`.

    Raises
    ------
    ValueError
        For D not square or not finite; negative rtol.

    References
    ----------
    Abou-Moustafa et al. (source 001), Preliminaries, with ledger 001-09 and 001-16.

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
    units, unit = scaled(D)
    i, j = _place_of_largest(np.abs(units - units.T))
    if abs(units[i, j] - units[j, i]) > slack / unit:
        return _failed("symmetry", D, (i, j), (j, i))
    i, j, k = _worst_triple(units)
    return _failed("triangle", D, (i, j), (i, k), (k, j))


def _vector(A, place):
    """Return the unit eigenvector at one place of the rising spectrum, its sign fixed."""
    from scipy.linalg import eigh

    return with_fixed_signs(eigh(A, subset_by_index=[place, place])[1])[:, 0]


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
