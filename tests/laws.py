"""The laws that every kernel obeys, in one harness, and the point sets they are tried on."""

import numpy as np

import kernlab_helpers as kh


def by_loops(formula):
    """Matrix of formula(x, y), one pair of rows at a time: slow, plain, trusted."""

    def matrix(X, Y):
        rows = [[formula([*map(float, x)], [*map(float, y)]) for y in Y] for x in X]
        return np.array(rows, dtype=np.float64)

    return matrix


def same(A, B, *, rtol=1e-10):
    """Equal up to rounding relative to the largest entry."""
    assert A.shape == B.shape
    np.testing.assert_allclose(A, B, rtol=rtol, atol=rtol * 1e-3 * np.abs(B).max())


def kernel_laws(kernel, X, Y, *, oracle, psd=True, invariances=()):
    """Check every law on one pair of sets; `Y=None` for a kernel that depends on the whole set.

    `oracle(X, Y)` is the matrix by brute force; `invariances` holds "translation", "rotation".
    """
    X_before, Y_before = np.copy(X), np.copy(Y)
    K = kernel(X)

    assert K.shape == (len(X), len(X))
    assert K.dtype == (np.float32 if X.dtype == np.float32 else np.float64)
    assert np.isfinite(K).all()
    np.testing.assert_array_equal(K, K.T)
    same(K, oracle(X, X), rtol=rounding(K))
    np.testing.assert_array_equal(np.diagonal(K), np.diagonal(kernel(X.copy())))
    if psd:
        assert kh.is_psd(K)

    order = np.random.default_rng(0).permutation(len(X))
    same(kernel(X[order]), K[np.ix_(order, order)], rtol=rounding(K))
    layouts(kernel, X, K)
    if X.dtype == np.float64:
        single(kernel, X)
        moved(kernel, X, invariances)
    if Y is not None:
        two_sets(kernel, X, Y, K, oracle)

    np.testing.assert_array_equal(X, X_before)
    if Y is not None:
        np.testing.assert_array_equal(Y, Y_before)


def rounding(K):
    return 1e-10 if K.dtype == np.float64 else 1e-5


def layouts(kernel, X, K):
    """How the numbers lie in memory does not change one bit of the result."""
    wide = np.repeat(X, 2, axis=1)
    frozen = X.copy()
    frozen.setflags(write=False)
    for same_points in (np.asfortranarray(X), wide[:, ::2], X[::-1].copy()[::-1], frozen):
        np.testing.assert_array_equal(kernel(same_points), K)
    if X.dtype == np.float64:
        np.testing.assert_array_equal(kernel(X.tolist()), K)


def single(kernel, X):
    """Single precision in, single precision out, with the value of those very points."""
    X32 = X.astype(np.float32)
    if len(np.unique(X32, axis=0)) < len(np.unique(X, axis=0)):
        return  # too coarse for these points
    K32 = kernel(X32)
    assert K32.dtype == np.float32
    np.testing.assert_array_equal(K32, kernel(X32.astype(np.float64)).astype(np.float32))


def moved(kernel, X, invariances):
    """A kernel of distances sees no translation, one of inner products no rotation."""
    K = kernel(X)
    spread = X - X.mean(axis=0)
    if "translation" in invariances:
        # on a coarse grid a power of two moves every point exactly
        grid = np.round(spread / (np.abs(spread).max() or 1.0) * 1024) / 1024
        same(kernel(grid + 4096.0), kernel(grid))
    if "rotation" in invariances:
        turn, _ = np.linalg.qr(np.random.default_rng(1).normal(size=(X.shape[1],) * 2))
        fixed = spread if "translation" in invariances else X
        np.testing.assert_allclose(
            kernel(fixed @ turn), kernel(fixed), rtol=1e-6, atol=1e-8 * np.abs(K).max()
        )


def two_sets(kernel, X, Y, K, oracle):
    """K(X, Y) agrees with the oracle, with K(Y, X)', with K(X, X) and with K of both sets."""
    K_xy = kernel(X, Y)
    assert K_xy.shape == (len(X), len(Y))
    same(K_xy, oracle(X, Y), rtol=rounding(K_xy))
    same(K_xy, kernel(Y, X).T, rtol=rounding(K_xy))
    np.testing.assert_array_equal(kernel(X, X), K)
    np.testing.assert_array_equal(kernel(X, X.copy()), K)
    both = kernel(np.vstack([X, Y]))
    same(both[: len(X), len(X) :], K_xy, rtol=rounding(K_xy))


IRISES = np.array([[5.9, 3.0], [6.9, 3.1], [6.6, 2.9], [4.6, 3.2], [6.0, 2.2]])


def point_sets():
    """Name -> (X, Y): ordinary and awkward sets of points."""
    rng = np.random.default_rng(7)
    cloud = rng.normal(size=(12, 3))
    return {
        "irises": (IRISES, IRISES[:2] + 0.5),
        "cloud": (cloud, rng.normal(size=(5, 3))),
        "line": (rng.normal(size=(9, 1)), rng.normal(size=(4, 1))),
        "one point": (np.array([[1.5, -2.0]]), np.array([[0.5, 1.0]])),
        "one number": (np.array([[2.0]]), np.array([[3.0]])),
        "origin": (np.zeros((1, 2)), np.eye(2)),
        "copies": (np.repeat(cloud[:4], 3, axis=0), cloud[:2].copy()),
        "wide": (rng.normal(size=(4, 30)), rng.normal(size=(3, 30))),
        "single": (cloud.astype(np.float32), cloud[:3].astype(np.float32)),
        "far": (cloud[:6] + 1e8, cloud[6:] + 1e8),
        "small": (cloud * 1e-6, cloud[:4] * 2e-6),
        "large": (cloud * 1e4, cloud[:4] * 1e4 + 1.0),
    }
