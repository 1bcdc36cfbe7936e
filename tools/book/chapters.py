"""Chapters are run and recorded, each in a kernel of its own; unchanged ones are kept."""

import functools
import hashlib
import json
import os
import sys
import time
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

from tools import notebooks
from tools.progress import Bar
from tools.steps import without_notes

__all__ = ["ROOT", "UNRECORDED", "record_chapters", "recordings"]

ROOT = Path(__file__).resolve().parents[2]
UNRECORDED = {"19_your_data"}  # a table of the reader's own cannot be recorded
LIMIT = 900  # seconds for a chapter and its recordings
PROGRAMS = ("kernlab_helpers/**/*.py", "tools/notebooks.py", "tools/book/recorder.py")
PROGRAMS += ("tools/book/packing.py", "tools/book/stops.py", "tools/book/asked.py")
PROGRAMS += ("data/sets/*", "data/results/*")
STAMP = "stamp.txt"
WATCH = """
from tools.book import recorder as _recorder
_shown = _recorder.watch_pictures()
"""
RECORD = "_recorder.record_all({folder!r}, {chapter!r}, _shown)"


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


def record_chapter(path, folder):
    """Run a chapter and record its panels into a folder, unless they are there."""
    if is_recorded(path, folder):
        return 0.0
    began = time.monotonic()
    wanted = fingerprint(path)  # before: a file that is changed meanwhile asks for another run
    folder.mkdir(parents=True, exist_ok=True)
    for old in folder.iterdir():
        old.unlink()
    source = RECORD.format(folder=str(folder), chapter=path.stem)
    notebooks.execute(path, limit=LIMIT, first=WATCH, then=source)
    (folder / STAMP).write_text(wanted)
    return time.monotonic() - began


def record_chapters(paths, cache):
    """Record chapters that can be, as many at once as there are processors; show how far it is."""
    paths = [path for path in paths if path.stem not in UNRECORDED]
    panels = {path: path.read_text("utf-8").count("@live(") for path in paths}
    bar = Bar(sum(panels.values()) or 1, sys.stdout)
    with ProcessPoolExecutor(max_workers=os.cpu_count()) as pool:
        running = {pool.submit(record_chapter, path, cache / path.stem): path for path in paths}
        for task in as_completed(running):
            path = running[task]
            seconds = task.result()
            bar.step(panels[path], path.stem)
            bar.say(line_of(path, recordings(path, cache / path.stem), seconds))
    bar.close()


def line_of(path, said, seconds):
    """Return what the recordings of a chapter weigh, and how long they took, as a line."""
    size = sum(one["bytes"] for one in said.values()) / 1e6
    how = f"{seconds:.0f} s" if seconds else "as in the last build"
    return f"{path.stem}: {len(said)} panels, {size:.1f} MB, {how}"


def recordings(path, folder):
    """Return what is said of each recording of a chapter; nothing where it is not recorded."""
    if not is_recorded(path, folder):
        return {}
    return json.loads((folder / "recordings.json").read_text("utf-8"))
