"""The clock of the judge, and its words, without any course."""

import threading
import time

import numpy as np

from classroom.exercises import advice, limit, wording
from classroom.exercises.stub import is_stub


def test_a_fast_call_leaves_no_clock_behind():
    before = threading.active_count()
    with limit.Limit(0.01) as watch:
        with watch.call():
            pass
        time.sleep(3 * limit.TICK)  # between two calls the clock stands still
    watch.over.wait()
    while threading.active_count() > before:
        time.sleep(0.01)


def test_where_no_thread_can_begin_nothing_is_limited(monkeypatch):
    def refuse(timer):
        raise RuntimeError("can't start new thread")

    monkeypatch.setattr(threading.Thread, "start", refuse)
    with limit.Limit(0.01) as watch, watch.call():
        time.sleep(3 * limit.TICK)


def test_swapped_rows_and_columns_are_named():
    got, want = np.zeros((2, 3)), np.zeros((3, 2))
    assert advice.about_shape(got, want, (), ())[0].startswith("Rows and columns are swapped")
    assert advice.about_shape(np.zeros(2), np.zeros(3), ("x",), (np.zeros(5),)) == []


def test_rounding_is_only_named_where_every_number_is_rounded():
    wants = [np.array([1 / 3, 2 / 3]), np.array(0.125)]
    rounded = [np.round(want, 2) for want in wants]
    pairs = [1.0, 1.0], [np.dtype(float)] * 2
    assert "to 2 digits" in advice.about_digits(rounded, wants, *pairs)[0]
    assert advice.about_digits([rounded[0], np.array(0.5)], wants, *pairs) is None


def test_numbers_are_shown_as_a_student_writes_them():
    assert wording.show(np.array([[2.0, 1 / 3], [0, -0.0]])) == "[[2, 0.333333], [0, 0]]"
    assert wording.show("ACG") == "'ACG'"
    assert wording.show(np.zeros((9, 9))) == "an array of shape (9, 9) that begins [0, 0, 0, 0]"
    assert wording.apart(np.array([1, 1e-17]), np.array([1.0, 0.5])) == ("[1, 0]", "[1, 0.5]")
    assert wording.apart(1.00000001, 1.0) == ("1.00000001", "1")


def test_stub_needs_an_empty_body():
    assert is_stub(lambda: None)
    assert not is_stub(lambda: 0)
    assert not is_stub(lambda x: x)
    assert not is_stub(np.dot)
