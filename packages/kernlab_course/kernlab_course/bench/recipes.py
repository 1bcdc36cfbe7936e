"""What can be chosen on the bench, each as the lines of code that do it.

The bench runs these very lines, and "Show the code" writes them: what is shown is what ran. In a
line, {sigma} and its like stand for where the sliders are; `data`, `X`, `K` are the names that the
lines before have made.
"""

from dataclasses import dataclass

__all__ = ["KERNELS", "METHODS", "NORMALIZATIONS", "REPAIRS", "SCALINGS", "Kernel", "Method"]

SCALINGS = {
    "as they are": "X = data.X",
    "standardized": "X = StandardScaler().fit_transform(data.X)",
    "0 to 1": "X = MinMaxScaler(clip=True).fit_transform(data.X)",
    "rows sum to 1": 'X = normalize(data.X, norm="l1")',
}


@dataclass(frozen=True)
class Kernel:
    """Hold the lines that make K from X, and which sliders they have.

    Parameters
    ----------
    lines : tuple of str
        Code.
    sliders : tuple of str
        Among "sigma", "gamma" and "m".
    histograms : str, optional
        The name of a homogeneous kernel, for its explicit map.
    """

    lines: tuple
    sliders: tuple = ()
    histograms: str | None = None


def of_points(name):
    """Return a kernel of the distances of points: sigma is told in medians of them."""
    return Kernel((f"K = kh.{name}(X, sigma={{sigma}} * kh.sigma_quantile(X))",), ("sigma",))


def of_histograms(name):
    """Return a homogeneous kernel."""
    return Kernel((f'K = kh.additive_kernel(X, kernel="{name}")',), histograms=name)


def of_gaussians(name):
    """Return exp(-d / sigma) of a distance between the Gaussians of the neighborhoods."""
    return Kernel(
        (
            "G = kh.local_gaussians(X, m={m}, gamma={gamma} * X.var(axis=0).mean())",
            f"D = kh.{name}(G)",
            "K = np.exp(-D / ({sigma} * np.median(D[np.triu_indices(len(D), 1)])))",
        ),
        ("sigma", "gamma", "m"),
    )


KERNELS = {
    "linear": Kernel(("K = kh.linear(X)",)),
    "polynomial, degree 2": Kernel(("K = kh.polynomial(X, degree=2, c=1.0)",)),
    "polynomial, degree 3": Kernel(("K = kh.polynomial(X, degree=3, c=1.0)",)),
    "Gaussian": of_points("gaussian"),
    "exponential": of_points("exponential"),
    "self-tuning": Kernel(("K = kh.self_tuning(X, neighbor={m})",), ("m",)),
    "chi-squared": of_histograms("chi2"),
    "intersection": of_histograms("intersection"),
    "Jensen-Shannon": of_histograms("jensen_shannon"),
    "Hellinger": of_histograms("hellinger"),
    "Hein-Bousquet (2, -1)": Kernel(("K = kh.hein_bousquet(X, alpha=2.0, beta=-1.0)",)),
    "K_J of local Gaussians": of_gaussians("jeffreys"),
    "K_B of local Gaussians": of_gaussians("bhattacharyya"),
    "K_H of local Gaussians": of_gaussians("hellinger"),
    "K_R of local Gaussians": of_gaussians("riemannian"),
    "K_JR of local Gaussians": of_gaussians("jeffreys_riemannian"),
    "K_BR of local Gaussians": of_gaussians("bhattacharyya_riemannian"),
}

REPAIRS = {
    "none": "",
    "clip": "K = kh.repair(K).K",
    "flip": 'K = kh.repair(K, method="flip").K',
    "shift": 'K = kh.repair(K, method="shift").K',
}

NORMALIZATIONS = {
    "none": "",
    "centered": "K = kh.center(K)",
    "unit diagonal": "K = kh.unit_diagonal(K)",
    "order t": "K = kh.order_t(K, {t})",
    "unit variance": "K = kh.unit_variance(K)",
    "unit trace": "K = kh.unit_trace(K)",
    "range 0 to 1": "K = kh.unit_range(K)",
    "centered, unit diagonal": "K = kh.unit_diagonal(kh.center(K))",
    "centered, order t": "K = kh.order_t(kh.center(K), {t})",
    "centered, unit variance": "K = kh.unit_variance(kh.center(K))",
}

VIEW = "view = kh.MercerMap(2).fit_transform(kh.repair(kh.center(K)).K)"


@dataclass(frozen=True)
class Method:
    """Hold the lines that cluster.

    Parameters
    ----------
    lines : tuple of str
        Code that makes `model`, fitted.
    of : {"K", "X", "Y"}
        What it was fitted to: the kernel, the points, or the features of an explicit map.
    sliders : tuple of str
        "p" or nothing; "k" always serves.
    """

    lines: tuple
    of: str = "K"
    sliders: tuple = ()


def of_matrix(call):
    """Return a method on K; a call without its last arguments."""
    return Method((f"model = {call}, n_init=5, random_state=0).fit(K)",))


def minkowski(weighted):
    """Return Minkowski k-means, with or without weights of features."""
    call = f"kh.MinkowskiKMeans({{k}}, p={{p}}, weighted={weighted}, n_init=3, random_state=0)"
    return Method((f"model = {call}.fit(X)",), "X", ("p",))


METHODS = {
    "kernel k-means": of_matrix("kh.KernelKMeans({k}"),
    "spectral": of_matrix("kh.SpectralKMeans({k}"),
    "kernel PCA, k-means": of_matrix("kh.KernelPCAKMeans({k}"),
    "kernel PCA as printed (Ah-Pine)": of_matrix("kh.KernelPCAKMeans({k}, centered=False"),
    "Minkowski k-means": minkowski(False),
    "weighted Minkowski k-means": minkowski(True),
    "k-means": Method(("model = KMeans({k}, n_init=5, random_state=0).fit(X)",), "X"),
    "explicit map, k-means": Method(
        (
            'Y = kh.ExplicitMap("{histograms}").fit_transform(X)',
            "model = KMeans({k}, n_init=5, random_state=0).fit(Y)",
        ),
        "Y",
    ),
}
