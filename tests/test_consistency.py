"""The files of the repository agree with one another: bounds, versions, links, weights."""

import csv
import json
import re
import subprocess
import sys
import tomllib
from functools import cache
from pathlib import Path

import pytest
import yaml
from packaging.markers import Marker
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name
from packaging.version import Version

import kernlab_helpers

ROOT = Path(__file__).resolve().parent.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))
LOCK = (ROOT / "requirements.lock").read_text("utf-8")
PANELS = ROOT / "packages/livepanels/livepanels"


def name_of(path):
    return str(path.relative_to(ROOT))


@cache
def repository_files():
    """Return the files that git has or would take, every file where there is no git."""
    command = ["git", "ls-files", "--cached", "--others", "--exclude-standard", "-z"]
    try:
        listed = subprocess.run(command, cwd=ROOT, capture_output=True, check=True).stdout
        paths = [ROOT / name for name in listed.decode().split("\0") if name]
    except (OSError, subprocess.CalledProcessError):
        hidden = {".venv", ".git", "__pycache__", ".ipynb_checkpoints", ".hypothesis"}
        paths = [path for path in ROOT.rglob("*") if not hidden & set(path.parts)]
    return [path for path in paths if path.is_file()]


# --- bounds and versions -----------------------------------------------------------------------


def requirements():
    project = PROJECT["project"]
    lists = [project["dependencies"], *project["optional-dependencies"].values()]
    return [Requirement(text) for texts in lists for text in texts]


NOT_IN_THE_BROWSER = {"pooch", "psutil", "scikit-learn", "threadpoolctl"}


def test_what_the_browser_has_not_is_marked_and_jupyterlab_is_an_extra():
    needed = [Requirement(text) for text in PROJECT["project"]["dependencies"]]
    marked = {r.name for r in needed if str(r.marker) == 'sys_platform != "emscripten"'}
    assert marked == NOT_IN_THE_BROWSER
    assert all(r.marker is None for r in needed if r.name not in marked)
    assert "jupyterlab" not in {r.name for r in needed}
    (lab,) = PROJECT["project"]["optional-dependencies"]["lab"]
    assert Requirement(lab).name == "jupyterlab"
    assert "--extra lab --extra scale" in (ROOT / "run.py").read_text("utf-8")


def locked():
    """Return {name: [(version, marker, number of hashes)]} of the lock."""
    found = {}
    for entry in LOCK.replace("\\\n", " ").splitlines():
        requirement = Requirement(entry.split("--hash")[0].strip())
        (pin,) = requirement.specifier
        assert pin.operator == "==", entry
        versions = found.setdefault(canonicalize_name(requirement.name), [])
        versions.append((Version(pin.version), requirement.marker, entry.count("--hash=sha256:")))
    return found


def test_every_lock_entry_has_hashes_and_no_address():
    assert all(hashes for entries in locked().values() for _, _, hashes in entries)
    for address in ("://", "--index", "--find-links", "@ ", "file:"):
        assert address not in LOCK
    assert re.search(r"[\w-]+\.(org|com|net|io|dev)\b", LOCK) is None


@pytest.mark.parametrize("requirement", requirements(), ids=str)
def test_lock_satisfies_pyproject(requirement):
    entries = locked()[canonicalize_name(requirement.name)]
    assert all(version in requirement.specifier for version, _, _ in entries)
    for python in ("3.11", "3.12", "3.13", "3.14"):  # exactly one version for each
        for system in ("linux", "darwin", "win32"):
            platform = {"win32": "Windows", "darwin": "Darwin", "linux": "Linux"}[system]
            here = {
                "python_version": python,
                "python_full_version": f"{python}.1",
                "sys_platform": system,
                "platform_system": platform,
            }
            chosen = [v for v, m, _ in entries if m is None or Marker(str(m)).evaluate(here)]
            assert len(chosen) == 1, (requirement.name, here, chosen)


def test_environment_yml_agrees_with_pyproject():
    environment = yaml.safe_load((ROOT / "environment.yml").read_text("utf-8"))
    assert environment["channels"] == ["conda-forge"]
    *packages, last = environment["dependencies"]
    assert last == {"pip": ["-e .[lab,scale]"]}
    assert packages.pop(0) == "python=3.12"
    assert packages.pop() == "pip"
    project = PROJECT["project"]
    extras = project["optional-dependencies"]
    needed = [*project["dependencies"], *extras["lab"], *extras["scale"]]
    named = [re.sub(r"\[.*?\]|;.*", "", text) for text in needed]  # conda's dask is dask[complete]
    assert sorted(packages) == sorted(named)


