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

from . import advice
from .borrowed import Watch
from .limit import Limit, TooSlow
from .wording import apart, describe, error_words, inputs, label, shape_words, short, show

SECONDS = 5  # for one call, unless the answer has a `patience` of its own
MATRIX = getattr(np, "matrix", ())  # on NumPy's list of what will go
COMPLEX = "complex numbers, wanted are real ones"


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
    SLOW = 800
    WARNING = 900
    BORROWED = 1000


class NotAttempted(Exception):
    """The answer still gives `...` back, or raises NotImplementedError."""


@dataclass(frozen=True)
class Failure:
    """What is wrong for one input: a headline, and short lines with the numbers."""

    headline: str
    details: tuple[str, ...]
    rank: int
    size: int = 0


@dataclass(frozen=True)
class Judged:
    """One call: its input, the result as numbers (None if it is none), what is wrong with it."""

    case: tuple
    want: object
    got: object = None
    dtype: np.dtype | None = None
    failure: Failure | None = None

    @property
    def inexact(self):
        """Whether the result is right, or wrong in its numbers only."""
        rank = self.failure.rank if self.failure else Rank.VALUE
        return Rank.PROPERTY <= rank <= Rank.VALUE and is_finite(self.got)


def judge(exercise, answer, seed=0):
    """Return the number of inputs, and the failure to show (None if there is none).

    The seed draws the random inputs; those written by hand are the same for every seed. Of all
    failures the one of the first kind is shown, with the smallest input that breaks it.
    """
    if exercise.flaw is not None:
        return 1, _flaw(exercise, answer)
    cases = list(exercise.cases(np.random.default_rng(seed)))
    function = (lambda: answer) if exercise.is_value else answer
    name = "your value" if exercise.is_value else label(answer)
    failure = _wrong_arity(exercise, function, cases[0])
    if failure is not None:
        return len(cases), failure
    printed, watch = io.StringIO(), Watch(exercise.own, answer)
    with contextlib.redirect_stdout(printed):
        judged = _judge_all(exercise, function, cases, name, watch)
    failures = [
        replace(one.failure, size=_size(one.case)) for one in judged if one.failure is not None
    ]
    if not failures:
        if not exercise.is_value:
            _once_more(function, cases[0], watch)
        return len(cases), _borrowed(watch.found or getattr(answer, "borrowed", ""), name)
    first = min(failures, key=lambda failure: (failure.rank, failure.size))
    remarks = _remarks(exercise, function, judged, first)
    if first.rank >= Rank.PROPERTY:
        first = _inexact(exercise, first, judged, name)
    if printed.getvalue():
        remarks.append("What it prints is left out here: call it yourself to see that.")
    return len(cases), replace(first, details=(*first.details, *remarks))


def _flaw(exercise, answer):
    """Return what is wrong with a value of which many are right; None for one of them."""
    sentence = exercise.flaw(copy.deepcopy(answer))
    return Failure(exercise.wrong, (sentence,), Rank.VALUE) if sentence else None


def _once_more(function, case, watch):
    """Call a right answer on the first input again, with the watch that was not there yet."""
    seconds = getattr(function, "patience", SECONDS)
    with (
        contextlib.suppress(Exception, SystemExit, TooSlow),
        contextlib.redirect_stdout(io.StringIO()),
        warnings.catch_warnings(),
        Limit(seconds) as limit,
        limit.call(),
    ):
        warnings.simplefilter("ignore")
        with watch:
            function(*copy.deepcopy(case))


def _borrowed(found, name):
    """Return that a right answer has called what it should write; None where it has not."""
    if not found:
        return None
    headline = f"right, but not yours: {name} calls {found}"
    line = f"Write it without {found.rpartition('.')[2]}; then compare the two."
    return Failure(headline, (line,), Rank.BORROWED)


def _judge_all(exercise, function, cases, name, watch):
    """Judge case after case, to the first one that takes too long.

    The first call is not watched: it loads what an answer needs, and the watch makes that slow.
    """
    judged = []
    with Limit(getattr(function, "patience", SECONDS)) as limit:
        for case in cases:
            watched = watch if judged else contextlib.nullcontext()
            judged.append(_judge_case(exercise, function, case, name, limit, watched))
            if judged[-1].failure is not None and judged[-1].failure.rank == Rank.SLOW:
                break
    return judged


def close(got, want, case=()):
    """Whether two results agree up to rounding, relative to the numbers they were made from."""
    if isinstance(want, bool):
        return bool(got) == want
    return np.allclose(got, want, rtol=1e-7, atol=1e-11 * scale_of(want, case))


