"""Codes beside panels on paper: a square one leads to the panel as it is printed.

Where the book has no address yet there is a short one, which the search of the pages knows.
"""

from tools.first_cell import PROJECT, setting

__all__ = ["address", "code", "short"]


def address(project=PROJECT):
    """Return where the pages of the book are on the web, or no text while they are nowhere."""
    return setting("pages", project).rstrip("/")


def code(pages, chapter, panel):
    """Return a square code, as SVG, that leads to a panel, or its short code as words.

    The end of the address names no stop: a panel begins in the state that is printed.
    """
    if not pages:
        return f'<span class="code">Live: search for <b>{short(chapter, panel)}</b></span>'
    import segno

    place = f"{pages}/{chapter}.html#panel={panel}"
    words = {"svgclass": "code", "lineclass": None, "border": 2, "omitsize": True}
    return segno.make(place, error="m", micro=False).svg_inline(title=f"Live: {place}", **words)


def short(chapter, panel):
    """Return the short code of a panel.

    Examples
    --------
    >>> short("07_order_t", "sphere")
    '07/sphere'
    """
    return f"{chapter[:2]}/{panel}"
