"""From the settings of the bench to its code: in parts, as the bench runs it, and as one script."""

import re
from dataclasses import dataclass

from .recipes import KERNELS, METHODS, NORMALIZATIONS, REPAIRS, SCALINGS, VIEW

__all__ = ["PARTS", "Setting", "idle_of", "imports_of", "parts_of", "script_of"]

#: What can be imported: the name in a line, and the line that brings it.
IMPORTS = {
    "np.": "import numpy as np",
    "KMeans(": "from sklearn.cluster import KMeans",
    "MinMaxScaler(": "from sklearn.preprocessing import MinMaxScaler",
    "StandardScaler(": "from sklearn.preprocessing import StandardScaler",
    " normalize(": "from sklearn.preprocessing import normalize",
}
NAME = re.compile(r'"(?:[^"\\]|\\.)*"')
#: A list of texts, and what stands before it, whose brackets may be in texts.
LIST = re.compile(rf'((?:[^"\[]|\[(?!")|{NAME.pattern})*)(\[(?:{NAME.pattern}(?:, )?)+\])')
OWN = ("load_table", "read_table", "stability")
PARTS = ("points", "kernel", "matrix", "view", "clusters")


@dataclass(frozen=True)
class Setting:
    """Hold where the controls of the bench stand.

    Parameters
    ----------
    scaling, kernel, repair, normalization, method : str
        Names in `SCALINGS`, `KERNELS`, `REPAIRS`, `NORMALIZATIONS`, `METHODS`.
    k : int
        Number of clusters.
    t : float
        Order of the normalization, from 0 to inf.
    sigma : float
        Width of the kernel, in medians of the distances.
    gamma : float
        What is added to the variance of local Gaussians, in mean variances of the columns.
    p : float
        Exponent of Minkowski's distance.
    m : int
        Number of neighbors.

    Examples
    --------
    >>> parts_of(Setting(kernel="Gaussian", sigma=2.0))["kernel"]
    ['K = kh.gaussian(X, sigma=2.0 * kh.sigma_quantile(X))']
    """

    scaling: str = "standardized"
    kernel: str = "linear"
    repair: str = "none"
    normalization: str = "none"
    method: str = "kernel k-means"
    k: int = 3
    t: float = 1.0
    sigma: float = 1.0
    gamma: float = 0.1
    p: float = 2.0
    m: int = 10

    def __post_init__(self):
        """Refuse a name that is not on the bench."""
        tables = {
            "scaling": SCALINGS,
            "kernel": KERNELS,
            "repair": REPAIRS,
            "normalization": NORMALIZATIONS,
            "method": METHODS,
        }
        for what, table in tables.items():
            name = getattr(self, what)
            if name not in table:
                raise ValueError(f"{what} is {name!r}; it must be one of {', '.join(table)}")

    def values(self):
        """Return what stands for {t}, {sigma}, ... in the lines."""
        t = 'float("inf")' if self.t == float("inf") else repr(self.t)
        numbers = {name: repr(getattr(self, name)) for name in ("k", "sigma", "gamma", "p", "m")}
        return {"t": t, "histograms": KERNELS[self.kernel].histograms, **numbers}


def parts_of(setting):
    """Return the lines that the bench runs, by its parts.

    "points" make X, "kernel" K, "matrix" repairs and normalizes K, "view" finds two coordinates,
    "clusters" fits `model`.
    """
    templates = {
        "points": [SCALINGS[setting.scaling]],
        "kernel": KERNELS[setting.kernel].lines,
        "matrix": [REPAIRS[setting.repair], NORMALIZATIONS[setting.normalization]],
        "view": [VIEW],
        "clusters": METHODS[setting.method].lines,
    }
    values = setting.values()
    return {
        part: [line.format(**values) for line in lines if line] for part, lines in templates.items()
    }


def idle_of(setting):
    """Return the sliders that do nothing in a setting.

    >>> sorted(idle_of(Setting(kernel="Gaussian", normalization="order t")))
    ['gamma', 'm', 'p']
    """
    at_work = {*KERNELS[setting.kernel].sliders, *METHODS[setting.method].sliders}
    at_work |= {"t"} if "{t}" in NORMALIZATIONS[setting.normalization] else set()
    return {"t", "sigma", "gamma", "p", "m"} - at_work


def imports_of(lines):
    """Return the lines that import what some lines of code use, but for the book's own."""
    return [line for name, line in IMPORTS.items() if any(uses(text, name) for text in lines)]


def uses(text, name):
    """Whether a line of code uses a name; kh.MinkowskiKMeans( is no KMeans(."""
    return f" {name.strip()}" in text or f"({name}" in text if name != "np." else "np." in text


def script_of(setting, chosen):
    """Return a script of 8 to 15 lines that does what the bench does, runnable as it stands.

    Parameters
    ----------
    setting : Setting
        Where the controls stand.
    chosen : Chosen
        The points.

    Returns
    -------
    str
        Code. It makes X, K, `view` and `model`, and prints the numbers of the bench.
    """
    lines = [f"data = {chosen.source}"]
    lines += [line for part in parts_of(setting).values() for line in part]
    lines += closing_lines(setting, chosen)
    own = ", ".join(name for name in OWN if any(f"{name}(" in line for line in lines))
    foreign = imports_of(lines)
    head = [*foreign, ""] if foreign else []
    head += ["import kernlab_helpers as kh", f"from kernlab_course.bench import {own}", ""]
    return "\n".join([*head, *(folded(line) for line in lines), ""])


def closing_lines(setting, chosen):
    """Return the lines that print the numbers of the bench."""
    of = METHODS[setting.method].of
    lines = [
        'print(f"least eigenvalue {kh.min_eigenvalue(K):.4g}", '
        f'f"stability {{stability(model, {of}):.3f}}")'
    ]
    if chosen.y is not None:
        lines.append(
            'print(f"NMI {kh.nmi(data.y, model.labels_):.3f}", '
            'f"purity {kh.purity(data.y, model.labels_):.3f}")'
        )
    return lines


def folded(line, width=98):
    """Return a line of code in several if its list of columns is too long."""
    found = LIST.match(line)
    if len(line) <= width or not found:
        return line
    head, tail = found[1], line[found.end() :]
    rows, row = [], ""
    for name in NAME.findall(found[2]):
        if len(row) + len(name) > width - 8:
            rows, row = [*rows, row.rstrip()], ""
        row += f"{name}, "
    return "\n".join([f"{head}[", *(f"    {r}" for r in [*rows, row.rstrip()]), f"]{tail}"])
