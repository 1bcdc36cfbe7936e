"""Run the cells of one submission and call its answer: inputs in, outputs out.

A program of its own, in a folder of its own: there is no judge here, no oracle, no seed, and no
other submission. Each line of the standard input is one question, each line of the standard output
one answer, both in JSON.
"""

import contextlib
import copy
import json
import linecache
import os
import re
import select
import signal
import sys
import warnings

HERE = os.path.dirname(os.path.abspath(__file__))


def main():
    """Take the task, lock this process, run the cells, answer calls until there are no more."""
    inbox, outbox = os.fdopen(os.dup(0), "rb"), os.fdopen(os.dup(1), "wb")
    for stream in (0, 1, 2):  # what a submission reads and prints is nobody's
        os.dup2(os.open(os.devnull, os.O_RDWR), stream)
    sys.path[:0] = [HERE]
    import locks

    locks.prctl(36, 1)  # who loses his parent becomes a child of this process
    if sys.argv[1:]:  # not in bubblewrap's namespace, which ends with this process
        leave_a_watch(inbox, outbox)
    task = json.loads(inbox.readline())
    locks.limit(**task["limits"])
    if task["files"]:
        locks.close_files(**task["files"])
    locks.close_calls()
    sys.path[1:1] = task["path"]
    import refused

    answer = Answer(task["name"])
    said = answer.load(task["cells"])
    while True:
        said |= {"asked": refused.asked[:5]}
        outbox.write(json.dumps(said).encode() + b"\n")
        outbox.flush()
        line = inbox.readline()
        if not line:
            return
        said = answer.call(**json.loads(line))


def leave_a_watch(inbox, outbox):
    """Go on as a child; this process, outside of all locks, ends all once the judge or it has.

    A thread would not do: code in C holds it up. A process outside cannot be stopped by an answer,
    and all that lose their parents become its children. An answer can keep the pipe open for ever
    (as a writer of its own), so the judge also asks by a signal; and it can let Linux send a
    SIGHUP to all processes of its group, so signals only wait here.
    """
    judge, before = os.getppid(), signal.pthread_sigmask(signal.SIG_BLOCK, signal.valid_signals())
    child = os.fork()
    if not child:
        signal.pthread_sigmask(signal.SIG_SETMASK, before)
        return
    outbox.close()
    gone = select.poll()
    gone.register(inbox.fileno(), 0)  # only that there is no writer any more
    while not gone.poll(100) and os.waitpid(-1, os.WNOHANG)[0] != child:
        if signal.SIGTERM in signal.sigpending() or os.getppid() != judge:
            break
    stopped = set()
    while new := set(below(os.getpid())) - stopped:  # who is stopped starts nobody
        for pid in new:
            end(pid, signal.SIGSTOP)
        stopped |= new
    for pid in stopped:
        end(pid, signal.SIGKILL)
    while children := children_of(os.getpid()):
        for pid in children:
            end(pid, signal.SIGKILL)
            os.waitpid(pid, 0)
    os.killpg(0, signal.SIGKILL)


def end(pid, sign):
    """Send a signal to a process that may have gone."""
    with contextlib.suppress(OSError):
        os.kill(pid, sign)


def below(pid):
    """Return the processes that this one has started, and those that they have."""
    found = [pid]
    for one in found:
        found += children_of(one)
    return found[1:]


def children_of(pid):
    """Return the processes whose parent is this one, by any of its threads (Linux)."""
    found = []
    with contextlib.suppress(OSError):
        for thread in os.listdir(f"/proc/{pid}/task"):
            with open(f"/proc/{pid}/task/{thread}/children") as file:
                found += map(int, file.read().split())
    return found


class Answer:
    """The answer of a submission: what its cells leave under a name."""

    def __init__(self, name):
        self.name = name
        self.space = {"__name__": "__main__", "display": print}
        self.called = False

    def load(self, cells):
        """Run the cells one after the other and describe the answer."""
        errors = []
        for number, source in enumerate(cells):
            place = f"<cell {number}>"
            linecache.cache[place] = (len(source), None, source.splitlines(True), place)
            try:
                exec(compile(source, place, "exec"), self.space)
            except BaseException as error:  # a submission may raise what it wants
                errors.append([number, *words(error)])
        return {"errors": errors} | self.description()

    def description(self):
        """Say what kind of thing the answer is; a value as a whole."""
        from stub import is_stub
        from wire import encode

        if self.name not in self.space:
            return {"kind": "missing"}
        value = self.space[self.name]
        try:
            if not callable(value):
                return {"kind": "value", "value": encode(value)}
            return {
                "kind": "function",
                "name": str(getattr(value, "__name__", "<")),
                "written": hasattr(value, "__code__"),
                "stub": is_stub(value),
                "parameters": parameters(value),
            }
        except Exception as error:
            return {"kind": "missing", "errors": [[-1, *words(error)]]}

    def call(self, call, own):
        """Call the answer on one input; note whether it calls what it should write."""
        import numpy as np
        from borrowed import Watch
        from wire import decode, encode

        handed, watch = [decode(part) for part in call], Watch(own)
        watched = watch if self.called else contextlib.nullcontext()  # as the judge does it
        self.called = True
        before = copy.deepcopy(handed)
        with warnings.catch_warnings(record=True) as caught:
            warnings.simplefilter("always")
            try:
                with watched:
                    value = self.space[self.name](*handed)
                value = encode(value)
                pairs = enumerate(zip(before, handed, strict=True))
                changed = [
                    [place, encode(after)]
                    for place, (first, after) in pairs
                    if not np.array_equal(first, after)
                ]
            except BaseException as error:
                return {"error": words(error)}
        told = [str(warning.message)[:300] for warning in caught[:20]]
        return {
            "value": value,
            "changed": changed,
            "warnings": told,
            "borrowed": watch.found,
        }


def parameters(function):
    """Return names, kinds and defaults of parameters; None where a function does not tell."""
    import inspect

    try:
        found = inspect.signature(function).parameters.values()
    except (TypeError, ValueError):
        return None
    return [[p.name, int(p.kind), p.default is not p.empty] for p in found]


def words(error):
    """Return the kind of an error, its message, and the deepest line of a cell on the way to it."""
    message = str(error).strip().partition("\n")[0]
    if isinstance(error, SyntaxError):
        return [type(error).__name__, str(error.msg), f"line {error.lineno}"]
    place, step = "", error.__traceback__
    while step is not None:
        code = step.tb_frame.f_code
        if code.co_filename.startswith("<cell "):
            text = linecache.getline(code.co_filename, step.tb_lineno).strip()
            place = f"line {step.tb_lineno}: {text}"
        step = step.tb_next
    return [type(error).__name__, re.sub(r"0x[0-9a-fA-F]+", "0x...", message)[:300], place[:200]]


if __name__ == "__main__":
    main()
