"""What an answer of each panel of a notebook costs: CPU time and bytes, as a page asks for it.

    python packages/livepanels/tests/cost.py notebooks/02*.ipynb

The code cells run here, without a kernel. Each panel is then asked for the ends of each of its
controls in turn, as one view that has the answer before; the medians are printed. Two versions of a
notebook, or of the package, are compared by running this for both.
"""

import contextlib
import io
import json
import statistics
import sys
import time
import warnings
from pathlib import Path

from livepanels import live
from livepanels.panels import registry

ROUNDS = 12


def panels_of(notebook):
    """Run the code cells of a notebook; return its panels."""
    live._panels.clear()
    registry.display = lambda shown: None
    space = {"__name__": "__main__"}
    for cell in json.loads(Path(notebook).read_text("utf-8"))["cells"]:
        if cell["cell_type"] == "code" and "solution" not in cell["metadata"].get("tags", ()):
            lines = [line for line in cell["source"] if not line.startswith(("%", "!"))]
            with (
                contextlib.suppress(ImportError, NameError),
                contextlib.redirect_stdout(io.StringIO()),
            ):
                exec("".join(lines), space)
    return live.panels()


def cost(panel):
    """Return the median CPU milliseconds and bytes of an answer."""
    panel.handle({"view": "cost", "hello": True, "at": None})
    times, sizes = [], []
    for _ in range(ROUNDS):
        for name, control in panel.controls.items():
            for value in control.edges()[:4]:
                at = panel.positions_of({**panel.values, name: value})
                question = {"view": "cost", "at": at}
                start = time.thread_time()
                _, buffer = panel.handle(question)
                times.append(1e3 * (time.thread_time() - start))
                sizes.append(len(buffer))
    return statistics.median(times), statistics.median(sizes)


def main(notebooks):
    """Print one line for each panel."""
    warnings.simplefilter("ignore")
    print("notebook,panel,ms_an_answer,bytes_an_answer")
    for notebook in notebooks:
        for panel in panels_of(notebook):
            milliseconds, size = cost(panel)
            print(f"{Path(notebook).stem},{panel.name},{milliseconds:.2f},{size:.0f}")


if __name__ == "__main__":
    main(sys.argv[1:])
