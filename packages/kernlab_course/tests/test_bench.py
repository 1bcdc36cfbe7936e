"""The bench in a notebook: pictures and words of a desk, the form, what is kept, how fast."""

import base64
import html
import re

import numpy as np
import pytest

from kernlab_course import bench
from kernlab_course.bench.desk import Desk
from kernlab_course.bench.pictures import Matrices, round_up
from kernlab_course.bench.recipes import KERNELS, METHODS
from kernlab_course.bench.script import idle_of, parts_of
from livepanels.panels.panel import Panel
from livepanels.panels.sending import full_message

IRIS = bench.load_table("iris")
CSV = b"a;b;kind\n1,5;2;x\n2,5;1;y\n3,5;7;x\n4,5;2;y\n"


SHARED = Desk(IRIS.choose(rows=12))
CONTROLS = SHARED.controls


def panel_of(desk):
    def my_table(scaling, kernel, repair, normalization, method, k, t, sigma, gamma, p, m, pair):
        place = bench.Setting(
            scaling, kernel, repair, normalization, method, k, t, sigma, gamma, p, m
        )
        return desk.show(place, pair)

    return Panel(my_table, desk.controls)


@pytest.fixture
def desk():
    return Desk(IRIS.choose(rows=40))


@pytest.fixture
def panel(desk):
    return panel_of(desk)


def test_the_panel_shows_matrices_and_clusters_with_their_numbers(panel):
    assert len(panel.pictures) == 2
    for words in ("least eigenvalue", "rank 4 of 40", "NMI", "purity", "stability", "row 1"):
        assert words in panel.readout
    assert panel.lamp.good


def test_without_a_label_there_are_no_classes():
    panel = panel_of(Desk(IRIS.choose(label=None, rows=40)))
    names = [name for _, name, *_ in panel.pictures[1].frame()["plots"][0]["key"]]
    assert names == [f"cluster  {k}" for k in (1, 2, 3)]
    assert "NMI" not in panel.readout and "stability" in panel.readout


def test_a_refusal_leaves_what_could_be_made(panel):
    panel.set(kernel="chi-squared")
    assert panel.error is None
    assert [picture.get_title() for picture in panel.pictures] == ["Points, without a kernel"]
    assert "at least 0" in panel.readout
    panel.set(kernel="linear", method="spectral")
    assert panel.pictures[1].get_title() == "Classes" and "NMI" not in panel.readout
    panel.set(kernel="Gaussian")
    assert panel.pictures[1].get_title() == "Clusters"


def test_a_cluster_has_the_color_of_the_class_of_which_it_holds_most(panel):
    def marks():
        arrays = next(p["arrays"] for _, p in panel.answer.parts() if p["mark"] == "points 0")
        return arrays["group"], arrays["shape"]

    colors, shapes = marks()
    assert np.mean(colors == shapes) > 0.7, "Iris: most flowers are right"
    panel.set(k=5)
    colors, shapes = marks()
    assert len(set(colors)) == 5 and len(set(shapes)) == 3


def test_a_method_on_the_points_gets_a_note_and_no_caution(panel):
    panel.set(method="k-means")
    assert "note: k-means works on the points" in panel.readout
    assert "CAUTION" not in panel.readout
    panel.set(normalization="range 0 to 1")
    assert "CAUTION: range 0 to 1" in panel.readout


def test_clusters_stand_on_the_axes_of_their_method(panel):
    panel.set(kernel="Gaussian", method="kernel PCA as printed (Ah-Pine)")
    assert 0 in panel.pictures[1].get_xlim(), (
        "the first axis of a matrix of positive entries has one sign"
    )
    panel.set(normalization="centered")
    assert panel.pictures[1].get_xlim()[0] < 0 < panel.pictures[1].get_xlim()[1]


def test_a_slider_is_grey_where_it_does_nothing(panel):
    def live_ones(**choices):
        values = panel.values | choices
        sliders = ("t", "sigma", "gamma", "p", "m")
        return {name for name in sliders if not panel.controls[name].off(values)}

    assert live_ones(kernel="linear", normalization="none") == set()
    assert live_ones(kernel="Gaussian", normalization="order t") == {"sigma", "t"}
    assert live_ones(kernel="K_J of local Gaussians") == {"sigma", "gamma", "m"}
    assert live_ones(kernel="self-tuning", method="Minkowski k-means") == {"m", "p"}


