"""Minkowski's distances, centers and feature weights, what high dimension does, and k-means.

The exponent p is above 0. p = 2 is Euclid, p = 1 the city block, p = inf the largest difference.
For p < 1 the distance d breaks the triangle inequality, but its power d^p keeps it. The loop of
k-means stands in `kmeans`, its steps in `_steps`; the searches for a center in `_search`.
"""
