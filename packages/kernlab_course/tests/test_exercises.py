"""Every solution passes, no stub and no wrong answer does, and the message names what is broken."""

import ast
import copy
import json
import linecache
import math
import re
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest

import classroom
import kernlab_helpers as kh
from classroom import exercises
from classroom.exercises import check, exercise as book, hint, session

ROOT = Path(__file__).resolve().parents[3]
NUMBERS = exercises.numbers()
find = book.find
UNIQUE = [n for n in NUMBERS if find(n).flaw is None]  # one answer is right
LONG = ("10.2", "13.2", "13.4", "14.3", "14.4", "15.2", "15.3", "15.4", "16.2")  # seconds each
MUTATED = [pytest.param(n, marks=[pytest.mark.slow] * (n in LONG)) for n in UNIQUE]

CHAPTERS = sorted({int(number.partition(".")[0]) for number in NUMBERS})


def tagged(chapter, tag):
    """Return the code cells of a chapter that have a tag."""
    (path,) = (ROOT / "notebooks").glob(f"{chapter:02d}_*.ipynb")
    cells = [c for c in json.loads(path.read_text("utf-8"))["cells"] if c["cell_type"] == "code"]
    return ["".join(c["source"]) for c in cells if tag in c["metadata"].get("tags", [])]


def solutions():
    """Return the folded solutions of all chapters, by number."""
    cells = [source for chapter in CHAPTERS for source in tagged(chapter, "solution")]
    names = {n: rf"^(def )?solution_{n.replace('.', '_')}\b" for n in NUMBERS}
    return {n: s for n, name in names.items() for s in cells if re.search(name, s, re.MULTILINE)}


SOLUTIONS = solutions()


def squares(X):
    return np.sum((X[:, None] - X[None]) ** 2, axis=2)


def distances(K):
    return np.diag(K)[:, None] + np.diag(K) - 2 * K


def least(K):
    return np.linalg.eigvalsh(K)[0]


def terms(s, q, c):
    return [math.comb(q, j) * c ** (q - j) * s**j for j in range(q + 1)]


