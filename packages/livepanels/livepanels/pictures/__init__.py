"""Pictures. Each is made once and told what to ``show``.

>>> bars = Bars(["A", "C"], [0.25, 0.75], title="letters")
>>> bars.readout()
'A 0.25, C 0.75'
"""

from .charts import Bars, Curves, Scatter
from .heatmaps import Matrix
from .intervals import Intervals
from .letters import Letters
from .outlines import hull
from .picture import Lamp, Picture, number
from .space import Space

__all__ = [
    "Bars",
    "Curves",
    "Intervals",
    "Lamp",
    "Letters",
    "Matrix",
    "Picture",
    "Scatter",
    "Space",
    "hull",
    "number",
]
