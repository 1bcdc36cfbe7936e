"""A class that hands in chapter 02: right, blank, wrong and hostile notebooks, drawn by a seed.

`KINDS` says what each is worth, `drawn` who hands in what, `hand_in` writes it into a folder. Those
that attack are bounded: the bomb has 64 processes, the prints have 100 MB.
"""

import json
import os
import random
import sys
from itertools import cycle, islice
from pathlib import Path

sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "packages/kernlab_course/tests"))

from submissions import chapter, handed_in, solutions

__all__ = ["KINDS", "NAME", "RIGHT", "SEED", "drawn", "hand_in"]

SEED = 24
SHARES = {"blank": 0.2, "wrong": 0.15, "hostile": 0.05}  # all others are right
NAME, CHAPTER = chapter(2)
RIGHT = solutions(CHAPTER)
BLANK_LINES, CHAIN = "\n" * 400_000, "\n".join(f"a{n + 1} = a{n}" for n in range(3000))
WRONG = {  # in place of right answers; each costs a point
    "cross term": {"2.1": RIGHT["2.1"].replace("2 * K", "K")},
    "diagonal": {"2.2": "def my_is_psd(K):\n    return bool((np.diag(K) >= 0).all())"},
    "text": {"2.3": "def my_terms(s, degree, c):\n    return 'to do'"},
    "linear": {"2.4": "def my_gaussian(X, sigma):\n    return X @ X.T"},
    "table": {"2.5": "my_table = [[1, 1, 0], [1, 1, 0], [0, 0, 1]]"},
    "syntax": {"2.2": "def my_is_psd(K:\n    pass", "2.5": "my_table ="},
    "stops": dict.fromkeys(("2.1", "2.2", "2.3"), "1 / 0"),
}
CALLS = {  # what the function of 2.1 does first; costs a point, or none
    "surrogate": (1, r"raise ValueError('\ud800')"),
    "leaves": (1, "os._exit(0)"),
    "kills its parent": (1, "os.kill(os.getppid(), 9)"),
    "closes": (1, "os.closerange(0, 256)"),
    "forges": (1, "[os.write(n, b'{}') for n in range(3, 9)]"),
    "long answer": (1, "return list(range(10**7))"),
    "prints": (0, "[print('x' * 10**6) for _ in range(100)]"),
    "recursion": (1, "return my_distances(K)"),
    "memory": (1, "np.ones(10**10 // 8)"),
    "stays": (0, "os.path.exists('x') or os.system('touch x; setsid sleep 99 & sleep 99 &')"),
    "judge": (1, "from classroom.exercises import find"),
    "deletes": (1, "import shutil; shutil.rmtree(os.path.dirname(np.__file__))"),
    "bomb": (1, "[os.fork() for _ in range(6)]; time.sleep(20)"),
    "endless": (1, "while True: pass"),
    "sleeper": (1, "time.sleep(6)"),
}
ABOVE = {  # what stands above it
    "pattern": (0, f"a0 = 0{BLANK_LINES}{CHAIN}"),
    "brackets": (1, "(" * 10**6),
    "endless cell": (1, "while True: pass"),
}
FILES = {  # what is made in place of a notebook; no points
    "no notebook": lambda path: path.write_text("{"),
    "pipe": os.mkfifo,
    "link": lambda path: path.symlink_to(f"../student 000/{NAME}"),
    "folder": Path.mkdir,
    "huge file": lambda path: path.touch() or os.truncate(path, 2**26 + 1),
}


def attack(above, call):
    """Return answers, all right, with more in the cell of 2.1."""
    head, body = RIGHT["2.1"].split("\n", 1)
    return RIGHT | {"2.1": f"import os, time\n{above}\n{head}\n    {call}\n{body}"}


KINDS = {  # kind -> name -> points, and what is handed in
    "right": {"right": (5, RIGHT)},
    "blank": {"blank": (0, {})},
    "wrong": {name: (5 - len(answers), RIGHT | answers) for name, answers in WRONG.items()},
    "hostile": {name: (5 - cost, attack("", text)) for name, (cost, text) in CALLS.items()}
    | {name: (5 - cost, attack(text, "pass")) for name, (cost, text) in ABOVE.items()}
    | {name: (0, make) for name, make in FILES.items()},
}


def drawn(students):
    """Return student -> kind, name for a class of this size, which is always the same."""
    counts = {kind: max(1, round(share * students)) for kind, share in SHARES.items()}
    counts["right"] = students - sum(counts.values())
    found = [(kind, one) for kind, n in counts.items() for one in islice(cycle(KINDS[kind]), n)]
    random.Random(SEED).shuffle(found)
    return {f"student {number:03d}": one for number, one in enumerate(found)}


def hand_in(folder, class_):
    """Write what the students hand in."""
    for student, (kind, name) in class_.items():
        path, (_, what) = folder / student / NAME, KINDS[kind][name]
        path.parent.mkdir(parents=True)
        if callable(what):
            what(path)
        else:
            path.write_text(json.dumps(handed_in(CHAPTER, what)), "utf-8")