def test_ruff_and_pyproject_name_the_same_oldest_python():
    oldest = PROJECT["project"]["requires-python"].removeprefix(">=")
    assert PROJECT["tool"]["ruff"]["target-version"] == "py" + oldest.replace(".", "")
    assert f"({oldest.replace('.', ', ')})" in (ROOT / "run.py").read_text("utf-8")


def test_one_version_everywhere():
    version = PROJECT["project"]["version"]
    assert kernlab_helpers.__version__ == version
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["version"] == version
    packages = ROOT / "packages"
    for path in sorted(packages.glob("*/pyproject.toml")):
        assert tomllib.loads(path.read_text("utf-8"))["project"]["version"] == version, path
    for path in sorted(packages.glob("*/*/extension/package.json")):
        assert json.loads(path.read_text("utf-8"))["version"] == version, path
    cluster = yaml.safe_load((ROOT / "deploy" / "kubernetes.yaml").read_text("utf-8"))
    assert cluster["singleuser"]["image"]["tag"] == version
    versions = re.findall(r"^## (\S+)", (ROOT / "CHANGELOG.md").read_text("utf-8"), re.MULTILINE)
    newest = next(name for name in versions if name != "Unreleased:")
    assert newest == version


def test_citation_names_five_sources():
    citation = yaml.safe_load((ROOT / "CITATION.cff").read_text("utf-8"))
    assert citation["cff-version"] == "1.2.0"
    assert citation["message"] and citation["title"] and citation["authors"]
    assert len(citation["references"]) == 5
    for number, source in enumerate(citation["references"]):
        assert source["type"] and source["title"] and source["authors"]
        assert f"Source 00{number} of the course" in source["notes"]


def test_licence_covers_code_and_text():
    text = (ROOT / "LICENSE").read_text("utf-8")
    assert PROJECT["project"]["license"] == "BSD-3-Clause AND CC-BY-4.0"
    assert "Redistribution and use in source and binary forms" in text
    assert "https://creativecommons.org/licenses/by/4.0/" in text


def test_licence_names_all_that_others_made():
    """What a built book or its JupyterLite holds, and each face; no other file is of others."""
    text = (ROOT / "LICENSE").read_text("utf-8")
    for name in ("KaTeX", "Sphinx", "Pygments", "MyST-NB", "Snowball", "JupyterLite", "Pyodide"):
        assert name in text, name
    for name in ("Source Serif 4", "Source Code Pro", "Inter (", "Permission is hereby granted"):
        assert name in text, name
    assert len(list((ROOT / "data/sets").glob("*.csv"))) == 12 and "the twelve tables" in text
    held = (".js", ".mjs", ".css", ".woff2", ".woff", ".ttf", ".wasm", ".whl", ".jar", ".map")
    files = [path for path in repository_files() if path.suffix in held]
    faces = {path for path in files if path.parent.name == "fonts"}
    assert {path.suffix for path in faces} == {".woff2"}
    ours = [path for path in files if path not in faces]
    assert {path.suffix for path in ours} == {".js", ".mjs", ".css"}
    heads = {path: path.read_text("utf-8")[:1000] for path in ours}
    sign = re.compile(r"copyright|@license|licensed under|https?://(?!www\.w3\.org)", re.IGNORECASE)
    assert [name_of(path) for path, head in heads.items() if sign.search(head)] == []
    lines = {path: max(map(len, path.read_text("utf-8").splitlines())) for path in ours}
    assert max(lines.values()) < 1000, "a script that somebody has packed"


# --- settings, links, hosts --------------------------------------------------------------------


def settings():
    overrides = json.loads((PANELS / "overrides.json").read_text("utf-8"))
    return [
        (plugin, key, value) for plugin, pairs in overrides.items() for key, value in pairs.items()
    ]


@pytest.mark.parametrize(("plugin", "key", "value"), settings())
def test_jupyterlab_knows_every_setting(plugin, key, value):
    package, _, name = plugin.partition(":")
    jupyter = Path(sys.prefix, "share", "jupyter")
    own, extensions = jupyter / "lab" / "schemas", jupyter / "labextensions" / package / "schemas"
    places = [folder / package / f"{name}.json" for folder in (own, extensions)]
    schema = next(place for place in places if place.exists())
    known = json.loads(schema.read_text("utf-8"))["properties"][key]
    kinds = {"boolean": bool, "string": str, "number": (int, float), "object": dict, "array": list}
    assert isinstance(value, kinds[known["type"]])
    if "oneOf" in known or "enum" in known:
        allowed = known.get("enum") or [choice["const"] for choice in known["oneOf"]]
        assert value in allowed


