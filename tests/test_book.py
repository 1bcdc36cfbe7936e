"""The book on the web: what its pages say, fold and show."""

import re
from concurrent.futures import ThreadPoolExecutor

import nbformat.v4 as v4
import pytest
from docutils import nodes
from jinja2 import Environment, FileSystemLoader
from markdown_it.renderer import RendererHTML
from myst_parser.config.main import MdParserConfig
from myst_parser.parsers.mdit import create_md_parser

from classroom import votes
from livepanels.panels import bundle
from tools import notebooks
from tools.book import chapters, conf, face, fonts, pages, site
from tools.steps import without_notes


def test_a_remark_says_what_is_not_there():
    said = {"thinned": [["sigma", 31, 241]], "alone": [], "hands": True}
    text = pages.remark(said)
    assert text.startswith("Recorded: 31 of 241 positions of sigma;")
    assert "jumps to the nearest of some saved places" in text
    assert pages.remark({"thinned": [], "alone": [], "hands": False}) == ""
    alone = pages.remark({"thinned": [], "alone": [["order t", 25]], "hands": False})
    assert alone.startswith("All positions are recorded") and alone.endswith(" 25 of order t.")
    still = pages.remark({"thinned": [["sigma", 1, 241]], "alone": [], "hands": False})
    assert still == "What is gray moves where a kernel runs."


def test_a_chapter_that_fails_takes_no_other_with_it(tmp_path, monkeypatch):
    def share(path, folder):
        if path.stem == "02":
            raise ValueError("no")
        (folder / "panel.json").write_text("{}")

    monkeypatch.setattr(chapters, "record_share", share)
    monkeypatch.setattr(chapters, "ProcessPoolExecutor", ThreadPoolExecutor)
    monkeypatch.setattr(chapters, "fingerprint", lambda path: path.stem)
    paths = [tmp_path / f"{number}.ipynb" for number in ("01", "02", "03")]
    done = []
    with pytest.raises(ValueError, match="no"):
        done.extend(chapters.recorded(paths, tmp_path))
    found = [chapters.recordings(path, tmp_path / path.stem) for path in paths]
    assert found == [{"panel": {}}, {}, {"panel": {}}]


@pytest.mark.parametrize("name", sorted(chapters.UNRECORDED))
def test_a_panel_that_is_not_recorded_says_that_it_needs_a_kernel(name):
    page = pages.Page(chapters.ROOT / "notebooks" / f"{name}.ipynb", {})
    shown = page.source()
    assert "needs a kernel" in shown and "livepanel-still" in shown
    assert "data-recording" not in shown


def test_the_name_of_a_panel_is_that_of_its_function():
    source = "def helper(): pass\n\n@live(t=Slider('t', 0, 1, value=0))\ndef width(t):\n    pass"
    assert pages.panel_name(source) == "width"


def leaves(tokens):
    """Yield tokens of Markdown that have none within them."""
    for token in tokens:
        yield from leaves(token.children) if token.children else [token]


