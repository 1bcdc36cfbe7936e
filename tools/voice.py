"""The voice of the chapters, counted: `python3 run.py lint` ends with it.

Signs, not the goal: how often a text says we and you, how much it leans on colons and brackets, and
which words of the second edition it still has. The ranges are those of three books that people like
to read (Think Stats, the Python Data Science Handbook, QuantEcon's lectures).
"""

import re

from .nbval_chapters import is_panel

__all__ = ["RANGES", "minutes", "rejected", "text_of", "voice"]

#: Signs in 1,000 words: what is counted, the least and the most of the three books.
RANGES = {
    "we/you": (r"\b(we|us|our|ours|you|your|yours|let's)\b", 20, 35),
    "colons": (r":(?=\s|$)", 0, 19),
    "semicolons": (r";", 0, 3),
    "brackets": (r"\(", 0, 11),
}
#: Words of the second edition, and what a reader can look up instead.
TERMS = {
    r"(?<![\d.,])00[0-4]\b(?![.,]\d)": "the source by author and year",
    r"\bruler": "distance, metric",
    r"\bneedles?\b": "nearly degenerate Gaussian",
    r"\bleast eigenvalue": "smallest eigenvalue",
    r"\blamps?\b": "PSD indicator",
    r"\bslips? of the pen": "misprint",
    r"\bhangs? on\b": "depends on",
    r"\bWho said [A-F]\b": "If you chose ...",
    r"\b(?:word|eigenvalue) shares?\b": "relative frequency, fraction",
    r"\bshadows?\b": "orthogonal projection",
    r"\bvisitors?\b": "new point",
    r"\brails?\b": "eigenvalue curve",
    r"\brandom waves\b": "random Fourier features",
    r"\btwins?\b": "alias",
    r"\btroublemakers?\b": "counterexamples",
    r"\b(?:below|above) 0\b": "negative, positive",
    r"\bsemi-definite": "semidefinite",
    r"\bEuclid(?!ean)\b": "the Euclidean distance",
    r"\bcent(?:re|ring|red)\b|\bcolours?\b|\bgrey\b": "American spelling",
}
FOLD = re.compile(r"<summary>For the lecturer</summary>")


def text_of(nb):
    """Return the words that a student reads, without formulas, code, addresses and tags."""
    texts = [cell.source for cell in nb.cells if cell.cell_type == "markdown"]
    text = "\n\n".join(one for one in texts if not FOLD.search(one))
    text = re.sub(r"```.*?```|\$\$.*?\$\$", " x ", text, flags=re.DOTALL)
    text = re.sub(r"`[^`]*`|\$[^$]*\$", " x ", text)
    text = re.sub(r"\]\([^)]*\)|<[^>]+>", " ", text)
    return re.sub(r"^\s*\|?[\s|:-]*$", "", text, flags=re.MULTILINE)  # rules of tables


def words_in(text):
    """Return how many words a text has.

    >>> words_in("Let's see: is K a kernel?")
    6
    """
    return len(re.findall(r"[^\W_]+(?:['’-][^\W_]+)*", text))


def voice(nb):
    """Return the signs of a chapter in 1,000 words, and how many words it has."""
    text = text_of(nb)
    count = words_in(text)
    found = {
        name: 1000 * len(re.findall(sign, text, re.IGNORECASE)) / max(count, 1)
        for name, (sign, _, _) in RANGES.items()
    }
    return found | {"words": count}


def rejected(nb):
    """Yield each word of the second edition that a text still has: it, how often, what instead."""
    text = text_of(nb)
    for term, instead in TERMS.items():
        if found := re.findall(term, text):
            yield found[0], len(found), instead


def minutes(nb):
    """Return the minutes of a lecture, and of one who reads alone: 3 and 5 for each panel."""
    count, panels = words_in(text_of(nb)), sum(map(is_panel, nb.cells))
    return round(count / 140 + 3 * panels), round(count / 180 + 5 * panels)
