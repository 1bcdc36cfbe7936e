"""Call a student's answer on every input, and put the first thing to mend into words."""

from __future__ import annotations

import contextlib
import copy
import dis
import enum
import inspect
import io
import warnings
from dataclasses import dataclass, replace

import numpy as np

from .wording import apart, describe, error_words, inputs, label, shape_words, short, show


class Rank(enum.IntEnum):
    """Kinds of failures, in the order in which they must be mended; the first one is shown."""

    ERROR = 0
    NOTHING = 100
    CHANGED = 200
    TYPE = 300
    SHAPE = 400
    PROPERTY = 500  # and one more for each further property
    NOT_FINITE = 600
    VALUE = 700


class NotAttempted(Exception):
    """The answer still gives `...` back, or raises NotImplementedError."""


@dataclass(frozen=True)
class Failure:
    """What is wrong for one input: a headline, and short lines with the numbers."""

    headline: str
    details: tuple[str, ...]
    rank: int
    size: int = 0


def judge(exercise, answer):
    """Return the number of inputs, and the failure to show (None if there is none).

    Of all failures the one of the first kind is shown, with the smallest input that breaks it.
    """
    cases = list(exercise.cases(np.random.default_rng(0)))
    function = (lambda: answer) if exercise.is_value else answer
    name = "your value" if exercise.is_value else label(answer)
    failure = _wrong_arity(exercise, function, cases[0])
    if failure is not None:
        return len(cases), failure
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        judged = [_judge_case(exercise, function, case, name) for case in cases]
    failures = [
        replace(failure, size=_size(case))
        for case, (_, failure) in zip(cases, judged, strict=True)
        if failure is not None
    ]
    if not failures:
        return len(cases), None
    first = min(failures, key=lambda failure: (failure.rank, failure.size))
    remarks = _remarks(exercise, function, cases, [got for got, _ in judged])
    if printed.getvalue():
        remarks.append("What it prints is left out here: call it yourself to see that.")
    return len(cases), replace(first, details=(*first.details, *remarks))


def is_stub(function):
    """Whether the body of a function is nothing but a docstring, `...`, `pass` or a comment."""
    code = getattr(function, "__code__", None)
    if code is None:
        return False
    idle = {"RESUME", "NOP", "CACHE", "COPY_FREE_VARS", "RETURN_VALUE"}
    steps = [step for step in dis.get_instructions(code) if step.opname not in idle]
    return all(
        "CONST" in step.opname and (step.argval is None or step.argval is Ellipsis)
        for step in steps
    )


def close(got, want, case=()):
    """Whether two results agree up to rounding, relative to the numbers they were made from."""
    if isinstance(want, bool):
        return bool(got) == want
    scale = max(np.abs(part).max() for part in (want, *case) if not isinstance(part, str))
    return np.allclose(got, want, rtol=1e-7, atol=1e-11 * scale)


def _judge_case(exercise, answer, case, name):
    """Return the result as numbers (None if it is not) and the failure (None if it is right)."""
    want = exercise.oracle(*case)
    given = [f"for {inputs(exercise.parameters, case)}"] if case else []
    handed = copy.deepcopy(case)
    try:
        with warnings.catch_warnings():  # a warning's effect is judged, its path is not printed
            warnings.simplefilter("ignore")
            value = answer(*handed)
    except NotImplementedError:
        raise NotAttempted from None
    except Exception as error:  # whatever the student's code raises is a verdict, not a crash
        headline, where = error_words(error, answer, name)
        return None, Failure(headline, (*where, *given), Rank.ERROR)
    if value is Ellipsis:
        raise NotAttempted
    for parameter, before, after in zip(exercise.parameters, case, handed, strict=True):
        if not np.array_equal(before, after):
            line = f"{parameter} was {show(before)} before the call and {show(after)} after it"
            return None, Failure(f"{name} changes its input {parameter}", (line,), Rank.CHANGED)
    if value is None:
        nothing = f"{name} is None" if exercise.is_value else f"{name} returns nothing"
        question = () if exercise.is_value else ("Is there a `return`?",)
        return None, Failure(nothing, (*given, *question), Rank.NOTHING)
    got, problem = _as_numbers(value, want)
    verb = "is" if exercise.is_value else "gives"
    if problem:
        return None, Failure(f"{name} {verb} {problem}", tuple(given), Rank.TYPE)
    if np.shape(got) != np.shape(want):
        headline = f"{name} {verb} {describe(got)}, wanted is {shape_words(want)}"
        return None, Failure(headline, (*given, f"came {short(got)}"), Rank.SHAPE)
    if close(got, want, case):
        return got, None
    came, wanted = apart(got, want)
    numbers = [f"came   {came}", f"wanted {wanted}"] if case else [f"came {came}"]
    if not np.all(np.isfinite(got)):
        headline = f"the result holds {'nan' if np.any(np.isnan(got)) else 'inf'}"
        return None, Failure(headline, (*given, *numbers), Rank.NOT_FINITE)
    for order, (headline, broken) in enumerate(exercise.properties.items()):
        sentence = broken(got, *case)
        if sentence:
            return got, Failure(headline, (*given, *numbers, sentence), Rank.PROPERTY + order)
    return got, Failure(exercise.wrong, (*given, *numbers), Rank.VALUE)


