"""Read the table of data sets, `catalogue.toml`: one `Entry` for each set, with its `Card`."""

import difflib
import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files


@dataclass(frozen=True)
class File:
    """A data file: its place below KERNLAB_DATA or the cache, its checksum and its address."""

    path: str
    sha256: str
    url: str | None = None


@dataclass(frozen=True, repr=False)
class Card:
    """Say what to know of a data set before trusting a result on it; it shows itself as text.

    Parameters
    ----------
    name : str
        As `load` knows it.
    title : str
        What the data are, in a few words.
    d : int
        Number of features.
    target_names : tuple of str
        Names of the classes, in the order of their codes.
    counts : tuple of int
        Points in each class.
    source : str
        Who made the data, and where they are published.
    licence : str
        Under which they may be used.
    traps : tuple of str
        What misleads, and what the loader did about it.
    citation : str
        How to name the makers of a set that comes with the book; else empty.
    changes : tuple of str
        What such a set has other than the file of its publisher; else empty.

    Attributes
    ----------
    n : int
        Number of points.
    classes : int
        Number of classes.
    """

    name: str
    title: str
    d: int
    target_names: tuple
    counts: tuple
    source: str
    licence: str
    traps: tuple
    citation: str = ""
    changes: tuple = ()

    @property
    def n(self):
        """Number of points."""
        return sum(self.counts)

    @property
    def classes(self):
        """Number of classes."""
        return len(self.counts)

    def __repr__(self):
        """Show the card as text."""
        pairs = zip(self.target_names, self.counts, strict=True)
        sizes = ", ".join(f"{target} {count}" for target, count in pairs)
        lines = [
            f"{self.name}: {self.title}",
            f"  {self.n} points, {self.d} features, {self.classes} classes",
            f"  sizes    {sizes}",
            f"  source   {self.source}",
            f"  licence  {self.licence}",
            *(f"  trap     {trap}" for trap in self.traps),
            *(f"  cite     {citation}" for citation in [self.citation] if citation),
            *(f"  changed  {change}" for change in self.changes),
        ]
        return "\n".join(lines)


@dataclass(frozen=True)
class Entry:
    """A card, and how the data are had: the reader, its options, its files, the raw labels."""

    card: Card
    feature_names: tuple
    labels: tuple
    reader: str
    options: dict
    files: tuple


@cache
def catalogue():
    """Return the whole table as a dict from name to `Entry`."""
    table = tomllib.loads((files(__package__) / "catalogue.toml").read_text(encoding="utf-8"))
    return {name: _entry(name, row, table["archives"]) for name, row in table["sets"].items()}


def entry(name):
    """Return the `Entry` of a set; an unknown name is a ValueError that lists the nearest ones."""
    if not isinstance(name, str):
        raise TypeError(f"name is {name!r}; name must be a text, one of list_datasets()")
    sets = catalogue()
    if name not in sets:
        near = difflib.get_close_matches(name.lower(), sets, n=3, cutoff=0.5)
        hint = f"did you mean {' or '.join(map(repr, near))}?" if near else "see list_datasets()"
        raise ValueError(f"name is {name!r}, which is no data set here; {hint}")
    return sets[name]


def _entry(name, row, archives):
    feature_names = _feature_names(row["features"])
    labels, target_names, counts = zip(*row["classes"], strict=True)
    card = Card(
        name=name,
        title=row["title"],
        d=len(feature_names),
        target_names=target_names,
        counts=counts,
        source=row["source"],
        licence=row["licence"],
        traps=tuple(row["traps"]),
        citation=row.get("citation", ""),
        changes=tuple(row.get("changes", ())),
    )
    return Entry(
        card=card,
        feature_names=feature_names,
        labels=labels,
        reader=row["reader"],
        options=row.get("options", {}),
        files=tuple(_file(file, archives) for file in row.get("files", ())),
    )


def _file(row, archives):
    url = row["url"].format_map(archives) if "url" in row else None
    return File(row["path"], row["sha256"], url)


def _feature_names(features):
    """Spell out "pixel 8" (an 8 x 8 image, row by row) and "band 60" (numbered columns)."""
    if not isinstance(features, str):
        return tuple(features)
    word, size = features.split()
    if word == "pixel":
        return tuple(f"pixel_{i}_{j}" for i in range(int(size)) for j in range(int(size)))
    return tuple(f"{word} {i}" for i in range(1, int(size) + 1))
