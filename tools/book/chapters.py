"""Chapters are run and recorded, each in a kernel of its own; unchanged ones are kept.

A kernel computes in one thread: the last bits do not hang on how many processors there are, and
kernels side by side do not wait for each other.
"""

import functools
import hashlib
import json
import os
import sys
import time
from collections import Counter
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from tools import notebooks
from tools.machines import ONE_THREAD
from tools.measurements import stored
from tools.nbval_chapters import stops_of
from tools.progress import Bar
from tools.steps import without_notes

__all__ = ["ROOT", "UNRECORDED", "record_chapters", "recordings"]

ROOT = Path(__file__).resolve().parents[2]
UNRECORDED = {"19_your_data"}  # a table of the reader's own cannot be recorded
LIMIT = 900  # seconds for a chapter and its recordings
KERNELS = 4  # at most, that share a chapter: each runs it first
PROGRAMS = ("kernlab_helpers/**/*.py", "packages/*/*/**/*.py", "tools/notebooks.py")
PROGRAMS += ("tools/book/chapters.py", "tools/machines.py")
PROGRAMS += ("data/sets/*", "data/results/*")
STAMP = "stamp.txt"
WATCH = """
from livepanels.recording import recorder as _recorder
from livepanels.panels.page import LivePanel as _LivePanel
_LivePanel.drawn = False
_shown = _recorder.watch_pictures()
"""
RECORD = "_recorder.record_all({folder!r}, {chapter!r}, _shown, {stops!r})"


def fingerprint(path):
    """Return on what the recordings of a chapter depend, as one word: not on lecturer's notes."""
    chapter = notebooks.read(path)
    chapter.cells = without_notes(chapter.cells)
    return hashlib.sha256((notebooks.dumps(chapter) + programs()).encode()).hexdigest()


@functools.cache
def programs():
    """Return on what the recordings of all chapters depend, as it was when first asked for."""
    digest = hashlib.sha256()
    for pattern in PROGRAMS:
        for file in sorted(ROOT.glob(pattern)):
            digest.update(file.relative_to(ROOT).as_posix().encode() + file.read_bytes())
    return digest.hexdigest()


def is_recorded(path, folder):
    """Whether a folder holds the recordings of a chapter as it is."""
    stamp = folder / STAMP
    return stamp.exists() and stamp.read_text() == fingerprint(path)


def begin(path, folder):
    """Empty the folder of a chapter; return the fingerprint of what is to be recorded.

    It is taken before: a file that is changed meanwhile asks for another run.
    """
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    return fingerprint(path)


def record_share(path, folder):
    """Run a chapter in a kernel, and record what no other kernel has begun to record."""
    source = RECORD.format(
        folder=str(folder), chapter=path.stem, stops=stops_of(notebooks.read(path).cells)
    )
    notebooks.execute(path, limit=LIMIT, first=WATCH, then=source, environment=ONE_THREAD)


def record_chapters(paths, cache):
    """Record the chapters that changed, with a kernel for each processor; show how far it is.

    Where chapters are fewer than processors, several kernels share a chapter.
    """
    paths = [path for path in paths if path.stem not in UNRECORDED]
    cost = costs()  # a long one that begins last is waited for
    paths = sorted(paths, key=lambda path: cost[path.stem[:2]], reverse=True)
    changed = [path for path in paths if not is_recorded(path, cache / path.stem)]
    bar = Bar(sum(map(panels_in, paths)) or 1, sys.stdout)

    def say(path, how):
        bar.step(panels_in(path), path.stem)
        bar.say(line_of(path, recordings(path, cache / path.stem), how))

    for path in paths:
        if path not in changed:
            say(path, "as in the last build")
    began = time.monotonic()
    for path in recorded(changed, cache):
        say(path, f"after {time.monotonic() - began:.0f} s")
    bar.close()


def recorded(paths, cache):
    """Record chapters, and yield each when it is done; what failed is raised after the others."""
    wanted = {path: begin(path, cache / path.stem) for path in paths}
    kernels = min(KERNELS, max(1, os.cpu_count() // max(len(paths), 1)))
    with ProcessPoolExecutor(max_workers=os.cpu_count() + 1) as pool:  # kernels begin, wait, end
        shares = [path for path in paths for _ in range(kernels)]
        running = {pool.submit(record_share, path, cache / path.stem): path for path in shares}
        failed = {}
        for task in as_completed(list(running)):
            path = running.pop(task)
            if task.exception():
                failed[path] = task.exception()
            elif path not in failed and path not in running.values():
                (cache / path.stem / STAMP).write_text(wanted[path])
                yield path
    for error in failed.values():
        raise error


def costs():
    """Return milliseconds that the panels of each chapter take for an answer, as measured last."""
    rows, found = [row for row in stored("plumbing") if row["ms"]], Counter()
    for row in rows:
        found[row["chapter"]] += float(row["ms"]) * (row["commit"] == rows[-1]["commit"])
    return found


def panels_in(path):
    """Return how many panels a chapter has."""
    return path.read_text("utf-8").count("@live(")


def line_of(path, said, how):
    """Return what the recordings of a chapter weigh, and how they came, as a line."""
    size = sum(one["bytes"] for one in said.values()) / 1e6
    return f"{path.stem}: {len(said)} panels, {size:.1f} MB, {how}"


def recordings(path, folder):
    """Return what is said of each recording of a chapter; nothing where it is not recorded."""
    if not is_recorded(path, folder):
        return {}
    return {
        file.stem: json.loads(file.read_text("utf-8")) for file in sorted(folder.glob("*.json"))
    }
