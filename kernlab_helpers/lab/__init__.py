"""The Jupyter side of Kernlab: live panels, their pictures, and exercises that check themselves."""

from . import pictures
from .exercises import Verdict, check, hint, verdict
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
    "Verdict",
    "check",
    "hint",
    "live",
    "pictures",
    "theme",
    "verdict",
    "vote",
]
