from . import lab as lab
from .clustering.kernel_kmeans import KernelKMeans as KernelKMeans
from .clustering.kernel_pca_kmeans import KernelPCAKMeans as KernelPCAKMeans
from .clustering.spectral import SpectralKMeans as SpectralKMeans
from .datasets.generators import dna as dna
from .datasets.generators import gaussian_clouds as gaussian_clouds
from .datasets.generators import rings as rings
from .datasets.loading import list_datasets as list_datasets
from .datasets.loading import load as load
from .features import composition as composition
from .features import quadratic_map as quadratic_map
from .gaussians.distances import (
    bhattacharyya as bhattacharyya,
)
from .gaussians.distances import (
    bhattacharyya_riemannian as bhattacharyya_riemannian,
)
from .gaussians.distances import (
    hellinger as hellinger,
)
from .gaussians.distances import (
    jeffreys as jeffreys,
)
from .gaussians.distances import (
    jeffreys_riemannian as jeffreys_riemannian,
)
from .gaussians.distances import (
    riemannian as riemannian,
)
from .gaussians.local import local_gaussians as local_gaussians
from .gaussians.relaxed import relaxed_kernel as relaxed_kernel
from .gaussians.sets import Gaussians as Gaussians
from .gram import (
    distances as distances,
)
from .gram import (
    mean_squared_norm as mean_squared_norm,
)
from .gram import (
    norms as norms,
)
from .gram import (
    squared_distances as squared_distances,
)
from .gram import (
    variance as variance,
)
from .homogeneous.additive import (
    additive_kernel as additive_kernel,
)
from .homogeneous.additive import (
    hein_bousquet as hein_bousquet,
)
from .homogeneous.additive import (
    signature as signature,
)
from .homogeneous.additive import (
    spectrum as spectrum,
)
from .homogeneous.explicit_map import ExplicitMap as ExplicitMap
from .homogeneous.order_t_map import OrderTMap as OrderTMap
from .homogeneous.order_t_map import order_t_spectrum as order_t_spectrum
from .kernels import (
    exponential as exponential,
)
from .kernels import (
    gaussian as gaussian,
)
from .kernels import (
    linear as linear,
)
from .kernels import (
    polynomial as polynomial,
)
from .kernels import (
    self_tuning as self_tuning,
)
from .kernels import (
    sigma_quantile as sigma_quantile,
)
from .mercer import MercerMap as MercerMap
from .minkowski.centers import minkowski_center as minkowski_center
from .minkowski.choosing import choose_p as choose_p
from .minkowski.concentration import (
    hubness as hubness,
)
from .minkowski.concentration import (
    relative_contrast as relative_contrast,
)
from .minkowski.concentration import (
    relative_variance as relative_variance,
)
from .minkowski.distances import minkowski_distances as minkowski_distances
from .minkowski.kmeans import MinkowskiKMeans as MinkowskiKMeans
from .minkowski.weights import feature_weights as feature_weights
from .normalization import (
    center as center,
)
from .normalization import (
    order_t as order_t,
)
from .normalization import (
    power_mean as power_mean,
)
from .normalization import (
    unit_diagonal as unit_diagonal,
)
from .normalization import (
    unit_range as unit_range,
)
from .normalization import (
    unit_trace as unit_trace,
)
from .normalization import (
    unit_variance as unit_variance,
)
from .psd import (
    is_cnd as is_cnd,
)
from .psd import (
    is_metric as is_metric,
)
from .psd import (
    is_psd as is_psd,
)
from .psd import (
    min_eigenvalue as min_eigenvalue,
)
from .psd import (
    repair as repair,
)
from .scores import accuracy as accuracy
from .scores import nmi as nmi
from .scores import purity as purity
from .witnesses import (
    cnd_witness as cnd_witness,
)
from .witnesses import (
    metric_witness as metric_witness,
)
from .witnesses import (
    psd_witness as psd_witness,
)
from .workers import local_cluster as local_cluster

__version__: str
