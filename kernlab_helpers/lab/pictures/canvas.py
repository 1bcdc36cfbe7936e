"""The former place of Picture, until the panels look for it where it is."""

from .picture import Picture, number, recording

__all__ = ["Picture", "number", "recording"]
