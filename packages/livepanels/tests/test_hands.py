"""Controls that live on a picture: points, picks, turns and shapes, without a browser."""

import numpy as np
import pytest
from toys import bells, drawn

from livepanels import Pick, Points, Shape, Slider, Turn, subplots
from livepanels.panels import LivePanel as Panel
from livepanels.recording.paths import path

X = np.array([[0.0, 0.0], [1.0, 2.0], [3.0, 1.0]])


def gaussian(X, sigma):
    return np.exp(-((X[:, None] - X) ** 2).sum(axis=2) / (2 * sigma**2))


@pytest.fixture
def dragged():
    _, (cloud, kernel) = subplots(1, 2)

    def drag(X, sigma):
        cloud.scatter(X, numbered=True)
        kernel.imshow(gaussian(X, sigma), digits=2)

    return Panel(drag, {"X": Points(X), "sigma": Slider("sigma", 0.1, 10, value=1, log=True)})


def test_points_find_their_picture(dragged):
    message, _ = dragged.handle({"view": "a", "hello": True, "at": None})
    hand = message["controls"]["X"]["hand"]
    assert hand["picture"] == message["pictures"][0]
    assert hand["rows"] == [0, 1, 2]
    assert hand["kind"] == "points"
    marks = message["frames"][0]["plots"][hand["plot"]]["marks"]
    assert hand["mark"] in [mark["name"] for mark in marks]


def test_a_dragged_point_moves_the_matrix(dragged):
    first, _ = dragged.handle({"view": "a", "hello": True, "at": None})
    at = first["at"] | {"X": [[0, 0], [1, 2], [0.5, 0.25]]}
    message, _ = dragged.handle({"view": "a", "at": at})
    assert message["error"] is None
    assert not any(part.get("same") for part in message["parts"] if part["mark"] == "matrix 0")
    assert dragged.values["X"][2].tolist() == [0.5, 0.25]
    assert message["controls"]["X"]["text"] == "x3 = 0.5, 0.25"
    assert message["at"]["X"] == at["X"]


def test_a_point_is_typed(dragged):
    at = dragged.positions_of(dragged.values)
    message, _ = dragged.handle({"view": "a", "at": at, "typed": {"X": "x2 = 0,5, 1/2"}})
    assert message["faults"] == {}
    assert message["at"]["X"][1] == [0.5, 0.5]
    message, _ = dragged.handle({"view": "a", "at": at, "typed": {"X": "x9 = 1, 2"}})
    assert "x1 to x3" in message["faults"]["X"]


def test_all_points_are_typed_without_their_names():
    pair = Points([[0, 0], [1, 0]])
    assert pair.typed("0.8, 0.6; 1,6, 1,2", pair.value).tolist() == [[0.8, 0.6], [1.6, 1.2]]
    with pytest.raises(ValueError, match="x1 to x2"):
        pair.typed("0.8, 0.6", pair.value)


def test_points_may_be_added_where_the_cell_allows_it():
    with pytest.raises(ValueError, match="3 points, got 4"):
        Points(X).read([*X.tolist(), [1, 1]])
    assert len(Points(X, add=True).read([*X.tolist(), [1, 1]])) == 4


def test_a_point_that_was_only_rounded_has_not_moved():
    third = Points([[1 / 3, 2 / 3], [0, 1]])
    assert third.show(third.read(third.raw(third.value))) == "as given"


def test_points_may_keep_to_one_axis():
    axis = Points([[0, 0], [1, 0]], along="x")
    assert axis.read([[3, 9], [1, -2]]).tolist() == [[3, 0], [1, 0]]
    assert axis.typed("x2 = 5, 5", axis.value).tolist() == [[0, 0], [5, 0]]
    assert all((value[:, 1] == 0).all() for value in axis.edges())
    with pytest.raises(ValueError, match="along"):
        Points([[0, 0]], along="z")


def test_points_may_keep_to_their_ray():
    point = Points([[2.0, 2.0]], along="ray")
    assert point.read([[3, 1]]).tolist() == [[2, 2]]
    assert point.read([[4, 6]]).tolist() == [[5, 5]]
    assert point.read([[-1, -1]])[0] == pytest.approx([0.1, 0.1])  # never at the origin
    assert all(value[0, 0] == value[0, 1] > 0 for value in point.edges())


