"""Clustering: k-means in feature space, in its leading axes, in the eigenvectors of an affinity.

Each estimator follows scikit-learn's conventions and keeps `history_`, a list with one record per
iteration, so that a slider can replay the run. The kernel estimators take a precomputed matrix.
"""

from .choose_p import choose_p
from .kernel_kmeans import KernelKMeans
from .kernel_pca_kmeans import KernelPCAKMeans
from .minkowski_kmeans import MinkowskiKMeans
from .spectral import SpectralKMeans

__all__ = ["KernelKMeans", "KernelPCAKMeans", "MinkowskiKMeans", "SpectralKMeans", "choose_p"]
