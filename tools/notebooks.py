"""Execute the notebooks of the book and keep them in one canonical form.

`python3 run.py notebooks` is ``python -m tools.notebooks [--check] [names...]``.
Canonical form: the file depends on nothing but its content, so a changed cell is one place in git.
Fixed notebook metadata; no widget state and no widget view (its model died with its kernel);
execution_count 1 in every executed cell (true counts would change in all cells below a new one);
unique ids; of the cell metadata only what the book uses.
"""

import argparse
import copy
import hashlib
import os
import re
import subprocess
import sys
import time
from base64 import b64decode
from difflib import ndiff
from io import BytesIO
from math import ceil
from pathlib import Path

import nbformat
from nbclient import NotebookClient
from nbclient.exceptions import CellExecutionError, CellTimeoutError, DeadKernelError

__all__ = ["canonical", "deviations", "differences", "dumps", "execute", "problems", "read"]

ROOT = Path(__file__).resolve().parents[1]
FOLDER = ROOT / "notebooks"
LIMIT = 60  # seconds for a whole notebook
METADATA = {
    "kernelspec": {"display_name": "Python 3 (ipykernel)", "language": "python", "name": "python3"},
    "language_info": {"name": "python"},
}
WIDGET_VIEW = "application/vnd.jupyter.widget-view+json"
PNG = "image/png"  # compared by being there and by its alternative text, never by bytes
PNG_METADATA = ("alt", "width", "height", "needs_background")


class NotebookError(RuntimeError):
    """A notebook that cannot be read or does not run to its end; the message says where."""


def read(path):
    """Read a notebook as it is (nbformat.read would repair it, with random ids)."""
    try:
        nb = nbformat.v4.reads(Path(path).read_text(encoding="utf-8"))
        nbformat.validate(canonical(nb))
    except (ValueError, TypeError, LookupError, AttributeError, nbformat.ValidationError) as error:
        reason = str(error).strip().splitlines()[0]
        raise NotebookError(f"{Path(path).name} is not a notebook of format 4: {reason}") from error
    return nb


def dumps(nb):
    """Give the text of the file: indent 1, sorted keys, lines as lists, final newline."""
    return nbformat.v4.writes(nb) + "\n"


def canonical(nb, *, stem="cell"):
    """Return a copy in canonical form; `stem` starts the ids that have to be made."""
    new = copy.deepcopy(nb)
    new.metadata = nbformat.from_dict(METADATA)
    new.nbformat = 4
    new.nbformat_minor = 5
    taken = set()
    for cell in new.cells:
        cell.id = _cell_id(cell, stem, taken)
        taken.add(cell.id)
        cell.metadata = _cell_metadata(cell.metadata)
        if cell.cell_type == "code":
            cell.execution_count = 1 if cell.get("execution_count") else None
            cell.outputs = _outputs(cell.outputs)
    return new


def _cell_id(cell, stem, taken):
    """Return the id of a cell if it is valid and not taken, else one that is made.

    Made from the source, not the place: a cell inserted above must not rename this one.
    """
    made = f"{stem}-{hashlib.sha256(cell.source.encode()).hexdigest()[:8]}"
    names = [str(cell.get("id", "")), made, *(f"{made}-{k}" for k in range(2, len(taken) + 2))]
    valid = [name for name in names if re.fullmatch(r"[A-Za-z0-9_-]{1,64}", name)]
    return next(name for name in valid if name not in taken)


def _cell_metadata(metadata):
    """Return of the metadata of a cell what the book uses."""
    kept = {}
    tags = metadata.get("tags", [])
    if tags:
        kept["tags"] = list(dict.fromkeys(tags))
    slide = metadata.get("slideshow", {}).get("slide_type")
    if slide:
        kept["slideshow"] = {"slide_type": slide}
    jupyter = metadata.get("jupyter", {})
    hidden = {key: True for key in ("source_hidden", "outputs_hidden") if jupyter.get(key)}
    if hidden:
        kept["jupyter"] = hidden
    if not metadata.get("editable", True):
        kept["editable"] = False
    if "livepanels" in metadata:
        kept["livepanels"] = metadata["livepanels"]
    return nbformat.from_dict(kept)


