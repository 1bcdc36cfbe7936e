"""How an answer travels: a message of JSON and one buffer of bytes, without what the page has.

An array is described as [type, shape, offset, half]: of a symmetric matrix of bytes the lower half
is sent, for the way to the page and not the arithmetic is what takes most of an answer's time.
"""

import numpy as np

from .halves import lower_half, symmetric_side

__all__ = ["View", "full_message"]

ALIGNED = 4  # bytes: the browser lays arrays of 32-bit numbers over the buffer


class View:
    """One view of a panel on a page: what it was sent, so that this need not travel again."""

    def __init__(self):
        self.frames = set()  # numbers of frames
        self.arrays = {}  # those of the last answer, by picture, plot and mark
        self.sent = 0  # how many answers; the page counts along

    def pack(self, answer):
        """Return (message, buffer): frames the view lacks, and the marks that are new to it."""
        ids = [picture.id for picture in answer.pictures]
        frames = [frame for frame in answer.frames() if frame["id"] not in self.frames]
        parts, arrays, buffer = pack_parts(answer.parts(), ids, self.arrays)
        self.frames.update(ids)
        self.arrays = arrays
        self.sent += 1
        message = {"pictures": ids, "frames": frames, "parts": parts, "number": self.sent}
        return message, buffer


def full_message(answer):
    """Return (message, buffer) for a page that has nothing yet."""
    return View().pack(answer)


def pack_parts(parts, ids, before):
    """Return descriptions of parts, their arrays, and all bytes that the page lacks, joined."""
    described = []
    arrays = {}
    pieces = []
    size = 0
    for number, part in parts:
        name = (ids[number], part["plot"], part["mark"])
        arrays[name] = {key: sendable(array) for key, array in part["arrays"].items()}
        row = {"picture": name[0], "plot": name[1], "mark": name[2]}
        row["extra"] = part.get("extra") or {}
        if equal(arrays[name], before.get(name)):
            arrays[name] = before[name]
            row["same"] = True
        else:
            row["arrays"] = {}
            for key, array in arrays[name].items():
                padding = -size % ALIGNED
                half = symmetric_side(array) > 0
                piece = (lower_half(array) if half else array).tobytes()
                pieces += [bytes(padding), piece]
                row["arrays"][key] = [array.dtype.name, list(array.shape), size + padding, half]
                size += padding + len(piece)
        described.append(row)
    return described, arrays, b"".join(pieces)


def sendable(array):
    """Return an array as 8-bit indices or 32-bit numbers."""
    array = np.asarray(array)
    return np.array(array, dtype=np.uint8 if array.dtype == np.uint8 else np.float32, order="C")


def equal(arrays, before):
    """Return whether arrays are those of the answer before, to the last bit (nan equals nan)."""
    if before is None or arrays.keys() != before.keys():
        return False
    return all(
        array.shape == before[key].shape
        and array.dtype == before[key].dtype
        and array.tobytes() == before[key].tobytes()
        for key, array in arrays.items()
    )
