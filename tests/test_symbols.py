"""One notation: each letter has one meaning in the book, that of the table in chapter 00.

The table is read from the page, and so is the short list below it of letters that mean something
else in one chapter, with the reason. Against both stand the letters of the chapters that can be
read: sliders (their labels say what they are), parameters of panels and exercises, keywords of
`kh`, and the lines "Letters here".
"""

import ast
import re
from dataclasses import dataclass
from pathlib import Path

import pytest

from tools import notebooks

FOLDER = Path(__file__).resolve().parents[1] / "notebooks"
GREEK = {"alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "theta": "θ", "lambda": "λ"}
GREEK |= {"mu": "μ", "rho": "ρ", "sigma": "σ", "phi": "φ", "omega": "ω"}
GREEK |= {"Lambda": "Λ", "Sigma": "Σ", "Delta": "Δ"}
IDLE = {"and", "are", "for", "from", "its", "number", "one", "only", "that", "the", "this", "what"}
IDLE |= {"log", "cos", "exp"}


@dataclass(frozen=True)
class Row:
    """One meaning: the letters that have it, and the chapters where they do."""

    letters: tuple[str, ...]
    meaning: str
    chapters: tuple[int, ...]


def plain(letter):
    """Return a letter as a reader sees it: rho and \\rho are ρ.

    >>> plain("gamma"), plain("\\\\Sigma_i"), plain("m")
    ('γ', 'Σ_i', 'm')
    """
    name, rest = re.fullmatch(r"\\?([A-Za-z]+|[^\W\d_])(.*)", letter.strip()).groups()
    return GREEK.get(name, name) + rest.strip()


def table(text, heading):
    """Return the rows of the table below a heading of the page, as lists of three cells."""
    lines = text.partition(heading)[2].split("\n")
    start = next(i for i, line in enumerate(lines) if line.startswith("|---"))
    rows = []
    for line in lines[start + 1 :]:
        if not line.startswith("|"):
            break
        rows.append([cell.strip() for cell in line.strip("|").split(" | ")])
    return rows


def letters_of(cell):
    """Return the letters of a cell such as $q,\\ c$; functions and brackets are none."""
    inside = ", ".join(re.findall(r"\$([^$]*)\$", cell)).replace("\\ ", " ")
    parts = [part.strip() for part in re.split(r"[,;]", inside)]
    return tuple(plain(p) for p in parts if re.fullmatch(r"\\?[A-Za-z]+(_\w+|_\{\w+\})?", p))


def read(heading):
    """Return the rows of a table of chapter 00."""
    page = notebooks.read(FOLDER / "00_start_here.ipynb")
    (text,) = (cell.source for cell in page.cells if heading in cell.source)
    found = table(text, heading)
    return [Row(letters_of(a), b, tuple(map(int, re.findall(r"\d+", c)))) for a, b, c in found]


def meanings():
    return read("<b>Notation</b>")


def exceptions():
    return read("Another meaning")


def words(text):
    """Return the words of a text that carry meaning, without a plural's s."""
    text = re.sub(r"\$[^$]*\$|\([^)]*\)", " ", text)
    found = set(re.findall(r"[a-z]{3,}", text.lower())) - IDLE
    return {word.removesuffix("s") for word in found}


# what the chapters do -----------------------------------------------------------------------------


@dataclass(frozen=True)
class Use:
    """A letter in a chapter, and the words that stand beside it, if any."""

    letter: str
    chapter: int
    cell: str
    said: str = ""


def uses(path):
    """Yield what can be read of the letters of a chapter."""
    number = int(path.name[:2])
    for cell in notebooks.read(path).cells:
        if cell.cell_type == "code":
            for letter, said in in_code(cell):
                yield Use(plain(letter), number, cell.id, said)
        elif line := re.search(r"\*\*Letters here\*\*: (.*)", cell.source):
            for letter, said in announced(line[1]):
                yield Use(plain(letter), number, cell.id, said)


def in_code(cell):
    """Yield (letter, words) of sliders, parameters of panels and exercises, and keywords of kh."""
    for node in ast.walk(ast.parse(cell.source)):
        if isinstance(node, ast.keyword) and is_slider(node.value):
            label = node.value.args[0].value
            letters = [word for word in re.findall(r"[^\W\d_]+", label) if is_letter(word)]
            letter = node.arg if is_letter(node.arg) else letters[-1] if letters else None
            if letter and (is_letter(node.arg) or len(letters) == 1):
                yield letter, " ".join(set(re.findall(r"[^\W\d_]+", label)) - set(letters))
        elif isinstance(node, ast.Call) and re.match(r"kh\.", ast.unparse(node.func)):
            yield from ((key.arg, "") for key in node.keywords if key.arg and is_letter(key.arg))
        elif isinstance(node, ast.FunctionDef) and node.name.startswith("my_"):
            yield from ((arg.arg, "") for arg in node.args.args if is_letter(arg.arg))


def is_slider(node):
    return isinstance(node, ast.Call) and getattr(node.func, "id", "") == "Slider"


def is_letter(name):
    return len(name) == 1 or name in GREEK


def announced(line):
    """Yield (letter, words) of a line such as "$m$ neighbours, $d$ features"."""
    yield from re.findall(r"\$(\\?[A-Za-z]+)\$ ([^,.$(]*)", line)


def clashes(found, known, excused):
    """Yield the uses of a letter that are neither of the table nor of the list, in words."""
    for use in found:
        rows = [row for row in known if use.letter in row.letters]
        if not rows or any(excuses(row, use) for row in excused):
            continue
        (row,) = rows
        if use.chapter < min(row.chapters):
            yield f"{use.cell}: {use.letter} stands for {row.meaning!r} from {row.chapters[0]} on"
        elif words(use.said) and not words(use.said) & words(row.meaning):
            yield f"{use.cell}: {use.letter}, {use.said!r}, and in the table {row.meaning!r}"


def excuses(row, use):
    return use.letter in row.letters and use.chapter in row.chapters


ALL = [use for path in sorted(FOLDER.glob("*.ipynb")) for use in uses(path)]


def test_a_letter_has_one_row_of_the_table():
    letters = [letter for row in meanings() for letter in row.letters]
    assert len(letters) >= 39
    assert sorted(letters) == sorted(set(letters))


def test_the_letters_of_the_chapters_are_those_of_the_table():
    assert sorted(set(clashes(ALL, meanings(), exceptions()))) == []


def test_no_exception_is_left_over():
    """Each letter of the list is used otherwise in each of its chapters, and is in the table."""
    known = meanings()
    for row in exceptions():
        for letter in row.letters:
            assert any(letter in other.letters for other in known), letter
            for chapter in row.chapters:
                here = [use for use in ALL if (use.letter, use.chapter) == (letter, chapter)]
                assert list(clashes(here, known, [])) or letter in by_hand(chapter), (
                    letter,
                    chapter,
                )


def by_hand(chapter):
    """Return the letters that the formulas of a chapter explain as another thing."""
    (path,) = FOLDER.glob(f"{chapter:02d}_*.ipynb")
    text = "\n".join(c.source for c in notebooks.read(path).cells if c.cell_type == "markdown")
    return {plain(letter) for letter in re.findall(r"\$(\\?[A-Za-z]+)\b", text)}


def test_a_name_in_code_is_the_letter_of_the_page():
    """What `kh` calls sigma is the σ of the table: every Greek letter there has its name here."""
    page = notebooks.read(FOLDER / "00_start_here.ipynb")
    (text,) = (c.source for c in page.cells if "<b>Notation</b>" in c.source)
    named = set(
        re.findall(r"\\([A-Z]?[a-z]+)\b", "".join(row[0] for row in table(text, "Notation")))
    )
    assert named - set(GREEK) <= {"lVert", "rVert", "langle", "rangle", "cdot"}


# the rule bites -----------------------------------------------------------------------------------

NEIGHBOURS = Row(("m",), "number of neighbours", (9,))


@pytest.mark.parametrize(
    ("use", "said"),
    [
        (Use("m", 8, "here"), "from 9 on"),
        (Use("m", 14, "here", "power of two"), "'power of two'"),
        (Use("m", 12, "here", "neighbours"), ""),
        (Use("m", 12, "here"), ""),
        (Use("q", 2, "here", "anything"), ""),  # not in the table: explained beside its formula
    ],
)
def test_the_rule_bites(use, said):
    found = list(clashes([use], [NEIGHBOURS], []))
    assert (len(found) == 1 and said in found[0]) if said else found == []
    assert list(clashes([use], [NEIGHBOURS], [Row(("m",), "why", (8, 14))])) == []


def test_sliders_keywords_and_parameters_are_read():
    source = """
@live(m=Slider("noise columns", 0, 1), n=Slider("order n", 0, 1), s=Slider("γ", 0, 1))
def panel(m, n, s):
    kh.local_gaussians(X, m=m, gamma=s)

def my_map(x, rho, points): ...
"""
    import nbformat.v4 as v4

    found = set(in_code(v4.new_code_cell(source)))
    assert {("m", "columns noise"), ("m", "noise columns")} & found
    assert {("n", "order"), ("m", ""), ("gamma", ""), ("x", ""), ("rho", "")} <= found
