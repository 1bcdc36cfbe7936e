"""Weighted fits whose cost is 0 because features without dispersion took all the weight."""

import numpy as np

WHY = (
    "features that do not vary within a cluster took all its weight, whatever its points do in the "
    "others; take p > 1 and a floor above 0 (the notes say how large), drop constant columns, or "
    "take weighted=False"
)


def collapse(X, cost, n_clusters):
    """Say that the cost of a weighted fit is 0 though points of one cluster differ; None if not."""
    if cost > 0:
        return None
    different = len(np.unique(X, axis=0))
    if different <= n_clusters:
        return None
    return f"the cost is 0 although X has {different} different points for {n_clusters} clusters"
