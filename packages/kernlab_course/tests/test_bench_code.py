"""The code of the bench runs as it stands, and does what the bench shows and the names say."""

import contextlib
import io
import itertools
import math

import numpy as np
import pytest
from sklearn.cluster import KMeans
from sklearn.metrics import adjusted_rand_score
from sklearn.preprocessing import MinMaxScaler, StandardScaler, normalize

import kernlab_helpers as kh
from kernlab_course.bench import Setting, load_table, read_table, stability
from kernlab_course.bench.recipes import KERNELS, METHODS, NORMALIZATIONS, REPAIRS, SCALINGS
from kernlab_course.bench.running import Runner
from kernlab_course.bench.script import script_of

ROWS = 24
CHOSEN = load_table("iris").choose(rows=ROWS)
SLIDERS = {"t": 2.0, "sigma": 0.7, "gamma": 0.2, "p": 1.5, "m": 5, "k": 3}


def settings():
    """Every kernel with every normalization and method; scalings and repairs in turn."""
    turns = itertools.cycle(itertools.product(SCALINGS, REPAIRS))
    for kernel, normalization in itertools.product(KERNELS, NORMALIZATIONS):
        scaling, repair = next(turns)
        if KERNELS[kernel].histograms or kernel.startswith("Hein"):
            scaling = "0 to 1"
        yield scaling, kernel, repair, normalization


def marked():
    """Every kernel, and every normalization, once; all other pairs are slow."""
    for i, choice in enumerate(settings()):
        kernel, normalization = divmod(i, len(NORMALIZATIONS))
        once = normalization == kernel % len(NORMALIZATIONS)
        yield pytest.param(choice, id="-".join(choice), marks=() if once else pytest.mark.slow)


def run(script):
    """Run a script in a space of its own; return what it made and what it printed."""
    space, said = {}, io.StringIO()
    with contextlib.redirect_stdout(said):
        exec(compile(script, "script", "exec"), space)
    return space, said.getvalue()


@pytest.mark.filterwarnings("ignore")  # of an indefinite K and the like: the bench tells them
@pytest.mark.parametrize("choice", list(marked()))
def test_the_script_does_what_the_bench_shows(choice):
    runner, allowed = Runner(CHOSEN), 0
    for method in METHODS:
        setting = Setting(*choice, method, **SLIDERS)
        outcome = runner.run(setting)
        script = script_of(setting, CHOSEN)
        lines = [line for line in script.split("\n") if line]
        assert 5 <= len(lines) <= 17 and max(map(len, lines)) <= 100
        if outcome.refused:
            with pytest.raises(ValueError):
                run(script)
            continue
        allowed += 1
        made, said = run(script)
        assert np.array_equal(made["X"], outcome.made["X"])
        assert np.array_equal(made["K"], outcome.K)
        assert np.array_equal(made["view"], outcome.made["view"])
        assert np.array_equal(made["model"].labels_, outcome.made["model"].labels_)
        for name in ("NMI", "purity", "stability"):
            assert f"{name} {outcome.numbers[name]:.3f}" in said
    assert allowed or choice[3] == "unit diagonal"


@pytest.mark.slow
def test_few_choices_are_refused():
    """What cannot be computed is the exception: the table above is no table of refusals."""
    runner = Runner(CHOSEN)
    every = [Setting(*c, method, **SLIDERS) for c in settings() for method in METHODS]
    with np.errstate(all="ignore"):
        refused = [
            s for s in every if s.method != "explicit map, k-means" and runner.run(s).refused
        ]
    assert len(refused) < 0.15 * len(every), len(refused)


# What the names say, by other means ---------------------------------------------------------------

X_RAW = CHOSEN.X
SCALED = {
    "as they are": X_RAW,
    "standardized": StandardScaler().fit_transform(X_RAW),
    "0 to 1": MinMaxScaler(clip=True).fit_transform(X_RAW),
    "rows sum to 1": normalize(X_RAW, norm="l1"),
}
X = SCALED["0 to 1"]
PAIRS = np.triu_indices(ROWS, 1)
D = np.linalg.norm(X[:, None] - X, axis=2)
SIGMA = 0.7 * np.median(D[PAIRS])
G = kh.local_gaussians(X, m=5, gamma=0.2 * X.var(axis=0).mean())
H = np.eye(ROWS) - 1 / ROWS


def relaxed(name):
    median = np.median(getattr(kh, name)(G)[PAIRS])
    return kh.relaxed_kernel(G, distance=name, sigma=0.7 * median)