# number, a typical wrong answer, what the verdict must say
COLLAPSE = find("15.5").oracle()  # two clouds, and columns that hardly vary
WRONG = [
    ("0.1", 5, "a sign is lost"),
    ("0.1", 3.0, "only the first coordinates"),
    ("0.1", 13, "squared distance"),
    ("0.1", 0, "this is not the linear kernel"),
    ("0.1", [3, -2], "your value is a list of 2 numbers, wanted is one number"),
    ("0.1", "1", "a text, wanted is one number"),
    ("0.1", None, "your value is None"),
    ("0.1", float("nan"), "holds nan"),
    ("0.1", lambda: 1, "a value is wanted"),
    ("0.2", lambda x, y: x * y, "wanted is one number"),
    ("0.2", lambda x, y: abs(x @ y), "sign is lost"),
    ("0.2", lambda x, y: x[0] * y[0] + x[1] * y[1], "index 1 is out of bounds"),
    ("0.2", lambda x, y: x[:2] @ y[:2], "only the first two coordinates"),
    ("0.2", lambda x, y: np.sum(x + y), "orthogonal vectors is not 0"),
    ("0.2", lambda x, y: x @ y / len(x), "the mean of the products"),
    ("0.2", lambda x, y: x @ y / np.sqrt((x @ x) * (y @ y) or 1), "not its squared length"),
    ("0.3", [[1, 2], [3, -1]], "K(x, y) = 1 is not larger than K(x, x) = 5."),
    ("0.3", [[2, 0], [1, 0]], "With x and y swapped it would be one."),
    ("0.3", [[1, 0], [1, 0]], "K(x, y) = 1 is not larger than K(x, x) = 1."),
    ("0.3", [1, 2], "It is a list of 2 numbers, wanted is an array of shape (2, 2)."),
    ("0.3", [[1, float("nan")], [1, 1]], "It holds nan or inf."),
    ("1.1", lambda s: [s.count(a) for a in "ACGT"], "shares do not sum to 1"),
    ("1.1", lambda s: [s.count(a) / len(s) for a in "ATCG"], "in the wrong order"),
    ("1.1", lambda s: [s.count(a) / 4 for a in "ACGT"], "divided by 4"),
    ("1.1", lambda s: [s.count(a) / len(s) for a in sorted(set(s))], "wanted is an array of shape"),
    ("1.1", lambda s: {a: s.count(a) / len(s) for a in "ACGT"}, "gives a dict"),
    ("1.2", ("ACG", "ACG"), "one and the same"),
    ("1.2", ("AC", "CA"), "The shares of AC differ: 1 and 0."),
    ("1.2", ("AAC", "ACC"), "The shares of A differ: 0.6667 and 0.3333."),
    ("1.2", ("A", "C"), "has no word of two letters"),
    ("1.2", "ACAGA", 'Wanted are 2 texts in a tuple: ("...", "...").'),
    ("1.2", ("ACU", "CAU"), "'U' is none of the letters A, C, G, T."),
    ("1.4", lambda d, q: math.comb(d + q - 1, q), "only degree exactly q"),
    ("1.4", lambda d, q: math.comb(d + q, q) - 1, "exactly one monomial"),
    ("1.4", lambda d, q: sum(d**k for k in range(q + 1)), "are counted as two"),
    ("1.4", lambda d, q: d**q, "d + 1 monomials"),
    ("1.4", lambda d, q: (q + 1) ** d, "its own power"),
    ("1.3", lambda X: np.sum(X**2, axis=1), "wanted is an array of shape (1, 3)"),
    ("1.3", lambda X: np.column_stack([X, X[:, 0] * X[:, 1]]), "do not get the same height"),
    ("1.3", lambda X: np.column_stack([X, 0 * X[:, 0]]), "points of two rings get the same"),
    ("1.3", lambda X: np.column_stack([X, np.hypot(*X.T)]), "distance, not its square"),
    ("1.3", lambda X: np.column_stack([X**2, np.sum(X**2, axis=1)]), "have moved in the plane"),
    ("1.3", lambda X: np.hstack([X, np.sum(X**2, axis=1)]), "stops with ValueError"),
    ("2.1", lambda K: distances(K) + K, "a point has a distance to itself"),
    ("2.1", lambda K: np.diag(K)[:, None] - K, "not symmetric"),
    ("2.1", lambda K: np.sqrt(distances(K)), "not squared distances"),
    ("2.1", lambda K: np.maximum(distances(K), 0), "a negative number is hidden"),
    ("2.1", lambda K: -distances(K), "a squared distance is negative"),
    ("2.1", lambda K: squares(K), "rows of K are taken for the points"),
    ("2.1", lambda K: 2 * distances(K), "has the wrong value"),
    ("2.2", lambda K: bool(np.all(K >= 0)), "has a zero diagonal"),
    ("2.2", lambda K: bool(np.linalg.det(K) >= -1e-9), "a positive determinant"),
    ("2.2", lambda K: bool(np.all(np.diag(K) >= 0)), "zero diagonal"),
    ("2.2", lambda K: bool(K[0, 0] > 0 and np.linalg.det(K) >= 0), "and no negative entry"),
    ("2.2", lambda K: bool(least(K) > 0), "eigenvalue 0 is refused"),
    ("2.2", lambda K: bool(least(K) > -1e-8), "does not shrink with K"),
    ("2.2", lambda K: bool(least(K) >= -1e-14 * np.abs(K).max()), "only rounding is refused"),
    ("2.2", lambda K: bool(least(K) >= -1e-3 * np.abs(K).max()), "too negative for rounding"),
    ("2.2", lambda K: np.linalg.eigvalsh(K) >= -1e-9, "wanted is one True or False"),
    ("2.2", lambda K: True, "zero diagonal"),
    ("2.2", lambda K: False, "with negative entries is refused"),
    ("2.3", lambda s, q, c: (s + c) ** q, "gives the number 1, wanted is an array of shape (2,)"),
    ("2.3", lambda s, q, c: terms(s, q, c)[::-1], "stand in the wrong order"),
    ("2.3", lambda s, q, c: terms(s, q, c)[1:], "wanted is an array of shape (2,)"),
    ("2.3", lambda s, q, c: [c ** (q - j) * s**j for j in range(q + 1)], "do not sum to"),
    ("2.3", lambda s, q, c: terms(s, q, 1), "do not sum to (s + c)^degree"),
    ("2.4", lambda X, s: np.exp(-squares(X) / s**2), "the 2 in the denominator is missing"),
    ("2.4", lambda X, s: np.exp(-squares(X) / (2 * s)), "sigma is not squared"),
    ("2.4", lambda X, s: np.exp(-np.sqrt(squares(X)) / (2 * s**2)), "distance is not squared"),
    ("2.4", lambda X, s: np.exp(-squares(X) / 2 * s**2), "check the brackets"),
    ("2.4", lambda X, s: np.exp(squares(X) / (2 * s**2)), "not between 0 and 1"),
    ("2.4", lambda X, s: squares(X), "kernel of a point with itself is not 1"),
    ("2.4", lambda X, s: np.exp(-squares(X) / (2 * s**2))[0], "wanted is an array of shape"),
    ("2.4", lambda X, s: np.exp(-squares(X) / 2), "parameter s is never used"),
    ("2.5", [[1, 0, 0], [0, 1, 0], [0, 0, 1]], "It is PSD: its least eigenvalue is 1"),
    ("2.5", np.ones((3, 3)), "It is PSD: its least eigenvalue is 0"),
    ("2.5", [[0, 1, 0], [1, 0, 0], [0, 0, 1]], "The pair (1, 2) does not obey: 1 is above 0."),
    ("2.5", [[1, 1, 0], [0, 1, 1], [0, 1, 1]], "It is not symmetric."),
    ("2.5", -np.eye(3), "A number on its diagonal is negative"),
    ("2.5", [[0, 1], [1, 0]], "wanted is an array of shape (3, 3)"),
    ("10.4", [[0, 1], [5, 4], [10, 1]], "Its best detour saves 0.9029; 1 is wanted."),
    ("10.4", [[0, 1], [10, 4], [20, 1]], "The means lie from 0 to 20."),
    ("10.4", [[0, 0.5], [5, 8], [10, 1]], "A variance is 0.5"),
    ("10.4", [[0, 5, 10], [1, 8, 1]], "wanted is an array of shape (3, 2)"),
    ("10.4", [[0, 1], [5, math.inf], [10, 1]], "holds inf"),
    ("10.4", [[0, 1], [5, 8, 1]], "rows of different length"),
    ("10.4", None, "your value is None"),
    ("10.4", "a road", "a text, wanted"),
    ("11.2", lambda left, right: 2 / math.log(left * right), "all houses are counted"),
    ("11.2", lambda left, right: 1 / math.log((left - 1) * (right - 1)), "the 2 is lost"),
    ("11.2", lambda left, right: 2 / math.log(2), "critical sigma of five houses"),
    ("11.3", [1, 10, 100], "At sigma = 3 the smallest eigenvalue is"),
    ("11.3", [0, 1, 2], "a variance is positive"),
    ("11.3", [1, 2], "wanted is an array of shape (3,)"),
    ("12.4", np.kron(np.eye(2), np.ones((3, 3))), "-0.2 is wanted"),
    ("12.4", np.eye(6), "has no affinity to any other"),
    ("12.4", np.eye(4), "wanted is an array of shape (6, 6)"),
    ("12.4", np.triu(np.ones((6, 6))), "but entry"),
    ("12.6", np.random.default_rng(0).normal(size=(40, 2)), "do not find your two groups"),
    ("12.6", np.zeros((40, 2)), "Two of the points are equal"),
    ("12.6", np.eye(40), "wanted is an array of shape (40, 2)"),
    ("8.5", (1, 0), "A is the most similar one"),
    ("8.5", (1, 1), "A is the most similar one: A 0.956, B 0.907, C 0.861."),
    ("8.5", (1, 50), "C is the most similar one"),
    ("8.5", (10, 1), "C is the most similar one"),
    ("8.5", (1, 1e9), "nothing is left of the three"),
    ("8.5", (np.inf, 2), "At t = inf no weight does it"),
    ("8.5", (-1, 2), "Wanted are t > 0 and a finite r of 0 or more"),
    ("8.5", (2, np.nan), "It holds nan or inf."),
    ("15.5", np.zeros((60, 3)), "finds only 52% of your two groups"),
    ("15.5", COLLAPSE[:, :2], "the largest cluster has 33 points, not 54."),
    ("15.5", COLLAPSE[:50], "wanted is an array of shape (60, d)."),
    ("15.5", np.zeros((60, 101)), "It has 101 columns, wanted are 1 to 100."),
    ("8.5", (1, np.inf), "Wanted are t > 0 and a finite r"),
    ("8.5", (np.nan, 1), "It holds nan"),
    ("15.5", None, "wanted is an array of shape (60, d)."),
    ("10.4", lambda: [[0, 1], [5, 8], [10, 1]], "a value is wanted, and a function came"),
    ("3.3", [[1, 2], [2, 1]], "wanted is an array of shape (3, 3)"),
    ("3.3", [[1, 0.5, 0], [0.4, 1, 0.5], [0, 0.5, 1]], "It is not symmetric."),
    ("3.3", [[1, 0.5, -0.1], [0.5, 1, 0.5], [-0.1, 0.5, 1]], "has a negative entry already"),
    ("3.3", [[1, 1, 0], [1, 1, 1], [0, 1, 1]], "its smallest eigenvalue is -0.4142"),
    ("3.3", np.eye(3), "more than one approximation of rank 2"),
    ("3.3", [[1, 0.5, 0.5], [0.5, 1, 0.4], [0.5, 0.4, 1]], "The lowest entry of its approximation"),
    ("3.3", [[1, 0, 0], [0, 2, math.nan], [0, 0, 3]], "holds nan"),
    ("4.1", lambda K, second: K[second].mean() - K[~second].mean(), "not their squared distance"),
    ("4.1", lambda K, second: K[second][:, ~second], "wanted is one number"),
    ("6.3", [[1, 0], [2, 0], [3, 0]], "stands on the diagonal, too"),
    ("6.3", [[1, 1], [1, 1], [1, 1]], "no range to stretch"),
    ("6.3", [[3, 0], [2, 2], [0, 3]], "the scaled K is PSD"),
    ("5.3", [[1, 0], [0.8, 0.5], [5, 4], [0, 0]], "lies at the origin"),
    ("5.3", [[1, 0], [1, 0], [5, 4], [0.3, 0]], "by cosine is nobody alone, not x4"),
    ("5.3", [[1, 0], [0.8, 0.5], [0.5, 4], [0.3, 0]], "by product is x2, not x3"),
    ("4.4", [[0, 1], [0, -1]], "wanted is an array of shape (4, 2)"),
    ("4.4", [[0, 2], [0, -2], [1, 2], [1, -2]], "as they are does not part the pairs"),
    ("4.4", [[4, 0.5], [4, -0.5], [6, 0.5], [6, -0.5]], "points centered parts the pairs"),
    ("4.4", [[4, 1], [4, -1], [6, 1], [6, -1]], "two axes of equal size"),
]


