"""The laws that every picture obeys, also one of a course: what it shows, its still, its words.

A test file inherits from `SceneLaws` and gives the fixture ``made``: a picture, and the data that
it can be told to show.
"""

import json

import numpy as np
import pytest
from matplotlib.transforms import TransformedPath

from livepanels import theme
from livepanels.pictures import draw, scene
from livepanels.pictures.positions import positions
from livepanels.pictures.sheets import still_pixels
from livepanels.pictures.stills import RATIO, rgba

KINDS = {  # arrays of a mark, and how many columns each has (0: a plain list of numbers)
    "matrix": {"index", "value"},
    "points": {"xy", "group", "shape", "size", "index"},
    "line": {"xy"},
    "area": {"xy"},
    "bars": {"value", "lit"},
    "stems": {"xy"},
    "ellipses": {"e", "group", "lit"},
    "arrows": {"a", "group"},
    "texts": {"xy"},
    "rule": {"at"},
    "regions": {"rings", "group"},
    "space-points": {"xyz", "group"},
    "space-ellipses": {"e"},
    "space-lines": {"xyz"},
    "space-facets": {"facets", "shade"},
}


def content(picture):
    """Return all that travels, as bytes and words."""
    return [
        (
            part["plot"],
            part["mark"],
            part["extra"],
            {name: array.tobytes() for name, array in part["arrays"].items()},
        )
        for part in picture.parts()
    ]


def arrays(picture, mark, plot=0):
    (found,) = [p for p in picture.parts() if (p["plot"], p["mark"]) == (plot, mark)]
    return found["arrays"]


def drawn(artist):
    """Return the places (n, 2) of an artist in CSS pixels, as its transforms have it."""
    figure = artist.get_figure()
    if hasattr(artist, "get_offsets"):
        places = artist.get_offset_transform().transform(np.ma.filled(artist.get_offsets(), np.nan))
    elif isinstance(artist.get_clip_path(), TransformedPath):  # a region is a tint, cut out
        places = artist.get_clip_path().get_fully_transformed_path().vertices
    elif hasattr(artist, "get_extent"):
        x0, x1, y1, y0 = artist.get_extent()
        places = artist.axes.transData.transform([[x0, y0], [x1, y1]])
    elif hasattr(artist, "get_xydata"):
        places = artist.get_transform().transform(artist.get_xydata())
    else:
        path = artist.get_path()
        corners = (artist.get_patch_transform() + artist.axes.transData).transform(path.vertices)
        places = np.concatenate([corners, (corners[1:] + corners[:-1]) / 2])
    places = np.asarray(places) * 72 / figure.dpi
    return np.stack([places[:, 0], figure.get_size_inches()[1] * 72 - places[:, 1]], axis=1)


def nearest(points, places):
    """Return how far each point is from the nearest of some places, 0 where it is hidden."""
    points = points[np.isfinite(points).all(axis=1)]
    gaps = np.linalg.norm(points[:, None] - places[np.isfinite(places).all(axis=1)], axis=2)
    return gaps.min(axis=1).max(initial=0.0)


def corner(figure, frame, plot):
    """Return how far from the left a plot begins."""
    left = 4.0
    for other in frame["plots"][:plot]:
        rows = draw.head(other)
        left += max(other["width"], *(row[-1][1] for row in rows)) + scene.GAP
    return left


