"""A conversation with one answer of one submission: questions, answers, and the time for them."""

import json
import math
import os
import select
import time

from .process import Limits, Process

__all__ = ["Ended", "Late", "Limits", "Sandbox"]

TICK = 0.1  # seconds between two looks at the processes
PATIENCE = 6  # times the seconds of work: for a busy machine, and for a process that sleeps
LONGEST = 2**24  # bytes of one message


class Ended(Exception):
    """The process is gone, or was ended; the text says why."""


class Late(Exception):
    """No answer came in time."""


class Sandbox:
    """A process that runs the cells of a submission, and calls its answer.

    Parameters
    ----------
    bare, limits, hidden
        As in `Process`.
    until : float
        When (`time.monotonic`) the time of its notebook is over.
    """

    def __init__(self, bare, limits, hidden=(), until=math.inf):
        self.place = bare, limits, tuple(hidden)
        self.limits, self.until, self.left = limits, until, limits.exercise
        self.buffer, self.asked, self.looked = bytearray(), [], 0.0
        self.why = self.over = ""  # why it has been ended; which time was over

    def __enter__(self):
        """Start the process."""
        self.process = Process(*self.place)
        return self

    def __exit__(self, *_):
        """End the process and all that it has started, and forget its files."""
        self.process.close()

    def load(self, cells, name):
        """Run cells and return the description of the answer under this name."""
        task = {"cells": cells, "name": name} | self.process.task()
        return self.ask(task, self.limits.seconds)

    def call(self, question, seconds):
        """Ask within what is left of the time for all calls."""
        began = time.monotonic()
        try:
            return self.ask(question, seconds, began + self.left)
        finally:
            self.left -= time.monotonic() - began

    def ask(self, message, seconds, until=math.inf):
        """Send one question and return the answer to it; look after the processes meanwhile.

        The seconds are those that the processes work, so that a busy machine costs nobody a mark;
        `until` is a time of the clock on the wall, after which nothing more is waited for.
        """
        if self.why:
            raise Ended(self.why)
        question = json.dumps(message).encode() + b"\n"
        began = time.monotonic()
        worked = None
        while question or b"\n" not in self.buffer:
            now = time.monotonic()
            self.look_at_the_clock(now, until)
            if now - began > PATIENCE * seconds:
                raise self.late()
            if worked is None and now - began > TICK:  # most answers come before: this takes longer
                worked = self.worked()
            if now - began > seconds and self.worked() - worked > 0.9 * seconds:
                raise self.late()
            if now - self.looked > TICK:  # also where each answer comes sooner than that
                if too_much := self.process.too_much():
                    raise self.ended(too_much)
                self.looked = now
            question = self.exchange(question)
        line, _, self.buffer = self.buffer.partition(b"\n")
        try:
            message = json.loads(line)
        except (ValueError, RecursionError):
            message = None
        if not isinstance(message, dict):
            raise self.ended("its process wrote what is no answer")
        return message

    def look_at_the_clock(self, now, until):
        """End everything where the time of the exercise, or of the notebook, is over."""
        if now > until:
            self.over = f"its calls take more than {self.limits.exercise:g} seconds together"
        if now > self.until:
            self.over = too_long(self.limits)
        if self.over:
            raise self.late()

    def exchange(self, question):
        """Read what there is and write what fits; return what is left to write."""
        inbox, outbox = self.process.stdin.fileno(), self.process.stdout.fileno()
        readable, writable, _ = select.select([outbox], [inbox] if question else [], [], TICK)
        if readable:
            part = os.read(outbox, 2**20)
            self.buffer += part
            if not part:
                raise self.ended("its process came to an end")
            if len(self.buffer) > LONGEST:
                raise self.ended("its answer is too long")
        if question and self.buffer:
            raise self.ended("its process wrote an answer before it was asked")
        if writable:
            try:
                return question[os.write(inbox, question) :]
            except BlockingIOError:  # less fits than was said
                return question
            except OSError:
                raise self.ended("its process came to an end") from None
        return question

    def worked(self):
        """Return the seconds of the processor that the processes have had."""
        return sum(seconds for _, seconds in self.process.used())

    def late(self):
        """End everything and return the exception that says that it took too long."""
        self.why = "it was too slow"
        self.process.end()
        return Late()

    def ended(self, why):
        """End everything and return the exception that says why."""
        self.why = why
        self.process.end()
        return Ended(why)


def too_long(limits):
    """Say that a notebook has had its time."""
    return f"the notebook takes more than {limits.notebook:g} seconds"
