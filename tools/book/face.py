"""How the pages look: our own theme, and what it needs to know of chapters and their sections."""

import base64
import hashlib
import html
import json
import re
from pathlib import Path

from docutils import nodes
from sphinx import addnodes

from . import maths
from .codes import address, short

__all__ = ["CHAPTERS", "setup"]

HERE = Path(__file__).parent
SCRIPTS = re.findall("<script>(.*?)</script>", (HERE / "theme" / "layout.html").read_text("utf-8"))
DIGESTS = [base64.b64encode(hashlib.sha256(one.encode()).digest()).decode() for one in SCRIPTS]
KNOWN = " ".join(f"'sha256-{digest}'" for digest in DIGESTS)
#: What a page may load and run: nothing of another host, no text as a program. Scripts that stand
#: in a page itself are known by their digests. Formulas and pictures have styles of their own.
POLICY = (
    f"default-src 'none'; script-src 'self' {KNOWN}; "
    "style-src 'self'; style-src-attr 'unsafe-inline'; font-src 'self'; img-src 'self' data:; "
    "connect-src 'self'; form-action 'self'; base-uri 'none'"
)
CHAPTERS = "chapters.json"  # beside the sources: what `site.py` says of each chapter
#: The parts of the book: first chapter, number, name, question, and two lines more.
PARTS = (
    (0, "I", "Kernels as geometry", "What does a table of similarities know?",
     "Throw the points away and keep one number for each pair. Lengths, angles and the mean are "
     "all still there."),
    (7, "II", "One paper, read closely", "How much should length count?",
     "One knob, one theorem whose proof does not hold, and a better proof."),
    (10, "III", "Comparing neighborhoods", "When does a distance give a kernel?",
     "A metric that is no kernel, five houses on a street, and clusters found by both."),
    (13, "IV", "Features you can hold", "Can we do without the table?",
     "A table of a million points does not fit. A few columns do."),
    (17, "V", "Evidence", "Can you trust a table of results?",
     "What comes back when one repeats it, what does not, and what your own table says."),
)  # fmt: skip
MINUTES = re.compile(r"\s*\((\d+) min\)$")
VARIABLE = re.compile(r"\b([b-zB-HJ-Z])\b")
FOLD = re.compile(
    r'<summary aria-label="Toggle hidden content">\s*<p class="collapsed[^>]*>(.*?)</p>\s*'
    r"<p class=\"expanded.*?</p>\s*</summary>",
    re.DOTALL,
)
WIDTH = re.compile(r' width="(\d+)"')
TABLE = re.compile(r'<table class="docutils.*?</table>', re.DOTALL)
BESIDE_WORDS = 520  # pixels: a picture this wide stands beside the first words of a chapter
WIDE, LINE, NOTE = 70, 29, (38, 20)  # letters in a line and its height in pixels: text, notes
BLOCKS = (nodes.section, nodes.paragraph, nodes.bullet_list, nodes.enumerated_list)
BLOCKS += (nodes.block_quote, nodes.table, nodes.container)  # what can carry the id of a cell
DEFINES = re.compile(r"\bcall(?:ed)?\b[^.:]{0,60}$")  # words before a bold one
SOURCE = re.compile(r"\b(?:says?|asks|find|notebook)\b")  # "The paper says", "We find"
STATES = re.compile(r"(Theorem|Statement \d+)\.")
PANEL = re.compile(r'id="panel-(\w+)"')
STILL = re.compile(r'class="livepanel-still" src="([^"]+)"')
CODE = re.compile(r"<pre>.*?</pre>", re.DOTALL)
#: Kinds of words in code to which `book.css` gives no color: their tags are a tenth of a page.
UNSEEN = re.compile(
    r'<span class="(?!(?:c1|sd|k|kn|kc|ow|s1|s2|sa|si|mi|mf)")\w+">([^<]*)</span>|<span></span>'
)
BESIDE = (nodes.paragraph, nodes.math_block, nodes.bullet_list, nodes.enumerated_list)


