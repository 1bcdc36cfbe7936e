"""The Jupyter side of Kernlab: live panels, their pictures, and exercises that check themselves."""

from . import pictures
from .exercises import check, hint
from .panels import Button, Choice, Pick, Points, Shape, Slider, Toggle, Turn, live
from .pictures import theme
from .votes import vote

__all__ = [
    "Button",
    "Choice",
    "Pick",
    "Points",
    "Shape",
    "Slider",
    "Toggle",
    "Turn",
    "check",
    "hint",
    "live",
    "pictures",
    "theme",
    "vote",
]
