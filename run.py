#!/usr/bin/env python3
"""Kernlab's one tool: sets itself up, opens the book, runs the checks.

    python3 run.py lab [options]          open the book in JupyterLab; options go to JupyterLab
    python3 run.py test [--fast]          run what every change needs; --fast leaves out notebooks
                                          and browser
    python3 run.py test --changed         run the rest for what differs; --all runs everything
    python3 run.py notebooks [--check]    execute all notebooks (or those named) and store them
    python3 run.py book [chapters]        build the pages for the web, into build/book; with --pdf
                                          one file for paper, build/book.pdf
    python3 run.py lint [chapters]        advise on length, notes, letters of the chapters
    python3 run.py handouts [folder]      write a student and a lecturer version of every chapter,
                                          with --pdf also for paper
    python3 run.py grade FOLDER [-o FILE] the marks of a class, from FOLDER/STUDENT/NN_name.ipynb
    python3 run.py export GRADER FOLDER   assignments with hidden tests, for nbgrader or otter
    python3 run.py lite [--check]         add JupyterLite to it, which computes in the page; --check
                                          tries that in a browser
    python3 run.py bench latency          measure the panels in the real JupyterLab, against peers
    python3 run.py bench scaling          fit points in memory, in a file, on workers; against peers
    python3 run.py count                  lines of code of every package, and who imports whom
    python3 run.py plumbing               lines of the chapters' cells by kind; with --store also
                                          what an answer of each panel costs
    python3 run.py tables                 write the tables of the documents from data/results
    python3 run.py lock [--upgrade]       renew requirements.lock from pyproject.toml (needs uv)

The first use makes the folder .venv: some minutes, with the network. Delete it to undo everything.
"""
# Standard library only, and the syntax of Python 3.6, so that an old Python can say it is too old.

import collections
import contextlib
import hashlib
import importlib.util
import json
import os
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path

ROOT = Path(__file__).resolve().parent
VENV = ROOT / ".venv"
LOCK = ROOT / "requirements.lock"
PANELS, CLASSROOM = ROOT / "packages/livepanels", ROOT / "packages/classroom"
EXTENSION = CLASSROOM / "classroom/extension"
SHARED = [PANELS / "livepanels/overrides.json", PANELS / "livepanels/server.json"]
SHARED += sorted(path for path in EXTENSION.rglob("*") if path.is_file())  # go to Jupyter's share
PROJECT = [ROOT / "pyproject.toml", *SHARED]
STAMP = VENV / "kernlab-stamp.json"
WINDOWS = os.name == "nt"
PYTHON = VENV / ("Scripts/python.exe" if WINDOWS else "bin/python")
VERSION = "{}.{}".format(*sys.version_info)
DISK_MB = 1600  # .venv takes 1200 MB
COMPILE = (
    "pip compile pyproject.toml --extra lab --extra scale --extra book --extra test --extra bench "
)
COMPILE += "--universal --generate-hashes --python-version 3.11 --no-header --no-annotate --quiet "
COMPILE += "--upgrade-package jsonschema<4.25 "  # newer ones are imported for seconds
COMPILE += "-o requirements.lock"
CAUSES = {  # what pip, uv and the system print when something is amiss: what that means
    "no space left|errno 28]|os error 28|not enough space|quota exceeded": "The disk is full. "
    f"Make room ({DISK_MB} MB in {ROOT}) and start again.",
    "do not match the hashes|hash mismatch": "A package that came is not the one in "
    "requirements.lock, so it was not installed. Try again;\nif it stays so, the package index "
    "of this computer serves other files.",
    "name resolution|name or service not known|nodename nor servname|getaddrinfo|dns error|"
    "network is unreachable|failed to establish a new connection|connection refused|timed out|"
    "connection broken|error sending request|proxyerror": "The package index cannot be reached. "
    "Check the network and the proxy settings; the first\nstart needs them, later ones do not.",
    "permission denied|errno 13]|access is denied|errno 30]|read-only file system": f"{ROOT} "
    "cannot be written. Close JupyterLab, or copy the book into a folder of your own.",
}


class Trouble(Exception):
    """Something the user can mend; its text says how."""


def check_python(version=sys.version_info, which=shutil.which):
    """Complain about a Python that is too old, naming a newer one if there is one."""
    if tuple(version[:2]) < (3, 11):
        old = "{}.{}".format(*version)
        cure = "Install a newer one (python.org has it) and start again with that."
        for name in filter(which, [f"python3.{n}" for n in (11, 12, 13, 14)]):
            cure = f"This computer also has {name}: type `{name} run.py lab`."
        raise Trouble(f"Python {old} is too old: Kernlab needs Python 3.11 or newer.\n{cure}")


