"""Homogeneous kernels between histograms, their spectra, and the finite maps that approximate them.

A new kernel of this kind is one class in `_table.py`.
"""
