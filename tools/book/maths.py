"""Formulas of the pages, set when the book is built: no page loads a program for them.

KaTeX comes from npm, once, in the version below; its style sheet goes into the book.
"""

import atexit
import base64
import functools
import json
import re
import subprocess
from pathlib import Path

from . import npm

__all__ = ["MathsError", "fetch_katex", "setup", "style", "style_with_faces", "typeset"]

KATEX = "katex@0.16.22"
HERE = Path(__file__).parent
FACES = re.compile(r"@font-face\{.*?\}", re.DOTALL)
WOFF2 = re.compile(r"url\((fonts/[\w.-]+\.woff2)\)")
#: KaTeX says "applied to" after min where an index ends with it: one child too many there.
TO_NOTHING = re.compile("<mo>\u2061</mo>(?=</m(?:sub|sup|subsup)>)")
OLDER = re.compile(r",url\(fonts/[\w.-]+\.(?:woff|ttf)\) format\(\"\w+\"\)")  # forms of a face


class MathsError(RuntimeError):
    """A formula that cannot be set, or a KaTeX that did not come."""


def fetch_katex(folder):
    """Return the folder of KaTeX, fetched with npm where it is not there yet."""
    try:
        return npm.fetch(KATEX, folder)
    except npm.NpmError as error:
        raise MathsError(str(error)) from error


def style(katex):
    """Return KaTeX's style sheet without its faces: the book has them, cut to what it needs."""
    return FACES.sub("", (katex / "dist" / "katex.min.css").read_text("utf-8"))


@functools.cache
def style_with_faces(katex):
    """Return KaTeX's style sheet with its faces in it, for a page that has no others."""
    text = OLDER.sub("", (katex / "dist" / "katex.min.css").read_text("utf-8"))

    def within(place):
        data = (katex / "dist" / place[1]).read_bytes()
        return f"url(data:font/woff2;base64,{base64.b64encode(data).decode()})"

    return WOFF2.sub(within, text)


@functools.cache
def typesetter(katex):
    """Start the program that sets formulas."""
    pipes = {"stdin": subprocess.PIPE, "stdout": subprocess.PIPE, "text": True}
    words = [npm.node(), HERE / "katex.mjs", f"{katex}/"]
    process = subprocess.Popen(words, encoding="utf-8", **pipes)
    atexit.register(process.kill)
    return process


@functools.cache
def typeset(katex, tex, display):
    """Return a formula as HTML with MathML inside."""
    process = typesetter(katex)
    process.stdin.write(json.dumps({"tex": tex, "display": display}) + "\n")
    process.stdin.flush()
    answer = json.loads(process.stdout.readline())
    if "error" in answer:
        raise MathsError(f"{answer['error']} in the formula: {tex}")
    return TO_NOTHING.sub("", answer["html"])


def setup(app):
    """Let Sphinx set formulas by KaTeX."""
    from docutils import nodes

    app.add_config_value("katex_folder", "", "html")

    def inline(translator, node):
        katex = translator.config.katex_folder
        translator.body.append(f'<span class="math">{typeset(katex, node.astext(), False)}</span>')
        raise nodes.SkipNode

    def display(translator, node):
        katex = translator.config.katex_folder
        translator.body.append(f'<div class="math">{typeset(katex, node.astext(), True)}</div>')
        raise nodes.SkipNode

    app.add_html_math_renderer("katex", (inline, None), (display, None))
    return {"parallel_read_safe": True, "parallel_write_safe": True}