def check_venv(find_spec=importlib.util.find_spec):
    """Complain about a Python without the modules that make virtual environments."""
    if find_spec("venv") is None or find_spec("ensurepip") is None:
        raise Trouble(
            "This Python cannot make virtual environments: its venv or ensurepip is missing.\n"
            "On Debian and Ubuntu type `sudo apt install python3-venv` and start again (if that\n"
            f"does not help: `sudo apt install python{VERSION}-venv`). Or install uv."
        )


def check_port(words):
    """Complain about a port the user asked for and cannot have (JupyterLab quietly moves on)."""
    for word, after in zip(words, [*words[1:], ""]):  # noqa: B905 (Python 3.6 knows no strict)
        name, port = [*word.split("=", 1), after][:2]
        if name not in ("--port", "--ServerApp.port") or not port.isdigit():
            continue
        with contextlib.closing(socket.socket()) as probe:
            if not WINDOWS:  # there it would mean sharing a port that is in use
                probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
            try:
                probe.bind(("127.0.0.1", int(port)))
            except (OSError, OverflowError) as error:
                raise Trouble(
                    f"Port {port} cannot be used ({error}).\nIf another program has it, close that "
                    "one, or choose another number, or leave --port away:\nJupyterLab then takes "
                    "the next free port."
                ) from None


def explain(output):
    """Say in plain words what failed, from what pip, uv or the system printed."""
    for signs, words in CAUSES.items():
        if any(sign in output.lower() for sign in signs.split("|")):
            return words
    return "Something else went wrong: " + (output.strip() or "no words").splitlines()[-1].strip()


def environment():
    """Return the environment of every child: this book's packages and kernels before the user's."""
    extra = {"JUPYTER_PREFER_ENV_PATH": "1", "PIP_USER": "0", "PIP_DISABLE_PIP_VERSION_CHECK": "1"}
    kept = set(os.environ) - {"PYTHONHOME", "PYTHONPATH", "VIRTUAL_ENV"}
    return {**{name: os.environ[name] for name in kept}, **extra}


def step(title, *command):
    """Run one step of the installation, showing what it prints."""
    print(title, flush=True)
    tail = collections.deque(maxlen=400)
    pipe = {"stdout": subprocess.PIPE, "stderr": subprocess.STDOUT, "stdin": subprocess.DEVNULL}
    pipe.update(encoding="utf-8", errors="replace", cwd=str(ROOT), env=environment())
    with subprocess.Popen([str(word) for word in command], **pipe) as process:
        try:
            for line in process.stdout:
                print("    " + line, end="", flush=True)
                tail.append(line)
        except BaseException:  # Ctrl-C: leave nothing running
            process.kill()
            raise
    if process.returncode:
        raise Trouble(explain("".join(tail)))


def wanted_stamp():
    """Return what a finished .venv says of itself: its lock, project, Python and place."""
    if not LOCK.exists():
        raise Trouble("requirements.lock is missing: this copy of the book is not complete.")
    project = b"".join(path.read_bytes() for path in PROJECT)
    digests = [hashlib.sha256(c).hexdigest() for c in (LOCK.read_bytes(), project)]
    return {"lock": digests[0], "project": digests[1], "python": VERSION, "place": str(VENV)}


def to_do(wanted):
    """Return what has to be installed: "nothing", "project" or "everything"."""
    try:
        stamp = dict(json.loads(STAMP.read_text()))
    except (OSError, ValueError, TypeError):  # the last installation did not finish
        return "everything"
    if not PYTHON.exists() or any(stamp.get(k) != wanted[k] for k in ("lock", "python", "place")):
        return "everything"
    return "nothing" if stamp == wanted else "project"


def set_up():
    """Make .venv, or bring it up to date; return at once where nothing has changed."""
    wanted = wanted_stamp()
    if to_do(wanted) != "nothing":
        with LOCK.open() as turn:
            with contextlib.suppress(ImportError, OSError):  # Windows does without
                import fcntl  # two first starts at once come one after the other

                fcntl.flock(turn, fcntl.LOCK_EX)
            if to_do(wanted) != "nothing":
                install(wanted, to_do(wanted) == "everything")


