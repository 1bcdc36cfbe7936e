"""The gate over the chapters: form, the false-green guard, fresh outputs, and the panel sweep.

A rule is a function of a notebook that yields what is wrong, in words. The last part of the file
shows on a small chapter that every rule bites, and what strict nbval lets through without it.
"""

import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from urllib.parse import unquote

import nbformat
import nbformat.v4 as v4
import pytest
from secrets_told import in_the_open, secrets_of, shows

from classroom import exercises
from tools import notebooks, notes
from tools.nbval_chapters import is_panel, solutions_of, stops_of
from tools.steps import steps

ROOT = Path(__file__).resolve().parents[1]
CHAPTERS = sorted((ROOT / "notebooks").glob("*.ipynb"))
TAGS = {"exercise", "check", "hint", "solution", "predict", "explain", "real-data", "install"}
TAGS |= {"solutions-only"}  # words that no handout for students has
ALLOWED = set()  # (chapter, cell id, tag) where strict nbval may be told to look away
MARKER = re.compile(r"^\s*#+\s*(?:NBVAL_\w+|PYTEST_VALIDATE_\w+)|^\s*(?:!|%%?)\w+", re.MULTILINE)
SLIDES = {"slide", "subslide", "fragment", "skip", "notes", "-"}
MIMES = {"text/plain", "text/html", "text/latex", "text/markdown", "image/png", "image/svg+xml"}
PATH = r"(?:^|[\s\"'(=\[,])(?:/[A-Za-z_.][\w.-]*/[\w.-]+|[A-Za-z]:\\+\w|~/\w)"
FORBIDDEN = {
    "a number with more than 6 digits after the point": r"\d\.\d{7}",
    "a memory address": r"\b0x[0-9a-fA-F]{6}",
    "an absolute path": PATH,
    "a time": r"\b\d+(?:\.\d+)?\s?(?:ns|[uµ]s|ms|secs?|seconds?)\b|\b(?:Wall time|CPU times)\b",
    "a panel's error": r": error: ",
    "something from the network": r"(?:src\W{1,3}|@import\W+|url\(\W?)https?:|\bDownload(?:ing|ed)",
}


def tags(cell):
    return cell.metadata.get("tags", [])


def unfenced(cell):
    return re.sub(r"^(```|~~~).*?^\1", "", cell.source, flags=re.MULTILINE | re.DOTALL)


def prose(cell):
    """A markdown cell without its code and formulas, where brackets are no links."""
    return re.sub(r"\$\$.*?\$\$|\$[^$\n]*\$|`[^`\n]*`", "", unfenced(cell), flags=re.DOTALL)


def headings(cell):
    """(level, text) of each heading; a # comment in a code block is none."""
    found = re.findall(r"^(#{1,6}) +(.+?) *$", unfenced(cell), re.MULTILINE)
    return [(len(level), text.replace("`", "")) for level, text in found]


def code(nb):
    return [cell for cell in nb.cells if cell.cell_type == "code"]


def markdown(nb):
    return [cell for cell in nb.cells if cell.cell_type == "markdown"]


def texts(cell):
    """Every text of a cell's outputs, the alternative texts too."""
    for output in cell.outputs:
        yield output.get("text", "")
        for mime, value in output.get("data", {}).items():
            yield "" if mime == "image/png" else str(value)
            yield output.metadata.get(mime, {}).get("alt", "")


# The rules


def executed(nb, path):
    for cell in code(nb):
        if not cell.source.strip():
            yield f"{cell.id}: an empty code cell"
        elif cell.execution_count is None:
            yield f"{cell.id}: never executed"
    if any(cell.cell_type == "raw" for cell in nb.cells):
        yield "a raw cell: it is neither read nor run"


def silent(nb, path):
    yield from notebooks.problems(nb)
    for cell in code(nb):
        if any(output.output_type == "error" for output in cell.outputs):
            yield f"{cell.id}: an error is stored"