def _outputs(outputs):
    """Return the canonical outputs of a cell; neighboring pieces of one stream become one."""
    found = []
    for output in outputs:
        if "data" in output:
            found.append(_rich_output(output))
        elif output.output_type == "stream" and found and found[-1].get("name") == output.name:
            found[-1].text += output.text
        else:
            found.append(copy.deepcopy(output))
    return found


def _rich_output(output):
    """Return a canonical output of several MIME types."""
    data = {mime: value for mime, value in output.data.items() if mime != WIDGET_VIEW}
    if PNG in data:
        data[PNG] = data[PNG].strip()
    notes = output.get("metadata", {}).get(PNG, {})
    kept = {key: notes[key] for key in PNG_METADATA if key in notes}
    new = {
        "output_type": output.output_type,
        "data": data,
        "metadata": {PNG: kept} if kept else {},
    }
    if output.output_type == "execute_result":
        new["execution_count"] = 1
    return nbformat.from_dict(new)


def _cells(nb, *types):
    """Yield each cell, of some types if any are named, with the words that say where it is."""
    for number, cell in enumerate(nb.cells, 1):
        if not types or cell.cell_type in types:
            first_line = (cell.source.strip().splitlines() or ["empty"])[0]
            yield f"cell {number} ({first_line}):", cell


def execute(path, *, limit=LIMIT, first="", then="", environment=None, go_on=False):
    """Run a notebook top to bottom in one new kernel, in its folder.

    Returns the canonical fresh notebook, the seconds it took, and the outputs of `then`: source
    that runs afterwards in the same kernel, with `limit` seconds of its own, and is not part of
    the notebook. Neither is `first`, source that runs before. The kernel sees the variables of
    `environment` besides those of this process. Raises NotebookError naming the cell, or, to
    `go_on`, keeps an error as an output of its cell.
    """
    path = Path(path)
    nb = canonical(read(path), stem=path.stem[:2])
    for _, cell in _cells(nb, "code"):
        cell.outputs = []
        cell.execution_count = None
    places = ["before the first cell:", *(where for where, _ in _cells(nb)), "after the last cell:"]
    last = nbformat.v4.new_code_cell(then)
    nb.cells = [nbformat.v4.new_code_cell(first), *nb.cells, last]
    start = time.monotonic()

    def seconds_left(_cell):
        return max(1, ceil(start + limit - time.monotonic()))

    client = NotebookClient(nb, kernel_name="python3", timeout_func=seconds_left)
    setting = _environment() | (environment or {})
    folder = str(path.parent.resolve())
    with client.setup_kernel(cwd=folder, env=setting, stderr=subprocess.DEVNULL):
        for index, (where, cell) in enumerate(zip(places, nb.cells, strict=True)):
            if cell is last:
                seconds = time.monotonic() - start
                start = time.monotonic()
            client.allow_errors = go_on and index > 0
            try:
                client.execute_cell(cell, index)
            except (CellExecutionError, CellTimeoutError, DeadKernelError) as error:
                reason = _reason(error, limit)
                raise NotebookError(f"{path.name}, {where} {reason}") from error
    nb.cells = nb.cells[1:-1]
    return canonical(nb), seconds, _outputs(last.outputs)


def _environment():
    """Return the package that stands beside the notebooks, and nobody's settings."""
    path = f"{ROOT}{os.pathsep}{os.environ.get('PYTHONPATH', '')}"
    fixed = {"PYTHONHASHSEED": "0", "MPLBACKEND": "Agg", "PYTHONPATH": path}
    return os.environ | fixed


def _reason(error, limit):
    """Say why a cell did not run to its end."""
    if isinstance(error, CellTimeoutError):
        return f"not ready after {limit:g} s"
    if isinstance(error, DeadKernelError):
        return "the kernel died"
    return f"{error.ename}: {error.evalue}"


def lines(cell):
    """Return all that is compared of a cell's outputs, as lines that start with their kind."""
    found = []
    for output in _outputs(cell.outputs):
        if "data" in output:
            texts = dict(output.data)
            if PNG in texts:
                texts[PNG] = ""  # that it is there, not its bytes
            notes = output.metadata.get(PNG, {})
            texts |= {f"{PNG} {key}": note for key, note in notes.items()}
        elif output.output_type == "error":
            texts = {"error": f"{output.ename}: {output.evalue}"}
        else:
            texts = {output.name: output.text}
        for kind, text in sorted(texts.items()):
            found += [f"{kind}: {line}" for line in str(text).split("\n")]
    return found


