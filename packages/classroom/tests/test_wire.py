"""Values between the judge and a submission: what crosses, and what is refused."""

import json
import os
import runpy

import numpy as np
import pytest

from classroom.marks.inside import wire

VALUES = [
    None,
    True,
    ...,
    3,
    10**200,
    -0.5,
    float("inf"),
    "text",
    1 + 2j,
    [1, (2, [3.5, "a"])],
    np.float32(0.1),
    np.bool_(True),
    np.arange(6).reshape(2, 3).T,
    np.array(["a", "bc"]),
    np.array([[1 + 1j]]),
    np.zeros((0, 3)),
    np.array([1, None], dtype=object),
]


@pytest.mark.parametrize("value", VALUES, ids=repr)
def test_a_value_comes_back_as_it_went(value):
    back = wire.decode(json.loads(json.dumps(wire.encode(value))))
    assert type(back) is type(value)
    assert np.all(back == value)


@pytest.mark.parametrize(
    "message",
    [
        ["array", [2], "<f8", "AAAA"],
        ["array", [-1, 3], "O", ""],
        ["array", [10**12], "<f8", ""],
        ["unknown"],
        [],
        {},
        ["list", 3],
        ["number", "x"],
        ["scalar", "V8", ""],
    ],
    ids=str,
)
def test_a_message_that_is_no_value_is_refused(message):
    with pytest.raises(ValueError, match="no value can be read"):
        wire.decode(message)


def test_of_other_things_only_the_name_of_the_type_crosses():
    class Mean:
        def __reduce__(self):
            return (os.abort, ())

    back = wire.decode(wire.encode(Mean()))
    assert type(back).__name__ == "Mean"
    assert type(back) is not Mean
    assert type(wire.decode(["other", "os.system('x')"])).__name__ == "object"


@pytest.mark.filterwarnings("ignore:the matrix subclass")
def test_a_matrix_stays_one():
    assert type(wire.decode(wire.encode(np.asmatrix([[1.0]])))) is np.matrix


def test_values_cross_where_numpy_has_no_matrix(monkeypatch):
    monkeypatch.delattr(np, "matrix")
    without = runpy.run_path(wire.__file__)
    assert without["encode"](np.eye(2)) == wire.encode(np.eye(2))
