"""Votes without a browser: asked in words, kept by the kernel, repeated beside the explanation."""

import pytest

from classroom import vote, votes
from livepanels.panels import bundle, cells
from livepanels.panels.page import WIDGET_VIEW

QUESTION = "What is the rank?", "4", "15", "150"


@pytest.fixture(autouse=True)
def fresh_kernel(monkeypatch):
    monkeypatch.setattr(vote, "_questions", {})


@pytest.fixture
def shown(monkeypatch):
    """What votes put on the page, as notebooks get it."""
    found = []
    monkeypatch.setattr(votes, "display", lambda ballot: found.append(ballot))
    yield found
    for ballot in found:
        ballot.close()


def asked(shown):
    """Give the outputs of all votes, and their widgets."""
    return [ballot._repr_mimebundle_() for ballot in shown], [ballot.widget for ballot in shown]


def test_without_a_kernel_a_vote_is_plain_text(capsys):
    vote("rank", *QUESTION)
    vote("rank")
    vote("sign", letters="AB")
    assert capsys.readouterr().out.splitlines() == [
        "What is the rank?",
        "A. 4",
        "B. 15",
        "C. 150",
        "Your answer was A, B or C?",
        "A or B?",
    ]


def test_a_letter_said_on_the_page_is_kept_and_repeated(shown):
    vote("rank", *QUESTION)
    vote("rank")
    _, (ask, again) = asked(shown)
    ask.said = "B"
    assert again.said == "B"
    assert vote.answers() == {"rank": "B"}
    ask.said = ""
    assert again.said == ""
    assert vote.answers() == {"rank": ""}


def test_the_cell_run_again_keeps_the_letter_of_the_same_question(shown):
    vote("rank", *QUESTION)
    asked(shown)[1][0].said = "C"
    vote("rank", *QUESTION)
    assert asked(shown)[1][1].said == "C"
    vote("rank", "What is the rank now?", "4", "15", "150")
    assert asked(shown)[1][2].said == ""
    assert vote.answers() == {"rank": ""}


def test_an_answer_shown_without_a_vote_is_shown_everywhere_and_counts_as_none(shown):
    vote("rank", *QUESTION)
    vote("rank")
    _, (ask, again) = asked(shown)
    ask.said = votes.UNSAID
    assert again.said == votes.UNSAID
    assert vote.answers() == {"rank": ""}


def test_lines_after_a_vote_are_stored_as_they_are_printed_and_folded_on_a_page(shown):
    with vote.after("a & b"):
        print("1 < 2")
        print("  so")
    (printed,) = shown
    assert repr(printed) == "1 < 2\n  so"
    page = printed._repr_html_()
    assert page.startswith('<details class="classroom-printed" data-question="a &amp; b"><summary>')
    assert "<pre>1 &lt; 2\n  so</pre>" in page
    shown.clear()


def test_lines_after_a_vote_hide_no_error_and_say_nothing_where_nothing_is_printed(shown):
    with vote.after("rank"):
        pass
    assert shown == []
    with pytest.raises(ZeroDivisionError), vote.after("rank"):
        print("before")
        print(1 / 0)
    assert [repr(one) for one in shown] == ["before"]
    shown.clear()
    with pytest.raises(TypeError, match="name must be a text, got int"), vote.after(3):
        pass


def test_stored_words_do_not_hang_on_what_was_said(shown):
    vote("rank", *QUESTION)
    vote("rank")
    before = [{k: v for k, v in output.items() if "text" in k} for output in asked(shown)[0]]
    asked(shown)[1][0].said = "A"
    after = [{k: v for k, v in output.items() if "text" in k} for output in asked(shown)[0]]
    assert before == after
    assert before[0]["text/markdown"] == "What is the rank?\n\nA. 4\n\nB. 15\n\nC. 150"


def test_the_page_gets_question_letters_and_answers(shown):
    vote("rank", *QUESTION)
    (output,), (widget,) = asked(shown)
    assert output[WIDGET_VIEW]["model_id"] == widget.model_id == widget.ident
    assert widget.vote == {
        "name": "rank",
        "question": "What is the rank?",
        "answers": ["4", "15", "150"],
        "letters": "ABC",
        "again": False,
    }


def test_a_letter_that_is_no_answer_is_not_kept(shown):
    vote("sign", letters="ABC")
    asked(shown)[1][0].said = "Z"
    assert vote.answers() == {"sign": ""}


def test_a_cell_that_runs_again_takes_its_old_vote_off_the_page(shown, monkeypatch):
    class Run:
        request = 0

        def get_parent(self):
            return {"metadata": {"cellId": "a"}, "header": {"msg_id": str(self.request)}}

    shell = Run()
    monkeypatch.setattr(cells, "get_ipython", lambda: shell)
    vote("rank", *QUESTION)
    vote("rank")
    assert all(asked(shown)[1]), "one run of a cell may show two"
    shell.request = 1
    vote("rank", *QUESTION)
    assert [ballot.widget is None for ballot in shown] == [True, True, True]
    assert len(vote._questions["rank"].shown) == 1


@pytest.mark.parametrize(
    ("arguments", "options", "error", "words"),
    [
        (("rank",), {}, ValueError, "no question 'rank' has been asked in this kernel: run its"),
        ((3, "Why?"), {}, TypeError, "name must be a text, got int"),
        (("rank", 3), {}, TypeError, "question must be a text, got int"),
        (("rank", "Why?", "so", 4), {}, TypeError, "answer must be a text, got int"),
        (("rank", "Why?"), {}, ValueError, "a vote needs 2 to 6 answers, got 0"),
        (("rank", "Why?", *"1234567"), {}, ValueError, "a vote needs 2 to 6 answers, got 7"),
        (("rank",), {"letters": "ABD"}, ValueError, 'letters must be "AB", "ABC", ...'),
        (("rank",), {"letters": 3}, ValueError, "got 3"),
        (("rank", "Why?", "so", "no"), {"letters": "ABC"}, ValueError, "letters must be"),
    ],
)
def test_what_cannot_be_asked_is_refused_in_words(arguments, options, error, words):
    with pytest.raises(error) as told:
        vote(*arguments, **options)
    assert words in str(told.value)


def test_the_front_end_holds_the_vote_and_its_style():
    assert "class VoteView" in bundle.script(votes.FRONT / "votemain.js")
    assert ".classroom-vote button" in votes.stylesheet()
