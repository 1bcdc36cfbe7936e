"""The colors of tokens.json as they are seen: in full, with deuteranopia, and in grey."""

import itertools

import numpy as np
import pytest

from livepanels.pictures.theme import palette

#: Machado, Oliveira and Fernandes (2009): how linear RGB is seen without hue of red and green.
DEUTERANOPIA = np.array(
    [
        [0.367322, 0.860646, -0.227968],
        [0.280085, 0.672501, 0.047413],
        [-0.011820, 0.042940, 0.968881],
    ]
)
XYZ = np.array(
    [
        [0.4124564, 0.3575761, 0.1804375],
        [0.2126729, 0.7151522, 0.0721750],
        [0.0193339, 0.1191920, 0.9503041],
    ]
)
WHITE = np.array([0.95047, 1.0, 1.08883])
SEEN = {"in full": np.eye(3), "with deuteranopia": DEUTERANOPIA}


def cielab(color, seen=SEEN["in full"]):
    """Return lightness and the two hues of a color, as it is seen."""
    shares = np.array([int(color[i : i + 2], 16) for i in (1, 3, 5)]) / 255
    linear = np.where(shares <= 0.04045, shares / 12.92, ((shares + 0.055) / 1.055) ** 2.4)
    ratio = XYZ @ np.clip(seen @ linear, 0, 1) / WHITE
    x, y, z = np.where(ratio > 216 / 24389, np.cbrt(ratio), (24389 / 27 * ratio + 16) / 116)
    return np.array([116 * y - 16, 500 * (x - y), 200 * (y - z)])


def distance(one, other, seen):
    return np.linalg.norm(cielab(one, seen) - cielab(other, seen))


def test_the_matrix_takes_red_and_green_together():
    assert distance("#ffffff", "#ffffff", DEUTERANOPIA) == 0
    assert cielab("#ffffff") == pytest.approx([100, 0, 0], abs=0.1)
    full, blind = (distance("#c04a3a", "#6a7a2a", seen) for seen in SEEN.values())
    assert blind < full / 3


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("dark", [False, True])
def test_groups_are_told_apart(dark, seen):
    """The first four from one another and from what is grey or lit; all ten from what is grey."""
    colors, matrix = palette(dark), SEEN[seen]
    groups = colors["groups"]
    for one, other in itertools.combinations(groups[:4], 2):
        assert distance(one, other, matrix) >= 20, (one, other)
    for group in groups[:4]:
        assert distance(group, colors["muted"], matrix) >= 18, group
        assert distance(group, colors["hot"], matrix) >= 16, group
    for group in groups:
        assert distance(group, colors["muted"], matrix) >= 12, group


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("dark", [False, True])
@pytest.mark.parametrize("scale", ["kernel", "distance", "below", "grey"])
def test_scales_are_read_by_lightness(scale, dark, seen):
    """Every stop is lighter or darker than the one before, so that a scale is read in grey."""
    stops = palette(dark)["scales"][scale]
    steps = np.diff([cielab(stop, SEEN[seen])[0] for stop in stops])
    assert (steps > 0).all() == dark and (steps < 0).all() != dark
    assert np.abs(steps).min() > 5


@pytest.mark.parametrize("seen", SEEN)
@pytest.mark.parametrize("dark", [False, True])
def test_kernel_and_distance_and_what_is_below_zero_are_told_apart(dark, seen):
    scales = palette(dark)["scales"]
    for other in ("distance", "below"):
        for one, another in zip(scales["kernel"][2:6], scales[other][2:6], strict=True):
            assert distance(one, another, SEEN[seen]) >= 20, (one, another)


def contrast(one, other):
    """Return the contrast of WCAG: from the lightness, 1 to 21."""
    light, dark = sorted(((cielab(color)[0] + 16) / 116) ** 3 for color in (other, one))[::-1]
    return (light + 0.05) / (dark + 0.05)


@pytest.mark.parametrize("dark", [False, True])
def test_numbers_can_be_read_on_groups(dark):
    colors = palette(dark)
    assert contrast("#ffffff", "#000000") == pytest.approx(20, abs=1)
    for group, on in zip(colors["groups"], colors["on_groups"], strict=True):
        assert contrast(group, on) >= 4, group
