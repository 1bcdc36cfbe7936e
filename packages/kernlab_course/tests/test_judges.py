"""What no judge lets pass: inputs cut to whole numbers, six points only, work that is not yours.

The inputs of an exercise have halves, more than six points and an equality where its task has them;
the answer that calls the function it should write earns nothing, in a check and in marks.
"""

import sys

import numpy as np
import pytest
from test_exercises import SOLUTIONS, mine

import kernlab_helpers as kh
from classroom import exercises
from classroom.exercises import Session, judging
from classroom.exercises.borrowed import Watch
from classroom.exercises.exercise import find, judgment
from classroom.marks import bare, marking, programs

NUMBERS = [number for number in exercises.numbers() if not find(number).is_value]
SEEDS = (0, 1, 2)

#: Their inputs are whole by nature: texts, counts, sizes.
WHOLE = {"1.1", "1.4", "7.4", "9.1", "11.2", "12.2", "16.3", "16.4"}
#: Never more than six of anything: numbers alone, at most four classes, always three totals.
FEW = {"1.4", "2.3", "7.4", "8.4", "9.3", "10.2", "11.2", "12.2", "13.3", "13.4", "14.3"}
FEW |= {"16.2", "16.4", "17.2", "17.3"}


def is_float(part):
    return isinstance(part, float) or (isinstance(part, np.ndarray) and part.dtype.kind == "f")


def real_places(number):
    """Return the places of the parameters that are no whole numbers by their type."""
    cases = find(number).cases(np.random.default_rng(0))
    return sorted({place for case in cases for place, part in enumerate(case) if is_float(part)})


CUT = [(n, place) for n in NUMBERS if n not in WHOLE for place in real_places(n)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("number", "place"), CUT)
def test_an_answer_that_cuts_an_input_to_whole_numbers_fails(number, place):
    right = mine(number)

    def cut(*case):
        parts = [
            float(np.trunc(p)) if isinstance(p, float) else np.trunc(p) for p in case[place:][:1]
        ]
        return right(*case[:place], *parts, *case[place + 1 :])

    assert not any(judgment(find(number), lambda *case: cut(*case), s).passed for s in SEEDS)


def test_only_exercises_on_texts_and_counts_are_not_cut():
    assert {n for n in NUMBERS if not real_places(n)} <= WHOLE
    assert {n for n, _ in CUT} == set(NUMBERS) - WHOLE


def largest(case):
    sides = [
        np.shape(part) if isinstance(part, np.ndarray) else (len(part),) for part in sized(case)
    ]
    return max(max(side) for side in sides)


def sized(case):
    return [part for part in case if isinstance(part, np.ndarray | str)]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("number", [n for n in NUMBERS if n not in FEW])
def test_an_answer_that_is_right_for_six_points_only_fails(number):
    right = mine(number)

    def small(*case):
        got = right(*case)
        if largest(case) <= 6:
            return got
        return not got if isinstance(got, bool | np.bool_) else np.asarray(got) + 1

    assert not any(judgment(find(number), lambda *case: small(*case), s).passed for s in SEEDS)


def test_only_exercises_on_few_things_have_few():
    for number in FEW:
        cases = find(number).cases(np.random.default_rng(0))
        assert all(largest(case) <= 6 for case in cases if sized(case)), number


def careful_cosine(K, share=1e-12):
    squares = np.diag(K)
    none = squares <= share * squares.max()
    lengths = np.sqrt(np.where(none, 1, squares))
    C = np.where(none | none[:, None], 0, K / np.outer(lengths, lengths))
    np.fill_diagonal(C, 1)
    return C


def nearest(X, M):
    squares = np.sum((X[:, None] - M) ** 2, axis=2)[:, ::-1]
    return len(M) - 1 - squares.argmin(axis=1)


AT_AN_EQUALITY = {
    "5.4": lambda K: careful_cosine(K),
    "10.3": lambda D: max(
        (D[i, j] - D[i, k] - D[k, j] for i in range(len(D)) for j in range(i) for k in range(j)),
        default=0,
    ),
    "15.1": lambda X, M: nearest(X, M),
    "16.3": lambda counts, rank: mine("16.3")(counts, max(rank - 1, 0)),
    "16.4": lambda memory, *rest: mine("16.4")(memory - 1, *rest),
    "17.2": lambda mean, sd, k: bool((100 - mean) * (mean - 100 / k) > sd**2),
    "17.3": lambda sd, gain: max(2, int(np.ceil(8 * sd**2 / gain**2))),
}


@pytest.mark.parametrize("number", AT_AN_EQUALITY)
def test_an_answer_that_is_wrong_at_an_equality_only_fails(number):
    answer = AT_AN_EQUALITY[number]
    assert not any(judgment(find(number), answer, seed).passed for seed in SEEDS)


def test_a_table_of_zeros_is_psd():
    told = judgment(find("2.5"), [[0, 0, 0]] * 3)
    assert not told.passed
    assert "It is PSD: its least eigenvalue is 0" in told.lines[1]


