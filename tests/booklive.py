"""What a chapter's panels answer in a kernel of their own: what recordings are compared with."""

import base64
import json
import random
from pathlib import Path

from livepanels import live
from livepanels.panels.sending import full_message
from livepanels.recording.packing import coarse
from livepanels.recording.recorder import moved_alone, without_idle
from livepanels.recording.stops import stops_of


def write_answers(folder, said, count):
    """Write some answers of each panel at random recorded states, as messages for the page.

    `said` is what the recorder says of the recordings.
    """
    answers = {panel.name: answers_of(panel, said[panel.name], count) for panel in live.panels()}
    Path(folder, "answers.json").write_text(json.dumps(answers), "utf-8")


def answers_of(panel, said, count):
    """Return some answers of a panel, each with the page's positions of its state."""
    panel.stops = said["stops"]
    stops = stops_of(panel, said["sizes"])
    draw = random.Random(panel.name)
    found = []
    alone = [places for _, places in moved_alone(stops)]
    for i in range(count):
        places = tuple(draw.choice(stop.grid) for stop in stops.values())
        if alone and i % 2:
            places = draw.choice(alone)
        seen = dict(zip(stops, without_idle(panel, stops, places), strict=True))
        values = {name: stops[name].values[place] for name, place in seen.items()}
        answer = panel.answer_to(values)
        parts = coarse(answer.parts())
        answer.parts = lambda parts=parts: parts  # places as exact as a recording has them
        message, buffer = full_message(answer)
        message |= panel.controls_at(answer, values) | {"words": answer.words()}
        for name, control in message["controls"].items():
            control["off"] = control["off"] or stops[name].fixed  # grey, as it cannot be moved
        found.append({
            "at": {name: stops[name].raw(place) for name, place in seen.items()},
            "panel": panel.description(),
            "message": message,
            "buffer": base64.b64encode(buffer).decode("ascii"),
        })  # fmt: skip
    return found
