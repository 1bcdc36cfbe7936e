"""The faces of the book, cut to what its pages need: `.venv/bin/python -m tools.book.fonts`.

They come from their npm packages, under the SIL Open Font License, and lie ready in
theme/static/fonts under names of our own. Cutting them anew needs `pip install brotli`.
"""

import io
import sys
from pathlib import Path

from . import maths, npm
from .places import CACHE

__all__ = ["FALLS_BACK", "FOLDER", "HELD", "cut_all"]

FOLDER = Path(__file__).parent / "theme" / "static" / "fonts"
SERIF = "@fontsource-variable/source-serif-4@5.2.9"
SANS = "@fontsource-variable/inter@5.2.8"
MONO = "@fontsource-variable/source-code-pro@5.2.7"
WORDS = "".join(map(chr, range(32, 127))) + "\xa0©«°±²³¶·¹»¼½×÷–—‘’“”…′−"
WORDS += "ÄÅÉÖØÜßàáâäåæçèéêëíïñóôöøúü"
HEADS = "".join(map(chr, range(32, 127))) + "\xa0–’“”…−éöü"
GREEK = "ΓΔΘΛΞΠΣΦΨΩαβγδεζηθικλμνξπρστυφχψω"
#: Name of a face: package, file in it, what is kept of its axes, characters.
FACES = {
    "serif": (SERIF, "latin-opsz-normal", {"opsz": 18, "wght": (400, 650)}, WORDS),
    "serif-italic": (SERIF, "latin-opsz-italic", {"opsz": 18, "wght": 400}, WORDS),
    "display": (SERIF, "latin-opsz-normal", {"opsz": 60, "wght": 350}, HEADS),
    "display-italic": (SERIF, "latin-opsz-italic", {"opsz": 60, "wght": 340}, HEADS),
    "sans": (SANS, "latin-wght-normal", {"wght": (400, 650)}, WORDS),
    "mono": (MONO, "latin-wght-normal", {"wght": 400}, WORDS),
    "serif-greek": (SERIF, "greek-opsz-normal", {"opsz": 18, "wght": 400}, GREEK),
    "display-greek": (SERIF, "greek-opsz-normal", {"opsz": 60, "wght": 350}, GREEK),
    "sans-greek": (SANS, "greek-wght-normal", {"wght": (400, 650)}, GREEK),
    "mono-greek": (MONO, "greek-wght-normal", {"wght": 400}, GREEK),
}
LETTERS = "".join(map(chr, range(32, 127))) + "\xa0"
SIGNS = "±×·ˆˇˉ˘˙´¨…′ℓ←↑→↓↔⇐⇒⇔↦∀∂∃∅∇∈∋−∓∗∘√∝∞∣∥∧∨∩∪∫∼≃≅≈≡≤≥≪≫⊂⊃⊆⊇⊕⊗⊙⊤⊥⋅⋆⋮⋯⋱"
SIGNS += "⌈⌉⌊⌋⟨⟩⟶⟹⟺\ue020"
CAPITALS = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#: The faces of KaTeX that chapters use, and their characters; the others are not shipped.
KATEX = {
    "Main-Regular": LETTERS + SIGNS + GREEK[:10],
    "Main-Bold": "01" + CAPITALS + CAPITALS.lower(),  # of \mathbf
    "Main-Italic": LETTERS,
    "Math-Italic": LETTERS + GREEK + "ϕϵϑϱς",
    "AMS-Regular": CAPITALS + "k□≤≥≲≳⊂⊃∖≜⇝∄∅",
    "Caligraphic-Regular": CAPITALS,
    "Size1-Regular": None,
    "Size2-Regular": None,
    "Size3-Regular": None,
    "Size4-Regular": None,
}
#: All that some face holds.
HELD = set("".join(filter(None, [WORDS, GREEK, *KATEX.values(), "⎛⎜⎝⎞⎟⎠⎡⎢⎣⎤⎥⎦⎧⎨⎩⎪⎫⎬⎭∏∐∑⋀⋁⋂⋃⨁⨂"])))
#: What no face above holds: indices and fractions in printed lines, signs of controls, names.
FALLS_BACK = set("⁰⁴⁵⁶⁷⁸⁹⁻₀₁₂₃₄₅₋⅓⅔⅛ćńš‖↺▶⏸▸▾✓≈≤≥∞√→⟨⟩Θ\u200b")


