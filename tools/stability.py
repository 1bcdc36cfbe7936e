"""Search the chapters for printed words that another machine would print otherwise.

    python -m tools.stability                    all chapters under all settings (two hours)
    python -m tools.stability 07 13              chapters whose names begin so
    python -m tools.stability --settings Haswell libm    settings whose names begin so
    python -m tools.stability 13 --settings noise --seeds 20
    python -m tools.stability --list             the settings, and which of them run here

A setting is a choice that the machine makes for its user: which kernels OpenBLAS takes and on how
many threads, which loops numpy takes, whether the C library multiplies and adds in one step. Each
is asked for by an environment variable and asserted inside the kernel; one that this processor
cannot run is skipped with a word. What moves under a setting moves between machines: mend it.
Compared are the stored outputs, and what the panels say at other places of their controls (the cell
`panels`) with what they say here without a setting.

The settings named noise are a search and no gate. They multiply each entry of every matrix of
kernels or distances that a chapter builds, and of the features and points that it maps or clusters,
by its own 1 + e, |e| <= 1e-15, which is what another order of summation does. Zeros, a diagonal of
ones and numbers of few bits stay. A cell that fails then may assert what only rounding here keeps.
"""

import argparse
import hashlib
import math
import os
import subprocess
import sys
from collections import defaultdict
from difflib import SequenceMatcher
from functools import cache
from itertools import zip_longest
from typing import NamedTuple

import nbformat
import numpy as np

from . import notebooks

CORES = ("Haswell", "SkylakeX", "Nehalem", "Sandybridge", "Zen")
THREADS = (1, 2)
LIMIT = 300  # seconds for a chapter: the slowest kernels on a busy machine
SIZE = 1e-15  # of the noise: some units in the last place
LINE = 100  # characters that tell which line it is

GUARD = """
import scipy.linalg
from threadpoolctl import threadpool_info
from tools.stability import exponentials, loops_on

wanted = {wanted!r}
blas = [library for library in threadpool_info() if library["internal_api"] == "openblas"]
if "core" in wanted:
    running = sorted({{library["architecture"] for library in blas}})
    assert running == [wanted["core"]], f"asked for {{wanted['core']}}, OpenBLAS runs {{running}}"
if "threads" in wanted:
    running = sorted({{library["num_threads"] for library in blas}})
    assert running == [wanted["threads"]], f"OpenBLAS runs on {{running}} threads"
left = sorted(set(wanted.get("loops_off", [])).intersection(loops_on()))
assert not left, f"numpy still has the loops {{left}}"
assert exponentials() != wanted.get("exponentials_not"), "the C library computes as ever"
"""

NOISE = """
import functools
import zlib

import kernlab_helpers
import numpy


def _disturbed(result, name):
    # The same matrix is disturbed in the same way each time, as on one machine it would be.
    A = numpy.array(result)
    if numpy.array_equal(A * 2**20, numpy.rint(A * 2**20)):
        return result  # numbers of few bits: sums of them are exact in every order
    seed = [{seed}, zlib.crc32(name.encode()), zlib.crc32(A.tobytes())]
    factor = 1 + numpy.random.default_rng(seed).uniform(-{size}, {size}, A.shape)
    if A.ndim == 2 and numpy.array_equal(A, A.T):
        factor = numpy.triu(factor) + numpy.triu(factor, 1).T
        exact = numpy.isin(A.diagonal(), (0, 1))
        factor[exact, exact] = 1
    return A * factor


def _noisy(function):
    @functools.wraps(function)
    def noisy(*args, **kwargs):
        return _disturbed(function(*args, **kwargs), function.__name__)

    return noisy


def _noisy_points(fit):
    @functools.wraps(fit)
    def noisy(self, X, *args, **kwargs):
        return fit(self, _disturbed(X, "points"), *args, **kwargs)

    return noisy


for _name in {names!r}:
    setattr(kernlab_helpers, _name, _noisy(getattr(kernlab_helpers, _name)))
kernlab_helpers.ExplicitMap.transform = _noisy(kernlab_helpers.ExplicitMap.transform)
kernlab_helpers.MinkowskiKMeans.fit = _noisy_points(kernlab_helpers.MinkowskiKMeans.fit)
"""
# What the panels say where a student may move them: all options, and a dozen places of a slider.
READOUTS = """
import warnings
from itertools import product

from livepanels import live, Slider


def _values(control):
    if not isinstance(control, Slider):
        return control.edges()
    places = [round(k * control.steps / 12) for k in range(13)]
    return list(dict.fromkeys([*map(control.at, places), *control.edges()]))


def _states(panel):
    choices = [n for n, c in panel.controls.items() if not isinstance(c, Slider)]
    for options in product(*(_values(panel.controls[n]) for n in choices)):
        chosen = dict(zip(choices, options))
        sliders = [n for n in panel.controls if n not in choices]
        yield chosen
        yield from ({**chosen, n: v} for n in sliders for v in _values(panel.controls[n]))


warnings.simplefilter("ignore")
for _panel in live.panels():
    _start, _all = dict(_panel.values), list(_states(_panel))
    for _state in _all[:: -(-len(_all) // 80)]:
        _panel.set(**(_start | _state))
        print(_panel.name, _panel.words)
    _panel.set(**_start)
"""
DISTURBED = (
    "linear",
    "polynomial",
    "gaussian",
    "exponential",
    "self_tuning",
    "additive_kernel",
    "hein_bousquet",
    "relaxed_kernel",
    "jeffreys",
    "bhattacharyya",
    "hellinger",
    "riemannian",
    "jeffreys_riemannian",
    "bhattacharyya_riemannian",
    "center",
    "order_t",
    "unit_diagonal",
    "unit_variance",
    "unit_trace",
    "unit_range",
    "squared_distances",
    "distances",
    "minkowski_distances",
)


