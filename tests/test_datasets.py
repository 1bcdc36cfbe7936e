"""Data sets: the generators' laws, the cards, and every file beside its description."""

import gzip
import os
import subprocess
import sys
from pathlib import Path

import numpy as np
import pytest
from scipy.io import savemat

from kernlab_helpers import dna, gaussian_clouds, list_datasets, load, rings
from kernlab_helpers.datasets._catalogue import catalogue
from kernlab_helpers.datasets.loading import DatasetError

ROOT = Path(__file__).parent.parent
FILES = ROOT / "tests" / "data" / "publishers"  # the first rows of each file
MADE = [name for name, entry in catalogue().items() if not entry.files]
READ = [name for name, entry in catalogue().items() if entry.files]
GENERATORS = [gaussian_clouds, rings, dna]


def text(path, **how):
    return np.loadtxt(FILES / path, dtype=str, comments=None, **how)


# ---------------------------------------------------------------------------------- generators


@pytest.mark.parametrize("make", GENERATORS)
def test_the_seed_decides(make):
    first, labels = make(random_state=0)
    again, _ = make(random_state=0)
    other, _ = make(random_state=1)
    drawn, _ = make(random_state=np.random.default_rng(0))
    assert np.array_equal(first, again)
    assert np.array_equal(first, drawn)
    assert not np.array_equal(first, other)
    assert not np.array_equal(make()[0], make()[0])  # None: anew each time
    assert len(first) == len(labels)


@pytest.mark.parametrize("make", GENERATORS)
def test_a_generator_moves_on_and_the_global_state_is_left_alone(make):
    for random in (np.random.default_rng(3), np.random.RandomState(3)):
        assert not np.array_equal(make(random_state=random)[0], make(random_state=random)[0])
    state = np.random.get_state()[1].copy()  # noqa: NPY002
    make()
    assert np.array_equal(state, np.random.get_state()[1])  # noqa: NPY002


@pytest.mark.parametrize("make", GENERATORS)
@pytest.mark.parametrize("seed", ["0", 1.5, True, [1]])
def test_a_seed_of_the_wrong_kind_is_refused(make, seed):
    with pytest.raises(TypeError, match="random_state"):
        make(random_state=seed)


@pytest.mark.parametrize("make", GENERATORS)
def test_a_negative_seed_is_refused(make):
    with pytest.raises(ValueError, match="random_state"):
        make(random_state=-1)


def test_the_first_draws_are_fixed():
    """The book prints numbers made from these: another NumPy must give the same."""
    assert gaussian_clouds(random_state=0)[0][0] == pytest.approx(
        [1.037719, 0.960369, 1.192127], abs=1e-6
    )
    assert rings(random_state=0)[0][0] == pytest.approx([-0.719077, -0.828281], abs=1e-6)
    assert dna(1, length=20, random_state=0)[0][0] == "GAAATTGTGTTATATATGAC"


def test_the_clouds_of_source_003():
    X, y = gaussian_clouds(random_state=0)
    assert X.shape == (50, 3)
    assert X.dtype == np.float64
    assert np.bincount(y).tolist() == [10, 15, 25]
    on_centers, y = gaussian_clouds(width=0)
    centers = np.array([[1, 1, 1], [0, 0, np.sqrt(3)], [0, 0, 0]])
    assert np.array_equal(on_centers, centers[y])


def test_the_clouds_have_the_width_and_centers_asked_for():
    X, y = gaussian_clouds((4000, 4000), centers=[[0, 5], [3, 1]], width=2.0, random_state=0)
    for group, center in enumerate([[0, 5], [3, 1]]):
        assert np.mean(X[y == group], axis=0) == pytest.approx(center, abs=0.15)
        assert np.std(X[y == group], axis=0) == pytest.approx([2, 2], abs=0.1)