@pytest.mark.parametrize("kernel", KERNELS)
@pytest.mark.parametrize("slider", ["t", "sigma", "gamma", "p", "m"])
def test_a_slider_moves_the_code_unless_it_is_grey(kernel, slider):
    values = {name: control.value for name, control in CONTROLS.items()} | {"kernel": kernel}
    moved = values | {slider: 3 if slider == "m" else 1.7}
    codes = {str(parts_of(SHARED.setting_of(place))) for place in (values, moved)}
    assert (len(codes) == 1) == CONTROLS[slider].off(values)
    assert CONTROLS[slider].off(values) == (slider in idle_of(SHARED.setting_of(values)))


def test_a_picked_pair_is_lit_in_all_pictures(panel):
    panel.set(pair=(2, 30))
    lit = [part["extra"].get("lit") for _, part in panel.answer.parts()]
    assert [[2, 30]] in lit and lit.count([2, 30]) == 1


def test_one_setting_always_shows_the_same(panel):
    _, buffer = full_message(panel.answer)
    panel.set(kernel="K_BR of local Gaussians", method="spectral")
    panel.set(kernel="linear", method="kernel k-means")
    assert full_message(panel.answer)[1] == buffer


@pytest.mark.parametrize("value", [1e-9, 0.3, 1.0, 4.99, 5.0, 7.3, 1234.0])
def test_scales_end_at_round_numbers_not_below_the_largest(value):
    end = round_up(value)
    assert value <= end * (1 + 1e-9) and end <= 2.5 * value
    assert f"{end:.0e}"[0] in "125"


def test_a_scale_holds_every_entry_and_its_ends_are_told():
    rng = np.random.default_rng(0)
    picture = Matrices(np.eye(12))
    for size in (1e-3, 1.0, 300.0):
        A = size * rng.normal(size=(12, 12))
        picture.show(A @ A.T)
        low, high = picture.limits
        assert low <= (A @ A.T).min() and (A @ A.T).max() <= high
        assert picture.frame()["plots"][0]["marks"][0]["high"] == high


@pytest.mark.slow
def test_300_points_are_answered_with_every_kernel_and_every_method():
    desk = Desk(bench.load_table("yeast").choose())
    panel = panel_of(desk)
    assert len(desk.chosen.X) == 300
    for turn, kernel in enumerate(KERNELS):
        method = list(METHODS)[turn % len(METHODS)]
        values = panel.values | {"scaling": "0 to 1", "kernel": kernel, "method": method, "p": 1.5}
        answer = panel.answer_to(values)
        assert not answer.error and "rank" in answer.note, (kernel, method, answer.note)


# What is kept -------------------------------------------------------------------------------------


def test_code_and_report_follow_the_panel(panel, desk, tmp_path):
    keep = bench.Keep(panel, desk, tmp_path)
    assert "kh.linear(X)" in keep.code
    panel.set(kernel="Gaussian", sigma=2.0)
    assert "kh.gaussian(X, sigma=2.0 * kh.sigma_quantile(X))" in keep.code
    assert [file.name for file in keep.save_code()] == ["iris_kernlab.py"]
    assert (tmp_path / "iris_kernlab.py").read_text("utf-8") == keep.code
    assert keep.save_report() == tmp_path / "iris_kernlab.html"


def test_a_dropped_table_is_saved_beside_its_code_and_no_file_is_overwritten(tmp_path):
    table = bench.read_table(CSV, name="../leaves.csv")
    desk = Desk(table.choose())
    keep = bench.Keep(panel_of(desk), desk, tmp_path)
    assert {file.name for file in keep.save_code()} == {"leaves_kernlab.py", "leaves.csv"}
    assert (tmp_path / "leaves.csv").read_bytes() == CSV
    (tmp_path / "leaves.csv").write_bytes(b"mine")
    keep.save_code()
    assert (tmp_path / "leaves.csv").read_bytes() == b"mine"


