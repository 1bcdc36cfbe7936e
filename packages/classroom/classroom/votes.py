"""Asked before it is answered: `vote` shows answers as buttons, and keeps what was said.

A question has a name. ``vote("rank", letters="ABC")`` below a text that ends with a list
"- A. ...", "- B. ..." makes buttons of this list; ``vote("rank")`` beside the explanation repeats
what was said and, where the explanation begins with "The answer is **B**.", says the answer.
What was said is kept in the state of widgets, never in outputs: it outlives the kernel on a page
and in a saved notebook, and no tool that drops the widgets of a notebook passes it on.
"""

import contextlib
import html
import io
from pathlib import Path

from IPython.display import display

from livepanels.panels import bundle
from livepanels.panels.cells import RunningCell
from livepanels.panels.page import front_widget, view_of

__all__ = ["vote"]

ALPHABET = "ABCDEF"
UNSAID = "-"  # "show without voting": the answer is shown, and no letter was said
FRONT = Path(__file__).parent / "front"


class Question:
    """A question with lettered answers, and the letter that was said."""

    def __init__(self, name):
        self.name = name
        self.text = ""
        self.answers = []
        self.letters = ""
        self.said = ""
        self.shown = []

    def ask(self, text, answers, letters):
        """Ask; what was said to the very same question still holds."""
        if (text, answers, letters) != (self.text, self.answers, self.letters):
            self.text, self.answers, self.letters = text, answers, letters
            self.say("")

    def say(self, letter):
        """Keep a letter, "" for none, and show it wherever the question stands."""
        if letter not in ("", UNSAID, *self.letters):
            return
        self.said = letter
        for ballot in self.shown:
            ballot.show(letter)

    def described(self, *, again):
        """Return what a page needs to ask the question, or to repeat what was said to it."""
        return {
            "name": self.name,
            "question": self.text,
            "answers": self.answers,
            "letters": self.letters,
            "again": again,
        }

    @property
    def choice(self):
        """The letters in words: "A, B or C"."""
        *first, last = self.letters
        return f"{', '.join(first)} or {last}"


class Ballot:
    """A question where it is asked, or where what was said is repeated."""

    def __init__(self, question, *, again):
        self.question = question
        self.again = again
        self.place = RunningCell()
        self.widget = None

    def lines(self):
        """Return what stands there in words, without what the reader has said before."""
        question = self.question
        if self.again:
            return [f"Your answer was {question.choice}?"]
        pairs = zip(question.letters, question.answers, strict=False)
        answers = [f"{letter}. {answer}" for letter, answer in pairs]
        asked = [question.text] if question.text else []
        return [*asked, *answers] if answers else [*asked, f"{question.choice}?"]

    def show(self, letter):
        """Show a letter on the page."""
        if self.widget is not None:
            self.widget.said = letter

    def close(self):
        """Take it off the page."""
        if self.widget is not None:
            self.widget.close()
            self.widget = None

    def __repr__(self):
        return "\n".join(self.lines())

    def _repr_mimebundle_(self, **_):
        if self.widget is None:
            self.widget = widget_of(self)
        lines = self.lines()
        texts = {"text/plain": "\n".join(lines), "text/markdown": "\n\n".join(lines)}
        return texts | view_of(self.widget)


class Printed:
    """Printed lines in a fold: the front end opens it with the vote above it."""

    def __init__(self, name, text):
        self.name = name
        self.text = text

    def __repr__(self):
        return self.text

    def _repr_html_(self):
        summary = "<summary>Printed lines (your vote opens them)</summary>"
        return (
            f'<details class="classroom-printed" data-question="{html.escape(self.name)}">{summary}'
            f"<pre>{html.escape(self.text)}</pre></details>"
        )


