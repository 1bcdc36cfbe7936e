"""Properties that several exercises name: each gives a sentence with numbers, or "" if it holds."""

import numpy as np


def not_symmetric(got, *case):
    """Broken if a matrix differs from its transpose."""
    i, j = np.unravel_index(np.argmax(np.abs(got - got.T)), got.shape)
    if np.allclose(got, got.T):
        return ""
    return f"Entry ({i}, {j}) is {got[i, j]:.6g}, but entry ({j}, {i}) is {got[j, i]:.6g}."


def diagonal_is_not(value):
    """Broken if the diagonal is anything but this value."""

    def broken(got, *case):
        diagonal = np.diag(got)
        i = np.argmax(np.abs(diagonal - value))
        if np.allclose(diagonal, value):
            return ""
        return f"Entry ({i}, {i}) is {diagonal[i]:.6g}, not {value:g}."

    return broken


def reordered(got, want):
    """Whether numbers are the right ones, to the last digits, in a wrong order."""
    same = np.allclose(np.sort(got), np.sort(want), rtol=1e-9, atol=1e-12)
    return same and not np.allclose(got, want, rtol=1e-9, atol=1e-12)


def spectrum(K):
    """Eigenvalues of a symmetric matrix, ascending; what is rounding of zero is zero."""
    values = np.linalg.eigvalsh(K)
    return np.where(np.abs(values) < 1e-14 * np.abs(values).max(), 0.0, values)


def is_psd(K):
    """Whether no eigenvalue is below zero by more than rounding, 1e-10 of the largest one."""
    values = np.linalg.eigvalsh(K)
    return bool(values[0] >= -1e-10 * np.abs(values).max())


def when(condition):
    """Broken where a condition on K holds; the sentence shows the spectrum."""

    def broken(got, K):
        values = ", ".join(f"{value:.3g}" for value in spectrum(K))
        return f"The eigenvalues of K: {values}." if condition(K) else ""

    return broken