def scale_of(want, case):
    """Return the largest number of an input and of its right result."""
    return max(np.abs(part).max() for part in (want, *case) if not isinstance(part, str))


def is_finite(got):
    """Whether there is a result, of finite numbers or of True and False."""
    return got is not None and bool(np.all(np.isfinite(got)))


def _judge_case(exercise, answer, case, name, limit, watch):
    """Call the answer on one input, and say what is wrong with what comes."""
    want = exercise.oracle(*case)
    judged = Judged(case, want)
    given = [f"for {inputs(exercise.parameters, case)}"] if case else []
    handed = copy.deepcopy(case)
    try:
        with warnings.catch_warnings(record=True) as caught, limit.call(), watch:
            warnings.simplefilter("always")
            value = answer(*handed)
    except NotImplementedError:
        raise NotAttempted from None
    except TooSlow:
        return replace(judged, failure=_too_slow(name, given))
    except (Exception, SystemExit) as error:  # a verdict on the student's code, not a crash
        headline, where = error_words(error, answer, name)
        meant = advice.about_error(str(error), exercise.parameters)
        failure = Failure(headline, (*where, *given, *meant), Rank.ERROR)
        return replace(judged, failure=failure)
    if value is Ellipsis:
        raise NotAttempted
    warned = [str(warning.message) for warning in caught]
    changed = _changed_input(exercise, case, handed, name)
    if changed or value is None:
        failure = changed or _nothing(exercise, given, name)
        return replace(judged, failure=failure)
    got, problem = _as_numbers(value, want)
    if problem:
        verb = "is" if exercise.is_value else "gives"
        meant = advice.ABOUT_COMPLEX if problem == COMPLEX else ()
        failure = Failure(f"{name} {verb} {problem}", (*given, *meant), Rank.TYPE)
        return replace(judged, failure=failure)
    failure = _wrong_numbers(exercise, case, value, got, want, given, name, warned)
    dtype = getattr(value, "dtype", np.dtype(float))
    return replace(judged, got=got, dtype=dtype, failure=failure)


def _too_slow(name, given):
    headline = f"{name} does not come to an end within {SECONDS} seconds"
    question = "Is there a loop without end, or one over far too many things? Count, do not list."
    return Failure(headline, (*given, question), Rank.SLOW)


def _changed_input(exercise, case, handed, name):
    for parameter, before, after in zip(exercise.parameters, case, handed, strict=True):
        if not np.array_equal(before, after):
            line = f"{parameter} was {show(before)} before the call and {show(after)} after it"
            return Failure(f"{name} changes its input {parameter}", (line,), Rank.CHANGED)
    return None


def _nothing(exercise, given, name):
    nothing = f"{name} is None" if exercise.is_value else f"{name} returns nothing"
    question = () if exercise.is_value else ("Is there a `return`?",)
    return Failure(nothing, (*given, *question), Rank.NOTHING)


def _wrong_numbers(exercise, case, value, got, want, given, name, warned):
    """Return what is wrong with a result of numbers; None if it is right."""
    if np.shape(got) != np.shape(want):
        verb = "is" if exercise.is_value else "gives"
        came = describe(value if isinstance(value, list | tuple) else got)
        sides = advice.about_shape(got, want, exercise.parameters, case)
        details = (*given, f"came {short(got)}", *sides)
        return Failure(f"{name} {verb} {came}, wanted is {shape_words(want)}", details, Rank.SHAPE)
    if exercise.accepts is not None and is_finite(got):
        return _not_such(exercise, got, case, given)
    if close(got, want, case):
        return _warning(exercise, given, name, warned)
    exact = _without_rounding(want, case)
    came, wanted = apart(got, exact)
    remark = " (up to rounding)" if np.ndim(want) == 0 and exact != want else ""
    numbers = [f"came   {came}", f"wanted {wanted}{remark}"] if case else [f"came {came}"]
    details = (*given, *numbers)
    if not is_finite(got):
        headline = f"the result holds {'nan' if np.any(np.isnan(got)) else 'inf'}"
        return Failure(headline, (*details, *advice.about_warnings(warned)), Rank.NOT_FINITE)
    for order, (headline, broken) in enumerate(exercise.properties.items()):
        sentence = broken(got, *case)
        if sentence:
            return Failure(headline, (*details, sentence), Rank.PROPERTY + order)
    return Failure(exercise.wrong, details, Rank.VALUE)


def _not_such(exercise, got, case, given):
    """Return what an object lacks that should be one of many good ones; None if it is one."""
    sentence = exercise.accepts(got, *case)
    if not sentence:
        return None
    return Failure(exercise.wrong, (*given, f"came {short(got)}", sentence), Rank.VALUE)


