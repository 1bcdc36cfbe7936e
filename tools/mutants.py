"""Judge the judges with programs that are almost right.

    python -m tools.mutants              all exercises; writes data/results/mutants.csv
    python -m tools.mutants 2.1 17.2     these only; their rows are printed

Two kinds of programs are made from the folded solution of each exercise that asks for a function.
A mutant has one small change: an operator, a comparison, a number, an axis, a line or a function.
A restricted program is right, but for a kind of inputs only: up to six points, whole numbers.

`classroom.exercises` judges each on SEEDS. What all of them refuse is killed. What one lets pass is
judged on many further seeds: where they find nothing it is the same function to the seven digits
that a judge asks for, else it survives, and so does a restricted program whose other inputs never
came. Each survivor stands in EXPLAINED with its reason, or an input that tells it is added to
`kernlab_course.answers`.
"""

import ast
import csv
import json
import math
import sys
import warnings
from pathlib import Path

import numpy as np

import kernlab_helpers as kh
from classroom import exercises

ROOT = Path(__file__).resolve().parents[1]
TABLE = ROOT / "data" / "results" / "mutants.csv"
HEAD = ("exercise", "programs", "killed", "same", "survive", "what survives")
SEEDS, FURTHER = (0, 1, 2), range(3, 15)

#: Operator or function = what a mutant has in its place; calls of one argument are also left out.
SWAPS = """
Add=Sub,Mult Sub=Add Mult=Div,Add Div=Mult FloorDiv=Div,Mult Pow=Mult MatMult=Mult
Lt=LtE,Gt LtE=Lt,GtE Gt=GtE,Lt GtE=Gt,LtE Eq=NotEq NotEq=Eq
min=max,mean max=min sum=mean,max mean=sum,median argmin=argmax argmax=argmin maximum=minimum
sqrt=square,abs exp=expm1 log=log2,log1p floor=ceil,rint cos=sin sin=cos abs=negative var=std
cumsum=cumprod trace=sum eye=ones eigvalsh=eigvals eigh=eig solve=lstsq sort=unique outer=kron
column_stack=vstack stack=hstack permutations=combinations fit_transform=fit
"""
SWAPPED = {name: to.split(",") for name, to in (one.split("=") for one in SWAPS.split())}

#: What a survivor gets wrong | in which exercises (* for all) | why it may.
REASONS = """
n > 12 | * | An input that fails is shown: nobody reads so many numbers.
n > 6 | 12.2 16.2 | Seven classes have 5,040 orders, which takes long. A chunk has three totals.
inputs in float32 | * | They have seven digits, and no judge asks for more.
not symmetric | * | Tables of kernels, distances and affinities are symmetric.
singular | 3.4 16.1 | The task divides by this matrix.
rows repeat | 10.3 11.1 15.3 | Different points are in different places.
negative | 4.3 10.3 11.1 17.1 17.2 17.3 | Distances, scores and spreads are not.
negative | 8.4 9.1 9.3 10.2 12.1 13.1 13.2 13.3 13.4 14.3 14.4 | Nor counts, widths, amounts.
zero | 8.4 9.3 10.2 13.3 13.4 14.3 14.4 17.3 | The task divides by them, or by their powers.
below 0.001 | 9.1 9.3 13.3 14.3 17.2 | Counts, gaps in widths, periods, percents.
from 1000 on | 9.3 13.3 14.3 17.1 17.2 17.3 | As above, and scores and their spreads.
not whole | 9.1 | Counts are whole.
whole | 14.3 | The small amount lies between 0 and 1.
"""
LINES = [line.split(" | ") for line in REASONS.strip().split("\n")]
EXPLAINED = {(number, what): why for what, where, why in LINES for number in where.split()}


def numbers():
    """Return the numbers of the exercises that ask for a function."""
    return [n for n in exercises.numbers() if not exercises.find(n).is_value]


def solution(number):
    """Return the text of a folded solution, its function under the name of the exercise."""
    (path,) = (ROOT / "notebooks").glob(f"{int(number.partition('.')[0]):02d}_*.ipynb")
    cells = json.loads(path.read_text("utf-8"))["cells"]
    tagged = [cell["source"] for cell in cells if "solution" in cell["metadata"].get("tags", [])]
    name = f"solution_{number.replace('.', '_')}"
    (text,) = (text for text in map("".join, tagged) if f"def {name}(" in text)
    return text.replace(name, exercises.find(number).name)


def program(text, name):
    """Return the function that a text defines."""
    space = {"np": np, "kh": kh, "math": math}
    with warnings.catch_warnings(action="ignore"):  # of what a mutant calls or compares
        exec(compile(text, "<mutant>", "exec"), space)
    return space[name]


