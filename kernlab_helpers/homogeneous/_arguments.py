"""Checks of what the functions of homogeneous kernels are given."""

import numpy as np

from .._checks import choice
from ._family import HeinBousquet, exponents
from ._table import KERNELS


def kernel_of(kernel):
    """Return the row of the table with this name, or the kernel of this pair (alpha, beta)."""
    if not isinstance(kernel, (tuple, list)):
        pair = ", or a pair (alpha, beta)"
        return KERNELS[choice(kernel, "kernel", tuple(KERNELS), beside=pair)]
    if len(kernel) != 2:
        raise ValueError(
            f"kernel has {len(kernel)} entries; kernel must be a name or a pair (alpha, beta)"
        )
    return HeinBousquet(*exponents(*kernel))


def refuse_negative(array, name, place=list):
    """Refuse an array with an entry below 0; `place` turns its indices into those of `name`."""
    if array.size and array.min() < 0:
        where = np.argwhere(array < 0)
        first = f"{name}{place(where[0].tolist())}"
        raise ValueError(
            f"Negative values in data: {name} holds {len(where)} of them, the first at {first} "
            f"({array[tuple(where[0])]:.6g}); homogeneous kernels are defined from 0 up, so every "
            "value must be at least 0: use counts or proportions"
        )