def parts_of(chapters):
    """Return the parts, each with its chapters."""
    found = [
        dict(zip(("first", "number", "name", "question", "more"), p, strict=True)) for p in PARTS
    ]
    for part in found:
        part["chapters"] = []
    for chapter in chapters:
        number = int(chapter["name"][:2])
        emblem = HERE / "theme" / "emblems" / f"{chapter['name'][:2]}.svg"
        chapter["emblem"] = emblem.read_text("utf-8") if emblem.exists() else ""
        chapter["heading"] = VARIABLE.sub(r"<i>\1</i>", html.escape(chapter["title"]))
        chapter["asked"] = VARIABLE.sub(r"<i>\1</i>", html.escape(chapter["question"], quote=False))
        part = [one for one in found if one["first"] <= number][-1]
        chapter["part"] = {key: part[key] for key in ("number", "name")}
        part["chapters"].append(chapter)
    return found


# The pages' doctrees ------------------------------------------------------------------------------


def dress(app, doctree, name):
    """Give a chapter's doctree what the style knows: question, minutes, boxes, notes."""
    top = next(iter(doctree.findall(nodes.section)), None)
    if top is None or not name[:2].isdigit():
        return
    name_cells(top, Path(app.env.doc2path(name)))
    for section in list(top.findall(nodes.section)):
        if section is not top:
            dress_section(section)
    open_up(top)
    for quote in list(top.findall(nodes.block_quote)):
        put_beside(quote)
    box(top)


