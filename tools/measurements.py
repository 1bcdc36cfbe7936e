"""The tables of the documents, written from the stored results: `python3 run.py tables`.

A document says where a table stands, with two lines of comment; the command writes what is between
them, and touches nothing else:

    <!-- table: latency -->
    <!-- end -->

The numbers come from data/results, errata from data/errata.toml, the arithmetic of a cluster from
deploy/kubernetes.yaml, the words of live axes from livepanels. No test compares the documents with
them: run the command after a benchmark.
"""

import argparse
import csv
import math
import re
import sys
import tomllib
from pathlib import Path
from statistics import median

import yaml

__all__ = ["DOCUMENTS", "TABLES", "main", "written"]

ROOT = Path(__file__).resolve().parents[1]
RESULTS = ROOT / "data" / "results"
DOCUMENTS = ("README.md", "docs/measurements.md", "docs/new-results.md", "docs/livepanels.md")
DOCUMENTS += ("deploy/README.md",)
PLACE = re.compile(r"(<!-- table: ([\w ]+) -->\n).*?(<!-- end -->)", re.DOTALL)


def stored(name):
    """Return the rows of a table of data/results."""
    with (RESULTS / f"{name}.csv").open(encoding="utf-8", newline="") as file:
        return list(csv.DictReader(file))


def markdown(head, rows):
    """Return a table as Markdown.

    Examples
    --------
    >>> print(markdown(["map", "error"], [["minimax", 0.1]]))
    | map | error |
    |---|---|
    | minimax | 0.1 |
    """
    lines = [head, ["---"] * len(head), *rows]
    texts = ["| " + " | ".join(map(str, line)) + " |" for line in lines]
    return "\n".join([texts[0], texts[1].replace(" ", ""), *texts[2:]])


def shown(text, digits=0):
    """Return a stored number with so many digits after the point, "" where there is none."""
    return f"{float(text):.{digits}f}" if text else ""


# --- panels and pages --------------------------------------------------------------------------


def latency():
    """Write what a move of a slider takes, of our panels and of others."""
    head = ["technique", "first visit, ms", "95 %", "times the floor", "visited before, ms"]
    head += ["pictures a second: first drag", "dragged again"]
    rows = []
    for row in stored("latency"):
        ours = row["hit rate"] != ""  # the others remember nothing
        again = (row["again ms"], 1), (row["drag again pictures/s"], 0)
        again = [shown(text, digits) if ours else "" for text, digits in again]
        first = [shown(row["first ms"]), shown(row["95 % ms"]), row["to floor"], again[0]]
        drag = [shown(row["first drag pictures/s"]), again[1]]
        rows.append([row["technique"], *first, *drag])
    return markdown(head, rows)


OF_PAGES = {  # column of book.csv: what it says
    "first ms": "from coming into view to the first picture, ms",
    "median ms": "from a key press to the end of the task that paints, median ms",
    "95 % ms": "the same, 95 % ms",
    "frames/s": "frames a second in a drag",
    "kB": "recording, kB",
}


def book():
    """Write how fast the pages of the book are and what they weigh."""
    rows, panels = [], stored("book")
    for column, words in OF_PAGES.items():
        found = [float(row[column]) for row in panels if row[column]]
        slowest = min(found) if column == "frames/s" else max(found)
        rows.append([words, f"{median(found):.3g}", f"{slowest:g}"])
    moved = sum(bool(row["frames/s"]) for row in panels)
    weight = sum(float(row["kB"]) for row in panels) / 1000
    words = f"{len(panels)} panels and pictures, {moved} of them moved; {weight:.1f} MB together."
    return f"{markdown(['', 'the median', 'the slowest'], rows)}\n\n{words}"


def loading():
    """Write what pages of the book cost a reader with a slow line."""
    head = ["page", "screen", "shift", "largest paint, ms", "kB after two seconds", "kB in all"]
    head += ["requests", "of other hosts", "longest task, ms", "tasks above 200 ms"]
    return markdown(head, [row.values() for row in stored("book_loading")])