def test_pick_on_a_matrix_and_on_points():
    entry = Pick(drawn("imshow", np.eye(4)))
    assert (entry.value, entry.raw(entry.value), entry.show(entry.value)) == (
        (0, 1),
        [0, 1],
        "1, 2",
    )
    assert entry.read([3, 2]) == (3, 2)
    assert entry.typed("2, 4", None) == (1, 3)
    with pytest.raises(ValueError, match="there is no entry 5, 1"):
        entry.typed("5, 1", None)
    point = Pick(drawn("scatter", X))
    assert (point.value, point.edges()) == (0, [0, 2])
    assert point.typed("3", None) == 2


def test_turn_is_a_value():
    space = drawn("scatter", np.eye(3), space=True)
    turn = Turn(space, (30, 20))
    assert turn.typed("400, 10", None) == (40, 10)
    with pytest.raises(ValueError, match="-90 to 90"):
        turn.read([0, 100])


def test_a_shape_is_five_numbers():
    shape = Shape((1, 2, 2, 1, 0))
    assert shape.raw(shape.value) == [1, 2, 2, 1, 0]
    assert shape.read([1, 2, 2, 1, 30]) == (1, 2, 2, 1, 30)
    with pytest.raises(ValueError, match="longer than 0"):
        shape.read([0, 0, 1, 0, 0])


def test_a_pinned_shape_keeps_its_middle():
    shape = Shape((1, 2, 1, 1, 0), pinned=True)
    assert shape.raw(shape.read([5, 5, 2, 1, 30])) == [1, 2, 2, 1, 30]


def test_a_shape_may_be_an_object_of_the_course():
    """Two functions are enough, to five numbers and from them; a list of such objects is shown."""

    def bell(x, y, a, b, _angle):
        return bells([[x, y]], [np.diag([a**2, b**2])])

    def ellipse(value):
        if not hasattr(value, "covariances"):
            raise ValueError("needs a bell")
        return [*value.means[0], *np.sqrt(np.diag(value.covariances[0])), 0.0]

    shape = Shape(bell(0, 0, 2, 1, 0), make=bell, ellipse=ellipse)
    assert shape.raw(shape.read([1, 2, 3, 1, 0])) == [1, 2, 3, 1, 0]
    moved = shape.read([1, 2, 3, 1, 0])
    view = drawn("ellipses", [shape.value, moved])
    hand = shape.hand(moved, [view])
    assert (hand["mark"], hand["rows"], hand["scale"]) == ("ellipses 0", [1], 2)
    with pytest.raises(ValueError, match="shape: needs a bell"):
        Shape((0, 0, 1, 1, 0), make=bell, ellipse=ellipse)


@pytest.mark.parametrize(
    "control",
    [
        Points(X),
        Points(X, add=True),
        Pick(drawn("imshow", np.eye(4))),
        Turn(drawn("scatter", X @ np.eye(2, 3), space=True)),
    ],
    ids=lambda control: type(control).__name__,
)
def test_edges_and_stops_are_values_and_positions(control):
    for value in control.edges():
        assert control.raw(control.read(control.raw(value))) == control.raw(value)
    stops = path(control, 3)
    assert 0 < len(stops) <= 3
    for stop in stops:
        control.check(control.read(stop))


def test_the_caption_says_what_a_hand_can_do():
    cloud = drawn("scatter", np.eye(3)[:, :2])
    points = Points(np.zeros((3, 2)), on=cloud, together=True)
    assert points.hand(points.value, [cloud])["hint"] == "drag one or the mean"
    one = Points([[0, 0]], label="x2", on=cloud, rows=[1])
    assert one.hand(one.value, [cloud])["hint"] == "drag x2"
    table = drawn("imshow", np.eye(3))
    assert Pick(table).hand((0, 1), [table])["hint"] == "point at an entry"


def test_means_at_the_edges_of_a_matrix_are_not_picked():
    table = drawn("imshow", np.eye(3), means=True)
    assert Pick(table).size == (3, 3)