class SceneLaws:
    def test_a_frame_is_plain_json(self, made):
        picture, _ = made
        frame = json.loads(json.dumps(picture.frame(), allow_nan=False))
        assert frame["plots"]
        for plot in frame["plots"]:
            names = [mark["name"] for mark in plot["marks"]]
            assert len(set(names)) == len(names)
            assert {mark["kind"] for mark in plot["marks"]} <= set(KINDS)
            assert "#" not in json.dumps(plot["marks"])  # roles, never colors
            left, top, right, bottom = plot["margins"]
            assert plot["width"] - left - right > 100
            assert plot["height"] - top - bottom > 50  # a row of letters is low

    def test_parts_are_small_arrays_of_known_marks(self, made):
        picture, shown = made
        for data in shown:
            picture.show(*data)
            frame = picture.frame()
            for part in picture.parts():
                json.dumps(part["extra"], allow_nan=False)
                assert all(a.dtype in (np.float32, np.uint8) for a in part["arrays"].values())
                assert all(a.flags.c_contiguous for a in part["arrays"].values())
                if part["mark"] in ("view", "limits"):
                    continue
                marks = {mark["name"]: mark for mark in frame["plots"][part["plot"]]["marks"]}
                assert set(part["arrays"]) <= KINDS[marks[part["mark"]]["kind"]]

    def test_the_same_content_is_the_same_bytes(self, made):
        """What was shown before leaves nothing behind, and the frame stays the very same."""
        picture, shown = made
        picture.show(*shown[0])
        first, frame = content(picture), picture.frame()
        for data in shown:
            picture.show(*data)
            assert picture.frame() is frame
            content(picture)
        picture.show(*shown[0])
        assert content(picture) == first

    def test_matplotlib_draws_where_positions_say(self, made):
        picture, shown = made
        for data in [None, *shown]:
            if data is not None:
                picture.show(*data)
            frame, parts = picture.frame(), picture.parts()
            figure = draw.figure_of(frame, parts)
            found = {}
            for artist in figure.axes[0].get_children():
                if artist.get_gid():
                    found.setdefault(artist.get_gid(), []).append(drawn(artist))
            above = figure.get_size_inches()[1] * 72 - 6 - max(p["height"] for p in frame["plots"])
            for (plot, mark), expected in positions(frame, parts).items():
                kind = next(m for m in frame["plots"][plot]["marks"] if m["name"] == mark)["kind"]
                if kind in ("arrows", "matrix", "texts") or (
                    kind == "space-points" and mark == "ends"
                ):
                    continue  # tips are polygons, cells are pixels, texts have no gid
                expected = expected + np.array([corner(figure, frame, plot), above])
                if kind == "ellipses":
                    expected = expected.reshape(-1, 3, 2)[:, 1:].reshape(-1, 2)
                key = f"{plot}:{mark}"
                if kind == "space-ellipses":  # their middles; the last corner is the first one
                    found[key] = [np.mean(e[:-1], axis=0)[None] for e in found[key]]
                assert nearest(expected, np.concatenate(found[key])) < 0.5, mark

    def test_no_word_of_a_still_is_cut_off(self, made):
        picture, shown = made
        for data in [None, *shown]:
            if data is not None:
                picture.show(*data)
            figure = draw.figure_of(picture.frame(), picture.parts())
            figure.canvas.draw()
            width, height = figure.canvas.get_width_height()
            for text in figure.axes[0].texts:
                if text.get_text():
                    box = text.get_window_extent()
                    assert box.x0 > -2 and box.x1 < width + 2, text.get_text()
                    assert box.y0 > -2 and box.y1 < height + 2, text.get_text()

    @pytest.mark.parametrize("dark", [pytest.param(False, marks=pytest.mark.slow), True])
    def test_stills_are_drawn_on_the_paper_of_their_theme(self, made, dark):
        picture, _ = made
        pixels = picture.still(dark)
        assert pixels.shape[2] == 4
        assert pixels[0, 0].tolist() == rgba(theme.palette(dark)["paper"]).tolist()
        together = still_pixels([pixels, pixels], "words " * 60, dark)
        assert together.shape[0] > pixels.shape[0] and together.shape[1] >= pixels.shape[1]

    def test_alone_it_is_a_picture_with_alt_text(self, made):
        picture, _ = made
        data, metadata = picture._repr_mimebundle_()
        assert data["image/png"].startswith(b"\x89PNG")
        assert data["text/plain"] in metadata["image/png"]["alt"]
        assert data["text/plain"]
        assert metadata["image/png"]["width"] == picture.still().shape[1] // RATIO
