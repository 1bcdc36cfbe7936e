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
    "000-02": ["05-origin-nan", "05-origin-live"],
    "000-03": ["07-sphere-code", "07-sphere-panel"],
    "000-04": ["07-fig1-slip-code", "07-fig1-panel"],
    "000-05": ["07-derivative"],
    "000-06": ["07-rate-code"],
    "000-07": ["07-same-features-code"],
    "000-08": ["07-chain-code"],
    "000-09": ["07-gershgorin-panel", "07-gershgorin-more"],
    "000-10": ["07-proof-panel", "07-proof-check"],
    "000-11": ["07-rails-code"],
    "000-12": ["07-sets-panel", "07-negative-code"],
    "000-13": ["07-metric-code"],
    "000-14": ["08-indef-code", "08-repair-code", "08-tuning-code"],
    "000-15": ["04-axes-code", "04-look-ahead-code", "08-centre-code", "08-live-table"],
    "000-16": ["08-nmi-code", "08-nmi-check"],
    "000-18": ["07-numerics-code"],
    "000-19": ["08-five-read"],
    "001-01": ["02-d1a67fb5"],
    "001-02": ["09-five-panel", "09-five-after"],
    "001-03": ["09-theorems-code"],
    "001-04": ["09-spaces-code"],
    "001-05": ["09-divergence-code"],
    "001-06": ["09-divergence-code"],
    "001-07": ["09-pair-code"],
    "001-08": ["09-vote-code", "09-vote-more"],
    "001-09": ["09-metric-code"],
    "001-10": ["09-wall-panel", "09-wall-after"],
    "001-11": ["09-safe-code"],
    "001-12": ["09-parts-code"],
    "001-13": ["09-factor-slip-code"],
    "001-14": ["09-six-code"],
    "001-15": ["09-riemann-four", "09-riemann-fifteen"],
    "001-16": ["09-detour-code"],
    "001-17": ["09-sums-code"],
    "001-18": ["09-six-slip-code"],
    "001-19": ["09-metric-hellinger-code"],
    "001-20": ["09-local-slip-code"],
    "001-21": ["10-indef-table", "10-repair-code"],
    "001-22": ["10-gamma-table", "10-gamma-code", "10-collapse-panel"],
    "001-23": ["10-detective-code", "10-detective-runs", "10-claims-own", "10-majority"],
    "002-01": ["11-table-code"],
    "002-02": ["11-table-chi2-code"],
    "002-03": ["11-table-hellinger-code"],
    "002-04": ["11-map-root-code"],
    "002-05": ["11-copied-code", "11-map-root-code", "11-game-panel"],
    "002-06": ["11-table-hellinger-code", "11-signature-code"],
    "002-07": ["11-signature-code", "11-spectrum-code", "11-spectrum-check-code"],
    "002-08": ["11-sampling-code", "11-sampling-sklearn", "11-errors-panel"],
    "002-09": ["11-scale-zero-code"],
    "002-10": ["11-sign-code"],
    "002-11": ["11-limit-code"],
    "002-12": ["11-wall-code", "11-wall-refuses", "11-plane-panel"],
    "002-13": ["11-family-code"],
    "002-14": ["11-scale-metric-code"],
    "002-15": ["13-ties-code", "13-plane-panel", "13-lucky-code"],
    "002-16": ["12-units-turn-code", "12-units-panel", "12-units-after"],
    "002-17": ["12-triangle-code"],
    "002-18": ["12-contrast-code"],
    "002-19": ["12-concentration-code", "12-dimension-panel", "12-rate-code"],
    "002-20": ["12-centre-points", "12-centre-panel"],
    "002-21": ["12-weights-free"],
    "002-22": [
        "12-weights-printed",
        "12-weights-panel",
        "12-weights-slip-code",
        "12-weights-zero-code",
    ],
    "002-23": ["12-weights-slip-code", "12-weights-rise", "13-family-falls", "13-rises-code"],
    "002-24": ["13-paper-check", "13-paper-gap", "13-paper-twice", "13-paper-turned"],
    "003-01": ["06-bug-run", "06-bug-count"],
    "003-02": ["06-bug-count"],
    "003-03": ["05-centred-nan", "05-rounding-cell"],
    "003-04": ["05-trace-cell", "06-three-run"],
    "003-05": ["06-range-run", "06-range-panel"],
    "003-06": ["04-five-code", "04-five-panel"],
    "003-07": ["02-c6871e97"],
    "003-08": ["04-symmetric-code"],
    "003-09": ["04-order-code", "04-order-panel"],
    "003-10": ["06-three-run"],
    "003-11": ["05-lost-line"],
    "004-02": ["03-eigen-code", "03-two-known-code", "03-in-iris"],
    "004-03": ["02-c5e6a965"],
    "004-04": ["07-five-code"],
    "004-05": ["03-map-code", "03-angle-code", "03-slides-say-code"],
    "U1": ["07-family-code"],
    "U2": ["07-family-code"],
    "U3": ["07-spine-code", "11-spine-code"],
    "U5": ["07-sets-code"],
    "U6": ["07-family-code"],
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