@pytest.fixture(autouse=True)
def fresh_session(monkeypatch):
    fresh = exercises.Session()
    monkeypatch.setitem(globals(), "check", fresh.check)
    monkeypatch.setitem(globals(), "hint", fresh.hint)


def run(source, name="<cell>"):
    """Run the source of a cell as a notebook would: names np and math, lines known for errors."""
    linecache.cache[name] = len(source), None, source.splitlines(keepends=True), name
    namespace = {"np": np, "math": math, "kh": kh}
    exec(compile(source, name, "exec"), namespace)
    return namespace


def solution(number):
    return run(SOLUTIONS[number])[f"solution_{number.replace('.', '_')}"]


def mine(number):
    """Return the solution under the name of the answer: called from another one, it is no loan."""
    name = find(number).name
    return run(SOLUTIONS[number].replace(f"solution_{number.replace('.', '_')}", name))[name]


def verdict(capsys, number, *answer):
    check(number, *answer)
    return capsys.readouterr().out


def test_every_chapter_has_exercises_with_two_hints_and_inputs():
    assert set(NUMBERS) == set(SOLUTIONS)
    for number in NUMBERS:
        exercise = find(number)
        assert len(set(exercise.hints)) == 2
        assert number == exercise.number
        assert exercise.name.startswith("my_")
        assert exercise.is_value or len(list(exercise.cases(np.random.default_rng(0)))) >= 9


