"""An asymmetric K is refused by every function of K, at every size, with its first bad entry."""

from functools import cache

import numpy as np
import pytest

import kernlab_helpers as kh

FUNCTIONS = {
    "center": kh.center,
    "center of new points": lambda K: kh.center(K[:3], K),
    "unit_diagonal": kh.unit_diagonal,
    "unit_variance": kh.unit_variance,
    "unit_trace": kh.unit_trace,
    "unit_range": kh.unit_range,
    "order_t": lambda K: kh.order_t(K, 2),
    "norms": kh.norms,
    "squared_distances": kh.squared_distances,
    "distances": kh.distances,
    "mean_squared_norm": kh.mean_squared_norm,
    "variance": kh.variance,
    "min_eigenvalue": kh.min_eigenvalue,
    "is_psd": kh.is_psd,
    "psd_witness": kh.psd_witness,
    "is_cnd": kh.is_cnd,
    "cnd_witness": kh.cnd_witness,
    "repair": kh.repair,
    "MercerMap": lambda K: kh.MercerMap(2).fit(K),
    "KernelKMeans": lambda K: kh.KernelKMeans(2).fit(K),
    "KernelPCAKMeans": lambda K: kh.KernelPCAKMeans(2).fit(K),
    "SpectralKMeans": lambda A: kh.SpectralKMeans(2).fit(A),
}


@cache
def lopsided(n, i=0):
    """Add to a linear kernel a circulant antisymmetric matrix: row and column means stay equal.

    `i` moves the first entry that has no equal across the diagonal: it is K[i, i + 1].
    """
    K = kh.linear(np.random.default_rng(0).normal(size=(n, 3)))
    here = np.arange(i, n)
    there = np.roll(here, -1)
    K[here, there] += 1
    K[there, here] -= 1
    np.testing.assert_allclose(K.sum(axis=0), K.sum(axis=1), rtol=1e-9, atol=1e-9 * n)
    K.flags.writeable = False
    return K


@pytest.mark.parametrize("name", FUNCTIONS)
@pytest.mark.parametrize("n", [511, 512, 5000])
def test_asymmetry_that_means_do_not_show_is_refused(name, n):
    K = lopsided(n)
    where = rf"is not symmetric: \w+\[0, 1\] = {K[0, 1]:.6g} but \w+\[1, 0\] = {K[1, 0]:.6g} "
    with pytest.raises(ValueError, match=where):
        FUNCTIONS[name](K)


@pytest.mark.parametrize("i", [1, 130, 400])
def test_the_first_entry_is_named_wherever_it_stands(i):
    with pytest.raises(ValueError, match=rf"K\[{i}, {i + 1}\] = "):
        kh.center(lopsided(600, i))


@pytest.mark.parametrize("name", FUNCTIONS)
def test_asymmetry_within_rounding_is_none(name):
    K = np.array(kh.gaussian(np.random.default_rng(0).normal(size=(600, 3))))
    K[500, 3] *= 1 + 1e-13
    FUNCTIONS[name](K)
