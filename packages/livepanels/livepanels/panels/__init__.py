"""Live panels: a function of a few controls becomes pictures that move under the hand.

How a slider move becomes pixels, file by file:

1. ``front/controls.js`` hears the hand; ``front/panel.js`` notes the move and looks into its memory
   (``front/memory.js``, answers by the positions of the controls): what was seen before is painted
   at once;
2. else ``front/talk.js`` asks the kernel; while a question is under way (two, where the kernel
   answers at once) it keeps only the newest position, so nothing queues; when the hand rests
   ``front/ahead.js`` asks for the neighbors;
3. in the kernel ``page.py`` hands the question to ``panel.py``, which turns positions into values
   (``controls.py``, ``hands.py``) and calls the function of the cell; that computes and calls
   ``show`` on its pictures; ``answer.py`` keeps what they showed;
4. ``sending.py`` packs the marks that are new to the page into one buffer;
5. ``front/answers.js`` unpacks them, ``front/figures.js`` picks what changed, ``front/figure.js``
   sizes the canvas, ``front/paint.js`` paints; readout and lamp, which may take long to find,
   follow when no newer position waits, and every 200 ms during a drag.

``page.py`` puts a panel on the page, ``bundle.py`` joins the front end, ``registry.py`` holds
`live`, `live.panels`, `live.sweep`; ``interacting.py``, with `livepanels.pyplot`, is the door for
notebooks that speak matplotlib and ipywidgets. Any cell that runs empties the memory of the page.
"""

from ..pictures.axes import NotLive, subplots
from . import alone  # noqa: F401 (pictures learn how they are shown)
from .controls import Button, Choice, Slider, Toggle
from .hands import Pick, Points, Shape, Turn
from .interacting import interact, interactive, interactive_output
from .page import LivePanel
from .registry import live
from .tasks import solved

__all__ = [
    "Button",
    "Choice",
    "LivePanel",
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
    "solved",
    "subplots",
]
