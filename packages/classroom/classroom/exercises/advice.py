"""What a message of Python or NumPy means for a student, and what to do about it."""

import re

import numpy as np

from .wording import number_of_digits

__all__ = ["about_digits", "about_error", "about_shape", "about_warnings"]

#: What an exception says -> what is likely meant.
ERRORS = {
    r"truth value of an array": (
        "max, min, if, and, or decide about one number. For arrays, entry by entry, there are"
        " np.maximum, np.minimum and np.where."
    ),
    r"could not be broadcast|do not broadcast": (
        "Two arrays do not fit. v[:, None] makes a column of a list v, .T swaps rows and columns."
    ),
    r"must have same number of dimensions|must match exactly": (
        "A list v is no column yet: v[:, None] is one. np.column_stack takes lists as columns."
    ),
    r"only (length-1|0-dimensional|size-1) arrays can be converted": (
        "math.sqrt, math.exp and float take one number; np.sqrt and np.exp take arrays."
    ),
    r"mismatch in its core dimension|not aligned": (
        "A @ B wants as many columns in A as rows in B. Print the shapes, or try .T."
    ),
    r"maximum recursion depth": ("A function that calls itself needs a case in which it does not."),
}

#: What a warning says -> what has happened.
WARNINGS = {
    r"invalid value encountered in .*power": (
        "A negative number was raised to a power that is not whole. Is an absolute value missing?"
    ),
    r"invalid value encountered in .*sqrt": "The root of a negative number was taken.",
    r"invalid value encountered in .*divide": "0 was divided by 0.",
    r"divide by zero encountered in .*divide": "A number was divided by 0.",
    r"divide by zero encountered in .*log": "The logarithm of 0 was taken.",
    r"invalid value encountered in .*log": "The logarithm of a negative number was taken.",
    r"divide by zero encountered in .*power": "0 was raised to a negative power.",
    r"[Dd]egrees of freedom": "A variance with ddof=1 of one number is 0 divided by 0.",
    r"[Mm]ean of empty slice": "The mean of no numbers at all was taken.",
    r"overflow encountered": "A number grew too large for the computer.",
}


ABOUT_COMPLEX = ("A negative number to a power that is not whole is complex.",)


def about_error(message, parameters):
    """Return a line on what an exception's message likely means; none for unknown ones."""
    lines = _found(ERRORS, [message])
    if lines and "broadcast" in message and "labels" in parameters:
        lines.append("M[labels] has one row for each point, M has one for each cluster.")
    return lines


def about_warnings(messages):
    """Return a line for each kind of warning that came before a nan or an inf."""
    return _found(WARNINGS, messages)


def _found(table, messages):
    return [text for sign, text in table.items() if any(re.search(sign, m) for m in messages)]


def about_shape(got, want, parameters, case):
    """Return a line on rows and columns where a shape is wrong in one way that has a name."""
    if np.ndim(got) != np.ndim(want):
        return []
    if np.ndim(got) == 2 and np.shape(got)[::-1] == np.shape(want):
        return ["Rows and columns are swapped: .T, or another axis, turns them."]
    came, wanted = np.shape(got)[:1], np.shape(want)[:1]
    names = _lengths(parameters, case)
    if came == wanted or not {*came, *wanted} <= names.keys():
        return []
    return [f"It has one row for each {names[came[0]]}; wanted is one for each {names[wanted[0]]}."]


def _lengths(parameters, case):
    """Return the length of each side of the inputs with its name; no name where two are equal."""
    sides = [
        (length, f"{side} of {parameter}")
        for parameter, part in zip(parameters, case, strict=True)
        for length, side in zip(np.shape(part), ("row", "column"), strict=False)
    ]
    lengths = [length for length, _ in sides]
    return {length: name for length, name in sides if lengths.count(length) == 1}


def about_digits(results, wants, scales, dtypes):
    """Return a headline and a line for results that are right but not to the last digit.

    Parameters
    ----------
    results, wants : list of array
        What came and what is right, one of each for every case.
    scales : list of float
        The largest number of each case: rounding is measured by it.
    dtypes : list of dtype
        What the results were made of.

    Returns
    -------
    tuple of two str, or None
        None where the results are wrong, not inexact.
    """
    decimals = _rounded_to(results, wants)
    if decimals:
        places = "digit" if decimals == 1 else "digits"
        return f"is rounded to {decimals} {places} after the point", "Return the number as it is."
    apart = [np.abs(got - want).max() for got, want in zip(results, wants, strict=True)]
    if any(error > 1e-5 * scale for error, scale in zip(apart, scales, strict=True)):
        return None
    digits = number_of_digits(max(e / s for e, s in zip(apart, scales, strict=True) if e > 0))
    small = {str(dtype) for dtype in dtypes if dtype.kind == "f" and dtype.itemsize < 8}
    if small:
        line = f"They are numbers of type {small.pop()}: compute in float64, NumPy's usual type."
    else:
        line = (
            "What loses digits: float32, a rounded constant (1.414 for a root), a search for the"
            " least value, a small difference of two large numbers."
        )
    return f"is right to {digits} digits only", line


def _rounded_to(results, wants):
    """Return to how many digits after the point all results are rounded; 0 if they are not."""
    for decimals in range(1, 7):
        unit = 10.0**-decimals
        pairs = zip(results, wants, strict=True)
        if all(
            np.all(np.abs(got - want) <= unit * (0.5 + 1e-9))
            and np.allclose(got / unit, np.round(got / unit), rtol=0, atol=1e-6)
            for got, want in pairs
        ):
            return decimals
    return 0