@pytest.mark.parametrize(
    "path", sorted((chapters.ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem
)
def test_every_formula_of_a_page_is_set(path):
    """No dollar is left in words or tags as MyST reads them; no line of words begins a list."""
    config = MdParserConfig(enable_extensions=set(conf.myst_enable_extensions))
    myst = create_md_parser(config, RendererHTML)
    page = pages.Page(path, {})
    wrong = []
    for cell in without_notes(page.notebook.cells):
        if cell.cell_type != "markdown":
            continue
        tokens = myst.parse(page.text(cell).source)
        words = [t.content for t in leaves(tokens) if t.type in ("text", "html_block")]
        wrong += [(cell.id, text) for text in words if "$" in text]
        wrong += [
            (cell.id, "1)") for t in tokens if t.type.endswith("list_open") and t.markup == ")"
        ]
    assert wrong == []


@pytest.mark.parametrize(
    "source, marks, tags, words",
    [
        ("import numpy as np", [], ["hide-input", "plumbing"], "Imports"),
        ("K = X @ X.T", [], ["hide-input"], "Code, one line"),
        ("D = 1\nK = 2", [], ["hide-input"], "Code, 2 lines"),
        ("def mine(K):\n    ...", ["exercise"], [], ""),
        ("check('2.1', mine)", ["check"], ["hide-cell"], "The check, which answers in JupyterLab"),
    ],
)
def test_code_is_one_line_that_unfolds(source, marks, tags, words):
    cell = v4.new_code_cell(source, metadata={"tags": marks})
    assert pages.fold_of(cell, None) == (tags, words)


def test_folded_are_numbers_and_no_picture():
    cell = v4.new_code_cell("print(K)", metadata={"jupyter": {"outputs_hidden": True}})
    cell.outputs = [v4.new_output("stream", text="1 2 3")]
    assert pages.fold_of(cell, None) == (["hide-cell", "numbers"], "The numbers")
    cell.outputs += [v4.new_output("display_data", {"image/png": ""})]
    assert pages.fold_of(cell, None) == (["hide-input"], "Code, one line")


def test_a_chapter_opens_with_its_picture_before_its_aims():
    title = "# 7 Order t: how?\n\nWhich one?\n\n**What you will be able to do**\n\n1. see"
    shown = v4.new_code_cell("show()")
    shown.outputs = [v4.new_output("display_data", {"image/png": ""})]
    cells = [v4.new_markdown_cell(title), v4.new_code_cell("import numpy"), shown]
    cells += [v4.new_markdown_cell("## A step (3 min)")]
    texts = [cell.source for cell in pages.opened(cells, "<div>Run it</div>")]
    assert texts[0].endswith("Which one?\n\n")
    assert texts[1] == "show()"
    assert texts[2].startswith("**What you will") and texts[2].endswith("Run it</div>")
    assert texts[3:] == ["import numpy", "## A step (3 min)"]


@pytest.mark.parametrize(
    "first, said",
    [
        ("# 7 Order t: how much?", ("7", "Order t", "how much?")),
        ("# Start here\n\n**The question: how?**", ("0", "Start here", "how?")),
        ("# 12 No question", ("12", "No question", "")),
    ],
)
def test_a_title_has_a_number_a_name_and_a_question(first, said):
    page = pages.Page.__new__(pages.Page)
    page.name = "00_start_here"
    page.notebook = v4.new_notebook(cells=[v4.new_markdown_cell(first)])
    assert page.title() == said


def test_the_policy_of_a_page_names_no_host_and_lets_no_text_run():
    rules = dict(rule.split(" ", 1) for rule in face.POLICY.split("; "))
    assert rules.pop("style-src-attr") == "'unsafe-inline'"  # formulas, widths of pictures
    assert rules["default-src"] == "'none'"
    known = {"'none'", "'self'", "data:"} | {f"'sha256-{one}'" for one in face.DIGESTS}
    assert set(" ".join(rules.values()).split()) == known


@pytest.mark.parametrize(
    "path", sorted((chapters.ROOT / "notebooks").glob("*.ipynb")), ids=lambda path: path.stem
)
def test_each_letter_of_a_chapter_is_in_the_faces_of_the_book(path):
    """What a page shows is asked in the browser; this finds the same of its cells in a second."""
    text = "".join(cell.source for cell in without_notes(notebooks.read(path).cells))
    assert {one for one in text if ord(one) > 126} - fonts.FALLS_BACK - fonts.HELD == set()


def test_every_chapter_is_in_a_part_and_has_a_picture():
    names = [path.stem for path in (chapters.ROOT / "notebooks").glob("*.ipynb")]
    said = [{"name": name, "title": "x & t", "question": "Why?"} for name in sorted(names)]
    parts = face.parts_of(said)
    assert [one["name"] for part in parts for one in part["chapters"]] == sorted(names)
    assert all(part["chapters"] for part in parts)
    assert all(one["emblem"].startswith("<svg") for one in said)
    assert said[0]["heading"] == "<i>x</i> &amp; <i>t</i>"


def test_a_note_stands_beside_words_that_are_high_enough():
    def quote(words):
        return nodes.block_quote("", nodes.paragraph("", words))

    top = nodes.section("", nodes.paragraph("", "long " * 120), quote("short"))
    face.put_beside(top[1])
    assert top[0]["classes"] == ["beside"] and top[0][1]["classes"] == ["note"]
    low = nodes.section("", nodes.paragraph("", "Low."), quote("long " * 120))
    face.put_beside(low[1])
    assert isinstance(low[1], nodes.block_quote) and low[1]["classes"] == []
    low.append(nodes.paragraph("", "long " * 200))
    face.put_beside(low[1])
    assert [type(one) for one in low[0]] == [nodes.container, nodes.block_quote, nodes.container]


def bold(words):
    return nodes.strong("", words)


def test_a_definition_is_boxed_with_its_formula_and_a_vote_is_left_alone():
    """MyST begins a paragraph with an empty text; a vote has what stands around its answers."""

    def words(*inside):
        return nodes.paragraph("", "", nodes.Text(""), *inside)

    formula = nodes.math_block("", "K/s")
    top = nodes.section("")
    inner = nodes.section("")
    top.append(inner)
    inner += [words(nodes.Text("We call it "), bold("a term"), nodes.Text(",")), formula]
    inner += [
        words(bold("Theorem."), nodes.Text(" True.")),
        words(nodes.Text("Not "), bold("this")),
    ]
    inner.append(nodes.block_quote("", words(bold("The paper says"), nodes.Text(" no."))))
    asked = words(nodes.Text("What is called "), bold("power"), nodes.Text("?"))
    inner += [asked, nodes.bullet_list("", nodes.list_item("", words(nodes.Text("A. One."))))]
    face.box(top)
    assert [one["classes"] for one in inner[:4]] == [
        ["definition"],
        ["statement"],
        [],
        ["misprint"],
    ]
    assert formula.parent is inner[0] and asked.parent is inner


def test_the_first_block_of_a_cell_has_its_id(tmp_path):
    cells = [v4.new_markdown_cell("One.\n\nTwo.", id="first"), v4.new_code_cell("1", id="second")]
    file = tmp_path / "page.ipynb"
    file.write_text(v4.writes(v4.new_notebook(cells=cells)), "utf-8")
    top = nodes.section("", nodes.paragraph("", "One."), nodes.paragraph("", "Two."))
    top[0].line, top[1].line = 10001, 10003
    top.append(nodes.container("", cell_index=1, classes=["cell"]))
    face.name_cells(top, file)
    assert [one["ids"] for one in top] == [["cell-first"], [], ["cell-second"]]


def layout(**said):
    """Return a page of the theme as its templates make it."""
    theme = Environment(loader=FileSystemLoader(site.HERE / "theme"))
    said = {"title": "Page", "parts": [], "rail": [], "script_files": ["doctools.js"], **said}
    same = {"pathto": lambda name, _=0: name, "js_tag": lambda name: f"<script src={name}>"}
    return theme.get_template("layout.html").render(**said, **same)


def test_where_the_book_is_on_the_web_a_page_has_a_preview(tmp_path):
    """Of its first still; a page without one has the first of the book."""
    still = '<img class="livepanel-still" src="_static/chapters/07/a.webp">'
    (tmp_path / "_static" / "chapters" / "00").mkdir(parents=True)
    (tmp_path / "_static" / "chapters" / "00" / "b.webp").touch()
    found = [face.preview("https://book.example", body, tmp_path) for body in (still, "")]
    assert found == [
        f"https://book.example/_static/chapters/{one}" for one in ("07/a.webp", "00/b.webp")
    ]
    assert face.preview("", still, tmp_path) == ""
    shown = layout(preview=found[0])
    assert f'<meta property="og:image" content="{found[0]}">' in shown
    assert 'property="og:title"' in shown and 'property="og:description"' in shown
    assert "og:" not in layout(preview="")


def test_only_a_search_loads_the_scripts_of_sphinx():
    assert "doctools" in layout(pagename="search") and "doctools" not in layout(pagename="07")


def test_code_has_tags_only_where_they_have_a_color():
    sheet = (site.HERE / "theme" / "static" / "book.css").read_text("utf-8")
    colored = set(re.findall(r"\.highlight :is\((.*?)\)", sheet))
    kinds = {kind.strip(" .") for line in colored for kind in line.split(",")}
    assert face.UNSEEN.sub(r"\1", '<span></span><span class="n">x</span>') == "x"
    assert all(not face.UNSEEN.search(f'<span class="{kind}">x</span>') for kind in kinds) and kinds


def test_a_link_to_a_file_that_is_no_page_is_words():
    page = pages.Page.__new__(pages.Page)
    cell = v4.new_markdown_cell("[Results](../docs/new-results.md), [02](02_kernel_matrix.ipynb).")
    assert page.text(cell).source == "Results, [02](02_kernel_matrix.ipynb)."


def test_a_page_asks_a_disk_for_nothing_that_browsers_refuse():
    """From ``file://`` every engine runs plain scripts; none lets a page fetch or load modules."""
    first = (bundle.joined(site.HERE / name, votes.FRONT) for name in ("book.js", "hero.js"))
    asks = r"\b(?:fetch|import|importScripts)\(|XMLHttpRequest|new (?:Shared)?Worker|serviceWorker"
    assert re.findall(asks, "".join(first)) == []
    sheets = [bundle.stylesheet(), *(f.read_text("utf-8") for f in site.HERE.rglob("*.css"))]
    assert not re.search(r"@import|url\(['\"]?(?:https?:|//)", "".join(sheets))
    layouts = "".join(path.read_text("utf-8") for path in site.HERE.glob("theme/*.html"))
    assert not re.search(r"type=\"?module|crossorigin|src=\"(?:https?:|//)", layouts)
