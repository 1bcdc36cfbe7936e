"""A picture as data: scales and marks that stay (the frame), small arrays that move (the parts).

Nothing here draws. The front end, matplotlib (``draw.py``) and the words all read the same scene,
and :mod:`.positions` says for all of them where a value stands on the page. Lengths are in CSS
pixels at the desk.
"""

import math
import re
import unicodedata
from dataclasses import dataclass, field

import numpy as np

__all__ = [
    "BOLD",
    "GAP",
    "TICK",
    "Mark",
    "Plot",
    "Scale",
    "cube_scale",
    "half_scale",
    "limits_part",
    "linear_scale",
    "log_scale",
    "make_scale",
    "part",
    "root_scale",
    "text_width",
]

DEGREES = (1, 2, 5, 15, 30, 45, 90, 180)  # steps of an angle
GAP = 24  # between two plots of a picture
TICK = 11  # type size of ticks
FREE = 6  # between a text and what it names
BOLD = 1.13  # how much wider bold type is

#: Where a value stands on a scale, before both ends are known.
CURVES = {
    "linear": lambda v: v,
    "log": np.log,
    "root": lambda v: np.sign(v) * np.sqrt(np.abs(v)),
    "cube": np.cbrt,
    "half": lambda v: 1 - 1 / (1 + v),  # t / (1 + t), and 1 at infinity
}
#: ... and the value that stands there.
INVERSES = {
    "linear": lambda v: v,
    "log": np.exp,
    "root": lambda v: np.sign(v) * v**2,
    "cube": lambda v: v**3,
    "half": lambda v: v / (1 - v),
}


@dataclass(frozen=True)
class Scale:
    """Values along one axis: ``low`` at the left or the bottom, ``high`` at the other end."""

    kind: str
    low: float
    high: float
    ticks: tuple = ()
    label: str = ""

    def fraction(self, values):
        """Return where values stand: 0 at the low end, 1 at the high one."""
        with np.errstate(invalid="ignore", divide="ignore"):
            low, high, at = map(
                CURVES[self.kind], (self.low, self.high, np.asarray(values, dtype=float))
            )
            return (at - low) / (high - low)

    def between(self, start, end, share):
        """Return the value at a share of the way, as it is drawn, from one value to another.

        >>> float(Scale("log", 1, 100).between(1, 100, 0.5).round(9))
        10.0
        """
        with np.errstate(invalid="ignore", divide="ignore"):
            start, end = map(CURVES[self.kind], (np.float64(start), np.float64(end)))
            return INVERSES[self.kind](start + share * (end - start))

    def frame(self):
        """Return the scale as JSON."""
        return {
            "kind": self.kind,
            "low": json_number(self.low),
            "high": json_number(self.high),
            "ticks": [[json_number(value), text] for value, text in self.ticks],
            "label": self.label,
        }

    @classmethod
    def of(cls, frame):
        """Return the scale that a frame describes."""
        ticks = tuple((float(value), text) for value, text in frame["ticks"])
        return cls(frame["kind"], float(frame["low"]), float(frame["high"]), ticks, frame["label"])


@dataclass(frozen=True)
class Mark:
    """One kind of thing on a plot, with the style that stays."""

    name: str
    kind: str
    style: dict = field(default_factory=dict)

    def frame(self):
        """Return the mark as JSON."""
        return {"name": self.name, "kind": self.kind, **self.style}


@dataclass(frozen=True)
class Plot:
    """One canvas: its size, its margins, its scales and its marks in painting order."""

    width: int
    height: int
    margins: tuple
    fit: str = "free"
    caption: str = ""
    hint: str = ""
    key: tuple = ()
    x: Scale | None = None
    y: Scale | None = None
    grid: bool = True
    space: dict | None = None
    marks: tuple = ()

    def frame(self):
        """Return the plot as JSON."""
        frame = {
            "width": self.width,
            "height": self.height,
            "margins": list(self.margins),
            "fit": self.fit,
            "caption": self.caption,
            "hint": self.hint,
            "key": [list(entry) for entry in self.key],
            "x": self.x and self.x.frame(),
            "y": self.y and self.y.frame(),
            "grid": self.grid,
            "marks": [mark.frame() for mark in self.marks],
        }
        return frame | ({"space": self.space} if self.space else {})


