"""The Jupyter side of Kernlab: live panels, their pictures, and exercises that check themselves."""

from . import pictures
from .exercises import check, hint
from .panels import Button, Choice, Slider, Toggle, live
from .pictures import theme

__all__ = ["Button", "Choice", "Slider", "Toggle", "check", "hint", "live", "pictures", "theme"]