def peers():
    """Write what chapter 02 is as a page, here and elsewhere."""
    head = ["page", "MB", "s to the first move", "ms a move", "95 %"]
    return markdown(head, [row.values() for row in stored("peers")])


# --- maps --------------------------------------------------------------------------------------

MAPS = ["sampled", "scikit-learn", "VLFeat uniform", "VLFeat rectangular"]
MAPS += ["minimax", "minimax, ratio 20", "data", "after Chum"]


def errors_of_maps(column):
    """Return (set, kernel, order) -> map -> an error of K, as it is stored."""
    found = {}
    for row in stored("minimax"):
        if row["order"]:
            case = row["set"], row["kernel"], row["order"]
            found.setdefault(case, {})[row["map"]] = row[column]
    return found


def gains_of_data():
    """Return how many times nearer the map for data is than the next one, row by row."""
    gains = []
    for errors in errors_of_maps("largest error").values():
        least = min(float(error) for name, error in errors.items() if name != "data")
        gains.append(least / float(errors["data"]))
    return gains


def minimax():
    """Write the largest errors of the explicit maps."""
    rows = [
        [*case, *(errors.get(name, "") for name in MAPS)]
        for case, errors in errors_of_maps("largest error").items()
    ]
    gains = gains_of_data()
    words = f"The map for data is the nearest in {sum(gain > 1 for gain in gains)} of {len(gains)} "
    words += f"rows, by {min(gains):.2f} to {max(gains):.1f} times."
    return f"{markdown(['set', 'kernel', 'order', *MAPS], rows)}\n\n{words}"


def order_t_map():
    """Write the errors of order t without K, beside landmarks of the same size."""
    cases = {}
    for row in stored("order_t_map"):
        cases.setdefault((row["set"], row["t"], row["N"]), {})[row["map"]] = row
    both = {case: maps for case, maps in cases.items() if "Nystroem" in maps}
    ways, columns = ("ours", "Nystroem"), ("largest error", "rms error")
    rows = [[*case, *(maps[w][c] for w in ways for c in columns)] for case, maps in both.items()]
    head = ["set", "t", "N", "OrderTMap: largest", "rms", "Nystroem: largest", "rms"]
    words = [
        f"{sum(float(m['ours'][c]) < float(m['Nystroem'][c]) for m in both.values())} by the {c}"
        for c in columns
    ]
    told = f"Of {len(both)} rows OrderTMap is the nearer one in {' and '.join(words)}."
    return f"{markdown(head, rows)}\n\n{told}"


# --- size --------------------------------------------------------------------------------------


def floors():
    """Write NMI and the largest cluster of each form of the floor, and what `relative` gains."""
    cases = {}
    for row in stored("floors"):
        cases.setdefault((row["set"], f"{float(row['p']):g}"), {})[row["form"]] = row
    rows = []
    for case, of in cases.items():
        cells = [f"{row['mean NMI']} ({shown(row['largest cluster'], 2)})" for row in of.values()]
        gain, t = of["relative"]["over unweighted"], of["relative"]["t of it"]
        rows.append([*case, *(cell.replace("0.", ".") for cell in [*cells, gain]), shown(t, 1)])
    return markdown(["set", "p", *of, "relative minus unweighted", "t"], rows)


def comparisons(table, *columns, also=()):
    """Write the comparisons of an experiment over sets, the primary one first."""
    names = {"sd": "sd over sets", "smallest gain": "smallest gain to see"}
    columns = [*columns, "gain", "sd", "above", "below", "p", "p Holm", "smallest gain", *also]
    rows = [[math_of(row[name]) for name in columns] for row in stored(table)]
    return markdown([names.get(name, name) for name in columns], rows)


SHORT = {
    "chosen minus its control": "chosen minus control",
    "gamma = v/10, m = 10, minus control": r"$\gamma = v/10$ minus control",
    "gamma = 1, m = 10, minus control": r"$\gamma = 1$ minus control",
    "chosen minus K_E of the points, chosen": "chosen minus $K_E$ of points",
    "best by labels minus control, too": "best by labels minus control",
}