def part(plot, mark, extra=None, **arrays):
    """Return what moves of one mark; arrays become float32 unless they are uint8 already."""
    packed = {}
    for name, array in arrays.items():
        array = np.asarray(array)
        kind = np.uint8 if array.dtype == np.uint8 else np.float32
        packed[name] = np.ascontiguousarray(array, dtype=kind)
    return {"plot": plot, "mark": mark, "arrays": packed, "extra": extra or {}}


def limits_part(plot, x, y):
    """Return the part that moves the axes of a plot."""
    ends = [x.low, x.high, y.low, y.high]
    return part(plot, "limits", {"x": x.frame(), "y": y.frame()}, at=ends)


def json_number(value):
    """Return a number as JSON can hold it: infinity is the word "inf"."""
    value = float(value)
    if math.isinf(value):
        return "inf" if value > 0 else "-inf"
    return value


# Words -----------------------------------------------------------------------------------------

#: Widths of the characters of DejaVu Sans as shares of the type size, the widest face in use.
_WIDTHS = {
    **dict.fromkeys("ijl'|", 0.28),
    **dict.fromkeys(" .,:;/I!", 0.33),
    **dict.fromkeys("frtJ()[]", 0.40),
    **dict.fromkeys("cszkvxy", 0.57),
    **dict.fromkeys("ABCDEGHKNOPQRUVX", 0.72),
    **dict.fromkeys("wM+=<>~-\u2212\u2264", 0.85),
    **dict.fromkeys("mW%\u221e", 0.98),
}


def text_width(text, size=TICK):
    """Return about how many pixels a text takes, mini-TeX not counted.

    >>> round(text_width("10"))
    14
    """
    letters = [c for c in text if c not in "$^_{}\\"] if "$" in text else text
    return size * sum(_WIDTHS.get(c, 0.635) for c in letters)


def widest(texts, size=TICK):
    """Return the width of the widest text."""
    return max((text_width(text, size) for text in texts), default=0)


def number_text(value):
    """Return a number as a tick writes it, with a true minus sign and no needless zeros.

    >>> number_text(-0.5), number_text(2.0), number_text(1e-5), number_text(20000)
    ('−0.5', '2', '10⁻⁵', '20 000')
    """
    if math.isinf(value):
        return "\u221e" if value > 0 else "\u2212\u221e"
    size = abs(value)
    power = round(math.log10(size)) if size else 0
    if (size >= 1e6 or 0 < size < 1e-3) and math.isclose(size, 10.0**power):
        text = power_of_ten_text(power)
    elif 1e-3 <= size < 1e6:
        text = f"{size:{',' if size >= 1e4 else ''}.4f}".rstrip("0").rstrip(".")
    else:
        text = f"{size:.3g}"
    return ("\u2212" if value < 0 and text.strip("0.") else "") + text.replace(",", " ")


def with_minus(text):
    """Return a text as it is shown: with a true minus before numbers, and between them.

    The words of a panel are made and stored with the minus of the keyboard; who shows them, a
    still or the page (``withMinus`` in front/mathtext.js), sets the true one.

    >>> with_minus("rank -1, 2 - 3, k-means, 20-30")
    'rank −1, 2 − 3, k-means, 20-30'
    """
    signs = re.sub(r"(^|[\s(\[,;:=/·|])-(?=\.?\d)", "\\1\u2212", text)
    return re.sub(r"([\d)\]] )-(?= [\w(])", "\\1\u2212", signs)


SIGNS = {"infty": "\u221e", "cdot": "·", "times": "×", "sqrt": "√", "approx": "≈"}
SIGNS |= {"le": "≤", "leq": "≤", "ge": "≥", "geq": "≥", "to": "→", "ell": "ℓ"}


def spoken(text):
    r"""Return a text as one reads it aloud, without TeX; the page does it by ``plain``.

    >>> spoken(r"$K_{BR}$ above $e^{-d/\sigma}$, $\infty$, $\frac{1}{2}$, for 3 $")
    'K_BR above e^(-d/σ), ∞, 1/2, for 3 $'
    """
    return re.sub(r"\$([^$]*)\$", lambda match: _spoken_signs(match[1]), text)


