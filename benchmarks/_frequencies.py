"""Maps whose frequencies a linear program chooses from a grid, after Chum (2015).

O. Chum, *Low dimensional explicit feature maps* (ICCV 2015), weighs two aims in one linear program:
a small error, and few features. This is our reading of that idea, with the error that the maps of
this book are judged by; it is not Chum's program. With frequencies omega_j on a grid, it minimizes

    E + price * sum_j c_j w_j,   g(u) |sum_j w_j cos(omega_j u) - kappa(u)| <= E,   w_j >= 0

over the weights w_j and E, where g(u) = exp(-u / 2) and u = log(a / b). The sum of the weights says
nothing about their number, as it is near kappa(0) for every map. So the costs c_j are made anew
from the solution, c_j = features_j / (w_j + a little), some times over: small weights become dear
and vanish (Candes, Wakin and Boyd 2008). Neighbors of the grid that are left together stand for
one frequency between them; the weights of those that are left come from a last program, of the
error alone. A constant is one feature, every other frequency two.
"""

import numpy as np
from scipy.optimize import linprog

import kernlab_helpers as kh

STEP, HIGHEST = 0.04, 4.0  # of the grid; the spectra of chi2 and jensen_shannon end before
LAST, POINTS = 20.0, 401  # amounts e^20 apart: no error there is above 5e-5
PRICES = np.geomspace(1e-5, 1e-1, 41)
ROUNDS, LITTLE, NONE = 4, 1e-3, 1e-6  # relative to kappa(0)

__all__ = ["least_errors"]


def least_errors(kernel):
    """Return number of features -> (error, frequencies, weights), the least error at each price."""
    u = np.linspace(0, LAST, POINTS)
    g, kappa = np.exp(-u / 2), kh.signature(kernel, u)
    grid = np.arange(0, HIGHEST + STEP / 2, STEP)
    best = {}
    for price in PRICES:
        frequencies = together(grid, chosen(u, g, kappa, grid, price))
        weights, error = program(u, g, kappa, frequencies)
        kept = weights > NONE * kappa[0]
        count = 2 * np.count_nonzero(kept) - np.count_nonzero(frequencies[kept] == 0)
        if count not in best or error < best[count][0]:
            best[count] = error, frequencies[kept], weights[kept]
    return best


def chosen(u, g, kappa, grid, price):
    """Return the weights on the grid for a price of features."""
    features = np.where(grid == 0, 1, 2)
    costs = features
    for _ in range(ROUNDS):
        weights, _ = program(u, g, kappa, grid, price * costs)
        costs = features / (weights / kappa[0] + LITTLE)
    return weights


def program(u, g, kappa, frequencies, costs=0.0):
    """Return the weights that solve the linear program, and their largest error."""
    A, b = g[:, np.newaxis] * np.cos(np.outer(u, frequencies)), g * kappa
    below = -np.ones((len(u), 1))  # E, on the other side
    sides = np.block([[A, below], [-A, below]])
    objective = np.append(np.zeros(len(frequencies)) + costs, 1.0)
    for method in ("highs-ds", "highs-ipm"):  # the first gives up at times
        found = linprog(objective, sides, np.append(b, -b), method=method)
        if found.success:
            break
    else:
        raise RuntimeError(found.message)
    weights = found.x[:-1]
    return weights, np.abs(A @ weights - b).max()


def together(grid, weights):
    """Return the frequencies that are left: the weighted mean of every run of neighbors."""
    left = np.flatnonzero(weights > NONE * weights.sum())
    runs = np.split(left, np.flatnonzero(np.diff(left) > 1) + 1)
    return np.array([grid[run] @ weights[run] / weights[run].sum() for run in runs])