def known_tags(nb, path):
    for cell in nb.cells:
        for tag in tags(cell):
            if tag not in TAGS and (path.stem, cell.id, tag) not in ALLOWED:
                yield f"{cell.id}: tag {tag!r} is not in {sorted(TAGS)}"
        if cell.cell_type == "code" and (found := MARKER.search(cell.source)):
            yield f"{cell.id}: {found[0].strip()!r} hides outputs from the comparison"


def slides(nb, path):
    for cell in nb.cells:
        kind = cell.metadata.get("slideshow", {}).get("slide_type")
        if kind not in SLIDES:
            yield f"{cell.id}: slide_type {kind!r}, wanted one of {sorted(SLIDES)}"
    for cell in markdown(nb):
        if any(level <= 2 for level, _ in headings(cell)):
            if cell.metadata.get("slideshow", {}).get("slide_type") != "slide":
                yield f"{cell.id}: a # or ## heading has to start a slide"
            if not cell.source.startswith("#"):
                yield f"{cell.id}: a # or ## heading has to be the first line of its cell"


def stable_outputs(nb, path):
    for cell in code(nb):
        for text in texts(cell):
            for what, pattern in FORBIDDEN.items():
                if found := re.search(pattern, text, re.MULTILINE):
                    yield f"{cell.id}: the output has {what}: {found[0].strip()!r}"
        if found := re.search(PATH, cell.source, re.MULTILINE):
            yield f"{cell.id}: the code has an absolute path: {found[0].strip()!r}"


def text_alternatives(nb, path):
    for cell in code(nb):
        for output in cell.outputs:
            data = output.get("data", {})
            if unknown := set(data) - MIMES:
                yield f"{cell.id}: output of type {sorted(unknown)}"
            if data and "text/plain" not in data:
                yield f"{cell.id}: an output without text/plain"
            alt = output.get("metadata", {}).get("image/png", {}).get("alt", "")
            if "image/png" in data and not alt.strip():
                yield f"{cell.id}: a picture without alternative text"
    for cell in markdown(nb):
        if re.search(r"!\[\s*\]\(|<img(?![^>]*\balt=[\"'][^\"']+)", prose(cell)):
            yield f"{cell.id}: a picture without alternative text"


def whole_exercises(nb, path):
    cells = [cell for cell in code(nb) if "hint" not in tags(cell)]
    trios = [i for i, cell in enumerate(cells) if "exercise" in tags(cell)]
    for i in trios:
        stub, check, solution = (*cells[i : i + 3], None, None)[:3]
        if check is None or "check" not in tags(check):
            yield f"{stub.id}: the code cell after an exercise has to be its check"
            continue
        if solution is None or "solution" not in tags(solution):
            yield f"{stub.id}: the code cell after the check has to be the solution"
            continue
        number = re.search(r"check\(\s*[\"'](\d+)\.(\d+)[\"']", check.source)
        if number is None:
            yield f'{check.id}: no check("chapter.number", answer)'
        elif not re.search(rf"\bsolution_{number[1]}_{number[2]}\b", solution.source):
            yield f"{solution.id}: does not define solution_{number[1]}_{number[2]}"
        if "..." not in stub.source:
            yield f"{stub.id}: a stub has ... where the student writes"
        if not any("not attempted" in text for text in texts(check)):
            yield f"{check.id}: the stored verdict has to be 'not attempted'"
    for kind in ("check", "solution"):
        if sum(kind in tags(cell) for cell in cells) != len(trios):
            yield f"there are {len(trios)} exercises, and another number of {kind} cells"


def folded_solutions(nb, path):
    for cell in code(nb):
        if "solution" in tags(cell) and not cell.metadata.get("jupyter", {}).get("source_hidden"):
            yield f"{cell.id}: a solution has to be folded (jupyter.source_hidden)"


