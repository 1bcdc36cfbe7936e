"""What the explanations of a chapter tell, and whether it stands in the open before the vote."""

import re

from browsing import cells_of

EXPLAIN = re.compile(r"<summary>.*?Explain.*?</summary>(.*)</details>", re.DOTALL)


def spaced(text):
    """Return a text as the page shows it: one space for many, no signs of Markdown."""
    return re.sub(r"\s+", " ", re.sub(r"[*_`]|^\s*-?\s*[A-F]\. ", "", text)).strip()


def told_by(explanation):
    """Return what of an explanation nobody may read before the vote: numbers, sentences."""
    words = re.sub(r"\$.*?\$", "$", explanation, flags=re.DOTALL)
    sentences = [spaced(one) for one in re.split(r"(?<=[.!?])\s", words) if "$" not in one]
    numbers = re.findall(r"(?<![\d.])-?\d+\.\d\d+", explanation)
    return {one for one in sentences if len(one.split()) > 4} | set(numbers)


def secrets_of(chapter):
    """Return what each explanation of a chapter tells that its question does not."""
    texts = ["".join(cell["source"]) for cell in cells_of(chapter)]
    found = [told_by(match[1]) for match in map(EXPLAIN.search, texts) if match]
    questions = " ".join(text for text in texts if "**Predict.**" in text)
    return {one for told in found for one in told if one not in spaced(questions)}


def shows(seen, secret):
    """Return whether a text holds a number as a whole, or a sentence."""
    return re.search(rf"(?<![\d.]){re.escape(secret)}(?!\d)", seen) is not None


def in_the_open(chapter):
    """Return all words of a chapter that stand outside folds, code and lines that wait."""
    lines = []
    for cell in cells_of(chapter):
        if cell["cell_type"] == "markdown":
            lines.append(
                re.sub("<details.*?</details>", "", "".join(cell["source"]), flags=re.DOTALL)
            )
        for output in cell.get("outputs", []):
            told = output.get("text") or output.get("data", {}).get("text/html", "")
            lines.extend(text for text in ["".join(told)] if "classroom-printed" not in text)
    return re.sub(r"\s+", " ", " ".join(lines).replace("\u2212", "-"))
