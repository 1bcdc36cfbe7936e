"""What the estimators on a precomputed matrix share."""

import numpy as np
from sklearn.base import BaseEstimator
from sklearn.utils.validation import validate_data

from .._checks import as_gram, non_negative, whole_number
from .._estimators import against_fitted, as_n_clusters, as_random_state, numbers_of
from ._lloyd import FromCoordinates, best_of, first_members, lloyd, members, tie_width

LARGEST = 1e307  # divided by n^2: the largest entry that k-means can sum


class MatrixClusterer(BaseEstimator):
    """A clusterer whose fit takes a symmetric (n, n) matrix.

    Not a ClusterMixin, which only adds `fit_predict`: scikit-learn's checks hand points, not their
    matrix, to every ClusterMixin. The tag makes it a clusterer all the same.
    """

    def __sklearn_tags__(self):
        """Tell scikit-learn that this clusters, and from a matrix."""
        tags = super().__sklearn_tags__()
        tags.estimator_type = "clusterer"
        tags.input_tags.pairwise = True
        return tags

    def fit_predict(self, K, y=None):
        """Cluster the points of a matrix and give their clusters.

        Parameters
        ----------
        K : array of shape (n, n)
            Matrix as for `fit`.
        y : None
            Ignored.

        Returns
        -------
        array of shape (n,)
            The attribute `labels_`.
        """
        return self.fit(K, y).labels_

    def _checked(self, K, name="K"):
        """Return the checked matrix and the number of clusters; check the other settings too."""
        given = K
        K = as_gram(numbers_of(given, name), name)
        n_clusters = as_n_clusters(self.n_clusters, K, name)
        largest = max(float(K.max()), -float(K.min()))
        if largest > LARGEST / len(K) ** 2:
            raise ValueError(
                f"{name} has entries up to {largest:.3g} in size, whose sums overflow float64; "
                f"divide {name} by its size first"
            )
        whole_number(self.n_init, "n_init")
        whole_number(self.max_iter, "max_iter")
        non_negative(self.tol, "tol")
        validate_data(self, given, skip_check_array=True)  # n_features_in_, names of the columns
        return K, n_clusters

    def _checked_new(self, K):
        """Return the checked (m, n) kernel of new points with those of fit."""
        given = K
        K = against_fitted(self, given, "K")
        validate_data(self, given, reset=False, skip_check_array=True)
        return K.astype(np.float64, copy=False)

    def _starts(self, points, n_clusters):
        """Yield the starts of k-means++."""
        random_state = as_random_state(self.random_state)
        for _ in range(int(self.n_init)):
            yield first_members(points, n_clusters, random_state)

    def _keep_the_best(self, runs, points):
        """Set what was learned from the run of least cost; return that run."""
        run = best_of(runs, points)
        self._tie = tie_width(points)
        self.history_ = run.history
        self.labels_ = run.history[-1].labels
        self.inertia_ = run.history[-1].cost
        self.n_iter_ = len(run.history)
        return run

    def _fit_in_axes(self, n_clusters):
        """Cluster the rows of `embedding_`; set `cluster_centers_` and those of every iteration."""
        Y = FromCoordinates(self.embedding_)
        starts = self._starts(Y, n_clusters)
        runs = (lloyd(Y, Z, max_iter=int(self.max_iter), tol=self.tol) for Z in starts)
        self._keep_the_best(runs, Y)
        for record in self.history_:
            Z = members(record.labels, n_clusters)
            record.centers = Z.T @ self.embedding_ / Z.sum(axis=0)[:, None]
        self.cluster_centers_ = self.history_[-1].centers
        return self