def test_tips_of_arrows_corners_of_lines_and_further_points_can_be_held():
    view = drawn("scatter", X)
    tips, ends, place = X + 1, X[:2] + 2, X[:1] + 3
    view.quiver(0, 0, *tips.T)
    view.plot(*ends.T)
    view.scatter(place, marker="x")
    found = [view.place_of(array)["mark"] for array in (X, tips, ends, place)]
    assert found == ["points 0", "arrows 0", "line 0", "points 1"]
    assert view.place_of(np.zeros((2, 2))) is None


def test_points_go_around_the_origin():
    walker = Points([[0.0, 2.0]], along="circle")
    assert walker.check([[3.0, 4.0]]).round(9).tolist() == [[1.2, 1.6]]
    assert walker.check([[0.0, 0.0]]).tolist() == [[0.0, 2.0]]
    assert walker.check([[1.2001, 1.6001]]).tolist() == [[1.2001, 1.6001]]
    with pytest.raises(ValueError, match="circle"):
        Points([[0.0, 2.0]], along="z")


def test_where_points_can_be_added_one_more_can_be_typed():
    cloud = Points(X, add=True)
    assert cloud.typed("x4 = 5, −1", cloud.value).tolist() == [*X.tolist(), [5.0, -1.0]]
    assert cloud.typed("x3 = 5, 1", cloud.value).tolist() == [*X[:2].tolist(), [5.0, 1.0]]
    with pytest.raises(ValueError, match=r"x1 to x4"):
        cloud.typed("x5 = 0, 0", cloud.value)
    with pytest.raises(ValueError, match=r"x1 to x3"):
        Points(X).typed("x4 = 5, 1", X)


def test_several_points_are_typed_one_after_the_other():
    typed = Points(X).typed("x1 = 7, 8; x3 = 0,5, 1/2", X)
    assert typed.tolist() == [[7.0, 8.0], *X[1:2].tolist(), [0.5, 0.5]]
    with pytest.raises(ValueError, match=r"x1 to x3"):
        Points(X).typed("x1 = 7, 8; x9 = 1, 1", X)


def test_one_point_is_typed_by_its_coordinates_and_called_by_its_number_in_the_picture():
    one = Points([[0.0, 0.0]], rows=[1])
    assert one.typed("0.5, 1/2", one.value).tolist() == [[0.5, 0.5]]
    assert one.typed("x2 = 3, 4", one.value).tolist() == [[3.0, 4.0]]
    assert one.show(np.array([[3.0, 4.0]])) == "3, 4"
    with pytest.raises(ValueError, match=r"type a point as x2 = 1\.2, 0\.7\.$"):
        one.typed("x1 = 3, 4", one.value)


FLAT, SPACE = drawn("scatter", np.eye(3)[:, :2]), drawn("scatter", np.eye(3), space=True)


@pytest.mark.parametrize(
    ("make", "error", "words"),
    [
        (lambda: Points("abc"), ValueError, r"points: points of the plane are an \(n, 2\) array"),
        (lambda: Points([[0, 0], [1]]), ValueError, r"an \(n, 2\) array"),
        (lambda: Points([[0, np.nan]]), ValueError, "a coordinate that is not a number"),
        (lambda: Points([[0, 0]], on=3), TypeError, r"Points\(on=\): needs a picture, got int"),
        (lambda: Pick(None), TypeError, r"Pick\(picture\): needs a picture, got NoneType"),
        (lambda: Pick(SPACE), ValueError, "nothing to pick"),
        (lambda: Turn(FLAT), ValueError, "this picture is flat"),
        (lambda: Turn(SPACE, 3), ValueError, "needs two angles in degrees, got 3"),
        (lambda: Turn(SPACE, (np.nan, 0)), ValueError, "a turn is a number of degrees"),
        (lambda: Shape(None), ValueError, "shape: an ellipse is five numbers"),
        (lambda: Shape((1, 2, 3)), ValueError, "shape: an ellipse is five numbers"),
    ],
)
def test_a_hand_that_cannot_be_is_refused_in_words(make, error, words):
    with pytest.raises(error, match=words):
        make()
