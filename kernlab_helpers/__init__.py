"""Kernel methods for the Kernlab notebooks: the mathematics of the book, tested.

Chapters write `import kernlab_helpers as kh`; `kh.NAME?` shows what a name means, `kh.NAME??` its
formula as code. What each chapter teaches:

=====================  ==========================================================================
chapter                functions
=====================  ==========================================================================
00 start_here          gaussian, distances, load
01 features            composition, quadratic_map, dna, rings
02 kernel_matrix       linear, polynomial, gaussian, exponential, sigma_quantile, norms,
                       distances, squared_distances, mean_squared_norm, min_eigenvalue, is_psd,
                       is_cnd, is_metric, repair
03 mercer_map          MercerMap
04 centering           center, variance, gaussian_clouds
05 unit_diagonal       unit_diagonal
06 unit_variance       unit_variance, unit_trace, unit_range
07 order_t             order_t
08 order_t_kernel      power_mean
09 order_t_clustering  KernelPCAKMeans, self_tuning, nmi
10 gaussians           Gaussians, local_gaussians, jeffreys, bhattacharyya, hellinger, riemannian,
                       jeffreys_riemannian, bhattacharyya_riemannian, log_euclidean
11 relaxed_kernels     relaxed_kernel, psd_witness, cnd_witness, metric_witness
12 relaxed_clustering  KernelKMeans, SpectralKMeans, accuracy
13 explicit_maps       additive_kernel, signature, spectrum, hein_bousquet, ExplicitMap
14 minkowski           minkowski_distances, minkowski_center, feature_weights, relative_variance,
                       relative_contrast, hubness
15 minkowski_kmeans    MinkowskiKMeans, choose_p, purity
16 scaling_out         OrderTMap, order_t_spectrum, local_cluster
every chapter          load, list_datasets
=====================  ==========================================================================

A docstring that says "ledger 003-11" speaks of a slip in one of the book's sources: chapter 18
shows them all, and `kernlab_course.ledger.row("003-11")` computes this one.
"""

import lazy_loader

__version__ = "0.3.0"

# Each name is fetched from its module, as `__init__.pyi` says, when it is first used: the import
# itself costs next to nothing.
__getattr__, __dir__, __all__ = lazy_loader.attach_stub(__name__, __file__)