class Setting(NamedTuple):
    """One way to compute: a name, the environment that asks for it, source that runs first."""

    name: str
    environment: dict
    first: str


def blas(core, threads):
    """Let OpenBLAS (numpy's and scipy's) take the kernels of `core`, on so many threads."""
    number = str(threads)
    asked = {"OPENBLAS_CORETYPE": core, "OPENBLAS_NUM_THREADS": number, "OMP_NUM_THREADS": number}
    return Setting(
        f"{core}-{threads}", asked, GUARD.format(wanted={"core": core, "threads": threads})
    )


def loops(name, off, **wanted):
    """Switch off loops that numpy would dispatch to."""
    first = GUARD.format(wanted={"loops_off": off} | wanted)
    return Setting(name, {"NPY_DISABLE_CPU_FEATURES": " ".join(off)}, first)


def libm(off):
    """Let the C library do without fused multiply-add; numpy's loops off, so that they ask it."""
    plain = loops("libm-without-fma", off, exponentials_not=exponentials())
    plain.environment["GLIBC_TUNABLES"] = "glibc.cpu.hwcaps=-AVX2,-FMA,-AVX2_Usable,-FMA_Usable"
    return plain


def loops_on():
    """Return the names of the loops that numpy dispatches to here."""
    return np.show_config(mode="dicts").get("SIMD Extensions", {}).get("found", [])


def exponentials():
    """Give a digest of some hundred values of the C library's exp, to the last digit."""
    return hashlib.sha256(repr([math.exp(k / 999) for k in range(999)]).encode()).hexdigest()


def noise(seed):
    """Disturb the kernel matrices of a chapter in the last places."""
    return Setting(f"noise-{seed}", {}, NOISE.format(seed=seed, size=SIZE, names=DISTURBED))


def settings(seeds):
    """List all settings, whether or not they run here."""
    dispatched = loops_on()
    wide = [name for name in dispatched if "512" in name or name == "X86_V4"]
    return [
        *(blas(core, threads) for core in CORES for threads in THREADS),
        loops("loops-without-avx512", wide),
        loops("loops-off", dispatched),
        libm(dispatched),
        *map(noise, range(seeds)),
    ]


def why_not(setting):
    """Say why this processor cannot run a setting; nothing if it can."""
    command = [sys.executable, "-c", setting.first]
    environment = os.environ | {"PYTHONPATH": str(notebooks.ROOT)} | setting.environment
    done = subprocess.run(command, env=environment, capture_output=True, text=True)
    return done.stderr.strip().splitlines()[-1] if done.returncode else ""


def run(path, setting):
    """Execute a chapter under a setting; what its panels say elsewhere becomes one more cell."""
    how = {"first": setting.first, "environment": setting.environment, "then": READOUTS}
    nb, _, said = notebooks.execute(path, limit=LIMIT, go_on=True, **how)
    nb.cells.append(nbformat.v4.new_code_cell(id="panels", outputs=said))
    return nb


@cache
def reference(path):
    """Return the stored chapter, and what its panels say on this machine as it is."""
    stored = notebooks.read(path)
    stored.cells.append(run(path, Setting("as-is", {}, "")).cells[-1])
    return stored


def moved(stored, fresh):
    """Yield (cell id, start of the line, old words, new words) where two runs differ."""
    for old_cell, new_cell in zip(stored.cells, fresh.cells, strict=True):
        if old_cell.cell_type == "code":
            texts = notebooks.lines(old_cell), notebooks.lines(new_cell)
            for old, new in zip_longest(*texts, fillvalue=""):
                for words in differing(old.split(), new.split()) if old != new else ():
                    yield old_cell.id, (old or new)[:LINE], *words


def differing(old, new):
    """Yield (words, other words) for each place where two lists of words differ."""
    for kind, a, b, c, d in SequenceMatcher(None, old, new, autojunk=False).get_opcodes():
        if kind != "equal":
            yield " ".join(old[a:b]), " ".join(new[c:d])


def search(path, setting):
    """Run a chapter under a setting; list what `moved` says."""
    try:
        return list(moved(reference(path), run(path, setting)))
    except notebooks.NotebookError as error:
        return [("stopped", "", "", str(error))]


def main(argv=None):
    """Run the command line; the exit status is 1 if anything moved."""
    parser = argparse.ArgumentParser(prog="tools.stability", description=__doc__.split("\n")[0])
    parser.add_argument("chapters", nargs="*", help="how names of chapters begin (default: all)")
    parser.add_argument("--settings", nargs="+", default=[""], help="how names of settings begin")
    parser.add_argument("--seeds", type=int, default=5, help="how often the noise is drawn")
    parser.add_argument("--list", action="store_true", help="run nothing")
    args, found = parser.parse_args(argv), defaultdict(list)
    starts = tuple(args.chapters or [""])
    paths = [
        path for path in sorted(notebooks.FOLDER.glob("*.ipynb")) if path.name.startswith(starts)
    ]
    for setting in settings(args.seeds):
        if not setting.name.startswith(tuple(args.settings)):
            continue
        reason = why_not(setting)
        print(f"{setting.name}: {reason and 'skipped, '}{reason or 'runs here'}", flush=True)
        for path in [] if reason or args.list else paths:
            for cell, line, old, new in search(path, setting):
                print(f"  {path.stem} {cell} ({line}): {old!r} -> {new!r}", flush=True)
                found[path.stem, cell, line, old].append(setting.name)
    print(f"\n{len(found)} places moved")
    for (stem, cell, line, old), names in sorted(found.items()):
        print(f"  {stem} {cell} ({line}): {old!r} under {', '.join(names)}")
    return int(bool(found))


if __name__ == "__main__":
    sys.exit(main())