@pytest.mark.parametrize("number", NUMBERS)
def test_solution_passes(capsys, number):
    out = verdict(capsys, number, solution(number))
    assert out.startswith(f"{number} passed: ")
    assert out == verdict(capsys, number, solution(number)), "the verdict is deterministic"


@pytest.mark.parametrize("number", NUMBERS)
@pytest.mark.parametrize(
    "body",
    [
        "...",
        "pass",
        '"""What it does."""',
        '"""What it does."""\n    ...',
        "# a comment\n    ...\n    pass",
        "return ...",
        "return None",
        "raise NotImplementedError",
        "result = ...\n    return result",
    ],
)
def test_stub_is_not_attempted(capsys, number, body):
    exercise = find(number)
    if exercise.is_value:
        source = f"{exercise.name} = ..."
    else:
        source = f"def {exercise.call}:\n    {body}\n"
    out = verdict(capsys, number, run(source)[exercise.name])
    assert out.startswith(f"{number} not attempted yet: ")
    assert "passed" not in out
    assert f'hint("{number}")' in out
    assert out.splitlines()[1].startswith(f"Chapter {exercise.chapter}: 0 of ")


@pytest.mark.parametrize(("number", "answer", "said"), WRONG)
def test_typical_wrong_answer_is_named(capsys, number, answer, said):
    out = verdict(capsys, number, answer)
    assert out.startswith(f"{number} not yet: ")
    assert said in out
    assert len(out.splitlines()) <= 8
    assert all(len(line) < 200 for line in out.splitlines())
    assert "0x" not in out


SLIPS = [(n, slip) for n in NUMBERS for slip in find(n).slips.items()]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("number", "slip"), SLIPS, ids=[f"{n}: {s[0]}" for n, s in SLIPS])
def test_well_known_slip_is_told(capsys, number, slip):
    """A slip fails, in its own words or in those of a property that it breaks."""
    (sentence, answer), exercise = slip, find(number)
    function = lambda *case: answer(*case)  # noqa: E731
    out = verdict(capsys, number, answer() if exercise.is_value else function)
    assert out.startswith(f"{number} not yet: ")
    assert any(
        words in out for words in (sentence, exercise.wrong, "wanted", *exercise.properties)
    ), out


