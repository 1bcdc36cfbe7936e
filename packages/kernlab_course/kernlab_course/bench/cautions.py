"""Where a choice on the bench is unsound: each caution a function that says why, or nothing."""

import numpy as np

from kernlab_helpers._checks import tolerance

from .recipes import KERNELS, METHODS

__all__ = ["CAUTIONS", "cautions", "warned"]


def cautions(outcome):
    """Return what is to be said against the choices of an outcome.

    Parameters
    ----------
    outcome : Outcome
        What was run.

    Returns
    -------
    list of str
        Sentences; an empty list if nothing is to be said.
    """
    return [sentence for _, sentence in warned(outcome)]


def warned(outcome):
    """Return the same sentences as pairs: "CAUTION" or "note", sentence."""
    said = [(caution, caution(outcome)) for caution in CAUTIONS]
    kinds = {not_of_K: "note"}  # that K does not count is no fault
    return [(kinds.get(caution, "CAUTION"), sentence) for caution, sentence in said if sentence]


def refused(outcome):
    """Say which part could not run, and how histograms are had of any numbers."""
    if "counts or proportions" in outcome.refused:
        return f"{outcome.refused}, or the scaling 0 to 1"
    return outcome.refused


def not_psd(outcome):
    """Say where K belongs to no points."""
    least = outcome.numbers.get("least eigenvalue", 0.0)
    if least < 0:
        return "K is not PSD: no points have these inner products; repair it (chapters 2, 12)"
    return ""


def without_a_mean(outcome):
    """Say where k - 1 axes of an uncentered K are taken."""
    if "centered=False" not in "".join(METHODS[outcome.setting.method].lines):
        return ""
    K = outcome.K
    if K is None or np.abs(K.mean(axis=0)).max() <= tolerance(K):
        return ""
    k = outcome.setting.k
    return (
        f"k - 1 = {k - 1} axes of a K that is not centered: the first is lost on the mean; "
        "center last (chapter 9)"
    )


def undetermined(outcome):
    """Say where equal eigenvalues leave the axes, and so the clusters, to chance."""
    for text in outcome.remarks:
        if "not determined" in text:
            return f"axes not determined: {text}"
    return ""


def zero_dispersion(outcome):
    """Say where features that do not vary within a cluster take all its weight."""
    model = outcome.made.get("model")
    weights = getattr(model, "feature_weights_", None)
    if weights is None or not outcome.setting.method.startswith("weighted"):
        return ""
    X, p = outcome.made["X"], outcome.setting.p
    still = [
        (c, int(feature))
        for c in range(len(weights))
        for feature in np.flatnonzero(dispersion(X[model.labels_ == c], model, c, p) == 0)
    ]
    if not still:
        if p > 1:
            return ""
        return f"p = {p:g} is at most 1: one feature alone tells each cluster (chapter 14)"
    c, feature = still[0]
    name = outcome.made["data"].columns[feature]
    number_of_it = outcome.labels[model.labels_ == c][0] + 1
    more = ", shared by all of them, as p is at most 1" if p <= 1 else ""
    return (
        f"{len(still)} dispersions are zero, as that of {name!r} in cluster {number_of_it}: they "
        f"take all its weight{more} (chapter 14)"
    )


def dispersion(X, model, c, p):
    """Return the dispersions of the features of one cluster."""
    return (np.abs(X - model.cluster_centers_[c]) ** p).sum(axis=0)


def flat_or_needles(outcome):
    """Say where the width of a kernel makes all points alike, or all strangers."""
    kernel = KERNELS[outcome.setting.kernel]
    if "sigma" not in kernel.sliders or outcome.plain is None:
        return ""
    K = outcome.plain
    others = (K.sum() - np.trace(K)) / (len(K) * (len(K) - 1))
    if others > 0.98:
        return f"sigma is so wide that all points look alike: K about {others:.2f} (chapter 2)"
    if others < 0.02:
        return f"sigma is so narrow that no point knows another: K about {others:.3f} (chapter 2)"
    return ""


def no_operation_on_points(outcome):
    """Say that the range of a matrix is not moved by moving points."""
    if outcome.setting.normalization == "range 0 to 1":
        return "range 0 to 1 is no operation on points: K may be no kernel any more (chapter 6)"
    return ""


def moved_again(outcome):
    """Say that unit lengths move the mean away from the origin."""
    moved = ("centered, unit diagonal", "centered, order t")
    if outcome.K is not None and outcome.setting.normalization in moved:
        return "the mean has left the origin again: centering was not the last step (chapter 4)"
    return ""


def not_of_K(outcome):
    """Say that a method does not use the matrix."""
    if METHODS[outcome.setting.method].of == "K":
        return ""
    method = outcome.setting.method
    return f"{method} works on the points: K does not count for its clusters (chapter 15)"


CAUTIONS = (
    refused,
    not_psd,
    without_a_mean,
    undetermined,
    zero_dispersion,
    flat_or_needles,
    no_operation_on_points,
    moved_again,
    not_of_K,
)