def test_rings_lie_on_their_radii_and_a_square_separates_them():
    X, y = rings((30, 40, 50), radii=(1, 2, 0), noise=0)
    assert np.linalg.norm(X, axis=1) == pytest.approx(np.array([1.0, 2.0, 0.0])[y])
    X, y = rings(random_state=0)
    r2 = np.sum(X**2, axis=1)
    assert r2[y == 0].max() < r2[y == 1].min()
    for direction in np.linspace(0, np.pi, 50):  # while no line does
        along = X @ [np.cos(direction), np.sin(direction)]
        assert along[y == 0].max() < along[y == 1].max()
        assert along[y == 0].min() > along[y == 1].min()


def words(sequence, k):
    """Share of each word of k letters, counted one by one."""
    alphabet = [""]
    for _ in range(k):
        alphabet = [word + letter for word in alphabet for letter in "ACGT"]
    found = [sequence[i : i + k] for i in range(len(sequence) - k + 1)]
    return np.array([found.count(word) for word in alphabet]) / len(found)


def test_dna_words_of_two_letters_tell_what_single_letters_cannot():
    sequences, y = dna(40, random_state=0)
    train = np.arange(len(y)) % 2 == 0

    def accuracy(k):
        """Test accuracy of the nearest class mean of word shares, kind 1 against kind 2."""
        shares = np.array([words(sequence, k) for sequence in sequences])
        means = np.array([shares[train & (y == kind)].mean(axis=0) for kind in (1, 2)])
        asked = ~train & (y > 0)
        gaps = np.linalg.norm(shares[asked, None] - means, axis=2)
        return np.mean(np.argmin(gaps, axis=1) + 1 == y[asked])

    assert accuracy(2) == 1.0
    assert accuracy(1) < 0.75


def test_dna_letters_are_as_frequent_as_said():
    sequences, y = dna(300, random_state=0)
    shares = np.array([words(sequence, 1) for sequence in sequences])
    rich, poor = 0.35, 0.15
    assert shares[y == 0].mean(axis=0) == pytest.approx([rich, poor, poor, rich], abs=0.01)
    for kind in (1, 2):
        assert shares[y == kind].mean(axis=0) == pytest.approx([poor, rich, rich, poor], abs=0.01)


def test_dna_shapes():
    sequences, y = dna(2, length=1)
    assert [len(sequence) for sequence in sequences] == [1] * 6
    assert all(type(sequence) is str for sequence in sequences)
    assert y.tolist() == [0, 0, 1, 1, 2, 2]


BAD = [
    (gaussian_clouds, {"sizes": 10}, TypeError, "sizes"),
    (gaussian_clouds, {"sizes": (10, 15)}, ValueError, "sizes has 2 entries and centers has 3"),
    (gaussian_clouds, {"sizes": (10, 15, 0)}, ValueError, "sizes"),
    (gaussian_clouds, {"sizes": (10, 15, 1.5)}, ValueError, "sizes"),
    (gaussian_clouds, {"sizes": "123"}, TypeError, "sizes"),
    (gaussian_clouds, {"centers": [1, 2, 3]}, ValueError, "centers"),
    (gaussian_clouds, {"centers": [[1, np.nan]]}, ValueError, "centers"),
    (gaussian_clouds, {"width": -1}, ValueError, "width"),
    (gaussian_clouds, {"width": "wide"}, TypeError, "width"),
    (rings, {"sizes": (5,)}, ValueError, "sizes has 1 entries and radii has 2"),
    (rings, {"sizes": ()}, ValueError, "sizes"),
    (rings, {"radii": 1.0}, ValueError, "radii"),
    (rings, {"radii": (1, -2)}, ValueError, "radii"),
    (rings, {"radii": (1, np.inf)}, ValueError, "radii"),
    (rings, {"noise": np.nan}, ValueError, "noise"),
    (dna, {"n_per_class": 0}, ValueError, "n_per_class"),
    (dna, {"n_per_class": None}, TypeError, "n_per_class"),
    (dna, {"length": 0}, ValueError, "length"),
    (dna, {"length": 2.5}, ValueError, "length"),
]


