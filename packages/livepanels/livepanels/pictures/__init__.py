"""What panels show: live axes, and pictures of a course's own.

`livepanels.pictures.axes` has the words that draw. A picture that knows more than axes do, a lamp
for example, inherits from `Picture`.

>>> number(0.25)
'0.25'
"""

from .outlines import hull
from .picture import Lamp, Picture, number

__all__ = ["Lamp", "Picture", "hull", "number"]
