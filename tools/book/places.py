"""Where the book and its JupyterLite are built."""

from pathlib import Path

__all__ = ["CACHE", "LITE", "ROOT", "lite_is_built"]

ROOT = Path(__file__).resolve().parents[2]
CACHE = ROOT / "build" / "cache"
LITE = ROOT / "build" / "book" / "lite"


def lite_is_built():
    """Whether the site holds a JupyterLite."""
    return (LITE / "lab" / "index.html").exists()
