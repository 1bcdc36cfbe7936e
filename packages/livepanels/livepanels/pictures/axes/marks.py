"""Marks: what each call on axes leaves behind, and the geometry that turns data into them."""

from dataclasses import dataclass, field

import numpy as np

from ..picture import number
from .words import WAY_OUT, NotLive

__all__ = ["Mark"]

ROUNDING = 1e-12  # of the largest value: what is less is said to be 0


@dataclass(frozen=True, eq=False)
class Mark:
    """One thing that a call has drawn; it goes with the answer in which it was made.

    Attributes
    ----------
    kind : str
        What the page paints: "line", "points", "area", "rule", ...
    arrays : dict
        The data, by the names that the kind has for them.
    style : dict
        How it looks, in roles; it stays as long as it is the same.
    extra : dict
        What else moves: texts, names, what is lit.
    xy : (n, 2) array or None
        What the limits have to hold.
    held : array or None
        What a hand can take hold of.
    zorder : float
        Marks with a larger one lie above.
    label : str or None
        Its name in the key.
    key : tuple
        Its entries in the key.
    tight : str
        "xy": no margin around it; "foot": none below it.
    words : str
        What it says to those who do not see it.
    more : dict
        What single kinds need besides.
    """

    kind: str
    arrays: dict
    style: dict
    extra: dict = field(default_factory=dict)
    xy: np.ndarray | None = None
    held: object = None
    zorder: float = 0
    label: str | None = None
    key: tuple = ()
    tight: str = ""
    said: str | None = None
    more: dict = field(default_factory=dict)

    @property
    def words(self):
        """Return what the mark says to those who do not see it."""
        if self.said is not None:
            return self.said
        name = f" {self.label}" if self.label else ""
        say = SAID.get(self.kind)
        return say(self, name) if say else f"{self.kind}{name}"

    def __getattr__(self, name):
        """Refuse to change what is drawn already: the next answer would not know of it."""
        if not name.startswith("set_"):
            raise AttributeError(f"a mark has no {name}")
        raise NotLive(
            f"a mark has no {name}(): each answer draws from nothing, so draw it in the function, "
            f"with what it is to be. {WAY_OUT}"
        )

    def __iter__(self):
        """Return an iterator over what matplotlib would return of stems: points, stems, line."""
        if self.kind != "stems":
            raise TypeError(f"{self!r} is one thing; it cannot be taken apart")
        return iter((self, (), ()))

    def __repr__(self):
        """Return its words."""
        return f"<{self.words}>"


def course(xy):
    """Return where a line begins and ends, and how far it goes beyond both, in three digits.

    >>> course(np.array([[0, 0.0], [1, -1], [2, 0]])), course(np.empty((0, 2)))
    ('from 0 to 0, least -1', 'empty')
    """
    y = xy[np.isfinite(xy).all(axis=1), 1]
    if not len(y):
        return "empty"
    least = ROUNDING * np.abs(y).max()
    texts = [number(0 if abs(v) < least else f"{v:.3g}") for v in (*y[[0, -1]], y.min(), y.max())]
    beyond = zip(("least", "largest"), texts[2:], strict=True)
    new = [f"{word} {text}" for word, text in beyond if text not in texts[:2]]
    return ", ".join([f"from {texts[0]} to {texts[1]}", *new])


def say_line(mark, name):
    """Return the words of a line."""
    return f"line{name} {course(mark.arrays['xy'])}"


def say_points(mark, name):
    """Return how many points there are, of which groups."""
    count = len(mark.arrays["xy"])
    groups = mark.more.get("groups")
    if groups is not None and not groups.each_its_own:
        pairs = zip(groups.counts, groups.names, strict=True)
        sizes = [f"{size} {group}" for size, group in pairs if group]
        name += f" ({', '.join(sizes)})" if len(sizes) > 1 else ""
    return f"{count} point{'s' if count != 1 else ''}{name}"


def say_rule(mark, name):
    """Return where a straight line across the axes stands."""
    way = "upright" if mark.style["axis"] == "x" else "level"
    return f"{way} line at {number(mark.arrays['at'][0])}{name}"


def say_matrix(mark, _name):
    """Return size and range of a matrix."""
    M = mark.held
    digits = mark.style.get("digits")
    ends = [np.nanmin(M), np.nanmax(M)] if np.isfinite(M).any() else [np.nan] * 2
    low, high = (number(end if digits is None else round(end, digits)) for end in ends)
    return f"{M.shape[0]} x {M.shape[1]}, from {low} to {high}"


def say_bars(mark, _name):
    """Return the numbers of bars, or the largest one where there are many."""
    names, values = mark.style["names"], mark.arrays["value"]
    texts = mark.extra.get("texts") or [number(round(float(v), 4)) for v in values]
    pairs = [f"{name} {text}" for name, text in zip(names, texts, strict=True)]
    if len(names) > 12:
        return f"highest of {len(names)} bars: {pairs[int(np.nanargmax(values))]}"
    lit = mark.arrays["lit"]
    return ", ".join(f"{text} (marked)" if lit[i] else text for i, text in enumerate(pairs))


def say_texts(mark, _name):
    """Return words that stand on the axes."""
    return ", ".join(f"“{text}”" for text in mark.extra["texts"])


def say_counted(mark, name):
    """Return how many arrows or ellipses there are."""
    count = len(next(iter(mark.arrays.values())))
    return f"{count} {mark.kind if count != 1 else mark.kind.removesuffix('s')}{name}"


def say_regions(mark, _name):
    """Return how many regions there are."""
    return f"regions of {len(np.unique(mark.arrays['group']))} groups"


SAID = {
    "line": say_line,
    "points": say_points,
    "rule": say_rule,
    "matrix": say_matrix,
    "bars": say_bars,
    "texts": say_texts,
    "arrows": say_counted,
    "ellipses": say_counted,
    "regions": say_regions,
    "stems": lambda mark, name: f"{len(mark.held)} values{name} {course(mark.arrays['xy'])}",
    "image": lambda mark, name: "a figure of matplotlib",
}
