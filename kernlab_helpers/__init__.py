"""Kernel methods for the Kernlab notebooks: the mathematics of the book, tested.

Chapters write `import kernlab_helpers as kh`. Every public name is fetched from its module when it
is first used, so that the import itself costs little more than numpy.
"""

from importlib import import_module

__version__ = "0.1.0"

_NAMES = {
    "features": ("composition", "quadratic_map"),
    "kernels": (
        "exponential",
        "gaussian",
        "linear",
        "polynomial",
        "self_tuning",
        "sigma_quantile",
    ),
    "gram": ("distances", "mean_squared_norm", "norms", "squared_distances", "variance"),
    "gaussians": (
        "Gaussians",
        "bhattacharyya",
        "bhattacharyya_riemannian",
        "hellinger",
        "jeffreys",
        "jeffreys_riemannian",
        "local_gaussians",
        "riemannian",
    ),
    "normalization": (
        "center",
        "order_t",
        "power_mean",
        "unit_diagonal",
        "unit_range",
        "unit_trace",
        "unit_variance",
    ),
    "psd": ("is_cnd", "is_metric", "is_psd", "min_eigenvalue", "repair"),
    "witnesses": ("cnd_witness", "metric_witness", "psd_witness"),
    "mercer": ("MercerMap",),
    "homogeneous": (
        "ExplicitMap",
        "additive_kernel",
        "hein_bousquet",
        "signature",
        "spectrum",
    ),
    "minkowski": (
        "feature_weights",
        "hubness",
        "minkowski_center",
        "minkowski_distances",
        "relative_contrast",
        "relative_variance",
    ),
    "clustering": (
        "KernelKMeans",
        "KernelPCAKMeans",
        "MinkowskiKMeans",
        "SpectralKMeans",
        "choose_p",
    ),
    "scores": ("accuracy", "nmi", "purity"),
    "relaxed": ("relaxed_kernel",),
    "datasets": ("dna", "gaussian_clouds", "list_datasets", "load", "rings"),
}
_MODULE_OF = {name: module for module, names in _NAMES.items() for name in names}

__all__ = sorted(_MODULE_OF)


def __getattr__(name):
    if name in _NAMES:
        return import_module(f"{__name__}.{name}")
    if name not in _MODULE_OF:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = getattr(import_module(f"{__name__}.{_MODULE_OF[name]}"), name)
    globals()[name] = value  # the next use costs nothing
    return value


def __dir__():
    return sorted({*globals(), *_NAMES, *__all__})
