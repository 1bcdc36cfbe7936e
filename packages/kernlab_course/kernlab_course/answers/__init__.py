"""The exercises of each chapter: inputs, oracle, properties, slips and hints.

One module per chapter (`c00`, `c01`, ...), each with a tuple `EXERCISES`. An oracle is written to
be obviously right, without the helper package, so that a mistake there cannot hide here.
"""
