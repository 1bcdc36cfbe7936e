"""One live panel: positions go in, pictures and a line of words come out.

:class:`Panel` knows nothing of notebooks. It calls the function of the cell, keeps the answer, and
handles the messages of the front end. What a setting shows depends on the setting alone (unless
the panel says ``remember=False``), so the page may remember answers, and ask for some ahead.
"""

import contextlib
import functools
import inspect
import io
import json
import os
import time
import traceback
import zlib
from collections import OrderedDict

from ..pictures.axes import Figure, Mark, Stage
from ..pictures.picture import Picture, collected
from ..pictures.scene import without_e
from ..pictures.sheets import still_pixels
from ..pictures.stills import png_bytes
from .answer import Answer
from .holding import held_by
from .names import Names
from .pixels import Pixels
from .sending import View, full_message

try:
    from threadpoolctl import ThreadpoolController
except ImportError:  # a browser's Python has no threads to limit
    ThreadpoolController = None

__all__ = ["Panel"]

VIEWS = 8  # a page may be closed without a word: no more views than that are remembered
QUICK = 0.030  # seconds that a question may take with what is asked ahead besides
HELD = "draw the array itself, as in scatter(*X.T), or say on="


class Panel:
    """Controls, a function, and the answer that it gave last.

    Parameters
    ----------
    function : callable
        Takes the values of the controls, and shows something.
    controls : dict
        The controls by the names of the function's parameters.
    remember : bool, optional
        Whether one setting always shows the same; not so for a function that draws at random. If it
        is not told, one that draws on live axes is asked twice at the start.
    glide : bool
        Whether the page moves points from one answer to the next instead of jumping.
    hold : bool
        Whether axes hold still where nobody set their limits; else they follow each answer.
    """

    def __init__(self, function, controls, *, remember=None, glide=False, hold=True):
        require_same_names(function, controls)
        require_known_names(controls)
        self.function = function
        self.name = function.__name__
        self.controls = controls
        self.remember = remember is not False
        self.glide = glide
        self.stage = Stage()
        self.by_pixels = Pixels()  # shows a figure of matplotlib that the function returns
        self.values = {name: control.value for name, control in controls.items()}
        self.names = Names(inspect.unwrap(function))
        self.views = OrderedDict()
        self.single_thread = single_thread_limit()
        self.stops = {}  # by controls: typed values that a recording has, and how many at least
        self.answered = False  # whether a page has had an answer since the last cell ran
        self._update()
        for control in controls.values():
            control.meet(self.answer.pictures)
        if any(picture.gives_way for picture in self.answer.pictures):
            self._begin(remember, hold)

    def _begin(self, remember, hold):
        """Find what axes hold still, and where it is not told, whether the function is random."""
        self.stage.held = held_by(self, hold)
        made = self.stage.figures  # the function says in each answer which of these there are
        self.stage.always = [axes for axes in self.stage.held if axes.figure not in made]
        self._update()
        if remember is None:
            again = self.answer_to(self.values)
            self.remember = content_of(again) == content_of(self.answer)

    def __call__(self, **values):
        """Set controls and show the result; the same as :meth:`set`."""
        self.set(**values)

    def set(self, **values):
        """Move controls to values, as a student would by hand."""
        for name in values:
            if name not in self.controls:
                raise ValueError(f"{self.name} has no control {name!r}; it has {list(self.values)}")
        self.values |= {name: self.controls[name].check(v) for name, v in values.items()}
        self._update()

    def _update(self):
        """Find the answer for where the panel stands."""
        self.answer = self.answer_to(self.values)
        self.fresh = True

    def told(self):
        """Return what an author is told once: what is not drawn, drawn as pixels, or not held."""
        found = sorted({name for axes in self.stage.held for name in axes.ignored})
        lines = [f"taken, but not drawn: {', '.join(found)}"] if found else []
        if any(picture.original is self.by_pixels for picture in self.answer.pictures):
            lines.append("drawn by matplotlib: pixels, slower; no hands, no dark page")
            return lines
        for name, control in self.controls.items():
            if hasattr(control, "hand") and not control.hand(control.value, self.answer.pictures):
                lines.append(f"{name} is not to be dragged, as no picture shows it: {HELD}")
        return lines

    def forget(self):
        """Note that a cell has run: the function may show another thing now."""
        self.fresh = False
        self.answered = False

    # Answers ----------------------------------------------------------------------------------

    def answer_to(self, values):
        """Return what the panel shows for some values of its controls, wherever it stands.

        Parameters
        ----------
        values : dict
            One value for each control, as the function receives it.

        Returns
        -------
        Answer
            Its ``frames()``, ``parts()`` and ``words()`` can be asked for at any time.
        """
        settings = self.settings_of(values)
        printed = io.StringIO()
        with collected() as shown:
            try:
                out, open_ones = contextlib.redirect_stdout(printed), self.by_pixels.open_figures()
                with self.names.standing(), self.stage.answer(), out, open_ones:
                    result = self.function(**values)
                    if self.by_pixels.take(result):
                        result = None
                note = note_of(result) or without_e("; ".join(printed.getvalue().splitlines()))
                return Answer(settings, shown, note)
            except Exception as error:  # the student reads it in the panel
                return Answer(settings, error=self._error_text(error))

    def values_at(self, positions):
        """Return the values of controls at positions: steps, numbers of options, ..."""
        return {name: c.read(positions[name]) for name, c in self.controls.items()}

    def positions_of(self, values):
        """Return the position of each control at some values: what answers are remembered by."""
        return {name: c.raw(values[name]) for name, c in self.controls.items()}

    def _error_text(self, error):
        """Return what the student reads: the message, and for a slip in the code its line."""
        changed = self.names.changed()
        if isinstance(error, ValueError) and not changed:
            return str(error)
        file = inspect.unwrap(self.function).__code__.co_filename
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == file]
        place = f" (line {lines[-1]} of the cell)" if lines else ""
        text = f"{type(error).__name__}: {error}{place}"
        return f"{changed} Run the cells above, then this one. ({text})" if changed else text

    def settings_of(self, values):
        """Return where controls stand, in words."""
        return ", ".join(f"{c.label} = {c.show(values[name])}" for name, c in self.controls.items())

    # Text -------------------------------------------------------------------------------------

    @property
    def settings(self):
        """Return where the controls stand, in words."""
        return self.answer.settings

    @property
    def error(self):
        """Return why there is nothing to show, or None."""
        return self.answer.error

    @property
    def note(self):
        """Return what the function said."""
        return self.answer.note

    @property
    def pictures(self):
        """Return the pictures as they are shown."""
        return self.answer.pictures

    @property
    def lamp(self):
        """Return the verdict on what is shown, a `pictures.Lamp`, or None where there is none."""
        return self.answer.lamp

    @property
    def readout(self):
        """Return what the panel shows in one line of words and numbers."""
        return self.answer.readout

    @property
    def words(self):
        """Return controls, readout and lamp in words: what is stored, and what nbval compares."""
        return self.answer.line

    @property
    def alt(self):
        """Return a text for those who do not see the pictures."""
        return self.answer.alt

    def still(self):
        """Return the PNG bytes of all pictures with the line of words below."""
        return png_bytes(self.still_pixels())

    def still_pixels(self):
        """Return the pixels of all pictures with the line of words below."""
        return still_pixels([picture.still() for picture in self.pictures], self.words)

    # Messages from and to the page ------------------------------------------------------------

    def replies(self, message):
        """Yield (reply, buffers) to a question of the page: its answer, then those asked ahead.

        The hand is expected at the settings ``then``. Their answers share one message, as the way
        to the page takes longer than they do, and a panel that is slow is spared them.
        """
        start = time.perf_counter()
        reply, buffer = self.handle(message)
        wanted = message.get("then") or []
        reply["more"] = bool(wanted) and 2 * (time.perf_counter() - start) < QUICK
        yield reply, [buffer]
        if not reply["more"]:
            return
        ahead = []
        for at in wanted:
            ahead.append(self.handle(message | {"at": at, "ahead": True, "typed": {}}))
            if time.perf_counter() - start > QUICK:
                break
        answers, buffers = zip(*ahead, strict=True)
        yield {"view": message.get("view"), "ask": message.get("ask"), "answers": answers}, buffers

    def handle(self, message):
        """Return (reply, buffer) for a question of the page.

        Whatever goes wrong is replied in words, so that the page never waits in vain.
        """
        self.answered = True
        try:
            # Threads that spin for more work would take the cores from browser and server.
            with self.single_thread():
                return self._handle(message)
        except Exception as error:
            self.views.clear()
            values = self.values
            if message.get("ahead"):  # what fails there is no error of where the panel stands
                with contextlib.suppress(Exception):
                    values, _ = self._read(message)
            answer = Answer(self.settings_of(values), error=self._error_text(error))
            return self._reply(message, answer, values, {})

    def _handle(self, message):
        """Read the positions of a question, find the answer, pack what the view lacks."""
        if "hello" in message:
            self.views.pop(message.get("view"), None)
        if message.get("at") is None:
            values, faults = dict(self.values), {}
        else:
            values, faults = self._read(message)
        if message.get("stand"):  # the page has painted from memory, and tells where it stands
            self.values = values
            self.fresh = False
            return {
                "view": message.get("view"),
                "at": self.positions_of(values),
                "moved": True,
            }, b""
        if message.get("ahead"):
            return self._reply(message, self.answer_to(values), values, faults)
        if not (self.fresh and self._same_place(values)):
            self.values = values
            self._update()
        return self._reply(message, self.answer, self.values, faults)

    def _read(self, message):
        """Return the values that a question means, and a sentence for each wrong box."""
        values = {}
        faults = {}
        typed = message.get("typed") or {}
        for name, control in self.controls.items():
            values[name] = self.values[name]
            if name in message["at"]:
                raw = message["at"][name]
                values[name] = control.value if raw is None else control.read(raw)
            if name in typed:
                try:
                    values[name] = control.typed(typed[name], values[name])
                except ValueError as error:
                    faults[name] = str(error)
        return values, faults

    def _same_place(self, values):
        """Return whether the panel stands at these values."""
        return key_of(self.positions_of(values)) == key_of(self.positions_of(self.values))

    def _reply(self, message, answer, values, faults):
        """Return (reply, buffer): the answer to one view, without what the view has."""
        view = self._view(message)
        packed, buffer = view.pack(answer)
        reply = {
            "view": message.get("view"),
            "ask": message.get("ask"),
            "ahead": bool(message.get("ahead")),
            "faults": faults,
            **packed,
            **self.controls_at(answer, values),
            "words": answer.words() if message.get("words", True) else None,
        }
        if message.get("slow"):  # a far-away hub: fewer bytes are worth the time to pack them
            reply["packed"] = True
            buffer = zlib.compress(buffer, 1)
        return reply, buffer

    def _view(self, message):
        """Return what a view was sent; the page counts its answers, and says if one is missing."""
        name = message.get("view")
        view = self.views.pop(name, None) or View()
        self.views[name] = view
        while len(self.views) > VIEWS:
            self.views.popitem(last=False)
        return view

    def controls_at(self, answer, values):
        """Return where the controls stand in an answer, and its error."""
        return {
            "at": self.positions_of(values),
            "controls": {name: self.describe(name, answer, values) for name in self.controls},
            "error": answer.error,
        }

    def full_message(self):
        """Return (message, buffer): where the panel stands, for a page that knows nothing."""
        message, buffer = full_message(self.answer)
        words = {"words": self.answer.words()}
        return message | self.controls_at(self.answer, self.values) | words, buffer

    def describe(self, name, answer, values):
        """Return how one control stands: its position, its value as text, its hand."""
        control = self.controls[name]
        value = values[name]
        drawn = control.describe(value)
        described = {
            "at": control.raw(value),
            "place": drawn["at"],
            "text": control.show(value),
            "off": control.off(values),
        }
        hand = control.hand(value, answer.pictures) if hasattr(control, "hand") else None
        if hand:
            start = control.raw(control.value)
            more = {"kind": drawn["kind"], "start": start}
            described["hand"] = {"label": control.label, **hand, **more}
        return described

    def description(self):
        """Return what the front end needs to build the panel, once."""
        controls = [
            {**control.describe(control.value), "name": name, "label": control.label}
            for name, control in self.controls.items()
        ]
        for control in controls:
            control["start"] = control["at"]
        return {
            "name": self.name,
            "controls": controls,
            "remember": self.remember,
            "ahead": os.environ.get("LIVEPANELS_AHEAD") != "0",
            "glide": self.glide,
        }


