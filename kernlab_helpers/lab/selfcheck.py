"""Is everything here that the book needs? An answer in words, and a report for a helper.

:func:`verdict` says the same on every good computer, so that notebook 00 may store it;
:func:`report` names the versions, and a panel shows it after a push of its button only. Neither
tells who is asking or on which machine.

>>> print(verdict())
Self-check: everything this book needs is here.
"""

import platform
import sys
from importlib import metadata
from pathlib import Path

__all__ = ["problems", "report", "verdict"]

_NAME = "kernlab-helpers"
_PYPROJECT = Path(__file__).resolve().parents[2] / "pyproject.toml"
_FONT, _SIGNS = "DejaVu Sans", "φλσγωμρδ∞²√"


def problems():
    """Return what is missing or too old, one sentence each; an empty list if nothing is.

    Looked at: Python, the packages that kernlab-helpers requires on this system, with their lower
    bounds, and the font of the pictures with its Greek letters.

    Raises
    ------
    RuntimeError : kernlab-helpers is neither installed nor in its folder, so that nothing says
        what it needs.
    """
    found = [
        f"{name} is not installed; the book needs {_words(wanted)}."
        if version is None
        else f"{name} {version} is here, and the book needs {_words(wanted)}."
        for name, wanted, version in _packages()
        if version is None or not wanted.contains(version, prereleases=True)
    ]
    font = _font()
    return found if font == "found" else [*found, f"The font {_FONT} is {font}."]


def report():
    """Return what is here, one line each: Kernlab, the system, every package, the font."""
    from .. import __version__

    lines = [
        f"{name} {version or 'missing'} ({_words(wanted)})" for name, wanted, version in _packages()
    ]
    return [f"Kernlab {__version__} on {platform.system()}", *lines, f"font {_FONT} {_font()}"]


def verdict():
    """Return the outcome in words: that all is well, or what is wrong and what to do."""
    found = problems()
    if not found:
        return "Self-check: everything this book needs is here."
    cure = "Close JupyterLab and type `python3 run.py lab` in the folder of the book; it installs"
    return "\n".join(["Self-check: something is amiss.", *found, f"{cure} what it needs."])


def _packages():
    """Yield (name, wanted versions, version that is here or None), Python first."""
    from packaging.requirements import Requirement

    python, required = _required()
    wanted = Requirement(f"Python{python}").specifier
    yield "Python", wanted, ".".join(map(str, sys.version_info[:3]))
    for requirement in map(Requirement, required):
        if requirement.marker is None or requirement.marker.evaluate({"extra": ""}):
            try:  # a half-removed package has no version: it counts as missing
                version = metadata.version(requirement.name) or None
            except (metadata.PackageNotFoundError, KeyError):
                version = None
            yield requirement.name, requirement.specifier, version


def _required():
    """Return the wanted Python and the requirements: as installed, else from the source tree."""
    try:
        found = metadata.metadata(_NAME)
        return found["Requires-Python"] or "", found.get_all("Requires-Dist") or []
    except metadata.PackageNotFoundError:
        if not _PYPROJECT.is_file():
            raise RuntimeError(
                f"{_NAME} is not installed and its pyproject.toml is not beside it: start the book "
                "with `python3 run.py lab`, which installs it"
            ) from None
    import tomllib

    project = tomllib.loads(_PYPROJECT.read_text(encoding="utf-8"))["project"]
    return project["requires-python"], project["dependencies"]


def _words(wanted):
    """Return wanted versions as a reader says them.

    >>> from packaging.specifiers import SpecifierSet
    >>> _words(SpecifierSet(">=2.0")), _words(SpecifierSet(""))
    ('2.0 or newer', 'any version')
    """
    bounds = [f"{s.version} or newer" if s.operator == ">=" else str(s) for s in wanted]
    return " and ".join(sorted(bounds)) or "any version"


def _font():
    """Return "found", or what is wrong with the font of the pictures."""
    try:
        from matplotlib import font_manager

        path = font_manager.findfont(_FONT, fallback_to_default=False)
    except ImportError:
        return "not looked for, because matplotlib is missing"
    except ValueError:
        return "not found; it comes with matplotlib"
    lacking = [s for s in _SIGNS if not font_manager.get_font(path).get_char_index(ord(s))]
    return f"without the signs {' '.join(lacking)}" if lacking else "found"