def _as_numbers(value, want):
    """Return the value as floats (or bool), or a sentence on why it is none; one of the two."""
    if isinstance(want, bool):
        if isinstance(value, np.ndarray) and value.dtype == bool and value.ndim == 0:
            value = value[()]
        is_truth = isinstance(value, bool | np.bool_)
        return value, "" if is_truth else f"{describe(value)}, wanted is one True or False"
    if isinstance(value, np.matrix):
        return None, "an np.matrix, wanted is a plain array (np.asarray makes one)"
    if not isinstance(value, int | float | np.number | np.ndarray | list | tuple):
        return None, f"{describe(value)}, wanted is {shape_words(want)}"
    try:
        array = np.asarray(float(value) if type(value) is int else value)
    except OverflowError:
        return None, "a number that is far too large"
    except ValueError:
        return None, f"a {type(value).__name__} with rows of different length"
    if array.dtype.kind == "c":
        return None, "complex numbers, wanted are real ones"
    if array.dtype.kind not in "iuf":
        what = {"b": "True and False", "U": "text"}.get(array.dtype.kind, "something else")
        return None, f"{what} where numbers are wanted"
    return array.astype(float), ""


def _wrong_arity(exercise, answer, case):
    try:
        signature = inspect.signature(answer)
    except (TypeError, ValueError):  # some built-in functions do not tell
        return None
    try:
        signature.bind(*case)
    except TypeError:
        own = f"{label(answer)}({', '.join(signature.parameters)})"
        headline = f"{own} does not take the parameters ({', '.join(exercise.parameters)})"
        return Failure(headline, (f"It is called as {exercise.call}.",), Rank.ERROR)
    return None


def _remarks(exercise, answer, cases, results):
    """Return what else to say about a wrong answer: a known slip, a forgotten parameter."""
    remarks = []
    if all(got is not None for got in results):
        for sentence, slip in exercise.slips.items():
            with np.errstate(all="ignore"):
                expected = [slip(*case) for case in cases]
            if all(close(g, e, c) for g, e, c in zip(results, expected, cases, strict=True)):
                remarks.append(f"It looks as if {sentence}.")
                break
    remarks += [f"Its parameter {p} is never used." for p in _unused_parameters(answer)]
    if label(answer).startswith("my_") and label(answer) != exercise.name:
        remarks.append(f"This exercise asks for {exercise.name}.")
    return remarks


def _unused_parameters(answer):
    """Return the names of the parameters that the code of a function never reads."""
    code = getattr(answer, "__code__", None)
    if code is None:
        return []
    used = set(code.co_cellvars)
    for step in dis.get_instructions(code):
        if "LOAD" in step.opname:  # some load two names at once
            used.update(step.argval if isinstance(step.argval, tuple) else [step.argval])
    return [p for p in code.co_varnames[: code.co_argcount] if p not in used]


def _size(case):
    return sum(len(part) if isinstance(part, str) else np.size(part) for part in case)
