"""Live panels: a function of a few controls becomes pictures that move under the hand.

How a slider move becomes pixels, file by file:

1. the front end (``panel.js``) sends the slider's position; while one message is under way it
   keeps only the newest position, so nothing queues;
2. ``panel.py`` turns the position into a value (``controls.py``) and calls the function of the
   cell;
3. the function computes and calls ``show`` on its pictures;
4. each picture (``pictures/canvas.py``) gives its layers: indices of a matrix or the pixels of one
   axes;
5. the reply carries the layers back and the front end paints them; readout and lamp, which may need
   a spectrum, follow when no newer value waits, and every 200 ms during a drag.

``page.py`` puts a panel on the page, ``registry.py`` holds `live`, `live.panels`, `live.sweep`.
"""

from .controls import Button, Choice, Slider, Toggle
from .page import LivePanel
from .registry import live

__all__ = ["Button", "Choice", "LivePanel", "Slider", "Toggle", "live"]