def guided_panels(nb, path):
    around = [None, *nb.cells, None]
    for before, cell, after in zip(around, around[1:], around[2:], strict=False):
        if cell is not None and is_panel(cell):
            if before is None or "predict" not in tags(before):
                yield f"{cell.id}: the cell before a panel has to be tagged predict"
            if after is None or "explain" not in tags(after):
                yield f"{cell.id}: the cell after a panel has to be tagged explain"
    if not any(map(is_panel, nb.cells)):
        yield "a chapter without a live panel"


def whole_tasks(nb, path):
    asked, panel = 0, None  # the tasks in the text, the panel above that waits for one
    for cell in nb.cells:
        if cell.cell_type == "markdown":
            asked += cell.source.count("**Task.**")
            if panel and asked:  # it comes after the vote
                asked, panel = asked - 1, None
        elif is_panel(cell):
            if panel:
                yield f"{panel}: solved() is called, and no text has its task"
            told = "solved(" in cell.source
            if told != ("solution" in cell.metadata.get("livepanels", {})):
                yield f"{cell.id}: a task needs solved() and a solution, both or none"
            if asked > told:
                yield f"{cell.id}: {asked} tasks in the text above, solved() called: {told}"
            asked, panel = 0, cell.id if told > asked else None
    if asked or panel:
        yield f"a task in the text without a panel, or none for {panel}"


def lecturers_notes(nb, path):
    shown = [note.id for step in steps(nb.cells) for note in step.notes]
    for cell in filter(notes.is_note, nb.cells):
        if notes.said(cell.source) is None or set(cell.metadata) != {"slideshow"}:
            yield f"{cell.id}: a lecturer's note of another form"
        elif cell.id not in shown:
            yield f"{cell.id}: a note in an appendix, which no lecture shows"


def one_title(nb, path):
    first = nb.cells[0] if nb.cells else None
    if first is None or first.cell_type != "markdown" or not first.source.startswith("# "):
        yield "the first cell has to be the title, '# ...'"
    if sum(level == 1 for cell in markdown(nb) for level, _ in headings(cell)) != 1:
        yield "a chapter has one # heading"


def links(nb, path):
    for cell in markdown(nb):
        for target in re.findall(r"\]\(([^)\s]+)|(?:href|src)=[\"']([^\"']+)", prose(cell)):
            file, _, anchor = unquote("".join(target)).partition("#")
            if re.match(r"\w+:", file):
                continue
            there = (path.parent / file) if file else path
            if there != path and not there.exists():
                yield f"{cell.id}: the link to {file} leads nowhere"
            elif anchor and there.suffix == ".ipynb":
                other = nb if there == path else notebooks.read(there)
                found = [text for c in markdown(other) for _, text in headings(c)]
                if anchor not in [text.replace(" ", "-") for text in found]:
                    yield f"{cell.id}: {there.name} has no heading for #{anchor}"


RULES = [
    executed,
    silent,
    known_tags,
    slides,
    stable_outputs,
    text_alternatives,
    whole_exercises,
    folded_solutions,
    guided_panels,
    whole_tasks,
    lecturers_notes,
    one_title,
    links,
]


# The chapters

every_chapter = pytest.mark.parametrize("path", CHAPTERS, ids=lambda path: path.stem)


def test_there_are_chapters():
    assert CHAPTERS, "no notebooks/*.ipynb: the gate would be green over nothing"


@every_chapter
@pytest.mark.parametrize("rule", RULES, ids=lambda rule: rule.__name__)
def test_form(path, rule):
    assert list(rule(notebooks.read(path), path)) == []


@every_chapter
def test_file_is_canonical(path):
    assert notebooks.deviations(path) == []


@every_chapter
def test_a_server_that_reads_and_saves_it_writes_the_same_bytes(path, tmp_path, monkeypatch):
    """As Jupyter's server does for JupyterLab; what the page itself adds is not looked at."""
    from jupyter_server.services.contents.filemanager import FileContentsManager

    monkeypatch.setenv("JUPYTER_DATA_DIR", str(tmp_path / "data"))  # where trust is kept
    shutil.copy(path, tmp_path)
    manager = FileContentsManager(root_dir=str(tmp_path))
    model = manager.get(path.name, content=True)
    manager.save({"type": "notebook", "content": model["content"]}, path.name)
    assert (tmp_path / path.name).read_bytes() == path.read_bytes()


