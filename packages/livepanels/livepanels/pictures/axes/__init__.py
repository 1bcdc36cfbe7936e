"""Live axes: matplotlib's words on pictures that move under the hand.

`figure` makes them, `axes` has the words and `words` what completes their table, `marks` what each
call leaves behind, `stage` what a panel holds still from answer to answer.
"""

from .axes import Axes
from .base import Base
from .figure import Figure, subplots
from .marks import Mark
from .space import SpaceAxes
from .stage import Stage
from .words import NotLive

__all__ = ["Axes", "Base", "Figure", "Mark", "NotLive", "SpaceAxes", "Stage", "subplots"]
