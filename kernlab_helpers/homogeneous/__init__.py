"""Homogeneous kernels between histograms, their spectra, and the finite maps that approximate them.

A new kernel of this kind is one entry of the table in `_table.py`.
"""

from .additive import additive_kernel, hein_bousquet, signature, spectrum

__all__ = ["ExplicitMap", "additive_kernel", "hein_bousquet", "signature", "spectrum"]


def __getattr__(name):
    if name == "ExplicitMap":  # needs scikit-learn, the kernels do not
        from .explicit_map import ExplicitMap

        return ExplicitMap
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