def test_words_changed_in_two_cells_on_two_branches_are_merged(tmp_path):
    base = notebooks.read(ROOT / "notebooks" / "05_unit_diagonal.ipynb")
    texts = {"base": notebooks.dumps(base)}
    for name, place in (("ours", 2), ("theirs", -2)):
        nb = nbformat.from_dict(base)
        cell = markdown(nb)[place]
        cell.source += f"\n\nA sentence of {name}."
        texts[name] = notebooks.dumps(nb)
        cell.source = cell.source.removesuffix(f"\n\nA sentence of {name}.")
    for name, text in texts.items():
        (tmp_path / name).write_text(text, "utf-8")
    words = ["git", "merge-file", "-p", "ours", "base", "theirs"]
    merged = subprocess.run(words, cwd=tmp_path, capture_output=True, text=True)
    assert merged.returncode == 0, merged.stderr
    found = nbformat.reads(merged.stdout, as_version=4)
    assert [cell.id for cell in found.cells] == [cell.id for cell in base.cells]
    assert all(f"A sentence of {name}." in merged.stdout for name in ("ours", "theirs"))


@every_chapter
def test_no_answer_stands_in_the_open_before_its_vote(path):
    """What the page shows is asked in the browser; this finds the same in a second."""
    seen = in_the_open(path.stem)
    assert [one for one in secrets_of(path.stem) if shows(seen, one)] == []


@every_chapter
def test_exercises_are_those_of_the_helpers(path):
    cells = [c for c in code(notebooks.read(path)) if "check" in tags(c)]
    asked = [re.search(r"check\(\s*[\"']([\d.]+)", c.source)[1] for c in cells]
    assert asked == list(exercises.chapter_exercises(int(path.stem[:2])))


# The rules bite

PICTURE = "iVBORw0KGgo="
NOTE = "<details>\n<summary>For the lecturer</summary>\n\nAsk.\n\n</details>"


def put(kind, source, *tags, slide="-", says=None, **jupyter):
    """Make a cell in the form that a chapter wants."""
    new = v4.new_code_cell if kind == "code" else v4.new_markdown_cell
    cell = new(source, id=f"c{put.count}", metadata={"slideshow": {"slide_type": slide}})
    put.count += 1
    cell.metadata |= {"tags": list(tags)} if tags else {}
    cell.metadata |= {"jupyter": jupyter} if jupyter else {}
    if kind == "code":
        cell.execution_count = 1
        cell.outputs = [v4.new_output("stream", text=says)] if says else []
    return cell


put.count = 0
TITLE, PREDICT, PANEL, EXPLAIN, STUB, CHECK, SOLUTION, SUMMARY = range(8)


@pytest.fixture
def chapter(tmp_path):
    """Give a small chapter that keeps every rule, and the path where it would stand."""
    data = {"text/plain": "rank 3", "image/png": PICTURE}
    panel = put("code", '@live(t=Slider("t", 0, 1, value=0))\ndef p(t):\n    return "rank 3"')
    panel.outputs = [v4.new_output("display_data", data, metadata={"image/png": {"alt": "a map"}})]
    top = "# Title\n\nWhat you will be able to do: count. Minutes: 5. Sources: 004, sec. 5.1."
    cells = [
        put("markdown", top, slide="slide"),
        put("markdown", "What will happen?", "predict"),
        panel,
        put("markdown", "The rank stays.", "explain"),
        put("code", "def my_rank(K):\n    ...", "exercise"),
        put("code", 'check("2.1", my_rank)', "check", says="2.1 not attempted yet\n"),
        put("code", "def solution_2_1(K):\n    return 3", "solution", source_hidden=True),
        put("markdown", "## Summary\n\nSee [the top](#Title).", slide="slide"),
        put("markdown", NOTE, slide="notes"),
    ]
    return v4.new_notebook(cells=cells), tmp_path / "02_kernel_matrix.ipynb"


