"""How far clusters hang on which points are there."""

import warnings

import numpy as np

__all__ = ["stability"]


def stability(model, M, *, subsets=4):
    """Give the agreement of the clusters of all points with those of random parts of them.

    stability = mean over s of ARI(labels of all, at the points of s; labels of s alone)

    with s a random two thirds of the points, and ARI the adjusted Rand index, as in chapter 15.

    Parameters
    ----------
    model : estimator
        Fitted, with `.labels_`; a copy of it is fitted to every part, with two starts.
    M : array of shape (n, n) or (n, d)
        What it was fitted to: a matrix where the model takes one, else points.
    subsets : int
        Number of parts.

    Returns
    -------
    float
        About 0 where the clusters are chance, 1 where each part finds the clusters of all.

    Examples
    --------
    >>> import numpy as np
    >>> from kernlab_helpers import KernelKMeans, linear
    >>> K = linear(np.r_[0.0:1.0:10j, 9.0:10.0:10j][:, None])
    >>> stability(KernelKMeans(2, random_state=0).fit(K), K)
    1.0
    """
    from sklearn.base import clone
    from sklearn.metrics import adjusted_rand_score
    from sklearn.utils import get_tags

    pairwise = get_tags(model).input_tags.pairwise
    rng = np.random.default_rng(0)
    again = clone(model).set_params(n_init=2)
    scores = []
    for _ in range(subsets):
        part = np.sort(rng.choice(len(M), max(2 * len(M) // 3, model.n_clusters), replace=False))
        with warnings.catch_warnings():
            warnings.simplefilter("ignore")  # those of the fit to all points were told
            found = again.fit(M[np.ix_(part, part)] if pairwise else M[part]).labels_
        scores.append(adjusted_rand_score(model.labels_[part], found))
    return float(np.mean(scores))
