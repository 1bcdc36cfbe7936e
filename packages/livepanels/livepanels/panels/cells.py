"""Which cell of the notebook is running: a second run of it replaces what the first one showed."""

from IPython import get_ipython

__all__ = ["Place"]


class Place:
    """The cell that runs now, and the request that runs it; nothing is known outside a kernel."""

    def __init__(self):
        shell = get_ipython()
        parent = shell.get_parent() if shell else {}  # the execute_request that is under way
        self.cell = parent.get("metadata", {}).get("cellId")
        self.request = parent.get("header", {}).get("msg_id")

    def replaces(self, other):
        """Whether this is the cell of another place, run again."""
        return self.cell is not None and self.cell == other.cell and self.request != other.request
