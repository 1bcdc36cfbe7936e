"""The Jupyter side of Kernlab: live panels, their pictures, and exercises that check themselves."""

from . import pictures, theme
from .exercises import check, hint
from .live import Button, Choice, Slider, Toggle, live

__all__ = ["Button", "Choice", "Slider", "Toggle", "check", "hint", "live", "pictures", "theme"]