def name_cells(top, path):
    """Give the first block of each cell the cell's id: links and reports of errors name it.

    MyST-NB says of a block of text in which cell it stands by its line: so many tens of thousands.
    """
    ids = [cell["id"] for cell in json.loads(path.read_text("utf-8"))["cells"]]
    for node in top.findall(lambda node: isinstance(node, BLOCKS)):
        at = node.get("cell_index", (node.line or 0) // 10000 - 1)
        if at >= 0 and ids[at]:
            node["ids"].append(f"cell-{ids[at]}")
            ids[at] = ""


def dress_section(section):
    """Say in classes what a section is; its minutes stand apart from its words."""
    title = section.next_node(nodes.title)
    words = title.astext()
    if words.startswith("Exercise "):
        section["classes"].append("exercise")
    if words.startswith(("Summary", "What you now know")):
        section["classes"].append("closing")
    last = title.children[-1]
    found = MINUTES.search(last.astext()) if isinstance(last, nodes.Text) else None
    if found:
        title.replace(last, nodes.Text(MINUTES.sub("", last.astext())))
        title.insert(0, nodes.inline("", f"{found[1]} min ", classes=["minutes"]))


def box(top):
    """Set in boxes what a source says and what is wrong with it, definitions, and statements.

    A paragraph that calls something by a bold name defines it, with the formula that it leads to.
    """
    for quote in top.findall(nodes.block_quote):
        if SOURCE.search(bold(quote[0])):
            quote["classes"].append("misprint")
    for words in list(top.findall(nodes.paragraph)):
        within, kind = words.parent, kind_of(words)
        beside = "beside" in within.parent.get("classes", [])
        if not kind or not (isinstance(within, nodes.section) or beside) or asks(words):
            continue
        at = within.index(words)
        inside, rest = [words], within.children[at + 1 :]
        if rest and isinstance(rest[0], nodes.math_block) and words.astext()[-1] not in ".?!":
            inside.append(rest[0])
            if rest[1:] and rest[1].astext()[:1].islower():
                inside.append(rest[1])
        for node in inside:
            within.remove(node)
        within.insert(at, nodes.container("", *inside, classes=[kind]))


def kind_of(paragraph):
    """Return whether a paragraph is a definition or a statement; no word for any other."""
    if STATES.fullmatch(bold(paragraph)):
        return "statement"
    before = ""
    for node in paragraph:
        if isinstance(node, nodes.strong) and DEFINES.search(before):
            return "definition"
        before += node.astext()
    return ""


def bold(paragraph):
    """Return the words with which a paragraph begins, if they are bold."""
    first = next((node for node in paragraph if node.astext()), None)
    return first.astext() if isinstance(first, nodes.strong) else ""


def asks(paragraph):
    """Whether a paragraph is of a vote: the page finds those around the list of its answers."""
    siblings = paragraph.parent.children
    at = siblings.index(paragraph)
    before = [node for node in siblings[:at] if not isinstance(node, nodes.paragraph)]
    return any(map(lettered, [*before[-1:], *siblings[at + 1 : at + 2]]))


def open_up(top):
    """Set the hook of a chapter apart, words and picture, and what one will be able to do."""
    opening = [node for node in top.children[1:] if not isinstance(node, nodes.section)]
    begins = [i for i, node in enumerate(opening) if node.astext().startswith("What you will")]
    if not begins:
        return
    hook, rest = opening[: begins[0]], opening[begins[0] :]
    ends = [i for i, node in enumerate(rest) if is_cell(node)]
    aims = rest[: ends[0]] if ends else rest
    for node in (*hook, *aims):
        top.remove(node)
    words = [node for node in hook if not is_cell(node)]
    shown = [node for node in hook if is_cell(node)]
    small = shown and all(width(node) <= BESIDE_WORDS for node in shown)
    box = nodes.container(classes=["hook", "small"] if small else ["hook"])
    box.append(nodes.container("", *words))
    if shown:
        box.append(nodes.container("", *shown))
    top.insert(1, [box, nodes.container("", *aims, classes=["learn"])])


def is_cell(node):
    """Whether a node is a cell of code."""
    return "cell" in node.get("classes", [])


def width(node):
    """Return how wide the stills in a node are."""
    raw = "".join(one.astext() for one in node.findall(nodes.raw))
    return max(map(int, WIDTH.findall(raw)), default=0)


def height(node, letters, line):
    """Return about how high a block is, in pixels, set in lines of some letters."""
    if isinstance(node, nodes.math_block):
        return 80
    blocks = list(node.findall(nodes.paragraph)) or [node]
    return sum(line * (len(plain(block)) // letters + 1) + 12 for block in blocks)


def plain(node):
    """Return the words of a block; a formula is about half as long as its source."""
    return "".join(
        child.astext()[::2] if isinstance(child, nodes.math) else
        (plain(child) if child.children else child.astext())
        for child in node.children
    )  # fmt: skip


def put_beside(quote):
    """Set a quotation beside the words around it, where they are high enough for it.

    On a narrow page it stays where it was, between the words before and those after.
    """
    parent = quote.parent
    if any(quote.findall(nodes.math_block)) or in_fold(quote) or any(map(lettered, parent)):
        return
    wanted, at = height(quote, *NOTE), parent.index(quote)
    before, high = taken(reversed(parent.children[:at]), wanted)
    after, low = taken(parent.children[at + 1 :], wanted - high)
    if not before or high + low < 0.8 * wanted:
        return
    for node in (*before, quote, *after):
        parent.remove(node)
    quote["classes"].append("note")
    inside = [nodes.container("", *reversed(before)), quote]
    inside += [nodes.container("", *after)] if after else []
    parent.insert(at - len(before), nodes.container("", *inside, classes=["beside"]))


def taken(blocks, wanted):
    """Return the first blocks of words that are as high as is wanted, and how high they are."""
    found, room = [], 0
    for node in blocks:
        if room >= wanted or not isinstance(node, BESIDE):
            break
        found.append(node)
        room += height(node, WIDE, LINE)
    return found, room


def in_fold(node):
    """Whether a block stands between the raw tags of a fold."""
    depth = 0
    for other in node.parent.children[: node.parent.index(node)]:
        if isinstance(other, nodes.raw):
            depth += other.astext().count("<details") - other.astext().count("</details")
    return depth > 0


def lettered(node):
    """Whether a block is the list of answers of a vote: those are found by what surrounds them."""
    return node.astext().startswith("A.")


# What the templates are told ----------------------------------------------------------------------


def words_of(app, node):
    """Return what is inside a title as HTML."""
    if isinstance(node, nodes.Text):
        return html.escape(node.astext(), quote=False)
    if isinstance(node, nodes.math):
        return maths.typeset(app.config.katex_folder, node.astext(), False)
    inside = "".join(words_of(app, child) for child in node.children)
    return "" if "minutes" in node.get("classes", []) else inside


def rail(app, doctree):
    """Return the sections of a page: anchor, title as HTML, minutes."""
    top = next(iter(doctree.findall(nodes.section)), None)
    rows = []
    for section in top.children if top is not None else []:
        if isinstance(section, nodes.section):
            title = section.next_node(nodes.title)
            minutes = [
                one
                for one in title.children
                if "minutes" in getattr(one, "attributes", {}).get("classes", [])
            ]
            said = minutes[0].astext().strip() if minutes else ""
            rows.append((section["ids"][0], words_of(app, title), said))
    return rows


def furnish(app, name, template, context, doctree):
    """Tell a page of its chapter, the next one, its sections, and of the parts of the book."""
    del template
    chapters = json.loads((Path(app.srcdir) / CHAPTERS).read_text("utf-8"))
    context["parts"], context["policy"] = parts_of(chapters), POLICY
    names = [chapter["name"] for chapter in chapters]
    at = names.index(name) if name in names else None
    context["chapter"] = chapters[at] if at is not None else None
    context["following"] = chapters[at + 1] if at is not None and at + 1 < len(chapters) else None
    context["rail"] = rail(app, doctree) if doctree is not None and name != "index" else []
    body = FOLD.sub(r"<summary>\1</summary>", context.get("body", ""))
    body = TABLE.sub(r'<div class="table-wrapper">\g<0></div>', body)
    body = body.replace('<th class="head"><p></p></th>', "<td></td>")  # a corner heads nothing
    body = CODE.sub(lambda found: UNSEEN.sub(r"\1", found[0]), body)
    if at is not None:  # the layout sets the title itself
        body = re.sub(r"<h1>.*?</h1>", "", body, count=1, flags=re.DOTALL)
    context["body"], context["preview"] = body, preview(address(), body, Path(app.srcdir))
    return "index.html" if name == "index" else None


def preview(pages, body, source):
    """Return where the picture of a page is, for a preview: its first still, or the book's.

    A preview asks for full addresses: there is none while the book is nowhere.
    """
    if not pages:
        return ""
    kept = sorted(source.glob("_static/chapters/*/*.webp"))
    stills = STILL.findall(body) or [file.relative_to(source).as_posix() for file in kept]
    return f"{pages}/{stills[0]}" if stills else ""


def name_terms(app, doctree):
    """Put into the search's index the terms of a page, and the short codes of its panels.

    Terms are bold where they are explained: they lead to the section in which they are first.
    """
    found = {}
    for strong in doctree.findall(nodes.strong):
        section = strong
        while not isinstance(section, (nodes.section, nodes.document)):
            section = section.parent
        inner = isinstance(section.parent, nodes.section)  # the outermost one is the page
        found.setdefault(strong.astext().lower(), section["ids"][0] if inner else "")
    terms = sorted(filter(re.compile(r"[a-z][\w '’-]{2,40}").fullmatch, found))
    entries = [("single", term, found[term], "main", None) for term in terms]
    for raw in doctree.findall(nodes.raw):
        for panel in PANEL.findall(raw.astext()):
            code = short(app.env.docname, panel)
            entries.append(("single", code, f"panel-{panel}", "main", None))
    doctree.append(addnodes.index(entries=entries))


def setup(app):
    """Give Sphinx the theme, and dress what it shows."""
    app.add_html_theme("kernlab", str(HERE / "theme"))
    app.connect("doctree-read", name_terms)
    app.connect("doctree-resolved", dress)
    app.connect("html-page-context", furnish)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