def test_three_typical_wrong_answers_per_exercise():
    for number in NUMBERS:
        wrong = [*(w[0] for w in WRONG), *(s[0] for s in SLIPS)]
        assert wrong.count(number) >= 3, number


def mutants(source):
    """Yield the source with one small change of a constant, operator, factor, axis or call."""
    swaps = {ast.Add: ast.Sub, ast.Sub: ast.Add, ast.Mult: ast.Div, ast.Div: ast.Mult}
    swaps |= {ast.Pow: ast.Mult, ast.GtE: ast.LtE}
    names = {"min": "max", "max": "min", "sum": "mean", "exp": "sin", "sqrt": "cos"}
    names |= {"len": "abs", "abs": "real", "diag": "ravel", "comb": "perm", "eigvalsh": "cond"}
    tree = ast.parse(source)
    parameters = {node.arg for node in ast.walk(tree) if isinstance(node, ast.arg)}
    for index, node in enumerate(ast.walk(tree)):
        changes = []
        if isinstance(node, ast.Constant) and isinstance(node.value, int | float):
            changes = [ast.Constant(v) for v in (node.value + 1, -node.value, 3 * node.value, 0)]
        elif isinstance(node, ast.Constant) and isinstance(node.value, str):
            changes = [ast.Constant(node.value[::-1]), ast.Constant(node.value[:-1])]
        elif isinstance(node, ast.BinOp):
            other = swaps.get(type(node.op), ast.Add)()
            changes = [node.left, node.right, ast.BinOp(node.left, other, node.right)]
            changes.append(ast.BinOp(node.right, node.op, node.left))
            changes.append(ast.BinOp(node, ast.Add(), ast.Constant(1)))
        elif isinstance(node, ast.Name) and node.id in parameters:
            changes = [ast.Name(other, ast.Load()) for other in parameters - {node.id}]
            changes += [ast.UnaryOp(ast.USub(), node), ast.Call(ast.Name("abs"), [node], [])]
            changes += [ast.BinOp(node, ast.Mult(), ast.Constant(2))]
        elif isinstance(node, ast.UnaryOp):
            changes = [node.operand]
        elif isinstance(node, ast.Compare):
            other = swaps.get(type(node.ops[0]), ast.NotEq)()
            changes = [ast.Compare(node.left, [other], node.comparators)]
        elif isinstance(node, ast.Call):
            changes = [node.args[0]] if node.args else []
            changes += [ast.BinOp(node, ast.Mult(), ast.Constant(1.001))]
        elif isinstance(node, ast.Attribute) and node.attr in names:
            changes = [ast.Attribute(node.value, names[node.attr], node.ctx)]
        for change in changes:
            mutated = copy.deepcopy(tree)
            target = list(ast.walk(mutated))[index]
            new = ast.fix_missing_locations(ast.copy_location(copy.deepcopy(change), target))
            mutated = Replace(target, new).visit(mutated)
            yield ast.unparse(ast.fix_missing_locations(mutated))


class Replace(ast.NodeTransformer):
    def __init__(self, old, new):
        self.old, self.new = old, new

    def generic_visit(self, node):
        return self.new if node is self.old else super().generic_visit(node)


def independent_inputs(number):
    """Inputs that the check does not use, to tell whether a mutant differs beyond rounding."""
    rng = np.random.default_rng(1234)
    if float(number) > 3:
        yield from find(number).cases(rng)
        return
    for _ in range(40):
        n, d = rng.integers(1, 7), rng.integers(1, 4)
        X = rng.normal(size=(n, d)) * rng.choice([0.1, 1, 10])
        yield {
            "0.1": (),
            "0.2": tuple(rng.normal(size=(2, d))),
            "1.1": ("".join(rng.choice(list("ACGT"), rng.integers(1, 15))),),
            "1.4": (int(rng.integers(1, 9)), int(rng.integers(0, 7))),
            "1.3": (rng.normal(size=(n, 2)),),
            "2.1": (X @ X.T,),
            "2.3": (float(rng.normal()), int(rng.integers(1, 6)), float(rng.uniform(0.1, 3))),
            "2.2": (X @ X.T - rng.choice([0, 1e-3, 1]) * np.eye(n),),
            "2.4": (X, float(rng.uniform(0.2, 5))),
        }[number]


