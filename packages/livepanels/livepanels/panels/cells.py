"""Which cell of the notebook is running: a second run of it replaces what the first one showed."""

from IPython import get_ipython

__all__ = ["RunningCell"]


class RunningCell:
    """The cell that runs now, and the request that runs it; nothing is known outside a kernel."""

    def __init__(self):
        shell = get_ipython()
        parent = shell.get_parent() if shell else {}  # the execute_request that is under way
        self.cell_id = parent.get("metadata", {}).get("cellId")
        self.request = parent.get("header", {}).get("msg_id")

    def replaces(self, other):
        """Return whether this is that other cell, run again."""
        return (
            self.cell_id is not None
            and self.cell_id == other.cell_id
            and self.request != other.request
        )
