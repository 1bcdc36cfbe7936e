"""From reading to running: what stands below the aims of a chapter's page."""

import html
from urllib.parse import quote

from tools.first_cell import repository

from .places import lite_is_built

__all__ = ["places", "run_box"]

GITHUB = "https://github.com/"


def run_box(chapter):
    """Return the line "Run it" of a chapter, as HTML."""
    return box(places(chapter, lite=lite_is_built(), address=repository()), bool(repository()))


def box(links, public):
    """Return links, and in words what is missing, as HTML without an empty line."""
    words = [
        f'<a href="{html.escape(address)}" target="_blank" rel="noopener">{name}</a> ({needs})'
        for name, address, needs in links
    ]
    words.append("on your computer: <code>python3 run.py lab</code> in a clone of the book")
    if not public:
        words.append("Binder and Colab: not yet, the book has no public address")
    return f'<div class="kernlab-run"><strong>Run it</strong>: {"; ".join(words)}.</div>'


def places(chapter, *, lite, address):
    """Return where a chapter can be run: name, address and needs of each place.

    They open in a tab of their own, so that the page stays at its heading.
    """
    found = []
    if lite:
        where = f"lite/lab/index.html?path=notebooks/{chapter}.ipynb"
        needs = "in this browser, nothing to install; from a web server, with the public network"
        found.append(("JupyterLite", where, needs))
    if address.startswith(GITHUB):
        name = quote(address.removeprefix(GITHUB).strip("/").removesuffix(".git"))
        notebook = f"notebooks/{chapter}.ipynb"
        binder = f"https://mybinder.org/v2/gh/{name}/HEAD?urlpath=lab/tree/{notebook}"
        colab = f"https://colab.research.google.com/github/{name}/blob/main/{notebook}"
        found.append(("Binder", binder, "a computer far away, which takes minutes to start"))
        found.append(("Colab", colab, "an account at Google; the first cell installs the package"))
    return found