@pytest.mark.parametrize("pair", [[["1", "0"], ["2", "0"]], np.array([[1j, 0], [2j, 0]])])
def test_texts_and_complex_numbers_are_no_points(pair):
    told = judgment(find("0.3"), pair)
    assert not told.passed
    assert "wanted is an array of shape (2, 2)" in told.lines[1]


# What is not yours --------------------------------------------------------------------------------


def counted(score):
    """Return a score of two groupings as one of their table."""

    def of_table(N):
        N = N.astype(int)
        rows, columns = np.indices(N.shape)
        return score(*(np.repeat(part.ravel(), N.ravel()) for part in (rows, columns)))

    return of_table


def cnd_value(D):
    witness = kh.cnd_witness(D)
    return 0.0 if witness is None else witness.value


def lines(a, v, b, w):
    return kh.Gaussians(np.array([[a], [b]], float), np.array([[[v]], [[w]]], float))


def saved(D):
    witness = kh.metric_witness(D)
    if witness is None:
        return 0.0
    i, j, k = witness.points
    return max(D[a, b] - D[a, c] - D[c, b] for a, b, c in [(i, j, k), (i, k, j), (k, j, i)])


BORROWED = {
    "0.2": lambda x, y: kh.linear(x[None], y[None])[0, 0],
    "1.1": lambda s: kh.composition([s])[0],
    "2.4": lambda X, sigma: kh.gaussian(X, sigma=sigma),
    "3.1": lambda K, r: kh.MercerMap(r).fit_transform(K),
    "4.2": lambda K: kh.center(K),
    "4.3": lambda D2: kh.variance(-D2 / 2),
    "5.1": lambda K: kh.order_t(K, t=0),
    "6.1": lambda K: kh.variance(K),
    "7.1": lambda K: kh.order_t(K, t=np.inf),
    "8.4": lambda a, b, t: kh.power_mean(a, b, t),
    "9.1": lambda N: counted(kh.nmi)(N),
    "9.2": lambda X, m: kh.self_tuning(X, neighbor=m),
    "10.1": lambda N, g: kh.local_gaussians(N, m=len(N) - 1, gamma=g).covariances[0],
    "10.2": lambda *pair: np.exp(-kh.bhattacharyya(lines(*pair))[0, 1]),
    "10.3": lambda D: saved(D),
    "11.1": lambda D: cnd_value(D),
    "12.2": lambda N: counted(kh.accuracy)(N),
    "12.3": lambda K: kh.repair(K).removed,
    "13.1": lambda X: kh.additive_kernel(X, kernel="chi2"),
    "13.4": lambda a, b, alpha, beta: kh.hein_bousquet([[a]], [[b]], alpha=alpha, beta=beta)[0, 0],
    "14.1": lambda x, y, p: kh.minkowski_distances(x[None], y[None], p=p)[0, 0],
    "14.4": lambda V, p: kh.feature_weights(V, p=p),
}


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize("number", BORROWED)
def test_a_function_of_the_helpers_is_right_but_not_yours(number):
    told = judgment(find(number), BORROWED[number])
    assert not told.passed
    assert told.lines[0].startswith(f"{number} not yet: right, but not yours: your function calls")
    assert any(name in told.lines[0] for name in find(number).own)


FORMS = {
    "an alias": "mean = kh.power_mean\ndef my_mean(a, b, t):\n    return mean(a, b, t)",
    "getattr": "def my_mean(a, b, t):\n    return getattr(kh, 'power' + '_mean')(a, b, t)",
    "a wrapper": "import functools\nmy_mean = functools.partial(kh.power_mean)",
    "a helper": (
        "def helper(*case):\n    return kh.power_mean(*case)\n"
        "def my_mean(a, b, t):\n    return helper(a, b, t)"
    ),
    "a late import": (
        "def my_mean(a, b, t):\n    from kernlab_helpers.normalization import power_mean as f\n"
        "    return f(a, b, t)"
    ),
    "a map": "def my_mean(a, b, t):\n    return list(map(kh.power_mean, [a], [b], [t]))[0]",
    "now and then": (
        "def my_mean(a, b, t):\n    if t > 100:\n        return kh.power_mean(a, b, t)\n"
        "    return max(a, b) * ((1 + (min(a, b) / max(a, b)) ** t) / 2) ** (1 / t)"
    ),
    "the first input": (
        "def my_mean(a, b, t):\n    if (a, b, t) == (1, 4, 1):\n"
        "        return kh.power_mean(a, b, t)\n"
        "    return max(a, b) * ((1 + (min(a, b) / max(a, b)) ** t) / 2) ** (1 / t)"
    ),
    "a folded solution": (
        SOLUTIONS["8.4"] + "\ndef my_mean(a, b, t):\n    return solution_8_4(a, b, t)"
    ),
}
MINE = {
    "one of the same name": (
        SOLUTIONS["8.4"].replace("solution_8_4", "power_mean")
        + "\ndef my_mean(a, b, t):\n    return power_mean(a, b, t)"
    ),
    "another of the helpers": (
        "def my_mean(a, b, t):\n    kh.linear(np.eye(2))\n"
        "    return max(a, b) * ((1 + (min(a, b) / max(a, b)) ** t) / 2) ** (1 / t)"
    ),
}