@pytest.mark.parametrize(("make", "bad", "error", "message"), BAD)
def test_bad_arguments_of_the_generators(make, bad, error, message):
    with pytest.raises(error, match=message):
        make(**bad)


# ---------------------------------------------------------------------------------------- load


def test_names_are_sorted_and_complete():
    names = list_datasets()
    assert names == sorted(names)
    assert {"iris", "wine", "wdbc", "digits", "balance-scale", "monks-1", "monks-2"} <= set(names)
    assert {"ecoli", "yeast", "segment", "bupa", "glass", "lymphography"} <= set(names)
    assert {"new-thyroid", "sonar", "pima", "usps", "mnist", "msrc-v1-hog"} <= set(names)


def test_what_ships_needs_no_file_and_all_else_does(monkeypatch):
    def no_file(file):
        raise DatasetError(file.path)

    monkeypatch.setattr("kernlab_helpers.datasets.loading.fetch", no_file)
    ships = list_datasets(shipped=True)
    for name in ships:
        assert len(load(name).X) == load(name).card.n
    for name in set(list_datasets()) - set(ships):
        with pytest.raises(DatasetError):
            load(name)


def test_an_unknown_name_lists_near_ones():
    with pytest.raises(ValueError, match="did you mean 'balance-scale'"):
        load("balance_scale")
    with pytest.raises(ValueError, match=r"list_datasets\(\)"):
        load("qqqq")
    with pytest.raises(TypeError, match="name is 3"):
        load(3)


def check_against_card(name):
    data = load(name)
    card = data.card
    assert data.X.shape == (card.n, card.d)
    assert data.X.dtype == np.float64
    assert np.isfinite(data.X).all()
    assert data.y.dtype.kind == "i"
    assert tuple(np.bincount(data.y)) == card.counts
    assert len(data.feature_names) == card.d == len(set(data.feature_names))
    assert data.target_names == card.target_names
    assert len(data.target_names) == card.classes
    return data


@pytest.mark.parametrize("name", MADE)
def test_made_sets_agree_with_their_cards(name, monkeypatch):
    monkeypatch.setenv("KERNLAB_DATA", "/nowhere")
    check_against_card(name)


def write_made(name, folder):
    """Write the files of a set, in their owners' formats, with made numbers; return the numbers."""
    entry = catalogue()[name]
    n, d = entry.card.n, entry.card.d
    X = np.random.default_rng(0).integers(1, 256, (n, d), dtype=np.uint8)
    labels = np.repeat(entry.labels, entry.card.counts)
    paths = [folder / file.path for file in entry.files]
    paths[0].parent.mkdir()
    if entry.reader == "table":
        np.savetxt(paths[0], np.column_stack([X.astype(str), labels]), "%s", ",")
    elif entry.reader == "idx":
        for path, head, values in zip(paths, (16, 8), (X, labels), strict=True):
            with gzip.open(path, "wb", 1) as stream:
                stream.write(bytes(head) + values.astype(np.uint8).tobytes())
    elif entry.reader == "usps":
        savemat(paths[0], {"usps_all": np.column_stack([X, labels + 1]).astype(np.uint8)})
    else:
        savemat(paths[0], {entry.options["key"]: X, "truth": labels[:, None]})
    return X


@pytest.mark.parametrize("name", READ)
def test_read_sets_agree_with_their_cards(name, tmp_path, monkeypatch):
    made = write_made(name, tmp_path)
    monkeypatch.setattr("kernlab_helpers.datasets.loading.fetch", lambda file: tmp_path / file.path)
    data = check_against_card(name)
    assert np.array_equal(data.X, made)
    assert (np.diff(data.y) >= 0).all()


@pytest.mark.parametrize("name", ["iris", "balance-scale", "monks-1"])
def test_every_call_gives_fresh_arrays(name):
    first = load(name)
    first.X[:] = -1
    first.y[:] = -1
    assert load(name).X.min() >= 0
    assert load(name).y.min() == 0


