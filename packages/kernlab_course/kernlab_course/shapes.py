"""A Gaussian of the plane as an ellipse under the hand, for panels."""

import numpy as np

from kernlab_helpers.gaussians.sets import Gaussians
from livepanels import Shape

__all__ = ["gaussian_shape"]


def gaussian_shape(gaussian, label="shape", **more):
    """Return the control whose ellipse is a Gaussian; the panel receives a `Gaussians` of one.

    Parameters
    ----------
    gaussian : Gaussians
        One Gaussian in two dimensions: where the ellipse starts. Its half axes are standard
        deviations.
    label : str
        What the student reads beside the box.
    **more
        ``pinned`` and ``only``, see `livepanels.Shape`.

    Returns
    -------
    livepanels.Shape
        Its value is a Gaussian, not five numbers.

    Raises
    ------
    ValueError
        For what is not one Gaussian in two dimensions.
    """
    return Shape(gaussian, label, make=from_ellipse, ellipse=ellipse_of, **more)


def from_ellipse(x, y, a, b, angle):
    """Return the Gaussian with standard deviations a and b along the axes of an ellipse."""
    along = np.array([np.cos(np.radians(angle)), np.sin(np.radians(angle))])
    across = np.array([-along[1], along[0]])
    covariance = a**2 * np.outer(along, along) + b**2 * np.outer(across, across)
    return Gaussians([[x, y]], [covariance])


def ellipse_of(gaussian):
    """Return mean, standard deviations along both axes, and the angle of the longer in degrees."""
    if not isinstance(gaussian, Gaussians) or gaussian.means.shape != (1, 2):
        raise ValueError("needs one Gaussian in two dimensions")
    variances, directions = np.linalg.eigh(gaussian.covariances[0])
    b, a = np.sqrt(variances)
    angle = np.degrees(np.arctan2(directions[1, 1], directions[0, 1])) % 180
    return [*gaussian.means[0], a, b, angle]
