"""One live panel: values go in, pictures and a line of words come out.

:class:`Panel` knows nothing of notebooks. It calls the function of the cell, remembers what the
function showed, and handles the messages of the front end (``panel.js``).
"""

import contextlib
import functools
import inspect
import traceback
import zlib
from dataclasses import replace

from ..pictures import theme
from ..pictures.canvas import Picture, recording
from ..pictures.stills import png_bytes, still_pixels

try:
    from threadpoolctl import ThreadpoolController
except ImportError:  # a browser's Python has no threads to limit
    ThreadpoolController = None

__all__ = ["Panel"]


class Panel:
    """Controls, a function, the pictures it shows, and one line of words about them."""

    def __init__(self, function, controls):
        require_same_names(function, controls)
        self.function = function
        self.name = function.__name__
        self.controls = controls
        self.values = {name: control.value for name, control in controls.items()}
        self.pictures = []
        self.note = ""  # what the function returned, for the readout
        self.error = None
        self.style = theme.style()
        self.on_page = None  # style and pictures of the frames that the page has
        self.single_thread = single_thread_limit()
        self._run()

    def __call__(self, **values):
        """Set controls and show the result; the same as :meth:`set`."""
        self.set(**values)

    def set(self, **values):
        """Move controls to values, as a student would by hand."""
        for name in values:
            if name not in self.controls:
                raise ValueError(f"{self.name} has no control {name!r}; it has {list(self.values)}")
        self.values |= {name: self.controls[name].check(v) for name, v in values.items()}
        self._run()

    def _run(self):
        """Call the function; keep what it showed, or its error in words."""
        with recording() as shown:
            try:
                self.note = note_of(self.function(**self.values))
            except Exception as error:  # the student reads it in the panel
                self.error = self._error_text(error)
            else:
                self.error = None
                self.pictures = shown

    def _error_text(self, error):
        """Return what the student reads: the message, and for a slip in the code its line."""
        if isinstance(error, ValueError):
            return str(error)
        file = self.function.__code__.co_filename
        frames = traceback.extract_tb(error.__traceback__)
        lines = [frame.lineno for frame in frames if frame.filename == file]
        place = f" (line {lines[-1]} of the cell)" if lines else ""
        return f"{type(error).__name__}: {error}{place}"

    # Text -------------------------------------------------------------------------------------

    @property
    def settings(self):
        """Return where the controls stand, in words."""
        shown = [f"{c.label} = {c.show(self.values[name])}" for name, c in self.controls.items()]
        return ", ".join(shown)

    @property
    def lamp(self):
        """Return True or False where a shown kernel is PSD or not, None where there is none."""
        lamps = [picture.lamp() for picture in self.pictures]
        lamps = [lamp for lamp in lamps if lamp is not None]
        return all(lamps) if lamps else None

    @property
    def readout(self):
        """Return what the panel shows in one line of words and numbers."""
        if self.error is not None:
            return f"error: {self.error}"
        texts = [*(picture.readout() for picture in self.pictures), self.note]
        return "; ".join(filter(None, dict.fromkeys(texts)))  # each text once

    @property
    def words(self):
        """Return controls, readout and lamp in words: what is stored, and what nbval compares."""
        lamp = {True: "; PSD: yes", False: "; PSD: no", None: ""}[self.lamp]
        return f"{self.settings}: {self.readout}{lamp}"

    @property
    def alt(self):
        """Return a text for those who do not see the pictures."""
        alts = [picture.alt() for picture in self.pictures]
        return ". ".join(filter(None, [f"Live panel, {self.settings}", *alts, self.note]))

    def still(self):
        """Return the PNG bytes of all pictures with the line of words below."""
        return png_bytes(still_pixels([picture.still() for picture in self.pictures], self.words))

    # Messages from and to the page ------------------------------------------------------------

    def handle(self, message):
        """Return (reply, buffers) for a message: the page says hello, or a control moved.

        Whatever goes wrong is replied in words, so that the page never waits in vain.
        """
        view = message.get("view")
        drawn = "hello" in message or "change" in message
        try:
            # Threads that spin for more work would take the cores from browser and server.
            with self.single_thread():
                self._apply(message)
                reply, buffers = self.reply(view, drawn, message.get("numbers", False))
        except Exception as error:
            self.error = self._error_text(error)
            self.on_page = None
            return self.reply(view, drawn=False, numbers=False)
        if message.get("slow"):  # a far-away hub: fewer bytes are worth the time to pack them
            reply["packed"] = True
            buffers = [zlib.compress(buffer, 1) for buffer in buffers]
        return reply, buffers

    def _apply(self, message):
        """Take over the style of a page that says hello, and the controls that were moved."""
        if "hello" in message:
            page = message["hello"]
            self.style = theme.Style(dark=page["dark"], ratio=page["ratio"])
            self.on_page = None
        change = message.get("change", {})
        try:
            for name, raw in change.items():
                control = self.controls[name]
                self.values[name] = control.value if raw is None else control.read(raw)
        except ValueError as error:
            self.error = str(error)
            return
        if change:
            self._run()

    def reply(self, view=None, drawn=True, numbers=True):
        """Return (reply, buffers): how the panel stands.

        Drawn: the moving layers, and the frames where they changed. Numbers: readout, lamp and
        texts, which may need a spectrum; the page asks for them when it has time to wait.
        """
        reply = {
            "view": view,
            "error": self.error,
            "lecture": theme.style().lecture,
            "controls": {name: self.describe(name) for name in self.controls},
        }
        if numbers:
            reply["numbers"] = {
                "readout": "" if self.error else self.readout,
                "lamp": None if self.error else self.lamp,
                "alts": [f"{self.settings}; {picture.alt()}" for picture in self.pictures],
            }
        if not drawn:
            return reply, []
        drawing, buffers = self._drawing()
        return reply | drawing, buffers

    def _drawing(self):
        """Return descriptions and buffers: the frames if the page lacks them, and the layers."""
        style = replace(self.style, lecture=theme.style().lecture)
        wanted = [style, *map(id, self.pictures)]
        new = wanted != self.on_page
        frames = []
        parts = []
        for number, picture in enumerate(self.pictures):
            picture.prepare(style)
            if new:
                frames.append(picture.frame())
            for part, content in picture.parts():
                parts.append(({**part, "figure": number}, content))
        self.on_page = wanted
        drawing = {
            "frames": [frame for frame, _ in frames] if new else None,
            "parts": [part for part, _ in parts],
        }
        return drawing, [content for _, content in frames + parts]

    def describe(self, name):
        """Return what the front end needs to draw one control as it stands now."""
        control = self.controls[name]
        value = self.values[name]
        return {**control.describe(value), "label": control.label, "text": control.show(value)}


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


def note_of(result):
    """Return what the function of a panel gave back as text for the readout."""
    if result is None or isinstance(result, Picture):  # `return view.show(K)` is as good
        return ""
    if not isinstance(result, str):
        raise TypeError(f"a panel function returns text or nothing, got {type(result).__name__}")
    return result


def single_thread_limit():
    """Return a function that gives a context in which BLAS uses one thread, if it can be told."""
    if ThreadpoolController is None:
        return contextlib.nullcontext
    return functools.partial(ThreadpoolController().limit, limits=1, user_api="blas")
