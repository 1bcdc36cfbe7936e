"""Put numbers, shapes and errors into words that a student can read."""

from __future__ import annotations

import linecache
import re
import textwrap

import numpy as np

LONGEST = 36  # entries of an array that are still printed


def label(answer):
    """Return the name of a function, for the messages."""
    name = getattr(answer, "__name__", "<")
    return "your function" if name.startswith("<") else name


def describe(value):
    """Say in a few words what a value is: "an array of shape (3,)", "the number 2"."""
    if value is None or isinstance(value, bool | np.bool_):
        return str(value)
    if isinstance(value, np.ndarray) and type(value) is np.ndarray:
        return f"an array of shape {value.shape}" if value.ndim else f"the number {show(value)}"
    if isinstance(value, int | float | np.number):
        return f"the number {show(value)}"
    if isinstance(value, list | tuple) and value and not isinstance(value[0], str):
        return describe_list(value)
    kind = "text" if isinstance(value, str) else type(value).__name__
    return f"{'an' if kind[0].lower() in 'aeiou' else 'a'} {kind}"


def describe_list(value):
    """Say in a few words what a list or tuple is: "a list of 2 numbers"."""
    kind = type(value).__name__
    try:
        array = np.asarray(value)
    except ValueError:  # rows of different length
        return f"a {kind}"
    if array.dtype.kind not in "biuf":
        return f"a {kind}"
    if array.ndim == 1:
        return f"a {kind} of {array.size} number{'s' if array.size > 1 else ''}"
    return f"a {kind} of shape {array.shape}"


def show(value, digits=6):
    """Write numbers as a student would: [[2, 1], [1, 3]].

    >>> show(np.array([[2.0, 1 / 3], [0, -0.0]]))
    '[[2, 0.333333], [0, 0]]'
    """
    if isinstance(value, str | bool | np.bool_):
        return repr(value) if isinstance(value, str) else str(bool(value))
    array = np.asarray(value)
    if array.ndim == 0:
        return f"{value + 0:.{digits}g}" if np.isrealobj(array) else str(value)
    if array.size > LONGEST:
        return f"an array of shape {array.shape} that begins {show(array.ravel()[:4], digits)}"
    return "[" + ", ".join(show(entry, digits) for entry in array) + "]"


def inputs(parameters, case):
    """Write the input of one call: "X = [[1, 2]], sigma = 2"."""
    return ", ".join(f"{p} = {show(v)}" for p, v in zip(parameters, case, strict=True))


def shape_words(want):
    """Say what kind of result is wanted."""
    if isinstance(want, bool):
        return "one True or False"
    return f"an array of shape {np.shape(want)}" if np.ndim(want) else "one number"


def short(got, digits=6):
    """Show a result; rounding noise beside larger numbers is shown as 0."""
    if isinstance(got, bool | np.bool_) or np.ndim(got) == 0:
        return show(got, digits)
    noise = 1e-14 * np.max(np.abs(got), initial=0, where=np.isfinite(got))
    return show(np.where(np.abs(got) <= noise, 0.0, got), digits)


def number_of_digits(error):
    """Return how many digits of a number are right, given its relative error.

    >>> number_of_digits(3e-8)
    7
    """
    return int(np.floor(-np.log10(max(error, 1e-16))))


def apart(got, want):
    """Show two results with as many digits as it takes to tell them apart."""
    for digits in (6, 9, 17):
        texts = short(got, digits), short(want, digits)
        if texts[0] != texts[1]:
            break
    return texts


def error_words(error, answer, name):
    """Return a headline, and the deepest line of the student's own code on the way to the error."""
    own = getattr(getattr(answer, "func", answer), "__globals__", None)
    place = None
    step = error.__traceback__.tb_next  # without the line of the check itself
    while step is not None:
        if own is None or step.tb_frame.f_globals is own:
            place = step
        step = step.tb_next
    message = re.sub(r"0x[0-9a-fA-F]+", "0x...", str(error)).strip().partition("\n")[0]
    message = textwrap.shorten(message, 160, placeholder=" [...]")
    headline = f"{name} stops with {type(error).__name__}" + (f": {message}" if message else "")
    if place is None:
        return headline.rstrip("."), ()
    code = place.tb_frame.f_code
    text = linecache.getline(code.co_filename, place.tb_lineno).strip()
    where = f"in {code.co_name}, line {place.tb_lineno} of its cell" + (f": {text}" if text else "")
    return headline.rstrip("."), (where,)
