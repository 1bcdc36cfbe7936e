"""Calls as a student types them: a type checker passes the right ones and names the wrong ones.

A line that ends with `# wrong` has a mistake of its own; `tests/test_typing.py` compares.
"""

import numpy as np

import kernlab_helpers as kh
import livepanels
from livepanels import Slider, live, subplots

X = np.random.default_rng(0).normal(size=(20, 3))
K = kh.gaussian(X, sigma=2.0)
kh.center(K)
kh.center(K[:3], K)
kh.order_t(K, 1, weight=0.5, diag_x=None, diag_y=None)
kh.polynomial(X, X, degree=3, c=0.5)
kh.minkowski_center(X, p=1.5)
G = kh.local_gaussians(X, m=5, gamma=0.1)
kh.relaxed_kernel(G, distance="hellinger", sigma=0.5)
kh.MercerMap(2).fit_transform(K)
kh.OrderTMap(1.0, n_landmarks=9).fit_transform(X)
kh.order_t_spectrum(0.5, 1)
kh.ExplicitMap("chi2", order=2, design="minimax", ratio=20.0)
kh.ExplicitMap("chi2", order=2, design="data")
model = kh.MinkowskiKMeans(3, p=1.5, random_state=0).fit(X)
print(model.labels_, kh.nmi([0, 1], [1, 0]), kh.load("iris").X, kh.__version__)
figure, axes = subplots()


@live(t=Slider("order t", 0, 9, value=1))
def panel(t):
    """Show K of order t."""
    axes.imshow(kh.order_t(K, t))


live.sweep()
kh.centre(K)  # wrong
kh.gaussian(X, gamma=2.0)  # wrong
kh.gaussian(X, X, 2.0)  # wrong
kh.order_t(K)  # wrong
kh.order_t(K, 1, diagx=None)  # wrong
kh.OrderTMap(landmarks=9)  # wrong
kh.KernelKmeans(3)  # wrong
kh.MercerMap(n_component=2)  # wrong
kh.MercerMap(2).fit_transfrom(K)  # wrong
kh.minkowski_center(X)  # wrong
kh.local_gaussians(X, k=5)  # wrong
livepanels.slider("order t", 0, 9, value=1)  # wrong
