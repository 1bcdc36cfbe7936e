"""The advice of `run.py lint`: each rule finds what it is for, and nothing stops for it."""

import nbformat.v4 as v4
import pytest

from tools import lint, voice


def cell(source, slide="-", *tags, code=False, **metadata):
    new = (v4.new_code_cell if code else v4.new_markdown_cell)(source)
    new.metadata |= {"slideshow": {"slide_type": slide}, "tags": list(tags), **metadata}
    return new


def note(words):
    return cell(f"<details>\n<summary>For the lecturer</summary>\n\n{words}\n\n</details>", "notes")


SAID = note("Ask the room first. Expect A. " * 4)
TITLE = "# T\n\nWhat you will be able to do: count.\n\n**Time**: {} minutes. **Sources**: slides."
VOTE = [cell('vote("x", letters="AB")', code=True), cell("**B.** So.", "-", "explain")]


def lecture(*more, sections=15, minutes=3, time=45):
    parts = [cell(f"## Part {i} ({minutes} min)", "slide") for i in range(sections)]
    steps = [cell(TITLE.format(time), "slide"), *parts, cell("## Summary", "slide")]
    return chapter_of(*(one for step in steps for one in (step, SAID)), *more)


def chapter_of(*cells):
    nb = v4.new_notebook()
    nb.cells = list(cells)
    return nb


def panel(label="$t$", value=1, **stops):
    source = f'@live(t=Slider("{label}", 0, 2, value={value}))\ndef f(t):\n    return str(t)'
    return cell(source, "-", code=True, livepanels={"stops": stops})


def advice(nb, chapter="07"):
    return [words for _, words in lint.findings(nb, chapter)]


def test_a_good_lecture_needs_no_advice():
    appendix = [cell("## More", "skip"), *(cell("text") for _ in range(70))]
    work = [cell("### Exercise 2.1: one", "subslide"), cell("...", "-", "exercise", code=True)]
    folded = [cell("def solution_2_1(): ...", "skip", "solution", code=True)]
    asked = [cell("At $t = 0.7$.", "subslide"), panel(t="0.7"), SAID]
    assert advice(lecture(*asked, *work, SAID, *folded, *appendix)) == []


@pytest.mark.parametrize(
    ("nb", "words"),
    [
        (lecture(*(cell("text") for _ in range(60))), "76 cells"),
        (lecture(*[cell("a", "subslide"), *[panel()] * 7]), "7 panels"),
        (lecture(sections=11, minutes=5, time=55), "11 sections"),
        (lecture(*(cell("a", "subslide") for _ in range(15))), "31 steps"),
        (lecture(time=90), "90 minutes"),
        (lecture(cell("## Late", "slide")), "no minutes"),
        (lecture(cell("a", "subslide")), "0 notes"),
        (lecture(cell("a", "subslide"), note("Expect A.")), "2 words"),
        (lecture(cell("a", "subslide"), note("Expect A. " * 61)), "122 words"),
        (lecture(cell("a", "subslide"), *VOTE, note("Ask the room. " * 9)), "neither the letter"),
        (lecture(cell("a", "subslide"), *VOTE, note("Right: A. Ask them. " * 6)), "B in the expl"),
        (lecture(cell("a = 1\n" * 26, code=True)), "26 lines"),
        (lecture(*[cell("a = 1\n" * 7, code=True)] * 3), "half of the code cells have 7"),
        (chapter_of(cell("# T", "slide")), "nowhere says 'sources'"),
        (lecture(cell("At $t = 0.7$.", "subslide"), panel(t="0.5")), "the text names [0.7]"),
    ],
)
def test_what_could_be_better_is_found(nb, words):
    assert any(words in said for said in advice(nb)), advice(nb)


@pytest.mark.parametrize(
    ("source", "chapter", "words"),
    [
        ("kh.local_gaussians(X, m=3)", "08", "from chapter 9 on"),
        ('@live(m=Slider("powers of two", 0, 1))\ndef f(m): ...', "12", "'powers of two' here"),
        ('@live(m=Slider("neighbors", 0, 1))\ndef f(m): ...', "12", ""),
        ("def my_map(x, rho): ...", "09", "from chapter 10 on"),
        ("kh.f(rho=1)", "13", ""),  # an exception, with its reason, in the table
        ("kh.f(z=1)", "02", ""),  # not in the table: explained beside its formula
    ],
)
def test_a_letter_that_means_another_thing_is_found(source, chapter, words):
    found = [said for _, said in lint.letters(chapter_of(cell(source, code=True)), chapter)]
    assert (len(found) == 1 and words in found[0]) if words else found == []


def test_a_line_that_announces_letters_is_read():
    line = cell("**Letters here**: $m$ powers of two, $d$ features.")
    ((_, said),) = lint.letters(chapter_of(line), "12")
    assert "'powers of two' here" in said


@pytest.mark.parametrize(
    ("text", "found"),
    [
        (r"at $t = 0.5$, not $t=100$ or $t = 2 / 3$", {0.5, 100}),
        (r"$at = 3$, $x_t = 4$; t = -1, $t = \infty$", {-1, float("inf")}),
        (r"$t = \frac12$, $t$ = 1.", {0.5, 1}),
    ],
)
def test_numbers_of_a_symbol_are_found(text, found):
    assert lint.named(text, "t") == found


def test_advice_stops_nothing(capsys):
    assert not lint.main(["05"])
    assert "advice" in capsys.readouterr().out


def test_the_voice_counts_what_a_student_reads():
    """Formulas, code, addresses and lecturers' notes count for nothing."""
    text = "Let's see: we (all of us) know $a: b; (c)$ and `x: (y)`; [this](http://you.us)."
    nb = chapter_of(cell(text), note("You say: we; (no)."))
    signs = voice.voice(nb)
    assert signs["words"] == 11
    counts = {name: round(signs[name] * 11 / 1000) for name in voice.RANGES}
    assert counts == {"we/you": 3, "colons": 1, "semicolons": 1, "brackets": 1}
    assert voice.minutes(nb) == (0, 0)


def test_words_of_the_second_edition_are_found():
    text = "000 hangs on the lamp, 0.001 and 1,003 do not; Euclid does, Euclidean does not."
    found = [(word, count) for word, count, _ in voice.rejected(chapter_of(cell(text)))]
    assert found == [("000", 1), ("lamp", 1), ("hangs on", 1), ("Euclid", 1)]
