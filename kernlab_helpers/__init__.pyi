from .clustering.kernel_kmeans import KernelKMeans as KernelKMeans
from .clustering.kernel_pca_kmeans import KernelPCAKMeans as KernelPCAKMeans
from .clustering.spectral import SpectralKMeans as SpectralKMeans
from .datasets.generators import dna as dna, gaussian_clouds as gaussian_clouds, rings as rings
from .datasets.loading import list_datasets as list_datasets, load as load
from .features import composition as composition, quadratic_map as quadratic_map
from .gaussians.distances import (
    bhattacharyya as bhattacharyya,
    bhattacharyya_riemannian as bhattacharyya_riemannian,
    hellinger as hellinger,
    jeffreys as jeffreys,
    jeffreys_riemannian as jeffreys_riemannian,
    log_euclidean as log_euclidean,
    riemannian as riemannian,
)
from .gaussians.local import local_gaussians as local_gaussians
from .gaussians.relaxed import relaxed_kernel as relaxed_kernel
from .gaussians.sets import Gaussians as Gaussians
from .gram import (
    distances as distances,
    mean_squared_norm as mean_squared_norm,
    norms as norms,
    squared_distances as squared_distances,
    variance as variance,
)
from .homogeneous.additive import (
    additive_kernel as additive_kernel,
    hein_bousquet as hein_bousquet,
    signature as signature,
    spectrum as spectrum,
)
from .homogeneous.explicit_map import ExplicitMap as ExplicitMap
from .homogeneous.order_t_map import OrderTMap as OrderTMap, order_t_spectrum as order_t_spectrum
from .kernels import (
    exponential as exponential,
    gaussian as gaussian,
    linear as linear,
    polynomial as polynomial,
    self_tuning as self_tuning,
    sigma_quantile as sigma_quantile,
)
from .mercer import MercerMap as MercerMap
from .minkowski.centers import minkowski_center as minkowski_center
from .minkowski.choosing import choose_p as choose_p
from .minkowski.concentration import (
    hubness as hubness,
    relative_contrast as relative_contrast,
    relative_variance as relative_variance,
)
from .minkowski.distances import minkowski_distances as minkowski_distances
from .minkowski.kmeans import MinkowskiKMeans as MinkowskiKMeans
from .minkowski.weights import feature_weights as feature_weights
from .normalization import (
    center as center,
    order_t as order_t,
    power_mean as power_mean,
    unit_diagonal as unit_diagonal,
    unit_range as unit_range,
    unit_trace as unit_trace,
    unit_variance as unit_variance,
)
from .psd import (
    is_cnd as is_cnd,
    is_metric as is_metric,
    is_psd as is_psd,
    min_eigenvalue as min_eigenvalue,
    repair as repair,
)
from .scores import accuracy as accuracy, nmi as nmi, purity as purity
from .witnesses import (
    cnd_witness as cnd_witness,
    metric_witness as metric_witness,
    psd_witness as psd_witness,
)
from .workers import local_cluster as local_cluster

__version__: str
