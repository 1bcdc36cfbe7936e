"""Still pictures as pixels and bytes: what a page without a kernel, or a printed one, shows."""

import io

import numpy as np

__all__ = ["RATIO", "png_bytes", "png_metadata", "rgba"]

RATIO = 2  # pixels of a still for one pixel on the page, so that it is sharp in print


def png_bytes(pixels):
    """Return an RGBA array as the bytes of a PNG."""
    from matplotlib.image import imsave  # stills only: a live panel does without matplotlib

    file = io.BytesIO()
    imsave(file, pixels, format="png", pil_kwargs={"compress_level": 6})
    return file.getvalue()


def png_metadata(pixels, alt):
    """Return what a notebook has to know of a still: its width on the page and its words."""
    return {"alt": alt, "width": pixels.shape[1] // RATIO}


def rgba(color):
    """Return a color like #a1b2c3 as four numbers up to 255.

    >>> rgba("#ff8000").tolist()
    [255, 128, 0, 255]
    """
    return np.array([*bytes.fromhex(color[1:]), 255], dtype=np.uint8)