def test_a_good_chapter_keeps_every_rule(chapter):
    assert [wrong for rule in RULES for wrong in rule(*chapter)] == []


def say(text):
    def change(nb):
        nb.cells[SOLUTION].outputs = [v4.new_output("stream", text=text)]

    return change


def write(cell, text):
    return lambda nb: nb.cells[cell].update(source=text)


def tag(cell, *names):
    return lambda nb: nb.cells[cell].metadata.update(tags=list(names))


def drop(cell):
    return lambda nb: nb.cells.pop(cell)


def solution(text):
    return lambda nb: nb.cells[PANEL].metadata.update(livepanels={"solution": {"t": text}})


def add(*cells):
    return lambda nb: nb.cells.extend(cells)


def unexecuted(nb):
    nb.cells[CHECK].execution_count, nb.cells[CHECK].outputs = None, []


BREAKS = {
    "unexecuted": (executed, unexecuted, "never executed"),
    "empty": (executed, write(STUB, " \n"), "empty code cell"),
    "raw": (executed, lambda nb: nb.cells[TITLE].update(cell_type="raw"), "raw cell"),
    "stderr": (
        silent,
        lambda nb: nb.cells[CHECK].outputs.append(v4.new_output("stream", name="stderr", text="!")),
        "stderr",
    ),
    "error": (
        silent,
        lambda nb: nb.cells[CHECK].outputs.append(v4.new_output("error", ename="E", evalue="v")),
        "error",
    ),
    "nbval-skip": (known_tags, tag(PANEL, "nbval-skip"), "nbval-skip"),
    "raises-exception": (known_tags, tag(PANEL, "raises-exception"), "raises-exception"),
    "NBVAL_IGNORE_OUTPUT": (known_tags, write(STUB, "# NBVAL_IGNORE_OUTPUT\n..."), "hides"),
    "capture": (known_tags, write(STUB, "%%capture\n..."), "hides"),
    "no slide": (slides, lambda nb: nb.cells[STUB].metadata.pop("slideshow"), "slide_type None"),
    "heading": (
        slides,
        lambda nb: nb.cells[SUMMARY].metadata.update(slideshow={"slide_type": "-"}),
        "start a slide",
    ),
    "late heading": (slides, write(SUMMARY, "So.\n\n## Summary"), "first line"),
    "digits": (stable_outputs, say("0.30000001\n"), "6 digits"),
    "address": (stable_outputs, say("<object at 0x7f12ab34cd>\n"), "address"),
    "path": (stable_outputs, say("read /home/ada/iris.csv\n"), "path"),
    "Windows path": (stable_outputs, say("'C:\\\\Users\\\\ada'\n"), "path"),
    "path in code": (stable_outputs, write(STUB, 'open("/srv/data/iris.csv")'), "path"),
    "time": (stable_outputs, say("took 1.3 ms\n"), "a time"),
    "network": (stable_outputs, say("<img src='https://example.org/a.png'>"), "network"),
    "no alt": (
        text_alternatives,
        lambda nb: nb.cells[PANEL].outputs[0].update(metadata={}),
        "without alternative text",
    ),
    "markdown picture": (text_alternatives, write(EXPLAIN, "![](a.png)"), "without alternative"),
    "script": (
        text_alternatives,
        lambda nb: nb.cells[PANEL].outputs[0].data.update({"application/javascript": "1"}),
        "javascript",
    ),
    "no readout": (
        text_alternatives,
        lambda nb: nb.cells[PANEL].outputs[0].data.pop("text/plain"),
        "without text/plain",
    ),
    "no check": (whole_exercises, drop(CHECK), "has to be its check"),
    "no solution": (whole_exercises, drop(SOLUTION), "has to be the solution"),
    "other solution": (whole_exercises, write(SOLUTION, "solution_2_2 = 3"), "solution_2_1"),
    "stub with answer": (whole_exercises, write(STUB, "my_rank = 3"), "where the student writes"),
    "solved": (
        whole_exercises,
        lambda nb: nb.cells[CHECK].outputs[0].update(text="2.1 passed\n"),
        "not attempted",
    ),
    "check alone": (whole_exercises, tag(STUB), "0 exercises"),
    "open solution": (
        folded_solutions,
        lambda nb: nb.cells[SOLUTION].metadata.pop("jupyter"),
        "folded",
    ),
    "no predict": (guided_panels, drop(PREDICT), "tagged predict"),
    "no explain": (guided_panels, drop(EXPLAIN), "tagged explain"),
    "no panel": (guided_panels, drop(PANEL), "without a live panel"),
    "task": (whole_tasks, write(PREDICT, "**Task.** Up."), "1 tasks in the text above"),
    "late task": (whole_tasks, write(EXPLAIN, "**Task.** Up."), "without a panel"),
    "solution alone": (whole_tasks, solution("1"), "both or none"),
    "solved alone": (
        whole_tasks,
        write(PANEL, "@live()\ndef p():\n    return solved(True)"),
        "both or none",
    ),
    "bare note": (lecturers_notes, add(put("markdown", "Ask.", slide="notes")), "another form"),
    "lost note": (
        lecturers_notes,
        add(put("markdown", "More", slide="skip"), put("markdown", NOTE, slide="notes")),
        "no lecture shows",
    ),
    "no title": (one_title, drop(TITLE), "title"),
    "two titles": (one_title, write(EXPLAIN, "# Again"), "one # heading"),
    "dead link": (links, write(EXPLAIN, "[next](03_mercer_map.ipynb)"), "leads nowhere"),
    "dead anchor": (links, write(EXPLAIN, "[there](#No-such-heading)"), "no heading"),
}