def test_a_set_is_frozen_and_shows_its_card():
    data = load("monks-3")
    with pytest.raises(AttributeError):
        data.X = 0
    assert repr(data) == str(data) == str(data.card)
    for part in ("432 points, 6 features, 2 classes", "source", "licence", "trap", "no 204"):
        assert part in str(data)


@pytest.mark.parametrize("name", list_datasets())
def test_every_card_is_filled_in(name):
    card = catalogue()[name].card
    assert card.name == name
    assert all([card.title, card.source, card.licence, card.n, card.d, card.classes])
    assert card.traps


@pytest.mark.parametrize(
    ("name", "loader"),
    [("iris", "load_iris"), ("wine", "load_wine"), ("wdbc", "load_breast_cancer")],
)
def test_names_are_those_of_scikit_learn(name, loader):
    sklearn = pytest.importorskip("sklearn.datasets")
    theirs, ours = getattr(sklearn, loader)(), load(name)
    assert ours.feature_names == tuple(theirs.feature_names)
    assert ours.target_names == tuple(theirs.target_names)
    assert np.array_equal(ours.X, theirs.data)
    assert np.array_equal(ours.y, theirs.target)


# ------------------------------------------------------------------------- the files themselves


@pytest.mark.parametrize(
    ("name", "path", "first", "label", "raw"),
    [
        ("wine", "wine/wine.data", 1, 0, "123"),
        ("wdbc", "wdbc/wdbc.data", 2, 1, "MB"),
        ("balance-scale", "balance-scale/balance-scale.data", 1, 0, "LBR"),
    ],
)
def test_made_sets_begin_as_the_files_do(name, path, first, label, raw):
    theirs, ours = text(path, delimiter=","), load(name)
    assert len(theirs) == 5
    assert np.array_equal(theirs[:, first:].astype(float), ours.X[:5])
    assert [raw.index(cell) for cell in theirs[:, label]] == ours.y[:5].tolist()


@pytest.mark.parametrize("problem", [1, 2, 3])
def test_robots_equal_the_test_files_and_the_training_files(problem):
    robots = load(f"monks-{problem}")
    theirs = text(f"monks/monks-{problem}.test")
    assert np.array_equal(theirs[:, 1:7].astype(float), robots.X[:5])
    labels = (FILES / "monks" / "labels.txt").read_text("utf-8").split()[problem - 1]
    assert labels == "".join(map(str, robots.y))

    train = load(f"monks-{problem}-train")
    place = {tuple(row): i for i, row in enumerate(robots.X)}
    right = robots.y[[place[tuple(row)] for row in train.X]]
    assert np.sum(right != train.y) == {1: 0, 2: 0, 3: 6}[problem]
    assert train.card.n + robots.card.n == {1: 556, 2: 601, 3: 554}[problem]


def test_first_rows_by_hand():
    """One row of each text file typed off by hand: no identifier, no label among the features."""
    first = {
        "glass": ([1.52101, 13.64, 4.49, 1.10, 71.78, 0.06, 8.75, 0, 0], "building windows, float"),
        "ecoli": ([0.49, 0.29, 0.48, 0.50, 0.56, 0.24, 0.35], "cp"),
        "yeast": ([0.58, 0.61, 0.47, 0.13, 0.50, 0.00, 0.48, 0.22], "MIT"),
        "bupa": ([85, 92, 45, 27, 31, 0], "selector 1"),
        "new-thyroid": ([107, 10.1, 2.2, 0.9, 2.7], "normal"),
        "lymphography": ([4, 2, 1, 1, 1, 1, 1, 2, 1, 2, 2, 2, 4, 8, 1, 1, 2, 2], "malign lymph"),
        "monks-1-train": ([1, 1, 1, 1, 3, 1], "yes"),
    }
    for name, (row, label) in first.items():
        data = load(name)
        assert data.X[0].tolist() == row, name
        assert data.target_names[data.y[0]] == label, name


