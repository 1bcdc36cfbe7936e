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

__all__ = [
    "NotebookError",
    "canonical",
    "deviations",
    "differences",
    "dumps",
    "execute",
    "lines",
    "problems",
    "read",
]

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
    new, taken = copy.deepcopy(nb), set()
    new.metadata, new.nbformat, new.nbformat_minor = nbformat.from_dict(METADATA), 4, 5
    for cell in new.cells:
        cell.id = _cell_id(cell, stem, taken)
        taken.add(cell.id)
        cell.metadata = _cell_metadata(cell.metadata)
        if cell.cell_type == "code":
            cell.execution_count = 1 if cell.get("execution_count") else None
            cell.outputs = _outputs(cell.outputs)
    return new


def _cell_id(cell, stem, taken):
    # Made from the source, not the place: a cell inserted above must not rename this one.
    made = f"{stem}-{hashlib.sha256(cell.source.encode()).hexdigest()[:8]}"
    names = [str(cell.get("id", "")), made, *(f"{made}-{k}" for k in range(2, len(taken) + 2))]
    return next(n for n in names if re.fullmatch(r"[A-Za-z0-9_-]{1,64}", n) and n not in taken)


def _cell_metadata(metadata):
    slide, hidden = metadata.get("slideshow", {}).get("slide_type"), metadata.get("jupyter", {})
    kept = {
        "tags": list(dict.fromkeys(metadata.get("tags", []))),
        "slideshow": {"slide_type": slide} if slide else {},
        "jupyter": {k: True for k in ("source_hidden", "outputs_hidden") if hidden.get(k)},
        "editable": None if metadata.get("editable", True) else False,
    }
    return nbformat.from_dict({k: value for k, value in kept.items() if value or value is False})


def _outputs(outputs):
    """Canonical outputs of a cell; neighbouring pieces of one stream become one."""
    found = []
    for output in outputs:
        if output.output_type == "stream" and found and found[-1].get("name") == output.name:
            found[-1].text += output.text
        else:
            found.append(_rich(output) if "data" in output else copy.deepcopy(output))
    return found


def _rich(output):
    data = {mime: value for mime, value in output.data.items() if mime != WIDGET_VIEW}
    data |= {PNG: data[PNG].strip()} if PNG in data else {}
    notes = output.get("metadata", {}).get(PNG, {})
    notes = {key: notes[key] for key in PNG_METADATA if key in notes}
    new = {"output_type": output.output_type, "data": data}
    new["metadata"] = {PNG: notes} if notes else {}
    count = {"execution_count": 1} if output.output_type == "execute_result" else {}
    return nbformat.from_dict(new | count)


def _cells(nb, *types):
    """Each cell with the words that say where it is."""
    for number, cell in enumerate(nb.cells, 1):
        if cell.cell_type in (types or ("code", "markdown", "raw")):
            yield f"cell {number} ({(cell.source.strip().splitlines() or ['empty'])[0]}):", cell


def execute(path, *, limit=LIMIT, first="", then="", environment=None, go_on=False):
    """Run a notebook top to bottom in one new kernel, in its folder.

    Returns the canonical fresh notebook, the seconds it took, and the outputs of `then`: source
    that runs afterwards in the same kernel, with `limit` seconds of its own, and is not part of
    the notebook. Neither is `first`, source that runs before. The kernel sees the variables of
    `environment` besides those of this process. Raises NotebookError naming the cell, or, to
    `go_on`, keeps an error as an output of its cell.
    """
    path, last = Path(path), nbformat.v4.new_code_cell(then)
    nb, start = canonical(read(path), stem=path.stem[:2]), time.monotonic()
    for _, cell in _cells(nb, "code"):
        cell.outputs, cell.execution_count = [], None
    places = ["before the first cell:", *(where for where, _ in _cells(nb)), "after the last cell:"]
    nb.cells = [nbformat.v4.new_code_cell(first), *nb.cells, last]
    left = lambda cell: max(1, ceil(start + limit - time.monotonic()))  # noqa: E731
    client = NotebookClient(nb, kernel_name="python3", timeout_func=left)
    # The package that stands beside the notebooks, and nobody's lecture or plotting settings.
    env = os.environ | {"PYTHONHASHSEED": "0", "MPLBACKEND": "Agg", "KERNLAB_LECTURE": ""}
    env |= environment or {}
    env["PYTHONPATH"] = f"{ROOT}{os.pathsep}{env.get('PYTHONPATH', '')}"
    known = {CellTimeoutError: f"not ready after {limit:g} s", DeadKernelError: "the kernel died"}
    with client.setup_kernel(cwd=str(path.parent.resolve()), env=env, stderr=subprocess.DEVNULL):
        for index, (where, cell) in enumerate(zip(places, nb.cells, strict=True)):
            if cell is last:
                seconds, start = time.monotonic() - start, time.monotonic()
            client.allow_errors = go_on and index > 0
            try:
                client.execute_cell(cell, index)
            except (CellExecutionError, *known) as error:
                reason = known.get(type(error)) or f"{error.ename}: {error.evalue}"
                raise NotebookError(f"{path.name}, {where} {reason}") from error
    nb.cells = nb.cells[1:-1]
    return canonical(nb), seconds, _outputs(last.outputs)