def content_of(answer):
    """Return all that an answer shows and says, to be compared."""
    _, buffer = full_message(answer)
    extras = [(part["mark"], part.get("extra")) for _, part in answer.parts()]
    return buffer, repr(extras), repr(answer.words()), answer.error


def key_of(positions):
    """Return positions as one text."""
    return json.dumps(positions, sort_keys=True)


def require_same_names(function, controls):
    """Refuse a function whose parameters, all to be given by name, are not the controls."""
    signature = inspect.signature(function)
    parameters = signature.parameters.values()
    by_name = {inspect.Parameter.POSITIONAL_OR_KEYWORD, inspect.Parameter.KEYWORD_ONLY}
    if set(signature.parameters) == set(controls) and {p.kind for p in parameters} <= by_name:
        return
    bare = [p.replace(default=p.empty, annotation=p.empty) for p in parameters]
    raise TypeError(
        f"{function.__name__}{inspect.Signature(bare)} and @live({', '.join(controls)}): "
        f"give the function one parameter for each control, with the same names"
    )


def require_known_names(controls):
    """Refuse a control whose ``only`` asks for the value of a control that is not there."""
    for name, control in controls.items():
        unknown = [n for n in control.asks() if n not in controls]
        if unknown:
            raise TypeError(
                f"{name}: only= has the parameter {unknown[0]!r}, but the controls are "
                f"{', '.join(controls)}"
            )


def note_of(result):
    """Return what the function of a panel gave back as text for the readout."""
    drawn = (Picture, Figure, Mark, list)  # `return view.show(K)` is as good
    if result is None or isinstance(result, drawn):
        return ""
    if not isinstance(result, str):
        raise TypeError(f"a panel function returns text or nothing, got {type(result).__name__}")
    return without_e(result)


def single_thread_limit():
    """Return a function that gives a context in which BLAS uses one thread, if it can be told."""
    if ThreadpoolController is None:
        return contextlib.nullcontext
    return functools.partial(ThreadpoolController().limit, limits=1, user_api="blas")