def math_of(text):
    """Return a cell; a kernel K_BR as a formula, long words short."""
    return SHORT.get(text, f"$K_{{{text[2:]}}}$" if text.startswith("K_") else text)


def relaxed_means():
    """Write what became of the comparisons of relaxed kernels with smoothed means."""
    return comparisons("relaxed_means_tests", "comparison", "features", "kernel")


def order_weight():
    """Write what became of the comparisons of order and weight."""
    columns = "comparison", "features", "against"
    return comparisons("order_weight_tests", *columns, also=("clear above", "clear below"))


def scaling(rows=None):
    """Write nanoseconds per point and iteration, CPU of all processes / wall, of rows as stored."""
    rows = stored("scaling") if rows is None else rows
    sizes = sorted({int(row["n"]) for row in rows})
    times = {
        (row["way"], row["p"], int(row["n"])): f"{shown(row['cpu_ns'])} / {shown(row['wall_ns'])}"
        for row in rows
    }
    ways = dict.fromkeys((row["way"], row["p"]) for row in rows)
    head = ["way", "p", *(f"n = {n:,}" for n in sizes)]
    return markdown(head, [[*way, *(times.get((*way, n), "") for n in sizes)] for way in ways])


HUB = ["edition", "students", "spawn last s", "run last s", "drags", "last place missed", "answers"]
HUB += ["median ms", "95 % ms", "worst ms", "failures", "server PSS MB", "kernel PSS MB"]
HUB += ["MB a student"]


def hub():
    """Write what a class on one hub took."""
    return markdown(HUB, [[row[name] for name in HUB] for row in stored("hub")])


MARKS = ["students", "minutes", "minutes after the kill", "same table", "right s", "blank s"]
MARKS += ["wrong s", "hostile s", "load before"]


def marks():
    """Write how long it takes to grade a class."""
    return markdown(MARKS, [[row[name] for name in MARKS] for row in stored("marks")])


OUTCOMES = {
    "whole": "whole, live",
    "pixels": "by pixels",
    "no": "not",
    "original": "the original fails or takes over a minute, too",
}


def strangers():
    """Write of both fifties what works with livepanels, what not, and why."""
    rows = []
    for fifty in ("first", "second"):
        for outcome, words in OUTCOMES.items():
            found = [
                r for r in stored("strangers") if (r["fifty"], r["outcome"]) == (fifty, outcome)
            ]
            names = ", ".join(r["number"] for r in found)
            if outcome != "whole":
                names = "; ".join(f"{r['number']} {r['reason']}" for r in found)
            rows.append([fifty, words, len(found), names.replace("|", "/")])
    whole = " and ".join(str(row[2]) for row in rows if row[1] == OUTCOMES["whole"])
    table = markdown(["fifty", "with livepanels", "cells", "which, and why not whole"], rows)
    return f"{table}\n\nWanted were 40 whole of each fifty; there are {whole}."


def machines(students, each, guarantee=300):
    """Return a row of the arithmetic: students, GB of memory, machines, GB of disk, placeholders.

    Examples
    --------
    Memory is what is guaranteed to each, machines hold `each` of them:

    >>> machines(1000, each=93)
    ['1,000', '300', 11, '1,000', '1,000']
    """
    one_hub = min(students, 1000)  # above, several hubs, each with its own placeholders
    many = f"{students // one_hub} x " if students > one_hub else ""
    memory, number = students * guarantee / 1000, math.ceil(students / each)
    return [f"{students:,}", f"{memory:,.0f}", number, f"{students:,}", f"{many}{one_hub:,}"]


