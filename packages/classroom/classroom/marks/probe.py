"""What this machine can hold: the promises of SECURITY.md, tried."""

import contextlib
import os
import tempfile
from pathlib import Path

from .inside.wire import decode
from .sandbox import Ended, Late, Limits, Sandbox

__all__ = ["lacks"]

ATTACK = Path(__file__).with_name("inside") / "probe.py"


def lacks(bare, hidden=()):
    """Return in words what an answer could do on this machine; nothing where the wall holds.

    Parameters
    ----------
    bare : path
        The folder that `bare.write` has made.
    hidden : tuple of path
        What no answer may read.
    """
    with (
        tempfile.NamedTemporaryFile(dir=os.path.dirname(bare)) as target,
        Sandbox(bare, Limits(), hidden) as sandbox,
    ):
        with contextlib.suppress(OSError, AttributeError):  # not on every file system
            os.setxattr(target.name, "user.mine", b"")
        cells = [ATTACK.read_text("utf-8"), f"tried = attack({target.name!r}, {os.getpid()})"]
        try:
            found = decode(sandbox.load(cells, "tried").get("value"))
        except (Ended, Late, ValueError) as error:
            return [f"an answer cannot be run at all ({error})"]
    return list(dict.fromkeys(found)) if isinstance(found, list) else ["nothing could be tried"]