def lacks(number, answer):
    """Whether an object, or one that an answer makes, is not of the kind that is asked for."""
    exercise = find(number)
    for case in exercise.cases(np.random.default_rng(0)):
        try:
            with np.errstate(all="ignore"):
                got = np.asarray(answer(*case) if callable(answer) else answer, dtype=float)
        except Exception:
            return True
        if got.shape != np.shape(exercise.oracle(*case)) or not np.all(np.isfinite(got)):
            return True
        if exercise.accepts(got, *case):
            return True
    return False


def differs(number, right, answer):
    """Whether an answer differs from the right one beyond rounding on some independent input."""
    if find(number).accepts is not None:  # many are right: only those that lack something differ
        return lacks(number, answer)
    if not callable(right):
        return not np.allclose(right, answer, rtol=1e-6, atol=0)
    for case in independent_inputs(number):
        want = right(*case)
        try:
            with np.errstate(all="ignore"):
                got = np.asarray(answer(*case))
            if got.shape != np.shape(want) or not np.allclose(got, want, rtol=1e-6, atol=1e-9):
                return True
        except Exception:
            return True
    return False


@pytest.mark.slow
@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("number", MUTATED)
def test_no_mutant_of_the_solution_passes(capsys, number):
    name, different = f"solution_{number.replace('.', '_')}", 0
    for source in sorted(set(mutants(SOLUTIONS[number]))):
        try:
            answer = run(source)[name]
        except Exception:
            continue
        if differs(number, solution(number), answer):
            different += 1
            out = verdict(capsys, number, answer)
            assert not out.startswith(f"{number} passed"), source
    assert different >= 10


@pytest.mark.parametrize("number", UNIQUE)
@pytest.mark.parametrize("noise", [1e-15, 1e-13])
def test_rounding_does_not_fail(capsys, number, noise):
    right = mine(number)
    if number == "2.2":
        answer = lambda K: right(K * (1 + noise))  # noqa: E731
    elif number == "17.2":
        answer = lambda mean, sd, k: right(mean * (1 + noise), sd, k)  # noqa: E731
    elif callable(right):
        answer = lambda *case: (1 + noise) * np.asarray(right(*case))  # noqa: E731
    else:
        answer = right * (1 + noise)
    assert f"{number} passed" in verdict(capsys, number, answer)


@pytest.mark.parametrize(
    "function",
    [
        lambda X, sigma: np.exp(-np.maximum(expanded(X), 0) / (2 * sigma**2)),
        lambda X, sigma: np.exp(-squares(X) / (2 * sigma**2)).tolist(),
        lambda X, sigma: [[math.exp(-sum((x - y) ** 2) / 2 / sigma**2) for y in X] for x in X],
        lambda *args, **options: np.exp(-squares(args[0]) / (2 * args[1] ** 2)),
    ],
)
def test_right_answers_of_another_form_pass(capsys, function):
    assert "2.4 passed: your function agrees on 18 inputs." in verdict(capsys, "2.4", function)


def expanded(X):
    return np.sum(X**2, axis=1)[:, None] + np.sum(X**2, axis=1) - 2 * X @ X.T


def test_message_shows_the_smallest_input_in_numbers(capsys):
    def my_distances(K):
        return np.diag(K)[:, None] - K

    assert verdict(capsys, "2.1", my_distances).splitlines() == [
        "2.1 not yet: the distance matrix is not symmetric.",
        "  for K = [[2, 1], [1, 3]]",
        "  came   [[0, 1], [2, 0]]",
        "  wanted [[0, 3], [3, 0]]",
        "  Entry (0, 1) is 1, but entry (1, 0) is 2.",
        "Chapter 2: 0 of 5 done.",
    ]


def test_a_counterexample_is_checked_not_compared(capsys, monkeypatch):
    """Many are right; what is wrong with another one is said in a sentence."""
    even = exercises.Exercise(
        number="0.1",
        title="An even number",
        call="my_even",
        cases=lambda rng: [()],
        oracle=lambda: 2,
        wrong="this is not even",
        hints=("Halve it.", "Double a number."),
        flaw=lambda value: "" if value % 2 == 0 else f"{value} leaves 1 when it is halved.",
    )
    monkeypatch.setattr(session, "find", lambda number: even)
    assert "0.1 passed: my_even is right." in verdict(capsys, "0.1", 4)
    assert "0.1 passed: my_even is right." in verdict(capsys, "0.1", 6)
    out = verdict(capsys, "0.1", 7)
    assert out.startswith("0.1 not yet: this is not even.\n  7 leaves 1 when it is halved.")
    assert verdict(capsys, "0.1", ...).startswith("0.1 not attempted yet")


def test_value_is_not_given_away(capsys):
    out = verdict(capsys, "0.1", 4)
    assert "came 4" in out
    assert "wanted" not in out


