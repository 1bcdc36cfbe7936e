"""One page to keep: pictures, numbers, cautions, code and versions, with nothing from a network."""

import base64
import html
import platform
from importlib.metadata import version

from livepanels.pictures.stills import png_bytes

from .cautions import cautions
from .script import idle_of, script_of

__all__ = ["report"]

PACKAGES = ("kernlab-helpers", "numpy", "scipy", "scikit-learn")
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 62rem; margin: 2rem auto; padding: 0 1rem;
       color: #222; background: #fff; }
img { max-width: 100%; } pre { background: #f4f4f4; padding: 1rem; overflow-x: auto; }
td { padding: 0.1rem 1.5rem 0.1rem 0; vertical-align: top; } h1 { font-size: 1.5rem; }
h2 { font-size: 1.15rem; margin-top: 2rem; }
"""


def report(outcome, pictures, chosen):
    """Write the page of an outcome.

    Parameters
    ----------
    outcome : Outcome
        What was run.
    pictures : list of Picture
        As they are shown.
    chosen : Chosen
        The points.

    Returns
    -------
    str
        A whole HTML page.
    """
    title = f"Kernlab: {chosen.table.name}"
    numbers = {name: f"{value:.4g}" for name, value in outcome.numbers.items()}
    parts = [
        f"<h1>{html.escape(title)}</h1>",
        heading("Points", paragraphs([*repr(chosen).split("\n"), *chosen.table.notes])),
        heading("Choices", rows(settings(outcome.setting))),
        heading("Pictures", "".join(map(picture, pictures))),
        heading("Numbers", rows(numbers)),
        heading("Cautions", paragraphs(cautions(outcome) or ["none"])),
        heading("Code", f"<pre>{html.escape(script_of(outcome.setting, chosen))}</pre>"),
        heading("Versions", rows(versions())),
    ]
    head = f'<meta charset="utf-8"><title>{html.escape(title)}</title><style>{STYLE}</style>'
    body = "\n".join(parts)
    return f'<!doctype html>\n<html lang="en"><head>{head}</head>\n<body>\n{body}\n</body></html>\n'


def heading(text, content):
    """Return a section."""
    return f"<h2>{text}</h2>\n{content}"


def paragraphs(texts):
    """Return texts below one another."""
    return "".join(f"<p>{html.escape(text.removeprefix('- '))}</p>" for text in texts)


def rows(pairs):
    """Return names and values as a table."""
    cells = (
        f"<tr><td>{html.escape(a)}</td><td>{html.escape(b)}</td></tr>" for a, b in pairs.items()
    )
    return f"<table>{''.join(cells)}</table>"


def settings(setting):
    """Return where the controls stood, without the sliders that do nothing there."""
    names = [name for name in setting.__dataclass_fields__ if name not in idle_of(setting)]
    values = {name: getattr(setting, name) for name in names}
    return {n: f"{v:g}" if isinstance(v, float) else str(v) for n, v in values.items()}


def picture(shown):
    """Return a picture inside the page, with its text alternative."""
    bits = base64.b64encode(png_bytes(shown.still())).decode("ascii")
    alt = html.escape(". ".join(shown.alts()))
    return f'<p><img src="data:image/png;base64,{bits}" alt="{alt}"></p>'


def versions():
    """Return the versions of what computed this."""
    return {"Python": platform.python_version(), **{name: version(name) for name in PACKAGES}}
