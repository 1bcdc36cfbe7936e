"""Chapters on paper: nothing that a printed page cannot hold, nothing from a foreign host."""

import re

import nbformat
import pytest
from nbformat.v4 import new_code_cell, new_markdown_cell, new_notebook, new_output

from tools import gates, handouts
from tools.book import codes, paper
from tools.steps import without_notes

CHAPTERS = sorted(handouts.BOOK.glob("[0-9][0-9]_*.ipynb"))


FACE = """@font-face{font-family:KaTeX_A;src:url(fonts/a.woff2) format("woff2"),
url(fonts/a.woff) format("woff"),url(fonts/a.ttf) format("truetype")}.katex{color:red}""".replace(
    "\n", ""
)


@pytest.fixture
def katex(tmp_path):
    """Give a folder as npm fetches KaTeX: its style sheet, and a face in it."""
    (tmp_path / "dist" / "fonts").mkdir(parents=True)
    (tmp_path / "dist" / "katex.min.css").write_text(FACE, "utf-8")
    (tmp_path / "dist" / "fonts" / "a.woff2").write_bytes(b"face")
    return tmp_path


@pytest.fixture(autouse=True)
def formulas(monkeypatch):
    """Set no formula: a mark stands where it would be."""
    monkeypatch.setattr(
        paper.maths, "typeset", lambda katex, tex, display: f"<i class=tex>{len(tex)}</i>"
    )


@pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)
def test_a_chapter_on_paper_holds_its_text_and_asks_nobody(path, katex):
    notebook = nbformat.read(path, as_version=4)
    text = paper.page({path.stem: notebook}, katex)
    assert not re.findall(r"(?:src=[\"']?|url\()https?:", text)
    assert "<script" not in text
    assert "<details" not in text
    assert "livepanel-advice" not in text
    told = without_notes(notebook.cells)
    folds = sum(cell.source.count("<details>") for cell in told)
    assert text.count('<aside class="note">') == len(notebook.cells) - len(told)
    assert text.count('<div class="explain">') == folds
    assert text.count('<p class="later">') == folds
    stills = sum(
        "image/png" in output.get("data", {})
        for cell in notebook.cells
        if cell.cell_type == "code"
        for output in cell.outputs
    )
    assert text.count('src="data:image/png;base64,') == stills
    words = re.sub(r"<(pre|code).*?</\1>|alt=\".*?\"", "", text, flags=re.DOTALL)
    assert not re.search(r"\$\$|\\(frac|sum|phi|begin)\b", words)


def test_what_stands_where():
    fold = (
        "<details><summary><b>Explain</b> (open it after)</summary>\n\nB, as $x > 0$.\n\n</details>"
    )
    picture = {"image/png": "AAAA", "text/plain": "t = 1: *rank* 2"}
    still = new_output(
        "display_data", picture, metadata={"image/png": {"alt": "<a>", "width": 487}}
    )
    asked = new_output("display_data", {"text/markdown": "Which?", "text/plain": "Which?"})
    cells = [
        new_markdown_cell("# A <b>title</b> with $t$"),
        new_code_cell("install()", metadata={"tags": ["install"]}),
        new_code_cell('vote("away", letters="ABCD")'),
        new_code_cell('vote("far", "Which?")', outputs=[asked]),
        new_code_cell("@live(t=1)\ndef panel(t): ...", outputs=[still]),
        new_markdown_cell(fold),
        new_code_cell("print(1 < 2)", outputs=[new_output("stream", text="True\n")]),
    ]
    body = paper.Page(new_notebook(cells=cells), None).body()
    assert "install()" not in body
    assert "vote(" not in body
    assert body.count("Which?") == 1
    assert "def panel" not in body, "the picture of a panel stands for its code"
    assert 'style="width: 50%" alt="&lt;a&gt;"' in body
    assert '<p class="later">Explain: see number 1 at the end.</p>' in body
    assert "print(1 &lt; 2)" in body
    assert body.index("True") < body.index("<h2>Explanations</h2>") < body.index("B, as")


def test_a_page_holds_the_faces_of_its_formulas(katex):
    text = paper.page({"paper": new_notebook(cells=[new_markdown_cell("# Paper")])}, katex)
    assert 'src:url(data:font/woff2;base64,ZmFjZQ==) format("woff2")}.katex{color:red}' in text
    assert "url(fonts/" not in text


@pytest.mark.skipif(bool(gates.missing_browser()), reason="no Chromium")
def test_a_page_becomes_a_pdf(tmp_path, katex):
    text = paper.page({"paper": new_notebook(cells=[new_markdown_cell("# Paper")])}, katex)
    paper.print_page(text, tmp_path / "page.pdf")
    assert (tmp_path / "page.pdf").read_bytes().startswith(b"%PDF")


@pytest.mark.skipif(bool(gates.missing_browser()), reason="no Chromium")
def test_the_book_is_one_pdf_with_an_outline(tmp_path, katex, monkeypatch):
    monkeypatch.setattr(paper.maths, "fetch_katex", lambda folder: katex)
    paths = [tmp_path / "01_one.ipynb", tmp_path / "02_two.ipynb"]
    note = "<details><summary><b>For the lecturer</b></summary>\n\nAsk.\n\n</details>"
    for number, path in enumerate(paths, 1):
        cells = [
            new_markdown_cell(f"# {number} Chapter: what?\n\n## Section"),
            new_markdown_cell(note),
        ]
        cells[1].metadata["slideshow"] = {"slide_type": "notes"}
        nbformat.write(new_notebook(cells=cells), path)
    paper.print_book(paths, tmp_path / "book.pdf")
    data = (tmp_path / "book.pdf").read_bytes()
    outline = set(re.findall(rb"/Title \((.*?)\)", data))
    assert outline >= {b"1 Chapter", b"2 Chapter", b"Section"}
    assert data.count(b"/Type /Page\n") == 2, "each chapter begins a page"


def test_where_the_book_is_on_the_web_each_panel_has_its_square_code_else_a_short_one(
    katex, monkeypatch
):
    cells = [new_code_cell("@live(t=1)\ndef steps(t): ..."), new_code_cell("print(1)")]
    chapter = {"07_order_t": new_notebook(cells=cells)}
    assert codes.address() == ""
    text = paper.page(chapter, katex)
    assert "<svg" not in text and text.count(codes.short("07_order_t", "steps")) == 1
    monkeypatch.setattr(paper, "address", lambda: "https://book.example/kernlab")
    text = paper.page(chapter, katex)
    assert text.count("<svg") == 1
    assert "<title>Live: https://book.example/kernlab/07_order_t.html#panel=steps</title>" in text


def test_the_address_is_that_of_the_project(tmp_path):
    (tmp_path / "pyproject.toml").write_text('[tool.kernlab]\npages = "https://book.example/"\n')
    assert codes.address(tmp_path / "pyproject.toml") == "https://book.example"


def test_a_missing_browser_is_told(monkeypatch):
    monkeypatch.setattr(paper.machines, "browser", lambda: "")
    with pytest.raises(paper.PaperError, match="a PDF needs a browser: no Chromium found"):
        paper.print_page("<p>", "page.pdf")