ERRORS = """
def helper(K):
    return np.diagonally(K)

def my_distances(K):
    norms = helper(K)
    return norms
"""


def test_exception_is_shown_at_the_own_line(capsys):
    out = verdict(capsys, "2.1", run(ERRORS, "<cell 7>")["my_distances"])
    first, where, *_ = out.splitlines()
    assert "my_distances stops with AttributeError: module 'numpy' has no attribute" in first
    assert where.strip() == "in helper, line 3 of its cell: return np.diagonally(K)"
    assert "for K = [[4]]" in out


def test_exception_inside_numpy_is_shown_at_the_line_that_called_it(capsys):
    source = "def my_distances(K):\n    return np.linalg.inv(K[0])\n"
    out = verdict(capsys, "2.1", run(source, "<cell 8>")["my_distances"])
    assert "in my_distances, line 2 of its cell: return np.linalg.inv(K[0])" in out


def test_error_of_a_builtin_has_no_line(capsys):
    assert "0.2 passed: dot agrees" in verdict(capsys, "0.2", np.dot)
    assert "__call__ stops with ValueError" in verdict(capsys, "0.2", max.__call__)


def test_changed_input_is_named(capsys):
    def my_distances(K):
        result = distances(K)
        K[0, 0] = 7
        return result

    out = verdict(capsys, "2.1", my_distances)
    assert "2.1 not yet: my_distances changes its input K." in out
    assert "K was [[4]] before the call and [[7]] after it" in out


def test_nothing_returned(capsys):
    def my_distances(K):
        result = distances(K)
        print(result)

    out = verdict(capsys, "2.1", my_distances)
    assert "my_distances returns nothing" in out
    assert "`return`" in out
    assert "What it prints is left out" in out
    assert out.startswith("2.1 not yet"), "prints of the student do not push the verdict away"


@pytest.mark.parametrize(
    ("result", "said"),
    [
        (lambda K: np.asmatrix(distances(K)), "np.matrix"),
        (lambda K: distances(K).astype(complex), "complex numbers"),
        (lambda K: distances(K).astype(str), "text where numbers"),
        (lambda K: distances(K) > 0, "True and False where numbers"),
        (lambda K: np.full(K.shape, None), "something else where numbers"),
        (lambda K: {"D": distances(K)}, "gives a dict, wanted is an array of shape (1, 1)"),
        (lambda K: (x for x in K), "gives a generator"),
        (lambda K: [[1, 2], [3]], "rows of different length"),
        (lambda K: distances(K) * np.nan, "holds nan"),
        (lambda K: distances(K) + np.inf, "holds inf"),
        (lambda K: 3.0, "gives the number 3, wanted is an array"),
        (lambda K: np.array(3.0), "wanted is an array of shape (1, 1)"),
        (lambda K: distances(K)[:, :, None], "shape (1, 1, 1), wanted is an array of shape (1, 1)"),
    ],
)
def test_wrong_type_shape_or_nan_is_named(capsys, result, said):
    out = verdict(capsys, "2.1", result)
    assert out.startswith("2.1 not yet")
    assert said in out


@pytest.mark.parametrize(
    ("answer", "said"),
    [
        ((), 'the answer is missing. Write check("2.1", my_distances)'),
        ((np.eye(2),), "without calling it"),
        (("my_distances",), "without quotes"),
        ((None,), "What came is None"),
        ((3,), "What came is the number 3"),
        ((np.int64(3),), "What came is the number 3"),
        ((True,), "What came is True"),
        (([1],), "What came is a list"),
        ((lambda: 1,), "does not take the parameters (K)"),
        ((lambda K, X: 1,), "your function(K, X) does not take the parameters (K)"),
        ((lambda *, K: 1,), "does not take the parameters (K)"),
    ],
)
def test_wrong_hand_over_is_explained(capsys, answer, said):
    out = verdict(capsys, "2.1", *answer)
    assert out.startswith("2.1 not yet")
    assert said in out


def test_function_of_another_exercise_is_named(capsys):
    def my_mean_norm(K):
        return np.mean(K)

    assert "This exercise asks for my_distances." in verdict(capsys, "2.1", my_mean_norm)


def test_unused_parameter_is_named(capsys):
    source = "K2 = np.eye(2)\ndef my_is_psd(K):\n    return bool(K2.min() >= 0)\n"
    out = verdict(capsys, "2.2", run(source)["my_is_psd"])
    assert "Its parameter K is never used." in out


