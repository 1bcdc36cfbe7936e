"""The front end as one text: the modules of ``front/``, each a function that gives its exports.

The files stay plain ES modules, which node runs as they are; a page gets one module, because a
widget's front end travels as one text, without its comments: each saved notebook holds it.
"""

import functools
import re
from pathlib import Path

__all__ = ["joined", "script", "stylesheet"]

FRONT = Path(__file__).parent / "front"
TOKENS = Path(__file__).parents[1] / "pictures" / "tokens.json"
IMPORT = re.compile(r'^import\s+\{([^}]*)\}\s+from\s+"\./([\w.]+)";\n', re.MULTILINE)
EXPORT = re.compile(
    r"^export\s+((?:async\s+)?(?:function\*?|class|const|let)\s+(\w+))", re.MULTILINE
)
COMMENT = re.compile(r"^[ ]*(?:/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
FIRST = "main.js"


@functools.cache
def script():
    """Return the text of the one module."""
    return f"{joined(FIRST)}\nexport default {variable(FIRST)}.front;\n"


def joined(first):
    """Return the text of a module with all that it needs, for a page or a script."""
    return "\n".join(map(wrapped, in_order(first)))


@functools.cache
def stylesheet():
    """Return the text of all style sheets, that of the panel first."""
    files = sorted(FRONT.glob("*.css"), key=lambda file: (file.name != "panel.css", file.name))
    return "\n".join(file.read_text(encoding="utf-8") for file in files)


def text_of(name):
    """Return the text of a module; the tokens come from their JSON file."""
    if name == "tokens.js":
        return f"export const tokens = {TOKENS.read_text(encoding='utf-8').strip()};\n"
    return (FRONT / name).read_text(encoding="utf-8")


def in_order(name, seen=None):
    """Return a module after all those that it imports."""
    seen = set() if seen is None else seen
    if name in seen:
        return []
    seen.add(name)
    needed = [module for _, module in IMPORT.findall(text_of(name))]
    return [module for first in needed for module in in_order(first, seen)] + [name]


def wrapped(name):
    """Return a module as a function that is called at once and gives its exports."""
    text = text_of(name)
    exports = ", ".join(exported for _, exported in EXPORT.findall(text))
    body = EXPORT.sub(r"\1", IMPORT.sub(import_as_constants, COMMENT.sub("", text)))
    return f"const {variable(name)} = (() => {{\n{body}return {{ {exports} }};\n}})();"


def import_as_constants(match):
    """Return the line that takes imports from the constant of their module."""
    names = match[1].replace(" as ", ": ")
    return f"const {{{names}}} = {variable(match[2])};\n"


def variable(name):
    """Return the constant that stands for a module."""
    return f"module_{name.removesuffix('.js').replace('.', '_')}"