def lines(cell):
    """Everything that is compared of a cell's outputs, as lines that start with their kind."""
    for output in _outputs(cell.outputs):
        text = output.get("text", f"{output.get('ename')}: {output.get('evalue')}")
        texts = dict(output.get("data", {output.get("name", "error"): text}))
        texts |= {f"{PNG} {k}": v for k, v in output.get("metadata", {}).get(PNG, {}).items()}
        texts |= {PNG: ""} if PNG in texts else {}
        for kind, text in sorted(texts.items()):
            yield from (f"{kind}: {line}" for line in str(text).split("\n"))


def differences(stored, fresh):
    """List in words where the outputs of two runs of the same cells differ (text, MIME types)."""
    if [cell.source for cell in stored.cells] != [cell.source for cell in fresh.cells]:
        raise ValueError("stored and fresh have different cells: compare two runs of one notebook")
    found = []
    for (where, old), (_, new) in zip(_cells(stored, "code"), _cells(fresh, "code"), strict=True):
        found += [] if old.execution_count else [f"{where} was never executed"]
        sides = {"-": "\n    stored ", "+": "\n    fresh  "}
        diff = [sides[d[0]] + d[2:] for d in ndiff([*lines(old)], [*lines(new)]) if d[0] in sides]
        found += [f"{where} outputs differ{''.join(diff)}"] if diff else []
    return found


def problems(nb):
    """List the code cells that warn or are empty: neither may be stored."""
    found = [f"{w} delete this empty cell" for w, c in _cells(nb, "code") if not c.source.strip()]
    for where, cell in _cells(nb, "code"):
        warned = [output.text.strip() for output in cell.outputs if output.get("name") == "stderr"]
        found += [f"{where} writes to stderr: {text}" for text in warned]
    return found


def deviations(path):
    """List what in the file of a notebook is not canonical."""
    nb, found = read(path), []
    new = canonical(nb, stem=path.stem[:2])
    for (where, cell), wanted in zip(_cells(nb), new.cells, strict=True):
        keys = [key for key in wanted if cell.get(key) != wanted[key]]
        found += [f"{where} not canonical: {', '.join(keys)}"] if keys else []
    if not found and path.read_bytes() != dumps(new).encode():
        found.append("not canonical: the notebook's metadata, or indent, order of keys, line ends")
    return found


def _keep_pictures(stored, fresh):
    """Put stored pictures back where neither text nor pixels changed: git then sees nothing."""
    from matplotlib.image import imread

    for (_, old), (_, new) in zip(_cells(stored, "code"), _cells(fresh, "code"), strict=True):
        if [*lines(old)] == [*lines(new)]:
            for left, right in zip(_outputs(old.outputs), new.outputs, strict=True):
                if PNG in right.get("data", {}):
                    a, b = (imread(BytesIO(b64decode(o.data[PNG]))) for o in (left, right))
                    if a.shape == b.shape and abs(a - b).max() < 3 / 255:
                        right.data[PNG] = left.data[PNG]


def process(path, *, check=False, limit=LIMIT):
    """Execute a notebook; compare it with its file, or write it. Return (problems, seconds)."""
    path = Path(path)
    stored, (fresh, seconds, _) = read(path), execute(path, limit=limit)
    found = problems(fresh) + (deviations(path) + differences(stored, fresh) if check else [])
    if seconds > limit:
        found.append(f"takes {seconds:.0f} s, allowed are {limit:g} s")
    if not found and not check:
        _keep_pictures(stored, fresh)
        path.write_bytes(dumps(fresh).encode())
    return found, seconds


def main(argv=None):
    """Run the command line; the exit status is 1 if anything is wrong."""
    parser = argparse.ArgumentParser(prog="run.py notebooks", description=__doc__.split("\n")[0])
    parser.add_argument("names", nargs="*", help="paths, or how file names begin (default: all)")
    parser.add_argument("--check", action="store_true", help="only compare, write nothing")
    parser.add_argument("--limit", type=float, default=LIMIT, help="seconds a notebook may take")
    args, failed = parser.parse_args(argv), False
    for name in args.names or [""]:
        paths = [Path(name)] if Path(name).is_file() else sorted(FOLDER.glob(f"{name}*.ipynb"))
        if not paths:
            parser.error(f"no notebook {name or '*.ipynb'} in {FOLDER.name}/: names begin like 02")
        for path in paths:
            try:
                found, seconds = process(path, check=args.check, limit=args.limit)
            except NotebookError as error:
                found, seconds = [str(error)], 0
            verdict = f"{path.name}: {seconds:.1f} s, {'WRONG' if found else 'good'}"
            print(verdict, *found, sep="\n  ", flush=True)
            failed |= bool(found)
    return int(failed)


if __name__ == "__main__":
    sys.exit(main())