def self_tuned():
    width = np.sort(D, axis=1)[:, 5]
    return np.exp(-(D**2) / np.outer(width, width))


KERNELS_BY_HAND = {
    "linear": lambda: X @ X.T,
    "polynomial, degree 2": lambda: (X @ X.T + 1) ** 2,
    "polynomial, degree 3": lambda: (X @ X.T + 1) ** 3,
    "Gaussian": lambda: np.exp(-(D**2) / (2 * SIGMA**2)),
    "exponential": lambda: np.exp(-D / SIGMA),
    "self-tuning": self_tuned,
    "chi-squared": lambda: kh.additive_kernel(X),
    "intersection": lambda: np.minimum(X[:, None], X).sum(axis=2),
    "Jensen-Shannon": lambda: kh.additive_kernel(X, kernel="jensen_shannon"),
    "Hellinger": lambda: np.sqrt(X) @ np.sqrt(X).T,
    "Hein-Bousquet (2, -1)": lambda: kh.additive_kernel(X, kernel=(2.0, -1.0)),
    "K_J of local Gaussians": lambda: relaxed("jeffreys"),
    "K_B of local Gaussians": lambda: relaxed("bhattacharyya"),
    "K_H of local Gaussians": lambda: relaxed("hellinger"),
    "K_R of local Gaussians": lambda: relaxed("riemannian"),
    "K_JR of local Gaussians": lambda: relaxed("jeffreys_riemannian"),
    "K_BR of local Gaussians": lambda: relaxed("bhattacharyya_riemannian"),
}


def cosine(K):
    return K / np.sqrt(np.outer(np.diag(K), np.diag(K)))


def of_order_2(K):
    a, b = np.diag(K)[:, None], np.diag(K)
    return K / np.sqrt((a**2 + b**2) / 2)


def variance(K):
    return np.trace(K) / len(K) - K.mean()


NORMALIZATIONS_BY_HAND = {
    "none": lambda K: K,
    "centered": lambda K: H @ K @ H,
    "unit diagonal": cosine,
    "order t": of_order_2,
    "unit variance": lambda K: K / variance(K),
    "unit trace": lambda K: K / (np.trace(K) / len(K)),
    "range 0 to 1": lambda K: (K - K.min()) / (K.max() - K.min()),
    "centered, unit diagonal": lambda K: cosine(H @ K @ H),
    "centered, order t": lambda K: of_order_2(H @ K @ H),
    "centered, unit variance": lambda K: H @ K @ H / variance(K),
}


def test_the_tables_by_hand_are_whole():
    assert set(KERNELS_BY_HAND) == set(KERNELS)
    assert set(NORMALIZATIONS_BY_HAND) == set(NORMALIZATIONS)
    assert set(SCALED) == set(SCALINGS)


@pytest.mark.parametrize("name", KERNELS)
def test_a_kernel_is_what_its_name_says(name):
    found = Runner(CHOSEN).run(Setting("0 to 1", name, **SLIDERS)).K
    assert np.allclose(found, KERNELS_BY_HAND[name](), rtol=1e-9, atol=1e-12)


@pytest.mark.parametrize("name", NORMALIZATIONS)
def test_a_normalization_is_what_its_name_says(name):
    outcome = Runner(CHOSEN).run(Setting("0 to 1", "polynomial, degree 2", "none", name, **SLIDERS))
    assert np.allclose(outcome.K, NORMALIZATIONS_BY_HAND[name](outcome.plain))


@pytest.mark.parametrize("name", SCALINGS)
def test_a_scaling_is_what_its_name_says(name):
    assert np.array_equal(Runner(CHOSEN).run(Setting(name)).made["X"], SCALED[name])


@pytest.mark.parametrize("name", REPAIRS)
def test_a_repair_is_what_its_name_says(name):
    outcome = Runner(CHOSEN).run(
        Setting(kernel="K_J of local Gaussians", repair=name, m=5, sigma=4.0)
    )
    least = np.linalg.eigvalsh(outcome.K)[0]
    assert (least < -1e-6) == (name == "none")
    if name != "none":
        assert np.allclose(outcome.K, kh.repair(outcome.plain, method=name).K)


