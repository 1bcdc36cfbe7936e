"""Square codes: on paper, one beside each panel leads to it on the web, where the book is there."""

from tools.first_cell import PROJECT, setting

__all__ = ["address", "code"]


def address(project=PROJECT):
    """Return where the pages of the book are on the web, or no text while they are nowhere."""
    return setting("pages", project).rstrip("/")


def code(pages, chapter, panel):
    """Return a square code, as SVG, that leads to a panel; no text where there are no pages."""
    if not pages:
        return ""
    import segno

    place = f"{pages}/{chapter}.html#panel-{panel}"
    words = {"svgclass": "code", "lineclass": None, "border": 2, "omitsize": True}
    return segno.make(place, error="m", micro=False).svg_inline(title=f"Live: {place}", **words)