@pytest.mark.parametrize(("rule", "change", "words"), BREAKS.values(), ids=BREAKS)
def test_rule_bites(chapter, rule, change, words):
    nb, path = chapter
    change(nb)
    assert any(words in wrong for wrong in rule(nb, path)), list(rule(nb, path))


def test_every_rule_is_shown_to_bite():
    assert {rule for rule, _, _ in BREAKS.values()} == set(RULES)


def test_code_and_formulas_in_prose_are_no_headings_and_no_links(chapter):
    nb, path = chapter
    text = "So $K[i](x)$ and `[a](b)`\n\n```python\n# a comment\n[f](x)\n```\n"
    nb.cells[EXPLAIN].source = text
    assert [wrong for rule in RULES for wrong in rule(nb, path)] == []


def pytest_on(path, *words):
    """Run nbval, and our plugin beside it, on one notebook; return what it prints."""
    command = [sys.executable, "-m", "pytest", "--nbval", "-v", "-p", "no:cacheprovider", *words]
    environment = os.environ | {"PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [*command, path.name], cwd=path.parent, env=environment, capture_output=True, text=True
    )
    return done.stdout


PANELS = """
@live(t=Slider("t", 0, 1, value=0.5))
def good(t):
    return f"t is {t:.1f}{solved(t > 0.5)}"

@live(t=Slider("t", 0, 1, value=0.5))
def bad(t):
    return f"{1 / (1 - t):.1f}{solved(t < 1)}"

@live(t=Slider("t", 0, 1, value=0.5))
def open(t):
    return solved(t > 0.5)
"""
SAID = (
    {"stops": {"t": "0.3 1/3"}, "solution": {"t": "2/3"}},
    {"stops": {"t": "0.3 much", "u": "1"}, "solution": {"t": "1"}},
    {},
)


