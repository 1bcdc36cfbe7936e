"""Values that the text of a step asks for: a recording has them beside its even stops.

By the name of the panel, then of the control: as a reader types them, one after another; a place
of a hand as in its box. Where a text asks for another value, it is added here.
"""

__all__ = ["ASKED", "asked_of"]

ASKED = {
    # 00
    "first_kernel": {"X": ["x6 = 1.4, 0.2"], "entry": ["4, 5"]},
    # 01, 02
    "dna_words": {"k": "2"},
    "lift": {"view": ["8, 0"]},
    "explosion": {"q": "3 4 5"},
    "five_irises": {
        "X": ["x4 = -1.55, 3.45", "x4 = 0, 0", "x4 = 2.3, 1.6", "x4 = 5.75, 4", "x4 = 6.9, 4.8"]
    },
    # 03, 04
    "same_table": {"axis": ["7.976, 3.719"]},  # at 25 degrees
    "newcomer": {"x": ["9, 0", "-9, 0"]},  # the edge of the picture
    "ring_axes": {"sigma": "0.8 1.3"},
    "order_of_steps": {"steps": "2"},
    # 05
    "radial_stretch": {"x2": ["1.5, 1.5"]},
    "find_the_misprint": {"XY": ["x2 = 1, 0", "x2 = 1, 1", "x2 = 0, 1", "x2 = 1.2, 1.6"]},
    "through_the_origin": {"x2": ["0.1, 0.1", "0, 0", "-0.1, -0.1", "-1, -1"]},
    "ten_neighbours": {"origin": ["3.758, 1.199"]},  # the mean flower
    # 06
    "sum_of_two": {"unit": "0.001 0.0026"},
    "entries_to_01": {"X": ["x2 = 0, 0", "x2 = 0.5, 0", "x2 = 1, 0", "x2 = 2, 0"]},
    # 07
    "two_arrows": {
        "tips": ["x2 = 0.4, 0.3", "x2 = 0.8, 0.6", "x2 = 1.6, 1.2", "x2 = 1, 0", "x2 = -0.6, 0.8"],
        "t": "1",
    },
    "swapping": {"t": "1"},
    "figure_1": {"t": "0.7 1 100", "cos": "0 0.8", "gamma": "1.8"},
    "order_t_on_iris": {"t": "1 10"},
    "two_sets": {"t": "-1 0"},
    # 08, 09
    "below_and_above": {"t": "-1 0", "cos": "0.8"},
    "stack_of_terms": {"t": "1"},
    "free_widths": {
        "free_points": ["x2 = 1, 1", "x2 = 1, 2", "x2 = 1, 2.5", "x2 = 1, 3", "x1 = 2, 1"]
    },
    # 10, 11, 12
    "local_ellipses": {"m": "10"},
    "five_houses": {"sigma": "1 2.885"},
    "wall_at_one": {"sigma": "0.5 1 1.1 1.2", "v": "10"},
    "two_rings": {"sigma": "0.16 0.18 0.3", "X": ["x41 = 0.913, -1.493"]},  # half-way in the gap
    "iris_live": {"gamma": "0.01", "m": "10", "times": "0.3 3"},
    # 13
    "drag_a_photo": {"tops": ["x4 = 4, 0", "x1 = 1, 0.8", "x4 = 4, 0; x1 = 1, 0.8"]},
    "two_errors": {"L": "0.58 0.69 1", "n": "1 7 10"},
    # 14
    "contours": {"p": "0.5 1 1.5 1.6", "turn": "45", "ends": ["x3 = 0.2, 0.2"]},
    "bowl_to_spikes": {"p": "0.5 1"},
    "units": {"s": "10", "p": "0.5 1 2", "small": "0.3"},
    "weights": {"p": "0.5 0.9 1 1.1 1.5"},
    # 15, 16
    "steps": {"p": "1 2 2.5", "step": "1 2 3 4 6"},
    "choose": {"p": "4"},
    "bytes_of_k": {"n": "45"},
    "which_road": {"D": "48 144"},
    # 17
    "drag_an_entry": {"entry": ["93.1, 5"]},
}


def asked_of(panel, name):
    """Return the values that a text asks of a panel's control."""
    texts = ASKED.get(panel.name, {}).get(name, [])
    texts = texts.split() if isinstance(texts, str) else texts
    control = panel.controls[name]
    return [control.typed(text, control.value) for text in texts]
