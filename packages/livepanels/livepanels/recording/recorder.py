"""Record a panel: what it shows and says at each of its stops, for a page without a kernel.

Runs in the kernel of a notebook, after its last cell.
"""

import itertools
import json
from pathlib import Path

import numpy as np

from ..panels import alone
from ..panels.controls import Choice
from ..panels.hands import Points
from ..panels.panel import key_of
from ..panels.registry import live
from ..panels.sending import pack_parts
from .packing import STATES, TEXT, Blobs, coarse, packed, text
from .stops import plan, widest

HANDS = ("points", "pick", "turn", "shape")
TRIAL = 60  # states of the first recording
REFINED = 1  # times that a panel is recorded anew with more, or fewer, states
MOST = 500  # states of a panel with choices, which compute most: a notebook takes a minute
FREE = 1000  # states of a panel without choices
BYTES = 1.2e6  # of a recording

__all__ = [
    "RecordingError",
    "record",
    "record_all",
    "record_each",
    "script",
    "watch_pictures",
    "without_idle",
]


class RecordingError(RuntimeError):
    """A panel that cannot be recorded: which one, and at which values."""


def watch_pictures():
    """Keep what cells show by itself from now on; return the list that grows."""
    shown = []
    alone.made.append(shown.append)
    return shown


def record_all(folder, chapter, pictures, stops):
    """Write the recordings of this kernel's panels and pictures, and the facts of each.

    Of each panel's controls `stops` names values that are recorded besides, by the panel's name.

    Other kernels may record the same chapter into the folder: each takes what none has begun, from
    the end on, where the panels tend to compute most.
    """
    for number, picture in enumerate(pictures):
        picture.name = f"picture-{number}"
    for panel in reversed([*pictures, *live.panels()]):
        panel.stops = stops.get(panel.name, {})
        file = Path(folder, f"{panel.name}.js")
        if is_begun_now(file):
            recording = record(panel) | {"name": f"{chapter}/{panel.name}"}
            size = file.write_bytes(script(recording).encode())
            facts = summary(panel, recording) | {"bytes": size}
            file.with_suffix(".json").write_text(json.dumps(facts, indent=1), "utf-8")


def record_each(folder, title, pictures):
    """Write the recordings of this kernel's panels and pictures that can be recorded.

    Return for each the facts of its recording, or the error, by the model that a notebook names.
    """
    found = {}
    for number, picture in enumerate(pictures):
        picture.name = f"picture-{number}"
    for panel in [*pictures, *live.panels()]:
        facts = {"name": panel.name}
        try:
            if not panel.remember:
                raise RecordingError("it draws at random, each time anew")
            recording = record(panel) | {"name": f"{title}/{panel.name}"}
            size = Path(folder, f"{panel.name}.js").write_bytes(script(recording).encode())
            facts |= {"bytes": size, "states": len(distinct(recording))}
        except RecordingError as error:
            facts["error"] = str(error)
        found[panel.widget.model_id if panel.widget else panel.name] = facts
    return found


def is_begun_now(file):
    """Make an empty file, unless another kernel has: whether it was made."""
    try:
        file.touch(exist_ok=False)
    except FileExistsError:
        return False
    return True


def summary(panel, recording):
    """Return what a reader has to know of a recording."""
    controls = recording["controls"]
    return {
        "sizes": recording["sizes"],
        "stops": panel.stops,
        "states": len(distinct(recording)),
        "thinned": [
            [without_tex(one["label"]), len(one["raws"]), panel.controls[name].steps + 1]
            for name, one in controls.items()
            if one["kind"] == "slider" and not one["complete"]
        ],
        "alone": [
            [without_tex(one["label"]), len(one["grid"])]
            for one in controls.values()
            if len(one["raws"]) > len(one.get("grid", one["raws"]))
        ],
        "hands": any(one["kind"] in HANDS for one in controls.values()),
    }


def without_tex(label):
    """Return a label without the signs of TeX."""
    return label.replace("$", "").replace("\\", "")


def record(panel):
    """Return the recording of a panel as a dictionary that JSON can write.

    A first recording of few states says what a state weighs, and so how many there may be.

    Raises
    ------
    RecordingError
        If the panel shows an error at one of its stops, or its points cannot be dragged anywhere.
    """
    for name, stop in widest(panel).items():
        if isinstance(stop.control, Points) and stop.fixed:
            raise RecordingError(f"panel {panel.name}: no place of {name} is inside its picture")
    recording = recorded(panel, plan(panel, TRIAL))
    most = MOST if any(isinstance(c, Choice) for c in panel.controls.values()) else FREE
    for _ in range(REFINED):
        weight = len(script(recording)) / len(distinct(recording))
        stops = plan(panel, min(int(BYTES / weight), most))
        if {name: stop.size for name, stop in stops.items()} == recording["sizes"]:
            break
        recording = recorded(panel, stops)
    return recording


def distinct(recording):
    """Return the numbers of the states of a recording, each once."""
    alone = [one.get("alone", ()) for one in recording["controls"].values()]
    return set(recording["states"]).union(*alone)


