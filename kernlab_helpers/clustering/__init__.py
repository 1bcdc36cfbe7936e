"""Clustering: k-means in feature space, in its leading axes, in the eigenvectors of an affinity.

Each estimator follows scikit-learn's conventions and keeps `history_`, a list with one record per
iteration, so that a slider can replay the run. All take a precomputed matrix. Each has a module,
with what it makes of the matrix; the k-means that follows is one for all, in `_lloyd`.
"""
