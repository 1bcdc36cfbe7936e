"""Data sets: three generators with a seed, and `load` for the sets of the sources."""
