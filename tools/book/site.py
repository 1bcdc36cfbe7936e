"""The pages: sources for Sphinx from chapters and their recordings, and what all pages share."""

import json
import subprocess
import tomllib
from pathlib import Path

from classroom import votes
from livepanels.panels import bundle

from . import face, maths
from .chapters import ROOT, recordings
from .pages import Page

__all__ = ["build_pages"]

HERE = Path(__file__).parent
INDEX = """---
nosearch: true
---

# Kernlab

```{{toctree}}
:hidden:

{names}
about
```
"""


def build_pages(cache, target):
    """Build the pages of all chapters; those that are not recorded show their stills."""
    from sphinx.cmd.build import build_main

    paths = sorted((ROOT / "notebooks").glob("*.ipynb"))
    source = cache / "source"
    keep(source, sources(paths, cache))
    settings = {"katex_folder": maths.fetch_katex(cache / "npm"), "release": version()}
    words = [f"-D{name}={value}" for name, value in settings.items()]
    # -a: an index for searches that Sphinx has loaded lacks the terms of pages that it keeps
    words += ["-a", "-q", "-W", "--keep-going", "-d", cache / "doctrees", source, target]
    return build_main(["-b", "html", *map(str, words)])


def sources(paths, cache):
    """Return the contents of all files that Sphinx reads, by their names."""
    pages = [Page(path, recordings(path, cache / path.stem)) for path in paths]
    script = bundle.joined(HERE / "book.js", votes.FRONT)
    hero = bundle.joined(HERE / "hero.js")
    katex = maths.style(maths.fetch_katex(cache / "npm"))
    files = {
        "conf.py": (HERE / "conf.py").read_bytes(),
        "index.md": INDEX.format(names="\n".join(page.name for page in pages)).encode(),
        "about.md": about().encode(),
        face.CHAPTERS: json.dumps([described(page) for page in pages], indent=1).encode(),
        "_static/panels.css": f"{katex}\n{bundle.stylesheet()}\n{votes.stylesheet()}".encode(),
        "_static/kernlab.js": f"(() => {{\n{script}\n}})();\n".encode(),
        "_static/hero.js": f"(() => {{\n{hero}\n}})();\n".encode(),
    }
    for page in pages:
        files[f"{page.name}.ipynb"] = page.source().encode()
        files |= {f"_static/{name}": data for name, data in page.files.items()}
        for name in page.recordings:
            place = f"_static/chapters/{page.name}/{name}.js"
            files[place] = (cache / page.name / f"{name}.js").read_bytes()
    return files


def keep(folder, files):
    """Let a folder hold these files and no others; what stays the same is not written again."""
    for old in folder.rglob("*"):
        if old.is_file() and old.relative_to(folder).as_posix() not in files:
            old.unlink()
    for name, data in files.items():
        file = folder / name
        if not file.exists() or file.read_bytes() != data:
            file.parent.mkdir(parents=True, exist_ok=True)
            file.write_bytes(data)


def described(page):
    """Return what contents and cards say of a chapter, before it is turned into a source."""
    number, name, question = page.title()
    question = question[:1].upper() + question[1:]
    words = {"name": page.name, "number": number, "title": name, "question": question}
    return {**words, "minutes": page.minutes()}


def version():
    """Return the version of the book."""
    return tomllib.loads((ROOT / "pyproject.toml").read_text("utf-8"))["project"]["version"]


def committed():
    """Return the day of the last commit, or no word where there is no git."""
    words = ["git", "log", "-1", "--format=%cs"]
    done = subprocess.run(words, cwd=ROOT, capture_output=True, text=True)
    return done.stdout.strip()


def about():
    """Return the page on version, licence and citation."""
    citation = (ROOT / "CITATION.cff").read_text("utf-8").rstrip()
    licence = (ROOT / "LICENSE").read_text("utf-8").rstrip()
    return (
        f"# About this book\n\nVersion {version()}, {committed()}.\n\n## How to cite\n\n"
        f"```yaml\n{citation}\n```\n\n## Licence\n\n```text\n{licence}\n```\n"
    )
