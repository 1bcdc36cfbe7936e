"""How every picture in the book looks: colours with a meaning, shapes, line weights, type sizes.

All of it stands in ``tokens.json``, which the front end reads, too. A picture never names a
colour, only a role: "ink", "muted", the number of a group, a place on the scale of kernel values.
"""

import json
import os
from dataclasses import dataclass, replace
from pathlib import Path

__all__ = ["TOKENS", "Style", "lecture", "palette", "style"]

#: Colours (light and dark), shapes, hatches, weights, dashes and type sizes.
TOKENS = json.loads((Path(__file__).parent / "tokens.json").read_text(encoding="utf-8"))


@dataclass(frozen=True)
class Style:
    """At the desk or in the lecture hall."""

    lecture: bool = False

    @property
    def zoom(self):
        """How much larger than at the desk type and marks are drawn."""
        return 1.25 if self.lecture else 1.0


_current = Style(lecture=os.environ.get("KERNLAB_LECTURE", "") not in ("", "0"))


def style():
    """Return the style of all pictures."""
    return _current


def lecture(on=True):
    """Enlarge type, line widths and pictures for a projector (or go back with ``on=False``).

    Call it in the first cell, or set the environment variable ``KERNLAB_LECTURE=1``. Panels that
    are already on the page follow when their slider moves.

    >>> lecture(); style().lecture
    True
    >>> lecture(on=False); style().lecture
    False
    """
    global _current
    _current = replace(_current, lecture=bool(on))


def palette(dark=False):
    """Return the colours of a light or a dark page by their roles.

    >>> palette()["ink"], palette(dark=True)["ink"]
    ('#1b1e24', '#eceef1')
    """
    return TOKENS["dark" if dark else "light"]