class Vote:
    """Ask for a letter before the answer is on the page, or repeat what was said.

    Parameters
    ----------
    name : str
        The name of the question. With the name alone, what was said to it is repeated.
    question : str
        The question, with a little TeX between dollars; none where it stands in a text cell above.
    *answers : str
        The answers, two to six; they get the letters A, B, C, ...
    letters : str
        "ABC" or the like, where the question and its answers stand in a text cell above: as the
        last list "- A. ...", "- B. ...", whose items become the buttons.

    Raises
    ------
    TypeError
        For a name, a question or an answer that is no text.
    ValueError
        For a name that was not asked yet, too few or too many answers, or letters that do not
        begin the alphabet.

    Examples
    --------
    >>> vote("rank", "What is the rank of the kernel matrix of 150 irises?", "4", "15", "150")
    What is the rank of the kernel matrix of 150 irises?
    A. 4
    B. 15
    C. 150
    >>> vote("rank")
    Your answer was A, B or C?
    >>> vote.answers()
    {'rank': ''}
    """

    def __init__(self):
        self._questions = {}

    def __call__(self, name, question=None, *answers, letters=None):
        """Ask a question, or repeat what was said."""
        require_texts(name, question, answers)
        repeats = question is None and letters is None
        if repeats:
            self._require_known(name)
        else:
            letters = letters_of(answers, letters)
            self._questions.setdefault(name, Question(name)).ask(
                question or "", list(answers), letters
            )
        asked = self._questions[name]
        ballot = Ballot(asked, again=repeats)
        for old in list(asked.shown):
            if ballot.place.replaces(old.place):
                asked.shown.remove(old)
                old.close()
        asked.shown.append(ballot)
        display(ballot)

    def answers(self):
        """Return the letter that was said to each question of this kernel, "" for none.

        Returns
        -------
        dict
            Name -> letter, in the order in which the questions were asked; "" also where the
            answer was shown without a vote.
        """
        found = self._questions.items()
        return {name: question.said.strip(UNSAID) for name, question in found}

    @contextlib.contextmanager
    def after(self, name):
        """Show what is printed inside in a fold, which opens with the vote or by hand.

        The lines are always in the output, so that they can be compared; a page without a script,
        such as GitHub's, has the fold as well.

        Parameters
        ----------
        name : str
            The name of the question. It need not have been asked: code that is run elsewhere,
            without its questions, prints all the same.

        Raises
        ------
        TypeError
            For a name that is no text.

        Examples
        --------
        >>> with vote.after("sum"):
        ...     print("1 + 1 =", 1 + 1)
        1 + 1 = 2
        """
        require_texts(name, None, ())
        printed = io.StringIO()
        try:
            with contextlib.redirect_stdout(printed):
                yield
        finally:  # what was printed before an error is shown, too
            if printed.getvalue():
                display(Printed(name, printed.getvalue().rstrip("\n")))

    def _require_known(self, name):
        if name not in self._questions:
            raise ValueError(
                f"no question {name!r} has been asked in this kernel: run its cell above first"
            )


vote = Vote()


def require_texts(name, question, answers):
    """Refuse what is no text, in words."""
    for what, value in [("name", name), ("question", question), *(("answer", a) for a in answers)]:
        if not isinstance(value, str) and not (what == "question" and value is None):
            raise TypeError(f"{what} must be a text, got {type(value).__name__}")


def letters_of(answers, letters):
    """Return the letters of a question, one for each answer."""
    found = ALPHABET[: len(answers)] if letters is None else letters
    begins = isinstance(found, str) and ALPHABET.startswith(found)
    if begins and len(found) >= 2 and len(answers) in (0, len(found)):
        return found
    if letters is None:
        raise ValueError(f"a vote needs 2 to {len(ALPHABET)} answers, got {len(answers)}")
    raise ValueError(f'letters must be "AB", "ABC", ... up to "{ALPHABET}", got {letters!r}')


def stylesheet():
    """Return the style sheet of votes: the look of panels, and their own."""
    return bundle.look(".classroom-vote") + (FRONT / "vote.css").read_text(encoding="utf-8")


def widget_of(ballot):
    """Return the widget that carries a letter from and to the page."""
    import traitlets

    class VoteWidget(front_widget(FRONT / "votemain.js", stylesheet)):
        vote = traitlets.Dict().tag(sync=True)
        said = traitlets.Unicode().tag(sync=True)

    question = ballot.question
    widget = VoteWidget(vote=question.described(again=ballot.again), said=question.said)
    widget.observe(lambda change: question.say(change["new"]), "said")
    return widget
