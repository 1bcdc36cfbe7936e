"""The Python that runs in the page: Pyodide's core, and our wheel with the pure wheels it needs.

Both go into the site. What is compiled (NumPy, SciPy, matplotlib, scikit-learn) stays where
Pyodide keeps it: the list of packages, `pyodide-lock.json`, names it there by full address, and
ours beside it. Before a cell runs, Pyodide loads what the cell imports and that list knows; so
``import kernlab_helpers`` needs no installation.
"""

import hashlib
import json
import re
import shutil
import subprocess
import sys
import zipfile
from email.parser import Parser
from importlib.util import find_spec
from pathlib import Path

from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

__all__ = ["PURE", "WheelError", "core", "fetch_wheels", "listed", "requirements", "wheel_of"]

ROOT = Path(__file__).resolve().parents[2]
HERE = {  # what markers ask of the browser's Python
    "extra": "",
    "implementation_name": "cpython",
    "os_name": "posix",
    "platform_machine": "wasm32",
    "platform_python_implementation": "CPython",
    "platform_system": "Emscripten",
    "python_full_version": "3.14.2",
    "python_version": "3.14",
    "sys_platform": "emscripten",
}
PURE = (  # what our package and JupyterLite's kernel need besides what Pyodide compiles
    *("anywidget", "comm", "ipywidgets", "lazy-loader", "packaging", "psygnal"),
    *("typing-extensions", "asttokens", "executing", "ipython", "ipython-pygments-lexers"),
    *("jedi", "matplotlib-inline", "parso", "prompt-toolkit", "pure-eval", "pygments", "six"),
    *("stack-data", "traitlets", "wcwidth"),
)
INSTALLER = (  # of Pyodide; the one wheel that requirements.lock does not know
    "micropip==0.11.1 "
    "--hash=sha256:768de165adb8e66906039d8fec4127a57f522dfdf8e6fbff877a4616941ecfd3"
)
ELSEWHERE = {"jupyterlab-widgets", "widgetsnbextension"}  # the page's part, it is in the site
BROUGHT = ("scikit-learn", "threadpoolctl")  # by Pyodide, not asked for by our wheel there
NEEDED = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm", "python_stdlib.zip")


class WheelError(RuntimeError):
    """A wheel that did not come, or needs what is nowhere."""


def core(pyodide, folder):
    """Copy Pyodide's core from npm's folder into one of the site."""
    folder.mkdir(parents=True, exist_ok=True)
    for name in NEEDED:
        shutil.copyfile(pyodide / name, folder / name)


def requirements(lock):
    """Return of the text of requirements.lock what the page's Python needs, hashes and all."""
    blocks = re.split(r"\n(?=\S)", lock)
    found = {}
    for block in blocks:
        words = block.split(" \\")[0]
        if not re.match(r"[\w.-]+==", words):
            continue
        one = Requirement(words)
        name = canonicalize_name(one.name)
        if name in PURE and (one.marker is None or one.marker.evaluate(HERE)):
            version, rest = str(one.specifier), block[len(words) :]
            found[name] = f"{name}{version}{rest.rstrip()}"
    missing = sorted(set(PURE) - set(found))
    if missing:
        raise WheelError(f"requirements.lock has no {', '.join(missing)} for the browser's Python")
    return "\n".join([*found.values(), INSTALLER, ""])


def fetch_wheels(folder, lock):
    """Fill a folder with the pure wheels of the lock; ask the index only where one is missing."""
    folder.mkdir(parents=True, exist_ok=True)
    wanted, stamp = requirements(lock), folder / "wanted.txt"
    if stamp.exists() and stamp.read_text("utf-8") == wanted:
        return sorted(folder.glob("*.whl"))
    for old in folder.glob("*.whl"):
        old.unlink()
    asked = folder / "asked.txt"
    asked.write_text(wanted, "utf-8")
    if find_spec("pip") is None:  # an environment that uv made has none, and uv does not download
        run("there is no pip", "ensurepip")
    words = ["pip", "download", "--quiet", "--disable-pip-version-check", "--no-deps"]
    words += ["--require-hashes", "--only-binary=:all:", "--platform=any", "--python-version=3.14"]
    run("the pure wheels did not come", *words, "-d", folder, "-r", asked)
    stamp.write_text(wanted, "utf-8")
    return sorted(folder.glob("*.whl"))


def wheel_of(project, folder):
    """Build the wheel of our package into a folder; return its path."""
    for old in folder.glob("kernlab_helpers-*.whl"):
        old.unlink()
    where = {"cwd": project}
    run("our wheel was not built", "hatchling", "build", "-t", "wheel", "-d", folder, **where)
    return next(folder.glob("kernlab_helpers-*.whl"))


def run(trouble, *words, **where):
    """Run a module of this Python; raise WheelError with what it says."""
    words = [sys.executable, "-m", *map(str, words)]
    done = subprocess.run(words, capture_output=True, text=True, **where)
    if done.returncode:
        raise WheelError(f"{trouble}:\n{done.stderr.strip()}")


def listed(lock, wheels, address, place):
    """Return Pyodide's list of packages with our wheels in it.

    Parameters
    ----------
    lock : dict
        What `pyodide-lock.json` holds.
    wheels : sequence of Path
        Wheels that are in the site.
    address : str
        Where Pyodide keeps its packages.
    place : str
        Where the site has the wheels, seen from the list.
    """
    packages = {
        canonicalize_name(name): one | {"file_name": f"{address}/{one['file_name']}"}
        for name, one in lock["packages"].items()
    }
    ours = dict(entry(wheel, place) for wheel in wheels)
    packages |= ours
    for name, one in ours.items():
        nowhere = sorted(set(map(canonicalize_name, one["depends"])) - set(packages))
        if nowhere:
            raise WheelError(f"{name} needs {', '.join(nowhere)}, which the page cannot have")
    return lock | {"packages": packages}


def entry(wheel, place):
    """Return the name of a wheel's package, and what the list says of it."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        about = next(name for name in names if name.endswith(".dist-info/METADATA"))
        said = Parser().parsestr(archive.read(about).decode())
    needs = map(Requirement, said.get_all("Requires-Dist", []))
    here = [one for one in needs if one.marker is None or one.marker.evaluate(HERE)]
    depends = {canonicalize_name(one.name) for one in here} - ELSEWHERE
    name = canonicalize_name(said["Name"])
    tops = {top.split("/")[0].removesuffix(".py") for top in names if top.endswith(".py")}
    return name, {
        "depends": sorted(depends | (set(BROUGHT) if name == "kernlab-helpers" else set())),
        "file_name": f"{place}/{wheel.name}",
        "imports": sorted(top for top in tops if top.isidentifier()),
        "install_dir": "site",
        "name": said["Name"],
        "package_type": "package",
        "sha256": hashlib.sha256(wheel.read_bytes()).hexdigest(),
        "unvendored_tests": False,
        "version": said["Version"],
    }


def read(file):
    """Return what a file of JSON holds."""
    return json.loads(Path(file).read_text("utf-8"))
