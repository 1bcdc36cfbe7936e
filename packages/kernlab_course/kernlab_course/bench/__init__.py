"""The whole book on one's own table: read it, choose points, move the sliders, take the code.

`read_table` and `load_table` give a `Table`, its `choose` the points, a `Desk` the controls and
pictures of a live panel. What the sliders do is lines of code (`recipes.py`); the bench runs these
lines, and "Show the code" writes them.
"""

from .choosing import Form, form
from .desk import Desk
from .keeping import Keep
from .reading import load_table, read_table
from .script import Setting
from .stability import stability
from .table import Chosen, Table

__all__ = [
    "Chosen",
    "Desk",
    "Form",
    "Keep",
    "Setting",
    "Table",
    "form",
    "load_table",
    "read_table",
    "stability",
]