def cut(data, names, axes, characters):
    """Return a face as WOFF2, with some of its axes and characters, under another name."""
    from fontTools import subset, ttLib
    from fontTools.varLib import instancer

    font = ttLib.TTFont(data, recalcTimestamp=False)  # the same bytes each time
    if axes:
        instancer.instantiateVariableFont(font, axes, inplace=True)
        font.flavor, whole = None, io.BytesIO()
        font.save(whole)
        font = ttLib.TTFont(
            whole, recalcTimestamp=False
        )  # as if it had come so: the cutter stumbles otherwise
    options = subset.Options(flavor="woff2", name_IDs=["*"], hinting=False)
    options.layout_features = ["kern", "liga", "onum", "lnum", "tnum"]
    cutter = subset.Subsetter(options)
    wanted = font.getBestCmap() if characters is None else [ord(one) for one in characters]
    cutter.populate(unicodes=wanted)
    cutter.subset(font)
    for record in list(font["name"].names):  # reserved names are not for a cut face
        if record.nameID in (1, 3, 4, 6, 16, 25):
            font["name"].setName(names, record.nameID, 3, 1, 0x409)
        elif record.nameID not in (0, 13, 14):
            font["name"].removeNames(record.nameID)
    font.flavor = "woff2"
    return font


def cut_all(target=FOLDER):
    """Fetch the faces, cut them, write them and their licences; needs ``pip install brotli``."""
    import brotli  # noqa: F401 - before anything is written

    target.mkdir(parents=True, exist_ok=True)
    packages = {name: npm.fetch(name, CACHE / "npm") for name in (SERIF, SANS, MONO)}
    katex = maths.fetch_katex(CACHE / "npm")
    for old in target.iterdir():  # of faces that are not needed any more
        old.unlink()
    for name, (package, file, axes, characters) in FACES.items():
        short = package.split("/")[1].split("@")[0]
        data = packages[package] / "files" / f"{short}-{file}.woff2"
        cut(data, f"Kernlab {name}", axes, characters).save(target / f"{name}.woff2")
    for name, characters in KATEX.items():
        data = katex / "dist" / "fonts" / f"KaTeX_{name}.woff2"
        cut(data, f"KaTeX_{name}", {}, characters).save(target / f"KaTeX_{name}.woff2")
    licence = (packages[SERIF] / "LICENSE").read_text("utf-8")
    (target / "OFL.txt").write_text(NOTICE + licence[licence.index("-----") :], "utf-8")
    size = sum(file.stat().st_size for file in target.glob("*.woff2"))
    print(f"{target}: {len(FACES) + len(KATEX)} faces, {size / 1000:.0f} kB")


NOTICE = """The faces in this folder are cut and renamed; all are under the SIL Open Font License,
Version 1.1, which stands below.

serif, display: from Source Serif 4, Copyright 2014-2023 Adobe (http://www.adobe.com/),
    with Reserved Font Name 'Source' (npm: @fontsource-variable/source-serif-4)
sans: from Inter, Copyright 2016 The Inter Project Authors (https://github.com/rsms/inter)
    (npm: @fontsource-variable/inter)
mono: from Source Code Pro, Copyright 2010-2020 Adobe (http://www.adobe.com/),
    with Reserved Font Name 'Source' (npm: @fontsource-variable/source-code-pro)
KaTeX_*: from KaTeX, Copyright (c) 2009-2010, Design Science, Inc., Copyright (c) 2014-2018 Khan
    Academy (npm: katex)

"""

if __name__ == "__main__":
    sys.exit(cut_all())