def students_on_a_machine(gigabytes, guarantee):
    """Return how many students a machine holds, with an eighth kept for the system.

    Examples
    --------
    >>> students_on_a_machine(32, guarantee=300)
    93
    """
    return int(gigabytes * 1000 * 7 / 8 // guarantee)


def arithmetic():
    """Write how many machines a class needs on Kubernetes."""
    values = yaml.safe_load((ROOT / "deploy" / "kubernetes.yaml").read_text("utf-8"))
    given = values["singleuser"]
    guarantee = float(given["memory"]["guarantee"].removesuffix("M"))
    each = students_on_a_machine(32, guarantee)
    cores = each * given["cpu"]["guarantee"]
    words = f"A machine of 32 GB with 8 cores holds {each} students, {guarantee:g} MB each; they "
    words += f"are given {each} x {given['cpu']['guarantee']} = {cores:.1f} of its cores."
    head = ["students at one time", "memory, GB", "machines of 32 GB", "disk, GB (1 each)"]
    head += ["placeholders before the lecture"]
    rows = [machines(n, each, guarantee) for n in (100, 1_000, 10_000)]
    return f"{words}\n\n{markdown(head, rows)}"


# --- five numbers ------------------------------------------------------------------------------


def numbers():
    """Write the five numbers of the README, each with its file."""
    panel = next(row for row in stored("latency") if row["technique"] == "kernlab")
    first = {row["page"]: row["first move s"] for row in stored("peers")}
    crowd = max(stored("hub"), key=lambda row: int(row["students"]))
    gains = gains_of_data()
    errata = tomllib.loads((ROOT / "data" / "errata.toml").read_text("utf-8"))["row"]
    computed = sum("not_computed" not in row for row in errata)
    sentences = {
        "results/latency.csv": f"A slider that goes back to a place it has been at repaints in "
        f"{panel['again ms']} ms; a new place takes {panel['to floor']} times the shortest way to "
        "the kernel and back",
        "results/peers.csv": f"On a page of the web book the first slider moves after "
        f"{first['the book']} s, in Voila after {first['Voila']} s",
        "results/hub.csv": f"{crowd['students']} students on one hub of two cores dragged for "
        f"{crowd['minutes']} minutes: {int(crowd['answers']):,} answers, {crowd['failures']} lost, "
        f"half of them within {crowd['median ms']} ms",
        "results/minimax.csv": "Our explicit map for data is nearer to its kernel than every other "
        f"map compared, in {sum(gain > 1 for gain in gains)} of {len(gains)} comparisons",
        "errata.toml": f"Of the {len(errata)} rows of the ledger of errata, {computed} are "
        "computed on the page",
    }
    return "\n".join(
        f"- {words} ([{file.split('/')[-1]}](data/{file}))." for file, words in sentences.items()
    )


def words_of(name):
    """Write the words of a class of live axes."""
    from livepanels.pictures import axes  # most who import this module read tables only
    from livepanels.pictures.axes.words import table

    return table(getattr(axes, name)).rstrip()


TABLES = {
    "latency": latency,
    "book": book,
    "loading": loading,
    "peers": peers,
    "minimax": minimax,
    "order t": order_t_map,
    "floors": floors,
    "relaxed means": relaxed_means,
    "order weight": order_weight,
    "scaling": scaling,
    "hub": hub,
    "marks": marks,
    "strangers": strangers,
    "arithmetic": arithmetic,
    "five numbers": numbers,
    "words of axes": lambda: words_of("Axes"),
    "words of a space": lambda: words_of("SpaceAxes"),
}


def written(text, tables=TABLES):
    r"""Return a document with its tables written anew.

    Examples
    --------
    >>> print(written("<!-- table: one -->\nold\n<!-- end -->", {"one": lambda: "new"}))
    <!-- table: one -->
    <BLANKLINE>
    new
    <BLANKLINE>
    <!-- end -->
    """
    return PLACE.sub(lambda found: f"{found[1]}\n{tables[found[2]]()}\n\n{found[3]}", text)


def main(words=None):
    """Write the tables of all documents; return the exit code."""
    argparse.ArgumentParser("run.py tables", description=__doc__.split("\n")[0]).parse_args(words)
    for name in DOCUMENTS:
        old = (ROOT / name).read_text("utf-8")
        new = written(old)
        (ROOT / name).write_text(new, "utf-8", newline="\n")
        print(f"{name}: {'written' if new != old else 'nothing new'}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
