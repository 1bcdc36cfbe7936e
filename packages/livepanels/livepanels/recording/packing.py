"""A recording as a small text: each array once, sixteen states to a chunk, differences deflated.

A recording is a list of *blobs*: bytes in the order in which they are first needed, each once. A
state is a message (JSON) that names its arrays by their numbers. Blobs that are first needed by
the same sixteen states stand in one chunk, which the page unpacks as a whole. A blob that follows
a like one in its chunk is stored as the difference, byte by byte; of 32-bit numbers first all
lowest bytes, then the next; of a symmetric matrix the lower half.
"""

import base64
import json
import zlib

import numpy as np

from ..panels.halves import lower_half, mirrored, symmetric_side

__all__ = ["STATES", "TEXT", "Blobs", "coarse", "packed", "text", "unpacked"]

STATES = 16  # in one chunk
TEXT = "message"  # the name of blobs that are texts


class Blobs:
    """Arrays of bytes or 32-bit numbers by number, each once, and the chunks that they stand in."""

    def __init__(self):
        self.numbers = {}
        self.chunks = [[]]

    def new_chunk(self):
        """Begin a chunk, where the last one is not empty."""
        if self.chunks[-1]:
            self.chunks.append([])

    def number(self, name, array):
        """Return the number of an array, which is kept if it is new.

        Parameters
        ----------
        name : str
            What the array is: those of one name are alike.
        array : array of uint8 or float32
            The numbers.
        """
        key = (array.dtype.name, array.shape, array.tobytes())
        if key not in self.numbers:
            self.numbers[key] = len(self.numbers)
            self.chunks[-1].append((name, array))
        return self.numbers[key]


def coarse(parts):
    """Return the parts of an answer with places of 16 bits: a screen shows no more, a third less.

    Only what is a place on axes: entries of matrices and heights of bars are also read as numbers.

    Examples
    --------
    >>> [(_, part)] = coarse([(0, {"arrays": {"xy": np.array([[np.pi, np.inf]])}})])
    >>> part["arrays"]["xy"].tolist()
    [[3.1416015625, inf]]
    """
    found = []
    for number, part in parts:
        arrays = dict(part["arrays"])
        if "xy" in arrays:
            bits = np.array(arrays["xy"], dtype=np.float32, order="C").view(np.uint32)
            arrays["xy"] = ((bits + np.uint32(0x80)) & np.uint32(0xFFFFFF00)).view(np.float32)
        found.append((number, part | {"arrays": arrays}))
    return found


def packed(chunk):
    """Return a chunk, a list of (name, array), as deflated bytes.

    They begin with a line of JSON: for each blob the number of stored bytes, the bytes of a number,
    how many blobs before it the one stands that it is a difference to (0 for none), and the side
    of the symmetric matrix of which it is the lower half (0 for none).
    """
    last = {}
    heads, bodies = [], []
    for place, (name, array) in enumerate(chunk):
        side = symmetric_side(array)
        flat = stored_bytes(array, side)
        like = (name, flat.size, side)
        before, base = last.get(like, (place, 0))
        width = array.itemsize
        heads.append([flat.size, width, place - before, side])
        bodies.append((flat - base).reshape(-1, width).T.tobytes())
        if name != TEXT:  # deflating finds what two texts share, wherever it stands
            last[like] = (place, flat)
    head = json.dumps(heads, separators=(",", ":")).encode() + b"\n"
    return zlib.compress(head + b"".join(bodies), 9)


def stored_bytes(array, side):
    """Return the bytes of an array, of a symmetric matrix those of its lower half."""
    kept = lower_half(array) if side else np.ascontiguousarray(array)
    return kept.reshape(-1).view(np.uint8)


def unpacked(data):
    """Return the bytes of the blobs of a chunk: the inverse of :func:`packed`, as on the page."""
    head, body = zlib.decompress(data).split(b"\n", 1)
    stored, whole = [], []
    for size, width, back, side in json.loads(head):
        piece, body = body[:size], body[size:]
        flat = np.frombuffer(piece, np.uint8).reshape(width, -1).T.reshape(-1)
        stored.append(flat + stored[-back] if back else flat)
        whole.append((mirrored(stored[-1], side) if side else stored[-1]).tobytes())
    return whole


def text(data):
    """Return bytes as letters: a page opened from a disk may load scripts only."""
    return base64.b64encode(data).decode("ascii")
