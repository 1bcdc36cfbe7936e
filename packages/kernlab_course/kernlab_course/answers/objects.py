"""Read the objects that are counterexamples: arrays of a shape, texts over an alphabet."""

import numpy as np

from classroom.exercises.wording import describe

__all__ = ["as_array", "as_texts"]


def as_array(value, shape, *, infinite=False):
    """Return a value as numbers of that shape, and a sentence where it is none, else "".

    The length "d" stands for any; infinite numbers are refused where they are not allowed.

    >>> as_array([[1, 2]], (1, 2))
    (array([[1., 2.]]), '')
    >>> as_array(3, (2, 2))[1]
    'It is the number 3, wanted is an array of shape (2, 2).'
    >>> as_array([1, 2], (2, "d"))[1]
    'It is a list of 2 numbers, wanted is an array of shape (2, d).'
    """
    form = str(tuple(shape)).replace("'", "")
    wanted = f"It is {describe(value)}, wanted is an array of shape {form}."
    if isinstance(value, str) or value is None:
        return None, wanted
    try:
        array = np.array(value)
        if array.dtype.kind in "USc":  # float() would take "1", and the real part of 1j
            return None, wanted
        array = array.astype(float)
    except (TypeError, ValueError):
        return None, wanted
    pairs = zip(shape, array.shape, strict=False)
    if array.ndim != len(shape) or any(n != length and n != "d" for n, length in pairs):
        return None, wanted
    if np.isnan(array).any() or not (infinite or np.isfinite(array).all()):
        return None, "It holds nan or inf."
    return array, ""


def as_texts(value, count, letters):
    """Return so many texts over some letters, and a sentence where they are none, else "".

    >>> as_texts(("AC", "CA"), 2, "ACGT")
    (['AC', 'CA'], '')
    >>> as_texts("AC", 2, "ACGT")[1]
    'Wanted are 2 texts in a tuple: ("...", "...").'
    """
    dots = ", ".join(['"..."'] * count)
    wanted = f"Wanted are {count} texts in a tuple: ({dots})."
    if not isinstance(value, tuple | list) or len(value) != count:
        return None, wanted
    if not all(isinstance(text, str) and text for text in value):
        return None, wanted
    strange = sorted(set("".join(value)) - set(letters))
    if strange:
        return None, f"{strange[0]!r} is none of the letters {', '.join(letters)}."
    return list(value), ""