METHODS_BY_HAND = {
    "kernel k-means": lambda K: kh.KernelKMeans(3, random_state=0, n_init=5).fit(K),
    "spectral": lambda K: kh.SpectralKMeans(3, random_state=0, n_init=5).fit(K),
    "kernel PCA, k-means": lambda K: kh.KernelPCAKMeans(3, random_state=0, n_init=5).fit(K),
    "kernel PCA as printed (Ah-Pine)": lambda K: kh.KernelPCAKMeans(
        3, centered=False, random_state=0, n_init=5
    ).fit(K),
    "Minkowski k-means": lambda K: kh.MinkowskiKMeans(
        3, p=1.5, weighted=False, random_state=0, n_init=3
    ).fit(X),
    "weighted Minkowski k-means": lambda K: kh.MinkowskiKMeans(
        3, p=1.5, random_state=0, n_init=3
    ).fit(X),
    "k-means": lambda K: KMeans(3, random_state=0, n_init=5).fit(X),
    "explicit map, k-means": lambda K: KMeans(3, random_state=0, n_init=5).fit(
        kh.ExplicitMap("chi2").fit_transform(X)
    ),
}


@pytest.mark.filterwarnings("ignore:2 axes of an uncentered")
@pytest.mark.parametrize("name", METHODS)
def test_a_method_is_what_its_name_says(name):
    outcome = Runner(CHOSEN).run(Setting("0 to 1", "chi-squared", method=name, **SLIDERS))
    labels = METHODS_BY_HAND[name](outcome.K).labels_
    assert np.array_equal(outcome.made["model"].labels_, labels)
    assert adjusted_rand_score(outcome.labels, labels) == 1


# What a script says of the table ------------------------------------------------------------------


def test_a_file_of_ones_own_gives_a_script_that_runs(tmp_path, monkeypatch):
    rng = np.random.default_rng(0)
    rows = [
        f"{a:.3f};{b:.3f};{'uv'[int(a > 0)]}".replace(".", ",") for a, b in rng.normal(size=(40, 2))
    ]
    (tmp_path / "leaves.csv").write_text("Länge;Breite;Art\n" + "\n".join(rows), "utf-8")
    monkeypatch.chdir(tmp_path)
    chosen = read_table("leaves.csv").choose(["Breite", "Länge"], rows=30)
    setting = Setting(kernel="Gaussian", normalization="order t", t=math.inf, k=2)
    script = script_of(setting, chosen)
    made, _ = run(script)
    assert 'read_table("leaves.csv").choose(["Breite", "Länge"], rows=30)' in script
    assert 'float("inf")' in script
    assert np.array_equal(made["data"].rows, chosen.rows) and len(made["X"]) == 30
    assert np.array_equal(made["K"], Runner(chosen).run(setting).K)


def test_without_a_label_the_script_prints_none():
    chosen = load_table("iris").choose(label=None, rows=ROWS)
    _, said = run(script_of(Setting(), chosen))
    assert "stability" in said and "NMI" not in said


def test_many_columns_are_folded():
    chosen = load_table("wdbc").choose(list(load_table("wdbc").numbers)[:20], rows=ROWS)
    script = script_of(Setting(), chosen)
    assert max(map(len, script.split("\n"))) <= 100
    assert run(script)[0]["X"].shape == (ROWS, 20)


def test_names_full_of_brackets_and_quotes_stay_names(tmp_path, monkeypatch):
    names = [f'{i}, [x"y\\"] {{t}} # that is long enough' for i in range(6)]
    head = ";".join('"' + name.replace('"', '""') + '"' for name in names)
    rows = [";".join(map(str, row)) for row in np.random.default_rng(0).normal(size=(9, 6))]
    (tmp_path / "a[b].csv").write_text("\n".join([head, *rows]), "utf-8")
    monkeypatch.chdir(tmp_path)
    chosen = read_table("a[b].csv").choose(names[::-1])
    script = script_of(Setting(), chosen)
    assert chosen.columns == tuple(names[::-1]) and max(map(len, script.split("\n"))) <= 100
    assert run(script)[0]["data"].columns == chosen.columns


def test_stability_is_1_where_nothing_else_is_possible_and_less_where_chance_decides():
    far = kh.linear(np.r_[0.0:1.0:12j, 50.0:51.0:12j][:, None])
    assert stability(kh.KernelKMeans(2, random_state=0).fit(far), far) == 1
    noise = kh.linear(np.random.default_rng(0).normal(size=(60, 6)))
    assert stability(kh.KernelKMeans(4, random_state=0).fit(noise), noise) < 0.7


def test_a_name_that_is_not_on_the_bench_is_refused():
    with pytest.raises(ValueError, match="kernel is 'nope'"):
        Setting(kernel="nope")
