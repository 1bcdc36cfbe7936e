"""Live panels: a function of a few controls becomes pictures that move under the hand.

In a notebook::

    from livepanels import Slider, live, subplots

    figure, axes = subplots()

    @live(power=Slider("power", 0, 3, value=2))
    def powers(power):
        axes.plot([0, 1, 2], [0, 1, 2**power])

A panel is fast (the page remembers what it has painted), it shows its last picture and its words
where no kernel answers, and it can be recorded (`livepanels.recording`): then it plays on a page
without a kernel. How a slider move becomes pixels stands at the head of `livepanels.panels`.
"""

import importlib
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from . import pictures, pyplot
    from .panels import (
        Button,
        Choice,
        Pick,
        Points,
        Shape,
        Slider,
        Toggle,
        Turn,
        interact,
        interactive,
        interactive_output,
        live,
        solved,
    )
    from .pictures import theme
    from .pictures.axes import NotLive, subplots

__all__ = [
    "Button",
    "Choice",
    "NotLive",
    "Pick",
    "Points",
    "Shape",
    "Slider",
    "Toggle",
    "Turn",
    "interact",
    "interactive",
    "interactive_output",
    "live",
    "pictures",
    "pyplot",
    "solved",
    "subplots",
    "theme",
]


def __getattr__(name):
    """Import a name when it is asked for: `livepanels.server` runs in servers, without NumPy.

    The panels always come along, for they tell pictures how a page shows them.
    """
    if name not in __all__:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    panels = importlib.import_module(".panels", __name__)
    if name == "pyplot":
        return importlib.import_module(".pyplot", __name__)
    if hasattr(panels, name):
        return getattr(panels, name)
    pictures = importlib.import_module(".pictures", __name__)
    return pictures if name == "pictures" else pictures.theme


def __dir__():
    """Return the public names."""
    return __all__