def markdown():
    """Yield (file, text) for every text that may hold links."""
    for path in repository_files():
        if path.suffix == ".md":
            yield path, path.read_text("utf-8")
        elif path.suffix == ".ipynb":
            for cell in json.loads(path.read_text("utf-8"))["cells"]:
                if cell["cell_type"] == "markdown":
                    yield path, "".join(cell["source"])


def test_links_to_repository_files_resolve():
    broken, links = [], 0
    for path, text in markdown():
        text = re.sub(r"```.*?```|`[^`\n]*`|\$\$.*?\$\$|\$[^$\n]*\$", "", text, flags=re.DOTALL)
        targets = re.findall(r"\]\(\s*<?([^)>\s]+)", text)
        targets += re.findall(r"""<(?:img|a)\b[^>]*?(?:src|href)=["']([^"']+)""", text)
        for target in targets:
            if re.match(r"(https?|mailto|data|attachment):|#", target):
                continue
            links += 1
            if not (path.parent / target.split("#")[0]).exists():
                broken.append(f"{name_of(path)}: {target}")
    assert not broken
    assert links > 0


def results(name):
    with (ROOT / "data" / "results" / f"{name}.csv").open(encoding="utf-8") as file:
        return list(csv.DictReader(file))


def test_the_pages_of_the_book_were_measured_whole():
    # no limit on times: they are those of one machine, and docs/measurements.md tells them
    rows = results("book")
    assert max(float(row["kB"]) for row in rows) <= 2000
    moved = [row for row in rows if row["median ms"]]
    assert len(moved) > 50 and all(row["95 % ms"] and row["pictures/s"] for row in moved)


def test_no_package_registry_and_no_private_path_is_named():
    # written with a class of one letter, so that this file does not name them either
    private = "|".join(re.escape(f"{path}/") for path in {Path.home(), ROOT} if path != Path("/"))
    forbidden = re.compile(
        r"pyp[i]\.org|pythonhoste[d]\.org|npmj[s]\.(org|com)|anacond[a]\.(org|com)|jsdeliv[r]|"
        r"(?<![\w.-])/wor[k]/|(?<![\w.-])/roo[t]/|/ip[y]kernel_\d|" + private
    )
    found = []
    for path in repository_files():
        try:
            text = path.read_text("utf-8")
        except UnicodeDecodeError:
            continue
        found += [f"{name_of(path)}: {match.group()}" for match in forbidden.finditer(text)]
    assert not found


# --- the helper package ------------------------------------------------------------------------

HEAVY = {"matplotlib", "ipywidgets", "anywidget", "sklearn", "scipy", "pandas", "pooch", "IPython"}
HEAVY |= {"dask", "distributed", "zarr"}
MEASURE = """
import sys, time
def peak():
    try:
        text = open("/proc/self/status").read()
        return int(text.split("VmHWM:")[1].split()[0]) / 1024
    except (OSError, IndexError):
        return float("nan")
start, memory = time.perf_counter(), peak()
{}
print(time.perf_counter() - start, peak() - memory, *sorted(sys.modules))
"""


def measure(statement):
    """Return seconds, megabytes and packages loaded by a statement in a new process."""
    words = [sys.executable, "-c", MEASURE.format(statement)]
    out = subprocess.run(words, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    seconds, megabytes, *modules = out.split()
    return float(seconds), float(megabytes), {module.split(".")[0] for module in modules}


def test_import_is_light():
    runs = [measure("import kernlab_helpers") for _ in range(5)]
    seconds, megabytes = min(r[0] for r in runs), min(r[1] for r in runs)
    print(f"{seconds:.3f} s, {megabytes:.1f} MB")
    assert not runs[0][2] & (HEAVY | {"numpy"})
    assert seconds < 0.25
    assert not megabytes >= 20  # nan where the system does not tell


def test_the_ground_floor_weighs_no_more_than_numpy():
    names = "gaussian, kh.distances, kh.is_psd, kh.quadratic_map"
    ours = [measure(f"import kernlab_helpers as kh; kh.{names}") for _ in range(3)]
    numpy = [measure("import numpy") for _ in range(3)]
    ours_mb, numpy_mb = min(r[1] for r in ours), min(r[1] for r in numpy)
    print(f"ground floor {ours_mb:.1f} MB, numpy alone {numpy_mb:.1f} MB")
    assert not ours[0][2] & HEAVY
    assert not ours_mb - numpy_mb >= 3