# Mutants ------------------------------------------------------------------------------------------


def changed(text):
    r"""Return, for each text with one change of the function in `text`, what was changed in words.

    >>> changed("def f(x): return x + 1")["def f(x):\n    return x - 1"]
    'x + 1 -> x - 1'
    """
    tree = ast.parse(text)
    tree.body = [part for part in tree.body if isinstance(part, ast.Import | ast.FunctionDef)]
    (function,) = (part for part in tree.body if isinstance(part, ast.FunctionDef))
    parameters = [one.arg for one in function.args.args]
    right, found = ast.unparse(tree), {}
    for parent in [part for part in ast.walk(function) if not isinstance(part, ast.arguments)]:
        for field, value in list(ast.iter_fields(parent)):
            many = isinstance(value, list)
            children = value if many else [value]
            for place, child in enumerate(children):
                before = shown(parent, child)
                for new in variants(child, parameters):
                    whole = [*children[:place], new, *children[place + 1 :]]
                    setattr(parent, field, whole if many else new)
                    found.setdefault(ast.unparse(tree), f"{before} -> {shown(parent, new)}")
                    setattr(parent, field, value)
    return {text: words for text, words in found.items() if text != right}


def shown(parent, part):
    """Return the text of the smallest piece of a program that shows a part of it."""
    if isinstance(part, ast.Pass):
        return "nothing"
    whole = isinstance(part, ast.stmt) or isinstance(parent, ast.stmt | ast.comprehension)
    return ast.unparse(part if whole and isinstance(part, ast.AST) else parent)


def variants(part, parameters):
    """Return what may stand in a mutant in the place of one part of a program."""
    match part:
        case ast.operator() | ast.cmpop():
            return [getattr(ast, name)() for name in SWAPPED.get(type(part).__name__, ())]
        case ast.stmt():
            return [ast.Pass()]
        case ast.BinOp(left=one, right=other) | ast.IfExp(body=one, orelse=other):
            return [one, other]
        case ast.Constant(value=str(text)):
            return [ast.Constant(text[::-1])]
        case ast.Constant(value=int(value) | float(value)):
            return [ast.Constant(value + 1), ast.Constant(value - 1), ast.Constant(value * 2)]
        case ast.Name():
            others = parameters if part.id in parameters else SWAPPED.get(part.id, ())
            return [ast.Name(other, part.ctx) for other in others if other != part.id]
        case ast.UnaryOp(operand=one) | ast.Attribute(value=one, attr="T"):
            return [one]
        case ast.Subscript(value=one, ctx=ast.Load()):
            return [one]
        case ast.Attribute(value=one, attr=name):
            return [ast.Attribute(one, other, part.ctx) for other in SWAPPED.get(name, ())]
        case ast.Slice():
            return [ast.Slice()]
        case ast.Tuple(ctx=ast.Load()) | ast.List(ctx=ast.Load()):
            return [type(part)(part.elts[::-1], part.ctx)]
        case ast.Call(func=function, args=given, keywords=words):
            less = ([other for other in words if other is not one] for one in words)
            found = [ast.Call(function, given, some) for some in less]
            alone = given or [getattr(function, "value", function)]
            swapped = ast.Call(function, given[::-1], words)
            return [*found, swapped if len(given) == 2 else alone[0]]
    return []


# Restricted programs ------------------------------------------------------------------------------


def is_float(part):
    """Whether a part of an input is numbers that need not be whole."""
    return np.asarray(part).dtype.kind == "f"


def sides(case):
    """Return how long the texts and arrays of an input are."""
    parts = [list(part) if isinstance(part, str) else part for part in case]
    return [side for part in parts for side in np.shape(part)]


def entries(case):
    """Return all numbers of an input that need not be whole."""
    return np.concatenate([*(np.ravel(part) for part in case if is_float(part)), []])


def tables(case):
    """Return the tables of numbers of an input."""
    return [part for part in case if is_float(part) and np.ndim(part) == 2]


def squares(case):
    """Return its tables of as many rows as columns."""
    return [part for part in tables(case) if part.shape[0] == part.shape[1]]


