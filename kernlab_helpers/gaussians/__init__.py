"""Gaussians as data: sets of them, local ones, six distances, and kernels of the distances."""