def test_a_chapter_is_swept_and_its_other_outputs_compared(tmp_path):
    path = tmp_path / "00_sweep.ipynb"
    made = [f"@{part}" for part in PANELS.split("@")[1:]]
    cells = [put("code", f"from livepanels import Slider, live, solved\n\n{cell}") for cell in made]
    for cell, said in zip(cells, SAID, strict=True):
        cell.metadata["livepanels"] = said
    cells.append(put("code", 'import warnings\nwarnings.warn("old")'))
    path.write_text(notebooks.dumps(notebooks.canonical(v4.new_notebook(cells=cells))), "utf-8")
    said = pytest_on(path, "-p", "tools.nbval_chapters")
    assert "::within a minute PASSED" in said
    assert "::panel sweep FAILED" in said
    assert "bad, t = 1: ZeroDivisionError" in said
    assert "stops of bad, t: " in said
    assert "stops of bad, u: " in said
    assert "bad: its task is solved at the start" in said
    assert "bad: its solution, t = 1, does not solve it" in said
    assert "open: solved() is called, but no solution is named" in said
    assert "good, t" not in said
    assert "::other outputs FAILED" in said
    assert "writes to stderr" in said


def test_what_a_solution_types_is_recorded_like_the_values_of_a_text():
    cells = [put("code", f"@{part}") for part in PANELS.split("@")[1:]]
    for cell, said in zip(cells, SAID, strict=True):
        cell.metadata["livepanels"] = said
    cells[2].metadata["livepanels"] = {"solution": {"t": "0.6"}}
    asked = {"good": {"t": ["0.3", "1/3", "2/3"]}, "open": {"t": ["0.6"]}}
    assert stops_of(cells) == asked | {"bad": {"t": ["0.3", "much", "1"], "u": ["1"]}}
    assert solutions_of(cells) == {"good": {"t": "2/3"}, "bad": {"t": "1"}, "open": {"t": "0.6"}}


def test_what_strict_nbval_refuses_and_what_only_the_guard_sees(tmp_path):
    source = "print(6 * 7)\ndisplay({'text/plain': 'x'}, raw=True)"
    shown = v4.new_output("display_data", {"text/plain": "x"})
    picture = v4.new_output("display_data", {"text/plain": "x", "image/png": PICTURE})
    right, wrong = (v4.new_output("stream", text=f"{number}\n") for number in (42, 41))
    cases = {
        "right": ("PASSED", {"outputs": [right, shown]}),
        "wrong number": ("FAILED", {"outputs": [wrong, shown]}),
        "missing output": ("FAILED", {"outputs": [right]}),
        "unexecuted": ("PASSED", {"outputs": [], "execution_count": None}),
        "skipped": ("SKIPPED", {"outputs": [wrong], "metadata": {"tags": ["nbval-skip"]}}),
        "ignored": ("PASSED", {"outputs": [wrong], "metadata": {"tags": ["nbval-ignore-output"]}}),
        "a picture that is none": ("PASSED", {"outputs": [right, picture]}),
    }
    path = tmp_path / "00_cases.ipynb"
    cells = [put("code", f"# {name}\n{source}") | new for name, (_, new) in cases.items()]
    nb = notebooks.canonical(nbformat.from_dict(v4.new_notebook(cells=cells)))
    path.write_text(notebooks.dumps(nb), encoding="utf-8")

    verdicts = re.findall(r"::Cell \d+ (PASSED|FAILED|SKIPPED)", pytest_on(path))
    assert dict(zip(cases, verdicts, strict=True)) == {k: word for k, (word, _) in cases.items()}

    seen = [
        *executed(nb, path),
        *known_tags(nb, path),
        *notebooks.differences(nb, notebooks.execute(path)[0]),
    ]
    for name, cell in zip(cases, nb.cells, strict=True):
        found = [
            wrong for wrong in seen if wrong.startswith(f"{cell.id}:") or f"# {name})" in wrong
        ]
        assert bool(found) == (name != "right"), (name, found)