#: What a restricted program gets wrong -> which parts of an input it looks at, and for what.
KINDS = {
    "n > 12": (sides, lambda found: max(found, default=0) > 12),
    "n > 6": (sides, lambda found: max(found, default=0) > 6),
    "negative": (entries, lambda found: any(found < 0)),
    "zero": (entries, lambda found: any(found == 0)),
    "from 1000 on": (entries, lambda found: any(np.abs(found) >= 1000)),
    "below 0.001": (entries, lambda found: any((np.abs(found) < 1e-3) & (found != 0))),
    "not whole": (entries, lambda found: any(found % 1)),
    "whole": (entries, lambda found: not any(found % 1)),
    "rows repeat": (tables, lambda found: any(len(np.unique(A, axis=0)) < len(A) for A in found)),
    "singular": (squares, lambda found: any(np.linalg.matrix_rank(A) < len(A) for A in found)),
    "not symmetric": (squares, lambda found: any((A != A.T).any() for A in found)),
}

#: What a restricted program makes of the numbers of its inputs.
INPUTS = {
    "inputs cut to whole": np.trunc,
    "inputs in float32": lambda part: np.asarray(part, np.float32).astype(float)[()],
}


def digits(got, number):
    """Return a result with so many digits; True and False as they are."""
    if isinstance(got, bool | np.bool_):
        return got
    return np.vectorize(lambda entry: float(f"{entry:.{number - 1}e}"), otypes=[float])(got)


def restricted(right):
    """Return the restricted programs of a right one, by what each gets wrong."""

    def wrong(*case):
        got = right(*case)
        return not got if isinstance(got, bool | np.bool_) else -np.asarray(got) - 1

    def fails_on(parts, bad):
        return lambda *case: wrong(*case) if bad(parts(case)) else right(*case)

    def changing(to):
        return lambda *case: right(*(to(part) if is_float(part) else part for part in case))

    return {
        **{name: fails_on(*kind) for name, kind in KINDS.items()},
        **{name: changing(to) for name, to in INPUTS.items()},
        **{f"{n} digits": lambda *case, n=n: digits(right(*case), n) for n in (6, 9)},
    }


def never_asked(exercise, name):
    """Whether an input could be of a kind, and none of all seeds is."""
    parts, bad = KINDS.get(name, (lambda case: [], any))
    draws = map(np.random.default_rng, (*SEEDS, *FURTHER))
    found = [parts(case) for rng in draws for case in exercise.cases(rng)]
    return any(len(one) for one in found) and not any(bad(one) for one in found)


# The run ------------------------------------------------------------------------------------------


def judged(exercise, answer, seeds=SEEDS, further=FURTHER):
    """Return what becomes of a program: "killed", "same" or "survives"."""
    if not any(exercises.judgment(exercise, answer, seed).passed for seed in seeds):
        return "killed"
    every = (*seeds, *further)
    same = all(exercises.judgment(exercise, answer, seed).passed for seed in every)
    return "same" if same else "survives"


def row(number):
    """Return the row of an exercise: numbers and words as in HEAD, all of them texts."""
    exercise, text = exercises.find(number), solution(number)
    name, mutants = exercise.name, changed(text).items()
    right = program(text, name)
    right(*next(iter(exercise.cases(np.random.default_rng(0)))))  # loads what it needs, unlimited
    if judged(exercise, right) != "same":
        raise ValueError(f"the solution of {number} does not pass")
    found = [(words, judged(exercise, program(mutant, name))) for mutant, words in mutants]
    for words, answer in restricted(right).items():
        fate = judged(exercise, answer)
        asked = fate != "same" or not never_asked(exercise, words)
        found.append((words, fate if asked else "survives"))
    counts = [str([fate for _, fate in found].count(one)) for one in ("killed", "same", "survives")]
    what = sorted({words for words, fate in found if fate == "survives"})
    return [number, str(len(found)), *counts, "; ".join(what)]


def unexplained(row):
    """Return what survives without a reason, as words."""
    known = {words for number, words in EXPLAINED if number in (row[0], "*")}
    return [words for words in row[-1].split("; ") if words and words not in known]


def main(wanted):
    """Judge the programs of these exercises, or write the table of all; 1 if one is unexplained."""
    if not {*wanted} <= {*numbers()}:
        sys.exit(f"These exercises ask for functions: {', '.join(numbers())}")
    table = []
    for number in wanted or numbers():
        table.append(row(number))
        print(*table[-1], sep=" | ", flush=True)
    if not wanted:
        with TABLE.open("w", encoding="utf-8", newline="") as file:
            csv.writer(file, lineterminator="\n").writerows([HEAD, *table])
    open_ones = [f"{one[0]} {words}" for one in table for words in unexplained(one)]
    print("programs, killed, same, survive:", *np.sum([[*map(int, one[1:5])] for one in table], 0))
    print("without a reason:", "; ".join(open_ones) or "none")
    return int(bool(open_ones))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
