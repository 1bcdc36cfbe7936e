"""Which cell of which chapter shows a row of the audit (ERRATA.md): the student sees it computed.

Together with ROWS of test_errata.py: every row of the five sources is a test, a computed cell, or
both.
"""

import json
from pathlib import Path

from test_errata import ROWS

NOTEBOOKS = Path(__file__).resolve().parent.parent / "notebooks"
CELLS = {
    "000-01": ["05-misprint-cell"],
    "000-02": ["05-origin-nan", "05-origin-live", "05-origin-choice"],
    "000-03": ["07-sphere-code", "07-sphere-panel"],
    "000-04": ["07-fig1-slip-code", "07-fig1-panel"],
    "000-05": ["07-derivative"],
    "000-06": ["07-fig1-slip-code"],
    "000-07": ["07-properties-code"],
    "000-08": ["07-power-mean-code"],
    "000-09": ["08-gershgorin-panel", "08-gershgorin-more"],
    "000-10": ["08-proof-panel", "08-proof-check"],
    "000-11": ["08-rails-code"],
    "000-12": ["08-negative-panel", "08-negative-code", "08-sets-code"],
    "000-13": ["07-metric-code"],
    "000-14": ["09-indef-code", "09-repair-code", "09-tuning-code"],
    "000-15": ["04-axes-code", "09-centre-code", "09-live-table"],
    "000-16": ["09-nmi-code"],
    "000-18": ["08-numerics-code"],
    "000-19": ["17-order-five-read"],
    "000-20": ["03-all-x-code"],
    "001-01": ["02-d1a67fb5"],
    "001-02": ["11-five-panel", "11-five-after"],
    "001-03": ["11-theorems-code"],
    "001-04": ["11-spaces-code"],
    "001-05": ["11-divergence-code"],
    "001-06": ["11-divergence-code", "11-divergence-good"],
    "001-07": ["10-pair-code"],
    "001-08": ["11-vote-code", "11-vote-more"],
    "001-09": ["10-metric-code"],
    "001-10": ["11-wall-panel", "11-wall-after", "11-plane-code"],
    "001-11": ["11-safe-code"],
    "001-12": ["10-parts-code"],
    "001-13": ["10-factor-slip-code"],
    "001-14": ["10-six-code"],
    "001-15": ["11-riemann-four", "11-riemann-fifteen"],
    "001-16": ["10-detour-code"],
    "001-17": ["11-sums-code"],
    "001-18": ["10-six-slip-code"],
    "001-19": ["10-metric-hellinger-code"],
    "001-20": ["10-local-slip-code"],
    "001-21": ["12-indef-table", "12-repair-code"],
    "001-22": ["12-gamma-table", "12-gamma-code", "12-collapse-panel"],
    "001-23": [
        "17-relaxed-detective-code",
        "17-relaxed-detective-runs",
        "17-relaxed-claims-own",
        "17-relaxed-majority",
    ],
    "001-25": ["10-ball-code"],
    "001-26": ["10-blind-code"],
    "002-01": ["13-table-code"],
    "002-02": ["13-table-chi2-code"],
    "002-03": ["13-table-hellinger-code"],
    "002-04": ["13-map-root-code"],
    "002-05": ["13-copied-code", "13-map-root-code", "13-game-panel"],
    "002-06": ["13-table-hellinger-code", "13-signature-code"],
    "002-07": ["13-signature-code", "13-spectrum-code", "13-spectrum-check-code"],
    "002-08": ["13-sampling-code", "13-sampling-sklearn", "13-errors-panel"],
    "002-09": ["13-scale-zero-code"],
    "002-10": ["13-sign-code"],
    "002-11": ["13-limit-code"],
    "002-12": ["13-wall-code", "13-wall-refuses", "13-plane-panel"],
    "002-13": ["13-family-code"],
    "002-14": ["13-scale-metric-code"],
    "002-15": ["15-ties-code", "15-plane-panel", "15-lucky-code"],
    "002-16": ["14-units-turn-code", "14-units-panel", "14-units-after"],
    "002-17": ["14-triangle-code"],
    "002-18": ["14-contrast-code"],
    "002-19": ["14-concentration-code", "14-dimension-panel", "14-rate-code"],
    "002-20": ["14-centre-points", "14-centre-panel"],
    "002-21": ["14-weights-free"],
    "002-22": [
        "14-weights-printed",
        "14-weights-panel",
        "14-weights-slip-code",
        "14-weights-zero-code",
    ],
    "002-23": ["14-weights-slip-code", "14-weights-rise", "15-family-falls", "15-rises-code"],
    "002-24": [
        "17-minkowski-paper-check",
        "17-minkowski-paper-gap",
        "17-minkowski-paper-twice",
        "17-minkowski-paper-turned",
    ],
    "003-01": ["06-bug-run", "06-bug-count"],
    "003-02": ["06-bug-count"],
    "003-03": ["05-centred-nan", "05-rounding-cell"],
    "003-04": ["05-trace-cell", "06-three-run"],
    "003-05": ["06-range-run", "06-range-panel"],
    "003-06": ["04-five-code", "04-five-panel"],
    "003-07": ["02-c6871e97"],
    "003-08": ["04-symmetric-code"],
    "003-09": ["04-order-code", "04-order-panel"],
    "003-10": ["06-three-run", "06-whose-code"],
    "003-11": ["05-lost-line"],
    "004-02": ["03-eigen-code", "03-two-known-code", "03-in-iris"],
    "004-03": ["02-5b664924"],
    "004-04": ["07-five-code"],
    "004-05": ["03-map-code", "03-angle-code", "03-slides-say-code"],
    "U1": ["08-family-code"],
    "U2": ["08-family-code"],
    "U3": ["08-spine-code", "13-spine-code"],
    "U4": ["08-bells-code", "10-family-code"],
    "U5": ["07-sets-panel", "08-sets-code"],
    "U6": ["08-family-code"],
}


def test_every_cell_of_the_table_is_a_code_cell_of_a_chapter():
    found = {}
    for path in NOTEBOOKS.glob("*.ipynb"):
        for cell in json.loads(path.read_text("utf-8"))["cells"]:
            found[cell["id"]] = cell["cell_type"]
    for row, cells in CELLS.items():
        assert [found.get(cell) for cell in cells] == ["code"] * len(cells), row


def test_every_row_of_the_five_sources_is_a_test_or_a_cell():
    wanted = {"000": 19, "001": 24, "002": 24, "003": 11, "004": 6}
    rows = {f"{source}-{i:02d}" for source, last in wanted.items() for i in range(1, last + 1)}
    elsewhere = {"000-17", "001-24"}  # the one says: see U1 to U3; the other is bibliography
    known = {*ROWS, *CELLS, *elsewhere}
    assert rows <= known, sorted(rows - known)
