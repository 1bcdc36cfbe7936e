"""One live panel: values go in, pictures and a line of words come out.

:class:`Panel` knows nothing of notebooks. It calls the function of the cell, remembers what the
function showed, and answers the questions of the front end (``panel.js``).
"""

import inspect
import traceback
import zlib
from dataclasses import replace

from threadpoolctl import ThreadpoolController

from ..pictures import theme
from ..pictures.canvas import Picture, recording
from ..pictures.stills import png_bytes, still_pixels

__all__ = ["Panel"]


class Panel:
    """Controls, a function, the pictures it shows, and one line of words about them."""

    def __init__(self, function, controls):
        names = list(inspect.signature(function).parameters)
        if set(names) != set(controls):
            raise TypeError(
                f"{function.__name__}({', '.join(names)}) and @live({', '.join(controls)}): "
                f"give the function one parameter for each control, with the same names"
            )
        self.function, self.name, self.controls = function, function.__name__, controls
        self.values = {name: control.value for name, control in controls.items()}
        self.pictures, self.note, self.error = [], "", None
        self.style, self.on_page = theme.style(), None
        self.threads = ThreadpoolController()
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
                self.note, self.error = note_of(self.function(**self.values)), None
                self.pictures = shown
            except Exception as error:  # the student reads it in the panel
                self.error = self._words(error)

    def _words(self, error):
        if isinstance(error, ValueError):
            return str(error)
        file = self.function.__code__.co_filename
        lines = [f.lineno for f in traceback.extract_tb(error.__traceback__) if f.filename == file]
        place = f" (line {lines[-1]} of the cell)" if lines else ""
        return f"{type(error).__name__}: {error}{place}"

    # Words ------------------------------------------------------------------------------------

    @property
    def state(self):
        """Return where the controls stand, in words."""
        shown = (f"{c.label} = {c.show(self.values[n])}" for n, c in self.controls.items())
        return ", ".join(shown)

    @property
    def lamp(self):
        """Return True or False where a shown kernel is PSD or not, None where there is none."""
        lamps = [lamp for lamp in (picture.lamp() for picture in self.pictures) if lamp is not None]
        return all(lamps) if lamps else None

    @property
    def readout(self):
        """Return what the panel shows in one line of words and numbers."""
        if self.error is not None:
            return f"error: {self.error}"
        said = dict.fromkeys([*(p.readout() for p in self.pictures), self.note])  # each thing once
        return "; ".join(filter(None, said))

    @property
    def words(self):
        """Return controls, readout and lamp in words: what is stored, and what nbval compares."""
        lamp = {True: "; PSD: yes", False: "; PSD: no", None: ""}[self.lamp]
        return f"{self.state}: {self.readout}{lamp}"

    @property
    def alt(self):
        """Return a text for those who do not see the pictures."""
        said = [f"Live panel, {self.state}", *(p.alt() for p in self.pictures), self.note]
        return ". ".join(filter(None, said))

    # The stored still -------------------------------------------------------------------------

    def still(self):
        """Return the PNG bytes of all pictures with the line of words below."""
        return png_bytes(still_pixels([picture.still() for picture in self.pictures], self.words))

    # The conversation with the front end ------------------------------------------------------

    def answer(self, question):
        """Return (message, buffers) for a question: the page says hello, or a control moved.

        Whatever goes wrong is answered in words, so that the page never waits in vain.
        """
        view = question.get("view")
        try:
            # Threads that spin for more work would take the cores from browser and server.
            with self.threads.limit(limits=1, user_api="blas"):
                self._hear(question)
                drawn = "hello" in question or "change" in question
                message, buffers = self.message(view, drawn, question.get("numbers", False))
        except Exception as error:
            self.error, self.on_page = self._words(error), None
            return self.message(view, drawn=False, numbers=False)
        if question.get("slow"):  # a far-away hub: fewer bytes are worth the time to pack them
            message["packed"], buffers = True, [zlib.compress(buffer, 1) for buffer in buffers]
        return message, buffers

    def _hear(self, question):
        if "hello" in question:
            page = question["hello"]
            self.style, self.on_page = theme.Style(dark=page["dark"], ratio=page["ratio"]), None
        try:
            for name, raw in question.get("change", {}).items():
                control = self.controls[name]
                self.values[name] = control.value if raw is None else control.read(raw)
        except ValueError as error:
            self.error = str(error)
        else:
            if question.get("change"):
                self._run()

    def message(self, view=None, drawn=True, numbers=True):
        """Return (message, buffers).

        Drawn: the moving layers, and the frames where they changed. Numbers: readout, lamp and
        texts, which may need a spectrum; the page asks for them when it has time to wait.
        """
        message = {"view": view, "error": self.error, "lecture": theme.style().lecture}
        message["faces"] = {name: self.face(name) for name in self.controls}
        if numbers:
            message["numbers"] = {
                "readout": "" if self.error else self.readout,
                "lamp": None if self.error else self.lamp,
                "alts": [f"{self.state}; {picture.alt()}" for picture in self.pictures],
            }
        return (message | self._drawing(buffers := []), buffers) if drawn else (message, [])

    def _drawing(self, buffers):
        wanted = replace(self.style, lecture=theme.style().lecture)
        fresh = [wanted, *map(id, self.pictures)] != self.on_page
        if fresh:
            self.on_page = [wanted, *map(id, self.pictures)]
        parts, frames = [], []
        for i, picture in enumerate(self.pictures):
            picture.prepare(wanted)
            frames += [picture.frame()] if fresh else []
            parts += [({**part, "figure": i}, content) for part, content in picture.parts()]
        buffers += [content for _, content in frames + parts]
        sides = [sides for sides, _ in frames] if fresh else None
        return {"frames": sides, "parts": [part for part, _ in parts]}

    def face(self, name):
        """Return what the front end needs to draw one control as it stands now."""
        control, value = self.controls[name], self.values[name]
        return {**control.face(value), "label": control.label, "text": control.show(value)}


def note_of(result):
    """Return what the function of a panel gave back as words for the readout."""
    if result is None or isinstance(result, Picture):  # `return view.show(K)` is as good
        return ""
    if not isinstance(result, str):
        raise TypeError(f"a panel function returns text or nothing, got {type(result).__name__}")
    return result