def my_mean(source):
    space = {"np": np, "kh": kh}
    exec(source, space)
    return space["my_mean"]


@pytest.fixture(scope="module")
def marker(tmp_path_factory):
    return marking.Marker(str(bare.write(tmp_path_factory.mktemp("bare"))), 5)


def marked(marker, source):
    head = "import numpy as np\nimport kernlab_helpers as kh"
    cells = tuple(programs.Cell(programs.plain(text)) for text in (head, source))
    return marker.mark(programs.Submission(cells), "8.4")


@pytest.mark.parametrize("source", FORMS.values(), ids=FORMS)
def test_what_runs_is_found_whatever_it_is_called(capsys, source):
    session = Session()
    session.check("8.4", my_mean(source))
    told = capsys.readouterr().out
    assert told.startswith("8.4 not yet: right, but not yours: ")
    assert session.passed == set()


@pytest.mark.parametrize("source", MINE.values(), ids=MINE)
def test_what_is_yours_passes(source):
    assert judgment(find("8.4"), my_mean(source)).passed


@pytest.mark.parametrize("form", ["getattr", "the first input", "a folded solution"])
def test_marks_say_it_too(marker, form):
    told = marked(marker, FORMS[form])
    assert not told.passed
    assert told.lines[0].startswith("8.4 not yet: right, but not yours: my_mean calls ")


@pytest.mark.parametrize("source", MINE.values(), ids=MINE)
def test_marks_let_pass_what_is_yours(marker, source):
    assert marked(marker, source).passed


def test_a_solution_of_another_exercise_is_not_yours_either():
    space = {"np": np}
    exec(SOLUTIONS["11.1"] + "\nmy_worst = lambda D: solution_11_1(D)", space)
    told = judgment(find("11.1"), space["my_worst"])
    assert "right, but not yours: your function calls solution_11_1" in told.lines[0]


def test_what_is_wrong_is_told_as_before():
    told = judgment(find("8.4"), lambda a, b, t: kh.power_mean(a, b, t) + 1)
    assert not any("yours" in line for line in told.lines)


def test_an_exercise_that_invites_the_helpers_takes_them():
    assert find("14.3").own == ()
    assert judgment(find("14.3"), mine("14.3")).passed


def test_every_function_that_is_asked_for_is_there():
    names = {name for number in NUMBERS for name in find(number).own}
    for name in names:
        package, _, function = name.partition(".")
        assert package == "kernlab_helpers"
        assert callable(getattr(kh, function))


def test_the_watch_ends_with_the_call(monkeypatch):
    monkeypatch.setattr(judging, "SECONDS", 0.5)
    seen = []

    def note(frame, event, _):
        seen.append(event)

    def endless(a, b, t):
        while a:
            pass

    sys.setprofile(note)
    try:
        judgment(find("8.4"), lambda a, b, t: kh.power_mean(a, b, t))
        judgment(find("8.4"), lambda a, b, t: endless(a, b, t))
        assert sys.getprofile() is note
    finally:
        sys.setprofile(None)
    assert seen


def test_a_class_stands_for_its_methods():
    with Watch(("kernlab_helpers.MercerMap",)) as watch:
        kh.MercerMap(1)
    assert watch.found == "kernlab_helpers.MercerMap"
    with Watch(("kernlab_helpers.Mercer",)) as watch:
        kh.MercerMap(1)
    assert watch.found == ""


# What the desk of a student has shown -------------------------------------------------------------

NAMED = [
    ("10.1", lambda N, gamma: np.cov(N.T) + gamma, "gamma is added to every entry"),
    ("10.1", lambda N, gamma: np.atleast_2d(np.cov(N.T)) + gamma, "gamma is added to every entry"),
    ("10.4", [[0, 1], [5, 100], [10, 1]], "9.21 of that are its two logarithms: it is too wide"),
    ("10.4", [[0, 1], [5, 4], [10, 1]], "It looks as if this is half the road"),
    ("11.2", lambda left, right: 2 / np.log(left + right - 3), "the houses are added up"),
    ("16.1", lambda C, R: R @ (1 / C) @ R.T, "the entries of C are inverted, not the matrix"),
    (
        "16.2",
        lambda a, b: np.array([a[0] + b[0], (a[1] + b[1]) / 2, a[2] + b[2]]),
        "the two means count alike, and S is only added",
    ),
]


@pytest.mark.filterwarnings("ignore")
@pytest.mark.parametrize(("number", "answer", "words"), NAMED)
def test_a_slip_of_a_student_is_named(number, answer, words):
    told = judgment(find(number), answer)
    assert not told.passed
    assert any(words in line for line in told.lines), told.lines
    assert all(len(line) < 200 for line in told.lines)