def _warning(exercise, given, name, warned):
    """Return that a right result came with a warning, where the exercise forbids it."""
    if not (warned and exercise.quiet):
        return None
    headline = f"the numbers are right, but {name} warns: {warned[0]}"
    return Failure(headline, (*given, *advice.about_warnings(warned)), Rank.WARNING)


def _without_rounding(want, case):
    """Return what is wanted with 0 for what is 0 up to rounding, to be shown."""
    if isinstance(want, bool):
        return want
    return np.where(np.abs(want) <= 1e-13 * scale_of(want, case), 0.0, want)


def _inexact(exercise, failure, judged, name):
    """Return the failure in other words where all numbers are right but for their last digits."""
    digits = exercise.accepts is None and not isinstance(judged[0].want, bool)
    if not digits or not all(one.inexact for one in judged):
        return failure
    found = advice.about_digits(
        [one.got for one in judged],
        [np.asarray(one.want) for one in judged],
        [scale_of(one.want, one.case) for one in judged],
        [one.dtype for one in judged],
    )
    if found is None:
        return failure
    headline, line = found
    numbers = [d for d in failure.details if d.startswith(("for ", "came ", "wanted "))]
    return replace(failure, headline=f"{name} {headline}", details=(*numbers, line))


def _as_numbers(value, want):
    """Return the value as floats (or bool), or a sentence on why it is none; one of the two."""
    if isinstance(want, bool):
        if isinstance(value, np.ndarray) and value.dtype == bool and value.ndim == 0:
            value = value[()]
        is_truth = isinstance(value, bool | np.bool_)
        return value, "" if is_truth else f"{describe(value)}, wanted is one True or False"
    if isinstance(value, MATRIX):
        return None, "an np.matrix, wanted is a plain array (np.asarray makes one)"
    if isinstance(value, bool | np.bool_):
        return None, f"{describe(value)}, wanted is {shape_words(want)}"
    if isinstance(value, complex | np.complexfloating):
        return None, COMPLEX
    try:
        if np.ndim(want) == 0 and _is_number(value):
            value = float(value)
        elif not isinstance(value, np.ndarray | list | tuple):
            return None, f"{describe(value)}, wanted is {shape_words(want)}"
        array = np.asarray(value)
        if array.dtype.kind == "O" and all(map(_is_number, array.flat)):
            array = array.astype(float)
    except OverflowError:
        return None, "a number that is far too large"
    except ValueError:
        return None, f"a {type(value).__name__} with rows of different length"
    if array.dtype.kind == "c":
        return None, COMPLEX
    if array.dtype.kind not in "iuf":
        what = {"b": "True and False", "U": "text"}.get(array.dtype.kind, "something else")
        return None, f"{what} where numbers are wanted"
    return array.astype(float), ""


def _is_number(value):
    """Whether a value is one real number, also one of fractions or of mpmath."""
    return hasattr(value, "__float__") and not hasattr(value, "__len__")


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


def _remarks(exercise, answer, judged, failure):
    """Return what else to say about a wrong answer: a known slip, a forgotten parameter."""
    remarks = []
    if Rank.SLOW not in (one.failure.rank for one in judged if one.failure):
        slips = exercise.slips.items()
        found = (sentence for sentence, slip in slips if _is_slip(slip, judged))
        remarks += [f"It looks as if {sentence}." for sentence in found][:1]
    if failure.rank not in (Rank.ERROR, Rank.SLOW):
        remarks += [f"Its parameter {p} is never used." for p in _unused_parameters(answer)]
    if label(answer).startswith("my_") and label(answer) != exercise.name:
        remarks.append(f"This exercise asks for {exercise.name}.")
    return remarks


def _is_slip(slip, judged):
    """Whether all results are those of a known slip; where it gives no number, they give none."""
    agree = [_same_slip(_slip_result(slip, one), one) for one in judged]
    return all(agree) and any(one.got is not None for one in judged)


def _slip_result(slip, one):
    """Return what a slip gives for one input; None where it stops with an error."""
    with np.errstate(all="ignore"), warnings.catch_warnings():
        warnings.simplefilter("ignore")
        try:
            return slip(*one.case)
        except (ArithmeticError, ValueError):
            return None


def _same_slip(expected, one):
    if expected is None or not is_finite(expected):
        return not is_finite(one.got)
    if one.got is None or np.shape(one.got) != np.shape(expected):
        return False
    if isinstance(one.want, bool):
        return bool(one.got) == bool(expected)
    return close(one.got, np.asarray(expected), one.case)


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
