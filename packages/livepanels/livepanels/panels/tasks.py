"""A task in a panel: its function says in its text when the task is solved."""

import numpy as np

__all__ = ["MARK", "solved"]

MARK = "✓"


def solved(reached):
    """Return words for the line below the pictures when the task of a panel is solved.

    A live function ends its text with them, and the reader is told, as of any change of the text.

    Parameters
    ----------
    reached : bool
        Whether the controls stand at a solution.

    Returns
    -------
    str
        ``"; ✓ solved"``, or no words where the task is still open.

    Raises
    ------
    TypeError
        If this is no boolean.

    Examples
    --------
    >>> least = -0.125
    >>> f"smallest eigenvalue {least:.3f}{solved(least < 0)}"
    'smallest eigenvalue -0.125; ✓ solved'
    >>> solved(least > 0)
    ''
    """
    if not isinstance(reached, (bool, np.bool_)):
        raise TypeError(f"solved: needs True or False, got {reached!r}")
    return f"; {MARK} solved" if reached else ""
