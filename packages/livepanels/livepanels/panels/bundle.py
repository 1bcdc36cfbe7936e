"""The front end as one text: the modules of ``front/``, each a function that gives its exports.

The files stay plain ES modules, which node runs as they are; a page gets one module, because a
widget's front end travels as one text, without its comments: each saved notebook holds it.
"""

import functools
import re
from pathlib import Path

__all__ = ["FRONT", "MAIN", "joined", "look", "script", "stylesheet"]

HERE = Path(__file__).resolve().parents[1]
FRONT = HERE / "front"
MAIN = FRONT / "main.js"
TOKENS = HERE / "pictures" / "tokens.json"
IMPORT = re.compile(r'^import\s+\{([^}]*)\}\s+from\s+"([\w./]+)";\n', re.MULTILINE)
EXPORT = re.compile(
    r"^export\s+((?:async\s+)?(?:function\*?|class|const|let)\s+(\w+))", re.MULTILINE
)
COMMENT = re.compile(r"^[ ]*(?:/\*\*.*?\*/|//[^\n]*)\n", re.MULTILINE | re.DOTALL)
LOOK = re.compile(r"\.look\b")


@functools.cache
def script(first=MAIN):
    """Return the text of the one module, which gives the `front` of its first file."""
    return f"{joined(first)}\nexport default {variable(first.name)}.front;\n"


def joined(first, *folders):
    """Return the text of a module with all that it needs, for a page or a script.

    Its imports are found by their names beside it, in the folders, and in the front end of panels.
    """
    folders = (first.parent, *folders, FRONT)
    return "\n".join(wrapped(path) for path in in_order(first.name, folders))


@functools.cache
def stylesheet():
    """Return the text of all style sheets of panels, that of the panel first."""
    files = sorted(FRONT.glob("*.css"), key=lambda file: (file.name != "panel.css", file.name))
    texts = [file.read_text(encoding="utf-8") for file in files if file.name != "look.css"]
    return "\n".join([look(":is(.livepanel, .livepanel-picture)"), *texts])


def look(selector):
    """Return the style sheet that gives the palette and type of panels to other elements."""
    return LOOK.sub(selector, (FRONT / "look.css").read_text(encoding="utf-8"))


def text_of(path):
    """Return the text of a module; the tokens come from their JSON file."""
    if path.name == "tokens.js":
        return f"export const tokens = {TOKENS.read_text(encoding='utf-8').strip()};\n"
    return path.read_text(encoding="utf-8")


def found(name, folders):
    """Return the file of a module."""
    return next(folder / name for folder in folders if (folder / name).exists())


def in_order(name, folders, seen=None):
    """Return the files of a module and of all those that it imports, which come before it."""
    seen = set() if seen is None else seen
    if name in seen:
        return []
    seen.add(name)
    path = found(name, folders)
    needed = [Path(module).name for _, module in IMPORT.findall(text_of(path))]
    return [file for first in needed for file in in_order(first, folders, seen)] + [path]


def wrapped(path):
    """Return a module as a function that is called at once and gives its exports."""
    text = text_of(path)
    exports = ", ".join(exported for _, exported in EXPORT.findall(text))
    body = EXPORT.sub(r"\1", IMPORT.sub(import_as_constants, COMMENT.sub("", text)))
    return f"const {variable(path.name)} = (() => {{\n{body}return {{ {exports} }};\n}})();"


def import_as_constants(match):
    """Return the line that takes imports from the constant of their module."""
    names = match[1].replace(" as ", ": ")
    return f"const {{{names}}} = {variable(Path(match[2]).name)};\n"


def variable(name):
    """Return the constant that stands for a module."""
    return f"module_{name.removesuffix('.js').replace('.', '_')}"
