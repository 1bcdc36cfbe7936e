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
_PYPROJECT = Path(__file__).resolve().parents[3] / "pyproject.toml"
_FONT = "DejaVu Sans"
_SIGNS = "φλσγωμρδ∞²√"  # that the font must have


def problems():
    """Return what is missing or too old.

    Looked at: Python, the packages that kernlab-helpers requires on this system, with their lower
    bounds, and the font of the pictures with its Greek letters.

    Returns
    -------
    list of str
        One sentence each; empty if all is well.

    Raises
    ------
    RuntimeError
        Where kernlab-helpers is neither installed nor in its folder: nothing says what it needs.
    """
    found = []
    for name, wanted, version in _packages():
        if version is None:
            found.append(f"{name} is not installed; the book needs {_bounds(wanted)}.")
        elif not wanted.contains(version, prereleases=True):
            found.append(f"{name} {version} is here, and the book needs {_bounds(wanted)}.")
    font = _font()
    if font != "found":
        found.append(f"The font {_FONT} is {font}.")
    return found


def report():
    """Return what is here.

    Returns
    -------
    list of str
        One line each: Kernlab, the system, every package, the font.
    """
    from kernlab_helpers import __version__

    lines = []
    for name, wanted, version in _packages():
        lines.append(f"{name} {version or 'missing'} ({_bounds(wanted)})")
    return [f"Kernlab {__version__} on {platform.system()}", *lines, f"font {_FONT} {_font()}"]


def verdict():
    """Return the outcome in words.

    Returns
    -------
    str
        That all is well, or what is wrong and what to do.
    """
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
        version = _version(requirement.name)
        if _holds(requirement.marker, extra="") or (
            version is not None and _holds(requirement.marker, extra="lab")
        ):  # JupyterLab is looked at where it is here: the browser's version does without
            yield requirement.name, requirement.specifier, version


def _version(name):
    """Return the version of a package, None if it is missing or half removed."""
    try:
        return metadata.version(name) or None
    except (metadata.PackageNotFoundError, KeyError):
        return None


def _holds(marker, extra):
    """Return whether a requirement counts on this system, with one of the extras chosen or none."""
    return marker is None or marker.evaluate({"extra": extra})


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
    lab = [f'{package}; extra == "lab"' for package in project["optional-dependencies"]["lab"]]
    return project["requires-python"], project["dependencies"] + lab


def _bounds(wanted):
    """Return wanted versions as a reader says them.

    >>> from packaging.specifiers import SpecifierSet
    >>> _bounds(SpecifierSet(">=2.0")), _bounds(SpecifierSet(""))
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