@pytest.mark.parametrize("call", [check, hint, lambda number: classroom.verdict(number, ...)])
def test_unknown_number_lists_the_known_ones(call):
    with pytest.raises(ValueError, match=re.escape("there are 0.1, 0.2, 0.3, 1.1")):
        call("2.99")
    with pytest.raises(ValueError, match="'my_distances' is not an exercise"):
        call("my_distances")
    with pytest.raises(ValueError, match=r"'99\.1' is not an exercise"):
        call("99.1")
    with pytest.raises(TypeError, match="got float: write it in quotes"):
        call(2.1)


@pytest.mark.parametrize("answer", [lambda K: distances(K), lambda K: -K, ..., 3])
def test_the_public_verdict_is_what_check_prints(capsys, answer):
    said = classroom.verdict("2.1", answer)
    *printed, progress = verdict(capsys, "2.1", answer).splitlines()
    assert isinstance(said, classroom.Verdict)
    assert list(said.lines) == printed
    assert said.passed == printed[0].startswith("2.1 passed")
    assert progress == f"Chapter 2: {int(said.passed)} of 5 done."


def test_the_public_verdict_counts_nothing_as_done(capsys):
    assert classroom.verdict("2.1", lambda K: distances(K)).passed
    assert "Chapter 2: 0 of 5 done." in verdict(capsys, "2.1", ...)


@pytest.mark.parametrize("number", [n for n in NUMBERS if not find(n).is_value])
def test_another_seed_draws_other_inputs(number):
    one, other = (list(find(number).cases(np.random.default_rng(seed))) for seed in (1, 2))
    assert repr(one) != repr(other), "else a table of the results would pass"


@pytest.mark.parametrize("number", NUMBERS)
def test_a_solution_passes_whatever_the_seed(number):
    answer = run(SOLUTIONS[number])[f"solution_{number.replace('.', '_')}"]
    for seed in (1, 2, 3, 2**64):
        assert book.judgment(find(number), answer, seed).lines[0].startswith(f"{number} passed")


def test_progress_keeps_what_was_solved_and_counts_no_solutions(capsys):
    def my_is_psd(K):
        return bool(least(K) >= -1e-10 * np.abs(np.linalg.eigvalsh(K)).max())

    assert verdict(capsys, "2.2", solution("2.2")).endswith("Chapter 2: 0 of 5 done.\n")
    assert verdict(capsys, "2.2", my_is_psd).endswith("Chapter 2: 1 of 5 done.\n")
    assert verdict(capsys, "2.2", my_is_psd).endswith("Chapter 2: 1 of 5 done.\n")
    right, wrong = (lambda K: distances(K)), (lambda K: squares(K))
    assert verdict(capsys, "2.1", right).endswith("Chapter 2: 2 of 5 done.\n")
    assert verdict(capsys, "2.1", wrong).endswith("Chapter 2: 2 of 5 done.\n")
    assert verdict(capsys, "0.1", 1).endswith("Chapter 0: 1 of 3 done.\n")


@pytest.mark.parametrize("number", NUMBERS)
def test_two_hints_then_the_folded_solution(capsys, number):
    texts = []
    for _ in range(4):
        hint(number)
        out = capsys.readouterr().out
        assert all(len(line) <= 80 for line in out.splitlines())
        texts.append(" ".join(out.split()))
    first, second = find(number).hints
    assert max(len(first), len(second)) <= 200, "short"
    assert first in texts[0]
    assert second not in texts[0]
    assert second in texts[1]
    assert first in texts[2]
    assert second in texts[2]
    assert "folded" in texts[2]
    assert texts[3] == texts[2]
    lines = [line.strip() for line in SOLUTIONS[number].splitlines()[1:]]
    assert not any(line in text for text in texts for line in lines if len(line) > 8)


def test_exercises_load_no_plotting_and_no_widgets():
    code = (
        "import sys; from classroom.exercises import check;"
        "assert not any('answers.c0' in m for m in sys.modules);"
        "check('2.1');"
        "print(sorted({'matplotlib', 'ipywidgets', 'sklearn', 'scipy'} & set(sys.modules)))"
    )
    run = subprocess.run([sys.executable, "-c", code], cwd=ROOT, capture_output=True, text=True)
    assert run.stdout.endswith("[]\n"), run.stderr


@pytest.mark.parametrize("chapter", CHAPTERS)
def test_notebook_holds_stub_check_and_solution_of_each_exercise(capsys, chapter):
    for number, exercise in exercises.chapter_exercises(chapter).items():
        name = f"solution_{number.replace('.', '_')}"
        stub = next(s for s in tagged(chapter, "exercise") if re.search(rf"\b{exercise.name}\b", s))
        assert "not attempted" in verdict(capsys, number, run(stub)[exercise.name])
        assert any(f'check("{number}", {exercise.name})' in s for s in tagged(chapter, "check"))
        assert f"{number} passed" in verdict(capsys, number, run(SOLUTIONS[number])[name])
