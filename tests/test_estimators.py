"""What the estimators share: where their random numbers come from, k-means++, empty clusters."""

import numpy as np
import pytest
from sklearn.cluster import kmeans_plusplus
from sklearn.datasets import load_iris
from sklearn.metrics import pairwise_distances

import kernlab_helpers as kh
from kernlab_helpers._estimators import as_random_state, kmeans_plus_plus

CLOUD = kh.gaussian_clouds((20, 20, 20), random_state=0)[0]
K = kh.gaussian(CLOUD, sigma=1.0)


def history(estimator, data):
    def fit(random_state):
        model = estimator(6, n_init=1, random_state=random_state).fit(data)
        return np.array([record.labels for record in model.history_])

    return fit


def scores(random_state):
    given = {"grid": [1, 2], "n_subsets": 2, "n_init": 1, "weighted": False}
    return kh.choose_p(CLOUD, 6, random_state=random_state, return_scores=True, **given)[1]


RANDOM = {
    "KernelKMeans": history(kh.KernelKMeans, K),
    "KernelPCAKMeans": history(kh.KernelPCAKMeans, K),
    "SpectralKMeans": history(kh.SpectralKMeans, K),
    "MinkowskiKMeans": history(kh.MinkowskiKMeans, CLOUD),
    "choose_p": scores,
}


def equal(one, other):
    return one.shape == other.shape and (one == other).all()


@pytest.mark.parametrize("name", RANDOM)
def test_none_an_int_a_generator_and_a_random_state_are_taken(name):
    result = RANDOM[name]
    result(None)
    assert equal(result(3), result(3))
    assert equal(result(3), result(np.random.RandomState(3)))
    assert equal(result(np.random.default_rng(3)), result(np.random.default_rng(3)))
    with pytest.raises(ValueError, match="'3' cannot be used to seed"):
        result("3")


@pytest.mark.parametrize("kind", [np.random.default_rng, np.random.RandomState])
@pytest.mark.parametrize("name", RANDOM)
def test_the_stream_of_a_generator_moves_on(name, kind):
    stream = kind(0)
    results = [RANDOM[name](stream) for _ in range(4)]
    assert not all(equal(results[0], later) for later in results[1:])
    assert stream.uniform() != kind(0).uniform()


@pytest.mark.parametrize("bits", [np.random.PCG64, np.random.MT19937, np.random.Philox])
def test_a_generator_and_its_random_state_draw_from_one_stream(bits):
    generator, same = np.random.Generator(bits(5)), np.random.Generator(bits(5))
    state = as_random_state(generator)
    drawn = [state.random_sample(), generator.random(), state.random_sample()]
    assert drawn == same.random(3).tolist()


@pytest.mark.parametrize("seed", range(5))
def test_k_means_plus_plus_draws_as_scikit_learn_does(seed):
    X = load_iris().data
    theirs = kmeans_plusplus(X, 7, random_state=seed)[1]
    state = np.random.RandomState(seed)
    first = state.choice(150, p=np.full(150, 1 / 150))
    D2 = pairwise_distances(X, metric="sqeuclidean")
    np.testing.assert_array_equal(kmeans_plus_plus(lambda at: D2[at], first, 7, state), theirs)