def test_a_report_is_one_page_with_pictures_numbers_code_and_versions(panel, desk, tmp_path):
    panel.set(kernel="K_J of local Gaussians", method="spectral")
    keep = bench.Keep(panel, desk, tmp_path)
    page = keep.save_report().read_text("utf-8")
    pictures = re.findall(r'src="data:image/png;base64,([^"]+)" alt="([^"]+)"', page)
    assert len(pictures) == 2
    for bits, alt in pictures:
        assert base64.b64decode(bits).startswith(b"\x89PNG") and alt
    assert html.escape(keep.code) in page
    for words in ("not PSD", "NMI", "purity", "stability", "numpy", "scikit-learn", "40 points"):
        assert words in page
    assert not re.search(r"""(?:src|href)=["'](?!data:)|@import|https?:""", page)


def test_names_from_a_table_are_no_code_in_the_report(tmp_path):
    table = bench.read_table(CSV.replace(b"kind", b"<b>kind"), name="<script>.csv")
    desk = Desk(table.choose())
    page = bench.Keep(panel_of(desk), desk, tmp_path).save_report().read_text("utf-8")
    assert "<script" not in page and "<b>" not in page


# The form -----------------------------------------------------------------------------------------


def drop(form, name, content, part=10):
    """Do what the page does: send a file in parts."""
    form._repr_mimebundle_()
    pieces = [content[i : i + part] for i in range(0, len(content), part)]
    for i, piece in enumerate(pieces):
        message = {"name": name, "part": i, "parts": len(pieces)}
        form._widgets.file._handle_custom_msg(message, [memoryview(piece)])


def test_a_form_takes_a_dropped_file_and_says_what_it_read():
    form = bench.Form("iris")
    assert "iris: 150 rows" in form._repr_mimebundle_()["text/plain"]
    widgets = form._widgets
    assert widgets.set.value == "iris"
    drop(form, "leaves.csv", CSV)
    assert widgets.set.value == ""
    assert form.table.name == "leaves.csv" and form.table.content == CSV
    assert form.choose().columns == ("a", "b")
    assert widgets.columns.options == ("a", "b") and widgets.label.value == "kind"
    for words in ("semicolon", "Run Selected Cell and All Below"):
        assert words in widgets.message.value


def test_a_form_says_why_a_file_cannot_be_read_and_shows_no_other():
    form = bench.Form("iris")
    drop(form, "x.xlsx", b"PK\x03\x04")
    assert "perhaps a workbook" in form._widgets.message.value
    assert form._widgets.columns.options == () and form.table is None
    with pytest.raises(ValueError, match="perhaps a workbook"):
        form.choose()
    drop(form, "leaves.csv", CSV)
    assert form.choose().columns == ("a", "b")


def test_a_file_that_was_cut_short_is_forgotten_by_the_next():
    form = bench.Form("iris")
    form._repr_mimebundle_()
    cut = {"name": "cut.csv", "part": 0, "parts": 3}
    form._widgets.file._handle_custom_msg(cut, [memoryview(b"a,b")])
    drop(form, "leaves.csv", CSV)
    assert form.table.content == CSV


def test_a_form_whose_cell_runs_again_keeps_what_was_dropped(tmp_path):
    file = tmp_path / "mine.csv"
    file.write_bytes(CSV)
    first = bench.form(file)
    file.write_bytes(CSV + b"5,5;9;x\n")
    again = bench.form(file)
    assert (len(first.table), len(again.table)) == (4, 5)  # untouched: the file is read anew
    drop(again, "leaves.csv", CSV)
    assert bench.form(file) is again and again.table.name == "leaves.csv"


def test_a_form_chooses_columns_and_label():
    form = bench.Form("iris")
    form._repr_mimebundle_()
    form._widgets.columns.value = form.table.numbers[:2]
    assert form.choose().X.shape == (150, 2)
    form._widgets.label.value = "(no label)"
    assert form.choose().y is None and form.choose().call.endswith("label=None)")
    form._widgets.set.value = "wine"
    assert form.table.name == "wine" and form.choose().X.shape == (178, 13)