def _spoken_signs(tex):
    bare = re.sub(r"\\(?:mathrm|mathbf|text|left|right)(?![A-Za-z]) ?|\\[,;! ]", "", tex)
    bare = re.sub(r"\\frac\{([^{}]*)\}\{([^{}]*)\}", r"\1/\2", bare)
    bare = re.sub(r"\\([A-Za-z]+) ?", lambda match: _sign(match[1]), bare)
    return re.sub("[{}]", "", re.sub(r"([_^])\{([^{}]*[^{}\w][^{}]*)\}", r"\1(\2)", bare))


def _sign(name):
    case = "SMALL" if name.islower() else "CAPITAL"
    try:
        return SIGNS.get(name) or unicodedata.lookup(
            f"GREEK {case} LETTER {name.removeprefix('var').upper()}"
        )
    except KeyError:
        return f"{name} "


def without_e(text):
    """Return a text whose very large and small numbers are written with a power of ten.

    >>> without_e("from 1e-05 to 2.5e+07, not 0xe-1 or e-3")
    'from 10⁻⁵ to 2.5·10⁷, not 0xe-1 or e-3'
    """
    return re.sub(r"(?<![\w.])(\d+(?:\.\d+)?)e([+-]?\d+)\b", _power_of_match, text)


def _power_of_match(match):
    digits, power = match[1], power_of_ten_text(int(match[2]))
    return power if digits == "1" else f"{digits}·{power}"


def power_of_ten_text(power):
    """Return 10 to some power, raised.

    >>> power_of_ten_text(-5)
    '10⁻⁵'
    """
    return "10" + str(power).translate(str.maketrans("-0123456789", "⁻⁰¹²³⁴⁵⁶⁷⁸⁹"))


def power_of_two_text(power):
    """Return 2 to some power as 8, 1 or 1/8."""
    return str(2**power) if power >= 0 else f"1/{2**-power}"


# Ticks -----------------------------------------------------------------------------------------


def linear_scale(low, high, length, label="", apart=52):
    """Return a linear scale with ticks at round numbers, `apart` pixels from one another.

    >>> [text for _, text in linear_scale(0, 7.5, 400).ticks]
    ['0', '1', '2', '3', '4', '5', '6', '7']
    """
    least = abs(high - low) * apart / max(length, 1)
    step = next((s for s in DEGREES if s >= least), 360) if "degrees" in label else nice_step(least)
    first, last = sorted((low, high))
    numbers = np.arange(math.ceil(first / step - 1e-9), math.floor(last / step + 1e-9) + 1)
    ticks = tuple((n * step, number_text(n * step)) for n in numbers.tolist())
    return Scale("linear", low, high, ticks, label)


def nice_step(least):
    """Return the smallest of 1, 2, 5 times a power of ten that is not less."""
    if not least > 0:
        return 1.0
    unit = 10.0 ** math.floor(math.log10(least))
    return next(unit * f for f in (1, 2, 5, 10) if unit * f >= least * 0.999)


def log_scale(low, high, length, label="", apart=34):
    """Return a log scale: 1/4 1/2 1 2 4 8 where that fits, else 1 2 5 10 or powers of ten.

    >>> [text for _, text in log_scale(0.25, 8, 300).ticks]
    ['1/4', '1/2', '1', '2', '4', '8']
    """
    per_factor_two = length * math.log(2) / math.log(high / low)
    exact = all(math.log2(end).is_integer() for end in (low, high))
    if per_factor_two * 2 >= apart and (exact or (low >= 1 / 70 and high <= 70)):
        stride = 1 if per_factor_two >= apart else 2
        powers = range(math.ceil(math.log2(low)), math.floor(math.log2(high)) + 1)
        ticks = [(2.0**k, power_of_two_text(k)) for k in powers if k % stride == 0]
        return Scale("log", low, high, tuple(ticks), label)
    first, last = math.floor(math.log10(low)), math.ceil(math.log10(high))
    per_decade = length / math.log10(high / low)
    if low >= 1e-3 and high <= 1e4 and per_decade >= 3.5 * apart:
        values = [f * 10.0**k for k in range(first, last + 1) for f in (1, 2, 5)]
    else:
        stride = math.ceil(1.3 * apart / per_decade)
        values = [10.0**k for k in range(first, last + 1) if k % stride == 0]
    wide = last > 5 or first < -3
    inside = [v for v in values if low * 0.999 <= v <= high * 1.001]
    return Scale("log", low, high, tuple((v, power_text(v, wide)) for v in inside), label)