def differences(stored, fresh):
    """List in words where the outputs of two runs of the same cells differ (text, MIME types)."""
    if [cell.source for cell in stored.cells] != [cell.source for cell in fresh.cells]:
        raise ValueError("stored and fresh have different cells: compare two runs of one notebook")
    sides = {"-": "stored", "+": "fresh "}
    found = []
    for (where, old), (_, new) in zip(_cells(stored, "code"), _cells(fresh, "code"), strict=True):
        if not old.execution_count:
            found.append(f"{where} was never executed")
        marked = [(line[0], line[2:]) for line in ndiff(lines(old), lines(new))]
        diff = [f"\n    {sides[mark]} {line}" for mark, line in marked if mark in sides]
        if diff:
            found.append(f"{where} outputs differ{''.join(diff)}")
    return found


def problems(nb):
    """List the code cells that warn, fail or are empty: none of these may be stored."""
    empty = []
    warning = []
    for where, cell in _cells(nb, "code"):
        if not cell.source.strip():
            empty.append(f"{where} delete this empty cell")
        for output in cell.outputs:
            if output.get("name") == "stderr":
                warning.append(f"{where} writes to stderr: {output.text.strip()}")
            if output.output_type == "error":  # of a picture: the cell itself went on
                warning.append(f"{where} shows {output.ename}: {output.evalue}")
    return empty + warning


def deviations(path):
    """List what in the file of a notebook is not canonical."""
    nb = read(path)
    new = canonical(nb, stem=path.stem[:2])
    found = []
    for (where, cell), wanted in zip(_cells(nb), new.cells, strict=True):
        keys = [key for key in wanted if cell.get(key) != wanted[key]]
        if keys:
            found.append(f"{where} not canonical: {', '.join(keys)}")
    if not found and path.read_bytes() != dumps(new).encode():
        found.append("not canonical: the notebook's metadata, or indent, order of keys, line ends")
    return found


def _keep_pictures(stored, fresh):
    """Put stored pictures back where neither text nor pixels changed: git then sees nothing."""
    for (_, old), (_, new) in zip(_cells(stored, "code"), _cells(fresh, "code"), strict=True):
        if lines(old) != lines(new):
            continue
        for before, after in zip(_outputs(old.outputs), new.outputs, strict=True):
            if PNG in after.get("data", {}) and _same_picture(before.data[PNG], after.data[PNG]):
                after.data[PNG] = before.data[PNG]


def _same_picture(one, other):
    """Return whether two pictures, PNG in base 64, differ by no more than rounding."""
    from matplotlib.image import imread

    a = imread(BytesIO(b64decode(one)))
    b = imread(BytesIO(b64decode(other)))
    return a.shape == b.shape and abs(a - b).max() < 3 / 255


def process(path, *, check=False, limit=LIMIT):
    """Execute a notebook; compare it with its file, or write it. Return (problems, seconds)."""
    path = Path(path)
    stored = read(path)
    fresh, seconds, _ = execute(path, limit=limit)
    found = problems(fresh)
    if check:
        found += deviations(path) + differences(stored, fresh)
    if seconds > limit:
        found.append(f"takes {seconds:.0f} s, allowed are {limit:g} s")
    if not found and not check:
        _keep_pictures(stored, fresh)
        path.write_bytes(dumps(fresh).encode())
    return found, seconds


def paths_of(name, parser):
    """Return the notebook at a path, or those whose names begin so; complain of none."""
    paths = [Path(name)] if Path(name).is_file() else sorted(FOLDER.glob(f"{name}*.ipynb"))
    if not paths:
        parser.error(f"no notebook {name or '*.ipynb'} in {FOLDER.name}/: names begin like 02")
    return paths


def main(argv=None):
    """Run the command line; the exit status is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="run.py notebooks", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="paths, or how file names begin (default: all)")
    parser.add_argument("--check", action="store_true", help="only compare, write nothing")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds a notebook may take")
    args = parser.parse_args(argv)
    failed = False
    for name in args.names or [""]:
        for path in paths_of(name, parser):
            seconds = 0.0
            try:
                found, seconds = process(path, check=args.check, limit=args.limit)
            except NotebookError as error:
                found = [str(error)]
            verdict = f"{path.name}: {seconds:.1f} s, {'WRONG' if found else 'good'}"
            print(verdict, *found, sep="\n  ", flush=True)
            failed = failed or bool(found)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
