"""What a panel finds out when it is made: what its axes hold still."""

import contextlib
import warnings

from ..pictures.axes import Base

__all__ = ["held_by"]


def axes_of(answer, stage):
    """Return the axes on which an answer has drawn, {axes: as they are in this answer}."""
    shown = [p for p in answer.pictures if isinstance(p, Base)]
    return {p.original: p for p in shown if p.answer is not None and p.answer.stage is stage}


def settings_at_ends(controls):
    """Return the start, and the settings in which one control stands at an end."""
    start = {name: control.value for name, control in controls.items()}
    return [start, *({**start, n: v} for n, c in controls.items() for v in c.ends())]


def held_by(panel, hold):
    """Return what each pair of axes of a panel holds, from the start and the ends of its controls.

    A setting that ends in an error says nothing. What follows each answer (``hold=False``), and
    what is set, needs no other setting than the start.
    """
    shown = axes_of(panel.answer, panel.stage)
    needed = hold and any(axes.needs_edges for axes in shown.values())
    answers = [panel.answer]
    if needed:
        with warnings.catch_warnings(), contextlib.suppress(Exception):
            warnings.simplefilter("ignore")  # the sweep tells them
            answers += [panel.answer_to(values) for values in settings_at_ends(panel.controls)[1:]]
    seen = {}
    for answer in answers:
        for axes, copy in axes_of(answer, panel.stage).items():
            seen.setdefault(axes, []).append(copy)
    return {axes: Base.hold(copies, follow=not hold) for axes, copies in seen.items()}