def power_text(value, wide):
    """Return the text of a tick; on a wide axis large and small ones are powers of ten."""
    if wide and not 1e-2 <= value <= 1e2:
        return power_of_ten_text(round(math.log10(value)))
    return number_text(value)


def root_scale(low, high, length, label="", apart=17):
    """Return a signed square-root scale with ticks at squares: -4 -1 0 1 4 9."""
    largest = max(abs(low), abs(high), 1e-300)
    unit = 10.0 ** (2 * math.floor(math.log10(1.0001 * largest) / 2))
    squares = [unit * f * f / 100 for f in (5, *range(10, 101, 10))]
    return chosen(Scale("root", low, high, (), label), squares, length, apart)


def cube_scale(low, high, length, label="", apart=17):
    """Return a signed cube-root scale with ticks at 0 and powers of ten of both signs.

    >>> [text for _, text in cube_scale(-1, 10, 150).ticks]
    ['−1', '−0.1', '0', '0.1', '1', '10']
    """
    largest = max(abs(low), abs(high), 1e-300)
    top = math.floor(math.log10(1.0001 * largest))
    return chosen(
        Scale("cube", low, high, (), label), [10.0 ** (top - k) for k in range(6)], length, apart
    )


def half_scale(low, high, length, label="", apart=24):
    """Return the scale t / (1 + t) from 0 to infinity, with ticks 0 1/4 1/2 1 2 4 8 and both ends.

    >>> [text for _, text in half_scale(0, math.inf, 300).ticks]
    ['0', '1/4', '1/2', '1', '2', '4', '8', '∞']
    """
    scale = Scale("half", low, high, (), label)
    values = [high, low, 1, 2, 0.5, 4, 0.25, 8, 16]
    texts = {0.25: "1/4", 0.5: "1/2"}
    return chosen(scale, values, length, apart, texts, both=False)


def chosen(scale, values, length, apart, texts=(), both=True):
    """Return the scale with those values as ticks that keep their distance; the first ones win."""
    texts = dict(texts)
    candidates = [v for value in [0.0, *values] for v in ((value, -value) if both else (value,))]
    kept = {}
    for value in candidates:
        place = float(scale.fraction(value))
        if not -1e-9 <= place <= 1 + 1e-9 or value in kept:
            continue
        if all(abs(place - other) * length >= apart for other in kept.values()):
            kept[value] = place
    ticks = tuple((v, texts.get(v, number_text(v))) for v in sorted(kept))
    return Scale(scale.kind, scale.low, scale.high, ticks, scale.label)


SCALES = {
    "linear": linear_scale,
    "log": log_scale,
    "root": root_scale,
    "cube": cube_scale,
    "half": half_scale,
}


def make_scale(kind, low, high, length, label="", upright=False):
    """Return a scale of any kind; ticks of an upright axis may stand closer."""
    if kind not in SCALES:
        raise ValueError(f"a scale is one of {', '.join(SCALES)}, got {kind!r}")
    if kind == "linear":
        return linear_scale(low, high, length, label, apart=38 if upright else 52)
    if kind == "log":
        return log_scale(low, high, length, label, apart=20 if upright else 34)
    return SCALES[kind](low, high, length, label)


def margins(x, y, *, right=0):
    """Return left, top, right and bottom of a plot with these axes, from the widths of its texts.

    The name of y stands above its axis, that of x at the right end below it.
    """
    left = widest(text for _, text in y.ticks) + FREE + 4 if y.ticks else 8
    last = text_width(x.ticks[-1][1]) / 2 if x.ticks else 0
    top = 24 if y.label else 8
    bottom = 8 + (14 if x.ticks else 0) + (16 if x.label else 0)
    return math.ceil(left), top, math.ceil(max(last, right, 8)), bottom