def test_the_constant_column_of_segment_is_dropped_and_no_other():
    data = load("segment")
    assert "region-pixel-count" not in data.feature_names
    assert np.ptp(data.X, axis=0).min() > 0
    assert data.feature_names[2] == "short-line-density-5"
    assert any("region-pixel-count" in trap for trap in data.card.traps)
    header = (FILES / "segment/segmentation.data").read_text().splitlines()[3]
    named = [name for name in header.lower().split(",") if name != "region-pixel-count"]
    assert data.feature_names == tuple(named)


def test_traps_are_as_the_cards_tell():
    def unusual(name, feature):
        data = load(name)
        column = data.X[:, data.feature_names.index(feature)]
        return np.sum(column != np.median(column))

    def duplicates(name):
        X = load(name).X
        return len(X) - len(np.unique(X, axis=0))

    assert (unusual("ecoli", "lip"), unusual("ecoli", "chg")) == (10, 1)
    assert (unusual("yeast", "erl"), unusual("yeast", "pox")) == (14, 15)
    assert duplicates("yeast") == 31
    assert duplicates("segment") == 224
    bupa = load("bupa")
    rows = np.column_stack([bupa.X, bupa.y])
    assert len(rows) - len(np.unique(rows, axis=0)) == 4
    assert np.flatnonzero(np.ptp(load("digits").X, axis=0) == 0).tolist() == [0, 32, 39]
    for name in ("glass", "sonar", "new-thyroid", "wine", "iris-uci"):
        steps = np.count_nonzero(np.diff(load(name).y))
        assert steps == load(name).card.classes - 1, f"{name} is said to be sorted by class"


def test_loading_is_lazy():
    code = (
        "import sys, kernlab_helpers as d; d.gaussian_clouds(); d.load('monks-1')\n"
        "print([m for m in ('sklearn', 'scipy', 'pooch', 'requests') if m in sys.modules])"
    )
    result = subprocess.run(
        [sys.executable, "-c", code],
        capture_output=True,
        text=True,
        check=True,
        cwd=ROOT,
        env={**os.environ, "PYTHONPATH": str(ROOT)},
    )
    assert result.stdout.strip() == "[]"


def test_the_data_readme_lists_every_set():
    lines = (ROOT / "data" / "README.md").read_text(encoding="utf-8").splitlines()
    for name, entry in catalogue().items():
        card = entry.card
        start = f"| `{name}` | {card.n} | {card.d} | {card.classes} | "
        row = next((line for line in lines if line.startswith(start)), "")
        assert row, f"data/README.md has no row, or other counts, for {name}"
        assert all(file.path in row for file in entry.files)
        assert ("| here |" in row) == (entry.reader == "shipped")
        if entry.reader == "shipped":
            assert f"`sets/{entry.options['table']}`" in row


def test_the_data_readme_lists_every_stored_result():
    text = (ROOT / "data" / "README.md").read_text(encoding="utf-8")
    stored = [path.name for path in (ROOT / "data" / "results").glob("*.csv")]
    assert len(stored) >= 4
    assert not [name for name in stored if f"`results/{name}`" not in text]


@pytest.mark.parametrize(
    ("name", "loader"),
    [("iris", "iris"), ("wine", "wine"), ("wdbc", "breast_cancer"), ("digits", "digits")],
)
def test_sets_of_scikit_learn_are_its_own_without_importing_it(name, loader, monkeypatch):
    from sklearn import datasets

    theirs = getattr(datasets, f"load_{loader}")()
    ours = load(name)
    np.testing.assert_array_equal(ours.X, theirs.data)
    np.testing.assert_array_equal(ours.y, theirs.target)
    monkeypatch.setattr(Path, "exists", lambda _: False)  # a release that keeps them elsewhere
    np.testing.assert_array_equal(load(name).X, theirs.data)


def test_iris_does_not_import_scikit_learn():
    code = "import sys, kernlab_helpers as kh; kh.load('iris'); print('sklearn' in sys.modules)"
    run = subprocess.run([sys.executable, "-c", code], capture_output=True, text=True, cwd=ROOT)
    assert run.stdout == "False\n", run.stderr