def recorded(panel, stops):
    """Return the recording of a panel at some stops."""
    frames = Frames()
    blobs = Blobs()
    states = {}
    alone = list(moved_alone(stops))
    for numbers in [*combinations_of(stops), *(numbers for _, numbers in alone)]:
        seen = without_idle(panel, stops, numbers)
        if seen not in states:
            if len(states) % STATES == 0:
                blobs.new_chunk()
            states[seen] = state(panel, stops, seen, frames, blobs)
        states[numbers] = states[seen]
    controls = {name: stop.on_page() for name, stop in stops.items()}
    for name, numbers in alone:
        controls[name].setdefault("alone", []).append(states[numbers])
    order = itertools.product(*(stop.grid for stop in stops.values()))
    return {
        "name": panel.name,
        "panel": description(panel, stops),
        "sizes": {name: stop.size for name, stop in stops.items()},
        "controls": controls,
        "frames": frames.kept,
        "states": [states[numbers] for numbers in order],
        "firsts": firsts(blobs),
        "chunks": [text(packed(chunk)) for chunk in blobs.chunks],
    }


def combinations_of(stops):
    """Yield all combinations of stops, the first control innermost: it is dragged most."""
    for numbers in itertools.product(*(stop.grid for stop in reversed(stops.values()))):
        yield numbers[::-1]


def moved_alone(stops):
    """Yield names of sliders that have all their values, and stops where no other is moved."""
    start = tuple(stop.start for stop in stops.values())
    for i, (name, stop) in enumerate(stops.items()):
        for number in range(len(stop.values) if stop.whole else 0):
            yield name, (*start[:i], number, *start[i + 1 :])


def without_idle(panel, stops, numbers):
    """Return the stops of a state, those of controls that do nothing there where they start."""
    at = dict(zip(stops, numbers, strict=True))
    values = {name: stops[name].values[number] for name, number in at.items()}
    idle = {name for name, control in panel.controls.items() if control.off(values)}
    return tuple(stops[n].start if n in idle else number for n, number in at.items())


def state(panel, stops, numbers, frames, blobs):
    """Record what a panel shows at some stops; return the number of its message."""
    at = dict(zip(stops, numbers, strict=True))
    values = {name: stops[name].values[number] for name, number in at.items()}
    answer = panel.answer_to(values) if values else panel.answer  # a picture as it was shown
    if answer.error:
        raise RecordingError(f"panel {panel.name}, {answer.settings}: {answer.error}")
    ids = [frames.number(frame) for frame in answer.frames()]
    parts, arrays, _ = pack_parts(coarse(answer.parts()), ids, {})
    for part in parts:
        name = (part["picture"], part["plot"], part["mark"])
        part["arrays"] = {
            key: [
                array.dtype.name,
                list(array.shape),
                blobs.number(f"{name} {key}", array),
            ]
            for key, array in arrays[name].items()
        }
    message = {
        "pictures": ids,
        "parts": parts,
        "words": answer.words(),
        **controls_at(panel, stops, at, answer, values, frames),
    }
    line = json.dumps(message, separators=(",", ":"), ensure_ascii=False)
    return blobs.number(TEXT, np.frombuffer(line.encode(), np.uint8))


def controls_at(panel, stops, at, answer, values, frames):
    """Return where the controls stand, by their stops."""
    controls = {name: panel.describe(name, answer, values) for name in panel.controls}
    for name, control in controls.items():
        control["at"] = stops[name].raw(at[name])
        control["place"] = stops[name].drawn_at(at[name])
        control["off"] = control["off"] or stops[name].fixed
        hand = control.get("hand")
        if hand:
            hand["picture"] = frames.renamed[hand["picture"]]
            hand["start"] = stops[name].raw(stops[name].start)
            if hand.get("add") and not stops[name].adds:  # then a double-click finds no stop
                hand |= {"add": False, "hint": hand["hint"].partition(";")[0]}
    positions = {name: control["at"] for name, control in controls.items()}
    return {"at": positions, "controls": controls, "error": None}


def description(panel, stops):
    """Return what the page needs to build the panel: its sliders count stops."""
    described = panel.description()
    for control in described["controls"]:
        control |= stops[control["name"]].described(control)
    return described | {"remember": True}


class Frames:
    """Frames by new numbers, from 0: those of a kernel hang on what ran before."""

    def __init__(self):
        self.kept = []
        self.renamed = {}
        self.known = {}

    def number(self, frame):
        """Return the new number of a frame."""
        if frame["id"] in self.renamed:
            return self.renamed[frame["id"]]
        content = key_of({key: value for key, value in frame.items() if key != "id"})
        if content not in self.known:
            self.known[content] = len(self.kept)
            self.kept.append(frame | {"id": len(self.kept)})
        self.renamed[frame["id"]] = self.known[content]
        return self.known[content]


def firsts(blobs):
    """Return the number of the first blob of each chunk."""
    lengths = [len(chunk) for chunk in blobs.chunks]
    return [0, *itertools.accumulate(lengths)][: len(lengths)]


def script(recording):
    """Return a recording as the text of a script: the one kind of file that any page may load."""
    line = json.dumps(recording, separators=(",", ":"), ensure_ascii=False)
    return f"livepanels.play({line});\n"
