"""Values as text, between the judge and a submission: numbers, arrays, lists; nothing that runs.

The judge reads what a submission has written, so nothing here unpickles: a value of another kind
crosses as the name of its type.
"""

import base64

import numpy as np

__all__ = ["decode", "encode"]

MATRIX = getattr(np, "matrix", ())  # on NumPy's list of what will go
KINDS = "biufcUS"  # of arrays: truth, numbers, text
LARGEST = 2**26  # bytes of one array
LONGEST = 20  # letters of the name of a type
DEEPEST = 20  # lists in lists


def encode(value, depth=0):
    """Return a value in the few forms that JSON knows; other things are lists with a tag."""
    if value is None or type(value) in (bool, str):
        return value
    if value is Ellipsis:
        return ["..."]
    if type(value) in (int, float):
        return value if abs(value) < 1e300 else ["number", repr(float(value))]
    if isinstance(value, np.ndarray):
        return _encode_array(value, depth)
    if isinstance(value, np.generic) and value.dtype.kind in KINDS:
        return ["scalar", *_raw(np.asarray(value))]
    if isinstance(value, complex):
        return ["complex", value.real, value.imag]
    if type(value) in (list, tuple) and depth < DEEPEST:
        return [type(value).__name__, [encode(one, depth + 1) for one in value]]
    if hasattr(value, "__float__") and not hasattr(value, "__len__"):
        return ["number", repr(float(value))]
    return ["other", type(value).__name__]


def _encode_array(array, depth):
    if array.nbytes > LARGEST or (array.dtype.kind not in (*KINDS, "O")):
        return ["other", "array of a kind or size that no answer has"]
    if array.dtype.kind == "O":
        entries = [encode(one, depth + 1) for one in array.ravel().tolist()]
        return ["objects", list(array.shape), entries]
    tag = "matrix" if isinstance(array, MATRIX) else "array"
    return [tag, list(array.shape), *_raw(np.asarray(array))]


def _raw(array):
    return array.dtype.str, base64.b64encode(np.ascontiguousarray(array).tobytes()).decode("ascii")


def decode(message):
    """Return the value of a message.

    Raises
    ------
    ValueError
        For a message that `encode` has not made.
    """
    if message is None or isinstance(message, bool | int | float | str):
        return message
    try:
        tag, *parts = message
        return READ[tag](*parts)
    except (
        TypeError,
        KeyError,
        ValueError,
        AttributeError,
        RecursionError,
        OverflowError,
    ) as error:
        raise ValueError(f"no value can be read from this message: {error}") from None


def _array(shape, dtype, text):
    kind = np.dtype(str(dtype)[:LONGEST])  # NumPy takes long over a long name
    if kind.kind not in KINDS:
        raise ValueError(f"arrays of {kind} are not read")
    return np.frombuffer(base64.b64decode(text), kind).reshape(shape).copy()


def _objects(shape, entries):
    array = np.empty(len(entries), dtype=object)
    for place, entry in enumerate(entries):
        array[place] = decode(entry)
    return array.reshape(shape)


def _other(name):
    known = isinstance(name, str) and name.isidentifier() and len(name) < 40
    return type(name if known else "object", (), {})()


READ = {
    "...": lambda: Ellipsis,
    "number": float,
    "complex": complex,
    "array": _array,
    "matrix": lambda *parts: np.asmatrix(_array(*parts)),
    "scalar": lambda *parts: _array((), *parts)[()],
    "objects": _objects,
    "list": lambda parts: [decode(part) for part in parts],
    "tuple": lambda parts: tuple(decode(part) for part in parts),
    "other": _other,
}