def install(wanted, everything):
    """Install everything, or the project alone, and stamp .venv at the very end."""
    uv, began = shutil.which("uv"), time.time()
    pip = [uv, "pip", "install", "--python", PYTHON] if uv else [PYTHON, "-m", "pip", "install"]
    if everything:
        print(__doc__.split("\n\n")[-1], flush=True)
        if VENV.exists():
            print("This .venv is unfinished, moved or out of date: making it anew.", flush=True)
            shutil.rmtree(str(VENV))
        if shutil.disk_usage(str(ROOT)).free < DISK_MB * 1e6:
            raise Trouble(explain("no space left"))
        if not uv:
            check_venv()
        base = getattr(sys, "_base_executable", sys.executable)  # not .venv's own Python
        make = [uv, "venv", "--python", base] if uv else [base, "-m", "venv"]
        step(f"[1/3] Making .venv with Python {VERSION} (seconds)", *make, VENV)
        whole = ["--require-hashes", "--no-deps", "-r", LOCK]  # the lock is complete
        step("[2/3] Installing packages (1 to 5 minutes)", *pip, *whole)
    pip += ["--no-deps", "--no-build-isolation"]
    step("[3/3] Installing Kernlab itself (seconds)", *pip, "-e", ROOT)
    set_aside()
    STAMP.write_text(json.dumps(wanted, indent=1))
    print(f"Ready after {time.time() - began:.0f} s. Later starts skip all this.", flush=True)


def set_aside():
    """Put JupyterLite's kernel where JupyterLab does not look: it lives in the page's Lab only."""
    found = VENV / "share/jupyter/labextensions/@jupyterlite"
    if found.exists():
        kept = VENV / "share/jupyterlite/labextensions/@jupyterlite"
        shutil.rmtree(str(kept), ignore_errors=True)
        kept.parent.mkdir(parents=True, exist_ok=True)
        shutil.move(str(found), str(kept))


def start(*arguments):
    """Become .venv's Python (Windows: wait for it), so that Ctrl-C and signals reach it."""
    set_up()
    words = [str(PYTHON), *arguments]
    os.chdir(str(ROOT))
    if not WINDOWS:
        os.execve(words[0], words, environment())
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    return subprocess.call(words, env=environment())


def lab(words):
    """Open the book at its first page, or where the user's options say."""
    check_port(words)
    given = " ".join(words)
    if ".ipynb" not in given:
        words = ["--LabApp.default_url=/lab/tree/notebooks/00_start_here.ipynb", *words]
    if "root_dir" not in given and "notebook-dir" not in given:
        words = [f"--ServerApp.root_dir={ROOT}", *words]
    if not WINDOWS and os.geteuid() == 0 and "--allow-root" not in given:
        words = ["--allow-root", *words]  # JupyterLab would refuse, and root asked for it
    return start("-m", "jupyterlab", *words)


def bench(words):
    """Run one benchmark of the folder benchmarks/."""
    known = sorted(path.stem for path in (ROOT / "benchmarks").glob("[a-z]*.py"))
    if not words or words[0] not in known:
        raise Trouble(f"Name a benchmark: {', '.join(known)}.")
    return start(f"benchmarks/{words[0]}.py", *words[1:])


def lock(words):
    """Compile pyproject.toml into the lock; keep the old one where that fails."""
    if not shutil.which("uv"):
        raise Trouble("Renewing the lock needs uv on the PATH: `python3 -m pip install uv`.")
    old = LOCK.read_text()
    step("Renewing requirements.lock", shutil.which("uv"), *COMPILE.split(), *words)
    if any(sign in LOCK.read_text() for sign in ("://", "--index", "--find")):
        LOCK.write_text(old)
        raise Trouble("The new lock names a host or folder, which no lock of this book may.")


VERBS = {
    "lab": lab,
    "test": lambda words: start("tools/gates.py", *words),
    "notebooks": lambda words: start("-m", "tools.notebooks", *words),
    "book": lambda words: start("-m", "tools.book", *words),
    "handouts": lambda words: start("-m", "tools.handouts", *words),
    "lite": lambda words: start("-m", "tools.book.lite", *words),
    "grade": lambda words: start("-m", "classroom.marks", *words),
    "export": lambda words: start("-m", "tools.export", *words),
    "lint": lambda words: start("-m", "tools.lint", *words),
    "bench": bench,
    "count": lambda words: start("-m", "tools.house", *words),
    "plumbing": lambda words: start("-m", "tools.plumbing", *words),
    "tables": lambda words: start("-m", "tools.measurements", *words),
    "lock": lock,
}


def main(words):
    """Run one verb; return the exit code."""
    if not words or words[0] in ("-h", "--help", "help"):
        print(__doc__.strip())
        return 0
    try:
        check_python()
        if words[0] not in VERBS:
            raise Trouble(f"There is no `run.py {words[0]}`. There are: {', '.join(VERBS)}.")
        return VERBS[words[0]](words[1:]) or 0
    except (Trouble, OSError) as error:
        words = error if isinstance(error, Trouble) else explain(str(error))
        print(f"\nkernlab: {words}", file=sys.stderr)
    except KeyboardInterrupt:
        print("\nkernlab: stopped.", file=sys.stderr)
        return 130
    return 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
